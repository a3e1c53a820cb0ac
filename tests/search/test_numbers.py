"""Values that are tried, completed squares, and residuals."""

from __future__ import annotations

import pytest

from derivations.kernel.normal_form import Normalizer
from derivations.language.parser import parse_claim
from derivations.language.sorts import INTEGER, REAL
from derivations.language.statements import eq
from derivations.provers.numeric import Evaluator, Unknown
from derivations.proving import decide
from derivations.search.certificates import sum_of_squares
from derivations.search.special_values import solved, special_values, whole_values
from tests.support.notation import call, div, exp, in_text, number, power, sqrt, symbol


def test_completed_squares():
    x, y = symbol("x", REAL), symbol("y", REAL)
    normalizer = Normalizer()

    def found(term):
        return sum_of_squares(normalizer.algebra, normalizer.scalar(term))

    assert found(x**2 + x + 1) and found(x**2 + 2 * x * y + y**2)
    assert found(x**2 + 2 * x) is None and found(x**2 - y**2) is None


# Values to try


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
    statement = parse_claim("2**n != factorial(n)", ["n: natural"], ["4 <= n"])
    assert decide(statement).kind in ("proved", "undecided")


@pytest.mark.parametrize(
    ("goal", "residual"),
    [
        ("2*cos(2*a) = 2", "2*cos(2*a) - 2"),
        ("sin(x)**2 = 1 - cos(x)", "cos(x) - 1/2 - 1/2*cos(2*x)"), ("(x - 1)*a = 2", "x*a - a - 2"),
    ],
)
def test_residuals_are_written_with_minus_signs(goal, residual):
    verdict = decide(parse_claim(goal, ["a, x: real"]))
    assert verdict.witness is not None
    assert in_text(verdict.witness.residual) == residual
