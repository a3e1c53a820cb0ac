"""Forms that facts say to be at least, or above, zero for all vectors, at those in the goal.

Where a product `a.T*M*b` stands in it, and facts are about `v.T*M*v` for all v, what is behind M is
put for v; of `M.I` that with M.I before it.

`0 <= w.T*(H*P*H.T + R)*w` given 0 <= v.T*P*v and 0 <= u.T*R*u for all v, u: v = H.T*w, u = w.
Incomplete: sums of such vectors are not thought of.  Source: R. A. Horn, C. R. Johnson, Matrix
Analysis, 7.1.
"""

from derivations.kernel import Proof
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import Term, call
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.reading.facts import nodes
from derivations.search.reading.readback import product_of

# Vectors that are put in.
MAX_VALUES = 8


def says_forms(goal: Goal) -> bool:
    return any(_form(goal, fact) for fact in goal.context.facts)


def prove_with_forms(goal: Goal) -> Proof | None:
    """The goal with what is known of forms at its vectors."""
    draft = Draft(goal)
    words = [w for t in (*goal.nodes, *goal.atoms) if (w := _word(t))]
    for number, fact in enumerate(goal.context.facts):
        inner = _form(goal, fact)
        for v, word in [*_vectors(words, inner).items()][:MAX_VALUES] if inner else ():
            if free_symbols(v) <= goal.context.symbols and draft.attempt(draft.use, number, v):
                whole = draft.context.facts[-1].relation.right
                if v.head == "mul" and v.args[0].head == "inv":
                    draft.attempt(draft.have, eq(call("scalar", product_of(word)), whole))
    return draft.done_as_deep() if draft.grown else None


def _word(atom: Term) -> tuple[Term, ...]:
    """The factors of what is a number."""
    whole = atom.args[0] if atom.head == "scalar" else atom
    return whole.args if whole.head == "mul" else ()


def _form(goal: Goal, fact: Proposition) -> tuple[Term, ...]:
    """The factors M of the form `v.T*M*v`, of which an order is said for all vectors v; none of
    others."""
    if len(fact.variables) != 1 or fact.relation.operator not in ("<", "<="):
        return ()
    (v,) = fact.variables
    if not v.sort.is_matrix:
        return ()
    words = (_word(node) for node in nodes(fact.relation))
    inside = {w[1:-1] for w in words if len(w) > 2 and w[-1] == v}
    inner = inside.pop() if len(inside) == 1 else ()
    return () if any(v in free_symbols(t) for t in inner) else inner


def _vectors(
    words: list[tuple[Term, ...]], inner: tuple[Term, ...]
) -> dict[Term, tuple[Term, ...]]:
    """What stands behind M, or M.I, in a word."""
    found: dict[Term, tuple[Term, ...]] = {}
    for word in words:
        for place in range(1, len(word)):
            rest = word[place + len(inner) :]
            if word[place : place + len(inner)] == inner and rest:
                found.setdefault(product_of(rest), word)
            if inner[1:] == () and word[place] == call("inv", *inner) and word[place + 1 :]:
                found.setdefault(product_of(word[place:]), word)
    return found
