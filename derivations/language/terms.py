"""Terms: syntax trees, exactly as written.

A term has a head, arguments and, for a leaf, data.  Nothing is evaluated: `x - x` stays
`add(x, neg(x))`.  Terms are immutable; shared subterms make a term a directed acyclic graph, so
every walk over terms here is memoised by identity and costs one visit a node.

Heads, by arity and meaning:

    number (data: Fraction)   i   pi   symbol (data: name, sort)
    add mul (n-ary)   neg   div   pow                scalars and matrices (div: by a scalar)
    the functions in `heads.FUNCTIONS`               scalars to scalars
    conj                                             scalars, or entry by entry
    matrix (data: rows, columns; row-major entries)  identity(n)  zero(m, n)
    transpose adjoint inv                            matrices
    trace det scalar norm                            matrix to scalar; `scalar` takes a 1 x 1 matrix
    entry(A, i, j)                                   counted from 0
    inner(x, y)                                      sum of x_j conj(y_j); scalars or columns
    kronecker(A, B)
    sum product (index, lower, upper, body)          both bounds included; empty ranges give 0 and I
    blockdiag stack (index, lower, upper, body)      block-diagonal matrix; blocks one below another
    diff(x, at, body)                                derivative of a function x -> body, x real
    differentiable(x, at, body)                      1 where it has a derivative, else 0
    tangent(x, at, v, body)                          1 where it has the derivative v, else 0
    integral integrable (x, a, b, body)              its integral; 1 where it has one, else 0
    apply(f, arguments...)                           a value of the family f
    function(parameters..., body)                    only as the value of a family in a substitution
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache, partial
from operator import is_
from typing import Any, NamedTuple, Protocol

from derivations.language.sorts import COMPLEX, Sort

# What a symbol may be called, and what not.
WORDS = frozenset({"for", "with", "and", "is", "exists"})
RESERVED = WORDS | {"I", "pi"}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_']*\Z")

# Digits of a number; neither the kernel nor, as it is set up, Python takes many more.
MAX_DIGITS = 4_000

BINDERS = frozenset({"sum", "product", "blockdiag", "stack"})
# Heads that bind a real variable, which stands first, in the body, which stands last.
POINTED = frozenset({"diff", "differentiable", "tangent", "integral", "integrable"})


class Place(NamedTuple):
    """Where a term was written; lines and columns are counted from 1."""

    file: str
    line: int
    column: int


class PlaceFinder(Protocol):
    """A text that finds the place of one of its tokens, which few terms are ever asked for."""

    def place(self, token: int) -> Place: ...


LatePlace = tuple[PlaceFinder, int]


class Called(NamedTuple):
    """What a document calls a term: a name that it defines, at arguments."""

    call: Term


Written = Place | LatePlace | Called


class _Draft:
    """A term while it is made: setting what is not yet immutable is twice as fast."""

    __slots__ = ("__weakref__", "_free", "_hash", "_place", "args", "data", "head")

    head: str
    args: tuple[Term, ...]
    data: Any
    _place: Written | None
    _hash: int
    _free: frozenset[Term] | None  # its free symbols, once they are asked for


_new_draft = _Draft.__new__


class Term(_Draft):
    """A node of a syntax tree, plain data: built by the functions below, it evaluates nothing."""

    __slots__ = ()

    def __new__(
        cls, head: str, args: tuple[Term, ...] = (), data: Any = None, place: Written | None = None
    ) -> Term:
        draft = _new_draft(_Draft)
        draft.head = head
        draft.args = args
        draft.data = data
        draft._place = place
        draft._hash = hash((head, data, args))
        draft._free = None
        draft.__class__ = cls  # from now on immutable
        return draft  # type: ignore[return-value]

    @property
    def place(self) -> Place | None:
        """Where it was written, if that is known."""
        place = self.origin
        if place is not None and not isinstance(place, Place):
            text, token = place
            place = text.place(token)
            object.__setattr__(self, "_place", place)
        return place

    @property
    def origin(self) -> Place | LatePlace | None:
        """The same, for a term made of this one: not looked for yet."""
        return None if isinstance(self._place, Called) else self._place

    @property
    def called(self) -> Term | None:
        """What a document calls it, if it was written by a name: no part of the term, for print."""
        return self._place.call if isinstance(self._place, Called) else None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"terms are immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"terms are immutable: cannot delete {name!r}")

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Term):
            return NotImplemented
        if self._hash != other._hash or self.head != other.head:
            return False
        if not self.args and not other.args:
            return _alike(self.data, other.data)
        return _same(self, other)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Term, (self.head, self.args, self.data, self.place or self._place))

    def __repr__(self) -> str:
        """A short form for messages; `language.text` writes a term to be read back."""
        return outline(self, _LONGEST)

    def __bool__(self) -> bool:
        raise TypeError("a term is not a truth value; state it as a relation and prove it")

    @property
    def name(self) -> str:
        """The name of a symbol."""
        if self.head != "symbol":
            raise TypeError(f"only symbols have names, not {self!r}")
        return self.data[0]  # type: ignore[no-any-return]

    @property
    def sort(self) -> Sort:
        """The sort of a symbol."""
        if self.head != "symbol":
            raise TypeError(f"only symbols carry a sort, not {self!r}")
        return self.data[1]  # type: ignore[no-any-return]


Termish = Term | int | Fraction

_LONGEST = 60  # at most, of characters for a term in a message
# What stands between arguments, and how tightly it binds.
_SIGNS = {"add": (" + ", 0), "mul": ("*", 2), "div": ("/", 2), "pow": ("**", 3)}
_BEHIND = {"transpose": ".T", "adjoint": ".H", "inv": ".I"}
_NEGATIVE, _ATOM = 1, 4
_TOO_LONG = 10**MAX_DIGITS  # numbers from here on Python may refuse to write

# A part of an outline: text, or a term and how tightly its text has to be bound.
_Part = str | tuple[Term, int]


def outline(term: Term, longest: int) -> str:
    """The term as it stands, by the names of its heads, cut off behind so many characters.

    >>> outline(call("sin", add(symbol("x"), neg(mul(2, symbol("y"))))), 60)
    'sin(x - 2*y)'
    """
    written: list[str] = []
    pending: list[_Part] = [(term, 0)]
    room = longest
    while pending and room >= 0:
        part = pending.pop()
        if isinstance(part, str):
            written.append(part)
            room -= len(part)
        else:
            pending += reversed(_parts(*part))
    text = "".join(written)
    return text if room >= 0 else f"{text[: longest - 3]}..."


def _parts(term: Term, level: int) -> list[_Part]:
    head, args, data = term.head, term.args, term.data
    parts: list[_Part]
    own = _ATOM
    if head == "number" and isinstance(data, Fraction):
        above, below = data.as_integer_ratio()
        short = max(abs(above), below) < _TOO_LONG
        parts = [str(data) if short else f"{above:#x}" + (f"/{below:#x}" if below > 1 else "")]
        own = _NEGATIVE if data < 0 else _ATOM if data.denominator == 1 else 2
    elif head == "symbol" and isinstance(data, tuple):
        parts = [str(data[0])]
    elif head == "neg":
        parts, own = ["-", (args[0], 2)], _NEGATIVE
    elif head in _SIGNS and len(args) > 1:
        sign, own = _SIGNS[head]
        parts = [(args[0], own + (head == "pow"))]
        for arg in args[1:]:
            minus = head == "add" and arg.head == "neg"
            parts += [" - ", (arg.args[0], 2)] if minus else [sign, (arg, max(own + 1, 2))]
    elif head in _BEHIND:
        parts = [(args[0], _ATOM), _BEHIND[head]]
    elif head in ("apply", "entry"):
        parts = [(args[0], _ATOM), "[", *_listed(args[1:]), "]"]
    else:
        shape = [] if data is None else [f"{data}: "]
        named = [f"{head}(", *shape, *_listed(args), ")"]
        parts = named if args else ["I" if head == "i" else head]
    return parts if own >= level else ["(", *parts, ")"]


def _listed(args: tuple[Term, ...]) -> list[_Part]:
    return [part for arg in args for part in (", ", (arg, 0))][1:]


def _alike(a: Any, b: Any) -> bool:
    """Whether data are equal, and of the same types: 1, True, 1.0 and Fraction(1) are four."""
    if a is b:
        return True
    same = type(a) is type(b) and bool(a == b)
    return same and (type(a) is not tuple or all(map(is_, map(type, a), map(type, b))))


def _same(left: Term, right: Term) -> bool:
    """Whether two terms of one head and hash are equal, by a walk that visits shared parts once."""
    if len(left.args) == len(right.args) and all(map(is_, left.args, right.args)):
        return _alike(left.data, right.data)
    pending = [(left, right)]
    seen: set[tuple[int, int]] = set()
    for one, other in pending:
        mine, theirs = one.args, other.args
        if len(mine) != len(theirs) or not (one.data is other.data or _alike(one.data, other.data)):
            return False
        for a, b in zip(mine, theirs):  # noqa: B905  (of one length)
            if a is b:
                continue
            if a._hash != b._hash or a.head != b.head:
                return False
            if not a.args and not b.args:
                if a.data is not b.data and not _alike(a.data, b.data):
                    return False
            elif (pair := (id(a), id(b))) not in seen:
                seen.add(pair)
                pending.append((a, b))
    return True


def as_term(value: Termish) -> Term:
    """A term as it is, an int or a Fraction as a number.

    Floats are refused: they are not exact.
    """
    if isinstance(value, Term):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        what = f"{value!r} ({type(value).__name__})"
        raise TypeError(f"cannot use {what} in a term; write exact numbers as int or Fraction")
    return number(value)


I = Term("i")  # noqa: E741  (the imaginary unit's usual name)
PI = Term("pi")


@lru_cache(maxsize=4096)
def number(value: int | Fraction | str) -> Term:
    """An exact rational: `number("0.1")` is 1/10."""
    return Term("number", (), Fraction(value))


ZERO, ONE = number(0), number(1)


def symbol(name: str, sort: Sort = COMPLEX) -> Term:
    """A symbol with its sort."""
    return Term("symbol", (), (name, sort))


def _terms(parts: Iterable[Termish]) -> tuple[Term, ...]:
    return tuple([p if type(p) is Term else as_term(p) for p in parts])


def add(*parts: Termish) -> Term:
    return Term("add", _terms(parts))


def sub(left: Termish, right: Termish) -> Term:
    """`left - right`, which is `left + (-right)`."""
    return add(left, neg(right))


def mul(*parts: Termish) -> Term:
    return Term("mul", _terms(parts))


def neg(part: Termish) -> Term:
    return Term("neg", (as_term(part),))


def div(numerator: Termish, denominator: Termish) -> Term:
    return Term("div", (as_term(numerator), as_term(denominator)))


def power(base: Termish, exponent: Termish) -> Term:
    return Term("pow", (as_term(base), as_term(exponent)))


def call(name: str, *arguments: Termish) -> Term:
    """The function `name` of these arguments, a row in the table of heads."""
    return Term(name, _terms(arguments))


exp, sin, cos, sqrt, conj = (partial(call, name) for name in "exp sin cos sqrt conj".split())


def apply(function: Term, *arguments: Termish) -> Term:
    """The value of a family at the given arguments."""
    return Term("apply", (function, *(as_term(a) for a in arguments)))


# Matrices


def matrix(rows: Iterable[Iterable[Termish]]) -> Term:
    """An explicit matrix from its rows."""
    grid = [[as_term(e) for e in row] for row in rows]
    if not grid or not grid[0] or any(len(row) != len(grid[0]) for row in grid):
        raise ValueError("a matrix needs at least one row, and rows of one length")
    return Term("matrix", tuple(e for row in grid for e in row), (len(grid), len(grid[0])))


def column(*entries: Termish) -> Term:
    """An explicit column vector."""
    return matrix([[e] for e in entries])


# inner(x, y) is ⟨x, y⟩ = Σ_j x_j conj(y_j), linear in x; for scalars, x conj(y).
identity, zero_matrix, transpose, adjoint, inner, scalar = (
    partial(call, name) for name in "identity zero transpose adjoint inner scalar".split()
)

# Binders

Range = tuple[Term, Termish, Termish]


def _bind(head: str, body: Termish, over: Range) -> Term:
    index, lower, upper = over
    if index.head != "symbol":
        raise TypeError(f"the index of a {head} is a symbol, not {index!r}")
    if not index.sort.within("integer"):
        raise TypeError(f"the index {index.name} of a {head} must be of an integer sort")
    return Term(head, (index, as_term(lower), as_term(upper), as_term(body)))


# Of body for index = lower ... upper, both included, in this order: `sum_(f, (k, 1, n))`; a scalar
# body is a 1 x 1 block.
sum_, product, blockdiag, stack = (
    partial(_bind, head) for head in ("sum", "product", "blockdiag", "stack")
)


def function(parameters: Iterable[Term], body: Termish) -> Term:
    """A function written out; only as the value of a family in a substitution."""
    names = tuple(parameters)
    return Term("function", (*names, as_term(body)))
