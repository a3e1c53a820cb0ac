"""Names that a document defines: SymPy nodes that are judged as what they stand for.

`R = definition("R", (theta,), body, ...)` is a class: `R(a)` is a SymPy node with the name, its
arguments and `doit`.  Reading it puts the body in and keeps the name at that place, outside of what
is judged, hashed and compared (`terms.named`), so that it can be printed.
"""

from collections.abc import Sequence
from typing import Any

import sympy
from sympy.core.parameters import global_parameters

from derivations.language.sorts import COMPLEX, family_sort
from derivations.language.substitution import substitute
from derivations.language.terms import Called, Term, apply, symbol
from derivations.language.vocabulary import is_matrix


class Defined(sympy.Basic):  # type: ignore[misc]
    """A defined name at arguments; each definition is a class of its own below this one."""

    name: str
    parameters: tuple[Any, ...]
    body: Any
    evaluated: bool  # whether SymPy evaluated while the body was written

    def __new__(cls, *arguments: Any) -> Any:
        if len(arguments) != len(cls.parameters):
            wanted = ", ".join(map(str, cls.parameters))
            raise TypeError(f"{cls.name}({wanted}) is given {len(arguments)} argument(s)")
        read = [sympy.sympify(a) for a in arguments]
        frozen = [a.as_immutable() if isinstance(a, sympy.MatrixBase) else a for a in read]
        return sympy.Basic.__new__(cls, *frozen)

    def doit(self, **hints: Any) -> Any:
        values = list(zip(self.parameters, self.args, strict=True))
        return self.body.subs(values, simultaneous=True).doit(**hints)

    @classmethod
    def put(cls, body: Term, variables: Sequence[Term], arguments: Sequence[Term]) -> Term:
        """The body with the arguments for its variables; it keeps the name."""
        family = symbol(cls.name, family_sort(tuple(v.sort for v in variables), COMPLEX))
        made = substitute(body, dict(zip(variables, arguments, strict=True)))
        return Term(made.head, made.args, made.data, Called(apply(family, *arguments)))

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
        rows, columns = self.doit().shape
        return rows, columns

    def _entry(self, i: Any, j: Any, **_: Any) -> Any:
        return self.doit()[i, j]


def definition(name: str, parameters: Sequence[Any], body: Any) -> type[Defined]:
    """The class of a name that stands for `body`, in which arguments replace `parameters`."""
    kind = DefinedMatrix if is_matrix(body) else DefinedScalar
    frozen = body.as_immutable() if isinstance(body, sympy.MatrixBase) else sympy.sympify(body)
    fields = {"name": name, "parameters": tuple(parameters), "body": frozen}
    return type(name, (kind,), {**fields, "evaluated": global_parameters.evaluate})
