"""Position Embedding: sinusoids and rotations, and the complex inner product, on C and on C^d."""

from __future__ import annotations

import pytest

from derivations import Verdict, load, prove
from derivations.documents.document import Claim
from tests.support.claims import corrections, sides_agree, tally

DOCUMENT = load("stratos")
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
    assert tally(DOCUMENT) == {"proved": 94, "refuted": 12, "definitions": 12, "remarks": 6}


def test_every_misprint_stands_beside_its_correction():
    assert corrections(DOCUMENT) == {
        "sec211-exponent": "sec211-exponent-corrected",
        "base-00001": "base-00001-corrected",
        "angles-add": "angles-add-corrected",
        "eq13": "eq13-corrected",
        "conj-symmetry, step 1 of 3": "conj-symmetry-1",
        "conj-symmetry, step 2 of 3": "conj-symmetry-2",
        "conj-symmetry, step 3 of 3": "conj-symmetry-3",
        "linearity-scanned": "linearity-corrected",
        "eq17-im-brace": "eq17-im-brace-corrected",
        "eq19": "eq19-corrected",
        "eq21": "eq21-corrected",
    }
    refuted = {claim.label for claim in DOCUMENT.claims if claim.expect == "refuted"}
    assert refuted - corrections(DOCUMENT).keys() == {"eq19-any-sign"}  # eq19 without its angles


def test_a_correction_has_the_hypotheses_of_its_misprint_or_fewer():
    """(19) is corrected for every d, the sum of the angles for all angles: those two differ."""
    for printed, corrected in corrections(DOCUMENT).items():
        if printed not in ("angles-add", "eq19"):
            given = set(CLAIMS[printed].statement.hypotheses)
            assert set(CLAIMS[corrected].statement.hypotheses) <= given


def test_the_exponent_differs_from_its_correction_in_the_order_of_the_positions():
    printed, corrected = (
        CLAIMS[label].statement.goals[0].right
        for label in ("sec211-exponent", "sec211-exponent-corrected")
    )
    assert str(printed) == "inner(z, z')*exp((t' - t)*I)"
    assert str(corrected) == "inner(z, z')*exp((t - t')*I)"


def test_the_exponent_is_refuted_by_exact_values():
    witness = judged("sec211-exponent").witness
    assert witness is not None
    assert {s.name: str(v) for s, v in witness.values} == {
        "t": "0", "t'": "pi/2", "z": "1", "z'": "1",
    }  # fmt: skip
    assert (str(witness.left), str(witness.right)) == ("-I", "I")


@pytest.mark.parametrize("label", [c for c in CLAIMS if c.startswith("eq23-d")])
def test_the_lemma_holds_for_vectors_of_every_size(label: str):
    assert CLAIMS[label].statement.sorts["d"].kind == "posint"
    assert CLAIMS[label].statement.hypotheses == ()


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_polar_forms_are_hypotheses_of_the_printed_proof(step: int):
    claim = CLAIMS[f"eq23-proof, step {step} of 4"]
    assert [str(h) for h in claim.statement.hypotheses] == [
        "z == Abs(z)*exp(theta*I)",
        "z' == Abs(z')*exp(phi*I)",
    ]


@pytest.mark.parametrize("label", ["still-good-shift", "rope-2M-relative"])
def test_half_the_dimension_is_a_symbol(label: str):
    assert CLAIMS[label].statement.sorts["M"].kind == "posint"
