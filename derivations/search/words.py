"""Equations between words of matrices of unspecified size, with two-sided cofactors.

Each equation becomes a rule: its greatest word (the longest; among these the last in the order of
letters) is replaced by the rest, wherever it stands inside another.  Where the greatest words of
two rules overlap, the two ways to replace them give one more rule.  A sum that is reduced to zero
is a combination of the equations; every rule remembers what it is made of.

Incomplete: the rounds are counted, and the completion of an ideal of words need not end.
F. Mora, Groebner bases for non-commutative polynomial rings (1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from derivations.kernel import Combine, Context, manifest
from derivations.language.statements import Relation, eq
from derivations.language.terms import ONE, ZERO, Term, add, mul, neg, number, power
from derivations.search.gaussian import NOTHING, UNIT, Gaussian, add_to, minus, product, ratio
from derivations.search.goals import FAILURES, Draft, Stuck, Vector, plain_facts, vector
from derivations.search.readback import (
    form, monomial_term, powers_of, reader, scaled, simplified, sum_of, word_term,
)

# Overlaps that are looked at, rules, letters in a word, steps of one reduction.
MAX_OVERLAPS, MAX_RULES, MAX_LENGTH, MAX_STEPS = 150, 60, 9, 400

Unit = tuple[Term, Term]
Word = tuple[Unit, ...]
Monomial = tuple[tuple[Term, Any], ...]
Key = tuple[Word, Monomial]
Poly = dict[Key, Gaussian]


@dataclass(frozen=True)
class Part:
    """A number times a monomial times `left · source · right`, the source a rule or a fact."""

    c: Gaussian
    monomial: Monomial
    left: Word
    source: tuple[str, int]
    right: Word


@dataclass(frozen=True)
class Rule:
    """A sum that is zero, the number 1 before its greatest word; what it is made of."""

    poly: Poly
    lead: Word
    parts: tuple[Part, ...]


class Words:
    """Rules made of the facts of a draft that are equations between words."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.rules: list[Rule] = []
        self.taken = 0
        self.overlaps: list[tuple[int, int, int]] = []
        self.done = 0
        self.ranks: dict[Term, int] = {}
        self.stated: dict[int, int] = {}  # the number of the fact that a rule has become
        self.take()

    def take(self) -> None:
        """Take the facts into account that are new."""
        for k, fact in plain_facts(self.draft.context, "=="):
            if k >= self.taken:
                poly = self.poly(fact)
                if poly:
                    self.add(poly, (Part(UNIT, (), (), ("fact", k), ()),))
        self.taken = len(self.draft.context.facts)

    def poly(self, fact: Relation) -> Poly | None:
        """`left - right` of an equation between matrices that are sums of words."""
        try:
            return read_words(self.draft.context, vector(self.draft.context, fact))
        except FAILURES:
            return None

    def add(self, poly: Poly, parts: Iterable[Part]) -> bool:
        """Add a sum that is zero as a rule; whether it says something new."""
        rest, uses = self.reduced(poly)
        if not rest or len(self.rules) >= MAX_RULES:
            return False
        lead, monomial = max(rest, key=lambda k: self._order(k[0]))
        if monomial or len(lead) > MAX_LENGTH or not lead:
            return False
        unit = ratio(UNIT, rest[lead, ()])
        made = [_scaled(p, unit) for p in parts] + [_scaled(p, minus(unit)) for p in uses]
        self.rules.append(Rule({k: product(unit, c) for k, c in rest.items()}, lead, tuple(made)))
        new = len(self.rules) - 1
        for old in range(new + 1):
            self.overlaps += [(old, new, k) for k in self._overlaps(old, new)]
            if old != new:
                self.overlaps += [(new, old, k) for k in self._overlaps(new, old)]
        return True

    def _order(self, word: Word) -> tuple[int, tuple[int, ...]]:
        ranks = tuple(self.ranks.setdefault(letter, len(self.ranks)) for letter, _ in word)
        return len(word), ranks

    def _overlaps(self, a: int, b: int) -> Iterator[int]:
        first, second = self.rules[a].lead, self.rules[b].lead
        for k in range(1, min(len(first), len(second))):
            if first[-k:] == second[:k]:
                yield k
        if a != b and len(second) == len(first) and first == second:
            yield len(first)

    def reduced(self, poly: Poly) -> tuple[Poly, list[Part]]:
        """What is left of a sum, and what it has lost."""
        rest, left_over, uses = dict(poly), {}, []
        for _ in range(MAX_STEPS):
            if not rest:
                break
            key = max(rest, key=lambda k: self._order(k[0]))
            word, monomial = key
            found = self._applicable(word)
            if found is None:
                left_over[key] = rest.pop(key)
                continue
            rule, left, right = found
            part = Part(rest[key], monomial, left, ("rule", rule), right)
            uses.append(part)
            _subtract(rest, self._times(part, self.rules[rule].poly))
        return left_over | rest, uses

    def _applicable(self, word: Word) -> tuple[int, Word, Word] | None:
        for k, rule in enumerate(self.rules):
            n = len(rule.lead)
            for start in range(len(word) - n + 1):
                if word[start : start + n] == rule.lead:
                    return k, word[:start], word[start + n :]
        return None

    def _times(self, part: Part, poly: Poly) -> Poly:
        found: Poly = {}
        for (word, monomial), c in poly.items():
            key = (joined(part.left, word, part.right), _multiplied(part.monomial, monomial))
            add_to(found, key, product(part.c, c))
        return found

    def complete(self, rounds: int = MAX_OVERLAPS) -> bool:
        """Add the rule of the next overlap that gives one; whether there is one."""
        while self.overlaps and self.done < rounds:
            place = min(range(len(self.overlaps)), key=lambda k: self._length(self.overlaps[k]))
            a, b, k = self.overlaps.pop(place)
            self.done += 1
            one, other = self.rules[a], self.rules[b]
            parts = (
                Part(UNIT, (), (), ("rule", a), other.lead[k:]),
                Part(minus(UNIT), (), one.lead[: len(one.lead) - k], ("rule", b), ()),
            )
            poly = self._times(parts[0], one.poly)
            for key, c in self._times(parts[1], other.poly).items():
                add_to(poly, key, c)
            if self.add(poly, parts):
                return True
        return False

    def _length(self, overlap: tuple[int, int, int]) -> int:
        a, b, k = overlap
        return len(self.rules[a].lead) + len(self.rules[b].lead) - k

    def proof(self, relation: Relation) -> Any:
        """A proof of an equation, from facts that the draft has then.  Raises Stuck."""
        if manifest(self.draft.context, relation):
            return Combine()
        wanted = self.poly(relation)
        if wanted is None:
            raise Stuck("not an equation between words")
        while True:
            rest, uses = self.reduced(wanted)
            if not rest:
                return self.combined(uses)
            if not self.complete():
                raise Stuck("the words are not equal by these rules")

    def combined(self, parts: Iterable[Part]) -> Any:
        """The proof that these parts make up the difference."""
        return Combine(tuple([self._equation(part) for part in parts]))

    def have(self, relation: Relation) -> int:
        """Add an equation between words to the facts of the draft.  Raises Stuck."""
        return self.draft.have(relation, self.proof(relation))

    def _equation(self, part: Part) -> tuple[Term, int, Term | None]:
        kind, k = part.source
        if kind == "rule":
            rule = self.rules[k]
            (own, *more) = rule.parts
            if not more and own.source[0] == "fact" and not (own.left or own.right or own.monomial):
                part, k = _scaled(part, own.c), own.source[1]
            else:
                k = self._stated(k)
        left = _cofactor(part.c, part.monomial, part.left)
        return left, k, word_term(part.right) if part.right else None

    def _stated(self, k: int) -> int:
        """The number of the fact that a rule is; it becomes one."""
        if k not in self.stated:
            rule = self.rules[k]
            equations = tuple(self._equation(part) for part in rule.parts)
            lead = word_term(rule.lead)
            rest = [
                _cofactor(minus(c), monomial, word) if word else
                mul(_cofactor(minus(c), monomial, ()), power(lead, 0))
                for (word, monomial), c in rule.poly.items() if word != rule.lead or monomial
            ]
            claim = eq(lead, sum_of(rest) if rest else mul(ZERO, lead))
            self.stated[k] = self.draft.have(claim, Combine(equations))
        return self.stated[k]


def read_words(context: Context, found: Vector) -> Poly | None:
    """A normal form as a sum of words; None if it is a scalar, or has blocks."""
    if not found or any(place is not None or word is None for place, word, _ in found):
        return None
    return {(units(context, word), monomial): c for (_, word, monomial), c in found.items()}


def units(context: Context, word: Any) -> Word:
    """Whole powers written out, `U^(n + 2)` as `U^n U U`."""
    found: list[Unit] = []
    for letter, e in word:
        parts = reader(context).monomials(form(context, e))
        count = parts.get((None, None, ()), NOTHING)[0]
        if count > 0 and count.denominator == 1:
            if len(parts) > 1:
                found.append((letter, simplified(context, add(e, neg(number(count))))))
            found += [(letter, ONE)] * int(count)
        else:
            found.append((letter, simplified(context, e)))
    return tuple(found)


def joined(*words: Word) -> Word:
    """The product of words; whole powers of a letter stand right of its symbolic powers."""
    found: list[Unit] = []
    for word in words:
        for letter, e in word:
            place = len(found)
            while e != ONE and place and found[place - 1] == (letter, ONE):
                place -= 1
            found.insert(place, (letter, e))
    return tuple(found)


def _cofactor(c: Gaussian, monomial: Monomial, word: Word) -> Term:
    return scaled(c, [*([monomial_term(monomial)] if monomial else []), *powers_of(word)])


def _multiplied(a: Monomial, b: Monomial) -> Monomial:
    if not a or not b:
        return a or b
    powers: dict[Term, Any] = dict(a)
    for atom, e in b:
        powers[atom] = powers.get(atom, 0) + e
    return tuple((atom, e) for atom, e in powers.items() if e)


def _scaled(part: Part, c: Gaussian) -> Part:
    return Part(product(part.c, c), part.monomial, part.left, part.source, part.right)


def _subtract(poly: Poly, other: Poly) -> None:
    for key, c in other.items():
        add_to(poly, key, minus(c))
