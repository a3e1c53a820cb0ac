"""What is printed is read back: every claim, trap and bench statement, and what verdicts say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derivations import builtin_documents, load, prove
from derivations.language.parser import StatementErrors, parse_claim, parse_proposition
from derivations.language.parser import parse_statement
from derivations.language.statements import Statement
from derivations.language.terms import symbol
from derivations.language.sorts import REAL
from tests.scoring import traps

HERE = Path(__file__).parent.parent
CLAIMS = [claim for name in builtin_documents() for claim in load(name).claims]
YARDSTICK = [
    (data["id"], parse_statement(data))
    for file in ("bench.json", "traps.json")
    for data in json.loads((HERE / "yardstick" / file).read_text())
]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: f"{c.document}-{c.label}")
def test_claims(claim) -> None:
    assert parse_claim(str(claim.statement)) == claim.statement
