"""Sums of logarithms and angles: they are 0 since their exponential is 1 and they are small.

A sum t of logarithms with whole coefficients, and of anything else, has `exp(t) = 1`, which
reduction shows; so it is a whole multiple of 2 pi i.  The half-planes in which the arguments of the
logarithms are bound `im t` by less than a whole turn, perhaps by cases of the sign of a symbol.
Inverse functions are logarithms for normal forms.

So the logarithm of a product is the sum of those of its factors and k turns, each k being tried;
roots are put through logarithms for it.  Logarithms of sums are known by their half-plane only.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import lcm

from derivations.kernel import Combine, Proof
from derivations.language.statements import eq, le, lt
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, conj, div, exp, mul, neg, number, power,
)
from derivations.search.drafts import Draft, in_normal_form
from derivations.search.equality.equations import Combination
from derivations.search.equality.reductions import Rules, nonzero
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.matching import same
from derivations.search.numerics.closed_forms import value
from derivations.search.numerics.relations import seen_apart
from derivations.search.orders.contradictions import for_each_sign, where_zero
from derivations.search.orders.order import linear
from derivations.search.reading.facts import plain_facts
from derivations.search.reading.readback import (
    monomial_term, polynomial, scaled, simplified, sum_of,
)
from derivations.search.reading.references import by_equation, by_order

# Logarithms in one sum, and in one goal; turns that are tried.
MAX_LOGS, TURNS = 8, (0, 1, -1)
HALF = number(Fraction(1, 2))
WHOLE_TURN = mul(number(2), PI)
# Laws that bound the imaginary part of a logarithm: of each row the first that applies.
HALVES = {
    "im": ("log in upper half", "log in lower half"),
    "re": ("log in right half", "log in closed right half"),
}


def prove_by_turns(goal: Goal) -> Proof | None:
    """A sum of logarithms and angles."""
    logs, factor = _logarithms(goal)
    if not logs:
        return None
    draft = Draft(goal)
    gap = add(goal.relation.left, neg(goal.relation.right))
    t = simplified(goal.context, mul(factor, gap))
    for u in logs:
        nonzero(draft, u)
        _signs(draft, u)
    z = mul(div(t, WHOLE_TURN), neg(I))
    known = _one(draft, t)
    inverse = draft.use("inverse", PI)
    turned = mul(number(2), PI, I, z)
    equal = draft.have(eq(turned, t), Combine(((t, inverse, None),)))
    inner = draft.aside(eq(exp(turned), ONE))
    inner.rewrite(equal)
    draft.have(eq(exp(turned), ONE), inner.close(by_equation(known)))
    floor = draft.use("whole turns", z)
    y = simplified(goal.context, mul(neg(I), t))
    _real(draft, z, y, floor, inverse)
    for u in logs if free_symbols(y) else ():
        _half_planes(draft, u)
    for _, fact in [*plain_facts(draft.context, "!=")]:
        for a, b in ((fact.left, fact.right), (fact.right, fact.left)):
            draft.attempt(_strictly, draft, a, b)
    cofactor = div(mul(WHOLE_TURN, I), factor)

    def close(inner: Draft) -> Proof:
        last = _zero(inner, y, z)
        return inner.close(Combine(((cofactor, last, None), (neg(gap), inverse, None))))

    bare = draft.aside(draft.relation)
    proof = attempted(close, bare)
    if proof is None:
        proof = attempted(_by_inverses, draft, *logs) if len(logs) == 2 else None
    return draft.close(_by_sign(draft, y, logs, close) if proof is None else proof)


def _one(draft: Draft, t: Term) -> int:
    """Add that exp(t) is 1, with z for exp(log z), as an equation without negative powers."""
    sides: tuple[list[Term], list[Term]] = ([], [])
    rest, below, numbers = [], [], []
    for (_, _, m), c in draft.aside(eq(t, ZERO)).goal.gap.items():
        term = monomial_term(m) if m else ONE
        if term.head == "log" or (term.head == "conj" and term.args[0].head == "log"):
            sides[c[0] < 0].append(power(exp(term), number(abs(c[0]))))
            below += [scaled(c, [term])] if c[0] < 0 else []
            said = Rules(draft, facts=False).said(exp(term))
            numbers += [] if said is None else [said]
        else:
            rest.append(scaled(c, [term]))
    inner = draft.aside(eq(mul(*sides[0], exp(sum_of(rest)), ONE), mul(*sides[1], ONE)))
    claim = inner.relation
    for number_ in numbers:
        inner.rewrite(number_)
    last = Rules(inner).zero(add(inner.relation.left, neg(inner.relation.right)))
    known = draft.have(claim, inner.close(by_equation(last)))
    return draft.have(eq(exp(t), ONE), Combine(((exp(sum_of(below)), known, None),)))


def _zero(draft: Draft, y: Term, z: Term) -> int:
    """Add that z, which is whole and `y/(2 pi)`, is 0 as y is between bounds."""
    for low, high, least, most in ((y, WHOLE_TURN, z, ONE), (neg(WHOLE_TURN), y, neg(ONE), z)):
        if not free_symbols(y):
            draft.have(lt(call("re", low), call("re", high)))
        number_ = draft.have(lt(low, high), linear(draft, lt(low, high)))
        factors = add(high, neg(low)), div(ONE, WHOLE_TURN)
        draft.use("products above zero", *factors, proofs=(by_order(number_), None))
        draft.have(lt(least, most), linear(draft, lt(least, most)))
        draft.use("whole numbers", least, most)
    return draft.use("antisymmetry", z, ZERO)


def _logarithms(goal: Goal) -> tuple[dict[Term, None], Term]:
    """The arguments of the logarithms, and what makes their coefficients whole."""
    found: dict[Term, None] = {}
    coefficients = []
    for (place, word, m), c in goal.gap.items():
        atom = m[0][0] if len(m) == 1 and m[0][1] == 1 else None
        if atom is not None and atom.head == "conj":
            (atom,) = atom.args
        if place is None and word is None and atom is not None and atom.head == "log":
            found[atom.args[0]] = None
            coefficients.append(c)
    if not found or len(found) > MAX_LOGS or not all(
        free_symbols(u) <= goal.context.symbols for u in found
    ):
        return {}, ONE
    whole = number(lcm(*(part.denominator for c in coefficients for part in c)))
    if not any(im for _, im in coefficients):
        return found, whole
    return ({}, ONE) if any(re for re, _ in coefficients) else (found, mul(whole, I))


def _real(draft: Draft, z: Term, y: Term, floor: int, inverse: int) -> None:
    """Add that `z = y/(2 pi)` is real, as it is whole."""
    claim = eq(conj(call("floor", z)), conj(z))
    turned = draft.have_rewritten(claim, floor)
    last = draft.have(eq(conj(z), z), Combine(((ONE, floor, None), (neg(ONE), turned, None))))
    gap = add(conj(y), neg(y))
    draft.have(eq(conj(y), y), Combine(((WHOLE_TURN, last, None), (neg(gap), inverse, None))))


def _by_sign(
    draft: Draft, y: Term, logs: Iterable[Term], close: Callable[[Draft], Proof]
) -> Proof:
    """The goal where a symbol is 0, positive and negative.  Raises Stuck."""
    s = next((s for s in sorted(free_symbols(y), key=lambda s: s.name)
              if s.sort.kind == "real" and not draft.attempt(_linear, draft, s)), None)
    if s is None:
        raise Stuck("not small, and no symbol whose sign is not known")

    def with_half_planes(case: Draft, _: Term) -> Proof:
        for u in logs:
            if s in free_symbols(u):
                _half_planes(case, u)
        return close(case)

    return where_zero(draft, s, lambda other: for_each_sign(other, s, with_half_planes))


def _by_inverses(draft: Draft, u: Term, v: Term) -> Proof:
    """The goal where `u v = 1` and `0 ≤ re (u + v)`: each logarithm is the negative of the other.
    Raises Stuck."""
    one = Rules(draft, facts=False).zero(add(mul(u, v), neg(ONE)))
    draft.have(eq(mul(u, v), ONE), by_equation(one))
    right = le(ZERO, call("re", add(u, v)))
    draft.have(right, linear(draft, right))
    draft.use("logs-of-inverses", u, v)
    return Combination(draft).proof()


def _half_planes(draft: Draft, u: Term) -> None:
    """Add what bounds the imaginary part of log u."""
    for t in subterms(u):
        if t.head == "sqrt":
            draft.attempt(draft.use, "sqrt range", t.args[0])
    plain = simplified(draft.context, u)
    if same(draft.context, conj(u), u) and draft.attempt(_positive, draft, plain):
        draft.use("log is real", u)
        return
    draft.use("log range", u)
    for head, names in HALVES.items():
        part, rules = call(head, u), Rules(draft, facts=False)
        rest, equations = rules.reduced(rules.vector(eq(part, ZERO)))
        if equations:
            draft.have(eq(part, polynomial(rest)), Combine(equations))
        for sign in (ONE, neg(ONE)) if head == "im" else (ONE,):
            draft.attempt(_positive, draft, mul(sign, polynomial(rest)))
        any(draft.attempt(_within, draft, name, u) for name in names)


def _strictly(draft: Draft, a: Term, b: Term) -> None:
    """Add `a < b` where `a ≤ b` follows and `a ≠ b` is known."""
    draft.use("above zero", add(b, neg(a)), proofs=(linear(draft, le(a, b)), None))


def _within(draft: Draft, name: str, u: Term) -> None:
    """Add what a law says of log u, its premise being linear in facts."""
    draft.use(name, u, proofs=lambda p: (
        linear(draft, p.relation) if p.relation.operator in ("<", "<=") else None))


def _signs(draft: Draft, u: Term) -> None:
    """Add the signs of what u is divided by, of radicands, of symbols in orders with others."""
    others = [f.free() for _, f in plain_facts(draft.context, "<", "<=") if len(f.free()) > 1]
    for t in subterms(u):
        if t.head == "symbol" and t.sort.kind == "real" and any(t in free for free in others):
            draft.attempt(draft.have, lt(ZERO, t))
        elif t.head == "sqrt" and free_symbols(t):
            draft.attempt(draft.have, lt(ZERO, t.args[0]))
    for t in subterms(u):
        if t.head == "div" and t.args[1].head != "number":
            signs = t.args[1], neg(t.args[1])
            any(draft.attempt(_inverse, draft, p) for p in signs)


def _inverse(draft: Draft, p: Term) -> None:
    draft.have(lt(ZERO, p))
    draft.use("inverse above zero", p)


def _positive(draft: Draft, t: Term) -> None:
    """Add that t is above 0, each term by the signs of its factors where they are known."""
    for (_, _, m), (c, _) in draft.aside(eq(t, ZERO)).goal.gap.items():
        if all(isinstance(e, int) for _, e in m):
            draft.attempt(_product, draft, c, [a for a, e in m for _ in range(e)])
    _linear(draft, t)


def _product(draft: Draft, c: Fraction, factors: Iterable[Term]) -> None:
    """Add the sign of a product by those of its factors.  Raises Stuck."""
    whole: Term = number(abs(c))
    draft.have(lt(ZERO, whole), Combine())
    for factor in factors:
        signed = next((f for f in (factor, neg(factor)) if draft.attempt(_linear, draft, f)), None)
        if signed is None:
            raise Stuck("a sign is not known")
        draft.use("products above zero", whole, signed)
        whole = mul(whole, signed)


def _linear(draft: Draft, t: Term) -> None:
    draft.have(lt(ZERO, t), linear(draft, lt(ZERO, t)))


# Logarithms of products


def prove_with_logarithms(goal: Goal) -> Proof | None:
    """Roots put through logarithms, logarithms of products taken apart."""

    def steps(draft: Draft) -> None:
        for node in draft.goal.unbound("sqrt"):
            if free_symbols(node):
                draft.attempt(_through_logarithm, draft, node.args[0])
        for node in draft.goal.unbound("log")[:MAX_LOGS]:
            draft.attempt(_taken_apart, draft, node)

    return in_normal_form(goal, steps)


def _through_logarithm(draft: Draft, z: Term) -> None:
    """Put an exponential for the root of z."""
    nonzero(draft, z)
    value = exp(mul(HALF, call("log", z)))
    known = draft.use("power", z, HALF)
    draft.rewrite(draft.have(eq(call("sqrt", z), value), by_equation(known)))


def _taken_apart(draft: Draft, node: Term) -> None:
    """Put those of its factors, and whole turns, for a logarithm.  Raises Stuck."""
    parts = _by_factors(draft, node.args[0])
    if same(draft.context, node, parts):
        raise Stuck("not a product")
    for turns in TURNS:
        whole = simplified(draft.context, add(parts, mul(number(turns), WHOLE_TURN, I)))
        if free_symbols(node) or not seen_apart(node, whole):
            claim = eq(node, whole)
            proof = attempted(prove_by_turns, draft.aside(claim).goal)
            if proof is not None:
                draft.rewrite(draft.have(claim, proof))
                return
    raise Stuck("the logarithm stays whole")


def _by_factors(draft: Draft, z: Term) -> Term:
    """The logarithm of z by those of its factors, up to whole turns."""
    terms = draft.aside(eq(z, ZERO)).goal.gap
    if len(terms) != 1:
        return call("log", z)
    (((_, _, monomial), c),) = terms.items()
    unit = scaled(c, [])
    known = value("log", [unit])
    found = [call("log", unit) if known is None else known]
    half_turns = Fraction(0)
    for atom, e in monomial:
        factor = number(e) if isinstance(e, (int, Fraction)) else e
        if atom.head == "exp":
            found.append(mul(factor, atom.args[0]))
        elif atom.head == "conj":
            found.append(mul(factor, conj(call("log", atom.args[0]))))
        elif atom.head == "div":
            found.append(neg(mul(factor, _by_factors(draft, atom.args[1]))))
        elif draft.attempt(draft.have_premise, lt(atom, ZERO)):
            found.append(mul(factor, call("log", neg(atom))))
            half_turns += e % 2
        else:
            found.append(mul(factor, call("log", atom)))
    return add(*found, mul(number(half_turns), PI, I))
