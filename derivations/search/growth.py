"""Order of multiples of two exponentials: that of their exponents, by the growth of exp.

    K exp(u) < K exp(v)     since 0 < K and u < v, or K < 0 and v < u
    K exp(u) ≠ K exp(v)     since K ≠ 0 and u ≠ v, which are real

A number z stands for exp(log z) where its logarithm is in an exponent.  Complete up to its
premises, for differences with two exponentials.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from derivations.kernel import Cases, Combine, manifest
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, add, call, conj, exp, mul, neg, number
from derivations.search.equations import have_combined
from derivations.search.goals import Draft, Goal
from derivations.search.readback import is_scalar, polynomial, sum_of
from derivations.search.references import by_order

Exponent = tuple[tuple[Term, Fraction], ...]


def prove_by_growth(goal: Goal) -> Any:
    """The order of two multiples of exponentials, or that they differ."""
    draft = Draft(goal)
    found = _apart(draft)
    if found is None:
        return None
    factor, low, high = found
    whole = mul(factor, add(exp(high), neg(exp(low))))
    if goal.relation.operator == "!=":
        _differ(draft, factor, low, high)
    elif not draft.attempt(_ordered, draft, factor, low, high):
        _ordered(draft, neg(factor), high, low)
    last = draft.last
    equal = eq(add(goal.relation.right, neg(goal.relation.left)), whole)
    weight = Fraction(-1 if goal.relation.operator == "!=" else 1)
    if manifest(draft.context, equal):
        return draft.close(Combine((), ((weight, last),)))
    known = have_combined(draft, equal)
    return draft.close(Combine(((neg(ONE), known, None),), ((weight, last),)))


def _apart(draft: Draft) -> tuple[Term, Term, Term] | None:
    """K, u and v with `right - left = K (exp v - exp u)`, where facts say what exp(log z) is."""
    gap = draft.goal.gap
    if not is_scalar(gap) or any(im for _, im in gap.values()):
        return None
    logs = {t.args[0] for _, _, m in gap for a, _ in m if a.head == "exp"
            for t in subterms(a.args[0]) if t.head == "log"}
    parts: dict[Exponent, dict[Any, Fraction]] = {}
    for (_, _, m), (c, _) in gap.items():
        outer = [(a.args[0], Fraction(e)) for a, e in m if a.head == "exp"]
        outer += [(call("log", a), Fraction(e)) for a, e in m if a in logs]
        rest = tuple([(a, e) for a, e in m if a.head != "exp" and a not in logs])
        parts.setdefault(tuple(outer), {})[rest] = -c
    if len(parts) != 2:
        return None
    (u, low), (v, high) = parts.items()
    if low != {m: -c for m, c in high.items()}:
        return None
    for z in dict.fromkeys(a for _, _, m in gap for a, _ in m if a in logs):
        draft.use("exp of log", z)
    factor = polynomial({(None, None, m): (c, Fraction(0)) for m, c in high.items()})
    return factor, _sum(u), _sum(v)


def _sum(exponent: Exponent) -> Term:
    return sum_of([t if e == 1 else mul(number(e), t) for t, e in exponent])


def _ordered(draft: Draft, factor: Term, low: Term, high: Term) -> None:
    """The fact `0 < K (exp v - exp u)`, or with `≤`."""
    operator = draft.relation.operator
    grows, products = (
        ("exp grows strictly", "products above zero") if operator == "<"
        else ("exp grows", "products at least zero"))
    signed = Relation(operator, ZERO, factor)
    shown = None if manifest(draft.context, signed) else by_order(draft.have_premise(signed))
    draft.have_premise(Relation(operator, low, high))
    apart = add(exp(high), neg(exp(low)))
    last = draft.use(grows, low, high)
    grown = draft.have(Relation(operator, ZERO, apart), by_order(last))
    draft.use(products, factor, apart, proofs=(shown, by_order(grown)))


def _differ(draft: Draft, factor: Term, low: Term, high: Term) -> None:
    """The fact `K (exp v - exp u) ≠ 0`."""
    less = lt(low, high)
    gap = add(high, neg(low))
    real = Proposition(eq(conj(gap), gap))
    shown = None if manifest(draft.context, real) else draft.premise(real)
    apart = draft.have_premise(ne(low, high))
    nonzero = ne(factor, ZERO)
    plain = manifest(draft.context, nonzero)
    differs = None if plain else by_order(draft.have_premise(nonzero))
    claim = ne(add(exp(high), neg(exp(low))), ZERO)
    sides = []
    for case in (less, le(high, low)):
        inner = draft.under(case, claim)
        if case is less:
            inner.use("exp grows strictly", low, high)
            sign = Fraction(-1)
        else:
            last = inner.last
            down = add(low, neg(high))
            proofs = by_order(last), by_order(apart)
            positive = inner.use("above zero", down, proofs=proofs)
            inner.have(lt(high, low), by_order(positive))
            inner.use("exp grows strictly", high, low)
            sign = Fraction(1)
        sides.append(inner.close(Combine((), ((sign, inner.last),))))
    known = draft.have(claim, Cases(less, shown, *sides))
    draft.use("product", factor, claim.left, proofs=(differs, by_order(known)))
