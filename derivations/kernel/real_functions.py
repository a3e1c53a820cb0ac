"""The elementary functions of real intervals, as certified enclosures.

Method: a function is first evaluated at points, in intervals of a few more bits ("guard bits",
which cost sharpness if they are too few, never correctness).  Arguments are made small by exact
identities (`exp x = 2^k exp(x - k log 2)`, `atan t = 2 atan(t / (1 + sqrt(1 + t^2)))`, ...); then
a power series is summed in integers, with a bound of its rounding errors and of its tail.  A
function of an interval follows by monotony from its endpoints; `sin` and `cos` add their extrema.

Source: R. Brent, P. Zimmermann, Modern Computer Arithmetic, chapter 4 (argument reduction).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from derivations.kernel.intervals import (
    MAX_BITS, FarTooLarge, Interval, TooLarge, Unbounded, Undefined, quotient, unit,
)


def _by_monotony(point: Callable[[int, int], Interval], x: Interval) -> Interval:
    """The range of an increasing function whose values at dyadic points `point` encloses."""
    low = point(x.lower, x.precision)
    if x.is_point:
        return low
    return Interval(low.lower, point(x.upper, x.precision).upper, x.precision)


def _point(value: int, precision: int, working: int) -> Interval:
    """The number `value * 2**-precision` at a working precision that is not lower."""
    scaled = value << (working - precision)
    return Interval(scaled, scaled, working)


# Constants


def pi(precision: int) -> Interval:
    """π.

    >>> pi(8)
    Interval(lower=804, upper=805, precision=8)
    """
    return _pi(_rounded_up(precision)).at(precision)


def log_two(precision: int) -> Interval:
    """The natural logarithm of 2."""
    return _log_two(_rounded_up(precision)).at(precision)


def _rounded_up(precision: int) -> int:
    # Few distinct precisions, so that the constants are computed seldom.
    return -(-(precision + 16) // 128) * 128


@lru_cache(maxsize=32)
def _pi(precision: int) -> Interval:
    # Machin 1706: π = 16 atan(1/5) - 4 atan(1/239).
    first = _inverse_series(5, -1, precision)
    return first.times(16) - _inverse_series(239, -1, precision).times(4)


@lru_cache(maxsize=32)
def _log_two(precision: int) -> Interval:
    # log 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749): both sides are the logarithm of
    # (27/25)^9 (4800/4802) (8750/8748)^4 = 2.
    first = _inverse_series(26, 1, precision).times(18)
    second = _inverse_series(4801, 1, precision).times(2)
    return first - second + _inverse_series(8749, 1, precision).times(8)


def _inverse_series(n: int, sign: int, precision: int) -> Interval:
    """atan(1/n) for sign -1, atanh(1/n) for sign 1: Σ sign^k / ((2k+1) n^(2k+1)), n >= 2.

    Floors of floors of positive integers are floors, so each summed integer is the floor of its
    term: an error below 1 for each.  The sum stops at K when n^-(2K+1) is below one unit; what is
    left is at most a geometric series of ratio 1/4 from a term below 1: less than 2.
    """
    total, k = 0, 0
    power = (1 << precision) // n
    while power:
        term = power // (2 * k + 1)
        total += -term if sign < 0 and k % 2 else term
        power //= n * n
        k += 1
    return Interval(total - k - 2, total + k + 2, precision)


# Square root


def sqrt(x: Interval) -> Interval:
    """The square root of an interval of numbers >= 0, exact to the last bit."""
    if x.lower < 0:
        raise Unbounded("the real square root of an interval that contains negative numbers")
    return _by_monotony(_sqrt_point, x)


def _sqrt_point(value: int, precision: int) -> Interval:
    scaled = value << precision
    root = isqrt(scaled)
    return Interval(root, root + (root * root < scaled), precision)


# Exponential and logarithm


def exp(x: Interval) -> Interval:
    """The exponential."""
    # e^x > 2^(1.4426 x) for x > 0: refused before any work.
    if x.upper * 14426 > (MAX_BITS * 10000) << x.precision:
        surely = x.lower * 14426 > (MAX_BITS * 10000) << x.precision
        kind = FarTooLarge if surely else TooLarge
        raise kind(f"exp of a number above {MAX_BITS} log 2; the limit is MAX_BITS")
    return _by_monotony(_exp_point, x)


def _exp_point(value: int, precision: int) -> Interval:
    if value == 0:
        return unit(precision)
    # e^-n < 2^-n, so that below -precision only the unit interval is left.
    if value < -precision << precision:
        return Interval(0, 1, precision)
    # Any integer k is right here; one near x / log 2 makes the remainder small (1/log 2 = 1.4427).
    k = (value * 14427 // 10000) >> precision
    halvings = isqrt(precision + max(k, 0)) // 2 + 4
    w = precision + max(k, 0) + k.bit_length() + halvings + 16
    rest = _point(value, precision, w) - log_two(w).times(k)
    result = _exp_small(rest.scale(-halvings))
    for _ in range(halvings):
        result = result * result
    return result.scale(k).at(precision)


def _taylor_terms(t: int, w: int) -> list[int]:
    """Approximations of 2^w u^k/k! for u = t/2^w, |u| <= 1/2: each within 2 units.

    The error of a term is at most 1 for its rounding down, plus |u|/k <= 1/2 times the error of
    the term before, so at most 2.  The list stops before the first approximation of size at most
    1.  That term is below 3 in size, the later ones at most half of the one before: all terms
    that are left out sum to at most 6.
    """
    terms, term, k = [], 1 << w, 0
    while abs(term) > 1:
        terms.append(term)
        k += 1
        term = ((term * t) >> w) // k  # a floor of a floor is the floor of the whole quotient
    return terms


def _around(x: Interval) -> tuple[int, int]:
    """A point of the interval and a distance that no other point exceeds."""
    return (x.lower + x.upper) // 2, x.upper - x.lower


def _exp_small(x: Interval) -> Interval:
    """exp for |x| <= 1/2."""
    middle, radius = _around(x)
    assert 2 * max(abs(x.lower), abs(x.upper)) <= 1 << x.precision
    terms = _taylor_terms(middle, x.precision)
    # The derivative is below 2 on [-1/2, 1/2].
    error = 2 * len(terms) + 6 + 2 * radius
    total = sum(terms)
    return Interval(total - error, total + error, x.precision)


def log(x: Interval) -> Interval:
    """The logarithm of an interval of positive numbers."""
    if x.is_zero:
        raise Undefined("the logarithm of zero")
    if x.lower <= 0:
        raise Unbounded("the real logarithm of an interval that is not positive")
    return _by_monotony(_log_point, x)


def _log_point(value: int, precision: int) -> Interval:
    # value = 2^k m with 1 <= m < 2, and log m = 2^s log m^(1/2^s).
    k = value.bit_length() - 1
    halvings = isqrt(precision) // 2 + 4
    w = precision + halvings + max(k, precision).bit_length() + 16
    root = Interval(value, value, k).at(w)
    for _ in range(halvings):
        root = sqrt(root)
    # log r = 2 atanh((r - 1)/(r + 1)); here 1 <= r <= 2^(1/16), so the argument is below 1/40.
    ratio = (root - unit(w)) / (root + unit(w))
    result = _odd_series(ratio, 1).scale(halvings + 1)
    return (result + log_two(w).times(k - precision)).at(precision)


def _odd_series(x: Interval, sign: int) -> Interval:
    """atan for sign -1, atanh for sign 1, for |x| <= 1/4: Σ sign^k x^(2k+1)/(2k+1).

    With t the middle of x: `square` is t^2 within 1 unit.  The error of `power` is at most
    1/16 of the one before, plus 1/4 for `square`, plus 1 for rounding down: at most 2.  A summed
    term is within 2 + 1 units.  The sum stops before the first power of size at most 1, which is
    below 3 in size, and so all terms left out sum to less than 3 (1 + 1/16 + ...) < 4.
    """
    if x.is_zero:
        return x
    w = x.precision
    assert 4 * max(abs(x.lower), abs(x.upper)) <= 1 << w
    power, radius = _around(x)
    square = (power * power) >> w
    total, k = 0, 0
    while abs(power) > 1:
        term = power // (2 * k + 1)
        total += -term if sign < 0 and k % 2 else term
        power = (power * square) >> w
        k += 1
    # The derivatives 1/(1 + x^2) and 1/(1 - x^2) are below 2 here.
    error = 3 * k + 4 + 2 * radius
    return Interval(total - error, total + error, w)


# Trigonometric functions


def sin(x: Interval) -> Interval:
    """The sine; the radian measure may be large."""
    # sin has its extrema (-1)^k at (k + 1/2) π.
    return _circular(x, Fraction(1, 2), lambda value, p: _cos_sin_point(value, p)[1])


def cos(x: Interval) -> Interval:
    """The cosine; the radian measure may be large."""
    # cos has its extrema (-1)^k at k π.
    return _circular(x, Fraction(0), lambda value, p: _cos_sin_point(value, p)[0])


def _circular(
    x: Interval, offset: Fraction, point: Callable[[int, int], Interval]
) -> Interval:
    """The range of sin or cos, whose extrema are the values (-1)^k at (k + offset) π."""
    p = x.precision
    one = unit(p)
    if x.upper - x.lower >= 4 << p:  # longer than π: it holds an extremum, and so may be all
        return Interval(-one.upper, one.upper, p)
    result = point(x.lower, p)
    if x.is_point:
        return result
    result = result.hull(point(x.upper, p))
    # Between neighbouring extrema the function is monotone, so endpoints and extrema suffice.
    # Every k that may lie in x/π - offset is taken; one too many widens the result and no more.
    w = max(p, x.lower.bit_length(), x.upper.bit_length()) + 8
    turns = x.at(w) / pi(w) - Interval.of(offset, w)
    for k in range(-(-turns.lower >> w), (turns.upper >> w) + 1):
        result = result.hull(one if k % 2 == 0 else -one)
    return result


def _cos_sin_point(value: int, precision: int) -> tuple[Interval, Interval]:
    if value == 0:
        return unit(precision), Interval(0, 0, precision)
    size = max(value.bit_length() - precision, 0)
    halvings = isqrt(precision) // 2 + 4
    target = precision + 2 * halvings + 16
    w = target + size
    # Any integer n is right here; the nearest to x / (π/2) makes the rest at most about π/4.
    half_pi = pi(w).scale(-1)
    n = (2 * (value << (w - precision)) + half_pi.lower) // (2 * half_pi.lower)
    rest = (_point(value, precision, w) - half_pi.times(n)).at(target)
    c, s = _cos_sin_small(rest.scale(-halvings))
    for _ in range(halvings):  # (c + i s)^2
        c, s = c * c - s * s, (c * s).scale(1)
    if n % 4 == 1:
        c, s = -s, c
    elif n % 4 == 2:
        c, s = -c, -s
    elif n % 4 == 3:
        c, s = s, -c
    return _clip(c.at(precision)), _clip(s.at(precision))


def _cos_sin_small(x: Interval) -> tuple[Interval, Interval]:
    """cos and sin for |x| <= 1/2."""
    middle, radius = _around(x)
    assert 2 * max(abs(x.lower), abs(x.upper)) <= 1 << x.precision
    terms = _taylor_terms(middle, x.precision)
    # The derivatives are at most 1; see `_taylor_terms` for the rest.
    error = 2 * len(terms) + 6 + radius
    c = sum(terms[0::4]) - sum(terms[2::4])
    s = sum(terms[1::4]) - sum(terms[3::4])
    return (
        Interval(c - error, c + error, x.precision),
        Interval(s - error, s + error, x.precision),
    )


def _clip(x: Interval) -> Interval:
    """The part in [-1, 1] of an enclosure of a number that is known to be there."""
    one = 1 << x.precision
    return Interval(max(x.lower, -one), min(x.upper, one), x.precision)


def tan(x: Interval) -> Interval:
    """The tangent, on an interval without poles."""
    return sin(x) / cos(x)


# Inverse trigonometric functions


def atan(x: Interval) -> Interval:
    """The arc tangent, in (-π/2, π/2)."""
    return _by_monotony(_atan_point, x)


def _atan_point(value: int, precision: int) -> Interval:
    return angle(Interval(value, value, precision), unit(precision))


def _atan_halved(t: Interval) -> Interval:
    """atan for |t| at most about 1: atan t = 2 atan(t / (1 + sqrt(1 + t^2))), repeatedly."""
    halvings = isqrt(t.precision) // 4 + 3
    one = unit(t.precision)
    for _ in range(halvings):
        t = t / (one + sqrt(one + t * t))
    return _odd_series(t, -1).scale(halvings)


def angle(y: Interval, x: Interval) -> Interval:
    """The angle in (-π, π] of the point (x, y) for point intervals that are not both 0."""
    p = x.shared_precision(y)
    if x.is_zero and y.is_zero:
        raise Undefined("the argument of zero")
    if y.is_zero and x.lower > 0:
        return Interval(0, 0, p)
    if y.is_zero:
        return pi(p)
    # Both are integers in the same unit, so their ratio can be had to any precision.
    w = p + isqrt(p) + 24
    a, b = abs(x.lower), abs(y.lower)
    # The angle to the nearer axis first: atan t = π/2 - atan(1/t) for t > 0.
    small = _atan_halved(quotient(min(a, b), max(a, b), w))
    slope = small if a >= b else pi(w).scale(-1) - small
    result = (slope if x.lower >= 0 else pi(w) - slope).at(p)
    return result if y.lower > 0 else -result


def asin(x: Interval) -> Interval:
    """The arc sine of an interval within [-1, 1]."""
    if x.lower < -1 << x.precision or x.upper > 1 << x.precision:
        raise Unbounded("the real arc sine of an interval that is not within [-1, 1]")
    return _by_monotony(_asin_point, x)


def _asin_point(value: int, precision: int) -> Interval:
    if abs(value) == 1 << precision:
        half = pi(precision + 2).scale(-1).at(precision)
        return half if value > 0 else -half
    # asin x = 2 atan(x / (1 + sqrt(1 - x^2))); 1 - x^2 is exact at twice the precision.
    w = 2 * precision + isqrt(precision) + 24
    x = _point(value, precision, w)
    return _atan_halved(x / (unit(w) + sqrt(unit(w) - x * x))).scale(1).at(precision)


def acos(x: Interval) -> Interval:
    """The arc cosine of an interval within [-1, 1]; exactly 0 at 1."""
    p = x.precision
    quarter = pi(p).scale(-1)
    result = quarter - asin(x)
    lower = max(result.lower, 0)
    return Interval(lower, 0 if x.lower == 1 << p else result.upper, p)


# Hyperbolic functions and their inverses


def sinh(x: Interval) -> Interval:
    """The hyperbolic sine; exactly 0 at 0."""
    return _by_monotony(lambda value, p: _cosh_sinh_point(value, p)[1], x)


def cosh(x: Interval) -> Interval:
    """The hyperbolic cosine; exactly 1 at 0."""
    return _by_monotony(lambda value, p: _cosh_sinh_point(value, p)[0], abs(x))


def _cosh_sinh_point(value: int, precision: int) -> tuple[Interval, Interval]:
    if value == 0:
        return unit(precision), Interval(0, 0, precision)
    x = Interval(value, value, precision).at(precision + 4)
    up, down = exp(x), exp(-x)
    return (up + down).scale(-1).at(precision), (up - down).scale(-1).at(precision)


def tanh(x: Interval) -> Interval:
    """The hyperbolic tangent; exactly 0 at 0."""
    return _by_monotony(_tanh_point, x)


def _tanh_point(value: int, precision: int) -> Interval:
    if value == 0:
        return Interval(0, 0, precision)
    if value < 0:
        return -_tanh_point(-value, precision)
    # tanh x = (1 - u)/(1 + u) with u = e^(-2x), which is at most 1 for x >= 0.
    u = exp(Interval(-2 * value, -2 * value, precision).at(precision + 8))
    one = unit(precision + 8)
    return _clip(((one - u) / (one + u)).at(precision))


def asinh(x: Interval) -> Interval:
    """The inverse of sinh."""
    return _by_monotony(_asinh_point, x)


def _asinh_point(value: int, precision: int) -> Interval:
    if value == 0:
        return Interval(0, 0, precision)
    if value < 0:
        return -_asinh_point(-value, precision)
    # log(x + sqrt(x^2 + 1)), where nothing cancels for x > 0.
    x = Interval(value, value, precision).at(precision + 8)
    return log(x + sqrt(x * x + unit(precision + 8))).at(precision)


def acosh(x: Interval) -> Interval:
    """The inverse of cosh, for an interval of numbers >= 1."""
    if x.lower < 1 << x.precision:
        raise Unbounded("the real inverse of cosh below 1")
    return _by_monotony(_acosh_point, x)


def _acosh_point(value: int, precision: int) -> Interval:
    if value == 1 << precision:
        return Interval(0, 0, precision)
    # log(x + sqrt(x^2 - 1)); x^2 is exact at twice the precision.
    w = 2 * precision + 8
    x = _point(value, precision, w)
    return log(x + sqrt(x * x - unit(w))).at(precision)


def atanh(x: Interval) -> Interval:
    """The inverse of tanh, for an interval within (-1, 1)."""
    one = 1 << x.precision
    if x.is_point and abs(x.lower) == one:
        raise Undefined("the inverse of tanh at a pole")
    if x.lower <= -one or x.upper >= one:
        raise Unbounded("the real inverse of tanh of an interval that is not within (-1, 1)")
    return _by_monotony(_atanh_point, x)


def _atanh_point(value: int, precision: int) -> Interval:
    if value == 0:
        return Interval(0, 0, precision)
    # log((1 + x)/(1 - x)) / 2; the quotient is at least 2^-(precision + 1).
    w = 2 * precision + 8
    x = _point(value, precision, w)
    return log((unit(w) + x) / (unit(w) - x)).scale(-1).at(precision)
