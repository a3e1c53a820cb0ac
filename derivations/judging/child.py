"""Judging one statement within its time and memory: here, or in a process that can be ended.

Its time is that of the processor, so that a busy machine changes no verdict; what waits without
working is ended after `PATIENCE` times as much by the clock.  Here, what takes too long is ended by
an exception in the main thread, which has to wait for what is not written in Python.  A process can
be killed whatever it does.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from derivations import proving
from derivations.language.limits import limits, set_limit
from derivations.language.statements import Statement
from derivations.verdicts import Stopped, Verdict, undecided

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# How long after its allotted time a process may still answer before it is killed.
GRACE = 2.0
# How many seconds of the clock go by, at most, for a second of work on a busy machine.
PATIENCE = 10
# Should the exception be swallowed, as it is in a finalizer, it comes again after so many seconds.
AGAIN = 0.5
# Pickling a term takes a few levels of recursion for each level of the term.
_DEEP = 20_000


def judge_here(
    claimed: Statement, seconds: float | None = None, using: Sequence[Verdict] = ()
) -> Verdict:
    """The verdict on a statement, judged in this process; whatever goes wrong leaves it undecided.

    seconds: what it may take.   using: what its proof may use, as for `prove`.
    """
    started = time.perf_counter()
    try:
        with bounded(seconds):
            return proving.decide(claimed, using=using)
    except (Exception, Stopped) as error:
        spent = time.perf_counter() - started
        return replace(undecided(claimed, error), seconds=spent)


@contextlib.contextmanager
def bounded(seconds: float | None) -> Iterator[None]:
    """Raise Stopped after so many seconds of work, and MemoryError beyond `limits.memory` more
    bytes.

    Each only where the system can: no alarms on Windows or outside the main thread; lower limits on
    address space, such as those of `ulimit -v`, stay as they are.
    """
    patience = None if seconds is None else PATIENCE * seconds
    with _memory(), alarm(patience, told=seconds), alarm(seconds, work=True):
        yield


@contextlib.contextmanager
def alarm(
    seconds: float | None, work: bool = False, told: float | None = None
) -> Iterator[None]:
    """Raise Stopped after so many seconds; not on Windows nor outside of the main thread.

    work: of the processor, not of the clock.   told: of how many seconds Stopped speaks.
    """
    main = threading.current_thread() is threading.main_thread()
    if seconds is None or not main or not hasattr(signal, "setitimer"):
        yield
        return
    rings, timer = signal.SIGALRM, signal.ITIMER_REAL
    if work:
        rings, timer = signal.SIGVTALRM, signal.ITIMER_VIRTUAL

    def ring(*_: object) -> NoReturn:
        raise _late(seconds if told is None else told)

    before = signal.signal(rings, ring)
    signal.setitimer(timer, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(rings, before)


def _late(seconds: float) -> Stopped:
    return Stopped(f"no answer within {seconds:g} s (--seconds {seconds:g})")


@contextlib.contextmanager
def _memory() -> Iterator[None]:
    try:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        size = pages * os.sysconf("SC_PAGE_SIZE") + limits.memory
        lower = size if soft == resource.RLIM_INFINITY else min(size, soft)
        resource.setrlimit(resource.RLIMIT_AS, (lower, hard))
    except (ImportError, AttributeError, ValueError, OSError, IndexError):
        yield  # there are no such limits
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class Child:
    """A process that judges one statement at a time; this is its parent's end."""

    def __init__(self) -> None:
        import multiprocessing  # judging here starts sooner without

        context = multiprocessing.get_context("spawn")
        self.connection, there = context.Pipe()
        self.process = context.Process(target=serve, args=(there, vars(limits)), daemon=True)
        self.process.start()
        there.close()

    def ask(self, claimed: Statement, seconds: float | None) -> bytes:
        """The verdict on a statement, pickled: loading it has the kernel check the certificate.

        Raises Stopped when the process has been killed because its time is up, and
        ChildProcessError when it has ended.
        """
        try:
            self.connection.send_bytes(_pickled((claimed, seconds)))
            self.connection.recv_bytes()  # it begins: loading the program is no statement's time
            if seconds is None or self.connection.poll(PATIENCE * seconds + GRACE):
                return self.connection.recv_bytes()
        except (EOFError, OSError):
            lost = self._lost()
            if seconds is not None and _ended_by_its_timer(self.process.exitcode):
                raise _late(seconds) from None
            raise lost from None
        self.end()
        raise _late(seconds)

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.connection.close()

    def _lost(self) -> ChildProcessError:
        self.process.join(GRACE)
        code = self.process.exitcode
        self.end()
        if code is not None and code < 0:
            name = signal.Signals(-code).name
            return ChildProcessError(f"the process was ended by signal {-code} ({name})")
        return ChildProcessError(f"the process ended with exit code {code}")


def _ended_by_its_timer(code: int | None) -> bool:
    return hasattr(signal, "SIGPROF") and code == -signal.SIGPROF


def _pickled(value: object) -> bytes:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEP))
    try:
        return pickle.dumps(value)
    finally:
        sys.setrecursionlimit(limit)


def serve(connection: Connection, settings: dict[str, int]) -> None:
    """What the process does: judge what it is sent, until its parent is gone."""
    for name, value in settings.items():
        set_limit(name, value)
    os.dup2(2, 1)  # what a method prints must not end up in the parent's output
    import derivations.search.driver  # noqa: F401  # else the first statement's time

    while True:
        try:
            claimed, seconds = pickle.loads(connection.recv_bytes())
        except EOFError:
            return
        connection.send_bytes(b"")
        # Should the parent be gone, the system ends what hangs: not even Python has a say.
        _end_after(0 if seconds is None else seconds + 2 * GRACE)
        connection.send_bytes(_pickled(judge_here(claimed, seconds)))
        _end_after(0)


def _end_after(seconds: float) -> None:
    """Let the system end this process after so many seconds of work; 0: not at all."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
