"""Slips made in proved steps: are they noticed?  Mutants are judged, and reported.

A mutant (`mutants.py`) that is refuted is killed.  One that is proved is true as mutated, by a
certificate that the kernel has checked like any other.  It is `equal` if the part that was changed
has the value that it had before, whatever the hypotheses, so that nothing wrong was written; else
it is a survivor: the step is too weak to notice the slip.  What was proved is tried at small values
once more, and would be reported as `contradicted` if it failed there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.documents.document import Document
from derivations.judging.judge import Judged, judge, judge_statements
from derivations.kernel.check import check
from derivations.kernel.proofs import Certificate, NormalForm
from derivations.kernel.theorem import Rejected
from derivations.language.statements import eq, statement
from derivations.language.text import term_text
from derivations.mutants import Mutant, mutants
from derivations.search.crosscheck import fails_as_written
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED, Verdict

# How many mutants are made in one call, if no number is asked for; and of one claim.
MAX_TOGETHER = 3_000
MAX_MUTANTS = 400
# How many mutants are judged together, in the same processes.
CHUNK = 1_000

EQUAL, SURVIVED, CONTRADICTED = "equal", "survived", "contradicted"
# What may become of a mutant.
OUTCOMES = (REFUTED, UNDECIDED, EQUAL, SURVIVED, CONTRADICTED)


@dataclass(frozen=True)
class Tried:
    """A mutant and what became of it, one of `OUTCOMES`."""

    mutant: Mutant
    outcome: str
    verdict: Verdict

    @property
    def why(self) -> str:
        """For what was proved: what makes it true all the same."""
        if self.outcome not in (EQUAL, SURVIVED):
            return ""
        if self.outcome == EQUAL:
            return "what was changed has the value that it had"
        relation = self.mutant.statement.goals[0].relation
        if relation.left == relation.right:
            return "both sides are the same now"
        theorem = self.verdict.theorem
        given = self.mutant.statement.hypotheses
        if theorem is not None and len(theorem.unused) < len(given):
            return "it follows from the hypotheses"
        return "it holds by itself"


@dataclass(frozen=True)
class Mutated:
    """A claim with its verdict and its mutants; without mutants unless it is proved."""

    judged: Judged
    tried: tuple[Tried, ...]

    def count(self, outcome: str) -> int:
        return sum(one.outcome == outcome for one in self.tried)

    @property
    def as_demanded(self) -> bool:
        """Whether the claim is as expected, and no mutant was proved that fails at a point."""
        return self.judged.expected and not self.count(CONTRADICTED)

    @property
    def score(self) -> Fraction | None:
        """The share of slips noticed: killed of killed and survived; None without either."""
        killed = self.count(REFUTED)
        counted = killed + self.count(SURVIVED) + self.count(CONTRADICTED)
        return Fraction(killed, counted) if counted else None


def share(documents: Sequence[Document]) -> int:
    """How many mutants of each claim are tried, if no number is asked for."""
    claims = sum(len(document.claims) for document in documents)
    return min(MAX_MUTANTS, max(1, MAX_TOGETHER // max(claims, 1)))


def mutate(
    documents: Sequence[Document],
    workers: int | None = None,
    seconds: float | None = None,
    at_most: int | None = None,
) -> Iterator[Mutated]:
    """Judge the claims of documents and the mutants of those that are proved, in order.

    workers, seconds: as for `judging.judge`; each mutant may take as long as a claim.
    at_most: how many mutants of a claim are tried, evenly spread; None: `share` of them.
    """
    at_most = share(documents) if at_most is None else at_most
    for chunk in _chunks(judge(documents, workers, seconds), at_most):
        statements = [mutant.statement for _, own in chunk for mutant in own]
        verdicts = judge_statements(statements, workers, seconds)
        for one, own in chunk:
            yield Mutated(one, tuple(_tried(mutant, next(verdicts)) for mutant in own))


def _chunks(
    judged: Iterable[Judged], at_most: int
) -> Iterator[list[tuple[Judged, tuple[Mutant, ...]]]]:
    """Claims with their mutants, so many together that starting processes for them pays."""
    chunk: list[tuple[Judged, tuple[Mutant, ...]]] = []
    for one in judged:
        chunk.append((one, _mutants_of(one, at_most)))
        if sum(len(own) for _, own in chunk) >= CHUNK:
            yield chunk
            chunk = []
    yield chunk


def _mutants_of(judged: Judged, at_most: int) -> tuple[Mutant, ...]:
    if judged.verdict.kind not in (PROVED, CONDITIONAL):
        return ()
    return mutants(judged.claim.statement, at_most)


def _tried(mutant: Mutant, verdict: Verdict) -> Tried:
    if verdict.kind not in (PROVED, CONDITIONAL):
        return Tried(mutant, verdict.kind, verdict)
    if fails_as_written(mutant.statement) is not None:
        return Tried(mutant, CONTRADICTED, verdict)
    return Tried(mutant, EQUAL if _equal(mutant) else SURVIVED, verdict)


def _equal(mutant: Mutant) -> bool:
    """Whether the changed side has the value it had, wherever both are defined."""
    unconditioned = statement(eq(*mutant.side), (), mutant.statement.declarations)
    try:
        check(Certificate(unconditioned, (NormalForm(),)))
    except Rejected:
        return False
    return True


# Reporting


def mutated_text(mutated: Mutated) -> str:
    """A line for the claim, and a line for each mutant that was not killed."""
    judged = mutated.judged
    head = f"  {judged.claim.label}"
    if judged.verdict.kind not in (PROVED, CONDITIONAL):
        return f"{head:<{_WIDTH}}  no mutants: {judged.verdict.kind}"
    if not mutated.tried:
        return f"{head:<{_WIDTH}}  no mutants: nothing in it can be changed"
    lines = [f"{head:<{_WIDTH}}  {_score(mutated.score)}  {_counts([mutated])}"]
    for outcome in (CONTRADICTED, SURVIVED, UNDECIDED):
        found = [one for one in mutated.tried if one.outcome == outcome]
        listed = found[:_LISTED] if outcome == UNDECIDED else found
        lines += [f"    {_TOLD[outcome]}: {one.mutant.change}: {_goal(one)}" for one in listed]
        if len(found) > len(listed):
            lines.append(f"    and {len(found) - len(listed)} more {outcome}")
    return "\n".join(lines)


_WIDTH = 44
# How many undecided mutants of a claim are listed, and how much of a side is shown.
_LISTED = 5
_SHOWN = 120


_TOLD = {
    CONTRADICTED: "PROVED, AND FALSE AT A POINT, a fault of the kernel: please report it",
    SURVIVED: SURVIVED,
    UNDECIDED: UNDECIDED,
}


def _goal(one: Tried) -> str:
    relation = one.mutant.statement.goals[0].relation
    left, right = (term_text(side, _SHOWN) for side in (relation.left, relation.right))
    where = "".join(f"; where {condition}" for condition in one.verdict.conditions)
    why = f" ({one.why})" if one.why else ""
    return f"{left} {relation.operator} {right}{where}{why}"


def _score(score: Fraction | None) -> str:
    return "  --" if score is None else f"{float(score):4.0%}"


def _counts(found: Sequence[Mutated]) -> str:
    counts = {name: sum(one.count(name) for one in found) for name in OUTCOMES}
    words = [f"{sum(counts.values())} mutants: {counts[REFUTED]} refuted"]
    words += [f"{counts[name]} {_SHORT[name]}" for name in OUTCOMES[1:] if counts[name]]
    return ", ".join(words)


_SHORT = {
    UNDECIDED: "undecided",
    EQUAL: "equal to what stood there",
    SURVIVED: "survived",
    CONTRADICTED: "CONTRADICTED",
}


def mutation_tally(found: Sequence[Mutated]) -> str:
    """A line for each document, one for all of them, and what the words mean."""
    documents = {one.judged.document.name: one.judged.document for one in found}
    lines = []
    for name in documents if len(documents) > 1 else ():
        own = [one for one in found if one.judged.document.name == name]
        lines.append(f"{name}: {_claims(own)}; {_counts(own)}")
    lines += [f"{_claims(found)}; {_counts(found)}", _LEGEND]
    return "\n".join(lines)


def _claims(found: Sequence[Mutated]) -> str:
    return f"{sum(bool(one.tried) for one in found)} of {len(found)} claims mutated"


_LEGEND = """\
%: slips noticed, refuted of refuted and survived.  A survivor is proved as mutated, so it is true:
the step is too weak to notice that slip.  Only proved steps are mutated."""


def mutated_json(mutated: Mutated) -> dict[str, Any]:
    """One line of `derivations mutate --json`: a claim with all its mutants."""
    judged = mutated.judged
    score = mutated.score
    return {
        "document": judged.document.name,
        "claim": judged.claim.label,
        "verdict": judged.verdict.kind,
        "score": None if score is None else str(score),
        **{name: mutated.count(name) for name in OUTCOMES},
        "mutants": [
            {
                "kind": one.mutant.kind,
                "change": one.mutant.change,
                "goal": str(one.mutant.statement.goals[0]),
                "outcome": one.outcome,
                **({"why": one.why} if one.why else {}),
                "conditions": [str(c) for c in one.verdict.conditions],
            }
            for one in mutated.tried
        ],
    }
