"""Which arguments and data a node of a term has: what is not of this shape is no term."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from derivations.language.heads import HEADS
from derivations.language.sorts import MATRIX_PROPERTIES, SCALARS, Sort
from derivations.language.statements import StatementError
from derivations.language.terms import BINDERS, NAME, POINTED, RESERVED, Term

_PLAIN = frozenset({*SCALARS, "matrix"})  # of arguments and values of families
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
        pair = type(data) is tuple and len(data) == 2
        need(not pair or is_name(data[0]),
             lambda: f"{data[0]!a} cannot be the name of a symbol", term)  # fmt: skip
        good = pair and is_sort(data[1]) and not count
    elif head in ("matrix", "blocks"):
        good = _is_shape(data) and data[0] * data[1] == count
    elif head == "apply":
        good = count > 1 and data is None
    else:
        good = head in ("i", "pi") and not count and data is None
    if not good or type(args) is not tuple:
        why = f"{head!r} does not take {count} argument(s) with data {data!a}"
        raise SortError(why, term.place)
    if head in BINDERS or head in POINTED:
        return args[1:-1]
    return args[1:] if head == "apply" else args


def is_name(name: object) -> bool:
    """Whether a symbol may be called so."""
    return isinstance(name, str) and bool(NAME.match(name)) and name not in RESERVED


def is_sort(sort: object) -> bool:
    """Whether it is a sort, with what belongs to its kind and nothing else."""
    if not isinstance(sort, Sort):
        return False
    sized = isinstance(sort.rows, Term)
    match sort.kind:
        case "matrix":
            known = sort.properties <= MATRIX_PROPERTIES and isinstance(sort.columns, Term)
            return known and sized and not (sort.index or sort.value)
        case "permutation":
            return sized and sort == Sort("permutation", sort.rows)
        case "family":
            parts = [*sort.index, sort.value]
            plain = all(is_sort(s) and s is not None and s.kind in _PLAIN for s in parts)
            return plain and len(parts) > 1
    return sort.is_scalar and sort == Sort(sort.kind)


def _is_shape(data: Any) -> bool:
    return type(data) is tuple and len(data) == 2 and all(type(n) is int and n > 0 for n in data)
