"""What nobody may prove about roots and logarithms of products, of powers and of conjugates."""

from __future__ import annotations

import pytest

from derivations.language.sorts import REAL
from derivations.language.statements import Relation, eq, le, ne
from derivations.language.terms import Term
from derivations.proving import prove
from tests.support.notation import ZERO, call, conj, number, symbol
from tests.support.scalar_facts import equal

z, w = symbol("z"), symbol("w")
x, y = symbol("x", REAL), symbol("y", REAL)


def log(a: Term) -> Term:
    return call("log", a)


def test_a_number_that_left_with_its_conjugate_does_not_leave_again() -> None:
    """`log(a b) = 2 log|a| + log a` for a = 1/q, b its conjugate: false at q = i.

    The atom a was made before q ≠ 0 was known, and b after it; b left with a, and a was kept.
    """
    q = z + w
    a = 1 / q
    facts = le(a, a), ne(x * y * q, 0), le(1, a * conj(a))
    assert not equal(log(a * conj(a)), 2 * log(call("abs", a)) + log(a), *facts)
    assert equal(log(a * conj(a)), log(conj(a) * a), *facts)


THIRD = number("1/3")


@pytest.mark.parametrize(
    ("goal", "known"),
    [(ne(x, 0), [eq(x**THIRD, y)]), (eq(1, 2), [eq(x**THIRD, 0)]), (eq(ZERO**THIRD, 0), [])],
)
def test_a_third_root_may_be_defined_at_0(goal: Relation, known: list[Relation]) -> None:
    """`x^(1/3) = y` said that x is not 0, and `0^(1/3) = 0` was refuted as defined nowhere."""
    assert prove(goal, known).kind == "undecided"


def test_a_power_below_0_is_not_defined_at_0() -> None:
    assert prove(ne(x, 0), [eq(x**-THIRD, y)]).kind == "proved"
    assert prove(eq(ZERO**-THIRD, 0)).kind == "refuted"
