"""Scalars made of words: entries, traces, determinants.

A trace is the same for all rotations of a word and for its transpose; a determinant is a product
over square letters, or that of a sum (see `word_sums`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.kernel import forms, polynomial as P, words
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly
from derivations.kernel.words import (
    Word, Words, conjugate_word, exponent_poly, is_invertible, is_real, multiply, order, properties,
    transpose_word,
)

_ONE_KEY = P.key(ONE)


def _scalar_atom(algebra: Algebra, key: tuple[Any, ...], word: Word, more: list[Poly]) -> Poly:
    facts = algebra.inside([*words.inside(word), *more])
    real = is_real(algebra, word)
    nonzero = False
    if key[0] == "det":
        nonzero = is_invertible(algebra, word)
        real = real or all("hermitian" in properties(algebra, b) for b, _, _, _ in word)
    return P.generator(algebra.atom(key, real=real, nonzero=nonzero, **facts))


def _linear(algebra: Algebra, a: Words, value: Callable[[Word], Poly]) -> Poly:
    return P.total(algebra.times(c, value(w)) for w, c in a.terms.items())


def is_scalar(algebra: Algebra, word: Word) -> bool:
    """Whether a word that is not empty is 1 x 1."""
    rows = words.letter_size(algebra, word[0])[0]
    return rows == words.letter_size(algebra, word[-1])[1] == _ONE_KEY


def scalar(algebra: Algebra, a: Words) -> Poly:
    """The only entry of a 1 x 1 matrix: a word and its transpose have the same one."""

    def value(word: Word) -> Poly:
        if not word:
            return ONE
        sign, turned = transpose_word(algebra, word)
        if sign == -1 and turned == word:
            return P.ZERO
        sign, word = min((1, word), (sign, turned), key=lambda p: (order(p[1]), -p[0]))
        return P.scale(_scalar_atom(algebra, ("word", word), word, []), sign)

    return _linear(algebra, a, value)


def entry(algebra: Algebra, a: Words, row: Poly, column: Poly) -> Poly:
    def value(word: Word) -> Poly:
        if not word:
            gap = P.plus(row, P.negative(column))
            if gap.is_zero or algebra.is_nonzero(gap):
                return ONE if gap.is_zero else P.ZERO
            return algebra.call("delta", [row, column], real=True, integer=True, nonnegative=True)
        i, j = P.key(row), P.key(column)
        sign, turned = transpose_word(algebra, word)
        if sign == 1 and (order(turned), j, i) < (order(word), i, j):
            word, i, j = turned, j, i
        return _scalar_atom(algebra, ("entry", word, i, j), word, [row, column])

    return _linear(algebra, a, value)


def rotations(algebra: Algebra, word: Word) -> list[tuple[int, Word]]:
    """All rotations, then those of the transpose, each with its sign."""
    sign, turned = transpose_word(algebra, word)
    found = [(1, word[k:] + word[:k]) for k in range(len(word))]
    return found + [(sign, turned[k:] + turned[:k]) for k in range(len(turned))]


def trace(algebra: Algebra, a: Words) -> Poly:
    """Linear, the same for all rotations of a word and for its transpose."""

    def value(word: Word) -> Poly:
        if not word:
            return a.rows
        total_sign, word = shortened(algebra, word)
        if total_sign == 0:
            return P.ZERO
        inner = _divided_letter(algebra, word)
        if inner is not None:
            value = forms.trace(algebra, inner)
            value = algebra.conjugate(value) if word[0][2] else value
            return P.scale(value, total_sign)
        if not word:
            return P.scale(a.rows, total_sign)
        for k in range(len(word)):
            turned = word[k:] + word[:k]
            if is_scalar(algebra, turned):
                whole = Words(ONE, ONE, {turned: P.constant(total_sign)})
                return scalar(algebra, whole)
        turns = rotations(algebra, word)
        if any(s != 1 and w == word for s, w in turns):
            return P.ZERO  # tr w = -tr w
        sign, word = min(turns, key=lambda pair: (order(pair[1]), -pair[0]))
        atom = _scalar_atom(algebra, ("trace", word), word, [])
        return P.scale(atom, total_sign * sign)

    return _linear(algebra, a, value)


def _divided_letter(algebra: Algebra, word: Word) -> forms.Form | None:
    """What a word of one letter stands for, if that is a matrix whose diagonal is known."""
    if len(word) != 1 or word[0][3] != 1:
        return None
    kind = algebra.atoms[word[0][0]].key[1]
    form = forms.from_key(kind[2]) if kind[:2] == ("form", "is") else None
    return form if isinstance(form, (forms.Grid, Words)) else None


def shortened(algebra: Algebra, word: Word) -> tuple[int, Word]:
    """Merge the last letter into the first while that shortens the word."""
    total_sign = 1
    while len(word) > 1:
        sign, shorter = multiply(algebra, word[-1:], word[:-1])
        if len(shorter) >= len(word):
            break
        total_sign *= sign
        word = shorter
    return total_sign, word


def determinant(algebra: Algebra, a: Words) -> Poly:
    """Multiplicative over square letters; anything else is an opaque letter."""
    from derivations.kernel import word_sums
    from derivations.kernel.powers import raise_to

    if not a.terms:
        return P.ZERO
    word, c = next(iter(a.terms.items()))
    if len(a.terms) > 1 or not words.is_square(algebra, word):
        if a.rows.rational() == 1:
            return scalar(algebra, a)
        return word_sums.determinant(algebra, a)
    result = raise_to(algebra, c, a.rows)
    for base, _, conjugated, e in word:
        value = letter_determinant(algebra, base)
        if conjugated:
            value = algebra.conjugate(value)
        result = algebra.times(result, raise_to(algebra, value, exponent_poly(e)))
    return result


def letter_determinant(algebra: Algebra, base: int) -> Poly:
    """The determinant of a square letter without flags."""
    kind = algebra.atoms[base].key[1]
    inverted = kind[0] == "inv"
    plain = ((kind[1] if inverted else base, False, False, 1),)
    if kind[0] == "exp":
        from derivations.kernel.matrix_exponentials import exponential_determinant

        return exponential_determinant(algebra, base)
    inner = _divided_letter(algebra, plain)
    if isinstance(inner, forms.Grid):
        value = forms.determinant(algebra, inner)
    else:
        value = _scalar_atom(algebra, ("det", plain), plain, [])
    return algebra.inverse(value) if inverted else value


def conjugate_scalar(algebra: Algebra, key: tuple[Any, ...]) -> Poly:
    """The conjugate of an atom that is made of a word."""
    from derivations.kernel import word_sums

    sign, word = conjugate_word(algebra, key[1])
    size = _rows(algebra, key[1])
    whole = Words(size, size, {word: P.constant(sign)})
    if key[0] == "word":
        return scalar(algebra, whole)
    if key[0] == "entry":
        row, column = (algebra.conjugate(P.from_key(k)) for k in key[2:])
        return entry(algebra, whole, row, column)
    if key[0] == "trace":
        return trace(algebra, whole)
    if key[0] == "det plus":
        c = P.scale(algebra.conjugate(P.from_key(key[2])), sign)
        return word_sums.one_plus(algebra, size, c, word)
    g = algebra.numbers[key]
    atom = algebra.atoms[g]
    return P.generator(
        algebra.atom(("conj", g), nonzero=atom.nonzero, levels=atom.levels, height=atom.height)
    )


def rebuild(algebra: Algebra, key: tuple[Any, ...], change: Callable[[Poly], Poly]) -> Poly:
    """A scalar made of a word, with `change` applied inside its letters."""
    from derivations.kernel import word_sums

    sign, word = words.changed_word(algebra, key[1], change)
    size = change(_rows(algebra, key[1]))  # before letters cancel: tr I is n, not 1
    whole = Words(size, size, {word: P.constant(sign)} if sign else {})
    if key[0] == "word":
        return scalar(algebra, whole)
    if key[0] == "entry":
        return entry(algebra, whole, change(P.from_key(key[2])), change(P.from_key(key[3])))
    if key[0] == "trace":
        return trace(algebra, whole)
    if key[0] == "det plus":
        c = P.scale(change(P.from_key(key[2])), sign)
        return word_sums.one_plus(algebra, size, c, word)
    return determinant(algebra, whole)


def _rows(algebra: Algebra, word: Word) -> Poly:
    """The number of rows of a word that is not empty."""
    return P.from_key(words.letter_size(algebra, word[0])[0])


__all__ = [
    "conjugate_scalar", "determinant", "entry", "is_scalar", "letter_determinant", "rebuild",
    "rotations", "scalar", "shortened", "trace",
]  # fmt: skip
