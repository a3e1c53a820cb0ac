"""Judging documents: the order of results, and what a lost process costs."""

import pickle
import signal
import time
from dataclasses import replace

import pytest

from derivations.documents.document import Document
from derivations.judging import child as worker
from derivations.judging.judge import judge
from derivations.kernel import Counterexample, Theorem
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, eq, lt, statement
from derivations.language.terms import Term
from derivations.verdicts import PROVED, REFUTED, UNDECIDED, Verdict
from tests.support.notation import mul, number, symbol

# A process whose prover misbehaves at symbols of certain names, and else is the real one.
MISBEHAVING = """
import os, signal, sys, time
import derivations.proving as proving
real = proving.prove

def prove(claimed, given=(), *, seconds=None):
    names = {s.name for s in claimed.declarations}
    if "hangs" in names:
        time.sleep(1000)
    if "leaves" in names:
        os._exit(7)
    if "crashes" in names:
        os.kill(os.getpid(), signal.SIGKILL)
    if "fails" in names:
        raise ValueError("no such luck")
    if "prints" in names:
        print("noise", file=sys.stdout)
        os.write(1, b"noise")
    if "slow" in names:
        time.sleep(0.5)
    return real(claimed, given, seconds=seconds)

proving.prove = prove
from derivations.judging.child import main
main()
"""


def x(name: str) -> Term:
    return symbol(name, REAL)


def document(*names: str) -> Document:
    """Claims that are all true, each about a symbol of the given name."""
    doc = Document("names")
    for count, name in enumerate(names):
        doc.claim(f"c{count}", eq(x(name) + x(name), 2 * x(name)))
    return doc


@pytest.fixture
def misbehaving(monkeypatch):
    monkeypatch.setattr(worker, "PROGRAM", MISBEHAVING)
    monkeypatch.setattr(worker, "GRACE", 0.5)


def kinds(doc: Document, **options) -> list[str]:
    return [one.verdict.kind for one in judge([doc], **options)]


def reasons(doc: Document, **options) -> list[str]:
    """Why each undecided claim is undecided; all others are proved."""
    found = [one.verdict for one in judge([doc], **options)]
    assert all(v.kind in (PROVED, UNDECIDED) for v in found)
    return [v.attempts[0].stopped if v.attempts else "" for v in found]


@pytest.mark.parametrize("workers", [1, 2, None])
def test_verdicts_carry_what_the_kernel_made_here(workers):
    doc = Document("d")
    doc.claim("true", eq(x("a") * 2, x("a") + x("a")))
    doc.claim("false", eq(x("a"), x("a") + x("a")), expect=REFUTED)
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


def test_a_slow_claim_does_not_change_the_order(misbehaving):
    doc = document("slow", "a", "b", "c")
    labels = [one.claim.label for one in judge([doc], workers=2)]
    assert labels == ["c0", "c1", "c2", "c3"]


def test_no_claims_no_verdicts():
    assert list(judge([], workers=2)) == []
    assert list(judge([Document("empty")])) == []


def test_shared_terms_reach_the_process():
    shared = x("a")
    for _ in range(40):
        shared = shared + shared
    doc = Document("large")
    doc.claim("shared", eq(shared, mul(2**40, x("a"))))
    doc.claim("other", eq(x("a"), x("a")), same=True)
    assert kinds(doc, workers=2) == [PROVED, PROVED]


def test_deep_terms_can_be_sent():
    deep = x("a")
    for _ in range(1000):
        deep = deep + 1
    claimed = statement(eq(deep, 0))
    assert pickle.loads(worker.request_bytes(claimed, None)) == (claimed, None)


# What is lost with a process is its own claim, with the reason


def test_a_process_that_ends_loses_its_own_claim(misbehaving):
    assert reasons(document("a", "leaves", "b", "leaves", "c"), workers=2) == [
        "", "the process ended with exit code 7", "", "the process ended with exit code 7", "",
    ]  # fmt: skip


def test_a_process_that_is_killed_loses_its_own_claim(misbehaving):
    found = reasons(document("crashes", "a", "b"), workers=2)
    assert found == ["the process was ended by signal 9 (SIGKILL)", "", ""]


def test_a_process_that_hangs_is_ended(misbehaving):
    started = time.monotonic()
    found = reasons(document("a", "hangs", "b", "c"), workers=2, seconds=1)
    assert found == ["", "no answer after 1 s; the process was ended", "", ""]
    assert time.monotonic() - started < 20


def test_a_prover_that_fails_leaves_the_claim_undecided(misbehaving):
    found = reasons(document("a", "fails"), workers=2)
    assert found == ["", "failed: ValueError: no such luck"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an alarm")
def test_a_prover_that_hangs_here_is_stopped(monkeypatch):
    def hang(*arguments, **options):
        while True:
            pass

    monkeypatch.setattr("derivations.proving.prove", hang)
    monkeypatch.setattr(worker, "GRACE", 0.1)
    found = reasons(document("a", "b"), workers=1, seconds=0.1)
    assert found == ["no answer after 0.1 s"] * 2
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_a_prover_that_fails_here_leaves_the_claim_undecided(monkeypatch):
    def fail(*arguments, **options):
        raise RecursionError("too deep")

    monkeypatch.setattr("derivations.proving.prove", fail)
    assert reasons(document("a"), workers=1) == ["failed: RecursionError: too deep"]


def test_what_a_prover_prints_does_not_disturb_the_answers(misbehaving):
    assert reasons(document("prints", "a", "prints"), workers=2) == ["", "", ""]


def test_leaving_early_ends_the_processes(misbehaving):
    results = judge([document("a", "hangs", "hangs", "hangs")], workers=2)
    assert next(results).verdict.kind == PROVED
    started = time.monotonic()
    results.close()
    assert time.monotonic() - started < 10


# A process is not believed


def test_a_certificate_for_another_statement_is_not_accepted(monkeypatch):
    program = MISBEHAVING.replace(
        "return real(claimed, given, seconds=seconds)",
        """
    from dataclasses import replace
    from derivations.language.statements import eq, statement
    from derivations.language.terms import symbol
    other = real(statement(eq(symbol("z"), symbol("z"))))
    return replace(other, statement=claimed)
""",
    )
    monkeypatch.setattr(worker, "PROGRAM", program)
    doc = Document("d")
    doc.claim("one", lt(x("a"), x("a")))
    doc.claim("two", lt(x("b"), x("b")))
    found = reasons(doc, workers=2)
    assert found == ["the prover brought a certificate for another statement"] * 2


def test_a_verdict_is_about_the_statement_that_was_asked(monkeypatch):
    def lie(claimed, *arguments, **options):
        other = statement(eq(x("z"), x("z")))
        return Verdict(UNDECIDED, other, conditions=(Proposition(lt(1, 0)),))

    monkeypatch.setattr("derivations.proving.prove", lie)
    (judged,) = judge([document("a")], workers=1)
    assert judged.verdict.statement == judged.claim.statement
    assert not judged.verdict.conditions


def test_values_that_the_kernel_did_not_check_are_not_shown(monkeypatch):
    from derivations.proving import prove

    def lie(claimed, *arguments, **options):
        verdict = prove(claimed)
        witness = replace(verdict.witness, values=((x("a"), number(7)),))
        return replace(verdict, witness=witness)

    doc = Document("d")
    doc.claim("one", lt(x("a"), 1))
    monkeypatch.setattr("derivations.proving.prove", lie)
    assert reasons(doc, workers=1) == ["the prover shows other values than the kernel checked"]


def test_a_verdict_without_a_certificate_is_not_accepted(monkeypatch):
    def lie(claimed, *arguments, **options):
        return Verdict(PROVED, claimed)

    monkeypatch.setattr("derivations.proving.prove", lie)
    assert reasons(document("a"), workers=1) == ["the prover brought no certificate"]
