"""Proofs from equations: cofactors by division, and substitution of equals.

Scalar equations are polynomials in atoms.  The goal's residual is divided by them, for a few
orders of the monomials; a remainder of zero gives the cofactors.  This is complete for equations
that are a Gröbner basis in one of the orders, in particular for one equation and for equations
that are solved for different symbols (`ideals` is complete for others).  Where that fails, an
equation is put into the goal and the rest is tried again.

Source: D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.forms import Grid
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Monomial, Poly
from derivations.kernel.proofs import Cofactor, Have, NormalForm, Proof, Rewrite
from derivations.language.statements import Proposition, Relation, Unsettled, eq, replace_term
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, matrix, neg, number as constant
from derivations.search.goals import Goal, gap_of, nodes, proves, scalar_facts
from derivations.search.readback import Reader

# Division stops after so many steps, or when so many monomials remain.
MAX_STEPS = 200
# A quotient by one polynomial is sought for so many steps; exponentials can be divided for ever.
MAX_QUOTIENT_STEPS = 40
MAX_REMAINDER = 20_000
# A remainder that grows to so many times the dividend will not vanish, unless it is small.
GROWTH, MIN_REMAINDER = 4, 200
# Equations are put into the goal at most so often, one after the other.
MAX_SUBSTITUTIONS = 6
# So many goals are made in this way.
MAX_GOALS = 200

Rank = Callable[[Monomial], Any]


def prove_from_equations(goal: Goal) -> Proof | None:
    """Cofactors for the goal as it stands, else after substituting equals."""
    if not any(f.is_plain and f.relation.operator == "==" for f in goal.context.facts):
        return None
    return _prove(goal, frozenset(), {goal.relation})


def _prove(goal: Goal, used: frozenset[int], seen: set[Relation]) -> Proof | None:
    if proves(goal, NormalForm()):
        return NormalForm()
    proof = prove_by_cofactors(goal)
    if proof is not None or len(used) == MAX_SUBSTITUTIONS:
        return proof
    for number, then, wrap in _substitutions(goal, used):
        if then.relation not in seen and len(seen) < MAX_GOALS:
            seen.add(then.relation)
            inner = _prove(then, used | {number}, seen)
            if inner is not None:
                return wrap(inner)
    return None


def with_cofactors(gap: Poly | Grid, found: Sequence[Mapping[int, Term]]) -> NormalForm:
    """The proof by what each equation is multiplied by, for each entry of the gap."""
    cofactors = []
    for number in sorted({n for terms in found for n in terms}):
        entries = [terms.get(number, ZERO) for terms in found]
        size = 1 if isinstance(gap, Poly) else gap.columns
        rows = [entries[k : k + size] for k in range(0, len(entries), size)]
        cofactors.append(
            Cofactor(entries[0] if isinstance(gap, Poly) else matrix(rows), number)
        )
    return NormalForm(tuple(cofactors))


# Division


def _ranks() -> list[Rank]:
    def by_degree(m: Monomial) -> Any:
        return (sum(abs(e) for _, e in m), m)

    def by_generator(m: Monomial) -> Any:
        return sorted(((g, e) for g, e in m), reverse=True)

    def by_small_generator(m: Monomial) -> Any:
        return sorted(((-g, e) for g, e in m), reverse=True)

    return [by_degree, by_generator, by_small_generator]


def prove_by_cofactors(goal: Goal) -> Proof | None:
    """Divide the residual by the equations."""
    try:
        gap = goal.gap
    except Unsettled:
        return None
    premises = [(n, p) for n, _, p in scalar_facts(goal.context, "==")]
    if not isinstance(gap, (Poly, Grid)) or not premises:
        return None
    residuals = [gap] if isinstance(gap, Poly) else gap.entries
    reader = Reader(goal.context.normalizer.algebra, goal.context.symbols)
    for rank in _ranks():
        with suppress(Unsettled):
            found = []
            for residual in residuals:
                quotients = _divided(reader.algebra, residual, premises, rank)
                if quotients is None:
                    break
                pairs = zip(premises, quotients, strict=True)
                found.append({n: reader.poly(q) for (n, _), q in pairs if not q.is_zero})
            else:
                proof = with_cofactors(gap, found)
                if proves(goal, proof):
                    return proof
    return None


def divided_by(algebra: Algebra, p: Poly, divisor: Poly) -> Iterator[Poly]:
    """Exact quotients `p / divisor`, up to exponentials, for each order of monomials."""
    (a, b), shift, core = algebra.split_unit(divisor)
    size = a * a + b * b
    back = tuple((g, -e) for g, e in shift)
    _, own, rest = algebra.split_unit(p)
    for rank in _ranks():
        quotients = _divided(algebra, rest, [(0, core)], rank, MAX_QUOTIENT_STEPS)
        if quotients is not None:
            c, _, _ = algebra.split_unit(p)
            unit = P.times_monomials(own, back)
            scaled = algebra.times(quotients[0], P.monomial(unit), P.constant(*c))
            yield P.scale(scaled, a / size, -b / size)


def _leading(p: Poly, rank: Rank) -> Monomial:
    return max(p.monomials(), key=rank)


def _quotient(m: Monomial, by: Monomial, algebra: Algebra) -> Monomial | None:
    """m / by, when only exponentials get negative exponents."""
    powers = dict(m)
    for g, e in by:
        rest = powers.get(g, 0) - e
        if rest < 0 and algebra.atoms[g].key[0] != "exp":
            return None
        powers[g] = rest
    return tuple(sorted((g, e) for g, e in powers.items() if e))


def _divided(
    algebra: Algebra,
    p: Poly,
    premises: list[tuple[int, Poly]],
    rank: Rank,
    steps: int = MAX_STEPS,
) -> list[Poly] | None:
    """Quotients with `p = Σ quotient · premise`, or None when something remains."""
    quotients = [P.ZERO for _ in premises]
    leads = []
    for _, premise in premises:
        m = _leading(premise, rank)
        a, b = Fraction(premise.re.get(m, 0), premise.den), Fraction(
            premise.im.get(m, 0), premise.den
        )
        size = a * a + b * b
        leads.append((m, (a / size, -b / size)))
    p = algebra.settled(p)
    room = min(MAX_REMAINDER, max(MIN_REMAINDER, GROWTH * (len(p.re) + len(p.im))))
    for _ in range(steps):
        if p.is_zero:
            return quotients
        if len(p.re) + len(p.im) > room:
            return None
        step = _step(algebra, p, leads, rank)
        if step is None:
            return None
        k, factor = step
        quotients[k] = P.plus(quotients[k], factor)
        p = P.plus(p, P.negative(algebra.times(factor, premises[k][1])))
    return None


def _step(
    algebra: Algebra,
    p: Poly,
    leads: list[tuple[Monomial, tuple[Fraction, Fraction]]],
    rank: Rank,
) -> tuple[int, Poly] | None:
    """The highest monomial that a leading monomial divides, divided by it.

    With it go all others that the same leading monomial divides; but not when that is a mere
    exponential, which divides everything.
    """
    for m in sorted(p.monomials(), key=rank, reverse=True):
        for k, (lead, inverse) in enumerate(leads):
            rest = _quotient(m, lead, algebra)
            if rest is None:
                continue
            if all(algebra.atoms[g].key[0] == "exp" for g, _ in lead):
                part = Poly(
                    {rest: p.re[m]} if m in p.re else {},
                    {rest: p.im[m]} if m in p.im else {},
                    p.den,
                )
                return k, P.scale(part, *inverse)
            return k, P.scale(_all_quotients(algebra, p, lead), *inverse)
    return None


def _all_quotients(algebra: Algebra, p: Poly, lead: Monomial) -> Poly:
    parts: list[P.Part] = []
    for part in (p.re, p.im):
        found: P.Part = {}
        for m, c in part.items():
            rest = _quotient(m, lead, algebra)
            if rest is not None:
                found[rest] = c
        parts.append(found)
    return Poly(parts[0], parts[1], p.den)


# Substitution of equals

Wrap = Callable[[Proof], Proof]


def _substitutions(goal: Goal, used: frozenset[int]) -> list[tuple[int, Goal, Wrap]]:
    """Equations put into the goal: a side that stands in it, or solved for one of its symbols."""
    found = []
    present = {t for t in nodes(goal.relation) if t.head not in ("number", "i", "pi")}
    for number, fact in enumerate(goal.context.facts):
        relation = fact.relation
        if not fact.is_plain or relation.operator != "==" or number in used:
            continue
        solved = _solved(goal, relation, number, present)
        if solved is None:
            continue
        old, new, cofactor = solved
        changed = replace_term(goal.relation, old, new)
        if changed == goal.relation:
            continue
        place, context, proof = number, goal.context, NormalForm((cofactor,))
        if (old, new) != (relation.left, relation.right):
            place = len(context.facts)
            context = context.with_facts(Proposition(eq(old, new)))
        wrap = _rewriting(place, number, eq(old, new), proof)
        found.append((number, Goal(context, changed), wrap))
    return found


def _rewriting(place: int, number: int, fact: Relation, proof: Proof) -> Wrap:
    """Rewrite with the fact at this place, which is proved first unless it is a hypothesis."""

    def wrap(inner: Proof) -> Proof:
        step = Rewrite(place, inner)
        return step if place == number else Have(Proposition(fact), proof, step)

    return wrap


def _solved(
    goal: Goal, relation: Relation, number: int, present: set[Term]
) -> tuple[Term, Term, Cofactor] | None:
    """The equation as `old = new` with `old` in the goal, and the cofactor that shows it."""
    if relation.left in present:
        return relation.left, relation.right, Cofactor(ONE, number)
    if relation.right in present:
        return relation.right, relation.left, Cofactor(neg(ONE), number)
    with suppress(Unsettled):
        gap = gap_of(goal.context, relation)
        if gap is not None:
            return _linear(goal, gap, number, present)
    return None


def _linear(
    goal: Goal, gap: Poly, number: int, present: set[Term]
) -> tuple[Term, Term, Cofactor] | None:
    """Solve `right - left = 0` for a symbol of the goal with a rational coefficient."""
    algebra = goal.context.normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    for term in sorted((t for t in present if t.head == "symbol"), key=lambda t: t.name):
        value = solved_for(reader, gap, term) if term.sort.is_scalar else None
        if value is not None:
            new, factor = value
            return term, new, Cofactor(constant(factor), number)
    return None


def solved_for(reader: Reader, gap: Poly, term: Term) -> tuple[Term, Fraction] | None:
    """`gap = 0` as `term = value`, where the scalar symbol has a rational coefficient and stands
    nowhere else; and by what the gap was multiplied.  Raises NotReadable."""
    (m,) = reader.algebra.symbol(term.name, term.sort).re
    if m not in gap.re or m in gap.im:
        return None
    if any(g == m[0][0] for n in gap.monomials() if n != m for g, _ in n):
        return None
    factor = Fraction(-gap.den, gap.re[m])
    rest = Poly({n: v for n, v in gap.re.items() if n != m}, gap.im, gap.den)
    value = reader.poly(P.scale(rest, factor))
    return None if term in subterms(value) else (value, factor)


__all__ = [
    "divided_by",
    "prove_by_cofactors",
    "prove_from_equations",
    "solved_for",
    "with_cofactors",
]
