"""Floors, remainders, common divisors; what is whole.

    floors       the floor of z is k since k ≤ z < k + 1, by what is known of other floors, perhaps
                 times what is divided by; k is the rest of the equation, or another floor and what
                 z is more; where that does not decide, by cases which of two floors is less
    whole        `a ≤ b` between whole numbers since `a < b + 1`
    residues     for each remainder of a whole number by a modulus m, the number is m q + j
    remainders   a symbol whose remainder is known is m q + r
    divisors     Euclid's algorithm on polynomials, by `gcd(a + k b, b) = gcd(a, b)`

Complete for remainders of polynomials in one whole number by moduli up to MAX_MODULUS.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from derivations.kernel import Cases, Combine, Context, asked, manifest
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, sub
from derivations.search.bounds import bounded, used
from derivations.search.denominators import cancelled, without_inverses
from derivations.search.equations import Combination, have_combined
from derivations.search.goals import (
    FAILURES, Draft, Goal, Stuck, Vector, atoms_of, nodes, plain_facts, vector,
)
from derivations.search.matching import same
from derivations.search.order import combination
from derivations.search.readback import monomial_term, scaled, simplified, sum_of
from derivations.search.references import by_equation, by_order
from derivations.search.rewriting import combined, determined

# Moduli whose remainders are told apart; floors that are compared; steps of Euclid's algorithm.
MAX_MODULUS, MAX_FLOORS, MAX_DIVISIONS = 64, 4, 12


# Floors


def prove_with_floors(goal: Goal) -> Any:
    """A floor is what the rest of the equation is; or an order between whole numbers."""
    draft = Draft(goal)
    floors = with_floors(draft)
    return _with_floors(draft, floors, MAX_FLOORS)


def _with_floors(draft: Draft, floors: list[Term], cases: int) -> Any:
    if draft.relation.operator == "==":
        for atom in floors:
            for value in _values(draft, atom, floors):
                found = draft.aside(draft.relation)
                if found.attempt(_floor_is, found, value, atom.args[0]):
                    proof = combined(found)
                    if proof is not None:
                        return draft.close(found.close(proof))
    elif _whole_gap(draft):
        proof = _whole_order(draft)
        if proof is not None:
            return draft.close(proof)
    elif floors:
        proof = combination(draft.aside(draft.relation))
        if proof is not None:
            return draft.close(proof)
    if not cases:
        return None
    for k, a in enumerate(floors):
        for b in floors[k + 1 :]:
            claim = le(b, a)
            if draft.known(Proposition(claim)) is not None or draft.known(
                    Proposition(lt(a, b))) is not None:
                continue
            proofs = []
            for fact in (claim, lt(a, b)):
                inner = draft.under(fact)
                if fact.operator == "<":
                    inner.use("whole numbers", a, b)
                proofs.append(_with_floors(inner, floors, 0))
            if None not in proofs:
                return draft.close(Cases(claim, None, *proofs))
    return None


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
        for p in _divisors(atom.args[0]):
            draft.attempt(_multiplied, draft, atom, p)
    return floors


def _multiplied(draft: Draft, atom: Term, p: Term) -> None:
    """Add the bounds of a floor times what is divided by, which is positive."""
    known = cancelled(draft, mul(p, atom.args[0]))
    if known is None:
        raise Stuck("not divided by that")
    z = draft.context.facts[known].relation.right
    low, high = mul(p, atom), mul(p, add(atom, ONE))
    for name, claim, gap in (("products at least zero", le(low, z), add(atom.args[0], neg(atom))),
                             ("products above zero", lt(z, high),
                              add(atom, ONE, neg(atom.args[0])))):
        used(draft, name, p, gap)
        proof = combination(draft.aside(claim))
        if proof is not None:
            draft.have(claim, proof)


def _values(draft: Draft, atom: Term, floors: list[Term]) -> Iterator[Term]:
    """Whole numbers that a floor may be: the rest of the goal; another floor and what its argument
    is less; the like from facts about floors."""
    z = atom.args[0]
    value = determined(draft.context, draft.goal.gap, atom)
    if value is not None and _is_whole(draft, value):
        yield value
    for other in floors:
        if other is not atom and free_symbols(other) & free_symbols(atom):
            rest, _ = without_inverses(draft.context, add(z, neg(other.args[0])))
            if _is_whole(draft, rest):
                yield add(other, rest)
    for _, fact in [*plain_facts(draft.context, "==")] if value is not None else ():
        atoms = atoms_of([vector(draft.context, fact)])
        for floor in [a for a in atoms if a.head == "floor"]:
            for c in _ratios(draft, z, floor.args[0]):
                rest = simplified(draft.context, add(z, neg(mul(number(c), floor.args[0]))))
                k = add(mul(number(c), floor), rest)
                if _is_whole(draft, k):
                    yield k


def _is_whole(draft: Draft, t: Term) -> bool:
    return same(draft.context, call("floor", t), t)


def _divisors(t: Term) -> list[Term]:
    """What is divided by in a term, but numbers."""
    found = (n.args[1] for n in nodes(eq(t, ZERO)) if n.head == "div")
    return [p for p in dict.fromkeys(found) if p.head != "number"]


def _floor_is(draft: Draft, k: Term, z: Term) -> None:
    """Add that k is the floor of z, since `k <= z < k + 1`."""
    premises, _, _ = asked(draft.context, "floor", (k, z))
    draft.use("floor", k, z, proofs=tuple(
        None if manifest(draft.context, p) else _bound(draft, p.relation) for p in premises))


def _bound(draft: Draft, claim: Relation) -> Any:
    """A proof of an order, perhaps times what is divided by.  Raises Stuck."""
    proof = combination(draft.aside(claim), [])
    if proof is not None:
        return proof
    for p in _divisors(add(claim.left, claim.right)):
        inner = draft.aside(claim)
        if inner.attempt(_divided, inner, p):
            return inner.close(combination(inner.aside(claim), []))
    return bounded(draft, claim)


def _divided(draft: Draft, p: Term) -> None:
    """Add an order times p, which is positive, then that divided by p.  Raises Stuck."""
    sides = draft.relation.left, draft.relation.right
    low, high = (without_inverses(draft.context, mul(p, t))[0] for t in sides)
    whole = Relation(draft.relation.operator, low, high)
    inner = draft.aside(whole)
    proof = _whole_order(inner)
    if proof is None:
        raise Stuck("not an order between whole numbers")
    draft.have(whole, proof)
    draft.use("inverse", p)
    gap = add(high, neg(low))
    strict = draft.relation.operator == "<"
    used(draft, "products above zero" if strict else "products at least zero", div(ONE, p), gap)
    rest = add(draft.relation.right, neg(draft.relation.left))
    have_combined(draft, eq(mul(div(ONE, p), gap), rest))


def _ratios(draft: Draft, z: Term, u: Term) -> Iterator[Fraction]:
    """The whole ratios of coefficients of two terms."""
    own, other = (vector(draft.context, eq(t, ZERO)) for t in (z, u))
    found = {Fraction(own[k][0] / other[k][0]) for k in own if k in other and other[k][0]}
    yield from sorted(c for c in found if c.denominator == 1 and c)


def _whole_gap(draft: Draft) -> bool:
    return _is_whole(draft, add(draft.relation.left, neg(draft.relation.right)))


def _whole_order(draft: Draft) -> Any:
    """`a ≤ b` by `a < b + 1`, `a < b` as it stands."""
    a, b = draft.relation.left, draft.relation.right
    proof = combination(draft.aside(draft.relation))
    if proof is not None or draft.relation.operator != "<=":
        return proof
    inner = draft.aside(draft.relation)
    claim = lt(a, add(b, ONE))
    try:
        inner.have(claim, bounded(inner, claim))
        last = inner.use("whole numbers", a, add(b, ONE))
    except FAILURES:
        return None
    return inner.close(by_order(last))


# Residues


def prove_by_residues(goal: Goal) -> Any:
    """For each remainder of a whole number that stands in floors of quotients; first by prime
    powers, for what is whole."""
    floors = [atom for atom in goal.atoms if atom.head == "floor"]
    whole = Draft(goal)
    if len(floors) == 1 and whole.attempt(_whole_by_parts, whole, *floors):
        return whole.close(Combination(whole).proof())
    for s, m in _moduli(goal):
        draft = Draft(goal)
        q = call("floor", div(s, number(m)))
        if draft.known(Proposition(le(q, div(s, number(m))))) is not None:
            continue  # its remainder is known
        draft.use("floor bounds", div(s, number(m)))
        rest = add(s, neg(mul(number(m), q)))
        return draft.close(_residues(draft, s, q, rest, m, 0))
    return None


def prove_by_remainders(goal: Goal) -> Any:
    """The goal with `m floor(k/m) + r` for each symbol k whose remainder by m facts say to be r."""
    draft = Draft(goal)
    for place, fact in plain_facts(goal.context, "=="):
        if fact.left.head == "mod" and fact.left.args[0] in set(nodes(goal.relation)):
            k, m = fact.left.args
            claim = eq(k, add(mul(m, call("floor", div(k, m))), fact.right))
            if draft.known(Proposition(claim)) is None:
                draft.rewrite(draft.have(claim, by_equation(place)))
    return draft.done() if draft.grown else None


def _whole_by_parts(draft: Draft, atom: Term) -> None:
    """Add that a floor is that of a whole number, since what belongs to each prime power in its
    denominator is whole.  Raises Stuck."""
    parts, symbols, m = _quotients(draft.context, atom)
    powers = _prime_powers(m)
    if not symbols or len(powers) == 1 or max(powers) > MAX_MODULUS:
        raise Stuck("one prime alone, or too many remainders")
    shares, z = [], atom.args[0]
    for p in powers:
        unit = pow(m // p, -1, p)
        shares.append(sum_of([
            scaled((Fraction(int(c * m) * unit % p, p), Fraction(0)), [monomial_term(key[2])])
            for key, (c, _) in parts.items()]))
        claim = eq(call("floor", shares[-1]), shares[-1])
        draft.have(claim, prove_by_residues(draft.aside(claim).goal))
    rest = simplified(draft.context, sub(z, add(*shares)))
    _floor_is(draft, add(*(call("floor", share) for share in shares), rest), z)


def _prime_powers(m: int) -> list[int]:
    """The greatest powers of primes that divide a whole number; last what has no small ones."""
    found = []
    for p in range(2, MAX_MODULUS + 1):
        power = 1
        while m % p == 0:
            m, power = m // p, power * p
        found += [power] if power > 1 else []
    return [*found, m] if m > 1 else found


def _quotients(context: Context, atom: Term) -> tuple[Vector, set[Term], int]:
    """What a floor is taken of, its whole symbols, and its denominator; no symbols otherwise."""
    parts = vector(context, eq(atom.args[0], ZERO)) if atom.head == "floor" else {}
    symbols = {a for _, _, m in parts for a, _ in m if a.head != "floor"}
    if any(a.head != "symbol" or not a.sort.within("integer") for a in symbols):
        symbols = set()
    return parts, symbols, lcm(*(c.denominator for c, _ in parts.values()))


def _moduli(goal: Goal) -> Iterator[tuple[Term, int]]:
    """Whole symbols, with the common denominator of what floors are taken of."""
    found: dict[Term, int] = {}
    for atom in goal.atoms:
        _, symbols, m = _quotients(goal.context, atom)
        for s in symbols:
            found[s] = lcm(found.get(s, 1), m)
    for s in sorted(found, key=lambda s: s.name):
        if 1 < found[s] <= MAX_MODULUS:
            yield s, found[s]


def _residues(draft: Draft, s: Term, q: Term, rest: Term, m: int, j: int) -> Any:
    """The goal among facts that say `j ≤ rest`."""
    claim = eq(rest, number(j))
    if j == m - 1:
        draft = draft.aside(draft.relation)
        used(draft, "whole numbers", rest, number(m))
        last = draft.use("antisymmetry", rest, number(j))
        return _remainder(draft, s, q, last, m, j)
    one = _remainder(draft.under(claim), s, q, len(draft.context.facts), m, j)
    second = draft.under(ne(rest, number(j)))
    gap = add(rest, number(-j))
    used(second, "above zero", gap)
    second.use("whole numbers", number(j), rest, proofs=())
    other = second.close(_residues(second, s, q, rest, m, j + 1))
    return Cases(claim, None, one, other)


def _remainder(draft: Draft, s: Term, q: Term, fact: int, m: int, j: int) -> Any:
    """The goal for `s = m q + j`, which a fact says."""
    value = add(mul(number(m), q), number(j))
    draft.rewrite(draft.have(eq(s, value), by_equation(fact)))
    depth = max(draft.depth, 1)
    return draft.close(draft.search.prove(draft.context, draft.relation, depth))


# Common divisors


def prove_with_divisors(goal: Goal) -> Any:
    """The greatest common divisors in the goal, each by Euclid's algorithm."""
    draft = Draft(goal)
    for node in dict.fromkeys((*nodes(goal.relation), *goal.atoms)):
        if node.head == "gcd" and free_symbols(node) <= goal.context.symbols:
            draft.attempt(euclid, draft, node)
    if not draft.grown:
        return None
    return draft.close(bounded(draft, draft.relation))


def euclid(draft: Draft, node: Term) -> None:
    """Add equations between a greatest common divisor and ever smaller ones."""
    a, b = node.args
    chain: list[tuple[Term, int, None]] = []
    scale: list[Term] = []

    def step(name: str, *values: Term) -> None:
        chain.append((mul(*scale, ONE), draft.use(name, *values), None))

    for _ in range(MAX_DIVISIONS):
        if same(draft.context, b, ZERO):
            step("gcd with zero", a)
            if a.head == "number":
                step("sqrt", number(abs(a.data)), number(a.data**2))
            break
        factor = _content(draft, a, b)
        if factor > 1:
            a, b = (simplified(draft.context, div(t, number(factor))) for t in (a, b))
            step("gcd of multiples", a, b, number(factor))
            root = draft.use("sqrt", number(factor), number(factor**2))
            chain.append((mul(*scale, call("gcd", a, b)), root, None))
            scale.append(number(factor))
            continue
        quotient = _quotient(draft, a, b)
        if quotient is not None:
            a = simplified(draft.context, add(a, neg(mul(quotient, b))))
            step("gcd shifted", a, b, quotient)
        elif _quotient(draft, b, a) is None:
            step("gcd turned round", a, b)
            break
        step("gcd turned round", a, b)
        a, b = b, a
    ends = [call("gcd", a, b)]
    if same(draft.context, b, ZERO):
        ends = [a, call("abs", a), neg(a)]
    for end in ends:
        claim = eq(node, mul(*scale, end))
        if draft.attempt(draft.have, claim, Combine(tuple(chain))):
            return


def _coefficients(draft: Draft, t: Term) -> dict[Any, Fraction]:
    return {k: c for k, (c, _) in vector(draft.context, eq(t, ZERO)).items()}


def _content(draft: Draft, a: Term, b: Term) -> int:
    from math import gcd

    values = [*_coefficients(draft, a).values(), *_coefficients(draft, b).values()]
    return 0 if any(c.denominator > 1 for c in values) else gcd(*(int(c) for c in values))


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
    ((key, value),) = other.items() if len(other) == 1 else ((None, Fraction(0)),)
    if key is None or key[2]:
        return None
    if abs(value) == 1:
        return simplified(draft.context, mul(a, number(value)))
    times = int(own.get(key, Fraction(0)) // value)
    return number(times) if times else None
