"""Sums whose terms are given: values of families by an equation for every index, put into sums.

    w[j] == v[j]/Sum(v[k], (k, 1, n))    given v[k]/w[k] == c for every k, Sum(w[k], (k, 1, n)) == 1

The equation is solved for each value in it, or for its logarithm; what the sums over its range are
then is used beside the values at the places of the goal.  Complete where each value stands in it
alone, with a factor.  Source: D. P. Bertsekas, Nonlinear Programming, 3.1 (multipliers).
"""

from collections.abc import Iterator

from derivations.kernel import Proof, manifest
from derivations.language.sorts import INTEGER
from derivations.language.statements import Proposition, eq, ne
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ZERO, Term, call, exp, function, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.knowledge.matching import put, solved
from derivations.search.reading.facts import new_symbol, nodes, plain_facts

# So many sums are looked at, and values of families in one of them.
MAX_SUMS, MAX_VALUES = 4, 3


def gives_terms(goal: Goal) -> bool:
    """Whether a fact is an equation of families for every index, and sums are given of these."""
    families = {value.args[0] for fact in goal.context.facts for value in _values(fact)}
    return any(node.head == "sum" and not families.isdisjoint(free_symbols(node))
               for _, fact in plain_facts(goal.context, "==") for node in nodes(fact))


def prove_with_given_terms(goal: Goal) -> Proof | None:
    """The goal with what sums are whose terms are given."""
    draft = Draft(goal)
    sums = dict.fromkeys(node for _, fact in (*plain_facts(goal.context, "=="), (0, goal.relation))
                         for node in nodes(fact) if node.head == "sum")
    own = [node for node in sums if free_symbols(node) <= goal.context.symbols]
    places = [node for node in goal.unbound("apply") if len(node.args) == 2]
    for number, fact in enumerate(goal.context.facts):
        for value in _values(fact):
            for node in own[:MAX_SUMS]:
                draft.attempt(_say_sum, draft, number, value, node)
            for place in places:
                if place.args[0] == value.args[0]:
                    draft.attempt(_say_value, draft, number, value, place)
    return draft.done_as_deep() if draft.grown else None


def _values(fact: Proposition) -> list[Term]:
    """The values of families at the variable of an equation for every index."""
    if len(fact.variables) != 1 or fact.relation.operator != "==":
        return []
    (k,) = fact.variables
    found = [n for n in nodes(fact.relation) if n.head == "apply" and n.args[1:] == (k,)]
    return found[:MAX_VALUES] if k.sort.within("integer") else []


def _solutions(draft: Draft, number: int, value: Term, at: Term) -> Iterator[Term]:
    """What an equation for every index says of a value of a family, at one of them; nothing is
    divided by what may be 0."""
    fact = draft.context.facts[number]
    change = Substitution({fact.variables[0]: at})
    gap, there = change(sub(fact.relation.left, fact.relation.right)), change(value)
    for unknown in (there, call("log", there)):
        x = new_symbol(draft.context, "x", value.args[0].sort.value, gap)
        rest = put(gap, {unknown: x})
        if x in free_symbols(rest) and there not in nodes(eq(rest, ZERO)):
            inside = draft.context.with_symbols(*free_symbols(rest))
            found = solved(inside, rest, ZERO, x)
            if found is not None and all(
                    n != x and (n.head != "div" or manifest(inside, ne(n.args[1], ZERO)))
                    for n in subterms(found)):
                yield found if unknown == there else exp(found)


def _say_value(draft: Draft, number: int, value: Term, place: Term) -> None:
    """Add what an equation for every index says of a value.  Raises Stuck."""
    draft.use(number, place.args[1])
    for found in _solutions(draft, number, value, place.args[1]):
        draft.attempt(draft.have_as_deep, eq(place, found))


def _say_sum(draft: Draft, number: int, value: Term, node: Term) -> None:
    """Add what a sum is with what is given of a family in it.  Raises Stuck."""
    index, lower, upper, body = node.args
    k = new_symbol(draft.context, "k", INTEGER, node, value)
    there = Term("apply", (value.args[0], k))
    terms = Substitution({index: k})(body)

    def by_fact_at(inner: Draft, at: Term) -> Proof:
        inner.use(number, at)
        depth = draft.depth + 1  # stands for the goal: no level deeper
        return draft.search.prove(inner.context, inner.relation, depth, draft.light)

    for found in _solutions(draft, number, value, k) if there in nodes(eq(terms, ZERO)) else ():
        given = put(terms, {there: found})
        draft.use(
            "sums-agree", lower, upper, function([k], terms), function([k], given),
            proofs=lambda p: draft.for_all(p, by_fact_at) if p.variables else None)
