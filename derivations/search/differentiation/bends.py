"""Derivatives where a part of a function has a corner: |g| where g vanishes.

There a function of |g| has the derivative 0 if as one of a number it has that at 0; and times what
vanishes too, it has that of the other factor, times its value.  What has a corner is taken apart
into such parts: `max(a, b)` is `(a + b + |a - b|)/2`, sums are multiplied out.  Elsewhere the laws
hold as they stand: so a goal is proved where g is 0, and where it is not.  Likewise that of an
angle atan2(y, x) above its cut, and below it, where y is not 0.

Complete for polynomials in |g| that have a derivative.  `x*|x|` has the derivative 0 at 0.

Source: W. Rudin, Principles of Mathematical Analysis, 5.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Self

from derivations.kernel import Cases, Proof
from derivations.language.sorts import REAL
from derivations.language.statements import eq, lt, ne
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, div, function, mul, neg, number
from derivations.search.differentiation.corners import bent, under
from derivations.search.differentiation.rooms import in_room, room_of
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck
from derivations.search.integration.moving_ends import MovingEnds
from derivations.search.knowledge.matching import same
from derivations.search.reading.facts import SAYING, new_symbol
from derivations.search.reading.readback import product_of, sum_of
from derivations.search.reading.smooth import Found, Nearby, minus, over

# A function is multiplied out into so many parts.
MAX_PARTS = 32
# Angles whose cut is looked at in one function.
MAX_ANGLES = 2
_HALF = div(ONE, number(2))


class Bends(MovingEnds):
    """Derivatives at corners of parts."""

    draft: Draft | None
    _law: Callable[..., Found]  # derivatives.py
    _two: Callable[..., Found]
    _near: Callable[[Term, Found, Found, Nearby], Found]
    _of_another: Callable[..., Self]

    def _bent(self, term: Term) -> Found:
        """The derivative of a term at a corner of some of its parts.  Raises Stuck."""
        draft, inside = self.draft, self.inside
        corners = [] if draft is None else [
            n for n in bent(self.variable, term)
            if draft.attempt(draft.have_premise, eq(self.there(under(n)), ZERO))]
        if not corners:
            raise Stuck("no part has a corner there")
        g, y = under(corners[0]), new_symbol(inside, "y", REAL, term)
        done: dict[Term, Term] = {}
        for node in subterms(term):
            new = Term(node.head, tuple([done[a] for a in node.args]), node.data)
            if node in corners and any(same(inside, under(node), h) for h in (g, neg(g))):
                side = neg(y) if node.head == "min" else y
                new = y if node.head == "abs" else mul(_HALF, add(*node.args, side))
            done[node] = new
        plain, flat, found = list[Term](), list[Term](), list[Found]()
        inner = self.of(g)
        for factors in _parts(done[term], y):
            sized = product_of([t for t in factors if y in free_symbols(t)] or [ONE])
            rest = product_of([t for t in factors if y not in free_symbols(t)] or [ONE])
            if self.moves(sized):
                raise Stuck("more than a size moves beside the corner")
            if sized == ONE:
                plain.append(rest)
            elif not self.moves(rest):
                flat.append(mul(rest, sized))
            else:
                first, last = self.of(rest), self._of_another(y, ZERO).of(sized)
                found.append(self._law(
                    "derivative of a vanishing multiple", (first, inner, last),
                    *map(self.function, (first.body, g)), function([y], last.body), self.at,
                    first.value, inner.value, last.value))
        if flat:
            last = self._of_another(y, ZERO).of(sum_of(flat))
            if not same(self.context, last.value, ZERO):
                raise Stuck("a size that is not flat where it vanishes")
            found.append(self._law(
                "derivative of what is flat", (inner, last),
                self.function(g), function([y], last.body), self.at, inner.value))
        if plain:
            found.append(self.of(sum_of(plain)))
        total, *others = found
        for other in others:
            total = self._two("derivative of a sum", total, other)
        return total


    def of_size(self, size: Term, whole: Term, rest: Term, factor: Term) -> Found:
        """The derivative of a size from that of `whole = rest + factor*size`, which facts say.
        Raises Stuck."""
        self._found[whole] = self._of_facts(SAYING, self.variable, self.at, whole)
        found = self.of(over(minus(whole, rest), factor))
        if same(self.inside, size, found.body):
            return Found(found.value, found.fact, size)
        asks = [ne(factor, ZERO)]

        def equal(near: Draft, there: Substitution) -> Proof:
            in_room(near, [relation.replace(there) for relation in asks])
            near.use("inverse", there(factor))
            return near.done_as_deep()

        return self._near(size, found, self.of(room_of(asks)), equal)


def _parts(term: Term, y: Term) -> Iterator[list[Term]]:
    """The summands of a term, each as its factors, multiplied out where y is in them."""
    if y not in free_symbols(term):
        yield [term]
        return
    match term.head:
        case "add":
            for part in term.args:
                yield from _parts(part, y)
        case "neg":
            yield from ([number(-1), *part] for part in _parts(term.args[0], y))
        case "mul":
            for several in product(*(list(_parts(part, y)) for part in term.args)):
                yield [factor for part in several for factor in part]
        case "pow" if term.args[1].head == "number" and term.args[1].data in (2, 3, 4):
            yield from _parts(mul(*[term.args[0]] * int(term.args[1].data)), y)
        case "div":
            below = div(ONE, term.args[1])
            yield from ([*part, below] for part in _parts(term.args[0], y))
        case _:
            yield [term]


def corner_of(draft: Draft, left: Term) -> Term | None:
    """What vanishes at the first corner of the function in `left`, perhaps, at the point."""
    variable, at, *_, body = left.args
    stated = [f.relation for f in draft.context.facts if f.is_plain]
    for node in bent(variable, body):
        t = Substitution({variable: at})(under(node))
        if not free_symbols(t) <= draft.context.symbols:
            continue  # under a binder
        known = any({t, ZERO} == {r.left, r.right} and r.operator in ("==", "!=") for r in stated)
        if not known and free_symbols(t) and not draft.attempt(draft.have_premise, ne(t, ZERO)):
            return t
    return None


def by_corners(draft: Draft, t: Term, prove: Callable[[Draft], Proof]) -> Cases:
    """The goal where something vanishes, and where it does not."""
    zero, other = draft.under(eq(t, ZERO)), draft.under(ne(t, ZERO))
    return Cases(eq(t, ZERO), None, prove(zero), prove(other))


def off_cut(draft: Draft, left: Term) -> Term | None:
    """What is not 0 at the point, of a sign that is not known, as the first argument of an angle in
    `left`; of few angles, as each makes two cases."""
    variable, at, *_, body = left.args
    angles = [n for n in subterms(body) if n.head == "atan2" and variable in free_symbols(n)]
    for node in angles if len(angles) <= MAX_ANGLES else ():
        y = Substitution({variable: at})(node.args[0])
        if free_symbols(y) <= draft.context.symbols and not any(
                draft.attempt(draft.have_premise, lt(ZERO, t)) for t in (y, neg(y))
        ) and draft.attempt(draft.have_premise, ne(y, ZERO)):
            return y
    return None
