"""Scalars: polynomials in atoms, and the little that the kernel knows of each kind of atom.

An atom is keyed by the normal forms inside it, so that equal keys mean equal values.  Of a symbol,
or of a value of a function, nothing is known but its scalar sort; no fact of a proof is ever asked
for.  Exponentials are Laurent monomials: `e^(a + b) = e^a e^b`, one generator for each monomial of
an exponent.  Inverses, natural powers and conjugation go through products.  All of this holds in
the total semantics (`1/0 = 0`, `0^0 = 1`); that `x · 1/x = 1` is a law with a premise.

Atoms of other kinds are made by the subclasses: sums, then words of matrices.  The class that makes
an atom `(kind, ...)` has a method `rebuild_kind`, which makes it anew with other things inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from derivations.core import polynomial as P
from derivations.core.definitions import VALUES
from derivations.core.polynomial import ONE, TURN, ZERO, Exponent, Key, Monomial, Poly, TooLarge
from derivations.language.sorts import SUPERSORTS

PI = 1
MAX_DEPTH = 60
LEAVES = frozenset({"symbol", "level", "bound", "pi", "turn"})
# Sorts to which sums, products, also empty ones, and inverses of their values belong.
MULTIPLICATIVE = ("posint", "natural", "integer", "positive", "nonnegative", "real")
ADDITIVE = ("natural", "integer", "nonnegative", "real")
INVERTIBLE = ("positive", "negative", "nonnegative", "real")

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


class Scalars:
    """The table of atoms, and the arithmetic of polynomials in them."""

    def __init__(self) -> None:
        self.atoms: list[Atom] = []
        self.numbers: dict[Key, int] = {}
        self._conjugates: dict[tuple[int, Exponent], Poly] = {}
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

    # What the sorts of atoms show

    def is_real(self, p: Poly) -> bool:
        plainly = not p.im and all(self.atoms[g].real for g in p.generators())
        return plainly or P.same(p, self.conjugate(p))

    def is_integer(self, p: Poly) -> bool:
        return (
            not p.im and all(c % p.den == 0 for c in p.re.values())
            and all("integer" in SUPERSORTS[self.atoms[g].sort] for g in p.generators())
        )  # fmt: skip

    def is_nonnegative(self, p: Poly, above: bool = False) -> bool:
        """Whether all coefficients and atoms are at least 0, after n = 1 + n' for each posint n.

        above: whether the value is above 0, which a monomial of positive atoms shows.
        """
        posints = {g for g in p.generators() if self.atoms[g].sort == "posint"}
        shifted = bool(posints) and any(c < 0 for c in p.re.values())
        if shifted:  # from here on these generators stand for n'

            def one_more(g: int, e: Exponent) -> Poly | None:
                return P.power(P.plus(ONE, P.generator(g)), int(e)) if g in posints else None

            p = self.map(p, one_more)
        if p.im or any(c < 0 for c in p.re.values()):
            return False
        strict = False
        for m in p.re:
            for g, e in m:
                atom = self.atoms[g]
                even = atom.real and e % 2 == 0
                if not even and "nonnegative" not in SUPERSORTS[atom.sort]:
                    return False
            strict = strict or all(
                "positive" in SUPERSORTS[self.atoms[g].sort] and not (shifted and g in posints)
                for g, _ in m
            )
        return strict or not above

    def is_of(self, p: Poly, kind: str) -> bool:
        """Whether sorts show that p is of the scalar sort."""
        if kind in ("complex", "real"):
            return kind == "complex" or self.is_real(p)
        if kind == "negative":
            return self.is_nonnegative(P.scale(p, -1), above=True)
        if kind in ("integer", "natural", "posint") and not self.is_integer(p):
            return False
        return kind == "integer" or self.is_nonnegative(p, above=kind in ("positive", "posint"))

    def sort_among(self, p: Poly, kinds: Sequence[str]) -> str:
        """The first of these sorts that p is of."""
        return next((kind for kind in kinds if self.is_of(p, kind)), "complex")

    # Conjugation

    def conjugate(self, p: Poly) -> Poly:
        if p.im:
            p = Poly(p.re, {m: -c for m, c in p.im.items()}, p.den)
        return self.map(p, self._conjugate_power)

    def _conjugate_power(self, g: int, e: Exponent) -> Poly | None:
        if self.atoms[g].real:
            return None
        known = self._conjugates.get((g, e))
        if known is None:
            known = self._conjugates[g, e] = self.conjugate_atom(g, e)
        return known

    def conjugate_atom(self, g: int, e: Exponent) -> Poly:
        """The conjugate of `g^e`."""
        key = self.atoms[g].key
        if g == TURN:
            return P.monomial(((TURN, -e),))
        if key[0] == "conj":
            return P.generator(key[1], e)
        if key[0] in ("exp", "inv", "pow", "sum", "product"):
            return self.rebuild(g, e, self.conjugate)
        return P.power(self.atom(("conj", g), inside=[P.generator(g)]), int(e))

    # Exponentials, inverses, powers

    def exponential(self, p: Poly) -> Poly:
        """`e^p`: one Laurent generator for each monomial of the exponent."""
        result = ONE
        for part, imaginary in ((p.re, False), (p.im, True)):
            for m, c in part.items():
                e: Exponent = c // p.den if c % p.den == 0 else Fraction(c, p.den)
                g = TURN if imaginary and m == ((PI, 1),) else self._exp_atom(m, imaginary)
                result = P.times(result, P.monomial(((g, e),)))
        return result

    def _exp_atom(self, m: Monomial, imaginary: bool) -> int:
        """The number of the atom `e^m` or `e^(i m)`."""
        key = ("exp", m, imaginary)
        known = self.numbers.get(key)
        if known is None:
            real = not imaginary and all(self.atoms[g].real for g, _ in m)
            known = self.number(
                self.atom(key, "positive" if real else "complex", [Poly({m: 1}, {})])
            )
        return known

    def exponent(self, key: Key) -> Poly:
        """What stands in the exponent of the atom with this key, e^{iπ} among them."""
        if key[0] == "turn":
            return Poly({}, {((PI, 1),): 1})
        return Poly({}, {key[1]: 1}) if key[2] else Poly({key[1]: 1}, {})

    def inverse(self, p: Poly) -> Poly:
        """`1/p`, which is 0 for 0: the inverse of each factor that is seen."""
        if p.is_zero:
            return ZERO
        (a, b), shift, rest = self.split(p)
        size = a * a + b * b
        result = P.constant(a / size, -b / size)
        for g, e in shift:
            key = self.atoms[g].key
            if key[0] in ("exp", "turn"):
                factor = P.monomial(((g, -e),))
            elif key[0] == "inv":
                factor = P.power(P.from_key(key[1]), e)
            elif key[0] == "pow":
                factor = P.power(
                    self.power(self.inverse(P.from_key(key[1])), Poly({key[2]: 1}, {})), e
                )
            else:
                factor = P.power(self._inverse_atom(P.generator(g)), e)
            result = P.times(result, factor)
        return result if rest.constant() else P.times(result, self._inverse_atom(rest))

    def _inverse_atom(self, p: Poly) -> Poly:
        return self.atom(("inv", P.key(p)), self.sort_among(p, INVERTIBLE), [p])

    def split(self, p: Poly) -> tuple[tuple[Fraction, Fraction], Monomial, Poly]:
        """(a, b), m and q with `p = (a + b i) m q`, p not 0.

        m is the largest monomial that divides p, exponentials with any exponents; q is the same for
        all p that differ by such factors, and it is 1 where p has one term.
        """
        lowest: dict[int, Any] | None = None
        for m in p.monomials():
            powers = dict(m)
            if lowest is None:
                lowest = powers
                continue
            units = [g for g in {**powers, **lowest} if self.atoms[g].key[0] == "exp"]
            lowest = {g: min(e, powers[g]) for g, e in lowest.items() if g in powers} | {
                g: min(lowest.get(g, 0), powers.get(g, 0)) for g in units
            }
        shift = tuple(sorted((g, e) for g, e in (lowest or {}).items() if e))
        if shift:
            p = P.times(p, P.monomial(tuple([(g, -e) for g, e in shift])))
        last = max(p.monomials(), key=lambda m: (m[1:] if m and m[0][0] == TURN else m, m))
        if last and last[0][0] == TURN:
            p = P.times(p, P.monomial(((TURN, -last[0][1]),)))
            shift = P.times_monomials(((TURN, last[0][1]),), shift)
        coefficient, rest = P.primitive(p)
        return coefficient, shift, rest

    def power(self, base: Poly, exponent: Poly) -> Poly:
        """`base^exponent`, for whole numbers, halves of them and naturals; else an atom."""
        number = exponent.rational()
        if number is not None and number.denominator <= 2:
            if number.denominator == 2:
                base, number = self.call("sqrt", [base]), 2 * number
            n = int(number)
            return P.power(base, n) if n >= 0 else P.power(self.inverse(base), -n)
        if any(c < 0 for c in exponent.re.values()) or not self.is_of(exponent, "natural"):
            return self.call("pow", [base, exponent])
        result = ONE
        for m, c in exponent.re.items():
            n = c // exponent.den
            result = P.times(result, self._power(base, m, n) if m else P.power(base, n))
        return result

    def _power(self, base: Poly, m: Monomial, n: int) -> Poly:
        """`base^(n m)` for a monomial m of naturals and n > 0: the power of each factor."""
        if base.is_zero:
            return self._power_atom(base, m)
        (a, b), shift, rest = self.split(base)
        result = ONE if a == 1 and not b else P.power(self._power_atom(P.constant(a, b), m), n)
        for g, e in shift:
            key = self.atoms[g].key
            if key[0] in ("exp", "turn"):
                inner = P.scale(self.exponent(key), n * Fraction(e))
                value = self.exponential(P.times(inner, Poly({m: 1}, {})))
            elif key[0] == "pow":
                value = self._power(P.from_key(key[1]), P.times_monomials(key[2], m), n * e)
            else:
                value = P.power(self._power_atom(P.generator(g), m), n * e)
            result = P.times(result, value)
        if rest.constant():
            return result
        return P.times(result, P.power(self._power_atom(rest, m), n))

    def _power_atom(self, base: Poly, m: Monomial) -> Poly:
        sort = self.sort_among(base, MULTIPLICATIVE)
        return self.atom(("pow", P.key(base), m), sort, [base, Poly({m: 1}, {})])

    # Functions of which only the sorts of values are known

    def call(self, head: str, arguments: Sequence[Form]) -> Poly:
        """The value of a function of scalars or matrices."""
        if head == "floor" and self.is_integer(arguments[0]):
            return arguments[0]  # type: ignore[no-any-return]
        shown = (v for sorts, v in VALUES.get(head, ()) if all(map(self.is_of, arguments, sorts)))
        key = ("call", head, tuple([self.key(a) for a in arguments]))
        return self.atom(key, next(shown, "complex"), self.inside(arguments))

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
        if key[0] == "exp":
            return self.exponential(P.scale(change(self.exponent(key)), Fraction(e)))
        rebuilt: Poly = getattr(self, f"rebuild_{key[0]}")(key, change)
        return P.power(rebuilt, int(e))

    def rebuild_conj(self, key: Key, change: Change) -> Poly:
        return self.conjugate(change(P.generator(key[1])))

    def rebuild_inv(self, key: Key, change: Change) -> Poly:
        return self.inverse(change(P.from_key(key[1])))

    def rebuild_pow(self, key: Key, change: Change) -> Poly:
        return self.power(change(P.from_key(key[1])), change(Poly({key[2]: 1}, {})))

    def rebuild_call(self, key: Key, change: Change) -> Poly:
        return self.call(key[1], [self.changed(self.from_key(a), change) for a in key[2]])
