"""Induction on a natural or posint that the goal depends on.

The base is proved by normal forms, or from the hypotheses; the step from the induction hypothesis
by cofactors, or for matrices by rewriting words.  This proves closed forms of sums (their
difference and one base value) and powers that arise from a recurrence.  Incomplete, as every
induction without lemmas is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.context import difference
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Monomial, Poly
from derivations.kernel.proofs import Cofactor, Induction, NormalForm, Proof
from derivations.language.statements import Proposition, Relation, Unsettled
from derivations.language.terms import ONE, ZERO, Substitution, Term, add
from derivations.search.equations import prove_by_cofactors, prove_from_equations
from derivations.search.goals import Goal, nodes, proves
from derivations.search.instances import with_instances
from derivations.search.readback import Reader
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
            for symbol in nodes(Relation("==", place, place)):
                if symbol in goal.context.symbols and symbol.sort.kind in ("natural", "posint"):
                    uses[symbol] = uses.get(symbol, 0) + 1
    return sorted(uses, key=lambda s: (-uses[s], s.name))


def prove_by_induction(goal: Goal) -> Proof | None:
    if goal.relation.operator != "==":
        return None
    return _by_some_variable(goal)


def _by_some_variable(goal: Goal) -> Proof | None:
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
    try:
        now = difference(normalizer, goal.relation)
        before = difference(normalizer, goal.context.facts[hypothesis].relation)
        if not isinstance(now, Poly) or not isinstance(before, Poly):
            return
        for lead in sorted(before.re, reverse=True)[:MAX_LEADS]:
            if lead:
                value = cofactor_of(normalizer.algebra, now, before, lead)
                if not value.is_zero:
                    yield reader.poly(value)
    except Unsettled:
        return


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
    normalizer = goal.context.normalizer
    algebra = normalizer.algebra
    try:
        now = difference(normalizer, goal.relation)
        before = difference(normalizer, goal.context.facts[hypothesis].relation)
        if not isinstance(now, Poly) or not isinstance(before, Poly) or before.is_zero:
            return None
        lead = max(before.monomials())
        candidates = [m for m in now.monomials() if set(lead) <= set(m)]
        if not candidates:
            return None
        m = max(candidates)
        rest = tuple([pair for pair in m if pair not in lead])
        top = Poly(
            {rest: now.re[m]} if m in now.re else {}, {rest: now.im[m]} if m in now.im else {},
            now.den,
        )
        bottom = Poly(
            {(): before.re[lead]} if lead in before.re else {},
            {(): before.im[lead]} if lead in before.im else {},
            before.den,
        )
        value = algebra.times(top, algebra.inverse(bottom))
        return Reader(algebra, goal.context.symbols).poly(value)
    except Unsettled:
        return None


__all__ = [
    "close", "close_step", "cofactor_of", "induction_variables", "prove_by_induction"
]  # fmt: skip
