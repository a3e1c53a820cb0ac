"""What the search settles of the yardstick, with certificates that the kernel checks.

`settled.json` lists statements by name, those that take long left out; a statement may be added,
none may leave.  Kinds and conditions are those of `tests/yardstick/verdicts.json`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derivations.documents import builtin_documents, load
from derivations.kernel import Counterexample, check
from derivations.language.parser import parse_statement
from derivations.language.text import proposition_text
from derivations.search.methods import prove, refute
from tests.test_yardstick import STATEMENTS, TABLE

SETTLED: list[str] = json.loads(
    (Path(__file__).parent / "settled.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def claims():
    return {f"{n}:{c.label}": c.statement for n in builtin_documents() for c in load(n).claims}


@pytest.mark.parametrize("name", SETTLED)
def test_settled(name, claims):
    stated = claims[name] if ":" in name else parse_statement(STATEMENTS[name], name)
    kind, *conditions = TABLE[name]
    certificate = refute(stated) if kind == "refuted" else prove(stated)
    assert certificate is not None
    made = check(certificate)
    if kind == "refuted":
        assert isinstance(made, Counterexample)
    else:
        assert sorted(map(proposition_text, made.conditions)) == conditions
