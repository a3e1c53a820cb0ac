"""Polynomials over the Gaussian rationals in numbered generators.

A monomial is a tuple of pairs (generator, exponent), sorted by generator, without zero exponents.
A polynomial holds its real and its imaginary part as `{monomial: int}` over one common
denominator: `p = (Σ re[m] m + i Σ im[m] m) / den`.  Exponents are naturals, except for the
generators that stand for exponentials, which may have any rational exponent.

Generators with a negative number are *special*: their powers obey a relation (`s**2 = e` for a
square root, `(e^{iπ})**2 = 1`), which the caller supplies as `reduce`.  Everything here is plain
commutative arithmetic; what the generators mean is said in `generators.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from derivations.language.limits import limits
from derivations.language.statements import Unsettled

Exponent = int | Fraction
Monomial = tuple[tuple[int, Any], ...]
Part = dict[Monomial, int]

UNIT: Monomial = ()


class TooLarge(Unsettled, ArithmeticError):
    """A computation would exceed one of the limits."""


def too_large(what: str, name: str) -> TooLarge:
    """What is too large, with the limit that says so as it would be set."""
    return TooLarge(f"{what} ({limits.setting(name)})")


class Poly:
    """A polynomial; treat it as immutable."""

    __slots__ = ("den", "im", "re")

    def __init__(self, re: Part, im: Part, den: int = 1) -> None:
        self.re = re
        self.im = im
        self.den = den

    @property
    def is_zero(self) -> bool:
        return not self.re and not self.im

    def constant(self) -> tuple[Fraction, Fraction] | None:
        """Real and imaginary part, if this is a constant."""
        for part in (self.re, self.im):
            if len(part) > 1 or (part and UNIT not in part):
                return None
        return (
            Fraction(self.re.get(UNIT, 0), self.den),
            Fraction(self.im.get(UNIT, 0), self.den),
        )

    def rational(self) -> Fraction | None:
        """The value, if this is a rational constant."""
        value = self.constant()
        return value[0] if value is not None and value[1] == 0 else None

    def monomials(self) -> set[Monomial]:
        return set(self.re) | set(self.im)

    def __repr__(self) -> str:
        return f"Poly({self.re}, {self.im}, {self.den})"


ZERO = Poly({}, {})
ONE = Poly({UNIT: 1}, {})
IMAGINARY = Poly({}, {UNIT: 1})


def constant(re: Fraction | int, im: Fraction | int = 0) -> Poly:
    re, im = Fraction(re), Fraction(im)
    den = lcm(re.denominator, im.denominator)
    return Poly(
        {UNIT: int(re * den)} if re else {}, {UNIT: int(im * den)} if im else {}, den
    )


def monomial(m: Monomial, numerator: int = 1, den: int = 1) -> Poly:
    return Poly({m: numerator}, {}, den)


def generator(g: int, exponent: Exponent = 1) -> Poly:
    return Poly({((g, exponent),): 1}, {})


def _scaled(part: Part, factor: int) -> Part:
    return part if factor == 1 else {m: c * factor for m, c in part.items()}


def _sum_parts(a: Part, b: Part) -> Part:
    if not a:
        return b
    if not b:
        return a
    if len(a) < len(b):
        a, b = b, a
    out = dict(a)
    for m, c in b.items():
        total = out.get(m, 0) + c
        if total:
            out[m] = total
        else:
            del out[m]
    return out


def plus(p: Poly, q: Poly) -> Poly:
    if p.den == q.den:
        return Poly(_sum_parts(p.re, q.re), _sum_parts(p.im, q.im), p.den)
    den = lcm(p.den, q.den)
    f, g = den // p.den, den // q.den
    return Poly(
        _sum_parts(_scaled(p.re, f), _scaled(q.re, g)),
        _sum_parts(_scaled(p.im, f), _scaled(q.im, g)),
        den,
    )


def total(parts: Iterable[Poly]) -> Poly:
    """The sum of many polynomials, in one pass over their monomials."""
    polys = list(parts)
    den = 1
    for p in polys:
        if p.den != den:
            den = lcm(den, p.den)
    re: Part = {}
    im: Part = {}
    for p in polys:
        factor = den // p.den
        for m, c in p.re.items():
            re[m] = re.get(m, 0) + c * factor
        for m, c in p.im.items():
            im[m] = im.get(m, 0) + c * factor
    return Poly({m: c for m, c in re.items() if c}, {m: c for m, c in im.items() if c}, den)


def negative(p: Poly) -> Poly:
    return Poly({m: -c for m, c in p.re.items()}, {m: -c for m, c in p.im.items()}, p.den)


def scale(p: Poly, re: Fraction | int, im: Fraction | int = 0) -> Poly:
    """The polynomial times the Gaussian rational `re + im i`."""
    r, s = re.denominator, im.denominator
    den = r if r == s else lcm(r, s)
    a, b = re.numerator * (den // r), im.numerator * (den // s)
    if b == 0:
        if a == 0:
            return ZERO
        return Poly(_scaled(p.re, a), _scaled(p.im, a), p.den * den)
    if a == 0:
        return Poly(_scaled(p.im, -b), _scaled(p.re, b), p.den * den)
    return Poly(
        _sum_parts(_scaled(p.re, a), _scaled(p.im, -b)),
        _sum_parts(_scaled(p.im, a), _scaled(p.re, b)),
        p.den * den,
    )


def times_monomials(a: Monomial, b: Monomial) -> Monomial:
    if not a:
        return b
    if not b:
        return a
    if a[-1][0] < b[0][0]:
        return a + b
    if b[-1][0] < a[0][0]:
        return b + a
    merged = dict(a)
    for g, e in b:
        known = merged.get(g)
        if known is None:
            merged[g] = e
        elif known + e:
            merged[g] = known + e
        else:
            del merged[g]
    return tuple(sorted(merged.items()))


def _multiply_into(out: Part, a: Part, b: Part, sign: int) -> None:
    if len(a) > len(b):
        a, b = b, a
    get = out.get
    right = list(b.items())
    for m, c in a.items():
        c *= sign
        for n, d in right:
            mn = times_monomials(m, n)
            out[mn] = get(mn, 0) + c * d


Reduce = Callable[[Monomial], "Poly | None"]


def times(p: Poly, q: Poly, reduce: Reduce) -> Poly:
    """The product.  `reduce(m)` gives a monomial of specials its value, or None if it stands."""
    left, right = len(p.re) + len(p.im), len(q.re) + len(q.im)
    if min(left, right) > 1 and left * right > limits.products:
        what = f"a product would have more than {limits.products} terms to add up"
        raise too_large(what, "products")
    re: Part = {}
    im: Part = {}
    if p.re and q.re:
        _multiply_into(re, p.re, q.re, 1)
    if p.im and q.im:
        _multiply_into(re, p.im, q.im, -1)
    if p.re and q.im:
        _multiply_into(im, p.re, q.im, 1)
    if p.im and q.re:
        _multiply_into(im, p.im, q.re, 1)
    return settle(re, im, p.den * q.den, reduce)


def settle(re: Part, im: Part, den: int, reduce: Reduce) -> Poly:
    """Drop zeros and apply the relations of special generators."""
    if len(re) + len(im) > limits.monomials:
        what = f"a polynomial would have more than {limits.monomials} monomials"
        raise too_large(what, "monomials")
    extra: list[Poly] = []
    parts: list[Part] = []
    for part, imaginary in ((re, False), (im, True)):
        kept: Part = {}
        for m, c in part.items():
            if not c:
                continue
            if m and m[0][0] < 0:
                value = reduce(m)
                if value is not None:
                    extra.append(scale(value, 0, c) if imaginary else scale(value, c))
                    continue
            kept[m] = c
        parts.append(kept)
    plain = Poly(parts[0], parts[1], den)
    if not extra:
        return plain
    more = total(extra)
    return plus(plain, Poly(more.re, more.im, more.den * den))


def power(p: Poly, n: int, reduce: Reduce) -> Poly:
    """The n-th power, n natural; two-term polynomials by the binomial theorem."""
    if n == 0:
        return ONE
    if n == 1:
        return p
    size = len(p.re) + len(p.im)
    bits = max((c.bit_length() for part in (p.re, p.im) for c in part.values()), default=1)
    if n * max(bits, p.den.bit_length()) > limits.bits:
        what = f"a power would have coefficients of more than {limits.bits} bits"
        raise too_large(what, "bits")
    if size == 0:
        return ZERO
    if size == 1:
        return _monomial_power(p, n, reduce)
    if size > 1 and n > limits.monomials:
        what = f"a power would have more than {limits.monomials} monomials"
        raise too_large(what, "monomials")
    if size == 2 and n > limits.exponent:
        what = f"a power above {limits.exponent} of a polynomial with two terms"
        raise too_large(what, "exponent")
    if size == 2 and n > 3 and not any(m and m[0][0] < 0 for m in p.monomials()):
        return _binomial_power(p, n, reduce)
    result, square = ONE, p
    while True:
        if n & 1:
            result = times(result, square, reduce)
        n >>= 1
        if not n:
            return result
        square = times(square, square, reduce)


def _power_of_monomial(m: Monomial, n: int) -> Monomial:
    return tuple([(g, e * n) for g, e in m]) if n else UNIT


def _monomial_power(p: Poly, n: int, reduce: Reduce) -> Poly:
    (m, c), = (p.re or p.im).items()
    turn = n % 4 if p.im else 0
    value = c**n * (1, 1, -1, -1)[turn]
    part = {_power_of_monomial(m, n): value}
    re, im = (part, {}) if turn % 2 == 0 else ({}, part)
    return settle(re, im, p.den**n, reduce)


def _binomial_power(p: Poly, n: int, reduce: Reduce) -> Poly:
    (m1, c1, i1), (m2, c2, i2) = [
        (m, c, imaginary)
        for part, imaginary in ((p.re, 0), (p.im, 1))
        for m, c in part.items()
    ]
    re: Part = {}
    im: Part = {}
    binomial = 1
    for k in range(n + 1):
        value = binomial * c1**k * c2 ** (n - k)
        binomial = binomial * (n - k) // (k + 1)
        turn = (k * i1 + (n - k) * i2) % 4
        if turn >= 2:
            value = -value
        part = im if turn % 2 else re
        m = times_monomials(_power_of_monomial(m1, k), _power_of_monomial(m2, n - k))
        part[m] = part.get(m, 0) + value
    return settle(re, im, p.den**n, reduce)


Key = tuple[Any, ...]


def key(p: Poly) -> Key:
    """A hashable form: equal for equal polynomials."""
    divisor = p.den
    for part in (p.re, p.im):
        for c in part.values():
            divisor = gcd(divisor, c)
            if divisor == 1:
                break
    if divisor == 1:
        re, im, den = sorted(p.re.items()), sorted(p.im.items()), p.den
    else:
        re = sorted((m, c // divisor) for m, c in p.re.items())
        im = sorted((m, c // divisor) for m, c in p.im.items())
        den = p.den // divisor
    return (tuple(re), tuple(im), den if re or im else 1)


def from_key(k: Key) -> Poly:
    return Poly(dict(k[0]), dict(k[1]), k[2])


def primitive(p: Poly) -> tuple[tuple[Fraction, Fraction], Poly]:
    """`p = c q` with a Gaussian rational c, the leading coefficient of q being 1."""
    if p.is_zero:
        return (Fraction(0), Fraction(0)), p
    lead = max(p.monomials())
    a, b = Fraction(p.re.get(lead, 0), p.den), Fraction(p.im.get(lead, 0), p.den)
    size = a * a + b * b
    return (a, b), scale(p, a / size, -b / size)
