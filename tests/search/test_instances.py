"""Instances of quantified hypotheses at the ends of ranges: powers from recurrences."""

from __future__ import annotations

from derivations.language.sorts import NATURAL, POSINT, family_sort, matrix_sort
from derivations.language.statements import eq, forall
from derivations.proving import prove
from tests.support.notation import adjoint, power, product, symbol

d = symbol("d", POSINT)
t = symbol("t", NATURAL)
u = symbol("u", NATURAL)
v = symbol("u", POSINT)
step = symbol("Theta", matrix_sort(d, d))
V = symbol("V", family_sort((NATURAL,), matrix_sort(d, d)))
U = symbol("U", family_sort((NATURAL,), matrix_sort(d, d, "unitary")))


def test_a_product_of_equal_factors() -> None:
    goal = eq(product(V[u], (u, 1, t)), power(step, t))
    assert prove(goal, [forall(u, eq(V[u], step))]).kind == "proved"


def test_a_product_of_equal_relative_steps() -> None:
    goal = eq(product(adjoint(U[v - 1]) * U[v], (v, 1, t)), power(step, t))
    same = forall(v, eq(adjoint(U[v - 1]) * U[v], step))
    assert prove(goal, [same]).kind == "proved"


def test_one_factor_more() -> None:
    goal = eq(product(V[u], (u, 0, t)), power(step, t))
    assert prove(goal, [forall(u, eq(V[u], step))]).kind == "refuted"
