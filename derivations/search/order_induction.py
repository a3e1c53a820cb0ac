"""Inequalities by induction: over some values at once, from a lower bound on.

For `a(n) ≤ b(n)` the step looks for a multiplier q ≥ 0 such that what is left of the difference
at n + 1 after q times the difference at n has a sign: q is read off the terms that grow, such as
2 for `2^n`, n + 1 for `n!`.  Several bases serve where the step holds from some value on.
Incomplete, as every induction without lemmas is.
"""

from __future__ import annotations

from collections.abc import Iterator

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, holds_here
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Have, NormalForm, Offset, Order, Proof, StrongInduction
from derivations.language.statements import Proposition, le, lt
from derivations.language.substitution import subterms
from derivations.language.terms import BINDERS, ONE, ZERO, Term, add, mul
from derivations.search.certificates import gap_term
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, gap_of, proves
from derivations.search.induction import cofactor_of, induction_variables, offsets
from derivations.search.order import Orders
from derivations.search.readback import NotReadable, Reader
from derivations.search.sums import Opened, open_induction

# How many bases are tried, and how many looks each step and each base with symbols may take.
DEPTHS = (1, 2, 3, 4, 6)
MAX_LOOKS = 40
MAX_BRIEF_LOOKS = 8
MAX_MULTIPLIERS = 4
# A step with more monomials than this is not looked at.
MAX_MONOMIALS = 16
# Terms with neither of these in them do not grow.
_STILL = frozenset({"symbol", "pi", "level", "bound", "inv", "sqrt"})


def prove_order_by_induction(goal: Goal) -> Proof | None:
    """Induction on a natural that the goal depends on, from its lower bound if it has one."""
    if goal.relation.operator not in ("<", "<="):
        return None
    for draft, inner in offsets(goal, sorted(goal.relation.free(), key=lambda s: s.name)):
        proof = _induct(inner, draft.symbol)
        if proof is not None:
            return Offset(draft.variable, draft.symbol, draft.lower, draft.bound, proof)
    for n in induction_variables(goal):
        proof = _induct(goal, n)
        if proof is not None:
            return proof
    return None


def prove_sign_by_induction(goal: Goal) -> Proof | None:
    """That a sum or product over a range is not zero, because it is positive or negative."""
    left, right = goal.relation.left, goal.relation.right
    ranges = any(t.head in BINDERS for side in (left, right) for t in subterms(side))
    if goal.relation.operator != "!=" or not ranges:
        return None
    for sign in (lt(right, left), lt(left, right)):
        proof = prove_order_by_induction(Goal(goal.context, sign))
        if proof is not None:
            whole = Have(Proposition(sign), proof, NormalForm())
            if proves(goal, whole):
                return whole
    return None


def _induct(goal: Goal, n: Term) -> Proof | None:
    for depth in DEPTHS:
        opened = open_induction(goal, n, depth)
        if opened is None:
            return None
        bases = [_base(base) for base in opened.bases]
        known = [b for b in bases if b is not None]
        if len(known) < depth:
            return None
        step = _step(opened.step, opened, depth)
        if step is not None:
            return StrongInduction(n, tuple(known), opened.wrap(step))
    return None


def _base(goal: Goal) -> Proof | None:
    if proves(goal, NormalForm()):
        return NormalForm()
    return Orders(MAX_LOOKS).prove(goal.context, goal.relation, 1)


def _step(goal: Goal, opened: Opened, depth: int) -> Proof | None:
    if proves(goal, NormalForm()):
        return NormalForm()
    hypothesis = opened.first + depth - 1
    before = goal.context.facts[hypothesis].relation
    # What is left is not about the hypotheses: the search goes without them.
    plain = Context(goal.context.facts[: opened.plain], goal.context.symbols)
    for multiplier, rest in _remainders(goal, hypothesis):
        draft = Draft(goal.context)
        known = le(ZERO, mul(multiplier, gap_term(before)))
        if not proves(Goal(goal.context, known), NormalForm()):
            continue
        draft.have(known, NormalForm())
        left = le(ZERO, rest)
        proof = Orders(MAX_LOOKS if depth == 1 else MAX_BRIEF_LOOKS).prove(plain, left, 0)
        if proof is None or not proves(Goal(draft.context, left), proof):
            continue
        draft.have(left, proof)
        strict = goal.relation.operator == "<"
        whole = add(known.right, rest)
        last = Order(whole, ONE) if not strict or _positive(draft, whole) else None
        if last is not None and proves(Goal(draft.context, goal.relation), last):
            return draft.close(last)
    return Orders(MAX_LOOKS).prove(goal.context, goal.relation, 1) if depth == 1 else None


def _positive(draft: Draft, term: Term) -> bool:
    return holds_here(draft.context.normalizer, lt(ZERO, term))


def _remainders(goal: Goal, hypothesis: int) -> Iterator[tuple[Term, Term]]:
    """A multiplier q, and what q times the hypothesis leaves of the goal's difference."""
    normalizer = goal.context.normalizer
    algebra = normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    now = gap_of(goal.context, goal.relation)
    before = gap_of(goal.context, goal.context.facts[hypothesis].relation)
    if now is None or before is None or len(now.re) > MAX_MONOMIALS:
        return
    for multiplier in multipliers(algebra, now, before):
        rest = P.plus(now, P.negative(algebra.times(multiplier, before)))
        try:
            yield reader.poly(multiplier), reader.poly(rest)
        except NotReadable:
            continue


def multipliers(algebra: Algebra, now: Poly, before: Poly) -> list[Poly]:
    """What the growing monomials of the hypothesis are multiplied by in the goal."""
    found: dict[P.Key, Poly] = {P.key(P.ONE): P.ONE}
    for lead in sorted(before.re, key=lambda m: (-len(m), m)):
        if all(algebra.atoms[g].key[0] in _STILL for g, _ in lead):
            continue
        value = cofactor_of(algebra, now, before, lead)
        if not value.is_zero and algebra.sign(value) is not None:
            found.setdefault(P.key(value), value)
    return sorted(found.values(), key=lambda p: (len(p.re), P.key(p)))[:MAX_MULTIPLIERS]


__all__ = ["multipliers", "prove_order_by_induction"]
