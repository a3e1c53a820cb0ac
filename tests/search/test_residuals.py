"""What a refutation shows: both sides at the values in closed form, and `left - right`."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_claim, parse_statement
from derivations.language.terms import ONE
from derivations.proving import decide
from derivations.search.refutation.residuals import witness_at
from derivations.verdicts import REFUTED
from tests.support.notation import in_text
from tests.support.parsing import parse_term

# Declarations, goal, values; left, right, left - right.
SIDES = (
    ("a, x: real", "(x - 1)*a = 2", "0; 0", "0", "2", "x*a - a - 2"),
    ("x: real", "sin(x)**2 = 1 - cos(x)", "pi", "0", "2", "cos(x) - 1/2 - 1/2*cos(2*x)"),
    ("a, b: real", "sin(a + b) = sin(a - b)", "0; pi/2", "1", "-1", "sin(a + b) - sin(a - b)"),
    ("z: complex", "sqrt(z**2) = z", "-sqrt(8)*I", "(2*I)*sqrt(2)", "(-2*I)*sqrt(2)",
     "sqrt(z**2) - z"),
    ("z: complex", "log(z) = z", "-12", "2*log(2) + I*pi + log(3)", "-12", "log(z) - z"),
    ("x: real", "atan(tan(x)) = x", "3*pi/4", "-1/4*pi", "3/4*pi", "atan(tan(x)) - x"),
    ("x: real", "abs(x - 2)**2 = x", "sqrt(2)", "6 - 4*sqrt(2)", "sqrt(2)", "x**2 - 5*x + 4"),
    ("z: complex", "abs(z)**2 = z", "3 + 4*I", "25", "3 + 4*I", "z*(conjugate(z) - 1)"),
    ("x: positive", "x**(1/3) = x", "24", "2*3**(1/3)", "24", "x**(1/3) - x"),
    ("x: real", "1/(1 + sqrt(x)) = x", "2", "sqrt(2) - 1", "2", "1/(1 + sqrt(x)) - x"),
    ("x: real", "floor(x*10**20) = 3", "pi", "314159265358979323846", "3",
     "floor(100000000000000000000*x) - 3"),
    ("m, n: integer", "gcd(m, n) = Mod(m, n)", "12; 18", "6", "12", "gcd(m, n) - Mod(m, n)"),
    ("A: matrix(2, 2)", "A.I.I = 2*A", "Matrix([[1, 2], [3, 4]])", "Matrix([[1, 2], [3, 4]])",
     "Matrix([[2, 4], [6, 8]])", None),
    ("n: natural", "Sum(k, (k, 1, n)) = n", "3", "6", "3", None),
    ("x: real", "exp(log(x)) <= max(x, pi, 3)", "2", "2", "pi", None),
    ("x: real", "cos(x) = cot(x)", "pi/5", "cos(1/5*pi)", "cot(1/5*pi)", "cos(x) - cot(x)"),
    ("x: real", "asin(x) + acos(x) = atan(x)", "sqrt(3)/2", "1/2*pi", "atan(1/2*sqrt(3))",
     "acos(x) + asin(x) - atan(x)"),
    ("x, y: real", "atan2(y, x) = sign(x)", "-1; -1", "-3/4*pi", "-1", "atan2(y, x) - sign(x)"),
)


@pytest.mark.parametrize(("declared", "goal", "values", *("left", "right", "gap")), SIDES)
def test_both_sides_and_their_difference(declared, goal, values, left, right, gap):
    statement = parse_claim(goal, [declared])
    at = [parse_term(text, {}) for text in values.split(";")]
    found = witness_at(statement, 0, tuple(zip(statement.declarations, at, strict=True)))
    sides = (found.left, found.right, found.residual)
    shown = [None if term is None else in_text(term) for term in sides]
    assert (shown[:2], gap and shown[2]) == ([left, right], gap)


# Of matrices that are too large to be shown: the place, its entries, what is not 0 in general.
LARGE = (
    (13, "0", "0", (0, 0), ("1", "0", "1")), (15, "1", "1 + x", (3, 5), ("1", "2", "-x")),
    (40, "1", "1 + x/2", (39, 38), ("1", "3/2", "-1/2*x")),
)


@pytest.mark.parametrize(("size", "others", "entry", "place", "shown"), LARGE)
def test_of_large_matrices_the_first_entry_that_differs(size, others, entry, place, shown):
    ones = [["1"] * size for _ in range(size)]
    rows = [[others] * size for _ in range(size)]
    rows[place[0]][place[1]] = entry
    left, right = (str(side).replace("'", "") for side in (ones, rows))
    statement = parse_claim(f"Matrix({left}) = Matrix({right})", ["x: real"])
    found = witness_at(statement, 0, ((statement.declarations[0], ONE),))
    assert found.entry == (*place, size, size)
    assert tuple(map(in_text, (found.left, found.right, found.residual))) == shown


def test_what_is_shared_is_written_once():
    """Sixty sums, each of the sine and the cosine of the one before."""
    lets = [["a0", "x + 1"], *([f"a{k}", f"sin(a{k - 1}) + cos(a{k - 1})"] for k in range(1, 60))]
    claimed = parse_statement(
        {"vars": {"x": "real"}, "lets": lets, "lhs": "a59", "rel": "==", "rhs": "a59 + 1"}
    )
    assert decide(claimed).kind == REFUTED
