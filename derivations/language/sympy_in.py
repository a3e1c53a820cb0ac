"""SymPy expressions as terms.

What arrives is read node by node; what SymPy evaluated before it arrived is read as it arrived.

*   Assumptions become sorts: `integer, positive` posint; `integer, nonnegative` natural; integer;
    positive; negative; nonnegative; real; none of them complex.  Others (even, nonzero, ...) are
    errors: they belong into the hypotheses.
*   Evaluated sums and products are put into a fixed reading order; those made with
    `evaluate=False` keep theirs.  `x + (-1)*y` is read as x - y, and factors with a negative
    rational exponent as divisors: `x*y**-1` is x/y, `y**-2` is 1/y**2.
*   An index of a sum or product is an integer, also when its symbol was not declared so, and is
    renamed where its name also stands for something else.  A `Dummy` that is bound gets a name.
*   `IndexedBase("s", real=True)[l]` is a value of a family over integers, and
    `Function("f", real=True)(t)` one of a family over complex numbers, whatever its arguments are:
    the sort of f then does not depend on where f is used, and nothing is lost, since any function
    on a subset of the complex numbers extends to all of them.
*   `MatrixSymbol("A", m, n)` is a complex matrix; SymPy cannot say more of it.
*   `asec(z)` is acos(1/z), and likewise acsc, asech, acsch and acoth; `log(z, b)` a quotient.
*   `exp(A)` of a matrix is its matrix exponential, `Adjoint(Transpose(A))` its conjugate.

Floats are refused because they are not exact, and whatever has no meaning among terms is refused
with what to write instead.  Text is never read here, and nothing is evaluated as code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import sympy
from sympy.core.function import AppliedUndef
from sympy.core.parameters import global_parameters
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.language.as_written import as_sympy
from derivations.language.definitions import Defined
from derivations.language.sorts import COMPLEX, INTEGER, family_sort, matrix_sort
from derivations.language.statements import Relation, StatementError
from derivations.language.sympy_names import (
    check_integer,
    family_of,
    index_symbol,
    integer_part,
    limit_of,
    meaning_of,
    plain,
    refusal,
    short,
    symbol_sort,
)
from derivations.language.sympy_order import (
    divisor,
    fold,
    gather,
    inverse_power,
    is_flat,
    reading_order,
)
from derivations.language.sympy_out import FUNCTION_CLASSES, OF_RECIPROCAL, binder
from derivations.language.terms import (
    ONE,
    PI,
    I,
    Term,
    add,
    apply,
    call,
    div,
    free_symbols,
    fresh,
    matrix,
    neg,
    number,
    power,
    substitute,
    symbol,
)
from derivations.language.vocabulary import (
    BINDER_CLASSES,
    MatrixBinder,
    MatrixExp,
    MatrixFamily,
    Written,
    inner,
    is_matrix,
    norm,
    scalar,
)

# Expressions with more nodes than this, counted as trees, are not reordered for reading.
MAX_SORTED = 2_000


def from_sympy(expr: Any, indices: Iterable[Any] = ()) -> Term:
    """The term of a SymPy expression or matrix; terms, ints and Fractions as `as_term` has them.

    indices: symbols that the caller is going to bind as the index of a range.

    Raises: StatementError, saying what would be accepted.

    >>> x, k = sympy.Symbol("x"), sympy.Symbol("k")
    >>> from_sympy(sympy.Sum(x**k / 2, (k, 0, 3)) - 1 / x)
    Sum(x**k/2, (k, 0, 3)) - 1/x
    """
    return _Reader(indices).read(expr)[0]


def relation_from_sympy(relation: Any) -> Relation:
    """The relation of a SymPy `Eq`, `Ne`, `Le`, `Lt`, `Ge` or `Gt`; the last two are turned round.

    >>> x = sympy.Symbol("x", real=True)
    >>> print(relation_from_sympy(x > 1))
    1 < x
    """
    if isinstance(relation, Relation):
        return relation
    if any(relation is value for value in (True, False, sympy.true, sympy.false)):
        raise StatementError(
            f"SymPy evaluated this relation to {relation} before it arrived; "
            "write Eq(left, right, evaluate=False), or eq(left, right)"
        )
    for kind, operator, flipped in _RELATIONS:
        if isinstance(relation, kind):
            left, right = _Reader().read(*relation.args)
            return Relation(operator, *((right, left) if flipped else (left, right)))
    raise StatementError(
        f"{short(relation)} is not a relation; accepted are Eq, Ne, Le, Lt, Ge and Gt"
    )


_RELATIONS: tuple[tuple[Any, str, bool], ...] = (
    (sympy.Eq, "==", False),
    (sympy.Ne, "!=", False),
    (sympy.Le, "<=", False),
    (sympy.Lt, "<", False),
    (sympy.Ge, "<=", True),
    (sympy.Gt, "<", True),
)


def bind_sympy(index: Any, body: Any) -> tuple[Term, Term]:
    """A SymPy symbol as the index of a range over `body`, which is a SymPy expression or a term."""
    reader = _Reader((index,))
    read_index, read_body = reader.read(index, body)
    declared = _Reader().read(index)[0]
    if read_index != declared:
        read_body = substitute(read_body, {declared: read_index})
    return read_index, read_body


# Reading


class _Plan(NamedTuple):
    """How a node is read: its parts, what to make of their terms, and the symbol it binds.

    binds: the symbol bound in the first part.
    """

    parts: tuple[Any, ...]
    build: Callable[..., Term]
    binds: Any = None


class _Reader:
    """Reads expressions that belong together: one name means one thing in all of them."""

    def __init__(self, indices: Iterable[Any] = ()) -> None:
        self.indices = frozenset(index_symbol(i) for i in indices)
        self.plans: dict[int, tuple[Any, _Plan]] = {}
        self.weights: dict[int, int] = {}
        self.terms: dict[int, Term] = {}
        self.named: dict[str, Any] = {}
        self.bound: set[Any] = set(self.indices)
        self.free: frozenset[Any] = frozenset()
        self.dummies: dict[Any, str] = {}

    def read(self, *roots: Any) -> tuple[Term, ...]:
        self.evaluates = global_parameters.evaluate
        with as_sympy():
            order = self._order(roots)
            self._find_free(order, roots)
            for node in order:
                plan = self.plans[id(node)][1]
                self.terms[id(node)] = plan.build(*(self.terms[id(p)] for p in plan.parts))
        return tuple(self.terms[id(root)] for root in roots)

    def _order(self, roots: Sequence[Any]) -> list[Any]:
        """Every node once, parts first; plans and weights on the way."""
        order: list[Any] = []
        pending: list[tuple[Any, bool]] = [(root, False) for root in reversed(roots)]
        while pending:
            node, expanded = pending.pop()
            if expanded:
                if id(node) not in self.weights:
                    parts = self.plans[id(node)][1].parts
                    weight = 1 + sum(self.weights[id(p)] for p in parts)
                    self.weights[id(node)] = min(weight, MAX_SORTED + 1)
                    order.append(node)
            elif id(node) not in self.plans:
                plan = self._plan(node)
                self.plans[id(node)] = (node, plan)
                pending.append((node, True))
                pending.extend((p, False) for p in reversed(plan.parts))
        return order

    def _find_free(self, order: Sequence[Any], roots: Sequence[Any]) -> None:
        free: dict[int, frozenset[Any]] = {}
        names: list[Any] = []
        for node in order:
            plan = self.plans[id(node)][1]
            names.append(node)
            if isinstance(node, sympy.Symbol):
                found = frozenset({node})
            elif plan.binds is not None:
                self.bound.add(plan.binds)
                names.append(plan.binds)
                found = free[id(plan.parts[0])] - {plan.binds}
                found = found.union(*(free[id(p)] for p in plan.parts[1:]))
            else:
                found = frozenset().union(*(free[id(p)] for p in plan.parts))
            free[id(node)] = found
        self.free = frozenset().union(*(free[id(root)] for root in roots)) - self.indices
        for label in sorted(self.free, key=str):
            if isinstance(label, sympy.Dummy):
                raise StatementError(
                    f"{label.name} is a Dummy that no sum binds; "
                    f"declare it Symbol({label.name!r}) so that it has a name"
                )
        self._name(names)

    def _name(self, nodes: Sequence[Any]) -> None:
        """Give one meaning to each name, and names to the dummies."""
        for node in nodes:
            named = meaning_of(node)
            if named is not None:
                name, meaning = named
                first = self.named.setdefault(name, meaning)
                if first != meaning:
                    raise StatementError(
                        f"{name} is used both as {first[0]} and as {meaning[0]}; "
                        "declare it once and use that everywhere"
                    )
        for node in nodes:
            if isinstance(node, sympy.Dummy) and node not in self.dummies:
                self.dummies[node] = self._fresh(node.name)

    def _fresh(self, name: str) -> str:
        return fresh(name, {*self.named, *self.dummies.values()})

    def _plan(self, node: Any) -> _Plan:
        if isinstance(node, Term):
            return _Plan((), lambda: node)
        if not isinstance(node, (sympy.Basic, sympy.MatrixBase)):
            return _Plan((), lambda: plain(node))
        for kind in type(node).__mro__:
            if kind in _READERS:
                return _READERS[kind](self, node)
        raise StatementError(refusal(node))

    # Leaves

    def symbol(self, node: Any) -> _Plan:
        if type(node) not in (sympy.Symbol, sympy.Dummy):
            raise StatementError(refusal(node))
        return _Plan((), lambda: self._symbol_term(node))

    def _symbol_term(self, label: Any) -> Term:
        sort, name = symbol_sort(label), self.dummies.get(label, label.name)
        if label in self.bound and label not in self.free:
            sort = integer_part(sort, name)
        return symbol(name, sort)

    def rational(self, node: Any) -> _Plan:
        return _Plan((), lambda: number(Fraction(int(node.p), int(node.q))))

    # Arithmetic

    def sum(self, node: Any) -> _Plan:
        args = tuple(node.args)

        def build(*terms: Term) -> Term:
            order = list(range(len(args)))
            if self._is_evaluated(node):
                order = reading_order(args)
            parts = [terms[k] for k in order]
            for k in range(1, len(parts)):
                if parts[k].head == "number" and parts[k].data < 0:
                    parts[k] = neg(number(-parts[k].data))
            return add(*parts)

        return _Plan(args, build)

    def product(self, node: Any) -> _Plan:
        """Of scalars and matrices; the order of what is unevaluated is kept."""
        args = tuple(node.args)
        if isinstance(node, sympy.MatMul) and isinstance(args[0], sympy.Mul):
            scalars = tuple(args[0].args)
            if is_flat(args[0]) and sympy.Mul(*scalars) == args[0]:
                args = scalars + args[1:]
        factors = [divisor(a) or (a, False) for a in args]

        def build(*terms: Term) -> Term:
            order = list(range(len(terms)))
            if self._is_evaluated(node):
                order.sort(key=lambda k: args[k].sort_key())
            elif not isinstance(node, sympy.MatMul):
                return fold([divides for _, divides in factors], terms)
            return gather([(terms[k], factors[k][1]) for k in order])

        return _Plan(tuple(part for part, _ in factors), build)

    def _is_evaluated(self, node: Any) -> bool:
        """Whether the order of the arguments is SymPy's own and carries no meaning."""
        if not self.evaluates or type(node) not in (sympy.Add, sympy.Mul):
            return False
        if self.weights[id(node)] > MAX_SORTED:
            return False
        return is_flat(node) and bool(type(node)(*node.args) == node)

    def power(self, node: Any) -> _Plan:
        base, exponent = node.args[:2]
        divided = divisor(node)
        if divided is not None:
            return _Plan(divided[:1], lambda term: div(ONE, term))
        if exponent == sympy.Rational(1, 2) and not is_matrix(base):
            return _Plan((base,), lambda term: call("sqrt", term))
        if is_matrix(base) and exponent.is_Integer and exponent < 0:
            return _Plan((base,), lambda term: inverse_power(term, -int(exponent)))
        return _Plan((base, exponent), power)

    # Functions

    def function(self, node: Any) -> _Plan:
        name = _FUNCTION_NAMES.get(type(node))
        args = tuple(node.args)
        if name in ("max", "min") and len(args) == 1:
            return _Plan(args, lambda term: term)
        if name == "exp" and is_matrix(args[0]):
            return _Plan(args, lambda term: call("matexp", term))
        if name == "log" and len(args) == 2:
            return _Plan(args, lambda x, base: div(call("log", x), call("log", base)))
        if name is None:
            raise StatementError(refusal(node))
        if len(args) != 1 and name in ("fibonacci", "harmonic"):
            raise StatementError(f"{short(node)} is not accepted: {name} takes one argument here")
        return _Plan(args, lambda *terms: call(name, *terms))

    def reciprocal(self, node: Any) -> _Plan:
        name = OF_RECIPROCAL[type(node)]
        return _Plan(tuple(node.args), lambda z: call(name, div(ONE, z)))

    def applied(self, node: Any) -> _Plan:
        sort = family_of(node)
        return _Plan(
            tuple(node.args),
            lambda *terms: apply(symbol(node.func.__name__, sort), *terms),
        )

    def indexed(self, node: Any) -> _Plan:
        label = node.base.label
        if not isinstance(label, sympy.Symbol):
            raise StatementError(f"the base of {short(node)} is not a name")
        sort = family_sort((INTEGER,) * len(node.indices), symbol_sort(label))

        def build(*terms: Term) -> Term:
            for place in terms:
                check_integer(place, f"an index of {label.name}")
            return apply(symbol(label.name, sort), *terms)

        return _Plan(tuple(node.indices), build)

    # Ranges

    def range(self, node: Any) -> _Plan:
        """A sum or product, one range at a time from the outside."""
        kind = sympy.Sum if isinstance(node, sympy.Sum) else sympy.Product
        *inner, outer = node.limits
        body = node.function
        for limit in inner:
            body = binder(kind, body, *limit_of(node, limit))
        return self._binder("sum" if kind is sympy.Sum else "product", body, limit_of(node, outer))

    def matrix_range(self, node: Any) -> _Plan:
        head = next(h for h, c in BINDER_CLASSES.items() if isinstance(node, c))
        return self._binder(head, node.args[0], limit_of(node, node.args[1]))

    def _binder(self, head: str, body: Any, limit: tuple[Any, Any, Any]) -> _Plan:
        label = limit[0]

        def build(inner: Term, lower: Term, upper: Term) -> Term:
            read = self._symbol_term(label)
            index = symbol(read.name, integer_part(read.sort, read.name))
            bounds = {s.name for s in free_symbols(lower) | free_symbols(upper)}
            if index.name in bounds or (label in self.free and index != read):
                index = symbol(self._fresh(index.name), index.sort)
            # A term written inside the expression has the symbol as it was declared.
            declared = symbol(read.name, symbol_sort(label))
            values = {s: index for s in (read, declared) if s != index}
            return Term(head, (index, lower, upper, substitute(inner, values)))

        return _Plan((body, *limit[1:]), build, label)

    # Matrices

    def explicit(self, node: Any) -> _Plan:
        rows, columns = node.shape
        if not rows or not columns:
            raise StatementError(f"a matrix of shape {rows} x {columns} has no entries")
        grid = tuple(node[i, j] for i in range(rows) for j in range(columns))
        return _Plan(
            grid,
            lambda *terms: matrix(terms[i * columns : (i + 1) * columns] for i in range(rows)),
        )

    def matrix_symbol(self, node: Any) -> _Plan:
        def build(rows: Term, columns: Term) -> Term:
            for size in (rows, columns):
                check_integer(size, f"a dimension of {node.name}")
            return symbol(node.name, matrix_sort(rows, columns))

        return _Plan(tuple(node.shape), build)

    def matrix_family(self, node: Any) -> _Plan:
        def build(rows: Term, columns: Term, *terms: Term) -> Term:
            sort = family_sort((COMPLEX,) * len(terms), matrix_sort(rows, columns))
            return apply(symbol(node.name, sort), *terms)

        return _Plan((*node.shape, *node.arguments), build)

    def element(self, node: Any) -> _Plan:
        return _Plan(tuple(node.args), lambda a, i, j: call("entry", a, i, j))

    def adjoint(self, node: Any) -> _Plan:
        arg = node.args[0]
        if isinstance(arg, sympy.Transpose):
            return _Plan((arg.args[0],), lambda a: call("conj", a))
        return _Plan((arg,), lambda a: call("adjoint", a))

    def kronecker(self, node: Any) -> _Plan:
        def build(*terms: Term) -> Term:
            result = terms[0]
            for term in terms[1:]:
                result = call("kronecker", result, term)
            return result

        return _Plan(tuple(node.args), build)

    def blocks(self, node: Any) -> _Plan:
        """Block matrices of explicit size, entry by entry."""
        if not all(sympy.sympify(size).is_Integer for size in node.shape):
            raise StatementError(refusal(node))
        return _Plan((node.as_explicit(),), lambda a: a)


def _call(name: str, arity: int = 1) -> Callable[[_Reader, Any], _Plan]:
    return lambda _, node: _Plan(tuple(node.args[:arity]), lambda *terms: call(name, *terms))


def _leaf(term: Term) -> Callable[[_Reader, Any], _Plan]:
    return lambda _, node: _Plan((), lambda: term)


_FUNCTION_NAMES: dict[Any, str] = {c: name for name, c in FUNCTION_CLASSES.items()}

_READERS: dict[Any, Callable[[_Reader, Any], _Plan]] = {
    sympy.Symbol: _Reader.symbol,
    sympy.Idx: lambda _, node: _Plan((node.label,), lambda a: a),
    sympy.Rational: _Reader.rational,
    sympy.core.numbers.Pi: _leaf(PI),
    sympy.core.numbers.ImaginaryUnit: _leaf(I),
    sympy.core.numbers.Exp1: _leaf(call("exp", 1)),
    sympy.Add: _Reader.sum,
    sympy.MatAdd: _Reader.sum,
    sympy.Mul: _Reader.product,
    sympy.MatMul: _Reader.product,
    sympy.Pow: _Reader.power,
    sympy.MatPow: _Reader.power,
    **dict.fromkeys(_FUNCTION_NAMES, _Reader.function),
    **dict.fromkeys(OF_RECIPROCAL, _Reader.reciprocal),
    AppliedUndef: _Reader.applied,
    sympy.Indexed: _Reader.indexed,
    sympy.Sum: _Reader.range,
    sympy.Product: _Reader.range,
    MatrixBinder: _Reader.matrix_range,
    sympy.MatrixBase: _Reader.explicit,
    sympy.MatrixSymbol: _Reader.matrix_symbol,
    MatrixFamily: _Reader.matrix_family,
    MatrixElement: _Reader.element,
    Defined: lambda _, node: _Plan(tuple(node.args), node.read),
    inner: _call("inner", 2),
    norm: _call("norm"),
    scalar: _call("scalar"),
    sympy.Identity: _call("identity"),
    sympy.ZeroMatrix: _call("zero", 2),
    sympy.Transpose: _call("transpose"),
    sympy.Adjoint: _Reader.adjoint,
    sympy.transpose: _call("transpose"),
    sympy.adjoint: _call("adjoint"),
    sympy.Inverse: _call("inv"),
    sympy.Trace: _call("trace"),
    sympy.Determinant: _call("det"),
    MatrixExp: _call("matexp"),
    sympy.KroneckerProduct: _Reader.kronecker,
    sympy.BlockMatrix: _Reader.blocks,
    Written: lambda _, node: _Plan((), lambda: node.term),
}
