"""Polynomials over the Gaussian rationals: commutative arithmetic, and e^{iπ} to a rational."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from derivations.kernel import polynomial as P
from derivations.kernel.polynomial import ONE, TURN, ZERO, Poly, TooLarge, times

few = settings(max_examples=40, deadline=None)
X = P.generator(1)
rationals = st.fractions(-4, 4, max_denominator=4)
monomials = st.dictionaries(st.integers(1, 3), st.integers(1, 3), max_size=2).map(
    lambda m: tuple(sorted(m.items()))
)
turns = st.fractions(-3, 3, max_denominator=6).map(lambda e: P.monomial(((TURN, e),)))


@st.composite
def polynomials(draw: st.DrawFn) -> Poly:
    parts = [
        P.scale(times(P.monomial(draw(monomials)), draw(turns)), draw(rationals), draw(rationals))
        for _ in range(draw(st.integers(0, 3)))
    ]
    return P.total(parts)


@few
@given(polynomials(), polynomials(), polynomials())
def test_the_laws_of_a_commutative_ring(p: Poly, q: Poly, r: Poly) -> None:
    assert P.plus(p, q) == P.plus(q, p)
    assert times(p, q) == times(q, p)
    assert times(times(p, q), r) == times(p, times(q, r))
    assert times(p, P.plus(q, r)) == P.plus(times(p, q), times(p, r))
    assert P.minus(p, p).is_zero and times(p, ONE) == p and times(p, ZERO).is_zero
    assert P.total([p, q, r]) == P.plus(P.plus(p, q), r)


@few
@given(polynomials(), st.integers(0, 5))
def test_powers_are_repeated_products(p: Poly, n: int) -> None:
    product = ONE
    for _ in range(n):
        product = times(product, p)
    assert P.power(p, n) == product


@few
@given(polynomials())
def test_equal_polynomials_have_one_key(p: Poly) -> None:
    again = P.scale(P.scale(p, Fraction(2, 3)), Fraction(3, 2))
    assert again == p and hash(again) == hash(p) and again.key == p.key
    assert P.plus(p, ONE) != p


@few
@given(polynomials(), rationals, rationals)
def test_a_primitive_part_is_that_of_every_multiple(p: Poly, a: Fraction, b: Fraction) -> None:
    (c, d), q = P.primitive(p)
    assert P.scale(q, c, d) == p
    if a or b:
        assert P.primitive(P.scale(p, a, b))[1] == q


@few
@given(st.integers(1, 12), st.integers(-30, 30))
def test_turns_are_roots_of_unity(n: int, k: int) -> None:
    root = P.monomial(((TURN, Fraction(2, n)),))
    assert P.power(root, n).rational() == 1
    turn = P.monomial(((TURN, Fraction(k, 2)),))
    assert turn.constant() == ((1, 0), (0, 1), (-1, 0), (0, -1))[k % 4]


def test_constants() -> None:
    assert P.constant(Fraction(1, 2), Fraction(2, 3)).constant() == (Fraction(1, 2), Fraction(2, 3))
    assert times(P.IMAGINARY, P.IMAGINARY).rational() == -1
    assert P.IMAGINARY.rational() is None and X.constant() is None
    assert P.scale(X, 0) == ZERO == P.minus(X, X)


def test_what_is_too_large_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLarge, match="more than 200000 bits"):
        P.power(P.constant(3), 10**6)
    many = P.total(P.generator(g) for g in range(1, 1_001))
    with pytest.raises(TooLarge, match="more than 500000 products"):
        times(many, many)
    P.restart()
    monkeypatch.setattr(P, "MAX_STEPS", 10_000)
    with pytest.raises(TooLarge, match="more than 10000 steps"):
        while True:
            times(P.plus(X, ONE), X)
    P.restart()
    assert P._steps == 0
