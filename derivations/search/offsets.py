"""Induction from a lower bound: with `a ≤ n` known, n is a + m and the induction is on m.

Without a bound among the facts, induction over one or two values with the facts about the
variable carried along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derivations.kernel.context import difference
from derivations.kernel.integers import offset
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import NormalForm, Offset, Proof, StrongInduction
from derivations.language.sorts import NATURAL
from derivations.language.statements import Relation, Unsettled
from derivations.language.terms import ONE, Term, add, free_symbols, fresh, symbol
from derivations.search.goals import Goal, proves
from derivations.search.induction import close, close_step, induction_variables
from derivations.search.readback import Reader
from derivations.search.sums import open_induction, prove_sum


def prove_from_bound(goal: Goal) -> Proof | None:
    """Put a + m for n, then normal forms, sums and induction on m."""
    if goal.relation.operator != "==":
        return None
    wanted = sorted(goal.relation.free() & goal.context.symbols, key=lambda s: s.name)
    for draft, inner in offsets(goal, wanted):
        proof = _close_or_induct(inner, draft.symbol)
        if proof is not None:
            return Offset(draft.variable, draft.symbol, draft.lower, draft.bound, proof)
    return None


def _close_or_induct(goal: Goal, m: Term) -> Proof | None:
    proof = close(goal)
    return proof or induct(goal, m, 1) or prove_sum(goal) or induct(goal, m, 2)


@dataclass(frozen=True)
class Shift:
    """`lower + symbol` for an integer variable, and why the variable is at least `lower`."""

    variable: Term
    symbol: Term
    lower: Term
    bound: Proof


def offsets(goal: Goal, wanted: Sequence[Term]) -> Iterator[tuple[Shift, Goal]]:
    """The goal with a + m for an integer n among the wanted, for every bound `a ≤ n`."""
    for n, lower in _bounds(goal, [s for s in wanted if s.sort.within("integer")]):
        taken = {s.name for s in goal.context.symbols | goal.relation.free()}
        m = symbol(fresh("m", taken), NATURAL)
        draft = Offset(n, m, lower, NormalForm(), NormalForm())
        try:
            bound, rest = offset(goal.context, goal.relation, draft, "")
        except Unsettled:
            continue
        if proves(Goal(bound.context, bound.relation), NormalForm()):
            yield Shift(n, m, lower, NormalForm()), Goal(rest.context, rest.relation)


def prove_with_facts(goal: Goal) -> Proof | None:
    """Induction over one or two values, the facts about the variable carried along."""
    if goal.relation.operator != "==":
        return None
    for n in induction_variables(goal):
        for depth in (1, 2):
            proof = induct(goal, n, depth)
            if proof is not None:
                return proof
    return None


def induct(goal: Goal, n: Term, depth: int) -> Proof | None:
    opened = open_induction(goal, n, depth)
    if opened is None:
        return None
    bases = []
    for base in opened.bases:
        proof = close(base)
        if proof is None:
            return None
        bases.append(proof)
    step = close_step(opened.step, opened.first + depth - 1)
    return None if step is None else StrongInduction(n, tuple(bases), opened.wrap(step))


def _bounds(goal: Goal, wanted: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    """Integers with a lower bound, from facts `a ≤ n` or from being at least 1."""
    reader = Reader(goal.context.normalizer.algebra, goal.context.symbols)
    for number, fact in enumerate(goal.context.facts):
        if number in goal.context.ignored or not fact.is_plain:
            continue
        if fact.relation.operator in ("<=", "<"):
            for n in wanted:
                lower = _lower(goal, reader, fact.relation, n)
                if lower is not None:
                    yield n, lower
    for n in wanted:
        if n.sort.kind == "posint":
            yield n, ONE


def _lower(goal: Goal, reader: Reader, relation: Relation, n: Term) -> Term | None:
    """The bound a for which the relation says `a ≤ n`."""
    normalizer = goal.context.normalizer
    try:
        gap = difference(normalizer, relation)
        (m,) = normalizer.algebra.symbol(n.name, n.sort).re
        if not isinstance(gap, Poly) or gap.im or gap.re.get(m) != gap.den:
            return None
        rest = Poly({k: -c for k, c in gap.re.items() if k != m}, {}, gap.den)
        lower = reader.poly(rest)
    except Unsettled:
        return None
    if n in free_symbols(lower):
        return None
    strict = relation.operator == "<"
    return add(lower, 1) if strict else lower


__all__ = ["Shift", "induct", "offsets", "prove_from_bound", "prove_with_facts"]
