"""Symbolic powers of two matrices side by side whose product is the identity.

`A B = I` gives `A^n B^n = I` for all naturals n, by induction; it is used at what the exponents of
neighbours in a word have in common.  Then the equation is one between words, or a combination.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from derivations.kernel import Combine, Context, Induction
from derivations.language.sorts import NATURAL, matrix_sort
from derivations.language.statements import eq, forall, replace_term
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, Term, identity, mul, power
from derivations.search.completion import Words
from derivations.search.goals import Draft, Goal, new_symbol, nodes
from derivations.search.matrices import prepared
from derivations.search.readback import form, multiple, reader, size, sum_of
from derivations.search.references import by_equation
from derivations.search.words import words_in

NOTHING = Fraction(0)


def prove_with_powers(goal: Goal) -> Any:
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


def _of_letters(goal: Goal) -> Any:
    """The goal for letters that are equal to what is raised to powers in it."""
    bases = {t.args[0]: None for t in nodes(goal.relation) if t.head == "pow"
             and t.args[1].head != "number" and t.args[0].args
             and free_symbols(t) <= goal.context.symbols
             and size(goal.context, t.args[0]) is not None}
    if not bases:
        return None
    draft, relation, guards = Draft(goal), goal.relation, []
    for base in bases:
        letter = new_symbol(goal.context, "Y", matrix_sort(*draft.sizes(base)),
                            relation.left, relation.right)
        relation = replace_term(relation, base, letter)
        guards.append(eq(letter, base))
    letters = [g.left for g in guards]
    claim = forall(letters, relation, *guards)
    draft.use(draft.have(claim, draft.search.prove(draft.context, claim, goal.depth)), *bases)
    return draft.close(by_equation(len(draft.context.facts) - 1))


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
    whole = identity(draft.sizes(a)[0])
    pair = Words(draft).have(eq(mul(a, b), whole))
    n = new_symbol(draft.context, "n", NATURAL, a, b)
    claim = forall(n, eq(mul(power(a, n), power(b, n)), whole))
    last = len(draft.context.facts)
    step = Combine(((power(a, n), pair, power(b, n)), (ONE, last, None)))
    draft.use(draft.have(claim, Induction(n, Combine(), step)), e)
