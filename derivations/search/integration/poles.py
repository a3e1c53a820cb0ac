"""That there is no integral over a pole.

    from the pole on     an antiderivative is as large as k at places S(k), for each natural k
    over more            what is integrable is so over each part

Poles are looked for where divisors that are linear vanish; S(k) is the pole and something less of
the interval for each k: exp(-2*k) for logarithms, or else 1/(k + 1).

Incomplete: poles with something of the interval behind them.

Source: R. Bartle, A Modern Theory of Integration, 12.
"""

from collections.abc import Iterator
from itertools import product

from derivations.kernel import Cases, Combine, Context, Proof
from derivations.language.sorts import INTEGER, REAL
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import Substitution, free_symbols, fresh, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, div, function, mul, neg, number, symbol,
)
from derivations.search.differentiation.corners import zero
from derivations.search.differentiation.growth import proved_at, proved_between
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck
from derivations.search.integration.antiderivatives import antiderivatives
from derivations.search.integration.integrals import at_most, over_a_part
from derivations.search.knowledge.matching import put
from derivations.search.orders.contradictions import contradiction
from derivations.search.reading.facts import FAILURES, new_symbol
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_order
from derivations.search.reading.smooth import minus, plus, times


def prove_not_integrable(draft: Draft, node: Term) -> Proof:
    """That there is no integral.  Raises Stuck."""
    x, lower, upper, body = node.args
    variable = new_symbol(draft.context, x.name, REAL, node)
    body = Substitution({x: variable})(body)
    whole, known = function([variable], body), len(draft.context.facts)
    for pole in dict.fromkeys(_poles(draft.context, variable, body)):
        nearby = simplified(draft.context, add(pole, ONE))
        length = simplified(draft.context, minus(upper, pole))
        last = upper if not free_symbols(length) else plus(pole, div(length, add(ONE, length)))
        last = nearby if at_most(draft, nearby, upper) else last
        inner = draft.under(eq(node, ONE))
        inner.attempt(inner.use, "less-of-itself", length)
        try:
            none = _from_pole(inner, whole, pole, last, length)
            some = over_a_part(inner, whole, (lower, upper), (pole, last), known)
        except FAILURES:
            continue
        inner.have(eq(ONE, ZERO), Combine(((neg(ONE), some, None), (ONE, none, None))))
        return draft.close(Cases(eq(node, ONE), None, contradiction(inner), by_order(known)))
    raise Stuck("no pole is seen")


def _poles(context: Context, x: Term, body: Term) -> Iterator[Term]:
    """Where divisors in a function of x vanish."""
    for node in subterms(body):
        if node.head == "div":
            found = (zero(context, x, f) for f in _factors(node.args[1]) if x in free_symbols(f))
            yield from (place for place in found if place is not None)


def _factors(term: Term) -> list[Term]:
    if term.head not in ("mul", "neg", "pow"):
        return [term]
    parts = term.args[:1] if term.head == "pow" else term.args
    return [factor for part in parts for factor in _factors(part)]


def _from_pole(draft: Draft, whole: Term, pole: Term, last: Term, room: Term) -> int:
    """Add that there is no integral from a pole on; returns the number.  Raises Stuck.

    room: from the pole to the end, where something less is taken if that is no number.
    """
    k = symbol(fresh("k", draft.context.names), INTEGER)
    less = call("exp", mul(number(-2), k)), div(ONE, add(k, ONE))
    length = simplified(draft.context, minus(last, pole))
    x, body = whole.args
    wholes = [_of_sizes(draft, one, x, last) for one in antiderivatives(body, x)]
    for found, part in product(wholes, less):
        place = plus(pole, times(length, part))
        values = function([x], found), whole, function([k], place), pole, last
        try:
            return draft.use("no integral", *values, proofs=lambda p: _shown(draft, p, room))
        except FAILURES:
            continue
    raise Stuck("no antiderivative is seen to be unbounded")


def _of_sizes(draft: Draft, term: Term, x: Term, place: Term) -> Term:
    """A term with logarithms of what is above zero at a place: they have the same derivatives."""
    for node in subterms(term):
        if node.head == "log" and at_most(draft, Substitution({x: place})(node.args[0]), ZERO):
            term = put(term, {node: call("log", neg(node.args[0]))})
    return term


def _shown(draft: Draft, premise: Proposition, room: Term) -> Proof | None:
    if not premise.variables or premise.variables[0].sort != INTEGER:
        return proved_between(draft, premise)

    def say(inner: Draft, k: Term) -> None:
        rate = mul(number(-2), k)
        if any(node.head == "log" for node in subterms(inner.relation.right)):
            inner.attempt(inner.use, "log", rate, call("exp", rate))
            for name in ("log-far-below", "log-square-far-above") if free_symbols(room) else ():
                inner.attempt(inner.use, name, room, k)

    return proved_at(draft, premise, say)
