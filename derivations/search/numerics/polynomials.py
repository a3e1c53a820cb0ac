"""Polynomials with rational coefficients in several symbols, and roots of those in one.

    polynomials_of   a rational function times what it is divided by, its imaginary part apart
    roots            the rational ones; of what is left those of a quadratic one, of one in x^k the
                     k-th roots of those in x

Rational roots are complete for coefficients with small divisors (MAX_DIVISOR).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from derivations.kernel import Context
from derivations.language.terms import Term, add, neg, number, power, sqrt
from derivations.search.numerics.closed_forms import root_of
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import closed_value
from derivations.search.reading.facts import FAILURES
from derivations.search.reading.readback import (
    form, monomial_term, polynomial, reader, scaled, sum_of,
)

# Degrees of polynomials in one symbol.
MAX_DEGREE = 24
# Divisors of coefficients up to this are those of rational roots.
MAX_DIVISOR = 100

Monomial = tuple[tuple[Term, int], ...]  # by the names of the symbols
Polynomial = dict[Monomial, Fraction]


def polynomials_of(context: Context, term: Term) -> list[Polynomial] | None:
    """The real and the imaginary part of a rational function in real symbols, times what it is
    divided by; of one with a complex symbol the real part alone, if there is no other."""
    try:
        whole = reader(context)
        found = whole.monomials(form(context, term))
        below = Counter[Term]()
        for _, _, m in found:
            below |= Counter({a: e for a, e in m if a.head == "div" and isinstance(e, int)})
        if below or any(a.head == "sqrt" for _, _, m in found for a, _ in m):
            found = whole.monomials(form(context, sum_of([
                scaled(c, _above(m, below)) for (_, _, m), c in found.items()])))
    except FAILURES:
        return None
    real: Polynomial = {}
    imaginary: Polynomial = {}
    for (place, word, m), (re, im) in found.items():
        whole_powers = all(a.head == "symbol" and isinstance(e, int) and e > 0 for a, e in m)
        if place is not None or word is not None or not whole_powers:
            return None
        key = tuple(sorted(m, key=lambda factor: factor[0].name))
        if re:
            real[key] = Fraction(re)
        if im:
            imaginary[key] = Fraction(im)
    if imaginary and not all(a.sort.within("real") for p in (real, imaginary)
                             for a in symbols_of(p)):
        return None
    return [p for p in (real, imaginary) if p]


def _above(m: Any, below: Counter[Term]) -> list[Term]:
    """The factors of a monomial times a common divisor; squares of roots as what they are."""
    own = dict(m)
    found = [power(a.args[1], number(e - own.pop(a, 0))) for a, e in below.items()]
    for atom, e in own.items():
        square = atom.head == "sqrt" and e % 2 == 0
        found.append(power(atom.args[0], number(e // 2)) if square else monomial_term(((atom, e),)))
    return found


def symbols_of(p: Polynomial) -> set[Term]:
    return {s for key in p for s, _ in key}


def term_of(p: Polynomial) -> Term:
    """The polynomial as a sum."""
    return polynomial({(None, None, key): (c, Fraction(0)) for key, c in p.items()})


def coefficients(p: Polynomial, s: Term) -> list[Polynomial]:
    """The coefficients of 1, s, s², ..., which are polynomials in the other symbols."""
    found: list[Polynomial] = [{}]
    for key, c in p.items():
        e = next((e for a, e in key if a == s), 0)
        found += [{} for _ in range(e + 1 - len(found))]
        found[e][tuple(factor for factor in key if factor[0] != s)] = c
    return found


def put(p: Polynomial, values: Mapping[Term, Fraction]) -> Polynomial:
    """The polynomial with numbers for symbols."""
    found: Polynomial = {}
    for key, c in p.items():
        rest = []
        for s, e in key:
            if s in values:
                c *= values[s] ** e
            else:
                rest.append((s, e))
        found[tuple(rest)] = found.get(tuple(rest), Fraction(0)) + c
    return {key: c for key, c in found.items() if c}


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for one, c in p.items():
        for other, d in q.items():
            powers = Counter(dict(one))
            powers.update(dict(other))
            key = tuple(sorted(powers.items(), key=lambda factor: factor[0].name))
            found[key] = found.get(key, Fraction(0)) + c * d
    return {key: c for key, c in found.items() if c}


def total(several: Sequence[Polynomial]) -> Polynomial:
    found: Polynomial = {}
    for p in several:
        for key, c in p.items():
            found[key] = found.get(key, Fraction(0)) + c
    return {key: c for key, c in found.items() if c}


def put_quotient(p: Polynomial, s: Term, above: Polynomial, below: Polynomial) -> Polynomial:
    """The polynomial with a quotient for a symbol, times the power of the divisor that it asks."""
    parts = coefficients(p, s)
    found: Polynomial = {}
    for place in range(len(parts) - 1, -1, -1):  # by Horner's rule
        others = parts[place]
        for _ in range(len(parts) - 1 - place):
            others = product(others, below)
        found = total([product(found, above), others])
    return found


# Roots


def roots(p: Polynomial, s: Term) -> list[Term]:
    """Some roots of a polynomial in one symbol, the rational ones first."""
    found = [c.get((), Fraction(0)) for c in reversed(coefficients(p, s))]
    return roots_of(found, s.sort.within("real"))


def roots_of(leading_first: Sequence[Fraction], real: bool = True) -> list[Term]:
    """Some roots, of the coefficients; real: none but real ones."""
    rest = [*leading_first]
    if len(rest) < 2 or len(rest) > MAX_DEGREE + 1:
        return []
    found: list[Term] = []
    if len(rest) > 3:
        for x in rational_roots(rest):
            found.append(number(x))
            while len(rest) > 1 and not _value(rest, x):
                rest = _without(rest, x)
    if len(rest) == 2:
        found.append(number(-rest[1] / rest[0]))
    elif len(rest) == 3:
        a, b, c = rest
        square = b * b - 4 * a * c
        if square >= 0 or not real:
            root, middle = root_of(square / (4 * a * a)), number(-b / (2 * a))
            found += [add(middle, sign) if b else sign for sign in (root, neg(root))]
    elif len(rest) > 3:
        step = gcd(*(len(rest) - 1 - k for k, c in enumerate(rest) if c))
        if step > 1:
            found += [x for y in roots_of(rest[::step], real) for x in _powers(y, step)]
    return list(dict.fromkeys(_plain(value) for value in found))


def _plain(value: Term) -> Term:
    """A number where it is one."""
    if value.head == "neg" and value.args[0].head == "number":
        return number(-value.args[0].data)
    if value.head == "add" and all(t.head in ("number", "neg") for t in value.args):
        parts = [_plain(t) for t in value.args]
        if all(t.head == "number" for t in parts):
            return number(sum(t.data for t in parts))
    return value


def _powers(y: Term, k: int) -> list[Term]:
    """Some x with x^k = y."""
    try:
        below = closed_value(y).real < 0
    except Unknown:
        return []
    if k == 2:
        root = root_of(y.data) if y.head == "number" else sqrt(y)
        return [] if below else [root, neg(root)]
    if below:
        return [] if k % 2 == 0 else [neg(x) for x in _powers(neg(y), k)]
    root = power(y, number(Fraction(1, k)))
    return [root] if k % 2 else [root, neg(root)]


def quadratic_factors(
    leading_first: Sequence[Fraction]
) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Its rational factors of second and of first degree, by their coefficients."""
    from sympy import Poly, Rational, symbols  # few statements need SymPy

    whole = Poly([Rational(c.numerator, c.denominator) for c in leading_first], symbols("x"))
    found = [[Fraction(int(c.p), int(c.q)) for c in factor.all_coeffs()]
             for factor, _ in whole.factor_list()[1]]
    padded = [(Fraction(0),) * (3 - len(own)) + tuple(own) for own in found if len(own) < 4]
    return [(a, b, c) for a, b, c in padded]


def rational_roots(leading_first: Sequence[Fraction]) -> list[Fraction]:
    """Those whose numerator and denominator divide the last and the first coefficient."""
    whole = lcm(*(c.denominator for c in leading_first))
    several = [int(c * whole) for c in leading_first]
    while not several[-1]:
        several.pop()
    first, last = (divisors(abs(c)) for c in (several[0], several[-1]))
    found = [] if len(several) == len(leading_first) else [Fraction(0)]
    ratios = (Fraction(sign * p, q) for q in first for p in last for sign in (1, -1))
    return found + [r for r in dict.fromkeys(ratios) if not _value(several, r)]


def _value(leading_first: Sequence[Fraction | int], x: Fraction) -> Fraction:
    value = Fraction(0)
    for c in leading_first:
        value = value * x + c
    return value


def _without(leading_first: Sequence[Fraction], root: Fraction) -> list[Fraction]:
    """What is left of a polynomial divided by x - root, which divides it."""
    found, value = [], Fraction(0)
    for c in leading_first[:-1]:
        value = value * root + c
        found.append(value)
    return found


def divisors(n: int) -> list[int]:
    """The first divisors of a number."""
    return [d for d in range(1, min(n, MAX_DIVISOR) + 1) if n % d == 0]
