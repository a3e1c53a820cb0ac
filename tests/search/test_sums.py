"""Sums, binomials, remainders and floors: closed forms that are found, and false ones that are not.

The false ones are near misses: one sign, one bound, one coefficient, a missing hypothesis.
"""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_statement
from derivations.proving import decide

NATURALS = {"n": "natural", "m": "natural", "r": "natural"}


def kind(left: str, right: str, *given: str, **sorts: str) -> str:
    declared = {
        name: sort for name, sort in {**NATURALS, "x": "complex", **sorts}.items()
        if any(name in _words(text) for text in (left, right, *given))
    }
    stated = parse_statement(
        {"vars": declared, "hypotheses": list(given), "lhs": left, "rel": "==", "rhs": right}
    )
    return decide(stated).kind


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in text).split())


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Sum(k*factorial(k),(k,1,n))", "factorial(n+1)-1"),
        ("Sum(harmonic(k),(k,1,n))", "(n+1)*harmonic(n)-n"),
        ("Sum(fibonacci(k)**2,(k,0,n))", "fibonacci(n)*fibonacci(n+1)"),
        ("Sum(binomial(n,k),(k,0,n))", "2**n"),
        ("Sum(k*binomial(n,k),(k,0,n))", "n*2**(n-1)"),
        ("Sum(binomial(n,k)*x**k,(k,0,n))", "(1+x)**n"),
        ("Sum(binomial(n,k)**2,(k,0,n))", "binomial(2*n,n)"),
        ("Sum(binomial(m,k)*binomial(n,r-k),(k,0,r))", "binomial(m+n,r)"),
        ("Sum(binomial(n-k,k),(k,0,n))", "fibonacci(n+1)"),
        ("Sum(binomial(2,k)*k**2,(k,0,n+2))", "6"),
        ("Sum((-1)**k*binomial(2*n,k)**3,(k,0,2*n))", "(-1)**n*factorial(3*n)/factorial(n)**3"),
        ("Sum((-1)**k*binomial(n+1,k),(k,0,m))", "(-1)**m*binomial(n,m)"),
        ("Product(k,(k,1,n))", "factorial(n)"),
    ],
)
def test_closed_forms(left: str, right: str) -> None:
    assert kind(left, right) == "proved"


def test_from_a_lower_bound_on() -> None:
    left, right = "Sum(binomial(k,r),(k,r,n))", "binomial(n+1,r+1)"
    assert kind(left, right, "r <= n") == "proved"


def test_roots_of_unity() -> None:
    left = "Sum(cos(2*pi*k/n),(k,0,n-1))"
    assert kind(left, "0", "2 <= n", n="posint") == "proved"
    assert kind(left, "0", n="posint") == "refuted"
    assert kind(left, "1", "2 <= n", n="posint") == "refuted"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Sum(k*factorial(k),(k,0,n))", "factorial(n+1)"),
        ("Sum(harmonic(k),(k,1,n))", "n*harmonic(n)-n"),
        ("Sum(binomial(n,k),(k,1,n))", "2**n"),
        ("Sum(binomial(n,k),(k,0,n+1))", "2**(n+1)"),
        ("Sum((-1)**k*binomial(n,k),(k,0,n))", "0"),
        ("Sum(binomial(n,k)**2,(k,0,n))", "binomial(2*n,n+1)"),
        ("Sum(binomial(m,k)*binomial(n,r-k),(k,0,r-1))", "binomial(m+n,r)"),
        ("Sum(binomial(k,r),(k,r,n))", "binomial(n,r+1)"),
        ("Sum(binomial(n-k,k),(k,0,n))", "fibonacci(n)"),
        ("Product(k,(k,0,n))", "factorial(n)"),
        ("binomial(n,m)", "factorial(n)/(factorial(m)*factorial(m))"),
        ("fibonacci(n+1)*fibonacci(n)-fibonacci(n)**2", "(-1)**n"),
    ],
)
def test_near_misses_are_refuted(left: str, right: str) -> None:
    assert kind(left, right) == "refuted"


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("Mod(z**561-z,561)", "0", "proved"), ("Mod(z**561-z,563)", "0", "refuted"),
        ("Mod(z*(z+1)/2,1)", "0", "proved"), ("floor(y)+floor(y+1/2)", "floor(2*y)", "proved"),
        ("floor(y)+floor(y+1/3)", "floor(2*y)", "refuted"), ("floor(-y)", "-ceiling(y)", "proved"),
        ("floor(y+z)", "floor(y)+z", "proved"), ("gcd(z,z+1)", "1", "proved"),
        ("gcd(z,z+2)", "1", "refuted"),
    ],
)
def test_integers(left: str, right: str, expected: str) -> None:
    assert kind(left, right, z="integer", y="real") == expected


def test_hypotheses_exclude_classes() -> None:
    assert kind("Mod(z**2,8)", "1", "Mod(z,2) == 1", z="integer") == "proved"
    assert kind("Mod(z**2,8)", "1", z="integer") == "refuted"


def test_poles_of_gamma_are_conditions() -> None:
    assert kind("gamma(y+1)", "y*gamma(y)", y="real") == "conditional"
    assert kind("gamma(y+1)", "y*gamma(y)", y="positive") == "proved"


@pytest.mark.parametrize(
    ("left", "right", "sorts"),
    [
        ("Product(n-k,(k,0,100))", "0", {}),  # at n = 101
        ("sign(Abs(y-137))", "1", {"y": "real"}),  # at y = 137
        ("arg(conjugate(x))", "-arg(x)", {}),  # at x = -1
    ],
)
def test_counterexamples_at_constants_of_the_statement(
    left: str, right: str, sorts: dict[str, str]
) -> None:
    assert kind(left, right, *(["x != 0"] if "x" in left else []), **sorts) == "refuted"
