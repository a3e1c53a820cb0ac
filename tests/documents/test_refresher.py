"""Rotary Positional Embedding: rotations in general, and signs that say which vector is turned."""

from __future__ import annotations

import pytest

from derivations import prove
from tests.support.documents import claims_of
from tests.support.notation import in_text

CLAIMS = claims_of("refresher")


@pytest.mark.parametrize(
    "label",
    ["relative-index-free", "rope-score[1]", "query-rotated-nm", "parts-not-whole-together"],
)
def test_the_number_of_blocks_is_a_symbol_and_the_angles_are_any(label: str):
    sorts = CLAIMS[label].statement.sorts
    assert sorts["M"].kind == "posint"
    angles = [in_text(sorts[name]) for name in ("theta", "alpha") if name in sorts]
    assert angles in (["family(integer -> real)"], ["real"])


def test_hypotheses_of_the_score_name_the_entries_of_query_and_key_only():
    entries = "Stack(Matrix([[{0}[2*j - 1]], [{0}[2*j]]]), (j, 1, M))".format
    assert [in_text(h) for h in CLAIMS["rope-score[1]"].statement.hypotheses] == [
        f"W_q*x_m == {entries('q')}", f"W_k*x_n == {entries('k')}"
    ]  # fmt: skip


def test_the_residual_of_turning_the_query_is_twice_the_sine():
    witness = prove(CLAIMS["query-rotated-nm-plus"].statement).witness
    assert witness is not None and "sin(" in str(witness.residual)
    assert "cos(" not in str(witness.residual)


def test_blocks_of_two_fail_at_the_least_odd_dimension_of_the_post():
    assert "D = 3" in str(prove(CLAIMS["blocks-of-two"].statement))


def test_no_block_but_the_first_is_known_where_the_term_needs_two_positions():
    sorts = CLAIMS["not-absolute"].statement.sorts
    assert {name: in_text(sort) for name, sort in sorts.items()} == {
        "N": "posint", "S": "family(complex -> matrix(N, N))"
    }  # fmt: skip
