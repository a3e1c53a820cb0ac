"""What is made of matrices: inverses, powers, traces, determinants, sums and products over a range,
values of families, matrices of blocks; and matrices with changes inside.

Sums over an index are linear and let what does not depend on it out of the word; the value of a
family at matrices is keyed by their normal forms.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.atoms import Change
from derivations.kernel.forms import (
    Blocks, Grid, Letter, Value, Word, Words, identity, multiple, polys, size, zero,
)
from derivations.kernel.matrices import Matrices
from derivations.kernel.polynomial import ONE, ZERO, Key, Monomial, Poly, TooLarge

MAX_MULTIPLIED, MAX_MINORS = 64, 2_000

Body = Callable[[Poly], Value]  # what stands at an index


class Families(Matrices):
    """Matrices, and what is made of them."""

    # Powers, inverses, traces, determinants

    def inverted(self, v: Value) -> Value:
        """The inverse of a square matrix, which is 0 where there is none."""
        c = multiple(v)
        if c is not None:
            return self.scaled(identity(size(v)[0]), self.inverse(c))
        return self.single(("inverted", self.inner(v)), *size(v))

    def raised(self, v: Value, e: Poly) -> Value:
        """The power of a scalar or of a square matrix, the exponent then an integer."""
        if isinstance(v, Poly):
            return self.power(v, e)
        n = e.rational()
        if n is not None and n.denominator == 1:
            if n < 0:
                return self.raised(self.inverted(v), P.constant(-n))
            if n <= MAX_MULTIPLIED:
                factors: list[Value] = [v] * int(n)
                return reduce(self.times, factors) if n else identity(size(v)[0])
        words = self.as_words(v)
        if len(words.terms) == 1 and self.is_of(e, "natural"):
            ((word, c),) = words.terms.items()
            if len(word) < 2:
                power = tuple([(*one[:3], P.times(one[3], e)) for one in word])
                return self.combination(*size(v), [(power, self.power(c, e))])
        return self.single(("raised", self.inner(v), e), *size(v))

    def trace(self, v: Value) -> Poly:
        """Linear; the sum over the diagonal of a grid, or of blocks."""
        if isinstance(v, Grid) and v.heights == v.widths:
            return P.total(self.trace(v.at(i, i)) for i in range(len(v.heights)))
        if isinstance(v, Blocks) and v.shape == "diagonal" and len({*size(v.body)}) == 1:
            return self.scalar(self.over("sum", v.count, v.level, self.trace(v.body)))
        if isinstance(v, Poly):
            return v
        words = self.as_words(v)
        return P.total(
            P.times(c, self.atom(("trace", Words(*size(v), {w: ONE}))) if w else words.rows)
            for w, c in words.terms.items()
        )

    def determinant(self, v: Value) -> Poly:
        """Of a grid of numbers, by rows from the last; of a multiple of the identity."""
        c = multiple(v)
        if c is not None:
            return self.power(c, size(v)[0])
        if not isinstance(v, Grid) or not v.is_numeric:
            return self.atom(("determinant", self.inner(v)))
        minors: dict[tuple[int, ...], Poly] = {(): ONE}  # of the rows below, by their columns
        for i in reversed(range(len(v.heights))):
            found: dict[tuple[int, ...], list[Poly]] = {}
            for columns, minor in minors.items():
                for j in set(range(len(v.widths))).difference(columns):
                    before = len([k for k in columns if k < j])
                    product = P.scale(P.times(self.scalar(v.at(i, j)), minor), (-1) ** before)
                    found.setdefault(tuple(sorted((*columns, j))), []).append(product)
            if len(found) > MAX_MINORS:
                raise TooLarge(f"a determinant has more than {MAX_MINORS} minors of one size")
            totals = {columns: P.total(products) for columns, products in found.items()}
            minors = {columns: p for columns, p in totals.items() if not p.is_zero}
        return minors.get(tuple(range(len(v.widths))), ZERO)

    # Matrices of blocks

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
        return self.grid(sum(heights, ()), sum(widths, ()), (
            view[r * len(w) + s] for row, h in zip(views, heights, strict=True)
            for r in range(len(h)) for view, w in zip(row, widths, strict=True)
            if view is not None for s in range(len(w))
        ))  # fmt: skip

    def assembled(self, shape: str, parts: Sequence[Value]) -> Value:
        """A known number of blocks, on a diagonal or in a column."""
        if shape == "column":
            return self.block_matrix(parts, 1)
        sizes = [size(p) for p in parts]
        return self.block_matrix([
            p if i == j else zero(sizes[i][0], sizes[j][1])
            for i, p in enumerate(parts) for j in range(len(parts))
        ], len(parts))  # fmt: skip

    # Sums and products over a range

    def over(self, head: str, number: Poly, level: int, body: Value) -> Value:
        """The sum or product of a body over its open index of this level."""
        return self.along(head, number, lambda index: self.put(body, level, index))

    def along(self, head: str, number: Poly, body: Body) -> Value:
        """The sum or product of body(j) over j < number, which is natural, in this order."""
        one = self.sum_of if head == "sum" else self.product_of
        parts, single = self.pieces(number)
        found = []
        for offset, part in parts:
            level = self.fresh_level()
            found.append(one(level, part, body(P.plus(offset, self.level(level)))))
        found += [body(index) for index in single]
        if head == "sum":
            return self.add(found) if found else self.scaled(body(ZERO), ZERO)
        return reduce(self.times, found) if found else self.raised(body(ZERO), ZERO)

    def sum_of(self, level: int, number: Poly, body: Value) -> Value:
        if isinstance(body, Poly):
            return self.sum_of_scalar(level, number, body)
        if not isinstance(body, Words):
            return self.each(body, lambda part: self.sum_of(level, number, part))
        return self.combination(body.rows, body.columns, [
            pair for word, c in body.terms.items() for m, re, im in c.terms()
            for pair in self._sum_of_word(level, number, word, m, P.constant(re, im))
        ])  # fmt: skip

    def _sum_of_word(
        self, level: int, number: Poly, word: Word, m: Monomial, c: Poly
    ) -> Iterator[tuple[Word, Poly]]:
        """Σ c m word; what does not depend on the index stands outside."""
        inside = P.monomial(tuple([(g, e) for g, e in m if level in self.atoms[g].levels]))
        outside = P.monomial(tuple([(g, e) for g, e in m if level not in self.atoms[g].levels]))
        varying = [k for k, (base, _, _, e) in enumerate(word)
                   if level in self.levels(P.generator(base), e)]  # fmt: skip
        if not varying:
            yield word, P.times(P.times(c, outside), self.sum_of_scalar(level, number, inside))
            return
        start, stop = varying[0], varying[-1] + 1
        body = Words(self.side(word, start), self.side(word, stop), {word[start:stop]: inside})
        letter = self.letter(("series", *self.closed(number, level, body)), *size(body))
        yield from self.around(word[:start], (letter,), word[stop:], P.times(c, outside))

    def product_of(self, level: int, number: Poly, body: Value) -> Value:
        if isinstance(body, Poly):
            return self.product_of_scalar(level, number, body)
        body = self.inner(body)
        if level not in self.levels(*polys(body)):
            return self.raised(body, number)
        c = multiple(body)
        if c is not None:
            return self.scaled(identity(size(body)[0]), self.product_of_scalar(level, number, c))
        return self.single(("product", *self.closed(number, level, body)), *size(body))

    # Values of families

    def value(self, family: Key, arguments: Sequence[Value]) -> Value:
        """The value of a family: (name, kinds of the arguments, kind of the value).

        It is of its sort where the arguments are seen to be of theirs, and of any sort elsewhere.
        """
        _, kinds, kind = family
        key = ("value", family, tuple(map(self.inner, arguments)))
        if kinds == "permutation":  # whole at whole numbers, which values for it must be
            return self.atom(key, "integer" if self.belongs(arguments[0], "integer") else "complex")
        known = all(map(self.belongs, arguments, kinds))
        if isinstance(kind, str):
            return self.atom(key, kind if known else "complex")
        _, rows, columns, properties = kind
        return self.leaf(key, rows, columns, known and is_real(properties))

    def belongs(self, v: Value, kind: Key | str) -> bool:
        """Whether it is seen that a value of the right size is of this kind."""
        if isinstance(kind, str):
            return isinstance(v, Poly) and self.is_of(v, kind)
        return not kind[3]

    # Changes inside

    def open_sum(
        self, bounds: Sequence[Poly], height: int, body: Poly, change: Change
    ) -> Value:
        levels, numbers, body = self._open(bounds, height, body)
        result: Value = change(body)
        for level, number in reversed(list(zip(levels, numbers, strict=True))):
            result = self.over("sum", self.count(change(number)), level, result)
        return result

    def open_series(self, number: Poly, height: int, body: Value, change: Change) -> Value:
        return self.over("sum", *self.opened(number, height, body, change))

    def open_product(self, number: Poly, height: int, body: Value, change: Change) -> Value:
        return self.over("product", *self.opened(number, height, body, change))

    def changed(self, part: Any, change: Change) -> Any:
        match part:
            case Grid(heights, widths, parts):
                heights, widths, parts = super().changed((heights, widths, parts), change)
                return self.grid(heights, widths, parts)
            case Blocks(shape, count, _, _):
                level = self.fresh_level()
                body = self.changed(self.body(part, level), change)
                return self.blocks(shape, change(count), level, body)
            case Words(rows, columns, terms):
                rows, columns = change(rows), change(columns)
                found = []
                for word, c in terms.items():
                    letters = [self._changed_letter(one, change) for one in word]
                    product = reduce(self.times, letters) if word else identity(rows)
                    found.append(self.scaled(product, change(c)))
                return self.add(found) if found else zero(rows, columns)
        return super().changed(part, change)

    def _changed_letter(self, letter: Letter, change: Change) -> Value:
        base, t, c, e = letter
        _, kind, _, rows, columns = self.atoms[base].key
        if base in self.explicit:
            v = self.changed(self.explicit[base], change)
        elif kind[0] == "symbol":
            v = Words(rows, columns, {((base, False, False, ONE),): ONE})
        else:
            v = self.remade(kind, change)
        v = self.transpose(v) if t else v
        v = self.conj(v) if c else v
        return v if e == ONE else self.raised(v, change(e))


def is_real(properties: Sequence[str]) -> bool:
    """Whether matrices with these properties are real."""
    return not {"real", "orthogonal"}.isdisjoint(properties)


def _parts(values: Sequence[Value], axis: int) -> tuple[Poly, ...]:
    """The heights (axis 0) or widths of the first grid; else of the whole."""
    grids = [(v.heights, v.widths)[axis] for v in values if isinstance(v, Grid)]
    return grids[0] if grids else (size(values[0])[axis],)
