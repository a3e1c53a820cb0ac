"""That a scalar is not zero: times something else it is what is known not to be zero.

    powers, sizes  the base is not zero
    divisors       times what is divided by
    roots          times the conjugate, in which a root has the other sign
    parts          the real or the imaginary part is not zero
    radicands      a root is that of what is above 0, and so are factors and powers
    instances      a fact for all values says so of one
    signs          it is above or below 0
    products       its factors are not 0, as polynomials
    orders         one number is above the other, by all methods
"""

from dataclasses import replace
from fractions import Fraction

from derivations.kernel import Combine, Proof
from derivations.language.statements import Relation, eq, lt, ne
from derivations.language.substitution import Substitution, free_symbols, heads_of, subterms
from derivations.language.terms import ONE, ZERO, Term, add, call, conj, mul, neg, number, power
from derivations.search.drafts import Draft
from derivations.search.equality.reductions import Rules, nonzero
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.matching import same
from derivations.search.knowledge.rewriting import determined
from derivations.search.numerics.stationary import factored
from derivations.search.orders.written_signs import written_factors
from derivations.search.reading.facts import Vector, nodes, vector
from derivations.search.reading.gaussian import minus
from derivations.search.reading.readback import (
    is_scalar, polynomial, product_of, reader, simplified,
)
from derivations.search.reading.references import by_order

# Exponents of powers of what is not 0.
POWERS = range(2, 9)
# Steps for an order of two numbers that are to differ, which are counted apart.
ORDER_STEPS = 600
POLYNOMIAL = frozenset({"add", "mul", "neg", "pow", "number", "symbol"})


def prove_nonzero(goal: Goal) -> Proof | None:
    """`a ≠ b`, in one of these ways."""
    if not is_scalar(goal.gap):
        return None
    draft = Draft(goal)
    if goal.relation.right == ZERO and draft.attempt(_by_base, draft, goal.relation.left):
        return draft.close(by_order(draft.last))
    t = simplified(goal.context, add(goal.relation.left, neg(goal.relation.right)))
    apart(draft, t)
    return draft.close(by_order(draft.have(ne(t, ZERO))))


def prove_with_radicands(goal: Goal) -> Proof | None:
    """`a ≠ b`, where it is new that something is above 0 that roots, or powers
    with broken exponents, are of."""
    if not is_scalar(goal.gap):
        return None
    draft = Draft(goal)
    for node in nodes(draft.relation):
        root = node.head == "sqrt" or (
            node.head == "pow" and node.args[1].head == "number"
            and node.args[1].data.denominator > 1)
        if root and node.args[0].head == "add":
            draft.attempt(_have, draft, lt(ZERO, node.args[0]), draft.depth + 1)
    return draft.done_as_deep() if draft.grown else None


def _by_base(draft: Draft, t: Term) -> None:
    """A power, or the size, of what is not 0; the root of what is above 0."""
    if t.head == "sqrt" and draft.search.nesting == 1:
        _have(draft, lt(ZERO, t.args[0]), draft.depth + 1)
        _root(draft, t, t.args[0])
        return
    if t.head == "abs":
        z = t.args[0]
        _have(draft, ne(z, ZERO), draft.depth + 1)
        draft.use("size above zero", z)
        _root(draft, t, mul(z, conj(z)))
        return
    if t.head != "pow" or t.args[1].head != "number" or t.args[1].data not in POWERS:
        raise Stuck("no power")
    base = t.args[0]
    if base.head == "sqrt":
        draft.attempt(_have, draft, lt(ZERO, base.args[0]), draft.depth + 1)
    _have(draft, ne(base, ZERO), draft.depth + 1)
    draft.use("power-not-zero", *t.args)


def _root(draft: Draft, t: Term, under: Term) -> None:
    last = draft.use("sqrt above zero", under)
    draft.have(ne(t, ZERO), Combine((), ((Fraction(-1), last),)))


def apart(draft: Draft, t: Term) -> None:
    """Add that t is not 0.  Raises Stuck."""
    ways = (_by_instance, _by_factor, _by_part, _by_radicand, _by_sign, _by_product)
    if not any(draft.attempt(way, draft, t) for way in ways):
        raise Stuck("nothing that is known not to be 0")


def _by_factor(draft: Draft, t: Term) -> None:
    """t is not 0 since t times something is not."""
    rules = Rules(draft)
    v, _ = rules.reduced(rules.vector(eq(t, ZERO)))
    divisor = rules.divisor(v)
    factor = power(divisor[0], number(divisor[1])) if divisor else _conjugate(rules, v)
    if factor is None:
        raise Stuck("no divisor and no root")
    product = mul(t, factor)
    rest, _ = rules.reduced(rules.vector(eq(product, ZERO)))
    plain = polynomial(rest)
    number_ = draft.have_premise(ne(plain, ZERO))
    equal = rules.zero(add(product, neg(plain)))
    draft.have(ne(product, ZERO), Combine(((ONE, equal, None),), ((Fraction(1), number_),)))
    draft.have(ne(t, ZERO), by_order(draft.use("factors", t, factor)))


def _conjugate(rules: Rules, v: Vector) -> Term | None:
    """What remains, with the other sign of the root that was met last."""
    roots = dict.fromkeys(a for _, _, m in v for a, _ in m if a.head == "sqrt")
    if not roots or len(v) == 1:
        return None
    root = max(roots, key=reader(rules.draft.context).rank)
    return polynomial({k: minus(c) if (root, 1) in k[2] else c for k, c in v.items()})


def prove_by_orders(goal: Goal) -> Proof | None:
    """`a ≠ b`, one being above the other; of a root, what it is of being above 0."""
    draft, left, right = Draft(goal), goal.relation.left, goal.relation.right
    root = left.head == "sqrt" and right == ZERO
    left = left.args[0] if root else left
    gap = add(left, neg(right))
    if not same(goal.context, conj(gap), gap):
        return None
    for claim in (lt(right, left), lt(left, right))[: 1 if root else 2]:
        with draft.search.apart(ORDER_STEPS):
            if draft.attempt(draft.have_as_deep, claim):
                number_ = draft.use("sqrt above zero", left) if root else draft.last
                turn = Fraction(-1 if claim.left == right else 1)
                return draft.close(Combine((), ((turn, number_),)))
    return None


def _by_part(draft: Draft, t: Term) -> None:
    """The real or the imaginary part is not 0."""
    if same(draft.context, conj(t), t):
        raise Stuck("a real number")
    for head, name in (("re", "real-part-not-zero"), ("im", "imaginary-part-not-zero")):
        part = simplified(draft.context, call(head, t))
        if part != ZERO and (draft.attempt(nonzero, draft, part) or (
                draft.search.nesting == 1 and draft.attempt(_by_sign, draft, part))):
            draft.use(name, t)
            return
    raise Stuck("no part that is not zero")


def _by_radicand(draft: Draft, t: Term) -> None:
    """A multiple of the root of what is above 0."""
    for (_, _, m), (c, im) in draft.aside(eq(t, ZERO)).goal.gap.items():
        if im or len(m) != 1 or m[0][0].head != "sqrt" or m[0][1] != 1:
            raise Stuck("no root")
        w = m[0][0].args[0]
        draft.have(lt(ZERO, w))
        last = draft.use("sqrt above zero", w)
        draft.have(ne(t, ZERO), Combine((), ((-c, last),)))


def _have(draft: Draft, claim: Relation, depth: int) -> int:
    """Prove a claim so deep; returns its number among the facts."""
    if depth < 0:
        raise Stuck("too deep")
    return draft.have(claim, draft.search.prove(draft.context, claim, depth, draft.light))


def _by_sign(draft: Draft, t: Term) -> None:
    """A real number is above or below 0."""
    if t.head != "add":
        raise Stuck("no sum")
    # What is asked for itself is as deep as its sign.
    depth = draft.depth + (draft.search.nesting == 1)
    for claim in (lt(ZERO, t), lt(t, ZERO)):
        if draft.attempt(_have, draft, claim, depth):
            c = Fraction(1 if claim.left == t else -1)
            draft.have(ne(t, ZERO), Combine((), ((c, draft.last),)))
            return
    raise Stuck("neither above nor below 0")


def _by_instance(draft: Draft, t: Term) -> None:
    """A fact for all values of one variable, at the value where it speaks of t."""
    for number_, fact in enumerate(draft.context.facts):
        if fact.relation.operator == "!=" and len(fact.variables) == 1:
            (k,) = fact.variables
            gap = add(fact.relation.left, neg(fact.relation.right), neg(t))
            inside = draft.context.with_symbols(k)
            value = determined(inside, vector(inside, eq(gap, ZERO)), k)
            if value is not None and draft.attempt(draft.use, number_, value):
                draft.have(ne(t, ZERO), by_order(draft.last))
                return
    raise Stuck("no instance of a fact")


def _by_product(draft: Draft, t: Term) -> None:
    """None of the factors of a polynomial is 0."""
    symbols = sorted(free_symbols(t), key=lambda s: s.name)
    said = any(f.variables and f.relation.operator == "!=" for f in draft.context.facts)
    if draft.light and not said:  # as a premise only where the factors may be instances
        raise Stuck("factors have no instances")
    if t.head != "add" or not symbols or not _is_short_polynomial(t):
        raise Stuck("no short polynomial")
    first, *others = written_factors(factored(t, symbols[0]))
    if not others:
        raise Stuck("no product")
    last = _have(draft, ne(first, ZERO), draft.depth + 1)
    for factor in others:
        _have(draft, ne(factor, ZERO), draft.depth + 1)
        last = draft.use("product", first, factor)
        first = mul(first, factor)
    draft.have(ne(t, ZERO), by_order(last))


def say_of_factors(draft: Draft) -> None:
    """Say of each factor what facts say of a product, for all values: that it is not 0."""
    for place, fact in [*enumerate(draft.context.facts)]:
        if not fact.variables or fact.relation.operator != "!=" or fact.relation.right != ZERO:
            continue
        factors = written_factors(fact.relation.left)
        for factor in factors if len(factors) > 1 else ():
            rest = product_of([f for f in factors if f is not factor])
            draft.attempt(_say_of_factor, draft, place, factor, rest)


def _say_of_factor(draft: Draft, place: int, factor: Term, rest: Term) -> None:
    """Raises Stuck."""
    fact = draft.context.facts[place]

    def prove(inner: Draft, *new: Term) -> Proof:
        there = Substitution(dict(zip(fact.variables, new, strict=True)))
        product = inner.use(place, *new)
        return by_order(inner.use(
            "factors", there(factor), there(rest), proofs=[by_order(product)]))

    stated = replace(fact, relation=ne(factor, ZERO))
    draft.have(stated, draft.for_all(stated, prove))


def _is_short_polynomial(t: Term) -> bool:
    return heads_of(t) <= POLYNOMIAL and all(
        node.args[1].head == "number" and node.args[1].data in POWERS
        for node in subterms(t) if node.head == "pow")
