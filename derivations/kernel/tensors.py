"""Kronecker products of matrices of unspecified size: linear combinations of tuples of words.

`(A ⊗ B)(C ⊗ D) = AC ⊗ BD`, factor by factor, so that transposes, conjugates and inverses go into
the factors; `tr(A ⊗ B) = tr A tr B`, `det(A ⊗ B) = (det A)^m (det B)^n`.  A product with an
explicit matrix on the left is a matrix in blocks.

Source: R. Horn, C. Johnson, Topics in Matrix Analysis, chapter 4.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel import forms, grids, partitions, polynomial as P, word_scalars, words
from derivations.kernel.forms import Form, Grid, Tensor
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly
from derivations.kernel.words import Word, Words

Sizes = tuple[tuple[Poly, Poly], ...]
Terms = dict[tuple[Word, ...], Poly]


def kronecker(algebra: Algebra, a: Form, b: Form) -> Form:
    if isinstance(a, Grid) and isinstance(b, Grid):
        return grids.kronecker(algebra, a, b)
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Grid) and x.rows == x.columns == 1:
            return forms.scaled(algebra, y, x.at(0, 0))
    if isinstance(a, Grid):
        rows, columns = forms.size(b)
        parts = [forms.scaled(algebra, b, p) for p in a.entries]
        return partitions.partition(algebra, [rows] * a.rows, [columns] * a.columns, parts)
    first, second = _tensor(algebra, a), _tensor(algebra, b)
    terms = [
        ((*v, *w), algebra.times(c, d))
        for v, c in first.terms.items()
        for w, d in second.terms.items()
    ]
    return Tensor((*first.sizes, *second.sizes), combine(terms))


def _tensor(algebra: Algebra, form: Form) -> Tensor:
    if isinstance(form, Tensor):
        return form
    c = grids.scalar_of(form) if isinstance(form, Grid) else None
    if c is not None:
        size = forms.size(form)[0]
        return Tensor(((size, size),), combine([(((),), c)]))
    plain = forms.opaque(algebra, form)
    return Tensor(((plain.rows, plain.columns),), {(w,): c for w, c in plain.terms.items()})


def combine(parts: list[tuple[tuple[Word, ...], Poly]]) -> Terms:
    gathered: dict[tuple[Word, ...], list[Poly]] = {}
    for key, coefficient in parts:
        gathered.setdefault(key, []).append(coefficient)
    terms = {key: P.total(c) for key, c in gathered.items()}
    return {key: c for key, c in terms.items() if not c.is_zero}


def like(pattern: Tensor, form: Form) -> Form:
    """A multiple of the identity, or zero, as a combination of such tuples."""
    if not isinstance(form, Words) or not set(form.terms) <= {()}:
        return form
    if form.terms and any(P.key(m) != P.key(n) for m, n in pattern.sizes):
        return form
    empty = ((),) * len(pattern.sizes)
    return Tensor(pattern.sizes, combine([(empty, c) for c in form.terms.values()]))


def shape(form: Tensor) -> list[tuple[P.Key, P.Key]]:
    return [(P.key(m), P.key(n)) for m, n in form.sizes]


def add(parts: list[Tensor]) -> Tensor:
    return Tensor(parts[0].sizes, combine([pair for p in parts for pair in p.terms.items()]))


def times(algebra: Algebra, a: Tensor, b: Tensor) -> Tensor | None:
    """The product, where the factors fit one by one."""
    if [n for _, n in shape(a)] != [m for m, _ in shape(b)]:
        return None
    parts = []
    for v, c in a.terms.items():
        for w, d in b.terms.items():
            pairs = [words.multiply(algebra, x, y) for x, y in zip(v, w, strict=True)]
            parts.append(_signed(pairs, algebra.times(c, d)))
    sizes = tuple((m, n) for (m, _), (_, n) in zip(a.sizes, b.sizes, strict=True))
    return Tensor(sizes, combine(parts))


def _signed(pairs: list[tuple[int, Word]], c: Poly) -> tuple[tuple[Word, ...], Poly]:
    sign = 1
    for s, _ in pairs:
        sign *= s
    return tuple([w for _, w in pairs]), P.scale(c, sign)


def _mapped(
    form: Tensor, change: Callable[[Word], tuple[int, Word]], scalar: Callable[[Poly], Poly]
) -> Terms:
    return combine(
        [_signed([change(w) for w in key], scalar(c)) for key, c in form.terms.items()]
    )


def transpose(algebra: Algebra, form: Tensor) -> Tensor:
    terms = _mapped(form, lambda w: words.transpose_word(algebra, w), lambda c: c)
    return Tensor(tuple((n, m) for m, n in form.sizes), terms)


def conjugate(algebra: Algebra, form: Tensor) -> Tensor:
    terms = _mapped(form, lambda w: words.conjugate_word(algebra, w), algebra.conjugate)
    return Tensor(form.sizes, terms)


def scaled(algebra: Algebra, form: Tensor, factor: Poly) -> Tensor:
    return Tensor(
        form.sizes, combine([(key, algebra.times(c, factor)) for key, c in form.terms.items()])
    )


def changed(algebra: Algebra, form: Tensor, change: Callable[[Poly], Poly]) -> Tensor:
    terms = _mapped(form, lambda w: words.changed_word(algebra, w, change), change)
    return Tensor(tuple((change(m), change(n)) for m, n in form.sizes), terms)


def _factors(form: Tensor) -> list[Words] | None:
    """The factors, if the form is one tuple of square ones; without its coefficient."""
    if len(form.terms) != 1 or any(m != n for m, n in shape(form)):
        return None
    (key,) = form.terms
    return [Words(m, m, {w: ONE}) for (m, _), w in zip(form.sizes, key, strict=True)]


def trace(algebra: Algebra, form: Tensor) -> Poly | None:
    if any(m != n for m, n in shape(form)):
        return None
    parts = []
    for key, c in form.terms.items():
        traces = [
            word_scalars.trace(algebra, Words(m, m, {w: ONE}))
            for (m, _), w in zip(form.sizes, key, strict=True)
        ]
        parts.append(algebra.times(c, *traces))
    return P.total(parts)


def determinant(algebra: Algebra, form: Tensor) -> Poly | None:
    from derivations.kernel.powers import raise_to

    factors = _factors(form)
    if factors is None:
        return None
    whole = algebra.times(ONE, *(m for m, _ in form.sizes))
    result = raise_to(algebra, next(iter(form.terms.values())), whole)
    for k, factor in enumerate(factors):
        others = algebra.times(ONE, *(m for j, (m, _) in enumerate(form.sizes) if j != k))
        value = word_scalars.determinant(algebra, factor)
        result = algebra.times(result, raise_to(algebra, value, others))
    return result


def inverse(algebra: Algebra, form: Tensor) -> Tensor | None:
    factors = _factors(form)
    if factors is None:
        return None
    inverted = [forms.inverse(algebra, factor) for factor in factors]
    result: Form = inverted[0]
    for one in inverted[1:]:
        result = kronecker(algebra, result, one)
    if not isinstance(result, Tensor):
        return None
    return scaled(algebra, result, algebra.inverse(next(iter(form.terms.values()))))


def exponents(form: Tensor) -> list[Words] | None:
    """The A, B, ... of `A ⊗ I ⊗ ... + I ⊗ B ⊗ ... + ...`, whose exponential is exp A ⊗ exp B ..."""
    if any(m != n for m, n in shape(form)):
        return None
    parts: list[list[tuple[Word, Poly]]] = [[] for _ in form.sizes]
    for key, c in form.terms.items():
        places = [k for k, w in enumerate(key) if w]
        if len(places) > 1:
            return None
        place = places[0] if places else 0
        parts[place].append((key[place], c))
    return [
        Words(m, m, words.combine(pairs)) for (m, _), pairs in zip(form.sizes, parts, strict=True)
    ]


__all__ = [
    "add", "changed", "combine", "conjugate", "determinant", "exponents", "inverse", "kronecker",
    "like", "scaled", "shape", "times", "trace", "transpose",
]  # fmt: skip
