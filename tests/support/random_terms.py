"""Random scalar and matrix terms with points at which to evaluate them.

Functions with branch cuts or jumps are only applied to rational terms, whose values at the dyadic
points of `points()` come out exactly: a rounding error at a cut would be no disagreement.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
from hypothesis import strategies as st

from derivations.language import sorts
from derivations.language.terms import Term
from tests.support import notation as terms

Z = terms.symbol("z", sorts.COMPLEX)
X = terms.symbol("x", sorts.REAL)
P = terms.symbol("p", sorts.POSITIVE)
N = terms.symbol("n", sorts.POSINT)
M = terms.symbol("m", sorts.NATURAL)
K = terms.symbol("k", sorts.INTEGER)
S = terms.symbol("s", sorts.family_sort((sorts.INTEGER,), sorts.REAL))
F = terms.symbol("f", sorts.family_sort((sorts.COMPLEX,), sorts.COMPLEX))

CUT = ("log", "sqrt", "arg", "asin", "acos", "atan", "acot", "asinh", "acosh", "atanh")
REAL_ONLY = ("floor", "ceiling", "sign")
ENTIRE = ("sin", "cos", "exp", "sinh", "cosh", "re", "im", "conj", "abs")
POLES = ("tan", "cot", "sec", "csc", "tanh", "coth", "sech", "csch")


def points() -> st.SearchStrategy[dict[str, Any]]:
    """Values for the symbols above: dyadic, small, and within their sorts."""
    dyadic = st.integers(-12, 12).map(lambda k: Fraction(k, 4))
    return st.fixed_dictionaries(
        {
            "z": st.tuples(dyadic, dyadic).map(lambda c: mpmath.mpc(float(c[0]), float(c[1]))),
            "x": dyadic,
            "p": st.integers(1, 12).map(lambda k: Fraction(k, 4)),
            "n": st.integers(1, 4),
            "m": st.integers(0, 3),
            "s": st.just(family_s),
            "f": st.just(mpmath.exp),
        }
    )


def family_s(k: int) -> Fraction:
    return Fraction(k * k - 3 * k + 1, 4)


def numbers() -> st.SearchStrategy[Term]:
    values: list[int | Fraction] = [-3, -1, 0, 1, 2, 5, Fraction(1, 2), Fraction(-3, 4)]
    return st.sampled_from([terms.number(v) for v in values])


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
        return draw(numbers() if draw(st.integers(0, 3)) == 0 else st.sampled_from(leaves))
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
        return terms.call(draw(st.sampled_from(CUT)), draw(rational))
    if kind == 3:
        return terms.call(draw(st.sampled_from(REAL_ONLY)), draw(real))
    if kind == 4:
        return terms.call(draw(st.sampled_from(["mod", "max", "min"])), draw(real), draw(real))
    if kind == 5:
        half = [Fraction(1, 2), Fraction(-1, 2), Fraction(3, 2), Fraction(-3, 2)]
        return draw(rational) ** draw(st.sampled_from(half))
    if kind == 6:
        name = draw(st.sampled_from(["factorial", "fibonacci", "harmonic", "gamma"]))
        return terms.call(name, N)
    return draw(st.sampled_from([terms.PI, S[N], S[M - 2], F[X], terms.call("binomial", N, M)]))


@st.composite
def scalar_terms(draw: st.DrawFn, depth: int = 2) -> Term:
    """Terms with functions, sums and products over the symbols above."""
    below = scalar_terms(depth - 1)
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
        return terms.call(draw(st.sampled_from(ENTIRE + POLES)), draw(below))
    lower = draw(st.integers(-2, 2))
    upper = lower - 1 + draw(st.sampled_from([N, M, N + M]))
    if draw(st.booleans()):
        return terms.sum_(draw(below) * S[K] + K, (K, lower, upper))
    return terms.product(draw(below) + K, (K, lower, upper))
