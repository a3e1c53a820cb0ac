"""Facts: what is taken as known, what follows at once, which terms are of a sort."""

import pytest

from derivations.kernel.context import Context, apart, belongs, holds, premises
from derivations.language.sorts import (
    COMPLEX, INTEGER, NATURAL, NEGATIVE, NONNEGATIVE, POSINT, POSITIVE, REAL, Sort, family_sort,
)
from derivations.language.statements import Proposition, eq, forall, le, lt, ne, statement
from derivations.language.terms import Term
from tests.support.notation import I, call, exp, function, number, sqrt, symbol

z, x, y = symbol("z"), symbol("x", REAL), symbol("y", REAL)
p, q = symbol("p", POSITIVE), symbol("q", NONNEGATIVE)
i, m, n = symbol("i", INTEGER), symbol("m", NATURAL), symbol("n", POSINT)
k, k1 = symbol("k", NATURAL), symbol("k1", NATURAL)
SYMBOLS = frozenset({z, x, y, p, q, i, m, n})


def context(*facts: Proposition) -> Context:
    return Context(facts, SYMBOLS)


def known(*relations) -> Context:
    return context(*map(Proposition, relations))


def test_plain_facts_are_known_and_quantified_ones_are_not() -> None:
    assert holds(known(ne(z, 0)), Proposition(ne(2 * z, 0)))
    assert not holds(context(forall(k, ne(z - k, 0))), Proposition(ne(z, 0)))
    assert not holds(context(Proposition(ne(z, 0), (), (lt(0, x),))), Proposition(ne(z, 0)))


def test_an_ignored_fact_is_not_known() -> None:
    facts = (Proposition(ne(z, 0)),)
    assert not holds(Context(facts, SYMBOLS, frozenset({0})), Proposition(ne(z, 0)))


def test_guards_are_known_inside_their_proposition_only() -> None:
    assert holds(context(), forall(k, ne(k, 0), le(1, k)))
    assert not holds(context(), forall(k, ne(k, 0), le(0, k)))


def test_a_variable_is_not_a_symbol_of_its_name() -> None:
    m_is_positive = known(lt(0, m))
    assert holds(m_is_positive, Proposition(ne(m, 0)))
    assert not holds(m_is_positive, forall(m, ne(m, 0)))


def test_variables_are_renamed_apart_from_everything_in_the_proposition() -> None:
    proposition = forall((m, symbol("m1", NATURAL)), eq(m, 0), eq(m, symbol("m1", NATURAL)))
    renamed = apart(proposition, context())
    assert [v.name for v in renamed.variables] == ["m2", "m1"]
    assert str(renamed.guards[0]) == "m2 == m1"


def test_what_makes_hypotheses_defined_is_a_premise_or_a_guard() -> None:
    facts = premises(statement(eq(z, z), [eq(1 / z, 2), forall(k, eq(1 / (k - z), k))]))
    assert [str(f) for f in facts[2:]] == ["z != 0"]
    assert [str(g) for g in facts[1].guards] == ["k - z != 0"]


BELONGS: list[tuple[Term, Sort, bool]] = [
    (x + I, COMPLEX, True), (x**2 + 1, REAL, True), (x * I, REAL, False), (z, REAL, False),
    (i * n - 3, INTEGER, True), (n / 2, INTEGER, False), (call("floor", x), INTEGER, True),
    (m + 2 * n, NATURAL, True), (n - 1, NATURAL, True), (m - 1, NATURAL, False),
    (i**2, NATURAL, True), (n, POSINT, True), (m + 1, POSINT, True), (m, POSINT, False),
    (n - 1, POSINT, False), (p + q, POSITIVE, True), (q, POSITIVE, False), (exp(x), POSITIVE, True),
    (exp(z), POSITIVE, False), (x**2, NONNEGATIVE, True), (sqrt(q), NONNEGATIVE, True),
    (sqrt(x), NONNEGATIVE, False), (-p, NEGATIVE, True), (-q, NEGATIVE, False),
    (number("-1/2"), NEGATIVE, True), (number(0), NATURAL, True), (number(0), POSINT, False),
    (number("1/2"), INTEGER, False),
]  # fmt: skip


@pytest.mark.parametrize("term, sort, expected", BELONGS, ids=str)
def test_terms_of_a_sort(term: Term, sort: Sort, expected: bool) -> None:
    assert belongs(context(), term, sort) == expected


def test_facts_say_what_sort_a_term_is_of() -> None:
    assert belongs(known(lt(0, x)), x, POSITIVE)
    assert belongs(known(le(1, i)), i, POSINT)
    assert not belongs(known(le(0, i)), i, POSINT)


def test_a_function_belongs_to_a_family_by_its_values() -> None:
    sort = family_sort((NATURAL,), POSITIVE)
    assert belongs(context(), function((k,), k + 1), sort)
    assert not belongs(context(), function((k,), k), sort)
    assert not belongs(context(), function((symbol("k", INTEGER),), number(1)), sort)
    assert not belongs(context(), function((m,), m + 1), sort)  # m is taken
