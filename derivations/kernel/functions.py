"""Scalar functions of normal forms.

Trigonometric and hyperbolic functions are exponentials; tan, cot, sec and csc are quotients of
them.  Logarithms and arguments are opaque except where the value is seen to be positive; the
remaining functions are opaque atoms, evaluated at constants where the value is exact.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, floor, gcd

from derivations.kernel import combinatorics, inverse_functions, polynomial as P
from derivations.kernel.exponentials import exponential
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, ZERO, Poly
from derivations.kernel.positivity import all_constant, enclosed
from derivations.kernel.roots import absolute, prime_powers, square_root
from derivations.language.limits import limits

# Denominators leave a logarithm where the product with them has at most so many terms.
MAX_CLEARED = 256
# The precisions, in bits, at which the floor of a constant is looked for.
PRECISIONS = (64, 256, 1024)

REAL_VALUED = frozenset({"arg", "floor", "ceiling", "mod", "gcd", "max", "min", "harmonic"})
INTEGER_VALUED = frozenset({"floor", "ceiling", "gcd"})
NATURAL_VALUED = frozenset({"factorial", "binomial", "fibonacci"})


def evaluate(algebra: Algebra, head: str, arguments: list[Poly]) -> Poly:
    """The normal form of a scalar function of normal forms."""
    x = arguments[0]
    if head in _TRIGONOMETRIC:
        return _trigonometric(algebra, head, x)
    if head in _HYPERBOLIC:
        inside = P.scale(x, 0, 1)
        circular, factor = _HYPERBOLIC[head]
        return P.scale(_trigonometric(algebra, circular, inside), *factor)
    match head:
        case "exp":
            return exponential(algebra, x)
        case "sqrt":
            return square_root(algebra, x)
        case "abs":
            return absolute(algebra, x)
        case "conj":
            return algebra.conjugate(x)
        case "re":
            return algebra.real_part(x)
        case "im":
            return algebra.imaginary_part(x)
        case "log":
            return logarithm(algebra, x)
        case "arg":
            return _argument(algebra, x)
        case "sign":
            return algebra.times(x, algebra.inverse(absolute(algebra, x)))
    if head in inverse_functions.INVERSE:
        return inverse_functions.evaluate(algebra, head, arguments)
    values = [a.rational() for a in arguments]
    if all(v is not None for v in values):
        known = _at_rationals(head, [v for v in values if v is not None])
        if known is not None:
            return P.constant(known)
    elif head in ("floor", "ceiling"):
        whole = _floor_of_constant(algebra, x if head == "floor" else P.negative(x))
        if whole is not None:
            return P.constant(whole if head == "floor" else -whole)
    value = combinatorics.law(algebra, head, arguments)
    if value is not None:
        return value
    natural = head in NATURAL_VALUED and all(algebra.is_natural(a) for a in arguments)
    return algebra.call(
        head,
        arguments,
        real=head in REAL_VALUED or natural,
        integer=head in INTEGER_VALUED or natural,
        nonnegative=natural,
        nonzero=natural and head == "factorial",
    )


def _both_turns(algebra: Algebra, x: Poly) -> tuple[Poly, Poly]:
    """`e^{ix}` and `e^{-ix}`."""
    forth = exponential(algebra, P.scale(x, 0, 1))
    if forth.den == 1 and not forth.im and len(forth.re) == 1:
        ((m, c),) = forth.re.items()
        if c == 1 and not (m and m[0][0] < 0):
            return forth, Poly({tuple([(g, -e) for g, e in m]): 1}, {})
    return forth, exponential(algebra, P.scale(x, 0, -1))


def _sine(algebra: Algebra, x: Poly) -> Poly:
    forth, back = _both_turns(algebra, x)
    return P.scale(P.plus(forth, P.negative(back)), 0, Fraction(-1, 2))


def _cosine(algebra: Algebra, x: Poly) -> Poly:
    forth, back = _both_turns(algebra, x)
    return P.scale(P.plus(forth, back), Fraction(1, 2))


_TRIGONOMETRIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})

# sinh x = -i sin(ix), cosh x = cos(ix), and so on: the circular function and the factor.
_HYPERBOLIC: dict[str, tuple[str, tuple[int, int]]] = {
    "sinh": ("sin", (0, -1)),
    "cosh": ("cos", (1, 0)),
    "tanh": ("tan", (0, -1)),
    "coth": ("cot", (0, 1)),
    "sech": ("sec", (1, 0)),
    "csch": ("csc", (0, 1)),
}


def _trigonometric(algebra: Algebra, head: str, x: Poly) -> Poly:
    match head:
        case "sin":
            return _sine(algebra, x)
        case "cos":
            return _cosine(algebra, x)
        case "tan":
            return algebra.times(_sine(algebra, x), algebra.inverse(_cosine(algebra, x)))
        case "cot":
            return algebra.times(_cosine(algebra, x), algebra.inverse(_sine(algebra, x)))
        case "sec":
            return algebra.inverse(_cosine(algebra, x))
        case _:
            return algebra.inverse(_sine(algebra, x))


def logarithm(algebra: Algebra, x: Poly) -> Poly:
    """The principal logarithm; of what is not zero, positive factors come out; `log 0 = 0`.

    Of what is negative it is the logarithm of its size, and iπ.
    """
    negative = algebra.sign(P.negative(x)) == "positive" and algebra.sign(x) is None
    if negative and x.constant() is None:
        half_turn = P.scale(P.generator(algebra.pi()), 0, 1)
        return P.plus(logarithm(algebra, P.negative(x)), half_turn)
    if len(x.re) > 1 and not x.im and algebra.sign(x) == "positive":
        return _logarithm_of_sum(algebra, x)
    if x.im or len(x.re) != 1 or not algebra.is_nonzero(x):
        return _logarithm_atom(algebra, x)
    (m, c), = x.re.items()
    parts = []
    for size, sign in ((abs(c), 1), (x.den, -1)):
        for prime, e in prime_powers(size).items():
            parts.append(P.scale(_logarithm_atom(algebra, P.constant(prime)), sign * e))
    rest = []
    powers = dict(m)
    below = c < 0
    for g, e in m:
        atom = algebra.atoms[g]
        less = P.negative(P.generator(g))
        if powers.pop(g, None) is None:  # taken with its conjugate; and none is taken twice
            continue
        if atom.positive:
            parts.append(P.scale(_logarithm_of_atom(algebra, g), Fraction(e)))
        elif atom.real and atom.nonzero and not e % 2:
            parts.append(P.scale(logarithm(algebra, absolute(algebra, P.generator(g))), e))
        elif atom.real and algebra.sign(less) == "positive":
            parts.append(P.scale(_logarithm_atom(algebra, less), e))
            below ^= e % 2 == 1
        elif atom.nonzero and algebra.conjugate_in(g, e, powers):
            parts.append(P.scale(logarithm(algebra, absolute(algebra, P.generator(g))), 2 * e))
            partner = algebra._partner(g)
            assert partner is not None
            del powers[partner]
        else:
            rest.append((g, e))
    if rest or below:
        parts.append(_logarithm_atom(algebra, P.monomial(tuple(rest), -1 if below else 1)))
    return P.total(parts)


def _logarithm_of_sum(algebra: Algebra, x: Poly) -> Poly:
    """Of a positive sum: positive denominators and common positive factors come out."""
    for g in sorted({g for m in x.monomials() for g, _ in m}):
        atom = algebra.atoms[g]
        if not atom.positive:
            continue
        least = min(e for m in x.monomials() for h, e in m if h == g)
        if least < 0 and isinstance(least, int):
            cleared = algebra.times(x, algebra.power(P.generator(g), -least))
            if algebra.sign(cleared) == "positive":
                out = P.scale(logarithm(algebra, P.generator(g)), least)
                return P.plus(logarithm(algebra, cleared), out)
        if atom.key[0] != "inv":
            continue
        inside = P.from_key(atom.key[1])
        most = max(int(e) for m in x.monomials() for h, e in m if h == g)
        if most > MAX_CLEARED or len(x.re) * len(inside.re) ** most > MAX_CLEARED:
            continue
        cleared = algebra.cleared(x, g)
        if algebra.sign(inside) == "positive" and algebra.sign(cleared) == "positive":
            out = P.scale(logarithm(algebra, inside), -most)
            return P.plus(logarithm(algebra, cleared), out)
    (a, b), shift, rest = algebra.split_unit(x)
    factor = P.scale(P.monomial(shift), a)
    if b or factor.rational() == 1 or len(rest.re) < 2:
        return _logarithm_atom(algebra, x)
    if algebra.sign(factor) != "positive" or algebra.sign(rest) != "positive":
        return _logarithm_atom(algebra, x)
    return P.plus(logarithm(algebra, factor), _logarithm_atom(algebra, rest))


def _logarithm_of_atom(algebra: Algebra, g: int) -> Poly:
    """Of a positive atom."""
    key = algebra.atoms[g].key
    if key[0] == "exp":
        return P.scale(P.monomial(key[1]), *((0, 1) if key[2] else (1, 0)))
    return _logarithm_atom(algebra, P.generator(g))


def _logarithm_atom(algebra: Algebra, x: Poly) -> Poly:
    value = x.constant()
    pi = P.generator(algebra.pi())
    if x.rational() in (0, 1):
        return ZERO
    if x.rational() == -1:
        return P.scale(pi, 0, 1)
    if value is not None and value[1] and (eighths := _eighths(*value)) is not None:
        half = logarithm(algebra, P.constant(value[0] ** 2 + value[1] ** 2))
        return P.plus(P.scale(half, Fraction(1, 2)), P.scale(pi, 0, Fraction(eighths, 4)))
    above_one = value is not None and not value[1] and value[0] > 1
    return algebra.call(
        "log",
        [x],
        real=algebra.sign(x) == "positive",
        nonnegative=above_one,
        nonzero=above_one,
    )


def _argument(algebra: Algebra, x: Poly) -> Poly:
    if algebra.sign(x) is not None:
        return ZERO
    if algebra.sign(P.negative(x)) == "positive":
        return P.generator(algebra.pi())
    value = x.constant()
    if value is not None and (eighths := _eighths(*value)) is not None:
        return P.scale(P.generator(algebra.pi()), Fraction(eighths, 4))
    return algebra.call("arg", [x], real=True)


def _eighths(a: Fraction, b: Fraction) -> int | None:
    """`arg(a + bi)` in eighths of a turn, on the axes and the diagonals."""
    signs = ((a > 0) - (a < 0), (b > 0) - (b < 0))
    if a and b and abs(a) != abs(b):
        return None
    return {(1, 0): 0, (1, 1): 1, (0, 1): 2, (-1, 1): 3, (-1, 0): 4, (-1, -1): -3, (0, -1): -2,
            (1, -1): -1}.get(signs)  # fmt: skip


def _at_rationals(head: str, values: list[Fraction]) -> Fraction | None:
    """The exact value at rational arguments, where there is one."""
    x = values[0]
    if head in ("max", "min"):
        return max(values) if head == "max" else min(values)
    if head == "floor":
        return Fraction(floor(x))
    if head == "ceiling":
        return Fraction(-floor(-x))
    if head == "mod":
        return x - values[1] * floor(x / values[1]) if values[1] else None
    if any(v.denominator != 1 for v in values):
        return None
    whole = [int(v) for v in values]
    if head == "gcd":
        return Fraction(gcd(*whole))
    if head == "binomial" and whole[1] < 0:
        return Fraction(0)
    if head == "binomial" and whole[0] < 0:  # (-1)^k binomial(k - n - 1, k)
        k = whole[1]
        value = _at_rationals(head, [Fraction(k - whole[0] - 1), values[1]])
        return -value if value is not None and k % 2 else value
    if whole[0] < 0 or whole[0] > limits.factorial:
        return None
    return _combinatorial(head, whole)


def _floor_of_constant(algebra: Algebra, x: Poly) -> int | None:
    """The floor of a real constant between two integers; None for what is not seen to be one."""
    if not all_constant(algebra, x):
        return None
    for precision in PRECISIONS:
        interval = enclosed(algebra, x, precision)
        if interval is None:
            return None
        low, high = (floor(bound) for bound in interval.bounds)
        if low == high:
            return low
    return None


def _combinatorial(head: str, values: list[int]) -> Fraction | None:
    n = values[0]
    if head == "factorial":
        product = 1
        for k in range(2, n + 1):
            product *= k
        return Fraction(product)
    if head == "binomial":
        return Fraction(comb(n, values[1]))
    if head == "fibonacci":
        a, b = 0, 1
        for _ in range(n):
            a, b = b, a + b
        return Fraction(a)
    if head == "harmonic":
        return sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0))
    if head == "gamma" and n >= 1:
        return _combinatorial("factorial", [n - 1])
    return None


__all__ = ["ONE", "evaluate", "logarithm"]
