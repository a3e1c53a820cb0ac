"""A Note on Positional Encoding: encodings of positions, and the sines that are dropped."""

from __future__ import annotations

import pytest

from derivations import prove
from tests.support.documents import claims_of
from tests.support.notation import in_text

CLAIMS = claims_of("penote")


def test_what_sympy_would_cancel_or_turn_round_stands_as_written():
    assert str(CLAIMS["offset-shift"].statement.goals[0]) == "j + delta - (i + delta) == j - i"
    assert "cos(-omega[i]*Delta)" in str(CLAIMS["R-convention-clockwise"].statement)


@pytest.mark.parametrize("label", ["dot-cos", "pe-shift", "norm-constant", "rope-cache"])
def test_half_the_dimension_is_a_symbol(label: str):
    assert CLAIMS[label].statement.sorts["M"].kind == "posint"


@pytest.mark.parametrize("label", ["re-cos-pairs", "rope-score-cos"])
def test_the_residual_is_the_dropped_sine(label: str):
    witness = prove(CLAIMS[label].statement).witness
    assert witness is not None and witness.residual is not None
    residual = str(witness.residual)
    assert "sin(" in residual and "cos(" not in residual


COMPLETED = {c.completes: c.label for c in CLAIMS.values() if c.completes is not None}
OTHER_GOALS = {
    "kernel-feature",  # one feature map, against every function of the inner product
}


@pytest.mark.parametrize("printed", sorted(COMPLETED.keys() - OTHER_GOALS))
def test_a_completion_adds_hypotheses_only(printed: str):
    claimed, completed = CLAIMS[printed].statement, CLAIMS[COMPLETED[printed]].statement
    assert completed.goals == claimed.goals
    assert set(completed.hypotheses) > set(claimed.hypotheses)


def test_the_line_on_real_parts_holds_where_the_inner_product_is_real():
    (hypothesis,) = CLAIMS["re-cos-if-real"].statement.hypotheses
    assert in_text(hypothesis) == "im(inner(q1 + q2*I, k1 + k2*I)) == 0"
