"""Claim files: what a document holds, and how a fault in one is told."""

import dataclasses
import json
import pickle
import re
from pathlib import Path

import pytest
from sympy import (
    And, Dummy, Eq, Ge, Identity, IndexedBase, Le, Lt, Matrix, MatrixSymbol, Ne, Or, Piecewise, Q,
    Sum, Symbol, Trace, ZeroMatrix, cos, det, sin, symbols,
)

from derivations import as_written, forall, inner, norm, prove
from derivations.cli import main
from derivations.documents import builtin_documents, document as documents, load
from derivations.documents.document import Document
from derivations.documents.entries import Chain, Claim, Definition, Remark, Section, step
from derivations.documents.faults import DocumentError, DocumentWarning
from derivations.judging.judge import judge
from derivations.language import statements
from derivations.language.statements import StatementError
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED
from derivations.writing.files import write_certificate
from derivations.writing.latex_terms import relation_latex
from tests.support.notation import in_text

HERE = Path(__file__).name
a, b, x, y = symbols("a b x y", real=True)
z, w = symbols("z w")
N, M = symbols("n m", integer=True, positive=True)
SQUARE, COLUMN = MatrixSymbol("A", N, N), MatrixSymbol("v", N, 1)


def angles() -> Document:
    doc = Document("angles", title="Angle sums", author="A. Writer", source="angles.txt")
    doc.definition("unit", Eq(x, y), words="what x is")
    doc.section("1 Sums")
    doc.claim("eq1", Eq(x, y + 1), source="(1)", expect=REFUTED, words="as printed")
    doc.claim("eq1-corrected", Eq(x, y), given=[Eq(x, y)], corrects="eq1", same=True)
    doc.section("2 Squares")
    with as_written():
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
    assert labels == ["eq1", "eq1-corrected", "square[1]", "square[2]"]


def test_a_claim_knows_its_document_section_source_and_line():
    claim = angles().claims[0]
    assert (claim.document, claim.section, claim.source) == ("angles", "1 Sums", "(1)")
    assert claim.words == "as printed"
    assert claim.place is not None and claim.place.file == __file__
    assert 'doc.claim("eq1"' in Path(__file__).read_text().splitlines()[claim.place.line - 1]


def test_hypotheses_stand_in_the_statement():
    assert in_text(angles().claims[1].statement.hypotheses[0]) == "x == y"


def test_a_claim_that_says_nothing_else_is_expected_to_be_proved():
    assert [c.expect for c in angles().claims] == [REFUTED, PROVED, PROVED, PROVED]


def test_each_step_of_a_chain_starts_where_the_one_before_ended():
    chain = next(e for e in angles().entries if isinstance(e, Chain))
    assert in_text(chain.first) == "x + x"
    first, second = chain.steps
    assert [in_text(s.statement.goals[0]) for s in chain.steps] == ["x + x == 2*x", "2*x == x*2"]
    assert (second.reason, second.chain, second.step, second.steps) == ("commute", "square", 2, 2)
    assert first.reason == "collect"


def test_a_step_is_where_it_was_written():
    first, second = (
        Document("d").chain(
            "c",
            x,
            step(y, "one"),
            step(x, "two"),
        ).steps
    )
    assert first.place is not None and second.place is not None
    assert (first.place.file, second.place.line) == (__file__, first.place.line + 1)


def test_steps_may_be_inequalities_and_may_be_expected_to_fail():
    chain = Document("d").chain(
        "c", x, step(x + 1, operator="<="), step(x, expect=REFUTED, source="(9)")
    )
    assert in_text(chain.steps[0].statement.goals[0]) == "x <= x + 1"
    assert (chain.steps[1].expect, chain.steps[1].source) == (REFUTED, "(9)")


def test_several_goals_are_claimed_together_and_are_one_and_for_sympy():
    claim = Document("d").claim("both", [Eq(x, y), Eq(a, b)], given=[Ge(a, 0)])
    assert len(claim.statement.goals) == 2
    assert set(claim.sympy.args) == {Eq(x, y), Eq(a, b)}
    assert [s.name for s in claim.statement.declarations] == ["a", "b", "x", "y"]


def test_a_claim_may_be_written_as_text():
    doc = Document("d")
    claim = doc.claim("c", "x**2/x = x", given="x != 0", let={"x": "real"})
    assert in_text(claim.statement) == "for all x: real with x != 0: x**2/x == x"
    assert "x is not declared" in fault(lambda: doc.claim("e", "x = x"))


def test_one_hypothesis_needs_no_list():
    claim = Document("d").claim("c", Eq(x, y), given=Eq(y, x))
    assert len(claim.statement.hypotheses) == 1


def test_a_claim_is_a_sympy_equation_too():
    claim = Document("d").claim("c", Eq(cos(a + b), cos(a) * cos(b) - sin(a) * sin(b)))
    assert isinstance(claim.sympy, Eq)
    assert claim.sympy.lhs == cos(a + b)


# Names that a document defines

TURN = Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])


def test_a_defined_name_is_judged_as_its_body_and_shown_as_itself():
    doc = Document("d")
    R = doc.define("R", a, TURN, label="turn", words="A rotation.", source="(1)")
    with as_written():
        goal = doc.claim("c", Eq(R(x) * R(y), R(x + y))).statement.goals[0]
        written = doc.claim("e", Eq(TURN.subs(a, x) * R(y), R(x + y))).statement.goals[0]
    assert goal == written
    assert in_text(goal) == in_text(written) and "R" not in in_text(goal)
    assert relation_latex(goal.relation) == "R(x) R(y) = R(x + y)"
    assert relation_latex(written.relation).count("R(") == 2
    listed = doc.entries[0]
    assert (listed.label, listed.words, listed.source) == ("turn", "A rotation.", "(1)")
    assert in_text(listed.relation).startswith("R[a] == Matrix([[cos(a)")


def test_a_definition_is_a_sympy_node_with_name_arguments_and_doit():
    doc = Document("d")
    R, f = doc.define("R", a, TURN), doc.define("f", (z, x), z * x)
    assert in_text(R(2 * b)) == "R(2*b)" and R(2 * b).args == (2 * b,)
    assert R(b).doit() == TURN.subs(a, b).as_immutable()
    assert R(b).shape == (2, 2) and (R(a) + R(b)).shape == (2, 2)
    assert f(2, y + 1).doit() == 2 * y + 2
    assert f(f(z, 2), y).doit() == 2 * y * z


def test_definitions_take_matrices_and_earlier_definitions():
    doc = Document("d")
    u = MatrixSymbol("u", 2, 1)
    R = doc.define("R", a, TURN)
    with as_written():
        turned = doc.define("E", (u, a), R(a) * u)
        claim = doc.claim("c", Eq(inner(turned(Matrix([x, y]), b), Matrix([1, 0])), x))
    goal = claim.statement.goals[0].relation
    assert in_text(goal.left).startswith("inner(Matrix([[cos(b), -sin(b)]")
    assert relation_latex(goal).startswith(r"\left\langle E\left(\begin")


def test_what_a_name_is_given_is_not_captured_by_an_index_of_its_body():
    doc = Document("d")
    k = Symbol("k", integer=True)
    n = Symbol("n", integer=True, positive=True)
    total = doc.define("T", x, Sum(k * x, (k, 1, n)))
    claim = doc.claim("c", Eq(total(k), k * n * (n + 1) / 2))
    assert in_text(claim.statement.goals[0].relation.left) == "Sum(k*k1, (k1, 1, n))"


def test_what_is_given_of_a_symbol_is_given_of_it_in_a_definition_too():
    doc = Document("d")
    turned = doc.define("F", COLUMN, SQUARE * COLUMN)
    w = MatrixSymbol("w", N, 1)
    claim = doc.claim("c", Eq(norm(turned(w)), norm(w)), given=[Q.unitary(SQUARE)])
    assert in_text(claim.statement.sorts["A"]) == "unitary(n)"


@pytest.fixture
def square():
    """A square matrix of N rows, and a name for its mean diagonal entry."""
    A = MatrixSymbol("A", N, N)
    return Document("d").define("avg", A, Trace(A) / N)


def test_a_size_of_a_parameter_alone_is_that_of_the_argument(square):
    assert prove(Eq(square(Identity(M)), 1)).kind == PROVED
    assert prove(Eq(square(Identity(M)), M / N)).kind == REFUTED
    assert square(Identity(3)).doit() == 1
    claim = Document("d").claim("c", Eq(square(MatrixSymbol("B", 2 * M, 2 * M)), 0))
    assert in_text(claim.statement.goals[0].relation.left) == "trace(B)/(2*m)"


def test_sizes_are_matched_in_definitions_within_definitions(square):
    B, b = MatrixSymbol("B", N, N), MatrixSymbol("b", N, 1)
    both = Document("d").define("both", (B, b), square(B) * norm(b))
    assert prove(Eq(both(Identity(M), ZeroMatrix(M, 1)), 0)).kind == PROVED
    with pytest.raises(StatementError, match="b of both is n x 1; 0 is k x 1"):
        both(Identity(M), ZeroMatrix(Symbol("k", integer=True, positive=True), 1))


@pytest.mark.parametrize(
    ("parameters", "body", "arguments", "message"),
    [
        (lambda A, v: v, lambda A, v: A * v, [Matrix([1, 2])], "v of f is n x 1; "),
        (lambda A, v: A, lambda A, v: det(A), [Matrix([[1, 2]])], "A of f is n x n; "),
        (lambda A, v: (A, N), lambda A, v: Trace(A) / N, [Identity(M), N], "A of f is n x n; I is"),
        (lambda A, v: A, lambda A, v: Trace(A), [x], "A of f is n x n; x is a scalar"),
        (lambda A, v: x, lambda A, v: x**2, [Identity(M)], "x of f is a scalar; I is m x m"),
        (lambda A, v: MatrixSymbol("B", 2, 2), lambda A, v: 1, [Identity(3)], "B of f is 2 x 2; "),
    ],
)
def test_other_sizes_agree(parameters, body, arguments, message):
    A, v = MatrixSymbol("A", N, N), MatrixSymbol("v", N, 1)
    f = Document("d").define("f", parameters(A, v), body(A, v))
    with pytest.raises(StatementError, match=re.escape(message)):
        f(*arguments)


@pytest.mark.parametrize("name", ["f_1", "f1"])
def test_a_name_is_defined_once(name):
    doc = Document("d")
    doc.define("f_1", x, x**2)
    doc.define("f_1", x, x**2, label="again")
    line = doc.entries[0].place.line + 1
    assert fault(lambda: doc.define(name, x, x**3, label="other")) == (
        f"'other': {name} looks the same as a name that is defined at line {line}; "
        "give one of them another name"
    )


def test_a_symbol_of_a_definition_is_not_bound_where_the_name_stands():
    doc = Document("d")
    k, s = Symbol("k", integer=True), IndexedBase("s")
    f = doc.define("f", x, s[k] * x)
    assert doc.claim("c", Eq(Sum(f(x), (Symbol("j", integer=True), 1, N)), N * f(x)))
    assert "k is bound here and stands in the body of a definition" in fault(
        lambda: doc.claim("e", Eq(Sum(f(x), (k, 1, N)), N * f(x)))
    )
    dummy = Dummy("k", integer=True)
    claim = doc.claim("g", Eq(Sum(f(dummy), (dummy, 1, N)), 0))
    assert in_text(claim.statement.goals[0].relation.left) == "Sum(k1*s[k], (k1, 1, n))"


def test_a_name_and_a_symbol_are_not_called_the_same():
    doc = Document("d")
    doc.define("x_1", a, a**2)
    line = doc.entries[0].place.line
    assert fault(lambda: doc.claim("c", Eq(Symbol("x1"), y))) == (
        f"'c': x1 is a symbol here; a name defined at line {line} looks the same"
    )


@pytest.mark.parametrize(("name", "parameter"), [("R 1", a), ("R", a + b)])
def test_a_definition_has_a_name_and_symbols(name, parameter):
    assert fault(lambda: Document("d").define(name, parameter, a)).endswith(
        'define takes a name and symbols: define("R", theta, body)'
    )


def test_a_definition_has_parameters():
    assert fault(lambda: Document("d").define("R", (), a)).endswith("an assignment: R = ...")
    assert fault(lambda: Document("d").define("R", a + b)).endswith("an assignment: R = ...")


def test_a_name_takes_as_many_arguments_as_were_said():
    f = Document("d").define("f", (x, y), x - y)
    with pytest.raises(TypeError, match=r"f\(x, y\) is given 1 argument"):
        f(a)


# Claims that check nothing


def test_both_sides_the_same():
    message = fault(lambda: Document("d").claim("c", [Eq(x, y), Eq(a, a, evaluate=False)]))
    assert message.startswith("'c': both sides are the same, a: nothing would be checked; ")
    message = fault(lambda: Document("d").chain("c", x, step(y), step(y)))
    assert message.startswith("'c[2]': both sides are the same, y: ")


def test_both_sides_the_same_where_that_is_meant():
    doc = Document("d")
    assert doc.claim("c", Eq(a, a, evaluate=False), same=True).expect == PROVED
    assert doc.chain("e", x, step(x, same=True)).label == "e"


@pytest.mark.parametrize(
    "sides",
    [
        lambda R: (inner(z, w), z * w.conjugate()), lambda R: ((z * w) * x, z * (w * x)),
        lambda R: (R(x), TURN.subs(a, x)),
    ],
)
def test_both_sides_the_same_once_definitions_are_unfolded_is_a_warning(sides):
    doc = Document("d")
    R = doc.define("R", a, TURN)
    with as_written():
        left, right = sides(R)
        with pytest.warns(DocumentWarning, match="'c': both sides are the same once"):
            doc.claim("c", Eq(left, right))
        doc.claim("e", Eq(left, right), same=True)


def test_the_cases_of_a_piecewise_are_something_to_check():
    doc = Document("d")
    whole = Piecewise((x, x < 0), (x, True), evaluate=False)
    claim = doc.claim("c", Eq(whole, x))
    assert not prove(claim.statement).empty
    message = fault(lambda: doc.claim("e", Eq(whole, x), given=[Eq(whole, x)]))
    assert "is among the hypotheses" in message


@pytest.mark.filterwarnings("error")
def test_an_order_of_factors_is_something_to_check():
    with as_written():
        Document("d").claim("c", Eq(x * y, y * x))


@pytest.mark.parametrize("relation", [Ne, Lt, Le])
def test_both_sides_the_same_whatever_the_relation(relation):
    with as_written():
        goal = relation(x, x)
    assert "both sides are the same, x" in fault(
        lambda: Document("d").claim("c", goal, expect=REFUTED)
    )
    assert Document("d").claim("c", goal, expect=REFUTED, same=True).label == "c"


def test_what_is_among_the_hypotheses():
    doc, given = Document("d"), [Eq(x, y), Eq(a, b)]
    assert fault(lambda: doc.claim("c", [Eq(x, b), Eq(x, y)], given=given)) == (
        "'c': x == y is among the hypotheses: nothing would be checked; if it is meant, say "
        "same=True"
    )
    assert fault(lambda: doc.chain("e", x, step(y), given=given)).startswith("'e[1]': x == y is ")
    assert doc.claim("g", Eq(x, y), given=given, same=True).label == "g"
    assert doc.claim("h", Eq(y, x), given=given).label == "h"
    guarded = forall(x, Eq(x, y), Eq(x, y))
    assert "is among the hypotheses" in fault(lambda: doc.claim("k", guarded))
    cases = [Or(And(Eq(x, y), a < 0), And(Eq(x, y), a > 0))]
    assert "is among the hypotheses" in fault(lambda: doc.claim("m", Eq(x, y), given=cases))
    assert doc.claim("n", Eq(x, y), given=[Or(Eq(x, y), Eq(2*x, 2*y, evaluate=False))]).label == "n"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"printed": Eq(x, y)}, "printed= is text, not Eq(x, y)"),
        ({"source": 5}, "source= is text, not 5"),
        ({"words": 5}, "words= is text, not 5"),
        ({"expect": REFUTED, "fault": ["slip"]}, "fault= is text, not ['slip']"),
        ({"reading": Eq(x, y)}, "reading=Eq(x, y) is no earlier entry of this document"),
        *(({"using": [wanted]}, f"using={wanted!r} is no earlier claim of this document, and none "
           "that is built in") for wanted in (5, None, "")),
    ],
)  # fmt: skip
def test_options_that_are_no_text(options, why):
    doc = Document("d")
    doc.claim("c", Eq(x, y))
    assert fault(lambda: doc.claim("e", Eq(x, y), **options)) == f"'e': {why}"


def test_a_reason_is_text():
    told = fault(lambda: Document("d").chain("c", x, step(y, Eq(x, y))))
    assert told.startswith("'c[1]': reason= is text, not Eq(x, y); each line of a chain is a step")


def test_a_group_may_have_one_member():
    doc = Document("d")
    doc.claim("only", Eq(x, y))
    assert doc.group("all", "only").members == ("only",)


def test_parameters_are_all_different():
    told = "'f': the parameters of f are not all different"
    assert fault(lambda: Document("d").define("f", (x, x), 2*x)) == told


# What is wrong with what is printed

WRONG = """
from sympy import Eq, symbols
from derivations import Document, step
x, y = symbols("x y", real=True)
doc = Document("wrong")
doc.claim("a", Eq(x, y), expect="refuted", fault="false", printed="x is y")
doc.chain("b", x, step(x + 1, expect="refuted", fault="slip"))
doc.claim("c", Eq(x, 2), expect="refuted", fault="tacit")
"""
MENDED = """
doc.claim("b-corrected", Eq(x, x + 0), corrects="b[1]")
doc.claim("c-completed", Eq(x, 2), given=[Eq(x + 1, 3)], completes="c")
"""


def test_a_claim_and_a_step_say_what_is_wrong_with_what_is_printed(claim_file):
    doc = load(claim_file(WRONG + MENDED))
    assert [claim.fault for claim in doc.claims] == ["false", "slip", "tacit", "", ""]
    assert doc.claims[0].printed == "x is y"


QUOTIENT = """
from sympy import Eq, Ne, symbols
from derivations import CONDITIONAL, Document
x, y = symbols("x y", real=True)
doc = Document("quotient")
doc.claim("a", Eq((x**2 - y**2)/(x - y), x + y), expect=CONDITIONAL, fault="tacit")
doc.claim("a-completed", Eq((x**2 - y**2)/(x - y), x + y), given=[Ne(x, y)], completes="a")
"""


def test_a_condition_that_is_left_out_is_told_with_what_does_not_hold(claim_file, capsys):
    assert main(["check", claim_file(QUOTIENT)]) == 0
    told = capsys.readouterr().out
    assert "True under a hypothesis that is left out:\n" in told
    assert "fails: at x = 0, y = 0: it needs x - y != 0\n" in told
    assert "completed in a-completed: " in told


def test_a_slip_is_corrected_and_what_is_left_out_is_stated(claim_file):
    with pytest.raises(DocumentError) as caught:
        load(claim_file(WRONG))
    assert [line.split(":", 2)[-1] for line in str(caught.value).splitlines()] == [
        "2 faults",
        " 'b[1]': fault=\"slip\": say what it should read, in a claim with corrects='b[1]'",
        " 'c': fault=\"tacit\": state the hypothesis, in a claim with completes='c'",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fault": "wrong", "expect": REFUTED},
         'fault=\'wrong\' is not one of: "false", false as it is meant; "slip", a slip: a sign, '
         'an index, a name, an exponent; "tacit", true under a hypothesis that the text leaves '
         "out"),
        ({"fault": "slip"},
         'fault= goes with expect=REFUTED, "tacit" with expect=CONDITIONAL as well'),
        ({"fault": "slip", "expect": REFUTED, "reading": "unit"},
         "another reading is no fault of the document: write reading= or fault=, not both"),
    ],
)  # fmt: skip
def test_only_what_is_refuted_as_printed_has_a_fault(options, message):
    doc = angles()
    assert fault(lambda: doc.claim("c", Eq(x, y), **options)) == f"'c': {message}"


# Faults name the file, the line and the label


def test_a_label_used_twice():
    doc = Document("d")
    doc.remark("note", "first")
    line = doc.entries[0].place.line
    assert fault(lambda: doc.claim("note", Eq(x, y))) == (
        f"'note': this label is already used at line {line}"
    )


def test_labels_have_to_differ_as_file_names():
    doc = Document("d")
    doc.remark("Eq 8", "first")
    assert "from which it must differ as a file" in fault(lambda: doc.claim("eq-8", Eq(x, y)))


def test_completions_and_readings_name_earlier_entries():
    doc = angles()
    given = doc.claim("eq1-completed", Eq(x, y + 1), given=[Eq(x - 1, y)], completes="eq1")
    assert given.completes == "eq1"
    assert doc.claim("eq1-other", Eq(x, y), reading="unit", expect=REFUTED).reading == "unit"
    chain = doc.chain("eq1-chain", x, step(y, expect=REFUTED), reading="unit")
    assert [chain.reading, *(claim.reading for claim in chain.steps)] == ["unit", "unit"]
    assert fault(lambda: doc.claim("c", Eq(x, y), completes="eq1-corrected")).endswith(
        "that claim is expected to be proved: there is nothing to complete"
    )
    assert fault(lambda: doc.claim("d", Eq(x, y), reading="nuit")) == (
        "'d': reading='nuit' is no earlier entry of this document"
    )


def test_steps_have_labels_of_their_own():
    doc = Document("d")
    chain = doc.chain("c", x, step(y, label="c-first"), step(x + 1))
    assert [claim.label for claim in chain.steps] == ["c-first", "c[2]"]


def test_groups_stand_for_earlier_entries():
    doc = angles()
    assert doc.group("both", ["eq1", "square"], words="Both.").members == ("eq1", "square")
    message = "'all': members='eq2' is no earlier entry of this document"
    assert fault(lambda: doc.group("all", ["eq1", "eq2"])) == message


def test_what_is_missing_is_told_where_undecided_is_expected():
    doc = Document("d")
    assert doc.unstated("shape", "A shape.", missing="arrays").missing == "arrays"
    claim = doc.claim("open", Eq(x, y), expect=UNDECIDED, missing="a law")
    assert claim.missing == "a law"
    assert fault(lambda: doc.claim("c", Eq(x, y), expect=UNDECIDED)) == "'c': say what is missing="
    assert fault(lambda: doc.claim("e", Eq(x, y), missing="a law")) == (
        "'e': missing= goes with expect=UNDECIDED"
    )


def test_corrects_names_an_earlier_claim():
    doc = Document("d")
    doc.claim("wrong", Eq(x, y), expect=REFUTED)
    assert fault(lambda: doc.claim("right", Eq(x, y), corrects="wrnog")) == (
        "'right': corrects='wrnog' is no earlier claim of this document; "
        "expected refuted or conditional so far: wrong"
    )


@pytest.mark.parametrize("option", ["corrects", "completes"])
def test_what_mends_a_claim_is_not_expected_to_be_refuted(option):
    doc = Document("d")
    doc.claim("wrong", Eq(x, y), expect=REFUTED)
    told = f"'c': {option}='wrong' goes with what holds, not with expect=REFUTED"
    assert fault(lambda: doc.claim("c", Eq(x, 2*y), expect=REFUTED, **{option: "wrong"})) == told


def test_only_what_is_expected_to_fail_can_be_corrected():
    doc = Document("d")
    doc.claim("fine", Eq(x, y))
    doc.claim("partial", Eq(x, y), expect=CONDITIONAL)
    doc.claim("whole", Eq(x, y), corrects="partial")
    assert fault(lambda: doc.claim("better", Eq(x, y), corrects="fine")) == (
        "'better': corrects='fine', but that claim is expected to be proved: "
        "there is nothing to correct"
    )


def test_using_names_earlier_claims_that_are_expected_to_be_theorems():
    doc = angles()
    used = doc.claim("c", Eq(x, y), using=["eq1-corrected", "square"]).using
    assert used == ("eq1-corrected", "square[1]", "square[2]")
    assert fault(lambda: doc.claim("e", Eq(x, y), using=["nothing"])) == (
        "'e': using='nothing' is no earlier claim of this document, and none that is built in"
    )
    assert fault(lambda: doc.claim("f", Eq(x, y), using="eq1")) == (
        "'f': using='eq1', but that claim is expected to be refuted"
    )


SUMS = """
from sympy import Symbol, harmonic, log
from derivations import Document
n = Symbol("n", integer=True, nonnegative=True)
doc = Document("sums")
doc.claim("below", harmonic(n) <= n)
doc.claim("alone", log(1 + harmonic(n)) <= log(1 + n), expect="undecided", missing="the sum")
doc.claim("with", log(1 + harmonic(n)) <= log(1 + n), using=["below"])
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_claim_is_proved_with_the_theorem_of_another(claim_file, workers, capsys):
    doc = load(claim_file(SUMS))
    found = {one.claim.label: one.verdict for one in judge([doc], workers)}
    assert [v.kind for v in found.values()] == [c.expect for c in doc.claims]
    known, proved = found["below"], found["with"]
    assert known.theorem.hash in proved.theorem.lemmas
    assert known in proved.using
    again = pickle.loads(pickle.dumps(proved))
    assert (again.kind, again.theorem.hash) == (PROVED, proved.theorem.hash)
    lost = pickle.loads(pickle.dumps(dataclasses.replace(proved, using=())))
    assert lost.kind == UNDECIDED, "nothing is proved by a theorem that is not there"
    for name, verdict in (("with", proved), ("below", known)):
        write_certificate(Path(), "sums", name, verdict)
    assert main(["verify", "sums.with.json"]) == 0, "it carries its lemma"
    below = json.loads(Path("sums.below.json").read_text())
    whole = json.loads(Path("sums.with.json").read_text())
    Path("sums.with.json").write_text(json.dumps([one for one in whole if one != below]))
    assert below in whole
    assert main(["verify", "sums.with.json", "sums.below.json"]) == 0
    assert main(["verify", "sums.with.json"]) == 1
    assert "is not proved by" in capsys.readouterr().out
    assert main(["show", "notes.py:with"]) == 0
    shown = capsys.readouterr().out
    assert "Its proof may use below.\n" in shown
    assert f"Lemma {known.theorem.hash[:12]}: for all n: natural: harmonic(n) <= n" in shown


ELEMENTARY = """
from sympy import log, symbols
from derivations import Document
a = symbols("a", positive=True)
x = symbols("x", real=True)
doc = Document("own")
doc.claim("with", x**log(a) <= x**(a - 1), given=1 <= x, using=["elementary:log-below-line"])
"""


def test_a_claim_is_proved_with_a_theorem_that_is_built_in(claim_file, capsys):
    claim_file(ELEMENTARY)
    assert main(["check", "notes.py", "--certificates", "out"]) == 0
    assert main(["verify", "out/own.with.json"]) == 0
    assert "8 certificate(s) hold" in capsys.readouterr().out
    assert main(["show", "notes.py:with"]) == 0
    assert "Its proof may use elementary:log-below-line.\n" in capsys.readouterr().out


def test_only_what_is_proved_is_used():
    refuted = prove(Eq(x, y))
    with pytest.raises(StatementError, match="a proof uses what is proved; refuted is: for all"):
        prove(Eq(x, y), using=[refuted])
    doc = Document("d")
    doc.claim("wrong", Eq(x, y))
    doc.claim("next", Eq(x, y), using=["wrong"])
    assert [one.verdict.kind for one in judge([doc])] == [REFUTED, UNDECIDED]


X = Eq(x, y)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda doc: doc.remark("--", ""), "a label has to contain a letter or a digit, not '--'"),
        *(
            (
                lambda doc, label=label: doc.claim(label, X),
                f"{label!r}: a label is a few words; this one {what}",
            )
            for label, what in {
                "a\nb": "is no line of text",
                "a\0": "is no line of text",
                "a\u2028b": "is no line of text",
                "a\x1b": "is no line of text",
                "a 0123456789ab proved": "looks like a line of a lock file",
                "a 0123456789ab refuted x = 1": "looks like a line of a lock file",
            }.items()
        ),
        (
            lambda doc: doc.claim("c", X, expect="true"),
            "'c': expect='true' is not one of proved, conditional, refuted, undecided",
        ),
        (
            lambda doc: doc.claim("c", []),
            "'c': a claim needs a relation, such as Eq(left, right); none is given",
        ),
        (lambda doc: doc.chain("c", x), "'c': a chain needs at least one step(term, reason)"),
        (
            lambda doc: doc.chain("c", x, y),
            "'c[1]': the lines of a chain are written step(term, reason), not y",
        ),
        (
            lambda doc: doc.chain("c", x, step(y, operator="=~")),
            "'c[1]': unknown relation '=~'; known are ==, !=, <=, <",
        ),
        (
            lambda doc: doc.claim("c", Eq(SQUARE * COLUMN, SQUARE, evaluate=False)),
            "'c': the two sides are matrices of different sizes: A*v == A",
        ),
        (
            lambda doc: doc.claim("c", statements.Relation("==", *_two_meanings())),
            "'c': x is the name of a symbol already",
        ),
        (
            lambda doc: Document("My notes"),
            "the name 'My notes' of a document is part of file names: use lower-case letters, "
            "digits and hyphens, such as 'my-notes'",
        ),
        (lambda doc: doc.definition("c"), "'c': a definition needs an equation or words"),
    ],
)
def test_a_fault_in_an_entry(make, message):
    assert fault(lambda: make(Document("d"))) == message


def _two_meanings():
    from derivations.language.sorts import COMPLEX, REAL
    from derivations.language.terms import symbol

    return symbol("x", REAL), symbol("x", COMPLEX)


# Documents by name, and claim files by path

GOOD = """
from sympy import Eq, symbols
from derivations import Document
x, y = symbols("x y")
doc = Document("mine", title="Mine")
doc.claim("one", Eq(x + y, y + x))
"""


@pytest.fixture
def claim_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> str:
        (tmp_path / "notes.py").write_text(text, encoding="utf-8")
        return "notes.py"

    return write


def test_a_claim_file_is_loaded_by_its_path_and_as_written(claim_file):
    doc = load(claim_file(GOOD))
    assert (doc.name, [in_text(c.statement.goals[0]) for c in doc.claims]) == (
        "mine",
        ["x + y == y + x"],
    )


@pytest.mark.filterwarnings("error")
def test_the_example_of_the_module_is_a_claim_file(claim_file):
    lines = documents.__doc__.split("\n")
    example = [line[4:] for line in lines if line.startswith("    ") or not line]
    found = judge([load(claim_file("\n".join(example)))])
    assert [(one.claim.label, one.expected) for one in found] == [
        ("eq2", True), ("eq2-corrected", True), ("compose", True), ("square[1]", True),
        ("square[2]", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "notes.py defines no documents; a claim file defines exactly one, "),
        (GOOD + "two = Document('other')", "notes.py defines 2 documents (mine, other); "),
        ("x = (", "notes.py:1: not a Python file: '(' was never closed"),
        ("\n1/0", "notes.py:2: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(3)", "notes.py:2: SystemExit: 3"),
        (
            "import sympy as sp\nfrom sympy import *\n" + GOOD + "sp.gcd(x, y), expand_log(x*y)",
            "notes.py:9: functions of SymPy that compute, so that nothing of it is checked: "
            "expand_log (line 9): write what it gives, as a step that is checked; "
            "sp.gcd (line 9): write the gcd of derivations",
        ),
        (
            "import sympy.stats\n" + GOOD + "sympy.stats.variance(sympy.stats.Normal('Z', x, 1))",
            "notes.py:8: functions of SymPy that compute, so that nothing of it is checked: "
            "sympy.stats.Normal (line 8): write the mean as a sum, ",
        ),
        (
            "from sympy.stats import E, Die\n" + GOOD + "E(Die('X', 6))",
            "notes.py:8: functions of SymPy that compute, so that nothing of it is checked: "
            "Die (line 8): write the mean as a sum, ",
        ),
        (
            "from sympy import limit\n" + GOOD + "limit(x*y, x, 0)",
            "notes.py:8: Limit.doit computes, which is not read in as_written(); write ",
        ),
        (GOOD + "doc.remark('one', '')", "notes.py:7: 'one': this label is already used at line 6"),
    ],
)
def test_a_fault_in_a_claim_file(claim_file, text, message):
    with pytest.raises(DocumentError) as caught:
        load(claim_file(text))
    assert str(caught.value).startswith(message)


def test_all_faults_of_a_claim_file_are_told_together_each_with_its_place(claim_file):
    text = GOOD + (
        "doc.claim('two', Eq(x, x, evaluate=False))\n"
        "doc.claim('three', Eq(y*x, y*x, evaluate=False), corrects='nothing')\n"
        "doc.claim('four', x)\n"
        "doc.claim('five', Eq(x, y), using=['two'])\n"
        "1/0\n"
    )
    with pytest.raises(DocumentError) as caught:
        load(claim_file(text))
    first, *lines = str(caught.value).split("\n  ")
    assert first == "5 faults"
    assert [line.split(":")[1] for line in lines] == ["7", "8", "9", "10", "11"]
    assert lines[0].startswith("notes.py:7: 'two': both sides are the same, x: ")
    assert lines[4] == "notes.py:11: ZeroDivisionError: division by zero"


def test_a_missing_claim_file(claim_file):
    with pytest.raises(DocumentError, match=r"^cannot read 'nope\.py': No such file or directory$"):
        load("nope.py")


def test_an_unknown_document():
    with pytest.raises(DocumentError) as caught:
        load("nope")
    assert str(caught.value) == (
        f"no document is called 'nope'; built in are: {', '.join(builtin_documents())}; "
        "a document of your own is named by its file, FILE.py"
    )


def test_the_built_in_documents_are_the_modules_of_their_folder():
    folder = Path(documents.__file__).parent
    modules = {p.stem for p in folder.glob("*.py")} - {
        "__init__", "checks", "document", "entries", "faults", "loading",
    }
    assert {name.replace("-", "_") for name in builtin_documents()} == modules
