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

from derivations.language.parser import parse_statement, parse_term
from derivations.language.statements import Statement
from derivations.language.terms import Term
from derivations.verdicts import CONDITIONAL, KINDS, PROVED, REFUTED, UNDECIDED

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


@dataclass
class Score:
    """How many of the false, true and conditional statements were settled, and which were not.

    `settled[expected]` and `total[expected]` count; `unsettled` and `wrong` hold the names.
    """

    settled: dict[str, int] = field(default_factory=dict)
    total: dict[str, int] = field(default_factory=dict)
    unsettled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def share(self, expected: str) -> float:
        """The share of statements of this kind that were settled."""
        return self.settled.get(expected, 0) / self.total[expected]


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
    found = Score()
    for one in traps:
        worth = grade(one.expected, decide(one.statement), one.also_right)
        found.total[one.expected] = found.total.get(one.expected, 0) + 1
        if worth == SETTLED:
            found.settled[one.expected] = found.settled.get(one.expected, 0) + 1
        else:
            (found.unsettled if worth == UNSETTLED else found.wrong).append(one.name)
    return found
