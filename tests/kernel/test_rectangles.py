"""Enclosures of complex functions contain the principal values, at points and on rectangles."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings, strategies as st

from derivations.kernel import rectangles as box
from derivations.kernel.intervals import (
    CrossesCut, Interval, NoEnclosure, TooLarge, Unbounded, Undefined,
)
from derivations.kernel.rectangles import Rectangle

P = 32
UNIT = 1 << P
# Endpoints on the axes and at the branch points are the interesting ones.
ENDS = st.one_of(
    st.sampled_from([-2 * UNIT, -UNIT, 0, UNIT, 2 * UNIT]),
    st.builds(lambda c, d: c + d, st.sampled_from([-UNIT, 0, UNIT]), st.integers(-3, 3)),
    st.integers(-4 * UNIT, 4 * UNIT),
)
FUNCTIONS = [
    "exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh",
    "asin", "acos", "atan", "acot", "asinh", "acosh", "atanh",
]  # fmt: skip


@st.composite
def rectangles(draw):
    """A rectangle and a point in it: often a point, a segment, or thin."""
    parts, point = [], []
    for _ in range(2):
        lower = draw(ENDS)
        upper = draw(
            st.one_of(st.just(lower), st.integers(lower, lower + 5), st.integers(lower, 5 * UNIT))
        )
        parts.append(Interval(lower, upper, P))
        point.append(lower + (upper - lower) * draw(st.sampled_from([0, 1, 2, 3, 4])) // 4)
    return Rectangle(*parts), tuple(point)


def number(point: tuple[int, int]) -> mpmath.mpc:
    return mpmath.mpc(point[0], point[1]) / UNIT


def encloses(result: Rectangle | Interval, value: mpmath.mpc) -> bool:
    if isinstance(result, Interval):
        result = Rectangle.real(result)
    value = mpmath.mpc(value) * mpmath.mpf(2) ** result.precision
    slack = mpmath.mpf(10) ** -60 * (1 + abs(value))
    return all(
        part.lower - slack <= x <= part.upper + slack
        for part, x in ((result.re, value.real), (result.im, value.imag))
    )


@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=150, deadline=None)
@given(rectangles())
def test_the_principal_value_at_every_point_is_enclosed(name, given_):
    z, point = given_
    try:
        result = getattr(box, name)(z)
    except Undefined:
        assert z.is_point
        return
    except NoEnclosure:
        return
    with mpmath.workdps(120):
        assert encloses(result, getattr(mpmath, name)(number(point)))


@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=60, deadline=None)
@given(st.integers(-5 * 64, 5 * 64), st.integers(-5 * 64, 5 * 64))
def test_at_points_the_enclosure_is_narrow(name, re, im):
    # Multiples of 1/64, on all cuts and axes too: only zeros and poles are refused.
    z = Rectangle.of(Fraction(re, 64), Fraction(im, 64), 64)
    try:
        result = getattr(box, name)(z)
    except Undefined:
        assert z.is_zero or name in ("atan", "acot", "atanh")
        return
    assert result.width < Fraction(1, 2**40)
    with mpmath.workdps(80):
        assert encloses(result, getattr(mpmath, name)(mpmath.mpc(re, im) / 64))


@settings(deadline=None)
@given(rectangles(), rectangles(), st.integers(-5, 7))
def test_arithmetic(first, second, exponent):
    (a, x), (b, y) = first, second
    with mpmath.workdps(120):
        assert encloses(a + b, number(x) + number(y))
        assert encloses(a - b, number(x) - number(y))
        assert encloses(a * b, number(x) * number(y))
        assert encloses(a.conj(), number(x).conjugate())
        assert encloses(a.times_i(), number(x) * 1j)
        assert encloses(box.absolute(a), abs(number(x)))
        if b.contains_zero:
            with pytest.raises(Undefined if b.is_zero else Unbounded):
                a / b
        else:
            assert encloses(a / b, number(x) / number(y))
            assert encloses(box.sign(b), number(y) / abs(number(y)))
        if exponent >= 0 or not a.contains_zero:
            try:
                assert encloses(a**exponent, number(x) ** exponent)
            except Unbounded:
                assert exponent < 0


@settings(deadline=None)
@given(rectangles(), rectangles())
def test_general_powers(first, second):
    (a, x), (b, y) = first, second
    try:
        result = box.power(a, b)
    except NoEnclosure:
        return
    with mpmath.workdps(120):
        assert encloses(result, mpmath.exp(number(y) * mpmath.log(number(x))))


def test_the_absolute_value_has_its_exact_hull():
    z = Rectangle(Interval(-3 << P, 2 << P, P), Interval(4 << P, 4 << P, P))
    assert box.absolute(z) == Interval(4 << P, 5 << P, P)


def test_division_by_a_number_as_small_as_a_unit():
    tiny = Rectangle(Interval(0, 0, P), Interval(1, 1, P))
    assert Rectangle.of(1, 0, P) / tiny == Rectangle.of(0, -UNIT, P)


# Branch cuts


def on_axis(re: int, below: int, above: int) -> Rectangle:
    return Rectangle(Interval.of(re, P), Interval(below, above, P))


def test_the_cut_belongs_to_the_upper_side():
    on, above, below = on_axis(-4, 0, 0), on_axis(-4, 0, 1), on_axis(-4, -2, -1)
    assert box.arg(on).lower > 3 * UNIT
    assert box.arg(above).lower > 3 * UNIT
    assert box.arg(below).upper < -3 * UNIT
    assert box.sqrt(on) == Rectangle.of(0, 2, P)
    assert box.sqrt(above).im.lower > UNIT
    assert box.sqrt(below).im.upper < -UNIT
    assert box.log(on).im == box.arg(on)


@pytest.mark.parametrize("function", [box.arg, box.log, box.sqrt])
def test_rectangles_on_both_sides_of_the_cut_are_refused(function):
    for below, above in ((-1, 0), (-1, 1)):
        with pytest.raises(CrossesCut, match="a rectangle that meets the negative real axis"):
            function(on_axis(-4, below, above))


def test_the_real_square_root_around_zero_holds_real_and_imaginary_roots():
    root = box.sqrt(Rectangle.real(Interval(-4 << P, 9 << P, P)))
    assert root == Rectangle(Interval(0, 3 << P, P), Interval(0, 2 << P, P))


def test_real_arguments_beyond_a_branch_point_have_the_value_of_the_logarithmic_formula():
    two = Rectangle.of(2, 0, P)
    with mpmath.workdps(40):
        root = mpmath.log(2 + mpmath.sqrt(3))
        assert encloses(box.asin(two), mpmath.mpc(mpmath.pi / 2, -root))
        assert encloses(box.acos(two), mpmath.mpc(0, root))
        assert encloses(box.acosh(-two), mpmath.mpc(root, mpmath.pi))
        assert encloses(box.atanh(two), mpmath.mpc(mpmath.log(3) / 2, -mpmath.pi / 2))
        assert encloses(box.atan(two.times_i()), mpmath.mpc(mpmath.pi / 2, mpmath.log(3) / 2))
    assert box.asinh(two).is_real and box.acosh(two).is_real


def test_real_arguments_in_the_domain_give_real_values():
    half = Rectangle.of(Fraction(1, 2), 0, P)
    for name in FUNCTIONS:
        assert getattr(box, name)(half).is_real is (name != "acosh")


# Cases that fail


def test_undefined_and_unbounded():
    zero, around = Rectangle.of(0, 0, P), on_axis(0, -1, 1)
    one = Rectangle.of(1, 0, P)
    with pytest.raises(Undefined, match="the argument of zero"):
        box.arg(zero)
    with pytest.raises(Undefined, match="the logarithm of zero"):
        box.log(zero)
    with pytest.raises(Undefined, match="division by zero"):
        zero**-1
    with pytest.raises(Undefined, match="the inverse of tan at a pole, i or -i"):
        box.atan(one.times_i())
    with pytest.raises(Undefined, match="the inverse of tanh at a pole, 1 or -1"):
        box.atanh(-one)
    with pytest.raises(Unbounded, match="the argument of a rectangle that contains 0"):
        box.log(around)
    with pytest.raises(Unbounded, match="division by a rectangle that contains 0"):
        one / around
    with pytest.raises(Unbounded, match="the sign of a rectangle that contains 0"):
        box.sign(around)


def test_huge_powers_are_refused():
    with pytest.raises(TooLarge):
        Rectangle.of(1, 1, P) ** 10**9
    with pytest.raises(TooLarge, match="see MAX_EXPONENT_BITS"):
        Rectangle.of(0, Fraction(1, 2), P) ** 2**2000
