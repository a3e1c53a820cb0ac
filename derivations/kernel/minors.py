"""Minors of explicit matrices, by Laplace expansion along the first row."""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly
from derivations.language.limits import limits

Places = tuple[int, ...]


def minor(
    algebra: Algebra,
    at: Callable[[int, int], Poly],
    rows: Places,
    columns: Places,
    known: dict[tuple[Places, Places], Poly],
) -> Poly:
    """The determinant of these rows and columns; `known` keeps the minors computed on the way."""
    if len(rows) > limits.determinant:
        what = f"a determinant larger than {limits.determinant} x {limits.determinant}"
        raise P.too_large(what, "determinant")
    if not rows:
        return ONE
    if (rows, columns) in known:
        return known[rows, columns]
    parts = []
    for k, j in enumerate(columns):
        head = at(rows[0], j)
        if head.is_zero:
            continue
        rest = minor(algebra, at, rows[1:], columns[:k] + columns[k + 1 :], known)
        parts.append(P.scale(algebra.times(head, rest), -1 if k % 2 else 1))
    value = known[rows, columns] = P.total(parts)
    if len(value.re) + len(value.im) > limits.minor:
        raise P.too_large(f"a determinant with more than {limits.minor} terms", "minor")
    return value
