"""No verdict gets worse: kinds and conditions of statements, held to a table.

`tests/yardstick/verdicts.json` has for each statement its kind of verdict and the conditions, as
they were when the table was made: of every claim of the built-in documents (`document:label`), of
`tests/traps` and of the statements beside the table.  What was undecided may be decided; any other
change is a fault, or is entered in the table together with what was mended.  What is `slowly`
settled, in about a second or more, is asked with `--long` alone; claims of documents are always.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from derivations.language.parser import parse_statement
from derivations.language.statements import Statement
from derivations.language.text import proposition_text
from derivations.proving import prove
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED, Verdict
from tests.scoring import TRAPS, WRONG, grade
from tests.support.documents import CLAIMS
from tests.yardstick.families import statement

FOLDER = Path(__file__).resolve().parent / "yardstick"
_ROWS: dict[str, list[str]] = json.loads((FOLDER / "verdicts.json").read_text(encoding="utf-8"))
SLOW = {name for name, (kind, *_) in _ROWS.items() if kind.startswith("slowly ")}
TABLE = {name: [kind.removeprefix("slowly "), *more] for name, (kind, *more) in _ROWS.items()}


def data(names: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The statements of files, by name; those of families are made."""
    for path in [*sorted(TRAPS.glob("*.json")), FOLDER / "traps.json", FOLDER / "bench.json"]:
        for entry in json.loads(path.read_text(encoding="utf-8")):
            yield f"{path.stem}.{entry['id']}", entry
    for name in sorted(names):
        folder, _, rest = name.partition(".")
        if folder == "family":
            yield name, statement(rest)


STATEMENTS = dict(data(set(TABLE)))


def test_the_table_has_every_statement_and_no_other() -> None:
    assert set(TABLE) == {*STATEMENTS, *CLAIMS}


@pytest.mark.parametrize("name", CLAIMS)
def test_claims(name: str) -> None:
    verdict = _check(name, CLAIMS[name].statement)
    assert verdict.kind == CLAIMS[name].expect
    assert verdict.theorem is None or verdict.theorem.satisfied


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements(name: str, long: bool) -> None:
    if name in SLOW and not long:
        pytest.skip("takes seconds: --long")
    entry = STATEMENTS[name]
    verdict = _check(name, parse_statement(entry, name))
    if "expected" in entry:
        also = frozenset(entry.get("also_right", ()))
        assert grade(entry["expected"], verdict.kind, also) != WRONG


def _check(name: str, claimed: Statement) -> Verdict:
    kind, *conditions = TABLE[name]
    verdict = prove(claimed)
    found = [verdict.kind, *sorted(map(proposition_text, verdict.conditions))]
    assert found == [kind, *conditions] or kind == "undecided", f"{name}: {claimed}"
    assert (verdict.theorem is not None) == (verdict.kind in (PROVED, CONDITIONAL))
    assert bool(verdict.conditions) == (verdict.kind == CONDITIONAL)
    assert (verdict.counterexample is not None) == (verdict.kind == REFUTED)
    assert verdict.kind != UNDECIDED or verdict.attempts
    return verdict
