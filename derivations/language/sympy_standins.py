"""Stand-ins: SymPy classes for the terms that SymPy has no word for.

    blockdiag, stack            BlockDiag(body, (k, a, b)), Stack(body, (k, a, b))
    sums, products of matrices  MatrixSum(body, (k, a, b)), MatrixProduct(body, (k, a, b))
    matrix-valued families      MatrixFamily("U", (m, n), t), printed U(t)
    matrix exponential          MatrixExp(A)
    gcd                         GCD(a, b)   (SymPy's gcd evaluates symbols as polynomials, to 1)
    a term as it is             Written(term), an atom

They print, have a shape, expand by `doit()` once their ranges are explicit, and are read back by
`from_sympy`.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.symbol import Str
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.language.terms import Term, free_symbols


def is_matrix(expr: Any) -> bool:
    """Whether SymPy takes this expression for a matrix."""
    return isinstance(expr, (sympy.MatrixExpr, sympy.MatrixBase))


class GCD(sympy.Function):  # type: ignore[misc]
    """The greatest common divisor of two integers."""

    nargs = 2
    is_integer = True

    @classmethod
    def eval(cls, a: Any, b: Any) -> Any:
        return sympy.igcd(a, b) if a.is_Integer and b.is_Integer else None


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
        body, limit = sympy.sympify(body), sympy.Tuple(*limit)
        if isinstance(body, sympy.MatrixBase):
            body = body.as_immutable()
        return sympy.Basic.__new__(cls, body, limit)

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
    """A value of a family of matrices: `MatrixFamily("U", (n, n), t)`, printed U(t)."""

    def __new__(cls, name: Any, shape: Any, *arguments: Any) -> Any:
        label = name if isinstance(name, Str) else Str(name)
        return sympy.Basic.__new__(
            cls, label, sympy.Tuple(*shape), *(sympy.sympify(a) for a in arguments)
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
        return sympy.Basic.__new__(cls, sympy.sympify(matrix))

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


class Written(sympy.AtomicExpr):  # type: ignore[misc]
    """A scalar term inside a SymPy expression: an atom that SymPy does not look into.

    SymPy makes one when a term is given to one of its own constructors, as in `sympy.cos(f[t])`
    or `Matrix([[f[t]]])` for a family f of ours; `from_sympy` puts the term back.  Nothing that
    the term says, such as the properties of its symbols, is lost on the way.
    """

    is_commutative = True

    def __new__(cls, term: Term) -> Any:
        made = sympy.Expr.__new__(cls)
        made.term = term
        made.names = " ".join(sorted(s.name for s in free_symbols(term)))
        return made

    def _hashable_content(self) -> tuple[Any, ...]:
        return (_Content(self.term, f"{self.term.head} {self.names}"),)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.term,)

    @property
    def free_symbols(self) -> set[Any]:
        from derivations.language.sympy_out import to_sympy

        return {to_sympy(s) for s in free_symbols(self.term) if s.sort.is_scalar}

    def _eval_derivative_n_times(self, _: Any, __: Any) -> Any:
        raise TypeError(f"SymPy cannot differentiate the term {self.term!r}; write it in SymPy")

    def _eval_subs(self, old: Any, new: Any) -> Any:
        if old in self.free_symbols:
            raise TypeError(
                f"SymPy cannot substitute in the term {self.term!r}; use terms.substitute"
            )
        return None

    def _sympystr(self, _: Any) -> str:
        return repr(self.term)

    def _latex(self, printer: Any) -> str:
        from derivations.language.sympy_out import to_sympy

        return str(printer._print(to_sympy(self.term)))


class _Content:
    """A term as SymPy compares it: equal as terms, ordered by head and names."""

    def __init__(self, term: Term, key: str) -> None:
        self.term, self.key = term, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self.term == other.term

    def __hash__(self) -> int:
        return hash(self.term)

    def __lt__(self, other: _Content) -> bool:
        return self.key < other.key

    def __gt__(self, other: _Content) -> bool:
        return self.key > other.key
