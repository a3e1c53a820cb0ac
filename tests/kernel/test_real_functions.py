"""Enclosures of the elementary functions contain the true values, which mpmath knows."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import example, given, settings, strategies as st

from derivations.kernel import real_functions as real
from derivations.kernel.intervals import Interval, TooLarge, Unbounded, Undefined

PRECISIONS = st.sampled_from([8, 13, 64, 100, 256])

# Each function with the least and the greatest argument that is tried; None: any.
FUNCTIONS = {
    "exp": (-300, 300), "log": (0, None), "sqrt": (0, None), "sin": (None, None),
    "cos": (None, None), "atan": (None, None), "asin": (-1, 1), "acos": (-1, 1),
    "sinh": (-300, 300), "cosh": (-300, 300), "tanh": (None, None), "asinh": (None, None),
    "acosh": (1, None), "atanh": (-1, 1),
}  # fmt: skip
OPEN_AT = {"log": {0}, "atanh": {-1, 1}}
INCREASING = set(FUNCTIONS) - {"sin", "cos", "cosh", "acos"}


def true_value(name: str, value: int, precision: int) -> Fraction:
    """The function at value * 2**-precision, with an error far below the units that are tested."""
    with mpmath.workprec(2 * precision + 2 * value.bit_length() + 1200):
        y = getattr(mpmath, name)(mpmath.mpf(value) / mpmath.mpf(2) ** precision)
        sign, man, exp = -1 if y < 0 else 1, int(y.man), int(y.exp)
    return sign * Fraction(man) * Fraction(2) ** exp


def encloses(interval: Interval, value: Fraction) -> bool:
    slack = Fraction(1, 1 << (interval.precision + 100))
    lower, upper = interval.bounds
    return lower - slack <= value <= upper + slack


@st.composite
def arguments(draw, name: str):
    """A point of the domain in units of 2**-precision, often near an end or near 0."""
    precision = draw(PRECISIONS)
    least, most = FUNCTIONS[name]
    unit = 1 << precision
    low = -(10**24) * unit if least is None else least * unit
    high = 10**24 * unit if most is None else most * unit
    near = [c for c in (low, high, 0, unit, -unit) if low <= c <= high]
    value = draw(
        st.one_of(
            st.integers(low, high),
            st.integers(max(low, -20 * unit), min(high, 20 * unit)),
            st.builds(
                lambda c, d: min(max(c + d, low), high), st.sampled_from(near), st.integers(-9, 9)
            ),
        )
    )
    return value, precision


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_the_value_at_a_point_is_enclosed_within_three_units(name, data):
    value, precision = data.draw(arguments(name))
    if Fraction(value, 1 << precision) in OPEN_AT.get(name, ()):
        return
    result = getattr(real, name)(Interval(value, value, precision))
    assert encloses(result, true_value(name, value, precision))
    assert result.upper - result.lower <= 3


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_values_on_an_interval_are_enclosed(name, data):
    first, precision = data.draw(arguments(name))
    most = FUNCTIONS[name][1]
    reach = data.draw(st.sampled_from([3, 1 << (precision - 4), 1 << precision, 9 << precision]))
    last = first + data.draw(st.integers(0, reach))
    if most is not None:
        last = min(last, most << precision)
    ends = {Fraction(first, 1 << precision), Fraction(last, 1 << precision)}
    if ends & OPEN_AT.get(name, set()):
        return
    result = getattr(real, name)(Interval(first, last, precision))
    inside = first + (last - first) * data.draw(st.integers(0, 16)) // 16
    for value in (first, inside, last):
        assert encloses(result, true_value(name, value, precision))


@pytest.mark.parametrize("name", ["sin", "cos"])
@settings(max_examples=60, deadline=None)
@given(k=st.integers(-(10**9), 10**9), before=st.integers(0, 400), after=st.integers(0, 400))
@example(k=0, before=0, after=0)
def test_sin_and_cos_reach_their_extrema_inside_an_interval(name, k, before, after):
    # An interval around (k + 1/2) π for sin, k π for cos, of at most 7 units on each side.
    precision = 64
    shift = Fraction(1, 2) if name == "sin" else 0
    scale = 2 * (k + shift)
    center = real.pi(128).times(scale.numerator).at(precision)
    center = Interval(center.lower // 2, center.upper // 2 + 1, precision)
    x = Interval(
        center.lower - (before << precision) // 64, center.upper + (after << precision) // 64,
        precision,
    )  # fmt: skip
    extremum = 1 if k % 2 == 0 else -1
    assert getattr(real, name)(x).contains(extremum)
    if before < 100 and after < 100:  # at most half a period in all: the other one is not inside
        assert not getattr(real, name)(x).contains(-extremum)


def test_an_interval_longer_than_a_period_has_the_whole_range():
    assert real.sin(Interval(0, 7 << 64, 64)) == Interval(-1 << 64, 1 << 64, 64)


@pytest.mark.parametrize("precision", [8, 64, 200, 1000, 4096])
def test_constants(precision):
    with mpmath.workprec(precision + 200):
        for enclosure, value in ((real.pi, mpmath.pi), (real.log_two, mpmath.ln2)):
            scaled = int(mpmath.floor(+value * mpmath.mpf(2) ** precision))
            result = enclosure(precision)
            assert result.lower <= scaled < result.upper <= result.lower + 2


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_enclosures_shrink_with_the_precision(name):
    # 5/4 and 3/8 are points at every precision.
    x = Fraction(5, 4) if name == "acosh" else Fraction(3, 8)
    results = [getattr(real, name)(Interval.of(x, p)) for p in (16, 32, 64, 128, 512, 2048)]
    for wide, narrow in pairwise(results):
        assert narrow.width < wide.width / 2**15
        assert wide.bounds[0] <= narrow.bounds[0] and narrow.bounds[1] <= wide.bounds[1]


def test_exact_values_are_points():
    zero, one = Interval(0, 0, 64), Interval.of(1, 64)
    for name in ("sin", "atan", "asin", "sinh", "tanh", "asinh", "atanh"):
        assert getattr(real, name)(zero) == zero
    for name in ("cos", "exp", "cosh"):
        assert getattr(real, name)(zero) == one
    assert real.log(one) == real.acos(one) == real.acosh(one) == zero
    assert real.sqrt(Interval.of(Fraction(9, 4), 64)) == Interval.of(Fraction(3, 2), 64)


def test_the_cosine_of_a_tiny_number_is_below_one():
    tiny = Interval.of(Fraction(1, 10**40), 300)
    assert real.cos(tiny).bounds[1] < 1
    assert real.cos(Interval.of(Fraction(1, 10**40), 64)).contains(1)


def test_arguments_may_be_large():
    assert str(mpmath.nstr(mpmath.sin(10**20), 15)) == "-0.645251285265781"
    bounds = real.sin(Interval.of(10**20, 64)).bounds
    assert Fraction("-0.6452512852657809") < bounds[0] < bounds[1] < Fraction("-0.6452512852657807")
    assert real.sin(Interval.of(2**20000, 64)).width < Fraction(1, 2**60)


@pytest.mark.parametrize("k", [1, 10**6, 10**30])
def test_near_a_zero_far_out_the_sine_is_small(k):
    # 355/113 is close to π; the nearest dyadic to k π is at most a unit away.
    multiple = real.pi(300).times(k).at(128)
    assert real.sin(multiple).contains_zero
    assert real.sin(multiple).width < Fraction(1, 2**120)


# Cases that fail


def test_arguments_outside_the_domain():
    beyond = Interval(1 << 8, (1 << 8) + 1, 8)
    around = Interval(-1, 1, 8)
    for function, x, message in (
        (real.sqrt, around, "square root of an interval that contains negative"),
        (real.log, around, "logarithm of an interval that is not positive"),
        (real.asin, beyond, "arc sine of an interval that is not within"),
        (real.acosh, around, "inverse of cosh below 1"),
        (real.atanh, beyond, "inverse of tanh of an interval that is not within"),
    ):
        with pytest.raises(Unbounded, match=message):
            function(x)
    with pytest.raises(Undefined, match="the logarithm of zero"):
        real.log(Interval(0, 0, 8))
    with pytest.raises(Undefined, match="the inverse of tanh at a pole"):
        real.atanh(Interval(-1 << 8, -1 << 8, 8))
    with pytest.raises(Undefined, match="the argument of zero"):
        real.angle(Interval(0, 0, 8), Interval(0, 0, 8))
    with pytest.raises(Unbounded, match="division by an interval that contains 0"):
        real.tan(Interval(1 << 8, 2 << 8, 8))


def test_an_exponential_beyond_the_limit_is_refused_at_once():
    with pytest.raises(TooLarge, match="exp of a number above 32768 log 2"):
        real.exp(Interval.of(10**100, 64))
    assert real.exp(Interval.of(-(10**100), 64)) == Interval(0, 1, 64)
    assert real.tanh(Interval.of(10**100, 64)).bounds[1] == 1
