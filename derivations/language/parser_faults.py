"""What can be wrong with a term that is being read, in words."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.language.parser_tokens import END, NAME, shown
from derivations.language.statements import StatementError
from derivations.language.terms import Term
from derivations.language.text import sort_text

if TYPE_CHECKING:
    from derivations.language.parser_terms import Reader


def bad_range(reader: Reader, name: str, at: int) -> StatementError:
    return reader.error(f"{name} takes one term and its ranges: {name}(f, (k, first, last))", at)


def not_inside(reader: Reader, at: int) -> StatementError:
    return reader.error(f"{shown(reader.texts[at])} cannot stand inside brackets", at)


def no_operand(reader: Reader, at: int) -> StatementError:
    kind = reader.kinds[at]
    if kind == END:
        if at == 0:
            return reader.error("empty: there is no term here", at)
        return reader.error(f"a term is missing after {shown(reader.texts[at - 1])}", at)
    if kind == "[":
        return reader.error(
            "a list is not a term; a matrix is written Matrix([[a, b], [c, d]])", at
        )
    before = f" after {shown(reader.texts[at - 1])}" if at else ""
    return reader.error(f"a term is missing before {shown(reader.texts[at])}{before}", at)


def no_operator(reader: Reader, at: int) -> StatementError:
    before, token = reader.texts[at - 1], reader.texts[at]
    if token == "(" and reader.kinds[at - 1] == NAME:
        found = reader.known.get(before)
        if found is not None and found.head == "symbol":
            return reader.error(
                f"{before} is declared as {sort_text(found.sort)} and cannot be called; "
                f"a product is written {before}*(...)",
                at,
            )
    return reader.error(
        f"no operator between {shown(before)} and {shown(token)}; a product is written with *",
        at,
    )


def is_fraction(term: Term) -> bool:
    """Whether this is a number, or a quotient of numbers, and not an integer."""
    if term.head == "neg":
        return is_fraction(term.args[0])
    if term.head == "div":
        p, q = term.args
        if p.head == q.head == "number" and q.data:
            return Fraction(p.data, q.data).denominator > 1
    return term.head == "number" and term.data.denominator > 1
