"""Laws of matrices, each a statement that holds in the kernel, taken by the rule `Law`.

In the total semantics the inverse of a singular matrix is 0; no law relies on more.  Every law is
compared with values in the tests.

Source: R. Horn, C. Johnson, Matrix Analysis; J. Silvester, Determinants of block matrices, The
Mathematical Gazette 84 (2000), for blocks that commute; N. Higham, Functions of Matrices, for
exponentials.
"""

from __future__ import annotations

from derivations.kernel.laws import LAWS, Law
from derivations.kernel.number_laws import NUMBER_LAWS
from derivations.language.sorts import COMPLEX, NATURAL, POSINT, REAL, matrix_sort
from derivations.language.statements import eq, le, ne
from derivations.language.terms import (
    ONE,
    ZERO,
    I,
    Term,
    call,
    conj,
    cos,
    exp,
    identity,
    sin,
    symbol,
    transpose,
    zero_matrix,
)

n, m = symbol("n", POSINT), symbol("m", POSINT)
i, j = symbol("i", NATURAL), symbol("j", NATURAL)
c, k, r = symbol("c", COMPLEX), symbol("k", COMPLEX), symbol("r", REAL)
A, B, C, D = (symbol(name, matrix_sort(n, n)) for name in "ABCD")
M = symbol("M", matrix_sort(m, m))
X, Y = symbol("X", matrix_sort(n, m)), symbol("Y", matrix_sort(m, n))
S = symbol("S", matrix_sort(ONE, ONE))


def _det(a: Term) -> Term:
    return call("det", a)


def _exp(a: Term) -> Term:
    return call("matexp", a)


def _adjoint(a: Term) -> Term:
    return call("adjoint", a)


def _blocks(*rows: tuple[Term, Term]) -> Term:
    return Term("blocks", tuple(b for row in rows for b in row), (len(rows), 2))


_ONE, _ZERO = identity(n), zero_matrix(n, n)

_ALL = (
    Law("determinant of a product", (n, A, B), (), (eq(_det(A * B), _det(A) * _det(B)),)),
    Law("determinant of a transpose", (n, A), (), (eq(_det(transpose(A)), _det(A)),)),
    Law("determinant of a conjugate", (n, A), (), (eq(_det(conj(A)), conj(_det(A))),)),
    Law("determinants of products turned round", (n, m, X, Y), (), (
        eq(_det(_ONE + X * Y), _det(identity(m) + Y * X)),
    )),
    Law("one-sided inverse", (n, A, B), (eq(A * B, _ONE),), (
        eq(B * A, _ONE), ne(_det(A), ZERO), ne(_det(B), ZERO),
        eq(call("inv", A), B), eq(call("inv", B), A),
    )),
    Law("identity plus antihermitian", (n, A), (eq(_adjoint(A), -A),), (
        ne(_det(_ONE + A), ZERO),
    )),
    Law("identity plus Gram", (n, m, r, X), (le(ZERO, r),), (
        ne(_det(identity(m) + r * (_adjoint(X) * X)), ZERO),
    )),
    Law("Gram is zero", (n, m, X), (eq(_adjoint(X) * X, zero_matrix(m, m)),), (
        eq(X, zero_matrix(n, m)),
    )),
    *(
        Law(f"blocks that commute, {name}", (n, A, B, C, D), (premise,), (
            eq(_det(_blocks((A, B), (C, D))), _det(value)),
        ))
        for name, premise, value in (
            ("below", eq(C * D, D * C), A * D - B * C),
            ("above", eq(A * B, B * A), D * A - C * B),
            ("left", eq(A * C, C * A), A * D - C * B),
            ("right", eq(B * D, D * B), D * A - B * C),
        )
    ),
    Law("blocks that are exchanged", (n, A, B), (), (
        eq(_det(_blocks((A, B), (B, A))), _det(A + B) * _det(A - B)),
    )),
    Law("blocks of a complex matrix", (n, A, B), (), (
        eq(_det(_blocks((A, -B), (B, A))), _det(A + I * B) * _det(A - I * B)),
    )),
    Law("exponential of a sum", (n, A, B), (eq(A * B, B * A),), (
        eq(_exp(A + B), _exp(A) * _exp(B)),
    )),
    Law("exponentials intertwined", (n, m, A, X, M), (eq(A * X, X * M),), (
        eq(_exp(A) * X, X * _exp(M)),
    )),
    Law("exponential at eigenvectors", (n, m, c, A, X), (eq(A * X, c * X),), (
        eq(_exp(A) * X, exp(c) * X),
    )),
    Law("powers added", (n, i, j, A), (), (eq(A ** (i + j), A**i * A**j),)),
    Law("exponential of a nilpotent", (n, A), (eq(A * A * A, _ZERO),), (
        eq(_exp(A), _ONE + A + A * A / 2),
    )),
    Law("exponential of an idempotent", (n, c, A), (eq(A * A, A),), (
        eq(_exp(c * A), _ONE + (exp(c) - 1) * A),
    )),
    Law("exponential of three values", (n, c, k, A), (
        ne(k, ZERO), eq(A * A * A, -(k**2 * A)),
    ), (
        eq(_exp(c * A), _ONE + sin(k * c) / k * A + (1 - cos(k * c)) / k**2 * (A * A)),
    )),
    Law("one entry", (S,), (), (
        eq(S, call("scalar", S) * identity(ONE)), eq(call("trace", S), call("scalar", S)),
        eq(_det(S), call("scalar", S)),
    )),
)  # fmt: skip

MATRIX_LAWS: dict[str, Law] = {law.name: law for law in _ALL}
ALL_LAWS: dict[str, Law] = {**LAWS, **NUMBER_LAWS, **MATRIX_LAWS}

__all__ = ["ALL_LAWS", "MATRIX_LAWS"]
