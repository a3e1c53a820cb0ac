"""Proofs by cases: signs, zeros, and what is proved by assuming the opposite.

    equations    a fact `a ≠ b` or `a < b` whose difference is a combination of equations
    orders       a combination of orders that says `0 < 0`
    signs        a real number that is not 0 is positive or negative
    zeros        the goal where a symbol is 0, and where it is not
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import Cases, Combine, manifest
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, add, conj, neg
from derivations.search.completion import Numbers, with_relations
from derivations.search.equations import Combination
from derivations.search.goals import Draft, Goal, Stuck, nodes, plain_facts
from derivations.search.instances import with_roots
from derivations.search.matching import same
from derivations.search.order import Item, combination
from derivations.search.readback import simplified
from derivations.search.references import by_order


def contradiction(draft: Draft, items: Sequence[Item] | None = None) -> Any:
    """A proof of whatever is to be shown among facts that contradict each other.  Raises Stuck.

    items: what is at least 0 besides the facts; then orders alone are looked at.
    """
    absurd = _absurd(draft, items)
    gap = add(draft.relation.left, neg(draft.relation.right))
    orders: tuple[tuple[Fraction, int], ...] = ()
    if draft.relation.operator != "==":
        differ = draft.relation.operator == "!="
        other = draft.have(ne(ONE, ZERO) if differ else lt(ZERO, ONE), Combine())
        orders = ((Fraction(1), other),)
        gap = add(gap, neg(ONE) if differ else ONE)
    return draft.close(Combine(((gap, absurd, None),), orders))


def _absurd(draft: Draft, items: Sequence[Item] | None) -> int:
    """The number of the fact that 1 is 0.  Raises Stuck."""
    aside = draft.aside(lt(ZERO, ZERO))
    order = combination(aside, items or ())
    try:
        if order is not None:
            last = draft.have(lt(ZERO, ZERO), aside.close(order))
            said = draft.have(ne(ZERO, ZERO), by_order(last))
        elif items is not None:
            raise Stuck("the orders do not contradict each other")
        else:
            inner = draft.aside(ne(ZERO, ZERO))  # a fact whose sides are equal
            said = draft.have(inner.relation, inner.close(Combination(inner).proof()))
    except Stuck:
        if draft.light or items is not None:
            raise
        with_relations(draft)
        claim = eq(ONE, ZERO)
        inner = draft.aside(claim)
        return draft.have(claim, inner.close(Numbers(inner).proof(claim)))
    return draft.use("absurd", proofs=(by_order(said),))


def prove_by_contradiction(goal: Goal) -> Any:
    """`a ≠ b` since `a = b` contradicts a fact."""
    if not goal.gap:
        return None
    claim = Proposition(eq(goal.relation.left, goal.relation.right))
    last = len(goal.context.facts)
    inner = Draft(Goal(goal.context.with_facts(claim), goal.relation, goal.search, goal.depth + 1,
                       goal.light))
    with_roots(inner)
    for s in sorted(goal.relation.free(), key=lambda s: s.name):
        if s.head == "symbol" and s.sort.kind in ("positive", "negative", "posint"):
            inner.attempt(inner.sort, s)
    for node in dict.fromkeys(nodes(goal.relation)):
        if node.head == "div" and node.args[1].head != "number":
            inner.attempt(inner.use, "inverse", node.args[1])
    _with_opposites(inner, claim.relation, last)
    return Cases(claim.relation, None, contradiction(inner), by_order(last))


def _with_opposites(draft: Draft, claim: Relation, number: int) -> None:
    """Of functions that differ from something: that they do not, as the claim then says."""
    a = claim.left
    for _, fact in plain_facts(draft.context, "!="):
        opposite = eq(fact.left, fact.right)
        if a.head != "number" and any(a == t for t in nodes(opposite)):
            draft.attempt(_have_rewritten, draft, opposite, number)
        elif a.head == fact.left.head == "det" and not draft.light:
            draft.attempt(draft.have, opposite)


def _have_rewritten(draft: Draft, claim: Relation, number: int) -> None:
    inner = draft.aside(claim)
    inner.rewrite(number)
    draft.have(claim, inner.done())


def prove_by_signs(goal: Goal) -> Any:
    """The goal for positive and for negative values of a real number that is not 0."""
    for _, fact in plain_facts(goal.context, "!="):
        t = simplified(goal.context, add(fact.left, neg(fact.right)))
        if not free_symbols(t) or not same(goal.context, conj(t), t):
            continue
        if any(f.relation in (lt(ZERO, t), lt(ZERO, neg(t))) for f in goal.context.facts):
            continue
        first = Draft(goal).under(lt(ZERO, t))
        second = Draft(goal).under(le(t, ZERO))
        second.use("above zero", neg(t))
        return Cases(lt(ZERO, t), None, first.done(), second.done())
    return None


def prove_at_zero(goal: Goal) -> Any:
    """The goal where a symbol that roots, logarithms or divisors speak of is 0, and elsewhere."""
    inside = {s for t in goal.atoms if t.head in ("sqrt", "log", "div", "pow")
              for s in free_symbols(t) if s.head == "symbol" and s.sort.is_scalar}
    for s in sorted(inside, key=lambda s: s.name):
        claim = eq(s, ZERO)
        if manifest(goal.context, ne(s, ZERO)) or any(
            f.relation.operator != "==" and free_symbols(f.relation.left) | free_symbols(
                f.relation.right) == {s} for f in goal.context.facts if f.is_plain):
            continue
        first = Draft(goal).under(claim)
        first.rewrite(len(goal.context.facts))
        return Cases(claim, None, first.done(), Draft(goal).under(ne(s, ZERO)).done())
    return None
