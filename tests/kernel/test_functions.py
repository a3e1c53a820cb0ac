"""Logarithms, arguments, real and imaginary parts, and functions at rationals."""

import pytest

from derivations.language.sorts import INTEGER, NATURAL, POSITIVE, REAL
from derivations.language.statements import Relation, lt, ne
from derivations.language.terms import Term
from tests.support.notation import PI, I, call, conj, exp, number, symbol
from tests.support.scalar_facts import equal

z, w = symbol("z"), symbol("w")
x, y, p, q = symbol("x", REAL), symbol("y", REAL), symbol("p", POSITIVE), symbol("q", POSITIVE)
n, i = symbol("n", NATURAL), symbol("i", INTEGER)


def log(a: Term) -> Term:
    return call("log", a)


@pytest.mark.parametrize(
    "left, right, facts",
    [
        (log(p * q), log(p) + log(q), ()), (log(p**3), 3 * log(p), ()),
        (log(p / q), log(p) - log(q), ()),
        (log(exp(x)), x, ()), (log(number(12)), 2 * log(number(2)) + log(number(3)), ()),
        (log(number(-1)), I * PI, ()), (log(2 * z), log(number(2)) + log(z), (ne(z, 0),)),
        (call("arg", p), number(0), ()), (call("arg", -p), PI, ()), (call("arg", I), PI / 2, ()),
        (call("re", z) + I * call("im", z), z, ()), (call("im", x), number(0), ()),
        (call("sign", p), number(1), ()), (call("sign", z) * call("abs", z), z, (ne(z, 0),)),
        (call("tan", x) * call("cos", x), call("sin", x), (ne(call("cos", x), 0),)),
        (call("sec", x), 1 / call("cos", x), ()), (call("coth", z), I * call("cot", I * z), ()),
        (call("acos", z), PI / 2 - call("asin", z), ()), (call("acot", p), call("atan", 1 / p), ()),
    ],
    ids=str,
)  # fmt: skip
def test_functions(left: Term, right: Term, facts: tuple[Relation, ...]) -> None:
    assert equal(left, right, *facts)


@pytest.mark.parametrize(
    "left, right, facts",
    [
        (log(z * w), log(z) + log(w), (ne(z, 0), ne(w, 0))), (log(z**2), 2 * log(z), (ne(z, 0),)),
        (log(exp(z)), z, ()), (log(2 * z), log(number(2)) + log(z), ()),
        (conj(log(z)), log(conj(z)), ()),
        (call("arg", z), number(0), ()), (call("arg", x), number(0), ()),
        (call("sign", x) ** 2, number(1), ()),
        (call("re", z * w), call("re", z) * call("re", w), ()),
        (call("acot", z), call("atan", 1 / z), ()),
        (call("tan", z) * call("cot", z), number(1), ()),
        (call("max", x, y), x, (lt(x, y),)),
    ],
    ids=str,
)  # fmt: skip
def test_what_functions_do_not_do(left: Term, right: Term, facts: tuple[Relation, ...]) -> None:
    assert not equal(left, right, *facts)


@pytest.mark.parametrize(
    "head, arguments, value",
    [
        ("floor", ["-7/2"], -4), ("ceiling", ["7/2"], 4), ("mod", ["-1", "3"], 2),
        ("mod", ["1", "-3"], -2), ("gcd", ["-4", "6"], 2), ("max", ["1/2", "1/3"], "1/2"),
        ("binomial", ["5", "2"], 10), ("binomial", ["5", "-1"], 0), ("binomial", ["2", "5"], 0),
        ("binomial", ["-3", "2"], 6), ("binomial", ["-3", "3"], -10), ("binomial", ["-1", "0"], 1),
        ("binomial", ["-1", "-1"], 0),
        ("factorial", ["5"], 120), ("fibonacci", ["10"], 55), ("harmonic", ["3"], "11/6"),
        ("gamma", ["5"], 24), ("abs", ["-3/2"], "3/2"), ("acot", ["0"], None),
        ("asin", ["1/2"], None),
    ],
)  # fmt: skip
def test_values_at_rationals(head: str, arguments: list[str], value: int | str | None) -> None:
    expected = {"acot": PI / 2, "asin": PI / 6}.get(head) if value is None else number(value)
    assert expected is not None
    assert equal(call(head, *(number(a) for a in arguments)), expected)
