"""Sums: their signs from the signs of their terms."""

from __future__ import annotations

from typing import Any

from derivations.language.sorts import INTEGER
from derivations.language.statements import Relation, lt
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, ZERO, Term, add, function, neg
from derivations.provers.goals import Draft, Goal, new_symbol, nodes, plain_facts


def prove_signs_of_sums(goal: Goal) -> Any:
    """Sums in the goal are at least zero, where their terms are; positive, where one is."""
    draft = Draft(goal)
    for node in dict.fromkeys(nodes(goal.relation)):
        if node.head == "sum" and node.args and manifest_range(goal, node):
            index, lower, upper, body = node.args
            k = new_symbol(goal.context, index.name, INTEGER, node)
            family = function((k,), Substitution({index: k})(body))
            draft.attempt(draft.use, "sum at least zero", family, lower, upper)
    return draft.done() if draft.grown else None


def prove_positive_sum(goal: Goal) -> Any:
    """A sum above zero: its terms are, and there is one; or one is, and the others not below."""
    relation = goal.relation
    if relation.left != ZERO or relation.right.head != "sum":
        return None
    index, lower, upper, body = relation.right.args
    k = new_symbol(goal.context, index.name, INTEGER, relation.right)
    family = function((k,), Substitution({index: k})(body))
    draft = Draft(goal)
    if draft.attempt(draft.use, "sum above zero", family, lower, upper):
        return draft.done()
    for place in dict.fromkeys(_places(goal, relation.right)):
        draft = Draft(goal)
        if draft.attempt(_split_at, draft, family, relation.right, place):
            return draft.done()
    return None


def _places(goal: Goal, node: Term) -> list[Term]:
    """Indices of which a fact says something, first and last."""
    found = [t.args[1] for _, fact in plain_facts(goal.context, "!=", "<") for t in nodes(fact)
             if t.head == "apply" and len(t.args) == 2]
    return [*found, node.args[1], node.args[2]]


def _split_at(draft: Draft, family: Term, node: Term, place: Term) -> None:
    """The sum as what is before a place, the term there, and what is behind."""
    index, lower, upper, body = node.args
    before = add(place, neg(ONE))
    draft.use("sum split", family, lower, before, upper)
    draft.use("sum split", family, place, place, upper)
    draft.have(lt(ZERO, Substitution({index: place})(body)))
    draft.use("sum at least zero", family, lower, before)
    draft.use("sum at least zero", family, add(place, ONE), upper)




def manifest_range(goal: Goal, node: Term) -> bool:
    """Whether the symbols of a binder's bounds are those of the context."""
    symbols = goal.context.symbols
    return all(s in symbols for t in node.args[1:3] for s in Relation("==", t, ZERO).free())


__all__ = ["prove_positive_sum", "prove_signs_of_sums"]
