"""Proofs from equational hypotheses: cofactors by division, and substitution of equals.

Scalar equations are polynomials in atoms.  The goal's residual is divided by them, for a few
orders of the monomials; a remainder of zero gives the cofactors.  This is complete for hypotheses
that are a Gröbner basis in one of the orders, in particular for one hypothesis and for
hypotheses that are solved for different symbols.  Where that fails, hypotheses `x = e` are put
into the goal and the rest is tried again.

Source: D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from derivations.kernel import forms
from derivations.kernel import polynomial as P
from derivations.kernel.context import difference
from derivations.kernel.forms import Grid
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Monomial, Poly, TooLarge
from derivations.kernel.proofs import Cofactor, Have, NormalForm, Proof, Rewrite
from derivations.language.statements import (
    Proposition,
    Relation,
    Unsettled,
    eq,
    replace_term,
)
from derivations.language.terms import Term, matrix, neg, subterms
from derivations.search.goals import Goal, nodes, proves
from derivations.search.readback import NotReadable, Reader

# Division stops after so many steps, or when so many monomials remain.
MAX_STEPS = 200
# A quotient by one polynomial is sought for so many steps; exponentials can be divided for ever.
MAX_QUOTIENT_STEPS = 40
MAX_REMAINDER = 20_000
# A remainder that grows to so many times the dividend will not vanish, unless it is small.
GROWTH, MIN_REMAINDER = 4, 200
# Equations are put into the goal at most so often, one after the other.
MAX_SUBSTITUTIONS = 6

Rank = Callable[[Monomial], Any]


def prove_from_hypotheses(goal: Goal) -> Proof | None:
    """Cofactors for the goal as it stands, else after substituting equals."""
    if goal.relation.operator != "==" or not _equations(goal):
        return None
    return _prove(goal, MAX_SUBSTITUTIONS, frozenset())


def _prove(goal: Goal, depth: int, used: frozenset[int]) -> Proof | None:
    if proves(goal, NormalForm()):
        return NormalForm()
    proof = prove_by_cofactors(goal)
    if proof is not None or depth == 0:
        return proof
    for number, make in _substitutions(goal, used):
        then, wrap = make
        inner = _prove(then, depth - 1, used | {number})
        if inner is not None:
            return wrap(inner)
    return None


def _equations(goal: Goal) -> list[int]:
    return [
        n
        for n, fact in enumerate(goal.context.facts)
        if fact.is_plain and fact.relation.operator == "=="
    ]


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
        gap = difference(goal.context.normalizer, goal.relation)
        residuals = [gap] if isinstance(gap, Poly) else list(gap.entries)  # type: ignore[union-attr]
    except (Unsettled, AttributeError):
        return None
    algebra = goal.context.normalizer.algebra
    premises: list[tuple[int, Poly]] = []
    for number in _equations(goal):
        try:
            p = difference(goal.context.normalizer, goal.context.facts[number].relation)
        except Unsettled:
            continue
        if isinstance(p, Poly) and not p.is_zero:
            premises.append((number, p))
    if not premises:
        return None
    for rank in _ranks():
        try:
            quotients = [_divided(algebra, r, premises, rank) for r in residuals]
        except TooLarge:
            continue
        if all(q is not None for q in quotients):
            proof = _cofactors(goal, gap, premises, quotients)  # type: ignore[arg-type]
            if proof is not None and proves(goal, proof):
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


def _cofactors(
    goal: Goal,
    gap: Poly | forms.Form,
    premises: list[tuple[int, Poly]],
    quotients: list[list[Poly]],
) -> Proof | None:
    reader = Reader(goal.context.normalizer.algebra, goal.context.symbols)
    cofactors = []
    try:
        for k, (number, _) in enumerate(premises):
            column = [q[k] for q in quotients]
            if all(q.is_zero for q in column):
                continue
            if isinstance(gap, Grid):
                left = matrix(
                    [
                        [reader.poly(column[i * gap.columns + j]) for j in range(gap.columns)]
                        for i in range(gap.rows)
                    ]
                )
            else:
                left = reader.poly(column[0])
            cofactors.append(Cofactor(left, number))
    except NotReadable:
        return None
    return NormalForm(tuple(cofactors))


# Substitution of equals

Wrapped = tuple[Goal, Callable[[Proof], Proof]]


def _substitutions(goal: Goal, used: frozenset[int]) -> list[tuple[int, Wrapped]]:
    """Equations put into the goal: a side that is a symbol or an application, or solved for one."""
    found = []
    present = {t for t in nodes(goal.relation) if t.head in ("symbol", "apply", "inner", "scalar")}
    for number in _equations(goal):
        if number in used:
            continue
        relation = goal.context.facts[number].relation
        solved = _solved(goal, relation, present)
        if solved is None:
            continue
        old, new, cofactor = solved
        fact = eq(old, new)
        if (old, new) == (relation.left, relation.right):
            place, context = number, goal.context
        else:
            place, context = len(goal.context.facts), goal.context.with_facts(Proposition(fact))
        changed = replace_term(goal.relation, old, new)
        if changed == goal.relation:
            continue
        found.append((number, (Goal(context, changed), _putting_in(place, number, fact, cofactor))))
    return found


def _putting_in(
    place: int, number: int, fact: Relation, cofactor: Cofactor | None
) -> Callable[[Proof], Proof]:
    """Rewrite with the fact at this place, which is proved first unless it is a hypothesis."""

    def wrap(inner: Proof) -> Proof:
        step = Rewrite(place, inner)
        if place == number or cofactor is None:
            return step
        return Have(Proposition(fact), NormalForm((cofactor,)), step)

    return wrap


def _solved(
    goal: Goal, relation: Relation, present: set[Term]
) -> tuple[Term, Term, Cofactor | None] | None:
    """The equation as `old = new` with `old` in the goal, and the cofactor that shows it."""
    number = next(n for n in _equations(goal) if goal.context.facts[n].relation is relation)
    one = Term("number", (), Fraction(1))
    if relation.left in present:
        return relation.left, relation.right, None
    if relation.right in present:
        return relation.right, relation.left, Cofactor(neg(one), number)
    try:
        gap = difference(goal.context.normalizer, relation)
        if not isinstance(gap, Poly):
            return None
        return _linear(goal, gap, number, present)
    except Unsettled:
        return None


def _linear(
    goal: Goal, gap: Poly, number: int, present: set[Term]
) -> tuple[Term, Term, Cofactor] | None:
    """Solve `right - left = 0` for a symbol of the goal with a rational coefficient."""
    algebra = goal.context.normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    for term in sorted((t for t in present if t.head == "symbol"), key=lambda t: t.name):
        if not term.sort.is_scalar:
            continue
        (m,) = algebra.symbol(term.name, term.sort).re
        if m not in gap.re or m in gap.im:
            continue
        g = m[0][0]
        others = [n for n in gap.monomials() if n != m]
        if any(h == g for n in others for h, _ in n):
            continue
        c = Fraction(gap.re[m], gap.den)
        rest = Poly({n: v for n, v in gap.re.items() if n != m}, gap.im, gap.den)
        new = reader.poly(P.scale(rest, -1 / c))
        if any(t == term for t in subterms(new)):
            continue
        return term, new, Cofactor(Term("number", (), -1 / c), number)
    return None
