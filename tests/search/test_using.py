"""Theorems that a proof may use: at its own symbols, what they assume proved, none unasked."""

from __future__ import annotations

import pytest

from derivations.kernel.check import check
from derivations.kernel.theorem import Rejected, Theorem
from derivations.language.parser import parse_claim
from derivations.search.methods import search
from derivations.verdicts import PROVED, UNDECIDED, Verdict

SORTS = ("n: natural", "x, y: real")
BINOMIALS = "Sum(binomial(n,k)**2, (k,0,n)) = binomial(2*n,n)"
CUBES = "Sum(k**3, (k,0,n))"

# Theorem and what it assumes; goal and what it assumes; the verdict with the theorem.
CASES = {
    "inside a function": (
        (BINOMIALS,), ("2**Sum(binomial(n,k)**2, (k,0,n)) = 2**binomial(2*n,n)",), PROVED),
    "beside what is proved otherwise": (
        (BINOMIALS,),
        (f"Sum(binomial(n,k)**2, (k,0,n))*x + {CUBES} = x*binomial(2*n,n) + n**2*(n+1)**2/4",),
        PROVED),
    "an assumption that follows here": (
        (BINOMIALS, "x = y"),
        ("2**Sum(binomial(n,k)**2, (k,0,n)) = 2**binomial(2*n,n)", "x - y = 0"), PROVED),
    "an assumption that does not": (
        (BINOMIALS, "x = 1"),
        ("2**Sum(binomial(n,k)**2, (k,0,n)) = 2**binomial(2*n,n)", "x = 2"), UNDECIDED),
    "a condition that follows here": (
        (f"x/x + {BINOMIALS} + 1",),
        ("2**(x/x + Sum(binomial(n,k)**2, (k,0,n))) = 2**(binomial(2*n,n) + 1)", "0 < x"),
        PROVED),
}  # fmt: skip


def judged(claim: tuple[str, ...], *theorems: Theorem) -> Verdict:
    goal, *given = claim
    return search(parse_claim(goal, SORTS, given), theorems)


def theorem(claim: tuple[str, ...]) -> Theorem:
    made = judged(claim).theorem
    assert made is not None, claim
    return made


@pytest.mark.parametrize("name", CASES)
def test_a_theorem_is_used_if_what_it_assumes_is_proved(name: str) -> None:
    known, goal, expected = CASES[name]
    used = theorem(known)
    verdict = judged(goal, used)
    assert verdict.kind == expected
    assert judged(goal).kind == UNDECIDED, "the theorem is what proves it"
    if expected == PROVED:
        assert verdict.certificate is not None and verdict.theorem is not None
        assert verdict.theorem.lemmas == (used.hash,)
        with pytest.raises(Rejected, match="there is no theorem"):
            check(verdict.certificate)
    else:
        assert any("not proved: x == 1" in a.stopped for a in verdict.attempts)


def test_a_theorem_that_is_not_needed_is_not_used() -> None:
    verdict = judged(("x*(y + 1) - y*(x + 1) = 0", "x = y"), theorem((BINOMIALS,)))
    assert verdict.theorem is not None and verdict.theorem.lemmas == ()


def test_a_theorem_about_other_symbols_is_not_used() -> None:
    used = theorem((BINOMIALS,))
    claimed = parse_claim(CASES["inside a function"][1][0], ("n: integer",), ("0 <= n",))
    verdict = search(claimed, (used,))
    assert verdict.kind == UNDECIDED
    assert any("no symbol of that sort" in a.stopped for a in verdict.attempts)
