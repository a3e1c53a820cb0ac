"""Matrices of unspecified size in the new search: words, inverses, determinants, traces."""

from __future__ import annotations

import pytest

from derivations.kernel import read
from derivations.search.goals import Draft, Goal, Search
from derivations.search.methods import METHODS
from derivations.search.words import Words
from tests.support.settled import conditions, judged, stated

SQUARE = "n: posint; A, B: matrix(n, n)"
# By a method: sorts, hypotheses, what is claimed; the conditions.
PROVED = (
    ("words", SQUARE, "A*B = Identity(n)", "B*A = Identity(n)", ()),
    ("words", "n: posint; A, B: invertible(n)", "", "(A*B).I = B.I*A.I", ()),
    ("words", "n: posint; A: invertible(n)", "", "A.T.I = A.I.T", ()),
    ("words", "n: posint; P: projector(n)", "", "(Identity(n) + P).I = Identity(n) - P/2", ()),
    ("words", SQUARE, "A**2 = A + Identity(n)", "A.I = A - Identity(n)", ()),
    ("words", "n: posint; A, B: invertible(n)", "det(A + B) != 0",
     "(A.I + B.I).I = A*(A + B).I*B", ()),
    ("words", SQUARE, "", "(Identity(n) + A*B).I*A = A*(Identity(n) + B*A).I",
     ("det(Identity(n) + A*B) != 0",)),
    ("words", "n, m: posint; A: matrix(n, m); B: matrix(m, n)", "det(Identity(n) - A*B) != 0",
     "(Identity(m) - B*A).I = Identity(m) + B*(Identity(n) - A*B).I*A", ()),
    ("invertible", "n: posint; K: skew(n)", "K.H = -K", "det(Identity(n) + 2*K) != 0", ()),
    ("scalars of matrices", "n: posint; A, B: matrix(n, n)", "A*B = -B*A", "trace(A*B) = 0", ()),
    ("scalars of matrices", "n: posint; K: skew(n); v: vector(n)", "", "scalar(v.T*K*v) = 0", ()),
    ("scalars of matrices", "n: posint; Q: orthogonal(n)", "", "det(Q)**2 = 1", ()),
    ("scalars of matrices", "n: posint; A: invertible(n); u, v: vector(n)", "",
     "det(A + u*v.T) = det(A)*(1 + trace(v.T*A.I*u))", ()),
    ("scalars of matrices", "n: posint; A: invertible(n); B, C, D: matrix(n, n)", "",
     "det(BlockMatrix([[A, B], [C, D]])) = det(A)*det(D - C*A.I*B)", ()),
    ("blocks", "d: posint; b: positive", "",
     "BlockDiag(exp(I*b**(j/d)), (j, 0, d)).H*BlockDiag(exp(I*b**(j/d)), (j, 0, d))"
     " = Identity(d + 1)", ()),
    ("explicit exponentials", "z: complex", "",
     "Matrix([[0, z], [z, 0]]).exp() = Matrix([[cosh(z), sinh(z)], [sinh(z), cosh(z)]])", ()),
    ("explicit exponentials", "z: complex", "",
     "Matrix([[0, 2*z], [0, 0]]).exp() = Matrix([[1, 2*z], [0, 1]])", ()),
    ("inverse of a product", "A, B: matrix(2, 2)", "", "(A*B).I = B.I*A.I",
     ("det(A*B) != 0",)),
    ("inverse of a product", "A, B, C: matrix(3, 3)", "det(A) != 0, det(B) != 0, det(C) != 0",
     "C.I*B.I*A.I = (A*B*C).I", ("det(A*B*C) != 0",)),
    ("exponentials of matrices", "n: posint; A: matrix(n, n)", "",
     "A.exp()*(-A).exp() = Identity(n)", ()),
    ("powers of blocks", "d: posint; t: natural; x, y: family(integer -> complex)", "",
     "BlockDiag(x[j], (j, 0, d))**t*Stack(y[j], (j, 0, d)) = Stack(x[j]**t*y[j], (j, 0, d))", ()),
    ("lengths", "d: posint; v: vector(d); c: complex", "", "norm(c*v) = Abs(c)*norm(v)", ()),
    ("definite", "n: posint; c: vector(n)", "c.H*c = 0*Identity(1)", "c = zeros(n, 1)", ()),
)  # fmt: skip

FALSE = (
    ("A, B: matrix(2, 2)", "", "(A*B).I = A.I*B.I"),
    ("z: complex", "",
     "Matrix([[0, z], [z, 0]]).exp() = Matrix([[cos(z), sin(z)], [sin(z), cos(z)]])"),
    (SQUARE, "", "(A*B).I = A.I*B.I"),
    (SQUARE, "A*A = Identity(n)", "A = Identity(n)"),
    ("n, m: posint; A: matrix(n, m); B: matrix(m, n)", "A*B = Identity(n)", "B*A = Identity(m)"),
    (SQUARE, "A*B = A", "B = Identity(n)"),
    (SQUARE, "", "det(A + B) = det(A) + det(B)"),
    (SQUARE, "", "trace(A*B) = trace(A)*trace(B)"),
    ("n: posint; c: vector(n)", "scalar(c.T*c) = 0", "c = zeros(n, 1)"),
)  # fmt: skip


@pytest.mark.parametrize(("method", "sorts", "given", "claim", "expected"), PROVED)
def test_proved(method, sorts, given, claim, expected):
    assert conditions(judged(sorts, given, claim)) == expected, method


@pytest.mark.parametrize(("sorts", "given", "claim"), FALSE)
def test_what_is_false_is_not_proved(sorts, given, claim):
    assert judged(sorts, given, claim).theorem is None


def test_rules_are_completed_by_overlaps():
    statement = read(stated(SQUARE, "A*B = A, B*A = B", "A*A = A"))
    words = Words(Draft(Goal(statement.context, statement.goals[0].relation, Search(METHODS))))
    wanted = words.poly(statement.goals[0].relation)
    assert wanted is not None
    assert words.reduced(wanted)[0]
    while words.complete():
        pass
    assert not words.reduced(wanted)[0]
