"""Every judged document: verdicts, SymPy's reading of its claims, what it lists and corrects."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations import as_written, builtin_documents, documents, load, prove
from derivations.documents.entries import Claim, Definition, Remark, Unstated
from derivations.language.sympy_statements import relation_from_sympy
from derivations.language.to_sympy import relation_to_sympy
from tests.support.claims import sides_agree
from tests.support.notation import in_text

DOCUMENTS = {name: load(name) for name in builtin_documents()}
CLAIMS = [claim for document in DOCUMENTS.values() for claim in document.claims]
EVERY_CLAIM = pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: f"{c.document}:{c.label}")

# How many claims of each expected verdict, definitions and remarks a document has.
TALLIES = {
    "stratos": {
        "proved": 138, "refuted": 19, "undecided": 4, "unstated": 2,
        "definitions": 12, "remarks": 6,
    },
    "isometry": {"proved": 14, "definitions": 5, "remarks": 2},
    "ropecode": {"proved": 26, "definitions": 4, "remarks": 5},
    "penote": {"proved": 37, "refuted": 8, "definitions": 11, "remarks": 7},
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", builtin_documents())
def test_no_claim_says_less_than_it_seems_to(name: str):
    path = Path(documents.__file__).with_name(f"{name}.py")
    assert len(load(str(path)).claims) == len(DOCUMENTS[name].claims)


@EVERY_CLAIM
def test_the_verdict_is_as_expected(claim: Claim):
    verdict = prove(claim.statement)
    assert verdict.kind == claim.expect, str(verdict)
    assert verdict.theorem is None or verdict.theorem.model is not None


@EVERY_CLAIM
def test_sympy_reads_the_claim_as_the_kernel_does(claim: Claim):
    assert sides_agree(claim)


@EVERY_CLAIM
def test_the_claim_comes_back_from_sympy(claim: Claim):
    for goal in claim.statement.goals:
        expression = relation_to_sympy(goal.relation)
        with as_written():
            back = relation_from_sympy(expression)
        assert in_text(back) == in_text(goal.relation)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_tally(name: str):
    document = DOCUMENTS[name]
    listed = {"definitions": Definition, "remarks": Remark, "unstated": Unstated}
    kinds = ("proved", "refuted", "undecided")
    found = {k: sum(c.expect == k for c in document.claims) for k in kinds}
    found |= {k: sum(isinstance(e, kind) for e in document.entries) for k, kind in listed.items()}
    assert {k: count for k, count in found.items() if count} == TALLIES[name]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_refuted_is_corrected_or_completed_or_one_reading(name: str):
    claims = DOCUMENTS[name].claims
    refuted = {c.label for c in claims if c.expect == "refuted" and c.reading is None}
    assert refuted == {m for c in claims for m in (c.corrects, c.completes) if m is not None}


def test_labels_are_unique_in_their_document():
    assert len({(c.document, c.label) for c in CLAIMS}) == len(CLAIMS)
