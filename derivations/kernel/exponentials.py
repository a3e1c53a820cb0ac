"""Exponentials: `e^p` as a Laurent monomial, one variable for each monomial of the exponent.

Cosine and sine become exponentials, so that every identity between polynomials in exponentials,
sines and cosines of polynomials is decided by comparing coefficients: exponentials of exponents
that are linearly independent over the rationals are algebraically independent functions.
`e^{iπ c}` with rational c is a root of unity (`turn`); `e^{iπ n}` with n integer-valued counts
modulo 2 (`parity`, and `sign` for `(-1)^n`); `e^{c log n}` for an integer n is a root
(`root-power`).
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.inverse_functions import of_exponential
from derivations.kernel.polynomial import ONE, Monomial, Poly
from derivations.kernel.roots import square_root
from derivations.language.limits import limits


def exponential(algebra: Algebra, p: Poly) -> Poly:
    """`e^p`: one Laurent variable for each monomial of the exponent."""
    factors = []
    for part, imaginary in ((p.re, False), (p.im, True)):
        for m, c in part.items():
            factors.append(_factor(algebra, m, imaginary, Fraction(c, p.den)))
    return algebra.times(ONE, *factors)


def _factor(algebra: Algebra, m: Monomial, imaginary: bool, c: Fraction) -> Poly:
    pi = algebra.pi()
    if imaginary and m == ((pi, 1),):
        return turn(algebra, c)
    if imaginary and (pi, 1) in m:
        rest = tuple([pair for pair in m if pair[0] != pi])
        if algebra.is_integer(P.monomial(rest)):
            facts = algebra.inside([P.monomial(rest)])
            flat = tuple([(g, 1) for g, _ in rest]) if c.denominator == 1 else rest
            g = algebra.atom(("parity", flat), special=True, nonzero=True, **facts)
            return parity(algebra, g, c)
    if len(m) == 1 and m[0][1] == 1:
        g = m[0][0]
        special = None if imaginary else _of_logarithm(algebra, g, c)
        if special is None:
            special = of_exponential(algebra, g, imaginary, c)
        if special is not None:
            return special
    known = algebra.numbers.get(("exp", m, imaginary))
    if known is not None:
        return P.generator(known, int(c) if c.denominator == 1 else c)
    whole = P.monomial(m)
    real = algebra.is_real(P.scale(whole, 0, 1) if imaginary else whole)
    g = algebra.atom(
        ("exp", m, imaginary),
        real=real,
        nonnegative=real,
        nonzero=True,
        **algebra.inside([whole]),
    )
    return P.generator(g, int(c) if c.denominator == 1 else c)


def _of_logarithm(algebra: Algebra, g: int, c: Fraction) -> Poly | None:
    """`e^{c g}` where g is the logarithm of something not zero, or its conjugate."""
    base = _base(algebra, g)
    if base is None:
        return None
    value = base.rational()
    if value is not None and value > 0 and value.denominator == 1:
        return root_power(algebra, int(value), c)
    return fractional_power(algebra, g, c) if algebra.is_nonzero(base) else None


def _base(algebra: Algebra, g: int) -> Poly | None:
    """p where g is `log p` or its conjugate."""
    key = algebra.atoms[g].key
    if key[0] == "conj":
        key = algebra.atoms[key[1]].key
    return P.from_key(key[2][0]) if key[:2] == ("call", "log") else None


def fractional_power(algebra: Algebra, g: int, c: Fraction) -> Poly:
    """`e^{c g}` for `g = log p`, or its conjugate, with p not zero: whole and half powers of p, or
    of its conjugate, come out."""
    base = _base(algebra, g)
    assert base is not None
    whole = c.numerator // c.denominator
    rest = c - whole
    if rest == Fraction(1, 2):
        value = algebra.power(square_root(algebra, base), int(2 * c))
    else:
        value = algebra.power(base, whole)
    if algebra.atoms[g].key[0] == "conj":
        value = algebra.conjugate(value)
    if not rest or rest == Fraction(1, 2):
        return value
    inside = P.generator(g)
    real = algebra.is_real(inside)
    known = algebra.atom(
        ("exp", ((g, 1),), False),
        special=True,
        real=real,
        nonnegative=real,
        nonzero=True,
        **algebra.inside([inside]),
    )
    return algebra.times(value, P.generator(known, rest))


def root_power(algebra: Algebra, base: int, c: Fraction) -> Poly:
    """`base^c` for an integer base > 1: whole and half powers come out."""
    whole = c.numerator // c.denominator
    rest = c - whole
    if abs(whole) * base.bit_length() > limits.bits:
        what = f"a power would have coefficients of more than {limits.bits} bits"
        raise P.too_large(what, "bits")
    value = P.constant(Fraction(base) ** whole)
    if rest == Fraction(1, 2):
        return algebra.times(value, square_root(algebra, P.constant(base)))
    if not rest:
        return value
    g = algebra.atom(
        ("root-power", base), special=True, real=True, nonnegative=True, nonzero=True
    )
    standing = Poly({((g, rest),): 1}, {})
    return standing if whole == 0 else Poly(
        {((g, rest),): value.re[()]}, {}, value.den
    )


def turn(algebra: Algebra, c: Fraction) -> Poly:
    """`e^{iπ c}`."""
    c %= 2
    re, im = 1, 0
    if c >= 1:
        re, c = -1, c - 1
    if c >= Fraction(1, 2):
        re, im, c = 0, re, c - Fraction(1, 2)
    m: Monomial = ()
    if c:
        g = algebra.atom(("turn",), special=True, nonzero=True)
        m = ((g, c),)
    return Poly({m: re} if re else {}, {m: im} if im else {})


def parity(algebra: Algebra, g: int, c: Fraction) -> Poly:
    """`e^{iπ c n}` for an integer-valued monomial n: `c` counts modulo 2."""
    c %= 2
    if not c:
        return ONE
    if c > 1:
        return algebra.times(parity(algebra, g, Fraction(1)), Poly({((g, c - 1),): 1}, {}))
    if c == 1:
        flat = tuple([(h, 1) for h, _ in algebra.atoms[g].key[1]])
        facts = algebra.inside([P.monomial(flat)])
        h = algebra.atom(("sign", flat), special=True, real=True, nonzero=True, **facts)
        return P.generator(h)
    return Poly({((g, c),): 1}, {})
