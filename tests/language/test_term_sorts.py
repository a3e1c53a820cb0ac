"""Sorts of terms by their form; what is not seen is not said."""

import pytest

from derivations.language.parser import parse_claim
from derivations.language.term_sorts import is_of

DECLARED = (
    "x, y: real, p: positive, q: nonnegative, m: negative, k: natural, n: posint, z: complex, "
    "f: family(complex -> positive)"
)
SEEN = {
    "complex": ["z", "1/z"],
    "real": ["x", "-x", "x*y - 1/3", "1/x", "x**3", "exp(x)", "Abs(z)", "log(p)", "f[z]", "p**x"],
    "integer": ["k - n", "-3", "2*k*n", "Mod(k, n)"],
    "positive": ["p", "n + 1", "1/2", "p/n", "exp(x)", "f[z]", "p**x"],
    "negative": ["m", "-2", "m + m", "-p", "m - 1"],
    "nonnegative": ["q", "k/n", "0", "q + p", "k*q"],
    "natural": ["k", "n", "k + 1", "0", "2*k*n"],
    "posint": ["n", "7", "n*n"],
}
UNSEEN = {
    "real": ["z", "log(x)", "sqrt(x)", "x**y", "Abs(z)*z"],
    "integer": ["x", "k/n", "1/2"],
    "positive": ["q", "0", "-1/2", "p - 1", "x**2"],
    "negative": ["m*m", "0", "-q", "p"],
    "nonnegative": ["-1/2", "q - 1/2", "x*(-1/2)", "m", "x"],
    "natural": ["-1", "k - 1", "1/2", "q"],
    "posint": ["k", "0", "1/2 + n"],
}


@pytest.mark.parametrize("kind", SEEN)
def test_what_is_seen(kind: str) -> None:
    for text in SEEN[kind]:
        (goal,) = parse_claim(f"for all {DECLARED}: {text} = z").goals
        assert is_of(goal.relation.left, kind), text


@pytest.mark.parametrize("kind", UNSEEN)
def test_what_is_not_seen(kind: str) -> None:
    for text in UNSEEN[kind]:
        (goal,) = parse_claim(f"for all {DECLARED}: {text} = z").goals
        assert not is_of(goal.relation.left, kind), text
