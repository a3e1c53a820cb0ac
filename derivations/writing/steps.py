"""A telling as plain data: steps, whose words have formulas in them.

What is said of verdicts and proofs is worded once, as steps; text and LaTeX are printed from them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace

from derivations.language.statements import Proposition, Relation
from derivations.language.terms import Term
from derivations.verdicts import Assignment
from derivations.writing.calculus import key, told


@dataclass(eq=False)
class Label:
    """What a fact is called; those without a name of their own are (1), (2), ... (`arranged`).

    uses: how often the telling refers to it.
    same: what said the same before.
    """

    name: str = ""
    uses: int = 0
    same: Label | None = None


@dataclass(frozen=True)
class Cite:
    """A law by its name, or a lemma by its hash."""

    name: str
    lemma: bool = False


@dataclass(frozen=True)
class Symbols:
    """Symbols with what they range over; `within`: terms that name the indices of families."""

    symbols: tuple[Term, ...]
    within: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Values:
    """Symbols with their values."""

    values: Assignment


@dataclass(frozen=True)
class Quoted:
    """What a document prints, word for word."""

    text: str


Part = str | Term | Relation | Proposition | Label | Cite | Symbols | Values | Quoted
Words = tuple[Part, ...]


@dataclass(frozen=True)
class Step:
    """One step: words, or a proposition with its reason.

    words: a clause, without capital and full stop; what `stated` says holds for this reason.
    label: what the step is called.
    below: what belongs to it.
    shares: whether what is known below is known afterwards, too.
    """

    words: Words = ()
    stated: Proposition | None = None
    label: Label | None = None
    below: tuple[Step, ...] = ()
    shares: bool = False


def joined(parts: Iterable[Part | Words]) -> Words:
    """`a`, `a and b`, `a, b and c`; what is said twice is said once."""
    parts = list(dict.fromkeys(parts))
    words: list[Part] = []
    for place, part in enumerate(parts):
        words += ([" and "] if place == len(parts) - 1 else [", "]) if place else []
        words += part if isinstance(part, tuple) else [part]
    return tuple(words)


def arranged(steps: Iterable[Step]) -> list[Step]:
    """The steps, numbered as far as others refer to them; what is known already is not repeated."""
    numbers = itertools.count(1)

    def walk(steps: Iterable[Step], known: dict[Proposition, Label]) -> list[Step]:
        kept: list[Step] = []
        for step in steps:
            stated, label = step.stated, step.label
            if label is not None and label.uses:
                said = stated and key(stated)
                if said in known:
                    label.same = known[said]
                    continue
                label.name = label.name or f"({next(numbers)})"
            inside = known if step.shares else dict(known)
            below = walk(step.below, inside)
            if step.shares:
                below = [one for one in below if not _says_again(one, known)]
            if label is not None and label.uses and stated is not None:
                known[key(stated)] = label  # not before what is below, which would rest on itself
            shown = None if stated is None else told(stated)
            words = tuple([told(part) for part in step.words])
            kept.append(replace(step, words=words, stated=shown, below=tuple(below)))
        return kept

    return walk(steps, {})


def _says_again(step: Step, known: dict[Proposition, Label]) -> bool:
    """Whether all that a step says is what is known."""
    match step:
        case Step(("by ", Label() as label), Proposition() as stated, Label() as own, ()):
            return not own.uses and known.get(key(stated)) is (label.same or label)
    return False


def count(steps: Iterable[Step]) -> int:
    """How many steps there are, those below others too."""
    return sum(1 + count(step.below) for step in steps)


def is_short(stated: Term | Proposition, most: int) -> bool:
    """Whether a term, or a relation, has at most so many nodes, written out."""
    pending = [stated] if isinstance(stated, Term) else []
    if isinstance(stated, Proposition):
        pending += [stated.relation.left, stated.relation.right]
    while pending and most >= 0:
        pending += pending.pop().args
        most -= 1
    return most >= 0


def is_brief(steps: Iterable[Step], most: int, nodes: int) -> bool:
    """Whether there are at most so many steps, and none states what has more nodes than so many."""
    steps = list(steps)
    fits = all(step.stated is None or is_short(step.stated, nodes) for step in steps)
    return fits and count(steps) <= most and all(is_brief(s.below, most, nodes) for s in steps)
