"""How verdicts read, as text and as data."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from derivations.documents.document import Document, Judged
from derivations.documents.entries import step
from derivations.kernel import Certificate, Combine
from derivations.language.sorts import REAL, family_sort
from derivations.language.statements import Proposition, eq, le, lt, ne
from derivations.language.stating import statement
from derivations.proving import prove
from derivations.verdicts import (
    CONDITIONAL, EMPTY, PROVED, REFUTED, UNDECIDED, Attempt, Entry, Verdict, Witness, verdict_json,
    verdict_text,
)
from derivations.writing.markdown import markdown
from derivations.writing.report import check_text, json_lines, judged_text, tally
from tests.support.notation import (
    add, call, cos, div, function, mul, neg, number, power, sin, symbol,
)

x, y = symbol("x", REAL), symbol("y", REAL)
squares = eq((x + y) ** 2, x**2 + y**2)
refuted = Verdict(
    REFUTED,
    statement(squares),
    witness=Witness(
        ((x, number(1)), (y, number("1/2"))), squares, number("9/4"), number("5/4"), mul(2, x, y)
    ),
    seconds=0.0125,
)
quotient = eq((x**2 - 1) / (x - 1), x + 1)
conditional = Verdict(
    CONDITIONAL,
    statement(quotient),
    conditions=(Proposition(ne(x - 1, 0)),),
    witness=Witness(((x, number(1)),), ne(x - 1, 0)),
)
undecided = Verdict(
    UNDECIDED,
    statement(eq(call("gamma", x + 1), x * call("gamma", x))),
    attempts=(
        Attempt("ring", "gamma(x) and gamma(x + 1) are unrelated atoms"),
        Attempt(
            "exponential",
            "gamma is not built from exp and log",
            remained="gamma(x + 1) - x*gamma(x)",
            advice="state the recurrence as a hypothesis of the claim",
        ),
    ),
)
proved = Verdict(PROVED, statement(eq(cos(x) ** 2 + sin(x) ** 2, 1), [le(x, y)]))


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


# Text


def test_proved_says_for_what():
    assert lines(verdict_text(proved)) == [
        "cos(x)**2 + sin(x)**2 == 1 PROVED",
        "for all x, y: real with x <= y",
    ]


def test_refuted_shows_the_point_both_sides_the_distance_and_the_residual():
    assert lines(verdict_text(refuted)) == [
        "(x + y)**2 == x**2 + y**2 REFUTED",
        "at x = 1, y = 1/2: left 9/4, right 5/4, exactly 1 apart (for all x, y: real)",
        "left - right = 2*x*y",
    ]


def test_the_answer_stands_on_the_right():
    first = verdict_text(refuted).splitlines()[0]
    assert first.endswith("  REFUTED")
    assert len(first) == 72 + len("  REFUTED")


def test_a_refuted_inequality_has_no_distance():
    claim = le(x, 0)
    verdict = Verdict(
        REFUTED, statement(claim), witness=Witness(((x, number(1)),), claim, number(1), number(0))
    )
    assert lines(verdict_text(verdict))[1] == "at x = 1: left 1, right 0 (for all x: real)"


def test_distances_are_told_for_rational_sides_only():
    claim = eq(x, y)
    for left, right, told in [
        (neg(div(1, 2)), number("1/2"), ", exactly 1 apart"), (call("sqrt", 2), number(1), ""),
        (div(1, 0), number(1), ""),
    ]:
        verdict = Verdict(REFUTED, statement(claim), witness=Witness((), claim, left, right))
        assert (", exactly" in verdict_text(verdict)) == bool(told)
        assert told in verdict_text(verdict)


def test_of_several_goals_the_false_one_is_named():
    verdict = Verdict(
        REFUTED,
        statement([eq(x, x), squares]),
        witness=Witness(((x, number(1)),), squares, number(1), number(2)),
    )
    assert lines(verdict_text(verdict))[1] == "false is (x + y)**2 == x**2 + y**2"


def test_conditional_shows_the_condition_and_where_it_fails():
    assert lines(verdict_text(conditional)) == [
        "(x**2 - 1)/(x - 1) == x + 1 CONDITIONAL", "proved where x - 1 != 0",
        "which fails at x = 1", "for all x: real",
    ]


def test_undecided_shows_each_attempt_and_what_would_settle_it():
    assert lines(verdict_text(undecided)) == [
        "gamma(x + 1) == x*gamma(x) UNDECIDED",
        "ring: gamma(x) and gamma(x + 1) are unrelated atoms",
        "exponential: gamma is not built from exp and log; "
        "what remained: gamma(x + 1) - x*gamma(x)",
        "To settle it: state the recurrence as a hypothesis of the claim",
        "for all x: real",
    ]


def test_a_term_whose_expansion_is_endless_is_cut_short():
    big = x
    for _ in range(200):
        big = mul(big, big)
    text = verdict_text(Verdict(PROVED, statement(eq(big, big))))
    assert len(text) < 2000
    assert "..." in text


def test_a_verdict_prints_as_its_text():
    assert str(refuted) == repr(refuted) == verdict_text(refuted)


def test_methods_that_stop_alike_share_a_line():
    tried = [Attempt(name, "no proof found") for name in ("identity", "words", "order")]
    tried.insert(1, Attempt("sums", "blocks has no normal form"))
    verdict = replace(undecided, attempts=tuple(tried))
    assert lines(verdict_text(verdict))[1:] == [
        "identity, words, order: no proof found", "sums: blocks has no normal form",
        "for all x: real",
    ]


# What a reader of a theorem has to know besides


def test_a_theorem_without_a_model_says_so():
    theorem = SimpleNamespace(
        satisfied=False, model=None, axioms=("pi is irrational",), lemmas=(), conditions=(),
        statement=proved.statement,
    )  # fmt: skip
    certificate = Certificate(proved.statement, (Combine(),))
    told = replace(proved, theorem=theorem, certificate=certificate)
    assert lines(verdict_text(told))[2:] == [
        "model: not found (no values are known that satisfy all hypotheses)", "not used: x <= y",
        "assumes pi is irrational",
    ]


def test_a_theorem_with_a_model_says_nothing():
    theorem = SimpleNamespace(
        satisfied=True, model=((x, number(0)),), axioms=(), lemmas=(), conditions=(),
        statement=proved.statement,
    )  # fmt: skip
    assert len(lines(verdict_text(replace(proved, theorem=theorem)))) == 2


def test_what_is_defined_nowhere_is_refuted_with_that_reason():
    claim = eq(1 / (x - x), 5)
    never = SimpleNamespace(nowhere=Proposition(ne(x - x, 0)), statement=statement(claim))
    verdict = Verdict(REFUTED, statement(claim), counterexample=never, witness=Witness((), claim))
    assert lines(verdict_text(verdict))[1:] == ["defined nowhere: x - x != 0 never holds"]


def test_a_verdict_is_of_the_statement_that_was_proved():
    with pytest.raises(ValueError, match="for another statement than the verdict"):
        replace(prove(eq(x + x, 2 * x)), statement=statement(eq(x, y)))


def test_what_is_proved_case_by_case_is_not_empty():
    below = Proposition(eq(x, x), (), (lt(x, 0),))
    above = Proposition(eq(x, x), (), (le(0, x),))
    assert not prove(statement([below, above])).empty
    assert prove(statement([below])).empty


# Large matrices

LARGE = replace(
    refuted, witness=replace(refuted.witness, residual=None, entry=Entry(3, 5, 16, 16))
)


def test_a_large_matrix_is_shown_by_the_first_entry_that_differs():
    place = "entry [3, 5] of 16 x 16, counted from 0"
    told = f"the sides first differ in {place}: left 9/4, right 5/4, exactly 1 apart"
    assert told in lines(verdict_text(LARGE))[1]
    assert f"The sides first differ in {place}" in markdown(LARGE)
    data = verdict_json(LARGE)["witness"]
    assert (data["entry"], data["shape"], data["left"]) == ([3, 5], [16, 16], "9/4")


def test_a_side_without_a_short_form_is_not_called_undefined():
    told = verdict_text(replace(refuted, witness=replace(refuted.witness, left=None)))
    assert "left is too long to be shown, right 5/4" in told


def test_a_distance_too_long_to_be_shown_is_not_told():
    far = replace(refuted.witness, left=number(10**400))
    assert "apart" not in verdict_text(replace(refuted, witness=far))


def test_a_family_is_shown_by_its_values():
    f, at = symbol("f", family_sort((REAL,), REAL)), symbol("j0_", REAL)
    claim = eq(f(x), 0)
    witness = Witness(((x, number(0)), (f, function([at], at + 1))), claim, number(1), number(0))
    told = verdict_text(Verdict(REFUTED, statement(claim), witness=witness))
    assert "at x = 0, f[k] = k + 1: left 1, right 0" in told


@pytest.mark.parametrize("goal", ["log(x) = ln(x)", "1/x = 1/x"])
def test_both_sides_the_same_are_told_where_they_need_a_condition_too(goal):
    verdict = prove(goal, let={"x": "real"})
    assert (verdict.kind, verdict.empty) == (CONDITIONAL, True)
    assert EMPTY in verdict_text(verdict)


# Data


def test_a_verdict_as_plain_data():
    data = refuted.to_json()
    assert data == verdict_json(refuted) == json.loads(json.dumps(data))
    assert data["verdict"] == "refuted"
    assert data["statement"] == "for all x, y: real: (x + y)**2 == x**2 + y**2"
    assert data["witness"] == {
        "values": {"x": "1", "y": "1/2"}, "goal": "(x + y)**2 == x**2 + y**2", "left": "9/4",
        "right": "5/4", "residual": "2*x*y", "entry": None, "shape": None,
    }
    assert data["seconds"] == 0.0125


def test_conditions_and_undefined_sides_as_plain_data():
    data = verdict_json(conditional)
    assert data["conditions"] == ["x - 1 != 0"]
    assert (data["witness"]["left"], data["witness"]["residual"]) == (None, None)


# Documents


def small() -> tuple[Document, list[Judged]]:
    doc = Document("small", title="A small document")
    doc.definition("what-x-is", eq(x, y))
    doc.claim("squares", squares, source="(1)", expect=REFUTED)
    doc.chain("sides", add(x, x), step(mul(2, x), "collect"), step(power(x, 2), "wrong"))
    doc.remark("history", "Old.")
    verdicts = [refuted, proved, undecided]
    return doc, [Judged(doc, c, v) for c, v in zip(doc.claims, verdicts, strict=True)]


def test_the_report_begins_with_the_tally_and_then_with_what_is_wrong():
    doc, judged = small()
    doc.claim("squares-right", eq(x, x + 0), corrects="squares")
    doc.claim("squares-at-zero", squares, given=[eq(x, 0)], completes="squares")
    judged += [Judged(doc, claim, proved) for claim in doc.claims[-2:]]
    told = lines(check_text([doc], judged))
    assert told[0] == tally([doc], judged)
    assert told[2:7] == [
        "Refuted:",
        "small:squares (1)",
        "printed: (x + y)**2 = x**2 + y**2",
        "fails: at x = 1, y = 1/2: the left side is 9/4, the right side is 5/4",
        "corrected in squares-right: x = x + 0",
    ]
    assert told[7:8] == ["completed in squares-at-zero: It holds: given x = 0"]
    assert told[9:11] == [
        "Conditional, undecided, without a model or not as expected:",
        "small:sides[2] UNDECIDED, expected proved",
    ]
    assert "sides[1]" not in "".join(told)


def test_what_is_refuted_as_expected_is_explained():
    _, judged = small()
    assert lines(judged_text(judged[0])) == [
        "small:squares (1) REFUTED", "(x + y)**2 == x**2 + y**2",
        "at x = 1, y = 1/2: left 9/4, right 5/4, exactly 1 apart (for all x, y: real)",
        "left - right = 2*x*y",
    ]


def test_a_surprise_says_what_was_expected_and_where_it_was_claimed():
    _, judged = small()
    first, second, *_ = lines(judged_text(judged[2]))
    assert first == "small:sides[2] UNDECIDED, expected proved"
    assert second.startswith("claimed in ")
    assert "test_report.py:" in second


def test_the_tally_adds_up():
    doc, judged = small()
    assert tally([doc], judged) == (
        "3 claims: 1 proved, 0 conditional, 1 refuted, 1 undecided; "
        "listed: 1 definition, 1 remark; 1 not as expected"
    )
    assert tally([doc], judged[:2]).endswith("; all as expected")


def test_the_tally_tells_what_is_wrong_with_what_is_refuted():
    doc = Document("faults")
    faults = ["false", "slip", "slip", "tacit", ""]
    for place, fault in enumerate(faults):
        doc.claim(f"c{place}", squares, expect=REFUTED, fault=fault)
    doc.claim("r", squares, expect=REFUTED, reading="c0")
    judged = [Judged(doc, claim, refuted) for claim in doc.claims]
    assert tally([doc], judged) == (
        "6 claims: 0 proved, 0 conditional, 6 refuted (1 false, 2 slips, 1 tacit, 1 reading), "
        "0 undecided; listed: 0 definitions, 0 remarks; all as expected"
    )
    assert [one["fault"] for one in json_lines([doc], judged)] == [*faults[:-1], None, None]


def test_json_lines_name_the_place_and_what_corrects_and_completes():
    doc, judged = small()
    doc.claim("squares-right", eq(x, x + 0), corrects="squares")
    doc.claim("squares-at-zero", squares, given=[eq(x, 0)], completes="squares")
    judged += [Judged(doc, claim, proved) for claim in doc.claims[-2:]]
    found = {one["claim"]: one for one in json_lines([doc], judged)}
    mended = [found["squares"][key] for key in ("source", "corrected_in", "completed_in")]
    assert mended == ["(1)", ["squares-right"], ["squares-at-zero"]]
    assert found["history"]["words"] == "Old." and found["history"]["corrected_in"] == []


def test_json_lines_leave_nothing_out():
    doc, judged = small()
    doc.unstated("taste", words="It is beautiful.", missing="a measure of beauty")
    doc.group("all", ["squares", "sides"], words="All of it.")
    doc.group("more", ["all", "taste"])
    found = json_lines([doc], judged)
    assert [(o["claim"], o["kind"], o["verdict"], o["expected"]) for o in found] == [
        ("what-x-is", "definition", None, None),
        ("squares", "claim", "refuted", "refuted"),
        ("sides", "chain", "undecided", "proved"),
        ("sides[1]", "step", "proved", "proved"),
        ("sides[2]", "step", "undecided", "proved"),
        ("history", "remark", None, None),
        ("taste", "claim", "undecided", "undecided"),
        ("all", "group", "refuted", "refuted"),
        ("more", "group", "refuted", "refuted"),
    ]
    assert len({frozenset(o) for o in found}) == 1
    assert found[-3]["missing"] == "a measure of beauty"


# Notebooks


def test_a_verdict_in_a_notebook_is_formulas_without_times():
    shown = refuted._repr_mimebundle_()
    assert shown["text/plain"] == verdict_text(refuted)
    assert "**REFUTED**" in shown["text/markdown"]
    assert (
        "$$\\begin{aligned}\n(x + y)^{2} &= x^{2} + y^{2}\n\\end{aligned}$$"
    ) in shown["text/markdown"]
    assert "At $x = 1$ and $y = \\frac{1}{2}$:\n\nThe left side is $" in shown["text/markdown"]
    assert replace(refuted, seconds=9.5)._repr_mimebundle_() == shown
    for verdict, words in [
        (conditional, "the condition:\n\n$x - 1 \\neq 0$"),
        (undecided, "    ring: gamma"), (proved, "such that"),
    ]:  # fmt: skip
        assert words in verdict._repr_mimebundle_()["text/markdown"]


def test_a_wide_formula_in_a_notebook_is_a_display_like_others():
    wide = "Matrix([[" + ", ".join(f"cos(x + y + {k})" for k in range(8)) + "]])"
    shown = prove(f"{wide} = {wide}", let={"x, y": "real"})._repr_mimebundle_()["text/markdown"]
    assert shown.count("$$") == 2
    assert shown.split("$$")[1].startswith("\\begin{aligned}")
    assert "{\\" not in shown.split("$$")[0] and "\\par" not in shown


def test_a_display_in_a_notebook_stands_alone():
    several = prove(["1 = 1 + 0", "x = 0"], let={"x": "real"})
    shown = several._repr_mimebundle_()["text/markdown"]
    assert "This is false: $x = 0$." in shown
    assert all(before.endswith("\n\n") for before in shown.split("$$")[:-1:2])


def test_a_document_in_a_notebook_is_a_table():
    doc, _ = small()
    rows = doc._repr_mimebundle_()["text/markdown"].split("\n")
    assert rows[0] == "**A small document**"
    assert rows[4] == "| `squares` | (1) | $(x + y)^{2} = x^{2} + y^{2}$ | refuted |"
