"""Whole numbers from a bound on as what they are beyond it, which is a natural number.

Laws, lemmas and sorts speak of natural numbers; that an integer is one has to be shown each time.
The goal is shown for all natural numbers k, with c + k for an integer that is at least c, under the
facts about it, and used at its own.  Incomplete: what quantified facts say is not taken along.

    factorial(k)*factorial(n - k) != 0   for integers with 0 <= k, 0 <= n - k
"""

from typing import Any

from derivations.kernel import asked
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ZERO, Term, add, sub
from derivations.search.goals import Draft, Goal, new_symbol, opening, plain_facts
from derivations.search.induction import least_value
from derivations.search.references import by_fact


def has_bounded_integers(goal: Goal) -> bool:
    return any(s.sort == INTEGER for s in goal.relation.free())


def prove_for_naturals(goal: Goal) -> Any:
    """The goal for all natural numbers, at those by which its integers are above their bounds."""
    starts = _starts(goal)
    if not starts:
        return None
    draft, change, beyond = Draft(goal), dict[Term, Term](), list[Term]()
    for n, first in starts.items():
        k = new_symbol(goal.context, n.name, NATURAL, *beyond, *goal.context.symbols)
        change[n] = k if first == ZERO else add(first, k)
        beyond.append(k)
    for n, value in change.items():  # a bound may be another one of them
        change[n] = Substitution(change)(value)
    there = Substitution(change)
    facts = [(k, f) for k, f in plain_facts(goal.context, "==", "!=", "<", "<=")
             if not f.free().isdisjoint(starts)]
    guards = tuple([fact.replace(there) for _, fact in facts])
    claim = Proposition(goal.relation.replace(there), tuple(beyond), guards)
    proof = opening(goal.context, claim, lambda inside, relation: goal.search.prove(
        inside, relation, goal.depth, goal.light))
    number = draft.have(claim, proof)
    values = [n if first == ZERO else sub(n, first) for n, first in starts.items()]
    premises, _, _ = asked(draft.context, number, tuple(values))
    known: list[Any] = [None] * (len(premises) - len(facts))
    known += [by_fact(f, k) for k, f in facts]
    return draft.close(by_fact(goal.relation, draft.use(number, *values, proofs=known)))


def _starts(goal: Goal) -> dict[Term, Term]:
    """Integers of the goal, and what they are at least: a number, or another one before them."""
    starts: dict[Term, Term] = {}
    bounds = [f for _, f in plain_facts(goal.context, "<=", "<")]
    integers = sorted((s for s in goal.relation.free() if s.sort == INTEGER), key=lambda s: s.name)
    for known in range(2):
        for n in integers:
            for fact in bounds if n not in starts else ():
                first = least_value(goal.context, fact, n)
                others = set() if first is None else free_symbols(first)
                if first is not None and (not others if known == 0 else others <= starts.keys()):
                    starts[n] = first
                    break
    return starts
