"""What arrives from SymPy and is no term, with what to write instead."""

from contextlib import suppress
from fractions import Fraction
from math import isclose, isfinite
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from derivations.language.advice import NAMES, NO_MEANS, WORDS
from derivations.language.as_written import as_sympy
from derivations.language.statements import Relation, StatementError
from derivations.language.terms import Term, as_term
from derivations.language.to_sympy import FUNCTION_CLASSES
from derivations.language.tokens import closest


def short(expr: Any) -> str:
    """The expression if it is small, else its class."""
    parts, pending = 0, [expr]
    while pending and parts < 50:
        parts += 1
        node = pending.pop()
        pending.extend(() if isinstance(node, type) else getattr(node, "args", ()))
    with as_sympy(), suppress(TypeError):  # SymPy's printers evaluate, and not all can be printed
        if not pending:
            return " ".join(str(expr).split())
    return f"this {type(expr).__name__}"


def plain(value: Any) -> Term:
    if isinstance(value, bool):
        raise StatementError(f"{value} is a truth value, not a term")
    if isinstance(value, (int, Fraction)):
        return as_term(value)
    if isinstance(value, float):
        raise StatementError(_inexact(str(value), value))
    if isinstance(value, complex):
        raise StatementError(f"{value!r} is not exact; write Rational(...) + Rational(...)*I")
    if isinstance(value, str):
        raise StatementError(f"the text {value!r} is not read as SymPy; give it to prove or claim")
    if isinstance(value, Relation):
        raise StatementError(f"{value} is a relation, not a term")
    if isinstance(value, (list, tuple)):
        raise StatementError("a list is not a term; write Matrix([...])")
    raise StatementError(
        f"a {type(value).__name__} is not a term; accepted are SymPy expressions and matrices"
    )


def _inexact(digits: str, value: float) -> str:
    """What to write instead: the fraction that was meant, if one of small numbers is so near."""
    if isfinite(value) and value.is_integer() and abs(value) < 1_000:  # as the parts of 2j are
        return f"{digits} is not exact; write {value:.0f}, and I for the imaginary unit"
    near = Fraction(value).limit_denominator(1_000) if isfinite(value) else Fraction(0)
    meant = f"{near.numerator}, {near.denominator}" if isclose(near, value) else repr(digits)
    return f"{digits} is not exact; write Rational({meant})"


_KNOWN = [c.__name__ for c in FUNCTION_CLASSES.values()]

_NO_LIMITS = (
    "limits and infinity are not read; state the bound behind it, such as Abs(a[n] - L) < e for "
    "all n with N <= n"
)
_ADVICE: tuple[tuple[Any, str], ...] = (
    (sympy.Wild, "use Symbol"),
    (sympy.Limit, _NO_LIMITS),
    (sympy.core.numbers.NaN, "an undefined operation was evaluated; write it with evaluate=False"),
    (
        sympy.core.numbers.ComplexInfinity,
        "a division by zero was evaluated; write it with evaluate=False",
    ),
    (sympy.core.numbers.Infinity, _NO_LIMITS),
    (sympy.core.numbers.NegativeInfinity, _NO_LIMITS),
    (Relational, "it is a relation, not a term"),
    (Boolean, "it is a proposition, not a term"),
    (sympy.IndexedBase, "state it of its values, z[k]"),
    (
        ElementwiseApplyFunction,
        "state it of the entries, with W = IndexedBase('W', real=True) and others: "
        "exp(Sum(W[j, k]*x[k], (k, 1, n)))",
    ),
    (
        sympy.MatrixExpr,
        "accepted are explicit matrices, MatrixSymbol, sums, products, powers, Transpose, "
        "Adjoint, Inverse, Identity, ZeroMatrix, OneMatrix and KroneckerProduct",
    ),
)


def refusal(node: Any) -> str:
    if isinstance(node, sympy.Float):
        digits = str(node).rstrip("0") if "." in str(node) and "e" not in str(node) else str(node)
        return _inexact(digits, float(node))
    if type(node).__module__.startswith("sympy.stats"):
        return f"{short(node)} is not accepted: {NO_MEANS}"
    name = type(node).__name__
    if isinstance(node, sympy.Function) and name not in NAMES:
        return f"{short(node)} is not accepted{closest(name, _KNOWN, count=3)}; {WORDS}"
    advice = NAMES.get(
        name, "accepted are numbers, symbols, arithmetic, known functions, sums and matrices"
    )
    for kind, text in _ADVICE:
        if isinstance(node, kind):
            advice = text
            break
    return f"{short(node)} is not accepted: {advice}"
