"""A Note on Positional Encoding: encodings of positions, and the sines that are dropped."""

from __future__ import annotations

import pytest

from derivations import Verdict, load, prove
from derivations.documents.document import Claim
from tests.support.claims import corrections, sides_agree, tally

DOCUMENT = load("penote")
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
    assert tally(DOCUMENT) == {"proved": 37, "refuted": 8, "definitions": 11, "remarks": 7}


def test_every_misprint_stands_beside_its_correction():
    assert corrections(DOCUMENT) == {
        "attention-symmetric": "attention-symmetric-corrected",
        "R-convention": "R-convention-corrected",
        "bilinear-product": "bilinear-sum",
        "re-cos": "re-cos-corrected",
        "re-cos-real": "re-cos-real-corrected",
        "cos-sum": "cos-sum-corrected",
        "theta-literal": "theta-corrected",
        "rope-score-cos": "rope-score-cos-corrected",
    }
    refuted = {claim.label for claim in DOCUMENT.claims if claim.expect == "refuted"}
    assert refuted == corrections(DOCUMENT).keys()


@pytest.mark.parametrize("label", ["dot, step 2 of 2", "pe-shift", "norm-constant"])
def test_half_the_dimension_is_a_symbol(label: str):
    assert CLAIMS[label].statement.sorts["M"].kind == "posint"


@pytest.mark.parametrize("label", ["re-cos-real", "rope-score-cos"])
def test_the_residual_is_the_dropped_sine(label: str):
    witness = judged(label).witness
    assert witness is not None and witness.residual is not None
    residual = str(witness.residual)
    assert "sin(" in residual and "cos(" not in residual


def test_the_line_on_real_parts_holds_where_the_inner_product_is_real():
    printed, real = CLAIMS["re-cos"].statement, CLAIMS["re-cos-if-real"].statement
    assert printed.goals == real.goals
    assert [str(h) for h in real.hypotheses] == ["im(inner(q, k)) == 0"]
