"""Values at which a statement is likely to fail, read off its terms.

    zeros      where a hypothesis holds; where the argument of a sign, an absolute value, a maximum,
               a divisor, or the base of a power vanishes: solved for the symbol, by inverse
               functions where need be, or by the formula for quadratics
    convergents   where a floor of a multiple `c n` jumps: n a denominator of a convergent of c
    common roots  where gcd(p(n), q(n)) is not 1: a common root modulo a prime of the resultant
    large naturals   where a power overtakes a polynomial
    pseudoprimes     where a power is looked at modulo its exponent
    sharp values     where the sides of an order may touch: the derivative of their difference is 0

Floating point and SymPy only choose; the kernel decides.  Incomplete.

Source: A. Khinchin, Continued Fractions, chapter II, for best approximations; E. Weisstein,
Resultant, for common roots modulo the resultant; R. Crandall, C. Pomerance, Prime Numbers, 3.4, for
pseudoprimes.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from derivations.kernel import Context, manifest
from derivations.language.statements import Relation, eq, negation
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, div, mul, neg, number, power, sqrt, sub,
)
from derivations.language.text import term_text
from derivations.search.differentiation.growth import places_at_rest
from derivations.search.numerics.closed_forms import holds
from derivations.search.numerics.polynomials import coefficients, polynomials_of, roots
from derivations.search.numerics.values import belongs
from derivations.search.reading.facts import FAILURES
from derivations.search.reading.readback import product_of, simplified, sum_of
from derivations.search.refutation.residuals import readable

# Denominators of convergents up to this many digits; so many values of each kind.
MAX_DIGITS = 30
MAX_VALUES = 40
# Degrees of polynomials whose resultant is taken.
MAX_DEGREE = 24
# Small factors of a resultant are looked for up to this.
MAX_FACTOR = 2_000
# Values where powers may have overtaken polynomials.
LARGE = (7, 10, 12, 20, 40, 60, 100, 200, 1_000)

# Products of primes n that divide a**n - a: for a = 2, for a = 3, and for all a.
PSEUDOPRIMES = (341, 91, 561)

_INVERSE = {
    "exp": "log", "log": "exp", "sin": "asin", "cos": "acos", "sinh": "asinh", "cosh": "acosh",
    "tanh": "atanh", "asinh": "sinh", "atan": "tan",
}


def special_values(
    symbols: Sequence[Term], relations: Sequence[Relation], equations: Sequence[Relation]
) -> dict[Term, tuple[Term, ...]]:
    """Values of scalars where an equation holds, where something in relations vanishes or jumps,
    and where a power in them has grown large."""
    terms = [t for r in relations for side in (r.left, r.right) for t in subterms(side)]
    equal = [sub(e.left, e.right) for e in equations]
    parts = [(part, free_symbols(part)) for term in terms for part in _vanishing(term)]
    parts = [*((part, free_symbols(part)) for part in equal), *parts]
    exponents = frozenset[Term]().union(
        *(free_symbols(term.args[1]) for term in terms if term.head == "pow")
    )
    moduli = frozenset[Term]().union(*(
        free_symbols(term.args[1]) for term in terms if term.head == "mod"
        and not free_symbols(term.args[0]).isdisjoint(exponents)))
    found = {}
    for s in symbols:
        zeros = [v for part, free in parts if free == {s} for v in solved(part, ZERO, s)]
        zeros += [v for relation in relations for v in _sharp(relation, s)]
        zeros = list(dict.fromkeys(zeros))[:MAX_VALUES]
        near = [add(z, number(by)) for z in zeros for by in (1, -1)]
        values = [*zeros, *near, *(map(number, LARGE) if s in exponents else ()),
                  *(map(number, PSEUDOPRIMES) if s in moduli else ())]
        exact = [e for e in equations if s in moduli and e.free() == {s} and e.operator == "=="]
        kept = (simplest(v) for v in values if belongs(v, s.sort) and not any(
            holds(negation(e.replace(Substitution({s: v})))) for e in exact))
        found[s] = tuple(dict.fromkeys(kept))
    return found


def _sharp(relation: Relation, x: Term) -> tuple[Term, ...]:
    """Where the sides of an order in one symbol differ least, or most, or touch."""
    if relation.operator not in ("<", "<=") or relation.free() != {x} or x.sort.within("integer"):
        return ()
    return places_at_rest(Context(symbols=frozenset({x})), sub(relation.left, relation.right), x)


def _vanishing(term: Term) -> list[Term]:
    match term.head:
        case "sign" | "abs" | "log" | "arg":
            return [term.args[0]]
        case "max" | "min" if len(term.args) == 2:
            return [sub(term.args[0], term.args[1])]
        case "div":
            return [term.args[1]]
        case "pow" if term.args[0] == ZERO:
            return [term.args[1]]
        case "pow":
            return [term.args[0]]
    return []


def solved(term: Term, value: Term, x: Term) -> Iterator[Term]:
    """Some values of x at which the term has this closed value."""
    if term == x:
        yield value
        return
    inside = [a for a in term.args if x in free_symbols(a)]
    if len(inside) != 1:
        yield from _rational(sub(term, value), x)
        yield from _by_formula(sub(term, value), x)
        return
    inner = inside[0]
    rest = [a for a in term.args if a is not inner]
    match term.head:
        case "add":
            yield from solved(inner, sub(value, sum_of(rest)), x)
        case "neg":
            yield from solved(inner, neg(value), x)
        case "mul":
            yield from solved(inner, div(value, product_of(rest)), x)
        case "div" if inner is term.args[0]:
            yield from solved(inner, mul(value, rest[0]), x)
        case "div" if value != ZERO:
            yield from solved(inner, div(rest[0], value), x)
        case "pow" if inner is term.args[0] and rest[0] == number(2):
            yield from solved(inner, sqrt(value), x)
            yield from solved(inner, neg(sqrt(value)), x)
        case "pow" if inner is term.args[0] and rest[0].head == "number":
            if value == ZERO:
                yield from solved(inner, ZERO, x)
            elif rest[0].data.numerator == 1:
                yield from solved(inner, power(value, rest[0].data.denominator), x)
            else:
                yield from _rational(sub(term, value), x)
        case "pow" if inner is term.args[1] and value != ZERO:
            yield from solved(inner, div(call("log", value), call("log", rest[0])), x)
        case "sqrt":
            yield from solved(inner, power(value, 2), x)
        case "abs":
            yield from solved(inner, value, x)
            yield from solved(inner, neg(value), x)
        case "sin" | "cos":
            angle = call(_INVERSE[term.head], value)
            other = sub(PI, angle) if term.head == "sin" else neg(angle)
            turn = mul(number(2), PI)
            for start in (angle, other, add(angle, turn), add(other, turn)):
                yield from solved(inner, start, x)
        case "tan":
            for turns in (0, 1):
                start = add(call("atan", value), mul(number(turns), PI))
                yield from solved(inner, start, x)
        case head if head in _INVERSE and not (head == "log" and value == ZERO):
            yield from solved(inner, call(_INVERSE[head], value), x)
        case "log":
            yield from solved(inner, ONE, x)
        case "re":
            yield from solved(inner, value, x)
        case "im":
            yield from solved(inner, mul(value, I), x)


def _rational(term: Term, x: Term) -> Iterator[Term]:
    """Some real roots of a rational function with rational coefficients."""
    if free_symbols(term) != {x}:
        return
    found = polynomials_of(Context(symbols=frozenset({x})), term)
    if found is not None and len(found) == 1:
        yield from roots(found[0], x)


def _by_formula(term: Term, x: Term) -> Iterator[Term]:
    """The roots of what is quadratic in x, with coefficients that have symbols."""
    others = free_symbols(term) - {x}
    if not others or not all(s.sort.is_scalar for s in others):
        return
    context = Context(symbols=others)
    zero, one, other, two = (Substitution({x: number(k)})(term) for k in (0, 1, -1, 2))
    with suppress(*FAILURES):
        a = simplified(context, sub(div(add(one, other), 2), zero))
        b = simplified(context, div(sub(one, other), 2))
        whole = add(mul(4, a), mul(2, b), zero)
        if a != ZERO and manifest(context, eq(two, whole)):
            root = sqrt(simplified(context, sub(power(b, 2), mul(4, a, zero))))
            yield from (div(add(neg(b), by), mul(2, a)) for by in (root, neg(root)))


# Whole numbers


def whole_values(relations: Iterable[Relation], n: Term) -> list[int]:
    """Naturals, mostly large, at which a relation between whole numbers may fail."""
    relations = list(relations)
    terms = [t for r in relations for side in (r.left, r.right) for t in subterms(side)]
    found: dict[int, None] = {}
    for term in terms:
        if term.head in ("floor", "ceiling") and n in free_symbols(term):
            found.update(dict.fromkeys(_jumps(term.args[0], n)))
        elif term.head == "gcd":
            found.update(dict.fromkeys(_common_roots(term.args[0], term.args[1], n)))
    return list(found)


def _coefficients(term: Term, x: Term) -> list[Fraction] | None:
    """Those of a polynomial in x, the leading one first."""
    found = polynomials_of(Context(symbols=frozenset({x})), term)
    if found is None or len(found) != 1:
        return None
    parts = coefficients(found[0], x)
    return [p.get((), Fraction(0)) for p in reversed(parts)] if len(parts) <= MAX_DEGREE else None


def simplest(value: Term) -> Term:
    """A closed value in closed form, when that is shorter."""
    try:
        spelled = readable(value)
    except FAILURES:
        return value
    return spelled if len(term_text(spelled)) < len(term_text(value)) else value


def _jumps(term: Term, n: Term) -> list[int]:
    """Denominators of convergents of c, for a term `c n + d`."""
    from sympy import Rational, SympifyError

    from derivations.language.to_sympy import to_sympy

    try:
        whole, x = to_sympy(term).expand(), to_sympy(n)
        slope = whole.coeff(x).evalf(3 * MAX_DIGITS)
        rest = whole - whole.coeff(x) * x
        linear = not (rest.free_symbols | slope.free_symbols) and slope.is_real
    except (SympifyError, TypeError, ValueError, AttributeError, NotImplementedError):
        return []
    return _denominators(Fraction(str(Rational(slope)))) if linear else []


def _denominators(c: Fraction) -> list[int]:
    """Denominators of convergents, with those between two of them."""
    from sympy import Rational, continued_fraction_convergents, continued_fraction_iterator

    terms = continued_fraction_iterator(Rational(c.numerator, c.denominator))
    before, now, found = 0, 1, [1]
    for convergent in continued_fraction_convergents(terms):
        after = int(convergent.q)
        found += range(before + now, min(after, before + 4 * now), now)
        found += [after] if after not in found else []
        before, now = now, after
        if now > 10**MAX_DIGITS or len(found) > 3 * MAX_VALUES:
            break
    return found


def _common_roots(left: Term, right: Term, n: Term) -> list[int]:
    """Least naturals at which two integer polynomials have a common factor."""
    from sympy import Poly, Symbol, factorint, isprime, resultant

    p, q = _coefficients(left, n), _coefficients(right, n)
    if p is None or q is None or min(len(p), len(q)) < 2 or any(
            c.denominator != 1 for c in (*p, *q)):
        return []
    sides = [Poly([int(c) for c in cs], Symbol("x")) for cs in (p, q)]
    found = []
    for prime in filter(isprime, factorint(abs(int(resultant(*sides))), limit=MAX_FACTOR)):
        first, second = (side.set_modulus(prime) for side in sides)
        common = first.gcd(second)
        if common.degree() == 1:
            found.append(int(-common.monic().nth(0)) % prime)
    return sorted(found)
