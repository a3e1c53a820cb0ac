"""Orders between two places that hold at both, where what is claimed to be at most 0 is convex.

    -log(1 - x) < 3*x/2    given 0 < x, x <= 1/2, as it is 0 at 0, below 0 at 1/2, and
                           -log(1 - x) - 3*x/2 has the second derivative 1/(1 - x)^2

A convex function lies below its chord, and that below 0 where both ends do.  Complete where the
second derivative is seen to be at least 0 between the ends and the orders at the ends are seen.

Source: W. Rudin, Principles of Mathematical Analysis, 5, exercise 14 (the law convex).
"""

from collections.abc import Callable

from derivations.kernel import Proof
from derivations.language.sorts import REAL
from derivations.language.statements import Relation, le, lt
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ZERO, Term, div, neg, sub
from derivations.search.differentiation.growth import has_slopes, use_between
from derivations.search.differentiation.mean_values import DEPTH, functions_of
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.numerics.numeric import closed_value
from derivations.search.orders.order import prove_linear
from derivations.search.reading.facts import new_symbol, plain_facts
from derivations.search.reading.readback import simplified


def has_chords(goal: Goal) -> bool:
    """Whether the goal is about a number between two places, and may have slopes."""
    return has_slopes(goal) and _between(goal) is not None


def prove_by_chords(goal: Goal) -> Proof | None:
    """The order by those at both ends and a second derivative."""
    found = _between(goal)
    if found is None:
        return None
    x, low, high = found
    draft = Draft(goal)
    at = new_symbol(goal.context, "between", REAL, goal.relation.left, goal.relation.right)
    body = Substitution({x: at})(sub(goal.relation.left, goal.relation.right))
    weights = [simplified(goal.context, div(gap, sub(high, low)))
               for gap in (sub(high, x), sub(x, low))]
    for end, weight in zip((low, high), weights, strict=True):
        below = simplified(goal.context, neg(Substitution({at: end})(body)))
        laws = (("products above zero", lt), ("products at least zero", le))
        for name, relation in laws if goal.relation.operator == "<" else laws[1:]:
            if draft.attempt(_multiplied, draft, name, relation, weight, below):
                break
        else:
            return None
    use_between(draft, "convex", *functions_of(draft, at, body, 2), low, high, weights[1],
                depth=DEPTH)
    proof = prove_linear(draft.goal)
    return None if proof is None else draft.close(proof)


def _multiplied(
    draft: Draft, name: str, relation: Callable[[Term, Term], Relation], weight: Term, t: Term
) -> None:
    """Add that a weight times what the goal lacks at an end is at least 0, or above."""
    for one in (weight, t):
        draft.have(relation(ZERO, one))
    draft.use(name, weight, t)


def _between(goal: Goal) -> tuple[Term, Term, Term] | None:
    """The one real symbol of the goal and two closed places between which facts say it is."""
    symbols = goal.relation.free()
    if len(symbols) != 1:
        return None
    (x,) = symbols
    if not x.sort.within("real") or x.sort.within("integer"):
        return None
    low, high = list[Term](), list[Term]()
    for _, fact in plain_facts(goal.context, "<", "<="):
        if fact.right == x and not free_symbols(fact.left):
            low.append(fact.left)
        elif fact.left == x and not free_symbols(fact.right):
            high.append(fact.right)
    if not low and (x.sort.within("positive") or x.sort.within("nonnegative")):
        low.append(ZERO)
    if not low or not high:
        return None
    return x, max(low, key=_size), min(high, key=_size)


def _size(t: Term) -> float:
    return complex(closed_value(t)).real
