"""Sums over one range, or ones of one length: a relation of them from what holds at each index.

    joined      multiples of sums, and a rest, are one sum, whose terms are 0, or not below 0
    shared      a rest is shared out among the terms, as the number of these or as weights of which
                the sum is given
    above       a sum is above zero: its terms are, and there is one; or one is of which a fact
                speaks, and the others are not below

Sum(f[k]) <= c*m + y*Sum(g[k]) where f[k] <= c + y*g[k] for the indices from 1 to m.
Incomplete: what only all terms together say needs an induction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from derivations.kernel import Combine, Context, Proof, manifest
from derivations.language.heads import FUNCTIONS
from derivations.language.sorts import INTEGER
from derivations.language.statements import Proposition, Relation, eq, lt
from derivations.language.substitution import Substitution, subterms
from derivations.language.terms import ONE, ZERO, Term, add, div, function, mul, neg, sub, sum_
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.knowledge.matching import coefficients
from derivations.search.reading.facts import FAILURES, new_symbol, nodes, plain_facts
from derivations.search.reading.readback import simplified, sum_of
from derivations.search.reading.smooth import times
from derivations.search.summation.telescoping import lowest_terms

Equation = tuple[Term, int, None]
# Steps for what terms are, where cheap methods do not say it.
TERM_STEPS = 120


def prove_joined(goal: Goal) -> Proof | None:
    """A relation of sums over one range from one of their terms."""
    relation = goal.relation
    # The logarithm of a sum is a number among others.
    inside = {t for n in goal.nodes if n.head in FUNCTIONS for a in n.args for t in subterms(a)}
    found = [n for n in goal.unbound("sum") if n not in inside]
    if len({n.args[1:3] for n in found}) != 1:
        return _moved(goal, found)
    draft, (_, lower, upper, _) = Draft(goal), found[0].args
    gap = sub(relation.right, relation.left)
    factors, rest = coefficients(goal.context, gap, found)
    k = new_symbol(goal.context, "k", INTEGER, gap)
    bodies = (Substitution({n.args[0]: k})(n.args[3]) for n in found)
    terms = [times(c, body) for c, body in zip(factors, bodies, strict=True)]
    equations: list[Equation] = []
    if rest != ZERO:
        _give_sums(draft, lower, upper)
        term, equations = _share(draft.context, k, lower, upper, rest)
        terms, rest = [*terms, term], rest if term == ZERO else ZERO
    family = function((k,), sum_of(terms))

    def by_terms(claim: Proposition) -> Proof:  # stands for the goal: no level deeper
        return draft.search.prove(draft.context, claim, draft.depth + 1, draft.light)

    if relation.operator == "==":
        zero = function((k,), ZERO)
        joined = _agree(draft, by_terms, lower, upper, family, zero)
        parts = [joined, draft.have(eq(rest, ZERO))]
        return draft.close(Combine((*[(neg(ONE), part, None) for part in parts], *equations)))
    above = relation.operator == "<" and rest == ZERO
    if above and relation.left == ZERO and found == [relation.right]:
        for place in _places(goal):
            if draft.attempt(_split_at, draft, family, relation.right, place):
                return draft.done()
    law = "sum above zero" if above else "sum at least zero"
    joined = draft.use(law, family, lower, upper, proofs=by_terms)
    left = [] if above else [draft.have(Relation(relation.operator, ZERO, rest))]
    orders = [(Fraction(1), part) for part in (joined, *left)]
    return draft.close(Combine(tuple(equations), tuple(orders)))


def _moved(goal: Goal, found: Sequence[Term]) -> Proof | None:
    """The relation with sums from 0 on, where they are over ranges of one length."""
    ends = [simplified(goal.context, sub(n.args[2], n.args[1])) for n in found]
    if len({*ends}) != 1:
        return None
    draft = Draft(goal)
    for node in found:
        k, lower, _, body = node.args
        moved = sum_(Substitution({k: add(k, lower)})(body), (k, ZERO, ends[0]))
        draft.rewrite(draft.have(eq(node, moved), Combine()))
    return draft.done_as_deep()


def _agree(draft: Draft, by_terms: Callable[[Proposition], Proof], *values: Term) -> int:
    """Add that two sums agree, since their terms do: by cheap methods, or by some steps of all."""
    try:
        return draft.use("sums-agree", *values)
    except FAILURES:
        with draft.search.at_most(TERM_STEPS):
            return draft.use("sums-agree", *values, proofs=by_terms)


def _give_sums(draft: Draft, lower: Term, upper: Term) -> None:
    """Add what facts about all numbers say of sums over the range, at symbols of the goal."""
    for place, fact in enumerate(draft.context.facts):
        if len(fact.variables) == 1 and fact.relation.left.head == "sum" and (
                fact.relation.left.args[1:3] == (lower, upper)):
            for s in sorted(draft.relation.free(), key=lambda s: s.name):
                if s.sort.is_scalar and s.sort.within(fact.variables[0].sort.kind or ""):
                    draft.attempt(draft.use, place, s)


def _share(
    context: Context, k: Term, lower: Term, upper: Term, whole: Term
) -> tuple[Term, list[Equation]]:
    """What a term gets if a whole is shared out, and by which equation; 0 where it cannot be."""
    share = lowest_terms(context, div(whole, add(upper, neg(lower), ONE)))
    if manifest(context, eq(sum_(share, (k, lower, upper)), whole)):
        return share, []
    for number, fact in plain_facts(context, "=="):
        weights = fact.left
        if weights.head == "sum" and weights.args[1:3] == (lower, upper):
            share = simplified(context, div(whole, fact.right))
            weight = Substitution({weights.args[0]: k})(weights.args[3])
            return mul(share, weight), [(share, number, None)]
    return ZERO, []


def _places(goal: Goal) -> list[Term]:
    """Where facts say something of one value of a family."""
    return [t.args[1] for _, fact in plain_facts(goal.context, "!=", "<") for t in nodes(fact)
            if t.head == "apply" and len(t.args) == 2]


def _split_at(draft: Draft, family: Term, node: Term, place: Term) -> None:
    """The sum as what is before a place, there, and behind it."""
    index, lower, upper, body = node.args
    before = add(place, neg(ONE))
    draft.use("sum split", family, lower, before, upper)
    draft.use("sum split", family, place, place, upper)
    draft.have(lt(ZERO, Substitution({index: place})(body)))
    draft.use("sum at least zero", family, lower, before)
    draft.use("sum at least zero", family, add(place, ONE), upper)
