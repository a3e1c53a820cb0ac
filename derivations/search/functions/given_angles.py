"""Angles between bounds, of which an equation says what their sine, cosine or tangent is.

    equations   polynomials in the sine or the cosine of one angle, by their rational roots, and
                what is linear in a sine, cosine or tangent
    the other   the cosine by the sine and the sine by the cosine, their squares being known, and
                both by the tangent, where their signs are seen
    the angle   between a whole multiple of π and the next it is what acos or atan say; the goal is
                proved in the cases where it is

`x = π/3` given `0 <= x`, `x <= π` and `cos(x) = 1/2`; `cos(x) = 4/5` given `sin(x) = 3/5` and an
angle in the first quarter.  Complete, up to what remains in the cases, where an angle is linear in
one symbol that has closed bounds.

Source: DLMF 4.21 and 4.23.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, gcd, inf, lcm, pi
from typing import Any

from derivations.kernel import Cases, Combine, Proof, manifest
from derivations.language.sorts import NONNEGATIVE, POSITIVE, REAL
from derivations.language.statements import Relation, eq, le, lt, ne, replace_term
from derivations.language.substitution import free_symbols
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, conj, div, mul, neg, number, power, sqrt,
)
from derivations.search.drafts import Draft
from derivations.search.equality.equations import have_combined
from derivations.search.functions.inverses import HALF, is_value, part_of_turn
from derivations.search.functions.solved_facts import for_roots, settled
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.matching import coefficients
from derivations.search.numerics.closed_forms import root_of
from derivations.search.numerics.numeric import closed_value
from derivations.search.numerics.polynomials import rational_roots
from derivations.search.orders.contradictions import contradiction
from derivations.search.reading.facts import FAILURES, new_symbol, nodes, plain_facts, vector
from derivations.search.reading.gaussian import product
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_order
from derivations.search.reading.smooth import minus, times

# Facts that are looked at; halves of a turn that an angle may be in; the degree of polynomials.
MAX_FACTS, MAX_HALVES, MAX_DEGREE = 6, 4, 8
OTHERS = {"sin": "cos", "cos": "sin", "tan": "cos"}
NEAR = 1e-9
# The powers of the imaginary unit.
TURNS = [(Fraction(re), Fraction(im)) for re, im in ((1, 0), (0, 1), (-1, 0), (0, -1))]


def says_angles(goal: Goal) -> bool:
    """Whether an equation among the facts has a sine, cosine or tangent."""
    return next(_given(goal), None) is not None


def prove_by_given_angles(goal: Goal) -> Proof | None:
    """The goal for each value that an equation says of a function of an angle."""
    draft = Draft(goal)
    read = []
    for place, node in [*_given(goal)][:MAX_FACTS]:
        found = attempted(_values, draft, goal.context.facts[place].relation, node)
        if found is not None:
            read.append(found)
    if goal.heads & {*OTHERS}:
        before = draft.last
        for y, several, _, others in read:
            if len(several) == 1 and not others:
                draft.attempt(_have_others, draft, y, *several)
        if draft.last > before:
            return draft.done_as_deep()
    for found in read:
        proof = attempted(for_roots, draft, *found)
        if proof is not None:
            return proof
    return None


def _given(goal: Goal) -> Iterator[tuple[int, Term]]:
    """The equations with a function of a real angle, and the first of those."""
    for place, fact in plain_facts(goal.context, "=="):
        node = next((n for n in nodes(fact) if n.head in OTHERS), None)
        free = free_symbols(node) if node is not None else frozenset()
        if node is not None and free and free <= goal.context.symbols and manifest(
                goal.context, eq(conj(node.args[0]), node.args[0])):
            yield place, node


def _values(
    draft: Draft, fact: Relation, node: Term
) -> tuple[Term, list[Term], Any, list[Term]]:
    """A function of an angle, what an equation says that it may be, what to do then, and the
    roots that it is not.  Raises Stuck."""
    for y, several in _polynomials(draft, fact):
        roots = sorted(rational_roots(several))
        found = [number(r) for r in roots if abs(r) <= 1]
        others = [number(r) for r in roots if abs(r) > 1]
        if found:
            if others:
                draft.use("sine and cosine range", *y.args)
            for r in others:
                draft.have(ne(y, r))
            return y, found, _with_value, others
    y = new_symbol(draft.context, "y", REAL, fact.left, fact.right)
    put = replace_term(fact, node, y)
    inside = draft.context.with_symbols(y)
    (factor,), rest = coefficients(inside, minus(put.left, put.right), [y])
    if free_symbols(factor) or free_symbols(rest):
        raise Stuck("no value is said")
    return node, [simplified(draft.context, neg(div(rest, factor)))], _with_value, []


def _polynomials(draft: Draft, fact: Relation) -> Iterator[tuple[Term, list[Fraction]]]:
    """A cosine or sine, and the coefficients, leading first, of a polynomial that is 0 there."""
    gap = vector(draft.context, fact)
    turns = {a for key in gap for a, _ in key[2]}
    if len(turns) != 1 or any(len(key[2]) > 1 or key[:2] != (None, None) for key in gap):
        return
    (turn,) = turns
    parts = {key[2][0][1] if key[2] else 0: c for key, c in gap.items()}
    whole = lcm(*(Fraction(k).denominator for k in parts))
    step = Fraction(gcd(*(int(k * whole) for k in parts)), whole)
    if turn.head != "exp" or max(parts) > MAX_DEGREE * step:
        return
    u = simplified(draft.context, mul(number(-step), I, turn.args[0]))
    waves = {int(k / step): c for k, c in parts.items()}
    for name, quarters in (("cos", 0), ("sin", 1)):
        # exp(I*u) is cos(u) + ..., and I*(sin(u) + ...) with the cosine of u - pi/2.
        turned = {k: product(c, TURNS[quarters * k % 4]) for k, c in waves.items()}
        if all(not im and turned.get(-k) == (c, im) for k, (c, im) in turned.items()):
            yield call(name, u), _by_cosine({k: c for k, (c, _) in turned.items() if k >= 0})


def _by_cosine(waves: dict[int, Fraction]) -> list[Fraction]:
    """The coefficients, leading first, of c_0 + sum of 2 c_k cos(k u) in the cosine of u."""
    top = max(waves)
    found = [Fraction(0)] * (top + 1)
    before, here = [Fraction(0), Fraction(1)], [Fraction(1)]  # cos(-u) and cos(0), from the last
    for k in range(top + 1):
        for place, c in enumerate(here):
            found[place] += (2 if k else 1) * waves.get(k, Fraction(0)) * c
        after = [Fraction(0), *(2 * c for c in here)]
        for place, c in enumerate(before):
            after[place] -= c
        before, here = here, after
    return found[::-1]


# What a value says


def _with_value(draft: Draft, case: Relation) -> Proof:
    """The goal where a function of an angle has a value.  Raises Stuck."""
    node, r = case.left, case.right
    if draft.goal.heads & {*OTHERS} and draft.attempt(_have_others, draft, node, r):
        return draft.done_as_deep()
    return _by_halves(draft, node, r)


def _have_others(draft: Draft, node: Term, r: Term) -> None:
    """Add what the other functions of an angle are.  Raises Stuck."""
    (u,) = node.args
    if _is_known(draft, other := call(OTHERS[node.head], u)):
        raise Stuck("the other is known")
    draft.have(eq(node, r))
    square = simplified(draft.context, power(r, number(2)))
    tangent = node.head == "tan"
    square = div(ONE, add(ONE, square)) if tangent else add(ONE, neg(square))
    square = simplified(draft.context, square)
    if square == ZERO:
        draft.have(eq(power(other, number(2)), ZERO))
        draft.use("square-zero", other)
        return
    value = root_of(square.data) if square.head == "number" else sqrt(square)
    sign = number(_have_sign(draft, other))
    draft.have_premise(lt(ZERO, value))
    above = draft.have_premise(lt(ZERO, add(times(sign, other), value)))
    value = times(sign, value)
    if tangent:
        _have_sine(draft, node, r)
    draft.have(ne(add(other, value), ZERO), Combine((), ((-Fraction(sign.data), above),)))
    draft.have(eq(power(other, number(2)), power(value, number(2))))
    draft.use("equal-squares", other, value)


def _is_known(draft: Draft, term: Term) -> bool:
    """Whether a fact says what a term is, without symbols."""
    return any(fact.left == term and not free_symbols(fact.right)
               for _, fact in plain_facts(draft.context, "=="))


def _have_sign(draft: Draft, node: Term) -> int:
    """Add that a sine or cosine times a sign is above 0; returns that.  Raises Stuck."""
    for sign in (1, -1):
        claim = lt(ZERO, times(number(sign), node))
        if any(fact == claim for _, fact in plain_facts(draft.context, "<")):
            return sign
    w = node.args[0] if node.head == "sin" else add(node.args[0], HALF)
    k = floor(_bounds(draft, w)[0] / pi + NEAR)
    above = draft.use("sine positive", simplified(draft.context, minus(w, times(number(k), PI))))
    sign = -1 if k % 2 else 1
    draft.have(lt(ZERO, times(number(sign), node)), by_order(above))
    return sign


def _have_sine(draft: Draft, node: Term, r: Term) -> None:
    """Add that a sine is r times the cosine, r being the tangent."""
    sine, cosine = (call(name, *node.args) for name in ("sin", "cos"))
    said, inverse = draft.have(eq(node, r)), draft.use("inverse", cosine)
    draft.have(eq(sine, times(r, cosine)), Combine((
        (cosine, said, None), (neg(sine), inverse, None))))


def _by_halves(draft: Draft, node: Term, r: Term) -> Proof:
    """The goal for each half of a turn in which the angle may be.  Raises Stuck."""
    (u,) = node.args
    if any(_is_known(draft, x) for x in free_symbols(u)):
        raise Stuck("the angle is known")
    shift = {"cos": ZERO, "sin": neg(HALF), "tan": HALF}[node.head]
    w = simplified(draft.context, add(u, shift)) if shift != ZERO else u
    low, high = (t / pi for t in _bounds(draft, w))
    if high - low > MAX_HALVES:
        raise Stuck("an angle may be in many halves of a turn")
    halves = range(floor(low + NEAR), ceil(high - NEAR))
    return _in_halves(draft, node, r, w, [*halves])


def _bounds(draft: Draft, w: Term) -> tuple[float, float]:
    """The bounds of what is linear in one symbol, as floating point sees them.  Raises Stuck."""
    x, *others = free_symbols(w)
    if others:
        raise Stuck("several symbols")
    low, high = 0.0 if x.sort in (POSITIVE, NONNEGATIVE) else -inf, inf
    for _, fact in plain_facts(draft.context, "<", "<="):
        gap = minus(fact.right, fact.left)
        try:
            (a,), b = coefficients(draft.context, gap, [x])
            slope, at_zero = closed_value(a).real, closed_value(b).real
        except FAILURES:
            continue
        if abs(slope) > NEAR:
            end = -at_zero / slope
            low, high = (max(low, end), high) if slope > 0 else (low, min(high, end))
    (a,), b = coefficients(draft.context, w, [x])
    slope, at_zero = closed_value(a).real, closed_value(b).real
    ends = sorted((slope * low + at_zero, slope * high + at_zero))
    if -inf in ends or inf in ends:
        raise Stuck("an angle has no bounds")
    return ends[0], ends[1]


def _in_halves(draft: Draft, node: Term, r: Term, w: Term, halves: list[int]) -> Proof:
    k, *others = halves
    if not others:
        return _in_half(draft, node, r, w, k)
    end = times(number(k + 1), PI)
    first, rest = draft.under(le(w, end)), draft.under(lt(end, w))
    proof = _in_half(first, node, r, w, k)
    return draft.close(Cases(le(w, end), None, proof, _in_halves(rest, node, r, w, others)))


def _in_half(draft: Draft, node: Term, r: Term, w: Term, k: int) -> Proof:
    """The goal where an angle is between k π and (k + 1) π.  Raises Stuck."""
    (u,), whole = node.args, times(number(k), PI)
    if node.head == "tan":
        inverse, s = call("atan", r), minus(u, whole)
        _have_sine(draft, node, r)
    else:
        inverse = call("acos", r)
        s = minus(times(number(k + 1), PI), w) if k % 2 else minus(w, whole)
    is_value(draft, inverse, simplified(draft.context, s))
    value = part_of_turn(inverse)
    if value is not None:
        is_value(draft, inverse, value)
    if value is None:
        value = inverse
    there = add(times(number(k + 1), PI), neg(value)) if node.head != "tan" and k % 2 else add(
        whole, value)
    there = add(there, minus(u, w)) if node.head != "tan" else there
    (x,) = free_symbols(u)
    (a,), b = coefficients(draft.context, u, [x])
    case = eq(x, simplified(draft.context, div(minus(there, b), a)))
    have_combined(draft, case)
    return attempted(contradiction, draft) or settled(draft, case)
