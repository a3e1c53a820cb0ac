"""What stands inside functions, made simpler: `q · 1/q` cancelled, whole parts of floors taken out.

The goal is then proved with the simpler arguments.  Complete for divisors that are atoms and seen
not to be 0, and for floors of what is whole but for a number.
"""

from fractions import Fraction
from math import floor

from derivations.kernel import Proof, manifest
from derivations.language.heads import FUNCTIONS
from derivations.language.statements import eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import Term, add, call, number
from derivations.search.drafts import Draft
from derivations.search.functions.denominators import cancelled
from derivations.search.goals import Goal, Stuck
from derivations.search.reading.facts import nodes
from derivations.search.reading.readback import form, reader

MAX_NODES = 12


def prove_by_arguments(goal: Goal) -> Proof | None:
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
