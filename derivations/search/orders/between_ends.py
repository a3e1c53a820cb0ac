"""Orders between sides that are affine in a bounded variable: they hold between its ends since they
hold at both.

Where `l <= x` and `x <= u` are facts, l and u numbers, a gap g that is affine in x satisfies
`(u - l) g(x) = (u - x) g(l) + (x - l) g(u)`.  Variable after variable is put at its ends, so this
is complete for what is affine in each of its variables (multilinear) over a box:
`0 <= 1 + a b + b c + c a` where a, b and c lie between -1 and 1.

Source: D. Handelman, Representing polynomials by positive linear functions on compact convex
polyhedra, Pacific Journal of Mathematics 132 (1988).
"""

from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Proof
from derivations.language.statements import le
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ZERO, Term, number, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.reading.facts import plain_facts, vector_of
from derivations.search.reading.readback import CONSTANT

# So many bounded variables of one goal.
MAX_VARIABLES = 6

def has_bounded_variables(goal: Goal) -> bool:
    """Whether a symbol in which the gap is affine has two ends."""
    return _bounded(goal) is not None


def prove_between_ends(goal: Goal) -> Proof | None:
    """An order from those at both ends of what a variable may be."""
    found = _bounded(goal)
    if found is None:
        return None
    x, lower, upper = found
    draft = Draft(goal)
    weights, counted = (sub(number(upper), x), sub(x, number(lower))), []
    for end, weight in zip((lower, upper), weights, strict=True):
        change = Substitution({x: number(end)})
        left, right = change(goal.relation.left), change(goal.relation.right)
        at = le(ZERO, sub(right, left))
        draft.have(at, draft.search.prove(draft.context, at, goal.depth, goal.light))
        counted.append(draft.use("products at least zero", weight, at.right))
    share = Fraction(1)/(upper - lower)
    return draft.close(Combine((), tuple((share, k) for k in counted)))


def _bounded(goal: Goal) -> tuple[Term, Fraction, Fraction] | None:
    """The first symbol with two ends in which the gap is affine, and these."""
    symbols = [s for s in sorted(goal.relation.free(), key=lambda s: s.name)
               if s.sort.within("real") and not s.sort.within("integer")]
    affine = [s for s in symbols if _is_affine(goal, s)]
    if not affine or len(symbols) > MAX_VARIABLES:
        return None
    least, most = _ends(goal)
    for s in affine:
        if s in least and s in most and least[s] < most[s]:
            return s, least[s], most[s]
    return None


def _is_affine(goal: Goal, x: Term) -> bool:
    met = False
    for _, word, monomial in goal.gap:
        for atom, e in (*monomial, *(word or ())):
            if atom == x and e == 1:
                met = True
            elif x in free_symbols(atom) or (isinstance(e, Term) and x in free_symbols(e)):
                return False
    return met


def _ends(goal: Goal) -> tuple[dict[Term, Fraction], dict[Term, Fraction]]:
    """The numbers that facts say symbols are at least and at most."""
    least, most = dict[Term, Fraction](), dict[Term, Fraction]()
    for _, fact in plain_facts(goal.context, "<", "<="):
        gap: dict[Any, Any] = dict(vector_of(goal.context, fact) or {})
        rest, _ = gap.pop(CONSTANT, (Fraction(0), 0))
        for (_, word, monomial), (c, im) in gap.items() if len(gap) == 1 else ():
            if word or im or len(monomial) != 1 or monomial[0][1] != 1:
                continue
            x, end = monomial[0][0], Fraction(-rest)/c
            if x.head == "symbol" and c > 0:
                most[x] = min(end, most.get(x, end))
            elif x.head == "symbol":
                least[x] = max(end, least.get(x, end))
    return least, most
