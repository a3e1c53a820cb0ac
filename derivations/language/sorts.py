"""Sorts: what a symbol ranges over.

Scalar sorts are subsets of the complex numbers, ordered by inclusion (`SUPERSORTS`).  Matrix sorts
carry their dimensions, which are terms over naturals and at least 1, and a set of properties
(real, unitary, ...); a vector is a matrix with one column.  A family is a function from index
sorts to a value sort: frequencies `σ_l`, matrices `U_t`, functions of matrices.  A permutation of
n is one of the naturals below n.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from derivations.language.terms import Term

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


# Each scalar sort with every sort that includes it.
SUPERSORTS: dict[str, frozenset[str]] = {
    "posint": frozenset(
        {"posint", "natural", "integer", "positive", "nonnegative", "real", "complex"}
    ),
    "natural": frozenset({"natural", "integer", "nonnegative", "real", "complex"}),
    "integer": frozenset({"integer", "real", "complex"}),
    "positive": frozenset({"positive", "nonnegative", "real", "complex"}),
    "negative": frozenset({"negative", "real", "complex"}),
    "nonnegative": frozenset({"nonnegative", "real", "complex"}),
    "real": frozenset({"real", "complex"}),
    "complex": frozenset({"complex"}),
}


@dataclass(frozen=True)
class Sort:
    """What a symbol ranges over.

    kind: a name in `SCALARS`, `"matrix"`, `"family"` or `"permutation"`.
    rows, columns: for a matrix, its dimensions as terms; for a permutation, `rows` is its size.
    properties: for a matrix, a subset of `MATRIX_PROPERTIES`.
    index, value: for a family, the sorts of its arguments and of its values.
    """

    kind: str
    rows: Term | None = None
    columns: Term | None = None
    properties: frozenset[str] = frozenset()
    index: tuple[Sort, ...] = ()
    value: Sort | None = None

    @property
    def is_scalar(self) -> bool:
        return self.kind in SUPERSORTS

    @property
    def is_matrix(self) -> bool:
        return self.kind == "matrix"

    @property
    def is_family(self) -> bool:
        return self.kind == "family"

    def within(self, kind: str) -> bool:
        """Whether every value of this scalar sort belongs to the scalar sort `kind`."""
        return kind in SUPERSORTS.get(self.kind, ())

    def __repr__(self) -> str:
        """A short form for messages, as that of a term."""
        return self.written(repr)

    def written(self, size: Callable[[Term], str]) -> str:
        """As it stands, with sizes as `size` writes them."""
        if self.is_family:
            index = ", ".join(sort.written(size) for sort in self.index)
            return f"family({index} -> {self.value.written(size) if self.value else self.value})"
        sizes = ", ".join(size(term) for term in (self.rows, self.columns) if term is not None)
        return " ".join([*sorted(self.properties), f"{self.kind}({sizes})" if sizes else self.kind])


COMPLEX = Sort("complex")
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
