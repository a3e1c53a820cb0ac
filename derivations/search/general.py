"""Values in general position (`provers.general_values`) that the kernel sees to be of a sort."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.kernel.context import Context, belongs
from derivations.language.sorts import Sort
from derivations.language.substitution import Substitution, map_sort
from derivations.language.terms import Term
from derivations.provers.general_values import (
    Draw, draws, general_family, general_matrix, general_scalar,
)


def general_value(
    s: Term, place: int, sizes: dict[Term, Term], options: Sequence[Term] | None
) -> Term | None:
    """Value number `place` of a symbol; `options`: what else could be had for a matrix or family.

    sizes: the values of the symbols in the dimensions of its sort.
    """
    draw = draws(f"{s.name}#{place}")
    sort = map_sort(s.sort, Substitution(sizes))
    if sort.is_scalar:
        return general_scalar(sort.kind, draw, place)
    made = general_family(sort, draw, place) if sort.is_family else _matrix(sort, draw)
    if made is not None and belongs(Context(), made, sort):
        return made
    return options[draw(len(options))] if options else None


def _matrix(sort: Sort, draw: Draw) -> Term | None:
    if sort.rows is None or sort.columns is None:
        return None
    if sort.rows.head != "number" or sort.columns.head != "number":
        return None
    return general_matrix(sort.properties, int(sort.rows.data), int(sort.columns.data), draw)


__all__ = ["general_value"]
