"""What is above zero by a fact, as a symbol that is positive by its sort.

Normal forms and slopes see more of sorts than of facts: `log(u) - u S <= -log(S) - 1` given
`0 < u`, `0 < S`, where S may be a sum.  The goal is claimed for all positive numbers in their
places, with what other facts say of them.  Complete for what such facts speak of, as it is written.
"""

from typing import Any

from derivations.language.sorts import POSITIVE
from derivations.language.statements import Proposition, Relation, replace_term
from derivations.language.terms import ZERO, Term
from derivations.search.goals import Goal, by_general, new_symbol, nodes, plain_facts


def has_positive_terms(goal: Goal) -> bool:
    """Whether it is no part of a proof, and facts say of something in it that it is above zero."""
    return goal.search.nesting == 1 and bool(_above_zero(goal))


def _above_zero(goal: Goal) -> list[Term]:
    found = [fact.right for _, fact in plain_facts(goal.context, "<")
             if fact.left == ZERO and fact.right.head in ("symbol", "sum", "apply")
             and not (fact.right.head == "symbol" and fact.right.sort.within("positive"))]
    present = {*goal.nodes}
    return [t for t in dict.fromkeys(found) if t in present]


def prove_for_positive(goal: Goal) -> Any:
    """The goal for all positive numbers, at those at hand."""
    terms, relation = _above_zero(goal), goal.relation
    stated = [*plain_facts(goal.context, "==", "!=", "<", "<=")]
    sides = [side for r in (relation, *(r for _, r in stated)) for side in (r.left, r.right)]
    facts = [(k, r) for k, r in stated
             if not {*terms}.isdisjoint(nodes(r)) and not (r.left == ZERO and r.right in terms)]
    guards: list[Relation] = [r for _, r in facts]
    symbols: list[Term] = []
    for t in terms:
        s = new_symbol(goal.context, "p", POSITIVE, *sides, *symbols)
        symbols.append(s)
        relation, *guards = (replace_term(r, t, s) for r in (relation, *guards))
    claim = Proposition(relation, tuple(symbols), tuple(guards))
    return by_general(goal, claim, terms, [k for k, _ in facts])
