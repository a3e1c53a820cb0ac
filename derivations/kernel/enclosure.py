"""Certified enclosures: rectangles in which the values of closed scalar terms lie.

    separated(relation, bits)    whether `l ≠ r`, `l < r` or `l ≤ r` is certain

Ends are integers over `2**bits`; every operation rounds outward.  A number is known to be real only
where its imaginary part is exactly (0, 0): so roots and logarithms on their cuts are found where
they lie.  An operation that may be outside of its domain has no enclosure, so no junk value does,
but for the floor, which is that of the real part.  Work is bounded by counted steps.

Source: R. Moore, Interval Analysis; the series of exp, sin, cos, atan and artanh (DLMF 4).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import factorial, gcd, isqrt, prod

from derivations.kernel.definitions import unfolded
from derivations.kernel.polynomial import spend
from derivations.language.statements import Relation
from derivations.language.substitution import Substitution
from derivations.language.terms import Term, number

Interval = tuple[int, int]
Rectangle = tuple[Interval, Interval]

MIN_BITS, MAX_BITS = 8, 4_096
# Multiplications of intervals (longer ones count more), bits of their ends, nested terms.
MAX_STEPS, MAX_SIZE, MAX_DEPTH = 400_000, 1 << 15, 100
# Exponents that are multiplied out, arguments of factorials and the like, terms of a range.
MAX_EXPONENT, MAX_ARGUMENT, MAX_RANGE = 10_000, 5_000, 20_000

REAL = (0, 0)  # the imaginary part of a real number


class Unknown(ArithmeticError):
    """There is no enclosure, or it is too wide for what comes next."""


def separated(relation: Relation, bits: int) -> bool:
    """Whether the enclosures of both sides show the relation; never that two sides are equal.

    >>> from derivations.language.statements import lt
    >>> from derivations.language.terms import PI, number
    >>> separated(lt(PI, number("355/113")), 64)
    True
    """
    if not MIN_BITS <= bits <= MAX_BITS or relation.operator == "==":
        return False
    enclosure = Enclosure(bits)
    try:
        left, right = enclosure.of(relation.left), enclosure.of(relation.right)
    except ArithmeticError:
        return False
    finally:
        spend(enclosure.reals.steps)
    if relation.operator == "!=":
        return any(a[1] < b[0] or b[1] < a[0] for a, b in zip(left, right, strict=True))
    if left[1] != REAL or right[1] != REAL:
        return False
    return left[0][1] < right[0][0] + (relation.operator == "<=")


# Intervals


def _add(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def _neg(a: Interval) -> Interval:
    return -a[1], -a[0]


def _times(a: Interval, n: int) -> Interval:
    return (a[0] * n, a[1] * n) if n >= 0 else (a[1] * n, a[0] * n)


def _shift(a: Interval, bits: int) -> Interval:
    """Divided by `2**bits`."""
    return a[0] >> bits, -(-a[1] >> bits)


class Reals:
    """Intervals with ends over `2**bits`, and the steps that have been spent on them."""

    def __init__(self, bits: int, steps: int = 0) -> None:
        self.bits, self.steps = bits, steps
        self.one = (1 << bits, 1 << bits)
        self._pi: Interval | None = None

    def spend(self, count: int = 1) -> None:
        self.steps += count * (1 + self.bits // 256)
        if self.steps > MAX_STEPS:
            raise Unknown("too many steps")

    def measure(self, *ends: int) -> int:
        """Count an operation, with what these ends are longer than usual; their bits."""
        size = max(map(int.bit_length, ends))
        self.spend(1 + (size // 256 if size > 4 * self.bits else 0))
        return size

    def rational(self, q: Fraction) -> Interval:
        whole = q.numerator << self.bits
        return whole // q.denominator, -(-whole // q.denominator)

    def mul(self, a: Interval, b: Interval) -> Interval:
        ends = [x * y for x in a for y in b]
        low, high = min(ends), max(ends)
        if self.measure(low, high) > MAX_SIZE:
            raise Unknown("too large")
        return _shift((low, high), self.bits)

    def div(self, a: Interval, b: Interval) -> Interval:
        if b[0] <= 0 <= b[1]:
            raise Unknown("division by what may be 0")
        self.measure(*a, *b)
        pairs = [(x << self.bits, y) for x in a for y in b]
        return min(x // y for x, y in pairs), max(-(-x // y) for x, y in pairs)

    def sqrt(self, a: Interval) -> Interval:
        if a[0] < 0:
            raise Unknown("a root of what may be negative")
        self.measure(*a)
        low, high = isqrt(a[0] << self.bits), isqrt(a[1] << self.bits)
        return low, high + (high * high < a[1] << self.bits)

    def series(self, x: Interval, ratio: Callable[[int], tuple[int, int]]) -> Interval:
        """Σ t_n with t_0 = 1 and t_(n+1) = t_n x p/q, where (p, q) = ratio(n) and |x| p/q ≤ 1/2.

        The first term that is at most a unit, and all after it, are together at most two units.
        """
        total, term, n = (0, 0), self.one, 0
        while max(-term[0], term[1]) > 1:
            total = _add(total, term)
            low, high = self.mul(term, x)
            p, q = ratio(n)
            term, n = (low * p // q, -(-high * p // q)), n + 1
        return total[0] - 2, total[1] + 2

    def exp(self, a: Interval) -> Interval:
        return max(self._exp(a[0])[0], 0), self._exp(a[1])[1]  # it grows

    def _exp(self, end: int) -> Interval:
        """Of `end / 2**k`, below 1/4, squared k times."""
        k = max(0, end.bit_length() - self.bits + 2)
        if k > 32:
            raise Unknown("too large")
        value = self.series(_shift((end, end), k), lambda n: (1, n + 1))
        for _ in range(k):
            value = self.mul(value, value)
        return value

    def log(self, a: Interval) -> Interval:
        if a[0] <= 0:
            raise Unknown("a logarithm of what may be 0")
        return self._log(a[0])[0], self._log(a[1])[1]  # it grows

    def _log(self, end: int) -> Interval:
        """log m + k log 2 for `end = m 2**k`, 1/2 ≤ m < 1."""
        k = end.bit_length() - self.bits
        m = _shift((end, end), k) if k >= 0 else (end << -k, end << -k)
        return _add(self._log_near_one(m), _times(self._log_near_one(_times(self.one, 2)), k))

    def _log_near_one(self, m: Interval) -> Interval:
        """2 artanh y for y = (m - 1)/(m + 1), |y| ≤ 1/3."""
        y = self.div(_add(m, _neg(self.one)), _add(m, self.one))
        series = self.series(self.mul(y, y), lambda n: (2 * n + 1, 2 * n + 3))
        return _times(self.mul(y, series), 2)

    def atan(self, a: Interval) -> Interval:
        return self._atan(a[0])[0], self._atan(a[1])[1]  # it grows

    def _atan(self, end: int) -> Interval:
        """The angle is halved three times: then its tangent is below 1/5."""
        x = (end, end)
        for _ in range(3):
            x = self.div(x, _add(self.one, self.sqrt(_add(self.one, self.mul(x, x)))))
        series = self.series(_neg(self.mul(x, x)), lambda n: (2 * n + 1, 2 * n + 3))
        return _times(self.mul(x, series), 8)

    def pi(self) -> Interval:
        if self._pi is None:
            self._pi = _times(self._atan(self.one[0]), 4)
        return self._pi

    def cos_sin(self, a: Interval) -> tuple[Interval, Interval]:
        """Those of the middle, which is within the radius of all: they change no faster."""
        middle, radius = (a[0] + a[1]) // 2, (a[1] - a[0] + 1) // 2
        k = max(0, middle.bit_length() - self.bits + 2)  # middle / 2**k is below 1/4
        if k > self.bits + 64:
            raise Unknown("too large")
        fine = Reals(self.bits + 2 * k + 8, self.steps)
        x = fine.rational(Fraction(middle, 1 << (self.bits + k)))
        y = _neg(fine.mul(x, x))
        c = fine.series(y, lambda n: (1, (2 * n + 1) * (2 * n + 2)))
        s = fine.mul(x, fine.series(y, lambda n: (1, (2 * n + 2) * (2 * n + 3))))
        for _ in range(k):
            c, s = _add(fine.mul(c, c), _neg(fine.mul(s, s))), _times(fine.mul(c, s), 2)
        self.steps = fine.steps
        one = self.one[0]
        c, s = (_shift(v, fine.bits - self.bits) for v in (c, s))
        c, s = ((max(v[0] - radius, -one), min(v[1] + radius, one)) for v in (c, s))
        return c, s


# Rectangles


class Enclosure:
    """Rectangles, real and imaginary part, of the subterms of closed terms."""

    def __init__(self, bits: int) -> None:
        self.reals = Reals(bits)
        self.depth = 0
        # The term is kept, so that its id is not used again.
        self.known: dict[int, tuple[Term, Rectangle]] = {}

    def of(self, term: Term) -> Rectangle:
        known = self.known.get(id(term))
        if known is None:
            self.reals.spend(1 + len(term.args))
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise Unknown("too deep")
            known = self.known[id(term)] = (term, self._of(term))
            self.depth -= 1
        return known[1]

    def _of(self, term: Term) -> Rectangle:
        head, args, reals = term.head, term.args, self.reals
        match head:
            case "number":
                return reals.rational(term.data), REAL
            case "i":
                return REAL, reals.one
            case "pi":
                return reals.pi(), REAL
            case "sum" | "product":
                return self.over_range(term)
            case "pow":
                return self.power(*args)
            case "factorial" | "binomial" | "fibonacci" | "gcd":
                return _times(reals.one, self.counted(head, *map(self.integer, args))), REAL
            case "add" | "mul":
                return reduce(getattr(self, head), map(self.of, args))
            case (
                "neg" | "div" | "conj" | "exp" | "log" | "sqrt" | "re" | "im" | "abs" | "arg"
                | "floor"
            ):
                return getattr(self, head)(*map(self.of, args))  # type: ignore[no-any-return]
            case "sin" | "cos" | "atan" if self.of(args[0])[1] == REAL:
                x = self.of(args[0])[0]
                return reals.atan(x) if head == "atan" else reals.cos_sin(x)[head == "sin"], REAL
        definition = unfolded(term)
        if definition is None:
            raise Unknown(f"no enclosure of {head}")
        return self.of(definition)

    # Of each head that is read so, under its name

    def add(self, a: Rectangle, b: Rectangle) -> Rectangle:
        return _add(a[0], b[0]), _add(a[1], b[1])

    def neg(self, z: Rectangle) -> Rectangle:
        return _neg(z[0]), _neg(z[1])

    def conj(self, z: Rectangle) -> Rectangle:
        return z[0], _neg(z[1])

    def re(self, z: Rectangle) -> Rectangle:
        return z[0], REAL

    def im(self, z: Rectangle) -> Rectangle:
        return z[1], REAL

    def abs(self, z: Rectangle) -> Rectangle:
        return self.reals.sqrt(self.square_of_size(z)), REAL

    def floor(self, z: Rectangle) -> Rectangle:
        low, high = (end >> self.reals.bits for end in z[0])
        if low != high:
            raise Unknown("a floor that may be one of two")
        return _times(self.reals.one, low), REAL

    def div(self, z: Rectangle, w: Rectangle) -> Rectangle:
        return self.mul(z, self.inverse(w))

    def mul(self, a: Rectangle, b: Rectangle) -> Rectangle:
        mul = self.reals.mul
        if a[1] == b[1] == REAL:
            return mul(a[0], b[0]), REAL
        re = _add(mul(a[0], b[0]), _neg(mul(a[1], b[1])))
        return re, _add(mul(a[0], b[1]), mul(a[1], b[0]))

    def inverse(self, z: Rectangle) -> Rectangle:
        if z[1] == REAL:
            return self.reals.div(self.reals.one, z[0]), REAL
        size = self.square_of_size(z)
        return self.reals.div(z[0], size), self.reals.div(_neg(z[1]), size)

    def square_of_size(self, z: Rectangle) -> Interval:
        squares = []
        for low, high in z:
            most, least = max(-low, high), max(0, low, -high)
            squares.append(self.reals.mul((least, most), (least, most)))
        return _add(*squares)

    def arg(self, z: Rectangle) -> Rectangle:
        return self.angle(z), REAL

    def angle(self, z: Rectangle) -> Interval:
        """In (-π, π]: of a real number, or of a rectangle that the cut does not meet."""
        (x, y), reals = z, self.reals
        if y == REAL and x[1] < 0:
            return reals.pi()
        if x[0] > 0:
            return REAL if y == REAL else reals.atan(reals.div(y, x))
        quarter = _shift(reals.pi(), 1)
        if y[0] > 0:
            return _add(quarter, _neg(reals.atan(reals.div(x, y))))
        if y[1] < 0:
            return _add(_neg(quarter), _neg(reals.atan(reals.div(x, y))))
        raise Unknown("an argument next to the cut")

    def log(self, z: Rectangle) -> Rectangle:
        return _shift(self.reals.log(self.square_of_size(z)), 1), self.angle(z)

    def exp(self, z: Rectangle) -> Rectangle:
        size = self.reals.exp(z[0])
        if z[1] == REAL:
            return size, REAL
        c, s = self.reals.cos_sin(z[1])
        return self.reals.mul(size, c), self.reals.mul(size, s)

    def sqrt(self, z: Rectangle) -> Rectangle:
        x, y = z
        if y == REAL and x[0] >= 0:
            return self.reals.sqrt(x), REAL
        if y == REAL and x[1] <= 0:
            return REAL, self.reals.sqrt(_neg(x))
        half = self.log(z)
        return self.exp((_shift(half[0], 1), _shift(half[1], 1)))

    def power(self, base: Term, exponent: Term) -> Rectangle:
        """`x**n` is multiplied out, `x**(n/2)` is `sqrt(x)**n`; all else is `exp(e log x)`."""
        e, value = self.of(exponent), (self.reals.one, REAL)
        double = self.whole((_times(e[0], 2), e[1]))
        if double is None or abs(double) > 2 * MAX_EXPONENT:
            return self.exp(self.mul(e, self.log(self.of(base))))
        square = self.sqrt(self.of(base)) if double % 2 else self.of(base)
        n = abs(double) if double % 2 else abs(double) // 2
        while n:
            value = self.mul(value, square) if n % 2 else value
            n //= 2
            square = self.mul(square, square) if n else square
        return value if double >= 0 else self.inverse(value)

    def whole(self, z: Rectangle) -> int | None:
        """The integer that this certainly is, if it is one."""
        (low, high), imaginary = z
        exact = low == high and imaginary == REAL and low % self.reals.one[0] == 0
        return low >> self.reals.bits if exact else None

    def integer(self, term: Term) -> int:
        found = self.whole(self.of(term))
        if found is None:
            raise Unknown("what may be no integer")
        return found

    def over_range(self, term: Term) -> Rectangle:
        """A sum or product over a range, term by term."""
        index, lower, upper, body = term.args
        first, last = self.integer(lower), self.integer(upper)
        if last - first >= MAX_RANGE:
            raise Unknown("a long range")
        join, start = (self.add, REAL) if term.head == "sum" else (self.mul, self.reals.one)
        value: Rectangle = start, REAL
        for k in range(first, last + 1):  # the steps of one are counted before the next is made
            change = Substitution({index: number(k)})
            value = join(value, self.of(change(body)))
            self.reals.spend(change.count)
        return value

    def counted(self, head: str, n: int, k: int = 0) -> int:
        """The value of a function of whole numbers, where everybody gives it one."""
        if head == "gcd":
            self.reals.measure(n, k)
            return gcd(n, k)
        if max(abs(n), abs(k)) > MAX_ARGUMENT or (n < 0 and head != "binomial"):
            raise Unknown("a large argument, or one below 0")
        self.reals.spend(1 + max(n, k) // 4)  # factors, or terms
        if head == "factorial":
            return factorial(n)
        if head == "binomial":
            return prod(range(n - k + 1, n + 1)) // factorial(k) if k >= 0 else 0
        return reduce(lambda pair, _: (pair[1], sum(pair)), range(n), (0, 1))[0]
