"""Explicit matrices: entries row by row, their products and inverses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.minors import Places, minor
from derivations.kernel.polynomial import Poly
from derivations.language.limits import limits

# The terms that may be multiplied for one product of explicit matrices.
MAX_WORK = 2_000_000


@dataclass(frozen=True, slots=True)
class Grid:
    """An explicit matrix: entries row by row."""

    rows: int
    columns: int
    entries: tuple[Poly, ...]

    def at(self, i: int, j: int) -> Poly:
        return self.entries[i * self.columns + j]


def check_size(rows: int, columns: int) -> None:
    """Raises TooLarge for more than `limits.entries` entries."""
    if rows * columns > limits.entries:
        what = f"a matrix has more than {limits.entries} entries"
        raise P.too_large(what, "entries")


def grid(rows: int, columns: int, entry: Callable[[int, int], Poly]) -> Grid:
    check_size(rows, columns)
    return Grid(
        rows, columns, tuple([entry(i, j) for i in range(rows) for j in range(columns)])
    )


def map_grid(form: Grid, change: Callable[[Poly], Poly]) -> Grid:
    return Grid(form.rows, form.columns, tuple(map(change, form.entries)))


def times(algebra: Algebra, a: Grid, b: Grid) -> Grid:
    """The product of explicit matrices."""
    rows = [
        [(k, a.at(i, k)) for k in range(a.columns) if not a.at(i, k).is_zero]
        for i in range(a.rows)
    ]
    weights = [sum(_weight(b.at(k, j)) for j in range(b.columns)) for k in range(b.rows)]
    if sum(_weight(p) * weights[k] for row in rows for k, p in row) > MAX_WORK:
        raise P.TooLarge("a product of matrices with too many terms in their entries")
    return grid(
        a.rows,
        b.columns,
        lambda i, j: P.total(
            algebra.times(p, b.at(k, j)) for k, p in rows[i] if not b.at(k, j).is_zero
        ),
    )


def _weight(p: Poly) -> int:
    return len(p.re) + len(p.im)


def determinant(algebra: Algebra, form: Grid) -> Poly:
    everything = tuple(range(form.rows))
    return minor(algebra, form.at, everything, everything, {})


def inverse(algebra: Algebra, form: Grid) -> Grid:
    """The adjugate over the determinant; zero for a singular matrix."""
    over = algebra.inverse(determinant(algebra, form))
    everything = tuple(range(form.rows))
    known: dict[tuple[Places, Places], Poly] = {}

    def cofactor(i: int, j: int) -> Poly:
        rows = everything[:j] + everything[j + 1 :]
        columns = everything[:i] + everything[i + 1 :]
        value = minor(algebra, form.at, rows, columns, known)
        return P.scale(algebra.times(value, over), -1 if (i + j) % 2 else 1)

    return grid(form.rows, form.rows, cofactor)


def kronecker(algebra: Algebra, a: Grid, b: Grid) -> Grid:
    return grid(
        a.rows * b.rows,
        a.columns * b.columns,
        lambda i, j: algebra.times(
            a.at(i // b.rows, j // b.columns), b.at(i % b.rows, j % b.columns)
        ),
    )


def scalar_of(a: Grid) -> Poly | None:
    """The c with `a = c I`, if there is one."""
    if a.rows != a.columns:
        return None
    c = a.at(0, 0)
    for i in range(a.rows):
        for j in range(a.rows):
            gap = P.plus(a.at(i, j), P.negative(c)) if i == j else a.at(i, j)
            if not gap.is_zero:
                return None
    return c


__all__ = [
    "MAX_WORK", "Grid", "determinant", "grid", "inverse", "kronecker", "map_grid",
    "scalar_of", "times",
]  # fmt: skip
