"""Derivatives of integrals by their ends.  What stands under them does not move, or the integral
is otherwise one of what does not (`parameters`).

If both ends move, the integral is cut where the lower one is at the point; what is asked of the
function around the ends, is asked where facts say that the ends are.

Source: R. Bartle, A Modern Theory of Integration, 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from derivations.kernel import Combine, Proof
from derivations.language.sorts import REAL
from derivations.language.statements import lt
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, div, function, mul, number, power, sub
from derivations.search.differentiation.rooms import in_room, room_of
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck
from derivations.search.integration.under_integrals import UnderIntegrals
from derivations.search.reading.facts import FAILURES, new_symbol, plain_facts
from derivations.search.reading.smooth import Found, minus, plus

# What an integral is otherwise, and what proves that in a draft of the equation.
Shown = Callable[[Draft, Term], Proof]
Form = tuple[Term, Shown]
# So many places are looked at that are below, or above, both ends.
MAX_PLACES = 2


class MovingEnds(UnderIntegrals):
    """Derivatives of integrals."""

    _near: Callable[..., Found]  # derivatives.py
    _used: Callable[..., int]
    forms: Callable[..., Iterator[Form]]  # parameters.py, by slopes.py

    def _integral(self, term: Term) -> Found:
        own, lower, upper, body = term.args
        x = new_symbol(self.inside, own.name, REAL, term)
        body = Substitution({own: x})(body)
        if self.moves(body):
            return self._otherwise(term)
        whole = function([x], body)
        if self.moves(lower):
            turned = not self.moves(upper)
            fixed = upper if turned else self.there(lower)
            asks = [] if turned else self._about_the_point()
            below = Term("integral", (x, fixed, lower, body))
            above = ZERO if turned else Term("integral", (x, fixed, upper, body))

            def equal(inner: Draft, there: Substitution) -> Proof:
                in_room(inner, [relation.replace(there) for relation in asks])
                first, last = there(lower), there(upper)
                for up in (False, True) if asks else ():
                    _places(inner, up, first, last)
                if turned:
                    number_ = inner.use("integral turned round", whole, last, first)
                else:
                    values = whole, fixed, first, last
                    number_ = self._used(inner, "integral over parts", (), *values)
                sign = ONE if turned else number(-1)
                return Combine(((sign, number_, None),))

            return self._near(term, self.of(minus(above, below)), self.of(room_of(asks)), equal)
        outer = self._at_an_end(whole, lower, self.there(upper))
        return outer if upper == self.variable else self._composed(self.of(upper), outer)

    def _otherwise(self, term: Term) -> Found:
        """Of an integral of what moves, by what it is otherwise."""
        asks = self._about_the_point()
        for other, prove in self.forms(self.inside, self.variable, term):

            def equal(inner: Draft, there: Substitution, prove: Shown = prove) -> Proof:
                in_room(inner, [relation.replace(there) for relation in asks])
                return prove(inner, there(term))

            try:
                return self._near(term, self.of(other), self.of(room_of(asks)), equal)
            except FAILURES:
                continue
        return self._under_the_integral(term)

    def _at_an_end(self, whole: Term, lower: Term, end: Term) -> Found:
        """By the upper end: of what is integrable from before both ends to behind them."""
        law, asks, draft = "derivative of an integral", self.asks, self.draft
        self.asks = []
        try:
            if draft is None:
                return self._law(law, (), whole, lower, end, lower, end)
            return self._around(draft, law, whole, lower, end)
        finally:
            self.asks = asks

    def _around(self, draft: Draft, law: str, whole: Term, lower: Term, end: Term) -> Found:
        """The same by a range around both ends, which stays between places that facts say are below
        both or above both, if there are such."""
        try:
            everywhere = not self._asked(whole.args[1], whole.args[0])
        except FAILURES:
            everywhere = False
        places = [[None]] * 2 if everywhere else [
            _places(draft, up, lower, end) for up in (False, True)]
        for below, above in product(*places):
            try:
                around = _range(draft, below, above, lower, end)
                return self._law(law, (), whole, *around, lower, end)
            except FAILURES:
                continue
        raise Stuck("not integrable around the ends")


def _places(draft: Draft, up: bool, *ends: Term) -> list[Term | None]:
    """Places that are seen to be below both ends, or above both, those in facts first; and that
    there may be none."""
    found: dict[Term, None] = {}
    for _, fact in plain_facts(draft.context, "<"):
        place, other = (fact.right, fact.left) if up else (fact.left, fact.right)
        if any(free_symbols(other) & free_symbols(end) for end in ends):
            found[place] = None
    found[ZERO] = None
    seen = [p for p in found if all(
        draft.attempt(draft.have_premise, lt(e, p) if up else lt(p, e)) for e in ends
    )]
    return [*seen[:MAX_PLACES], None]


def _range(
    draft: Draft, below: Term | None, above: Term | None, lower: Term, end: Term
) -> tuple[Term, Term]:
    """A range around two ends, which stays above one place and below another one, if both are.
    Raises Stuck."""
    room = add(power(sub(end, lower), number(2)), ONE)
    first, last = sub(lower, room), add(lower, room)
    if below is None and above is None:
        draft.attempt(_squares, draft, sub(end, lower))
    if below is not None:
        from_below = minus(lower, below), minus(end, below)
        first, last = plus(below, _less(draft, *from_below)), add(lower, from_below[1])
    if above is not None:
        to_above = minus(above, lower), minus(above, end)
        last = minus(above, _less(draft, *to_above))
        first = first if below is not None else minus(lower, to_above[1])
    return first, last


def _less(draft: Draft, a: Term, b: Term) -> Term:
    """A number between 0 and two numbers above 0, as facts say that are added.  Raises Stuck."""
    for one in (a, b):
        draft.have_premise(lt(ZERO, one))
    draft.use("both-in-parallel", a, b)
    draft.use("in-parallel-below", a, b)
    draft.use("in-parallel-below", b, a)
    return div(mul(a, b), add(a, b))


def _squares(draft: Draft, apart: Term) -> None:
    """Add that a number is at most a quarter above its square, and so is its negative.  Raises
    Stuck."""
    for half in (div(ONE, number(2)), div(number(-1), number(2))):
        draft.use("square-at-least-zero", add(apart, half))
