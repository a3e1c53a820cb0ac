"""Of which sort a term is where it is defined, as its form and the sorts of its symbols say.

Parts first, by the table of heads: sums and products of real terms are real, exponentials of them
positive.  Incomplete: nothing is worked out, and x - x + 1 is not seen to be positive.
"""

from derivations.language.heads import HEADS
from derivations.language.sorts import Sort
from derivations.language.substitution import subterms
from derivations.language.terms import Term

# Matrices and numbers made of matrices that are real where all arguments are.
_REAL = frozenset(
    "matrix blocks identity zero transpose adjoint inv trace det scalar entry inner kronecker "
    "matexp blockdiag stack".split()
)
# An integer, or positive, where all arguments are.
_INTEGER = frozenset({"add", "mul", "neg", "gcd", "lcm", "max", "min", "mod"})
_POSITIVE = frozenset({"add", "mul", "div", "sqrt", "max", "min"})
# What is manifest of all that is of a scalar sort, and of nothing else.
_WORDS: dict[str, frozenset[str]] = {
    "complex": frozenset(), "natural": frozenset({"integer", "nonnegative"}),
    "posint": frozenset({"integer", "positive"}),
    **{kind: frozenset({kind}) for kind in (
        "real", "integer", "positive", "negative", "nonnegative")},
}  # fmt: skip


def is_real(term: Term) -> bool:
    """Whether a term is real where it is defined, as its form and the sorts of its symbols say.

    >>> is_real(call("exp", number(2))), is_real(call("log", number(-2)))
    (True, False)
    """
    return "real" in _manifest(term)


def is_nonzero(term: Term) -> bool:
    """Whether form and sorts say that a term is not 0."""
    return "nonzero" in _manifest(term)


def is_integer(term: Term) -> bool:
    """Whether form and sorts say that a term is an integer."""
    return "integer" in _manifest(term)


def is_of(term: Term, kind: str) -> bool:
    """Whether form and sorts say that a term is of a scalar sort; of others they say nothing."""
    return kind in _WORDS and _WORDS[kind] <= _manifest(term)


def _manifest(term: Term) -> frozenset[str]:
    """Which of real, integer, positive, negative, nonnegative and nonzero are manifest."""
    known: dict[int, frozenset[str]] = {}
    for node in subterms(term):
        known[id(node)] = frozenset(_of_node(node, [known[id(a)] for a in node.args]))
    return known[id(term)]


def _said_of(node: Term) -> Sort | None:
    """The sort of a symbol, or of the values of a family; None of those of a permutation."""
    symbol = node.args[0] if node.head == "apply" else node
    if symbol.head != "symbol":
        return None
    return symbol.sort.value if node.head == "apply" else symbol.sort


def _of_node(node: Term, parts: list[frozenset[str]]) -> set[str]:
    head, row = node.head, HEADS.get(node.head)
    real = row.real if row is not None else ""
    if row is not None and {"real", "integer", "natural"}.issuperset(row.sorts):
        real = "reals"

    def everywhere(word: str) -> bool:
        return all(word in part for part in parts)

    found = {
        "real": head == "pi"
        or real == "always"
        or ((real == "reals" or head in _REAL) and everywhere("real"))
        or (head == "log" and "positive" in parts[0]),
        "integer": head in _INTEGER and everywhere("integer"),
        "positive": head == "pi"
        or (head in _POSITIVE and everywhere("positive"))
        or (head in ("exp", "cosh") and everywhere("real")),
        "negative": (head == "add" and everywhere("negative"))
        or (head == "neg" and everywhere("positive")),
        "nonnegative": head in _POSITIVE and everywhere("nonnegative"),
        "nonzero": head in ("exp", "i")
        or (head in ("mul", "div", "neg", "sqrt", "abs") and everywhere("nonzero")),
    }
    if head == "number":
        found = {
            "real": True,
            "integer": node.data.denominator == 1,
            "positive": node.data > 0,
            "negative": node.data < 0,
            "nonnegative": node.data >= 0,
            "nonzero": node.data != 0,
        }
    elif head == "symbol" or head == "apply":
        sort = _said_of(node)
        words = "real", "integer", "positive", "negative", "nonnegative"
        found = {word: sort is not None and sort.within(word) for word in words}
        if sort is not None:
            found["real"] |= not {"real", "orthogonal"}.isdisjoint(sort.properties)
    elif head == "pow":
        base, exponent = parts
        found["positive"] = "positive" in base and "real" in exponent
        found["real"] = "real" in base and "integer" in exponent
        found["nonzero"] = "nonzero" in base
    if found["positive"]:
        found |= {"real": True, "nonnegative": True}
    if found["positive"] or found["negative"]:
        found["nonzero"] = True
    return {word for word, holds in found.items() if holds}
