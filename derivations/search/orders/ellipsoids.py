"""Linear orders where numbers lie on or in an ellipsoid.

A fact `q <= 0` or `q = 0` with `q = sum of w_i x_i^2 + p_i x_i, and d`, all w_i above 0, is
`sum of w_i u_i^2 <= R` for `u_i = x_i + p_i/(2 w_i)`.  What is linear is `g - sum of b_i u_i`; with
`m = g/(2 R)` it is `m (R - sum of w_i u_i^2) + sum of m w_i (u_i - b_i/(2 m w_i))^2` and a number,
which is at least 0 if and only if the claim is true.

`4*x + 3*y <= 56` given `x**2 + y**2 = 10*x + 4*y + 7`.  Complete for one such fact with numbers as
coefficients.

Source: S. Boyd, L. Vandenberghe, Convex Optimization, 4.4.2 and 5.2.
"""

from fractions import Fraction

from derivations.kernel import Proof
from derivations.language.statements import le
from derivations.language.terms import ZERO, Term, add, number, power
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.orders.order import prove_linear
from derivations.search.reading.facts import Vector, vectors
from derivations.search.reading.readback import CONSTANT

Ellipsoid = dict[Term, tuple[Fraction, Fraction]]  # w and p by the numbers


def has_ellipsoids(goal: Goal) -> bool:
    """Whether the goal is linear in numbers that a fact keeps in an ellipsoid."""
    return bool(_found(goal))


def prove_in_ellipsoid(goal: Goal) -> Proof | None:
    """The order by a multiple of a fact and by squares."""
    for whole, size, linear, start in _found(goal):
        least = start + sum((b*p/(2*w) for x, (w, p) in whole.items() if (b := linear.get(x))),
                            Fraction(0))
        if least <= 0 or size <= 0:
            continue
        m, draft = least / (2*size), Draft(goal)
        for x, (w, p) in whole.items():
            middle = p/(2*w) - linear.get(x, Fraction(0))/(2*m*w)
            draft.have(le(ZERO, power(add(x, number(middle)), number(2))))
        proof = prove_linear(draft.goal)
        if proof is not None:
            return draft.close(proof)
    return None


def _found(goal: Goal) -> list[tuple[Ellipsoid, Fraction, dict[Term, Fraction], Fraction]]:
    """Facts as ellipsoids, with R; the b of the numbers in the goal, and what is left at 0."""
    linear: dict[Term, Fraction] = {}
    for (place, word, m), (c, im) in goal.gap.items():
        if place or word or im or len(m) > 1 or any(e != 1 for _, e in m):
            return []
        if m:
            linear[m[0][0]] = Fraction(c)
    start = -Fraction(goal.gap.get(CONSTANT, (Fraction(0), 0))[0])
    found = []
    for gap in vectors(goal.context, "==", "<=", "<").values():
        read = _ellipsoid(gap) or _ellipsoid({k: (-c, -im) for k, (c, im) in gap.items()})
        if read is not None and linear and {*linear} <= {*read[0]}:
            found.append((*read, linear, start))
    return found


def _ellipsoid(gap: Vector) -> tuple[Ellipsoid, Fraction] | None:
    """The w and p of what is at most 0, and R; None where it is something else."""
    squares, sides = dict[Term, Fraction](), dict[Term, Fraction]()
    for (place, word, m), (c, im) in gap.items():
        if place or word or im or len(m) > 1 or any(e not in (1, 2) for _, e in m):
            return None
        for x, e in m:
            (squares if e == 2 else sides)[x] = Fraction(c)
    if not squares or min(squares.values()) <= 0 or not {*sides} <= {*squares}:
        return None
    whole = {x: (w, sides.get(x, Fraction(0))) for x, w in squares.items()}
    end = Fraction(gap.get(CONSTANT, (Fraction(0), 0))[0])
    return whole, sum((p*p/(4*w) for w, p in whole.values()), Fraction(0)) - end
