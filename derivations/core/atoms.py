"""The table of atoms: what the generators of polynomials stand for.

An atom is keyed by the normal forms inside it, so that equal keys mean equal values.  Its key is
`(kind, ...)`; the class that makes atoms of a kind, a subclass, has a method `rebuild_kind`, which
makes one anew with other things inside.

Indices of binders are atoms, too.  While a binder is open its index is a *level*; closed, it is a
*bound* index, numbered above all bound indices inside.  Both count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from derivations.core import polynomial as P
from derivations.core.polynomial import Exponent, Key, Poly, TooLarge
from derivations.language.sorts import SUPERSORTS

PI = 1
MAX_DEPTH = 60
LEAVES = frozenset({"symbol", "level", "bound", "pi", "turn"})

Change = Callable[[Poly], Poly]
Form = Any  # a normal form: a polynomial, or one of a matrix


class Atom:
    """What a generator stands for.

    key: its kind, then what it is made of.
    sort: the scalar sort that its value is of.
    levels: the open indices on which it depends.
    height: more than the number of every bound index inside.
    depth: how deep atoms are nested in it.
    """

    __slots__ = ("depth", "height", "key", "levels", "real", "sort")

    def __init__(
        self, key: Key, sort: str, levels: frozenset[int], height: int, depth: int
    ) -> None:
        self.key, self.sort, self.levels = key, sort, levels
        self.height, self.depth = height, depth
        self.real = "real" in SUPERSORTS[sort]


class Atoms:
    """The atoms of one check, and changes inside them."""

    def __init__(self) -> None:
        self.atoms: list[Atom] = []
        self.numbers: dict[Key, int] = {}
        self._last_level = 0
        for key, sort in ((("turn",), "complex"), (("pi",), "positive")):
            self.atom(key, sort)

    def atom(
        self, key: Key, sort: str = "complex", inside: Iterable[Poly] = (),
        levels: frozenset[int] = frozenset(), height: int = 0,
    ) -> Poly:
        """The atom of this key; `inside` are all polynomials in the key, closed as they are."""
        number = self.numbers.get(key)
        if number is None:
            P.spend(1)
            depth = 0
            for p in inside:
                for g in p.generators():
                    atom = self.atoms[g]
                    levels |= atom.levels
                    height, depth = max(height, atom.height), max(depth, atom.depth)
            if depth >= MAX_DEPTH:
                raise TooLarge(f"functions and binders are nested deeper than {MAX_DEPTH}")
            number = self.numbers[key] = len(self.atoms)
            self.atoms.append(Atom(key, sort, levels, height, depth + 1))
        return P.generator(number)

    def level(self, n: int) -> Poly:
        """The index of an open binder, counted from 0."""
        return self.atom(("level", n), "natural", levels=frozenset({n}))

    def bound(self, n: int) -> Poly:
        """A bound index inside a closed binder, counted from 0."""
        return self.atom(("bound", n), "natural", height=n + 1)

    def fresh_level(self) -> int:
        self._last_level += 1
        return self._last_level

    def levels(self, *polys: Poly) -> frozenset[int]:
        """The open indices on which they depend."""
        return frozenset().union(*(self.atoms[g].levels for p in polys for g in p.generators()))

    def height(self, polys: Iterable[Poly]) -> int:
        return max((self.atoms[g].height for p in polys for g in p.generators()), default=0)

    # Normal forms of any kind; the subclasses know those of matrices

    def key(self, form: Form) -> Key:
        """A hashable form: equal for equal normal forms."""
        return P.key(form)

    def from_key(self, key: Key) -> Form:
        return P.from_key(key)

    def inside(self, forms: Iterable[Form]) -> list[Poly]:
        """The polynomials in normal forms, for what they depend on."""
        return list(forms)

    def changed(self, form: Form, change: Change) -> Form:
        """The normal form with `change` applied to each polynomial in it."""
        return change(form)

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
        whole = P.total(parts) if len(parts) > 2 else Poly(parts[0].re, parts[1].im)
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
            if atom.key[0] in LEAVES:
                return None
            if (g, e) not in done:
                rebuilt = self.rebuild(g, e, lambda q: self.map(q, change))
                unchanged = not rebuilt.im and rebuilt.den == 1 and rebuilt.re == {((g, e),): 1}
                done[g, e] = None if unchanged else rebuilt
            return done[g, e]

        return self.map(p, change)

    def rebuild(self, g: int, e: Exponent, change: Change) -> Poly:
        """`g^e` with `change` applied to each polynomial inside the atom g."""
        key = self.atoms[g].key
        if key[0] in LEAVES:
            return P.generator(g, e)
        rebuilt: Poly = getattr(self, f"rebuild_{key[0]}")(key, change)
        return P.power(rebuilt, int(e))
