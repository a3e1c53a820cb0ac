"""Gaussian rationals, the coefficients of normal forms: real and imaginary part."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

Gaussian = tuple[Fraction, Fraction]
Key = TypeVar("Key", bound=Hashable)

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
