"""The words that SymPy lacks, as SymPy classes that evaluate nothing.

    inner(x, y)                 the inner product: sum of x_j conj(y_j); for scalars x conj(y)
    norm(x)                     the square root of inner(x, x)
    scalar(A)                   the only entry of a 1 x 1 matrix
    BlockDiag, Stack            BlockDiag(body, (k, a, b)), Stack(body, (k, a, b)): blocks along the
                                diagonal, or one below another, for k = a, ..., b
    MatrixSum, MatrixProduct    the same with +, and with the product from the left
    MatrixFamily                MatrixFamily("U", (m, n), t), printed U(t): a matrix for each t
    MatrixExp                   MatrixExp(A), which may also be written exp(A)
    gcd, lcm                    of integers (SymPy's own are of polynomials: gcd(a, b) is 1 there)
    forall, exists              forall(k, Eq(...), k < n), exists((x, y), Eq(...))

They print, have a shape, expand by `doit()` where their ranges and matrices are explicit, and are
read by `from_sympy`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.language.statements import StatementError


def is_matrix(expr: Any) -> bool:
    """Whether SymPy takes this expression for a matrix."""
    return isinstance(expr, (sympy.MatrixExpr, sympy.MatrixBase))


def sympified(expr: Any) -> Any:
    """What SymPy makes of it; a matrix that may be changed is copied.  Raises TypeError for text,
    which SymPy would run as Python code."""
    if isinstance(expr, str):
        raise TypeError(f"{expr!r} is text: write it in SymPy, Symbol('x') for 'x'")
    return expr.as_immutable() if isinstance(expr, sympy.MatrixBase) else sympy.sympify(expr)


class _Word(sympy.Expr):  # type: ignore[misc]
    """A scalar made of its arguments; a subclass says in `value` what `doit` makes of them."""

    def __new__(cls, *args: Any, **_: Any) -> Any:
        if len(args) != cls.arity:
            raise TypeError(f"{cls.__name__} takes {cls.arity} argument(s), not {len(args)}")
        return sympy.Expr.__new__(cls, *map(sympified, args))

    arity = 2
    is_commutative = True
    opening, closing = r"\left\langle ", r"\right\rangle"

    def doit(self, **hints: Any) -> Any:
        args = [a.doit(**hints) for a in self.args] if hints.get("deep", True) else self.args
        known = all(isinstance(a, sympy.MatrixBase) or not is_matrix(a) for a in args)
        value = self.value(*args) if known else None
        return self.func(*args) if value is None else value

    @staticmethod
    def value(*args: Any) -> Any:
        raise NotImplementedError

    def _latex(self, printer: Any) -> str:
        return f"{self.opening}{', '.join(map(printer._print, self.args))}{self.closing}"


class inner(_Word):
    """The inner product, linear in the first argument: sum of x_j conj(y_j); for scalars x conj(y).

    >>> a, b = sympy.symbols("a b")
    >>> inner(sympy.Matrix([a, 2]), sympy.Matrix([1, b])).doit()
    a + 2*conjugate(b)
    """

    @staticmethod
    def value(x: Any, y: Any) -> Any:
        if not is_matrix(x):
            return x * sympy.conjugate(y)
        return sum(p * sympy.conjugate(q) for p, q in zip(x, y, strict=True))


class norm(_Word):
    """The Euclidean norm of a column: the square root of inner(x, x)."""

    arity = 1
    is_real = True
    opening, closing = r"\left\lVert ", r"\right\rVert"

    @staticmethod
    def value(x: Any) -> Any:
        return sympy.sqrt(inner.value(x, x))


class scalar(_Word):
    """The only entry of a 1 x 1 matrix: `scalar(q.T*k)`."""

    arity = 1
    opening, closing = r"\operatorname{scalar}\left(", r"\right)"

    @staticmethod
    def value(matrix: Any) -> Any:
        return matrix[0, 0]


class _OfIntegers(_Word):
    """A function of two integers."""

    is_integer = True
    closing = r"\right)"


class gcd(_OfIntegers):
    """The greatest common divisor of two integers, at least 0."""

    opening = r"\gcd\left("

    @staticmethod
    def value(a: Any, b: Any) -> Any:
        return sympy.Integer(sympy.igcd(a, b)) if a.is_Integer and b.is_Integer else None


class lcm(_OfIntegers):
    """The least common multiple of two integers, at least 0."""

    opening = r"\operatorname{lcm}\left("

    @staticmethod
    def value(a: Any, b: Any) -> Any:
        return sympy.Integer(sympy.ilcm(a, b)) if a.is_Integer and b.is_Integer else None


def refuse_capture(bound: Iterable[Any], inside: Iterable[Any], old: Any, new: Any) -> None:
    """Raises StatementError where what is put for something would speak of a bound symbol."""
    met = set(bound) & getattr(new, "free_symbols", set())
    if met and any(part.has(old) for part in inside):
        name = min(map(str, met))
        raise StatementError(
            f"{new} is put for {old} where {name} is bound: give the bound {name} another name"
        )


class _Quantified(Boolean):  # type: ignore[misc]
    """Variables, what is said of them, and (for `forall`) the guards under which it is said."""

    sign = ""

    def __new__(cls, variables: Any, *said: Any) -> Any:
        several = variables if isinstance(variables, (list, tuple, sympy.Tuple)) else (variables,)
        if not said or any(not isinstance(part, Boolean) for part in said):
            raise TypeError(
                f"{cls.__name__}(variables, relation, ...) takes relations such as Eq(left, right)"
            )
        return sympy.Basic.__new__(cls, sympy.Tuple(*map(sympified, several)), *said)

    @property
    def variables(self) -> tuple[Any, ...]:
        return tuple(self.args[0])

    @property
    def free_symbols(self) -> set[Any]:
        return {s for part in self.args[1:] for s in part.free_symbols} - set(self.variables)

    def _eval_subs(self, old: Any, new: Any) -> Any:
        if old in self.variables:
            return self
        refuse_capture(self.variables, self.args[1:], old, new)
        return None

    def _latex(self, printer: Any) -> str:
        said = [printer._print(part) for part in self.args[1:]]
        names = ", ".join(printer._print(v) for v in self.variables)
        return rf"{self.sign} {names}\colon {', '.join(said)}"


class forall(_Quantified):
    """`forall(k, Eq(f[k], 0), k < n)`: the relation for all k that satisfy the guards."""

    sign = r"\forall"


class exists(_Quantified):
    """`exists((x, y), Eq(x**2 - 2*y**2, 1), x > 1)`: there are such values that all of it holds."""

    sign = r"\exists"


class MatrixBinder(sympy.MatrixExpr):  # type: ignore[misc]
    """A matrix built over a range: arguments `body` and `(index, lower, upper)`, both included.

    >>> k, n = sympy.Symbol("k", integer=True), sympy.Symbol("n", integer=True, positive=True)
    >>> BlockDiag(sympy.Matrix([[k]]), (k, 1, n))
    BlockDiag(Matrix([[k]]), (k, 1, n))
    >>> _.subs(n, 2).doit()
    Matrix([
    [1, 0],
    [0, 2]])
    """

    def __new__(cls, body: Any, limit: Any) -> Any:
        return sympy.Basic.__new__(cls, sympified(body), sympy.Tuple(*map(sympified, limit)))

    @property
    def block(self) -> tuple[Any, Any]:
        """The dimensions of the body; a scalar is a 1 x 1 block."""
        body = self.args[0]
        return body.shape if is_matrix(body) else (sympy.S.One, sympy.S.One)

    @property
    def shape(self) -> tuple[Any, Any]:
        return self.block

    def total(self, size: Any) -> Any:
        """The sum of the size of the body over the range."""
        index, lower, upper = self.args[1]
        if index in sympy.sympify(size).free_symbols:
            return sympy.Sum(size, (index, lower, upper))
        return (upper - lower + 1) * size

    @property
    def free_symbols(self) -> set[Any]:
        body, (index, lower, upper) = self.args
        return {*(body.free_symbols - {index}), *lower.free_symbols, *upper.free_symbols}

    def _eval_subs(self, old: Any, new: Any) -> Any:
        body, (index, lower, upper) = self.args
        if old == index:
            return self.func(body, (index, lower.subs(old, new), upper.subs(old, new)))
        refuse_capture([index], [body], old, new)
        return None

    def doit(self, **hints: Any) -> Any:
        index, lower, upper = (part.doit(**hints) for part in self.args[1])
        if not (lower.is_Integer and upper.is_Integer and lower <= upper):
            return self
        blocks = [
            self.args[0].subs(index, k).doit(**hints) for k in range(int(lower), int(upper) + 1)
        ]
        grids = [b.as_explicit() if is_matrix(b) else sympy.Matrix([[b]]) for b in blocks]
        return self.join(grids).as_immutable()

    @staticmethod
    def join(grids: list[Any]) -> Any:
        raise NotImplementedError

    def _entry(self, i: Any, j: Any, **_: Any) -> Any:
        expanded = self.doit()
        if isinstance(expanded, MatrixBinder):
            return MatrixElement(self, i, j)
        return expanded[i, j]


class BlockDiag(MatrixBinder):
    """The block-diagonal matrix of the bodies."""

    @property
    def shape(self) -> tuple[Any, Any]:
        rows, columns = self.block
        return self.total(rows), self.total(columns)

    @staticmethod
    def join(grids: list[Any]) -> Any:
        return sympy.diag(*grids)


class Stack(MatrixBinder):
    """The bodies one below another."""

    @property
    def shape(self) -> tuple[Any, Any]:
        rows, columns = self.block
        return self.total(rows), columns

    @staticmethod
    def join(grids: list[Any]) -> Any:
        return sympy.Matrix.vstack(*grids)


class MatrixSum(MatrixBinder):
    """The sum of the bodies, which are matrices."""

    @staticmethod
    def join(grids: list[Any]) -> Any:
        return sum(grids[1:], grids[0])


class MatrixProduct(MatrixBinder):
    """The product of the bodies, which are matrices, in the order of the range."""

    @staticmethod
    def join(grids: list[Any]) -> Any:
        result = grids[0]
        for grid in grids[1:]:
            result = result * grid
        return result


class MatrixFamily(sympy.MatrixExpr):  # type: ignore[misc]
    """A value of a family of matrices: `MatrixFamily("U", (n, n), t)`, printed U(t).

    Raises TypeError for what is no pair of sizes, and without arguments.
    """

    def __new__(cls, name: Any, shape: Any, *arguments: Any) -> Any:
        if not isinstance(shape, (tuple, list, sympy.Tuple)) or len(shape) != 2 or not arguments:
            raise TypeError(
                'a value of a family of matrices is written MatrixFamily("U", (m, n), t)')
        label = name if isinstance(name, Str) else Str(name)
        return sympy.Basic.__new__(
            cls, label, sympy.Tuple(*map(sympified, shape)), *map(sympified, arguments)
        )

    @property
    def name(self) -> str:
        return str(self.args[0].name)

    @property
    def arguments(self) -> tuple[Any, ...]:
        return tuple(self.args[2:])

    @property
    def shape(self) -> tuple[Any, Any]:
        rows, columns = self.args[1]
        return rows, columns

    def _entry(self, i: Any, j: Any, **_: Any) -> Any:
        return MatrixElement(self, i, j)

    def _sympystr(self, printer: Any) -> str:
        return f"{self.name}({', '.join(printer._print(a) for a in self.arguments)})"

    def _latex(self, printer: Any) -> str:
        name = printer._deal_with_super_sub(self.name)
        return rf"{name}\left({', '.join(printer._print(a) for a in self.arguments)}\right)"


class MatrixExp(sympy.MatrixExpr):  # type: ignore[misc]
    """The exponential of a square matrix."""

    def __new__(cls, matrix: Any) -> Any:
        return sympy.Basic.__new__(cls, sympified(matrix))

    @property
    def shape(self) -> tuple[Any, Any]:
        rows, columns = self.args[0].shape
        return rows, columns

    def doit(self, **hints: Any) -> Any:
        argument = self.args[0].doit(**hints)
        return argument.exp() if isinstance(argument, sympy.MatrixBase) else self

    def _entry(self, i: Any, j: Any, **_: Any) -> Any:
        return MatrixElement(self, i, j)


BINDER_CLASSES: dict[str, type] = {
    "blockdiag": BlockDiag,
    "stack": Stack,
    "sum": MatrixSum,
    "product": MatrixProduct,
}
