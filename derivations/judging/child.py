"""A process that judges statements, one at a time: both ends of it.

The parent writes a statement to the process's standard input and reads an answer from its
standard output, each as a length and a pickle.  A theorem does not cross: the certificate does.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from derivations.judging import memory
from derivations.language.limits import limits, set_limits
from derivations.language.statements import Statement
from derivations.verdicts import UNDECIDED, Attempt, Verdict

# How long after its allotted time a process may still answer before it is ended.
GRACE = 2.0

# What the process runs.
PROGRAM = "from derivations.judging.child import main; main()"

# Pickling a term takes a few levels of recursion for each level of the term.
_DEEP = 20_000


@dataclass(frozen=True)
class Answer:
    """A verdict without what only the kernel may make, and the certificates as plain data.

    contradiction: the certificate of `verdict.contradiction`.
    """

    verdict: Verdict
    certificate: dict[str, Any] | None = None
    contradiction: dict[str, Any] | None = None


class Lost(Exception):
    """The process did not answer: why."""


def answer(claimed: Statement, seconds: float | None) -> Answer:
    """Judge a statement in this process; a fault of the prover leaves it undecided."""
    try:
        from derivations.kernel import encode
        from derivations.proving import prove

        verdict = prove(claimed, seconds=seconds)
        certificate, contradiction = (
            None if one is None else encode(one)
            for one in (verdict.certificate, verdict.contradiction)
        )
    except MemoryError:
        words = f"needs more than {limits.memory // 2**20} MB ({limits.setting('memory')})"
        attempt = Attempt("memory", words, advice="split the statement, or lower its sizes")
        return Answer(Verdict(UNDECIDED, claimed, attempts=(attempt,)))
    except Exception as error:
        words = f"failed: {type(error).__name__}: {error}".rstrip(": ")
        attempt = Attempt("prover", words, advice="this is a fault of the program; report it")
        return Answer(Verdict(UNDECIDED, claimed, attempts=(attempt,)))
    bare = replace(
        verdict, theorem=None, counterexample=None, certificate=None, contradiction=None
    )
    return Answer(bare, certificate, contradiction)


class Worker:
    """The parent's end: starts a process when one is needed, and again after a loss."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.lock = threading.Lock()
        self.asked = 0
        self.late = False
        self.stopped = False
        self.ready = False

    def ask(self, request: bytes, seconds: float | None) -> Answer:
        """The answer to `request_bytes(...)`; raises `Lost` if the process dies or is too slow.

        seconds: what the prover was allowed; the process is ended `GRACE` after that.
        """
        process = self._begin()
        try:
            self._await_readiness(process)
        except (OSError, EOFError):
            self._end(process)
            raise Lost(_loss(process.wait(), None)) from None
        timer = None
        if seconds is not None:
            timer = threading.Timer(seconds + GRACE, self._expire, (process, self.asked))
            timer.daemon = True
            timer.start()
        try:
            assert process.stdin is not None and process.stdout is not None
            _send(process.stdin, request)
            given = pickle.loads(_receive(process.stdout))
            assert isinstance(given, Answer)
            return given
        except (OSError, EOFError):
            self._end(process)
            raise Lost(_loss(process.wait(), seconds if self.late else None)) from None
        finally:
            with self.lock:
                self.asked += 1
            if timer is not None:
                timer.cancel()

    def stop(self) -> None:
        """End the process, whatever it is doing, and start no other."""
        with self.lock:
            self.stopped = True
            process = self.process
        if process is not None:
            self._end(process)

    def _begin(self) -> subprocess.Popen[bytes]:
        with self.lock:
            if self.stopped:
                raise Lost("the judging was ended")
            self.late = False
            if self.process is None:
                self.ready = False
                self.process = _start()
            return self.process

    def _await_readiness(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until the process has loaded the prover: that is no claim's time."""
        if not self.ready:
            assert process.stdout is not None
            _receive(process.stdout)
            self.ready = True

    def _expire(self, process: subprocess.Popen[bytes], asked: int) -> None:
        with self.lock:
            if self.asked == asked:  # else it has answered in the meantime
                self.late = True
                process.kill()

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None and self.process is process:
                    stream.close()
        self.process = None


def _start() -> subprocess.Popen[bytes]:
    package = str(Path(__file__).resolve().parent.parent)
    places = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
    settings = [f"{name}={value}" for name, value in vars(limits).items()]
    return subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM, *settings],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
        # Ctrl-C is for the parent alone, which ends the process.
        process_group=0 if os.name == "posix" else None,
    )


def request_bytes(claimed: Statement, seconds: float | None) -> bytes:
    """What `Worker.ask` sends.  Made in the main thread, whose stack is large enough for it."""
    return _pickled((claimed, seconds))


def _pickled(value: object) -> bytes:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEP))
    try:
        return pickle.dumps(value)
    finally:
        sys.setrecursionlimit(limit)


def _loss(code: int, seconds: float | None) -> str:
    if seconds is not None:
        return f"no answer after {seconds:g} s; the process was ended"
    if code < 0:
        return f"the process was ended by signal {-code} ({signal.Signals(-code).name})"
    return f"the process ended with exit code {code}"


def _send(stream: IO[bytes], content: bytes) -> None:
    stream.write(struct.pack(">Q", len(content)) + content)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    (length,) = struct.unpack(">Q", _exactly(stream, 8))
    return _exactly(stream, length)


def _exactly(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def main() -> None:
    """The process's end: answer until standard input ends.  Its arguments are limits."""
    set_limits(sys.argv[1:])
    memory.limit_memory()
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a prover prints must not end up among the replies
    import derivations.proving
    import derivations.search.methods  # noqa: F401

    _send(replies, b"ready")
    while True:
        try:
            request = _receive(sys.stdin.buffer)
        except EOFError:
            return
        claimed, seconds = pickle.loads(request)
        # Should the parent be gone, nobody else would end what hangs: not even Python has a say.
        _end_after(0 if seconds is None else seconds + 2 * GRACE)
        _send(replies, _pickled(answer(claimed, seconds)))
        _end_after(0)


def _end_after(seconds: float) -> None:
    """Let the system end this process after so many seconds; 0: not at all."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
