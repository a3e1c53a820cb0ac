"""A Note on Positional Encoding: encodings of positions, and the sines that are dropped."""

from __future__ import annotations

import pytest

from derivations import load, prove
from tests.support.notation import in_text

CLAIMS = {claim.label: claim for claim in load("penote").claims}


def test_what_sympy_would_cancel_or_turn_round_stands_as_written():
    assert str(CLAIMS["offset-shift"].statement.goals[0]) == "j + delta - (i + delta) == j - i"
    assert "cos(-omega[i]*Delta)" in str(CLAIMS["R-convention-corrected"].statement)


@pytest.mark.parametrize("label", ["dot[2]", "pe-shift", "norm-constant"])
def test_half_the_dimension_is_a_symbol(label: str):
    assert CLAIMS[label].statement.sorts["M"].kind == "posint"


@pytest.mark.parametrize("label", ["re-cos-real", "rope-score-cos"])
def test_the_residual_is_the_dropped_sine(label: str):
    witness = prove(CLAIMS[label].statement).witness
    assert witness is not None and witness.residual is not None
    residual = str(witness.residual)
    assert "sin(" in residual and "cos(" not in residual


def test_the_line_on_real_parts_holds_where_the_inner_product_is_real():
    printed, real = CLAIMS["re-cos"].statement, CLAIMS["re-cos-if-real"].statement
    assert printed.goals == real.goals
    assert [in_text(h) for h in real.hypotheses] == ["im(inner(q, k)) == 0"]
