"""Factorials, binomials, harmonic and Fibonacci numbers, gamma, floors, greatest common divisors.

A value at `p + c`, c an integer, is written with the value at the least `p + d` that is seen to
be natural, so that values at shifted places meet:

    (p + 1)! = (p + 1) p!               H(p + 1) = H(p) + 1/(p + 1)
    F(p + q) by F(p), F(p + 1), F(q), F(q + 1), and F(p + 1)² = F(p + 1) F(p) + F(p)² + (-1)^p
    binomial(p, q) = p (p - 1) ... (p - q + 1) / q! for an integer p and natural q; 0 for q < 0
    binomial(p, q) = p! / (q! (p - q)!) where p, q and p - q are natural; 0 for natural p < q;
        otherwise one atom, reached by Pascal's rule and by q binomial(p, q) = p binomial(p-1, q-1)
    Γ(p + 1) = p!;  Γ(z + 1) = z Γ(z) where z ≠ 0
    floor(p + k) = floor(p) + k for integers k;  ceiling and mod are written with floor
    gcd by subtracting multiples

Every law holds for all naturals in its range and is used only where the range is seen.  Outside
the naturals factorial, harmonic and fibonacci are junk of which nothing is used; so is
`binomial(p, q)` outside the integers.  Γ is 0 at its poles, which agrees with
`Γ(z + 1) = z Γ(z)` for every z ≠ 0; floor takes the real part.

Source: R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, chapters 3, 5 and 6.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, floor, gcd, lcm

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, ZERO, Monomial, Poly

# A value is related to values at most so many places away.
MAX_SHIFT = 32
# fibonacci(c m) is written with fibonacci(m) up to this c.
MAX_MULTIPLE = 16
# Γ at half-integers is evaluated up to this.
MAX_GAMMA = 1_000
# So many steps of Euclid's algorithm are made on integer polynomials.
MAX_EUCLID = 64


def law(algebra: Algebra, head: str, arguments: list[Poly]) -> Poly | None:
    """The value in terms of others, or None where it stands as it is."""
    p = arguments[0]
    match head:
        case "factorial":
            return _factorial(algebra, p) if algebra.is_natural(p) else None
        case "harmonic":
            return _harmonic(algebra, p) if algebra.is_natural(p) else None
        case "fibonacci":
            return _fibonacci(algebra, p) if algebra.is_natural(p) else None
        case "binomial":
            of = _binomial if algebra.is_natural(p) else _binomial_of_integer
            return of(algebra, p, arguments[1])
        case "gamma":
            return _gamma(algebra, p)
        case "floor":
            return _floor(algebra, p)
        case "ceiling":
            return P.negative(_floor_of(algebra, P.negative(p)))
        case "mod":
            return _modulo(algebra, p, arguments[1])
        case "gcd":
            return _gcd(algebra, p, arguments[1])
    return None


def _minus(p: Poly, q: Poly | int) -> Poly:
    return P.plus(p, P.negative(q) if isinstance(q, Poly) else P.constant(-q))


def _shift(algebra: Algebra, p: Poly) -> int:
    """The greatest d ≤ MAX_SHIFT such that `p - d` is seen to be natural; 0 beyond that."""
    d = 0
    while algebra.is_natural(_minus(p, d + 1)):
        d += 1
        if d > MAX_SHIFT:
            return 0
    return d


# Factorials, harmonic numbers


def _natural_call(algebra: Algebra, head: str, arguments: list[Poly], **facts: bool) -> Poly:
    return algebra.call(
        head, arguments, real=True, integer=True, nonnegative=True, **facts
    )


def _factorial(algebra: Algebra, p: Poly) -> Poly:
    return algebra.times(*_factors(algebra, p))


def _factors(algebra: Algebra, p: Poly) -> list[Poly]:
    """Factors of p!, none of which is 0."""
    value = p.rational()
    if value is not None and 0 <= value <= MAX_SHIFT:
        return [P.constant(factorial(int(value)))]
    d = _shift(algebra, p)
    base = _natural_call(algebra, "factorial", [_minus(p, d)], nonzero=True)
    return [base, *(_minus(p, i) for i in range(d))]


def _harmonic(algebra: Algebra, p: Poly) -> Poly:
    d = _shift(algebra, p)
    base = algebra.call("harmonic", [_minus(p, d)], real=True, nonnegative=True)
    return P.total([base, *(algebra.inverse(_minus(p, i)) for i in range(d))])


# Fibonacci numbers


def square_of_successor(algebra: Algebra, p: Poly) -> Poly:
    """`F(p + 1)²` in terms of F(p + 1), F(p) and (-1)^p, for natural p (Cassini's identity)."""
    from derivations.kernel.exponentials import exponential

    first, second = _fibonacci_atoms(algebra, p)
    pi = P.generator(algebra.pi())
    sign = exponential(algebra, P.scale(algebra.times(pi, p), 0, 1))
    return P.total([algebra.times(first, second), algebra.times(first, first), sign])


def _fibonacci_atoms(algebra: Algebra, p: Poly) -> tuple[Poly, Poly]:
    successor = P.plus(p, ONE)
    return (
        _natural_call(algebra, "fibonacci", [p]),
        _natural_call(algebra, "fibonacci", [successor], nonzero=True, special=True),
    )


def _fibonacci(algebra: Algebra, p: Poly) -> Poly | None:
    """By addition of arguments, if p is a sum of natural monomials and of an integer."""
    shift = int(p.re.get((), 0) // p.den)
    parts = [(m, c // p.den) for m, c in sorted(p.re.items()) if m]
    whole = all(
        c > 0 and all(algebra.atoms[g].natural for g, _ in m) for m, c in parts
    )
    if not whole or not parts or sum(c for _, c in parts) > MAX_MULTIPLE:
        return None
    if abs(shift) > MAX_SHIFT:
        return None
    pair = _fibonacci_numbers(shift)
    for m, c in parts:
        atoms = _fibonacci_atoms(algebra, P.monomial(m))
        for _ in range(c):
            pair = _added(algebra, pair, atoms)
    return pair[0]


def _fibonacci_numbers(c: int) -> tuple[Poly, Poly]:
    """F(c) and F(c + 1), with F(c) = F(c + 2) - F(c + 1) for negative c."""
    a, b = 0, 1
    for _ in range(abs(c)):
        a, b = (b, a + b) if c > 0 else (b - a, a)
    return P.constant(a), P.constant(b)


def _added(
    algebra: Algebra, x: tuple[Poly, Poly], y: tuple[Poly, Poly]
) -> tuple[Poly, Poly]:
    """F(a + b) and F(a + b + 1) from F(a), F(a + 1) and F(b), F(b + 1)."""
    low = algebra.times(x[0], y[0])
    crossed = [algebra.times(x[0], y[1]), algebra.times(x[1], y[0]), P.negative(low)]
    return P.total(crossed), P.plus(algebra.times(x[1], y[1]), low)


# Binomial coefficients


def _binomial_of_integer(algebra: Algebra, p: Poly, q: Poly) -> Poly | None:
    """`p (p - 1) ... (p - q + 1) / q!` for a known q, 0 for a negative one, whatever p is."""
    if not (algebra.is_integer(p) and algebra.is_integer(q)):
        return None
    value = q.rational()
    if value is not None and 0 <= value <= MAX_SHIFT:
        return _falling(algebra, p, int(value))
    if algebra.is_natural(P.plus(P.negative(q), P.constant(-1))):
        return ZERO
    return algebra.call("binomial", [p, q], real=True, integer=True)


# Binomial coefficients of a natural p


def _binomial(algebra: Algebra, p: Poly, q: Poly) -> Poly | None:
    if not algebra.is_integer(q):
        return None
    r = _minus(p, q)
    for part in (q, r):
        value = part.rational()
        if value is not None:
            if value < 0:
                return ZERO
            if value <= MAX_SHIFT:
                return _falling(algebra, p, int(value))
        elif algebra.is_natural(P.plus(P.negative(part), P.constant(-1))):
            return ZERO
    whole = algebra.is_natural(q), algebra.is_natural(r)
    if all(whole):
        below = [algebra.inverse(f) for x in (q, r) for f in _factors(algebra, x)]
        return algebra.times(*_factors(algebra, p), *below)
    if p.rational() is not None:
        return _binomial_atom(algebra, p, q, r, whole)
    return _lowered(algebra, p, q, r, whole)


def _falling(algebra: Algebra, p: Poly, k: int) -> Poly:
    """p (p - 1) ... (p - k + 1) / k!"""
    product = algebra.times(ONE, *(_minus(p, i) for i in range(k)))
    return P.scale(product, Fraction(1, factorial(k)))


def _lowered(
    algebra: Algebra, p: Poly, q: Poly, r: Poly, whole: tuple[bool, bool]
) -> Poly:
    """Absorb, then Pascal's rule: p, q and p - q as low as they are seen to be natural."""
    above = _shift(algebra, p)
    for part, known in ((q, whole[0]), (r, whole[1])):
        if not known:
            continue
        d = _shift(algebra, part)
        both = min(above, d)
        if both:
            # binomial(p, q) = p/q binomial(p - 1, q - 1)
            factors = [_quotient(algebra, _minus(p, i), _minus(part, i)) for i in range(both)]
            rest = _again(algebra, _minus(p, both), _minus(part, both))
            return algebra.times(rest, *factors)
        if d:
            # binomial(p, q) = (p - q + 1)/q binomial(p, q - 1)
            other = _minus(p, part)
            factors = [
                _quotient(algebra, _minus(other, -1 - i), _minus(part, i)) for i in range(d)
            ]
            return algebra.times(_again(algebra, p, _minus(part, d)), *factors)
    if above:
        low = _minus(p, above)
        return P.total(
            P.scale(_again(algebra, low, _minus(q, i)), comb(above, i))
            for i in range(above + 1)
        )
    return _binomial_atom(algebra, p, q, r, whole)


def _quotient(algebra: Algebra, p: Poly, q: Poly) -> Poly:
    return algebra.times(p, algebra.inverse(q))


def _again(algebra: Algebra, p: Poly, q: Poly) -> Poly:
    from derivations.kernel.functions import evaluate

    return evaluate(algebra, "binomial", [p, q])


def _binomial_atom(
    algebra: Algebra, p: Poly, q: Poly, r: Poly, whole: tuple[bool, bool]
) -> Poly:
    if whole[0] == whole[1]:
        least = q if P.key(q) <= P.key(r) else r
    else:
        least = q if whole[0] else r
    return _natural_call(algebra, "binomial", [p, least])


# The gamma function


def _gamma(algebra: Algebra, p: Poly) -> Poly | None:
    below = _minus(p, 1)
    if algebra.is_natural(below):
        return _factorial(algebra, below)
    value = p.rational()
    if value is not None:
        return _gamma_constant(algebra, value)
    shifted = _gamma_shifted(algebra, p)
    if shifted is None and algebra.sign(p) == "positive":
        return algebra.call("gamma", [p], real=True, nonnegative=True, nonzero=True)
    return shifted


def _gamma_constant(algebra: Algebra, value: Fraction) -> Poly | None:
    """Γ at half-integers, by Γ(1/2) = √π; 0 at its poles."""
    from derivations.kernel.roots import square_root

    if value.denominator == 1:
        return ZERO if value <= 0 else None
    if value.denominator != 2 or abs(value) > MAX_GAMMA:
        return None
    factor, place = Fraction(1), Fraction(1, 2)
    while place < value:
        factor *= place
        place += 1
    while place > value:
        place -= 1
        factor /= place
    return P.scale(square_root(algebra, P.generator(algebra.pi())), factor)


def _gamma_shifted(algebra: Algebra, p: Poly) -> Poly | None:
    """Γ(z + c) by Γ(z), the constant part of z in [0, 1), past places seen not to be poles."""
    factors = []
    steps = floor(Fraction(p.re.get((), 0), p.den))
    if not steps or abs(steps) > MAX_SHIFT:
        return None
    for _ in range(abs(steps)):
        z = _minus(p, 1) if steps > 0 else p
        if not algebra.is_nonzero(z):
            break
        factors.append(z if steps > 0 else algebra.inverse(z))
        p = _minus(p, 1 if steps > 0 else -1)
    if not factors:
        return None
    positive = algebra.sign(p) == "positive"
    facts = {"real": positive, "nonnegative": positive, "nonzero": positive}
    return algebra.times(algebra.call("gamma", [p], **facts), *factors)


# Floors


def _floor(algebra: Algebra, p: Poly) -> Poly | None:
    """Integers leave the floor; of whole multiples of 1/d the constant is one too."""
    outside: list[Poly] = []
    rest: list[Poly] = [Poly({}, p.im, p.den)] if p.im else []
    whole = not p.im
    den = 1
    for m, c in p.re.items():
        integral = all(algebra.atoms[g].integer and isinstance(e, int) and e > 0 for g, e in m)
        if not m:
            continue
        if not integral:
            whole = False
            rest.append(Poly({m: c}, {}, p.den))
            continue
        inside = Fraction(c, p.den) % 1
        outside.append(P.monomial(m, floor(Fraction(c, p.den))))
        if inside:
            den = lcm(den, inside.denominator)
            rest.append(P.monomial(m, inside.numerator, inside.denominator))
    constant = Fraction(p.re.get((), 0), p.den)
    outside.append(P.constant(floor(constant)))
    constant %= 1
    if whole:
        constant = Fraction(floor(constant * den), den)
    inner = P.total([*rest, P.constant(constant)])
    if not inner.is_zero and not _is_fraction(algebra, inner):
        facts = {"real": True, "integer": True}
        outside.append(algebra.call("floor", [inner], **facts))
    return P.total(outside)


def _floor_of(algebra: Algebra, p: Poly) -> Poly:
    from derivations.kernel.functions import evaluate

    return evaluate(algebra, "floor", [p])


def _is_fraction(algebra: Algebra, p: Poly) -> bool:
    """Whether 0 ≤ p < 1 is seen."""
    return (
        algebra.is_real(p)
        and algebra.sign(p) is not None
        and algebra.sign(P.plus(ONE, P.negative(p))) == "positive"
    )


def _modulo(algebra: Algebra, a: Poly, b: Poly) -> Poly | None:
    """`a - b floor(a / b)` for reals, b not zero."""
    if not (algebra.is_real(a) and algebra.is_real(b) and algebra.is_nonzero(b)):
        return None
    quotient = _floor_of(algebra, algebra.times(a, algebra.inverse(b)))
    return P.plus(a, P.negative(algebra.times(b, quotient)))


# Greatest common divisors


def _gcd(algebra: Algebra, a: Poly, b: Poly) -> Poly | None:
    """Euclid's algorithm on the leading monomials: gcd(a, b) = gcd(a - k b, b).

    k is an integer polynomial; before that, gcd(c a, c b) = |c| gcd(a, b) for the integer content.
    """
    if not (algebra.is_integer(a) and algebra.is_integer(b)):
        return None
    content = gcd(*(abs(c) // p.den for p in (a, b) for c in p.re.values()))
    if content > 1 and not (a.is_zero or b.is_zero):
        inner = _gcd(algebra, P.scale(a, Fraction(1, content)), P.scale(b, Fraction(1, content)))
        return None if inner is None else P.scale(inner, content)
    for _ in range(MAX_EUCLID):
        if a.is_zero or b.is_zero or max(a.re) != max(b.re):
            break
        lead = max(a.re)
        c, d = a.re[lead] // a.den, b.re[lead] // b.den
        if abs(c) < abs(d):
            a, b, c, d = b, a, d, c
        a = _minus(a, P.scale(b, c // d))
    for _ in range(MAX_EUCLID):
        quotient = _whole_quotient(algebra, a, b)
        if quotient is not None:
            a = P.plus(a, P.negative(algebra.times(quotient, b)))
            continue
        quotient = _whole_quotient(algebra, b, a)
        if quotient is None:
            break
        b = P.plus(b, P.negative(algebra.times(quotient, a)))
    a, b = _signed(a), _signed(b)
    for x, y in ((a, b), (b, a)):
        if x.is_zero and algebra.sign(y) is not None:
            return y
        if x.rational() == 1:
            return ONE
    values = a.rational(), b.rational()
    if values[0] is not None and values[1] is not None:
        return P.constant(gcd(int(values[0]), int(values[1])))
    least, most = sorted((a, b), key=P.key)
    return algebra.call("gcd", [least, most], real=True, integer=True, nonnegative=True)


def _whole_quotient(algebra: Algebra, a: Poly, b: Poly) -> Poly | None:
    """An integer monomial k such that a - k b lacks a monomial of a, by the leading one of b."""
    if a.is_zero or b.is_zero or b.rational() is not None:
        return None
    if not (algebra.is_integer(a) and algebra.is_integer(b)):
        return None
    lead = max(b.re, key=_size)
    d = b.re[lead] // b.den
    for m in sorted(a.re, key=_size, reverse=True):
        powers = dict(m)
        if all(powers.get(g, 0) >= e for g, e in lead) and a.re[m] // a.den % d == 0:
            for g, e in lead:
                powers[g] -= e
            rest = tuple([(g, e) for g, e in sorted(powers.items()) if e])
            return P.monomial(rest, a.re[m] // a.den // d)
    return None


def _size(m: Monomial) -> tuple[int, Monomial]:
    return sum(int(e) for _, e in m), m


def _signed(p: Poly) -> Poly:
    """p or -p, the leading coefficient positive."""
    return P.negative(p) if not p.is_zero and p.re[max(p.re)] < 0 else p


__all__ = ["law", "square_of_successor"]
