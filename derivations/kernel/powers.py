"""Powers with an integer-valued, possibly symbolic exponent.

`b^(m + n) = b^m b^n` holds for naturals m, n and every b, and for all integers when b is known to
be nonzero; otherwise the power is left as one opaque atom.  A power distributes over the factors
of its base.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.exponentials import exponential
from derivations.kernel.functions import logarithm
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Exponent, Monomial, Poly
from derivations.kernel.roots import prime_powers, square_root


def raise_to(algebra: Algebra, base: Poly, exponent: Poly) -> Poly:
    """`base ^ exponent`, principal when the exponent is not an integer."""
    value = exponent.rational()
    if value is not None and value.denominator == 1:
        return algebra.power(base, int(value))
    if value is not None and value.denominator == 2:
        return algebra.power(square_root(algebra, base), int(2 * value))
    if algebra.is_integer(exponent):
        return _whole_power(algebra, base, exponent)
    # At 0 a third root is 0 in many books and `e^{log 0 / 3} = 1` here: it is left open.
    if algebra.is_nonzero(base):
        return exponential(algebra, algebra.times(exponent, logarithm(algebra, base)))
    return algebra.call("pow", [base, exponent])


def _whole_power(algebra: Algebra, base: Poly, exponent: Poly) -> Poly:
    free = algebra.is_nonzero(base) or _is_root_of_unity(algebra, base)
    natural = all(c > 0 for c in exponent.re.values()) and all(
        algebra.atoms[g].natural for m in exponent.re for g, _ in m
    )
    if not (free or natural):
        facts = algebra.inside([base, exponent])
        key = ("whole-power", P.key(base), P.key(exponent))
        return P.generator(algebra.atom(key, real=algebra.is_real(base), **facts))
    result = ONE
    for m, c in exponent.re.items():
        n = c // exponent.den
        factor = algebra.power(base, n) if not m else _power(algebra, base, m, n)
        result = algebra.times(result, factor)
    return result


def _is_root_of_unity(algebra: Algebra, base: Poly) -> bool:
    value = base.constant()
    return value is not None and value[0] ** 2 + value[1] ** 2 == 1


def _power(algebra: Algebra, base: Poly, m: Monomial, n: int) -> Poly:
    """`base ^ (n m)` for a monomial m of naturals, or of integers when base is nonzero."""
    if base.is_zero:
        return _power_atom(algebra, base, m, n)
    (a, b), shift, rest = algebra.split_unit(base)
    factors = [_constant_power(algebra, a, b, m, n)]
    for g, e in shift:
        factors.append(_atom_power(algebra, g, e, m, n))
    if rest.constant() is None:
        factors.append(_power_atom(algebra, rest, m, n))
    return algebra.times(*factors)


def _constant_power(algebra: Algebra, a: Fraction, b: Fraction, m: Monomial, n: int) -> Poly:
    if a and b:
        return _power_atom(algebra, P.constant(a, b), m, n)
    half_turns = Fraction(1, 2) if b else Fraction(0)
    value = b if b else a
    if value < 0:
        half_turns += 1
    pi = P.generator(algebra.pi())
    turn = P.scale(algebra.times(pi, P.monomial(m)), 0, half_turns * n)
    factors = [exponential(algebra, turn)]
    for size, sign in ((abs(value.numerator), 1), (value.denominator, -1)):
        for prime, e in prime_powers(size).items():
            factors.append(_power_atom(algebra, P.constant(prime), m, sign * e * n))
    return algebra.times(*factors)


def _atom_power(algebra: Algebra, g: int, e: Exponent, m: Monomial, n: int) -> Poly:
    key = algebra.atoms[g].key
    if key[0] in ("exp", "turn", "parity", "sign"):
        exponent = P.monomial(key[1] if key[0] != "turn" else ())
        if key[0] == "exp":
            exponent = P.scale(exponent, 0, 1) if key[2] else exponent
        else:
            exponent = P.scale(algebra.times(exponent, P.generator(algebra.pi())), 0, 1)
        whole = algebra.times(exponent, P.monomial(m))
        return exponential(algebra, P.scale(whole, Fraction(e) * n))
    if key[0] == "root-power":
        return algebra.call("pow", [Poly({((g, e),): 1}, {}), P.monomial(m, n)])
    if key[0] == "power":
        return _power(algebra, P.from_key(key[1]), P.times_monomials(key[2], m), int(e) * n)
    return _power_atom(algebra, P.generator(g), m, int(e) * n)


def _power_atom(algebra: Algebra, base: Poly, m: Monomial, n: int) -> Poly:
    nonnegative = algebra.sign(base) is not None
    facts = algebra.inside([base, P.monomial(m)])
    g = algebra.atom(
        ("power", P.key(base), m),
        real=algebra.is_real(base),
        nonnegative=nonnegative,
        nonzero=algebra.is_nonzero(base),
        integer=algebra.is_integer(base) and all(algebra.atoms[h].natural for h, _ in m),
        **facts,
    )
    return algebra.power(P.generator(g), n)


def rebuild(algebra: Algebra, key: tuple[Any, ...], change: Callable[[Poly], Poly]) -> Poly:
    base = change(P.from_key(key[1]))
    exponent = P.monomial(key[2]) if key[0] == "power" else P.from_key(key[2])
    return raise_to(algebra, base, change(exponent))
