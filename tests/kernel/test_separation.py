"""Separation bounds: zero is seen, and nothing else is taken for it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from mpmath import mp

from derivations.kernel.enclosure import certainly_differ
from derivations.kernel.separation import NotAlgebraic, is_zero, separation
from derivations.language.sorts import REAL
from derivations.language.terms import Term
from tests.support.notation import PI, ZERO, I, call, conj, cos, exp, mul, number, sin, sqrt, symbol
from tests.support.oracle import Undefined, evaluate


def root(n: int) -> Term:
    return sqrt(number(n))


ZEROS = [
    sqrt(5 + 2 * root(6)) - root(2) - root(3),
    sqrt(14 + 3 * sqrt(3 + 2 * sqrt(5 - 12 * sqrt(3 - 2 * root(2))))) - 3 - root(2),
    cos(PI / 7) - cos(2 * PI / 7) + cos(3 * PI / 7) - number("1/2"),
    call("tan", PI / 8) - root(2) + 1, sin(PI / 10) - (root(5) - 1) / 4,
    exp(mul(I, PI) / 4) - (1 + I) / root(2), number(-1) ** number("1/3") - (1 + I * root(3)) / 2,
    sqrt(3 + 4 * I) - 2 - I, call("abs", 3 + 4 * I) - 5, sqrt(1 + I) * conj(sqrt(1 + I)) - root(2),
    1 / (root(3) - root(2)) - root(3) - root(2),
]


@pytest.mark.parametrize("term", ZEROS, ids=str)
def test_zero_is_seen(term: Term) -> None:
    assert is_zero(term)


@pytest.mark.parametrize("term", ZEROS, ids=str)
def test_what_is_nearly_zero_is_not(term: Term) -> None:
    assert not is_zero(term + number(f"1/1{'0' * 80}"))


def test_only_algebraic_numbers() -> None:
    x, one = symbol("x", REAL), number(1)
    for term in (PI - PI, exp(one), x, call("log", number(2)), cos(one)):
        with pytest.raises(NotAlgebraic):
            separation(term)
        assert not is_zero(term)


def test_undefined_is_not_zero() -> None:
    assert not is_zero(number(1) / (root(2) - root(2)))


@pytest.mark.parametrize("seed", range(8))
def test_random_radicals_are_never_both_zero_and_different(seed: int) -> None:
    random = Random(seed)

    def term(depth: int) -> Term:
        if depth == 0:
            return number(random.randint(-6, 6))
        match random.randrange(5):
            case 0:
                return term(depth - 1) + term(depth - 1)
            case 1:
                return term(depth - 1) * term(depth - 1)
            case 2:
                return term(depth - 1) - term(depth - 1)
            case 3:
                return term(depth - 1) / random.randint(1, 5)
        return sqrt(term(depth - 1))

    for _ in range(20):
        a = term(3)
        assert not (is_zero(a) and certainly_differ(a, ZERO))


# The bound itself, against values computed to many digits

NEARLY_ZERO = [
    (root(2) - 1) ** 40,
    (root(10**6 + 1) - 1000) ** 5,
    root(10) + root(11) - root(5) - root(18),
    sqrt(root(2) + root(3)) - sqrt(number("3146264369/1000000000")),
    number(2) ** number("1/7") - number("1104089513673812/1000000000000000"),
    cos(2 * PI / 7) - number("62348980185/100000000000"),
    exp(2 * PI * I / 5) - number("309/1000") - I * number("951/1000"),
    call("abs", 1 + I * root(2)) - root(3) + number("1/10000000000"),
    1 / ((root(3) - root(2)) ** 9) - number(30268),
    conj(sqrt(1 + 2 * I)) - number("1272/1000") + I * number("786/1000"),
    call("tan", PI / 5) - number("7265425/10000000"),
    call("re", sqrt(3 + I)) - number("175532/100000"),
    (number(-3) ** number("2/3")) - number("-1040/1000") - I * number("18014/10000"),
]


def checked_bound(term: Term) -> bool:
    """Whether the value is at least `2**-bits`; it must be, unless it is zero."""
    bits = separation(term)
    digits = bits // 3 + 60
    with mp.workdps(digits):
        size = abs(mp.mpmathify(_float(evaluate(term, {}, digits))))
        assert size >= mp.mpf(2) ** -bits or size < mp.mpf(10) ** -(digits - 30), (term, bits)
        return bool(size > mp.mpf(10) ** -(digits - 30))


def _float(value: object) -> object:
    return mp.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


@pytest.mark.parametrize("term", NEARLY_ZERO, ids=str)
def test_what_is_not_zero_is_not_below_the_bound(term: Term) -> None:
    assert checked_bound(term)
    assert not is_zero(term)


@pytest.mark.parametrize("seed", range(6))
def test_random_algebraic_numbers_are_not_below_their_bounds(seed: int) -> None:
    random = Random(seed)

    def term(depth: int) -> Term:
        if not depth:
            return number(Fraction(random.randint(-9, 9), random.choice((1, 1, 2, 5))))
        a, b = term(depth - 1), term(random.randint(0, depth - 1))
        turn = exp(mul(2, PI, I, number(Fraction(random.randint(1, 9), random.randint(2, 7)))))
        angle = PI * number(Fraction(random.randint(1, 6), random.randint(2, 5)))
        return random.choice(
            [a + b, a - b, a * b, a / b, sqrt(a), a ** number("1/3"), conj(a), call("abs", a),
             call("re", a), call("im", a), a * turn, a + cos(angle), sin(angle) * a, a**-2, -a,
             a**number("-1/2"), a**3]
        )  # fmt: skip

    nonzero = 0
    for _ in range(60):
        one = term(random.randint(1, 4))
        try:
            if separation(one) < 3_000:
                nonzero += checked_bound(one)
        except (NotAlgebraic, Undefined):
            continue
    assert nonzero > 20
