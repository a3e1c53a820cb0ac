"""Equations from equations by division, by squares, and by functions that are one-to-one.

    1. an equation whose difference is a multiple of the goal's, the other factor not 0
    2. the goal times its denominators as a combination of the equations
    3. `u = v` from `f(u) = f(v)` for the exponential function and odd powers of reals
    4. `u = v` for reals from `(u - v)² ≤ 0`

Complete for 1 when the factors are polynomials with a sign that is found.
"""

from __future__ import annotations

from itertools import islice

from derivations.kernel import polynomial as P
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cofactor, Congruence, Law, NormalForm, Order, Proof
from derivations.language.statements import Relation, Unsettled, eq, le, ne
from derivations.language.terms import ONE, ZERO, Term, add, div, exp, mul, number, power, sub
from derivations.search.certificates import cleared_of_denominators
from derivations.search.drafts import Draft
from derivations.search.equations import divided_by, prove_by_cofactors
from derivations.search.goals import Goal, proves, scalar_facts
from derivations.search.ideals import combination
from derivations.search.nonzero import prove_nonzero
from derivations.search.order import MAX_NEED_LOOKS, Orders
from derivations.search.readback import Reader

# Equations that are looked at, and odd powers that are tried.
MAX_EQUATIONS = 8
ODD = (1, 2)


def prove_by_factors(goal: Goal) -> Proof | None:
    gap = goal.gap
    if not isinstance(gap, Poly) or not equations(goal):
        return None
    for method in (_divided, _over_denominators, _one_to_one, _by_square):
        try:
            proof = method(goal, gap)
        except Unsettled:
            continue
        if proof is not None and proves(goal, proof):
            return proof
    return None


def equations(goal: Goal) -> list[tuple[int, Relation, Poly]]:
    """The first plain scalar equations among the facts, with their differences."""
    return list(islice(scalar_facts(goal.context, "=="), MAX_EQUATIONS))


def _divided(goal: Goal, gap: Poly) -> Proof | None:
    """`p = q g` with q not 0."""
    algebra = goal.context.normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    for place, _, p in equations(goal):
        for quotient in divided_by(algebra, p, gap):
            factor = reader.poly(quotient)
            draft = Draft(goal.context)
            wanted = ne(factor, ZERO)
            proof = _nonzero(Goal(goal.context, wanted))
            if proof is None:
                continue
            draft.have(wanted, proof)
            for sign in (1, -1):
                whole = draft.close(NormalForm((Cofactor(div(number(sign), factor), place),)))
                if proves(goal, whole):
                    return whole
    return None


def _nonzero(goal: Goal) -> Proof | None:
    if proves(goal, NormalForm()):
        return NormalForm()
    proof = prove_nonzero(goal)
    return proof or Orders(MAX_NEED_LOOKS).prove(goal.context, goal.relation, 1)


def _over_denominators(goal: Goal, gap: Poly) -> Proof | None:
    """The goal times what is in its denominators, as a combination."""
    cleared = cleared_of_denominators(goal.context, gap)
    if cleared is None:
        return None
    algebra = goal.context.normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    known = equations(goal)
    cofactors = combination(algebra, cleared[0], [p for _, _, p in known])
    if cofactors is None:
        return None
    return NormalForm(
        tuple(
            Cofactor(div(reader.poly(c), cleared[1]), place)
            for c, (place, _, _) in zip(cofactors, known, strict=True)
            if not c.is_zero
        )
    )


def _one_to_one(goal: Goal, gap: Poly) -> Proof | None:
    left, right = goal.relation.left, goal.relation.right
    for place, relation, _ in equations(goal):
        if relation.left.head == relation.right.head == "exp":
            values = (relation.left.args[0], relation.right.args[0])
            proof = _by_law(goal, "equal exponentials", values, place)
            if proof is not None:
                return proof
        if relation.left.head == relation.right.head == "log":
            proof = _exponentials(goal, relation, place)
            if proof is not None:
                return proof
    squares = _equal_squares(goal)
    if squares is not None:
        return squares
    for half in ODD:
        e = 2 * half + 1
        premise = eq(power(left, e), power(right, e))
        why = prove_by_cofactors(Goal(goal.context, premise))
        if why is None:
            continue
        new = len(goal.context.facts)
        for sign in (1, -1):
            then = NormalForm((Cofactor(number(sign), new),))
            proof = Law("equal odd powers", (left, right, number(half)), (why,), then)
            if proves(goal, proof):
                return proof
    return None


def _exponentials(goal: Goal, relation: Relation, place: int) -> Proof | None:
    """From `log u = log v` to `u = v`."""
    draft = Draft(goal.context)
    fact = eq(exp(relation.left), exp(relation.right))
    new = draft.have(fact, Congruence((NormalForm((Cofactor(ONE, place),)),)))
    for sign in (1, -1):
        proof = draft.close(NormalForm((Cofactor(number(sign), new),)))
        if proves(goal, proof):
            return proof
    return None


def _equal_squares(goal: Goal) -> Proof | None:
    """Both sides at least 0, and their squares equal by the equations."""
    left, right = goal.relation.left, goal.relation.right
    square = prove_by_cofactors(Goal(goal.context, eq(power(left, 2), power(right, 2))))
    if square is None:
        return None
    signs = [Orders(MAX_NEED_LOOKS).prove(goal.context, le(ZERO, t), 0) for t in (left, right)]
    if signs[0] is None or signs[1] is None:
        return None
    new = len(goal.context.facts)
    for sign in (1, -1):
        then = NormalForm((Cofactor(number(sign), new),))
        proof = Law("equal squares", (left, right), (signs[0], signs[1], square), then)
        if proves(goal, proof):
            return proof
    return None


def _by_law(goal: Goal, name: str, values: tuple[Term, ...], place: int) -> Proof | None:
    """The conclusion of a law whose premise is an equation that is known."""
    new = len(goal.context.facts)
    for sign in (1, -1):
        why = NormalForm((Cofactor(ONE, place),))
        proof = Law(name, values, (why,), NormalForm((Cofactor(number(sign), new),)))
        if proves(goal, proof):
            return proof
    return None


def _by_square(goal: Goal, gap: Poly) -> Proof | None:
    algebra = goal.context.normalizer.algebra
    if not algebra.is_real(gap):
        return None
    difference_ = Reader(algebra, goal.context.symbols).poly(P.negative(gap))
    why = Orders(MAX_NEED_LOOKS).prove(
        goal.context, le(mul(difference_, difference_), ZERO), 0
    )
    if why is None:
        return None
    draft = Draft(goal.context)
    square = le(power(difference_, 2), power(ZERO, 2))
    draft.have(square, why)
    draft.law("squares grow", [difference_, ZERO], [NormalForm(), NormalForm()])
    (place,) = draft.law("antisymmetry", [difference_, ZERO], [NormalForm(), NormalForm()])
    for sign in (1, -1):
        proof = draft.close(NormalForm((Cofactor(number(sign), place),)))
        if proves(goal, proof):
            return proof
    return None


def prove_unit(goal: Goal) -> Proof | None:
    """`z ≠ 0` because z times its conjugate, or z, is a number by an equation such as `|z| = 1`."""
    algebra = goal.context.normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    gap = goal.gap
    if not isinstance(gap, Poly):
        return None
    for multiplier in (P.ONE, algebra.conjugate(gap)):
        value = algebra.times(multiplier, gap)
        for place, relation, _ in equations(goal):
            both = add(relation.left, relation.right)
            square = goal.context.normalizer.scalar(mul(both, sub(relation.left, relation.right)))
            for sign in (1, -1):
                rest = P.plus(value, P.scale(square, -sign)).rational()
                if rest:
                    cofactor = Cofactor(mul(number(-sign), both), place)
                    proof = Order(number(rest), reader.poly(multiplier), (cofactor,))
                    if proves(goal, proof):
                        return proof
    return None


__all__ = ["equations", "prove_by_factors", "prove_unit"]
