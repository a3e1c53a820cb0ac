"""Laws of whole numbers and of finite sums, and sharper bounds of elementary functions.

They are taken by the rule `Law`.  Terms are total: `harmonic 0 = 0`, `log 0 = 0`, `x**0 = 1`, and
sums over reversed ranges are 0; no law relies on more.  Every law is compared with numerical values
in the tests.

Source: R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, chapters 1, 3, 5 and 6; NIST
Digital Library of Mathematical Functions, chapter 4, for the bounds.
"""

from __future__ import annotations

from derivations.kernel.laws import Law
from derivations.language.sorts import COMPLEX, INTEGER, NATURAL, REAL
from derivations.language.statements import eq, le, lt, ne
from derivations.language.terms import (
    ONE,
    PI,
    ZERO,
    Term,
    call,
    cos,
    exp,
    mul,
    natural_index,
    number,
    sin,
    sum_,
    symbol,
)

x, y, t = symbol("x", REAL), symbol("y", REAL), symbol("t", REAL)
z, w = symbol("z", COMPLEX), symbol("w", COMPLEX)
m, n = symbol("m", NATURAL), symbol("n", NATURAL)
a, b = symbol("a", INTEGER), symbol("b", INTEGER)
k = natural_index("k")


def _f(name: str, *arguments: Term) -> Term:
    return call(name, *arguments)


_WHOLE = (
    Law("whole numbers", (a, b), (lt(a, b + 1),), (le(a, b),)),
    Law("mod range", (x, y), (lt(ZERO, y),), (le(ZERO, _f("mod", x, y)), lt(_f("mod", x, y), y))),
    Law("floor sign", (x,), (le(ZERO, x),), (le(ZERO, _f("floor", x)),)),
    Law("ceiling sign", (x,), (le(ZERO, x),), (le(ZERO, _f("ceiling", x)),)),
    Law("max bounds", (x, y), (), (le(x, _f("max", x, y)), le(y, _f("max", x, y)))),
    Law("min bounds", (x, y), (), (le(_f("min", x, y), x), le(_f("min", x, y), y))),
    Law("max at most", (x, y, t), (le(x, t), le(y, t)), (le(_f("max", x, y), t),)),
    Law("min at least", (x, y, t), (le(t, x), le(t, y)), (le(t, _f("min", x, y)),)),
    Law("abs between", (x, y), (le(x, y), le(-x, y)), (le(_f("abs", x), y),)),
    Law("equal odd powers", (x, y, n), (eq(x ** (2 * n + 1), y ** (2 * n + 1)),), (eq(x, y),)),
    Law("equal exponentials", (x, y), (eq(exp(x), exp(y)),), (eq(x, y),)),
)

_SUMS = (
    Law("binomial theorem", (z, w, n), (), (
        eq(sum_(_f("binomial", n, k) * z**k * w ** (n - k), (k, ZERO, n)), (z + w) ** n),
    )),
    Law("difference of powers", (z, w, n), (), (
        eq((z - w) * sum_(z**k * w ** (n - k), (k, ZERO, n)), z ** (n + 1) - w ** (n + 1)),
    )),
    Law("sum of reciprocals", (m, n), (), (
        eq(sum_(ONE / k, (k, m + 1, m + n)), _f("harmonic", m + n) - _f("harmonic", m)),
    )),
)  # fmt: skip

_BOUNDS = (
    Law("harmonic above logarithm", (n,), (), (
        le(_f("log", n + 1), _f("harmonic", n)), le(_f("log", n), _f("harmonic", n)),
    )),
    Law("harmonic below logarithm", (n,), (), (le(_f("harmonic", n), 1 + _f("log", n)),)),
    Law("sine of a multiple", (x, n), (), (
        le(_f("abs", sin(n * x)), mul(n, _f("abs", sin(x)))),
    )),
    Law("cosine below one", (x,), (lt(ZERO, x), lt(x, 2 * PI)), (lt(cos(x), ONE),)),
    Law("sine above tangent line", (x,), (lt(ZERO, x), le(x, PI)), (lt(x * cos(x), sin(x)),)),
    Law("harmonic addition", (x, y, t), (), (
        le(x * sin(t) + y * cos(t), _f("sqrt", x**2 + y**2)),
    )),
    Law("sine contracts", (x, y), (), (
        le(_f("abs", sin(x) - sin(y)), _f("abs", x - y)),
        le(_f("abs", cos(x) - cos(y)), _f("abs", x - y)),
    )),
    Law("atan above quotient strictly", (x,), (lt(ZERO, x),),
        (lt(x / (1 + x**2), _f("atan", x)),)),
    Law("exp above tangent", (x,), (), (le(exp(number(1)) * x, exp(x)),)),
    Law("exp above square", (x,), (le(ZERO, x),), (lt(x**2, exp(x)),)),
    Law("cosh below exponential", (x,), (), (le(_f("cosh", x), exp(x**2 / 2)),)),
    Law("sine above cubic strictly", (x,), (lt(ZERO, x),), (lt(x - x**3 / 6, sin(x)),)),
    Law("tangent above line strictly", (x,), (lt(ZERO, x), lt(x, PI / 2)),
        (lt(x, _f("tan", x)),)),
    Law("sinh above line strictly", (x,), (lt(ZERO, x),), (lt(x, _f("sinh", x)),)),
    Law("tanh below line strictly", (x,), (lt(ZERO, x),), (lt(_f("tanh", x), x),)),
    Law("atan below line strictly", (x,), (lt(ZERO, x),), (lt(_f("atan", x), x),)),
    Law("asin above line", (x,), (le(ZERO, x), le(x, ONE)), (le(x, _f("asin", x)),)),
    Law("exp above parabola", (x,), (le(ZERO, x),), (le(1 + x + x**2 / 2, exp(x)),)),
    Law("exp above parabola strictly", (x,), (lt(ZERO, x),), (lt(1 + x + x**2 / 2, exp(x)),)),
    Law("exp below hyperbola", (x,), (lt(x, ONE),), (le(exp(x), 1 / (1 - x)),)),
    Law("log below line strictly", (x,), (lt(ZERO, x), ne(x, ONE)), (lt(_f("log", x), x - 1),)),
    Law("log above hyperbola strictly", (x,), (lt(ZERO, x), ne(x, ONE)),
        (lt(1 - 1 / x, _f("log", x)),)),
    Law("log above parabola strictly", (x,), (lt(ONE, x),),
        (lt((x - 1) - (x - 1) ** 2 / 2, _f("log", x)),)),
    Law("log below chord", (x,), (lt(ZERO, x),), (le(_f("log", x), x / exp(number(1))),)),
    Law("log below root", (x,), (lt(ZERO, x),), (lt(_f("log", x), _f("sqrt", x)),)),
    Law("cosh above parabola strictly", (x,), (ne(x, ZERO),), (lt(1 + x**2 / 2, _f("cosh", x)),)),
)  # fmt: skip

NUMBER_LAWS: dict[str, Law] = {law.name: law for law in (*_WHOLE, *_SUMS, *_BOUNDS)}

__all__ = ["NUMBER_LAWS"]
