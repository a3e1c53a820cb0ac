"""That a term is real: what laws say of the order of the functions in it makes them real.

Complete for polynomials, with real coefficients, in such functions; they are not looked into.
"""

from __future__ import annotations

from typing import Any

from derivations.language.terms import ZERO, conj
from derivations.search.equations import Combination
from derivations.search.goals import Draft, Goal, plain_facts
from derivations.search.instances import with_laws, with_roots


def prove_values_real(goal: Goal) -> Any:
    """`conj t = t`, the values of families in t being real by their sort."""
    left, right = goal.relation.left, goal.relation.right
    values = [t for t in goal.atoms if t.head == "apply"]
    if left != conj(right) or not values:
        return None
    draft = Draft(goal)
    for value in values:
        draft.attempt(draft.sort, value)
    return draft.close(Combination(draft).proof()) if draft.grown else None


def prove_real(goal: Goal) -> Any:
    """`im t = 0`, each function in t being real."""
    if goal.relation.left.head != "im" or goal.relation.right != ZERO:
        return None
    draft = Draft(goal)
    with_roots(draft)
    with_laws(draft, ("<", "<="))
    for _, fact in [*plain_facts(draft.context, "<", "<=")]:
        draft.attempt(draft.use, "order is real", fact.left, fact.right)
    return draft.close(Combination(draft).proof()) if draft.grown else None
