"""Statements that search decides: what is proved, and beside it what is false or needs a condition.

`verdicts.txt`, and `calculus.txt` for derivatives and integrals, have a line for each, the kind of
its verdict first: `proved`; `conditional`, with the conditions behind `|`; `refuted`; `undecided`,
what nobody may prove or refute.  What is `true`, perhaps under conditions, or `false` may stay
undecided as yet.  Without `--long`, what is `true` is asked for counterexamples alone, and what is
`slowly` settled, in a tenth of a second or more, is not asked.  The false ones are near misses: one
sign, one bound, one coefficient, a missing hypothesis.  More stand in `tests/traps` and beside the
yardstick.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import sympy

from derivations import as_written
from derivations.kernel import polynomial, read
from derivations.language.parser import parse_claim
from derivations.language.text import proposition_text
from derivations.proving import decide, prove
from derivations.search.goals import Search, Stuck
from derivations.search.methods import METHODS
from derivations.search.refutation.counterexamples import find_refutation
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED

FILES = [Path(__file__).with_name(name) for name in ("verdicts.txt", "calculus.txt")]
LINES = [
    line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
AS_YET = {"true": (PROVED, CONDITIONAL, UNDECIDED), "false": (REFUTED, UNDECIDED)}


@pytest.mark.parametrize("line", LINES)
def test_verdicts(line: str, long: bool) -> None:
    stated, _, conditions = line.partition(" | ")
    kind, _, text = stated.partition(": ")
    if kind.startswith("slowly ") and not long:
        pytest.skip("takes seconds: --long")
    kind = kind.removeprefix("slowly ")
    claimed = parse_claim(text)
    if kind == "true" and not long:
        goals = range(len(claimed.goals))
        assert all(find_refutation(claimed, k, METHODS, {}) is None for k in goals)
        return
    verdict = decide(claimed)
    assert verdict.kind in AS_YET.get(kind, (kind,)), str(verdict)
    found = "; ".join(sorted(map(proposition_text, verdict.conditions)))
    assert found == conditions or kind in AS_YET
    told = " ".join(attempt.stopped for attempt in verdict.attempts)
    assert "failed" not in told and "one side of the relation is a scalar" not in told


@pytest.mark.parametrize(("at_itself", "kind"), [(1, PROVED), (2, REFUTED)])
def test_entries_of_the_softmax(at_itself: int, kind: str) -> None:
    """Its Jacobian has two cases in one statement: the diagonal, and what is beside it."""
    j, k, i = sympy.symbols("j k i", integer=True)
    n = sympy.symbols("n", integer=True, positive=True)
    z = sympy.IndexedBase("z", real=True)
    with as_written():
        whole = sympy.Sum(sympy.exp(z[i]), (i, 1, n))
        p, q = sympy.exp(z[k])/whole, sympy.exp(z[j])/whole
        delta = at_itself*sympy.KroneckerDelta(j, k)
        claim = sympy.Eq(sympy.Derivative(p, z[j]), p*(delta - q))
        assert prove(claim, [j >= 1, j <= n]).kind == kind


def test_a_large_ideal_ends(long: bool) -> None:
    """Cyclic 6-roots: counted steps end what would take hours."""
    roots = "xyzabc"
    sums = [
        " + ".join("*".join(roots[(k + j) % 6] for j in range(size)) for k in range(6))
        for size in range(1, 6)
    ]
    given = "; ".join([*(f"{s} == 0" for s in sums), "x*y*z*a*b*c == 1"])
    claimed = parse_claim(f"for all a, b, c, x, y, z: complex with {given}: x**48 == 1")
    stated = read(claimed)
    ideals = Search(tuple(m for m in METHODS if m.name in ("equations", "ideals")))
    with pytest.raises(Stuck):
        ideals.prove(stated.context, stated.goals[0])
    assert not long or decide(claimed).kind == UNDECIDED


@pytest.mark.xfail(strict=True, reason="the kernel reads a statement by its normal forms")
def test_what_is_long_is_refuted_without_multiplying_it_out(monkeypatch) -> None:
    """A few small values come first; neither a goal nor a residual is made of so many products."""
    made = 0

    def counted(out, a, b, sign, multiply=polynomial._multiply_into):
        nonlocal made
        made += len(a) * len(b)
        multiply(out, a, b, sign)

    monkeypatch.setattr(polynomial, "_multiply_into", counted)
    text = "(a+b+c+d+e)**12*(a-b)**12 = (e+d+c+b+a)**12*(b-a)**12 + a"
    assert decide(parse_claim(text, ["a, b, c, d, e: real"])).kind == REFUTED
    assert made < 1_000
