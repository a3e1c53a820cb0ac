"""What follows since π is no ratio of whole numbers.

    ratios    `a π = b` for whole a and b says that both are 0
    turns     `exp(iu) = 1`, or a sine or cosine that says so, for a rational multiple u of a whole
              number: u is 2 π times a whole number, so it is 0

So positions with one sine and cosine are one position.  Equations between blocks are looked at in
the blocks that other facts name, and in the first and the last.  Complete for one equation that
is linear in π with whole coefficients; of angles, those between two of the facts are tried, and a
few multiples of each.

Source: I. Niven, Bull. AMS 53 (1947) 509.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import combinations, permutations, product
from math import lcm
from typing import Any

from derivations.kernel import Cases, Combine, Proof
from derivations.language.statements import Proposition, Relation, eq, ne, replace_term
from derivations.language.substitution import subterms
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, as_term, call, div, exp, mul, neg, number, power,
)
from derivations.search.drafts import Draft
from derivations.search.equality.completion import SIGNED, prove_in_ideal
from derivations.search.equality.equations import Combination, combined, have_combined
from derivations.search.functions.denominators import divisors_of, multiplied, without_inverses
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.instances import with_instances
from derivations.search.knowledge.matching import same
from derivations.search.knowledge.rewriting import rewrite_all
from derivations.search.linear_algebra.explicit_matrices import equal_blocks, equal_entries
from derivations.search.orders.contradictions import contradiction
from derivations.search.reading.facts import FAILURES, Vector, nodes, plain_facts, vector, vector_of
from derivations.search.reading.gaussian import Span
from derivations.search.reading.readback import (
    is_scalar, multiple, polynomial, product_of, simplified, sum_of,
)
from derivations.search.reading.references import by_order
from derivations.search.summation.deltas import is_delta

# Angles that are tried, as multiple roots, and terms of an equation with angles; equations.
MAX_ANGLES, MAX_ROOTS, MAX_TERMS, MAX_EQUATIONS = 12, 4, 6, 24
# So many times an angle may be a whole number of turns.
TURNS = (1, 2, 4, 3, 6, 8, 12)
# What speaks of π or of angles, beside the exponential of what is not real.
SPEAKING = frozenset({"pi", "sin", "cos", "tan"})


def prove_by_irrationality(goal: Goal) -> Proof | None:
    """An equation or `≠` from what facts, and for `≠` its opposite, say of π and of turns."""
    facts = [f.relation for f in goal.context.facts]
    if not _is_spoken_of((goal.relation, *facts)):
        return None
    if goal.relation.operator == "==":
        draft = Draft(goal)
        return _finished(draft) if _add_all(draft) else draft.close(_by_two_angles(draft))
    opposite = eq(goal.relation.left, goal.relation.right)
    inner = Draft(goal).under(opposite)
    last = inner.last
    proof = _finished(inner) if _add_all(inner) else inner.close(_by_two_angles(inner))
    return None if proof is None else Cases(opposite, None, proof, by_order(last))


def _is_spoken_of(relations: Sequence[Relation]) -> bool:
    """Whether π or an angle stands there, and what is whole; the π of a delta says nothing."""
    found: dict[Term, None] = {}
    pending = [side for r in relations for side in (r.left, r.right)]
    while pending:
        term = pending.pop()
        if term not in found and not is_delta(term):
            found[term] = None
            pending += term.args
    return any(map(_is_whole, found)) and any(
        n.head in SPEAKING or (n.head == "exp" and any(m.head == "i" for m in subterms(n)))
        for n in found
    )


def _is_whole(term: Term) -> bool:
    if term.head != "symbol":
        return term.head in ("floor", "mod")
    return (term.sort.value or term.sort).within("integer")


def _finished(draft: Draft) -> Proof | None:
    """The goal, where what was added is put in, or since facts contradict each other."""
    proof = combined(draft) if draft.relation.operator == "==" else None
    if proof is not None:
        return draft.close(proof)
    proof = attempted(contradiction, draft)
    if proof is None and draft.relation.free():
        rewrite_all(draft)  # at the 0 that a symbol is
        return draft.done()
    return proof


def _by_two_angles(draft: Draft) -> Proof:
    """Cases which of two angles is 0, as the product of what their exponentials lack to 1 is."""
    angles = _distinct(draft, MAX_ROOTS)
    for (u, w), turns in product(permutations(angles, 2), (1, 2)):
        one, other = eq(exp(mul(I, u)), ONE), eq(exp(mul(I, number(turns), w)), ONE)
        gaps = [add(r.left, neg(ONE)) for r in (one, other)]
        if any(draft.known(Proposition(r)) is not None for r in (one, other, ne(one.left, ONE))):
            continue
        try:
            known = _shown(draft, eq(mul(*gaps), ZERO))
        except FAILURES:
            continue
        first, second = draft.under(one), draft.under(ne(one.left, ONE))
        _turn(first, u, TURNS[:1], lambda d, claim: d.have(claim))
        inverse = second.use("inverse", gaps[0])
        second.have(other, Combine((
            (div(ONE, gaps[0]), known, None), (neg(gaps[1]), inverse, None))))
        _turn(second, w, (turns,), lambda d, claim: d.have(claim))
        return Cases(one, None, first.done_as_deep(), second.done_as_deep())
    raise Stuck("no whole number is a multiple of π")


def _add_all(draft: Draft) -> bool:
    """Whether it is added that whole numbers are 0."""
    if any(f.variables for f in draft.context.facts):
        draft.attempt(with_instances, draft)
    for number_, fact in _equations(draft):
        any(draft.attempt(way, draft, number_, fact) for way in (equal_blocks, equal_entries))
    _with_values(draft)
    for s in sorted(draft.context.symbols, key=lambda s: s.name):
        if s.sort.kind in SIGNED:
            draft.attempt(draft.sort, s)
    found = [draft.attempt(_ratio, draft, fact) for _, fact in _equations(draft)]
    if any(found) or _with_turns(draft, MAX_ANGLES, TURNS, _shown):
        return True
    for _, fact in _equations(draft):
        draft.attempt(_plain, draft, fact)
    return _with_turns(draft, MAX_ROOTS, TURNS[:1], _root)


def _equations(draft: Draft) -> list[tuple[int, Relation]]:
    return [*plain_facts(draft.context, "==")][-MAX_EQUATIONS:]


def _with_values(draft: Draft) -> None:
    """Put values of families, and of symbols, that are rational into the other equations."""
    equations = [*plain_facts(draft.context, "==")]
    for number_, fact in equations:
        if fact.left.head not in ("apply", "symbol") or fact.right.head != "number":
            continue
        for other, equation in equations:
            if other != number_ and any(n == fact.left for n in nodes(equation)):
                draft.attempt(_put, draft, equation, other, number_)


def _put(draft: Draft, equation: Relation, other: int, number_: int) -> None:
    """Put what an equation says a term is into another."""
    value = draft.context.facts[number_].relation
    put = replace_term(equation, value.left, value.right)
    cofactors = [(ONE, other, None)]
    for sign, side, new in ((neg(ONE), equation.left, put.left), (ONE, equation.right, put.right)):
        if side != new:
            cofactors.append((sign, draft.have_rewritten(eq(side, new), number_), None))
    draft.have(put, Combine(tuple(cofactors)))


def _plain(draft: Draft, fact: Relation) -> None:
    """Add an equation between angles without what is divided by, and as a polynomial in their
    exponentials.  Raises Stuck."""
    if not _monomials(draft, fact):
        raise Stuck("no angles")
    goal = draft.aside(eq(add(fact.left, neg(fact.right)), ZERO)).goal
    while found := divisors_of(goal):
        for q in found[0]:
            draft.use("inverse", q)
        claim = eq(multiplied(goal, found[0])[1], ZERO)
        have_combined(draft, claim)
        goal = draft.aside(claim).goal
    least: dict[Term, Any] = {}
    for _, _, m in goal.gap:
        least.update({a: min(e, least.get(a, 0)) for a, e in m if a.head == "exp"})
    factor = product_of([power(a, number(-e)) for a, e in least.items() if e])
    if factor != ONE:
        whole = eq(simplified(draft.context, mul(factor, goal.relation.left)), ZERO)
        have_combined(draft, whole)


# Ratios


def _ratio(draft: Draft, fact: Relation) -> None:
    """Add that the whole number is 0 that is multiplied by π in an equation.  Raises Stuck."""
    v = vector_of(draft.context, fact)
    if not v or not is_scalar(v) or not any(a == PI for _, _, m in v for a, _ in m):
        raise Stuck("nothing of π")
    with_pi, rest = [], []
    for (_, _, m), c in _cleared(draft, add(fact.left, neg(fact.right)))[1].items():
        powers = dict(m)
        if powers.get(PI) == 1:
            del powers[PI]
            with_pi.append(multiple(c, tuple(powers.items())))
        else:
            rest.append(multiple((-c[0], -c[1]), m))
    _no_ratio(draft, sum_of(with_pi), sum_of(rest))


def _cleared(draft: Draft, t: Term) -> tuple[Term, Vector]:
    """What a scalar is multiplied by so that it has no divisor, and what it then is; that the
    divisors have inverses is added."""
    q = _denominator(vector_of(draft.context, eq(t, ZERO)) or {})
    cleared, divisors = without_inverses(draft.context, mul(q, t))
    for d in divisors:
        draft.use("inverse", d)
    return q, vector_of(draft.context, eq(cleared, ZERO)) or {}


def _no_ratio(draft: Draft, a: Term, b: Term) -> None:
    """Add that a and b are 0, since they are whole and `a π = b`.  Raises Stuck."""
    for t in (a, b):
        if not same(draft.context, call("floor", t), t):
            raise Stuck("not whole")
    known = have_combined(draft, eq(mul(a, PI), b))
    zero = draft.use("pi irrational", a, b)
    draft.have(eq(b, ZERO), Combine(((PI, zero, None), (neg(ONE), known, None))))


def _denominator(v: Vector) -> Term:
    """What makes all coefficients whole, and takes the divisors away."""
    whole = number(lcm(*(part.denominator for c in v.values() for part in c)))
    highest: dict[Term, int] = {}
    for _, _, m in v:
        for atom, e in m:
            if atom.head == "div" and atom.args[0] == ONE:
                highest[atom.args[1]] = max(e, highest.get(atom.args[1], 0))
    return product_of([whole, *(q for q, e in highest.items() for _ in range(e))])


# Turns


def _with_turns(
    draft: Draft, most: int, turns: Sequence[int], show: Callable[[Draft, Relation], int]
) -> bool:
    """Whether it is added that angles, so many at most, are 0.

    show: adds that the exponential of so many turns of an angle is 1.
    """
    before = len(draft.context.facts)
    for u in _distinct(draft, most):
        if draft.attempt(_turn, draft, u, turns, show) and _is_wanted(draft, u):
            break
    return before < len(draft.context.facts)


def _is_wanted(draft: Draft, u: Term) -> bool:
    """Whether the goal says that a multiple of an angle is 0."""
    span = Span()
    span.add(vector(draft.context, eq(u, ZERO)))
    equation = draft.relation.operator == "=="
    return equation and span.combination(vector(draft.context, draft.relation)) is not None


def _distinct(draft: Draft, most: int) -> list[Term]:
    """Angles that may be whole numbers of turns, no two of them opposite."""
    found: list[Term] = []
    for u in _angles(draft):
        opposite = any(same(draft.context, u, t) for v in found for t in (v, neg(v)))
        if len(found) < most and not opposite:
            found.append(u)
    return found


def _angles(draft: Draft) -> list[Term]:
    """What may be a whole number of turns: angles between two terms of one equation; first what is
    to be 0 and its multiples."""
    wanted = vector_of(draft.context, eq(draft.relation.left, draft.relation.right)) or {}
    first: list[Term] = []
    others: list[Term] = []
    for _, fact in _equations(draft)[::-1]:
        for one, other in combinations(_monomials(draft, fact), 2):
            u = simplified(draft.context, add(one, neg(other)))
            keys = set(vector_of(draft.context, eq(u, ZERO)) or ())
            if keys:
                (first if keys == set(wanted) else others).append(u)
    return [*first, *others]


def _monomials(draft: Draft, fact: Relation) -> list[Term]:
    """The angles of the terms of an equation between exponentials; none where there are none."""
    v = vector_of(draft.context, fact) or {}
    found: dict[Term, None] = {}
    for _, _, m in v if is_scalar(v) else ():
        exponent = [mul(as_term(e), *a.args) for a, e in m if a.head == "exp"]
        angle = simplified(draft.context, mul(neg(I), sum_of(exponent)))
        found[angle] = None
    return [*found] if 1 < len(found) <= MAX_TERMS else []


def _turn(
    draft: Draft, u: Term, several: Sequence[int], show: Callable[[Draft, Relation], int]
) -> None:
    """Add that an angle is 0 since it is a whole number of turns.  Raises Stuck."""
    q, cleared = _cleared(draft, u)
    k = polynomial(cleared)
    if not cleared or not is_scalar(cleared) or not same(draft.context, call("floor", k), k):
        raise Stuck("no multiple of a whole number")
    for turns in map(number, several):
        try:
            one = show(draft, eq(exp(mul(I, turns, u)), ONE))
        except FAILURES:
            continue
        return _turned(draft, mul(turns, u), q, mul(turns, k), one)
    raise Stuck("not a whole number of turns")


def _shown(draft: Draft, claim: Relation) -> int:
    """Add an equation between exponentials, by the facts that speak of these; returns the number.
    Raises Stuck."""
    if draft.search.refuse(draft.context, claim):
        raise Stuck("not so at a point")
    inner = draft.aside(claim)
    combination = Combination(inner)
    own = {a for _, _, m in combination.gap for a, _ in m}
    combination.facts = {n: v for n, v in combination.facts.items()
                         if any(a in own for _, _, m in v for a, _ in m)}
    return draft.have(claim, inner.close(combination.proof()))


def _root(draft: Draft, claim: Relation) -> int:
    """Add that an exponential is 1, perhaps as a multiple root; returns the number."""
    with suppress(*FAILURES):
        return _shown(draft, claim)
    sides: tuple[list[Term], list[Term]] = ([], [])
    for (_, _, m), c in vector(draft.context, eq(claim.left.args[0], ZERO)).items():
        sides[c[1] < 0].append(multiple((abs(c[0]), abs(c[1])), m))
    above, below = (exp(sum_of(side)) for side in sides)
    equal = draft.have(eq(above, below), prove_in_ideal(draft.aside(eq(above, below)).goal))
    return draft.have(claim, Combine(((div(ONE, below), equal, None),)))


def _turned(draft: Draft, u: Term, q: Term, k: Term, one: int) -> None:
    """Add that u, which times q is the whole k, is 0 since exp(iu) is 1.  Raises Stuck.

    one: the number of the fact that says so.
    """
    z = div(u, mul(number(2), PI))
    inverse = draft.use("inverse", PI)
    turned = mul(number(2), PI, I, z)
    equal = draft.have(eq(turned, mul(I, u)), Combine(((mul(I, u), inverse, None),)))
    claim = eq(exp(turned), ONE)
    inner = draft.aside(claim)
    inner.rewrite(equal)
    draft.have(claim, inner.close(Combine(((ONE, one, None),))))
    whole = draft.use("whole turns", z)
    floor = call("floor", z)
    draft.have(eq(mul(number(2), floor, PI), u), Combine((
        (mul(number(2), PI), whole, None), (u, inverse, None))))
    _no_ratio(draft, mul(number(2), q, floor), k)
