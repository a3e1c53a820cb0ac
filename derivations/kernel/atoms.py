"""The table of atoms: what the generators of polynomials stand for.

An atom is keyed by the normal forms inside it, so that equal keys mean equal values.  Its key is
`(kind, ...)`; the kind is the name of the method of a subclass that makes such values from what
follows in the key, also anew when that has changed.  Binders alone are opened for it.

Indices of binders are atoms, too.  While a binder is open its index is a *level*; closed, it is a
*bound* index with a number.  Both count from 0.  A binder takes a number that occurs in its body
only as its own index; whatever a bound index is put into is opened and closed again, above it; an
atom with `height` at most the number does not contain it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.forms import polys
from derivations.kernel.polynomial import Exponent, Key, Poly, TooLarge
from derivations.language.sorts import SUPERSORTS

PI = 1
MAX_DEPTH = 60
LEAVES = frozenset({"symbol", "level", "bound", "pi", "turn"})

Change = Callable[[Poly], Poly]


class Atom:
    """What a generator stands for.

    key: its kind, then what it is made of.
    sort: the scalar sort that its value is of.
    levels: the open indices on which it depends.
    height: the least number that is above that of every bound index inside.
    depth: how deep atoms are nested in it.
    """

    __slots__ = ("depth", "height", "key", "levels", "real", "sort")

    def __init__(self, key: Key, sort: str, inside: list[Atom]) -> None:
        self.key, self.sort, self.real = key, sort, "real" in SUPERSORTS[sort]
        self.levels: frozenset[int] = frozenset().union(*(atom.levels for atom in inside))
        self.height: int = max((atom.height for atom in inside), default=0)
        self.depth: int = 1 + max((atom.depth for atom in inside), default=0)
        if key[0] == "level":
            self.levels = frozenset({key[1]})
        elif key[0] == "bound":
            self.height = key[1] + 1


class Atoms:
    """The atoms of one check, and changes inside them."""

    def __init__(self) -> None:
        self.atoms: list[Atom] = []
        self.numbers: dict[Key, int] = {}
        self._last_level = 0
        self.atom(("turn",), "complex")
        self.atom(("pi",), "positive")

    def atom(self, key: Key, sort: str = "complex") -> Poly:
        """The atom of this key."""
        number = self.numbers.get(key)
        if number is None:
            parts = polys(key)
            P.spend(1 + sum([len(p.monomials()) - 1 for p in parts if not p.is_zero]))
            atom = Atom(key, sort, self._inside(*parts))
            if atom.depth > MAX_DEPTH:
                raise TooLarge(f"functions and binders are nested deeper than {MAX_DEPTH}")
            number = self.numbers[key] = len(self.atoms)
            self.atoms.append(atom)
        return P.generator(number)

    def _inside(self, *inside: Poly) -> list[Atom]:
        return [self.atoms[g] for g in {g for p in inside for g in p.generators()}]

    def level(self, n: int) -> Poly:
        """The index of an open binder."""
        return self.atom(("level", n), "natural")

    def bound(self, n: int) -> Poly:
        """The index of a closed binder."""
        return self.atom(("bound", n), "natural")

    def fresh_level(self) -> int:
        self._last_level += 1
        return self._last_level

    def levels(self, *inside: Poly) -> frozenset[int]:
        """The open indices on which they depend."""
        return frozenset().union(*(atom.levels for atom in self._inside(*inside)))

    def height(self, *inside: Poly) -> int:
        return max((atom.height for atom in self._inside(*inside)), default=0)

    # Changes

    def number(self, p: Poly) -> int:
        """The number of a generator."""
        ((m, _),) = p.re.items()
        return m[0][0]

    def map(self, p: Poly, change: Callable[[int, Exponent], Poly | None]) -> Poly:
        """Replace powers of atoms: `change(g, e)` is what `g^e` becomes, None to keep it."""
        parts = []
        for part, imaginary in ((p.re, False), (p.im, True)):
            kept = {}
            for m, c in part.items():
                values = [change(g, e) for g, e in m]
                if values.count(None) == len(values):
                    kept[m] = c
                    continue
                product = P.constant(0, c) if imaginary else P.constant(c)
                for pair, value in zip(m, values, strict=True):
                    product = P.times(product, P.generator(*pair) if value is None else value)
                parts.append(product)
            parts.append(Poly({}, kept) if imaginary else Poly(kept, {}))
        if len(parts) == 2:  # all are kept
            return p
        whole = P.total(parts)
        return Poly(whole.re, whole.im, whole.den * p.den)

    def replace(self, p: Poly, values: Mapping[int, Poly]) -> Poly:
        """Put polynomials for indices of binders, also deep inside other atoms."""
        levels = self.levels(*map(P.generator, values))
        bound = min((self.atoms[g].height for g in values if self.atoms[g].height), default=None)
        done: dict[tuple[int, Exponent], Poly | None] = {}

        def change(g: int, e: Exponent) -> Poly | None:
            if g in values:
                return P.power(values[g], int(e))
            atom = self.atoms[g]
            if atom.levels.isdisjoint(levels) and (bound is None or atom.height < bound):
                return None
            if (g, e) not in done:
                rebuilt = self.rebuild(g, e, lambda q: self.map(q, change))
                done[g, e] = None if rebuilt == P.generator(g, e) else rebuilt
            return done[g, e]

        return self.map(p, change)

    def rebuild(self, g: int, e: Exponent, change: Change) -> Poly:
        """`g^e` with `change` applied to each polynomial inside the atom g."""
        kind = self.atoms[g].key[0]
        if kind in LEAVES:
            return P.generator(g, e)
        if kind == "exponential":  # which alone has exponents that are not natural
            value = getattr(self, kind)(P.scale(change(self.atoms[g].key[1]), e))
        else:
            value = P.power(self.remade(self.atoms[g].key, change), int(e))
        return value  # type: ignore[no-any-return]

    def remade(self, key: Key, change: Change) -> Any:
        """The value of an atom, or of a letter, with `change` applied inside."""
        kind, *parts = key
        if kind in ("sum", "product", "series", "pointed"):
            return getattr(self, f"open_{kind}")(*parts, change)
        return getattr(self, kind)(*[self.changed(part, change) for part in parts])

    def changed(self, part: Any, change: Change) -> Any:
        """The normal form, or other part of a key, with `change` applied to each polynomial."""
        if isinstance(part, tuple):
            return tuple([self.changed(each, change) for each in part])
        return change(part) if isinstance(part, Poly) else part
