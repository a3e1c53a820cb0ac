"""Random values for symbols, each of its sort, and whether relations hold there, by the oracle.

Numbers and matrices are Gaussian rationals; matrices have the properties of their sorts, and are
singular or zero as often as these allow.  A family is a function of its indices, whose values
outside its index sort are of no sort.  Sizes are 1 to 3.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import mpmath

from derivations.language.sorts import Sort
from derivations.language.statements import Relation, Statement
from derivations.language.substitution import sort_symbols
from derivations.language.terms import Term
from tests.support.oracle import (
    Gauss, Matrix, Undefined, Unfit, agree, block_diagonal, evaluate, gauss, has_property, identity,
    matrix, zeros,
)

DIGITS = 75
LEAST = {"natural": 0, "posint": 1, "positive": 0, "nonnegative": 0}


def random_values(
    symbols: Iterable[Term], draw: random.Random, most: int = 7
) -> dict[str, Any]:
    """Values for all of the symbols; integers up to `most`.  Raises Unfit where none is found."""
    symbols = sorted(set(symbols), key=lambda s: s.name)
    sizes = {n.name: draw.randint(1, 3) for s in symbols for n in sort_symbols(s.sort)}
    return sizes | {
        s.name: _value(s.sort, draw, sizes, most) for s in symbols if s.name not in sizes
    }


def _value(sort: Sort, draw: random.Random, sizes: dict[str, int], most: int) -> Any:
    number = Fraction(draw.randint(-most - 1, most + 1), draw.choice((1, 1, 2, 3, 5)))
    match sort.kind:
        case "natural" | "posint" | "integer":
            return draw.randint(LEAST.get(sort.kind, -most), most)
        case "real":
            return number
        case "nonnegative":
            return abs(number)
        case "positive" | "negative":
            return (abs(number) + Fraction(1, 7)) * (1 if sort.kind == "positive" else -1)
        case "complex":
            return gauss(number, Fraction(draw.choice((0, 0, 1, -1, "5/2", "-1/2"))))
        case "family":
            return _family(sort, draw.random(), sizes, most)
    if sort.columns is None:
        raise Unfit(f"no values of the sort {sort.kind}")
    rows, columns = (evaluate(d, sizes) for d in (sort.rows, sort.columns))
    return matrix_with(draw, rows, columns, sort.properties)


def _family(sort: Sort, seed: float, sizes: dict[str, int], most: int) -> Any:
    anything = Sort("complex") if not sort.value.is_matrix else Sort(
        "matrix", rows=sort.value.rows, columns=sort.value.columns
    )

    def value(*indices: Any) -> Any:
        kinds = (LEAST.get(s.kind) for s in sort.index)
        inside = all(k is None or i >= k for k, i in zip(kinds, indices, strict=True))
        draw = random.Random(f"{seed} {indices}")
        return _value(sort.value if inside else anything, draw, sizes, most)

    return value


def _gauss(draw: random.Random, real: bool) -> Gauss:
    def part() -> Fraction:
        return Fraction(draw.choice([0, 0, 1, -1, 2, -2, 3]), draw.choice([1, 1, 2]))

    return gauss(part(), 0 if real or draw.random() < 0.4 else part())


def any_matrix(draw: random.Random, rows: int, columns: int, real: bool = False) -> Matrix:
    return matrix([[_gauss(draw, real) for _ in range(columns)] for _ in range(rows)])


def matrix_with(draw: random.Random, rows: int, columns: int, names: Iterable[str]) -> Matrix:
    """A matrix with these properties.  Raises Unfit where none is found."""
    names = frozenset(names)
    real = bool(names & {"real", "orthogonal"})
    for _ in range(100):
        a = any_matrix(draw, rows, columns, real)
        if names:
            a = _bent(draw, a, names, real)
        if a is not None and all(has_property(a, name) for name in names):
            return a
    raise Unfit("no such matrix was found")


def _bent(draw: random.Random, a: Matrix, names: frozenset[str], real: bool) -> Matrix | None:
    """A matrix made of this one that may have the properties."""
    size = len(a.rows)
    one = identity(size)
    column, row = any_matrix(draw, size, 1, real), any_matrix(draw, 1, size, real)
    onto = column * column.H
    shrunk = onto * onto.trace().inverse() if onto.trace() else onto
    if names >= {"hermitian", "unitary"}:
        return one - 2 * shrunk
    if names & {"unitary", "orthogonal"}:
        turn = a - a.H
        return (one - turn) * (one + turn).inverse() * draw.choice((1, -1))
    if names >= {"hermitian", "projector"}:
        return shrunk
    if "projector" in names:
        return a * block_diagonal([gauss(draw.randint(0, 1)) for _ in range(size)]) * a.inverse()
    if "nilpotent2" in names:
        return column * row if not (row * column)[0, 0] else zeros(size, size)
    if "hermitian" in names:
        return a + a.H
    return a - a.T if "skew" in names else a


def holds(relation: Relation, values: dict[str, Any]) -> bool:
    """Whether a relation holds at the values.  Raises Undefined, as for order off the real line."""
    left, right = (evaluate(side, values, DIGITS) for side in (relation.left, relation.right))
    if relation.operator in ("==", "!="):
        return agree(left, right, DIGITS - 15) == (relation.operator == "==")
    with mpmath.workdps(DIGITS):
        if any(abs(mpmath.im(side)) > 1e-40 for side in (left, right)):
            raise Undefined("an order of complex numbers")
        gap = mpmath.re(mpmath.mpmathify(right) - mpmath.mpmathify(left))
    return bool(gap > 1e-25) if relation.operator == "<" else bool(gap > -1e-25)


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
        try:
            values = random_values(statement.declarations, draw)
            if all(holds(h.relation, values) for h in statement.hypotheses):
                found.append(all(holds(goal.relation, values) for goal in statement.goals))
        except Unfit:
            continue
    return found
