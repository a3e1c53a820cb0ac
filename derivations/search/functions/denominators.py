"""Divisors taken away, one after the other.

Where the normal form of `left - right` has a factor `1/p` in some terms, p being seen not to be 0,
it is zero if what remains after multiplying by a power of p is.  For an order p is to be above 0:
as it stands, times a unit, or times its conjugate where that is divided by as well.  Complete for
rational identities whose divisors are seen not to be 0.
"""

from fractions import Fraction
from itertools import combinations

from derivations.kernel import Combine, Context, Proof, manifest
from derivations.language.statements import Relation, eq, lt
from derivations.language.terms import ONE, ZERO, Term, conj, div, exp, mul, neg, number, power
from derivations.search.drafts import Draft
from derivations.search.equality.equations import have_combined
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.matching import same
from derivations.search.orders.products import is_real
from derivations.search.reading.facts import FAILURES, vector, vector_of
from derivations.search.reading.readback import (
    is_scalar, multiple, product_of, scaled, simplified, sum_of,
)
from derivations.search.reading.references import PRODUCTS, by_order


def prove_without_divisors(goal: Goal) -> Proof | None:
    """The relation times a power of a divisor; of an order, of one that is above 0."""
    operator = goal.relation.operator
    for factors in divisors_of(goal) if is_scalar(goal.gap) else ():
        draft, f = Draft(goal), ONE
        try:
            if operator == "==":
                _inverse(draft, factors)
            else:
                f = _positive(draft, *factors)
        except FAILURES:
            continue
        highest, remaining, cofactor = multiplied(goal, factors)
        whole = simplified(goal.context, product_of([*_power(f, highest), remaining]))
        claim = Relation(operator, whole, ZERO)
        rest = Goal(draft.context, claim, draft.search, goal.depth, goal.light)
        try:
            last = draft.have(claim, _proof_of_rest(rest))
        except FAILURES:
            if operator == "==":
                raise
            continue  # by another divisor, perhaps
        equations = [(neg(cofactor), _inverse(draft, factors), None)]
        inverse = product_of([div(ONE, q) for q in factors])
        if operator == "==":
            equations.append((product_of(_power(inverse, highest)), last, None))
            return draft.close(Combine(tuple(equations)))
        scale, above = _scale(draft, f, factors)
        gap = neg(whole)
        for _ in range(highest):
            shown = by_order(above), by_order(last)
            last = draft.use(PRODUCTS[operator], scale, gap, proofs=shown)
            gap = mul(scale, gap)
        if f != ONE:
            turned = draft.have_premise(eq(inverse, mul(f, scale)))
            sides = (product_of(_power(t, highest)) for t in (inverse, mul(f, scale)))
            equations.append((remaining, draft.have_rewritten(eq(*sides), turned), None))
        return draft.close(Combine(tuple(equations), ((Fraction(1), last),)))
    return None


def _proof_of_rest(goal: Goal) -> Proof:
    """A proof of what remains of an equation, the other divisors being taken away first."""
    proof = None
    if goal.relation.operator == "==" and not manifest(goal.context, goal.relation):
        proof = attempted(prove_without_divisors, goal)
    if proof is not None:
        return proof
    return goal.search.prove(goal.context, goal.relation, goal.depth, goal.light)


def multiplied(goal: Goal, factors: list[Term]) -> tuple[int, Term, Term]:
    """The highest power of what is divided by, `left - right` times that, and the cofactor of
    `q · 1/q = 1` that makes up for what is cancelled."""
    inverses = [div(ONE, q) for q in factors]
    inverse, divisor = product_of(inverses), product_of(factors)
    highest = max(dict(m).get(inverses[0], 0) for _, _, m in goal.gap)
    remaining, cofactor = [], []
    turn = mul(inverse, divisor)
    for (_, _, m), c in goal.gap.items():
        powers = dict(m)
        j, *_ = [powers.pop(t, 0) for t in inverses]
        rest = product_of(goal.reader.factors(tuple(powers.items())))
        remaining.append(scaled(c, [rest, *_power(divisor, highest - j)]))
        for i in range(highest - j):
            cofactor.append(scaled(c, [rest, *_power(turn, i), *_power(inverse, j)]))
    return highest, sum_of(remaining), sum_of(cofactor)


def _inverse(draft: Draft, factors: list[Term]) -> int:
    """Add that what is divided by, times its inverse, is 1."""
    numbers = [draft.use("inverse", q) for q in factors]
    if len(factors) == 1:
        return numbers[0]
    return have_combined(draft, eq(product_of([*factors, *(div(ONE, q) for q in factors)]), ONE))


def _scale(draft: Draft, f: Term, factors: list[Term]) -> tuple[Term, int]:
    """`1/(f q)`, and the number of the fact that it is above 0."""
    if len(factors) == 1:
        p = mul(factors[0], f)
        return div(ONE, p), draft.use("inverse above zero", p)
    inverse = div(ONE, factors[0])
    return mul(inverse, conj(inverse)), draft.use("size above zero", inverse)


def _positive(draft: Draft, q: Term, *conjugate: Term) -> Term:
    """A factor times which what is divided by is above 0, as is added.  Raises Stuck."""
    if conjugate:
        draft.use("size above zero", q)
        return ONE
    for f in (ONE, neg(ONE), *_units(draft, q)):
        p = mul(q, f)
        may_be = is_real(draft, p) or (f == ONE and q.head == "sqrt")
        if may_be and draft.attempt(draft.have, lt(ZERO, simplified(draft.context, p))):
            return f
    raise Stuck("no sign is known")


def _units(draft: Draft, q: Term) -> list[Term]:
    """Exponentials times which a sum of exponentials may be real: back by their mean exponent."""
    terms = vector(draft.context, eq(q, ZERO))
    turns = dict.fromkeys(tuple((a, e) for a, e in m if a.head == "exp") for _, _, m in terms)
    if len(turns) < 2:
        return []
    inner = [mul(number(e), a.args[0]) for turn in turns for a, e in turn]
    unit = exp(mul(number(Fraction(-1, len(turns))), sum_of(inner)))
    return [unit, neg(unit)]


def cancelled(draft: Draft, term: Term) -> int | None:
    """The number of a fact that says what a term is without `q · 1/q`; None where there is none."""
    plain, divisors = without_inverses(draft.context, term)
    if not divisors and term.head == "div" and same(draft.context, *term.args):
        plain, divisors = ONE, [term.args[1]]
    if not divisors:
        return None
    for q in divisors:
        draft.use("inverse", q)
    return have_combined(draft, eq(term, plain))


def without_inverses(context: Context, term: Term) -> tuple[Term, list[Term]]:
    """A term without `q · 1/q`, and each q; matrices are as they are."""
    coefficients = vector_of(context, eq(term, ZERO))
    if coefficients is None:
        return term, []
    parts: list[Term] = []
    divisors: dict[Term, None] = {}
    for (_, _, monomial), c in coefficients.items():
        powers = dict(monomial)
        for atom in list(powers):
            inverse = div(ONE, atom)
            shared = min(powers[atom], powers.get(inverse, 0))
            if shared > 0:
                divisors[atom] = None
                powers[atom] -= shared
                powers[inverse] -= shared
        parts.append(multiple(c, tuple((a, e) for a, e in powers.items() if e)))
    return sum_of(parts), list(divisors)


def divisors_of(goal: Goal) -> list[list[Term]]:
    """What is divided by, outermost; first what stands everywhere beside its conjugate."""
    terms = [dict(m) for _, _, m in goal.gap]
    found = dict.fromkeys(
        atom for m in terms for atom in m
        if atom.head == "div" and atom.args[0] == ONE and atom.args[1].head != "number"
    )
    pairs = ([a.args[1], b.args[1]] for a, b in combinations(found, 2)
             if all(m.get(a) == m.get(b) for m in terms)
             and same(goal.context, conj(a.args[1]), b.args[1]))
    return [*pairs, *([atom.args[1]] for atom in found)]


def _power(base: Term, n: int) -> list[Term]:
    return [] if n == 0 else [base if n == 1 else power(base, n)]
