"""The normal form of terms: polynomials for scalars, forms for matrices.

Equal normal forms mean equal values, for all values of all symbols, dimensions and positions
included, in the total semantics of `generators.py`.  Without further premises this decides
identities between polynomials in exponentials, sines and cosines of polynomials, sums over
symbolic ranges of values of families, and products of matrices of unspecified size.

Everything is checked on the way: a term that is not well-sorted has no normal form.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel import (
    blocks, forms, functions, partitions, polynomial as P, sums, tensors, word_scalars, words,
)
from derivations.kernel.forms import Form, Grid, OutOfReach
from derivations.kernel.generators import Algebra
from derivations.kernel.matrix_exponentials import matrix_exponential
from derivations.kernel.polynomial import ONE, ZERO, Poly
from derivations.kernel.powers import raise_to
from derivations.kernel.words import Words
from derivations.language.heads import FUNCTIONS
from derivations.language.limits import limits
from derivations.language.sorts import Sort
from derivations.language.statements import Relation, StatementError
from derivations.language.substitution import free_symbols, sort_symbols
from derivations.language.terms import Term

Value = Poly | Form

# A matrix symbol of known size is written out up to this many rows and columns.
MAX_WRITTEN_OUT = 6


class SortError(StatementError):
    """A term does not make sense: sizes that differ, a matrix where a scalar is needed, ..."""


class Normalizer:
    """Normal forms under the facts of one algebra."""

    def __init__(self, algebra: Algebra | None = None) -> None:
        self.algebra = Algebra() if algebra is None else algebra
        self._values: dict[int, tuple[Term, Value]] = {}
        self._scope: dict[Term, Poly] = {}
        self._local: list[dict[int, tuple[Term, Value]]] = []
        self._opened = 0
        # Shapes of groups that are zero; usable as long as nothing is assumed of any symbol.
        self.zero_shapes: set[object] | None = set()
        self.assumed: list[Relation] = []

    # Entry points

    def scalar(self, term: Term) -> Poly:
        """The normal form of a scalar term.  Raises SortError for a matrix."""
        value = self.value(term)
        if not isinstance(value, Poly):
            raise SortError(f"{term!r} is a matrix where a scalar is needed", term.place)
        return value

    def matrix(self, term: Term) -> Form:
        """The normal form of a matrix term.  Raises SortError for a scalar."""
        value = self.value(term)
        if isinstance(value, Poly):
            raise SortError(f"{term!r} is a scalar where a matrix is needed", term.place)
        return value

    def value(self, term: Term) -> Value:
        memo = self._memo(term)
        known = memo.get(id(term))
        if known is None:
            known = memo[id(term)] = (term, self._compute(term))
        return known[1]

    def forget(self) -> None:
        """Forget the normal forms that were made while less was known."""
        self._values.clear()

    def _memo(self, term: Term) -> dict[int, tuple[Term, Value]]:
        if not self._scope or free_symbols(term).isdisjoint(self._scope):
            return self._values
        return self._local[-1]

    def _compute(self, term: Term) -> Value:
        head = term.head
        match head:
            case "number":
                return P.constant(term.data)
            case "symbol":
                return self._symbol(term)
            case "i":
                return P.IMAGINARY
            case "pi":
                return P.generator(self.algebra.pi())
            case "add":
                return self._sum(term)
            case "mul":
                return self._product(term)
            case "neg":
                return self._scaled(self.value(term.args[0]), P.constant(-1))
            case "div":
                return self._scaled(
                    self.value(term.args[0]), self.algebra.inverse(self.scalar(term.args[1]))
                )
            case "pow":
                return self._power(term)
            case "conj":
                inner = self.value(term.args[0])
                if isinstance(inner, Poly):
                    return self.algebra.conjugate(inner)
                return forms.conjugate(self.algebra, inner)
            case "apply":
                return self._apply(term)
            case "sum" | "product" | "blockdiag" | "stack":
                return self._binder(term)
        if head in FUNCTIONS:
            definition = FUNCTIONS[head].definition
            if definition is not None:
                return self.value(definition(*term.args))
            return functions.evaluate(self.algebra, head, [self.scalar(a) for a in term.args])
        return self._matrix_head(term)

    # Leaves

    def _symbol(self, term: Term) -> Value:
        bound = self._scope.get(term)
        if bound is not None:
            return bound
        name, sort = term.data
        if sort.is_scalar:
            return self.algebra.symbol(name, sort)
        if sort.is_family:
            raise SortError(f"the family {name} needs an index, as in {name}[j]", term.place)
        rows, columns = self.dimensions(sort)
        word = words.sort_letter(self.algebra, name, sort, rows, columns)
        return self._written_out(Words(rows, columns, {word: ONE}), sort)

    def _written_out(self, form: Words, sort: Sort) -> Form:
        m, n = form.rows.rational(), form.columns.rational()
        if m is None or n is None or max(m, n) > MAX_WRITTEN_OUT or sort.properties - {"real"}:
            return form
        return forms.grid(
            int(m),
            int(n),
            lambda i, j: word_scalars.entry(self.algebra, form, P.constant(i), P.constant(j)),
        )

    def dimensions(self, sort: Sort) -> tuple[Poly, Poly]:
        """Rows and columns of a matrix sort; each must be an integer that is at least 1."""
        assert sort.rows is not None and sort.columns is not None
        rows, columns = self.dimension(sort.rows), self.dimension(sort.columns)
        square = sorted(sort.properties - {"real"})
        if square and not P.plus(rows, P.negative(columns)).is_zero:
            raise SortError(f"a matrix that is {square[0]} must be square", sort.rows.place)
        return rows, columns

    def dimension(self, term: Term) -> Poly:
        number = self.scalar(term)
        algebra = self.algebra
        if not algebra.is_natural(number) or not algebra.is_nonzero(number):
            raise SortError(
                f"the dimension {term!r} is not seen to be an integer of at least 1; "
                "declare its symbols as posint, in SymPy integer=True, positive=True",
                term.place,
            )
        return number

    def _apply(self, term: Term) -> Value:
        family, *arguments = term.args
        if family.head != "symbol" or not family.sort.is_family:
            raise SortError(f"{family!r} is not a family and cannot be indexed", term.place)
        sort = family.sort
        assert sort.value is not None
        if len(arguments) != len(sort.index):
            raise SortError(
                f"{family.name} takes {len(sort.index)} index(es), not {len(arguments)}",
                term.place,
            )
        values = [self.scalar(a) for a in arguments]
        for given, wanted, value in zip(arguments, sort.index, values, strict=True):
            if wanted.within("integer") and not self.integral(value):
                raise SortError(
                    f"{family.name} is indexed by integers; {given!r} is not one",
                    term.place,
                )
        known = self.is_indexed(term)
        if sort.value.is_scalar:
            return self.algebra.value(family.name, sort, values, known)
        rows, columns = self.dimensions(sort.value)
        kind = ("value", family.name, tuple(map(P.key, values)))
        properties = sort.value.properties if known else frozenset()
        word = words.letter(self.algebra, kind, properties, rows, columns, values)
        return self._written_out(Words(rows, columns, {word: ONE}), sort.value)

    def is_indexed(self, term: Term) -> bool:
        """Whether the arguments of a family are seen to be of its index sorts.

        Elsewhere a family has values too, but nothing is known of them: they need not be of its
        value sort, since a function put for the family need not be there.
        """
        family, *arguments = term.args
        return all(
            self.is_of(self.scalar(a), wanted.kind)
            for a, wanted in zip(arguments, family.sort.index, strict=True)
        )

    def integral(self, value: Poly) -> bool:
        return self.algebra.is_integer(value)

    def is_of(self, value: Poly, kind: str) -> bool:
        """Whether a scalar is seen to be of a scalar sort."""
        algebra = self.algebra
        if kind == "complex":
            return True
        if kind in ("integer", "natural", "posint"):
            if not algebra.is_integer(value):
                return False
        elif not algebra.is_real(value):
            return False
        if kind in ("positive", "posint"):
            sign = algebra.sign(value)
            return sign == "positive" or (sign is not None and algebra.is_nonzero(value))
        if kind in ("nonnegative", "natural"):
            return value.is_zero or algebra.sign(value) is not None
        if kind == "negative":
            return algebra.sign(P.negative(value)) == "positive"
        return True

    # Arithmetic

    def _sum(self, term: Term) -> Value:
        values = [self.value(a) for a in term.args]
        polys = [v for v in values if isinstance(v, Poly)]
        if len(polys) == len(values):
            return P.total(polys)
        matrices = [v for v in values if not isinstance(v, Poly)]
        if polys:
            raise SortError(
                f"{term!r} adds scalars and matrices; write c*Identity(n) for a scalar "
                "times the identity",
                term.place,
            )
        for part, other in zip(matrices, term.args, strict=True):
            self._same_size(matrices[0], part, term.args[0], other)
        return forms.add(self.algebra, matrices)

    def _same_size(self, a: Form, b: Form, left: Term, right: Term) -> None:
        for x, y in zip(forms.size(a), forms.size(b), strict=True):
            if not P.plus(x, P.negative(y)).is_zero:
                raise SortError(
                    f"{left!r} and {right!r} are matrices of different sizes",
                    right.place or left.place,
                )

    def _product(self, term: Term) -> Value:
        result: Value = ONE
        previous: Term | None = None
        for argument in term.args:
            value = self.value(argument)
            if isinstance(value, Poly):
                result = self._scaled(result, value)
            elif isinstance(result, Poly):
                result = forms.scaled(self.algebra, value, result)
                previous = argument
            else:
                inner, outer = forms.size(result)[1], forms.size(value)[0]
                if not P.plus(inner, P.negative(outer)).is_zero:
                    raise SortError(
                        f"the product {term!r}: the columns before {argument!r} "
                        f"and its rows differ in number (after {previous!r})",
                        argument.place or term.place,
                    )
                result = forms.times(self.algebra, result, value)
                previous = argument
        return result

    def _scaled(self, value: Value, factor: Poly) -> Value:
        if isinstance(value, Poly):
            return self.algebra.times(value, factor)
        return forms.scaled(self.algebra, value, factor)

    def _power(self, term: Term) -> Value:
        base, exponent = self.value(term.args[0]), self.scalar(term.args[1])
        if isinstance(base, Poly):
            return raise_to(self.algebra, base, exponent)
        self._square(base, term.args[0])
        if not self.integral(exponent):
            raise SortError(
                f"{term!r}: the exponent of a matrix must be an integer", term.place
            )
        return forms.power(self.algebra, base, exponent)

    def _square(self, form: Form, term: Term) -> None:
        rows, columns = forms.size(form)
        if not P.plus(rows, P.negative(columns)).is_zero:
            raise SortError(f"{term!r} is not a square matrix", term.place)

    # Binders

    def _binder(self, term: Term) -> Value:
        index, lower_term, upper_term, body = term.args
        lower, upper = self.scalar(lower_term), self.scalar(upper_term)
        for bound, text in ((lower, lower_term), (upper, upper_term)):
            if not self.integral(bound):
                raise SortError(
                    f"the bound {text!r} of a {term.head} is not seen to be an integer",
                    text.place or term.place,
                )
        sized = (s for s in free_symbols(body) if not s.sort.is_scalar)
        name = next((s.name for s in sized if index in sort_symbols(s.sort)), None)
        if name is not None:
            raise SortError(
                f"the index {index.name} of a {term.head} occurs in the size of {name}; "
                "give the index another name",
                term.place,
            )
        algebra = self.algebra
        number = sums.count(algebra, lower, upper)
        if term.head in ("sum", "product"):
            return self._sum_or_product(term, index, lower, number, body)
        if not algebra.is_natural(number) or not algebra.is_nonzero(number):
            raise SortError(
                f"a {term.head} needs at least one block; {lower_term!r} ... "
                f"{upper_term!r} is not seen to have one",
                term.place,
            )
        shape = "diagonal" if term.head == "blockdiag" else "column"

        def block(k: Poly) -> Form:
            value = self._at(body, index, P.plus(lower, k))
            return Grid(1, 1, (value,)) if isinstance(value, Poly) else value

        return blocks.blocks(algebra, shape, number, block)

    def _at(self, body: Term, index: Term, position: Poly) -> Value:
        """The value of a body at one position of its index."""
        self._opened += 1
        if self._opened > limits.opened:
            what = f"sums with more than {limits.opened} terms to write out"
            raise P.too_large(what, "opened")
        hidden = self._scope.get(index)
        self._scope[index] = position
        self._local.append({})
        try:
            return self.value(body)
        finally:
            self._local.pop()
            if hidden is None:
                del self._scope[index]
            else:
                self._scope[index] = hidden

    def _sum_or_product(
        self, term: Term, index: Term, lower: Poly, number: Poly, body: Term
    ) -> Value:
        algebra = self.algebra

        def at(k: Poly) -> Value:
            return self._at(body, index, P.plus(lower, k))

        def scalar_at(k: Poly) -> Poly:
            value = at(k)
            assert isinstance(value, Poly)
            return value

        level = algebra.fresh_level()
        probe = at(P.generator(algebra.level(level)))
        if not isinstance(probe, Poly) and level in algebra.inside(forms.size(probe))["levels"]:
            raise OutOfReach(f"a {term.head} of matrices of varying size")
        if isinstance(probe, Poly):
            if term.head == "sum":
                return sums.sum_over(algebra, number, scalar_at)
            return sums.product_over(algebra, number, scalar_at)
        return self._matrix_binder(term.head, number, probe, at)

    def _matrix_binder(self, head: str, number: Poly, probe: Form, at: object) -> Form:
        from derivations.kernel.matrix_sums import matrix_product, matrix_sum

        combine = matrix_sum if head == "sum" else matrix_product
        return combine(self.algebra, number, forms.size(probe), at)  # type: ignore[arg-type]

    # Matrices

    def _matrix_head(self, term: Term) -> Value:
        algebra = self.algebra
        head, args = term.head, term.args
        match head:
            case "matrix":
                rows, columns = term.data
                entries = tuple([self.scalar(a) for a in args])
                return forms.grid(rows, columns, lambda i, j: entries[i * columns + j])
            case "blocks":
                return self._blocks(term)
            case "identity":
                return forms.identity(self.dimension(args[0]))
            case "zero":
                return forms.zero(self.dimension(args[0]), self.dimension(args[1]))
            case "inner":
                return self._inner(term)
            case "norm":
                return functions.evaluate(
                    algebra, "sqrt", [self._inner(Term("inner", (args[0], args[0])))]
                )
            case "transpose" | "adjoint" if isinstance(self.value(args[0]), Poly):
                value = self.scalar(args[0])
                return value if head == "transpose" else algebra.conjugate(value)
        if head not in _MATRIX_OPERATIONS:
            raise OutOfReach(f"{head} has no normal form yet")
        form = self.matrix(args[0])
        if head in ("inv", "trace", "det", "matexp"):
            self._square(form, args[0])
        match head:
            case "transpose":
                return forms.transpose(algebra, form)
            case "adjoint":
                return forms.transpose(algebra, forms.conjugate(algebra, form))
            case "inv":
                return forms.inverse(algebra, form)
            case "matexp":
                return matrix_exponential(algebra, form)
            case "trace":
                return forms.trace(algebra, form)
            case "det":
                return forms.determinant(algebra, form)
            case "kronecker":
                return tensors.kronecker(algebra, form, self.matrix(args[1]))
        is_single = all(p.rational() == 1 for p in forms.size(form))
        if head == "entry":
            row, column = self.scalar(args[1]), self.scalar(args[2])
            if not (is_single and row.is_zero and column.is_zero):
                return forms.entry(algebra, form, row, column)
        elif not is_single:
            raise SortError(f"{args[0]!r} is not a 1 x 1 matrix", term.place)
        return forms.scalar(algebra, form)

    def _blocks(self, term: Term) -> Form:
        """Matrices of fitting sizes, row by row; a scalar is a 1 x 1 block."""
        count, across = term.data
        values = [self.value(a) for a in term.args]
        parts = [Grid(1, 1, (v,)) if isinstance(v, Poly) else v for v in values]
        sizes = [forms.size(p) for p in parts]
        heights = [sizes[i * across][0] for i in range(count)]
        widths = [w for _, w in sizes[:across]]
        for place, (rows, columns) in enumerate(sizes):
            i, j = divmod(place, across)
            for own, wanted in ((rows, heights[i]), (columns, widths[j])):
                if not P.plus(own, P.negative(wanted)).is_zero:
                    raise SortError(
                        f"{term.args[place]!r} does not fit the blocks beside it, or those "
                        "above and below it",
                        term.args[place].place or term.place,
                    )
        return partitions.partition(self.algebra, heights, widths, parts)

    def _inner(self, term: Term) -> Poly:
        x, y = self.value(term.args[0]), self.value(term.args[1])
        algebra = self.algebra
        if isinstance(x, Poly) and isinstance(y, Poly):
            return algebra.times(x, algebra.conjugate(y))
        if isinstance(x, Poly) or isinstance(y, Poly):
            raise SortError(f"{term!r} pairs a scalar with a vector", term.place)
        self._same_size(x, y, *term.args)
        if forms.size(x)[1].rational() != 1:
            raise SortError(f"{term.args[0]!r} is not a column vector", term.place)
        adjoint = forms.transpose(algebra, forms.conjugate(algebra, y))
        return forms.scalar(algebra, forms.times(algebra, adjoint, x))


_MATRIX_OPERATIONS = frozenset(
    {"transpose", "adjoint", "inv", "trace", "det", "kronecker", "entry", "scalar", "matexp"}
)


__all__ = ["ZERO", "Fraction", "Normalizer", "SortError", "Value"]
