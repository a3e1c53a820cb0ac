"""Position Embeddings: Sinusoidal, RoPE: U_t = Θ^t for unitary matrices of unspecified size."""

from __future__ import annotations

from derivations import prove
from tests.support.documents import claims_of
from tests.support.notation import in_text

CLAIMS = claims_of("isometry")


def test_the_power_is_claimed_for_every_dimension_every_time_and_all_unitary_matrices():
    assert in_text(CLAIMS["power"].statement) == (
        "for all d: posint, t: natural, Theta: matrix(d, d), U: family(natural -> "
        "unitary(d)) with U[0] == Identity(d); U[u - 1].H*U[u] == Theta for all u: posint: "
        "U[t] == Theta**t"
    )


def test_the_product_telescopes_without_hypotheses():
    assert CLAIMS["telescoping"].statement.hypotheses == ()


def test_unitary_matrices_are_not_assumed_where_they_are_derived():
    derived = list(CLAIMS)[: list(CLAIMS).index("isometry-implies-unitary[2]") + 1]
    assert {"same-position[1]", "isometry[3]", "isometry-implies-unitary-columns"} <= set(derived)
    for sort in (sort for label in derived for sort in CLAIMS[label].statement.sorts.values()):
        assert not (sort.value or sort).properties


def test_theta_is_not_assumed_to_be_unitary_but_proved_to_be():
    sorts = CLAIMS["free-choice-unitary"].statement.sorts
    assert sorts["Theta"].properties == frozenset()
    assert prove(CLAIMS["free-choice-unitary"].statement).kind == "proved"


def test_every_unitary_matrix_may_be_chosen():
    """Other ones may not: that they might is no claim of the post."""
    claim = CLAIMS["free-choice"]
    assert (claim.expect, in_text(claim.statement.sorts["W"])) == ("proved", "unitary(d)")
    assert CLAIMS["free-choice-any-matrix"].reading == "free-choice"


def test_the_diagonal_matrices_satisfy_the_hypotheses_with_which_the_power_is_proved():
    claim = CLAIMS["rope-diagonal-any-angles"]
    assert claim.statement.hypotheses == ()
    _, starts, steps, power = [in_text(goal) for goal in claim.statement.goals]
    at = "BlockDiag(exp(I*{}*alpha[j]), (j, 0, d - 1))".format
    assert starts == f"{at(0)} == Identity(d)"
    assert steps == f"{at('(u - 1)')}.H*{at('u')} == {at(1)}"
    assert power == f"{at('t')} == {at(1)}**t"
