"""What a document holds: sections, definitions, remarks, claims and chains."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from derivations.documents.loading import loading_here
from derivations.language.statements import Relation, Statement
from derivations.language.terms import Place, Term
from derivations.verdicts import PROVED, Verdict

# What is wrong with what a document prints, by the word for it in a claim file.
FAULTS = {
    "false": "false as it is meant",
    "slip": "a slip: a sign, an index, a name, an exponent",
    "tacit": "true under a hypothesis that the text leaves out",
}


# A line of a lock file: a label, the hash of its statement, its verdict.
LOCKED = re.compile(r"(?P<label>.+?) [0-9a-f]{12} (proved|conditional|refuted|undecided)\b")


@dataclass(frozen=True)
class Section:
    """A section title; what follows it, up to the next one, belongs to it."""

    title: str
    place: Place | None = None


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """What has a label and words.

    source: the place in the text that the document follows, such as "(8)".
    place: where it was written.
    """

    label: str
    words: str = ""
    source: str = ""
    section: str = ""
    place: Place | None = None


@dataclass(frozen=True, kw_only=True)
class Definition(Labelled):
    """What the document introduces: listed, not judged.

    relation: the defining equation, if it was written as one.
    """

    relation: Relation | None = None


@dataclass(frozen=True, kw_only=True)
class Remark(Labelled):
    """What is not mathematical (empirical, historical): listed, not judged."""


@dataclass(frozen=True, kw_only=True)
class Claim(Labelled):
    """A statement at a place in a document, with a label and words.

    expect: the kind of verdict that is expected.
    corrects: the label of an earlier claim, refuted as printed, that this one corrects.
    completes: the label of one that lacks a hypothesis, which this one states.
    reading: the label of one that this one reads in another way.
    fault: of what is expected to be refuted as printed, one of `FAULTS`, if it is said.
    printed: the sentence or formula of the document, word for word.
    vacuous: that hypotheses contradict each other is meant.
    lemmas: the claims whose theorems its proof may use.
    missing: for one that is expected to be undecided, what is missing.
    reason, chain, step, steps: for a step of a chain, the reason that was given, the label of the
        chain and which step it is of how many (from 1).
    document: the name of the document.
    """

    statement: Statement
    expect: str = PROVED
    corrects: str | None = None
    completes: str | None = None
    reading: str | None = None
    fault: str = ""
    printed: str = ""
    vacuous: bool = False
    lemmas: tuple[Claim, ...] = ()
    missing: str = ""
    reason: str = ""
    chain: str | None = None
    step: int = 0
    steps: int = 0
    document: str = ""

    @property
    def using(self) -> tuple[str, ...]:
        """The labels of its lemmas; `document:label` where that is another document."""
        named = ((c.document, c.label) for c in self.lemmas)
        return tuple([a if d == self.document else f"{d}:{a}" for d, a in named])

    @property
    def sympy(self) -> Any:
        """The claim as an unevaluated SymPy relation; several goals as an unevaluated `And`."""
        from derivations.language.to_sympy import goals_to_sympy  # SymPy, for those who ask

        return goals_to_sympy(self.statement)

    def surprise(self, verdict: Verdict) -> str:
        """Why a verdict is not as expected; "" if it is."""
        if verdict.kind != self.expect:
            return f"expected {self.expect}"
        if verdict.vacuous and not self.vacuous:
            return "but its hypotheses contradict each other (vacuous=True says that this is meant)"
        return ""


@dataclass(frozen=True, kw_only=True)
class Chain(Labelled):
    """A claim written as successive steps, each of which is judged as a statement of its own.

    reading: the label of an entry that this one reads in another way.
    """

    steps: tuple[Claim, ...]
    reading: str | None = None

    @property
    def first(self) -> Term:
        """The term that the chain starts from."""
        return self.steps[0].statement.goals[0].relation.left


@dataclass(frozen=True, kw_only=True)
class Unstated(Labelled):
    """A claim in words, for want of a language to state it in: undecided.

    missing: what would be needed to state it.
    """

    missing: str


@dataclass(frozen=True, kw_only=True)
class Group(Labelled):
    """A claim of the document that is several entries here; its verdict is the worst of theirs.

    members: the labels of earlier claims, chains and groups.
    """

    members: tuple[str, ...]


Entry = Section | Labelled


def _caller() -> Place:
    """Where a step is made: this is called by its constructor, and that by the claim file."""
    frame = sys._getframe(2)
    return Place(frame.f_code.co_filename, frame.f_lineno, 1)


@dataclass(frozen=True)
class Step:
    """One line of a chain: what stands there, and why; a claim file calls it `step(term, reason)`.

    label: of the step; else it is that of the chain and a number, `score[2]`.
    operator: how the line before is related to this one.
    expect, fault, printed, source, using, missing, same: those of `Document.claim`.
    """

    term: Any
    reason: str = ""
    _: KW_ONLY
    label: str = ""
    operator: str = "=="
    expect: str = PROVED
    fault: str = ""
    printed: str = ""
    source: str = ""
    using: Iterable[str] = ()
    missing: str = ""
    same: bool = False
    place: Place = field(default_factory=_caller)

    def __post_init__(self) -> None:
        by = sys._getframe(2).f_globals.get("__name__", "").partition(".")[0]
        if by not in ("derivations", "dataclasses") and (loading := loading_here()):
            loading.steps.append(self)


step = Step


def file_stem(label: str) -> str:
    """A label as part of a file name: lower-case letters, digits and single hyphens.

    >>> file_stem("Score 1"), file_stem("score[1]")
    ('score-1', 'score.1')
    """
    stem, bracket, number = label.lower().partition("[")
    stem = re.sub(r"[^a-z0-9]+", "-", stem).strip("-")
    return f"{stem}.{number.removesuffix(']')}" if bracket and number[:-1].isdigit() else stem
