"""Cofactors from a Gröbner basis: what follows from several equations between polynomials.

Buchberger's algorithm over the Gaussian rationals, in which every polynomial remembers what it is
made of.  Atoms are variables; what is divided by, if it is seen not to be 0, is one with its
inverse (`p·(1/p) - 1`), greater than the others, so that inverses go first.  Where the difference
itself is no combination, some power of it may be: then it is one, given that it is not 0.

Complete for polynomial equations over the complex numbers, as far as the counted steps reach.
Source: D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, chapters 2 and 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from derivations.kernel import Cases, Combine
from derivations.language.statements import Proposition, ne
from derivations.language.terms import ZERO, Term, add, neg
from derivations.search.gaussian import UNIT, Gaussian, add_to, minus, product, ratio
from derivations.search.goals import FAILURES, Draft, Goal, Stuck, Vector, plain_facts, vector
from derivations.search.readback import is_scalar, multiple, simplified, sum_of
from derivations.search.references import by_equation, by_order

# Equations, atoms, terms that are subtracted from others while one basis is looked for.
MAX_EQUATIONS, MAX_ATOMS, MAX_TERMS = 16, 16, 20_000

Exponents = tuple[int, ...]
Poly = dict[Exponents, Gaussian]


@dataclass
class Element:
    """A polynomial that is zero, 1 before its greatest monomial, and what it is made of:
    multiples of earlier elements, or of a fact."""

    poly: Poly
    lead: Exponents
    parts: list[tuple[Gaussian, Exponents, int]]
    fact: int | None = None
    cofactors: dict[int, Poly] | None = field(default=None)


class Ideal:
    """The equations among the facts of a draft, as polynomials in the atoms at hand."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.left = MAX_TERMS
        found = {n: v for n, fact in plain_facts(draft.context, "==") if (v := self._scalar(fact))}
        gap = self._scalar(draft.relation)
        if gap is None or not 1 <= len(found) <= MAX_EQUATIONS:
            raise Stuck("no equations between numbers")
        atoms = dict.fromkeys(a for v in (gap, *found.values()) for _, _, m in v for a, _ in m)
        self.atoms = sorted(atoms, key=lambda a: a.head != "div")  # stable: inverses first
        self.inverses = sum(a.head == "div" for a in self.atoms)
        if len(self.atoms) > MAX_ATOMS:
            raise Stuck("too many atoms")
        self.gap = self._poly(gap)
        self.basis: list[Element] = []
        self.pairs: list[tuple[Any, int, int]] = []
        for n, v in found.items():
            self._take(self._poly(v), [], n)

    def _scalar(self, fact: Any) -> Vector | None:
        try:
            found = vector(self.draft.context, fact)
        except FAILURES:
            return None
        plain = all(isinstance(e, int) and e > 0 for _, _, m in found for _, e in m)
        return found if plain and is_scalar(found) else None

    def _poly(self, v: Vector) -> Poly:
        return {tuple(dict(m).get(a, 0) for a in self.atoms): c for (_, _, m), c in v.items()}

    def _order(self, m: Exponents) -> Any:
        return sum(m[: self.inverses]), sum(m), m

    def _take(self, poly: Poly, parts: list[Any], fact: int | None = None) -> None:
        """Add a polynomial that is zero, divided by its leading coefficient."""
        lead = max(poly, key=self._order)
        unit = ratio(UNIT, poly[lead])
        parts = [(product(unit, c), m, k) for c, m, k in parts]
        if fact is not None:
            parts = [(unit, (0,) * len(self.atoms), -1)]
        new = Element({m: product(unit, c) for m, c in poly.items()}, lead, parts, fact)
        self.basis.append(new)
        last = len(self.basis) - 1
        for k, old in enumerate(self.basis[:-1]):
            if any(a and b for a, b in zip(old.lead, lead, strict=True)):
                self.pairs.append((self._order(_least(old.lead, lead)), k, last))

    def _reduced(self, poly: Poly) -> tuple[Poly, list[tuple[Gaussian, Exponents, int]]]:
        """What is left of a polynomial, and the multiples of elements that were subtracted."""
        rest, done, uses = dict(poly), {}, []
        while rest:
            lead = max(rest, key=self._order)
            found = next(((k, q) for k, e in enumerate(self.basis)
                          if (q := _quotient(lead, e.lead)) is not None), None)
            if found is None:
                done[lead] = rest.pop(lead)
                continue
            k, q = found
            uses.append((rest[lead], q, k))
            self._subtract(rest, rest[lead], q, self.basis[k].poly)
        return done, uses

    def _subtract(self, rest: Poly, c: Gaussian, q: Exponents, poly: Poly) -> None:
        """Take `c q poly` away.  Raises Stuck where the steps are spent."""
        self.left -= len(poly)
        if self.left < 0:
            raise Stuck("the basis is too large")
        _add(rest, minus(c), q, poly)

    def proof(self) -> Any:
        """A proof by Combine.  Raises Stuck."""
        while True:
            rest, uses = self._reduced(self.gap)
            if not rest:
                return self._combined(uses)
            if not self._grow():
                raise Stuck("the equations do not imply it")

    def _grow(self) -> bool:
        """Add the element that two others give, if any do."""
        while self.pairs:
            self.pairs.sort(reverse=True)
            _, a, b = self.pairs.pop()
            one, other = self.basis[a], self.basis[b]
            whole = _least(one.lead, other.lead)
            parts = [(sign, tuple(w - e for w, e in zip(whole, x.lead, strict=True)), k)
                     for sign, x, k in ((UNIT, one, a), (minus(UNIT), other, b))]
            poly: Poly = {}
            for c, q, k in parts:
                self._subtract(poly, minus(c), q, self.basis[k].poly)
            rest, uses = self._reduced(poly)
            if rest:
                self._take(rest, [*parts, *((minus(c), q, k) for c, q, k in uses)])
                return True
        return False

    def _combined(self, uses: Iterable[tuple[Gaussian, Exponents, int]]) -> Any:
        total: dict[int, Poly] = {}
        for c, q, k in uses:
            for fact, poly in self._cofactors(k).items():
                _add(total.setdefault(fact, {}), c, q, poly)
        return Combine(tuple((self._term(p), fact, None) for fact, p in total.items() if p))

    def _cofactors(self, k: int) -> dict[int, Poly]:
        """An element as a combination of facts."""
        element = self.basis[k]
        if element.cofactors is None:
            found: dict[int, Poly] = {}
            for c, q, j in element.parts:
                if element.fact is not None:
                    found[element.fact] = {q: c}
                    continue
                for fact, poly in self._cofactors(j).items():
                    _add(found.setdefault(fact, {}), c, q, poly)
            element.cofactors = found
        return element.cofactors

    def _term(self, poly: Poly) -> Term:
        parts = []
        for m, c in poly.items():
            powers = tuple((a, e) for a, e in zip(self.atoms, m, strict=True) if e)
            parts.append(multiple(c, powers))
        return sum_of(parts)


def prove_in_ideal(goal: Goal) -> Any:
    """The difference, or given that it is not 0 a power of it, is a combination of equations."""
    if not any(plain_facts(goal.context, "==")):
        return None
    draft = Draft(goal)
    with_relations(draft)
    try:
        return draft.close(Ideal(draft).proof())
    except Stuck:
        pass
    gap = simplified(draft.context, add(goal.relation.left, neg(goal.relation.right)))
    last = len(draft.context.facts)
    other = draft.aside(draft.relation)
    apart = Proposition(ne(goal.relation.left, goal.relation.right))
    other.context = other.context.with_facts(apart)
    other.have(ne(gap, ZERO), by_order(last))
    other.use("inverse", gap)
    return draft.close(Cases(
        goal.relation, None, by_equation(last), other.close(Ideal(other).proof())))


def with_relations(draft: Draft) -> None:
    """Add that what is divided by in the goal and in equations times its inverse is 1, and what
    facts say is not 0; and squares of roots."""
    found: dict[Term, None] = {}
    for fact in [draft.relation, *(f for _, f in plain_facts(draft.context, "=="))]:
        try:
            gap = vector(draft.context, fact)
        except FAILURES:
            continue
        for atom in dict.fromkeys(a for _, _, m in gap for a, _ in m):
            if atom.head == "div":
                found[atom.args[1]] = None
            elif atom.head == "sqrt":
                draft.attempt(draft.use, "square of sqrt", *atom.args)
    for _, fact in plain_facts(draft.context, "!="):
        found[simplified(draft.context, add(fact.left, neg(fact.right)))] = None
    for divisor in found:
        draft.attempt(draft.use, "inverse", divisor)


def _quotient(m: Exponents, by: Exponents) -> Exponents | None:
    rest = tuple(a - b for a, b in zip(m, by, strict=True))
    return rest if min(rest, default=0) >= 0 else None


def _least(m: Exponents, n: Exponents) -> Exponents:
    return tuple(map(max, m, n))


def _add(poly: Poly, c: Gaussian, q: Exponents, other: Poly) -> None:
    """Add `c q other`."""
    for m, d in other.items():
        add_to(poly, tuple(map(int.__add__, q, m)), product(c, d))
