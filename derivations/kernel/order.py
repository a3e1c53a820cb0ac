"""Rules about signs.

    Order        `a ≤ b`, `a < b` or `a ≠ b` because a multiple of `b - a` equals a term whose sign
                 is seen: a sum of squares with weights, products of what is known to be positive
    Separation   an equation whose constants are algebraic numbers, by separation bounds

Source of the certificates: Positivstellensatz; S. Prajna, A. Papachristodoulou, P. Parrilo,
Introducing SOSTOOLS (2002), for sums of squares.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, difference
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Exponent, Monomial, Poly
from derivations.kernel.proofs import Cofactor, Order
from derivations.kernel.separation import is_zero
from derivations.kernel.signs import shows
from derivations.kernel.theorem import Rejected
from derivations.language.statements import Relation
from derivations.language.substitution import free_symbols
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, conj, div, exp, mul, number, power, sub,
)

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


def separation(context: Context, goal: Relation, where: str) -> None:
    """Check that both sides are equal, constants being algebraic numbers.  Raises Rejected."""
    if goal.operator != "==":
        raise Rejected(where, "the rule proves equations")
    if not (free_symbols(goal.left) or free_symbols(goal.right)) and is_zero(
        sub(goal.left, goal.right)
    ):
        return
    algebra = context.normalizer.algebra
    gap = difference(context.normalizer, goal)
    if not isinstance(gap, Poly):
        raise Rejected(where, "only scalars are algebraic numbers")
    gap = algebra.settled(gap)
    # Constants apart from what varies: every coefficient must be zero.
    groups: dict[Monomial, list[Term]] = {}
    for part, unit in ((gap.re, ONE), (gap.im, I)):
        for m, c in part.items():
            factors = [constant_power(algebra, g, e) for g, e in m]
            rest = tuple([p for p, f in zip(m, factors, strict=True) if f is None])
            value = mul(unit, number(c), *(f for f in factors if f is not None))
            groups.setdefault(rest, []).append(value)
    if not all(is_zero(add(*values)) for values in groups.values()):
        raise Rejected(where, "the sides are not seen to be equal for algebraic constants")


def constant_power(algebra: Algebra, g: int, e: Exponent) -> Term | None:
    """`g^e` as a term, where the atom g is an algebraic constant."""
    key = algebra.atoms[g].key
    match key[0]:
        case "turn":
            return exp(mul(I, PI, number(e)))
        case "root-power":
            return power(number(key[1]), number(e))
        case "conj":
            base = constant_power(algebra, key[1], 1)
            return None if base is None else power(conj(base), number(e))
        case "sqrt" | "inv" | "abs":
            inside = constant(algebra, P.from_key(key[1]))
            if inside is None:
                return None
            return power(call(key[0], inside) if key[0] != "inv" else div(ONE, inside), number(e))
    return None


def constant(algebra: Algebra, p: Poly) -> Term | None:
    """A polynomial in algebraic constants as a term."""
    parts = []
    for part, unit in ((p.re, ONE), (p.im, I)):
        for m, c in part.items():
            factors = [constant_power(algebra, g, e) for g, e in m]
            if None in factors:
                return None
            known = [f for f in factors if f is not None]
            parts.append(mul(unit, number(Fraction(c, p.den)), *known))
    return add(*parts) if parts else ZERO
