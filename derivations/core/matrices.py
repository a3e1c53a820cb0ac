"""The algebra of matrices: words, and grids of blocks.

Transposition reverses words and keeps scalars, conjugation keeps the order: two operations, the
adjoint is both.  Neighbours merge only when they are powers of one letter; that U is unitary, that
A has an inverse are facts for proofs.

One matrix has one kind of form: 1 x 1 matrices are grids, matrices in one piece are words; inside a
word a part that is 1 x 1 is a scalar.  Where a grid meets words, it becomes a letter, which is
*explicit*: it has no flags, neighbours that fit are multiplied out, and words that differ in it
alone are added in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from derivations.core import polynomial as P
from derivations.core.atoms import Change
from derivations.core.forms import (
    PLAIN, Grid, Letter, Sizes, Value, Word, Words, alike, concatenated, is_one, size,
)
from derivations.core.polynomial import ONE, ZERO, Exponent, Key, Poly, same
from derivations.core.sums import Sums

MAX_WRITTEN_OUT = 6


class Matrices(Sums):
    """Scalars and matrices."""

    def __init__(self) -> None:
        super().__init__()
        self.explicit: dict[int, Value] = {}  # what an explicit letter stands for

    # Making forms

    def letter(
        self, kind: Key, rows: Poly, columns: Poly, inside: Iterable[Poly], real: bool = False
    ) -> Letter:
        """A matrix of which nothing is known but its size, and whether it is real."""
        key = ("letter", kind, real, P.key(rows), P.key(columns))
        atom = self.atom(key, "complex", [*inside, rows, columns])
        return (self.number(atom), *PLAIN)

    def leaf(
        self, kind: Key, rows: Poly, columns: Poly, inside: Iterable[Poly], real: bool = False
    ) -> Value:
        """The same; a short side of known length is written out, in rows, columns or entries."""
        letter = self.letter(kind, rows, columns, inside, real)
        m, n = (int(p.rational() or 0) for p in (rows, columns))
        m, n = (k if k <= MAX_WRITTEN_OUT else 0 for k in (m, n))
        base, whole = letter[0], P.generator(letter[0])
        if m and n:
            sort = "real" if real else "complex"
            return Grid((ONE,) * m, (ONE,) * n, tuple([
                self.atom(("entry", base, i, j), sort, [whole])
                for i in range(m) for j in range(n)]))  # fmt: skip
        if m > 1:
            lines = [self.letter(("row", base, i), ONE, columns, [whole], real) for i in range(m)]
            parts = [Words(ONE, columns, {(line,): ONE}) for line in lines]
            return Grid((ONE,) * m, (columns,), tuple(parts))
        if n > 1:
            lines = [self.letter(("column", base, j), rows, ONE, [whole], real) for j in range(n)]
            parts = [Words(rows, ONE, {(line,): ONE}) for line in lines]
            return Grid((rows,), (ONE,) * n, tuple(parts))
        return Words(rows, columns, {(letter,): ONE})

    def matrix_call(self, head: str, values: Sequence[Value], rows: Poly, columns: Poly) -> Value:
        """The value of a function whose values are matrices."""
        kind = ("call", head, tuple([self.key(v) for v in values]))
        letter = self.letter(kind, rows, columns, self.inside(values))
        return self.combination(rows, columns, [((letter,), ONE)])

    def identity(self, n: Poly) -> Value:
        """The identity of this size; as a grid if that is short."""
        k = n.rational()
        if k is None or k > MAX_WRITTEN_OUT:
            return Words(n, n, {(): ONE})
        sides = (ONE,) * int(k)
        return Grid(sides, sides, self.view(Words(n, n, {(): ONE}), sides, sides) or ())

    def zero(self, rows: Poly, columns: Poly) -> Value:
        """The zero matrix of this size; as a grid if that is small."""
        m, n = rows.rational(), columns.rational()
        if m is None or n is None or max(m, n) > MAX_WRITTEN_OUT:
            return Words(rows, columns, {})
        return Grid((ONE,) * int(m), (ONE,) * int(n), (ZERO,) * int(m * n))

    def grid(self, heights: Sizes, widths: Sizes, parts: Iterable[Value]) -> Value:
        """The matrix with these blocks, polynomials or of their sizes."""
        parts = tuple([self.part(p) for p in parts])
        whole = len(parts) == 1 and not isinstance(parts[0], Poly)
        return parts[0] if whole else Grid(heights, widths, parts)

    def part(self, v: Value) -> Value:
        """A matrix as a block of a grid."""
        if isinstance(v, Poly):
            return v
        return self.scalar(v) if all(map(is_one, size(v))) else self.as_words(v)

    def combination(
        self, rows: Poly, columns: Poly, parts: Iterable[tuple[Word, Poly]]
    ) -> Value:
        """The sum of these words with their coefficients."""
        terms = self._gathered(parts)
        if self.explicit and any(self._place(word) is not None for word in terms):
            terms = self._gathered(self._explicit_added(terms))
        if is_one(rows) and is_one(columns):
            values = [P.times(c, self._word_atom(word)) for word, c in terms.items()]
            return Grid((ONE,), (ONE,), (P.total(values),))
        alone = next(iter(terms)) if len(terms) == 1 else ()
        if len(alone) == 1 and self._place(alone) == 0:
            return self.scaled(self.explicit[alone[0][0]], terms[alone])
        return Words(rows, columns, terms)

    def _gathered(self, parts: Iterable[tuple[Word, Poly]]) -> dict[Word, Poly]:
        gathered: dict[Word, list[Poly]] = {}
        for word, c in parts:
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

    def transposed_word(self, word: Word) -> Word:
        return tuple([self._flagged(letter, True, False) for letter in reversed(word)])

    def conjugated_word(self, word: Word) -> Word:
        return tuple([self._flagged(letter, False, True) for letter in word])

    def _joined(self, left: Word, right: Word) -> Iterator[tuple[Word, Poly]]:
        """The product of two words."""
        if left and right and left[-1][3] == right[0][3] == 1:
            a, b = self.explicit.get(left[-1][0]), self.explicit.get(right[0][0])
            product = None if a is None or b is None else self.direct_product(a, b)
            if product is not None:
                for word, c in self.as_words(product).terms.items():
                    yield from self.around(left[:-1], word, right[1:], c)
                return
        word = concatenated(left, right)
        cuts = [k for k in range(len(word) + 1) if word and is_one(self.side(word, k))]
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
        return P.from_key(self.atoms[base].key[3 if rows else 4])

    def _word_atom(self, word: Word) -> Poly:
        """The value of a word that is 1 x 1, which is that of its transpose."""
        if not word:
            return ONE
        word = min(word, self.transposed_word(word), key=repr)
        return self.atom(("word", word), "complex", self.inside([Words(ONE, ONE, {word: ONE})]))

    def rebuild_word(self, key: Key, change: Change) -> Poly:
        return self.scalar(self.changed(Words(ONE, ONE, {key[1]: ONE}), change))

    def conjugate_atom(self, g: int, e: Exponent) -> Poly:
        key = self.atoms[g].key
        if key[0] == "word":
            return P.power(self._word_atom(self.conjugated_word(key[1])), int(e))
        if key[0] == "call" and key[1] in ("trace", "det"):
            inner = self.conj(self.from_key(key[2][0]))
            return P.power(self.call(key[1], [inner]), int(e))
        return super().conjugate_atom(g, e)

    def scalar(self, v: Value) -> Poly:
        """The entry of a 1 x 1 matrix."""
        if isinstance(v, Poly):
            return v
        if isinstance(v, Grid):
            return self.scalar(v.parts[0])
        whole = self.combination(ONE, ONE, self.as_words(v).terms.items())
        return self.scalar(whole)

    # Explicit letters

    def multiple(self, v: Value) -> Poly | None:
        """c where the matrix is c times the identity, 0 where it is zero; else None."""
        if isinstance(v, Words):
            return v.terms.get((), ZERO) if set(v.terms) <= {()} else None
        if not isinstance(v, Grid):
            return v if isinstance(v, Poly) else None
        values = [self.multiple(p) for p in v.parts]
        n, square = len(v.heights), alike(v.heights, v.widths)
        for place, c in enumerate(values):
            i, j = divmod(place, len(v.widths))
            wanted = values[0] if square and i == j else ZERO
            if c is None or wanted is None or not same(c, wanted):
                return None
        return values[0] if n else None

    def as_words(self, v: Value) -> Words:
        """The matrix as words, a grid as an explicit letter."""
        if isinstance(v, Words):
            return v
        c = self.multiple(v)
        if c is None:
            return Words(*size(v), {(self._explicit_letter(v),): ONE})
        return Words(*size(v), {} if c.is_zero else {(): c})

    def _explicit_letter(self, v: Value) -> Letter:
        letter = self.letter(("explicit", self.key(v)), *size(v), self.inside([v]))
        self.explicit.setdefault(letter[0], v)
        return letter

    def _place(self, word: Word) -> int | None:
        """The place of the first explicit letter."""
        places = (k for k, (base, _, _, e) in enumerate(word) if e == 1 and base in self.explicit)
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

    # Grids

    def view(self, v: Value, heights: Sizes, widths: Sizes) -> tuple[Value, ...] | None:
        """The blocks of these sizes of a matrix; None if they are not at hand."""
        if isinstance(v, Grid):
            return v.parts if alike(v.heights, heights) and alike(v.widths, widths) else None
        if not isinstance(v, Words):
            return None
        if len(heights) == len(widths) == 1:
            return (self.part(v),)
        c = self.multiple(v)
        if c is None or not (c.is_zero or alike(heights, widths)):
            return None
        return tuple([
            self._block(h, w, c if i == j else ZERO)
            for i, h in enumerate(heights) for j, w in enumerate(widths)
        ])  # fmt: skip

    def _block(self, h: Poly, w: Poly, c: Poly) -> Value:
        """c times the identity as a block of a grid; 0 if it is not square."""
        return c if is_one(h) and is_one(w) else Words(h, w, {} if c.is_zero else {(): c})

    def direct_sum(self, values: Sequence[Value]) -> Value | None:
        """The sum of what is of one kind; None of anything else."""
        if all(isinstance(v, Poly) for v in values):
            return P.total(v for v in values if isinstance(v, Poly))
        pattern = next((v for v in values if isinstance(v, Grid)), None)
        if pattern is None:
            return None
        views = [self.view(v, pattern.heights, pattern.widths) for v in values]
        parts = [v for v in views if v is not None]
        if len(parts) < len(views):
            return None
        added = [self.add(list(column)) for column in zip(*parts, strict=True)]
        return self.grid(pattern.heights, pattern.widths, added)

    def direct_product(self, a: Value, b: Value) -> Value | None:
        """The product of grids that fit, or of a grid and a block beside it; else None."""
        if isinstance(a, Words) and isinstance(b, Grid) and len(b.heights) == 1:
            a = Grid((a.rows,), b.heights, (self.part(a),))
        if isinstance(b, Words) and isinstance(a, Grid) and len(a.widths) == 1:
            b = Grid(a.widths, (b.columns,), (self.part(b),))
        if not (isinstance(a, Grid) and isinstance(b, Grid) and alike(a.widths, b.heights)):
            return None
        along = range(len(a.widths))
        return self.grid(a.heights, b.widths, [
            self.add([self.times(a.at(i, k), b.at(k, j)) for k in along])
            for i in range(len(a.heights)) for j in range(len(b.widths))
        ])  # fmt: skip

    # Operations

    def is_zero(self, v: Value) -> bool:
        c = self.multiple(v)
        return c is not None and c.is_zero

    def add(self, values: Sequence[Value]) -> Value:
        """The sum of values of one size, at least one."""
        total = self.direct_sum(values)
        if total is not None:
            return total
        words = [self.as_words(v) for v in values]
        return self.combination(
            words[0].rows, words[0].columns, [pair for w in words for pair in w.terms.items()]
        )

    def scaled(self, v: Value, c: Poly) -> Value:
        if isinstance(v, Poly):
            return P.times(v, c)
        if isinstance(v, Grid):
            return Grid(v.heights, v.widths, tuple([self.scaled(p, c) for p in v.parts]))
        words = self.as_words(v)
        return self.combination(
            words.rows, words.columns, [(w, P.times(d, c)) for w, d in words.terms.items()]
        )

    def times(self, a: Value, b: Value) -> Value:
        """The product of scalars, matrices that fit, or one of each."""
        if isinstance(a, Poly):
            return P.times(a, b) if isinstance(b, Poly) else self.scaled(b, a)
        if isinstance(b, Poly):
            return self.scaled(a, b)
        for v, other in ((a, b), (b, a)):
            if isinstance(v, Words) and set(v.terms) == {()}:
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
        if isinstance(v, Poly):
            return v
        if isinstance(v, Grid):
            return Grid(v.widths, v.heights, tuple([
                self.transpose(v.at(i, j))
                for j in range(len(v.widths)) for i in range(len(v.heights))]))  # fmt: skip
        words = self.as_words(v)
        parts = [(self.transposed_word(w), c) for w, c in words.terms.items()]
        return self.combination(words.columns, words.rows, parts)

    def conj(self, v: Value) -> Value:
        if isinstance(v, Poly):
            return self.conjugate(v)
        if isinstance(v, Grid):
            return Grid(v.heights, v.widths, tuple([self.conj(p) for p in v.parts]))
        words = self.as_words(v)
        parts = [(self.conjugated_word(w), self.conjugate(c)) for w, c in words.terms.items()]
        return self.combination(words.rows, words.columns, parts)
