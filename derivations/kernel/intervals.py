"""Real intervals with outward rounding.

An `Interval` is `[lower, upper] * 2**-precision` with integers `lower <= upper`.  Every operation
returns an interval that contains all values of the operation on all points of its operands:
lower endpoints are rounded down, upper endpoints up.  Nothing here uses floating point.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

# No endpoint exceeds 2**MAX_BITS in size: beyond it a computation is refused, not attempted.
MAX_BITS = 1 << 15
# The same for the exponents of integer powers, whose cost grows with it even where |x| < 1.
MAX_EXPONENT_BITS = 1024
# Bits after the binary point that a caller may ask for.
MIN_PRECISION = 8
MAX_PRECISION = 1 << 14


class NoEnclosure(ArithmeticError):
    """A value could not be enclosed; the subclasses say why."""


class Undefined(NoEnclosure):
    """The value does not exist: this is certain, at every precision."""


class Unbounded(NoEnclosure):
    """The enclosure of an argument is too wide; a higher precision may help."""


class CrossesCut(Unbounded):
    """The enclosure of an argument lies on both sides of a branch cut."""


class TooLarge(NoEnclosure):
    """A number, a range or a matrix exceeds a named limit."""


class FarTooLarge(TooLarge):
    """A number exceeds a limit by so much that it does at every precision."""


class Unsupported(NoEnclosure):
    """This cannot be enclosed by the methods that exist here."""


@dataclass(frozen=True, slots=True)
class Interval:
    """All real x with `lower <= x * 2**precision <= upper`.

    >>> Interval.of(Fraction(1, 3), 8)
    Interval(lower=85, upper=86, precision=8)
    """

    lower: int
    upper: int
    precision: int

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            raise ValueError(f"an interval from {self.lower} down to {self.upper}")
        size = max(self.lower.bit_length(), self.upper.bit_length()) - self.precision
        if size > MAX_BITS:
            raise TooLarge(f"a number of {size} bits; the limit is MAX_BITS = {MAX_BITS}")

    @staticmethod
    def of(value: Fraction | int, precision: int) -> Interval:
        """The narrowest interval around a rational."""
        return quotient(value.numerator, value.denominator, precision)

    def at(self, precision: int) -> Interval:
        """The narrowest interval with this precision that contains this one."""
        if precision >= self.precision:
            shift = precision - self.precision
            return Interval(self.lower << shift, self.upper << shift, precision)
        return self._drop(self.precision - precision, precision)

    def _drop(self, bits: int, precision: int) -> Interval:
        # >> rounds towards minus infinity, for negative numbers too.
        return Interval(self.lower >> bits, -(-self.upper >> bits), precision)

    def scale(self, power: int) -> Interval:
        """This interval times `2**power`, at the same precision."""
        if power >= 0:
            return Interval(self.lower << power, self.upper << power, self.precision)
        return self._drop(-power, self.precision)

    @property
    def is_point(self) -> bool:
        return self.lower == self.upper

    @property
    def is_zero(self) -> bool:
        return self.lower == 0 == self.upper

    @property
    def contains_zero(self) -> bool:
        return self.lower <= 0 <= self.upper

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """Both endpoints as exact rationals."""
        scale = 1 << self.precision
        return Fraction(self.lower, scale), Fraction(self.upper, scale)

    @property
    def width(self) -> Fraction:
        return Fraction(self.upper - self.lower, 1 << self.precision)

    def contains(self, value: Fraction | int) -> bool:
        lower, upper = self.bounds
        return lower <= value <= upper

    def shared_precision(self, other: Interval) -> int:
        """The precision of both, which must be the same."""
        if self.precision != other.precision:
            raise ValueError(
                f"intervals of precisions {self.precision} and {other.precision}; use .at()"
            )
        return self.precision

    def __neg__(self) -> Interval:
        return Interval(-self.upper, -self.lower, self.precision)

    def __add__(self, other: Interval) -> Interval:
        p = self.shared_precision(other)
        return Interval(self.lower + other.lower, self.upper + other.upper, p)

    def __sub__(self, other: Interval) -> Interval:
        p = self.shared_precision(other)
        return Interval(self.lower - other.upper, self.upper - other.lower, p)

    def __mul__(self, other: Interval) -> Interval:
        p = self.shared_precision(other)
        products = (
            self.lower * other.lower,
            self.lower * other.upper,
            self.upper * other.lower,
            self.upper * other.upper,
        )
        return Interval(min(products) >> p, -(-max(products) >> p), p)

    def __truediv__(self, other: Interval) -> Interval:
        """The quotient; `Undefined` by the point 0, `Unbounded` by another interval around 0."""
        p = self.shared_precision(other)
        if other.is_zero:
            raise Undefined("division by zero")
        if other.contains_zero:
            raise Unbounded("division by an interval that contains 0")
        # x / y is monotone in each variable while y keeps its sign: extremes are at corners.
        corners = [
            (x << p, y) for x in (self.lower, self.upper) for y in (other.lower, other.upper)
        ]
        return Interval(min(x // y for x, y in corners), max(-(-x // y) for x, y in corners), p)

    def times(self, factor: int) -> Interval:
        """This interval times an integer, without rounding."""
        ends = (self.lower * factor, self.upper * factor)
        return Interval(min(ends), max(ends), self.precision)

    def __abs__(self) -> Interval:
        if self.lower >= 0:
            return self
        if self.upper <= 0:
            return -self
        return Interval(0, max(-self.lower, self.upper), self.precision)

    def __pow__(self, exponent: int) -> Interval:
        """A power with an integer exponent; the zeroth power is 1, of 0 too."""
        p = self.precision
        if exponent < 0:
            return unit(p) / self**-exponent
        if exponent == 0:
            return unit(p)
        if exponent.bit_length() > MAX_EXPONENT_BITS:
            raise TooLarge(f"an exponent of {exponent.bit_length()} bits; see MAX_EXPONENT_BITS")
        # |x|^n is increasing in |x|; its sign is that of x where n is odd.
        size = _power_of_nonnegative(abs(self), exponent)
        if exponent % 2 == 0 or self.lower >= 0:
            return size
        if self.upper <= 0:
            return -size
        below = _power_of_nonnegative(Interval(-self.lower, -self.lower, p), exponent)
        above = _power_of_nonnegative(Interval(self.upper, self.upper, p), exponent)
        return Interval(-below.upper, above.upper, p)

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that contains both."""
        p = self.shared_precision(other)
        return Interval(min(self.lower, other.lower), max(self.upper, other.upper), p)


def _power_of_nonnegative(base: Interval, exponent: int) -> Interval:
    guard = exponent.bit_length() + 8
    square = base.at(base.precision + guard)
    result = None
    while True:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        if not exponent:
            assert result is not None
            return result.at(base.precision)
        square = square * square


def quotient(numerator: int, denominator: int, precision: int) -> Interval:
    """The narrowest interval around a quotient of integers, the denominator positive."""
    scaled = numerator << precision
    return Interval(scaled // denominator, -(-scaled // denominator), precision)


def unit(precision: int) -> Interval:
    """The number 1."""
    return Interval(1 << precision, 1 << precision, precision)
