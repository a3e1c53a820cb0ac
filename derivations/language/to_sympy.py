"""Terms as SymPy expressions, built node by node.

Every node becomes the SymPy node of the same meaning, made with `evaluate=False` wherever SymPy
has that, so that `relation_to_sympy` gives the identity itself and not what SymPy makes of it.
What SymPy has no word for becomes one of those in `vocabulary`.  Where SymPy's meaning differs
from that of terms:

*   A reversed range gives an empty sum here; SymPy's `Sum.doit` continues it with the other sign
    (Karr's convention).  The two agree from `upper >= lower - 1` on.
*   SymPy's symbols carry fewer properties: what is lost is that a matrix is real, unitary, ...,
    and that the index of a family is a natural and not any integer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.language import vocabulary
from derivations.language.as_written import bare_node
from derivations.language.assumptions import SORTS
from derivations.language.heads import FUNCTIONS, PLAIN
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement, StatementError
from derivations.language.substitution import substitute, subterms
from derivations.language.terms import Term
from derivations.language.vocabulary import (
    BINDER_CLASSES, MatrixExp, MatrixFamily, exists, forall, inner, is_matrix, norm, scalar,
)

# Scalar functions that are one SymPy function each, or a word of ours.
FUNCTION_CLASSES: dict[str, Any] = {
    head: getattr(vocabulary, row.sympy, None) or getattr(sympy, row.sympy)
    for head, row in {**FUNCTIONS, "conj": PLAIN["conj"]}.items()
    if row.sympy
}


# Inverse functions that are another one at 1/z, by definition.
OF_RECIPROCAL: dict[Any, str] = {
    sympy.asec: "acos",
    sympy.acsc: "asin",
    sympy.asech: "acosh",
    sympy.acsch: "asinh",
    sympy.acoth: "atanh",
}


def to_sympy(term: Term) -> Any:
    """The SymPy expression of a term, unevaluated.

    >>> from derivations.language.terms import cos, div, mul, neg, symbol
    >>> x = symbol("x")
    >>> to_sympy(mul(cos(neg(x)), div(x, x)))
    (x/x)*cos(-x)
    """
    done: dict[int, Any] = {}
    for node in subterms(term):
        done[id(node)] = _build(node, [done[id(a)] for a in node.args])
    return done[id(term)]


def relation_to_sympy(relation: Relation) -> Any:
    """The relation as an unevaluated `Eq`, `Ne`, `Le` or `Lt`.

    >>> from derivations.language.statements import eq
    >>> from derivations.language.terms import add, mul, symbol
    >>> x = symbol("x")
    >>> relation_to_sympy(eq(add(x, x), mul(2, x)))
    Eq(x + x, 2*x)
    """
    make = {"==": sympy.Eq, "!=": sympy.Ne, "<=": sympy.Le, "<": sympy.Lt}[relation.operator]
    return make(to_sympy(relation.left), to_sympy(relation.right), evaluate=False)


def goals_to_sympy(statement: Statement) -> Any:
    """What a statement claims: a relation, `forall(...)`, several of them as `And`, `exists(...)`.

    The hypotheses and the properties of matrices are not in it.
    """
    goals = [_proposition(goal) for goal in statement.goals]
    if statement.exists:
        return exists(tuple(map(to_sympy, statement.exists)), *goals)
    return goals[0] if len(goals) == 1 else sympy.And(*goals, evaluate=False)


def _proposition(stated: Proposition) -> Any:
    relation = relation_to_sympy(stated.relation)
    if stated.is_plain:
        return relation
    variables = tuple(map(to_sympy, stated.variables))
    return forall(variables, relation, *map(relation_to_sympy, stated.guards))


def binder(kind: Any, body: Any, index: Any, lower: Any, upper: Any) -> Any:
    """A `Sum` or `Product` made without the constructor.

    The constructor merges nested sums and walks over the body as a tree, which for shared
    subterms can be exponentially larger than what is in memory.
    """
    made = sympy.Expr.__new__(kind, body, sympy.Tuple(index, lower, upper))
    made.is_commutative = True
    return made


def _build(term: Term, args: list[Any]) -> Any:
    head = term.head
    if head in FUNCTION_CLASSES and not (head == "conj" and is_matrix(args[0])):
        made = FUNCTION_CLASSES[head]
        return bare_node(made, *args) if head in ("max", "min") else made(*args, evaluate=False)
    return _BUILDERS[head](term, args)


def _symbol(term: Term, _: list[Any]) -> Any:
    name, sort = term.data
    if sort.is_matrix:
        return sympy.MatrixSymbol(name, *_shape(sort))
    if sort.is_family:
        return sympy.IndexedBase(name) if _is_indexed(sort) else sympy.Function(name)
    if sort.kind not in SORTS:
        raise StatementError(f"SymPy has no word for {name}, of sort {sort.kind}")
    return sympy.Symbol(name, **SORTS[sort.kind])


def _shape(sort: Sort) -> tuple[Any, Any]:
    assert sort.rows is not None and sort.columns is not None
    return to_sympy(sort.rows), to_sympy(sort.columns)


def _is_indexed(sort: Sort) -> bool:
    assert sort.value is not None
    return sort.value.is_scalar and all(s.within("integer") for s in sort.index)


def _apply(term: Term, args: list[Any]) -> Any:
    family = term.args[0]
    if family.head == "function":
        values = dict(zip(family.args[:-1], term.args[1:], strict=True))
        return to_sympy(substitute(family.args[-1], values))
    name, sort = family.data
    if sort.value.is_matrix:
        return MatrixFamily(name, _shape(sort.value), *args[1:])
    assumptions = SORTS[sort.value.kind]
    if _is_indexed(sort):
        return sympy.Indexed(sympy.IndexedBase(name, **assumptions), *args[1:])
    return sympy.Function(name, **assumptions)(*args[1:], evaluate=False)


def _number(term: Term, _: list[Any]) -> Any:
    return sympy.Rational(term.data.numerator, term.data.denominator)


def _add(_: Term, args: list[Any]) -> Any:
    if any(is_matrix(a) for a in args):
        return bare_node(sympy.MatAdd, *args)
    return sympy.Add(*args, evaluate=False)


def _mul(_: Term, args: list[Any]) -> Any:
    if any(is_matrix(a) for a in args):
        return bare_node(sympy.MatMul, *args)
    return sympy.Mul(*args, evaluate=False)


def _neg(term: Term, args: list[Any]) -> Any:
    return _mul(term, [sympy.S.NegativeOne, args[0]])


def _div(term: Term, args: list[Any]) -> Any:
    numerator, denominator = args
    reciprocal = sympy.Pow(denominator, -1, evaluate=False)
    return _mul(term, [numerator, reciprocal])


def _pow(_: Term, args: list[Any]) -> Any:
    make = sympy.MatPow if is_matrix(args[0]) else sympy.Pow
    return make(*args, evaluate=False)


def _sqrt(_: Term, args: list[Any]) -> Any:
    return sympy.Pow(args[0], sympy.Rational(1, 2), evaluate=False)


def _matrix(term: Term, args: list[Any]) -> Any:
    rows, columns = term.data
    return sympy.ImmutableMatrix(rows, columns, args)


def _binder(term: Term, args: list[Any]) -> Any:
    index, lower, upper, body = args
    if term.head in ("sum", "product") and not is_matrix(body):
        kind = sympy.Sum if term.head == "sum" else sympy.Product
        return binder(kind, body, index, lower, upper)
    return BINDER_CLASSES[term.head](body, (index, lower, upper))


_BUILDERS: dict[str, Callable[[Term, list[Any]], Any]] = {
    "number": _number,
    "i": lambda _, args: sympy.I,
    "pi": lambda _, args: sympy.pi,
    "symbol": _symbol,
    "add": _add,
    "mul": _mul,
    "neg": _neg,
    "div": _div,
    "pow": _pow,
    "sqrt": _sqrt,
    "conj": lambda _, args: sympy.Adjoint(sympy.Transpose(args[0])),
    "matrix": _matrix,
    "identity": lambda _, args: sympy.Identity(*args),
    "zero": lambda _, args: sympy.ZeroMatrix(*args),
    "transpose": lambda _, args: sympy.Transpose(args[0]),
    "adjoint": lambda _, args: sympy.Adjoint(args[0]),
    "inv": lambda _, args: sympy.Inverse(args[0]),
    "matexp": lambda _, args: MatrixExp(args[0]),
    "trace": lambda _, args: sympy.Trace(args[0]),
    "det": lambda _, args: sympy.Determinant(args[0]),
    "scalar": lambda _, args: scalar(*args),
    "entry": lambda _, args: MatrixElement(*args),
    "inner": lambda _, args: inner(*args),
    "norm": lambda _, args: norm(*args),
    "blocks": lambda term, args: sympy.BlockMatrix(sympy.Matrix(*term.data, args)),
    "kronecker": lambda _, args: bare_node(sympy.KroneckerProduct, *args),
    "sum": _binder,
    "product": _binder,
    "blockdiag": _binder,
    "stack": _binder,
    "apply": _apply,
    "function": lambda _, args: sympy.Lambda(tuple(args[:-1]), args[-1]),
}
