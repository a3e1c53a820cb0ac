"""Statements that once got a wrong verdict, a weak one or none: what they get, with conditions."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_claim
from derivations.proving import prove

# By what was wrong: the statement, its declarations, its hypotheses, the verdict.
CASES: dict[str, list[tuple[str, list[str], list[str], str]]] = {
    # What has a value elsewhere where it has none here gives nothing away by being stated.
    "a convention is no hypothesis": [
        ("im(z) = 0", ["z: complex"], ["floor(z) = 2"], "undecided"),
        ("im(z) = 0", ["z: complex"], ["ceiling(z) = 2"], "undecided"),
        ("im(z) = 0", ["z: complex"], ["Mod(z, 1) = 0"], "proved"),  # by what Mod is defined for
        ("im(z) = 0", ["z: complex"], ["atan2(z, 1) = atan2(2*I, 1)"], "undecided"),
        ("floor(2 + I/2) = 2", [], [], "undecided"),
        ("floor(x) <= x", ["x: real"], [], "proved"),
    ],
    "matrices of two properties": [
        ("P*P = P", ["P: projector hermitian matrix(2,2)"], [], "proved"),
        ("H*H.I = Identity(2)", ["H: hermitian invertible matrix(2,2)"], [], "proved"),
        ("K*K.I = Identity(2)", ["K: invertible skew(2)"], [], "proved"),
        ("K*K.I = Identity(n)", ["n: posint", "K: invertible skew(n)"], [], "proved"),
        ("P = Identity(2)", ["P: projector hermitian matrix(2,2)"], [], "refuted"),
    ],
    "an exponential whose argument becomes 0": [
        (f"{outer}Stack(trace((j*A+j**2*B).exp()), (j,0,N-1))[{k},0]{end} = {value}",
         ["d, N: posint", "A, B: matrix(d,d)"], [f"{k} < N"], verdict)
        for outer, k, end, value, verdict in (
            ("conjugate(", 0, ")", "d", "proved"), ("", 1, "", "trace((A + B).exp())", "proved"),
            ("", 1, "", "trace((A - B).exp())", "refuted"),
        )
    ],
    "what is defined nowhere is refuted": [
        ("1/0 + 11/6 = 11/6", [], [], "refuted"),
        ("Sum(1/k, (k,0,3)) = 11/6", [], [], "refuted"),
        ("Sum(1/k, (k,1,3)) = 11/6", [], [], "proved"),
        ("Sum(1/k, (k,3,0)) = 0", [], [], "proved"),
        ("Sum(k/k, (k,0,0)) = 0", [], [], "refuted"),
        ("Product(1/(k - 2), (k,0,5)) = 0", [], [], "refuted"),
        ("Sum(Sum(1/(j - k), (j,0,k)), (k,0,2)) = 1", [], [], "refuted"),
        ("Sum(tan(pi*k/2), (k,0,3)) = 0", [], [], "refuted"),
        ("Sum(1/(k - 2), (k,0,n + 5))*0 = 0", ["n: natural"], [], "refuted"),
        ("Sum(1/(k - 2), (k,0,n))*0 = 0", ["n: natural"], ["4 < n"], "refuted"),
        ("Sum(1/(k - 2), (k,0,n))*0 = 0", ["n: natural"], [], "conditional"),
        ("Sum(factorial(k - 1), (k,0,2)) = 5", [], [], "undecided"),
    ],
    # binomial(n, k) has a value for all integers; that at n = -1, k = 0 is 1, at k = -1 it is 0.
    "binomials of negative integers": [
        ("binomial(n, k) = binomial(n, n - k)", ["n, k: integer"], [], "refuted"),
        ("binomial(n, k) = binomial(n, n - k)", ["n: natural", "k: integer"], [], "proved"),
        ("binomial(n, k) = binomial(n, n - k)", ["n, k: integer"], ["0 <= n"], "proved"),
        ("binomial(n, 2) = n*(n - 1)/2", ["n: integer"], [], "proved"),
        ("binomial(-1, k) = (-1)**k", ["k: integer"], [], "refuted"),
        ("binomial(-3, 3) = -10", [], [], "proved"),
        ("binomial(n, -1) = 0", ["n: integer"], [], "proved"),
        ("0 <= binomial(n, k)", ["n, k: integer"], [], "refuted"),
        ("binomial(n, k) = 0", ["n, k: integer"], ["n < k"], "refuted"),
        ("binomial(n, k) = factorial(n)/factorial(k)/factorial(n - k)",
         ["n, k: natural"], ["k <= n"], "proved"),
        ("binomial(x, 1) = x", ["x: real"], [], "conditional"),
    ],
    "poles of gamma": [
        ("gamma(z + 1) = z*gamma(z)", ["z: complex"], ["0 < re(z)"], "proved"),
    ],
    # What is said of all values of a sort says nothing where it is undefined, or of an empty sort.
    "hypotheses and goals for all values": [
        ("g(0) = 0", ["g: family(real -> real)"], ["g(y) = log(y) for all y: real"], "undecided"),
        ("1 != 1", ["g: family(real -> real)"], ["g(y) = log(y) for all y: real"], "undecided"),
        ("x = 1", ["x: real"], ["x = 1 for all U: nilpotent2 unitary(2)"], "undecided"),
        ("n = 1", ["n: posint", "U: skew invertible matrix(n,n)"], [], "refuted"),
        ("A*Identity(3) = A", ["A: matrix(3,3)"],
         ["B*Identity(d) = B for all d: posint, B: matrix(d,d)"], "proved"),
        ("f(k) = 1 for all k: integer with 1/k = 0", ["f: family(integer -> real)"], [],
         "proved"),  # there is no such k
    ],
    "an entry of an identity matrix": [
        ("Identity(n)[i, j] = 0", ["n: posint", "i, j: natural"],
         ["i < n", "j < n", "i != j"], "proved"),
        ("Identity(n)[i, j] = 0", ["n: posint", "i, j: natural"], ["i < n", "j < n"], "refuted"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=f"{what}: {c[0]}") for what, some in CASES.items() for c in some]
)
def test_verdict(case: tuple[str, list[str], list[str], str]) -> None:
    text, declared, given, wanted = case
    verdict = prove(parse_claim(text, declared, given))
    assert verdict.kind == wanted
    assert not any("failed" in attempt.stopped for attempt in verdict.attempts)


@pytest.mark.xfail(strict=True, reason="known, and not mended yet")
@pytest.mark.parametrize(
    "case",
    [
        ("gamma(x)*gamma(-x)*0 = 0", ["x: integer"], [], "refuted"),
        ("(-1)**n = 1", ["n: posint", "U: skew invertible matrix(n,n)"], [], "proved"),
    ],
    ids=lambda c: c[0],
)
def test_verdicts_to_come(case: tuple[str, list[str], list[str], str]) -> None:
    test_verdict(case)
