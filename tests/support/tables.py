"""Statements in tables: declarations and relations as text, several on a line."""

from __future__ import annotations

from derivations.language.statements import Proposition
from derivations.language.terms import Term, symbol
from tests.support.parsing import parse_proposition, parse_sort, parse_term


def declared(text: str) -> dict[str, Term]:
    """Symbols of `x, y: real; A: matrix(2, 2)` and terms of `z = x + y`, by their names."""
    symbols: dict[str, Term] = {}
    for line in entries(text):
        names, colon, sort = line.partition(":")
        if not colon:
            name, _, term = line.partition(" = ")
            symbols[name] = parse_term(term, symbols)
            continue
        of = parse_sort(sort.strip(), symbols)
        symbols |= {name: symbol(name, of) for name in names.replace(",", " ").split()}
    return symbols


def entries(text: str) -> list[str]:
    """What stands between semicolons and ends of lines; `# ...` is a comment."""
    lines = [line.partition("#")[0] for line in text.splitlines()]
    return [entry.strip() for entry in ";".join(lines).split(";") if entry.strip()]


def stated(text: str, symbols: dict[str, Term]) -> tuple[Proposition, tuple[Proposition, ...]]:
    """The proposition and the facts of `sqrt(x**2) == x given 0 <= x and x != 1`."""
    goal, _, facts = text.partition(" given ")
    known = facts.split(" and ") if facts else []
    return parse_proposition(goal, symbols), tuple(parse_proposition(f, symbols) for f in known)
