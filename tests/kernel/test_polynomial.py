"""Polynomials over the Gaussian rationals: plain commutative arithmetic."""

from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from derivations.kernel import polynomial as P
from derivations.kernel.polynomial import ONE, ZERO, Poly, TooLarge


def plain(m: P.Monomial) -> None:
    """No relations between generators."""
    return None


def unit_square(m: P.Monomial) -> Poly | None:
    """The generator -1 has square 1."""
    (g, e), *rest = m
    return None if e == 1 else P.monomial((((g, 1),) if e % 2 else ()) + tuple(rest))


few = settings(max_examples=40, deadline=None)

X, Y, S = P.generator(1), P.generator(2), P.generator(-1)

rationals = st.fractions(-4, 4, max_denominator=4)
monomials = st.dictionaries(st.integers(1, 3), st.integers(1, 3), max_size=2).map(
    lambda m: tuple(sorted(m.items()))
)


@st.composite
def polynomials(draw: st.DrawFn) -> Poly:
    parts = [
        P.scale(P.monomial(draw(monomials)), draw(rationals), draw(rationals))
        for _ in range(draw(st.integers(0, 3)))
    ]
    return P.total(parts)


def times(p: Poly, q: Poly) -> Poly:
    return P.times(p, q, plain)


def same(p: Poly, q: Poly) -> bool:
    return P.key(p) == P.key(q)


@few
@given(polynomials(), polynomials(), polynomials())
def test_the_laws_of_a_commutative_ring(p: Poly, q: Poly, r: Poly) -> None:
    assert same(P.plus(p, q), P.plus(q, p))
    assert same(times(p, q), times(q, p))
    assert same(times(times(p, q), r), times(p, times(q, r)))
    assert same(times(p, P.plus(q, r)), P.plus(times(p, q), times(p, r)))
    assert P.plus(p, P.negative(p)).is_zero
    assert same(P.total([p, q, r]), P.plus(P.plus(p, q), r))


@few
@given(polynomials(), st.integers(0, 5))
def test_powers_are_repeated_products(p: Poly, n: int) -> None:
    product = ONE
    for _ in range(n):
        product = times(product, p)
    assert same(P.power(p, n, plain), product)


@few
@given(polynomials())
def test_a_key_gives_the_polynomial_back(p: Poly) -> None:
    assert same(P.from_key(P.key(p)), p)


@few
@given(polynomials(), rationals, rationals)
def test_a_primitive_part_is_that_of_every_multiple(p: Poly, a: Fraction, b: Fraction) -> None:
    (c, d), q = P.primitive(p)
    assert same(P.scale(q, c, d), p)
    if a or b:
        assert same(P.primitive(P.scale(p, a, b))[1], q)


def test_zero_has_one_key() -> None:
    assert P.key(P.scale(X, 0)) == P.key(ZERO) == P.key(P.plus(X, P.negative(X)))


def test_i_squared_is_minus_one() -> None:
    assert times(P.IMAGINARY, P.IMAGINARY).rational() == -1


def test_the_relations_of_special_generators_are_applied() -> None:
    square = P.times(P.plus(S, X), P.plus(S, X), unit_square)
    assert same(square, P.total([ONE, P.scale(times(S, X), 2), times(X, X)]))


def test_what_is_too_large_is_not_computed() -> None:
    with pytest.raises(TooLarge, match="coefficients of more than 200000 bits"):
        P.power(P.constant(3), 10**6, plain)
    with pytest.raises(TooLarge, match="more than 200000 monomials"):
        P.settle({((g, 1),): 1 for g in range(1, 200_002)}, {}, 1, plain)
