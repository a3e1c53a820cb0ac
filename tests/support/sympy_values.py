"""The value of a SymPy expression at a point: SymPy's functions at numbers, from the leaves up.

    value(expr, known)              an explicit number or matrix; known values and functions by name
    numeric(expr, values, digits)   the same by mpmath, rounded at every node

`subs`, `doit` and `evalf` of whole expressions are not used: they rewrite sums before they
evaluate them.  Sums and products are run through, from the lower to the upper bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import mpmath
import sympy
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.language import vocabulary as standins

DIGITS = 80
Known = Mapping[str, Any]


def value(expr: Any, known: Known) -> Any:
    return _Values(lambda number: number).at(expr, known)


def numeric(expr: Any, values: Known, digits: int = 50) -> Any:
    """The value of a scalar expression; numbers as in the oracle."""
    with mpmath.workdps(DIGITS):
        known = {name: _given(v) for name, v in values.items()}
        return mpmath.mpmathify(sympy.N(_Values(_rounded).at(sympy.sympify(expr), known), digits))


def _rounded(number: Any) -> Any:
    return number if number.is_Rational else number.evalf(DIGITS)


def _given(value: Any) -> Any:
    if callable(value):
        return lambda *places: _given(value(*(
            int(a) if a.is_Integer else mpmath.mpmathify(a) for a in places
        )))  # fmt: skip
    if isinstance(value, (int, Fraction)):
        return sympy.Rational(value.numerator, value.denominator)
    value = mpmath.mpmathify(value)
    real, imaginary = sympy.Float(value.real, DIGITS), sympy.Float(value.imag, DIGITS)
    return real + sympy.I * imaginary if imaginary else real


class _Values:
    def __init__(self, number: Callable[[Any], Any]) -> None:
        self.number = number

    def at(self, expr: Any, known: Known) -> Any:
        for kind, handler in _HANDLERS:
            if isinstance(expr, kind):
                return handler(expr, lambda e, more=known: self.at(e, more), known)
        args = [self.at(a, known) for a in expr.args]
        return self.number(expr.func(*args) if args else expr)


def _sum_or_product(expr: Any, at: Any, known: Known) -> Any:
    def total(limits: tuple[Any, ...], known: Known) -> Any:
        if not limits:
            return at(expr.function, known)
        parts = [total(limits[:-1], inside) for inside in _points(limits[-1], at, known)]
        return sympy.Add(*parts) if isinstance(expr, sympy.Sum) else sympy.Mul(*parts)

    return total(expr.limits, known)


def _points(limit: Any, at: Any, known: Known) -> Iterator[Known]:
    index, lower, upper = limit
    for k in range(int(at(lower, known)), int(at(upper, known)) + 1):
        yield {**known, index.name: sympy.Integer(k)}


def _matrix_binder(expr: Any, at: Any, known: Known) -> Any:
    body, limit = expr.args
    parts = [at(body, inside) for inside in _points(limit, at, known)]
    return expr.join([p if isinstance(p, sympy.MatrixBase) else sympy.Matrix([[p]]) for p in parts])


def _matrix_product(expr: Any, at: Any, known: Known) -> Any:
    result = sympy.S.One
    for part in expr.args:
        result = result * at(part)
    return result


def _matrix_sum(expr: Any, at: Any, known: Known) -> Any:
    first, *rest = [at(a) for a in expr.args]
    return sum(rest, first)


def _entry(expr: Any, at: Any, known: Known) -> Any:
    whole, i, j = map(at, expr.args)
    return whole[int(i), int(j)]


_HANDLERS: tuple[tuple[Any, Any], ...] = (
    ((sympy.Symbol, sympy.MatrixSymbol), lambda e, at, known: known[e.name]),
    (sympy.Indexed, lambda e, at, known: known[e.base.label.name](*map(at, e.indices))),
    (standins.MatrixFamily, lambda e, at, known: known[e.name](*map(at, e.arguments))),
    (AppliedUndef, lambda e, at, known: known[e.func.__name__](*map(at, e.args))),
    ((sympy.Sum, sympy.Product), _sum_or_product),
    (standins.MatrixBinder, _matrix_binder),
    (MatrixElement, _entry),
    (sympy.Identity, lambda e, at, known: sympy.eye(int(at(e.args[0])))),
    (sympy.MatMul, _matrix_product),
    (sympy.MatAdd, _matrix_sum),
    (sympy.MatPow, lambda e, at, known: at(e.args[0]) ** int(at(e.args[1]))),
    (sympy.Transpose, lambda e, at, known: at(e.args[0]).T),
    (sympy.Adjoint, lambda e, at, known: at(e.args[0]).H),
    (sympy.Determinant, lambda e, at, known: at(e.args[0]).det()),
    (sympy.MatrixBase, lambda e, at, known: e.applyfunc(at)),
)
