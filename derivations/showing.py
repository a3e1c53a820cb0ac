"""Showing one claim: finding it by its name, judging it, telling what came of it.

    document:label    a claim of a built-in document, or of a claim file FILE.py
    label             the same, when only one built-in document has that label
    FILE.json#id      a statement of a file
    a relation        any text with =, !=, <, <=, > or >=, or `... is invertible`

The label of a chain stands for all its steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derivations.judging.asking import (
    BadInput,
    Question,
    answer,
    question_in_words,
    questions_in_file,
)
from derivations.verdicts import Verdict

if TYPE_CHECKING:
    from derivations.documents.document import Claim, Document, Entry

_RELATION = re.compile(r"[=<>]|\bis\s+invertible\s*$")


def show(
    asked: str,
    declared: Sequence[str] = (),
    given: Sequence[str] = (),
    seconds: float | None = None,
) -> Iterator[str]:
    """The texts to print, one for each claim.  Raises BadInput, DocumentError or OSError."""
    file, marked, name = asked.partition(".json#")
    if marked:
        _no_context(declared, given)
        return iter([_told(_in_file(f"{file}.json", name, seconds), seconds)])
    if _RELATION.search(asked):
        return iter([_told(question_in_words(asked, declared, given, seconds), seconds)])
    if asked.endswith(".json"):
        raise BadInput(f"name a statement of the file by its id: {asked}#ID")
    _no_context(declared, given)
    document, entry = _find(asked)
    return _entry_texts(document, entry, seconds)


def _no_context(declared: Sequence[str], given: Sequence[str]) -> None:
    if declared or given:
        raise BadInput(
            "--let and --given go with a statement written as a relation; "
            "a claim brings its own names and hypotheses"
        )


def _told(question: Question, seconds: float | None, heading: str = "") -> str:
    from derivations.writing.explain import explain

    verdict = answer(question, seconds)
    text = explain(verdict)
    lines = [line for line in (heading, text, _seconds(verdict)) if line]
    return "\n".join(lines)


def _seconds(verdict: Verdict) -> str:
    return f"Judged in {verdict.seconds:.3f} s."


def _in_file(file: str, name: str, seconds: float | None) -> Question:
    questions = {q.name: q for q in questions_in_file(file, seconds)}
    if name not in questions:
        from derivations.language.parser_names import closest
        from derivations.language.parser_tokens import shown

        near = closest(name, questions)
        raise BadInput(f"{file} has no statement with the id {shown(name)}{near}")
    return questions[name]


# Claims of documents


def _find(asked: str) -> tuple[Document, Entry]:
    """The document and its entry that a name stands for."""
    from derivations.documents import builtin_documents, load

    name, colon, label = asked.partition(":")
    documents = [load(name)] if colon else [load(n) for n in builtin_documents()]
    label = label.strip() if colon else asked.strip()
    found = [(d, e) for d in documents for e in _labelled(d, label)]
    if len(found) == 1:
        return found[0]
    if found:
        choices = ", ".join(f"{d.name}:{label}" for d, _ in found)
        raise BadInput(f"several documents have a claim {label!r}: {choices}")
    from derivations.language.parser_names import closest
    from derivations.language.parser_tokens import shown

    labels = [e for d in documents for e in _labels(d)]
    where = documents[0].name if colon else "the built-in documents"
    raise BadInput(
        f"no claim of {where} is called {shown(label)}{closest(label, labels)}; "
        "`derivations check` lists them (and a statement has a relation in it, such as x = x)"
    )


def _labels(document: Document) -> list[str]:
    entries = [getattr(e, "label", "") for e in document.entries]
    return [*dict.fromkeys(filter(None, [*entries, *(c.label for c in document.claims)]))]


def _labelled(document: Document, label: str) -> list[Entry]:
    entries = [e for e in document.entries if getattr(e, "label", None) == label]
    return entries or [c for c in document.claims if c.label == label]


def _entry_texts(document: Document, entry: Entry, seconds: float | None) -> Iterator[str]:
    from derivations.documents.document import Chain, Claim

    if isinstance(entry, Claim):
        yield _claim_text(document, entry, seconds)
    elif isinstance(entry, Chain):
        for claim in entry.steps:
            yield _claim_text(document, claim, seconds)
    else:
        from derivations.writing.plain import relation_line

        relation = getattr(entry, "relation", None)
        lines = [_heading(document, entry), str(getattr(entry, "words", ""))]
        lines.append("" if relation is None else f"    {relation_line(relation)}")
        lines.append(f"Listed as a {type(entry).__name__.lower()}, not judged.")
        yield "\n".join(filter(None, lines))


def _claim_text(document: Document, claim: Claim, seconds: float | None) -> str:
    lines = [_heading(document, claim)]
    if claim.words:
        lines.append(claim.words)
    if claim.reason:
        lines.append(f"Reason given: {claim.reason}")
    if claim.corrects is not None:
        lines.append(f"It corrects {claim.corrects}, which is refuted as printed.")
    return _told(Question(claim.label, claim.statement), seconds, "\n".join([*lines, ""]))


def _heading(document: Document, entry: Entry) -> str:
    source = getattr(entry, "source", "")
    section = getattr(entry, "section", "")
    parts = [f"{document.name}: {getattr(entry, 'label', '')}", section, source]
    return "   ".join(filter(None, parts))
