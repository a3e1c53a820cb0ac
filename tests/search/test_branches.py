"""Roots, logarithms and arguments of complex numbers, where laws hold and where they do not."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_statement
from derivations.proving import decide


def kind(sorts: str, equation: str, *given: str) -> str:
    *names, sort = sorts.split()
    left, right = equation.split(" == ")
    statement = parse_statement(
        {"id": "t", "vars": dict.fromkeys(names, sort), "hypotheses": list(given),
         "lhs": left, "rel": "==", "rhs": right}
    )
    return decide(statement).kind


# Each law where it holds, and the same just outside.
PAIRS = [
    ("z complex", "sqrt(-z) == I*sqrt(z)", ["im(z) < 0"], ["im(z) <= 0"]),
    ("z complex", "sqrt(1/z) == 1/sqrt(z)", ["re(z) > 0"], ["z != 0"]),
    ("z complex", "sqrt(conjugate(z)) == conjugate(sqrt(z))", ["re(z) > 0"], []),
    ("z w complex", "sqrt(z*w) == sqrt(z)*sqrt(w)", ["re(z) > 0", "re(w) > 0"], ["re(z) > 0"]),
    ("z complex", "log(conjugate(z)) == conjugate(log(z))", ["im(z) != 0"], ["z != 0"]),
    ("z complex", "log(-z) == log(z)-I*pi", ["im(z) > 0"], ["im(z) < 0"]),
    ("z w complex", "log(z*w) == log(z)+log(w)", ["re(z) > 0", "re(w) >= 0", "w != 0"],
     ["z != 0", "w != 0"]),
    ("z complex", "acosh(z) == I*acos(z)", ["im(z) > 0"], []),
    ("z complex", "sqrt(exp(z)) == exp(z/2)", ["-pi < im(z)", "im(z) <= pi"],
     ["-pi < im(z)", "im(z) <= 4"]),
]  # fmt: skip


@pytest.mark.parametrize(("sorts", "equation", "inside"), [p[:3] for p in PAIRS])
def test_inside(sorts: str, equation: str, inside: list[str]) -> None:
    assert kind(sorts, equation, *inside) == "proved"


@pytest.mark.parametrize(("sorts", "equation", "outside"), [(p[0], p[1], p[3]) for p in PAIRS])
def test_outside(sorts: str, equation: str, outside: list[str]) -> None:
    assert kind(sorts, equation, *outside) in ("refuted", "undecided")


@pytest.mark.parametrize(
    "equation",
    [
        "sqrt(1-z)*sqrt(1+z) == sqrt(1-z**2)", "asinh(z) == -I*asin(I*z)",
        "acosh(z) == log(z+sqrt(z-1)*sqrt(z+1))",
    ],
)
def test_everywhere(equation: str) -> None:
    assert kind("z complex", equation) == "proved"


def test_the_imaginary_axis_and_the_product_of_conjugates() -> None:
    assert kind("x real", "sqrt(x+I)*sqrt(x-I) == sqrt(x**2+1)") == "proved"
    assert kind("z complex", "sqrt(z-1)*sqrt(z+1) == sqrt(z**2-1)") == "refuted"
