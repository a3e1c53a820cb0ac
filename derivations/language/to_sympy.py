"""Terms as SymPy expressions, built node by node.

Every node becomes the SymPy node of the same meaning, made with `evaluate=False` wherever SymPy
has that, so that `relation_to_sympy` gives the identity itself and not what SymPy makes of it.
What SymPy has no word for becomes one of those in `vocabulary`.  Where SymPy's meaning differs
from that of terms:

*   A reversed range gives an empty sum here; SymPy's `Sum.doit` continues it with the other sign
    (Karr's convention).  The two agree from `upper >= lower - 1` on.
*   SymPy's symbols carry fewer properties: what is lost is that a matrix is real, unitary, ...,
    and that the index of a family is a natural and not any integer.
*   A variable of a derivative or integral that has the name of a symbol is that symbol.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.functions.elementary.piecewise import ExprCondPair

from derivations.language import calculus, calculus_notation, calculus_words, vocabulary
from derivations.language.as_written import bare_node
from derivations.language.assumptions import SORTS
from derivations.language.calculus_words import MatrixDerivative
from derivations.language.heads import FUNCTIONS, MATRIX_HEADS, PLAIN, Head
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement, StatementError
from derivations.language.substitution import free_symbols, substitute, subterms
from derivations.language.terms import ONE, Term
from derivations.language.vocabulary import BINDER_CLASSES, MatrixFamily, exists, forall, is_matrix


def _classes(rows: Mapping[str, Head]) -> dict[str, Any]:
    """The SymPy classes of heads, or words of ours, by the table of heads."""
    return {
        head: getattr(vocabulary, row.sympy, None) or getattr(sympy, row.sympy)
        for head, row in rows.items()
        if row.sympy
    }


# Heads that are one class each: functions of scalars, and what takes or makes matrices.
FUNCTION_CLASSES = _classes({**FUNCTIONS, "conj": PLAIN["conj"]})
MATRIX_CLASSES = _classes(MATRIX_HEADS)

# Inverse functions that are another one at 1/z, by definition.
OF_RECIPROCAL: dict[Any, str] = {
    sympy.asec: "acos",
    sympy.acsc: "asin",
    sympy.asech: "acosh",
    sympy.acsch: "asinh",
    sympy.acoth: "atanh",
}


def to_sympy(term: Term, declared: Iterable[Term] = ()) -> Any:
    """The SymPy expression of a term, unevaluated.

    declared: symbols that stand beside it.

    >>> from derivations.language.terms import cos, div, mul, neg, symbol
    >>> x = symbol("x")
    >>> to_sympy(mul(cos(neg(x)), div(x, x)))
    (x/x)*cos(-x)
    """
    term = calculus.by_symbols(term, {*free_symbols(term), *declared})
    done: dict[int, Any] = {}
    for node in subterms(term):
        done[id(node)] = _build(node, [done[id(a)] for a in node.args])
    return done[id(term)]


def relation_to_sympy(relation: Relation, declared: Iterable[Term] = ()) -> Any:
    """The relation as an unevaluated `Eq`, `Ne`, `Le` or `Lt`; `differentiable(...)` by itself.

    >>> from derivations.language.statements import eq
    >>> from derivations.language.terms import add, mul, symbol
    >>> x = symbol("x")
    >>> relation_to_sympy(eq(add(x, x), mul(2, x)))
    Eq(x + x, 2*x)
    """
    names = relation.free().union(declared)
    left, right = to_sympy(relation.left, names), to_sympy(relation.right, names)
    if calculus_notation.is_indicated(relation):
        said = left.args[0].cond
        return said if relation.right == ONE else sympy.Not(said, evaluate=False)
    make = {"==": sympy.Eq, "!=": sympy.Ne, "<=": sympy.Le, "<": sympy.Lt}[relation.operator]
    return make(left, right, evaluate=False)


def sides_at(
    relation: Relation, values: Iterable[tuple[Term, Term]]
) -> tuple[Any, Any, dict[Any, Any]]:
    """Both sides, and the values of what stands in them: symbols, and families at their places.

    >>> from derivations.language.statements import eq
    >>> from derivations.language.terms import ONE, cos, symbol
    >>> x = symbol("x")
    >>> sides_at(eq(cos(x), ONE), [(x, symbol("y"))])
    (cos(x), 1, {x: y})
    """
    given = {name.name: to_sympy(value) for name, value in values if name.head == "symbol"}
    left, right = (to_sympy(s, relation.free()) for s in (relation.left, relation.right))
    at: dict[Any, Any] = {}
    sides = [left, right]
    while True:  # what a name stands for may have symbols of its own
        free = {s for side in sides for s in side.free_symbols if s not in at and s.name in given}
        found = {s: given[s.name] for s in free if not isinstance(given[s.name], sympy.Lambda)}
        at |= dict(sorted(found.items(), key=lambda pair: sympy.default_sort_key(pair[0])))
        sides = [side.subs(at).doit() for side in sides]
        if not found:
            break
    points = {p for s in sides for p in s.atoms(sympy.Indexed, MatrixFamily, AppliedUndef)}
    for point in sorted(points, key=sympy.default_sort_key):
        name, places = point.name, point.args
        if isinstance(point, sympy.Indexed):
            name, places = str(point.base), point.indices
        elif isinstance(point, MatrixFamily):
            places = point.arguments
        if name in given and all(place.is_number for place in places):
            at[point] = given[name](*places)
    return left, right, at


def goals_to_sympy(statement: Statement) -> Any:
    """What a statement claims: a relation, `forall(...)`, several of them as `And`, `exists(...)`.

    The hypotheses and the properties of matrices are not in it.
    """
    declared = (*statement.declarations, *statement.exists)
    goals = [_proposition(goal, declared) for goal in statement.goals]
    if statement.exists:
        return exists(tuple(map(to_sympy, statement.exists)), *goals)
    return goals[0] if len(goals) == 1 else sympy.And(*goals, evaluate=False)


def _proposition(stated: Proposition, declared: tuple[Term, ...]) -> Any:
    names = (*declared, *stated.variables)
    relation, *guards = (relation_to_sympy(r, names) for r in (stated.relation, *stated.guards))
    if stated.is_plain:
        return relation
    return forall(tuple(map(to_sympy, stated.variables)), relation, *guards)


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
    if head in MATRIX_CLASSES:
        made = MATRIX_CLASSES[head]
        return bare_node(made, *args) if head == "kronecker" else made(*args)
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


def _derivative(_: Term, args: list[Any]) -> Any:
    variable, at, body = args
    if is_matrix(body):
        return MatrixDerivative(body, variable, at)
    expr, counts = body, []
    if isinstance(body, sympy.Derivative):
        expr, *counts = body.args
    order = counts.pop()[1] if counts and counts[-1][0] == variable else 0
    made = sympy.Expr.__new__(sympy.Derivative, expr, *counts, sympy.Tuple(variable, order + 1))
    return made if at == variable else sympy.Subs(made, variable, at)


def _integral(_: Term, args: list[Any]) -> Any:
    variable, lower, upper, body = args
    return binder(sympy.Integral, body, variable, lower, upper)


def _indicator(term: Term, args: list[Any]) -> Any:
    """1 where it holds, else 0, made without the constructor, which rewrites what is inside."""
    said = getattr(calculus_words, term.head)(args[-1], tuple(args[:-1]))
    cases = ((sympy.S.One, said), (sympy.S.Zero, sympy.true))
    pairs = [sympy.Basic.__new__(ExprCondPair, *case) for case in cases]
    return sympy.Expr.__new__(sympy.Piecewise, *pairs)


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
    "blocks": lambda term, args: sympy.BlockMatrix(sympy.Matrix(*term.data, args)),
    "sum": _binder,
    "product": _binder,
    "blockdiag": _binder,
    "stack": _binder,
    "diff": _derivative,
    "integral": _integral,
    **dict.fromkeys(calculus_notation.INDICATORS, _indicator),
    "apply": _apply,
    "function": lambda _, args: sympy.Lambda(tuple(args[:-1]), args[-1]),
}
