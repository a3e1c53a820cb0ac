"""Sums of roots of unity: geometric sums whose ratio is e^{2πi a/n} ≠ 1.

A sum over k of cos, sin or exp of multiples of `2π a k/n` is a sum of powers of `q = e^{2πi a/n}`
and of its inverse; each telescopes, since `q ≠ 1` for 0 < a < n.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel.proofs import Cases, Cofactor, Have, NormalForm, Proof, Rewrite, Turn
from derivations.language.statements import Proposition, Unsettled, le, ne
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, PI, ZERO, I, Term, add, div, exp, mul, neg, number, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, nodes, proves
from derivations.search.sums import telescoped

# Multiples of the angle 2π/n that are tried.
MULTIPLES = (1, 2, 3)
TWO = number(2)


def prove_sum_of_turns(goal: Goal) -> Proof | None:
    totals = [t for t in dict.fromkeys(nodes(goal.relation)) if t.head == "sum"]
    if len(totals) != 1 or "pi" not in goal.heads:
        return None
    (total,) = totals
    for n in sorted(free_symbols(total) & goal.context.symbols, key=lambda s: s.name):
        if n.sort.kind == "posint":
            proof = _by_multiples(goal, total, n) or _except_one(goal, total, n)
            if proof is not None:
                return proof
    return None


def _by_multiples(goal: Goal, total: Term, n: Term) -> Proof | None:
    for a in MULTIPLES:
        proof = _geometric(goal, total, number(a), n)
        if proof is not None:
            return proof
    return None


def _except_one(goal: Goal, total: Term, n: Term) -> Proof | None:
    """At n = 1 by its value; from 2 on by the geometric sum."""
    one, more = (goal.context.with_facts(Proposition(r)) for r in (le(n, ONE), le(TWO, n)))
    draft = Draft(one)
    (place,) = draft.law("antisymmetry", [n, ONE], [NormalForm(), NormalForm()])
    first = draft.close(Rewrite(place, NormalForm()))
    if not proves(Goal(one, goal.relation), first):
        return None
    second = _by_multiples(Goal(more, goal.relation), total, n)
    return None if second is None else Cases(le(n, ONE), first, second)


def _geometric(goal: Goal, total: Term, a: Term, n: Term) -> Proof | None:
    """With `q ≠ 1` known, the sum telescopes."""
    q = exp(mul(2, PI, I, div(a, n)))
    fact = Proposition(ne(q, ONE))
    turn = Turn(a, n, NormalForm(), NormalForm())
    if not proves(Goal(goal.context, fact.relation), turn):
        return None
    inside = Goal(goal.context.with_facts(fact), goal.relation)
    for constant in _constants(goal, total):
        varying = Term("sum", (*total.args[:3], sub(total.args[3], constant)))
        for sign in (1, -1):
            then = NormalForm((Cofactor(number(sign), len(inside.context.facts)),))
            proof = telescoped(inside, varying, _rising(varying, q), then)
            if proof is not None:
                return Have(fact, turn, proof)
    return None


def _constants(goal: Goal, total: Term) -> list[Term]:
    """0, and what the terms of the sum have in common."""
    body = total.args[3]
    normalizer = goal.context.normalizer
    try:
        value = normalizer.scalar(body).re.get(())
    except Unsettled:
        return [ZERO]
    return [ZERO] if not value else [number(Fraction(value, normalizer.scalar(body).den)), ZERO]


def _rising(total: Term, q: Term) -> Term:
    """For `F(k) = c q^k + d q^{-k}` and s = q + 1/q: `(F(k + 1) - (s - 1) F(k))/(s - 2)`.

    Since F(k + 2) = s F(k + 1) - F(k); and s - 2 = -(q - 1)(1/q - 1).
    """
    k, _, _, body = total.args
    back = div(ONE, q)
    there = Substitution({k: add(k, 1)})(body)
    top = sub(there, mul(body, add(q, back, -1)))
    return neg(div(div(top, sub(q, 1)), sub(back, 1)))


__all__ = ["prove_sum_of_turns"]
