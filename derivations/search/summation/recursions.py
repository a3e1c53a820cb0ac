"""Families that facts say by recursion: their values at numbers.

The recursion at all numbers between those that goal and facts mention is a system of linear
equations; what it says a value is, is put in.  Where it is not linear, value after value is worked
out, and put into the next.

`a[5] = 31` given `a[0] = 0`, `a[n + 1] = 2*a[n] + 1 for all n`; backwards as well; and sums of all
values up to a place.  Complete for linear recursions with numbers as coefficients, and for others
whose values are rational numbers and which say the next one, at up to MAX_PLACES places.

Source: R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 1.1.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Context, Proof
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, neg, number, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.matching import put
from derivations.search.numerics.closed_forms import gaussian
from derivations.search.reading.facts import nodes, plain_facts, vector, vector_of
from derivations.search.reading.gaussian import NOTHING, UNIT, Span
from derivations.search.reading.readback import CONSTANT, simplified
from derivations.search.reading.references import by_equation
from derivations.search.summation.recurrences import Recurrences

# Numbers at which a recursion is used.
MAX_PLACES = 130
# Digits of values that are put into what is not linear.
MAX_DIGITS = 60

Values = dict[tuple[Term, Fraction], tuple[Fraction, int]]


def prove_by_recursion(goal: Goal) -> Proof | None:
    """The goal by the equations between values at numbers, or with these values put in."""
    found, sums = dict(shifted(goal.context)), dict(_summed(goal.context))
    places = {int(k) for k in _numbers(goal)}
    if not (found or sums) or not places:
        return None
    draft, first, last = Draft(goal), min(places), max(places)
    ranges = {place: range(first - offsets[0], last - offsets[-1] + 1)[: MAX_PLACES + 1]
              for place, offsets in found.items()}
    ranges |= {place: range(min(first, 0), last - end + 1)[:MAX_PLACES]
               for place, end in sums.items()}
    linear = all(_is_linear(goal.context, goal.context.facts[place]) for place in found)
    values = _known_values(draft.context)
    for k in sorted({k for numbers in ranges.values() for k in numbers}):
        for place in (place for place, numbers in ranges.items() if k in numbers):
            if draft.attempt(draft.use, place, number(k)):
                if place in sums:
                    draft.attempt(_coefficients_worked_out, draft, draft.last)
                elif not linear:
                    draft.attempt(_worked_out, draft, draft.last, values)
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
    weighed = any(s.sort.is_scalar for place in ranges for s in goal.context.facts[place].free())
    more = draft.relation != goal.relation or (weighed and draft.grown)
    return draft.done_as_deep() if more else None


def _worked_out(draft: Draft, place: int, values: Values) -> None:
    """Add what an equation that is not linear says the next value is.  Raises Stuck."""
    fact = draft.context.facts[place].relation
    known = {node: values[at] for node in subterms(fact.right)
             if (at := _at_number(draft.context, node)) in values}
    found = gaussian(put(fact.right, {node: number(value) for node, (value, _) in known.items()}))
    at = _at_number(draft.context, fact.left)
    if at is None or at in values or found is None or found[1] or max(
            abs(found[0].numerator), found[0].denominator) > 10**MAX_DIGITS:
        raise Stuck("it says no short value")
    said = [draft.have(eq(node, number(value)), by_equation(k))
            for node, (value, k) in known.items()]
    values[at] = found[0], draft.have_rewritten(eq(fact.left, number(found[0])), place, *said)


def _coefficients_worked_out(draft: Draft, place: int) -> None:
    """Add what an equation says once binomials and factorials of numbers are numbers."""
    fact = draft.context.facts[place].relation
    rest, known = Recurrences(draft).reduced(
        simplified(draft.context, sub(fact.left, fact.right)))
    if known is not None:
        draft.have(eq(rest, ZERO), Combine(((ONE, place, None), (neg(ONE), known, None))))


def _is_linear(context: Context, fact: Proposition) -> bool:
    """Whether the coefficients of its values are numbers at each place."""
    gap = vector_of(context.with_symbols(*fact.variables), fact.relation)
    return gap is not None and all(
        sum(a.head == "apply" for a, _ in m) <= 1 and all(
            e == 1 if a.head == "apply" else a.head in ("symbol", "pow") for a, e in m)
        for _, _, m in gap)


def _known_values(context: Context) -> Values:
    """The values at numbers that facts say, with the numbers of these facts."""
    found: Values = {}
    for place, fact in plain_facts(context, "=="):
        at = _at_number(context, fact.left) if fact.right.head == "number" else None
        if at is not None:
            found[at] = fact.right.data, place
    return found


def shifted(context: Context) -> Iterator[tuple[int, list[int]]]:
    """Facts that are equations between values at places a number apart, and these numbers."""
    for place, fact in enumerate(context.facts):
        if len(fact.variables) == 1 and fact.relation.operator == "==":
            offsets = offsets_of(context, fact)
            if len(offsets) > 1:
                yield place, offsets


def _summed(context: Context) -> Iterator[tuple[int, int]]:
    """Facts that are equations of sums of values up to a variable, and how far from it they end."""
    for place, fact in enumerate(context.facts):
        if len(fact.variables) == 1 and fact.relation.operator == "==":
            inside = context.with_symbols(*fact.variables)
            for node in nodes(fact.relation):
                if node.head == "sum" and any(n.head == "apply" for n in subterms(node.args[3])):
                    distance = _distance(inside, node.args[2], fact.variables[0])
                    if distance is not None:
                        yield place, int(distance)
                        break


def offsets_of(context: Context, fact: Proposition) -> list[int]:
    """How far from the variable families are taken; none, if elsewhere."""
    (n,) = fact.variables
    inside, found = context.with_symbols(n), []
    for node in nodes(fact.relation):
        if node.head == "apply" and n in free_symbols(node):
            distance = _distance(inside, node.args[-1], n) if len(node.args) == 2 else None
            if distance is None:
                return []
            found.append(int(distance))
    return sorted(set(found))


def _distance(context: Context, term: Term, other: Term) -> Fraction | None:
    """How far a term is from another one, where that is a number."""
    gap = vector_of(context, eq(term, other))
    if gap is None or {*gap} - {CONSTANT}:
        return None
    distance: Fraction = gap.get(CONSTANT, NOTHING)[0]
    return distance


def _numbers(goal: Goal) -> Iterator[Fraction]:
    """The numbers at which families are taken in the goal and in facts."""
    for relation in (goal.relation, *(fact for _, fact in plain_facts(goal.context, "=="))):
        for node in nodes(relation):
            at = _at_number(goal.context, node)
            if at is not None:
                yield at[1]


def _at_number(context: Context, node: Term) -> tuple[Term, Fraction] | None:
    """The family and the number of one of its values."""
    if node.head != "apply" or len(node.args) != 2 or free_symbols(node.args[1]):
        return None
    distance = _distance(context, node.args[1], ZERO)
    return None if distance is None else (node.args[0], distance)


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
