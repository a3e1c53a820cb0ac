"""What nobody may prove about matrices; where a draft of the kernel did prove it, how.

Each falsehood is tried as a goal, by normal forms alone, and must be rejected for the reason given.
The last table holds truths that look alike.
"""

import pytest

from derivations.kernel import (
    Certificate,
    Cofactor,
    Congruence,
    Have,
    Instantiate,
    NormalForm,
    Rejected,
    check,
)
from derivations.kernel.proofs import Proof
from derivations.language.sorts import INTEGER, NATURAL, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, Relation, eq, forall, ne, statement
from derivations.language.terms import Term
from tests.support.notation import (
    ONE,
    ZERO,
    I,
    Written,
    blockdiag,
    call,
    conj,
    identity,
    in_text,
    inner,
    number,
    product,
    scalar,
    stack,
    sum_,
    symbol,
    zero_matrix,
)
from tests.support.rejections import why_not

x, r = symbol("x"), symbol("r", REAL)
d, M, N, p = (symbol(name, POSINT) for name in "dMNp")
n = symbol("n", NATURAL)
j, k, l = (symbol(name, INTEGER) for name in "jkl")  # noqa: E741
A, B, C = (symbol(name, matrix_sort(d, d)) for name in "ABC")
U = symbol("U", matrix_sort(d, d, "unitary"))
H = symbol("H", matrix_sort(d, d, "hermitian"))
K = symbol("K", matrix_sort(d, d, "skew"))
P = symbol("P", matrix_sort(d, d, "projector"))
W = symbol("W", matrix_sort(d, d, "nilpotent2"))
S = symbol("S", matrix_sort(d, d, "invertible"))
V = symbol("V", matrix_sort(d, p))
u, v = symbol("u", matrix_sort(d, ONE)), symbol("v", matrix_sort(d, ONE))
Us = symbol("Us", family_sort((INTEGER,), matrix_sort(d, d, "unitary")))
s, t = (symbol(name, family_sort((INTEGER,), REAL)) for name in "st")
X2 = symbol("X", matrix_sort(number(2), number(2)))
U2 = symbol("U", matrix_sort(number(2), number(2), "unitary"))
one = identity(d)
done = NormalForm()


def inv(a: Term) -> Term:
    return call("inv", a)


def tr(a: Term) -> Term:
    return call("trace", a)


def det(a: Term) -> Term:
    return call("det", a)


def why(goal: Relation, proof: Proof = done, *given: Relation) -> str:
    """Why the certificate is rejected."""
    return why_not(Certificate(statement(goal, given), (proof,)))


FALSE = {
    "words do not commute": eq(A * B, B * A),
    "transposition reverses": eq((A * B).T, A.T * B.T),
    "conjugation does not": eq(conj(A * B), conj(B) * conj(A)),
    "adjoint is not transpose": eq(A.H, A.T),
    "adjoint of a multiple": eq((I * A).H, I * A.H),
    "transpose of a multiple": eq((I * A).T, -I * A.T),
    "adjoint of a power": eq((A * B).H ** n, (B * A).H ** n),
    "hermitian is not symmetric": eq(H.T, H),
    "skew is not antihermitian": eq(K.H, -K),
    "skew, even power": eq((K**2).T, -(K**2)),
    "skew, power n": eq((K**n).T, -(K**n)),
    "unitary is not orthogonal": eq(U.T * U, one),
    "a projector need not be hermitian": eq(P.H, P),
    "a projector is not the identity": eq(P**n, P),
    "nilpotent to the power 0": eq(W**n, zero_matrix(d, d)),
    "inverse of a product": eq(inv(S * U), inv(S) * inv(U)),
    "inverse of a sum": eq(inv(S + U), inv(S) + inv(U)),
    "inverse of a multiple": eq(inv(2 * S), 2 * inv(S)),
    "inverse is not adjoint": eq(inv(S), S.H),
    "trace of a product": eq(tr(A * B), tr(A) * tr(B)),
    "trace out of order": eq(tr(A * B * C), tr(A * C * B)),
    "trace of the adjoint": eq(tr(A.H), tr(A)),
    "trace of the identity": eq(tr(one), 1),
    "trace of skew squared": eq(tr(K * K), 0),
    "determinant of a sum": eq(det(A + B), det(A) + det(B)),
    "determinant of a multiple": eq(det(2 * A), 2 * det(A)),
    "determinant of minus": eq(det(-A), -det(A)),
    "determinant of the adjoint": eq(det(A.H), det(A)),
    "not every matrix is invertible": ne(det(A), 0),
    "a sum of invertible ones": ne(det(S + U), 0),
    "a scalar is not cI": eq(scalar(u.T * v) * A, u * v.T * A),
    "trace of a hermitian": Relation("<=", ZERO, tr(H)),
    "entry of a hermitian": Relation("<=", ZERO, H[0, 0]),
    "form of a hermitian": Relation("<=", ZERO, scalar(u.H * H * u)),
    "trace of a hermitian, shifted": ne(tr(H) + 1, 0),
    "root of a trace": eq(call("sqrt", tr(H)), call("abs", tr(H))),
    "inner is not bilinear": eq(inner(u, x * v), x * inner(u, v)),
    "inner is not symmetric": eq(inner(u, v), inner(v, u)),
    "product, reversed": eq(
        product(Us[k], (k, 1, 2)), product(Us[3 - k], (k, 1, 2))
    ),
    "powers under a sum": eq(sum_(A**k, (k, 0, n)), (n + 1) * A**n),
    "trace and blocks": eq(tr(blockdiag(s[j] * identity(2), (j, 1, M))), sum_(s[j], (j, 1, M))),
    "determinant of blocks": eq(
        det(blockdiag(s[j] * identity(2), (j, 1, M))), product(s[j], (j, 1, M))
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_falsehood_about_matrices_is_not_shown(name: str) -> None:
    assert why(FALSE[name]).startswith("the normal forms do not show")


# What a draft proved


def test_powers_under_a_sum_depend_on_the_index() -> None:
    """Exponents were overlooked, and Σ Uᵏ was taken for n Uᵏ."""
    total = sum_(U**k, (k, 0, n - 1))
    assert why(eq(total.H * total, n**2 * one)).startswith("the normal forms do not show")


def test_a_word_that_cancels_keeps_its_size() -> None:
    """tr(Uₗᴴ U₁) at l = 1 is tr I = d; it was taken for 1."""
    traces = stack(tr(Us[l].H * Us[1]), (l, 1, M))
    assert why(eq(traces[0, 0], 1)).startswith("the normal forms do not show")


def test_the_index_of_inner_blocks_is_not_that_of_outer_blocks() -> None:
    E = symbol("E", matrix_sort(M, M))
    outer = stack(tr(blockdiag(s[j], (j, 1, M)) * E) * t[l], (l, 1, N))
    captured = tr(blockdiag(s[1], (j, 1, M)) * E) * t[1]
    assert why(eq(outer[0, 0], captured)).startswith("the normal forms do not show")


def test_equal_stacks_say_nothing_beyond_their_ends() -> None:
    left, right = stack(s[l], (l, 1, M)), stack(t[l], (l, 1, M))
    beyond = eq(Written("entry", (left, M, ZERO)), Written("entry", (right, M, ZERO)))
    same = Congruence((NormalForm((Cofactor(ONE, 0),)), done, done))
    proof = Have(Proposition(beyond), same, NormalForm((Cofactor(ONE, 1),)))
    goal = eq(s[M + 1], t[M + 1])
    assert why(goal, proof, eq(left, right)).startswith("the normal forms do not show")


def test_negative_powers_of_blocks_are_not_taken_block_by_block() -> None:
    """diag(0, 1)⁻¹ is the junk value 0, not diag(0, 1)."""
    powers = eq(blockdiag(s[l], (l, 1, M)) ** k, blockdiag(s[l] ** k, (l, 1, M)))
    proof = Have(forall((M, k), powers), done, done)
    given = eq(s[1], 0)
    assert "whose exponent is not seen to be a natural" in why(eq(ZERO, ONE), proof, given)


def test_blocks_of_different_sizes_are_not_of_the_size_of_the_first() -> None:
    for size in (k, 3 - k):
        different = why(eq(blockdiag(identity(size), (k, 1, 2)), one))
        assert different == "the sizes of matrices are not seen: blocks of different sizes"


def test_an_entry_has_a_whole_place_inside_the_matrix() -> None:
    outside = "row or column 1/2 of a matrix, counted from 0"
    assert why(eq(Written("entry", (X2, number("1/2"), ZERO)), X2[0, 0])) == outside
    assert why(eq(U2[5, 0], U2.T[0, 5])) == "row or column 5 of a matrix, counted from 0"
    theorem = check(Certificate(statement(eq(A[5, 7], A.T[7, 5])), (done,)))
    assert [in_text(c) for c in theorem.conditions] == ["5 < d", "7 < d"]


def test_properties_are_of_square_matrices() -> None:
    tall = symbol("T", matrix_sort(d, p, "unitary"))
    assert why(eq(tr(tall * tall.H), d)) == "a matrix that is unitary must be square"


def test_an_index_does_not_change_the_size_of_a_symbol() -> None:
    m = symbol("m", POSINT)
    sized = symbol("U", matrix_sort(m, m, "unitary"))
    claimed = statement(eq(sum_(tr(sized.H * sized), (m, 1, 3)), 6), (), (m, sized))
    with pytest.raises(Rejected, match="the index m of a sum occurs in the size of U"):
        check(Certificate(claimed, (done,)))


def test_a_family_outside_its_index_sort_has_no_known_sort() -> None:
    """Else f(-5) > 0 for every f from naturals to posints, and k + 1 is -4 there."""
    f = symbol("f", family_sort((NATURAL,), POSINT))
    proof = Have(forall(f, Relation("<", ZERO, f[-5])), done, done)
    assert why(eq(ZERO, ONE), proof).startswith("the normal forms do not show 0 < f[-5]")
    F = symbol("F", family_sort((NATURAL,), matrix_sort(d, d, "unitary")))
    outside = Have(forall(F, eq(F[-5].H * F[-5], one)), done, done)
    assert why(eq(tr(one), d + 1), outside).startswith("the normal forms do not show F[-5].H")


def test_sums_of_sums_of_matrices_do_not_crash() -> None:
    F = symbol("F", family_sort((INTEGER,), matrix_sort(d, d)))
    inner_sum = sum_(s[k] * F[k], (k, 1, M))
    assert why(eq(sum_(tr(F[j] * inner_sum), (j, 1, N)), 0)).startswith("the normal forms")


# Alike, and true

TRUE = {
    "transposition reverses": eq((A * B).T, B.T * A.T),
    "adjoint of a multiple": eq((I * A).H, -I * A.H),
    "skew, odd power": eq((K**3).T, -(K**3)),
    "unitary": eq(U.H * U * A, A),
    "inverse of a product": eq(inv(S * U), inv(U) * inv(S)),
    "inverse of invertible": eq(S * inv(S), one),
    "double inverse": eq(inv(inv(S)), S),
    "trace, rotated": eq(tr(A * B * C), tr(B * C * A)),
    "trace, transposed": eq(tr(A * B * C), tr(C.T * B.T * A.T)),
    "trace of skew": eq(tr(K), 0),
    "trace of rotated powers": eq(tr(A**n * B * A * B), tr(B * A**n * B * A)),
    "rectangular trace": eq(tr(V * V.H), tr(V.H * V)),
    "determinant of a multiple": eq(det(2 * A), 2**d * det(A)),
    "invertible": ne(det(S * U), 0),
    "word and transpose": eq(scalar(u.T * A * v), scalar(v.T * A.T * u)),
    "nilpotent": eq(A * W * W, zero_matrix(d, d)),
    "blocks and their index": eq(
        stack(tr(blockdiag(s[j], (j, 1, M)) * blockdiag(t[j], (j, 1, M))) * t[l], (l, 1, N))[0, 0],
        tr(blockdiag(s[j] * t[j], (j, 1, M))) * t[1],
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_truth_that_looks_alike_is_shown(name: str) -> None:
    assert not check(Certificate(statement(TRUE[name]), (done,))).conditions


def test_a_quantified_family_is_usable_where_it_is_defined() -> None:
    F = symbol("F", family_sort((NATURAL,), matrix_sort(d, d, "unitary")))
    m = symbol("m", NATURAL)
    everywhere = forall(m, eq(F[m].H * F[m], one))
    proof = Have(everywhere, done, Instantiate(0, (n,), (), NormalForm((Cofactor(ONE, 1),))))
    check(Certificate(statement(eq(F[n].H * F[n], one)), (proof,)))
