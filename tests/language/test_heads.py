"""The table of heads: each row is enough for text, SymPy, definedness and proofs."""

from __future__ import annotations

import math

import pytest
from sympy import Eq, Integer, sin, sinc, symbols

import derivations
from derivations import prove
from derivations.kernel import unfolded
from derivations.language.from_sympy import from_sympy
from derivations.language.heads import HEADS
from derivations.language.terms import call, symbol
from derivations.language.text import proposition_text
from derivations.language.to_sympy import to_sympy
from derivations.language.words import words

A, B, X = *symbols("a b", integer=True), symbols("x", real=True)

# What is said of functions that are rows: text, the sorts of its names, the verdict.
STATEMENTS = (
    ("lcm(4, 6) = 12", "", "proved"),
    ("lcm(0, 0) = 0", "", "proved"),
    ("lcm(0, a) = 0", "a: integer", "proved"),
    ("lcm(a, b) = lcm(b, a)", "a: integer, b: integer", "proved"),
    ("lcm(a, b) = a*b", "a: posint, b: posint", "refuted"),
    ("lcm(2*a, 2*b) = 4*lcm(a, b)", "a: integer, b: integer", "refuted"),
    ("lcm(a, b) = Abs(a*b)/gcd(a, b)", "a: integer, b: integer", "conditional: gcd(a, b) != 0"),
    ("sinc(0) = 1", "", "proved"),
    ("sinc(pi/2) = 2/pi", "", "proved"),
    ("sinc(-z) = sinc(z)", "z: complex", "proved"),
    ("conjugate(sinc(x)) = sinc(x)", "x: real", "proved"),
    ("x*sinc(x) = sin(x)", "x: positive", "proved"),
    ("sinc(x) = cos(x)", "x: real", "refuted"),
    ("sinc(pi*n) = 0", "n: integer", "refuted"),
    ("sinc(z) = sin(z)/z", "z: complex", "conditional: z != 0"),
)

SYMPY = (
    (Eq(derivations.lcm(A, B), derivations.lcm(B, A), evaluate=False), "proved"),
    (Eq(derivations.lcm(A, B), A * B, evaluate=False), "refuted"),
    (Eq(sinc(X), sin(X) / X, evaluate=False), "conditional"),
    (Eq(sinc(X), sin(X), evaluate=False), "refuted"),
)


@pytest.mark.parametrize(("text", "sorts", "expected"), STATEMENTS)
def test_statements(text: str, sorts: str, expected: str) -> None:
    verdict = prove(text, let=dict(s.split(": ") for s in sorts.split(", ") if s))
    conditions = verdict.theorem.conditions if verdict.theorem else ()
    assert ": ".join([verdict.kind, *map(proposition_text, conditions)]) == expected


@pytest.mark.parametrize(("claim", "expected"), SYMPY)
def test_sympy(claim: object, expected: str) -> None:
    assert prove(claim).kind == expected


def test_no_name_is_read_as_two_heads() -> None:
    names = [n for row in HEADS.values() for n in dict.fromkeys((row.text, *row.also))]
    assert len(names) == len(set(names))


def test_words_show_every_head_once() -> None:
    lines = words(unfolded).splitlines()
    assert len(lines) == len(set(lines)) == len(HEADS) + 1, "a gradient is no head"
    assert lines[-1].startswith("gradient(f, W) = G            f a number, W a real matrix")
    assert "lcm(m, n)                     m integer; n integer; is Abs(m*n)/gcd(m, n)" in lines
    assert "sinc(x)                       is sin(x)/x + (1 - x/x)" in lines
    said = "Derivative(f[x], x)", "tangent(f[x], (x, a, v))", "Integral(f[x], (x, a, b))"
    assert all(any(line.startswith(f"{text} ") for line in lines) for text in said)


def test_lcm_of_zeros_is_zero_as_in_sympy_and_python() -> None:
    a = symbol("a")
    assert math.lcm(0, 0) == derivations.lcm(Integer(0), Integer(0)).doit() == 0
    assert from_sympy(to_sympy(call("lcm", a, a))) == call("lcm", a, a)
