"""The laws of factorials, binomials, harmonic and Fibonacci numbers, floors: true at values.

The normal form of a term at symbols, evaluated, is the value of the term; at every natural and,
where a law speaks of integers, at negative ones too.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, floor, gcd, prod

import pytest
from hypothesis import given, settings, strategies as st

from derivations.kernel.combinatorics import MAX_SHIFT, law
from derivations.kernel.context import Context, holds
from derivations.kernel.generators import Algebra
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly, from_key
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, le
from derivations.language.terms import Term
from tests.support.notation import call, number, symbol

n = symbol("n", NATURAL)
m = symbol("m", NATURAL)
z = symbol("z", INTEGER)
SYMBOLS = (n, m, z)


def fibonacci(k: int) -> int:
    a, b = 0, 1
    for _ in range(k):
        a, b = b, a + b
    return a


FUNCTIONS = {
    "factorial": factorial,
    "binomial": lambda a, b: prod(range(a - b + 1, a + 1)) // factorial(b) if b >= 0 else 0,
    "fibonacci": fibonacci,
    "harmonic": lambda k: sum((Fraction(1, j) for j in range(1, k + 1)), Fraction(0)),
    "floor": floor, "gcd": gcd,
}


def value(algebra: Algebra, p: Poly, at: dict[str, int]) -> Fraction:
    """The value of a real polynomial in integers and in the functions above."""

    def atom(g: int) -> Fraction:
        key = algebra.atoms[g].key
        if key[0] == "symbol":
            return Fraction(at[key[1]])
        if key[0] == "inv":
            inside = value(algebra, from_key(key[1]), at)
            return 1 / inside if inside else inside
        if key[0] == "sign":
            return Fraction(-1 if all(atom(h) % 2 for h, _ in key[1]) else 1)
        assert key[0] == "call", key
        arguments = [value(algebra, from_key(k), at) for k in key[2]]
        whole = key[1] == "floor"
        return Fraction(FUNCTIONS[key[1]](*(a if whole else int(a) for a in arguments)))

    assert not p.im
    total = Fraction(0)
    for monomial, c in p.re.items():
        term = Fraction(c, p.den)
        for g, e in monomial:
            term *= atom(g) ** e
        total += term
    return total


def normal_value(term: Term, at: dict[str, int], *facts: Relation) -> Fraction:
    context = Context(tuple(map(Proposition, facts)), frozenset(SYMBOLS))
    normalizer = context.normalizer
    return value(normalizer.algebra, normalizer.scalar(term), at)


small = st.integers(0, 6)
shift = st.integers(0, 5)


@pytest.mark.parametrize("head", ["factorial", "harmonic", "fibonacci"])
@given(a=small, b=small, c=shift, twice=st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_values_at_sums_of_naturals(head: str, a: int, b: int, c: int, twice: int) -> None:
    term = call(head, twice * n + m + c)
    found = normal_value(term, {"n": a, "m": b})
    assert found == FUNCTIONS[head](twice * a + b + c)


@given(a=small, b=st.integers(-8, 8), c=shift, d=st.integers(-4, 4))
@settings(max_examples=150, deadline=None)
def test_binomials_of_a_natural_and_an_integer(a: int, b: int, c: int, d: int) -> None:
    term = call("binomial", n + c, z + d)
    assert normal_value(term, {"n": a, "z": b}) == FUNCTIONS["binomial"](a + c, b + d)


@given(a=small, b=st.integers(-8, 8), c=shift, d=st.integers(-4, 4))
@settings(max_examples=150, deadline=None)
def test_binomials_of_an_integer(a: int, b: int, c: int, d: int) -> None:
    """Also of a negative one: for a known lower argument, a negative one, or any."""
    for term, lower in ((number(d), d), (-m - abs(d) - 1, -a - abs(d) - 1), (m, a)):
        found = normal_value(call("binomial", z + c, term), {"z": b, "m": a})
        assert found == FUNCTIONS["binomial"](b + c, lower)


@given(a=small, b=small, c=shift, d=st.integers(-4, 4))
@settings(max_examples=150, deadline=None)
def test_binomials_of_naturals(a: int, b: int, c: int, d: int) -> None:
    for term, place in ((m + d, b + d), (n + d, a + d), (n - m + d, a - b + d)):
        found = normal_value(call("binomial", n + c, term), {"n": a, "m": b})
        assert found == FUNCTIONS["binomial"](a + c, place)


@given(a=small, b=small, c=shift, d=st.integers(-3, 3))
@settings(max_examples=100, deadline=None)
def test_binomials_inside_their_range(a: int, b: int, c: int, d: int) -> None:
    term = call("binomial", n + m + c, m + d)
    assert normal_value(term, {"n": a, "m": b}) == FUNCTIONS["binomial"](a + b + c, b + d)


@given(a=small, b=small, c=shift)
@settings(max_examples=60, deadline=None)
def test_facts_give_the_range(a: int, b: int, c: int) -> None:
    high, low = a + b, a
    at = {"n": high, "m": low}
    for term, expected in (
        (call("binomial", n + c, m), comb(high + c, low)),
        (call("factorial", n - m + c), factorial(high - low + c)),
    ):
        assert normal_value(term, at, le(m, n)) == expected


@given(a=st.integers(-9, 9), p=st.fractions(-3, 3, max_denominator=6),
       q=st.fractions(-3, 3, max_denominator=6))
@settings(max_examples=150, deadline=None)
def test_floors_of_rational_multiples(a: int, p: Fraction, q: Fraction) -> None:
    term = number(p) * z + number(q)
    assert normal_value(call("floor", term), {"z": a}) == floor(p * a + q)
    assert normal_value(call("ceiling", term), {"z": a}) == -floor(-(p * a + q))
    assert normal_value(call("mod", term, 5), {"z": a}) == (p * a + q) % 5


@given(a=st.integers(-9, 9), b=st.integers(0, 9), c=st.integers(-4, 4), d=st.integers(-4, 4))
@settings(max_examples=100, deadline=None)
def test_greatest_common_divisors(a: int, b: int, c: int, d: int) -> None:
    term = call("gcd", c * z + n, d * z + 2 * n + 1)
    assert normal_value(term, {"z": a, "n": b}) == gcd(c * a + b, d * a + 2 * b + 1)


# Identities that the normal form decides


@pytest.mark.parametrize(
    "relation",
    [
        eq(call("factorial", n + 1), (n + 1) * call("factorial", n)),
        eq(call("binomial", n + 1, m + 1), call("binomial", n, m) + call("binomial", n, m + 1)),
        eq(call("binomial", n, z), call("binomial", n, n - z)),
        eq(call("fibonacci", 2 * n),
           call("fibonacci", n) * (2 * call("fibonacci", n + 1) - call("fibonacci", n))),
        eq(call("fibonacci", n + 2) * call("fibonacci", n) - call("fibonacci", n + 1) ** 2,
           -(number(-1) ** n)),
        eq(call("gcd", z, z + 1), 1),
        eq(call("gamma", n + 1), call("factorial", n)),
    ],
)
def test_true_without_induction(relation: Relation) -> None:
    assert holds(Context(symbols=frozenset(SYMBOLS)), Proposition(relation))


# Nothing where the range is not seen


@pytest.mark.parametrize(
    "relation",
    [
        eq(call("factorial", z + 1), (z + 1) * call("factorial", z)),  # not at z = -1
        eq(call("fibonacci", z + 2), call("fibonacci", z + 1) + call("fibonacci", z)),
        eq(call("binomial", z + 1, n + 1), call("binomial", z, n) + call("binomial", z, n + 1)),
        eq(call("gamma", z + 1), z * call("gamma", z)),  # not at z = 0
        eq(call("factorial", n - 1) * n, call("factorial", n)),  # not at n = 0
    ],
)
def test_not_outside_the_naturals(relation: Relation) -> None:
    assert not holds(Context(symbols=frozenset(SYMBOLS)), Proposition(relation))


def test_far_shifts_are_left_alone() -> None:
    algebra = Normalizer().algebra
    place = Normalizer(algebra).scalar(n + (MAX_SHIFT + 5))
    found = law(algebra, "factorial", [place])
    assert found is not None and len(found.re) == 1
