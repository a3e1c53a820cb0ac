"""Exact values of functions at numbers, for display: `sqrt(8)`, `log(-1)`, `atan(1)`, `floor(π)`.

    value(head, arguments)   what a function is at closed arguments; None where no short form is
                             known here

Signs come from certified intervals, angles from a table of squares of sines and tangents.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from math import comb, factorial, floor, gcd, isqrt, lcm

from derivations.kernel import Context, Enclose, manifest, verify
from derivations.language.statements import Proposition, Relation, eq, le, lt
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, div, mul, neg, number, power, sqrt, sub,
)
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import closed_value
from derivations.search.reading.facts import FAILURES
from derivations.search.reading.gaussian import NOTHING, UNIT, Gaussian, primes_of, square_part
from derivations.search.reading.readback import form, reader, sum_of

# Whole numbers whose factorials are told.
MAX_WHOLE = 1_000
# How far a floor is looked for from where floating point sees it.
MAX_FLOOR = 10**20
# Precisions at which closed terms are enclosed.
BITS = (64, 256, 1024)
HALF = Fraction(1, 2)

# For squares of values, the angle in parts of π.
_SINES = {Fraction(1, 4): Fraction(1, 6), HALF: Fraction(1, 4), Fraction(3, 4): Fraction(1, 3),
          Fraction(1): HALF, Fraction(0): Fraction(0)}  # fmt: skip
_TANGENTS = {Fraction(1, 3): Fraction(1, 6), Fraction(1): Fraction(1, 4),
             Fraction(3): Fraction(1, 3), Fraction(0): Fraction(0)}  # fmt: skip
# The argument of a Gaussian rational on an axis or a diagonal, in eighths of a turn, by its signs.
_EIGHTHS = {(1, 0): 0, (1, 1): 1, (0, 1): 2, (-1, 1): 3, (-1, 0): 4, (-1, -1): -3, (0, -1): -2,
            (1, -1): -1}  # fmt: skip


def value(head: str, arguments: Sequence[Term]) -> Term | None:
    """The value of a function at closed arguments, as a term; None where none is known."""
    points = [gaussian(a) for a in arguments]
    if all(p is not None and not p[1] for p in points):
        found = _at_rationals(head, [p[0] for p in points if p is not None])
        if found is not None:
            return found
    x = arguments[0]
    known = _VALUES.get(head)
    if known is not None:
        return known(x, points[0])
    if head in ("max", "min"):
        return reduce(lambda a, b: _larger(a, b, head), arguments)
    if head == "mod":
        turns = value("floor", [div(*arguments)])
        return None if turns is None else sub(x, mul(arguments[1], turns))
    if head == "atan2":
        return value("arg", [add(arguments[1], mul(I, x))])
    return power_of(points[0], points[1]) if head == "pow" else None


def gaussian(term: Term) -> Gaussian | None:
    """Real and imaginary part of a closed term whose normal form is a number."""
    context = Context()
    try:
        parts = reader(context).monomials(form(context, term))
    except FAILURES:
        return None
    if any(key != (None, None, ()) for key in parts):
        return None
    return parts.get((None, None, ()), NOTHING)


def sign_of(x: Term) -> int | None:
    """The sign of a closed term that is real; None where it is not seen."""
    for sign, claim in ((0, eq(x, ZERO)), (1, lt(ZERO, x)), (-1, lt(x, ZERO))):
        if holds(claim):
            return sign
    return None


def holds(claim: Relation) -> bool:
    """Whether a relation between closed terms is seen by normal forms or intervals."""
    context = Context()
    try:
        if manifest(context, claim):
            return True
    except FAILURES:
        return False
    return claim.operator != "==" and enclosed(context, claim, BITS[:2]) is not None


def enclosed(context: Context, claim: Relation, precisions: Sequence[int] = BITS) -> Enclose | None:
    """The proof that intervals tell the sides apart, if they do."""
    for bits in precisions:
        try:
            verify(context, Proposition(claim), Enclose(bits))
            return Enclose(bits)
        except FAILURES:
            continue
    return None


# Rational arguments


def _at_rationals(head: str, values: list[Fraction]) -> Term | None:
    x = values[0]
    if head in ("floor", "ceiling"):
        return number(floor(x) if head == "floor" else -floor(-x))
    if head not in _WHOLE or any(v.denominator != 1 for v in values):
        return None
    whole = [int(v) for v in values]
    if head in ("gcd", "lcm") or 0 <= whole[0] <= MAX_WHOLE:
        return number(_WHOLE[head](*whole))
    return None


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


_WHOLE: dict[str, Callable[..., int]] = {
    "gcd": gcd, "lcm": lcm, "factorial": factorial, "fibonacci": fibonacci,
    "binomial": lambda n, k: comb(n, k) if k >= 0 else 0,
    "gamma": lambda n: factorial(max(n - 1, 0)),
}  # fmt: skip


# One argument: the term, and its parts if it is a Gaussian rational

Point = Gaussian | None


def root(x: Term, point: Point) -> Term | None:
    """The principal square root."""
    if point is None:
        return mul(I, sqrt(neg(x))) if sign_of(x) == -1 else None
    a, b = point
    if not b:
        return root_of(a)
    size = a * a + b * b
    length = Fraction(isqrt(size.numerator), isqrt(size.denominator))
    if length * length != size:
        return None
    parts = [root_of((length + a) / 2), root_of((length - a) / 2)]
    return add(parts[0], mul(I if b > 0 else neg(I), parts[1]))


def root_of(x: Fraction) -> Term:
    """The root of a rational: squares come out."""
    if not x:
        return ZERO
    outside, inside = square_part(abs(x))
    found = number(outside) if inside == 1 else sqrt(number(inside))
    if inside != 1 != outside:
        found = mul(number(outside), found)
    return found if x > 0 else mul(I, found)


def _logarithm(x: Term, point: Point) -> Term | None:
    if x.head == "exp" and sign_of(x.args[0]) is not None:
        return x.args[0]
    if point is None:
        return add(call("log", neg(x)), mul(I, PI)) if sign_of(x) == -1 else None
    a, b = point
    turn = _argument(x, point)
    if turn is None:
        return None
    size, power = (a * a + b * b, HALF) if a and b else (abs(a + b), Fraction(1))
    weights: dict[int, Fraction] = {}
    for whole, sign in ((size.numerator, power), (size.denominator, -power)):
        for p, e in primes_of(whole).items():
            weights[p] = weights.get(p, Fraction(0)) + sign * e
    parts = [mul(number(c), call("log", number(p))) for p, c in sorted(weights.items()) if c]
    return sum_of([*parts, mul(I, turn)])


def _argument(x: Term, point: Point) -> Term | None:
    if point is not None:
        signs = [(c > 0) - (c < 0) for c in point]
        on_line = not all(point) or abs(point[0]) == abs(point[1])
        eighths = _EIGHTHS.get((signs[0], signs[1])) if on_line else None
        return None if eighths is None else mul(number(Fraction(eighths, 4)), PI)
    return {1: ZERO, -1: PI}.get(sign_of(x) or 0)


def _size(x: Term, point: Point) -> Term | None:
    if point is not None:
        return root_of(point[0] ** 2 + point[1] ** 2)
    sign = sign_of(x)
    return None if sign is None else mul(number(sign), x)


def _sign(x: Term, point: Point) -> Term | None:
    if point is not None and any(point):
        return div(x, root_of(point[0] ** 2 + point[1] ** 2))
    sign = sign_of(x)
    return None if sign is None else number(sign)


def _floor(x: Term, point: Point) -> Term | None:
    """Of a real number between two whole ones, by halving what floating point leaves open."""
    try:
        guess = floor(closed_value(x).real)
    except (Unknown, OverflowError):
        return None
    low, high = guess, guess + 1
    while not holds(le(number(low), x)) and guess - low < MAX_FLOOR:
        low -= 1 + 2 * (guess - low)
    while not holds(lt(x, number(high))) and high - guess < MAX_FLOOR:
        high += high - guess
    while high - low > 1:
        middle = (low + high) // 2
        if holds(le(number(middle), x)):
            low = middle
        else:
            high = middle
    settled = holds(le(number(low), x)) and holds(lt(x, number(high)))
    return number(low) if settled else None


def _ceiling(x: Term, point: Point) -> Term | None:
    below = _floor(neg(x), point)
    return None if below is None else neg(below)


def _angle(table: dict[Fraction, Fraction]) -> Callable[[Term, Point], Term | None]:
    def angle(x: Term, point: Point) -> Term | None:
        sign = sign_of(x)
        square = _square(x)
        if sign is None or square not in table:
            return None
        return mul(number(sign * table[square]), PI)

    return angle


def _square(x: Term) -> Fraction | None:
    """The square of a rational times the root of a rational."""
    point, rest = gaussian(x), x
    if point is not None:
        return point[0] ** 2
    factors = list(x.args) if x.head == "mul" else [x]
    found = Fraction(1)
    for rest in factors:
        inner = gaussian(rest.args[0]) if rest.head == "sqrt" else None
        own = inner[0] if inner is not None else (gaussian(rest) or (None,))[0]
        if own is None:
            return None
        found *= own if inner is not None else own**2
    return found


def _arccosine(x: Term, point: Point) -> Term | None:
    sine = _angle(_SINES)(x, point)
    return None if sine is None else sub(mul(number(HALF), PI), sine)


def _of_turns(above: str, below: str) -> Callable[[Term, Point], Term | None]:
    """A quotient of a sine and a cosine at sixths and quarters of π."""

    def quotient(x: Term, point: Point) -> Term | None:
        context = Context()
        parts = reader(context).monomials(form(context, x))
        (turn, im) = parts.pop((None, None, ((PI, 1),)), NOTHING)
        if parts or im or turn.denominator not in (1, 2, 3, 4, 6):
            return None
        return div(call(above, x) if above else ONE, call(below, x))

    return quotient


def _at_zero(x: Term, point: Point) -> Term | None:
    return ZERO if point == NOTHING else None


def power_of(base: Point, exponent: Point) -> Term | None:
    """`base**exponent` for rational numbers, of the base -1 and of primes."""
    if base == UNIT:
        return ONE
    if base is None or exponent is None or base[1] or exponent[1] or not base[0]:
        return None
    b, e = abs(base[0]), exponent[0]
    factor, inside = Fraction(1), dict[Fraction, int]()
    for n, s in ((b.numerator, 1), (b.denominator, -1)):
        for p, k in primes_of(n).items():
            whole, rest = divmod(s * k * e, 1)
            factor *= Fraction(p) ** whole
            inside[rest] = inside.get(rest, 1) * p if rest else 1
    parts = [power(number(n), number(rest)) for rest, n in inside.items() if rest]
    if base[0] < 0:
        parts.append(call("exp", mul(number(e), I, PI)))
    return mul(number(factor), ONE, *parts)


_VALUES: dict[str, Callable[[Term, Point], Term | None]] = {
    "sqrt": root, "log": _logarithm, "arg": _argument, "abs": _size, "sign": _sign,
    "floor": _floor, "ceiling": _ceiling, "asin": _angle(_SINES), "acos": _arccosine,
    "atan": _angle(_TANGENTS), "asinh": _at_zero, "atanh": _at_zero, "tanh": _at_zero,
    "acosh": lambda _, point: ZERO if point == UNIT else None,
    "tan": _of_turns("sin", "cos"), "cot": _of_turns("cos", "sin"),
    "sec": _of_turns("", "cos"), "csc": _of_turns("", "sin"),
}  # fmt: skip


def _larger(a: Term, b: Term, head: str) -> Term:
    if not holds(le(a, b)) and not holds(le(b, a)):
        return call(head, a, b)
    return b if holds(le(a, b)) == (head == "max") else a
