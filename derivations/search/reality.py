"""That a term is real: what laws say of the order of the functions in it makes them real.

Complete for polynomials, with real coefficients, in such functions; they are not looked into.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from derivations.kernel import LAWS
from derivations.language.heads import FUNCTIONS
from derivations.language.statements import Relation
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ZERO, Term, conj, mul
from derivations.search.equations import Combination
from derivations.search.goals import Draft, Goal


def prove_real(goal: Goal) -> Any:
    """`im t = 0`, each function in t being real."""
    relation = goal.relation
    if relation.left.head != "im" or relation.right != ZERO:
        return None
    draft = Draft(goal)
    for node in dict.fromkeys(_functions(relation.left.args[0])):
        if free_symbols(node) <= goal.context.symbols:
            draft.attempt(_real, draft, node)
    return draft.close(Combination(draft).proof()) if draft.grown else None


def _functions(term: Term) -> Iterator[Term]:
    """The outermost functions in a term."""
    pending = [term]
    while pending:
        node = pending.pop()
        if node.head in FUNCTIONS:
            yield node
        else:
            pending += node.args


def _real(draft: Draft, node: Term) -> None:
    """Add that a function at its argument is real."""
    if node.head == "abs":
        size = mul(node.args[0], conj(node.args[0]))
        draft.use("size", node.args[0])
        draft.use("sqrt at least zero", size)
        draft.use("order is real", ZERO, node)
        return
    for name, stated, trigger in _laws(node.head):
        values = dict(zip(trigger.args, node.args, strict=True))
        variables = LAWS[name].variables
        if set(variables) == set(values) and draft.attempt(
            draft.use, name, *(values[v] for v in variables)
        ):
            if stated.operator != "==":
                said = stated.replace(Substitution(values))
                draft.use("order is real", said.left, said.right)
            return


@cache
def _laws(head: str) -> list[tuple[str, Relation, Term]]:
    """The laws that bound a function of variables, or say that it is real."""
    found = []
    for law in LAWS.values():
        for c in law.conclusions:
            real = c.operator == "==" and c.left.head == "im"
            sides = c.left.args if real else (c.left, c.right)
            if real or c.operator in ("<", "<="):
                found += [(law.name, c, s) for s in sides if s.head == head and _is_plain(s)]
    return found


def _is_plain(term: Term) -> bool:
    return all(a.head == "symbol" for a in term.args)
