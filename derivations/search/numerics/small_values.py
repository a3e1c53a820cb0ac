"""The values that are tried: terms, and nothing else.

First, in the documented order from small to large:

    naturals 0, 1, 2, 3, ...; integers 0, 1, -1, 2, -2, ...; reals 0, 1, -1, 2, 1/2, -2, ...
    angles (reals inside exp, sin, cos, ...) 0, π/2, π, -π/2, 1, π/3, ...
    complex numbers 0, 1, -1, i, -i, 1 + i, ...
    matrices: units, shifts, rotations, ...; of an index: the values that depend on it
    the constants of a statement and their neighbours

Then values in general position: what is false mostly fails there, though not at small values.  They
come from a fixed sequence of pseudo-random numbers, so that they are the same in every run:
rationals of small height, numbers of a plane's own kind for each index of a family, matrices with
small integer entries.  Even values are whole, odd ones have denominators.

What is of a sort is asked where they are used.
"""

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from operator import getitem

from derivations.language.sorts import Sort
from derivations.language.terms import (
    PI, I, Term, add, call, div, exp, function, matrix, mul, neg, number, power, sub, symbol,
)

_HALF = Fraction(1, 2)
# Constants of a statement are tried up to this size, and so many of them.
MAX_STATED = 10**7
MAX_NEIGHBOURS = 12
Draw = Callable[[int], int]

# The names of the indices of the functions that are made here.
_NAMES = ("j0_", "j1_", "j2_", "j3_")


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
    mul(number(_HALF), I),
    mul(number(-_HALF), I),
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


def grids(rows: int, columns: int) -> Iterable[Term]:
    """Explicit matrices of this size."""
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
    if rows == columns > 2:  # steps of a chain, all of them and some alone, and of a circle; a turn
        for steps in ((0, 1, 2), (0,), (1,), (0, 2)):
            yield matrix([[int(j == i + 1 and i in steps) for j in size[1]] for i in size[0]])
        yield matrix([[int(j == (i + 1) % rows) for j in size[1]] for i in size[0]])
        yield matrix([[{(0, 1): -1, (1, 0): 1}.get((i, j), 0) for j in size[1]] for i in size[0]])
        yield matrix([[int(j == i + 2) for j in size[1]] for i in size[0]])
    yield matrix([[I if i == j else 0 for j in size[1]] for i in size[0]])
    yield matrix([[1 + i * columns + j for j in size[1]] for i in size[0]])
    yield matrix([[-int(i == j) for j in size[1]] for i in size[0]])
    if rows > 1:
        yield matrix([[(1, I)[i] if j == 0 and i < 2 else 0 for j in size[1]] for i in size[0]])
    if rows == columns == 2:
        yield matrix([[0, 1], [-1, 0]])
        yield matrix([[1, -1], [0, 1]])
        yield matrix([[0, -1], [1, -1]])
        yield matrix([[0, -2], [2, 0]])
        yield matrix([[1, 0], [0, -1]])
        yield matrix([[number(Fraction(x, 5)) for x in row] for row in ((3, -4), (4, 3))])
        yield matrix([[1, 1], [0, 2]])


@cache
def columns(rows: int) -> list[Term]:
    """Columns of this length with the entries 0, 1 and -1, at most two of them not 0; of one entry
    one that is broken, too."""
    found: list[dict[int, Fraction]] = [{}, *({i: Fraction(1)} for i in range(rows))]
    if rows == 1:
        found.append({0: Fraction(-1, 2)})
    for i, j in combinations(range(rows), 2):
        found += [{i: Fraction(1), j: Fraction(c)} for c in (1, -1)]
    return [matrix([[entries.get(i, 0)] for i in range(rows)]) for entries in found]


def squares() -> Iterator[Term]:
    """Matrices of two rows with the entries 0, 1 and -1, symmetric ones with I as well, and some
    with the eigenvalues above 0."""
    for a, b, c, d in product((0, 1, -1), repeat=4):
        yield matrix([[a, b], [c, d]])
    for x, y, z in product([*_numbers(0, 1, -1), I], repeat=3):
        if I in (x, y, z):
            yield matrix([[x, y], [y, z]])
    for a, b, d in ((1, 0, 2), (2, 0, 1), (1, 1, 2), (2, 1, 1), (2, 1, 2)):
        yield matrix([[a, b], [b, d]])
        if b:
            yield matrix([[a, neg(I)], [I, d]])


def spins() -> list[Term]:
    """Pauli's matrices, halved: each is -i times what the next two fail to commute by."""
    half, i_half = number(_HALF), mul(number(_HALF), I)
    return [matrix([[0, half], [half, 0]]), matrix([[0, neg(i_half)], [i_half, 0]]),
            matrix([[half, 0], [0, neg(half)]])]


def turning(j: Term) -> list[Term]:
    """Quarter turns, one for each step; and the same, reflected afterwards."""
    c, s = (call(f, mul(number(_HALF), PI, j)) for f in ("cos", "sin"))
    return [matrix([[c, neg(s)], [s, c]]), matrix([[c, neg(s)], [neg(s), neg(c)]])]


def varying(j: Term, angle: bool) -> list[Term]:
    """Values that depend on an index."""
    found = [j, add(j, 1), add(1, power(j, 2)), neg(j), mul(I, j), add(1, mul(I, j)), power(I, j)]
    found += [power(number(-1), j), power(add(j, -1), 2), power(number(_HALF), j)]
    if angle:
        found = [mul(number(_HALF), PI, j), mul(PI, j), *found]
    return found


def smooth(x: Term) -> list[Term]:
    """Values of functions of a real number, the last one with a corner."""
    twice = mul(2, x)
    return [x, power(x, 2), exp(x), exp(neg(x)), exp(twice), *(
        call(head, at) for at in (x, twice) for head in ("sin", "cos")), call("abs", x)]


def by_size(lists: Sequence[Sequence[Term]]) -> Iterator[tuple[Term, ...]]:
    """Elements of the product, by the sum of the places, then by the places."""
    if not all(lists):
        return
    start = (0,) * len(lists)
    heap = [(0, start)]
    seen = {start}
    movable = [k for k, options in enumerate(lists) if len(options) > 1]
    while heap:
        size, places = heapq.heappop(heap)
        yield tuple(map(getitem, lists, places))
        for k in movable:
            if places[k] + 1 < len(lists[k]):
                after = (*places[:k], places[k] + 1, *places[k + 1 :])
                if after not in seen:
                    seen.add(after)
                    heapq.heappush(heap, (size + 1, after))


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
    if max(rows, columns) > 4 or not {
            "projector", "nilpotent2", "unitary", "orthogonal"}.isdisjoint(properties):
        return None
    real = "real" in properties
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


def general_family(sort: Sort, draw: Draw, place: int) -> Term | None:
    """A value for each index: a polynomial of the second degree in the indices."""
    value = sort.value
    if value is None or not value.is_scalar or len(sort.index) > len(_NAMES):
        return None
    names = [symbol(name, s) for name, s in zip(_NAMES, sort.index, strict=False)]
    body: list[Term] = [general_scalar(value.kind, draw, place)]
    for j in names:
        body.append(mul(general_scalar(value.kind, draw, place), j))
        body.append(mul(general_scalar(value.kind, draw, place), j, j))
    if len(names) > 1:
        body.append(mul(general_scalar(value.kind, draw, place), names[0], names[1]))
    return function(names, add(*body))
