"""What nobody may prove of scalars and matrices, and truths that look alike: tables of statements.

Each falsehood of `*.json` is tried as a fact inside a proof, by normal forms alone: a fact needs
no definedness, so that it has to hold for junk values too.  `at` says where it is false.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from derivations.kernel.context import assume, holds_here
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.proofs import Congruence, Have, Instantiate, Law
from derivations.language.sorts import POSINT, matrix_sort
from derivations.language.statements import eq, statement
from tests.support.certificates import Words, by, conditions, done
from tests.support.notation import call, sum_, symbol

TABLES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("*.json"))
}
NOT_SHOWN = "the normal forms do not show "


def rows(kind: str) -> list[Any]:
    return [
        pytest.param(Words(*table["declared"]), row, id=f"{name}: {row['id']}")
        for name, table in TABLES.items() for row in table[kind]
    ]  # fmt: skip


@pytest.mark.parametrize(("words", "row"), rows("false"))
def test_a_falsehood_is_not_shown(words: Words, row: dict[str, Any]) -> None:
    fact, given = words.proposition(row["goal"]), row.get("given", [])
    free = [s.name for s in words.statement(fact, *given).declarations]
    lets = [f"let {', '.join(free)}"] if free else []
    words.judge("0 == 1", Have(fact, done, done), NOT_SHOWN, *lets, *given)


@pytest.mark.parametrize(("words", "row"), rows("true"))
def test_a_truth_that_looks_alike_is_shown(words: Words, row: dict[str, Any]) -> None:
    assert conditions(words.made(row["goal"])) == row.get("conditions", [])


# What a draft proved of matrices

MATRICES = Words(
    *TABLES["matrices"]["declared"], "X2: matrix(2,2)", "U2: unitary(2)", "E: matrix(M,M)",
    "F: family(natural -> unitary(d))", "G: family(integer -> matrix(d,d))", "m: natural",
    "f: family(natural -> posint)",
)  # fmt: skip
OUTSIDE = "row or column {} of a matrix, counted from 0"
DRAFTS: dict[str, list[tuple[Any, ...]]] = {
    "exponents were overlooked, and Σ Uᵏ was taken for n Uᵏ": [
        ("Sum(U**k, (k, 0, n - 1)).H*Sum(U**k, (k, 0, n - 1)) == n**2*Identity(d)", done,
         NOT_SHOWN),
    ],
    "tr(Uₗᴴ U₁) at l = 1 is tr I = d; it was taken for 1": [
        ("Stack(trace(Us[l].H*Us[1]), (l, 1, M))[0, 0] == 1", done, NOT_SHOWN),
    ],
    "the index of inner blocks is not that of outer blocks": [
        ("Stack(trace(BlockDiag(s[j], (j, 1, M))*E)*t[l], (l, 1, N))[0, 0]"
         " == trace(BlockDiag(s[1], (j, 1, M))*E)*t[1]", done, NOT_SHOWN),
    ],
    "equal stacks say nothing beyond their ends": [
        ("s[M + 1] == t[M + 1]",
         Have("Stack(s[l], (l, 1, M))[M, 0] == Stack(t[l], (l, 1, M))[M, 0]",
              Congruence((by(0), done, done)), by(1)),
         NOT_SHOWN, "Stack(s[l], (l, 1, M)) == Stack(t[l], (l, 1, M))"),
    ],
    "diag(0, 1)⁻¹ is the junk value 0, not diag(0, 1)": [
        ("0 == 1", Have("BlockDiag(s[l], (l, 1, M))**k == BlockDiag(s[l]**k, (l, 1, M))"
                        " for all M: posint, k: integer", done, done),
         "a power of a matrix whose exponent is not seen to be a natural", "s[1] == 0"),
    ],
    "blocks of different sizes are not of the size of the first": [
        (f"BlockDiag(Identity({size}), (k, 1, 2)) == Identity(d)", done,
         "the sizes of matrices are not seen: blocks of different sizes")
        for size in ("k", "3 - k")
    ],
    "an entry has a whole place inside the matrix": [
        ("X2[1/2, 0] == X2[0, 0]", done, OUTSIDE.format("1/2")),
        ("U2[5, 0] == U2.T[0, 5]", done, OUTSIDE.format(5)),
    ],
    "else f(-5) > 0 for every f from naturals to posints, and k + 1 is -4 there": [
        ("0 == 1", Have("0 < f[-5] for all f: family(natural -> posint)", done, done),
         f"{NOT_SHOWN}0 < f[-5]"),
        ("trace(Identity(d)) == d + 1",
         Have("F[-5].H*F[-5] == Identity(d) for all F: family(natural -> unitary(d))", done, done),
         f"{NOT_SHOWN}F[-5].H"),
    ],
    "a quantified family is usable where it is defined": [
        ("F[n].H*F[n] == Identity(d)",
         Have("F[m].H*F[m] == Identity(d) for all m: natural", done,
              Instantiate(0, ("n",), (), by(1))), ""),
    ],
    "sums of sums of matrices do not crash": [
        ("Sum(trace(G[j]*Sum(s[k]*G[k], (k, 1, M))), (j, 1, N)) == 0", done, NOT_SHOWN),
    ],
}


@pytest.mark.parametrize("name", DRAFTS)
def test_what_a_draft_proved(name: str) -> None:
    for row in DRAFTS[name]:
        MATRICES.judge(*row)


def test_an_entry_of_a_matrix_of_any_size_needs_its_place_to_be_inside() -> None:
    assert conditions(MATRICES.made("A[5, 7] == A.T[7, 5]")) == ["5 < d", "7 < d"]


def test_properties_are_of_square_matrices() -> None:
    d, p = MATRICES.symbols["d"], MATRICES.symbols["p"]
    tall = symbol("T", matrix_sort(d, p, "unitary"))
    why = MATRICES.why(statement(eq(call("trace", tall * tall.H), d)).goals[0])
    assert why == "a matrix that is unitary must be square"


def test_an_index_does_not_change_the_size_of_a_symbol() -> None:
    m = symbol("m", POSINT)
    sized = symbol("U", matrix_sort(m, m, "unitary"))
    words = Words()
    words.symbols = {"m": m, "U": sized}
    goal = statement(eq(sum_(call("trace", sized.H * sized), (m, 1, 3)), 6)).goals[0]
    words.judge(goal, done, "the index m of a sum occurs in the size of U", "let m, U")


# In the total semantics the inverse of a singular matrix is 0, and this is no normal form's to use

COMPOUNDS = Words(
    *TABLES["matrix_compounds"]["declared"], "N: posint", "i, j: natural",
    "G: family(natural -> matrix(n,n))", "z: family(natural -> real)",
)  # fmt: skip
SINGULAR = {
    "a factor that is not invertible": "det(A + B) == det(A)*det(Identity(n) + A.I*B)",
    "Schur without an inverse":
        "det(BlockMatrix([[A, B], [C, D]])) == det(A)*det(D - C*A.I*B)",
    "inverse block by block": "BlockMatrix([[A, zeros(n,n)], [zeros(n,n), D]]).I"
        " == BlockMatrix([[A.I, zeros(n,n)], [zeros(n,n), D.I]])",
    "exponential in a singular frame": "(A*B*A.I).exp() == A*B.exp()*A.I",
    "power in a singular frame": "(A*B*A.I)**k == A*B**k*A.I",
}  # fmt: skip


@pytest.mark.parametrize("name", SINGULAR)
def test_inverses_do_not_cancel_by_themselves(name: str) -> None:
    relation = COMPOUNDS.proposition(SINGULAR[name]).relation
    assert not holds_here(Normalizer(), relation)
    known = Normalizer()
    for fact in ("det(A) != 0", "det(D) != 0"):
        assume(known, COMPOUNDS.proposition(fact).relation)
    assert holds_here(known, relation)


# What depends on an index stays in its sum: Σ_j f(G_j) (N z_j - Σ_i z_i) is 0 for a constant f.

OF_INDEX = (
    "det(G[j])", "conjugate(det(G[j]))", "Abs(det(G[j]))", "1/conjugate(det(G[j]))",
    "conjugate(det(G[j]))**k", "det(G[j] + A.H)", "conjugate(det(G[j] + A))",
    "det(j*Identity(n) + H.T + A.H)", "conjugate(det(Identity(n) + j*(A*B)))",
    "conjugate(det(BlockMatrix([[G[j], B], [C, D]])))",
    "conjugate(det(kronecker_product(G[j], E)))", "conjugate(trace(G[j]*A))",
    "conjugate(trace((G[j] + A).I))", "conjugate(trace((j*A).exp()))",
    "conjugate(det((j*A).exp()))", "scalar(u.H*(A + j*Identity(n)).I*v)",
)  # fmt: skip


@pytest.mark.parametrize("value", OF_INDEX)
def test_what_depends_on_an_index_is_no_constant(value: str) -> None:
    for factor, reason in ((value, NOT_SHOWN), ("conjugate(det(A))", "")):
        goal = f"Sum({factor}*(N*z[j] - Sum(z[i], (i, 0, N - 1))), (j, 0, N - 1)) == 0"
        COMPOUNDS.judge(goal, done, reason)


# Laws need their premises

LAWS = {
    "one-sided inverse": ("n A B", "B*A == Identity(n)"),
    "identity plus antihermitian": ("n K", "det(Identity(n) + K) != 0"),
    "identity plus Gram": ("n m r X", "det(Identity(m) + r*(X.H*X)) != 0"),
    "blocks that commute, below": (
        "n A B C D", "det(BlockMatrix([[A, B], [C, D]])) == det(A*D - B*C)"
    ),
    "Gram is zero": ("n n A", "A == zeros(n,n)"),
    "exponential of a sum": ("n A B", "(A + B).exp() == A.exp()*B.exp()"),
    "exponentials intertwined": ("n n A B A", "A.exp()*B == B*A.exp()"),
    "exponential at eigenvectors": ("n 1 c A u", "A.exp()*u == exp(c)*u"),
    "exponential of a nilpotent": ("n A", "A.exp() == Identity(n) + A + A*A/2"),
    "exponential of an idempotent": ("n c A", "(c*A).exp() == Identity(n) + (exp(c) - 1)*A"),
}  # fmt: skip


@pytest.mark.parametrize("name", LAWS)
def test_a_law_without_its_premise(name: str) -> None:
    values, goal = LAWS[name]
    COMPOUNDS.judge(goal, Law(name, values.split(), (done,), done), NOT_SHOWN)
    assert "has" in COMPOUNDS.why(goal, Law(name, values.split(), (), done))


@pytest.mark.parametrize(
    ("goal", "law", "values", "why"),
    [
        ("det(X*Y) == det(Y*X)", "determinant of a product", "n X Y",
         "X is not seen to be matrix(n, n)"),
        ("det(Identity(n) + X*Y) == det(Identity(m) + Y*X)",
         "determinants of products turned round", "m n X Y", "X is not seen to be"),
    ],
)  # fmt: skip
def test_the_sizes_of_a_law_are_those_of_its_matrices(
    goal: str, law: str, values: str, why: str
) -> None:
    COMPOUNDS.judge(goal, Law(law, values.split(), (), done), why)
