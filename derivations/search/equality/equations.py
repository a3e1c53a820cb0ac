"""Equations as combinations of facts with cofactors.

For a term of what is to be shown and a term of a fact that divides it, the quotient is a cofactor
(two of them, left and right, between words of matrices); what the product adds is looked at in the
same way, for a few rounds.  Exact linear algebra over the terms then finds the combination.
Facts are also used conjugated, transposed, inside the entry of a product, and entry by entry.

Complete for linear combinations; for ideals as far as the rounds reach.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product
from operator import itemgetter
from typing import Any

from derivations.kernel import Combine, Proof, Rewrite
from derivations.language.statements import Relation, eq
from derivations.language.terms import (
    ONE, ZERO, Term, add, adjoint, call, conj, div, identity, matrix, mul, neg, transpose,
)
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.reading.facts import Vector, vector_of, vectors
from derivations.search.reading.gaussian import UNIT, Gaussian, Span, minus
from derivations.search.reading.readback import (
    CONSTANT, Key, Word, entry_of, form, is_scalar, monomial_term, powers_of, product_of, scaled,
)
from derivations.search.reading.references import by_equation
from derivations.search.reading.words import factors, words_inside

MAX_COLUMNS = 240  # products
# Rounds, new products in a round, products looked at in a round.
FULL, LIGHT = (6, 60, 600), (2, 20, 60)
# So many terms have the facts that are multiplied, on the average.
USUAL = 10
# Facts made of facts: in other guises, inside products.
MAX_GUISES = 24

# A fact, a monomial, words left and right of it (None: a scalar), a place in a grid.
Column = tuple[int, Any, Any, Any, Any]
# Coefficients of terms, which have numbers: to hash a term takes longer than to multiply it.
Numbered = dict[int, Gaussian]
# A monomial by the numbers of its atoms; the same with the places that atoms have in it.
Coded = tuple[tuple[int, Any], ...]
Factors = list[tuple[int, tuple[int, Any]]]


def prove_from_equations(goal: Goal) -> Proof | None:
    """A combination of facts, for an equation or `≠`."""
    if not goal.context.facts:
        return None
    draft = Draft(goal)
    return draft.close(Combination(draft).proof())


def combined(draft: Draft) -> Proof | None:
    """A combination of facts for the goal of the draft, or None."""
    return attempted(lambda: Combination(draft).proof())


def without_factor(draft: Draft, known: int, factor: Term, rest: Term) -> int:
    """Add `rest = 0` from the fact with this number, `factor rest = 0`, the factor being not 0;
    returns its number.  Raises Stuck."""
    inverse = draft.use("inverse", factor)
    return draft.have(eq(rest, ZERO), Combine((
        (div(ONE, factor), known, None), (neg(rest), inverse, None))))


def have_combined(draft: Draft, claim: Relation) -> int:
    """Add an equation that is a combination of facts; returns its number.  Raises Stuck."""
    inner = draft.aside(claim)
    return draft.have(claim, inner.close(Combination(inner).proof()))


class Combination:
    """The products of facts and cofactors that a goal leads to."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.goal = draft, draft.goal
        self.gap = self.goal.gap
        self.rounds, self.new, self.candidates = LIGHT if draft.light else FULL
        self.scalar = is_scalar(self.gap)
        self.columns: list[Column] = []
        self.span = Span()
        self.terms: list[Key] = []
        self.numbers: dict[Key | Coded, int] = {}
        self.atoms: list[Term] = []
        self.ranks: list[int] = []
        self.codes: dict[Term, int] = {}
        # By the numbers of targets, their atoms with exponents; by facts, their terms with what a
        # target has to have that they divide.
        self.powers: dict[int, dict[int, Any]] = {}
        self.leads: dict[int, list[tuple[Key, Coded, frozenset[int]]]] = {}
        self.wanted = self._numbered(self.gap)
        self.targets: dict[int, None] = dict.fromkeys(self.wanted)
        # The terms of facts between scalars, and whether one of them has a power of -1.
        self.factors: dict[int, list[tuple[Factors, Gaussian]]] = {}
        self.turned: dict[int, bool] = {}
        self.facts = vectors(draft.context, "==")
        # Below 0: what a fact says in another guise, which is proved where it counts.
        self.guises: dict[int, tuple[int, Relation]] = {}
        self.said: set[Relation] = set()
        self.letters: set[Term] = set()  # of so many targets
        self.looked_at = 0
        self.met: dict[int, int] = {}  # how many of the targets a fact has met
        self.seen: set[Column] = set()
        differs = self.goal.relation.operator == "!="
        self.others = vectors(draft.context, "!=", "<") if differs else {}  # one may count once
        for v in self.others.values():
            self.targets.update(dict.fromkeys(self._numbered(v)))
        if not self.gap:  # then the facts have to contradict each other
            met = (key for v in self.facts.values() for key in v)
            self.targets.update(dict.fromkeys(map(self._number, [CONSTANT, *met])))

    def proof(self) -> Combine:
        """A proof by Combine.  Raises Stuck."""
        done: set[int] = set()
        for _ in range(self.rounds):
            found = self._solved()
            if found is not None:
                return found
            fresh = [t for t in self.targets if t not in done]
            if not fresh or len(self.columns) > MAX_COLUMNS:
                break
            done.update(fresh)
            before = len(self.columns), len(self.facts)
            self._guises()
            self._inside([self.terms[t] for t in fresh])
            self._multiply([*self.targets])
            if before == (len(self.columns), len(self.facts)):
                break
        found = self._solved()
        if found is None:
            raise Stuck("no combination of facts")
        return found

    def _number(self, term: Key) -> int:
        """The number of a term, which may be met first."""
        place, word, monomial = term
        plain = place is None and word is None
        found = self.numbers.setdefault(self._coded(monomial) if plain else term, len(self.terms))
        if found == len(self.terms):
            self.terms.append(term)
        return found

    def _number_coded(self, monomial: Coded) -> int:
        """The same for a monomial that has none."""
        self.terms.append((None, None, self._decoded(monomial)))
        found = self.numbers[monomial] = len(self.terms) - 1
        return found

    def _coded(self, monomial: Any) -> Coded:
        return tuple([(self._code(atom), e) for atom, e in monomial])

    def _decoded(self, monomial: Coded) -> Any:
        return tuple([(self.atoms[k], e) for k, e in monomial])

    def _code(self, atom: Term) -> int:
        found = self.codes.setdefault(atom, len(self.atoms))
        if found == len(self.atoms):
            self.atoms.append(atom)
            self.ranks.append(self.goal.reader.rank(atom))
        return found

    def _numbered(self, v: Vector) -> Numbered:
        return {self._number(term): c for term, c in v.items()}

    def _stated(self, number_: int) -> Relation:
        facts = self.draft.context.facts
        return facts[number_].relation if number_ >= 0 else self.guises[number_][1]

    def _zero(self, number_: int) -> Relation:
        """A fact as `left - right = 0`; what is put for its left side then stands once."""
        fact = self._stated(number_)
        return eq(add(fact.left, neg(fact.right)), mul(ZERO, fact.left))

    def _take_inside(self, number_: int, claim: Relation) -> None:
        """Take into account what a fact says inside something linear."""
        v = vector_of(self.draft.context, claim)
        if v and claim not in self.said and len(self.facts) <= 2 * MAX_GUISES:
            self.said.add(claim)
            self.guises[-1 - len(self.guises)] = number_, claim
            self.facts[-len(self.guises)] = v

    def _proved(self, number_: int) -> int:
        """The number of a fact; one in another guise is proved now."""
        if number_ >= 0:
            return number_
        fact, claim = self.guises[number_]
        zero = self.draft.have(self._zero(fact), by_equation(self._proved(fact)))
        return self.draft.have(claim, Rewrite(zero, Combine()))

    # Products

    def _multiply(self, targets: Iterable[int]) -> None:
        """Add the products that meet the targets, those first that bring few new terms."""
        found: list[tuple[int, int, Column, Numbered]] = []
        place = terms = 0
        for place, number in enumerate(targets, 1):
            target = self.terms[number]
            powers = self.powers.get(number)
            if powers is None:
                powers = self.powers[number] = dict(self._coded(target[2]))
            for number_, fact in self.facts.items():
                leads = self._leads(number_) if place > self.met.get(number_, 0) else ()
                for lead, own, needed in leads:
                    rest = self._rest(powers, own) if needed <= powers.keys() else None
                    for column in () if rest is None else self._quotients(
                        target, number_, lead, rest
                    ):
                        before = len(self.seen)
                        self.seen.add(column)
                        if len(self.seen) == before:
                            continue
                        v = self._product(column)
                        terms += len(fact)
                        if v:
                            new = len(v) - len(v.keys() & self.targets.keys())
                            found.append((new, len(found), column, v))
            if len(found) > self.candidates or terms > USUAL * self.candidates:
                break
        for number_ in self.facts:
            self.met[number_] = max(place, self.met.get(number_, 0))
        room = min(MAX_COLUMNS - len(self.columns), self.new)
        for _, _, column, v in sorted(found, key=itemgetter(0, 1))[:room]:
            self.columns.append(column)
            if self.span.add(v):
                self.targets.update(dict.fromkeys(v))

    def _leads(self, number_: int) -> list[tuple[Key, Coded, frozenset[int]]]:
        """The terms of a fact but constants, which divide everything."""
        if number_ not in self.leads:
            self.leads[number_] = [
                (key, own, frozenset([
                    k for k, e in own if e > 0 and self.atoms[k].head != "exp"]))
                for key in self.facts[number_] if key[2] or key[1]
                for own in [self._coded(key[2])]
            ]
        return self.leads[number_]

    def _rest(self, powers: dict[int, Any], by: Coded) -> Coded | None:
        """A quotient of monomials (`divided`)."""
        left = powers
        for k, e in by:
            rest = left.get(k, 0) - e
            if rest < 0 and self.atoms[k].head != "exp":
                return None
            if left is powers:
                left = powers.copy()
            left[k] = rest
        return tuple([(k, e) for k, e in left.items() if e])

    def _product(self, column: Column) -> Numbered | None:
        """The difference of a fact, between cofactors."""
        number_, rest, left_word, _right_word, place = column
        if left_word is None and place is None:
            found = self._plainly(rest, number_)
            if found is not None:
                return found
        left, right = self._cofactors(column)
        stated = self._stated(number_)
        sides = [product_of([left, side, *([] if right is None else [right])])
                 for side in (stated.left, stated.right)]
        v = vector_of(self.draft.context, eq(*sides))
        if v and all(is_scalar([key]) == self.scalar for key in v):
            return self._numbered(v)
        return None

    def _cofactors(self, column: Column) -> tuple[Term, Term | None]:
        """The cofactors as terms."""
        _, rest, left_word, right_word, place = column
        scalar = monomial_term(self._decoded(rest))
        if place is not None:
            return _unit_matrix(place[0], place[1], _times(scalar, left_word)), None
        if left_word == () and right_word is None:  # a number beside the identity
            rows, _ = self.draft.sizes(self.goal.relation.left)
            return mul(scalar, identity(rows)), None
        return _times(scalar, left_word), _times(None, right_word) if right_word else None

    def _plainly(self, rest: Coded, number_: int) -> Numbered | None:
        """The product of a scalar fact with a monomial, where no atoms join but the same ones;
        none where a power of -1, whose exponents are kept small, would join."""
        if number_ not in self.factors:
            fact = self.facts[number_]
            self.factors[number_] = [
                (self._factors(self._coded(m)), c)
                for (_, _, m), c in fact.items()] if is_scalar(fact) else []
            self.turned[number_] = any(own and own[0][0] == 0 for own, _ in self.factors[number_])
        several, others = self.factors[number_], self._factors(rest)
        if not several or (others and (self.turned[number_] or others[0][0] == 0)):
            return None
        found: Numbered = {}
        for own, c in several:
            monomial = _joined(others, own)
            number = self.numbers.get(monomial)
            found[self._number_coded(monomial) if number is None else number] = c
        return found if len(found) == len(several) else None

    def _factors(self, monomial: Coded) -> Factors:
        """In the order that normal forms have: that of the first appearance of their atoms."""
        return sorted([(self.ranks[f[0]], f) for f in monomial], key=itemgetter(0))

    def _quotients(
        self, target: Key, number_: int, lead: Key, rest: Coded
    ) -> list[Column]:
        (place, word, _), (own_place, own_word, _) = target, lead
        if own_word is None and own_place is None:
            shape = None if place is None else self._shape()
            if place is not None and shape is None:
                return []
            return [(number_, rest, word, None, None if place is None else (shape, place[1:]))]
        if own_word is None or word is None or (place, own_place) != (None, None):
            return []
        found = factors(self.goal.context, word, own_word)
        return [(number_, rest, left, right, None) for left, right in found]

    def _shape(self) -> tuple[int, int] | None:
        value = form(self.goal.context, self.goal.relation.left)
        heights, widths = getattr(value, "heights", None), getattr(value, "widths", None)
        return None if heights is None or widths is None else (len(heights), len(widths))

    # Facts in other guises

    def _guises(self) -> None:
        """Facts conjugated and transposed, where that meets what is looked at."""
        wanted = self.letters
        wanted |= _letters([self.terms[t] for t in islice(self.targets, self.looked_at, None)])
        self.looked_at = len(self.targets)
        for number_ in [*self.facts][:MAX_GUISES]:
            stated, known = self._stated(number_), self.goal.reader.known
            key = "turned", id(stated)
            if key not in known:
                known[key] = stated, [*self._turned(number_)]
            for claim, met in known[key][1]:
                if met & wanted and len(self.facts) <= MAX_GUISES:
                    self._take_inside(number_, claim)

    def _turned(self, number_: int) -> Iterator[tuple[Relation, set[Term]]]:
        """What a fact says conjugated and transposed, and of which letters, some of them new."""
        v, fact = self.facts[number_], self._zero(number_)
        turns = (conj, transpose, adjoint)
        for turn in turns[:1] if is_scalar(v) else turns:
            claim = eq(turn(fact.left), turn(fact.right))
            met = _letters(vector_of(self.draft.context, claim) or ())
            if not met <= _letters(v):
                yield claim, met

    def _inside(self, targets: Iterable[Key]) -> None:
        """Facts between matrices inside the entry of a 1 x 1 word; facts entry by entry."""
        matrices = [(n, v) for n, v in self.facts.items()
                    if any(word is not None or place for place, word, _ in v)]
        if not matrices:
            return
        for _, _word, monomial in targets:
            for atom, _ in monomial:
                if atom.head == "scalar":
                    self._inside_atom(atom, matrices)
        for number_, v in matrices:
            if all(word is None and place and place[0] == "grid" for place, word, _ in v):
                self._entries(number_, v)

    def _inside_atom(self, atom: Term, matrices: list[tuple[int, Vector]]) -> None:
        """An entry is that of the transposed word, too."""
        for word in words_inside(self.goal.context, atom):
            for number_, v in matrices:
                for place, own, _ in v:
                    if place is None and own:
                        for left, right in factors(self.goal.context, word, own):
                            self._between(number_, left, right)

    def _between(self, number_: int, left: Word, right: Word) -> None:
        fact = self._zero(number_)
        around = [[_times(None, part)] if part else [] for part in (left, right)]
        claim = eq(*(
            call("scalar", product_of([*around[0], side, *around[1]]))
            for side in (fact.left, fact.right)
        ))
        self._take_inside(number_, claim)

    def _entries(self, number_: int, v: Vector) -> None:
        fact = self._zero(number_)
        value = form(self.draft.context, fact.left)
        rows, columns = len(value.heights), len(value.widths)
        for i, j in product(range(rows), range(columns)):
            claim = eq(*(entry_of(side, rows, columns, i, j) for side in (fact.left, fact.right)))
            self._take_inside(number_, claim)

    # Solutions

    def _solved(self) -> Combine | None:
        operator = self.goal.relation.operator
        weights = self.span.combination(self.wanted)
        if operator == "==":
            return None if weights is None else Combine(self.equations(weights))
        for number_, v in [*self.others.items(), (None, {CONSTANT: UNIT})]:
            found, c = self._with(self._numbered(v))
            if found is not None and c is not None and c[0] and not c[1]:
                orders = () if number_ is None else ((c[0], number_),)
                return Combine(self.equations(found), orders)
        return None

    def _with(self, v: Numbered) -> tuple[dict[int, Gaussian] | None, Gaussian | None]:
        """Weights of columns, and how often v counts; that is once, if nothing is to be shown."""
        if not self.gap:
            return self.span.combination({k: minus(c) for k, c in v.items()}), UNIT
        wider = Span()
        for column in [*self.span.columns, v]:
            wider.add(column)
        found = wider.combination(self.wanted)
        return found, None if found is None else found.pop(len(self.span.columns), None)

    def equations(self, weights: dict[int, Any]) -> tuple[Any, ...]:
        """What a rule Combine is told, from weights of columns."""
        return tuple(
            self._equation(c, self.columns[k]) for k, c in weights.items() if c != (0, 0)
        )

    def _equation(self, c: Any, column: Column) -> tuple[Term, int, Term | None]:
        left, right = self._cofactors(column)
        return (left if c == (1, 0) else scaled(c, [left])), self._proved(column[0]), right


def _letters(keys: Iterable[Key]) -> set[Term]:
    """The atoms and letters of terms of a normal form."""
    return {a for _, word, m in keys for a, _ in (*m, *(word or ()))}


def divided(monomial: Any, by: Any) -> Any:
    """The quotient of monomials; exponentials divide everything."""
    powers = dict(monomial)
    for atom, e in by:
        rest = powers.get(atom, 0) - e
        if rest < 0 and atom.head != "exp":
            return None
        powers[atom] = rest
    return tuple((a, e) for a, e in powers.items() if e)


def _joined(one: Factors, other: Factors) -> Coded:
    """The product of monomials."""
    found, i, j = [], 0, 0
    while i < len(one) and j < len(other):
        (rank, factor), (rank_too, factor_too) = one[i], other[j]
        if rank < rank_too:
            found.append(factor)
        elif rank > rank_too:
            found.append(factor_too)
        elif exponent := factor[1] + factor_too[1]:
            found.append((factor[0], exponent))
        i, j = i + (rank <= rank_too), j + (rank >= rank_too)
    return (*found, *map(itemgetter(1), one[i:] or other[j:]))


def _times(scalar: Term | None, word: Any) -> Term:
    """A scalar times a word."""
    letters = powers_of(word or ())
    if scalar is None or (letters and scalar == ONE):
        return product_of(letters)
    return product_of([scalar, *letters])


def _unit_matrix(shape: tuple[int, int], place: Any, entry: Term) -> Term:
    return matrix([[entry if (i, j) == tuple(place) else ZERO for j in range(shape[1])]
                   for i in range(shape[0])])
