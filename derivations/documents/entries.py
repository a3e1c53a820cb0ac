"""What a document holds: sections, definitions, remarks, claims and chains."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from derivations.language.statements import Relation, Statement
from derivations.language.terms import Place, Term
from derivations.verdicts import PROVED


@dataclass(frozen=True)
class Section:
    """A section title; what follows it, up to the next one, belongs to it."""

    title: str


@dataclass(frozen=True)
class Definition:
    """What the document introduces: listed, not judged.

    relation: the defining equation, if it was written as one.
    """

    label: str
    words: str
    relation: Relation | None = None
    source: str = ""
    section: str = ""
    place: Place | None = None


@dataclass(frozen=True)
class Remark:
    """What is not mathematical (empirical, historical): listed, not judged."""

    label: str
    words: str
    source: str = ""
    section: str = ""
    place: Place | None = None


@dataclass(frozen=True)
class Claim:
    """A statement at a place in a document, with a label and words.

    expect: the kind of verdict that is expected.
    source: the place in the text that the document follows, such as "(8)".
    corrects: the label of an earlier claim, refuted as printed, that this one corrects.
    completes: the label of one that lacks a hypothesis, which this one states.
    reading: the label of one that this one reads in another way.
    lemmas: the claims whose theorems its proof may use.
    missing: for one that is expected to be undecided, what is missing.
    reason, chain, step, steps: for a step of a chain, the reason that was given, the label of the
        chain and which step it is of how many (from 1).
    document, place: the name of the document, and where the claim was written.
    """

    label: str
    statement: Statement
    words: str = ""
    expect: str = PROVED
    source: str = ""
    section: str = ""
    corrects: str | None = None
    completes: str | None = None
    reading: str | None = None
    lemmas: tuple[Claim, ...] = ()
    missing: str = ""
    reason: str = ""
    chain: str | None = None
    step: int = 0
    steps: int = 0
    document: str = ""
    place: Place | None = None

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


@dataclass(frozen=True)
class Chain:
    """A claim written as successive steps, each of which is judged as a statement of its own.

    reading: the label of an entry that this one reads in another way.
    """

    label: str
    steps: tuple[Claim, ...]
    words: str = ""
    source: str = ""
    section: str = ""
    place: Place | None = None
    reading: str | None = None

    @property
    def first(self) -> Term:
        """The term that the chain starts from."""
        return self.steps[0].statement.goals[0].relation.left


@dataclass(frozen=True)
class Unstated:
    """A claim in words, for want of a language to state it in: undecided.

    missing: what would be needed to state it.
    """

    label: str
    words: str
    missing: str
    source: str = ""
    section: str = ""
    place: Place | None = None


@dataclass(frozen=True)
class Group:
    """A claim of the document that is several entries here; its verdict is the worst of theirs.

    members: the labels of earlier claims, chains and groups.
    """

    label: str
    members: tuple[str, ...]
    words: str = ""
    source: str = ""
    section: str = ""
    place: Place | None = None


Entry = Section | Definition | Remark | Claim | Chain | Unstated | Group


@dataclass(frozen=True)
class Step:
    """One line of a chain: how it relates to the line before, what stands there, and why."""

    term: Any
    reason: str
    label: str
    operator: str
    expect: str
    source: str
    using: Iterable[str]
    missing: str
    same: bool
    place: Place


def step(
    term: Any,
    reason: str = "",
    *,
    label: str = "",
    operator: str = "==",
    expect: str = PROVED,
    source: str = "",
    using: Iterable[str] = (),
    missing: str = "",
    same: bool = False,
) -> Step:
    """One line of a chain.  `operator` relates the line before to this one.

    label: of the step; else it is that of the chain and a number, `score[2]`.
    `expect`, `source`, `using`, `missing` and `same` are those of `Document.claim`.
    """
    frame = sys._getframe(1)
    place = Place(frame.f_code.co_filename, frame.f_lineno, 1)
    return Step(term, reason, label, operator, expect, source, using, missing, same, place)


def file_stem(label: str) -> str:
    """A label as part of a file name: lower-case letters, digits and single hyphens.

    >>> file_stem("Score 1"), file_stem("score[1]")
    ('score-1', 'score.1')
    """
    stem, bracket, number = label.lower().partition("[")
    stem = re.sub(r"[^a-z0-9]+", "-", stem).strip("-")
    return f"{stem}.{number.removesuffix(']')}" if bracket and number[:-1].isdigit() else stem
