"""What the five documents state, define and remark: each label has one row, of its kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations.documents.document import Judged
from derivations.verdicts import UNDECIDED, Verdict
from derivations.writing.report import json_lines
from tests.support.documents import DOCUMENTS

STATED = ("claim", "chain", "step", "group")


def listed() -> dict[str, list[tuple[str, str]]]:
    """Document -> (label, kind), from `labels.txt`, where they stand under `[document kind]`."""
    found: dict[str, list[tuple[str, str]]] = {}
    document = kind = ""
    for line in Path(__file__).with_name("labels.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            document, kind = line.strip("[]").split()
        else:
            found.setdefault(document, []).extend((label, kind) for label in line.split())
    return found


LABELS = listed()


@pytest.mark.parametrize("name", LABELS)
def test_each_label_has_one_row_of_its_kind(name: str):
    document = DOCUMENTS[name]
    judged = [Judged(document, c, Verdict(UNDECIDED, c.statement)) for c in document.claims]
    rows = json_lines([document], judged)
    kinds = [(row["claim"], row["kind"]) for row in rows]
    wrong = [
        f"{label} is a {kind} and has the rows {found}"
        for label, kind in LABELS[name]
        for found in [[k for row, k in kinds if row == label]]
        if len(found) != 1 or found[0] not in (STATED if kind == "claim" else (kind,))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_list_is_of_328_labels():
    assert sum(map(len, LABELS.values())) == 328
