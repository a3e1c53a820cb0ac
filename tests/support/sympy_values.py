"""The value of a SymPy expression at a point: SymPy's functions at numbers, from the leaves up.

`subs`, `doit` and `evalf` of whole expressions are not used: they rewrite sums before they
evaluate them.  Sums and products are run through, from the lower to the upper bound.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import mpmath
import sympy
from sympy.core.function import AppliedUndef

DIGITS = 80


def numeric(expr: Any, values: Mapping[str, Any], digits: int = 50) -> Any:
    """The value of a scalar expression; values by name, families as callables, as in `evaluate`."""
    with mpmath.workdps(DIGITS):
        result = _value(sympy.sympify(expr), {n: _exact(v) for n, v in values.items()})
        return mpmath.mpmathify(sympy.N(result, digits))


def _value(expr: Any, values: dict[str, Any]) -> Any:
    if isinstance(expr, sympy.Symbol):
        return values[expr.name]
    if isinstance(expr, (sympy.Sum, sympy.Product)):
        return _total(expr, list(expr.limits), values)
    if isinstance(expr, sympy.Indexed):
        places = [int(_value(i, values)) for i in expr.indices]
        return _exact(values[expr.base.label.name](*places))
    args = [_value(a, values) for a in expr.args]
    if isinstance(expr, AppliedUndef):
        with mpmath.workdps(DIGITS):
            return _exact(values[expr.func.__name__](*(mpmath.mpmathify(a) for a in args)))
    return _number(expr.func(*args) if args else expr)


def _total(expr: Any, limits: list[Any], values: dict[str, Any]) -> Any:
    if not limits:
        return _value(expr.function, values)
    index, lower, upper = limits.pop()
    first, last = int(_value(lower, values)), int(_value(upper, values))
    parts = [
        _total(expr, list(limits), values | {index.name: sympy.Integer(k)})
        for k in range(first, last + 1)
    ]
    return _number((sympy.Add if isinstance(expr, sympy.Sum) else sympy.Mul)(*parts))


def _number(value: Any) -> Any:
    return value if value.is_Rational else value.evalf(DIGITS)


def _exact(value: Any) -> Any:
    if callable(value) or isinstance(value, sympy.Basic):
        return value
    if isinstance(value, (int, Fraction)):
        return sympy.Rational(value.numerator, value.denominator)
    value = mpmath.mpmathify(value)
    real, imaginary = sympy.Float(value.real, DIGITS), sympy.Float(value.imag, DIGITS)
    return real + sympy.I * imaginary if imaginary else real
