"""Terms that are real because of how they are built, junk values included."""

from __future__ import annotations

from derivations.language.heads import HEADS
from derivations.language.substitution import subterms
from derivations.language.terms import BINDERS, Term


def is_built_real(term: Term) -> bool:
    """Whether the term is real by its symbols and functions alone."""
    real: dict[int, bool] = {}
    for node in subterms(term):
        real[id(node)] = _is_real(node, real)
    return real[id(term)]


def _is_real(node: Term, real: dict[int, bool]) -> bool:
    head, args = node.head, node.args
    if head in ("number", "pi"):
        return True
    if head == "symbol":
        return bool(node.sort.within("real"))
    if head == "apply":
        value = args[0].sort.value if args[0].head == "symbol" else None
        return value is not None and value.within("real")
    if head == "pow":
        whole = args[1].head == "number" and args[1].data.denominator == 1
        return whole and real[id(args[0])]
    row = HEADS.get(head)
    if row is None or not row.real:
        return False
    inside = args[-1:] if head in BINDERS else args
    return row.real == "always" or all(real[id(a)] for a in inside)
