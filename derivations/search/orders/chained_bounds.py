"""An order from bounds that are put for values in it, one after the other.

Where `left - right` is a polynomial in a value t, and a fact `l <= r` is linear in t, division
leaves `left - right = rest - w*(r - l)` with a rest without t: the order holds if `0 <= w` and
`rest <= 0`.  With `v <= B` and `u <= a*v + c`, where 0 <= a, it follows from `a*B + c <= R` that
`u <= R`.  The last facts come first, as those of a recursion at the number of an induction.

Complete for chains of bounds with weights that are seen to be at least 0, where each value has one
bound that serves.
"""

from collections.abc import Iterator
from fractions import Fraction

from derivations.kernel import Combine, Context, Proof
from derivations.language.statements import Relation, eq
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, div, mul, neg, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.reading.facts import plain_facts, vector
from derivations.search.reading.readback import is_scalar, multiple, sum_of
from derivations.search.reading.references import PRODUCTS
from derivations.search.summation.telescoping import lowest_terms

# So many values are put one after the other, in polynomials of at most this degree.
MAX_VALUES, MAX_DEGREE = 4, 4


def prove_by_chains(goal: Goal) -> Proof | None:
    """The order with bounds put for values in it."""
    if not is_scalar(goal.gap):
        return None
    draft, rest, weighty = Draft(goal), goal.relation, False
    parts: list[tuple[Term, int]] = []
    gone: list[Term] = []
    for _ in range(MAX_VALUES):
        for number, value, weight, left in _chains(draft.context, rest, gone):
            claim = Relation(rest.operator, left, ZERO)
            fact = draft.context.facts[number].relation
            room = sub(fact.right, fact.left)
            if not draft.search.refuse(draft.context, claim) and draft.attempt(
                    draft.use, PRODUCTS["<="], weight, room):
                parts.append((mul(weight, room), draft.last))
                gone.append(value)
                rest, weighty = claim, weighty or weight.head != "number"
                break
        else:
            break
    if not weighty:
        return None  # weights that are numbers are for linear programs
    whole = sub(rest.left, add(*(part for part, _ in parts)))
    known = draft.have(eq(sub(goal.relation.left, goal.relation.right), whole))
    last = draft.have_as_deep(rest)
    orders = tuple((Fraction(1), number) for number in (last, *(number for _, number in parts)))
    return draft.close(Combine(((ONE, known, None),), orders))


def _chains(
    context: Context, relation: Relation, gone: list[Term]
) -> Iterator[tuple[int, Term, Term, Term]]:
    """Numbers of facts, the values that they bound, what they are multiplied by, and what then is
    left."""
    for number, fact in reversed([*plain_facts(context, "<=", "<")]):
        for value in _values(context, fact):
            own, powers = (_powers(context, r, value) for r in (fact, relation))
            if len(own) == 2 and powers and not any(t in subterms(c) for t in gone for c in own):
                yield number, value, *_divided(context, powers, own, value)


def _values(context: Context, fact: Relation) -> list[Term]:
    """What stands alone on a side, but for factors; symbols last, where the other side has some."""
    sides = (vector(context, eq(side, ZERO)) for side in (fact.left, fact.right))
    found = (a for side in sides if len(side) == 1 for _, _, monomial in side for a, _ in monomial)
    several = len(fact.free()) > 1
    values = [a for a in dict.fromkeys(found)
              if free_symbols(a) and (several or a.head != "symbol")]
    return sorted(values, key=lambda a: a.head == "symbol")


def _powers(context: Context, relation: Relation, value: Term) -> list[Term]:
    """The coefficients of `left - right` as a polynomial in a value, constant first; none where it
    is none, or not of a degree from 1 to MAX_DEGREE."""
    parts: dict[Fraction | int, list[Term]] = {}
    for (_, _, monomial), c in vector(context, relation).items():
        rest = tuple((a, e) for a, e in monomial if a != value)
        if any(value in subterms(a) for a, _ in rest):
            return []
        parts.setdefault(dict(monomial).get(value, 0), []).append(multiple(c, rest))
    degrees = range(MAX_DEGREE + 1)
    if not {*parts} <= {*degrees} or not any(parts):
        return []
    return [sum_of(parts.get(k, [])) for k in degrees[: int(max(parts)) + 1]]


def _divided(context: Context, powers: list[Term], own: list[Term], t: Term) -> tuple[Term, Term]:
    """`w` and `rest`, where the polynomial in t is `w*(own[0] + own[1]*t) + rest`."""
    place = div(neg(own[0]), own[1])
    *lower, rest = powers
    quotient = ZERO
    for c in reversed(lower):  # Horner's rule, for both
        quotient = add(mul(quotient, t), rest)
        rest = add(c, mul(place, rest))
    return lowest_terms(context, div(quotient, own[1])), lowest_terms(context, rest)
