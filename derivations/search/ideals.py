"""Cofactors from a Gröbner basis: what follows from several equations together.

The residual of a goal is reduced by a Gröbner basis of the equations (graded lexicographic order,
Buchberger's algorithm, each element of the basis kept as a combination of the equations).  Complete
for polynomial equations over the Gaussian rationals within the limits below; atoms count as
independent, and goals that hold only for roots (from `p**2 = 0` to `p = 0`) are not found.

Equations of which 1 is a combination contradict each other.

Source: D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, chapter 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, difference
from derivations.kernel.forms import Grid
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Exponent, Monomial, Poly, TooLarge
from derivations.kernel.proofs import Cases, Cofactor, NormalForm, Proof
from derivations.language.statements import Proposition, Relation, Unsettled, eq, ne
from derivations.language.terms import ONE, ZERO, Term, div, matrix, mul
from derivations.search.goals import Goal, proves
from derivations.search.readback import NotReadable, Reader

# Equations, elements of a basis, pairs that are reduced, steps of one reduction, and monomials of
# one polynomial: beyond one of these the search ends.
MAX_EQUATIONS = 12
MAX_BASIS = 40
MAX_PAIRS = 150
MAX_STEPS = 300
MAX_MONOMIALS = 300
# Denominators that are cleared, factors that are known not to be 0, and powers of the difference.
MAX_CLEARED = 12
MAX_FACTORS = 4
MAX_POWER = 3


def prove_in_ideal(goal: Goal) -> Proof | None:
    """The goal as a combination of the equations of its context."""
    if goal.relation.operator != "==":
        return None
    gap = difference(goal.context.normalizer, goal.relation)
    if isinstance(gap, Grid):
        proof = _entry_by_entry(goal.context, gap)
        return proof if proof is not None and proves(goal, proof) else None
    if not isinstance(gap, Poly) or gap.is_zero:
        return None
    proof = _combined(goal.context, gap)
    if proof is not None and proves(goal, proof):
        return proof
    for beside in (False, True):
        proof = prove_over_denominators(goal.context, goal.relation, 1, beside)
        if proof is not None and proves(goal, proof):
            return proof
    # A power of the difference vanishes: either the goal holds, or its difference is not 0.
    other = goal.context.with_facts(Proposition(ne(goal.relation.left, goal.relation.right)))
    for exponent in range(2, MAX_POWER + 1):
        proof = prove_over_denominators(other, goal.relation, exponent)
        if proof is not None:
            here = NormalForm((Cofactor(ONE, len(goal.context.facts)),))
            proof = Cases(goal.relation, here, proof)
            return proof if proves(goal, proof) else None
    return None


def prove_over_denominators(
    context: Context, relation: Relation, exponent: int, beside: bool = False
) -> Proof | None:
    """The same after multiplication by what is known not to be 0.

    The difference to this power is a combination; it is divided by the difference again, which is
    known not to be 0 unless the exponent is 1.  `beside`: multiplied also by the facts `f ≠ 0`.
    """
    gap = difference(context.normalizer, relation)
    if not isinstance(gap, Poly):
        return None
    found = _over_denominators(context, gap, exponent, beside)
    if found is None:
        return None
    return NormalForm(tuple(Cofactor(term, number) for number, term in found))


def _entry_by_entry(context: Context, gap: Grid) -> Proof | None:
    """The same for every entry of an explicit matrix."""
    columns: dict[int, list[Term]] = {}
    for place, entry in enumerate(gap.entries):
        found = [] if entry.is_zero else _over_denominators(context, entry, 1, False)
        if found is None:
            return None
        for number, term in found:
            columns.setdefault(number, [ZERO] * len(gap.entries))[place] = term
    size = gap.columns
    return NormalForm(
        tuple(
            Cofactor(matrix([terms[k : k + size] for k in range(0, len(terms), size)]), number)
            for number, terms in sorted(columns.items())
        )
    )


def _over_denominators(
    context: Context, gap: Poly, exponent: int, beside: bool
) -> list[tuple[int, Term]] | None:
    algebra = context.normalizer.algebra
    cleared, over = _cleared(algebra, gap)
    premises = [
        (number, *_cleared(algebra, p))
        for number, fact in enumerate(context.facts)
        if number not in context.ignored
        for p in [_equation(context, fact)]
        if p is not None
    ]
    if not 1 <= len(premises) <= MAX_EQUATIONS:
        return None
    for g in _nonzero_factors(algebra, [cleared, *(p for _, p, _ in premises)]) if beside else ():
        cleared = algebra.times(cleared, g)
        over.append(g)
    target = algebra.power(cleared, exponent)
    try:
        cofactors = combination(algebra, target, [p for _, p, _ in premises])
    except TooLarge:
        return None
    if cofactors is None:
        return None
    over += [cleared] * (exponent - 1)
    reader = Reader(algebra, context.symbols)
    try:
        return [
            (number, _quotient(reader, [c, *own], over))
            for c, (number, _, own) in zip(cofactors, premises, strict=True)
            if not c.is_zero
        ]
    except NotReadable:
        return None


def _quotient(reader: Reader, factors: list[Poly], divisors: list[Poly]) -> Term:
    """A quotient of products of polynomials, not multiplied out."""
    term = mul(ONE, *map(reader.poly, factors))
    for divisor in divisors:
        term = div(term, reader.poly(divisor))
    return term


def _cleared(algebra: Algebra, p: Poly) -> tuple[Poly, list[Poly]]:
    """p times something not 0, without negative powers and known inverses; and the factors."""
    factors = []
    for _ in range(MAX_CLEARED):
        g = next(
            (
                g
                for g in sorted({g for m in p.monomials() for g, _ in m}, reverse=True)
                if algebra.atoms[g].key[0] == "inv"
                and algebra.is_nonzero(P.from_key(algebra.atoms[g].key[1]))
            ),
            None,
        )
        if g is None:
            break
        most = max(e for m in p.monomials() for h, e in m if h == g)
        factors += [P.from_key(algebra.atoms[g].key[1])] * int(most)
        p = algebra.cleared(p, g)
    lowest: dict[int, Exponent] = {}
    for m in p.monomials():
        for g, e in m:
            if e < 0:
                lowest[g] = min(lowest.get(g, 0), e)
    factor = P.monomial(tuple(sorted((g, -e) for g, e in lowest.items())))
    return algebra.times(p, factor), [*factors, factor]


def _nonzero_factors(algebra: Algebra, among: list[Poly]) -> list[Poly]:
    """The facts `f ≠ 0` about what is in these polynomials."""
    inside = {g for p in among for m in p.monomials() for g, _ in m}
    found = []
    for key in sorted(algebra.nonzero_keys, key=repr)[:MAX_FACTORS]:
        p = P.from_key(key)
        if {g for m in p.monomials() for g, _ in m} <= inside:
            found.append(p)
    atoms = [g for g in sorted(inside) if g > 0 and algebra.atoms[g].nonzero]
    return [*found, *(P.generator(g) for g in atoms[:MAX_FACTORS])]


def contradiction(context: Context) -> Proof | None:
    """A proof of `1 = 0` from the equations of the context, if they contradict each other."""
    goal = Goal(context, eq(ONE, ZERO))
    try:
        proof = _combined(context, difference(context.normalizer, goal.relation))
    except Unsettled:
        return None
    return proof if proof is not None and proves(goal, proof) else None


def _combined(context: Context, gap: object) -> Proof | None:
    premises = [
        (number, p)
        for number, fact in enumerate(context.facts)
        if number not in context.ignored
        for p in [_equation(context, fact)]
        if p is not None
    ]
    if not isinstance(gap, Poly) or not 1 <= len(premises) <= MAX_EQUATIONS:
        return None
    try:
        cofactors = combination(context.normalizer.algebra, gap, [p for _, p in premises])
    except TooLarge:
        return None
    if cofactors is None:
        return None
    reader = Reader(context.normalizer.algebra, context.symbols)
    try:
        return NormalForm(
            tuple(
                Cofactor(reader.poly(c), number)
                for c, (number, _) in zip(cofactors, premises, strict=True)
                if not c.is_zero
            )
        )
    except NotReadable:
        return None


def _equation(context: Context, fact: Proposition) -> Poly | None:
    """A fact as a polynomial that is zero; None for what is no such equation."""
    if not fact.is_plain or fact.relation.operator != "==":
        return None
    try:
        p = difference(context.normalizer, fact.relation)
    except Unsettled:
        return None
    return p if isinstance(p, Poly) and not p.is_zero else None


@dataclass(frozen=True)
class _Element:
    """A polynomial with leading coefficient 1, and its cofactors."""

    poly: Poly
    lead: Monomial
    cofactors: tuple[Poly, ...]


def combination(algebra: Algebra, target: Poly, equations: Sequence[Poly]) -> list[Poly] | None:
    """Cofactors with `target = Σ cofactor · equation`; None if none are found.

    Raises TooLarge beyond the limits.
    """
    search = _Search(algebra, [target, *equations], len(equations))
    if not search.polynomial:
        return None
    for k, p in enumerate(equations):
        search.add(p, [P.ONE if j == k else P.ZERO for j in range(len(equations))])
    for k, p in enumerate(equations):
        # Roots obey relations, s**2 = e, that only a product by the root brings out.
        for g in sorted({g for m in p.monomials() for g, _ in m if g < 0}):
            s = P.generator(g)
            own = [s if j == k else P.ZERO for j in range(len(equations))]
            search.add(algebra.times(s, p), own)
    tried = 0
    while True:
        rest, cofactors = search.reduced(target)
        if rest.is_zero:
            return cofactors
        while True:
            pair = search.next_pair()
            tried += 1
            if pair is None or tried > MAX_PAIRS or len(search.basis) > MAX_BASIS:
                return None
            if search.add(*search.s_polynomial(*pair)):
                break


class _Search:
    def __init__(self, algebra: Algebra, given: Sequence[Poly], count: int) -> None:
        self.algebra = algebra
        self.count = count
        self.generators = sorted({g for p in given for m in p.monomials() for g, _ in m})
        self.basis: list[_Element] = []
        self.pairs: list[tuple[int, int]] = []
        # Exponentials have other exponents, for which these reductions need not end.
        self.polynomial = all(
            isinstance(e, int) and e > 0 for p in given for m in p.monomials() for _, e in m
        )

    def rank(self, m: Monomial) -> tuple[int, tuple[int, ...]]:
        powers = dict(m)
        return (sum(powers.values()), tuple(powers.get(g, 0) for g in self.generators))

    def add(self, p: Poly, cofactors: Sequence[Poly]) -> bool:
        """Add what remains of p to the basis; whether anything does."""
        rest, used = self.reduced(p)
        if rest.is_zero:
            return False
        lead = max(rest.monomials(), key=self.rank)
        a, b = Fraction(rest.re.get(lead, 0), rest.den), Fraction(rest.im.get(lead, 0), rest.den)
        size = a * a + b * b
        own = [P.plus(c, P.negative(u)) for c, u in zip(cofactors, used, strict=True)]
        element = _Element(
            P.scale(rest, a / size, -b / size),
            lead,
            tuple(P.scale(c, a / size, -b / size) for c in own),
        )
        self.pairs += [(k, len(self.basis)) for k in range(len(self.basis))]
        self.basis.append(element)
        return True

    def next_pair(self) -> tuple[int, int] | None:
        """The pair with the smallest least common multiple; not those that cannot matter."""
        self.pairs = [(i, j) for i, j in self.pairs if not _coprime(self._lead(i), self._lead(j))]
        if not self.pairs:
            return None
        best = min(self.pairs, key=lambda p: self.rank(_lcm(self._lead(p[0]), self._lead(p[1]))))
        self.pairs.remove(best)
        return best

    def _lead(self, k: int) -> Monomial:
        return self.basis[k].lead

    def s_polynomial(self, i: int, j: int) -> tuple[Poly, list[Poly]]:
        f, g = self.basis[i], self.basis[j]
        common = _lcm(f.lead, g.lead)
        u, v = (P.monomial(_over(common, e.lead)) for e in (f, g))
        return self._minus(u, f.poly, v, g.poly), [
            self._minus(u, a, v, b) for a, b in zip(f.cofactors, g.cofactors, strict=True)
        ]

    def _minus(self, u: Poly, a: Poly, v: Poly, b: Poly) -> Poly:
        times = self.algebra.times
        return P.plus(times(u, a), P.negative(times(v, b)))

    def reduced(self, p: Poly) -> tuple[Poly, list[Poly]]:
        """What remains of p, none of it divisible by a leading monomial, and the cofactors."""
        cofactors = [P.ZERO] * self.count
        for _ in range(MAX_STEPS):
            if len(p.re) + len(p.im) > MAX_MONOMIALS:
                raise TooLarge(f"a polynomial of more than {MAX_MONOMIALS} monomials")
            found = self._divisible(p)
            if found is None:
                return p, cofactors
            m, element = found
            part = Poly(
                {_over(m, element.lead): p.re[m]} if m in p.re else {},
                {_over(m, element.lead): p.im[m]} if m in p.im else {},
                p.den,
            )
            p = P.plus(p, P.negative(self.algebra.times(part, element.poly)))
            cofactors = [
                c if own.is_zero else P.plus(c, self.algebra.times(part, own))
                for c, own in zip(cofactors, element.cofactors, strict=True)
            ]
        raise TooLarge(f"a reduction of more than {MAX_STEPS} steps")

    def _divisible(self, p: Poly) -> tuple[Monomial, _Element] | None:
        for m in sorted(p.monomials(), key=self.rank, reverse=True):
            powers = dict(m)
            for element in self.basis:
                if all(powers.get(g, 0) >= e for g, e in element.lead):
                    return m, element
        return None


def _lcm(a: Monomial, b: Monomial) -> Monomial:
    powers = dict(a)
    for g, e in b:
        powers[g] = max(e, powers.get(g, 0))
    return tuple(sorted(powers.items()))


def _coprime(a: Monomial, b: Monomial) -> bool:
    return not {g for g, _ in a} & {g for g, _ in b}


def _over(m: Monomial, by: Monomial) -> Monomial:
    powers = dict(m)
    for g, e in by:
        powers[g] -= e
    return tuple((g, e) for g, e in sorted(powers.items()) if e)


__all__ = ["combination", "contradiction", "prove_in_ideal"]
