"""Laws of whole numbers, of what counts, and of finite sums and products.

`binomial(a, k)` is defined for all integers, 0 for k < 0; Γ is 0 at its poles in the kernel.
"""

from functools import partial

from derivations.kernel.laws.law import F, Law, a, b, c, k, m, n, w, x, z
from derivations.kernel.notation import ONE, PI, call, conj, exp, sin, sqrt, sum_, symbol
from derivations.language.sorts import INTEGER, NATURAL, family_sort
from derivations.language.statements import eq, forall, le, lt, ne

floor, factorial, binomial, fibonacci, gcd, gamma, size, log = (
    partial(call, head) for head in "floor factorial binomial fibonacci gcd gamma abs log".split()
)
forth, back = (symbol(name, family_sort((NATURAL,), INTEGER)) for name in ("forth", "back"))

NUMBERS = (
    # Whole numbers
    Law("floor", (k, z), (le(k, z), lt(z, k + 1)), (eq(floor(z), k),), "CM (3.5)"),
    Law("floor bounds", (x,), (), (le(floor(x), x), lt(x, floor(x) + 1)), "CM (3.3)"),
    Law("gcd turned round", (a, b), (), (eq(gcd(a, b), gcd(b, a)),), "CM 4.1"),
    Law("gcd shifted", (a, b, k), (), (eq(gcd(a + k * b, b), gcd(a, b)),), "CM (4.4)"),
    Law("gcd with zero", (a,), (), (eq(gcd(a, 0), size(a)),), "CM (4.4)"),
    Law("gcd of multiples", (a, b, k), (), (eq(gcd(k * a, k * b), size(k) * gcd(a, b)),),
        "CM 4.2"),
    # What counts
    Law("factorial", (n,), (), (eq(factorial(n + 1), (n + 1) * factorial(n)),), "CM 4.4"),
    Law("factorial of zero", (), (), (eq(factorial(0), 1),), "CM 4.4"),
    Law("Pascal", (a, k), (), (eq(binomial(a + 1, k + 1), binomial(a, k) + binomial(a, k + 1)),),
        "CM (5.8)"),
    Law("binomial of none", (a,), (), (eq(binomial(a, 0), 1),), "CM (5.1)"),
    Law("binomial below zero", (a, k), (lt(k, 0),), (eq(binomial(a, k), 0),), "CM (5.1)"),
    Law("binomial ratio", (a, k), (), (
        eq((k + 1) * binomial(a, k + 1), (a - k) * binomial(a, k)),
    ), "CM (5.1)"),
    Law("binomial turned round", (n, k), (), (eq(binomial(n, n - k), binomial(n, k)),), "CM (5.4)"),
    Law("binomial theorem", (z, w, n), (), (
        eq(sum_(binomial(n, k) * z**k * w ** (n - k), (k, 0, n)), (z + w) ** n),
    ), "CM (5.12)"),
    Law("Fibonacci", (n,), (), (eq(fibonacci(n + 2), fibonacci(n + 1) + fibonacci(n)),),
        "CM 6.6"),
    Law("Fibonacci at first", (), (), (eq(fibonacci(0), 0), eq(fibonacci(1), 1)), "CM 6.6"),
    Law("gamma", (z,), (ne(z, 0),), (eq(gamma(z + 1), z * gamma(z)),), "DLMF 5.5.1"),
    Law("gamma of one", (), (), (eq(gamma(1), 1),), "DLMF 5.4(i)"),
    Law("gamma of a half", (), (), (eq(gamma(ONE / 2), sqrt(PI)),), "DLMF 5.4.6"),
    Law("gamma reflected", (z,), (ne(sin(PI * z), 0),), (
        eq(gamma(z) * gamma(1 - z) * sin(PI * z), PI),
    ), "DLMF 5.5.3"),
    Law("gamma doubled", (z,), (), (
        eq(gamma(z) * gamma(z + ONE / 2), exp((1 - 2 * z) * log(2)) * sqrt(PI) * gamma(2 * z)),
    ), "DLMF 5.5.5"),
    Law("gamma of a conjugate", (z,), (), (eq(conj(gamma(z)), gamma(conj(z))),), "DLMF 5.2.1"),
    # Sums and products of the values of a family
    Law("sum split", (F, a, b, c), (le(a, b + 1), le(b, c)), (
        eq(sum_(F(k), (k, a, c)), sum_(F(k), (k, a, b)) + sum_(F(k), (k, b + 1, c))),
    ), "CM 2.3"),
    Law("reindexed", (n, F, forth, back), (
        forall(m, le(0, back(m)), lt(m, n)), forall(m, lt(back(m), n), lt(m, n)),
        forall(m, eq(forth(back(m)), m), lt(m, n)),
    ), (eq(sum_(F(forth(k)), (k, 0, n - 1)), sum_(F(k), (k, 0, n - 1))),), "CM (2.17)"),
    Law("sum at least zero", (F, a, b), (forall(k, le(0, F(k)), le(a, k), le(k, b)),), (
        le(0, sum_(F(k), (k, a, b))),
    ), "def"),
    Law("sum above zero", (F, a, b), (le(a, b), forall(k, lt(0, F(k)), le(a, k), le(k, b))), (
        lt(0, sum_(F(k), (k, a, b))),
    ), "def"),
)  # fmt: skip
