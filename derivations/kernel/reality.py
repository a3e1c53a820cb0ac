"""Terms that are real because of how they are built, junk values included."""

from __future__ import annotations

from derivations.language.terms import BINDERS, Term, subterms

# Functions that take reals to reals, with the junk value 0 where they are not defined.
REAL_FUNCTIONS = frozenset(
    {
        "add", "mul", "neg", "div", "conj", "sum", "product",
        "exp", "sin", "cos", "tan", "cot", "sec", "csc",
        "sinh", "cosh", "tanh", "coth", "sech", "csch", "sign",
    }
)  # fmt: skip
# Functions whose values are always real.
REAL_VALUED = frozenset({"number", "pi", "re", "im", "abs", "arg", "norm"})


def is_built_real(term: Term) -> bool:
    """Whether the term is real by its symbols and functions alone."""
    real: dict[int, bool] = {}
    for node in subterms(term):
        real[id(node)] = _is_real(node, real)
    return real[id(term)]


def _is_real(node: Term, real: dict[int, bool]) -> bool:
    head, args = node.head, node.args
    if head in REAL_VALUED:
        return True
    if head == "symbol":
        return bool(node.sort.within("real"))
    if head == "apply":
        value = args[0].sort.value if args[0].head == "symbol" else None
        return value is not None and value.within("real")
    if head == "pow":
        whole = args[1].head == "number" and args[1].data.denominator == 1
        return whole and real[id(args[0])]
    if head in BINDERS:
        return head in REAL_FUNCTIONS and real[id(args[-1])]
    return head in REAL_FUNCTIONS and all(real[id(a)] for a in args)
