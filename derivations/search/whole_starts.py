"""Whole numbers from a bound on as what they are beyond it, which is a natural number.

Laws, lemmas and sorts speak of natural numbers; that an integer is one has to be shown each time.
The goal is shown for all natural numbers k, with c + k for an integer that is at least c, under the
facts about it, and used at its own.  Incomplete: what quantified facts say is not taken along.

    factorial(k)*factorial(n - k) != 0   for integers with 0 <= k, 0 <= n - k
"""

from typing import Any

from derivations.language.sorts import INTEGER, NATURAL, POSINT
from derivations.language.statements import Proposition
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, sub
from derivations.search.goals import Goal, by_general, new_symbol, plain_facts
from derivations.search.induction import least_value


def has_bounded_integers(goal: Goal) -> bool:
    return any(s.sort == INTEGER or _counts_factors(goal, s) for s in goal.relation.free())


def _counts_factors(goal: Goal, n: Term) -> bool:
    """Whether it is a number from 1 on beside a product, which naturals are seen to split."""
    return n.sort == POSINT and "product" in goal.heads


def prove_for_naturals(goal: Goal) -> Any:
    """The goal for all natural numbers, at those by which its integers are above their bounds."""
    starts = _starts(goal)
    if not starts:
        return None
    change, beyond = dict[Term, Term](), list[Term]()
    for n, first in starts.items():
        k = new_symbol(goal.context, n.name, NATURAL, *beyond)
        change[n] = k if first == ZERO else add(Substitution(change)(first), k)
        beyond.append(k)
    there = Substitution(change)
    facts = [(k, f) for k, f in plain_facts(goal.context, "==", "!=", "<", "<=")
             if not f.free().isdisjoint(starts)]
    guards = tuple([fact.replace(there) for _, fact in facts])
    claim = Proposition(goal.relation.replace(there), tuple(beyond), guards)
    values = [n if first == ZERO else sub(n, first) for n, first in starts.items()]
    return by_general(goal, claim, values, [k for k, _ in facts])


def _starts(goal: Goal) -> dict[Term, Term]:
    """Integers of the goal, and what they are at least: a number, or another one before them."""
    bounds = [f for _, f in plain_facts(goal.context, "<=", "<")]
    integers = sorted((s for s in goal.relation.free() if s.sort == INTEGER), key=lambda s: s.name)
    found = [(n, first) for n in integers for fact in bounds
             if (first := least_value(goal.context, fact, n)) is not None]
    counting = sorted(goal.relation.free(), key=lambda s: s.name)
    starts = {n: ONE for n in counting if _counts_factors(goal, n)}
    for n, first in sorted(found, key=lambda f: bool(free_symbols(f[1]))):  # numbers first
        if free_symbols(first) <= starts.keys():
            starts.setdefault(n, first)
    return starts
