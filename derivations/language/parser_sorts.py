"""The reader of sorts; the spellings are listed in `parser`."""

from __future__ import annotations

from derivations.language.parser_names import Unsupported, closest
from derivations.language.parser_terms import Reader
from derivations.language.parser_tokens import NAME, shown
from derivations.language.sorts import (
    MATRIX_PROPERTIES,
    SCALARS,
    Sort,
    family_sort,
    matrix_sort,
    permutation_sort,
)
from derivations.language.statements import StatementError
from derivations.language.terms import ONE, Term
from derivations.language.text import sort_text, term_text

# Sorts and properties of matrices that are known to mathematics and not to the language.
_UNSUPPORTED_SORTS = frozenset(
    "rational irrational algebraic imaginary prime even odd symmetric antisymmetric "
    "antihermitian skewhermitian diagonal triangular positive_definite positive_semidefinite "
    "normal circulant nilpotent idempotent involution stochastic".split()
)


def read_sort(reader: Reader) -> Sort:
    """The sort that starts here; brackets, and so families in families, are limited in number."""
    kinds, texts = reader.kinds, reader.texts
    properties: list[str] = []
    while True:
        at = reader.at
        word = texts[at]
        called = kinds[at + 1 : at + 2] == ["("]
        if kinds[at] == NAME and word in MATRIX_PROPERTIES and kinds[at + 1] == NAME:
            properties.append(word)
            reader.at += 1
        elif word in SCALARS and not called and not properties:
            reader.at += 1
            return Sort(word)
        elif word == "family" and called and not properties:
            return _family(reader)
        elif word in ("vector", "matrix") and called:
            sizes = _sizes(reader, 1 if word == "vector" else 2)
            return matrix_sort(sizes[0], ONE if word == "vector" else sizes[1], *properties)
        elif word == "permutation" and called and not properties:
            return permutation_sort(*_sizes(reader, 1))
        elif word in MATRIX_PROPERTIES and word != "real" and called:
            (size,) = _sizes(reader, 1)
            return matrix_sort(size, size, *properties, word)
        else:
            raise _bad_sort(reader)


def _family(reader: Reader) -> Sort:
    start = reader.at
    reader.at += 2
    index = [read_sort(reader)]
    while reader.kinds[reader.at] == ",":
        reader.at += 1
        index.append(read_sort(reader))
    if reader.kinds[reader.at] != "->":
        raise reader.error("a family is written family(natural -> real)", start)
    reader.at += 1
    value = read_sort(reader)
    if reader.kinds[reader.at] != ")":
        raise reader.error("a family is written family(natural -> real)", start)
    reader.at += 1
    return family_sort(tuple(index), value)


def _sizes(reader: Reader, count: int) -> list[Term]:
    name = reader.texts[reader.at]
    start = reader.at
    reader.at += 2
    sizes: list[Term] = []
    while True:
        at = reader.at
        size = reader.term()
        sizes.append(size)
        if size.head == "number" and (size.data.denominator > 1 or size.data < 1):
            raise reader.error(f"a size is an integer from 1, not {term_text(size)}", at)
        if size.head == "symbol" and not size.sort.within("integer"):
            raise reader.error(
                f"a size is an integer from 1, and {size.name} is declared as "
                f"{sort_text(size.sort)}", at,
            )
        if reader.kinds[reader.at] != ",":
            break
        reader.at += 1
    if reader.kinds[reader.at] != ")":
        raise reader.error(f"{shown(reader.texts[reader.at])} cannot stand in a size", reader.at)
    reader.at += 1
    if len(sizes) != count:
        plural = "" if count == 1 else "s"
        raise reader.error(f"{name} takes {count} size{plural}, not {len(sizes)}", start)
    return sizes


def _bad_sort(reader: Reader) -> StatementError:
    at = reader.at
    word = reader.texts[at]
    if word in _UNSUPPORTED_SORTS:
        return Unsupported(f"the sort {word} is not supported yet", reader.place(at))
    if word in SCALARS:
        return reader.error(f"{word} takes no size, and no property stands before it", at)
    sized = ["vector", "matrix", "permutation", *sorted(MATRIX_PROPERTIES - {"real"})]
    if word in sized:
        sizes = "(n, m)" if word == "matrix" else "(n)"
        return reader.error(f"{word} takes its size: {word}{sizes}", at)
    known = [*SCALARS, *sized, "family"]
    return reader.error(
        f"unknown sort {shown(word)}{closest(word, known)}; known: {', '.join(known)}", at
    )
