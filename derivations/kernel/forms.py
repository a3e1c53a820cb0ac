"""Normal forms of matrices, as plain data: words, grids, blocks.

A letter is a matrix atom with flags for transposition and conjugation and a natural exponent; a
word is a tuple of letters, the empty word the identity.  A grid has blocks of given heights and
widths: polynomials where both are 1, else words.  Of many blocks of one shape only one is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.kernel import polynomial as P
from derivations.kernel.polynomial import ONE, ZERO, Poly

MAX_WRITTEN_OUT = 6  # rows and columns of a matrix that becomes a grid of its entries

Letter = tuple[int, bool, bool, Poly]  # the number of an atom, transposed, conjugated, exponent
Word = tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A linear combination of words of one size."""

    rows: Poly
    columns: Poly
    terms: dict[Word, Poly]

    def __hash__(self) -> int:
        return hash((self.rows, self.columns, frozenset(self.terms.items())))


@dataclass(frozen=True, slots=True)
class Grid:
    """Blocks row by row: polynomials where height and width are 1, else words."""

    heights: tuple[Poly, ...]
    widths: tuple[Poly, ...]
    parts: tuple[Value, ...]

    def at(self, i: int, j: int) -> Value:
        return self.parts[i * len(self.widths) + j]

    @property
    def is_numeric(self) -> bool:
        return all(isinstance(p, Poly) for p in self.parts)


@dataclass(frozen=True, slots=True)
class Blocks:
    """`count` blocks of one size in a shape: "diagonal", "column" or "row".

    body: a block, over the open index of this level, which stands nowhere outside of the block.
    """

    shape: str
    count: Poly
    level: int
    body: Value


Value = Poly | Words | Grid | Blocks
Sizes = tuple[Poly, ...]


def size(v: Value) -> tuple[Poly, Poly]:
    """Rows and columns; those of a scalar are 1."""
    match v:
        case Words():
            return v.rows, v.columns
        case Grid():
            return P.total(v.heights), P.total(v.widths)
        case Blocks():
            rows, columns = size(v.body)
            return (rows if v.shape == "row" else P.times(rows, v.count),
                    columns if v.shape == "column" else P.times(columns, v.count))  # fmt: skip
    return ONE, ONE


def multiple(v: Value) -> Poly | None:
    """c where the matrix is c times the identity, 0 where it is zero; else None."""
    if isinstance(v, Words):
        return v.terms.get((), ZERO) if v.terms.keys() <= {()} else None
    if not isinstance(v, Grid):
        return v if isinstance(v, Poly) else None
    values, square, across = list(map(multiple, v.parts)), v.heights == v.widths, len(v.widths)
    wanted = [values[0] if square and not k % (across + 1) else ZERO for k in range(len(values))]
    return values[0] if values == wanted else None


def is_zero(v: Value) -> bool:
    c = multiple(v)
    return c is not None and c.is_zero


def diagonal(c: Poly, heights: Sizes, widths: Sizes) -> tuple[Value, ...]:
    """The blocks of c times the identity; of the zero matrix if it is not square."""
    values = [(h, w, c if i == j else ZERO)
              for i, h in enumerate(heights) for j, w in enumerate(widths)]  # fmt: skip
    return tuple([
        c if h == ONE == w else Words(h, w, {} if c.is_zero else {(): c}) for h, w, c in values
    ])  # fmt: skip


def identity(n: Poly) -> Value:
    """The identity of this size; as a grid if that is short."""
    k = n.rational()
    if k is None or k > MAX_WRITTEN_OUT:
        return Words(n, n, {(): ONE})
    sides = (ONE,) * int(k)
    return Grid(sides, sides, diagonal(ONE, sides, sides))


def zero(rows: Poly, columns: Poly) -> Value:
    """The zero matrix of this size; as a grid if that is small."""
    m, n = rows.rational(), columns.rational()
    if m is None or n is None or max(m, n) > MAX_WRITTEN_OUT:
        return Words(rows, columns, {})
    return Grid((ONE,) * int(m), (ONE,) * int(n), (ZERO,) * int(m * n))


def concatenated(left: Word, right: Word) -> Word:
    """The word of both, powers of one letter merged."""
    out = list(left)
    for base, t, c, e in right:
        if out and out[-1][:3] == (base, t, c):
            e = P.plus(out.pop()[3], e)
        if not e.is_zero:
            out.append((base, t, c, e))
    return tuple(out)


def polys(part: object) -> list[Poly]:
    """The polynomials in a normal form, or in a key made of normal forms."""
    match part:
        case Poly():
            return [part]
        case tuple():
            return [p for each in part for p in polys(each)]
        case Words():
            letters = [(P.generator(base), e) for word in part.terms for base, _, _, e in word]
            return [part.rows, part.columns, *part.terms.values(), *polys(tuple(letters))]
        case Grid():
            return polys((*part.heights, *part.widths, *part.parts))
        case Blocks():
            return polys((part.count, part.body))
    return []


def in_order(word: Word) -> list[tuple[object, ...]]:
    """What words are ordered by."""
    return [(*letter[:3], letter[3].key) for letter in word]
