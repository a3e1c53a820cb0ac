"""Normal forms of matrices, as plain data: words, grids, blocks.

A letter is a matrix atom with flags for transposition and conjugation and a natural exponent; a
word is a tuple of letters, the empty word the identity.  A grid has blocks of given heights and
widths: polynomials where both are 1, else words.  Of many blocks of one shape only one is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from derivations.core import polynomial as P
from derivations.core.polynomial import ONE, Poly, same

# The number of an atom, whether transposed, whether conjugated, the exponent: an int, or the key of
# a polynomial.
Letter = tuple[int, bool, bool, Any]
Word = tuple[Letter, ...]
PLAIN = (False, False, 1)


@dataclass(frozen=True, slots=True)
class Words:
    """A linear combination of words of one size."""

    rows: Poly
    columns: Poly
    terms: dict[Word, Poly]


@dataclass(frozen=True, slots=True)
class Grid:
    """Blocks row by row: polynomials where height and width are 1, else words."""

    heights: tuple[Poly, ...]
    widths: tuple[Poly, ...]
    parts: tuple[Value, ...]

    def at(self, i: int, j: int) -> Value:
        return self.parts[i * len(self.widths) + j]


@dataclass(frozen=True, slots=True)
class Blocks:
    """`count` blocks in a shape, "diagonal", "column" or "row"; see `blocks`.

    body: a block, over the open index of this level.
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


def is_one(p: Poly) -> bool:
    return p.rational() == 1


def alike(sizes: Iterable[Poly], others: Iterable[Poly]) -> bool:
    """Whether these sizes, in their order, are the same."""
    sizes, others = list(sizes), list(others)
    return len(sizes) == len(others) and all(map(same, sizes, others))


def is_numeric(v: Value) -> bool:
    """Whether it is a grid of numbers."""
    return isinstance(v, Grid) and all(isinstance(p, Poly) for p in v.parts)


def exponent(e: Any) -> Poly:
    return P.constant(e) if isinstance(e, int) else P.from_key(e)


def exponent_key(p: Poly) -> Any:
    value = p.rational()
    return P.key(p) if value is None else int(value)


def concatenated(left: Word, right: Word) -> Word:
    """The word of both, powers of one letter merged."""
    out = list(left)
    for base, t, c, e in right:
        if out and out[-1][:3] == (base, t, c):
            e = exponent_key(P.plus(exponent(out.pop()[3]), exponent(e)))
        if e != 0:
            out.append((base, t, c, e))
    return tuple(out)


def in_letter(letter: Letter) -> tuple[Poly, Poly]:
    """The atom and the exponent, as polynomials."""
    return P.generator(letter[0]), exponent(letter[3])
