"""Sums of hypergeometric terms, by telescoping.

A recurrence for the terms, found in `hypergeometric.py`, is summed over the range: one side
telescopes, the other consists of the sums at neighbouring values of a natural; terms at the ends
that the ranges do not share are written out by the normal form.  Order 0 needs no induction; from
order 1 on the recurrence and the first values give the closed form.
"""

from __future__ import annotations

from collections.abc import Iterator

from derivations.kernel.proofs import (
    Cofactor,
    NormalForm,
    Proof,
    StrongInduction,
    Telescope,
)
from derivations.language.statements import Proposition, Relation
from derivations.language.terms import (
    ONE,
    Substitution,
    Term,
    add,
    div,
    free_symbols,
    mul,
    neg,
    number,
)
from derivations.provers.hypergeometric import NotHypergeometric, Recurrence, recurrences
from derivations.provers.methods import Goal, nodes, proves

# Recurrences up to this order, and so many certificates of each, are tried.
MAX_ORDER = 2
MAX_CERTIFICATES = 4
# Heads that a hypergeometric term has; without any of these induction is tried first.
_NAMED = frozenset({"binomial", "factorial", "gamma", "pow", "div"})


def prove_sum(goal: Goal) -> Proof | None:
    """A goal with one sum of hypergeometric terms."""
    if goal.relation.operator != "==":
        return None
    totals = [t for t in dict.fromkeys(nodes(goal.relation)) if t.head == "sum"]
    if len(totals) != 1:
        return None
    total = totals[0]
    factor = _factor(goal.relation, total)
    if factor is None or not any(t.head in _NAMED for t in nodes(_as_relation(total.args[3]))):
        return None
    try:
        proof = _indefinite(goal, total, factor)
        if proof is not None:
            return proof
        for n in _parameters(goal, total):
            for order in range(1, MAX_ORDER + 1):
                proof = _definite(goal, total, factor, n, order)
                if proof is not None:
                    return proof
    except NotHypergeometric:
        return None
    return None


def _as_relation(term: Term) -> Relation:
    return Relation("==", term, term)


def _factor(relation: Relation, total: Term) -> Term | None:
    """What the sum is multiplied by in `left - right`, if that is linear in it."""
    for side, sign in ((relation.left, ONE), (relation.right, number(-1))):
        if total in set(nodes(_as_relation(side))):
            inner = _multiple(side, total)
            return None if inner is None else mul(sign, inner)
    return None


def _multiple(term: Term, total: Term) -> Term | None:
    if term == total:
        return ONE
    having = [a for a in term.args if total in set(nodes(_as_relation(a)))]
    if len(having) != 1:
        return None
    inner = _multiple(having[0], total)
    if inner is None:
        return None
    others = [a for a in term.args if a is not having[0]]
    match term.head:
        case "add":
            return inner
        case "neg":
            return neg(inner)
        case "mul":
            return mul(*others, inner)
        case "div" if having[0] is term.args[0]:
            return div(inner, term.args[1])
    return None


def _parameters(goal: Goal, total: Term) -> list[Term]:
    """Naturals of the term, those in the upper bound first."""
    upper = free_symbols(total.args[2])
    found = [
        s
        for s in free_symbols(total) & goal.context.symbols
        if s.sort.kind in ("natural", "posint") and s not in free_symbols(total.args[1])
    ]
    return sorted(found, key=lambda s: (s not in upper, s.name))


def _at(term: Term, n: Term | None, by: int) -> Term:
    return term if n is None or by == 0 else Substitution({n: n + by})(term)


def _rising(body: Term, k: Term, n: Term | None, found: Recurrence) -> Term:
    """G as a term in k."""
    i, j = found.shifts
    value = _at(body, n, i)
    return mul(found.certificate, Substitution({k: k + j})(value) if j else value)


def _indefinite(goal: Goal, total: Term, factor: Term) -> Proof | None:
    """Gosper: the term itself is a difference."""
    k, _, _, body = total.args
    for _, found in zip(range(MAX_CERTIFICATES), recurrences(body, k, None, 0), strict=False):
        (a,) = found.coefficients
        changed = Term("sum", (*total.args[:3], mul(a, body)))
        then = NormalForm((Cofactor(div(factor, a), len(goal.context.facts)),))
        for step in _steps():
            proof = Telescope(changed, _rising(body, k, None, found), step, then)
            if proves(goal, proof):
                return proof
    return None


def _steps() -> Iterator[Proof]:
    yield NormalForm()


def _definite(
    goal: Goal, total: Term, factor: Term, n: Term, order: int
) -> Proof | None:
    """Zeilberger: a recurrence in n, then induction over as many values as its order."""
    k, lower, upper, body = total.args
    start = 0 if n.sort.kind == "natural" else 1
    bases: list[Proof] = []
    for place in range(order):
        at = Substitution({n: number(start + place)})
        if not proves(Goal(goal.context, goal.relation.replace(at)), NormalForm()):
            return None
        bases.append(NormalForm())
    facts = len(goal.context.facts)
    if any(n in f.free() for f in goal.context.facts):
        return None
    earlier = [
        Proposition(goal.relation.replace(Substitution({n: n + i}))) for i in range(order)
    ]
    step_goal = Goal(
        goal.context.with_facts(*earlier),
        goal.relation.replace(Substitution({n: n + order})),
    )
    tries = zip(range(MAX_CERTIFICATES), recurrences(body, k, n, order), strict=False)
    for _, found in tries:
        combined = add(
            *(mul(a, _at(body, n, i)) for i, a in enumerate(found.coefficients))
        )
        changed = Term("sum", (k, lower, upper, combined))
        last = found.coefficients[-1]
        top = _at(factor, n, order)
        cofactors = [Cofactor(div(top, last), facts + order)]
        for i, a in enumerate(found.coefficients[:-1]):
            below = mul(last, _at(factor, n, i))
            cofactors.append(Cofactor(neg(div(mul(a, top), below)), facts + i))
        for inner in _steps():
            step = Telescope(
                changed, _rising(body, k, n, found), inner, NormalForm(tuple(cofactors))
            )
            if proves(step_goal, step):
                return StrongInduction(n, tuple(bases), step)
    return None


__all__ = ["prove_sum"]
