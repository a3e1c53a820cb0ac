"""The table of heads: what may stand at a node of a term, one row a head.

A row says what a head takes, where it has a value, and how it is spelled.  Parser, printers, SymPy
in and out, definedness, floats and `derivations words` read this table, and there is no other.
A function is a row, and its definition (`kernel.definitions`) or its laws.

The kernel trusts `arguments` and `nonzero`; the spellings are for reading and printing.  Powers,
values of families, entries and gamma need more than a row can say (`kernel.stated`); binders,
matrices and families have a syntax of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from derivations.language.terms import ONE, Term, add, call, cos, power, sin, sub


@dataclass(frozen=True)
class Head:
    """A row of the table.

    arguments: what each argument is, in words: `any` (scalar or matrix), `matrix`, `complex`, or
        `real`, `integer`, `natural` where there is no value elsewhere; `...` for more of the last.
    latex: `\\sin x` where the argument may stand bare, `\\Gamma(x)` where not, fences around x.
    text: the name before the brackets, or what is written behind the argument, as in `A.T`.
    also: further names that are read.
    sympy, mpmath: the names in SymPy and in `mpmath.fp`; empty where there is none.
    nonzero: of the arguments, what may not be 0.
    real: whether the value is `always` real, or at real arguments (`reals`).
    """

    name: str
    arguments: str
    latex: str = ""
    text: str = ""
    also: tuple[str, ...] = ()
    sympy: str = ""
    mpmath: str = ""
    nonzero: Callable[..., Term] | None = None
    real: str = ""

    @cached_property
    def sorts(self) -> tuple[str, ...]:
        """What the arguments are, one word for each that must be there."""
        return tuple(self.arguments.removesuffix("...").split())

    @property
    def more(self) -> bool:
        """Whether further arguments may follow."""
        return self.arguments.endswith("...")

    def takes(self, count: int) -> bool:
        """Whether it takes so many arguments."""
        return count == len(self.sorts) or (self.more and count > len(self.sorts))


def _function(
    name: str, arguments: str, latex: str = "", *also: str, text: str = "",
    sympy: str | None = None, mpmath: str | None = None, **more: Callable[..., Term] | str,
) -> Head:
    """A row whose spellings are the name itself unless they are given."""
    return Head(
        name, arguments, latex, text or name, also, name if sympy is None else sympy,
        name if mpmath is None else mpmath, **more,  # type: ignore[arg-type]
    )  # fmt: skip


_f, _m = _function, partial(_function, mpmath="")

# Scalar functions of scalars.
FUNCTIONS: dict[str, Head] = {row.name: row for row in (
    _f("exp", "complex", real="reals"),
    _f("log", "complex", r"\log x", "ln", nonzero=lambda x: x),
    _f("sqrt", "complex", sympy=""),
    _f("abs", "complex", r"\lvert x\rvert ", "abs", text="Abs", sympy="Abs", mpmath="",
       real="always"),
    _f("arg", "complex", r"\arg x", nonzero=lambda x: x, real="always"),
    _f("re", "complex", r"\operatorname{Re} x", mpmath="", real="always"),
    _f("im", "complex", r"\operatorname{Im} x", mpmath="", real="always"),
    _f("sign", "complex", r"\operatorname{sgn}(x)", real="reals"),
    _f("sin", "complex", r"\sin x", real="reals"),
    _f("cos", "complex", r"\cos x", real="reals"),
    _f("tan", "complex", r"\tan x", nonzero=cos, real="reals"),
    _f("cot", "complex", r"\cot x", nonzero=sin, real="reals"),
    _f("sec", "complex", r"\sec x", nonzero=cos, real="reals"),
    _f("csc", "complex", r"\csc x", nonzero=sin, real="reals"),
    _f("sinc", "complex", r"\operatorname{sinc}(x)", real="reals"),
    _f("sinh", "complex", r"\sinh x", real="reals"),
    _f("cosh", "complex", r"\cosh x", real="reals"),
    _f("tanh", "complex", r"\tanh x", nonzero=lambda x: call("cosh", x), real="reals"),
    _f("coth", "complex", r"\coth x", nonzero=lambda x: call("sinh", x), real="reals"),
    _f("sech", "complex", r"\operatorname{sech} x", nonzero=lambda x: call("cosh", x),
       real="reals"),
    _f("csch", "complex", r"\operatorname{csch} x", nonzero=lambda x: call("sinh", x),
       real="reals"),
    _f("asin", "complex", r"\arcsin(x)"),
    _f("acos", "complex", r"\arccos(x)"),
    _f("atan", "complex", r"\arctan(x)", nonzero=lambda x: add(ONE, power(x, 2))),
    _f("acot", "complex", r"\operatorname{arccot}(x)", nonzero=lambda x: add(ONE, power(x, 2))),
    _f("asinh", "complex", r"\operatorname{arsinh}(x)", mpmath=""),
    _f("acosh", "complex", r"\operatorname{arcosh}(x)", mpmath=""),
    _f("atanh", "complex", r"\operatorname{artanh}(x)", mpmath="",
       nonzero=lambda x: sub(ONE, power(x, 2))),
    _f("atan2", "real real", r"\operatorname{atan2}(y, x)", mpmath="",
       nonzero=lambda y, x: add(power(y, 2), power(x, 2))),
    _f("floor", "real", r"\lfloor x\rfloor ", mpmath=""),
    _f("ceiling", "real", r"\lceil x\rceil ", "ceil", mpmath=""),
    _f("mod", "real real", "", "mod", text="Mod", sympy="Mod", mpmath="",
       nonzero=lambda x, y: y),
    _f("gcd", "integer integer", r"\gcd(m, n)", mpmath=""),
    _f("lcm", "integer integer", r"\operatorname{lcm}(m, n)", mpmath=""),
    _f("max", "real real ...", r"\max(x, y)", "max", text="Max", sympy="Max", mpmath=""),
    _f("min", "real real ...", r"\min(x, y)", "min", text="Min", sympy="Min", mpmath=""),
    _f("binomial", "integer integer", mpmath=""),
    _f("factorial", "natural"),
    _f("fibonacci", "natural", mpmath=""),
    _f("harmonic", "natural"),
    _f("gamma", "complex", r"\Gamma(x)"),
)}  # fmt: skip

# Functions that take matrices, or make them of scalars.
MATRIX_HEADS: dict[str, Head] = {row.name: row for row in (
    _m("identity", "complex", "", "eye", text="Identity", sympy="Identity"),
    _m("zero", "complex complex", "", "ZeroMatrix", text="zeros", sympy="ZeroMatrix"),
    _m("transpose", "matrix", "", "transpose", "Transpose", text=".T", sympy="Transpose"),
    _m("adjoint", "matrix", "", "adjoint", "Adjoint", text=".H", sympy="Adjoint"),
    _m("inv", "matrix", "", "inv", "Inverse", text=".I", sympy="Inverse",
       nonzero=lambda a: call("det", a)),
    _m("trace", "matrix", r"\operatorname{tr}(A)", "tr", "Trace", sympy="Trace"),
    _m("det", "matrix", r"\det A", "Determinant", sympy="Determinant"),
    _m("scalar", "matrix"),
    _m("norm", "any", r"\lVert x\rVert ", real="always"),
    _m("entry", "matrix integer integer", text="[]", sympy="MatrixElement"),
    _m("inner", "any any", r"\langle x, y\rangle "),
    _m("kronecker", "matrix matrix", "", "KroneckerProduct", text="kronecker_product",
       sympy="KroneckerProduct"),
    _m("matexp", "matrix", text=".exp()", sympy="MatrixExp"),
)}  # fmt: skip

# Arithmetic of scalars and of matrices.
ARITHMETIC: dict[str, Head] = {row.name: row for row in (
    Head("add", "any ...", text="Add", sympy="Add", real="reals"),
    Head("mul", "any ...", text="Mul", sympy="Mul", real="reals"),
    Head("neg", "any", text="-", real="reals"),
    Head("div", "any complex", text="/", nonzero=lambda x, y: y, real="reals"),
    Head("pow", "any complex", text="**", sympy="Pow"),
    Head("conj", "any", text="conjugate", also=("conj",), sympy="conjugate", real="reals"),
)}  # fmt: skip

# Heads that bind an index, from a lower to an upper bound, in what stands last.
BINDING: dict[str, Head] = {row.name: row for row in (
    Head("sum", "index integer integer any", r"\sum", "Sum", sympy="Sum", real="reals"),
    Head("product", "index integer integer any", r"\prod", "Product", sympy="Product",
         real="reals"),
    Head("blockdiag", "index integer integer any", r"\bigoplus", "BlockDiag", sympy="BlockDiag"),
    Head("stack", "index integer integer any", r"\operatorname*{col}", "Stack", sympy="Stack"),
)}  # fmt: skip

# Heads that bind a real variable in what stands last; a point, a value or ends stand before it.
POINTING: dict[str, Head] = {row.name: row for row in (
    Head("diff", "variable real any", text="Derivative", sympy="Derivative", real="reals"),
    Head("differentiable", "variable real any", text="differentiable", real="always"),
    Head("tangent", "variable real any any", text="tangent", real="always"),
    Head("integral", "variable real real complex", text="Integral", sympy="Integral",
         real="reals"),
    Head("integrable", "variable real real complex", text="integrable", real="always"),
)}  # fmt: skip

# Heads whose arguments are terms and nothing else.
PLAIN: dict[str, Head] = {**ARITHMETIC, **FUNCTIONS, **MATRIX_HEADS}
HEADS: dict[str, Head] = {**PLAIN, **BINDING, **POINTING}

# Names before brackets -> rows.
NAMES: dict[str, Head] = {
    name: row
    for row in PLAIN.values()
    for name in (row.text, *row.also)
    if name.isidentifier() and row.name not in ("add", "mul")
}
