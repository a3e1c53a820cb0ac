"""Values of unknown functions that solve what is assumed of them for all numbers.

    linear       of `a f'' + b f' + c f + d = 0` the coefficients are what is left at 1, x and x**2:
                 exponentials, sines and cosines, powers, or by two integrations; of first order
                 also `e^A (C + ∫ e^-A d)`
    quadratic    `f' = a (f - p) (f - q)`: what is constant, and what lies between
    jumps        a solution and a sign, where an equation leaves a point out, or one side of it
    others       what floating point sees to hold of one of a few functions

Constants are what values at points say, or small.  `f' = f`, `f(0) = 2`: 2 exp x.  Floating point
and SymPy choose; the kernel decides.

Source: W. Boyce, R. DiPrima, Elementary Differential Equations, 2 and 3.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice, product
from math import factorial, perm
from typing import NamedTuple

from derivations.kernel import Context
from derivations.language.sorts import POSITIVE, REAL
from derivations.language.statements import Proposition, Relation
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, Term, add, call, div, exp, function, mul, neg, number, power, sub, symbol,
)
from derivations.search.differentiation.given_derivatives import as_equation
from derivations.search.differentiation.slopes import sides_written_out, written_out
from derivations.search.integration.antiderivatives import antiderivatives
from derivations.search.numerics.closed_forms import root_of
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import Evaluator, closed_value
from derivations.search.numerics.polynomials import quadratic_factors
from derivations.search.numerics.relations import fails, holds_numerically
from derivations.search.numerics.values import belongs
from derivations.search.reading.facts import FAILURES, SAYING, nodes
from derivations.search.reading.readback import simplified
from derivations.search.reading.smooth import over, tidy, times
from derivations.search.refutation.residuals import readable
from derivations.search.refutation.special_values import simplest, solved

# Functions for each choice of the scalars in what is assumed.
MAX_FUNCTIONS = 8
# So many of them jump where an equation ends.
MAX_JUMPING = 2
# The highest derivative in linear equations.
MAX_ORDER = 4
# Where floating point looks at what is assumed; at orders, which may hold near 0 or far off, also
# at others.
PLACES, FURTHER = (0.3, -1.1, 2.0), (0.4, 7.0, -9.0)

Values = dict[Term, Term]

# A variable, and constants of solutions.
X, _ONE_C, _OTHER_C = (symbol(name, REAL) for name in ("x_", "c1_", "c2_"))
_CONSTANTS = (_ONE_C, _OTHER_C)
_FIRST = ((ONE, ONE), (ONE, ZERO), (ZERO, ONE), (number(2), number(-1)), (number(-1), number(2)))


class Solutions(NamedTuple):
    """A particular solution, and what may be added to it in multiples."""

    one: Term
    others: tuple[Term, ...]


def is_sought(s: Term) -> bool:
    """Whether a symbol is a function of a real number."""
    index, value = s.sort.index, s.sort.value
    if value is None or not value.is_scalar or len(index) != 1:
        return False
    return not index[0].within("integer") and index[0].is_scalar


def speak(functions: Sequence[Term], hypotheses: Sequence[Proposition]) -> list[Proposition]:
    """What is assumed of functions for all real numbers, beyond that there are derivatives."""
    return [h for h in hypotheses
            if any(v.sort.within("real") and not v.sort.within("integer") for v in h.variables)
            and h.relation.left.head != "differentiable"
            and not h.relation.free().isdisjoint(functions)]


def values_of(
    f: Term, said: Sequence[Proposition], plain: Sequence[Relation]
) -> list[Term]:
    """Values of one function at which what is assumed of it alone seems to hold."""
    about = [h for h in said if h.relation.free() - {*h.variables} == {f}]
    told = [r for r in plain if r.free() == {f}]
    found: list[Term] = []
    by_equations = chain(_by_equations(f, about, told), _with_jumps(f, about, told))
    for bodies in (by_equations, _by_trial(about, f, told)):
        for body in bodies:
            value = made(f, body)
            claims = [*about, *map(Proposition, told)]
            if value not in found and belongs(value, f.sort) and all(
                    seems_to_hold(h.substitute({f: value})) for h in claims):
                found.append(value)
                if len(found) >= MAX_FUNCTIONS:
                    return found
        if found:
            return found
    return found


def _by_equations(
    f: Term, about: Sequence[Proposition], told: Sequence[Relation]
) -> Iterator[Term]:
    for h in about:
        residual = residual_of(h)
        if residual is None or not any(n.head == "diff" for n in subterms(residual)):
            continue
        with suppress(*FAILURES):
            linear = _linear if _order(residual) <= 2 else _of_higher_order
            for solutions in linear(f, residual, h.variables[0]):
                yield from _with_constants(f, solutions, told)
        with suppress(*FAILURES):
            yield from _quadratic(f, residual, h.variables[0], told)


def _with_jumps(
    f: Term, about: Sequence[Proposition], told: Sequence[Relation]
) -> Iterator[Term]:
    """Solutions that jump where an equation is said to hold on one side, or on both sides."""
    ends = [side for h in about for g in h.guards for side in (g.left, g.right)]
    ends += [ZERO for h in about for v in h.variables if v.sort == POSITIVE]
    for end in dict.fromkeys(end for end in ends if not free_symbols(end)):
        step = call("sign", sub(X, end) if end != ZERO else X)
        for body in islice(_by_equations(f, about, told), MAX_JUMPING):
            beside = (step, sub(step, ONE), add(step, ONE))  # one on either side
            yield from (step if body == ONE else mul(body, step), *(add(body, s) for s in beside))


def residual_of(h: Proposition) -> Term | None:
    """What an equation for all values of one real variable says is 0."""
    relation = as_equation(h.relation)
    if len(h.variables) != 1 or relation.operator != "==" or relation.left.head in SAYING:
        return None
    return sub(relation.left, relation.right)


def left_of(residual: Term, values: Values, x: Term) -> Term:
    """What is left of an equation at a function of x.  Raises Unsettled."""
    left = written_out(Substitution({**values, x: X})(residual))
    return simplified(context_of(free_symbols(left)), left)


def context_of(symbols: Iterable[Term] = ()) -> Context:
    return Context(symbols=frozenset({X, *_CONSTANTS, *symbols}))


def made(f: Term, body: Term) -> Term:
    """The function of x as a value of an unknown function, with some value where x is 0."""
    (sort,) = f.sort.index
    own = symbol("j0_", sort)
    whole = body if sort.within("positive") else _everywhere(body)
    x = own if sort.within("real") else call("re", own)
    return function([own], Substitution({X: x})(whole))


def _everywhere(body: Term) -> Term:
    """With 1 in the place of 0 in what is divided by, and in logarithms, which are those of sizes.
    """
    done: dict[int, Term] = {}
    for node in subterms(body):
        args = [done[id(a)] for a in node.args]
        k = {"div": 1, "log": 0}.get(node.head)
        if k is not None and X in free_symbols(args[k]):
            if node.head == "log" and args[k].head != "exp":
                args[k] = call("abs", args[k]) if args[k].head != "abs" else args[k]
            if _vanishes(args[k]):
                args[k] = add(args[k], sub(ONE, power(call("sign", X), 2)))
        done[id(node)] = Term(node.head, tuple(args), node.data)
    return done[id(body)]


def _vanishes(term: Term) -> bool:
    try:
        return bool(closed_value(Substitution({X: ZERO})(term)) == 0)
    except Unknown:
        return False


def _linear(f: Term, residual: Term, x: Term) -> Iterator[Solutions]:
    """Solutions of a linear equation of first or second order."""
    square = power(X, 2)
    rest, one, first, second = (
        left_of(residual, {f: made(f, t)}, x) for t in (ZERO, ONE, X, square))

    def plain(term: Term) -> Term:
        return simplified(context_of(), term)

    c = plain(sub(one, rest))
    b = plain(sub(first, add(rest, mul(c, X))))
    twice_a = plain(sub(second, add(rest, mul(c, square), mul(2, b, X))))
    several = [div(twice_a, 2), b, c, rest]
    lead = next((t for t in (plain(div(twice_a, 2)), b, c) if t != ZERO), ONE)
    if not free_symbols(lead):  # which may be complex, as all others
        several = [plain(div(t, lead)) for t in several]
    yield from _by_exponents(several[:3], several[3])
    if twice_a == ZERO and b != ZERO:
        yield from _of_first_order(*(readable(div(neg(t), b), [X]) for t in (c, rest)))
    elif b == c == ZERO and twice_a != ZERO:
        for slope in antiderivatives(readable(div(mul(-2, rest), twice_a), [X]), X):
            yield from (Solutions(whole, (ONE, X)) for whole in antiderivatives(slope, X))


def _by_exponents(coefficients: Sequence[Term], rest: Term) -> Iterator[Solutions]:
    """Exponentials where all coefficients are numbers; powers where each has one of x beside it."""
    at = [simplified(context_of(), Substitution({X: ONE})(t)) for t in coefficients]
    if any(t.head != "number" for t in at) or at[0] == at[1] == ZERO:
        return
    a, b, c = (t.data for t in at)
    constant = [*map(number, (a, b, c))] == [
        simplified(context_of(), t) for t in coefficients]
    if not constant:
        b -= a
        if rest == ZERO:
            found = _of_roots(a, b, c, lambda k: power(X, k), call("log", X))
            yield Solutions(ZERO, tuple(found))
        return
    if rest.head != "number":
        return
    one = div(neg(rest), number(c)) if c else div(mul(neg(rest), X), number(b)) if b else (
        div(mul(neg(rest), power(X, 2)), number(2 * a)))
    yield Solutions(
        simplified(context_of(), one),
        tuple(_of_roots(a, b, c, _exponential, X)))


def _exponential(k: Term) -> Term:
    return exp(mul(k, X)) if k != ZERO else ONE


def _order(term: Term) -> int:
    """How many derivatives stand inside each other."""
    return max(map(_order, term.args), default=0) + (term.head == "diff")


def _of_higher_order(f: Term, residual: Term, x: Term) -> Iterator[Solutions]:
    """Solutions of a linear equation of third or fourth order whose coefficients are numbers: those
    of each factor of its polynomial.  Raises Unsettled."""
    found: list[Fraction] = []
    for n in range(MAX_ORDER + 1):
        powers = [ONE, X, *(power(X, k) for k in range(2, n + 1))]
        known = [mul(number(c * perm(n, k)), powers[n - k]) for k, c in enumerate(found)]
        left = left_of(residual, {f: made(f, powers[n])}, x)
        more = simplified(context_of(), add(left, *map(neg, known)))
        if more.head != "number":
            return
        found.append(more.data / factorial(n))
    if left_of(residual, {f: made(f, ZERO)}, x) == ZERO:
        for a, b, c in quadratic_factors(found[::-1]):
            yield Solutions(ZERO, tuple(_of_roots(a, b, c, _exponential, X)))


def _of_roots(
    a: Fraction, b: Fraction, c: Fraction, solution: Callable[[Term], Term], twice: Term
) -> Iterator[Term]:
    """Solutions by the roots of a k**2 + b k + c; twice: what the second one has for one root."""
    if not a:
        yield solution(number(-c / b))
        return
    middle, square = -b / (2 * a), (b * b - 4 * a * c) / (4 * a * a)
    root = root_of(abs(square))
    if square > 0:
        yield from (solution(_sum(number(middle), r)) for r in (root, neg(root)))
        return
    even = [solution(number(middle))] if middle else []
    if not square:
        yield from (even[0] if even else ONE, mul(*even, twice) if even else twice)
        return
    for turning in ("cos", "sin"):
        wave = call(turning, mul(root, twice))
        yield mul(*even, wave) if even else wave


def _sum(*parts: Term) -> Term:
    return simplified(context_of(), add(*parts))


def _of_first_order(p: Term, q: Term) -> Iterator[Solutions]:
    """Of f' = p f + q."""
    for whole in antiderivatives(p, X) if p != ZERO else (ZERO,):
        even = exp(whole) if whole != ZERO else ONE
        if q == ZERO:
            yield Solutions(ZERO, (even,))
            continue
        for other in antiderivatives(times(q, exp(neg(whole)) if whole != ZERO else ONE), X):
            yield Solutions(times(even, other), (even,))


def _quadratic(
    f: Term, residual: Term, x: Term, told: Sequence[Relation]
) -> Iterator[Term]:
    """Of f' = a (f - p) (f - q)."""
    at = [left_of(residual, {f: made(f, number(k))}, x) for k in (0, 1, 2, 3)]
    slope = simplified(context_of(), Substitution({X: ZERO})(
        sub(left_of(residual, {f: made(f, X)}, x), at[0])))
    if any(t.head != "number" for t in (slope, *at)) or not slope.data:
        return
    r0, r1, r2, r3 = (-t.data / slope.data for t in at)
    a = (r2 - 2 * r1 + r0) / 2
    b = r1 - r0 - a
    square = b * b - 4 * a * r0
    if not a or r3 != 9 * a + 3 * b + r0 or square < 0:
        return
    root = root_of(square)
    low, high = (_sum(div(add(number(-b), sign), number(2 * a))) for sign in (neg(root), root))
    if square:
        grown = mul(_ONE_C, exp(mul(root, X)))
        between = div(add(high, mul(low, grown)), add(ONE, grown))
        yield from _with_constants(f, Solutions(between, ()), told)
    else:
        yield sub(low, div(ONE, mul(number(a), X)))
    yield from (low, high)


# Constants


def _with_constants(
    f: Term, solutions: Solutions, told: Sequence[Relation]
) -> Iterator[Term]:
    """Solutions with the constants that values at points say, or with small ones."""
    parts = [solutions.one, *(
        mul(c, t) if t != ONE else c
        for c, t in zip(_CONSTANTS, solutions.others, strict=False))]
    body = add(*(p for p in parts if p != ZERO)) if any(p != ZERO for p in parts[1:]) else parts[0]
    used = [c for c in _CONSTANTS if c in free_symbols(body)]
    known: Values = {}
    for relation in told:
        put = Substitution({f: made(f, Substitution(known)(body))})
        gap = simplified(context_of(), written_out(put(sub(relation.left, relation.right))))
        left = [c for c in used if c in free_symbols(gap)]
        if not left:
            continue
        value = _of_others(gap, left[0])
        if value is None:
            known |= {c: number(k) for k, c in enumerate(left[1:], 1)}
            value = next(map(simplest, solved(Substitution(known)(gap), ZERO, left[0])), None)
        if value is None:
            return
        now = Substitution({left[0]: value})
        known = {**{c: _sum(now(v)) for c, v in known.items()}, left[0]: value}
    for several in _FIRST if len(known) < len(used) else _FIRST[:1]:
        at = dict(zip(_CONSTANTS, several, strict=True))
        yield tidy(Substitution({**at, **{c: _sum(Substitution(at)(v)) for c, v in known.items()}})(
            body))


def _of_others(gap: Term, constant: Term) -> Term | None:
    """What a constant is by the others where the gap is 0, in which it is linear, with a number
    before it; None where it is not."""
    none, one, two = (
        _sum(Substitution({constant: number(k)})(gap)) for k in (0, 1, 2))
    factor = _sum(one, neg(none))
    if not free_symbols(factor).isdisjoint(_CONSTANTS) or factor == ZERO or (
            _sum(two, neg(one), neg(factor)) != ZERO):
        return None
    return _sum(div(neg(none), factor))


# What is tried


def _by_trial(
    about: Sequence[Proposition], f: Term, told: Sequence[Relation]
) -> Iterator[Term]:
    steps = [sub(a, v) for h in about for v in h.variables for n in nodes(h.relation)
             if n.head == "apply" for a in n.args[1:] if a.head == "add" and v in a.args]
    steps = [s for s in map(_closed, steps) if s is not None]
    for turn, head in product((mul(2, PI, X), mul(PI, X)), ("sin", "cos")):  # half of one, too
        yield from (call(head, over(turn, step)) for step in dict.fromkeys(steps))
    if told:
        for body in _of_constant():
            yield from _with_constants(f, Solutions(body, ()), told)
    numbers = [n for h in about for n in nodes(h.relation)
               if n.head == "number" and n.data > 1]
    for n in dict.fromkeys(numbers):
        yield from (mul(number(sign * n.data), X) for sign in (1, -1))
        yield power(n, X)
    yield from plain_functions()


def _closed(step: Term) -> Term | None:
    with suppress(*FAILURES):
        found = _sum(step)
        return found if found != ZERO and not free_symbols(found) else None
    return None


@lru_cache(maxsize=1)
def _of_constant() -> tuple[Term, ...]:
    """Functions with a constant."""
    c, x = _ONE_C, X
    return (mul(c, x), exp(mul(c, x)), power(x, c), mul(c, power(x, 2)), add(x, c), sub(c, x), c,
            mul(c, call("log", x)), mul(c, exp(x)), div(c, x))


@lru_cache(maxsize=1)
def plain_functions() -> tuple[Term, ...]:
    """Functions without one."""
    x = X
    square = power(x, 2)
    return (
        x, exp(x), square, call("sin", x), mul(2, x), neg(x), exp(neg(x)), call("cos", x),
        exp(mul(2, x)), power(x, 3), call("log", x), sub(ONE, x), div(ONE, x), neg(square),
        call("sqrt", add(ONE, square)), div(ONE, add(ONE, square)), call("abs", x), ONE, ZERO,
        call("sin", mul(2, x)), mul(number("1/2"), x), number(2), number(-1), neg(exp(x)),
        call("tanh", x), call("sqrt", call("abs", x)), add(x, 1),
    )


# What floating point sees


def seems_to_hold(h: Proposition, unseen: bool = False) -> bool:
    """Whether what is said for all real numbers, of no symbols, seems to hold at a few places.

    unseen: what is said of what has no value there.
    """
    if h.free() - {*h.variables}:
        return True
    relation = as_equation(h.relation)
    if relation.left.head not in SAYING:
        relation = sides_written_out(relation)
    places = PLACES if relation.operator == "==" else (*PLACES, *FURTHER)
    for place in product(places, repeat=len(h.variables)):
        whole = [complex(round(p)) if v.sort.within("integer") else complex(p)
                 for v, p in zip(h.variables, place, strict=True)]
        evaluator = Evaluator({v.name: p for v, p in zip(h.variables, whole, strict=True)})
        try:
            there = all(holds_numerically(g, evaluator) for g in h.guards)
            if there and fails(relation, evaluator):
                return False
        except Unknown:
            return unseen
    return True
