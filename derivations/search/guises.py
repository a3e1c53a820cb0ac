"""Equations in other guises: conjugated, and inside inner products with the vectors at hand.

From `p = q` follows `conj p = conj q`; from `x = y` between columns follow `<x, w> = <y, w>`, the
conjugate of that, and `<x, x> = <y, y>`.  Then equations are used as they are elsewhere.
Complete for what is linear in these inner products, with vectors that are symbols.
"""

from __future__ import annotations

from collections.abc import Iterator

from derivations.kernel import forms, polynomial as P
from derivations.kernel.context import difference
from derivations.kernel.forms import Form
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cofactor, Congruence, NormalForm, Proof
from derivations.language.statements import Relation, eq
from derivations.language.terms import ONE, call, conj
from derivations.search.drafts import Draft
from derivations.search.equations import prove_from_equations
from derivations.search.factors import prove_by_factors
from derivations.search.goals import Goal, Method, first_proof, proves
from derivations.search.ideals import prove_in_ideal

# So many equations are looked at.
MAX_GUISES = 24

_METHODS = (
    Method("equations", prove_from_equations),
    Method("ideals", prove_in_ideal),
    Method("factors", prove_by_factors),
)


def prove_by_guises(goal: Goal) -> Proof | None:
    gap = goal.gap
    if not isinstance(gap, Poly):
        return None
    draft = Draft(goal.context)
    linked = _linking(goal, gap)
    waiting = list(dict.fromkeys(_guises(goal)))[:MAX_GUISES]
    added = True
    while added:  # what has a product in common with the goal, or with what has, and so on
        added = False
        for fact, proof in list(waiting):
            own = _linking(goal, Goal(goal.context, fact).gap)
            if not own.isdisjoint(linked):
                draft.have(fact, proof)
                waiting.remove((fact, proof))
                linked |= own
                added = True
    if not draft.steps:
        return None
    found = first_proof(Goal(draft.context, goal.relation), _METHODS)
    whole = None if found is None else draft.close(found)
    return whole if whole is not None and proves(goal, whole) else None


def _linking(goal: Goal, gap: Poly | Form) -> set[int]:
    """The atoms that are no symbols."""
    assert isinstance(gap, Poly)
    atoms = goal.context.normalizer.algebra.atoms
    inside = {g for m in gap.monomials() for g, _ in m}
    return {g for g in inside if atoms[g].key[0] != "symbol"}


def _guises(goal: Goal) -> Iterator[tuple[Relation, Proof]]:
    """Scalar equations that follow from one fact, with their proofs."""
    normalizer = goal.context.normalizer
    relations = [goal.relation, *(f.relation for f in goal.context.facts)]
    symbols = sorted({s for r in relations for s in r.free()}, key=lambda s: s.name)
    vectors = [s for s in symbols if s.sort.is_matrix and s.sort.columns == ONE]
    for number, fact in enumerate(goal.context.facts):
        left, right = fact.relation.left, fact.relation.right
        if not fact.is_plain or fact.relation.operator != "==" or number in goal.context.ignored:
            continue
        gap = difference(normalizer, fact.relation)
        used = NormalForm((Cofactor(ONE, number),))
        if isinstance(gap, Poly):
            if not normalizer.algebra.is_real(gap):
                yield eq(conj(left), conj(right)), Congruence((used,))
            continue
        rows, columns = map(P.key, forms.size(gap))
        if columns != P.key(P.ONE):
            continue
        yield eq(call("inner", left, left), call("inner", right, right)), Congruence((used, used))
        for w in vectors:
            if P.key(forms.size(normalizer.matrix(w))[0]) == rows:
                sides, proof = [call("inner", x, w) for x in (left, right)], NormalForm()
                yield eq(*sides), Congruence((used, proof))
                yield eq(*map(conj, sides)), Congruence((Congruence((used, proof)),))


__all__ = ["prove_by_guises"]
