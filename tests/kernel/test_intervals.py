"""Intervals contain every value of an operation on their points; rounding is outward."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from derivations.kernel.intervals import MAX_BITS, Interval, TooLarge, Unbounded, Undefined

PRECISION = 16
ENDS = st.one_of(st.integers(-5, 5), st.integers(-(1 << 19), 1 << 19))
RATIONALS = st.fractions(min_value=-100, max_value=100, max_denominator=10**9)


@st.composite
def interval_and_point(draw):
    """An interval and a rational in it, often an endpoint."""
    lower, upper = sorted((draw(ENDS), draw(ENDS)))
    share = draw(st.fractions(min_value=0, max_value=1, max_denominator=7))
    point = Fraction(lower, 1 << PRECISION) + share * Fraction(upper - lower, 1 << PRECISION)
    return Interval(lower, upper, PRECISION), point


@given(RATIONALS, st.integers(8, 80))
def test_a_rational_lies_in_its_interval_which_is_at_most_one_unit_wide(value, precision):
    interval = Interval.of(value, precision)
    assert interval.contains(value)
    assert interval.width in (0, Fraction(1, 1 << precision))


@given(interval_and_point(), interval_and_point())
def test_sums_differences_and_products_contain_those_of_the_points(first, second):
    (a, x), (b, y) = first, second
    assert (a + b).contains(x + y)
    assert (a - b).contains(x - y)
    assert (a * b).contains(x * y)
    assert (-a).contains(-x)
    assert abs(a).contains(abs(x))
    assert a.hull(b).contains(x) and a.hull(b).contains(y)


@given(interval_and_point(), interval_and_point())
def test_quotients_contain_those_of_the_points(first, second):
    (a, x), (b, y) = first, second
    if b.contains_zero:
        with pytest.raises(Undefined if b.is_zero else Unbounded):
            a / b
    else:
        assert (a / b).contains(x / y)


@given(interval_and_point(), st.integers(-6, 9))
def test_powers_contain_those_of_the_points(first, exponent):
    a, x = first
    if exponent < 0 and (a**-exponent).contains_zero:
        with pytest.raises((Undefined, Unbounded)):
            a**exponent
    else:
        assert (a**exponent).contains(x**exponent)


@given(interval_and_point(), st.integers(1, 60))
def test_a_change_of_precision_and_a_scaling_are_outward(first, precision):
    a, x = first
    assert a.at(precision).contains(x)
    assert a.at(precision).width <= a.width + Fraction(2, 1 << precision)
    assert a.scale(-5).contains(x / 32) and a.scale(5).contains(x * 32)
    assert a.times(-7).contains(-7 * x)


def test_negative_endpoints_are_rounded_away_from_the_inside():
    third = Interval.of(Fraction(-1, 3), 8)
    assert (third.lower, third.upper) == (-86, -85)
    assert Interval(-1, -1, 8).scale(-1) == Interval(-1, 0, 8)
    assert Interval(-3, 3, 2).at(1) == Interval(-2, 2, 1)


def test_an_even_power_around_zero_starts_at_zero_and_an_odd_one_keeps_its_sign():
    around = Interval(-2 << 8, 3 << 8, 8)
    assert around**2 == Interval(0, 9 << 8, 8)
    assert around**3 == Interval(-8 << 8, 27 << 8, 8)
    assert around**0 == Interval(1 << 8, 1 << 8, 8)
    assert Interval(0, 0, 8) ** 0 == Interval(1 << 8, 1 << 8, 8)


# Cases that fail


def test_division_by_the_point_zero_is_undefined_and_by_more_is_unbounded():
    one, zero = Interval.of(1, 8), Interval(0, 0, 8)
    with pytest.raises(Undefined, match=r"^division by zero$"):
        one / zero
    for divisor in (Interval(0, 1, 8), Interval(-1, 0, 8), Interval(-1, 1, 8)):
        with pytest.raises(Unbounded, match=r"^division by an interval that contains 0$"):
            one / divisor


def test_numbers_beyond_the_limit_are_refused():
    with pytest.raises(TooLarge, match=f"a number of {MAX_BITS + 1} bits; the limit is MAX_BITS"):
        Interval.of(1 << MAX_BITS, 8)
    with pytest.raises(TooLarge, match="bits"):
        Interval.of(3, 8) ** 10**9
    with pytest.raises(TooLarge, match="an exponent of 2001 bits; see MAX_EXPONENT_BITS"):
        Interval.of(Fraction(1, 3), 8) ** 2**2000


def test_a_power_near_one_may_have_a_huge_exponent():
    power = Interval.of(1 + Fraction(1, 10**20), 256) ** 10**20
    assert power.contains(Fraction(27182818284590452353, 10**19)) is False
    assert Fraction(271828182845904523, 10**17) < power.bounds[0]
    assert power.bounds[1] < Fraction(271828182845904524, 10**17)


def test_intervals_of_different_precisions_do_not_mix():
    with pytest.raises(ValueError, match=r"intervals of precisions 8 and 9; use \.at"):
        Interval.of(1, 8) + Interval.of(1, 9)


def test_an_interval_runs_upwards():
    with pytest.raises(ValueError, match="an interval from 1 down to 0"):
        Interval(1, 0, 8)
