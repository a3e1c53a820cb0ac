"""Which arguments and data a node of a term has: what is not of this shape is no term."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from derivations.language.heads import HEADS
from derivations.language.statements import StatementError
from derivations.language.terms import BINDERS, Sort, Term

MAX_BITS = 14_000  # of a number, so that Python still writes it in digits


class SortError(StatementError):
    """A term does not make sense."""


def need(condition: object, why: Callable[[], str] | str, term: Term) -> None:
    """Raises SortError unless the condition holds."""
    if not condition:
        raise SortError(why if isinstance(why, str) else why(), term.place)


def inside(term: Term) -> tuple[Term, ...]:
    """The subterms of which a term is made, but for the one under its binder.

    Raises SortError where these are no terms, or not what the head takes.
    """
    if not isinstance(term, Term):
        raise SortError(f"{term!r} is not a term")
    head, args, data, count = term.head, term.args, term.data, len(term.args)
    row = HEADS.get(head)
    if row is not None:
        good = row.takes(count) and data is None
    elif head == "number":
        good = type(data) is Fraction and not count
        need(not good or max(abs(data.numerator), data.denominator).bit_length() <= MAX_BITS,
             f"a number has more than {MAX_BITS} bits", term)  # fmt: skip
    elif head == "symbol":
        good = _is_symbol(data) and not count
    elif head in ("matrix", "blocks"):
        good = _is_shape(data) and data[0] * data[1] == count
    elif head == "apply":
        good = count > 1 and data is None
    else:
        good = head in ("i", "pi") and not count and data is None
    if not good:
        why = f"{head!r} does not take {count} argument(s) with data {data!r}"
        raise SortError(why, term.place)
    if head in BINDERS:
        return args[1:3]
    return args[1:] if head == "apply" else args


def _is_symbol(data: Any) -> bool:
    pair = type(data) is tuple and len(data) == 2
    return pair and type(data[0]) is str and isinstance(data[1], Sort)


def _is_shape(data: Any) -> bool:
    return type(data) is tuple and len(data) == 2 and all(type(n) is int and n > 0 for n in data)
