"""Principal square roots and absolute values: `s² = e`, `|z|² = z conj(z)`."""

import pytest

from derivations.language.sorts import NONNEGATIVE, POSITIVE, REAL
from derivations.language.statements import le, ne
from derivations.language.terms import Term
from tests.support.notation import I, call, conj, exp, number, sqrt, symbol
from tests.support.scalar_facts import at_least_0, equal

z, w = symbol("z"), symbol("w")
x, y = symbol("x", REAL), symbol("y", REAL)
p, q = symbol("p", POSITIVE), symbol("q", NONNEGATIVE)


def size(a: Term) -> Term:
    return call("abs", a)


@pytest.mark.parametrize(
    "left, right",
    [
        (sqrt(z) ** 2, z), (sqrt(z) ** 5, z**2 * sqrt(z)), (sqrt(x**2), size(x)), (sqrt(q**2), q),
        (sqrt(z * conj(z)), size(z)), (sqrt(p * z), sqrt(p) * sqrt(z)), (sqrt(4 * z), 2 * sqrt(z)),
        (sqrt(number(12)), 2 * sqrt(number(3))), (sqrt(number("1/2")), sqrt(number(2)) / 2),
        (sqrt(number(-4)), 2 * I), (sqrt(3 + 4 * I), 2 + I), (sqrt(3 - 4 * I), 2 - I),
        (sqrt(exp(x)), exp(x / 2)), (sqrt(number(2) ** number("1/3")), number(2) ** number("1/6")),
        (sqrt(p) / p, 1 / sqrt(p)),
    ],
    ids=str,
)  # fmt: skip
def test_square_roots(left: Term, right: Term) -> None:
    assert equal(left, right)


@pytest.mark.parametrize(
    "left, right",
    [
        (sqrt(z**2), z), (sqrt(x**2), x), (sqrt(x * y), sqrt(x) * sqrt(y)), (sqrt(-z), I * sqrt(z)),
        (sqrt(1 / z), 1 / sqrt(z)), (sqrt(exp(z)), exp(z / 2)), (sqrt(x**3), x * sqrt(x)),
        (conj(sqrt(x)), sqrt(x)), (sqrt(number(2)), sqrt(number(3))),
    ],
    ids=str,
)  # fmt: skip
def test_branches_are_kept(left: Term, right: Term) -> None:
    assert not equal(left, right)


def test_roots_are_real_only_where_the_radicand_is_seen_to_be_at_least_0() -> None:
    assert at_least_0(sqrt(q)) and at_least_0(sqrt(x), le(0, x))
    assert not at_least_0(sqrt(x)) and not at_least_0(sqrt(z), ne(z, 0))


@pytest.mark.parametrize(
    "left, right",
    [
        (size(z) ** 2, z * conj(z)), (size(z * w), size(z) * size(w)), (size(-z), size(z)),
        (size(conj(z)), size(z)), (size(p), p), (size(-p), p), (size(1 / z), 1 / size(z)),
        (size(exp(I * x)), 1), (size(exp(z)), exp((z + conj(z)) / 2)), (size(3 - 4 * I), number(5)),
        (size(z + 2 * conj(w)), size(conj(z) + 2 * w)), (size(x) ** 2, x**2),
        (size(1 + exp(I * x)), size(1 + exp(-I * x))), (size(sqrt(x)) ** 2, size(x)),
    ],
    ids=str,
)  # fmt: skip
def test_absolute_values(left: Term, right: Term) -> None:
    assert equal(left, right)


@pytest.mark.parametrize(
    "left, right",
    [
        (size(z), z), (size(x), x), (size(z), size(w)), (size(z + w), size(z) + size(w)),
        (size(1 + exp(I * z)), size(1 + exp(I * conj(z)))), (size(z + 2 * w), size(2 * z + w)),
        (size(exp(z)), 1),
    ],
    ids=str,
)  # fmt: skip
def test_absolute_values_that_differ(left: Term, right: Term) -> None:
    assert not equal(left, right)
