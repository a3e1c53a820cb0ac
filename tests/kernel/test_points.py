"""Evaluation at a point: exact where the normal form is, otherwise by certified enclosures."""

from __future__ import annotations

import pytest

from derivations.kernel.points import MAX_INSTANCES, check_model, check_values, proposition_at
from derivations.kernel.theorem import Rejected
from derivations.language.parser import parse_claim, parse_proposition, parse_term
from derivations.language.sorts import INTEGER
from derivations.language.terms import Term, function, symbol
from tests.support.tables import declared, entries

AT_A_POINT = {
    True: """
        cos(pi/3) == 1/2;  exp(1) < 3;  sin(1) != 0;  Matrix([[1, 2]]) == Matrix([[1, 2]])
        (1 + 1/10**10)**(10**10) < exp(1)
        i**2 <= 9 for all i: integer with -3 <= i and i <= 3
        i == 1 for all i: integer with 1 <= i and i <= 0
    """,
    # The tiny and the large ones are told apart that floating point takes for equal.
    False: """
        cos(pi/7) == 9/10;  3 < exp(1);  Matrix([[1, exp(1)]]) == Matrix([[1, 2]])
        exp(-10**6) == 0;  tanh(10**5) == 1;  (1 + 1/10**10)**(10**10) == exp(1)
        i**2 <= 8 for all i: integer with -3 <= i and i <= 3
    """,
    # Ranges of reals, and of too many integers, are not gone through.
    None: f"""
        a*(a - 1) == 0 for all a: real with 0 <= a and a <= 1
        i == 1 for all i: integer with 0 <= i and i <= {MAX_INSTANCES}
        cosh(exp(-10**6)) == 1
    """,
}


@pytest.mark.parametrize(
    ("text", "told"),
    [(text, told) for told, table in AT_A_POINT.items() for text in entries(table)],
)
def test_closed_propositions_hold_or_fail_or_are_not_decided(text: str, told: bool | None) -> None:
    assert proposition_at(parse_proposition(text, {})) is told


def test_an_equality_that_is_not_shown_is_not_taken_for_false() -> None:
    nested = parse_proposition("sqrt(5 + 2*sqrt(6)) == sqrt(2) + sqrt(3)", {})
    assert proposition_at(nested) is not False


def values(let: str, **given: str) -> None:
    """Check the values for the symbols, which a claim about them has to accept."""
    symbols = declared(let)
    claimed = parse_claim("0 = 0", entries(let))
    pairs = [(symbols[name], value(text)) for name, text in given.items()]
    check_values(claimed, tuple(pairs), "values")


def value(text: str) -> Term:
    """The term; of `i -> i**2`, the function of an integer."""
    index, arrow, body = text.partition(" -> ")
    if not arrow:
        return parse_term(text, {})
    i = symbol(index, INTEGER)
    return function((i,), parse_term(body, {index: i}))


UNITARY, FAMILY = "d: posint; U: unitary(d)", "f: family(integer -> real)"
VALUES = [
    (UNITARY, {"d": "2", "U": "Matrix([[0, I], [1, 0]])"}, None),
    (UNITARY, {"d": "2", "U": "Matrix([[1, 1], [0, 1]])"}, "is not seen to be unitary"),
    (UNITARY, {"d": "2", "U": "Identity(3)"}, "is not seen to be unitary"),
    (UNITARY, {"d": "0", "U": "Identity(1)"}, "0 is not seen to be posint"),
    (FAMILY, {"f": "i -> i**2"}, None),
    (FAMILY, {"f": "i -> 1/i"}, "not seen to be defined everywhere"),
    (FAMILY, {"f": "i -> I*i"}, "is not seen to be family"),
]


@pytest.mark.parametrize(("let", "given", "why"), VALUES)
def test_values_are_of_their_sorts_and_defined(
    let: str, given: dict[str, str], why: str | None
) -> None:
    if why is None:
        values(let, **given)
        return
    with pytest.raises(Rejected, match=why):
        values(let, **given)


def test_a_model_satisfies_hypotheses_and_conditions() -> None:
    claimed = parse_claim("n = n", ["n: natural"], ["3 <= n"])
    (n,) = claimed.declarations
    conditions = [parse_proposition("n != 5", {"n": n})]

    def model(value: str) -> None:
        at = ((n, parse_term(value, {})),)
        check_model(claimed, claimed.hypotheses, conditions, at, "model")

    model("4")
    for value, what in (("2", "hypothesis 0"), ("5", "condition 0")):
        with pytest.raises(Rejected, match=f"{what} is not seen to hold"):
            model(value)
