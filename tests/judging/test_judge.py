"""Judging: the order of verdicts, what a lost process costs, and what is believed of one."""

import copy
import os
import pickle
import resource
import signal
import subprocess
import sys

import pytest

from derivations import proving
from derivations.documents.document import Document
from derivations.judging import child
from derivations.judging.child import AGAIN, Child, bounded
from derivations.judging.judge import judge
from derivations.kernel import Counterexample, Theorem
from derivations.language.limits import limits
from derivations.language.parser import parse_claim
from derivations.language.sorts import REAL
from derivations.language.statements import eq, lt
from derivations.language.stating import statement
from derivations.language.terms import Term, add, mul, symbol
from derivations.verdicts import PROVED, REFUTED, UNDECIDED, Stopped
from derivations.writing.report import json_lines
from tests.support import misbehaving

TOO_MUCH = "needs more than 200 MB (--limit memory=209715200)"


@pytest.fixture
def misbehave(monkeypatch):
    monkeypatch.setattr(proving, "decide", misbehaving.decide)
    monkeypatch.setattr(child, "serve", misbehaving.serve)
    monkeypatch.setattr(child, "GRACE", 0.5)
    monkeypatch.setattr(child, "PATIENCE", 3)
    monkeypatch.setattr(limits, "memory", 200 * 2**20)


def x(name: str) -> Term:
    return symbol(name, REAL)


def document(*names: str) -> Document:
    """Claims that are all true, each about a symbol of the given name."""
    doc = Document("names")
    for count, name in enumerate(names):
        doc.claim(f"c{count}", eq(add(x(name), x(name)), mul(2, x(name))))
    return doc


def reasons(doc: Document, **options) -> list[str]:
    """Why each undecided claim is undecided; all others are proved."""
    found = [one.verdict for one in judge([doc], **options)]
    assert all(v.kind in (PROVED, UNDECIDED) for v in found)
    return [v.attempts[0].stopped if v.attempts else "" for v in found]


@pytest.mark.parametrize("workers", [1, 2, None])
def test_verdicts_carry_what_the_kernel_made_here(workers):
    doc = Document("d")
    doc.claim("true", eq(mul(x("a"), 2), add(x("a"), x("a"))))
    doc.claim("false", eq(x("a"), add(x("a"), x("a"))), expect=REFUTED)
    true, false = judge([doc], workers=workers)
    assert (true.verdict.kind, false.verdict.kind) == (PROVED, REFUTED)
    assert isinstance(true.verdict.theorem, Theorem)
    assert isinstance(false.verdict.counterexample, Counterexample)
    assert true.verdict.certificate is not None
    assert true.verdict.statement == true.claim.statement
    assert true.expected and false.expected


@pytest.mark.parametrize("workers", [1, 3])
def test_results_stand_in_the_order_of_the_documents(workers):
    first, second = document("a", "b", "c"), document("d", "e")
    found = [(one.document, one.claim.label) for one in judge([first, second], workers=workers)]
    assert found == [(first, "c0"), (first, "c1"), (first, "c2"), (second, "c0"), (second, "c1")]


def test_a_slow_claim_does_not_change_the_order(misbehave):
    labels = [one.claim.label for one in judge([document("slow", "a", "b", "c")], workers=2)]
    assert labels == ["c0", "c1", "c2", "c3"]


def test_no_claims_no_verdicts():
    assert list(judge([], workers=2)) == []
    assert list(judge([Document("empty")])) == []


def test_shared_and_deep_terms_reach_the_process():
    shared = deep = x("a")
    for _ in range(40):
        shared = add(shared, shared)
    for _ in range(300):
        deep = add(deep, 1)
    doc = Document("large")
    doc.claim("shared", eq(shared, mul(2**40, x("a"))))
    doc.claim("deep", eq(deep, add(x("a"), 300)))
    assert reasons(doc, workers=2) == ["", ""]


# What goes wrong costs its own claim only, with the reason, here and in other processes

LATE = "no answer within 1 s (--seconds 1)"
WRONG = {
    "hangs": LATE, "loops": LATE, "eats": TOO_MUCH, "fails": "failed: ValueError: no such luck",
    "recurs": "nested too deep",
}
WRONG_THERE = {
    "deaf": LATE, "leaves": "the process ended with exit code 7",
    "crashes": "the process was ended by signal 9 (SIGKILL)", "prints": "",
    "elsewhere": "failed: ValueError: what the kernel made is for another statement than the "
                 "verdict",
    "boasts": "rejected the certificate: verdict: proved without a certificate",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_goes_wrong_here(misbehave, name):
    before = resource.getrlimit(resource.RLIMIT_AS)
    seconds = 1 if WRONG[name] == LATE else 60
    found = reasons(document("a", name, "b"), workers=1, seconds=seconds)
    assert found == ["", WRONG[name], ""]
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


@pytest.mark.parametrize("late", [True, False])
def test_what_goes_wrong_in_processes(misbehave, late):
    wrong = {k: why for k, why in (WRONG | WRONG_THERE).items() if (why == LATE) == late}
    doc = document(*(name for bad in wrong for name in ("a", bad)), "b")
    found = list(judge([doc], workers=2, seconds=1 if late else 60))
    told = [one.verdict.attempts[0].stopped if one.verdict.attempts else "" for one in found]
    assert told == [why for bad in wrong for why in ("", wrong[bad])] + [""]
    for one, why, line in zip(found, told, json_lines([doc], found), strict=True):
        stopped = why.startswith((LATE, TOO_MUCH, "the process"))
        assert (line["verdict"], line["stopped"]) == (UNDECIDED if why else PROVED, stopped)
        assert str(one.verdict).splitlines()[0].endswith("(stopped)") == stopped


def test_leaving_early_ends_the_processes(misbehave):
    results = judge([document("a", "hangs", "hangs", "hangs")], workers=2)
    assert next(results).verdict.kind == PROVED
    results.close()  # or this test would hang


def test_values_that_the_kernel_did_not_check_are_not_shown(misbehave):
    doc = Document("d")
    doc.claim("one", lt(x("shows"), 1))
    doc.claim("two", lt(x("shows"), 2))
    wanted = "rejected the certificate: verdict: the values shown are not those that were checked"
    assert reasons(doc, workers=2) == [wanted] * 2


def test_a_process_whose_parent_is_gone_does_not_go_on_for_ever(misbehave):
    """The system ends what hangs, even in a single long operation."""
    process = Child()
    process.connection.send_bytes(pickle.dumps((statement(eq(x("deaf"), x("deaf"))), 0.5)))
    process.process.join(60)
    assert process.process.exitcode == -signal.SIGPROF
    process.end()


# Bounds in this process


def test_what_ends_in_time_is_left_alone():
    with bounded(60), bounded(None):
        pass
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_an_end_that_is_swallowed_comes_again():
    with pytest.raises(Stopped), bounded(0.05):
        try:
            signal.pause()
        except Stopped:
            while AGAIN:
                pass


def test_a_lower_limit_on_memory_is_kept():
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**30))\n"
        "from derivations.judging.child import bounded\n"
        "with bounded(None): print(resource.getrlimit(resource.RLIMIT_AS)[0] == 2**29)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True)
    assert done.stdout == b"True\n"


# Verdicts that are stored


@pytest.mark.parametrize(
    "goal", [eq(x("a"), x("a")), eq(x("a"), 1), eq(mul(x("a"), x("b")), add(x("a"), 1))]
)
@pytest.mark.parametrize("store", [lambda v: pickle.loads(pickle.dumps(v)), copy.deepcopy])
def test_a_verdict_can_be_stored(goal, store):
    verdict = proving.prove(goal)
    again = store(verdict)
    assert again == verdict and again is not verdict
    assert proving.prove(goal) == verdict  # whatever time it takes


def test_a_refutation_is_stored_with_the_lemmas_that_it_rests_on():
    verdict = proving.decide(parse_claim("for all x: real: Abs(5*sin(x) - 12*cos(x)) <= 12"))
    again = pickle.loads(pickle.dumps(verdict))
    assert again.kind == REFUTED and again.counterexample.lemmas
    assert tuple(used.theorem.hash for used in again.using) == again.counterexample.lemmas


def test_a_stored_verdict_is_decided_again():
    true, false = proving.prove(eq(x("a"), x("a"))), proving.prove(eq(x("a"), 1))
    again, (_, *parts) = true.__reduce__()
    assert again(REFUTED, *parts).kind == PROVED
    forged = again(PROVED, false.statement, *parts[1:])
    assert (forged.kind, forged.theorem) == (UNDECIDED, None)
    assert "it is for another statement" in forged.attempts[0].stopped
