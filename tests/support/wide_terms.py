"""More random terms with matrices: explicit blocks beside matrices of unspecified size, families
over matrices, blocks of words, blocks inside blocks, permutations."""

from __future__ import annotations

import random
from typing import Any

from derivations.language.sorts import (
    INTEGER, NATURAL, REAL, family_sort, matrix_sort, permutation_sort,
)
from derivations.language.terms import Term
from tests.support.matrix_terms import FAMILIES, TWO, N, Terms, V, W as W_, c, d, k, m, n, s, x
from tests.support.notation import (
    ONE, ZERO, Written, adjoint, apply, call, conj, exp, matrix, number, scalar, sum_, symbol,
    transpose,
)
from tests.support.values import random_values

W, X = symbol("Wide", matrix_sort(TWO, d)), symbol("Tall", matrix_sort(d, TWO))
L, Q = symbol("L", matrix_sort(2 * N, 2 * N)), symbol("q", matrix_sort(2 * N, ONE))
H = symbol("h", family_sort((matrix_sort(d, d),), REAL))
E = symbol("E", family_sort((matrix_sort(d, d), NATURAL), matrix_sort(d, d)))
B = symbol("B", family_sort((INTEGER,), matrix_sort(d, m)))
P = symbol("p", permutation_sort(N))
F = FAMILIES["d"][0]
i, j, o = (symbol(name, INTEGER) for name in ("i1", "j1", "o1"))


class WideTerms(Terms):
    """Terms of the new kinds, out of those of the old."""

    def line(self, depth: int) -> Term:
        """A matrix of 2 rows and d columns."""
        if depth <= 0:
            return self.one(W, transpose(X), conj(W))
        less = self.line(depth - 1)
        return self.often(
            (2, lambda: W),
            (3, lambda: self.square("2", 1) * less),
            (3, lambda: less * self.square("d", 1)),
            (1, lambda: less + self.line(depth - 1)),
            (1, lambda: self.scalar(1) * less),
            (1, lambda: matrix([[ONE, ONE], [ZERO, number(2)]]) * less),
            (1, lambda: self.bind("sum", lambda: self.line(depth - 1))),
        )

    def many(self, depth: int) -> Term:
        """A matrix of 2 N rows and columns: blocks, a letter, or products of both."""
        if depth <= 0:
            entries = [[s[j], self.one(ONE, c[N])], [self.one(ZERO, exp(s[j])), s[j + 1]]]
            blocks = Written("blockdiag", (j, ZERO, N - 1, matrix(entries)))
            turn = self.one(conj, transpose, adjoint, lambda t: t)
            return self.one(L, L.T, turn(blocks), turn(blocks))
        return self.often(
            (4, lambda: self.many(depth - 1) * self.many(depth - 1)),
            (2, lambda: self.many(depth - 1) + self.many(depth - 1)),
            (1, lambda: self.one(transpose, adjoint, conj)(self.many(depth - 1))),
            (1, lambda: self.scalar(0) * self.many(depth - 1)),
            (1, lambda: self.many(depth - 1) ** self.one(TWO, n, number(0))),
            (1, lambda: self.bind("sum", lambda: self.many(depth - 1))),
            (1, lambda: call("identity", 2 * N) + self.many(depth - 1)),
        )

    def of_words(self, depth: int) -> Term:
        """N blocks of d rows, on a diagonal."""
        if depth <= 0:
            square = self.square("d", 0)
            body = self.one(F[j] * square, F[j + n], s[j] * square, B[j] * B[k].T)
            return Written("blockdiag", (j, ONE, N, body))
        return self.often(
            (3, lambda: self.of_words(depth - 1) * self.of_words(depth - 1)),
            (2, lambda: self.of_words(depth - 1) + self.of_words(depth - 1)),
            (1, lambda: self.one(transpose, adjoint, conj)(self.of_words(depth - 1))),
            (1, lambda: self.stacked() * transpose(self.stacked())),
        )

    def stacked(self) -> Term:
        return Written("stack", (j, ONE, N, self.one(F[j], F[N - j], s[j] * self.square("d", 1))))

    def inside_blocks(self, depth: int) -> Term:
        """Blocks inside blocks, as matrices or in a trace."""
        small = symbol("S", matrix_sort(N, N))

        def inner() -> Term:
            sums = sum_(s[o] * s[self.one(o, i, j)], (o, ZERO, self.one(n, N)))
            entry = self.one(s[i], s[i + j], s[i] * s[j], sums, sums * s[i + j])
            column = Written("stack", (i, ZERO, N - 1, entry))
            blocks = Written("blockdiag", (i, ZERO, N - 1, entry))
            return self.one(blocks, column * column.T, small, blocks * column * column.T)

        body = self.one(inner(), call("trace", inner() * small) * s[j], inner() * inner())
        whole = Written("blockdiag", (j, self.one(ZERO, ONE), n + 1, body))
        other = Written("blockdiag", (j, whole.args[1], n + 1, body if depth else inner()))
        if depth and body.head != "mul":
            other = Written("blockdiag", (j, whole.args[1], n + 1, s[j + n] * body))
        return self.one(whole * conj(other), whole + other, whole)

    def across(self) -> Term:
        """Blocks on a diagonal that are not square."""
        parts = (V, self.square("d", 1), W_, V.T)
        return Written("blocks", parts, (2, 2)) + call("identity", d + m) * self.one(ONE, x)

    def matrices(self, depth: int) -> Term:
        return self.often(
            (1, lambda: E[self.square("d", depth - 1), self.integer(0)]),
            (1, lambda: self.bind("sum", lambda: E[F[self.integer(0)], n] * self.square("d", 1))),
            (1, lambda: self.bind("product", lambda: self.square("d", 1))),
            (1, lambda: transpose(self.line(depth)) * self.line(depth)),
            (2, self.across),
            (1, lambda: self.across() * self.across()),
            (1, lambda: self.bind("sum", lambda: self.scalar(1) * self.square("d", 2))),
        )

    def numbers(self, depth: int) -> Term:
        return self.often(
            (2, lambda: H[self.square("d", depth - 1)]),
            (2, lambda: scalar(adjoint(self.many(depth) * Q) * (self.many(depth) * Q))),
            (2, lambda: self.bind("sum", lambda: H[F[self.integer(0)]] * self.scalar(1))),
            (2, lambda: self.bind("sum", lambda: apply(P, self.integer(0)) * c[apply(P, n)])),
            (1, lambda: call("trace", self.one(self.many, self.of_words, self.inside_blocks)(1))),
            (1, lambda: call("trace", self.line(depth) * transpose(self.line(depth)))),
            (1, lambda: self.bind("product", lambda: self.scalar(1) * H[F[self.integer(0)]])),
        )

    def any(self) -> Term:
        return self.one(
            self.line, self.many, self.of_words, self.inside_blocks, self.matrices, self.numbers
        )(self.one(1, 2))


def wide_values(symbols: Any, source: random.Random) -> dict[str, Any]:
    """Values for symbols, permutations among them."""
    values = random_values([t for t in symbols if t != P], source, 3)
    if P in symbols:  # beyond N, where any naturals will do, it keeps what it gets
        count = values.setdefault("N", source.randint(1, 3))
        order = source.sample(range(count), count)
        values["p"] = lambda place: order[place] if 0 <= place < count else place
    return values
