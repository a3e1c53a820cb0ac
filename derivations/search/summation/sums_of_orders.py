"""Orders of sums from an order that a fact says of every term: its sum over the range.

What the fact says of neighbours, `f[k] - f[k + 1]`, is what the first leaves above the last.

    Sum(g[k], (k, 0, n - 1)) <= f[0]    given f[k + 1] <= f[k] - g[k] and 0 <= f[n]

Complete for facts in which one family stands at k and at k + 1, with opposite constant factors.
Source: R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 2.6.
"""

from derivations.kernel import Context, Proof
from derivations.language.sorts import INTEGER
from derivations.language.statements import Proposition
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, Term, add, function, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, attempted
from derivations.search.orders.order import prove_linear
from derivations.search.orders.products import prove_with_products
from derivations.search.reading.facts import new_symbol, nodes
from derivations.search.reading.references import by_order
from derivations.search.summation.recursions import offsets_of

# So many sums of the goal are looked at.
MAX_SUMS = 3


def has_steps(goal: Goal) -> bool:
    """Whether a fact is an order between neighbours, for all whole numbers."""
    return any(_moving(goal.context, fact) for fact in goal.context.facts)


def prove_with_sums_of_orders(goal: Goal) -> Proof | None:
    """The goal with what facts about each term say of the sums over its ranges."""
    draft = Draft(goal)
    for node in dict.fromkeys(goal.unbound("sum")[:MAX_SUMS]):
        for number, fact in enumerate(goal.context.facts):
            families = _moving(goal.context, fact)
            if families and not free_symbols(node).isdisjoint(fact.relation.free()):
                draft.attempt(_summed, draft, node, number, families)
    for prove in (prove_linear, prove_with_products) if draft.grown else ():
        proof = attempted(prove, draft.goal)
        if proof is not None:
            return draft.close(proof)
    return None


def _moving(context: Context, fact: Proposition) -> list[Term]:
    """The families that an order for all whole numbers k has at k + 1, others being at k."""
    if len(fact.variables) != 1 or fact.relation.operator not in ("<", "<=") or (
            offsets_of(context, fact) != [0, 1]):
        return []
    (k,) = fact.variables
    values = (n for n in nodes(fact.relation) if n.head == "apply" and n.args[1:] != (k,))
    return list(dict.fromkeys(n.args[0] for n in values if k in free_symbols(n)))


def _summed(draft: Draft, node: Term, number: int, families: list[Term]) -> None:
    """Add that the sum of a fact over a range is at least 0, and what neighbours leave.  Raises
    Stuck."""
    _, lower, upper, _ = node.args
    fact = draft.context.facts[number]
    k = new_symbol(draft.context, "k", INTEGER, node, fact.relation.left, fact.relation.right)
    gap = Substitution({fact.variables[0]: k})(sub(fact.relation.right, fact.relation.left))

    def by_fact_at(inner: Draft, at: Term) -> Proof:
        return by_order(inner.use(number, at))

    draft.use("sum at least zero", function([k], gap), lower, upper,
              proofs=lambda p: draft.for_all(p, by_fact_at) if p.variables else None)
    for family in families:
        values = function([k], Term("apply", (family, k)))
        draft.attempt(draft.use, "sum-of-steps", lower, upper, values)
        last = add(upper, ONE)
        draft.attempt(draft.sort, Term("apply", (family, last)))
        for place, fact in enumerate([*draft.context.facts]):  # such as that all are at least 0
            if len(fact.variables) == 1 and offsets_of(draft.context, fact) == [0]:
                draft.attempt(draft.use, place, last)
