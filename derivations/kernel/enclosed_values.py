"""Values of closed scalar terms: exact where that is easy, otherwise enclosed.

A value is one of three:

    Gauss      a Gaussian rational, exactly
    Turn       a Gaussian rational times π, exactly: for angles, so that cos(π/3) is exactly 1/2
    Rectangle  an enclosure; one that holds a single number becomes a Gauss

Exactness decides what no precision can: whether a divisor is 0, whether an exponent is an integer,
whether `tan` has a pole.  `Undefined` is raised only where a value certainly does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from derivations.kernel import real_functions as real
from derivations.kernel.intervals import MAX_BITS, Interval, Undefined, Unsupported
from derivations.kernel.rectangles import Rectangle


@dataclass(frozen=True, slots=True)
class Gauss:
    """The number `re + i im`, exactly."""

    re: Fraction
    im: Fraction = Fraction(0)

    @property
    def is_zero(self) -> bool:
        return not self.re and not self.im

    @property
    def bits(self) -> int:
        """The size of the largest integer in it."""
        parts = (self.re.numerator, self.re.denominator, self.im.numerator, self.im.denominator)
        return max(n.bit_length() for n in parts)

    def __neg__(self) -> Gauss:
        return Gauss(-self.re, -self.im)

    def __add__(self, other: Gauss) -> Gauss:
        return Gauss(self.re + other.re, self.im + other.im)

    def __mul__(self, other: Gauss) -> Gauss:
        if not self.im and not other.im:
            return Gauss(self.re * other.re)
        return Gauss(
            self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re
        )

    def __truediv__(self, other: Gauss) -> Gauss:
        if other.is_zero:
            raise Undefined("division by zero")
        if not other.im:
            return Gauss(self.re / other.re, self.im / other.re)
        size = other.re * other.re + other.im * other.im
        return self * Gauss(other.re / size, -other.im / size)


@dataclass(frozen=True, slots=True)
class Turn:
    """The number `coefficient * π`, exactly; the coefficient is not 0."""

    coefficient: Gauss


Value = Gauss | Turn | Rectangle

ZERO = Gauss(Fraction(0))
ONE = Gauss(Fraction(1))
I = Gauss(Fraction(0), Fraction(1))  # noqa: E741  (the imaginary unit's usual name)
# The units of the Gaussian integers: their powers are found at once, and they are these.
UNITS = (ONE, I, -ONE, -I)

Item = TypeVar("Item")


def fold(items: Sequence[Item], combine: Callable[[Item, Item], Item]) -> Item:
    """Combine neighbours, level by level, so that operands stay of equal size; order is kept."""
    level = list(items)
    while len(level) > 1:
        pairs = [combine(a, b) for a, b in zip(level[::2], level[1::2], strict=False)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0]


def rational(value: Fraction | int) -> Gauss:
    return Gauss(Fraction(value))


def enclosed(value: Value, p: int) -> Rectangle:
    """A rectangle around the value, at precision p."""
    if isinstance(value, Gauss):
        return Rectangle.of(value.re, value.im, p)
    if isinstance(value, Turn):
        w = p + value.coefficient.bits + 8
        return (Rectangle.of(value.coefficient.re, value.coefficient.im, w)
                * Rectangle.real(real.pi(w))).at(p)  # fmt: skip
    return value


def settled(value: Value, p: int) -> Value:
    """The same number, exact if it can be, and not exact if that takes too many bits."""
    if isinstance(value, Rectangle):
        if value.is_point:
            return settled(Gauss(value.re.bounds[0], value.im.bounds[0]), p)
        return value
    number = value.coefficient if isinstance(value, Turn) else value
    if number.is_zero:
        return ZERO
    return value if number.bits <= MAX_BITS else enclosed(value, p)


def is_zero(value: Value) -> bool:
    """Whether the value is certainly 0."""
    return value == ZERO


def exact_integer(value: Value) -> int | None:
    """The value as an integer, if it is one exactly."""
    if isinstance(value, Gauss) and not value.im and value.re.denominator == 1:
        return value.re.numerator
    return None


def is_real(value: Value) -> bool:
    """Whether the value is certainly real."""
    if isinstance(value, Rectangle):
        return value.is_real
    return not (value.coefficient if isinstance(value, Turn) else value).im


def real_interval(value: Value, p: int, where: str) -> Interval:
    """The enclosure of a value that must be real."""
    if not is_real(value):
        raise Unsupported(f"{where} of a number that is not known to be real")
    return enclosed(value, p).re


# Arithmetic


def negative(a: Value) -> Value:
    return Turn(-a.coefficient) if isinstance(a, Turn) else -a


def plus(a: Value, b: Value, p: int) -> Value:
    if isinstance(a, Gauss) and isinstance(b, Gauss):
        return settled(a + b, p)
    if isinstance(a, Turn) and isinstance(b, Turn):
        return settled(Turn(a.coefficient + b.coefficient), p)
    if is_zero(a):
        return b
    if is_zero(b):
        return a
    return settled(enclosed(a, p) + enclosed(b, p), p)


def times(a: Value, b: Value, p: int) -> Value:
    if isinstance(a, Gauss) and isinstance(b, Gauss):
        return settled(a * b, p)
    if is_zero(a) or is_zero(b):
        return ZERO
    if a == ONE:
        return b
    if b == ONE:
        return a
    if isinstance(a, Gauss) and isinstance(b, Turn):
        return settled(Turn(a * b.coefficient), p)
    if isinstance(a, Turn) and isinstance(b, Gauss):
        return settled(Turn(a.coefficient * b), p)
    return settled(enclosed(a, p) * enclosed(b, p), p)


def over(a: Value, b: Value, p: int) -> Value:
    """The quotient; `Undefined` where b is exactly 0."""
    if isinstance(b, Turn) and isinstance(a, Turn):
        return settled(a.coefficient / b.coefficient, p)
    if isinstance(b, Gauss):  # its inverse is exact, however near to 0 it is
        return times(a, ONE / b, p)
    return settled(enclosed(a, p) / enclosed(b, p), p)


def integer_power(a: Value, n: int, p: int) -> Value:
    """a^n, with a^0 = 1 for every a; `Undefined` for a negative power of 0."""
    if n == 0:
        return ONE
    if not isinstance(a, Gauss):
        return settled(enclosed(a, p) ** n, p)
    if a.is_zero:
        if n < 0:
            raise Undefined("division by zero: a negative power of 0")
        return ZERO
    if a in UNITS:
        return UNITS[UNITS.index(a) * n % 4]
    if abs(n) * a.bits > MAX_BITS:
        return settled(enclosed(a, p) ** n, p)
    if n < 0:
        return over(ONE, integer_power(a, -n, p), p)
    if not a.im:
        return settled(Gauss(a.re**n), p)
    result, square = ONE, a
    while n:
        if n & 1:
            result = result * square
        n >>= 1
        if n:
            square = square * square
    return settled(result, p)
