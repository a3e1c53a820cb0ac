"""Names that a document defines: SymPy nodes that are judged as what they stand for.

`R = definition("R", (theta,), body, ...)` is a class: `R(a)` is a SymPy node with the name, its
arguments and `doit`.  Reading it puts the body in and keeps the name at that place, outside of what
is judged, hashed and compared (`terms.named`), so that it can be printed.

A size that only the parameters have, the n of `avg(A) = Trace(A)/n` for A of n x n, is that of
the argument: `avg(Identity(m))` is `Trace(Identity(m))/m`.  All other sizes must agree.
"""

from collections.abc import Sequence
from typing import Any

import sympy
from sympy.core.parameters import global_parameters

from derivations.language.as_written import as_sympy
from derivations.language.sorts import COMPLEX, family_sort
from derivations.language.statements import StatementError
from derivations.language.substitution import substitute
from derivations.language.sympy_faults import short
from derivations.language.terms import Called, Term, apply, symbol
from derivations.language.vocabulary import MatrixFamily, is_matrix, sympified


class Defined(sympy.Basic):  # type: ignore[misc]
    """A defined name at arguments; each definition is a class of its own below this one."""

    name: str
    parameters: tuple[Any, ...]
    body: Any
    sizes: tuple[Any, ...]  # those that are as the arguments have them
    evaluated: bool  # whether SymPy evaluated while the body was written

    def __new__(cls, *arguments: Any) -> Any:
        if len(arguments) != len(cls.parameters):
            wanted = ", ".join(map(str, cls.parameters))
            raise TypeError(f"{cls.name}({wanted}) is given {len(arguments)} argument(s)")
        made = sympy.Basic.__new__(cls, *map(sympified, arguments))
        made.values()
        return made

    def values(self) -> dict[Any, Any]:
        """What stands for each parameter, and for each size that the arguments decide.

        Raises: StatementError where an argument has not the size of its parameter.
        """
        found = dict(zip(self.parameters, self.args, strict=True))
        with as_sympy():
            for parameter, argument in zip(self.parameters, self.args, strict=True):
                wanted, given = _shape(parameter), _shape(argument)
                for size, value in zip(wanted, given, strict=False):
                    if size in self.sizes:
                        found.setdefault(size, value)
                sizes = [sympy.sympify(s).subs(found, simultaneous=True) for s in wanted]
                if len(sizes) != len(given) or any(map(_differ, sizes, given)):
                    told = [" x ".join(map(str, s)) or "a scalar" for s in (wanted, given)]
                    raise StatementError(
                        f"{parameter} of {self.name} is {told[0]}; {short(argument)} is {told[1]}"
                    )
        return found

    def doit(self, **hints: Any) -> Any:
        values = self.values()
        if any(map(is_matrix, values)):  # `subs` puts scalars for them on the way
            return self.body.xreplace(values).doit(**hints)
        return self.body.subs(list(values.items()), simultaneous=True).doit(**hints)

    @classmethod
    def put(cls, body: Term, variables: Sequence[Term], values: Sequence[Term]) -> Term:
        """The body with values for its variables, the parameters first; it keeps the name."""
        many = len(cls.parameters)
        family = symbol(cls.name, family_sort(tuple(v.sort for v in variables[:many]), COMPLEX))
        made = substitute(body, dict(zip(variables, values, strict=True)))
        return Term(made.head, made.args, made.data, Called(apply(family, *values[:many])))

    def _sympystr(self, printer: Any) -> str:
        return f"{self.name}({', '.join(printer._print(a) for a in self.args)})"

    def _latex(self, printer: Any) -> str:
        name = printer._deal_with_super_sub(self.name)
        return rf"{name}\left({', '.join(printer._print(a) for a in self.args)}\right)"


class DefinedScalar(Defined, sympy.Expr):  # type: ignore[misc]
    is_commutative = True


class DefinedMatrix(Defined, sympy.MatrixExpr):  # type: ignore[misc]
    @property
    def shape(self) -> tuple[Any, Any]:
        values = self.values()
        with as_sympy():
            sizes = map(sympy.sympify, self.body.shape)
            rows, columns = (size.subs(values, simultaneous=True) for size in sizes)
        return rows, columns

    def _entry(self, i: Any, j: Any, **_: Any) -> Any:
        with as_sympy():
            return self.doit()[i, j]


def definition(name: str, parameters: Sequence[Any], body: Any) -> type[Defined]:
    """The class of a name that stands for `body`, in which arguments replace `parameters`."""
    kind = DefinedMatrix if is_matrix(body) else DefinedScalar
    frozen = sympified(body)
    free = {s for p in parameters for s in _shape(p) if isinstance(s, sympy.Symbol)}
    sizes = free - set(parameters) - _held(frozen, parameters)
    fields = {"name": name, "parameters": tuple(parameters), "body": frozen}
    kept = {"sizes": tuple(sorted(sizes, key=str)), "evaluated": global_parameters.evaluate}
    return type(name, (kind,), {**fields, **kept})


def _shape(expr: Any) -> tuple[Any, ...]:
    return tuple(expr.shape) if is_matrix(expr) else ()


def _differ(size: Any, other: Any) -> bool:
    return bool(sympy.expand(size - other) != 0)


def _held(body: Any, parameters: Sequence[Any]) -> set[Any]:
    """The symbols in the sizes of what stands in the body and is no parameter."""
    held: set[Any] = set()
    for node in sympy.preorder_traversal(body):
        if isinstance(node, Defined):
            held |= _held(node.body, node.parameters)
        elif isinstance(node, (sympy.MatrixSymbol, MatrixFamily)) and node not in parameters:
            held = held.union(*(sympy.sympify(size).free_symbols for size in node.shape))
    return held
