"""Sorts: what a symbol ranges over.

Scalar sorts are subsets of the complex numbers, ordered by inclusion (`SUPERSORTS`).  Matrix sorts
carry their dimensions, which are terms over naturals and at least 1, and a set of properties
(real, unitary, ...); a vector is a matrix with one column.  A family is a function from index
sorts to a value sort: frequencies `σ_l`, matrices `U_t`, functions of matrices.  A permutation of
n is one of the naturals below n.  Symbols carry sorts and sorts carry terms: the class stands in
`terms`.
"""

from __future__ import annotations

from derivations.language.terms import (
    COMPLEX as COMPLEX, SUPERSORTS as SUPERSORTS, Sort as Sort, Term,
)

SCALARS = (
    "natural", "posint", "integer", "real", "positive", "negative", "nonnegative", "complex",
)

# What a matrix symbol may be declared to satisfy, beyond its dimensions.
#   real: conj(A) = A              unitary: A.H A = A A.H = I     orthogonal: real and unitary
#   hermitian: A.H = A             skew: A.T = -A                 invertible: det A != 0
#   projector: A A = A             nilpotent2: A A = 0
MATRIX_PROPERTIES = frozenset(
    {
        "real", "unitary", "orthogonal", "hermitian", "skew",
        "invertible", "projector", "nilpotent2",
    }
)


NATURAL = Sort("natural")
POSINT = Sort("posint")
INTEGER = Sort("integer")
REAL = Sort("real")
POSITIVE = Sort("positive")
NEGATIVE = Sort("negative")
NONNEGATIVE = Sort("nonnegative")


def matrix_sort(rows: Term, columns: Term, *properties: str) -> Sort:
    """The sort of `rows × columns` complex matrices with the given properties."""
    unknown = set(properties) - MATRIX_PROPERTIES
    if unknown:
        raise ValueError(
            f"unknown matrix property {sorted(unknown)[0]!r}; "
            f"known are {', '.join(sorted(MATRIX_PROPERTIES))}"
        )
    return Sort("matrix", rows=rows, columns=columns, properties=frozenset(properties))


def permutation_sort(size: Term) -> Sort:
    """The sort of permutations of the naturals below `size`."""
    return Sort("permutation", rows=size)


def family_sort(index: tuple[Sort, ...], value: Sort) -> Sort:
    """The sort of functions from the index sorts to the value sort."""
    return Sort("family", index=index, value=value)
