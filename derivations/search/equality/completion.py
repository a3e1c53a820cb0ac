"""Equations completed to rules: what follows from several of them, with cofactors.

Each equation is a rule: its greatest monomial is replaced by the others, wherever it divides one.
Where the greatest monomials of two rules have a multiple in common, the two ways to replace it give
one more rule.  What is reduced to zero is a combination of the equations; every rule remembers what
it is made of, and becomes a fact of the proof where it counts.

    numbers    products of atoms; what is divided by, if it is seen not to be 0, is one with its
               inverse (`p·(1/p) - 1`), greater than the others, so that inverses go first.  Where
               a difference is no combination, some power of it may be: then it is one, given that
               it is not 0.  Complete over the complex numbers, as far as the counted terms reach.
    words      of matrices of unspecified size, with cofactors on both sides; a longer one is
               greater.  Incomplete: their completion need not end.

Sources: D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, chapters 2 and 4;
F. Mora, Groebner bases for non-commutative polynomial rings (1986).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from itertools import count
from typing import Any

from derivations.kernel import Cases, Combine, Proof, manifest
from derivations.language.shapes import is_matrix
from derivations.language.statements import Relation, eq, ne
from derivations.language.terms import ZERO, Term, add, exp, mul, neg
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.reading.facts import plain_facts, vector_of
from derivations.search.reading.gaussian import UNIT, Gaussian, add_to, minus, product, ratio
from derivations.search.reading.readback import (
    Monomial, Word, is_scalar, monomial_term, multiple, polynomial, powers_of, scaled, simplified,
    sum_of, word_term,
)
from derivations.search.reading.references import by_equation, by_order
from derivations.search.reading.words import joined, read_words, sum_of_words

# Equations and atoms between numbers; letters in the greatest word of a rule, and rules.
MAX_EQUATIONS, MAX_ATOMS, MAX_LENGTH, MAX_RULES = 16, 16, 9, 60
# Parts of which an equation is made up by facts alone.
MAX_PARTS = 2_000
# Sorts of symbols that are not 0.
SIGNED = ("positive", "negative", "posint")

Poly = dict[Any, Gaussian]  # by monomials
Exponents = tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """A number times a rule, or a fact, with other monomials around it."""

    c: Gaussian
    around: Any
    source: int
    is_fact: bool = False

    def times(self, c: Gaussian) -> Part:
        return replace(self, c=product(c, self.c))


@dataclass(frozen=True)
class Rule:
    """A sum that is zero, the number 1 before its greatest monomial; what it is made of."""

    poly: Poly
    lead: Any
    parts: tuple[Part, ...]


class Completion(ABC):
    """Rules made of the equations among the facts of a draft."""

    steps: int  # terms that are subtracted from others
    one: Any  # around something, where it is not multiplied

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.ordered = cache(self.order)
        self.rules: list[Rule] = []
        self.overlapping: list[tuple[Any, int, Part, Part]] = []
        self.numbers = count()
        self.stated: dict[int, int] = {}  # the number of the fact that a rule has become
        for number, fact in plain_facts(draft.context, "=="):
            poly = self.poly(fact)
            if poly:
                self.add(poly, (Part(UNIT, self.one, number, is_fact=True),))

    # Monomials

    @abstractmethod
    def poly(self, relation: Relation) -> Poly | None:
        """The difference of both sides; None where it is of another kind."""

    @abstractmethod
    def order(self, key: Any) -> Any:
        """What monomials are compared by."""

    @abstractmethod
    def quotient(self, key: Any, lead: Any) -> Any:
        """What is around `lead` in a monomial; None where it is no factor."""

    @abstractmethod
    def product(self, around: Any, key: Any) -> Any:
        """A monomial with others around it."""

    @abstractmethod
    def overlaps(self, a: int, b: int) -> Iterator[tuple[Any, Part, Part]]:
        """Common multiples of what two rules replace: their size, and both rules made so large."""

    @abstractmethod
    def cofactors(self, part: Part) -> tuple[Term, Term | None]:
        """What is left and right of a source."""

    @abstractmethod
    def term(self, rule: Rule) -> Term:
        """The sum that is zero."""

    def suits(self, lead: Any) -> bool:
        """Whether a rule that replaces this monomial is of use."""
        return True

    # Rules

    def add(self, poly: Poly, parts: Iterable[Part]) -> bool:
        """Add a sum that is zero as a rule; whether it says something new."""
        rest, uses = self.reduced(poly)
        lead = max(rest, key=self.ordered, default=None)
        if lead is None or not self.suits(lead):
            return False
        unit = ratio(UNIT, rest[lead])
        made = [*(part.times(unit) for part in parts), *(part.times(minus(unit)) for part in uses)]
        self.rules.append(Rule({k: product(unit, c) for k, c in rest.items()}, lead, tuple(made)))
        for k in range(len(self.rules)):
            for size, one, other in self.overlaps(k, len(self.rules) - 1):
                pair = one, other.times(minus(UNIT))
                heappush(self.overlapping, (size, next(self.numbers), *pair))
        return True

    def reduced(self, poly: Poly) -> tuple[Poly, list[Part]]:
        """What is left of a sum, and what it has lost."""
        rest, done, uses = dict(poly), {}, []
        while rest and self.steps > 0:
            key = max(rest, key=self.ordered)
            part = self._replacement(key, rest[key])
            if part is None:
                done[key] = rest.pop(key)
            else:
                uses.append(part)
                self._add(rest, part.times(minus(UNIT)))
        return done | rest, uses

    def _replacement(self, key: Any, c: Gaussian) -> Part | None:
        for k, rule in enumerate(self.rules):
            around = self.quotient(key, rule.lead)
            if around is not None:
                return Part(c, around, k)
        return None

    def _add(self, poly: Poly, part: Part) -> None:
        own = self.rules[part.source].poly
        self.steps -= len(own)
        for key, c in own.items():
            add_to(poly, self.product(part.around, key), product(part.c, c))

    def complete(self) -> bool:
        """Add the rule of the next overlap that gives one; whether there is one."""
        while self.overlapping and self.steps > 0:
            _, _, *parts = heappop(self.overlapping)
            poly: Poly = {}
            for part in parts:
                self._add(poly, part)
            if self.add(poly, parts):
                return True
        return False

    # Proofs

    def proof(self, relation: Relation) -> Proof:
        """A proof of an equation, from facts that the draft has then.  Raises Stuck."""
        return Combine() if manifest(self.draft.context, relation) else self.combined(
            self.uses(relation))

    def uses(self, relation: Relation) -> list[Part]:
        """What makes up the difference of an equation.  Raises Stuck."""
        wanted = self.poly(relation)
        if wanted is None:
            raise Stuck("an equation of another kind")
        while True:
            rest, uses = self.reduced(wanted)
            if not rest:
                return uses
            if not self.complete():
                raise Stuck("the equations do not imply it")

    def have(self, relation: Relation) -> int:
        """Add an equation to the facts of the draft.  Raises Stuck."""
        return self.draft.have(relation, self.proof(relation))

    def combined(self, parts: Iterable[Part]) -> Combine:
        """The proof that these parts make up the difference."""
        lefts: dict[tuple[int, Term | None, bool], list[Term]] = {}
        for part in parts:
            own = self._own(part)
            left, right = self.cofactors(own)
            number = own.source if own.is_fact else self._stated(own.source)
            lefts.setdefault((number, right, is_matrix(left)), []).append(left)
        return Combine(tuple([
            (sum_of(own), number, right) for (number, right, _), own in lefts.items()]))

    def _own(self, part: Part) -> Part:
        """The same of a fact, for a rule that is a multiple of one."""
        if not part.is_fact:
            made = self.rules[part.source].parts
            if len(made) == 1 and made[0].is_fact:
                return replace(made[0].times(part.c), around=part.around)
        return part

    def _stated(self, k: int) -> int:
        """The number of the fact that a rule is; it becomes one."""
        if k not in self.stated:
            whole = self.term(self.rules[k])
            proof = self.combined(self.rules[k].parts)
            self.stated[k] = self.draft.have(eq(whole, mul(ZERO, whole)), proof)
        return self.stated[k]


class Numbers(Completion):
    """Equations between polynomials in the atoms of a draft."""

    steps = 20_000

    def __init__(self, draft: Draft) -> None:
        context = draft.context
        said = [self._read(context, fact) for _, fact in plain_facts(context, "==")]
        gap = self._read(context, draft.relation)
        if gap is None or not 1 <= sum(map(bool, said)) <= MAX_EQUATIONS:
            raise Stuck("no equations between numbers")
        atoms = dict.fromkeys(a for v in (gap, *said) for m in v or () for a, _ in m)
        if len(atoms) > MAX_ATOMS:
            raise Stuck("too many atoms")
        self.atoms = sorted(atoms, key=lambda a: a.head != "div")  # stable: inverses first
        self.inverses = sum(a.head == "div" for a in self.atoms)
        self.one = (0,) * len(self.atoms)
        super().__init__(draft)
        for a in self.atoms:
            if a.head == "exp" and _inverse(a) in atoms:  # normal forms say so: no part is needed
                both = self._exponents(((a, 1), (_inverse(a), 1)))
                self.add({both: UNIT, self.one: minus(UNIT)}, ())

    @staticmethod
    def _read(context: Any, relation: Relation) -> dict[Monomial, Gaussian] | None:
        """The coefficients of products with exponents above 0, `exp(-x)` being an atom, too."""
        found = vector_of(context, relation)
        plain = found is not None and is_scalar(found) and all(
            isinstance(e, int) and (e > 0 or a.head == "exp") for _, _, m in found for a, e in m)
        return {
            tuple([(a, e) if e > 0 else (_inverse(a), -e) for a, e in m]): c
            for (_, _, m), c in found.items()} if found is not None and plain else None

    def poly(self, relation: Relation) -> Poly | None:
        v = self._read(self.draft.context, relation)
        return None if v is None else {self._exponents(m): c for m, c in v.items()}

    def _exponents(self, m: Monomial) -> Exponents:
        return tuple(dict(m).get(a, 0) for a in self.atoms)

    def order(self, key: Exponents) -> Any:
        return sum(key[: self.inverses]), sum(key), key

    def quotient(self, key: Exponents, lead: Exponents) -> Exponents | None:
        rest = tuple(map(int.__sub__, key, lead))
        return rest if min(rest, default=0) >= 0 else None

    def product(self, around: Exponents, key: Exponents) -> Exponents:
        return tuple(map(int.__add__, around, key))

    def overlaps(self, a: int, b: int) -> Iterator[tuple[Any, Part, Part]]:
        one, other = self.rules[a].lead, self.rules[b].lead
        if a != b and any(map(min, one, other)):
            least = tuple(map(max, one, other))
            parts = [Part(UNIT, self.quotient(least, m), k) for m, k in ((one, a), (other, b))]
            yield self.order(least), parts[0], parts[1]

    def _monomial(self, key: Exponents) -> Monomial:
        return tuple((a, e) for a, e in zip(self.atoms, key, strict=True) if e)

    def cofactors(self, part: Part) -> tuple[Term, None]:
        return multiple(part.c, self._monomial(part.around)), None

    def term(self, rule: Rule) -> Term:
        return self._polynomial(rule.poly)

    def _polynomial(self, poly: Poly) -> Term:
        return polynomial({(None, None, self._monomial(m)): c for m, c in poly.items()})

    def by_facts(self, relation: Relation) -> dict[int, Term]:
        """The cofactors with which facts, by their numbers, make up an equation.  Raises Stuck."""
        found: dict[int, Poly] = {}
        parts = self.uses(relation)
        for taken, part in enumerate(parts):  # which grow
            if taken == MAX_PARTS:
                raise Stuck("too many cofactors")
            if part.is_fact:
                add_to(found.setdefault(part.source, {}), part.around, part.c)
            else:
                parts += [replace(own.times(part.c), around=self.product(part.around, own.around))
                          for own in self.rules[part.source].parts]
        return {number: self._polynomial(poly) for number, poly in found.items()}


def _inverse(exponential: Term) -> Term:
    return exp(neg(exponential.args[0]))


class Words(Completion):
    """Equations between sums of words with scalars; scalars are not replaced."""

    steps = 3_000
    one = ((), (), ())  # the word left of something, a scalar, the word right of it

    def __init__(self, draft: Draft) -> None:
        self.ranks: dict[Term, int] = {}
        super().__init__(draft)

    def poly(self, relation: Relation) -> Poly | None:
        return read_words(self.draft.context, vector_of(self.draft.context, relation))

    def order(self, key: tuple[Word, Monomial]) -> Any:
        word, _ = key
        return len(word), [self.ranks.setdefault(a, len(self.ranks)) for a, _ in word]

    def suits(self, lead: tuple[Word, Monomial]) -> bool:
        word, scalar = lead
        return not scalar and 0 < len(word) <= MAX_LENGTH and len(self.rules) < MAX_RULES

    def quotient(self, key: tuple[Word, Monomial], lead: tuple[Word, Monomial]) -> Any:
        (word, scalar), (part, _) = key, lead
        for start in range(len(word) - len(part) + 1):
            if word[start : start + len(part)] == part:
                return word[:start], scalar, word[start + len(part) :]
        return None

    def product(self, around: Any, key: tuple[Word, Monomial]) -> tuple[Word, Monomial]:
        (left, scalar, right), (word, own) = around, key
        powers = dict(scalar)
        for atom, e in own:
            powers[atom] = powers.get(atom, 0) + e
        return joined(left, word, right), tuple((a, e) for a, e in powers.items() if e)

    def overlaps(self, a: int, b: int) -> Iterator[tuple[Any, Part, Part]]:
        for first, second in dict.fromkeys(((a, b), (b, a))):
            one, other = self.rules[first].lead[0], self.rules[second].lead[0]
            for start in range(first == second, len(one)):
                shared = one[start : start + len(other)]
                if shared == other[: len(shared)]:
                    after = other[len(shared) :]
                    around = (one[:start], (), one[start + len(shared) :])
                    yield (len(one) + len(after), Part(UNIT, ((), (), after), first),
                           Part(UNIT, around, second))

    def cofactors(self, part: Part) -> tuple[Term, Term | None]:
        left, scalar, right = part.around
        factors = [*([monomial_term(scalar)] if scalar else []), *powers_of(left)]
        return scaled(part.c, factors), word_term(right) if right else None

    def term(self, rule: Rule) -> Term:
        return sum_of_words(self.draft.context, rule.poly, word_term(rule.lead[0]))


def prove_in_ideal(goal: Goal) -> Proof | None:
    """The difference, or given that it is not 0 a power of it, is a combination of equations."""
    if not is_scalar(goal.gap) or not any(plain_facts(goal.context, "==")):
        return None
    draft = Draft(goal)
    with_relations(draft)
    try:
        return draft.close(Numbers(draft).proof(goal.relation))
    except Stuck:
        pass
    gap = simplified(draft.context, add(goal.relation.left, neg(goal.relation.right)))
    last = draft.last + 1
    other = draft.under(ne(goal.relation.left, goal.relation.right))
    other.have(ne(gap, ZERO), by_order(last))
    other.use("inverse", gap)
    for s in sorted(goal.context.symbols, key=lambda s: s.name):
        if s.sort.kind in SIGNED:
            other.attempt(other.use, "inverse", s)
    proof = Numbers(other).proof(goal.relation)
    return draft.close(Cases(goal.relation, None, by_equation(last), other.close(proof)))


def with_relations(draft: Draft) -> None:
    """Add that what is divided by in the goal and in equations times its inverse is 1, and what
    facts say is not 0; and squares of roots."""
    found: dict[Term, None] = {}
    for fact in [draft.relation, *(f for _, f in plain_facts(draft.context, "=="))]:
        gap = vector_of(draft.context, fact) or {}
        for atom in dict.fromkeys(a for _, _, m in gap for a, _ in m):
            if atom.head == "div":
                found[atom.args[1]] = None
            elif atom.head == "sqrt":
                draft.attempt(draft.use, "square of sqrt", *atom.args)
    for _, fact in plain_facts(draft.context, "!="):
        found[simplified(draft.context, add(fact.left, neg(fact.right)))] = None
    for divisor in found:
        draft.attempt(draft.use, "inverse", divisor)
