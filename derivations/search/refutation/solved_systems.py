"""Values of several unknown functions that solve together what is assumed of them for all numbers:
one after the other is put into what is assumed of the rest.

    alone      one that equations determine without the others
    said       one that an equation says by the others and their derivatives
    inside     one that is taken at a value of another, V(q(t)): a few functions
    at rest    one that does not move
    inverse    two of which f(g(s)) = s is assumed: a few such pairs

`x' = y`, `y' = -x`: y is x', and x'' = -x is solved (`solved_functions.py`).  S' = -b S J,
J' = b S J - g J: S is 0, and J is e^(-g t).  The kernel decides.

Source: W. Boyce, R. DiPrima, Elementary Differential Equations, 7 and 9.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product

from derivations.language.statements import Proposition, Relation, eq
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, sub
from derivations.search.differentiation.slopes import written_out
from derivations.search.numerics.small_values import by_size
from derivations.search.reading.facts import FAILURES, SAYING, nodes
from derivations.search.reading.readback import simplified
from derivations.search.reading.smooth import tidy
from derivations.search.refutation.solved_functions import (
    MAX_FUNCTIONS, Values, X, context_of, left_of, made, plain_functions, residual_of,
    seems_to_hold, speak, values_of,
)

# Values of scalars in what is assumed; of a function that is put into what is assumed of others.
MAX_SCALARS, MAX_PUT = 12, 4
# Of one that is taken at a value of another; and the numbers at which one rests.
MAX_INSIDE, AT_REST = 6, (0, 1, -1)
# Of two functions of which no equation is assumed so many pairs.
MAX_PAIRS = 4 * MAX_FUNCTIONS
# Functions that undo each other.
INVERSES = ((mul(2, X), mul(number("1/2"), X)), (call("sinh", X), call("asinh", X)))


def solving(
    functions: Sequence[Term], hypotheses: Sequence[Proposition], scalars: Sequence[Sequence[Term]]
) -> Iterator[Values]:
    """Values of functions, and of scalars in what is assumed of them, at which that seems to hold.

    scalars: each with the values to be tried.
    """
    said = speak(functions, hypotheses)
    plain = [h.relation for h in hypotheses if h.is_plain and h.relation.operator == "=="
             and h.relation.left.head not in (*SAYING, "integrable")]
    for at in islice(by_size([values for _, *values in scalars]) if scalars else [()], MAX_SCALARS):
        given = dict(zip([s for s, *_ in scalars], at, strict=True))
        change = Substitution(given)
        there = [h.substitute(given) for h in said]
        values = _together([*functions], there, [r.replace(change) for r in plain])
        bounded = len(functions) == 2 and all(h.relation.operator != "==" for h in there)
        for found in islice(values, MAX_PAIRS if bounded else MAX_FUNCTIONS):
            if all(seems_to_hold(h.substitute(found)) for h in there):
                yield {**given, **found}


def _together(
    functions: list[Term], said: Sequence[Proposition], plain: Sequence[Relation]
) -> Iterator[Values]:
    """Values of functions, those that are put in one after the other."""
    said = [*map(_shortest, said)]
    if not any(len(h.relation.free() & {*functions}) > 1 for h in said):
        lists = [values_of(f, said, plain) for f in functions]
        for at in by_size(lists):
            yield dict(zip(functions, at, strict=True))
        return
    for f, g in _inverse(said):
        if {f, g} == {*functions}:
            yield from ({f: made(f, a), g: made(g, b)} for a, b in INVERSES)
    for f, h, body in _put_in(functions, said, plain):
        put = {f: body if body.head == "function" else made(f, body)}
        change = Substitution(put)
        others = [g for g in functions if g != f]
        rest = [other.substitute(put) for other in said if other is not h]
        if all(map(seems_to_hold, rest)):
            for found in _together(others, rest, [r.replace(change) for r in plain]):
                with suppress(*FAILURES):
                    whole = tidy(written_out(Substitution(found)(body)))
                    yield {**found, f: put[f] if h is None else made(f, whole)}


def _inverse(said: Sequence[Proposition]) -> Iterator[tuple[Term, Term]]:
    """Two functions f and g of which f(g(s)) = s is assumed for all s."""
    for h in said:
        for t, s in ((h.relation.left, h.relation.right), (h.relation.right, h.relation.left)):
            if h.variables == (s,) and t.head == "apply" and t.args[1].head == "apply" and (
                    t.args[1].args[1:] == (s,)):
                yield t.args[0], t.args[1].args[0]


def _put_in(
    functions: Sequence[Term], said: Sequence[Proposition], plain: Sequence[Relation]
) -> Iterator[tuple[Term, Proposition | None, Term]]:
    """Functions with what is put for them, a function or its value at X, and the equation that says
    it, if one does: by the first way that there is."""
    alone = {f for h in said if h.relation.operator == "=="
             and len(own := h.free() & {*functions}) == 1 for f in own}
    at_values = {n for h in said for n in nodes(h.relation) if n.head in ("apply", "diff")
                 and not free_symbols(n.args[1]).isdisjoint(functions)}
    inside = {s for n in at_values for s in free_symbols(n.args[0 if n.head == "apply" else 2])}
    for f in functions:
        if f in alone:
            yield from ((f, None, value) for value in values_of(f, said, plain)[:MAX_PUT])
            return
    for f, h in product(functions, said):
        body = _said(h, f, [g for g in functions if g != f])
        if body is not None:
            yield f, h, body
            return
    for f in functions:
        if f in inside:
            yield from ((f, None, body) for body in plain_functions()[:MAX_INSIDE])
            return
    yield from ((f, None, number(k)) for f in functions for k in AT_REST)


def _shortest(h: Proposition) -> Proposition:
    """An equation without the symbols that cancel in it."""
    residual = residual_of(h)
    if residual is not None and not h.guards:
        with suppress(*FAILURES):
            left = simplified(context_of(free_symbols(residual)), residual)
            if free_symbols(left) < free_symbols(residual):
                return Proposition(eq(left, ZERO), h.variables)
    return h


def _said(h: Proposition, f: Term, others: Sequence[Term]) -> Term | None:
    """What an equation with other functions says that the value of one is; none where that has
    derivatives in it."""
    residual = residual_of(h)
    if residual is None or f not in free_symbols(residual) or h.guards or (
            free_symbols(residual).isdisjoint(others)):
        return None
    (x,) = h.variables
    try:
        none, one, slope = (left_of(residual, {f: made(f, t)}, x) for t in (ZERO, ONE, X))
        factor = simplified(context_of(others), sub(one, none))
        bent = simplified(context_of(others), sub(slope, add(none, mul(factor, X))))
        if free_symbols(factor) or factor == ZERO or bent != ZERO:
            return None
    except FAILURES:
        return None
    return div(neg(none), factor)
