"""Values in general position: what is false mostly fails there, though not at small values.

They come from a fixed sequence of pseudo-random numbers, so that they are the same in every run:
rationals of small height, numbers of a plane's own kind for each index of a family, matrices with
small integer entries.  Even values are whole, odd ones have denominators.  What is of a sort is
asked where they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

from derivations.language.sorts import Sort
from derivations.language.terms import I, Term, add, function, matrix, mul, neg, number, symbol

Draw = Callable[[int], int]

# The names of the indices of the functions that are made here.
_NAMES = ("j0_", "j1_", "j2_", "j3_")


def draws(seed: str) -> Draw:
    """`draw(n)`: the next number below n.  A linear congruence, the high bits of it."""
    state = sum((k + 1) * 7919 * ord(c) for k, c in enumerate(seed))

    def draw(below: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % below

    return draw


def general_scalar(kind: str, draw: Draw, place: int) -> Term:
    match kind:
        case "natural":
            return number(draw(7))
        case "posint":
            return number(1 + draw(6))
        case "integer":
            return number(draw(13) - 6)
        case "positive" | "nonnegative":
            return number(_rational(draw, place, 1))
        case "negative":
            return number(-_rational(draw, place, 1))
        case "real":
            return number(_rational(draw, place, -19))
    real, imaginary = _rational(draw, place, -9), _rational(draw, place, -9)
    return add(number(real), mul(number(imaginary), I))


def _rational(draw: Draw, place: int, least: int) -> Fraction:
    numerator = least + draw(20 - least)
    return Fraction(numerator, 2 + draw(5)) if place % 2 else Fraction(numerator)


def general_matrix(
    properties: Collection[str], rows: int, columns: int, draw: Draw
) -> Term | None:
    """A matrix with small entries that has these properties, where that is easy."""
    if max(rows, columns) > 4 or not {"projector", "nilpotent2"}.isdisjoint(properties):
        return None
    real = not {"real", "orthogonal"}.isdisjoint(properties)
    if not {"unitary", "orthogonal"}.isdisjoint(properties):
        return _unitary(rows, draw, real)
    grid = [
        [(draw(7) - 3, 0 if real else draw(5) - 2) for _ in range(columns)] for _ in range(rows)
    ]
    for name, sign, bar in (("hermitian", 1, -1), ("skew", -1, 1)):
        if name in properties:
            grid = [
                [(a + sign * grid[j][i][0], b + sign * bar * grid[j][i][1])
                 for j, (a, b) in enumerate(row)]
                for i, row in enumerate(grid)
            ]
    return matrix([[_gaussian(*entry) for entry in row] for row in grid])


def _gaussian(re: int, im: int) -> Term:
    if not im:
        return number(re)
    return add(number(re), mul(number(im), I)) if re else mul(number(im), I)


_TURNS = (Fraction(3, 5), Fraction(4, 5)), (Fraction(5, 13), Fraction(12, 13))


def _unitary(n: int, draw: Draw, real: bool) -> Term | None:
    """A rational rotation in the first plane, with units on the rest of the diagonal."""
    units: list[Term] = [number(1), number(-1), *([] if real else [I, neg(I)])]
    grid: list[list[Term]] = [[number(0)] * n for _ in range(n)]
    for k in range(n):
        grid[k][k] = units[draw(len(units))]
    if n >= 2:
        c, s = _TURNS[draw(2)]
        phase = units[draw(len(units))]
        grid[0][:2] = [number(c), mul(phase, number(-s))]
        grid[1][:2] = [number(s), mul(phase, number(c))]
    return matrix(grid)


def general_family(sort: Sort, draw: Draw, place: int) -> Term | None:
    """A value for each index: a polynomial of the second degree in the indices."""
    value = sort.value
    if value is None or not value.is_scalar or len(sort.index) > len(_NAMES):
        return None
    names = [symbol(name, s) for name, s in zip(_NAMES, sort.index, strict=False)]
    if value.within("integer") or value.within("positive"):
        parts: list[Term] = [number(1 + draw(4)), *(mul(number(1 + draw(3)), j) for j in names)]
        if any(not s.within("natural") for s in sort.index):
            parts = [number(1 + draw(4)), *(mul(number(1 + draw(3)), j, j) for j in names)]
        return function(names, add(*parts))
    body: list[Term] = [general_scalar(value.kind, draw, place)]
    for j in names:
        body.append(mul(general_scalar(value.kind, draw, place), j))
        body.append(mul(general_scalar(value.kind, draw, place), j, j))
    if len(names) > 1:
        body.append(mul(general_scalar(value.kind, draw, place), names[0], names[1]))
    return function(names, add(*body))
