"""Sums over one range by each other: combinations of their terms that telescope.

For terms `q_m(k) B(k)`, the q_m polynomials in k and B(k + 1)/B(k) a rational function
`P(k)/Q(k + 1)`, numbers a_m and a polynomial p are looked for with

    Σ a_m q_m(k) = P(k) p(k + 1) - Q(k) p(k)

so that `Σ a_m q_m B` is the difference of `G(k) = p(k) Q(k) B(k)`.  One sum alone is Gosper's
algorithm, sums of polynomials in closed form are a part of it; sums of `F(n, k)` and `F(n + 1, k)`
are creative telescoping.  SymPy does the arithmetic of polynomials; what comes out is proved.

Source: M. Petkovšek, H. Wilf, D. Zeilberger, A = B, chapters 5 and 6.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from derivations.kernel import Context
from derivations.language.statements import eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, div
from derivations.search.goals import Stuck
from derivations.search.reading.facts import vector
from derivations.search.reading.readback import is_scalar, monomial_term, polynomial, product_of

MAX_DEGREE, MAX_GENERATORS = 12, 10

Core = tuple[tuple[Term, Any], ...]


@dataclass(frozen=True)
class Telescoping:
    """`Σ coefficients[m] term[m]` is the difference of `rising`.

    divisors: whose product is the last coefficient.
    """

    coefficients: dict[int, Term]
    divisors: tuple[Term, ...]
    rising: Term


def relations(
    context: Context,
    k: Term,
    terms: Sequence[Term],
    following: Callable[[Term], tuple[Term, Term]],
) -> Iterator[Telescoping]:
    """Relations between terms in k; those that come last are expressed by those before.

    following: a term at k and at k + 1, in the same atoms.
    """
    functions = Functions(context, k)
    by_core: dict[Core, list[tuple[int, Any]]] = {}
    for place, term in enumerate(terms):
        try:
            value, core = functions.factored(term)
        except Stuck:
            continue
        by_core.setdefault(core, []).append((place, value))
    for core, members in by_core.items():
        ratio = None
        try:
            here, there = following(monomial_term(core))
            (a, first), (b, second) = functions.factored(here), functions.factored(there)
            ratio = b / a if first == second else None
        except Stuck:
            pass
        yield from _solved(functions, core, members, ratio)


def lowest_terms(context: Context, term: Term) -> Term:
    """A rational function of atoms in lowest terms, divided by one factor after the other."""
    functions = Functions(context)
    value = functions.parts(term).get(())
    return functions.quotient(value) if value else ZERO


class Functions:
    """Rational functions of k and of what does not depend on it, as elements of a field."""

    def __init__(self, context: Context, k: Term = ONE) -> None:
        from sympy import QQ, symbols
        from sympy.polys.fields import field

        self.context, self.k = context, k
        self.generators: list[Term] = [k]
        names = symbols(f"v:{MAX_GENERATORS}")
        self.field = field(names, QQ)[0]

    def generator(self, atom: Term) -> Any:
        if atom not in self.generators:
            if len(self.generators) == MAX_GENERATORS:
                raise Stuck("a sum of too many symbols")
            self.generators.append(atom)
        return self.field.gens[self.generators.index(atom)]

    def parts(self, term: Term) -> dict[Core, Any]:
        """The rational functions in a term, by the powers of other atoms.  Raises Stuck."""
        found: dict[Core, Any] = {}
        coefficients = vector(self.context, eq(term, ZERO))
        if not is_scalar(coefficients):
            raise Stuck("a sum of matrices")
        for (_, _, monomial), c in coefficients.items():
            value = self._number(c)
            core: dict[Term, Any] = {}
            for atom, e in monomial:
                factor, own = self._atom(atom, e)
                value = value * factor
                for a, j in own:
                    core[a] = core.get(a, 0) + j
            key = tuple(sorted(((a, e) for a, e in core.items() if e), key=str))
            found[key] = found.get(key, self.field.zero) + value
        return found

    def factored(self, term: Term) -> tuple[Any, Core]:
        """A rational function times powers of other atoms.  Raises Stuck."""
        found = self.parts(term)
        if len(found) != 1:
            raise Stuck("terms of several kinds, or none")
        ((core_key, value),) = found.items()
        if not value:
            raise Stuck("a term that is zero")
        return value, core_key

    def _number(self, c: Any) -> Any:
        re, im = (self.field(x.numerator) / self.field(x.denominator) for x in c)
        return re + im * self.generator(Term("i")) if c[1] else re

    def _atom(self, atom: Term, e: Any) -> tuple[Any, Core]:
        if atom == self.k or self.k not in free_symbols(atom):
            if e != int(e):
                raise Stuck("a root")
            if atom.head == "div":
                return self.factored(atom.args[1])[0] ** -int(e), ()
            return self.generator(atom) ** int(e), ()
        if atom.head == "div" and atom.args[0] == ONE:
            value, core = self.factored(atom.args[1])
            return value ** -int(e), tuple((a, -j * e) for a, j in core)
        return self.field.one, ((atom, e),)

    def term(self, p: Any) -> Term:
        """A polynomial as a term."""
        return polynomial({
            (None, None, tuple((a, e) for a, e in zip(self.generators, powers, strict=False) if e)):
                (Fraction(int(c.numerator), int(c.denominator)), Fraction(0))
            for powers, c in p.terms()})

    def factors(self, p: Any) -> tuple[Any, list[tuple[Any, int]]]:
        """A number, and factors with exponents; whole where there are exponentials."""
        if any(a.head == "exp" for a in self.generators):
            content, rest = p.primitive()
            return content, [(rest, 1)]
        content, factors = p.factor_list()
        return content, factors

    def quotient(self, value: Any) -> Term:
        """A rational function as a term, divided by one factor after the other."""
        content, factors = self.factors(value.denom)
        inverses = [div(ONE, self.term(f)) for f, e in factors for _ in range(e)]
        top = self.term(value.numer.mul_ground(1 / content))
        return product_of([top, *inverses])


def _solved(
    functions: Functions, core: Core, members: list[tuple[int, Any]], ratio: Any
) -> Iterator[Telescoping]:
    """Relations between rational multiples of one core, which `ratio` takes from k to k + 1; none:
    nothing is telescoped, and they are multiples of each other."""
    field = functions.field
    common = reduce(lambda a, b: a * b.exquo(a.gcd(b)), [v.denom for _, v in members])
    whole = field(common)
    polynomials = [(v * whole).numer.mul_ground(1 / (v * whole).denom.LC) for _, v in members]
    bound, bottom, g = -1, common, common.ring.gens[0]
    columns: list[Any] = []
    if ratio is not None:
        step = ratio * whole / field(_moved(common, 1))
        top, bottom = step.numer, _moved(step.denom, -1)
        found = _bound(top, bottom, max(q.degree() for q in polynomials))
        if found is None:
            return
        bound = found
        columns = [bottom * g**e - top * (g + 1) ** e for e in range(bound + 1)]
    for vector_ in _null_space(field, [*columns, *polynomials], bound + 1):
        scale = reduce(lambda a, b: a * b.exquo(a.gcd(b)), [v.denom for v in vector_.values()])
        content, factors = functions.factors(scale)
        entries = {j: v * field(scale) / content for j, v in vector_.items()}
        rising = sum((v * field(g) ** j for j, v in entries.items() if j <= bound), field.zero)
        rising = rising * field(bottom) / whole
        yield Telescoping(
            {members[j - bound - 1][0]: functions.term(v.numer.mul_ground(1 / v.denom.LC))
             for j, v in entries.items() if j > bound},
            tuple([functions.term(f) for f, e in factors for _ in range(e)]),
            product_of([functions.quotient(rising), monomial_term(core)]),
        )


def _moved(p: Any, by: int) -> Any:
    """A polynomial at k + by."""
    k = p.ring.gens[0]
    return p.compose(k, k + by)


def _bound(top: Any, bottom: Any, wanted: int) -> int | None:
    """A bound for the degree of p in `top p(k + 1) - bottom p = side`, the side of this degree."""
    m, n = top.degree(), bottom.degree()
    first, second = ({e: p.coeff_wrt(0, e) for e in (d, d - 1)}
                     for p, d in ((top, max(m, n)), (bottom, max(m, n))))
    found = wanted - max(m, n)
    if first[max(m, n)] == second[max(m, n)]:
        found += 1
        gap, lead = second[m - 1] - first[m - 1], first[m]
        special = gap.div(lead)[0] if lead else gap
        if special.is_ground and gap == special * lead and int(special.LC) == special.LC:
            found = max(found, int(special.LC))
    return found if 0 <= found <= MAX_DEGREE else None


def _null_space(field: Any, columns: list[Any], start: int) -> Iterator[dict[int, Any]]:
    """Combinations of columns that vanish: a later one, once, and independent ones before."""
    from sympy.polys.matrices import DomainMatrix

    height = max(c.degree() for c in columns) + 1
    rows = [[field(c.coeff_wrt(0, e)) for c in columns] for e in range(height)]
    matrix = DomainMatrix(rows, (height, len(columns)), field.to_domain())
    for weights in matrix.nullspace().to_list():
        last = max(j for j, v in enumerate(weights) if v)
        if last >= start:
            yield {j: v / weights[last] for j, v in enumerate(weights) if v}
