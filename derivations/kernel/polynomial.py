"""Polynomials over the Gaussian rationals in numbered generators.

A monomial is a tuple of pairs (generator, exponent), sorted by generator, without zero exponents; a
polynomial is `(Σ re[m] m + i Σ im[m] m) / den` with integer coefficients.  Exponents are naturals,
except for generators of exponentials, which may have any rational exponent.  What a generator
stands for is said in `scalars`; of one alone something is known here: generator 0 is `e^{iπ}`, and
its exponent is kept between 0 and 1/2, exclusively, since its square root is i.

Steps are counted, from `restart()` on: about one for each product of monomials, and as many more
as these have words beyond the first, so that time and memory are bounded.  Numbers are kept below
`HUGE`, denominators of exponents below `FINE`: what goes beyond is `TooLarge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from derivations.language.statements import Unsettled

Exponent = int | Fraction
Monomial = tuple[tuple[int, Any], ...]
Part = dict[Monomial, int]
Key = tuple[Any, ...]

TURN = 0
UNIT: Monomial = ()
HALF = Fraction(1, 2)
MAX_STEPS, MAX_PRODUCTS, MAX_BITS = 10_000_000, 500_000, 200_000
EACH = 5  # steps of an operation, however short
HUGE, FINE = 1 << MAX_BITS, 1 << 512
WORD, LETTERS = 64, 4  # bits, and factors of a monomial, that are one word
SHORT = 1_000  # words of two polynomials whose product is far below `HUGE`

_steps = 0


class TooLarge(Unsettled, ArithmeticError):
    """A computation would exceed a limit."""


def restart() -> None:
    """Count steps from zero."""
    global _steps
    _steps = 0


def spend(count: int) -> None:
    """Count steps.  Raises TooLarge beyond MAX_STEPS."""
    global _steps
    _steps += count
    if _steps > MAX_STEPS:
        raise TooLarge(f"a normal form needs more than {MAX_STEPS} steps")


def _spend_on_division(a: int, b: int) -> None:
    """Count the steps of a division, or a greatest common divisor, of long numbers."""
    spend((a.bit_length() // WORD) * (b.bit_length() // WORD) // WORD)


def _fraction(a: int, b: int) -> Fraction:
    if b == 1:
        return Fraction(a)
    _spend_on_division(a, b)
    return Fraction(a, b)


class Poly:
    """A polynomial; treat it as immutable."""

    __slots__ = ("_hash", "_key", "_words", "den", "im", "re")

    def __init__(self, re: Part, im: Part, den: int = 1) -> None:
        self.re, self.im, self.den = re, im, den
        self._key: Key | None = None
        self._hash: int | None = None
        self._words: int | None = None

    @property
    def bits(self) -> int:
        """The bits of its longest number."""
        numbers = (*self.re.values(), *self.im.values(), self.den)
        return max(max(numbers), -min(numbers)).bit_length()

    def words(self) -> int:
        """How many words its longest number and its longest monomial have beyond the first."""
        if self._words is None:
            if len(self.re) == 1 and not self.im and self.den == 1:  # the same, and quicker
                ((m, c),) = self.re.items()
                self._words = c.bit_length() // WORD + len(m) // LETTERS
            else:
                longest = max(map(len, self.monomials()), default=0)
                self._words = self.bits // WORD + longest // LETTERS
        return self._words

    @property
    def key(self) -> Key:
        """Plain data, equal for equal polynomials, by which they are compared and ordered."""
        if self._key is None:
            divisor, parts = 1, [self.re, self.im]
            if self.den > 1:
                long = (self.bits // WORD) * (self.den.bit_length() // WORD) // WORD
                spend(long * (len(self.re) + len(self.im)))
                divisor = gcd(self.den, *self.re.values(), *self.im.values())
                parts = [{m: c // divisor for m, c in part.items()} for part in parts]
            re, im = [tuple(sorted(part.items())) for part in parts]
            self._key = re, im, self.den // divisor
        return self._key

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Poly) and self.key == other.key)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.key)
        return self._hash

    @property
    def is_zero(self) -> bool:
        return not self.re and not self.im

    def constant(self) -> tuple[Fraction, Fraction] | None:
        """Real and imaginary part of a constant; None of another polynomial."""
        for part in (self.re, self.im):
            if len(part) > 1 or (part and UNIT not in part):
                return None
        return _fraction(self.re.get(UNIT, 0), self.den), _fraction(self.im.get(UNIT, 0), self.den)

    def rational(self) -> Fraction | None:
        """The value of a rational constant; None of another polynomial."""
        value = self.constant()
        return value[0] if value is not None and not value[1] else None

    def monomials(self) -> Set[Monomial]:
        return self.re.keys() | self.im.keys() if self.im else self.re.keys()

    def generators(self) -> Iterator[int]:
        """The generators that occur, each as often as it does."""
        return (g for part in (self.re, self.im) for m in part for g, _ in m)

    def terms(self) -> Iterator[tuple[Monomial, Fraction, Fraction]]:
        """(monomial, real part, imaginary part) of every term, in order."""
        for m in sorted(self.monomials()):
            yield m, _fraction(self.re.get(m, 0), self.den), _fraction(self.im.get(m, 0), self.den)


ZERO, ONE, IMAGINARY = Poly({}, {}), Poly({UNIT: 1}, {}), Poly({}, {UNIT: 1})
MINUS_ONE = Poly({UNIT: -1}, {})


def constant(re: int | Fraction, im: int | Fraction = 0) -> Poly:
    """The Gaussian rational `re + im i`."""
    den = lcm(re.denominator, im.denominator)
    a, b = (x.numerator * (den // x.denominator) for x in (re, im))
    return Poly({UNIT: a} if a else {}, {UNIT: b} if b else {}, den)


def generator(g: int, exponent: Exponent = 1) -> Poly:
    return Poly({((g, exponent),): 1}, {})


def monomial(m: Monomial, coefficient: int = 1) -> Poly:
    """A whole multiple of a monomial in which the exponent of `e^{iπ}` may be any rational."""
    return settle({m: coefficient}, {}, 1)


def inverse(m: Monomial) -> Monomial:
    """One divided by a monomial."""
    return tuple([(g, -e) for g, e in m])


def total(polys: Iterable[Poly]) -> Poly:
    """The sum of many polynomials, in one pass over their monomials."""
    polys = list(polys)
    if len(polys) == 1:
        spend(EACH + len(polys[0].re) + len(polys[0].im))
        return polys[0]
    den = 1
    for p in polys:
        if p.den != den:
            _spend_on_division(den, p.den)
            den = lcm(den, p.den)
            if den > HUGE:
                raise TooLarge(f"a common denominator has more than {MAX_BITS} bits")
    spend(EACH + sum([len(p.re) + len(p.im) for p in polys]) * (1 + den.bit_length() // WORD))
    re: Part = {}
    im: Part = {}
    for p in polys:
        factor = den // p.den
        for m, c in p.re.items():
            re[m] = re.get(m, 0) + c * factor
        for m, c in p.im.items():
            im[m] = im.get(m, 0) + c * factor
    return Poly(_nonzero(re), _nonzero(im), den)


def plus(p: Poly, q: Poly) -> Poly:
    return total((p, q))


def minus(p: Poly, q: Poly) -> Poly:
    return total((p, scale(q, -1)))


def scale(p: Poly, re: int | Fraction, im: int | Fraction = 0) -> Poly:
    """p times the Gaussian rational `re + im i`."""
    den = lcm(re.denominator, im.denominator)
    a, b = re.numerator * (den // re.denominator), im.numerator * (den // im.denominator)
    den *= p.den
    long = max(a.bit_length(), b.bit_length(), den.bit_length()) // WORD
    spend(long * (len(p.re) + len(p.im)))
    if not b:
        return Poly(_scaled(p.re, a), _scaled(p.im, a), den) if a else ZERO
    turned = Poly(_scaled(p.im, -b), _scaled(p.re, b), den)
    return total((Poly(_scaled(p.re, a), _scaled(p.im, a), den), turned)) if a else turned


def times(p: Poly, q: Poly) -> Poly:
    count = (len(p.re) + len(p.im)) * (len(q.re) + len(q.im))
    if count > MAX_PRODUCTS:
        raise TooLarge(f"a product has more than {MAX_PRODUCTS} products of monomials")
    long = p.words() + q.words()
    spend(EACH + count * (1 + long))
    if p is ONE or q is ONE:
        return q if p is ONE else p
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
    result = settle(re, im, p.den * q.den)
    for part in (result.re, result.im) if long > SHORT else ():
        if part and (max(part.values()) > HUGE or min(part.values()) < -HUGE):
            raise TooLarge(f"a coefficient has more than {MAX_BITS} bits")
    return result


def power(p: Poly, n: int) -> Poly:
    """The n-th power, n natural."""
    if n == 1:
        return p
    if n * p.bits > MAX_BITS:
        raise TooLarge(f"a power has coefficients of more than {MAX_BITS} bits")
    spend(n * p.bits // WORD)
    if len(p.re) == 1 and not p.im:
        ((m, c),) = p.re.items()
        return settle({_power(m, n): c**n}, {}, p.den**n)
    if len(p.re) + len(p.im) == 2 and n > 3:
        return _power_of_two_terms(p, n)
    result = ONE
    while n:
        if n & 1:
            result = times(result, p)
        n >>= 1
        if n:
            p = times(p, p)
    return result


def settle(re: Part, im: Part, den: int) -> Poly:
    """Without zeros, and with exponents of `e^{iπ}` between 0 and 1/2."""
    for part in (re, im):
        for m in part:
            if m and not m[0][0]:
                return _turned_back(re, im, den)
    return Poly(_nonzero(re), _nonzero(im), den)


def primitive(p: Poly) -> tuple[tuple[Fraction, Fraction], Poly]:
    """(a, b) and q with `p = (a + b i) q`, the coefficient of the last monomial of q being 1."""
    if p.is_zero:
        return (Fraction(0), Fraction(0)), p
    last = max(p.monomials())
    a, b = _fraction(p.re.get(last, 0), p.den), _fraction(p.im.get(last, 0), p.den)
    spend((p.bits // WORD) ** 2 // LETTERS)
    size = a * a + b * b
    return (a, b), scale(p, a / size, -b / size)


def times_monomials(a: Monomial, b: Monomial) -> Monomial:
    """The product; the exponent of `e^{iπ}` is not brought back by it."""
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
        e += merged.get(g, 0)
        if e.denominator > FINE:
            raise TooLarge(f"an exponent has a denominator of more than {FINE.bit_length()} bits")
        if e:
            merged[g] = e
        else:
            del merged[g]
    return tuple(sorted(merged.items()))


def _power(m: Monomial, n: int) -> Monomial:
    return tuple([(g, e * n) for g, e in m]) if n else UNIT


def _scaled(part: Part, factor: int) -> Part:
    return part if factor == 1 else {m: c * factor for m, c in part.items()}


def _nonzero(part: Part) -> Part:
    return {m: c for m, c in part.items() if c} if 0 in part.values() else part


def _multiply_into(out: Part, a: Part, b: Part, sign: int) -> None:
    if len(a) > len(b):
        a, b = b, a
    get, right = out.get, list(b.items())
    for m, c in a.items():
        c *= sign
        for n, d in right:
            mn = times_monomials(m, n)
            out[mn] = get(mn, 0) + c * d


def _turned_back(re: Part, im: Part, den: int) -> Poly:
    parts: tuple[Part, Part] = ({}, {})
    for place, part in enumerate((re, im)):
        for m, c in part.items():
            quarters = place  # c is multiplied by i this many times
            if m and m[0][0] == TURN:
                whole, e = divmod(m[0][1], HALF)
                quarters, m = quarters + whole, (((TURN, e), *m[1:]) if e else m[1:])
            out = parts[quarters % 2]
            out[m] = out.get(m, 0) + (c if quarters % 4 < 2 else -c)
    return Poly(_nonzero(parts[0]), _nonzero(parts[1]), den)


def _power_of_two_terms(p: Poly, n: int) -> Poly:
    """By the binomial theorem; each coefficient is made from the one before."""
    (m1, c1, i1), (m2, c2, i2) = [
        (m, c, i) for part, i in ((p.re, 0), (p.im, 1)) for m, c in part.items()
    ]
    parts: tuple[Part, Part] = ({}, {})
    spend(n * (1 + n * p.bits // WORD))  # the numbers grow with n
    value = c2**n
    for k in range(n + 1):
        quarters = k * i1 + (n - k) * i2
        m, out = times_monomials(_power(m1, k), _power(m2, n - k)), parts[quarters % 2]
        out[m] = out.get(m, 0) + (value if quarters % 4 < 2 else -value)
        value = value * (c1 * (n - k)) // (c2 * (k + 1))  # a division without rest
    return settle(*parts, p.den**n)
