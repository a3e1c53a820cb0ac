"""Exponentials of matrices, where they have a closed form.

An explicit matrix that is diagonal or nilpotent, and `e J` for a scalar e and a rational J with
`J² = ±k² I`, are written out.  Any other square matrix A gives one invertible letter `exp A`, of
which `exp(-A)` is the inverse.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, isqrt

from derivations.kernel import forms, words
from derivations.kernel import polynomial as P
from derivations.kernel.exponentials import exponential
from derivations.kernel.forms import Blocks, Form, Grid
from derivations.kernel.functions import evaluate
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, ZERO, Poly
from derivations.kernel.words import Words


def matrix_exponential(algebra: Algebra, form: Form) -> Form:
    """`exp A` for a square matrix."""
    if isinstance(form, Grid):
        written = _diagonal(algebra, form) or _nilpotent(algebra, form) or _turning(algebra, form)
        if written is not None:
            return written
    if isinstance(form, Blocks) and form.shape == "diagonal":
        block = matrix_exponential(algebra, form.block)
        if isinstance(block, Grid):
            return Blocks("diagonal", form.count, block)
    plain = forms.opaque(algebra, form)
    if not plain.terms:
        return forms.identity(plain.rows)
    return _letter(algebra, plain)


def _letter(algebra: Algebra, form: Words) -> Words:
    opposite = words.scaled(algebra, form, P.constant(-1))
    first, second = forms.key(form), forms.key(opposite)
    kept = min((form, opposite), key=lambda f: repr(forms.key(f)))
    kind = ("form", "exp", forms.key(kept))
    word = words.letter(
        algebra, kind, frozenset({"invertible"}), form.rows, form.columns,
        forms.inside(algebra, kept),
    )
    made = Words(form.rows, form.columns, {word: ONE})
    if forms.key(kept) == first or first == second:
        return made
    inverted = words.inverse(algebra, made)
    assert inverted is not None
    return inverted


def _diagonal(algebra: Algebra, form: Grid) -> Grid | None:
    places = range(form.rows)
    if any(not form.at(i, j).is_zero for i in places for j in places if i != j):
        return None
    return forms.grid(
        form.rows,
        form.rows,
        lambda i, j: exponential(algebra, form.at(i, i)) if i == j else ZERO,
    )


def _nilpotent(algebra: Algebra, form: Grid) -> Grid | None:
    power: Form = forms.identity(P.constant(form.rows))
    parts = [power]
    for k in range(1, form.rows + 1):
        power = forms.times(algebra, power, form)
        if forms.is_zero(algebra, power):
            total = forms.add(algebra, parts)
            return total if isinstance(total, Grid) else None
        parts.append(forms.scaled(algebra, power, P.constant(Fraction(1, factorial(k)))))
    return None


def _turning(algebra: Algebra, form: Grid) -> Grid | None:
    """`A = e J` with `J² = ∓k² I`: `cos(k e) I + sin(k e)/k J`, or with cosh and sinh."""
    scale = next((p for p in form.entries if not p.is_zero), None)
    if scale is None:
        return None
    ratios = []
    for p in form.entries:
        c = _ratio(p, scale)
        if c is None:
            return None
        ratios.append(c)
    rational = Grid(form.rows, form.columns, tuple(P.constant(c) for c in ratios))
    square = forms.times(algebra, rational, rational)
    assert isinstance(square, Grid)
    c = square.at(0, 0).rational()
    if c is None or not c:
        return None
    multiple = forms.scaled(algebra, forms.identity(P.constant(form.rows)), P.constant(c))
    gap = forms.add(algebra, [square, forms.scaled(algebra, multiple, P.constant(-1))])
    k = Fraction(isqrt(abs(c).numerator), isqrt(abs(c).denominator))
    if not forms.is_zero(algebra, gap) or k * k != abs(c):
        return None
    angle = P.scale(scale, k)
    even, odd = ("cos", "sin") if c < 0 else ("cosh", "sinh")
    first = evaluate(algebra, even, [angle])
    second = P.scale(evaluate(algebra, odd, [angle]), 1 / k)
    total = forms.add(
        algebra,
        [
            forms.scaled(algebra, forms.identity(P.constant(form.rows)), first),
            forms.scaled(algebra, rational, second),
        ],
    )
    return total if isinstance(total, Grid) else None


def _ratio(p: Poly, q: Poly) -> Fraction | None:
    """The rational c with `p = c q`."""
    if p.is_zero:
        return Fraction(0)
    part, other = (p.re, q.re) if p.re else (p.im, q.im)
    m = max(part)
    if m not in other:
        return None
    c = Fraction(part[m], p.den) / Fraction(other[m], q.den)
    return c if P.plus(p, P.negative(P.scale(q, c))).is_zero else None
