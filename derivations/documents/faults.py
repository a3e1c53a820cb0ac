"""Faults in claim files: where, at which label, and why; all of a file are told together."""

import functools
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from derivations.language.statements import StatementError
from derivations.language.terms import Place

_Made = TypeVar("_Made")
_Method = TypeVar("_Method", bound=Callable[..., Any])


class DocumentError(ValueError):
    """A claim file cannot be read as a document: where, at which label, and why."""

    def __init__(self, message: str, place: Place | None = None, label: str = "") -> None:
        self.message = message
        self.place = place
        self.label = label
        super().__init__(message)

    def __str__(self) -> str:
        where = f"{shown_place(self.place)}: " if self.place else ""
        return where + (f"{self.label!r}: " if self.label else "") + self.message


class DocumentWarning(UserWarning):
    """A claim says less than its author may think."""


def shown_path(path: str) -> str:
    """A path relative to the working directory if it is below it, else as it is."""
    relative = os.path.relpath(path) if os.path.isabs(path) else path
    return path if relative.startswith("..") else Path(relative).as_posix()


def shown_place(place: Place) -> str:
    """The file and the line."""
    return f"{shown_path(place.file)}:{place.line}"


# The faults of the claim file that is being loaded; None while none is.
_faults: ContextVar[list[DocumentError] | None] = ContextVar("faults", default=None)


@contextmanager
def all_faults() -> Iterator[None]:
    """Raise the faults of all entries that are made inside together, as one `DocumentError`."""
    found: list[DocumentError] = []
    token = _faults.set(found)
    try:
        yield
    except DocumentError as error:
        if error not in found:
            found.append(error)
    finally:
        _faults.reset(token)
    _raise(found)


def tell(found: Iterable[DocumentError]) -> None:
    """Raise these faults together, unless others were found, from which they may follow."""
    if not _faults.get():
        _raise(list(found))


def _raise(found: list[DocumentError]) -> None:
    if len(found) == 1:
        raise found[0]
    if found:
        raise DocumentError("\n  ".join([f"{len(found)} faults", *map(str, found)]))


def collected(method: _Method) -> _Method:
    """A method that makes an entry: where faults are collected, one does not hide the next."""
    return _collecting(method, needed=False)


def kept(method: _Method) -> _Method:
    """A method whose result is needed: its fault is raised, and collected where faults are."""
    return _collecting(method, needed=True)


def _collecting(method: _Method, needed: bool) -> _Method:
    @functools.wraps(method)
    def make(*arguments: Any, **options: Any) -> Any:
        try:
            return method(*arguments, **options)
        except DocumentError as error:
            found = _faults.get()
            if found is not None:
                found.append(error)
            if found is None or needed:
                raise
            return None

    return make  # type: ignore[return-value]


def told(make: Callable[[], _Made], place: Place, label: str) -> _Made:
    """`make()`, its faults told with the place and the label of the entry."""
    try:
        return make()
    except StatementError as error:
        raise DocumentError(error.message, error.place or place, label) from error
    except (TypeError, ValueError, NotImplementedError) as error:
        raise DocumentError(str(error), place, label) from error
