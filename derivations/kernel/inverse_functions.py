"""Inverse trigonometric and hyperbolic functions, and their exponentials.

`acos` is written with `asin`, `acot z` with `atan(1/z)` where z ≠ 0 (`acot 0 = π/2`); odd
functions take their argument with one sign.  By their definitions through `log` (see `laws.py`),
for all complex z

    e^{i asin z} = sqrt(1 - z²) + i z        e^{asinh z} = sqrt(1 + z²) + z
    e^{acosh z} = z + sqrt(z + 1) sqrt(z - 1)
    e^{i atan z} = sqrt(1 + iz)/sqrt(1 - iz) where 1 + z² ≠ 0; (1 + iz)/sqrt(1 + z²) for real z
    e^{atanh z} = sqrt(1 + z)/sqrt(1 - z) where 1 - z² ≠ 0; (1 + z)/sqrt(1 - z²) for -1 < z < 1

so that trigonometric functions of inverse functions become algebraic.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, ZERO, Poly
from derivations.kernel.roots import square_root

INVERSE = frozenset({"asin", "acos", "atan", "acot", "asinh", "acosh", "atanh", "atan2"})

# asin and atan of square roots, by the squares: which part of π.
_ASIN = {Fraction(1, 4): 6, Fraction(1, 2): 4, Fraction(3, 4): 3, Fraction(1): 2}
_ATAN = {Fraction(1, 3): 6, Fraction(1): 4, Fraction(3): 3}


def evaluate(algebra: Algebra, head: str, arguments: list[Poly]) -> Poly:
    """The normal form of an inverse function."""
    x = arguments[0]
    if head == "acos":
        half = P.scale(P.generator(algebra.pi()), Fraction(1, 2))
        return P.plus(half, P.negative(evaluate(algebra, "asin", [x])))
    if head == "acot":
        # acot 0 = π/2, which is not atan(inv 0).
        if x.is_zero:
            return P.scale(P.generator(algebra.pi()), Fraction(1, 2))
        if not algebra.is_nonzero(x):
            return algebra.call(head, [x], real=algebra.is_real(x))
        return evaluate(algebra, "atan", [algebra.inverse(x)])
    if head == "atan2":
        return _atan2(algebra, x, arguments[1])
    if head == "acosh":
        if x.rational() == 1:
            return ZERO
        real = algebra.sign(P.plus(x, P.constant(-1))) is not None
        return algebra.call(head, [x], real=real, nonnegative=real)
    if _leads_negative(x):
        return P.negative(_odd(algebra, head, P.negative(x)))
    return _odd(algebra, head, x)


def _atan2(algebra: Algebra, y: Poly, x: Poly) -> Poly:
    from derivations.kernel.functions import evaluate as function

    if not (algebra.is_real(x) and algebra.is_real(y)):
        return algebra.call("atan2", [y, x])
    return function(algebra, "arg", [P.plus(x, algebra.times(P.IMAGINARY, y))])


def _leads_negative(x: Poly) -> bool:
    if x.is_zero:
        return False
    lead = max(x.monomials())
    return x.re.get(lead, 0) < 0 or (lead not in x.re and x.im[lead] < 0)


def _odd(algebra: Algebra, head: str, x: Poly) -> Poly:
    if x.is_zero:
        return ZERO
    if head in ("asin", "atan"):
        part = _part_of_pi(algebra, _ASIN if head == "asin" else _ATAN, x)
        if part is not None:
            return P.scale(P.generator(algebra.pi()), part)
    sign = algebra.sign(x)
    real = _is_real(algebra, head, x)
    return algebra.call(
        head,
        [x],
        real=real,
        nonnegative=real and sign is not None,
        nonzero=real and sign is not None and algebra.is_nonzero(x),
    )


def _part_of_pi(algebra: Algebra, table: dict[Fraction, int], x: Poly) -> Fraction | None:
    if len(x.re) != 1 or x.im:
        return None
    square = algebra.times(x, x).rational()
    if square not in table:
        return None
    if algebra.sign(x) is not None:
        return Fraction(1, table[square])
    return Fraction(-1, table[square]) if algebra.sign(P.negative(x)) is not None else None


def _is_real(algebra: Algebra, head: str, x: Poly) -> bool:
    """Whether the value is seen to be real."""
    if head in ("atan", "asinh"):
        return algebra.is_real(x)
    ends = [algebra.sign(P.plus(ONE, y)) for y in (x, P.negative(x))]
    if head == "asin":
        return None not in ends
    return all(e == "positive" for e in ends)


def of_exponential(algebra: Algebra, g: int, imaginary: bool, c: Fraction) -> Poly | None:
    """`e^{c f}`, or `e^{i c f}`, for an atom f that is an inverse function and an integer c.

    For `arg z` the number c may also be half of an integer: `arg sqrt z` is half of it.
    """
    key = algebra.atoms[g].key
    if key[:2] == ("call", "arg") and imaginary and c.denominator == 2:
        z = P.from_key(key[2][0])
        return _turned(algebra, z, square_root(algebra, z), int(2 * c))
    if key[0] != "call" or c.denominator != 1:
        return None
    if key[1] == "arg" and imaginary:
        z = P.from_key(key[2][0])
        return _turned(algebra, z, z, int(c))
    if key[1] not in _FACTORS:
        return None
    if imaginary != (key[1] in ("asin", "atan")):
        return None
    x = P.from_key(key[2][0])
    if c < 0:
        x = P.negative(x)
    one = _FACTORS[key[1]](algebra, x, c < 0)
    return None if one is None else algebra.power(one, abs(int(c)))


def _turned(algebra: Algebra, z: Poly, w: Poly, n: int) -> Poly | None:
    """`(w/|w|)^n`, for z that is not 0 and w, which is z or its root: `e^{i n arg w}`."""
    if not algebra.is_nonzero(z):
        return None
    if n < 0:
        w = algebra.conjugate(w)
    return algebra.power(algebra.times(w, algebra.inverse(algebra.size(w))), abs(n))


def _asin(algebra: Algebra, x: Poly, turned: bool) -> Poly:
    root = square_root(algebra, P.plus(ONE, P.negative(algebra.times(x, x))))
    return P.plus(root, algebra.times(P.IMAGINARY, x))


def _asinh(algebra: Algebra, x: Poly, turned: bool) -> Poly:
    return P.plus(square_root(algebra, P.plus(ONE, algebra.times(x, x))), x)


def _acosh(algebra: Algebra, x: Poly, turned: bool) -> Poly:
    if turned:  # e^{-acosh z} = z - sqrt(z + 1) sqrt(z - 1); here x is -z
        x = P.negative(x)
    less, more = P.plus(x, P.constant(-1)), P.plus(x, ONE)
    if algebra.sign(less) is not None:
        root = square_root(algebra, algebra.times(less, more))
    else:
        root = algebra.times(square_root(algebra, more), square_root(algebra, less))
    return P.plus(x, P.negative(root) if turned else root)


def _quotient(algebra: Algebra, x: Poly, plain: bool) -> Poly | None:
    """`sqrt(1 + x)/sqrt(1 - x)`; plain: `(1 + x)/sqrt(1 - x²)`.  None where 1 - x² may be 0."""
    more, less = P.plus(ONE, x), P.plus(ONE, P.negative(x))
    square = algebra.times(more, less)
    if not (algebra.is_nonzero(more) and algebra.is_nonzero(less)):
        if not algebra.is_nonzero(square):
            return None
        for factor in (more, less):
            algebra.assume_nonzero(factor)
    if plain:
        return algebra.times(more, algebra.inverse(square_root(algebra, square)))
    return algebra.times(
        square_root(algebra, more), algebra.inverse(square_root(algebra, less))
    )


def _atan(algebra: Algebra, x: Poly, turned: bool) -> Poly | None:
    return _quotient(algebra, algebra.times(P.IMAGINARY, x), algebra.is_real(x))


def _atanh(algebra: Algebra, x: Poly, turned: bool) -> Poly | None:
    return _quotient(algebra, x, _is_real(algebra, "atanh", x))


_FACTORS = {"asin": _asin, "asinh": _asinh, "acosh": _acosh, "atan": _atan, "atanh": _atanh}
