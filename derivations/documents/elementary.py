"""Elementary facts: what follows from the laws of the kernel and is looked for beside them.

A law is there because it cannot be proved from the others, or because most proofs ask for it; what else follows stands
here, proved.  A claim that needs one of these facts names it, `using=["elementary:log-below-line"]`.

Letters: n, k are natural, m is an integer, x, y, t are real, a, b, r are positive, z, w are complex.  Functions are the
principal ones.  Sources: DLMF is the NIST Digital Library of Mathematical Functions, CM is R. Graham, D. Knuth and
O. Patashnik, Concrete Mathematics.
"""

from sympy import (
    Abs, Eq, I, Lt, Ne, Rational, acos, arg, asin, asinh, atan, binomial, conjugate, cos, cosh, exp,
    factorial, floor, im, log, pi, re, sin, sinh, sqrt, symbols, tanh,
)

from derivations import Document

n, k = symbols("n k", integer=True, nonnegative=True)
m = symbols("m", integer=True)
x, y, t = symbols("x y t", real=True)
a, b, r = symbols("a b r", positive=True)
z, w = symbols("z w")

doc = Document("elementary", title="Elementary facts")

doc.section("Equations")
doc.claim("cancel", Eq(w, 0), given=[Eq(z*w, 0), Ne(z, 0)], source="no divisors of zero")
doc.claim("inverse-not-zero", Ne(1/z, 0), given=Ne(z, 0), source="fields")
doc.claim("conjugate-not-zero", Ne(conjugate(z), 0), given=Ne(z, 0), source="DLMF 1.9(i)")
doc.claim("power-of-product", Eq((z*w)**n, z**n*w**n), source="by induction")
doc.claim("equal-exponentials", Eq(x, y), given=Eq(exp(x), exp(y)), source="exp grows")
doc.claim("equal-squares", Eq(x, y), given=[0 <= x, 0 <= y, Eq(x**2, y**2)], source="squares grow")

doc.section("Order")
doc.claim("square", 0 <= x**2, source="ordered fields")
doc.claim("square-above-zero", Lt(0, x**2), given=Ne(x, 0), source="ordered fields")
doc.claim("squares-grow", x**2 <= y**2, given=[0 <= x, x <= y], source="ordered fields")
doc.claim("inverses-fall", Lt(1/b, 1/a), given=Lt(a, b), source="ordered fields")
doc.claim("means", sqrt(a*b) <= (a + b)/2, source="DLMF 1.7(iii)")
doc.claim("sqrt-grows", sqrt(x) <= sqrt(y), given=[0 <= x, x <= y], source="squares grow")
doc.claim("log-below-line", log(a) <= a - 1, source="DLMF 4.5(i)")
doc.claim("log-below-line-strictly", Lt(log(a), a - 1), given=Ne(a, 1), source="DLMF 4.5(i)")
doc.claim("tanh-below-one", Lt(tanh(x), 1), source="DLMF 4.28")
doc.claim("cosh-at-least-one", 1 <= cosh(x), source="DLMF 4.35")

doc.section("Roots and absolute values")
doc.claim("sqrt-of-square", Eq(sqrt(x**2), Abs(x)), source="DLMF 1.9(i)")
doc.claim("sqrt-not-zero", Ne(sqrt(z), 0), given=Ne(z, 0), source="its square is z")
doc.claim("abs-of-parts", Eq(Abs(z)**2, re(z)**2 + im(z)**2), source="DLMF 1.9(i)")
doc.claim("real-part-below-abs", re(z) <= Abs(z), source="DLMF 1.9(ii)")
doc.claim("abs-of-product", Eq(Abs(z*w), Abs(z)*Abs(w)), source="DLMF 1.9(i)")

doc.section("Logarithms and powers")
doc.claim("log-of-exp", Eq(log(exp(x)), x), source="DLMF 4.8(i)")
doc.claim("log-of-quotient", Eq(log(a/b), log(a) - log(b)), source="DLMF 4.8(i)")
doc.claim("log-of-power", Eq(log(a**x), x*log(a)), source="DLMF 4.8(i)")
doc.claim("power-of-sum", Eq(z**(w + x), z**w*z**x), given=Ne(z, 0), source="DLMF 4.8(ii)")

doc.section("Angles")
doc.claim("cosine-sign", 0 <= cos(x), given=[-pi/2 <= x, x <= pi/2], source="DLMF 4.16")
doc.claim("cosine-positive", Lt(0, cos(x)), given=[Lt(-pi/2, x), Lt(x, pi/2)], source="DLMF 4.16")
doc.claim("part-of-a-turn", Ne(exp(2*pi*I*x), 1), given=[Lt(0, x), Lt(x, 1)], source="DLMF 4.2(iii)")
doc.claim("pi-bounds", [Lt(Rational(333, 106), pi), Lt(pi, Rational(22, 7))], source="Archimedes; A. Metius")
doc.claim("polar-form", Eq(z, Abs(z)*exp(I*arg(z))), given=Ne(z, 0), source="DLMF 1.9(i)")
doc.claim("arg-of-polar-form", Eq(arg(r*exp(I*t)), t), given=[Lt(-pi, t), t <= pi], source="DLMF 1.9(i)")

doc.section("Inverse functions")
doc.claim("asin-of-sin", Eq(asin(sin(x)), x), given=[-pi/2 <= x, x <= pi/2], source="DLMF 4.23(ii)")
doc.claim("acos-of-cos", Eq(acos(cos(x)), x), given=[0 <= x, x <= pi], source="DLMF 4.23(ii)")
doc.claim("cos-of-acos", Eq(cos(acos(z)), z), source="DLMF 4.23(ii)")
doc.claim("atan-odd", Eq(atan(-x), -atan(x)), source="DLMF 4.23(iii)")
doc.claim("asinh-of-sinh", Eq(asinh(sinh(x)), x), source="DLMF 4.37(ii)")
doc.claim("sinh-of-asinh", Eq(sinh(asinh(x)), x), source="DLMF 4.37(ii)")

doc.section("Whole numbers")
doc.claim("floor-of-sum", Eq(floor(x + m), floor(x) + m), source="CM (3.6)")
doc.claim("binomial-of-factorials", Eq(binomial(n, k)*factorial(k)*factorial(n - k), factorial(n)), given=k <= n,
          source="CM (5.3)")
doc.claim("binomial-absorbed", Eq((k + 1)*binomial(n + 1, k + 1), (n + 1)*binomial(n, k)), source="CM (5.6)")
