"""Evaluation at a point: exact where the normal form is, otherwise by certified enclosures."""

import pytest

from derivations.kernel.points import (
    MAX_INSTANCES,
    check_model,
    check_values,
    proposition_at,
    relation_at,
)
from derivations.kernel.theorem import Rejected
from derivations.language.sorts import INTEGER, NATURAL, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, eq, forall, le, lt, ne, statement
from tests.support.notation import (
    ONE,
    PI,
    ZERO,
    I,
    cos,
    exp,
    function,
    identity,
    matrix,
    number,
    sin,
    sqrt,
    symbol,
)

n, i, a = symbol("n", NATURAL), symbol("i", INTEGER), symbol("a", REAL)
d = symbol("d", POSINT)
f = symbol("f", family_sort((INTEGER,), REAL))
U = symbol("U", matrix_sort(d, d, "unitary"))


def test_closed_relations_hold_or_fail_or_are_not_decided() -> None:
    assert relation_at(eq(cos(PI / 3), number("1/2"))) is True
    assert relation_at(eq(cos(PI / 7), number("9/10"))) is False
    assert relation_at(lt(exp(number(1)), 3 * ONE)) is True
    assert relation_at(lt(3 * ONE, exp(number(1)))) is False
    assert relation_at(ne(sin(number(1)), ZERO)) is True


def test_an_equality_that_is_not_shown_is_not_assumed() -> None:
    nested = eq(sqrt(5 + 2 * sqrt(number(6))), sqrt(number(2)) + sqrt(number(3)))
    assert relation_at(nested) in (None, True)


def test_matrices_are_compared_entry_by_entry() -> None:
    assert relation_at(eq(matrix([[1, 2]]), matrix([[1, 2]]))) is True
    assert relation_at(eq(matrix([[1, exp(number(1))]]), matrix([[1, 2]]))) is False


def test_quantified_propositions_by_their_range() -> None:
    assert proposition_at(forall(i, le(i * i, 9), le(-3, i), le(i, 3))) is True
    assert proposition_at(forall(i, le(i * i, 8), le(-3, i), le(i, 3))) is False
    assert proposition_at(forall(i, eq(i, 1), le(1, i), le(i, 0))) is True


def test_ranges_of_reals_and_large_ranges_are_not_enumerated() -> None:
    assert proposition_at(forall(a, eq(a * (a - 1), 0), le(0, a), le(a, 1))) is None
    assert proposition_at(forall(i, eq(i, 1), le(0, i), le(i, MAX_INSTANCES))) is None


def test_values_are_closed_and_of_their_sorts() -> None:
    claimed = statement(eq(U, U))
    check_values(claimed, ((d, number(2)), (U, matrix([[0, I], [1, 0]]))), "values")
    with pytest.raises(Rejected, match="is not seen to be unitary"):
        check_values(claimed, ((d, number(2)), (U, matrix([[1, 1], [0, 1]]))), "values")
    with pytest.raises(Rejected, match="is not seen to be unitary"):
        check_values(claimed, ((d, number(2)), (U, identity(3))), "values")
    with pytest.raises(Rejected, match="0 is not seen to be posint"):
        check_values(claimed, ((d, ZERO), (U, identity(1))), "values")


def test_a_family_is_given_by_a_function_that_is_defined_everywhere() -> None:
    claimed = statement(eq(f[0], 0))
    check_values(claimed, ((f, function((i,), i * i)),), "values")
    with pytest.raises(Rejected, match="not seen to be defined everywhere"):
        check_values(claimed, ((f, function((i,), 1 / i)),), "values")
    with pytest.raises(Rejected, match="is not seen to be family"):
        check_values(claimed, ((f, function((i,), I * i)),), "values")


def test_a_model_satisfies_hypotheses_and_conditions() -> None:
    claimed = statement(eq(n, n), [le(3, n)])
    facts, conditions = claimed.hypotheses, [Proposition(ne(n, 5))]
    check_model(claimed, facts, conditions, ((n, number(4)),), "model")
    for value, what in ((2, "hypothesis 0"), (5, "condition 0")):
        with pytest.raises(Rejected, match=f"{what} is not seen to hold"):
            check_model(claimed, facts, conditions, ((n, number(value)),), "model")
