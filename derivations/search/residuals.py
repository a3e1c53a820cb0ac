"""What a refutation shows: both sides at the witness, and the residual in readable form.

Exponentials with imaginary exponents are read back as cosines and sines, and common factors are
taken out, so that a dropped term or a wrong sign can be seen.  For display only: the kernel has
already decided.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel import points, polynomial as P
from derivations.kernel.context import difference
from derivations.kernel.forms import Form, Grid, scaled
from derivations.kernel.generators import Algebra
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Monomial, Poly, TooLarge
from derivations.kernel.proofs import Values
from derivations.language.statements import Relation, Statement, Unsettled, opened
from derivations.language.substitution import Substitution
from derivations.language.terms import Term, cos, matrix, mul, neg, number, sin
from derivations.provers.expansion import is_long
from derivations.search.readback import NotReadable, Reader, product_of, sum_of

# A residual with more monomials than this is not shown.
MAX_SHOWN = 200


def sides_at(
    statement: Statement, goal: int, values: Values
) -> tuple[Term | None, Term | None, Term | None]:
    """Left and right at the values in closed form, and the residual in the symbols."""
    statement = opened(statement, goal)
    relation = statement.goals[0].relation
    residual = None
    if relation.operator == "==" and not is_long(relation):
        residual = _residual(statement, relation)
    try:
        sides = points.sides_at(relation, values)
    except TooLarge:
        sides = None
    if sides is not None:
        left, right = (_value(sides.normalizer.algebra, p) for p in (sides.left, sides.right))
        return left, right, residual
    at = relation.replace(Substitution(dict(values)))
    left, right = _closed_form(at.left), _closed_form(at.right)
    return left, right, residual


def _value(algebra: Algebra, p: Poly) -> Term | None:
    try:
        return readable(algebra, p, frozenset())
    except NotReadable:
        return None


def _closed_form(term: Term) -> Term | None:
    normalizer = Normalizer()
    try:
        value = normalizer.value(term)
        return readable(normalizer.algebra, value, frozenset())
    except Unsettled:
        return None


def _residual(statement: Statement, relation: Relation) -> Term | None:
    normalizer = Normalizer()
    try:
        gap = difference(normalizer, relation)
        algebra = normalizer.algebra
        if isinstance(gap, Poly):
            opposite: Poly | Form = P.negative(gap)
        else:
            opposite = scaled(algebra, gap, P.constant(-1))
        return readable(algebra, opposite, frozenset(statement.declarations))
    except Unsettled:
        return None


def readable(algebra: Algebra, value: Poly | Form, symbols: frozenset[Term]) -> Term:
    """A term for a normal form, with cosines and sines.  Raises NotReadable."""
    if isinstance(value, Poly):
        return _with_minus(_polynomial(algebra, value, symbols))
    if isinstance(value, Grid):
        rows, columns = range(value.rows), range(value.columns)
        return matrix([[readable(algebra, value.at(i, j), symbols) for j in columns] for i in rows])
    return Reader(algebra, symbols).form(value)


def _with_minus(term: Term) -> Term:
    """The term with its sums as they are written by hand: `a - 2`, not `a + (-2)`."""
    args = tuple([_with_minus(part) for part in term.args])
    if term.head == "add":
        args = tuple([_subtracted(part) for part in args])
    return Term(term.head, args, term.data)


def _subtracted(part: Term) -> Term:
    factors = part.args if part.head == "mul" else (part,)
    first, rest = factors[0], factors[1:]
    if first.head == "neg" and rest:
        return neg(mul(*first.args, *rest))
    if first.head != "number" or first.data >= 0:
        return part
    if rest and first.data == -1:
        return neg(product_of(rest))
    return neg(mul(number(-first.data), *rest) if rest else number(-first.data))


def _polynomial(algebra: Algebra, p: Poly, symbols: frozenset[Term]) -> Term:
    if len(p.re) + len(p.im) > MAX_SHOWN:
        raise NotReadable("a residual this long is not shown")
    reader = Reader(algebra, symbols)
    common, rest = _common_factor(algebra, p)
    inner = _circular(algebra, reader, rest)
    if not common:
        return inner
    factor = reader.poly(P.monomial(common))
    if inner == number(1):
        return factor
    return mul(factor, inner) if inner != number(-1) else neg(factor)


def _common_factor(algebra: Algebra, p: Poly) -> tuple[Monomial, Poly]:
    """The atoms, exponentials aside, that divide every monomial; and what remains."""
    monomials = p.monomials()
    if len(monomials) < 2:
        return (), p
    shared: dict[int, P.Exponent] | None = None
    for m in monomials:
        powers = {g: e for g, e in m if algebra.atoms[g].key[0] != "exp" and g > 0}
        if shared is None:
            shared = powers
        shared = {g: min(e, powers[g]) for g, e in shared.items() if g in powers}
    common = tuple(sorted((g, e) for g, e in (shared or {}).items() if e > 0))
    back = tuple((g, -e) for g, e in common)
    return common, Poly(
        {P.times_monomials(m, back): c for m, c in p.re.items()},
        {P.times_monomials(m, back): c for m, c in p.im.items()},
        p.den,
    )


def _circular(algebra: Algebra, reader: Reader, p: Poly) -> Term:
    """`c e^{iX} + d e^{-iX}` as `(c + d) cos X + i (c - d) sin X`."""
    groups: dict[tuple[Monomial, Monomial], list[Fraction]] = {}
    for part, place in ((p.re, 0), (p.im, 1)):
        for m, c in part.items():
            turning = tuple(pair for pair in m if _turns(algebra, pair[0]))
            rest = tuple(pair for pair in m if pair not in turning)
            backward = bool(turning) and turning[0][1] < 0
            phase = tuple((g, -e) for g, e in turning) if backward else turning
            numbers = groups.setdefault((rest, phase), [Fraction(0)] * 4)
            numbers[2 * backward + place] += Fraction(c, p.den)
    parts: list[Poly | Term] = []
    plain = [P.ZERO]
    for (rest, phase), (a, b, c_back, d_back) in sorted(groups.items()):
        factor = P.monomial(rest)
        if not phase:
            plain.append(P.scale(factor, a, b))
            continue
        x = reader.poly(_angle(algebra, phase))
        waves = ((a + c_back, b + d_back, cos(x)), (d_back - b, a - c_back, sin(x)))
        for re, im, wave in waves:
            if re or im:
                c_term = reader.poly(P.scale(factor, re, im))
                parts.append(_multiple(c_term, wave))
    whole = P.total(plain)
    terms = [t for t in parts if isinstance(t, Term)]
    if not whole.is_zero or not terms:
        terms.insert(0, reader.poly(whole))
    terms.sort(key=_starts_with_minus)
    return sum_of(terms)


def _multiple(factor: Term, term: Term) -> Term:
    if factor == number(1):
        return term
    return neg(term) if factor == number(-1) else mul(factor, term)


def _starts_with_minus(term: Term) -> bool:
    first = term.args[0] if term.head == "mul" else term
    return first.head == "neg" or (first.head == "number" and first.data < 0)


def _turns(algebra: Algebra, g: int) -> bool:
    """Whether this atom is `e^{i m}` with m real."""
    key = algebra.atoms[g].key
    return key[0] == "exp" and key[2] and all(algebra.atoms[h].real for h, _ in key[1])


def _angle(algebra: Algebra, phase: Monomial) -> Poly:
    return P.total(P.scale(P.monomial(algebra.atoms[g].key[1]), Fraction(e)) for g, e in phase)
