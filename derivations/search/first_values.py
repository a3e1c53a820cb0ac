"""Functions with one derivative and one value are equal.

Two sides are equal at x where they are so at a place c, and their difference, or that divided by
exp A, has the derivative 0 between c and x.  A is 0, or an antiderivative of a where there is some
f with f' = a f + b: so f(x) = f(0) exp(a x) follows from f' = a f.  Places are those at which
functions are taken, and 0 and 1.

Source: W. Rudin, Principles of Mathematical Analysis, 5.11; ordinary differential equations of the
first order.
"""

from collections.abc import Iterator
from typing import Any

from derivations.kernel import Combine
from derivations.language.calculus_notation import is_variable
from derivations.language.sorts import REAL
from derivations.language.statements import eq
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ONE, POINTED, ZERO, Term, add, call, function, mul, neg
from derivations.search.goals import FAILURES, Draft, Goal, new_symbol, nodes
from derivations.search.growth import are_given, either_way, use_between
from derivations.search.integrals import antiderivatives, without_empty
from derivations.search.matching import put, same
from derivations.search.readback import simplified
from derivations.search.smooth import minus


def is_of_functions(goal: Goal) -> bool:
    """Whether something is given about derivatives of unknown functions in the goal."""
    if not goal.heads & POINTED <= {"integral", "diff"} or "apply" not in goal.heads:
        return False
    return are_given(goal.context)


def prove_by_first_value(goal: Goal) -> Any:
    """The equation from one at a place and the derivative of the difference."""
    gap = minus(goal.relation.left, goal.relation.right)
    rates = list(dict.fromkeys(_rates(goal)))
    for x in sorted(goal.relation.free(), key=lambda s: s.name):
        if not is_variable(x.sort):
            continue
        for place in _places(goal, x):
            first = Draft(goal)
            start = Substitution({x: place})(gap)
            if not first.attempt(_start, first, start):
                continue
            for variable, rate in rates:
                draft = Draft(goal)
                power = Substitution({variable: x})(rate)
                try:
                    return draft.close(_from(draft, gap, x, place, power))
                except FAILURES:
                    continue
    return None


def _start(draft: Draft, start: Term) -> int:
    """Add that what the gap is at a place is 0, as integrals are from a number to itself; returns
    the number.  Raises Stuck."""
    without_empty(draft, start)
    return draft.have_premise(eq(start, ZERO))


def _places(goal: Goal, x: Term) -> Iterator[Term]:
    """Where functions are taken and integrals end, without x."""
    found = {}
    for relation in (goal.relation, *(f.relation for f in goal.context.facts if f.is_plain)):
        for node in nodes(relation):
            if node.head == "apply" and free_symbols(node) <= goal.context.symbols:
                found.update(dict.fromkeys(node.args[1:]))
            if node.head == "integral":
                found.update(dict.fromkeys(node.args[1:-1]))
    for place in dict.fromkeys([*found, ZERO, ONE]):
        if x not in free_symbols(place):
            yield place


def _rates(goal: Goal) -> Iterator[tuple[Term, Term]]:
    """0, and each antiderivative of the a in f' = a f + b, with its variable."""
    anything = new_symbol(goal.context, "s", REAL)
    yield anything, ZERO
    for fact in goal.context.facts:
        left = fact.relation.left
        if left.head != "tangent" or fact.relation != eq(left, ONE) or len(fact.variables) != 1:
            continue
        (s,) = fact.variables
        y, at, value, body = left.args
        there = Substitution({y: at})(body)
        if at != s or there not in subterms(value):
            continue
        inside = goal.context.with_symbols(s)
        one, rest = (put(value, {there: v}) for v in (ONE, ZERO))
        factor = simplified(inside, minus(one, rest))
        without = free_symbols(factor).isdisjoint(free_symbols(there) - {s})
        if without and same(inside, add(mul(factor, there), rest), value):
            if s not in free_symbols(factor):
                yield s, mul(factor, s)
            else:
                yield from ((s, whole) for whole in antiderivatives(factor, s))


def _from(draft: Draft, gap: Term, x: Term, place: Term, power: Term) -> Any:
    """The equation from its value at the place.  Raises Stuck."""
    whole = gap if power == ZERO else mul(gap, call("exp", neg(power)))
    variable = new_symbol(draft.context, x.name, REAL, whole)

    def one(inner: Draft, a: Term, b: Term) -> Any:
        start = _start(inner, Substitution({x: place})(whole))
        values = function([variable], Substitution({x: variable})(whole)), a, b
        number = use_between(inner, "constant", *values, depth=max(inner.depth, 1))
        factor = call("exp", power) if power != ZERO else ONE
        sign = factor if b == x else neg(factor)
        return Combine(((sign, number, None), (factor, start, None)))

    return either_way(draft, place, x, one)
