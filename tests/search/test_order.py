"""Inequalities that are proved, and false ones that are not."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_statement
from derivations.language.statements import Statement
from derivations.proving import decide


def stated(sorts: str, relation: str, *given: str) -> Statement:
    """`stated("a b real", "a*b <= a**2 + b**2")`."""
    *names, sort = sorts.split()
    for rel in ("<=", "<", "!="):
        if f" {rel} " in relation:
            left, right = relation.split(f" {rel} ")
            return parse_statement(
                {"id": "t", "vars": dict.fromkeys(names, sort), "hypotheses": list(given),
                 "lhs": left, "rel": rel, "rhs": right}
            )
    raise ValueError(relation)


TRUE = [
    ("a b real", "2*a*b <= a**2 + b**2"),
    ("a b c x y z real", "(a*x+b*y+c*z)**2 <= (a**2+b**2+c**2)*(x**2+y**2+z**2)"),
    ("a b c nonnegative", "0 <= a*(a-b)*(a-c)+b*(b-a)*(b-c)+c*(c-a)*(c-b)"),
    ("a b c nonnegative", "3*a*b*c <= a**3+b**3+c**3"),
    ("a b c positive", "3/2 <= a/(b+c)+b/(c+a)+c/(a+b)"),
    ("a b nonnegative", "sqrt(a*b) <= (a+b)/2"),
    ("x y real", "3*x**2*y**2 <= x**4*y**2+x**2*y**4+1"), ("x positive", "2 <= x + 1/x"),
    ("x real", "sin(pi/2 + x) < 1", "0 < x", "x < 2*pi"), ("x real", "2*x/(1+x**2) <= 1"),
    ("x real", "2*x/pi <= sin(x)", "0 <= x", "x <= pi/2"), ("x real", "1 + x <= exp(x)"),
    ("x positive", "x/(1+x) <= log(1+x)"), ("x real", "Abs(tanh(x)) < 1"),
    ("x y real", "Abs(Abs(x)-Abs(y)) <= Abs(x-y)"), ("z w complex", "Abs(z+w) <= Abs(z)+Abs(w)"),
    ("z complex", "Abs((z-I)/(z+I)) < 1", "im(z) > 0"),
    ("a b real", "a < sqrt(a*b)", "0 < a", "a < b"),
    ("a b c d real", "a*d+b*c <= a*c+b*d", "a <= b", "c <= d"),
]

FALSE = [
    ("x real", "x <= x**2"), ("x real", "0 < x**2"), ("a b real", "a*b < a**2 + b**2"),
    ("a b c real", "3*a*b*c <= a**3+b**3+c**3"), ("a b real", "sqrt(a*b) <= (a+b)/2"),
    ("x real", "2 <= x + 1/x", "x != 0"), ("x real", "sin(x) <= x"),
    ("x real", "sin(pi/2 + x) < 1", "0 <= x", "x < 2*pi"), ("x real", "2*x/pi <= sin(x)", "0 <= x"),
    ("x y real", "Abs(x)-Abs(y) < Abs(x-y)"), ("z w complex", "Abs(z)+Abs(w) <= Abs(z+w)"),
    ("z complex", "Abs((z-I)/(z+I)) < 1", "im(z) >= 0"),
    ("a b real", "a < sqrt(a*b)", "0 <= a", "a < b"), ("z complex", "exp(z) < exp(z+1)"),
]


@pytest.mark.parametrize("case", TRUE, ids=[c[1] for c in TRUE])
def test_proved(case: tuple[str, ...]) -> None:
    assert decide(stated(*case)).kind == "proved"


@pytest.mark.parametrize("case", FALSE, ids=[c[1] for c in FALSE])
def test_not_proved(case: tuple[str, ...]) -> None:
    assert decide(stated(*case)).kind in ("refuted", "undecided")


def test_bernoulli_by_induction() -> None:
    statement = parse_statement(
        {"id": "t", "vars": {"n": "natural", "x": "real"}, "hypotheses": ["-1 <= x"],
         "lhs": "1+n*x", "rel": "<=", "rhs": "(1+x)**n"}
    )
    assert decide(statement).kind == "proved"
