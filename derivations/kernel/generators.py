"""The generators of normal forms: what each number in a monomial stands for.

An `Algebra` is a table of atoms (see `atoms.py`) with the arithmetic of their polynomials.
Semantics is total: `inv 0 = 0`, `log 0 = 0`; with that choice `inv` commutes with products and
conjugation unconditionally, while `x · inv x = 1` needs `x ≠ 0`.

What is known about an atom (real, natural, at least 0, nonzero) is derived from its sort and from
the facts that the algebra was given; nothing else makes an inverse cancel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.atoms import Atom, Table
from derivations.kernel.polynomial import ONE, ZERO, Exponent, Key, Monomial, Poly
from derivations.language.sorts import Sort

# Atoms without anything inside.
UNCHANGED = frozenset({"symbol", "level", "bound", "pi", "turn", "root-power"})
# Atoms whose conjugate is the same atom of the conjugates inside.
CONJUGATED_INSIDE = frozenset({"inv", "sum", "product", "power", "whole-power"})
# Scalars made of matrices.
MATRIX_SCALARS = frozenset({"word", "entry", "trace", "det", "det plus"})


class Algebra(Table):
    """Scalar atoms and the arithmetic of their polynomials, under some facts."""

    def __init__(self) -> None:
        super().__init__()
        self.nonzero_keys: set[Key] = set()
        self.nonnegative_facts: dict[Key, Poly] = {}
        self._conjugates: dict[int, Poly] = {}
        self._conjugate_powers: dict[tuple[int, Exponent], Poly] = {}
        self.invertible: set[int] = set()

    def symbol(self, name: str, sort: Sort) -> Poly:
        value = super().symbol(name, sort)
        if sort.kind == "negative":
            less = P.negative(value)
            self.nonnegative_facts.setdefault(P.key(less), less)
        return value

    # Arithmetic

    def times(self, *factors: Poly) -> Poly:
        result = factors[0]
        for factor in factors[1:]:
            result = P.times(result, factor, self.reduce)
        return result

    def power(self, p: Poly, n: int) -> Poly:
        """The n-th power; a negative n gives powers of the inverse."""
        if n < 0:
            return self.power(self.inverse(p), -n)
        return P.power(p, n, self.reduce)

    def reduce(self, m: Monomial) -> Poly | None:
        """Apply the relations of special atoms, where a power in this monomial calls for one."""
        for place, (g, e) in enumerate(m):
            if g > 0:
                return None
            value = self._relation(g, e)
            if value is None and self.atoms[g].key[0] == "conj":
                # s conj(s) = |e| for a square root s of e.
                partner = self.atoms[g].key[1]
                if (partner, 1) in m[place + 1 :] and self.atoms[partner].key[0] == "sqrt":
                    value = self.size(P.from_key(self.atoms[partner].key[1]))
                    m = tuple([pair for pair in m if pair[0] != partner])
            if value is not None:
                rest = P.monomial(m[:place] + m[place + 1 :])
                return self.times(value, P.settle(rest.re, {}, 1, self.reduce))
        return None

    def _relation(self, g: int, e: Exponent) -> Poly | None:
        from derivations.kernel import exponentials

        key = self.atoms[g].key
        kind = key[0]
        if kind == "turn":
            return None if 0 < e < Fraction(1, 2) else exponentials.turn(self, Fraction(e))
        if kind == "parity":
            return None if 0 < e < 1 else exponentials.parity(self, g, Fraction(e))
        if kind == "sign":
            return None if e == 1 else P.generator(g) if e % 2 else ONE
        if kind in ("root-power", "exp"):
            if 0 < e < 1 and e != Fraction(1, 2):
                return None
            if kind == "exp":
                return exponentials.fractional_power(self, key[1][0][0], Fraction(e))
            return exponentials.root_power(self, key[1], Fraction(e))
        # A square root s (or its conjugate), with s² = e; an absolute value; F(p + 1).
        if e == 1 or (kind == "call" and e < 2):
            return None
        half, rest = divmod(int(e), 2)
        square = self.power(self._square(key), half)
        return self.times(square, P.generator(g)) if rest else square

    def size(self, p: Poly) -> Poly:
        """The absolute value."""
        from derivations.kernel.roots import absolute

        return absolute(self, p)

    def _square(self, key: tuple[Any, ...]) -> Poly:
        from derivations.kernel import combinatorics

        if key[0] == "conj":
            return self.conjugate(self._square(self.atoms[key[1]].key))
        if key[0] == "call":
            successor = P.from_key(key[2][0])
            return combinatorics.square_of_successor(self, P.plus(successor, P.constant(-1)))
        inside = P.from_key(key[1])
        if key[0] == "sqrt":
            return inside
        return self.times(inside, self.conjugate(inside))

    # Conjugation and reality

    def conjugate(self, p: Poly) -> Poly:
        swapped = Poly(p.re, {m: -c for m, c in p.im.items()}, p.den)
        return self.map(swapped, self._conjugate_power)

    def _conjugate_power(self, g: int, e: Exponent) -> Poly | None:
        """The conjugate of `g^e`; None where g is real."""
        from derivations.kernel import exponentials

        atom = self.atoms[g]
        if atom.real:
            return None
        kind = atom.key[0]
        if kind == "turn":
            return exponentials.turn(self, -Fraction(e))
        if kind in ("exp", "parity"):
            known = self._conjugate_powers.get((g, e))
            if known is None:
                known = self._conjugate_powers[g, e] = self.rebuild(g, e, self.conjugate)
            return known
        return self.power(self._conjugate(g), int(e))

    def _conjugate(self, g: int) -> Poly:
        known = self._conjugates.get(g)
        if known is None:
            known = self._conjugates[g] = self._conjugate_new(g)
        return known

    def _conjugate_new(self, g: int) -> Poly:
        atom = self.atoms[g]
        key = atom.key
        if key[0] == "conj":
            return P.generator(key[1])
        if key[0] in CONJUGATED_INSIDE:
            return self.rebuild(g, 1, self.conjugate)
        if key[0] in MATRIX_SCALARS:
            from derivations.kernel import word_scalars

            return word_scalars.conjugate_scalar(self, key)
        facts = {"levels": atom.levels, "height": atom.height, "nonzero": atom.nonzero}
        return P.generator(self.atom(("conj", g), special=g < 0, **facts))

    def real_part(self, p: Poly) -> Poly:
        return P.scale(P.plus(p, self.conjugate(p)), Fraction(1, 2))

    def imaginary_part(self, p: Poly) -> Poly:
        return P.scale(P.plus(p, P.negative(self.conjugate(p))), 0, Fraction(-1, 2))

    def is_real(self, p: Poly) -> bool:
        return self.is_zero(P.plus(p, P.negative(self.conjugate(p))))

    def is_integer(self, p: Poly) -> bool:
        return (
            not p.im
            and all(c % p.den == 0 for c in p.re.values())
            and all(
                isinstance(e, int) and e > 0 and self.atoms[g].integer for m in p.re for g, e in m
            )
        )

    def is_natural(self, p: Poly) -> bool:
        """Whether this is seen to be a natural: an integer that is at least 0."""
        return self.is_integer(p) and self.sign(p) is not None

    def sign(self, p: Poly) -> str | None:
        """`"positive"` or `"nonnegative"` where monomials, constants and facts show it."""
        from derivations.kernel.positivity import sign

        return sign(self, p)

    def conjugate_in(self, g: int, e: Exponent, powers: dict[int, Exponent]) -> bool:
        """Whether the same power of the conjugate of g, another atom, is among these powers."""
        if self.atoms[g].real or not isinstance(e, int):
            return False
        other = self._partner(g)
        # A trace of a hermitian matrix is its own conjugate: real, of either sign.
        return other is not None and other != g and powers.get(other) == e

    def _partner(self, g: int) -> int | None:
        """The conjugate of g, if it is an atom."""
        other = self._conjugate(g)
        if other.im or len(other.re) != 1:
            return None
        (m, c), = other.re.items()
        return m[0][0] if len(m) == 1 and c == other.den and m[0][1] == 1 else None

    # Zero and not zero

    def is_zero(self, p: Poly) -> bool:
        """Whether p is zero by its normal form alone; False means only that it was not seen."""
        if p.is_zero:
            return True
        return self.settled(p).is_zero

    def settled(self, p: Poly) -> Poly:
        """Clear inverses of what is known to be nonzero, then reduce roots of unity.

        The result is zero exactly when p is; it is p times something nonzero.
        """
        from derivations.kernel.roots_of_unity import reduce_turns

        for _ in range(100):
            g = next((g for g in self._inverses(p)), None)
            if g is None:
                break
            p = self.cleared(p, g)
        return reduce_turns(self, p)

    def _inverses(self, p: Poly) -> list[int]:
        """Atoms `inv q` of p with q known to be nonzero, the outermost first."""
        found = {
            g
            for m in p.monomials()
            for g, _ in m
            if self.atoms[g].key[0] == "inv" and self.is_nonzero(P.from_key(self.atoms[g].key[1]))
        }
        return sorted(found, reverse=True)

    def cleared(self, p: Poly, g: int) -> Poly:
        """p times the power of q that clears every `inv q`."""
        inside = P.from_key(self.atoms[g].key[1])
        most = max(e for m in p.monomials() for h, e in m if h == g)
        groups: dict[int, tuple[P.Part, P.Part]] = {}
        for part, imaginary in ((p.re, 0), (p.im, 1)):
            for m, c in part.items():
                e = next((x for h, x in m if h == g), 0)
                rest = tuple([pair for pair in m if pair[0] != g])
                groups.setdefault(most - e, ({}, {}))[imaginary][rest] = c
        return P.total(
            self.times(Poly(re, im, p.den), self.power(inside, missing))
            for missing, (re, im) in sorted(groups.items())
        )

    def assume_nonzero(self, p: Poly) -> None:
        """Take `p ≠ 0` as known, and that every factor of a product is not zero."""
        _, shift, rest = self.split_unit(p)
        for g, _ in shift:
            self._assume_atom(g)
        if rest.constant() is None:
            self.nonzero_keys.add(P.key(rest))
            self.nonzero_keys.add(P.key(self.split_unit(self.conjugate(rest))[2]))

    def _assume_atom(self, g: int) -> None:
        atom = self.atoms[g]
        if atom.nonzero:
            return
        self.atoms[g] = replace(atom, nonzero=True)
        kind = atom.key[0]
        if kind in ("inv", "sqrt", "abs"):
            self.assume_nonzero(P.from_key(atom.key[1]))
        elif kind == "conj":
            self._assume_atom(atom.key[1])
        elif kind == "det":
            self.invertible.add(atom.key[1][0][0])
        partner = None if atom.real else self._partner(g)
        if partner is not None:
            self._assume_atom(partner)

    def assume_nonnegative(self, p: Poly) -> None:
        """Take `p ≥ 0` as known, and so that p is real; also its products with earlier facts."""
        from derivations.kernel.positivity import products, ray

        if p.is_zero:
            return
        for product in products(self, p):
            self.nonnegative_facts.setdefault(ray(product), product)
        self.nonnegative_facts.setdefault(ray(p), p)
        if len(p.re) == 1 and not p.im:
            (m, c), = p.re.items()
            if len(m) == 1 and m[0][1] == 1 and c > 0:
                self._assume_sign(m[0][0])
        if len(p.re) == 2 and not p.im and p.re.get((), 0) < 0:
            m, c = max(p.re.items())
            if len(m) == 1 and m[0][1] == 1 and c > 0:
                self._assume_sign(m[0][0])
                self._assume_atom(m[0][0])

    def _assume_sign(self, g: int) -> None:
        """Take an atom as at least 0; not an exponential, whose roots need not be real for that."""
        if not self._is_unit(g):
            self.atoms[g] = replace(self.atoms[g], real=True, nonnegative=True)

    def is_nonzero(self, p: Poly) -> bool:
        """Whether p is known to be nonzero."""
        return (
            self.listed_nonzero(p)
            or self.sign(p) == "positive"
            or self.sign(P.negative(p)) == "positive"
        )

    def listed_nonzero(self, p: Poly) -> bool:
        """Whether p is a product of what is known to be nonzero."""
        if p.is_zero:
            return False
        _, shift, rest = self.split_unit(p)
        if not all(self.atoms[g].nonzero for g, _ in shift):
            return False
        return rest.constant() is not None or P.key(rest) in self.nonzero_keys

    def split_unit(self, p: Poly) -> tuple[tuple[Fraction, Fraction], Monomial, Poly]:
        """`p = (a + b i) m q`: m the monomial that divides p, q without monomial factors.

        The exponentials in m may have any exponents, so that p and a multiple of it by a
        constant or an exponential have the same q.
        """
        lowest: dict[int, Exponent] = {}
        for place, m in enumerate(p.monomials()):
            powers = dict(m)
            if place == 0:
                lowest = dict(powers)
                continue
            for g in list(lowest):
                if g in powers:
                    lowest[g] = min(lowest[g], powers[g])
                elif self._is_unit(g):
                    lowest[g] = min(lowest[g], 0)
                else:
                    del lowest[g]
            for g, e in powers.items():
                if g not in lowest and e < 0 and self._is_unit(g):
                    lowest[g] = e
        shift = tuple(sorted((g, e) for g, e in lowest.items() if e))
        back = tuple([(g, -e) for g, e in shift])
        if back:
            p = Poly(
                {P.times_monomials(m, back): c for m, c in p.re.items()},
                {P.times_monomials(m, back): c for m, c in p.im.items()},
                p.den,
            )
        coefficient, rest = P.primitive(p)
        return coefficient, shift, rest

    def _is_unit(self, g: int) -> bool:
        return bool(self.atoms[g].key[0] == "exp")

    # Inverses and powers

    def inverse(self, p: Poly) -> Poly:
        """`inv p`; it distributes over products, also at 0."""
        value = p.constant()
        if value is not None:
            a, b = value
            size = a * a + b * b
            return P.constant(a / size, -b / size) if size else ZERO
        (a, b), shift, rest = self.split_unit(p)
        size = a * a + b * b
        parts = [P.constant(a / size, -b / size)]
        for g, e in shift:
            parts.append(self._inverse_of_atom(g, e))
        if rest.constant() is None:
            key = ("inv", P.key(rest))
            facts = {
                "real": self.is_real(rest),
                "nonnegative": self.sign(rest) is not None,
                "nonzero": self.is_nonzero(rest),
            }
            parts.append(P.generator(self.atom(key, **facts, **self.inside([rest]))))
        return self.times(*parts)

    def _inverse_of_atom(self, g: int, e: Exponent) -> Poly:
        atom = self.atoms[g]
        kind = atom.key[0]
        if atom.nonzero or kind in ("exp", "turn", "parity"):
            return P.settle({((g, -e),): 1}, {}, 1, self.reduce)
        if kind == "inv":
            return self.power(P.from_key(atom.key[1]), int(e))
        if e < 0:
            return P.generator(g, -e)
        inner = P.generator(g)
        return P.generator(
            self.atom(
                ("inv", P.key(inner)),
                real=atom.real,
                nonnegative=atom.nonnegative,
                levels=atom.levels,
                height=atom.height,
            ),
            e,
        )

    # Rebuilding atoms with their insides changed

    def map(self, p: Poly, change: Callable[[int, Exponent], Poly | None]) -> Poly:
        """Replace powers of atoms: `change(g, e)` is the new `g^e`, or None to keep it."""
        parts = []
        for part, imaginary in ((p.re, False), (p.im, True)):
            kept: dict[Monomial, int] = {}
            for m, c in part.items():
                values = [(g, e, change(g, e)) for g, e in m]
                if all(v is None for _, _, v in values):
                    kept[m] = c
                    continue
                product = P.constant(0, c) if imaginary else P.constant(c)
                for g, e, v in values:
                    factor = Poly({((g, e),): 1}, {}) if v is None else v
                    product = self.times(product, factor)
                parts.append(product)
            parts.append(Poly({}, kept) if imaginary else Poly(kept, {}))
        whole = P.total(parts)
        return Poly(whole.re, whole.im, whole.den * p.den)

    def replace(self, p: Poly, values: dict[int, Poly]) -> Poly:
        """Put polynomials for atoms, also deep inside other atoms."""
        done: dict[tuple[int, Exponent], Poly | None] = {}

        def change(g: int, e: Exponent) -> Poly | None:
            if g in values:
                return self.power(values[g], int(e))
            if self.atoms[g].key[0] in UNCHANGED:
                return None
            if (g, e) not in done:
                rebuilt = self.rebuild(g, e, lambda q: self.map(q, change))
                same = not rebuilt.im and rebuilt.re == {((g, e),): 1} and rebuilt.den == 1
                done[g, e] = None if same else rebuilt
            return done[g, e]

        return self.map(p, change)

    def rebuild(self, g: int, e: Exponent, change: Callable[[Poly], Poly]) -> Poly:
        """`g^e` with `change` applied to each polynomial inside the atom g."""
        from derivations.kernel.exponentials import exponential

        atom = self.atoms[g]
        key = atom.key
        kind = key[0]
        if kind in UNCHANGED:
            return Poly({((g, e),): 1}, {})
        if kind == "exp":
            exponent = P.monomial(key[1])
            changed = change(P.scale(exponent, 0, 1) if key[2] else exponent)
            return exponential(self, P.scale(changed, Fraction(e)))
        if kind in ("parity", "sign"):
            whole = self.times(P.constant(0, 1), P.monomial(key[1]), P.generator(self.pi()))
            return exponential(self, P.scale(change(whole), Fraction(e)))
        return self.power(self._rebuild_atom(atom, change), int(e))

    def _rebuild_atom(self, atom: Atom, change: Callable[[Poly], Poly]) -> Poly:
        from derivations.kernel import functions, powers, roots, sums, word_scalars

        key = atom.key
        kind = key[0]
        if kind == "value":
            arguments = [change(P.from_key(k)) for k in key[3]]
            number = self.atom(
                (kind, key[1], key[2], tuple(P.key(a) for a in arguments)),
                real=atom.real,
                integer=atom.integer,
                nonnegative=atom.nonnegative,
                nonzero=atom.nonzero,
                **self.inside(arguments),
            )
            return P.generator(number)
        if kind == "call":
            return functions.evaluate(self, key[1], [change(P.from_key(k)) for k in key[2]])
        if kind == "conj":
            return self.conjugate(change(P.generator(key[1])))
        if kind == "inv":
            return self.inverse(change(P.from_key(key[1])))
        if kind == "sqrt":
            return roots.square_root(self, change(P.from_key(key[1])))
        if kind == "abs":
            return roots.absolute(self, change(P.from_key(key[1])))
        if kind in ("power", "whole-power"):
            return powers.rebuild(self, key, change)
        if kind in ("sum", "product", "count"):
            return sums.rebuild(self, key, change)
        return word_scalars.rebuild(self, key, change)
