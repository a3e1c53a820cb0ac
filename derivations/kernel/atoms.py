"""Atoms: the table of what the numbers in monomials stand for, and what is known of each.

Scalar atoms are symbols, exponentials, opaque function values, sums over symbolic ranges, and so
on.  Each is keyed by the normal forms inside it, so that equal keys mean equal values.  What is
known of an atom when it is made is true for all values of what it is built from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.polynomial import Poly
from derivations.language.sorts import Sort

NO_LEVELS: frozenset[int] = frozenset()
# Levels below this are the nesting depths of binders; those above are made when a sum is opened.
FIRST_FRESH_LEVEL = 1_000_000


@dataclass(frozen=True, slots=True)
class Atom:
    """What is known of one generator.

    key: its kind, then what it is built from.
    levels: the open binders (their index levels) it depends on.
    height: more than the number of every bound index inside it.
    """

    key: tuple[Any, ...]
    real: bool = False
    integer: bool = False
    nonnegative: bool = False
    nonzero: bool = False
    levels: frozenset[int] = NO_LEVELS
    height: int = 0

    @property
    def natural(self) -> bool:
        return self.integer and self.nonnegative

    @property
    def positive(self) -> bool:
        return self.real and self.nonnegative and self.nonzero


class Table:
    """Atoms by number and by key."""

    def __init__(self) -> None:
        self.atoms: dict[int, Atom] = {}
        self.numbers: dict[tuple[Any, ...], int] = {}
        self.plain = 1
        self.special = -1
        self._pi: int | None = None
        self._levels = FIRST_FRESH_LEVEL

    def atom(self, key: tuple[Any, ...], *, special: bool = False, **known: Any) -> int:
        """The number of the atom with this key; made with what is known of it when new."""
        number = self.numbers.get(key)
        if number is None:
            if special:
                number, self.special = self.special, self.special - 1
            else:
                number, self.plain = self.plain, self.plain + 1
            self.numbers[key] = number
            self.atoms[number] = Atom(key, **known)
        return number

    def inside(self, polys: Iterable[Poly]) -> dict[str, Any]:
        """The levels and the height of what is built from these polynomials."""
        levels: set[int] = set()
        height = 0
        for p in polys:
            for m in p.monomials():
                for g, _ in m:
                    atom = self.atoms[g]
                    levels |= atom.levels
                    height = max(height, atom.height)
        return {"levels": frozenset(levels), "height": height}

    def levels(self, p: Poly) -> frozenset[int]:
        return self.inside([p])["levels"]  # type: ignore[no-any-return]

    # Leaves

    def symbol(self, name: str, sort: Sort) -> Poly:
        return P.generator(self.atom(("symbol", name, sort.kind), **sort_facts(sort)))

    def level(self, number: int) -> int:
        """The index of an open binder: a natural."""
        return self.atom(
            ("level", number),
            real=True,
            integer=True,
            nonnegative=True,
            levels=frozenset({number}),
        )

    def fresh_level(self) -> int:
        """The number of a level that nothing uses yet."""
        self._levels += 1
        return self._levels

    def bound(self, number: int) -> int:
        """A bound index inside a closed sum."""
        return self.atom(
            ("bound", number), real=True, integer=True, nonnegative=True, height=number + 1
        )

    def pi(self) -> int:
        if self._pi is None:
            self._pi = self.atom(("pi",), real=True, nonnegative=True, nonzero=True)
        return self._pi

    def value(self, name: str, family: Sort, arguments: list[Poly], known: bool) -> Poly:
        """A scalar value of a family; known to be of its sort where the arguments are."""
        assert family.value is not None
        key = ("value", name, _sort_key(family), tuple(P.key(a) for a in arguments))
        facts = sort_facts(family.value) if known else {}
        return P.generator(self.atom(key, **facts, **self.inside(arguments)))

    def call(self, head: str, arguments: list[Poly], **facts: bool) -> Poly:
        """An opaque value of a scalar function."""
        key = ("call", head, tuple(P.key(a) for a in arguments))
        return P.generator(self.atom(key, **facts, **self.inside(arguments)))


def sort_facts(sort: Sort) -> dict[str, bool]:
    """What membership of a scalar sort says."""
    return {
        "real": sort.within("real"),
        "integer": sort.within("integer"),
        "nonnegative": sort.within("nonnegative"),
        "nonzero": sort.kind in ("posint", "positive", "negative"),
    }


def _sort_key(sort: Sort) -> tuple[Any, ...]:
    if sort.is_family:
        assert sort.value is not None
        return ("family", tuple(_sort_key(s) for s in sort.index), _sort_key(sort.value))
    return (sort.kind, tuple(sorted(sort.properties)))
