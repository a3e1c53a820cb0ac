"""What must hold for a term to have a value, for every subterm and under its binders."""

import pytest

from derivations.kernel.context import Context, holds
from derivations.kernel.definedness import obligations
from derivations.kernel.normal_form import Normalizer
from derivations.language.sorts import (
    INTEGER,
    NATURAL,
    POSINT,
    POSITIVE,
    REAL,
    family_sort,
    matrix_sort,
)
from derivations.language.statements import Proposition, Relation, eq, le, ne
from derivations.language.terms import Term
from tests.support.notation import call, cos, in_text, number, sqrt, sum_, symbol

z, x, p = symbol("z"), symbol("x", REAL), symbol("p", POSITIVE)
i, m, n = symbol("i", INTEGER), symbol("m", NATURAL), symbol("n", POSINT)
k = symbol("k", NATURAL)
f = symbol("f", family_sort((POSINT,), REAL))
h = symbol("h", family_sort((REAL,), REAL))
A = symbol("A", matrix_sort(n, n))


def needs(term: Term) -> list[str]:
    """Everything that the term needs, also what holds at once."""
    return [in_text(need) for need in obligations((eq(term, term),), Normalizer())]


def open_needs(term: Term, *facts: Relation) -> list[str]:
    """What does not follow at once."""
    symbols = term_symbols(term)
    context = Context(tuple(map(Proposition, facts)), symbols)
    needs = context.obligations((Proposition(eq(term, term)),))
    return [in_text(n) for n in needs if not holds(context, n)]


def term_symbols(term: Term) -> frozenset[Term]:
    return eq(term, term).free()


NEEDS: list[tuple[Term, list[str]]] = [
    (1 / z, ["z != 0"]), (z / (1 / z), ["z != 0", "1/z != 0"]), (z**2, []), (z**m, []),
    (z**-1, ["z != 0"]), (z**i, ["z != 0"]), (sqrt(z), []), (z ** number("3/2"), []),
    (z ** number("1/3"), ["z != 0"]), (call("log", z), ["z != 0"]), (call("arg", z), ["z != 0"]),
    (call("tan", z), ["cos(z) != 0"]), (call("cot", z), ["sin(z) != 0"]),
    (call("sech", z), ["cosh(z) != 0"]), (call("coth", z), ["sinh(z) != 0"]),
    (call("atan", z), ["1 + z**2 != 0"]), (call("acot", z), ["1 + z**2 != 0"]),
    (call("asin", z), []), (call("atan2", z, x), ["im(z) == 0", "z**2 + x**2 != 0"]),
    (call("floor", z), ["im(z) == 0"]), (call("floor", x), []), (call("mod", x, i), ["i != 0"]),
    (call("max", z, x), ["im(z) == 0"]), (call("factorial", x), ["floor(x) == x", "0 <= x"]),
    (call("binomial", i, i), ["floor(i) == i", "floor(i) == i"]),
    (call("gamma", z), ["z + k != 0 for all k: natural"]), (f[i], ["1 <= i"]),
    (h[z], ["im(z) == 0"]), (A[i, 0], ["0 <= i", "i < n"]),
    (call("det", call("inv", A)), ["det(A) != 0"]),
    (sum_(1 / (k - z), (k, 0, n)), ["k - z != 0 for all k: natural with 0 <= k and k <= n"]),
    (sum_(k, (k, 0, n)), []),
]


@pytest.mark.parametrize("term, expected", NEEDS, ids=str)
def test_needs(term: Term, expected: list[str]) -> None:
    assert needs(term) == list(dict.fromkeys(expected))


def test_an_order_relation_needs_real_sides() -> None:
    assert [in_text(n) for n in obligations((le(z, x),), Normalizer())] == ["im(z) == 0"]
    assert obligations((le(0, x**2),), Normalizer()) == []


def test_needs_that_the_hypotheses_settle() -> None:
    assert open_needs(1 / p) == []
    assert open_needs(1 / (1 + x**2)) == []
    assert open_needs(1 / z, ne(z, 0)) == []
    assert open_needs(call("tan", x), ne(cos(x), 0)) == []
    assert open_needs(f[n]) == []
    assert open_needs(call("atan", x)) == []


def test_needs_that_they_do_not_settle() -> None:
    assert open_needs(1 / z, ne(z + 1, 0)) == ["z != 0"]
    assert open_needs(f[m]) == ["1 <= m"]
    assert open_needs(1 / m, le(0, m)) == ["m != 0"]


def test_guards_of_a_binder_help_inside_it() -> None:
    assert open_needs(sum_(1 / k, (k, 1, n))) == []
    assert open_needs(sum_(f[k], (k, 1, n))) == []
    assert open_needs(sum_(1 / k, (k, 0, n))) == [
        "k != 0 for all k: natural with 0 <= k and k <= n"
    ]


def test_nested_binders_keep_their_indices_apart() -> None:
    j = symbol("j", NATURAL)
    inner = sum_(1 / (k + j), (k, 0, j))
    assert open_needs(sum_(inner, (j, 1, n))) == []
    assert needs(sum_(sum_(1 / k, (k, 1, k)), (k, 1, n))) == [
        "k1 != 0 for all k, k1: natural with 1 <= k and k <= n and 1 <= k1 and k1 <= k"
    ]
