"""Families that facts give by a formula: what stands in the goal, under sums too, is put by it.

`Sum(log(p[k]), (k, 1, n))` where `p[k] = exp(e[k])/z for all k`: the sum of `log(exp(e[k])/z)`.

Complete for formulas in which no other family stands that is given by one.
"""

from derivations.kernel import Proof
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import Term
from derivations.search.drafts import Draft, under_sum
from derivations.search.goals import Goal
from derivations.search.refutation.choices import defined


def has_formulas(goal: Goal) -> bool:
    """Whether facts give families in it by formulas."""
    return not goal.relation.free().isdisjoint(_formulas(goal))


def prove_with_formulas(goal: Goal) -> Proof | None:
    """The goal with the formulas of its families."""
    formulas = _formulas(goal)
    if any(not free_symbols(formula).isdisjoint(formulas) for _, formula in formulas.values()):
        return None
    draft = Draft(goal)
    for node in goal.unbound("sum"):
        if not free_symbols(node).isdisjoint(formulas):
            draft.attempt(under_sum, draft, node, lambda inner: _rewrite(inner, formulas))
    _rewrite(draft, formulas)
    return draft.done_as_deep() if draft.relation != goal.relation else None


def _formulas(goal: Goal) -> dict[Term, tuple[int, Term]]:
    """Families with the number of the fact and the formula that it gives for all whole numbers."""
    found: dict[Term, tuple[int, Term]] = {}
    for number, fact in enumerate(goal.context.facts):
        left = fact.relation.left
        said = defined(fact) if fact.relation.operator == "==" and left.head == "apply" else None
        whole = [v.sort.within("integer") for v in fact.variables] == [True]
        if said is not None and whole and said[0] == left.args[0]:
            found.setdefault(left.args[0], (number, fact.relation.right))
    return found


def _rewrite(draft: Draft, formulas: dict[Term, tuple[int, Term]]) -> None:
    """Put formulas for the values in what is to be shown whose places are free."""
    for term in dict.fromkeys([*subterms(draft.relation.left), *subterms(draft.relation.right)]):
        if term.head == "apply" and term.args[0] in formulas and (
                free_symbols(term) <= draft.context.symbols):
            number, _ = formulas[term.args[0]]
            draft.attempt(lambda at, k: draft.rewrite(draft.use(k, at)), term.args[1], number)
