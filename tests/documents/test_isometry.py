"""Position Embeddings: Sinusoidal, RoPE: U_t = Θ^t for unitary matrices of unspecified size."""

from __future__ import annotations

import pytest

from derivations import Verdict, load, prove
from derivations.documents.document import Claim
from tests.support.claims import corrections, sides_agree, tally

DOCUMENT = load("isometry")
CLAIMS = {claim.label: claim for claim in DOCUMENT.claims}


def judged(label: str) -> Verdict:
    return prove(CLAIMS[label].statement)


@pytest.mark.parametrize("claim", DOCUMENT.claims, ids=lambda claim: claim.label)
def test_the_verdict_is_as_expected(claim: Claim):
    verdict = prove(claim.statement)
    assert verdict.kind == claim.expect, str(verdict)
    assert verdict.theorem is None or verdict.theorem.model is not None


@pytest.mark.parametrize("claim", DOCUMENT.claims, ids=lambda claim: claim.label)
def test_sympy_reads_the_claim_as_the_kernel_does(claim: Claim):
    assert sides_agree(claim)


def test_the_tally():
    assert tally(DOCUMENT) == {"proved": 14, "definitions": 5, "remarks": 2}
    assert corrections(DOCUMENT) == {}


def test_the_power_is_claimed_for_every_dimension_every_time_and_all_unitary_matrices():
    assert str(CLAIMS["power"].statement) == (
        "for all d in posint, t in natural, Theta in matrix(d, d), U in family(natural -> "
        "unitary(d)) with U[0] == Identity(d) and U[u - 1].H*U[u] == Theta for all u in posint: "
        "U[t] == Theta**t"
    )


def test_the_product_telescopes_without_hypotheses():
    assert CLAIMS["telescoping"].statement.hypotheses == ()


def test_theta_is_not_assumed_to_be_unitary_but_proved_to_be():
    sorts = CLAIMS["theta-unitary"].statement.sorts
    assert sorts["Theta"].properties == frozenset()
    assert judged("theta-unitary").kind == "proved"


def test_the_diagonal_matrices_satisfy_the_hypotheses_with_which_the_power_is_proved():
    claim = CLAIMS["diagonal-instance"]
    assert claim.statement.hypotheses == ()
    _, starts, steps, power = [str(goal) for goal in claim.statement.goals]
    at = "BlockDiag(exp((I*{})*alpha[j]), (j, 0, d - 1))".format
    assert starts == f"{at(0)} == Identity(d)"
    assert steps == f"{at('(u - 1)')}.H*{at('u')} == {at(1)}"
    assert power == f"{at('t')} == {at(1)}**t"
