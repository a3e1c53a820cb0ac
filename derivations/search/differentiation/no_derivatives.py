"""That a function has no derivative at a point.

    |g|, a root of g     where g vanishes and moves
    A + B |g|            there as well, if A and B have derivatives and B does not vanish: |g| would
                         be (f - A)/B nearby, and have one

`max(a, b)` is `(a + b + |a - b|)/2`.  `x*|sin(x)| + x` has none at pi.
"""

from fractions import Fraction

from derivations.kernel import Cases, Combine, Proof
from derivations.language.sorts import REAL
from derivations.language.statements import eq, ne
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number
from derivations.search.differentiation.corners import bent, under
from derivations.search.differentiation.derivatives import Walk, corner
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck
from derivations.search.knowledge.matching import put, same
from derivations.search.reading.facts import new_symbol
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_equation, by_order
from derivations.search.reading.smooth import minus


def prove_no_derivative(draft: Draft, left: Term) -> Proof:
    """left: that there is one."""
    variable, at, body = left.args
    if body.head in ("abs", "sqrt"):
        return draft.close(by_equation(corner(draft, left)))
    x = new_symbol(draft.context, variable.name, REAL, left)
    body = Substitution({variable: x})(body)
    for node in bent(x, body):
        there = Substitution({x: at})(under(node))
        if draft.attempt(draft.have_premise, eq(there, ZERO)):
            return draft.close(_beside(draft, left, x, body, node))
    raise Stuck("no part has a corner there")


def _beside(draft: Draft, left: Term, x: Term, body: Term, node: Term) -> Cases:
    """Where there is one, a size of which the body has a multiple would have one."""
    at, size = left.args[1], call("abs", under(node))
    y = new_symbol(draft.context.with_symbols(x), "y", REAL, body)
    side = neg(y) if node.head == "min" else y
    whole = put(body, {node: y if node.head == "abs" else div(add(*node.args, side), number(2))})
    inside = draft.context.with_symbols(x, y)
    rest, one = (simplified(inside, Substitution({y: k})(whole)) for k in (ZERO, ONE))
    factor = simplified(inside, minus(one, rest))
    if not same(inside, whole, add(rest, mul(factor, y))):
        raise Stuck("not a multiple of a size and something else")
    inner = draft.under(eq(left, ONE))
    none = corner(inner, call("differentiable", x, at, size))
    walk = Walk(inner.context, x, at, inner)
    found = walk.of_size(size, body, rest, factor)
    if found.fact is None:
        raise Stuck("normal forms know the derivative")
    slope = call("diff", x, at, size)
    number_ = inner.have(eq(slope, found.value), by_equation(walk.equation(inner, found)))
    claim = eq(call("tangent", x, at, slope, size), ONE)
    near = inner.aside(claim)
    near.rewrite(number_)
    known = inner.have(claim, near.close(by_equation(found.fact)))
    absurd = inner.have(eq(ONE, ZERO), Combine(((ONE, none, None), (neg(ONE), known, None))))
    apart = Fraction(1), inner.have(ne(ONE, ZERO), Combine())
    gap = minus(left, number(2))  # left - 1 is 1 and this many times 0
    found_absurd = inner.close(Combine(((gap, absurd, None),), (apart,)))
    other = draft.under(ne(left, ONE))
    return Cases(eq(left, ONE), None, found_absurd, by_order(other.last))
