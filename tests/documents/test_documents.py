"""Every judged document: SymPy's reading of its claims, what it lists and corrects."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations import as_written, builtin_documents, documents, load
from derivations.documents.entries import Claim
from derivations.language.statements import Relation
from derivations.language.substitution import subterms
from derivations.language.sympy_statements import statement_from_sympy
from derivations.language.terms import POINTED, Term
from derivations.language.to_sympy import relation_to_sympy
from tests.support.claims import sides_agree
from tests.support.notation import in_text

DOCUMENTS = {name: load(name) for name in builtin_documents()}
CLAIMS = [claim for document in DOCUMENTS.values() for claim in document.claims]


def in_sympy(claim: Claim) -> bool:
    """Whether SymPy can say it: there are no permutations, and no functions of matrices."""
    sorts = [symbol.sort for symbol in claim.statement.declarations]
    return not any(s.kind == "permutation" or any(i.is_matrix for i in s.index) for s in sorts)


def each(claims: list[Claim]) -> pytest.MarkDecorator:
    """A test for each of the claims."""
    return pytest.mark.parametrize("claim", claims, ids=lambda c: f"{c.document}:{c.label}")


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


IN_SYMPY = list(filter(in_sympy, CLAIMS))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", builtin_documents())
def test_no_claim_says_less_than_it_seems_to(name: str):
    path = Path(documents.__file__).with_name(f"{name}.py")
    assert len(load(str(path)).claims) == len(DOCUMENTS[name].claims)


@each(list(filter(has_values, IN_SYMPY)))
def test_sympy_reads_the_claim_as_the_kernel_does(claim: Claim):
    assert sides_agree(claim)


@each(IN_SYMPY)
def test_the_claim_comes_back_from_sympy(claim: Claim):
    for goal in claim.statement.goals:
        expression = relation_to_sympy(goal.relation)
        with as_written():
            (back,) = statement_from_sympy(expression).goals
        assert written_out(back.relation) == written_out(goal.relation)


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
    assert len({(c.document, c.label) for c in CLAIMS}) == len(CLAIMS)
