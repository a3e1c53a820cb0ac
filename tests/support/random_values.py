"""Random values for the symbols of a statement, and whether its relations hold there.

By mpmath, through `evaluator`: independent of the package.  Matrices have the properties of their
sorts; families are functions of their indices.  Sizes are 1 to 3.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath

from derivations.language.sorts import Sort
from derivations.language.statements import Relation, Statement
from derivations.language.terms import sort_symbols
from tests.support.evaluator import Undefined, agree, evaluate

DIGITS = 75


def random_values(statement: Statement, draw: random.Random) -> dict[str, Any]:
    """Values for all declared symbols, hypotheses aside."""
    sizes = {
        s.name: draw.randint(1, 3)
        for s in statement.declarations
        if any(s in sort_symbols(t.sort) for t in statement.declarations)
    }
    with mpmath.workdps(DIGITS + 20):
        return {
            s.name: sizes[s.name] if s.name in sizes else _value(s.sort, draw, sizes)
            for s in statement.declarations
        }


def _value(sort: Sort, draw: random.Random, sizes: dict[str, int]) -> Any:
    number = Fraction(draw.randint(-8, 8), 1 if draw.random() < 0.4 else draw.randint(1, 5))
    match sort.kind:
        case "natural":
            return draw.randint(0, 7)
        case "posint":
            return draw.randint(1, 7)
        case "integer":
            return draw.randint(-7, 7)
        case "real":
            return number
        case "positive":
            return abs(number) + Fraction(1, 7)
        case "nonnegative":
            return abs(number)
        case "negative":
            return -abs(number) - Fraction(1, 7)
        case "complex":
            return mpmath.mpc(float(number), draw.choice([0, 0, 1, -1, 2.5, -0.5]))
        case "family":
            return _family(sort, draw.random(), sizes)
    rows, columns = (int(evaluate(d, sizes)) for d in (sort.rows, sort.columns))
    return _matrix(rows, columns, sort.properties, draw)


def _family(sort: Sort, seed: float, sizes: dict[str, int]) -> Any:
    def value(*indices: Any) -> Any:
        with mpmath.workdps(DIGITS + 20):
            return _value(sort.value, random.Random(f"{seed} {indices}"), sizes)

    return value


def _matrix(m: int, n: int, properties: frozenset[str], draw: random.Random) -> Any:
    real = bool(properties & {"real", "orthogonal"})
    a = mpmath.matrix(m, n)
    for i in range(m):
        for j in range(n):
            a[i, j] = mpmath.mpc(draw.randint(-3, 3), 0 if real else draw.randint(-2, 2))
    if properties & {"unitary", "orthogonal"}:
        a = mpmath.eye(m)
        if m > 1:
            c, s = mpmath.mpf(3) / 5, mpmath.mpf(4) / 5
            a[0, 0], a[0, 1], a[1, 0], a[1, 1] = c, -s, s, c
        return a if real else a * mpmath.exp(1j * draw.randint(0, 6))
    if "hermitian" in properties:
        return a + a.H
    if "skew" in properties:
        return a - a.T
    if "projector" in properties:  # oblique: not its own adjoint
        a = mpmath.zeros(m)
        a[0, 0] = 1
        if m > 1:
            a[0, 1] = draw.randint(-2, 2)
        return a
    if "nilpotent2" in properties:
        a = mpmath.zeros(m)
        if m > 1:
            a[0, 1] = draw.randint(-2, 2)
        return a
    if "invertible" in properties:
        return a + 20 * mpmath.eye(m)
    return a


def holds(relation: Relation, values: dict[str, Any]) -> bool:
    """Whether a relation holds at the values.  Raises Undefined, as for order off the real line."""
    left, right = (evaluate(side, values, DIGITS) for side in (relation.left, relation.right))
    if relation.operator in ("==", "!="):
        return agree(left, right, DIGITS - 15) == (relation.operator == "==")
    with mpmath.workdps(DIGITS):
        if any(abs(mpmath.im(_mp(side))) > 1e-40 for side in (left, right)):
            raise Undefined("an order of complex numbers")
        gap = mpmath.re(mpmath.mpmathify(_mp(right) - _mp(left)))
    return bool(gap > 1e-25) if relation.operator == "<" else bool(gap > -1e-25)


def _mp(value: Any) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def at_random_points(statement: Statement, seed: str, points: int) -> list[bool]:
    """Whether all goals hold, at each random point that satisfies the hypotheses.

    Points at which something is not defined are left out.  Hypotheses for all values of something
    cannot be tried; a statement with one has no points.
    """
    draw = random.Random(seed)
    found: list[bool] = []
    if any(h.variables for h in statement.hypotheses):
        return found
    for _ in range(points):
        values = random_values(statement, draw)
        try:
            if all(holds(h.relation, values) for h in statement.hypotheses):
                found.append(all(holds(goal.relation, values) for goal in statement.goals))
        except (Undefined, ZeroDivisionError):
            continue
    return found
