"""Statements in one row of a table, for what the search settles."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.kernel import Theorem
from derivations.language.parser import parse_statement
from derivations.language.statements import Statement
from derivations.language.text import proposition_text
from derivations.search.driver import search
from derivations.verdicts import Verdict


def stated(sorts: str, given: str, claim: str) -> Statement:
    names = dict(part.split(": ") for part in sorts.split("; ") if part)
    kinds = {n.strip(): kind for several, kind in names.items() for n in several.split(",")}
    hypotheses = [h for h in given.split(", ") if h]
    return parse_statement(
        {"id": "t", "vars": kinds, "hypotheses": hypotheses, "statement": claim}, "t"
    )


def judged(sorts: str, given: str, claim: str, theorems: Sequence[Theorem] = ()) -> Verdict:
    """The verdict of the search, also where normal forms alone would do."""
    return search(stated(sorts, given, claim), theorems)


def conditions(verdict: Verdict) -> tuple[str, ...]:
    """Those of what is proved."""
    assert verdict.theorem is not None
    return tuple(map(proposition_text, verdict.conditions))
