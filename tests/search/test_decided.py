"""Statements that search decides, with sorts, what is given, and the verdict."""

from __future__ import annotations

import pytest

from derivations.kernel import polynomial
from derivations.language.parser import parse_claim
from derivations.proving import decide

DECIDED = {
    "places that small matrices do not have": (
        "M[0,1] = M[1,0]", "d: posint; M: matrix(d,d)", "", "refuted"),
    "the other root": ("x = 3", "x: real", "x**2 = 9", "refuted"),
    "the third root": ("(x - 1)*(x - 2) = 0", "x: real", "x**3 - 6*x**2 + 11*x = 6", "refuted"),
    "the other angle": ("x = pi/6", "x: real", "sin(x) = 1/2", "refuted"),
    "another turn": ("x = pi/4", "x: real", "tan(x) = 1", "refuted"),
    "what a binder needs": (
        "Sum(exp(s[u])/Sum(exp(s[v]), (v,0,N-1)), (u,0,N-1)) = 1",
        "N: posint; s: family(natural -> real)", "", "proved"),
    "an index that is not equal": (
        "Identity(n)[i,j] = 0", "n: posint; i, j: natural", "i < n; j < n; i != j", "proved"),
    "powers of a product": (
        "(A*B)**k = A**k*B**k", "n: posint; k: natural; A, B: matrix(n,n)", "A*B = B*A", "proved"),
    "an eigenvector in an inner product": (
        "inner(A*v, w) = l*inner(v, w)",
        "n: posint; A: matrix(n,n); v, w: vector(n); l: complex", "A*v = l*v", "proved"),
    "orthogonal the other way round": (
        "inner(w, v) = 0", "n: posint; v, w: vector(n)", "inner(v, w) = 0", "proved"),
    "Pythagoras": (
        "norm(v + w)**2 = norm(v)**2 + norm(w)**2", "n: posint; v, w: vector(n)",
        "inner(v, w) = 0", "proved"),
    "eigenvectors of a hermitian matrix": (
        "inner(v, w) = 0",
        "n: posint; A: hermitian(n); v, w: vector(n); a, b: real",
        "A*v = a*v; A*w = b*w; a != b", "proved"),
    "eigenvalues of a unitary matrix": (
        "norm(A*v)**2 = l*conjugate(l)*norm(v)**2",
        "n: posint; A: matrix(n,n); v: vector(n); l: complex", "A*v = l*v", "proved"),
}  # fmt: skip


# Undecided as yet, with what is missing.
MISSING = {"powers of a product": "B**k*A = A*B**k must be proved before it"}


@pytest.mark.parametrize("name", DECIDED)
def test_decided(name: str, request: pytest.FixtureRequest) -> None:
    if name in MISSING:
        request.applymarker(pytest.mark.xfail(reason=MISSING[name], strict=True))
    text, sorts, given, kind = DECIDED[name]
    claim = parse_claim(text, sorts.split("; "), given.split("; ") if given else [])
    assert decide(claim).kind == kind


def test_what_is_long_is_refuted_without_multiplying_it_out(monkeypatch):
    """A few small values come first; neither a goal nor a residual is made of so many products."""
    made = 0

    def counted(out, a, b, sign, multiply=polynomial._multiply_into):
        nonlocal made
        made += len(a) * len(b)
        multiply(out, a, b, sign)

    monkeypatch.setattr(polynomial, "_multiply_into", counted)
    text = "(a+b+c+d+e)**20*(a-b)**20 = (e+d+c+b+a)**20*(b-a)**20 + a"
    assert decide(parse_claim(text, ["a, b, c, d, e: real"])).kind == "refuted"
    assert made < 1_000
