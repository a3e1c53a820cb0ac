"""Sums whose terms are given: values of families by an equation for every index, put into sums.

    w[j] == v[j]/Sum(v[k], (k, 1, n))    given v[k]/w[k] == c for every k, Sum(w[k], (k, 1, n)) == 1

The equation is solved for each value in it, or for its logarithm; what the sums over its range are
then is used beside the values at the places of the goal.  Complete where each value stands in it
alone, with a factor.  Source: D. P. Bertsekas, Nonlinear Programming, 3.1 (multipliers).
"""

from collections.abc import Iterator, Sequence

from derivations.kernel import Proof, manifest
from derivations.language.sorts import INTEGER
from derivations.language.statements import Proposition, eq, ne
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ZERO, Term, call, exp, function, sub, sum_
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.knowledge.matching import put, solved
from derivations.search.reading.facts import new_symbol, nodes, plain_facts
from derivations.search.reading.references import by_equation

# So many sums are looked at, and values of families in one of them.
MAX_SUMS, MAX_VALUES = 6, 3


def gives_terms(goal: Goal) -> bool:
    """Whether a fact is an equation of families for every index, and sums are given of these, or
    it says what a family of several indices is."""
    values = [value for fact in goal.context.facts for value in _values(fact)]
    given = [node for _, fact in plain_facts(goal.context, "==") for node in nodes(fact)]
    given += [node for node in goal.nodes if any(len(v.args) > 2 for v in values)]
    families = {value.args[0] for value in values}
    return any(node.head == "sum" and not families.isdisjoint(free_symbols(node))
               for node in given)


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
    """The values of families at the variables of an equation for all indices."""
    if not fact.variables or fact.relation.operator != "==":
        return []
    found = [n for n in nodes(fact.relation)
             if n.head == "apply" and set(n.args[1:]) == {*fact.variables}]
    whole = all(k.sort.within("integer") for k in fact.variables)
    return found[:MAX_VALUES] if whole else []


def _at(fact: Proposition, value: Term, place: Term) -> list[Term]:
    """The indices at which an equation speaks of a value of a family."""
    known = dict(zip(value.args[1:], place.args[1:], strict=True))
    return [known[v] for v in fact.variables]


def _solutions(draft: Draft, number: int, value: Term, place: Term) -> Iterator[Term]:
    """What an equation for all indices says of a value of a family, at a place; nothing is divided
    by what may be 0."""
    fact = draft.context.facts[number]
    change = Substitution(dict(zip(fact.variables, _at(fact, value, place), strict=True)))
    gap = change(sub(fact.relation.left, fact.relation.right))
    for unknown in (place, call("log", place)):
        x = new_symbol(draft.context, "x", value.args[0].sort.value, gap)
        rest = put(gap, {unknown: x})
        if x in free_symbols(rest) and place not in nodes(eq(rest, ZERO)):
            inside = draft.context.with_symbols(*free_symbols(rest))
            found = solved(inside, rest, ZERO, x)
            if found is not None and all(
                    n != x and (n.head != "div" or manifest(inside, ne(n.args[1], ZERO)))
                    for n in subterms(found)):
                yield found if unknown == place else exp(found)


def _say_value(draft: Draft, number: int, value: Term, place: Term) -> None:
    """Add what an equation for all indices says of a value.  Raises Stuck."""
    draft.use(number, *_at(draft.context.facts[number], value, place))
    for found in _solutions(draft, number, value, place):
        draft.attempt(draft.have_as_deep, eq(place, found))


def _say_sum(draft: Draft, number: int, value: Term, node: Term) -> None:
    """Add what a sum, or a sum of sums, is with what is given of a family in it.  Raises Stuck."""
    inner, ranges = node, list[tuple[Term, Term, Term]]()
    while inner.head == "sum":
        k = new_symbol(draft.context, "k", INTEGER, node, value, *(r[0] for r in ranges))
        index, lower, upper, body = inner.args
        ranges.append((k, lower, upper))
        inner = Substitution({index: k})(body)
    for place in dict.fromkeys(n for n in subterms(inner) if n.head == "apply"):
        if place.args[0] == value.args[0]:
            for found in _solutions(draft, number, value, place):
                at = _at(draft.context.facts[number], value, place)
                _agree(draft, number, at, ranges, (inner, put(inner, {place: found})))


def _agree(
    draft: Draft, number: int, at: Sequence[Term], ranges: Sequence[tuple[Term, Term, Term]],
    terms: tuple[Term, Term],
) -> int:
    """Add that sums, or sums of sums, agree, since the terms do by a fact at indices."""
    (k, lower, upper), *rest = ranges

    def by_terms(inner: Draft, s: Term) -> Proof:
        there = Substitution({k: s})
        own = [there(t) for t in at]
        if rest:
            ends = [(j, there(a), there(b)) for j, a, b in rest]
            return by_equation(_agree(inner, number, own, ends, (there(terms[0]), there(terms[1]))))
        inner.use(number, *own)
        depth = draft.depth + 1  # stands for the goal: no level deeper
        return inner.search.prove(inner.context, inner.relation, depth, inner.light)

    sums = []
    for term in terms:
        for each in reversed(rest):
            term = sum_(term, each)
        sums.append(function([k], term))
    return draft.use("sums-agree", lower, upper, *sums, proofs=lambda p: draft.for_all(
        p, by_terms) if p.variables else None)
