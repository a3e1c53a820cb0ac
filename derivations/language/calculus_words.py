"""The words of calculus that SymPy lacks, as SymPy classes that evaluate nothing.

    differentiable(f(x), x)     the function of x has a derivative there; at a point a it is
                                written differentiable(f(x), (x, a)); this is stated by itself,
                                as a hypothesis or claim, or under `forall`
    tangent(f(x), (x, a, v))    it has the derivative v at a
    integrable(f(x), (x, a, b)) it has an integral from a to b
    gradient(expr, W)           the matrix of the derivatives of a number by the entries of a real
                                matrix or column W; one side of an equation, by itself
    MatrixDerivative            MatrixDerivative(A*x, x): a Derivative that is a matrix
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy.logic.boolalg import Boolean
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.language.vocabulary import is_matrix, refuse_capture, sympified


class Indicated(Boolean):  # type: ignore[misc]
    """What is said of the function of a variable: its value, and (variable, at, ...)."""

    places = 2

    def __new__(cls, expr: Any, place: Any) -> Any:
        if not isinstance(place, (tuple, list, sympy.Tuple)):
            place = (place, place)
        if len(place) != cls.places:
            raise TypeError(f"{cls.__name__} is written {(cls.__doc__ or '').split(':')[0]}")
        return sympy.Basic.__new__(cls, sympified(expr), sympy.Tuple(*map(sympified, place)))

    @property
    def variable(self) -> Any:
        return self.args[1][0]

    @property
    def free_symbols(self) -> set[Any]:
        free: set[Any] = self.args[0].free_symbols - {self.variable}
        return free.union(*(part.free_symbols for part in self.args[1][1:]))

    def _eval_subs(self, old: Any, new: Any) -> Any:
        if old != self.variable:
            refuse_capture([self.variable], [self.args[0]], old, new)
            return None
        return self.func(self.args[0], (old, *(p.subs(old, new) for p in self.args[1][1:])))

    def doit(self, **_: Any) -> Any:
        return self

    def _sympystr(self, printer: Any) -> str:
        expr, place = self.args
        if self.places == 2 and place[0] == place[1]:
            place = self.variable
        return f"{type(self).__name__}({printer._print(expr)}, {printer._print(place)})"


class differentiable(Indicated):
    """differentiable(f(x), x) or differentiable(f(x), (x, a)): it has a derivative there."""


class tangent(Indicated):
    """tangent(f(x), (x, a, v)): it has the derivative v at a."""

    places = 3


class integrable(Indicated):
    """integrable(f(x), (x, a, b)): it has an integral from a to b."""

    places = 3


class gradient(sympy.MatrixExpr):  # type: ignore[misc]
    """The matrix G whose trace(V.T*G) is the derivative of a number in the direction V, for all V.

    `Eq(gradient(expr, W), G)` states it; W is a real matrix or column.
    """

    def __new__(cls, expr: Any, matrix: Any) -> Any:
        return sympy.Basic.__new__(cls, sympified(expr), sympified(matrix))

    @property
    def shape(self) -> tuple[Any, Any]:
        by = self.args[1]
        return by.shape if is_matrix(by) else (sympy.S.One, sympy.S.One)

    def _eval_subs(self, old: Any, new: Any) -> Any:
        expr, by = self.args
        if old != by:
            refuse_capture(by.free_symbols, [expr], old, new)

    def doit(self, **_: Any) -> Any:
        return self

    def _entry(self, i: Any, j: Any, **_: Any) -> Any:
        return MatrixElement(self, i, j)

    def _latex(self, printer: Any) -> str:
        expr, by = map(printer._print, self.args)
        return rf"\nabla_{{{by}}} {expr}"


class MatrixDerivative(sympy.MatrixExpr):  # type: ignore[misc]
    """The derivative of a matrix by a variable, at the value that it has or at another one."""

    def __new__(cls, matrix: Any, variable: Any, at: Any = None) -> Any:
        place = sympified(variable if at is None else at)
        return sympy.Basic.__new__(cls, sympified(matrix), variable, place)

    @property
    def shape(self) -> tuple[Any, Any]:
        rows, columns = self.args[0].shape
        return rows, columns

    @property
    def free_symbols(self) -> set[Any]:
        matrix, variable, at = self.args
        free: set[Any] = matrix.free_symbols - {variable}
        return free.union(at.free_symbols)

    def _eval_subs(self, old: Any, new: Any) -> Any:
        matrix, variable, at = self.args
        if old == variable:
            return self.func(matrix, variable, at.subs(old, new))
        refuse_capture([variable], [matrix], old, new)
        return None

    def doit(self, **_: Any) -> Any:
        return self

    def _entry(self, i: Any, j: Any, **_: Any) -> Any:
        return MatrixElement(self, i, j)
