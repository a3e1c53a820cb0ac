"""Expressions as they are written: SymPy without its evaluation.

`sympy.evaluate(False)` keeps most of what is written.  What it loses is put right here, for as long
as `as_written()` is open: operators of matrices call `doit` inside, which goes wrong with
evaluation off (`A + B + A` becomes `A + B`, `B*B*A` becomes `B**(0 + 1)*A`); explicit matrices are
multiplied out; `-(-x)` becomes `x`; `Max`, `Min` and Kronecker products sort or merge their
arguments; `Sum` and `Integral` multiply their body by 1, and these and `Product` fold what is
`Piecewise` in it, and bind what is put into them; `det` and `trace` work out what they can, `diff`,
`integrate` and `doit` what they cannot; orders of floors become orders of their arguments.  Methods
that compute, such as `expand`, go wrong with evaluation off, and are refused.  With these operators
a node is what was written, and nothing else; sums and products grow from the left, so that
`A + B - C` is one sum of three.

Other threads and tasks have SymPy as it is by itself: what is put into its classes, as long as
`as_written()` is open anywhere, asks a context variable whether it is open here.
"""

import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import sympy
from sympy.concrete import expr_with_limits
from sympy.core.cache import CACHE, clear_cache
from sympy.core.evalf import EvalfMixin
from sympy.core.parameters import global_parameters
from sympy.core.sympify import SympifyError, _sympify
from sympy.functions.elementary.miscellaneous import MinMaxBase
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.matrixbase import MatrixBase

from derivations.language.advice import NAMES
from derivations.language.calculus_words import MatrixDerivative
from derivations.language.statements import StatementError
from derivations.language.vocabulary import refuse_capture


@contextmanager
def as_written() -> Iterator[None]:
    """SymPy's evaluation off, and operators that build what is written.

    Claim files are run in it; elsewhere it is opened by hand.  Modules that are imported inside are
    run with SymPy as it is, unless they are of the same project, not installed.  On leaving, also
    by an exception, everything is as it was before.

    >>> A, B = sympy.MatrixSymbol("A", 2, 2), sympy.MatrixSymbol("B", 2, 2)
    >>> with as_written():
    ...     kept = A + B + A
    >>> kept.args
    (A, B, A)
    """
    with _switched(written=True):
        yield


@contextmanager
def as_sympy() -> Iterator[None]:
    """SymPy as it is by itself, also inside of `as_written()`."""
    if not is_as_written() and global_parameters.evaluate:
        yield
        return
    stale = not is_as_written()  # the caches of SymPy hold what `sympy.evaluate(False)` built
    if stale:
        clear_cache()
    try:
        with _switched(written=False):
            yield
    finally:
        if stale:
            clear_cache()


def is_as_written() -> bool:
    """Whether `as_written()` is open here."""
    here = _here()
    return here is not None and here[0].written


@dataclass(eq=False)
class _Switch:
    """An `as_written()` or `as_sympy()`: whoever leaves it closes it wherever it was entered."""

    written: bool
    is_open: bool = True


# What is open here, the last one innermost, each with whether SymPy evaluates.
_switches: ContextVar[tuple[tuple[_Switch, bool], ...]] = ContextVar("switches", default=())
# How many are open anywhere, and what they took out of SymPy.
_lock = threading.Lock()
_count = 0
_taken: list[Callable[[], None]] = []


def _here() -> tuple[_Switch, bool] | None:
    """The innermost switch that is open here."""
    for pair in reversed(_switches.get()):
        if pair[0].is_open:
            return pair
    return None


def _open() -> tuple[tuple[_Switch, bool], ...]:
    return tuple([pair for pair in _switches.get() if pair[0].is_open])


@contextmanager
def _switched(*, written: bool) -> Iterator[None]:
    switch = _Switch(written)
    _patch()
    try:
        _switches.set((*_open(), (switch, not written)))
        yield
    finally:
        switch.is_open = False
        _switches.set(_open())
        _mend()


def _patch() -> None:
    """Put what asks into SymPy, if it is not there yet."""
    global _count
    with _lock:
        _count += 1
        for cached in CACHE:  # also those of modules that were imported since
            _part(cached)
        if _count == 1:
            _see_classes(len(sys.modules))
            for (owner, name), written in _WRITTEN.items():
                _put(owner, name, _asking(owner, name, written))
            _put(type(global_parameters), "evaluate", property(_evaluate, _set_evaluate))


@lru_cache(maxsize=1)
def _see_classes(_: int) -> None:
    """Put right what came with modules of SymPy that were imported since, too."""
    for name, written in _IN_ALL_CLASSES.items():
        for owner in _owners(name):
            if (owner, name) not in _WRITTEN:
                _OWN[owner, name] = vars(owner)[name]
                _WRITTEN[owner, name] = written(owner, name)


def _mend() -> None:
    """Put SymPy back when none is open any more."""
    global _count
    with _lock:
        _count -= 1
        while _taken and not _count:
            _taken.pop()()


def _put(owner: Any, name: str, value: Any) -> None:
    own = vars(owner).get(name)
    if own is None:
        _taken.append(lambda: delattr(owner, name))
    else:
        _taken.append(lambda: setattr(owner, name, own))
    setattr(owner, name, value)


def _asking(owner: Any, name: str, written: Any) -> Any:
    """What is done as it is written where `as_written()` is open, and else as SymPy does it."""
    own = _OWN[owner, name]
    if isinstance(written, property):

        def get(self: Any) -> Any:
            if is_as_written():
                return written.__get__(self)
            return getattr(super(owner, self), name) if own is None else own.__get__(self)

        return property(get)

    def call(first: Any, *rest: Any, **options: Any) -> Any:
        if is_as_written():
            return written(first, *rest, **options)
        if own is None:
            return getattr(super(owner, first), name)(*rest, **options)
        return own(first, *rest, **options)

    return call


def _part(cached: Any) -> None:
    """What is built as it is written is remembered apart from what SymPy builds by itself."""
    names = cached.__code__.co_freevars
    if "cfunc" not in names:
        return
    cell = cached.__closure__[names.index("cfunc")]
    own, plain = cell.cell_contents, cached.__wrapped__
    if hasattr(own, "apart"):
        return
    apart = lru_cache(own.cache_parameters()["maxsize"], typed=True)(plain)

    def find(*arguments: Any, **options: Any) -> Any:
        here = _here()
        if here is None or not here[0].written:
            return own(*arguments, **options)
        return (plain if here[1] else apart)(*arguments, **options)

    find.apart = apart  # type: ignore[attr-defined]
    cell.cell_contents = find
    _taken.append(lambda: setattr(cell, "cell_contents", own))


def _evaluate(parameters: Any) -> bool:
    """Whether SymPy evaluates here, as it asks itself."""
    here = _here()
    return bool(parameters.__dict__["evaluate"]) if here is None else here[1]


def _set_evaluate(parameters: Any, value: bool) -> None:
    """`sympy.evaluate` inside of a switch ends with it."""
    here = _here()
    if here is None:
        parameters.__dict__["evaluate"] = value
    else:
        _switches.set((*_open()[:-1], (here[0], value)))


@cache
def is_installed(file: str) -> bool:
    """Whether a module belongs to Python, to SymPy, to this package or to what is installed."""
    path = Path(file)
    return "site-packages" in path.parts or "dist-packages" in path.parts or any(
        path.is_relative_to(folder) for folder in _INSTALLED
    )


_INSTALLED = (
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("platstdlib"),
    Path(sympy.__file__).parent,
    Path(__file__).parents[1],
)


def _run_module(loader: Any, module: Any) -> None:
    """The code of a module, which an import runs."""
    with as_sympy() if is_installed(loader.path) else nullcontext():
        _RUN(loader, module)


_RUN = SourceFileLoader.exec_module


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
    for index, size in zip(map(_sympify, key), map(_sympify, matrix.shape), strict=True):
        if index.is_Integer and size.is_Integer and not 0 <= index < size:
            shape = " x ".join(map(str, matrix.shape))
            raise IndexError(
                f"{matrix} is {shape} and has no entry [{key[0]}, {key[1]}]: they count from 0"
            )
    return MatrixElement(matrix, *key)


def _raised(matrix: Any, base: Any) -> Any:
    raise StatementError(f"{base}**{matrix} is not read; write (log({base})*{matrix}).exp()")


def _refused(name: str, instead: str) -> Callable[..., Any]:
    def refuse(self: Any, *_: Any, **__: Any) -> Any:
        raise StatementError(f"{name} computes, which is not read in as_written(); {instead}")

    return refuse


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


def _ranged(kind: Any) -> Callable[..., Any]:
    """How a Sum or Integral is built without the factor 1 that its constructor puts in front."""

    def build(owner: Any, body: Any, *limits: Any, **options: Any) -> Any:
        made = _OWN[kind, "__new__"](owner, body, *limits, **options)
        function = made.args[0] if isinstance(made, kind) else None
        if isinstance(function, sympy.Mul) and function.args[0] is sympy.S.One:
            bare = sympy.Expr.__new__(owner, function.args[1], *made.args[1:])
            bare.is_commutative = made.is_commutative
            return bare
        return made

    return build


def _derivative(owner: Any, expr: Any, *by: Any, **_: Any) -> Any:
    """A Derivative, of a matrix where it is of one; SymPy reads the variables and their counts."""
    body = _sympify(expr)
    if not by:
        raise StatementError(f"{owner.__name__} says by which variable: Derivative(f(x), x)")
    try:
        with as_sympy():
            counted = _OWN[sympy.Derivative, "__new__"](owner, sympy.Dummy(), *by).args[1:]
    except ValueError as error:
        words = " ".join(str(error).split())
        raise StatementError(f"{words} It is by a symbol, q(t) or z[j]; {NAMES['subs']}") from None
    if not _is_matrix(body):
        return sympy.Expr.__new__(owner, body, *counted) if counted else body
    for variable, count in counted:
        if not count.is_Integer:
            raise StatementError(f"how often it is differentiated, {count}, is not a number")
        for _k in range(count):
            body = MatrixDerivative(body, variable)
    return body


def _diff(expr: Any, *by: Any, **_: Any) -> Any:
    return sympy.Derivative(expr, *by)


def _computed(owner: type, name: str) -> Callable[..., Any]:
    """A value in floating point: SymPy asks for it to sort terms, also those that it prints."""

    def compute(self: Any, *arguments: Any, **options: Any) -> Any:
        with as_sympy():
            return _OWN[owner, name](self, *arguments, **options)

    return compute


def _left_to_sympy(owner: type, name: str) -> Callable[..., Any]:
    """A method that goes wrong with evaluation off: SymPy itself calls it, also where it prints or
    builds something; a text does not, nor by the function of the same kind."""
    compute = _computed(owner, name)

    def called(self: Any, *arguments: Any, **options: Any) -> Any:
        frame, asked = sys._getframe(2), name
        while frame is not None and frame.f_globals.get("__name__", "").startswith("sympy."):
            frame, asked = frame.f_back, frame.f_code.co_name  # type: ignore[assignment]
        if asked in _COMPUTE:
            _refused(asked, "write what it gives, as a step that is checked")(self)
        return compute(self, *arguments, **options)

    return called


def _put_in_range(self: Any, old: Any, new: Any) -> Any:
    """In a sum, product or integral, which SymPy lets a bound symbol be put into."""
    if old not in self.bound_symbols:
        refuse_capture(self.bound_symbols, [self.function], old, new)
    return _OWN[expr_with_limits.ExprWithLimits, "_eval_subs"](self, old, new)


def _owners(name: str) -> list[type]:
    """The classes of SymPy that have a method of this name of their own."""
    found: list[type] = []
    below = [sympy.Basic, MatrixBase]
    while below:
        kind = below.pop()
        below += kind.__subclasses__()
        if str(kind.__module__).startswith("sympy.") and name in vars(kind) and kind not in found:
            found.append(kind)
    return found


# Methods, and functions with the same names, that work something out.
_COMPUTE = (
    "simplify", "expand", "factor", "cancel", "together", "apart", "collect", "trigsimp", "powsimp",
    "radsimp", "ratsimp", "nsimplify", "combsimp", "gammasimp", "rewrite", "refine", "series",
    "as_real_imag",
)
# What each class of SymPy may have of its own, by the name of the method.
_IN_ALL_CLASSES: dict[str, Callable[[type, str], Any]] = {
    "doit": lambda owner, name: lambda self, **_: self,
    **dict.fromkeys(_COMPUTE, _left_to_sympy),
}
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
    "__rpow__": _raised,
}
_WRITTEN: dict[tuple[Any, str], Any] = {
    **{(sympy.Expr, name): operator for name, operator in _OPERATORS.items()},
    **{(owner, "__neg__"): _negative for owner in (sympy.Add, sympy.Mul)},
    **{
        (owner, name): operator
        for owner in (sympy.MatrixExpr, MatrixBase)
        for name, operator in _OF_MATRICES.items()
    },
    (sympy.MatrixExpr, "__getitem__"): _entry,
    **{(owner, "__new__"): _ranged(owner) for owner in (sympy.Sum, sympy.Integral)},
    (sympy.Derivative, "__new__"): _derivative,
    **{(owner, "diff"): _diff for owner in (sympy.Expr, MatrixBase)},
    **{
        (owner, name): _computed(owner, name)
        for owner, name in ((sympy.Expr, "__complex__"), (EvalfMixin, "evalf"), (EvalfMixin, "n"))
    },
    (sympy.KroneckerProduct, "__new__"): bare_node,
    (MinMaxBase, "__new__"): bare_node,
    (MatrixBase, "jacobian"): _refused("jacobian", "write its entries, Derivative(f[i], x[j])"),
    (sympy.Limit, "doit"): _refused("Limit.doit", "write the bound behind it"),
    (expr_with_limits, "piecewise_fold"): lambda body: body,
    (expr_with_limits.ExprWithLimits, "_eval_subs"): _put_in_range,
    (sympy.conjugate, "T"): property(_refused("conjugate(A).T", "write A.H, or A.conjugate()")),
    **{
        (owner, name): vars(sympy.Expr)[name]
        for owner in (sympy.floor, sympy.ceiling)
        for name in ("__lt__", "__le__", "__gt__", "__ge__")
    },
    (SourceFileLoader, "exec_module"): _run_module,
}
# What SymPy has in these places by itself; None where it has nothing.
_OWN: dict[tuple[Any, str], Any] = {
    (owner, name): vars(owner).get(name) for owner, name in _WRITTEN
}
