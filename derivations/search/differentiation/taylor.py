"""What is left of a Taylor polynomial where a size of a derivative is bounded for all numbers.

    f(x) = f(a) + (x - a) f'(a) + ... + R,   |R| <= c |x - a|**n/n!   where |f^(n)| <= c

is said of the places at which the goal has a derivative of f, each with those at which it has a
value; the goal is a sum of such bounds.  So `|f(x + h) - 2 f(x) + f(x - h) - h**2 f''(x)| <=
M h**4/12` where |f''''| <= M.

Orders 2, 3 and 4, for which there are lemmas; the first one is `mean_values`.

Source: W. Rudin, Principles of Mathematical Analysis, 5.15.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from derivations.kernel import Proof
from derivations.language.sorts import REAL
from derivations.language.statements import eq, replace_term
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import Term, function, neg
from derivations.search.differentiation.given_bounds import place_of
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.orders.bounds import by_both_signs
from derivations.search.orders.order import prove_linear
from derivations.search.reading.facts import nodes

LEMMAS = {2: "taylor-two", 3: "taylor-three", 4: "taylor-four"}
# Pairs of places that are looked at.
MAX_PAIRS = 6


class Bounded(NamedTuple):
    """A function of s whose derivative of this order has at most a size."""

    s: Term
    of: Term
    order: int
    size: Term


def says_sizes(goal: Goal) -> bool:
    """Whether the size of a second derivative, or of a later one, is bounded for all numbers, of a
    function that has a derivative in the goal."""
    return "diff" in goal.heads and next(_bounded(goal), None) is not None


def prove_by_taylor(goal: Goal) -> Proof | None:
    """The goal as a sum of what is left of Taylor polynomials."""
    draft = Draft(goal)
    for bounded in _bounded(goal):
        for a, x in _pairs(goal, bounded):
            draft.attempt(_have_rest, draft, bounded, a, x)
    if not draft.grown:
        return None
    if goal.relation.left.head == "abs" and goal.relation.operator == "<=":
        return by_both_signs(draft, _as_sum)
    return _as_sum(draft)


def _as_sum(draft: Draft) -> Proof:
    proof = prove_linear(draft.goal)
    if proof is None:
        raise Stuck("no sum of these bounds")
    return draft.close(proof)


def _bounded(goal: Goal) -> Iterator[Bounded]:
    """What facts for all numbers say of sizes of derivatives."""
    for fact in goal.context.facts:
        left, right = fact.relation.left, fact.relation.right
        if left.head != "abs" or fact.relation.operator not in ("<", "<="):
            continue
        s, inside, order = None, left.args[0], 0
        while inside.head == "diff":
            s, inside, order = inside.args[1], inside.args[2], order + 1
        if order in LEMMAS and s is not None and [v.sort for v in fact.variables] == [REAL] and (
                fact.variables == (s,) and s not in free_symbols(right)):
            yield Bounded(s, inside, order, right)


def _pairs(goal: Goal, bounded: Bounded) -> list[tuple[Term, Term]]:
    """Places at which there is a derivative of the function, each with those of its values."""
    s, of = bounded.s, bounded.of
    found = [node for node in nodes(goal.relation) if free_symbols(node) <= goal.context.symbols]
    values = dict.fromkeys(at for node in found if (at := place_of(node, of, s)) is not None)
    bases = dict.fromkeys(node.args[1] for node in found if node.head == "diff" and any(
        place_of(n, of, s) is not None for n in subterms(node)))
    return [(a, x) for a, x in product(bases, values) if a != x][:MAX_PAIRS]


def _have_rest(draft: Draft, bounded: Bounded, a: Term, x: Term) -> None:
    """Add bounds of what is left at a place of the polynomial about another one."""
    whole = function([bounded.s], bounded.of)
    number = draft.use(LEMMAS[bounded.order], a, x, bounded.size, whole)
    rest = draft.context.facts[number].relation
    for size in [node for node in subterms(rest.right) if node.head == "abs"]:
        for value in (size.args[0], neg(size.args[0])):
            known = attempted(draft.have_premise, eq(size, value))
            if known is not None:
                other = replace_term(rest, size, value).right
                draft.have_rewritten(eq(rest.right, other), known)
                break
    for name in ("abs-above", "abs-below"):
        draft.use(name, rest.left.args[0])
