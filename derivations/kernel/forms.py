"""Normal forms of matrices.

A `Grid` has known numbers of rows and columns and a polynomial for each entry.
`Blocks` are N blocks of one known size, N symbolic: a block-diagonal matrix, the blocks one below
another (a column), or side by side (a row); the block is a grid in the block index.  A `Partition`
has known numbers of rows and columns of blocks of unspecified sizes, a `Tensor` is a linear
combination of Kronecker products.  Everything else is a `Words`, a linear combination of words.
A matrix that does not fit an operation of its kind becomes an opaque letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from derivations.kernel import grids, polynomial as P, sums, word_scalars, word_sums, words
from derivations.kernel.generators import Algebra
from derivations.kernel.grids import Grid, grid, map_grid
from derivations.kernel.polynomial import ONE, ZERO, Poly
from derivations.kernel.words import Word, Words
from derivations.language.statements import Unsettled

# The level of the block index; no binder has it.
BLOCK_LEVEL = -1
@dataclass(frozen=True, slots=True)
class Blocks:
    """`count` blocks; `shape` is "diagonal", "column" or "row"."""

    shape: str
    count: Poly
    block: Grid


@dataclass(frozen=True, slots=True)
class Partition:
    """Blocks row by row; heights and widths are those of the rows and columns of blocks."""

    heights: tuple[Poly, ...]
    widths: tuple[Poly, ...]
    parts: tuple[Form, ...]

    def at(self, i: int, j: int) -> Form:
        return self.parts[i * len(self.widths) + j]


@dataclass(frozen=True, slots=True)
class Tensor:
    """A linear combination of Kronecker products of words; sizes of the factors."""

    sizes: tuple[tuple[Poly, Poly], ...]
    terms: dict[tuple[Word, ...], Poly]


Form = Grid | Blocks | Words | Partition | Tensor


class OutOfReach(Unsettled, ArithmeticError):
    """The normal form does not cover this term."""


def size(form: Form) -> tuple[Poly, Poly]:
    """Rows and columns as polynomials."""
    if isinstance(form, Grid):
        return P.constant(form.rows), P.constant(form.columns)
    if isinstance(form, Words):
        return form.rows, form.columns
    if isinstance(form, Partition):
        return P.total(form.heights), P.total(form.widths)
    if isinstance(form, Tensor):
        rows, columns = zip(*form.sizes, strict=True)
        return _product(rows), _product(columns)
    tall, wide = form.shape != "row", form.shape != "column"
    count = form.count
    return (
        P.scale(count, form.block.rows) if tall else P.constant(form.block.rows),
        P.scale(count, form.block.columns) if wide else P.constant(form.block.columns),
    )


def _product(sizes: Iterable[Poly]) -> Poly:
    """Sizes are polynomials in symbols, which have no relations."""
    return reduce(lambda p, q: P.times(p, q, lambda _: None), sizes)


def identity(number: Poly) -> Form:
    value = number.rational()
    if value is not None and value.denominator == 1 and value >= 1:
        n = int(value)
        return grid(n, n, lambda i, j: ONE if i == j else ZERO)
    return Words(number, number, {(): ONE})


def zero(rows: Poly, columns: Poly) -> Form:
    m, n = rows.rational(), columns.rational()
    if m is not None and n is not None:
        return grid(int(m), int(n), lambda i, j: ZERO)
    return Words(rows, columns, {})


# Keys


def key(form: Form) -> tuple[Any, ...]:
    if isinstance(form, Grid):
        return ("grid", form.rows, form.columns, tuple(map(P.key, form.entries)))
    if isinstance(form, Blocks):
        return ("blocks", form.shape, P.key(form.count), key(form.block))
    if isinstance(form, Partition):
        heights, widths = tuple(map(P.key, form.heights)), tuple(map(P.key, form.widths))
        return ("partition", heights, widths, tuple(map(key, form.parts)))
    if isinstance(form, Tensor):
        sizes = tuple([(P.key(m), P.key(n)) for m, n in form.sizes])
        ordered = sorted(form.terms, key=lambda t: tuple(map(words.order, t)))
        return ("tensor", sizes, tuple([(t, P.key(form.terms[t])) for t in ordered]))
    terms = tuple((w, P.key(form.terms[w])) for w in sorted(form.terms, key=words.order))
    return ("words", P.key(form.rows), P.key(form.columns), terms)


def from_key(k: tuple[Any, ...]) -> Form:
    if k[0] == "grid":
        return Grid(k[1], k[2], tuple(map(P.from_key, k[3])))
    if k[0] == "blocks":
        block = from_key(k[3])
        assert isinstance(block, Grid)
        return Blocks(k[1], P.from_key(k[2]), block)
    if k[0] == "partition":
        heights, widths = (tuple(map(P.from_key, sizes)) for sizes in k[1:3])
        return Partition(heights, widths, tuple(map(from_key, k[3])))
    if k[0] == "tensor":
        sizes = tuple((P.from_key(m), P.from_key(n)) for m, n in k[1])
        return Tensor(sizes, {t: P.from_key(c) for t, c in k[2]})
    terms = {w: P.from_key(c) for w, c in k[3]}
    return Words(P.from_key(k[1]), P.from_key(k[2]), terms)


def inside(algebra: Algebra, form: Form) -> list[Poly]:
    """The polynomials in a form, for what it depends on."""
    if isinstance(form, Grid):
        return list(form.entries)
    if isinstance(form, Blocks):
        # The block index is bound here; what else an entry depends on must not vanish with it.
        hidden = {algebra.level(BLOCK_LEVEL): P.generator(algebra.bound(-1))}
        return [form.count, *(algebra.replace(p, hidden) for p in form.block.entries)]
    if isinstance(form, Partition):
        parts = [p for part in form.parts for p in inside(algebra, part)]
        return [*form.heights, *form.widths, *parts]
    if isinstance(form, Tensor):
        letters = [one for t in form.terms for w in t for one in words.inside(w)]
        return [*(p for pair in form.sizes for p in pair), *form.terms.values(), *letters]
    letters = [one for w in form.terms for one in words.inside(w)]
    return [form.rows, form.columns, *form.terms.values(), *letters]


def changed(algebra: Algebra, form: Form, change: Callable[[Poly], Poly]) -> Form:
    """The form with `change` applied to each polynomial."""
    if isinstance(form, Grid):
        return Grid(form.rows, form.columns, tuple(map(change, form.entries)))
    if isinstance(form, Blocks):
        # The block index is bound here: `change` must not see it.
        own, free = algebra.level(BLOCK_LEVEL), algebra.level(algebra.fresh_level())
        opened = map_grid(form.block, lambda p: algebra.replace(p, {own: P.generator(free)}))
        block = map_grid(opened, change)
        count = sums.count(algebra, ONE, change(form.count))

        def at(k: Poly) -> Form:
            return map_grid(block, lambda p: algebra.replace(p, {free: k}))

        return blocks.blocks(algebra, form.shape, count, at)
    if isinstance(form, Partition):
        return partitions.partition(
            algebra,
            [change(p) for p in form.heights],
            [change(p) for p in form.widths],
            [changed(algebra, p, change) for p in form.parts],
        )
    if isinstance(form, Tensor):
        return tensors.changed(algebra, form, change)
    parts = []
    for w, c in form.terms.items():
        sign, word = words.changed_word(algebra, w, change)
        parts.append((word, P.scale(change(c), sign)))
    return Words(change(form.rows), change(form.columns), words.combine(parts))


# Conversions


def opaque(algebra: Algebra, form: Form, why: str = "is") -> Words:
    """The form as a combination of words; one that is not becomes a letter."""
    if isinstance(form, Words):
        return form
    rows, columns = size(form)
    if is_zero(algebra, form):
        return Words(rows, columns, {})
    c = grids.scalar_of(form) if isinstance(form, Grid) else None
    if c is not None:
        return Words(rows, columns, {(): c})
    scale = ONE
    if isinstance(form, Grid):
        # Multiples by constants share a letter.
        (x, y), _ = P.primitive(next(p for p in form.entries if not p.is_zero))
        scale, over = P.constant(x, y), x * x + y * y
        form = map_grid(form, lambda p: P.scale(p, x / over, -y / over))
    kind = ("form", why, key(form))
    word = words.letter(algebra, kind, frozenset(), rows, columns, inside(algebra, form))
    return Words(rows, columns, {word: scale})


def _aligned(algebra: Algebra, parts: list[Form]) -> list[Form]:
    """The same matrices in one kind."""
    pattern = next((p for p in parts if isinstance(p, Blocks)), None)
    if pattern is not None:
        parts = [blocks.like(pattern, p) for p in parts]
    first = parts[0]
    if all(isinstance(p, Grid) for p in parts):
        return parts
    for pattern_form in (p for p in parts if isinstance(p, (Partition, Tensor))):
        found = _alike(pattern_form, parts)
        return found if found is not None else [opaque(algebra, p) for p in parts]
    if isinstance(first, Blocks) and all(
        isinstance(p, Blocks)
        and p.shape == first.shape
        and P.key(p.count) == P.key(first.count)
        and (p.block.rows, p.block.columns) == (first.block.rows, first.block.columns)
        for p in parts
    ):
        return parts
    return [opaque(algebra, p) for p in parts]


def _alike(pattern: Partition | Tensor, parts: list[Form]) -> list[Form] | None:
    """The same matrices divided as the pattern is, if they can be."""
    if isinstance(pattern, Partition):
        parts = [partitions.like(pattern, p) for p in parts]
        return parts if all(partitions.same_shape(p, pattern) for p in parts) else None
    parts = [tensors.like(pattern, p) for p in parts]
    sizes = tensors.shape(pattern)
    same = all(isinstance(p, Tensor) and tensors.shape(p) == sizes for p in parts)
    return parts if same else None


# Operations


def add(algebra: Algebra, parts: list[Form]) -> Form:
    parts = _aligned(algebra, parts)
    first = parts[0]
    if isinstance(first, Grid):
        grids = [p for p in parts if isinstance(p, Grid)]
        return grid(
            first.rows, first.columns, lambda i, j: P.total(p.at(i, j) for p in grids)
        )
    if isinstance(first, Blocks):
        inner = add(algebra, [p.block for p in parts if isinstance(p, Blocks)])
        assert isinstance(inner, Grid)
        return Blocks(first.shape, first.count, inner)
    if isinstance(first, Partition):
        return partitions.add(algebra, [p for p in parts if isinstance(p, Partition)])
    if isinstance(first, Tensor):
        return tensors.add([p for p in parts if isinstance(p, Tensor)])
    return words.add([p for p in parts if isinstance(p, Words)])


def scaled(algebra: Algebra, form: Form, factor: Poly) -> Form:
    if isinstance(form, Grid):
        return map_grid(form, lambda p: algebra.times(p, factor))
    if isinstance(form, Blocks):
        return Blocks(
            form.shape, form.count, map_grid(form.block, lambda p: algebra.times(p, factor))
        )
    if isinstance(form, Partition):
        return partitions.mapped(form, lambda p: scaled(algebra, p, factor))
    if isinstance(form, Tensor):
        return tensors.scaled(algebra, form, factor)
    return words.scaled(algebra, form, factor)


def times(algebra: Algebra, a: Form, b: Form) -> Form:
    """The matrix product."""
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Words) and set(x.terms) <= {()} and not isinstance(y, Words):
            if not x.terms:
                return zero(size(a)[0], size(b)[1])
            if P.key(x.rows) == P.key(x.columns):
                return scaled(algebra, y, x.terms[()])
    if isinstance(a, Grid) and isinstance(b, Grid):
        return grids.times(algebra, a, b)
    product: Form | None = None
    if isinstance(a, Partition) and isinstance(b, Partition):
        product = partitions.times(algebra, a, b)
    elif isinstance(a, Tensor) and isinstance(b, Tensor):
        product = tensors.times(algebra, a, b)
    if product is not None:
        return product
    if isinstance(a, Blocks) and isinstance(b, Blocks):
        product = blocks.times(algebra, a, b)
        if product is not None:
            return product
    if isinstance(a, Blocks) and a.shape == "column" and isinstance(b, Grid):
        return Blocks("column", a.count, grids.times(algebra, a.block, b))
    if isinstance(a, Grid) and isinstance(b, Blocks) and b.shape == "row":
        return Blocks("row", b.count, grids.times(algebra, a, b.block))
    return words.times(algebra, opaque(algebra, a), opaque(algebra, b))


def transpose(algebra: Algebra, form: Form) -> Form:
    if isinstance(form, Grid):
        return grid(form.columns, form.rows, lambda i, j: form.at(j, i))
    if isinstance(form, Blocks):
        shape = {"column": "row", "row": "column"}.get(form.shape, form.shape)
        block = transpose(algebra, form.block)
        assert isinstance(block, Grid)
        return Blocks(shape, form.count, block)
    if isinstance(form, Partition):
        return partitions.transpose(algebra, form)
    if isinstance(form, Tensor):
        return tensors.transpose(algebra, form)
    return words.transpose(algebra, form)


def conjugate(algebra: Algebra, form: Form) -> Form:
    if isinstance(form, Words):
        return words.conjugate(algebra, form)
    if isinstance(form, Grid):
        return map_grid(form, algebra.conjugate)
    if isinstance(form, Partition):
        return partitions.mapped(form, lambda p: conjugate(algebra, p))
    if isinstance(form, Tensor):
        return tensors.conjugate(algebra, form)
    return Blocks(form.shape, form.count, map_grid(form.block, algebra.conjugate))


def power(algebra: Algebra, form: Form, exponent: Poly) -> Form:
    from derivations.kernel.powers import raise_to

    value = exponent.rational()
    if value is not None and value.denominator == 1:
        if value < 0:
            return power(algebra, inverse(algebra, form), P.negative(exponent))
        return _small_power(algebra, form, int(value))
    natural = algebra.is_natural(exponent)
    # An inverse of the whole is 0 where one block is 0, not the inverses of the others.
    if natural and isinstance(form, Blocks) and form.shape == "diagonal" and form.block.rows == 1:
        return Blocks(
            "diagonal",
            form.count,
            map_grid(form.block, lambda p: raise_to(algebra, p, exponent)),
        )
    if not natural:
        raise OutOfReach("a power of a matrix whose exponent is not seen to be a natural")
    plain = opaque(algebra, form)
    conjugated = words.outer(algebra, plain)
    if conjugated is not None:
        first, inner, last = conjugated
        return times(algebra, times(algebra, first, power(algebra, inner, exponent)), last)
    result = words.power(algebra, plain, exponent)
    return _opaque_call(algebra, "power", form, [exponent]) if result is None else result


def _small_power(algebra: Algebra, form: Form, n: int) -> Form:
    result = identity(size(form)[0])
    if n > 4096:
        raise P.TooLarge("a power of a matrix above 4096 is not written out")
    while n:
        if n & 1:
            result = times(algebra, result, form)
        n >>= 1
        if n:
            form = times(algebra, form, form)
    return result


def _opaque_call(algebra: Algebra, name: str, form: Form, more: list[Poly]) -> Words:
    rows, columns = size(form)
    kind = ("form", name if not more else (name, *map(P.key, more)), key(form))
    word = words.letter(
        algebra, kind, frozenset(), rows, columns, [*inside(algebra, form), *more]
    )
    return Words(rows, columns, {word: ONE})


def determinant(algebra: Algebra, form: Form) -> Poly:
    if isinstance(form, Grid):
        return grids.determinant(algebra, form)
    if isinstance(form, Blocks):
        if form.shape != "diagonal":
            raise OutOfReach("the determinant of a matrix that is not square")
        inner = determinant(algebra, form.block)
        index = algebra.level(BLOCK_LEVEL)
        return sums.product_over(
            algebra, form.count, lambda k: algebra.replace(inner, {index: k})
        )
    value = _divided(form, partitions.determinant, tensors.determinant, algebra)
    return word_scalars.determinant(algebra, opaque(algebra, form)) if value is None else value


def _divided(form: Form, first: Any, second: Any, algebra: Algebra) -> Any:
    """What a function for partitions, or one for tensors, says of the form."""
    if isinstance(form, Partition):
        return first(algebra, form)
    return second(algebra, form) if isinstance(form, Tensor) else None


def inverse(algebra: Algebra, form: Form) -> Form:
    """The inverse; zero for a singular matrix."""
    if isinstance(form, Grid):
        return grids.inverse(algebra, form)
    if (
        isinstance(form, Blocks)
        and form.shape == "diagonal"
        and algebra.is_nonzero(determinant(algebra, form.block))
    ):
        block = inverse(algebra, form.block)
        assert isinstance(block, Grid)
        return Blocks("diagonal", form.count, block)
    divided = _divided(form, partitions.inverse, tensors.inverse, algebra)
    if divided is not None:
        return divided  # type: ignore[no-any-return]
    plain = opaque(algebra, form)
    result = words.inverse(algebra, plain)
    if result is not None:
        return result
    scale, letter = word_sums.opaque_letter(algebra, plain)
    result = words.inverse(algebra, Words(plain.rows, plain.columns, {(letter,): scale}))
    assert result is not None
    return result


def trace(algebra: Algebra, form: Form) -> Poly:
    if isinstance(form, Grid):
        return P.total(form.at(i, i) for i in range(form.rows))
    if isinstance(form, Blocks) and form.shape == "diagonal":
        return blocks.summed(algebra, form.count, trace(algebra, form.block))
    value = _divided(form, partitions.trace, tensors.trace, algebra)
    if value is not None:
        return value  # type: ignore[no-any-return]
    return word_scalars.trace(algebra, opaque(algebra, form))


def scalar(algebra: Algebra, form: Form) -> Poly:
    if isinstance(form, Grid):
        return form.at(0, 0)
    return word_scalars.scalar(algebra, opaque(algebra, form))


def entry(algebra: Algebra, form: Form, row: Poly, column: Poly) -> Poly:
    i, j = row.rational(), column.rational()
    for place, number in ((i, size(form)[0].rational()), (j, size(form)[1].rational())):
        if place is None:
            continue
        if place.denominator != 1 or place < 0 or (number is not None and place >= number):
            raise OutOfReach(f"row or column {place} of a matrix, counted from 0")
    if isinstance(form, Grid):
        if i is None or j is None:
            return word_scalars.entry(algebra, opaque(algebra, form), row, column)
        return form.at(int(i), int(j))
    if (
        isinstance(form, Blocks)
        and form.shape == "column"
        and form.block.rows == 1
        and j == 0
        and _is_below(algebra, row, form.count)
    ):
        return algebra.replace(form.block.at(0, 0), {algebra.level(BLOCK_LEVEL): row})
    return word_scalars.entry(algebra, opaque(algebra, form), row, column)


def _is_below(algebra: Algebra, place: Poly, number: Poly) -> bool:
    """Whether `0 ≤ place < number` is seen; beyond, the entries of equal matrices may differ."""
    last = P.plus(P.plus(number, P.negative(place)), P.constant(-1))
    return algebra.is_natural(place) and algebra.is_natural(last)


def is_zero(algebra: Algebra, form: Form) -> bool:
    """Whether the matrix is seen to be zero."""
    if isinstance(form, Grid):
        return all(algebra.is_zero(p) for p in form.entries)
    if isinstance(form, Blocks):
        return is_zero(algebra, form.block)
    if isinstance(form, Partition):
        return all(is_zero(algebra, p) for p in form.parts)
    return all(algebra.is_zero(c) for c in form.terms.values())


# These build on this module.
from derivations.kernel import blocks, partitions, tensors  # noqa: E402

__all__ = [
    "BLOCK_LEVEL", "Blocks", "Form", "Grid", "OutOfReach", "Partition", "Tensor", "Words", "add",
    "blocks", "changed", "conjugate", "determinant", "entry", "from_key", "grid", "identity",
    "inside", "inverse", "is_zero", "key", "map_grid", "opaque", "power", "scalar", "scaled",
    "size", "times", "trace", "transpose", "zero",
]  # fmt: skip
