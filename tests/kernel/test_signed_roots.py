"""Roots and logarithms of what is negative, of powers, and of conjugates; floors of constants."""

from __future__ import annotations

import pytest

from derivations.kernel.points import relation_at
from derivations.language.sorts import NEGATIVE, POSITIVE, REAL
from derivations.language.statements import Relation, eq, le, lt, ne
from derivations.language.terms import Term
from tests.support.notation import PI, I, call, conj, exp, number, power, sqrt, symbol
from tests.support.scalar_facts import equal

z = symbol("z")
x, y, p = symbol("x", REAL), symbol("y", REAL), symbol("p", POSITIVE)
m, k = symbol("m", NEGATIVE), symbol("k", NEGATIVE)
THIRD = number("1/3")


def log(a: Term) -> Term:
    return call("log", a)


TRUE: list[tuple[Term, Term, tuple[Relation, ...]]] = [
    (sqrt(m), I * sqrt(-m), ()), (sqrt(m * k), sqrt(-m) * sqrt(-k), ()),
    (sqrt(m * z), sqrt(-m) * sqrt(-z), ()), (sqrt(p / m), -I * sqrt(p) * sqrt(-m) / m, ()),
    (sqrt(x), I * sqrt(-x), (le(x, 0),)), (sqrt(m**3), -I * m * sqrt(-m), ()),
    (log(m), log(-m) + I * PI, ()), (log(m * p), log(-m) + log(p) + I * PI, ()),
    (log(x**2), 2 * log(call("abs", x)), (ne(x, 0),)), (log(m**2), 2 * log(-m), ()),
    (power(m**2, THIRD), power(-m, 2 * THIRD), ()), (call("arg", m), PI, ()),
    (log(z * conj(z)), 2 * log(call("abs", z)), (ne(z, 0),)),
    (exp(conj(log(z)) / 2), conj(sqrt(z)), (ne(z, 0),)),
    (exp(I * call("arg", z) / 2), sqrt(z) / sqrt(call("abs", z)), (ne(z, 0),)),
    (log(1 + I), log(number(2)) / 2 + I * PI / 4, ()),
    (call("arg", -2 - 2 * I), -3 * PI / 4, ()),
    (call("floor", 10**20 * PI), number(314159265358979323846), ()),
    (call("ceiling", -sqrt(number(2))), number(-1), ()),
]  # fmt: skip

FALSE: list[tuple[Term, Term, tuple[Relation, ...]]] = [
    (sqrt(m), -I * sqrt(-m), ()), (sqrt(m * z), sqrt(m) * sqrt(z), ()),
    (sqrt(x), I * sqrt(-x), ()), (sqrt(m * k), sqrt(m) * sqrt(k), ()),
    (log(m), log(-m), ()), (log(m * k), log(m) + log(k), ()), (log(x**2), 2 * log(x), (ne(x, 0),)),
    (log(z**2), 2 * log(call("abs", z)), (ne(z, 0),)),
    (power(m**2, THIRD), power(m, 2 * THIRD), ()),
    (exp(conj(log(z)) / 2), sqrt(conj(z)), (ne(z, 0),)),
    (exp(I * call("arg", z) / 2), sqrt(z / call("abs", z)) * -1, (ne(z, 0),)),
    (log(-1 - I), log(number(2)) / 2 + 5 * I * PI / 4, ()), (call("arg", I - 1), PI / 4, ()),
    (call("floor", 10**20 * PI), number(314159265358979311600), ()),
    (call("floor", PI + x), number(3), ()),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "facts"), TRUE)
def test_equal(left: Term, right: Term, facts: tuple[Relation, ...]) -> None:
    assert equal(left, right, *facts)


@pytest.mark.parametrize(("left", "right", "facts"), FALSE)
def test_not_equal(left: Term, right: Term, facts: tuple[Relation, ...]) -> None:
    assert not equal(left, right, *facts)


def test_what_is_too_small_or_too_large_for_floating_point_is_told_apart() -> None:
    tiny, large = exp(number(-(10**6))), power(1 + power(number(10), -10), 10**10)
    assert relation_at(eq(tiny, 0)) is False
    assert relation_at(eq(call("tanh", number(10**5)), 1)) is False
    assert relation_at(eq(large, exp(number(1)))) is False
    assert relation_at(lt(large, exp(number(1)))) is True
    assert relation_at(eq(call("cosh", tiny), 1)) is not True


def test_a_logarithm_of_nested_quotients_is_not_multiplied_out() -> None:
    """Each denominator that left the logarithm doubled the degree: ten of them took the stack."""
    nested = exp(x)
    for _ in range(12):
        nested = nested + 1 / nested
    assert equal(log(nested), log(nested + 0))
    assert equal(log(p + 1 / p), log(p**2 + 1) - log(p))
