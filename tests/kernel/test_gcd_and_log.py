"""Greatest common divisors by division with whole quotients, and logarithms of positive sums."""

from __future__ import annotations

from itertools import product
from math import gcd

import pytest

from derivations.kernel.context import Context, holds
from derivations.language.sorts import INTEGER, POSINT, REAL
from derivations.language.statements import Proposition, eq
from derivations.language.terms import Substitution
from tests.support.notation import call, div, number, symbol

a, b, k = (symbol(name, INTEGER) for name in "abk")
n, x = symbol("n", POSINT), symbol("x", REAL)


def shown(left, right) -> bool:
    return holds(Context(symbols=frozenset((a, b, k, n, x))), Proposition(eq(left, right)))


def _gcd(p, q):
    return call("gcd", p, q)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (_gcd(a + k * b, b), _gcd(a, b)),
        (_gcd(a * b + a, b), _gcd(a, b)),
        (_gcd(2 * a, 2 * b), 2 * _gcd(a, b)),
        (_gcd(6 * a + 4, 4 * a + 2), 2 * _gcd(3 * a + 2, 2 * a + 1)),
    ],
)
def test_equal_divisors(left, right):
    assert shown(left, right)
    for i, j, m in product(range(-4, 5), repeat=3):
        at = Substitution({a: number(i), b: number(j), k: number(m)})
        assert shown(at(left), at(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (_gcd(a + b, a - b), _gcd(a, b)),
        (_gcd(k * a, k * b), k * _gcd(a, b)),
        (_gcd(2 * a, b), 2 * _gcd(a, b)),
        (_gcd(a * b, b), _gcd(a, b)),
    ],
)
def test_divisors_that_differ(left, right):
    assert not shown(left, right)


def test_divisors_of_numbers():
    for i, j in product(range(-12, 13), repeat=2):
        assert shown(_gcd(number(i), number(j)), number(gcd(i, j)))


def test_logarithms_of_positive_sums():
    log = lambda t: call("log", t)  # noqa: E731
    assert shown(log(div(n + 1, n)), log(n + 1) - log(n))
    assert shown(log(2 * n + 2), log(number(2)) + log(n + 1))
    assert shown(log(n * n + n), log(n) + log(n + 1))
    # Not where a factor may be negative.
    assert not shown(log(x * x + x), log(x) + log(x + 1))
    assert not shown(log(div(a + 1, a)), log(a + 1) - log(a))
