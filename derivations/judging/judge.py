"""Judging many statements, such as all claims of documents, here or in several processes.

However many processes there are, verdicts come in the order of the statements.  A process judges
one at a time; one that dies, or does not answer in time, loses that statement only, which becomes
undecided with the reason.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.judging.child import Child, bounded, judge_here
from derivations.language.statements import Statement
from derivations.verdicts import Stopped, Verdict, undecided

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged
    from derivations.documents.entries import Claim

# From so many statements on, several processes save more time than they take to start.
MANY = 200
# How often, in seconds, processes are told to end that have not ended yet.
PAUSE = 0.01


def judge(
    documents: Iterable[Document], workers: int | None = None, seconds: float | None = None
) -> Iterator[Judged]:
    """Judge every claim of the documents, in their order.

    workers, seconds: as for `judge_statements`; claims that use others are judged in this process.
    """
    from derivations.documents.document import Judged  # statements need no documents

    claims = [(document, claim) for document in documents for claim in document.claims]
    alone = [claim.statement for _, claim in claims if not claim.lemmas]
    verdicts = judge_statements(alone, workers, seconds)
    found: dict[int, Verdict] = {}
    for document, claim in claims:
        if not claim.lemmas:
            found[id(claim)] = next(verdicts)
        yield Judged(document, claim, _judged(claim, seconds, found))


def judge_claim(document: Document, label: str, seconds: float | None = None) -> Verdict:
    """Judge one claim of a document here, after those that it uses; `seconds` is for each.

    Raises KeyError for what is no label of a claim or step.
    """
    return _judged({claim.label: claim for claim in document.claims}[label], seconds, {})


def _judged(claim: Claim, seconds: float | None, found: dict[int, Verdict]) -> Verdict:
    """The verdict on a claim, after those that it uses; `found` keeps them."""
    if id(claim) not in found:
        using = [_judged(used, seconds, found) for used in claim.lemmas]
        found[id(claim)] = judge_here(claim.statement, seconds, using)
    return found[id(claim)]


def judge_statements(
    statements: Sequence[Statement], workers: int | None = None, seconds: float | None = None
) -> Iterator[Verdict]:
    """Judge statements, in their order.

    workers: how many processes; 1 judges here.  None judges here too, unless there are so many
        statements that starting a process for each processor pays.  A program that asks for
        several has to have its main part under `if __name__ == "__main__":`.
    seconds: what one statement may take; after that it is left undecided.
    """
    if workers is None:
        workers = 1 if len(statements) < MANY else os.cpu_count() or 1
    workers = min(workers, len(statements))
    if workers < 2:
        return (judge_here(claimed, seconds) for claimed in statements)
    return _judge_there(statements, workers, seconds)


def _judge_there(
    statements: Sequence[Statement], count: int, seconds: float | None
) -> Iterator[Verdict]:
    """Judge statements in processes, each of which a thread waits for."""
    from concurrent.futures import ThreadPoolExecutor  # a single statement starts sooner without

    children: dict[int, Child] = {}  # by their threads

    def ask(claimed: Statement) -> tuple[bytes | Exception | Stopped, float]:
        """The answer of the thread's own process, or how it was lost; and how long that took."""
        started, thread = time.perf_counter(), threading.get_ident()
        answer: bytes | Exception | Stopped
        try:
            if thread not in children:
                children[thread] = Child()
            answer = children[thread].ask(claimed, seconds)
        except (Exception, Stopped) as error:
            children.pop(thread, None)
            answer = error
        return answer, time.perf_counter() - started

    pool = ThreadPoolExecutor(count, initializer=_leave_interrupts)
    asked = [pool.submit(ask, claimed) for claimed in statements]
    try:
        for claimed, future in zip(statements, asked, strict=True):
            answer, spent = future.result()
            yield _loaded(claimed, answer, spent, seconds)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        while not all(future.done() for future in asked):
            for child in list(children.values()):
                child.process.kill()
            time.sleep(PAUSE)
        for child in children.values():
            child.end()


def _loaded(
    claimed: Statement, answer: bytes | Exception | Stopped, spent: float, seconds: float | None
) -> Verdict:
    """The verdict that a process sent, which the kernel checks here."""
    try:
        if not isinstance(answer, bytes):
            raise answer
        with bounded(seconds):
            verdict: Verdict = pickle.loads(answer)
        return verdict
    except (Exception, Stopped) as error:
        return replace(undecided(claimed, error), seconds=spent)


def _leave_interrupts() -> None:
    """Ctrl-C is for the main thread alone, which ends the processes that this thread starts."""
    if hasattr(signal, "pthread_sigmask"):
        from multiprocessing import resource_tracker  # a single statement starts sooner without

        resource_tracker.ensure_running()  # starting it, Python lets interrupts through again
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
