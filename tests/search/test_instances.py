"""Instances of quantified hypotheses at the ends of ranges: powers from recurrences."""

from __future__ import annotations

from derivations.language.sorts import (
    NATURAL,
    POSINT,
    POSITIVE,
    REAL,
    family_sort,
    matrix_sort,
)
from derivations.language.statements import eq, forall, ne
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


def test_an_index_is_solved_for_the_variable_whatever_its_factor() -> None:
    s, q, x, y = symbol("s", POSITIVE), symbol("q", REAL), symbol("x", REAL), symbol("y", REAL)
    f, g = (symbol(n, family_sort((REAL,), REAL)) for n in "fg")
    shifted = forall(y, eq(f[s * (y + q)], f[s * y]))
    assert prove(eq(f[x + s * q], f[x]), [shifted]).kind == "proved"
    assert prove(eq(f[x + 2 * s * q], g[x]), [shifted]).kind != "proved"
    odd = forall(u, eq(f[2 * u + 1], u))
    assert prove(eq(f[2 * t + 3], t + 1), [odd]).kind == "proved"


def test_what_differs_for_all_values_differs_where_the_goal_asks() -> None:
    x, y = symbol("x", REAL), symbol("y", REAL)
    f = symbol("f", family_sort((REAL,), REAL))
    goal = ne(f[x + 3], f[x + 2])
    assert prove(goal, [forall(y, ne(f[y + 1], f[y]))]).kind == "proved"
