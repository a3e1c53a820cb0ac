"""Values that are tried."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_claim
from derivations.language.sorts import INTEGER, REAL
from derivations.language.statements import eq
from derivations.proving import decide
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import Evaluator
from derivations.search.refutation.special_values import solved, special_values, whole_values
from tests.support.notation import call, div, exp, number, power, sqrt, symbol


def test_values_where_something_vanishes():
    x = symbol("x", REAL)
    assert list(solved(exp(x) - 2, number(0), x)) == [call("log", number(0) - -number(2))]
    relation = eq(call("sign", power(x, 2) - 2), number(1))
    roots = special_values([x], [relation], [])[x]
    assert roots[:2] == (sqrt(number(2)), -sqrt(number(2))) or sqrt(number(2)) in roots


def test_denominators_of_convergents():
    n = symbol("n", INTEGER)
    values = whole_values([eq(call("floor", n * sqrt(number(2))), n)], n)
    assert {1, 2, 5, 12, 29, 70, 169} <= set(values)
    # Not linear in n.
    assert whole_values([eq(call("floor", div(1, n + 1)), n)], n) == []


def test_common_roots_modulo_the_resultant():
    n = symbol("n", INTEGER)
    (value,) = whole_values([eq(call("gcd", n**2 + 1, (n + 1) ** 2 + 1), n)], n)
    assert (value**2 + 1) % 5 == ((value + 1) ** 2 + 1) % 5 == 0


def test_integers_beyond_all_floats_are_not_told_apart_by_floats():
    with pytest.raises(Unknown):
        Evaluator({})(number(10**400))
    with pytest.raises(Unknown):  # at once
        Evaluator({})(call("binomial", number(10**12), number(5 * 10**11)))
    statement = parse_claim("2**n != factorial(n)", ["n: natural"], ["4 <= n"])
    assert decide(statement).kind in ("proved", "undecided")
