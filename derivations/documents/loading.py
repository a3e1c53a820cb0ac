"""Running a claim file: in its time, with all that it states counted, and nothing else changed.

A claim file is any Python program.  What it prints goes to standard error; the working folder,
where modules are found, and what SymPy is told to do are put back after it; modules of its own
project are imported anew, and forgotten, so that no file gets those of another one.  One
file is run at a time, and all that it states it states in the thread that runs it.
"""

from __future__ import annotations

import contextvars
import os
import runpy
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from derivations.documents.faults import DocumentError, tell
from derivations.judging.child import alarm
from derivations.language.advice import NAMES, NO_MEANS
from derivations.language.statements import StatementError
from derivations.language.terms import Place
from derivations.verdicts import Stopped

if TYPE_CHECKING:
    from derivations.documents.document import Document
    from derivations.documents.entries import Step


@dataclass
class Loading:
    """A claim file that is being loaded, the documents that its code has made so far, the steps
    that it made for no chain as yet, and what it tried to state in other threads."""

    file: str
    documents: list[Document] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    elsewhere: list[DocumentError] = field(default_factory=list)
    process: int = field(default_factory=os.getpid)


_loading: ContextVar[Loading | None] = ContextVar("loading", default=None)
# Who runs a claim file: modules, the working folder and standard output belong to all threads.
_one = threading.Lock()
_running: Loading | None = None


def is_loading() -> bool:
    """Whether a claim file is being loaded."""
    return _loading.get() is not None


def loading_here() -> Loading | None:
    """The claim file that is being loaded, if its code led here, and not a module it imports."""
    loading, frame = _loading.get(), sys._getframe(1)
    while loading is not None:
        if frame.f_code.co_name == "<module>" and "__file__" in frame.f_globals:
            return loading if frame.f_globals["__file__"] == loading.file else None
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return None


def check_thread(document: Document, place: Place, label: str = "") -> None:
    """Raises DocumentError, which ends the claim file too, for what it states in another thread:
    there SymPy evaluates, the order is by chance, and nobody hears of faults; or in another
    process, where it is lost."""
    running = _running
    if running is not None and running.process != os.getpid():
        # Faults that are collected here are lost, too.
        raise ChildProcessError("a claim file states all in the process that runs it, not in others")
    if running is None or is_loading():
        return
    if document in running.documents or _leads_here(running.file):
        message = "a claim file states all in the thread that runs it; this is another thread"
        running.elsewhere.append(DocumentError(message, place, label))
        raise running.elsewhere[-1]


def _leads_here(file: str) -> bool:
    """Whether code of this file led here."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__file__") != file:
        frame = frame.f_back
    return frame is not None


def run_claim_file(path: Path, seconds: float | None) -> tuple[dict[str, Any], list[Document]]:
    """Run a claim file in `as_written()`: what it defined, by name, and the documents it made.

    Raises DocumentError for whatever ends it, and where.
    """
    loading = Loading(os.path.abspath(path))
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise DocumentError(f"cannot read {str(path)!r}: a pipe or a device, not a file")
        path.open("rb").close()
    except OSError as error:
        raise DocumentError(f"cannot read {str(path)!r}: {error.strerror}") from error
    with nullcontext() if is_loading() else _one, _put_back(), _stay(), _run_by(loading):
        names = contextvars.copy_context().run(_run, loading, seconds)
    tell(loading.elsewhere)
    message = "this step stands in no chain: it would not be judged"
    tell([DocumentError(message, step.place) for step in loading.steps])
    return names, loading.documents


@contextmanager
def _run_by(loading: Loading) -> Iterator[None]:
    global _running
    before, _running = _running, loading
    try:
        yield
    finally:
        _running = before


@contextmanager
def _stay() -> Iterator[None]:
    """A file that ends the process would give it the exit code, and nothing would be judged; other
    processes, which it has started, it may end."""
    leave, process = os._exit, os.getpid()

    def fail(status: int) -> NoReturn:
        if os.getpid() != process:
            leave(status)
        raise SystemExit(f"os._exit({status})")

    os._exit = fail
    try:
        yield
    finally:
        os._exit = leave


def _run(loading: Loading, seconds: float | None) -> dict[str, Any]:
    from derivations.language.as_written import as_written  # SymPy, for those who load

    file = loading.file
    _loading.set(loading)
    try:
        with as_written(), alarm(seconds):
            # It is no module: one of Python's may have the name of the file.
            return runpy.run_path(file, run_name=f"<{Path(file).stem}>")
    except (DocumentError, KeyboardInterrupt):
        raise
    except SyntaxError as error:
        where = Place(error.filename or file, error.lineno or 1, error.offset or 1)
        raise DocumentError(f"not a Python file: {error.msg}", where) from error
    except BaseException as error:
        raise _fault(error, file, seconds) from error


def _fault(error: BaseException, file: str, seconds: float | None) -> DocumentError:
    """What ended a claim file, with the last line of it that was reached."""
    frames = traceback.extract_tb(error.__traceback__)
    line = next((f.lineno for f in reversed(frames) if f.filename == file), None) or 1
    words = " ".join("".join(traceback.format_exception_only(error)).split())
    if isinstance(error, StatementError):  # it says what to write
        words = str(error)
    if isinstance(error, Stopped):
        words = f"it is still running after {seconds:g} s (--seconds {seconds:g})"
    if any(Path(frame.filename).parent.parts[-2:] == ("sympy", "stats") for frame in frames):
        words = NO_MEANS
    elif isinstance(error, (RecursionError, AttributeError)):
        if "sympy" in Path(frames[-1].filename).parts:
            words += "; a claim file is run with SymPy's evaluation off: write the result out"
        elif instead := NAMES.get(getattr(error, "name", "")):
            words += f"; {instead}"
    return DocumentError(words, Place(file, line, 1))


@contextmanager
def _put_back() -> Iterator[None]:
    """Whatever is changed inside, the next file finds all as this one did."""
    import mpmath  # with SymPy, for those who load
    from sympy.assumptions.assume import global_assumptions
    from sympy.core.parameters import global_parameters

    switches, precision = dict(vars(global_parameters)), mpmath.mp.prec
    assumed = frozenset(global_assumptions)
    path, entries = sys.path, sys.path[:]
    aside = _own_modules()
    for name in aside:
        del sys.modules[name]
    known, finders = set(sys.modules), set(sys.path_importer_cache)
    folder, depth = _folder(), sys.getrecursionlimit()
    try:
        with redirect_stdout(sys.stderr), warnings.catch_warnings():
            yield
    finally:
        sys.setrecursionlimit(depth)
        if folder is not None:
            os.chdir(folder)
        sys.path = path
        sys.path[:] = entries
        _forget(known)
        sys.modules.update(aside)
        for entry in sys.path_importer_cache.keys() - finders:
            del sys.path_importer_cache[entry]
        for name, value in switches.items():
            setattr(global_parameters, name, value)
        global_assumptions.clear()
        global_assumptions.update(assumed)
        mpmath.mp.prec = precision


def _folder() -> str | None:
    """The working folder, if it is still there."""
    try:
        return os.getcwd()
    except OSError:
        return None


def _own_modules() -> dict[str, ModuleType]:
    """The modules of whoever loads the file that are not installed: it gets none of them, whose
    terms SymPy evaluated, and none of another folder for its own of the same name."""
    from derivations.language.as_written import is_installed

    found = {}
    for name, module in sys.modules.items():
        file = getattr(module, "__file__", None)
        if name != "__main__" and isinstance(file, str) and not is_installed(file):
            found[name] = module
    return found


def _forget(known: set[str]) -> None:
    """Forget the modules that came since, but for installed ones and parts of known ones."""
    from derivations.language.as_written import is_installed

    for name in sorted(sys.modules.keys() - known):
        module = sys.modules[name]
        folders = getattr(module, "__path__", None) or [""]  # where there is no file, as of a folder
        file = getattr(module, "__file__", None) or next(iter(folders))
        if name.partition(".")[0] not in known and file and not is_installed(file):
            del sys.modules[name]
