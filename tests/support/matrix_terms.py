"""Random terms with matrices, sums and blocks.

Sizes are explicit or symbolic; ranges are reversed and empty too, bounds depend on outer
indices, and an index may have the name of a free symbol.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from derivations.language.sorts import (
    COMPLEX, INTEGER, NATURAL, POSINT, POSITIVE, REAL, family_sort, matrix_sort,
)
from derivations.language.terms import Term
from tests.support.notation import (
    ONE, I, Written, adjoint, call, conj, identity, matrix, number, scalar, symbol, transpose,
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
    """Random terms from one source of random numbers, with exponentials of matrices or without."""

    def __init__(self, source: random.Random, exponentials: bool = False) -> None:
        self.source, self.exponentials = source, exponentials
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
            (2 if self.exponentials else 0, lambda: call("matexp", less())),
            (2, lambda: self.one(ONE, x) * identity(SIZES[size]) + less()),
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

    def fourfold(self, depth: int) -> Term:
        """Four blocks of d rows, some of which are alike."""

        def made() -> Term:
            parts = [self.square("d", 1) for _ in range(4)]
            like = self.one(1, 2, 3)
            parts[like] = self.one(parts[like], parts[0], -parts[0], zero_matrix(d, d))
            return Written("blocks", tuple(parts), (2, 2))

        if depth <= 0:
            return made()
        return self.often((4, made), *self._changed(lambda: self.fourfold(depth - 1)))

    def tensor(self, depth: int) -> Term:
        """A Kronecker product of d and m rows."""

        def made() -> Term:
            return call("kronecker", self.square("d", 1), self.one(W, identity(m), call("inv", W)))

        if depth <= 0:
            return made()
        return self.often((4, made), *self._changed(lambda: self.tensor(depth - 1)))

    def any(self) -> Term:
        depth = self.one(2, 3, 3)
        larger = self.one(self.blocks, self.divided, self.fourfold, self.tensor)
        return self.often(
            (6, lambda: self.scalar(depth)),
            (5, lambda: self.square("d", depth)),
            (3, lambda: self.square("2", depth)),
            (2, lambda: larger(2)),
            (2, lambda: call(self.one("trace", "det"), larger(2))),
        )


SYMBOLS = frozenset({
    d, m, N, n, k, x, y, r, V, W, u, v, s, c, e, g,
    *SQUARES["d"], *SQUARES["2"], *FAMILIES["d"], *FAMILIES["2"],
})  # fmt: skip
