"""Sums and ordered products of matrices over a symbolic range.

A sum goes to the entries, the blocks or the coefficients of words that do not depend on the
index.  An ordered product over `j < N + c` is the product over `j < N`, one opaque letter, times
its last c factors; that is what induction on N needs.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel import forms, partitions, polynomial as P, sums, words
from derivations.kernel.forms import BLOCK_LEVEL, Blocks, Form, Grid, OutOfReach, Partition
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, ZERO, Poly
from derivations.kernel.words import Words
from derivations.language.limits import limits

At = Callable[[Poly], Form]
Size = tuple[Poly, Poly]


def matrix_sum(algebra: Algebra, number: Poly, size: Size, at: At) -> Form:
    """Σ at(j) over j < number."""
    parts, constant = sums._parts(algebra, number)
    if constant > limits.terms:
        what = f"a sum has more than {limits.terms} terms to write out"
        raise P.too_large(what, "terms")
    pieces: list[Form] = [forms.zero(*size)]
    offset = ZERO
    for part in parts:
        level = algebra.fresh_level()
        body = at(P.plus(offset, P.generator(algebra.level(level))))
        pieces.append(_closed(algebra, level, part, body))
        offset = P.plus(offset, part)
    for k in range(constant):
        pieces.append(at(P.plus(offset, P.constant(k))))
    return forms.add(algebra, pieces)


def _closed(algebra: Algebra, level: int, number: Poly, body: Form) -> Form:
    def close(p: Poly) -> Poly:
        return sums.close(algebra, level, number, p)

    if isinstance(body, Grid):
        return forms.map_grid(body, close)
    if isinstance(body, Blocks):
        if level in algebra.levels(body.count):
            raise OutOfReach("a sum of block matrices of varying size")
        return Blocks(body.shape, body.count, forms.map_grid(body.block, close))
    if isinstance(body, Partition):
        if level in algebra.inside([*body.heights, *body.widths])["levels"]:
            raise OutOfReach("a sum of block matrices of varying size")
        return partitions.mapped(body, lambda part: _closed(algebra, level, number, part))
    body = forms.opaque(algebra, body)
    for word in body.terms:
        if level in algebra.inside(words.inside(word))["levels"]:
            return _letter(algebra, "sum", level, number, body)
    return Words(
        body.rows, body.columns, words.combine([(w, close(c)) for w, c in body.terms.items()])
    )


def _letter(algebra: Algebra, name: str, level: int, number: Poly, body: Form) -> Words:
    """An opaque letter for a sum or product, keyed by its closed body."""
    rows, columns = forms.size(body)
    if level in algebra.inside([rows, columns])["levels"]:
        raise OutOfReach(f"a {name} of matrices of varying size")
    polys = forms.inside(algebra, body)
    height = algebra.inside([*polys, number])["height"]
    values = {algebra.level(level): P.generator(algebra.bound(height))}
    closed = forms.changed(algebra, body, lambda p: algebra.replace(p, values))
    kind = (name, P.key(number), height, forms.key(closed))
    inside = [*forms.inside(algebra, closed), number]
    word = words.letter(algebra, kind, frozenset(), rows, columns, inside)
    return Words(rows, columns, {word: ONE})


def matrix_product(algebra: Algebra, number: Poly, size: Size, at: At) -> Form:
    """The product at(0) at(1) ... at(number - 1), in this order; the empty one is I."""
    if not P.plus(size[0], P.negative(size[1])).is_zero:
        raise OutOfReach("a product over a range of matrices that are not square")
    constant = number.re.get((), 0) // number.den
    symbolic = P.plus(number, P.constant(-constant))
    result = forms.identity(size[0])
    if constant < 0 or not (symbolic.is_zero or algebra.is_natural(symbolic)):
        symbolic, constant = number, 0
    if constant > limits.terms:
        what = f"a product has more than {limits.terms} factors to write out"
        raise P.too_large(what, "terms")
    if not symbolic.is_zero:
        level = algebra.fresh_level()
        body = at(P.generator(algebra.level(level)))
        if isinstance(body, Words) and level not in algebra.inside(
            forms.inside(algebra, body)
        )["levels"]:
            result = forms.power(algebra, body, symbolic)
        else:
            result = _letter(algebra, "product", level, symbolic, body)
    for k in range(constant):
        result = forms.times(algebra, result, at(P.plus(symbolic, P.constant(k))))
    return result


__all__ = ["BLOCK_LEVEL", "matrix_product", "matrix_sum"]
