"""Judging all claims of documents, here or in several processes.

However many processes there are, verdicts come in the order of the documents.  A process judges
one claim at a time; one that dies, or does not answer in time, loses that claim only, which
becomes undecided with the reason.  What comes back from another process is a certificate, and the
kernel checks it here once more: nothing is believed because another process said so.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from derivations.documents.document import Claim, Document
from derivations.judging import child as worker
from derivations.judging.alarm import Late, alarm
from derivations.judging.child import Answer, Lost, Worker, answer, request_bytes
from derivations.judging.memory import limited_memory
from derivations.language.statements import Proposition, Statement
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED, Attempt, Verdict

if TYPE_CHECKING:
    from derivations.kernel import Certificate

# From so many claims on, several processes save more time than they take to start.
MANY = 200
# How often, in seconds, what waits for other processes looks whether it was interrupted.
WAKE = 0.5


@dataclass(frozen=True)
class Judged:
    """A claim of a document with its verdict."""

    document: Document
    claim: Claim
    verdict: Verdict

    @property
    def expected(self) -> bool:
        """Whether the verdict is of the kind that the document expects."""
        return self.verdict.kind == self.claim.expect


def judge(
    documents: Iterable[Document], workers: int | None = None, seconds: float | None = None
) -> Iterator[Judged]:
    """Judge every claim of the documents, in their order.

    workers: how many processes; 1 judges here.  None judges here too, unless there are so many
        claims that starting a process for each processor pays.
    seconds: what a prover may spend on one claim.  If it has not stopped by itself a little after
        that, it is stopped: another process by ending it, here by an exception in the main thread,
        which has to wait for whatever is not written in Python.
    """
    claims = [(document, claim) for document in documents for claim in document.claims]
    verdicts = judge_statements([claim.statement for _, claim in claims], workers, seconds)
    for (document, claim), verdict in zip(claims, verdicts, strict=True):
        yield Judged(document, claim, verdict)


def judge_statements(
    statements: list[Statement], workers: int | None = None, seconds: float | None = None
) -> Iterator[Verdict]:
    """Judge statements, in their order; `workers` and `seconds` as for `judge`."""
    if workers is None:
        workers = 1 if len(statements) < MANY else os.cpu_count() or 1
    count = min(workers, max(len(statements), 1))
    if count == 1:
        return _judge_here(statements, seconds)
    return _judge_there(statements, count, seconds)


def _judge_here(statements: list[Statement], seconds: float | None) -> Iterator[Verdict]:
    for claimed in statements:
        try:
            with alarm(_whole(seconds)), limited_memory():
                given = answer(claimed, seconds)
        except Late:
            yield _undecided(claimed, "process", f"no answer after {seconds:g} s", seconds or 0)
        else:
            yield _verdict(claimed, given, seconds)


def _whole(seconds: float | None) -> float | None:
    """How long to wait for a prover that was allowed so many seconds."""
    return None if seconds is None else seconds + worker.GRACE


def _verdict(claimed: Statement, given: Answer, seconds: float | None) -> Verdict:
    """The verdict of an answer, unless checking it takes too much."""
    try:
        with alarm(_whole(seconds)), limited_memory():
            return _checked(claimed, given)
    except Late:
        why = f"not checked within {seconds:g} s"
    except Exception as error:  # a fault of the program; the other verdicts stand
        why = f"not checked: {type(error).__name__}: {error}".rstrip(": ")
    return _undecided(claimed, "kernel", why, given.verdict.seconds)


def _checked(claimed: Statement, given: Answer) -> Verdict:
    """The verdict of an answer: what the kernel makes of its certificate decides."""
    from derivations.kernel import Rejected, Theorem, check, decode

    verdict = replace(given.verdict, statement=claimed, conditions=())
    if given.certificate is None:
        if verdict.kind == UNDECIDED:
            found = _contradiction(claimed.hypotheses, given.contradiction)
            return replace(verdict, contradiction=found)
        return _undecided(claimed, "kernel", "the prover brought no certificate", verdict.seconds)
    try:
        certificate = decode(given.certificate)
        result = check(certificate)
    except Rejected as error:
        return _undecided(claimed, "kernel", f"rejected the certificate: {error}", verdict.seconds)
    if result.statement != claimed:
        stopped = "the prover brought a certificate for another statement"
        return _undecided(claimed, "kernel", stopped, verdict.seconds)
    if isinstance(result, Theorem):
        return replace(
            verdict,
            kind=CONDITIONAL if result.conditions else PROVED,
            conditions=result.conditions,
            theorem=result,
            certificate=certificate,
            contradiction=None
            if result.model is not None
            else _contradiction((*claimed.hypotheses, *result.conditions), given.contradiction),
        )
    witness = verdict.witness
    if witness is not None and result.nowhere is None and witness.values != result.values:
        stopped = "the prover shows other values than the kernel checked"
        return _undecided(claimed, "kernel", stopped, verdict.seconds)
    return replace(verdict, kind=REFUTED, counterexample=result, certificate=certificate)


def _contradiction(
    assumed: tuple[Proposition, ...], given: dict[str, Any] | None
) -> Certificate | None:
    """What shows that these assumptions contradict each other, if it does."""
    if given is None:
        return None
    from derivations.kernel import Certificate, Rejected, decode
    from derivations.search.contradictions import shows_contradiction

    try:
        certificate = decode(given)
    except Rejected:
        return None
    if isinstance(certificate, Certificate) and shows_contradiction(certificate, assumed):
        return certificate
    return None


def _undecided(claimed: Statement, method: str, stopped: str, seconds: float) -> Verdict:
    return Verdict(UNDECIDED, claimed, attempts=(Attempt(method, stopped),), seconds=seconds)


def _judge_there(
    statements: list[Statement], count: int, seconds: float | None
) -> Iterator[Verdict]:
    """Judge in processes, each with a thread here that hands it one statement at a time."""
    tasks: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
    for place, claimed in enumerate(statements):
        tasks.put((place, request_bytes(claimed, seconds)))
    done: queue.SimpleQueue[tuple[int, Outcome]] = queue.SimpleQueue()
    stopping = threading.Event()
    processes = [Worker() for _ in range(count)]

    def serve(process: Worker) -> None:
        while not stopping.is_set():
            try:
                place, request = tasks.get_nowait()
            except queue.Empty:
                return
            done.put((place, _outcome(process, request, seconds)))

    threads = [threading.Thread(target=serve, args=(p,), daemon=True) for p in processes]
    try:
        for thread in threads:
            thread.start()
        early: dict[int, Outcome] = {}
        for wanted, claimed in enumerate(statements):
            while wanted not in early:
                # An interrupt may be delivered to another thread; this one sees it when it wakes.
                with contextlib.suppress(queue.Empty):
                    place, outcome = done.get(timeout=WAKE)
                    early[place] = outcome
            yield _settled(claimed, *early.pop(wanted), seconds)
    finally:
        stopping.set()
        for process in processes:
            process.stop()
        for thread in threads:
            thread.join(timeout=worker.GRACE)


# What a process made of a statement, and how long it took.
Outcome = tuple[Answer | BaseException, float]


def _outcome(process: Worker, request: bytes, seconds: float | None) -> Outcome:
    started = time.perf_counter()
    try:
        result: Answer | BaseException = process.ask(request, seconds)
    except BaseException as error:  # passed on: a thread of its own would lose it
        result = error
    return result, time.perf_counter() - started


def _settled(
    claimed: Statement, result: Answer | BaseException, spent: float, allowed: float | None
) -> Verdict:
    if isinstance(result, Lost):
        return _undecided(claimed, "process", str(result), spent)
    if isinstance(result, BaseException):
        raise result
    return _verdict(claimed, result, allowed)
