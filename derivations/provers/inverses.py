"""Inverses of explicit matrices: the adjugate over the determinant.

Complete for matrices of up to four rows whose determinant is seen not to be 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derivations.core import Combine
from derivations.language.statements import eq
from derivations.language.terms import ONE, ZERO, Term, call, div, matrix, mul, neg
from derivations.provers.equations import Combination
from derivations.provers.goals import Draft, Goal, nodes
from derivations.provers.matching import simplified
from derivations.provers.readback import size

MAX_ROWS = 4


def prove_with_inverses(goal: Goal) -> Any:
    """The inverses in the goal are what they are."""
    draft = Draft(goal)
    for node in dict.fromkeys(nodes(goal.relation)):
        if node.head == "inv":
            draft.attempt(_inverted, draft, node)
    if not draft.grown:
        return None
    for k in range(len(goal.context.facts), len(draft.context.facts)):
        fact = draft.context.facts[k].relation
        if fact.operator == "==" and fact.left.head == "inv":
            draft.rewrite(k)
    return draft.close(draft.proof(draft.relation))


def _inverted(draft: Draft, node: Term) -> None:
    whole = node.args[0]
    shape = size(draft.context, whole)
    if shape is None or shape[0].head != "number" or shape[0].data > MAX_ROWS:
        return
    n = int(shape[0].data)
    entries = [[_entry(draft, whole, n, i, j) for j in range(n)] for i in range(n)]
    d = simplified(draft.context, _determinant(entries))
    if d.head != "number":
        draft.use("inverse", d)
    rows = [[_minor(draft, entries, i, j, d) for i in range(n)] for j in range(n)]
    inverse = matrix(rows)
    claim = eq(mul(whole, inverse), call("identity", n))
    proof = Combination(draft.aside(claim)).proof() if d.head != "number" else Combine()
    draft.have(claim, proof)
    draft.use("one-sided inverse", n, whole, inverse)


def _entry(draft: Draft, whole: Term, n: int, i: int, j: int) -> Term:
    product = mul(_unit(n, i, True), whole, _unit(n, j, False))
    return simplified(draft.context, call("scalar", product))


def _minor(draft: Draft, entries: Sequence[Sequence[Term]], i: int, j: int, d: Term) -> Term:
    rest = [[e for k, e in enumerate(row) if k != j] for m, row in enumerate(entries) if m != i]
    minor = _determinant(rest) if rest else ONE
    if minor == ZERO:
        return ZERO
    value = simplified(draft.context, minor if (i + j) % 2 == 0 else neg(minor))
    return simplified(draft.context, div(value, d)) if d.head == "number" else div(value, d)


def _determinant(entries: Sequence[Sequence[Term]]) -> Term:
    if len(entries) == 1:
        return entries[0][0]
    return call("det", matrix(entries))


def _unit(n: int, i: int, row: bool) -> Term:
    line = [int(k == i) for k in range(n)]
    return matrix([line]) if row else matrix([[v] for v in line])


__all__ = ["prove_with_inverses"]
