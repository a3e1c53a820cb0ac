"""Random scalar terms over all heads and sorts, facts about them, and points: for the kernel.

Values at the points include zeros, poles and branch cuts on purpose: what the kernel's normal
form does there is checked against `total_values`, in which every term has a value.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from mpmath import exp, mpc, mpf

from derivations.language import sorts
from derivations.language.statements import Relation, le, lt, ne
from derivations.language.terms import Term
from tests.support import notation as terms
from tests.support.notation import call, number
from tests.support.oracle import agree, term_value, whole

Z, W = terms.symbol("z"), terms.symbol("w")
X, Y = terms.symbol("x", sorts.REAL), terms.symbol("y", sorts.REAL)
P, Q = terms.symbol("p", sorts.POSITIVE), terms.symbol("q", sorts.NONNEGATIVE)
V = terms.symbol("v", sorts.NEGATIVE)
N, M = terms.symbol("n", sorts.POSINT), terms.symbol("m", sorts.NATURAL)
L = terms.symbol("l", sorts.INTEGER)
F = terms.symbol("f", sorts.family_sort((sorts.INTEGER,), sorts.COMPLEX))
U = terms.symbol("u", sorts.family_sort((sorts.INTEGER, sorts.INTEGER), sorts.COMPLEX))
C = terms.symbol("c", sorts.family_sort((sorts.INTEGER,), sorts.NATURAL))
# Indices; some have the names of symbols above, and the same sorts.
INDICES = (
    terms.symbol("j", sorts.NATURAL), terms.symbol("k", sorts.INTEGER), M, L,
)  # fmt: skip

NUMBERS = [number(Fraction(a)) for a in ("0 1 -1 2 -2 3 1/2 -1/2 1/3 2/3 -3/2 5".split())]
FUNCTIONS = (
    "exp log sqrt abs arg re im sign sin cos tan cot sec csc sinh cosh tanh coth sech csch conj "
    "floor ceiling asin acos atan acot asinh acosh atanh"
).split()
OF_INTEGERS = "factorial fibonacci harmonic gamma".split()

Strategy = st.SearchStrategy[Term]
Scope = tuple[Term, ...]


def leaves(scope: Scope) -> Strategy:
    symbols = [Z, W, X, Y, P, Q, V, N, M, L, terms.I, terms.PI]
    return st.one_of(st.sampled_from(NUMBERS), st.sampled_from([*symbols, *scope, *scope]))


@st.composite
def integers(draw: st.DrawFn, scope: Scope = (), depth: int = 1) -> Term:
    """Terms whose normal form is seen to be an integer."""
    kind = draw(st.integers(0, 6)) if depth else draw(st.integers(0, 1))
    if kind == 0:
        return number(draw(st.integers(-2, 3)))
    if kind <= 2:
        return draw(st.sampled_from([N, M, L, *scope, *scope]))
    below = integers(scope, depth - 1)
    if kind == 3:
        return -draw(below)
    if kind == 4:
        return draw(below) ** draw(st.integers(0, 2))
    return draw(st.sampled_from([terms.add, terms.mul]))(draw(below), draw(below))


@st.composite
def scalars(draw: st.DrawFn, scope: Scope = (), depth: int = 2) -> Term:
    """Any scalar term; `scope` holds the indices of the binders around it."""
    kind = draw(st.integers(0, 15)) if depth else 0
    if kind <= 1:
        return draw(leaves(scope))
    below = scalars(scope, depth - 1)
    if kind <= 3:
        return terms.add(*draw(st.lists(below, min_size=2, max_size=3)))
    if kind <= 5:
        return terms.mul(*draw(st.lists(below, min_size=2, max_size=3)))
    if kind == 6:
        return draw(below) / draw(below)
    if kind == 7:
        return draw(below) ** draw(st.sampled_from(NUMBERS))
    if kind == 8:
        return draw(below) ** draw(integers(scope))
    if kind == 9:
        turns = draw(st.sampled_from(NUMBERS)) * draw(integers(scope))
        return terms.exp(terms.I * terms.PI * turns)
    if kind <= 12:
        return call(draw(st.sampled_from(FUNCTIONS)), draw(below))
    if kind == 13:
        return draw(_of_integers(scope))
    return draw(sums(scope, depth))


@st.composite
def _of_integers(draw: st.DrawFn, scope: Scope) -> Term:
    a, b = draw(integers(scope)), draw(integers(scope))
    kind = draw(st.integers(0, 5))
    if kind <= 1:
        return F[a] if kind else C[a]
    if kind == 2:
        return U[a, b]
    if kind == 3:
        return call(draw(st.sampled_from(OF_INTEGERS)), a)
    if kind == 4:
        return call(draw(st.sampled_from(["binomial", "gcd"])), a, b)
    return call(draw(st.sampled_from(["mod", "max", "min"])), a / 2, b)


@st.composite
def sums(draw: st.DrawFn, scope: Scope = (), depth: int = 2) -> Term:
    """Sums and products over ranges that may be empty, reversed or triangular."""
    index = draw(st.sampled_from(INDICES))
    lower = draw(st.sampled_from([number(0), number(1), number(-1), *scope]))
    upper = draw(st.one_of(st.sampled_from([N, M, N - 1, M + N, *scope]), integers(scope)))
    inside = (*(s for s in scope if s != index), index)
    body = draw(scalars(inside, depth - 1))
    if draw(st.booleans()):
        body = body * draw(st.sampled_from([F[index], U[index, inside[0]], U[index, N]]))
    build = terms.sum_ if draw(st.integers(0, 3)) else terms.product
    return build(body, (index, lower, upper))


def facts() -> st.SearchStrategy[list[Relation]]:
    """A few relations to be taken as known."""
    sides = st.one_of(leaves(()), scalars((), 1))
    relation = st.builds(
        lambda operator, a, b, turned: operator(b, a) if turned else operator(a, b),
        st.sampled_from([ne, ne, le, lt]), sides, st.sampled_from([*NUMBERS[:3], X, N]),
        st.booleans(),
    )  # fmt: skip
    return st.lists(relation, max_size=2)


# Points


def _values() -> dict[str, st.SearchStrategy[Any]]:
    rational = st.sampled_from([Fraction(a) for a in "0 0 1 -1 2 -2 1/2 -3/4 7/2 -5".split()])
    positive = st.sampled_from([Fraction(a) for a in "1 2 1/2 3 9/4".split()])
    gaussian = st.builds(lambda a, b: mpc(float(a), float(b)), rational, rational)
    return {
        "z": gaussian, "w": gaussian, "x": rational, "y": rational, "p": positive,
        "q": rational.map(abs), "v": positive.map(lambda a: -a), "n": st.integers(1, 3),
        "m": st.integers(0, 3), "l": st.integers(-3, 4),
    }  # fmt: skip


def _family(function: Callable[..., Any]) -> Callable[..., Any]:
    def at(*places: Any) -> Any:
        return function(*(whole(p) for p in places))

    return at


FAMILIES = {
    "f": _family(lambda k: mpc(k * k - 3 * k + 1, 2 * k - 2) / 4),
    "u": _family(lambda j, k: mpc(j * k - j + 1, k - j) / 2),
    "c": _family(lambda k: mpf((k * k + 1) % 3)),
}


def points() -> st.SearchStrategy[dict[str, Any]]:
    """Values for all the symbols, each of its sort."""
    return st.fixed_dictionaries(_values()).map(lambda values: values | FAMILIES)


def satisfied(relations: list[Relation], values: dict[str, Any]) -> bool:
    """Whether relations of `facts()` hold at a point."""
    for relation in relations:
        left, right = (term_value(t, values) for t in (relation.left, relation.right))
        if not _holds(relation.operator, left, right):
            return False
    return True


def _holds(operator: str, left: Any, right: Any) -> bool:
    equal = agree(left, right)
    if operator in ("==", "!="):
        return equal == (operator == "==")
    gap = right - left
    real = abs(gap.imag) < 1e-30
    return bool(real and (gap.real > 0 or equal) and not (operator == "<" and equal))


holds = _holds


# Terms whose rounded values are meant to be compared: functions with branch cuts or jumps are only
# applied to rational terms, whose values at the points below come out exactly.

CUT = ("log", "sqrt", "arg", "asin", "acos", "atan", "acot", "asinh", "acosh", "atanh")
REAL_ONLY = ("floor", "ceiling", "sign")
ENTIRE = ("sin", "cos", "exp", "sinh", "cosh", "re", "im", "conj", "abs")
POLES = ("tan", "cot", "sec", "csc", "tanh", "coth", "sech", "csch")
R = terms.symbol("s", sorts.family_sort((sorts.INTEGER,), sorts.REAL))
G = terms.symbol("g", sorts.family_sort((sorts.COMPLEX,), sorts.COMPLEX))


def meant_points() -> st.SearchStrategy[dict[str, Any]]:
    """Values for the symbols of these terms: dyadic, small, and within their sorts."""
    dyadic = st.integers(-12, 12).map(lambda k: Fraction(k, 4))
    return st.fixed_dictionaries({
        "z": st.builds(lambda a, b: mpc(float(a), float(b)), dyadic, dyadic), "x": dyadic,
        "p": st.integers(1, 12).map(lambda k: Fraction(k, 4)), "n": st.integers(1, 4),
        "m": st.integers(0, 3), "s": st.just(lambda k: Fraction(k * k - 3 * k + 1, 4)),
        "g": st.just(exp),
    })  # fmt: skip


COMPLEX_LEAVES = (Z, X, P, N, M, terms.I)
REAL_LEAVES = (X, P, N, M)


@st.composite
def rational_terms(
    draw: st.DrawFn, leaves: tuple[Term, ...] = COMPLEX_LEAVES, depth: int = 2
) -> Term:
    """Terms of `+ - * /`, conjugates and integer powers."""
    below = rational_terms(leaves, depth - 1)
    kind = draw(st.integers(0, 6)) if depth else 0
    if kind <= 1:
        return draw(st.sampled_from(NUMBERS if draw(st.integers(0, 3)) == 0 else leaves))
    if kind == 2:
        return terms.add(*draw(st.lists(below, min_size=2, max_size=3)))
    if kind == 3:
        return terms.mul(*draw(st.lists(below, min_size=2, max_size=3)))
    if kind == 4:
        return draw(st.sampled_from([terms.neg, terms.conj]))(draw(below))
    if kind == 5:
        return draw(below) / draw(below)
    return draw(below) ** draw(st.sampled_from([-2, -1, 0, 1, 2, 3]))


@st.composite
def leaf_terms(draw: st.DrawFn) -> Term:
    """A rational term, or a function of rational terms."""
    rational, real = rational_terms(), rational_terms(REAL_LEAVES)
    kind = draw(st.integers(0, 7))
    if kind <= 1:
        return draw(rational)
    if kind == 2:
        return call(draw(st.sampled_from(CUT)), draw(rational))
    if kind == 3:
        return call(draw(st.sampled_from(REAL_ONLY)), draw(real))
    if kind == 4:
        return call(draw(st.sampled_from(["mod", "max", "min"])), draw(real), draw(real))
    if kind == 5:
        half = [Fraction(1, 2), Fraction(-1, 2), Fraction(3, 2), Fraction(-3, 2)]
        return draw(rational) ** draw(st.sampled_from(half))
    if kind == 6:
        name = draw(st.sampled_from(["factorial", "fibonacci", "harmonic", "gamma"]))
        return call(name, N)
    return draw(st.sampled_from([terms.PI, R[N], R[M - 2], G[X], call("binomial", N, M)]))


@st.composite
def meant_terms(draw: st.DrawFn, depth: int = 2) -> Term:
    """Terms with functions, sums and products over the symbols above."""
    below = meant_terms(depth - 1)
    kind = draw(st.integers(0, 7)) if depth else 0
    if kind <= 1:
        return draw(leaf_terms())
    if kind == 2:
        return terms.add(*draw(st.lists(below, min_size=2, max_size=3)))
    if kind == 3:
        return terms.mul(*draw(st.lists(below, min_size=2, max_size=3)))
    if kind == 4:
        return terms.neg(draw(below))
    if kind == 5:
        return draw(below) / draw(below)
    if kind == 6:
        return call(draw(st.sampled_from(ENTIRE + POLES)), draw(below))
    lower = draw(st.integers(-2, 2))
    upper = lower - 1 + draw(st.sampled_from([N, M, N + M]))
    if draw(st.booleans()):
        return terms.sum_(draw(below) * R[INDICES[1]] + INDICES[1], (INDICES[1], lower, upper))
    return terms.product(draw(below) + INDICES[1], (INDICES[1], lower, upper))
