"""Expressions as they are written: SymPy without its evaluation.

`sympy.evaluate(False)` keeps most of what is written.  What it loses is put right here, for as
long as `as_written()` is open: operators of matrices call `doit` inside, which goes wrong with
evaluation off (`A + B + A` becomes `A + B`, `B*B*A` becomes `B**(0 + 1)*A`); explicit matrices are
multiplied out; `-(-x)` becomes `x`; `Max`, `Min` and Kronecker products sort or merge their
arguments; `Sum` multiplies its body by 1; `det` and `trace` work out what they can; orders of
floors become orders of their arguments.  With these operators a node is what was written, and
nothing else; sums and products grow from the left, so that `A + B - C` is one sum of three.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import sympy
from sympy.core.parameters import global_parameters
from sympy.core.sympify import SympifyError, _sympify
from sympy.functions.elementary.miscellaneous import MinMaxBase
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.matrixbase import MatrixBase


@contextmanager
def as_written() -> Iterator[None]:
    """SymPy's evaluation off, and operators that build what is written.

    Claim files are run in it; elsewhere it is opened by hand.  On leaving, also by an exception,
    everything is as it was before.

    >>> A, B = sympy.MatrixSymbol("A", 2, 2), sympy.MatrixSymbol("B", 2, 2)
    >>> with as_written():
    ...     kept = A + B + A
    >>> kept.args
    (A, B, A)
    """
    with _switched(_WRITTEN, evaluation=False):
        yield


@contextmanager
def as_sympy() -> Iterator[None]:
    """SymPy as it is by itself, also inside of `as_written()`."""
    if global_parameters.evaluate and not is_as_written():
        yield
    else:
        with _switched(_OWN, evaluation=True):
            yield


def is_as_written() -> bool:
    """Whether `as_written()` is open."""
    return sympy.MatrixExpr.__add__ is _WRITTEN[sympy.MatrixExpr, "__add__"]


@contextmanager
def _switched(table: dict[tuple[type, str], Any], *, evaluation: bool) -> Iterator[None]:
    before = {(owner, name): vars(owner).get(name) for owner, name in table}
    with sympy.evaluate(evaluation):
        try:
            _put(table)
            yield
        finally:
            _put(before)


def _put(table: dict[tuple[type, str], Any]) -> None:
    for (owner, name), value in table.items():
        if value is not None:
            setattr(owner, name, value)
        elif name in vars(owner):
            delattr(owner, name)


def _is_matrix(expr: Any) -> bool:
    return isinstance(expr, (sympy.MatrixExpr, MatrixBase))


def _sum(*parts: Any) -> Any:
    return _continued(sympy.Add, sympy.MatAdd, parts)


def _product(*parts: Any) -> Any:
    return _continued(sympy.Mul, sympy.MatMul, parts)


def _continued(scalar: Any, matrix: Any, parts: tuple[Any, ...]) -> Any:
    """A sum or product, of matrices if one is among the parts; one on the left goes on."""
    kind = matrix if any(map(_is_matrix, parts)) else scalar
    first = parts[0].args if type(parts[0]) is kind else parts[:1]
    if kind is matrix:
        return bare_node(kind, *first, *parts[1:])
    return kind(*first, *parts[1:], evaluate=False)

def _power(base: Any, exponent: Any) -> Any:
    kind = sympy.MatPow if _is_matrix(base) else sympy.Pow
    return kind(base, exponent, evaluate=False)


def _negative(part: Any) -> Any:
    return _product(sympy.S.NegativeOne, _sympify(part))


def _entry(matrix: Any, key: Any) -> Any:
    """`A[i, j]`, and `v[i]` of a row or column."""
    if not isinstance(key, tuple):
        rows, columns = matrix.shape
        key = (0, key) if rows == 1 and columns != 1 else (key, 0)
        if columns != 1 and rows != 1:
            raise IndexError(f"{matrix} has rows and columns: write [i, j]")
    if len(key) != 2 or any(isinstance(k, slice) for k in key):
        raise IndexError("a part of a matrix is not written as a slice; write it out")
    return MatrixElement(matrix, *key)


def _operator(build: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def operate(self: Any, other: Any) -> Any:
        try:
            return build(_sympify(self), _sympify(other))
        except SympifyError:
            return NotImplemented

    return operate


def _unary(kind: Any) -> Callable[..., Any]:
    return lambda self, *_, **__: kind(self)


def _quotient(left: Any, right: Any) -> Any:
    return _product(left, _power(right, sympy.S.NegativeOne))


def bare_node(owner: Any, *arguments: Any, **_: Any) -> Any:
    """A node of this class, which its constructor would check, sort, merge or evaluate."""
    args = tuple(map(_sympify, arguments))
    made = sympy.Expr.__new__(owner, *args)
    if issubclass(owner, MinMaxBase):
        made._argset = frozenset(args)
    return made


def _ranged(owner: Any, body: Any, *limits: Any, **options: Any) -> Any:
    """A Sum without the factor 1 that its constructor puts in front."""
    made = _OWN[sympy.Sum, "__new__"](owner, body, *limits, **options)
    function = made.args[0] if isinstance(made, sympy.Sum) else None
    if isinstance(function, sympy.Mul) and function.args[0] is sympy.S.One:
        bare = sympy.Expr.__new__(owner, function.args[1], *made.args[1:])
        bare.is_commutative = made.is_commutative
        return bare
    return made


_OPERATORS: dict[str, Any] = {
    "__add__": _operator(_sum),
    "__radd__": _operator(lambda a, b: _sum(b, a)),
    "__sub__": _operator(lambda a, b: _sum(a, _negative(b))),
    "__rsub__": _operator(lambda a, b: _sum(b, _negative(a))),
    "__mul__": _operator(_product),
    "__rmul__": _operator(lambda a, b: _product(b, a)),
    "__truediv__": _operator(_quotient),
    "__rtruediv__": _operator(lambda a, b: _quotient(b, a)),
    "__pow__": _operator(_power),
    "__neg__": _negative,
}
_OF_MATRICES: dict[str, Any] = {
    **_OPERATORS,
    "__matmul__": _OPERATORS["__mul__"],
    "__rmatmul__": _OPERATORS["__rmul__"],
    "T": property(_unary(sympy.Transpose)),
    "H": property(_unary(sympy.Adjoint)),
    "I": property(_unary(sympy.Inverse)),
    "transpose": _unary(sympy.Transpose),
    "adjoint": _unary(sympy.Adjoint),
    "inv": _unary(sympy.Inverse),
    "inverse": _unary(sympy.Inverse),
    "det": _unary(sympy.Determinant),
    "trace": _unary(sympy.Trace),
    "exp": _unary(sympy.exp),
}
_WRITTEN: dict[tuple[type, str], Any] = {
    **{(sympy.Expr, name): operator for name, operator in _OPERATORS.items()},
    **{(owner, "__neg__"): _negative for owner in (sympy.Add, sympy.Mul)},
    **{
        (owner, name): operator
        for owner in (sympy.MatrixExpr, MatrixBase)
        for name, operator in _OF_MATRICES.items()
    },
    (sympy.MatrixExpr, "__getitem__"): _entry,
    (sympy.Sum, "__new__"): _ranged,
    **{(owner, "doit"): lambda self, **_: self for owner in (sympy.Determinant, sympy.Trace)},
    (sympy.KroneckerProduct, "__new__"): bare_node,
    (MinMaxBase, "__new__"): bare_node,
    **{
        (owner, name): vars(sympy.Expr)[name]
        for owner in (sympy.floor, sympy.ceiling)
        for name in ("__lt__", "__le__", "__gt__", "__ge__")
    },
}
# What computes all the same, and what to write instead.
COMPUTING: tuple[tuple[Any, str], ...] = (
    *((function, "the gcd or lcm of derivations") for function in (sympy.gcd, sympy.lcm)),
    (sympy.summation, "Sum"),
    (sympy.product, "Product"),
    *(
        (function, "the result: this edition knows no calculus")
        for function in (sympy.diff, sympy.integrate, sympy.limit)
    ),
    *(
        (function, "what it gives, as a step that is checked")
        for function in (
            sympy.simplify, sympy.expand, sympy.factor, sympy.cancel, sympy.together,
            sympy.apart, sympy.collect, sympy.trigsimp, sympy.powsimp, sympy.radsimp,
            sympy.expand_trig, sympy.expand_log, sympy.expand_complex, sympy.nsimplify,
        )
    ),
)  # fmt: skip
# What SymPy has in these places by itself; None where it has nothing.
_OWN: dict[tuple[type, str], Any] = {
    (owner, name): vars(owner).get(name) for owner, name in _WRITTEN
}
