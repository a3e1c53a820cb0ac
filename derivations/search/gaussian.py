"""Arithmetic of numbers.

Gaussian rationals, the coefficients of normal forms, are pairs of real and imaginary part; of
rationals the primes, the greatest common divisor, the part that is a square.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import gcd, lcm, prod
from typing import TypeVar

Gaussian = tuple[Fraction, Fraction]
Key = TypeVar("Key", bound=Hashable)

# What has no prime factor below this counts as a prime.
MAX_PRIME = 10**6
NOTHING: Gaussian = (Fraction(0), Fraction(0))
UNIT: Gaussian = (Fraction(1), Fraction(0))


def minus(a: Gaussian) -> Gaussian:
    return -a[0], -a[1]


def product(a: Gaussian, b: Gaussian) -> Gaussian:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def ratio(a: Gaussian, b: Gaussian) -> Gaussian:
    """`a / b`, for b other than 0."""
    norm = b[0] * b[0] + b[1] * b[1]
    return (a[0] * b[0] + a[1] * b[1]) / norm, (a[1] * b[0] - a[0] * b[1]) / norm


def add_to(coefficients: dict[Key, Gaussian], key: Key, c: Gaussian) -> None:
    """Add to the coefficient of a key; a key whose coefficient is 0 is taken away."""
    a, b = coefficients.get(key, NOTHING)
    coefficients[key] = (a + c[0], b + c[1])
    if not any(coefficients[key]):
        del coefficients[key]


def primes_of(n: int) -> dict[int, int]:
    """The exponents of the primes of a whole number above 0."""
    found: dict[int, int] = {}
    p = 2
    while n > 1:
        if p * p > n or p > MAX_PRIME:
            p = n
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
        p += 1
    return found


def content(parts: Iterable[Fraction]) -> Fraction:
    """The greatest rational of which all are whole multiples."""
    known = list(parts)
    whole = lcm(*(c.denominator for c in known))
    return Fraction(gcd(*(int(c * whole) for c in known)), whole)


def square_part(c: Fraction) -> tuple[Fraction, int]:
    """a and b with `c = a² b` for c above 0, b whole and without square factors."""
    powers = primes_of(c.numerator * c.denominator)
    outside = prod(p ** (e // 2) for p, e in powers.items())
    return Fraction(outside, c.denominator), prod(p ** (e % 2) for p, e in powers.items())
