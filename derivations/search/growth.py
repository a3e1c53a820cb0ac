"""Bounds by the sign of a derivative.

A bound `l <= r` in x holds where it holds at one place c, and r - l grows from c on and falls up to
c: where its derivative is at least zero between c and x, or at most zero between x and c.  Places
are the numbers that bound x in facts, 0 and 1, at which floating point sees no failure.  That the
derivative has its sign is proved by the same search, so a bound may take several derivatives.

Incomplete: one variable at a time, and one place.

Source: W. Rudin, Principles of Mathematical Analysis, 5.11.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from derivations.kernel import LAWS, Binder, Cases, Combine, Context, asked, opened
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Relation, le, lt
from derivations.language.substitution import Substitution, free_symbols, fresh
from derivations.language.terms import ONE, POINTED, ZERO, Term, call, function, neg, symbol
from derivations.search.derivatives import formula
from derivations.search.floats import Unknown
from derivations.search.goals import FAILURES, SAYING, Draft, Goal, new_symbol, nodes, plain_facts
from derivations.search.numeric import Evaluator
from derivations.search.smooth import minus

# What has a derivative that may be easier than itself.
HEADS = {"exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "asin", "acos",
         "asinh", "div", "pow"}
# How often bounds of derivatives are proved by derivatives.
MAX_NESTED = 3
# What floating point may err.
SLACK = 1e-9


def has_slopes(goal: Goal) -> bool:
    """Whether a derivative may be easier than the goal."""
    unknown = "apply" in goal.heads and are_given(goal.context)
    return unknown or not goal.heads.isdisjoint(HEADS)


def are_given(context: Context) -> bool:
    """Whether something is given about derivatives for all values."""
    return any(fact.variables and any(n.head in POINTED for n in nodes(fact.relation))
               for fact in context.facts)


def prove_by_slopes(goal: Goal) -> Any:
    """The bound from its value at one place and the sign of its derivative."""
    if not goal.heads.isdisjoint(POINTED) or _nested(goal.context) > MAX_NESTED:
        return None
    for x in sorted(goal.relation.free(), key=lambda s: s.name):
        if not x.sort.is_scalar or not x.sort.within("real") or x.sort.within("integer"):
            continue
        for place in _places(goal, x):
            draft = Draft(goal)
            try:
                return draft.close(_from(draft, x, place))
            except FAILURES:
                continue
    return None


def _nested(context: Context) -> int:
    """How many points between others there are: one for each derivative that was taken."""
    return sum(s.name.startswith("between") for s in context.symbols)


def _places(goal: Goal, x: Term) -> Iterator[Term]:
    """Closed terms, or terms in other symbols, at which the bound may hold with equality."""
    found = dict.fromkeys((ZERO, ONE))
    for _, fact in plain_facts(goal.context, "<", "<="):
        for side, other in ((fact.left, fact.right), (fact.right, fact.left)):
            if side == x and x not in free_symbols(other):
                found[other] = None
    gap = minus(goal.relation.right, goal.relation.left)
    for place in found:
        if free_symbols(gap) != {x} or free_symbols(place) or _seems(gap, x, place):
            yield place


def _seems(gap: Term, x: Term, place: Term) -> bool:
    """Whether it seems that the gap is at least zero at a place, and least there."""
    try:
        middle = Evaluator({}).scalar(place)
        least = Evaluator({x.name: middle}).scalar(gap).real
    except Unknown:
        return False
    return least > -SLACK


def _from(draft: Draft, x: Term, place: Term) -> Any:
    """The bound from its value at the place.  Raises Stuck."""
    return either_way(draft, place, x, lambda given, a, _b: _grown(given, x, place, a == place))


def either_way(draft: Draft, x: Term, y: Term, one: Callable[[Draft, Term, Term], Any]) -> Any:
    """A proof by the one of x and y that is seen to come first, or else in both cases.

    one: a proof in a draft where its second argument is at most its third.  Raises Stuck.
    """
    for a, b in ((x, y), (y, x)):
        if draft.attempt(draft.have_premise, le(a, b)):
            return one(draft, a, b)
    forth, back = draft.under(le(x, y)), draft.under(lt(y, x))
    return Cases(le(x, y), None, forth.close(one(forth, x, y)), back.close(one(back, y, x)))


def _grown(draft: Draft, x: Term, place: Term, upwards: bool) -> Any:
    """The bound where x is on one side of the place.  Raises Stuck."""
    relation = draft.relation
    gap = minus(relation.right, relation.left)
    at = symbol(fresh("between", draft.context.names), REAL)
    variable = new_symbol(draft.context, x.name, REAL, gap)
    whole = Substitution({x: variable})(gap if upwards else neg(gap))
    inside = draft.context.with_symbols(at)
    slope, _ = formula(inside, call("diff", variable, at, whole))
    ends = (place, x) if upwards else (x, place)
    values = function([variable], whole), function([at], slope), *ends
    start = Substitution({x: place})(gap)
    law = "grows"
    try:
        first = draft.have(Relation(relation.operator, ZERO, start))
    except FAILURES:
        if relation.operator != "<" or "strictly grows" not in LAWS:
            raise
        first, law = draft.have(le(ZERO, start)), "strictly grows"
    grown = use_between(draft, law, *values)
    return Combine((), ((Fraction(1), first), (Fraction(1), grown)))


def use_between(draft: Draft, law: str, *values: Term, depth: int | None = None) -> int:
    """Add what a law says whose premises may be about every place between two ends; returns the
    number.  Raises Stuck."""
    premises, _, _ = asked(draft.context, law, values)
    return draft.use(law, *values, proofs=[proved_between(draft, p, depth) for p in premises])


def proved_between(draft: Draft, premise: Proposition, depth: int | None = None) -> Any:
    """A proof of a premise about every place between two ends, where what holds for all numbers is
    said of that place; None for others."""
    if not premise.variables:
        return None

    def say(inner: Draft, place: Term) -> None:
        for k, fact in enumerate(draft.context.facts):
            if [v.sort for v in fact.variables] == [REAL] and fact.relation.left.head not in SAYING:
                inner.attempt(inner.use, k, place)

    return proved_at(draft, premise, say, depth)


def proved_at(
    draft: Draft, premise: Proposition, steps: Callable[[Draft, Term], Any],
    depth: int | None = None,
) -> Binder:
    """A proof of a premise about one number, after steps that know it."""
    name = fresh("between", draft.context.names)
    relation, inside = opened(draft.context, premise, (name,))
    depth = draft.depth if depth is None else depth
    inner = Draft(Goal(inside, relation, draft.search, depth))
    (own,) = inside.symbols - draft.context.symbols
    steps(inner, own)
    return Binder((name,), inner.close(draft.search.prove(inner.context, relation, depth)))
