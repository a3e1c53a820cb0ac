"""Divisors taken away from what is given, one after the other, and common factors.

An equation is multiplied by what is divided by where that is not 0, and divided by a factor of all
its terms; an order is multiplied where it is above 0 or below.  `3 < x` given `1/x < 1/3` and
`0 < x`; `a = b` given `a*x**k = b*x**k` and `0 < x`.  Complete, up to what remains, for divisors
and factors of which this is seen by cheap methods.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Context, Proof
from derivations.language.statements import Relation, eq, lt
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, mul, neg, number, power
from derivations.search.drafts import Draft
from derivations.search.equality.equations import without_factor
from derivations.search.goals import Goal, Stuck
from derivations.search.reading.facts import Vector, plain_facts, vector, vector_of
from derivations.search.reading.readback import is_scalar, polynomial, simplified
from derivations.search.reading.references import PRODUCTS, by_order
from derivations.search.reading.smooth import minus

# Facts that are looked at, and divisors of one.
MAX_FACTS, MAX_DIVISORS = 6, 4


def says_quotients(goal: Goal) -> bool:
    """Whether an order or an equation among the facts has a divisor with symbols, or a factor."""
    return next(_quotients(goal), None) is not None


def prove_without_given_divisors(goal: Goal) -> Proof | None:
    """The goal with the facts times what they divide by."""
    draft = Draft(goal)
    for place in [*_quotients(goal)][:MAX_FACTS]:
        draft.attempt(_without_divisors, draft, place)
        draft.attempt(_without_factors, draft, place)
    return draft.done_as_deep() if draft.context != goal.context else None


def _quotients(goal: Goal) -> Iterator[int]:
    for place, fact in plain_facts(goal.context, "==", "<", "<="):
        if next(divisors_in(goal.context, fact), None) is not None or factors_of(
                goal.context, fact):
            yield place


def divisors_in(context: Context, fact: Relation) -> Iterator[Term]:
    """The quotients `1/q` in the normal form of what is given."""
    gap = vector_of(context, fact) or {}
    if is_scalar(gap):
        for atom in dict.fromkeys(a for _, _, m in gap for a, _ in m):
            if atom.head == "div" and atom.args[0] == ONE and free_symbols(atom):
                yield atom


def factors_of(context: Context, fact: Relation) -> dict[Term, Any]:
    """The atoms in every term of an equation that are no symbols, with their least powers."""
    gap = vector_of(context, fact) or {}
    if fact.operator != "==" or not gap or not is_scalar(gap):
        return {}
    first, *others = [dict(m) for _, _, m in gap]
    if any(a.head == "div" for m in (first, *others) for a in m):
        return {}  # divisors come first
    if len(first) == 1 and not others:
        return {}  # nothing would be left
    least = {a: min([e, *(m.get(a, 0) for m in others)]) for a, e in first.items()
             if a.args and free_symbols(a) and free_symbols(a) <= context.symbols}
    return {a: e for a, e in least.items() if isinstance(e, (int, Fraction)) and e > 0}


def _without_factors(draft: Draft, place: int) -> None:
    """Add an equation without what is a factor of all its terms and not 0.  Raises Stuck."""
    for a, e in factors_of(draft.context, draft.context.facts[place].relation).items():
        fact = draft.context.facts[place].relation
        left = {
            (*key[:2], tuple((b, f - e * (b == a)) for b, f in key[2] if (b, f) != (a, e))): c
            for key, c in vector(draft.context, fact).items()}
        factor, rest = power(a, number(e)), polynomial(left)
        place = draft.have(eq(mul(factor, rest), ZERO), Combine(((ONE, place, None),)))
        place = without_factor(draft, place, factor, rest)


def _without_divisors(draft: Draft, place: int) -> None:
    for _ in range(MAX_DIVISORS):
        inverse = next(divisors_in(draft.context, draft.context.facts[place].relation), None)
        if inverse is None:
            return
        place = without_divisor(draft, place, inverse)
    raise Stuck("many divisors")


def without_divisor(draft: Draft, place: int, inverse: Term) -> int:
    """Add a fact times what is divided by; returns its number.  Raises Stuck."""
    fact, (_, q) = draft.context.facts[place].relation, inverse.args
    above: Vector = {}
    beside: Vector = {}
    for (_, _, m), c in vector(draft.context, fact).items():
        powers = dict(m)
        e = powers.pop(inverse, 0)
        if e > 1:
            powers[inverse] = e - 1
        (above if e else beside)[None, None, tuple(powers.items())] = c
    over = polynomial(above)
    whole = simplified(draft.context, add(over, mul(q, polynomial(beside))))
    if fact.operator == "==":
        one = draft.use("inverse", q)
        return draft.have(eq(whole, ZERO), Combine(((q, place, None), (neg(over), one, None))))
    turned = not draft.attempt(draft.have_premise, lt(ZERO, q))
    factor = neg(q) if turned else q
    positive, one = draft.have_premise(lt(ZERO, factor)), draft.use("inverse", q)
    last = draft.use(PRODUCTS[fact.operator], factor, minus(fact.right, fact.left),
                     proofs=(by_order(positive), by_order(place)))
    sides = (ZERO, whole) if turned else (whole, ZERO)
    return draft.have(Relation(fact.operator, *sides), Combine(
        ((over if turned else neg(over), one, None),), ((Fraction(1), last),)))
