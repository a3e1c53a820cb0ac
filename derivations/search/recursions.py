"""Families that facts say by recursion: their values at numbers, and those of lower order.

    values    the recursion at all numbers between those that goal and facts mention is a system of
              linear equations; what it says a value is, is put in
    lower     of one of second order with roots a and b: `f[n + 1] - a f[n] = b^n c`, by induction

`a[5] = 31` given `a[0] = 0`, `a[n + 1] = 2*a[n] + 1 for all n`; backwards as well.  Complete for
linear recursions with numbers as coefficients at up to MAX_PLACES places.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Context, Induction
from derivations.language.sorts import NATURAL
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import (
    ONE, ZERO, Term, add, apply, div, mul, neg, number, power, sub,
)
from derivations.search.closed_forms import root_of
from derivations.search.drafts import Draft
from derivations.search.facts import new_symbol, nodes, plain_facts, vector, vector_of
from derivations.search.gaussian import UNIT, Span, square_part
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.readback import CONSTANT, simplified

# Numbers at which a recursion is used.
MAX_PLACES = 130


# Values


def prove_by_recursion(goal: Goal) -> Any:
    """The goal by the equations between values at numbers, or with these values put in."""
    found = [*shifted(goal.context)]
    places = {int(k) for k in _numbers(goal)}
    if not found or not places:
        return None
    draft = Draft(goal)
    for place, offsets in found:
        first, last = min(places) - min(offsets), max(places) - max(offsets)
        for k in range(first, min(last, first + MAX_PLACES) + 1):
            draft.attempt(draft.use, place, number(k))
    span, sources = Span(), []
    for place, fact in plain_facts(draft.context, "=="):
        gap = vector_of(draft.context, fact)
        if gap:
            span.add(gap)
            sources.append(place)
    weights = attempted(weights_of, span, goal.gap) if goal.relation.operator == "==" else None
    if weights is not None:
        return draft.close(_combined(weights, sources))
    span.add({CONSTANT: UNIT})
    for node in goal.unbound("apply"):
        draft.attempt(_put_in, draft, node, span, sources)
    return draft.done_as_deep() if draft.relation != goal.relation else None


def shifted(context: Context) -> Iterator[tuple[int, list[int]]]:
    """Facts that are equations between values at places a number apart, and these numbers."""
    for place, fact in enumerate(context.facts):
        if len(fact.variables) == 1 and fact.relation.operator == "==":
            offsets = offsets_of(context, fact)
            if len(offsets) > 1:
                yield place, offsets


def offsets_of(context: Context, fact: Proposition) -> list[int]:
    """How far from the variable families are taken; none, if elsewhere."""
    (n,) = fact.variables
    inside, found = context.with_symbols(n), []
    for node in nodes(fact.relation):
        if node.head == "apply" and n in free_symbols(node):
            gap = vector_of(inside, eq(node.args[-1], n)) if len(node.args) == 2 else None
            if gap is None or {*gap} - {CONSTANT}:
                return []
            found.append(int(gap.get(CONSTANT, UNIT)[0]) if gap else 0)
    return sorted(set(found))


def _numbers(goal: Goal) -> Iterator[Fraction]:
    """The numbers at which families are taken in the goal and in facts."""
    for relation in (goal.relation, *(fact for _, fact in plain_facts(goal.context, "=="))):
        for node in nodes(relation):
            if node.head == "apply" and len(node.args) == 2 and not free_symbols(node.args[1]):
                gap = vector_of(goal.context, eq(node.args[1], ZERO))
                if gap is not None and not {*gap} - {CONSTANT}:
                    yield gap.get(CONSTANT, (Fraction(0), 0))[0]


def weights_of(span: Span, wanted: Any) -> dict[int, Fraction]:
    """Weights of equations that make up what is wanted.  Raises Stuck."""
    weights = span.combination(wanted)
    if weights is None or any(im for _, im in weights.values()):
        raise Stuck("not determined")
    return {j: c for j, (c, _) in weights.items()}


def _combined(weights: dict[int, Fraction], sources: Sequence[int]) -> Any:
    return Combine(tuple((number(c), sources[j], None) for j, c in weights.items()))


def _put_in(draft: Draft, node: Term, span: Span, sources: Sequence[int]) -> None:
    """Put what equations say a value is.  Raises Stuck."""
    weights = weights_of(span, vector(draft.context, eq(node, ZERO)))
    value = weights.pop(len(sources), Fraction(0))
    draft.rewrite(draft.have(eq(node, number(value)), _combined(weights, sources)))


def prove_by_lower_order(goal: Goal) -> Any:
    """The goal among what recursions of second order say: `f[n + 1] - a f[n]` is a power of b."""
    draft = Draft(goal)
    for place, fact in enumerate(goal.context.facts):
        if [v.sort for v in fact.variables] == [NATURAL] and not fact.guards:
            draft.attempt(_lower_order, draft, place, fact)
    return draft.done_as_deep() if draft.grown else None


def _lower_order(draft: Draft, place: int, fact: Proposition) -> None:
    """Raises Stuck where it is none between scalars, with a number for each coefficient."""
    families = {node.args[0] for node in nodes(fact.relation) if node.head == "apply"}
    if fact.relation.operator != "==" or len(families) != 1:
        raise Stuck("no equation between values of a family")
    (n,), (f,), offsets = fact.variables, families, offsets_of(draft.context, fact)
    own, rest = _coefficients(draft.context.with_symbols(n), fact, 0)
    if rest or offsets[:1] != [0] or offsets[-1] != 2 or any({*c} != {0} for c in own.values()):
        raise Stuck("no recursion of second order")
    lead = own[2][0]
    p, r = (-own.get(at, {}).get(0, Fraction(0)) / lead for at in (1, 0))
    square = p * p + 4 * r
    root, inner = root_of(square), square_part(abs(square))[1] if square else 1
    one, two = (simplified(draft.context, div(add(number(p), by), 2)) for by in (root, neg(root)))
    k = new_symbol(draft.context, n.name, NATURAL, fact.relation.left, fact.relation.right)

    def gap(at: Term, a: Term) -> Term:
        return sub(apply(f, add(at, ONE)), mul(a, apply(f, at)))

    for a, b in dict.fromkeys(((one, two), (two, one))):
        start = sub(apply(f, ONE), mul(a, apply(f, ZERO)))
        claim = Proposition(eq(gap(k, a), mul(power(b, k), start)))
        later = claim.substitute({k: add(k, ONE)}).relation
        inside = draft.context.with_symbols(k).with_facts(claim)
        step = Draft(Goal(inside, later, draft.search, draft.depth, draft.light))
        known = step.last
        equations = [(number(1 / lead), step.use(place, k), None), (b, known, None)]
        if inner != 1:
            there = mul(number(-square / inner / 4), apply(f, k))
            equations.append((there, step.use("square of sqrt", number(inner)), None))
        proof = step.close(Combine(tuple(equations)))
        draft.have(Proposition(claim.relation, (k,)), Induction(k, Combine(), proof))


Polynomial = dict[int, Fraction]  # by the powers of the variable


def _coefficients(
    inside: Context, fact: Proposition, low: int
) -> tuple[dict[int, Polynomial], Fraction]:
    """What the values are multiplied by, by their places, and the constant.  Raises Stuck."""
    (n,) = fact.variables
    own: dict[int, Polynomial] = {}
    rest = Fraction(0)
    for key, (c, im) in vector(inside, fact.relation).items():
        values = [a for a, e in key[2] if a.head == "apply" and e == 1]
        powers = {a: e for a, e in key[2] if a not in values}
        if key[:2] != (None, None):
            raise Stuck("not between scalars")
        if im or len(values) > 1 or not {*powers} <= {n} or (powers and not values):
            raise Stuck("not linear, or with other symbols")
        if not values:
            rest = c
            continue
        gap = vector(inside, eq(values[0].args[1], n))
        if {*gap} - {CONSTANT}:
            raise Stuck("a value elsewhere")
        place = int(gap[CONSTANT][0]) - low if gap else -low
        own.setdefault(place, {})[powers.get(n, 0)] = c
    return own, rest
