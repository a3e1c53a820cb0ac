"""Verdicts as text for people, and as plain data for programs.

A message says where, what, both sides, why and what next:

    tanh(x) == 2*s(x) - 1                                                   REFUTED
        at x = log(2): left 3/5, right 1/3, exactly 4/15 apart (assumed: x real)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.language.statements import Proposition, Relation, Statement, proposition
from derivations.language.terms import Term, number
from derivations.language.text import proposition_text, term_text
from derivations.verdicts import (
    CONDITIONAL,
    KINDS,
    REFUTED,
    UNDECIDED,
    Assignment,
    Verdict,
    Witness,
)
from derivations.writing.plain import (
    contradiction_line,
    proposition_line,
    relation_line,
    shortened,
    values_words,
)

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged
    from derivations.documents.entries import Claim, Definition, Entry, Remark
    from derivations.kernel import Theorem

_WIDTH = 72
_LONGEST = 600
# Of more methods that stopped alike, the first are named.
_MANY = 6
# The longest side of a relation in the answer to a question, which has been stated already.
_SHORT = 100


def verdict_text(verdict: Verdict) -> str:
    """A verdict in a few lines: what is claimed, the answer, and what it rests on."""
    goals = _line("; ".join(_proposition(g) for g in verdict.statement.goals))
    return "\n".join([f"{goals:<{_WIDTH}}  {verdict.kind.upper()}", *_indented(_details(verdict))])


def answer_text(name: str, verdict: Verdict) -> str:
    """The answer to a question: its name, the verdict and the time, and what it rests on."""
    goals = [proposition_line(goal, _SHORT) for goal in verdict.statement.goals[:3]]
    more = len(verdict.statement.goals) - len(goals)
    told = [*goals, f"... and {more} more"] if more else goals
    line = f"{_line(name):<{_WIDTH}}  {verdict.kind.upper():<11}  {verdict.seconds:.3f} s"
    lines = told if [name] != goals else []
    return "\n".join([line, *_indented([*lines, *_details(verdict)])])


def answer_json(name: str, verdict: Verdict) -> dict[str, Any]:
    """One line of `derivations decide --json`."""
    found = verdict_json(verdict)
    witness = found["witness"]
    return {
        "id": name,
        "verdict": found["verdict"],
        "conditions": found["conditions"],
        "witness": witness,
        "residual": None if witness is None else witness["residual"],
        "theorem": found["theorem"],
        "seconds": found["seconds"],
        "attempts": found["attempts"],
    }


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
    line = f"{head:<{_WIDTH}}  {verdict.kind.upper()}{expected}"
    details = _details(verdict, proved_too=not judged.expected)
    if details:
        goals = [_line(_proposition(goal)) for goal in verdict.statement.goals]
        details = [*goals, *details]
    if not judged.expected:
        details.insert(0, f"claimed in {_where(claim)}")
    return "\n".join([line, *("  " + d for d in _indented(details))])


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
        return [*filter(None, lines), ""]
    relation = getattr(entry, "relation", None)
    lines.append("" if relation is None else f"    {relation_line(relation)}")
    lines.append(f"Listed as a {type(entry).__name__.lower()}, not judged.")
    return list(filter(None, lines))


def _where(claim: Claim) -> str:
    from derivations.documents.entries import shown_path

    if claim.place is None:
        return claim.document
    return f"{shown_path(claim.place.file)}:{claim.place.line}"


def _indented(lines: Iterable[str]) -> list[str]:
    return ["    " + line for line in lines]


def _details(verdict: Verdict, proved_too: bool = True) -> list[str]:
    """What to say below the line with the verdict."""
    lines: list[str] = []
    if verdict.kind == REFUTED:
        lines += _refutation_lines(verdict)
    elif verdict.kind == CONDITIONAL:
        conditions = " and ".join(str(c) for c in verdict.conditions)
        lines.append(_line(f"proved where {conditions}"))
        if verdict.witness is not None:
            lines.append(_line(f"which fails at {_values_text(verdict.witness)}"))
    elif verdict.kind == UNDECIDED:
        lines += attempt_lines(verdict)
    elif proved_too:
        assumed = _assumed(verdict.statement)
        if assumed:
            lines.append(_line(f"for all {assumed}"))
    return lines + _reservations(verdict)


def _reservations(verdict: Verdict) -> list[str]:
    """What a reader of a theorem has to know besides: no model found, hypotheses not used."""
    theorem = verdict.theorem
    if theorem is None:
        why = contradiction_line(verdict)
        return [] if why is None else [_line(f"the hypotheses contradict each other: {why}")]
    lines = []
    hypotheses = verdict.statement.hypotheses
    if theorem.model is None:
        lines.append(_line(f"model: not found ({_no_model(verdict)})"))
    if theorem.unused:
        unused = "; ".join(str(hypotheses[number]) for number in theorem.unused)
        lines.append(_line(f"not used: {unused}"))
    if theorem.axioms:
        lines.append(f"assumes {', '.join(theorem.axioms)}")
    return lines


def _no_model(verdict: Verdict) -> str:
    why = contradiction_line(verdict)
    if why is None:
        return "no values are known that satisfy all hypotheses"
    who = "hypotheses and conditions" if verdict.conditions else "the hypotheses"
    return f"{who} contradict each other: {why}; nothing is said about any value"


def attempt_lines(verdict: Verdict) -> list[str]:
    """What each method tried and where it stopped, those that stopped alike in one line; then what
    would settle it."""
    methods: dict[tuple[str, str], list[str]] = {}
    for attempt in verdict.attempts:
        methods.setdefault((attempt.stopped, attempt.remained), []).append(attempt.method)
    lines = []
    for (stopped, left), names in methods.items():
        remained = f"; what remained: {left}" if left else ""
        lines.append(_line(f"{_several(list(dict.fromkeys(names)))}: {stopped}{remained}"))
    advice = dict.fromkeys(a.advice for a in verdict.attempts if a.advice)
    lines += [_line(f"To settle it: {a}") for a in advice]
    return lines or ["no method applies to it"]


def _several(names: list[str]) -> str:
    if len(names) <= _MANY:
        return ", ".join(names)
    return f"{', '.join(names[: _MANY - 1])} and {len(names) - _MANY + 1} more"


def _refutation_lines(verdict: Verdict) -> list[str]:
    lines = []
    if verdict.counterexample is not None and verdict.counterexample.nowhere is not None:
        lines.append(_line(f"defined nowhere: {verdict.counterexample.nowhere} never holds"))
    elif verdict.witness is not None:
        lines += _witness_lines(verdict.witness, verdict.statement)
    return lines


def _witness_lines(witness: Witness, statement: Statement) -> list[str]:
    values = _values_text(witness)
    at = f"at {values}: " if values else ""
    assumed = _assumed(statement)
    under = f" (assumed: {assumed})" if assumed else ""
    lines = []
    if len(statement.goals) > 1:
        lines.append(_line(f"false is {_proposition(witness.goal)}"))
    lines.append(_line(f"{at}{_sides_text(witness)}{under}"))
    if witness.residual is not None:
        lines.append(_line(f"left - right = {_term(witness.residual)}"))
    return lines


def _values_text(witness: Witness) -> str:
    return values_words(witness.values, _LONGEST // 2)


def _sides_text(witness: Witness) -> str:
    sides = []
    for name, side in (("left", witness.left), ("right", witness.right)):
        sides.append(f"{name} is undefined" if side is None else f"{name} {_term(side)}")
    apart = apart_words(witness)
    if apart:
        sides.append(apart)
    return ", ".join(sides)


def apart_words(witness: Witness) -> str:
    """How far apart the two sides are, when both are rational."""
    if witness.left is None or witness.right is None or witness.goal.operator != "==":
        return ""
    left, right = _rational(witness.left), _rational(witness.right)
    if left is None or right is None:
        return ""
    return f"exactly {_term(number(abs(left - right)))} apart"


def _rational(term: Term) -> Fraction | None:
    """The value of a number as it is printed: an optional minus, an optional division."""
    if term.head == "number":
        return term.data  # type: ignore[no-any-return]
    if term.head == "neg":
        value = _rational(term.args[0])
        return None if value is None else -value
    if term.head == "div":
        numerator, denominator = _rational(term.args[0]), _rational(term.args[1])
        if numerator is not None and denominator:
            return numerator / denominator
    return None


def _assumed(statement: Statement) -> str:
    """Declarations, those of one sort together, then hypotheses: `a, b real; a != b`."""
    together: dict[str, list[str]] = {}
    for declared in statement.declarations:
        together.setdefault(str(declared.sort), []).append(declared.name)
    parts = [f"{shortened(names)} {sort}" for sort, names in together.items()]
    return "; ".join(parts + [str(h) for h in statement.hypotheses])


def _term(term: Term) -> str:
    return term_text(term, _LONGEST // 2)


def _proposition(stated: Relation | Proposition) -> str:
    return proposition_text(proposition(stated), _LONGEST // 2)


def _line(text: str) -> str:
    """One line of bounded length: what is cut off is said to be."""
    text = " ".join(text.split())
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]} ... ({len(text) - _LONGEST} more characters)"


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Verdict, conditions, witness and attempts as plain data, all terms as text."""
    return {
        "statement": str(verdict.statement),
        "verdict": verdict.kind,
        "conditions": [str(c) for c in verdict.conditions],
        "witness": None if verdict.witness is None else _witness_json(verdict.witness),
        "theorem": None if verdict.theorem is None else _theorem_json(verdict, verdict.theorem),
        "attempts": [
            {
                "method": a.method,
                "stopped": a.stopped,
                "remained": a.remained,
                "advice": a.advice,
            }
            for a in verdict.attempts
        ],
        "seconds": round(verdict.seconds, 6),
    }


def _theorem_json(verdict: Verdict, theorem: Theorem) -> dict[str, Any]:
    model = None if theorem.model is None else _values_json(theorem.model)
    hypotheses = theorem.statement.hypotheses
    return {
        "hash": theorem.hash,
        "model": model,
        "contradiction": contradiction_line(verdict),
        "lemmas": list(theorem.lemmas),
        "axioms": list(theorem.axioms),
        "unused": [str(hypotheses[number]) for number in theorem.unused],
    }


def _values_json(values: Assignment) -> dict[str, str]:
    return {str(name): str(value) for name, value in values}


def _witness_json(witness: Witness) -> dict[str, Any]:
    def text(term: Term | None) -> str | None:
        return None if term is None else str(term)

    return {
        "values": _values_json(witness.values),
        "goal": str(witness.goal),
        "left": text(witness.left),
        "right": text(witness.right),
        "residual": text(witness.residual),
    }


def judged_json(judged: Judged) -> dict[str, Any]:
    """One line of `derivations check --json`, for a claim or a step."""
    found = verdict_json(judged.verdict)
    return {
        "document": judged.document.name,
        "claim": judged.claim.label,
        "kind": "step" if judged.claim.chain else "claim",
        "verdict": found["verdict"],
        "expected": judged.claim.expect,
        "conditions": found["conditions"],
        "witness": found["witness"],
        "seconds": found["seconds"],
        "statement": found["statement"],
        "theorem": found["theorem"],
        "attempts": found["attempts"],
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
        "expected": None,
        "conditions": [],
        "witness": None,
        "seconds": 0,
        "statement": entry.words if relation is None else str(relation),
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
