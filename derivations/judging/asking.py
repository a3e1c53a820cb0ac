"""Asking about any statement: one that is written on the command line, or those of a file.

What ends in `.json` is a file of statements, in the format of `language.parser`; anything else is
the text of one relation, whose names are declared and whose hypotheses are given beside it.

Everything is read before anything is judged, so that all faults of a file are reported together.
What is not supported yet is no fault: the answer to it is `undecided`, with that reason.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from derivations.judging.alarm import Late, alarm
from derivations.judging.memory import limited_memory
from derivations.kernel.check import check_statement
from derivations.kernel.forms import OutOfReach
from derivations.kernel.polynomial import TooLarge
from derivations.language.limits import limits
from derivations.language.parser import (
    StatementErrors,
    Undeclared,
    Unsupported,
    parse_claim,
    parse_statements,
    too_large,
)
from derivations.language.statements import Statement, StatementError
from derivations.language.terms import Place
from derivations.verdicts import UNDECIDED, Attempt, Verdict

if TYPE_CHECKING:
    from derivations.language.parser import Check

# From so many statements on, several processes save more time than they take to start.
MANY = 200
# The part of the time for a statement that the search may use; the rest is for its ending.
SEARCH = 0.75
# The part of it that reading may use, to see whether the statement is well-sorted.
READING = 0.15
# The widest part of a text that is shown above a caret.
_SHOWN = 72


@dataclass(frozen=True)
class Question:
    """A statement with its name; or, when it cannot be judged yet, why."""

    name: str
    statement: Statement
    unsupported: str = ""


class BadInput(Exception):
    """What was asked cannot be read: every fault, each with its place, a line or more for each."""


def is_file(asked: str) -> bool:
    """Whether this names a file of statements: it ends in `.json`, as no statement does."""
    return asked.endswith(".json")


def questions_in_file(name: str, seconds: float | None = None) -> list[Question]:
    """The statements of a file.  Raises BadInput with all its faults, or OSError."""
    try:
        read = parse_statements(_content(Path(name)), name, _well_sorted(seconds))
    except StatementErrors as error:
        faults = [str(fault) for fault in error.faults]
        if len(faults) > 1:
            faults.insert(0, f"{len(faults)} faults in {name}; nothing was judged")
        raise BadInput("\n  ".join(faults)) from None
    return [_question(label, found) for label, found in read]


def _content(path: Path) -> str:
    """The text of a file; what is no file, such as a pipe, might never end."""
    size = path.stat().st_size
    if not path.is_file() and not path.is_dir():
        raise BadInput(f"{path}: a pipe or a device, not a file")
    if size > limits.file:
        what = f"the file is too long, {size} bytes"
        raise too_large(what, "bytes", "file", Place(str(path), 1, 1))
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text: {error.reason} at byte {error.start}") from None
    except OSError as error:  # one that came up while reading does not name the file
        raise BadInput(f"{path}: {error.strerror}") from None


def question_in_words(
    text: str, declared: Sequence[str] = (), given: Sequence[str] = (), seconds: float | None = None
) -> Question:
    """The statement of one relation, such as `x < x + 1`.  Raises BadInput with all faults.

    declared: sorts of names, such as `x, y: real`.   given: hypotheses, each a relation.
    """
    texts = {"statement": text}
    texts |= {f"let {k}": line for k, line in enumerate(declared, 1)}
    texts |= {f"given {k}": line for k, line in enumerate(given, 1)}
    try:
        found: Statement | Unsupported = parse_claim(text, declared, given, _well_sorted(seconds))
    except Unsupported as error:
        found = error
    except StatementErrors as error:
        shown = [f"{fault}{_caret(fault, texts)}" for fault in error.faults]
        if any(isinstance(fault, Undeclared) for fault in error.faults):
            shown.append("declare a name with --let 'name: sort', such as --let 'x: real'")
        raise BadInput("\n  ".join(shown)) from None
    return _question(text, found)


def _well_sorted(seconds: float | None) -> Check:
    """The check that a statement is closed and well-sorted, as far as that is seen in time."""

    def check(statement: Statement) -> None:
        try:
            with alarm(None if seconds is None else READING * seconds):
                check_statement(statement)
        except (OutOfReach, TooLarge, RecursionError, Late):
            return  # no fault of the writer's; what it is, judging will say

    return check


def _question(name: str, found: Statement | Unsupported) -> Question:
    if isinstance(found, Statement):
        return Question(name, found)
    return Question(name, Statement((), (), ()), str(found))


def _caret(fault: StatementError, texts: dict[str, str]) -> str:
    """The line with the fault, and a caret below its place; nothing for a place elsewhere."""
    place = fault.place
    lines = texts.get(place.file, "").split("\n") if place is not None else []
    if place is None or place.line > len(lines) or not lines[place.line - 1].isprintable():
        return ""
    line, at = lines[place.line - 1], place.column - 1
    start = max(0, at - _SHOWN // 2) if len(line) > _SHOWN else 0
    piece = line[start : start + _SHOWN]
    return f"\n      {piece}\n      {' ' * (at - start)}^"


def answers(
    questions: Sequence[Question], workers: int | None = None, seconds: float | None = None
) -> Iterator[Verdict]:
    """A verdict for each question, in their order.

    workers: how many processes; 1 judges here.  None: here, unless there are many questions.
    seconds: what one question may take; after that it is left undecided.
    """
    if workers is None:
        workers = 1 if len(questions) < MANY else 0
    if workers == 1 or len(questions) < 2:
        for question in questions:
            yield answer(question, seconds)
        return
    from derivations.judging.judge import judge_statements

    statements = [q.statement for q in questions if not q.unsupported]
    verdicts = judge_statements(statements, workers or None, seconds)
    for question in questions:
        yield _unsupported(question) if question.unsupported else next(verdicts)


def answer(question: Question, seconds: float | None = None) -> Verdict:
    """The verdict on one statement, judged here; whatever goes wrong leaves it undecided."""
    if question.unsupported:
        return _unsupported(question)
    from derivations.proving import decide

    claimed = question.statement
    started = time.perf_counter()
    try:
        with alarm(None if seconds is None else (1 - READING) * seconds), limited_memory():
            return decide(claimed, seconds=None if seconds is None else SEARCH * seconds)
    except Late:
        words = f"no answer within {seconds:g} s (--limit seconds={seconds:g})"
        attempt = Attempt("time", words, advice="allow more seconds")
    except RecursionError:
        attempt = Attempt("depth", "nested too deep", advice="name parts of it, or split it")
    except MemoryError:
        words = f"there is not enough memory ({limits.setting('memory')})"
        attempt = Attempt("memory", words, advice="split the statement")
    except StatementError as error:
        attempt = Attempt("statement", str(error))
    except Exception as error:
        words = f"failed: {type(error).__name__}: {error}".rstrip(": ")
        attempt = Attempt("prover", words, advice="this is a fault of the program; report it")
    spent = time.perf_counter() - started
    return Verdict(UNDECIDED, claimed, attempts=(attempt,), seconds=spent)


def _unsupported(question: Question) -> Verdict:
    attempt = Attempt("language", question.unsupported)
    return Verdict(UNDECIDED, question.statement, attempts=(attempt,))
