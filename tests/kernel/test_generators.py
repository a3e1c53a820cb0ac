"""What is known of atoms and polynomials: real, integer, signs, not zero; inverses; conjugates."""

import pytest

from derivations.kernel import polynomial as P
from derivations.kernel.atoms import Table
from derivations.kernel.generators import Algebra
from derivations.language.sorts import INTEGER, NATURAL, POSINT, POSITIVE, REAL
from derivations.language.statements import le, lt, ne
from derivations.language.terms import Term
from tests.support.notation import conj, exp, sqrt, sum_, symbol
from tests.support.scalar_facts import at_least_0, equal, nonzero, positive, under

z, w = symbol("z"), symbol("w")
x, y = symbol("x", REAL), symbol("y", REAL)
p, n, m = symbol("p", POSITIVE), symbol("n", POSINT), symbol("m", NATURAL)
i, k = symbol("i", INTEGER), symbol("k", NATURAL)


# The table


def test_an_atom_has_one_number() -> None:
    table = Table()
    assert table.atom(("a",)) == table.atom(("a",)) != table.atom(("b",))
    assert table.atom(("s",), special=True) < 0 < table.atom(("c",))


def test_an_atom_depends_on_the_binders_that_are_open_inside_it() -> None:
    algebra = Algebra()
    level = algebra.level(algebra.fresh_level())
    inside = algebra.call("floor", [P.generator(level)])
    assert algebra.levels(inside) == algebra.atoms[level].levels


# Inverses: `x · inv x = 1` needs x ≠ 0


def test_inverses_cancel_where_something_is_known_to_be_nonzero() -> None:
    assert equal(p / p, 1)
    assert equal(n / (n + 1) * (n + 1), n)
    assert equal(exp(z) / exp(z), 1)
    assert equal(z / z, 1, ne(z, 0))
    assert equal((z + w) / (2 * z + 2 * w), 1 / (n / n + 1), ne(z + w, 0))


def test_inverses_do_not_cancel_by_themselves() -> None:
    assert not equal(z / z, 1)
    assert not equal(m / m, 1)
    assert not equal(z / z, 1, ne(z + w, 0))


def test_inverses_commute_with_products_and_conjugation() -> None:
    assert equal(1 / (z * w), (1 / z) * (1 / w))
    assert equal(1 / (1 / z), z)
    assert equal(conj(1 / (1 + z)), 1 / (1 + conj(z)))
    assert not equal(1 / (z + w), 1 / z + 1 / w)


# Not zero

NONZERO: list[tuple[Term, tuple]] = [
    (p, ()), (n, ()), (exp(z), ()), (1 + x**2, ()), (1 + z * conj(z), ()), (-n - m, ()),
    (z * w, (ne(z, 0), ne(w, 0))), (z, (ne(z * w, 0),)), (conj(z), (ne(z, 0),)),
    (x, (lt(0, x),)), (sqrt(z), (ne(z, 0),)), (z, (ne(sqrt(z), 0),)), (2 * z - 2 * w, (ne(w, z),)),
]  # fmt: skip
PERHAPS_ZERO: list[tuple[Term, tuple]] = [
    (m, ()), (x, ()), (x**2, ()), (1 + z**2, ()), (n - 1, ()), (x, (le(0, x),)),
    (z + w, (ne(z, 0), ne(w, 0))), (z, (ne(z + w, 0),)), (i, (ne(m, 0),)),
]  # fmt: skip


@pytest.mark.parametrize("term, facts", NONZERO, ids=str)
def test_what_is_not_zero(term: Term, facts: tuple) -> None:
    assert nonzero(term, *facts)


@pytest.mark.parametrize("term, facts", PERHAPS_ZERO, ids=str)
def test_what_may_be_zero(term: Term, facts: tuple) -> None:
    assert not nonzero(term, *facts)


# Signs

AT_LEAST_0: list[tuple[Term, tuple]] = [
    (m, ()), (x**2, ()), (z * conj(z), ()), (n - 1, ()), (x**2 + 2 * m, ()), (exp(x), ()),
    (sum_(k**2, (k, 0, n)), ()), (x, (le(0, x),)), (x - y, (le(y, x),)), (1 - x, (lt(x, 1),)),
]  # fmt: skip
PERHAPS_NEGATIVE: list[tuple[Term, tuple]] = [
    (x, ()), (z**2, ()), (i, ()), (m - 1, ()), (n - 2, ()), (exp(z), ()), (x * y, ()),
    (sum_(k - 1, (k, 0, n)), ()), (y, (le(0, x),)), (x * y, (le(0, x + y),)),
]  # fmt: skip


@pytest.mark.parametrize("term, facts", AT_LEAST_0, ids=str)
def test_what_is_at_least_0(term: Term, facts: tuple) -> None:
    assert at_least_0(term, *facts)


@pytest.mark.parametrize("term, facts", PERHAPS_NEGATIVE, ids=str)
def test_what_may_be_negative_or_not_real(term: Term, facts: tuple) -> None:
    assert not at_least_0(term, *facts)


def test_a_sum_with_a_positive_part_is_positive() -> None:
    assert positive(1 + x**2) and positive(p + m) and positive(n)
    assert not positive(x**2) and not positive(n - 1)


# Real, integer, conjugates


@pytest.mark.parametrize(
    "term, real, integer",
    [
        (x, True, False), (z, False, False), (z + conj(z), True, False), (n * i - 3, True, True),
        (n / 2, True, False), (m**2 * i, True, True), (1 / n, True, False), (exp(x), True, False),
        (z * conj(z), True, False), (sqrt(p), True, False), (sqrt(x), False, False),
    ],
    ids=str,
)  # fmt: skip
def test_reality_and_integrality(term: Term, real: bool, integer: bool) -> None:
    normalizer = under()
    value = normalizer.scalar(term)
    assert normalizer.algebra.is_real(value) == real
    assert normalizer.algebra.is_integer(value) == integer


def test_conjugation_keeps_order_zero_and_undoes_itself() -> None:
    assert equal(conj(z * w + x), conj(z) * conj(w) + x)
    assert equal(conj(conj(z)), z)
    assert not equal(conj(z), z)
    assert not equal(conj(sqrt(x)), sqrt(x))
