"""Normal forms of matrices.

Three kinds.  A `Grid` has known numbers of rows and columns and a polynomial for each entry.
`Blocks` are N blocks of one known size, N symbolic: a block-diagonal matrix, the blocks one below
another (a column), or side by side (a row); the block is a grid in the block index.  Everything
else is a `Words`, a linear combination of words.  A matrix that does not fit an operation of its
kind becomes an opaque letter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel import sums, word_scalars, word_sums, words
from derivations.kernel.generators import Algebra
from derivations.kernel.minors import Places, minor
from derivations.kernel.polynomial import ONE, ZERO, Poly
from derivations.kernel.words import Words

# The level of the block index; no binder has it.
BLOCK_LEVEL = -1
# A matrix with more entries than this is not written out.
MAX_ENTRIES = 10_000
# The terms that may be multiplied for one product of explicit matrices.
MAX_WORK = 2_000_000


@dataclass(frozen=True, slots=True)
class Grid:
    """An explicit matrix: entries row by row."""

    rows: int
    columns: int
    entries: tuple[Poly, ...]

    def at(self, i: int, j: int) -> Poly:
        return self.entries[i * self.columns + j]


@dataclass(frozen=True, slots=True)
class Blocks:
    """`count` blocks; `shape` is "diagonal", "column" or "row"."""

    shape: str
    count: Poly
    block: Grid


Form = Grid | Blocks | Words


class OutOfReach(ArithmeticError):
    """The normal form does not cover this term."""


def size(form: Form) -> tuple[Poly, Poly]:
    """Rows and columns as polynomials."""
    if isinstance(form, Grid):
        return P.constant(form.rows), P.constant(form.columns)
    if isinstance(form, Words):
        return form.rows, form.columns
    tall, wide = form.shape != "row", form.shape != "column"
    count = form.count
    return (
        P.scale(count, form.block.rows) if tall else P.constant(form.block.rows),
        P.scale(count, form.block.columns) if wide else P.constant(form.block.columns),
    )


def grid(rows: int, columns: int, entry: Callable[[int, int], Poly]) -> Grid:
    if rows * columns > MAX_ENTRIES:
        raise P.TooLarge(f"a matrix has more than {MAX_ENTRIES} entries")
    return Grid(
        rows, columns, tuple([entry(i, j) for i in range(rows) for j in range(columns)])
    )


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


def blocks(algebra: Algebra, shape: str, count: Poly, at: Callable[[Poly], Form]) -> Form:
    """`count` blocks, the k-th being `at(k)`, k from 0; a known count is written out."""
    value = count.rational()
    if value is None:
        index = algebra.level(algebra.fresh_level())
        block = at(P.generator(index))
        if not isinstance(block, Grid):
            raise OutOfReach("blocks of unspecified size, an unspecified number of times")
        if any(BLOCK_LEVEL in algebra.levels(p) for p in block.entries):
            raise OutOfReach("blocks inside blocks")
        values = {index: P.generator(algebra.level(BLOCK_LEVEL))}
        return Blocks(shape, count, map_grid(block, lambda p: algebra.replace(p, values)))
    parts = [at(P.constant(k)) for k in range(int(value))]
    grids = [p for p in parts if isinstance(p, Grid)]
    if len(grids) != len(parts) or not grids:
        raise OutOfReach("blocks of unspecified size")
    if len({(p.rows, p.columns) for p in grids}) > 1:
        raise OutOfReach("blocks of different sizes")
    return _assembled(shape, grids)


def _assembled(shape: str, parts: list[Grid]) -> Grid:
    r, c = parts[0].rows, parts[0].columns
    if shape == "column":
        return grid(r * len(parts), c, lambda i, j: parts[i // r].at(i % r, j))
    if shape == "row":
        return grid(r, c * len(parts), lambda i, j: parts[j // c].at(i, j % c))
    return grid(
        r * len(parts),
        c * len(parts),
        lambda i, j: parts[i // r].at(i % r, j % c) if i // r == j // c else ZERO,
    )


# Keys


def key(form: Form) -> tuple[Any, ...]:
    if isinstance(form, Grid):
        return ("grid", form.rows, form.columns, tuple(map(P.key, form.entries)))
    if isinstance(form, Blocks):
        return ("blocks", form.shape, P.key(form.count), key(form.block))
    terms = tuple((w, P.key(form.terms[w])) for w in sorted(form.terms, key=words.order))
    return ("words", P.key(form.rows), P.key(form.columns), terms)


def from_key(k: tuple[Any, ...]) -> Form:
    if k[0] == "grid":
        return Grid(k[1], k[2], tuple(map(P.from_key, k[3])))
    if k[0] == "blocks":
        block = from_key(k[3])
        assert isinstance(block, Grid)
        return Blocks(k[1], P.from_key(k[2]), block)
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

        return blocks(algebra, form.shape, count, at)
    parts = []
    for w, c in form.terms.items():
        sign, word = words.changed_word(algebra, w, change)
        parts.append((word, P.scale(change(c), sign)))
    return Words(change(form.rows), change(form.columns), words.combine(parts))


def map_grid(form: Grid, change: Callable[[Poly], Poly]) -> Grid:
    return Grid(form.rows, form.columns, tuple(map(change, form.entries)))


# Conversions


def opaque(algebra: Algebra, form: Form, why: str = "is") -> Words:
    """The form as a combination of words; one that is not becomes a letter."""
    if isinstance(form, Words):
        return form
    rows, columns = size(form)
    if all(p.is_zero for p in (form.entries if isinstance(form, Grid) else form.block.entries)):
        return Words(rows, columns, {})
    kind = ("form", why, key(form))
    word = words.letter(algebra, kind, frozenset(), rows, columns, inside(algebra, form))
    return Words(rows, columns, {word: ONE})


def _as_blocks(algebra: Algebra, form: Form, like: Blocks) -> Form:
    """A multiple of the identity, or zero, in the block shape of `like`."""
    if isinstance(form, Words) and set(form.terms) <= {()}:
        c = form.terms.get((), ZERO)
        block = like.block
        if not form.terms or (like.shape == "diagonal" and block.rows == block.columns):
            same = grid(block.rows, block.columns, lambda i, j: c if i == j else ZERO)
            return Blocks(like.shape, like.count, same)
    return form


def _aligned(algebra: Algebra, parts: list[Form]) -> list[Form]:
    """The same matrices in one kind."""
    pattern = next((p for p in parts if isinstance(p, Blocks)), None)
    if pattern is not None:
        parts = [_as_blocks(algebra, p, pattern) for p in parts]
    first = parts[0]
    if all(isinstance(p, Grid) for p in parts):
        return parts
    if isinstance(first, Blocks) and all(
        isinstance(p, Blocks)
        and p.shape == first.shape
        and P.key(p.count) == P.key(first.count)
        and (p.block.rows, p.block.columns) == (first.block.rows, first.block.columns)
        for p in parts
    ):
        return parts
    return [opaque(algebra, p) for p in parts]


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
    return words.add([p for p in parts if isinstance(p, Words)])


def scaled(algebra: Algebra, form: Form, factor: Poly) -> Form:
    if isinstance(form, Grid):
        return map_grid(form, lambda p: algebra.times(p, factor))
    if isinstance(form, Blocks):
        return Blocks(
            form.shape, form.count, map_grid(form.block, lambda p: algebra.times(p, factor))
        )
    return words.scaled(algebra, form, factor)


def _times_grids(algebra: Algebra, a: Grid, b: Grid) -> Grid:
    rows = [
        [(k, a.at(i, k)) for k in range(a.columns) if not a.at(i, k).is_zero]
        for i in range(a.rows)
    ]
    weights = [sum(_weight(b.at(k, j)) for j in range(b.columns)) for k in range(b.rows)]
    if sum(_weight(p) * weights[k] for row in rows for k, p in row) > MAX_WORK:
        raise P.TooLarge("a product of matrices with too many terms in their entries")
    return grid(
        a.rows,
        b.columns,
        lambda i, j: P.total(
            algebra.times(p, b.at(k, j)) for k, p in rows[i] if not b.at(k, j).is_zero
        ),
    )


def _weight(p: Poly) -> int:
    return len(p.re) + len(p.im)


def times(algebra: Algebra, a: Form, b: Form) -> Form:
    """The matrix product."""
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Words) and set(x.terms) <= {()} and not isinstance(y, Words):
            if not x.terms:
                return zero(size(a)[0], size(b)[1])
            if P.key(x.rows) == P.key(x.columns):
                return scaled(algebra, y, x.terms[()])
    if isinstance(a, Grid) and isinstance(b, Grid):
        return _times_grids(algebra, a, b)
    if isinstance(a, Blocks) and isinstance(b, Blocks):
        product = _times_blocks(algebra, a, b)
        if product is not None:
            return product
    if isinstance(a, Blocks) and a.shape == "column" and isinstance(b, Grid):
        return Blocks("column", a.count, _times_grids(algebra, a.block, b))
    if isinstance(a, Grid) and isinstance(b, Blocks) and b.shape == "row":
        return Blocks("row", b.count, _times_grids(algebra, a, b.block))
    return words.times(algebra, opaque(algebra, a), opaque(algebra, b))


def _times_blocks(algebra: Algebra, a: Blocks, b: Blocks) -> Form | None:
    if P.key(a.count) != P.key(b.count) or a.block.columns != b.block.rows:
        return None
    shape = {
        ("diagonal", "diagonal"): "diagonal",
        ("diagonal", "column"): "column",
        ("row", "diagonal"): "row",
        ("row", "column"): "sum",
    }.get((a.shape, b.shape))
    if shape is None:
        return None
    product = _times_grids(algebra, a.block, b.block)
    if shape != "sum":
        return Blocks(shape, a.count, product)
    return map_grid(product, lambda p: _summed(algebra, a.count, p))


def _summed(algebra: Algebra, count: Poly, p: Poly) -> Poly:
    index = algebra.level(BLOCK_LEVEL)
    return sums.sum_over(algebra, count, lambda k: algebra.replace(p, {index: k}))


def transpose(algebra: Algebra, form: Form) -> Form:
    if isinstance(form, Grid):
        return grid(form.columns, form.rows, lambda i, j: form.at(j, i))
    if isinstance(form, Blocks):
        shape = {"column": "row", "row": "column"}.get(form.shape, form.shape)
        block = transpose(algebra, form.block)
        assert isinstance(block, Grid)
        return Blocks(shape, form.count, block)
    return words.transpose(algebra, form)


def conjugate(algebra: Algebra, form: Form) -> Form:
    if isinstance(form, Words):
        return words.conjugate(algebra, form)
    if isinstance(form, Grid):
        return map_grid(form, algebra.conjugate)
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
    result = words.power(algebra, opaque(algebra, form), exponent)
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
        everything = tuple(range(form.rows))
        return minor(algebra, form.at, everything, everything, {})
    if isinstance(form, Blocks):
        if form.shape != "diagonal":
            raise OutOfReach("the determinant of a matrix that is not square")
        inner = determinant(algebra, form.block)
        index = algebra.level(BLOCK_LEVEL)
        return sums.product_over(
            algebra, form.count, lambda k: algebra.replace(inner, {index: k})
        )
    return word_scalars.determinant(algebra, form)


def inverse(algebra: Algebra, form: Form) -> Form:
    """The inverse; zero for a singular matrix."""
    if isinstance(form, Grid):
        over = algebra.inverse(determinant(algebra, form))
        everything = tuple(range(form.rows))
        known: dict[tuple[Places, Places], Poly] = {}

        def cofactor(i: int, j: int) -> Poly:
            rows = everything[:j] + everything[j + 1 :]
            columns = everything[:i] + everything[i + 1 :]
            value = minor(algebra, form.at, rows, columns, known)
            return P.scale(algebra.times(value, over), -1 if (i + j) % 2 else 1)

        return grid(form.rows, form.rows, cofactor)
    if (
        isinstance(form, Blocks)
        and form.shape == "diagonal"
        and algebra.is_nonzero(determinant(algebra, form.block))
    ):
        block = inverse(algebra, form.block)
        assert isinstance(block, Grid)
        return Blocks("diagonal", form.count, block)
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
        return _summed(algebra, form.count, trace(algebra, form.block))
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


def kronecker(algebra: Algebra, a: Form, b: Form) -> Form:
    if isinstance(a, Grid) and isinstance(b, Grid):
        return grid(
            a.rows * b.rows,
            a.columns * b.columns,
            lambda i, j: algebra.times(
                a.at(i // b.rows, j // b.columns), b.at(i % b.rows, j % b.columns)
            ),
        )
    raise OutOfReach("kronecker products of matrices of unspecified size")


def is_zero(algebra: Algebra, form: Form) -> bool:
    """Whether the matrix is seen to be zero."""
    if isinstance(form, Grid):
        return all(algebra.is_zero(p) for p in form.entries)
    if isinstance(form, Blocks):
        return is_zero(algebra, form.block)
    return all(algebra.is_zero(c) for c in form.terms.values())
