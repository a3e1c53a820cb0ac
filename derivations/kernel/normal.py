"""The normal form of terms.  Equal normal forms mean equal values, whatever the facts are.

Everything is checked on the way: heads with their arguments, sizes, indices, bounds.  A term that
makes no sense is a SortError, one that needs too much is `TooLarge`; every other term has a normal
form, and what is not known of it is an atom.

The index of a binder stands for lower bound plus a natural; its declared sort says nothing.  It has
the name of no symbol that is free in its scope for another reason, and of none in the size of one.
"""

from __future__ import annotations

from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.atoms import PI
from derivations.kernel.definitions import unfolded
from derivations.kernel.families import is_real
from derivations.kernel.forms import Grid, Value, identity, size, zero
from derivations.kernel.polynomial import ONE, Poly, TooLarge
from derivations.kernel.slopes import Slopes
from derivations.kernel.syntax import SortError, inside, need
from derivations.language.heads import FUNCTIONS
from derivations.language.sorts import SUPERSORTS, Sort
from derivations.language.statements import Relation
from derivations.language.substitution import free_symbols, sort_symbols
from derivations.language.terms import BINDERS, POINTED, Term, add, mul, number, power, symbol

MAX_OPENED, MAX_ENTRIES, MAX_BINDERS = 30_000, 10_000, 20

Known = dict[int | Term, tuple[Term, Value]]  # by identity, and by what terms are


class Normalizer(Slopes):
    """The normal forms of one check."""

    def __init__(self) -> None:
        P.restart()
        super().__init__()
        self._known: list[Known] = [{}]  # what depends on no index, then by binder around
        self._opened = 0

    # What is asked of it

    def of(self, term: Term) -> Value:
        """The normal form of a term.  Raises SortError or TooLarge."""
        known = (self._memo(term) if self._scope else self._known[0]).get(id(term))
        if known is not None:
            return known[1]
        pending = [(term, False)]
        while pending:
            node, ready = pending.pop()
            memo = self._memo(node) if self._scope else self._known[0]
            if id(node) in memo:
                continue
            if not ready:
                equal = memo.get(node)
                if equal is not None:
                    memo[id(node)] = (node, equal[1])
                    continue
                parts = inside(node)
                if parts:
                    pending.append((node, True))
                    pending += [(a, False) for a in reversed(parts)]
                    continue
            P.spend(P.EACH + len(node.args))
            memo[id(node)] = memo[node] = (node, self._compute(node))
        return self._memo(term)[id(term)][1]

    def scalar_of(self, term: Term) -> Poly:
        """The normal form of a scalar."""
        value = self.of(term)
        if not isinstance(value, Poly):
            raise SortError(
                f"{term!r} is a matrix where a scalar is needed; the entry of one that is 1 x 1 is "
                "written scalar(A), the exponential of one A.exp()", term.place,
            )
        return value

    def difference(self, relation: Relation) -> Value:
        """The normal form of `left - right`; these are scalars, or matrices of one size."""
        left, right = self.of(relation.left), self.of(relation.right)
        scalars = isinstance(left, Poly), isinstance(right, Poly)
        need(scalars[0] == scalars[1],
             "one side of the relation is a scalar, the other a matrix; a matrix of zeros is "
             "written zeros(m, n), in SymPy ZeroMatrix(m, n)", relation.right)  # fmt: skip
        if isinstance(left, Poly) and isinstance(right, Poly):
            return P.minus(left, right)
        need(relation.operator in ("==", "!="),
             lambda: f"matrices can be related by == and != only, not by {relation.operator}",
             relation.right)  # fmt: skip
        need(size(left) == size(right),
             lambda: f"the two sides are matrices of different sizes: {relation!r}", relation.right)
        return self.add([left, self.scaled(right, P.MINUS_ONE)])

    def dimensions(self, sort: Sort) -> tuple[Poly, Poly]:
        """Rows and columns of a matrix sort."""
        if sort.rows is None or sort.columns is None:
            raise SortError(f"{sort!r} has no size")
        rows, columns = self._dimension(sort.rows), self._dimension(sort.columns)
        need(not sort.properties - {"real"} or rows == columns, lambda: "a matrix that is "
             f"{', '.join(sorted(sort.properties))} must be square", sort.rows)  # fmt: skip
        return rows, columns

    def size_terms(self, term: Term) -> tuple[Term, Term]:
        """Rows and columns of a matrix, as terms."""
        rows, columns = size(self.of(term))
        return self._size_term(rows), self._size_term(columns)

    def _size_term(self, p: Poly) -> Term:
        added = []
        for m, c, _ in p.terms():
            factors = [number(c)] if c != 1 or not m else []
            for g, e in m:
                kind, *data = self.atoms[g].key
                if kind != "symbol":
                    raise TooLarge("the size of a matrix is not made of symbols")
                one = symbol(data[0], Sort(data[1]))
                factors.append(one if e == 1 else power(one, e))
            added.append(mul(*factors) if len(factors) > 1 else factors[0])
        return add(*added) if len(added) > 1 else added[0]

    # Terms

    def _memo(self, term: Term) -> Known:
        """Where the normal form is kept: with what depends on an open index, or with the rest."""
        if self._scope and not free_symbols(term).isdisjoint(self._scope):
            return self._known[-1]
        return self._known[0]

    def _compute(self, term: Term) -> Value:
        """The normal form of a term whose arguments are known."""
        head, args = term.head, term.args
        match head:
            case "number":
                return P.constant(term.data)
            case "i":
                return P.IMAGINARY
            case "pi":
                return P.generator(PI)
            case "symbol":
                return self._symbol(term)
            case "apply":
                return self._apply(term)
            case "add":
                values = [self.of(a) for a in args]
                self._same_sizes(term, values)
                return self.add(values)
            case "mul":
                return self._product_term(term)
            case "neg":
                return self.scaled(self.of(args[0]), P.MINUS_ONE)
            case "div":
                return self.scaled(self.of(args[0]), self.inverse(self.scalar_of(args[1])))
            case "pow":
                return self._power_term(term)
            case "conj":
                return self.conj(self.of(args[0]))
            case "exp":
                return self.exponential(self.scalar_of(args[0]))
            case "sin" | "cos":
                turn = self.exponents(P.scale(self.scalar_of(args[0]), 0, 1))
                if not turn:
                    return P.ONE if head == "cos" else P.ZERO
                back = P.inverse(turn)
                if head == "cos":
                    return P.settle({turn: 1, back: 1}, {}, 2)
                return P.settle({}, {turn: -1, back: 1}, 2)
        if head in BINDERS:
            return self._binder(term)
        if head in POINTED:
            return self._pointed(term)
        scalars = [self.scalar_of(a) for a in args] if head in FUNCTIONS else []
        whole = unfolded(term)
        if whole is not None:
            return self.of(whole)
        if scalars:
            return self.call(head, scalars)
        return self._of_matrices(term)

    def _same_sizes(self, term: Term, values: list[Value]) -> None:
        matrices = [v for v in values if not isinstance(v, Poly)]
        need(len(matrices) in (0, len(values)), lambda: f"{term!r} adds scalars and matrices; "
             "write c*Identity(n) for a scalar times the identity", term)  # fmt: skip
        for v, a in zip(matrices, term.args, strict=False):
            need(size(v) == size(values[0]), lambda: f"{term.args[0]!r} and {a!r} are "  # noqa: B023
                 "matrices of different sizes", term)  # fmt: skip

    def _product_term(self, term: Term) -> Value:
        result, *others = [self.of(a) for a in term.args]
        for v in others:
            if not isinstance(v, Poly) and not isinstance(result, Poly):
                need(size(result)[1] == size(v)[0],
                     lambda: f"the sizes in the product {term!r} do not fit", term)  # fmt: skip
            result = self.times(result, v)
        return result

    def _power_term(self, term: Term) -> Value:
        base, e = self.of(term.args[0]), self.scalar_of(term.args[1])
        if not isinstance(base, Poly):
            self._square(base, term.args[0])
            need(self.is_integer(e),
                 lambda: f"{term!r}: the exponent of a matrix must be an integer", term)
        return self.raised(base, e)

    def _square(self, v: Value, term: Term) -> Poly:
        rows, columns = size(v)
        need(rows == columns, lambda: f"{term!r} is not a square matrix", term)
        return rows

    # Symbols and values of families

    def _symbol(self, term: Term) -> Value:
        bound = self._scope.get(term)
        if bound is not None:
            return bound
        sort = term.sort
        if sort.is_scalar:
            return self.atom(("symbol", term.name, sort.kind), sort.kind)
        need(sort.is_matrix, lambda: f"{term!r}, of the sort {sort!r}, needs an index", term)
        _, rows, columns, properties = self.kind(sort, term)
        return self.leaf(("symbol", term.name, properties), rows, columns, is_real(properties))

    def kind(self, sort: Sort, term: Term) -> Any:
        """The sort of a symbol as it stands in keys; no size in it depends on an index."""
        if sort.is_scalar:
            return sort.kind
        need(sort_symbols(sort).isdisjoint(self._scope),
             lambda: f"an index occurs in the size of {term!r}", term)  # fmt: skip
        if sort.value is not None:
            kinds = tuple([self.kind(s, term) for s in sort.index])
            return kinds, self.kind(sort.value, term)
        if sort.columns is None:
            assert sort.rows is not None
            return "permutation", self._dimension(sort.rows)
        return ("matrix", *self.dimensions(sort), tuple(sorted(sort.properties)))

    def _dimension(self, term: Term) -> Poly:
        value = self.scalar_of(term)
        need(self.is_of(value, "posint"),
             lambda: f"{term!r} is not seen to be a dimension, which is an integer from 1", term)
        return value

    def _apply(self, term: Term) -> Value:
        family, *arguments = term.args
        inverse = family.head == "inv" and len(family.args) == 1
        base = family.args[0] if inverse else family
        inside(family)
        inside(base)
        sort = base.sort if base.head == "symbol" else Sort("")
        need((sort.is_family and not inverse) or sort.kind == "permutation",
             lambda: f"{family!r} is not a family and cannot be indexed", term)  # fmt: skip
        kinds = self.kind(sort, base)
        index = kinds[0] if sort.is_family else ("integer",)
        need(len(arguments) == len(index),
             lambda: f"{base.name} takes {len(index)} index(es), not {len(arguments)}", term)
        for argument, kind in zip(arguments, index, strict=True):
            self._check_argument(self.of(argument), kind, argument, base)
        name = (base.name, "inverse") if inverse else base.name
        return self.value((name, *kinds), [self.of(a) for a in arguments])

    def _check_argument(self, value: Value, kind: Any, term: Term, family: Term) -> None:
        if not isinstance(kind, str):
            need(not isinstance(value, Poly) and size(value) == kind[1:3], lambda:
                 f"{family.name} is a function of matrices; {term!r} is not one of their size",
                 term)  # fmt: skip
            return
        scalar = self.scalar_of(term)
        need("integer" not in SUPERSORTS[kind] or self.is_integer(scalar),
             lambda: f"{family.name} is indexed by integers; {term!r} is not one", term)

    # Binders

    def _binder(self, term: Term) -> Value:
        head, (index, lower_term, upper_term, body) = term.head, term.args
        inside(index)
        need(index.head == "symbol" and index.sort.within("integer"),
             lambda: f"{index!r} is not an index", term)  # fmt: skip
        self.alone("the index", index, body, term)
        lower, upper = self.scalar_of(lower_term), self.scalar_of(upper_term)
        for bound, a in ((lower, lower_term), (upper, upper_term)):
            need(self.is_integer(bound), lambda: f"the bound {a!r} of a range is not an integer", a)  # noqa: B023
        sizes: list[tuple[Poly, Poly]] = []

        def at(k: Poly) -> Value:
            value = self.at_position(body, index, P.plus(lower, k))
            if isinstance(value, Poly):
                return value if head in ("sum", "product") else Grid((ONE,), (ONE,), (value,))
            sizes.append(size(value))
            varies = not self.levels(k).isdisjoint(self.levels(*sizes[-1]))
            need(not varies and sizes[0] == sizes[-1],
                 lambda: f"the matrices under {head} are of different sizes", term)  # fmt: skip
            if head == "product":
                self._square(value, body)
            return value

        number = self.count(P.plus(P.minus(upper, lower), ONE))
        if head in ("sum", "product"):
            return self.along(head, number, at)
        need(self.is_of(number, "posint"), lambda: f"a {head} has at least one block", term)
        shape, count = "diagonal" if head == "blockdiag" else "column", number.rational()
        if count is None:
            level = self.fresh_level()
            return self.blocks(shape, number, level, at(self.level(level)))
        if count**2 > MAX_ENTRIES:
            raise TooLarge(f"a {head} of more than {MAX_ENTRIES} entries")
        return self.assembled(shape, [at(P.constant(k)) for k in range(int(count))])

    def at_position(self, body: Term, index: Term, position: Poly) -> Value:
        """The value of a body at one position of its index."""
        self._opened += 1
        if self._opened > MAX_OPENED or len(self._known) > MAX_BINDERS:
            raise TooLarge(
                f"sums and products with more than {MAX_OPENED} terms or {MAX_BINDERS} binders"
            )
        hidden = self._scope.get(index)
        self._scope[index] = position
        self._known.append({})
        try:
            return self.of(body)
        finally:
            self._known.pop()
            del self._scope[index]
            if hidden is not None:
                self._scope[index] = hidden

    # Matrices

    def _of_matrices(self, term: Term) -> Value:
        head, args = term.head, term.args
        if head in ("identity", "zero"):
            sizes = [self._dimension(a) for a in args]
            return identity(sizes[0]) if head == "identity" else zero(*sizes)
        if head == "matrix":
            m, n = term.data
            return Grid((ONE,) * m, (ONE,) * n, tuple([self.scalar_of(a) for a in args]))
        values = [self.of(a) for a in args]
        v = values[0]
        if head == "inner" and all(isinstance(x, Poly) for x in values):
            return self.times(v, self.conj(values[1]))
        for x, a in zip(values, args, strict=True):
            matrix = not isinstance(x, Poly) or (head == "entry" and a is not args[0])
            need(matrix, lambda: f"{a!r} is a scalar where a matrix is needed", term)  # noqa: B023
        rows, columns = size(v)
        match head:
            case "blocks":
                return self._blocks_term(term, values)
            case "transpose":
                return self.transpose(v)
            case "adjoint":
                return self.transpose(self.conj(v))
            case "scalar":
                need(rows == ONE == columns, lambda: f"{args[0]!r} is not 1 x 1", term)
                return self.scalar(v)
            case "inner":
                self._same_sizes(term, values)
                need(columns == ONE, lambda: f"{args[0]!r} is not a column vector", term)
                return self.scalar(self.times(self.transpose(self.conj(values[1])), v))
            case "entry":
                return self._entry(v, [self.scalar_of(a) for a in args[1:]])
            case "kronecker":
                return self._kronecker(v, values[1])
        self._square(v, args[0])
        match head:
            case "trace":
                return self.trace(v)
            case "det":
                return self.determinant(v)
            case "inv":
                return self.inverted(v)
        return self.function(head, [v])

    def _entry(self, v: Value, places: list[Poly]) -> Poly:
        i, j = (p.rational() for p in places)
        if isinstance(v, Grid) and v.is_numeric and i is not None and j is not None:
            inside = 0 <= i < len(v.heights) and 0 <= j < len(v.widths)
            if inside and i.denominator == 1 == j.denominator:
                return self.scalar(v.at(int(i), int(j)))
        return self.call("entry", [v, *places])

    def _kronecker(self, a: Value, b: Value) -> Value:
        if isinstance(a, Grid) and a.is_numeric:
            P.spend(len(a.parts) * (len(b.parts) if isinstance(b, Grid) else 1))
            parts = [self.scaled(b, p) for p in a.parts if isinstance(p, Poly)]
            return self.block_matrix(parts, len(a.widths))
        return self.function("kronecker", [a, b])

    def _blocks_term(self, term: Term, values: list[Value]) -> Value:
        across = term.data[1]
        for place, v in enumerate(values):
            beside, above = values[place - place % across], values[place % across]
            need(size(v)[0] == size(beside)[0] and size(v)[1] == size(above)[1],
                 lambda: f"the block {term.args[place]!r} does not fit", term)  # noqa: B023  # fmt: skip
        return self.block_matrix(values, across)
