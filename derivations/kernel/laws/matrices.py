"""Laws of matrices: inverses, determinants, traces, entries, exponentials, inner products."""

from functools import partial

from derivations.kernel.laws.law import Law, d, e, k, q, w, z
from derivations.kernel.notation import (
    ONE, blockdiag, blocks, call, conj, cos, identity, inner, sin, stack, sum_, symbol, zero_matrix,
)
from derivations.language.sorts import INTEGER, NATURAL, POSINT, family_sort, matrix_sort
from derivations.language.statements import eq, forall, lt, ne

A, B = symbol("A", matrix_sort(d, d)), symbol("B", matrix_sort(d, d))
M = symbol("M", matrix_sort(e, e))
X, X2 = symbol("X", matrix_sort(d, e)), symbol("X2", matrix_sort(d, e))
Y, Z = symbol("Y", matrix_sort(e, d)), symbol("Z", matrix_sort(e, q))
v = symbol("v", matrix_sort(d, ONE))
m, n, r = (symbol(name, POSINT) for name in "mnr")
V, W = symbol("V", matrix_sort(m, n)), symbol("W", matrix_sort(n, r))
U = symbol("U", family_sort((INTEGER,), matrix_sort(d, e)))
g, h, i, j = (symbol(name, NATURAL) for name in "ghij")

det, trace, inv, matexp, entry, kronecker, exp = (
    partial(call, head) for head in "det trace inv matexp entry kronecker exp".split()
)
_one, _zero = identity(d), zero_matrix(d, ONE)
_in_X = lt(i, d), lt(j, e)  # that i, j is a place in X

MATRICES = (
    # Inverses and determinants
    Law("inverse matrix", (d, A), (ne(det(A), 0),), (eq(A * inv(A), _one), eq(inv(A) * A, _one)),
        "HJ 0.5"),
    Law("determinant of a product", (d, A, B), (), (eq(det(A * B), det(A) * det(B)),), "HJ 0.3"),
    Law("determinant of a multiple", (d, w, A), (), (eq(det(w * A), w**d * det(A)),), "HJ 0.3"),
    Law("determinant of a transpose", (d, A), (), (eq(det(A.T), det(A)),), "HJ 0.3"),
    Law("determinant of blocks", (d, e, A, X, Y, M), (), (
        eq(det(blocks((A, X), (zero_matrix(e, d), M))), det(A) * det(M)),
        eq(det(blocks((A, zero_matrix(d, e)), (Y, M))), det(A) * det(M)),
    ), "HJ 0.8"),
    Law("trivial kernel", (d, A), (forall(v, ne(A * v, _zero), ne(v, _zero)),), (ne(det(A), 0),),
        "HJ 0.5"),
    # Traces
    Law("trace of a transpose", (d, A), (), (eq(trace(A.T), trace(A)),), "HJ 1.2"),
    Law("trace turned round", (d, e, X, Y), (), (eq(trace(X * Y), trace(Y * X)),), "HJ 1.2"),
    # Entries
    Law("entry of a sum", (d, e, w, X, X2, i, j), _in_X, (
        eq(entry(w * X + X2, i, j), w * entry(X, i, j) + entry(X2, i, j)),
    ), "HJ 0.2"),
    Law("entry of a product", (d, e, q, X, Z, i, j), (lt(i, d), lt(j, q)), (
        eq(entry(X * Z, i, j), sum_(entry(X, i, k) * entry(Z, k, j), (k, 0, e - 1))),
    ), "HJ 0.2"),
    Law("entry of a transpose", (d, e, X, i, j), _in_X, (eq(entry(X.T, j, i), entry(X, i, j)),),
        "HJ 0.2"),
    Law("entry of a conjugate", (d, e, X, i, j), _in_X, (
        eq(entry(conj(X), i, j), conj(entry(X, i, j))),
    ), "HJ 0.2"),
    Law("entry of one", (d, i), (lt(i, d),), (eq(entry(_one, i, i), 1),), "HJ 0.2"),
    Law("entry beside the diagonal", (d, i, j), (lt(i, d), lt(j, d), ne(i, j)), (
        eq(entry(_one, i, j), 0),
    ), "HJ 0.2"),
    Law("entry of blocks below each other", (d, e, q, U, g, i, j), (lt(g, q), *_in_X), (
        eq(entry(stack(U(k), (k, 0, q - 1)), d * g + i, j), entry(U(g), i, j)),
    ), "def"),
    Law("entry of blocks on a diagonal", (d, e, q, U, g, i, j), (lt(g, q), *_in_X), (
        eq(entry(blockdiag(U(k), (k, 0, q - 1)), d * g + i, e * g + j), entry(U(g), i, j)),
    ), "def"),
    Law("entry beside diagonal blocks", (d, e, q, U, g, h, i, j), (
        lt(g, q), lt(h, q), ne(g, h), *_in_X,
    ), (eq(entry(blockdiag(U(k), (k, 0, q - 1)), d * g + i, e * h + j), 0),), "def"),
    Law("equal entries", (d, e, X, X2), (
        forall((i, j), eq(entry(X, i, j), entry(X2, i, j)), *_in_X),
    ), (eq(X, X2),), "def"),
    # Inner products
    Law("length above zero", (d, v), (ne(v, _zero),), (lt(0, inner(v, v)),), "HJ 5.1"),
    # Exponentials
    Law("exponential of a sum", (d, A, B), (eq(A * B, B * A),), (
        eq(matexp(A + B), matexp(A) * matexp(B)),
    ), "Higham 10.1"),
    Law("exponential of a rotation", (d, w, z, A), (ne(w, 0), eq(A * A * A, -(w**2) * A)), (
        eq(matexp(z * A), _one + sin(w * z) / w * A + (1 - cos(w * z)) / w**2 * (A * A)),
    ), "Higham 10.1"),
    Law("exponential of a nilpotent", (d, A), (eq(A * A * A, zero_matrix(d, d)),), (
        eq(matexp(A), _one + A + A * A / 2),
    ), "Higham 10.1"),
    Law("exponentials intertwined", (d, e, A, M, X), (eq(A * X, X * M),), (
        eq(matexp(A) * X, X * matexp(M)),
    ), "Higham 10.1"),
    Law("exponential turned over", (d, A), (), (
        eq(matexp(A.T), matexp(A).T), eq(matexp(conj(A)), conj(matexp(A))),
    ), "Higham 10.1"),
    Law("determinant of an exponential", (d, A), (), (eq(det(matexp(A)), exp(trace(A))),),
        "Higham 10.1"),
    # Kronecker products
    Law("trace of a Kronecker product", (d, e, A, M), (),
        (eq(trace(kronecker(A, M)), trace(A) * trace(M)),), "Horn 4.2"),
    Law("determinant of a Kronecker product", (d, e, A, M), (),
        (eq(det(kronecker(A, M)), det(A) ** e * det(M) ** d),), "Horn 4.2"),
    Law("Kronecker products multiplied", (d, e, q, m, n, r, X, Z, V, W), (),
        (eq(kronecker(X, V) * kronecker(Z, W), kronecker(X * Z, V * W)),), "Horn 4.2"),
    Law("Kronecker product of ones", (d, e), (),
        (eq(kronecker(_one, identity(e)), identity(d * e)),), "Horn 4.2"),
    Law("Kronecker product of a sum", (d, e, m, n, w, X, X2, V), (), (
        eq(kronecker(w * X + X2, V), w * kronecker(X, V) + kronecker(X2, V)),
        eq(kronecker(V, w * X + X2), w * kronecker(V, X) + kronecker(V, X2)),
    ), "Horn 4.2"),
    Law("Kronecker product turned over", (d, e, m, n, X, V), (), (
        eq(kronecker(X, V).T, kronecker(X.T, V.T)),
        eq(conj(kronecker(X, V)), kronecker(conj(X), conj(V))),
    ), "Horn 4.2"),
)  # fmt: skip
