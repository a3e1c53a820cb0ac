"""Sums in which one term counts: those with a delta of the index in every term.  Of others what has
none stands apart.

The delta of two integers k and j is sinc(pi*(k - j)), 1 where they are the same and else 0.  It
comes from derivatives by one value z[j] of a family: sum f(z[k]) is f'(z[j]) by z[j].

Source: R. Graham, D. Knuth and O. Patashnik, Concrete Mathematics, 2.4.
"""

from collections.abc import Iterator

from derivations.kernel import Combine, Proof
from derivations.language.sorts import INTEGER
from derivations.language.statements import Proposition, Relation, eq, le
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ONE, PI, ZERO, Term, add, function, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.matching import put, same
from derivations.search.reading.facts import new_symbol, nodes
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_equation
from derivations.search.reading.smooth import tidy

# Sums in one goal of which one term is left.
MAX_SUMS = 12


def is_delta(term: Term) -> bool:
    """Whether it is written as one: sinc(pi*(k - j))."""
    if term.head != "sinc":
        return False
    inner = term.args[0]
    if inner.head != "mul" or len(inner.args) != 2 or inner.args[0] != PI:
        return False
    gap = inner.args[1]
    return gap.head == "add" and len(gap.args) == 2 and gap.args[1].head == "neg"


def has_deltas(relation: Relation) -> bool:
    return any(map(is_delta, nodes(relation)))


def without_sums(draft: Draft) -> None:
    """Put the one term that counts for each sum in the goal of which that is shown."""
    tried: set[Term] = set()
    while len(tried) < MAX_SUMS:
        sums = [n for n in draft.goal.unbound("sum") if n not in tried and has_deltas(eq(n, ZERO))]
        if not sums:
            return
        node = next((n for n in sums if any(_places(draft, n))), sums[0])
        tried.add(node)
        places = [*_places(draft, node)]
        if not places:
            draft.attempt(_agreeing, draft, node)
        elif not any(draft.attempt(_picked, draft, node, *at) for at in places):
            draft.attempt(_parted, draft, node, places[0][0])


def _places(draft: Draft, node: Term) -> Iterator[tuple[Term, Term]]:
    """The deltas in a sum that move with its index, and where they are 1."""
    index, body = node.args[0], node.args[-1]
    inside = draft.context.with_symbols(index)
    for delta in dict.fromkeys(n for n in subterms(body) if is_delta(n)):
        moving, place = delta.args[0].args[1].args[0], delta.args[0].args[1].args[1].args[0]
        if index in free_symbols(place) or not free_symbols(delta) <= inside.symbols:
            continue
        if moving == index:
            yield delta, place
        elif same(inside, moving, add(index, shift := Substitution({index: ZERO})(moving))):
            yield delta, simplified(draft.context, sub(place, shift))


def _agreeing(draft: Draft, node: Term) -> None:
    """Rewrite with a sum whose terms have no deltas in sums of their own.  Raises Stuck."""
    index, lower, upper, body = node.args
    own = new_symbol(draft.context, index.name, INTEGER, node)
    guards = Proposition(le(lower, own)), Proposition(le(own, upper))
    there = Substitution({index: own})(body)
    context = draft.context.with_symbols(own).with_facts(*guards)
    inner = Draft(Goal(context, eq(there, ZERO), draft.search, draft.depth))
    without_sums(inner)
    plain = Substitution({own: index})(inner.relation.left)
    if inner.relation.left == there:
        raise Stuck("the deltas stay")

    def equal(inner: Draft, _: Term) -> Proof:
        without_sums(inner)
        return Combine()

    values = lower, upper, function([index], body), function([index], plain)
    draft.rewrite(draft.use("sums-agree", *values, proofs=lambda p: (
        None if p.is_plain else draft.for_all(p, equal))))


def _parted(draft: Draft, node: Term, delta: Term) -> None:
    """Rewrite with two sums for one, with the delta in every term of the second.  Raises Stuck."""
    body = node.args[-1]
    rest = put(body, {delta: ZERO})
    parts = [Term("sum", (*node.args[:-1], part)) for part in (tidy(rest), sub(body, rest))]
    draft.rewrite(draft.have(eq(node, add(*parts)), Combine()))


def _picked(draft: Draft, node: Term, delta: Term, at: Term) -> None:
    """Rewrite with the term at one place for a sum.  Raises Stuck."""
    index, lower, upper, body = node.args

    def vanishing(inner: Draft, own: Term) -> Proof:
        there = Substitution({index: own})(delta)
        k, j = there.args[0].args[1].args
        zero = inner.use("delta-of-others", j.args[0], k)
        inner.rewrite(inner.have(eq(there, ZERO), by_equation(zero)))
        return Combine()

    inner = draft.aside(draft.relation)
    number = inner.use("one-term", lower, upper, at, function([index], body), proofs=lambda p: (
        None if p.is_plain else draft.for_all(p, vanishing)))
    value = inner.context.facts[number].relation.right
    for one in [n for n in subterms(value) if is_delta(n)]:
        if same(draft.context, one, ONE):
            value = put(value, {one: ONE})
    claim = eq(node, tidy(value))
    draft.rewrite(draft.have(claim, inner.close(by_equation(number))))
