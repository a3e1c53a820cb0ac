"""Explicit matrices, matrices of N blocks, and how the kinds meet."""

import pytest

from derivations.kernel import forms
from derivations.kernel.context import Context, holds_plainly
from derivations.kernel.forms import Blocks, Grid, OutOfReach
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import TooLarge
from derivations.kernel.words import Words
from derivations.language.sorts import INTEGER, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import eq
from derivations.language.terms import Term
from tests.support.notation import (
    ZERO,
    Written,
    blockdiag,
    call,
    column,
    cos,
    identity,
    matrix,
    number,
    product,
    scalar,
    sin,
    stack,
    sum_,
    symbol,
)

a, b = symbol("a", REAL), symbol("b", REAL)
M, N = symbol("M", POSINT), symbol("N", POSINT)
j, k = symbol("j", INTEGER), symbol("k", INTEGER)
s, t = (symbol(name, family_sort((INTEGER,), REAL)) for name in "st")
X = symbol("X", matrix_sort(number(2), number(2)))
x = stack(s[j], (j, 1, M))


def R(angle: Term) -> Term:
    return matrix([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])


def turns(angle: Term) -> Term:
    return blockdiag(R(s[j] * angle), (j, 1, M))


def same(left: Term, right: Term) -> bool:
    return holds_plainly(Context().normalizer, eq(left, right))


def entry(m: Term, i: Term, place: Term = ZERO) -> Term:
    return Written("entry", (m, i, place))


def test_known_sizes_are_written_out_unknown_ones_are_blocks_or_words() -> None:
    normalizer = Normalizer()
    assert isinstance(normalizer.value(R(a)), Grid)
    assert isinstance(normalizer.value(turns(a)), Blocks)
    assert isinstance(normalizer.value(identity(M)), Words)
    assert isinstance(normalizer.value(blockdiag(R(s[j]), (j, 1, 3))), Grid)


def test_block_matrices_multiply_block_by_block() -> None:
    assert same(turns(a) * turns(b), turns(a + b)) and not same(turns(a) * turns(b), turns(a - b))
    assert same(turns(a).T * turns(a), identity(2 * M))
    assert same(scalar(x.T * x), sum_(s[j] ** 2, (j, 1, M)))


def test_a_column_times_a_row_is_not_block_diagonal() -> None:
    assert not same(x * x.T, blockdiag(s[j] ** 2, (j, 1, M)))


def test_trace_determinant_and_inverse_of_blocks() -> None:
    assert same(call("trace", turns(a)), sum_(2 * cos(s[j] * a), (j, 1, M)))
    assert same(call("det", blockdiag(s[j], (j, 1, M))), product(s[j], (j, 1, M)))
    assert same(call("inv", turns(a)), turns(-a)) and not same(call("inv", turns(a)), turns(a))


def test_inverses_and_determinants_of_explicit_matrices() -> None:
    assert same(call("det", R(a)), number(1)) and same(call("inv", R(a)), R(-a))
    assert not same(X * call("inv", X), identity(2))
    assert same(call("inv", matrix([[1, 2], [2, 4]])), call("zero", 2, 2))


def test_entries_are_counted_from_zero_inside_the_matrix() -> None:
    assert same(entry(x, number(2)), s[3]) is False  # M may be 1
    assert same(entry(x, ZERO), s[1]) and same(entry(x, M - 1), s[M])
    assert not same(entry(x, M), s[M + 1])
    for place in (number(2), number(-1), number("1/2")):
        with pytest.raises(OutOfReach, match="of a matrix, counted from 0"):
            Normalizer().value(entry(X, place))


def test_powers_of_blocks_are_taken_block_by_block_for_naturals_only() -> None:
    diagonal = blockdiag(s[j], (j, 1, M))
    assert same(diagonal**N, blockdiag(s[j] ** N, (j, 1, M)))
    with pytest.raises(OutOfReach, match="not seen to be a natural"):
        Normalizer().value(diagonal**k)


def test_blocks_have_one_size() -> None:
    with pytest.raises(OutOfReach, match="blocks of different sizes"):
        Normalizer().value(blockdiag(identity(k), (k, 1, 2)))
    with pytest.raises(OutOfReach, match="an unspecified number of times"):
        Normalizer().value(blockdiag(identity(N), (k, 1, M)))


def test_the_index_of_blocks_inside_blocks_stays_bound() -> None:
    C = symbol("C", matrix_sort(M, M))
    inside = call("trace", blockdiag(s[j], (j, 1, M)) * C)
    outer = stack(inside * t[k], (k, 1, N))
    assert same(entry(outer, ZERO), inside * t[1])
    assert not same(entry(outer, ZERO), call("trace", blockdiag(s[1], (j, 1, M)) * C) * t[1])


def test_kronecker_products() -> None:
    assert same(
        call("kronecker", matrix([[a, b]]), column(1, 2)), matrix([[a, b], [2 * a, 2 * b]])
    )
    assert not same(call("kronecker", X, R(a)), call("kronecker", R(a), X))


def test_what_would_be_too_large_is_not_computed() -> None:
    Y = symbol("Y", matrix_sort(number(6), number(6)))
    for term in (identity(10**6), Y**4096, call("inv", Y * Y)):
        with pytest.raises(TooLarge):
            Normalizer().value(term)


def test_a_form_is_found_again_from_its_key() -> None:
    normalizer = Normalizer()
    for term in (R(a), turns(a), identity(M)):
        form = normalizer.matrix(term)
        assert forms.key(forms.from_key(forms.key(form))) == forms.key(form)
