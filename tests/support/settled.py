"""Statements in one row of a table, for what the new search proves, and the one runner."""

from __future__ import annotations

from derivations.kernel import Theorem, check
from derivations.language.parser import parse_statement
from derivations.language.statements import Statement
from derivations.language.text import proposition_text
from derivations.search.methods import prove


def stated(sorts: str, given: str, claim: str) -> Statement:
    names = dict(part.split(": ") for part in sorts.split("; ") if part)
    kinds = {n.strip(): kind for several, kind in names.items() for n in several.split(",")}
    hypotheses = [h for h in given.split(", ") if h]
    return parse_statement(
        {"id": "t", "vars": kinds, "hypotheses": hypotheses, "statement": claim}, "t"
    )


def proved_by(
    method: str, sorts: str, given: str, claim: str, conditions: tuple[str, ...] = ()
) -> None:
    """The method proves it last ("" for normal forms alone), under these conditions."""
    used: list[str] = []
    certificate = prove(stated(sorts, given, claim), used)
    assert certificate is not None
    theorem = check(certificate)
    assert isinstance(theorem, Theorem)
    assert tuple(map(proposition_text, theorem.conditions)) == conditions
    assert (used[-1] if used else "") == method
