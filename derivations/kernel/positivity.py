"""Signs of polynomials in atoms: from their monomials, from constants, from facts.

A polynomial is split into monomials.  Those made of constants (π, roots, exponentials of
constants) are enclosed together; the others must have a positive coefficient and a sign of their
own.  Where a monomial spoils this, a multiple of a known `q ≥ 0` that contains it is subtracted
and the rest is looked at again, a few times.  Incomplete: products of facts and sums of squares
are for certificates.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel import polynomial as P, real_functions as real
from derivations.kernel.generators import Algebra
from derivations.kernel.intervals import Interval, NoEnclosure
from derivations.kernel.polynomial import Key, Monomial, Poly

# So many facts may be subtracted one after the other, and so many are looked at.
MAX_SUBTRACTED = 3
MAX_FACTS = 60
# Facts are multiplied when they have so few monomials, with so many others.
MAX_FACTOR = 3
MAX_FACTORS = 8
# The precisions, in bits, at which a sum of constants is enclosed.
PRECISIONS = (64, 256)


def ray(p: Poly) -> Key:
    """The key of p up to a positive factor."""
    lead = max(p.monomials())
    size = abs(Fraction(p.re.get(lead, 0), p.den)) + abs(Fraction(p.im.get(lead, 0), p.den))
    return P.key(P.scale(p, 1 / size))


def sign(algebra: Algebra, p: Poly) -> str | None:
    """`"positive"` or `"nonnegative"` where it is seen, else None."""
    if p.is_zero:
        return "nonnegative"
    return _sign(algebra, p, MAX_SUBTRACTED)


def _sign(algebra: Algebra, p: Poly, depth: int) -> str | None:
    if p.is_zero:
        return "nonnegative"
    facts = algebra.nonnegative_facts
    stated = bool(facts) and ray(p) in facts
    if stated and algebra.listed_nonzero(p):
        return "positive"
    found, problem = _by_monomials(algebra, p)
    if stated and found is None:
        return "nonnegative"
    if found is None and facts and depth:
        return _by_facts(algebra, p, problem, depth)
    if found == "nonnegative" and any(_exceeds(algebra, p, q) for q in facts.values()):
        return "positive"
    return found


def _exceeds(algebra: Algebra, p: Poly, q: Poly) -> bool:
    """Whether p is q and what is seen to be positive by its monomials."""
    if len(p.re) > len(q.re) + 1 or len(q.re) > MAX_FACTOR:
        return False
    gap = P.plus(p, P.negative(q))
    value = gap.rational()
    if value is not None:
        return value > 0
    # Negative monomials are seen at once.
    return all(c > 0 for c in gap.re.values()) and _by_monomials(algebra, gap)[0] == "positive"


Place = tuple[Monomial, bool]


def _by_monomials(algebra: Algebra, p: Poly) -> tuple[str | None, Place | None]:
    """The sign, or a monomial that spoils it (None when only the constants do)."""
    if not p.im and not any(c < 0 for c in p.re.values()):
        signs = {m: monomial_sign(algebra, m) for m in p.re}
        if None not in signs.values():
            return ("positive" if "positive" in signs.values() else "nonnegative"), None
    lower = Fraction(0)
    strict = False
    constants: dict[Monomial, int] = {}
    for m, c in p.re.items():
        if all(_is_constant(algebra, g) for g, _ in m):
            constants[m] = c
            continue
        found = monomial_sign(algebra, m)
        if c < 0 or found is None:
            return None, (m, False)
        if all(algebra.atoms[g].natural and algebra.atoms[g].nonzero and e > 0 for g, e in m):
            lower += Fraction(c, p.den)
        elif found == "positive":
            strict = True
    if p.im:
        return None, (next(iter(p.im)), True)
    return _bounded_below(algebra, Poly(constants, {}, p.den), lower, strict), None


def _bounded_below(
    algebra: Algebra, constants: Poly, lower: Fraction, strict: bool
) -> str | None:
    """The sign of a sum of constants and of a number that is at least `lower`."""
    known = constants.rational()
    if known is not None:
        least = known + lower
        return "positive" if least > 0 or (least == 0 and strict) else (
            "nonnegative" if least == 0 else None
        )
    for precision in PRECISIONS:
        interval = enclosed(algebra, constants, precision)
        if interval is None:
            return None
        low, high = interval.bounds
        if low + lower > 0:
            return "positive"
        if high + lower < 0:
            return None
    return None


def _by_facts(algebra: Algebra, p: Poly, problem: Place | None, depth: int) -> str | None:
    """Subtract a multiple of a fact, so that a spoiling monomial goes."""
    places = [problem] if problem is not None else [(m, False) for m in p.re if m]
    best: str | None = None
    for m, imaginary in places:
        c = (p.im if imaginary else p.re)[m]
        for q in list(algebra.nonnegative_facts.values())[:MAX_FACTS]:
            d = (q.im if imaginary else q.re).get(m, 0)
            if d * c <= 0:
                continue
            rest = P.plus(p, P.scale(q, Fraction(-c * q.den, d * p.den)))
            found = _sign(algebra, rest, depth - 1)
            if found == "positive" or (found is not None and algebra.listed_nonzero(q)):
                return "positive"
            best = best or found
    return best


def products(algebra: Algebra, p: Poly) -> list[Poly]:
    """The products of p with earlier facts, for short ones: `(1 - x)(1 + x) ≥ 0`."""
    if len(p.re) + len(p.im) > MAX_FACTOR:
        return []
    found = []
    for q in list(algebra.nonnegative_facts.values())[:MAX_FACTORS]:
        if len(q.re) + len(q.im) > MAX_FACTOR:
            continue
        product = algebra.times(p, q)
        if product.constant() is None:
            found.append(product)
            if algebra.listed_nonzero(p) and algebra.listed_nonzero(q):
                algebra.assume_nonzero(product)
    return found


def monomial_sign(algebra: Algebra, m: Monomial) -> str | None:
    """The sign of a monomial, from the signs of its atoms and from pairs of conjugates."""
    positive = True
    powers = dict(m)
    for g, e in m:
        atom = algebra.atoms[g]
        if (
            (atom.real and (atom.nonnegative or e % 2 == 0))
            or (atom.key[0] == "conj" and powers.get(atom.key[1]) == e)
            or (not atom.real and algebra.conjugate_in(g, e, powers))
        ):
            positive = positive and atom.nonzero
        else:
            return None
    return "positive" if positive else "nonnegative"


# Constants


def _is_constant(algebra: Algebra, g: int) -> bool:
    """Whether the atom is a real constant that can be enclosed."""
    atom = algebra.atoms[g]
    kind = atom.key[0]
    if kind in ("pi", "root-power"):
        return True
    if kind == "exp":
        return bool(not atom.key[2] and all(_is_constant(algebra, h) for h, _ in atom.key[1]))
    if kind in ("sqrt", "inv"):
        return atom.real and all_constant(algebra, P.from_key(atom.key[1]))
    if kind == "call" and atom.key[1] in ("log", "atan"):
        return atom.real and all_constant(algebra, P.from_key(atom.key[2][0]))
    return False


def all_constant(algebra: Algebra, p: Poly) -> bool:
    """Whether p is a polynomial with rational coefficients in real constants."""
    return not p.im and all(_is_constant(algebra, g) for m in p.re for g, _ in m)


def enclosed(algebra: Algebra, p: Poly, precision: int) -> Interval | None:
    """An interval around a real polynomial in constants; None where there is none."""
    try:
        return _enclosed(algebra, p, precision)
    except NoEnclosure:
        return None


def _enclosed(algebra: Algebra, p: Poly, precision: int) -> Interval:
    total = Interval.of(0, precision)
    for m in sorted(p.re):
        product = Interval.of(Fraction(p.re[m], p.den), precision)
        for g, e in m:
            product = product * _power(algebra, g, Fraction(e), precision)
        total = total + product
    return total


def _power(algebra: Algebra, g: int, e: Fraction, precision: int) -> Interval:
    key = algebra.atoms[g].key
    kind = key[0]
    if kind == "root-power":
        logarithm = real.log(Interval.of(key[1], precision))
        return real.exp(logarithm * Interval.of(e, precision))
    if kind == "exp":
        exponent = _enclosed(algebra, P.scale(P.monomial(key[1]), e), precision)
        return real.exp(exponent)
    if e.denominator != 1:
        raise NoEnclosure("a power that is not whole")
    if kind == "pi":
        base = real.pi(precision)
    else:
        inside = _enclosed(
            algebra, P.from_key(key[2][0] if kind == "call" else key[1]), precision
        )
        if kind == "call":
            base = real.log(inside) if key[1] == "log" else real.atan(inside)
        elif kind == "sqrt":
            base = real.sqrt(inside)
        else:
            base = Interval.of(1, precision) / inside
    return base ** int(e)
