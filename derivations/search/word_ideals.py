"""Equations between products of matrices, by a Gröbner basis of words.

The equations of the context generate a two-sided ideal; its basis is completed pair by pair
(overlaps of leading words, smallest first, also with what neighbouring letters do by their sorts),
each element kept as a combination of the equations, and the residual of the goal is reduced on the
way.  The word problem is undecidable and a basis may be infinite: the search has stated limits.

Source: T. Mora, An introduction to commutative and noncommutative Gröbner bases, Theoretical
Computer Science 134 (1994); J. Helton, M. Stankus, J. Wavrik for inverses of sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from derivations.kernel import polynomial as P, words
from derivations.kernel.context import Context, difference
from derivations.kernel.forms import Form, Grid, opaque
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly, TooLarge
from derivations.kernel.proofs import Cofactor, NormalForm, Proof
from derivations.kernel.words import Letter, Word, Words
from derivations.language.statements import Unsettled
from derivations.language.terms import mul
from derivations.search.goals import Goal, proves
from derivations.search.readback import NotReadable, Reader

# Elements of the basis, pairs looked at, letters of a word, words of an element, steps of one
# reduction, and cofactors: beyond one of these the search ends, or a pair is left out.
MAX_BASIS = 60
MAX_PAIRS = 400
MAX_LETTERS = 10
MAX_WORDS = 24
MAX_STEPS = 120
MAX_COFACTORS = 400

Combination = dict[Word, Poly]
Cofactors = dict[tuple[Word, int, Word], Poly]


@dataclass(frozen=True)
class Element:
    """A combination of words that is zero, and the equations that it is a combination of."""

    terms: Combination
    cofactors: Cofactors
    lead: Word


def prove_by_word_ideal(goal: Goal, pairs: int = MAX_PAIRS) -> Proof | None:
    """The goal as a combination of the equations of its context."""
    if goal.relation.operator != "==":
        return None
    normalizer = goal.context.normalizer
    try:
        gap = goal.gap
    except Unsettled:
        return None
    if isinstance(gap, (Poly, Grid)):
        return None
    search = WordIdeal(normalizer.algebra)
    search.note(opaque(normalizer.algebra, gap))
    search.add_equations(word_equations(goal.context))
    if not search.basis:
        return None
    cofactors = search.combination(opaque(normalizer.algebra, gap), pairs)
    if cofactors is None:
        return None
    try:
        proof = NormalForm(_written(goal, cofactors))
    except NotReadable:
        return None
    return proof if proves(goal, proof) else None


def _written(goal: Goal, cofactors: Cofactors) -> tuple[Cofactor, ...]:
    reader = Reader(goal.context.normalizer.algebra, goal.context.symbols)
    found = []
    for (left, fact, right), c in cofactors.items():
        # The kernel adds to right - left of the goal.
        factor = reader.poly(P.negative(c))
        if left:
            factor = mul(factor, reader.word(left))
        found.append(Cofactor(factor, fact, reader.word(right) if right else None))
    return tuple(found)


def word_equations(context: Context) -> list[tuple[int, Words]]:
    """The equations between matrices, as `left - right` in words, by their numbers."""
    found = []
    for number, fact in enumerate(context.facts):
        relation = fact.relation
        if not fact.is_plain or relation.operator != "==" or number in context.ignored:
            continue
        try:
            gap: Poly | Form = difference(context.normalizer, relation)
        except Unsettled:
            continue
        if isinstance(gap, Words) and gap.terms:
            algebra = context.normalizer.algebra
            found.append((number, words.scaled(algebra, gap, P.constant(-1))))
    return found


def _rank(word: Word) -> tuple[int, int, tuple[Any, ...]]:
    """Longer words are greater; among those as long, ones with fewer symbolic powers."""
    return len(word), sum(isinstance(e, int) for *_, e in word), words.order(word)


def expanded(word: Word) -> Word:
    """Powers of letters as that many letters."""
    letters: list[Letter] = []
    for base, t, c, e in word:
        if isinstance(e, int) and e <= MAX_LETTERS:
            letters += [(base, t, c, 1)] * e
        else:
            letters.append((base, t, c, e))
    return tuple(letters)


class WordIdeal:
    """A basis that grows; its elements are zero by the equations."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.basis: list[Element] = []
        self.pairs: list[tuple[int, int, int, int]] = []
        self.alphabet: list[Letter] = []
        # Elements whose leading coefficient is not seen to be invertible.
        self.others: list[Element] = []
        self.finished = False

    # Arithmetic

    def multiply(self, left: Word, right: Word) -> tuple[int, Word]:
        sign, word = words.multiply(self.algebra, left, right)
        return sign, expanded(word)

    def shifted(self, left: Word, terms: Combination, right: Word) -> Combination:
        parts = []
        for word, c in terms.items():
            sign, product = self.multiply(left, word)
            if sign:
                turn, product = self.multiply(product, right)
                if turn:
                    parts.append((product, P.scale(c, sign * turn)))
        return words.combine(parts)

    def _shifted_cofactors(self, left: Word, cofactors: Cofactors, right: Word) -> Cofactors:
        found: Cofactors = {}
        for (before, fact, after), c in cofactors.items():
            sign, outer = words.multiply(self.algebra, left, before)
            turn, inner = words.multiply(self.algebra, after, right)
            if sign * turn:
                key = (outer, fact, inner)
                found[key] = P.plus(found.get(key, P.ZERO), P.scale(c, sign * turn))
        return found

    def _minus(
        self,
        a: tuple[Combination, Cofactors],
        factor: Poly,
        b: tuple[Combination, Cofactors],
    ) -> tuple[Combination, Cofactors]:
        down = P.negative(factor)
        terms = words.combine(
            [*a[0].items(), *((w, self.algebra.times(c, down)) for w, c in b[0].items())]
        )
        cofactors = dict(a[1])
        for key, c in b[1].items():
            total = P.plus(cofactors.get(key, P.ZERO), self.algebra.times(c, down))
            if total.is_zero:
                cofactors.pop(key, None)
            else:
                cofactors[key] = total
        return terms, cofactors

    # Reduction

    def reduced(self, terms: Combination, cofactors: Cofactors) -> tuple[Combination, Cofactors]:
        """What remains; the cofactors lose what was taken away."""
        for _ in range(MAX_STEPS):
            found = self._divisible(terms)
            if found is None:
                return {w: c for w, c in terms.items() if not self.algebra.is_zero(c)}, cofactors
            word, element, at = found
            before, after = word[:at], word[at + len(element.lead) :]
            inner = (
                self.shifted(before, element.terms, after),
                self._shifted_cofactors(before, element.cofactors, after),
            )
            terms, cofactors = self._minus((terms, cofactors), terms[word], inner)
            if len(cofactors) > MAX_COFACTORS:
                raise TooLarge("too many cofactors")
        return terms, cofactors

    def _divisible(self, terms: Combination) -> tuple[Word, Element, int] | None:
        for word in sorted(terms, key=_rank, reverse=True):
            for element in self.basis:
                size = len(element.lead)
                for at in range(len(word) - size + 1):
                    if word[at : at + size] == element.lead:
                        return word, element, at
        return None

    # The basis

    def add_equations(self, equations: Sequence[tuple[int, Words]]) -> None:
        for _, combination in equations:
            self.note(combination)
        for number, combination in sorted(equations, key=lambda e: _size(e[1])):
            terms = words.combine([(expanded(w), c) for w, c in combination.terms.items()])
            self.add(terms, {((), number, ()): ONE})

    def note(self, combination: Words) -> None:
        """Letters that may merge with those of the basis."""
        for word in sorted(combination.terms, key=words.order):
            for base, t, c, e in word:
                power = () if isinstance(e, int) else ((base, t, c, e),)
                for one in ((base, t, c, 1), *self._inverse(base, t, c), *power):
                    self.alphabet += [one] if one not in self.alphabet else []

    def _inverse(self, base: int, t: bool, c: bool) -> Word:
        if not words.is_known_invertible(self.algebra, base):
            return ()
        rows, columns = (
            P.from_key(k) for k in words.letter_size(self.algebra, (base, t, c, 1))
        )
        inverted = words.inverse(self.algebra, Words(rows, columns, {((base, t, c, 1),): ONE}))
        word = () if inverted is None else expanded(next(iter(inverted.terms)))
        # What stands inside an inverse is multiplied out wherever it is written by itself.
        inside = any(self.algebra.atoms[g].key[1][:2] == ("form", "is") for g, *_ in word)
        return () if inside else word

    def add(self, terms: Combination, cofactors: Cofactors) -> bool:
        """Add what remains of an element that is zero; whether anything does."""
        try:
            terms, cofactors = self.reduced(terms, cofactors)
        except TooLarge:
            return False
        if not terms or len(terms) > MAX_WORDS:
            return False
        lead = max(terms, key=_rank)
        if len(lead) > MAX_LETTERS or not lead:
            return False
        c = terms[lead]
        if c.constant() is None and not self.algebra.is_nonzero(c):
            self.others.append(Element(terms, cofactors, lead))
            return False
        over = self.algebra.inverse(c)
        times = self.algebra.times
        terms = {w: times(p, over) for w, p in terms.items()}
        terms[lead] = ONE
        element = Element(terms, {k: times(p, over) for k, p in cofactors.items()}, lead)
        place = len(self.basis)
        self.basis.append(element)
        for k, other in enumerate(self.basis):
            self._overlaps(place, k, element.lead, other.lead)
            if k != place:
                self._overlaps(k, place, other.lead, element.lead)
        self._merging(place, element)
        return True

    def _overlaps(self, i: int, j: int, first: Word, second: Word) -> None:
        """Pairs in which an end of the first word is a beginning of the second."""
        for size in range(1, min(len(first), len(second)) + (i != j)):
            if first[-size:] == second[:size]:
                whole = len(first) + len(second) - size
                if whole <= MAX_LETTERS:
                    self.pairs.append((whole, i, j, size))
        if len(second) < len(first):
            for at in range(1, len(first) - len(second)):
                if first[at : at + len(second)] == second:
                    self.pairs.append((len(first), i, j, -at))

    def _merging(self, place: int, element: Element) -> None:
        """Letters that merge into an end of the leading word."""
        for k, one in enumerate(self.alphabet):
            if self._fits(one, element.lead[0]):
                _, product = self.multiply((one,), element.lead)
                if len(product) <= len(element.lead):
                    self.pairs.append((len(element.lead), place, -1 - k, 0))
            if self._fits(element.lead[-1], one):
                _, product = self.multiply(element.lead, (one,))
                if len(product) <= len(element.lead):
                    self.pairs.append((len(element.lead), place, -1 - k, 1))

    def _fits(self, a: Letter, b: Letter) -> bool:
        size = words.letter_size
        return size(self.algebra, a)[1] == size(self.algebra, b)[0]

    def _of_pair(self, i: int, j: int, size: int) -> tuple[Combination, Cofactors]:
        g = self.basis[i]
        if j < 0:
            ends = ((self.alphabet[-1 - j],), ()) if size == 0 else ((), (self.alphabet[-1 - j],))
            return (
                self.shifted(ends[0], g.terms, ends[1]),
                self._shifted_cofactors(ends[0], g.cofactors, ends[1]),
            )
        h = self.basis[j]
        if size < 0:
            left, right = g.lead[:-size], g.lead[-size + len(h.lead) :]
            first = (g.terms, g.cofactors)
        else:
            left, right = g.lead[:-size], ()
            after = h.lead[size:]
            first = (
                self.shifted((), g.terms, after),
                self._shifted_cofactors((), g.cofactors, after),
            )
        second = (
            self.shifted(left, h.terms, right),
            self._shifted_cofactors(left, h.cofactors, right),
        )
        return self._minus(first, ONE, second)

    # The goal

    def combination(self, target: Words, pairs: int = MAX_PAIRS) -> Cofactors | None:
        """Cofactors with `target = Σ c · left · equation · right`; None if none are found."""
        rest: Combination = words.combine(
            [(expanded(w), c) for w, c in target.terms.items()]
        )
        used: Cofactors = {}
        for _ in range(pairs):
            try:
                rest, used = self.reduced(rest, used)
            except TooLarge:
                return None
            rest, used = self._without_others(rest, used)
            if not rest:
                return {key: P.negative(c) for key, c in used.items()}
            if not self.grow() and not self.others:
                return None
            if not self.pairs and self.finished:
                return None
            self.finished = not self.pairs
        return None

    def _without_others(
        self, rest: Combination, used: Cofactors
    ) -> tuple[Combination, Cofactors]:
        """What remains, or nothing where it is a multiple of one of the other elements."""
        for other in self.others:
            place = next((w for w in sorted(other.terms, key=_rank)
                          if other.terms[w].constant() is not None and w in rest), None)
            if place is None:
                continue
            ratio = self.algebra.times(rest[place], self.algebra.inverse(other.terms[place]))
            left = self._minus((rest, used), ratio, (other.terms, other.cofactors))
            if all(self.algebra.is_zero(c) for c in left[0].values()):
                return {}, left[1]
        return rest, used

    def grow(self) -> bool:
        """Add one element from the pairs; False when none is left."""
        while self.pairs and len(self.basis) < MAX_BASIS:
            best = min(self.pairs)
            self.pairs.remove(best)
            if self.add(*self._of_pair(*best[1:])):
                return True
        return False


def _size(combination: Words) -> tuple[int, int]:
    return max(len(expanded(w)) for w in combination.terms), len(combination.terms)


__all__ = ["WordIdeal", "expanded", "prove_by_word_ideal", "word_equations"]
