"""Random terms with matrices, sums and blocks, and random points of their symbols.

Sizes are explicit or symbolic; matrices are singular, nilpotent, without inverse as often as not;
ranges are reversed and empty too, bounds depend on outer indices, and an index may have the name
of a free symbol.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container
from fractions import Fraction
from typing import Any

from derivations.language.sorts import (
    COMPLEX,
    INTEGER,
    NATURAL,
    POSINT,
    POSITIVE,
    REAL,
    Sort,
    family_sort,
    matrix_sort,
)
from derivations.language.terms import Term
from tests.support import exact_values as exact
from tests.support.exact_values import Gauss, Matrix, Unfit, gauss, has_property
from tests.support.notation import (
    I,
    Written,
    adjoint,
    call,
    conj,
    identity,
    matrix,
    number,
    scalar,
    symbol,
    transpose,
    zero_matrix,
)

d, m, N = (symbol(name, POSINT) for name in ("d", "m", "N"))
n, k = symbol("n", NATURAL), symbol("k", INTEGER)
x, y, r = symbol("x"), symbol("y"), symbol("r", REAL)
TWO = number(2)
PROPERTIES = (
    (), (), ("unitary",), ("hermitian",), ("skew",), ("projector",), ("nilpotent2",),
    ("invertible",), ("real",), ("orthogonal",), ("real", "hermitian"), ("real", "skew"),
    ("hermitian", "projector"), ("hermitian", "unitary"), ("real", "nilpotent2"),
    ("hermitian", "invertible"),
)  # fmt: skip


def _square_symbols(size: Term, tag: str) -> list[Term]:
    return [
        symbol(f"A{place}_{tag}", matrix_sort(size, size, *names))
        for place, names in enumerate(PROPERTIES)
    ]


SQUARES = {"d": _square_symbols(d, "d"), "2": _square_symbols(TWO, "2")}
SIZES = {"d": d, "2": TWO}
V, W = symbol("V", matrix_sort(d, m)), symbol("W", matrix_sort(m, m))
u, v = (symbol(name, matrix_sort(d, number(1))) for name in "uv")
FAMILIES = {
    "d": [
        symbol("F", family_sort((INTEGER,), matrix_sort(d, d))),
        symbol("U", family_sort((NATURAL,), matrix_sort(d, d, "unitary"))),
    ],
    "2": [
        symbol("G", family_sort((INTEGER,), matrix_sort(TWO, TWO))),
        symbol("K", family_sort((POSINT,), matrix_sort(TWO, TWO, "skew"))),
    ],
}
s = symbol("s", family_sort((INTEGER,), REAL))
c = symbol("c", family_sort((NATURAL,), COMPLEX))
e = symbol("e", family_sort((POSINT,), POSITIVE))
g = symbol("g", family_sort((INTEGER, INTEGER), COMPLEX))
INDICES = (symbol("j", INTEGER), symbol("i", INTEGER), symbol("l", INTEGER), k, n)


class Terms:
    """Random terms from one source of random numbers."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.bound: list[Term] = []

    def one(self, *choices: Any) -> Any:
        return self.source.choice(choices)

    def often(self, *makers: tuple[int, Callable[[], Term]]) -> Term:
        """What one of the makers makes, each taken as often as its weight says."""
        weights, functions = zip(*makers, strict=True)
        made: Term = self.source.choices(functions, weights)[0]()
        return made

    def integer(self, depth: int = 1) -> Term:
        leaf = self.one(n, k, N, *self.bound)
        if not depth:
            return self.one(leaf, number(self.source.randint(-2, 3)))
        return self.often(
            (5, lambda: self.integer(0)),
            (2, lambda: self.integer(0) + self.integer(0)),
            (1, lambda: -self.integer(0)),
            (2, lambda: self.integer(0) + self.source.randint(-2, 2)),
            (1, lambda: self.integer(0) * self.integer(0)),
        )

    def range(self) -> tuple[Term, Term]:
        lower = self.source.randint(-1, 2)
        return self.one(
            (number(lower), number(lower + self.source.randint(-2, 3))),
            (number(lower), self.one(n, N, n + 1, N - 1, n - 1, N + n, k)),
            (self.integer(), self.integer()),
        )

    def bind(
        self, head: str, body: Callable[[], Term], over: tuple[Term, Term] | None = None
    ) -> Term:
        lower, upper = over or self.range()
        index = self.one(*INDICES)
        self.bound.append(index)
        inside = body()
        self.bound.pop()
        return Written(head, (index, lower, upper, inside))

    def leaf(self) -> Term:
        values = (s[self.integer()], c[self.integer(0)], e[self.integer(0)], g[self.integer(0), k])
        return self.one(
            x, y, r, n, k, N, d, I, number(self.source.randint(-2, 3)), number("1/2"),
            *values, *self.bound, *self.bound,
        )  # fmt: skip

    def scalar(self, depth: int) -> Term:
        if depth <= 0:
            return self.leaf()

        def less() -> Term:
            return self.scalar(depth - 1)

        size = self.one("d", "2")
        return self.often(
            (3, self.leaf),
            (2, lambda: less() + less()),
            (3, lambda: less() * less()),
            (1, lambda: conj(less())),
            (1, lambda: less() / less()),
            (2, lambda: less() ** self.one(TWO, number(-1), number(0), n, N, k)),
            (3, lambda: self.bind("sum", less)),
            (2, lambda: self.bind("product", less)),
            (4, lambda: call(self.one("trace", "det"), self.square(size, depth - 1))),
            (2, lambda: call("inner", self.column(depth - 1), self.column(depth - 1))),
            (2, lambda: scalar(self.column(1).T * self.square("d", depth - 2) * self.column(1))),
            (2, lambda: Written("entry", (self.square(size, depth - 1), *self.one(
                (number(0), number(0)), (number(1), number(0)), (self.integer(0), number(0)),
            )))),
            (1, lambda: call(self.one("re", "im"), less())),
            (1, lambda: call(self.one("floor", "ceiling"), self.integer() / self.one(2, -3))),
            (1, lambda: call("binomial", n + self.source.randint(0, 2), self.integer())),
            (1, lambda: call("mod", self.integer(), self.one(TWO, number(-3), N))),
            (1, lambda: call("gcd", self.integer(), self.integer())),
            (1, lambda: call(self.one("factorial", "fibonacci"), self.one(n, N, n + N, N - 1))),
        )  # fmt: skip

    def column(self, depth: int) -> Term:
        if depth <= 0:
            return self.one(u, v)
        return self.often(
            (3, lambda: self.one(u, v)),
            (2, lambda: self.square("d", depth - 1) * self.column(depth - 1)),
            (1, lambda: self.column(depth - 1) + self.column(depth - 1)),
            (1, lambda: self.scalar(depth - 1) * self.column(depth - 1)),
        )

    def square_leaf(self, size: str) -> Term:
        n_ = SIZES[size]
        return self.often(
            (6, lambda: self.one(*SQUARES[size])),
            (1, lambda: identity(n_)),
            (1, lambda: zero_matrix(n_, n_)),
            (2, lambda: self.one(*FAMILIES[size])[self.integer()]),
        )

    def square(self, size: str, depth: int) -> Term:
        if depth <= 0:
            return self.square_leaf(size)

        def less() -> Term:
            return self.square(size, depth - 1)

        exponents = (number(0), TWO, number(3), number(-1), number(-2), n, N, n + 1, n + N, 2 * n)
        makers = [
            (3, lambda: self.square_leaf(size)),
            (5, lambda: less() * less()),
            (2, lambda: less() + less()),
            (1, lambda: self.scalar(depth - 1) * less()),
            (3, lambda: self.one(transpose, adjoint, conj)(less())),
            (2, lambda: call("inv", less())),
            (2, lambda: less() ** self.one(*exponents)),
            (2, lambda: self.bind("sum", lambda: self.square(size, depth - 2))),
            (2, lambda: self.bind("product", lambda: self.square(size, depth - 2))),
        ]
        if size == "d":
            makers.append((1, lambda: self.column(depth - 1) * self.column(depth - 1).H))
            makers.append((1, lambda: V * V.H))
        else:
            entries = [[self.scalar(depth - 2) for _ in range(2)] for _ in range(2)]
            makers.append((1, lambda: matrix(entries)))
        return self.often(*makers)

    def _changed(self, less: Callable[[], Term]) -> list[tuple[int, Callable[[], Term]]]:
        """What is made of matrices whose shape the operation does not look at."""
        return [
            (3, lambda: less() * less()),
            (2, lambda: less() + less()),
            (2, lambda: self.one(transpose, adjoint, conj)(less())),
            (2, lambda: call("inv", less())),
            (1, lambda: less() ** self.one(TWO, n, number(-1))),
            (1, lambda: self.bind("sum", less)),
        ]

    def blocks(self, depth: int) -> Term:
        """N blocks, each 2 x 2, on a diagonal."""
        over = self.one((number(0), N - 1), (number(1), N), (n, n + N - 1))
        made = (4, lambda: self.bind("blockdiag", lambda: self.square("2", 1), over))
        if depth <= 0:
            return made[1]()
        return self.often(made, *self._changed(lambda: self.blocks(depth - 1)))

    def divided(self, depth: int) -> Term:
        """Two rows of blocks, of d and m rows."""

        def made() -> Term:
            upper = self.one(V, self.square("d", 1) * V, zero_matrix(d, m))
            lower = self.one(V.T, V.H * self.square("d", 1), zero_matrix(m, d))
            parts = (self.square("d", 1), upper, lower, self.one(W, identity(m), call("inv", W)))
            return Written("blocks", parts, (2, 2))

        if depth <= 0:
            return made()
        return self.often((4, made), *self._changed(lambda: self.divided(depth - 1)))

    def tensor(self, depth: int) -> Term:
        """A Kronecker product of d and m rows."""

        def made() -> Term:
            return call("kronecker", self.square("d", 1), self.one(W, identity(m), call("inv", W)))

        if depth <= 0:
            return made()
        return self.often((4, made), *self._changed(lambda: self.tensor(depth - 1)))

    def any(self) -> Term:
        depth = self.one(2, 3, 3)
        larger = self.one(self.blocks, self.divided, self.tensor)
        return self.often(
            (6, lambda: self.scalar(depth)),
            (5, lambda: self.square("d", depth)),
            (3, lambda: self.square("2", depth)),
            (2, lambda: larger(2)),
            (2, lambda: call(self.one("trace", "det"), larger(2))),
        )


# Points


def _gauss(source: random.Random, real: bool) -> Gauss:
    def part() -> Fraction:
        return Fraction(source.choice([0, 0, 1, -1, 2, -2, 3]), source.choice([1, 1, 2]))

    return gauss(part(), 0 if real or source.random() < 0.4 else part())


def _matrix(source: random.Random, rows: int, columns: int, real: bool = False) -> Matrix:
    return exact.matrix([[_gauss(source, real) for _ in range(columns)] for _ in range(rows)])


def _with_properties(source: random.Random, size: int, names: frozenset[str]) -> Matrix:
    """A matrix with these properties; one that is 0 where they are hard to have."""
    real = bool(names & {"real", "orthogonal"})
    one = exact.identity(size)
    for _ in range(100):
        a = _matrix(source, size, size, real)
        column, row = _matrix(source, size, 1, real), _matrix(source, 1, size, real)
        onto = column * column.adjoint()
        length = onto.trace().inverse()
        if names >= {"hermitian", "unitary"}:
            a = one + onto.scaled(gauss(-2) * length)
        elif names & {"unitary", "orthogonal"}:
            turn = a + -a.adjoint()
            a = (one + -turn) * (one + turn).inverse()
        elif names >= {"hermitian", "projector"}:
            a = onto.scaled(length)
        elif "projector" in names:
            kept = [source.randint(0, 1) for _ in range(size)]
            part = exact.block_diagonal([gauss(value) for value in kept])
            a = a * part * a.inverse()
        elif "nilpotent2" in names:
            a = column * row if (row * column).rows[0][0].is_zero else exact.zeros(size, size)
        elif "hermitian" in names:
            a = a + a.adjoint()
        elif "skew" in names:
            a = a + -a.transpose()
        if all(has_property(a, name) for name in names):
            return a
    raise Unfit("no such matrix was found")


def _family(value: Callable[[bool], Any], belongs: Callable[..., bool]) -> Callable[..., Any]:
    """A family that takes any integers; outside its index sort its values are of no sort."""
    known: dict[tuple[int, ...], Any] = {}

    def at(*places: Gauss) -> Any:
        key = tuple(exact.whole(p) for p in places)
        if key not in known:
            known[key] = value(belongs(*key))
        return known[key]

    return at


def point(source: random.Random, used: Container[str]) -> dict[Any, Any]:
    """Values for the symbols of these names, and for all that are no matrices, by name."""
    sizes = {"d": source.choice([1, 2, 2, 3]), "m": source.choice([1, 2]), "2": 2, "1": 1}
    values: dict[Any, Any] = {
        "N": gauss(source.choice([1, 1, 2, 3])),
        "n": gauss(source.choice([0, 0, 1, 2, 3])), "k": gauss(source.randint(-2, 3)),
        "d": gauss(sizes["d"]), "m": gauss(sizes["m"]),
        "x": _gauss(source, False), "y": _gauss(source, False), "r": _gauss(source, True),
        "V": _matrix(source, sizes["d"], sizes["m"]), "W": _matrix(source, sizes["m"], sizes["m"]),
        "u": _matrix(source, sizes["d"], 1), "v": _matrix(source, sizes["d"], 1),
    }  # fmt: skip
    for tag, letters in SQUARES.items():
        for letter in letters:
            if letter.name in used:
                names = letter.sort.properties
                values[letter.name] = _with_properties(source, sizes[tag], names)

    def member(sort: Sort, tag: str) -> Callable[[bool], Any]:
        def value(inside: bool) -> Any:
            names = sort.properties if inside else frozenset()
            return _with_properties(source, sizes[tag], names)

        return value

    least = {"integer": -100, "natural": 0, "posint": 1}
    for tag, families in FAMILIES.items():
        for family in families:
            first = least[family.sort.index[0].kind]
            values[family.name] = _family(
                member(family.sort.value, tag), lambda j, first=first: j >= first
            )
    everywhere: Callable[..., bool] = lambda *_: True  # noqa: E731
    values["s"] = _family(lambda _: _gauss(source, True), everywhere)
    values["c"] = _family(lambda _: _gauss(source, False), everywhere)
    values["g"] = _family(lambda _: _gauss(source, False), everywhere)
    values["e"] = _family(
        lambda inside: gauss(abs(_gauss(source, True).re) + Fraction(1, 2)) if inside else (
            _gauss(source, False)
        ),
        lambda j: j >= 1,
    )
    return values
