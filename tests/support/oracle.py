"""What terms mean, at given values: an oracle for tests that shares nothing with the package.

    evaluate(term, values, digits=60)   the value where the term is defined, else `Undefined`
    term_value(term, values)            the value in the kernel, in which functions are total
    defined_value(term, values)         the same where the term is defined, else `Undefined`

`values` maps names (or symbols) to values:

*   a scalar: int, Fraction, Gauss, or an mpmath number;
*   a matrix: a Matrix, an mpmath matrix, or a list of rows;
*   a family: a callable, or a dict from an index (or a tuple of them) to values.

Arithmetic of Gaussian rationals is exact, so that bounds, floors, zeros and branch cuts of such
values are decided exactly; all else is by mpmath.  The meaning is that of the package: reversed
ranges are empty, `0**0 = 1`, `x**y` is `exp(y log x)` unless y or 2 y is an integer, principal
branches, a block that is a scalar is 1 x 1.

Total means: `inv 0 = 0`, also of a singular matrix, `log 0 = arg 0 = 0`, `0^w` is 0 for
half-integers and 1 for other exponents that are not integers, other functions are 0 at their
poles and outside the integers that they are for.  There, values that are rounded and within `TINY`
of zero or of an axis count as lying there; what is too large for that, or too small to be told
from zero, is `Unfit`.  Where only some value is fixed (0 to powers that are not integers, inverses
of singular matrices, functions of whole numbers elsewhere), another can be asked for.

    >>> from tests.support.parsing import parse_term
    >>> from derivations.language.terms import symbol
    >>> evaluate(parse_term("x/(x - 1)", {"x": symbol("x")}), {"x": 3})
    Fraction(3, 2)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import mpmath
from mpmath import mp
from mpmath.calculus.quadrature import GaussLegendre

from derivations.language.substitution import free_symbols
from derivations.language.terms import BINDERS, POINTED, Term

DIGITS = 60
TINY = mp.mpf(10) ** -40
SMALL = mp.mpf(10) ** -25
LARGE = mp.mpf(10) ** 12
# In the total semantics larger exponents, ranges and arguments are `Unfit`.
MAX_EXPONENT, MAX_RANGE, MAX_ARGUMENT = 200, 40, 60
# Differences for derivatives have these steps, and so many digits.
STEPS, STEP_DIGITS = (11, 12), 22
# Larger powers, factorials and binomials are rounded.
MAX_EXACT = 2_000


class Unfit(ArithmeticError):
    """The term has no value here that can be told."""


class Undefined(Unfit):
    """The term has no value here."""


# Numbers


@dataclass(frozen=True, eq=False)
class Gauss:
    """A Gaussian rational."""

    real: Fraction
    imag: Fraction = Fraction(0)

    def _mpmath_(self, _precision: int, _rounding: str) -> Any:
        real = mp.mpf(self.real.numerator) / self.real.denominator
        imag = self.imag
        return mp.mpc(real, mp.mpf(imag.numerator) / imag.denominator) if imag else real

    def __bool__(self) -> bool:
        return bool(self.real or self.imag)

    def __eq__(self, other: Any) -> Any:
        if isinstance(other, (int, Fraction)):
            other = gauss(other)
        if isinstance(other, Gauss):
            return (self.real, self.imag) == (other.real, other.imag)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.real, self.imag))

    def __add__(self, other: Any) -> Any:
        other = exact(other)
        if isinstance(other, Gauss):
            imag = self.imag + other.imag if self.imag or other.imag else self.imag
            return Gauss(self.real + other.real, imag)
        return mp.convert(self) + other if isinstance(other, (mp.mpf, mp.mpc)) else NotImplemented

    def __mul__(self, other: Any) -> Any:
        other = exact(other)
        if isinstance(other, Gauss):
            a, b, c, d = self.real, self.imag, other.real, other.imag
            return Gauss(a * c - b * d, a * d + b * c) if b or d else Gauss(a * c)
        return mp.convert(self) * other if isinstance(other, (mp.mpf, mp.mpc)) else NotImplemented

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Gauss:
        return Gauss(-self.real, -self.imag)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __abs__(self) -> Any:
        size = self.real**2 + self.imag**2
        return abs(self.real) if not self.imag else root(size) or mp.sqrt(gauss(size))

    def conjugate(self) -> Gauss:
        return Gauss(self.real, -self.imag)

    def inverse(self) -> Gauss:
        size = self.real**2 + self.imag**2
        return Gauss(self.real / size, -self.imag / size)


def gauss(real: int | Fraction, imag: int | Fraction = 0) -> Gauss:
    return Gauss(*[x if type(x) is Fraction else Fraction(x) for x in (real, imag)])


ZERO, ONE, UNIT = gauss(0), gauss(1), gauss(0, 1)


def exact(x: Any) -> Any:
    """A rational as a Gauss; all else as it is."""
    return gauss(x) if type(x) is not Gauss and isinstance(x, (int, Fraction)) else x


def root(x: Fraction) -> Gauss | None:
    """The square root of a rational that is a square."""
    parts = [math.isqrt(k) for k in (abs(x.numerator), x.denominator)]
    found = Fraction(*parts)
    return None if found**2 != abs(x) else gauss(found) if x >= 0 else gauss(0, found)


def conj(x: Any) -> Any:
    return x.conjugate() if isinstance(x, Gauss) else mp.conj(x)


def whole(x: Any, tiny: Any = TINY) -> int | None:
    """The integer that this is, if it is one."""
    x = exact(x)
    if isinstance(x, Gauss):
        return int(x.real) if not x.imag and x.real.denominator == 1 else None
    near = mp.nint(mp.re(x))
    return int(near) if not mp.im(x) and abs(mp.re(x) - near) < tiny else None


# Matrices


@dataclass(frozen=True)
class Matrix:
    rows: tuple[tuple[Any, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    def __getitem__(self, place: tuple[int, int]) -> Any:
        return self.rows[place[0]][place[1]]

    def __add__(self, other: Any) -> Matrix:
        need(isinstance(other, Matrix) and self.shape == other.shape, "a sum of other shapes")
        pairs = zip(self.rows, other.rows, strict=True)
        return matrix([[x + y for x, y in zip(a, b, strict=True)] for a, b in pairs])

    def __mul__(self, other: Any) -> Matrix:
        if not isinstance(other, Matrix):
            return self.map(lambda x: x * other)
        need(self.shape[1] == other.shape[0], "a product of matrices that do not fit")
        columns = other.T.rows
        return matrix(
            [[sum((x * y for x, y in zip(r, c, strict=True)), ZERO) for c in columns]
             for r in self.rows]
        )  # fmt: skip

    def __rmul__(self, factor: Any) -> Matrix:
        return self.map(lambda x: factor * x)

    def __neg__(self) -> Matrix:
        return self.map(lambda x: -x)

    def __sub__(self, other: Matrix) -> Matrix:
        return self + -other

    def map(self, change: Callable[[Any], Any]) -> Matrix:
        return matrix([[change(x) for x in row] for row in self.rows])

    def conjugate(self) -> Matrix:
        return self.map(conj)

    @property
    def T(self) -> Matrix:
        return matrix(zip(*self.rows, strict=True))

    @property
    def H(self) -> Matrix:
        return self.T.conjugate()

    def trace(self) -> Any:
        return sum((row[k] for k, row in enumerate(self.rows)), ZERO)

    def eliminated(self) -> tuple[Any, Matrix | None]:
        """The determinant, and the inverse if there is one."""
        n, tiny = len(self.rows), mp.mpf(10) ** -(mp.dps // 2)
        need(self.shape == (n, n), "a matrix that is not square")
        rows = [[*r, *e] for r, e in zip(self.rows, identity(n).rows, strict=True)]
        size: Any = ONE
        for k in range(n):
            pivot = max(range(k, n), key=lambda i: abs(mp.convert(rows[i][k])))
            at = rows[pivot][k]
            if not at or (not isinstance(at, Gauss) and abs(at) < tiny):
                return ZERO, None
            if pivot != k:
                rows[k], rows[pivot], size = rows[pivot], rows[k], -size
            size = size * at
            over = at.inverse() if isinstance(at, Gauss) else 1 / at
            rows[k] = [x * over for x in rows[k]]
            for i in range(n):
                if i != k and rows[i][k]:
                    factor = rows[i][k]
                    rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
        return size, matrix(row[n:] for row in rows)

    def determinant(self) -> Any:
        return self.eliminated()[0]

    def kernel(self) -> list[Matrix]:
        """Columns that span what is sent to 0; the entries are exact."""
        rows, pivots, n = [list(r) for r in self.rows], [], len(self.rows[0])
        for j in range(n):
            found = next((k for k in range(len(pivots), len(rows)) if rows[k][j]), None)
            if found is None:
                continue
            here = len(pivots)
            rows[here], rows[found] = rows[found], rows[here]
            over = rows[here][j].inverse()
            rows[here] = [x * over for x in rows[here]]
            for k, row in enumerate(rows):
                if k != here:
                    rows[k] = [x - row[j] * y for x, y in zip(row, rows[here], strict=True)]
            pivots.append(j)
        free = [j for j in range(n) if j not in pivots]
        columns = [{j: ONE, **{p: -rows[k][j] for k, p in enumerate(pivots)}} for j in free]
        return [matrix([[c.get(i, ZERO)] for i in range(n)]) for c in columns]

    def inverse(self) -> Matrix:
        """The inverse, which is 0 where there is none."""
        return self.eliminated()[1] or zeros(*self.shape)


def matrix(rows: Iterable[Iterable[Any]]) -> Matrix:
    return Matrix(tuple(tuple(map(exact, row)) for row in rows))


def zeros(m: int, n: int) -> Matrix:
    return matrix([[ZERO] * n] * m)


def identity(n: int) -> Matrix:
    return matrix([[ONE if i == j else ZERO for j in range(n)] for i in range(n)])


def kronecker(a: Matrix, b: Matrix) -> Matrix:
    return matrix([[x * y for x in row for y in other] for row in a.rows for other in b.rows])


def _as_matrix(value: Any) -> Matrix:
    return value if isinstance(value, Matrix) else matrix([[value]])


def in_blocks(parts: Sequence[Any], across: int) -> Matrix:
    """The matrix with these blocks, row by row."""
    grids = [_as_matrix(p) for p in parts]
    rows: list[list[Any]] = []
    for start in range(0, len(grids), across):
        line = [g.rows for g in grids[start : start + across]]
        need(len({len(g) for g in line}) == 1, "blocks of different heights beside each other")
        rows += [[x for row in beside for x in row] for beside in zip(*line, strict=True)]
    need(len({len(row) for row in rows}) == 1, "blocks of different widths stacked")
    return matrix(rows)


def block_diagonal(parts: Sequence[Any]) -> Matrix:
    grids = [_as_matrix(p) for p in parts]
    return in_blocks(
        [a if i == j else zeros(a.shape[0], b.shape[1])
         for i, a in enumerate(grids) for j, b in enumerate(grids)], len(grids)
    )  # fmt: skip


def joined(head: str, parts: Sequence[Any], sample: Callable[[], Any]) -> Any:
    """A sum, product, block-diagonal matrix or stack of these; `sample` tells the shape."""
    if head in ("blockdiag", "stack"):
        need(parts, "no blocks")
        return in_blocks(parts, 1) if head == "stack" else block_diagonal(parts)
    if not parts:
        shape = sample()
        if isinstance(shape, Matrix):
            return zeros(*shape.shape) if head == "sum" else identity(shape.shape[0])
        return ZERO if head == "sum" else ONE
    result = parts[0]
    for part in parts[1:]:
        if head == "sum":
            need(isinstance(part, Matrix) == isinstance(result, Matrix), "a matrix plus a scalar")
        result = result + part if head == "sum" else result * part
    return result


def has_property(a: Matrix, name: str) -> bool:
    """Whether the matrix has this property, by the definition."""
    one = identity(len(a.rows))
    if name == "invertible":
        return bool(a.determinant())
    if name == "orthogonal":
        return has_property(a, "real") and has_property(a, "unitary")
    left, right = {
        "real": (a.conjugate(), a), "unitary": (a.H * a, one), "hermitian": (a.H, a),
        "symmetric": (a.T, a), "skew": (a.T, -a), "projector": (a * a, a),
        "nilpotent2": (a * a, zeros(*a.shape)),
    }[name]  # fmt: skip
    return agree(left, right)


# Values


def evaluate(term: Term, values: Mapping[Any, Any] | None = None, digits: int = DIGITS) -> Any:
    """The value, an int or Fraction if it is rational; see the module's text."""
    with mp.workdps(digits + 20):
        oracle = Oracle(total=False, snaps=False, tiny=mp.mpf(10) ** -(digits + 5))
        return plain(oracle.at(term, named(values or {})))


def term_value(term: Term, values: Mapping[Any, Any], some: Any = None) -> Any:
    """The value in the kernel; `some`: the value where it is not known which it is."""
    with mp.workdps(DIGITS):
        return Oracle(some=some).at(term, named(values))


def defined_value(term: Term, values: Mapping[Any, Any]) -> Any:
    with mp.workdps(DIGITS):
        return Oracle(total=False).at(term, named(values))


def named(values: Mapping[Any, Any]) -> dict[Any, Any]:
    return {getattr(k, "name", k): given(v) for k, v in values.items()}


def given(value: Any) -> Any:
    """A value as the oracle has it."""
    if isinstance(value, list):
        return matrix(value)
    if isinstance(value, mpmath.matrix):
        return matrix(value.tolist())
    if callable(value) or isinstance(value, (dict, Matrix)):
        return value
    value = exact(value)
    return value if isinstance(value, Gauss) else mp.mpmathify(value)


def plain(value: Any) -> Any:
    """A rational number as an int or Fraction, a Gaussian one as one of mpmath."""
    if not isinstance(value, Gauss):
        return value
    if value.imag:
        return mp.convert(value)
    return value.real if value.real.denominator > 1 else int(value.real)


def agree(left: Any, right: Any, digits: int = 40) -> bool:
    """Whether two values are equal, to so many digits relative to their size where rounded."""
    left, right = given(left), given(right)
    if not isinstance(left, Matrix) and not isinstance(right, Matrix):
        if isinstance(left, Gauss) and isinstance(right, Gauss):
            return left == right
        left, right = matrix([[left]]), matrix([[right]])
    elif not (isinstance(left, Matrix) and isinstance(right, Matrix)):
        return False
    if left.shape != right.shape:
        return False
    with mp.workdps(max(digits + 20, mp.dps)):
        pairs = [p for a, b in zip(left.rows, right.rows, strict=True) for p in zip(a, b)]  # noqa: B905
        size = 1 + max(abs(mp.convert(x)) for pair in pairs for x in pair)
        near = size * mp.mpf(10) ** -digits
        return all(abs(mp.convert(a) - b) <= near for a, b in pairs)


@cache
def _names(term: Term) -> tuple[str, ...]:
    return tuple({symbol.name for symbol in free_symbols(term)})


def need(condition: Any, what: str) -> None:
    if not condition:
        raise Undefined(what)


class Oracle:
    """Values of terms: total or partial, snapping to zero and to the axes or not."""

    def __init__(
        self, total: bool = True, snaps: bool = True, tiny: Any = TINY, some: Any = None
    ) -> None:
        self.total, self.snaps, self.tiny, self.some = total, snaps, tiny, some
        # The entries hold the term and the values too, so that no id is used again.
        self.known: dict[tuple[Any, ...], tuple[Any, Term, dict[Any, Any]]] = {}

    def at(self, term: Term, values: dict[Any, Any]) -> Any:
        if term.head == "number":
            return gauss(term.data)
        if term.head == "symbol":
            return self.clean(values[term.name])
        # The same node under other values of its free names is another computation.
        key = (id(term), *[id(values.get(name)) for name in _names(term)])
        if key not in self.known:
            try:
                found = self.clean(self._at(term, values))
            except ZeroDivisionError as error:
                raise Undefined(str(error)) from None
            self.known[key] = (found, term, values)
        return self.known[key][0]

    def _at(self, term: Term, values: dict[Any, Any]) -> Any:
        head = term.head
        if head in BINDERS:
            return self._range(term, values)
        if head in POINTED:
            return self._pointed(term, values)
        if head == "apply":
            return self._apply(term, values)
        args = [self.at(a, values) for a in term.args]
        if head == "matrix":
            return matrix(args[k : k + term.data[1]] for k in range(0, len(args), term.data[1]))
        if head == "blocks":
            return in_blocks(args, term.data[1])
        if head in ("add", "mul"):
            return joined("sum" if head == "add" else "product", args, lambda: ZERO)
        return self.function(head, *args)

    def function(self, head: str, *args: Any) -> Any:
        """The value of a function at these."""
        if head in _MATRICES and any(isinstance(a, Matrix) for a in args):
            return _MATRICES[head](self, *args)
        need(not any(isinstance(a, Matrix) for a in args), f"{head} of a matrix")
        if head not in _SCALARS:
            raise Unfit(head)
        try:
            return _SCALARS[head](self, *args)
        except (ValueError, TypeError) as error:
            raise Undefined(f"{head}: {error}") from None

    def _apply(self, term: Term, values: dict[Any, Any]) -> Any:
        family = term.args[0]
        places = [self.at(a, values) for a in term.args[1:]]
        if family.head == "function":
            names = [p.name for p in family.args[:-1]]
            return self.at(family.args[-1], values | dict(zip(names, places, strict=True)))
        if not self.total and family.head == "symbol" and family.sort.is_family:
            for place, sort in zip(places, family.sort.index, strict=True):
                least = {"posint": 1, "natural": 0, "integer": -mp.inf}.get(sort.kind)
                if least is not None:
                    number = whole(place)
                    need(number is not None and number >= least, f"{family.name} at {place}")
        return at_places(values[family.name], places)

    def _range(self, term: Term, values: dict[Any, Any]) -> Any:
        index, lower, upper, body = term.args
        first, last = (whole(self.at(b, values), self.tiny) for b in (lower, upper))
        if first is None or last is None:
            raise Undefined("bounds that are not integers")
        if self.total and last - first > MAX_RANGE:
            raise Unfit("a long range")

        def at(k: int) -> Any:
            return self.at(body, values | {index.name: gauss(k)})

        def sample() -> Any:
            try:
                return at(first)
            except Unfit:
                return ZERO

        return joined(term.head, [at(k) for k in range(first, last + 1)], sample)

    def _pointed(self, term: Term, values: dict[Any, Any]) -> Any:
        variable, *outside, body = term.args
        places = [self.at(a, values) for a in outside]

        def function(x: Any) -> Any:
            return self.at(body, values | {variable.name: x})

        return self.said_of(term.head, function, *places)

    def said_of(self, head: str, function: Callable[[Any], Any], at: Any, *more: Any) -> Any:
        """What is said of a function of a real variable."""
        if head in ("integral", "integrable"):
            value = self.integral(function, at, *more)
            return gauss(value is not None) if head == "integrable" else value or ZERO
        found = self.slope(function, at)
        if head == "diff":
            return self.junk(function(ZERO) * ZERO, "no derivative") if found is None else found
        return gauss(found is not None and (not more or agree(found, more[0], STEP_DIGITS)))

    def integral(self, function: Callable[[Any], Any], start: Any, end: Any) -> Any:
        """The integral, by Gauss's rules between whole numbers; None where there is none, which is
        seen by poles there."""
        if mp.im(start) or mp.im(end):
            return None
        if mp.re(mp.convert(start)) > mp.re(mp.convert(end)):
            turned = self.integral(function, end, start)
            return None if turned is None else -turned
        low, high = (mp.re(mp.convert(z)) for z in (start, end))
        if high - low > 20:
            raise Unfit("a long interval")
        inner = map(mp.mpf, range(int(low) - 1, int(high) + 2))
        cuts = [low, *(s for s in inner if low < s < high), high]
        total = ZERO
        for left, right in pairwise(cuts):
            step = min(mp.mpf(10) ** -5, (right - left) / 4)
            ends = [z + s for z, s in ((left, step), (right, -step)) if z == int(z)]
            if any(10 * abs(mp.convert(function(z))) * step > 1 for z in ends):
                return None
            values = [sum((w * mp.convert(function((right + left + (right - left) * z) / 2))
                           for z, w in rule), mp.mpf(0)) for rule in _rules()]  # fmt: skip
            if not agree(*values, 26):
                raise Unfit("an integral that is not told by two rules")
            total = total + values[1] * (right - left) / 2
        return total

    def slope(self, function: Callable[[Any], Any], at: Any) -> Any:
        """The derivative at a point, by differences on both sides; None where there is none."""
        if mp.im(at):
            return None
        start = function(at)
        sides = []
        for sign in (1, -1):
            limits = []
            for exponent in STEPS:
                here, *others = _weights(sign, exponent)
                weighted = [start * here[1], *[function(at + by) * w for by, w in others]]
                limits.append(joined("sum", weighted, lambda: ZERO))
            if _size(limits[1]) > 100 and _size(limits[1]) > 2 * _size(limits[0]):
                return None  # they grow
            if limits[0] != limits[1]:
                limits = [_rounded(z) for z in limits]
            if not agree(*limits, STEP_DIGITS):
                raise Unfit("a derivative that is not told by differences")
            sides.append(limits[1])
        if agree(*sides, STEP_DIGITS):
            return sides[0]
        if agree(*map(_rounded, sides), 2):
            raise Unfit("a corner that is not told by differences")
        return None

    def clean(self, z: Any) -> Any:
        """The number, moved onto an axis that it is next to."""
        if isinstance(z, Matrix):
            return z.map(self.clean)
        if isinstance(z, Gauss):
            return z
        if not self.snaps:
            need(mp.isfinite(z), "a pole")
            return z
        z = mp.mpc(z)
        if not mp.isfinite(z) or abs(z) > LARGE:
            raise Unfit("too large")
        sizes = abs(z.real), abs(z.imag)
        if all(size >= SMALL or not size for size in sizes):
            return z
        if any(TINY <= size < SMALL for size in sizes):
            raise Unfit("too small")
        return mp.mpc(*(0 if abs(x) < TINY else x for x in (z.real, z.imag)))

    # What is not defined everywhere

    def junk(self, value: Any, what: str) -> Any:
        """The value that the kernel has where there is none."""
        need(self.total, what)
        return value

    def any_junk(self, value: Any, what: str) -> Any:
        """The same where the kernel has some value, and no law says which."""
        need(self.total, what)
        return value if self.some is None else exact(self.some)

    def is_zero(self, z: Any) -> bool:
        return not z if isinstance(z, Gauss) else bool(abs(z) < self.tiny)

    def near(self, z: Any, *points: Any) -> Any:
        """The point that this is, if it is one of these."""
        return next((p for p in points if self.is_zero(z - p)), None)

    def inverse(self, z: Any) -> Any:
        z = self.clean(z)
        if self.is_zero(z):
            return self.junk(ZERO, "a quotient by zero")
        return z.inverse() if isinstance(z, Gauss) else 1 / z

    def real(self, z: Any) -> Any:
        """A number that is real, as such."""
        if isinstance(z, Gauss):
            return gauss(z.real) if not z.imag else self.junk(gauss(z.real), "not real")
        tiny = 0 if self.snaps else mp.mpf(10) ** -(mp.dps // 2)
        return mp.re(z) if abs(mp.im(z)) <= tiny else self.junk(mp.re(z), "not real")

    def floor(self, z: Any) -> Gauss:
        z = self.real(z)
        if isinstance(z, Gauss):
            return gauss(math.floor(z.real))
        near = whole(z, self.tiny)
        return gauss(int(mp.floor(z)) if near is None else near)

    def mod(self, a: Any, b: Any) -> Any:
        a, b = self.real(a), self.real(b)
        if self.is_zero(b):
            return self.junk(ZERO, "a remainder by zero")
        return a - b * self.floor(a * self.inverse(b))

    def power(self, a: Any, b: Any) -> Any:
        n, half = whole(b, self.tiny), whole(2 * b, self.tiny)
        if n is not None:
            if self.total and abs(n) > MAX_EXPONENT:
                raise Unfit("a large exponent")
            value = self._repeated(a if n >= 0 else self.inverse(a), abs(n))
            if self.snaps and not isinstance(value, Gauss) and a and abs(value) < SMALL:
                raise Unfit("too small")
            return value
        if self.is_zero(a):
            if half is not None and half > 0:
                return ZERO
            return self.any_junk(ONE if half is None else ZERO, "a power of zero")
        if half is not None:
            return self.power(self.sqrt(a), half)
        return self.exp(b * mp.log(a))

    def _repeated(self, a: Any, n: int) -> Any:
        if not isinstance(a, Gauss):
            return a**n
        if n > MAX_EXACT:
            return mp.convert(a) ** n
        result = ONE
        for bit in f"{n:b}":
            result = result * result * (a if bit == "1" else ONE)
        return result

    def matrix_power(self, a: Any, b: Any) -> Any:
        n = whole(b, self.tiny)
        if n is None:
            raise Undefined("a matrix to a power that is not an integer")
        if self.total and abs(n) > MAX_EXPONENT:
            raise Unfit("a large exponent")
        base, result = a if n >= 0 else self.matrix_inverse(a), identity(len(a.rows))
        for _ in range(abs(n)):
            result = result * base
        return result

    def matrix_inverse(self, a: Any) -> Any:
        found = a.eliminated()[1]
        if found is not None:
            return found
        return zeros(*a.shape).map(lambda x: x + self.any_junk(ZERO, "a singular matrix"))

    def sqrt(self, a: Any) -> Any:
        found = root(a.real) if isinstance(a, Gauss) and not a.imag else None
        return mp.sqrt(a) if found is None else found

    def exp(self, z: Any) -> Any:
        if self.snaps and mp.re(z) < -50:
            raise Unfit("too small")
        return ONE if self.is_zero(z) else mp.exp(z)

    def unless_zero(self, function: Callable[[Any], Any], z: Any) -> Any:
        return self.junk(ZERO, f"{function} of zero") if self.is_zero(z) else function(z)

    def branching(self, function: Callable[[Any], Any], z: Any, *points: Any) -> Any:
        """The function, which is steep next to these points, exactly at them."""
        near = self.near(z, *points)
        return function(z if near is None else near)

    def pole(self, function: Callable[[Any], Any], z: Any, *poles: Any) -> Any:
        return function(z) if self.near(z, *poles) is None else self.junk(ZERO, "a pole")

    def angle(self, y: Any, x: Any) -> Any:
        z = mp.mpc(mp.re(self.real(x)), mp.re(self.real(y)))
        return self.unless_zero(mp.arg, z)

    def sign(self, z: Any) -> Any:
        return z * self.inverse(exact(abs(z))) if not self.is_zero(z) else ZERO

    def of_natural(self, function: Callable[[int], Any], rounded: Any, z: Any) -> Any:
        n = whole(z, self.tiny)
        if n is None or n < 0:
            return self.any_junk(ZERO, "not a natural number")
        if self.total and n > MAX_ARGUMENT:
            raise Unfit("a large argument")
        return exact(function(n)) if n <= MAX_EXACT else rounded(n)

    def of_integers(self, function: Callable[..., int], *args: Any) -> Any:
        places = [whole(a, self.tiny) for a in args]
        if None in places:
            return self.any_junk(ZERO, "not integers")
        if self.total and max(map(abs, places)) > 10**6:
            raise Unfit("a large argument")
        return gauss(function(*places))

    def extreme(self, choose: Callable[..., Any], *args: Any) -> Any:
        return choose(map(self.real, args), key=lambda z: z.real if isinstance(z, Gauss) else z)

    def gamma(self, z: Any) -> Any:
        n = whole(z, self.tiny)
        if n is None:
            return mp.gamma(z)
        if n < 1:
            return self.junk(ZERO, "a pole")
        return self.of_natural(math.factorial, mp.factorial, gauss(n - 1))

    def inner(self, x: Any, y: Any) -> Any:
        need(isinstance(x, Matrix) and isinstance(y, Matrix) and x.shape == y.shape
             and x.shape[1] == 1, "an inner product of what is not two columns")  # fmt: skip
        return (y.H * x)[0, 0]

    def entry(self, a: Any, i: Any, j: Any) -> Any:
        row, column = whole(i), whole(j)
        if row in range(a.shape[0]) and column in range(a.shape[1]):
            return a[row, column]
        need(self.some is not None, "outside the matrix")
        return a[0, 0] + UNIT * self.some + 2 * i + 3 * j

    def scalar(self, a: Any) -> Any:
        need(a.shape == (1, 1), "a matrix that is not 1 x 1 as a scalar")
        return a[0, 0]


@cache
def _rules() -> list[list[tuple[Any, Any]]]:
    """Points and weights of two of Gauss's rules on [-1, 1]."""
    rule = GaussLegendre(mp)
    return [rule.calc_nodes(degree, mp.prec + 30) for degree in (4, 5)]


@cache
def _weights(sign: int, exponent: int) -> list[tuple[Gauss, Gauss]]:
    """What the differences are that make a derivative, and how often each is taken."""
    h = Fraction(sign, 10**exponent)
    others = [(gauss(k * h), gauss(c / (k * h))) for k, c in ((1, 4), (2, -6), (3, 4), (4, -1))]
    return [(ZERO, -sum((w for _, w in others), ZERO)), *others]


def _rounded(z: Any) -> Any:
    return z.map(mp.convert) if isinstance(z, Matrix) else mp.convert(z)


def _size(z: Any) -> Any:
    parts = [x for row in z.rows for x in row] if isinstance(z, Matrix) else [z]
    return max(abs(mp.convert(x)) for x in parts)


def at_places(family: Any, places: Sequence[Any]) -> Any:
    """The value of a family, which is a function or a table."""
    key = tuple(map(plain, places))
    if callable(family):
        return given(family(*key))
    found = key[0] if len(key) == 1 else key
    need(found in family, f"no value at {found}")
    return given(family[found])


def _fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def _binomial(n: int, k: int) -> int:
    """`n (n - 1) ... (n - k + 1) / k!` for any integer n; 0 for k < 0."""
    if max(abs(n), k) > MAX_EXACT:
        raise Unfit("a large argument")
    return math.prod(range(n - k + 1, n + 1)) // math.factorial(k) if k >= 0 else 0


def _harmonic(n: int) -> Fraction:
    return sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0))


def _of(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda o, *args: function(*args)


def _expm(o: Oracle, a: Matrix) -> Matrix:
    return matrix(mp.expm(mp.matrix([[mp.convert(x) for x in row] for row in a.rows])).tolist())


_SCALARS: dict[str, Callable[..., Any]] = {
    "i": lambda o: UNIT, "pi": lambda o: +mp.pi,
    "neg": lambda o, z: -z, "div": lambda o, a, b: a * o.inverse(b), "inner": lambda o, a, b:
    a * conj(b), "pow": Oracle.power, "sqrt": Oracle.sqrt, "exp": Oracle.exp,
    "abs": lambda o, z: exact(abs(z)), "norm": lambda o, z: exact(abs(z)),
    "conj": lambda o, z: conj(z), "adjoint": lambda o, z: conj(z), "transpose": lambda o, z: z,
    "re": lambda o, z: exact(z.real), "im": lambda o, z: exact(z.imag), "sign": Oracle.sign,
    "log": lambda o, z: o.unless_zero(mp.log, z), "arg": lambda o, z: o.unless_zero(mp.arg, z),
    **{name: _of(getattr(mp, name)) for name in "sin cos sinh cosh sinc".split()},
    "tan": lambda o, z: mp.sin(z) * o.inverse(mp.cos(z)),
    "cot": lambda o, z: mp.cos(z) * o.inverse(mp.sin(z)),
    "sec": lambda o, z: o.inverse(mp.cos(z)), "csc": lambda o, z: o.inverse(mp.sin(z)),
    "tanh": lambda o, z: mp.sinh(z) * o.inverse(mp.cosh(z)),
    "coth": lambda o, z: mp.cosh(z) * o.inverse(mp.sinh(z)),
    "sech": lambda o, z: o.inverse(mp.cosh(z)), "csch": lambda o, z: o.inverse(mp.sinh(z)),
    "asin": lambda o, z: o.branching(mp.asin, z, ONE, -ONE),
    "acos": lambda o, z: o.branching(mp.acos, z, ONE, -ONE),
    "asinh": lambda o, z: o.branching(mp.asinh, z, UNIT, -UNIT),
    "acosh": lambda o, z: o.branching(mp.acosh, z, ONE, -ONE),
    "atan": lambda o, z: o.pole(mp.atan, z, UNIT, -UNIT),
    "atanh": lambda o, z: o.pole(mp.atanh, z, ONE, -ONE),
    "acot": lambda o, z: o.pole(
        lambda w: mp.pi / 2 if o.is_zero(w) else mp.atan(o.inverse(w)), z, UNIT, -UNIT
    ),
    "atan2": Oracle.angle, "floor": Oracle.floor, "ceiling": lambda o, z: -o.floor(-z),
    "mod": Oracle.mod, "max": lambda o, *a: o.extreme(max, *a),
    "min": lambda o, *a: o.extreme(min, *a), "delta": lambda o, a, b: ONE if a == b else ZERO,
    "gcd": lambda o, *a: o.of_integers(math.gcd, *a),
    "lcm": lambda o, *a: o.of_integers(math.lcm, *a),
    "binomial": lambda o, *a: o.of_integers(_binomial, *a),
    "factorial": lambda o, z: o.of_natural(math.factorial, mp.factorial, z),
    "fibonacci": lambda o, z: o.of_natural(_fibonacci, mp.fib, z),
    "harmonic": lambda o, z: o.of_natural(_harmonic, mp.harmonic, z), "gamma": Oracle.gamma,
    "identity": lambda o, n: identity(whole(n)),
    "zero": lambda o, m, n: zeros(whole(m), whole(n)),
}  # fmt: skip

_MATRICES: dict[str, Callable[..., Any]] = {
    "neg": lambda o, a: -a, "div": lambda o, a, b: a * o.inverse(b), "pow": Oracle.matrix_power,
    "conj": lambda o, a: a.conjugate(), "transpose": lambda o, a: a.T, "adjoint": lambda o, a: a.H,
    "inv": Oracle.matrix_inverse, "trace": lambda o, a: a.trace(),
    "det": lambda o, a: a.determinant(), "scalar": Oracle.scalar, "entry": Oracle.entry,
    "inner": Oracle.inner, "norm": lambda o, a: o.sqrt(o.inner(a, a)),
    "kronecker": _of(kronecker), "matexp": _expm,
}  # fmt: skip
