"""Derivatives and integrals in SymPy: by what, how often, between what, and what is refused.

`Derivative(L, q(t))` is by the value q(t), as if it were a symbol, and so are derivatives by
`Derivative(q(t), t)` and by z[j]: what else depends on t, or other values of z, is held.  By a
matrix there is `gradient`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.language import calculus, calculus_statements, term_sorts
from derivations.language.statements import StatementError
from derivations.language.substitution import subterms
from derivations.language.sympy_faults import short
from derivations.language.terms import Term
from derivations.language.vocabulary import is_matrix

_Orders = tuple[tuple[Any, int], ...]


def orders_of(node: Any) -> _Orders:
    """By what it is differentiated, the first of them first, and how often."""
    found = []
    for by, count in node.args[1:]:
        order = sum(count.args) if isinstance(count, sympy.Add) else count  # `1 + 1` as written
        if not (order.is_Integer and 0 < order <= calculus.MAX_ORDER):
            raise StatementError(
                f"{short(node)} is not accepted: how often it is differentiated is a number, at "
                f"most {calculus.MAX_ORDER}; state a symbolic order as the recursion of a family"
            )
        check_by(node, by)
        found.append((by, int(order)))
    return tuple(found)


def check_by(node: Any, by: Any) -> None:
    """Refuse what a derivative cannot be by."""
    if is_matrix(by) or isinstance(by, sympy.NDimArray):
        of = "scalar(expr)" if is_matrix(node) else "expr"
        raise StatementError(
            f"{short(node)} is not accepted: by a matrix write Eq(gradient({of}, {short(by)}), ...)"
        )
    if isinstance(by, MatrixElement):
        raise StatementError(
            f"{short(node)} is not accepted: write Eq(gradient(expr, {short(by.args[0])}), G), "
            "of which it is an entry"
        )
    if is_matrix(node) and not isinstance(by, sympy.Symbol):
        raise StatementError(f"{short(node)} is not accepted: state it of the entries")


def derivative(orders: _Orders, body: Term, variables: Sequence[Term]) -> Term:
    """By each of the variables in turn, so often."""
    for (label, order), by in zip(orders, variables, strict=True):
        if isinstance(label, (AppliedUndef, sympy.Derivative, sympy.Indexed)):
            check_value(by, label)
            body = calculus.derivative_by_value(body, by, order)
        else:
            check_variable(by, label)
            body = calculus.derivative(body, by, order)
    return body


def check_variable(by: Term, label: Any) -> None:
    """Refuse what is no real variable."""
    calculus.check_variable(by, f"Symbol({label.name!r}, real=True)")


def check_value(by: Term, label: Any) -> None:
    """Refuse the derivative by what is not seen to be a real number."""
    if not term_sorts.is_real(by):
        raise StatementError(
            f"derivatives are in real variables, and {short(label)} is not seen to be real; "
            "declare its Function or IndexedBase real=True"
        )


def ends_of(node: Any, limit: Any) -> tuple[Any, ...]:
    """The variable, and from where to where it is integrated."""
    if len(limit) != 3:
        raise StatementError(
            f"{short(node)} is not accepted: write both ends, Integral(f(x), (x, a, b)); of an "
            "antiderivative F, state Eq(Derivative(F(x), x), f(x))"
        )
    if any(end.has(sympy.oo, -sympy.oo, sympy.zoo) for end in limit[1:]):
        raise StatementError(
            f"{short(node)} is not accepted: improper integrals are limits, which are not read; "
            "state what holds for all ends, Integral(f(x), (x, a, b))"
        )
    return tuple(limit)


def check_values(node: Any) -> None:
    """Refuse values that SymPy puts in one after the other with another outcome than at once, as it
    does for a Subs of a Subs, which it makes one."""
    _, variables, values = node.args
    for place, (variable, value) in enumerate(zip(variables, values, strict=True)):
        later = set(variables[place + 1 :])
        if not later.isdisjoint({variable, *value.free_symbols}):
            raise StatementError(
                f"{short(node)} is not accepted: a value is put for {variable}, and for a symbol "
                "of it once more; name the variables apart"
            )


def check_reality(node: Any, values: Mapping[Term, Term]) -> None:
    """Refuse a complex value for a real variable: what was read of it need not hold of the value,
    as a Heaviside step is (1 + sign(x))/2 for real x alone."""
    for variable, value in values.items():
        scalar = variable.sort.is_scalar
        if not scalar or not term_sorts.is_real(variable) or term_sorts.is_real(value):
            continue
        letters = [term for term in subterms(value) if term.head in ("i", "symbol")]
        if not all(map(term_sorts.is_real, letters)):
            raise StatementError(
                f"{short(node)} is not accepted: {variable} is real and gets a value that may not "
                "be; declare the symbols of the value real, or the variable complex"
            )


def check_gradient(node: Any) -> None:
    """Refuse the gradient of a matrix."""
    if is_matrix(node.args[0]):
        raise StatementError(
            f"{short(node)} is not accepted: a gradient is of a number; of a matrix of one entry, "
            "write scalar(...)"
        )


def gradient(body: Term, by: Term) -> Term:
    """Of a number, by a real matrix."""
    said = f"say Q.real_elements({by!r}) among the hypotheses"
    return calculus_statements.gradient(body, by, said)
