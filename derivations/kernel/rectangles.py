"""Complex rectangles: certified enclosures of complex numbers and of the principal functions.

A `Rectangle` is a pair of intervals of one precision, for the real and the imaginary part.  A
number that is known to be real has the point 0 as its imaginary part; on such rectangles the
functions below use those of `real_functions`, so that no branch cut is near.

Branches are the principal ones, `arg` in (-π, π]; the cuts belong to the side on which `arg` is π:

    log z = log|z| + i arg z        sqrt z = exp(log z / 2), sqrt 0 = 0     z^w = exp(w log z)
    asin z = -i log(iz + sqrt(1 - z^2))          asinh z = log(z + sqrt(z^2 + 1))
    acos z = π/2 - asin z                        acosh z = log(z + sqrt(z - 1) sqrt(z + 1))
    atan z = i/2 (log(1 - iz) - log(1 + iz))     atanh z = 1/2 (log(1 + z) - log(1 - z))
    acot z = atan(1/z), acot 0 = π/2

A rectangle that lies on both sides of a cut, or on it and on the far side, raises `CrossesCut`.

Source: NIST Digital Library of Mathematical Functions, sections 4.2, 4.23 and 4.37.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel import real_functions as real
from derivations.kernel.intervals import (
    MAX_EXPONENT_BITS, CrossesCut, Interval, TooLarge, Unbounded, Undefined,
)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """All complex numbers with real part in `re` and imaginary part in `im`."""

    re: Interval
    im: Interval

    @staticmethod
    def of(re: Fraction | int, im: Fraction | int, precision: int) -> Rectangle:
        """The smallest rectangle around a complex number with rational parts."""
        return Rectangle(Interval.of(re, precision), Interval.of(im, precision))

    @staticmethod
    def real(re: Interval) -> Rectangle:
        """Real numbers."""
        return Rectangle(re, Interval(0, 0, re.precision))

    @property
    def precision(self) -> int:
        return self.re.precision

    def at(self, precision: int) -> Rectangle:
        """The smallest rectangle with this precision that contains this one."""
        return Rectangle(self.re.at(precision), self.im.at(precision))

    @property
    def is_real(self) -> bool:
        """Whether every number in the rectangle is real."""
        return self.im.is_zero

    @property
    def is_point(self) -> bool:
        return self.re.is_point and self.im.is_point

    @property
    def is_zero(self) -> bool:
        """Whether 0 is the only number in the rectangle."""
        return self.re.is_zero and self.im.is_zero

    @property
    def contains_zero(self) -> bool:
        return self.re.contains_zero and self.im.contains_zero

    @property
    def width(self) -> Fraction:
        return max(self.re.width, self.im.width)

    def contains(self, re: Fraction | int, im: Fraction | int = 0) -> bool:
        return self.re.contains(re) and self.im.contains(im)

    def __neg__(self) -> Rectangle:
        return Rectangle(-self.re, -self.im)

    def conj(self) -> Rectangle:
        return Rectangle(self.re, -self.im)

    def times_i(self) -> Rectangle:
        return Rectangle(-self.im, self.re)

    def scale(self, power: int) -> Rectangle:
        """This rectangle times `2**power`."""
        return Rectangle(self.re.scale(power), self.im.scale(power))

    def __add__(self, other: Rectangle) -> Rectangle:
        return Rectangle(self.re + other.re, self.im + other.im)

    def __sub__(self, other: Rectangle) -> Rectangle:
        return Rectangle(self.re - other.re, self.im - other.im)

    def __mul__(self, other: Rectangle) -> Rectangle:
        a, b, c, d = self.re, self.im, other.re, other.im
        if d.is_zero:
            return Rectangle(a * c, b * c)
        if b.is_zero:
            return Rectangle(a * c, a * d)
        return Rectangle(a * c - b * d, a * d + b * c)

    def __truediv__(self, other: Rectangle) -> Rectangle:
        """The quotient; `Undefined` by exactly 0, `Unbounded` by another rectangle around 0."""
        if other.is_zero:
            raise Undefined("division by zero")
        if other.contains_zero:
            raise Unbounded("division by a rectangle that contains 0")
        if other.is_real:
            return Rectangle(self.re / other.re, self.im / other.re)
        # z / w = z conj(w) / |w|^2.  At twice the precision both products are exact, so |w|^2,
        # which may be as small as the square of a unit, keeps its distance from 0.
        p, w = self.precision, 2 * self.precision
        top, bottom = self.at(w) * other.at(w).conj(), _norm(other)
        return Rectangle(top.re / bottom, top.im / bottom).at(p)

    def __pow__(self, exponent: int) -> Rectangle:
        """A power with an integer exponent; the zeroth power is 1, of 0 too."""
        p = self.precision
        if self.is_real:
            return Rectangle.real(self.re**exponent)
        if exponent < 0:
            return Rectangle.of(1, 0, p) / self**-exponent
        if exponent.bit_length() > MAX_EXPONENT_BITS:
            raise TooLarge(f"an exponent of {exponent.bit_length()} bits; see MAX_EXPONENT_BITS")
        w = p + exponent.bit_length() + 8
        result, square = Rectangle.of(1, 0, w), self.at(w)
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            if exponent:
                # (a + bi)^2 with a^2 and b^2 as squares, not as products of unrelated numbers.
                a, b = square.re, square.im
                square = Rectangle(a**2 - b**2, (a * b).scale(1))
        return result.at(p)


def _norm(z: Rectangle) -> Interval:
    """|z|^2, at twice the precision of z, without rounding."""
    w = 2 * z.precision
    a, b = abs(z.re), abs(z.im)
    return Interval(a.lower**2 + b.lower**2, a.upper**2 + b.upper**2, w)


def absolute(z: Rectangle) -> Interval:
    """|z|: all values between the least and the greatest distance from 0."""
    if z.is_real:
        return abs(z.re)
    p = z.precision
    return real.sqrt(_norm(z)).at(p)


def arg(z: Rectangle) -> Interval:
    """The argument in (-π, π]: π on the negative real axis, `Undefined` at 0.

    `Unbounded` if 0 is one of several numbers in the rectangle, `CrossesCut` if it holds numbers
    below the negative real axis and numbers on or above it.
    """
    if z.is_zero:
        raise Undefined("the argument of zero")
    if z.contains_zero:
        raise Unbounded("the argument of a rectangle that contains 0")
    if z.re.lower < 0 and z.im.lower < 0 <= z.im.upper:
        raise CrossesCut("the argument of a rectangle that meets the negative real axis")
    p = z.precision
    if z.is_real:
        return Interval(0, 0, p) if z.re.lower > 0 else real.pi(p)
    # Here arg is continuous.  Along a segment that misses 0 it is monotone, so that its extremes
    # over the rectangle are at corners.
    corners = sorted({(x, y) for x in (z.re.lower, z.re.upper) for y in (z.im.lower, z.im.upper)})
    angles = [real.angle(Interval(y, y, p), Interval(x, x, p)) for x, y in corners]
    return Interval(min(t.lower for t in angles), max(t.upper for t in angles), p)


def sign(z: Rectangle) -> Rectangle:
    """z / |z|, and 0 at exactly 0."""
    p = z.precision
    if z.is_zero:
        return z
    if z.contains_zero:
        raise Unbounded("the sign of a rectangle that contains 0")
    if z.is_real:
        return Rectangle.of(1 if z.re.lower > 0 else -1, 0, p)
    # |z| at twice the precision, as it may be small.
    w = 2 * p
    return (z.at(w) / Rectangle.real(real.sqrt(_norm(z)))).at(p)


# Exponential, logarithm, roots and powers


def exp(z: Rectangle) -> Rectangle:
    if z.is_real:
        return Rectangle.real(real.exp(z.re))
    if z.re.is_zero:
        return Rectangle(real.cos(z.im), real.sin(z.im))
    size = real.exp(z.re)
    return Rectangle(size * real.cos(z.im), size * real.sin(z.im))


def log(z: Rectangle) -> Rectangle:
    if z.is_zero:
        raise Undefined("the logarithm of zero")
    if z.is_real and z.re.lower > 0:
        return Rectangle.real(real.log(z.re))
    direction = arg(z)
    if z.is_real:
        return Rectangle(real.log(-z.re), direction)
    return Rectangle(real.log(_norm(z)).scale(-1).at(z.precision), direction)


def sqrt(z: Rectangle) -> Rectangle:
    """The square root with real part > 0, or real part 0 and imaginary part >= 0."""
    p = z.precision
    zero = Interval(0, 0, p)
    if z.is_real:
        # The roots of the numbers >= 0 are real; those of the numbers < 0 lie on the upper axis.
        # Around 0 there are both kinds, and the rectangle spans them.
        above = Interval(max(z.re.lower, 0), max(z.re.upper, 0), p)
        below = Interval(max(-z.re.upper, 0), max(-z.re.lower, 0), p)
        return Rectangle(real.sqrt(above), real.sqrt(below))
    if z.im.upper < 0:
        return sqrt(z.conj()).conj()
    if z.re.lower < 0 and z.im.lower < 0:
        raise CrossesCut("the square root of a rectangle that meets the negative real axis")
    # sqrt z = u + iv with u = sqrt((|z| + x)/2) and |v| = sqrt((|z| - x)/2), v of the sign of y.
    # u grows with x and with |y|, |v| grows with |y| and falls with x.
    x, y = z.re, abs(z.im)
    u = Interval(
        _half_root(x.lower, y.lower, p).lower, _half_root(x.upper, y.upper, p).upper, p
    )
    v_upper = _half_root(-x.lower, max(z.im.upper, 0), p).upper
    if z.im.lower >= 0:
        return Rectangle(u, Interval(_half_root(-x.upper, y.lower, p).lower, v_upper, p))
    v_lower = -_half_root(-x.lower, -z.im.lower, p).upper
    return Rectangle(u, Interval(v_lower, v_upper, p).hull(zero))


def _half_root(x: int, y: int, p: int) -> Interval:
    """sqrt((|x + iy| + x)/2) for x and y in units of 2**-p."""
    size = real.sqrt(Interval(x * x + y * y, x * x + y * y, 2 * p).at(4 * p + 16))
    total = size + Interval(x, x, p).at(4 * p + 16)
    # The sum is >= 0; rounding may have put its lower end below.
    total = Interval(max(total.lower, 0), max(total.upper, 0), total.precision)
    return real.sqrt(total.scale(-1)).at(p)


def power(base: Rectangle, exponent: Rectangle) -> Rectangle:
    """exp(exponent log base), for a base that is not 0."""
    return exp(exponent * log(base))


# Trigonometric and hyperbolic functions


def sin(z: Rectangle) -> Rectangle:
    if z.is_real:
        return Rectangle.real(real.sin(z.re))
    cosh_y, sinh_y = real.cosh(z.im), real.sinh(z.im)
    return Rectangle(real.sin(z.re) * cosh_y, real.cos(z.re) * sinh_y)


def cos(z: Rectangle) -> Rectangle:
    if z.is_real:
        return Rectangle.real(real.cos(z.re))
    cosh_y, sinh_y = real.cosh(z.im), real.sinh(z.im)
    return Rectangle(real.cos(z.re) * cosh_y, -(real.sin(z.re) * sinh_y))


def tan(z: Rectangle) -> Rectangle:
    return sin(z) / cos(z)


def sinh(z: Rectangle) -> Rectangle:
    # sinh z = -i sin(iz), but a real argument stays real.
    if z.is_real:
        return Rectangle.real(real.sinh(z.re))
    return -sin(z.times_i()).times_i()


def cosh(z: Rectangle) -> Rectangle:
    if z.is_real:
        return Rectangle.real(real.cosh(z.re))
    return cos(z.times_i())


def tanh(z: Rectangle) -> Rectangle:
    if z.is_real:
        return Rectangle.real(real.tanh(z.re))
    return sinh(z) / cosh(z)


# Inverse functions


def _one(z: Rectangle) -> Rectangle:
    return Rectangle.of(1, 0, z.precision)


def _within_unit(x: Interval) -> bool:
    return -1 << x.precision <= x.lower and x.upper <= 1 << x.precision


def asin(z: Rectangle) -> Rectangle:
    if z.is_real and _within_unit(z.re):
        return Rectangle.real(real.asin(z.re))
    iz = z.times_i()
    return -log(iz + sqrt(_one(z) - z**2)).times_i()


def acos(z: Rectangle) -> Rectangle:
    if z.is_real and _within_unit(z.re):
        return Rectangle.real(real.acos(z.re))
    return Rectangle.real(real.pi(z.precision).scale(-1)) - asin(z)


def atan(z: Rectangle) -> Rectangle:
    if z.is_real:
        return Rectangle.real(real.atan(z.re))
    iz = z.times_i()
    if (_one(z) - iz).is_zero or (_one(z) + iz).is_zero:
        raise Undefined("the inverse of tan at a pole, i or -i")
    return (log(_one(z) - iz) - log(_one(z) + iz)).times_i().scale(-1)


def acot(z: Rectangle) -> Rectangle:
    if z.is_zero:
        return Rectangle.real(real.pi(z.precision).scale(-1))
    return atan(_one(z) / z)


def asinh(z: Rectangle) -> Rectangle:
    if z.is_real:
        return Rectangle.real(real.asinh(z.re))
    if z.re.is_zero and _within_unit(z.im):
        return Rectangle.real(real.asin(z.im)).times_i()
    return log(z + sqrt(z**2 + _one(z)))


def acosh(z: Rectangle) -> Rectangle:
    if z.is_real and z.re.lower >= 1 << z.precision:
        return Rectangle.real(real.acosh(z.re))
    if z.is_real and _within_unit(z.re):
        return Rectangle.real(real.acos(z.re)).times_i()
    return log(z + sqrt(z - _one(z)) * sqrt(z + _one(z)))


def atanh(z: Rectangle) -> Rectangle:
    one = _one(z)
    if (one - z).is_zero or (one + z).is_zero:
        raise Undefined("the inverse of tanh at a pole, 1 or -1")
    if z.is_real and _within_unit(z.re):
        return Rectangle.real(real.atanh(z.re))
    return (log(one + z) - log(one - z)).scale(-1)
