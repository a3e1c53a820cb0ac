"""What has no normal form since it makes no sense: sizes, sorts, arities, data, captured names."""

from __future__ import annotations

import pytest

from derivations.kernel.normal import Normalizer
from derivations.kernel.syntax import SortError
from derivations.language.sorts import (
    INTEGER, NATURAL, POSINT, REAL, Sort, family_sort, matrix_sort,
)
from derivations.language.terms import Term
from tests.support.notation import (
    ONE, ZERO, apply, blockdiag, call, function, identity, number, product, sum_, symbol,
)
from tests.support.parsing import parse_term
from tests.support.tables import declared

LETTERS = """
    d, M, N: posint; k, j: integer; c: complex; A: matrix(d, d); V: matrix(d, M); X: matrix(2, 2)
    W: matrix(2, d); s: family(integer -> real); h: family(matrix(d, d) -> real); n: natural
    F: family(integer -> matrix(d, d)); p: permutation(N); f: family(natural -> real); x: real
"""
REFUSED = [
    ("V*V", "sizes in the product"), ("A + c", "adds scalars and matrices"),
    ("scalar(A)", "is not 1 x 1"),
    ("A + V*V.T*A + W", "different sizes"), ("Sum(Identity(k), (k, 1, 2))", "of different sizes"),
    ("Product(V, (k, 1, n))", "is not a square matrix"),
    ("BlockDiag(Identity(k), (k, 1, 2))", "different sizes"),
    ("V**2", "is not a square matrix"), ("A**(1/2)", "exponent of a matrix must be an integer"),
    ("A**c", "must be an integer"),
    ("trace(V)", "is not a square matrix"), ("det(c)", "is a scalar where a matrix is needed"),
    ("sin(A)", "a matrix where a scalar"),
    ("c.T", "is a scalar where a matrix"), ("inner(A, A)", "is not a column vector"),
    ("inner(V, c)", "scalar where a matrix"),
    ("Identity(0)", "is not seen to be a dimension"),
    ("Identity(k)", "is not seen to be a dimension"),
    ("zeros(n, 2)", "not seen to be a dimension"),
    ("Stack(A, (j, 1, 0))", "at least one block"),
    ("BlockDiag(A, (j, 1, n))", "at least one block"), ("s[x]", "is indexed by integers"),
    ("f[1/2]", "is indexed by integers"), ("h(c)", "is a function of matrices"),
    ("h(V*V.T*V)", "is a function of matrices"),
    ("h(A)*s[h(A)]", "is indexed by integers"), ("Sum(s[k], (k, 1, x))", "is not an integer"),
    ("BlockMatrix([[A, W], [W, A]])", "does not fit"),
    ("p[1/2]", "is indexed by integers"), ("A/A", "a matrix where a scalar is needed"),
    ("A*V + V*A", "sizes in the product"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_makes_no_sense(text: str, why: str) -> None:
    with pytest.raises(SortError, match=why):
        Normalizer().of(parse_term(text, declared(LETTERS)))


d, k, x, z = symbol("d", POSINT), symbol("k", POSINT), symbol("x", REAL), symbol("z")
A, V = symbol("A", matrix_sort(k, k)), symbol("V", matrix_sort(d, ONE))
f = symbol("f", family_sort((NATURAL,), REAL))
of_size = symbol("h", family_sort((matrix_sort(k, k),), REAL))
MALFORMED = {
    "two arguments of neg": Term("neg", (x, z)),
    "one argument of div": Term("div", (x,)),
    "a logarithm to a base": Term("log", (x, z)),
    "no terms in a sum": Term("add", ()),
    "a float": Term("number", (), 0.5),
    "an int in place of a rational": Term("number", (), 1),
    "a number that cannot be written": number(1 << 14_000),
    "no number at all": Term("number", (), "1"),
    "a number of something": Term("number", (x,), ONE.data),
    "a symbol without a sort": Term("symbol", (), "x"),
    "a symbol of something": Term("symbol", (x,), ("x", REAL)),
    "an unknown head": Term("power", (x, z)),
    "data where there are none": Term("add", (x, z), 3),
    "pi of something": Term("pi", (x,)),
    "an index that is no symbol": Term("sum", (ONE, ONE, ONE, x)),
    "an index that is no integer": Term("sum", (x, ONE, ONE, z)),
    "a binder without a body": Term("sum", (k, ONE, ONE)),
    "a matrix with too few entries": Term("matrix", (x, z, x), (2, 2)),
    "a matrix without rows": Term("matrix", (), (0, 0)),
    "a family without an index": f,
    "a family of nothing": Term("apply", (f,)),
    "two indices for one": apply(f, k, k),
    "an index of what is no family": apply(x, k),
    "a function that stands alone": function((z,), z),
    "a function that is applied": Term("apply", (function((z,), z), x)),
    "a matrix sort without a size": symbol("B", Sort("matrix")),
    "an unknown sort": symbol("B", Sort("quaternion")),
    "a unitary matrix that is not square": symbol("B", matrix_sort(d, k, "unitary")),
    "a size that is no dimension": symbol("B", matrix_sort(d - 1, d)),
    "what is no term": Term("neg", ("x",)),
    "a real part of a matrix": call("re", A),
    "an imaginary part of a matrix": call("im", A),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_malformed(name: str) -> None:
    with pytest.raises(SortError):
        Normalizer().of(MALFORMED[name])


# Binders and names: under an index k, nothing that is free has its name, not as a size either.

CAPTURED = {
    "the index is a size, of a symbol": sum_(call("trace", A), (k, ONE, ONE)),
    "the index is a size, deeper": sum_(call("det", A * A) + k, (k, ONE, d)),
    "the index is a size, under another": sum_(
        sum_(call("trace", A), (d, ONE, ONE)), (k, ONE, ONE)
    ),
    "the index is the size of an argument": sum_(apply(of_size, identity(k)), (k, ONE, ONE)),
    "the index has the name of a size": sum_(call("trace", A), (symbol("k", INTEGER), ONE, ONE)),
    "the index has the name of a symbol": sum_(k * symbol("k", INTEGER), (k, ONE, ONE)),
    "in a product": product(call("det", A), (k, ONE, ONE)),
    "in blocks": blockdiag(call("trace", A), (k, ONE, d)),
}  # fmt: skip


@pytest.mark.parametrize("name", CAPTURED)
def test_what_an_index_would_capture(name: str) -> None:
    with pytest.raises(SortError, match=r"the index k has the name|an index occurs in the size"):
        Normalizer().of(CAPTURED[name])


def test_an_index_may_hide_another() -> None:
    normalizer = Normalizer()
    inner = sum_(apply(f, k), (k, ONE, k))
    total = normalizer.of(sum_(inner + k, (k, ONE, d)))
    j = symbol("j", POSINT)
    other = normalizer.of(sum_(sum_(apply(f, j), (j, ONE, k)) + k, (k, ONE, d)))
    assert total == other


@pytest.mark.parametrize("sort", [POSINT, INTEGER, NATURAL])
def test_the_sort_of_an_index_says_nothing(sort: Sort) -> None:
    """Of an index from -3 nothing is known but that it is whole."""
    normalizer, index = Normalizer(), symbol("i", sort)
    low = normalizer.scalar_of(sum_(index, (index, number(-3), d)))
    assert not normalizer.is_of(low, "natural")
    assert normalizer.is_of(normalizer.scalar_of(sum_(index, (index, ONE, d))), "natural")
    value = apply(symbol("g", family_sort((POSINT,), POSINT)), index)
    assert not normalizer.is_of(normalizer.scalar_of(sum_(value, (index, ZERO, d))), "natural")
    assert normalizer.is_of(normalizer.scalar_of(sum_(value, (index, ONE, d))), "natural")
