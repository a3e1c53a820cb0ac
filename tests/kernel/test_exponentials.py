"""Exponentials, sines and cosines as Laurent monomials; roots of unity; parities."""

from fractions import Fraction
from math import gcd

from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.kernel.roots_of_unity import cyclotomic
from derivations.language.sorts import INTEGER, NATURAL, POSITIVE, REAL
from derivations.language.terms import Term
from tests.support.notation import PI, I, call, conj, cos, exp, number, sin, symbol
from tests.support.scalar_facts import equal

z, w = symbol("z"), symbol("w")
x, y, p = symbol("x", REAL), symbol("y", REAL), symbol("p", POSITIVE)
n, m = symbol("n", INTEGER), symbol("m", NATURAL)


def turn(a: int | str | Fraction) -> Term:
    return exp(I * PI * number(a))


# Exponentials and what is made of them


def test_exponents_add() -> None:
    assert equal(exp(z + w), exp(z) * exp(w))
    assert equal(exp(z / 2) ** 2, exp(z))
    assert equal(exp(z) * exp(-z), 1)
    assert not equal(exp(z * w), exp(z) * exp(w))


def test_trigonometric_identities() -> None:
    assert equal(sin(z + w), sin(z) * cos(w) + cos(z) * sin(w))
    assert equal(sin(z) ** 2 + cos(z) ** 2, 1)
    assert equal(cos(3 * z), 4 * cos(z) ** 3 - 3 * cos(z))
    assert equal(call("cosh", z), cos(I * z))
    assert equal(call("tanh", z) * call("cosh", z), call("sinh", z)) is False  # cosh may be 0
    assert not equal(sin(z + w), sin(z) + sin(w))


def test_conjugates_of_exponentials_have_conjugate_exponents() -> None:
    assert equal(conj(exp(I * x)), exp(-I * x))
    assert equal(conj(exp(I * z)), exp(-I * conj(z)))
    assert not equal(conj(exp(I * z)), exp(-I * z))


# Rational multiples of π


def test_roots_of_unity_at_small_orders() -> None:
    assert equal(turn(1), -1)
    assert equal(turn("1/2"), I)
    assert equal(cos(PI / 3), number("1/2"))
    assert equal(turn("1/3") ** 3, -1)
    assert equal(cos(PI / 5) - cos(2 * PI / 5), number("1/2"))
    assert not equal(turn("1/3"), -turn("1/5"))


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 40), st.integers(1, 40))
def test_roots_of_unity_add_up_to_zero(order: int, step: int) -> None:
    total = sum((turn(Fraction(2 * step * k, order)) for k in range(order)), number(0))
    assert equal(total, order if step % order == 0 else 0)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 60))
def test_a_cyclotomic_polynomial_has_the_primitive_roots(n: int) -> None:
    assert len(cyclotomic(n)) - 1 == sum(gcd(k, n) == 1 for k in range(1, n + 1))
    assert cyclotomic(n)[-1] == 1


# Integer multiples of π


def test_turns_by_integers_count_modulo_2() -> None:
    assert equal(exp(2 * PI * I * n), 1)
    assert equal(exp(PI * I * n), (-number(1)) ** n)
    assert equal(exp(PI * I * n**2), exp(PI * I * n))
    assert equal(exp(PI * I * n / 2) ** 4, 1)
    assert equal(cos(PI * n) ** 2, 1)
    assert equal(exp(PI * I * (n + m) / 3), exp(PI * I * n / 3) * exp(PI * I * m / 3))


def test_other_turns_do_not() -> None:
    assert not equal(exp(2 * PI * I * x), 1)
    assert not equal(exp(PI * I * n), 1)
    assert not equal(exp(PI * I * n / 2), exp(PI * I * n**2 / 2))
    assert not equal(exp(2 * PI * n), 1)


# Exponentials of logarithms


def test_exponentials_undo_logarithms_of_what_is_not_zero() -> None:
    assert equal(exp(call("log", p)), p)
    assert equal(exp(3 * call("log", p)), p**3)
    assert equal(exp(call("log", number(2)) / 2), number(2) ** number("1/2"))
    assert equal(exp(call("log", number(12)) / 3) ** 3, 12)
    assert not equal(exp(call("log", z)), z)  # log 0 = 0
