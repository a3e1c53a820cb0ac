"""Scoring verdicts against what statements should get: settled, unsettled, wrong.

A statement is a trap: false where it looks true, or true where it looks false.  Of each it is known
whether it is true for all values (`proved`), false (`refuted`), or true exactly where it is defined
(`conditional`; where `also_right` says so, a refutation at an undefined point is as good).

    settled     the verdict that is expected, or one that is as good
    unsettled   undecided; or, of a true statement, true under conditions that always hold
    wrong       a false statement proved, a true one refuted, ...

The score is fed by any function from a statement to a kind of verdict, so that it can be tried on
ones that always say the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from derivations.language.parser import parse_statement
from derivations.language.statements import Statement
from derivations.language.terms import Term
from derivations.verdicts import CONDITIONAL, KINDS, PROVED, REFUTED, UNDECIDED
from tests.support.parsing import parse_term

SETTLED, UNSETTLED, WRONG = "settled", "unsettled", "wrong"
TRAPS = Path(__file__).resolve().parent / "traps"


@dataclass(frozen=True)
class Trap:
    """A statement, its name, its family, and what it should get.

    fails_at: for a false one that is rarely false, values at which it is.
    """

    name: str
    family: str
    statement: Statement
    expected: str
    also_right: frozenset[str] = frozenset()
    fails_at: dict[str, Term] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Score:
    """The traps of each worth, in their order, as (trap, worth)."""

    graded: tuple[tuple[Trap, str], ...]

    def names(self, worth: str) -> list[str]:
        return [trap.name for trap, found in self.graded if found == worth]

    def count(self, expected: str, worth: str | None = None) -> int:
        """How many statements of this kind there are, of this worth or of any."""
        return sum(
            trap.expected == expected and worth in (None, found) for trap, found in self.graded
        )

    def share(self, expected: str) -> float:
        """The share of statements of this kind that were settled."""
        return self.count(expected, SETTLED) / self.count(expected)


def traps(folder: Path = TRAPS) -> list[Trap]:
    """All traps of the files of a folder, in the order of the files' names."""
    found = []
    for path in sorted(folder.glob("*.json")):
        for data in json.loads(path.read_text(encoding="utf-8")):
            found.append(trap(data, path.stem))
    return found


def trap(data: dict[str, Any], family: str) -> Trap:
    expected = data["expected"]
    if expected not in (PROVED, REFUTED, CONDITIONAL):
        raise ValueError(f"{family}.{data['id']}: expected {expected!r}")
    name = f"{family}.{data['id']}"
    also = frozenset(data.get("also_right", ()))
    values = {k: parse_term(text, {}) for k, text in data.get("fails_at", {}).items()}
    return Trap(name, family, parse_statement(data, name), expected, also, values)


def grade(expected: str, verdict: str, also_right: frozenset[str] = frozenset()) -> str:
    """What a verdict is worth.

    >>> grade("refuted", "proved"), grade("proved", "undecided"), grade("proved", "proved")
    ('wrong', 'unsettled', 'settled')
    """
    if verdict not in KINDS:
        raise ValueError(f"{verdict!r} is no kind of verdict")
    if verdict == expected or verdict in also_right:
        return SETTLED
    if verdict == UNDECIDED:
        return UNSETTLED
    # True wherever it is defined, which is everywhere: right, but less than could be said.
    if (expected, verdict) == (PROVED, CONDITIONAL):
        return UNSETTLED
    return WRONG


def score(traps: Iterable[Trap], decide: Callable[[Statement], str]) -> Score:
    """The score of what `decide` says about each statement."""
    return Score(
        tuple((one, grade(one.expected, decide(one.statement), one.also_right)) for one in traps)
    )
