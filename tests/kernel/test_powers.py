"""Powers: principal; with symbolic integers as exponents, at 0 too; `0^0 = 1`."""

import pytest

from derivations.language.sorts import INTEGER, NATURAL, POSINT, POSITIVE, REAL
from derivations.language.statements import Relation, ne
from derivations.language.terms import Term
from tests.support.notation import I, call, conj, exp, number, sqrt, symbol
from tests.support.scalar_facts import equal, under

z, w = symbol("z"), symbol("w")
x, p = symbol("x", REAL), symbol("p", POSITIVE)
m, n = symbol("m", NATURAL), symbol("n", NATURAL)
i, j, N = symbol("i", INTEGER), symbol("j", INTEGER), symbol("N", POSINT)
ZERO, TWO, THIRD = number(0), number(2), number("1/3")


@pytest.mark.parametrize(
    "left, right, facts",
    [
        (z ** (m + n), z**m * z**n, ()), (z ** (m + 2), z**m * z**2, ()), (z**0, number(1), ()),
        (ZERO**0, number(1), ()), (z ** (i + j), z**i * z**j, (ne(z, 0),)),
        (p ** (i - j), p**i / p**j, ()),
        ((z * w) ** n, z**n * w**n, ()), ((z**m) ** n, z ** (m * n), ()),
        ((-z) ** n, (-number(1)) ** n * z**n, ()), (I ** (2 * n), (-number(1)) ** n, ()),
        ((-number(1)) ** (2 * i), number(1), ()), (exp(z) ** i, exp(i * z), ()),
        (conj(z**n), conj(z) ** n, ()), (TWO ** (n + 1), 2 * TWO**n, ()),
        ((4 * z) ** n, TWO**n * TWO**n * z**n, ()), (TWO**-n, 1 / TWO**n, ()),
        (z ** number("1/2"), sqrt(z), ()), (z ** number("3/2"), z * sqrt(z), ()),
        (p**x, exp(x * call("log", p)), ()), ((p**x) ** 2, p ** (2 * x), ()),
        (TWO ** number("1/3") * TWO ** number("2/3"), TWO, ()),
        ((z**THIRD) ** 3, z, (ne(z, 0),)), (z ** number("4/3"), z * z**THIRD, (ne(z, 0),)),
        (1 / z**THIRD, z ** number("2/3") / z, (ne(z, 0),)),
        (z ** number("1/6") * z**THIRD, sqrt(z), (ne(z, 0),)),
        (conj(z**THIRD) ** 3, conj(z), (ne(z, 0),)),
        ((1 + p) ** THIRD * (1 + p) ** number("2/3"), 1 + p, ()),
    ],
    ids=str,
)  # fmt: skip
def test_laws_of_powers(left: Term, right: Term, facts: tuple[Relation, ...]) -> None:
    assert equal(left, right, *facts)


@pytest.mark.parametrize(
    "left, right",
    [
        (z ** (i + j), z**i * z**j),  # 0^(1-1) = 1
        (z ** (N - 1) * z, z**N + z),
        ((z * w) ** x, z**x * w**x),
        ((z**x) ** 2, z),
        ((z**3) ** THIRD, z),
        ((z**THIRD) ** 3, z),  # unless it is known that z is not 0
        (conj(z**THIRD), conj(z) ** THIRD),  # not on the negative axis
        (z**THIRD * w**THIRD, (z * w) ** THIRD),
        ((x**2) ** number("1/2"), x),
        (ZERO**n, ZERO),
        (I**n, (-number(1)) ** n),
        (z**-1 * z, number(1)),
        (z**n, z**m),
    ],
    ids=str,
)
def test_what_are_no_laws_of_powers(left: Term, right: Term) -> None:
    assert not equal(left, right)


def test_a_natural_power_of_a_natural_is_natural() -> None:
    normalizer = under()
    assert normalizer.algebra.is_natural(normalizer.scalar(N**n))
    assert not normalizer.algebra.is_integer(normalizer.scalar(TWO**i))
