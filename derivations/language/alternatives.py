"""Hypotheses of which one holds, `x <= -1 or x >= 1`: each goal is claimed in each case.

Both say the same: under `A or B` there is C, and there is C where A holds and C where B does.  So a
case is a guard of a goal, as those of a Piecewise are.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from derivations.language.statements import Proposition, Relation, StatementError
from derivations.language.terms import Term

# Goals and cases together.
MAX_CASES = 64


@dataclass(frozen=True)
class Either:
    """One of the cases holds, that is all relations in it; of what is declared."""

    cases: tuple[tuple[Relation, ...], ...]


def in_each_case(
    given: Iterable[Proposition | Either], goals: Iterable[Proposition], exists: tuple[Term, ...]
) -> tuple[tuple[Proposition, ...], tuple[Proposition, ...]]:
    """The hypotheses that hold in all cases, and the goals in each case."""
    hypotheses, claims = [], list(goals)
    for held in given:
        if isinstance(held, Proposition):
            hypotheses.append(held)
            continue
        if exists:
            raise StatementError("what is there depends on the case; state each case by itself")
        names = {s.name for case in held.cases for relation in case for s in relation.free()}
        claims = [replace(apart, guards=(*apart.guards, *case)) for goal in claims
                  for apart in [goal.substitute({}, avoid=names)] for case in held.cases]
        if len(claims) > MAX_CASES:
            raise StatementError(f"more than {MAX_CASES} cases; state some of them by themselves")
    return tuple(hypotheses), tuple(claims)
