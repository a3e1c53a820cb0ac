"""Whether a term is a matrix, as its heads and the sorts of its symbols say."""

from functools import lru_cache

from derivations.language.heads import MATRIX_HEADS
from derivations.language.terms import Term

TO_SCALARS = frozenset({"trace", "det", "scalar", "norm", "entry", "inner"})
# So many terms are remembered with whether they are matrices.
MAX_KNOWN = 4096


@lru_cache(maxsize=MAX_KNOWN)
def is_matrix(term: Term) -> bool:
    """Whether a well-sorted term is a matrix."""
    match term.head:
        case "symbol":
            return bool(term.sort.is_matrix)
        case "apply":
            value = term.args[0].sort.value if term.args[0].head == "symbol" else None
            return value is not None and bool(value.is_matrix)
        case "add" | "mul" | "neg" | "conj" | "div" | "pow":
            return any(map(is_matrix, term.args))
        case "sum" | "product" | "diff":
            return is_matrix(term.args[-1])
        case "matrix" | "blocks" | "blockdiag" | "stack":
            return True
    return term.head in MATRIX_HEADS and term.head not in TO_SCALARS
