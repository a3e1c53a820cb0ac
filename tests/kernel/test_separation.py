"""Separation bounds: zero is seen, and nothing else is taken for it."""

from __future__ import annotations

from random import Random

import pytest

from derivations.kernel.enclosure import certainly_differ
from derivations.kernel.separation import NotAlgebraic, is_zero, separation
from derivations.language.sorts import REAL
from derivations.language.terms import (
    PI,
    ZERO,
    I,
    Term,
    call,
    conj,
    cos,
    exp,
    mul,
    number,
    sin,
    sqrt,
    symbol,
)


def root(n: int) -> Term:
    return sqrt(number(n))


ZEROS = [
    sqrt(5 + 2 * root(6)) - root(2) - root(3),
    sqrt(14 + 3 * sqrt(3 + 2 * sqrt(5 - 12 * sqrt(3 - 2 * root(2))))) - 3 - root(2),
    cos(PI / 7) - cos(2 * PI / 7) + cos(3 * PI / 7) - number("1/2"),
    call("tan", PI / 8) - root(2) + 1,
    sin(PI / 10) - (root(5) - 1) / 4,
    exp(mul(I, PI) / 4) - (1 + I) / root(2),
    number(-1) ** number("1/3") - (1 + I * root(3)) / 2,
    sqrt(3 + 4 * I) - 2 - I,
    call("abs", 3 + 4 * I) - 5,
    sqrt(1 + I) * conj(sqrt(1 + I)) - root(2),
    1 / (root(3) - root(2)) - root(3) - root(2),
]


@pytest.mark.parametrize("term", ZEROS, ids=str)
def test_zero_is_seen(term: Term) -> None:
    assert is_zero(term)


@pytest.mark.parametrize("term", ZEROS, ids=str)
def test_what_is_nearly_zero_is_not(term: Term) -> None:
    assert not is_zero(term + number(f"1/1{'0' * 80}"))


def test_only_algebraic_numbers() -> None:
    x, one = symbol("x", REAL), number(1)
    for term in (PI - PI, exp(one), x, call("log", number(2)), cos(one)):
        with pytest.raises(NotAlgebraic):
            separation(term)
        assert not is_zero(term)


def test_undefined_is_not_zero() -> None:
    assert not is_zero(number(1) / (root(2) - root(2)))


@pytest.mark.parametrize("seed", range(8))
def test_random_radicals_are_never_both_zero_and_different(seed: int) -> None:
    random = Random(seed)

    def term(depth: int) -> Term:
        if depth == 0:
            return number(random.randint(-6, 6))
        match random.randrange(5):
            case 0:
                return term(depth - 1) + term(depth - 1)
            case 1:
                return term(depth - 1) * term(depth - 1)
            case 2:
                return term(depth - 1) - term(depth - 1)
            case 3:
                return term(depth - 1) / random.randint(1, 5)
        return sqrt(term(depth - 1))

    for _ in range(20):
        a = term(3)
        assert not (is_zero(a) and certainly_differ(a, ZERO))
