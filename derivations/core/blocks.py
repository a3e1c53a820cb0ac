"""N blocks of one size, N symbolic: on a diagonal, in a column or in a row.

The block stands for all, over an open index of its own.  Its level is below 0, the lower the more
indices are bound inside; where that is the level of another open index, it is lower still.  Before
blocks meet anything else that depends on an index of this level, they take another, so that no two
indices are mistaken for one.  What does not fit becomes an explicit letter of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derivations.core import polynomial as P
from derivations.core.atoms import Change
from derivations.core.families import Families
from derivations.core.forms import Blocks, Grid, Value, Words, alike, size
from derivations.core.polynomial import Key, Poly, same

PRODUCTS = {("diagonal", "diagonal"): "diagonal", ("diagonal", "column"): "column",
            ("row", "diagonal"): "row", ("row", "column"): "sum"}  # fmt: skip
TRANSPOSED = {"diagonal": "diagonal", "column": "row", "row": "column"}


class BlockMatrices(Families):
    """Matrices, also of many blocks."""

    def blocks(self, shape: str, count: Poly, level: int, body: Value) -> Value:
        """`count` blocks, the body over the open index of this level."""
        if isinstance(body, Blocks):
            body = self.as_words(body)
        c, whole = self.multiple(body), Blocks(shape, count, level, body)
        if c is not None and c.is_zero:
            return Words(*size(whole), {})
        if c is not None and shape == "diagonal" and level not in self.levels(c):
            return Words(*size(whole), {(): c})
        polys = [count, *self.inside([body])]
        own, others = -1 - self.height(polys), self.levels(*polys) - {level}
        if own in others:
            own = min(others) - 1
        return Blocks(shape, count, own, self._over_level(whole, own))

    def _over_level(self, v: Blocks, level: int) -> Value:
        """The block over the open index of this level."""
        body: Value = v.body if v.level == level else self.put(v.body, v.level, self.level(level))
        return body

    def _common_level(self, values: Sequence[Value]) -> int:
        """A level for the blocks among these, on which nothing else among them depends."""
        levels = {v.level for v in values if isinstance(v, Blocks)}
        others = self.levels(*self.inside([v for v in values if not isinstance(v, Blocks)]))
        return self.fresh_level() if len(levels) > 1 or levels & others else levels.pop()

    def block_matrix(self, values: Sequence[Value], across: int) -> Value:
        """The matrix with these blocks, which fit, so many in a row."""
        rows = [values[i : i + across] for i in range(0, len(values), across)]
        heights = [_parts(row, 0) for row in rows]
        widths = [_parts(values[j::across], 1) for j in range(across)]
        views = [[self.view(v, h, w) for v, w in zip(row, widths, strict=True)]
                 for row, h in zip(rows, heights, strict=True)]  # fmt: skip
        if any(view is None for row in views for view in row):
            heights = [(size(row[0])[0],) for row in rows]
            widths = [(size(v)[1],) for v in rows[0]]
            views = [[(self.part(v),) for v in row] for row in rows]
        return self.grid(sum(heights, ()), sum(widths, ()), [
            view[r * len(w) + s] for row, h in zip(views, heights, strict=True)
            for r in range(len(h)) for view, w in zip(row, widths, strict=True)
            if view is not None for s in range(len(w))
        ])  # fmt: skip

    def assembled(self, shape: str, parts: Sequence[Value]) -> Value:
        """A known number of blocks, on a diagonal or in a column."""
        if shape == "column":
            return self.block_matrix(parts, 1)
        sizes = [size(p) for p in parts]
        return self.block_matrix([
            p if i == j else self.zero(sizes[i][0], sizes[j][1])
            for i, p in enumerate(parts) for j in range(len(parts))
        ], len(parts))  # fmt: skip

    def direct_sum(self, values: Sequence[Value]) -> Value | None:
        pattern = next((v for v in values if isinstance(v, Blocks)), None)
        if pattern is None:
            return super().direct_sum(values)
        level = self._common_level(values)
        bodies = [self._body_like(v, pattern, level) for v in values]
        found = [body for body in bodies if body is not None]
        if len(found) < len(values):
            return None
        return self.blocks(pattern.shape, pattern.count, level, self.add(found))

    def _body_like(self, v: Value, pattern: Blocks, level: int) -> Value | None:
        """The block of a matrix that is made of blocks as the pattern is; else None."""
        rows, columns = size(pattern.body)
        if isinstance(v, Blocks):
            fits = v.shape == pattern.shape and same(v.count, pattern.count)
            fits = fits and alike(size(v.body), (rows, columns))
            return self._over_level(v, level) if fits else None
        c = self.multiple(v)
        if c is None or not (c.is_zero or (pattern.shape == "diagonal" and same(rows, columns))):
            return None
        return self.zero(rows, columns) if c.is_zero else self.scaled(self.identity(rows), c)

    def direct_product(self, a: Value, b: Value) -> Value | None:
        if isinstance(a, Blocks) and isinstance(b, Blocks):
            shape = PRODUCTS.get((a.shape, b.shape))
            if shape is None or not alike((a.count, size(a.body)[1]), (b.count, size(b.body)[0])):
                return None
            level = self._common_level([a, b])
            body = self.times(self._over_level(a, level), self._over_level(b, level))
            if shape == "sum":
                total: Value = self.over("sum", a.count, level, body)
                return total
            return self.blocks(shape, a.count, level, body)
        level = self._common_level([a, b]) if isinstance(a, Blocks) or isinstance(b, Blocks) else 0
        if isinstance(a, Blocks) and a.shape == "column" and isinstance(b, Grid):
            body = self.times(self._over_level(a, level), b)
            return self.blocks("column", a.count, level, body)
        if isinstance(b, Blocks) and b.shape == "row" and isinstance(a, Grid):
            body = self.times(a, self._over_level(b, level))
            return self.blocks("row", b.count, level, body)
        return super().direct_product(a, b)

    def is_zero(self, v: Value) -> bool:
        return not isinstance(v, Blocks) and super().is_zero(v)

    def scaled(self, v: Value, c: Poly) -> Value:
        if isinstance(v, Blocks):
            level = self._common_level([v, c])
            body = self.scaled(self._over_level(v, level), c)
            return self.blocks(v.shape, v.count, level, body)
        return super().scaled(v, c)

    def transpose(self, v: Value) -> Value:
        if isinstance(v, Blocks):
            return Blocks(TRANSPOSED[v.shape], v.count, v.level, self.transpose(v.body))
        return super().transpose(v)

    def conj(self, v: Value) -> Value:
        if isinstance(v, Blocks):
            return Blocks(v.shape, v.count, v.level, self.conj(v.body))
        return super().conj(v)

    def trace(self, v: Value) -> Poly:
        if isinstance(v, Blocks) and v.shape == "diagonal" and same(*size(v.body)):
            total: Poly = self.over("sum", v.count, v.level, self.trace(v.body))
            return total
        return super().trace(v)

    def _sum(self, level: int, number: Poly, body: Value) -> Value:
        if isinstance(body, Blocks):
            own = self._common_level([body, number])
            inner = self._sum(level, number, self._over_level(body, own))
            return self.blocks(body.shape, body.count, own, inner)
        return super()._sum(level, number, body)

    def key(self, form: Value) -> Key:
        if isinstance(form, Blocks):
            height = -1 - form.level
            return ("blocks", form.shape, P.key(form.count), height, self.key(self._closed(form)))
        return super().key(form)

    def _closed(self, v: Blocks) -> Value:
        body: Value = self.put(v.body, v.level, self.bound(-1 - v.level))
        return body

    def from_key(self, key: Key) -> Value:
        if key[0] == "blocks":
            _, shape, count, height, closed = key
            values = {self.number(self.bound(height)): self.level(-1 - height)}
            body = self.changed(self.from_key(closed), lambda p: self.replace(p, values))
            return Blocks(shape, P.from_key(count), -1 - height, body)
        return super().from_key(key)

    def inside(self, forms: Iterable[Value]) -> list[Poly]:
        found: list[Poly] = []
        for v in forms:
            if isinstance(v, Blocks):
                found += [v.count, *super().inside([self._closed(v)])]
            else:
                found += super().inside([v])
        return found

    def changed(self, form: Value, change: Change) -> Value:
        if isinstance(form, Blocks):
            level = self.fresh_level()
            body = self.changed(self._over_level(form, level), change)
            return self.blocks(form.shape, change(form.count), level, body)
        return super().changed(form, change)


def _parts(values: Sequence[Value], axis: int) -> tuple[Poly, ...]:
    """The heights (axis 0) or widths of the first grid; else of the whole."""
    grids = [(v.heights, v.widths)[axis] for v in values if isinstance(v, Grid)]
    return grids[0] if grids else (size(values[0])[axis],)
