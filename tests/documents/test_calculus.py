"""Derivatives, gradients, integrals: for all sizes, with what is usually got wrong beside them."""

from __future__ import annotations

import pytest

from tests.support.documents import claims_of
from tests.support.notation import in_text

CLAIMS = claims_of("calculus")


@pytest.mark.parametrize(
    ("label", "sizes"),
    [
        ("softmax", {"n"}), ("cross-entropy", {"n"}), ("rms-norm", {"n"}), ("layer-norm", {"n"}),
        ("inverse", {"n"}), ("log-det", {"n"}), ("matrix-exponential", {"n"}),
        ("least-squares", {"m", "n"}), ("ridge", {"m", "n"}), ("score", {"d", "n"}),
        ("logistic", {"m"}), ("logistic-sample", {"n"}), ("normal-mean", {"n"}),
        ("backward-output", {"d", "e"}), ("backward-activation", {"n"}),
        ("backward-input", {"e", "n"}),
    ],
)  # fmt: skip
def test_sizes_are_symbols(label: str, sizes: set[str]):
    sorts = CLAIMS[label].statement.sorts
    assert {name for name, sort in sorts.items() if sort.kind == "posint"} == sizes


def test_slips_differ_from_what_corrects_them_in_nothing_but_the_goal():
    for claim in CLAIMS.values():
        if claim.corrects is not None and "-rule" not in claim.label:
            slip = CLAIMS[claim.corrects].statement
            assert slip.hypotheses == claim.statement.hypotheses, claim.label


def test_rules_are_of_any_differentiable_functions():
    for rule in ("product-rule", "quotient-rule", "chain-rule"):
        given = [in_text(h) for h in CLAIMS[rule].statement.hypotheses]
        assert given[:2] == [f"differentiable({f}[s], s) for all s: real" for f in "fg"]
        assert len(given) == 2 + (rule == "quotient-rule")


def test_the_derivative_stands_as_it_is_written():
    goal = CLAIMS["sigmoid"].statement.goals[0].relation
    assert in_text(goal.left) == "Derivative(1/(1 + exp(-x)), x)"
