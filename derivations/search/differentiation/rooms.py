"""Rooms: functions that are above zero where conditions hold that are no equations.

What a law asks at a point is open: it holds nearby, where a product of what is above zero and of
the squared size of what is not zero is above zero.
"""

from collections.abc import Sequence
from fractions import Fraction

from derivations.kernel import Combine
from derivations.language.statements import Relation, lt, ne
from derivations.language.terms import ONE, ZERO, Term, conj, div, mul
from derivations.search.drafts import Draft
from derivations.search.reading.readback import product_of
from derivations.search.reading.references import by_order
from derivations.search.reading.smooth import minus

# How deep it is proved that each of several numbers is above zero where their product is.
DEPTH = 1


def _parts(asks: Sequence[Relation]) -> tuple[list[Term], list[Term]]:
    """What is above zero, and what is not zero, where conditions hold."""
    above = [minus(r.right, r.left) for r in asks if r.operator in ("<", "<=")]
    apart = [minus(r.left, r.right) for r in asks if r.operator == "!="]
    above = list(dict.fromkeys(above))
    return above, [c for c in dict.fromkeys(apart) if c not in above]


def room_of(asks: Sequence[Relation]) -> Term:
    """A product that is above zero where conditions hold that are no equations."""
    above, apart = _parts(asks)
    whole = product_of(apart)
    return product_of([*above, *([mul(whole, conj(whole))] if apart else [])])


def in_room(draft: Draft, asks: Sequence[Relation]) -> None:
    """Add conditions where their room is above zero, as the last fact says.  Of several numbers
    above zero the search has to see that no two are below.  Raises Stuck."""
    above, apart = _parts(asks)
    if apart:
        _in_room(draft, above, apart)
    for one in above if len(above) > 1 else ():
        claim = lt(ZERO, one)
        draft.have(claim, draft.search.prove(draft.context, claim, DEPTH))


def _in_room(draft: Draft, above: Sequence[Term], apart: Sequence[Term]) -> None:
    number_, first, whole = draft.last, product_of(above), product_of(apart)
    square = mul(whole, conj(whole))
    found = draft.have(ne(mul(first, square), ZERO), Combine((), ((Fraction(-1), number_),)))
    found = draft.use("factors", first, square, proofs=(by_order(found),)) + 1
    found = draft.use("factors", whole, conj(whole), proofs=(by_order(found),))
    if above:
        draft.use("size above zero", whole, proofs=(by_order(found),))
        positive = draft.use("inverse above zero", square)
        room, inverse = draft.context.facts[number_].relation.right, div(ONE, square)
        proofs = by_order(number_), by_order(positive)
        product = draft.use("products above zero", room, inverse, proofs=proofs)
        one = draft.use("inverse", square)
        draft.have(lt(ZERO, first), Combine(((first, one, None),), ((Fraction(1), product),)))
    for place in range(len(apart) - 1, 0, -1):
        rest = product_of(apart[:place])
        found = draft.use("factors", rest, apart[place], proofs=(by_order(found),))
