"""Mutation: every slip in a proved step is refuted, or shown to be true by the kernel, or open."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from derivations import mutation
from derivations.cli import main
from derivations.documents import builtin_documents, load
from derivations.documents.document import Document
from derivations.judging.judge import judge_statements
from derivations.language.sorts import REAL
from derivations.language.statements import eq, le
from derivations.mutants import mutants
from derivations.mutation import CONTRADICTED, EQUAL, SURVIVED, mutate, share
from derivations.search.crosscheck import fails_as_written
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED
from tests.support.notation import symbol

ROOT = Path(__file__).resolve().parent.parent

CLAIMS = """
from derivations import REAL, REFUTED, Document, eq, le, symbol
doc = Document("few", title="A few")
x, y = symbol("x", REAL), symbol("y", REAL)
doc.claim("weak", le(0, (x - y)**2))
doc.claim("square", eq((x - y)**2, x**2 - 2*x*y + y**2))
doc.claim("wrong", eq(x, y), expect=REFUTED)
doc.claim("given", eq(x**2, y**2), given=[eq(x, -y)])
"""

TOLD = """\
A few [few]
  weak                                         33%  10 mutants: 3 refuted, 1 equal to what stood \
there, 6 survived
    survived: on the right, the sign of x flipped: 0 <= (-x - y)**2 (it holds by itself)
    survived: on the right, x dropped: 0 <= (-y)**2 (it holds by itself)
    survived: on the right, -y dropped: 0 <= x**2 (it holds by itself)
    survived: on the right, y written for x: 0 <= (y - y)**2 (it holds by itself)
    survived: on the right, the sign of -y flipped: 0 <= (x + y)**2 (it holds by itself)
    survived: on the right, x written for y: 0 <= (x - x)**2 (it holds by itself)
  square                                      100%  32 mutants: 30 refuted, 2 equal to what stood \
there
  wrong                                       no mutants: refuted
  given                                        75%  8 mutants: 6 refuted, 2 survived
    survived: on the left, y written for x: y**2 == y**2 (both sides are the same now)
    survived: on the right, x written for y: x**2 == x**2 (both sides are the same now)
3 of 4 claims mutated; 50 mutants: 39 refuted, 3 equal to what stood there, 8 survived
%: slips noticed, refuted of refuted and survived.  A survivor is proved as mutated, so it is true:
the step is too weak to notice that slip.  Only proved steps are mutated.
"""


@pytest.fixture
def few(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.py").write_text(CLAIMS)
    return tmp_path


def test_what_is_told(few, capsys):
    assert main(["mutate", "few.py"]) == 0
    assert capsys.readouterr().out == TOLD


def test_json_has_a_line_for_each_claim(few, capsys):
    assert main(["mutate", "few.py", "--json", "-"]) == 0
    streamed = capsys.readouterr().out
    assert main(["mutate", "few.py", "--json", "out.jsonl", "--workers", "2"]) == 0
    assert (few / "out.jsonl").read_text() == streamed  # the same, however many processes
    lines = [json.loads(line) for line in streamed.splitlines()]
    assert [(line["claim"], line["score"]) for line in lines] == [
        ("weak", "1/3"), ("square", "1"), ("wrong", None), ("given", "3/4"),
    ]  # fmt: skip
    assert lines[3]["mutants"][-1] == {
        "kind": "name", "change": "on the right, x written for y", "goal": "x**2 == x**2",
        "outcome": "survived", "why": "both sides are the same now", "conditions": [],
    }  # fmt: skip
    for line in lines:
        outcomes = [one["outcome"] for one in line["mutants"]]
        assert all(line[o] == outcomes.count(o) for o in mutation.OUTCOMES)


def test_a_claim_that_is_not_as_expected_shows_in_the_exit_code(few, capsys):
    (few / "few.py").write_text(CLAIMS.replace(", expect=REFUTED", ""))
    assert main(["mutate", "few.py", "--sample", "1"]) == 1


def test_a_mutant_that_is_proved_and_false_would_be_told(few, capsys, monkeypatch):
    """The second look is at the goal as written; here it says that everything fails."""
    monkeypatch.setattr(mutation, "fails_as_written", lambda *_: ())
    assert main(["mutate", "few.py", "--sample", "10"]) == 1
    output = capsys.readouterr().out
    assert "PROVED, AND FALSE AT A POINT, a fault of the kernel: please report it: on the" in output
    assert "CONTRADICTED" in output.splitlines()[-3]


def document(*relations) -> Document:
    doc = Document("d")
    for k, relation in enumerate(relations):
        doc.claim(f"c{k}", relation, same=True)
    return doc


X, Y = symbol("x", REAL), symbol("y", REAL)


def test_equal_is_what_has_the_same_value_without_the_hypotheses():
    (one,) = mutate([document(eq((X - Y) ** 2, (Y - X) ** 2))], workers=1)
    assert one.count(EQUAL) > 0 and one.count(CONTRADICTED) == one.count(UNDECIDED) == 0
    assert one.score == Fraction(one.count(REFUTED), one.count(REFUTED) + one.count(SURVIVED))


def test_a_score_is_of_refuted_and_survived():
    (one,) = mutate([document(le(0, X**2 + 1))], workers=1)
    assert {t.why for t in one.tried if t.outcome == SURVIVED} == {"it holds by itself"}
    assert one.score is not None and one.score < 1


def test_few_claims_are_mutated_thoroughly_and_many_by_a_share():
    assert share([document(eq(X, X))]) == mutation.MAX_MUTANTS
    many = document(*[eq(X + k, X + k) for k in range(1, 101)])
    assert share([many]) == mutation.MAX_TOGETHER // 100


def test_an_interruption_loses_nothing_that_was_had(few):
    """What was judged is in the file, in whole lines."""
    (few / "long.py").write_text(
        "from derivations import REAL, Document, eq, symbol\n"
        'doc = Document("long")\n'
        'x = symbol("x", REAL)\n'
        "for k in range(400):\n"
        '    doc.claim(f"c{k}", eq((x + k)**2, x**2 + 2*k*x + k**2))\n'
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "derivations.cli", "mutate", "long.py", "--json", "out.jsonl",
         "--workers", "1"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    for _ in range(4):  # the title, and three claims
        process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "derivations: interrupted\n")
    lines = [json.loads(line) for line in (few / "out.jsonl").read_text().splitlines()]
    assert 2 <= len(lines) < 400
    assert [line["claim"] for line in lines] == [f"c{k}" for k in range(len(lines))]
    assert sorted(p.name for p in few.iterdir()) == ["few.py", "long.py", "out.jsonl"]


# Our own claims


def test_a_slip_in_every_fourth_step_of_ours():
    """A different one in each; that it is refuted nearly always shows that the steps are strong."""
    claims = [c for name in builtin_documents() for c in load(name).claims if c.expect == PROVED]
    every = [(k, mutants(claim.statement)) for k, claim in enumerate(claims[::4])]
    slips = [found[7 * k % len(found)].statement for k, found in every if found]
    assert len(slips) > 40
    verdicts = list(judge_statements(slips, workers=2, seconds=60))
    for slip, verdict in zip(slips, verdicts, strict=True):
        if verdict.kind in (PROVED, CONDITIONAL):
            assert fails_as_written(slip) is None, str(slip)
    assert sum(v.kind == REFUTED for v in verdicts) >= 0.9 * len(slips)
    assert sum(v.kind == UNDECIDED for v in verdicts) <= 0.05 * len(slips)


def test_every_slip_in_all_of_our_steps(long):
    if not long:
        pytest.skip("with --long: every mutant of every built-in claim")
    started = time.monotonic()
    documents = [load(name) for name in builtin_documents()]
    found = list(mutate(documents, workers=2, seconds=60, at_most=mutation.MAX_MUTANTS))
    tried = [t for one in found for t in one.tried]
    counts = {o: sum(t.outcome == o for t in tried) for o in mutation.OUTCOMES}
    print(f"\n{len(tried)} mutants in {time.monotonic() - started:.0f} s: {counts}")
    assert len(tried) >= 2_000
    assert [one.judged.claim.label for one in found if one.count(CONTRADICTED)] == []
    assert counts[REFUTED] >= 0.9 * len(tried)
    assert counts[UNDECIDED] <= 0.05 * len(tried)
