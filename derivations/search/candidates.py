"""Matrices and families to try: of size 1, then of size 2, of small values (`small_values`); for
families constants, then values that depend on the index.  The kernel sees that they are of their
sorts.
"""

from __future__ import annotations

from derivations.kernel.context import Context, belongs
from derivations.language.sorts import Sort
from derivations.language.substitution import Substitution
from derivations.language.terms import (
    I, Term, add, function, matrix, mul, number, power, sub, symbol,
)
from derivations.provers.small_values import grids, scalar_candidates, turning, varying


def matrix_candidates(sort: Sort, sizes: dict[Term, Term]) -> list[Term]:
    """Matrices of a sort whose dimensions have these values."""
    change = Substitution(sizes)
    assert sort.rows is not None and sort.columns is not None
    context = Context()
    closed = Sort("matrix", change(sort.rows), change(sort.columns), sort.properties)
    m, n = (p.rational() for p in context.normalizer.dimensions(closed))
    if m is None or n is None or max(m, n) > 4:
        return []
    return [g for g in grids(int(m), int(n)) if belongs(Context(), g, closed)]


def family_candidates(sort: Sort, sizes: dict[Term, Term], angle: bool) -> list[Term]:
    """Functions from the index sorts to the value sort."""
    assert sort.value is not None
    names = [symbol(f"j{k}_", s) for k, s in enumerate(sort.index)]
    j = names[0]
    bodies: list[Term]
    if sort.value.is_matrix:
        constants = matrix_candidates(sort.value, sizes)
        bodies = [*constants[:6]]
        if sort.value.rows is not None and constants and constants[0].data == (1, 1):
            bodies += [matrix([[power(I, j)]]), matrix([[power(number(-1), j)]])]
        if constants and constants[0].data == (2, 2):
            bodies += turning(j)
    else:
        constants = scalar_candidates(sort.value, angle)[:6]
        bodies = [*constants, *varying(j, angle)]
        if len(names) > 1:
            # Mostly the last index tells the two parts of a plane apart.
            bodies[2:2] = [names[-1], sub(1, names[-1])]
            bodies += [sub(names[0], names[1]), add(mul(names[0], 2), names[1])]
    change = Substitution(sizes)
    value_sort = sort.value
    if value_sort.is_matrix:
        assert value_sort.rows is not None and value_sort.columns is not None
        value_sort = Sort(
            "matrix", change(value_sort.rows), change(value_sort.columns), value_sort.properties
        )
    inside = Context(symbols=frozenset(names))
    return [function(names, b) for b in bodies if belongs(inside, b, value_sort)]


__all__ = ["family_candidates", "matrix_candidates"]
