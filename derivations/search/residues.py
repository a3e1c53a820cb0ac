"""Floors, remainders and parities: the rule Residues, with the facts that it can use.

Complete for equations between polynomials in floors of polynomials with rational coefficients in
integers, up to the limits of the rule.
"""

from __future__ import annotations

from contextlib import suppress

from derivations.kernel.proofs import Proof, Residues
from derivations.kernel.residues import Floors
from derivations.language.statements import Relation, Unsettled
from derivations.search.goals import Goal, gap_of, proves

FLOORED = frozenset({"floor", "ceiling", "mod", "pow"})


def prove_by_residues(goal: Goal) -> Proof | None:
    """The goal in every class, with the facts of the same kind."""
    if not _suits(goal, goal.relation):
        return None
    facts = tuple(
        number
        for number, fact in enumerate(goal.context.facts)
        if number not in goal.context.ignored
        and not fact.variables
        and not fact.guards
        and _suits(goal, fact.relation)
    )
    proof = Residues(facts)
    return proof if proves(goal, proof) else None


def _suits(goal: Goal, relation: Relation) -> bool:
    """Whether all floors of the relation can be looked at class by class."""
    gap = gap_of(goal.context, relation)
    with suppress(Unsettled):
        if gap is not None:
            Floors(goal.context.normalizer.algebra).collect(gap, "")
            return True
    return False
