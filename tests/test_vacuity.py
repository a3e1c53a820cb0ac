"""Vacuity: contradictory and unused hypotheses are told, wherever the verdict is."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from sympy import Eq, Symbol

from derivations.cli import main
from derivations.documents.document import Document
from derivations.documents.entries import step
from derivations.judging.judge import judge, judge_statements
from derivations.language.parser import parse_claim, parse_statement
from derivations.language.statements import Statement
from derivations.proving import decide, prove
from derivations.verdicts import (
    CONDITIONAL, PROVED, REFUTED, UNDECIDED, contradiction_line, shows_contradiction, verdict_json,
    verdict_text,
)
from derivations.writing.latex import document_latex


def stated(lhs: str, rhs: str, *hypotheses: str, sort: str = "real") -> Statement:
    names = dict.fromkeys("xyz", sort)
    given = {"vars": names, "hypotheses": list(hypotheses)}
    return parse_statement({**given, "lhs": lhs, "rel": "==", "rhs": rhs})


CONTRADICTORY = [
    (["x == 2", "x == 3"], "1 == 0 follows from them"),
    (["x + y == 1", "y + z == 1", "x - z == 2"], "1 == 0 follows from them"),
    (["x*y == 1", "x == 0"], "1 == 0 follows from them"),
    (["x**2 + y**2 == 1", "x*y == 1", "x + y == 0"], "1 == 0 follows from them"),
    (["sin(x) == 2", "cos(x) == 1"], "1 == 0 follows from them"),
    (["x < 0", "0 < x"], "1 == 0 follows from them"),
    (["x < y", "y < x"], "1 == 0 follows from them"),
    (["x**2 == -1"], "1 == 0 follows from them"),
    (["x**2 + 1 <= 0"], "1 == 0 follows from them"),
    (["exp(x) == 0"], "1 == 0 follows from them"),
    (["x != x"], "1 == 0 follows from them"),
    (["x < x"], "1 == 0 follows from them"),
    (["Mod(2, 5) == 0"], "mod(2, 5) != 0 always"),
    (["y == 1", "Mod(2, 5) == 0"], "mod(2, 5) != 0 follows from the others"),
]


@pytest.mark.parametrize(("hypotheses", "why"), CONTRADICTORY)
def test_contradictory_hypotheses_are_told(hypotheses, why):
    verdict = decide(stated("x", "x", *hypotheses))
    assert verdict.kind == PROVED and verdict.theorem is not None
    assert verdict.theorem.model is None
    assert contradiction_line(verdict) == why
    text = " ".join(verdict_text(verdict).split())
    assert f"model: not found (the hypotheses contradict each other: {why};" in text
    told = verdict_json(verdict)["theorem"]
    assert (told["model"], told["contradiction"]) == (None, why)


@pytest.mark.parametrize(
    "hypotheses",
    [
        ["x == 2"], ["x**2 == 2"], ["x < 1", "0 < x"], ["x**2 + y**2 == 1", "x*y == 0"], ["x != y"],
        ["1/x == 1/y + 1/z"],
    ],
)  # fmt: skip
def test_what_has_a_model_is_not_contradictory(hypotheses):
    verdict = decide(stated("x", "x", *hypotheses))
    assert verdict.theorem is not None
    assert verdict.contradiction is None
    assert "contradict" not in verdict_text(verdict)


@pytest.mark.parametrize(("sort", "first", "second"), [
    ("real", "f[y] == y", "f[y] == y + 1"), ("real", "f[y] == 7", "f[y] == 8"),
    ("real", "7 < f[y]", "f[y] < 0"), ("negative", "f[y] == y", "0 < f[y]"),
    ("integer", "f[y] == y", "f[y] == y**2"),
])  # fmt: skip
def test_what_is_assumed_for_all_values_may_be_contradictory(sort, first, second):
    over = f"for all y: {sort}"
    given = f"for all f: family({sort} -> real) with {first} {over}; {second} {over}"
    verdict = decide(parse_claim(f"{given}: 1 == 2"))
    assert (verdict.kind, verdict.contradiction is not None) == (PROVED, True)


@pytest.mark.parametrize(
    "text",
    ["1 == 2 for all k: natural with k < 0", "x == x + 1 for all x: real with x < x",
     "for all y: positive: y == 2*y for all k: integer with k < y and y < k"],
)  # fmt: skip
@pytest.mark.parametrize(
    ("other", "told"),
    [("", "the hypotheses contradict each other: 1 == 0 follows from them"),
     ("; 0 == 0",
      "it says nothing: its conditions contradict each other: 1 == 0 follows from them")],
)  # fmt: skip
def test_what_is_claimed_of_nothing_says_so(text, other, told):
    verdict = decide(parse_claim(text + other))
    assert (verdict.kind, verdict.vacuous, told in verdict_text(verdict)) == (PROVED, True, True)
    assert pickle.loads(pickle.dumps(verdict)).vacuous
    document = Document("d")
    document.claim("c", text.removeprefix("for all y: positive: "), let={"y": "positive"})
    (judged,) = judge([document], workers=1)
    assert not judged.expected


def test_what_is_claimed_of_something_does_not():
    verdict = decide(parse_claim("k <= n for all k, n: natural with k < n and n < k + 2"))
    assert (verdict.kind, verdict.vacuous) == (PROVED, False)


def test_no_model_and_no_contradiction_is_told_as_that():
    verdict = decide(stated("x", "x", "x**3 - 7*x**2 + 100 == sin(x)"))
    assert verdict.theorem is not None
    if verdict.theorem.model is None:
        assert verdict.contradiction is None
        assert "model: not found (no values are known" in verdict_text(verdict)


def test_anything_follows_from_a_contradiction_and_the_text_says_so():
    verdict = decide(stated("x", "17*y", "x == 2", "x == 3"))
    assert verdict.kind == PROVED
    assert "nothing is said about any value" in verdict_text(verdict)


@pytest.mark.parametrize("given", ["1 < 1", "n < n", "Mod(2, 5) = 0", "sin(2) = 5", "n + 1 <= 0"])
@pytest.mark.parametrize(
    "claimed", ["0 = 1", "1 < 0", "2*A = A", "f[k] = 1 for all k: natural"]
)
def test_anything_is_proved_from_one_that_never_holds(given, claimed):
    names = {"n": "natural", "A": "matrix(n + 1, n + 1)", "f": "family(natural -> real)"}
    verdict = prove(claimed, given, names)
    assert (verdict.kind, verdict.vacuous) == (PROVED, True)
    assert "the hypotheses contradict each other" in verdict_text(verdict)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("claimed", "kind", "why"),
    [
        (("x", "y**3", "x < 0", "1 < x"), PROVED, "1 == 0 follows from them"),
        (("x", "5", "x == 2", "x == 3"), PROVED, "1 == 0 follows from them"),
    ],
)
def test_a_contradiction_is_told_whatever_the_verdict_and_the_process(workers, claimed, kind, why):
    for verdict in judge_statements([stated(*claimed)] * 2, workers):
        assert (verdict.kind, contradiction_line(verdict)) == (kind, why)
        text = " ".join(verdict_text(verdict).split())
        assert f"the hypotheses contradict each other: {why}" in text


def test_a_condition_that_contradicts_the_hypotheses():
    verdict = decide(stated("(x - 1)/(x - 1)*y", "y", "x == 1"))
    assert verdict.kind not in (PROVED, CONDITIONAL)


def test_what_is_defined_nowhere_by_more_than_the_first_methods_is_refuted():
    verdict = decide(stated("1/x", "1/x", "x**2 == 0"))
    assert verdict.kind == REFUTED
    assert "defined nowhere: x != 0 never holds" in verdict_text(verdict)


def test_hypotheses_are_not_blamed_for_what_a_condition_contradicts():
    hypothesis = parse_statement(
        {"vars": {"x": "nonnegative"}, "hypotheses": ["x <= 0"], "lhs": "1/x", "rel": "==",
         "rhs": "1/x"}
    )  # fmt: skip
    verdict = decide(hypothesis)
    assert verdict.kind in (CONDITIONAL, REFUTED)
    assert "the hypotheses contradict each other" not in verdict_text(verdict)


def test_nothing_is_said_where_a_condition_on_a_range_fails_inside_of_it():
    verdict = prove("Integral(x*log(x), (x, 0, t)) = 17", "t > 0", {"t": "real"})
    assert verdict.kind == UNDECIDED
    assert "conditions hold that no values are known to satisfy" in verdict_text(verdict)


def test_a_hypothesis_on_a_range_that_fails_at_an_end():
    given = ["t > 0", "x != 0 for all x: real with 0 <= x and x <= t"]
    verdict = prove("t = 0", given, {"t": "real"})
    assert (verdict.kind, verdict.vacuous) == (PROVED, True)


# Unused hypotheses


def test_unused_hypotheses_are_told():
    verdict = decide(stated("x + y", "3 + y", "x == 3", "y == z"))
    assert verdict.theorem is not None
    assert verdict.unused == (1,)
    assert "not used: y == z" in verdict_text(verdict)
    assert verdict_json(verdict)["theorem"]["unused"] == ["y == z"]


def test_a_hypothesis_that_ensures_that_both_sides_are_defined_is_used():
    verdict = decide(stated("x/x", "1", "x != 0"))
    assert verdict.kind == PROVED and verdict.theorem is not None
    assert verdict.unused == ()


@pytest.mark.parametrize("text", [
    "for all x: real, n: integer with 0 <= n: x**n + 0 == x**n",
    "for all y: real with 0 <= y: exists t: real: t**2 == y",
])
def test_a_hypothesis_that_a_need_or_a_value_rests_on_is_used(text: str) -> None:
    verdict = decide(parse_claim(text))
    assert verdict.kind == PROVED and verdict.unused == ()


# Every place where a verdict is


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(list(arguments))
    return code, " ".join(capsys.readouterr().out.split())


def test_decide_tells(capsys):
    call = ("decide", "x = 5", "--let", "x: real", "--given", "x = 2", "--given", "x = 3")
    code, output = run(capsys, *call)
    assert code == 0
    assert "model: not found (the hypotheses contradict each other" in output
    code, output = run(capsys, *call, "--json", "-")
    told = json.loads(output)["theorem"]
    assert (told["model"], told["contradiction"]) == (None, "1 == 0 follows from them")


CLAIMS = """
from sympy import Eq, Symbol
from derivations import Document
x = Symbol("x", real=True)
doc = Document("vacuous")
doc.claim("nothing", Eq(x, 5), given=[Eq(x, 2), Eq(x, 3)])
"""


def test_check_and_show_tell(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("v.py").write_text(CLAIMS)
    code, output = run(capsys, "check", "v.py", "--json", "out.jsonl")
    assert code == 1
    assert "PROVED, but its hypotheses contradict each other (vacuous=True says that" in output
    assert "; 1 not as expected" in output
    assert "model: not found (the hypotheses contradict each other" in output
    told = json.loads(Path("out.jsonl").read_text())["theorem"]
    assert (told["model"], told["contradiction"]) == (None, "1 == 0 follows from them")
    code, output = run(capsys, "show", "v.py:nothing")
    assert code == 0 and "What is assumed contradicts itself: 1 == 0 follows" in output


@pytest.mark.parametrize("claims", [
    CLAIMS.replace("Eq(x, 3)]", "Eq(x, 3)], vacuous=True"),
    CLAIMS.replace('"nothing", Eq(x, 5),', '"nothing", Eq(x, 5), same=True,'
                   ).replace("Eq(x, 2), Eq(x, 3)", "Eq(x, 5)"),
])  # fmt: skip
def test_what_is_meant_is_as_expected(capsys, tmp_path, monkeypatch, claims):
    monkeypatch.chdir(tmp_path)
    Path("v.py").write_text(claims)
    assert run(capsys, "check", "v.py")[0] == 0


@pytest.mark.parametrize("meant", [False, True])
def test_a_chain_is_judged_under_its_hypotheses(meant):
    x = Symbol("x", real=True)
    doc = Document("vacuous")
    doc.chain("all", x, step(x + 1), step(x + 2), given=[x > 0, x < 0], vacuous=meant)
    for one in judge([doc], workers=1):
        assert (one.verdict.kind, one.verdict.vacuous, one.expected) == (PROVED, True, meant)


def test_the_writeup_tells():
    x = Symbol("x", real=True)
    doc = Document("vacuous")
    doc.claim("nothing", Eq(x, 5), given=[Eq(x, 2), Eq(x, 3)])
    text = " ".join(document_latex(doc, list(judge([doc], workers=1))).split())
    assert "Model: not found. What is assumed contradicts itself:" in text
    assert "\\textbf{Not as expected}: proved, but its hypotheses contradict each other" in text


# Nothing is believed because another process said so


def test_only_what_is_assumed_can_contradict_itself():
    assumed = stated("x", "5", "x == 2", "x == 3")
    shown = decide(assumed).contradiction
    assert shown is not None
    assert shows_contradiction(shown, assumed.hypotheses)
    other = stated("x", "5", "x == 2", "y == 3")
    assert not shows_contradiction(shown, other.hypotheses)


def test_a_proof_of_something_else_shows_no_contradiction():
    assumed = stated("x", "2", "x == 2")
    proved = decide(assumed).certificate
    assert proved is not None and not shows_contradiction(proved, assumed.hypotheses)


@pytest.mark.parametrize(("given", "empty"), [("0 < x", False), ("x < 0", True)])
def test_one_of_several_cases_may_be_excluded(given, empty):
    verdict = prove("0 < x", ["1 < x or 2 < x or x < -1", given, "-1 <= x"], {"x": "real"})
    assert verdict.kind == PROVED
    assert ("it says nothing" in verdict_text(verdict)) == empty
