"""Files of statements: JSON lists of the objects that `parser` reads, each with all its faults."""

import json
from pathlib import Path
from typing import Any

from derivations.language.limits import limits
from derivations.language.parser import Check, StatementErrors, parse_statement
from derivations.language.statements import Statement, StatementError
from derivations.language.terms import MAX_DIGITS, Place
from derivations.language.tokens import Unsupported, shown

# What a row states; or, as an error, why it is not read: `StatementErrors` where it is at fault.
Row = Statement | StatementError


def read_statements(name: str, check: Check | None = None) -> list[tuple[str, Row]]:
    """The rows of a file, each with its id; what cannot be read says why, and no other suffers.

    check: what else is asked of each statement; a StatementError that it raises is a fault.
    Raises: StatementErrors for what is no file of statements, or OSError.
    """
    path = Path(name)
    size = path.stat().st_size
    if not path.is_file() and not path.is_dir():
        raise _fault(f"{path}: a pipe or a device, not a file")  # it might never end
    if size > limits.file:
        raise _too_large(f"the file is too long, {size} bytes", "bytes", "file", name)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise _fault(f"{path}: not UTF-8 text: {error.reason} at byte {error.start}") from None
    except OSError as error:  # one that came up while reading does not name the file
        raise _fault(f"{path}: {error.strerror or error}") from None
    return parse_statements(text, name, check)


def parse_statements(text: str, file: str, check: Check | None = None) -> list[tuple[str, Row]]:
    """The rows of the text of a file, as `read_statements`."""
    read: list[tuple[str, Row]] = []
    seen: dict[str, int] = {}
    for k, data in enumerate(_load(text, file)):
        where = f"{file} $[{k}]"
        name = data.get("id", f"${k}") if isinstance(data, dict) else f"${k}"
        why = ""
        if not isinstance(name, str):
            why, name = f"the id is a text, not {shown(json.dumps(name))}", f"${k}"
        elif not name.isprintable():
            why, name = f"the id is a line of text, not {shown(json.dumps(name))}", f"${k}"
        elif name in seen:
            why, name = f"the id {shown(name)} is that of $[{seen[name]}] too", f"${k}"
        seen.setdefault(name, k)
        faults = [StatementError(why, Place(f"{where}.id", 1, 1))] if why else []
        stated: Row
        try:
            stated = parse_statement(data, where, check)
        except Unsupported as error:
            stated = error
        except StatementErrors as error:
            faults += error.faults
        read.append((name, StatementErrors(faults) if faults else stated))
    return read


def _load(text: str, file: str) -> list[Any]:
    start = Place(file, 1, 1)
    if len(text) > limits.file:
        raise _too_large("the file is too long", "bytes", "file", file)
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise _fault(f"not JSON: {error.msg}", Place(file, error.lineno, error.colno)) from None
    except (ValueError, RecursionError) as error:
        why = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise _fault(f"cannot be read: {why}", start) from None
    if not isinstance(data, list):
        raise _fault("a statement file is a list of objects", start)
    if not data:
        raise _fault("the list is empty: there is no statement to judge", start)
    if len(data) > limits.statements:
        what = f"the file has {len(data)} statements"
        raise _too_large(what, "statements", "statements", file)
    return data


def _fault(message: str, place: Place | None = None) -> StatementErrors:
    return StatementErrors([StatementError(message, place)])


def _too_large(what: str, of: str, name: str, file: str) -> StatementErrors:
    most = f"at most {getattr(limits, name)} {of} are read ({limits.setting(name)})"
    return _fault(f"{what}: {most}", Place(file, 1, 1))


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} digits; at most {MAX_DIGITS} are read")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"the key {shown(key)} stands twice in one object")
        data[key] = value
    return data
