"""Integrals by substitution, and by turning their range round.

    substituted    the integral of w f(g(x)) g'(x) from a to b is w times that of f from g(a) to
                   g(b); g is seen where both have an unknown function, w where the goal has both
    turned round   a function and what it is at a + b - x have one integral from a to b: half of
                   that of their sum

Both are antiderivatives, integrals up to a moving end, which the chain rule checks: so what
f(log x)/x has from 1 to a, is what f has from 0 to log a.

Incomplete: functions g at which no unknown function is taken.

Source: W. Rudin, Principles of Mathematical Analysis, 6.19.
"""

from collections.abc import Iterator
from itertools import permutations, product

from derivations.kernel import Combine, Context
from derivations.language.sorts import REAL
from derivations.language.statements import eq
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, div, function, mul, neg, number, sub,
)
from derivations.search.differentiation.derivatives import formula
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck, attempted
from derivations.search.integration.integrals import inside_range, integrated
from derivations.search.knowledge.matching import coefficients, solved
from derivations.search.reading.facts import new_symbol
from derivations.search.reading.readback import simplified
from derivations.search.reading.smooth import minus, times

HALF = div(ONE, number(2))
# What may be constant together with itself turned round, as normal forms do not see.
MIRRORED = {"div", "pow", "log"}


def substitute(draft: Draft) -> None:
    """Put a multiple of another integral for one in the goal, where that can be seen; both have the
    same variable."""
    for first, second in permutations(draft.goal.unbound("integral"), 2):
        for place in dict.fromkeys(_places(draft, first, second)):
            if draft.attempt(_substituted, draft, first, second, place):
                return


def _places(draft: Draft, first: Term, second: Term) -> Iterator[Term]:
    """What the variable of the second integral may be by that of the first one."""
    x, *_, body = first.args
    u = new_symbol(draft.context, "u", REAL, first, second)
    inside = draft.context.with_symbols(x, u)
    other = Substitution({x: u})(second.args[3])
    for own in (n for n in subterms(body) if n.head == "apply" and x in free_symbols(n)):
        for node in subterms(other):
            if node.head == "apply" and node.args[0] == own.args[0]:
                pairs = zip(node.args, own.args, strict=True)
                pattern, value = next(((a, b) for a, b in pairs if u in free_symbols(a)), (x, x))
                place = value if pattern == u else solved(inside, pattern, value, u)
                if place is not None and place != x:
                    yield place


def _substituted(draft: Draft, first: Term, second: Term, place: Term) -> None:
    """Rewrite with what the first integral is by the function in the second.  Raises Stuck."""
    x, lower, upper, body = first.args
    _, *ends, other = second.args
    gap = minus(draft.relation.left, draft.relation.right)
    (weight, over), _ = coefficients(draft.context, gap, (first, second))
    ratio = simplified(draft.context, div(over, weight))
    inside = inside_range(draft.context, lower, x, upper)
    slope, _ = formula(inside, call("diff", x, x, place))
    there = times(slope, Substitution({x: place})(other))
    fits = (f for f in (neg(ratio), ratio)
            if attempted(draft.search.prove, inside, eq(body, mul(f, there)), 1))
    factor = next(fits, None)
    if factor is None:
        raise Stuck("no substitution")
    own = [simplified(draft.context, Substitution({x: end})(place)) for end in (lower, upper)]
    known: dict[Term, int] = {}
    for here, end in product(own, ends):
        if here != end and not free_symbols(here):
            shown = attempted(draft.have_premise, eq(here, end))
            known |= {} if shown is None else {here: shown}
    start, last = (draft.context.facts[known[t]].relation.right if t in known else t for t in own)

    def up_to(end: Term) -> Term:
        return mul(factor, Term("integral", (x, start, end, other)))

    claim = eq(first, up_to(last))
    inner, u = draft.aside(claim), new_symbol(draft.context, "u", REAL, first, second)
    found = integrated(inner, first, ((u, up_to(Substitution({x: u})(place))),))
    none = inner.use("integral turned round", function([x], other), start, start)
    equations = [(ONE, found, None), (mul(neg(HALF), factor), none, None)]
    if known:
        value, put = (minus(up_to(b), up_to(a)) for a, b in (own, (start, last)))
        equations.append((ONE, inner.have_rewritten(eq(value, put), *known.values()), None))
    draft.rewrite(draft.have(claim, inner.close(Combine(tuple(equations)))))


def turned_round(context: Context, node: Term, value: Term) -> Iterator[tuple[Term, Term]]:
    """An antiderivative, with its variable, of what is constant together with what it is as far
    from the other end: as is seen, or else as the value says that the integral is to have."""
    x, lower, upper, body = node.args
    other = simplified(context, add(lower, upper))
    inside, there = context.with_symbols(x), Substitution({x: sub(other, x)})(body)
    both = simplified(inside, add(body, there))
    if x in free_symbols(both):
        twice, width = mul(number(2), value), sub(upper, lower)
        for end in (e for e in (upper, lower) if e.head == "symbol"):
            on = Substitution({end: add(end, ONE)})
            twice, width = minus(on(twice), twice), minus(on(width), width)
        both = simplified(context, div(twice, width))
        if both != ZERO and not any(n.head in MIRRORED for n in subterms(body)):
            return
    u = new_symbol(context, "u", REAL, node)
    parts = (Term("integral", (x, lower, end, body)) for end in (u, sub(other, u)))
    yield u, mul(HALF, add(*parts, mul(both, u)))
