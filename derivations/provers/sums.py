"""Sums: long ones by groups of their terms, signs of sums from the signs of their terms.

A long sum is mostly a small identity, many times over with other symbols.  Terms of both sides that
share a symbol which occurs in few terms make a group; the kernel decides one group of each shape.
"""

from __future__ import annotations

from typing import Any

from derivations.core import Groups, Rejected, shape_of, terms_of
from derivations.language.sorts import INTEGER
from derivations.language.statements import Relation, lt
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, ZERO, Term, add, function, neg
from derivations.provers.goals import Draft, Goal, new_symbol, nodes, plain_facts

# A relation with so few terms is one group; a symbol in more terms than this joins none.
FEW, MAX_OWN = 12, 16


def grouped(relation: Relation) -> Groups | None:
    """The groups of a long equation between sums of scalars; None of another relation."""
    if relation.operator != "==":
        return None
    sides = [terms_of(relation.left), terms_of(relation.right)]
    count = len(sides[0]) + len(sides[1])
    if count <= FEW:
        return None
    try:
        symbols = [[shape_of(t)[1] for t in side] for side in sides]
    except Rejected:
        return None
    parts: list[tuple[int, int]] = []
    places: dict[Term, list[int]] = {}
    for side in (0, 1):
        for k, own in enumerate(symbols[side]):
            for s in own:
                places.setdefault(s, []).append(len(parts))
            parts.append((side, k))
    root = list(range(count))

    def find(k: int) -> int:
        while root[k] != k:
            root[k] = root[root[k]]
            k = root[k]
        return k

    for terms in places.values():
        if len(terms) <= MAX_OWN:
            for k in terms[1:]:
                root[find(k)] = find(terms[0])
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for k, (side, number) in enumerate(parts):
        groups.setdefault(find(k), ([], []))[side].append(number)
    if len(groups) < 2:
        return None
    return Groups(tuple((tuple(a), tuple(b)) for a, b in groups.values()))


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


__all__ = ["grouped", "prove_positive_sum", "prove_signs_of_sums"]
