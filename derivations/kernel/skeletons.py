"""Skeletons: deciding the parts of a long sum once for each shape.

`Σ_l (...)` written out for 512 values of l is 512 renamings of one identity.  One walk over both
sides lists their additive parts; parts that share a symbol of their own (one that occurs in few
parts) form a group; two groups of the same shape, up to a one-to-one renaming of symbols that
keeps sorts, have the same normal form up to that renaming.  So a group that is zero settles all
groups of its shape.  A grouping may prove, never refute: the groups that are not zero are added
up and looked at together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derivations.kernel.definedness import PARTIAL
from derivations.language.heads import FUNCTIONS
from derivations.language.statements import Relation
from derivations.language.terms import Term

# A symbol in more parts than this does not join them.
MAX_OWN_PARTS = 16
# A relation with so few parts is one group.
FEW_PARTS = 6
# A side with more parts than this, counted without sharing, is not grouped.
MAX_PARTS = 200_000
# A part with more nodes than this, counted without sharing, is not walked.
MAX_NODES = 5_000

_LEAVES = frozenset({"i", "pi"})
_SCALAR = frozenset({"add", "mul", "neg", "div", "pow", "conj", "apply", *FUNCTIONS})

Shape = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Parts of the left and of the right side; equal shapes mean equal up to renaming."""

    shape: Shape
    left: tuple[Term, ...]
    right: tuple[Term, ...]
    symbols: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """The groups of a relation, its symbols, and whether a subterm may be undefined."""

    groups: tuple[Group, ...]
    symbols: frozenset[Term]
    partial: bool


class _Unsuited(Exception):
    """The term is not purely scalar, or too large when its sharing is undone."""


def survey(relation: Relation) -> Survey | None:
    """The survey of a relation between scalars without binders; None for another one.

    It is kept with the relation, which never changes.
    """
    kept = relation.__dict__
    if "_survey" not in kept:
        try:
            kept["_survey"] = _survey(relation)
        except _Unsuited:
            kept["_survey"] = None
    return kept["_survey"]  # type: ignore[no-any-return]


def _additive_parts(side: Term) -> list[Term]:
    """The terms that add up to this side, through real and imaginary parts."""
    parts: list[Term] = []
    pending = [side]
    while pending:
        term = pending.pop()
        if len(parts) + len(pending) > MAX_PARTS:
            raise _Unsuited
        if term.head == "add":
            pending.extend(reversed(term.args))
        elif term.head in ("re", "im") and len(term.args) == 1 and term.args[0].head == "add":
            pending.extend(Term(term.head, (t,)) for t in reversed(term.args[0].args))
        else:
            parts.append(term)
    return parts


def _survey(relation: Relation) -> Survey:
    left, right = _additive_parts(relation.left), _additive_parts(relation.right)
    parts = [*left, *right]
    if len(parts) <= FEW_PARTS:
        return _one_group(left, right)
    shapes: dict[Shape, Shape] = {}
    numbered: list[Shape] = []
    own: list[list[Term]] = []
    for part in parts:
        shape, symbols = _shape(part)
        numbered.append(shapes.setdefault(shape, shape))
        own.append(symbols)
    partial = not all(PARTIAL.isdisjoint(shape) for shape in shapes)
    symbols_by_id = {id(s): s for symbols in own for s in symbols}
    groups = tuple(
        _group(members, len(left), parts, numbered, own) for members in _members(own)
    )
    return Survey(groups, frozenset(symbols_by_id.values()), partial)


def _one_group(left: list[Term], right: list[Term]) -> Survey:
    shape, symbols = _shape(*left, *right)
    group = Group((len(left), *shape), tuple(left), tuple(right), tuple(symbols))
    return Survey((group,), frozenset(symbols), not PARTIAL.isdisjoint(shape))


def _shape(*parts: Term) -> tuple[Shape, list[Term]]:
    """The trees with their symbols numbered by first occurrence, and the symbols."""
    out: list[Any] = []
    put = out.append
    numbers: dict[Term, int] = {}
    symbols: list[Term] = []

    def walk(term: Term) -> None:
        head = term.head
        if head == "symbol":
            number = numbers.get(term)
            if number is None:
                number = numbers[term] = len(symbols)
                symbols.append(term)
                sort = term.data[1]
                if sort.is_matrix or (sort.value is not None and sort.value.is_matrix):
                    raise _Unsuited
                put(sort.kind if sort.is_scalar else sort)
            put(number)
        elif head == "number":
            put("number")
            put(term.data.numerator)
            put(term.data.denominator)
        elif head in _LEAVES:
            put(head)
        else:
            if head not in _SCALAR or len(out) > MAX_NODES:
                raise _Unsuited
            args = term.args
            put(head)
            put(len(args))
            for a in args:
                walk(a)

    for part in parts:
        walk(part)
    return tuple(out), symbols


def _members(own: list[list[Term]]) -> list[list[int]]:
    """Numbers of parts, joined where they share a symbol that occurs in few parts."""
    where: dict[Term, list[int]] = {}
    for place, symbols in enumerate(own):
        for s in symbols:
            where.setdefault(s, []).append(place)
    leader = list(range(len(own) + 1))

    def root(place: int) -> int:
        while leader[place] != place:
            leader[place] = leader[leader[place]]
            place = leader[place]
        return place

    loose = len(own)
    joined = [False] * len(own)
    for places in where.values():
        if len(places) <= MAX_OWN_PARTS:
            first = root(places[0])
            for place in places:
                joined[place] = True
                leader[root(place)] = first
    groups: dict[int, list[int]] = {}
    for place in range(len(own)):
        groups.setdefault(root(place) if joined[place] else loose, []).append(place)
    return list(groups.values())


def _group(
    members: list[int], lefts: int, parts: list[Term], shapes: list[Shape], own: list[list[Term]]
) -> Group:
    numbers: dict[Term, int] = {}
    symbols: list[Term] = []
    shape: list[Any] = []
    for place in members:
        shape.append(place < lefts)
        shape.append(shapes[place])
        for s in own[place]:
            number = numbers.get(s)
            if number is None:
                number = numbers[s] = len(symbols)
                symbols.append(s)
            shape.append(number)
    return Group(
        tuple(shape),
        tuple([parts[p] for p in members if p < lefts]),
        tuple([parts[p] for p in members if p >= lefts]),
        tuple(symbols),
    )
