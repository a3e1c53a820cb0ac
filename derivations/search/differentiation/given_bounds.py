"""What is given of the derivative of an unknown function, between the places where it is taken.

    f' <= a f + b, or with <, for all numbers: with A and H antiderivatives of a and b exp(-A),
    f exp(-A) - H falls from one place to the next (for equations: `solved_equations`)
    |f'| <= c: what f grows by between two places is bounded
    c <= f'': f(s) + f'(s) (y - s) + c (y - s)**2/2 is at most f(y), where it grows up to s = y

So `f(0) <= f(1)` where 0 <= f', and `|f(b) - f(a)| <= 3 (b - a)` where |f'| <= 3 and a <= b.  Which
place comes first is seen, or else both cases are looked at.

Source: W. Rudin, Principles of Mathematical Analysis, 5.11.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from derivations.kernel import Proof
from derivations.language.sorts import REAL
from derivations.language.statements import Relation, eq, le, lt, replace_term
from derivations.language.substitution import Substitution, free_symbols, fresh, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, call, div, function, neg, number, power, symbol,
)
from derivations.search.differentiation.derivatives import formula
from derivations.search.differentiation.growth import (
    are_given, in_both_cases, proved_at, say_at, use_between,
)
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.integration.antiderivatives import antiderivatives, known_antiderivatives
from derivations.search.integration.integrals import without_empty
from derivations.search.knowledge.matching import put, same
from derivations.search.orders.products import prove_with_products
from derivations.search.reading.facts import FAILURES, LINES, new_symbol, nodes, plain_facts
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_fact, by_order
from derivations.search.reading.smooth import minus, plus, tidy, times

# Pairs of places that are looked at; how deep what the laws ask is proved.
MAX_PAIRS, DEPTH = 6, 1


class Given(NamedTuple):
    """A function of s that grows (<=, <), or has a derivative of at most a size.

    of: the unknown one.
    bent: where that is the derivative of another one, this, what both are multiplied by, 1 or -1,
        and what the second derivative is then at least.
    """

    s: Term
    of: Term
    whole: Term
    operator: str
    size: Term | None = None
    bent: tuple[Term, Term, Term] | None = None


def says_bounds(goal: Goal) -> bool:
    """Whether something is given about derivatives of functions in the goal or in facts."""
    return are_given(goal.context) and ("apply" in goal.heads or any(
        node.head == "apply" for fact in goal.context.facts if fact.is_plain
        for node in nodes(fact.relation)))


def prove_by_given_bounds(goal: Goal) -> Proof | None:
    """The goal from what is given of derivatives, at pairs of places."""
    draft, apart, at_once = Draft(goal), [], False
    for given in _given(goal):
        tangents = _tangents(goal, given)
        for x, y in tangents:
            at_once |= draft.attempt(_above_tangent, draft, given, x, y)
        for x, y in [] if tangents else _pairs(goal, given):
            if not any(draft.attempt(_grown, draft, given, *ends) for ends in ((x, y), (y, x))):
                apart.append((x, y))
    if at_once and goal.relation.operator in ("<", "<="):  # divisors in y take products alone
        proof = attempted(prove_with_products, Goal(draft.context, draft.relation, draft.search))
        if proof is not None:
            return draft.close(proof)
    if draft.grown:
        try:
            return draft.done_as_deep()
        except FAILURES:
            if not apart:
                raise
    return _either_way(draft, *apart[0]) if apart else None


def _either_way(draft: Draft, x: Term, y: Term) -> Proof:
    """The goal in the two cases of what comes first."""
    known = {f.relation for f in draft.context.facts if f.is_plain}
    if not known.isdisjoint((le(x, y), lt(x, y), le(y, x), lt(y, x))):
        raise Stuck("it is a case already")
    return draft.close(in_both_cases(draft, x, y, lambda inner, *_: inner.search.prove(
        inner.context, inner.relation, inner.depth)))


# What is given


def _given(goal: Goal) -> Iterator[Given]:
    for fact in goal.context.facts:
        if len(fact.variables) == 1 and fact.variables[0].sort in LINES and all(
                guard.left.head == "differentiable" or guard.operator in ("<", "<=")
                for guard in fact.guards):
            s = symbol(fact.variables[0].name, REAL)
            stated = fact.relation.replace(Substitution({fact.variables[0]: s}))
            sized = _sized(stated, s)
            if sized is not None and "abs" in goal.heads:
                yield sized
                continue
            for relation in _plain(stated):
                yield from _of(goal, s, relation)


def _sized(relation: Relation, s: Term) -> Given | None:
    """What a bound of the size of a derivative says."""
    left, right = relation.left, relation.right
    if left.head != "abs" or relation.operator != "<=" or s in free_symbols(right):
        return None
    (slope,) = left.args
    if slope.head != "diff" or slope.args[1] != s:
        return None
    of = Substitution({slope.args[0]: s})(slope.args[2])
    return Given(s, of, of, relation.operator, right)


def _plain(relation: Relation) -> Iterator[Relation]:
    """An order without absolute values."""
    left, right = relation.left, relation.right
    if left.head == "abs" and relation.operator in ("<=", "<"):
        yield Relation(relation.operator, left.args[0], right)
        yield Relation(relation.operator, neg(right), left.args[0])
    elif relation.operator in ("<=", "<"):
        yield relation


def _of(goal: Goal, s: Term, relation: Relation) -> Iterator[Given]:
    """What a relation for all s says that is linear in a function and its derivative."""
    inside = goal.context.with_symbols(s)
    gap = minus(relation.right, relation.left)
    slopes = [n for n in subterms(gap) if n.head == "diff" and n.args[1] == s]
    if len(slopes) != 1 and not (len(slopes) == 2 and slopes[0] in subterms(slopes[1])):
        return
    slope = slopes[-1]
    of = Substitution({slope.args[0]: s})(slope.args[2])

    def left(term: Term, node: Term, value: Term) -> Term:
        return put(term, {node: value})

    rest = left(gap, slope, ZERO)
    factor = simplified(inside, minus(left(gap, slope, ONE), rest))
    if s in free_symbols(factor):
        return
    draft = Draft(goal)
    upwards = draft.attempt(draft.have_premise, lt(ZERO, factor))
    if not upwards and not draft.attempt(draft.have_premise, lt(factor, ZERO)):
        return
    if not same(inside, gap, plus(times(factor, slope), rest)):
        return
    # The derivative is at least what it is bounded by, or the negative of it is.
    value = simplified(inside, neg(rest) if factor == ONE else div(rest, neg(factor)))
    none = simplified(inside, left(value, of, ZERO))
    rate = simplified(inside, minus(left(value, of, ONE), none))
    if not free_symbols(rate).isdisjoint(free_symbols(of) - {s}) or not same(
            inside, value, plus(times(rate, of), none)):
        return
    for rise in known_antiderivatives(goal, rate, s) if rate != ZERO else (ZERO,):
        even = call("exp", neg(rise)) if rise != ZERO else ONE
        pace = times(even, none)
        for other in antiderivatives(pace, s) if pace != ZERO else (ZERO,):
            whole = tidy(minus(times(even, of), other))
            bent = None
            if rate == ZERO and of.head == "diff" and s not in free_symbols(none):
                under = Substitution({of.args[0]: s})(of.args[2])
                bent = (under, ONE, none) if upwards else (under, neg(ONE), neg(none))
            whole = whole if upwards else neg(whole)
            yield Given(s, of, whole, relation.operator, None, bent)
            return


def _pairs(goal: Goal, given: Given) -> list[tuple[Term, Term]]:
    """Places where the function is taken."""
    found: dict[Term, None] = {}
    plain = [f.relation for f in goal.context.facts if f.is_plain]
    for relation in (goal.relation, *plain):
        for node in nodes(relation):
            place = place_of(node, given.of, given.s)
            if place is not None and free_symbols(place) <= goal.context.symbols:
                found[place] = None
    return [*combinations(found, 2)][:MAX_PAIRS]


def _tangents(goal: Goal, given: Given) -> list[tuple[Term, Term]]:
    """Where the derivative of a function is taken, and where that is."""
    if given.bent is None:
        return []
    plain = (fact for _, fact in plain_facts(goal.context, "=="))
    stated = [n for relation in plain for n in nodes(relation)]
    found = []
    for of, inside in ((given.of, (*goal.nodes, *stated)), (given.bent[0], goal.nodes)):
        places = (place_of(node, of, given.s) for node in inside)
        found.append(dict.fromkeys(
            p for p in places if p is not None and free_symbols(p) <= goal.context.symbols))
    return [(x, y) for x, y in product(*found) if x != y][:MAX_PAIRS]


def place_of(node: Term, of: Term, s: Term) -> Term | None:
    """Where a value of a function of s, an unknown one or its derivative, is taken, if this is
    one; None also of a function at more than s, f[2*s]."""
    if node.head != of.head or s not in of.args:
        return None
    k = of.args.index(s)
    if node.head == "apply":
        return node.args[k] if node.args[0] == of.args[0] else None
    y, _, body = of.args
    own = Substitution({node.args[0]: y})(node.args[2])
    return node.args[1] if own == body else None


# What that says of two places


def _function(draft: Draft, given: Given) -> Term:
    variable = new_symbol(draft.context, given.s.name, REAL, given.whole)
    return function([variable], Substitution({given.s: variable})(given.whole))


def _above_tangent(draft: Draft, given: Given, x: Term, y: Term) -> None:
    """Add that the function is at y above its tangent at x and a square."""
    assert given.bent is not None
    under, sign, least = given.bent
    s, rest = given.s, minus(y, given.s)
    own, slope, second = (times(sign, t) for t in (under, given.of, call("diff", s, s, given.of)))
    whole = plus(own, times(slope, rest), times(div(least, number(2)), power(rest, number(2))))
    claim = le(Substitution({s: x})(whole), Substitution({s: y})(own))
    inner = draft.aside(claim)

    def one(there: Draft, a: Term, b: Term) -> Proof:
        variable = new_symbol(there.context, s.name, REAL, whole)
        at = symbol(fresh("between", there.context.names), REAL)
        body = Substitution({s: variable})(whole if a == x else neg(whole))
        pace, _ = formula(there.context.with_symbols(at), call("diff", variable, at, body))
        values = function([variable], body), function([at], pace), a, b

        def grows(near: Draft, place: Term) -> None:
            say_at(near, place)
            excess, left = (Substitution({s: place})(t) for t in (minus(second, least), rest))
            near.use("products at least zero", excess, left if a == x else neg(left))

        return by_order(there.use("grows", *values, proofs=lambda p: (
            proved_at(there, p, grows, DEPTH) if p.variables else None)))

    draft.have(claim, inner.close(in_both_cases(inner, x, y, one)))


def _grown(draft: Draft, given: Given, x: Term, y: Term) -> None:
    """Add that the function is greater at the last place, if that is seen to be the last."""
    whole = _function(draft, given)
    at = symbol(fresh("between", draft.context.names), REAL)
    variable, body = whole.args
    slope, _ = formula(draft.context.with_symbols(at), call("diff", variable, at, body))
    values = [whole, function([at], slope), x, y]
    law, order = ("strictly grows", lt) if given.operator == "<" else ("grows", le)
    first, last = (Substitution({given.s: place})(given.whole) for place in (x, y))
    claim = Relation(order(x, y).operator, first, last)
    if given.size is not None:
        law, change = "Lipschitz", minus(last, first)
        claim = le(call("abs", change), times(given.size, minus(y, x)))
        values.append(given.size)
    inner = draft.aside(claim)
    inner.have_premise(order(x, y))
    number = use_between(inner, law, *values, depth=DEPTH)
    draft.have(claim, inner.close(by_fact(claim, number)))
    _say_exponents(draft, first)
    _say_exponents(draft, last)


def _say_exponents(draft: Draft, side: Term) -> None:
    """Add what a side is with the numbers that are given for values in exponents."""
    found = without_empty(draft, side)
    inside = {n for e in subterms(side) if e.head == "exp" for n in subterms(e)}
    for _, fact in plain_facts(draft.context, "=="):
        if fact.left.head == "apply" and fact.left in inside and fact.right.head == "number":
            found = replace_term(eq(found, ZERO), fact.left, fact.right).left
    if found != side:
        draft.attempt(draft.have, eq(side, found))
