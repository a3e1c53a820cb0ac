"""Laws of whole numbers and of finite sums, and sharper bounds of elementary functions.

They are taken by the rule `Law`.  Terms are total: `harmonic 0 = 0`, `log 0 = 0`, `x**0 = 1`, and
sums over reversed ranges are 0; no law relies on more.  Every law is compared with numerical values
in the tests.

Source: R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, chapters 1, 3, 5 and 6; NIST
Digital Library of Mathematical Functions, chapter 4, for the bounds.
"""

from __future__ import annotations

from functools import partial

from derivations.kernel.laws import Law
from derivations.language.sorts import COMPLEX, INTEGER, NATURAL, REAL
from derivations.language.statements import eq, le, lt, ne
from derivations.language.terms import (
    ONE, PI, ZERO, add, call, cos, div, exp, mul, neg, number, power, sin, sqrt, sub, sum_, symbol,
)

x, y, t = symbol("x", REAL), symbol("y", REAL), symbol("t", REAL)
z, w = symbol("z", COMPLEX), symbol("w", COMPLEX)
m, n = symbol("m", NATURAL), symbol("n", NATURAL)
a, b = symbol("a", INTEGER), symbol("b", INTEGER)
k = symbol("k", NATURAL)

abs_, max_, min_, floor, ceiling, mod, binomial, harmonic = (
    partial(call, head) for head in "abs max min floor ceiling mod binomial harmonic".split()
)
log, tan, asin, atan, sinh, cosh, tanh = (
    partial(call, head) for head in "log tan asin atan sinh cosh tanh".split()
)


_WHOLE = (
    Law("whole numbers", (a, b), (lt(a, add(b, 1)),), (le(a, b),)),
    Law("mod range", (x, y), (lt(ZERO, y),), (le(ZERO, mod(x, y)), lt(mod(x, y), y))),
    Law("floor sign", (x,), (le(ZERO, x),), (le(ZERO, floor(x)),)),
    Law("ceiling sign", (x,), (le(ZERO, x),), (le(ZERO, ceiling(x)),)),
    Law("max bounds", (x, y), (), (le(x, max_(x, y)), le(y, max_(x, y)))),
    Law("min bounds", (x, y), (), (le(min_(x, y), x), le(min_(x, y), y))),
    Law("max at most", (x, y, t), (le(x, t), le(y, t)), (le(max_(x, y), t),)),
    Law("min at least", (x, y, t), (le(t, x), le(t, y)), (le(t, min_(x, y)),)),
    Law("abs between", (x, y), (le(x, y), le(neg(x), y)), (le(abs_(x), y),)),
    Law("equal odd powers", (x, y, n), (
        eq(power(x, add(mul(2, n), 1)), power(y, add(mul(2, n), 1))),
    ), (eq(x, y),)),
    Law("equal exponentials", (x, y), (eq(exp(x), exp(y)),), (eq(x, y),)),
)

_SUMS = (
    Law("binomial theorem", (z, w, n), (), (
        eq(sum_(mul(binomial(n, k), power(z, k), power(w, sub(n, k))), (k, ZERO, n)),
           power(add(z, w), n)),
    )),
    Law("difference of powers", (z, w, n), (), (
        eq(mul(sub(z, w), sum_(mul(power(z, k), power(w, sub(n, k))), (k, ZERO, n))),
           sub(power(z, add(n, 1)), power(w, add(n, 1)))),
    )),
    Law("sum of reciprocals", (m, n), (), (
        eq(sum_(div(ONE, k), (k, add(m, 1), add(m, n))), sub(harmonic(add(m, n)), harmonic(m))),
    )),
)  # fmt: skip

_BOUNDS = (
    Law("harmonic above logarithm", (n,), (), (
        le(log(add(n, 1)), harmonic(n)), le(log(n), harmonic(n)),
    )),
    Law("harmonic below logarithm", (n,), (), (le(harmonic(n), add(1, log(n))),)),
    Law("sine of a multiple", (x, n), (), (
        le(abs_(sin(mul(n, x))), mul(n, abs_(sin(x)))),
    )),
    Law("cosine below one", (x,), (lt(ZERO, x), lt(x, mul(2, PI))), (lt(cos(x), ONE),)),
    Law("sine above tangent line", (x,), (lt(ZERO, x), le(x, PI)), (lt(mul(x, cos(x)), sin(x)),)),
    Law("harmonic addition", (x, y, t), (), (
        le(add(mul(x, sin(t)), mul(y, cos(t))), sqrt(add(power(x, 2), power(y, 2)))),
    )),
    Law("sine contracts", (x, y), (), (
        le(abs_(sub(sin(x), sin(y))), abs_(sub(x, y))),
        le(abs_(sub(cos(x), cos(y))), abs_(sub(x, y))),
    )),
    Law("atan above quotient strictly", (x,), (lt(ZERO, x),),
        (lt(div(x, add(1, power(x, 2))), atan(x)),)),
    Law("exp above tangent", (x,), (), (le(mul(exp(number(1)), x), exp(x)),)),
    Law("exp above square", (x,), (le(ZERO, x),), (lt(power(x, 2), exp(x)),)),
    Law("cosh below exponential", (x,), (), (le(cosh(x), exp(div(power(x, 2), 2))),)),
    Law("sine above cubic strictly", (x,), (lt(ZERO, x),),
        (lt(sub(x, div(power(x, 3), 6)), sin(x)),)),
    Law("tangent above line strictly", (x,), (lt(ZERO, x), lt(x, div(PI, 2))),
        (lt(x, tan(x)),)),
    Law("sinh above line strictly", (x,), (lt(ZERO, x),), (lt(x, sinh(x)),)),
    Law("tanh below line strictly", (x,), (lt(ZERO, x),), (lt(tanh(x), x),)),
    Law("atan below line strictly", (x,), (lt(ZERO, x),), (lt(atan(x), x),)),
    Law("asin above line", (x,), (le(ZERO, x), le(x, ONE)), (le(x, asin(x)),)),
    Law("exp above parabola", (x,), (le(ZERO, x),), (le(add(1, x, div(power(x, 2), 2)), exp(x)),)),
    Law("exp above parabola strictly", (x,), (lt(ZERO, x),),
        (lt(add(1, x, div(power(x, 2), 2)), exp(x)),)),
    Law("exp below hyperbola", (x,), (lt(x, ONE),), (le(exp(x), div(1, sub(1, x))),)),
    Law("log below line strictly", (x,), (lt(ZERO, x), ne(x, ONE)), (lt(log(x), sub(x, 1)),)),
    Law("log above hyperbola strictly", (x,), (lt(ZERO, x), ne(x, ONE)),
        (lt(sub(1, div(1, x)), log(x)),)),
    Law("log above parabola strictly", (x,), (lt(ONE, x),),
        (lt(add(x, neg(1), neg(div(power(sub(x, 1), 2), 2))), log(x)),)),
    Law("log below chord", (x,), (lt(ZERO, x),), (le(log(x), div(x, exp(number(1)))),)),
    Law("log below root", (x,), (lt(ZERO, x),), (lt(log(x), sqrt(x)),)),
    Law("cosh above parabola strictly", (x,), (ne(x, ZERO),),
        (lt(add(1, div(power(x, 2), 2)), cosh(x)),)),
)  # fmt: skip

NUMBER_LAWS: dict[str, Law] = {law.name: law for law in (*_WHOLE, *_SUMS, *_BOUNDS)}

__all__ = ["NUMBER_LAWS"]
