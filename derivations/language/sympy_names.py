"""Names, sorts and refusals for reading SymPy: what its assumptions mean, and what has no meaning.

Assumptions become sorts: `integer, positive` posint; `integer, nonnegative` natural; integer;
positive; negative; nonnegative; real; none of them complex.  Any others are errors that name them,
because as a silent weakening they would change what is claimed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from derivations.language.sorts import COMPLEX, Sort, family_sort
from derivations.language.statements import Relation, StatementError
from derivations.language.sympy_out import ASSUMPTIONS, FUNCTION_CLASSES
from derivations.language.terms import Term, as_term
from derivations.language.vocabulary import MatrixFamily

_FACTS: dict[str, dict[str, bool]] = {
    kind: sympy.Symbol("x", **assumptions).assumptions0 for kind, assumptions in ASSUMPTIONS.items()
}
_FACTS["complex"] = sympy.Symbol("x", complex=True).assumptions0


def scalar_sort(name: str, facts: dict[str, bool], declared: dict[str, bool]) -> Sort:
    for kind, known in _FACTS.items():
        if facts == known or (kind == "complex" and facts.items() <= known.items()):
            return Sort(kind)
    words = ", ".join(f"{word}={value}" for word, value in sorted(declared.items()))
    raise StatementError(
        f"no sort expresses the assumptions {words} of {name}; declare it with integer, "
        "positive, negative, nonnegative or real, and state the rest as a hypothesis"
    )


def symbol_sort(label: Any) -> Sort:
    return scalar_sort(label.name, label.assumptions0, _declared(label))


def _declared(label: Any) -> dict[str, bool]:
    """The assumptions as the author wrote them."""
    written = getattr(label, "_assumptions_orig", None) or label.assumptions0
    return {word: value for word, value in written.items() if (word, value) != _COMMUTES}


_COMMUTES = ("commutative", True)


def integer_part(sort: Sort, name: str) -> Sort:
    """The integers of a sort, for an index."""
    if sort.kind == "negative":
        raise StatementError(
            f"the index {name} is declared negative; declare it Symbol({name!r}, integer=True)"
        )
    if sort.within("integer"):
        return sort
    return Sort({"positive": "posint", "nonnegative": "natural"}.get(sort.kind, "integer"))


def index_symbol(symbol_like: Any) -> Any:
    """The symbol of an index."""
    label = symbol_like.label if isinstance(symbol_like, sympy.Idx) else symbol_like
    if type(label) not in (sympy.Symbol, sympy.Dummy):
        raise StatementError(f"an index is a Symbol, not {short(symbol_like)}")
    return label


def limit_of(node: Any, limit: Any) -> tuple[Any, Any, Any]:
    if len(limit) != 3:
        raise StatementError(
            f"the range of {short(node)} has no bounds; write (index, lower, upper)"
        )
    index, lower, upper = limit
    return index_symbol(index), lower, upper


def family_of(node: Any) -> Sort:
    """The sort of the undefined function that is applied here."""
    facts = dict(node.func.default_assumptions)
    value = scalar_sort(node.func.__name__, facts, facts)
    return family_sort((COMPLEX,) * len(node.args), value)


def check_integer(term: Term, what: str) -> None:
    if term.head == "symbol" and term.sort.is_scalar and not term.sort.within("integer"):
        raise StatementError(
            f"{term.name} is {what} and not declared an integer; "
            f"declare it Symbol({term.name!r}, integer=True)"
        )


def meaning_of(node: Any) -> tuple[str, tuple[Any, ...]] | None:
    """The name that this node gives a meaning, and the meaning, its spelling first."""
    if isinstance(node, sympy.Symbol) and not isinstance(node, sympy.Dummy):
        return node.name, (_spelled("Symbol", node.name, _declared(node)), node)
    if isinstance(node, sympy.Indexed):
        label, count = node.base.label, len(node.indices)
        spelled = f"{_spelled('IndexedBase', label.name, _declared(label))} of {count} index(es)"
        return label.name, (spelled, label)
    if isinstance(node, AppliedUndef):
        name, assumptions = node.func.__name__, dict(node.func.default_assumptions)
        kind = family_of(node).value
        words = ASSUMPTIONS[kind.kind] if kind is not None else assumptions
        return name, (f"{_spelled('Function', name, words)} of {len(node.args)} argument(s)",)
    if isinstance(node, (sympy.MatrixSymbol, MatrixFamily)):
        sizes = ", ".join(short(size) for size in node.shape)
        return node.name, (f"{type(node).__name__}({node.name!r}, {sizes})", *node.shape)
    return None


def _spelled(kind: str, name: str, assumptions: dict[str, bool]) -> str:
    words = "".join(f", {word}={value}" for word, value in sorted(assumptions.items()))
    return f"{kind}({name!r}{words})"


# What is refused


def short(expr: Any) -> str:
    """The expression if it is small, else its class."""
    parts, pending = 0, [expr]
    while pending and parts < 50:
        parts += 1
        pending.extend(getattr(pending.pop(), "args", ()))
    return f"this {type(expr).__name__}" if pending else " ".join(str(expr).split())


def plain(value: Any) -> Term:
    if isinstance(value, bool):
        raise StatementError(f"{value} is a truth value, not a term")
    if isinstance(value, (int, Fraction)):
        return as_term(value)
    if isinstance(value, float):
        raise StatementError(f"{value!r} is not exact; write Rational({str(value)!r})")
    if isinstance(value, complex):
        raise StatementError(f"{value!r} is not exact; write Rational(...) + Rational(...)*I")
    if isinstance(value, str):
        raise StatementError(f"the text {value!r} is not read as SymPy; use the parser of language")
    if isinstance(value, Relation):
        raise StatementError(f"{value} is a relation, not a term")
    if isinstance(value, (list, tuple)):
        raise StatementError("a list is not a term; write Matrix([...])")
    raise StatementError(
        f"a {type(value).__name__} is not a term; accepted are SymPy expressions and matrices"
    )


_KNOWN = sorted(c.__name__ for name, c in FUNCTION_CLASSES.items() if name != "gcd")

_ADVICE: tuple[tuple[Any, str], ...] = (
    (sympy.Wild, "use Symbol"),
    (sympy.Piecewise, "state each case as a claim with its own hypothesis"),
    (sympy.Derivative, "write the derivative out, for instance with doit()"),
    (sympy.Integral, "write its value out"),
    (sympy.Limit, "write its value out"),
    (sympy.core.numbers.NaN, "an undefined operation was evaluated; write it with evaluate=False"),
    (
        sympy.core.numbers.ComplexInfinity,
        "a division by zero was evaluated; write it with evaluate=False",
    ),
    (sympy.core.numbers.Infinity, "only finite numbers are terms"),
    (sympy.core.numbers.NegativeInfinity, "only finite numbers are terms"),
    (Relational, "it is a relation; read it with relation_from_sympy"),
    (Boolean, "state each relation by itself"),
    (sympy.BlockMatrix, "its size must be explicit; else use blockdiag, stack or kronecker"),
    (sympy.Function, f"known functions are {', '.join(_KNOWN)}"),
    (
        sympy.MatrixExpr,
        "accepted are explicit matrices, MatrixSymbol, sums, products, powers, Transpose, "
        "Adjoint, Inverse, Identity, ZeroMatrix and KroneckerProduct",
    ),
)


def refusal(node: Any) -> str:
    if isinstance(node, sympy.Float):
        digits = str(node).rstrip("0") if "." in str(node) and "e" not in str(node) else str(node)
        return f"{digits} is not exact; write Rational({digits!r})"
    advice = "accepted are numbers, symbols, arithmetic, known functions, sums and matrices"
    for kind, text in _ADVICE:
        if isinstance(node, kind):
            advice = text
            break
    return f"{short(node)} is not accepted: {advice}"
