"""What nobody may prove about order, roots and inverse functions, whatever the search finds."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_claim
from derivations.proving import prove

DECLARED = ("x, y: real", "z, w: complex")
FALSE = [
    ("sqrt(x**2) = x",),
    ("log(z*w) = log(z) + log(w)", "z != 0", "w != 0"),
    ("exp(z) < exp(z + 1)",),
    ("atan(tan(x)) = x", "cos(x) != 0"),
    ("sqrt(z*w) = sqrt(z)*sqrt(w)",),
    ("sqrt(z**2) = z", "0 <= re(z)"),
    ("acos(cos(x)) = x", "-pi <= x", "x <= pi"),
    ("arg(conjugate(z)) = -arg(z)", "z != 0"),
    ("acosh(cosh(x)) = x",),
    ("atan(x) + atan(1/x) = pi/2", "x != 0"),
    ("x <= x**2",),
    ("0 < x**2",),
    ("sin(x) <= x",),
    ("x**2 <= y**2", "x <= y"),
    ("1/y < 1/x", "x < y", "x != 0", "y != 0"),
    ("sqrt(1 - cos(x)**2) = sin(x)",),
]


@pytest.mark.parametrize("claim", FALSE, ids=lambda c: c[0])
def test_nothing_false_is_proved(claim: tuple[str, ...]) -> None:
    goal, *given = claim
    assert prove(parse_claim(goal, DECLARED, given)).kind in ("refuted", "undecided")
