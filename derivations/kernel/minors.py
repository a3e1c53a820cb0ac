"""Minors of explicit matrices, by Laplace expansion along the first row."""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly

# Determinants and inverses of explicit matrices are written out up to this size.
MAX_DETERMINANT = 6
# A minor with more terms than this is not computed.
MAX_MINOR = 20_000

Places = tuple[int, ...]


def minor(
    algebra: Algebra,
    at: Callable[[int, int], Poly],
    rows: Places,
    columns: Places,
    known: dict[tuple[Places, Places], Poly],
) -> Poly:
    """The determinant of these rows and columns; `known` keeps the minors computed on the way."""
    if len(rows) > MAX_DETERMINANT:
        what = f"a determinant larger than {MAX_DETERMINANT} x {MAX_DETERMINANT}"
        raise P.too_large(what, "determinant", MAX_DETERMINANT)
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
    if len(value.re) + len(value.im) > MAX_MINOR:
        raise P.too_large(f"a determinant with more than {MAX_MINOR} terms", "minor", MAX_MINOR)
    return value
