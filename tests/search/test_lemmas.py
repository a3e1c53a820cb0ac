"""Theorems that a proof may use: at its own symbols, what they assume proved, none unasked."""

from __future__ import annotations

import pytest

from derivations.kernel import Rejected, Theorem, check
from derivations.language.parser import parse_claim
from derivations.search.driver import search
from derivations.verdicts import PROVED, UNDECIDED

SORTS = ["m, n: natural", "x, y: real", "f: family(natural -> real)"]
CUBES, CLOSED = "Sum(k**3, (k, 0, n))", "n**2*(n + 1)**2/4"

# What a theorem assumes and says; what is given where it is used, and what is shown with it.
USED = {
    "inside a function": ("", f"{CUBES} = {CLOSED}", "", f"floor(x*{CUBES}) = floor(x*{CLOSED})"),
    "beside a hypothesis": (
        "", f"{CUBES} = {CLOSED}", "x = y", f"sin(y + {CUBES}) = sin(x + {CLOSED})"),
    "what it assumes follows": (
        "x = y", f"x*{CUBES} = y*{CLOSED}", "x - y = 0", f"floor(x*{CUBES}) = floor(y*{CLOSED})"),
    "its condition follows": (
        "", f"{CUBES} + x/x = {CLOSED} + 1",
        "0 < x", f"floor({CUBES} + x/x) = floor({CLOSED} + 1)"),
    "for all values": (
        "f[k + 1] = 2*f[k] for all k: natural", "f[k] = f[0]*2**k for all k: natural",
        "f[k + 1] = 2*f[k] for all k: natural", "floor(f[n + 7]) = floor(f[0]*2**n*128)"),
    "at another term": (
        "", f"{CUBES} = {CLOSED}", "",
        "floor(x*Sum(k**3, (k, 0, m + 1))) = floor(x*(m + 1)**2*(m + 2)**2/4)"),
    "an order": ("", "n < 2**n", "x <= y", "n + x < 2**n + y"),
}  # fmt: skip
DOUBLED = "{0}[k + 1] = 2*{0}[k] + 1 for all k: natural"
ELSEWHERE = {
    "a family by another name": (
        f"for all f: family(integer -> real), n: natural with {DOUBLED.format('f')}: "
        "f[n] = 2**n*(f[0] + 1) - 1",
        f"for all g: family(integer -> real), m: natural with {DOUBLED.format('g')}; g[0] = 0: "
        "floor(g[m + 3]/8) = floor(2**m - 1/8)"),
    "for all values of a family": (
        f"for all f: family(natural -> real) with {DOUBLED.format('f')}: "
        "f[k] = 2**k*(f[0] + 1) - 1 for all k: natural",
        f"for all g: family(natural -> real), m: natural with {DOUBLED.format('g')}; g[0] = 0: "
        "floor(g[m + 3]/8) = floor(2**m - 1/8)"),
    "an order": (
        "for all x, y, z: positive: 3/2 <= x/(y + z) + y/(z + x) + z/(x + y)",
        "for all s, t: real: "
        "3/2 <= exp(s)/(exp(t) + 1) + exp(t)/(1 + exp(s)) + 1/(exp(s) + exp(t))"),
}  # fmt: skip
UNUSED = {
    "what it assumes does not follow": (
        "x = 1", f"x*{CUBES} = {CLOSED}", SORTS, "x = 2", "not proved: x == 1"),
    "other symbols": (
        "", f"{CUBES} = {CLOSED}", ["n: integer"], "0 <= n", "which is no symbol here"),
}  # fmt: skip


def theorem(given: str, claim: str) -> Theorem:
    made = search(parse_claim(claim, SORTS, [given] if given else [])).theorem
    assert made is not None
    return made


@pytest.mark.parametrize("name", USED)
def test_a_theorem_is_used_if_what_it_assumes_is_proved(name):
    *known, given, claim = USED[name]
    lemma = theorem(*known)
    verdict = search(parse_claim(claim, SORTS, [given] if given else []), (lemma,))
    assert verdict.kind == PROVED
    assert lemma.hash in verdict.theorem.lemmas
    with pytest.raises(Rejected, match="is not at hand"):
        check(verdict.certificate)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_theorem_is_used_at_other_values(name):
    known, claim = map(parse_claim, ELSEWHERE[name])
    lemma = search(known).theorem
    verdict = search(claim, (lemma,))
    assert verdict.kind == PROVED
    assert lemma.hash in verdict.theorem.lemmas


@pytest.mark.parametrize("name", UNUSED)
def test_what_is_not_used_says_why(name):
    *known, sorts, given, why = UNUSED[name]
    claimed = parse_claim("log(1 + harmonic(n)) <= log(1 + n)", sorts, [given])
    verdict = search(claimed, (theorem(*known),))
    assert verdict.kind == UNDECIDED
    assert any(why in attempt.stopped for attempt in verdict.attempts)


def test_a_theorem_that_is_not_needed_is_not_used():
    claimed = parse_claim("x*(y + 1) - y*(x + 1) = 0", SORTS, ["x = y"])
    verdict = search(claimed, (theorem("", f"{CUBES} = {CLOSED}"),))
    assert verdict.kind == PROVED
    assert verdict.theorem.lemmas == ()
