"""Checking certificate files again, in the order that their lemmas need.

A file holds a certificate, or a list of certificates, those of its lemmas among them.
"""

import json
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from derivations.kernel.encoding import content_hash, decode, kernel_hash, lemmas_of, statement_hash
from derivations.kernel.proofs import AnyCertificate, Rejected
from derivations.kernel.theorems import Counterexample, Theorem, check
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.terms import Term, outline

MAX_BYTES = 50_000_000  # of a file
MAX_SHOWN = 100_000  # characters of a term


class Unreadable(ValueError):
    """A file that cannot be read as JSON at all."""


def read_file(path: str | Path) -> list[Any]:
    """The certificates in a file, as JSON data.  Raises Unreadable."""
    path = Path(path)
    try:
        found = path.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            raise Unreadable(f"{path}: a pipe or a device; expected a certificate file (JSON)")
        if found.st_size > MAX_BYTES:
            raise Unreadable(f"{path}: larger than {MAX_BYTES} bytes")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise Unreadable(f"{path}: {reason}; expected a certificate file (JSON)") from error
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:  # ValueError also for a number that is too long
        where = f" at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise Unreadable(f"{path}: not JSON{where}; expected a certificate file") from error
    if data == []:
        raise Unreadable(f"{path}: an empty list; expected a certificate file")
    return data if isinstance(data, list) else [data]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of a key that stands twice, one reader would see the first, another the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def describe(made: Theorem | Counterexample) -> str:
    """What was made, word for word as the kernel has it: nothing is told in other words.  Where a
    term is cut off, the hash of the statement says which it is."""
    line = _line(made)
    return f"{line}  hash {statement_hash(made.statement)}" if "..." in line else line


def _line(made: Theorem | Counterexample) -> str:
    stated = _statement(made.statement)
    if isinstance(made, Theorem):
        given = f"  if {_all(made.conditions)}" if made.conditions else ""
        missing = "" if made.satisfied else "  model: not found"
        laws = f"  by {', '.join(made.laws)}" if made.laws else ""
        kind = "conditional" if made.conditions else "proved"
        return f"{kind}  {stated}{given}{missing}{laws}"
    if made.nowhere is not None:
        return f"refuted  {stated}  never defined: {_all([made.nowhere])} fails everywhere"
    at = ", ".join(f"{_shown(s)} = {_shown(v)}" for s, v in made.values)
    return f"refuted  {stated}  at {at or 'every point'}"


def _shown(term: Term) -> str:
    return outline(term, MAX_SHOWN)


def _statement(statement: Statement) -> str:
    over = f"for all {_declared(statement.declarations)}" if statement.declarations else ""
    given = f" with {_all(statement.hypotheses)}" if statement.hypotheses else ""
    some = f"exists {_declared(statement.exists)}" if statement.exists else ""
    return ": ".join(filter(None, (f"{over}{given}".strip(), some, _all(statement.goals))))


def _all(propositions: Sequence[Proposition]) -> str:
    return "; ".join(map(_proposition, propositions))


def _proposition(proposition: Proposition) -> str:
    over = f" for all {_declared(proposition.variables)}" if proposition.variables else ""
    guards = " and ".join(map(_relation, proposition.guards))
    return _relation(proposition.relation) + over + (f" with {guards}" if guards else "")


def _relation(relation: Relation) -> str:
    return f"{_shown(relation.left)} {relation.operator} {_shown(relation.right)}"


def _declared(symbols: Sequence[Term]) -> str:
    return ", ".join(f"{s.name}: {s.sort.written(_shown)}" for s in symbols)


def _say(line: str) -> None:
    """Print a line that may hold what the terminal cannot show."""
    encoding = sys.stdout.encoding or "ascii"
    print(line.encode(encoding, "backslashreplace").decode(encoding))


def replay_files(paths: Sequence[str | Path]) -> int:
    """Check all files; print a line for each certificate.

    0: all hold, 1: some does not, 2: unreadable.
    """
    try:
        return _replay(paths)
    except MemoryError:
        pass  # outside, what was made is gone, and there is memory again
    _say("not checked: there is not enough memory")
    return 2


def _replay(paths: Sequence[str | Path]) -> int:
    waiting: list[tuple[str, Any, AnyCertificate, set[str]]] = []
    known: dict[str, AnyCertificate] = {}  # what stands in many files is read and checked once
    for path in paths:
        try:
            for data in read_file(path):
                name = content_hash(data)
                known[name] = known.get(name) or decode(data)
                waiting.append((str(path), data, known[name], lemmas_of(known[name])))
        except Unreadable as error:
            _say(str(error))
            return 2
        except Rejected as error:
            return _rejected(str(path), None, error)
        except RecursionError:
            return _rejected(str(path), None, Rejected("", "JSON data that is nested too deeply"))
    count = len(waiting)
    theorems: dict[str, Theorem] = {}
    found: dict[int, Theorem | Counterexample] = {}
    while waiting:
        ready = [each for each in waiting if each[3] <= theorems.keys()]
        if not ready:
            path, data, _, needed = waiting[0]
            missing = min(needed - theorems.keys())
            why = f"the theorem {missing[:12]} is not proved by these files, or only in a circle"
            return _rejected(path, data, Rejected("lemmas", why))
        for path, data, certificate, _ in ready:
            try:
                made = found.get(id(certificate)) or check(certificate, theorems)
            except Rejected as error:
                return _rejected(path, data, error)
            found[id(certificate)] = made
            if isinstance(made, Theorem):
                theorems[made.hash] = made
            _say(f"{path}: {describe(made)}")
        done = set(map(id, ready))
        waiting = [each for each in waiting if id(each) not in done]
    _say(f"{count} certificate(s) hold")
    return 0


def _rejected(path: str, data: Any, error: Rejected) -> int:
    other = data is not None and data.get("kernel") != kernel_hash()
    written = " (it was written with another kernel)" if other else ""
    _say(f"{path}: REJECTED at {error.where or 'the top'}: {error.why}{written}")
    return 1
