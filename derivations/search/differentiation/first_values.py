"""Functions with one derivative and one value are equal.

Two sides are equal at x where they are so at a place, and their difference has the derivative 0
between that and x.  Places are those at which functions are taken, and 0 and 1.  What solves an
equation for a derivative is found before (`solved_equations`); here is what that leaves the same,
such as f'**2 + f**2 where f'' = -f.

Source: W. Rudin, Principles of Mathematical Analysis, 5.11.
"""

from collections.abc import Iterator

from derivations.kernel import Combine, Proof
from derivations.language.calculus_notation import is_variable
from derivations.language.sorts import REAL
from derivations.language.statements import eq
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, POINTED, ZERO, Term, function, neg
from derivations.search.differentiation.growth import are_given, either_way, use_between
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.integration.integrals import without_empty
from derivations.search.reading.facts import FAILURES, new_symbol, nodes
from derivations.search.reading.smooth import minus


def is_of_functions(goal: Goal) -> bool:
    """Whether something is given about derivatives of unknown functions in the goal."""
    if not goal.heads & POINTED <= {"integral", "diff"} or "apply" not in goal.heads:
        return False
    return are_given(goal.context)


def prove_by_first_value(goal: Goal) -> Proof | None:
    """The equation from one at a place and the derivative of the difference."""
    moved = {s for node in goal.unbound("apply", "integral") for s in free_symbols(node)}
    for x in sorted(moved & goal.relation.free(), key=lambda s: s.name):
        for place in _places(goal, x) if is_variable(x.sort) else ():
            draft = Draft(goal)
            try:
                return draft.close(_from(draft, x, place))
            except FAILURES:
                continue
    return None


def _places(goal: Goal, x: Term) -> Iterator[Term]:
    """Where functions are taken and integrals end, without x."""
    found = {}
    for relation in (goal.relation, *(f.relation for f in goal.context.facts if f.is_plain)):
        for node in nodes(relation):
            if node.head == "apply" and free_symbols(node) <= goal.context.symbols:
                found.update(dict.fromkeys(node.args[1:]))
            if node.head == "integral":
                found.update(dict.fromkeys(node.args[1:-1]))
    for place in dict.fromkeys([*found, ZERO, ONE]):
        if x not in free_symbols(place):
            yield place


def _from(draft: Draft, x: Term, place: Term) -> Proof:
    """The equation from its value at the place, integrals there being from a number to itself.
    Raises Stuck."""
    gap = minus(draft.relation.left, draft.relation.right)
    there = Substitution({x: place})(gap)
    without_empty(draft, there)
    start = draft.have_premise(eq(there, ZERO))
    variable = new_symbol(draft.context, x.name, REAL, gap)
    whole = function([variable], Substitution({x: variable})(gap))

    def one(inner: Draft, a: Term, b: Term) -> Proof:
        number = use_between(inner, "constant", whole, a, b, depth=max(inner.depth, 1))
        return Combine(((ONE if b == x else neg(ONE), number, None), (ONE, start, None)))

    return either_way(draft, place, x, one)
