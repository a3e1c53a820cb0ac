"""Matrices that differ.

    entries     two explicit matrices differ since two of their entries do
    scalars     two square matrices differ since their traces or determinants do
    others      two columns differ since the sides of a fact do, which would be equal if these were:
                `A*v != 0`, given `v != 0` and `det(A) != 0`

If the sides were equal, 1 would be 0.  Complete for explicit matrices whose entries are seen apart.
Source: R. A. Horn, C. R. Johnson, Matrix Analysis, chapter 0.
"""

from dataclasses import replace
from fractions import Fraction

from derivations.kernel import Cases, Combine, Proof
from derivations.language.shapes import is_matrix
from derivations.language.statements import Relation, eq, ne
from derivations.language.terms import ONE, ZERO, Term, add, call, identity, neg, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.knowledge.matching import same
from derivations.search.linear_algebra.explicit_matrices import entries_of
from derivations.search.linear_algebra.matrices import prepared, with_inverses
from derivations.search.linear_algebra.traces import Scalars
from derivations.search.numerics.relations import seen_apart
from derivations.search.orders.contradictions import contradiction
from derivations.search.reading.facts import plain_facts
from derivations.search.reading.readback import size
from derivations.search.reading.references import by_order


def prove_by_entries(goal: Goal) -> Proof | None:
    """Two explicit matrices differ since two entries do: if they were equal, 1 would be 0."""
    entries = entries_of(goal.context, goal.relation)
    for x, y, unit in sorted(entries, key=lambda entry: not seen_apart(*entry[:2])):
        draft = Draft(goal)
        if draft.attempt(draft.have, ne(x, y)):
            return _differ(draft, x, y, unit)
    return None


def prove_by_scalars(goal: Goal) -> Proof | None:
    """Two square matrices differ since their traces or determinants do."""
    a, b = goal.relation.left, goal.relation.right
    rows, columns = size(goal.context, a) or (ONE, ZERO)
    for head in ("trace", "det") if same(goal.context, rows, columns) else ():
        x, y = call(head, a), call(head, b)
        draft = prepared(replace(goal, relation=ne(x, y)))
        with_inverses(draft)
        Scalars(draft, frozenset({head})).run()
        if draft.attempt(draft.have, draft.relation):
            draft.relation = goal.relation
            return _differ(draft, x, y, identity(rows))
    return None


def _differ(draft: Draft, x: Term, y: Term, unit: Term) -> Proof:
    """The sides of the goal differ since x and y do, which are equal where these are; unit: a
    matrix of their size that is not zero."""
    a, b = draft.relation.left, draft.relation.right
    apart = draft.have(ne(x, y))
    inside = draft.under(eq(a, b))
    last = inside.last
    equal = inside.have_rewritten(eq(x, y), last)
    zero = inside.have(ne(ZERO, ZERO), Combine(((ONE, equal, None),), ((Fraction(-1), apart),)))
    absurd = inside.use("absurd", proofs=(by_order(zero),))
    proof = inside.close(Combine(((add(a, neg(b), neg(unit)), absurd, None),)))
    return draft.close(Cases(eq(a, b), None, proof, by_order(last)))


def is_of_columns(goal: Goal) -> bool:
    """Whether two columns are to differ, of which a fact speaks that is no equation."""
    symbols, sides = goal.relation.free(), size(goal.context, goal.relation.left)
    return sides is not None and sides[1] == ONE and any(
        symbols & fact.free() for _, fact in plain_facts(goal.context, "!=", "<"))


def prove_by_others(goal: Goal) -> Proof | None:
    """Two columns differ since the sides of a fact do, which would be equal if these were."""
    equal = eq(goal.relation.left, goal.relation.right)
    for _, fact in plain_facts(goal.context, "!=", "<"):
        inside = Draft(goal).under(equal)
        last = inside.last
        if goal.relation.free() & fact.free() and inside.attempt(_contradict, inside, fact):
            return Cases(equal, None, contradiction(inside), by_order(last))
    return None


def _contradict(draft: Draft, fact: Relation) -> None:
    """Add what contradicts a fact, that its sides are equal.  Raises Stuck."""
    draft.have(eq(fact.left, fact.right))
    if is_matrix(fact.left):
        rows, _ = draft.sizes(fact.left)
        gap = sub(fact.left, fact.right)
        draft.use("length above zero", rows, gap)
        draft.have(eq(call("inner", gap, gap), ZERO))
