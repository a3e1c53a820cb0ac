"""Equations between complex numbers, and between their conjugates.

An equation that speaks of z and of its conjugate says two things of z: the conjugates of both sides
are equal as well.  `z = 1` given `z + 2*conjugate(z) = 3`; `Abs(z) = 15` given `z + Abs(z) = 3 +
9*I`, as the square of a size is `z*conjugate(z)`.

Complete where the first six equations with their conjugates imply the goal as linear ones do.

Source: W. Rudin, Principles of Mathematical Analysis, 1.31.
"""

from derivations.kernel import Combine, Proof
from derivations.language.statements import Relation, eq
from derivations.language.terms import conj, mul
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.reading.facts import nodes, plain_facts

# Equations whose conjugates are added.
MAX_FACTS = 6


def has_conjugates(goal: Goal) -> bool:
    """Whether a conjugate, a part or a size stands in an equation of complex numbers."""
    return any(node.head in ("conj", "re", "im", "abs") for _, fact in _complex_facts(goal)
               for node in nodes(fact))


def _complex_facts(goal: Goal) -> list[tuple[int, Relation]]:
    """Equations that speak of complex numbers."""
    return [(place, fact) for place, fact in plain_facts(goal.context, "==") if any(
        s.sort.is_scalar and not s.sort.within("real") for s in fact.free())]


def prove_with_conjugates(goal: Goal) -> Proof | None:
    """The goal among the conjugates of equations as well."""
    draft = Draft(goal)
    for place, fact in _complex_facts(goal)[:MAX_FACTS]:
        draft.attempt(draft.have_conjugated, place)
        for node in nodes(fact):
            for factor in (node, conj(node.args[0])) if node.head == "abs" else ():
                sides = [mul(side, factor) for side in (fact.left, fact.right)]
                if draft.attempt(draft.have, eq(*sides), Combine(((factor, place, None),))):
                    draft.attempt(draft.have_conjugated, draft.last)
    return draft.done_as_deep() if draft.grown else None
