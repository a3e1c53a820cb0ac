"""Exponentials of matrices, where they have a closed form.

An explicit matrix is written out when it is diagonal, or the sum of a multiple of the identity and
of a nilpotent matrix or of `e J`, for a scalar e and a J of rationals and their multiples by i with
`J³ = ±k² J`.
For words `exp(a + c I) = e^c exp a`, `exp(P a P⁻¹) = P exp(a) P⁻¹`, and `exp(c a)` is written out
where `a a` is 0, a, or a multiple of I.  Any other `exp(c a)` is one letter, with c apart from a,
so that `exp(s a) exp(t a) = exp((s + t) a)`; it commutes with a letter of which it is the
exponential, and `det exp a = e^tr a`.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, isqrt
from typing import Any

from derivations.kernel import forms, polynomial as P, tensors, words
from derivations.kernel.exponentials import exponential
from derivations.kernel.forms import Blocks, Form, Grid, Partition, Tensor
from derivations.kernel.functions import evaluate
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, ZERO, Poly
from derivations.kernel.words import Letter, Words


def matrix_exponential(algebra: Algebra, form: Form) -> Form:
    """`exp A` for a square matrix."""
    if isinstance(form, Grid):
        written = _diagonal(algebra, form) or _shifted(algebra, form)
        if written is not None:
            return written
    if isinstance(form, Blocks) and form.shape == "diagonal":
        block = matrix_exponential(algebra, form.block)
        if isinstance(block, Grid):
            return Blocks("diagonal", form.count, block)
    if isinstance(form, Partition):
        written_out = _of_blocks(algebra, form)
        if written_out is not None:
            return written_out
    if isinstance(form, Tensor):
        parts = tensors.exponents(form)
        if parts is not None:
            result: Form = matrix_exponential(algebra, parts[0])
            for part in parts[1:]:
                result = tensors.kronecker(algebra, result, matrix_exponential(algebra, part))
            return result
    return _of_words(algebra, forms.opaque(algebra, form))


# Words


def _of_words(algebra: Algebra, a: Words) -> Words:
    shift = a.terms.get((), ZERO)
    rest = Words(a.rows, a.columns, {w: c for w, c in a.terms.items() if w})
    if not rest.terms:
        return _scalar(algebra, rest, exponential(algebra, shift))
    outer = words.outer(algebra, rest)
    if outer is not None:
        first, inner, last = outer
        result = words.times(algebra, words.times(algebra, first, _of_words(algebra, inner)), last)
    else:
        result = _plain(algebra, *monic(rest))
    return result if shift.is_zero else words.scaled(algebra, result, exponential(algebra, shift))


def _scalar(algebra: Algebra, like: Words, c: Poly) -> Words:
    return Words(like.rows, like.columns, {(): c})


def monic(a: Words) -> tuple[Words, Poly]:
    """`a = c a'`: c the first coefficient if the others are rational multiples, else a constant."""
    first = a.terms[min(a.terms, key=words.order)]
    ratios = {w: _ratio(p, first) for w, p in a.terms.items()}
    if all(r is not None for r in ratios.values()):
        terms = {w: P.constant(r) for w, r in ratios.items() if r is not None}
        return Words(a.rows, a.columns, terms), first
    (x, y), _ = P.primitive(first)
    size = x * x + y * y
    terms = {w: P.scale(p, x / size, -y / size) for w, p in a.terms.items()}
    return Words(a.rows, a.columns, terms), P.constant(x, y)


def _plain(algebra: Algebra, a: Words, c: Poly) -> Words:
    """`exp(c a)`, a without a multiple of I."""
    square = words.times(algebra, a, a)
    one = _scalar(algebra, a, ONE)
    if all(p.is_zero for p in square.terms.values()):
        return words.add([one, words.scaled(algebra, a, c)])
    gap = words.add([square, words.scaled(algebra, a, P.constant(-1))])
    if all(p.is_zero for p in gap.terms.values()):
        grown = P.plus(exponential(algebra, c), P.constant(-1))
        return words.add([one, words.scaled(algebra, a, grown)])
    q = square.terms.get((), ZERO).rational()
    if q and set(square.terms) == {()}:
        k = Fraction(isqrt(abs(q).numerator), isqrt(abs(q).denominator))
        if k * k == abs(q):
            angle = P.scale(c, k)
            even, odd = ("cos", "sin") if q < 0 else ("cosh", "sinh")
            first = words.scaled(algebra, one, evaluate(algebra, even, [angle]))
            second = P.scale(evaluate(algebra, odd, [angle]), 1 / k)
            return words.add([first, words.scaled(algebra, a, second)])
    return Words(a.rows, a.columns, {(_letter(algebra, a, c),): ONE})


def _letter(algebra: Algebra, a: Words, c: Poly) -> Letter:
    properties = {"invertible"}
    gap = words.add([a, words.scaled(algebra, words.conjugate(algebra, a), P.constant(-1))])
    if algebra.is_real(c) and not gap.terms:
        properties.add("real")
    kind = ("exp", forms.key(a), P.key(c))
    inside = [*forms.inside(algebra, a), c]
    (one,) = words.letter(algebra, kind, frozenset(properties), a.rows, a.columns, inside)
    return one


def _inside(algebra: Algebra, base: int) -> tuple[Words, Poly]:
    """The a and c of a letter that is `exp(c a)`."""
    kind = algebra.atoms[base].key[1]
    a = forms.from_key(kind[1])
    assert isinstance(a, Words)
    return a, P.from_key(kind[2])


def unflagged(algebra: Algebra, one: Letter) -> Letter:
    """The letter for a power, transpose or conjugate of an exponential: another exponential."""
    base, t, conjugated, e = one
    a, c = _inside(algebra, base)
    if t:
        a = words.transpose(algebra, a)
    if conjugated:
        a, c = words.conjugate(algebra, a), algebra.conjugate(c)
    a, factor = monic(a)
    return _letter(algebra, a, algebra.times(c, factor, words.exponent_poly(e)))


def merged(algebra: Algebra, a: Letter, b: Letter) -> list[Letter] | None:
    """`exp(s x) exp(t x)` as one letter, or none; a letter x behind its exponential."""
    kinds = [algebra.atoms[one[0]].key[1] for one in (a, b)]
    if kinds[0][0] == kinds[1][0] == "exp" and kinds[0][1] == kinds[1][1]:
        x, s = _inside(algebra, a[0])
        c = P.plus(s, _inside(algebra, b[0])[1])
        return [] if c.is_zero else [_letter(algebra, x, c)]
    if kinds[1][0] == "exp" and kinds[0][0] != "exp":
        terms = forms.from_key(kinds[1][1]).terms  # type: ignore[union-attr]
        word: Any = next(iter(terms))
        own = {a[0], kinds[0][1]} if kinds[0][0] == "inv" else {a[0]}
        if len(terms) == len(word) == 1 and word[0][0] in own and word[0][1:3] == a[1:3]:
            return [b, a]
    return None


def inverted(algebra: Algebra, base: int) -> int:
    """The letter for `exp(-c a)`."""
    a, c = _inside(algebra, base)
    return _letter(algebra, a, P.negative(c))[0]


def exponential_determinant(algebra: Algebra, base: int) -> Poly:
    """`det exp(c a) = e^(c tr a)`."""
    a, c = _inside(algebra, base)
    return exponential(algebra, algebra.times(c, forms.trace(algebra, a)))


# Explicit matrices


def _diagonal(algebra: Algebra, form: Grid) -> Grid | None:
    places = range(form.rows)
    if any(not form.at(i, j).is_zero for i in places for j in places if i != j):
        return None
    return forms.grid(
        form.rows,
        form.rows,
        lambda i, j: exponential(algebra, form.at(i, i)) if i == j else ZERO,
    )


def _of_blocks(algebra: Algebra, form: Partition) -> Form | None:
    """Of a block-diagonal matrix, or one that is nilpotent by where its zero blocks stand."""
    count = len(form.heights)
    if [P.key(p) for p in form.heights] != [P.key(p) for p in form.widths]:
        return None
    places = [(i, j) for i in range(count) for j in range(count)]
    if all(forms.is_zero(algebra, form.at(i, j)) for i, j in places if i != j):
        blocks = [
            matrix_exponential(algebra, form.at(i, i)) if i == j else form.at(i, j)
            for i, j in places
        ]
        return Partition(form.heights, form.widths, tuple(blocks))
    power: Form = forms.identity(forms.size(form)[0])
    parts = [power]
    for k in range(1, count + 1):
        power = forms.times(algebra, power, form)
        if forms.is_zero(algebra, power):
            return forms.add(algebra, parts)
        parts.append(forms.scaled(algebra, power, P.constant(Fraction(1, factorial(k)))))
    return None


def _shifted(algebra: Algebra, form: Grid) -> Grid | None:
    """`e^m exp(A - m I)`, m the mean of the diagonal, where the second has a closed form."""
    mean = P.scale(forms.trace(algebra, form), Fraction(1, form.rows))
    one = forms.identity(P.constant(form.rows))
    rest = forms.add(algebra, [form, forms.scaled(algebra, one, P.negative(mean))])
    assert isinstance(rest, Grid)
    value = _nilpotent(algebra, rest) or _turning(algebra, rest)
    if value is None or mean.is_zero:
        return value
    scaled = forms.scaled(algebra, value, exponential(algebra, mean))
    return scaled if isinstance(scaled, Grid) else None


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
    """`I + sin(k e)/k J + (1 - cos(k e))/k² J²` for `A = e J`, `J³ = -k² J`; else sinh and cosh."""
    scale = next((p for p in form.entries if not p.is_zero), None)
    if scale is None:
        return None
    ratios = []
    for p in form.entries:
        c, d = _ratio(p, scale), _ratio(P.scale(p, 0, 1), scale)
        if c is None and d is None:
            return None
        ratios.append(P.constant(0, -d) if c is None and d is not None else P.constant(c or 0))
    turn = Grid(form.rows, form.columns, tuple(ratios))
    square = forms.times(algebra, turn, turn)
    cube = forms.times(algebra, square, turn)
    assert isinstance(cube, Grid)
    place = next(k for k, p in enumerate(turn.entries) if not p.is_zero)
    q = cube.entries[place].rational()
    if q is None or not q or turn.entries[place].rational() != 1:
        return None
    gap = forms.add(algebra, [cube, forms.scaled(algebra, turn, P.constant(-q))])
    k = Fraction(isqrt(abs(q).numerator), isqrt(abs(q).denominator))
    if not forms.is_zero(algebra, gap) or k * k != abs(q):
        return None
    angle = P.scale(scale, k)
    even, odd = ("cos", "sin") if q < 0 else ("cosh", "sinh")
    first = P.scale(evaluate(algebra, odd, [angle]), 1 / k)
    second = P.scale(P.plus(evaluate(algebra, even, [angle]), P.constant(-1)), 1 / q)
    total = forms.add(
        algebra,
        [
            forms.identity(P.constant(form.rows)),
            forms.scaled(algebra, turn, first),
            forms.scaled(algebra, square, second),
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


__all__ = [
    "exponential_determinant", "inverted", "matrix_exponential", "merged", "monic", "unflagged",
]  # fmt: skip
