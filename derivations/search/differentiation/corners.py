"""Where functions of one variable have corners: sizes, greater and smaller ones of two.

A corner is where what stands in a size vanishes, if that is linear; on either side of it the size
is what stands in it, or the negative.
"""

from collections.abc import Callable, Iterator

from derivations.kernel import Context
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, div, mul, neg
from derivations.search.knowledge.matching import put, same
from derivations.search.reading.readback import simplified
from derivations.search.reading.smooth import minus


def corner(context: Context, x: Term, body: Term) -> Term | None:
    """The corner of the first part of a body in x that has one."""
    for node in bent(x, body):
        place = zero(context, x, under(node))
        if place is not None:
            return place
    return None


def zero(context: Context, x: Term, under: Term) -> Term | None:
    """Where a term that is linear in x vanishes."""
    found = line(context, x, under)
    return found and simplified(context, div(neg(found[0]), found[1]))


def line(context: Context, x: Term, term: Term) -> tuple[Term, Term] | None:
    """What a term that is linear in x is at 0, and by how much it grows."""
    start, next_ = (simplified(context, Substitution({x: at})(term)) for at in (ZERO, ONE))
    slope = simplified(context, minus(next_, start))
    inside = context.with_symbols(x)
    if same(inside, slope, ZERO) or not same(inside, term, add(start, mul(slope, x))):
        return None
    return start, slope


def on_either_side(
    x: Term, body: Term, end: Term, at_most: Callable[[Term, Term], bool]
) -> Iterator[Term]:
    """A body in x on either side of the corner of its first part that has one, that of an end
    first."""
    there = Substitution({x: end})
    for node in bent(x, body)[:1]:
        sides = _sides(node)
        turned = at_most(*map(there, sides)) != (node.head == "min")
        for side in sides[::-1] if turned else sides:
            yield put(body, {node: side})


def bent(x: Term, body: Term) -> list[Term]:
    """The parts of a body in x that may have corners, inner ones first."""
    return [n for n in subterms(body) if n.head in ("abs", "max", "min") and x in free_symbols(n)
            and (n.head == "abs" or len(n.args) == 2)]


def under(node: Term) -> Term:
    """What stands in the size that has the corner."""
    return node.args[0] if node.head == "abs" else minus(*_sides(node))


def _sides(node: Term) -> tuple[Term, Term]:
    if node.head == "abs":
        return node.args[0], neg(node.args[0])
    first, second = node.args
    return first, second
