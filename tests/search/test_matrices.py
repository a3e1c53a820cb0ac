"""Equations between matrices: by bases of words, inverses, laws, and induction on powers.

Every statement is given to the method that is to prove it, and what it finds to the kernel; next
to it stands one that does not follow, for which it finds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from derivations.kernel.check import base_context
from derivations.kernel.proofs import Proof
from derivations.language.parser import parse_statement
from derivations.search.goals import Goal, proves
from derivations.search.ideals import prove_in_ideal
from derivations.search.inverses import prove_with_inverses
from derivations.search.invertible import prove_invertible
from derivations.search.matrix_laws import prove_with_matrix_laws
from derivations.search.matrix_powers import prove_matrix_power
from derivations.search.word_ideals import prove_by_word_ideal

SORTS = {
    "n": "posint", "m": "posint", "k": "natural", "t": "complex", "r": "real", "A": "matrix(n,n)",
    "B": "matrix(n,n)", "C": "matrix(n,n)", "D": "matrix(n,n)", "S": "invertible(n)",
    "Q": "orthogonal(n)", "K": "skew(n)", "R": "real skew(n)", "H": "hermitian(n)",
    "P": "projector(n)", "W": "nilpotent2(n)", "X": "matrix(n,m)", "Y": "matrix(m,n)",
    "u": "matrix(n,1)", "v": "matrix(n,1)", "x": "complex", "y": "complex", "z": "complex",
}  # fmt: skip


def goal_of(text: str, *given: str) -> Goal:
    """The goal; what makes its terms defined is among its facts, as in a search."""
    operator = " != " if " != " in text else " == "
    left, right = text.split(operator)
    data: dict[str, Any] = {
        "vars": SORTS, "hypotheses": list(given), "lhs": left, "rel": operator.strip(), "rhs": right
    }
    claimed = parse_statement(data)
    context = base_context(claimed)
    return Goal(context.with_facts(*context.obligations(claimed.goals)), claimed.goals[0].relation)


def found(method: Callable[[Goal], Proof | None], text: str, *given: str) -> bool:
    goal = goal_of(text, *given)
    proof = method(goal)
    assert proof is None or proves(goal, proof)
    return proof is not None


# Bases of words

COMMUTE, INVOLUTION = "A*B == B*A", "A*A == Identity(n)"

WORDS = [
    ("A**2*B**2 == (A*B)**2", (COMMUTE,), ("A*B == C",)),
    ("A*B*C == B*C*A", (COMMUTE, "A*C == C*A"), (COMMUTE,)),
    ("A**3 == A", (INVOLUTION,), ("A*A == B",)),
    ("A*B**2-B**2*A == 2*B", ("A*B-B*A == Identity(n)",), ("A*B-B*A == B",)),
    ("S.I*B == B*S.I", ("S*B == B*S",), ("S*B == B*A",)),
    ("Q.T*A*Q == B", ("A*Q == Q*B",), ("Q*A == B*Q",)),
]


@pytest.mark.parametrize(("goal", "given", "too_little"), WORDS)
def test_words(goal: str, given: tuple[str, ...], too_little: tuple[str, ...]) -> None:
    assert found(prove_by_word_ideal, goal, *given)
    assert not found(prove_by_word_ideal, goal, *too_little)


# Inverses of sums: what is inverted in a goal is taken to be invertible

ONE = "Identity(n)"

INVERSES = [
    (f"({ONE}+A*B).I*A == A*({ONE}+B*A).I", f"({ONE}+A*B).I*A == A*({ONE}+A*B).I"),
    (f"({ONE}-B*A).I == {ONE}+B*({ONE}-A*B).I*A", f"({ONE}-B*A).I == {ONE}+A*({ONE}-A*B).I*B"),
    ("(S.I+A).I == S*(S+S*A*S).I*S", "(S.I+A).I == S*(S+A).I*S"),
    (f"(t*{ONE}-A).I*A == A*(t*{ONE}-A).I", f"(t*{ONE}-A).I*A == B*(t*{ONE}-A).I"),
    (f"({ONE}+P).I == {ONE}-P/2", f"({ONE}+P).I == {ONE}-P"),
    (f"({ONE}-R)*({ONE}+R).I == ({ONE}+R).I*({ONE}-R)", f"({ONE}-R)*({ONE}+R).I == {ONE}"),
    ("(S+u*v.T).I*u*(1+trace(v.T*S.I*u)) == S.I*u", "(S+u*v.T).I*u == S.I*u"),
]


@pytest.mark.parametrize(("goal", "false"), INVERSES)
def test_inverses(goal: str, false: str) -> None:
    assert found(prove_with_inverses, goal)
    assert not found(prove_with_inverses, false)


def test_equations_are_turned() -> None:
    unitary = f"(({ONE}-H*(I))*({ONE}+H*(I)).I).H*(({ONE}-H*(I))*({ONE}+H*(I)).I) == {ONE}"
    assert found(prove_with_inverses, unitary)
    assert found(prove_with_inverses, "B.T*A.T == C.T", "A*B == C")
    # the normal equations, and their solution
    given = ("det(Y.T*Y) != 0", "A == (Y.T*Y).I*Y.T*X.T")
    assert found(prove_with_inverses, "Y.T*Y*A == Y.T*X.T", *given)
    assert not found(prove_with_inverses, "Y.T*Y*A == X*Y", *given)


def test_products_of_sums_and_gram_matrices() -> None:
    assert found(prove_with_inverses, "A*B == B*A", "A*B == A+B")
    assert not found(prove_with_inverses, "A*B == B*A", "A*B == A+B-Identity(n)")
    assert found(prove_with_inverses, "X == ZeroMatrix(n,m)", "X.H*X == ZeroMatrix(m,m)")
    assert not found(prove_with_inverses, "X == ZeroMatrix(n,m)", "X.T*X == ZeroMatrix(m,m)")


def bare(text: str, *given: str) -> Goal:
    """The goal without what would make its terms defined."""
    goal = goal_of(text, *given)
    return Goal(base_context_of(text, *given), goal.relation)


def base_context_of(text: str, *given: str) -> Any:
    left, right = text.split(" != ")
    data = {"vars": SORTS, "hypotheses": list(given), "lhs": left, "rel": "!=", "rhs": right}
    return base_context(parse_statement(data))


INVERTIBLE = [
    (f"det({ONE}+R) != 0", (), f"det({ONE}+K) != 0"),
    (f"det(2*{ONE}+I*H) != 0", (), f"det(2*{ONE}+H) != 0"),
    (f"det({ONE}+2*A.H*A) != 0", (), f"det({ONE}+2*A.T*A) != 0"),
    ("det(A) != 0", (f"A**2+A == {ONE}",), "det(B) != 0"),
    ("det(A) != 0", (f"B*A == {ONE}",), "det(A+B) != 0"),
    (f"det({ONE}-A) != 0", ("A**3 == 0*Identity(n)",), f"det({ONE}-B) != 0"),
    (f"det(3*{ONE}-P) != 0", (), f"det({ONE}-P) != 0"),
]


@pytest.mark.parametrize(("goal", "given", "false"), INVERTIBLE)
def test_invertible(goal: str, given: tuple[str, ...], false: str) -> None:
    one = bare(goal, *given)
    proof = prove_invertible(one)
    assert proof is not None and proves(one, proof)
    assert prove_invertible(bare(false, *given)) is None


# Laws

ZERO = "0*Identity(n)"

LAWS = [
    ("(A+B).exp() == A.exp()*B.exp()", (COMMUTE,)),
    ("A.exp()*B == B*C.exp()", ("A*B == B*C",)),
    ("A.exp()*v == exp(t)*v", ("A*v == t*v",)),
    (f"(t*A).exp() == cosh(t)*{ONE}+sinh(t)*A", (INVOLUTION,)),
    (f"A.exp() == {ONE}+A", (f"A*A == {ZERO}",)),
    ("det(A)**2 == 1", (INVOLUTION,)),
    ("Abs(det(A)) == 1", (f"A.H*A == {ONE}",)),
    ("trace(A*B) == 0", ("A*B == -B*A",)),
    ("det(BlockMatrix([[A,B],[C,D]])) == det(A*D-B*C)", ("C*D == D*C",)),
    ("det(BlockMatrix([[A,-B],[B,A]])) == det(A+I*B)*det(A-I*B)", ("t == t",)),
]


@pytest.mark.parametrize(("goal", "given"), LAWS)
def test_laws(goal: str, given: tuple[str, ...]) -> None:
    assert found(prove_with_matrix_laws, goal, *given)
    if given != ("t == t",):
        assert not found(prove_with_matrix_laws, goal)


# Powers

POWERS = [
    (
        "Matrix([[1,t],[0,1]])**k == Matrix([[1,k*t],[0,1]])",
        "Matrix([[1,t],[0,1]])**k == Matrix([[1,t],[0,1]])",
    ),
    ("Matrix([[0,1],[1,0]])**(2*k) == eye(2)", "Matrix([[0,1],[1,0]])**k == eye(2)"),
    (f"({ONE}+W)**k == {ONE}+k*W", f"({ONE}+P)**k == {ONE}+k*P"),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "false"), POWERS)
def test_powers(goal: str, false: str) -> None:
    assert found(prove_matrix_power, goal)
    assert not found(prove_matrix_power, false)


def test_powers_under_an_equation() -> None:
    assert found(prove_matrix_power, "A**k*B == B*A**k", COMMUTE)


# Scalars: denominators, and powers that vanish

SCALARS = [
    ("x**2+1/x**2 == 7", ("x != 0", "x+1/x == 3"), ("x != 0",)),
    ("x == 1", ("x**2+1 == 2*x",), ("x**2 == 1",)),
    ("(x+z)*y == 2*x*z", ("x != 0", "y != 0", "z != 0", "1/x+1/z == 2/y"), ("x*z == y",)),
    ("y == z", ("x*y == x*z", "x != 0"), ("x*y == x*z",)),
    ("1/(1+x+x*y)+1/(1+y+y*z)+1/(1+z+z*x) == 1", ("x*y*z == 1",), ("x*y == 1",)),
]


@pytest.mark.parametrize(("goal", "given", "too_little"), SCALARS)
def test_scalars(goal: str, given: tuple[str, ...], too_little: tuple[str, ...]) -> None:
    assert found(prove_in_ideal, goal, *given)
    assert not found(prove_in_ideal, goal, *too_little)
