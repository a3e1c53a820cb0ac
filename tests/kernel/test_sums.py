"""Sums and products over ranges: empty when reversed, linear, split, flattened, index-free."""

import pytest

from derivations.language.sorts import INTEGER, NATURAL, POSINT, REAL, family_sort
from derivations.language.statements import Relation, le
from derivations.language.terms import Term
from tests.support.notation import PI, I, exp, number, product, sum_, symbol
from tests.support.scalar_facts import at_least_0, equal

i, j, k, l = (symbol(c, NATURAL) for c in "ijkl")  # noqa: E741
n, m, N, M = symbol("n", INTEGER), symbol("m", INTEGER), symbol("N", POSINT), symbol("M", POSINT)
x, z = symbol("x", REAL), symbol("z")
f, g = (symbol(c, family_sort((INTEGER,), REAL)) for c in "fg")
u = symbol("u", family_sort((INTEGER, INTEGER), REAL))


def total(body: Term | int, *ranges: tuple) -> Term:
    """Nested sums, the first range outermost."""
    term = number(body) if isinstance(body, int) else body
    for over in reversed(ranges):
        term = sum_(term, over)
    return term


SAME: dict[str, tuple[Term, Term]] = {
    "linear": (total(2 * f[k] + x, (k, 1, N)), 2 * total(f[k], (k, 1, N)) + N * x),
    "renamed": (total(f[k], (k, 1, N)), total(f[j], (j, 1, N))),
    "shifted": (total(f[k], (k, 1, N)), total(f[k + 1], (k, 0, N - 1))),
    "split": (
        total(f[k], (k, 1, N + M)), total(f[k], (k, 1, N)) + total(f[N + k], (k, 1, M))
    ),
    "peeled": (total(f[k], (k, 0, N)), total(f[k], (k, 0, N - 1)) + f[N]),
    "unrolled": (total(f[k], (k, 2, 4)), f[2] + f[3] + f[4]),
    "empty": (total(f[k], (k, 0, -1)), number(0)),
    "reversed": (total(f[k], (k, 5, 2)), number(0)),
    "of a constant": (total(x, (k, 0, N)), (N + 1) * x),
    "doubled range": (total(1, (k, 1, 2 * N)), 2 * N),
    "product of sums": (
        total(f[k], (k, 1, N)) * total(g[k], (k, 1, N)), total(f[j] * g[k], (j, 1, N), (k, 1, N))
    ),
    "squared": (total(f[k], (k, 1, N)) ** 2, total(f[j] * f[k], (j, 1, N), (k, 1, N))),
    "reordered": (total(u[j, k], (j, 1, N), (k, 1, M)), total(u[j, k], (k, 1, M), (j, 1, N))),
    "a matrix product": (
        total(u[i, k] * total(u[k, l] * u[l, j], (l, 0, N)), (k, 0, N)),
        total(total(u[i, k] * u[k, l], (k, 0, N)) * u[l, j], (l, 0, N)),
    ),
    "three factors": (
        total(f[i] * f[j] * f[k], (i, 1, N), (j, 1, N), (k, 1, N)), total(f[k], (k, 1, N)) ** 3
    ),
    "triangular, renamed": (
        total(u[j, k], (k, 0, N), (j, 0, k)), total(u[k, j], (j, 0, N), (k, 0, j))
    ),
    "shadowed": (
        total(f[k] * total(g[k], (k, 1, N)), (k, 1, N)),
        total(f[k], (k, 1, N)) * total(g[k], (k, 1, N))
    ),
    "its index outside": (k * total(f[k], (k, 1, k)), k * total(f[j], (j, 1, k))),
    "parity": (total(exp(2 * PI * I * k) * f[k], (k, 1, N)), total(f[k], (k, 1, N))),
    "a product of powers": (product(x**2 * f[k], (k, 1, N)),
        x ** (2 * N) * product(f[k], (k, 1, N))),
    "a product of exponentials": (
        product(exp(z * f[k]), (k, 1, N)), exp(z * total(f[k], (k, 1, N)))
    ),
    "an empty product": (product(f[k], (k, 1, 0)), number(1)),
    "a constant product": (product(x, (k, 1, N)), x**N),
}  # fmt: skip

DIFFERENT: dict[str, tuple[Term, Term]] = {
    "split anywhere": (total(f[k], (k, 0, n)), total(f[k], (k, 0, m)) + total(f[k], (k, m + 1, n))),
    "reversed counted": (total(1, (k, 1, n)), n),
    "peeled from nothing": (total(f[k], (k, 0, n)), total(f[k], (k, 0, n - 1)) + f[n]),
    "product inside": (total(f[k] * g[k], (k, 1, N)),
        total(f[k], (k, 1, N)) * total(g[k], (k, 1, N))),
    "square inside": (total(f[k] ** 2, (k, 1, N)), total(f[k], (k, 1, N)) ** 2),
    "transposed triangle": (
        total(u[j, k], (k, 0, N), (j, 0, k)), total(u[k, j], (k, 0, N), (j, 0, k))
    ),
    "captured": (total(f[k] * total(g[k], (k, 1, N)), (k, 1, N)),
        N * total(f[k] * g[k], (k, 1, N))),
    "exponential of a sum": (total(exp(f[k]), (k, 1, N)), exp(total(f[k], (k, 1, N)))),
    "another range": (total(f[k], (k, 0, N)), total(f[k], (k, 1, N))),
    "a product over any range": (product(x, (k, 1, n)), x**n),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_equal_sums(name: str) -> None:
    assert equal(*SAME[name])


@pytest.mark.parametrize("name", DIFFERENT)
def test_sums_that_differ(name: str) -> None:
    assert not equal(*DIFFERENT[name])


def test_splitting_needs_both_numbers_of_terms_to_be_natural() -> None:
    parts = total(1, (k, 1, n - m)) + total(1, (k, 1, m))
    facts: list[Relation] = [le(0, m), le(m, n)]
    assert equal(total(1, (k, 1, n)), parts, *facts, le(0, n))
    assert not equal(total(1, (k, 1, n)), parts, facts[0])


def test_a_sum_of_what_is_at_least_0_is_at_least_0() -> None:
    assert at_least_0(total(f[k] ** 2, (k, 1, n)))
    assert not at_least_0(total(f[k], (k, 1, n)))


def test_a_power_of_an_inner_sum_is_opened_into_as_many_indices() -> None:
    row = total(u[j, k], (k, 1, N))
    assert equal(total(row**2, (j, 1, N)),
        total(u[j, k] * u[j, i], (j, 1, N), (k, 1, N), (i, 1, N)))
    assert not equal(total(row**2, (j, 1, N)), total(u[j, k] ** 2, (j, 1, N), (k, 1, N)))
