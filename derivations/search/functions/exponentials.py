"""Powers, exponentials and logarithms of numbers.

    powers      those whose exponent is not whole are put through `z**w = exp(w log z)`, the
                innermost first; a logarithm of a rational number becomes one of primes
    signs       of logarithms, from comparing with 1
    growth      K exp(u) < K exp(v) since 0 < K and u < v, or K < 0 and v < u;
                K exp(u) ≠ K exp(v) since K ≠ 0 and u ≠ v, which are real
    exponents   exp(u)/exp(v) = exp(w) since u - v = w; z exp(v) with z = exp(log z)

In growth a number z stands for exp(log z) where its logarithm is in an exponent; it is complete,
up to its premises, for differences with two exponentials.
"""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from derivations.kernel import Combine, Proof, manifest
from derivations.language.statements import Relation, eq, ne
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import ONE, PI, ZERO, I, Term, add, call, exp, mul, neg, number
from derivations.search.drafts import Draft
from derivations.search.equality.equations import combined, have_combined
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.instances import is_natural, speaks
from derivations.search.numerics.closed_forms import gaussian
from derivations.search.orders.order import combination
from derivations.search.reading.facts import FAILURES, nodes
from derivations.search.reading.gaussian import NOTHING, primes_of
from derivations.search.reading.readback import is_scalar, polynomial, product_of, scaled, sum_of
from derivations.search.reading.references import PRODUCTS, by_equation, by_order

# Powers that are put through exponentials in one goal; numbers that are factorized.
MAX_POWERS, MAX_NUMBER = 12, 10**7
# Logarithms that are compared with each other.
MAX_COMPARED = 2
Exponent = tuple[tuple[Term, Fraction], ...]


def prove_through_exponentials(goal: Goal) -> Proof | None:
    """The goal with exponentials for its powers."""
    draft = Draft(goal)
    bases: list[Term] = []
    for _ in range(MAX_POWERS + 1):
        node = next(_powers(draft, bases), None)
        if node is None:
            break
        base, e = node.args
        try:
            if base.head == "exp":
                draft.rewrite(draft.use("power of an exponential", base.args[0], e))
            else:
                draft.rewrite(draft.use("power", base, e))
                bases.append(base)
        except FAILURES:
            return None
    else:
        return None
    logs = [node for node in dict.fromkeys(nodes(draft.relation)) if node.head == "log"]
    for node in logs:
        if node.args[0].head == "exp" and speaks(node):
            draft.attempt(_without_log, draft, node)
    for node in logs if len(logs) > 1 or (logs and _is_unit(*logs[0].args)) else []:
        draft.attempt(factorized, draft, node)
    if not draft.grown:
        return None
    return draft.done_as_deep()


def _is_unit(term: Term) -> bool:
    """Whether it is 1 or -1, perhaps as an exponential."""
    if term.head == "exp" and not free_symbols(term):
        value, imaginary = gaussian(term) or NOTHING
        return not imaginary and abs(value) == 1
    return term in (ONE, number(-1))


def _without_log(draft: Draft, node: Term) -> None:
    """For the logarithm of an exponential what stands in that."""
    (z,) = node.args[0].args
    draft.attempt(draft.have_premise, eq(call("im", z), ZERO))
    draft.rewrite(draft.use("log", z, *node.args))


def _powers(draft: Draft, bases: Sequence[Term]) -> Iterator[Term]:
    """The powers to be put, without bound symbols, inner ones first: the exponent is not whole, or
    a symbol above an exponential, or above what has other powers that were put, or above -1 where
    a floor is, of which induction says nothing."""
    signs = [n for n in draft.goal.unbound("pow") if n.args[0] in (number(-1), neg(ONE))]
    floors = any(t.head == "floor" for n in (*signs, *draft.goal.atoms) for t in subterms(n))
    for node in draft.goal.unbound("pow"):
        base, e = node.args
        whole = e.head == "number" or (base.head != "exp" and not (floors and node in signs))
        other = base in bases and e.head != "number"
        if speaks(node) and (other or not (whole and is_natural(draft.context, e))):
            yield node


def factorized(draft: Draft, node: Term) -> int:
    """The logarithm of a rational number as one of primes, put into the goal; returns the number
    of the fact that says so."""
    value, imaginary = gaussian(node.args[0]) or NOTHING
    if value == -1 and not imaginary:
        known = draft.use("log", mul(I, PI), node.args[0])
        draft.rewrite(known)
        return known
    if imaginary or value <= 0 or max(value.numerator, value.denominator) > MAX_NUMBER:
        raise Stuck("not a number with a logarithm")
    draft.use("log", ZERO, ONE)
    if value.denominator > 1:
        draft.use("log of a product", number(value), number(value.denominator))
    times = Counter(_split(draft, value.numerator))
    times.subtract(_split(draft, value.denominator))
    claim = eq(node, sum_of([
        scaled((Fraction(n), Fraction(0)), [call("log", number(p))])
        for p, n in sorted(times.items())]))
    if claim.left == claim.right:
        raise Stuck("the logarithm of a prime")
    known = have_combined(draft, claim)
    draft.rewrite(known)
    return known


def _split(draft: Draft, n: int) -> list[int]:
    """The primes of a whole number; facts about the logarithms of their products."""
    found = [p for p, e in primes_of(n).items() for _ in range(e)]
    for p in found[:-1]:
        n //= p
        draft.use("log of a product", number(p), number(n))
    return found


def prove_sign_of_log(goal: Goal) -> Proof | None:
    """A combination of comparisons of logarithms with that of 1, and of a few with each other."""
    draft = Draft(goal)
    draft.use("log", ZERO, ONE)
    logs = [node.args[0] for node in goal.unbound("log")]
    others = combinations(logs, 2) if len(logs) <= MAX_COMPARED else ()
    for z, w in (*((z, ONE) for z in logs), *others):
        for pair in ((z, w), (w, z)):
            names = ("log grows strictly", "log grows")
            any(draft.attempt(draft.use, name, *pair) for name in names)
    proof = combination(draft)
    return None if proof is None else draft.close(proof)


def prove_by_growth(goal: Goal) -> Proof | None:
    """The order of two multiples of exponentials, or that they differ."""
    draft = Draft(goal)
    found = _apart(draft)
    if found is None:
        return None
    factor, low, high = found
    whole = mul(factor, add(exp(high), neg(exp(low))))
    if goal.relation.operator == "!=":
        _differ(draft, factor, low, high)
    elif not draft.attempt(_ordered, draft, factor, low, high):
        _ordered(draft, neg(factor), high, low)
    last = draft.last
    equal = eq(add(goal.relation.right, neg(goal.relation.left)), whole)
    weight = Fraction(-1 if goal.relation.operator == "!=" else 1)
    if manifest(draft.context, equal):
        return draft.close(Combine((), ((weight, last),)))
    known = have_combined(draft, equal)
    return draft.close(Combine(((neg(ONE), known, None),), ((weight, last),)))


def _apart(draft: Draft) -> tuple[Term, Term, Term] | None:
    """K, u and v with `right - left = K (exp v - exp u)`, where facts say what exp(log z) is."""
    gap = draft.goal.gap
    if not is_scalar(gap) or any(im for _, im in gap.values()):
        return None
    logs = {t.args[0] for _, _, m in gap for a, _ in m if a.head == "exp"
            for t in subterms(a.args[0]) if t.head == "log"}
    parts: dict[Exponent, dict[Any, Fraction]] = {}
    for (_, _, m), (c, _) in gap.items():
        outer = [(a.args[0], Fraction(e)) for a, e in m if a.head == "exp"]
        outer += [(call("log", a), Fraction(e)) for a, e in m if a in logs]
        rest = tuple([(a, e) for a, e in m if a.head != "exp" and a not in logs])
        parts.setdefault(tuple(outer), {})[rest] = -c
    if len(parts) != 2:
        return None
    (u, low), (v, high) = parts.items()
    if low != {m: -c for m, c in high.items()}:
        return None
    for z in dict.fromkeys(a for _, _, m in gap for a, _ in m if a in logs):
        draft.use("exp of log", z)
    factor = polynomial({(None, None, m): (c, Fraction(0)) for m, c in high.items()})
    return factor, _sum(u), _sum(v)


def _sum(exponent: Exponent) -> Term:
    return sum_of([t if e == 1 else mul(number(e), t) for t, e in exponent])


def _ordered(draft: Draft, factor: Term, low: Term, high: Term) -> None:
    """The fact `0 < K (exp v - exp u)`, or with `≤`."""
    operator = draft.relation.operator
    grows = "exp grows strictly" if operator == "<" else "exp grows"
    signed = Relation(operator, ZERO, factor)
    shown = None if manifest(draft.context, signed) else by_order(draft.have_premise(signed))
    exponents = Relation(operator, low, high)
    if not draft.attempt(draft.have_premise, exponents):
        if draft.light:
            raise Stuck("the exponents are not seen in order")
        draft.have(exponents)
    apart = add(exp(high), neg(exp(low)))
    last = draft.use(grows, low, high)
    grown = draft.have(Relation(operator, ZERO, apart), by_order(last))
    draft.use(PRODUCTS[operator], factor, apart, proofs=(shown, by_order(grown)))


def _differ(draft: Draft, factor: Term, low: Term, high: Term) -> None:
    """The fact `K (exp v - exp u) ≠ 0`."""
    draft.have_premise(ne(low, high))
    nonzero = ne(factor, ZERO)
    shown = (None if manifest(draft.context, nonzero)
             else by_order(draft.have_premise(nonzero)))
    known = draft.use("exponentials-differ", low, high)
    apart = add(exp(high), neg(exp(low)))
    draft.use("product", factor, apart, proofs=(shown, by_order(known)))


def prove_by_exponents(goal: Goal) -> Proof | None:
    """An equation between products of exponentials, and of what is not 0, from one between their
    exponents."""
    draft, sides = Draft(goal), _sides(goal.relation)
    bases: dict[Term, int] = {}
    exponents = [_exponent(draft, side, bases) for side in sides]
    if None in exponents:
        return None
    u, v = (e for e in exponents if e is not None)
    equal = draft.have_rewritten(eq(exp(u), exp(v)), draft.have(eq(u, v)))
    if not bases:
        return draft.close(by_equation(equal))
    for side in sides:
        written = _of_logs(side, bases)
        if written != side:
            draft.have_rewritten(eq(written, side), *bases.values())
    proof = combined(draft)
    return None if proof is None else draft.close(proof)


def _sides(relation: Relation) -> tuple[Term, Term]:
    """The sides of an equation, those of u - v = 0 being u and v."""
    left, right = relation.left, relation.right
    if right == ZERO and left.head == "add" and len(left.args) == 2:
        first, last = left.args
        if last.head == "neg":
            return first, last.args[0]
        if last.head == "mul" and last.args[0] == number(-1):
            return first, product_of(last.args[1:])
    return left, right


def _exponent(draft: Draft, term: Term, bases: dict[Term, int]) -> Term | None:
    """That of a product of exponentials, and of what is not 0, whose logarithm it is, by the number
    of the fact that says so; None if it is no such product."""
    match term.head:
        case "exp":
            return term.args[0]
        case "number":
            return ZERO if term == ONE else None
        case "mul" | "div":
            found = [_exponent(draft, a, bases) for a in term.args]
            if None in found:
                return None
            parts = [t for t in found if t is not None]
            return add(parts[0], neg(parts[1])) if term.head == "div" else add(*parts)
        case "symbol" | "apply" if term not in bases:
            known = attempted(draft.use, "exp of log", term)
            if known is None:
                return None
            bases[term] = known
    return call("log", term) if term in bases else None


def _of_logs(term: Term, bases: Container[Term]) -> Term:
    """A product with exponentials of logarithms for factors."""
    if term in bases:
        return exp(call("log", term))
    if term.head in ("mul", "div"):
        return Term(term.head, tuple(_of_logs(a, bases) for a in term.args))
    return term
