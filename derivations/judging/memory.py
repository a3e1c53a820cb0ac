"""Ending what needs too much memory: it fails with MemoryError, and the rest goes on.

The limit is on address space, set where the system has such limits (not on Windows; macOS does not
keep to it).  Lower ones, set with `ulimit -v`, stay as they are.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from derivations.language.limits import limits


def limit_memory(beyond: int | None = None) -> None:
    """Let this process have so many bytes beyond what it has now, from now on."""
    _set_soft(_size() + (beyond or limits.memory))


@contextlib.contextmanager
def limited_memory(beyond: int | None = None) -> Iterator[None]:
    """Let this process have so many bytes beyond what it has now, inside the block.

    >>> with limited_memory(50 * 2**20):
    ...     bytes(100 * 2**20)
    Traceback (most recent call last):
    MemoryError
    """
    before = _set_soft(_size() + (beyond or limits.memory))
    try:
        yield
    finally:
        if before is not None:
            _set_soft(before, lower_only=False)


def _set_soft(size: int, lower_only: bool = True) -> int | None:
    """Set the limit; what it was, or None where there is no such limit."""
    try:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if lower_only and soft != resource.RLIM_INFINITY:
            size = min(size, soft)
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))
    except (ImportError, AttributeError, ValueError, OSError):
        return None
    return soft


def _size() -> int:
    """The address space of this process now, in bytes; 0 where that is not known."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
