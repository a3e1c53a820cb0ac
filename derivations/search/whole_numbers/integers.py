"""Floors, remainders, common divisors; what is whole.

    floors       the floor of z is k, what the rest of the equation says, since k ≤ z < k + 1
    whole        `a ≤ b` between whole numbers since `a < b + 1`, by the bounds of floors and by
                 cases which of two floors is less; an equation by two orders
    divisors     Euclid's algorithm on polynomials, by `gcd(a + k b, b) = gcd(a, b)`

Residues are in `finite_cases` and `congruences`.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any

from derivations.kernel import Cases, Combine, Proof
from derivations.language.statements import eq, le, lt
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, sub
from derivations.language.text import term_text
from derivations.search.drafts import Draft
from derivations.search.equality.equations import Combination
from derivations.search.functions.denominators import cancelled
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.matching import same
from derivations.search.knowledge.patterns import RECURRENT
from derivations.search.knowledge.rewriting import determined
from derivations.search.orders.bounds import bounded, used
from derivations.search.orders.order import linear
from derivations.search.reading.facts import FAILURES, nodes, plain_facts, vector, vector_of
from derivations.search.reading.gaussian import content, minus, ratio
from derivations.search.reading.readback import monomial_term, multiple, polynomial, simplified
from derivations.search.reading.references import by_order
from derivations.search.summation.recurrences import Recurrences

# The floor, and what it defines.
WHOLE = frozenset({"floor", "ceiling", "mod"})
# Floors that are compared; steps of Euclid's algorithm, and between numbers.
MAX_FLOORS, MAX_DIVISIONS, MAX_CLOSED = 4, 12, 120


# Floors


def prove_with_floors(goal: Goal) -> Proof:
    """An order, or two for an equation, by what is known of floors."""
    draft = Draft(goal)
    floors = with_floors(draft)
    if goal.relation.operator != "==":
        for _, fact in [*plain_facts(goal.context, "<")] if floors else ():
            draft.attempt(draft.use, "whole numbers", fact.left, fact.right)
        proof = attempted(linear, draft, goal.relation)
        if proof is None:
            _whole(draft, sub(goal.relation.left, goal.relation.right))
            proof = _order(draft, floors)
        return draft.close(proof)
    for atom in floors:
        value = determined(draft.context, goal.gap, atom)
        if value is not None and draft.attempt(floor_is, draft, value, atom.args[0]):
            return draft.close(Combination(draft).proof())
    factor, rest = _primitive(goal)
    _whole(draft, rest)
    for claim in (le(rest, ZERO), le(ZERO, rest)):
        draft.have(claim, _order(draft.aside(claim), floors))
    last = draft.use("antisymmetry", rest, ZERO)
    return draft.close(Combine(((factor, last, None),)))


def has_floors(goal: Goal) -> bool:
    """Whether the goal, or an order or an equation among the facts, has floors."""
    facts = (fact for _, fact in plain_facts(goal.context, "==", "<", "<="))
    return not WHOLE.isdisjoint(goal.heads) or any(
        node.head in WHOLE for fact in facts for node in nodes(fact))


def _primitive(goal: Goal) -> tuple[Term, Term]:
    """The difference of the sides as a product with what all its terms have in common."""
    powers = [dict(m) for _, _, m in goal.gap]
    shared = {a: min(p.get(a, 0) for p in powers) for a in powers[0] if a.head != "floor"}
    common = content(c for pair in goal.gap.values() for c in pair if c)
    rest = {(place, word, tuple((a, e - shared.get(a, 0)) for a, e in m if e != shared.get(a, 0))):
            (re / common, im / common) for (place, word, m), (re, im) in goal.gap.items()}
    outside = tuple((a, e) for a, e in shared.items() if e)
    return multiple((common, Fraction(0)), outside), polynomial(rest)


def _order(draft: Draft, floors: list[Term]) -> Proof:
    """A proof of an order between whole numbers, or by cases which of two floors is less."""
    proof = attempted(_whole_order, draft.aside(draft.relation))
    if proof is not None:
        return proof
    for a, b in combinations(floors[:MAX_FLOORS], 2):
        cases = [draft.under(fact) for fact in (le(b, a), lt(a, b))]
        if cases[1].attempt(cases[1].use, "whole numbers", a, b):
            this, other = (attempted(_whole_order, case) for case in cases)
            if this is not None and other is not None:
                return Cases(le(b, a), None, this, other)
    raise Stuck("floors do not say so")


def _whole_order(draft: Draft) -> Proof:
    """A linear proof of `a < b`, of `a ≤ b` by `a < b + 1`.  Raises Stuck."""
    a, b = draft.relation.left, draft.relation.right
    if draft.relation.operator == "<":
        return draft.close(linear(draft, draft.relation))
    later = lt(a, add(b, ONE))
    draft.have(later, linear(draft, later))
    return draft.close(by_order(draft.use("whole numbers", a, add(b, ONE))))


def with_floors(draft: Draft) -> list[Term]:
    """Add that floors are the next whole numbers below; the floors in the goal and in facts."""
    found = dict.fromkeys(a for a in draft.goal.atoms if a.head == "floor")
    for _, fact in plain_facts(draft.context, "==", "<", "<="):
        try:
            atoms = Goal(draft.context, fact, draft.search).atoms
        except FAILURES:
            continue
        found.update(dict.fromkeys(a for a in atoms if a.head == "floor"))
    floors = [t for t in found if free_symbols(t) <= draft.context.symbols]
    for atom in floors:
        draft.attempt(draft.use, "floor bounds", atom.args[0])
        draft.attempt(cancelled, draft, atom.args[0])
        draft.attempt(_said_to_be_whole, draft, atom.args[0])
    return floors


def _said_to_be_whole(draft: Draft, z: Term) -> None:
    """Add that the floor of a number is what an equation says of it, if that is whole.
    Raises Stuck."""
    own = None, None, ((z, 1),)
    for _, fact in plain_facts(draft.context, "=="):
        gap = vector_of(draft.context, fact) or {}
        if own in gap:
            value = polynomial({k: minus(ratio(c, gap[own])) for k, c in gap.items() if k != own})
            if draft.attempt(floor_is, draft, value, z):
                return
    raise Stuck("nothing says that it is whole")


def _whole(draft: Draft, t: Term) -> None:
    """Raises Stuck for what is not manifestly whole."""
    if not same(draft.context, call("floor", t), t):
        raise Stuck("not whole")


def floor_is(draft: Draft, k: Term, z: Term) -> None:
    """Add that k is the floor of z, since `k <= z < k + 1`.  Raises Stuck."""
    _whole(draft, k)
    if not draft.attempt(used, draft, "floor", k, z):
        for bound in (le(k, z), lt(z, add(k, ONE))):
            draft.have(bound)
        draft.use("floor", k, z)


# Common divisors


def prove_with_divisors(goal: Goal) -> Proof | None:
    """The greatest common divisors in the goal, each by Euclid's algorithm; where the goal is no
    equation of them, the last one is put for the first."""
    draft = Draft(goal)
    for node in goal.unbound(*RECURRENT):
        if not free_symbols(node):
            draft.attempt(_worked_out, draft, node)
    put = goal.relation.operator != "==" or not WHOLE.isdisjoint(goal.heads)
    for node in dict.fromkeys((*nodes(draft.relation), *draft.goal.atoms)):
        if node.head == "gcd" and free_symbols(node) <= goal.context.symbols:
            draft.attempt(euclid, draft, node, put)
    if not draft.grown:
        return None
    return draft.done() if put else draft.close(bounded(draft, draft.relation))


def _worked_out(draft: Draft, node: Term) -> None:
    """Put a number for what recurrences say is one.  Raises Stuck."""
    found, last = Recurrences(draft).reduced(node)
    if last is None or found.head != "number":
        raise Stuck("no number")
    draft.rewrite(last)


def euclid(draft: Draft, node: Term, put: bool) -> None:
    """Add that a greatest common divisor is the last of ever smaller ones; put that in the goal."""
    a, b = node.args
    chain: list[tuple[Term, int, None]] = []
    scale: list[Term] = []

    def step(name: str, *values: Term) -> None:
        chain.append((mul(*scale, ONE), draft.use(name, *values), None))

    closed = a.head == b.head == "number"
    for _ in range(MAX_CLOSED if closed else MAX_DIVISIONS):
        if same(draft.context, b, ZERO):
            step("gcd with zero", a)
            if a.head == "number":
                step("sqrt", number(abs(a.data)), number(a.data**2))
            break
        factor = content(c for t in (a, b) for c in _coefficients(draft, t).values())
        if any(t.head == "number" and t.data < 0 for t in (a, b)):
            factor = -factor
        if factor.denominator == 1 and factor != 1:
            a, b = (simplified(draft.context, div(t, number(factor))) for t in (a, b))
            step("gcd of multiples", a, b, number(factor))
            root = draft.use("sqrt", number(abs(factor)), number(factor**2))
            chain.append((mul(*scale, call("gcd", a, b)), root, None))
            if abs(factor) != 1:
                scale.append(number(abs(factor)))
            continue
        quotient = _quotient(draft, a, b)
        if quotient is not None:
            a = simplified(draft.context, add(a, neg(mul(quotient, b))))
            step("gcd shifted", a, b, quotient)
        elif _quotient(draft, b, a) is None:
            if _is_negative(draft, a):
                a = simplified(draft.context, neg(a))
                step("gcd-negative", a, b)
            if _is_negative(draft, b):
                b = simplified(draft.context, neg(b))
                step("gcd-negative-second", a, b)
            if term_text(b) < term_text(a):
                step("gcd turned round", a, b)
                a, b = b, a
            break
        step("gcd turned round", a, b)
        a, b = b, a
    ends = [call("gcd", a, b)]
    if same(draft.context, b, ZERO):
        ends = [a, call("abs", a), neg(a)]
    for end in ends:
        claim = eq(node, mul(*scale, end) if scale else end)
        if draft.attempt(draft.have, claim, Combine(tuple(chain))):
            if put and chain:
                draft.rewrite(draft.last)
            return


def _coefficients(draft: Draft, t: Term) -> dict[Any, Fraction]:
    return {k: c for k, (c, _) in vector(draft.context, eq(t, ZERO)).items()}


def _is_negative(draft: Draft, t: Term) -> bool:
    """Whether its first coefficient is below 0."""
    return next(iter(_coefficients(draft, t).values()), 0) < 0


def _power_above(own: dict[Any, Fraction], other: dict[Any, Fraction]) -> Term | None:
    """A whole multiple of a monomial by which one of these is the other's highest, as `n` makes
    `n²` of `n`."""
    powers = [k for k in other if k[2]]
    if not powers:
        return None
    top = max(powers, key=lambda k: sum(e for _, e in k[2]))
    for key, c in own.items():
        rest = dict(key[2])
        for atom, e in top[2]:
            rest[atom] = rest.get(atom, 0) - e
        times = int(c / other[top])
        if times and key[:2] == top[:2] and all(isinstance(e, int) and e >= 0
                                                for e in rest.values()):
            left = tuple((atom, e) for atom, e in rest.items() if e)
            return mul(number(times), monomial_term(left))
    return None


def _quotient(draft: Draft, a: Term, b: Term) -> Term | None:
    """A whole k that makes the leading coefficient of `a - k b` less; a floor, if a has one."""
    own, other = _coefficients(draft, a), _coefficients(draft, b)
    for (_, _, m), c in own.items():
        for atom, _ in m:
            if atom.head == "floor":
                k = mul(number(c), atom)
                if same(draft.context, mul(k, b), mul(number(c), atom, b)) and len(m) > 1:
                    return k
    lead = next((k for k in own if k[2] and k in other), None)
    if lead is not None:
        times = int(own[lead] / other[lead])
        return number(times) if times else None
    above = _power_above(own, other)
    if above is not None:
        return above
    ((key, value),) = other.items() if len(other) == 1 else ((None, Fraction(0)),)
    if key is None or key[2]:
        return None
    if abs(value) == 1:
        return simplified(draft.context, mul(a, number(value)))
    times = int(own.get(key, Fraction(0)) // value)
    return number(times) if times else None
