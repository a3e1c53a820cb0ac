"""The value of a normal form of the kernel, by the oracle of terms: a scalar or a matrix.

    form_value(normalizer, form, values) -> number or Matrix

`("bound", k)` and `("level", k)` are names of values too.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from mpmath import mp

from derivations.kernel import polynomial as P
from derivations.kernel.forms import Blocks, Grid, Words
from derivations.kernel.normal import Normalizer
from derivations.kernel.polynomial import Poly
from tests.support.oracle import (
    DIGITS, MAX_RANGE, ONE, UNIT, ZERO, Matrix, Oracle, Unfit, at_places, block_diagonal, conj,
    gauss, identity, in_blocks, joined, named, whole, zeros,
)

Values = dict[Any, Any]


def form_value(normalizer: Normalizer, form: Any, values: Values) -> Any:
    """The value of a normal form, a polynomial or a form of a matrix."""
    with mp.workdps(DIGITS):
        return _Forms(normalizer).value(form, named(values))


def _turn(halves: Any) -> Any:
    """`exp(i π x)`."""
    quarters = whole(2 * halves)
    return mp.exp(UNIT * mp.pi * halves) if quarters is None else (ONE, UNIT, -ONE, -UNIT)[
        quarters % 4
    ]


class _Forms:
    def __init__(self, normalizer: Normalizer) -> None:
        self.normalizer, self.oracle = normalizer, Oracle()

    def value(self, form: Any, values: Values) -> Any:
        if isinstance(form, Poly):
            return self.poly(form, values)
        if isinstance(form, Grid):
            parts = [self.value(p, values) for p in form.parts]
            return in_blocks(parts, len(form.widths))
        if isinstance(form, Blocks):
            count = self.number(self.poly(form.count, values))
            parts = [self.value(form.body, values | {("level", form.level): gauss(k)})
                     for k in range(count)]  # fmt: skip
            return self._shaped(form.shape, parts)
        assert isinstance(form, Words)
        rows, columns = (self.number(self.poly(p, values)) for p in (form.rows, form.columns))
        assert () not in form.terms or rows == columns
        result = zeros(rows, columns)
        for word, c in form.terms.items():
            result = result + self.poly(c, values) * self.word(word, rows, values)
        return self.oracle.clean(result)

    def word(self, word: Any, rows: int, values: Values) -> Matrix:
        result = identity(rows)
        for base, transposed, conjugated, e in word:
            value = self.letter(self.normalizer.atoms[base].key, values)
            value = value.T if transposed else value
            value = value.conjugate() if conjugated else value
            result = result * self.oracle.matrix_power(value, self.value(e, values))
        return result

    def letter(self, key: tuple[Any, ...], values: Values) -> Matrix:
        value = self._letter(key[1], values)
        assert value.shape == tuple(self.number(self.value(k, values)) for k in key[3:5])
        assert not key[2] or value.conjugate() + value == value + value
        return value

    def _letter(self, kind: Any, values: Values) -> Matrix:
        if kind[0] == "symbol":
            return values[kind[1]]
        if kind[0] == "value":
            return self._value(kind, values)
        if kind[0] == "explicit":
            return self._explicit(kind[1], values)
        if kind[0] == "function":
            return self.oracle.function(kind[1], *(self.value(k, values) for k in kind[2]))
        if kind[0] == "inverted":
            return self.oracle.function("inv", self.value(kind[1], values))
        if kind[0] == "raised":
            return self.oracle.function("pow", *(self.value(k, values) for k in kind[1:]))
        if kind[0] == "pointed":
            return self._pointed(*kind[1:], values)
        assert kind[0] in ("series", "product")
        return self._over("sum" if kind[0] == "series" else "product", kind[1:], values)

    def _explicit(self, form: Any, values: Values) -> Matrix:
        if not isinstance(form, tuple):
            return self.value(form, values)
        shape, number, height, body = form
        count = self.count(number, values)
        return self._shaped(shape, [
            self.value(body, values | {("bound", height): gauss(k)}) for k in range(count)
        ])  # fmt: skip

    def _shaped(self, shape: str, parts: list[Any]) -> Matrix:
        if shape == "diagonal":
            return block_diagonal(parts)
        return in_blocks(parts, 1 if shape == "column" else len(parts))

    def _value(self, key: Any, values: Values) -> Any:
        name = key[1][0]
        return at_places(values[name], [self.value(k, values) for k in key[2]])

    def _over(self, head: str, key: Any, values: Values) -> Any:
        number, height, body = key

        def at(k: int) -> Any:
            return self.value(body, values | {("bound", height): gauss(k)})

        return joined(head, [at(k) for k in range(self.count(number, values))], lambda: at(0))

    def _pointed(self, head: str, outside: Any, height: int, body: Any, values: Values) -> Any:
        places = [self.value(v, values) for v in outside]

        def function(x: Any) -> Any:
            return self.value(body, values | {("bound", height, "real"): x})

        return self.oracle.said_of(head, function, *places)

    def number(self, value: Any) -> int:
        found = whole(value)
        if found is None:
            raise Unfit("not an integer")
        return found

    def count(self, k: Poly, values: Values) -> int:
        found = self.number(self.value(k, values))
        if found > MAX_RANGE + 1:
            raise Unfit("a long range")
        return max(found, 0)

    def poly(self, p: Poly, values: Values) -> Any:
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
        key, scale = self.normalizer.atoms[g].key, gauss(Fraction(e))
        if key[0] == "exponential":
            return self.oracle.exp(scale * self.value(key[1], values))
        if key[0] == "turn":
            return _turn(scale)
        assert scale.real.denominator == 1 and scale.real > 0
        return self.oracle.power(self.oracle.clean(self.atom(key, values)), scale)

    def atom(self, key: tuple[Any, ...], values: Values) -> Any:
        oracle = self.oracle
        match key[0]:
            case "symbol":
                return values[key[1]]
            case "bound" | "level":
                return values[key]
            case "pi":
                return +mp.pi
            case "value":
                return self._value(key, values)
            case "call":
                return oracle.function(key[1], *(self.value(k, values) for k in key[2]))
            case "conjugate":
                return conj(self.value(key[1], values))
            case "inverse":
                return oracle.inverse(self.value(key[1], values))
            case "power":
                exponent = oracle.clean(self.value(key[2], values))
                return oracle.power(self.value(key[1], values), exponent)
            case "trace":
                return oracle.function("trace", self.value(key[1], values))
            case "determinant":
                return oracle.function("det", self.value(key[1], values))
            case "count":
                return gauss(self.count(key[1], values))
            case "sum":
                return self._sum(key[1], key[2], key[3], values)
            case "product":
                return self._over("product", key[1:], values)
            case "scalar":
                ((word, _),) = key[1].terms.items()
                base, t, _, _ = word[0]
                rows = self.value(self.normalizer.atoms[base].key[4 if t else 3], values)
                return self.word(word, self.number(rows), values)[0, 0]
            case "entry":
                return self.value(key[1], values)[key[2], key[3]]
            case "pointed":
                return self._pointed(*key[1:], values)
        raise AssertionError(key[0])

    def _sum(self, bounds: Any, height: int, body: Poly, values: Values) -> Any:
        if not bounds:
            return self.value(body, values)
        return joined("sum", [
            self._sum(bounds[1:], height + 1, body, values | {("bound", height): gauss(k)})
            for k in range(self.count(bounds[0], values))
        ], lambda: ZERO)  # fmt: skip
