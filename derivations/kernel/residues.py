"""The rule Residues: floors, remainders and parities, class by class.

After `mod` and `ceiling` are written with `floor`, a goal says something about floors of
`(P + a x)/d`, with P a polynomial with integer coefficients in integers (symbols, other integer
atoms, powers `b^n` of constants, `(-1)^n`) and at most one real x.

    integers  in each class modulo the common denominator D, P has one remainder ρ modulo d, so
              that floor(P/d) = (P - ρ)/d.  `b^n` modulo D is periodic in n from some place on.
    reals     x = D (j + f) with j an integer and 0 ≤ f < 1; with A = aD/d,
              floor((P + a x)/d) = (P - ρ)/d + A j + floor(ρ/d + A f), and A j = a x/d - A f.
              The last floor is constant for f between two neighbouring multiples of 1/Q.

In every class the goal becomes a relation without floors, which must hold by normal forms.
Complete for equations when the classes determine all floors; facts may exclude classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import floor, lcm, prod

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, difference, gap_holds
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Exponent, Poly, TooLarge
from derivations.kernel.proofs import Residues
from derivations.kernel.theorem import Rejected
from derivations.language.statements import Relation

# At most so many classes and intervals are looked at.
MAX_CLASSES = 20_000
# The common denominator, and the period of a power modulo it, are at most so large.
MAX_MODULUS = 20_000


@dataclass(frozen=True)
class Power:
    """`base ^ n` for the integer atom n."""

    base: int
    exponent: int


@dataclass(frozen=True)
class Range:
    """What one atom ranges over.

    first: from here on values count modulo `period`; those before it are taken one by one.
    """

    first: int
    period: int

    @property
    def classes(self) -> range:
        return range(self.first + self.period)


@dataclass
class Floors:
    """The floors of a goal and of facts, and the atoms that they depend on."""

    algebra: Algebra
    inside: dict[int, Poly] = field(default_factory=dict)
    powers: dict[int, Power] = field(default_factory=dict)
    signs: dict[int, tuple[int, ...]] = field(default_factory=dict)
    whole: set[int] = field(default_factory=set)
    reals: dict[int, int] = field(default_factory=dict)  # with the common denominator of factors

    def collect(self, p: Poly, where: str) -> None:
        for g in sorted({g for m in p.monomials() for g, _ in m}):
            key = self.algebra.atoms[g].key
            if key[:2] == ("call", "floor"):
                self._floor(g, P.from_key(key[2][0]), where)
            elif key[0] == "sign":
                self._sign(g)

    def _floor(self, g: int, p: Poly, where: str) -> None:
        if p.im:
            raise Rejected(where, "a floor of what is not seen to be real")
        if g in self.inside:
            return
        self.inside[g] = p
        reals = set()
        for m, c in p.re.items():
            if len(m) == 1 and m[0][1] == 1 and self._is_real_only(m[0][0]):
                x = m[0][0]
                reals.add(x)
                self.reals[x] = lcm(self.reals.get(x, 1), Fraction(c, p.den).denominator)
                continue
            for h, e in m:
                if not self._is_whole(h, e):
                    raise Rejected(where, "a floor of what is not a polynomial in integers")
        if len(reals) > 1:
            raise Rejected(where, "a floor of two real numbers")

    def _is_real_only(self, g: int) -> bool:
        atom = self.algebra.atoms[g]
        return atom.real and not atom.integer and atom.key[0] not in ("sign", "power")

    def _is_whole(self, g: int, e: Exponent) -> bool:
        """Whether a power of this atom is an integer; it is noted what that depends on."""
        atom = self.algebra.atoms[g]
        if not isinstance(e, int) or e < 1:
            return False
        if atom.key[0] == "sign":
            self._sign(g)
            return True
        if atom.key[0] == "power" and atom.integer:
            base = P.from_key(atom.key[1]).rational()
            m = atom.key[2]
            if base is not None and len(m) == 1 and m[0][1] == 1:
                self.powers[g] = Power(int(base), m[0][0])
                self.whole.add(m[0][0])
                return True
        if atom.key[:2] == ("call", "floor") or not atom.integer:
            return False
        self.whole.add(g)
        return True

    def _sign(self, g: int) -> None:
        inside = tuple([h for h, _ in self.algebra.atoms[g].key[1]])
        self.signs[g] = inside
        self.whole.update(inside)

    # Ranges

    def modulus(self) -> int:
        return lcm(1, *(_denominator(p) for p in self.inside.values()))

    def ranges(self, where: str) -> dict[int, Range]:
        """The range of every integer atom."""
        modulus = self.modulus()
        if modulus > MAX_MODULUS:
            raise Rejected(where, f"a denominator above {MAX_MODULUS}")
        even = {h for inside in self.signs.values() for h in inside}
        ranges = {g: Range(0, lcm(modulus, 2 if g in even else 1)) for g in sorted(self.whole)}
        for power in self.powers.values():
            known = ranges[power.exponent]
            first, period = _period(power.base, modulus)
            ranges[power.exponent] = Range(
                max(known.first, first), lcm(known.period, period)
            )
        return ranges

    def steps(self) -> dict[int, int]:
        """For every real atom, how many parts the unit interval is cut into."""
        cuts = dict.fromkeys(sorted(self.reals), 1)
        for p in self.inside.values():
            for m, c in p.re.items():
                if len(m) == 1 and m[0][0] in cuts:
                    x = m[0][0]
                    factor = Fraction(c, p.den) * self.reals[x]
                    cuts[x] = lcm(cuts[x], abs(int(factor)) * _denominator(self._integral(p)))
        return cuts

    def _integral(self, p: Poly) -> Poly:
        """The part of a floor's argument that is made of integers."""
        return Poly(
            {m: c for m, c in p.re.items() if not (len(m) == 1 and m[0][0] in self.reals)},
            {},
            p.den,
        )

    # One class

    def values(
        self, ranges: dict[int, Range], chosen: dict[int, int], cells: dict[int, Fraction]
    ) -> dict[int, Poly]:
        """What stands for floors, signs and exhausted integers in this class."""
        found: dict[int, Poly] = {}
        for g, inside in self.signs.items():
            odd = all(chosen[h] % 2 for h in inside)
            found[g] = P.constant(-1 if odd else 1)
        for g, r in chosen.items():
            if r < ranges[g].first:
                found[g] = P.constant(r)
        for g, power in self.powers.items():
            r = chosen[power.exponent]
            if r < ranges[power.exponent].first:
                found[g] = P.constant(power.base**r)
        return found | {
            g: self._value(p, chosen, cells) for g, p in self.inside.items()
        }

    def _value(self, p: Poly, chosen: dict[int, int], cells: dict[int, Fraction]) -> Poly:
        whole = self._integral(p)
        d = _denominator(whole)
        remainder = sum(
            (c * d // whole.den) * prod(self._modulo(g, e, chosen, d) for g, e in m)
            for m, c in whole.re.items()
        ) % d
        value = P.plus(whole, P.constant(Fraction(-remainder, d)))
        for m, c in p.re.items():
            if len(m) == 1 and m[0][0] in self.reals:
                x = m[0][0]
                factor = Fraction(c, p.den) * self.reals[x]
                inner = floor(Fraction(remainder, d) + factor * cells[x])
                part = P.generator(self.fraction(x))
                return P.total(
                    [
                        value,
                        P.monomial(m, c, p.den),
                        P.scale(part, -factor),
                        P.constant(inner),
                    ]
                )
        return value

    def _modulo(self, g: int, e: Exponent, chosen: dict[int, int], d: int) -> int:
        if g in self.signs:
            return -1 if all(chosen[h] % 2 for h in self.signs[g]) else 1
        if g in self.powers:
            power = self.powers[g]
            return pow(power.base, chosen[power.exponent] * int(e), d)
        return pow(chosen[g], int(e), d)

    def fraction(self, x: int) -> int:
        """The atom of the fractional part of `x / D`."""
        return self.algebra.atom(("fraction", x), real=True)


def _denominator(p: Poly) -> int:
    return lcm(1, *(Fraction(c, p.den).denominator for c in p.re.values()))


def _period(base: int, modulus: int) -> tuple[int, int]:
    """From which exponent on the powers of base are periodic modulo this, and the period."""
    seen: dict[int, int] = {}
    value, place = 1 % modulus, 0
    while value not in seen:
        seen[value] = place
        value, place = value * base % modulus, place + 1
    return seen[value], place - seen[value]


# The rule


def residues(context: Context, goal: Relation, proof: Residues, where: str) -> None:
    """Check the goal in every class.  Raises Rejected."""
    normalizer = context.normalizer
    algebra = normalizer.algebra
    gap = _gap(context, goal, where)
    excluding = []
    for number in proof.facts:
        if not 0 <= number < len(context.facts) or number in context.ignored:
            raise Rejected(where, f"there is no fact {number} to use")
        fact = context.facts[number]
        if not fact.is_plain:
            raise Rejected(where, f"fact {number} is quantified")
        excluding.append((fact.relation.operator, _gap(context, fact.relation, where)))
    floors = Floors(algebra)
    for p in (gap, *(p for _, p in excluding)):
        floors.collect(p, where)
    if not floors.inside and not floors.signs:
        raise Rejected(where, "the goal has no floors, remainders or signs")
    ranges, cuts = floors.ranges(where), floors.steps()
    cells = {x: list(_cells(cuts[x])) for x in cuts}
    count = prod(r.first + r.period for r in ranges.values()) * prod(map(len, cells.values()))
    if count > MAX_CLASSES:
        raise TooLarge(f"more than {MAX_CLASSES} classes")
    for classes in product(*(r.classes for r in ranges.values())):
        chosen = dict(zip(ranges, classes, strict=True))
        for places in product(*cells.values()):
            intervals = dict(zip(cells, places, strict=True))
            middle = {x: (a + b) / 2 for x, (a, b) in intervals.items()}
            values = floors.values(ranges, chosen, middle)
            for x, (a, b) in intervals.items():
                if a == b:
                    values[floors.fraction(x)] = P.constant(a)

            def at(p: Poly, values: dict[int, Poly] = values) -> Poly:
                return _replaced(algebra, p, values)

            if any(_fails(operator, at(p)) for operator, p in excluding):
                continue
            open_ = {floors.fraction(x): ab for x, ab in intervals.items() if ab[0] < ab[1]}
            corners = _corners(algebra, at(gap), open_, where)
            if not _all_hold(context, goal.operator, corners):
                raise Rejected(where, "the goal is not seen to hold in one of the classes")


def _gap(context: Context, relation: Relation, where: str) -> Poly:
    gap = difference(context.normalizer, relation)
    if not isinstance(gap, Poly):
        raise Rejected(where, "only relations between scalars have classes")
    return gap


def _cells(parts: int) -> Iterator[tuple[Fraction, Fraction]]:
    """The points k/parts of [0, 1), and the open intervals between them."""
    for k in range(parts):
        yield Fraction(k, parts), Fraction(k, parts)
        yield Fraction(k, parts), Fraction(k + 1, parts)


def _replaced(algebra: Algebra, p: Poly, values: dict[int, Poly]) -> Poly:
    """Put values for atoms in the monomials; first floors, then the fractions in their values."""
    for _ in range(2):
        p = algebra.map(p, lambda g, e: algebra.power(values[g], int(e)) if g in values else None)
    return p


def _fails(operator: str, gap: Poly) -> bool:
    """Whether a fact `right - left` is certainly false, by its constant value."""
    value = gap.rational()
    if value is None:
        return False
    return {"==": value != 0, "!=": value == 0, "<": value <= 0, "<=": value < 0}[operator]


def _corners(
    algebra: Algebra, gap: Poly, intervals: dict[int, tuple[Fraction, Fraction]], where: str
) -> list[Poly]:
    """The values of the gap, linear in every fraction, at the corners of the open box.

    Without fractions in it there is one value.
    """
    used = [f for f in intervals if any(g == f for m in gap.monomials() for g, _ in m)]
    for m in gap.monomials():
        if sum(e for g, e in m if g in used) > 1:
            raise Rejected(where, "the goal is not linear in a fractional part")
    return [
        _replaced(algebra, gap, dict(zip(used, map(P.constant, corner), strict=True)))
        for corner in product(*(intervals[f] for f in used))
    ]


def _all_hold(context: Context, operator: str, corners: list[Poly]) -> bool:
    """Whether the relation holds inside the box, given a linear gap at its corners."""
    normalizer = context.normalizer
    if len(corners) == 1:
        return gap_holds(normalizer, operator, corners[0])
    if operator == "!=":
        return False
    weak = "==" if operator == "==" else "<="
    if not all(gap_holds(normalizer, weak, c) for c in corners):
        return False
    return operator != "<" or any(gap_holds(normalizer, "<", c) for c in corners)
