"""Matrices over a range and in families, and what stands inside matrices.

Sums over an index are linear and let what does not depend on it out of the word; the value of a
family at matrices is keyed by their normal forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from derivations.core import polynomial as P
from derivations.core.atoms import Change
from derivations.core.forms import (
    PLAIN, Grid, Letter, Value, Word, Words, alike, exponent, exponent_key, in_letter, is_numeric,
    size,
)
from derivations.core.matrices import Matrices
from derivations.core.polynomial import ONE, ZERO, Key, Monomial, Poly, TooLarge

MAX_MULTIPLIED, MAX_MINORS = 64, 2_000


class Families(Matrices):
    """Matrices, their sums and products over a range, and values of families."""

    # Powers, inverses, traces, determinants

    def inverted(self, v: Value) -> Value:
        """The inverse of a square matrix, which is 0 where there is none."""
        rows, columns = size(v)
        c = self.multiple(v)
        if c is not None:
            return self.scaled(self.identity(rows), self.inverse(c))
        return self.matrix_call("inv", [v], rows, columns)

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
                return reduce(self.times, factors) if n else self.identity(size(v)[0])
        words = self.as_words(v)
        if len(words.terms) == 1 and self.is_of(e, "natural"):
            ((word, c),) = words.terms.items()
            if len(word) < 2:
                power = tuple([(*one[:3], exponent_key(P.times(exponent(one[3]), e)))
                               for one in word])  # fmt: skip
                return self.combination(*size(v), [(power, self.power(c, e))])
        return self.matrix_call("pow", [v, e], *size(v))

    def trace(self, v: Value) -> Poly:
        """Linear; the sum over the diagonal of a grid."""
        if isinstance(v, Grid) and alike(v.heights, v.widths):
            return P.total(self.trace(v.at(i, i)) for i in range(len(v.heights)))
        if isinstance(v, Poly):
            return v
        words = self.as_words(v)
        return P.total(
            P.times(c, self.call("trace", [Words(*size(v), {w: ONE})]) if w else words.rows)
            for w, c in words.terms.items()
        )

    def determinant(self, v: Value) -> Poly:
        """Of a grid of numbers, by rows from the last; of a multiple of the identity."""
        c = self.multiple(v)
        if c is not None:
            return self.power(c, size(v)[0])
        if not isinstance(v, Grid) or not is_numeric(v):
            return self.call("det", [v])
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

    # Sums and products over a range

    def _sum(self, level: int, number: Poly, body: Value) -> Value:
        if isinstance(body, Poly):
            return self._sum_of_scalar(level, number, body)
        rows, columns = size(body)
        if isinstance(body, Grid):
            return self.grid(
                body.heights, body.widths, [self._sum(level, number, p) for p in body.parts]
            )
        return self.combination(rows, columns, [
            pair for word, c in self.as_words(body).terms.items() for m, re, im in c.terms()
            for pair in self._sum_of_word(level, number, word, m, P.constant(re, im))
        ])  # fmt: skip

    def _sum_of_word(
        self, level: int, number: Poly, word: Word, m: Monomial, c: Poly
    ) -> Iterator[tuple[Word, Poly]]:
        """Σ c m word; what does not depend on the index stands outside."""
        inside = P.monomial(tuple([(g, e) for g, e in m if level in self.atoms[g].levels]))
        outside = P.monomial(tuple([(g, e) for g, e in m if level not in self.atoms[g].levels]))
        varying = [k for k, one in enumerate(word) if level in self.levels(*in_letter(one))]
        if not varying:
            yield word, P.times(P.times(c, outside), self._sum_of_scalar(level, number, inside))
            return
        start, stop = varying[0], varying[-1] + 1
        rows, columns = self.side(word, start), self.side(word, stop)
        key, polys = self.closed(number, level, Words(rows, columns, {word[start:stop]: inside}))
        letter = self.letter(("binder", "sum", *key), rows, columns, polys)
        yield from self.around(word[:start], (letter,), word[stop:], P.times(c, outside))

    def _product(self, level: int, number: Poly, body: Value) -> Value:
        if isinstance(body, Poly):
            return self._product_of_scalar(level, number, body)
        rows, columns = size(body)
        if level not in self.levels(*self.inside([body])):
            return self.raised(body, number)
        c = self.multiple(body)
        if c is not None:
            return self.scaled(self.identity(rows), self._product_of_scalar(level, number, c))
        key, polys = self.closed(number, level, body)
        letter = self.letter(("binder", "product", *key), rows, columns, polys)
        return self.combination(rows, columns, [((letter,), ONE)])

    # Values of families

    def value(self, family: Key, arguments: Sequence[Value]) -> Value:
        """The value of a family: (name, kinds of the arguments, kind of the value).

        It is of its sort where the arguments are seen to be of theirs, and of any sort elsewhere.
        """
        _, kinds, kind = family
        key, inside = ("value", family, tuple(map(self.key, arguments))), self.inside(arguments)
        if kinds == "permutation":  # of the naturals, and whole at whole numbers
            sorts = [s for s in ("natural", "integer") if self.belongs(arguments[0], s)]
            return self.atom(key, sorts[0] if sorts else "complex", inside)
        known = all(map(self.belongs, arguments, kinds))
        if isinstance(kind, str):
            return self.atom(key, kind if known else "complex", inside)
        _, rows, columns, properties = kind
        real = known and not {"real", "orthogonal"}.isdisjoint(properties)
        return self.leaf(key, P.from_key(rows), P.from_key(columns), inside, real)

    def belongs(self, v: Value, kind: Key | str) -> bool:
        """Whether it is seen that a value of the right size is of this kind."""
        if isinstance(kind, str):
            return isinstance(v, Poly) and self.is_of(v, kind)
        return not kind[3]

    def rebuild_value(self, key: Key, change: Change) -> Poly:
        arguments = [self.changed(self.from_key(k), change) for k in key[2]]
        value = self.value(key[1], arguments)
        assert isinstance(value, Poly)
        return value

    def rebuild_entry(self, key: Key, change: Change) -> Poly:
        _, base, i, j = key
        whole = self._changed_atom(base, change)
        return self.scalar(whole.at(i, j)) if isinstance(whole, Grid) else P.generator(
            self.numbers[key]
        )

    # Keys, and changes inside

    def key(self, form: Value) -> Key:
        if isinstance(form, Poly):
            return P.key(form)
        if not isinstance(form, Grid):
            form = self.as_words(form)
            terms = sorted([(w, P.key(c)) for w, c in form.terms.items()], key=repr)
            return ("words", P.key(form.rows), P.key(form.columns), tuple(terms))
        sides = [tuple(map(P.key, side)) for side in (form.heights, form.widths)]
        return ("grid", *sides, tuple(map(self.key, form.parts)))

    def from_key(self, key: Key) -> Value:
        if key[0] == "words":
            terms = {w: P.from_key(c) for w, c in key[3]}
            return Words(P.from_key(key[1]), P.from_key(key[2]), terms)
        if key[0] == "grid":
            heights, widths = (tuple(map(P.from_key, side)) for side in key[1:3])
            return Grid(heights, widths, tuple(map(self.from_key, key[3])))
        return P.from_key(key)

    def inside(self, forms: Iterable[Value]) -> list[Poly]:
        found: list[Poly] = []
        for v in forms:
            if isinstance(v, Poly):
                found.append(v)
            elif isinstance(v, Grid):
                found += [*v.heights, *v.widths, *self.inside(v.parts)]
            else:
                words = self.as_words(v)
                found += [words.rows, words.columns, *words.terms.values()]
                found += [p for word in words.terms for one in word for p in in_letter(one)]
        return found

    def changed(self, form: Value, change: Change) -> Value:
        if isinstance(form, Poly):
            return change(form)
        if isinstance(form, Grid):
            heights, widths = tuple(map(change, form.heights)), tuple(map(change, form.widths))
            return self.grid(heights, widths, [self.changed(p, change) for p in form.parts])
        form = self.as_words(form)
        rows, columns = change(form.rows), change(form.columns)
        found = []
        for word, c in form.terms.items():
            letters = [self._changed_letter(one, change) for one in word]
            product = reduce(self.times, letters) if letters else self.identity(rows)
            found.append(self.scaled(product, change(c)))
        return self.add(found) if found else self.zero(rows, columns)

    def _changed_letter(self, letter: Letter, change: Change) -> Value:
        base, t, c, e = letter
        v = self._changed_atom(base, change)
        v = self.transpose(v) if t else v
        v = self.conj(v) if c else v
        return v if e == 1 else self.raised(v, change(exponent(e)))

    def _changed_atom(self, base: int, change: Change) -> Value:
        _, kind, _, *sides = self.atoms[base].key
        rows, columns = (change(P.from_key(side)) for side in sides)
        unchanged = Words(rows, columns, {((base, *PLAIN),): ONE})
        match kind[0]:
            case "value":
                arguments = [self.changed(self.from_key(k), change) for k in kind[2]]
                return self.value(kind[1], arguments)
            case "binder":
                whole: Value = self.over(kind[1], *self.opened(kind[2:], change))
                return whole
            case "explicit":
                return self.changed(self.explicit[base], change)
            case "row" | "column":
                whole = self._changed_atom(kind[1], change)
                places = (kind[2], 0) if kind[0] == "row" else (0, kind[2])
                return whole.at(*places) if isinstance(whole, Grid) else unchanged
            case "call":
                values = [self.changed(self.from_key(k), change) for k in kind[2]]
                if kind[1] == "pow":
                    return self.raised(values[0], self.scalar(values[1]))
                if kind[1] == "inv":
                    return self.inverted(values[0])
                return self.matrix_call(kind[1], values, rows, columns)
        return unchanged
