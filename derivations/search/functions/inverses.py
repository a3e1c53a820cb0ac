"""Values of asin, acos and atan: the one number between bounds that has this sine or tangent.

The goal is solved for the inverse function, if it stands there once and linearly, as in
`2*asin(1/2) + x = x + pi/3`; that the other side is that number are goals for the search.  Several
of numbers are parts of a turn, as floating point sees them.
"""

from fractions import Fraction
from math import pi

from derivations.kernel import Proof
from derivations.language.statements import Relation, eq, le, lt
from derivations.language.substitution import subterms
from derivations.language.terms import PI, Term, add, call, div, mul, neg, number
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.numerics.floats import NEAR, Unknown
from derivations.search.numerics.numeric import closed_value

HALF = div(PI, number(2))


def prove_value(goal: Goal) -> Proof | None:
    """An equation for the value of an inverse function of angles, or what its value shows."""
    found = goal.unbound("asin", "acos", "atan")
    for node in found if goal.relation.operator == "==" else ():
        draft = Draft(goal)
        value = _isolated(goal.relation, node)
        if value is not None and draft.attempt(is_value, draft, node, value):
            return draft.done()
    draft = Draft(goal)
    for node in found:
        value = part_of_turn(node)
        if value is not None and draft.attempt(is_value, draft, node, value):
            draft.rewrite(draft.have(eq(node, value)))
    return draft.done() if draft.relation != goal.relation else None


def part_of_turn(node: Term) -> Term | None:
    """The multiple of π/12 that an inverse function of a number seems to be."""
    try:
        parts = 12 * closed_value(node) / pi
    except Unknown:
        return None
    if abs(parts - round(parts.real)) > NEAR:
        return None
    return mul(number(Fraction(round(parts.real), 12)), PI)


def _isolated(relation: Relation, node: Term) -> Term | None:
    """What a node is by an equation that is linear in it; None if it stands elsewhere, too."""
    left, right = relation.left, relation.right
    if node in subterms(right):
        left, right = right, left
    if node in subterms(right):
        return None
    while left != node:
        inside = [a for a in left.args if node in subterms(a)]
        others = [a for a in left.args if a not in inside]
        if len(inside) != 1 or len(others) != len(left.args) - 1:
            return None
        match left.head:
            case "neg":
                right = neg(right)
            case "add":
                right = add(right, *map(neg, others))
            case "mul" if all(a.head == "number" for a in others):
                right = div(right, mul(*others))
            case "div" if others == [left.args[1]] and others[0].head == "number":
                right = mul(right, *others)
            case _:
                return None
        (left,) = inside
    return right


def is_value(draft: Draft, node: Term, s: Term) -> None:
    """Add that the inverse function has this value.  Raises Stuck."""
    (z,) = node.args
    if node.head == "acos":
        s = add(HALF, neg(s))
    atan = node.head == "atan"
    order, side = (lt, mul(z, call("cos", s))) if atan else (le, z)
    for bound in (order(neg(HALF), s), order(s, HALF)):
        draft.have_premise(bound)
    claim = eq(call("sin", s), side)
    if not draft.attempt(draft.have_premise, claim):
        draft.have(claim)
    draft.use("atan" if atan else "asin", s, z)
