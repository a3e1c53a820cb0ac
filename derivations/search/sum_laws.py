"""Sums that a law gives in closed form: binomial theorem, difference of powers, reciprocals.

A sum whose terms are constants times `binomial(N, k) z^k w^(N - k)`, `z^k w^(N - k)` or `1/(k + c)`
is replaced by what the law says, and the goal without it is proved by cofactors, by induction, or
as an inequality.  Complete for goals that are linear in such sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from derivations.kernel import polynomial as P
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cofactor, NormalForm, Proof, Rewrite
from derivations.language.statements import Relation, Unsettled, eq, replace_term
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, div, mul, neg, number, power, sub
from derivations.search.drafts import Draft, conclusions
from derivations.search.equations import prove_by_cofactors
from derivations.search.goals import Goal, nodes, proves
from derivations.search.induction import close, prove_from_bound, prove_with_facts
from derivations.search.order_induction import prove_order_by_induction

MAX_SUMS = 4


def prove_by_sum_laws(goal: Goal) -> Proof | None:
    totals = [t for t in dict.fromkeys(nodes(goal.relation)) if t.head == "sum"]
    if not 1 <= len(totals) <= MAX_SUMS:
        return None
    plain = _multiplied(goal, totals)
    if plain is not None:
        return plain
    relation, _ = _replaced(Draft(goal.context), goal, totals)
    if relation == goal.relation:
        return None
    # The induction is on the goal without what the law says, which is about n too.
    proof = _closed(Goal(goal.context, relation))
    if proof is None:
        return None
    draft = Draft(goal.context)
    known = draft.have(relation, proof)
    _, places = _replaced(draft, goal, totals)
    equation = relation.operator == "=="
    last: Proof = NormalForm((Cofactor(ONE, known),) if equation else ())
    for place in reversed(places):
        last = Rewrite(place, last)
    whole = draft.close(last)
    return whole if proves(goal, whole) else None


def _replaced(draft: Draft, goal: Goal, totals: list[Term]) -> tuple[Relation, list[int]]:
    """The goal with what laws say in the place of its sums; the numbers of the facts used."""
    relation, places = goal.relation, []
    for total in totals:
        for found in _matches(goal, total):
            place = _applied(draft, total, found)
            if place is not None:
                relation = replace_term(relation, total, draft.context.facts[place].relation.right)
                places.append(place)
                break
    return relation, places


def _multiplied(goal: Goal, totals: list[Term]) -> Proof | None:
    """The goal as a multiple of what laws say of its sums."""
    draft = Draft(goal.context)
    for total in totals:
        for found in _matches(goal, total):
            if proves(Goal(draft.context, eq(ZERO, ZERO)), _probe(found)):
                draft.law(found.law, found.values, [])
    if not draft.steps or goal.relation.operator != "==":
        return None
    proof = prove_by_cofactors(Goal(draft.context, goal.relation))
    return None if proof is None else draft.close(proof)


def _closed(goal: Goal) -> Proof | None:
    if goal.relation.operator == "==":
        for method in (close, prove_from_bound, prove_with_facts):
            proof = method(goal)
            if proof is not None:
                return proof
        return None
    return prove_order_by_induction(goal)


@dataclass(frozen=True)
class Match:
    """A law, its values, and the factor that the sum is of the law's left side."""

    law: str
    values: tuple[Term, ...]
    factor: Term


def _applied(draft: Draft, total: Term, match: Match) -> int | None:
    """Add the law and that the sum has the value it says; the number of that fact."""
    trial = Draft(draft.context)
    (stated,) = conclusions(match.law, match.values)
    if match.law == "difference of powers":
        z, w, _ = match.values
        value = div(mul(match.factor, stated.right), sub(z, w))
        factor = div(match.factor, sub(z, w))
    else:
        value, factor = mul(match.factor, stated.right), match.factor
    if not proves(Goal(trial.context, eq(ZERO, ZERO)), _probe(match)):
        return None
    (place,) = trial.law(match.law, match.values, [])
    for sign in (1, -1):
        proof = NormalForm((Cofactor(mul(number(sign), factor), place),))
        if proves(Goal(trial.context, eq(total, value)), proof):
            draft.law(match.law, match.values, [])
            return draft.have(eq(total, value), proof)
    return None


def _probe(match: Match) -> Proof:
    from derivations.kernel.proofs import Law

    return Law(match.law, match.values, (), NormalForm())


def _matches(goal: Goal, total: Term) -> Iterator[Match]:
    k, lower, upper, body = total.args
    normalizer = goal.context.normalizer
    try:
        yield from _reciprocals(k, lower, upper, body)
        if not normalizer.scalar(lower).is_zero:
            return
        yield from _powers(normalizer, k, upper, body)
    except Unsettled:
        return


def _reciprocals(k: Term, lower: Term, upper: Term, body: Term) -> Iterator[Match]:
    """`c/(k + d)`: the law at `m = lower + d - 1`, `n = upper - lower + 1`."""
    top, bottom = body.args if body.head == "div" else (ONE, body)
    if body.head != "div" or k in free_symbols(top):
        return
    step = Substitution({k: ZERO})(bottom)
    shift = _simple(step)
    if shift is None or _simple(add(bottom, neg(k), neg(step))) != ZERO:
        return
    start, count = _simple(add(lower, shift, -1)), _simple(add(upper, neg(lower), 1))
    if start is not None and count is not None:
        yield Match("sum of reciprocals", (start, count), top)


def _simple(term: Term) -> Term | None:
    """The normal form of a scalar, spelled as a term."""
    from derivations.search.readback import Reader

    normalizer = Normalizer()
    try:
        value = normalizer.scalar(term)
        return Reader(normalizer.algebra, free_symbols(term)).poly(value)
    except Unsettled:
        return None


def _powers(normalizer: Normalizer, k: Term, upper: Term, body: Term) -> Iterator[Match]:
    up, down, rest = ONE, ONE, ONE
    binomial = False
    for factor, inverted in _factors(body):
        if k not in free_symbols(factor):
            rest = div(rest, factor) if inverted else mul(rest, factor)
            continue
        if factor.head == "binomial" and not inverted and not binomial:
            binomial = True
            if not _same(normalizer, factor.args[0], upper) or factor.args[1] != k:
                return
            continue
        if factor.head != "pow" or k in free_symbols(factor.args[0]):
            return
        base, exponent = factor.args
        base = div(ONE, base) if inverted else base
        if _same(normalizer, exponent, k):
            up = mul(up, base) if up != ONE else base
        elif _same(normalizer, exponent, sub(upper, k)):
            down = mul(down, base) if down != ONE else base
        else:
            slope = _slope(normalizer, exponent, k)
            if slope is None:
                return
            up = mul(up, power(base, slope)) if up != ONE else power(base, slope)
            rest = mul(rest, power(base, Substitution({k: ZERO})(exponent)))
    name = "binomial theorem" if binomial else "difference of powers"
    if binomial or down != ONE:
        yield Match(name, (up, down, upper), rest)


def _factors(term: Term, inverted: bool = False) -> Iterator[tuple[Term, bool]]:
    match term.head:
        case "mul":
            for a in term.args:
                yield from _factors(a, inverted)
        case "neg":
            yield number(-1), inverted
            yield from _factors(term.args[0], inverted)
        case "div":
            yield from _factors(term.args[0], inverted)
            yield from _factors(term.args[1], not inverted)
        case _:
            yield term, inverted


def _same(normalizer: Normalizer, a: Term, b: Term) -> bool:
    gap = P.plus(normalizer.scalar(a), P.negative(normalizer.scalar(b)))
    return isinstance(gap, Poly) and gap.is_zero


def _slope(normalizer: Normalizer, exponent: Term, k: Term) -> int | None:
    """The natural c of an exponent `c k + d`."""
    at = [normalizer.scalar(Substitution({k: number(place)})(exponent)) for place in (0, 1, 2)]
    first, second = (P.plus(b, P.negative(a)) for a, b in pairwise(at))
    value = first.rational()
    linear = P.plus(second, P.negative(first)).is_zero
    return int(value) if linear and value is not None and value >= 1 else None


__all__ = ["prove_by_sum_laws"]
