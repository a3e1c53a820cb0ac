"""Closed terms: their enclosures contain their values, and decisions are only made when certain."""

from __future__ import annotations

import doctest
from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given, settings, strategies as st
from mpmath import mp

from derivations.kernel import enclosure
from derivations.kernel.enclosed_terms import MAX_STEPS, TooManySteps
from derivations.kernel.enclosure import (
    certainly_at_most, certainly_differ, certainly_less, certainly_real, enclose, enclose_matrix,
    exact_rational, exact_value, sign_of,
)
from derivations.kernel.intervals import (
    CrossesCut, FarTooLarge, Interval, NoEnclosure, TooLarge, Unbounded, Undefined, Unsupported,
)
from derivations.kernel.rectangles import Rectangle
from derivations.language.parser import parse_term
from derivations.language.sorts import NATURAL
from derivations.language.terms import Term
from tests.support import oracle
from tests.support.notation import (
    PI, I, add, call, div, identity, matrix, mul, number, power, sin, sum_, symbol,
)
from tests.support.tables import declared, entries

LETTERS = declared("""
    x: real; z: complex; f: family(natural -> real); A = Matrix([[1, 2], [3, 4]])
    c = cos(1); s = sin(1); zero = sin(1) - sin(1); e = exp(1)
    R = Matrix([[c, -s], [s, c]]); nested = sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))
""")


def read(text: str) -> Term:
    return parse_term(text, LETTERS)


# Random terms against the oracle

UNARY = [
    "exp", "log", "sqrt", "abs", "arg", "re", "im", "sign", "conj",
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch",
    "asin", "acos", "atan", "acot", "asinh", "acosh", "atanh",
]  # fmt: skip
LEAVES = st.one_of(
    st.integers(-5, 10).map(number), st.fractions(-20, 20, max_denominator=12).map(number),
    st.sampled_from([PI, I]),
)  # fmt: skip


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
@given(TERMS, st.sampled_from([16, 64, 100]))
def test_the_value_of_a_term_is_enclosed(term, precision):
    try:
        found = oracle.defined_value(term, {})
    except oracle.Undefined:
        with pytest.raises(NoEnclosure):
            enclose(term, precision)
        return
    except oracle.Unfit:
        assume(False)
    try:
        result = enclose(term, precision)
    except NoEnclosure as problem:
        assert not isinstance(problem, (Undefined, Unsupported))
        return
    with mp.workdps(100):
        value, scale = mp.mpmathify(oracle.plain(found)), mp.mpf(2) ** precision
        slack = mp.mpf(10) ** -38 * (1 + abs(value)) * scale
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
    left, right = add(first, second), add(second, first, 0)
    assert not certainly_differ(left, right, (64, 256))
    assert not certainly_less(left, right, (64, 256))
    assert not (certainly_less(first, second, (64,)) and certainly_at_most(second, first, (64,)))


# Exact values

EXACT = """
    gcd(12, -18) = 6;  gcd(0, 0) = 0;  Mod(7, 3) = 1;  Mod(-7, 3) = 2;  Mod(7, -3) = -2
    Mod(7/2, 1) = 1/2;  floor(-7/2) = -4;  ceiling(-7/2) = -3;  floor(5) = 5;  floor(pi) = 3
    ceiling(-pi) = -3;  Max(1, 3/2, -4) = 3/2;  Min(1, 2) = 1;  Abs(-3/4) = 3/4;  Abs(3 + 4*I) = 5
    binomial(5, 2) = 10;  binomial(5, 7) = 0;  binomial(5, -1) = 0;  binomial(-3, 2) = 6
    binomial(-3, 3) = -10;  binomial(-3, -5) = 0;  binomial(-1, 0) = 1;  binomial(-1, -1) = 0
    factorial(0) = 1;  factorial(6) = 720;  fibonacci(0) = 0;  fibonacci(10) = 55;  gamma(5) = 24
    harmonic(0) = 0;  harmonic(4) = 25/12;  0**0 = 1;  pi**0 = 1;  2**(-3) = 1/8;  I**2 = -1
    I**(-6) = -1;  4**(3/2) = 8;  sqrt(4/9) = 2/3;  sqrt(-4)*I = -2;  (1 + I)**8 = 16
    (-1)**(10**30 + 1) = -1;  exp(I*pi) = -1;  exp(2*pi*I*10**30) = 1;  cos(pi/3) = 1/2
    sin(7*pi/6) = -1/2;  tan(5*pi/4) = 1;  cot(pi/2) = 0;  sec(pi) = -1;  csc(-pi/2) = -1
    cosh(I*pi) = -1;  tanh(I*pi/4)/I = 1;  arg(-1 - I)/pi = -3/4;  log(-I)/(I*pi) = -1/2
    acos(-1/2)/pi = 2/3;  atan2(1, -1)/pi = 3/4;  atan2(0, -3)/pi = 1;  sign(-pi) = -1;  sign(0) = 0
    pi/pi = 1;  pi - pi = 0;  re(2 + 3*I) = 2;  im(2 + 3*I) = 3;  conjugate(I)*I = 1
    # Ranges, empty and reversed ones; an index in an inner range, and one that hides another
    Sum(k**2, (k, 1, 10)) = 385;  Sum(1/k, (k, 3, 2)) = 0;  Sum(k, (k, 0, -3)) = 0
    Product(k, (k, 1, 5)) = 120;  Product(k, (k, 5, 1)) = 1
    Sum(1/(k*(k + 1)), (k, 1, 999)) = 999/1000;  Sum(Sum(j*k, (j, 1, k)), (k, 1, 3)) = 25
    Sum(k*Sum(k, (k, 0, k)), (k, 0, 3)) = 25
    # What is undefined inside an empty range
    Sum(1/(k - k), (k, 1, 0)) = 0;  Sum(trace(A)/k, (k, 0, -1)) = 0
    # Powers of e that are almost integers
    floor(exp(pi*sqrt(163))) = 262537412640768743
    ceiling(exp(pi*sqrt(163))) = 262537412640768744
    # Matrices
    trace(A) = 5;  det(A) = -2;  norm(Matrix([[3], [4]])) = 5
    inner(Matrix([[1], [I]]), Matrix([[I], [1]])) = 0
    inner(2, I)/I = -2;  scalar(Matrix([[7]])) = 7;  A[0, 1] = 2;  det(Identity(8)) = 1
"""


@pytest.mark.parametrize("text", entries(EXACT))
def test_exact_rational(text):
    left, _, right = text.partition(" = ")
    assert exact_rational(read(left)) == exact_rational(read(right)) is not None


def test_nothing_is_exact_by_mere_narrowness():
    assert exact_value(read("1/(1 + I)")) == (Fraction(1, 2), Fraction(-1, 2))
    for text in ("gamma(1/2)**2", "1/(1 + I)", "sin(1)**2 + cos(1)**2", "1/0"):
        assert exact_rational(read(text)) is None
    assert (exact_rational(add()), exact_rational(mul())) == (0, 1)


@given(st.integers(-6, 12), st.integers(1, 9))
def test_gamma_at_half_integers(n, precision):
    with mp.workdps(60):
        value = mp.gamma(n + mp.mpf(1) / 2) * 2**100
        result = enclose(read(f"gamma({n} + 1/2)"), 100).re
        assert result.lower <= value <= result.upper


CIRCULAR = ("sin", "cos", "tan", "cot", "sec", "csc")
HYPERBOLIC = ("sinh", "cosh", "tanh", "coth", "sech", "csch", "exp")
TURNS = st.one_of(
    st.integers(-16, 16).map(lambda n: Fraction(n, 4)), st.fractions(-4, 4, max_denominator=24)
)


@pytest.mark.parametrize("name", CIRCULAR + HYPERBOLIC)
@settings(max_examples=60, deadline=None)
@given(TURNS)
def test_functions_of_multiples_of_pi(name, q):
    unit = number(1) if name in CIRCULAR else I
    try:
        result = enclose(call(name, q * PI * unit), 64)
    except Undefined:
        assert (2 * q).denominator == 1  # the poles are at multiples of π/2
        return
    with mp.workdps(50):
        angle = mp.mpf(q.numerator) / q.denominator * mp.pi
        value = getattr(mpmath, name)(angle * (1 if name in CIRCULAR else 1j)) * 2**80
        for part, x in ((result.re, value.real), (result.im, value.imag)):
            assert (part.lower << 16) - 1 <= mp.nint(x) <= (part.upper << 16) + 1
    # The cosines of multiples of π that are rational, by Niven's theorem: those are points.
    if name in ("sin", "cos") and (12 * q).denominator == 1:
        rational_value = abs(round(float(2 * value.real / 2**80), 9)) in (0, 1, 2)
        assert result.is_point is rational_value


def test_symbols_take_the_rectangles_that_are_given():
    x, z = LETTERS["x"], LETTERS["z"]
    between = Rectangle.real(Interval(1 << 32, 2 << 32, 32))
    result = enclose(read("x**2 + z"), 64, {x: between, z: Rectangle.of(0, 1, 64)})
    assert result == Rectangle(Interval(1 << 64, 4 << 64, 64), Interval(1 << 64, 1 << 64, 64))
    with pytest.raises(Unsupported, match="the symbol z is free and has no value"):
        enclose(read("x + z"), 64, {x: between})


def test_shared_subterms_are_evaluated_once_and_deep_terms_are_no_trouble():
    term = number(Fraction(1, 3))
    for _ in range(200):
        term = (term + term) / 2
    assert exact_rational(term) == Fraction(1, 3)
    term = number(1)
    for _ in range(3000):
        term = call("conj", -term)
    assert exact_rational(term) == 1
    assert exact_rational(add(*[number(n) for n in range(100_000)])) == 4999950000


# Matrices, entry by entry

MATRICES = """
    A*A + 2*A - Identity(2) = [[8, 14], [21, 29]];  A**2 = [[7, 10], [15, 22]]
    A**0 = [[1, 0], [0, 1]];  -A = [[-1, -2], [-3, -4]];  A/2 = [[1/2, 1], [3/2, 2]]
    A.T = [[1, 3], [2, 4]];  Matrix([[1, I*I]]).H = [[1], [-1]];  A.I = [[-2, 1], [3/2, -1/2]]
    A**(-1) = [[-2, 1], [3/2, -1/2]];  zeros(1, 2) = [[0, 0]];  zeros(2, 2).exp() = [[1, 0], [0, 1]]
    Matrix([[0, 0, 1], [2, 0, 0], [0, 4, 0]]).I = [[0, 1/2, 0], [0, 0, 1/4], [1, 0, 0]]
    kronecker_product(Matrix([[1, 2]]), Matrix([[0], [1]])) = [[0, 0], [1, 2]]
    BlockDiag(k, (k, 1, 2)) = [[1, 0], [0, 2]]
    Stack(Matrix([[k, 0]]), (k, 0, 1)) = [[0, 0], [1, 0]]
    BlockDiag(k*Matrix([[1, 2]]), (k, 1, 2)) = [[1, 2, 0, 0], [0, 0, 2, 4]]
    Product(Matrix([[1, k], [0, 1]]), (k, 1, 3)) = [[1, 6], [0, 1]]
    Product(Matrix([[k, 1], [1, 0]]), (k, 1, 2)) = [[3, 1], [2, 1]]
    Product(A, (k, 1, 0)) = [[1, 0], [0, 1]];  Sum(A, (k, 1, 0)) = [[0, 0], [0, 0]]
    conjugate(I*A)/I = [[-1, -2], [-3, -4]]
"""


@pytest.mark.parametrize("text", entries(MATRICES))
def test_matrices(text):
    left, _, right = text.partition(" = ")
    difference = enclose_matrix(read(f"{left} - Matrix({right})"), 64)
    assert all(entry.is_point and entry.is_zero for row in difference for entry in row)


def by_first_row(rows):
    """The determinant, by its definition."""
    if not rows:
        return 1
    return sum(
        (-1) ** j * x * by_first_row([row[:j] + row[j + 1 :] for row in rows[1:]])
        for j, x in enumerate(rows[0])
        if x
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 8), st.data())
def test_elimination_inverts_and_agrees_with_expansion(n, data):
    entries = st.integers(-3, 3)
    rows = [[data.draw(entries) for _ in range(n)] for _ in range(n)]
    exact = matrix(rows)
    # The same numbers, out of reach of exact arithmetic.
    rough = matrix([[add(e, sin(1), -sin(1)) for e in row] for row in rows])
    determinant = exact_rational(call("det", exact))
    assert determinant == by_first_row(rows)
    try:
        assert enclose(call("det", rough), 128).contains(determinant)
    except Unbounded:  # by elimination, from 7 rows
        assert determinant == 0 and n >= 7
    if determinant:
        difference = exact * call("inv", exact) - identity(n)
        assert all(entry.is_zero for row in enclose_matrix(difference, 64) for entry in row)
        difference = call("inv", rough) - call("inv", exact)
        assert all(entry.contains_zero for row in enclose_matrix(difference, 128) for entry in row)
    else:
        with pytest.raises(Undefined, match="the inverse of a singular matrix"):
            enclose_matrix(call("inv", exact), 64)
        with pytest.raises(Unbounded):
            enclose_matrix(call("inv", rough), 64)


@pytest.mark.parametrize("q", ["1", "1/100", "30", "I"])
def test_the_exponential_of_a_generator_is_a_rotation(q):
    turned = f"Matrix([[cos({q}), -sin({q})], [sin({q}), cos({q})]])"
    for row in enclose_matrix(read(f"({q}*Matrix([[0, -1], [1, 0]])).exp() - {turned}"), 128):
        for entry in row:
            assert entry.contains(0) and entry.width < Fraction(1, 2**100)


# Decisions

SIGNS = {
    1: "nested + 1/10**200",
    0: "0; pi - 2*pi/2",
    -1: "pi - 355/113; sin(10**20)",
    None: "nested; sqrt(-1); sin(1)**2 + cos(1)**2 - 1; x; 1/0; A",
}


@pytest.mark.parametrize("sign", SIGNS)
def test_sign_of(sign):
    for text in entries(SIGNS[sign]):
        assert sign_of(read(text)) == sign, text


def test_large_arguments_of_sine():
    with mp.workdps(2100):
        sine = mp.sin(mp.mpf(10) ** 2000)
    assert sign_of(read("sin(10**2000)")) == (1 if sine > 0 else -1)


DIFFER = "pi**4 + pi**5, e**6; 1/10**5000, 0; R, R.T"
PERHAPS_EQUAL = "exp(1/10**5000), 1; 1/0, 1; R.I, R.T; A, Identity(3); A, 1"
LESS = "pi**4 + pi**5, e**6; cos(1/10**40), 1; sin(1/10**30), 1/10**30; e, pi"
NOT_LESS = "I, I + 1; 1, 1; pi, e"


@pytest.mark.parametrize(
    ("decide", "texts", "wanted"),
    [
        (certainly_differ, DIFFER, True), (certainly_differ, PERHAPS_EQUAL, False),
        (certainly_less, LESS, True), (certainly_less, NOT_LESS, False),
        (certainly_at_most, "e, pi; 1, 1", True), (certainly_at_most, "I, I; pi, e", False),
    ],
)
def test_decisions(decide, texts, wanted):
    for text in entries(texts):
        assert decide(*map(read, text.split(", "))) is wanted, text


def test_a_precision_may_be_too_low_to_decide():
    assert not certainly_less(read("cos(1/10**40)"), read("1"), (64, 128))
    with pytest.raises(Unbounded, match="floor of an interval on both sides of an integer"):
        enclose(read("floor(exp(pi*sqrt(163)))"), 32)


def test_certainly_real():
    for text in ("e", "sqrt(2)", "I*I", "Abs(exp(I))", "re(exp(I))"):
        assert certainly_real(read(text)), text
    for text in ("sqrt(-2)", "exp(I)", "A", "x"):
        assert not certainly_real(read(text)), text


# Cases that fail: each with its own exception

FAIL = [
    ("1/0; 1/(I*I + 1); 0*(1/0); Mod(1, 0); Sum(1/(k - 3), (k, 1, 5))",
     Undefined, "division by zero"),
    ("tan(pi/2); sec(5*pi/2); cot(-pi); csc(0); coth(I*pi)", Undefined, "division by zero"),
    ("0**(-1)", Undefined, "a negative power of 0"),
    ("log(2 - 2)", Undefined, "the logarithm of zero"),
    ("arg(0); atan2(0, 0)", Undefined, "the argument of zero"),
    ("atan(I)", Undefined, "a pole, i or -i"),
    ("atanh(1)", Undefined, "a pole, 1 or -1"),
    ("gamma(0)", Undefined, "gamma at a pole"),
    ("factorial(-1)", Undefined, "the factorial of a negative integer"),
    ("trace(Matrix([[1, 2], [2, 4]]).I)", Undefined, "a singular matrix"),
    ("A[2, 0]", Undefined, "entry 2, 0 of a 2 x 2 matrix; both count from 0"),
    ("1/zero", Unbounded, "division by a rectangle that contains 0"),
    ("log(zero)", Unbounded, "a rectangle that contains 0"),
    ("floor(sqrt(2)**2)", Unbounded, "floor of an interval on both sides"),
    ("zero**(1/2)", Unbounded, "a power, not integer"),
    ("sqrt(-1 + I*zero)", CrossesCut, "meets the negative real axis"),
    ("9**(9**9); 9**(9**(9**9))", TooLarge, "MAX_BITS"),
    ("exp(exp(exp(10)))", FarTooLarge, "exp of a number above"),
    ("factorial(10**9)", TooLarge, "a factorial of more than MAX_BITS"),
    ("binomial(10**9, 10**8)", TooLarge, "a binomial coefficient of more than"),
    ("fibonacci(10**9)", TooLarge, "fibonacci of an integer above 10000|MAX_STEPS"),
    ("gamma(10**9 + 1/2)", TooLarge, "gamma of more than MAX_BITS"),
    ("Sum(k, (k, 1, 10**9))", TooLarge, "a sum of 1000000000 terms; the limit is MAX_TERMS"),
    ("trace(Identity(1000))", TooLarge, "the limit is MAX_ENTRIES = 4096"),
    ("Sum(Sum(k + j, (j, 1, 9000)), (k, 1, 9000))",
     TooManySteps, f"more than MAX_STEPS = {MAX_STEPS} steps"),
    ("0**(1/2)", Unsupported, "a power of 0 whose exponent is not an integer"),
    ("floor(I)", Unsupported, "floor of a number that is not known to be real"),
    ("Max(I, 1)", Unsupported, "max of a number that is not known to be real"),
    ("Mod(2*I, I)", Unsupported, "mod of a number that is not known to be real"),
    ("gcd(1/2, 1)", Unsupported, "gcd of a number that is not an integer"),
    ("harmonic(-1)", Unsupported, "harmonic of a negative integer"),
    ("gamma(pi)", Unsupported, "gamma elsewhere than at integers"),
    ("f[1]", Unsupported, "a family that is not written out"),
    ("Sum(k, (k, 1, sqrt(2)))", Unsupported, "the upper bound of a sum is not an integer"),
    ("Sum(1/k*A, (k, 0, -1))", Unsupported, "an empty sum of terms of unknown shape"),
    ("A", Unsupported, "a matrix of shape .2, 2. where a scalar belongs"),
    ("norm(A)", Unsupported, "norm of a matrix of shape .2, 2., not a column"),
    ("det(Matrix([[1, 2]]))", Unsupported, "a 1 x 2 matrix, which is not square"),
    ("trace(A*Identity(3))", Unsupported, "a product of matrices of shapes"),
    ("trace(A + Identity(3))", Unsupported, "a sum of matrices of shapes"),
    ("trace(1)", Unsupported, "trace of a scalar; it takes a matrix"),
    ("trace(Identity(0))", Unsupported, "dimensions are at least 1"),
]


@pytest.mark.parametrize(("texts", "exception", "message"), FAIL)
def test_each_failure_has_its_exception(texts, exception, message):
    for text in entries(texts):
        with pytest.raises(exception, match=message) as caught:
            enclose(read(text), 64)
        assert type(caught.value) in (exception, TooManySteps)


def test_binders_are_nested_to_a_limit():
    k = symbol("k", NATURAL)
    nested = k
    for _ in range(100):
        nested = sum_(1 + nested, (k, 1, 1))
    with pytest.raises(TooLarge, match="more than MAX_NESTING = 40 binders"):
        enclose(nested, 64)


def test_precisions_have_limits():
    for precision in (0, 10**6):
        with pytest.raises(ValueError, match="a precision of"):
            enclose(PI, precision)
    with pytest.raises(Unsupported, match="a scalar where a matrix belongs; use enclose"):
        enclose_matrix(PI, 64)


def test_the_examples_in_the_docstrings():
    assert doctest.testmod(enclosure).failed == 0
