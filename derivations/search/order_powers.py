"""Powers of one positive base are in the order of their exponents; below 1, in the other order.

If the exponents differ so do the powers, unless the base is 1: one of both exponents is less.
A power b**p is exp(p log b): the sign of log b, the order of the exponents and their product are
proved, then the law that exp grows.  Both sides may have a positive factor; among the powers are
1 = b**0 and b = b**1.
"""

from __future__ import annotations

from collections.abc import Iterator

from derivations.kernel.context import Context
from derivations.kernel.proofs import Cases, NormalForm, Order, Proof
from derivations.language.statements import Proposition, Relation, le, lt, ne
from derivations.language.terms import ONE, ZERO, Term, call, mul, neg, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, nodes, proves
from derivations.search.order import Orders
from derivations.search.readback import product_of

# Each fact about the base or the exponents may take so many looks.
MAX_LOOKS = 100
DEPTH = 1


def prove_order_of_powers(goal: Goal) -> Proof | None:
    """A proof of an order between multiples of two powers of one base, or that they differ."""
    relation = goal.relation
    for base in dict.fromkeys(t.args[0] for t in nodes(relation) if t.head == "pow"):
        for p, factor in _powers(relation.left, base):
            for q, other in _powers(relation.right, base):
                if factor != other or p == q:
                    continue
                find = _different if relation.operator == "!=" else _ordered
                proof = find(goal.context, relation, factor, base, p, q)
                if proof is not None:
                    return proof
    return None


def _ordered(
    context: Context, relation: Relation, factor: Term, base: Term, p: Term, q: Term
) -> Proof | None:
    """The relation between powers, that with p being the lesser one."""
    found = _grown(context, "<=" if relation.operator == "<=" else "<", base, p, q)
    if found is None:
        return None
    draft, growth = found
    form = mul(factor, growth)
    lasts: tuple[Proof, ...] = (NormalForm(), Order(form, ONE), Order(form, neg(ONE)))
    for last in lasts:
        if proves(Goal(draft.context, relation), last):
            return draft.close(last)
    return None


def _different(
    context: Context, relation: Relation, factor: Term, base: Term, p: Term, q: Term
) -> Proof | None:
    """That the powers differ, as their exponents do: either of these may be the lesser one."""
    draft = Draft(context)
    proof = Orders(MAX_LOOKS).prove(context, ne(p, q), DEPTH)
    if proof is None:
        return None
    draft.have(ne(p, q), proof)
    lower, higher = (draft.context.with_facts(Proposition(c)) for c in (le(p, q), lt(q, p)))
    for least, most in ((p, q), (q, p)):
        first = _ordered(lower, relation, factor, base, least, most)
        second = first and _ordered(higher, relation, factor, base, most, least)
        if first is not None and second is not None:
            return draft.close(Cases(le(p, q), first, second))
    return None


def _powers(side: Term, base: Term) -> Iterator[tuple[Term, Term]]:
    """Exponents with which a side is a multiple of a power of the base, and the other factor."""
    if side == base:
        yield ONE, ONE
    if side == ONE:
        yield ZERO, ONE
    factors = side.args if side.head == "mul" else (side,)
    for place, factor in enumerate(factors):
        if factor.head == "pow" and factor.args[0] == base:
            rest = [f for k, f in enumerate(factors) if k != place]
            yield factor.args[1], product_of(rest)


def _grown(
    context: Context, operator: str, base: Term, p: Term, q: Term
) -> tuple[Draft, Term] | None:
    """A context in which exp(p log b) stands below exp(q log b), and the difference of the two."""
    size = call("log", base)
    for sign, exponents in ((lt(size, ZERO), (q, p)), (lt(ZERO, size), (p, q))):
        order = Relation(operator, *exponents)
        draft = Draft(context)
        for fact in (sign, order):
            proof = Orders(MAX_LOOKS).prove(context, fact, DEPTH)
            if proof is None:
                break
            draft.have(fact, proof)
        else:
            x, y = mul(p, size), mul(q, size)
            product = mul(sub(sign.right, sign.left), sub(order.right, order.left))
            law = "exp grows strictly" if operator == "<" else "exp grows"
            draft.law(law, [x, y], [Order(product, ONE)])
            return draft, sub(call("exp", y), call("exp", x))
    return None
