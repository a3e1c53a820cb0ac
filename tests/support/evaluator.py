"""What terms mean, at given values, by mpmath: an oracle for tests, independent of the package.

    evaluate(term, values, digits=60) -> int | Fraction | mpf | mpc | mpmath matrix

`values` maps names to values (a symbol may stand for its name):

*   a scalar: int, Fraction, or an mpmath number (also complex);
*   a matrix: an mpmath matrix, or a list of rows;
*   a family: a callable, or a dict from an index (or a tuple of them) to values;
*   the dimensions of matrices, such as n: int.

Rational arithmetic stays exact (int and Fraction), so bounds, floors and zero tests of rational
values are decided exactly; everything else is rounded to `digits` digits, plus a few more inside.

The meaning is that of the package: reversed ranges are empty, `0**0 = 1`, `x**y` is
`exp(y log x)` unless y is an integer (`x**(n/2)` is `sqrt(x)**n`), principal branches, blocks of a
scalar are 1 x 1.  Where a term is not defined (a zero divisor, `log 0`, `tan(pi/2)` as far as
digits can tell, a pole of gamma, an index out of range, shapes that do not fit), `Undefined` is
raised.

    >>> from derivations.language.terms import cos, symbol
    >>> x = symbol("x")
    >>> evaluate(x / (x - 1), {"x": 3})
    Fraction(3, 2)

`agree(left, right, digits)` compares two results.  Shared subterms are evaluated once per binding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import mp

from derivations.language.terms import BINDERS, Term, free_symbols


class Undefined(ArithmeticError):
    """The term has no value here."""


def evaluate(term: Term, values: Mapping[Any, Any] | None = None, digits: int = 60) -> Any:
    """The value of a term; see the module's text."""
    named = {getattr(k, "name", k): _value(v) for k, v in (values or {}).items()}
    with mp.workdps(digits + 20):
        try:
            return _Evaluation(mp.mpf(10) ** -(digits + 5)).at(term, named)
        except ZeroDivisionError as error:
            raise Undefined(str(error)) from None


def agree(left: Any, right: Any, digits: int = 40) -> bool:
    """Whether two values are equal to the given number of digits (relative to their size)."""
    with mp.workdps(digits + 20):
        if _is_matrix(left) != _is_matrix(right):
            return False
        if _is_matrix(left):
            if (left.rows, left.cols) != (right.rows, right.cols):
                return False
            scale = 1 + max(abs(e) for e in [*left, *right])
            return all(
                abs(a - b) <= scale * mp.mpf(10) ** -digits
                for a, b in zip(left, right, strict=True)
            )
        a, b = _mp(left), _mp(right)
        return bool(abs(a - b) <= (1 + abs(a) + abs(b)) * mp.mpf(10) ** -digits)


def _value(value: Any) -> Any:
    return mp.matrix([[_mp(e) for e in row] for row in value]) if isinstance(value, list) else value


def _is_exact(value: Any) -> bool:
    return isinstance(value, (int, Fraction))


def _is_matrix(value: Any) -> bool:
    return isinstance(value, mpmath.matrix)


def _mp(value: Any) -> Any:
    if isinstance(value, Fraction):
        return mp.mpf(value.numerator) / value.denominator
    return mp.mpmathify(value)


def _exact(value: Any) -> Any:
    """An integral Fraction as an int."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _whole(value: Any) -> Any:
    """An mpmath number that is whole as an int."""
    is_whole = isinstance(value, (mpmath.mpf, mpmath.mpc)) and mp.isint(value)
    return int(mp.re(value)) if is_whole else value


class _Evaluation:
    def __init__(self, tiny: Any) -> None:
        self.tiny = tiny
        self.free: dict[int, Any] = {}
        # The entries hold the term and the values too, so that no id is used again.
        self.known: dict[tuple[Any, ...], tuple[Any, Term, dict[str, Any]]] = {}

    def at(self, term: Term, values: dict[str, Any]) -> Any:
        # The same node under other values of its free names is another computation.
        used = sorted({s.name for s in free_symbols(term, self.free)} & values.keys())
        key = (id(term), *((name, id(values[name])) for name in used))
        if key not in self.known:
            self.known[key] = (self._at(term, values), term, values)
        return self.known[key][0]

    def _at(self, term: Term, values: dict[str, Any]) -> Any:
        head = term.head
        if head in BINDERS:
            return self._range(term, values)
        if head == "symbol":
            return values[term.name]
        if head == "apply":
            return self._apply(term, values)
        args = [self.at(a, values) for a in term.args]
        if head == "number":
            return _exact(term.data)
        if head == "matrix":
            rows, columns = term.data
            grid = iter(args)
            return mp.matrix([[_mp(next(grid)) for _ in range(columns)] for _ in range(rows)])
        if head == "blocks":
            _, across = term.data
            rows = [args[k : k + across] for k in range(0, len(args), across)]
            return _stack([_beside(row) for row in rows])
        if head in ("div", "mod", "pow", "log", "arg", "sign", "cot", "csc", "tan", "sec"):
            return getattr(self, head)(*args)
        if any(_is_matrix(a) for a in args) and head in _MATRIX:
            return _MATRIX[head](*args)
        if head in _BOTH:
            return _BOTH[head](*args)
        if any(_is_matrix(a) for a in args):
            raise Undefined(f"{head} of a matrix")
        if head in _EXACT and all(_is_exact(a) for a in args):
            return _EXACT[head](*args)
        return self._function(head, [_mp(a) for a in args])

    def _function(self, head: str, args: list[Any]) -> Any:
        try:
            result = _SCALAR[head](*args)
        except (ValueError, TypeError, ZeroDivisionError) as error:
            raise Undefined(f"{head}: {error}") from None
        if not mp.isfinite(result):
            raise Undefined(f"a pole of {head}")
        return result

    def nonzero(self, value: Any, what: str) -> Any:
        zero = value == 0 if _is_exact(value) else abs(value) < self.tiny
        if zero:
            raise Undefined(f"{what} of zero")
        return value

    def div(self, a: Any, b: Any) -> Any:
        self.nonzero(b, "quotient")
        if _is_matrix(a):
            return a / _mp(b)
        if _is_exact(a) and _is_exact(b):
            return _exact(Fraction(a) / Fraction(b))
        return _mp(a) / _mp(b)

    def mod(self, a: Any, b: Any) -> Any:
        self.nonzero(b, "remainder")
        if _is_exact(a) and _is_exact(b):
            return _exact(Fraction(a) - Fraction(b) * (Fraction(a) // Fraction(b)))
        return _mp(a) - _mp(b) * mp.floor(_real(_mp(a)) / _real(_mp(b)))

    def pow(self, a: Any, b: Any) -> Any:
        b = _whole(b)
        integral = _is_exact(b) and Fraction(b).denominator == 1
        if _is_matrix(a):
            if not integral:
                raise Undefined("a matrix to a power that is not an integer")
            return a ** int(b)
        if integral:
            if b < 0:
                self.nonzero(a, "negative power")
            return _exact(Fraction(a) ** int(b)) if _is_exact(a) else a ** int(b)
        if _is_exact(b) and Fraction(b).denominator == 2 and b > 0:
            return mp.sqrt(_mp(a)) ** int(2 * b)  # as for sqrt, 0 is no exception
        self.nonzero(a, "power")
        return mp.exp(_mp(b) * mp.log(_mp(a)))

    def log(self, a: Any) -> Any:
        return mp.log(_mp(self.nonzero(a, "logarithm")))

    def arg(self, a: Any) -> Any:
        return mp.arg(_mp(self.nonzero(a, "argument")))

    def sign(self, a: Any) -> Any:
        if _is_exact(a):
            return (a > 0) - (a < 0)
        return mp.sign(a)

    def tan(self, a: Any) -> Any:
        return mp.sin(_mp(a)) / self.nonzero(mp.cos(_mp(a)), "division by the cosine")

    def cot(self, a: Any) -> Any:
        return mp.cos(_mp(a)) / self.nonzero(mp.sin(_mp(a)), "division by the sine")

    def sec(self, a: Any) -> Any:
        return 1 / self.nonzero(mp.cos(_mp(a)), "division by the cosine")

    def csc(self, a: Any) -> Any:
        return 1 / self.nonzero(mp.sin(_mp(a)), "division by the sine")

    def _apply(self, term: Term, values: dict[str, Any]) -> Any:
        family = term.args[0]
        places = [_whole(self.at(a, values)) for a in term.args[1:]]
        if family.head == "function":
            names = [p.name for p in family.args[:-1]]
            return self.at(family.args[-1], values | dict(zip(names, places, strict=True)))
        given = values[family.name]
        if callable(given):
            return _value(given(*places))
        key = places[0] if len(places) == 1 else tuple(places)
        if key not in given:
            raise Undefined(f"{family.name} has no value at {key}")
        return _value(given[key])

    def _range(self, term: Term, values: dict[str, Any]) -> Any:
        index, lower, upper, body = term.args
        first, last = (_whole(self.at(bound, values)) for bound in (lower, upper))
        if not isinstance(first, int) or not isinstance(last, int):
            raise Undefined(f"the bounds {first}, {last} are not integers")
        parts = [self.at(body, values | {index.name: k}) for k in range(first, last + 1)]
        if term.head in ("sum", "product"):
            combine = _add if term.head == "sum" else _mul
            return combine(*parts) if parts else self._empty(term, values | {index.name: first})
        if not parts:
            raise Undefined(f"{term.head} of no blocks")
        return (_blockdiag if term.head == "blockdiag" else _stack)(parts)

    def _empty(self, term: Term, values: dict[str, Any]) -> Any:
        try:
            like = self.at(term.args[3], values)
        except Undefined:
            like = 0
        if _is_matrix(like):
            return mp.zeros(like.rows, like.cols) if term.head == "sum" else mp.eye(like.rows)
        return 0 if term.head == "sum" else 1


def _add(*parts: Any) -> Any:
    total: Any = parts[0] if parts else 0
    for part in parts[1:]:
        if _is_matrix(total) != _is_matrix(part):
            raise Undefined("a matrix plus a scalar")
        if _is_matrix(total) and (total.rows, total.cols) != (part.rows, part.cols):
            raise Undefined("matrices of different shapes added")
        total = _combine(total, part, lambda a, b: a + b)
    return total


def _mul(*parts: Any) -> Any:
    total: Any = parts[0] if parts else 1
    for part in parts[1:]:
        if _is_matrix(total) and _is_matrix(part) and total.cols != part.rows:
            raise Undefined("matrices multiplied that do not fit")
        total = _combine(total, part, lambda a, b: a * b)
    return total


def _combine(a: Any, b: Any, operation: Callable[[Any, Any], Any]) -> Any:
    if _is_exact(a) and _is_exact(b):
        return _exact(operation(Fraction(a), Fraction(b)))
    left, right = (v if _is_matrix(v) else _mp(v) for v in (a, b))
    return operation(left, right)


def _blocks(parts: list[Any]) -> list[Any]:
    return [p if _is_matrix(p) else mp.matrix([[_mp(p)]]) for p in parts]


def _blockdiag(parts: list[Any]) -> Any:
    blocks = _blocks(parts)
    result = mp.zeros(sum(b.rows for b in blocks), sum(b.cols for b in blocks))
    row = column = 0
    for block in blocks:
        for i in range(block.rows):
            for j in range(block.cols):
                result[row + i, column + j] = block[i, j]
        row, column = row + block.rows, column + block.cols
    return result


def _beside(parts: list[Any]) -> Any:
    blocks = _blocks(parts)
    if len({b.rows for b in blocks}) != 1:
        raise Undefined("blocks of different heights beside each other")
    rows = range(blocks[0].rows)
    return mp.matrix([[e for b in blocks for e in b[i, :]] for i in rows])


def _stack(parts: list[Any]) -> Any:
    blocks = _blocks(parts)
    if len({b.cols for b in blocks}) != 1:
        raise Undefined("blocks of different widths stacked")
    return mp.matrix([[b[i, j] for j in range(b.cols)] for b in blocks for i in range(b.rows)])


def _entry(a: Any, i: Any, j: Any) -> Any:
    if not (isinstance(i, int) and isinstance(j, int) and 0 <= i < a.rows and 0 <= j < a.cols):
        raise Undefined(f"no entry at {i}, {j}")
    return a[i, j]


def _inner(x: Any, y: Any) -> Any:
    if not _is_matrix(x):
        return _mp(x) * mp.conj(_mp(y))
    if (x.rows, x.cols) != (y.rows, y.cols) or x.cols != 1:
        raise Undefined("an inner product of what is not two columns of one length")
    return sum((a * mp.conj(b) for a, b in zip(x, y, strict=True)), mp.mpf(0))


def _kronecker(a: Any, b: Any) -> Any:
    return mp.matrix(
        [
            [a[i, j] * b[k, m] for j in range(a.cols) for m in range(b.cols)]
            for i in range(a.rows)
            for k in range(b.rows)
        ]
    )


def _determinant(a: Any) -> Any:
    try:
        return mp.det(a)
    except TypeError:  # mpmath finds no pivot where a column is zero
        return mp.mpf(0)


def _inverse(a: Any) -> Any:
    if abs(_determinant(a)) < mp.mpf(10) ** -(mp.dps // 2):
        raise Undefined("the inverse of a singular matrix")
    return a**-1


def _conjugate(a: Any) -> Any:
    return a.apply(mp.conj)


def _real(z: Any) -> Any:
    """A number without its imaginary part, which may come of rounding only."""
    if abs(mp.im(z)) > mp.mpf(10) ** -(mp.dps // 2):
        raise Undefined(f"{z} is not real")
    return mp.re(z)


def _scalar(a: Any) -> Any:
    if (a.rows, a.cols) != (1, 1):
        raise Undefined("a matrix that is not 1 x 1 as a scalar")
    return a[0, 0]


# Matrix arguments.
_MATRIX: dict[str, Callable[..., Any]] = {
    "transpose": lambda a: a.T,
    "adjoint": lambda a: _conjugate(a.T),
    "conj": _conjugate,
    "inv": _inverse,
    "trace": lambda a: sum((a[k, k] for k in range(a.rows)), mp.mpf(0)),
    "det": _determinant,
    "scalar": _scalar,
    "entry": _entry,
    "kronecker": _kronecker,
    "matexp": mp.expm,
}

# Scalar or matrix arguments.
_BOTH: dict[str, Callable[..., Any]] = {
    "add": _add,
    "mul": _mul,
    "neg": lambda a: -a,
    "inner": _inner,
    "norm": lambda x: mp.sqrt(mp.re(_inner(x, x))),
    "identity": lambda n: mp.eye(n),
    "zero": lambda m, n: mp.zeros(m, n),
}

# Rational arguments, rational values.
_EXACT: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "re": lambda a: a,
    "im": lambda a: 0,
    "conj": lambda a: a,
    "floor": lambda a: Fraction(a).__floor__(),
    "ceiling": lambda a: Fraction(a).__ceil__(),
    "max": max,
    "min": min,
    "gcd": math.gcd,
    "lcm": math.lcm,
}

_SCALAR: dict[str, Callable[..., Any]] = {
    "i": lambda: mp.mpc(0, 1),
    "pi": lambda: +mp.pi,
    "exp": mp.exp, "sqrt": mp.sqrt, "abs": abs, "re": mp.re, "im": mp.im, "conj": mp.conj,
    "sin": mp.sin, "cos": mp.cos, "sinc": mp.sinc,
    "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh, "coth": mp.coth, "sech": mp.sech,
    "csch": mp.csch, "asin": mp.asin, "acos": mp.acos, "atan": mp.atan,
    "acot": lambda z: mp.pi / 2 if z == 0 else mp.atan(1 / z),
    "asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh,
    "atan2": lambda y, x: mp.atan2(y, x) if y or x else mp.log(0),
    "floor": lambda z: mp.floor(_real(z)), "ceiling": lambda z: mp.ceil(_real(z)),
    "max": max, "min": min,
    "binomial": lambda n, k: mp.binomial(n, k) if mp.re(k) >= 0 else mp.mpf(0),
    "factorial": mp.factorial, "fibonacci": mp.fib,
    "harmonic": mp.harmonic, "gamma": mp.gamma,
    "transpose": lambda z: z, "adjoint": mp.conj,
}  # fmt: skip
