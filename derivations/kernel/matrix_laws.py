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
    ONE, ZERO, I, Term, add, call, conj, cos, div, exp, identity, mul, neg, power, sin, sub, symbol,
    transpose, zero_matrix,
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
    Law("determinant of a product", (n, A, B), (), (eq(_det(mul(A, B)), mul(_det(A), _det(B))),)),
    Law("determinant of a transpose", (n, A), (), (eq(_det(transpose(A)), _det(A)),)),
    Law("determinant of a conjugate", (n, A), (), (eq(_det(conj(A)), conj(_det(A))),)),
    Law("determinants of products turned round", (n, m, X, Y), (), (
        eq(_det(add(_ONE, mul(X, Y))), _det(add(identity(m), mul(Y, X)))),
    )),
    Law("one-sided inverse", (n, A, B), (eq(mul(A, B), _ONE),), (
        eq(mul(B, A), _ONE), ne(_det(A), ZERO), ne(_det(B), ZERO),
        eq(call("inv", A), B), eq(call("inv", B), A),
    )),
    Law("identity plus antihermitian", (n, A), (eq(_adjoint(A), neg(A)),), (
        ne(_det(add(_ONE, A)), ZERO),
    )),
    Law("identity plus Gram", (n, m, r, X), (le(ZERO, r),), (
        ne(_det(add(identity(m), mul(r, mul(_adjoint(X), X)))), ZERO),
    )),
    Law("Gram is zero", (n, m, X), (eq(mul(_adjoint(X), X), zero_matrix(m, m)),), (
        eq(X, zero_matrix(n, m)),
    )),
    *(
        Law(f"blocks that commute, {name}", (n, A, B, C, D), (premise,), (
            eq(_det(_blocks((A, B), (C, D))), _det(value)),
        ))
        for name, premise, value in (
            ("below", eq(mul(C, D), mul(D, C)), sub(mul(A, D), mul(B, C))),
            ("above", eq(mul(A, B), mul(B, A)), sub(mul(D, A), mul(C, B))),
            ("left", eq(mul(A, C), mul(C, A)), sub(mul(A, D), mul(C, B))),
            ("right", eq(mul(B, D), mul(D, B)), sub(mul(D, A), mul(B, C))),
        )
    ),
    Law("blocks that are exchanged", (n, A, B), (), (
        eq(_det(_blocks((A, B), (B, A))), mul(_det(add(A, B)), _det(sub(A, B)))),
    )),
    Law("blocks of a complex matrix", (n, A, B), (), (
        eq(_det(_blocks((A, neg(B)), (B, A))),
           mul(_det(add(A, mul(I, B))), _det(sub(A, mul(I, B))))),
    )),
    Law("exponential of a sum", (n, A, B), (eq(mul(A, B), mul(B, A)),), (
        eq(_exp(add(A, B)), mul(_exp(A), _exp(B))),
    )),
    Law("exponentials intertwined", (n, m, A, X, M), (eq(mul(A, X), mul(X, M)),), (
        eq(mul(_exp(A), X), mul(X, _exp(M))),
    )),
    Law("exponential at eigenvectors", (n, m, c, A, X), (eq(mul(A, X), mul(c, X)),), (
        eq(mul(_exp(A), X), mul(exp(c), X)),
    )),
    Law("powers added", (n, i, j, A), (), (
        eq(power(A, add(i, j)), mul(power(A, i), power(A, j))),
    )),
    Law("exponential of a nilpotent", (n, A), (eq(mul(A, A, A), _ZERO),), (
        eq(_exp(A), add(_ONE, A, div(mul(A, A), 2))),
    )),
    Law("exponential of an idempotent", (n, c, A), (eq(mul(A, A), A),), (
        eq(_exp(mul(c, A)), add(_ONE, mul(sub(exp(c), 1), A))),
    )),
    Law("exponential of three values", (n, c, k, A), (
        ne(k, ZERO), eq(mul(A, A, A), neg(mul(power(k, 2), A))),
    ), (
        eq(_exp(mul(c, A)), add(
            _ONE,
            mul(div(sin(mul(k, c)), k), A),
            mul(div(sub(1, cos(mul(k, c))), power(k, 2)), mul(A, A)),
        )),
    )),
    Law("one entry", (S,), (), (
        eq(S, mul(call("scalar", S), identity(ONE))), eq(call("trace", S), call("scalar", S)),
        eq(_det(S), call("scalar", S)),
    )),
)  # fmt: skip

MATRIX_LAWS: dict[str, Law] = {law.name: law for law in _ALL}
ALL_LAWS: dict[str, Law] = {**LAWS, **NUMBER_LAWS, **MATRIX_LAWS}

__all__ = ["ALL_LAWS", "MATRIX_LAWS"]
