"""Sums of polynomials in the index, by Faulhaber's formulas.

The antidifference of `Σ c_d k^d` is `Σ c_d (B_{d+1}(k) - B_{d+1}) / (d + 1)`, Bernoulli's
polynomials; every such sum in a goal telescopes.  A sum of sums is closed from the inside.
Complete for goals that are polynomials in such sums over ranges that are not reversed.

Source: R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 6.5.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

from derivations.kernel.integers import telescope
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Congruence, Have, NormalForm, Proof, Rewrite, Telescope
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import (
    Proposition,
    Relation,
    Unsettled,
    eq,
    le,
    replace_term,
)
from derivations.language.substitution import Substitution, free_symbols, fresh, subterms
from derivations.language.terms import ZERO, Term, add, mul, number, power, sub, symbol
from derivations.search.equations import prove_by_cofactors
from derivations.search.goals import Goal, nodes, proves
from derivations.search.induction import close
from derivations.search.readback import Reader

# Powers of the index, sums in a goal, and sums within sums are at most so many.
MAX_DEGREE = 12
MAX_SUMS = 4
MAX_DEPTH = 3


def prove_power_sums(goal: Goal) -> Proof | None:
    """An equation in which sums of polynomials are replaced by their closed forms."""
    return _prove(goal, MAX_DEPTH)


def _prove(goal: Goal, depth: int) -> Proof | None:
    totals = _outermost(goal.relation)
    if not 1 <= len(totals) <= MAX_SUMS or depth == 0:
        return None
    context, relation = goal.context, goal.relation
    steps: list[tuple[Term, Term | Proof, Term]] = []
    for total in totals:
        closed = _closed(Goal(context, relation), total, depth)
        if closed is None:
            return None
        steps.append(closed)
    return _assembled(goal, steps)


def _outermost(relation: Relation) -> list[Term]:
    """The sums that stand in no other sum."""
    everything = [t for t in dict.fromkeys(nodes(relation)) if t.head == "sum"]
    inside = {t for total in everything for t in subterms(total.args[3])}
    return [t for t in everything if t not in inside]


def _assembled(goal: Goal, steps: list[tuple[Term, Term | Proof, Term]]) -> Proof | None:
    """Each sum telescopes, or equals a simpler one that does; then the goal without them."""
    context, relation = goal.context, goal.relation
    wrappers: list[Callable[[Proof], Proof]] = []
    for total, why, rising in steps:
        simple = total
        if not isinstance(why, Term):
            simple = _simplified(total, rising)
            fact = Proposition(eq(total, simple))
            place = len(context.facts)
            wrappers.append(_having(fact, why, place))
            context = context.with_facts(fact)
            relation = replace_term(relation, total, simple)
            rising_ = _antidifference(Goal(context, relation), simple)
            if rising_ is None:
                return None
            rising = rising_
        draft = Telescope(simple, rising, NormalForm(), NormalForm())
        try:
            _, rest = telescope(context, relation, draft, "")
        except Unsettled:
            return None
        place = len(context.facts)
        wrappers.append(_telescoping(simple, rising, place))
        context = rest.context
        relation = replace_term(relation, simple, rest.context.facts[-1].relation.right)
    inner = Goal(context, relation)
    proof = close(inner) or prove_by_cofactors(inner)
    if proof is None:
        return None
    for wrap in reversed(wrappers):
        proof = wrap(proof)
    return proof if proves(goal, proof) else None


def _having(fact: Proposition, why: Proof, place: int) -> Callable[[Proof], Proof]:
    return lambda then: Have(fact, why, Rewrite(place, then))


def _telescoping(total: Term, rising: Term, place: int) -> Callable[[Proof], Proof]:
    return lambda then: Telescope(total, rising, NormalForm(), Rewrite(place, then))


def _simplified(total: Term, body: Term) -> Term:
    return Term("sum", (*total.args[:3], body))


def _closed(
    goal: Goal, total: Term, depth: int
) -> tuple[Term, Term | Proof, Term] | None:
    """The sum, and its antidifference; or why it is a sum of polynomials, and their body."""
    k, lower, upper, body = total.args
    if not any(t.head == "sum" for t in subterms(body)):
        rising = _antidifference(goal, total)
        return None if rising is None else (total, k, rising)
    # The body with its own sums in closed form, for an index in its range.
    natural = goal.context.normalizer.algebra.is_natural(goal.context.normalizer.scalar(lower))
    replaced = _body(goal, total, depth)
    if replaced is None:
        return None
    simple = _simplified(total, replaced)
    taken = {s.name for s in goal.context.symbols | free_symbols(total) | free_symbols(simple)}
    index = symbol(fresh(k.name, taken), NATURAL if natural else INTEGER)
    at = Substitution({k: index})
    inside = goal.context.with_symbols(index).with_facts(
        Proposition(le(lower, index)), Proposition(le(index, upper))
    )
    step = _prove(Goal(inside, eq(at(body), at(replaced))), depth - 1)
    if step is None:
        return None
    return total, Congruence((NormalForm(), NormalForm(), step)), replaced


def _body(goal: Goal, total: Term, depth: int) -> Term | None:
    """The body with the closed forms of the sums in it."""
    k, _, _, body = total.args
    relation = Relation("==", body, ZERO)
    context = goal.context.with_symbols(k)
    for inner in _outermost(relation):
        term = inner
        if any(t.head == "sum" for t in subterms(inner.args[3])):
            simpler = _body(Goal(context, relation), inner, depth)
            if simpler is None:
                return None
            term = _simplified(inner, simpler)
        rising = _antidifference(Goal(context, relation), term)
        if rising is None:
            return None
        j, lower, upper, _ = inner.args
        value = sub(Substitution({j: add(upper, 1)})(rising), Substitution({j: lower})(rising))
        relation = replace_term(relation, inner, value)
    return relation.left


def _antidifference(goal: Goal, total: Term) -> Term | None:
    """G with `G(k + 1) - G(k)` the body, a polynomial in the index."""
    k, _, _, body = total.args
    context = goal.context.with_symbols(k)
    algebra = context.normalizer.algebra
    reader = Reader(algebra, context.symbols)
    try:
        p = context.normalizer.scalar(body)
        ((((g, _),), _),) = context.normalizer.scalar(k).re.items()
        parts: dict[int, list[Poly]] = {}
        for part, imaginary in ((p.re, False), (p.im, True)):
            for n, c in part.items():
                e = dict(n).get(g, 0)
                if not isinstance(e, int) or not 0 <= e <= MAX_DEGREE:
                    return None
                rest = tuple([pair for pair in n if pair[0] != g])
                one = Poly({}, {rest: c}, p.den) if imaginary else Poly({rest: c}, {}, p.den)
                parts.setdefault(e, []).append(one)
        terms = []
        for e, polys in sorted(parts.items()):
            coefficient = [reader.poly(q) for q in polys]
            if any(k in free_symbols(c) for c in coefficient):
                return None
            terms.append(mul(add(*coefficient) if len(polys) > 1 else coefficient[0],
                             _faulhaber(k, e)))
    except (Unsettled, ValueError):
        return None
    if not terms:
        return ZERO
    return terms[0] if len(terms) == 1 else add(*terms)


def _faulhaber(k: Term, d: int) -> Term:
    """`Σ_{j < k} j^d` as a polynomial in k."""
    numbers = _bernoulli(d)
    parts = [
        mul(number(Fraction(comb(d + 1, i)) * numbers[i] / (d + 1)), power(k, d + 1 - i))
        for i in range(d + 1)
        if numbers[i]
    ]
    return parts[0] if len(parts) == 1 else add(*parts)


def _bernoulli(d: int) -> list[Fraction]:
    found = [Fraction(1)]
    for m in range(1, d + 1):
        total = sum((comb(m + 1, i) * found[i] for i in range(m)), Fraction(0))
        found.append(-total / (m + 1))
    return found


__all__ = ["prove_power_sums"]
