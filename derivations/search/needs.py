"""What the sides of a statement need to have a value: proved in order, or made conditions.

Each need is shown by what is cheap, by one lemma, by all methods, by derivatives of equations; what
has no proof becomes a condition, and all are facts for those after it.
"""

from collections.abc import Sequence
from dataclasses import replace

from derivations.kernel import Context, Need, Proof, Stated
from derivations.language.statements import Proposition
from derivations.lemmas import AtHand
from derivations.search.differentiation.slopes import (
    prove_at_corners, prove_with_slopes_of_equations, speaks_of_slopes, without_derivatives,
)
from derivations.search.drafts import Draft
from derivations.search.functions.solved_facts import prove_with_signs_of_radicands
from derivations.search.goals import MAX_DEPTH, Goal, Search, Stuck, attempted
from derivations.search.knowledge.one_lemma import prove_by_one_lemma
from derivations.search.orders.written_signs import say_signs_of_symbols
from derivations.search.refutation.points import Points

# What is looked at even where it follows from conditions, which may fail.
SAYS_THERE_IS = ("differentiable", "integrable")

# Proofs of needs, by their numbers; None for what is left out.
Definedness = tuple[tuple[int, Proof | None], ...]


def with_named_lemmas(stated: Stated, at_hand: AtHand) -> Stated:
    """A statement as it is read, in a context where methods find lemmas by their names."""
    return replace(stated, context=replace(stated.context, theorems=at_hand.named))


def with_lemmas(context: Context, at_hand: AtHand) -> Context:
    """The context of a search that uses lemmas, too: the last one, so that what is settled without
    them is not slower for their being there."""
    return replace(context, theorems=at_hand)


def settle(
    context: Context, needs: Sequence[Need], points: Points, search: Search,
    at_hand: AtHand | None = None,
) -> tuple[Context, Definedness, list[Proposition]]:
    """Each need is proved from those before it, or becomes a condition; all are facts then.  What
    is spare is left out if what it is enough for is proved without it."""
    proofs: dict[int, Proof | None] = {}
    conditions = []
    for number, need in enumerate(needs):
        claim = need.claim
        if number not in proofs:
            proof = _proof_of_need(context, claim, search, at_hand)
            if proof is None and need.spare:
                last = next(k for k in range(number, len(needs)) if not needs[k].spare)
                whole = needs[last].claim
                found = attempted(search.again().prove, context, whole, 0, True) or attempted(
                    prove_at_corners, search.again(), context, whole)
                if found is not None:
                    proofs |= {**dict.fromkeys(range(number, last)), last: found}
                    continue
            if proof is None:
                conditions.append(claim)
            else:
                proofs[number] = proof
        elif proofs[number] is None:
            continue
        if number in proofs and claim not in context.facts and (
            not claim.is_plain or claim.relation.left.head in SAYS_THERE_IS
        ):
            points.following.add(claim)
        context = context.with_facts(claim)
    return context, tuple(sorted(proofs.items())), conditions


def _with_signs(draft: Draft) -> Proof:
    """A proof where symbols that are said to be above zero by what they are have that sign.  Raises
    Stuck."""
    say_signs_of_symbols(draft)
    if not draft.grown:
        raise Stuck("no sign is said")
    return draft.done_as_deep()


def _proof_of_need(
    context: Context, need: Proposition, search: Search, at_hand: AtHand | None
) -> Proof | None:
    """A proof of what a side needs to have a value, or None."""
    if need.is_plain and search.refuse(context, need.relation):
        return None
    proof = attempted(search.again().prove, context, need, 0, True)
    if proof is None and need.is_plain:
        proof = attempted(_with_signs, Draft(Goal(context, need.relation, search.again(), 0, True)))
    if proof is None and at_hand is not None:
        known = with_lemmas(context, at_hand)
        proof = attempted(prove_by_one_lemma, search.afresh(), known, need)
    if proof is None:
        proof = attempted(search.again().prove, context, need)
    if proof is None and at_hand is not None:
        proof = attempted(search.afresh().prove, known, need, 1) or attempted(
            prove_by_one_lemma, search.afresh(), known, need, 1)
    if proof is None:
        proof = attempted(prove_with_signs_of_radicands, search.again(), context, need)
    if proof is None and speaks_of_slopes(need):
        proof = attempted(without_derivatives, context, need, search.again(), MAX_DEPTH)
    if proof is None:
        proof = attempted(prove_at_corners, search.again(), context, need)
    if proof is None and need.is_plain:
        proof = attempted(prove_with_slopes_of_equations, search.again(), context, need)
    return proof


def depth_enough(claim: Proposition, depth: int) -> int:
    """How deep a proof is looked for: deeper where it says that there is an integral or none."""
    return MAX_DEPTH if claim.relation.left.head == "integrable" else depth
