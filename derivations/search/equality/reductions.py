"""Equations reduced by rules: what laws and facts say that atoms are.

An equation among the facts is a rule: its greatest monomial is replaced by the others.  Monomials
are compared by the atom that was met last, so that an atom comes after what stands inside it: roots
give way to their radicands, `p (1/p)` and `p^n (1/p)^n` to 1, `exp(log z)` to z.  An equation is
multiplied by what is divided by, so that polynomials remain; each step is a cofactor of the proof.

Complete where roots are independent and divisors are seen not to be 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Proof, manifest
from derivations.language.statements import Relation, eq, ne, replace_term
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, conj, div, exp, mul, neg, number, power
from derivations.search.drafts import Draft
from derivations.search.equality.equations import without_factor
from derivations.search.goals import Goal, Stuck
from derivations.search.reading.facts import FAILURES, Vector, plain_facts, vector
from derivations.search.reading.gaussian import Gaussian, add_to, minus, ratio
from derivations.search.reading.readback import (
    is_scalar, monomial_term, polynomial, reader, scaled, sum_of,
)
from derivations.search.reading.references import by_equation

# Replacements in one equation, terms of what is reduced, divisors taken away.
MAX_REPLACEMENTS, MAX_TERMS, MAX_DIVISORS = 300, 200, 6

Monomial = tuple[tuple[Term, Any], ...]


@dataclass(frozen=True)
class Rule:
    """An equation that replaces a monomial: its place among the rules, the monomial, its weight in
    the equation, and the number of that among the facts."""

    place: int
    lead: dict[Term, Any]
    weight: Gaussian
    number: int


class Rules:
    """The rules of a draft, and what they make of equations."""

    def __init__(self, draft: Draft, facts: bool = True) -> None:
        self.draft = draft
        # The first rule for each monomial, by the greatest atom in it.
        self.by_atom: dict[Term, dict[Monomial, Rule]] = {}
        self.count = 0
        self.known: set[Term] = set()
        for number_, _ in [*plain_facts(draft.context, "==")] if facts else []:
            self.add(number_)

    def vector(self, relation: Relation) -> Vector:
        """The coefficients of `left - right`, a scalar.  Raises Stuck."""
        v = vector(self.draft.context, relation)
        if not is_scalar(v):
            raise Stuck("not a scalar")
        return v

    def rank(self, m: Monomial) -> Any:
        rank = reader(self.draft.context).rank
        return sorted(((rank(a), e) for a, e in m), reverse=True)

    def add(self, number_: int) -> None:
        """Take an equation among the facts as a rule."""
        try:
            v = self.vector(self.draft.context.facts[number_].relation)
            lead = max(v, key=lambda k: self.rank(k[2]), default=(None, None, ()))
        except FAILURES:
            return
        if lead[2] and all(isinstance(e, (int, Fraction)) and e > 0 for _, e in lead[2]):
            greatest = max(dict(lead[2]), key=reader(self.draft.context).rank)
            known = self.by_atom.setdefault(greatest, {})
            if lead[2] not in known:
                known[lead[2]] = Rule(self.count, dict(lead[2]), v[lead], number_)
                self.count += 1

    def learn(self, atoms: Iterable[Term]) -> None:
        """Add what laws say of atoms."""
        for atom in atoms:
            if atom not in self.known and free_symbols(atom) <= self.draft.context.symbols:
                self.known.add(atom)
                self.draft.attempt(self._learn, atom)

    def _learn(self, atom: Term) -> None:
        number_ = self.said(atom)
        if number_ is not None:
            self.add(number_)

    def said(self, atom: Term) -> int | None:
        """What is said of an atom, by the number of the fact."""
        draft = self.draft
        inner = atom.args[0] if atom.args else atom
        if atom.head == "sqrt":
            return draft.use("square of sqrt", inner)
        elif atom.head == "conj" and inner.head == "sqrt":
            if draft.attempt(self._real_root, inner):
                return self._real_root(inner)
            return self.draft.have_conjugated(draft.use("square of sqrt", inner.args[0]))
        if any(t.head == "conj" and t.args[0].head == "sqrt" for t in subterms(atom)):
            return self._without_conjugates(atom)
        if atom.head == "div":
            return draft.use("inverse", atom.args[1])
        if atom.head == "pow" and inner.head == "div":
            one = mul(inner.args[1], div(ONE, inner.args[1]))
            known = draft.use("inverse", inner.args[1])
            return draft.have_rewritten(eq(power(one, atom.args[1]), ONE), known)
        if atom.head == "exp" and inner.head == "log":
            return exp_of_log(draft, inner.args[0])
        if atom.head == "exp" and inner.head == "conj" and inner.args[0].head == "log":
            return self.draft.have_conjugated(exp_of_log(draft, inner.args[0].args[0]))
        return None

    def _real_root(self, root: Term) -> int:
        self.draft.use("sqrt at least zero", root.args[0])
        known = self.draft.use("order is real", ZERO, root)
        return self.draft.have(eq(conj(root), root), by_equation(known))

    def _without_conjugates(self, atom: Term) -> int:
        """What an atom is, the roots that are real being without their conjugates."""
        plain = eq(atom, ZERO)
        numbers = []
        for t in subterms(atom):
            if t.head == "conj" and t.args[0].head == "sqrt":
                numbers.append(self._real_root(t.args[0]))
                plain = replace_term(plain, t, t.args[0])
        return self.draft.have_rewritten(eq(atom, plain.left), *numbers)

    def reduced(self, v: Vector, first: Term = ONE) -> tuple[Vector, tuple[Any, ...]]:
        """What remains of an equation, and the cofactors of the facts that were counted.

        first: the atom that goes before others, where rules compete.
        """
        rest = dict(v)
        cofactors: dict[int, list[Term]] = {}
        for _ in range(MAX_REPLACEMENTS):
            self.learn(dict.fromkeys(a for _, _, m in rest for a, _ in m))
            ordered = sorted(rest, key=lambda k: self.rank(k[2]), reverse=True)
            found = next(((k, rule) for k in ordered
                          if (rule := self.rule(k[2], first)) is not None), None)
            if found is None or len(rest) > MAX_TERMS:
                break
            key, rule = found
            powers = dict(key[2])
            for a, e in rule.lead.items():
                powers[a] -= e
            factors = [monomial_term(tuple((a, e) for a, e in powers.items() if e))]
            weight = ratio(rest[key], rule.weight)
            cofactor = scaled(weight, factors if any(powers.values()) else [])
            fact = self.draft.context.facts[rule.number].relation
            counted = eq(mul(cofactor, fact.left), mul(cofactor, fact.right))
            for k, d in self.vector(counted).items():
                add_to(rest, k, minus(d))
            cofactors.setdefault(rule.number, []).append(cofactor)
        return rest, tuple((sum_of(parts), n, None) for n, parts in cofactors.items())

    def rule(self, m: Monomial, first: Term) -> Rule | None:
        """The first rule that replaces a monomial, those with an atom before others."""
        powers = dict(m)
        fits = [rule for a in powers for rule in self.by_atom.get(a, {}).values()
                if all(powers.get(b, 0) >= e for b, e in rule.lead.items())]
        return min(fits, key=lambda rule: (first not in rule.lead, rule.place), default=None)

    def zero(self, term: Term, depth: int = MAX_DIVISORS, first: Term = ONE) -> int:
        """Add that a term is zero, by the number of the fact.  Raises Stuck."""
        unit = self.unit(self.vector(eq(term, ZERO)))
        if unit is not None:
            known = self.zero(mul(exp(unit), term), depth, first)
            return self.draft.have(eq(term, ZERO), Combine(((exp(neg(unit)), known, None),)))
        rest, equations = self.reduced(self.vector(eq(term, ZERO)), first)
        if rest:
            factor = self.divisor(rest) if depth and len(rest) <= MAX_TERMS else None
            if factor is None:
                raise Stuck("not zero by these rules")
            draft, t = self.draft, polynomial(rest)
            divisor = power(factor[0], number(factor[1]))
            known = self.zero(mul(divisor, t), depth - 1, div(ONE, factor[0]))
            nonzero(draft, divisor)
            equations = (*equations, (ONE, without_factor(draft, known, divisor, t), None))
        return self.draft.have(eq(term, ZERO), Combine(equations))

    def unit(self, v: Vector) -> Term | None:
        """The exponent that leaves no exponential in a denominator."""
        lowest = {a: 0 for _, _, m in v for a, _ in m if a.head == "exp"}
        for a, e in (pair for _, _, m in v for pair in m if pair[0] in lowest):
            lowest[a] = min(lowest[a], e)
        parts = [mul(number(-e), a.args[0]) for a, e in lowest.items() if e < 0]
        return sum_of(parts) if parts else None

    def divisor(self, v: Vector) -> tuple[Term, int] | None:
        """What is divided by, the last one met, and how often."""
        atoms = dict.fromkeys(a for _, _, m in v for a, _ in m)
        for atom in sorted(atoms, key=reader(self.draft.context).rank, reverse=True):
            highest = max(dict(m).get(atom, 0) for _, _, m in v)
            if atom.head == "div" and highest > 0:
                return atom.args[1], int(highest)
        return None


def prove_by_reduction(goal: Goal) -> Proof | None:
    """The equation is zero by what facts and laws say of its atoms."""
    if not is_scalar(goal.gap):
        return None
    draft = Draft(goal)
    gap = add(goal.relation.left, neg(goal.relation.right))
    return draft.close(by_equation(Rules(draft).zero(gap)))


def nonzero(draft: Draft, z: Term) -> None:
    """Add that z is not 0."""
    if not manifest(draft.context, ne(z, ZERO)):
        draft.have_premise(ne(z, ZERO))


def exp_of_log(draft: Draft, z: Term) -> int:
    nonzero(draft, z)
    return draft.use("exp of log", z)
