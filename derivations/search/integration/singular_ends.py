"""Integrals up to ends where the antiderivative has no derivative, as roots have none at 0.

Between the ends it is one; that it is continuous up to them is seen through another variable s, in
which it is what has a derivative everywhere.

    x = a + (b - a) s**2    where a root vanishes at one of the ends: with s the root of x - a
    x = m + r sin(s)        where there is an arcsine: it is s, and the root beside it a cosine

Source: R. Bartle, A Modern Theory of Integration, 4.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from derivations.kernel import Context, asked
from derivations.language.sorts import REAL
from derivations.language.statements import lt
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, Term, add, call, div, function, mul, neg, number, power, sub,
)
from derivations.search.differentiation.corners import line, zero
from derivations.search.differentiation.growth import proved_at, proved_between
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck
from derivations.search.knowledge.matching import put, same
from derivations.search.reading.facts import FAILURES, new_symbol
from derivations.search.reading.readback import simplified
from derivations.search.reading.smooth import minus, tidy, times

LAW = "fundamental theorem up to the ends"


class Way(NamedTuple):
    """Another variable: where it starts and ends, what x is by it, what the antiderivative is, and
    roots with what stands in them."""

    first: Term
    last: Term
    place: Term
    value: Term
    roots: tuple[tuple[Term, Term], ...] = ()


def is_singular(context: Context, whole: Term, ends: Sequence[Term]) -> bool:
    """Whether a root in a function vanishes at an end."""
    x, within = whole.args
    return any(
        same(context, Substitution({x: end})(node.args[0]), ZERO)
        for node in subterms(within) if _is_root(node) and x in free_symbols(node)
        for end in ends
    )


def root_place(context: Context, whole: Term) -> Term | None:
    """Where the first root in a function vanishes that is of what is linear, and of no index."""
    x, within = whole.args
    for node in subterms(within):
        if _is_root(node) and x in free_symbols(node) <= context.symbols | {x}:
            return zero(context, x, node.args[0])
    return None


def _is_root(node: Term) -> bool:
    if node.head == "pow":
        return node.args[1].head == "number" and node.args[1].data.denominator == 2
    return node.head == "sqrt"


def up_to_the_ends(
    draft: Draft, functions: Sequence[Term], ends: tuple[Term, Term]
) -> int:
    """Add what an integral is between ends in this order, by an antiderivative and the function;
    returns the number.  Raises Stuck."""
    x, within = functions[0].args
    s = new_symbol(draft.context, "s", REAL, *functions, *ends)
    for way in _ways(draft.context.with_symbols(x, s), s, x, within, ends):
        try:
            return _used(draft, s, functions, ends, way)
        except FAILURES:
            continue
    raise Stuck("no variable makes the antiderivative smooth")


def _used(
    draft: Draft, s: Term, functions: Sequence[Term], ends: tuple[Term, Term], way: Way
) -> int:
    place, value = function([s], way.place), function([s], way.value)
    values = *functions, value, place, way.first, way.last
    premises, _, _ = asked(draft.context, LAW, values)
    x, within = functions[0].args
    # Roots that other symbols stand in ask for more.
    others = [n for n in subterms(within) if _is_root(n) and free_symbols(n) > {x}]

    def roots(inner: Draft, place: Term) -> None:
        there = Substitution({s: place})
        for root, under in way.roots:
            inner.attempt(inner.use, "sqrt", there(root), there(under))

    def order(inner: Draft, place: Term) -> None:
        for claim in (lt(ends[0], place), lt(place, ends[1])):
            inner.have(claim)
        for node in others:
            inner.attempt(inner.have, lt(ZERO, Substitution({x: place})(node.args[0])))

    proofs = [proved_between(draft, premise) for premise in premises[:-2]]
    # What it is by the other variable; that it is an antiderivative between the ends, as written.
    proofs += (proved_at(draft, premises[-2], roots),
               proved_at(draft, premises[-1], order, draft.depth + bool(others)))
    return draft.use(LAW, *values, proofs=proofs)


def _ways(
    context: Context, s: Term, x: Term, within: Term, ends: tuple[Term, Term]
) -> Iterator[Way]:
    """What may be put for x, with what the antiderivative is then."""
    nodes = [n for n in subterms(within) if x in free_symbols(n)]
    angles = [n for n in nodes if n.head == "asin"]
    for angle in dict.fromkeys(angles):
        yield from _turned(context, s, x, angle, within, ends)
    if not angles and any(map(_is_root, nodes)):
        a, b = ends
        square = mul(sub(b, a), power(s, number(2)))
        for first, last, place, root in (
            (ZERO, ONE, add(a, square), s), (neg(ONE), ZERO, sub(b, square), neg(s)),
        ):
            there = Substitution({x: simplified(context, place)})
            value, roots = _without_roots(context, s, root, there(within))
            if roots:
                yield Way(first, last, there(x), value, roots)


def _without_roots(
    context: Context, s: Term, root: Term, term: Term
) -> tuple[Term, tuple[tuple[Term, Term], ...]]:
    """A term where the roots of multiples of s**2 are multiples of s, and these roots with what
    stands in them."""
    changed, roots = term, {}
    for node in [n for n in subterms(term) if _is_root(n) and s in free_symbols(n)]:
        under = node.args[0]
        unit = simplified(context, Substitution({s: ONE})(under))
        if same(context, under, mul(unit, power(s, number(2)))):
            one = times(ONE if same(context, unit, ONE) else call("sqrt", unit), root)
            roots[one] = under
            twice = 1 if node.head == "sqrt" else int(2 * node.args[1].data)
            new = one if twice == 1 else power(one, number(twice))
            changed = put(changed, {node: new})
    return tidy(changed), tuple(roots.items())


def _turned(
    context: Context, s: Term, x: Term, angle: Term, within: Term, ends: Sequence[Term]
) -> Iterator[Way]:
    """By the sine of s, where the arcsine is of what is linear in x."""
    found = line(context, x, angle.args[0])
    if found is None:
        return
    start, slope = found
    radius = simplified(context, div(ONE, slope))
    place = times(radius, minus(call("sin", s), start))
    first, last = (_turn(context, s, place, end) for end in ends)
    if first is None or last is None:
        return
    there = Substitution({x: place})
    value = put(there(within), {there(angle): s})
    cosine = call("cos", s)
    for node in [n for n in subterms(value) if n.head == "sqrt" and s in free_symbols(n)]:
        unit = simplified(context, Substitution({s: ZERO})(node.args[0]))
        square = mul(unit, power(cosine, number(2)))
        if same(context, node.args[0], square):
            new = times(simplified(context, call("sqrt", unit)), cosine)
            value = put(value, {node: new})
    yield Way(first, last, place, tidy(value))


def _turn(context: Context, s: Term, place: Term, end: Term) -> Term | None:
    """The s at an end, if it is a quarter of a turn either way, or 0."""
    quarter = div(PI, number(2))
    turns = neg(quarter), ZERO, quarter
    return next((t for t in turns if same(context, Substitution({s: t})(place), end)), None)
