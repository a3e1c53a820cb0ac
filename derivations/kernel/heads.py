"""Which arguments each head of a term takes, for terms that come from a file."""

from __future__ import annotations

from derivations.kernel.theorem import Rejected
from derivations.language.terms import BINDERS, FUNCTIONS, MATRIX_HEADS, Term

# How many arguments the heads take that have no data and bind nothing; `ANY`: at least one.
ANY = -1
ARITIES: dict[str, int] = {
    "add": ANY, "mul": ANY, "neg": 1, "conj": 1, "div": 2, "pow": 2, **MATRIX_HEADS,
    **{head: arity for head, arity in FUNCTIONS.items() if arity is not None},
}  # fmt: skip


def check_head(head: str, args: tuple[Term, ...], where: str) -> None:
    """Every head with the number and kind of arguments that it takes."""
    count = len(args)
    if head in ("i", "pi"):
        good = count == 0
    elif head in ("matrix", "blocks"):
        good = count >= 1
    elif head in ARITIES:
        good = count >= 1 if ARITIES[head] == ANY else count == ARITIES[head]
    elif head in FUNCTIONS:
        good = count >= 2
    elif head in BINDERS:
        good = count == 4 and args[0].head == "symbol" and args[0].sort.within("integer")
    elif head == "apply":
        good = count >= 2
    elif head == "function":
        good = count >= 2 and all(a.head == "symbol" for a in args[:-1])
    else:
        raise Rejected(where, f"unknown head {head[:40]!r}")
    if not good:
        raise Rejected(where, f"{head} does not take these {count} argument(s)")
