"""What the new search proves of branches, roots and whole numbers: one row a statement."""

from __future__ import annotations

import pytest

from tests.support.settled import conditions, judged

# The method that proves it: sorts, hypotheses, what is claimed.
PROVED = (
    ("whole turns", "x, y: negative", "", "log(x*y) = log(-x) + log(-y)"),
    ("whole turns", "z, w: complex", "0 < re(z), 0 <= re(w), w != 0",
     "log(z*w) = log(z) + log(w)"),
    ("roots", "x: real", "0 <= x, x <= pi", "acos(cos(x)) = x"),
    ("roots", "x: real", "-pi/2 <= x, x <= pi/2", "asin(sin(x)) = x"),
    ("logarithms", "r: positive; z: complex", "z != 0", "arg(r*z) = arg(z)"),
    ("logarithms", "z: complex", "im(z) < 0", "sqrt(-z) = I*sqrt(z)"),
    ("denominators", "z: complex", "z != 0, arg(z) != pi", "sqrt(1/z) = 1/sqrt(z)"),
    ("logarithms", "z: complex", "-pi < im(z), im(z) <= pi", "sqrt(exp(z)) = exp(z/2)"),
    ("logarithms", "x, y: negative", "", "sqrt(x)*sqrt(y) = -sqrt(x*y)"),
    ("signs", "z: complex", "im(z) != 0", "log(conj(z)) = conj(log(z))"),
    ("zeros", "x: real", "", "sign(x)*Abs(x) = x"),
    ("floors", "x: real; n: integer", "", "floor(x + n) = floor(x) + n"),
    ("floors", "x: real", "", "floor(x) + floor(x + 1/2) = floor(2*x)"),
    ("floors", "n: natural", "", "floor(sqrt(n**2 + n)) = n"),
    ("floors", "a: integer; m: posint", "", "Mod(a, m) < m"),
    ("residues", "n: integer", "", "Mod(n**3 - n, 6) = 0"),
    ("roots", "x: real", "0 <= x, x <= 2*pi", "sin(x/2) = sqrt((1 - cos(x))/2)"),
    ("whole turns", "x: real", "-1 <= x, x <= 1", "acos(-x) = pi - acos(x)"),
    ("roots", "", "", "sqrt(5 + 2*sqrt(6)) = sqrt(2) + sqrt(3)"),
    ("induction", "n: natural", "", "Mod(3**(2*n + 2) - 8*n - 9, 64) = 0"),
    ("whole turns", "", "", "4*atan(1/5) - atan(1/239) = pi/4"),
    ("whole turns", "", "", "arg(-3 - 4*I) = atan(4/3) - pi"),
    ("whole turns", "x: real", "-1 < x, x < 1", "2*atan(x) = atan(2*x/(1 - x**2))"),
    ("whole turns", "x: positive; y: real", "1 < x*y",
     "atan(x) + atan(y) = atan((x + y)/(1 - x*y)) + pi"),
    ("whole turns", "x: real", "-1 < x, x < 1", "asin(x) = atan(x/sqrt(1 - x**2))"),
    ("whole turns", "", "", "12*atan(1/18) + 8*atan(1/57) - 5*atan(1/239) = pi/4"),
    ("roots", "", "", "asin(3/5) + asin(4/5) = pi/2"),
    ("roots", "x: real", "", "asinh(sinh(x)) = x"),
    ("roots", "x: real", "2 <= x", "sqrt(x + 2*sqrt(x - 1)) = sqrt(x - 1) + 1"),
    ("roots", "r: positive; y: real", "", "sqrt(r**2*(1 + y**2)) = r*sqrt(1 + y**2)"),
    ("roots", "x: real", "x <= -1", "sqrt(x - 1)*sqrt(x + 1) = -sqrt(x**2 - 1)"),
    ("roots of unity", "", "", "4*cos(pi/5)**2 = 2*cos(pi/5) + 1"),
    ("value", "", "", "cos(pi/5) = (1 + sqrt(5))/4"),
    ("divisors", "n: integer", "", "gcd(21*n + 4, 14*n + 3) = 1"),
    ("divisors", "a, b: integer", "b != 0", "gcd(a, b) = gcd(b, Mod(a, b))"),
)  # fmt: skip

# True on another branch only.
FALSE = (
    ("z, w: complex", "z != 0, w != 0", "log(z*w) = log(z) + log(w)"),
    ("z: complex", "0 < im(z)", "sqrt(-z) = I*sqrt(z)"),
    ("z: complex", "", "sqrt(1/z) = 1/sqrt(z)"),
    ("x: real", "", "asin(sin(x)) = x"),
    ("x: real", "", "floor(x) + floor(x + 1/3) = floor(2*x)"),
    ("n: integer", "", "Mod(n**3 + n, 6) = 0"),
    ("n: integer", "", "gcd(21*n + 4, 14*n + 5) = 1"),
    ("", "", "4*atan(1/5) - atan(1/239) = 5*pi/4"),
    ("x: real", "0 <= x", "2*atan(x) = atan(2*x/(1 - x**2))"),
    ("x: real", "1 <= x", "sqrt(x - 2*sqrt(x - 1)) = sqrt(x - 1) - 1"),
    ("r, y: real", "", "sqrt(r**2*(1 + y**2)) = r*sqrt(1 + y**2)"),
    ("", "", "4*cos(pi/5)**2 = 2*cos(pi/5) + 2"),
    ("n: natural", "", "Mod(3**(2*n + 1) - 8*n - 9, 64) = 0"),
)


@pytest.mark.parametrize(("method", "sorts", "given", "claim"), PROVED)
def test_proved(method, sorts, given, claim):
    assert conditions(judged(sorts, given, claim)) == (), method


@pytest.mark.parametrize(("sorts", "given", "claim"), FALSE)
def test_what_is_false_is_not_proved(sorts, given, claim):
    assert judged(sorts, given, claim).theorem is None
