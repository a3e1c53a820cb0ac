"""Families that facts say by recursion: their values at numbers.

The recursion at all numbers between those that goal and facts mention is a system of linear
equations; what it says a value is, is put in.

`a[5] = 31` given `a[0] = 0`, `a[n + 1] = 2*a[n] + 1 for all n`; backwards as well.  Complete for
linear recursions with numbers as coefficients at up to MAX_PLACES places.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Context, Proof
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import ZERO, Term, number
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.reading.facts import nodes, plain_facts, vector, vector_of
from derivations.search.reading.gaussian import UNIT, Span
from derivations.search.reading.readback import CONSTANT

# Numbers at which a recursion is used.
MAX_PLACES = 130


def prove_by_recursion(goal: Goal) -> Proof | None:
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


def _combined(weights: dict[int, Fraction], sources: Sequence[int]) -> Proof:
    return Combine(tuple((number(c), sources[j], None) for j, c in weights.items()))


def _put_in(draft: Draft, node: Term, span: Span, sources: Sequence[int]) -> None:
    """Put what equations say a value is.  Raises Stuck."""
    weights = weights_of(span, vector(draft.context, eq(node, ZERO)))
    value = weights.pop(len(sources), Fraction(0))
    draft.rewrite(draft.have(eq(node, number(value)), _combined(weights, sources)))
