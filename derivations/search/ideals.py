"""Cofactors from a Gröbner basis: what follows from several equations together.

The residual of a goal is written as a combination of the equations by SymPy, in polynomials over
the rationals; i and the roots among the atoms are variables with relations of their own.  Complete
for polynomial equations over the Gaussian rationals within the limits below; atoms count as
independent, and goals that hold only for roots (from `p**2 = 0` to `p = 0`) are found up to a
power.  Equations of which 1 is a combination contradict each other.

Source: D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, chapter 2; with cofactors
by syzygies: G.-M. Greuel, G. Pfister, A Singular Introduction to Commutative Algebra, 2.8.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context
from derivations.kernel.forms import Grid
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Exponent, Poly, TooLarge
from derivations.kernel.proofs import Cases, Cofactor, NormalForm, Proof
from derivations.language.statements import Proposition, Unsettled, eq, ne
from derivations.language.terms import ONE, ZERO, Term, div
from derivations.search.equations import with_cofactors
from derivations.search.goals import Goal, proves, scalar_facts
from derivations.search.readback import NotReadable, Reader, product_of

# Equations, atoms, and monomials of one polynomial: beyond one of these there is no search.
MAX_EQUATIONS = 12
MAX_ATOMS = 16
MAX_MONOMIALS = 300
# The search ends when SymPy has compared so many monomials.
MAX_COMPARISONS = 30_000
# Denominators that are cleared, factors that are known not to be 0, powers of the difference, and
# powers of a root up to the first that is none of the root.
MAX_CLEARED = 12
MAX_FACTORS = 4
MAX_POWER = 3
MAX_ROOT = 12


def prove_in_ideal(goal: Goal) -> Proof | None:
    """The goal as a combination of the equations of its context."""
    if not any(scalar_facts(goal.context, "==")):
        return None
    for beside in (False, True):
        proof = _combined(goal, 1, beside)
        if proof is not None and proves(goal, proof):
            return proof
    # A power of the difference vanishes: either the goal holds, or its difference is not 0.
    apart = Proposition(ne(goal.relation.left, goal.relation.right))
    other = Goal(goal.context.with_facts(apart), goal.relation)
    for exponent in range(2, MAX_POWER + 1) if isinstance(goal.gap, Poly) else ():
        proof = _combined(other, exponent, False)
        if proof is not None:
            here = NormalForm((Cofactor(ONE, len(goal.context.facts)),))
            proof = Cases(goal.relation, here, proof)
            return proof if proves(goal, proof) else None
    return None


def contradiction(context: Context) -> Proof | None:
    """A proof of `1 = 0` from the equations of the context, if they contradict each other."""
    goal = Goal(context, eq(ONE, ZERO))
    proof = None
    with suppress(Unsettled):
        proof = _combined(goal, 1, False)
    return proof if proof is not None and proves(goal, proof) else None


def _combined(goal: Goal, exponent: int, beside: bool) -> Proof | None:
    """The same after multiplication by what is known not to be 0, for every entry of a matrix.

    The difference to this power is a combination; it is divided by the difference again, which is
    known not to be 0 unless the exponent is 1.  `beside`: multiplied also by the facts `f ≠ 0`.
    """
    if not isinstance(goal.gap, (Poly, Grid)):
        return None
    found = []
    for gap in [goal.gap] if isinstance(goal.gap, Poly) else goal.gap.entries:
        terms = {} if gap.is_zero else _over_denominators(goal.context, gap, exponent, beside)
        if terms is None:
            return None
        found.append(terms)
    return with_cofactors(goal.gap, found)


def _over_denominators(
    context: Context, gap: Poly, exponent: int, beside: bool
) -> dict[int, Term] | None:
    algebra = context.normalizer.algebra
    cleared, over = _cleared(algebra, gap)
    premises = [(n, *_cleared(algebra, p)) for n, _, p in scalar_facts(context, "==")]
    if beside:
        factors = _nonzero_factors(algebra, [cleared, *(p for _, p, _ in premises)])
        if not factors:
            return None
        for g in factors:
            cleared = algebra.times(cleared, g)
            over.append(g)
    target = algebra.power(cleared, exponent)
    cofactors = combination(algebra, target, [p for _, p, _ in premises])
    if cofactors is None:
        return None
    over += [cleared] * (exponent - 1)
    reader = Reader(algebra, context.symbols)
    with suppress(NotReadable):
        return {
            number: _quotient(reader, [c, *own], over)
            for c, (number, _, own) in zip(cofactors, premises, strict=True)
            if not c.is_zero
        }
    return None


def _quotient(reader: Reader, factors: list[Poly], divisors: list[Poly]) -> Term:
    """A quotient of products of polynomials, not multiplied out."""
    above, below = (
        [reader.poly(p) for p in ps if P.key(p) != P.key(P.ONE)] for ps in (factors, divisors)
    )
    term = product_of(above)
    for divisor in below:
        term = div(term, divisor)
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


def combination(
    algebra: Algebra, target: Poly, equations: Sequence[Poly]
) -> list[Poly] | None:
    """Cofactors with `target = Σ cofactor · equation`; None if none are found."""
    given = [target, *equations]
    if not 1 <= len(equations) <= MAX_EQUATIONS or _is_large(given):
        return None
    relations: dict[int, Poly] = {}
    pending = sorted({g for p in given for m in p.monomials() for g, _ in m})
    atoms = list(pending)
    for g in pending:
        if g < 0:
            relations[g] = _relation(algebra, g)
            pending += (new := sorted(_atoms(relations[g]) - set(atoms)))
            atoms += new
    everything = [*given, *relations.values()]
    # Exponentials have other exponents, for which there are no Gröbner bases.
    if len(atoms) > MAX_ATOMS or not all(_is_polynomial(p) for p in everything):
        return None
    # SymPy takes half of the time that starting up takes.
    from sympy import QQ, Dummy, Poly as SympyPoly, Rational
    from sympy.polys.orderings import ReversedGradedLexOrder

    class Counted(ReversedGradedLexOrder):  # type: ignore[misc]
        left = MAX_COMPARISONS

        def __call__(self, monomial: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise TooLarge(f"a Gröbner basis of more than {MAX_COMPARISONS} comparisons")
            return super().__call__(monomial)

    names = [Dummy(f"x{k}") for k in range(len(atoms) + 1)]

    def to_sympy(p: Poly) -> Any:
        terms: dict[tuple[int, ...], Any] = {}
        for imaginary, part in ((0, p.re), (1, p.im)):
            for m, c in part.items():
                powers = dict(m)
                place = (*(int(powers.get(g, 0)) for g in atoms), imaginary)
                terms[place] = Rational(c, p.den)
        return SympyPoly.from_dict(terms, *names).as_expr()

    def from_sympy(element: Any) -> Poly:
        parts = []
        for place, c in element.to_dict().items():
            m = tuple((g, e) for g, e in zip(atoms, place[:-1], strict=True) if e)
            c = Fraction(int(c.numerator), int(c.denominator))
            unit = ((1, 0), (0, 1), (-1, 0), (0, -1))[place[-1] % 4]
            power = P.ONE
            for g, e in m:
                power = algebra.times(power, algebra.power(P.generator(g), e))
            parts.append(P.scale(power, c * unit[0], c * unit[1]))
        return P.total(parts)

    ring = QQ.old_poly_ring(*names, order=Counted())
    ideal = ring.ideal(*map(to_sympy, [*equations, *relations.values()]), names[-1] ** 2 + 1)
    try:
        found = ideal.in_terms_of_generators(to_sympy(target))
    except ValueError:  # not in the ideal
        return None
    return [from_sympy(c) for c in found[: len(equations)]]


def _atoms(p: Poly) -> set[int]:
    return {g for m in p.monomials() for g, _ in m}


def _is_large(polynomials: Sequence[Poly]) -> bool:
    return any(len(p.re) + len(p.im) > MAX_MONOMIALS for p in polynomials)


def _is_polynomial(p: Poly) -> bool:
    return all(isinstance(e, int) and e > 0 for m in p.monomials() for _, e in m)


def _relation(algebra: Algebra, g: int) -> Poly:
    """What a power of a root obeys: `s**2 - e` for a square root."""
    for k in range(2, MAX_ROOT + 1):
        power = P.monomial(((g, k),))
        reduced = P.settle(power.re, {}, 1, algebra.reduce)
        if P.key(reduced) != P.key(power):
            return P.plus(power, P.negative(reduced))
    raise TooLarge(f"a root of which the first {MAX_ROOT} powers obey no relation")


__all__ = ["combination", "contradiction", "prove_in_ideal"]
