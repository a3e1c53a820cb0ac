"""What heads mean: definitions, sorts of values, where they have a value, what sorts say.  Data.

    unfolded(term)              the term that a defined head stands for
    VALUES                      which sort the values of a head have, by those of its arguments
    needs(head, *arguments)     what must hold for a head to have a value
    meaning(kind, term)         what it says that a term is of a scalar sort
    properties(name, term)      what it says that a matrix has a property
    bijection(n, forth, back)   what it says that `forth` is a permutation of n, with its inverse

Functions are the principal ones: `-π < im log z ≤ π`, and what is defined by logarithms follows.
Terms are total.  Outside of its domain a head has a value, too:

    1/0 = log 0 = 0            Γ = 0 at 0, -1, -2, ...      the floor of z is that of its real part
    0**0 = 1                   0**n = 0 for integers n ≠ 0
    empty and reversed sums are 0, such products 1 (or the identity)
    derivatives and integrals are 0 where there are none; see `slopes`
    every other primitive head: some value that depends on the values of its arguments alone,
        and no law speaks of it (the inverse of a singular matrix, 0**w, gcd(1/2, 3), ...)
    every defined head: what its definition has there

All that the kernel does holds in this semantics.  That both sides have values is asked apart, by
the needs.  What a head needs is what its row in `language.heads` says, and no more: `sign`,
`sinc` and `lcm` have their usual values at 0, which their definitions have as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from derivations.kernel.notation import (
    ONE, PI, ZERO, Formula, I, call, conj, cos, exp, formula, inner, sin, sqrt, sum_, symbol,
)
from derivations.language.heads import PLAIN
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, forall, le, lt, ne
from derivations.language.substitution import Substitution, free_symbols, fresh
from derivations.language.terms import Term, apply

# Parameters, whose names no statement has; and an index, which substitution renames.
_x, _y, _k = symbol("x "), symbol("y "), symbol("k", INTEGER)


def _log(z: Formula) -> Formula:
    return call("log", z)


def _abs(z: Formula) -> Formula:
    return call("abs", z)


# The head, its parameters, what it stands for.
_DEFINITIONS: dict[str, tuple[tuple[Formula, ...], Formula]] = {
    "sin": ((_x,), (exp(I * _x) - exp(-I * _x)) / (2 * I)),
    "cos": ((_x,), (exp(I * _x) + exp(-I * _x)) / 2),
    "tan": ((_x,), sin(_x) / cos(_x)),
    "cot": ((_x,), cos(_x) / sin(_x)),
    "sec": ((_x,), ONE / cos(_x)),
    "csc": ((_x,), ONE / sin(_x)),
    "sinc": ((_x,), sin(_x) / _x + (1 - _x / _x)),  # 1 at 0
    "sinh": ((_x,), (exp(_x) - exp(-_x)) / 2),
    "cosh": ((_x,), (exp(_x) + exp(-_x)) / 2),
    "tanh": ((_x,), call("sinh", _x) / call("cosh", _x)),
    "coth": ((_x,), call("cosh", _x) / call("sinh", _x)),
    "sech": ((_x,), ONE / call("cosh", _x)),
    "csch": ((_x,), ONE / call("sinh", _x)),
    "re": ((_x,), (_x + conj(_x)) / 2),
    "im": ((_x,), (_x - conj(_x)) / (2 * I)),
    "abs": ((_x,), sqrt(_x * conj(_x))),
    "norm": ((_x,), sqrt(inner(_x, _x))),
    "sign": ((_x,), _x / _abs(_x)),
    "arg": ((_x,), call("im", _log(_x))),
    "atan2": ((_y, _x), call("arg", _x + I * _y)),
    "asin": ((_x,), -I * _log(I * _x + sqrt(1 - _x**2))),
    "acos": ((_x,), PI / 2 - call("asin", _x)),
    "atan": ((_x,), (_log(1 + I * _x) - _log(1 - I * _x)) / (2 * I)),
    "acot": ((_x,), call("atan", ONE / _x) + PI / 2 * (1 - _x / _x)),  # π/2 at 0
    "asinh": ((_x,), _log(_x + sqrt(_x**2 + 1))),
    "acosh": ((_x,), _log(_x + sqrt(_x + 1) * sqrt(_x - 1))),
    "atanh": ((_x,), (_log(1 + _x) - _log(1 - _x)) / 2),
    "ceiling": ((_x,), -call("floor", -_x)),
    "mod": ((_x, _y), _x - _y * call("floor", _x / _y)),
    "lcm": ((_x, _y), _abs(_x * _y) / call("gcd", _x, _y)),  # 0 at 0, 0
    "max": ((_x, _y), (_x + _y + _abs(_x - _y)) / 2),
    "min": ((_x, _y), (_x + _y - _abs(_x - _y)) / 2),
    "harmonic": ((_x,), sum_(ONE / _k, (_k, ONE, _x))),
}
DEFINED = frozenset(_DEFINITIONS)


def unfolded(term: Term) -> Term | None:
    """The term that this one stands for by the definition of its head; None if it has none.

    >>> from derivations.language.terms import call, symbol
    >>> unfolded(call("sec", symbol("t")))
    1/cos(t)
    """
    if term.head not in _DEFINITIONS:
        return None
    parameters, body = _DEFINITIONS[term.head]
    first, *others = term.args
    if not others:
        return Substitution({parameters[0]: first})(body)
    for argument in others:  # of three and more: max(max(x, y), z)
        first = Substitution({parameters[0]: first, parameters[1]: argument})(body)
    return first


# Sorts of the arguments, and of the value; the first line that fits, otherwise complex.
_Line = tuple[tuple[str, ...], str]
VALUES: Mapping[str, tuple[_Line, ...]] = MappingProxyType({
    "sqrt": ((("positive",), "positive"), (("nonnegative",), "nonnegative")),
    "log": ((("positive",), "real"),),
    "floor": ((("nonnegative",), "natural"), (("complex",), "integer")),
    "factorial": ((("natural",), "posint"),),
    "binomial": ((("natural", "natural"), "natural"), (("integer", "integer"), "integer")),
    "fibonacci": ((("natural",), "natural"),),
    "gcd": ((("integer", "integer"), "natural"),),
    "gamma": ((("posint",), "posint"), (("positive",), "positive"), (("real",), "real")),
})  # fmt: skip


@dataclass(frozen=True)
class Need:
    """What must hold for a head to have a value.

    exact: without it there is no value; otherwise some give a value there, or it is only enough.
    agreed: so it is for everybody, so that a hypothesis with this head in it says it as well.
    spare: it is only enough for a later need, which may be proved without it.
    place: it says which places there are in a family or a matrix.
    """

    claim: Proposition
    exact: bool
    agreed: bool
    spare: bool = False
    place: bool = False


# Some give values to these elsewhere as well: (1/2)!, the floor of complex numbers, x mod 0 = x.
_NOT_EXACT = frozenset({
    "atan2", "binomial", "ceiling", "factorial", "fibonacci", "floor", "gcd", "harmonic", "lcm",
    "mod",
})  # fmt: skip
_NOT_AGREED = _NOT_EXACT | {"gamma", "max", "min"}
# These have no value at -1, -2, -3, ..., for everybody.
POLES = frozenset({"factorial", "harmonic"})


def is_partial(head: str) -> bool:
    """Whether a head may have no value at some arguments; powers, places and entries apart."""
    row = PLAIN.get(head)
    return head == "gamma" or (
        row is not None
        and (row.nonzero is not None or not {"real", "integer", "natural"}.isdisjoint(row.sorts))
    )


def needs(head: str, *arguments: Term) -> tuple[Need, ...]:
    """What must hold for a head to have a value at arguments that have values.

    Powers, values of families and entries of matrices need more than their arguments tell.

    >>> from derivations.language.terms import ONE, symbol
    >>> [need.claim for need in needs("div", ONE, symbol("x"))]
    [x != 0]
    """
    if head == "gamma":
        (z,) = arguments
        k = symbol(fresh("k", {s.name for s in free_symbols(z)}), NATURAL)
        return (_need(head, forall(k, ne(formula(z) + k, ZERO))),)
    row = PLAIN[head]
    sorts = row.sorts + row.sorts[-1:] * (len(arguments) - len(row.sorts))
    pairs = list(zip(arguments, sorts, strict=True))
    found = [eq(call("im", a), ZERO) for a, sort in pairs if sort == "real"]
    found += [eq(call("floor", a), a) for a, sort in pairs if sort in ("integer", "natural")]
    found += [le(ZERO, a) for a, sort in pairs if sort == "natural"]
    if row.nonzero is not None:
        found.append(ne(row.nonzero(*arguments), ZERO))
    return tuple([_need(head, Proposition(relation)) for relation in found])


def corners(head: str, *arguments: Term) -> tuple[Relation, ...]:
    """What is asked of arguments, lest a head has a value there and no derivative."""
    if head in ("max", "min"):
        return tuple([ne(x, y) for x, y in combinations(arguments, 2)])
    if head == "norm":
        return (ne(call("norm", *arguments), ZERO),)
    if head == "floor":
        return (ne(call("floor", *arguments), *arguments),)
    return (ne(arguments[0], ZERO),) if head in ("abs", "sqrt", "sign") else ()


def _need(head: str, claim: Proposition) -> Need:
    return Need(claim, exact=head not in _NOT_EXACT, agreed=head not in _NOT_AGREED)


def meaning(kind: str, term: Term) -> tuple[Relation, ...]:
    """What it says that a term is of a scalar sort."""
    whole = eq(call("floor", term), term)
    match kind:
        case "complex":
            return ()
        case "real":
            return (eq(conj(term), term),)
        case "nonnegative":
            return (le(ZERO, term),)
        case "positive":
            return (lt(ZERO, term),)
        case "negative":
            return (lt(term, ZERO),)
        case "integer":
            return (whole,)
        case "natural":
            return whole, le(ZERO, term)
        case "posint":
            return whole, le(ONE, term)
    raise ValueError(f"{kind} is no scalar sort")


def properties(name: str, term: Term) -> tuple[Relation, ...]:
    """What it says that a square matrix has a property."""
    a = formula(term)
    one = a**0  # the identity of its size
    match name:
        case "real":
            return (eq(conj(a), a),)
        case "unitary":
            return eq(a.H * a, one), eq(a * a.H, one)
        case "orthogonal":
            return eq(conj(a), a), eq(a.T * a, one), eq(a * a.T, one)
        case "hermitian":
            return (eq(a.H, a),)
        case "skew":
            return (eq(a.T, -a),)
        case "invertible":
            return (ne(call("det", a), ZERO),)
        case "projector":
            return (eq(a * a, a),)
        case "nilpotent2":
            return (eq(a * a, ZERO * a),)
    raise ValueError(f"{name} is no property of matrices")


def bijection(n: Term, forth: Term, back: Term) -> tuple[Proposition, ...]:
    """What it says that two functions are permutations of the naturals below n, inverse to
    each other.  Their values at whole numbers are whole, also beyond n, by their sort.
    """
    taken = {s.name for t in (n, forth, back) for s in free_symbols(t)}
    k = symbol(fresh("k", taken), NATURAL)
    image, origin = apply(forth, k), apply(back, k)
    below = [relation for v in (image, origin) for relation in (le(ZERO, v), lt(v, n))]
    said = *below, eq(apply(back, image), k), eq(apply(forth, origin), k)
    return tuple([forall(k, relation, lt(k, n)) for relation in said])
