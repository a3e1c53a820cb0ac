"""The oracle of the tests, on terms whose values are plain."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from derivations.language import sorts
from derivations.language.terms import Term
from tests.support import notation as terms
from tests.support.notation import Written, call, number, symbol
from tests.support.oracle import Undefined, agree, evaluate, term_value
from tests.support.parsing import parse_term

x = symbol("x")
k = symbol("k", sorts.INTEGER)
f = symbol("f", sorts.family_sort((sorts.INTEGER,), sorts.REAL))
A = symbol("A", sorts.matrix_sort(number(2), number(2)))


@pytest.mark.parametrize(
    "term, value",
    [
        (x / 2 - 1, Fraction(1, 2)),
        (x**0 + number(0) ** 0, 2),
        (1 + (x - x) ** Fraction(3, 2), 1),
        (terms.sum_(k * k, (k, 1, 3)), 14),
        (terms.sum_(k, (k, 0, -3)), 0),
        (terms.product(k, (k, 5, 1)), 1),
        (terms.sum_(f[k] * x, (k, 0, 2)), 9),
        (call("mod", number(-7), number(3)), 2),
        (terms.sqrt(number(-4)), mpmath.mpc(0, 2)),
        (terms.inner(terms.I, terms.I), 1),
        (call("norm", terms.column(3, 4 * terms.I)), 5),
        (call("trace", A * A.H), 30),
        (call("det", terms.blockdiag(k, (k, 1, 4))), 24),
        (call("entry", terms.stack(A, (k, 1, 2)), 3, 0), 3),
        (call("trace", terms.product(A, (k, 1, 0))), 2),
        (call("det", Written("blocks", (A, A, A, 2 * A), (2, 2))), 4),
        (call("floor", terms.I * terms.I + Fraction(1, 2)), -1),
    ],
)
def test_values(term: Term, value: object) -> None:
    values = {"x": 3, "f": {0: 0, 1: 1, 2: 2}, "A": [[1, 2], [3, 4]]}
    assert agree(evaluate(term, values), value)


@pytest.mark.parametrize(
    "term",
    [
        number(1) / (x - x), call("log", number(0)), call("arg", x - 3), x ** Fraction(1, 2) / 0,
        call("tan", terms.PI / 2), call("gamma", number(-2)), call("entry", A, 2, 0),
        A + x, A * terms.column(1, 2, 3), (x - x) ** Fraction(1, 3), call("scalar", A),
        call("atan", terms.I), call("floor", terms.I), call("mod", terms.I, number(2)),
        Written("blocks", (A, terms.column(1, 2, 3)), (1, 2)),
    ],
)  # fmt: skip
def test_undefined(term: Term) -> None:
    with pytest.raises(Undefined):
        evaluate(term, {"x": 3, "A": [[1, 2], [3, 4]]})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/z", 0), ("log(z)", 0), ("arg(z)", 0), ("z**(-1/2)", 0), ("z**(1/3)", 1), ("z**0", 1),
        ("tan(pi/2)", 0), ("atan(I)", 0), ("acot(z)", mpmath.pi / 2), ("gamma(-2)", 0),
        ("factorial(-1)", 0), ("binomial(-3, 2)", 6), ("sqrt(-4)", 2j), ("floor(2.5 + I)", 2),
        ("Mod(-7, 3)", 2), ("log(-1)", 1j * mpmath.pi), ("(-8)**(1/3)", 1 + 1j * mpmath.sqrt(3)),
        ("det(S.I)", 0), ("trace(S.I)", 0), ("Sum(1/k, (k,0,3))", Fraction(11, 6)),
    ],
)  # fmt: skip
def test_values_that_are_junk(text: str, value: object) -> None:
    term = parse_term(text, {"z": symbol("z"), "S": symbol("S", A.sort)})
    assert agree(term_value(term, {"z": 0, "S": [[1, 2], [2, 4]]}), value, 14)
