"""Roots of what is a square, by facts and laws, and roots with factors taken out.

    squares      `sqrt(s²) = s` where s is at least 0, or has a real part above 0; s is found as the
                 root of a polynomial in atoms, over the square of what is divided by
    nested       `sqrt(A + B r) = s` with `s² = A + B r`, from a root D of `A² - B² r²`
    factors      `sqrt(q² w) = q sqrt(w)` where q is at least 0; of what is divided by r > 0, 1/r
    below zero   `sqrt(w) = i sqrt(-w)` where w is at most 0

The values stand in the goal for the roots, inner ones first; the search goes on with it.
Source: J. F. Ritt's and A. Borodin et al., J. Symbolic Computation 1 (1985) 169, for nested roots.
"""

from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Proof
from derivations.language.statements import Relation, eq, le, lt
from derivations.language.substitution import subterms
from derivations.language.terms import (
    ONE, ZERO, I, Term, add, call, conj, div, exp, mul, neg, number, power, sqrt,
)
from derivations.search.drafts import Draft, in_normal_form
from derivations.search.equality.completion import prove_in_ideal
from derivations.search.equality.reductions import Rules
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.instances import with_root
from derivations.search.knowledge.matching import same
from derivations.search.knowledge.rewriting import determined
from derivations.search.numerics.closed_forms import root_of
from derivations.search.orders.bounds import Show, bounded
from derivations.search.orders.order import linear
from derivations.search.reading.facts import FAILURES, Vector
from derivations.search.reading.gaussian import content, ratio, square_part
from derivations.search.reading.readback import (
    monomial_term, multiple, polynomial, scaled, simplified,
)
from derivations.search.reading.references import by_equation, by_order

# Roots in one goal, terms of a root and of its square.
MAX_ROOTS, MAX_TERMS, MAX_SQUARED = 12, 12, 78
# Among more facts than these no roots are looked for.
MAX_FACTS = 100


def prove_with_roots(goal: Goal) -> Proof | None:
    """The goal with the values of its roots, inner ones first."""
    if not any(a.head == "sqrt" for a in goal.atoms) or len(goal.context.facts) > MAX_FACTS:
        return None

    def steps(draft: Draft) -> None:
        for node in goal.unbound("abs"):
            draft.use("size", node.args[0])
        tried: set[Term] = set()
        for _ in range(MAX_ROOTS):
            roots = [t for t in draft.goal.unbound("sqrt") if t not in tried]
            if not roots:
                break
            root = min(roots, key=lambda t: sum(1 for _ in subterms(t)))
            tried.add(root)
            draft.attempt(lambda root: draft.rewrite(value_of_root(draft, root)), root)

    return in_normal_form(goal, steps)


def value_of_root(draft: Draft, root: Term) -> int:
    """Add what a root is, by the number of the fact.  Raises Stuck."""
    (w,) = root.args
    rules = Rules(draft)
    v, _ = rules.reduced(rules.vector(eq(w, ZERO)))
    if len(v) > MAX_SQUARED:
        raise Stuck("a root of a long sum")
    before = len(draft.context.facts)
    for way in (_of_rest, _of_square, _with_factor, _below_zero):
        # rules of its own: a way that fails takes back the facts that its rules speak of
        if draft.attempt(way, Rules(draft), root, v) and len(draft.context.facts) > before:
            return draft.last
    raise Stuck("no simpler root")


def _of_rest(rules: Rules, root: Term, _: Vector) -> None:
    """The value is what the rest of the equation is."""
    draft = rules.draft
    equation = draft.relation.operator == "=="
    value = determined(draft.context, draft.goal.gap, root) if equation else None
    if value is None:
        raise Stuck("no equation says what it is")
    _is_root(rules, root, value, show=_shown)


def _of_square(rules: Rules, root: Term, v: Vector) -> None:
    """The value is one of the two roots that are found."""
    found = square_root(rules, v)
    if found is None:
        raise Stuck("no square")
    _is_root(rules, root, found, simplified(rules.draft.context, neg(found)))


def _shown(draft: Draft, claim: Relation) -> Proof:
    """A proof of the sign that the goal says the value has, by all methods.  Raises Stuck."""
    proof = attempted(bounded, draft, claim)
    if proof is None and draft.light:
        raise Stuck("the sign is not known")
    return draft.proof(claim) if proof is None else proof


def _is_root(rules: Rules, root: Term, *values: Term, show: Show = bounded) -> None:
    """Add that the root is the one of these values, all with one square, that is in its range."""
    draft, (w,) = rules.draft, root.args
    square = power(values[0], 2)
    try:
        equal = by_equation(rules.zero(add(square, neg(w))))
    except FAILURES:
        claim = eq(square, w)
        proof = None if draft.light else attempted(prove_in_ideal, draft.aside(claim).goal)
        last = draft.have_premise(claim) if proof is None else draft.have(claim, proof)
        equal = by_equation(last)
    for t in subterms(values[0]):
        if t.head == "sqrt":
            draft.attempt(with_root, draft, t.args[0])
    for s in values:
        ways = [("sqrt", le(ZERO, s))]
        if not same(draft.context, conj(s), s):
            ways.append(("sqrt in right half", lt(ZERO, call("re", s))))
        for name, premise in ways:
            try:
                last = draft.use(name, s, w, proofs=(show(draft, premise), equal))
            except FAILURES:
                continue
            draft.have(eq(root, s), by_equation(last))
            return
    raise Stuck("the sign is not known")


def _with_factor(rules: Rules, root: Term, v: Vector) -> None:
    """A factor that is at least 0 and stands squared is taken out."""
    draft, (w,) = rules.draft, root.args
    q, plain = _outside(rules, v)
    divisor = rules.divisor(v) if q == ONE else None
    if divisor is not None:
        q, v = _multiplied(rules, v, divisor)
        left = rules.divisor(v)
        if left is not None and left[0] == divisor[0]:
            raise Stuck("the divisor stays, under a longer root")
        plain, positive = polynomial(v), draft.have_premise(le(ZERO, q))
    elif q == ONE:
        raise Stuck("no factor")
    else:
        positive = draft.have(le(ZERO, q), linear(draft, le(ZERO, q)))
    product = mul(power(q, 2), plain)
    equal = rules.zero(add(w, neg(product)))
    equal = draft.have(eq(w, product), by_equation(equal))
    first = draft.have_rewritten(eq(root, sqrt(product)), equal)
    whole = draft.use("sqrt", q, power(q, 2), proofs=(by_order(positive),))
    split = draft.use("sqrt of a product", power(q, 2), plain)
    draft.have(eq(root, mul(q, sqrt(plain))), Combine((
        (ONE, first, None), (ONE, split, None), (sqrt(plain), whole, None))))


def _multiplied(rules: Rules, v: Vector, divisor: tuple[Term, int]) -> tuple[Term, Vector]:
    """One by the least power of a divisor whose square leaves nothing divided by it; and what that
    square times a sum is."""
    half = power(divisor[0], number((divisor[1] + 1) // 2))
    whole = rules.vector(eq(mul(power(half, 2), polynomial(v)), ZERO))
    return div(ONE, half), rules.reduced(whole, div(ONE, divisor[0]))[0]


def _below_zero(rules: Rules, root: Term, v: Vector) -> None:
    """The root of what is at most 0."""
    draft, (w,) = rules.draft, root.args
    below = simplified(draft.context, neg(w))
    if not same(draft.context, conj(w), w):
        raise Stuck("not real")
    draft.have(le(ZERO, below), linear(draft, le(ZERO, below)))
    s = sqrt(below)
    draft.use("sqrt at least zero", below)
    square = draft.use("square of sqrt", below)
    turned = Combine(((neg(ONE), square, None),))
    last = draft.use("sqrt on upper axis", s, w, proofs=(None, turned))
    draft.have(eq(root, mul(I, s)), by_equation(last))


# Roots of polynomials


def square_root(rules: Rules, v: Vector, depth: int = 2) -> Term | None:
    """A term whose square is a sum with these coefficients, by the rules; not seen to be so."""
    factors: list[Term] = []
    unit = rules.unit(v)
    if unit is not None:
        factors.append(exp(div(neg(unit), number(2))))
        v, _rest = rules.reduced(rules.vector(eq(mul(exp(unit), polynomial(v)), ZERO)))
    for _ in range(MAX_TERMS):
        if len(v) > MAX_SQUARED:
            return None
        divisor = rules.divisor(v)
        if divisor is None:
            break
        factor, v = _multiplied(rules, v, divisor)
        factors.append(factor)
    if not v:
        return ZERO
    found = _of_polynomial(rules, v)
    if found is None and depth:
        found = _nested(rules, v, depth - 1)
    if found is None:
        return None
    return polynomial(rules.reduced(rules.vector(eq(mul(found, *factors), ZERO)))[0])


def _of_polynomial(rules: Rules, v: Vector) -> Term | None:
    """The root of a polynomial, its greatest terms first."""
    key = max(v, key=lambda k: rules.rank(k[2]))
    (c, im), lead = v[key], _halved(key[2])
    if im or lead is None:
        return None
    found, whole = monomial_term(lead), polynomial({k: ratio(b, (c, im)) for k, b in v.items()})
    for _ in range(MAX_TERMS):
        rest = rules.vector(eq(whole, power(found, 2)))
        if not rest:
            return mul(root_of(c), found)
        key = max(rest, key=lambda k: rules.rank(k[2]))
        powers = dict(key[2])
        for a, e in lead:
            powers[a] = powers.get(a, 0) - e
        if any(e < 0 and a.head != "exp" for a, e in powers.items()):
            return None
        a, b = rest[key]
        m = tuple((a, e) for a, e in powers.items() if e)
        found = add(found, multiple((a / 2, b / 2), m))
    return None


def _halved(m: Any) -> Any:
    """The root of a monomial."""
    if any(a.head != "exp" and (not isinstance(e, int) or e % 2) for a, e in m):
        return None
    return tuple((a, Fraction(e) / 2 if a.head == "exp" else e // 2) for a, e in m)


def _nested(rules: Rules, v: Vector, depth: int) -> Term | None:
    """`sqrt(A + B r)`, the square of `s + B r/(2 s)` for `s² = (A ± D)/2`, `D² = A² - B² r²`."""
    roots = dict.fromkeys(a for _, _, m in v for a, e in m if a.head == "sqrt" and e == 1)
    for r in roots:
        with_r = {k: c for k, c in v.items() if (r, 1) in k[2]}
        plain = polynomial({k: c for k, c in v.items() if k not in with_r})
        turned = polynomial(with_r)
        norm, _ = rules.reduced(rules.vector(eq(power(plain, 2), power(turned, 2))))
        d = square_root(rules, norm, depth)
        for half in () if d is None else (add(plain, d), add(plain, neg(d))):
            u, _ = rules.reduced(rules.vector(eq(div(half, number(2)), ZERO)))
            s = square_root(rules, u, 0)
            if s is not None and s != ZERO:
                return add(s, div(turned, mul(number(2), s)))
    return None


def _outside(rules: Rules, v: Vector) -> tuple[Term, Term]:
    """A factor at least 0 that stands squared, and what remains."""
    powers = [dict(m) for _, _, m in v]
    shared = content([c for pair in v.values() for c in pair if c])
    outside, _ = square_part(shared)
    factors = []
    for atom in dict.fromkeys(a for p in powers for a in p):
        e = min(p.get(atom, 0) for p in powers)
        if isinstance(e, int) and e > 1 and attempted(
            linear, rules.draft, le(ZERO, atom)) is not None:
            factors.append((atom, e - e % 2))
    q = scaled((outside, Fraction(0)), [monomial_term(tuple((a, e // 2) for a, e in factors))]
               if factors else [])
    rest: Vector = {}
    for (place, word, m), (a, b) in v.items():
        left = dict(m)
        for atom, e in factors:
            left[atom] -= e
        m = tuple((atom, e) for atom, e in left.items() if e)
        rest[place, word, m] = (a / outside**2, b / outside**2)
    return q, polynomial(rest)
