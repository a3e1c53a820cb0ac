"""A second opinion on what was proved: both sides at small values, exactly as they are written.

The search for counterexamples looks at what normal forms leave of a goal; this looks at the goal.
Floating point chooses where; that the sides differ there is shown by certified enclosures of the
sides as written, which know no normal form.
"""

from __future__ import annotations

from derivations.kernel import enclosure, points
from derivations.kernel.check import premises
from derivations.kernel.proofs import Values
from derivations.language.statements import Relation, Statement, Unsettled, opened
from derivations.language.terms import Substitution
from derivations.search.counterexamples import small_values
from derivations.search.numeric import Evaluator, Unknown, closed_value, distance

# How many values are tried, and for how long.
MAX_TRIED = 60
SECONDS = 1.0
# What counts as different when values are chosen.
FAR = 1e-6


def fails_as_written(statement: Statement, goal: int = 0) -> Values | None:
    """Values at which the goal certainly fails though hypotheses hold; None if none is found."""
    statement = opened(statement, goal)
    relation = statement.goals[0].relation
    for values in small_values(statement, MAX_TRIED, SECONDS):
        try:
            evaluator = Evaluator({s: closed_value(v) for s, v in values})
            if _seems_to_fail(relation, evaluator) and _fails(statement, relation, values):
                return values
        except Unknown:
            continue
    return None


def _seems_to_fail(relation: Relation, evaluator: Evaluator) -> bool:
    left, right = evaluator(relation.left), evaluator(relation.right)
    apart = distance(left, right)
    if relation.operator == "==":
        return apart > FAR
    if relation.operator == "!=":
        return False
    if isinstance(left, tuple) or isinstance(right, tuple):
        return False
    return left.real > right.real + FAR


def _fails(statement: Statement, relation: Relation, values: Values) -> bool:
    """Whether the hypotheses hold, exactly, and the goal fails, by enclosures."""
    at = relation.replace(Substitution(dict(values)))
    try:
        points.check_model(statement, premises(statement), (), values, "values")
        if relation.operator == "==":
            return enclosure.certainly_differ(at.left, at.right)
        return enclosure.certainly_less(at.right, at.left)
    except (Unsettled, ArithmeticError):
        return False
