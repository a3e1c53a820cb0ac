"""Bounds of whole numbers that facts imply, numerically: what is worth trying one by one.

A fact says that a polynomial is at least 0.  Where its terms are monotone (whole powers of what is
at least 0, powers of numbers above 1, single numbers), the greatest value that the others allow
bounds each number in turn: `a*b = 6` with `1 <= b` says `a <= 6`.  Nothing here is a proof.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import inf, lcm
from typing import Any

from derivations.kernel import Context
from derivations.language.statements import Relation, eq, le
from derivations.language.terms import Term, number
from derivations.search.reading.facts import Vector, plain_facts, vector_of
from derivations.search.reading.readback import CONSTANT
from derivations.search.whole_numbers.congruences import is_whole, whole_monomial

# How far bounds are looked for, and how often each is improved.
FARTHEST, MAX_ROUNDS = 2_000, 4

Bound = tuple[float, float]


def whole_bounds(context: Context, found: list[Relation] | None = None) -> dict[Term, Bound]:
    """The least and the greatest value of each whole symbol.

    found: where they are listed in the order in which each follows from those before.
    """
    symbols = sorted(filter(is_whole, context.symbols), key=lambda s: s.name)
    least = {"natural": 0, "posint": 1}
    bounds: dict[Term, Bound] = {s: (least.get(s.sort.kind, -inf), inf) for s in symbols}
    for s in symbols:
        bounds[s] = bounds[s][0], divided_number(context, s)
    said = [*_at_least_zero(context)] if bounds else []
    for _ in range(MAX_ROUNDS):
        before = dict(bounds)
        for gap in said:
            for s in [s for s in symbols if any(s in _inside(key) for key in gap)]:
                (low, high), bounds[s] = bounds[s], _narrowed(gap, s, bounds)
                if found is not None and -inf < bounds[s][0] != low:
                    found.append(le(number(int(bounds[s][0])), s))
                if found is not None and high != bounds[s][1] < inf:
                    found.append(le(s, number(int(bounds[s][1]))))
        if bounds == before:
            break
    return bounds


def divided_number(context: Context, s: Term) -> float:
    """The least number that facts say to leave less than itself when it is divided by s, which is
    at most that number then; infinity, if there is none."""
    found = (fact.left.args[0].data for _, fact in plain_facts(context, "==")
             if fact.left.head == "mod" and fact.left.args[1] == s
             and fact.left.args[0].head == fact.right.head == "number"
             and fact.right.data < fact.left.args[0].data)
    return float(min(found, default=inf)) if s.sort.kind == "posint" else inf


def _at_least_zero(context: Context) -> Iterator[Vector]:
    """What facts say is at least 0."""
    for _, fact in plain_facts(context, "==", "<=", "<"):
        gap = vector_of(context, eq(fact.right, fact.left))
        if gap and all(key[:2] == (None, None) and not im for key, (_, im) in gap.items()):
            if fact.operator == "<" and all(map(whole_monomial, gap)):
                least = Fraction(1, lcm(*(c.denominator for c, _ in gap.values())))
                own = gap.get(CONSTANT, (Fraction(0), Fraction(0)))[0]
                gap = {**gap, CONSTANT: (own - least, Fraction(0))}
            yield gap
            if fact.operator == "==":
                yield {key: (-re, im) for key, (re, im) in gap.items()}


def _inside(key: Any) -> set[Term]:
    """The symbols whose powers, or that as exponents, are factors of a monomial."""
    return {a.args[1] if a.head == "pow" else a for a, _ in key[2]}


def _narrowed(gap: Vector, s: Term, bounds: dict[Term, Bound]) -> Bound:
    """What is known of s once the polynomial is at least 0."""
    low, high = bounds[s]

    def may_be(value: int) -> bool:
        return _greatest(gap, {**bounds, s: (value, value)}) >= 0

    start = 0 if low == -inf and high == inf else int(low if low > -inf else high)
    others = _greatest({k: c for k, c in gap.items() if s not in _inside(k)}, bounds)
    signs = {c > 0 for key, (c, _) in gap.items() if s in _inside(key)}
    powers = {key[2][0][1] for key in gap if s in _inside(key) and len(key[2]) == 1}
    squares = len(powers) == sum(s in _inside(key) for key in gap) == 1 and min(powers) % 2 == 0
    if squares and signs == {False} and low == -inf and others < inf:
        (end,) = (-c for key, (c, _) in gap.items() if s in _inside(key))
        far = _last(lambda value: end * value ** min(powers) <= others, 0, 1)
        return max(low, -far), min(high, far)
    if others == inf or not all(_is_monotone(key, bounds) for key in gap if s in _inside(key)):
        return low, high
    if signs == {False} and low > -inf:
        return low, min(high, _last(may_be, start, 1))
    if signs == {True} and high < inf:
        return max(low, _last(may_be, int(high), -1)), high
    alone = (None, None, ((s, 1),))
    if alone in gap and len(signs) == 1 and sum(s in _inside(key) for key in gap) == 1:
        limit = -others / float(gap[alone][0])
        if signs == {False}:
            return low, min(high, limit // 1)
        return max(low, -(-limit // 1)), high
    return low, high


def _last(may_be: Any, start: int, step: int) -> float:
    """The last value that may be, from one on; before the first one if that may not be."""
    for value in range(start, start + step * FARTHEST, step):
        if not may_be(value):
            return value - step
    return step * inf


def _is_monotone(key: Any, bounds: dict[Term, Bound]) -> bool:
    """Whether all factors of a monomial are at least 0 and grow."""
    if len(key[2]) == 1 and key[2][0][1] == 1 and key[2][0][0] in bounds:
        return True
    return all(
        e > 0 and (bounds.get(a, (-inf, inf))[0] >= 0 if a.head != "pow" else _is_power(a, bounds))
        for a, e in key[2])


def _is_power(atom: Term, bounds: dict[Term, Bound]) -> bool:
    """Whether it is a power of a number from 1 with a natural exponent."""
    base, e = atom.args
    return base.head == "number" and base.data >= 1 and bounds.get(e, (-1, 0))[0] >= 0


def _greatest(gap: Vector, bounds: dict[Term, Bound]) -> float:
    """The greatest value of a polynomial, or infinity."""
    total = Fraction(0)
    for key, (c, _) in gap.items():
        if key == CONSTANT:
            total += c
            continue
        if not _is_monotone(key, bounds):
            return inf
        value = Fraction(1)
        for a, e in key[2]:
            low, high = bounds[a.args[1] if a.head == "pow" else a]
            end = high if c > 0 else low
            if abs(end) == inf or (a.head == "pow" and end * e > FARTHEST):
                return inf if c > 0 or abs(end) == inf else -inf
            value *= (a.args[0].data ** int(end) if a.head == "pow" else Fraction(int(end))) ** e
        total += c * value
    return float(total) if abs(total) < 10**300 else (inf if total > 0 else -inf)
