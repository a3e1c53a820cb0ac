"""Bounds of what a recursion of second order determines, by an induction of two steps.

A difference is at least 0, or above 0, everywhere, if it is so at 0, at 1, and at k + 2 where it is
so at k and k + 1; in this step all three are put in values that no law and no recursion relates.

    fibonacci(n + 1) <= 2**n
    a[n] <= 3**n   given a[0] = a[1] = 1, a[k + 2] = a[k + 1] + 2 a[k]

Incomplete: what is shown is not strengthened.  Source: CM 2.2, 6.6.
"""

from contextlib import suppress
from fractions import Fraction

from derivations.kernel import Combine, Context, Proof
from derivations.language.statements import Relation, le
from derivations.language.substitution import Substitution, subterms
from derivations.language.terms import ONE, ZERO, Term, add, call, function, neg, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.induction import claims, from_zero
from derivations.search.reading.facts import FAILURES, nodes
from derivations.search.summation.recurrences import Recurrences
from derivations.search.summation.recursions import shifted

LEMMAS = {"<=": "at-least-zero-by-two", "<": "above-zero-by-two"}


def has_second_order(goal: Goal) -> bool:
    """Whether a value in an order is said by the two before it."""
    values = {t.args[0] for t in nodes(goal.relation) if t.head == "apply" and len(t.args) == 2}
    return "fibonacci" in goal.heads or any(
        not values.isdisjoint(subterms(goal.context.facts[place].relation.left))
        for place in _second_order(goal.context))


def _second_order(context: Context) -> list[int]:
    """The numbers of the facts that say values at k + 2."""
    return [place for place, offsets in shifted(context) if offsets[-1] == 2]


def prove_by_two_steps(goal: Goal) -> Proof | None:
    """The goal by the first induction that succeeds."""
    for claim, value in claims(goal):
        draft, relation = Draft(goal), claim.relation
        gap = sub(relation.right, relation.left)
        k, body, place = from_zero(goal, claim.variables[0], gap, value)
        with suppress(*FAILURES):
            least = draft.use(
                LEMMAS[relation.operator], function((k,), body), place, proofs=lambda p: (
                    draft.for_all(p, _step) if p.guards else draft.proof(p)))  # noqa: B023
            first, second = (Substitution({k: at})(body) for at in (place, add(place, ONE)))
            below = draft.have(le(call("min", first, second), first))
            return draft.close(Combine((), ((Fraction(1), least), (Fraction(1), below))))
    return None


def _step(draft: Draft, k: Term) -> Proof:
    """The last of three bounds from the two before it, which are the last facts.  Raises Stuck."""
    last, relation = draft.last, draft.relation
    for place in _second_order(draft.context):
        for at in (k, add(k, ONE)):
            draft.attempt(draft.use, place, at)
    known = {number_: neg(draft.context.facts[number_].relation.right)
             for number_ in (last - 1, last)}
    recurrences, after = Recurrences(draft), neg(relation.right)
    for number_, gap in known.items():
        rest, same = recurrences.reduced(gap, *known.values(), after)
        if same is not None:
            draft.have(Relation(relation.operator, rest, ZERO),
                       Combine(((neg(ONE), same, None),), ((Fraction(1), number_),)))
    rest, same = recurrences.reduced(after, *known.values())
    shown = draft.have(Relation(relation.operator, rest, ZERO))
    equations = () if same is None else ((ONE, same, None),)
    return Combine(equations, ((Fraction(1), shown),))
