"""Enclosures contain their values; two numbers are told apart only where that is certain."""

from __future__ import annotations

import doctest
from fractions import Fraction
from time import process_time

import pytest
from hypothesis import assume, given, settings, strategies as st
from mpmath import mp

from derivations.kernel import enclosure
from derivations.kernel.enclosure import MAX_BITS, Enclosure, separated
from derivations.language.statements import eq, le, lt, ne
from derivations.language.terms import Term
from tests.support import oracle
from tests.support.law_values import NUMBERS
from tests.support.notation import PI, I, add, call, div, mul, number, power, symbol
from tests.support.parsing import parse_proposition, parse_term
from tests.support.tables import entries

UNARY = [
    "exp", "log", "sqrt", "abs", "arg", "re", "im", "sign", "conj", "floor", "ceiling",
    "sin", "cos", "tan", "cot", "sec", "csc", "sinc", "sinh", "cosh", "tanh", "coth", "sech",
    "csch", "asin", "acos", "atan", "acot", "asinh", "acosh", "atanh",
]  # fmt: skip
LEAVES = st.one_of(
    st.integers(-5, 10).map(number), st.fractions(-20, 20, max_denominator=12).map(number),
    st.sampled_from([PI, I]),
)  # fmt: skip


def larger(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(
        st.builds(call, st.sampled_from(UNARY), terms),
        st.builds(call, st.sampled_from(UNARY), terms),
        st.lists(terms, min_size=2, max_size=3).map(lambda ts: add(*ts)),
        st.lists(terms, min_size=2, max_size=3).map(lambda ts: mul(*ts)),
        st.builds(div, terms, terms),
        st.builds(power, terms, st.integers(-3, 4)),
        st.builds(power, terms, st.fractions(-3, 3, max_denominator=4).map(number)),
        st.builds(call, st.sampled_from(["max", "min", "mod", "atan2"]), terms, terms),
    )


TERMS = st.recursive(LEAVES, larger, max_leaves=6)


def rectangle(term: Term, bits: int):
    """As two pairs of fractions."""
    parts = Enclosure(bits).of(term)
    return [[Fraction(end, 1 << bits) for end in part] for part in parts]


def contains(parts, value) -> None:
    with mp.workdps(80):
        value = mp.mpc(mp.convert(value))
        slack = mp.mpf(10) ** -38 * (1 + abs(value))
        for (low, high), x in zip(parts, (value.real, value.imag), strict=True):
            assert mp.convert(low) - slack <= x <= mp.convert(high) + slack


@settings(max_examples=200, deadline=None)
@given(TERMS, st.sampled_from([16, 64, 100]))
def test_the_value_of_a_term_is_enclosed(term, bits):
    try:
        value = oracle.defined_value(term, {})
    except oracle.Unfit:
        assume(False)
    try:
        found = rectangle(term, bits)
    except ArithmeticError:
        return
    contains(found, value)


@pytest.mark.parametrize("head", UNARY)
def test_special_values_are_enclosed(head):
    enclosed = 0
    for x in NUMBERS["complex"]:
        x = oracle.exact(x)
        if not isinstance(x, oracle.Gauss):
            continue
        term = call(head, add(number(x.real), mul(I, number(x.imag))) if x.imag else number(x.real))
        try:
            contains(rectangle(term, 80), oracle.defined_value(term, {}))
            enclosed += 1
        except (ArithmeticError, oracle.Unfit):
            continue
    assert enclosed >= 15


def read(text: str) -> Term:
    return parse_term(text, {})


@pytest.mark.parametrize("text", [
    "1/0", "log(0)", "arg(0)", "tan(pi/2)", "0**(-1)", "0**(1/3)", "atan(I)", "gamma(2)",
    "factorial(-1)", "factorial(1/2)", "binomial(1/2, 1)", "gcd(1/2, 1)", "fibonacci(-1)",
    "Sum(1/k, (k, 0, 3))", "floor(sqrt(2)**2)", "x", "exp(10**9)", "Mod(1, 0)", "sign(0)",
    "log(-exp(2*pi*I))", "sqrt(sin(pi))", "det(Matrix([[1]]))",
])  # fmt: skip
def test_there_is_no_enclosure(text):
    """Where there is no value, where none is known, and next to cuts, poles and jumps."""
    with pytest.raises(ArithmeticError):
        Enclosure(64).of(parse_term(text, {"x": symbol("x")}))


EQUAL = """
    gcd(12, -18) = 6;  gcd(0, 0) = 0;  Mod(7, 3) = 1;  Mod(-7, 3) = 2;  Mod(7, -3) = -2
    floor(-7/2) = -4;  ceiling(-7/2) = -3;  floor(5) = 5;  floor(pi) = 3;  ceiling(-pi) = -3
    Max(1, 3/2, -4) = 3/2;  Min(1, 2) = 1;  Abs(-3/4) = 3/4;  Abs(3 + 4*I) = 5;  lcm(4, 6) = 12
    binomial(5, 2) = 10;  binomial(5, 7) = 0;  binomial(5, -1) = 0;  binomial(-3, 3) = -10
    binomial(-1, 0) = 1;  binomial(-1, -1) = 0;  factorial(0) = 1;  factorial(6) = 720
    fibonacci(0) = 0;  fibonacci(10) = 55;  harmonic(0) = 0;  harmonic(4) = 25/12
    0**0 = 1;  pi**0 = 1;  2**(-3) = 1/8;  I**2 = -1;  4**(3/2) = 8;  0**(1/2) = 0;  0**(5/2) = 0
    (-4)**(1/2) = 2*I;  (-8)**(1/3) = 1 + I*sqrt(3);  4**(-1/2) = 1/2;  (1 + I)**8 = 16
    exp(I*pi) = -1;  cos(pi/3) = 1/2;  tan(5*pi/4) = 1;  cosh(I*pi) = -1;  log(-2) = log(2) + I*pi
    acos(-1/2)/pi = 2/3;  atan2(1, -1)/pi = 3/4;  arg(-3) = pi;  atan2(0, -3)/pi = 1
    asin(2) = pi/2 + I*log(2 - sqrt(3));  acot(1) = pi/4;  sinc(0*pi + 1) = sin(1);  sign(-pi) = -1
    Sum(k**2, (k, 1, 10)) = 385;  Sum(1/k, (k, 3, 2)) = 0;  Product(k, (k, 1, 5)) = 120
    Product(k, (k, 5, 1)) = 1;  Sum(Sum(j*k, (j, 1, k)), (k, 1, 3)) = 25
    Sum(k*Sum(k, (k, 0, k)), (k, 0, 3)) = 25;  Sum(1/(k - k), (k, 1, 0)) = 0
    12*atan(1/18) + 8*atan(1/57) - 5*atan(1/239) = pi/4;  sqrt(5 + 2*sqrt(6)) = sqrt(2) + sqrt(3)
"""


@pytest.mark.parametrize("text", entries(EQUAL))
def test_what_is_equal_is_not_told_apart_and_what_is_next_to_it_is(text):
    left, right = (read(side) for side in text.split(" = "))
    for bits in (32, 64, 256):
        assert not separated(ne(left, right), bits) and not separated(lt(left, right), bits)
        assert not separated(eq(left, right), bits)
    assert separated(ne(left, add(right, Fraction(1, 10**9))), 96)


@pytest.mark.parametrize(
    ("text", "bits", "certain"),
    [
        ("pi < 355/113", 32, True), ("pi < 355/113", 8, False), ("355/113 < pi", 256, False),
        ("2 < 3", 8, True), ("3 < 2", 8, False), ("2 <= 2", 8, True), ("2 < 2", 8, False),
        ("1/3 <= 1/3", 64, False),  # not exact in binary
        ("floor(exp(pi*sqrt(67))) <= 147197952743", 80, True),
        ("exp(pi*sqrt(163)) < 262537412640768744", 64, False),
        ("exp(pi*sqrt(163)) < 262537412640768744", 160, True),
        ("I != 2*I", 8, True), ("I < 2*I", 64, False), ("-1 < I", 64, False), ("I <= I", 64, False),
        ("I + 1 < I + 2", 64, False), ("log(-1) != -I*pi", 64, True), ("0 < Abs(3 + I)", 64, True),
        ("log(2) < 0.7", 32, True), ("atan(3) < pi/2", 32, True), ("sin(10**20) < 1", 200, True),
        ("sqrt(2) < 3/2", MAX_BITS, True), ("1 < 2", 7, False), ("1 < 2", MAX_BITS + 1, False),
    ],
)  # fmt: skip
def test_told_apart(text, bits, certain):
    assert separated(parse_proposition(text, {}).relation, bits) is certain


@settings(max_examples=200, deadline=None)
@given(TERMS, TERMS)
def test_order_is_strict(first, second):
    left, right = add(first, second), add(second, first, 0)
    assert not separated(ne(left, right), 64) and not separated(lt(left, right), 64)
    assert not (separated(lt(first, second), 64) and separated(le(second, first), 64))


@pytest.mark.parametrize("text", [
    "2**(10**30) != 1", "exp(exp(exp(9))) != 1", "factorial(10**9) != 1", "sin(10**5000) != 2",
    "Sum(exp(1/(k + 1)), (k, 0, 10**30)) != 1", "Sum(Sum(1, (k, 0, 9999)), (j, 0, 9999)) != 1",
    "Sum(sin(k), (k, 1, 19999)) != 1", "binomial(5000, 2500)**5000 != 1", "3**(-10**4) != 0",
    "(" * 150 + "1" + " + 1)" * 150 + " != 1",
])  # fmt: skip
def test_work_is_bounded(text):
    relation, start = parse_proposition(text, {}).relation, process_time()
    for bits in (64, MAX_BITS):
        separated(relation, bits)
    assert process_time() - start < 5


def test_doctests():
    assert doctest.testmod(enclosure).failed == 0
