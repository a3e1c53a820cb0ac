"""Signs of terms: what is seen, what must not be, and that numbers agree."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from mpmath import mp

from derivations.kernel.context import assume
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.signs import sign_of
from derivations.language.sorts import (
    COMPLEX,
    INTEGER,
    NATURAL,
    NEGATIVE,
    NONNEGATIVE,
    POSITIVE,
    REAL,
)
from derivations.language.statements import Relation, le, lt, ne
from derivations.language.terms import Term
from tests.support.notation import (
    ONE,
    PI,
    ZERO,
    add,
    call,
    conj,
    cos,
    div,
    exp,
    mul,
    neg,
    number,
    power,
    sin,
    sqrt,
    sum_,
    symbol,
)
from tests.support.oracle import Unfit, term_value

x, y = symbol("x", REAL), symbol("y", REAL)
p, q = symbol("p", POSITIVE), symbol("q", NONNEGATIVE)
m = symbol("m", NEGATIVE)
n, k = symbol("n", NATURAL), symbol("k", INTEGER)
z = symbol("z", COMPLEX)


def sign(term: Term, *facts: Relation) -> str | None:
    normalizer = Normalizer()
    for fact in facts:
        assume(normalizer, fact)
    return sign_of(normalizer, term)


SEEN: list[tuple[Term, tuple[Relation, ...], str | None]] = [
    (1 + call("tan", x) ** 2, (), "positive"),
    (z * conj(z) + 1, (), "positive"),
    (call("inner", z, z), (), "nonnegative"),
    (1 + sin(x), (), "nonnegative"),
    (2 - cos(x), (), "positive"),
    (2 - sqrt(number(3)), (), "positive"),
    (PI - 3, (), "positive"),
    (call("sinh", x), (ne(x, 0),), "nonzero"),
    (sin(x), (le(ZERO, x), le(x, PI)), "nonnegative"),
    (sin(x / 2), (le(ZERO, x), le(x, 2 * PI)), "nonnegative"),
    (sin(x), (lt(ZERO, x), lt(x, PI)), "positive"),
    (cos(x), (lt(-PI / 2, x), lt(x, PI / 2)), "positive"),
    (call("acos", x), (le(-ONE, x), le(x, ONE)), "nonnegative"),
    (call("log", 1 + p), (), "positive"),
    (sum_(k**2 * p, (k, 0, n)), (), "nonnegative"),
    (1 - x**2, (le(-ONE, x), le(x, ONE)), "nonnegative"),
    (x - y, (lt(y, x),), "positive"),
    # What must not be seen.
    (sin(x), (le(ZERO, x),), "real"),
    (sin(x), (le(x, PI),), "real"),
    (call("acos", x), (le(x, ONE),), None),
    (call("log", q), (), None),
    (sqrt(x), (), None),
    (exp(z), (), None),
    (z**2, (), None),
    (power(x, 3), (), "real"),
    (x / q, (), "real"),
    (p / q, (), "nonnegative"),  # 0 where q is 0: a quotient by 0 is 0
    (1 + x, (), "real"),
]


@pytest.mark.parametrize("term, facts, wanted", SEEN, ids=[str(case[0]) for case in SEEN])
def test_signs(term: Term, facts: tuple[Relation, ...], wanted: str | None) -> None:
    assert sign(term, *facts) == wanted


def test_facts_are_not_about_bound_indices() -> None:
    # The fact is about a free k; the k of the sum is another one.
    free = symbol("k", INTEGER)
    assert sign(sum_(k, (k, -5, n)), lt(ZERO, free)) == "real"


# Random terms: the sign that is seen is the sign of every value.

FUNCTIONS = (
    "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "asinh", "abs", "sqrt", "log",
    "asin", "acos", "re", "im", "arg", "sign", "floor", "ceiling",
)  # fmt: skip
LEAVES = (x, y, p, q, m, n, z, number(2), number(-1), number("1/2"), ZERO, PI)


def random_term(random: Random, depth: int) -> Term:
    if depth == 0 or random.random() < 0.15:
        return random.choice(LEAVES)

    def part() -> Term:
        return random_term(random, depth - 1)

    match random.randrange(7):
        case 0:
            return add(part(), part())
        case 1:
            return mul(part(), part())
        case 2:
            return div(part(), part())
        case 3:
            return power(part(), random.choice((2, 3, 4, -1, -2)))
        case 4:
            return neg(part())
        case 5:
            inner = part()
            return mul(inner, conj(inner))
    return call(random.choice(FUNCTIONS), part())


HOLDS = {
    "positive": lambda v: v > 0, "negative": lambda v: v < 0, "zero": lambda v: v == 0,
    "nonnegative": lambda v: v >= 0, "nonpositive": lambda v: v <= 0,
    "nonzero": lambda v: v != 0, "real": lambda v: True,
}  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_values_have_the_sign_that_is_seen(seed: int) -> None:
    random = Random(seed)
    with mp.workdps(60):
        for _ in range(40):
            term = random_term(random, 4)
            seen = sign(term)
            if seen is None:
                continue
            for _ in range(6):
                try:
                    value = mp.convert(term_value(term, _values(random)))
                except (Unfit, OverflowError, ValueError, ZeroDivisionError):
                    continue
                size = mp.mpf(10) ** -20 * (1 + abs(value))
                assert abs(value.imag) < size, (term, seen)
                if abs(value.real) > size:
                    assert HOLDS[seen](value.real), (term, seen, value)
                # A value near 0 may be 0 or not: only that much is asked of it.


def _values(random: Random) -> dict[str, object]:
    def rational(low: int, high: int) -> Fraction:
        return Fraction(random.randint(low, high), random.choice((1, 2, 3, 5)))

    a, b = rational(-9, 9), rational(-9, 9)
    return {
        "x": rational(-9, 9), "y": rational(-9, 9), "p": rational(1, 9), "q": rational(0, 9),
        "m": rational(-9, -1), "n": random.randint(0, 6),
        "z": mp.mpc(mp.mpf(a.numerator) / a.denominator, mp.mpf(b.numerator) / b.denominator),
    }  # fmt: skip
