"""Derivatives of integrals by their ends, where what stands under them does not move.

Source: R. Bartle, A Modern Theory of Integration, 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.kernel import Binder, Combine
from derivations.language.statements import Proposition, lt
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, ZERO, Term, add, div, function, mul, number, power, sub
from derivations.search.given_derivatives import Given
from derivations.search.goals import Draft, Stuck
from derivations.search.smooth import Found, minus


class MovingEnds(Given):
    """Derivatives of integrals."""

    _near: Callable[..., Found]  # derivatives.py
    _used: Callable[..., int]
    _opened: Callable[[Draft, Proposition], tuple[Draft, Substitution]]
    _shut: Callable[[Draft, Draft, Any], Binder]

    def _integral(self, term: Term) -> Found:
        x, lower, upper, body = term.args
        if self.moves(Substitution({x: ZERO})(body)):
            raise Stuck("what stands under an integral moves")
        whole = function([x], body)
        if self.moves(lower):
            turned, fixed = not self.moves(upper), ZERO if self.moves(upper) else upper
            below = Term("integral", (x, fixed, lower, body))
            above = ZERO if turned else Term("integral", (x, fixed, upper, body))

            def equal(draft: Draft, stated: Proposition) -> Any:
                inner, there = self._opened(draft, stated)
                first, last = there(lower), there(upper)
                if turned:
                    number_ = inner.use("integral turned round", whole, last, first)
                else:
                    values = whole, fixed, first, last
                    number_ = self._used(inner, "integral over parts", (), *values)
                sign = ONE if turned else number(-1)
                return self._shut(inner, draft, inner.close(Combine(((sign, number_, None),))))

            return self._near(term, self.of(minus(above, below)), Found(ZERO, None, ONE), equal)
        outer = self._at_an_end(whole, lower, self.there(upper))
        return outer if upper == self.variable else self._composed(self.of(upper), outer)

    def _at_an_end(self, whole: Term, lower: Term, end: Term) -> Found:
        """By the upper end: of what is integrable from before both ends to behind them, where all
        is above 0 if they are."""
        asks, draft = self.asks, self.draft
        room = add(power(sub(end, lower), number(2)), ONE)
        around = sub(lower, room), add(lower, room)
        if draft is not None and all(
            draft.attempt(draft.have_premise, lt(ZERO, e)) for e in (lower, end)
        ):
            around = div(mul(lower, end), add(lower, end)), add(lower, end)
        self.asks = []
        found = self._law("derivative of an integral", (), whole, *around, lower, end)
        self.asks = asks
        return found
