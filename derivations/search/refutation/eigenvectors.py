"""Values of matrices with eigenvectors that equations name: `A*u = l*u` and `A*v = m*v`.

A few matrices of two rows with their eigenvectors, of which one is not symmetric, one has a single
direction, and one turns.  The kernel checks what is chosen.

Source: R. Horn, C. Johnson, Matrix Analysis, 1.1.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from derivations.language.statements import Relation
from derivations.language.terms import I, Term, Termish, as_term, matrix, neg, number

# Matrices, each with some of its eigenvalues and eigenvectors.
_Pair = tuple[Termish, tuple[Termish, ...]]
_KNOWN: tuple[tuple[Sequence[Sequence[int]], tuple[_Pair, ...]], ...] = (
    (((1, 1), (0, 2)), ((1, (1, 0)), (2, (1, 1)))),
    (((2, 1), (1, 2)), ((3, (1, 1)), (1, (1, -1)))),
    (((1, 1), (0, 1)), ((1, (1, 0)), (1, (2, 0)))),
    (((0, -1), (1, 0)), ((I, (1, neg(I))), (neg(I), (1, I)))),
)
ROWS = number(2)


def with_eigenvectors(given: Sequence[Relation]) -> Iterator[dict[Term, Term]]:
    """Values for a matrix, and for the vectors and numbers of all equations that say of what it
    makes a multiple; for the number of its rows, if that is a symbol."""
    found = [named for relation in given if (named := _named(relation)) is not None]
    letters = {a for a, _, _ in found}
    for a in sorted(letters, key=lambda s: s.name):
        own = [(u, z) for letter, u, z in found if letter == a]
        for grid, pairs in _KNOWN:
            for chosen in product(pairs, repeat=len(own)):
                values: dict[Term, Term] = {a: matrix(grid)}
                if a.sort.rows is not None and a.sort.rows.head == "symbol":
                    values[a.sort.rows] = ROWS
                for (u, z), (eigenvalue, entries) in zip(own, chosen, strict=True):
                    values[u] = matrix([[entry] for entry in entries])
                    values[z] = as_term(eigenvalue)
                yield values


def _named(relation: Relation) -> tuple[Term, Term, Term] | None:
    """The matrix, the vector and the number of `A*u = l*u`."""
    for left, right in ((relation.left, relation.right), (relation.right, relation.left)):
        if relation.operator == "==" and left.head == right.head == "mul" and (
                len(left.args) == len(right.args) == 2):
            (a, u), (z, v) = left.args, right.args
            named = all(s.head == "symbol" for s in (a, u, z)) and u == v
            if named and a.sort.is_matrix and z.sort.is_scalar:
                return a, u, z
    return None
