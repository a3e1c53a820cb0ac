"""Judging many statements, such as all claims of documents, here or in several processes.

However many processes there are, verdicts come in the order of the statements.  A process judges
one at a time; one that dies, or does not answer in time, loses that statement only, which becomes
undecided with the reason.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.judging.child import Child, judge_here
from derivations.language.statements import Statement
from derivations.verdicts import Stopped, Verdict, undecided

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged
    from derivations.documents.entries import Claim

# From so many statements on, several processes save more time than they take to start.
MANY = 200
# How often, in seconds, it is looked whether a process has used up its time.
WAKE = 0.2


def judge(
    documents: Iterable[Document], workers: int | None = None, seconds: float | None = None
) -> Iterator[Judged]:
    """Judge every claim of the documents, in their order.

    workers, seconds: as for `judge_statements`; claims that use others are judged in this process.
    """
    from derivations.documents.document import Judged  # statements need no documents

    claims = [(document, claim) for document in documents for claim in document.claims]
    alone = [claim.statement for _, claim in claims if not claim.lemmas]
    verdicts = judge_statements(alone, workers, seconds)
    found: dict[int, Verdict] = {}
    for document, claim in claims:
        if not claim.lemmas:
            found[id(claim)] = next(verdicts)
        yield Judged(document, claim, _judged(claim, seconds, found))


def judge_claim(document: Document, label: str, seconds: float | None = None) -> Verdict:
    """Judge one claim of a document here, after those that it uses; `seconds` is for each.

    Raises KeyError for what is no label of a claim or step.
    """
    return _judged({claim.label: claim for claim in document.claims}[label], seconds, {})


def _judged(claim: Claim, seconds: float | None, found: dict[int, Verdict]) -> Verdict:
    """The verdict on a claim, after those that it uses; `found` keeps them."""
    if id(claim) not in found:
        using = [_judged(used, seconds, found) for used in claim.lemmas]
        found[id(claim)] = judge_here(claim.statement, seconds, using)
    return found[id(claim)]


def judge_statements(
    statements: Sequence[Statement], workers: int | None = None, seconds: float | None = None
) -> Iterator[Verdict]:
    """Judge statements, in their order.

    workers: how many processes; 1 judges here.  None judges here too, unless there are so many
        statements that starting a process for each processor pays.  A program that asks for
        several has to have its main part under `if __name__ == "__main__":`.
    seconds: what one statement may take; after that it is left undecided.
    """
    if workers is None:
        workers = 1 if len(statements) < MANY else os.cpu_count() or 1
    workers = min(workers, len(statements))
    if workers < 2:
        return (judge_here(claimed, seconds) for claimed in statements)
    return _judge_there(statements, workers, seconds)


def _judge_there(
    statements: Sequence[Statement], count: int, seconds: float | None
) -> Iterator[Verdict]:
    from multiprocessing.connection import wait  # a single statement starts sooner without

    waiting = enumerate(statements)
    busy: dict[Child, int] = {}  # each with the place of its statement
    done: dict[int, Verdict] = {}
    started: dict[int, float] = {}

    def lost(place: int, error: BaseException) -> None:
        spent = time.perf_counter() - started[place]
        done[place] = replace(undecided(statements[place], error), seconds=spent)

    def next_statement(child: Child | None) -> None:
        for place, claimed in waiting:
            started[place] = time.perf_counter()
            child = child or Child()
            busy[child] = place
            try:
                child.ask(claimed, seconds)
                return
            except ChildProcessError as error:
                lost(place, error)
                del busy[child]
                child = None
        if child is not None:
            child.end()

    try:
        for _ in range(count):
            next_statement(None)
        for wanted in range(len(statements)):
            while wanted not in done:
                wait([child.connection for child in busy], WAKE)
                for child, place in list(busy.items()):
                    left: Child | None = child
                    try:
                        verdict = child.answer()
                        if verdict is None:
                            continue
                        done[place] = verdict
                    except (Exception, Stopped) as error:
                        child.end()
                        lost(place, error)
                        left = None
                    del busy[child]
                    next_statement(left)
            yield done.pop(wanted)
    finally:
        for child in busy:
            child.end()
