"""Signs of terms: what is seen, what must not be, and that numbers agree."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from mpmath import mp

from derivations.kernel.context import assume
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.signs import sign_of
from derivations.language.statements import Proposition
from derivations.language.terms import Term
from tests.support.notation import PI, ZERO, add, call, conj, div, mul, neg, number, power
from tests.support.oracle import Unfit, term_value
from tests.support.tables import declared, entries, stated

LETTERS = declared("""
    x, y: real; p: positive; q: nonnegative; m: negative; n: natural; k: integer; z: complex
""")


def sign(term: Term, *facts: Proposition) -> str | None:
    normalizer = Normalizer()
    for fact in facts:
        assume(normalizer, fact.relation)
    return sign_of(normalizer, term)


SEEN = {
    "positive": """
        1 + tan(x)**2;  z*conjugate(z) + 1;  2 - cos(x);  2 - sqrt(3);  pi - 3;  log(1 + p)
        sin(x) given 0 < x and x < pi;  cos(x) given -pi/2 < x and x < pi/2;  x - y given y < x
    """,
    # A quotient by 0 is 0: p/q is 0 where q is.
    "nonnegative": """
        inner(z, z);  1 + sin(x);  Sum(k**2*p, (k, 0, n));  p/q
        sin(x) given 0 <= x and x <= pi;  sin(x/2) given 0 <= x and x <= 2*pi
        acos(x) given -1 <= x and x <= 1;  1 - x**2 given -1 <= x and x <= 1
    """,
    "nonzero": "sinh(x) given x != 0",
    # A fact about a free k says nothing of the k of a sum.
    "real": """
        sin(x) given 0 <= x;  sin(x) given x <= pi;  x**3;  x/q;  1 + x
        Sum(k, (k, -5, n)) given 0 < k
    """,
    None: "acos(x) given x <= 1;  log(q);  sqrt(x);  exp(z);  z**2",
}


@pytest.mark.parametrize(
    ("entry", "wanted"), [(entry, seen) for seen, table in SEEN.items() for entry in entries(table)]
)
def test_signs(entry: str, wanted: str | None) -> None:
    term, given, facts = entry.partition(" given ")
    goal, known = stated(f"{term} == 0{given}{facts}", LETTERS)
    assert sign(goal.relation.left, *known) == wanted


# Random terms: the sign that is seen is the sign of every value.

FUNCTIONS = (
    "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "asinh", "abs", "sqrt", "log",
    "asin", "acos", "re", "im", "arg", "sign", "floor", "ceiling",
)  # fmt: skip
LEAVES = (*(LETTERS[name] for name in "xypqmnz"), number(2), number(-1), number("1/2"), ZERO, PI)


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
