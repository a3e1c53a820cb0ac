"""Discriminants of real quadratics: of those that vanish, and of those that do not.

    orders     an equation `a x^2 + b x + c = 0` that is given says `4 a c <= b^2`
    unequal    `a x^2 + b x + c` is not 0 where `b^2 < 4 a c`

x is a symbol, and a, b and c are any terms without it.  `x**2 + k*x + 9 == 0` and `0 < k` give
`6 <= k`.  Incomplete: each given equation is taken by itself.

Source: ordered fields (the lemmas discriminant and no-real-root).
"""

from derivations.kernel import Proof
from derivations.language.substitution import free_symbols
from derivations.language.terms import Term, neg
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.reading.facts import Vector, vectors
from derivations.search.reading.readback import CONSTANT, polynomial


def has_quadratics(goal: Goal) -> bool:
    """Whether the gap of an inequation, or a given equation, is quadratic in a real symbol."""
    if goal.relation.operator == "!=":
        return bool(_quadratics(goal.gap))
    return any(map(_quadratics, vectors(goal.context, "==").values()))


def prove_by_discriminants(goal: Goal) -> Proof | None:
    """An order with what given equations say, or that what has no real root is not 0."""
    draft = Draft(goal)
    if goal.relation.operator == "!=":
        for parts in _quadratics(goal.gap):
            draft.attempt(draft.use, "no-real-root", *parts)
    else:
        for gap in vectors(goal.context, "==").values():
            for parts in _quadratics(gap):
                draft.attempt(draft.use, "discriminant", *parts)
    return draft.done() if draft.grown else None


def _quadratics(gap: Vector) -> list[tuple[Term, Term, Term, Term]]:
    """a, b, c and x where a gap is `a x^2 + b x + c`, a positive if it is a number."""
    found = []
    symbols = {atom for _, _, m in gap for atom, e in m if atom.head == "symbol" and e == 2}
    for x in sorted(symbols, key=lambda s: s.name):
        parts = _by_degree(gap, x) if x.sort.within("real") else None
        if parts is not None:
            (a, b, c), down = map(polynomial, parts), _is_negative(parts[0])
            found.append((neg(a), neg(b), neg(c), x) if down else (a, b, c, x))
    return found


def _by_degree(gap: Vector, x: Term) -> list[Vector] | None:
    """The coefficients of x^2, x and 1; None where there are others."""
    parts: list[Vector] = [{}, {}, {}]
    for (place, word, monomial), c in gap.items():
        rest = tuple([(a, e) for a, e in monomial if a != x])
        degree = dict(monomial).get(x, 0)
        inside = any(x in free_symbols(t) for a, e in rest for t in (a, e) if isinstance(t, Term))
        if place or word or inside or degree not in (0, 1, 2):
            return None
        parts[2 - degree][None, None, rest] = c
    return parts


def _is_negative(part: Vector) -> bool:
    return {*part} == {CONSTANT} and part[CONSTANT][0] < 0
