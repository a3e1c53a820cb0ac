"""Nonnegative solutions of linear equations: exact; none where there is none; more gain."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings, strategies as st

from derivations.search.orders.linear_programs import solve

ONE = Fraction(1)

numbers = st.fractions(-4, 4, max_denominator=3)
columns = st.lists(st.dictionaries(st.integers(0, 5), numbers, max_size=5), max_size=8)


def total(weights, given_columns):
    places = {k for column in given_columns for k in column}
    return {
        k: sum((w * c.get(k, 0) for w, c in zip(weights, given_columns, strict=True)), Fraction(0))
        for k in places
    }


@settings(derandomize=True, max_examples=40, deadline=None)
@given(columns, st.lists(st.fractions(0, 3, max_denominator=2), min_size=8, max_size=8))
def test_what_has_a_solution_is_solved(some, weights):
    wanted = total(weights[: len(some)], some)
    found = solve(some, wanted)
    assert found is not None and all(w >= 0 for w in found)
    assert total(found, some) == wanted


@settings(derandomize=True, max_examples=40, deadline=None)
@given(columns, st.dictionaries(st.integers(0, 5), numbers, max_size=5))
def test_what_is_found_is_a_solution(some, wanted):
    found = solve(some, wanted)
    if found is not None:
        assert all(w >= 0 for w in found)
        sums = total(found, some)
        assert all(sums.get(k, 0) == wanted.get(k, 0) for k in {*sums, *wanted})


def test_what_points_away_has_no_solution():
    assert solve([{0: ONE}], {0: -ONE}) is None
    assert solve([{0: ONE, 1: ONE}], {0: ONE}) is None
    assert solve([{0: ONE}], {1: ONE}) is None
    assert solve([], {}) == []


def test_of_several_solutions_one_with_more_gain():
    both = [{0: ONE}, {0: ONE}]
    assert solve(both, {0: ONE}, gains=[1, 0]) == [1, 0]
    assert solve(both, {0: ONE}, gains=[0, 1]) == [0, 1]


def test_a_column_that_no_solution_uses_has_no_gain():
    idle = {1: ONE}
    assert solve([idle, {0: ONE}, {0: ONE}], {0: ONE}, gains=[1, 0, 1]) == [0, 0, 1]
