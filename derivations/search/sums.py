"""Sums of hypergeometric terms, and of polynomials, by telescoping.

A recurrence for the terms, found in `hypergeometric.py`, is summed over the range: one side
telescopes, the other consists of the sums at neighbouring values of a natural; terms at the ends
that the ranges do not share are written out by the normal form.  Order 0 needs no induction; from
order 1 on the recurrence and the first values give the closed form.

Every sum of a polynomial in its index telescopes, sums of such sums from the inside.  Complete for
goals that are polynomials in such sums over ranges that are not reversed.

A sum over k of cos, sin or exp of multiples of `2π a k/n` is a sum of powers of `q = e^{2πi a/n}`
and of its inverse; each telescopes, since `q ≠ 1` for 0 < a < n.

Source: R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 6.5, for sums of powers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from derivations.kernel.context import Context
from derivations.kernel.integers import strong_induction, telescope
from derivations.kernel.proofs import (
    Cases, Cofactor, Congruence, Have, Instantiate, NormalForm, Proof, Rewrite, StrongInduction,
    Telescope, Turn,
)
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import (
    Proposition, Relation, Unsettled, eq, le, ne, replace_term,
)
from derivations.language.substitution import Substitution, free_symbols, fresh, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, div, exp, mul, neg, number, sub, symbol,
)
from derivations.search.drafts import Draft
from derivations.search.equations import prove_by_cofactors
from derivations.search.goals import Goal, by_normal_form, nodes, proves
from derivations.search.hypergeometric import Recurrence, antidifference, recurrences

# Sums of polynomials in a goal, and sums within sums, are at most so many.
MAX_SUMS = 4
MAX_DEPTH = 3
# Recurrences up to this order, and so many certificates of each, are tried.
MAX_ORDER = 2
MAX_CERTIFICATES = 3
# A recurrence may start after so many values.
MAX_SKIPPED = 3
# Multiples of the angle 2π/n that are tried.
MULTIPLES = (1, 2, 3)
TWO = number(2)
# Heads that a hypergeometric term has; without any of these induction is tried first.
_NAMED = frozenset({"binomial", "factorial", "gamma", "pow", "div"})
_POLYNOMIAL = frozenset({"number", "symbol", "add", "mul", "neg", "div", "pow", "sum"})


def prove_sum(goal: Goal) -> Proof | None:
    """A goal with one sum of hypergeometric terms."""
    totals = [t for t in dict.fromkeys(nodes(goal.relation)) if t.head == "sum"]
    if len(totals) != 1:
        return None
    total = totals[0]
    factor = _factor(goal.relation, total)
    if factor is None or not any(t.head in _NAMED for t in nodes(_as_relation(total.args[3]))):
        return None
    summable = list(_first(total, None, 0))
    if summable:
        return _indefinite(goal, total, factor, summable)
    for n in _parameters(goal, total):
        # A recurrence of higher order says no more than one of lower order.
        for order in range(1, MAX_ORDER + 1):
            found = list(_first(total, n, order))
            proof = _definite(goal, total, factor, n, order, found) if found else None
            if proof is not None:
                return proof
            if found:
                break
    return None


def _first(total: Term, n: Term | None, order: int) -> Iterator[Recurrence]:
    """The first few recurrences for the terms of the sum."""
    k, _, _, body = total.args
    for _, found in zip(range(MAX_CERTIFICATES), recurrences(body, k, n, order), strict=False):
        yield found


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
    return term if n is None or by == 0 else Substitution({n: add(n, by)})(term)


def _rising(body: Term, k: Term, n: Term | None, found: Recurrence) -> Term:
    """G as a term in k."""
    i, j = found.shifts
    value = _at(body, n, i)
    return mul(found.certificate, Substitution({k: add(k, j)})(value) if j else value)


def _indefinite(
    goal: Goal, total: Term, factor: Term, summable: list[Recurrence]
) -> Proof | None:
    """Gosper: the term itself is a difference."""
    k, _, _, body = total.args
    for found in summable:
        (a,) = found.coefficients
        changed = Term("sum", (*total.args[:3], mul(a, body)))
        then = NormalForm((Cofactor(div(factor, a), len(goal.context.facts)),))
        proof = telescoped(goal, changed, _rising(body, k, None, found), then)
        if proof is not None:
            return proof
    return None


def telescoped(goal: Goal, total: Term, rising: Term, then: Proof) -> Proof | None:
    """The goal from the sum that the antidifference gives."""
    draft = Telescope(total, rising, NormalForm(), then)
    try:
        step, rest = telescope(goal.context, goal.relation, draft, "")
    except Unsettled:
        return None
    if not proves(Goal(rest.context, rest.relation), then):
        return None
    inner = Goal(step.context, step.relation)
    (k,) = step.context.symbols - goal.context.symbols
    for proof in _at_the_ends(inner, k, total.args[1], total.args[2]):
        if proves(inner, proof):
            return Telescope(total, rising, proof, then)
    return None


def _at_the_ends(goal: Goal, k: Term, lower: Term, upper: Term) -> Iterator[Proof]:
    """By normal forms, perhaps at the ends of the range apart from the rest."""
    yield NormalForm()
    place = len(goal.context.facts)
    for end in (lower, upper):
        yield Cases(eq(k, end), Rewrite(place, NormalForm()), NormalForm())
    other = Cases(eq(k, upper), Rewrite(place + 1, NormalForm()), NormalForm())
    yield Cases(eq(k, lower), Rewrite(place, NormalForm()), other)


def _definite(
    goal: Goal, total: Term, factor: Term, n: Term, order: int, tries: list[Recurrence]
) -> Proof | None:
    """Zeilberger: a recurrence in n, then induction over as many values as its order.

    Values at which the leading coefficient vanishes are left to the bases.
    """
    k, lower, upper, body = total.args
    opened: dict[int, Opened | None] = {}
    for found in tries:
        for skipped in _skipped(goal, n, found.coefficients[-1]):
            depth = order + skipped
            if depth not in opened:
                opened[depth] = open_induction(goal, n, depth)
            induction = opened[depth]
            if induction is None or not all(proves(b, NormalForm()) for b in induction.bases):
                return None
            cofactors = _combination(found, factor, n, skipped, induction)
            combined = add(
                *(mul(a, _at(body, n, i)) for i, a in enumerate(found.coefficients))
            )
            changed = _at(Term("sum", (k, lower, upper, combined)), n, skipped)
            rising = _at(_rising(body, k, n, found), n, skipped)
            step = telescoped(induction.step, changed, rising, NormalForm(cofactors))
            if step is not None:
                return StrongInduction(n, (NormalForm(),) * depth, induction.wrap(step))
    return None


def _skipped(goal: Goal, n: Term, leading: Term) -> list[int]:
    """How many values may be left to the bases: the leading coefficient vanishes at none after."""
    normalizer = goal.context.normalizer
    return [
        by
        for by in range(MAX_SKIPPED + 1)
        if normalizer.algebra.is_nonzero(normalizer.scalar(_at(leading, n, by)))
    ][:2]


def _combination(
    found: Recurrence, factor: Term, n: Term, skipped: int, induction: Opened
) -> tuple[Cofactor, ...]:
    """The telescoped recurrence solved for its last sum, the earlier values put in."""
    order = len(found.coefficients) - 1
    coefficients = [_at(a, n, skipped) for a in found.coefficients]
    factors = [_at(factor, n, skipped + i) for i in range(order + 1)]
    cofactors = [
        Cofactor(div(factors[-1], coefficients[-1]), len(induction.step.context.facts))
    ]
    for i, a in enumerate(coefficients[:-1]):
        below = mul(coefficients[-1], factors[i])
        cofactors.append(
            Cofactor(neg(div(mul(a, factors[-1]), below)), induction.first + skipped + i)
        )
    return tuple(cofactors)


@dataclass(frozen=True)
class Opened:
    """An induction: its bases, its step with the earlier values as plain facts.

    wrap: what the proof of the step is wrapped in.
    first: the number of the first earlier value.
    plain: how many facts there are before all that is about earlier values.
    """

    bases: tuple[Goal, ...]
    step: Goal
    wrap: Callable[[Proof], Proof]
    first: int
    plain: int


def open_induction(goal: Goal, n: Term, order: int) -> Opened | None:
    """An induction over so many values; None where a fact about n does not carry over."""
    draft = StrongInduction(n, (NormalForm(),) * order, NormalForm())
    try:
        *parts, last = strong_induction(goal.context, goal.relation, draft, "")
    except Unsettled:
        return None
    bases = tuple(Goal(part.context, part.relation) for part in parts)
    context, first = last.context, len(last.context.facts) - order
    earlier = context.facts[first:]
    if not earlier[0].guards:
        return Opened(bases, Goal(context, last.relation), lambda proof: proof, first, first)
    for fact in earlier:
        if not all(proves(Goal(context, g), NormalForm()) for g in fact.guards):
            return None
    wide = context.with_facts(*(Proposition(f.relation) for f in earlier))

    def wrap(proof: Proof) -> Proof:
        for i in reversed(range(order)):
            guards = tuple(NormalForm() for _ in earlier[i].guards)
            proof = Instantiate(first + i, (), guards, proof)
        return proof

    return Opened(bases, Goal(wide, last.relation), wrap, first + order, first)


# Sums of polynomials


def prove_power_sums(goal: Goal, depth: int = MAX_DEPTH) -> Proof | None:
    """An equation in which sums of polynomials are replaced by their closed forms."""
    totals = _outermost(goal.relation)
    if not 1 <= len(totals) <= MAX_SUMS or depth == 0 or not _POLYNOMIAL.issuperset(
        t.head for total in totals for t in subterms(total)
    ):
        return None
    draft, relation = Draft(goal.context), goal.relation
    for total in totals:
        simple = Term("sum", (*total.args[:3], _without_sums(total.args[3])))
        if simple != total:
            why = _by_their_terms(draft.context, total, simple, depth)
            if why is None:
                return None
            draft.steps.append(partial(Rewrite, draft.have(eq(total, simple), why)))
            relation = replace_term(relation, total, simple)
        rising = antidifference(simple.args[3], simple.args[0])
        step = Telescope(simple, rising, NormalForm(), NormalForm())
        _, rest = telescope(draft.context, relation, step, "")
        place, draft.context = len(draft.context.facts), rest.context
        draft.steps.append(partial(Telescope, simple, rising, NormalForm()))
        draft.steps.append(partial(Rewrite, place))
        relation = replace_term(relation, simple, rest.context.facts[-1].relation.right)
    inner = Goal(draft.context, relation)
    proof = by_normal_form(inner) or prove_by_cofactors(inner)
    whole = None if proof is None else draft.close(proof)
    return whole if whole is not None and proves(goal, whole) else None


def _outermost(relation: Relation) -> list[Term]:
    """The sums that stand in no other sum."""
    everything = [t for t in dict.fromkeys(nodes(relation)) if t.head == "sum"]
    inside = {t for total in everything for t in subterms(total.args[3])}
    return [t for t in everything if t not in inside]


def _without_sums(term: Term) -> Term:
    """With the closed forms of the sums in it."""
    relation = _as_relation(term)
    for inner in _outermost(relation):
        j, lower, upper, body = inner.args
        rising = antidifference(_without_sums(body), j)
        value = sub(Substitution({j: add(upper, 1)})(rising), Substitution({j: lower})(rising))
        relation = replace_term(relation, inner, value)
    return relation.left


def _by_their_terms(context: Context, total: Term, simple: Term, depth: int) -> Proof | None:
    """That two sums over one range are equal, by their terms at an index in the range."""
    k, lower, upper, _ = total.args
    natural = context.normalizer.algebra.is_natural(context.normalizer.scalar(lower))
    taken = {s.name for s in context.symbols | free_symbols(total) | free_symbols(simple)}
    index = symbol(fresh(k.name, taken), NATURAL if natural else INTEGER)
    at = Substitution({k: index})
    inside = context.with_symbols(index).with_facts(
        Proposition(le(lower, index)), Proposition(le(index, upper))
    )
    equal = Goal(inside, eq(at(total.args[3]), at(simple.args[3])))
    step = prove_power_sums(equal, depth - 1)
    return None if step is None else Congruence((NormalForm(), NormalForm(), step))


# Sums of roots of unity


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
            proof = telescoped(inside, varying, _turning(varying, q), then)
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


def _turning(total: Term, q: Term) -> Term:
    """For `F(k) = c q^k + d q^{-k}` and s = q + 1/q: `(F(k + 1) - (s - 1) F(k))/(s - 2)`.

    Since F(k + 2) = s F(k + 1) - F(k); and s - 2 = -(q - 1)(1/q - 1).
    """
    k, _, _, body = total.args
    back = div(ONE, q)
    there = Substitution({k: add(k, 1)})(body)
    top = sub(there, mul(body, add(q, back, -1)))
    return neg(div(div(top, sub(q, 1)), sub(back, 1)))


__all__ = ["Opened", "open_induction", "prove_power_sums", "prove_sum", "telescoped"]
