"""Sums and ordered products of matrices over a symbolic range."""

import pytest

from derivations.kernel.context import Context, holds_plainly
from derivations.kernel.forms import OutOfReach
from derivations.kernel.normal_form import Normalizer, SortError
from derivations.language.sorts import INTEGER, NATURAL, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import eq
from derivations.language.terms import Term
from tests.support.notation import call, identity, product, sum_, symbol, zero_matrix

d, N, p = symbol("d", POSINT), symbol("N", POSINT), symbol("p", POSINT)
n, m = symbol("n", NATURAL), symbol("m", NATURAL)
k, i = symbol("k", INTEGER), symbol("i", INTEGER)
A, B = symbol("A", matrix_sort(d, d)), symbol("B", matrix_sort(d, d))
F = symbol("F", family_sort((INTEGER,), matrix_sort(d, d)))
s = symbol("s", family_sort((INTEGER,), REAL))
one = identity(d)


def same(left: Term, right: Term) -> bool:
    return holds_plainly(Context().normalizer, eq(left, right))


def test_empty_and_reversed_ranges() -> None:
    assert same(sum_(F[k], (k, 1, 0)), zero_matrix(d, d))
    assert same(product(F[k], (k, 5, 2)), one)
    assert not same(product(F[k], (k, 2, 5)), one)


def test_a_sum_goes_to_the_coefficients_of_words() -> None:
    assert same(sum_(s[k] * A, (k, 1, n)), sum_(s[k], (k, 1, n)) * A)
    assert same(sum_(A, (k, 1, n)), n * A) and not same(sum_(A, (k, 0, n)), n * A)


def test_words_and_exponents_that_depend_on_the_index_stay_inside() -> None:
    assert not same(sum_(A**k, (k, 0, n)), (n + 1) * A**n)
    assert not same(sum_(F[k], (k, 1, n)), n * F[n])
    assert same(sum_(A**k, (k, 0, 2)), one + A + A * A)


def test_a_product_is_ordered_and_grows_on_the_right() -> None:
    assert same(product(F[k], (k, 1, n + 1)), product(F[k], (k, 1, n)) * F[n + 1])
    assert not same(product(F[k], (k, 1, n + 1)), F[n + 1] * product(F[k], (k, 1, n)))
    assert same(product(F[k], (k, 1, 2)), F[1] * F[2])
    assert not same(product(F[k], (k, 1, 2)), F[2] * F[1])


def test_a_product_of_one_matrix_is_a_power() -> None:
    assert same(product(A, (k, 1, n)), A**n)
    assert not same(product(A**k, (k, 0, n - 1)), A ** (n * n))


def test_the_name_of_the_index_does_not_matter() -> None:
    assert same(sum_(F[k], (k, 1, N)), sum_(F[i], (i, 1, N)))
    assert not same(sum_(F[k], (k, 1, N)), sum_(F[k], (k, 0, N)))


def test_sizes_do_not_depend_on_the_index() -> None:
    with pytest.raises((OutOfReach, SortError)):
        Normalizer().value(sum_(identity(k), (k, 1, 2)))
    sized = symbol("S", matrix_sort(p, p))
    with pytest.raises(SortError, match="the index p of a sum occurs in the size of S"):
        Normalizer().value(sum_(call("trace", sized), (p, 1, 3)))


def test_a_sum_of_matrices_inside_a_sum() -> None:
    inside = call("trace", sum_(F[k], (k, 1, N)) * A)
    assert same(sum_(s[i] * inside, (i, 1, n)), sum_(s[i], (i, 1, n)) * inside)
    assert not same(sum_(call("trace", F[i] * A), (i, 1, N)), N * inside)
