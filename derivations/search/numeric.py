"""Floating-point values, to choose what the kernel looks at.  Decides nothing.

Scalars are Python numbers, matrices tuples of rows; functions are those of `mpmath.fp`.  Whatever
cannot be evaluated here raises `Unknown`, and is left to the kernel.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import islice, product
from typing import Any

from derivations.kernel import unfolded
from derivations.language.heads import FUNCTIONS
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.substitution import Substitution
from derivations.language.terms import Term, call
from derivations.search.small_values import scalar_candidates

Matrix = tuple[tuple[complex, ...], ...]
Number = complex | Matrix

# Longer ranges are not summed, larger powers of matrices not made.
MAX_RANGE = 200
# What counts as different, and as equal.
FAR = 1e-6
NEAR = 1e-9
# Of large numbers, how much of their size is seen.
EXACT = 1e-11
GOLDEN = (1 + math.sqrt(5)) / 2
# How many values of each quantified variable are looked at, and how many of all together.
QUANTIFIED_AT = 2
MAX_SMALL = 16


class Unknown(ArithmeticError):
    """No floating-point value here."""


class Exhausted(Exception):
    """A search has spent its steps."""


class Budget:
    """How many nodes may still be evaluated: what ends a search on every machine alike."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def spend(self, steps: int = 1) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise Exhausted


@lru_cache(maxsize=10_000)
def _number(value: Fraction) -> complex:
    return complex(value)


@cache
def functions() -> dict[str, Callable[..., Any]]:
    """Functions of scalars by their heads; here are those that `mpmath.fp` has not, or not so."""
    from mpmath import fp  # proofs need none of it

    named = {head: row.mpmath for head, row in FUNCTIONS.items() if row.mpmath}
    return {head: getattr(fp, name) for head, name in named.items()} | {
        "abs": abs, "sign": lambda z: z / abs(z) if abs(z) > NEAR else 0,
        "re": lambda z: z.real, "im": lambda z: z.imag,
        "asinh": cmath.asinh, "acosh": cmath.acosh, "atanh": cmath.atanh,
        "atan2": lambda y, x: math.atan2(y.real, x.real),
        "floor": lambda z: math.floor(z.real + 1e-12),
        "ceiling": lambda z: math.ceil(z.real - 1e-12),
        "mod": lambda a, b: a.real % b.real,
        "max": lambda *a: max(x.real for x in a), "min": lambda *a: min(x.real for x in a),
        "gcd": lambda a, b: math.gcd(int(a.real), int(b.real)),
        "fibonacci": lambda n: (GOLDEN**n - (-1 / GOLDEN) ** n) / math.sqrt(5),
        "binomial": lambda n, k: 0 if k.real < 0 else fp.binomial(n, k),
    }  # fmt: skip


class Evaluator:
    """Values of terms at one assignment of numbers, matrices and functions to symbols."""

    def __init__(self, values: Mapping[Term, Any], budget: Budget | None = None) -> None:
        self.values = dict(values)
        self.memo: dict[int, tuple[Term, Number]] = {}
        self.budget = budget

    def __call__(self, term: Term) -> Number:
        known = self.memo.get(id(term))
        if known is None:
            if self.budget is not None:
                self.budget.spend()
            try:
                value = self._value(term)
                if not isinstance(value, tuple):
                    value = complex(value)
                    if not cmath.isfinite(value):
                        raise Unknown("not finite")
                    # Branch cuts are continuous from above: no zero is negative.
                    value = complex(value.real + 0.0, value.imag + 0.0)
            except (ValueError, ArithmeticError, TypeError, NotImplementedError) as error:
                raise Unknown(str(error)) from error
            if self.budget is not None and isinstance(value, tuple):
                self.budget.spend(len(value) * len(value[0]))
            known = self.memo[id(term)] = (term, value)
        return known[1]

    def scalar(self, term: Term) -> complex:
        value = self(term)
        if isinstance(value, tuple):
            raise Unknown("a matrix where a scalar is needed")
        return value

    def matrix(self, term: Term) -> Matrix:
        value = self(term)
        if not isinstance(value, tuple):
            raise Unknown("a scalar where a matrix is needed")
        return value

    def whole(self, term: Term) -> int:
        """A small natural: a size, a place, a power."""
        value = self.scalar(term)
        n = round(value.real)
        if abs(value - n) > NEAR or not 0 <= n <= MAX_RANGE:
            raise Unknown("not a small natural")
        return n

    def _value(self, term: Term) -> Any:
        head, args = term.head, term.args
        match head:
            case "number":
                return _number(term.data)
            case "i":
                return 1j
            case "pi":
                return math.pi
            case "symbol":
                known = self.values.get(term)
                if known is None or callable(known):
                    raise Unknown(f"{term.name} has no value")
                return known
            case "apply":
                function = self.values.get(args[0])
                if not callable(function):
                    raise Unknown("a family without a value")
                return function(*(self.scalar(a) for a in args[1:]))
            case "add":
                return reduce(_plus, map(self, args))
            case "mul":
                return reduce(_times, map(self, args))
            case "neg":
                return _times(-1, self(args[0]))
            case "div":
                return _times(self(args[0]), 1 / self.scalar(args[1]))
            case "pow":
                base, exponent = self(args[0]), args[1]
                if isinstance(base, tuple):
                    return reduce(_product, [base] * self.whole(exponent), _eye(len(base)))
                return base ** self.scalar(exponent)
            case "conj":
                return _map(self(args[0]), lambda z: z.conjugate())
            case "sum" | "product" | "blockdiag" | "stack":
                return self._binder(term)
        if head in functions():
            return functions()[head](*map(self.scalar, args))
        definition = unfolded(term) if head in FUNCTIONS else None
        return self._of_matrices(term) if definition is None else self(definition)

    def _binder(self, term: Term) -> Any:
        index, lower, upper, body = term.args
        first, last = self.scalar(lower), self.scalar(upper)
        a, b = round(first.real), round(last.real)
        if b - a > MAX_RANGE or abs(first - a) + abs(last - b) > NEAR:
            raise Unknown("a long range")
        parts = [
            Evaluator({**self.values, index: complex(k)}, self.budget)(body)
            for k in range(a, b + 1)
        ]
        match term.head:
            case "sum":
                return reduce(_plus, parts) if parts else 0
            case "product":
                return reduce(_times, parts) if parts else 1
            case "stack":
                return tuple(row for part in parts for row in _rows(part))
        blocks = [_rows(p) for p in parts]
        width, rows, before = sum(len(b[0]) for b in blocks), [], 0
        for block in blocks:
            after = width - before - len(block[0])
            rows += [(0j,) * before + row + (0j,) * after for row in block]
            before += len(block[0])
        return tuple(rows)

    def _of_matrices(self, term: Term) -> Any:
        head, args = term.head, term.args
        match head:
            case "matrix" | "blocks":
                count, across = term.data
                parts = [_rows(self(a)) for a in args]
                lines = [parts[i * across : (i + 1) * across] for i in range(count)]
                return tuple(
                    tuple(x for row in rows for x in row)
                    for line in lines
                    for rows in zip(*line, strict=True)
                )
            case "identity":
                return _eye(self.whole(args[0]))
            case "zero":
                return ((0j,) * self.whole(args[1]),) * self.whole(args[0])
            case "inner":
                x, y = (_rows(self(a)) for a in args)
                return sum(a[0] * b[0].conjugate() for a, b in zip(x, y, strict=True))
            case "norm":
                return cmath.sqrt(self.scalar(call("inner", args[0], args[0])))
        a = self.matrix(args[0])
        match head:
            case "transpose":
                return tuple(zip(*a, strict=True))
            case "adjoint":
                return _map(tuple(zip(*a, strict=True)), lambda z: z.conjugate())
            case "trace":
                return sum(a[i][i] for i in range(len(a)))
            case "scalar":
                return a[0][0]
            case "entry":
                i, j = map(self.whole, args[1:])
                if i >= len(a) or j >= len(a[0]):
                    raise Unknown("a place outside of the matrix")
                return a[i][j]
            case "kronecker":
                b = self.matrix(args[1])
                return tuple(
                    tuple(x * y for x in row for y in other) for row in a for other in b
                )
            case "det" | "inv" | "matexp":
                from mpmath import fp  # proofs need none of it

                name = {"det": "det", "inv": "inverse", "matexp": "expm"}[head]
                value = getattr(fp, name)(fp.matrix(a))
                return value if head == "det" else tuple(map(tuple, value.tolist()))
        raise Unknown(head)


def _rows(value: Number) -> Matrix:
    return value if isinstance(value, tuple) else ((value,),)


def _plus(a: Number, b: Number) -> Number:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return tuple(
            tuple(x + y for x, y in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True)
        )
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise Unknown("a sum of a scalar and a matrix")
    return a + b


def _times(a: Number, b: Number) -> Number:
    if isinstance(a, tuple):
        return _product(a, b) if isinstance(b, tuple) else _map(a, lambda z: z * b)
    return _map(b, lambda z: z * a) if isinstance(b, tuple) else a * b


def _map(a: Number, change: Callable[[complex], complex]) -> Number:
    if isinstance(a, tuple):
        return tuple(tuple(change(complex(z)) for z in row) for row in a)
    return change(a)


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    return tuple(
        tuple(sum(x * y for x, y in zip(row, c, strict=True)) for c in columns) for row in a
    )


def _eye(n: int) -> Matrix:
    return tuple(tuple(complex(i == j) for j in range(n)) for i in range(n))


def closed_value(term: Term) -> Any:
    """The value of a closed term, or a Python function for a `function`."""
    if term.head != "function":
        return Evaluator({})(term)
    parameters, body = term.args[:-1], term.args[-1]
    return lambda *at: Evaluator(dict(zip(parameters, at, strict=True)))(body)


def distance(a: Number, b: Number) -> float:
    if isinstance(a, tuple) != isinstance(b, tuple):
        raise Unknown("a scalar and a matrix")
    pairs = zip(_rows(a), _rows(b), strict=True)
    return max((abs(x - y) for r, s in pairs for x, y in zip(r, s, strict=True)), default=0.0)


# Relations


def holds_numerically(relation: Relation, evaluator: Evaluator) -> bool:
    left, right = evaluator(relation.left), evaluator(relation.right)
    match relation.operator:
        case "==":
            return distance(left, right) < NEAR
        case "!=":
            return distance(left, right) > NEAR
    if isinstance(left, tuple) or isinstance(right, tuple):
        raise Unknown("matrices are not ordered")
    gap = right.real - left.real
    return gap > NEAR if relation.operator == "<" else gap > -NEAR


def may_hold(proposition: Proposition, evaluator: Evaluator) -> bool:
    if proposition.variables:
        return all(may_hold(instance, evaluator) for instance in _small_instances(proposition))
    if proposition.guards:
        return True
    try:
        return holds_numerically(proposition.relation, evaluator)
    except Unknown:
        return True


@lru_cache(maxsize=64)
def _small_instances(proposition: Proposition) -> tuple[Proposition, ...]:
    """What a proposition without guards says of the first values of its whole variables."""
    variables = proposition.variables
    if proposition.guards or not all(v.sort.within("integer") for v in variables):
        return ()
    lists = [scalar_candidates(v.sort, False)[:QUANTIFIED_AT] for v in variables]
    values = [dict(zip(variables, at, strict=True)) for at in islice(product(*lists), MAX_SMALL)]
    return tuple(Proposition(proposition.relation.replace(Substitution(v))) for v in values)


def hypotheses_may_hold(statement: Statement, evaluator: Evaluator) -> bool:
    return all(may_hold(h, evaluator) for h in statement.hypotheses)


def fails(relation: Relation, evaluator: Evaluator) -> bool:
    """Whether a relation does not seem to hold.  Raises Unknown."""
    if relation.operator == "==":
        left, right = evaluator(relation.left), evaluator(relation.right)
        size = abs(left) if isinstance(left, complex) else 1.0
        return distance(left, right) > max(FAR, size * EXACT)
    return not holds_numerically(relation, evaluator)


def clear(relation: Relation, evaluator: Evaluator) -> bool:
    """Whether a relation that is no equation holds by more than floating point errs."""
    left, right = evaluator(relation.left), evaluator(relation.right)
    match relation.operator:
        case "==":
            return False
        case "!=":
            return distance(left, right) > FAR
    return not isinstance(left, tuple) and left.real + FAR < right.real  # type: ignore[union-attr]


def seen_apart(left: Term, right: Term) -> bool:
    """Whether two closed terms differ as far as floating point sees."""
    try:
        return distance(closed_value(left), closed_value(right)) > FAR
    except Unknown:
        return False
