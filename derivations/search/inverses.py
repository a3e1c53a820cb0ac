"""Equations with inverses of sums of matrices: `X X⁻¹ = I = X⁻¹ X`, then a basis of words.

For every inverse in the goal and in the hypotheses, `det X ≠ 0` is a fact or is proved (see
`invertible`).  Equations are also used transposed, conjugated and adjoint, where letters of the
statement are.  What stands in a 1 x 1 product is a number, which commutes.
"""

from __future__ import annotations

from derivations.kernel import polynomial as P, words
from derivations.kernel.context import Context, difference, holds_here
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cofactor, Congruence, Inverse, NormalForm, Proof
from derivations.kernel.words import Words
from derivations.language.statements import Proposition, Unsettled, eq, ne
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, call, conj, mul, neg, power, transpose
from derivations.search.drafts import Draft, premises
from derivations.search.goals import Goal, proves
from derivations.search.invertible import gram_root, prove_invertible
from derivations.search.readback import NotReadable, Reader
from derivations.search.word_ideals import prove_by_word_ideal

# Equations that are turned, and 1 x 1 products that are named.
MAX_TURNED = 16
MAX_NUMBERS = 8


def prove_with_inverses(goal: Goal) -> Proof | None:
    if not isinstance(goal.gap, Words):
        return None
    draft = Draft(goal.context)
    for matrix in inverted_in(goal):
        add_inverse(draft, matrix)
    for matrix in _in_inverse_equations(goal):
        add_inverse(draft, matrix)
    _add_turned(draft, goal)
    _add_numbers(draft, goal)
    _add_shapes(draft, goal)
    proof = prove_by_word_ideal(Goal(draft.context, goal.relation))
    if proof is None:
        return None
    proof = draft.close(proof)
    return proof if proves(goal, proof) else None


def inverted_in(goal: Goal) -> list[Term]:
    """The matrices whose inverses occur, in the order of the goal, then of the facts."""
    relations = [goal.relation, *(f.relation for f in goal.context.facts if not f.variables)]
    found: dict[Term, None] = {}
    for relation in relations:
        for side in (relation.left, relation.right):
            for node in subterms(side):
                if node.head == "inv":
                    found.setdefault(node.args[0])
                elif _is_negative_power(goal.context, node):
                    found.setdefault(node.args[0])
    return list(found)


def _in_inverse_equations(goal: Goal) -> list[Term]:
    """The symbols in equations from which some matrix is seen to be invertible."""
    found: set[Term] = set()
    for fact in goal.context.facts:
        if () in (words_of(goal.context, fact) or {}):
            found |= {s for s in fact.relation.free() if s.sort.is_matrix}
    return sorted(found, key=lambda s: str(s.name))


def _is_negative_power(context: Context, term: Term) -> bool:
    """Whether this is a negative power of a matrix."""
    if term.head != "pow" or term.args[1].head != "number" or term.args[1].data >= 0:
        return False
    try:
        return not isinstance(context.normalizer.value(term.args[0]), Poly)
    except Unsettled:
        return False


def add_inverse(draft: Draft, matrix: Term) -> None:
    """Add that the inverse is one on both sides, if the matrix is seen to be invertible."""
    fact = ne(call("det", matrix), ZERO)
    stated = [n for n, f in enumerate(draft.context.facts) if f == Proposition(fact)]
    if stated:
        number = stated[0]
    else:
        goal = Goal(draft.context, fact)
        try:
            seen = holds_here(draft.context.normalizer, fact)
            proof = NormalForm() if seen else prove_invertible(goal)
        except Unsettled:
            return
        if proof is None:
            return
        number = draft.have(fact, proof)
    draft.steps.append(lambda then: Inverse(number, then))
    inverse, one = call("inv", matrix), power(matrix, 0)
    draft.context = draft.context.with_facts(
        Proposition(eq(mul(matrix, inverse), one)), Proposition(eq(mul(inverse, matrix), one))
    )


def _add_turned(draft: Draft, goal: Goal) -> None:
    """The equations transposed, conjugated and adjoint, where the statement has such letters."""
    turns = [
        turn
        for head, turn in (("transpose", transpose), ("conj", conj), ("adjoint", _adjoint))
        if any(_has(relation, head) for relation in _relations(goal))
    ]
    context = draft.context
    known = {repr(words_of(context, f)) for f in context.facts}
    for number, fact in enumerate(context.facts):
        if words_of(context, fact) is None:
            continue
        for turn in turns:
            turned = eq(turn(fact.relation.left), turn(fact.relation.right))
            shape = repr(words_of(context, Proposition(turned)))
            if shape in known or len(known) > MAX_TURNED:
                continue
            known.add(shape)
            draft.have(turned, Congruence((NormalForm((Cofactor(ONE, number),)),)))


def _adjoint(a: Term) -> Term:
    return call("adjoint", a)


def _relations(goal: Goal) -> list[Proposition]:
    return [Proposition(goal.relation), *goal.context.facts]


def _has(fact: Proposition, head: str) -> bool:
    sides = (fact.relation.left, fact.relation.right)
    return any(node.head == head for side in sides for node in subterms(side))


def words_of(context: Context, fact: Proposition) -> dict[words.Word, Poly] | None:
    """An equation between matrices as words that vanish, up to a constant; None for another."""
    form = _vanishing(context, fact)
    return None if form is None else form.terms


def _vanishing(context: Context, fact: Proposition) -> Words | None:
    if not fact.is_plain or fact.relation.operator != "==":
        return None
    try:
        gap = difference(context.normalizer, fact.relation)
    except Unsettled:
        return None
    if not isinstance(gap, Words) or not gap.terms:
        return None
    first = gap.terms[min(gap.terms, key=words.order)]
    if first.constant() is not None:
        algebra = context.normalizer.algebra
        gap = words.scaled(algebra, gap, algebra.inverse(first))
    terms = {w: gap.terms[w] for w in sorted(gap.terms, key=words.order)}
    return Words(gap.rows, gap.columns, terms)


def _add_shapes(draft: Draft, goal: Goal) -> None:
    """What equations of two shapes say: `XᴴX = 0`, and `(A + p)(B + q) = c` with c not 0."""
    context = goal.context
    algebra = context.normalizer.algebra
    reader = Reader(algebra, context.symbols)
    for number, fact in enumerate(context.facts):
        form = _vanishing(context, fact)
        if form is None:
            continue
        try:
            half = gram_root(algebra, form)
            if half is not None:
                rows = P.from_key(words.letter_size(algebra, half[0][0])[0])
                values = [reader.poly(rows), reader.poly(form.columns), reader.word(half[0])]
                by = Cofactor(reader.poly(algebra.inverse(half[1])), number)
                name = "Gram is zero"
            else:
                found = _product_of_sums(algebra, form)
                if found is None:
                    continue
                values = [reader.poly(form.rows), *map(reader.words, found)]
                by, name = Cofactor(ONE, number), "one-sided inverse"
        except NotReadable:
            continue
        (premise,) = premises(name, values)
        for sign in (by, Cofactor(neg(by.left), number)):
            proof = NormalForm((sign,))
            if proves(Goal(draft.context, premise), proof):
                draft.law(name, values, [proof])
                break
        else:
            inner = prove_by_word_ideal(Goal(draft.context, premise), MAX_TURNED)
            if inner is not None:
                draft.law(name, values, [inner])


def _product_of_sums(algebra: Algebra, form: Words) -> tuple[Words, Words] | None:
    """`A + p` and `(B + q)/c` with `(A + p)(B + q) - c` a multiple of `AB + qA + pB + d`."""
    long = [w for w in form.terms if len(w) == 2]
    if len(long) != 1 or len(form.terms) < 3 or P.key(form.rows) != P.key(form.columns):
        return None
    (word,) = long
    first, second = word[:1], word[1:]
    top = form.terms[word].constant()
    if set(form.terms) - {(), word, first, second} or top is None or first == second:
        return None
    over = algebra.inverse(form.terms[word])
    q, p, d = (
        algebra.times(form.terms.get(w, P.ZERO), over) for w in (first, second, ())
    )
    c = P.plus(algebra.times(p, q), P.negative(d))
    if not algebra.is_nonzero(c):
        return None
    one = algebra.inverse(c)
    left = {first: P.ONE, (): p}
    right = {second: one, (): algebra.times(q, one)}
    a, b = (
        Words(form.rows, form.rows, {w: x for w, x in terms.items() if not x.is_zero})
        for terms in (left, right)
    )
    return a, b


def _add_numbers(draft: Draft, goal: Goal) -> None:
    """That a 1 x 1 product is a number, for those in the goal and in the facts."""
    algebra = draft.context.normalizer.algebra
    one = P.key(P.ONE)
    reader = Reader(algebra, draft.context.symbols)
    found: dict[words.Word, None] = {}
    for fact in [Proposition(goal.relation), *draft.context.facts]:
        for word in words_of(draft.context, fact) or {}:
            starts = [k for k, x in enumerate(word) if words.letter_size(algebra, x)[0] == one]
            ends = [k for k, x in enumerate(word) if words.letter_size(algebra, x)[1] == one]
            for k in starts:
                inner = [j for j in ends if j >= k]
                if inner:
                    found.setdefault(word[k : inner[0] + 1])
    named = [atom.key[1] for _, atom in sorted(algebra.atoms.items()) if atom.key[0] == "word"]
    named += [words.transpose_word(algebra, word)[1] for word in named]
    for word in [*named, *sorted(found, key=words.order)][:MAX_NUMBERS]:
        try:
            draft.law("one entry", [reader.word(word)], [])
        except NotReadable:
            continue


__all__ = ["add_inverse", "inverted_in", "prove_with_inverses", "words_of"]
