"""Floating-point values, to choose what the kernel looks at.  Decides nothing.

A term becomes steps once, which are taken for each assignment (`floats` says what heads do).  What
cannot be evaluated raises `Unknown`, and is left to the kernel.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any

from derivations.kernel import unfolded
from derivations.language.heads import FUNCTIONS
from derivations.language.shapes import is_matrix
from derivations.language.terms import BINDERS, POINTED, Term, call
from derivations.search.numerics import quotients
from derivations.search.numerics.floats import (
    CONSTANTS, FAULTS, NEAR, STEPS, LongRange, Number, Unknown, assembled, called, functions,
    product_of, rows_of, settled, total, unknown, whole,
)

# Of a function so many values are kept.
MAX_VALUES = 1024
# What counts as different.
FAR = 1e-6
# Longer sums are not evaluated.
MAX_TERMS = 2_000


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


@dataclass(frozen=True)
class Program:
    """How a term is evaluated: the results of some steps are known, others come from results.

    known: the results of constants; what stands at other places is no result.
    symbols: the places and names of symbols, whose values are given.
    steps: place, function, what takes its arguments from all results; the first of these is the
        evaluator itself.
    summands: of what the term is a sum of, sums among these taken apart, the places of factors.
    """

    known: tuple[Any, ...]
    symbols: tuple[tuple[int, str], ...]
    steps: tuple[tuple[int, Callable[..., Any], Callable[[list[Any]], Any]], ...]
    summands: tuple[tuple[int, ...], ...]


# Programs by the identity of their terms, so many of them.
_programs: dict[int, tuple[Term, Program]] = {}
MAX_PROGRAMS = 4096


def program(term: Term) -> Program:
    known = _programs.get(id(term))
    if known is None:
        if len(_programs) >= MAX_PROGRAMS:
            _programs.clear()
        known = _programs[id(term)] = (term, _program(term))
    return known[1]


def _program(term: Term) -> Program:
    """Equal subterms are one step; what has no symbols is evaluated here."""
    places: dict[Term, int] = {}
    met: dict[int, int] = {}  # the same by identity
    operands: dict[int, tuple[Term, ...]] = {}  # kept, since some are made here
    known: list[Any] = [None]
    symbols, steps = [], []
    constant: set[int] = set()
    summands: dict[int, tuple[int, ...]] = {}
    factors: dict[int, tuple[int, ...]] = {}
    pending = [term]
    while pending:
        node = pending[-1]
        head, own = node.head, operands.get(id(node))
        if id(node) in met or (own is None and node in places):
            met.setdefault(id(node), places[node])
            pending.pop()
            continue
        if own is None:
            own = operands[id(node)] = _operands(node)
            missing = [t for t in own if id(t) not in met]
            if missing:
                pending += missing
                continue
        pending.pop()
        place = places[node] = met[id(node)] = len(known)
        known.append(CONSTANTS.get(head))
        arguments = tuple([met[id(t)] for t in own])
        if head in ("add", "neg"):
            summands[place] = arguments
        if head == "mul":
            factors[place] = arguments
        if head == "symbol":
            symbols.append((place, node.name))
            continue
        if head in BINDERS or head in POINTED:
            arguments = (0, *arguments)
        if head not in CONSTANTS:
            step, taken = _step(node), _taken(arguments)
            try:
                if not constant.issuperset(arguments):
                    raise Unknown("it has symbols")
                known[place] = step(*taken(known))
            except FAULTS:
                steps.append((place, step, taken))
                continue
        constant.add(place)
    summed = {len(known) - 1}
    for place in reversed(summands):  # what is added stands before the sum
        if place in summed:
            summed.remove(place)
            summed.update(summands[place])
    parts = tuple(factors.get(place, (place,)) for place in summed)
    return Program(tuple(known), tuple(symbols), tuple(steps), parts)


def _operands(node: Term) -> tuple[Term, ...]:
    """What the step of a node works with."""
    head, args = node.head, node.args
    if head in BINDERS:
        return args[1:3]
    if head in POINTED:
        return args[1:-1]
    if head == "norm":
        return (call("inner", args[0], args[0]),)
    definition = unfolded(node) if head in FUNCTIONS and head not in functions() else None
    return args if definition is None else (definition,)


def _taken(places: tuple[int, ...]) -> Callable[[list[Any]], Any]:
    """What takes from a list what stands at these places."""
    if len(places) > 1:
        return itemgetter(*places)
    first = places[0] if places else 0
    return itemgetter(slice(first, first + len(places)))


def _step(node: Term) -> Callable[..., Any]:
    """The function that makes the result of a node from those of its operands."""
    head, data = node.head, node.data
    if head in BINDERS:
        return partial(_over_range, head, node.args[0], node.args[3])
    if head in POINTED:
        return partial(_at_point, head, node.args[0], node.args[-1])
    if head == "number":
        return partial(complex, data)
    if head in ("matrix", "blocks"):
        return partial(assembled, data[1])
    if head in FUNCTIONS:
        return partial(called, functions().get(head, complex))
    return STEPS.get(head, unknown)


class Evaluator:
    """Values of terms at one assignment of numbers, matrices and functions to names of symbols."""

    def __init__(
        self, values: Mapping[str, Any], budget: Budget | None = None, longest: int = MAX_TERMS
    ) -> None:
        self.values, self.budget, self.longest = values, budget, longest

    def __call__(self, term: Term) -> Number:
        value: Number = self.result(term)
        return value if isinstance(value, tuple) else settled(value)

    def result(self, term: Term) -> Any:
        """The value, which may be too large and have negative zeros."""
        return self.results(term)[-1]

    def results(self, term: Term) -> list[Any]:
        """What stands at each place of the program of a term."""
        known, budget = _programs.get(id(term)), self.budget
        way = program(term) if known is None else known[1]
        if budget is not None:
            budget.spend(len(way.known))
        results = list(way.known)
        results[0] = self
        for place, name in way.symbols:
            if name not in self.values:
                raise Unknown(f"{name} has no value")
            results[place] = self.values[name]
        try:
            for place, step, taken in way.steps:
                value = results[place] = step(*taken(results))
                if budget is not None and type(value) is tuple:
                    budget.spend(len(value) * len(value[0]))
        except Unknown:
            raise
        except FAULTS as error:
            raise Unknown(str(error)) from error
        return results

    def scalar(self, term: Term) -> complex:
        value = self(term)
        if isinstance(value, tuple):
            raise Unknown("a matrix where a scalar is needed")
        return value

    def whole(self, term: Term) -> int:
        return whole(self(term))


def _over_range(
    head: str, index: Term, body: Term, at: Evaluator, lower: complex, upper: complex
) -> Any:
    first, last = settled(lower), settled(upper)
    a, b = round(first.real), round(last.real)
    if b - a > at.longest or abs(first - a) + abs(last - b) > NEAR:
        raise LongRange("a long range")
    values, parts = dict(at.values), []
    inside, name = Evaluator(values, at.budget, at.longest), index.name
    for k in range(a, b + 1):
        values[name] = complex(k)
        parts.append(inside.result(body))
    if not parts and head in ("sum", "product") and is_matrix(body):
        values[name] = complex(a)  # of its size is what is over no places
        shown = rows_of(inside.result(body))
        size = len(shown), len(shown[0])
        return STEPS["zero"](*size) if head == "sum" else STEPS["identity"](size[0])
    match head:
        case "sum":
            return total(*parts)
        case "product":
            return product_of(*parts)
        case "stack":
            return tuple(row for part in parts for row in rows_of(part))
    blocks = [rows_of(p) for p in parts]
    width, rows, before = sum(len(b[0]) for b in blocks), [], 0
    for block in blocks:
        after = width - before - len(block[0])
        rows += [(0j,) * before + row + (0j,) * after for row in block]
        before += len(block[0])
    return tuple(rows)


def _at_point(head: str, variable: Term, body: Term, at: Evaluator, *between: Any) -> Any:
    """A derivative, whether it is a value, an integral."""
    values, name = dict(at.values), variable.name
    inside = Evaluator(values, at.budget)

    def function(x: complex) -> Any:
        values[name] = x
        return inside.result(body)

    if head == "integral":
        return quotients.integral(function, *between)
    if head not in ("diff", "tangent", "differentiable"):
        raise Unknown("no value in floating point")
    found = quotients.slope(function, between[0])
    if head == "diff":
        return found
    return complex(head == "differentiable" or distance(found, between[1]) < FAR)


@lru_cache(maxsize=4096)
def closed_value(term: Term) -> Any:
    """The value of a closed term, or a Python function for a `function`."""
    if term.head != "function":
        return Evaluator({})(term)
    names, body = [s.name for s in term.args[:-1]], term.args[-1]
    return lru_cache(MAX_VALUES)(lambda *at: Evaluator(dict(zip(names, at, strict=True)))(body))


def distance(a: Number, b: Number) -> float:
    if isinstance(a, complex) and isinstance(b, complex):
        return abs(a - b)
    if isinstance(a, complex) or isinstance(b, complex):
        raise Unknown("a scalar and a matrix")
    if [*map(len, rows_of(a))] != [*map(len, rows_of(b))]:
        raise Unknown("sizes that differ where values are put in")
    pairs = zip(rows_of(a), rows_of(b), strict=True)
    return max((abs(x - y) for r, s in pairs for x, y in zip(r, s, strict=True)), default=0.0)


def is_of(z: complex, kind: str) -> bool:
    """Whether a number seems to be of a kind; what is smaller than NEAR counts as 0."""
    if kind == "complex":
        return True
    x, whole = z.real, abs(z.real - round(z.real)) < NEAR
    if abs(z.imag) > NEAR:
        return False
    return {
        "real": True, "integer": whole, "natural": whole and x > -NEAR,
        "posint": whole and x > 0.5, "nonnegative": x > -NEAR, "positive": x > NEAR,
        "negative": x < -NEAR,
    }[kind]
