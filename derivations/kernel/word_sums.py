"""Determinants and inverses of sums of words.

A sum S, its transpose, conjugate and adjoint, and their multiples by constants, share one letter,
so that `(Sᵀ)⁻¹ = (S⁻¹)ᵀ` and `det Sᵀ = det S`; what S equals among these are its properties.

The determinant of a sum of two words u and w, u invertible with coefficient a ≠ 0, is
`aⁿ det u · det(I + c u⁻¹w)`.  That of `I + c w` is the same for all rotations of w and for its
transpose (Sylvester); where a rotation is 1 x 1 it is `1 + c w`, where w w = 0 it is 1.

Source: R. Horn, C. Johnson, Matrix Analysis, sections 0.8.5 and 1.3.
"""

from __future__ import annotations

from derivations.kernel import polynomial as P, word_scalars, words
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly
from derivations.kernel.words import Letter, Word, Words


def opaque_letter(algebra: Algebra, a: Words) -> tuple[Poly, Letter]:
    """`a = scale · letter`; the letter stands for one of a, aᵀ, its conjugate, aᴴ."""
    from derivations.kernel import forms

    turned = words.transpose(algebra, a)
    variants = [
        (a, False, False),
        (turned, True, False),
        (words.conjugate(algebra, a), False, True),
        (words.conjugate(algebra, turned), True, True),
    ]
    scaled = [(*_monic(algebra, form), t, c) for form, t, c in variants]
    kept, scale, t, c = min(
        scaled, key=lambda one: (_turned(one[0]), repr(forms.key(one[0])), one[2:])
    )
    known = _properties(algebra, kept)
    key = ("form", "is", forms.key(kept))
    ((base, _, _, _),) = words.letter(
        algebra, key, known, kept.rows, kept.columns, forms.inside(algebra, kept)
    )
    sign, word = words.multiply(algebra, (), ((base, t, c, 1),))
    return P.scale(algebra.conjugate(scale) if c else scale, sign), word[0]


def _turned(a: Words) -> int:
    """How many letters are transposed or conjugated."""
    return sum(t + c for word in a.terms for _, t, c, _ in word)


def _monic(algebra: Algebra, a: Words) -> tuple[Words, Poly]:
    """a over the coefficient of its first word, where that is a constant; and this constant."""
    first = a.terms[min(a.terms, key=words.order)]
    if first.constant() is None:
        return a, ONE
    return words.scaled(algebra, a, algebra.inverse(first)), first


def _properties(algebra: Algebra, a: Words) -> frozenset[str]:
    def same(b: Words, sign: int = 1) -> bool:
        if P.key(a.rows) != P.key(b.rows) or P.key(a.columns) != P.key(b.columns):
            return False
        gap = words.add([a, words.scaled(algebra, b, P.constant(-sign))])
        return all(c.is_zero for c in gap.terms.values())

    turned = words.transpose(algebra, a)
    tests = {
        "real": same(words.conjugate(algebra, a)),
        "symmetric": same(turned),
        "skew": same(turned, -1),
        "hermitian": same(words.conjugate(algebra, turned)),
    }
    return frozenset(name for name, holds in tests.items() if holds)


def determinant(algebra: Algebra, a: Words) -> Poly:
    """The determinant of a square sum of words, not a single word of square letters."""
    from derivations.kernel.powers import raise_to

    if len(a.terms) == 2:
        value = _of_two(algebra, a)
        if value is not None:
            return value
    scale, (base, _, conjugated, _) = opaque_letter(algebra, a)
    value = word_scalars.letter_determinant(algebra, base)
    if conjugated:
        value = algebra.conjugate(value)
    return algebra.times(raise_to(algebra, scale, a.rows), value)


def _of_two(algebra: Algebra, a: Words) -> Poly | None:
    from derivations.kernel.powers import raise_to

    if () in a.terms and not algebra.is_nonzero(a.terms[()]):
        return _rank_one(algebra, a)
    for u in sorted(a.terms, key=words.order):
        (w,) = (v for v in a.terms if v != u)
        c = a.terms[u]
        if not words.is_invertible(algebra, u) or not algebra.is_nonzero(c):
            continue
        outer = word_scalars.determinant(algebra, Words(a.rows, a.rows, {u: ONE}))
        inverted = words.inverse(algebra, Words(a.rows, a.rows, {u: ONE}))
        if inverted is None:
            continue
        inner = words.times(algebra, inverted, Words(a.rows, a.rows, {w: a.terms[w]}))
        size = raise_to(algebra, c, a.rows)
        if not inner.terms:
            return algebra.times(size, outer)
        ((word, d),) = inner.terms.items()
        ratio = algebra.times(d, algebra.inverse(c))
        return algebra.times(size, outer, one_plus(algebra, a.rows, ratio, word))
    return None


def _rank_one(algebra: Algebra, a: Words) -> Poly | None:
    """`det(c I + d u vᵀ) = cⁿ + d cⁿ⁻¹ vᵀu`, for c = 0 too."""
    from derivations.kernel.powers import raise_to

    c = a.terms[()]
    (word,) = (w for w in a.terms if w)
    less = P.plus(a.rows, P.constant(-1))
    for k in range(len(word)):
        turned = word[k:] + word[:k]
        if word_scalars.is_scalar(algebra, turned) and algebra.is_natural(less):
            whole = Words(ONE, ONE, {turned: a.terms[word]})
            rest = algebra.times(raise_to(algebra, c, less), word_scalars.scalar(algebra, whole))
            return P.plus(raise_to(algebra, c, a.rows), rest)
    return None


def one_plus(algebra: Algebra, size: Poly, c: Poly, word: Word) -> Poly:
    """`det(I + c w)`, I of this size."""
    from derivations.kernel.powers import raise_to

    if not word:
        return raise_to(algebra, P.plus(ONE, c), size)
    sign, word = word_scalars.shortened(algebra, word)
    if not sign or not words.multiply(algebra, word, word)[0]:
        return ONE
    c = P.scale(c, sign)
    if not word:
        return raise_to(algebra, P.plus(ONE, c), size)
    for k in range(len(word)):
        turned = word[k:] + word[:k]
        if word_scalars.is_scalar(algebra, turned):
            whole = Words(ONE, ONE, {turned: c})
            return P.plus(ONE, word_scalars.scalar(algebra, whole))
    c, kept = _chosen(algebra, c, word)
    if words.is_invertible(algebra, kept) and algebra.is_nonzero(c):
        # det(I + c w) = cⁿ det(w) det(I + w⁻¹/c): the one that comes first in the order.
        whole = Words(size, size, {kept: ONE})
        value, inverted = word_scalars.determinant(algebra, whole), words.inverse(algebra, whole)
        if inverted is not None and inverted.terms:
            ((other, d),) = inverted.terms.items()
            over = algebra.times(d, algebra.inverse(c))
            over, least = _chosen(algebra, over, other)
            if words.order(least) < words.order(kept):
                atom = _atom(algebra, over, least)
                return algebra.times(raise_to(algebra, c, size), value, atom)
    return _atom(algebra, c, kept)


def _chosen(algebra: Algebra, c: Poly, word: Word) -> tuple[Poly, Word]:
    """The first among the rotations of w and of its transpose, and then of c and -c."""
    turns = word_scalars.rotations(algebra, word)
    kept = min((w for _, w in turns), key=words.order)
    scaled = [P.scale(c, sign) for sign, w in turns if w == kept]
    return min(scaled, key=lambda p: repr(P.key(p))), kept


def _atom(algebra: Algebra, c: Poly, word: Word) -> Poly:
    key = ("det plus", word, P.key(c))
    real = words.is_real(algebra, word) and algebra.is_real(c)
    facts = algebra.inside([*words.inside(word), c])
    return P.generator(algebra.atom(key, real=real, **facts))


__all__ = ["determinant", "one_plus", "opaque_letter"]
