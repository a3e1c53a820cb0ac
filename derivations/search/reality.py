"""That a side of an inequality is real: its square roots are of what is at least 0.

For `im t = 0` every radicand in t is shown to be at least 0, as an inequality; the normal form then
sees that the roots are real.
"""

from __future__ import annotations

from derivations.kernel.proofs import NormalForm, Proof
from derivations.language.statements import le
from derivations.language.substitution import subterms
from derivations.language.terms import ZERO
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, proves
from derivations.search.order import MAX_NEED_LOOKS, Orders


def prove_real(goal: Goal) -> Proof | None:
    relation = goal.relation
    if relation.operator != "==" or relation.left.head != "im" or relation.right != ZERO:
        return None
    draft = Draft(goal.context)
    for term in list(subterms(relation.left)):
        if term.head != "sqrt":
            continue
        wanted = le(ZERO, term.args[0])
        proof = Orders(MAX_NEED_LOOKS).prove(draft.context, wanted, 1)
        if proof is None:
            return None
        draft.have(wanted, proof)
    whole = draft.close(NormalForm())
    return whole if proves(goal, whole) else None


__all__ = ["prove_real"]
