"""Laws of exponentials, powers, roots, logarithms, angles and inverse functions.

Functions are the principal ones of `definitions`; `log 0 = 0` in the kernel.
"""

from functools import partial

from derivations.kernel.laws.law import Law, a, b, s, w, z
from derivations.kernel.notation import PI, I, call, cos, exp, sin, sqrt
from derivations.language.statements import eq, le, lt, ne

HALF = PI / 2  # of half a turn
re, im, log, size, floor = (partial(call, head) for head in "re im log abs floor".split())
asin, atan = partial(call, "asin"), partial(call, "atan")

ANALYSIS = (
    # Exponentials
    # Turns and angles; what is between numbers is real
    Law("whole turns", (z,), (eq(exp(2 * PI * I * z), 1),), (eq(floor(z), z),), "DLMF 4.2(iii)"),
    Law("pi irrational", (a, b), (eq(a * PI, b),), (eq(a, 0),),
        "J. H. Lambert 1761; I. Niven, Bull. AMS 53 (1947) 509", axiom=True),
    Law("sine sign", (z,), (le(0, z), le(z, PI)), (le(0, sin(z)),), "DLMF 4.16"),
    Law("sine positive", (z,), (lt(0, z), lt(z, PI)), (lt(0, sin(z)),), "DLMF 4.16"),
    # Powers: z**w = exp(w log z) for z ≠ 0
    Law("power", (z, w), (ne(z, 0),), (eq(z**w, exp(w * log(z))),), "DLMF 4.2(iv)"),
    # Roots: re sqrt z ≥ 0, and im sqrt z ≥ 0 where re sqrt z = 0
    Law("sqrt range", (z,), (), (le(0, re(sqrt(z))),), "def"),
    Law("sqrt at least zero", (z,), (le(0, z),), (le(0, sqrt(z)),), "def"),
    Law("sqrt above zero", (z,), (lt(0, z),), (lt(0, sqrt(z)),), "def"),
    Law("sqrt", (s, z), (le(0, s), eq(s**2, z)), (eq(sqrt(z), s),), "def"),
    Law("sqrt on upper axis", (s, z), (le(0, s), eq(-(s**2), z)), (eq(sqrt(z), I * s),), "def"),
    Law("sqrt of a product", (z, w), (le(0, z),), (eq(sqrt(z * w), sqrt(z) * sqrt(w)),),
        "DLMF 4.2(iv)"),
    # Logarithms
    Law("exp of log", (z,), (ne(z, 0),), (eq(exp(log(z)), z),), "DLMF 4.2(iii)"),
    Law("log range", (z,), (), (lt(-PI, im(log(z))), le(im(log(z)), PI)), "DLMF 4.2.5"),
    Law("log is real", (z,), (lt(0, z),), (eq(im(log(z)), 0),), "DLMF 4.2.2"),
    Law("log of a product", (z, w), (lt(0, z), ne(w, 0)), (eq(log(z * w), log(z) + log(w)),),
        "DLMF 4.8.2"),
    Law("log grows", (z, w), (lt(0, z), le(z, w)), (le(log(z), log(w)),), "DLMF 4.2.2"),
    Law("log grows strictly", (z, w), (lt(0, z), lt(z, w)), (lt(log(z), log(w)),), "DLMF 4.2.2"),
    # Inverse functions: the one number with these properties
    Law("asin", (s, z), (le(-HALF, s), le(s, HALF), eq(sin(s), z)), (eq(asin(z), s),),
        "DLMF 4.23(ii)"),
    Law("asin range", (z,), (le(-1, z), le(z, 1)), (le(-HALF, asin(z)), le(asin(z), HALF)),
        "DLMF 4.23(ii)"),
    Law("atan", (s, z), (lt(-HALF, s), lt(s, HALF), eq(sin(s), z * cos(s))), (eq(atan(z), s),),
        "DLMF 4.23(ii)"),
)  # fmt: skip
