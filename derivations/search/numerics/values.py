"""Values to try for a symbol: small ones first, for matrices those of size 1 to 3, for families
constants, then values that depend on the index; last those in general position (`small_values`).

Floating point chooses what is of a sort; the kernel decides.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from derivations.language.sorts import NATURAL, Sort
from derivations.language.substitution import sort_at
from derivations.language.terms import (
    I, Term, add, call, div, function, matrix, mul, neg, number, power, sub, symbol,
)
from derivations.search.numerics.floats import NEAR, Unknown
from derivations.search.numerics.numeric import Evaluator, closed_value, distance, is_of
from derivations.search.numerics.small_values import (
    Draw, columns, draws, general_family, general_matrix, general_scalar, grids, scalar_candidates,
    smooth, squares, turning, varying,
)


def matrix_candidates(sort: Sort, sizes: dict[Term, Term]) -> list[Term]:
    """Matrices of a sort whose dimensions have these values."""
    return list(_matrices(sort_at(sort, sizes)))


@lru_cache(maxsize=256)
def _matrices(closed: Sort) -> list[Term]:
    try:
        assert closed.rows is not None and closed.columns is not None
        rows, columns = Evaluator({}).whole(closed.rows), Evaluator({}).whole(closed.columns)
    except Unknown:
        return []
    if max(rows, columns) > 4:
        return []
    return [g for g in grids(rows, columns) if belongs(g, closed)]


@lru_cache(maxsize=256)
def square_candidates(sort: Sort) -> list[Term]:
    """Matrices of two rows and columns of a sort whose dimensions are closed."""
    return [m for m in squares() if belongs(m, sort)]


def family_candidates(sort: Sort, sizes: dict[Term, Term], angle: bool) -> list[Term]:
    """Functions from the index sorts to the value sort."""
    return list(_functions(sort_at(sort, sizes), angle))


@lru_cache(maxsize=256)
def _functions(sort: Sort, angle: bool) -> list[Term]:
    assert sort.value is not None
    names = [symbol(f"j{k}_", s) for k, s in enumerate(sort.index)]
    if any(s.is_matrix for s in sort.index):
        made = [function(names, b) for b in _bodies_of_column(sort, names)]
        return [f for f in made if belongs(f, sort)]
    j = names[0]
    if sort.value.is_matrix:
        constants = _matrices(sort.value)
        bodies = constants[:6]
        if sort.value.rows is not None and constants and constants[0].data == (1, 1):
            bodies += [matrix([[power(I, j)]]), matrix([[power(number(-1), j)]])]
        if constants and constants[0].data == (2, 2):
            bodies += turning(j)
        if constants:
            height, width = constants[0].data
            bodies += [matrix([[j if r == c == 0 else 0 for c in range(width)]
                               for r in range(height)])]
    else:
        constants = scalar_candidates(sort.value, angle)[:6]
        bodies = [*constants, *varying(j, angle)]
        if j.sort.within("real") and not j.sort.within("integer"):
            bodies[2:2] = smooth(j)
        elif j.sort.kind == "complex":
            bodies += smooth(call("re", j))
        if len(names) > 1:
            # Mostly the last index tells the two parts of a plane apart.
            bodies[2:2] = [names[-1], sub(1, names[-1])]
            bodies += [sub(names[0], names[1]), add(mul(names[0], 2), names[1])]
    made = [function(names, b) for b in bodies]
    return [f for f in made if belongs(f, sort)]


def _bodies_of_column(sort: Sort, names: Sequence[Term]) -> list[Term]:
    """Values of functions of one column: constants, squares of its length, its first entry,
    multiples of it."""
    assert sort.value is not None
    if not sort.value.is_matrix:
        constants, (j, *others) = scalar_candidates(sort.value, False)[:3], names
        if others or j.sort.rows is None:
            return constants
        first = call("inner", j, columns(Evaluator({}).whole(j.sort.rows))[1])
        square = call("inner", j, j)
        return [*constants, square, first, div(square, number(2)), neg(square)]
    constants = _matrices(sort.value)[:3]
    same = [j for j in names if (j.sort.rows, j.sort.columns) == (
        sort.value.rows, sort.value.columns)]
    return [*constants, *same, *(mul(number(c), j) for j in same for c in (2, -1))]


def permutation_candidates(sort: Sort, sizes: dict[Term, Term]) -> list[Term]:
    """The identity and the reversal, which are their own inverses."""
    k, n = symbol("j0_", NATURAL), sort_at(sort, sizes).rows
    try:
        assert n is not None
        return [function([k], k), function([k], sub(Evaluator({}).whole(n) - 1, k))]
    except Unknown:
        return []


def general_value(
    s: Term, place: int, sizes: dict[Term, Term], options: Sequence[Term] | None
) -> Term | None:
    """Value number `place` of a symbol; `options`: what else could be had for a matrix or family.

    sizes: the values of the symbols in the dimensions of its sort.
    """
    if s.sort.is_scalar:
        return _general_scalar(s.name, s.sort.kind, place)
    draw = draws(f"{s.name}#{place}")
    sort = sort_at(s.sort, sizes)
    made = general_family(sort, draw, place) if sort.is_family else _general_matrix(sort, draw)
    if made is not None and belongs(made, sort):
        return made
    return options[draw(len(options))] if options else None


@lru_cache(maxsize=4096)
def _general_scalar(name: str, kind: str, place: int) -> Term:
    return general_scalar(kind, draws(f"{name}#{place}"), place)


def _general_matrix(sort: Sort, draw: Draw) -> Term | None:
    if sort.rows is None or sort.columns is None:
        return None
    try:
        rows, columns = Evaluator({}).whole(sort.rows), Evaluator({}).whole(sort.columns)
    except Unknown:
        return None
    return general_matrix(sort.properties, rows, columns, draw)


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
        places = [_columns_at(s) if s.is_matrix else [*map(complex, _PLACES.get(s.kind, _SAMPLES))]
                  for s in sort.index]
        assert sort.value is not None
        return all(_seems(function_(*at), sort.value) for at in product(*places))
    except Unknown:
        return False


def _columns_at(sort: Sort) -> list[Any]:
    """Columns at which a function is looked at.  Raises Unknown for other matrices."""
    rows, width = _sizes(sort)
    if width != 1:
        raise Unknown("no column")
    return [*map(closed_value, columns(rows)[:3])]


def _sizes(sort: Sort) -> list[int]:
    """Raises Unknown."""
    return [Evaluator({}).whole(t) for t in (sort.rows, sort.columns) if t is not None]


def _seems(value: Any, sort: Sort) -> bool:
    if sort.is_scalar:
        return not isinstance(value, tuple) and is_of(value, sort.kind)
    if not isinstance(value, tuple) or _sizes(sort) != [len(value), len(value[0])]:
        return False
    return all(_has(value, name) for name in sort.properties)


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
    evaluator = Evaluator({"A": value, "E": unit})
    if name == "invertible":
        return abs(evaluator.scalar(call("det", _LEFT))) > NEAR
    pairs = [_TEST[name]] + ([_TEST["real"]] if name == "orthogonal" else [])
    return all(distance(evaluator(a), evaluator(b)) < NEAR for a, b in pairs)
