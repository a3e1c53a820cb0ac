"""What does not hold, first: what a document prints, where that fails, what it should read.

A row for each claim that is refuted, or lacks a tacit condition, made of the claim, its verdict,
and the claims that correct or complete it.  Text, LaTeX and Markdown print the same rows.

    Slips:
      angles:sum  (2)
          printed: The cosine of a sum: cos(a + b) = cos(a)*cos(b) + sin(a)*sin(b)
          fails: at a = pi/2, b = pi/2: the left side is -1, the right side is 1
          corrected in sum-right: cos(a + b) = cos(a)*cos(b) - sin(a)*sin(b)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.language.calculus_notation import directions
from derivations.language.statements import Proposition
from derivations.language.terms import Term
from derivations.verdicts import CONDITIONAL, REFUTED, Verdict, one_line
from derivations.writing.steps import Quoted, Values, Words, is_short, joined
from derivations.writing.story import Pen

if TYPE_CHECKING:
    from derivations.documents.document import Judged
    from derivations.documents.entries import Claim

# The tables in their order, by what is wrong with what is in them (`Judged.fault`).
TITLES = {
    "false": "False",
    "slip": "Slips",
    "tacit": "True under a hypothesis that is left out",
    "": "Refuted",
    "reading": "Readings of our own, no fault of the document",
}
# In text: the nodes of a formula that stands beside words, one side of it, and a line.
_NODES, _SIDE, _LINE = 40, 100, 300


@dataclass(frozen=True)
class Said:
    """What a claim says: its words, its formulas, the hypotheses that are told; and the text.

    some: the symbols of which it says that there are such.
    """

    words: str
    goals: tuple[Proposition, ...]
    given: tuple[Proposition, ...] = ()
    printed: str = ""
    some: tuple[Term, ...] = ()

    def told(self, fits: Callable[[Proposition], bool]) -> Words:
        """As a clause; formulas that do not fit are left out, where there are words."""
        goals = [g for g in self.goals if not self.words or fits(g)]
        given = [h for h in self.given if not self.words or fits(h)]
        words: Words = (self.words.rstrip("."),) if self.words else ()
        if self.printed:
            words = (Quoted(self.printed), *((" ", *words) if words else ()))
        if goals:
            words = (*words, *((": ",) if words else ()), *joined(goals))
            words = (*words, *((" for some ", *joined(self.some)) if self.some else ()))
        if given:
            words = (*words, ", given " if goals else ": given ", *joined(given))
        return words


@dataclass(frozen=True)
class Row:
    """What is said of a refuted claim.

    fails: values, and both sides there.
    mended: how, in which claim, and what that says.
    """

    one: Judged
    printed: Said
    fails: Words
    mended: tuple[tuple[str, Claim, Said], ...]


def tables(judged: Iterable[Judged]) -> dict[str, list[Row]]:
    """The rows of each table that has some, by what is wrong; within a table as in the document."""
    some = [one for one in judged if one.verdict.kind == REFUTED or one.fault]
    found = {kind: [_row(one) for one in some if one.fault == kind] for kind in TITLES}
    return {kind: rows for kind, rows in found.items() if rows}


def _row(one: Judged) -> Row:
    claim = one.claim
    goals, witness = claim.statement.goals, one.verdict.witness
    failing = tuple([g for g in goals if witness is not None and witness.goal == g.relation])
    said = failing or goals
    printed = Said(
        claim.words or claim.reason, said, printed=claim.printed, some=claim.statement.exists)
    mended = [
        (how, right, _right(claim, right))
        for how, claims in one.document.mended(claim.label).items()
        for right in claims
    ]
    return Row(one, printed, failure_words(one.verdict), tuple(mended))


def _right(claim: Claim, right: Claim) -> Said:
    """What a claim says that mends another one; not what that says too."""
    said, known = right.statement, claim.statement
    given = [h for h in said.hypotheses if h not in known.hypotheses] if right.completes else []
    goals = [g for g in said.goals if g not in known.goals]
    words = right.words or "It holds" * (not goals)
    return Said(words, tuple(goals), tuple(given), some=said.exists)


def failure_words(verdict: Verdict) -> Words:
    """Where a statement fails: values, and both sides there, or what it needs."""
    found, witness = verdict.counterexample, verdict.witness
    if found is not None and found.nowhere is not None:
        return "to be defined it needs what never holds: ", found.nowhere
    if witness is None:
        return ()
    along = directions(witness.goal)
    of: Words = (", in the direction ", *joined(along)) if along else ()
    at: Words = ("at ", Values(witness.values), *of, ": ") if witness.values else ()
    if verdict.kind == CONDITIONAL:
        return (*at, "it needs ", *joined(verdict.conditions))
    if verdict.statement.exists:
        return (*at, "there is no such ", *joined(verdict.statement.exists))
    left, right = ("not defined" if s is None else s for s in (witness.left, witness.right))
    return (*at, "the left side is ", left, ", the right side is ", right)


def tables_text(judged: Iterable[Judged]) -> list[str]:
    """The tables in lines of text."""
    pen, lines = Pen(_SIDE), list[str]()
    for kind, found in tables(judged).items():
        lines += ["", f"{TITLES[kind]}:"]
        for row in found:
            claim = row.one.claim
            about = [claim.source, f"another reading of {claim.reading}" if claim.reading else ""]
            name = f"  {row.one.document.name}:{claim.label}  {'; '.join(filter(None, about))}"
            lines.append(name.rstrip())
            printed = "read as" if kind == "reading" else "printed"
            told = [(printed, row.printed.told(_short)), ("fails", row.fails)]
            told += [(f"{how} in {right.label}", s.told(_short)) for how, right, s in row.mended]
            lines += [f"      {one_line(f'{n}: {pen.words(w)}', _LINE)}" for n, w in told if w]
    return lines


def _short(stated: Proposition) -> bool:
    return is_short(stated, _NODES)
