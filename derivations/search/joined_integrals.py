"""Integrals of unknown functions: by the laws that relate them, without antiderivatives of each.

    substituted   one is a multiple of another one, by substitution (`substitutions`)
    parts         those of one function over several ranges are differences of those from one place
    joined        those over one range are that of one function, which is 0, or the derivative of
                  what is left: so by linearity, and by parts; or constant with itself turned round
    orders        that function is at least 0

That there are these integrals is given, or follows since the functions are smooth.

Source: R. Bartle, A Modern Theory of Integration, 3.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, asked
from derivations.language.sorts import REAL
from derivations.language.statements import eq, le
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, ZERO, Term, add, function, mul, neg, sub
from derivations.search.goals import Draft, Goal, Stuck, new_symbol
from derivations.search.growth import use_between
from derivations.search.integrals import at_end, integrable, integrated
from derivations.search.matching import same
from derivations.search.readback import simplified
from derivations.search.references import by_equation
from derivations.search.smooth import minus
from derivations.search.substitutions import substitute, turned_round, weights

# So many integrals are looked at in one goal.
MAX_INTEGRALS = 8


def prove_joined(goal: Goal) -> Any:
    """The goal from what relates its integrals."""
    found = goal.unbound("integral")
    if not found or len(found) > MAX_INTEGRALS:
        return None
    draft = Draft(goal)
    x = new_symbol(goal.context, "x", REAL, goal.relation.left, goal.relation.right)
    for node in found:
        draft.attempt(_renamed, draft, node, x)
    for relate in (substitute, from_one_place):
        relate(draft)
        if draft.grown and same(draft.context, draft.relation.left, draft.relation.right):
            return draft.close(Combine())
    nodes = draft.goal.unbound("integral")
    if not nodes:
        return None
    if len({n.args[1:3] for n in nodes}) > 1:
        return None
    return draft.close(_joined(draft, nodes, x))


def _renamed(draft: Draft, node: Term, x: Term) -> None:
    """The integral with another name of its variable."""
    variable, lower, upper, body = node.args
    claim = eq(node, Term("integral", (x, lower, upper, Substitution({variable: x})(body))))
    draft.rewrite(draft.have(claim, Combine()))


def from_one_place(draft: Draft) -> None:
    """Put differences of those from one place for integrals of one function over several ranges."""
    groups: dict[Term, list[Term]] = {}
    for node in draft.goal.unbound("integral"):
        groups.setdefault(node.args[3], []).append(node)
    for group in groups.values():
        if len({n.args[1:3] for n in group}) > 1:
            place = group[0].args[1]
            for node in group:
                if node.args[1] != place:
                    draft.attempt(_from, draft, node, place)


def _from(draft: Draft, node: Term, place: Term) -> None:
    """Rewrite with what an integral is by those from a place.  Raises Stuck."""
    x, lower, upper, body = node.args
    whole = function([x], body)
    inner = draft.aside(draft.relation)
    if upper == place:
        number_ = inner.use("integral turned round", whole, upper, lower)
    else:
        for end in (lower, upper):
            integrable(inner, Term("integral", (x, place, end, body)))
        integrable(inner, node)
        number_ = inner.use("integral over parts", whole, place, lower, upper)
    first, second = (Term("integral", (x, place, e, body)) for e in (upper, lower))
    value = neg(second) if upper == place else sub(first, second)
    sign = ONE if upper == place else neg(ONE)
    proof = Combine(((sign, number_, None),))
    draft.rewrite(draft.have(eq(node, value), inner.close(proof)))


def _joined(draft: Draft, nodes: Sequence[Term], x: Term) -> Any:
    """The goal by one integral.  Raises Stuck."""
    relation = draft.relation
    gap = minus(relation.left, relation.right)
    if relation.operator in ("<", "<="):
        gap = minus(relation.right, relation.left)
    factors, rest = weights(draft, gap, nodes)
    known = [integrable(draft, node) for node in nodes]
    ends, first = nodes[0].args[1:3], nodes[0].args[3]
    zero = _linear(draft, x, (first, first), neg(ONE), ends, (known[0], known[0]))
    equations, body = [zero], ZERO
    for weight, node, number in zip(factors, nodes, known, strict=True):
        both = number, equations[-1] + 1
        equations.append(_linear(draft, x, (node.args[3], body), weight, ends, both))
        term = mul(weight, node.args[3])
        body = term if body == ZERO else add(term, body)
    whole = simplified(draft.context.with_symbols(x), body)
    node = Term("integral", (x, *ends, whole))
    forth, back = (tuple((sign, n, None) for n in equations) for sign in (ONE, neg(ONE)))
    if relation.operator == "==":
        if same(draft.context.with_symbols(x), body, ZERO):
            return Combine((*back, (ONE, zero, None)))
        last = _antiderivative(draft, node, neg(rest))
        return Combine((*back, (ONE, last, None)))
    if relation.operator != "<=":
        raise Stuck("an integral is not seen to be above another one")
    last = _at_least(draft, node, rest)
    return Combine(forth, ((Fraction(1), last),))


def _linear(
    draft: Draft, x: Term, bodies: tuple[Term, Term], weight: Term, ends: Sequence[Term],
    known: Sequence[int],
) -> int:
    """Add what the integral of a multiple of a function and another one is, of which facts say that
    they have integrals; returns the number."""
    values = *(function([x], body) for body in bodies), weight, *ends
    premises, _, _ = asked(draft.context, "integral is linear", values)
    proofs: list[Any] = [None] * (len(premises) - 2)
    proofs += map(by_equation, known)
    return draft.use("integral is linear", *values, proofs=proofs)


def _antiderivative(draft: Draft, node: Term, value: Term) -> int:
    """Add what an integral is by what the value is at other upper ends."""
    upper = node.args[2]
    end = new_symbol(draft.context, "b", REAL, node, value)
    inner = draft.aside(eq(node, value))
    offered = (end, at_end(value, upper, end)), *turned_round(draft.context, node)
    number = integrated(inner, node, offered)
    claim = inner.context.facts[number].relation
    return draft.have(claim, inner.close(by_equation(number)))


def _at_least(draft: Draft, node: Term, rest: Term) -> int:
    """Add that an integral, and the rest, is at least 0.  Raises Stuck."""
    if not same(draft.context, rest, ZERO):
        raise Stuck("not an order between integrals")
    x, lower, upper, body = node.args
    claim = le(ZERO, node)
    inner = draft.aside(claim)
    functions = function([x], mul(ZERO, x)), function([x], body)
    number = use_between(inner, "integrals in order", *functions, lower, upper)
    zero = inner.use("integral is linear", functions[1], functions[1], neg(ONE), lower, upper)
    proof = Combine(((neg(ONE), zero, None),), ((Fraction(1), number),))
    return draft.have(claim, inner.close(proof))
