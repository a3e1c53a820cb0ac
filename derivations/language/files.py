"""Files of statements: JSON, in the format of `parser`; all faults of a file together."""

from __future__ import annotations

from pathlib import Path

from derivations.language.limits import limits
from derivations.language.parser import (
    Check,
    StatementErrors,
    Unsupported,
    parse_statements,
    too_large,
)
from derivations.language.statements import Statement, StatementError
from derivations.language.terms import Place


def read_statements(
    name: str, check: Check | None = None
) -> list[tuple[str, Statement | Unsupported]]:
    """The statements of a file, each with its id; what is not supported yet says so itself.

    check: what else is asked of each statement; a StatementError that it raises is a fault.
    Raises: StatementErrors with every fault, or OSError.
    """
    path = Path(name)
    size = path.stat().st_size
    if not path.is_file() and not path.is_dir():
        raise _unreadable(path, "a pipe or a device, not a file")  # it might never end
    if size > limits.file:
        what = f"the file is too long, {size} bytes"
        raise too_large(what, "bytes", "file", Place(name, 1, 1))
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        why = f"not UTF-8 text: {error.reason} at byte {error.start}"
        raise _unreadable(path, why) from None
    except OSError as error:  # one that came up while reading does not name the file
        raise _unreadable(path, error.strerror or str(error)) from None
    return parse_statements(text, name, check)


def _unreadable(path: Path, why: str) -> StatementErrors:
    return StatementErrors([StatementError(f"{path}: {why}")])
