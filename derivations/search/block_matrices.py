"""Blocks on a diagonal or below each other; exponentials of matrices; lengths.

    blocks          a difference of blocks is 0 since its block is, at every index
    entries         of blocks below each other are those of one of the blocks
    powers          a power of diagonal blocks has the powers of the blocks on its diagonal
    exponentials    of matrices that commute
    lengths         are at least zero

Source: N. J. Higham, Functions of Matrices, chapter 10.
"""

from __future__ import annotations

from typing import Any

from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import eq
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, ZERO, Term, add, call, function, matrix, mul, neg, power
from derivations.search.equations import Combination, have_combined
from derivations.search.goals import Draft, Goal, Stuck, new_symbol, nodes
from derivations.search.matching import simplified
from derivations.search.readback import difference, scaled, size, sum_of
from derivations.search.references import by_equation
from derivations.search.rewriting import prove_by_binder
from derivations.search.words import Words

BLOCKS = frozenset({"blockdiag", "stack"})


def prove_blocks(goal: Goal) -> Any:
    """A difference of blocks, or of sums over one range, is zero at every index."""
    whole = _difference(goal)
    if whole is None:
        return None
    index, lower, upper, body = whole.args
    j = new_symbol(goal.context, "j", NATURAL, whole)
    body = Substitution({index: j})(body)
    whole = Term(whole.head, (j, lower, upper, body))
    draft = Draft(goal)
    claim = eq(whole, Term(whole.head, (j, lower, upper, mul(ZERO, body))))
    inner = Goal(draft.context, claim, goal.search, goal.depth)
    return draft.close(by_equation(draft.have(claim, prove_by_binder(inner))))


def _difference(goal: Goal) -> Term | None:
    """The difference of both sides as one binder."""
    whole = goal.reader.form(difference(goal.context, goal.relation))
    if whole.head in BLOCKS:
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


def prove_entries(goal: Goal) -> Any:
    """Entries of blocks below each other are entries of one of the blocks."""
    draft = Draft(goal)
    for node in dict.fromkeys(nodes(goal.relation)):
        if node.head == "entry" and node.args[0].head == "stack":
            draft.attempt(_entry_of_block, draft, node)
    return draft.done() if draft.grown else None


def _entry_of_block(draft: Draft, node: Term) -> None:
    """Put the entry of a block into the goal."""
    (index, lower, upper, body), row, column = node.args[0].args, *node.args[1:]
    k = new_symbol(draft.context, "k", INTEGER, node)
    block = Substitution({index: add(k, lower)})(body)
    inside = draft.context.with_symbols(k)
    if size(inside, block) is None:
        block = matrix([[block]])
    d, e = size(inside, block) or (ONE, ONE)
    if d != ONE:
        raise Stuck("the place inside the block is not known")
    count = add(upper, neg(lower), ONE)
    draft.use("entry of blocks below each other", d, e, count, function((k,), block), row, ZERO,
              column)
    value = call("entry", Substitution({k: row})(block), ZERO, column)
    plain = simplified(draft.context, value)
    draft.rewrite(have_combined(draft, eq(node, plain)))


def prove_powers_of_blocks(goal: Goal) -> Any:
    """Powers of diagonal blocks, written out."""
    draft = Draft(goal)
    for node in goal.unbound("pow"):
        if node.args[0].head == "blockdiag" and node.args[1].head != "number":
            draft.attempt(_power_inside, draft, node)
    if not draft.grown:
        return None
    return draft.close(draft.search.prove(draft.context, draft.relation, draft.depth + 1))


def _power_inside(draft: Draft, node: Term) -> None:
    (index, lower, upper, body), e = node.args[0].args, node.args[1]
    inside = Term("blockdiag", (index, lower, upper, power(body, e)))
    if eq(node, inside) == draft.relation:
        raise Stuck("this is the goal")
    proof = draft.search.prove(draft.context, eq(node, inside), draft.depth + 1)
    draft.rewrite(draft.have(eq(node, inside), proof))


def prove_lengths(goal: Goal) -> Any:
    """Lengths are at least zero, and real; squares of them are as well."""
    draft = Draft(goal)
    for node in goal.unbound("norm"):
        draft.attempt(_length, draft, node)
    return draft.done() if draft.grown else None


def _length(draft: Draft, node: Term) -> None:
    v = node.args[0]
    sizes = size(draft.context, v)
    if sizes is None:
        raise Stuck("not a vector")
    draft.use("square of a length", sizes[0], v)
    draft.use("sqrt at least zero", call("inner", v, v))
    draft.use("order is real", ZERO, node)


def prove_exponentials(goal: Goal) -> Any:
    """Exponentials of matrices whose value a law names, or that commute."""
    draft = Draft(goal)
    words = Words(draft)
    found = [t for t in dict.fromkeys(nodes(goal.relation)) if t.head == "matexp"]
    for a in found:
        for b in found:
            draft.attempt(_sum, draft, words, a.args[0], b.args[0])
    if not draft.grown:
        return None
    for number_ in range(len(goal.context.facts), len(draft.context.facts)):
        fact = draft.context.facts[number_].relation
        if fact.operator == "==" and fact.left in found:
            draft.rewrite(number_)
    return draft.close(Combination(draft).proof())


def _sum(draft: Draft, words: Words, a: Term, b: Term) -> None:
    rows, _ = draft.sizes(a)
    known = words.proof(eq(mul(a, b), mul(b, a)))
    draft.use("exponential of a sum", rows, a, b, proofs=[known])
    if simplified(draft.context, add(a, b)).head == "zero":
        draft.use("exponential of zero", rows)
