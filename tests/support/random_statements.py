"""Random statements about scalars, each with a point at which its hypotheses hold.

The point comes first: hypotheses are relations that are true there, so that they are about
anything, also about exponentials and roots of the symbols, and are seldom contradictory.  Values
are those that provoke: 0, ±1, ±i, points of branch cuts, multiples of π and of iπ, roots of
unity.  What holds at a point is told by `total_values`; where a term is not defined by `defined`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mpmath import mp, mpc, mpf

from derivations.language.statements import Relation, eq, le, lt, ne
from derivations.language.terms import Term
from tests.support.notation import PI, I, call, conj, cos, exp, number, sin, sqrt
from tests.support.oracle import DIGITS, Undefined, Unfit, defined_value, term_value
from tests.support.scalar_terms import FAMILIES, L, M, N, P, Q, V, W, X, Y, Z, holds

Point = dict[str, Any]

# What an evaluation may raise where a value is too large, too small or of the wrong kind.
UNFIT = (Unfit, OverflowError, ValueError, TypeError, ZeroDivisionError, AssertionError)

SYMBOLS = (Z, Z, W, X, X, Y, P, Q, V, N, M, L)
NUMBERS = [number(Fraction(a)) for a in "1 -1 2 -2 3 1/2 -1/2 1/3 2/3 -3/2 1/4 0".split()]
CONSTANTS = (
    I, -I, PI, -PI / 2, 1 + I, -2 * I, I * PI, 2 * I * PI, number(-1), number(0),
    sqrt(number(2)), exp(I * PI / 3),
)  # fmt: skip
FUNCTIONS = (
    "exp exp exp log log sqrt abs arg re im sign sin cos tan cot sinh cosh tanh conj floor "
    "ceiling asin acos atan acot asinh acosh atanh"
).split()


# Points


def point(r: random.Random) -> Point:
    """Values for all the symbols, each of its sort."""
    with mp.workdps(DIGITS):
        pi, i = +mp.pi, mpc(0, 1)
        rational = [Fraction(a) for a in "0 0 1 -1 2 -2 1/2 -1/2 -3/4 7/2 -5 3".split()]
        real = [*rational, pi, -pi, pi / 2, -pi / 2, 2 * pi, 3 * pi / 4, mp.sqrt(2)]
        turns = [mp.expjpi(mpf(k) / 12) for k in (2, 3, 8, -8, 10)]
        many = [mpc(a, b) for a in (-1, 0, 1) for b in (-2, -1, 0, 1, 2)]
        multiples = [k * i * pi / 2 for k in (1, -1, 2, -2, 3, 4, -4, 8)]
        gaussian = [*many, *turns, *multiples, *multiples, mpc(3, 4), mpc(-3, 4), mpc(1, 2) * pi]
        positive = [*(Fraction(a) for a in "1 2 1/2 3 9/4".split()), pi, pi / 2, +mp.e]
        return {
            "z": r.choice(gaussian), "w": r.choice(gaussian), "x": r.choice(real),
            "y": r.choice(real), "p": r.choice(positive), "q": r.choice([*positive, 0, 0]),
            "v": -r.choice(positive), "n": r.randint(1, 3), "m": r.randint(0, 3),
            "l": r.randint(-3, 4), **FAMILIES,
        }  # fmt: skip


# Terms: each a few steps away from one of a few, so that facts and goals are about the same things


def integer(r: random.Random, depth: int = 1) -> Term:
    """A term whose normal form is seen to be an integer."""
    kind = r.randint(0, 5) if depth else r.randint(0, 1)
    if kind == 0:
        return number(r.randint(-2, 3))
    if kind <= 2:
        return r.choice([N, M, L])
    a, b = integer(r, depth - 1), integer(r, depth - 1)
    return (-a, a + b, a * b)[kind - 3]


def step(r: random.Random, t: Term, bases: list[Term]) -> Term:
    """A term made of this one."""
    kind = r.randint(0, 11)
    if kind <= 4:
        return call(r.choice(FUNCTIONS), t)
    if kind == 5:
        return r.choice(NUMBERS[:-1]) * t
    if kind == 6:
        return t + r.choice([*NUMBERS[:-1], *bases])
    if kind == 7:
        return t ** r.choice(NUMBERS)
    if kind == 8:
        return r.choice([I * t, PI * t, I * PI * t, conj(t), t * conj(t), -t, 1 / t])
    if kind == 9:
        return t * r.choice(bases)
    if kind == 10:
        return t ** r.choice([L, M, N, r.choice(bases)])
    return t * t


def bases(r: random.Random) -> list[Term]:
    found = [r.choice(SYMBOLS) for _ in range(r.randint(1, 2))]
    if r.random() < 0.5:
        found.append(step(r, found[0], found))
    return found


def chain(r: random.Random, around: list[Term], most: int = 4) -> Term:
    t = r.choice(around)
    for _ in range(r.randint(1, most)):
        t = step(r, t, around)
    return t


def true_relations(t: Term, at: Point) -> list[Relation]:
    """What can be said of the sign of a term and is true at the point."""
    value = term_value(t, at)
    found = [ne(t, 0)] if value else []
    if value.imag == 0:
        signs = [(value.real >= 0, le(0, t)), (value.real <= 0, le(t, 0)),
                 (value.real > 0, lt(0, t)), (value.real < 0, lt(t, 0))]  # fmt: skip
        found += [relation for true, relation in signs if true]
    return found


def true_facts(r: random.Random, terms: Iterable[Term], at: Point) -> list[Relation]:
    """One relation for each of the terms, true at the point; those of order first."""
    found = []
    for t in terms:
        relations = true_relations(t, at)
        if relations:
            found.append(r.choice(relations[1:] or relations))
    return found


# Where terms are defined


def defined(term: Term, at: Point) -> bool:
    """Whether the term has a value at the point, in the sense of the package's definedness."""
    try:
        defined_value(term, at)
    except Undefined:
        return False
    return True


def truth(relation: Relation, at: Point) -> bool | None:
    """Whether the relation holds at the point; None where a side is not defined."""
    try:
        left, right = (defined_value(t, at) for t in (relation.left, relation.right))
    except Undefined:
        return None
    if relation.operator in ("<", "<=") and (left.imag or right.imag):
        return None
    return bool(holds(relation.operator, left, right))


# Statements: laws, of which some hold, some hold somewhere and some nowhere


@dataclass(frozen=True)
class Claim:
    """A goal, hypotheses, and a point at which these hold."""

    goal: Relation
    given: tuple[Relation, ...]
    at: Point


def claim(r: random.Random) -> Claim | None:
    """A random claim; where points are found at which the goal fails, the point is one of them."""
    at = point(r)
    a, b, n, m = base(r), base(r), integer(r), integer(r)
    goal = law(r, a, b, n, m)
    parts = [
        a, a, b, a - b, a + b, 1 - a, 1 + a, a * b, exp(a), exp(I * a), call("re", a),
        call("im", a), PI - a, PI / 2 - a, a + PI / 2, 1 - a**2, sqrt(a), a**2, cos(a), sin(a),
        n, 1 / a, a**n, conj(a), a - conj(a), I * a,
    ]  # fmt: skip
    try:
        told = [t for t in r.sample(parts, r.choice([0, 0, 1, 1, 2, 3])) if defined(t, at)]
        given = tuple(true_facts(r, told, at))
        for _ in range(12):
            if truth(goal, at) is not True:
                break
            other = point(r)
            if all(truth(h, other) is True for h in given):
                at = other
        truth(goal, at)
    except UNFIT:
        return None
    return Claim(goal, given, at)


def base(r: random.Random) -> Term:
    kind = r.random()
    if kind < 0.5:
        return r.choice(SYMBOLS)
    if kind < 0.6:
        return r.choice(CONSTANTS)
    return step(r, r.choice(SYMBOLS), [r.choice(SYMBOLS)])


def _of(name: str) -> Callable[..., Term]:
    return lambda *arguments: call(name, *arguments)


log, size, arg, re, im, sign = map(_of, "log abs arg re im sign".split())
floor, ceiling, mod, greater, less = map(_of, "floor ceiling mod max min".split())
asin, acos, atan, acot, asinh, acosh, atanh = map(
    _of, "asin acos atan acot asinh acosh atanh".split()
)
tan, sinh, cosh, tanh, gamma, factorial, binomial = map(
    _of, "tan sinh cosh tanh gamma factorial binomial".split()
)
HALF = number(Fraction(1, 2))


def law(r: random.Random, a: Term, b: Term, n: Term, m: Term) -> Relation:
    """A relation between a and b and integers n and m, from books or almost."""
    if r.random() < 0.3:
        return r.choice(_orders(a, b, n))
    families = (
        _functional(r, a, b, n), _roots(a, b, n), _powers(r, a, b, n, m), _inverses(a, b),
        _arguments(a, b), _integers(a, b, n, m), _periods(a, n),
    )  # fmt: skip
    left, right = r.choice(r.choice(families))
    return eq(left + b, right + b) if r.random() < 0.15 else eq(left, right)


Pairs = list[tuple[Term, Term]]


def _functional(r: random.Random, a: Term, b: Term, n: Term) -> Pairs:
    f = _of(r.choice(FUNCTIONS))
    return [
        (f(a * b), f(a) * f(b)), (f(a * b), f(a) + f(b)), (f(conj(a)), conj(f(a))),
        (f(-a), f(a)), (f(-a), -f(a)), (f(1 / a), 1 / f(a)), (f(1 / a), -f(a)), (f(a), a),
        (f(a**n), f(a) ** n), (f(2 * a), 2 * f(a)), (f(a + b), f(a) + f(b)), (f(f(a)), f(a)),
    ]  # fmt: skip


def _roots(a: Term, b: Term, n: Term) -> Pairs:
    return [
        (sqrt(a) ** 2, a), (sqrt(a**2), a), (sqrt(a**2), size(a)), (sqrt(-a), I * sqrt(a)),
        (sqrt(a) * sqrt(b), sqrt(a * b)), (sqrt(a / b), sqrt(a) / sqrt(b)),
        (1 / sqrt(a), sqrt(1 / a)), (log(exp(a)), a), (exp(log(a)), a), (log(a**n), n * log(a)),
        (log(a) + log(b), log(a * b)), (log(a) - log(b), log(a / b)), (log(-a), log(a) + I * PI),
        (log(a), log(size(a)) + I * arg(a)), (log(sqrt(a)), log(a) / 2), (im(log(a)), arg(a)),
        (sqrt(exp(a)), exp(a / 2)), (conj(sqrt(a)), sqrt(conj(a))), (a / a, a**0),
        ((a**2 - b**2) / (a - b), a + b), (1 / (1 / a), a), (a * b / b, a), (0 * a, 0 * b),
    ]  # fmt: skip


def _powers(r: random.Random, a: Term, b: Term, n: Term, m: Term) -> Pairs:
    c = r.choice(NUMBERS)
    return [
        ((a**b) ** n, a ** (b * n)), ((a**n) ** b, a ** (n * b)), ((a * b) ** n, a**n * b**n),
        ((a * b) ** c, a**c * b**c), (a**b * a**n, a ** (b + n)), (a**m * a**n, a ** (m + n)),
        ((a**2) ** HALF, a), ((a**b) ** (1 / b), a), (exp(a) ** b, exp(a * b)),
        (exp(a) ** c, exp(a * c)), (a**c * conj(a**c), size(a) ** (2 * c)),
        (size(a**b), size(a) ** b), (conj(a**b), conj(a) ** conj(b)), (0 * a**n, 0 * b),
    ]  # fmt: skip


def _inverses(a: Term, b: Term) -> Pairs:
    return [
        (asin(sin(a)), a), (sin(asin(a)), a), (acos(cos(a)), a), (atan(tan(a)), a),
        (tan(atan(a)), a), (asinh(sinh(a)), a), (acosh(cosh(a)), a), (cosh(acosh(a)), a),
        (atanh(tanh(a)), a), (tanh(atanh(a)), a), (acosh(cosh(a)), size(a)),
        (acos(-a), PI - acos(a)), (atan(a) + atan(1 / a), PI / 2), (acot(a), PI / 2 - atan(a)),
        (acot(a), atan(1 / a)), (acosh(a), I * acos(a)), (asin(a) + acos(a), PI / 2),
        (cos(asin(a)), sqrt(1 - a**2)), (sin(acos(a)), sqrt(1 - a**2)),
        (asin(cos(a)), PI / 2 - a), (2 * atan(a), atan(2 * a / (1 - a**2))),
        (atan(a) + atan(b), atan((a + b) / (1 - a * b))), (atanh(a), log((1 + a) / (1 - a)) / 2),
        (asinh(a), log(a + sqrt(a**2 + 1))), (acosh(a), log(a + sqrt(a**2 - 1))),
        (atan(a), asin(a / sqrt(1 + a**2))), (call("atan2", a, b), atan(a / b)),
        (call("atan2", a, b), arg(b + I * a)), (call("atan2", -a, b), -call("atan2", a, b)),
    ]  # fmt: skip


def _arguments(a: Term, b: Term) -> Pairs:
    return [
        (arg(a * b), arg(a) + arg(b)), (arg(conj(a)), -arg(a)), (arg(1 / a), -arg(a)),
        (arg(-a), arg(a) + PI), (arg(a**2), 2 * arg(a)), (arg(exp(a)), im(a)),
        (size(a) * exp(I * arg(a)), a), (sign(a) * size(a), a), (sign(a) ** 2, a**0),
        (size(a) / a, sign(a)), (conj(a) * a, size(a) ** 2), (size(exp(a)), exp(re(a))),
        (re(a * b), re(a) * re(b) - im(a) * im(b)), (conj(a), a),
        (re(a) ** 2 + im(a) ** 2, size(a) ** 2),
    ]  # fmt: skip


def _integers(a: Term, b: Term, n: Term, m: Term) -> Pairs:
    return [
        (floor(-a), -ceiling(a)), (floor(a + n), floor(a) + n), (floor(a + b), floor(a) + floor(b)),
        (floor(2 * a), floor(a) + floor(a + HALF)), (mod(a + b, b), mod(a, b)),
        (mod(-a, b), b - mod(a, b)), (mod(a, b), a - b * floor(a / b)), (mod(a, 1), a - floor(a)),
        (ceiling(a), floor(a) + 1), (mod(n, 2) ** 2, mod(n, 2)), (greater(a, -a), size(a)),
        (greater(a, b) + less(a, b), a + b), (greater(a, b), (a + b + size(a - b)) / 2),
        (gamma(a + 1), a * gamma(a)), (factorial(n), n * factorial(n - 1)),
        (binomial(n, m), binomial(n, n - m)), (gamma(n), factorial(n - 1)),
        (binomial(n, m), factorial(n) / (factorial(m) * factorial(n - m))),
        (call("gcd", n, m), call("gcd", m, n)), (call("gcd", n, 0), n),
    ]  # fmt: skip


def _periods(a: Term, n: Term) -> Pairs:
    one, minus = number(1), number(-1)
    return [
        (exp(a + 2 * PI * I * n), exp(a)), (exp(I * PI * a), minus**a), (exp(2 * PI * I * a), one),
        (minus ** (2 * n), one), (sin(PI * n), number(0)), (cos(PI * n), minus**n),
        (I ** (4 * n), one), (tan(a) * (1 / tan(a)), one), (tan(a + PI), tan(a)),
        (tan(2 * a), 2 * tan(a) / (1 - tan(a) ** 2)), (sin(a) / cos(a), tan(a)),
    ]  # fmt: skip


def _orders(a: Term, b: Term, n: Term) -> list[Relation]:
    return [
        le(a, size(a)), le(0, a**2), le(2 * a * b, a**2 + b**2),
        le(sin(a), a), le(1 + a, exp(a)), le(log(a), a - 1), lt(a, a + b), lt(0, exp(a)),
        le(0, sqrt(a)), le(0, asin(a)), lt(floor(a), a), le(floor(a), a), lt(a, ceiling(a) + 1),
        le(a, a**2), le(a * b, b), lt(1 / b, 1 / a), le(exp(a), exp(b)), le(log(a), log(b)),
        le(sqrt(a), sqrt(b)), le(a**2, b**2), le(size(a), size(b)), lt(0, size(a)), le(0, acos(a)),
        le(0, acosh(a)), le(atan(a), PI / 2), lt(0, cos(a)), le(sin(a) ** 2, 1), lt(sin(a), 1),
        ne(a, b), ne(exp(a), 0), ne(a**2 + 1, 0), ne(size(a), 0), ne(cos(a), 0), ne(a**n, 0),
        le(less(a, b), a), lt(mod(a, b), b), le(0, mod(a, b)), le(arg(a), PI), lt(-PI, arg(a)),
        le(a**n, b**n), lt(0, a**b), lt(0, cosh(a)), lt(tanh(a), 1), le(re(a), size(a)),
        le(a, a * b), le(1, n**2), le(0, a * conj(a)), le(asin(a), PI / 2), le(-PI / 2, asin(a)),
        le(tan(a), tan(b)), le(cos(b), cos(a)), le(atan(a), a), le(arg(a), arg(b)),
    ]  # fmt: skip
