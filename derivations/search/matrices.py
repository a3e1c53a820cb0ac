"""Matrices of unspecified size: their inverses, and equations between words of them.

    inverses        a matrix has an inverse if its determinant is known not to be 0, if it is a
                    product of such, if it solves a polynomial equation, or if another has one that
                    differs from it by factors: `A^-1 + B^-1` and `A + B`, `1 + XY` and `1 + YX`
    words           equations between words, among what the sorts and the inverses say

Sources: R. A. Horn, C. R. Johnson, Matrix Analysis, chapter 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from derivations.kernel import Combine, Context, Rewrite
from derivations.language.statements import Proposition, Relation, eq, ne
from derivations.language.substitution import free_symbols
from derivations.language.terms import (
    ONE, ZERO, Term, add, adjoint, call, conj, identity, mul, neg, transpose,
)
from derivations.search.completion import Words
from derivations.search.gaussian import UNIT, Gaussian, minus, ratio
from derivations.search.goals import (
    Draft, Goal, Stuck, atoms_of, nodes, plain_facts, vector, vector_of,
)
from derivations.search.instances import with_sorts
from derivations.search.linear import Span
from derivations.search.matching import same
from derivations.search.readback import Word, scaled, simplified, word_term
from derivations.search.references import by_order
from derivations.search.words import Poly, letters_of, read_words, sum_of_words, words_of

# Words that may make up the inverse of a polynomial; letters that are tried as factors.
MAX_INVERSE_WORDS, MAX_FACTORS = 20, 6
# How deep inverses hang on other inverses.
MAX_NESTING = 4
TURNS = (transpose, conj, adjoint)
MAX_FACTS = 60


class Inverses:
    """Matrices, and their inverses as facts of a draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.found: dict[Term, Term | None] = {}

    def of(self, x: Term, nesting: int = 0) -> Term | None:
        """The inverse of a square matrix, from then on a fact; None if none is found."""
        if nesting > MAX_NESTING:
            return None
        x = simplified(self.draft.context, x)
        if x not in self.found:
            self.found[x] = None
            self.found[x] = next(self._tries(x, nesting), None)
        return self.found[x]

    def _tries(self, x: Term, nesting: int) -> Iterator[Term]:
        if self._by_determinant(x):
            yield call("inv", x)
        poly = words_of(self.draft.context, x)
        if poly is None or any(monomial for _, monomial in poly):
            return
        if len(poly) == 1:
            yield from self._of_word(x, poly, nesting)
            return
        yield from self._of_polynomial(x, list(poly))
        yield from self._of_skew(x, poly)
        yield from self._turned_round(x, poly)
        yield from self._between_factors(x, list(poly), nesting)

    def _by_determinant(self, x: Term) -> bool:
        wanted, context = call("det", x), self.draft.context
        for k, fact in plain_facts(context, "!="):
            if fact.right == ZERO and same(context, fact.left, wanted):
                proof = by_order(k)
                self.draft.use("inverse matrix", self.draft.sizes(x)[0], x, proofs=[proof])
                return True
        return False

    def _accepted(self, x: Term, y: Term) -> bool:
        """Whether y is shown to be the inverse; then that is a fact, and that det(x) is not 0."""
        n = self.draft.sizes(x)[0]

        def step() -> None:
            Words(self.draft).have(eq(mul(x, y), identity(n)))
            self.draft.use("one-sided inverse", n, x, y)

        return self.draft.attempt(step)

    def _of_word(self, x: Term, poly: Poly, nesting: int) -> Iterator[Term]:
        (((word, _), c),) = poly.items()
        if len(word) == 1 and word[0][1] == ONE and c == UNIT:
            yield from self._of_letter(word[0][0], nesting)
            yield from self._of_polynomial(x, [*poly])
            return
        parts: list[Term] = []
        for letter, e in reversed(word):
            inverse = self.of(letter, nesting + 1) if e == ONE else None
            if inverse is None:
                return
            parts.append(inverse)
        y = scaled(ratio(UNIT, c), parts)
        if self._accepted(x, y):
            yield y

    def _of_letter(self, letter: Term, nesting: int) -> Iterator[Term]:
        for _, fact in [*plain_facts(self.draft.context, "==")]:
            found = multiple_of_identity(self.draft.context, fact)
            if found is not None and len(found[0]) > 1 and found[0][0] == (letter, ONE):
                y = scaled(ratio(UNIT, found[1]), [word_term(found[0][1:])])
                if self._accepted(letter, y):
                    yield y
        if letter.head in ("transpose", "conj", "adjoint"):
            turn = {"transpose": transpose, "conj": conj}.get(letter.head, adjoint)
            inverse = self.of(letter.args[0], nesting + 1)
            if inverse is not None and self._accepted_turned(letter, inverse, turn):
                yield turn(inverse)

    def _accepted_turned(self, letter: Term, inverse: Term, turn: Any) -> bool:
        """The inverse of a matrix transposed or conjugated."""
        base = letter.args[0]
        order = mul(base, inverse) if letter.head == "conj" else mul(inverse, base)
        n = self.draft.sizes(letter)[0]

        def step() -> None:
            number = Words(self.draft).have(eq(order, identity(n)))
            inside(self.draft, number, turn)
            self.draft.use("one-sided inverse", n, letter, turn(inverse))

        return self.draft.attempt(step)

    def _of_polynomial(self, x: Term, keys: list[Any]) -> Iterator[Term]:
        """The inverse is a combination of words, by linear algebra over what words reduce to."""
        letters = dict.fromkeys(unit for word, _ in keys for unit in word)
        words: list[Word] = [()]
        for length in (1, 2, 3):
            more = [*product(letters, repeat=length)]
            words += more if len(words) + len(more) <= MAX_INVERSE_WORDS else []
        rules = Words(self.draft)
        for _ in range(8):
            if not rules.complete():
                break
        span = Span()
        for word in words:
            own = rules.poly(eq(mul(x, word_term(word)) if word else x, mul(0, x)))
            span.add(rules.reduced(own)[0] if own else {})
        weights = span.combination({((), ()): UNIT})
        if weights is None:
            return
        poly: Poly = {(words[k], ()): c for k, c in weights.items() if any(c)}
        y = sum_of_words(self.draft.context, poly, x)
        if self._accepted(x, y):
            yield y

    def _of_skew(self, x: Term, poly: Any) -> Iterator[Term]:
        """`c + K` has an inverse for a skew K / c."""
        c = poly.get(((), ()))
        if c is None:
            return
        n = self.draft.sizes(x)[0]
        unit = ratio(UNIT, c)
        k = add(scaled(unit, [x]), neg(identity(n)))

        def step() -> None:
            proof = Words(self.draft).proof(eq(adjoint(k), neg(k)))
            self.draft.use("skew plus one", n, k, proofs=[proof])
            one = add(identity(n), k)
            self.draft.use("inverse matrix", n, one)
            y = scaled(unit, [call("inv", one)])
            if not self._accepted(x, y):
                raise Stuck("no inverse")

        if self.draft.attempt(step):
            yield scaled(unit, [call("inv", add(identity(n), k))])

    def _turned_round(self, x: Term, poly: Any) -> Iterator[Term]:
        """`1 + XY` has an inverse where `1 + YX` has."""
        for u, v in beside_one(poly):
            e = self.draft.sizes(u)[1]
            other = add(identity(e), mul(v, u))

            def step(u: Term = u, v: Term = v, e: Term = e, other: Term = other) -> None:
                if not self._by_determinant(other):
                    raise Stuck("no inverse")
                equal = self.draft.use("determinants turned round", self.draft.sizes(x)[0], e, u, v)
                known = ne(call("det", other), ZERO)
                number = self.draft.have(known)
                claim = ne(call("det", x), ZERO)
                proof = Combine(((ONE, equal, None),), ((Fraction(1), number),))
                self.draft.have(claim, proof)
                self.draft.use("inverse matrix", self.draft.sizes(x)[0], x)

            if self.draft.attempt(step):
                yield call("inv", x)

    def _between_factors(
        self, x: Term, keys: list[Any], nesting: int
    ) -> Iterator[Term]:
        """`L x R` has an inverse, for letters L and R that have one."""
        inverted = [
            (t, t.args[0]) for word, _ in keys for t, e in word if t.head == "inv" and e == ONE
        ]
        pairs = list(dict.fromkeys(inverted))[:MAX_FACTORS]
        for _, base in pairs:
            self.of(base, nesting + 1)
        for left in [None, *pairs]:
            for right in [None, *pairs]:
                if left is None and right is None:
                    continue
                parts = [*([left[1]] if left else []), x, *([right[1]] if right else [])]
                rules = Words(self.draft)
                own = rules.poly(eq(mul(*parts), mul(0, x)))
                if own is None:
                    continue
                rest, _ = rules.reduced(own)
                if not rest or len(rest) > len(keys):
                    continue
                middle = sum_of_words(self.draft.context, rest, x)
                inverse = call("inv", middle) if self._by_determinant(middle) else None
                if inverse is None:
                    continue
                y = mul(*([right[1]] if right else []), inverse, *([left[1]] if left else []))
                if self._accepted(x, y):
                    yield y


def inside(draft: Draft, number: int, put: Callable[[Term], Term]) -> int:
    """Add what an equation says inside something."""
    fact = draft.context.facts[number].relation
    return draft.have(eq(put(fact.left), put(fact.right)), Rewrite(number, Combine()))


def with_guises(draft: Draft) -> None:
    """Add the equations between matrices transposed and conjugated, where that meets others."""
    facts = [*plain_facts(draft.context, "==")]
    letters = set(letters_of(draft.context, draft.relation))
    for _, fact in facts:
        letters |= letters_of(draft.context, fact)
    for number, fact in facts:
        own = letters_of(draft.context, fact)
        for turn in TURNS if own else ():
            met = letters_of(draft.context, eq(turn(fact.left), turn(fact.right)))
            if met and met <= letters and met != own and len(draft.context.facts) < MAX_FACTS:
                draft.attempt(lambda n=number, t=turn: inside(draft, n, t))


def with_inverses(draft: Draft) -> None:
    """Add what is known of the inverses in the goal and of one-sided inverses."""
    inverses = Inverses(draft)
    for node in dict.fromkeys(nodes(draft.relation)):
        if node.head == "inv" and free_symbols(node) <= draft.context.symbols:
            inverses.of(node.args[0])
    for atom in atoms_of([vector(draft.context, draft.relation)]):
        if atom.head == "inv":
            inverses.of(atom.args[0])
    for _, fact in [*plain_facts(draft.context, "==")]:
        found = multiple_of_identity(draft.context, fact)
        if found is not None and len(found[0]) > 1:
            inverses.of(found[0][0][0])


def multiple_of_identity(context: Context, fact: Relation) -> tuple[Word, Gaussian] | None:
    """The word that an equation says is a multiple of the identity, and the number."""
    poly = read_words(context, vector_of(context, fact)) or {}
    number = poly.get(((), ()))
    rest = [(word, monomial, c) for (word, monomial), c in poly.items() if word or monomial]
    if number is None or len(rest) != 1 or rest[0][1]:
        return None
    return rest[0][0], minus(ratio(number, rest[0][2]))


# Methods


def prepared(goal: Goal) -> Draft:
    """A draft with what the sorts say, transposed and conjugated as well."""
    draft = Draft(goal)
    with_sorts(draft)
    with_guises(draft)
    return draft


def prove_with_words(goal: Goal) -> Any:
    """An equation between words, by what is known of their letters."""
    if read_words(goal.context, goal.gap) is None:
        return None
    draft = prepared(goal)
    with_inverses(draft)
    try:
        return draft.close(Words(draft).proof(draft.relation))
    except Stuck:
        with_guises(draft)  # of the inverses, too
        return draft.close(Words(draft).proof(draft.relation))


def beside_one(poly: Any) -> Iterator[tuple[Term, Term]]:
    """All u and v for which the matrix is `1 + uv`, a word in two parts."""
    rest = [(w, c) for (w, _), c in poly.items() if w]
    if len(poly) == 2 and len(rest) == 1 and poly.get(((), ())) == (1, 0):
        ((word, c),) = rest
        for cut in range(1, len(word)):
            yield scaled(c, [word_term(word[:cut])]), word_term(word[cut:])


def prove_invertible(goal: Goal) -> Any:
    """A determinant is not zero since there is an inverse."""
    left, right = goal.relation.left, goal.relation.right
    if left.head != "det" or right != ZERO:
        return None
    draft = prepared(goal)
    if Inverses(draft).of(left.args[0]) is None:
        return None
    number = draft.known(Proposition(goal.relation))
    if number is None:
        return draft.done()
    return draft.close(by_order(number))
