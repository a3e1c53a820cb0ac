"""One walk over a closed term: the value of every node, exact or enclosed.

The walk goes from the leaves up without recursion, so that deep terms are no trouble, and visits
a shared subterm once for every value of the indices that it depends on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from derivations.kernel import enclosed_functions as functions, enclosed_matrices as matrices
from derivations.kernel.enclosed_functions import MAX_TERMS
from derivations.kernel.enclosed_matrices import Grid
from derivations.kernel.enclosed_values import (
    ONE, Gauss, I, Turn, Value, exact_integer, fold, over, plus, rational, settled, times,
)
from derivations.kernel.intervals import (
    MAX_EXPONENT_BITS, MAX_PRECISION, MIN_PRECISION, NoEnclosure, TooLarge, Undefined, Unsupported,
)
from derivations.kernel.rectangles import Rectangle
from derivations.language.heads import FUNCTIONS, unfolded
from derivations.language.substitution import free_symbols
from derivations.language.terms import BINDERS, Term

# The most steps of one walk: nodes, for each value of an index anew, with a surcharge for
# functions and for products of matrices.
MAX_STEPS = 500_000
# The most sums, products or functions inside each other.
MAX_NESTING = 40

Result = Value | Grid


class TooManySteps(TooLarge):
    """A walk exceeds MAX_STEPS; another precision will not help."""


@dataclass
class _Scope:
    """Values of nodes in which the same indices have the same values."""

    symbol: Term | None = None
    value: Value | None = None
    parent: _Scope | None = None
    known: dict[int, Result] = field(default_factory=dict)

    def inner(self, symbol: Term, value: Value) -> _Scope:
        return _Scope(symbol, value, self)


class Walk:
    """One walk over one term at one precision."""

    def __init__(self, root: Term, precision: int, values: Mapping[Term, Rectangle]) -> None:
        if not MIN_PRECISION <= precision <= MAX_PRECISION:
            raise ValueError(
                f"a precision of {precision} bits; it is from {MIN_PRECISION} to {MAX_PRECISION}"
            )
        self.root = root = unfolded(root)  # every node stays alive, so identities stay distinct
        self.p = precision
        self.values = {s: settled(v.at(precision), precision) for s, v in values.items()}
        self.steps = 0
        self.nesting = 0

    def result(self) -> Result:
        return self.evaluate(self.root, _Scope())

    def spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise TooManySteps(f"an evaluation of more than MAX_STEPS = {MAX_STEPS} steps")

    def home(self, node: Term, scope: _Scope) -> _Scope:
        """The outermost scope that knows every index the node depends on."""
        free = free_symbols(node)
        while scope.parent is not None and scope.symbol not in free:
            scope = scope.parent
        return scope

    def evaluate(self, term: Term, scope: _Scope) -> Result:
        """The value of a term in a scope; only binders and functions lead to recursion."""
        if self.nesting > MAX_NESTING:
            raise TooLarge(f"more than MAX_NESTING = {MAX_NESTING} binders inside each other")
        self.nesting += 1
        pending = [term]
        while pending:
            node = pending[-1]
            home = self.home(node, scope)
            if id(node) in home.known:
                pending.pop()
                continue
            needed = _evaluated_first(node)
            missing = [a for a in needed if id(a) not in self.home(a, scope).known]
            if missing:
                pending.extend(reversed(missing))
                continue
            parts = [self.home(a, scope).known[id(a)] for a in needed]
            self.spend(1 + len(parts))
            home.known[id(node)] = self.node(node, parts, home)
            pending.pop()
        self.nesting -= 1
        return self.home(term, scope).known[id(term)]

    def node(self, node: Term, parts: Sequence[Result], scope: _Scope) -> Result:
        """The value of a node from those of its arguments."""
        head, p = node.head, self.p
        if head == "number":
            return settled(Gauss(node.data), p)
        if head == "i":
            return I
        if head == "pi":
            return Turn(ONE)
        if head == "symbol":
            return self.symbol(node, scope)
        if head == "add":
            return fold(parts, self.plus) if parts else rational(0)
        if head == "mul":
            return fold(parts, self.times) if parts else ONE
        if head == "pow" and isinstance(parts[0], tuple):
            return self.matrix_power(parts[0], _integer(parts[1], "the exponent of a matrix"))
        if head == "pow":
            return functions.power(as_scalar(parts[0]), as_scalar(parts[1]), p)
        if head == "neg":
            return self.times(rational(-1), parts[0])
        if head == "div" and isinstance(parts[0], tuple):
            return matrices.scaled(over(ONE, as_scalar(parts[1]), p), parts[0], p)
        if head == "div":
            return over(as_scalar(parts[0]), as_scalar(parts[1]), p)
        if head == "conj":
            return self.conj(parts[0])
        if head in FUNCTIONS:
            return self.function(head, [as_scalar(x) for x in parts])
        if head in BINDERS:
            return self.binder(node, parts, scope)
        if head == "apply":
            return self.application(node, parts, scope)
        return self.matrix(node, parts)

    def symbol(self, node: Term, scope: _Scope) -> Value:
        if scope.symbol == node:
            assert scope.value is not None
            return scope.value
        if node not in self.values:
            raise Unsupported(f"the symbol {node.name} is free and has no value")
        return self.values[node]

    def function(self, name: str, arguments: Sequence[Value]) -> Value:
        self.spend(10 + 10 * self.p // 64)
        if name in ("fibonacci", "harmonic"):
            self.spend(abs(exact_integer(arguments[0]) or 0))
        return functions.apply(name, arguments, self.p)

    def plus(self, a: Result, b: Result) -> Result:
        if isinstance(a, tuple) and isinstance(b, tuple):
            return matrices.add(a, b, self.p)
        return plus(as_scalar(a), as_scalar(b), self.p)

    def times(self, a: Result, b: Result) -> Result:
        if isinstance(a, tuple) and isinstance(b, tuple):
            self.spend(len(a) * len(b) * len(b[0]))
            return matrices.product(a, b, self.p)
        if isinstance(a, tuple):
            return matrices.scaled(as_scalar(b), a, self.p)
        if isinstance(b, tuple):
            return matrices.scaled(a, b, self.p)
        return times(a, b, self.p)

    def conj(self, a: Result) -> Result:
        if isinstance(a, tuple):
            return tuple(tuple(functions.apply("conj", [x], self.p) for x in row) for row in a)
        return functions.apply("conj", [a], self.p)

    def matrix_power(self, a: Grid, exponent: int) -> Grid:
        if exponent.bit_length() > MAX_EXPONENT_BITS:
            raise TooLarge(f"an exponent of {exponent.bit_length()} bits; see MAX_EXPONENT_BITS")
        self.spend(len(a) ** 3 * (2 * exponent.bit_length() + 1))
        if exponent < 0:
            a = matrices.inverse(a, self.p)
        return matrices.power(a, abs(exponent), self.p)

    # Indices

    def binder(self, node: Term, bounds: Sequence[Result], scope: _Scope) -> Result:
        index, body = node.args[0], node.args[3]
        lower = _integer(bounds[0], f"the lower bound of a {node.head}")
        upper = _integer(bounds[1], f"the upper bound of a {node.head}")
        if upper - lower >= MAX_TERMS:
            raise TooLarge(
                f"a {node.head} of {upper - lower + 1} terms; the limit is MAX_TERMS = {MAX_TERMS}"
            )
        values = [
            self.evaluate(body, scope.inner(index, rational(k))) for k in range(lower, upper + 1)
        ]
        if node.head in ("blockdiag", "stack"):
            if not values:
                raise Unsupported(f"an empty {node.head}: dimensions are at least 1")
            blocks = [v if isinstance(v, tuple) else ((v,),) for v in values]
            if node.head == "stack":
                return matrices.stack(blocks)
            return matrices.block_diagonal(blocks)
        if values:
            return fold(values, self.plus if node.head == "sum" else self.times)
        if not _may_be_matrix(body):
            return rational(0 if node.head == "sum" else 1)
        return self.empty(node.head, body, scope.inner(index, rational(lower)))

    def empty(self, head: str, body: Term, scope: _Scope) -> Result:
        """The empty sum or product of a body that may be a matrix, or only contain one."""
        try:
            sample = self.evaluate(body, scope)
        except NoEnclosure as reason:
            raise Unsupported(f"an empty {head} of terms of unknown shape ({reason})") from reason
        if not isinstance(sample, tuple):
            return rational(0 if head == "sum" else 1)
        rows, columns = matrices.shape(sample)
        return matrices.zero(rows, columns) if head == "sum" else matrices.identity(rows)

    def application(self, node: Term, parts: Sequence[Result], scope: _Scope) -> Result:
        family = node.args[0]
        if family.head != "function":
            raise Unsupported("a value of a family that is not written out as a function")
        parameters = family.args[:-1]
        if len(parameters) != len(parts):
            raise Unsupported("a function applied to the wrong number of arguments")
        for parameter, value in zip(parameters, parts, strict=True):
            scope = scope.inner(parameter, as_scalar(value))
        return self.evaluate(family.args[-1], scope)

    # Matrices

    def matrix(self, node: Term, parts: Sequence[Result]) -> Result:
        head, p = node.head, self.p
        if head == "matrix":
            rows, columns = node.data
            matrices.check_size(rows, columns)
            entries = [as_scalar(x) for x in parts]
            return tuple(tuple(entries[r * columns : (r + 1) * columns]) for r in range(rows))
        if head == "identity":
            return matrices.identity(_integer(parts[0], "a dimension"))
        if head == "zero":
            rows, columns = (_integer(x, "a dimension") for x in parts)
            return matrices.zero(rows, columns)
        if head == "transpose":
            return matrices.transpose(_grid(parts[0], head))
        if head == "adjoint":
            conjugate = self.conj(_grid(parts[0], head))
            return matrices.transpose(_grid(conjugate, head))
        if head == "trace":
            return matrices.trace(_grid(parts[0], head), p)
        if head == "inner" and not any(isinstance(x, tuple) for x in parts):
            return self.times(parts[0], self.conj(parts[1]))
        if head == "inner":
            x, y = (_column(v, head) for v in parts)
            if len(x) != len(y):
                raise Unsupported("an inner product of columns of different lengths")
            return matrices.dot(x, [functions.apply("conj", [v], p) for v in y], p)
        if head == "norm":
            squares = [self.squared_size(v) for v in _column(parts[0], head)]
            return functions.apply("sqrt", [matrices.total(squares, p)], p)
        if head == "scalar":
            grid = _grid(parts[0], head)
            if matrices.shape(grid) != (1, 1):
                raise Unsupported(f"a matrix of shape {matrices.shape(grid)} as a scalar")
            return grid[0][0]
        if head == "entry":
            return self.entry(_grid(parts[0], head), parts[1], parts[2])
        if head in ("det", "inv", "matexp"):
            grid = _grid(parts[0], head)
            self.spend(len(grid) ** 3)
            if head == "det":
                return matrices.determinant(grid, p)
            return matrices.inverse(grid, p) if head == "inv" else matrices.exponential(grid, p)
        if head == "kronecker":
            return matrices.kronecker(_grid(parts[0], head), _grid(parts[1], head), p)
        raise Unsupported(f"terms with the head {head}")

    def squared_size(self, v: Value) -> Value:
        # As a sum of squares, which is certainly real and not negative.
        real, imaginary = (functions.apply(part, [v], self.p) for part in ("re", "im"))
        power = functions.power
        two = rational(2)
        return plus(power(real, two, self.p), power(imaginary, two, self.p), self.p)

    def entry(self, grid: Grid, row: Result, column: Result) -> Value:
        i, j = _integer(row, "the row of an entry"), _integer(column, "the column of an entry")
        rows, columns = matrices.shape(grid)
        if not (0 <= i < rows and 0 <= j < columns):
            raise Undefined(f"entry {i}, {j} of a {rows} x {columns} matrix; both count from 0")
        return grid[i][j]


def _evaluated_first(node: Term) -> Sequence[Term]:
    """The arguments whose values the value of a node needs, in its own scope."""
    if node.head in BINDERS:
        return node.args[1:3]
    if node.head == "apply":
        return node.args[1:]
    return () if node.head == "function" else node.args


_SCALAR_HEADS = frozenset(FUNCTIONS) | {"trace", "det", "scalar", "norm", "entry", "inner"}


def _may_be_matrix(term: Term) -> bool:
    """Whether a matrix occurs in the term otherwise than inside a scalar-valued function."""
    pending, seen = [term], {id(term)}
    while pending:
        node = pending.pop()
        if node.head in ("matrix", "identity", "zero", "blockdiag", "stack"):
            return True
        if node.head == "symbol" and not node.sort.is_scalar:
            return True
        for a in () if node.head in _SCALAR_HEADS else node.args:
            if id(a) not in seen:
                seen.add(id(a))
                pending.append(a)
    return False


def as_scalar(x: Result) -> Value:
    if isinstance(x, tuple):
        raise Unsupported(f"a matrix of shape {matrices.shape(x)} where a scalar belongs")
    return x


def _grid(x: Result, where: str) -> Grid:
    if not isinstance(x, tuple):
        raise Unsupported(f"{where} of a scalar; it takes a matrix")
    return x


def _column(x: Result, where: str) -> list[Value]:
    grid = _grid(x, where)
    if len(grid[0]) != 1:
        raise Unsupported(f"{where} of a matrix of shape {matrices.shape(grid)}, not a column")
    return [row[0] for row in grid]


def _integer(x: Result, what: str) -> int:
    n = exact_integer(as_scalar(x))
    if n is None:
        raise Unsupported(f"{what} is not an integer exactly")
    return n
