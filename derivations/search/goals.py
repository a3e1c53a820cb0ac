"""What methods share: a goal in its context, and trying a proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derivations.kernel.context import Context
from derivations.kernel.proofs import Proof
from derivations.kernel.rules import verify
from derivations.language.statements import Proposition, Relation, Unsettled
from derivations.language.terms import Term, subterms


@dataclass(frozen=True)
class Goal:
    """A relation to be proved in a context."""

    context: Context
    relation: Relation


def proves(goal: Goal, proof: Proof) -> bool:
    """Whether the kernel accepts the proof.  Only a filter: the whole is checked at the end."""
    try:
        verify(goal.context, Proposition(goal.relation), proof, {}, "")
    except Unsettled:
        return False
    return True


def nodes(relation: Relation) -> Iterator[Term]:
    """Every distinct subterm of both sides."""
    yield from subterms(relation.left)
    yield from subterms(relation.right)
