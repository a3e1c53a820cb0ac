"""Statements in SymPy: what is assumed of symbols, predicates, quantifiers, cases, and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy
from sympy import (
    Adjoint, And, Determinant, Eq, Identity, Idx, IndexedBase, MatrixSymbol, Ne, Not, Or, Piecewise,
    Pow, Q, Sum, Symbol, symbols,
)

from derivations import (
    BlockDiag, MatrixFamily, as_written, differentiable, exists, forall, gcd, gradient, inner,
    integrable, norm, prove, scalar,
)
from derivations.language.definitions import definition
from derivations.language.statements import StatementError
from derivations.language.sympy_statements import statement_from_sympy
from tests.support.notation import in_text

x, y, z = symbols("x y z")
a, b = symbols("a b", real=True)
k, n = symbols("k n", integer=True)
t = symbols("t", integer=True, nonnegative=True)
d = symbols("d", integer=True, positive=True)
e = Symbol("e", even=True)
A, U = MatrixSymbol("A", d, d), MatrixSymbol("U", d, d)
W = MatrixSymbol("W", k, 2 * n)
s = IndexedBase("s", real=True)
i = Idx("i", 3)
same = Eq(x, x, evaluate=False)
captures = definition("captures", (x,), x + k)
within = definition("within", (k,), captures(1) * k)


def F(argument: Any) -> Any:
    return MatrixFamily("F", (d, d), argument)


@pytest.mark.parametrize(
    "claimed, given, read",
    [
        # What is assumed of symbols
        (Eq(e, 0), [], "e: integer | Mod(e, 2) == 0 | e == 0"),
        (Eq(Symbol("o", odd=True, negative=True), 0, evaluate=False), [],
         "o: integer | Mod(o, 2) == 1; o < 0 | o == 0"),
        (Eq(Symbol("u", zero=False), 1), [], "u: complex | u != 0 | u == 1"),
        (Eq(Symbol("u", nonzero=True), 1), [], "u: real | u != 0 | u == 1"),
        (Eq(Symbol("u", nonpositive=True), 1, evaluate=False), [], "u: real | u <= 0 | u == 1"),
        (Eq(Symbol("u", imaginary=True), 1, evaluate=False), [],
         "u: complex | re(u) == 0; u != 0 | u == 1"),
        (Eq(i, 1), [], "i: integer | 0 <= i; i <= 2 | i == 1"),
        (Eq(Idx("i", (1, d)), 1), [], "d: posint, i: integer | 1 <= i; i <= d | i == 1"),
        (Eq(Sum(s[i], i), 0), [], "s: family(integer -> real) |  | Sum(s[i], (i, 0, 2)) == 0"),
        (Eq(x, e), [forall(e, Eq(x, e))],
         "e: integer, x: complex | Mod(e, 2) == 0; "
         "x == e1 for all e1: integer with Mod(e1, 2) == 0 | x == e"),
        # Predicates
        (Eq(x, 1), [Q.positive(x)], "x: positive |  | x == 1"),
        (Eq(x, 1), [Q.integer(x), Q.nonnegative(x)], "x: natural |  | x == 1"),
        (Eq(x, 1), [Q.nonzero(x)], "x: real | x != 0 | x == 1"),
        (Eq(a, 1), [Q.positive(a - b)], "a: real, b: real | 0 < a - b | a == 1"),
        (Eq(a, 1), [Q.even(a - b)], "a: real, b: real | Mod(a - b, 2) == 0 | a == 1"),
        (Q.real(x), [], "x: complex |  | im(x) == 0"),
        (Eq(A, U), [Q.unitary(U)], "d: posint, A: matrix(d, d), U: unitary(d) |  | A == U"),
        (Eq(F(t), A), [forall(t, Q.unitary(F(t)))],
         "d: posint, t: natural, A: matrix(d, d), F: family(natural -> unitary(d)) |  | F[t] == A"),
        (Eq(A, U), [Q.symmetric(A)],
         "d: posint, A: matrix(d, d), U: matrix(d, d) | A.T == A | A == U"),
        (Eq(A, U), [Q.positive_definite(A)],
         "d: posint, A: real matrix(d, d), U: matrix(d, d) | A.T == A; "
         "0 < scalar(u.T*A*u) for all u: real vector(d) with u != zeros(d, 1) | A == U"),
        (Q.positive_definite(A + A.T), [],
         "d: posint, A: matrix(d, d) |  | (A + A.T).T == A + A.T; "
         "0 < scalar(u.T*(A + A.T)*u) for all u: real vector(d) with u != zeros(d, 1)"),
        # Sizes are at least 1
        (Eq(MatrixSymbol("B", k, 2 * n), W), [],
         "k: posint, n: posint, B: matrix(k, 2*n), W: matrix(k, 2*n) |  | B == W"),
        (Eq(sympy.Trace(Identity(t)), n - 1), [],
         "n: integer, t: posint |  | trace(Identity(t)) == n - 1"),
        # Several, quantified
        (Or(Eq(x, y), Eq(x, 2)), [], "x: complex, y: complex |  | (x - 2)*(x - y) == 0"),
        (forall(k, Or(Eq(s[k], 0), Eq(s[k], 1)), k < n), [],
         "n: integer, s: family(integer -> real) |  | "
         "(s[k] - 0)*(s[k] - 1) == 0 for all k: integer with k < n"),
        (And(Eq(x, 1), Eq(y, 2)), [], "x: complex, y: complex |  | x == 1; y == 2"),
        (Eq(x, 1), [And(Eq(x, 1), Eq(y, 2))], "x: complex, y: complex | x == 1; y == 2 | x == 1"),
        (Eq(s[0], 0), [forall(k, Eq(s[k], 0), And(k >= 0, k < 3))],
         "s: family(integer -> real) | "
         "s[k] == 0 for all k: integer with 0 <= k and k < 3 | s[0] == 0"),
        (forall(k, Eq(s[k], 0), k < n), [],
         "n: integer, s: family(integer -> real) |  | s[k] == 0 for all k: integer with k < n"),
        (forall(a, Eq(a, 1), Or(a > 1, And(Eq(a, 1), a < b)), a < 2), [],
         "b: real |  | a == 1 for all a: real with 1 < a and a < 2; "
         "a == 1 for all a: real with a == 1 and a < b and a < 2"),
        # Cases
        (Eq(sympy.KroneckerDelta(k, n), 1), [],
         "k: integer, n: integer |  | 1 == 1 with k == n; 0 == 1 with k != n"),
        (Eq(Sum(s[k] * sympy.KroneckerDelta(k, n), (k, 0, d)), s[n]), [],
         "d: posint, n: integer, s: family(integer -> real) |  | "
         "Sum(s[k]*sinc(pi*(k - n)), (k, 0, d)) == s[n]"),
        (Eq(Piecewise((a, a >= 0), (-a, True)), abs(a)), [],
         "a: real |  | a == Abs(a) with 0 <= a; -a == Abs(a) with a < 0"),
        (Eq(x * Piecewise((1 / x, Ne(x, 0)), (1, True)), Piecewise((1, Ne(x, 0)), (0, True))), [],
         "x: complex |  | x*(1/x) == 1 with x != 0; x*1 == 0 with x == 0"),
        (Eq(a, 1), [Eq(Piecewise((1, a > 0), (2, a > -1), (3, True)), b)],
         "a: real, b: real | 1 == b with 0 < a; 2 == b with a <= 0 and -1 < a; "
         "3 == b with a <= 0 and a <= -1 | a == 1"),
        (Eq(Piecewise((1, 1 / a > 0), (2, a**2 > 1), (3, True)), b), [],
         "a: real, b: real |  | 0*(1/a) == 0; 1 == b with 0 < 1/a; "
         "2 == b with 1/a <= 0 and 1 < a**2; 3 == b with 1/a <= 0 and a**2 <= 1"),
        (Eq(x, 1), [Or(Eq(x, 1), Eq(x, 2), evaluate=False)],
         "x: complex |  | x == 1 with x == 1; x == 1 with x == 2"),
        (forall(k, Eq(s[k], 0)), [Or(Eq(k, 1), And(a > 1, n > 2), evaluate=False)],
         "a: real, k: integer, n: integer, s: family(integer -> real) |  | "
         "s[k1] == 0 for all k1: integer with k == 1; "
         "s[k1] == 0 for all k1: integer with 1 < a and 2 < n"),
    ],
)  # fmt: skip
def test_what_is_stated(claimed: Any, given: list[Any], read: str) -> None:
    stated = statement_from_sympy(claimed, given)
    sorts = ", ".join(f"{symbol.name}: {in_text(symbol.sort)}" for symbol in stated.declarations)
    parts = ("; ".join(map(in_text, part)) for part in (stated.hypotheses, stated.goals))
    assert " | ".join((sorts, *parts)) == read


def test_what_exists() -> None:
    read = statement_from_sympy(exists((y, e), Eq(x * y, e)), [Ne(x, 0)])
    assert [symbol.name for symbol in read.exists] == ["y", "e"]
    assert [in_text(goal) for goal in read.goals] == ["x*y == e", "Mod(e, 2) == 0"]


@pytest.mark.parametrize(
    "claimed, given, kind",
    [
        (Eq(Pow(-1, e, evaluate=False), 1, evaluate=False), [], "proved"),
        (Eq(Adjoint(U) * U, Identity(d)), [Q.unitary(U)], "proved"),
        (Eq(Adjoint(U) * U, Identity(d)), [Q.invertible(U)], "refuted"),
        (Ne(Determinant(Adjoint(A) * A), 0), [Q.invertible(Adjoint(A) * A)], "proved"),
        (Eq(Adjoint(F(t)) * F(t), Identity(d)), [forall(t, Q.unitary(F(t)))], "proved"),
        (Ne(x, 0), [Q.positive(x)], "proved"),
        (Eq(sympy.sqrt(x**2), x), [Q.nonnegative(x)], "proved"),
        (Eq(Piecewise((a, a > 0), (-a, True)), sympy.Abs(a)), [], "proved"),
        (Eq(Piecewise((a, a > 0), (-a, True)), a), [], "refuted"),
        (Ne(Piecewise((1, 1 / a > 0), (2, True)), 3, evaluate=False), [], "conditional"),
        (Ne(a, 0), [Eq(Piecewise((1, 1 / a > 0), (2, True)), b)], "proved"),
        (Ne(Piecewise((1, Eq(a**sympy.Rational(1, 3), 0)), (2, True)), 3), [], "conditional"),
        (a**2 >= 1, [Or(a >= 1, a <= -1)], "proved"),
        (a >= 1, [Or(a >= 1, a <= -1)], "refuted"),
        (b > 1, [Or(And(a < 0, b > 1), And(a < -1, Eq(b, 2)), And(a >= 0, b > 3))], "proved"),
        (a > 0, [Or(And(a < 0, b > 1), And(a < -1, Eq(b, 2)), And(a >= 0, b > 3))], "refuted"),
        (forall(a, Eq(a**2, 1), Or(a > 1, a < -1)), [], "refuted"),
        (forall(a, a**2 > 1, Or(a > 1, a < -1)), [], "proved"),
        (Eq(gcd(k, n), 1), [], "refuted"),
        (Eq(i, 0), [], "refuted"),
    ],
)
def test_verdicts(claimed: Any, given: list[Any], kind: str) -> None:
    assert prove(claimed, given).kind == kind


@pytest.mark.parametrize(
    "claimed, given, message",
    [
        (x == y, [], r"Python itself made False of this; a == b is written Eq\(a, b\)"),
        (same, [Eq(1, 1)], "SymPy evaluated this relation to True before it arrived"),
        (x + 1, [], r"x \+ 1 is not a relation"),
        (Not(Eq(x, 1), evaluate=False), [], "is not a relation; state the opposite relation, x"),
        (Or(Eq(x, 1), a > 1), [], "as a goal, Or of equations of numbers is read as"),
        (Or(Eq(A, F(1)), Eq(x, 1)), [], "as a goal, Or of equations of numbers is read as"),
        (same, [forall(k, Or(Eq(k, 1), Eq(k, 2)))], "given is Or of relations, or of And of them"),
        (forall(a, a > 1, *[Or(a > r, a < -r) for r in range(1, 8)]), [], "more than 64 cases"),
        (Eq(sympy.KroneckerDelta(k, n, (0, 3)), 1), [], "it is 0 outside of its range"),
        (Ne(sympy.Subs(Piecewise((1, a > 0), (2, True)), a, x), 3), [], "a value that may not be"),
        (exists(n, n > a), [Or(a > 1, a < 0)], "what is there depends on the case"),
        (exists(Idx("i", 3), Eq(Idx("i", 3), 1)), [], r"write Symbol\('i', integer"),
        (same, [Q.prime(n)], r"Q.prime\(n\) is not accepted here"),
        (same, [Q.diagonal(A)], r"Q.diagonal\(A\) is not accepted here"),
        (same, [Q.positive_definite(x)], r"Q.positive_definite\(x\) is not accepted here"),
        (same, [Q.even(x - y)], r"Q.even\(x - y\) is not accepted here"),
        (same, [Q.positive(x), Q.negative(x)], "cannot all hold of x"),
        (Eq(Symbol("p", prime=True), 1, evaluate=False), [],
         "no sort or hypothesis expresses the assumptions prime=True of p"),
        (Eq(F(1), A), [forall(t, Q.unitary(F(t + 1)))], "said of F at all its arguments"),
        (Eq(F(5), A), [forall(i, Q.unitary(F(i)))], "on a part of one"),
        (Eq(F(-1), A), [forall(t, Q.unitary(F(t)))], "not seen to be one of these"),
        (Eq(F(-t), A), [forall(t, Q.unitary(F(t)))], "not seen to be one of these"),
        (same, [forall(i, Eq(s[i], 0)), forall(Idx("i", 5), Eq(s[i], 1))], "with two ranges"),
        (i.label <= 2, [forall(i, Eq(s[i], 0))], "both as an Idx with a range and as a Symbol"),
        (forall(a, a > 0), [Q.positive(a)], "says nothing of the a of a forall"),
        (exists(a, a < 0), [Q.positive(a)], "says nothing of the a of a forall or exists"),
        (forall(k, Eq(captures(0), k)), [], "stands in the body of a definition"),
        (Eq(within(2), 6), [], "stands in the body of a definition"),
        (same, [Q.zero(Symbol("p", zero=False))], "zero=False and zero=True cannot both hold"),
        (Eq(Sum(e, (e, 0, 3)), 6), [], "the index e runs over all integers of its range"),
        (same, [exists(y, Eq(x, y))], "can only be what is claimed, by itself"),
        ([same, exists(y, Eq(x, y))], [], "can only be what is claimed, by itself"),
        (Eq(Piecewise((1, x > 0), (2, True)), 1), [], "an order of numbers that may be not real"),
        (Eq(Piecewise((1, a > 0)), 1, evaluate=False), [], r"end it with \(value, True\)"),
        (Eq(Piecewise((1, (a > 0) & (b > 0)), (2, True)), 1), [], "a condition is one equation"),
        (Eq(Sum(Piecewise((1, k > 0), (2, True)), (k, 0, n)), 1), [], "split the sum instead"),
        (Eq(x, 1) & Eq(Symbol("x", real=True), 2), [], "x is used both as"),
        (Eq(x, sympy.oo, evaluate=False), [], "limits and infinity are not read"),
    ],
)  # fmt: skip
def test_refusals(claimed: Any, given: list[Any], message: str) -> None:
    with pytest.raises(StatementError, match=message):
        statement_from_sympy(claimed, given)


def test_what_sympys_own_evaluate_false_loses_is_refused() -> None:
    B = MatrixSymbol("B", d, d)
    with sympy.evaluate(False):
        damaged = [Eq(A + A, A), Eq(A * A, A), Eq(2 * A + A, 3 * A)]
        with pytest.raises(StatementError, match=r"open derivations.as_written\(\)"):
            prove(Eq(A + B + A, A + B))
    for relation in damaged:
        with pytest.raises(StatementError, match=r"open derivations.as_written\(\)"):
            prove(relation)


def test_a_search_in_as_written_has_sympy_as_it_is() -> None:
    with as_written():
        assert prove(Eq(x**2, 9), [Eq(x, -3)]).kind == "proved"
        assert prove(Eq((x + y) ** 3 * (x - y), 1)).kind == "refuted"


# The words that SymPy lacks

v, w = sympy.Matrix([x, 2]), sympy.Matrix([1, y])


@pytest.mark.parametrize(
    "word, value, latex",
    [
        (inner(v, w), x + 2 * sympy.conjugate(y), r"\left\langle \left[\begin{matrix}x\\2"),
        (inner(x, y), x * sympy.conjugate(y), r"\left\langle x, y\right\rangle"),
        (norm(sympy.Matrix([3, 4])), 5, r"\left\lVert \left[\begin{matrix}3"),
        (scalar(v.T * w), x + 2 * y, r"\operatorname{scalar}\left("),
        (gcd(12, 18), 6, r"\gcd\left(12, 18\right)"),
        (gcd(k, n), gcd(k, n), r"\gcd\left(k, n\right)"),
        (BlockDiag(k, (k, 1, 2)), sympy.ImmutableMatrix([[1, 0], [0, 2]]), ""),
        (F(t), F(t), r"F\left(t\right)"),
        (forall(k, Eq(k, n), k < n), None, r"\forall k\colon k = n, k < n"),
        (exists((x, y), Eq(x, y)), None, r"\exists x, y\colon x = y"),
    ],
)
def test_words(word: Any, value: Any, latex: str) -> None:
    assert latex in sympy.latex(word)
    assert value is None or word.doit() == value


TEXT = "Symbol('x')"


@pytest.mark.parametrize("write", [
    lambda: forall(TEXT, same), lambda: forall((x, TEXT), same), lambda: exists(TEXT, same),
    lambda: scalar(TEXT), lambda: norm(TEXT), lambda: inner(TEXT, A), lambda: gcd(TEXT, k),
    lambda: gradient(TEXT, A), lambda: differentiable(TEXT, a), lambda: BlockDiag(TEXT, (k, 1, 3)),
    lambda: MatrixFamily("U", (TEXT, 1), t), lambda: integrable(a, (a, TEXT, 1)),
    lambda: definition("f", (a,), TEXT), lambda: definition("f", (a,), a)(TEXT),
])  # fmt: skip
def test_text_among_terms_is_not_run(write: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match="is text: write it in SymPy"):
        write()


@pytest.mark.parametrize("wrong", [sympy.sin, Eq, sympy.Function("f")])
def test_a_class_is_no_statement(wrong: Any) -> None:
    for claimed, given in [(wrong, []), (same, wrong), (same, [wrong])]:
        with pytest.raises(StatementError, match="is not a relation"):
            prove(claimed, given)


def test_a_definition_of_reals_is_not_used_at_complex_numbers() -> None:
    step = definition("step", (a,), sympy.Heaviside(a))
    assert prove(Eq(step(b + 1), (1 + sympy.sign(b + 1)) / 2)).kind == "proved"
    with pytest.raises(StatementError, match="a is real and gets a value that may not be"):
        prove(Eq(step(z), (1 + sympy.sign(z)) / 2))


def test_a_defined_matrix_has_entries_inside_of_as_written() -> None:
    with as_written():
        sums = definition("sums", (n,), sympy.Matrix([[Sum(k / k, (k, 0, n))]]))
        assert str(sums(3)[0, 0]) == "sums(3)[0, 0]"


def test_words_take_what_they_mean() -> None:
    with pytest.raises(TypeError, match="inner takes 2 argument"):
        inner(x)
    with pytest.raises(TypeError, match="takes relations such as"):
        forall(k, k + 1)


@pytest.mark.parametrize("written", [
    lambda: MatrixFamily("U", d, 1), lambda: MatrixFamily("U", (d, 1)),
    lambda: MatrixFamily("U", (d,), t),
])
def test_a_family_of_matrices_says_how_it_is_written(written):
    with pytest.raises(TypeError, match=r'MatrixFamily\("U", \(m, n\), t\)'):
        written()
