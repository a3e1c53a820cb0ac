"""Claim files: what a document holds, and how a fault in one is told."""

from pathlib import Path

import pytest
from sympy import Eq, Ge, cos, sin, symbols

from derivations.documents import builtin_documents, load
from derivations.documents import document as documents
from derivations.documents.document import (
    Chain,
    Claim,
    Definition,
    Document,
    DocumentError,
    Remark,
    Section,
    step,
)
from derivations.language import sorts, statements, terms
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED

HERE = Path(__file__).name
a, b = symbols("a b", real=True)
x, y = terms.symbol("x", sorts.REAL), terms.symbol("y", sorts.REAL)


def angles() -> Document:
    doc = Document("angles", title="Angle sums", author="A. Writer", source="angles.txt")
    doc.definition("unit", statements.eq(x, y), words="what x is")
    doc.section("1 Sums")
    doc.claim("eq1", statements.eq(x, y + 1), source="(1)", expect=REFUTED, words="as printed")
    doc.claim("eq1-corrected", statements.eq(x, y), given=[statements.eq(x, y)], corrects="eq1")
    doc.section("2 Squares")
    doc.chain("square", x + x, step(2 * x, "collect"), step(x * 2, "commute"), source="(2)")
    doc.remark("history", "Old.")
    return doc


def fault(make) -> str:
    """The message of a document error, from the name of the file on."""
    with pytest.raises(DocumentError) as caught:
        make()
    message = str(caught.value)
    return message[message.index(HERE) :].split(":", 2)[2].strip()


# What a document holds


def test_entries_stand_in_the_order_in_which_they_were_written():
    kinds = [type(entry) for entry in angles().entries]
    assert kinds == [Definition, Section, Claim, Claim, Section, Chain, Remark]


def test_claims_are_the_claims_and_the_steps_of_chains():
    labels = [claim.label for claim in angles().claims]
    assert labels == ["eq1", "eq1-corrected", "square, step 1 of 2", "square, step 2 of 2"]


def test_a_claim_knows_its_document_section_source_and_line():
    claim = angles().claims[0]
    assert (claim.document, claim.section, claim.source) == ("angles", "1 Sums", "(1)")
    assert claim.words == "as printed"
    assert claim.place is not None and claim.place.file == __file__
    assert "doc.claim(\"eq1\"" in Path(__file__).read_text().splitlines()[claim.place.line - 1]


def test_hypotheses_stand_in_the_statement():
    assert str(angles().claims[1].statement.hypotheses[0]) == "x == y"


def test_a_claim_that_says_nothing_else_is_expected_to_be_proved():
    assert [c.expect for c in angles().claims] == [REFUTED, PROVED, PROVED, PROVED]


def test_each_step_of_a_chain_starts_where_the_one_before_ended():
    chain = next(e for e in angles().entries if isinstance(e, Chain))
    assert chain.first == x + x
    first, second = chain.steps
    assert first.statement.goals == (statements.Proposition(statements.eq(x + x, 2 * x)),)
    assert second.statement.goals == (statements.Proposition(statements.eq(2 * x, x * 2)),)
    assert (second.reason, second.chain, second.step, second.steps) == ("commute", "square", 2, 2)


def test_steps_may_be_inequalities_and_may_be_expected_to_fail():
    doc = Document("d")
    chain = doc.chain("c", x, step(x + 1, operator="<="), step(x, expect=REFUTED, source="(9)"))
    assert chain.steps[0].statement.goals[0].relation.operator == "<="
    assert (chain.steps[1].expect, chain.steps[1].source) == (REFUTED, "(9)")


def test_several_goals_are_claimed_together():
    claim = Document("d").claim("both", [statements.eq(x, x), statements.eq(y, y)])
    assert len(claim.statement.goals) == 2


def test_one_hypothesis_needs_no_list():
    claim = Document("d").claim("c", statements.eq(x, y), given=statements.eq(x, y))
    assert len(claim.statement.hypotheses) == 1


def test_sympy_and_our_terms_mix():
    doc = Document("d")
    claim = doc.claim("c", Eq(cos(a) ** 2, 1 - sin(a) ** 2), given=[Ge(a, 0), statements.le(x, y)])
    assert [s.name for s in claim.statement.declarations] == ["a", "x", "y"]
    assert doc.chain("d", cos(a), step(cos(a) + 0)).steps[0].label == "d, step 1 of 1"


def test_a_claim_is_a_sympy_equation_too():
    claim = Document("d").claim("c", Eq(cos(a + b), cos(a) * cos(b) - sin(a) * sin(b)))
    assert isinstance(claim.sympy, Eq)
    assert claim.sympy.lhs == cos(a + b)


def test_several_goals_are_an_unevaluated_and():
    claim = Document("d").claim("c", [Eq(a, b), Eq(a, b)])
    assert len(claim.sympy.args) == 2


# Faults name the file, the line and the label


def test_a_label_used_twice():
    doc = Document("d")
    doc.remark("note", "first")
    line = doc.entries[0].place.line
    assert fault(lambda: doc.claim("note", statements.eq(x, y))) == (
        f"'note': this label is already used at line {line}"
    )


def test_labels_have_to_differ_as_file_names():
    doc = Document("d")
    doc.remark("Eq 8", "first")
    assert "from which it must differ as a file" in fault(
        lambda: doc.claim("eq-8", statements.eq(x, y))
    )


def test_an_empty_label():
    assert fault(lambda: Document("d").remark("--", "")) == (
        "a label has to contain a letter or a digit, not '--'"
    )


def test_corrects_names_an_earlier_claim():
    doc = Document("d")
    doc.claim("wrong", statements.eq(x, y), expect=REFUTED)
    assert fault(lambda: doc.claim("right", statements.eq(x, x), corrects="wrnog")) == (
        "'right': corrects='wrnog' is no earlier claim of this document; "
        "expected refuted so far: wrong"
    )


def test_only_what_is_expected_to_fail_can_be_corrected():
    doc = Document("d")
    doc.claim("fine", statements.eq(x, x))
    doc.claim("partial", statements.eq(x, x), expect=CONDITIONAL)
    doc.claim("whole", statements.eq(x, x), corrects="partial")
    assert fault(lambda: doc.claim("better", statements.eq(x, x), corrects="fine")) == (
        "'better': corrects='fine', but that claim is expected to be proved: "
        "there is nothing to correct"
    )


def test_an_unknown_expectation():
    assert fault(lambda: Document("d").claim("c", statements.eq(x, y), expect="true")) == (
        "'c': expect='true' is not one of proved, conditional, refuted, undecided"
    )


def test_a_claim_without_a_relation():
    assert fault(lambda: Document("d").claim("c", [])) == (
        "'c': a claim needs a relation, such as Eq(left, right); none is given"
    )


def test_a_statement_with_hypotheses_beside_it():
    whole = statements.statement(statements.eq(x, y))
    assert fault(lambda: Document("d").claim("c", whole, given=[statements.eq(x, y)])) == (
        "'c': a Statement brings its own hypotheses; leave out given="
    )


def test_a_chain_without_steps():
    assert fault(lambda: Document("d").chain("c", x)) == (
        "'c': a chain needs at least one step(term, reason)"
    )


def test_a_line_of_a_chain_that_is_not_a_step():
    assert fault(lambda: Document("d").chain("c", x, x)) == (
        "'c, step 1 of 1': the lines of a chain are written step(term, reason), not x"
    )


def test_an_unknown_relation_in_a_step():
    assert fault(lambda: Document("d").chain("c", x, step(x, operator="=~"))) == (
        "'c, step 1 of 1': unknown relation '=~'; known are ==, !=, <=, <"
    )


def test_an_ill_sorted_statement():
    n = terms.symbol("n", sorts.POSINT)
    square = terms.symbol("A", sorts.matrix_sort(n, n))
    column = terms.symbol("v", sorts.matrix_sort(n, terms.ONE))
    message = fault(lambda: Document("d").claim("c", statements.eq(square * column, square)))
    assert message == "'c': the two sides are matrices of different sizes"


def test_one_name_for_two_things():
    other = terms.symbol("x", sorts.COMPLEX)
    message = fault(lambda: Document("d").claim("c", statements.eq(x, other)))
    assert message == "'c': the name x is declared twice"


def test_a_name_that_is_not_one_for_files():
    assert fault(lambda: Document("My notes")) == (
        "the name 'My notes' of a document is part of file names: use lower-case letters, digits "
        "and hyphens, such as 'my-notes'"
    )


def test_a_definition_of_nothing():
    assert fault(lambda: Document("d").definition("c")) == (
        "'c': a definition needs an equation or words"
    )


# Documents by name, and claim files by path

GOOD = """
from derivations import Document, eq, symbol
doc = Document("mine", title="Mine")
doc.claim("one", eq(symbol("x"), symbol("x")))
"""


@pytest.fixture
def claim_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> str:
        (tmp_path / "notes.py").write_text(text, encoding="utf-8")
        return "notes.py"

    return write


def test_a_claim_file_is_loaded_by_its_path(claim_file):
    doc = load(claim_file(GOOD))
    assert (doc.name, len(doc.claims)) == ("mine", 1)


def test_every_built_in_document_loads_under_its_own_name():
    for name in builtin_documents():
        assert load(name).name == name


def test_the_built_in_documents_are_the_modules_of_their_folder():
    folder = Path(documents.__file__).parent
    modules = {p.stem for p in folder.glob("*.py")} - {"__init__", "document"}
    assert {name.replace("-", "_") for name in builtin_documents()} == modules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "notes.py defines no documents; a claim file defines exactly one, "),
        (GOOD + "two = Document('other')", "notes.py defines 2 documents (mine, other); "),
        ("x = (", "notes.py:1: not a Python file: '(' was never closed"),
        ("\n1/0", "notes.py:2: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(3)", "notes.py:2: SystemExit: 3"),
        (GOOD + "doc.remark('one', '')", "notes.py:5: 'one': this label is already used at line 4"),
    ],
)
def test_a_fault_in_a_claim_file(claim_file, text, message):
    with pytest.raises(DocumentError) as caught:
        load(claim_file(text))
    assert str(caught.value).startswith(message)


def test_a_missing_claim_file(claim_file):
    with pytest.raises(DocumentError, match=r"^cannot read 'nope\.py': No such file or directory$"):
        load("nope.py")


def test_an_unknown_document():
    with pytest.raises(DocumentError) as caught:
        load("nope")
    known = ", ".join(builtin_documents()) or "none"
    assert str(caught.value) == (
        f"no document is called 'nope'; built in are: {known}; "
        "a document of your own is named by its file, FILE.py"
    )
