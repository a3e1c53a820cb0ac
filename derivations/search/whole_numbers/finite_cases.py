"""Whole numbers one by one: all that a number can be, or can leave.

    residues  for each remainder j of a whole number s by a modulus m, the goal with m q + j for s
              in it and in the facts, for all whole q; several numbers one inside the other
    values    a number that facts bound on both sides is each value between; what the facts then say
              is closed, holds, or contradicts itself.  Bounds of one number by those of others are
              read off polynomials with nonnegative terms: `a*b = 6` says `a <= 6` for posints
    equations an equation between whole numbers that has no solution modulo a number: `2a + 1 = 2b`,
              `x**2 = 4y + 3`, `4x**3 - 7y**3 = 2003` (modulo 7); a sum of polynomials in one number
              each by what these leave: `x**2 + y**2 + z**2 = 7`, squares being 0, 1, 4 modulo 8

What a denominator has of each prime alone is whole by its own residues.  Complete for remainders of
polynomials in one whole number by moduli up to MAX_MODULUS, and for at most MAX_VALUES values.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import lcm, prod
from typing import Any

from derivations.kernel import Cases, Combine, Context, Proof, manifest, verify
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne, negation
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, number, power, sub
from derivations.search.drafts import Draft, canonical
from derivations.search.equality.equations import Combination, without_factor
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import Evaluator
from derivations.search.numerics.relations import clearly_fails
from derivations.search.orders.contradictions import contradiction
from derivations.search.orders.order import prove_linear
from derivations.search.orders.products import prove_with_products
from derivations.search.reading.facts import (
    Vector, atoms_of, new_symbol, nodes, plain_facts, vector, vector_of,
)
from derivations.search.reading.gaussian import primes_of
from derivations.search.reading.readback import (
    CONSTANT, monomial_term, product_of, scaled, simplified, sum_of,
)
from derivations.search.reading.references import by_fact, by_order
from derivations.search.whole_numbers.congruences import (
    indivisible, is_whole, whole_monomial, with_value, work_out_floors,
)
from derivations.search.whole_numbers.integers import floor_is
from derivations.search.whole_numbers.powers_modulo import cycle, powers_of_numbers
from derivations.search.whole_numbers.whole_bounds import whole_bounds

# Moduli whose remainders are told apart; how many cases of several numbers; values of one number.
MAX_MODULUS, MAX_CASES, MAX_VALUES = 128, 128, 40

# Bounds that more than combinations of facts are tried for before others are shown by them.
MAX_CHAINED = 8
# Moduli of which an equation that has no solution may have none; how many cases they make at most.
PROBED, MAX_PROBED = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16), 16

# A proof in a case: from its draft, the number of the fact that says what the term is, and that.
Leaf = Callable[[Draft, int, int], Proof]


def each(draft: Draft, t: Term, j: int, last: int, known: tuple[int, int], leaf: Leaf) -> Proof:
    """The goal for each value of a whole term from j to the last.

    known: the numbers of the facts `j <= t` and `t <= last`.
    """
    if j == last:
        return leaf(draft, _use(draft, known, "antisymmetry", t, number(j)), j)
    this, later = draft.under(le(t, number(j))), draft.under(lt(number(j), t))
    there = _use(this, (known[0], this.last), "antisymmetry", t, number(j))
    proof = leaf(this, there, j)
    after = _use(later, (later.last,), "whole numbers", number(j), t)
    rest = each(later, t, j + 1, last, (after, known[1]), leaf)
    return draft.close(Cases(le(t, number(j)), None, proof, rest))


def _use(draft: Draft, known: tuple[int, ...], law: str, *values: Term) -> int:
    """Add what a law says whose premises are facts with these numbers."""

    def proof(premise: Proposition) -> Proof | None:
        for place in known:
            found = by_order(place)
            if attempted(_holds, draft.context, premise, found):
                return found
        return None

    return draft.use(law, *values, proofs=proof)


def _holds(context: Context, claim: Proposition, proof: Proof) -> bool:
    verify(context, claim, proof)
    return True


def settled(draft: Draft, first: int) -> Proof:
    """The goal in a case: by floors of what is whole, by facts from the first on that are false
    there, or by the search.  Raises Stuck."""
    whole = draft.aside(canonical(draft.goal))
    work_out_floors(whole)
    if manifest(draft.context, whole.relation):
        last = draft.have(canonical(draft.goal), whole.close(Combine()))
        return draft.close(by_fact(draft.relation, last))
    for place, fact in [*plain_facts(draft.context, "==")]:
        if draft.attempt(indivisible, draft, place, fact):
            return contradiction(draft)
    facts = plain_facts(draft.context)
    for fact in [fact for place, fact in facts if place >= first]:
        other = draft.aside(negation(fact))
        shown = canonical(other.goal)
        inner = draft.aside(shown)
        if attempted(work_out_floors, inner) and manifest(draft.context, inner.relation):
            last = draft.have(shown, inner.close(Combine()))
            draft.have(negation(fact), by_fact(negation(fact), last))
            return contradiction(draft)
    return draft.done_as_deep()


# Values


def has_whole_numbers(goal: Goal) -> bool:
    return any(map(is_whole, goal.context.symbols))


def prove_by_values(goal: Goal) -> Proof | None:
    """For each value of a whole number between bounds; of the one with fewest values."""
    bounds = whole_bounds(goal.context)
    several = [(int(high - low), s.name, s) for s, (low, high) in bounds.items()
               if 0 <= high - low < MAX_VALUES and s not in _known(goal.context)]
    for width, _, s in sorted(several, key=lambda found: found[:2]):
        low = int(bounds[s][0])
        if _counts(goal, s) and not _fails(goal, s, range(low, low + width + 1)):
            return _for_values(goal, s, low, low + width)
    return None


def _known(context: Context) -> set[Term]:
    """Symbols that an equation says are a number."""
    gaps = (vector_of(context, fact) or {} for _, fact in plain_facts(context, "=="))
    return {s for gap in gaps for s in context.symbols
            if {(None, None, ((s, 1),))} == {*gap} - {CONSTANT}}


def _counts(goal: Goal, s: Term) -> bool:
    """Whether a symbol stands in the goal, or in a fact with another symbol."""
    return s in goal.relation.free() or any(
        s in fact.free() and len(fact.free()) > 1 for _, fact in plain_facts(goal.context, "=="))


def _fails(goal: Goal, s: Term, values: range) -> bool:
    """Whether facts about s alone hold for one of the values, and the goal does not."""
    stated = [goal.relation, *(f for _, f in plain_facts(goal.context))]
    if goal.relation.free() != {s} or any(s in f.free() and f.free() != {s} for f in stated):
        return False
    about = [fact for fact in stated[1:] if fact.free() == {s}]
    for value in values:
        at = Evaluator({s.name: value})
        try:
            if clearly_fails(goal.relation, at) and not any(clearly_fails(f, at) for f in about):
                return True
        except Unknown:
            continue
    return False


def _for_values(goal: Goal, s: Term, low: int, high: int) -> Proof:
    draft, first = Draft(goal), len(goal.context.facts)
    draft.attempt(draft.sort, s)
    bounds = [_bound(draft, claim) for claim in (le(number(low), s), le(s, number(high)))]

    def leaf(case: Draft, place: int, j: int) -> Proof:
        return with_value(
            case, s, (), add(number(j), ZERO), (), _is(case, s, j, place), first,
            lambda inside, r: settled(Draft(
                Goal(inside, r, goal.search, goal.depth, goal.light)), place))

    return each(draft, s, low, high, (bounds[0], bounds[1]), leaf)


def _bound(draft: Draft, claim: Relation) -> int:
    """The number of the fact that a whole number has a bound, if need be by the bounds that it
    follows from, one after the other.  Raises Stuck."""
    if not draft.attempt(_have_bound, draft, claim, WAYS):
        inner = draft.aside(claim)
        steps: list[Relation] = []
        whole_bounds(draft.context, steps)
        for place, step in enumerate(steps):
            ways = WAYS if place < MAX_CHAINED else LINEAR
            if not inner.attempt(_have_bound, inner, step, ways) and ways is WAYS:
                break
        last = _have_bound(inner, claim, WAYS)
        draft.have(claim, inner.close(by_order(last)))
    return draft.have(claim)


def _have_bound(draft: Draft, claim: Relation, ways: Sequence[Any]) -> int:
    found = (attempted(way, draft, claim) for way in ways)
    proof = next((proof for proof in found if proof is not None), None)
    if proof is None:
        raise Stuck("the bound is not shown")
    return draft.have(claim, proof)


def _rounded(way: Any, draft: Draft, claim: Relation) -> Proof:
    """A bound of a whole number by the strict one that lies 1 beyond."""
    low, high = claim.left, claim.right
    low, high = (sub(low, ONE), high) if low.head == "number" else (low, add(high, ONE))
    strict = lt(simplified(draft.context, low), simplified(draft.context, high))
    proof = way(draft, strict)
    if proof is None:
        raise Stuck("no strict bound")
    inner = draft.aside(claim)
    inner.have(strict, proof)
    inner.use("whole numbers", strict.left, strict.right)
    return inner.close(by_order(inner.last))


def _linear(draft: Draft, claim: Relation) -> Proof | None:
    return prove_linear(draft.aside(claim).goal)


def _by_products(draft: Draft, claim: Relation) -> Proof | None:
    return prove_with_products(draft.aside(claim).goal)


def _by_remainder(draft: Draft, claim: Relation) -> Proof:
    """A bound of what a number is divided by, which would leave that number."""
    s, most = claim.left, claim.right
    beyond = draft.under(lt(most, s), claim)
    ratio = div(most, s)
    for bound in (lt(ZERO, ratio), lt(ratio, ONE)):
        beyond.have(bound)
    beyond.use("floor", ZERO, ratio)
    return Cases(claim, None, by_order(len(draft.context.facts)), contradiction(beyond))


def _is(case: Draft, s: Term, j: int, place: int) -> int:
    return case.have(eq(s, add(number(j), ZERO)), Combine(((ONE, place, None),)))


LINEAR = _linear, partial(_rounded, _linear)
WAYS = *LINEAR, partial(_rounded, _by_products), _by_products, _by_remainder


# Equations


def prove_by_insoluble(goal: Goal) -> Proof | None:
    """An equation between whole numbers, given or denied by the goal, has no solution."""
    relation, draft = goal.relation, Draft(goal)
    if relation.operator == "!=":
        draft = draft.under(eq(relation.left, relation.right))
    proof = next((proof for place, fact in [*plain_facts(draft.context, "==")]
                  if (proof := _insoluble(draft, place, fact)) is not None), None)
    if proof is None or relation.operator != "!=":
        return proof
    there = len(goal.context.facts)
    return Cases(eq(relation.left, relation.right), None, proof, by_order(there))


def _insoluble(draft: Draft, place: int, fact: Relation) -> Proof | None:
    if draft.attempt(indivisible, draft, place, fact):
        return contradiction(draft)
    gap = tuple(sorted((vector_of(draft.context, fact) or {}).items(), key=str))
    numbers = _probed(gap)
    if numbers:
        return _for_residues(draft.goal, [*numbers])
    m, parts = _leaving(gap)
    return _by_parts(draft, place, m, parts) if parts else None


@lru_cache(maxsize=1024)
def _probed(gap: tuple[tuple[Any, tuple[Fraction, Fraction]], ...]) -> tuple[tuple[Term, int], ...]:
    """Whole numbers, each with one modulus, modulo which a polynomial in these is never 0."""
    if not gap or not all(whole_monomial(key) and not im for key, (_, im) in gap):
        return ()
    scale = lcm(*(c.denominator for _, (c, _) in gap))
    whole = [(key[2], int(c * scale)) for key, (c, _) in gap]
    for m in PROBED:
        left = [(powers, c % m) for powers, c in whole if c % m]
        numbers = list(dict.fromkeys(a for powers, _ in left for a, _ in powers))
        if 1 < m ** len(numbers) <= MAX_PROBED:
            cases = product(range(m), repeat=len(numbers))
            values = (dict(zip(numbers, at, strict=True)) for at in cases)
            if all(sum(c * prod(at[a] ** e for a, e in powers) for powers, c in left) % m
                   for at in values):
                return tuple((s, m) for s in sorted(numbers, key=str))
    return ()


Part = tuple[Term, Term, tuple[int, ...]]


@lru_cache(maxsize=1024)
def _leaving(gap: tuple[tuple[Any, tuple[Fraction, Fraction]], ...]) -> tuple[int, list[Part]]:
    """A modulus by which a sum of polynomials in one whole number each is never 0: each number, its
    polynomial and what that leaves."""
    if not gap or not all(whole_monomial(key) and not im and len(key[2]) < 2
                          for key, (_, im) in gap):
        return 0, []
    scale = lcm(*(c.denominator for _, (c, _) in gap))
    own: dict[Term, list[tuple[int, int]]] = {}
    for key, (c, _) in gap:
        for s, e in key[2]:
            own.setdefault(s, []).append((e, int(c * scale)))
    rest = sum(int(c * scale) for key, (c, _) in gap if not key[2])
    for m in PROBED if len(own) > 1 else ():
        left = [tuple(sorted({sum(c * j**e for e, c in part) % m for j in range(m)}))
                for part in own.values()]
        if prod(map(len, left)) <= MAX_CASES and all((sum(at) + rest) % m for at in product(*left)):
            polynomials = (sum_of([mul(number(c), power(s, e)) for e, c in part])
                           for s, part in own.items())
            return m, [*zip(own, polynomials, left, strict=True)]
    return 0, []


def _by_parts(draft: Draft, place: int, m: int, parts: Sequence[Part]) -> Proof:
    """What each polynomial may leave, one after the other; what is left is a multiple of m."""
    several, shown = [], []
    for s, part, values in parts:
        rest = sub(part, mul(number(m), call("floor", div(part, number(m)))))
        gaps = [sub(rest, number(j)) for j in values]
        claim = eq(product_of(gaps), ZERO)
        shown.append(draft.have(claim, _for_residues(draft.aside(claim).goal, [(s, m)])))
        several.append(gaps)
    relation = draft.context.facts[place].relation
    found = vector_of(draft.context, relation) or {}
    scale = number(lcm(*(c.denominator for c, _ in found.values())))
    gap = mul(scale, sub(relation.left, relation.right))

    def cases(draft: Draft, known: list[int]) -> Proof:
        """known: the numbers of the facts that say what those before leave."""
        if len(known) < len(several):
            return by_value(draft, known, several[len(known)], shown[len(known)])
        left = [draft.context.facts[k].relation.left for k in known]
        claim = eq(simplified(draft.context, sub(gap, add(*left))), ZERO)
        last = draft.have(claim, Combine((
            (scale, place, None), *((number(-1), k, None) for k in known))))
        indivisible(draft, last, claim)
        return contradiction(draft)

    def by_value(draft: Draft, known: list[int], gaps: Sequence[Term], zero: int) -> Proof:
        """zero: the number of the fact that the product of the gaps is 0."""
        first, *later = gaps
        if not later:
            return cases(draft, [*known, zero])
        here, beyond = draft.under(eq(first, ZERO)), draft.under(ne(first, ZERO))
        proof = cases(here, [*known, here.last])
        left = without_factor(beyond, zero, first, product_of(later))
        return draft.close(Cases(
            eq(first, ZERO), None, proof, by_value(beyond, known, later, left)))

    return cases(draft, [])


# Residues


def prove_by_residues(goal: Goal) -> Proof | None:
    """For each remainder of the whole numbers that stand in floors of quotients; first by prime
    powers, for what is whole."""
    floors = [atom for atom in goal.atoms if atom.head == "floor"]
    whole = Draft(goal)
    if len(floors) == 1 and whole.attempt(_whole_by_parts, whole, *floors):
        return whole.close(Combination(whole).proof())
    numbers, cases = [], 1
    for s, m in _moduli(goal):
        q = call("floor", div(s, number(m)))
        known = any(q in nodes(f.relation) and s in f.free() for f in goal.context.facts)
        if cases * m <= MAX_CASES and not known:
            numbers.append((s, m))
            cases *= m
    return _for_residues(goal, numbers) if numbers else None


def _for_residues(goal: Goal, numbers: list[tuple[Term, int]]) -> Proof:
    """The goal for all remainders of these numbers."""
    draft, first = Draft(goal), len(goal.context.facts)
    if not numbers:
        return settled(draft, 0)
    (s, m), *others = numbers
    rest = sub(s, mul(number(m), call("floor", div(s, number(m)))))
    low, high = le(ZERO, rest), le(rest, number(m - 1))
    bounds = draft.use("floor bounds", div(s, number(m)))
    draft.have(low, Combine((), ((Fraction(m), bounds),)))
    below = draft.have(lt(rest, number(m)), Combine((), ((Fraction(m), bounds + 1),)))
    draft.have(high, by_order(_use(draft, (below,), "whole numbers", rest, number(m))))

    def leaf(case: Draft, place: int, j: int) -> Proof:
        natural = s.head == "symbol" and s.sort.within("natural")
        sort = NATURAL if natural else INTEGER
        q = new_symbol(case.context, "q", sort, case.relation.left, case.relation.right)
        at = call("floor", div(s, number(m)))
        equation = case.have(eq(s, add(mul(number(m), at), number(j))),
                             Combine(((ONE, place, None),)))
        return with_value(
            case, s, (q,), add(mul(number(m), q), number(j)), (at,), equation, first,
            lambda inside, r: _for_residues(
                Goal(inside, r, goal.search, goal.depth, goal.light), others))

    known = draft.have(low), draft.have(high)
    return each(draft, rest, 0, m - 1, known, leaf)


def _moduli(goal: Goal) -> Iterator[tuple[Term, int]]:
    """Whole symbols, with the common denominator of what floors are taken of."""
    found: dict[Term, int] = {}
    own = goal.relation.free()
    stated = [fact for _, fact in plain_facts(goal.context, "==", "!=")
              if fact.free() & own and fact.left.head != "floor"]  # as that is whole by parts
    gaps = [goal.gap, *(v for fact in stated if (v := vector_of(goal.context, fact)))]
    for atom in atoms_of(gaps):
        _, symbols, m = _quotients(goal.context, atom)
        for s in symbols:
            found[s] = lcm(found.get(s, 1), m)
    for s, period in _periods(goal):
        found[s] = lcm(found.get(s, 1), period)
    for s in sorted(found, key=lambda s: s.name):
        if 1 < found[s] <= MAX_MODULUS:
            yield s, found[s]


def _periods(goal: Goal) -> Iterator[tuple[Term, int]]:
    """Natural numbers in exponents, and after how many the powers leave the same by a number."""
    for node, part in powers_of_numbers(goal):
        (base, e), m = part.args, node.args[1]
        if base.data.denominator == 1 == m.data.denominator:
            repeated = attempted(cycle, int(base.data), int(m.data))
            if repeated is None:
                continue
            for s, _ in (factor for _, _, m in vector(goal.context, eq(e, ZERO)) for factor in m):
                if s.head == "symbol" and s.sort.within("natural"):
                    yield s, repeated[1]


def _quotients(context: Context, atom: Term) -> tuple[Vector, set[Term], int]:
    """What a floor is taken of, its whole symbols, and its denominator; no symbols otherwise."""
    parts = vector(context, eq(atom.args[0], ZERO)) if atom.head == "floor" else {}
    symbols = {a for _, _, m in parts for a, _ in m if a.head != "floor"}
    if any(a.head != "symbol" or not a.sort.within("integer") for a in symbols):
        symbols = set()
    return parts, symbols, lcm(*(c.denominator for c, _ in parts.values()))


def _whole_by_parts(draft: Draft, atom: Term) -> None:
    """Add that a floor is that of a whole number, since what belongs to each prime power in its
    denominator is whole.  Raises Stuck."""
    parts, symbols, m = _quotients(draft.context, atom)
    powers = [p**e for p, e in primes_of(m).items()]
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
    floor_is(draft, add(*(call("floor", share) for share in shares), rest), z)
