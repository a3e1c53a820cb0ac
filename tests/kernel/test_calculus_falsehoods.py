"""What nobody may prove of derivatives and integrals: junk values, moving ranges, other points.

A falsehood is tried as a fact, by normal forms alone; a certificate is rejected for its reason.
"""

from __future__ import annotations

from typing import Any

import pytest

from derivations.kernel import Binder, Combine, Enclose, Groups, Have, Rewrite, Use
from derivations.language.substitution import free_symbols
from tests.support.certificates import Nowhere, Words, by, done

ANY = Words(
    "x, t, a, b: real", "p: positive", "y, z: complex", "n: natural", "k: integer", "d: posint",
    "F: family(real -> complex)", "H: family(integer, real -> complex)", "A, B: matrix(d,d)",
)
NOT_SHOWN, NOT_MANIFEST = "this does not show ", "not manifest: "
AT = "Subs(Derivative({}, x), x, {})".format
NO_CHANGE = "Derivative(F[x], x) == 0 for all x: real"

FALSE = [
    # Junk: there is no derivative of one part, no integral of one part
    "Derivative(Abs(x) + x, x) == Derivative(Abs(x), x) + 1",
    "Derivative(F[x] + x, x) == Derivative(F[x], x) + 1",
    "Derivative(x*F[x], x) == F[x] + x*Derivative(F[x], x)",
    "Integral(F[x] + 1, (x, 0, 1)) == Integral(F[x], (x, 0, 1)) + 1",
    "differentiable(Abs(x), x) == 1", "differentiable(F[x], x) == 1",
    "integrable(F[x], (x, a, b)) == 1", "tangent(Abs(x) - x, (x, 0, 0)) == 1",
    # Ranges, sizes and exponents that move
    "Derivative(Sum(x, (k, 1, floor(x**2))), x) == floor(x**2)",
    "Derivative(Sum(x*k, (k, floor(x), n)), x) == Sum(k, (k, floor(x), n))",
    "Derivative(trace(x*Identity(floor(x**2) + 1)), x) == floor(x**2) + 1",
    "Derivative(x**x, x) == x*x**(x - 1)", "Derivative((n + 1)**x, x) == x*(n + 1)**(x - 1)",
    # Points that are not real, other points, other functions
    f"{AT('x**2', 'z')} == 2*z", f"{AT('x', 'I')} == 1", "tangent(x**2, (x, z, 2*z)) == 1",
    f"{AT('F[x]', 'a')} == {AT('F[x]', 'b')}", f"{AT('F[x]', 'a')} == {AT('F[-x]', 'a')}",
    "tangent(F[x], (x, a, y)) == tangent(F[x], (x, a, z))",
    "tangent(F[x], (x, a, y)) == tangent(F[x], (x, b, y))",
    f"{AT('H[k, x]', 'a')} == {AT('H[n, x]', 'a')}",
    "Derivative(F[a]*x, x) == Derivative(F[x]*x, x)", "Derivative(x*Derivative(x**2, x), x) == 2*x",
    "Integral(F[x], (x, a, b)) == Integral(F[x], (x, b, a))",
    "Integral(F[x], (x, a, b)) == Integral(F[-x], (x, a, b))",
    "Derivative(Sum(F[x], (k, 0, n)), x) == Sum(Derivative(F[k], x), (k, 0, n))",
    # Order of matrices
    "Derivative((A + x*B)**2, x) == 2*(A + x*B)*B", "Derivative((A + x*B).I, x) == -A.I*B*A.I",
]  # fmt: skip


@pytest.mark.parametrize("fact", FALSE)
def test_a_falsehood_is_not_shown(fact: str) -> None:
    free = ", ".join(s.name for s in ANY.statement(fact).declarations)
    ANY.judge("0 == 1", Have(fact, done, done), NOT_SHOWN, *([f"let {free}"] if free else []))


def law(name: str, *values: str, premises: tuple[Any, ...] = (), then: Any = None) -> Use:
    return Use(name, values, premises, then or by(0))


SQUARE, SIZE, SAME = "Function(x -> x**2)", "Function(x -> Abs(x))", "Function(x -> x)"
ROOT, LOG, POLE = "Function(x -> sqrt(x))", "Function(x -> log(x))", "Function(x -> 1/x)"
ZERO_AT = f"{AT('Abs(x)', '0')} == 0"

CERTIFICATES: list[tuple[Any, ...]] = [
    # A derivative that is 0 for there being none is no derivative
    ("0 == 1", law("derivative", SIZE, "0", "0"), f"{NOT_MANIFEST}tangent("),
    ("0 == 1", law("derivative of a sum", SIZE, SAME, "0", AT("Abs(x)", "0"), "1"), NOT_MANIFEST),
    ("0 == 1", law("derivative", SQUARE, "a", "a"), NOT_MANIFEST),
    ("0 == 1", law("derivative", SQUARE, "z", "2*z"), NOT_MANIFEST),
    # Premises at a junk value, on a cut, at an end
    ("0 == 1", law("derivative of log", SAME, "0", "1"), f"{NOT_MANIFEST}0 < 0"),
    ("0 == 1", law("derivative of log", "Function(x -> I*x - 1)", "0", "I"), f"{NOT_MANIFEST}0 < "),
    ("0 == 1", law("derivative of log of reals", "Function(x -> I*x - 1)", "0", "I"), NOT_MANIFEST),
    ("0 == 1", law("derivative of sqrt", SAME, "0", "1"), NOT_MANIFEST),
    ("0 == 1", law("derivative of a whole power", SAME, "-1", "0", "1"), f"{NOT_MANIFEST}0 != 0"),
    ("0 == 1", law("derivative of a quotient", SAME, SAME, "0", "1", "1"), f"{NOT_MANIFEST}0 != 0"),
    ("0 == 1", law("derivative of an inverse", "d", "Function(x -> x*A)", "0", "A"),
     f"{NOT_MANIFEST}det"),
    ("0 == 1", law("derivative of a determinant", "d", "Function(x -> x*A)", "0", "A"),
     f"{NOT_MANIFEST}det"),
    ("0 == 1", law("derivative of atan", "Function(x -> x + 2*I)", "0", "1"), NOT_MANIFEST),
    # What is real for some, what is equal somewhere, what is positive at another point
    ("0 == 1", law("derivative of a composition", "Function(x -> I*x)", SAME, "0", "I", "1"),
     f"{NOT_MANIFEST}conj(I*x)"),
    ("0 == 1", law("locally equal", SIZE, SAME, SAME, "0", "1", "1"), f"{NOT_MANIFEST}0 < 0"),
    ("0 == 1", law("locally equal", SIZE, SAME, SQUARE, "1", "2", "1"),
     f"{NOT_MANIFEST}abs(x') == x'"),
    ("0 == 1", law("locally equal matrices", "d", "d", "Function(x -> x*A)",
                   "Function(x -> Abs(x)*A)", SAME, "0", "1", "A"), f"{NOT_MANIFEST}0 < 0"),
    # Intervals
    ("0 == 1", law("grows", SAME, "Function(x -> 1)", "1", "0"), f"{NOT_MANIFEST}1 <= 0"),
    ("0 == 1", law("grows", POLE, "Function(x -> -1/x**2)", "-1", "1"), NOT_MANIFEST),
    ("0 == 1", law("strictly grows", SAME, "Function(x -> 1)", "0", "0"), f"{NOT_MANIFEST}0 < 0"),
    ("0 == 1", law("constant", SIZE, "-1", "1"), NOT_MANIFEST),
    ("0 == 1", law("fundamental theorem", LOG, POLE, "-1", "1"), NOT_MANIFEST),
    ("0 == 1", law("fundamental theorem up to the ends", "Function(x -> floor(x))",
                   "Function(x -> 0)", "Function(x -> floor(x))", SAME, "0", "1"),
     f"{NOT_MANIFEST}differentiable("),
    ("0 == 1", law("fundamental theorem up to the ends", LOG, POLE, LOG, SAME, "0", "1"),
     NOT_MANIFEST),
    ("0 == 1", law("smooth is integrable", POLE, "-1", "1"), NOT_MANIFEST),
    ("0 == 1", law("integral is linear", POLE, SAME, "2", "-1", "1"), NOT_MANIFEST),
    ("0 == 1", law("no derivative of abs", SQUARE, "0", "0"), f"{NOT_MANIFEST}0 != 0"),
    # Binders: the variable inside is not the point; rules for indices are not for variables
    ("Derivative(x, x) == 0", Rewrite(0, done), NOT_SHOWN, "x == 0"),
    (f"{AT('x*y', 'a')} == 0", Rewrite(0, done), "", "y == 0"),
    ("Derivative(Abs(x), x) == Derivative(x, x)", Binder(("s",), done),
     "diff(x, x, abs(x)) == diff(x, x, x) is no equation between two binders", "0 < x"),
    ("0 == 1", Have("differentiable(F[x], (x, a)) == 1", Use(0, ("a",), (), by(1)), done),
     NOT_MANIFEST, NO_CHANGE, "let a"),
    (f"{AT('x**2', '1')} < 3", Enclose(64), "not told"),
    ("Derivative(x, x) + 1 == 1 + Derivative(x, x)", Groups((((0,), (1,)), ((1,), (0,)))),
     "'diff' in a sum by groups"),
    # A fact word for word is shown by no other one
    ("tangent(F[x], (x, a, y)) == 1", by(0), "", "tangent(F[x], (x, a, y)) == 1"),
    ("tangent(F[x], (x, a, y)) == 1", by(0), NOT_SHOWN, "tangent(F[x], (x, b, y)) == 1"),
    ("tangent(F[x], (x, a, y)) == 1", Combine(), NOT_SHOWN, "tangent(F[x], (x, a, y)) == 1"),
    # Nowhere
    (f"{AT('Abs(x)', '0')} == 0", Nowhere(done, 0), "some give a value without 0 != 0"),
    (f"{AT('Abs(x)', '0')} == 0", Nowhere(law("no derivative of abs", SAME, "0", "1"), 1), ""),
    (f"{AT('Abs(x)', '1')} == 1", Nowhere(law("no derivative of abs", SAME, "1", "1"), 0),
     f"{NOT_MANIFEST}1 == 0"),
    ("Integral(1/sqrt(x), (x, 0, 1)) == 2", Nowhere(done, 0), "some give a value without"),
]  # fmt: skip


@pytest.mark.parametrize("row", CERTIFICATES, ids=lambda row: f"{row[0]} {row[2]}"[:60])
def test_a_certificate(row: tuple[Any, ...]) -> None:
    goal, proof, reason, *given = row
    values = proof.values if isinstance(proof, Use) else ()
    free = {s.name: s for v in values for s in free_symbols(ANY.term(v))}
    lets = [f"let {', '.join(sorted(free, key=lambda name: (name != 'd', name)))}"] if free else []
    ANY.judge(goal, proof, reason, *given, *lets)
