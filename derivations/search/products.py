"""Candidates for a logarithm: sums of other logarithms, by the product that a number is.

    log A = Σ n log B + iπ c    for A = u Π B^n with a unit u that is real or imaginary

The factors are those of the normal form, or one or two of the other numbers that occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Poly
from derivations.language.statements import Unsettled
from derivations.language.terms import PI, I, Term, call, conj, div, mul, neg, number, sqrt
from derivations.search.readback import Reader, sum_of

Unit = tuple[Fraction, Fraction]
PLAIN: Unit = (Fraction(1), Fraction(0))


def sums(context: Context, point: Term, points: list[Term]) -> Iterator[Term]:
    """Candidates for `log point`: sums of other logarithms and of multiples of iπ."""
    algebra = context.normalizer.algebra
    reader = Reader(algebra, context.symbols)
    try:
        p = context.normalizer.scalar(point)
        others = [(t, context.normalizer.scalar(t)) for t in points if t != point]
    except Unsettled:
        return
    if p.is_zero:
        return
    found: dict[Term, None] = {}
    for unit, parts in (*_of_factors(algebra, reader, p), *of_others(algebra, p, others)):
        for half_turns in _half_turns(unit):
            size = unit[0] ** 2 + unit[1] ** 2
            whole = [*parts]
            if size not in (0, 1):
                whole.append(div(call("log", number(size)), 2))
            if half_turns:
                whole.append(mul(I, PI, number(half_turns)))
            if whole:
                found.setdefault(sum_of(whole))
    yield from found




def _half_turns(unit: Unit) -> tuple[Fraction, ...]:
    """arg(unit)/π, and the same a turn away; nothing for other than real and imaginary units."""
    a, b = unit
    if a and b:
        return ()
    half = Fraction(1 if a + b > 0 else -1, 2)
    if b:
        return half, -3 * half
    return (Fraction(0), Fraction(2), Fraction(-2)) if a > 0 else (Fraction(1), Fraction(-1))


def _of_factors(
    algebra: Algebra, reader: Reader, p: Poly
) -> Iterator[tuple[Unit, list[Term]]]:
    """The factors that the normal form shows."""
    unit, shift, rest = algebra.split_unit(p)
    parts = []
    for g, e in shift:
        parts.append(_logarithm(algebra, reader, g, Fraction(e)))
    if rest.constant() is None:
        parts.append(call("log", reader.poly(rest)))
    if len(shift) + (rest.constant() is None) > 1 or unit != PLAIN or (
        shift and shift != ((shift[0][0], 1),)
    ) or (shift and algebra.atoms[shift[0][0]].key[0] in ("conj", "inv", "exp", "sqrt")):
        yield unit, parts


def _logarithm(algebra: Algebra, reader: Reader, g: int, e: Fraction) -> Term:
    """`e log g` for an atom, as far as it can be taken apart."""
    key = algebra.atoms[g].key
    if key[0] == "exp":
        exponent = P.monomial(key[1])
        return mul(number(e), reader.poly(P.scale(exponent, 0, 1) if key[2] else exponent))
    if key[0] == "conj":
        inside = conj(_logarithm(algebra, reader, key[1], Fraction(1)))
        return inside if e == 1 else mul(number(e), inside)
    if key[0] == "inv":
        return mul(number(-e), call("log", reader.poly(P.from_key(key[1]))))
    if key[0] == "sqrt":
        return mul(number(e / 2), call("log", reader.poly(P.from_key(key[1]))))
    term = call("log", reader.poly(P.generator(g)))
    return term if e == 1 else mul(number(e), term)


def of_others(
    algebra: Algebra, p: Poly, others: list[tuple[Term, Poly]]
) -> Iterator[tuple[Unit, list[Term]]]:
    """One or two of the other numbers, or their inverses."""
    for place, (a, q) in enumerate(others):
        for b, r in others[place:]:
            for left, right, signs in (
                (p, algebra.times(q, r), (1, 1)),
                (algebra.times(p, r), q, (1, -1)),
                (algebra.times(p, q), r, (-1, 1)),
                (algebra.times(p, q, r), P.ONE, (-1, -1)),
            ):
                if a == b and signs in ((1, -1), (-1, 1)):
                    continue
                unit = ratio(algebra, left, right)
                if unit is not None:
                    yield unit, [_signed(s, t) for s, t in zip(signs, (a, b), strict=True)]
        if ratio(algebra, p, algebra.conjugate(q)) == PLAIN and not algebra.is_real(q):
            yield (Fraction(1), Fraction(0)), [conj(call("log", a))]
        for left, right, sign in ((p, q, 1), (algebra.times(p, q), P.ONE, -1)):
            unit = ratio(algebra, left, right)
            if unit is not None and (sign == -1 or unit != PLAIN):
                yield unit, [_signed(sign, a)]


def root_of(part: Term) -> Term:
    """The root of A for `log A`, its inverse for `-log A`."""
    if part.head == "neg":
        return div(1, root_of(part.args[0]))
    return sqrt(part.args[0])


def _signed(sign: int, point: Term) -> Term:
    term = call("log", point)
    return term if sign > 0 else neg(term)


def ratio(algebra: Algebra, p: Poly, q: Poly) -> Unit | None:
    """A Gaussian rational c with p = c q, if one is found."""
    if p.is_zero or q.is_zero:
        return None
    m = max(q.monomials())
    a, b = ((Fraction(x.re.get(m, 0), x.den), Fraction(x.im.get(m, 0), x.den)) for x in (p, q))
    size = b[0] ** 2 + b[1] ** 2
    unit = (a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size
    plain = [(Fraction(re), Fraction(im)) for re, im in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    for c in [unit, *plain] if any(unit) else plain:
        if algebra.is_zero(P.plus(p, P.scale(q, -c[0], -c[1]))):
            return c
    return None
