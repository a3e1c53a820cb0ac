"""What nobody may prove of sums, blocks, Kronecker products and exponentials of matrices.

Each falsehood is tried as a goal, by normal forms alone; each law without one of its premises.
The last table holds truths that look alike.
"""

import pytest

from derivations.kernel import Certificate, NormalForm, check
from derivations.kernel.context import assume, holds_here
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.proofs import Law, Proof
from derivations.language.sorts import NATURAL, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import Relation, eq, ne, statement
from derivations.language.terms import Term
from tests.support.notation import (
    ONE,
    I,
    Written,
    call,
    conj,
    exp,
    identity,
    in_text,
    mul,
    scalar,
    sum_,
    symbol,
    zero_matrix,
)
from tests.support.rejections import why_not

n, m = symbol("n", POSINT), symbol("m", POSINT)
k = symbol("k", NATURAL)
c, s, t, r = symbol("c"), symbol("s"), symbol("t"), symbol("r", REAL)
A, B, C, D = (symbol(name, matrix_sort(n, n)) for name in "ABCD")
E = symbol("E", matrix_sort(m, m))
S, T = (symbol(name, matrix_sort(n, n, "invertible")) for name in "ST")
K = symbol("K", matrix_sort(n, n, "skew"))
H = symbol("H", matrix_sort(n, n, "hermitian"))
P = symbol("P", matrix_sort(n, n, "projector"))
W = symbol("W", matrix_sort(n, n, "nilpotent2"))
X, Y = symbol("X", matrix_sort(n, m)), symbol("Y", matrix_sort(m, n))
u, v = (symbol(name, matrix_sort(n, ONE)) for name in "uv")
one, zero = identity(n), zero_matrix(n, n)
done = NormalForm()


def inv(a: Term) -> Term:
    return call("inv", a)


def tr(a: Term) -> Term:
    return call("trace", a)


def det(a: Term) -> Term:
    return call("det", a)


def e(a: Term) -> Term:
    return call("matexp", a)


def kron(a: Term, b: Term) -> Term:
    return call("kronecker", a, b)


def blocks(a: Term, b: Term, c: Term, d: Term) -> Term:
    return Written("blocks", (a, b, c, d), (2, 2))


def why(goal: Relation, proof: Proof = done, *given: Relation) -> str:
    """Why the certificate is rejected."""
    return why_not(Certificate(statement(goal, given), (proof,)))


FALSE = {
    "inverse of a sum and its adjoint": eq(inv(A + B).H, inv(A + B).T),
    "inverse of a conjugated multiple": eq(inv(I * A + B).H, inv(I * A.H + B.H)),
    "a sum times its inverse": eq((A + B) * inv(A + B), one),
    "inverses side by side": eq(inv(A + B) * A, A * inv(A + B)),
    "turned round, not the determinants": eq(det(A * B + A), det(B * A + A)),
    "products in a determinant, swapped": eq(det(one + A * B * C), det(one + A * C * B)),
    "products of other sizes": eq(det(X * Y), det(Y * X)),
    "a factor that may be zero": eq(det(c * one + A * B), det(one + A * B) * c**n),
    "a rank one change": eq(det(one + u * v.T), 1 + scalar(v.T * u) ** 2),
    "a rank one change of what is singular": eq(det(A + u * v.T), det(A)),
    "a rank one change, power": eq(
        det(c * one + u * v.T), c**n + c**n * scalar(v.T * u)
    ),
    "rows that are not equal": eq(det(blocks(A, B, A, D)), det(A) * det(D + B)),
    "columns that are not equal": eq(det(blocks(A, A, C, D)), det(A) * det(C - D)),
    "exponential of four blocks": eq(e(blocks(A, B, zero, D)), blocks(e(A), e(B), zero, e(D))),
    "not nilpotent": eq(det(one + K), 1),
    "one plus a projector": eq(det(one + P), 2),
    "identity plus hermitian": ne(det(one + H), 0),
    "identity plus complex skew": ne(det(one + K), 0),
    "identity plus invertible": ne(det(one + S), 0),
    "symmetric is not hermitian": eq(inv(A.T * A).H, inv(A.T * A)),
    "Schur, turned round": eq(det(blocks(S, B, C, D)), det(S) * det(D - B * inv(S) * C)),
    "determinant of four blocks": eq(det(blocks(A, B, C, D)), det(A) * det(D) - det(B) * det(C)),
    "blocks that do not commute": eq(det(blocks(A, B, C, D)), det(A * D - B * C)),
    "blocks transposed in place": eq(blocks(A, B, C, D).T, blocks(A.T, B.T, C.T, D.T)),
    "trace of all blocks": eq(tr(blocks(A, B, C, D)), tr(A + B + C + D)),
    "inverse of a triangle": eq(
        inv(blocks(S, B, zero, T)), blocks(inv(S), inv(S) * B * inv(T), zero, inv(T))
    ),
    "Kronecker products do not commute": eq(kron(A, B), kron(B, A)),
    "Kronecker, transposed": eq(kron(A, E).T, kron(E.T, A.T)),
    "Kronecker, mixed up": eq(kron(A, B) * kron(C, D), kron(A * B, C * D)),
    "Kronecker, determinant": eq(det(kron(A, E)), det(A) * det(E)),
    "Kronecker, exponents": eq(det(kron(A, E)), det(A) ** n * det(E) ** m),
    "Kronecker, trace": eq(tr(kron(A, E)), tr(A) + tr(E)),
    "Kronecker, sum in both": eq(kron(A + B, A + B), kron(A, A) + kron(B, B)),
    "Kronecker, rectangular trace": eq(tr(kron(X, Y)), tr(X * Y)),
    "exponential of a sum": eq(e(A + B), e(A) * e(B)),
    "exponentials do not commute": eq(e(A) * e(B), e(B) * e(A)),
    "exponential past another letter": eq(e(A) * B, B * e(A)),
    "exponents multiplied": eq(e(s * t * A), e(s * A) * e(t * A)),
    "exponential of an adjoint": eq(e(A).H, e(-A)),
    "exponential of a conjugated multiple": eq(e(I * A).H, e(I * A.H)),
    "exponential of a hermitian": eq(e(H).H * e(H), one),
    "exponential of a complex skew": eq(e(K).H * e(K), one),
    "exponential of a nilpotent": eq(e(W), one + 2 * W),
    "exponential of a projector": eq(e(P), one + P),
    "exponential with a shift": eq(e(A + c * one), e(A) + exp(c) * one),
    "determinant of an exponential": eq(det(e(A)), exp(det(A))),
    "trace of an exponential": eq(tr(e(A)), exp(tr(A))),
    "exponential of a Kronecker product": eq(e(kron(A, E)), kron(e(A), e(E))),
    "power of a projector": eq(P**k, P),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_falsehood_is_not_shown(name: str) -> None:
    assert why(FALSE[name]).startswith("the normal forms do not show")


# In the total semantics the inverse of a singular matrix is 0, and this is no normal form's to use

SINGULAR = {
    "a factor that is not invertible": (det(A + B), det(A) * det(one + inv(A) * B)),
    "Schur without an inverse": (det(blocks(A, B, C, D)), det(A) * det(D - C * inv(A) * B)),
    "inverse block by block": (
        inv(blocks(A, zero, zero, D)), blocks(inv(A), zero, zero, inv(D))
    ),
    "exponential in a singular frame": (e(A * B * inv(A)), A * e(B) * inv(A)),
    "power in a singular frame": ((A * B * inv(A)) ** k, A * B**k * inv(A)),
}


@pytest.mark.parametrize("name", SINGULAR)
def test_inverses_do_not_cancel_by_themselves(name: str) -> None:
    relation = eq(*SINGULAR[name])
    assert not holds_here(Normalizer(), relation)
    known = Normalizer()
    assume(known, ne(det(A), 0))
    assume(known, ne(det(D), 0))
    assert holds_here(known, relation)


# What depends on an index stays in its sum: Σ_j f(G_j) (N z_j - Σ_i z_i) is 0 for a constant f.

N, j, i = symbol("N", POSINT), symbol("j", NATURAL), symbol("i", NATURAL)
G = symbol("G", family_sort((NATURAL,), matrix_sort(n, n)))
z = symbol("z", family_sort((NATURAL,), REAL))
OF_INDEX = {
    "determinant": det(G[j]),
    "conjugated determinant": conj(det(G[j])),
    "absolute determinant": call("abs", det(G[j])),
    "inverted conjugated determinant": 1 / conj(det(G[j])),
    "power of a conjugated determinant": conj(det(G[j])) ** k,
    "determinant of a sum": det(G[j] + A.H),
    "conjugated determinant of a sum": conj(det(G[j] + A)),
    "determinant with a multiple of I": det(j * one + H.T + A.H),
    "determinant of one plus a product": conj(det(one + j * (A * B))),
    "determinant of blocks": conj(det(blocks(G[j], B, C, D))),
    "determinant of a Kronecker product": conj(det(kron(G[j], E))),
    "trace": conj(tr(G[j] * A)),
    "trace of an inverse": conj(tr(inv(G[j] + A))),
    "trace of an exponential": conj(tr(e(j * A))),
    "determinant of an exponential": conj(det(e(j * A))),
    "entry": scalar(u.H * inv(A + j * one) * v),
}


@pytest.mark.parametrize("name", OF_INDEX)
def test_what_depends_on_an_index_is_no_constant(name: str) -> None:
    gap = N * z[j] - sum_(z[i], (i, 0, N - 1))
    goal = eq(sum_(OF_INDEX[name] * gap, (j, 0, N - 1)), 0)
    assert why(goal).startswith("the normal forms do not show")
    check(Certificate(statement(eq(sum_(conj(det(A)) * gap, (j, 0, N - 1)), 0)), (done,)))


# Laws need their premises

LAWS = {
    "one-sided inverse": ((n, A, B), eq(B * A, one)),
    "identity plus antihermitian": ((n, K), ne(det(one + K), 0)),
    "identity plus Gram": ((n, m, r, X), ne(det(identity(m) + r * (X.H * X)), 0)),
    "blocks that commute, below": (
        (n, A, B, C, D), eq(det(blocks(A, B, C, D)), det(A * D - B * C))
    ),
    "Gram is zero": ((n, n, A), eq(A, zero)),
    "exponential of a sum": ((n, A, B), eq(e(A + B), e(A) * e(B))),
    "exponentials intertwined": ((n, n, A, B, A), eq(e(A) * B, B * e(A))),
    "exponential at eigenvectors": ((n, ONE, c, A, u), eq(e(A) * u, exp(c) * u)),
    "exponential of a nilpotent": ((n, A), eq(e(A), one + A + A * A / 2)),
    "exponential of an idempotent": ((n, c, A), eq(e(c * A), one + (exp(c) - 1) * A)),
}


@pytest.mark.parametrize("name", LAWS)
def test_a_law_without_its_premise(name: str) -> None:
    values, goal = LAWS[name]
    assert why(goal, Law(name, values, (done,), done)).startswith("the normal forms do not show")
    assert "has" in why(goal, Law(name, values, (), done))


def test_a_law_is_about_square_matrices() -> None:
    rejected = why(eq(det(X * Y), det(Y * X)), Law("determinant of a product", (n, X, Y), (), done))
    assert rejected.startswith("X is not seen to be matrix(n, n)")


def test_the_sizes_of_a_law_are_those_of_its_matrices() -> None:
    goal = eq(det(one + X * Y), det(identity(m) + Y * X))
    law = Law("determinants of products turned round", (m, n, X, Y), (), done)
    assert why(goal, law).startswith("X is not seen to be")


# Alike, and true

TRUE = {
    "inverse of a sum, transposed": eq(inv(A + B).T, inv(A.T + B.T)),
    "inverse of a multiple of a sum": eq(inv(2 * A + 2 * B), inv(A + B) / 2),
    "inverse of a conjugated multiple": eq(inv(I * A + B).H, inv(B.H - I * A.H)),
    "symmetric": eq(inv(A.T * A).T, inv(A.T * A)),
    "turned round": eq(det(one + A * B * C), det(one + C * A * B)),
    "turned round, other sizes": eq(det(one + X * Y), det(identity(m) + Y * X)),
    "an invertible factor": eq(det(S + A), det(S) * det(one + A * inv(S))),
    "a rank one change": eq(det(S + u * v.T), det(S) * (1 + tr(v.T * inv(S) * u))),
    "one plus nilpotent": eq(det(one + c * W), 1),
    "a rank one change of a multiple": eq(
        det(c * one + u * v.T), c**n + c ** (n - 1) * scalar(v.T * u)
    ),
    "equal rows": eq(det(blocks(A, B, A, D)), det(A) * det(D - B)),
    "opposite columns": eq(det(blocks(A, -A, C, D)), det(A) * det(C + D)),
    "exponential of blocks": eq(e(blocks(A, zero, zero, D)), blocks(e(A), zero, zero, e(D))),
    "exponential of a nilpotent block": eq(
        e(blocks(zero, B, zero, zero)), blocks(one, B, zero, one)
    ),
    "conjugated": eq(conj(det(one + A * B)), det(one + A.H * B.H)),
    "Schur": eq(det(blocks(S, B, C, D)), det(S) * det(D - C * inv(S) * B)),
    "triangle": eq(det(blocks(A, B, zero, D)), det(A) * det(D)),
    "inverse of a triangle": eq(
        inv(blocks(S, B, zero, T)), blocks(inv(S), -(inv(S) * B * inv(T)), zero, inv(T))
    ),
    "blocks transposed": eq(blocks(A, B, C, D).T, blocks(A.T, C.T, B.T, D.T)),
    "Kronecker": eq(kron(A, E) * kron(B, E), kron(A * B, E * E)),
    "Kronecker, determinant": eq(det(kron(A, E)), det(A) ** m * det(E) ** n),
    "Kronecker, inverse": eq(inv(kron(A, E)), kron(inv(A), inv(E))),
    "Kronecker, identity": eq(kron(one, identity(m)), identity(mul(n, m))),
    "exponents added": eq(e((s + t) * A), e(s * A) * e(t * A)),
    "exponential, adjoint": eq(e(I * A).H, e(-I * A.H)),
    "exponential of i times hermitian": eq(e(I * H).H * e(I * H), one),
    "exponential of skew": eq(e(K).T * e(K), one),
    "exponential, frame": eq(e(S * A * inv(S)), S * e(A) * inv(S)),
    "exponential, shift": eq(e(A + c * one), exp(c) * e(A)),
    "exponential of a projector": eq(e(c * P), one + (exp(c) - 1) * P),
    "determinant of an exponential": eq(det(e(A)), exp(tr(A))),
    "exponential of a Kronecker sum": eq(
        e(kron(A, identity(m)) + kron(one, E)), kron(e(A), e(E))
    ),
    "power of a projector": eq(P ** (k + 1), P),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_truth_that_looks_alike_is_shown(name: str) -> None:
    # Definedness apart: the conditions are only that what is inverted is not singular.
    theorem = check(Certificate(statement(TRUE[name]), (done,)))
    assert all(in_text(one).startswith("det(") for one in theorem.conditions)
