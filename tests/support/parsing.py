"""Terms, propositions and sorts from text, each by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from derivations.language.parser_statements import read_proposition, read_sort
from derivations.language.parser_terms import Reader
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition
from derivations.language.terms import Term
from derivations.language.tokens import END

Read = TypeVar("Read")


def parse_term(text: str, symbols: Mapping[str, Term], file: str = "<text>") -> Term:
    return _whole(Reader(text, symbols, file), Reader.term)


def parse_proposition(
    text: str, symbols: Mapping[str, Term], file: str = "<text>"
) -> Proposition:
    return _whole(Reader(text, symbols, file), read_proposition)


def parse_sort(text: str, symbols: Mapping[str, Term], file: str = "<text>") -> Sort:
    return _whole(Reader(text, symbols, file), read_sort)


def _whole(reader: Reader, rule: Callable[[Reader], Read]) -> Read:
    """What the rule reads, after which nothing may stand."""
    read = rule(reader)
    if reader.kinds[reader.at] != END:
        raise reader.unexpected(reader.at)
    return read
