"""Theorems at hand: what they say of the symbols that a goal shares with them joins its facts.

A theorem is used at the symbols of its names and sorts, what it assumes being proved by the search;
its equations are also put into the goal.  Incomplete: at no other terms.
"""

from __future__ import annotations

from typing import Any

from derivations.kernel import Context, Theorem, asked, manifest
from derivations.language.statements import eq
from derivations.language.terms import ZERO
from derivations.language.text import proposition_text
from derivations.search.goals import FAILURES, Draft, Goal, Search, Stuck


def prove_with_theorems(goal: Goal) -> Any:
    """The goal among what the theorems say, once."""
    draft = Draft(goal)
    for name, theorem in goal.context.theorems.items():
        if draft.attempt(_use, draft, name, theorem):
            for stated in theorem.goals:
                number = draft.known(stated)
                if number is not None and stated.is_plain and stated.relation.operator == "==":
                    draft.rewrite(number)
    if not draft.grown:
        return None
    return draft.close(draft.search.prove(draft.context, draft.relation, goal.depth, goal.light))


def _use(draft: Draft, name: str, theorem: Theorem) -> None:
    """Add what a theorem says; what it assumes is proved first.  Raises Stuck, saying why not."""
    declared = theorem.statement.declarations
    missing = [s.name for s in declared if s not in draft.context.symbols]
    if missing:
        raise Stuck(f"{', '.join(missing)}: no symbol of that sort here")
    if theorem.statement.exists:
        raise Stuck("it says only that something is there")
    if all(draft.known(stated) is not None for stated in theorem.goals):
        raise Stuck("it is known")
    proofs = []
    for premise in asked(draft.context, f"#{name}", declared)[0]:
        try:
            proofs.append(None if manifest(draft.context, premise) else draft.proof(premise))
        except FAILURES:
            raise Stuck(f"not proved: {proposition_text(premise)}") from None
    draft.use(f"#{name}", *declared, proofs=proofs)


def unused(context: Context, search: Search) -> list[tuple[Theorem, str]]:
    """The theorems that cannot be used in a context, and why."""
    found = []
    for name, theorem in context.theorems.items():
        draft = Draft(Goal(context, eq(ZERO, ZERO), search))
        try:
            _use(draft, name, theorem)
        except FAILURES as why:
            found.append((theorem, str(why)))
    return found
