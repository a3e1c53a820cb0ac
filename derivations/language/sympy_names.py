"""Names in SymPy: what they stand for, and the sorts of families, indices and sizes."""

from collections.abc import Iterable
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from derivations.language import assumptions
from derivations.language.definitions import Defined
from derivations.language.sorts import COMPLEX, Sort, family_sort
from derivations.language.statements import StatementError
from derivations.language.sympy_faults import short
from derivations.language.terms import Term
from derivations.language.vocabulary import MatrixFamily


def index_symbol(symbol_like: Any) -> Any:
    """The symbol of an index."""
    label = symbol_like.label if isinstance(symbol_like, sympy.Idx) else symbol_like
    if type(label) not in (sympy.Symbol, sympy.Dummy):
        more = "; in text, with let=, it may be one: `... for all v: real vector(n)`" * isinstance(
            label, sympy.MatrixSymbol)
        raise StatementError(f"an index is a Symbol, not {short(symbol_like)}{more}")
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
    return family_sort((COMPLEX,) * len(node.args), value_sort(node.func.__name__, facts))


def value_sort(name: str, said: dict[str, bool]) -> Sort:
    """The sort of the values of a function."""
    sort, left = assumptions.scalar_sort(name, said)
    if left:
        words = ", ".join(f"{word}={value}" for word, value in left)
        raise StatementError(
            f"no sort expresses {words} of the values of {name}; state it as a hypothesis, "
            "forall(k, ...)"
        )
    return sort


def check_integer(term: Term, what: str) -> None:
    if term.head == "symbol" and term.sort.is_scalar and not term.sort.within("integer"):
        raise StatementError(
            f"{term.name} is {what} and not declared an integer; "
            f"declare it Symbol({term.name!r}, integer=True)"
        )


_SIZED = (
    sympy.MatrixSymbol, MatrixFamily, sympy.Identity, sympy.ZeroMatrix, sympy.matrices.OneMatrix,
)


def sizes_in(roots: Iterable[Any]) -> set[Any]:
    """The integers, and those of multiples, that are sizes of matrices in these expressions."""
    found: set[Any] = set()
    seen: set[int] = set()
    pending = list(roots)
    while pending:
        node = pending.pop()
        if id(node) in seen or not isinstance(node, (sympy.Basic, sympy.MatrixBase)):
            continue
        seen.add(id(node))
        pending += node.flat() if isinstance(node, sympy.MatrixBase) else node.args
        if isinstance(node, Defined):
            pending.append(node.body)
        elif isinstance(node, _SIZED):
            for size in node.shape:
                count, label = sympy.sympify(size).as_coeff_Mul()
                if count > 0 and isinstance(label, sympy.Symbol) and label.is_integer:
                    found.add(label)
    return found


def meaning_of(node: Any) -> tuple[str, tuple[Any, ...]] | None:
    """The name that this node gives a meaning, and the meaning, its spelling first."""
    if isinstance(node, sympy.Symbol) and not isinstance(node, sympy.Dummy):
        return node.name, (_spelled("Symbol", node.name, assumptions.declared(node)), node)
    if isinstance(node, sympy.Indexed):
        label, count = node.base.label, len(node.indices)
        spelled = _spelled("IndexedBase", label.name, assumptions.declared(label))
        return label.name, (f"{spelled} of {count} index(es)", label)
    if isinstance(node, AppliedUndef):
        name, kind = node.func.__name__, family_of(node).value
        words = assumptions.SORTS[kind.kind] if kind is not None else {}
        return name, (f"{_spelled('Function', name, words)} of {len(node.args)} argument(s)",)
    if isinstance(node, (sympy.MatrixSymbol, MatrixFamily)):
        sizes = ", ".join(short(size) for size in node.shape)
        return node.name, (f"{type(node).__name__}({node.name!r}, {sizes})", *node.shape)
    return None


def _spelled(kind: str, name: str, assumptions: dict[str, bool]) -> str:
    words = "".join(f", {word}={value}" for word, value in sorted(assumptions.items()))
    return f"{kind}({name!r}{words})"
