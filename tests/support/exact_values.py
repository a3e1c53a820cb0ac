"""Exact values of terms and of normal forms over the Gaussian rationals, matrices included.

    term_value(term, point)             the value of a term, junk values included
    form_value(algebra, form, point)    the value of a normal form, a scalar or a matrix

An oracle that shares nothing with the kernel but its data.  Total means: `inv 0 = 0`, also of a
singular matrix.  `Unfit` where a value is not rational, not defined even so, or too large.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.kernel import forms
from derivations.kernel import polynomial as P
from derivations.kernel.forms import Blocks, Grid, Partition, Tensor
from derivations.kernel.generators import Algebra
from derivations.language.terms import BINDERS, Term

LARGE = 10**60
MAX_EXPONENT = 40
MAX_RANGE = 40


class Unfit(ArithmeticError):
    """The term has no value here that can be told."""


@dataclass(frozen=True)
class Gauss:
    re: Fraction
    im: Fraction = Fraction(0)

    def __add__(self, other: Gauss) -> Gauss:
        return Gauss(self.re + other.re, self.im + other.im)

    def __mul__(self, other: Gauss) -> Gauss:
        re = self.re * other.re - self.im * other.im
        return Gauss(re, self.re * other.im + self.im * other.re)

    def __neg__(self) -> Gauss:
        return Gauss(-self.re, -self.im)

    def conjugate(self) -> Gauss:
        return Gauss(self.re, -self.im)

    def inverse(self) -> Gauss:
        size = self.re * self.re + self.im * self.im
        return Gauss(self.re / size, -self.im / size) if size else self

    @property
    def is_zero(self) -> bool:
        return not self.re and not self.im


def gauss(re: int | Fraction, im: int | Fraction = 0) -> Gauss:
    return Gauss(Fraction(re), Fraction(im))


ZERO, ONE, UNIT = gauss(0), gauss(1), gauss(0, 1)


@dataclass(frozen=True)
class Matrix:
    rows: tuple[tuple[Gauss, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    def __add__(self, other: Matrix) -> Matrix:
        assert self.shape == other.shape
        pairs = zip(self.rows, other.rows, strict=True)
        return matrix([[x + y for x, y in zip(a, b, strict=True)] for a, b in pairs])

    def __mul__(self, other: Matrix) -> Matrix:
        assert self.shape[1] == other.shape[0]
        columns = other.transpose().rows
        return matrix([[_dot(row, column) for column in columns] for row in self.rows])

    def __neg__(self) -> Matrix:
        return self.map(lambda x: -x)

    def map(self, change: Callable[[Gauss], Gauss]) -> Matrix:
        return matrix([[change(x) for x in row] for row in self.rows])

    def scaled(self, factor: Gauss) -> Matrix:
        return self.map(lambda x: x * factor)

    def transpose(self) -> Matrix:
        return matrix(zip(*self.rows, strict=True))

    def conjugate(self) -> Matrix:
        return self.map(Gauss.conjugate)

    def adjoint(self) -> Matrix:
        return self.transpose().conjugate()

    def trace(self) -> Gauss:
        return total(self.rows[k][k] for k in range(len(self.rows)))

    def determinant(self) -> Gauss:
        return _eliminated(self)[0]

    def inverse(self) -> Matrix:
        return _eliminated(self)[1]


Value = Gauss | Matrix


def matrix(rows: Iterable[Iterable[Gauss]]) -> Matrix:
    return Matrix(tuple(tuple(row) for row in rows))


def total(parts: Iterable[Gauss]) -> Gauss:
    result = ZERO
    for part in parts:
        result = result + part
    return result


def _dot(x: Sequence[Gauss], y: Sequence[Gauss]) -> Gauss:
    return total(a * b for a, b in zip(x, y, strict=True))


def zeros(m: int, n: int) -> Matrix:
    return matrix([[ZERO] * n] * m)


def identity(n: int) -> Matrix:
    return matrix([[ONE if i == j else ZERO for j in range(n)] for i in range(n)])


def kronecker(a: Matrix, b: Matrix) -> Matrix:
    return matrix([[x * y for x in row for y in other] for row in a.rows for other in b.rows])


def in_blocks(parts: Sequence[Value], across: int) -> Matrix:
    """The matrix with these blocks, row by row."""
    grids = [p if isinstance(p, Matrix) else matrix([[p]]) for p in parts]
    rows: list[list[Gauss]] = []
    for start in range(0, len(grids), across):
        line = grids[start : start + across]
        rows += [[x for row in beside for x in row] for beside in zip(
            *(g.rows for g in line), strict=True
        )]  # fmt: skip
    assert len({len(row) for row in rows}) == 1
    return matrix(rows)


def block_diagonal(parts: Sequence[Value]) -> Matrix:
    grids = [p if isinstance(p, Matrix) else matrix([[p]]) for p in parts]
    blocks = [
        a if i == j else zeros(a.shape[0], b.shape[1])
        for i, a in enumerate(grids)
        for j, b in enumerate(grids)
    ]
    return in_blocks(blocks, len(grids))


def _eliminated(a: Matrix) -> tuple[Gauss, Matrix]:
    """The determinant, and the inverse, which is 0 where there is none."""
    n = len(a.rows)
    unit = identity(n).rows
    rows = [[*row, *extra] for row, extra in zip(a.rows, unit, strict=True)]
    size = ONE
    for k in range(n):
        pivot = next((i for i in range(k, n) if not rows[i][k].is_zero), None)
        if pivot is None:
            return ZERO, zeros(n, n)
        if pivot != k:
            rows[k], rows[pivot], size = rows[pivot], rows[k], -size
        size = size * rows[k][k]
        over = rows[k][k].inverse()
        rows[k] = [x * over for x in rows[k]]
        for i in range(n):
            if i != k:
                factor = -rows[i][k]
                rows[i] = [x + factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return size, matrix(row[n:] for row in rows)


def power(base: Any, exponent: int) -> Any:
    if abs(exponent) > MAX_EXPONENT:
        raise Unfit("a large exponent")
    if exponent < 0:
        base, exponent = base.inverse(), -exponent
    result = identity(len(base.rows)) if isinstance(base, Matrix) else ONE
    for _ in range(exponent):
        result = result * base
    if isinstance(result, Gauss) and max(abs(result.re), abs(result.im)) > LARGE:
        raise Unfit("too large")
    return result


def times(a: Any, b: Any) -> Any:
    if isinstance(a, Matrix) is isinstance(b, Matrix):
        return a * b
    return a.scaled(b) if isinstance(a, Matrix) else b.scaled(a)


def whole(x: Any) -> int:
    """The integer that this is."""
    if not isinstance(x, Gauss) or x.im or x.re.denominator != 1:
        raise Unfit("not an integer")
    return int(x.re)


def _natural(x: Gauss) -> int:
    n = whole(x)
    if not 0 <= n <= MAX_EXPONENT:
        raise Unfit("no small natural")
    return n


def _real(x: Gauss) -> Fraction:
    if x.im:
        raise Unfit("not real")
    return x.re


def _modulo(a: Gauss, b: Gauss) -> Gauss:
    x, y = _real(a), _real(b)
    if not y:
        raise Unfit("a remainder by 0")
    return gauss(x - y * math.floor(x / y))


def _fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def _binomial(n: int, k: int) -> int:
    """`n (n - 1) ... (n - k + 1) / k!` for any integer n; 0 for k < 0."""
    if max(abs(n), k) > MAX_EXPONENT:
        raise Unfit("no small integers")
    return math.prod(range(n - k + 1, n + 1)) // math.factorial(k) if k >= 0 else 0


_FUNCTIONS: dict[str, Callable[..., Gauss]] = {
    "re": lambda z: gauss(z.re), "im": lambda z: gauss(z.im), "conj": Gauss.conjugate,
    "abs": lambda z: gauss(abs(_real(z))),
    "floor": lambda z: gauss(math.floor(z.re)), "ceiling": lambda z: gauss(-math.floor(-z.re)),
    "mod": _modulo, "gcd": lambda a, b: gauss(math.gcd(whole(a), whole(b))),
    "max": lambda *a: gauss(max(map(_real, a))), "min": lambda *a: gauss(min(map(_real, a))),
    "delta": lambda a, b: ONE if a == b else ZERO,
    "binomial": lambda a, b: gauss(_binomial(whole(a), whole(b))),
    "factorial": lambda a: gauss(math.factorial(_natural(a))),
    "fibonacci": lambda a: gauss(_fibonacci(_natural(a))),
    "harmonic": lambda a: total(gauss(Fraction(1, k)) for k in range(1, _natural(a) + 1)),
}  # fmt: skip


def _entry(a: Matrix, row: Gauss, column: Gauss) -> Gauss:
    i, j = whole(row), whole(column)
    if not (0 <= i < a.shape[0] and 0 <= j < a.shape[1]):
        raise Unfit("an entry outside the matrix")
    return a.rows[i][j]


def _inner(x: Any, y: Any) -> Gauss:
    if isinstance(x, Gauss):
        return x * y.conjugate()
    return (y.adjoint() * x).rows[0][0]


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "neg": lambda a: -a, "div": lambda a, b: times(a, b.inverse()),
    "pow": lambda a, b: power(a, whole(b)), "conj": lambda a: a.conjugate(),
    "identity": lambda n: identity(whole(n)), "zero": lambda m, n: zeros(whole(m), whole(n)),
    "transpose": Matrix.transpose, "adjoint": Matrix.adjoint, "inv": Matrix.inverse,
    "trace": Matrix.trace, "det": Matrix.determinant, "scalar": lambda a: a.rows[0][0],
    "entry": _entry, "inner": _inner, "kronecker": kronecker,
}  # fmt: skip


def joined(head: str, parts: list[Any], sample: Callable[[], Any]) -> Any:
    """A sum, product, block-diagonal matrix or stack of these; `sample` tells the shape."""
    if head in ("blockdiag", "stack"):
        if not parts:
            raise Unfit("no blocks")
        return in_blocks(parts, 1) if head == "stack" else block_diagonal(parts)
    if not parts:
        shape = sample()
        if isinstance(shape, Matrix):
            return zeros(*shape.shape) if head == "sum" else identity(shape.shape[0])
        return ZERO if head == "sum" else ONE
    result = parts[0]
    for part in parts[1:]:
        result = result + part if head == "sum" else times(result, part)
    return result


def term_value(term: Term, point: dict[Any, Any]) -> Any:
    """The value of a term; symbols stand for their names, a family is a callable."""
    head = term.head
    if head in BINDERS:
        index, lower, upper, body = term.args
        first, last = whole(term_value(lower, point)), whole(term_value(upper, point))
        if last - first > MAX_RANGE:
            raise Unfit("a long range")

        def at(k: int) -> Any:
            return term_value(body, point | {index.name: gauss(k)})

        return joined(head, [at(k) for k in range(first, last + 1)], lambda: at(first))
    if head == "number":
        return gauss(term.data)
    if head == "symbol":
        return point[term.name]
    if head == "i":
        return UNIT
    if head == "apply":
        return point[term.args[0].name](*(term_value(a, point) for a in term.args[1:]))
    args = [term_value(a, point) for a in term.args]
    if head == "matrix":
        across = term.data[1]
        return matrix(args[k : k + across] for k in range(0, len(args), across))
    if head == "blocks":
        return in_blocks(args, term.data[1])
    if head in ("add", "mul"):
        result = args[0]
        for a in args[1:]:
            result = result + a if head == "add" else times(result, a)
        return result
    if head in _OPERATIONS:
        return _OPERATIONS[head](*args)
    if head not in _FUNCTIONS:
        raise Unfit(head)
    return _FUNCTIONS[head](*args)


# Normal forms


def form_value(algebra: Algebra, form: Any, point: dict[Any, Any]) -> Any:
    """The value of a normal form, a polynomial or a form of a matrix."""
    return _Forms(algebra).value(form, point)


class _Forms:
    """`("bound", k)` and `("level", k)` are names of values too."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra

    def value(self, form: Any, point: dict[Any, Any]) -> Any:
        if isinstance(form, P.Poly):
            return self.poly(form, point)
        if isinstance(form, Grid):
            entries = [self.poly(p, point) for p in form.entries]
            return in_blocks(entries, form.columns)
        if isinstance(form, Blocks):
            count = whole(self.poly(form.count, point))
            parts = [
                self.value(form.block, point | {("level", -1): gauss(k)}) for k in range(count)
            ]
            if form.shape == "diagonal":
                return block_diagonal(parts)
            return in_blocks(parts, 1 if form.shape == "column" else count)
        if isinstance(form, Partition):
            return in_blocks([self.value(p, point) for p in form.parts], len(form.widths))
        sizes = form.sizes if isinstance(form, Tensor) else ((form.rows, form.columns),)
        shapes = [tuple(whole(self.poly(p, point)) for p in pair) for pair in sizes]
        result = zeros(math.prod(m for m, _ in shapes), math.prod(n for _, n in shapes))
        for key, c in form.terms.items():
            words = key if isinstance(form, Tensor) else (key,)
            value = identity(1)
            for word, (rows, _) in zip(words, shapes, strict=True):
                value = kronecker(value, self.word(word, rows, point))
            result = result + value.scaled(self.poly(c, point))
        return result

    def word(self, word: Any, rows: int, point: dict[Any, Any]) -> Matrix:
        result = identity(rows)
        for base, transposed, conjugated, e in word:
            value = self.letter(self.algebra.atoms[base].key, point)
            value = value.transpose() if transposed else value
            value = value.conjugate() if conjugated else value
            result = result * power(value, e if isinstance(e, int) else self.whole(e, point))
        return result

    def letter(self, key: tuple[Any, ...], point: dict[Any, Any]) -> Matrix:
        kind = key[1]
        if kind[0] == "symbol":
            value = point[kind[1]]
        elif kind[0] == "value":
            value = point[kind[1]](*(self.key(k, point) for k in kind[2]))
        elif kind[0] == "inv":
            value = self.letter(self.algebra.atoms[kind[1]].key, point).inverse()
        elif kind[0] == "form" and kind[1] == "is":
            value = self.value(forms.from_key(kind[2]), point)
        elif kind[0] == "form" and kind[1][0] == "power":
            value = power(self.value(forms.from_key(kind[2]), point), self.whole(kind[1][1], point))
        elif kind[0] in ("sum", "product"):
            _, number, height, body = kind

            def at(k: int) -> Any:
                return self.value(forms.from_key(body), point | {("bound", height): gauss(k)})

            count = self.whole(number, point)
            value = joined(kind[0], [at(k) for k in range(count)], lambda: at(0))
        else:
            raise Unfit(str(kind[0]))
        assert value.shape == (self.whole(key[3], point), self.whole(key[4], point))
        assert all(has_property(value, name) for name in key[2]), key[2]
        return value

    def key(self, k: P.Key, point: dict[Any, Any]) -> Gauss:
        return self.poly(P.from_key(k), point)

    def whole(self, k: P.Key, point: dict[Any, Any]) -> int:
        return whole(self.key(k, point))

    def poly(self, p: P.Poly, point: dict[Any, Any]) -> Gauss:
        result = ZERO
        for part, unit in ((p.re, ONE), (p.im, UNIT)):
            for m, c in part.items():
                result = result + unit * gauss(c) * self.monomial(m, point)
        return result * gauss(Fraction(1, p.den))

    def monomial(self, m: P.Monomial, point: dict[Any, Any]) -> Gauss:
        result = ONE
        for g, e in m:
            result = result * self.power(g, e, point)
        return result

    def power(self, g: int, e: Any, point: dict[Any, Any]) -> Gauss:
        key = self.algebra.atoms[g].key
        if key[0] in ("parity", "sign"):
            quarters = 2 * Fraction(e) * whole(self.monomial(key[1], point))
            if quarters.denominator == 1:
                return power(UNIT, int(quarters) % 4)
        if key[0] in ("exp", "turn", "parity", "root-power") or Fraction(e).denominator != 1:
            raise Unfit("not rational")
        return power(self.atom(key, point), int(e))

    def atom(self, key: tuple[Any, ...], point: dict[Any, Any]) -> Gauss:
        kind = key[0]
        if kind == "symbol":
            return point[key[1]]
        if kind in ("bound", "level"):
            return point[key]
        if kind == "value":
            return point[key[1]](*(self.key(k, point) for k in key[3]))
        if kind == "call" and key[1] in _FUNCTIONS:
            return _FUNCTIONS[key[1]](*(self.key(k, point) for k in key[2]))
        if kind == "conj":
            return self.power(key[1], 1, point).conjugate()
        if kind == "inv":
            return self.key(key[1], point).inverse()
        if kind == "abs":
            return _FUNCTIONS["abs"](self.key(key[1], point))
        if kind == "power":
            return power(self.key(key[1], point), whole(self.monomial(key[2], point)))
        if kind == "whole-power":
            return power(self.key(key[1], point), self.whole(key[2], point))
        if kind == "count":
            return gauss(max(self.whole(key[1], point), 0))
        if kind == "product":
            return self._over("product", (key[1],), key[2], key[3], point)
        if kind == "sum":
            return self._over("sum", key[1], key[2], key[3], point)
        if kind in ("word", "entry", "trace", "det", "det plus"):
            return self._of_word(key, point)
        raise Unfit(str(kind))

    def _over(
        self, head: str, bounds: Any, height: int, body: P.Key, point: dict[Any, Any]
    ) -> Gauss:
        if not bounds:
            return self.key(body, point)
        parts = [
            self._over(head, bounds[1:], height + 1, body, point | {("bound", height): gauss(k)})
            for k in range(max(self.whole(bounds[0], point), 0))
        ]
        return joined(head, parts, lambda: ZERO)

    def _of_word(self, key: tuple[Any, ...], point: dict[Any, Any]) -> Gauss:
        base, transposed, _, _ = key[1][0]
        rows = self.whole(self.algebra.atoms[base].key[4 if transposed else 3], point)
        value = self.word(key[1], rows, point)
        if key[0] == "word":
            return value.rows[0][0]
        if key[0] == "entry":
            return _entry(value, self.key(key[2], point), self.key(key[3], point))
        if key[0] == "det plus":
            return (identity(rows) + value.scaled(self.key(key[2], point))).determinant()
        return value.trace() if key[0] == "trace" else value.determinant()


def has_property(a: Matrix, name: str) -> bool:
    """Whether the matrix has this property, by the definition."""
    m, n = a.shape
    match name:
        case "real":
            return a.conjugate() == a
        case "unitary":
            return a.adjoint() * a == identity(n)
        case "orthogonal":
            return has_property(a, "real") and has_property(a, "unitary")
        case "hermitian":
            return a.adjoint() == a
        case "symmetric":
            return a.transpose() == a
        case "skew":
            return a.transpose() == -a
        case "invertible":
            return not a.determinant().is_zero
        case "projector":
            return a * a == a
    assert name == "nilpotent2", name
    return a * a == zeros(m, n)
