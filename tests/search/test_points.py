"""What fails at a point where the facts hold is not searched for; what may hold is."""

import pytest

from derivations.kernel import read
from derivations.language.parser import parse_claim
from derivations.search.refutation.points import Points

REFUSED = [
    "for all x: real: cos(x) != 0",
    "for all a, b, c, d, e: real with cos(a + b + c + d + e) != 0; cos(a) != 0: cos(e) != 0",
    "for all x: real: 0 < x**2",
    "for all x, y: real with x <= y: x < y",
    "for all n: natural: 1 <= n",
    "for all z: complex: 0 <= z*conjugate(z) - 1",
    "for all n: posint, A: matrix(n, n): A*A.T = A.T*A",
    "for all x: real with sin(x) = 0: x = 0",
    "for all n: natural, w: family(integer -> real) with w[j] == j/2 for all j: integer: w[n] < n",
]
KEPT = [
    "for all x: real: cos(x)**2 + sin(x)**2 != 0",
    "for all a, b: real with cos(a) != 0; cos(b) != 0: cos(a)*cos(b) != 0",
    "for all x: real with x != 0: 0 < x**2",
    "for all M, l: posint: (1/10000)**(l/M) < (1/10000)**((l - 1)/M)",
    "for all n: natural: 0 < (1/10000)**n",
    "for all x, y: real with y == exp(-x**2): 0 < y",
    "for all x: positive, y: real with y == tanh(x): y < 1",
    "for all x: real, w: family(real -> real) with w[s] == exp(-s) for all s: real: w[x] != 0",
    "for all x: real: 10**20*x + 1 != 10**20*x",
    "for all x: real with x < x: x = 1",  # there are no points
    "for all n: posint, x: family(integer -> real): 0 < Sum(exp(x[j]), (j, 1, n))",
    # What is said of all values, or what a function has to be, is not seen at a few of them.
    "for all w: family(integer -> real) with w[j + 1] == 2*w[j] for all j: integer: w[0] = 0",
    "for all x: real, w: family(integer -> positive) with w[j] == x - 1 for all j: integer: 1 < x",
    "for all z: complex, w: family(integer -> real) with w[j] == z*j for all j: integer: im(z) = 0",
]


@pytest.mark.parametrize("text", [*REFUSED, *KEPT])
def test_what_is_refused(text):
    stated = read(parse_claim(text))
    (goal,) = stated.goals
    assert Points().refuse(stated.context, goal.relation) == (text in REFUSED)
