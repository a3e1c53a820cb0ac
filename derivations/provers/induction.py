"""Induction over a natural number, from 0, from 1, or from a bound that a fact names.

The claim is stated for all naturals, for itself: so what is known of the number at hand does not
stand in the way.  Base and step are goals of the same search, the claim before a fact in the step.
Incomplete: nothing is generalized, and what depends on the number in the facts is not taken along.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from derivations.core import Cases, Combine, Induction
from derivations.language.sorts import NATURAL, POSINT
from derivations.language.statements import Proposition, eq, le, lt, ne
from derivations.language.substitution import Substitution, free_symbols, sort_symbols
from derivations.language.terms import ONE, ZERO, Term, add, neg, number
from derivations.provers.goals import Draft, Goal, new_symbol, nodes, plain_facts
from derivations.provers.matching import simplified


def prove_by_induction(goal: Goal) -> Any:
    """The first induction that succeeds."""
    for claim, value in _claims(goal):
        draft = Draft(goal)
        if draft.attempt(_shown_for_all, draft, claim, value):
            last = len(draft.context.facts) - 1
            if goal.relation.operator == "==":
                return draft.close(Combine(((ONE, last, None),)))
            return draft.close(draft.proof(goal.relation))
    return None


def _shown_for_all(draft: Draft, claim: Proposition, value: Term) -> None:
    draft.use(draft.have(claim, _inductive(draft, claim)), value)


def _inductive(draft: Draft, claim: Proposition) -> Any:
    (n,) = claim.variables
    start = ZERO if n.sort == NATURAL else ONE
    inside = draft.context.with_symbols(n)
    stated = Proposition(claim.relation)
    base = draft.search.prove(draft.context, stated.substitute({n: start}), draft.depth)
    later = stated.substitute({n: add(n, ONE)})
    step = draft.search.prove(inside.with_facts(stated), later, draft.depth)
    return Induction(n, base, step)


def prove_from_first_value(goal: Goal) -> Any:
    """The goal for the least value of a whole number, and for greater ones: where a range that
    ends with it would have fewer than no terms."""
    ranges = [t.args[1:3] for t in nodes(goal.relation) if t.head in ("sum", "product")]
    starts = {n: a.data for a, n in ranges if n.head == "symbol" and a.head == "number"}
    for _, fact in plain_facts(goal.context, "<="):
        c, n = fact.left, fact.right
        if c.head == "number" and n in starts and c.data < starts[n] - 1:
            first, second = Draft(goal), Draft(goal)
            first.context = first.context.with_facts(Proposition(eq(n, c)))
            first.rewrite(len(goal.context.facts))
            second.context = second.context.with_facts(Proposition(ne(n, c)))
            second.use("above zero", add(n, neg(c)))
            second.have(lt(c, n), Combine((), ((Fraction(1), len(goal.context.facts) + 1),)))
            second.use("whole numbers", c, n)
            later = le(number(c.data + 1), n)
            second.have(later, Combine((), ((Fraction(1), len(second.context.facts) - 1),)))
            prove = goal.search.prove
            return Cases(eq(n, c), None, first.done(), second.close(
                prove(second.context, goal.relation, goal.depth)))
    return None


def _claims(goal: Goal) -> Iterator[tuple[Proposition, Term]]:
    """What is to be shown for all naturals, and the one at hand."""
    relation, context = goal.relation, goal.context
    for n in _candidates(goal):
        if n.sort in (NATURAL, POSINT):
            k = new_symbol(context, n.name, n.sort, relation.left, relation.right)
            change = Substitution({n: k})
            yield Proposition(relation.replace(change), (k,)), n
    for n in _candidates(goal):
        for _, fact in plain_facts(context, "<=", "<"):
            plain = fact.left == ZERO and n.sort in (NATURAL, POSINT)
            if fact.right == n and n not in free_symbols(fact.left) and not plain:
                first = fact.left if fact.operator == "<=" else add(fact.left, ONE)
                k = new_symbol(context, "s", NATURAL, relation.left, relation.right)
                change = Substitution({n: simplified(context, add(first, k))
                                       if not free_symbols(first) else add(first, k)})
                yield Proposition(relation.replace(change), (k,)), add(n, neg(first))


def _candidates(goal: Goal) -> list[Term]:
    """Whole numbers in the goal that are in no size; those in exponents and bounds first."""
    sized = {s for t in goal.context.symbols for s in sort_symbols(t.sort)}
    found = [s for s in goal.relation.free() if s.sort.within("integer") and s not in sized]
    inner = {
        s for t in nodes(goal.relation)
        for a in (t.args[1:3] if t.head in ("sum", "product") else t.args[1:2]
                  if t.head == "pow" else ())
        for s in free_symbols(a)
    }
    return sorted(found, key=lambda s: (s not in inner, s.name))


__all__ = ["prove_by_induction", "prove_from_first_value"]
