"""Every judged document: SymPy's reading of its claims, what it lists and corrects."""

from __future__ import annotations

import pytest

from derivations import as_written
from derivations.documents.entries import Claim
from derivations.documents.faults import DocumentWarning
from derivations.language.statements import Relation
from derivations.language.substitution import subterms
from derivations.language.sympy_statements import statement_from_sympy
from derivations.language.terms import POINTED, Term
from derivations.language.to_sympy import relation_to_sympy
from tests.support.claims import sides_agree
from tests.support.documents import DOCUMENTS, WARNED, claims_of
from tests.support.notation import in_text


def in_sympy(claim: Claim) -> bool:
    """Whether SymPy can say it: there are no permutations, and no functions of matrices."""
    sorts = [symbol.sort for symbol in claim.statement.declarations]
    return not any(s.kind == "permutation" or any(i.is_matrix for i in s.index) for s in sorts)


def sides(claim: Claim) -> list[Term]:
    """Both sides of every goal."""
    return [s for goal in claim.statement.goals for s in (goal.relation.left, goal.relation.right)]


def has_values(claim: Claim) -> bool:
    """Whether SymPy can put in numbers: nothing is differentiated or integrated by a symbol."""
    return not any(node.head in POINTED for side in sides(claim) for node in subterms(side))


def written_out(relation: Relation) -> str:
    """The relation without the names by which its terms are printed, such as `gradient`."""
    plain: dict[int, Term] = {}
    for side in (relation.left, relation.right):
        for node in subterms(side):
            plain[id(node)] = Term(node.head, tuple(plain[id(a)] for a in node.args), node.data)
    return in_text(Relation(relation.operator, plain[id(relation.left)], plain[id(relation.right)]))


def test_no_claim_says_less_than_it_seems_to():
    assert [one.message for one in WARNED if one.category is DocumentWarning] == []


def comes_back(relation: Relation) -> bool:
    """Whether it is read from SymPy as it was written there."""
    expression = relation_to_sympy(relation)
    with as_written():
        (back,) = statement_from_sympy(expression).goals
    return written_out(back.relation) == written_out(relation)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_sympy_reads_claims_as_the_kernel_does(name: str):
    claims = filter(has_values, filter(in_sympy, DOCUMENTS[name].claims))
    assert [claim.label for claim in claims if not sides_agree(claim)] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_claims_come_back_from_sympy(name: str):
    claims = filter(in_sympy, DOCUMENTS[name].claims)
    changed = [(claim.label, goal) for claim in claims for goal in claim.statement.goals
               if not comes_back(goal.relation)]
    assert changed == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_refuted_is_corrected_or_completed_or_one_reading(name: str):
    claims = DOCUMENTS[name].claims
    refuted = {c.label for c in claims if c.expect == "refuted" and c.reading is None}
    assert refuted == {m for c in claims for m in (c.corrects, c.completes) if m is not None}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_refuted_says_what_is_wrong_with_it(name: str):
    refuted = [c for c in DOCUMENTS[name].claims if c.expect == "refuted" and c.reading is None]
    assert [c.label for c in refuted if not c.fault] == []


def test_labels_are_unique_in_their_document():
    for name, document in DOCUMENTS.items():
        assert len(claims_of(name)) == len(document.claims)
