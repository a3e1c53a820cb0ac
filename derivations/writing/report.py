"""What the command line prints of verdicts: answers, claims of documents, tables and tallies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from derivations.language.text import proposition_text, relation_text
from derivations.verdicts import (
    KINDS,
    LONGEST,
    WIDTH,
    Verdict,
    details,
    indented,
    one_line,
    verdict_json,
)
from derivations.writing.plain import proposition_line, relation_line

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged
    from derivations.documents.entries import Claim, Definition, Entry, Remark

# The longest side of a relation in the answer to a question, which has been stated already.
_SHORT = 100


def answer_text(name: str, verdict: Verdict) -> str:
    """The answer to a question: its name, the verdict and the time, and what it rests on."""
    goals = [proposition_line(goal, _SHORT) for goal in verdict.statement.goals[:3]]
    more = len(verdict.statement.goals) - len(goals)
    told = [*goals, f"... and {more} more"] if more else goals
    line = f"{one_line(name):<{WIDTH}}  {verdict.kind.upper():<11}  {verdict.seconds:.3f} s"
    lines = told if [name] != goals else []
    return "\n".join([line, *indented([*lines, *details(verdict)])])


def answer_json(name: str, verdict: Verdict) -> dict[str, Any]:
    """One line of `derivations decide --json`."""
    witness = verdict.witness
    residual = None if witness is None or witness.residual is None else str(witness.residual)
    return {"id": name, **verdict_json(verdict), "residual": residual}


def answers_tally(verdicts: Sequence[Verdict]) -> str:
    """How many of each kind of verdict."""
    found = [verdict.kind for verdict in verdicts]
    kinds = ", ".join(f"{found.count(kind)} {kind}" for kind in KINDS)
    return f"{_count(len(found), 'statement')}: {kinds}"


def judged_text(judged: Judged) -> str:
    """The line of a claim in the report on its document, and what there is to say about it.

    What is proved, as expected, takes one line.
    """
    claim, verdict = judged.claim, judged.verdict
    expected = "" if judged.expected else f", expected {claim.expect}"
    source = f"  {claim.source}" if claim.source else ""
    head = f"  {claim.label}{source}"
    line = f"{head:<{WIDTH}}  {verdict.kind.upper()}{expected}"
    below = details(verdict, proved_too=not judged.expected)
    if below:
        below = [*(one_line(proposition_text(g, LONGEST)) for g in verdict.statement.goals), *below]
    if not judged.expected:
        below.insert(0, f"claimed in {_where(claim)}")
    return "\n".join([line, *("  " + d for d in indented(below))])


def heading_lines(document: Document, entry: Entry) -> list[str]:
    """What is said above the telling of a claim, or of what is listed and not judged."""
    from derivations.documents.entries import Claim

    parts = [f"{document.name}: {getattr(entry, 'label', '')}"]
    parts += [getattr(entry, "section", ""), getattr(entry, "source", "")]
    lines = ["   ".join(filter(None, parts)), getattr(entry, "words", "")]
    if isinstance(entry, Claim):
        lines.append(f"Reason given: {entry.reason}" if entry.reason else "")
        if entry.corrects is not None:
            lines.append(f"It corrects {entry.corrects}, which is refuted as printed.")
        if entry.using:
            lines.append("Its proof may use " + ", ".join(entry.using) + ".")
        return [*filter(None, lines), ""]
    relation = getattr(entry, "relation", None)
    lines.append("" if relation is None else f"    {relation_line(relation)}")
    lines.append(f"Listed as a {type(entry).__name__.lower()}, not judged.")
    return list(filter(None, lines))


def _where(claim: Claim) -> str:
    from derivations.documents.faults import shown_path

    if claim.place is None:
        return claim.document
    return f"{shown_path(claim.place.file)}:{claim.place.line}"


def judged_json(judged: Judged) -> dict[str, Any]:
    """One line of `derivations check --json`, for a claim or a step."""
    return {
        "document": judged.document.name,
        "claim": judged.claim.label,
        "kind": "step" if judged.claim.chain else "claim",
        "expected": judged.claim.expect,
        **verdict_json(judged.verdict),
    }


def json_lines(documents: Iterable[Document], judged: Iterable[Judged]) -> list[dict[str, Any]]:
    """An object for everything in the documents, in their order: what is judged and what is not."""
    from derivations.documents.entries import Chain, Claim, Definition, Remark

    found = {(one.document.name, one.claim.label): one for one in judged}
    lines = []
    for document in documents:
        for entry in document.entries:
            if isinstance(entry, (Claim, Chain)):
                claims = entry.steps if isinstance(entry, Chain) else (entry,)
                lines += [judged_json(found[document.name, c.label]) for c in claims]
            elif isinstance(entry, (Definition, Remark)):
                lines.append(_listed_json(document, entry))
    return lines


def _listed_json(document: Document, entry: Definition | Remark) -> dict[str, Any]:
    """The object of a definition or remark, which is listed and not judged."""
    relation = getattr(entry, "relation", None)
    return {
        "document": document.name,
        "claim": entry.label,
        "kind": type(entry).__name__.lower(),
        "verdict": None,
        "empty": False,
        "expected": None,
        "conditions": [],
        "witness": None,
        "seconds": 0,
        "statement": entry.words if relation is None else relation_text(relation),
        "theorem": None,
        "attempts": [],
    }


def table(judged: Sequence[Judged]) -> list[str]:
    """One line a claim: document, claim, verdict, whether that was expected, time."""
    rows = [("document", "claim", "verdict", "expected", "time")]
    for one in judged:
        seconds = f"{one.verdict.seconds:.3f} s"
        expected = one.claim.expect if one.expected else f"{one.claim.expect}  <-- not as expected"
        rows.append((one.document.name, one.claim.label, one.verdict.kind, expected, seconds))
    widths = [max(len(row[k]) for row in rows) for k in range(5)]
    lines = []
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row[:4], widths, strict=False)]
        lines.append("  ".join([*cells, f"{row[4]:>{widths[4]}}"]))
    lines.insert(1, "  ".join("-" * width for width in widths))
    return lines


def tally(documents: Sequence[Document], judged: Sequence[Judged]) -> str:
    """How many of each kind of verdict, what was only listed, and whether all is as expected."""
    from derivations.documents.entries import Definition, Remark

    found = [one.verdict.kind for one in judged]
    verdicts = ", ".join(f"{found.count(kind)} {kind}" for kind in KINDS)
    entries = [entry for document in documents for entry in document.entries]
    definitions = sum(isinstance(e, Definition) for e in entries)
    remarks = sum(isinstance(e, Remark) for e in entries)
    surprises = sum(not one.expected for one in judged)
    listed = f"listed: {_count(definitions, 'definition')}, {_count(remarks, 'remark')}"
    ending = f"{surprises} not as expected" if surprises else "all as expected"
    return f"{_count(len(judged), 'claim')}: {verdicts}; {listed}; {ending}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
