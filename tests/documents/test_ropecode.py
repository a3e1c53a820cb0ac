"""Rotary Position Embedding: every printed line of section 2, for one plane and for M planes."""

from __future__ import annotations

import pytest

from derivations import load
from tests.support.notation import in_text

CLAIMS = {claim.label: claim for claim in load("ropecode").claims}


@pytest.mark.parametrize("label", [c for c in CLAIMS if c.startswith("blocks-")])
def test_the_number_of_planes_is_a_symbol(label: str):
    sorts = CLAIMS[label].statement.sorts
    assert sorts["M"].kind == "posint"
    assert in_text(sorts["sigma"]) == "family(integer -> real)"


def test_no_claim_needs_a_hypothesis():
    assert all(claim.statement.hypotheses == () for claim in CLAIMS.values())


def test_the_signs_stand_as_printed():
    """SymPy alone would make cos(θ) of cos(-θ)."""
    claim = CLAIMS["R-transpose[2]"]
    assert "cos(-theta)" in in_text(claim.statement)
    assert "cos(-theta)" in in_text(claim.sympy)


def test_the_score_depends_on_the_difference_of_the_positions():
    last = CLAIMS["score[3]"].statement.goals[0].relation.right
    assert in_text(last) == (
        "inner(Matrix([[q1], [q2]]), Matrix([[k1], [k2]]))*cos(n - m) + (q2*k1 - q1*k2)*sin(n - m)"
    )
