"""Closed forms of powers of a matrix, by induction on the exponent.

In the step `M**(e + k)` is written `M**e * M**k`, and what the induction hypothesis says of `M**e`
is put in; explicit matrices are multiplied out, others reduced by the equations of the context.
"""

from __future__ import annotations

from functools import partial

from derivations.kernel import forms
from derivations.kernel.context import Context
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cofactor, Induction, NormalForm, Proof, Rewrite
from derivations.language.statements import Proposition, Relation, Unsettled, eq, replace_term
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, ZERO, Term, add, mul, number, power, sub
from derivations.search.drafts import Draft
from derivations.search.equations import prove_from_equations
from derivations.search.goals import Goal, nodes, proves
from derivations.search.induction import induction_variables
from derivations.search.readback import Reader
from derivations.search.word_ideals import prove_by_word_ideal


def prove_matrix_power(goal: Goal) -> Proof | None:
    if not _powers(goal, goal.relation):
        return None
    for n in induction_variables(goal):
        if any(n in fact.free() for fact in goal.context.facts):
            continue
        start = ZERO if n.sort.kind == "natural" else ONE
        base = _close(Goal(goal.context, goal.relation.replace(Substitution({n: start}))))
        if base is None:
            continue
        step = _step(goal, n)
        if step is not None:
            return Induction(n, base, step)
    return None


def _powers(goal: Goal, relation: Relation) -> list[Term]:
    """Powers of matrices whose exponents are not numbers."""
    found = []
    for node in dict.fromkeys(nodes(relation)):
        if node.head == "pow" and node.args[1].head != "number":
            try:
                value = goal.context.normalizer.value(node.args[0])
            except Unsettled:
                continue
            if not isinstance(value, Poly):
                found.append(node)
    return found


def _step(goal: Goal, n: Term) -> Proof | None:
    after = Substitution({n: add(n, 1)})
    number_of = len(goal.context.facts)
    draft = Draft(goal.context.with_facts(Proposition(goal.relation)))
    relation = goal.relation.replace(after)
    normalizer = goal.context.normalizer
    for node in _powers(goal, goal.relation):
        base, exponent = node.args
        grown = (normalizer.scalar(sub(after(exponent), exponent))).rational()
        if grown is None or grown < 1 or grown.denominator != 1:
            continue
        sides = eq(power(base, after(exponent)), mul(node, power(base, number(grown))))
        shown: Proof | None = NormalForm()
        if not proves(Goal(draft.context, sides), NormalForm()):
            shown = _powers_added(draft.context, node, number(grown), sides)
        if shown is None:
            continue
        place = draft.have(sides, shown)
        relation = replace_term(relation, sides.left, sides.right)
        draft.steps.append(partial(Rewrite, place))
        for old, new in (
            (goal.relation.left, goal.relation.right), (goal.relation.right, goal.relation.left)
        ):
            if old == node:
                fact = number_of
                if old == goal.relation.right:
                    swapped = NormalForm((Cofactor(number(-1), number_of),))
                    fact = draft.have(eq(old, new), swapped)
                relation = replace_term(relation, old, new)
                draft.steps.append(partial(Rewrite, fact))
                break
    proof = _close(Goal(draft.context, relation))
    return None if proof is None else draft.close(proof)


def _powers_added(
    context: Context, node: Term, grown: Term, sides: Relation
) -> Proof | None:
    """`A^(e + k) = A^e A^k` by its law."""
    base, exponent = node.args
    normalizer = context.normalizer
    size = Reader(normalizer.algebra, context.symbols).poly(
        forms.size(normalizer.matrix(base))[0]
    )
    draft = Draft(context)
    (fact,) = draft.law("powers added", [size, exponent, grown, base], [])
    proof = draft.close(NormalForm((Cofactor(ONE, fact),)))
    return proof if proves(Goal(context, sides), proof) else None


def _close(goal: Goal) -> Proof | None:
    plain = NormalForm()
    if proves(goal, plain):
        return plain
    return prove_from_equations(goal) or prove_by_word_ideal(goal)


__all__ = ["prove_matrix_power"]
