"""That something is not zero: it divides, its denominators cleared, what is known not to be."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_statement
from derivations.proving import decide


def kind(equation: str, *given: str) -> str:
    left, right = equation.split(" == ")
    statement = parse_statement(
        {"id": "t", "vars": {"x": "real"}, "hypotheses": list(given),
         "lhs": left, "rel": "==", "rhs": right}
    )
    return decide(statement).kind


@pytest.mark.parametrize(
    ("equation", "given"),
    [
        ("tan(3*x) == (3*tan(x)-tan(x)**3)/(1-3*tan(x)**2)", ["cos(x) != 0", "cos(3*x) != 0"]),
        ("tan(x)+tan(x+pi/3)+tan(x+2*pi/3) == 3*tan(3*x)", ["cos(3*x) != 0"]),
        ("cot(x)+cot(x+pi/3)+cot(x+2*pi/3) == 3*cot(3*x)", ["sin(3*x) != 0"]),
        ("tan(x) == sin(x)/sqrt(1-sin(x)**2)", ["-pi/2 < x", "x < pi/2"]),
        ("atan(tan(x)) == x-pi", ["pi/2 < x", "x < 3*pi/2"]),
    ],
)
def test_denominators_follow_from_what_is_given(equation: str, given: list[str]) -> None:
    assert kind(equation, *given) == "proved"


@pytest.mark.parametrize(
    ("equation", "given"),
    [
        ("tan(3*x) == (3*tan(x)-tan(x)**3)/(1-3*tan(x)**2)", ["cos(x) != 0"]),
        ("tan(x)+tan(x+pi/3)+tan(x+2*pi/3) == 3*tan(3*x)", ["cos(x) != 0"]),
        ("1/(1-sin(x)) == (1+sin(x))/cos(x)**2", ["sin(x) != 0"]),
    ],
)
def test_and_otherwise_become_conditions(equation: str, given: list[str]) -> None:
    assert kind(equation, *given) == "conditional"


SHIFTED = {
    "vars": {"n": "posint", "x": "family(integer -> real)", "c": "real", "i": "integer"},
    "lhs": "exp(x[i] + c)/Sum(exp(x[j] + c), (j, 1, n))", "rel": "==",
    "rhs": "exp(x[i])/Sum(exp(x[j]), (j, 1, n))",
}


def test_a_sum_of_positive_terms_is_not_zero():
    assert decide(parse_statement(SHIFTED)).kind == "proved"


def test_a_sum_over_an_empty_range_may_be_zero():
    empty = {**SHIFTED, "vars": {**SHIFTED["vars"], "n": "natural"}}
    assert decide(parse_statement(empty)).kind == "conditional"
