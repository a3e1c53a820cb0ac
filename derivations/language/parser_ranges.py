"""The ranges of sums and of whatever else binds an index: where each begins, and its index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.language.parser_names import CONSTANTS, refusal
from derivations.language.parser_tokens import NAME, check_name
from derivations.language.sorts import INTEGER
from derivations.language.terms import Term, symbol

if TYPE_CHECKING:
    from derivations.language.parser_terms import Reader


def ranges(reader: Reader, at: int) -> list[tuple[int, Term]]:
    """The ranges of a sum, the innermost first: where each begins, and its index."""
    partners = reader.tokens.partners
    openers = reader.tokens.openers
    name = reader.texts[at]
    found: list[tuple[int, Term]] = []
    names: set[str] = set()
    end = partners[at + 1] - 1
    while reader.kinds[end] == ")" and reader.kinds[openers[end] - 1] == ",":
        start = openers[end]
        if reader.kinds[start + 1] != NAME or reader.kinds[start + 2] != ",":
            raise reader.error("a range is written (k, first, last), k being a name", start)
        index = reader.texts[start + 1]
        fault = check_name(index) or refusal(index)
        if index in CONSTANTS or index in names:
            fault = f"{index} cannot be an index {'twice' if index in names else ''}".rstrip()
        if fault:
            raise reader.error(fault, start + 1)
        names.add(index)
        found.append((start, symbol(index, INTEGER)))
        end = start - 2
    if not found:
        raise reader.error(f"{name} needs a range: {name}(f, (k, first, last))", at)
    return found[::-1]
