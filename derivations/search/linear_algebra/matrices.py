"""Matrices of unspecified size: their inverses, and equations between words of them.

    inverses        a matrix has an inverse if its determinant is known not to be 0, if it is a
                    product of such, if it solves a polynomial equation, or if another has one that
                    differs from it by factors: `A^-1 + B^-1` and `A + B`, `1 + XY` and `1 + YX`
    words           equations between words, among what the sorts and the inverses say
    powers          `A B = I` gives `A^n B^n = I` for all naturals n, by induction; it is used at
                    what the exponents of neighbours in a word have in common

Sources: R. A. Horn, C. R. Johnson, Matrix Analysis, chapter 0.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from derivations.kernel import Combine, Context, Proof, Rewrite
from derivations.language.shapes import is_matrix
from derivations.language.sorts import matrix_sort
from derivations.language.statements import Proposition, Relation, eq, forall, replace_term
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, adjoint, call, identity, mul, neg
from derivations.search.drafts import Draft, by_general
from derivations.search.equality.completion import Words
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.instances import with_sorts
from derivations.search.knowledge.matching import same
from derivations.search.reading.facts import (
    atoms_of, new_symbol, nodes, plain_facts, vector, vector_of,
)
from derivations.search.reading.gaussian import UNIT, Gaussian, Span, minus, ratio
from derivations.search.reading.readback import (
    Word, form, multiple, reader, scaled, simplified, size, sum_of, word_term,
)
from derivations.search.reading.references import by_order
from derivations.search.reading.words import (
    TURNS, Poly, letters_of, read_words, sum_of_words, words_in, words_of,
)

# Words that may make up the inverse of a polynomial.
MAX_INVERSE_WORDS = 40
# How deep inverses hang on other inverses.
MAX_NESTING = 4
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
            tries = self._tries(x, nesting)
            self.found[x] = next((y for y in tries if self._accepted(x, y)), None)
        return self.found[x]

    def _accepted(self, x: Term, y: Term) -> bool:
        """Whether y is shown to be the inverse; then that is a fact, and that det(x) is not 0."""
        n, _ = self.draft.sizes(x)
        claim = eq(mul(x, y), identity(n))
        return self.draft.attempt(lambda: Words(self.draft).have(claim)) and self.draft.attempt(
            self.draft.use, "one-sided inverse", n, x, y)

    def _tries(self, x: Term, nesting: int) -> Iterator[Term]:
        """What may be the inverse."""
        if self._by_determinant(x):
            yield call("inv", x)
        poly = words_of(self.draft.context, x)
        if poly is None or any(monomial for _, monomial in poly):
            return
        if len(poly) == 1:
            ((word, _), c), = poly.items()
            if word == ((x, ONE),):
                yield from self._of_letter(x, nesting)
            elif all(e == ONE for _, e in word):
                inverses = [self.of(letter, nesting + 1) for letter, _ in reversed(word)]
                if None not in inverses:
                    yield scaled(ratio(UNIT, c), [y for y in inverses if y is not None])
        yield from self._of_polynomial(x, poly, nesting)
        if ((), ()) in poly:  # `c + K` for a skew K / c
            n, _ = self.draft.sizes(x)
            unit = ratio(UNIT, poly[(), ()])
            k = add(scaled(unit, [x]), neg(identity(n)))
            if self.draft.attempt(self._with_skew, n, k):
                yield scaled(unit, [call("inv", add(identity(n), k))])

    def _by_determinant(self, x: Term) -> bool:
        wanted, context = call("det", x), self.draft.context
        for k, fact in plain_facts(context, "!="):
            if fact.right == ZERO and same(context, fact.left, wanted):
                proof = by_order(k)
                self.draft.use("inverse matrix", self.draft.sizes(x)[0], x, last=[proof])
                return True
        return False

    def _of_letter(self, letter: Term, nesting: int) -> Iterator[Term]:
        """What a letter is multiplied with in an equation; the inverse transposed, conjugated."""
        for _, fact in [*plain_facts(self.draft.context, "==")]:
            found = multiple_of_identity(self.draft.context, fact)
            if found is not None and len(found[0]) > 1 and found[0][0] == (letter, ONE):
                yield scaled(ratio(UNIT, found[1]), [word_term(found[0][1:])])
        inverse = self.of(letter.args[0], nesting + 1) if letter.head in TURNS else None
        if inverse is not None and self.draft.attempt(self._with_turned, letter, inverse):
            yield call(letter.head, inverse)

    def _with_turned(self, letter: Term, inverse: Term) -> None:
        """Add that the base of a letter times its inverse is the identity, inside its head."""
        (base,) = letter.args
        order = (base, inverse) if letter.head == "conj" else (inverse, base)
        number = Words(self.draft).have(eq(mul(*order), identity(self.draft.sizes(base)[0])))
        inside(self.draft, number, letter.head)

    def _of_polynomial(self, x: Term, poly: Poly, nesting: int) -> Iterator[Term]:
        """A combination of words, by linear algebra over what words reduce to."""
        letters = dict.fromkeys(unit for word, _ in poly for unit in word)
        bases = [letter.args[0] for letter, _ in letters if letter.head == "inv"]
        if bases:  # what they have between them may have an inverse
            facts = [fact.left for _, fact in plain_facts(self.draft.context, "!=")]
            others = [t.args[0] for t in facts if t.head == "det" and t.args[0] not in bases]
            between = [self.of(other, nesting + 1) for other in others]
            bases = [base for base in bases if self.of(base, nesting + 1) is not None]
            letters = {(y, ONE): None for y in (*bases, *between) if y is not None}
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
            own = words_of(self.draft.context, mul(x, word_term(word)) if word else x)
            span.add(rules.reduced(own)[0] if own else {})
        weights = span.combination({((), ()): UNIT})
        if weights is not None:
            found: Poly = {(words[k], ()): c for k, c in weights.items() if any(c)}
            yield sum_of_words(self.draft.context, found, x)

    def _with_skew(self, n: Term, k: Term) -> None:
        """Add that `1 + K` has an inverse, K being skew."""
        proof = Words(self.draft).proof(eq(adjoint(k), neg(k)))
        self.draft.use("skew plus one", n, k, last=[proof])
        self.draft.use("inverse matrix", n, add(identity(n), k))


def inside(draft: Draft, number: int, head: str) -> int:
    """Add what an equation says inside a function."""
    fact = draft.context.facts[number].relation
    claim = eq(call(head, fact.left), call(head, fact.right))
    if fact.left in subterms(fact.right):  # `A = -A.T`
        turned = Combine(((neg(ONE), number, None),))
        number = draft.have(eq(fact.right, fact.left), turned)
    return draft.have(claim, Rewrite(number, Combine()))


def with_guises(draft: Draft) -> None:
    """Add the equations between matrices transposed and conjugated, where that meets others."""
    facts = [*plain_facts(draft.context, "==")]
    letters = set(letters_of(draft.context, draft.relation))
    for _, fact in facts:
        letters |= letters_of(draft.context, fact)
    for number, fact in facts:
        own = letters_of(draft.context, fact)
        for turn in TURNS if own else ():
            met = letters_of(draft.context, eq(call(turn, fact.left), call(turn, fact.right)))
            if met and met <= letters and met != own and len(draft.context.facts) < MAX_FACTS:
                draft.attempt(inside, draft, number, turn)


def with_inverses(draft: Draft) -> None:
    """Add what is known of the inverses in the goal and of one-sided inverses."""
    inverses = Inverses(draft)
    atoms = atoms_of([vector(draft.context, draft.relation)])
    for node in dict.fromkeys([*nodes(draft.relation), *atoms]):
        if node.head == "inv" and free_symbols(node) <= draft.context.symbols:
            inverses.of(node.args[0])
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


def prove_with_words(goal: Goal) -> Proof | None:
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


def says_of_words(goal: Goal) -> bool:
    """Whether it is between matrices, and facts are, or say of a determinant that it is not 0."""
    return size(goal.context, goal.relation.left) is not None and any(
        is_matrix(fact.left) or (fact.operator, fact.left.head) == ("!=", "det")
        for _, fact in plain_facts(goal.context, "==", "!="))


def prove_by_cancelling(goal: Goal) -> Proof | None:
    """An equation between words, by the inverses of letters with which all words of a fact begin,
    or end, and of what has a determinant that a fact says is not 0."""
    draft = prepared(goal)
    inverses = Inverses(draft)
    found = [inverses.of(fact.left.args[0]) for _, fact in plain_facts(draft.context, "!=")
             if fact.left.head == "det"]
    for _, fact in [*plain_facts(draft.context, "==")]:
        words = [w for w in words_in(draft.context, fact) if w]
        for end in (0, -1):
            letters = {word[end][0] for word in words}
            if len(letters) == 1:
                found.append(inverses.of(letters.pop()))
    if all(inverse is None for inverse in found):
        return None
    return draft.close(Words(draft).proof(draft.relation))


def prove_invertible(goal: Goal) -> Proof | None:
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


# Symbolic powers of two matrices side by side whose product is the identity

NOTHING = Fraction(0)


def prove_with_powers(goal: Goal) -> Proof | None:
    """The goal by what powers of neighbours in its words are; first for letters instead of what
    is raised to powers."""
    with_letters = _of_letters(goal)
    if with_letters is not None:
        return with_letters
    pairs: dict[tuple[Term, Term, Term], None] = {}
    for word in words_in(goal.context, goal.relation):
        for (a, e), (b, f) in pairwise(word):
            n = _common(goal.context, e, f)
            if n is not None:
                pairs[a, b, n] = None
    if not pairs:
        return None
    draft = prepared(goal)
    before = len(draft.context.facts)
    for a, b, n in pairs:
        draft.attempt(_paired, draft, a, b, n)
    if len(draft.context.facts) == before:
        return None
    return draft.done_as_deep()


def _of_letters(goal: Goal) -> Proof | None:
    """The goal for letters that are equal to what is raised to powers in it, and to stacks of equal
    rows."""
    there = [t for t in nodes(goal.relation) if free_symbols(t) <= goal.context.symbols]
    whole = [t.args[0] for t in there if t.head == "pow" and t.args[1].head != "number"]
    whole += [t for t in there if t.head == "stack" and t.args[0] not in free_symbols(t.args[-1])]
    bases = dict.fromkeys(t for t in whole if t.args and size(goal.context, t) is not None)
    if not bases:
        return None
    draft, relation, guards = Draft(goal), goal.relation, []
    for base in bases:
        letter = new_symbol(goal.context, "Y", matrix_sort(*draft.sizes(base)),
                            relation.left, relation.right)
        relation = replace_term(relation, base, letter)
        guards.append(eq(letter, base))
    claim = forall([g.left for g in guards], relation, *guards)
    return by_general(goal, claim, [*bases], [])


def _common(context: Context, e: Term, f: Term) -> Term | None:
    """What two exponents have in common, if it is more than a number."""
    own, other = (
        {m: c for (_, _, m), (c, _) in reader(context).monomials(form(context, t)).items()}
        for t in (e, f)
    )
    least = {m: min(own.get(m, NOTHING), other.get(m, NOTHING)) for m in {**own, **other}}
    if not any(m and c > 0 for m, c in least.items()):
        return None
    return sum_of([multiple((c, NOTHING), m) for m, c in least.items() if c])


def _paired(draft: Draft, a: Term, b: Term, e: Term) -> None:
    """Add that the powers of a and b are inverse to each other, as a and b are."""
    rows, _ = draft.sizes(a)
    Words(draft).have(eq(mul(a, b), identity(rows)))
    draft.use("powers-inverse", rows, e, a, b)
