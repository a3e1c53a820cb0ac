"""Matrices of closed values (see `enclosed_values`): products, determinants, inverses.

A `Grid` is a tuple of rows.  Determinants of small matrices are expanded without division, so
that a singular matrix has a narrow enclosure around 0; larger ones and inverses are found by
elimination with pivots that are certainly not 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from derivations.kernel.enclosed_values import (
    ONE, ZERO, Gauss, Value, enclosed, fold, is_zero, negative, over, plus, settled, times,
)
from derivations.kernel.intervals import (
    MAX_BITS, Interval, TooLarge, Unbounded, Undefined, Unsupported,
)
from derivations.kernel.rectangles import Rectangle, absolute

Grid = tuple[tuple[Value, ...], ...]

# The most entries that a matrix may have.
MAX_ENTRIES = 4096
# Determinants up to this size are expanded: size * 2**size products.
MAX_EXPANDED = 6


def shape(a: Grid) -> tuple[int, int]:
    return len(a), len(a[0])


def check_size(rows: int, columns: int) -> None:
    """Refuse dimensions that are not positive, or too many entries."""
    if rows < 1 or columns < 1:
        raise Unsupported(f"a {rows} x {columns} matrix; dimensions are at least 1")
    if rows * columns > MAX_ENTRIES:
        raise TooLarge(f"a {rows} x {columns} matrix; the limit is MAX_ENTRIES = {MAX_ENTRIES}")


def _square(a: Grid, where: str) -> int:
    rows, columns = shape(a)
    if rows != columns:
        raise Unsupported(f"{where} of a {rows} x {columns} matrix, which is not square")
    return rows


def zero(rows: int, columns: int) -> Grid:
    check_size(rows, columns)
    return ((ZERO,) * columns,) * rows


def identity(size: int) -> Grid:
    check_size(size, size)
    return tuple(tuple(ONE if i == j else ZERO for j in range(size)) for i in range(size))


def transpose(a: Grid) -> Grid:
    return tuple(zip(*a, strict=True))


def add(a: Grid, b: Grid, p: int) -> Grid:
    if shape(a) != shape(b):
        raise Unsupported(f"a sum of matrices of shapes {shape(a)} and {shape(b)}")
    return tuple(
        tuple(plus(x, y, p) for x, y in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True)
    )


def scaled(factor: Value, a: Grid, p: int) -> Grid:
    return tuple(tuple(times(factor, x, p) for x in row) for row in a)


def product(a: Grid, b: Grid, p: int) -> Grid:
    if len(a[0]) != len(b):
        raise Unsupported(f"a product of matrices of shapes {shape(a)} and {shape(b)}")
    check_size(len(a), len(b[0]))
    columns = transpose(b)
    return tuple(tuple(dot(row, column, p) for column in columns) for row in a)


def dot(x: Sequence[Value], y: Sequence[Value], p: int) -> Value:
    """Σ x_j y_j."""
    return total([times(a, b, p) for a, b in zip(x, y, strict=True)], p)


def total(items: Sequence[Value], p: int) -> Value:
    return fold(items, lambda a, b: plus(a, b, p)) if items else ZERO


def power(a: Grid, exponent: int, p: int) -> Grid:
    """A natural power; the zeroth is the identity."""
    result = identity(_square(a, "a power"))
    while exponent:
        if exponent & 1:
            result = product(result, a, p)
        exponent >>= 1
        if exponent:
            a = product(a, a, p)
    return result


def kronecker(a: Grid, b: Grid, p: int) -> Grid:
    check_size(len(a) * len(b), len(a[0]) * len(b[0]))
    return tuple(
        tuple(times(x, y, p) for x in row for y in other) for row in a for other in b
    )


def block_diagonal(blocks: Sequence[Grid]) -> Grid:
    width = sum(len(b[0]) for b in blocks)
    check_size(sum(len(b) for b in blocks), width)
    rows: list[tuple[Value, ...]] = []
    left = 0
    for b in blocks:
        right = width - left - len(b[0])
        rows.extend((ZERO,) * left + row + (ZERO,) * right for row in b)
        left += len(b[0])
    return tuple(rows)


def stack(blocks: Sequence[Grid]) -> Grid:
    if len({len(b[0]) for b in blocks}) > 1:
        raise Unsupported("a stack of blocks of different widths")
    check_size(sum(len(b) for b in blocks), len(blocks[0][0]) if blocks else 0)
    return tuple(row for b in blocks for row in b)


def trace(a: Grid, p: int) -> Value:
    return total([a[i][i] for i in range(_square(a, "the trace"))], p)


def determinant(a: Grid, p: int) -> Value:
    n = _square(a, "the determinant")
    if n > MAX_EXPANDED:
        return _eliminated(a, (), p)[0]
    # minors[s]: the determinant of the first |s| rows in the columns of the set s, as a bit mask,
    # expanded along its last row.
    minors: dict[int, Value] = {0: ONE}
    for mask in range(1, 1 << n):
        chosen = [j for j in range(n) if mask >> j & 1]
        row = a[len(chosen) - 1]
        parts = []
        for place, j in enumerate(chosen):
            part = times(row[j], minors[mask & ~(1 << j)], p)
            parts.append(negative(part) if (len(chosen) - 1 - place) % 2 else part)
        minors[mask] = total(parts, p)
    return minors[(1 << n) - 1]


def inverse(a: Grid, p: int) -> Grid:
    """The inverse; `Undefined` for a matrix that is certainly singular."""
    n = _square(a, "the inverse")
    if n <= 2:
        size = determinant(a, p)
        if is_zero(size):
            raise Undefined("the inverse of a singular matrix")
        adjugate = ((ONE,),) if n == 1 else (
            (a[1][1], negative(a[0][1])), (negative(a[1][0]), a[0][0]),
        )  # fmt: skip
        return tuple(tuple(over(x, size, p) for x in row) for row in adjugate)
    size, result = _eliminated(a, identity(n), p)
    if is_zero(size):
        raise Undefined("the inverse of a singular matrix")
    return result


def _eliminated(a: Grid, right: Grid, p: int) -> tuple[Value, Grid]:
    """det a, and the solution X of a X = right if that is not exactly 0 (Gauss, Jordan)."""
    n = len(a)
    rows = [list(r) + list(s) for r, s in zip(a, right or ((),) * n, strict=True)]
    size: Value = ONE
    for k in range(n):
        pivot = _pivot([rows[i][k] for i in range(k, n)], p)
        if pivot is None:
            return ZERO, ()
        if pivot:
            rows[k], rows[k + pivot] = rows[k + pivot], rows[k]
            size = negative(size)
        size = times(size, rows[k][k], p)
        # Row k becomes unit at column k; entries that are to vanish are not computed.
        head = rows[k][k]
        rows[k] = [ZERO] * (k + 1) + [over(x, head, p) for x in rows[k][k + 1 :]]
        for i in range(n) if right else range(k + 1, n):
            factor = rows[i][k]
            if i != k and not is_zero(factor):
                rows[i] = [ZERO] * (k + 1) + [
                    plus(x, negative(times(factor, y, p)), p)
                    for x, y in zip(rows[i][k + 1 :], rows[k][k + 1 :], strict=True)
                ]
    return size, tuple(tuple(row[n:]) for row in rows)


def _pivot(column: Sequence[Value], p: int) -> int | None:
    """The place of the entry farthest from 0; None if all entries are exactly 0."""
    if all(is_zero(x) for x in column):
        return None
    exact = [i for i, x in enumerate(column) if isinstance(x, Gauss) and not is_zero(x)]
    if len(exact) == len([x for x in column if not is_zero(x)]):
        return exact[0]
    distances = [absolute(enclosed(x, p)).lower for x in column]
    best = max(distances)
    if best <= 0:
        raise Unbounded("elimination: no pivot that is certainly not 0")
    return distances.index(best)


def exponential(a: Grid, p: int) -> Grid:
    """exp(a) = Σ a^k/k!, of a matrix that is first divided by a power of 2, then squared back."""
    n = _square(a, "the exponential")
    if all(is_zero(x) for row in a for x in row):
        return identity(n)
    # The norm: the greatest row sum of absolute values, in units of 2**-p.
    norm = max(sum(absolute(enclosed(x, p)).upper for x in row) for row in a)
    halvings = max(norm.bit_length() - p + 1, 0)  # then the norm is at most 1/2
    if norm.bit_length() - p > MAX_BITS.bit_length():
        raise TooLarge(f"the exponential of a matrix of norm above MAX_BITS = {MAX_BITS}")
    # exp(a) has entries up to e^norm, and each squaring may double the relative error.
    w = p + 2 * halvings + 2 * (norm >> p) + n.bit_length() + 16
    small = tuple(
        tuple(enclosed(x, p if isinstance(x, Rectangle) else w).at(w).scale(-halvings) for x in row)
        for row in a
    )
    # What is left out after k terms is at most Σ_{j>=k} 2^-j/j! <= 2^(1-k)/k! in every entry.
    result: Grid = identity(n)
    term: Grid = result
    k = 0
    while factorial(k) << k < 2 << w:
        k += 1
        term = tuple(
            tuple(over(x, Gauss(ONE.re * k), w) for x in row) for row in product(term, small, w)
        )
        result = add(result, term, w)
    real = all(x.is_real for row in small for x in row)
    rest = Interval(-1, 1, w)
    tail = Rectangle(rest, Interval(0, 0, w) if real else rest)
    result = tuple(tuple(enclosed(x, w) + tail for x in row) for row in result)
    for _ in range(halvings):
        result = product(result, result, w)
    return tuple(tuple(settled(enclosed(x, w).at(p), p) for x in row) for row in result)
