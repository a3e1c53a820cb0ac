"""A matrix as a sum of its parts, where a fact says that a sum of matrices is the identity.

If the sum of all G(i) is the identity, a matrix A is the sum of all G(i) A, of all A G(j), and of
all G(i) A G(j).  Sums over one range are equal since their terms are.  Complete for these forms.

    A = Σ Σ (v_i.T A v_j) v_i v_j.T    for v_i real and Σ v_i v_i.T = 1

Source: R. Horn, C. Johnson, Matrix Analysis, 0.2 and 0.6.
"""

from collections.abc import Callable, Iterator
from typing import Any

from derivations.kernel import Combine
from derivations.language.sorts import INTEGER, family_sort, matrix_sort
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, Term, apply, function, mul, neg, sum_
from derivations.search.goals import Draft, Goal, Stuck, new_symbol, opening, plain_facts
from derivations.search.readback import size
from derivations.search.rewriting import prove_by_binder


def prove_by_resolution(goal: Goal) -> Any:
    """An equation between a matrix and a sum, where a fact says what a sum of matrices is."""
    if size(goal.context, goal.relation.left) is None:
        return None
    for number, fact in plain_facts(goal.context, "=="):
        whole = fact.left
        if whole.head != "sum" or size(goal.context, whole) is None:
            continue
        sides = goal.relation.left, goal.relation.right
        for sign, (plain, total) in ((ONE, sides), (neg(ONE), sides[::-1])):
            depth = 2 if total.head == "sum" and total.args[3].head == "sum" else 1
            for put, count in _places(plain, depth) if total.head == "sum" else ():
                draft = Draft(goal)
                if draft.attempt(_resolved, draft, number, plain, total, put, count):
                    return draft.close(Combine(((sign, draft.last, None),)))
    return None


def _places(plain: Term, depth: int) -> Iterator[tuple[Callable[..., Term], int]]:
    """The matrix with factors beside it, and how many these are."""
    if depth == 2:
        yield (lambda g, h: mul(g, plain, h)), 2
    yield (lambda g: mul(g, plain)), 1
    yield (lambda g: mul(plain, g)), 1


def _resolved(
    draft: Draft, number: int, plain: Term, total: Term, put: Callable[..., Term], count: int
) -> None:
    """Add that a matrix is a sum, by that of the identity.  Raises Stuck."""
    whole = draft.context.facts[number].relation.left
    index, lower, upper, body = whole.args
    rows, columns = draft.sizes(whole)
    family = new_symbol(draft.context, "G", family_sort((INTEGER,), matrix_sort(rows, columns)))

    def summed(value: Callable[[Term], Term]) -> Term:
        indices = [new_symbol(draft.context, name, INTEGER, total, whole) for name in "ij"[:count]]
        term = put(*map(value, indices))
        for k in reversed(indices):
            term = sum_(term, (k, lower, upper))
        return term

    general = sum_(apply(family, index), (index, lower, upper))
    claim = Proposition(
        eq(summed(lambda k: apply(family, k)), put(*[general] * count)), (family,))
    proof = opening(draft.context, claim, lambda _inside, _relation: Combine())
    said = draft.use(draft.have(claim, proof), function((index,), body))
    parts = summed(lambda k: Substitution({index: k})(body))
    known = draft.have_rewritten(eq(put(*[whole] * count), plain), number)
    equal = eq(total, parts)
    same = draft.have(equal, _by_terms(draft.aside(equal).goal))
    draft.have(eq(plain, total), Combine((
        (neg(ONE), known, None), (neg(ONE), said, None), (neg(ONE), same, None))))


def _by_terms(goal: Goal) -> Any:
    proof = prove_by_binder(goal)
    if proof is None:
        raise Stuck("not sums over one range")
    return proof
