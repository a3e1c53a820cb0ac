"""Mutants: one slip each, of every kind; well-sorted, never twice, in a fixed order."""

from __future__ import annotations

import pytest

from derivations.kernel.check import check_statement
from derivations.language.parser import parse_claim
from derivations.mutants import mutants


def made(text: str, *declared: str, given: tuple[str, ...] = ()) -> dict[str, str]:
    """The mutants of a statement: what was changed -> the mutated goal."""
    found = mutants(parse_claim(text, declared, given))
    assert len({str(m.statement.goals[0]) for m in found}) == len(found)
    for mutant in found:
        check_statement(mutant.statement)
    return {f"{m.kind}: {m.change}": str(m.statement.goals[0]) for m in found}


@pytest.mark.parametrize(
    ("declared", "text", "change", "mutated"),
    [
        ("x, y: real", "x - y = 0", "sign: on the left, the sign of -y flipped", "x + y == 0"),
        ("x, y: real", "x - y = 0", "sign: on the left, the sign of x flipped", "-x - y == 0"),
        ("x: real", "sin(x) = 0", "sign: on the left, the sign of x flipped", "sin(-x) == 0"),
        ("x, y: real", "x - y = 0", "name: on the left, y written for x", "y - y == 0"),
        ("x, y: real", "x - y = 0", "name: on the left, x and y exchanged", "y - x == 0"),
        ("x: real", "x**2 = 0", "index: on the left, 2 moved by +1", "x**3 == 0"),
        ("x: real", "x**2 = 0", "index: on the left, 2 moved by -1", "x**1 == 0"),
        ("f: family(integer -> real)\nn: integer", "f(n - 1) = 0",
         "index: on the left, n - 1 moved by +1", "f[n] == 0"),
        ("x: real\nn: natural", "Sum(x**k, (k, 0, n)) = 0",
         "index: on the left, 0 moved by +1", "Sum(x**k, (k, 1, n)) == 0"),
        ("x: real\nn: natural", "Sum(x**k, (k, 0, n)) = 0",
         "index: on the left, n moved by -1", "Sum(x**k, (k, 0, n - 1)) == 0"),
        ("x, y: real", "x + 2*y = 0", "part: on the left, x dropped", "2*y == 0"),
        ("x, y: real", "x + 2*y = 0", "part: on the left, 2 dropped", "x + y == 0"),
        ("x, y: real", "x/y = 0", "part: on the left, the divisor y dropped", "x == 0"),
        ("z: complex", "z*conjugate(z) = 0",
         "star: on the left, the conjugate of z dropped", "z*z == 0"),
        ("n: posint\nA: matrix(n, n)", "A.H*A = A",
         "star: on the left, the transpose of A written for the adjoint", "A.T*A == A"),
        ("n: posint\nA: matrix(n, n)", "A.H*A = A",
         "order: on the left, A.H and A exchanged", "A*A.H == A"),
    ],
)  # fmt: skip
def test_a_slip(declared, text, change, mutated):
    assert made(text, *declared.split("\n"))[change] == mutated


def test_both_sides_are_mutated():
    changes = made("x + 1 = y - 1", "x, y: real")
    assert {c.split(",")[0].split(": ")[1] for c in changes} == {"on the left", "on the right"}


def test_what_is_not_well_sorted_is_left_out():
    """Names are exchanged within a sort only, factors only where their sizes allow it."""
    text = "A*v = v"
    goals = made(text, "n: posint", "A: matrix(n, n)", "v: vector(n)").values()
    assert goals and "v*A == v" not in goals and "A == v" not in goals


def test_bound_indices_stay_bound():
    goals = made("Sum(x*k, (k, 0, n)) = 0", "x: real", "n: integer").values()
    assert "Sum(x*n, (k, 0, n)) == 0" in goals
    assert not [g for g in goals if "(n, 0" in g]


def test_hypotheses_stay_as_they_are():
    stated = parse_claim("x**2 = y**2", ["x, y: real"], ["x = -y"])
    assert {m.statement.hypotheses for m in mutants(stated)} == {stated.hypotheses}


def test_each_goal_is_mutated_by_itself():
    from derivations.language.parser import parse_statement

    two = parse_statement({"vars": {"x": "real"}, "equations": [["x", "x + 0"], ["2", "1 + 1"]]})
    found = mutants(two)
    assert {m.goal for m in found} == {0, 1}
    assert all(len(m.statement.goals) == 1 for m in found)


def test_of_too_many_so_many_are_taken_evenly():
    stated = parse_claim("(x - y)**2 = x**2 - 2*x*y + y**2", ["x, y: real"])
    every = mutants(stated)
    few = mutants(stated, 5)
    assert len(every) > 20 and len(few) == 5
    assert [every.index(m) for m in few] == [k * len(every) // 5 for k in range(5)]
    assert mutants(stated) == every
