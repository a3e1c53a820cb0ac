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

from derivations.language.sorts import Sort
from derivations.language.statements import Relation, StatementError
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
    stated = {*_OF_SCALARS, *PROPERTIES, "symmetric", "positive_definite"}
    known = ", ".join(f"Q.{n}" for n in sorted(stated))
    return StatementError(
        f"{predicate} is not accepted here; state what it says as an equation or an order. "
        f"Accepted are {known}; of an expression that is no symbol, those that are not about "
        "whole numbers"
    )
