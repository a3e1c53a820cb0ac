"""What a refutation shows: both sides at the witness, and the residual in readable form.

Exponentials with imaginary exponents are read back as cosines and sines, and the residual is
factored, so that a dropped term or a wrong sign can be seen.  For display only: the kernel has
already decided.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.context import difference
from derivations.kernel.forms import Form, Grid, OutOfReach
from derivations.kernel.generators import Algebra
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Monomial, Poly, TooLarge
from derivations.kernel.proofs import Values
from derivations.language.statements import Relation, Statement, StatementError
from derivations.language.terms import (
    Substitution,
    Term,
    add,
    cos,
    matrix,
    mul,
    number,
    sin,
)
from derivations.provers.readback import NotReadable, Reader

# A residual with more monomials than this is not shown.
MAX_SHOWN = 200
# Factoring is tried up to this many monomials.
MAX_FACTORED = 60


def sides_at(
    statement: Statement, goal: int, values: Values
) -> tuple[Term | None, Term | None, Term | None]:
    """Left and right at the values in closed form, and the residual in the symbols."""
    relation = statement.goals[goal]
    at = relation.replace(Substitution(dict(values)))
    left, right = _closed_form(at.left), _closed_form(at.right)
    residual = None
    if relation.operator == "==":
        residual = _residual(statement, relation)
    return left, right, residual


def _closed_form(term: Term) -> Term | None:
    normalizer = Normalizer()
    try:
        value = normalizer.value(term)
        return _readable(normalizer.algebra, value, frozenset())
    except (StatementError, OutOfReach, TooLarge, NotReadable):
        return None


def _residual(statement: Statement, relation: Relation) -> Term | None:
    normalizer = Normalizer()
    try:
        gap = difference(normalizer, Relation("==", relation.right, relation.left))
        return _readable(normalizer.algebra, gap, frozenset(statement.declarations))
    except (StatementError, OutOfReach, TooLarge, NotReadable):
        return None


def _readable(algebra: Algebra, value: Poly | Form, symbols: frozenset[Term]) -> Term:
    if isinstance(value, Poly):
        return _polynomial(algebra, value, symbols)
    if isinstance(value, Grid):
        return matrix(
            [
                [_polynomial(algebra, value.at(i, j), symbols) for j in range(value.columns)]
                for i in range(value.rows)
            ]
        )
    return Reader(algebra, symbols).form(value)


def _polynomial(algebra: Algebra, p: Poly, symbols: frozenset[Term]) -> Term:
    if len(p.re) + len(p.im) > MAX_SHOWN:
        raise NotReadable("a residual this long is not shown")
    reader = Reader(algebra, symbols)
    term = _circular(algebra, reader, p)
    return _factored(term) if symbols and len(p.re) + len(p.im) <= MAX_FACTORED else term


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
    for (rest, phase), (a, b, c, d) in sorted(groups.items()):
        factor = P.monomial(rest)
        if not phase:
            plain.append(P.scale(factor, a, b))
            continue
        x = reader.poly(_angle(algebra, phase))
        for re, im, wave in ((a + c, b + d, cos(x)), (d - b, a - c, sin(x))):
            if re or im:
                c_term = reader.poly(P.scale(factor, re, im))
                one = number(1)
                parts.append(wave if c_term == one else mul(c_term, wave))
    whole = P.total(plain)
    terms = [t for t in parts if isinstance(t, Term)]
    if not whole.is_zero or not terms:
        terms.insert(0, reader.poly(whole))
    return terms[0] if len(terms) == 1 else add(*terms)


def _turns(algebra: Algebra, g: int) -> bool:
    """Whether this atom is `e^{i m}` with m real."""
    key = algebra.atoms[g].key
    return key[0] == "exp" and key[2] and all(algebra.atoms[h].real for h, _ in key[1])


def _angle(algebra: Algebra, phase: Monomial) -> Poly:
    return P.total(P.scale(P.monomial(algebra.atoms[g].key[1]), Fraction(e)) for g, e in phase)


def _factored(term: Term) -> Term:
    """The term with its polynomial factored by SymPy; kept when that is longer or fails."""
    if term.head not in ("add",):
        return term
    from sympy import factor
    from sympy.core.sympify import SympifyError

    from derivations.language.sympy_in import from_sympy
    from derivations.language.sympy_out import to_sympy

    try:
        changed = from_sympy(factor(to_sympy(term), deep=False))
        return changed if len(repr(changed)) <= len(repr(term)) else term
    except (StatementError, SympifyError, ValueError, TypeError, NotImplementedError):
        return term


