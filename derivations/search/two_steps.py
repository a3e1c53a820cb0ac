"""Bounds of what a recursion of second order determines, by an induction of two steps.

A difference is at least 0, or above 0, everywhere, if it is so at 0, at 1, and at k + 2 where it is
so at k and k + 1; in this step all three are put in values that no law and no recursion relates.

    fibonacci(n + 1) <= 2**n
    a[n] <= 3**n   given a[0] = a[1] = 1, a[k + 2] = a[k + 1] + 2 a[k]

Incomplete: what is shown is not strengthened.  Source: CM 2.2, 6.6.
"""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine
from derivations.language.sorts import NATURAL
from derivations.language.statements import Relation, le
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, ZERO, Term, add, call, function, neg, number, sub
from derivations.search.facts import FAILURES, new_symbol, nodes
from derivations.search.goals import Draft, Goal
from derivations.search.induction import claims
from derivations.search.matching import same
from derivations.search.recurrences import Recurrences

LEMMAS = {"<=": "at-least-zero-by-two", "<": "above-zero-by-two"}


def has_second_order(goal: Goal) -> bool:
    """Whether a value in an order is said by the two before it."""
    values = {t.args[0] for t in nodes(goal.relation) if t.head == "apply" and len(t.args) == 2}
    return "fibonacci" in goal.heads or any(f in values for f, _ in _recursions(goal))


def _recursions(goal: Goal) -> Iterator[tuple[Term, int]]:
    """The families of which a fact says the value at k + 2, with the numbers of the facts."""
    for number_, fact in enumerate(goal.context.facts):
        left = fact.relation.left
        if fact.relation.operator == "==" and len(fact.variables) == 1 and left.head == "apply":
            (k,), (f, *places) = fact.variables, left.args
            if len(places) == 1 and same(
                goal.context.with_symbols(k), places[0], add(k, number(2))
            ):
                yield f, number_


def prove_by_two_steps(goal: Goal) -> Any:
    """The goal by the first induction that succeeds."""
    for claim, value in claims(goal):
        (k,), relation = claim.variables, claim.relation
        draft, body = Draft(goal), sub(relation.right, relation.left)
        if k.sort != NATURAL:  # from 1 on
            j = new_symbol(goal.context, k.name, NATURAL, body)
            k, body, value = j, Substitution({k: add(j, ONE)})(body), sub(value, ONE)
        with suppress(*FAILURES):
            least = draft.use(
                LEMMAS[relation.operator], function((k,), body), value, proofs=lambda p: (
                    draft.for_all(p, _step) if p.guards else draft.proof(p)))  # noqa: B023
            first, second = (Substitution({k: at})(body) for at in (value, add(value, ONE)))
            below = draft.have(le(call("min", first, second), first))
            return draft.close(Combine((), ((Fraction(1), least), (Fraction(1), below))))
    return None


def _step(draft: Draft, k: Term) -> Any:
    """The last of three bounds from the two before it, which are the last facts.  Raises Stuck."""
    before = range(len(draft.context.facts) - 2, len(draft.context.facts))
    for _, number_ in [*_recursions(draft.goal)]:
        for place in (k, add(k, ONE)):
            draft.attempt(draft.use, number_, place)
    relation = draft.relation
    gaps = [neg(draft.context.facts[b].relation.right) for b in before] + [neg(relation.right)]
    recurrences = Recurrences(draft)
    for number_, gap in zip((*before, None), gaps, strict=True):
        rest, known = recurrences.reduced(gap, *gaps)
        claim = Relation(relation.operator, rest, ZERO)
        if number_ is None:
            last = draft.have(claim)
            equations = () if known is None else ((ONE, known, None),)
            return Combine(equations, ((Fraction(1), last),))
        if known is not None:
            draft.have(claim, Combine(((neg(ONE), known, None),), ((Fraction(1), number_),)))
    return None
