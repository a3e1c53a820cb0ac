"""`A A⁻¹ = I = A⁻¹ A` for every matrix whose determinant is known to be nonzero, then words."""

from __future__ import annotations

from derivations.kernel.proofs import Inverse, Proof
from derivations.language.statements import Proposition, eq
from derivations.language.terms import Term
from derivations.provers.methods import Goal, proves
from derivations.provers.star import prove_words


def prove_with_inverses(goal: Goal) -> Proof | None:
    numbers = [
        number
        for number, fact in enumerate(goal.context.facts)
        if not fact.variables
        and not fact.guards
        and fact.relation.operator == "!="
        and fact.relation.left.head == "det"
    ]
    if not numbers or goal.relation.operator != "==":
        return None
    context = goal.context
    for number in numbers:
        matrix = context.facts[number].relation.left.args[0]
        inverse = Term("inv", (matrix,))
        one = matrix**0
        context = context.with_facts(
            Proposition(eq(matrix * inverse, one)), Proposition(eq(inverse * matrix, one))
        )
    proof = prove_words(Goal(context, goal.relation))
    if proof is None:
        return None
    for number in reversed(numbers):
        proof = Inverse(number, proof)
    return proof if proves(goal, proof) else None
