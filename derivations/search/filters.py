"""Floating-point filters: which values are worth showing to the kernel.  They decide nothing."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, product

from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.terms import Substitution
from derivations.search.candidates import scalar_candidates
from derivations.search.numeric import Evaluator, Unknown, distance

# How many values of each quantified variable are looked at, and how many of all together.
QUANTIFIED_AT = 2
MAX_SMALL = 4
# What counts as different, and as equal.
FAR = 1e-6
NEAR = 1e-9


def holds_numerically(relation: Relation, evaluator: Evaluator) -> bool:
    left, right = evaluator(relation.left), evaluator(relation.right)
    match relation.operator:
        case "==":
            return distance(left, right) < NEAR
        case "!=":
            return distance(left, right) > NEAR
    if isinstance(left, tuple) or isinstance(right, tuple):
        raise Unknown("matrices are not ordered")
    try:
        gap = float(right.real - left.real)
    except OverflowError as error:
        raise Unknown(str(error)) from error
    return gap > NEAR if relation.operator == "<" else gap > -NEAR


def may_hold(proposition: Proposition, evaluator: Evaluator) -> bool:
    if proposition.variables:
        return all(may_hold(instance, evaluator) for instance in _small_instances(proposition))
    if proposition.guards:
        return True
    try:
        return holds_numerically(proposition.relation, evaluator)
    except Unknown:
        return True


@lru_cache(maxsize=64)
def _small_instances(proposition: Proposition) -> tuple[Proposition, ...]:
    """What a proposition without guards says of the first values of its whole variables."""
    variables = proposition.variables
    if proposition.guards or not all(v.sort.within("integer") for v in variables):
        return ()
    lists = [scalar_candidates(v.sort, False)[:QUANTIFIED_AT] for v in variables]
    values = [dict(zip(variables, at, strict=True)) for at in islice(product(*lists), MAX_SMALL)]
    return tuple(Proposition(proposition.relation.replace(Substitution(v))) for v in values)


def hypotheses_may_hold(statement: Statement, evaluator: Evaluator) -> bool:
    return all(may_hold(h, evaluator) for h in statement.hypotheses)


def fails(relation: Relation, evaluator: Evaluator) -> bool:
    try:
        left, right = evaluator(relation.left), evaluator(relation.right)
        if relation.operator == "==":
            return distance(left, right) > FAR
        return not holds_numerically(relation, evaluator)
    except Unknown:
        return True
