"""That a scalar is not zero: times something else it is what is known not to be zero.

    divisors       times what is divided by
    roots          times the conjugate, in which a root has the other sign
    parts          the real or the imaginary part is not zero
    exponentials   two real exponents that differ give different exponentials
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from derivations.core import Cases, Combine
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.terms import (
    ONE, ZERO, I, Term, add, call, conj, exp, mul, neg, number, power,
)
from derivations.provers.goals import Draft, Goal, Stuck, Vector
from derivations.provers.matching import same, simplified
from derivations.provers.readback import monomial_term, scaled
from derivations.provers.reductions import Rules, nonzero

HALF = number(Fraction(1, 2))


def prove_nonzero(goal: Goal) -> Any:
    """`a ≠ b`, in one of these ways."""
    if any(place is not None or word is not None for place, word, _ in goal.gap):
        return None
    t = simplified(goal.context, add(goal.relation.left, neg(goal.relation.right)))
    for way in (_by_factor, _by_exponents, _by_part):
        draft = Draft(goal)
        if draft.attempt(way, draft, t):
            return draft.close(Combine((), ((Fraction(1), draft.have(ne(t, ZERO))),)))
    return None


def _by_factor(draft: Draft, t: Term) -> None:
    """t is not 0 since t times something is not."""
    rules = Rules(draft)
    v, _ = rules.reduced(rules.vector(eq(t, ZERO)))
    divisor = rules.divisor(v)
    factor = power(divisor[0], number(divisor[1])) if divisor else _conjugate(rules, v)
    if factor is None:
        raise Stuck("no divisor and no root")
    product = mul(t, factor)
    rest, _ = rules.reduced(rules.vector(eq(product, ZERO)))
    plain = rules.term(rest)
    number_ = draft.have(ne(plain, ZERO), draft.premise(Proposition(ne(plain, ZERO))))
    equal = rules.zero(add(product, neg(plain)))
    draft.have(ne(product, ZERO), Combine(((ONE, equal, None),), ((Fraction(1), number_),)))
    draft.have(ne(t, ZERO), Combine((), ((Fraction(1), draft.use("factors", t, factor)),)))


def _conjugate(rules: Rules, v: Vector) -> Term | None:
    """What remains, with the other sign of the root that was met last."""
    roots = dict.fromkeys(a for _, _, m in v for a, _ in m if a.head == "sqrt")
    if not roots or len(v) == 1:
        return None
    root = max(roots, key=rules.draft.goal.reader.rank)
    return rules.term({k: (a, b) if (root, 1) not in k[2] else (-a, -b) for k, (a, b) in v.items()})


def _by_exponents(draft: Draft, t: Term) -> None:
    """Two exponentials differ since their exponents do."""
    terms = list(draft.goal.gap.items())
    if len(terms) != 2:
        raise Stuck("not two terms")
    (m, a), (n, b) = [(dict(key[2]), c) for key, c in terms]
    if (a[0] + b[0], a[1] + b[1]) != (0, 0):
        raise Stuck("not a difference")
    turns = {x: m.get(x, 0) - n.get(x, 0) for x in {**m, **n}}
    if any(e and x.head != "exp" for x, e in turns.items()):
        raise Stuck("not exponentials")
    d = add(*(mul(number(e), x.args[0]) for x, e in turns.items() if e), ZERO)
    nonzero(draft, d)
    above, below = (under(draft, fact, ne(exp(d), ONE)) for fact in (lt(ZERO, d), le(d, ZERO)))
    below.use("above zero", neg(d))
    last = draft.have(ne(exp(d), ONE), Cases(
        lt(ZERO, d), None, _grown(above, ZERO, d, -1), _grown(below, d, ZERO, 1)))
    gap = add(exp(d), neg(ONE))
    draft.have(ne(gap, ZERO), Combine((), ((Fraction(1), last),)))
    _times(draft, t, scaled(a, [monomial_term(tuple(n.items()))] if n else []), gap)


def _grown(draft: Draft, x: Term, y: Term, sign: int) -> Any:
    """`exp d ≠ 1`, one of x and y being d and the other 0, as `x < y`."""
    last = draft.use("exp grows strictly", x, y)
    return draft.close(Combine((), ((Fraction(sign), last),)))


def _by_part(draft: Draft, t: Term) -> None:
    """The real or the imaginary part is not 0."""
    if same(draft.context, conj(t), t):
        raise Stuck("a real number")
    for head, unit in (("re", ONE), ("im", I)):
        part = simplified(draft.context, call(head, t))
        if part != ZERO and draft.attempt(_times, draft, mul(unit, part), unit, part):
            last = len(draft.context.facts) - 1
            zero = under(draft, eq(t, ZERO), ne(t, ZERO))
            again = zero.aside(eq(conj(t), ZERO))
            again.rewrite(last + 1)
            turned = zero.have(eq(conj(t), ZERO), again.close(Combine()))
            sign = ONE if head == "re" else neg(ONE)
            first = zero.close(Combine(
                ((HALF, last + 1, None), (mul(neg(sign), HALF), turned, None)),
                ((Fraction(1), last),)))
            other = Combine((), ((Fraction(1), last + 1),))
            draft.have(ne(t, ZERO), Cases(eq(t, ZERO), None, first, other))
            return
    raise Stuck("no part that is not zero")


def _times(draft: Draft, t: Term, *factors: Term) -> None:
    """t is not 0, a product of what is not 0."""
    for factor in factors:
        nonzero(draft, factor)
    last = draft.use("product", *factors)
    draft.have(ne(t, ZERO), Combine((), ((Fraction(1), last),)))


def under(draft: Draft, fact: Relation, relation: Relation) -> Draft:
    """A draft of a relation where a fact holds as well."""
    context = draft.context.with_facts(Proposition(fact))
    return Draft(Goal(context, relation, draft.search, draft.depth + 1, draft.light))


__all__ = ["prove_nonzero", "under"]
