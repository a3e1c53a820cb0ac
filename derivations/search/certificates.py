"""Nonnegative combinations: `gap = Σ weight · product` of what is known to have a sign.

The products are facts `0 ≤ p`, monomials with a sign, squares of monomials and of their sums and
differences, and products of these.  The weights are found by exact linear programming.
Complete for linear consequences of linear facts (Farkas), and for the polynomials whose Gram
matrix is diagonally dominant; more by products of facts (Handelman).

A polynomial of degree 2 in real atoms is at least 0 everywhere exactly when its Gram matrix (the
atoms and 1) is positive semidefinite, and then it is a sum of squares with positive rational
weights, found by elimination.  Complete for rational coefficients and independent atoms.

Source: A. Ahmadi, A. Majumdar, DSOS and SDSOS optimization (2019); D. Handelman, Representing
polynomials by positive linear functions on compact convex polyhedra (1988); R. Horn, C. Johnson,
Matrix Analysis, 4.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Monomial, Poly, TooLarge
from derivations.kernel.positivity import monomial_sign
from derivations.kernel.proofs import Cofactor
from derivations.language.statements import Relation, Unsettled
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, PI, ZERO, Term, add, conj, mul, neg, number, power, sub
from derivations.language.text import term_text
from derivations.provers.linear_programs import Column, Work, solve
from derivations.search.goals import scalar_facts
from derivations.search.readback import NotReadable, Reader, product_of, sum_of

# So many facts, squares and products are combined.
MAX_FACTS = 40
MAX_BASIS = 24
MAX_PRODUCTS = 400
# At most so many atoms are in a quadratic polynomial.
MAX_ATOMS = 12
Row = dict[int, Fraction]
# The column of the constant 1.
UNIT = -1
# Atoms of which every power is an atom of the same kind.
UNITS = frozenset({"exp", "turn", "parity", "sign", "root-power"})


@dataclass(frozen=True)
class Part:
    """A term that is at least 0 (or positive), and its normal form.

    fact: for a multiple `term · (l - r)` of an equation `l = r`, its number.
    """

    term: Term
    value: Poly
    strict: bool = False
    fact: int | None = None


def known_parts(context: Context) -> list[Part]:
    """What the facts say to be at least 0."""
    facts = islice(scalar_facts(context, "<", "<="), MAX_FACTS)
    return [Part(gap_term(r), value, r.operator == "<") for _, r, value in facts]


def gap_term(relation: Relation) -> Term:
    """`right - left`."""
    if relation.left == ZERO:
        return relation.right
    if relation.right == ZERO:
        return neg(relation.left)
    return add(relation.right, neg(relation.left))


def signed_monomials(context: Context, polys: Iterable[Poly]) -> list[Part]:
    """The monomials of these polynomials that have a sign by their atoms."""
    algebra = context.normalizer.algebra
    reader = Reader(algebra, context.symbols)
    found: dict[Monomial, Part] = {}
    for p in polys:
        for m in p.re:
            if m in found:
                continue
            sign = monomial_sign(algebra, m)
            if sign is not None:
                try:
                    value = P.monomial(m)
                    found[m] = Part(reader.poly(value), value, sign == "positive")
                except NotReadable:
                    continue
    return list(found.values())


def constants(polys: Iterable[Poly], algebra: Algebra) -> list[Part]:
    """1, and bounds of π where it occurs."""
    found = [Part(ONE, P.ONE, True)]
    pi = algebra.numbers.get(("pi",))
    if pi is not None and any(g == pi for p in polys for m in p.re for g, _ in m):
        value = P.generator(pi)
        for low, high in ((Fraction(333, 106), Fraction(355, 113)),):
            found.append(Part(sub(PI, number(low)), P.plus(value, P.constant(-low)), True))
            found.append(
                Part(sub(number(high), PI), P.plus(P.constant(high), P.negative(value)), True)
            )
    return found


def product(algebra: Algebra, parts: Sequence[Part]) -> Part:
    term = product_of([p.term for p in parts])
    return Part(term, algebra.times(*(p.value for p in parts)), all(p.strict for p in parts))


def products(
    algebra: Algebra, parts: Sequence[Part], degree: int, limit: int = MAX_PRODUCTS
) -> Iterator[Part]:
    """Products of `degree` of the parts, with repetition."""
    for count, chosen in enumerate(combinations_with_replacement(parts, degree)):
        if count >= limit:
            return
        try:
            yield product(algebra, chosen)
        except TooLarge:
            continue


def fitting(gap: Poly, parts: Sequence[Part]) -> list[Part]:
    """The parts of a degree that may occur; for a homogeneous gap, those of its degree."""
    degrees = _degrees(gap)
    if len(degrees) == 1:
        return [p for p in parts if _degrees(p.value) == degrees]
    most = max(degrees, default=0) + 1
    return [p for p in parts if max(_degrees(p.value), default=0) <= most]


def _degrees(p: Poly) -> set[int]:
    return {sum(int(abs(e)) for _, e in m) for m in p.monomials()}


# Squares


def real_terms(context: Context, relation: Relation) -> list[Part]:
    """Symbols and values of functions in the relation that are real."""
    algebra = context.normalizer.algebra
    found: dict[Term, Part] = {}
    for side in (relation.left, relation.right):
        for term in subterms(side):
            if term.head in _ARITHMETIC or term in found:
                continue
            try:
                value = context.normalizer.value(term)
            except Unsettled:
                continue
            if (
                isinstance(value, Poly)
                and value.constant() is None
                and term.head not in ("pi", "i")
                and term.head != "number"
                and algebra.is_real(value)
            ):
                found[term] = Part(term, value)
    return sorted(found.values(), key=lambda p: (p.term.head != "symbol", term_text(p.term)))[:8]


_ARITHMETIC = frozenset({"add", "mul", "neg", "div", "pow", "conj", "matrix", "sum", "product"})


def degree(p: Poly) -> int:
    return max(
        (sum(int(abs(e)) for _, e in m) for m in p.monomials()), default=0
    )


def basis(context: Context, relation: Relation, gap: Poly, most: int | None = None) -> list[Part]:
    """Monomials in real terms whose squares may occur in the gap."""
    algebra = context.normalizer.algebra
    half = (degree(gap) + 1) // 2 if most is None else most
    least = min((sum(int(abs(e)) for _, e in m) for m in gap.monomials()), default=0) // 2
    variables = [v for v in real_terms(context, relation) if degree(v.value) <= 1]
    limits = _exponents(gap)
    found: list[Part] = []
    for size in range(min(least, half), half + 1):
        for chosen in combinations_with_replacement(variables, size):
            if len(found) > 4 * MAX_BASIS:
                break
            value = algebra.times(P.ONE, *(c.value for c in chosen))
            if any(2 * e > limits.get(g, 0) for m in value.monomials() for g, e in m):
                continue
            term = ONE if not chosen else (
                chosen[0].term if size == 1 else mul(*(c.term for c in chosen))
            )
            found.append(Part(term, value))
    return found


def _exponents(p: Poly) -> dict[int, int]:
    """The largest exponent of every atom; an odd one counts as the next even one."""
    limits: dict[int, int] = {}
    for m in p.monomials():
        for g, e in m:
            limits[g] = max(limits.get(g, 0), int(abs(e)) + 1)
    return limits


def squares(algebra: Algebra, monomials: Sequence[Part]) -> list[Part]:
    """`m²`, `(m + n)²` and `(m - n)²`."""
    found = [_square(algebra, m.term, m.value) for m in monomials]
    for a, b in combinations(monomials, 2):
        found.append(_square(algebra, sub(a.term, b.term), P.plus(a.value, P.negative(b.value))))
        found.append(_square(algebra, add(a.term, b.term), P.plus(a.value, b.value)))
    return found


def squared_sizes(algebra: Algebra, relation: Relation, gap: Poly) -> list[Part]:
    """`|u ± v|²` for the complex symbols of the relation, where conjugates occur."""
    if not any(algebra.atoms[g].key[0] == "conj" for m in gap.monomials() for g, _ in m):
        return []
    symbols = sorted(
        (s for s in relation.free() if s.sort.kind == "complex"), key=lambda s: s.name
    )
    found = []
    for a, b in combinations(symbols[:4], 2):
        for term in (add(a, b), sub(a, b)):
            value = P.plus(
                algebra.symbol(a.name, a.sort),
                P.scale(algebra.symbol(b.name, b.sort), 1 if term.args[1] == b else -1),
            )
            size = algebra.times(value, algebra.conjugate(value))
            found.append(Part(mul(term, conj(term)), size))
    return found


def _square(algebra: Algebra, term: Term, value: Poly) -> Part:
    return Part(power(term, 2), algebra.times(value, value))


# Weights


def _column(p: Poly, places: dict[tuple[Monomial, bool], int]) -> Column:
    column: Column = {}
    for part, imaginary in ((p.re, False), (p.im, True)):
        for m, c in part.items():
            key = (m, imaginary)
            if key not in places:
                places[key] = len(places)
            column[places[key]] = Fraction(c, p.den)
    return column


def combine(
    gap: Poly, parts: Sequence[Part], strict: bool, work: Work | None = None
) -> tuple[Term, tuple[Cofactor, ...]] | None:
    """The gap as a combination of the parts with weights at least 0, and cofactors.

    strict: with a positive weight for a positive part.
    work: what the linear program may spend.
    """
    unique: dict[P.Key, Part] = {}
    for p in parts:
        known = unique.get(P.key(p.value))
        if known is None or (p.strict and not known.strict):
            unique[P.key(p.value)] = p
    chosen = [p for p in unique.values() if not p.value.is_zero]
    places: dict[tuple[Monomial, bool], int] = {}
    wanted = _column(gap, places)
    columns = [_column(p.value, places) for p in chosen]
    gains = [int(p.strict) for p in chosen] if strict else None
    weights = solve(columns, wanted, gains, work)
    if weights is None:
        return None
    used = [(w, p) for w, p in zip(weights, chosen, strict=True) if w]
    if strict and not any(p.strict for _, p in used):
        return None
    cofactors = tuple(
        Cofactor(mul(number(-w), p.term), p.fact) for w, p in used if p.fact is not None
    )
    terms = [
        p.term if w == 1 else number(w) if p.term == ONE else mul(number(w), p.term)
        for w, p in used
        if p.fact is None
    ]
    form = sum_of(terms)
    return form, cofactors


def equations(context: Context, multipliers: Sequence[Part]) -> list[Part]:
    """Multiples of the equations among the facts, with both signs."""
    algebra = context.normalizer.algebra
    found = []
    for place, _, gap in scalar_facts(context, "=="):
        value = P.negative(gap)
        for m in multipliers:
            whole = algebra.times(value, m.value)
            found.append(Part(m.term, whole, fact=place))
            found.append(Part(neg(m.term), P.negative(whole), fact=place))
    return found[:MAX_PRODUCTS]


# Completing squares


def sum_of_squares(algebra: Algebra, p: Poly) -> list[tuple[Fraction, Row]] | None:
    """Positive weights and linear forms (by atom) with `p = Σ weight form²`."""
    gram = _gram(algebra, p)
    if gram is None:
        return None
    found = []
    # The constant last: what it is left with is the least value.
    for g in sorted(gram, key=lambda g: (g == UNIT, g)):
        row = gram.pop(g)
        pivot = row.pop(g, Fraction(0))
        row = {h: v for h, v in row.items() if v and h in gram}
        if pivot < 0 or (not pivot and row):
            return None
        if not pivot:
            continue
        form = {g: Fraction(1)} | {h: v / pivot for h, v in row.items()}
        found.append((pivot, form))
        for h, v in row.items():
            for j, w in row.items():
                gram[h][j] = gram[h].get(j, Fraction(0)) - v * w / pivot
    return found


def _gram(algebra: Algebra, p: Poly) -> dict[int, Row] | None:
    if p.im:
        return None
    gram: dict[int, Row] = {UNIT: {}}
    for m, c in p.re.items():
        places = [g for g, e in m for _ in range(e if isinstance(e, int) and e in (1, 2) else 3)]
        if len(places) > 2 or not all(algebra.atoms[g].real for g in places):
            return None
        places += [UNIT] * (2 - len(places))
        g, h = places
        value = Fraction(c, p.den)
        for a, b in ((g, h), (h, g)):
            row = gram.setdefault(a, {})
            row[b] = row.get(b, Fraction(0)) + value / 2
    return gram if len(gram) <= MAX_ATOMS + 1 else None


def as_term(squares: list[tuple[Fraction, Row]], read: Callable[[int], Term]) -> Term:
    """The weighted sum of squares as a term."""
    parts = []
    for weight, form in squares:
        linear = [
            number(v) if g == UNIT else read(g) if v == 1 else mul(number(v), read(g))
            for g, v in form.items()
        ]
        base = sum_of(linear)
        if set(form) == {UNIT}:
            parts.append(number(weight))
        else:
            parts.append(mul(number(weight), power(base, 2)))
    return sum_of(parts)


# Without denominators: the difference times what is positive


def cleared_of_denominators(context: Context, gap: Poly) -> tuple[Poly, Term] | None:
    """The gap times a positive multiple of its denominators, and that multiple as a term."""
    algebra = context.normalizer.algebra
    reader = Reader(algebra, context.symbols)
    most: dict[int, int] = {}
    for m in gap.monomials():
        for g, e in m:
            kind = algebra.atoms[g].key[0]
            times = int(e) if kind == "inv" else -int(e) if kind not in UNITS and e < 0 else 0
            if times > 0:
                most[g] = max(most.get(g, 0), times)
    inside = {
        g: P.from_key(algebra.atoms[g].key[1])
        if algebra.atoms[g].key[0] == "inv"
        else P.generator(g)
        for g in sorted(most)
    }
    factors: list[Term] = []
    done: set[int] = set()
    for g, q in inside.items():
        if g in done:
            continue
        gap = _without(algebra, gap, g, q, most[g])
        term = reader.poly(q)
        sign = next((s for s in (1, -1) if algebra.sign(P.scale(q, s)) == "positive"), 0)
        if sign:
            factors += [term if sign == 1 else neg(term)] * most[g]
            gap = P.scale(gap, sign ** most[g])
            continue
        other = q if algebra.is_real(q) else algebra.conjugate(q)
        partner = next(
            (h for h, p in inside.items() if h != g and P.key(p) == P.key(other)), None
        )
        count = most[g]
        if partner is not None:
            done.add(partner)
            gap = _without(algebra, gap, partner, other, most[partner])
            count = max(most[g], most[partner])
            gap = algebra.times(gap, algebra.power(q, count - most[g]))
            gap = algebra.times(gap, algebra.power(other, count - most[partner]))
        else:
            gap = algebra.times(gap, algebra.power(other, count))
        factors += [power(term, 2) if other is q else mul(term, conj(term))] * count
    if not factors:
        return None
    return gap, product_of(factors)


def _without(algebra: Algebra, gap: Poly, g: int, q: Poly, count: int) -> Poly:
    """The gap times `q^count`, which clears the inverses of q."""
    if algebra.atoms[g].key[0] == "inv":
        return algebra.cleared(gap, g)
    return algebra.times(gap, algebra.power(q, count))
