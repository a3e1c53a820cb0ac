"""SymPy expressions as terms: what is read, how it is written, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from sympy import (
    Dummy, E, Eq, Float, Function, I, Idx, IndexedBase, Integer, Matrix, MatrixSymbol, Mul, Ne, Pow,
    Product, Rational, Sum, Symbol, cos, exp, log, pi, sin, sqrt, symbols,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.language import sorts
from derivations.language.from_sympy import from_sympy
from derivations.language.statements import StatementError
from derivations.language.substitution import subterms
from derivations.language.sympy_statements import statement_from_sympy
from derivations.language.terms import Term
from derivations.language.to_sympy import to_sympy
from tests.support import notation as terms
from tests.support.notation import call, in_text, number, symbol
from tests.support.oracle import Undefined, agree, evaluate
from tests.support.scalar_terms import meant_points, meant_terms
from tests.support.sympy_values import numeric

x, y, k, l = symbols("x y k l")  # noqa: E741
a, b = symbols("a b", real=True)
n = Symbol("n", integer=True, positive=True)
m = Symbol("m", integer=True, nonnegative=True)
s = IndexedBase("s", real=True)
f = Function("f", real=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)

X, Y = symbol("x"), symbol("y")
REAL_A = symbol("a", sorts.REAL)
N, M = symbol("n", sorts.POSINT), symbol("m", sorts.NATURAL)
K, L = symbol("k", sorts.INTEGER), symbol("l", sorts.INTEGER)
S = symbol("s", sorts.family_sort((sorts.INTEGER,), sorts.REAL))


def kept(build: Callable[..., Any], *args: Any) -> Any:
    return build(*args, evaluate=False)


# The meaning is kept, of what is unevaluated and of what SymPy evaluated


@settings(max_examples=100, deadline=None)
@given(meant_terms(), meant_points())
def test_an_expression_and_its_term_have_the_same_value(term: Term, point: dict[str, Any]) -> None:
    for expr in (to_sympy(term), _evaluated(to_sympy(term))):
        read = from_sympy(expr)
        try:
            value = evaluate(read, point)
        except Undefined:
            continue
        assert agree(value, numeric(expr, point), digits=30), expr


def _evaluated(expr: Any) -> Any:
    """The expression as SymPy makes it when it evaluates every node."""
    if isinstance(expr, (sympy.Indexed, Sum, Product)) or not expr.args:
        return expr
    try:
        result = expr.func(*(_evaluated(arg) for arg in expr.args))
    except (TypeError, ValueError, ZeroDivisionError):  # for instance the order of nan
        assume(False)
    assume(not result.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo, sympy.AccumBounds))
    assume(not result.has(sympy.acoth))  # which is refused where its argument may be 0
    return result


# How expressions are read


@pytest.mark.parametrize(
    "expr, written",
    [
        (1 + 2 * x + x**2, "x**2 + 2*x + 1"), (1 - x, "1 - x"), (x - y - 2, "x - y - 2"),
        (-x / 2, "-x/2"), (2 * x / (3 * y), "2*x/(3*y)"), (Rational(2, 3), "2/3"), (1 / x, "1/x"),
        (x**-2, "1/x**2"), (sqrt(x), "sqrt(x)"), (1 / sqrt(x), "1/sqrt(x)"), (x**y, "x**y"),
        (x ** (-y), "x**(-y)"), (E, "exp(1)"), (exp(-x) * I * pi, "pi*I*exp(-x)"),
        (kept(log, x, 2), "log(x)/log(2)"),
        (sympy.acoth(n) + sympy.asec(y), "atanh(1/n) + acos(1/y)"),
        (cos(x) ** 2 + sin(x) ** 2, "cos(x)**2 + sin(x)**2"),
        (sympy.conjugate(x) * sympy.Abs(y), "Abs(y)*conjugate(x)"),
        (sympy.Max(a, b, 3), "Max(3, a, b)"), (sympy.Mod(n, 3), "Mod(n, 3)"),
        (sympy.binomial(n, m), "binomial(n, m)"), (sympy.atan2(a, b), "atan2(a, b)"),
        (sympy.Heaviside(a), "(1 + sign(a))/2"), (sympy.UnevaluatedExpr(x), "x"),
        (sympy.HadamardProduct(MatrixSymbol("P", 1, 2), MatrixSymbol("Q", 1, 2)),
         "Matrix([[P[0, 0]*Q[0, 0], P[0, 1]*Q[0, 1]]])"),
        (kept(sympy.KroneckerDelta, k, k), "1"),
        (Sum(s[l], (l, 1, n)), "Sum(s[l], (l, 1, n))"),
        (Product(k, (k, 1, n)), "Product(k, (k, 1, n))"), (f(a) * f(n), "f[a]*f[n]"),
    ],
)
def test_reading(expr: Any, written: str) -> None:
    assert in_text(from_sympy(expr)) == written


@pytest.mark.parametrize(
    "expr, term",
    [
        (kept(Mul, x, kept(Pow, x, -1)), X / X), (kept(sympy.Add, x, kept(Mul, -1, x)), X - X),
        (kept(Mul, 3, 2, x), terms.mul(3, 2, X)), (kept(Mul, y, x), Y * X),
        (kept(Mul, x, kept(Pow, y, -1), x), (X / Y) * X), (kept(sympy.Add, y, x), Y + X),
        (kept(cos, kept(Mul, -1, x)), terms.cos(-X)),
        (kept(Pow, Integer(4), Rational(1, 2)), terms.sqrt(4)),
        (kept(sympy.Abs, Integer(-3)), call("abs", -3)),
    ],
)
def test_what_is_unevaluated_is_read_node_by_node(expr: Any, term: Term) -> None:
    assert from_sympy(expr) == term


def test_numbers_and_terms() -> None:
    assert from_sympy(3) == number(3)
    assert from_sympy(Fraction(1, 3)) == number(Fraction(1, 3))
    assert from_sympy(X) is X


@pytest.mark.parametrize(
    "assumptions, sort",
    [
        ({"integer": True, "positive": True}, sorts.POSINT),
        ({"integer": True, "nonnegative": True}, sorts.NATURAL), ({"integer": True}, sorts.INTEGER),
        ({"positive": True}, sorts.POSITIVE), ({"real": True, "negative": True}, sorts.NEGATIVE),
        ({"nonnegative": True}, sorts.NONNEGATIVE), ({"real": True}, sorts.REAL),
        ({"complex": True}, sorts.COMPLEX), ({"finite": True}, sorts.COMPLEX), ({}, sorts.COMPLEX),
    ],
)
def test_assumptions_are_sorts(assumptions: dict[str, bool], sort: sorts.Sort) -> None:
    assert from_sympy(Symbol("q", **assumptions)).sort == sort
    assert from_sympy(Function("q", **assumptions)(x)).args[0].sort == sorts.family_sort(
        (sorts.COMPLEX,), sort
    )
    assert from_sympy(IndexedBase("q", **assumptions)[n]).args[0].sort == sorts.family_sort(
        (sorts.INTEGER,), sort
    )


# Ranges


def test_an_index_is_an_integer_even_where_it_was_not_declared_one() -> None:
    assert from_sympy(Sum(x**k, (k, 0, n))) == terms.sum_(X**K, (K, 0, N))


def test_several_ranges_are_nested_the_first_innermost() -> None:
    expr = Sum(k * l, (k, 1, l), (l, 1, n))
    assert from_sympy(expr) == terms.sum_(terms.sum_(K * L, (K, 1, L)), (L, 1, N))


def test_an_index_that_also_bounds_its_range_is_renamed() -> None:
    k1 = symbol("k1", sorts.INTEGER)
    assert from_sympy(Sum(k, (k, 1, k))) == terms.sum_(k1, (k1, 1, symbol("k")))


def test_an_index_that_is_a_complex_number_elsewhere_is_renamed() -> None:
    k1 = symbol("k1", sorts.INTEGER)
    read = from_sympy(Sum(k * symbols("k2"), (k, 1, 3)) + k)
    assert read == terms.add(symbol("k"), terms.sum_(k1 * symbol("k2"), (k1, 1, 3)))


def test_bound_dummies_get_names() -> None:
    expr = (u.T * v)[0, 0]
    assert isinstance(expr, Sum)
    assert in_text(from_sympy(expr)) == "Sum(u[i_1, 0]*v[i_1, 0], (i_1, 0, n - 1))"
    d, d1 = Dummy("d"), Dummy("d")
    assert in_text(from_sympy(Sum(d * d1, (d, 1, 2), (d1, 1, 2)))) == (
        "Sum(Sum(d*d1, (d, 1, 2)), (d1, 1, 2))"
    )


def test_idx() -> None:
    i = Idx("i", n)
    assert in_text(from_sympy(Sum(s[i], (i, 0, n - 1)))) == "Sum(s[i], (i, 0, n - 1))"
    assert from_sympy(Idx("i") + 1) == symbol("i", sorts.INTEGER) + 1
    with pytest.raises(StatementError, match="comes with hypotheses"):
        from_sympy(i + 1)


# Matrices


def test_explicit_matrices() -> None:
    assert from_sympy(Matrix([[x, 1], [0, y]])) == terms.matrix([[X, 1], [0, Y]])
    assert from_sympy(sympy.ImmutableMatrix([x, y])) == terms.column(X, Y)
    assert from_sympy(sympy.SparseMatrix([[x, 0]])) == terms.matrix([[X, 0]])
    blocks = sympy.BlockMatrix([[A, u], [v.T, Matrix([[x]])]])
    rows = (P, symbol("u", COLUMN), symbol("v", COLUMN).T, terms.matrix([[X]]))
    assert from_sympy(blocks) == Term("blocks", rows, (2, 2))


P, Q = (symbol(name, sorts.matrix_sort(N, N)) for name in "AB")
COLUMN = sorts.matrix_sort(N, number(1))


@pytest.mark.parametrize(
    "expr, term",
    [
        (A * B, P * Q), (A + B, P + Q), (2 * x * A / 3, terms.mul(2, X, P) / 3), (-A, -P),
        (A / x, P / X), (A.T, P.T), (sympy.Adjoint(A), P.H), (A.conjugate(), call("conj", P)),
        (A.inv(), call("inv", P)), (A**-2, call("inv", P**2)), (A**n, P**N),
        (exp(A), call("matexp", P)), (sympy.Trace(A), call("trace", P)),
        (sympy.Determinant(A), call("det", P)), (A[0, m], P[0, M]),
        (sympy.Identity(n), terms.identity(N)), (sympy.ZeroMatrix(n, 2), terms.zero_matrix(N, 2)),
        (sympy.matrices.OneMatrix(n, 1), Term("stack", (K, terms.ZERO, N - 1, terms.ONE))),
        (sympy.KroneckerProduct(A, B, A), call("kronecker", call("kronecker", P, Q), P)),
        (kept(sympy.MatMul, A, A), P * P), (MatrixElement(u.T * v, 0, 0), None),
        (Sum(A * k, (k, 1, n)), terms.sum_(K * P, (K, 1, N))),
    ],
)
def test_symbolic_matrices(expr: Any, term: Term | None) -> None:
    if term is None:
        column = sorts.matrix_sort(N, terms.ONE)
        term = (symbol("u", column).T * symbol("v", column))[0, 0]
    read = from_sympy(expr)
    assert read == term


# Relations


@pytest.mark.parametrize(
    "relation, written",
    [
        (Eq(x, y), "x == y"), (Ne(x, 1), "x != 1"), (a <= b, "a <= b"), (a < b, "a < b"),
        (kept(sympy.Ge, a, b), "b <= a"), (kept(sympy.Gt, a, 0), "0 < a"),
        (Eq(A * B, B * A), "A*B == B*A"), (kept(Eq, x, x), "x == x"),
    ],
)
def test_relations(relation: Any, written: str) -> None:
    (goal,) = statement_from_sympy(relation).goals
    assert in_text(goal.relation) == written


def test_one_name_means_one_thing_on_both_sides() -> None:
    with pytest.raises(StatementError, match="x is used both as Symbol"):
        statement_from_sympy(Eq(x, Symbol("x", real=True), evaluate=False))


# What is refused, and what to do instead


@pytest.mark.parametrize(
    "expr, message",
    [
        (2j * x, "2. is not exact; write 2, and I for the imaginary unit"),
        (Symbol("nan"), "the name nan could not be told from a value; choose another"),
        (sympy.Function("None")(x), "the name None could not be told from a value; choose another"),
        (
            sympy.Heaviside(x), "Heaviside(x) is not accepted: declare its symbols real",
        ),
        (
            sympy.Heaviside(a, 1),
            "Heaviside(a, 1) is not accepted: write Piecewise((0, x < 0), (value, Eq(x, 0)), (1, "
            "True))",
        ),
        (
            sympy.HadamardProduct(A, A),
            "HadamardProduct(A, A) is not accepted: state it of the entries, A[i, j]*B[i, j]",
        ),
        (Float("0.1") * x, "0.1 is not exact; write Rational(1, 10)"),
        (1 / 3, "0.3333333333333333 is not exact; write Rational(1, 3)"),
        (0.70710678, "0.70710678 is not exact; write Rational('0.70710678')"),
        (1j, "1j is not exact; write Rational(...) + Rational(...)*I"),
        ("x + 1", "the text 'x + 1' is not read as SymPy; give it to prove or claim"),
        (True, "True is a truth value, not a term"),
        ([1, 2], "a list is not a term; write Matrix([...])"),
        (None, "a NoneType is not a term; accepted are SymPy expressions and matrices"),
        (
            sympy.oo,
            "oo is not accepted: limits and infinity are not read; state the bound behind it, such "
            "as Abs(a[n] - L) < e for all n with N <= n",
        ),
        (
            sympy.zoo,
            "zoo is not accepted: a division by zero was evaluated; write it with evaluate=False",
        ),
        (
            sympy.nan,
            "nan is not accepted: an undefined operation was evaluated; "
            "write it with evaluate=False",
        ),
        (
            sympy.Piecewise((1, a > 0), (2, True)),
            "Piecewise((1, a > 0), (2, True)) comes with hypotheses or cases, which only a "
            "statement has",
        ),
        (
            sympy.Derivative(f(x), x),
            "derivatives and integrals are in real variables, and x is complex; declare "
            "Symbol('x', real=True)",
        ),
        (a < b, "a < b is not accepted: it is a relation, not a term"),
        (sympy.harmonic(n, 2), "harmonic(n, 2) is not accepted: harmonic takes one argument here"),
        (Symbol("e", even=True), "e comes with hypotheses or cases, which only a statement has"),
        (Symbol("e", extended_positive=True), "e may be infinite by the assumptions "
            "extended_positive=True; here all numbers are finite: declare it with real, positive, "
            "negative, nonnegative or nonpositive"),
        (
            Symbol("e", prime=True),
            "no sort or hypothesis expresses the assumptions prime=True of e; declare it with "
            "integer, positive, negative, nonnegative, real, zero, even or odd, and state the rest "
            "as a hypothesis",
        ),
        (
            sympy.IndexedBase("e", zero=False)[k],
            "no sort expresses zero=False of the values of e; state it as a hypothesis, "
            "forall(k, ...)",
        ),
        (
            sympy.floor(x),
            "floor(x) is not accepted: floor of numbers that are not real has values in SymPy and "
            "none here; declare its symbols real, or integer",
        ),
        (
            sympy.acoth(x),
            "acoth(x) is not accepted: at 0, SymPy's acoth has the value I*pi/2; write "
            "atanh(1/z), or declare what it is of positive, negative or nonzero",
        ),
        (kept(sympy.asec, 0), "asec(0) is not accepted: it has a pole at 0"),
        (
            Dummy("d") + 1,
            "d is a Dummy that no sum binds; declare it Symbol('d') so that it has a name",
        ),
        (
            x + Symbol("x", real=True),
            "x is used both as Symbol('x') and as Symbol('x', real=True); "
            "declare it once and use that everywhere",
        ),
        (
            f(x) + f(x, y),
            "f is used both as Function('f', real=True) of 1 argument(s) and as "
            "Function('f', real=True) of 2 argument(s); declare it once and use that everywhere",
        ),
        (
            s[k],
            "k is an index of s and not declared an integer; declare it Symbol('k', integer=True)",
        ),
        (
            MatrixSymbol("C", k, k),
            "k is a dimension of C and not declared an integer; "
            "declare it Symbol('k', integer=True)",
        ),
    ],
)
def test_refusals(expr: Any, message: str) -> None:
    with pytest.raises(StatementError) as error:
        from_sympy(expr)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (sympy.zeta(x), "zeta(x) is not accepted; `derivations words` lists what is read"),
        (sympy.loggamma(x), "loggamma(x) is not accepted; did you mean gamma?; `derivations"),
        (sympy.erf(x), "erf(x) is not accepted: write 2/sqrt(pi)*Integral(exp(-u**2), (u, 0, x))"),
        (sympy.beta(x, y), "beta(x, y) is not accepted: write gamma(x)*gamma(y)/gamma(x + y)"),
    ],
)
def test_functions_that_are_not_read_say_what_is(expr: Any, message: str) -> None:
    with pytest.raises(StatementError, match=re.escape(message)):
        from_sympy(expr)


@pytest.mark.parametrize("relation", [Eq(x, x), Ne(x, x), sympy.false])
def test_a_relation_that_sympy_evaluated_is_refused(relation: Any) -> None:
    with pytest.raises(StatementError, match=r"before it arrived; write it inside of as_written"):
        statement_from_sympy(relation)


def test_what_python_evaluated_is_no_relation() -> None:
    with pytest.raises(StatementError, match=r"a == b is written Eq\(a, b\)"):
        statement_from_sympy(True)


def test_what_is_no_relation_is_refused() -> None:
    with pytest.raises(StatementError) as error:
        statement_from_sympy(x + 1)
    assert str(error.value) == (
        "x + 1 is not a relation; accepted are Eq, Ne, Le, Lt, Ge, Gt, And, forall and "
        "Q.positive(...) and the like"
    )


# Size and order


def test_shared_subexpressions_stay_shared() -> None:
    expr = x
    for _ in range(60):
        expr = kept(sympy.Add, expr, expr)
    read = from_sympy(kept(cos, expr))
    assert sum(1 for _ in subterms(read)) == 62


def test_deep_and_wide_expressions() -> None:
    expr = x
    for _ in range(400):
        expr = kept(sympy.Add, kept(cos, expr), 1)
    assert from_sympy(expr).args[1] == number(1)
    assert len(from_sympy(sympy.Add(*symbols("x:5000"))).args) == 5000
