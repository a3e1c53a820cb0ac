"""Relations between numbers: roots of unity, and values.

    enclosure        closed scalars told apart by intervals
    roots of unity   an equation in X = exp(2 pi i/N) holds since the cyclotomic polynomial divides
                     it; that vanishes since the other factors of X^N - 1 do not: complete
    whole turns      `exp(2 pi i z) ≠ 1` for 0 < z < 1
    arguments        what a function or a divisor is at a rational number, put for its argument

Source: S. Lang, Algebra, VI 3.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import lcm
from operator import is_
from typing import Any

from derivations.kernel import Combine, Have, Proof
from derivations.language.heads import MATRIX_HEADS
from derivations.language.statements import Proposition, Relation, eq, lt, ne
from derivations.language.terms import (
    BINDERS, ONE, PI, ZERO, I, Term, add, div, exp, mul, neg, number,
)
from derivations.search.drafts import Draft
from derivations.search.functions.denominators import without_inverses
from derivations.search.goals import Goal, Stuck
from derivations.search.numerics.closed_forms import enclosed, gaussian
from derivations.search.reading.facts import nodes
from derivations.search.reading.gaussian import primes_of, square_part
from derivations.search.reading.readback import form, half_turns, is_scalar, monomial_term, sum_of
from derivations.search.reading.references import by_order
from derivations.search.refutation.residuals import readable

MAX_ORDER = 240
# Square roots of larger primes are not put by roots of unity.
MAX_PRIME = 13
Poly = dict[int, Fraction]


# Roots of unity


def prove_by_roots_of_unity(goal: Goal) -> Proof | None:
    """The equation among roots of unity; beside them, square roots of numbers are put by them."""
    if all(_turn(atom) is None for _, _, m in goal.gap for atom, _ in m):
        return None
    draft = Draft(goal)
    for node in dict.fromkeys(nodes(goal.relation)):
        if node.head == "sqrt" and node.args[0].head == "number":
            draft.attempt(_root_by_turns, draft, node)
    return draft.close(_by_cyclotomic(draft.goal))


def _root_by_turns(draft: Draft, node: Term) -> None:
    """Put a sum of roots of unity for the root of a rational: Gauss's sums of each prime."""
    q = node.args[0].data
    outside, inside = square_part(q) if q > 0 else (q, 1)
    primes = primes_of(inside)
    if not primes or max(primes) > MAX_PRIME:
        raise Stuck("no roots of unity")
    value = mul(number(outside), *map(_gauss_sum, primes))
    draft.rewrite(draft.use("sqrt in right half", value, node.args[0]))


def _gauss_sum(p: int) -> Term:
    """The root of a prime: the sum of exp(2 pi i k²/p), which is i times it for p = 4 n + 3."""
    if p == 2:
        return _at_root({1: Fraction(1), -1: Fraction(1)}, 8)
    whole = _at_root({k: Fraction(c) for k, c in Counter(k * k % p for k in range(p)).items()}, p)
    return whole if p % 4 == 1 else mul(neg(I), whole)


def _by_cyclotomic(goal: Goal) -> Proof:
    """The equation as a multiple of a cyclotomic polynomial.  Raises Stuck."""
    if not goal.gap:
        return Combine()
    grouped: dict[Any, dict[tuple[Fraction, bool], Fraction]] = {}
    order = 4
    for (place, word, m), (re, im) in goal.gap.items():
        if place is not None or word is not None:
            raise Stuck("an equation between matrices")
        turn, rest = Fraction(0), []
        for atom, e in m:
            own = _turn(atom)
            if own is None:
                rest.append((atom, e))
            else:
                turn += own * e
        group = grouped.setdefault(tuple(rest), {})
        for part, c in ((turn, re), (turn + Fraction(1, 2), im)):
            order = lcm(order, (part / 2).denominator)
            group[part, True] = group.get((part, True), Fraction(0)) + c
    if order == 4 or order > MAX_ORDER:
        raise Stuck("no roots of unity, or too many")
    cyclotomic = dict(_cyclotomic(order))
    cofactors = []
    for rest, group in grouped.items():
        poly: Poly = {}
        for (part, _), c in group.items():
            place = int(part / 2 * order) % order
            poly[place] = poly.get(place, Fraction(0)) + c
        quotient, remainder = _divided(poly, cyclotomic)
        if remainder:
            raise Stuck("not zero")
        factors = [monomial_term(rest)] if rest else []
        cofactors.append(mul(*factors, _at_root(quotient, order), ONE))
    draft = Draft(goal)
    number_ = vanishing(draft, order)
    return draft.close(Combine(((sum_of(cofactors), number_, None),)))


def vanishing(draft: Draft, order: int) -> int:
    """Add that the cyclotomic polynomial vanishes at exp(2 pi i/order)."""
    polynomial = dict(_cyclotomic(order))
    others, _ = _divided({order: Fraction(1), 0: Fraction(-1)}, polynomial)
    value, rest = _at_root(polynomial, order), _at_root(others, order)
    apart = ne(rest, ZERO)
    draft.have(apart, enclosed(draft.context, apart))
    known = draft.use("inverse", rest)
    return draft.have(eq(value, ZERO), Combine(((neg(value), known, None),)))


def _turn(atom: Term) -> Fraction | None:
    """The half turns of exp(a pi i) for a rational a."""
    return half_turns(atom.args[0]) if atom.head == "exp" else None


@cache
def _cyclotomic(order: int) -> tuple[tuple[int, Fraction], ...]:
    poly: Poly = {order: Fraction(1), 0: Fraction(-1)}
    for d in range(1, order):
        if order % d == 0:
            poly, _ = _divided(poly, dict(_cyclotomic(d)))
    return tuple(poly.items())


def _divided(poly: Poly, by: Poly) -> tuple[Poly, Poly]:
    """Quotient and remainder of polynomials; the divisor has the leading coefficient 1."""
    rest, quotient, degree = dict(poly), {}, max(by)
    for k in range(max(rest, default=0), degree - 1, -1):
        c = rest.pop(k, Fraction(0))
        if c:
            quotient[k - degree] = c
            for j, b in by.items():
                if j != degree:
                    rest[k - degree + j] = rest.get(k - degree + j, Fraction(0)) - c * b
    return quotient, {k: c for k, c in rest.items() if c}


def _at_root(poly: Poly, order: int) -> Term:
    """The value of a polynomial at exp(2 pi i/order)."""
    return sum_of([mul(number(c), exp(mul(number(Fraction(2 * k, order)), I, PI)))
                   for k, c in poly.items() if c])


# Angles


def prove_no_turn(goal: Goal) -> Proof | None:
    """`exp(2 pi i z) ≠ 1` for 0 < z < 1, which is no whole number."""
    gap = {key[2]: c for key, c in goal.gap.items() if is_scalar([key])}
    c, others = gap.pop((), None), [m for m in gap if all(a.head == "exp" for a, _ in m)]
    if c is None or c[1] or len(goal.gap) != 2 or [gap[m] for m in others] != [(-c[0], 0)]:
        return None
    exponent = add(*(mul(number(e), a.args[0]) for a, e in others[0]), ZERO)
    turns, _ = without_inverses(goal.context, mul(neg(I), div(exponent, mul(number(2), PI))))
    for z in (turns, add(turns, ONE)):  # -1 < z < 0, too
        draft = Draft(goal)
        if draft.attempt(_between, draft, z):
            return draft.close(Combine((), ((Fraction(-c[0]), draft.last),)))
    return None


def _between(draft: Draft, z: Term) -> None:
    """Add that exp(2 pi i z) is not 1.  Raises Stuck."""
    for claim in (lt(ZERO, z), lt(z, ONE)):
        draft.have(claim, draft.search.prove(draft.context, claim, 1))
    draft.use("between-turns", z)


# Rational arguments


def put_rational(draft: Draft, node: Term) -> None:
    """Put the number that the last argument of a function, or a divisor, is.  Raises Stuck."""
    argument = node.args[-1]
    if draft.relation.free():
        raise Stuck("not closed")
    value = readable(argument)
    if value.head != "number" or value == argument or gaussian(argument) is not None:
        raise Stuck("nothing to put")
    draft.rewrite(draft.have(eq(argument, value)))


# Enclosure


def prove_by_enclosure(goal: Goal) -> Proof | None:
    """Two closed scalars told apart by intervals; matrices are multiplied out first."""
    relation = goal.relation
    if relation.free():
        return None
    known: dict[int, Term] = {}
    sides = [_scalars(goal, t, known) for t in (relation.left, relation.right)]
    plain = Relation(relation.operator, *sides)
    proof = enclosed(goal.context, plain)
    if proof is None or plain == relation:
        return proof
    return Have(Proposition(plain), proof, by_order(len(goal.context.facts)))


def _scalars(goal: Goal, term: Term, known: dict[int, Term]) -> Term:
    """A closed scalar without matrices inside; what is shared is looked at once."""
    if not term.args or term.head in BINDERS:
        return term
    if id(term) not in known:
        if term.head in MATRIX_HEADS:
            known[id(term)] = goal.reader.form(form(goal.context, term))
        else:
            args = tuple([_scalars(goal, a, known) for a in term.args])
            same = all(map(is_, args, term.args))
            known[id(term)] = term if same else Term(term.head, args, term.data)
    return known[id(term)]
