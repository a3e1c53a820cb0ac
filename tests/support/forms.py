"""The value of a normal form of the kernel, by the oracle of terms: a scalar or a matrix.

    form_value(algebra, form, values) -> number or Matrix

`("bound", k)` and `("level", k)` are names of values too.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from mpmath import mp

from derivations.kernel import forms, polynomial as P
from derivations.kernel.forms import Blocks, Grid, Partition, Tensor
from derivations.kernel.generators import Algebra
from tests.support.oracle import (
    DIGITS, MAX_RANGE, ONE, UNIT, ZERO, Matrix, Oracle, Unfit, at_places, block_diagonal, conj,
    gauss, has_property, identity, in_blocks, joined, kronecker, named, whole, zeros,
)

Values = dict[Any, Any]


def form_value(algebra: Algebra, form: Any, values: Values) -> Any:
    """The value of a normal form, a polynomial or a form of a matrix."""
    with mp.workdps(DIGITS):
        return _Forms(algebra).value(form, named(values))


def _turn(halves: Any) -> Any:
    """`exp(i π x)`."""
    quarters = whole(2 * halves)
    return mp.exp(UNIT * mp.pi * halves) if quarters is None else (ONE, UNIT, -ONE, -UNIT)[
        quarters % 4
    ]


class _Forms:
    def __init__(self, algebra: Algebra) -> None:
        self.algebra, self.oracle = algebra, Oracle()

    def value(self, form: Any, values: Values) -> Any:
        if isinstance(form, P.Poly):
            return self.poly(form, values)
        if isinstance(form, Grid):
            return in_blocks([self.poly(p, values) for p in form.entries], form.columns)
        if isinstance(form, Blocks):
            count = self.number(self.poly(form.count, values))
            parts = [self.value(form.block, values | {("level", -1): gauss(k)})
                     for k in range(count)]  # fmt: skip
            if form.shape == "diagonal":
                return block_diagonal(parts)
            return in_blocks(parts, 1 if form.shape == "column" else count)
        if isinstance(form, Partition):
            return in_blocks([self.value(p, values) for p in form.parts], len(form.widths))
        sizes = form.sizes if isinstance(form, Tensor) else ((form.rows, form.columns),)
        shapes = [tuple(self.number(self.poly(p, values)) for p in pair) for pair in sizes]
        result = zeros(math.prod(m for m, _ in shapes), math.prod(n for _, n in shapes))
        for key, c in form.terms.items():
            words = key if isinstance(form, Tensor) else (key,)
            value = identity(1)
            for word, (rows, _) in zip(words, shapes, strict=True):
                value = kronecker(value, self.word(word, rows, values))
            result = result + self.poly(c, values) * value
        return self.oracle.clean(result)

    def word(self, word: Any, rows: int, values: Values) -> Matrix:
        result = identity(rows)
        for base, transposed, conjugated, e in word:
            value = self.letter(self.algebra.atoms[base].key, values)
            value = value.T if transposed else value
            value = value.conjugate() if conjugated else value
            exponent = gauss(e) if isinstance(e, int) else self.key(e, values)
            result = result * self.oracle.matrix_power(value, exponent)
        return result

    def letter(self, key: tuple[Any, ...], values: Values) -> Matrix:
        kind = key[1]
        if kind[0] == "symbol":
            value = values[kind[1]]
        elif kind[0] == "value":
            value = at_places(values[kind[1]], [self.key(k, values) for k in kind[2]])
        elif kind[0] == "inv":
            value = self.letter(self.algebra.atoms[kind[1]].key, values).inverse()
        elif kind[0] == "form" and kind[1] == "is":
            value = self.value(forms.from_key(kind[2]), values)
        elif kind[0] == "form" and kind[1][0] == "power":
            base = self.value(forms.from_key(kind[2]), values)
            value = self.oracle.matrix_power(base, self.key(kind[1][1], values))
        elif kind[0] in ("sum", "product"):
            _, number, height, body = kind

            def at(k: int) -> Any:
                return self.value(forms.from_key(body), values | {("bound", height): gauss(k)})

            count = self.count(number, values)
            value = joined(kind[0], [at(k) for k in range(count)], lambda: at(0))
        else:
            raise Unfit(str(kind[0]))
        assert value.shape == tuple(self.number(self.key(k, values)) for k in key[3:5])
        assert all(has_property(value, name) for name in key[2]), key[2]
        return value

    def key(self, k: P.Key, values: Values) -> Any:
        return self.poly(P.from_key(k), values)

    def number(self, value: Any) -> int:
        found = whole(value)
        if found is None:
            raise Unfit("not an integer")
        return found

    def count(self, k: P.Key, values: Values) -> int:
        found = self.number(self.key(k, values))
        if found > MAX_RANGE + 1:
            raise Unfit("a long range")
        return max(found, 0)

    def poly(self, p: P.Poly, values: Values) -> Any:
        result = ZERO
        for part, unit in ((p.re, ONE), (p.im, UNIT)):
            for m, c in part.items():
                result = result + unit * gauss(c) * self.monomial(m, values)
        return self.oracle.clean(result * gauss(Fraction(1, p.den)))

    def monomial(self, m: P.Monomial, values: Values) -> Any:
        result = ONE
        for g, e in m:
            result = result * self.power(g, e, values)
        return result

    def power(self, g: int, e: Any, values: Values) -> Any:
        key, scale = self.algebra.atoms[g].key, gauss(Fraction(e))
        kind = key[0]
        if kind == "exp":
            exponent = self.monomial(key[1], values)
            return self.oracle.exp(scale * (exponent * UNIT if key[2] else exponent))
        if kind == "turn":
            return _turn(scale)
        if kind in ("parity", "sign"):
            return _turn(scale * self.monomial(key[1], values))
        if kind == "root-power":
            return self.oracle.power(gauss(key[1]), scale)
        assert scale.real.denominator == 1
        return self.oracle.power(self.oracle.clean(self.atom(key, values)), scale)

    def atom(self, key: tuple[Any, ...], values: Values) -> Any:
        kind, oracle = key[0], self.oracle
        if kind == "symbol":
            return values[key[1]]
        if kind in ("bound", "level"):
            return values[key]
        if kind == "pi":
            return +mp.pi
        if kind == "value":
            return at_places(values[key[1]], [self.key(k, values) for k in key[3]])
        if kind == "call":
            return oracle.function(key[1], *(self.key(k, values) for k in key[2]))
        if kind == "conj":
            return conj(self.power(key[1], 1, values))
        if kind == "inv":
            return oracle.inverse(self.key(key[1], values))
        if kind in ("sqrt", "abs"):
            return oracle.function(kind, self.key(key[1], values))
        if kind == "power":
            exponent = oracle.clean(self.monomial(key[2], values))
            return oracle.power(self.key(key[1], values), exponent)
        if kind == "whole-power":
            return oracle.power(self.key(key[1], values), self.key(key[2], values))
        if kind == "count":
            return gauss(self.count(key[1], values))
        if kind in ("sum", "product"):
            bounds = key[1] if kind == "sum" else (key[1],)
            return self._over(kind, bounds, key[2], key[3], values)
        if kind in ("word", "entry", "trace", "det", "det plus"):
            return self._of_word(key, values)
        raise Unfit(str(kind))

    def _over(self, head: str, bounds: Any, height: int, body: P.Key, values: Values) -> Any:
        if not bounds:
            return self.key(body, values)
        parts = [
            self._over(head, bounds[1:], height + 1, body, values | {("bound", height): gauss(k)})
            for k in range(self.count(bounds[0], values))
        ]
        return joined(head, parts, lambda: ZERO)

    def _of_word(self, key: tuple[Any, ...], values: Values) -> Any:
        base, transposed, _, _ = key[1][0]
        size = self.algebra.atoms[base].key[4 if transposed else 3]
        rows = self.number(self.key(size, values))
        value = self.word(key[1], rows, values)
        if key[0] == "word":
            return value[0, 0]
        if key[0] == "entry":
            return self.oracle.entry(value, self.key(key[2], values), self.key(key[3], values))
        if key[0] == "det plus":
            return (identity(rows) + self.key(key[2], values) * value).determinant()
        return value.trace() if key[0] == "trace" else value.determinant()
