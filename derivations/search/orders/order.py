"""Order by nonnegative combinations of what is known to be at least 0.

`b - a` is a combination of orders with weights at least 0, of equations with any, and of terms that
are manifestly at least 0: the simplex method, exactly.  What is at least 0 besides the facts is an
`Item`, which says how it becomes a fact.

Complete for linear consequences, closed terms being known to nine decimals.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor, gcd, lcm
from typing import Any

from derivations.kernel import Combine, Context, Enclose, Proof, manifest, verify
from derivations.language.heads import FUNCTIONS
from derivations.language.statements import Proposition, Relation, le, lt, ne
from derivations.language.substitution import free_symbols, heads_of
from derivations.language.terms import POINTED, ZERO, Term, call, mul, neg, number
from derivations.search.drafts import Draft
from derivations.search.equality.equations import divided
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.numerics.numeric import closed_value
from derivations.search.orders.linear_programs import solve
from derivations.search.orders.written_signs import LEAST, given_signs, sign_of, tell_sign
from derivations.search.reading.facts import FAILURES, Vector, plain_facts, vector, vector_of
from derivations.search.reading.gaussian import UNIT
from derivations.search.reading.readback import (
    CONSTANT, is_scalar, monomial_term, polynomial, reader, scaled,
)
from derivations.search.reading.references import PRODUCTS, by_order
from derivations.search.reading.smooth import minus

# Multiples of equations in one combination, those of one equation.
MAX_MULTIPLES, MAX_RESTS = 60, 8
# So many differences that are not 0 are looked at.
MAX_APART = 4
# So many pairs of bounds of what is squared.
MAX_ENDS = 3
# What every strict order has of this is 1, where a combination is to be 0 and not all weights.
STRICT = "strict"
IMAGINARY = "imaginary"
# Closed terms are bounded by numbers with nine decimals, which intervals of 64 bits show.
DECIMALS, SHOWN = 10**9, Enclose(64)


@dataclass(frozen=True)
class Item:
    """A term that is at least 0.

    value: its normal form.
    strict: whether it is above 0.
    add: puts that as a fact into a draft, and returns its number.
    """

    term: Term
    value: Vector
    strict: bool
    add: Callable[[Draft], int]


def prove_linear(goal: Goal) -> Proof | None:
    """A nonnegative combination of facts."""
    draft = Draft(goal)
    proof = combination(draft)
    if proof is None:
        bound_symbols(draft)
        proof = combination(draft) if draft.grown else None
    return None if proof is None else draft.close(proof)


def bound_symbols(draft: Draft, more: Iterable[Relation] = ()) -> None:
    """Add what sorts say of the symbols of the goal; strict orders of whole numbers."""
    free = {s for r in (draft.relation, *more) for s in r.free()}
    for s in sorted(free, key=lambda s: s.name):
        if s.head == "symbol" and s.sort.kind in (
            "posint", "positive", "natural", "nonnegative", "negative"
        ):
            draft.attempt(draft.sort, s)
    for atom in draft.goal.atoms:
        if atom.head in ("pow", "apply", *FUNCTIONS):
            draft.attempt(draft.sort, atom, "posint")
    _whole_numbers(draft, 0)
    for number_, fact in [*plain_facts(draft.context, "<", "<=")]:
        draft.attempt(_tightened, draft, number_, fact)
    _between_bounds(draft)
    if not draft.light:
        _differences(draft)


def _whole_numbers(draft: Draft, first: int) -> None:
    """Add what the strict orders of whole numbers say, from this fact on."""
    for number_, fact in [*plain_facts(draft.context, "<")]:
        if number_ >= first and _is_whole(fact):
            draft.attempt(draft.use, "whole numbers", fact.left, fact.right)


def _tightened(draft: Draft, number_: int, fact: Relation) -> None:
    """What an order of whole numbers says once its common divisor is taken out: `3 < 7*n` says
    `1 <= n`.  Raises Stuck where that is no more."""
    gap = vector_of(draft.context, Relation("==", fact.right, fact.left)) or {}
    others = {k: c for k, (c, im) in gap.items() if k != CONSTANT and k[:2] == (None, None)}
    if not _is_whole(fact) or len(others) + (CONSTANT in gap) != len(gap) or not others or not all(
            a.head == "symbol" and e > 0 for _, _, m in others for a, e in m):
        raise Stuck("not an order of whole numbers")
    scale = lcm(*(c.denominator for c in others.values()))
    common = Fraction(gcd(*(int(c * scale) for c in others.values())), scale)
    bound = -gap.get(CONSTANT, (Fraction(0), 0))[0] / common
    if common == 1 or (fact.operator == "<=" and bound.denominator == 1):
        raise Stuck("no more than it says")
    whole = polynomial({k: (c / common, Fraction(0)) for k, c in others.items()})
    below = number(ceil(bound) - 1 if fact.operator == "<=" else floor(bound))
    draft.have(lt(below, whole), Combine((), ((1 / common, number_),)))
    draft.use("whole numbers", below, whole)


def _between_bounds(draft: Draft) -> None:
    """Add what bounds of the size of x say of it, and what those of x say of its square:
    (x - l)(h - x) is at least 0 for l <= x <= h."""
    wanted = vector_of(draft.context, Relation("==", draft.relation.right, draft.relation.left))
    powers = [m[0] for _, _, m in wanted or () if len(m) == 1]
    facts = [fact for _, fact in plain_facts(draft.context, "<", "<=")]
    for x in dict.fromkeys(x for x, e in powers if e in (1, 2)):
        sizes = [f for f in facts if f.left == call("abs", x)]
        for lemma in ("abs-above", "abs-below") if sizes else ():
            draft.attempt(draft.use, lemma, x)
        if (x, 2) not in powers:
            continue
        ends = [(neg(f.right), f.right, f.operator) for f in sizes]
        ends += [(f.left, g.right, max(f.operator, g.operator))  # "<=" comes behind "<"
                 for f in facts for g in facts if f.right == x == g.left]
        if ends and x.head == "apply":
            draft.attempt(draft.sort, x)  # that it is real
        for low, high, operator in ends[:MAX_ENDS]:
            draft.attempt(_product_of_distances, draft, minus(x, low), minus(high, x), operator)


def _product_of_distances(draft: Draft, a: Term, b: Term, operator: str) -> None:
    """Add that the product of what facts say to be above 0, or at least 0, is so.  Raises Stuck."""
    draft.use(PRODUCTS[operator], a, b, proofs=[
        linear(draft, Relation(operator, ZERO, t)) for t in (a, b)])


def _differences(draft: Draft) -> None:
    """Add what is above 0 since it is at least 0 and not 0; the squared size of what is not 0."""
    strict = draft.relation.operator == "<"
    for _, fact in plain_facts(draft.context, "!="):
        if strict and fact.left.head == "sqrt" and fact.right == ZERO:
            draft.attempt(draft.have, ne(fact.left.args[0], ZERO))
    apart = [
        (number_, minus(fact.left, fact.right))
        for number_, fact in plain_facts(draft.context, "!=")
        if strict or _is_whole(fact)
    ][:MAX_APART]
    if strict and apart:
        draft.attempt(_above_zero, draft, minus(draft.relation.right, draft.relation.left))
    # What is above a number that it is not may be so for the next one.
    for _ in apart:
        before = len(draft.context.facts)
        for number_, gap in apart:
            for z, c in ((gap, 1), (neg(gap), -1)):
                draft.attempt(_above_zero, draft, z, Combine((), ((Fraction(c), number_),)))
        _whole_numbers(draft, before)
        if len(draft.context.facts) == before:
            break
    for number_, gap in apart:
        draft.attempt(partial(draft.use, "size above zero", gap, proofs=(by_order(number_),)))


def _is_whole(fact: Relation) -> bool:
    """Whether all its symbols are whole numbers, or families of those."""
    sorts = [s.sort.value or s.sort for s in fact.free()]
    return bool(sorts) and all(sort.within("integer") for sort in sorts)


def _above_zero(draft: Draft, z: Term, apart: Combine | None = None) -> None:
    """What is at least 0, by the facts or as it is written, and not 0, is above 0."""
    proof, given = attempted(linear, draft, le(ZERO, z)), given_signs(draft.context)
    if proof is None and sign_of(z, given) is None:
        raise Stuck("not at least 0")
    shown = by_order(tell_sign(draft, z, LEAST, given)) if proof is None else proof
    draft.use("above zero", z, proofs=(shown, apart))


def combination(draft: Draft, items: Sequence[Item] = ()) -> Proof | None:
    """A Combine for the goal, or None; the items that count become facts of the draft."""
    context, relation = draft.context, draft.relation
    wanted = vector_of(context, Relation("==", relation.right, relation.left))
    if wanted is None or not is_scalar(wanted):
        return None
    orders = [
        (v, fact.operator == "<", number_)
        for number_, fact in plain_facts(context, "<", "<=")
        if (v := vector_of(context, Relation("==", fact.right, fact.left)))
    ]
    vectors = [*(v for v, _, _ in orders), *(item.value for item in items)]
    made: list[Any] = [*(n for _, _, n in orders), *items]
    strict = [*(s for _, s, _ in orders), *(item.strict for item in items)]
    keys = dict.fromkeys([*wanted, *(k for v in vectors for k in v)])
    for multiple in _multiples(context, keys if items else dict.fromkeys(wanted)):
        v = multiple[2]
        keys.update(dict.fromkeys(v))
        vectors += [v, {k: (-a, -b) for k, (a, b) in v.items()}]
        made += [(1, *multiple), (-1, *multiple)]
        strict += [False, False]
    for key in keys:
        shown = _sign(context, key)
        if shown:
            vectors.append({key: UNIT})
            made.append(None)
            strict.append(shown == "<")
        for bound in _bounds(key):
            vectors.append(vector(context, Relation("==", bound.right, bound.left)))
            made.append(bound)
            strict.append(True)
    places: dict[Any, int] = {}
    rows = [_row(v, places) for v in vectors]
    target = _row(wanted, places)
    if not target and relation.operator == "<":
        place = places.setdefault(STRICT, len(places))
        target[place] = Fraction(1)
        for row, s in zip(rows, strict, strict=True):
            if s:
                row[place] = Fraction(1)
    gains = [*map(int, strict)] if relation.operator == "<" else None
    weights = solve(rows, target, gains)
    if weights is None:
        return None
    if gains and not any(w and s for w, s in zip(weights, strict, strict=True)):
        return None
    return _combine(draft, weights, made)


def linear(draft: Draft, claim: Relation) -> Proof:
    """A proof of an order by a combination of facts.  Raises Stuck."""
    if draft.search.refuse(draft.context, claim):
        raise Stuck("fails at a point where the facts hold")
    inner = draft.aside(claim)
    proof = combination(inner)
    if proof is None:
        raise Stuck("no combination of facts")
    return inner.close(proof)


def _combine(draft: Draft, weights: Sequence[Fraction], made: Sequence[Any]) -> Combine:
    counted, equations = [], []
    for w, source in zip(weights, made, strict=True):
        if not w or source is None:
            continue
        if isinstance(source, Relation):
            counted.append((w, draft.have(source, SHOWN)))
        elif isinstance(source, tuple):
            sign, c, rest, _, number_ = source
            factor = scaled((-sign * w * c[0], -sign * w * c[1]), rest)
            equations.append((factor, number_, None))
        else:
            counted.append((w, source.add(draft) if isinstance(source, Item) else source))
    return Combine(tuple(equations), tuple(counted))


def _multiples(context: Context, known: dict[Any, None]) -> list[Any]:
    """Equations, and times monomials that meet what is known; times i where that may count."""
    plain: list[Any] = []
    more: list[Any] = []
    for number_, fact in plain_facts(context, "=="):
        own = vector_of(context, fact)
        if not own or not is_scalar(own):
            continue
        plain += _turned(own, [], number_)
        for rest, v in _met(context, fact, own, known):
            more += _turned(v, [rest], number_)
        if len(plain) > MAX_MULTIPLES:
            break
    return [*plain, *more[:MAX_MULTIPLES]]


def _turned(v: Vector, rest: list[Term], number_: int) -> Iterator[Any]:
    """A multiple of an equation: c, the monomial, the vector, the number of the fact."""
    yield UNIT, rest, v, number_
    if any(b for _, b in v.values()) or any(a.head == "conj" for k in v for a, _ in k[2]):
        yield (Fraction(0), Fraction(1)), rest, {k: (-b, a) for k, (a, b) in v.items()}, number_


def _met(
    context: Context, fact: Relation, own: Vector, known: dict[Any, None]
) -> Iterator[tuple[Term, Vector]]:
    """The products of an equation with monomials that bring at most one new term."""
    rests: dict[Any, None] = {}
    leads = [(m, frozenset([a for a, e in m if e > 0 and a.head != "exp"])) for _, _, m in own if m]
    for key in known if leads else ():
        atoms = frozenset([a for a, _ in key[2]])
        for lead, needed in leads if key[:2] == (None, None) else ():
            rest = divided(key[2], lead) if needed <= atoms else None
            if rest:
                rests[rest] = None
    for rest in [*rests][:MAX_RESTS]:
        factor = monomial_term(rest)
        v = vector_of(context, Relation("==", mul(factor, fact.left), mul(factor, fact.right)))
        if v and sum(k not in known for k in v) <= 1:
            yield factor, v


def _sign(context: Context, key: Any) -> str:
    """Whether a monomial is manifestly above 0, or at least 0; as an operator, or nothing."""
    known = reader(context).known
    shown: str | None = known.get(key)
    if shown is None:
        shown = known[key] = _shown_sign(context, key)
    return shown


@lru_cache(maxsize=4096)
def _bounds(key: Any) -> tuple[Relation, ...]:
    """Rational bounds of a monomial without symbols, where intervals show them."""
    if key[:2] != (None, None) or not key[2] or any(free_symbols(a) for a, _ in key[2]):
        return ()
    term = monomial_term(key[2])
    if not heads_of(term).isdisjoint(POINTED):  # of integrals intervals show nothing
        return ()
    try:
        low = Fraction(floor(closed_value(term).real * DECIMALS), DECIMALS)
        bounds = lt(number(low), term), lt(term, number(low + Fraction(1, DECIMALS)))
        for bound in bounds:
            verify(Context(), Proposition(bound), SHOWN)
    except FAILURES:
        return ()
    return bounds


def _shown_sign(context: Context, key: Any) -> str:
    symbols = [(a.sort.kind, e) for a, e in key[2] if a.head == "symbol"]
    if key[:2] != (None, None) or any(e % 2 and k in ("real", "integer") for k, e in symbols):
        return ""
    term = monomial_term(key[2])
    for operator, compare in (("<", lt), ("<=", le)):
        if manifest(context, compare(ZERO, term)):
            return operator
    return ""


def _row(v: Vector, places: dict[Any, int]) -> dict[int, Fraction]:
    found = {}
    for key, (a, b) in v.items():
        if a:
            found[places.setdefault(key, len(places))] = a
        if b:
            found[places.setdefault((key, IMAGINARY), len(places))] = b
    return found
