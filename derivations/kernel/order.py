"""Rules about signs.

    Order        `a ≤ b`, `a < b` or `a ≠ b` because a multiple of `b - a` equals a term whose sign
                 is seen: a sum of squares with weights, products of what is known to be positive
    Separation   an equation between algebraic numbers, by a separation bound

Source of the certificates: Positivstellensatz; S. Prajna, A. Papachristodoulou, P. Parrilo,
Introducing SOSTOOLS (2002), for sums of squares.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, difference
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cofactor, Order
from derivations.kernel.separation import is_zero
from derivations.kernel.signs import shows
from derivations.kernel.theorem import Rejected
from derivations.language.statements import Relation
from derivations.language.terms import Term, free_symbols

# `left (l - r)` for a fact, as the rules check it.
Premise = Callable[[Cofactor, str], "Poly | object"]


def order(
    context: Context, goal: Relation, proof: Order, premise: Premise, where: str
) -> None:
    """Check that `multiplier · (right - left) = form` with both signs seen.  Raises Rejected."""
    if goal.operator == "==":
        raise Rejected(where, "the rule proves ≤, < and ≠, not equations")
    for term in (proof.form, proof.multiplier):
        unknown = free_symbols(term) - context.symbols
        if unknown:
            raise Rejected(where, f"the symbol {min(s.name for s in unknown)} is not declared here")
    normalizer = context.normalizer
    gap = difference(normalizer, goal)
    if not isinstance(gap, Poly):
        raise Rejected(where, "only scalars have signs")
    algebra = normalizer.algebra
    parts = [
        algebra.times(normalizer.scalar(proof.multiplier), gap),
        P.negative(normalizer.scalar(proof.form)),
    ]
    for place, cofactor in enumerate(proof.cofactors):
        here = f"{where}.cofactors[{place}]"
        part = premise(cofactor, here)
        if not isinstance(part, Poly):
            raise Rejected(here, "an equation between matrices")
        parts.append(part)
    if not algebra.is_zero(P.total(parts)):
        raise Rejected(where, "the difference times the multiplier is not the form")
    if not shows(normalizer, goal.operator, proof.form):
        raise Rejected(where, f"the form is not seen to be {_WORDS[goal.operator]}")
    wanted = _OF_MULTIPLIER[goal.operator]
    if wanted and not shows(normalizer, wanted, proof.multiplier):
        raise Rejected(where, f"the multiplier is not seen to be {_WORDS[wanted]}")


_WORDS = {"<=": "at least 0", "<": "positive", "!=": "different from 0"}
# m g ≥ 0 with m > 0 gives g ≥ 0; m g > 0 with m ≥ 0 gives g > 0; m g ≠ 0 gives g ≠ 0.
_OF_MULTIPLIER = {"<=": "<", "<": "<=", "!=": ""}


def separation(goal: Relation, where: str) -> None:
    """Check that both sides are algebraic numbers, and equal.  Raises Rejected."""
    if goal.operator != "==":
        raise Rejected(where, "the rule proves equations")
    if not is_zero(_difference(goal)):
        raise Rejected(where, "the sides are not seen to be equal algebraic numbers")


def _difference(goal: Relation) -> Term:
    return goal.left - goal.right
