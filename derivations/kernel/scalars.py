"""Scalars: polynomials in atoms, and the little that the kernel knows of each kind of atom.

Of a symbol, or of a value of a function, nothing is known but its scalar sort; no fact of a proof
is ever asked for.  Exponentials are Laurent monomials: `e^(a + b) = e^a e^b`, one generator for
each monomial of an exponent.  Inverses, natural powers and conjugation go through products.  All of
this holds in the total semantics (`1/0 = 0`, `0^0 = 1`); that `x · 1/x = 1` is a law.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.atoms import PI, Atoms
from derivations.kernel.definitions import VALUES
from derivations.kernel.polynomial import ONE, TURN, UNIT, ZERO, Exponent, Monomial, Poly
from derivations.language.sorts import SUPERSORTS

# Sorts to which sums, products, also empty ones, and inverses of their values belong.
MULTIPLICATIVE = ("posint", "natural", "integer", "positive", "nonnegative", "real")
ADDITIVE = ("natural", "integer", "nonnegative", "real")
INVERTIBLE = ("positive", "negative", "nonnegative", "real")


def _unturned(m: Monomial) -> Monomial:
    """Without e^{iπ}."""
    return m[1:] if m and m[0][0] == TURN else m


class Scalars(Atoms):
    """The arithmetic of polynomials in atoms."""

    def __init__(self) -> None:
        super().__init__()
        self._conjugates: dict[tuple[int, Exponent], Poly] = {}
        self._exponentials: dict[tuple[Monomial, bool], int] = {(((PI, 1),), True): TURN}

    # What the sorts of atoms show

    def is_real(self, p: Poly) -> bool:
        plainly = not p.im and all(self.atoms[g].real for g in p.generators())
        return plainly or p == self.conjugate(p)

    def is_integer(self, p: Poly) -> bool:
        return (
            not p.im and all(c % p.den == 0 for c in p.re.values())
            and all("integer" in SUPERSORTS[self.atoms[g].sort] for g in p.generators())
        )  # fmt: skip

    def is_nonnegative(self, p: Poly, above: bool = False) -> bool:
        """Whether sorts show of each term that it is at least 0, with n = 1 + n' for each posint n.

        above: whether the value is above 0, which a term without atoms that may be 0 shows.
        """
        posints = {g for g in p.generators() if self.atoms[g].sort == "posint"}
        shifted = bool(posints) and any(c < 0 for c in p.re.values())
        if shifted:  # from here on these generators stand for n'

            def one_more(g: int, e: Exponent) -> Poly | None:
                return P.power(P.plus(ONE, P.generator(g)), int(e)) if g in posints else None

            p = self.map(p, one_more)
        if p.im:
            return False
        strict = False
        for m, c in p.re.items():
            sorts = [self.atoms[g].sort for g, _ in m]
            below = sum(e for (_, e), sort in zip(m, sorts, strict=True) if sort == "negative")
            if (c < 0) != (below % 2 == 1):
                return False
            for (g, e), sort in zip(m, sorts, strict=True):
                even = self.atoms[g].real and e % 2 == 0
                if not even and sort != "negative" and "nonnegative" not in SUPERSORTS[sort]:
                    return False
            strict = strict or all(
                (sort == "negative" or "positive" in SUPERSORTS[sort])
                and not (shifted and g in posints) for (g, _), sort in zip(m, sorts, strict=True)
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
        if key[0] == "conjugate":
            return P.power(key[1], int(e))
        if key[0] in ("exponential", "inverse", "power", "sum", "product"):
            return self.rebuild(g, e, self.conjugate)
        return P.power(self.atom(("conjugate", P.generator(g))), int(e))

    # Exponentials, inverses, powers

    def exponential(self, p: Poly) -> Poly:
        """`e^p`."""
        return P.monomial(self.exponents(p))

    def exponents(self, p: Poly) -> Monomial:
        """`e^p`, with one Laurent generator for each monomial of p."""
        powers = []
        for part, imaginary in ((p.re, False), (p.im, True)):
            for m, c in part.items():
                if max(abs(c), p.den) > P.FINE:
                    raise P.TooLarge(f"an exponent has more than {P.FINE.bit_length()} bits")
                e: Exponent = c // p.den if c % p.den == 0 else Fraction(c, p.den)
                g = self._exponentials.get((m, imaginary))
                if g is None:
                    g = self._exponentials[m, imaginary] = self._exponential(m, imaginary)
                powers.append((g, e))
        return tuple(sorted(powers))

    def _exponential(self, m: Monomial, imaginary: bool) -> int:
        """The number of the atom `e^m`, or `e^{im}`."""
        real = not imaginary and all(self.atoms[g].real for g, _ in m)
        one = Poly({}, {m: 1}) if imaginary else Poly({m: 1}, {})
        return self.number(self.atom(("exponential", one), "positive" if real else "complex"))

    def exponent(self, g: int) -> Poly | None:
        """What stands in the exponent of an atom, e^{iπ} among them; None of no exponential."""
        key = self.atoms[g].key
        if g == TURN:
            return Poly({}, {((PI, 1),): 1})
        return key[1] if key[0] == "exponential" else None

    def inverse(self, p: Poly) -> Poly:
        """`1/p`, which is 0 for 0: the inverse of each factor that is seen."""
        if p.is_zero:
            return ZERO
        (a, b), shift, rest = self.split(p)
        size = a * a + b * b
        result = P.constant(a / size, -b / size)
        for g, e in shift:
            key = self.atoms[g].key
            if self.exponent(g) is not None:
                factor = P.monomial(((g, -e),))
            elif key[0] == "inverse":
                factor = P.power(key[1], e)
            elif key[0] == "power":
                factor = P.power(self.power(self.inverse(key[1]), key[2]), e)
            else:
                factor = P.power(self._inverse_atom(P.generator(g)), e)
            result = P.times(result, factor)
        return result if rest.constant() else P.times(result, self._inverse_atom(rest))

    def _inverse_atom(self, p: Poly) -> Poly:
        return self.atom(("inverse", p), self.sort_among(p, INVERTIBLE))

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
            units = [g for g in {**powers, **lowest} if self.atoms[g].key[0] == "exponential"]
            lowest = {g: min(e, powers[g]) for g, e in lowest.items() if g in powers} | {
                g: min(lowest.get(g, 0), powers.get(g, 0)) for g in units
            }
        shift = tuple(sorted((g, e) for g, e in (lowest or {}).items() if e))
        if shift:
            p = P.times(p, P.monomial(P.inverse(shift)))
        turns = {m[0][1] for m in p.monomials() if m and m[0][0] == TURN}
        if not turns:
            coefficient, rest = P.primitive(p)
            return coefficient, shift, rest
        top = max(_unturned(m) for m in p.monomials())
        found = []
        for m in p.monomials():  # of the turns that make a coefficient of `top` 1, one is chosen
            if _unturned(m) == top:
                turn = m[:1] if m != top else UNIT
                coefficient, rest = P.primitive(P.times(p, P.monomial(P.inverse(turn))))
                found.append((rest.key, turn, coefficient, rest))
        _, turn, coefficient, rest = min(found, key=lambda one: one[:2])
        return coefficient, P.times_monomials(turn, shift), rest

    def power(self, base: Poly, exponent: Poly) -> Poly:
        """`base^exponent`, for whole numbers, halves of them and naturals; else an atom."""
        number = exponent.rational()
        if number is not None and number.denominator <= 2:
            if number.denominator == 2:
                base, number = self.call("sqrt", [base]), 2 * number
            n = int(number)
            return P.power(base, n) if n >= 0 else P.power(self.inverse(base), -n)
        if base.is_zero and self.is_of(exponent, "posint"):
            return ZERO
        if base == ONE and self.is_integer(exponent):
            return ONE
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
            key, inner = self.atoms[g].key, self.exponent(g)
            if inner is not None:
                value = self.exponential(P.times(P.scale(inner, n * e), P.monomial(m)))
            elif key[0] == "power":
                value = self.power(key[1], P.scale(P.times(key[2], P.monomial(m)), n * e))
            else:
                value = P.power(self._power_atom(P.generator(g), m), n * e)
            result = P.times(result, value)
        if rest.constant():
            return result
        return P.times(result, P.power(self._power_atom(rest, m), n))

    def _power_atom(self, base: Poly, m: Monomial) -> Poly:
        return self.atom(("power", base, P.monomial(m)), self.sort_among(base, MULTIPLICATIVE))

    # Functions of which only the sorts of values are known

    def call(self, head: str, arguments: Sequence[Any]) -> Poly:
        """The value of a function of scalars or matrices."""
        arguments = tuple(map(self.inner, arguments))
        if head == "floor" and self.is_integer(arguments[0]):
            return arguments[0]  # type: ignore[no-any-return]
        shown = (v for sorts, v in VALUES.get(head, ()) if all(map(self.is_of, arguments, sorts)))
        return self.atom(("call", head, arguments), next(shown, "complex"))

    def inner(self, form: Any) -> Any:
        """A normal form as it stands in keys."""
        return form
