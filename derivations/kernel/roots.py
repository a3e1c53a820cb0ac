"""Square roots and absolute values, as algebraic atoms: `s² = e`, `|z|² = z z̄`.

The square root is the principal one.  A factor leaves the root only when it is seen to be real
and at least 0, or its negative is (`√(-x) = i√x`); `√(x²) = |x|` for real x, and `√(z z̄) = |z|`.
Roots of rationals are reduced by trial division.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Exponent, Poly

# Trial division when a root of a rational is taken stops here.
MAX_TRIAL_DIVISOR = 10_000


def prime_powers(n: int) -> dict[int, int]:
    """Factors of n > 0 by trial division; a cofactor beyond the limit is left whole."""
    found: dict[int, int] = {}
    d = 2
    while d * d <= n and d <= MAX_TRIAL_DIVISOR:
        while n % d == 0:
            found[d] = found.get(d, 0) + 1
            n //= d
        d += 1 if d == 2 else 2
    if n > 1:
        found[n] = found.get(n, 0) + 1
    return found


def square_part(n: int) -> tuple[int, int]:
    """`n = s² k` for n > 0, with s as large as trial division finds."""
    s = k = 1
    for p, e in prime_powers(n).items():
        root = isqrt(p)
        if root * root == p:
            s *= root**e
            continue
        s *= p ** (e // 2)
        k *= p ** (e % 2)
    return s, k


def square_root(algebra: Algebra, p: Poly) -> Poly:
    """The principal square root."""
    from derivations.kernel.exponentials import root_power

    value = p.constant()
    if value is not None:
        return root_of_constant(algebra, *value)
    if p.im or len(p.re) != 1:
        return _root_of_sum(algebra, p)
    (m, c), = p.re.items()
    factors = [root_of_constant(algebra, Fraction(abs(c), p.den), Fraction(0))]
    kept: list[tuple[int, Exponent]] = []
    below = c < 0
    powers = dict(m)
    for g, e in m:
        if powers.pop(g, None) is None:  # taken with its conjugate; and none is taken twice
            continue
        atom = algebra.atoms[g]
        if atom.key[0] == "exp" and atom.real:
            factors.append(Poly({((g, Fraction(e) / 2),): 1}, {}))
        elif atom.key[0] == "root-power":
            factors.append(root_power(algebra, atom.key[1], Fraction(e) / 2))
        elif atom.real and (atom.nonnegative or (e % 2 == 0 and e > 0)):
            size = P.generator(g) if atom.nonnegative else absolute(algebra, P.generator(g))
            factors.append(algebra.power(size, int(e) // 2))
            if e % 2:
                factors.append(_root_atom(algebra, P.generator(g)))
        elif algebra.conjugate_in(g, e, powers):
            factors.append(algebra.power(absolute(algebra, P.generator(g)), int(e)))
            partner = algebra._partner(g)
            assert partner is not None
            del powers[partner]
        elif e % 2 and _is_negative(algebra, g):
            size = P.negative(P.generator(g))
            factors += [algebra.power(size, int(e) // 2), _root_atom(algebra, size)]
            below = not below
        else:
            kept.append((g, e))
    rest = P.monomial(tuple(sorted(kept)), -1 if below else 1)
    if kept or below:
        value = rest.constant()
        factors.append(_root_atom(algebra, rest) if value is None else P.IMAGINARY)
    return algebra.times(*factors)


def _is_negative(algebra: Algebra, g: int) -> bool:
    """Whether the atom is seen to be real and at most 0."""
    return algebra.atoms[g].real and algebra.sign(P.negative(P.generator(g))) is not None


def _root_of_sum(algebra: Algebra, p: Poly) -> Poly:
    # Both signs are seen where p is 0, or where the facts contradict each other.
    if algebra.sign(P.negative(p)) is not None and algebra.sign(p) is None:
        return P.scale(_root_of_sum(algebra, P.negative(p)), 0, 1)
    (a, b), _ = P.primitive(p)
    size = abs(a) if not b and a else Fraction(1)
    return algebra.times(
        root_of_constant(algebra, size, Fraction(0)), _root_atom(algebra, P.scale(p, 1 / size))
    )


def _root_atom(algebra: Algebra, p: Poly) -> Poly:
    real = algebra.sign(p) is not None
    g = algebra.atom(
        ("sqrt", P.key(p)),
        special=True,
        real=real,
        nonnegative=real,
        nonzero=algebra.is_nonzero(p),
        **algebra.inside([p]),
    )
    return P.generator(g)


def root_of_constant(algebra: Algebra, a: Fraction, b: Fraction) -> Poly:
    if not b:
        s, k = square_part(abs(a.numerator) * a.denominator) if a else (0, 1)
        size = P.constant(Fraction(s, a.denominator))
        root = algebra.times(size, _root_atom(algebra, P.constant(k))) if k > 1 else size
        return P.scale(root, 0, 1) if a < 0 else root
    square = a * a + b * b
    length = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    if length * length != square:
        return _root_atom(algebra, P.constant(a, b))
    # sqrt(a + bi) = sqrt((r + a)/2) + i sign(b) sqrt((r - a)/2), with r = |a + bi|.
    re = root_of_constant(algebra, (length + a) / 2, Fraction(0))
    im = root_of_constant(algebra, (length - a) / 2, Fraction(0))
    return P.plus(re, P.scale(im, 0, 1 if b > 0 else -1))


def absolute(algebra: Algebra, p: Poly) -> Poly:
    """The absolute value; it distributes over products."""
    value = p.constant()
    if value is not None:
        return root_of_constant(algebra, value[0] ** 2 + value[1] ** 2, Fraction(0))
    (a, b), shift, rest = algebra.split_unit(p)
    factors = [root_of_constant(algebra, a * a + b * b, Fraction(0))]
    for g, e in shift:
        factors.append(_absolute_of_atom(algebra, g, e))
    if rest.constant() is None:
        factors.append(_absolute_atom(algebra, rest))
    return algebra.times(*factors)


def _absolute_of_atom(algebra: Algebra, g: int, e: Exponent) -> Poly:
    from derivations.kernel.exponentials import exponential

    atom = algebra.atoms[g]
    kind = atom.key[0]
    if kind in ("turn", "parity", "sign"):
        return ONE
    if kind == "exp":
        exponent = P.monomial(atom.key[1])
        if atom.key[2]:
            exponent = P.scale(exponent, 0, 1)
        return exponential(algebra, P.scale(algebra.real_part(exponent), Fraction(e)))
    if atom.real and atom.nonnegative:
        return P.generator(g, e)
    if kind == "conj":
        return _absolute_of_atom(algebra, atom.key[1], e)
    if kind == "sqrt":
        inside = absolute(algebra, P.from_key(atom.key[1]))
        return algebra.power(square_root(algebra, inside), int(e))
    if kind == "inv":
        return algebra.power(algebra.inverse(absolute(algebra, P.from_key(atom.key[1]))), int(e))
    return algebra.power(_absolute_atom(algebra, P.generator(g)), int(e))


def _absolute_atom(algebra: Algebra, p: Poly) -> Poly:
    """`|p| = |c m q|` with the conjugate `c m q` of p; of p and q, the lesser key stands."""
    if algebra.sign(p) is not None:
        return p
    if algebra.sign(P.negative(p)) is not None:
        return P.negative(p)
    factors = []
    if not algebra.is_real(p):
        conjugate = algebra.conjugate(p)
        (a, b), shift, other = algebra.split_unit(conjugate)
        if other.constant() is not None:
            (a, b), shift, other = (Fraction(1), Fraction(0)), (), conjugate
        if P.key(other) < P.key(p):
            factors = [root_of_constant(algebra, a * a + b * b, Fraction(0))]
            factors += [_absolute_of_atom(algebra, g, e) for g, e in shift]
            p = other
    g = algebra.atom(
        ("abs", P.key(p)),
        special=True,
        real=True,
        nonnegative=True,
        nonzero=algebra.is_nonzero(p),
        **algebra.inside([p]),
    )
    return algebra.times(P.generator(g), *factors)
