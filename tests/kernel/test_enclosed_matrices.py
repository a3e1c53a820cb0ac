"""Closed matrices of concrete dimensions, entry by entry, and the scalars made of them."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.kernel.enclosure import (
    certainly_differ,
    enclose,
    enclose_matrix,
    exact_rational,
    exact_value,
)
from derivations.kernel.intervals import Unbounded, Undefined
from derivations.language.sorts import NATURAL
from tests.support.notation import (
    I,
    Written,
    add,
    adjoint,
    call,
    column,
    conj,
    cos,
    identity,
    inner,
    matrix,
    number,
    sin,
    sum_,
    symbol,
    transpose,
    zero_matrix,
)

K = symbol("k", NATURAL)
N = number


def product(body, over):
    index, lower, upper = over
    return Written("product", (index, number(lower), number(upper), body))


def binder(head, body, lower, upper):
    return Written(head, (K, number(lower), number(upper), body))


A = matrix([[1, 2], [3, 4]])
ROTATION = matrix([[cos(N(1)), -sin(N(1))], [sin(N(1)), cos(N(1))]])


def exact_rows(term):
    return [
        [exact_value(Written("entry", (term, number(i), number(j))))[0] for j in range(columns)]
        for i, columns in enumerate([len(row) for row in enclose_matrix(term, 64)])
    ]


@pytest.mark.parametrize(
    ("term", "rows"),
    [
        (A * A + 2 * A - identity(2), [[8, 14], [21, 29]]),
        (A**2, [[7, 10], [15, 22]]), (A**0, [[1, 0], [0, 1]]),
        (-A, [[-1, -2], [-3, -4]]), (A / 2, [[Fraction(1, 2), 1], [Fraction(3, 2), 2]]),
        (transpose(A), [[1, 3], [2, 4]]), (adjoint(matrix([[1, I * I]])), [[1], [-1]]),
        (call("inv", A), [[-2, 1], [Fraction(3, 2), Fraction(-1, 2)]]),
        (A**-1, [[-2, 1], [Fraction(3, 2), Fraction(-1, 2)]]),
        (call("inv", matrix([[0, 0, 1], [2, 0, 0], [0, 4, 0]])),
         [[0, Fraction(1, 2), 0], [0, 0, Fraction(1, 4)], [1, 0, 0]]),
        (call("kronecker", matrix([[1, 2]]), matrix([[0], [1]])), [[0, 0], [1, 2]]),
        (zero_matrix(1, 2), [[0, 0]]),
        (binder("blockdiag", K, 1, 2), [[1, 0], [0, 2]]),
        (binder("blockdiag", K * matrix([[1, 2]]), 1, 2), [[1, 2, 0, 0], [0, 0, 2, 4]]),
        (binder("stack", matrix([[K, 0]]), 0, 1), [[0, 0], [1, 0]]),
        (product(matrix([[1, K], [0, 1]]), (K, 1, 3)), [[1, 6], [0, 1]]),
        (product(matrix([[K, 1], [1, 0]]), (K, 1, 2)), [[3, 1], [2, 1]]),
        (product(A, (K, 1, 0)), [[1, 0], [0, 1]]), (sum_(A, (K, 1, 0)), [[0, 0], [0, 0]]),
        (call("matexp", zero_matrix(2, 2)), [[1, 0], [0, 1]]),
        (conj(I * A) / I, [[-1, -2], [-3, -4]]),
    ],
)  # fmt: skip
def test_matrices(term, rows):
    assert exact_rows(term) == rows


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (call("trace", A), 5), (call("det", A), -2), (call("norm", column(3, 4)), 5),
        (inner(column(1, I), column(I, 1)), 0), (inner(N(2), I) / I, -2),
        (call("scalar", matrix([[7]])), 7), (A[0, 1], 2), (call("det", identity(8)), 1),
        (call("det", matrix([[(i * j) % 5 + (i == j) for j in range(8)] for i in range(8)])), -304),
    ],
)  # fmt: skip
def test_scalars_of_matrices(term, value):
    assert exact_rational(term) == value


def by_first_row(rows):
    """The determinant, by its definition."""
    if not rows:
        return 1
    return sum(
        (-1) ** j * x * by_first_row([row[:j] + row[j + 1 :] for row in rows[1:]])
        for j, x in enumerate(rows[0])
        if x
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 7), st.data())
def test_elimination_inverts_and_agrees_with_expansion(n, data):
    entries = st.integers(-3, 3)
    rows = [[data.draw(entries) for _ in range(n)] for _ in range(n)]
    exact = matrix(rows)
    # The same numbers, out of reach of exact arithmetic.
    rough = matrix([[add(e, sin(N(1)), -sin(N(1))) for e in row] for row in rows])
    determinant = exact_rational(call("det", exact))
    assert determinant == by_first_row(rows)
    try:
        assert enclose(call("det", rough), 128).contains(determinant)
    except Unbounded:  # by elimination, for 7 rows
        assert determinant == 0 and n == 7
    if determinant:
        difference = exact * call("inv", exact) - identity(n)
        assert all(entry.is_zero for row in enclose_matrix(difference, 64) for entry in row)
        difference = call("inv", rough) - call("inv", exact)
        assert all(entry.contains_zero for row in enclose_matrix(difference, 128) for entry in row)
    else:
        with pytest.raises(Undefined, match="the inverse of a singular matrix"):
            enclose_matrix(call("inv", exact), 64)
        with pytest.raises(Unbounded):
            enclose_matrix(call("inv", rough), 64)


@pytest.mark.parametrize("scale", [1, number("1/100"), 30, I])
def test_the_exponential_of_a_generator_is_a_rotation(scale):
    generator = matrix([[0, -1], [1, 0]])
    difference = call("matexp", scale * generator) - matrix(
        [[cos(scale), -sin(scale)], [sin(scale), cos(scale)]]
    )
    for row in enclose_matrix(difference, 128):
        for entry in row:
            assert entry.contains(0) and entry.width < Fraction(1, 2**100)


def test_matrices_that_differ():
    assert certainly_differ(ROTATION, transpose(ROTATION))
    assert not certainly_differ(call("inv", ROTATION), transpose(ROTATION), (64, 256))
    assert not certainly_differ(A, identity(3))
    assert not certainly_differ(A, N(1))
