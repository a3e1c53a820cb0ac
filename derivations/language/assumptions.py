"""What SymPy is told of a symbol, as a sort and hypotheses.

`Symbol("n", integer=True, positive=True)` is a posint; `Symbol("n", even=True)` an integer n with
the hypothesis Mod(n, 2) = 0; `Q.unitary(U)` among the hypotheses makes U a unitary matrix, and
`Q.positive(x)` a symbol x positive.  What neither a sort nor a hypothesis says is refused by name,
because dropping it would change what is claimed.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import sympy
from sympy.core.facts import InconsistentAssumptions

from derivations.language.heads import HEADS
from derivations.language.sorts import Sort
from derivations.language.statements import Relation, StatementError
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, call, number

# What a scalar sort is called in SymPy, each before those that include it.
SORTS: dict[str, dict[str, bool]] = {
    "posint": {"integer": True, "positive": True},
    "natural": {"integer": True, "nonnegative": True},
    "integer": {"integer": True},
    "positive": {"positive": True},
    "negative": {"negative": True},
    "nonnegative": {"nonnegative": True},
    "real": {"real": True},
    "complex": {},
}


def _remainder(value: Term) -> Callable[[Term], tuple[Relation, ...]]:
    return lambda x: (Relation("==", call("mod", x, number(2)), value),)


# What is said by relations where no sort says it; later ones only if they add something.
_RELATIONS: dict[tuple[str, bool], Callable[[Term], tuple[Relation, ...]]] = {
    ("zero", True): lambda x: (Relation("==", x, ZERO),),
    ("even", True): _remainder(ZERO),
    ("odd", True): _remainder(ONE),
    ("positive", True): lambda x: (Relation("<", ZERO, x),),
    ("negative", True): lambda x: (Relation("<", x, ZERO),),
    ("nonnegative", True): lambda x: (Relation("<=", ZERO, x),),
    ("nonpositive", True): lambda x: (Relation("<=", x, ZERO),),
    ("imaginary", True): lambda x: (Relation("==", call("re", x), ZERO), Relation("!=", x, ZERO)),
    ("real", True): lambda x: (Relation("==", call("im", x), ZERO),),
    ("real", False): lambda x: (Relation("!=", call("im", x), ZERO),),
    ("zero", False): lambda x: (Relation("!=", x, ZERO),),
}


def _closure(said: Mapping[str, bool]) -> dict[str, bool]:
    """All that follows from assumptions on a complex number."""
    return _follows(tuple(sorted(said.items())))


@cache
def _follows(said: tuple[tuple[str, bool], ...]) -> dict[str, bool]:
    return dict(sympy.Symbol("x", **{"complex": True, **dict(said)}).assumptions0)


def declared(label: Any) -> dict[str, bool]:
    """The assumptions of a symbol as the author wrote them."""
    written = getattr(label, "_assumptions_orig", None) or label.assumptions0
    return {word: value for word, value in written.items() if (word, value) != _COMMUTES}


_COMMUTES = ("commutative", True)


def both(name: str, said: Mapping[str, bool], more: Mapping[str, bool]) -> dict[str, bool]:
    """What is assumed by a symbol and by hypotheses; one must not deny the other."""
    if any(said.get(word, value) is not value for word, value in more.items()):
        raise StatementError(f"{_words(said)} and {_words(more)} cannot both hold of {name}")
    return {**said, **more}


def scalar_sort(name: str, said: Mapping[str, bool]) -> tuple[Sort, tuple[tuple[str, bool], ...]]:
    """The sort of what is assumed of a scalar, and what is left for `relations`.

    said: assumptions as SymPy's symbols take them.

    >>> scalar_sort("n", {"even": True, "positive": True})
    (Sort(kind='posint', ...), (('even', True),))
    """
    try:
        facts = _closure(said)
        alone = sympy.Symbol("x", **said).assumptions0
    except InconsistentAssumptions:
        raise StatementError(f"{_words(said)} cannot all hold of {name}, a number") from None
    if any(word.startswith("extended") for word in said) and not alone.get("finite"):
        raise StatementError(
            f"{name} may be infinite by the assumptions {_words(said)}; here all numbers are "
            "finite: declare it with real, positive, negative, nonnegative or nonpositive"
        )
    kind = next((k for k, words in SORTS.items() if _closure(words).items() <= facts.items()), "")
    chosen = dict(SORTS.get(kind, {}))
    left = []
    for word, value in _RELATIONS:
        if facts.get(word) is value and _closure(chosen).get(word) is not value:
            chosen[word] = value
            left.append((word, value))
    if not kind or not facts.items() <= _closure(chosen).items():
        raise StatementError(
            f"no sort or hypothesis expresses the assumptions {_words(said)} of {name}; declare "
            "it with integer, positive, negative, nonnegative, real, zero, even or odd, and state "
            "the rest as a hypothesis"
        )
    return Sort(kind), tuple(left)


def _words(said: Mapping[str, bool]) -> str:
    return ", ".join(f"{word}={value}" for word, value in sorted(said.items()))


def relations(term: Term, left: tuple[tuple[str, bool], ...]) -> tuple[Relation, ...]:
    """What `scalar_sort` left to be said of a scalar."""
    return tuple(relation for said in left for relation in _RELATIONS[said](term))


# Predicates: `Q.positive(x)`, `Q.unitary(U)`

# Those that are assumptions of symbols of the same name.
_OF_SCALARS = frozenset(
    "positive negative nonnegative nonpositive real integer even odd zero nonzero imaginary "
    "complex".split()
)
# Those that are properties in the sort of a matrix.
PROPERTIES = {
    "unitary": "unitary",
    "orthogonal": "orthogonal",
    "real_elements": "real",
    "invertible": "invertible",
    "hermitian": "hermitian",
}


def name_of(predicate: Any) -> str:
    """`positive` of `Q.positive(x)`."""
    return str(predicate.function.name)


def of_symbol(predicate: Any) -> dict[str, bool]:
    """What `Q.positive(x)` adds to the assumptions of a scalar symbol x."""
    if name_of(predicate) not in _OF_SCALARS:
        raise refused(predicate)
    return {name_of(predicate): True}


def of_scalar(predicate: Any, term: Term, is_real: bool) -> tuple[Relation, ...]:
    """What `Q.positive(x - y)` says of a scalar term."""
    name = name_of(predicate)
    if name == "nonzero":
        return relations(term, (("real", True), ("zero", False)))
    if (name, True) in _RELATIONS and (is_real or name not in ("even", "odd")):
        return relations(term, ((name, True),))
    raise refused(predicate)


def refused(predicate: Any) -> StatementError:
    known = ", ".join(f"Q.{n}" for n in sorted({*_OF_SCALARS, *PROPERTIES, "symmetric"}))
    return StatementError(
        f"{predicate} is not accepted here; state what it says as an equation or an order. "
        f"Accepted are {known}; of an expression that is no symbol, those that are not about "
        "whole numbers"
    )


# What is manifest from sorts

# Matrices and numbers made of matrices that are real where all arguments are.
_REAL = frozenset(
    "matrix blocks identity zero transpose adjoint inv trace det scalar entry inner kronecker "
    "matexp blockdiag stack".split()
)
# An integer, or positive, where all arguments are.
_INTEGER = frozenset({"add", "mul", "neg", "gcd", "lcm", "max", "min", "mod"})
_POSITIVE = frozenset({"add", "mul", "div", "sqrt", "max", "min"})


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


def _manifest(term: Term) -> frozenset[str]:
    """Which of real, integer, positive and nonzero are manifest."""
    known: dict[int, frozenset[str]] = {}
    for node in subterms(term):
        known[id(node)] = frozenset(_of_node(node, [known[id(a)] for a in node.args]))
    return known[id(term)]


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
        "nonzero": head in ("exp", "i")
        or (head in ("mul", "div", "neg", "sqrt", "abs") and everywhere("nonzero")),
    }
    if head == "number":
        found = {
            "real": True,
            "integer": node.data.denominator == 1,
            "positive": node.data > 0,
            "nonzero": node.data != 0,
        }
    elif head == "symbol" or head == "apply":
        family = node.args[0].data[1] if head == "apply" else None
        sort = node.data[1] if family is None else family.value
        found = {word: sort.within(word) for word in ("real", "integer", "positive")}
        found["real"] |= not {"real", "orthogonal"}.isdisjoint(sort.properties)
        found["nonzero"] = sort.within("negative")
    elif head == "pow":
        base, exponent = parts
        found["positive"] = "positive" in base and "real" in exponent
        found["real"] = "real" in base and "integer" in exponent
        found["nonzero"] = "nonzero" in base
    if found["positive"]:
        found |= {"real": True, "nonzero": True}
    return {word for word, holds in found.items() if holds}
