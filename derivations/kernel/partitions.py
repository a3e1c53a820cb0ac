"""Matrices in blocks of unspecified sizes: rows of blocks, each block a form.

Sums and products go block by block where the divisions agree.  The determinant of a matrix that
is triangular in blocks is the product of those of its diagonal blocks; of two rows of blocks with
an invertible corner A it is `det A · det(D - C A⁻¹ B)` (Schur).

Source: R. Horn, C. Johnson, Matrix Analysis, section 0.8.5.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel import forms, polynomial as P
from derivations.kernel.forms import Form, Grid, Partition
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly

_MINUS = P.constant(-1)


def partition(algebra: Algebra, heights: list[Poly], widths: list[Poly], parts: list[Form]) -> Form:
    """The matrix with these blocks, row by row; explicit blocks make an explicit matrix."""
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(p, Grid) for p in parts):
        return _assembled(heights, widths, parts)
    return Partition(tuple(heights), tuple(widths), tuple(parts))


def _assembled(heights: list[Poly], widths: list[Poly], parts: list[Form]) -> Grid:
    rows: list[tuple[Poly, ...]] = []
    for i in range(len(heights)):
        line = [p for p in parts[i * len(widths) : (i + 1) * len(widths)] if isinstance(p, Grid)]
        for k in range(line[0].rows):
            rows.append(tuple([p.at(k, j) for p in line for j in range(p.columns)]))
    return forms.grid(len(rows), len(rows[0]), lambda i, j: rows[i][j])


def _keys(sizes: tuple[Poly, ...]) -> list[P.Key]:
    return [P.key(p) for p in sizes]


def like(pattern: Partition, form: Form) -> Form:
    """A multiple of the identity, or zero, in the blocks of a pattern."""
    if not isinstance(form, forms.Words) or not set(form.terms) <= {()}:
        return form
    square = _keys(pattern.heights) == _keys(pattern.widths)
    if form.terms and not square:
        return form
    parts = [
        forms.Words(h, w, dict(form.terms) if i == j and form.terms else {})
        for i, h in enumerate(pattern.heights)
        for j, w in enumerate(pattern.widths)
    ]
    return Partition(pattern.heights, pattern.widths, tuple(parts))


def same_shape(a: Form, b: Partition) -> bool:
    return (
        isinstance(a, Partition)
        and _keys(a.heights) == _keys(b.heights)
        and _keys(a.widths) == _keys(b.widths)
    )


def mapped(form: Partition, change: Callable[[Form], Form]) -> Partition:
    return Partition(form.heights, form.widths, tuple([change(p) for p in form.parts]))


def add(algebra: Algebra, parts: list[Partition]) -> Partition:
    """The sum of matrices with the same division."""
    columns = zip(*(p.parts for p in parts), strict=True)
    summed = tuple([forms.add(algebra, list(column)) for column in columns])
    return Partition(parts[0].heights, parts[0].widths, summed)


def times(algebra: Algebra, a: Partition, b: Partition) -> Form | None:
    """The product, where the columns of a are divided as the rows of b."""
    if _keys(a.widths) != _keys(b.heights):
        return None
    inner = range(len(a.widths))
    parts = [
        forms.add(algebra, [forms.times(algebra, a.at(i, k), b.at(k, j)) for k in inner])
        for i in range(len(a.heights))
        for j in range(len(b.widths))
    ]
    return partition(algebra, list(a.heights), list(b.widths), parts)


def transpose(algebra: Algebra, form: Partition) -> Partition:
    parts = [
        forms.transpose(algebra, form.at(i, j))
        for j in range(len(form.widths))
        for i in range(len(form.heights))
    ]
    return Partition(form.widths, form.heights, tuple(parts))


def _is_square(form: Partition) -> bool:
    return _keys(form.heights) == _keys(form.widths)


def trace(algebra: Algebra, form: Partition) -> Poly | None:
    if not _is_square(form):
        return None
    return P.total(forms.trace(algebra, form.at(i, i)) for i in range(len(form.heights)))


def determinant(algebra: Algebra, form: Partition) -> Poly | None:
    """The determinant where blocks show it."""
    if not _is_square(form):
        return None
    n = len(form.heights)
    lower = [form.at(i, j) for i in range(n) for j in range(i)]
    upper = [form.at(j, i) for i in range(n) for j in range(i)]
    for off in (lower, upper):
        if all(forms.is_zero(algebra, p) for p in off):
            diagonal = [forms.determinant(algebra, form.at(i, i)) for i in range(n)]
            return algebra.times(ONE, *diagonal)
    value = _subtracted(algebra, form) if n == 2 else None
    if value is not None:
        return value
    for k in range(n if n == 2 else 0):
        corner = forms.determinant(algebra, form.at(k, k))
        if algebra.is_nonzero(corner):
            rest = forms.determinant(algebra, complement(algebra, form, k))
            return algebra.times(corner, rest)
    return None


def _subtracted(algebra: Algebra, form: Partition) -> Poly | None:
    """Of two rows of two blocks where one block is that beside it or below it, or its negative.

    One row (or column) minus the other, or plus it, is then triangular.
    """
    a, b, c, d = form.parts
    # Each: a block, the one that it is a multiple of, the corner that stays, what is subtracted.
    for block, other, kept, rest, taken in (
        (c, a, a, d, b), (b, a, a, d, c), (c, d, d, a, b), (b, d, d, a, c),
    ):
        if _sizes(block) != _sizes(other) or _sizes(rest) != _sizes(taken):
            continue
        for sign in (1, -1):
            gap = forms.add(
                algebra, [block, forms.scaled(algebra, other, P.constant(-sign))]
            )
            if forms.is_zero(algebra, gap):
                left = forms.add(
                    algebra, [rest, forms.scaled(algebra, taken, P.constant(-sign))]
                )
                return algebra.times(
                    forms.determinant(algebra, kept), forms.determinant(algebra, left)
                )
    return None


def _sizes(form: Form) -> list[P.Key]:
    return [P.key(p) for p in forms.size(form)]


def complement(algebra: Algebra, form: Partition, k: int) -> Form:
    """`D - C A⁻¹ B` for the corner A at place k of two rows of two blocks."""
    other = 1 - k
    inner = forms.times(algebra, forms.inverse(algebra, form.at(k, k)), form.at(k, other))
    part = forms.times(algebra, form.at(other, k), inner)
    return forms.add(algebra, [form.at(other, other), forms.scaled(algebra, part, _MINUS)])


def inverse(algebra: Algebra, form: Partition) -> Form | None:
    """The inverse by blocks, where a corner and its complement are known to be invertible."""
    if not _is_square(form) or len(form.heights) != 2:
        return None
    for k in (0, 1):
        a = form.at(k, k)
        if not algebra.is_nonzero(forms.determinant(algebra, a)):
            continue
        rest = complement(algebra, form, k)
        if not algebra.is_nonzero(forms.determinant(algebra, rest)):
            continue
        b, c = form.at(k, 1 - k), form.at(1 - k, k)
        over, last = forms.inverse(algebra, a), forms.inverse(algebra, rest)
        left = forms.times(algebra, over, b)
        right = forms.times(algebra, c, over)
        upper = forms.scaled(algebra, forms.times(algebra, left, last), _MINUS)
        lower = forms.scaled(algebra, forms.times(algebra, last, right), _MINUS)
        middle = forms.times(algebra, forms.times(algebra, left, last), right)
        first = forms.add(algebra, [over, middle])
        parts = (first, upper, lower, last) if k == 0 else (last, lower, upper, first)
        return Partition(form.heights, form.widths, parts)
    return None


__all__ = [
    "add", "complement", "determinant", "inverse", "like", "mapped", "partition", "same_shape",
    "times", "trace", "transpose",
]  # fmt: skip
