"""N blocks of one known size, N symbolic: one matrix on a diagonal, below or beside one another."""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel import grids, polynomial as P, sums
from derivations.kernel.forms import BLOCK_LEVEL, Blocks, Form, OutOfReach
from derivations.kernel.generators import Algebra
from derivations.kernel.grids import Grid, grid, map_grid
from derivations.kernel.polynomial import ZERO, Poly
from derivations.kernel.words import Words

# How the blocks stand: below one another, beside one another, on a diagonal.
SHAPES = ("column", "row", "diagonal")


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
    if value < 1:
        raise OutOfReach("no blocks")
    parts = [at(ZERO)]
    first = parts[0]
    if isinstance(first, Grid):  # before the others are written out
        down, across = ((value, 1), (1, value), (value, value))[SHAPES.index(shape)]
        grids.check_size(int(down) * first.rows, int(across) * first.columns)
    parts += [at(P.constant(k)) for k in range(1, int(value))]
    written = [p for p in parts if isinstance(p, Grid)]
    if len(written) != len(parts):
        raise OutOfReach("blocks of unspecified size")
    if len({(p.rows, p.columns) for p in written}) > 1:
        raise OutOfReach("blocks of different sizes")
    return _assembled(shape, written)


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


def like(pattern: Blocks, form: Form) -> Form:
    """A multiple of the identity, or zero, in the block shape of a pattern."""
    if isinstance(form, Words) and set(form.terms) <= {()}:
        c = form.terms.get((), ZERO)
        block = pattern.block
        if not form.terms or (pattern.shape == "diagonal" and block.rows == block.columns):
            same = grid(block.rows, block.columns, lambda i, j: c if i == j else ZERO)
            return Blocks(pattern.shape, pattern.count, same)
    return form


def times(algebra: Algebra, a: Blocks, b: Blocks) -> Form | None:
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
    product = grids.times(algebra, a.block, b.block)
    if shape != "sum":
        return Blocks(shape, a.count, product)
    return map_grid(product, lambda p: summed(algebra, a.count, p))


def summed(algebra: Algebra, count: Poly, p: Poly) -> Poly:
    index = algebra.level(BLOCK_LEVEL)
    return sums.sum_over(algebra, count, lambda k: algebra.replace(p, {index: k}))


__all__ = ["blocks", "like", "summed", "times"]
