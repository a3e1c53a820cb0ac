"""Order and `≠` by laws and lemmas backwards: the conclusion is the goal, its premises are goals.

The goal is also looked at with each of its functions alone on a side, and as `0 < t`, t being the
difference as it is written, its normal form, and a product with what the terms of that have in
common.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

from derivations.kernel import Combine, Proof, manifest, verify
from derivations.language.heads import FUNCTIONS
from derivations.language.shapes import is_matrix
from derivations.language.statements import Proposition, Relation, eq, lt, ne
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, power
from derivations.lemmas import all_laws
from derivations.search.drafts import Draft
from derivations.search.equality.equations import divided
from derivations.search.goals import Goal
from derivations.search.knowledge.instances import by_facts
from derivations.search.knowledge.matching import agreeing, as_inner, put
from derivations.search.knowledge.patterns import has_lemmas, lemmas_of
from derivations.search.reading.facts import FAILURES, plain_facts, vector, vector_of
from derivations.search.reading.gaussian import ratio
from derivations.search.reading.readback import (
    angular, is_scalar, monomial_term, multiple, product_of, scaled, simplified, sum_of,
)
from derivations.search.reading.references import by_order

# How deep goals are nested that lemmas are to conclude.
LEMMA_NESTING = 3
# f(-x) is -f(x).
ODD = frozenset({"sin", "tan", "sinh", "tanh", "asin", "atan", "asinh", "atanh"})
# Where a law says nothing but that what is false implies anything, or only names its premises.
IDLE = frozenset({"absurd", "not itself", "whole numbers", "antisymmetry"})


def prove_backwards(goal: Goal) -> Proof | None:
    """A law whose conclusion is the goal, its premises proved in the same way."""
    of_numbers = not is_matrix(goal.relation.left)
    if goal.relation.operator == "!=" and of_numbers:
        draft = Draft(goal)
        proof = _multiple(goal)
        if proof is not None:
            return proof
        for t in _gaps(goal):
            if draft.attempt(draft.have, lt(ZERO, t)):
                found = _closing(draft)
                return None if found is None else draft.close(found)
    turned = [ne(goal.relation.right, goal.relation.left)] * (goal.relation.operator == "!=")
    shapes = dict.fromkeys([goal.relation, *turned, *(_shapes(goal) if of_numbers else ())])
    uses = (use for relation in shapes for use in _concluding(goal, relation))
    called = by_facts(goal, (goal.relation.operator,)) if _has_lemmas(goal) else ()
    for name, values in chain(uses, called):
        draft = Draft(goal)
        if draft.attempt(draft.use, name, *values):
            found = _closing(draft)
            if found is not None:
                return draft.close(found)
    return None


def _multiple(goal: Goal) -> Proof | None:
    """A fact `a ≠ b` times a monomial that is not zero."""
    if not goal.gap or not is_scalar(goal.gap):
        return None
    own, c = next(iter(goal.gap.items()))
    for number_, fact in plain_facts(goal.context, "!=", "<"):
        v = vector_of(goal.context, fact)
        if not v or len(v) != len(goal.gap):
            continue
        for key, d in v.items():
            rest = divided(own[2], key[2])
            if rest is None or not is_scalar([key]):
                continue
            factor = multiple(ratio(c, d), rest)
            gap = add(fact.left, neg(fact.right))
            whole = add(goal.relation.left, neg(goal.relation.right))
            if not manifest(goal.context, eq(whole, mul(factor, gap))):
                continue
            draft = Draft(goal)
            if draft.attempt(_times_factor, draft, factor, gap, number_):
                return draft.close(by_order(draft.last))
    return None


def _times_factor(draft: Draft, factor: Term, gap: Term, number_: int) -> None:
    draft.have(ne(gap, ZERO), by_order(number_))
    last = draft.use("product", factor, gap)
    draft.have(draft.relation, by_order(last))


def _closing(draft: Draft) -> Proof | None:
    operator = draft.relation.operator
    for number_ in range(draft.last, max(draft.last - 5, -1), -1):
        fact = draft.context.facts[number_]
        if not fact.is_plain or fact.relation.operator not in ("<", "!=", operator):
            continue
        proof = by_multiple(draft, number_)
        if proof is not None:
            return proof
    return None


def by_multiple(draft: Draft, number_: int) -> Combine | None:
    """The goal as a multiple of an order or `≠`, by 1, -1 or what the first coefficients say."""
    said = draft.context.facts[number_].relation
    gap, v = draft.goal.gap, vector_of(draft.context, said)
    key = next(iter(v), None) if v else None
    more = [ratio(gap[key], v[key])[0]] if v and key in gap else []
    factors = dict.fromkeys((Fraction(1), Fraction(-1), *more))
    return first_of(draft, [Combine((), ((c, number_),)) for c in factors])


def first_of(draft: Draft, proofs: Iterable[Combine]) -> Combine | None:
    """The first of some proofs that proves the goal."""
    for proof in proofs:
        try:
            verify(draft.context, Proposition(draft.relation), proof)
        except FAILURES:
            continue
        return proof
    return None


def _shapes(goal: Goal) -> Iterator[Relation]:
    """The goal as `0 < t` for t as it is written, and for its normal form."""
    relation = goal.relation
    a, b = relation.left, relation.right
    if relation.operator == "!=":
        gap = a if b == ZERO else b if a == ZERO else add(a, neg(b))
        plain = simplified(goal.context, gap)
        for t in (gap, plain, *_common(goal, plain)):
            for u in _written(t):
                yield ne(u, ZERO)
        return
    yield from without_signs(relation)
    yield from alone(goal)
    if scalars := dict.fromkeys(goal.unbound("scalar")):
        turned = {node: as_inner(goal.context, node) for node in scalars}
        yield Relation(relation.operator, put(a, turned), put(b, turned))
    if relation.operator == "<=":
        yield lt(a, b)
    if ONE in (a, b) and "exp" in (a.head, b.head):
        yield Relation(relation.operator, *(call("exp", ZERO) if t == ONE else t for t in (a, b)))
    gap = b if a == ZERO else neg(a) if b == ZERO else add(b, neg(a))
    plain = simplified(goal.context, gap)
    for t in (gap, plain, *_common(goal, plain)):
        for u in _written(t):
            yield Relation(relation.operator, ZERO, u)
            if relation.operator == "<=":
                yield lt(ZERO, u)


def alone(goal: Goal) -> Iterator[Relation]:
    """The goal, as it is written and with cosines and sines for exponentials, with its functions
    alone on a side: `0 < 2*cos(x) - 2 + x**2` is what bounds of cosines say."""
    yield from _alone(goal.relation)
    if "exp" in goal.heads and is_scalar(goal.gap):
        turned = angular(goal.gap)
        if turned is not None:
            yield from _alone(Relation(goal.relation.operator, turned, ZERO))


def _alone(relation: Relation) -> Iterator[Relation]:
    """Each function among the summands alone on a side, an odd one also at the opposite value, and
    all of them."""
    parts = [*_summands(relation.right, Fraction(1)), *_summands(relation.left, Fraction(-1))]
    some = [part for part in parts if part[0] and part[1].head in FUNCTIONS]
    for part in some:
        c, f = part
        others = _sum([(-d / c, t) for d, t in parts if (d, t) != part])
        sides = (others, f) if c > 0 else (f, others)
        if sides != (relation.left, relation.right):
            yield Relation(relation.operator, *sides)
        if f.head in ODD:
            turned = call(f.head, neg(f.args[0])), neg(others)
            yield Relation(relation.operator, *(turned if c > 0 else turned[::-1]))
    if len(some) > 1:
        rest = [part for part in parts if part not in some]
        yield Relation(relation.operator, _sum([(-c, t) for c, t in some]), _sum(rest))
        yield Relation(relation.operator, _sum([(-c, t) for c, t in rest]), _sum(some))


def _sum(parts: Iterable[tuple[Fraction, Term]]) -> Term:
    """The sum of multiples of terms, like ones together."""
    whole: dict[Term, Fraction] = {}
    for c, t in parts:
        whole[t] = whole.get(t, Fraction(0)) + c
    return sum_of([neg(t) if c == -1 and t != ONE else scaled(
        (c, Fraction(0)), [] if t == ONE else [t]) for t, c in whole.items() if c])


def _summands(t: Term, c: Fraction) -> Iterator[tuple[Fraction, Term]]:
    """What c times a term adds up to, as it is written, with rational factors, those in the terms
    of a sum before it."""
    if t.head == "add":
        for part in t.args:
            yield from _summands(part, c)
        return
    negative, factors = _factors(t)
    others = []
    for factor in factors:
        if factor.head == "number":
            c *= factor.data
        elif factor.head == "div" and factor.args[1].head == "number" and factor.args[1] != ZERO:
            c /= factor.args[1].data
        else:
            others.append(factor)
    whole = product_of(others)
    if whole.head == "sum" and whole.args[-1].head != "add":
        ((own, body),) = _summands(whole.args[-1], Fraction(1))
        c, whole = c * own, Term("sum", (*whole.args[:-1], body))
    yield (-c if negative else c), whole


def _common(goal: Goal, t: Term) -> Iterator[Term]:
    """A sum as a product with what all its terms have in common."""
    terms = vector(goal.context, eq(t, ZERO))
    if len(terms) < 2 or not is_scalar(terms):
        return
    powers = [dict(m) for _, _, m in terms]
    shared = {a: min(p.get(a, 0) for p in powers) for a in powers[0]}
    factors = [(a, e) for a, e in shared.items() if e > 0]
    if factors:
        rest = [scaled(c, [monomial_term(tuple(divided(m, factors)))])
                for (_, _, m), c in terms.items()]
        yield mul(*(a if e == 1 else power(a, number(e)) for a, e in factors), add(*rest))


def _gaps(goal: Goal) -> Iterator[Term]:
    gap = simplified(goal.context, add(goal.relation.left, neg(goal.relation.right)))
    yield gap
    yield simplified(goal.context, neg(gap))


def _written(t: Term) -> Iterator[Term]:
    """A term, and as a product: the sign goes to each of the factors in turn."""
    yield t
    if t.head == "pow" and t.args[1].head == "number":
        e = t.args[1].data
        if e.denominator == 1 and e % 2 == 0 and e > 1:
            half = power(t.args[0], number(e / 2)) if e > 2 else t.args[0]
            yield mul(half, call("conj", half))
    negative, factors = _factors(t)
    if len(factors) > 1:
        if not negative:
            yield mul(*factors)
        else:
            for k, factor in enumerate(factors):
                yield mul(neg(factor), *factors[:k], *factors[k + 1 :])


def _factors(t: Term) -> tuple[bool, list[Term]]:
    """Whether a product is negative, and its factors, numbers positive."""
    if t.head == "number" and t.data < 0:
        return True, [number(-t.data)]
    if t.head == "neg":
        negative, factors = _factors(t.args[0])
        return not negative, factors
    if t.head == "div" and t.args[0] != ONE:
        negative, factors = _factors(t.args[0])
        return negative, [*factors, div(ONE, t.args[1])]
    if t.head == "mul":
        found: list[Term] = []
        negative = False
        for a in t.args:
            turned, factors = _factors(a)
            negative, found = negative != turned, [*found, *factors]
        return negative, [f for f in found if f != ONE] or [ONE]
    return False, [t]


@cache
def concluding_laws() -> dict[str, tuple[tuple[Any, Relation], ...]]:
    """Conclusions that say more of a side than that it is a variable, by operator."""
    found: dict[str, list[tuple[Any, Relation]]] = {}
    for law in all_laws():
        if law.name in IDLE or any(v.sort.is_family or v.sort.is_matrix for v in law.variables):
            continue
        for c in law.conclusions:
            heads = {c.left.head, c.right.head} - {"symbol", "number"}
            if heads and c.operator != "==":
                found.setdefault(c.operator, []).append((law, c))
    return {operator: tuple(laws) for operator, laws in found.items()}


def _concluding(goal: Goal, relation: Relation) -> Iterator[tuple[str, list[Term]]]:
    """Laws and lemmas with this relation as a conclusion, at values."""
    sides = relation.left, relation.right
    laws = [(law, c) for law, c in concluding_laws().get(relation.operator, ()) if all(
        p.head in ("symbol", "number", t.head)
        for p, t in zip((c.left, c.right), sides, strict=True))]
    if _has_lemmas(goal):
        laws += lemmas_of(goal.context).concluding(relation)
    for law, c in laws:
        for values in agreeing(goal.context, c, relation, law.variables):
            yield law.name, values
            break


def without_signs(relation: Relation) -> Iterator[Relation]:
    """What an order or `≠` of two opposites says of these, or of a difference and 0."""
    a, b = relation.left, relation.right
    u, v = (side if side == ZERO else _opposite(side) for side in (a, b))
    if u is not None and v is not None:
        yield Relation(relation.operator, v, u)
    if relation.operator == "!=" and b == ZERO and a.head == "add" and len(a.args) == 2:
        x, y = a.args
        if y.head == "neg":
            yield from (ne(x, y.args[0]), ne(y.args[0], x))
    for place, side in ((0, a), (1, b)) if relation.operator != "!=" and ZERO in (a, b) else ():
        if side.head == "add" and len(side.args) == 2 and side.args[1].head == "neg":
            pair = side.args[0], side.args[1].args[0]
            yield Relation(relation.operator, *(pair[::-1] if place else pair))


def _opposite(term: Term) -> Term | None:
    """What a term is the opposite of, if a sign is all that has to go from each summand."""
    head, args = term.head, term.args
    if head == "neg":
        return args[0]
    if head == "number" and term.data < 0:
        return number(-term.data)
    if head == "add":
        parts = [_opposite(a) for a in args]
        return None if None in parts else add(*(p for p in parts if p is not None))
    first = _opposite(args[0]) if head in ("mul", "div") else None
    return None if first is None else Term(head, (first, *args[1:]))


def _has_lemmas(goal: Goal) -> bool:
    """Whether lemmas are at hand, and the goal is not too deep in others for them."""
    return has_lemmas(goal.context) and goal.search.nesting <= LEMMA_NESTING
