"""Rotary Position Embedding: the printed lines for M planes, and what the program is said to do."""

from __future__ import annotations

import pytest

from derivations import prove
from tests.support.documents import claims_of
from tests.support.notation import in_text

CLAIMS = claims_of("ropecode")


@pytest.mark.parametrize(
    "label",
    [label for label in CLAIMS if "-planes" in label]
    + ["apply-before", "planes", "pairing-equivalent", "direction-equivalent"]
    + ["code-is-block-rotation", "code-relative", "code-norm"],
)
def test_the_number_of_planes_is_a_symbol(label: str):
    sorts = CLAIMS[label].statement.sorts
    assert sorts["M"].kind == "posint"
    assert in_text(sorts["sigma"]) == "family(integer -> real)"


def test_no_line_of_the_proof_needs_a_hypothesis():
    chains = {"score", "R-transpose", "product", "difference"}
    lines = [c for c in CLAIMS.values() if (c.chain or "").removesuffix("-planes") in chains]
    assert len(lines) == 17
    assert all(line.statement.hypotheses == () for line in lines)


def test_the_signs_stand_as_printed():
    """SymPy alone would make cos(θ) of cos(-θ)."""
    claim = CLAIMS["R-transpose-2"]
    assert "cos(-theta)" in in_text(claim.statement)
    assert "cos(-theta)" in in_text(claim.sympy)


def test_the_score_depends_on_the_difference_of_the_positions():
    last = CLAIMS["score-planes[3]"].statement.goals[0].relation.right
    assert in_text(last) == (
        "Sum((q[2*i]*k[2*i] + q[2*i + 1]*k[2*i + 1])*cos(sigma[i]*(n - m)) "
        "+ (q[2*i + 1]*k[2*i] - q[2*i]*k[2*i + 1])*sin(sigma[i]*(n - m)), (i, 0, M - 1))"
    )


@pytest.mark.parametrize("label", ["pairing-equivalent", "direction-equivalent"])
def test_what_is_equivalent_is_so_by_a_change_of_coordinates(label: str):
    """The change is orthogonal; without it the scores of one query and one key differ."""
    change, *_ = CLAIMS[label].statement.goals
    assert in_text(change.relation.right) == "Identity(2*M)"
    assert prove(CLAIMS[f"{label}-same-vectors"].statement).kind == "refuted"
