"""Powers with exponents that are not whole, through `z**w = exp(w log z)`; logarithms of numbers.

Every such power in the goal is put through its exponential, the innermost first; a logarithm of a
rational number becomes one of primes; signs of logarithms come from comparing with 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from derivations.language.statements import eq
from derivations.language.terms import ONE, PI, ZERO, I, Term, call, mul, number
from derivations.search.equations import have_combined
from derivations.search.goals import FAILURES, Draft, Goal, Stuck, nodes
from derivations.search.instances import is_natural, speaks
from derivations.search.order import combination
from derivations.search.readback import scaled, sum_of

# Powers that are put through exponentials in one goal; numbers that are factorized.
MAX_POWERS, MAX_NUMBER = 12, 10**7


def prove_through_exponentials(goal: Goal) -> Any:
    """The goal with exponentials for its powers."""
    draft = Draft(goal)
    for _ in range(MAX_POWERS):
        node = next(_powers(draft), None)
        if node is None:
            break
        base, e = node.args
        try:
            if base.head == "exp":
                draft.rewrite(draft.use("power of an exponential", base.args[0], e))
            else:
                draft.rewrite(draft.use("power", base, e))
        except FAILURES:
            return None
    logs = [node for node in dict.fromkeys(nodes(draft.relation)) if node.head == "log"]
    known = {ONE, number(-1)}
    for node in logs if len(logs) > 1 or (logs and known & {*logs[0].args}) else []:
        draft.attempt(_factorized, draft, node)
    if not draft.grown:
        return None
    return draft.close(draft.search.prove(draft.context, draft.relation, goal.depth, goal.light))


def _powers(draft: Draft) -> Iterator[Term]:
    """The powers that are not whole, without bound symbols, inner ones first."""
    for node in draft.goal.unbound("pow"):
        if speaks(node) and not is_natural(draft.context, node.args[1]):
            yield node


def _factorized(draft: Draft, node: Term) -> None:
    """The logarithm of a rational number as one of primes, put into the goal."""
    value = _rational(node.args[0])
    if value == -1:
        draft.rewrite(draft.use("log", mul(I, PI), node.args[0]))
        return
    if value is None or value <= 0 or max(value.numerator, value.denominator) > MAX_NUMBER:
        raise Stuck("not a number with a logarithm")
    if value == 1:
        draft.use("log", ZERO, ONE)
        claim = eq(node, ZERO)
    else:
        weights: dict[int, int] = {}
        for whole, sign in ((value.numerator, 1), (value.denominator, -1)):
            for p in _split(draft, whole):
                weights[p] = weights.get(p, 0) + sign
        if value.denominator > 1:
            draft.use("log", ZERO, ONE)
            draft.use("log of a product", number(value), number(value.denominator))
        parts = [scaled((Fraction(c), Fraction(0)), [call("log", number(p))])
                 for p, c in sorted(weights.items())]
        claim = eq(node, sum_of(parts))
        if claim.left == claim.right:
            return
    draft.rewrite(have_combined(draft, claim))


def _rational(term: Term) -> Fraction | None:
    if term.head == "number":
        return Fraction(term.data)
    if term.head == "div" and all(a.head == "number" for a in term.args) and term.args[1].data:
        return Fraction(term.args[0].data) / Fraction(term.args[1].data)
    return None


def _split(draft: Draft, n: int) -> list[int]:
    """The primes of a whole number; facts about the logarithms of their products."""
    found, p = [], 2
    while n > 1:
        if p * p > n:
            p = n
        if n % p:
            p += 1
            continue
        found.append(p)
        n //= p
        if n > 1:
            draft.use("log of a product", number(p), number(n))
    return found


def prove_sign_of_log(goal: Goal) -> Any:
    """A combination of comparisons of logarithms with that of 1."""
    draft = Draft(goal)
    draft.use("log", ZERO, ONE)
    for (z,) in (node.args for node in goal.unbound("log")):
        for pair in ((z, ONE), (ONE, z)):
            names = ("log grows strictly", "log grows")
            any(draft.attempt(draft.use, name, *pair) for name in names)
    proof = combination(draft)
    return None if proof is None else draft.close(proof)
