"""Scalars made of matrices: entries of 1 x 1 words, traces, determinants, lengths.

Laws say what is equal to such a scalar, round after round:

    entries         the word reduced by what is known of its letters; the transposed word as well
    traces          the word turned round, transposed, reduced
    determinants    of products and transposes; of `A + uv` with an inverse of A; of blocks
    facts           equations between matrices inside the determinant

Then the goal is a combination of these equations.  Incomplete: the rounds are counted.
R. A. Horn, C. R. Johnson, Matrix Analysis, chapter 0.
"""

from contextlib import suppress
from typing import Any

from derivations.kernel import Combine, Proof
from derivations.language.statements import eq
from derivations.language.terms import ONE, ZERO, Term, add, call, identity, mul
from derivations.search.drafts import Draft
from derivations.search.equality.completion import Words
from derivations.search.equality.equations import FULL, Combination
from derivations.search.goals import Goal, Stuck
from derivations.search.linear_algebra.matrices import (
    Inverses, inside, prepared, with_guises, with_inverses,
)
from derivations.search.reading.facts import atoms_of, nodes, plain_facts, vector_of
from derivations.search.reading.gaussian import UNIT
from derivations.search.reading.readback import Word, scaled, size, word_term
from derivations.search.reading.words import (
    SCALARS, Poly, factors, letters_of, read_words, sum_of_words, words_inside, words_of,
)

# Scalars that are looked at, and facts that they bring.
MAX_SCALARS, MAX_FACTS = 24, 80


class Scalars:
    """What laws say of the scalars made of matrices in a goal."""

    def __init__(self, draft: Draft, heads: frozenset[str] = SCALARS) -> None:
        self.draft, self.heads = draft, heads
        self.inverses = Inverses(draft)
        self.words = Words(draft)
        for _ in range(30):
            if not self.words.complete():
                break
        self.equations = [*plain_facts(draft.context, "==")]
        self.goal = frozenset(draft.goal.atoms)
        self.seen: set[Term] = set()
        self.queue: list[Term] = []

    def look(self, relation: Any) -> None:
        """Put the scalars in a relation on the list."""
        for atom in atoms_of([vector_of(self.draft.context, relation) or {}]):
            if atom.head in self.heads and atom not in self.seen:
                self.seen.add(atom)
                self.queue.append(atom)

    def run(self) -> None:
        for node in self.draft.goal.unbound("norm"):
            square = call("inner", *node.args * 2)
            if self._use("square of sqrt", square):
                self.look(eq(square, ZERO))
        self.look(self.draft.relation)
        if any(atom.head == "det" for atom in self.queue):
            self._facts_inside()
        while self.queue and len(self.seen) <= MAX_SCALARS:
            atom = self.queue.pop(0)
            before = len(self.draft.context.facts)
            if before > MAX_FACTS:
                return
            {"scalar": self._entry, "trace": self._trace, "det": self._determinant}[atom.head](atom)
            for fact in self.draft.context.facts[before:]:
                if fact.is_plain and fact.relation.operator == "==":
                    self.look(fact.relation)

    def _use(self, law: str, *values: Any) -> bool:
        return self.draft.attempt(self.draft.use, law, *values)

    def _reduced(self, word: Word, head: str) -> None:
        """The scalar of a word is that of what it reduces to."""
        rest, uses = self.words.reduced({(word, ()): UNIT})
        if uses:
            self.draft.attempt(self._have_reduced, word_term(word), rest, uses, head)

    def _have_reduced(self, whole: Term, rest: Poly, uses: Any, head: str) -> None:
        claim = eq(whole, sum_of_words(self.draft.context, rest, whole))
        number = self.draft.have(claim, self.words.combined(uses))
        inside(self.draft, number, head)

    def _entry(self, atom: Term) -> None:
        for word in words_inside(self.draft.context, atom):
            self._reduced(word, "scalar")

    def _trace(self, atom: Term) -> None:
        words = words_inside(self.draft.context, atom)
        if not words:
            return
        self._use("trace of a transpose", self.draft.sizes(atom.args[0])[0], atom.args[0])
        word = words[0]
        for cut in range(len(word)):
            first, last = word[:cut], word[cut:]
            if cut:
                x, y = word_term(first), word_term(last)
                m, n = (self.draft.sizes(side)[0] for side in (x, y))
                self._use("trace turned round", m, n, x, y)
            self._reduced((*last, *first), "trace")
        if atom in self.goal:
            self._facts_around(word)

    def _facts_around(self, word: Word) -> None:
        """The traces of both sides of facts with words before and behind them, where one of the
        words of the fact makes this one: `trace(A**2)` is that of `A (A B - B A)`."""
        for number, fact in self.equations:
            poly = read_words(self.draft.context, vector_of(self.draft.context, fact)) or {}
            for own, monomial in poly:
                for u, v in factors(self.draft.context, word, own) if own and not monomial else ():
                    self.draft.attempt(self._have_around, u, number, v)

    def _have_around(self, u: Word, number: int, v: Word) -> None:
        fact = self.draft.context.facts[number].relation
        left, right = (word_term(part) if part else ONE for part in (u, v))
        sides = (mul(left, side, right) for side in (fact.left, fact.right))
        inside(self.draft, self.draft.have(eq(*sides), Combine(((left, number, right),))), "trace")

    # Determinants

    def _facts_inside(self) -> None:
        """The determinants of both sides of what facts say of the letters of the goal."""
        letters = letters_of(self.draft.context, self.draft.relation)
        for number, fact in [*plain_facts(self.draft.context, "==")]:
            own = letters_of(self.draft.context, fact)
            shape = size(self.draft.context, fact.left)
            if own and own <= letters and shape is not None and shape[0] == shape[1]:
                self.draft.attempt(inside, self.draft, number, "det")
                self.look(self.draft.context.facts[-1].relation)

    def _determinant(self, atom: Term) -> None:
        x = atom.args[0]
        if x.head == "blocks":
            self.draft.attempt(self._of_blocks, x)
            return
        poly = words_of(self.draft.context, x)
        if not poly or any(monomial for _, monomial in poly):
            return
        n = self.draft.sizes(x)[0]
        rest, uses = self.words.reduced(poly)
        if uses and all(not monomial for _, monomial in rest):
            self.draft.attempt(self._have_reduced, x, rest, uses, "det")
            if len(poly) > 1:
                return
        if len(poly) > 1:
            for word, _ in poly:
                if word and self.draft.attempt(self._of_sum, x, n, word, poly):
                    return
            self._turned_round(n, poly)
            return
        ((word, _), c), = poly.items()
        if c[0] != 1 or c[1]:
            self._use("determinant of a multiple", n, scaled(c, []), word_term(word))
        if len(word) > 1:
            for cut in range(1, len(word)):
                x, y = word_term(word[:cut]), word_term(word[cut:])
                if self._use("determinant of a product", n, x, y):
                    return
        elif word and word[0][0].head in ("transpose", "adjoint"):
            base = word[0][0].args[0]
            inner = base if word[0][0].head == "transpose" else call("conj", base)
            self._use("determinant of a transpose", n, inner)

    def _turned_round(self, n: Term, poly: Any) -> None:
        """`det(1 + uv) = det(1 + vu)`."""
        rest = [(word, c) for (word, _), c in poly.items() if word]
        if len(poly) == 2 and len(rest) == 1 and poly.get(((), ())) == UNIT:
            ((word, c),) = rest
            for cut in range(1, len(word)):
                u, v = scaled(c, [word_term(word[:cut])]), word_term(word[cut:])
                self._use("determinants-turned-round", n, self.draft.sizes(v)[0], u, v)

    def _of_sum(self, x: Term, n: Term, word: Word, poly: Any) -> None:
        """`A + R = A (1 + A^-1 R)`."""
        a = scaled(poly[word, ()], [word_term(word)])
        inverse = self.inverses.of(a)
        if inverse is None:
            raise Stuck("no inverse")
        others = {key: c for key, c in poly.items() if key != (word, ())}
        rest = sum_of_words(self.draft.context, others, x)
        second = add(identity(n), mul(inverse, rest))
        number = Words(self.draft).have(eq(x, mul(a, second)))
        inside(self.draft, number, "det")
        self.draft.use("determinant of a product", n, a, second)

    def _of_blocks(self, x: Term) -> None:
        """Two by two blocks, by the Schur complement of the first."""
        if x.data != (2, 2):
            raise Stuck("not two by two")
        a, b, c, d = x.args
        n, m = self.draft.sizes(a)[0], self.draft.sizes(d)[0]
        inverse = self.inverses.of(a)
        if inverse is None:
            raise Stuck("no inverse")
        Words(self.draft).have(eq(mul(inverse, a), identity(n)))
        self.draft.use("schur-by-inverse", n, m, a, inverse, b, c, d)


# Methods


def prove_with_scalars(goal: Goal) -> Proof | None:
    """An equation between scalars made of matrices."""
    if not any(atom.head in SCALARS for atom in goal.atoms):
        return None
    with suppress(Stuck):
        found = _combined(goal)
        if found is not None:
            return found
    if not any(n.head == "inv" for n in nodes(goal.relation)):
        return None
    heads = {atom.head for atom in goal.atoms} & SCALARS
    if len(heads) > 1 and "det" in heads:  # which may be a factor of all the others
        with suppress(Stuck):
            found = _combined(goal, turned=True, heads=SCALARS - {"det"})
            if found is not None:
                return found
    return _combined(goal, turned=True)


def _combined(goal: Goal, turned: bool = False, heads: frozenset[str] = SCALARS) -> Proof | None:
    """The goal as a combination of what laws say of its scalars with these heads, perhaps with the
    inverses transposed; None where they say nothing.  Raises Stuck."""
    draft = prepared(goal)
    with_inverses(draft)
    before = len(draft.context.facts)
    if turned:
        with_guises(draft)
        if len(draft.context.facts) == before:
            return None
    Scalars(draft, heads).run()
    if len(draft.context.facts) == before:
        return None
    found = Combination(draft)
    found.rounds, found.new, found.candidates = FULL
    return draft.close(found.proof())
