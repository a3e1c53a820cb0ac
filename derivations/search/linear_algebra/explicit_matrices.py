"""Explicit matrices, by their entries and by their blocks.

    inverses        the adjugate over the determinant; complete for matrices of up to four rows
                    whose determinant is seen not to be 0
    entries         two matrices are equal since all entries are; those of blocks below each other,
                    or on a diagonal, are those of a block, or 0; equal blocks have equal ones
    blocks          a difference of blocks is 0 since its block is, at every index; a power of
                    diagonal blocks has the powers of the blocks on its diagonal
    exponentials    of matrices that commute; those of multiples z A of a matrix of numbers with
                    A³ = c A

Source: N. J. Higham, Functions of Matrices, chapter 10.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from derivations.kernel import Combine, Context, Proof, manifest
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Relation, eq
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, div, function, identity, matrix, mul, neg, number, power,
    zero_matrix,
)
from derivations.search.drafts import Draft
from derivations.search.equality.completion import Words
from derivations.search.equality.equations import Combination, have_combined
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.matching import same
from derivations.search.knowledge.rewriting import prove_by_binder
from derivations.search.numerics.closed_forms import value
from derivations.search.reading.facts import new_symbol, nodes, plain_facts, vector
from derivations.search.reading.gaussian import NOTHING, ratio
from derivations.search.reading.readback import (
    CONSTANT, difference, entry_of, polynomial, scaled, simplified, size, sum_of,
)
from derivations.search.reading.references import by_equation

# Rows of a matrix that is inverted, and terms of its determinant.
MAX_ROWS, MAX_TERMS = 4, 24
# Blocks of an equation that are looked at; entries of matrices that are proved equal.
MAX_PLACES, MAX_ENTRIES = 6, 16
BLOCKS = frozenset({"blockdiag", "stack"})


def explicit_inverse(draft: Draft, node: Term) -> None:
    """Put what an inverse is, the adjugate over the determinant.  Raises Stuck."""
    (whole,) = node.args
    rows, _ = draft.sizes(whole)
    if rows.head != "number" or rows.data > MAX_ROWS:
        raise Stuck("not a small matrix")
    n = int(rows.data)
    entries = [[simplified(draft.context, entry_of(whole, n, n, i, j)) for j in range(n)]
               for i in range(n)]
    d = simplified(draft.context, call("det", matrix(entries)))
    if d.head == "add" and len(d.args) > MAX_TERMS:
        raise Stuck("a determinant of so many terms is not divided by")
    if d.head != "number":
        draft.use("inverse", d)
    inverse = matrix([[_quotient(draft, t, d) for t in row] for row in adjugate(entries)])
    claim = eq(mul(whole, inverse), call("identity", n))
    if d.head == "number":
        draft.have(claim, Combine())
    else:
        have_combined(draft, claim)
    draft.use("one-sided inverse", n, whole, inverse)
    draft.rewrite(draft.last)


def adjugate(rows: Sequence[Sequence[Term]]) -> list[list[Term]]:
    """The determinants without one row and one column, with their signs, transposed."""
    n = range(len(rows))

    def minor(i: int, j: int) -> Term:
        rest = [[rows[k][m] for m in n if m != j] for k in n if k != i]
        return mul(number((-1) ** (i + j)), call("det", matrix(rest)) if rest else ONE)

    return [[minor(j, i) for j in n] for i in n]


def _quotient(draft: Draft, minor: Term, d: Term) -> Term:
    value = simplified(draft.context, minor)
    if value == ZERO:
        return ZERO
    return simplified(draft.context, div(value, d)) if d.head == "number" else div(value, d)


def prove_with_entries(goal: Goal) -> Proof | None:
    """The goal among what equations of explicit matrices say of their entries."""
    draft = Draft(goal)
    for letter in sorted(goal.relation.free(), key=lambda s: s.name):
        if letter.sort.is_matrix and letter.sort.properties:
            draft.attempt(draft.sort, letter)
    for number_, fact in [*plain_facts(draft.context, "==")]:
        draft.attempt(equal_entries, draft, number_, fact)
    return draft.done_as_deep() if draft.grown else None


def entries_of(context: Context, relation: Relation) -> list[tuple[Term, Term, Term]]:
    """The entries of two explicit matrices, by rows, and the matrix with 1 there, and 0."""
    sides, shape = (relation.left, relation.right), size(context, relation.left)
    if shape is None or any(n.head != "number" for n in shape):
        return []
    rows, columns = (int(n.data) for n in shape)
    found = []
    for i, j in product(range(rows), range(columns)):
        unit = matrix([[int((k, m) == (i, j)) for m in range(columns)] for k in range(rows)])
        x, y = (entry_of(side, rows, columns, i, j) for side in sides)
        found.append((x, y, unit))
    return found


def prove_matrices_equal(goal: Goal) -> Proof | None:
    """Two explicit matrices are equal since all entries are."""
    draft, entries = Draft(goal), entries_of(goal.context, goal.relation)
    if not 1 < len(entries) <= MAX_ENTRIES:
        return None
    equations = [(unit, draft.have(eq(x, y)), None) for x, y, unit in entries
                 if not manifest(goal.context, eq(x, y))]
    return draft.close(Combine(tuple(equations)))


def explicit_exponential(draft: Draft, node: Term) -> None:
    """Put what an exponential is.  Raises Stuck."""
    whole = simplified(draft.context, node.args[0])
    if whole.head != "matrix":
        raise Stuck("not an explicit matrix")
    n = whole.data[0]
    z = next((e for e in whole.args if e.head != "number"), ONE)
    plain = Term("matrix", tuple([_ratio(draft, e, z) for e in whole.args]), whole.data)
    cube = simplified(draft.context, mul(plain, plain, plain))
    entry = next((k for k, e in enumerate(plain.args) if e != ZERO), None)
    c = ZERO if entry is None else _ratio(draft, cube.args[entry], plain.args[entry])
    if c == ZERO:
        said = draft.use("exponential of a nilpotent", n, mul(z, plain))
    else:
        square = simplified(draft.context, neg(c))
        w = value("sqrt", [square])
        said = draft.use("exponential of a rotation", n,
                         call("sqrt", square) if w is None else w, z, plain)
    known = draft.context.facts[said].relation
    draft.rewrite(draft.have(eq(node, known.right), by_equation(said)))


def _ratio(draft: Draft, e: Term, z: Term) -> Term:
    """The Gaussian rational c with `e = c z`."""
    above, below = (vector(draft.context, eq(t, ZERO)) for t in (e, z))
    key = next(iter(below))
    found = scaled(ratio(above.get(key, NOTHING), below[key]), [])
    if not manifest(draft.context, eq(e, mul(found, z))):
        raise Stuck("not a multiple")
    return found


def prove_blocks(goal: Goal) -> Proof | None:
    """A difference of blocks, or of sums over one range, is zero at every index."""
    whole = _difference(goal)
    if whole is None:
        return prove_by_binder(goal)
    if whole.head == "blocks":
        return _prove_each_block(goal, whole)
    found = attempted(prove_by_binder, goal)
    return _prove_each_index(goal, whole) if found is None else found


def _prove_each_index(goal: Goal, whole: Term) -> Proof:
    index, lower, upper, body = whole.args
    j = new_symbol(goal.context, "j", NATURAL, whole)
    body = Substitution({index: j})(body)
    whole = Term(whole.head, (j, lower, upper, body))
    draft = Draft(goal)
    claim = eq(whole, Term(whole.head, (j, lower, upper, mul(ZERO, body))))
    inner = Goal(draft.context, claim, goal.search, goal.depth)
    return draft.close(by_equation(draft.have(claim, prove_by_binder(inner))))


def _prove_each_block(goal: Goal, whole: Term) -> Proof:
    """Blocks in rows and columns are zero since each is."""
    draft = Draft(goal)
    rows, columns = whole.data
    cells = [whole.args[columns * i : columns * (i + 1)] for i in range(rows)]
    heights = [draft.sizes(row[0])[0] for row in cells]
    widths = [draft.sizes(cell)[1] for cell in cells[0]]
    equations = []
    for i, row in enumerate(cells):
        for j, cell in enumerate(row):
            claim = eq(cell, mul(ZERO, cell))
            if manifest(goal.context, claim):
                continue
            below = [identity(h) if k == i else zero_matrix(h, heights[i])
                     for k, h in enumerate(heights)]
            beside = [identity(w) if k == j else zero_matrix(widths[j], w)
                      for k, w in enumerate(widths)]
            equations.append((Term("blocks", tuple(below), (rows, 1)), draft.have(claim),
                              Term("blocks", tuple(beside), (1, columns))))
    return draft.close(Combine(tuple(equations)))


def _difference(goal: Goal) -> Term | None:
    """The difference of both sides as one binder."""
    whole = goal.reader.form(difference(goal.context, goal.relation))
    if whole.head in BLOCKS | {"blocks"}:
        return whole
    parts: list[tuple[Term, Any]] = []
    for (place, word, monomial), c in goal.gap.items():
        if place is not None or word is not None or len(monomial) != 1:
            return None
        ((atom, e),) = monomial
        if atom.head != "sum" or e != 1 or (parts and parts[0][0].args[:3] != atom.args[:3]):
            return None
        parts.append((atom, c))
    if len(parts) < 2:
        return None
    first = parts[0][0]
    body = sum_of([scaled(c, [atom.args[3]]) for atom, c in parts])
    return Term("sum", (*first.args[:3], body))


def entry_of_block(draft: Draft, node: Term) -> None:
    """Put the entry of a block, or 0, for one of blocks.  Raises Stuck."""
    blocks, row, column = _as_blocks(draft, node).args
    d, e, count, body = _blocks(draft, blocks)
    g, i = _place(draft, row, d)
    h, j = (g, column) if blocks.head == "stack" else _place(draft, column, e)
    if same(draft.context, g, h):
        said = _said(draft, blocks.head, d, e, count, body, g, i, j)
    else:
        said = draft.use("entry beside diagonal blocks", d, e, count, body, g, h, i, j)
    plain = simplified(draft.context, draft.context.facts[said].relation.right)
    draft.rewrite(draft.have(eq(Term("entry", (blocks, row, column)), plain), by_equation(said)))


def _as_blocks(draft: Draft, node: Term) -> Term:
    """The entry of what facts say is blocks, or of a power of those.  Raises Stuck."""
    whole = node.args[0]
    base = whole.args[0] if whole.head == "pow" else whole
    if base.head not in BLOCKS:
        known = [(number_, f.right) for number_, f in plain_facts(draft.context, "==")
                 if f.left == base and f.right.head in BLOCKS]
        if not known:
            raise Stuck("not an entry of blocks")
        draft.rewrite(known[0][0])
        whole = Substitution({base: known[0][1]})(whole)
    if whole.head == "pow":
        whole = power_inside(draft, whole)
    return Term("entry", (whole, *node.args[1:]))


def _blocks(draft: Draft, blocks: Term) -> tuple[Term, Term, Term, Term]:
    """The rows and columns of the blocks, how many there are, and what they are, from 0."""
    index, lower, upper, body = blocks.args
    k = new_symbol(draft.context, "k", INTEGER, blocks)
    block = Substitution({index: add(k, lower)})(body)
    sizes = size(draft.context.with_symbols(k), block)
    if sizes is None:
        block = matrix([[block]])
    d, e = sizes or (ONE, ONE)
    return d, e, add(upper, neg(lower), ONE), function((k,), block)


def _place(draft: Draft, row: Term, d: Term) -> tuple[Term, Term]:
    """The block in which a row is, of blocks of d rows, and its place there.  Raises Stuck."""
    if d == ONE:
        return row, ZERO
    if d.head != "number":
        raise Stuck("the place inside the block is not known")
    v = vector(draft.context, eq(row, ZERO))
    inside = v.get(CONSTANT, NOTHING)[0] % d.data
    block = {**v, CONSTANT: (v.get(CONSTANT, NOTHING)[0] - inside, Fraction(0))}
    if any((c / d.data).denominator > 1 or im for c, im in block.values()):
        raise Stuck("the place inside the block is not known")
    whole = polynomial({key: (c / d.data, im) for key, (c, im) in block.items() if c})
    return whole, number(inside)


def _said(draft: Draft, head: str, d: Term, e: Term, *rest: Term) -> int:
    """Add what the entry of a block is; returns the number of the fact."""
    below = head == "stack"
    law = "entry of blocks below each other" if below else "entry of blocks on a diagonal"
    return draft.use(law, d, e, *rest)


def equal_entries(draft: Draft, number_: int, fact: Relation) -> None:
    """Add that equal explicit matrices are equal entry by entry.  Raises Stuck."""
    rows, columns = draft.sizes(fact.left)
    if any(n.head != "number" or n.data > MAX_ROWS for n in (rows, columns)):
        raise Stuck("not a small matrix")
    for *entries, _ in entries_of(draft.context, fact):
        known = draft.have_rewritten(eq(*entries), number_)
        values = [simplified(draft.context, entry) for entry in entries]
        draft.have(eq(*values), by_equation(known))


def equal_blocks(draft: Draft, number_: int, fact: Relation) -> None:
    """Add that the blocks of equal blocks are equal, entry by entry: those that other facts name,
    else the first and the last.  Raises Stuck where they are of unknown size."""
    left, right = fact.left, fact.right
    alike = left.head == right.head and left.head in BLOCKS
    if not alike or not all(map(partial(same, draft.context), left.args[1:3], right.args[1:3])):
        raise Stuck("not blocks of one range")
    parts = [_blocks(draft, side) for side in (left, right)]
    (d, e, count, _), other = parts
    if (d, e) != other[:2] or any(n.head != "number" for n in (d, e)):
        raise Stuck("not blocks of one size")
    places = [*_named(draft, fact)] or [ZERO, simplified(draft.context, add(count, neg(ONE)))]
    for g in [*dict.fromkeys(places)][:MAX_PLACES]:
        for i, j in product(range(int(d.data)), range(int(e.data))):
            draft.attempt(_equal_entries, draft, number_, fact, parts, g, number(i), number(j))


def _equal_entries(
    draft: Draft, number_: int, fact: Relation, parts: Any, g: Term, i: Term, j: Term
) -> None:
    head = fact.left.head
    said = [_said(draft, head, *part, g, i, j) for part in parts]
    (d, e, _, _), _ = parts
    row, column = add(mul(d, g), i), j if head == "stack" else add(mul(e, g), j)
    bridge = draft.have_rewritten(
        eq(*(call("entry", side, row, column) for side in (fact.left, fact.right))), number_)
    values = [simplified(draft.context, draft.context.facts[n].relation.right) for n in said]
    draft.have(eq(*values), Combine((
        (neg(ONE), said[0], None), (ONE, bridge, None), (ONE, said[1], None))))


def _named(draft: Draft, fact: Relation) -> Iterator[Term]:
    """The blocks in which a family stands at a place that another fact names."""
    index, lower, _, body = fact.left.args
    own = [t for t in dict.fromkeys(subterms(body)) if t.head == "apply" and index in t.args]
    others = [f.relation for f in draft.context.facts if f.is_plain and f.relation != fact]
    for node in dict.fromkeys(n for r in others for n in nodes(r)):
        if node.head == "apply" and free_symbols(node) <= draft.context.symbols:
            for t in own:
                if t.args[0] == node.args[0]:
                    place = node.args[t.args.index(index)]
                    yield simplified(draft.context, add(place, neg(lower)))


def power_inside(draft: Draft, node: Term) -> Term:
    """Put blocks of powers for a power of diagonal blocks, and return them.  Raises Stuck."""
    blocks, e = node.args
    if blocks.head != "blockdiag" or e.head == "number":
        raise Stuck("not a power of blocks")
    index, lower, upper, body = blocks.args
    inside = Term("blockdiag", (index, lower, upper, power(body, e)))
    if eq(node, inside) == draft.relation:
        raise Stuck("this is the goal")
    proof = draft.search.prove(draft.context, eq(node, inside), draft.depth + 1)
    draft.rewrite(draft.have(eq(node, inside), proof))
    return inside


def prove_exponentials(goal: Goal) -> Proof | None:
    """Exponentials of matrices whose value a law names, or that commute."""
    draft = Draft(goal)
    words = Words(draft)
    found = [t for t in dict.fromkeys(nodes(goal.relation)) if t.head == "matexp"]
    for a in found:
        for b in found:
            draft.attempt(_sum, draft, words, a.args[0], b.args[0])
        for letter in dict.fromkeys(nodes(goal.relation)):
            if letter.head == "symbol" and letter.sort.is_matrix:
                draft.attempt(_exchanged, draft, words, a.args[0], letter)
    if not draft.grown:
        return None
    for number_ in range(len(goal.context.facts), len(draft.context.facts)):
        fact = draft.context.facts[number_].relation
        if fact.operator == "==" and fact.left in found:
            draft.rewrite(number_)
    return draft.close(Combination(draft).proof())


def _exchanged(draft: Draft, words: Words, a: Term, letter: Term) -> None:
    """Add that an exponential commutes with what its exponent commutes with."""
    rows, _ = draft.sizes(a)
    known = words.proof(eq(mul(a, letter), mul(letter, a)))
    draft.use("exponentials intertwined", rows, rows, a, a, letter, last=[known])


def _sum(draft: Draft, words: Words, a: Term, b: Term) -> None:
    rows, _ = draft.sizes(a)
    known = words.proof(eq(mul(a, b), mul(b, a)))
    draft.use("exponential of a sum", rows, a, b, last=[known])
    whole = simplified(draft.context, add(a, b))
    if whole.head == "zero":
        draft.use("exponential of a nilpotent", rows, whole)
