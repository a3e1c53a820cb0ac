"""Checking certificate files again, in the order that their lemmas need."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from derivations.kernel.check import check
from derivations.kernel.encoding import decode
from derivations.kernel.proofs import AnyCertificate, Certificate
from derivations.kernel.theorem import Counterexample, Rejected, Theorem
from derivations.language.limits import limits
from derivations.language.text import proposition_text, statement_text, term_text


class Unreadable(ValueError):
    """A file that cannot be read as JSON at all."""


def read(path: str | Path) -> AnyCertificate:
    """The certificate in a file.  Raises Unreadable or Rejected."""
    path = Path(path)
    try:
        found = path.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            raise Unreadable(f"{path}: a pipe or a device; expected a certificate file (JSON)")
        if found.st_size > limits.certificate:
            words = f"{path}: larger than {limits.certificate} bytes"
            raise Unreadable(f"{words} ({limits.setting('certificate')})")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise Unreadable(f"{path}: {reason}; expected a certificate file (JSON)") from error
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:  # ValueError also for a number that is too long
        where = f" at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise Unreadable(f"{path}: not JSON{where}; expected a certificate file") from error
    return decode(data)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of a key that stands twice, one reader would see the first, another the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def describe(made: Theorem | Counterexample) -> str:
    """What was made, as text."""
    if isinstance(made, Theorem):
        conditions = "; ".join(map(proposition_text, made.conditions))
        given = f"  if {conditions}" if conditions else ""
        missing = "  model: not found" if made.model is None else ""
        kind = "conditional" if made.conditions else "proved"
        return f"{kind}  {statement_text(made.statement)}{given}{missing}"
    if made.nowhere is not None:
        never = proposition_text(made.nowhere)
        return f"refuted  {statement_text(made.statement)}  never defined: {never} fails everywhere"
    at = ", ".join(f"{s.name} = {term_text(v)}" for s, v in made.values or ())
    return f"refuted  {statement_text(made.statement)}  at {at or 'every point'}"


def _say(line: str) -> None:
    """Print a line that may hold what the terminal cannot show."""
    encoding = sys.stdout.encoding or "ascii"
    print(line.encode(encoding, "backslashreplace").decode(encoding))


def replay_files(paths: Sequence[str | Path]) -> int:
    """Check all files; print a line for each.  0: all hold, 1: some does not, 2: unreadable."""
    try:
        return _replay(paths)
    except MemoryError:
        pass  # outside, what was made is gone, and there is memory again
    _say("not checked: there is not enough memory")
    return 2


def _replay(paths: Sequence[str | Path]) -> int:
    certificates: list[tuple[str, AnyCertificate]] = []
    for path in paths:
        try:
            certificates.append((str(path), read(path)))
        except Unreadable as error:
            _say(str(error))
            return 2
        except Rejected as error:
            _say(f"{path}: REJECTED at {error.where or 'the top'}: {error.why}")
            return 1
    theorems: dict[str, Theorem] = {}
    waiting = certificates
    while waiting:
        ready = [pair for pair in waiting if _lemmas(pair[1]) <= theorems.keys()]
        if not ready:
            path, certificate = waiting[0]
            missing = min(_lemmas(certificate) - theorems.keys())
            _say(
                f"{path}: REJECTED at lemmas: the theorem {missing[:12]} is not proved by "
                "these files, or only in a circle"
            )
            return 1
        for path, certificate in ready:
            try:
                made = check(certificate, theorems)
            except Rejected as error:
                _say(f"{path}: REJECTED at {error.where or 'the top'}: {error.why}")
                return 1
            if isinstance(made, Theorem):
                theorems[made.hash] = made
            _say(f"{path}: {describe(made)}")
        done = {id(pair) for pair in ready}
        waiting = [pair for pair in waiting if id(pair) not in done]
    _say(f"{len(certificates)} certificate(s) hold")
    return 0


def _lemmas(certificate: AnyCertificate) -> set[str]:
    return set(certificate.lemmas) if isinstance(certificate, Certificate) else set()
