"""What is written in SymPy arrives as it was written, and SymPy is as before afterwards."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sympy
from sympy import Eq, MatrixSymbol, Max, Sum, symbols

import derivations
from derivations import MatrixFamily, as_written, forall, prove
from derivations.language.as_written import as_sympy
from derivations.language.from_sympy import from_sympy
from derivations.language.statements import StatementError
from derivations.language.sympy_statements import statement_from_sympy
from derivations.language.text import relation_text, term_text

x, y, z = symbols("x y z")
t = symbols("t", real=True)
k = symbols("k", integer=True)
n = symbols("n", integer=True, positive=True)
m = symbols("m", integer=True, nonnegative=True)
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
M, N = sympy.Matrix([[x, y], [z, 1]]), sympy.Matrix([[1, x], [0, 1]])
v = MatrixSymbol("v", n, 1)
NAMES = {**vars(sympy), "MatrixFamily": MatrixFamily, "forall": forall, "derivations": derivations,
         **globals()}


def written(text: str) -> Any:
    with as_written():
        return eval(text, NAMES)


@pytest.mark.parametrize(
    "text, arrives",
    [
        # Scalars
        ("x + y + z", "x + y + z"),
        ("x + (y + z)", "x + (y + z)"),
        ("x - x", "x - x"),
        ("y - 1 + x", "y - 1 + x"),
        ("-(-x)", "-(-x)"),
        ("-(2*x)", "-(2*x)"),
        ("-x*y", "-x*y"),
        ("x*y/z/y", "x*y/z/y"),
        ("0*x + 0", "0*x + 0"),
        ("x**2/x", "x**2/x"),
        ("sqrt(4) + cos(-x)", "sqrt(4) + cos(-x)"),
        ("Max(y, x, y)", "Max(y, x, y)"),
        ("Sum(k*x, (k, 0, n))", "Sum(k*x, (k, 0, n))"),
        ("Sum(1*k, (k, 0, n))", "Sum(1*k, (k, 0, n))"),
        ("Sum(1, (k, 1, n)).doit()", "Sum(1, (k, 1, n))"),
        ("sin(Product(x, (k, 1, 3))).doit()", "sin(Product(x, (k, 1, 3)))"),
        ("(B*B*A).doit()", "B*B*A"),
        # Matrices
        ("A + B + A", "A + B + A"),
        ("B + A", "B + A"),
        ("A - A", "A - A"),
        ("A + B - A", "A + B - A"),
        ("2*A + A", "2*A + A"),
        ("x*y*A", "x*y*A"),
        ("A*x/y", "A*x/y"),
        ("-A*B", "-A*B"),
        ("B*B*A", "B*B*A"),
        ("A*(B*C)", "A*(B*C)"),
        ("A @ A", "A*A"),
        ("A*A.I", "A*A.I"),
        ("A**0 + A**1", "A**0 + A**1"),
        ("A**2*A**n", "A**2*A**n"),
        ("A**-1", "A.I"),
        ("A.T.T", "A.T.T"),
        ("(A*B).T", "(A*B).T"),
        ("(A*B).H", "(A*B).H"),
        ("(A*B).I", "(A*B).I"),
        ("(A*B).det()", "det(A*B)"),
        ("det(A*B) + trace(A + B)", "det(A*B) + trace(A + B)"),
        ("transpose(A*B) + adjoint(A*B)", "(A*B).T + (A*B).H"),
        ("det(N)", "det(Matrix([[1, x], [0, 1]]))"),
        ("A*v + v", "A*v + v"),
        ("(A*v)[k]", "(A*v)[k, 0]"),
        ("(A*B)[0, k]", "(A*B)[0, k]"),
        ("A*Identity(n)", "A*Identity(n)"),
        ("KroneckerProduct(Identity(2), Identity(n))",
         "kronecker_product(Identity(2), Identity(n))"),
        ("M*N", "Matrix([[x, y], [z, 1]])*Matrix([[1, x], [0, 1]])"),
        ("x*N - N", "x*Matrix([[1, x], [0, 1]]) - Matrix([[1, x], [0, 1]])"),
        ("N.T", "Matrix([[1, x], [0, 1]]).T"),
    ],
)  # fmt: skip
def test_what_is_written_arrives(text: str, arrives: str) -> None:
    with as_written():
        term = from_sympy(eval(text, NAMES))
    assert term_text(term) == arrives
    assert from_sympy(written(text)) == term


@pytest.mark.parametrize(
    "left, right, kind",
    [
        ("A + B + A", "A + B", "refuted"), ("A + B + B + B", "A + B", "refuted"),
        ("B*B*A", "B*A", "refuted"), ("A + A", "A", "refuted"), ("A + B - A", "B", "proved"),
        ("2*A + A", "3*A", "proved"), ("A - A", "ZeroMatrix(n, n)", "proved"),
        ("A*A", "A**2", "proved"), ("A.T.T", "A", "proved"), ("(A*B).T", "B.T*A.T", "proved"),
        ("A**0", "Identity(n)", "proved"), ("B + A", "A + B", "proved"), ("A*B", "B*A", "refuted"),
        ("A*A.I", "Identity(n)", "conditional"),
        ("Determinant(A*B)", "Determinant(B)*Determinant(A)", "proved"), ("M*N", "N*M", "refuted"),
        ("-(-x)", "x", "proved"), ("x/x", "1", "conditional"),
        ("Sum(1, (k, 1, n)).doit()", "n - 1", "refuted"),
        ("Sum(Piecewise((k, 1/t > 0), (k, True)), (k, 0, n))", "Sum(k, (k, 0, n))", "conditional"),
        ("Product(Piecewise((t, 1/t > 0), (t, True)), (k, 1, 2))", "t**2", "conditional"),
    ],
)
def test_verdicts_of_what_is_written(left: str, right: str, kind: str) -> None:
    with as_written():
        verdict = prove(Eq(eval(left, NAMES), eval(right, NAMES)))
    assert verdict.kind == kind


@pytest.mark.parametrize("text", ["floor(t) <= floor(t - 1)", "ceiling(t) < n", "floor(t) < t",
                                  "ceiling(t) <= floor(t - 1/n)"])  # fmt: skip
def test_an_order_of_floors_arrives(text: str) -> None:
    with as_written():
        stated = statement_from_sympy(eval(text, NAMES))
    assert relation_text(stated.goals[0].relation) == text


@pytest.mark.parametrize(
    "text, message",
    [
        ("conjugate(A).T", "write A.H, or A.conjugate()"),
        ("prove(Eq(Max(), x))", "Max() is not accepted: it is of at least one number"),
        ("2**A", "2**A is not read; write (log(2)*A).exp()"),
        ("((x + 1)**2).expand()", "expand computes, which is not read in as_written(); write what"),
        ("factor(x**2 - 1)", "factor computes, which is not read in as_written(); write what"),
        ("cancel((x**2 - 1)/(x - 1))", "cancel computes"),
        ("((x + I)**2).as_real_imag()", "as_real_imag computes"),
        ("N.simplify()", "simplify computes, which is not read in as_written()"),
        ("from_sympy(IndexedBase('z', shape=(3,))[3])", "the shape of z is not read"),
        ("prove(Eq(MatrixFamily('U', (n, n), t + I).T, A), [forall(t, Q.unitary("
         "MatrixFamily('U', (n, n), t)))])", "U(t + I) is not seen to be one of these"),
        ("prove(Eq(Sum(trace(MatrixFamily('U', (n, n), k)), (k, -n, n)), 1), [forall(m, Q.unitary("
         "MatrixFamily('U', (n, n), m)))])", "its index k begins at -n"),
        ("sympy.Derivative(x*t*A, t).subs(x, t)", "t is put for x where t is bound"),
        ("derivations.differentiable(abs(x - t), t).subs(x, t)", "t is put for x where t is bound"),
        ("derivations.integrable(x*t, (t, 0, 1)).subs(x, t)", "t is put for x where t is bound"),
        ("derivations.gradient(derivations.scalar(B.T*v), v).subs(B, v)", "v is put for B where"),
        ("derivations.exists(y, x < y).subs(x, y)", "y is put for x where y is bound"),
        ("forall(k, Eq(t, k)).subs(t, k)", "k is put for t where k is bound"),
        ("derivations.Stack(k*x, (k, 0, 1)).subs(x, k)", "k is put for x where k is bound"),
        ("Sum(x*k, (k, 1, n)).subs(x, k)", "k is put for x where k is bound"),
        ("sympy.Integral(x*t, (t, 0, 1)).subs(x, 2*t)", "2*t is put for x where t is bound"),
        ("MatrixSymbol('C', 2, 2)[2, 0]", "C is 2 x 2 and has no entry [2, 0]: they count from 0"),
    ],
)
def test_what_cannot_arrive_as_written_is_refused(text: str, message: str) -> None:
    with as_written(), pytest.raises((StatementError, IndexError), match=re.escape(message)):
        eval(text, NAMES)


@pytest.mark.parametrize(("text", "printed"), [
    ("t + sympy.I", "t + I"), ("Eq(t + 2*sympy.I*t, z)", "Eq(t + 2*I*t, z)"),
    ("Sum(sympy.I*k + 2, (k, 0, n))", "Sum(I*k + 2, (k, 0, n))"),
    ("sympy.Subs(x**2, x, t + sympy.I)", "Subs(x**2, x, t + I)"),
])  # fmt: skip
def test_complex_sums_are_printed(text: str, printed: str) -> None:
    """SymPy sorts them by values in floating point, which it could not compute."""
    with as_written():
        assert str(eval(text, {**NAMES, "sympy": sympy})) == printed


def test_sympy_is_as_before_afterwards() -> None:
    def built() -> tuple[Any, ...]:
        return tuple(map(sympy.srepr, (A + B + A, x - x, sympy.Add(x, x), Max(x, x))))

    before = built()
    with pytest.raises(ZeroDivisionError), as_written():
        inside = built()
        assert all(a != b for a, b in zip(inside, before, strict=True))
        with as_written():
            assert built() == inside
        with as_sympy():
            assert built() == before
        assert built() == inside
        raise ZeroDivisionError
    assert built() == before
    assert A + A == 2 * A and Sum(k, (k, 0, 3)).doit() == 6
