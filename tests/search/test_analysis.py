"""Equations with roots, logarithms, arguments and inverse functions, inside and outside ranges."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_statement
from derivations.proving import decide


def kind(sorts: str, equation: str, *given: str) -> str:
    *names, sort = sorts.split() or ["real"]
    left, right = equation.split(" == ")
    statement = parse_statement(
        {"id": "t", "vars": dict.fromkeys(names, sort), "hypotheses": list(given),
         "lhs": left, "rel": "==", "rhs": right}
    )
    return decide(statement).kind


TRUE = [
    ("x real", "sin(x/2) == sqrt((1-cos(x))/2)", "0 <= x", "x <= 2*pi"),
    ("x positive", "atan(x)+atan(1/x) == pi/2"),
    ("x y real", "atan(x)+atan(y) == atan((x+y)/(1-x*y))", "x*y < 1"),
    ("x real", "acos(cos(x)) == 2*pi-x", "pi <= x", "x <= 2*pi"),
    ("x real", "acos(-x) == pi-acos(x)", "-1 <= x", "x <= 1"),
    ("x real", "asin(x) == atan(x/sqrt(1-x**2))", "-1 < x", "x < 1"),
    ("x real", "asinh(x) == log(x+sqrt(x**2+1))"),
    ("x real", "acosh(x) == log(x+sqrt(x**2-1))", "1 <= x"),
    ("x real", "2*atan(x) == asin(2*x/(1+x**2))", "-1 <= x", "x <= 1"),
    ("x real", "acosh(cosh(x)) == Abs(x)"),
    ("", "4*atan(1/5)-atan(1/239) == pi/4"),
    ("", "sqrt(5+2*sqrt(6)) == sqrt(2)+sqrt(3)"),
    ("z complex", "sqrt(z**2) == z", "re(z) > 0"),
    ("z complex", "log(z**2) == 2*log(z)", "re(z) > 0"),
    ("z complex", "arg(conjugate(z)) == -arg(z)", "im(z) > 0"),
    ("z complex", "sin(asin(z)) == z"),
    ("z complex", "cos(asin(z)) == sqrt(1-z**2)"),
    ("x real", "sqrt(x+2*sqrt(x-1))+sqrt(x-2*sqrt(x-1)) == 2*sqrt(x-1)", "2 <= x"),
    ("x y real", "Max(x,y) == (x+y+Abs(x-y))/2"),
    ("x real", "tanh(x/2) == (cosh(x)-1)/sinh(x)", "x != 0"),
]

# The same just outside of where they hold.
FALSE = [
    ("x real", "sin(x/2) == sqrt((1-cos(x))/2)", "0 <= x"),
    ("x real", "atan(x)+atan(1/x) == pi/2", "x != 0"),
    ("x y real", "atan(x)+atan(y) == atan((x+y)/(1-x*y))", "x*y != 1"),
    ("x real", "acos(cos(x)) == x", "-pi <= x", "x <= pi"),
    ("x real", "acosh(x) == log(x+sqrt(x**2-1))", "x <= -1"),
    ("x real", "2*atan(x) == asin(2*x/(1+x**2))"),
    ("x real", "acosh(cosh(x)) == x"),
    ("z complex", "sqrt(z**2) == z", "re(z) >= 0"),
    ("z complex", "log(z**2) == 2*log(z)", "z != 0"),
    ("z complex", "arg(conjugate(z)) == -arg(z)", "z != 0"),
    ("z complex", "asin(sin(z)) == z"),
    ("x real", "sqrt(x+2*sqrt(x-1))-sqrt(x-2*sqrt(x-1)) == 2", "1 <= x"),
    ("x real", "sqrt(1-cos(x)**2) == sin(x)"),
]


@pytest.mark.parametrize("case", TRUE, ids=[" ".join(c[1:]) for c in TRUE])
def test_proved(case: tuple[str, ...]) -> None:
    assert kind(*case) == "proved"


@pytest.mark.parametrize("case", FALSE, ids=[" ".join(c[1:]) for c in FALSE])
def test_refuted(case: tuple[str, ...]) -> None:
    assert kind(*case) == "refuted"
