"""Long sums by groups of their terms.

A long sum is mostly a small identity, many times over with other symbols.  Terms of both sides that
share a symbol which occurs in few terms make a group; the kernel decides one group of each shape.
"""

from __future__ import annotations

from derivations.core import Groups, Rejected, shape_of, terms_of
from derivations.language.statements import Relation
from derivations.language.terms import Term

# A relation with so few terms is one group; a symbol in more terms than this joins none.
FEW, MAX_OWN = 12, 16


def grouped(relation: Relation) -> Groups | None:
    """The groups of a long equation between sums of scalars; None of another relation."""
    if relation.operator != "==":
        return None
    sides = [terms_of(relation.left), terms_of(relation.right)]
    count = len(sides[0]) + len(sides[1])
    if count <= FEW:
        return None
    try:
        symbols = [[shape_of(t)[1] for t in side] for side in sides]
    except Rejected:
        return None
    parts: list[tuple[int, int]] = []
    places: dict[Term, list[int]] = {}
    for side in (0, 1):
        for k, own in enumerate(symbols[side]):
            for s in own:
                places.setdefault(s, []).append(len(parts))
            parts.append((side, k))
    root = list(range(count))

    def find(k: int) -> int:
        while root[k] != k:
            root[k] = root[root[k]]
            k = root[k]
        return k

    for terms in places.values():
        if len(terms) <= MAX_OWN:
            for k in terms[1:]:
                root[find(k)] = find(terms[0])
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for k, (side, number) in enumerate(parts):
        groups.setdefault(find(k), ([], []))[side].append(number)
    if len(groups) < 2:
        return None
    return Groups(tuple((tuple(a), tuple(b)) for a, b in groups.values()))


__all__ = ["grouped"]
