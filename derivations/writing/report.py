"""What the command line prints of verdicts: answers, claims of documents, tables and tallies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from derivations.language.text import exists_text, proposition_text, relation_text
from derivations.verdicts import (
    CONDITIONAL, KINDS, LONGEST, PROVED, REFUTED, UNDECIDED, WIDTH, Verdict, answer, details,
    indented, one_line, verdict_json,
)
from derivations.writing.refutations import tables_text
from derivations.writing.story import Pen, mended_words, others_words, proposition_words

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged
    from derivations.documents.entries import Entry, Labelled

# The longest side of a relation in the answer to a question, which has been stated already.
_SHORT = 100
# The verdicts, best first; and what rows of entries that are not judged themselves carry.
_WORST = (None, PROVED, CONDITIONAL, UNDECIDED, REFUTED)
_GIVEN = ("source", "words", "printed", "fault", "corrects", "completes", "reading", "missing")
_MENDED = ("corrected", "completed")
# What is wrong with what is refuted, and whether the word is a noun.
_FAULTS = {"false": False, "slip": True, "tacit": False, "reading": True}
_UNJUDGED = {
    "empty": False, "stopped": False, "conditions": [], "witness": None, "theorem": None,
    "attempts": [], "seconds": 0,
}  # fmt: skip


def answer_text(name: str, verdict: Verdict) -> str:
    """The answer to a question: its name, the verdict and the time, and what it rests on."""
    goals = [proposition_words(goal, Pen(_SHORT)) for goal in verdict.statement.goals[:3]]
    goals = _of_some(verdict, goals)
    more = len(verdict.statement.goals) - len(goals)
    told = [*goals, f"... and {more} more"] if more else goals
    line = f"{one_line(name):<{WIDTH}}  {answer(verdict):<11}  {verdict.seconds:.3f} s"
    lines = told if [name] != goals else []
    return "\n".join([line, *indented([*lines, *details(verdict)])])


def _of_some(verdict: Verdict, goals: list[str]) -> list[str]:
    """The goals, the first one with what it says that there is."""
    return [exists_text(verdict.statement) * (k == 0) + goal for k, goal in enumerate(goals)]


def answer_json(name: str, verdict: Verdict) -> dict[str, Any]:
    """One line of `derivations decide --json`."""
    witness = verdict.witness
    residual = None if witness is None or witness.residual is None else str(witness.residual)
    return {"id": name, **verdict_json(verdict), "residual": residual}


def answers_tally(verdicts: Sequence[Verdict]) -> str:
    """How many of each kind of verdict."""
    return f"{_count(len(verdicts), 'statement')}: {_kinds([v.kind for v in verdicts])}"


def judged_text(judged: Judged) -> str:
    """The line of a claim in the report on documents, and what there is to say about it."""
    from derivations.documents.faults import shown_place

    claim, verdict = judged.claim, judged.verdict
    expected = "" if judged.expected else f", {judged.surprise}"
    head = f"  {judged.document.name}:{claim.label}" + (f"  {claim.source}" if claim.source else "")
    line = f"{head:<{WIDTH}}  {answer(verdict)}{expected}"
    below = details(verdict, proved_too=not judged.expected)
    if claim.missing:
        below.insert(0, f"missing: {claim.missing}")
    if below:
        goals = [proposition_text(g, LONGEST) for g in verdict.statement.goals]
        below = [*map(one_line, _of_some(verdict, goals)), *below]
    if not judged.expected:
        below.insert(0, f"claimed in {shown_place(claim.place) if claim.place else claim.document}")
    return "\n".join([line, *("  " + d for d in indented(below))])


def heading_lines(document: Document, entry: Labelled) -> list[str]:
    """What is said above the telling of a claim, or of what is listed and not judged."""
    from derivations.documents.entries import Claim

    about = [f"{document.name}: {entry.label}", entry.section, entry.source]
    lines = ["   ".join(filter(None, about)), entry.words]
    if isinstance(entry, Claim):
        lines.append(f"Printed: {entry.printed}" if entry.printed else "")
        lines.append(f"Reason given: {entry.reason}" if entry.reason else "")
        lines += others_words(entry, str)
        mended = mended_words(document.mended(entry.label), str)
        lines.append(f"As printed; {mended}." if mended else "")
        return [*filter(None, lines), ""]
    relation = getattr(entry, "relation", None)
    lines.append("" if relation is None else f"    {Pen().relation(relation)}")
    missing, others = getattr(entry, "missing", ""), others_words(entry, str)
    lines += [f"It cannot be stated yet: {missing}."] if missing else others
    if not (missing or others):
        lines.append(f"Listed as a {type(entry).__name__.lower()}, not judged.")
    return list(filter(None, lines))


def json_lines(documents: Iterable[Document], judged: Iterable[Judged]) -> list[dict[str, Any]]:
    """An object for every label of the documents, in their order, all with the same keys.

    kind: `claim`, `chain`, `step`, `group`, `definition` or `remark`.  The verdict of a chain is
    the worst of its steps, that of a group the worst of its members.
    """
    found = {(one.document.name, one.claim.label): one for one in judged}
    lines = []
    for document in documents:
        kinds: dict[str, tuple[str, str]] = {}  # label -> found and expected
        for entry in document.entries:
            rows = _rows(entry, document, found, kinds)
            kinds.update({row["claim"]: (row["verdict"], row["expected"]) for row in rows})
            lines += rows
    return lines


def _rows(
    entry: Entry,
    document: Document,
    judged: Mapping[tuple[str, str], Judged],
    kinds: Mapping[str, tuple[str, str]],
) -> list[dict[str, Any]]:
    from derivations.documents.entries import Chain, Claim, Group, Section, Unstated

    if isinstance(entry, Section):
        return []
    words, label = entry.words, entry.label

    def row(
        kind: str, told: dict[str, Any], verdict: str | None, expected: str | None
    ) -> dict[str, Any]:
        given = {key: getattr(entry, key, None) or None for key in _GIVEN}
        mended = document.mended(label)
        given |= {f"{how}_in": [c.label for c in mended.get(how, ())] for how in _MENDED}
        about = {"document": document.name, "claim": label, "kind": kind, "expected": expected}
        return {**about, **given, **_UNJUDGED, "statement": words, "verdict": verdict, **told}

    if isinstance(entry, Claim):
        verdict = judged[document.name, entry.label].verdict
        kind = "step" if entry.chain else "claim"
        return [row(kind, verdict_json(verdict), verdict.kind, entry.expect)]
    if isinstance(entry, Unstated):
        return [row("claim", {}, UNDECIDED, UNDECIDED)]
    if isinstance(entry, (Chain, Group)):
        steps = []
        if isinstance(entry, Chain):
            steps = [r for step in entry.steps for r in _rows(step, document, judged, kinds)]
            parts = [(r["verdict"], r["expected"]) for r in steps]
        else:
            parts = [kinds[label] for label in entry.members]
        verdict_, expected = (max(some, key=_WORST.index) for some in zip(*parts, strict=True))
        return [row(type(entry).__name__.lower(), {}, verdict_, expected), *steps]
    relation = getattr(entry, "relation", None)
    told = {} if relation is None else {"statement": relation_text(relation)}
    return [row(type(entry).__name__.lower(), told, None, None)]


def check_text(documents: Sequence[Document], judged: Sequence[Judged]) -> str:
    """The report on documents: the tally, where they are wrong, and what is not simply proved.

    What is refuted as expected comes first, as printed, with a counterexample and its correction;
    what is conditional, undecided, not as expected or proved of nothing is told below.  What is
    proved is only counted.
    """
    from derivations.documents.entries import Unstated

    others = []
    for one in judged:
        theorem = one.verdict.theorem
        vacuous = one.verdict.empty or (theorem is not None and not theorem.satisfied)
        if not one.expected or vacuous or one.verdict.kind in (CONDITIONAL, UNDECIDED):
            others.append(judged_text(one))
    for document in documents:
        for entry in document.entries:
            if isinstance(entry, Unstated):
                head = f"  {document.name}:{entry.label}"
                others.append(f"{head:<{WIDTH}}  UNDECIDED\n      not stated: {entry.missing}")
    lines = [tally(documents, judged), *tables_text([one for one in judged if one.expected])]
    rest = "Conditional, undecided, without a model or not as expected:"
    lines += ["", rest, *others] if others else []
    return "\n".join(lines)


def tally(documents: Sequence[Document], judged: Sequence[Judged]) -> str:
    """How many of each kind of verdict, what was only listed, and whether all is as expected."""
    found = [one.verdict.kind for one in judged]
    kinds = [type(entry).__name__ for document in documents for entry in document.entries]
    unstated, definitions = kinds.count("Unstated"), kinds.count("Definition")
    found += [UNDECIDED] * unstated
    surprises = sum(not one.expected for one in judged)
    listed = f"{_count(definitions, 'definition')}, {_count(kinds.count('Remark'), 'remark')}"
    ending = f"{surprises} not as expected" if surprises else "all as expected"
    faults = [one.fault for one in judged if one.verdict.kind == REFUTED]
    told = _kinds(found, {REFUTED: _fault_words(faults)})
    return f"{_count(len(found), 'claim')}: {told}; listed: {listed}; {ending}"


def _fault_words(found: Sequence[str]) -> str:
    """Of what is refuted, how many are false, slips, tacit and readings, where it is said."""
    numbers = [(found.count(kind), kind, noun) for kind, noun in _FAULTS.items()]
    told = [_count(number, kind) if noun else f"{number} {kind}"
            for number, kind, noun in numbers if number]  # fmt: skip
    return f" ({', '.join(told)})" if told else ""


def _kinds(found: Sequence[str], more: Mapping[str, str] = {}) -> str:
    return ", ".join(f"{found.count(kind)} {kind}{more.get(kind, '')}" for kind in KINDS)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
