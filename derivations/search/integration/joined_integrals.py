"""Integrals of unknown functions: by the laws that relate them, without antiderivatives of each.

    substituted   one is a multiple of another one, by substitution (`substitutions`)
    parts         those of one function over several ranges are differences of those from one place
    joined        those over one range are that of one function, which is 0, or the derivative of
                  what is left: so by linearity, and by parts; or constant with itself turned round
    orders        that function is at least another one whose integral is known: a constant, or with
                  1 + u for exp u and the like
    sizes         |s| <= t since s <= t and -s <= t
    inner         an integral that stands inside another one, and does not move there, is a number

That there are these integrals is given, or follows since the functions are smooth.  An equation
between numbers is refuted by such bounds: exp(-x**2) from 0 to 1 has not the integral 1 - exp(-1).

Source: R. Bartle, A Modern Theory of Integration, 3.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import permutations

from derivations.kernel import Combine, Proof
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Relation, eq, replace_term
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, div, function, mul, neg, number, power, sub,
)
from derivations.search.differentiation.derivatives import formula
from derivations.search.differentiation.growth import SLACK, use_between
from derivations.search.drafts import Draft, by_general
from derivations.search.goals import Goal, Stuck
from derivations.search.integration.integrals import at_end, at_most, integrable, integrated, linear
from derivations.search.integration.substitutions import substitute, turned_round
from derivations.search.knowledge.matching import coefficients, put, same
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import Evaluator
from derivations.search.orders.bounds import by_both_signs
from derivations.search.reading.facts import FAILURES, new_symbol
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_equation
from derivations.search.reading.smooth import minus, tidy

# So many integrals are looked at in one goal.
MAX_INTEGRALS = 8
# A function is looked at in so many places before it is said to be above another one.
PLACES = 8
# What is below or above a function, with a simpler integral: at 0, or at 1 for a logarithm.
SIMPLER: Mapping[str, Callable[[Term], tuple[Term, ...]]] = {
    "exp": lambda u: (add(ONE, u), div(ONE, sub(ONE, u)), ONE),
    "log": lambda u: (sub(u, ONE), sub(ONE, div(ONE, u))),
    "sin": lambda u: (u, sub(u, div(power(u, 3), number(6))), ONE),
    "cos": lambda u: (ONE, sub(ONE, div(power(u, 2), number(2)))),
}


def prove_joined(goal: Goal) -> Proof | None:
    """The goal from what relates its integrals."""
    found = goal.unbound("integral")
    if not found or len(found) > MAX_INTEGRALS:
        return None
    draft = Draft(goal)
    if goal.relation.operator == "<=" and goal.relation.left.head == "abs":
        return by_both_signs(draft)
    x = new_symbol(goal.context, "x", REAL, goal.relation.left, goal.relation.right)
    within = [n for n in found if any(n in subterms(m.args[3]) for m in found)]
    if within:
        return _with_number(draft, within[0], found, x)
    for node in found:
        draft.attempt(_renamed, draft, node, x)
    for relate in (substitute, from_one_place):
        relate(draft)
        if draft.grown and same(draft.context, draft.relation.left, draft.relation.right):
            return draft.close(Combine())
    if draft.relation.operator != "==":
        for first, second in permutations(draft.goal.unbound("integral"), 2):
            if first.args[1::2] == second.args[1::2] and at_most(
                draft, first.args[2], second.args[2]
            ):
                draft.attempt(_split, draft, second, first.args[2])
    nodes = draft.goal.unbound("integral")
    sides = draft.relation.left, draft.relation.right
    gap = minus(*(sides if draft.relation.operator == "==" else sides[::-1]))
    factors, rest = coefficients(draft.context, gap, nodes)
    weights = {n: factor for n, factor in zip(nodes, factors, strict=True) if factor != ZERO}
    if len({n.args[1:3] for n in weights}) != 1:
        return None
    return draft.close(_joined(draft, weights, rest, x))


def _with_number(draft: Draft, node: Term, found: Sequence[Term], x: Term) -> Proof:
    """The goal with a number for an integral that stands inside another one.  Raises Stuck."""
    for other in found:
        if other.args[1:3] == node.args[1:3] and same(draft.context, other, node):
            draft.rewrite(draft.have(eq(other, node), Combine()))
    value = new_symbol(draft.context, "v", REAL, draft.relation.left, draft.relation.right, x)
    claim = Proposition(replace_term(draft.relation, node, value), (value,))
    return draft.close(by_general(draft.goal, claim, (node,), ()))


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


def _split(draft: Draft, node: Term, place: Term) -> None:
    """Rewrite with what an integral is by those up to a place and from there on.  Raises Stuck."""
    x, lower, upper, body = node.args
    parts = [Term("integral", (x, *ends, body)) for ends in ((lower, place), (place, upper))]
    inner = draft.aside(draft.relation)
    for part in parts:
        integrable(inner, part)
    number_ = inner.use("integral over parts", function([x], body), lower, place, upper)
    draft.rewrite(draft.have(eq(node, add(*parts)), inner.close(by_equation(number_))))


def _joined(draft: Draft, weights: Mapping[Term, Term], rest: Term, x: Term) -> Proof:
    """The goal, that multiples of integrals and a rest are 0 or at least that, by one integral.
    Raises Stuck."""
    relation, nodes = draft.relation, [*weights]
    known = [integrable(draft, node) for node in nodes]
    ends, first = nodes[0].args[1:3], nodes[0].args[3]
    zero = linear(draft, x, (first, first), neg(ONE), ends, (known[0], known[0]))
    equations, body = [zero], ZERO
    for (node, weight), there in zip(weights.items(), known, strict=True):
        both = there, equations[-1] + 1
        equations.append(linear(draft, x, (node.args[3], body), weight, ends, both))
        term = mul(weight, node.args[3])
        body = term if body == ZERO else add(term, body)
    whole = tidy(body)
    if relation.operator == "==":  # sines are not to become exponentials
        ways = whole, simplified(draft.context.with_symbols(x), body)
        whole = min(ways, key=lambda way: len(list(subterms(way))))
    node = Term("integral", (x, *ends, whole))
    forth, back = (tuple((sign, n, None) for n in equations) for sign in (ONE, neg(ONE)))
    if relation.operator == "==":
        if same(draft.context.with_symbols(x), body, ZERO):
            return Combine((*back, (ONE, zero, None)))
        last = _antiderivative(draft, node, neg(rest))
        return Combine((*back, (ONE, last, None)))
    last = _above(draft, node, rest)
    return Combine(forth, ((Fraction(1), last),))


def _antiderivative(draft: Draft, node: Term, value: Term) -> int:
    """Add what an integral is by what the value is at other upper ends."""
    upper = node.args[2]
    end = new_symbol(draft.context, "b", REAL, node, value)
    inner = draft.aside(eq(node, value))
    offered = (end, at_end(value, upper, end)), *turned_round(draft.context, node, value)
    number = integrated(inner, node, offered)
    claim = inner.context.facts[number].relation
    return draft.have(claim, inner.close(by_equation(number)))


def _above(draft: Draft, node: Term, rest: Term) -> int:
    """Add that an integral, and the rest, is at least 0, or above it.  Raises Stuck."""
    x, lower, upper, body = node.args
    claim = Relation(draft.relation.operator, ZERO, add(node, rest))
    for low in _below(draft, node, rest):
        if not _seen_below(node, low):
            continue
        inner = draft.aside(claim)
        try:
            whole = function([x], low), function([x], body)
            above = use_between(
                inner, "integrals in order", *whole, lower, upper, depth=max(inner.depth, 1))
            known = integrated(inner, Term("integral", (x, lower, upper, low)))
            value = inner.context.facts[known].relation.right
            start = inner.have(Relation(claim.operator, ZERO, add(value, rest)))
        except FAILURES:
            continue
        proof = Combine(((neg(ONE), known, None),), ((Fraction(1), above), (Fraction(1), start)))
        return draft.have(claim, inner.close(proof))
    raise Stuck("nothing simpler is seen to be below what is integrated")


def _below(draft: Draft, node: Term, rest: Term) -> Iterator[Term]:
    """Functions that may be below what is integrated, their integrals being known: the constant
    that is needed, and those with a simpler function for another one."""
    x, lower, upper, body = node.args
    for end, there, value in ((upper, lower, neg(rest)), (lower, upper, rest)):
        if end.head == "symbol" and end not in free_symbols(there):
            moved = call("diff", x, x, Substitution({end: x})(value))
            with suppress(*FAILURES):
                yield simplified(draft.context.with_symbols(x), formula(
                    draft.context.with_symbols(x), moved)[0])
            return
    if free_symbols(lower) | free_symbols(upper):
        if same(draft.context, rest, ZERO):
            yield ZERO
        return
    yield simplified(draft.context, div(neg(rest), sub(upper, lower)))
    for inside in dict.fromkeys(n for n in subterms(body) if x in free_symbols(n)):
        if inside.head == "div":
            yield put(body, {inside: inside.args[0]})
        for simpler in SIMPLER[inside.head](*inside.args) if inside.head in SIMPLER else ():
            if free_symbols(body) == {x} or simpler == ONE:
                yield put(body, {inside: simpler})


def _seen_below(node: Term, low: Term) -> bool:
    """Whether floating point sees a function nowhere above what is integrated, which it sees."""
    x, lower, upper, body = node.args
    if free_symbols(node):
        return True
    with suppress(Unknown):
        first, last = (Evaluator({}).scalar(end).real for end in (lower, upper))
        places = (first + (last - first) * k / PLACES for k in range(1, PLACES))
        return all(Evaluator({x.name: p}).scalar(sub(body, low)).real > -SLACK for p in places)
    return False
