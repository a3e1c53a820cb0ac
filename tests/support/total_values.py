"""Values of terms and of scalar normal forms in the total semantics, by mpmath: an oracle.

    term_value(term, values)            the value of a scalar term, junk values included
    poly_value(algebra, poly, values)   the value of a normal form

Both follow the definitions in the module texts and share nothing with the kernel but its data.
Total means: `inv 0 = 0`, `log 0 = arg 0 = 0`, `0^w` is 0 for half-integers and 1 for other
exponents that are not integers.  `values` maps names to numbers; a family is a callable.

Values within `TINY` of zero or of an axis count as lying there, which decides zero tests, branch
cuts and floors; values that are too large for that, or too small to be told from zero, raise
`Unfit`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from mpmath import mp

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Poly
from derivations.language.terms import Term

DIGITS = 60
TINY = mp.mpf(10) ** -40
SMALL = mp.mpf(10) ** -25
LARGE = mp.mpf(10) ** 12

Values = Mapping[Any, Any]


class Unfit(ArithmeticError):
    """The value is too large, or not defined even in the total semantics."""


def term_value(term: Term, values: Values) -> Any:
    """The value of a scalar term; symbols stand for their names."""
    with mp.workdps(DIGITS):
        return _Terms().at(term, dict(values))


def poly_value(algebra: Algebra, poly: Poly, values: Values) -> Any:
    """The value of a normal form."""
    with mp.workdps(DIGITS):
        return _Polys(algebra).poly(poly, dict(values))


def same(a: Any, b: Any) -> bool:
    return bool(abs(a - b) <= TINY * (1 + abs(a)))


def clean(z: Any) -> Any:
    """The number, moved onto an axis that it is next to."""
    z = mp.mpc(_number(z))
    if not mp.isfinite(z) or abs(z) > LARGE:
        raise Unfit("too large")
    if any(TINY <= abs(x) < SMALL for x in (z.real, z.imag)):
        raise Unfit("too small")
    return mp.mpc(0 if abs(z.real) < TINY else z.real, 0 if abs(z.imag) < TINY else z.imag)


def _number(z: Any) -> Any:
    return mp.mpf(z.numerator) / z.denominator if isinstance(z, Fraction) else z


def whole(z: Any) -> int | None:
    """The integer that this is, if it is one."""
    near = mp.nint(z.real)
    return int(near) if z.imag == 0 and abs(z.real - near) < TINY else None


# Scalar functions, total.


def inverse(z: Any) -> Any:
    return 1 / z if z else z


def power(b: Any, e: Any) -> Any:
    n = whole(e)
    if n is not None:
        if abs(n) > 200:
            raise Unfit("a large exponent")
        value = b**n if n >= 0 else inverse(b) ** -n
        if b and abs(value) < SMALL:
            raise Unfit("too small")
        return value
    if b:
        return exponential(e * mp.log(b))
    return mp.mpc(1 if whole(2 * e) is None else 0)


def floor(z: Any) -> Any:
    near = mp.nint(z.real)
    return near if abs(z.real - near) < TINY else mp.floor(z.real)


def _natural(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function at naturals (its first argument), junk 0 elsewhere."""

    def total(*arguments: Any) -> Any:
        places = [whole(a) for a in arguments]
        if any(p is None for p in places) or places[0] < 0:
            return 0
        if places[0] > 60:
            raise Unfit("a large argument")
        return function(*places)

    return total


def _binomial(a: Any, b: Any) -> Any:
    n, k = whole(a), whole(b)
    if n is None or k is None or k < 0:
        return 0
    if max(abs(n), k) > 60:
        raise Unfit("a large argument")
    return math.comb(n, k) if n >= 0 else (-1) ** k * math.comb(k - n - 1, k)


def _pole(function: Callable[..., Any], *poles: Any) -> Callable[..., Any]:
    """The function, junk 0 at its poles."""

    def total(z: Any) -> Any:
        return mp.mpc(0) if any(abs(z - p) < TINY for p in poles) else function(z)

    return total


def _branching(function: Callable[..., Any], *points: Any) -> Callable[..., Any]:
    """The function, which is steep next to these points, exactly at them."""
    return lambda z: function(next((mp.mpc(p) for p in points if abs(z - p) < TINY), z))


def exponential(z: Any) -> Any:
    if mp.re(z) < -50:
        raise Unfit("too small")
    return mp.exp(z)


_I = mp.mpc(0, 1)
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": exponential, "sqrt": mp.sqrt, "abs": abs, "conj": mp.conj,
    "log": lambda z: mp.log(z) if z else z,
    "arg": lambda z: mp.arg(z) if z else 0,
    "re": lambda z: z.real, "im": lambda z: z.imag,
    "sign": lambda z: z * inverse(mp.mpc(abs(z))),
    "sin": mp.sin, "cos": mp.cos, "sinh": mp.sinh, "cosh": mp.cosh,
    "tan": lambda z: mp.sin(z) * inverse(clean(mp.cos(z))),
    "cot": lambda z: mp.cos(z) * inverse(clean(mp.sin(z))),
    "sec": lambda z: inverse(clean(mp.cos(z))), "csc": lambda z: inverse(clean(mp.sin(z))),
    "tanh": lambda z: mp.sinh(z) * inverse(clean(mp.cosh(z))),
    "coth": lambda z: mp.cosh(z) * inverse(clean(mp.sinh(z))),
    "sech": lambda z: inverse(clean(mp.cosh(z))), "csch": lambda z: inverse(clean(mp.sinh(z))),
    "asin": _branching(mp.asin, 1, -1), "acos": _branching(mp.acos, 1, -1),
    "asinh": _branching(mp.asinh, _I, -_I), "acosh": _branching(mp.acosh, 1, -1),
    "atan": _pole(mp.atan, _I, -_I), "atanh": _pole(mp.atanh, 1, -1),
    "acot": _pole(lambda z: mp.atan(1 / z) if z else mp.pi / 2, _I, -_I),
    "atan2": lambda y, x: mp.arg(mp.mpc(x.real, y.real)) if x.real or y.real else 0,
    "floor": floor, "ceiling": lambda z: -floor(-z),
    "mod": lambda a, b: a.real - b.real * floor(a / b.real) if b.real else 0,
    "gcd": lambda a, b: math.gcd(whole(a) or 0, whole(b) or 0),
    "max": lambda *a: max(z.real for z in a), "min": lambda *a: min(z.real for z in a),
    "factorial": _natural(math.factorial), "fibonacci": _natural(lambda n: mp.fib(n)),
    "binomial": _binomial,
    "harmonic": _natural(lambda n: mp.fsum(mp.mpf(1) / k for k in range(1, n + 1))),
    "gamma": lambda z: mp.mpc(0) if (whole(z) or 1) < 1 or z == 0 else mp.gamma(z),
    "pow": power,
}  # fmt: skip


class _Terms:
    def at(self, term: Term, values: dict[Any, Any]) -> Any:
        return clean(self._at(term, values))

    def _at(self, term: Term, values: dict[Any, Any]) -> Any:
        head = term.head
        if head == "number":
            return term.data
        if head == "symbol":
            return values[term.name]
        if head == "i":
            return _I
        if head == "pi":
            return mp.pi
        if head in ("sum", "product"):
            return self._range(term, values)
        if head == "apply":
            return values[term.args[0].name](*(self.at(a, values) for a in term.args[1:]))
        args = [self.at(a, values) for a in term.args]
        if head == "add":
            return mp.fsum(args)
        if head in ("mul", "inner"):
            return mp.fprod(args) if head == "mul" else args[0] * mp.conj(args[1])
        if head == "neg":
            return -args[0]
        if head == "div":
            return args[0] * inverse(args[1])
        return FUNCTIONS[head](*args)

    def _range(self, term: Term, values: dict[Any, Any]) -> Any:
        index, lower, upper, body = term.args
        first, last = whole(self.at(lower, values)), whole(self.at(upper, values))
        assert first is not None and last is not None
        parts = [self.at(body, values | {index.name: k}) for k in range(first, last + 1)]
        return mp.fsum(parts) if term.head == "sum" else mp.fprod(parts)


class _Polys:
    """Normal forms; `("bound", k)` and `("level", k)` are names of values too."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra

    def poly(self, p: Poly, values: dict[Any, Any]) -> Any:
        parts = [
            unit * c * self.monomial(m, values)
            for part, unit in ((p.re, 1), (p.im, _I))
            for m, c in part.items()
        ]
        return clean(mp.fsum(parts) / p.den)

    def monomial(self, m: P.Monomial, values: dict[Any, Any]) -> Any:
        return mp.fprod(self.power(g, e, values) for g, e in m)

    def power(self, g: int, e: Any, values: dict[Any, Any]) -> Any:
        key = self.algebra.atoms[g].key
        kind, scale = key[0], _number(Fraction(e))
        if kind == "exp":
            exponent = self.monomial(key[1], values)
            return exponential(scale * (exponent * _I if key[2] else exponent))
        if kind == "turn":
            return mp.exp(_I * mp.pi * scale)
        if kind in ("parity", "sign"):
            return mp.exp(_I * mp.pi * scale * self.monomial(key[1], values))
        if kind == "root-power":
            return mp.mpf(key[1]) ** scale
        assert Fraction(e).denominator == 1
        return power(clean(self.atom(key, values)), mp.mpc(int(e)))

    def key(self, k: P.Key, values: dict[Any, Any]) -> Any:
        return self.poly(P.from_key(k), values)

    def atom(self, key: tuple[Any, ...], values: dict[Any, Any]) -> Any:
        kind = key[0]
        if kind == "symbol":
            return values[key[1]]
        if kind in ("bound", "level"):
            return values[key]
        if kind == "pi":
            return mp.pi
        if kind == "value":
            return values[key[1]](*(self.key(k, values) for k in key[3]))
        if kind == "call":
            return FUNCTIONS[key[1]](*(self.key(k, values) for k in key[2]))
        if kind == "conj":
            return mp.conj(self.power(key[1], 1, values))
        if kind == "inv":
            return inverse(self.key(key[1], values))
        if kind in ("sqrt", "abs"):
            return FUNCTIONS[kind](self.key(key[1], values))
        if kind == "power":
            return power(self.key(key[1], values), clean(self.monomial(key[2], values)))
        if kind == "whole-power":
            return power(self.key(key[1], values), self.key(key[2], values))
        if kind == "count":
            return max(self._range(key[1], values), 0)
        if kind == "product":
            _, number, height, body = key
            places = range(max(self._range(number, values), 0))
            return mp.fprod(self.key(body, values | {("bound", height): j}) for j in places)
        assert kind == "sum", kind
        _, bounds, height, body = key
        return self._sum(bounds, height, body, values)

    def _range(self, number: P.Key, values: dict[Any, Any]) -> int:
        value = whole(self.key(number, values))
        assert value is not None
        return value

    def _sum(self, bounds: Any, height: int, body: P.Key, values: dict[Any, Any]) -> Any:
        if not bounds:
            return self.key(body, values)
        places = range(max(self._range(bounds[0], values), 0))
        return mp.fsum(
            self._sum(bounds[1:], height + 1, body, values | {("bound", height): j})
            for j in places
        )
