"""Quadratic polynomials that are at least 0, by completing squares.

A polynomial of degree 2 in real atoms is at least 0 everywhere exactly when its Gram matrix (the
atoms and 1) is positive semidefinite, and then it is a sum of squares with positive rational
weights, found by elimination.  Complete for rational coefficients and independent atoms.

Source: C. Hermite, J. Sylvester; R. Horn, C. Johnson, Matrix Analysis, 4.5.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Poly
from derivations.language.terms import Term, mul, number, power
from derivations.search.readback import sum_of

# At most so many atoms.
MAX_ATOMS = 12

Row = dict[int, Fraction]
# The column of the constant 1.
UNIT = -1


def sum_of_squares(algebra: Algebra, p: Poly) -> list[tuple[Fraction, Row]] | None:
    """Positive weights and linear forms (by atom) with `p = Σ weight form²`."""
    gram = _gram(algebra, p)
    if gram is None:
        return None
    found = []
    # The constant last: what it is left with is the least value.
    for g in sorted(gram, key=lambda g: (g == UNIT, g)):
        row = gram.pop(g)
        pivot = row.pop(g, Fraction(0))
        row = {h: v for h, v in row.items() if v and h in gram}
        if pivot < 0 or (not pivot and row):
            return None
        if not pivot:
            continue
        form = {g: Fraction(1)} | {h: v / pivot for h, v in row.items()}
        found.append((pivot, form))
        for h, v in row.items():
            for j, w in row.items():
                gram[h][j] = gram[h].get(j, Fraction(0)) - v * w / pivot
    return found


def _gram(algebra: Algebra, p: Poly) -> dict[int, Row] | None:
    if p.im:
        return None
    gram: dict[int, Row] = {UNIT: {}}
    for m, c in p.re.items():
        places = [g for g, e in m for _ in range(e if isinstance(e, int) and e in (1, 2) else 3)]
        if len(places) > 2 or not all(algebra.atoms[g].real for g in places):
            return None
        places += [UNIT] * (2 - len(places))
        g, h = places
        value = Fraction(c, p.den)
        for a, b in ((g, h), (h, g)):
            row = gram.setdefault(a, {})
            row[b] = row.get(b, Fraction(0)) + value / 2
    return gram if len(gram) <= MAX_ATOMS + 1 else None


def as_term(squares: list[tuple[Fraction, Row]], read: Callable[[int], Term]) -> Term:
    """The weighted sum of squares as a term."""
    parts = []
    for weight, form in squares:
        linear = [
            number(v) if g == UNIT else read(g) if v == 1 else mul(number(v), read(g))
            for g, v in form.items()
        ]
        base = sum_of(linear)
        if set(form) == {UNIT}:
            parts.append(number(weight))
        else:
            parts.append(mul(number(weight), power(base, 2)))
    return sum_of(parts)


__all__ = ["as_term", "sum_of_squares"]
