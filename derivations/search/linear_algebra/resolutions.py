"""A matrix as a sum of its parts, where a fact says that a sum of matrices is the identity.

If the sum of all G(i) is the identity, a matrix A is the sum of all G(i) A, of all A G(j), and of
all G(i) A G(j), as lemmas say.  Sums over one range are equal since their terms are.  Complete for
these forms.

    A = Σ Σ (v_i.T A v_j) v_i v_j.T    for v_i real and Σ v_i v_i.T = 1

Source: R. Horn, C. Johnson, Matrix Analysis, 0.2 and 0.6.
"""

from derivations.kernel import Combine, Proof
from derivations.language.statements import eq
from derivations.language.terms import ONE, Term, function, neg
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.rewriting import prove_by_binder
from derivations.search.reading.facts import plain_facts
from derivations.search.reading.readback import size


def prove_by_resolution(goal: Goal) -> Proof | None:
    """An equation between a matrix and a sum, where a fact says what a sum of matrices is."""
    sides = goal.relation.left, goal.relation.right
    for _, fact in plain_facts(goal.context, "=="):
        if fact.left.head != "sum" or size(goal.context, fact.left) is None:
            continue
        for sign, (plain, total) in ((ONE, sides), (neg(ONE), sides[::-1])):
            shape = size(goal.context, plain)
            if total.head != "sum" or shape is None:
                continue
            rows, columns = shape
            for name, sizes in (("parts-around", (rows,)), ("parts-before", (columns, rows)),
                                ("parts-behind", (rows, columns))):
                draft = Draft(goal)
                if draft.attempt(_resolved, draft, name, sizes, fact.left, plain, total):
                    return draft.close(Combine(((sign, draft.last, None),)))
    return None


def _resolved(
    draft: Draft, name: str, sizes: tuple[Term, ...], whole: Term, plain: Term, total: Term
) -> None:
    """Add that a matrix is a sum, by a lemma on that of the identity.  Raises Stuck."""
    index, lower, upper, body = whole.args
    said = draft.use(name, *sizes, lower, upper, plain, function((index,), body))
    equal = eq(draft.context.facts[said].relation.right, total)
    proof = prove_by_binder(draft.aside(equal).goal)
    if proof is None:
        raise Stuck("not sums over one range")
    same = draft.have(equal, proof)
    draft.have(eq(plain, total), Combine(((ONE, said, None), (ONE, same, None))))
