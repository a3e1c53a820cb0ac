"""Cofactors from a Gröbner basis: what follows from several equations, and what does not."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_statement
from derivations.proving import decide
from derivations.verdicts import PROVED, REFUTED


def kind(lhs: str, rhs: str, *hypotheses: str, sort: str = "complex") -> str:
    names = dict.fromkeys("abcxyz", sort)
    given = {"vars": names, "hypotheses": list(hypotheses)}
    return decide(parse_statement({**given, "lhs": lhs, "rel": "==", "rhs": rhs})).kind


@pytest.mark.parametrize(
    ("lhs", "rhs", "hypotheses"),
    [
        # Newton: from two symmetric functions to a third.
        ("a**3 + b**3 + c**3", "3*a*b*c", ["a + b + c == 0"]),
        ("a**4 + b**4", "a**2 + b**2", ["a*b == 0", "a + b == 1"]),
        # Nullstellensatz: neither equation alone gives it.
        ("x", "0", ["x*y == 1 + x", "x*y == 1"]),
        ("x*z", "1", ["x*y == 1", "y == z"]),
        ("x**2 - 2*y**2", "-1", ["x + y == 2", "x - y == 0", "x*y == 1"]),
        # contradictory equations prove anything
        ("z", "17", ["x == 2", "x == 3"]),
    ],
)
def test_proved(lhs, rhs, hypotheses):
    assert kind(lhs, rhs, *hypotheses) == PROVED


@pytest.mark.parametrize(
    ("lhs", "rhs", "hypotheses"),
    [
        ("a**3 + b**3 + c**3", "3*a*b*c", ["a + b == c"]), ("x", "0", ["x**2 == x"]),
        ("x*z", "1", ["x*y == 1", "y == -z"]), ("x", "y", ["x**2 == y**2"]),
    ],
)
def test_what_does_not_follow_is_refuted(lhs, rhs, hypotheses):
    assert kind(lhs, rhs, *hypotheses) == REFUTED


def test_a_large_ideal_ends():
    """Cyclic 6-roots: counted steps end what would take hours."""
    roots = "xyzabc"
    sums = [
        " + ".join("*".join(roots[(k + j) % 6] for j in range(size)) for k in range(6))
        for size in range(1, 6)
    ]
    given = [*(f"{s} == 0" for s in sums), "x*y*z*a*b*c == 1"]
    assert kind("x**48", "1", *given) == "undecided"
