"""Induction on a natural or posint that the goal depends on.

The base is proved by normal forms, or from the hypotheses; the step from the induction hypothesis
by cofactors, or for matrices by rewriting words.  This proves closed forms of sums (their
difference and one base value) and powers that arise from a recurrence.

With `a ≤ n` known, n is a + m and the induction is on m; without a bound among the facts, it is
over one or two values with the facts about the variable carried along.  Incomplete, as every
induction without lemmas is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.integers import offset
from derivations.kernel.polynomial import Monomial, Poly
from derivations.kernel.proofs import (
    Cofactor, Induction, NormalForm, Offset, Proof, StrongInduction,
)
from derivations.language.sorts import NATURAL
from derivations.language.statements import Proposition, Relation, Unsettled
from derivations.language.substitution import Substitution, free_symbols, fresh
from derivations.language.terms import ONE, ZERO, Term, add, symbol
from derivations.search.equations import prove_by_cofactors, prove_from_equations
from derivations.search.goals import Goal, gap_of, nodes, proves
from derivations.search.instances import with_instances
from derivations.search.readback import NotReadable, Reader
from derivations.search.sums import open_induction, prove_sum
from derivations.search.word_ideals import prove_by_word_ideal

# Multiples of the induction hypothesis are read off so many of its monomials.
MAX_LEADS = 6


def induction_variables(goal: Goal) -> list[Term]:
    """Naturals in a range, an exponent, or an index of the goal, the most used first."""
    if not any(s.sort.kind in ("natural", "posint") for s in goal.context.symbols):
        return []
    uses: dict[Term, int] = {}
    for term in nodes(goal.relation):
        places = term.args[1:3] if term.head in ("sum", "product") else (
            term.args[1:] if term.head in ("pow", "apply", "binomial") else
            term.args if term.head in ("factorial", "fibonacci", "harmonic") else ()
        )
        for place in places:
            for used in nodes(Relation("==", place, place)):
                if used in goal.context.symbols and used.sort.kind in ("natural", "posint"):
                    uses[used] = uses.get(used, 0) + 1
    return sorted(uses, key=lambda s: (-uses[s], s.name))


def prove_by_induction(goal: Goal) -> Proof | None:
    for n in induction_variables(goal):
        if any(n in fact.free() for fact in goal.context.facts):
            continue
        proof = _induct(goal, n)
        if proof is not None:
            return proof
    return None


def _induct(goal: Goal, n: Term) -> Proof | None:
    start = ZERO if n.sort.kind == "natural" else ONE
    base = Goal(goal.context, goal.relation.replace(Substitution({n: start})))
    base_proof = close(base)
    if base_proof is None:
        return None
    step = Goal(
        goal.context.with_facts(Proposition(goal.relation)),
        goal.relation.replace(Substitution({n: add(n, 1)})),
    )
    step_proof = close_step(step, len(goal.context.facts))
    return None if step_proof is None else Induction(n, base_proof, step_proof)


def prove_inequality(goal: Goal) -> Proof | None:
    from derivations.search.order import prove_order

    return prove_order(goal)


def close(goal: Goal) -> Proof | None:
    if proves(goal, NormalForm()):
        return NormalForm()
    if goal.relation.operator != "==":
        return prove_inequality(goal)
    wide, wrap = with_instances(goal)
    for method in (prove_from_equations, prove_by_word_ideal):
        proof = method(wide)
        if proof is not None:
            return wrap(proof)
    return None


def close_step(goal: Goal, hypothesis: int) -> Proof | None:
    """Once or a multiple of the induction hypothesis, then whatever the facts give."""
    if goal.relation.operator != "==":
        return prove_inequality(goal)
    plain = NormalForm((Cofactor(ONE, hypothesis),))
    if proves(goal, plain):
        return plain
    for ratio in _ratios(goal, hypothesis):
        scaled = NormalForm((Cofactor(ratio, hypothesis),))
        if proves(goal, scaled):
            return scaled
    proof = prove_by_cofactors(goal)
    return proof if proof is not None else close(goal)


def _ratios(goal: Goal, hypothesis: int) -> Iterator[Term]:
    """What the residual of the hypothesis may be multiplied by.

    Read off one monomial, then off all multiples of each of a few.
    """
    single = _ratio(goal, hypothesis)
    if single is not None:
        yield single
    normalizer = goal.context.normalizer
    reader = Reader(normalizer.algebra, goal.context.symbols)
    now = gap_of(goal.context, goal.relation)
    before = gap_of(goal.context, goal.context.facts[hypothesis].relation)
    if now is None or before is None:
        return
    with suppress(Unsettled):
        for lead in sorted(before.re, reverse=True)[:MAX_LEADS]:
            if lead:
                value = cofactor_of(normalizer.algebra, now, before, lead)
                if not value.is_zero:
                    yield reader.poly(value)


def cofactor_of(algebra: Algebra, now: Poly, before: Poly, lead: Monomial) -> Poly:
    """What multiplies a monomial in one polynomial, divided by its coefficient in the other."""
    powers = dict(lead)
    found = []
    for part, unit in ((now.re, (1, 0)), (now.im, (0, 1))):
        for m, c in part.items():
            here = dict(m)
            if any(g not in here or (here[g] - e) * e < 0 for g, e in lead):
                continue
            rest = tuple([(g, e - powers.get(g, 0)) for g, e in m if e != powers.get(g, 0)])
            value = P.settle({rest: c}, {}, now.den, algebra.reduce)
            found.append(P.scale(value, *unit))
    return P.scale(P.total(found), Fraction(before.den, before.re[lead]))


def _ratio(goal: Goal, hypothesis: int) -> Term | None:
    """What the residual of the hypothesis must be multiplied by, read off one monomial."""
    algebra = goal.context.normalizer.algebra
    now = gap_of(goal.context, goal.relation)
    before = gap_of(goal.context, goal.context.facts[hypothesis].relation)
    if now is None or before is None or before.is_zero:
        return None
    lead = max(before.monomials())
    m = max((m for m in now.monomials() if set(lead) <= set(m)), default=None)
    if m is None:
        return None
    rest = tuple([pair for pair in m if pair not in lead])
    with suppress(Unsettled):
        value = algebra.times(_part(now, m, rest), algebra.inverse(_part(before, lead, ())))
        return Reader(algebra, goal.context.symbols).poly(value)
    return None


def _part(p: Poly, m: Monomial, rest: Monomial) -> Poly:
    """One monomial of a polynomial, with what is left of it in its place."""
    re, im = ({rest: part[m]} if m in part else {} for part in (p.re, p.im))
    return Poly(re, im, p.den)


# From a lower bound


def prove_from_bound(goal: Goal) -> Proof | None:
    """Put a + m for n, then normal forms, sums and induction on m."""
    wanted = sorted(goal.relation.free() & goal.context.symbols, key=lambda s: s.name)
    for draft, inner in offsets(goal, wanted):
        proof = _close_or_induct(inner, draft.symbol)
        if proof is not None:
            return Offset(draft.variable, draft.symbol, draft.lower, draft.bound, proof)
    return None


def _close_or_induct(goal: Goal, m: Term) -> Proof | None:
    proof = close(goal)
    return proof or induct(goal, m, 1) or prove_sum(goal) or induct(goal, m, 2)


@dataclass(frozen=True)
class Shift:
    """`lower + symbol` for an integer variable, and why the variable is at least `lower`."""

    variable: Term
    symbol: Term
    lower: Term
    bound: Proof


def offsets(goal: Goal, wanted: Sequence[Term]) -> Iterator[tuple[Shift, Goal]]:
    """The goal with a + m for an integer n among the wanted, for every bound `a ≤ n`."""
    for n, lower in _bounds(goal, [s for s in wanted if s.sort.within("integer")]):
        taken = {s.name for s in goal.context.symbols | goal.relation.free()}
        m = symbol(fresh("m", taken), NATURAL)
        draft = Offset(n, m, lower, NormalForm(), NormalForm())
        try:
            bound, rest = offset(goal.context, goal.relation, draft, "")
        except Unsettled:
            continue
        if proves(Goal(bound.context, bound.relation), NormalForm()):
            yield Shift(n, m, lower, NormalForm()), Goal(rest.context, rest.relation)


def prove_with_facts(goal: Goal) -> Proof | None:
    """Induction over one or two values, the facts about the variable carried along."""
    for n in induction_variables(goal):
        for depth in (1, 2):
            proof = induct(goal, n, depth)
            if proof is not None:
                return proof
    return None


def induct(goal: Goal, n: Term, depth: int) -> Proof | None:
    opened = open_induction(goal, n, depth)
    if opened is None:
        return None
    bases = []
    for base in opened.bases:
        proof = close(base)
        if proof is None:
            return None
        bases.append(proof)
    step = close_step(opened.step, opened.first + depth - 1)
    return None if step is None else StrongInduction(n, tuple(bases), opened.wrap(step))


def _bounds(goal: Goal, wanted: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    """Integers with a lower bound, from facts `a ≤ n` or from being at least 1."""
    reader = Reader(goal.context.normalizer.algebra, goal.context.symbols)
    for number, fact in enumerate(goal.context.facts):
        if number in goal.context.ignored or not fact.is_plain:
            continue
        if fact.relation.operator in ("<=", "<"):
            for n in wanted:
                lower = _lower(goal, reader, fact.relation, n)
                if lower is not None:
                    yield n, lower
    for n in wanted:
        if n.sort.kind == "posint":
            yield n, ONE


def _lower(goal: Goal, reader: Reader, relation: Relation, n: Term) -> Term | None:
    """The bound a for which the relation says `a ≤ n`."""
    normalizer = goal.context.normalizer
    gap = gap_of(goal.context, relation)
    (m,) = normalizer.algebra.symbol(n.name, n.sort).re
    if gap is None or gap.im or gap.re.get(m) != gap.den:
        return None
    try:
        lower = reader.poly(Poly({k: -c for k, c in gap.re.items() if k != m}, {}, gap.den))
    except NotReadable:
        return None
    if n in free_symbols(lower):
        return None
    strict = relation.operator == "<"
    return add(lower, 1) if strict else lower


__all__ = [
    "close",
    "cofactor_of",
    "induct",
    "induction_variables",
    "offsets",
    "prove_by_induction",
    "prove_from_bound",
    "prove_with_facts",
]
