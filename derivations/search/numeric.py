"""Floating-point evaluation, to choose candidates quickly.  Decides nothing.

Scalars are Python complex numbers, matrices tuples of rows.  Whatever cannot be evaluated here
raises `Unknown`; the exact check comes later, in the kernel.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping
from typing import Any

from derivations.language.terms import Term

Matrix = tuple[tuple[complex, ...], ...]
Number = complex | Matrix

MAX_RANGE = 200
# A determinant below this counts as 0.
TINY = 1e-9


class Unknown(ArithmeticError):
    """No floating-point value here."""


def _reciprocal(z: complex) -> complex:
    return 1 / z


FUNCTIONS: dict[str, Callable[..., complex]] = {
    "exp": cmath.exp, "log": cmath.log, "sqrt": cmath.sqrt, "abs": abs, "arg": cmath.phase,
    "re": lambda z: z.real, "im": lambda z: z.imag, "conj": lambda z: complex(z).conjugate(),
    "sign": lambda z: z / abs(z) if abs(z) > 1e-12 else 0,
    "sin": cmath.sin, "cos": cmath.cos, "tan": cmath.tan,
    "cot": lambda z: 1 / cmath.tan(z), "sec": lambda z: 1 / cmath.cos(z),
    "csc": lambda z: 1 / cmath.sin(z),
    "sinh": cmath.sinh, "cosh": cmath.cosh, "tanh": cmath.tanh,
    "coth": lambda z: 1 / cmath.tanh(z), "sech": lambda z: 1 / cmath.cosh(z),
    "csch": lambda z: 1 / cmath.sinh(z),
    "asin": cmath.asin, "acos": cmath.acos, "atan": cmath.atan,
    "acot": lambda z: cmath.atan(1 / z),
    "asinh": cmath.asinh, "acosh": cmath.acosh, "atanh": cmath.atanh,
    "atan2": lambda y, x: math.atan2(y.real, x.real),
    "floor": lambda z: math.floor(z.real + 1e-12), "ceiling": lambda z: math.ceil(z.real - 1e-12),
    "mod": lambda a, b: (a.real) % (b.real), "max": lambda *a: max(x.real for x in a),
    "min": lambda *a: min(x.real for x in a),
    "gcd": lambda a, b: math.gcd(int(a.real), int(b.real)),
    "binomial": lambda n, k: math.comb(_whole(n), _whole(k)),
    "factorial": lambda n: math.factorial(_whole(n)),
    "harmonic": lambda n: sum(1 / k for k in range(1, _whole(n) + 1)),
    "fibonacci": lambda n: _fibonacci(_whole(n)), "gamma": lambda z: math.gamma(z.real),
}  # fmt: skip


def _whole(z: complex) -> int:
    n = round(z.real)
    if abs(z - n) > 1e-9 or not 0 <= n <= MAX_RANGE:
        raise Unknown("not a small natural")
    return n


def _fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


class Exhausted(Exception):
    """A search has spent its steps."""


class Budget:
    """How many nodes may still be evaluated: what ends a search on every machine alike."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def spend(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise Exhausted


def _without_signed_zeros(value: Number) -> Number:
    """Branch cuts are continuous from above: no zero is negative."""
    if isinstance(value, complex):
        return complex(value.real + 0.0, value.imag + 0.0)
    return value


class Evaluator:
    """Values of terms at one assignment of numbers, matrices and functions to symbols."""

    def __init__(self, values: Mapping[Term, Any], budget: Budget | None = None) -> None:
        self.values = dict(values)
        self.memo: dict[int, tuple[Term, Number]] = {}
        self.budget = budget

    def __call__(self, term: Term) -> Number:
        known = self.memo.get(id(term))
        if known is None:
            if self.budget is not None:
                self.budget.spend()
            try:
                known = (term, _without_signed_zeros(self._value(term)))
            except (ValueError, OverflowError, ZeroDivisionError, TypeError) as error:
                raise Unknown(str(error)) from error
            self.memo[id(term)] = known
        return known[1]

    def scalar(self, term: Term) -> complex:
        value = self(term)
        if isinstance(value, tuple):
            raise Unknown("a matrix where a scalar is needed")
        return value

    def matrix(self, term: Term) -> Matrix:
        value = self(term)
        if not isinstance(value, tuple):
            raise Unknown("a scalar where a matrix is needed")
        return value

    def _value(self, term: Term) -> Number:
        head, args = term.head, term.args
        match head:
            case "number":
                return complex(term.data)
            case "symbol":
                if term not in self.values or callable(self.values[term]):
                    raise Unknown(f"{term.name} has no value")
                return self.values[term]  # type: ignore[no-any-return]
            case "i":
                return 1j
            case "pi":
                return math.pi
            case "add":
                total = self(args[0])
                for a in args[1:]:
                    total = _plus(total, self(a))
                return total
            case "mul":
                result = self(args[0])
                for a in args[1:]:
                    result = _times(result, self(a))
                return result
            case "neg":
                return _times(-1, self(args[0]))
            case "div":
                return _times(self(args[0]), 1 / self.scalar(args[1]))
            case "pow":
                return self._power(term)
            case "apply":
                function = self.values.get(args[0])
                if not callable(function):
                    raise Unknown("a family without a value")
                return function(*(self.scalar(a) for a in args[1:]))  # type: ignore[no-any-return]
            case "sum" | "product" | "blockdiag" | "stack":
                return self._binder(term)
        if head in FUNCTIONS:
            value = self(args[0])
            if head == "conj" and isinstance(value, tuple):
                return _map(value, lambda z: z.conjugate())
            return FUNCTIONS[head](*(self.scalar(a) for a in args))
        return self._matrix_head(term)

    def _power(self, term: Term) -> Number:
        base, exponent = self(term.args[0]), self.scalar(term.args[1])
        if not isinstance(base, tuple):
            if base == 0 and exponent == 0:
                return 1
            return complex(base) ** exponent
        result = _eye(len(base))
        for _ in range(_whole(exponent)):
            result = _product(result, base)
        return result

    def _binder(self, term: Term) -> Number:
        index, lower, upper, body = term.args
        first, last = self.scalar(lower), self.scalar(upper)
        a, b = round(first.real), round(last.real)
        if b - a > MAX_RANGE or abs(first - a) + abs(last - b) > 1e-9:
            raise Unknown("a long range")
        parts = []
        for k in range(a, b + 1):
            inside = Evaluator({**self.values, index: complex(k)}, self.budget)
            parts.append(inside(body))
        if term.head == "sum":
            if not parts:
                return 0
            total = parts[0]
            for p in parts[1:]:
                total = _plus(total, p)
            return total
        if term.head == "product":
            result: Number = 1
            for p in parts:
                result = _times(result, p)
            return result
        blocks = [p if isinstance(p, tuple) else ((p,),) for p in parts]
        if term.head == "stack":
            return tuple(row for block in blocks for row in block)
        width = sum(len(block[0]) for block in blocks)
        rows, offset = [], 0
        for block in blocks:
            for row in block:
                rows.append((0j,) * offset + row + (0j,) * (width - offset - len(row)))
            offset += len(block[0])
        return tuple(rows)

    def _blocks(self, term: Term) -> Number:
        count, across = term.data
        values = [self(a) for a in term.args]
        parts = [v if isinstance(v, tuple) else ((v,),) for v in values]
        lines = [parts[i * across : (i + 1) * across] for i in range(count)]
        return tuple(
            tuple(x for row in rows for x in row)
            for line in lines
            for rows in zip(*line, strict=True)
        )

    def _matrix_head(self, term: Term) -> Number:
        head, args = term.head, term.args
        match head:
            case "matrix":
                rows, columns = term.data
                flat = [self.scalar(a) for a in args]
                return tuple(tuple(flat[i * columns : (i + 1) * columns]) for i in range(rows))
            case "identity":
                return _eye(_whole(self.scalar(args[0])))
            case "zero":
                m, n = (_whole(self.scalar(a)) for a in args)
                return ((0j,) * n,) * m
            case "blocks":
                return self._blocks(term)
            case "inner":
                x, y = self(args[0]), self(args[1])
                if isinstance(x, tuple) and isinstance(y, tuple):
                    return sum(a[0] * b[0].conjugate() for a, b in zip(x, y, strict=True))
                if not isinstance(x, tuple) and not isinstance(y, tuple):
                    return x * y.conjugate()
                raise Unknown("a scalar and a vector")
            case "norm":
                return cmath.sqrt(self.scalar(Term("inner", (args[0], args[0]))))
        a = self.matrix(args[0])
        match head:
            case "transpose":
                return tuple(zip(*a, strict=True))
            case "adjoint":
                return _map(tuple(zip(*a, strict=True)), lambda z: z.conjugate())
            case "matexp":
                return _exponential(a)
            case "trace":
                return sum(a[i][i] for i in range(len(a)))
            case "det":
                return _determinant(a)
            case "inv":
                return _inverse(a)
            case "scalar":
                return a[0][0]
            case "entry":
                return a[_whole(self.scalar(args[1]))][_whole(self.scalar(args[2]))]
            case "kronecker":
                b = self.matrix(args[1])
                return tuple(
                    tuple(x * y for x in row for y in other) for row in a for other in b
                )
        raise Unknown(head)


def _inverse(a: Matrix) -> Matrix:
    """The adjugate over the determinant."""
    size = _determinant(a)
    if abs(size) < TINY:
        raise Unknown("the inverse of a singular matrix")
    places = range(len(a))

    def cofactor(i: int, j: int) -> complex:
        rest = tuple(
            tuple(x for k, x in enumerate(row) if k != i) for m, row in enumerate(a) if m != j
        )
        sign = -1 if (i + j) % 2 else 1
        return sign * _determinant(rest) / size

    return tuple(tuple(cofactor(i, j) for j in places) for i in places)


def _plus(a: Number, b: Number) -> Number:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return tuple(
            tuple(x + y for x, y in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True)
        )
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise Unknown("a sum of a scalar and a matrix")
    return a + b


def _times(a: Number, b: Number) -> Number:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return _product(a, b)
    if isinstance(a, tuple):
        return _map(a, lambda z: z * b)  # type: ignore[operator]
    if isinstance(b, tuple):
        return _map(b, lambda z: z * a)
    return a * b


def _map(a: Matrix, change: Callable[[complex], complex]) -> Matrix:
    return tuple(tuple(change(complex(z)) for z in row) for row in a)


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    return tuple(
        tuple(sum(x * y for x, y in zip(row, c, strict=True)) for c in columns) for row in a
    )


def _exponential(a: Matrix) -> Matrix:
    power: Number = _eye(len(a))
    total = power
    for k in range(1, 60):
        power = _times(_times(power, a), 1 / k)
        total = _plus(total, power)
    if not isinstance(total, tuple):
        raise Unknown("the exponential of a scalar")
    return total


def _eye(n: int) -> Matrix:
    return tuple(tuple(complex(i == j) for j in range(n)) for i in range(n))


def _determinant(a: Matrix) -> complex:
    if not a:
        return 1
    total: complex = sum(
        (-1) ** j * a[0][j] * _determinant(tuple(row[:j] + row[j + 1 :] for row in a[1:]))
        for j in range(len(a))
    )
    return total


def function_value(term: Term) -> Callable[..., Number]:
    """A Python function for a `function` term."""
    parameters, body = term.args[:-1], term.args[-1]

    def at(*arguments: complex) -> Number:
        return Evaluator(dict(zip(parameters, arguments, strict=True)))(body)

    return at


def closed_value(term: Term) -> Any:
    """The value of a closed term, or a Python function for a `function`."""
    return function_value(term) if term.head == "function" else Evaluator({})(term)


def distance(a: Number, b: Number) -> float:
    try:
        if isinstance(a, tuple) and isinstance(b, tuple):
            return max(
                abs(x - y) for r, s in zip(a, b, strict=True) for x, y in zip(r, s, strict=True)
            )
        if isinstance(a, tuple) or isinstance(b, tuple):
            raise Unknown("a scalar and a matrix")
        return abs(a - b)
    except OverflowError as error:  # an integer that no float comes near
        raise Unknown(str(error)) from error
