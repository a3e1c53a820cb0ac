"""What the new search proves of orders, and what near it is false: one row a method."""

from __future__ import annotations

import pytest

from tests.support.settled import conditions, judged

# By a method: sorts, hypotheses, what is claimed.
PROVED = (
    ("exponentials", "m: posint; b: positive", "b < 1", "b**(3/m) < b**(2/m)"),
    ("exponentials", "b: positive; x, y: real", "1 < b, x != y", "b**x != b**y"),
    ("exponentials", "b: positive; c, x: real", "1 < b, c < 0, x < 2", "c*b**2 < c*b**x"),
    ("growth", "c, x, y: real", "c != 0, x != y", "c*exp(x) != c*exp(y)"),
    ("arguments", "m: posint; b: positive", "b < 1, 1 < m", "b < b**((m - 1)/m)"),
    ("arguments", "b: positive; k: integer", "", "cos(2*pi*k/b*b) = 1"),
    ("arguments", "k: integer; x: real", "", "x*2**floor((4*k + 3)/2) = x*2**(2*k + 1)"),
    ("laws", "k: integer; x: real", "", "cos(x + 4*pi*k) = cos(x)"),
    ("products", "a, b, x, y: real", "", "(a*x + b*y)**2 <= (a**2 + b**2)*(x**2 + y**2)"),
    ("products", "a, b, c: nonnegative", "", "8*a*b*c <= (a + b)*(b + c)*(c + a)"),
    ("products", "a, b, c: nonnegative", "a <= b, b <= c",
     "0 <= a*(a - b)*(a - c) + b*(b - a)*(b - c) + c*(c - a)*(c - b)"),
    ("products", "x: real", "", "2 <= 2 + (3*sin(x)**2 - 1)**2"),
    ("products", "x, y: real", "", "1 - (x - y)**2/2 <= cos(x - y)"),
    ("products", "a, b: real", "a < b", "a**3 < b**3"),
    ("opposite", "a, b: real; c: negative", "b*c <= a*c", "a <= b"),
    ("squares", "x, y: real", "x**2 + y**2 = 1", "x + y <= sqrt(2)"),
    ("opposite", "x: positive", "", "sin(x) <= x"),
    ("equal by orders", "x, y: real", "x**2 + y**2 = 0", "x = 0"),
    ("equal by orders", "x, y: nonnegative", "x**2 = y**2", "x = y"),
    ("odd powers", "x: real", "x**3 = 8", "x = 2"),
    ("odd powers", "x, y: real", "x**5 = y**5", "x = y"),
    ("equal by orders", "x, y: real", "exp(2*x) = exp(2*y)", "x = y"),
    ("roots", "z: complex", "0 <= im(z)", "Abs(exp(I*z)) <= 1"),
    ("squares", "x: real", "", "Abs(5*sin(x) - 12*cos(x)) <= 13"),
    ("squares", "z: complex", "0 < im(z)", "Abs((z - I)/(z + I)) < 1"),
    ("divisors of bounds", "x, y: real", "0 < x, x < y", "x/(1 + x) < y/(1 + y)"),
    ("divisors of bounds", "x: real", "x < 1", "exp(x) <= 1/(1 - x)"),
    ("divisors of bounds", "x: real", "0 < x, x < pi/2", "x < tan(x)"),
    ("logarithms of bounds", "x: positive", "", "log(1 + x) < x"),
    ("logarithms of bounds", "x: positive", "", "log(x) <= x/exp(1)"),
    ("products", "x: real", "", "exp(2)*(x - 1) <= exp(x)"),
    ("products", "z, w: complex", "", "Abs(z) - Abs(w) <= Abs(z + w)"),
    ("cases", "a, b, c: nonnegative", "",
     "0 <= a*(a - b)*(a - c) + b*(b - a)*(b - c) + c*(c - a)*(c - b)"),
)  # fmt: skip

FALSE = (
    ("a, b, x, y: real", "", "(a*x + b*y)**2 <= (a**2 - b**2)*(x**2 + y**2)"),
    ("a, b, c: real", "", "8*a*b*c <= (a + b)*(b + c)*(c + a)"),
    ("x, y: real", "", "1 - (x - y)**2/3 <= cos(x - y)"),
    ("a, b, c: real", "b*c <= a*c", "a <= b"),
    ("x, y: real", "x**2 + y**2 = 1", "x + y <= 7/5"),
    ("x: real", "", "sin(x) <= x"),
    ("x, y: real", "x**4 = y**4", "x = y"),
    ("x, y: complex", "exp(x) = exp(y)", "x = y"),
    ("z: complex", "", "Abs(exp(I*z)) <= 1"),
    ("x: real", "", "Abs(5*sin(x) - 12*cos(x)) <= 12"),
    ("z: complex", "0 < re(z)", "Abs((z - I)/(z + I)) < 1"),
    ("x, y: real", "x < y", "x/(1 + x) < y/(1 + y)"),
    ("x: real", "", "exp(x) <= 1/(1 - x)"),
    ("x: real", "0 < x", "x < tan(x)"),
    ("x: positive", "", "log(1 + x) < x - x**2"),
    ("x: real", "", "exp(2)*(x - 1/2) <= exp(x)"),
    ("z, w: complex", "", "Abs(z + w) <= Abs(z) - Abs(w)"),
    ("a, b, c: real", "",
     "0 <= a*(a - b)*(a - c) + b*(b - a)*(b - c) + c*(c - a)*(c - b)"),
    ("x, y: real", "x**2 = y**2", "x = y"),
    ("x, y: complex", "x**2 + y**2 = 0", "x = 0"),
    ("m: posint; b: positive", "", "b**(3/m) < b**(2/m)"),
    ("b: positive; x, y: real", "x != y", "b**x != b**y"),
    ("c, x, y: real", "x < y", "c*exp(x) < c*exp(y)"),
    ("c: complex; x, y: complex", "x != y", "exp(x) != exp(y)"),
    ("k: integer; x: real", "", "cos(x + pi*k) = cos(x)"),
    ("k: integer", "", "2**floor((4*k + 3)/2) = 2**(2*k + 2)"),
)


@pytest.mark.parametrize(("method", "sorts", "given", "claim"), PROVED)
def test_proved(method, sorts, given, claim):
    assert conditions(judged(sorts, given, claim)) == (), method


@pytest.mark.parametrize(("sorts", "given", "claim"), FALSE)
def test_what_is_false_is_not_proved(sorts, given, claim):
    assert judged(sorts, given, claim).theorem is None
