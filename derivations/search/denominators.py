"""Divisors taken away, one after the other; roots of odd powers.

Where the normal form of `left - right` has a factor `1/p` in some terms, p being seen not to be 0,
it is zero if what remains after multiplying by a power of p is.  Complete for rational identities
whose divisors are seen not to be 0.
"""

from __future__ import annotations

from typing import Any

from derivations.kernel import Combine, Context
from derivations.language.statements import eq
from derivations.language.terms import ONE, ZERO, Term, div, mul, neg, power
from derivations.search.equations import have_combined
from derivations.search.goals import FAILURES, Draft, Goal, vector
from derivations.search.readback import (
    is_scalar, monomial_term, multiple, product_of, scaled, sum_of,
)


def prove_without_divisors(goal: Goal) -> Any:
    """The equation times a power of a divisor."""
    if not is_scalar(goal.gap):
        return None
    for divisor in _divisors(goal):
        draft = Draft(goal)
        inverse = div(ONE, divisor)
        try:
            known = draft.use("inverse", divisor)
        except FAILURES:
            continue
        highest = max(dict(m).get(inverse, 0) for _, _, m in goal.gap)
        remaining, cofactor = [], []
        for (_, _, m), c in goal.gap.items():
            powers = dict(m)
            j = powers.pop(inverse, 0)
            rest = monomial_term(tuple(powers.items()))
            remaining.append(scaled(c, [rest, *_power(divisor, highest - j)]))
            for i in range(highest - j):
                turn = [*_power(mul(inverse, divisor), i), *_power(inverse, j)]
                cofactor.append(scaled(c, [rest, *turn]))
        claim = eq(sum_of(remaining), ZERO)
        proof = draft.search.prove(draft.context, claim, goal.depth, goal.light)
        number = draft.have(claim, proof)
        equations: list[Any] = [(product_of(_power(inverse, highest)), number, None)]
        if cofactor:
            equations.append((neg(sum_of(cofactor)), known, None))
        return draft.close(Combine(tuple(equations)))
    return None


def cancelled(draft: Draft, term: Term) -> int | None:
    """The number of a fact that says what a term is without `q · 1/q`; None where there is none."""
    plain, divisors = without_inverses(draft.context, term)
    if not divisors:
        return None
    for q in divisors:
        draft.use("inverse", q)
    return have_combined(draft, eq(term, plain))


def without_inverses(context: Context, term: Term) -> tuple[Term, list[Term]]:
    """A term without `q · 1/q`, and each q; matrices are as they are."""
    try:
        coefficients = vector(context, eq(term, ZERO))
    except FAILURES:
        return term, []
    parts: list[Term] = []
    divisors: dict[Term, None] = {}
    for (_, _, monomial), c in coefficients.items():
        powers = dict(monomial)
        for atom in list(powers):
            inverse = div(ONE, atom)
            shared = min(powers[atom], powers.get(inverse, 0))
            if shared > 0:
                divisors[atom] = None
                powers[atom] -= shared
                powers[inverse] -= shared
        parts.append(multiple(c, tuple((a, e) for a, e in powers.items() if e)))
    return sum_of(parts), list(divisors)


def _divisors(goal: Goal) -> list[Term]:
    """What is divided by, outermost."""
    found = dict.fromkeys(
        atom for _, _, m in goal.gap for atom, _ in m
        if atom.head == "div" and atom.args[0] == ONE and atom.args[1].head != "number"
    )
    return [atom.args[1] for atom in found]


def _power(base: Term, n: int) -> list[Term]:
    return [] if n == 0 else [base if n == 1 else power(base, n)]
