"""Arithmetic of numbers.

Gaussian rationals, the coefficients of normal forms, are pairs of real and imaginary part; of
rationals the primes, the greatest common divisor, the part that is a square.

Whether a vector is a combination of columns is asked first modulo a prime in which -1 is a square,
one column after the other, which also says which columns matter; then exactly, on these alone.
Complete, unless the prime divides a denominator.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import gcd, lcm, prod
from typing import Any, TypeVar

Gaussian = tuple[Fraction, Fraction]
Key = TypeVar("Key", bound=Hashable)

# What has no prime factor below this counts as a prime.
MAX_PRIME = 10**6
NOTHING: Gaussian = (Fraction(0), Fraction(0))
UNIT: Gaussian = (Fraction(1), Fraction(0))


def minus(a: Gaussian) -> Gaussian:
    return -a[0], -a[1] if a[1] else a[1]


def product(a: Gaussian, b: Gaussian) -> Gaussian:
    if not a[1] and not b[1]:  # mostly so, and quicker
        return a[0] * b[0], NOTHING[1]
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def ratio(a: Gaussian, b: Gaussian) -> Gaussian:
    """`a / b`, for b other than 0."""
    if not a[1] and not b[1]:
        return a[0] / b[0], NOTHING[1]
    norm = b[0] * b[0] + b[1] * b[1]
    return (a[0] * b[0] + a[1] * b[1]) / norm, (a[1] * b[0] - a[0] * b[1]) / norm


def add_to(coefficients: dict[Key, Gaussian], key: Key, c: Gaussian) -> None:
    """Add to the coefficient of a key; a key whose coefficient is 0 is taken away."""
    a, b = coefficients.get(key, NOTHING)
    total = a + c[0], b + c[1] if c[1] else b
    if any(total):
        coefficients[key] = total
    else:
        coefficients.pop(key, None)


@lru_cache(maxsize=1000)
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
        p += 1 if p == 2 else 2
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


# Linear algebra over the Gaussian rationals: is a vector a combination of columns?

PRIME = 998_244_353
ROOT = pow(3, (PRIME - 1) // 4, PRIME)  # of -1

Row = dict[int, int]


class Span:
    """The span of columns, modulo the prime."""

    def __init__(self) -> None:
        self.columns: list[Mapping[Any, Gaussian]] = []
        self.places: dict[Hashable, int] = {}
        self.ages: dict[int, int] = {}  # of the row that has a pivot there
        self.basis: list[tuple[int, Row, Row]] = []  # pivot, row, combination of columns

    def add(self, column: Mapping[Any, Gaussian]) -> bool:
        """Add a column; whether it is independent of those before."""
        self.columns.append(column)
        row, made = self._reduced(self._modular(column))
        if not row:
            return False
        made[len(self.columns) - 1] = 1
        pivot = next(iter(row))
        unit = pow(row[pivot], -1, PRIME)
        self.ages[pivot] = len(self.basis)
        self.basis.append((
            pivot, {k: v * unit % PRIME for k, v in row.items()},
            {k: v * unit % PRIME for k, v in made.items()},
        ))
        return True

    def _reduced(self, row: Row) -> tuple[Row, Row]:
        """What is left of a row; no row of the basis has the pivots of those before it."""
        made: Row = {}
        ages = self.ages
        pending = [ages[k] for k in row if k in ages]
        heapify(pending)
        while pending:
            pivot, other, combination = self.basis[heappop(pending)]
            c = row.get(pivot, 0)
            if not c:
                continue
            for k, v in other.items():
                value = row.get(k)
                if value is None:
                    row[k] = -c * v % PRIME
                    if k in ages:
                        heappush(pending, ages[k])
                else:
                    value = (value - c * v) % PRIME
                    if value:
                        row[k] = value
                    else:
                        del row[k]
            for j, v in combination.items():
                made[j] = (made.get(j, 0) - c * v) % PRIME
        return row, made

    def _modular(self, vector: Mapping[Any, Gaussian]) -> Row:
        found = {}
        for k, (a, b) in vector.items():
            value = (_residue(a) + ROOT * _residue(b) if b else _residue(a)) % PRIME
            if value:
                found[self.places.setdefault(k, len(self.places))] = value
        return found

    def combination(self, wanted: Mapping[Any, Gaussian]) -> dict[int, Gaussian] | None:
        """Weights of columns that make up the vector, if there are."""
        row, made = self._reduced(self._modular(wanted))
        if row:
            return None
        support = sorted(j for j, v in made.items() if v)
        found = _exact([self.columns[j] for j in support], wanted)
        return None if found is None else dict(zip(support, found, strict=True))


def _residue(q: Fraction) -> int:
    return q.numerator * pow(q.denominator, -1, PRIME)


def _exact(
    columns: Sequence[Mapping[Any, Gaussian]], wanted: Mapping[Any, Gaussian]
) -> list[Gaussian] | None:
    """The solution with independent columns, by elimination."""
    rows: dict[Any, dict[int, Gaussian]] = {}
    for j, column in enumerate([*columns, wanted]):
        for k, c in column.items():
            if any(c):
                rows.setdefault(k, {})[j] = c
    last = len(columns)  # the place of what is wanted
    solved: dict[int, dict[int, Gaussian]] = {}
    for row in rows.values():
        for j in [j for j in row if j in solved]:
            _subtract(row, solved[j], row[j])
        pivot = next((j for j in row if j != last), None)
        if pivot is None:
            if row:
                return None
            continue
        row = {j: ratio(c, row[pivot]) for j, c in row.items()}
        for other in solved.values():
            if pivot in other:
                _subtract(other, row, other[pivot])
        solved[pivot] = row
    return [solved.get(j, {}).get(last, NOTHING) for j in range(last)]


def _subtract(row: dict[int, Gaussian], other: dict[int, Gaussian], c: Gaussian) -> None:
    for j, v in other.items():
        add_to(row, j, minus(product(c, v)))
