"""Whether what the kernel made holds at points, by the independent evaluator.

    failure(made, certificate) -> why it is false somewhere, or None
    tried(made, certificate)   -> at how many points it could be tried

A theorem is tried at random values and at the model of its certificate: where its hypotheses and
conditions hold, its goals must be defined and hold.  A counterexample is tried at its own values:
the hypotheses must hold there, and the goal must be defined and fail.  What is quantified is tried
at small whole numbers; with variables of other sorts it cannot be tried, and the point is left out.
"""

from __future__ import annotations

import itertools
import operator
import random
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.stating import opened
from derivations.language.substitution import subterms
from derivations.language.terms import POINTED, Term
from tests.support.oracle import Matrix, Undefined, Unfit, agree, evaluate
from tests.support.values import DIGITS, holds, random_values

if TYPE_CHECKING:
    from derivations.kernel import Counterexample, Theorem, Values

POINTS = 6
# Variables of quantified propositions are tried at these whole numbers.
SMALL = range(-2, 9)
# A point with larger numbers, or larger matrices, is not tried.
LARGEST = 40
# Statements with numbers of more bits are not tried: the digits would not tell values apart.
MAX_BITS = 64
# Digits that difference quotients and quadratures have at least.
FEW_DIGITS = 10


class Untried(Exception):
    """The point cannot be tried."""


# What the oracle says of values and heads that it does not know; that something is `Undefined`,
# which is `Unfit` too, is caught before.
UNTRIED = (Untried, Unfit, OverflowError, KeyError, TypeError)


def failure(made: Theorem | Counterexample, model: Values | None = None) -> str | None:
    """Why what was made is false somewhere, as far as can be seen."""
    return _tried(made, model)[1]


def tried(made: Theorem | Counterexample, model: Values | None = None) -> int:
    """At how many points it could be tried."""
    return _tried(made, model)[0]


def _tried(made: Theorem | Counterexample, model: Values | None) -> tuple[int, str | None]:
    if _has_large_numbers(made) or _has_large_matrices(made.statement):
        return 0, None
    if hasattr(made, "nowhere"):
        return _counterexample(made)
    count = 0
    for values in _points(made.statement, model):
        try:
            known = [*made.statement.hypotheses, *made.conditions]
            if not all(_proposition(p, values, silent=True) for p in known):
                continue
        except (*UNTRIED, ZeroDivisionError):
            continue
        try:
            for number, goal in enumerate(made.statement.goals):
                if not _proposition(goal, values) and (
                    goal.variables or _is_stable(goal.relation, values)
                ):
                    return count, f"goal {number} fails at {values}"
        except Undefined as error:
            return count, f"undefined at {values}: {error}"
        except UNTRIED:
            continue
        count += 1
    return count, None


def _is_stable(relation: Relation, values: dict[str, Any]) -> bool:
    """Whether more digits change nothing, so that the digits say what the values are; derivatives
    and integrals have fewer of them."""
    sides = relation.left, relation.right
    if any(node.head in POINTED for side in sides for node in subterms(side)):
        return not agree(*(evaluate(side, values, DIGITS) for side in sides), FEW_DIGITS)
    return all(
        agree(*(evaluate(side, values, digits) for digits in (DIGITS, 2 * DIGITS)), DIGITS - 15)
        for side in (relation.left, relation.right)
    )


def _certainly_holds(relation: Relation, values: dict[str, Any]) -> bool:
    """Whether it holds, exactly where both sides are rational."""
    left, right = (evaluate(side, values, DIGITS) for side in (relation.left, relation.right))
    if isinstance(left, (int, Fraction)) and isinstance(right, (int, Fraction)):
        return EXACTLY[relation.operator](left, right)
    return holds(relation, values) and _is_stable(relation, values)


EXACTLY: dict[str, Any] = {
    "==": operator.eq, "!=": operator.ne, "<=": operator.le, "<": operator.lt,
}  # fmt: skip


def _has_large_numbers(made: Theorem | Counterexample) -> bool:
    stated = (*made.statement.goals, *made.statement.hypotheses)
    relations = [p.relation for p in stated]
    terms = [side for r in relations for side in (r.left, r.right)]
    terms += [value for _, value in getattr(made, "values", None) or ()]
    return any(
        max(abs(t.data.numerator), t.data.denominator).bit_length() > MAX_BITS
        for term in terms
        for t in subterms(term)
        if t.head == "number"
    )


def _has_large_matrices(statement: Statement) -> bool:
    sorts = [s.sort.value or s.sort for s in statement.declarations]
    sizes = [size for sort in sorts for size in (sort.rows, sort.columns) if size is not None]
    return any(
        t.head == "number" and abs(t.data) > LARGEST for size in sizes for t in subterms(size)
    )


def _counterexample(made: Counterexample) -> tuple[int, str | None]:
    try:
        given = plain_values(made.values or ())
    except UNTRIED:
        return 0, None
    if made.nowhere is not None:
        points = [given] if made.values else _points(made.statement, None)
        return _undefined(made.statement, points)
    try:
        for hypothesis in made.statement.hypotheses:
            if not _proposition(hypothesis, given, silent=True):
                return 0, f"the hypothesis {hypothesis} fails at {given}"
        goal = opened(made.statement, made.goal).goals[0].relation
        if _certainly_holds(goal, given):
            return 0, f"the goal holds at {given}"
    except Undefined as error:
        return 0, f"undefined at {given}: {error}"
    except UNTRIED:
        return 0, None
    return 1, None


def _undefined(
    statement: Statement, points: Iterable[dict[str, Any]]
) -> tuple[int, str | None]:
    """The goals must be undefined at each point."""
    count = 0
    for values in points:
        try:
            for goal in statement.goals:
                holds(goal.relation, values)  # also of the order of numbers that are not real
        except Undefined:
            count += 1
        except UNTRIED:
            continue
        else:
            return count, f"defined at {values}"
    return count, None


def _points(statement: Statement, model: Values | None) -> Iterable[dict[str, Any]]:
    if model:
        with suppress(*UNTRIED):
            yield plain_values(model)
    draw = random.Random(str(statement))
    for _ in range(POINTS):
        with suppress(Unfit):
            yield random_values(statement.declarations, draw)


def _proposition(p: Proposition, values: dict[str, Any], silent: bool = False) -> bool:
    """Whether a proposition holds, as far as it is tried; silent: also where it has no value, if
    it is quantified."""
    ranges = [_range(v.sort) for v in p.variables]
    for chosen in itertools.islice(itertools.product(*ranges), 400):
        at = values | {v.name: n for v, n in zip(p.variables, chosen, strict=True)}
        try:
            if all(holds(g, at) for g in p.guards) and not holds(p.relation, at):
                return False
        except Undefined:
            if not (silent and p.variables):
                raise
    return True


def _range(sort: Sort) -> Iterable[int]:
    if not sort.within("integer"):
        raise Untried
    least = {"natural": 0, "posint": 1}.get(sort.kind, SMALL.start)
    return range(least, SMALL.stop)


# Values of a certificate for the evaluator


def plain_values(values: Values) -> dict[str, Any]:
    """Closed terms as numbers, matrices and functions of indices."""
    return {s.name: _plain(v) for s, v in values}


def _plain(value: Term) -> Any:
    if value.head != "function":
        found = evaluate(value, {}, DIGITS)
        if isinstance(found, Matrix):
            if found.shape[0] * found.shape[1] > LARGEST:
                raise Untried
        elif abs(found) > LARGEST:
            raise Untried
        return found
    *parameters, body = value.args

    def at(*places: Any) -> Any:
        named = {p.name: place for p, place in zip(parameters, places, strict=True)}
        return evaluate(body, named, DIGITS)

    return at
