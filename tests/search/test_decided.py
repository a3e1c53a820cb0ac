"""Statements that search decides, with sorts, what is given, and the verdict."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_claim
from derivations.proving import decide

DECIDED = {
    "places that small matrices do not have": (
        "M[0,1] = M[1,0]", "d: posint; M: matrix(d,d)", "", "refuted"),
}  # fmt: skip


@pytest.mark.parametrize("name", DECIDED)
def test_decided(name: str) -> None:
    text, sorts, given, kind = DECIDED[name]
    claim = parse_claim(text, sorts.split("; "), given.split("; ") if given else [])
    assert decide(claim).kind == kind
