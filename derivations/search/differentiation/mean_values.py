"""Bounds of differences, and of values between others, by a first and a second derivative.

    Lipschitz   |f(x) - f(y)| <= c |x - y| where |f'| <= c; also |f(x)| <= c |x| where f(0) = 0, and
                c (x - y) where y <= x
    convex      f((1 - w) x + w y) <= (1 - w) f(x) + w f(y) where f'' >= 0; the other way round for
                -f; with numbers for x and y, that is put into the goal

Both laws are about x <= y; so there are two cases.

Source: W. Rudin, Principles of Mathematical Analysis, 5.19 and 5, exercise 14.
"""

from fractions import Fraction
from functools import partial
from itertools import combinations, islice, permutations, product

from derivations.kernel import Combine, Context, Proof, asked
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Relation, eq, le
from derivations.language.substitution import Substitution, free_symbols, fresh, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, div, function, mul, neg, sub, symbol,
)
from derivations.search.differentiation.derivatives import formula
from derivations.search.differentiation.growth import are_given, either_way, use_between
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted, opening
from derivations.search.knowledge.matching import put, same
from derivations.search.orders.bounds import by_both_signs
from derivations.search.reading.facts import new_symbol, nodes, plain_facts
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_order

# How deep what the laws ask is proved: few goals have the form of what they say.
DEPTH = 1
# Pairs of numbers that are looked at.
MAX_PAIRS = 6


def prove_lipschitz(goal: Goal) -> Proof | None:
    """A bound of a difference by that of the arguments."""
    left, right = goal.relation.left, goal.relation.right
    if left.head != "abs":
        return None
    sizes = [node for node in goal.unbound("abs") if node in subterms(right)]
    found = next((f for s in sizes if (f := _difference(goal, left.args[0], s.args[0]))), None)
    if found is None:
        return None if sizes else _upwards(goal)
    body, start, end = found
    size = next(s for s in sizes if same(goal.context, s.args[0], sub(end, start)))
    factor = simplified(goal.context, _without(right, size))
    if not same(goal.context, mul(factor, size), right):
        return None

    draft = Draft(goal)
    functions = functions_of(draft, end, body, 1)
    _everywhere(draft, "Lipschitz", *functions, start, end, factor)

    def one(inner: Draft, a: Term, b: Term) -> Proof:
        fact = use_between(inner, "Lipschitz", *functions, a, b, factor, depth=DEPTH)
        claim = eq(size, sub(b, a))
        equal = inner.have(claim, inner.search.prove(inner.context, claim, DEPTH))
        return Combine(((neg(factor), equal, None),), ((Fraction(1), fact),))

    return draft.close(either_way(draft, start, end, one))


def _upwards(goal: Goal) -> Proof | None:
    """The bound by a multiple of x - y, where y <= x."""
    values, right = goal.relation.left.args[0], goal.relation.right
    symbols = sorted(free_symbols(right), key=lambda s: s.name)
    for y, x in permutations((s for s in symbols if s.sort.is_scalar), 2):
        found = _difference(goal, values, sub(x, y)) or _difference(goal, values, sub(y, x))
        factor = simplified(goal.context, Substitution({x: add(y, ONE)})(right))
        if found is None or not free_symbols(factor).isdisjoint({x, y}) or not same(
                goal.context, mul(factor, sub(x, y)), right):
            continue
        body, _, end = found
        draft = Draft(goal)
        draft.have_premise(le(y, x))
        functions = functions_of(draft, end, body, 1)
        number = use_between(draft, "Lipschitz", *functions, y, x, factor, depth=DEPTH)
        return draft.close(by_order(number))
    return None


def _without(term: Term, size: Term) -> Term:
    """The factor of a size in a term."""
    if term == size:
        return ONE
    if term.head not in ("mul", "div") or size not in subterms(term):
        raise Stuck("not a multiple of the size")
    return Term(term.head, tuple(_without(a, size) if size in subterms(a) else a
                                 for a in term.args), term.data)


def _difference(goal: Goal, values: Term, ends: Term) -> tuple[Term, Term, Term] | None:
    """A function of a symbol, and from where to where it is taken."""
    if ends.head == "symbol":
        start = Substitution({ends: ZERO})(values)
        return (values, ZERO, ends) if same(goal.context, start, ZERO) else None
    if values.head != "add" or len(values.args) != 2:
        return None
    body = values.args[0]
    for x, y in permutations(sorted(free_symbols(ends), key=lambda s: s.name), 2):
        other = Substitution({x: y})(body)
        if y not in free_symbols(body) and same(goal.context, ends, sub(x, y)) and same(
            goal.context, values, sub(body, other)
        ):
            return body, y, x
    return None


def prove_convex(goal: Goal) -> Proof | None:
    """A value between two places is bounded by those there."""
    symbols = sorted((s for s in goal.relation.free() if s.sort.is_scalar
                      and s.sort.within("real")), key=lambda s: s.name)
    for whole, sign in ((goal.relation.left, ONE), (goal.relation.right, neg(ONE))):
        for (x, y), middle in product(combinations(symbols, 2), subterms(whole)):
            weight = _weight(goal, middle, x, y)
            if weight is not None:
                return _convex(goal, whole, sign, middle, (x, y), weight)
    return _convex_at_numbers(goal)


def _convex_at_numbers(goal: Goal) -> Proof | None:
    """The goal from bounds of a value of an unknown function by those at two numbers."""
    if not are_given(goal.context):
        return None
    plain = (fact for _, fact in plain_facts(goal.context, "==", "<=", "<"))
    ends: dict[Term, dict[Term, None]] = {}
    for node in (n for r in (goal.relation, *plain) for n in nodes(r) if n.head == "apply"):
        if len(node.args) == 2 and not free_symbols(node.args[1]):
            end = simplified(goal.context, node.args[1])
            if end.head == "number":
                ends.setdefault(node.args[0], {})[end] = None
    draft = Draft(goal)
    for value in goal.unbound("apply"):
        pairs = combinations(sorted(ends.get(value.args[0], ()), key=lambda end: end.data), 2)
        for low, high in islice(pairs, MAX_PAIRS):
            if value.args[1] not in (low, high):
                draft.attempt(_have_convex, draft, value, low, high)
    return draft.done_as_deep() if draft.grown else None


def _have_convex(draft: Draft, value: Term, low: Term, high: Term) -> None:
    """Add the bound of a value, of a function that is convex or whose negative is.  Raises Stuck.
    """
    at = new_symbol(draft.context, "between", REAL)
    f, middle = value.args
    weight = simplified(draft.context, div(sub(middle, low), sub(high, low)))
    for body in (Term("apply", (f, at)), neg(Term("apply", (f, at)))):
        functions = functions_of(draft, at, body, 2)
        convex = partial(use_between, draft, "convex", *functions, low, high, weight, depth=DEPTH)
        if draft.attempt(convex):
            return
    raise Stuck("not seen to be convex")


def _weight(goal: Goal, middle: Term, x: Term, y: Term) -> Term | None:
    """The w at which a term is `(1 - w) x + w y`."""
    if not {x, y} <= free_symbols(middle) or middle.head not in ("add", "div", "mul"):
        return None
    weight = simplified(goal.context, Substitution({x: ZERO, y: ONE})(middle))
    there = add(mul(sub(ONE, weight), x), mul(weight, y))
    return weight if same(goal.context, middle, there) else None


def _convex(
    goal: Goal, whole: Term, sign: Term, middle: Term, ends: tuple[Term, Term], weight: Term
) -> Proof | None:
    draft = Draft(goal)
    at = new_symbol(goal.context, "between", REAL, whole)
    body = put(whole, {middle: at})
    if not free_symbols(body).isdisjoint(ends):
        return None

    functions = functions_of(draft, at, body if sign == ONE else neg(body), 2)
    _everywhere(draft, "convex", *functions, *ends, weight)

    def one(inner: Draft, a: Term, b: Term) -> Proof:
        w = weight if a == ends[0] else sub(ONE, weight)
        return by_order(use_between(inner, "convex", *functions, a, b, w, depth=DEPTH))

    return draft.close(either_way(draft, *ends, one))


# What both share


def functions_of(draft: Draft, x: Term, body: Term, derivatives: int) -> list[Term]:
    """A function of x, and so many of its derivatives."""
    variable = new_symbol(draft.context, x.name, REAL, body)
    found = [function([variable], Substitution({x: variable})(body))]
    for _ in range(derivatives):
        at = symbol(fresh("at", draft.context.names), REAL)
        node = call("diff", variable, at, Substitution({x: variable})(body))
        value, _ = formula(draft.context.with_symbols(at), node)
        body = Substitution({at: x})(value)
        found.append(function([at], value))
    return found


def _everywhere(draft: Draft, law: str, *values: Term) -> None:
    """Add what a law asks of the last derivative, for all numbers where that can be proved: then it
    is proved once, whichever end comes first."""
    premises, _, _ = asked(draft.context, law, values)
    last = [p for p in premises if p.variables][-1]
    claim = Proposition(last.relation, last.variables)

    def one(inside: Context, relation: Relation) -> Proof:
        found = attempted(draft.search.prove, inside, relation, DEPTH, True)
        if found is None and relation.left.head == "abs":
            goal = Goal(inside, relation, draft.search, DEPTH)
            found = attempted(lambda: by_both_signs(Draft(goal)))
        return draft.search.prove(inside, relation, DEPTH) if found is None else found

    draft.attempt(lambda: draft.have(claim, opening(draft.context, claim, one)))
