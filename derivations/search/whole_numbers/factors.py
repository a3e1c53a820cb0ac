"""Whole numbers whose product is a number: each case of what the first of them is.

An equation between whole numbers becomes `u v = N` where it is of the first degree in each of two
numbers (`a x y + b x + c y + d`, times a, is `(a x + c)(a y + b) - (b c - a d)`), or where what
stands there beside a number is a product.  Then u lies between -N and N; where it divides N, v is
N/u, and where it does not there is nothing to show.

`m = 4 or m = 6 or m = 12` given `1/m + 1/n = 1/3`; `x*y = 30` given `x**2 - y**2 = 11`.  Complete
for such equations up to MAX_NUMBER if u and v determine what is asked.

Source: G. Hardy, E. Wright, An Introduction to the Theory of Numbers, 1.2.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from derivations.kernel import Combine, Context, Proof
from derivations.language.statements import eq, le
from derivations.language.substitution import heads_of
from derivations.language.terms import ONE, Term, add, mul, neg, number
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.numerics.polynomials import Polynomial, polynomials_of, symbols_of, term_of
from derivations.search.numerics.stationary import factored
from derivations.search.orders.contradictions import contradiction
from derivations.search.reading.facts import plain_facts, vector
from derivations.search.reading.readback import CONSTANT
from derivations.search.whole_numbers.congruences import indivisible
from derivations.search.whole_numbers.finite_cases import each

# Numbers whose factors are told apart.
MAX_NUMBER = 60
# Bounds of the first factor from below that are tried, down from 1 to before this.
LOW = 5


def has_products(goal: Goal) -> bool:
    """Whether an equation between whole numbers says what a product is."""
    return next(_products(goal), None) is not None


def prove_by_factors(goal: Goal) -> Proof | None:
    """The goal for each value of the first factor of a number."""
    found = next(_products(goal), None)
    if found is None:
        return None
    place, scale, u, v, whole = found
    draft = Draft(goal)
    claim = eq(mul(u, v), number(whole))
    shown = Combine(((number(scale), place, None),))
    fact = draft.context.facts[place].relation
    divided = "div" in heads_of(fact.left) | heads_of(fact.right)
    said = draft.have(claim, None if divided else shown)
    draft.use("factor-between", u, v, number(whole))
    above, below = draft.have(le(u, number(whole))), draft.have(le(number(-whole), u))
    low = -whole
    for start in range(1, max(-LOW, -whole), -1):
        inner = draft.aside(draft.relation)
        if inner.attempt(inner.have_premise, le(number(start), u)):
            low, below = start, draft.have(le(number(start), u))
            break

    def leaf(case: Draft, there: int, j: int) -> Proof:
        claim = eq(mul(number(j), v), number(whole))
        last = case.have(claim, Combine(((ONE, said, None), (neg(v), there, None))))
        if not j or case.attempt(indivisible, case, last, claim):
            return contradiction(case)
        other = case.have(eq(v, number(Fraction(whole, j))),
                          Combine(((number(Fraction(1, j)), last, None),)))
        if case.attempt(_no_whole_number, case, (there, other)):
            return contradiction(case)
        return case.done_as_deep()

    return each(draft, u, low, whole, (below, above), leaf)


def _no_whole_number(draft: Draft, places: tuple[int, int]) -> None:
    """Add what two linear equations say a number is, which is not whole.  Raises Stuck."""
    gaps = [vector(draft.context, draft.context.facts[k].relation) for k in places]
    symbols = sorted({a for gap in gaps for _, _, m in gap for a, _ in m}, key=lambda s: s.name)
    if len(symbols) != 2:
        raise Stuck("not two equations for two numbers")
    rows = [[gap.get((None, None, ((s, 1),)), (Fraction(0), 0))[0] for s in symbols]
            for gap in gaps]
    for x, own, other in ((symbols[0], 0, 1), (symbols[1], 1, 0)):
        p, q = rows[1][other], -rows[0][other]
        a = p*rows[0][own] + q*rows[1][own]
        first, second = (gap.get(CONSTANT, (Fraction(0), 0))[0] for gap in gaps)
        c = p*first + q*second
        if a and (c/a).denominator > 1:
            claim = eq(mul(number(a), x), number(-c))
            last = draft.have(claim, Combine(tuple(
                (number(w), k, None) for w, k in zip((p, q), places, strict=True))))
            return indivisible(draft, last, claim)
    raise Stuck("both are whole numbers")


def _products(goal: Goal) -> Iterator[tuple[int, Fraction, Term, Term, int]]:
    """Equations by their numbers, a factor c, u, v and N > 0, such that c times the gap of the
    sides is `u v - N`; not those of which u is known."""
    known = {fact.left for _, fact in plain_facts(goal.context, "==")
             if fact.right.head == "number"}
    for place, fact in plain_facts(goal.context, "=="):
        found = _product(goal.context, add(fact.left, neg(fact.right)))
        if found is not None and found[1] not in known:
            yield place, *found


def _product(context: Context, gap: Term) -> tuple[Fraction, Term, Term, int] | None:
    several = polynomials_of(context, gap)
    if several is None or len(several) != 1:
        return None
    (p,), symbols = several, sorted(symbols_of(several[0]), key=lambda s: s.name)
    if len(symbols) != 2 or not all(s.sort.within("integer") for s in symbols):
        return None
    scale = Fraction(lcm(*(c.denominator for c in p.values())))
    scale /= gcd(*(int(scale*c) for c in p.values()))
    p = {key: scale*c for key, c in p.items()}
    found = _bilinear(p, *symbols) or _beside_a_number(p, symbols[0])
    if found is None:
        return None
    more, u, v, whole = found
    if not 0 < abs(whole) <= MAX_NUMBER:
        return None
    return (scale*more, u, v, whole) if whole > 0 else (-scale*more, u, neg(v), -whole)


def _bilinear(p: Polynomial, x: Term, y: Term) -> tuple[int, Term, Term, int] | None:
    """a, `a x + c`, `a y + b` and `b c - a d` for a polynomial `a x y + b x + c y + d`."""
    parts: dict[Any, int] = {key: int(c) for key, c in p.items()}
    a, b, c, d = (parts.pop(key, 0) for key in (((x, 1), (y, 1)), ((x, 1),), ((y, 1),), ()))
    if parts or not a:
        return None
    u, v = (add(mul(number(a), s), number(k)) for s, k in ((x, c), (y, b)))
    return a, u, v, b*c - a*d


def _beside_a_number(p: Polynomial, x: Term) -> tuple[int, Term, Term, int] | None:
    """1, u, v and N for a polynomial `u v - N`."""
    rest = {key: c for key, c in p.items() if key}
    found = factored(term_of(rest), x)
    if found.head != "mul":
        return None
    first, *others = sorted(found.args, key=lambda part: part.head == "number")
    return 1, first, mul(*others) if len(others) > 1 else others[0], -int(p.get((), 0))
