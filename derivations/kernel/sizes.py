"""Sorts by a walk of their own: what is a scalar, what a matrix and of which size.

A term is well-sorted by its heads and the sorts of its symbols, whether it has a normal form or
not; only sizes, bounds and indices are looked at by theirs, as polynomials.
"""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction

from derivations.kernel import polynomial as P, sums
from derivations.kernel.forms import OutOfReach
from derivations.kernel.heads import check_head
from derivations.kernel.normal_form import Normalizer, SortError
from derivations.kernel.polynomial import Poly
from derivations.kernel.skeletons import survey
from derivations.kernel.theorem import Rejected
from derivations.language.heads import FUNCTIONS
from derivations.language.statements import Relation
from derivations.language.substitution import free_symbols, sort_symbols
from derivations.language.terms import BINDERS, Term

# Rows and columns; None for a scalar.
Size = tuple[Poly, Poly] | None


class Sizes:
    """The sizes of terms, each node looked at once.

    beyond: whether the terms may have no normal form, so that integers are not looked at.
    """

    def __init__(self, beyond: bool = False) -> None:
        self.beyond = beyond
        self.normalizer = Normalizer()
        self.declared: Set[Term] = frozenset()
        self.shapes: set[object] = set()
        self.known: dict[int, tuple[Term, Size]] = {}

    def check(self, relation: Relation, declared: Set[Term]) -> None:
        """Both sides are scalars, or matrices of one size under ==.  Raises SortError.

        declared: the symbols that are no indices.
        """
        self.declared = declared
        surveyed = survey(relation)
        if surveyed is not None:  # scalars, of which equal shapes are well-sorted alike
            new = {g.shape: g for g in surveyed.groups if g.shape not in self.shapes}
            for group in new.values():
                for part in (*group.left, *group.right):
                    self.of(part)
            self.shapes |= new.keys()
            return
        left, right = self.of(relation.left), self.of(relation.right)
        place = relation.right.place
        if (left is None) != (right is None):
            raise SortError(
                "one side of the relation is a scalar, the other a matrix; a matrix of zeros is "
                "written zeros(m, n), in SymPy ZeroMatrix(m, n)",
                place,
            )
        if left is not None and relation.operator != "==":
            raise SortError(
                f"matrices can be related by == only, not by {relation.operator}", place
            )
        if not _same(left, right):
            raise SortError("the two sides are matrices of different sizes", place)

    def of(self, term: Term) -> Size:
        self._indexed(term)
        known, pending = self.known, [term]
        while pending:
            node = pending[-1]
            inside = [] if id(node) in known else [a for a in node.args if id(a) not in known]
            if inside:
                pending += inside[::-1]
                continue
            pending.pop()
            if id(node) not in known:
                known[id(node)] = (node, self._size(node))
        return known[id(term)][1]

    def _size(self, term: Term) -> Size:
        head, args = term.head, term.args
        if head == "number" and not args and type(term.data) is Fraction:
            return None
        if head == "symbol" and not args:
            sort = term.sort
            return self.normalizer.dimensions(sort) if sort.is_matrix else None
        try:
            check_head(head, args, "")
        except Rejected as error:
            raise SortError(error.why, term.place) from None
        if head in BINDERS:
            return self._binder(term)
        if head == "apply":
            return self._apply(term)
        if head == "function":
            raise SortError("a function stands for a family only", term.place)
        if head == "inv" and _is_permutation(args[0]):
            return None
        for a in args:
            self._indexed(a)
        sizes = [self.known[id(a)][1] for a in args]
        if all(size is None for size in sizes) and head in _ANYWHERE:
            return None
        if head in FUNCTIONS:
            self._scalars(args)
        return self._matrix(term, sizes)

    def _indexed(self, term: Term) -> None:
        if term.head == "symbol" and term.sort.is_family:
            name = term.name
            raise SortError(f"the family {name} needs an index, as in {name}[j]", term.place)
        if _is_permutation(term):
            raise SortError(f"the permutation {term!r} needs an index", term.place)

    def _scalars(self, terms: tuple[Term, ...]) -> None:
        for t in terms:
            if self.known[id(t)][1] is not None:
                raise SortError(
                    f"{t!r} is a matrix where a scalar is needed; the entry of one that is 1 x 1 "
                    "is written scalar(A), the exponential of one A.exp()",
                    t.place,
                )

    def _integer(self, term: Term, otherwise: str) -> Poly:
        """The normal form of what must be an integer."""
        self._scalars((term,))
        if self.beyond:
            raise OutOfReach("integers have no normal form here")
        value = self.normalizer.scalar(term)
        if not self.normalizer.integral(value):
            raise SortError(otherwise, term.place)
        return value

    def _dimension(self, term: Term) -> Poly:
        self._scalars((term,))
        if not free_symbols(term) <= self.declared:
            raise OutOfReach(f"the size {term!r}, which depends on an index")
        return self.normalizer.dimension(term)

    def _matrix(self, term: Term, sizes: list[Size]) -> Size:
        head, args = term.head, term.args
        match head:
            case "add":
                if None in sizes:
                    raise SortError(
                        f"{term!r} adds scalars and matrices; write c*Identity(n) for a "
                        "scalar times the identity", term.place,
                    )
                self._same_size(args)
                return sizes[0]
            case "mul":
                return self._product(term, sizes)
            case "neg" | "conj":
                return sizes[0]
            case "div":
                self._scalars(args[1:])
                return sizes[0]
            case "pow":
                _square(sizes[0], args[0])
                self._integer(
                    args[1], f"{term!r}: the exponent of a matrix must be an integer"
                )
                return sizes[0]
            case "matrix":
                self._scalars(args)
                rows, columns = _shape(term)
                return P.constant(rows), P.constant(columns)
            case "blocks":
                return _blocks(term, sizes)
            case "identity" | "zero":
                return self._dimension(args[0]), self._dimension(args[-1])
            case "inner" | "norm":
                if None in sizes:
                    raise SortError(f"{term!r} pairs a scalar with a vector", term.place)
                self._same_size(args)
                if sizes[0] is not None and sizes[0][1].rational() != 1:
                    raise SortError(f"{args[0]!r} is not a column vector", term.place)
                return None
        first = sizes[0]
        if first is None:
            raise SortError(f"{args[0]!r} is a scalar where a matrix is needed", term.place)
        match head:
            case "transpose" | "adjoint":
                return first[1], first[0]
            case "inv" | "matexp":
                return _square(first, args[0])
            case "trace" | "det":
                _square(first, args[0])
                return None
            case "entry":
                self._scalars(args[1:])
                return None
            case "kronecker" if sizes[1] is not None:
                times = self.normalizer.algebra.times
                return times(first[0], sizes[1][0]), times(first[1], sizes[1][1])
            case "scalar" if all(n.rational() == 1 for n in first):
                return None
        raise SortError(f"{term!r} does not make sense for these sizes", term.place)

    def _same_size(self, terms: tuple[Term, ...]) -> None:
        first, *others = terms
        for other in others:
            if not _same(self.known[id(first)][1], self.known[id(other)][1]):
                raise SortError(
                    f"{first!r} and {other!r} are matrices of different sizes",
                    other.place or first.place,
                )

    def _product(self, term: Term, sizes: list[Size]) -> Size:
        whole: Size = None
        for size in sizes:
            if whole is None or size is None:
                whole = whole or size
            elif not P.plus(whole[1], P.negative(size[0])).is_zero:
                raise SortError(f"the sizes in the product {term!r} do not fit", term.place)
            else:
                whole = whole[0], size[1]
        return whole

    def _apply(self, term: Term) -> Size:
        family, *arguments = term.args
        if _is_permutation(family) and len(arguments) == 1:
            self._scalars((arguments[0],))
            return None
        if family.head != "symbol" or not family.sort.is_family:
            raise SortError(f"{family!r} is not a family and cannot be indexed", term.place)
        index, value = family.sort.index, family.sort.value
        if len(arguments) != len(index):
            raise SortError(
                f"{family.name} takes {len(index)} index(es), not {len(arguments)}", term.place
            )
        for argument, sort in zip(arguments, index, strict=True):
            if sort.is_matrix:
                if not _same(self.known[id(argument)][1], self.normalizer.dimensions(sort)):
                    raise SortError(
                        f"{family.name} is a function of {sort}; {argument!r} is not one",
                        term.place,
                    )
                continue
            self._scalars((argument,))
            if sort.within("integer"):
                self._integer(
                    argument, f"{family.name} is indexed by integers; {argument!r} is not one"
                )
        return None if value is None or value.is_scalar else self.normalizer.dimensions(value)

    def _binder(self, term: Term) -> Size:
        index, lower, upper, body = term.args
        first, last = (
            self._integer(t, f"the bound {t!r} of a {term.head} is not seen to be an integer")
            for t in (lower, upper)
        )
        size = self.known[id(body)][1]
        for s in free_symbols(body):
            if not s.sort.is_scalar and index in sort_symbols(s.sort):
                raise SortError(
                    f"the index {index.name} of a {term.head} occurs in the size of {s.name}; "
                    "give the index another name", term.place,
                )
        algebra = self.normalizer.algebra
        if size is not None:
            for g in {g for n in size for m in n.monomials() for g, _ in m}:
                key = algebra.atoms[g].key
                if key[0] != "symbol" or key[1] == index.name:
                    raise OutOfReach(f"a {term.head} of matrices of varying size")
        if term.head == "product" and size is not None:
            return _square(size, body)
        if term.head in ("sum", "product"):
            return size
        number = sums.count(algebra, first, last)
        if not algebra.is_natural(number) or not algebra.is_nonzero(number):
            raise SortError(
                f"a {term.head} needs at least one block; {lower!r} ... {upper!r} "
                "is not seen to have one", term.place,
            )
        rows, columns = (P.ONE, P.ONE) if size is None else size
        across = columns if term.head == "stack" else algebra.times(columns, number)
        return algebra.times(rows, number), across


# Scalar where all their arguments are.
_ANYWHERE = frozenset(
    {*FUNCTIONS, "add", "mul", "neg", "div", "pow", "conj", "transpose", "adjoint", "inner", "norm",
     "i", "pi"}
)


def _is_permutation(term: Term) -> bool:
    """Whether it is a permutation or the inverse of one."""
    if term.head == "inv":
        term = term.args[0]
    return term.head == "symbol" and bool(term.sort.kind == "permutation")


def _same(a: Size, b: Size) -> bool:
    if a is None or b is None:
        return a is b
    return all(P.plus(x, P.negative(y)).is_zero for x, y in zip(a, b, strict=True))


def _square(size: Size, term: Term) -> Size:
    if size is None or not P.plus(size[0], P.negative(size[1])).is_zero:
        raise SortError(f"{term!r} is not a square matrix", term.place)
    return size


def _shape(term: Term) -> tuple[int, int]:
    """How many parts a matrix or blocks have down and across."""
    match term.data:
        case (int(down), int(across)) if down >= 1 and down * across == len(term.args):
            return down, across
    raise SortError(f"{term.head} needs rows of one length", term.place)


def _blocks(term: Term, sizes: list[Size]) -> Size:
    _, across = _shape(term)
    parts = [(P.ONE, P.ONE) if size is None else size for size in sizes]
    heights = [rows for rows, _ in parts[::across]]
    widths = [columns for _, columns in parts[:across]]
    for place, size in enumerate(parts):
        if not _same(size, (heights[place // across], widths[place % across])):
            raise SortError(f"{term.args[place]!r} does not fit the blocks beside, above or "
                            "below it", term.place)  # fmt: skip
    return P.total(heights), P.total(widths)


__all__ = ["Sizes"]
