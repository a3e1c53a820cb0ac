"""The algebra of matrices: words, grids of blocks, N blocks of one shape.

Transposition reverses words and keeps scalars, conjugation keeps the order: two operations, the
adjoint is both.  Neighbours merge only when they are powers of one letter; that U is unitary, that
A has an inverse are facts for proofs.

One matrix has one kind of form: 1 x 1 matrices are grids, matrices in one piece are words; inside a
word a part that is 1 x 1 is a scalar.  Where anything else meets words, it becomes a letter, which
is *explicit*: it has no flags, neighbours that fit are multiplied out, and words that differ in it
alone are added in it.  What works inside of one block that stands for N, or of two at once, does so
at a new level, since what it meets there may hold the same blocks.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.forms import (
    MAX_WRITTEN_OUT, Blocks, Grid, Letter, Sizes, Value, Word, Words, concatenated, diagonal,
    identity, in_order, multiple, size, zero,
)
from derivations.kernel.polynomial import ONE, Exponent, Key, Poly
from derivations.kernel.sums import Sums

MAX_PARTS = 100_000
PRODUCTS = {("diagonal", "diagonal"): "diagonal", ("diagonal", "column"): "column",
            ("row", "diagonal"): "row", ("row", "column"): "sum"}  # fmt: skip
TRANSPOSED = {"diagonal": "diagonal", "column": "row", "row": "column"}


class Matrices(Sums):
    """Scalars and matrices."""

    def __init__(self) -> None:
        super().__init__()
        self.explicit: dict[int, Value] = {}  # what an explicit letter stands for

    # Making forms

    def letter(self, kind: Key, rows: Poly, columns: Poly, real: bool = False) -> Letter:
        """A matrix of which nothing is known but its size, and whether it is real."""
        return self.number(self.atom(("letter", kind, real, rows, columns))), False, False, ONE

    def leaf(self, kind: Key, rows: Poly, columns: Poly, real: bool = False) -> Value:
        """The same; if it is small its entries are written out."""
        whole = Words(rows, columns, {(self.letter(kind, rows, columns, real),): ONE})
        m, n = (int(p.rational() or 0) for p in (rows, columns))
        if not (0 < m <= MAX_WRITTEN_OUT and 0 < n <= MAX_WRITTEN_OUT):
            return whole
        places = [(i, j) for i in range(m) for j in range(n)]
        sort = "real" if real else "complex"
        entries = [self.atom(("entry", whole, i, j), sort) for i, j in places]
        return Grid((ONE,) * m, (ONE,) * n, tuple(entries))

    def entry(self, v: Value, i: int, j: int) -> Value:
        """The entry of a matrix that is written out."""
        assert isinstance(v, Grid)
        return v.at(i, j)

    def single(self, kind: Key, rows: Poly, columns: Poly, real: bool = False) -> Value:
        """A letter alone."""
        return self.combination(rows, columns, [((self.letter(kind, rows, columns, real),), ONE)])

    def function(self, head: str, values: Sequence[Value]) -> Value:
        """The value of a function whose values are matrices, square ones but for `kronecker`."""
        rows, columns = size(values[0])
        if head == "kronecker":
            rows, columns = map(P.times, size(values[0]), size(values[1]))
        return self.single(("function", head, tuple(map(self.inner, values))), rows, columns)

    def grid(self, heights: Sizes, widths: Sizes, parts: Iterable[Value]) -> Value:
        """The matrix with these blocks, polynomials or of their sizes."""
        if len(heights) * len(widths) > MAX_PARTS:
            raise P.TooLarge(f"a matrix has more than {MAX_PARTS} entries or blocks")
        P.spend(len(heights) * len(widths))
        parts = tuple([self.part(p) for p in parts])
        whole = len(parts) == 1 and not isinstance(parts[0], Poly)
        return parts[0] if whole else Grid(heights, widths, parts)

    def part(self, v: Value) -> Value:
        """A matrix as a block of a grid."""
        if isinstance(v, Poly):
            return v
        return self.scalar(v) if size(v) == (ONE, ONE) else self.as_words(v)

    def blocks(self, shape: str, count: Poly, level: int, body: Value) -> Value:
        """`count` blocks, the body over the open index of this level."""
        body = self.inner(body)
        c, whole = multiple(body), Blocks(shape, count, level, body)
        if c is not None and c.is_zero:
            return Words(*size(whole), {})
        if c is not None and shape == "diagonal" and level not in self.levels(c):
            return Words(*size(whole), {(): c})
        return whole

    def inner(self, v: Value) -> Value:
        """A matrix as it stands inside of others, and in keys: blocks as words."""
        return self.as_words(v) if isinstance(v, Blocks) else v

    def body(self, v: Blocks, level: int) -> Value:
        """The block over the open index of this level."""
        return self.put(v.body, v.level, self.level(level))  # type: ignore[no-any-return]

    def combination(
        self, rows: Poly, columns: Poly, parts: Iterable[tuple[Word, Poly]]
    ) -> Value:
        """The sum of these words with their coefficients."""
        terms = self._gathered(parts)
        if self.explicit and any(self._place(word) is not None for word in terms):
            terms = self._gathered(self._explicit_added(terms))
        if rows == ONE == columns:
            values = [P.times(c, self._word_atom(word)) for word, c in terms.items()]
            return Grid((ONE,), (ONE,), (P.total(values),))
        alone = next(iter(terms)) if len(terms) == 1 else ()
        if len(alone) == 1 and self._place(alone) == 0:
            return self.scaled(self.explicit[alone[0][0]], terms[alone])
        return Words(rows, columns, terms)

    def _gathered(self, parts: Iterable[tuple[Word, Poly]]) -> dict[Word, Poly]:
        gathered: dict[Word, list[Poly]] = {}
        for word, c in parts:
            P.spend(len(word))
            gathered.setdefault(word, []).append(c)
        totals = {word: P.total(cs) for word, cs in gathered.items()}
        return {word: c for word, c in totals.items() if not c.is_zero}

    # Words

    def _flagged(self, letter: Letter, t: bool, c: bool) -> Letter:
        base, transposed, conjugated, e = letter
        form = self.explicit.get(base)
        if form is None:
            return base, transposed != t, conjugated != c and not self.atoms[base].key[2], e
        form = self.transpose(form) if t else form
        return (*self._explicit_letter(self.conj(form) if c else form)[:3], e)

    def _turned(self, word: Word) -> Word:
        """The transposed word."""
        return tuple([self._flagged(letter, True, False) for letter in reversed(word)])

    def _conjugated(self, word: Word) -> Word:
        return tuple([self._flagged(letter, False, True) for letter in word])

    def _joined(self, left: Word, right: Word) -> Iterator[tuple[Word, Poly]]:
        """The product of two words."""
        if left and right and left[-1][3] == right[0][3] == ONE:
            a, b = self.explicit.get(left[-1][0]), self.explicit.get(right[0][0])
            product = None if a is None or b is None else self.direct_product(a, b)
            if product is not None:
                for word, c in self.as_words(product).terms.items():
                    yield from self.around(left[:-1], word, right[1:], c)
                return
        word = concatenated(left, right)
        P.spend(P.EACH * len(word))
        cuts = [k for k in range(len(word) + 1) if word and self.side(word, k) == ONE]
        if len(cuts) < 2:
            yield word, ONE
            return
        value = ONE
        for start, stop in pairwise(cuts):
            value = P.times(value, self._word_atom(word[start:stop]))
        yield concatenated(word[: cuts[0]], word[cuts[-1] :]), value

    def around(
        self, left: Word, middle: Word, right: Word, c: Poly
    ) -> Iterator[tuple[Word, Poly]]:
        for first, d in self._joined(left, middle):
            for word, e in self._joined(first, right):
                yield word, P.times(c, P.times(d, e))

    def side(self, word: Word, k: int) -> Poly:
        """The size between the letters k - 1 and k of a word that is not empty."""
        base, t, _, _ = word[min(k, len(word) - 1)]
        rows = (k < len(word)) != t
        return self.atoms[base].key[3 if rows else 4]  # type: ignore[no-any-return]

    def _word_atom(self, word: Word) -> Poly:
        """The value of a word that is 1 x 1, which is that of its transpose."""
        if not word:
            return ONE
        word = min(word, self._turned(word), key=in_order)
        return self.atom(("scalar", Words(ONE, ONE, {word: ONE})))

    def conjugate_atom(self, g: int, e: Exponent) -> Poly:
        kind, *inside = self.atoms[g].key
        if kind in ("scalar", "trace", "determinant"):
            return P.power(getattr(self, kind)(self.conj(inside[0])), int(e))
        return super().conjugate_atom(g, e)

    def scalar(self, v: Value) -> Poly:
        """The entry of a 1 x 1 matrix."""
        while not isinstance(v, Poly):
            if isinstance(v, Grid):
                v = v.parts[0]
            else:
                v = self.combination(ONE, ONE, self.as_words(v).terms.items())
        return v

    # Explicit letters

    def as_words(self, v: Value) -> Words:
        """The matrix as words, a grid as an explicit letter."""
        if isinstance(v, Words):
            return v
        c = multiple(v)
        if c is None:
            return Words(*size(v), {(self._explicit_letter(v),): ONE})
        return Words(*size(v), {} if c.is_zero else {(): c})

    def _explicit_letter(self, v: Value) -> Letter:
        key: Any = v
        if isinstance(v, Blocks):
            key = (v.shape, *self.closed(v.count, v.level, v.body))
        letter = self.letter(("explicit", key), *size(v))
        self.explicit.setdefault(letter[0], v)
        return letter

    def _place(self, word: Word) -> int | None:
        """The place of the first explicit letter."""
        places = (k for k, (base, _, _, e) in enumerate(word) if base in self.explicit and e == ONE)
        return next(places, None)

    def _explicit_added(self, terms: dict[Word, Poly]) -> Iterator[tuple[Word, Poly]]:
        """The same sum; words that differ in their first explicit letter alone become one."""
        groups: dict[tuple[Word, Word], list[Value]] = {}
        for word, c in terms.items():
            k = self._place(word)
            if k is None:
                yield word, c
            else:
                form = self.scaled(self.explicit[word[k][0]], c)
                groups.setdefault((word[:k], word[k + 1 :]), []).append(form)
        for (left, right), forms in groups.items():
            total = self.direct_sum(forms)
            for form in forms if total is None else [total]:
                for word, c in self.as_words(form).terms.items():
                    yield from self.around(left, word, right, c)

    # Sums and products of what is of one kind

    def view(self, v: Value, heights: Sizes, widths: Sizes) -> tuple[Value, ...] | None:
        """The blocks of these sizes of a matrix; None if they are not at hand."""
        if isinstance(v, Grid):
            return v.parts if (v.heights, v.widths) == (heights, widths) else None
        if not isinstance(v, Words):
            return None
        if len(heights) == len(widths) == 1:
            return (self.part(v),)
        c = multiple(v)
        fits = c is not None and (c.is_zero or heights == widths)
        return diagonal(c, heights, widths) if c is not None and fits else None

    def direct_sum(self, values: Sequence[Value]) -> Value | None:
        """The sum of what is of one kind; None of anything else."""
        pattern = next((v for v in values if not isinstance(v, Words)), None)
        if isinstance(pattern, Poly):
            return P.total(v for v in values if isinstance(v, Poly))
        if isinstance(pattern, Blocks):
            level = self.fresh_level()
            bodies = [self._body_like(v, pattern, level) for v in values]
            found = [body for body in bodies if body is not None]
            if len(found) < len(bodies):
                return None
            return self.blocks(pattern.shape, pattern.count, level, self.add(found))
        if pattern is None:
            return None
        views = [self.view(v, pattern.heights, pattern.widths) for v in values]
        parts = [v for v in views if v is not None]
        if len(parts) < len(views):
            return None
        added = [self.add(list(column)) for column in zip(*parts, strict=True)]
        return self.grid(pattern.heights, pattern.widths, added)

    def _body_like(self, v: Value, pattern: Blocks, level: int) -> Value | None:
        """The block of a matrix that is made of blocks as the pattern is; else None."""
        rows, columns = size(pattern.body)
        if isinstance(v, Blocks):
            like = (v.shape, v.count, size(v.body))
            fits = like == (pattern.shape, pattern.count, (rows, columns))
            return self.body(v, level) if fits else None
        c = multiple(v)
        if c is None or not (c.is_zero or (pattern.shape == "diagonal" and rows == columns)):
            return None
        return zero(rows, columns) if c.is_zero else self.scaled(identity(rows), c)

    def direct_product(self, a: Value, b: Value) -> Value | None:
        """The product of grids or blocks that fit, or of one and what is beside it; else None."""
        level = self.fresh_level()
        if isinstance(a, Blocks) and isinstance(b, Blocks):
            shape = PRODUCTS.get((a.shape, b.shape))
            if shape is None or (a.count, size(a.body)[1]) != (b.count, size(b.body)[0]):
                return None
            body = self.times(self.body(a, level), self.body(b, level))
            if shape == "sum":
                return self.over("sum", a.count, level, body)  # type: ignore[no-any-return]
            return self.blocks(shape, a.count, level, body)
        if isinstance(a, Blocks) and a.shape == "column" and isinstance(b, Grid):
            return self.blocks("column", a.count, level, self.times(self.body(a, level), b))
        if isinstance(b, Blocks) and b.shape == "row" and isinstance(a, Grid):
            return self.blocks("row", b.count, level, self.times(a, self.body(b, level)))
        if isinstance(a, Words) and isinstance(b, Grid) and len(b.heights) == 1:
            a = Grid((a.rows,), b.heights, (self.part(a),))
        if isinstance(b, Words) and isinstance(a, Grid) and len(a.widths) == 1:
            b = Grid(a.widths, (b.columns,), (self.part(b),))
        if not (isinstance(a, Grid) and isinstance(b, Grid) and a.widths == b.heights):
            return None
        along = range(len(a.widths))
        return self.grid(a.heights, b.widths, [
            self.add([self.times(a.at(i, k), b.at(k, j)) for k in along])
            for i in range(len(a.heights)) for j in range(len(b.widths))
        ])  # fmt: skip

    # Operations

    def add(self, values: Sequence[Value]) -> Value:
        """The sum of values of one size, at least one."""
        total = self.direct_sum(values)
        if total is not None:
            return total
        words = [self.as_words(v) for v in values]
        return self.combination(
            words[0].rows, words[0].columns, [pair for w in words for pair in w.terms.items()]
        )

    def each(self, v: Grid | Blocks, change: Callable[[Value], Value]) -> Value:
        """The same with each block changed, its size kept."""
        if isinstance(v, Blocks):
            return self.blocks(v.shape, v.count, v.level, change(v.body))
        return self.grid(v.heights, v.widths, map(change, v.parts))

    def scaled(self, v: Value, c: Poly) -> Value:
        if isinstance(v, Poly):
            return P.times(v, c)
        if not isinstance(v, Words):
            return self.each(v, lambda part: self.scaled(part, c))
        parts = [(w, P.times(d, c)) for w, d in v.terms.items()]
        return self.combination(v.rows, v.columns, parts)

    def times(self, a: Value, b: Value) -> Value:
        """The product of scalars, matrices that fit, or one of each."""
        if isinstance(a, Poly):
            return self.scaled(b, a)
        if isinstance(b, Poly):
            return self.scaled(a, b)
        for v, other in ((a, b), (b, a)):
            if isinstance(v, Words) and v.terms.keys() == {()}:
                return self.scaled(other, v.terms[()])
        product = self.direct_product(a, b)
        if product is not None:
            return product
        left, right = self.as_words(a), self.as_words(b)
        return self.combination(left.rows, right.columns, [
            (word, P.times(e, P.times(c, d)))
            for v, c in left.terms.items() for w, d in right.terms.items()
            for word, e in self._joined(v, w)
        ])  # fmt: skip

    def transpose(self, v: Value) -> Value:
        match v:
            case Poly():
                return v
            case Grid():
                across = range(len(v.widths))
                parts = [v.at(i, j) for j in across for i in range(len(v.heights))]
                return self.grid(v.widths, v.heights, map(self.transpose, parts))
            case Blocks():
                body = self.transpose(v.body)
                return self.blocks(TRANSPOSED[v.shape], v.count, v.level, body)
        turned = [(self._turned(w), c) for w, c in v.terms.items()]
        return self.combination(v.columns, v.rows, turned)

    def conj(self, v: Value) -> Value:
        if isinstance(v, Poly):
            return self.conjugate(v)
        if not isinstance(v, Words):
            return self.each(v, self.conj)
        parts = [(self._conjugated(w), self.conjugate(c)) for w, c in v.terms.items()]
        return self.combination(v.rows, v.columns, parts)
