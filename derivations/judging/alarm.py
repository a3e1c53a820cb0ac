"""Ending what takes too long, in this process: by an exception in the main thread."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import NoReturn

# Should the exception be swallowed, as it is in a finalizer, it comes again after so many seconds.
AGAIN = 0.5


class Late(BaseException):
    """Time is up; not an Exception, so that no prover takes it for a failure of its own."""


@contextlib.contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise `Late` after so many seconds, where the system can: not on Windows.

    It has to wait for whatever is not written in Python.
    """
    main = threading.current_thread() is threading.main_thread()
    if seconds is None or not main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> NoReturn:
        raise Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
