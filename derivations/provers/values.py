"""Values to try for a symbol, in the documented order from small to large.

    naturals 0, 1, 2, 3, ...; integers 0, 1, -1, 2, -2, ...; reals 0, 1, -1, 2, 1/2, -2, ...
    angles (reals inside exp, sin, cos, ...) 0, π/2, π, -π/2, 1, π/3, ...
    complex numbers 0, 1, -1, i, -i, 1 + i, ...; dimensions 1, 2, 3
    matrices of size 1, then of size 2 (units, shifts, rotations, ...)
    families: constants, then values that depend on the index
    the constants of the statement and their neighbours
    last, values in general position: what is false mostly fails there, though not at small values;
    from a fixed sequence of pseudo-random numbers, so that they are the same in every run

Floating point chooses what is of a sort; the kernel decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from derivations.language.sorts import Sort
from derivations.language.substitution import Substitution, map_sort
from derivations.language.terms import (
    PI, I, Term, add, call, div, function, matrix, mul, neg, number, power, sub, symbol,
)
from derivations.search.numeric import NEAR, Evaluator, Unknown, closed_value

_HALF = Fraction(1, 2)
# Constants of a statement are tried up to this size, and so many of them.
MAX_STATED = 10**7
MAX_NEIGHBOURS = 12


def _numbers(*values: int | Fraction) -> list[Term]:
    return [number(v) for v in values]


def _turns(*values: Fraction | int) -> list[Term]:
    found = []
    for v in values:
        c = Fraction(v)
        whole = PI if c.numerator == 1 else mul(number(c.numerator), PI)
        if c.numerator == -1:
            whole = neg(PI)
        found.append(whole if c.denominator == 1 else div(whole, c.denominator))
    return found


NATURALS = _numbers(0, 1, 2, 3, 4, 5)
INTEGERS = _numbers(0, 1, -1, 2, -2, 3, -3, 4)
REALS = [
    *_numbers(0, 1, -1, 2, _HALF, -2, 3, -_HALF, 4),
    *_turns(1, _HALF, 2),
    *_numbers(Fraction(1, 10), 10, -10, 100),
]
ANGLES = [
    number(0),
    *_turns(_HALF, 1, -_HALF),
    number(1),
    *_turns(Fraction(1, 3), Fraction(1, 4), 2, Fraction(2, 3), -1, Fraction(3, 2), 3),
    *_numbers(2, -1, _HALF, 3),
]
POSITIVES = [*_numbers(1, 2, _HALF, 3, 4, Fraction(1, 10), 10)]
COMPLEX = [
    *_numbers(0, 1, -1),
    I,
    neg(I),
    add(number(1), I),
    number(2),
    number(_HALF),
    number(-2),
    sub(number(1), I),
    mul(number(2), I),
    add(number(-1), I),
    PI,
    mul(number(_HALF), PI),
    mul(number(2), PI, I),
    mul(PI, I),
    call("exp", mul(number(Fraction(2, 3)), PI, I)),
    call("exp", mul(number(Fraction(1, 4)), PI, I)),
]


def scalar_candidates(sort: Sort, angle: bool) -> list[Term]:
    """Values of a scalar sort; `angle` says that the symbol is used as an angle."""
    match sort.kind:
        case "natural":
            return NATURALS
        case "posint":
            return NATURALS[1:]
        case "integer":
            return INTEGERS
        case "positive":
            return [*POSITIVES[:2], *_turns(_HALF, 1), *POSITIVES[2:]] if angle else POSITIVES
        case "nonnegative":
            return [number(0), *scalar_candidates(Sort("positive"), angle)]
        case "negative":
            return [neg(p) if p.head != "number" else number(-p.data) for p in POSITIVES]
        case "real":
            return ANGLES if angle else REALS
    return COMPLEX


def stated_candidates(sort: Sort, constants: Iterable[Fraction]) -> list[Term]:
    """Constants of a statement and their neighbours, as far as they belong to a scalar sort."""
    values: set[Fraction] = set()
    for c in constants:
        values |= {c - 1, c, c + 1}
    if sort.within("integer"):
        values = {v for v in values if v.denominator == 1}
    least = {"natural": 0, "posint": 1, "nonnegative": 0}.get(sort.kind)
    if least is not None:
        values = {v for v in values if v >= least}
    if sort.kind in ("positive", "negative"):
        values = {v for v in values if (v > 0) == (sort.kind == "positive") and v}
    ordered = sorted(values, key=lambda v: (abs(v), v < 0))
    return [number(v) for v in ordered if abs(v) <= MAX_STATED][:MAX_NEIGHBOURS]


def _grids(rows: int, columns: int) -> Iterable[Term]:
    if rows == columns == 1:
        for value in (1, 0, I, -1, 2, add(1, I), neg(I), _HALF):
            yield matrix([[value]])
        return
    size = range(rows), range(columns)
    unit = [[int(i == j) for j in size[1]] for i in size[0]]
    yield matrix(unit)
    yield matrix([[int((i, j) == (0, columns - 1)) for j in size[1]] for i in size[0]])
    yield matrix([[int((i, j) == (rows - 1, 0)) for j in size[1]] for i in size[0]])
    yield matrix([[int((i, j) == (0, 0)) for j in size[1]] for i in size[0]])
    yield matrix([[0 for _ in size[1]] for _ in size[0]])
    yield matrix([[int(i + j == rows - 1) for j in size[1]] for i in size[0]])
    if rows == columns == 2:
        yield matrix([[0, -1], [1, 0]])
        yield matrix([[1, 0], [0, I]])
        yield matrix([[1, 1], [0, 1]])
        yield matrix([[0, I], [neg(I), 0]])
        yield matrix([[_HALF, _HALF], [_HALF, _HALF]])
        yield matrix([[1, I], [2, 3]])
        yield matrix([[1, 1], [0, 0]])
    yield matrix([[I if i == j else 0 for j in size[1]] for i in size[0]])
    yield matrix([[1 + i * columns + j for j in size[1]] for i in size[0]])
    yield matrix([[-int(i == j) for j in size[1]] for i in size[0]])
    if rows > 1:
        yield matrix([[(1, I)[i] if j == 0 and i < 2 else 0 for j in size[1]] for i in size[0]])
    if rows == columns == 2:
        yield matrix([[0, 1], [-1, 0]])
        yield matrix([[1, -1], [0, 1]])
        yield matrix([[0, -1], [1, -1]])


def matrix_candidates(sort: Sort, sizes: dict[Term, Term]) -> list[Term]:
    """Matrices of a sort whose dimensions have these values."""
    closed = map_sort(sort, Substitution(sizes))
    try:
        assert closed.rows is not None and closed.columns is not None
        rows, columns = Evaluator({}).whole(closed.rows), Evaluator({}).whole(closed.columns)
    except Unknown:
        return []
    if max(rows, columns) > 4:
        return []
    return [g for g in _grids(rows, columns) if belongs(g, closed)]


def family_candidates(sort: Sort, sizes: dict[Term, Term], angle: bool) -> list[Term]:
    """Functions from the index sorts to the value sort."""
    assert sort.value is not None
    names = [symbol(f"j{k}_", s) for k, s in enumerate(sort.index)]
    j = names[0]
    if sort.value.is_matrix:
        constants = matrix_candidates(sort.value, sizes)
        bodies = constants[:6]
        if sort.value.rows is not None and constants and constants[0].data == (1, 1):
            bodies += [matrix([[power(I, j)]]), matrix([[power(number(-1), j)]])]
        if constants and constants[0].data == (2, 2):
            bodies += _turning(j)
    else:
        constants = scalar_candidates(sort.value, angle)[:6]
        bodies = [*constants, *_varying(j, angle)]
        if len(names) > 1:
            # Mostly the last index tells the two parts of a plane apart.
            bodies[2:2] = [names[-1], sub(1, names[-1])]
            bodies += [sub(names[0], names[1]), add(mul(names[0], 2), names[1])]
    closed = map_sort(sort, Substitution(sizes))
    made = [function(names, b) for b in bodies]
    return [f for f in made if belongs(f, closed)]


def _turning(j: Term) -> list[Term]:
    """Quarter turns, one for each step; and the same, reflected afterwards."""
    c, s = (call(f, mul(number(_HALF), PI, j)) for f in ("cos", "sin"))
    return [matrix([[c, neg(s)], [s, c]]), matrix([[c, neg(s)], [neg(s), neg(c)]])]


def _varying(j: Term, angle: bool) -> list[Term]:
    found = [j, add(j, 1), add(1, power(j, 2)), neg(j), mul(I, j), add(1, mul(I, j)), power(I, j)]
    found.append(power(number(-1), j))
    if angle:
        found = [mul(number(_HALF), PI, j), mul(PI, j), *found]
    return found


# Values in general position

_NAMES = ("j0_", "j1_", "j2_", "j3_")


def general_value(
    s: Term, place: int, sizes: dict[Term, Term], options: Sequence[Term] | None
) -> Term | None:
    """Value number `place` of a symbol; `options`: what else could be had for a matrix or family.

    sizes: the values of the symbols in the dimensions of its sort.
    """
    draw = _draws(f"{s.name}#{place}")
    sort = map_sort(s.sort, Substitution(sizes))
    if sort.is_scalar:
        return _general_scalar(sort.kind, draw, place)
    made = _general_family(sort, draw, place) if sort.is_family else _general_matrix(sort, draw)
    if made is not None and belongs(made, sort):
        return made
    return options[draw(len(options))] if options else None


def _draws(seed: str) -> Callable[[int], int]:
    """`draw(n)`: the next number below n.  A linear congruence, the high bits of it."""
    state = sum((k + 1) * 7919 * ord(c) for k, c in enumerate(seed))

    def draw(below: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % below

    return draw


def _general_scalar(kind: str, draw: Callable[[int], int], place: int) -> Term:
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


def _rational(draw: Callable[[int], int], place: int, least: int) -> Fraction:
    numerator = least + draw(20 - least)
    return Fraction(numerator, 2 + draw(5)) if place % 2 else Fraction(numerator)


def _general_matrix(sort: Sort, draw: Callable[[int], int]) -> Term | None:
    """A matrix with small entries that has the properties of the sort, where that is easy."""
    if sort.rows is None or sort.columns is None or sort.properties & {"projector", "nilpotent2"}:
        return None
    try:
        rows, columns = Evaluator({}).whole(sort.rows), Evaluator({}).whole(sort.columns)
    except Unknown:
        return None
    if max(rows, columns) > 4:
        return None
    real = bool(sort.properties & {"real", "orthogonal"})
    if sort.properties & {"unitary", "orthogonal"}:
        return _unitary(rows, draw, real)
    grid = [
        [(draw(7) - 3, 0 if real else draw(5) - 2) for _ in range(columns)] for _ in range(rows)
    ]
    for name, sign, bar in (("hermitian", 1, -1), ("skew", -1, 1)):
        if name in sort.properties:
            grid = [
                [(a + sign * grid[j][i][0], b + sign * bar * grid[j][i][1])
                 for j, (a, b) in enumerate(row)]
                for i, row in enumerate(grid)
            ]
    return matrix([[_gaussian(*entry) for entry in row] for row in grid])


def _gaussian(re: int, im: int) -> Term:
    return add(number(re), mul(number(im), I)) if im else number(re)


_TURNS = (Fraction(3, 5), Fraction(4, 5)), (Fraction(5, 13), Fraction(12, 13))


def _unitary(n: int, draw: Callable[[int], int], real: bool) -> Term | None:
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


def _general_family(sort: Sort, draw: Callable[[int], int], place: int) -> Term | None:
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
    body: list[Term] = [_general_scalar(value.kind, draw, place)]
    for j in names:
        body.append(mul(_general_scalar(value.kind, draw, place), j))
        body.append(mul(_general_scalar(value.kind, draw, place), j, j))
    if len(names) > 1:
        body.append(mul(_general_scalar(value.kind, draw, place), names[0], names[1]))
    return function(names, add(*body))


# Sorts, by floating point

# What a function is looked at, to see whether its values are of a sort.
_PLACES = {"natural": (0, 1, 2), "posint": (1, 2, 3), "integer": (-1, 0, 1, 2)}
_SAMPLES = (0.3, -1.1, 2.0)


def belongs(value: Term, sort: Sort) -> bool:
    """Whether a closed value seems to be of a sort whose sizes are closed."""
    try:
        if not sort.is_family:
            return _seems(closed_value(value), sort)
        function_ = closed_value(value)
        places = [_PLACES.get(s.kind, _SAMPLES) for s in sort.index]
        assert sort.value is not None
        return all(_seems(function_(*map(complex, at)), sort.value) for at in product(*places))
    except Unknown:
        return False


def _seems(value: Any, sort: Sort) -> bool:
    if sort.is_scalar:
        return not isinstance(value, tuple) and _is_of(value, sort.kind)
    sizes = [Evaluator({}).whole(t) for t in (sort.rows, sort.columns) if t is not None]
    if not isinstance(value, tuple) or sizes != [len(value), len(value[0])]:
        return False
    return all(_has(value, name) for name in sort.properties)


def _is_of(z: complex, kind: str) -> bool:
    if kind == "complex":
        return True
    x, whole = z.real, abs(z.real - round(z.real)) < NEAR
    if abs(z.imag) > NEAR:
        return False
    return {
        "real": True, "integer": whole, "natural": whole and x > -NEAR,
        "posint": whole and x > 0.5, "nonnegative": x > -NEAR, "positive": x > NEAR,
        "negative": x < -NEAR,
    }[kind]


_LEFT, _ONE = symbol("A"), symbol("E")
_TEST = {
    "real": (call("conj", _LEFT), _LEFT),
    "unitary": (mul(call("adjoint", _LEFT), _LEFT), _ONE),
    "orthogonal": (mul(call("transpose", _LEFT), _LEFT), _ONE),
    "hermitian": (call("adjoint", _LEFT), _LEFT),
    "skew": (call("transpose", _LEFT), neg(_LEFT)),
    "projector": (mul(_LEFT, _LEFT), _LEFT),
    "nilpotent2": (mul(_LEFT, _LEFT), mul(0, _LEFT)),
}


def _has(value: Any, name: str) -> bool:
    n = len(value)
    unit = tuple(tuple(complex(i == j) for j in range(n)) for i in range(n))
    evaluator = Evaluator({_LEFT: value, _ONE: unit})
    if name == "invertible":
        return abs(evaluator.scalar(call("det", _LEFT))) > NEAR
    pairs = [_TEST[name]] + ([_TEST["real"]] if name == "orthogonal" else [])
    return all(
        abs(x - y) < NEAR
        for a, b in pairs
        for r, s in zip(evaluator.matrix(a), evaluator.matrix(b), strict=True)
        for x, y in zip(r, s, strict=True)
    )


__all__ = [
    "belongs", "family_candidates", "general_value", "matrix_candidates", "scalar_candidates",
    "stated_candidates",
]
