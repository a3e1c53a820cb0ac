"""Derivatives of integrals of what moves, under the integral: between ends that do not move, around
the point, the derivative of what stands under it has a bound that does not move.

The bound is made as the derivative is: of sums, products, quotients, natural powers and
exponentials from those of their parts, of sines and cosines of real numbers it is 1, and
|z| <= 1 + z conj(z) for what does not move itself.  A divisor is at least what it is at 0, or at
one end of what is around the point.

    d/ds of the integral of exp(-s x**2) from 0 to 1, since |x**2 exp(-s x**2)| is at most
    (1 + x**4) exp((|c| + 1) (1 + x**4)) around s = c

Incomplete: divisors that are least elsewhere, and functions of which nothing is known.

Source: R. Bartle, A Modern Theory of Integration, 12.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from derivations.kernel import Context, Proof, manifest, unfolded
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, eq, le, lt
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, conj, div, function, mul, neg, number, power, sub,
)
from derivations.search.differentiation.given_derivatives import Given, condition
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.reading.facts import new_symbol, plain_facts
from derivations.search.reading.references import by_order
from derivations.search.reading.smooth import Found, Prover, tidy

# Powers that are bounded as products.
MAX_POWER = 8
LEMMAS = {"add": "sum-size-below", "mul": "product-size-below", "sin": "sine-size",
          "cos": "cosine-size"}  # fmt: skip


class UnderIntegrals(Given):
    """Derivatives of integrals between ends that do not move."""

    _in: Callable[..., Given]  # derivatives.py

    def _under_the_integral(self, term: Term) -> Found:
        """The integral of the derivative.  Raises Stuck."""
        x, lower, upper, body = term.args
        if self.moves(lower) or self.moves(upper):
            raise Stuck("the ends of an integral move as well")
        t = new_symbol(self.inside, "t", REAL, term)
        y = new_symbol(self.inside, x.name, REAL, term, t)
        around = Around.of(self.context, self.at)
        field = lt(around.below, t), lt(t, around.above), le(lower, y), le(y, upper)
        inside = self.context.with_symbols(t, y).with_facts(*map(Proposition, field))
        body = Substitution({x: y})(body)
        slope = tidy(self._in(inside, t).of(body).value)
        trial = None
        if self.draft is not None:
            trial = _with_sign(Draft(Goal(inside, eq(ZERO, ZERO), self.draft.search, 1)), t)
        bound = Bounds(inside, t, around, trial).of(slope)[1]

        def proved(draft: Draft, *_: Term) -> Proof:
            return condition(_with_sign(draft, t), Proposition(draft.relation))

        def bounded(draft: Draft, *_: Term) -> Proof:
            Bounds(_with_sign(draft, t).context, t, around, draft).of(slope)
            return by_order(draft.last)

        def shown(prove: Callable[..., Any]) -> Prover:
            return lambda draft, stated: draft.for_all(
                stated, prove, (t.name, y.name)[: len(stated.variables)])

        values = (function([self.variable, y], body), function([t, y], slope),
                  function([y], bound), lower, upper, around.below, around.above, self.at)
        return self._law("derivative under an integral", (), *values,
                         shown=[*map(shown, (proved, proved, bounded))])


def _with_sign(draft: Draft, t: Term) -> Draft:
    """The draft with the sign of a number, if it is seen."""
    any(draft.attempt(draft.have_premise, sign) for sign in (lt(ZERO, t), lt(t, ZERO)))
    return draft


class Around(NamedTuple):
    """Numbers below and above a point, and what the size of no number between them exceeds."""

    below: Term
    above: Term
    reach: Term

    @staticmethod
    def of(context: Context, at: Term) -> Around:
        """Half way to what facts say is below or above it; and above 0 if the point is."""
        below, above = sub(at, ONE), add(at, ONE)
        for _, fact in plain_facts(context, "<"):
            if fact.left == at:
                above = div(add(at, fact.right), number(2))
            elif fact.right == at:
                below = div(add(at, fact.left), number(2))
        size = at if at.head == "number" else call("abs", at)
        reach = add(size, ONE)
        if manifest(context, lt(ZERO, at)):
            below, reach = div(at, number(2)), above
        return Around(below, above, reach)


class Bounds:
    """Bounds that do not move, of terms in t.

    around: where t is.
    draft: where the bounds are added as facts, that of the whole last; none: nothing is proved.
    """

    def __init__(
        self, context: Context, t: Term, around: Around, draft: Draft | None
    ) -> None:
        self.context, self.t, self.around, self.draft = context, t, around, draft

    def of(self, term: Term) -> tuple[Term, Term]:
        """A term that is equal to this one by normal forms, and what its size is at most.  Raises
        Stuck."""
        head, args = term.head, term.args
        if self.t not in free_symbols(term):
            return self._by("size-below-square", term, add(ONE, mul(term, conj(term))), term)
        if term == self.t:
            sizes = [n for n in subterms(self.around.reach) if n.head == "abs"]
            for place in [p for n in sizes for p in (n.args[0], neg(n.args[0]))]:
                self._by("abs-below", term, term, place)
            return self._by("abs-at-most", term, self.around.reach, term, self.around.reach)
        match head:
            case "add" | "mul":
                (found, bound), *others = map(self.of, args)
                for other, its in others:
                    both = call(head, found, other)
                    values = found, other, bound, its
                    found, bound = self._by(LEMMAS[head], both, call(head, bound, its), *values)
                return found, bound
            case "neg":
                return self.of(mul(number(-1), args[0]))
            case "div" if self.t not in free_symbols(args[1]):
                return self.of(mul(args[0], div(ONE, args[1])))
            case "div":
                found, bound = self.of(args[0])
                least = self._least(args[1])
                return self._by("quotient-size-below", div(found, args[1]), div(bound, least),
                                found, args[1], bound, least)
            case "pow" if args[1].head == "number" and args[1].data in range(1, MAX_POWER + 1):
                return self.of(Term("mul", (args[0],) * int(args[1].data)))
            case "exp" if manifest(self.context, eq(conj(args[0]), neg(args[0]))):
                return self._by("turn-size", term, ONE, *args)
            case "exp":
                inner, bound = self.of(args[0])
                return self._by("exponential-size-below", call("exp", inner), call("exp", bound),
                                inner, bound)
            case "sin" | "cos":
                return self._by(LEMMAS[head], term, ONE, *args)
            case "conj":
                inner, bound = self.of(args[0])
                return self._by("conjugate-size-below", conj(inner), bound, inner, bound)
        whole = unfolded(term)
        if whole is None:
            raise Stuck(f"nothing bounds {term}")
        return self.of(whole)

    def _least(self, term: Term) -> Term:
        """What is above 0, does not move, and is at most this term.  Raises Stuck."""
        head, args = term.head, term.args
        if head == "sqrt" or (head == "mul" and self.t in free_symbols(term)):
            return self._shown(call(head, *map(self._least, args)), term)
        if head == "pow" and args[1].head == "number" and args[1].data > 0:
            return self._shown(power(self._least(args[0]), args[1]), term)
        for place in (ZERO, self.around.below, self.around.above):
            least = Substitution({self.t: place})(term)
            if attempted(self._shown, least, term) is not None:
                return least
        raise Stuck(f"nothing bounds the divisor {term}")

    def _shown(self, least: Term, term: Term) -> Term:
        """What is above 0, and at most this term: two facts more.  Raises Stuck."""
        if self.draft is not None:
            for relation in (lt(ZERO, least), le(least, term)):
                self.draft.have(relation, condition(self.draft, Proposition(relation)))
        return least

    def _by(self, lemma: str, term: Term, bound: Term, *values: Term) -> tuple[Term, Term]:
        if self.draft is not None:
            self.draft.use(lemma, *values)
        return term, bound
