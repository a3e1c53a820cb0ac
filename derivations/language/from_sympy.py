"""SymPy expressions as terms.

What arrives is read node by node; what SymPy evaluated before it arrived is read as it arrived.

*   While evaluation is on, sums and products are SymPy's own and are put into the order in which
    people write them; with evaluation off (`as_written()`) they stand as they were written.
    `x + (-1)*y` is read as x - y, and factors with a negative rational exponent as divisors.
*   Assumptions become sorts and hypotheses (see `assumptions`).
*   An index of a sum or product is an integer, also when its symbol was not declared so, and is
    renamed where its name also stands for something else.  A `Dummy` that is bound gets a name.
*   Derivatives and integrals are in real variables, which stand for all reals (see `calculus`).
*   `IndexedBase("s", real=True)[l]` is a value of a family over integers, and
    `Function("f", real=True)(t)` one of a family over complex numbers, whatever its arguments are:
    the sort of f then does not depend on where f is used, and nothing is lost, since any function
    on a subset of the complex numbers extends to all of them.
*   `MatrixSymbol("A", m, n)` is a complex matrix, unless the hypotheses say more.  An integer that
    is a size of a matrix is at least 1, whatever else is said of it.
*   `asec(z)` is acos(1/z), and likewise acsc, asech, acsch and acoth; `log(z, b)` a quotient.
*   `exp(A)` of a matrix is its matrix exponential, `Adjoint(Transpose(A))` its conjugate.
*   `Heaviside(x)` is (1 + sign(x))/2; a `HadamardProduct` of known size is written out; a
    `OneMatrix` is a stack of ones, or two; what `UnevaluatedExpr` holds is as written anyway.
*   `Piecewise`, and so `KroneckerDelta`, is a term of its own only on the way to a statement, which
    is split into its cases; so is `gradient`, of which a statement says what it is.

Refused are floats, because they are not exact; functions where SymPy's have other values than ours
(`floor` of what is not manifestly real); what shows that SymPy lost a part of it; and whatever has
no meaning among terms, each with what to write instead.  Text is never read here, and nothing is
evaluated as code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import sympy
from sympy.core.function import AppliedUndef
from sympy.core.parameters import global_parameters

from derivations.language import assumptions, calculus, sympy_calculus, term_sorts
from derivations.language.as_written import as_sympy, is_as_written
from derivations.language.calculus_statements import UNSTATED
from derivations.language.calculus_words import Indicated, MatrixDerivative, gradient
from derivations.language.definitions import Defined
from derivations.language.heads import HEADS
from derivations.language.limits import limits
from derivations.language.sorts import COMPLEX, INTEGER, Sort, family_sort, matrix_sort
from derivations.language.statements import Relation, StatementError
from derivations.language.substitution import free_symbols, fresh, substitute, subterms
from derivations.language.sympy_arithmetic import (
    check_whole, divisor, fold, gather, inverse_power, is_flat, reading_order,
)
from derivations.language.sympy_faults import plain, refusal, short
from derivations.language.sympy_names import (
    check_integer, family_of, index_symbol, limit_of, meaning_of, sizes_in, value_sort,
)
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, apply, call, div, matrix, mul, neg, number, power, symbol,
)
from derivations.language.text import term_text
from derivations.language.to_sympy import FUNCTION_CLASSES, MATRIX_CLASSES, OF_RECIPROCAL, binder
from derivations.language.tokens import REFUSED
from derivations.language.vocabulary import BINDER_CLASSES, MatrixBinder, MatrixFamily, is_matrix


def from_sympy(expr: Any) -> Term:
    """The term of a SymPy expression or matrix, an int or a Fraction; a term is itself.

    Raises: StatementError, saying what would be accepted.

    >>> x, k = sympy.Symbol("x"), sympy.Symbol("k")
    >>> from_sympy(sympy.Sum(x**k / 2, (k, 0, 3)) - 1 / x)
    Sum(x**k/2, (k, 0, 3)) - 1/x
    """
    reader = Reader()
    term = reader.read(expr)[0]
    if reader.hypotheses() or any(node.head in UNSTATED for node in subterms(term)):
        raise StatementError(
            f"{short(expr)} comes with hypotheses or cases, which only a statement has"
        )
    return term


# Reading


class _Plan(NamedTuple):
    """How a node is read: its parts, what to make of their terms, and the symbols it binds.

    binds: the symbols bound in the first part.
    indices: whether these stand for integers.
    """

    parts: tuple[Any, ...]
    build: Callable[..., Term]
    binds: tuple[Any, ...] = ()
    indices: bool = False


def _may_lie_in(term: Term, sort: Sort) -> bool:
    """Whether an argument, as it is written, may be of a scalar sort.

    In SymPy a family has values at all arguments; so one that is never of the sort is refused,
    rather than found undefined.
    """
    if sort.kind == "complex":
        return True
    if term.head == "number":
        value: Fraction = term.data
        whole = value.denominator == 1
        return {
            "real": True, "integer": whole,
            "natural": whole and value >= 0, "posint": whole and value > 0,
            "positive": value > 0, "nonnegative": value >= 0, "negative": value < 0,
        }.get(sort.kind, False)  # fmt: skip
    if term.head == "symbol":
        return term.sort.within(sort.kind) or sort.within(term.sort.kind)
    if term.head != "add" or any(part.head == "i" for part in term.args):
        return False
    return any(part.head == "symbol" for part in term.args)


class Reader:
    """Reads expressions that belong together: one name means one thing in all of them."""

    def __init__(self) -> None:
        # What `Q....` adds: to symbols, to matrices, and to families, with what they are over.
        self.assumed: dict[Any, dict[str, bool]] = {}
        self.properties: dict[str, tuple[str, ...]] = {}
        self.over: dict[str, tuple[Sort, ...]] = {}
        self.sizes: set[Any] = set()  # integers that are sizes of matrices, and so at least 1
        self.ranged: set[Any] = set()
        self.ranges: dict[Any, tuple[Term, Term]] = {}
        self.plans: dict[int, tuple[Any, _Plan]] = {}
        self.terms: dict[int, Term] = {}
        self.named: dict[str, Any] = {}
        self.bound: set[Any] = set()
        self.indices: set[Any] = set()
        self.free: frozenset[Any] = frozenset()
        self.dummies: dict[Any, str] = {}
        # Bodies of definitions with their parameters, and the symbols that are free in them.
        self.bodies: dict[Any, tuple[Term, ...]] = {}
        self.inside: frozenset[Any] = frozenset()

    def read(self, *roots: Any) -> tuple[Term, ...]:
        """The terms of expressions, in which a name means one thing."""
        self.sizes |= sizes_in(roots)
        self.evaluated = global_parameters.evaluate
        self.damaged = not self.evaluated and not is_as_written()
        with as_sympy():
            return self._read(roots)

    def _read(self, roots: Sequence[Any]) -> tuple[Term, ...]:
        order = self._order(roots)
        self._find_free(order, roots)
        for node in order:
            plan = self.plans[id(node)][1]
            self.terms[id(node)] = plan.build(*(self.terms[id(p)] for p in plan.parts))
        return tuple(self.terms[id(root)] for root in roots)

    def sort_of(self, label: Any) -> tuple[Sort, tuple[tuple[str, bool], ...]]:
        said, more = assumptions.declared(label), self.assumed.get(label, {})
        if label in self.sizes:
            more = {**more, "positive": True}
        return assumptions.scalar_sort(label.name, assumptions.both(label.name, said, more))

    def hypotheses(self) -> dict[Term, tuple[Relation, ...]]:
        """What is assumed of the free symbols that was read, beyond their sorts."""
        found = {}
        for label in sorted(self.free, key=str):
            term = self._symbol_term(label)
            said = assumptions.relations(term, self.sort_of(label)[1])
            if label in self.ranges:
                lower, upper = self.ranges[label]
                said += (Relation("<=", lower, term), Relation("<=", term, upper))
            if said:
                found[term] = said
        return found

    def _order(self, roots: Sequence[Any]) -> list[Any]:
        """Every node once, parts first; plans on the way."""
        order: list[Any] = []
        pending: list[tuple[Any, bool]] = [(root, False) for root in reversed(roots)]
        while pending:
            node, expanded = pending.pop()
            if expanded:
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
                if node in self.ranged:
                    raise StatementError(
                        f"{node} is used both as an Idx with a range and as a Symbol; use the Idx"
                    )
            elif isinstance(node, sympy.Idx):
                names.append(node.label)
                found = frozenset({node.label}).union(*(free[id(p)] for p in plan.parts))
            elif plan.binds:
                self.bound.update(plan.binds)
                self.indices.update(plan.binds if plan.indices else ())
                names += plan.binds
                found = free[id(plan.parts[0])].difference(plan.binds)
                found = found.union(*(free[id(p)] for p in plan.parts[1:]))
            else:
                found = frozenset().union(*(free[id(p)] for p in plan.parts))
            free[id(node)] = found
        self.free = self.inside.union(*(free[id(root)] for root in roots))
        self.check_outside(self.bound)
        for label in sorted(self.free, key=str):
            if isinstance(label, sympy.Dummy):
                raise StatementError(
                    f"{label.name} is a Dummy that no sum binds; "
                    f"declare it Symbol({label.name!r}) so that it has a name"
                )
        self._name(names)

    def check_outside(self, bound: Collection[Any]) -> None:
        """Refuse what is bound here and free in the body of a definition, where it is another."""
        for label in sorted(self.inside.intersection(bound), key=str):
            raise StatementError(
                f"{label} is bound here and stands in the body of a definition, where it is "
                "another one; make it a parameter of the definition"
            )

    def _name(self, nodes: Sequence[Any]) -> None:
        """Give one meaning to each name, and names to the dummies."""
        for node in nodes:
            named = meaning_of(node)
            if named is not None:
                self._mean(*named)
        for node in nodes:
            if isinstance(node, sympy.Dummy) and node not in self.dummies:
                self.dummies[node] = self._fresh(node.name)

    def _mean(self, name: str, meaning: Any) -> None:
        if name in REFUSED:
            raise StatementError(f"the name {name} could not be told from a value; choose another")
        first = self.named.setdefault(name, meaning)
        if first != meaning:
            raise StatementError(
                f"{name} is used both as {first[0]} and as {meaning[0]}; "
                "declare it once and use that everywhere"
            )

    def _fresh(self, name: str) -> str:
        return fresh(name, {*self.named, *self.dummies.values()})

    def _plan(self, node: Any) -> _Plan:
        if isinstance(node, Term):
            return _Plan((), lambda: node)
        if not isinstance(node, (sympy.Basic, sympy.MatrixBase)):
            return _Plan((), lambda: plain(node))
        for kind in type(node).__mro__:
            if kind in _READERS:
                if self.damaged and kind in _EVALUATING:
                    raise StatementError(
                        f"{short(node)} is not accepted: sympy.evaluate(False) loses parts of "
                        "matrix sums, products and powers; open derivations.as_written() instead"
                    )
                return _READERS[kind](self, node)
        raise StatementError(refusal(node))

    # Leaves

    def symbol(self, node: Any) -> _Plan:
        if type(node) not in (sympy.Symbol, sympy.Dummy):
            raise StatementError(refusal(node))
        return _Plan((), lambda: self._symbol_term(node))

    def _symbol_term(self, label: Any) -> Term:
        (sort, left), name = self.sort_of(label), self.dummies.get(label, label.name)
        if label in self.indices and label not in self.free:
            if left:
                raise StatementError(
                    f"the index {name} runs over all integers of its range; declare it "
                    f"Symbol({name!r}, integer=True)"
                )
            sort = INTEGER
        return symbol(name, sort)

    def idx(self, node: Any) -> _Plan:
        label = node.label
        if not isinstance(label, sympy.Symbol):
            return _Plan((label,), lambda value: value)
        if node.lower is None or node.upper is None:
            return _Plan((label,), lambda term: term)
        self.ranged.add(label)

        def build(lower: Term, upper: Term) -> Term:
            if self.ranges.setdefault(label, (lower, upper)) != (lower, upper):
                raise StatementError(
                    f"{label} is the name of indices with two ranges; give each a name of its own"
                )
            return self._symbol_term(label)

        return _Plan((node.lower, node.upper), build)

    def rational(self, node: Any) -> _Plan:
        return _Plan((), lambda: number(Fraction(int(node.p), int(node.q))))

    # Arithmetic

    def sum(self, node: Any) -> _Plan:
        args = tuple(node.args)

        def build(*terms: Term) -> Term:
            if not self._is_evaluated(node):
                return add(*terms)
            parts = [terms[k] for k in reading_order(args)]
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
        if any(is_matrix(a) for a in args):
            for part in args:
                check_whole(part, node)
        factors = [divisor(a) or (a, False) for a in args]
        divides = [divisible for _, divisible in factors]

        def build(*terms: Term) -> Term:
            whole = isinstance(node, sympy.MatMul) or self._is_evaluated(node)
            return gather(divides, terms) if whole else fold(divides, terms)

        return _Plan(tuple(part for part, _ in factors), build)

    def _is_evaluated(self, node: Any) -> bool:
        """Whether the order of the arguments is SymPy's own and carries no meaning."""
        if not self.evaluated or type(node) not in (sympy.Add, sympy.Mul):
            return False
        return is_flat(node) and bool(type(node)(*node.args) == node)

    def power(self, node: Any) -> _Plan:
        base, exponent = node.args[:2]
        if is_matrix(base):
            check_whole(exponent, node)
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
        if name in ("max", "min") and not args:
            raise StatementError(f"{short(node)} is not accepted: it is of at least one number")
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

        def build(*terms: Term) -> Term:
            if name in _OF_REALS and not all(map(term_sorts.is_real, terms)):
                raise StatementError(
                    f"{short(node)} is not accepted: {type(node).__name__} of numbers that are "
                    "not real has values in SymPy and none here; declare its symbols real, or "
                    "integer"
                )
            return call(name, *terms)

        return _Plan(args, build)

    def reciprocal(self, node: Any) -> _Plan:
        name = OF_RECIPROCAL[type(node)]

        def build(z: Term) -> Term:
            if isinstance(node, sympy.acoth) and not term_sorts.is_nonzero(z):
                raise StatementError(
                    f"{short(node)} is not accepted: at 0, SymPy's acoth has the value I*pi/2; "
                    "write atanh(1/z), or declare what it is of positive, negative or nonzero"
                )
            if z == number(0):
                raise StatementError(f"{short(node)} is not accepted: it has a pole at 0")
            return call(name, div(ONE, z))

        return _Plan(tuple(node.args), build)

    def cases(self, node: Any) -> _Plan:
        """A Piecewise, for as long as it takes to split the statement that it stands in."""
        values, conditions = zip(*node.args, strict=True)
        if isinstance(conditions[0], Indicated) and (values, conditions[1:]) == ((1, 0), (True,)):
            return _Plan(conditions[:1], lambda said: said)
        if conditions[-1] != sympy.true:
            raise StatementError(f"{short(node)} is not accepted: end it with (value, True)")
        for condition in conditions[:-1]:
            if type(condition) not in RELATIONS:
                raise StatementError(
                    f"the condition {short(condition)} is not accepted: a condition is one "
                    "equation or order; nest Piecewise for more"
                )
        kinds = [RELATIONS[type(condition)] for condition in conditions[:-1]]
        sides = [side for condition in conditions[:-1] for side in condition.args]

        def build(*terms: Term) -> Term:
            tests, read = [], terms[len(values) :]
            for k, (operator, flipped) in enumerate(kinds):
                left, right = read[2 * k : 2 * k + 2][:: -1 if flipped else 1]
                if operator in ("<", "<=") and not all(map(term_sorts.is_real, (left, right))):
                    raise StatementError(
                        f"the condition {short(conditions[k])} is an order of numbers that may "
                        "be not real; declare its symbols real"
                    )
                tests += [left, right]
            data = tuple(operator for operator, _ in kinds)
            return Term("piecewise", (*terms[: len(values)], *tests), data)

        return _Plan((*values, *sides), build)

    def delta(self, node: Any) -> _Plan:
        """1 where two numbers are equal, else 0."""
        if len(node.args) != 2:
            raise StatementError(
                f"{short(node)} is not accepted: it is 0 outside of its range; write it without, "
                "and the range among the hypotheses"
            )

        def build(i: Term, j: Term) -> Term:
            if i == j and i.head in ("number", "symbol"):
                return ONE
            return Term("piecewise", (ONE, number(0), i, j), ("==",))

        return _Plan(node.args, build)

    def heaviside(self, node: Any) -> _Plan:
        if node.args[1:] not in ((), (sympy.Rational(1, 2),)):
            raise StatementError(
                f"{short(node)} is not accepted: write Piecewise((0, x < 0), (value, Eq(x, 0)), "
                "(1, True))"
            )

        def build(x: Term) -> Term:
            if not term_sorts.is_real(x):
                raise StatementError(f"{short(node)} is not accepted: declare its symbols real")
            return div(add(ONE, call("sign", x)), number(2))

        return _Plan(node.args[:1], build)

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
        if node.base.shape is not None:
            raise StatementError(
                f"the shape of {label.name} is not read, its indices are all integers: write "
                f'IndexedBase("{label.name}") and give the range where it matters'
            )
        value = value_sort(label.name, assumptions.declared(label))
        sort = family_sort((INTEGER,) * len(node.indices), value)

        def build(*terms: Term) -> Term:
            for place in terms:
                check_integer(place, f"an index of {label.name}")
            return apply(symbol(label.name, sort), *terms)

        return _Plan(tuple(node.indices), build)

    def defined(self, node: Any) -> _Plan:
        """The body of a definition, read with what is assumed here; its parameters are its own."""
        definition = type(node)
        if definition not in self.bodies:
            inside = Reader()
            inside.assumed, inside.properties, inside.over = (
                self.assumed, self.properties, self.over,
            )
            inside.sizes = self.sizes
            inside.evaluated, inside.damaged = node.evaluated, False
            its = (*node.parameters, *node.sizes)
            self.bodies[definition] = inside._read((node.body, *its))
            inside.check_outside(its)
            self.inside |= inside.free.difference(its) | inside.inside
            own = {p.name for p in its}
            for name, meaning in inside.named.items():
                if name not in own:
                    self._mean(name, meaning)
        body, *variables = self.bodies[definition]
        values = node.values()
        parts = (*node.args, *(values[size] for size in node.sizes))

        def build(*terms: Term) -> Term:
            sympy_calculus.check_reality(node, dict(zip(variables, terms, strict=True)))
            return definition.put(body, variables, terms)  # type: ignore[no-any-return]

        return _Plan(parts, build)

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
            # What an index ranges over is said by its bounds alone.
            read = self._symbol_term(label)
            for part in subterms(inner) if self.over else ():
                if part.head == "apply" and read in part.args[1:]:
                    self._check_first(part, read, lower)
            bounds = {s.name for s in free_symbols(lower) | free_symbols(upper)}
            clashes = label in self.free and not read.sort.within("integer")
            renamed = read.name in bounds or clashes
            index = symbol(self._fresh(read.name) if renamed else read.name, INTEGER)
            if read != index:
                inner = substitute(inner, {read: index})
            return Term(head, (index, lower, upper, inner))

        return _Plan((body, *limit[1:]), build, (label,), indices=True)

    # Derivatives and integrals

    def derivative(self, node: Any) -> _Plan:
        """By each variable in turn, which keeps the value that it has outside."""
        orders = sympy_calculus.orders_of(node)
        return _Plan(
            (node.args[0], *(by for by, _ in orders)),
            lambda body, *variables: sympy_calculus.derivative(orders, body, variables),
        )

    def _pointed(self, head: str, body: Any, place: Sequence[Any]) -> _Plan:
        """What is said of the function of the first of what is in its place."""
        label = index_symbol(place[0])

        def build(inner: Term, *outer: Term) -> Term:
            by = self._symbol_term(label)
            sympy_calculus.check_variable(by, label)
            return calculus.pointed(head, inner, by, *outer)

        return _Plan((body, *place[1:]), build, (label,))

    def matrix_derivative(self, node: Any) -> _Plan:
        sympy_calculus.check_by(node, node.args[1])
        return self._pointed("diff", node.args[0], node.args[1:])

    def integral(self, node: Any) -> _Plan:
        """Over one variable at a time from the outside."""
        body = node.function
        *inner, outer = (sympy_calculus.ends_of(node, limit) for limit in node.limits)
        for limit in inner:
            body = binder(sympy.Integral, body, *limit)
        return self._pointed("integral", body, outer)

    def indicator(self, node: Any) -> _Plan:
        return self._pointed(type(node).__name__, *node.args)

    def gradient(self, node: Any) -> _Plan:
        sympy_calculus.check_gradient(node)
        return _Plan(node.args, lambda body, by: sympy_calculus.gradient(body, by))

    def at_values(self, node: Any) -> _Plan:
        """`Subs(expr, (x, y), (a, b))`."""
        sympy_calculus.check_values(node)
        expr, variables, values = node.args
        labels = tuple(map(index_symbol, variables))

        def build(body: Term, *terms: Term) -> Term:
            values = dict(zip(map(self._symbol_term, labels), terms, strict=True))
            sympy_calculus.check_reality(node, values)
            return calculus.at_values(body, values)

        return _Plan((expr, *values), build, labels)

    # Matrices

    def explicit(self, node: Any) -> _Plan:
        rows, columns = node.shape
        if not rows or not columns:
            raise StatementError(f"a matrix of shape {rows} x {columns} has no entries")
        if rows * columns > limits.entries:
            raise StatementError(
                f"a matrix of {rows * columns} entries, at most {limits.entries} are read "
                f"({limits.setting('entries')})"
            )
        grid = tuple(node[i, j] for i in range(rows) for j in range(columns))
        return _Plan(
            grid,
            lambda *terms: matrix(terms[i * columns : (i + 1) * columns] for i in range(rows)),
        )

    def ones(self, node: Any) -> _Plan:
        """A matrix of ones: a column, a row, or the product of both."""
        rows, columns = map(sympy.sympify, node.shape)
        if rows.is_Integer and columns.is_Integer:
            return self.explicit(sympy.ones(int(rows), int(columns)))
        index = symbol(self._fresh("k"), INTEGER)

        def column(size: Term) -> Term:
            return Term("stack", (index, ZERO, add(size, neg(ONE)), ONE))

        def build(m: Term, n: Term) -> Term:
            if n == ONE:
                return column(m)
            row = call("transpose", column(n))
            return row if m == ONE else mul(column(m), row)

        return _Plan((rows, columns), build)

    def matrix_symbol(self, node: Any) -> _Plan:
        def build(rows: Term, columns: Term) -> Term:
            for size in (rows, columns):
                check_integer(size, f"a dimension of {node.name}")
            return symbol(node.name, self._matrix_sort(node.name, rows, columns))

        return _Plan(tuple(node.shape), build)

    def _matrix_sort(self, name: str, rows: Term, columns: Term) -> Sort:
        return matrix_sort(rows, columns, *self.properties.get(name, ()))

    def matrix_family(self, node: Any) -> _Plan:
        def build(rows: Term, columns: Term, *terms: Term) -> Term:
            over = self.over.get(node.name, (COMPLEX,) * len(terms))
            for term, index in zip(terms, over, strict=True):
                if not _may_lie_in(term, index):
                    raise StatementError(
                        f"what {node.name} is, is said over {index.kind} arguments, and "
                        f"{short(node)} is not seen to be one of these; say it of all of them"
                    )
            sort = family_sort(over, self._matrix_sort(node.name, rows, columns))
            return apply(symbol(node.name, sort), *terms)

        return _Plan((*node.shape, *node.arguments), build)

    def _check_first(self, value: Term, index: Term, lower: Term) -> None:
        """Refuse a sum that begins at a number at which it is not said what a family is."""
        over = zip(value.args[1:], self.over.get(value.args[0].name, ()), strict=False)
        for term, sort in over:
            whole = sort.within("nonnegative")
            if term == index and whole and term_sorts.is_of(lower, "negative"):
                raise StatementError(
                    f"what {value.args[0].name} is, is said over {sort.kind} arguments, and its "
                    f"index {index.name} begins at {term_text(lower)}; say it of all of them"
                )

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

    def entrywise(self, node: Any) -> _Plan:
        """A product of matrices entry by entry."""
        shape = tuple(map(sympy.sympify, node.shape))
        if not all(size.is_Integer for size in shape):
            raise StatementError(
                f"{short(node)} is not accepted: state it of the entries, A[i, j]*B[i, j]"
            )
        rows, columns = map(int, shape)

        def entry(term: Term, i: int, j: int) -> Term:
            return call("entry", term, number(i), number(j))

        return _Plan(
            tuple(node.args),
            lambda *terms: matrix(
                [mul(*(entry(t, i, j) for t in terms)) for j in range(columns)]
                for i in range(rows)
            ),
        )

    def blocks(self, node: Any) -> _Plan:
        return _Plan(
            tuple(node.blocks), lambda *terms: Term("blocks", terms, node.blocks.shape)
        )


def _call(name: str) -> Callable[[Reader, Any], _Plan]:
    arity = len(HEADS[name].sorts)
    return lambda _, node: _Plan(tuple(node.args[:arity]), lambda *terms: call(name, *terms))


def _leaf(term: Term) -> Callable[[Reader, Any], _Plan]:
    return lambda _, node: _Plan((), lambda: term)


# Functions that have values in SymPy where ours have none.
_OF_REALS = ("floor", "ceiling", "mod", "atan2")
# Matrices whose operators evaluate.
_EVALUATING = (sympy.MatAdd, sympy.MatMul, sympy.MatPow)
# How the relations of SymPy are read: the operator, and whether the sides change places.
RELATIONS: dict[Any, tuple[str, bool]] = {
    sympy.Eq: ("==", False),
    sympy.Ne: ("!=", False),
    sympy.Le: ("<=", False),
    sympy.Lt: ("<", False),
    sympy.Ge: ("<=", True),
    sympy.Gt: ("<", True),
}

_FUNCTION_NAMES: dict[Any, str] = {c: name for name, c in FUNCTION_CLASSES.items()}

_READERS: dict[Any, Callable[[Reader, Any], _Plan]] = {
    sympy.Symbol: Reader.symbol,
    sympy.Idx: Reader.idx,
    sympy.Rational: Reader.rational,
    sympy.core.numbers.Pi: _leaf(PI),
    sympy.core.numbers.ImaginaryUnit: _leaf(I),
    sympy.core.numbers.Exp1: _leaf(call("exp", 1)),
    sympy.Add: Reader.sum,
    sympy.MatAdd: Reader.sum,
    sympy.Mul: Reader.product,
    sympy.MatMul: Reader.product,
    sympy.Pow: Reader.power,
    sympy.MatPow: Reader.power,
    **dict.fromkeys(_FUNCTION_NAMES, Reader.function),
    **dict.fromkeys(OF_RECIPROCAL, Reader.reciprocal),
    sympy.Piecewise: Reader.cases,
    sympy.KroneckerDelta: Reader.delta,
    sympy.Heaviside: Reader.heaviside,
    sympy.UnevaluatedExpr: lambda _, node: _Plan(node.args, lambda term: term),
    AppliedUndef: Reader.applied,
    sympy.Indexed: Reader.indexed,
    sympy.Sum: Reader.range,
    sympy.Product: Reader.range,
    sympy.Derivative: Reader.derivative,
    MatrixDerivative: Reader.matrix_derivative,
    sympy.Integral: Reader.integral,
    sympy.Subs: Reader.at_values,
    Indicated: Reader.indicator,
    gradient: Reader.gradient,
    MatrixBinder: Reader.matrix_range,
    sympy.MatrixBase: Reader.explicit,
    sympy.MatrixSymbol: Reader.matrix_symbol,
    MatrixFamily: Reader.matrix_family,
    Defined: Reader.defined,
    **{made: _call(head) for head, made in MATRIX_CLASSES.items()},
    sympy.transpose: _call("transpose"),
    sympy.adjoint: _call("adjoint"),
    sympy.Adjoint: Reader.adjoint,
    sympy.KroneckerProduct: Reader.kronecker,
    sympy.BlockMatrix: Reader.blocks,
    sympy.HadamardProduct: Reader.entrywise,
    sympy.matrices.OneMatrix: Reader.ones,
}
