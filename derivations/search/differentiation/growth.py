"""Bounds by the sign of a derivative.

A bound `l <= r` in x holds where it holds at one place c, and r - l grows from c on and falls up to
c: where its derivative is at least zero between c and x, or at most zero between x and c.  Places
are the numbers that bound x in facts, 0 and 1, at which floating point sees no failure, and those
where the derivative vanishes.  That the derivative has its sign is proved by the same search, so a
bound may take several derivatives.

Incomplete: one variable at a time, and one place.

Source: W. Rudin, Principles of Mathematical Analysis, 5.11.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf, prod
from typing import Any

from derivations.kernel import LAWS, Binder, Cases, Combine, Context, Proof
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import Substitution, free_symbols, fresh, subterms
from derivations.language.terms import (
    ONE, POINTED, ZERO, Term, call, div, function, mul, neg, number, power, symbol,
)
from derivations.search.differentiation.derivatives import formula
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import Evaluator
from derivations.search.numerics.stationary import factored, roots
from derivations.search.reading.facts import FAILURES, LINES, SAYING, new_symbol, nodes, plain_facts
from derivations.search.reading.readback import product_of
from derivations.search.reading.smooth import minus

# What has a derivative that may be easier than itself.
HEADS = {"exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "asin", "acos",
         "asinh", "atanh", "div", "pow"}
# How often bounds of derivatives are proved by derivatives.
MAX_NESTED = 3
# How deep the sign of a derivative is proved from where it vanishes: there it is worth more.
STATIONARY_DEPTH = 1
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


def prove_by_slopes(goal: Goal) -> Proof | None:
    """The bound from its value at one place and the sign of its derivative."""
    if not goal.heads & POINTED <= {"diff", "integral"} or nested(goal.context) > MAX_NESTED:
        return None
    symbols = [x for x in sorted(goal.relation.free(), key=lambda s: s.name)
               if x.sort.is_scalar and x.sort.within("real") and not x.sort.within("integer")]
    moved = {s for node in goal.unbound("apply") for s in free_symbols(node)}
    if are_given(goal.context) and not moved.isdisjoint(symbols):
        symbols = [x for x in symbols if x in moved]  # of what is given something
    plain = {x: _places(goal, x) for x in symbols}
    rest = _at_rest(goal, symbols, plain)
    ways: list[tuple[Term, Term, Any]] = []
    if goal.relation.operator == "<=":
        ways += [(x, place, _from_rest) for x in rest for place in rest[x]]
    ways += [(x, place, _from) for x in symbols
             for place in dict.fromkeys((*plain[x], *rest.get(x, ())))]
    for x, place, shown in ways:
        draft = Draft(goal)
        try:
            return draft.close(shown(draft, x, place))
        except FAILURES:
            continue
    return None


def nested(context: Context) -> int:
    """How many points between others there are: one for each derivative that was taken."""
    return sum(s.name.startswith("between") for s in context.symbols)


def _places(goal: Goal, x: Term) -> list[Term]:
    """Closed terms, or terms in other symbols, at which the bound may hold with equality."""
    found = dict.fromkeys((ZERO, ONE))
    if are_given(goal.context):
        places = (a for node in goal.unbound("apply") for a in node.args[1:])
        found |= dict.fromkeys(a for a in places if x not in free_symbols(a))
    for _, fact in plain_facts(goal.context, "<", "<="):
        for side, other in ((fact.left, fact.right), (fact.right, fact.left)):
            if side == x and x not in free_symbols(other):
                found[other] = None
    gap = minus(goal.relation.right, goal.relation.left)
    if free_symbols(gap) != {x}:
        return list(found)
    return [p for p in found if free_symbols(p) or _seen(gap, x, p) > -SLACK]


def _at_rest(
    goal: Goal, symbols: Sequence[Term], plain: Mapping[Term, Sequence[Term]]
) -> dict[Term, tuple[Term, ...]]:
    """Where the derivative by a symbol vanishes, if that is needed."""
    gap = minus(goal.relation.right, goal.relation.left)
    if nested(goal.context) or any(
        free_symbols(gap) == {x} and not free_symbols(p) and abs(_seen(gap, x, p)) < SLACK
        for x in symbols for p in plain[x]
    ):
        return {}
    return {x: places_at_rest(goal.context, gap, x) for x in symbols}


def places_at_rest(context: Context, term: Term, x: Term) -> tuple[Term, ...]:
    """Places at which the derivative of a term by x vanishes; none where it is not written out."""
    variable = new_symbol(context, x.name, REAL, term)
    node = call("diff", variable, x, Substitution({x: variable})(term))
    slope = attempted(formula, context, node)
    unknown = slope is None or any(
        n.head in ("apply", "diff") and x in free_symbols(n) for n in subterms(slope[0]))
    return () if slope is None or unknown else roots(slope[0], x)


def _seen(gap: Term, x: Term, place: Term) -> float:
    """What floating point sees of the gap at a place."""
    try:
        middle = Evaluator({}).scalar(place)
        return float(Evaluator({x.name: middle}).scalar(gap).real)
    except Unknown:
        return -inf


def _from(draft: Draft, x: Term, place: Term) -> Proof:
    """The bound from its value at the place.  Raises Stuck."""
    return either_way(draft, place, x, lambda given, a, _b: _grown(given, x, place, a == place))


def _from_rest(draft: Draft, x: Term, place: Term) -> Proof:
    """The same where the derivative vanishes at the place, and the two sides are equal."""
    gap = minus(draft.relation.right, draft.relation.left)
    sharp = eq(Substitution({x: place})(gap), ZERO)
    start = draft.have(sharp, draft.search.prove(draft.context, sharp, STATIONARY_DEPTH))
    return either_way(draft, place, x,
                      lambda given, a, _b: _grown_from_rest(given, x, place, a == place, start))


def either_way(draft: Draft, x: Term, y: Term, one: Callable[[Draft, Term, Term], Proof]) -> Proof:
    """A proof by the one of x and y that is seen to come first, or else in both cases.

    one: a proof in a draft where its second argument is at most its third.  Raises Stuck.
    """
    for a, b in ((x, y), (y, x)):
        if draft.attempt(draft.have_premise, le(a, b)):
            return one(draft, a, b)
    return in_both_cases(draft, x, y, one)


def in_both_cases(
    draft: Draft, x: Term, y: Term, one: Callable[[Draft, Term, Term], Proof]
) -> Proof:
    """The same in both cases.  Raises Stuck."""
    forth, back = draft.under(le(x, y)), draft.under(lt(y, x))
    return Cases(le(x, y), None, forth.close(one(forth, x, y)), back.close(one(back, y, x)))


def _grown(draft: Draft, x: Term, place: Term, upwards: bool) -> Proof:
    """The bound where x is on one side of the place.  Raises Stuck."""
    start, values = _growing(draft, x, place, upwards)
    operator, law = draft.relation.operator, "grows"
    try:
        first = draft.have(Relation(operator, ZERO, start))
    except FAILURES:
        if operator != "<" or "strictly grows" not in LAWS:
            raise
        first, law = draft.have(le(ZERO, start)), "strictly grows"
    grown = use_between(draft, law, *values)
    return Combine((), ((Fraction(1), first), (Fraction(1), grown)))


def _grown_from_rest(draft: Draft, x: Term, place: Term, upwards: bool, start: int) -> Proof:
    """The bound where x is on one side of the place at which the two sides are equal, the
    derivative having the sign of a product; start: the equation.  Raises Stuck."""
    _, values = _growing(draft, x, place, upwards)
    _, slope, *_ = values
    at, body = slope.args
    product = factored(body, at)

    def shown(premise: Proposition) -> Proof | None:
        if premise.relation.left.head in SAYING:
            return proved_between(draft, premise)
        return proved_at(draft, premise, by_product, STATIONARY_DEPTH)

    def by_product(inner: Draft, own: Term) -> None:
        if place.head == "div":
            bound = "multiplied-lower-bound" if upwards else "multiplied-upper-bound"
            inner.attempt(inner.use, bound, place.args[0], own, place.args[1])
        there = Substitution({at: own})(product)
        oriented = attempted(_oriented, inner, there)
        there = there if oriented is None else oriented
        for square in (n.args[1] for n in subterms(inner.relation.right) if n.head == "div"):
            if square.head == "pow":
                inner.attempt(inner.have_premise, ne(square, ZERO))
        inner.rewrite(inner.have(eq(inner.relation.right, there)))
        inner.attempt(inner.have_premise, inner.relation)

    grown = draft.use("grows", *values, proofs=lambda p: shown(p) if p.variables else None)
    return Combine(((neg(ONE), start, None),), ((Fraction(1), grown),))


def _oriented(draft: Draft, product: Term) -> Term:
    """A product whose factors are at least zero, as facts say that are added.  Raises Stuck."""
    sign, above, below = _factors(product)
    for factors in (above, below):
        for k, f in enumerate(factors):
            if draft.attempt(draft.have_premise, le(ZERO, f)):
                continue
            draft.have_premise(le(ZERO, neg(f)))
            factors[k], sign = neg(f), -sign
    whole = product_of([*above, *(div(ONE, f) for f in below)])
    return whole if sign > 0 else neg(whole)


def _factors(term: Term) -> tuple[int, list[Term], list[Term]]:
    """A sign, the factors of a product, and those that it is divided by."""
    match term.head:
        case "neg":
            sign, above, below = _factors(*term.args)
            return -sign, above, below
        case "mul" | "div":
            parts = [_factors(a) for a in term.args]
            if term.head == "div":
                sign, above, below = parts[1]
                parts[1] = sign, below, above
            return (prod(sign for sign, _, _ in parts), [f for _, fs, _ in parts for f in fs],
                    [f for _, _, fs in parts for f in fs])
        case "pow" if term.args[1] == number(3):
            return _factors(mul(power(term.args[0], 2), term.args[0]))
    return 1, [term], []


def _growing(draft: Draft, x: Term, place: Term, upwards: bool) -> tuple[Term, tuple[Term, ...]]:
    """What the bound leaves at the place, and at what the law of growth says how that grows."""
    gap = minus(draft.relation.right, draft.relation.left)
    at = symbol(fresh("between", draft.context.names), REAL)
    variable = new_symbol(draft.context, x.name, REAL, gap)
    whole = Substitution({x: variable})(gap if upwards else neg(gap))
    slope, _ = formula(draft.context.with_symbols(at), call("diff", variable, at, whole))
    ends = (place, x) if upwards else (x, place)
    values = function([variable], whole), function([at], slope), *ends
    return Substitution({x: place})(gap), values


def use_between(draft: Draft, law: str, *values: Term, depth: int | None = None) -> int:
    """Add what a law says whose premises may be about every place between two ends; returns the
    number.  Raises Stuck."""
    return draft.use(law, *values, proofs=lambda p: proved_between(draft, p, depth))


def proved_between(draft: Draft, premise: Proposition, depth: int | None = None) -> Proof | None:
    """A proof of a premise about every place between two ends, where what holds for all numbers is
    said of that place; None for others."""
    return proved_at(draft, premise, say_at, depth) if premise.variables else None


def say_at(draft: Draft, place: Term) -> None:
    """Add what holds for all numbers at a place; of two numbers, also where another derivative is
    taken.  Bounds of sizes bound what has them."""
    slopes = [n.args[1] for n in nodes(draft.relation) if n.head == "diff"]
    others = [at for at in dict.fromkeys(slopes) if at != place]
    for k, fact in enumerate(draft.context.facts):
        if fact.relation.left.head in SAYING or not all(v.sort in LINES for v in fact.variables):
            continue
        more: list[tuple[Term, ...]] = [(place, at) for at in others]
        for values in more if len(fact.variables) == 2 else [(place,)]:
            said = draft.attempt(draft.use, k, *values)
            left = draft.context.facts[-1].relation.left
            if said and left.head == "abs" and fact.relation.operator != "==":
                for name in ("abs-above", "abs-below"):
                    draft.attempt(draft.use, name, *left.args)


def _divisors(relation: Relation) -> list[Term]:
    """What is divided by that has symbols in it."""
    found = (n.args[1] for n in nodes(relation) if n.head == "div" and free_symbols(n.args[1]))
    return list(dict.fromkeys(found))


def proved_at(
    draft: Draft, premise: Proposition, steps: Callable[[Draft, Term], Any],
    depth: int | None = None,
) -> Binder:
    """A proof of a premise about one number, after steps that know it."""
    depth = draft.depth if depth is None else depth

    def prove(inner: Draft, own: Term) -> Proof:
        steps(inner, own)
        for q in _divisors(inner.relation) if inner.relation.operator in ("<", "<=") else ():
            claim = Proposition(lt(ZERO, q))
            proof = attempted(draft.search.prove, inner.context, claim, depth)
            if proof is not None:
                inner.have(claim, proof)
        with suppress(*FAILURES):
            return draft.search.prove(inner.context, inner.relation, depth)
        slope = inner.relation.right
        product = factored(slope, own)
        if inner.relation.operator == "==" or product == slope:
            raise Stuck("no sign of the derivative")
        inner.rewrite(inner.have(eq(slope, product), Combine()))
        return draft.search.prove(inner.context, inner.relation, depth)

    return draft.for_all(premise, prove, [fresh("between", draft.context.names)], depth)
