"""That a matrix is invertible: `det X ≠ 0`.

    1. an equation of the context with a multiple of I and words that begin with X, or end with it
    2. a polynomial in X with constant coefficient that vanishes, by the equations of the context
    3. X is a multiple of `I + K` with antihermitian K, or of `I + r YᴴY` with r at least 0

Sums of two words and what `det` says of a product are seen by the normal form alone.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel import polynomial as P, words
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly
from derivations.kernel.proofs import NormalForm, Proof
from derivations.kernel.words import Word, Words
from derivations.language.terms import Term
from derivations.search.drafts import Draft, premises
from derivations.search.goals import Goal, proves
from derivations.search.readback import Reader
from derivations.search.word_ideals import WordIdeal, expanded, prove_by_word_ideal, word_equations

# The highest power of X that is looked at.
MAX_POWER = 5


def prove_invertible(goal: Goal) -> Proof | None:
    relation = goal.relation
    if relation.operator != "!=" or relation.left.head != "det":
        return None
    matrix = relation.left.args[0]
    form = goal.context.normalizer.value(matrix)
    if not isinstance(form, Words) or not form.terms:
        return None
    for method in (_by_equation, _by_polynomial, _by_structure):
        proof = method(goal, matrix, form)
        if proof is not None and proves(goal, proof):
            return proof
    return None


def _by_inverse(goal: Goal, matrix: Term, other: Words, left: bool) -> Proof | None:
    """From `X Y = I` (left: `Y X = I`), proved by the equations of the context."""
    context = goal.context
    algebra = context.normalizer.algebra
    reader = Reader(algebra, context.symbols)
    size = reader.poly(other.rows)
    factors = [matrix, reader.words(other)]
    values = [size, *(reversed(factors) if left else factors)]
    (premise,) = premises("one-sided inverse", values)
    inner = _equation(Goal(context, premise))
    if inner is None:
        return None
    draft = Draft(context)
    draft.law("one-sided inverse", values, [inner])
    return draft.close(NormalForm())


def _equation(goal: Goal) -> Proof | None:
    plain = NormalForm()
    return plain if proves(goal, plain) else prove_by_word_ideal(goal)


def _by_equation(goal: Goal, matrix: Term, form: Words) -> Proof | None:
    (own, c), *more = form.terms.items()
    if more or len(own) != 1 or c.rational() != 1 or own[0][3] != 1:
        return None
    algebra = goal.context.normalizer.algebra
    for _, combination in word_equations(goal.context):
        constant = combination.terms.get(())
        if constant is None or constant.constant() is None:
            continue
        rest = {w: p for w, p in combination.terms.items() if w}
        over = P.negative(algebra.inverse(constant))
        for left in (False, True):
            quotients = [(_without(w, own, left), p) for w, p in rest.items()]
            if all(w is not None for w, _ in quotients):
                pairs = [(w, algebra.times(p, over)) for w, p in quotients if w is not None]
                other = Words(form.rows, form.rows, words.combine(pairs))
                proof = _by_inverse(goal, matrix, other, left)
                if proof is not None:
                    return proof
    return None


def _without(word: Word, own: Word, last: bool) -> Word | None:
    """The word without this letter at its beginning, or at its end."""
    place = -1 if last else 0
    base, t, c, e = word[place]
    if (base, t, c) != own[0][:3] or not isinstance(e, int):
        return None
    kept: Word = ((base, t, c, e - 1),) if e > 1 else ()
    return word[:-1] + kept if last else kept + word[1:]


def _by_polynomial(goal: Goal, matrix: Term, form: Words) -> Proof | None:
    """`c₀ + c₁ X + ... = 0` with `c₀ ≠ 0`: then `-(c₁ + c₂ X + ...)/c₀` is the inverse."""
    algebra = goal.context.normalizer.algebra
    ideal = WordIdeal(algebra)
    ideal.add_equations(word_equations(goal.context))
    powers = [Words(form.rows, form.rows, {(): ONE})]
    rows: list[dict[Word, Poly]] = []
    for k in range(MAX_POWER + 1):
        terms = words.combine([(expanded(w), c) for w, c in powers[k].terms.items()])
        reduced, _ = ideal.reduced(terms, {})
        rows.append(reduced)
        relation = _dependent(rows)
        if relation is not None and k:
            if not relation[0]:
                return None
            parts = [
                words.scaled(algebra, powers[j - 1], P.constant(-relation[j] / relation[0]))
                for j in range(1, k + 1)
                if relation[j]
            ]
            return _by_inverse(goal, matrix, words.add(parts), False)
        powers.append(words.times(algebra, powers[-1], form))
    return None


def _dependent(rows: list[dict[Word, Poly]]) -> list[Fraction] | None:
    """Rational coefficients, the last of them 1, with which the rows add up to zero."""
    places = sorted({(w, m) for row in rows for w, p in row.items() for m in p.monomials()})
    if any(p.im for row in rows for p in row.values()):
        return None
    table = [
        [_coefficient(row, w, m) for row in rows] for w, m in places
    ]
    count = len(rows) - 1
    solution = [Fraction(0)] * count
    pivots: list[tuple[int, list[Fraction]]] = []
    for line in table:
        for column, pivot in pivots:
            if line[column]:
                factor = line[column]
                line = [a - factor * b for a, b in zip(line, pivot, strict=True)]
        column = next((j for j in range(count) if line[j]), count)
        if column == count:
            if line[count]:
                return None
            continue
        head = line[column]
        line = [a / head for a in line]
        pivots = [
            (j, [a - p[column] * b for a, b in zip(p, line, strict=True)]) for j, p in pivots
        ]
        pivots.append((column, line))
    for column, line in pivots:
        solution[column] = -line[count]
    return [*solution, Fraction(1)]


def _coefficient(row: dict[Word, Poly], word: Word, m: P.Monomial) -> Fraction:
    p = row.get(word)
    return Fraction(0) if p is None else Fraction(p.re.get(m, 0), p.den)


def _by_structure(goal: Goal, matrix: Term, form: Words) -> Proof | None:
    context = goal.context
    algebra = context.normalizer.algebra
    c = form.terms.get(())
    if c is None or c.constant() is None:
        return None
    over = algebra.inverse(c)
    terms = {w: algebra.times(p, over) for w, p in form.terms.items() if w}
    rest = Words(form.rows, form.rows, terms)
    if not rest.terms:
        return None
    reader = Reader(algebra, context.symbols)
    size = reader.poly(form.rows)
    name, values = "identity plus antihermitian", [size, reader.words(rest)]
    inner = _equation(Goal(context, premises(name, values)[0]))
    if inner is None:
        found = gram_root(algebra, rest)
        if found is None:
            return None
        half, r = found
        rows = P.from_key(words.letter_size(algebra, half[0])[0])
        name = "identity plus Gram"
        values = [reader.poly(rows), size, reader.poly(r), reader.word(half)]
        inner = NormalForm()
    draft = Draft(context)
    draft.law(name, values, [inner])
    return draft.close(NormalForm())


def gram_root(algebra: Algebra, rest: Words) -> tuple[Word, Poly] | None:
    """The w and r with `rest = r wᴴw`."""
    if len(rest.terms) != 1:
        return None
    ((word, r),) = rest.terms.items()
    for k in range(1, len(word) + 1):
        half = word[-k:]
        sign, turned = words.transpose_word(algebra, half)
        other, adjoint = words.conjugate_word(algebra, turned)
        if sign * other == 1 and words.multiply(algebra, adjoint, half) == (1, word):
            return half, r
    return None


__all__ = ["gram_root", "prove_invertible"]
