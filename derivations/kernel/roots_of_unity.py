"""Linear relations between roots of unity.

With D the common denominator of the exponents of `turn = e^{iπ}`, every root of unity that occurs
is a power of `ζ = e^{iπ/D}`, whose minimal polynomial over the rationals is the cyclotomic
polynomial of order 2D.  Reduced modulo it, a linear combination of powers of ζ is zero exactly
when all its coefficients are; this makes the normal form complete for rational multiples of π.
Source: L. C. Washington, Introduction to Cyclotomic Fields, chapter 2.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import lcm

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Monomial, Poly

# Roots of unity of a larger order are left alone.
MAX_ORDER = 5_000


def _divided(numerator: list[int], divisor: list[int]) -> list[int]:
    """The exact quotient of integer polynomials, lowest coefficient first, divisor monic."""
    rest = list(numerator)
    quotient = [0] * (len(numerator) - len(divisor) + 1)
    for k in reversed(range(len(quotient))):
        c = rest[k + len(divisor) - 1]
        quotient[k] = c
        if c:
            for j, d in enumerate(divisor):
                rest[k + j] -= c * d
    return quotient


@cache
def cyclotomic(n: int) -> tuple[int, ...]:
    """The coefficients of the cyclotomic polynomial of order n, lowest first.

    >>> cyclotomic(6)
    (1, -1, 1)
    """
    whole = [-1] + [0] * (n - 1) + [1]
    for d in range(1, n):
        if n % d == 0:
            whole = _divided(whole, list(cyclotomic(d)))
    return tuple(whole)


def _remainder(values: dict[int, Fraction], order: int) -> dict[int, Fraction]:
    """Σ values[k] ζ^k reduced modulo the cyclotomic polynomial of this order."""
    modulus = cyclotomic(order)
    degree = len(modulus) - 1
    dense = [Fraction(0)] * order
    for k, c in values.items():
        dense[k % order] += c
    for k in reversed(range(degree, order)):
        c = dense[k]
        if c:
            for j, d in enumerate(modulus):
                if d:
                    dense[k - degree + j] -= c * d
    return {k: c for k, c in enumerate(dense[:degree]) if c}


def order_in(algebra: Algebra, p: Poly) -> int:
    """An order that all roots of unity in p have, a multiple of 4."""
    turn = algebra.numbers.get(("turn",))
    exponents = {e for m in p.monomials() for g, e in m if g == turn}
    return 2 * lcm(2, *(Fraction(e).denominator for e in exponents))


def reduce_turns(algebra: Algebra, p: Poly) -> Poly:
    """p with its roots of unity reduced; p itself when it has none beyond `±1, ±i`.

    Beyond `MAX_ORDER` p is returned as it is, and may be zero without looking it.
    """
    turn = algebra.numbers.get(("turn",))
    order = order_in(algebra, p)
    if turn is None or not 4 < order <= MAX_ORDER:
        return p
    half = order // 2
    groups: dict[Monomial, dict[int, Fraction]] = {}
    for part, quarter in ((p.re, 0), (p.im, half // 2)):
        for m, c in part.items():
            e = next((Fraction(x) for g, x in m if g == turn), Fraction(0))
            rest = tuple([pair for pair in m if pair[0] != turn])
            place = (int(e * half) + quarter) % order
            group = groups.setdefault(rest, {})
            group[place] = group.get(place, Fraction(0)) + Fraction(c, p.den)
    pieces = []
    for rest, group in groups.items():
        for k, value in _remainder(group, order).items():
            pieces.append(_root(turn, Fraction(k, half), rest, value))
    return P.total(pieces)


def _root(turn: int, e: Fraction, rest: Monomial, c: Fraction) -> Poly:
    """`c e^{iπ e}` times the monomial, for 0 ≤ e < 1... in the spelling of the normal form."""
    sign = 1
    if e >= 1:
        e, sign = e - 1, -1
    imaginary = e >= Fraction(1, 2)
    if imaginary:
        e -= Fraction(1, 2)
    m = P.times_monomials(((turn, e),), rest) if e else rest
    part = {m: c.numerator * sign}
    return Poly({}, part, c.denominator) if imaginary else Poly(part, {}, c.denominator)
