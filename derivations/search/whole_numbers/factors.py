"""Whole numbers whose product is a number: each case of what the first of them is.

An equation between whole numbers becomes `u v = N` where it is of the first degree in each of two
numbers (`a x y + b x + c y + d`, times a, is `(a x + c)(a y + b) - (b c - a d)`), or where what
stands there beside a number is a product; or its real or imaginary part does.  The lesser factor is
at most the root of N, if they are above zero; if they are not, their opposites are.  Where it
divides N, the other is the quotient, and where it does not there is nothing to show.

`m = 4 or m = 6 or m = 12` given `1/m + 1/n = 1/3`; `x*y = 30` given `x**2 - y**2 = 11`; `m**2 = 49`
given `m**2 + 3*m**2*n**2 = 30*n**2 + 517`.  Complete for such equations up to MAX_NUMBER if u and v
determine what is asked.

Source: G. Hardy, E. Wright, An Introduction to the Theory of Numbers, 1.2.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import gcd, isqrt, lcm
from typing import Any

from derivations.kernel import Cases, Combine, Proof
from derivations.language.statements import eq, le, lt
from derivations.language.substitution import heads_of
from derivations.language.terms import ONE, ZERO, Term, add, mul, neg, number, power
from derivations.search.drafts import Draft
from derivations.search.equality.equations import have_combined
from derivations.search.goals import Goal, Stuck
from derivations.search.numerics.polynomials import Polynomial, polynomials_of, symbols_of, term_of
from derivations.search.numerics.stationary import factored
from derivations.search.orders.contradictions import contradiction
from derivations.search.orders.written_signs import written_factors
from derivations.search.reading.facts import plain_facts, vector
from derivations.search.reading.readback import CONSTANT, product_of
from derivations.search.reading.references import by_equation
from derivations.search.whole_numbers.congruences import indivisible
from derivations.search.whole_numbers.finite_cases import each

# Numbers whose factors are told apart.
MAX_NUMBER = 1000

# A factor c, two terms and a number: c times a gap is `u v - N`.
Product = tuple[Fraction, Term, Term, int]


def has_products(goal: Goal) -> bool:
    """Whether an equation between whole numbers says what a product is."""
    return next(_products(goal), None) is not None


def prove_by_factors(goal: Goal) -> Proof | None:
    """The goal for each way to write a number as a product."""
    found = next(_products(goal), None)
    if found is None:
        return None
    place, is_part, (scale, u, v, whole) = found
    draft = Draft(goal)
    claim = eq(mul(u, v), number(whole))
    shown = Combine(((number(scale), place, None),))
    fact = draft.context.facts[place].relation
    if is_part:
        draft.have_conjugated(place)
        said = have_combined(draft, claim)
    else:
        divided = "div" in heads_of(fact.left) | heads_of(fact.right)
        said = draft.have(claim, None if divided else shown)
    for one, other in ((u, v), (v, u)):
        if draft.attempt(draft.have_premise, lt(ZERO, one)):
            return _above_zero(draft, said, one, other, whole)
    above, below = draft.under(lt(ZERO, u)), draft.under(le(u, ZERO))
    first = _above_zero(above, said, u, v, whole)
    turned = below.have(eq(mul(neg(u), neg(v)), number(whole)), by_equation(said))
    below.use("factor-negative", u, v, number(whole))
    second = _above_zero(below, turned, neg(u), neg(v), whole)
    return draft.close(Cases(lt(ZERO, u), None, first, second))


def _above_zero(draft: Draft, said: int, u: Term, v: Term, whole: int) -> Proof:
    """The goal where u is above zero: u is at most the root of the number, or v is below it."""
    root = isqrt(whole)
    beside = whole//(root + 1)
    draft.use("factor-above-zero", u, v, number(whole))
    least = draft.have(le(ONE, u)), draft.have(le(ONE, v))
    small, large = draft.under(le(u, number(root))), draft.under(lt(number(root), u))
    one = each(small, u, 1, root, (least[0], small.last), partial(_leaf, said, v, whole))
    large.use("factor-beside", u, v, number(whole), number(root))
    if not beside:
        return draft.close(Cases(le(u, number(root)), None, one, contradiction(large)))
    most = large.have(le(v, number(beside)))
    other = each(large, v, 1, beside, (least[1], most), partial(_leaf, said, u, whole))
    return draft.close(Cases(le(u, number(root)), None, one, other))


def _leaf(said: int, other: Term, whole: int, case: Draft, there: int, j: int) -> Proof:
    """The goal where one factor is j."""
    claim = eq(mul(number(j), other), number(whole))
    last = case.have(claim, Combine(((ONE, said, None), (neg(other), there, None))))
    if case.attempt(indivisible, case, last, claim):
        return contradiction(case)
    found = case.have(eq(other, number(Fraction(whole, j))),
                      Combine(((number(Fraction(1, j)), last, None),)))
    if case.attempt(_no_whole_number, case, (there, found)):
        return contradiction(case)
    return case.done_as_deep()


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


def _products(goal: Goal) -> Iterator[tuple[int, bool, Product]]:
    """Equations by their numbers as such products, N > 0, and whether that is the real or the
    imaginary part; not those of which u is known."""
    known = {fact.left for _, fact in plain_facts(goal.context, "==")
             if fact.right.head == "number"}
    for place, fact in plain_facts(goal.context, "=="):
        several = polynomials_of(goal.context, add(fact.left, neg(fact.right))) or []
        for found in map(_product, several):
            if found is not None and found[1] not in known:
                yield place, len(several) > 1, found


def _product(p: Polynomial) -> Product | None:
    symbols = sorted(symbols_of(p), key=lambda s: s.name)
    if len(symbols) != 2 or not all(s.sort.within("integer") for s in symbols):
        return None
    scale = Fraction(lcm(*(c.denominator for c in p.values())))
    scale /= gcd(*(int(scale*c) for c in p.values()))
    p = {key: scale*c for key, c in p.items()}
    found = _bilinear(p) or _beside_a_number(p, *symbols)
    if found is None:
        return None
    more, u, v, whole = found
    if not 0 < abs(whole) <= MAX_NUMBER:
        return None
    return (scale*more, u, v, whole) if whole > 0 else (-scale*more, u, neg(v), -whole)


def _bilinear(p: Polynomial) -> Product | None:
    """a, `a x + c`, `a y + b` and `b c - a d` for a polynomial `a x y + b x + c y + d`, in which
    powers may stand for x and y; without what a and c share."""
    parts: dict[Any, int] = {key: int(c) for key, c in p.items()}
    both = next((key for key in parts if len(key) == 2), None)
    if both is None:
        return None
    own, other = sorted(both, key=lambda part: part[0].name)
    a, b, c, d = (parts.pop(key, 0) for key in (both, (own,), (other,), ()))
    if parts:
        return None
    shared = gcd(a, c)  # of u alone
    u, v = (add(mul(number(e), power(*part) if part[1] > 1 else part[0]), number(k))
            for part, e, k in ((own, a//shared, c//shared), (other, a, b)))
    return Fraction(a, shared), u, v, (b*c - a*d)//shared


def _beside_a_number(p: Polynomial, x: Term, y: Term) -> Product | None:
    """A factor, u, v and N for a polynomial `u v - N`."""
    beside = _where_it_splits(p, x, y)
    rest = {**p, (): beside}
    scale = beside.denominator
    found = factored(term_of({key: scale*c for key, c in rest.items() if c}), x)
    first, *others = sorted(written_factors(found), key=lambda part: part.head == "number")
    if not others:
        return None
    return Fraction(scale), first, product_of(others), int(scale*(beside - p.get((), 0)))


def _where_it_splits(p: Polynomial, x: Term, y: Term) -> Fraction:
    """The constant with which a polynomial of the second degree has factors, if any has; or 0."""
    a, b, c, d, e = (p.get(key, Fraction(0)) for key in (
        ((x, 2),), ((x, 1), (y, 1)), ((y, 2),), ((x, 1),), ((y, 1),)))
    if 4*a*c == b**2 or any(sum(power for _, power in key) > 2 for key in p):
        return Fraction(0)
    return (a*e**2 + c*d**2 - b*d*e)/(4*a*c - b**2)
