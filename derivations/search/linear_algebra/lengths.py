"""Lengths and inner products of vectors: orders between them.

    apart           columns that a fact says to differ have a distance above 0
    differences     two lengths whose squares differ by a third one (Pythagoras)
    inner products  are between the products of lengths (Cauchy, Schwarz), as they stand or as the
                    numbers that words of matrices are, cut where a column begins
    definite        columns are equal whose difference has length 0
    sums            what a sum of columns is given to be, in products with the columns of the goal

`inner(x, y)/(norm(x)*norm(y)) <= 1`, divisors being taken away first.  Incomplete: vectors that
stand in no inner product are not thought of.
R. A. Horn, C. R. Johnson, Matrix Analysis, 5.1.
"""

from collections.abc import Iterator
from itertools import islice, permutations

from derivations.kernel import Cases, Proof
from derivations.language.shapes import is_matrix
from derivations.language.statements import Relation, eq, le, negation
from derivations.language.terms import ONE, ZERO, Term, add, call, conj, function, mul, neg, power
from derivations.search.drafts import Draft
from derivations.search.functions.denominators import prove_without_divisors
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.instances import with_length, with_root
from derivations.search.knowledge.matching import same
from derivations.search.knowledge.patterns import has_lemmas
from derivations.search.orders.contradictions import contradiction
from derivations.search.orders.order import linear
from derivations.search.orders.products import prove_with_products
from derivations.search.reading.facts import nodes, plain_facts
from derivations.search.reading.readback import simplified, size, word_term
from derivations.search.reading.references import by_equation, by_order
from derivations.search.reading.smooth import minus
from derivations.search.reading.words import words_inside

# Pairs of vectors whose inner product is bounded.
MAX_PAIRS = 4
# What bounds the inner product of two vectors: of real ones, of any.
BOUNDS = ("inner-below", "inner-above", "inner-squared", "cauchy-schwarz")
SIZES = ("cauchy-schwarz", "cauchy-schwarz-squares")


def prove_definite(goal: Goal) -> Proof | None:
    """Two vectors are equal since their difference has length 0."""
    left, right = goal.relation.left, goal.relation.right
    shape = size(goal.context, left)
    if shape is None or shape[1] != ONE:
        return None
    draft = Draft(goal)
    v = add(left, neg(right))
    draft.have(eq(call("inner", v, v), ZERO))
    zero = eq(v, mul(ZERO, v))
    same, other = draft.under(zero), draft.under(negation(zero))
    other.use("length above zero", shape[0], v)
    return draft.close(Cases(zero, None, by_equation(same.last), contradiction(other)))


def has_sums(goal: Goal) -> bool:
    """Whether an equation says what a sum of columns is, or of columns what sum they are; or a
    sum of columns stands in the goal."""
    return bool(_sums(goal) or _sums_of_columns(goal))


def _sums(goal: Goal) -> list[tuple[int, Relation, Term]]:
    """Such equations with their numbers, and the length of the columns."""
    found = []
    for number, fact in plain_facts(goal.context, "=="):
        if any(node.head == "sum" for node in nodes(fact)):
            shape = size(goal.context, fact.left)
            if shape is not None and shape[1] == ONE:
                found.append((number, fact, shape[0]))
    return found


def prove_with_sums(goal: Goal) -> Proof | None:
    """The goal with the products of sums of columns and its own columns."""
    draft = Draft(goal)
    columns = [s for s in sorted(goal.relation.free(), key=lambda s: s.name) if s.sort.is_matrix]

    def those_of(length: Term) -> list[Term]:
        return [v for v in columns[:MAX_PAIRS] if (v.sort.rows, v.sort.columns) == (length, ONE)]

    for number, fact, length in _sums(goal):
        for v in those_of(length):
            for pair in ((v, fact.left, v, fact.right), (fact.left, v, fact.right, v)):
                claim = eq(call("inner", *pair[:2]), call("inner", *pair[2:]))
                draft.attempt(draft.have_rewritten, claim, number)
            for node in nodes(fact):
                if node.head == "sum":
                    _with_products(draft, node, v)
    for node in _sums_of_columns(goal):
        for v in those_of(draft.sizes(node)[0]):
            _with_products(draft, node, v)
    return draft.done_as_deep() if draft.grown else None


def _with_products(draft: Draft, node: Term, v: Term) -> None:
    """Add what the products of a column with a sum of columns are."""
    length, _ = draft.sizes(v)
    family = function(node.args[:1], node.args[3])
    for name in ("inner-of-sum-before", "inner-of-sum-behind"):
        draft.attempt(draft.use, name, *node.args[1:3], length, v, family)


def _sums_of_columns(goal: Goal) -> list[Term]:
    """Those that stand in the goal."""
    sums = dict.fromkeys(goal.unbound("sum"))
    return [n for n in sums if is_matrix(n) and _is_column(goal, n)]


def has_apart(goal: Goal) -> bool:
    """Whether a fact says that two matrices differ."""
    return any(is_matrix(fact.left) for _, fact in plain_facts(goal.context, "!="))


def prove_with_lengths(goal: Goal) -> Proof | None:
    """The goal where columns that differ have a distance above 0."""
    draft = Draft(goal)
    for number, fact in plain_facts(goal.context, "!="):
        if is_matrix(fact.left):
            draft.attempt(_with_distance, draft, number, minus(fact.left, fact.right))
    return draft.done_as_deep() if draft.grown else None


def _with_distance(draft: Draft, number: int, v: Term) -> None:
    """Add that the length of a column is above 0, which a fact says is not 0."""
    rows, columns = draft.sizes(v)
    if columns != ONE:
        raise Stuck("not a column")
    draft.use("length above zero", rows, v, last=[by_order(number)])
    draft.use("sqrt above zero", call("inner", v, v))


def prove_with_differences(goal: Goal) -> Proof | None:
    """An order of two lengths whose squares differ by that of the length of their difference, as
    facts say (Pythagoras)."""
    lengths = [n for n in dict.fromkeys(nodes(goal.relation)) if n.head == "norm"]
    if len(lengths) != 2:
        return None
    u, v = (n.args[0] for n in lengths)
    w, squares = minus(u, v), [call("inner", t, t) for t in (u, v)]
    draft = Draft(goal)
    if not any(draft.attempt(draft.have, eq(longer, add(shorter, call("inner", w, w))))
               for longer, shorter in permutations(squares)):
        return None
    draft.use("square of a length", draft.sizes(w)[0], w)
    for square in squares:
        draft.attempt(with_root, draft, square)
    if goal.relation == le(*lengths):
        claim = le(*(power(length, 2) for length in lengths))
        draft.have(claim, linear(draft, claim))
        draft.use("from squares", *lengths)
    return draft.close(linear(draft, draft.relation))


def has_inner_products(goal: Goal) -> bool:
    """Whether a number that a product of matrices is stands in the goal, and lemmas are at hand."""
    return has_lemmas(goal.context) and any(atom.head == "scalar" for atom in goal.atoms)


def prove_by_cauchy_schwarz(goal: Goal) -> Proof | None:
    """An order that follows from those between inner products and lengths, without divisors."""
    if any(atom.head == "div" for atom in goal.atoms):
        return prove_without_divisors(goal)
    draft = Draft(goal)
    for v, w in islice(_pairs(goal), MAX_PAIRS):
        n = draft.sizes(v)[0]
        real = all(same(goal.context, conj(x), x) for x in (v, w))
        for title in BOUNDS if real else SIZES:
            draft.attempt(draft.use, title, n, v, w)
        for x in (v, w):
            draft.attempt(with_length, draft, call("norm", x))
        if not real:
            z = call("inner", v, w)
            draft.attempt(draft.use, "square of sqrt", mul(z, conj(z)))
    if not draft.grown:
        return None
    proof = attempted(linear, draft, draft.relation) or prove_with_products(draft.goal)
    return None if proof is None else draft.close(proof)


def _is_column(goal: Goal, v: Term) -> bool:
    shape = size(goal.context, v)
    return shape is not None and shape[1] == ONE


def _pairs(goal: Goal) -> Iterator[tuple[Term, Term]]:
    """Vectors of whose inner product the goal speaks, each pair in one order."""
    found: list[tuple[Term, Term]] = []
    words = [word for atom in goal.atoms if atom.head == "scalar"
             for word in words_inside(goal.context, atom)[:1]]
    parts = [(word[:cut], word[cut:]) for word in words for cut in range(1, len(word))]
    for row, column in parts:
        v, w = word_term(column), simplified(goal.context, call("adjoint", word_term(row)))
        if _is_column(goal, v) and not same(goal.context, v, w) and not any(
                same(goal.context, v, b) and same(goal.context, w, a) for a, b in found):
            found.append((v, w))
            yield v, w
