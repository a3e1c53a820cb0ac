"""Permutations of the naturals below n: their values, and sums in which they run over all of them.

Source: R. L. Graham, D. E. Knuth, O. Patashnik, Concrete Mathematics, (2.17).
"""

from __future__ import annotations

from typing import Any

from derivations.kernel import Binder, Use
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import eq, replace_term
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ZERO, Term, apply, call, function
from derivations.search.goals import Draft, Goal, Stuck, new_symbol
from derivations.search.references import by_equation, by_order

# What the sort of a permutation says, in this order: bounds of its values and of those of its
# inverse, that the inverse undoes it, and that it undoes its inverse.
SAID = 6


def prove_by_values(goal: Goal) -> Any:
    """The goal beside what its sort says of each value of a permutation."""
    draft = Draft(goal)
    for node in goal.unbound("apply"):
        p, place = node.args[0], node.args[1]
        p = p.args[0] if p.head == "inv" else p
        if p.head == "symbol" and p.sort.kind == "permutation":
            first = draft.sort(p)
            for fact in range(first, first + SAID):
                draft.attempt(draft.use, fact, place)
    return draft.done_as_deep() if draft.grown else None


def prove_reindexed(goal: Goal) -> Any:
    """The goal with the sums in which permutations run over all naturals below their size."""
    draft = Draft(goal)
    while any(draft.attempt(_reindexed, draft, node) for node in draft.goal.unbound("sum")):
        pass
    return draft.done() if draft.grown else None


def _reindexed(draft: Draft, node: Term) -> None:
    """Put a sum of F(k) for one of F(p(k)), or of F(p⁻¹(k)).  Raises Stuck."""
    context, (index, _, _, body) = draft.context, node.args
    k, m = (new_symbol(context, name, NATURAL, node) for name in ("k", "m"))
    j = new_symbol(context, "j", INTEGER, node)
    here = eq(Substitution({index: k})(body), ZERO)
    permuted = {p for p in free_symbols(body) if p.sort.kind == "permutation"}
    for p in sorted(permuted, key=lambda p: p.name):
        for way, (forth, back) in enumerate(((call("inv", p), p), (p, call("inv", p)))):
            inside = replace_term(here, apply(forth, k), j).left
            if k in free_symbols(inside) or j not in free_symbols(inside):
                continue
            first, last = draft.sort(p), draft.last + 1
            said = ((2 * way, by_order), (2 * way + 1, by_order), (4 + way, by_equation))
            proofs = [
                Binder((m.name,), Use(first + fact, (m,), (by_order(last),), follows(last + 1)))
                for fact, follows in said
            ]
            functions = (function((k,), apply(f, k)) for f in (forth, back))
            number = draft.use("reindexed", p.sort.rows, function((j,), inside), *functions,
                               proofs=[None, None, *proofs])  # they are whole by themselves
            whole = draft.context.facts[number].relation.right
            draft.rewrite(draft.have(eq(node, whole), by_equation(number)))
            return
    raise Stuck("no permutation runs over the range")
