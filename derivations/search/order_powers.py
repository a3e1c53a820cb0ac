"""Powers of one positive base are in the order of their exponents; below 1, in the other order.

A power b**p is exp(p log b): the sign of log b, the order of the exponents and their product are
proved, then the law that exp grows.  Both sides may have a positive factor; among the powers are
1 = b**0 and b = b**1.
"""

from __future__ import annotations

from collections.abc import Iterator

from derivations.kernel.context import Context
from derivations.kernel.proofs import NormalForm, Order, Proof
from derivations.language.statements import Relation, lt
from derivations.language.terms import ONE, ZERO, Term, call, mul, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, nodes, proves
from derivations.search.order import Orders
from derivations.search.readback import product_of

# Each fact about the base or the exponents may take so many looks.
MAX_LOOKS = 100
DEPTH = 1


def prove_order_of_powers(goal: Goal) -> Proof | None:
    """A proof of an order between multiples of two powers of one base."""
    relation = goal.relation
    for base in dict.fromkeys(t.args[0] for t in nodes(relation) if t.head == "pow"):
        for p, factor in _powers(relation.left, base):
            for q, other in _powers(relation.right, base):
                found = None
                if factor == other and p != q:
                    found = _grown(goal.context, relation.operator, base, p, q)
                if found is None:
                    continue
                draft, growth = found
                for last in (NormalForm(), Order(mul(factor, growth), ONE)):
                    if proves(Goal(draft.context, relation), last):
                        return draft.close(last)
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
