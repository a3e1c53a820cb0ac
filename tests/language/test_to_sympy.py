"""Terms as SymPy expressions: unevaluated, and with the same value at every point."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy
from hypothesis import assume, given, settings, strategies as st

from derivations import as_written
from derivations.language import sorts, statements
from derivations.language.assumptions import SORTS
from derivations.language.from_sympy import from_sympy
from derivations.language.parser import parse_claim
from derivations.language.statements import StatementError
from derivations.language.stating import statement
from derivations.language.terms import Term
from derivations.language.to_sympy import goals_to_sympy, relation_to_sympy, to_sympy
from derivations.language.vocabulary import BlockDiag, MatrixFamily, Stack
from tests.support import notation as terms
from tests.support.notation import call, number, symbol
from tests.support.oracle import Undefined, agree, evaluate
from tests.support.scalar_terms import meant_points, meant_terms
from tests.support.sympy_values import numeric

x, y = symbol("x"), symbol("y")
a = symbol("a", sorts.REAL)
n, m, M = (symbol(name, sorts.POSINT) for name in ("n", "m", "M"))
k, l = symbol("k", sorts.INTEGER), symbol("l", sorts.INTEGER)  # noqa: E741
A, B = (symbol(name, sorts.matrix_sort(n, n)) for name in "AB")
U = symbol("U", sorts.family_sort((sorts.REAL,), sorts.matrix_sort(n, n, "unitary")))
sigma = symbol("sigma", sorts.family_sort((sorts.NATURAL,), sorts.REAL))


def rotation(angle: Any) -> Term:
    c, s = terms.cos(angle), terms.sin(angle)
    return terms.matrix([[c, -s], [s, c]])


# The meaning is kept


@settings(max_examples=100, deadline=None)
@given(meant_terms(), meant_points())
def test_a_term_and_its_sympy_expression_have_the_same_value(
    term: Term, point: dict[str, Any]
) -> None:
    try:
        value = evaluate(term, point)
    except Undefined:
        assume(False)
    assume(abs(mpmath.mpmathify(value)) < 1e30)
    assert agree(value, numeric(to_sympy(term), point), digits=30)


R, Q = rotation(a), terms.matrix([[x, 1], [terms.I, y]])
v, w = terms.column(x, terms.I), terms.column(1 + terms.I, y)


@pytest.mark.parametrize(
    "term",
    [
        R * Q, Q + R - 2 * R, Q / (1 + a), -Q, Q**3, call("inv", Q), Q.T, Q.H, call("conj", Q),
        terms.identity(2) * Q, terms.zero_matrix(2, 2) + Q, call("kronecker", Q, R),
        Q * v, terms.blockdiag(rotation(l * a), (l, 1, 3)) * terms.identity(6),
        terms.stack(Q * l, (l, 0, 2)), terms.stack(l * x, (l, 0, 2)),
        terms.sum_(Q * l, (l, 1, 3)), terms.product(Q + l * R, (l, 1, 3)),
    ],
)  # fmt: skip
def test_matrices_have_the_same_entries(term: Term) -> None:
    point = {"x": Fraction(3, 4), "y": mpmath.mpc(1, 2), "a": Fraction(1, 2)}
    expr = to_sympy(term).xreplace(
        {
            sympy.Symbol("x"): sympy.Rational(3, 4), sympy.Symbol("y"): 1 + 2 * sympy.I,
            sympy.Symbol("a", real=True): sympy.Rational(1, 2),
        }
    )
    grid = sympy.Matrix(expr.doit()).evalf(50)
    value = evaluate(term, point)
    assert value.shape == grid.shape == to_sympy(term).shape
    expected = [[mpmath.mpmathify(entry) for entry in row] for row in grid.tolist()]
    assert agree(value, expected, digits=30)


@pytest.mark.parametrize(
    "term",
    [
        call("trace", Q), call("det", Q), call("entry", Q, 1, 0), terms.inner(v, w),
        call("norm", v), terms.scalar(v.T * w), terms.inner(x, y), call("norm", Q * v),
    ],
)  # fmt: skip
def test_scalars_of_matrices_have_the_same_value(term: Term) -> None:
    point = {"x": Fraction(3, 4), "y": mpmath.mpc(1, 2)}
    values = {sympy.Symbol("x"): sympy.Rational(3, 4), sympy.Symbol("y"): 1 + 2 * sympy.I}
    value = sympy.sympify(to_sympy(term).xreplace(values).doit()).evalf(50)
    assert agree(evaluate(term, point), mpmath.mpmathify(value), digits=30)


@settings(max_examples=100, deadline=None)
@given(meant_terms())
def test_what_came_from_sympy_comes_back_as_the_same_term(term: Term) -> None:
    with as_written():
        read = from_sympy(to_sympy(term))
        assert from_sympy(to_sympy(read)) == read


# Nothing is evaluated


@pytest.mark.parametrize(
    "term, printed",
    [
        (terms.cos(-x), "cos(-x)"), (x / x, "x/x"), (number(1) / (x - x), "1/(-x + x)"),
        (terms.exp(0) + number(0), "0 + exp(0)"), (terms.sqrt(number(4)), "sqrt(4)"),
        (call("abs", -2 * x), "Abs(-2*x)"), (terms.sum_(number(0), (k, 1, n)), "Sum(0, (k, 1, n))"),
        (terms.sum_(terms.sum_(k, (k, 1, l)), (l, 1, n)), "Sum(Sum(k, (k, 1, l)), (l, 1, n))"),
        (call("gcd", n, m), "gcd(n, m)"), (call("floor", number(Fraction(1, 2))), "floor(1/2)"),
        (call("max", n, 3), "Max(3, n)"), (terms.mul(A, A, call("inv", A)), "A*A*A**(-1)"),
        (call("trace", A + A), "Trace(A + A)"), (terms.identity(n) * A, "I*A"),
    ],
)
def test_what_is_written_stays(term: Term, printed: str) -> None:
    assert str(to_sympy(term)) == printed


def test_relations_are_unevaluated() -> None:
    assert str(relation_to_sympy(statements.eq(x, x))) == "Eq(x, x)"
    assert str(relation_to_sympy(statements.ne(1, 1))) == "Ne(1, 1)"
    assert str(relation_to_sympy(statements.le(2, 1))) == "2 <= 1"
    assert str(relation_to_sympy(statements.lt(a, a))) == "a < a"
    quantified = statements.forall(k, statements.eq(x, k), statements.le(k, n))
    assert str(goals_to_sympy(statement(quantified))) == "forall((k,), Eq(x, k), k <= n)"
    assert relation_to_sympy(statements.eq(A * B, B * A)).rhs.shape == to_sympy(A).shape


# Sorts become assumptions


@pytest.mark.parametrize("kind", sorted(sorts.SUPERSORTS))
def test_scalar_sorts(kind: str) -> None:
    term = symbol("q", sorts.Sort(kind))
    assert to_sympy(term) == sympy.Symbol("q", **SORTS[kind])
    assert from_sympy(to_sympy(term)) == term


def test_families_over_integers_are_indexed_and_others_are_functions() -> None:
    index = sympy.Symbol("l", integer=True)
    assert to_sympy(sigma[l]) == sympy.IndexedBase("sigma", real=True)[index]
    g = symbol("g", sorts.family_sort((sorts.REAL,), sorts.POSITIVE))
    assert to_sympy(g[a]) == sympy.Function("g", positive=True)(sympy.Symbol("a", real=True))


def test_a_function_written_out_is_a_lambda() -> None:
    assert str(to_sympy(terms.function([x], x + x))) == "Lambda(x, x + x)"
    assert str(to_sympy(terms.apply(terms.function([x], x + x), y))) == "y + y"


# Stand-ins: printable, with a shape, expanded by doit, read back


def test_a_block_diagonal_matrix_of_symbolic_size() -> None:
    expr = to_sympy(terms.blockdiag(rotation(sigma[l] * a), (l, 1, M)))
    size = sympy.Symbol("M", integer=True, positive=True)
    assert isinstance(expr, BlockDiag)
    assert expr.shape == (2 * size, 2 * size)
    assert str(to_sympy(terms.blockdiag(A, (l, 1, M)))) == "BlockDiag(A, (l, 1, M))"
    assert sympy.latex(to_sympy(terms.stack(l, (l, 1, M)))) == (
        r"\operatorname{Stack}\left(l, \left( l, \  1, \  M\right)\right)"
    )
    assert (expr * expr.T).shape == expr.shape
    assert expr.subs(size, 2).doit().shape == (4, 4)


def test_sizes_that_depend_on_the_index_are_summed() -> None:
    v_l = symbol("V", sorts.family_sort((sorts.INTEGER,), sorts.matrix_sort(l, terms.ONE)))
    expr = to_sympy(terms.stack(v_l[l], (l, 1, M)))
    assert isinstance(expr, Stack)
    assert str(expr.shape) == "(Sum(l, (l, 1, M)), 1)"


def test_families_of_matrices() -> None:
    expr = to_sympy(U[a] * U[a].H)
    assert str(expr) == "U(a)*Adjoint(U(a))"
    assert sympy.latex(to_sympy(U[a])) == r"U\left(a\right)"
    assert isinstance(expr.args[0], MatrixFamily)
    assert expr.shape == to_sympy(A).shape


@pytest.mark.parametrize(
    "term",
    [
        terms.blockdiag(rotation(l * a), (l, 1, M)),
        terms.stack(terms.matrix([[l, x]]), (l, 0, M - 1)), terms.sum_(A * l, (l, 1, M)),
        terms.product(A + terms.identity(n), (l, 1, M)), call("matexp", A * a), call("gcd", n, m),
        call("kronecker", A, B), call("conj", A) * A.T * A.H * call("inv", B), terms.scalar(A) * 2,
        call("trace", A) + call("det", B),
    ],
)
def test_stand_ins_are_read_back(term: Term) -> None:
    written = to_sympy(term)
    assert to_sympy(from_sympy(written)) == written


def test_what_sympy_cannot_say_is_lost() -> None:
    real = symbol("A", sorts.matrix_sort(n, n, "orthogonal"))
    assert from_sympy(to_sympy(real)) == A


# Large terms


def test_shared_subterms_stay_shared() -> None:
    term = terms.sum_(x + k, (k, 1, n))
    for _ in range(60):
        term = term + term
    total = to_sympy(terms.sum_(term * k, (k, 1, n)))
    assert total.function.args[0].args[0] is total.function.args[0].args[1]


def test_wide_and_deep_terms() -> None:
    assert len(to_sympy(terms.add(*(x for _ in range(100_000)))).args) == 100_000
    term = x
    for _ in range(1_000):
        term = terms.cos(term) + 1
    assert to_sympy(term).args[1] == 1


@given(st.fractions())
def test_numbers_are_exact(value: Fraction) -> None:
    assert to_sympy(number(value)) == sympy.Rational(value.numerator, value.denominator)


def test_what_sympy_has_no_word_for_is_named() -> None:
    stated = parse_claim("s[0] = 0", ["n: posint", "s: permutation(n)"])
    with pytest.raises(StatementError, match="SymPy has no word for s, of sort permutation"):
        to_sympy(stated.goals[0].relation.left)
