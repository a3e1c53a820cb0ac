"""Relations of which one holds.

Given, `x <= -1 or x >= 1`: each goal is claimed in each case.  Both say the same: under `A or B`
there is C, and there is C where A holds and C where B does.  So a case is a guard of a goal, as
those of a Piecewise are.  As a goal, `x = 1 or x = 2`: the product of the differences is 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from derivations.language.shapes import is_matrix
from derivations.language.statements import Proposition, Relation, StatementError, eq
from derivations.language.terms import ZERO, Term, mul, sub

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


def one_of(equations: Iterable[Relation]) -> Relation:
    """That one of several equations of numbers holds.

    Raises StatementError for other relations.
    """
    differences = []
    for said in equations:
        if said.operator != "==" or is_matrix(said.left) or is_matrix(said.right):
            raise StatementError(
                "as a goal, `or` joins equations of numbers; of other relations, claim the last "
                "one given the opposites of the others"
            )
        differences.append(sub(said.left, said.right))
    return eq(mul(*differences), ZERO)
