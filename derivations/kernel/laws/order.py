"""Laws of division, of order and of powers.

In the kernel `a ≤ b` says that `b - a` is a real number and at least 0.
"""

from derivations.kernel.laws.law import Law, a, b, k, w, x, z
from derivations.kernel.notation import ONE, ZERO, conj
from derivations.language.statements import eq, le, lt, ne

ORDER = (
    # Division
    Law("inverse", (z,), (ne(z, 0),), (eq(z * (ONE / z), 1),), "def"),
    Law("absurd", (), (ne(ZERO, 0),), (eq(ONE, 0),), "def"),
    # Order
    Law("order is real", (z, w), (le(z, w),), (eq(conj(w - z), w - z),), "def"),
    Law("antisymmetry", (z, w), (le(z, w), le(w, z)), (eq(z, w),), "def"),
    Law("above zero", (z,), (le(0, z), ne(z, 0)), (lt(0, z),), "def"),
    Law("whole numbers", (a, b), (lt(a, b),), (le(a + 1, b),), "def"),
    Law("products at least zero", (z, w), (le(0, z), le(0, w)), (le(0, z * w),), "def"),
    Law("products above zero", (z, w), (lt(0, z), lt(0, w)), (lt(0, z * w),), "def"),
    Law("inverse above zero", (z,), (lt(0, z),), (lt(0, ONE / z),), "def"),
    # Powers
    Law("power at least zero", (z, k), (le(0, z),), (le(0, z**k),), "def"),
    Law("power above zero", (z, k), (lt(0, z),), (lt(0, z**k),), "def"),
    Law("from squares", (x, z), (le(0, z), le(x**2, z**2)), (le(x, z),), "def"),
)  # fmt: skip
