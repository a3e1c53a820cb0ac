"""Closed terms: their enclosures contain their values, and decisions are only made when certain."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from derivations.kernel import enclosure
from derivations.kernel.enclosed_terms import MAX_STEPS, TooManySteps
from derivations.kernel.enclosure import (
    certainly_at_most,
    certainly_differ,
    certainly_less,
    certainly_real,
    enclose,
    enclose_matrix,
    exact_rational,
    exact_value,
    sign_of,
)
from derivations.kernel.intervals import (
    CrossesCut,
    FarTooLarge,
    Interval,
    NoEnclosure,
    TooLarge,
    Unbounded,
    Undefined,
    Unsupported,
)
from derivations.kernel.rectangles import Rectangle
from derivations.language.sorts import INTEGER, NATURAL, REAL, family_sort
from derivations.language.terms import Term
from tests.support.notation import (
    PI,
    ZERO,
    I,
    Written,
    add,
    apply,
    call,
    conj,
    cos,
    div,
    exp,
    function,
    identity,
    matrix,
    mul,
    number,
    power,
    sin,
    sqrt,
    substitute,
    sum_,
    symbol,
)

K = symbol("k", NATURAL)
N = number


def rational(x: Fraction | int | str) -> Term:
    return number(Fraction(x))


def product(body, over):
    index, lower, upper = over
    return Written("product", (index, number(lower), number(upper), body))



# Random terms against mpmath

UNARY = [
    "exp", "log", "sqrt", "abs", "arg", "re", "im", "sign", "conj",
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch",
    "asin", "acos", "atan", "acot", "asinh", "acosh", "atanh",
]  # fmt: skip
NEAR_ZERO = mpmath.mpf(10) ** -70


def snapped(z):
    """Parts that are 0 but for rounding put on the axis, where the cuts are."""
    z = mpmath.mpc(z)
    return mpmath.mpc(*[x if abs(x) > NEAR_ZERO else 0 for x in (z.real, z.imag)])


def reference(term):
    """The value by mpmath; a ZeroDivisionError where there is none."""
    args = [reference(a) for a in term.args]
    assume(all(abs(a) < 10**12 for a in args))
    return snapped(_reference(term, args))


def _reference(term, args):
    head = term.head
    if head == "number":
        return mpmath.mpf(term.data.numerator) / term.data.denominator
    if head == "i":
        return mpmath.mpc(0, 1)
    if head == "pi":
        return +mpmath.pi
    if head == "add":
        return sum(args)
    if head == "mul":
        return mpmath.fprod(args)
    if head == "div":
        return args[0] / args[1]
    if head == "pow":
        return args[0] ** int(term.args[1].data)
    z = args[0]
    poles = {"tan": "cos", "sec": "cos", "cot": "sin", "csc": "sin",
             "tanh": "cosh", "sech": "cosh", "coth": "sinh", "csch": "sinh"}  # fmt: skip
    if head in poles and snapped(getattr(mpmath, poles[head])(z)) == 0:
        raise ZeroDivisionError
    if head in ("log", "arg") and z == 0:
        raise ZeroDivisionError
    if z in {"atan": (1j, -1j), "acot": (1j, -1j), "atanh": (1, -1)}.get(head, ()):
        raise ZeroDivisionError
    if head in ("asin", "acos", "acosh", "asinh"):
        # mpmath's own reductions of these may leave the axes; their definitions stay there.
        root = mpmath.sqrt(snapped(1 - z * z))
        if head in ("asin", "acos"):
            value = -1j * mpmath.log(snapped(1j * z + root))
            return value if head == "asin" else mpmath.pi / 2 - value
        if head == "asinh":
            return mpmath.log(snapped(z + mpmath.sqrt(snapped(z * z + 1))))
        return mpmath.log(snapped(z + mpmath.sqrt(z - 1) * mpmath.sqrt(z + 1)))
    if head in ("re", "im"):
        return z.real if head == "re" else z.imag
    if head == "abs":
        return abs(z)
    if head == "sign":
        return z / abs(z) if z else z
    return getattr(mpmath, head)(z)


LEAVES = st.one_of(
    st.integers(-5, 10).map(number),
    st.fractions(-20, 20, max_denominator=12).map(number),
    st.sampled_from([PI, I]),
)


def larger(terms):
    return st.one_of(
        st.builds(call, st.sampled_from(UNARY), terms),
        st.builds(call, st.sampled_from(UNARY), terms),
        st.lists(terms, min_size=2, max_size=3).map(lambda ts: add(*ts)),
        st.lists(terms, min_size=2, max_size=3).map(lambda ts: mul(*ts)),
        st.builds(div, terms, terms),
        st.builds(power, terms, st.integers(-3, 4)),
    )


TERMS = st.recursive(LEAVES, larger, max_leaves=6)


@settings(max_examples=600, deadline=None)
@given(TERMS, st.sampled_from([16, 64, 150]))
def test_the_value_of_a_term_is_enclosed(term, precision):
    with mpmath.workdps(100):
        try:
            value = reference(term)
        except ZeroDivisionError:
            with pytest.raises(NoEnclosure):
                enclose(term, precision)
            return
        try:
            result = enclose(term, precision)
        except NoEnclosure as problem:
            assert not isinstance(problem, (Undefined, Unsupported))
            return
        scale = mpmath.mpf(2) ** precision
        slack = mpmath.mpf(10) ** -50 * (1 + abs(value)) * scale
        for part, x in ((result.re, value.real), (result.im, value.imag)):
            assert part.lower - slack <= x * scale <= part.upper + slack


@settings(max_examples=100, deadline=None)
@given(TERMS)
def test_enclosures_at_two_precisions_meet_and_shrink(term):
    try:
        wide, narrow = enclose(term, 64), enclose(term, 256).at(256)
    except NoEnclosure:
        assume(False)
    for a, b in ((wide.re.bounds, narrow.re.bounds), (wide.im.bounds, narrow.im.bounds)):
        assert a[0] <= b[1] and b[0] <= a[1]
    assert narrow.width <= wide.width / 2**100


@settings(max_examples=100, deadline=None)
@given(TERMS, TERMS)
def test_equal_terms_never_differ_and_order_is_strict(first, second):
    left, right = add(first, second), add(second, first, ZERO)
    assert not certainly_differ(left, right, (64, 256))
    assert not certainly_less(left, right, (64, 256))
    assert not (certainly_less(first, second, (64,)) and certainly_at_most(second, first, (64,)))


# Known hard cases


def test_pi_to_the_fourth_plus_pi_to_the_fifth_is_not_e_to_the_sixth():
    assert certainly_differ(PI**4 + PI**5, exp(6))
    assert certainly_less(PI**4 + PI**5, exp(6))


def test_a_power_of_e_that_is_almost_an_integer():
    ramanujan = exp(PI * sqrt(163))
    assert exact_rational(call("floor", ramanujan)) == 262537412640768743
    assert exact_rational(call("ceiling", ramanujan)) == 262537412640768744
    with pytest.raises(Unbounded, match="floor of an interval on both sides of an integer"):
        enclose(call("floor", ramanujan), 32)


def test_tiny_differences():
    assert certainly_less(cos(rational(Fraction(1, 10**40))), N(1))
    assert not certainly_less(cos(rational(Fraction(1, 10**40))), N(1), (64, 128))
    assert certainly_less(sin(rational(Fraction(1, 10**30))), rational(Fraction(1, 10**30)))
    assert sign_of(sqrt(2) + sqrt(3) - sqrt(5 + 2 * sqrt(6))) is None
    assert sign_of(sqrt(2) + sqrt(3) - sqrt(5 + 2 * sqrt(6)) + rational("1e-200")) == 1


def test_large_arguments_of_sine():
    assert sign_of(sin(N(10**20))) == -1
    assert sign_of(sin(N(10**2000))) == (1 if _sine_of_huge() > 0 else -1)


def _sine_of_huge():
    with mpmath.workdps(2100):
        return mpmath.sin(mpmath.mpf(10) ** 2000)


# Exact values


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (call("gcd", 12, -18), 6), (call("gcd", 0, 0), 0), (call("mod", 7, 3), 1),
        (call("mod", -7, 3), 2), (call("mod", 7, -3), -2),
        (call("mod", rational("7/2"), 1), Fraction(1, 2)), (call("floor", rational("-7/2")), -4),
        (call("ceiling", rational("-7/2")), -3), (call("floor", N(5)), 5), (call("floor", PI), 3),
        (call("ceiling", -PI), -3), (call("max", 1, rational("3/2"), -4), Fraction(3, 2)),
        (call("min", 1, 2), 1), (call("abs", rational("-3/4")), Fraction(3, 4)),
        (call("abs", 3 + 4 * I), 5), (call("binomial", 5, 2), 10), (call("binomial", 5, 7), 0),
        (call("binomial", 5, -1), 0), (call("binomial", -3, 2), 6), (call("binomial", -3, 3), -10),
        (call("binomial", -3, -5), 0), (call("binomial", -1, 0), 1), (call("binomial", -1, -1), 0),
        (call("factorial", 0), 1), (call("factorial", 6), 720), (call("fibonacci", 0), 0),
        (call("fibonacci", 10), 55), (call("harmonic", 0), 0),
        (call("harmonic", 4), Fraction(25, 12)), (call("gamma", 5), 24),
        (call("gamma", rational("1/2")) ** 2, None), (N(0) ** 0, 1), (PI**0, 1),
        (N(2) ** -3, Fraction(1, 8)), (I**2, -1), (I**-6, -1), (N(4) ** rational("3/2"), 8),
        (sqrt(rational("4/9")), Fraction(2, 3)), (sqrt(-4) * I, -2), ((1 + I) ** 8, 16),
        ((-1) ** N(10**30 + 1), -1), (exp(I * PI), -1), (exp(2 * PI * I * 10**30), 1),
        (cos(PI / 3), Fraction(1, 2)), (sin(7 * PI / 6), Fraction(-1, 2)),
        (call("tan", 5 * PI / 4), 1), (call("cot", PI / 2), 0), (call("sec", PI), -1),
        (call("csc", -PI / 2), -1), (call("cosh", I * PI), -1), (call("tanh", I * PI / 4) / I, 1),
        (call("arg", -1 - I) / PI, Fraction(-3, 4)), (call("log", -I) / (I * PI), Fraction(-1, 2)),
        (call("acos", rational("-1/2")) / PI, Fraction(2, 3)),
        (call("atan2", 1, -1) / PI, Fraction(3, 4)), (call("atan2", 0, -3) / PI, 1),
        (call("sign", -PI), -1), (call("sign", ZERO), 0), (PI / PI, 1), (PI - PI, 0),
        (call("re", 2 + 3 * I), 2), (call("im", 2 + 3 * I), 3), (conj(I) * I, 1), (add(), 0),
        (mul(), 1),
    ],
)  # fmt: skip
def test_exact_rational(term, value):
    assert exact_rational(term) == value


def test_exact_value_has_two_parts_and_nothing_is_exact_by_mere_narrowness():
    assert exact_value(1 / (1 + I)) == (Fraction(1, 2), Fraction(-1, 2))
    assert exact_rational(1 / (1 + I)) is None
    assert exact_rational(sin(N(1)) ** 2 + cos(N(1)) ** 2) is None
    assert exact_rational(1 / ZERO) is None


@given(st.integers(-6, 12), st.integers(1, 9))
def test_gamma_at_half_integers(n, precision):
    with mpmath.workdps(60):
        value = mpmath.gamma(n + mpmath.mpf(1) / 2) * 2**100
        result = enclose(call("gamma", n + rational("1/2")), 100).re
        assert result.lower <= value <= result.upper


CIRCULAR = ("sin", "cos", "tan", "cot", "sec", "csc")
HYPERBOLIC = ("sinh", "cosh", "tanh", "coth", "sech", "csch", "exp")


@pytest.mark.parametrize("name", CIRCULAR + HYPERBOLIC)
@settings(max_examples=60, deadline=None)
@given(st.one_of(st.integers(-16, 16).map(lambda n: Fraction(n, 4)),
                 st.fractions(-4, 4, max_denominator=24)))  # fmt: skip
def test_functions_of_multiples_of_pi(name, q):
    unit = N(1) if name in CIRCULAR else I
    try:
        result = enclose(call(name, q * PI * unit), 64)
    except Undefined:
        assert (2 * q).denominator == 1  # the poles are at multiples of π/2
        return
    with mpmath.workdps(50):
        angle = mpmath.mpf(q.numerator) / q.denominator * mpmath.pi
        value = getattr(mpmath, name)(angle * (1 if name in CIRCULAR else 1j)) * 2**80
        for part, x in ((result.re, value.real), (result.im, value.imag)):
            assert (part.lower << 16) - 1 <= mpmath.nint(x) <= (part.upper << 16) + 1
    # The cosines of multiples of π that are rational, by Niven's theorem: those are points.
    if name in ("sin", "cos") and (12 * q).denominator == 1:
        rational_value = abs(round(float(2 * value.real / 2**80), 9)) in (0, 1, 2)
        assert result.is_point is rational_value


# Sums, products, families


def test_sums_and_products_are_unrolled_with_empty_and_reversed_ranges():
    assert exact_rational(sum_(K**2, (K, 1, 10))) == 385
    assert exact_rational(sum_(1 / K, (K, 3, 2))) == 0
    assert exact_rational(sum_(K, (K, 0, -3))) == 0
    assert exact_rational(product(K, (K, 1, 5))) == 120
    assert exact_rational(product(K, (K, 5, 1))) == 1
    assert exact_rational(sum_(1 / (K * (K + 1)), (K, 1, 999))) == Fraction(999, 1000)


def test_an_index_in_an_inner_range_and_one_that_hides_another():
    j = symbol("j", NATURAL)
    assert exact_rational(sum_(sum_(j * K, (j, 1, K)), (K, 1, 3))) == 1 + 6 + 18
    assert exact_rational(sum_(K * sum_(K, (K, 0, K)), (K, 0, 3))) == 1 + 6 + 18


def test_a_function_is_applied_to_its_arguments():
    x, y = symbol("x"), symbol("y")
    f = symbol("f", family_sort((NATURAL,), REAL))
    squares = substitute(sum_(f[K], (K, 1, 3)), {f: function([x], x**2)})
    assert exact_rational(squares) == 14
    written_out = Written("apply", (function([x, y], x - 2 * y), N(7), N(2)))
    assert exact_rational(written_out + 1) == 4
    with pytest.raises(Unsupported, match="a family that is not written out"):
        enclose(apply(f, 1), 64)


def test_symbols_take_the_rectangles_that_are_given():
    x, z = symbol("x", REAL), symbol("z")
    between = Rectangle.real(Interval(1 << 32, 2 << 32, 32))
    result = enclose(x**2 + z, 64, {x: between, z: Rectangle.of(0, 1, 64)})
    assert result == Rectangle(Interval(1 << 64, 4 << 64, 64), Interval(1 << 64, 1 << 64, 64))
    with pytest.raises(Unsupported, match="the symbol z is free and has no value"):
        enclose(x + z, 64, {x: between})


def test_shared_subterms_are_evaluated_once_and_deep_terms_are_no_trouble():
    term = rational("1/3")
    for _ in range(200):
        term = (term + term) / 2
    assert exact_rational(term) == Fraction(1, 3)
    term = N(1)
    for _ in range(3000):
        term = call("conj", -term)
    assert exact_rational(term) == 1
    assert exact_rational(add(*[number(n) for n in range(100_000)])) == 4999950000


A = matrix([[1, 2], [3, 4]])


# Decisions


def test_sign_of():
    assert sign_of(PI - rational("355/113")) == -1
    assert sign_of(ZERO) == 0
    assert sign_of(PI - 2 * PI / 2) == 0
    assert sign_of(sqrt(-1)) is None
    assert sign_of(sin(N(1)) ** 2 + cos(N(1)) ** 2 - 1) is None
    assert sign_of(symbol("x", REAL)) is None
    assert sign_of(1 / ZERO) is None
    assert sign_of(A) is None


def test_order_needs_real_sides():
    assert not certainly_less(I, I + 1)
    assert not certainly_at_most(I, I)
    assert certainly_at_most(N(1), N(1)) and not certainly_less(N(1), N(1))
    assert certainly_at_most(exp(1), PI)


def test_certainly_real():
    assert certainly_real(exp(1)) and certainly_real(sqrt(2)) and certainly_real(I * I)
    assert certainly_real(call("abs", exp(I))) and certainly_real(call("re", exp(I)))
    assert not certainly_real(sqrt(-2)) and not certainly_real(exp(I))
    assert not certainly_real(A) and not certainly_real(symbol("x", REAL))


def test_differences_too_small_for_all_precisions_are_left_open_unless_exact():
    assert certainly_differ(rational(Fraction(1, 10**5000)), ZERO)
    assert not certainly_differ(exp(rational(Fraction(1, 10**5000))), N(1))
    assert not certainly_differ(1 / ZERO, N(1))


# Cases that fail: each with its own exception


@pytest.mark.parametrize(
    ("term", "exception", "message"),
    [
        (1 / ZERO, Undefined, "division by zero"),
        (1 / (I * I + 1), Undefined, "division by zero"),
        (0 * (1 / ZERO), Undefined, "division by zero"),
        (ZERO**-1, Undefined, "a negative power of 0"),
        (call("log", N(2) - 2), Undefined, "the logarithm of zero"),
        (call("arg", ZERO), Undefined, "the argument of zero"),
        (call("atan2", 0, 0), Undefined, "the argument of zero"),
        (call("tan", PI / 2), Undefined, "division by zero"),
        (call("sec", 5 * PI / 2), Undefined, "division by zero"),
        (call("cot", -PI), Undefined, "division by zero"),
        (call("csc", ZERO), Undefined, "division by zero"),
        (call("coth", I * PI), Undefined, "division by zero"),
        (call("atan", I), Undefined, "a pole, i or -i"),
        (call("atanh", N(1)), Undefined, "a pole, 1 or -1"),
        (call("mod", 1, 0), Undefined, "division by zero"),
        (call("gamma", N(0)), Undefined, "gamma at a pole"),
        (call("factorial", -1), Undefined, "the factorial of a negative integer"),
        (call("trace", call("inv", matrix([[1, 2], [2, 4]]))), Undefined, "a singular matrix"),
        (A[2, 0], Undefined, "entry 2, 0 of a 2 x 2 matrix; both count from 0"),
        (1 / (sin(N(1)) - sin(N(1))), Unbounded, "division by a rectangle that contains 0"),
        (call("log", sin(N(1)) - sin(N(1))), Unbounded, "a rectangle that contains 0"),
        (call("floor", sqrt(2) ** 2), Unbounded, "floor of an interval on both sides"),
        (sqrt(-1 + I * (sin(N(1)) - sin(N(1)))), CrossesCut, "meets the negative real axis"),
        ((sin(N(1)) - sin(N(1))) ** rational("1/2"), Unbounded, "a power, not integer"),
        (N(9) ** (N(9) ** N(9)), TooLarge, "MAX_BITS"),
        (N(9) ** (N(9) ** (N(9) ** N(9))), TooLarge, "MAX_BITS"),
        (exp(exp(exp(N(10)))), FarTooLarge, "exp of a number above"),
        (call("factorial", 10**9), TooLarge, "a factorial of more than MAX_BITS"),
        (call("binomial", 10**9, 10**8), TooLarge, "a binomial coefficient of more than"),
        (call("fibonacci", 10**9), TooLarge, "fibonacci of an integer above 10000|MAX_STEPS"),
        (call("gamma", 10**9 + rational("1/2")), TooLarge, "gamma of more than MAX_BITS"),
        (sum_(K, (K, 1, 10**9)), TooLarge, "a sum of 1000000000 terms; the limit is MAX_TERMS"),
        (call("trace", identity(1000)), TooLarge, "the limit is MAX_ENTRIES = 4096"),
        (ZERO ** rational("1/2"), Unsupported, "a power of 0 whose exponent is not an integer"),
        (call("floor", I), Unsupported, "floor of a number that is not known to be real"),
        (call("max", I, 1), Unsupported, "max of a number that is not known to be real"),
        (call("mod", 2 * I, I), Unsupported, "mod of a number that is not known to be real"),
        (call("gcd", rational("1/2"), 1), Unsupported, "gcd of a number that is not an integer"),
        (call("harmonic", -1), Unsupported, "harmonic of a negative integer"),
        (call("gamma", PI), Unsupported, "gamma elsewhere than at integers"),
        (sum_(K, (K, 1, sqrt(2))), Unsupported, "the upper bound of a sum is not an integer"),
        (sum_(1 / K * A, (K, 0, -1)), Unsupported, "an empty sum of terms of unknown shape"),
        (A, Unsupported, "a matrix of shape .2, 2. where a scalar belongs"),
        (call("norm", A), Unsupported, "norm of a matrix of shape .2, 2., not a column"),
        (call("det", matrix([[1, 2]])), Unsupported, "a 1 x 2 matrix, which is not square"),
        (call("trace", A * identity(3)), Unsupported, "a product of matrices of shapes"),
        (call("trace", A + identity(3)), Unsupported, "a sum of matrices of shapes"),
        (call("trace", N(1)), Unsupported, "trace of a scalar; it takes a matrix"),
        (call("trace", identity(0)), Unsupported, "dimensions are at least 1"),
    ],
)  # fmt: skip
def test_each_failure_has_its_exception(term, exception, message):
    with pytest.raises(exception, match=message) as caught:
        enclose(term, 64)
    assert type(caught.value) in (exception, TooManySteps)


def test_an_undefined_subterm_outside_an_empty_range_only():
    assert exact_rational(sum_(1 / (K - K), (K, 1, 0))) == 0
    assert exact_rational(sum_(call("trace", A) / K, (K, 0, -1))) == 0
    with pytest.raises(Undefined):
        enclose(sum_(1 / (K - 3), (K, 1, 5)), 64)


def test_long_computations_are_refused():
    j = symbol("j", INTEGER)
    with pytest.raises(TooManySteps, match=f"more than MAX_STEPS = {MAX_STEPS} steps"):
        enclose(sum_(sum_(K + j, (j, 1, 9000)), (K, 1, 9000)), 64)
    nested = K
    for _ in range(100):
        nested = sum_(1 + nested, (K, 1, 1))
    with pytest.raises(TooLarge, match="more than MAX_NESTING = 40 binders"):
        enclose(nested, 64)


def test_precisions_have_limits():
    for precision in (0, 10**6):
        with pytest.raises(ValueError, match="a precision of"):
            enclose(PI, precision)
    with pytest.raises(Unsupported, match="a scalar where a matrix belongs; use enclose"):
        enclose_matrix(PI, 64)


def test_the_examples_in_the_docstrings():
    import doctest

    assert doctest.testmod(enclosure).failed == 0
