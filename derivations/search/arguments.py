"""What stands inside functions, made simpler.

    functions    `q · 1/q` cancelled, whole parts of floors taken out
    angles       `|f(v + w)| ≤ |f(v)| + |sin w|` for sines and cosines

The goal is then proved with the simpler arguments.  Complete for divisors that are atoms and seen
not to be 0, and for floors of what is whole but for a number.
"""

from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

from derivations.kernel import manifest
from derivations.language.heads import FUNCTIONS
from derivations.language.statements import eq
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import Term, add, call, conj, mul, neg, number
from derivations.search.bounds import used
from derivations.search.denominators import cancelled
from derivations.search.goals import Draft, Goal, Stuck, nodes, plain_facts
from derivations.search.instances import with_size
from derivations.search.matching import same
from derivations.search.order import linear
from derivations.search.readback import form, reader

MAX_NODES = 12


def prove_by_arguments(goal: Goal) -> Any:
    """The goal with simpler arguments."""
    draft = Draft(goal)
    for _ in range(MAX_NODES):
        if not any(draft.attempt(_simpler, draft, node) for node in _functions(draft)):
            break
    if not draft.grown:
        return None
    return draft.done_as_deep()


def _functions(draft: Draft) -> list[Term]:
    """Functions without bound symbols, outer ones first."""
    found = dict.fromkeys(nodes(draft.relation))
    return [t for t in found if t.head in ("pow", *FUNCTIONS)
            and free_symbols(t) <= draft.context.symbols]


def _simpler(draft: Draft, node: Term) -> None:
    """Put a simpler term for a floor, or for an argument, into the goal.  Raises Stuck."""
    if node.head == "floor":
        whole = _whole_part(draft, node.args[0])
        if whole is not None:
            draft.rewrite(draft.use("floor", whole, node.args[0]))
            return
    for argument in node.args:
        known = cancelled(draft, argument)
        if known is not None:
            before = draft.relation
            draft.rewrite(known)
            if draft.relation != before:
                return
    raise Stuck("nothing to make simpler")


def _whole_part(draft: Draft, term: Term) -> Term | None:
    """The floor of what is whole but for a number, which is not whole."""
    terms = reader(draft.context).monomials(form(draft.context, term))
    rest, _ = terms.get((None, None, ()), (Fraction(0), None))
    if rest.denominator == 1:
        return None
    whole = add(term, number(floor(rest) - rest))
    return whole if manifest(draft.context, eq(call("floor", whole), whole)) else None


def prove_by_parts_of_angles(goal: Goal) -> Any:
    """A bound of the size of a sine or cosine: `|f(v + w)| ≤ |f(v)| + |sin w|`."""
    draft = Draft(goal)
    bounds = [goal.relation, *(fact for _, fact in plain_facts(goal.context, "<", "<="))]
    sizes = dict.fromkeys(
        t.args[0] for bound in bounds for t in draft.aside(bound).goal.unbound("abs")
        if t.args[0].head in ("sin", "cos") and same(goal.context, conj(t.args[0]), t.args[0]))
    left = {*subterms(goal.relation.left)}
    for u, v, w in product(sizes, sizes, sizes):
        if u in left and u.head == v.head and w.head == "sin" and u not in (v, w):
            for s, t in product((1, -1), repeat=2):
                parts = mul(number(s), v.args[0]), mul(number(t), w.args[0])
                if same(goal.context, u.args[0], add(*parts)) and draft.attempt(
                        _size_of_sum, draft, u.head, *parts):
                    left.discard(u)
    return draft.close(linear(draft, goal.relation)) if draft.grown else None


def _size_of_sum(draft: Draft, head: str, v: Term, w: Term) -> None:
    other = call("cos", v) if head == "sin" else neg(call("sin", v))
    first, second = (call(head, v), call("cos", w)), (call("sin", w), other)
    draft.use("triangle", mul(*first), mul(*second))
    for (p, q), (r, _) in ((first, second), (second, first)):  # |p q| ≤ |p|, as |p r|² ≥ 0
        for t in (p, mul(p, q)):
            with_size(draft, t)
        draft.use("size", mul(p, r))
        used(draft, "from squares", call("abs", mul(p, q)), call("abs", p))
