"""Sums to an end at which something is given: `Σ_{k<n} k (l(k) - l(k+1)) = Σ_{k≤n} l(k)`, l(n) = 0.

Such an equation does not hold for all n; with the right multiple of what is given it does, and that
is shown by induction.  Of the difference from n to n + 1 the multiple is what stands beside the
given value at n + 1.  Complete where such a multiple is all that is missing.
"""

from derivations.kernel import Combine, Proof
from derivations.language.sorts import NATURAL, POSINT
from derivations.language.statements import Proposition, Relation, eq
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, mul, neg, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.induction import inductive
from derivations.search.reading.facts import new_symbol, plain_facts, vector
from derivations.search.reading.readback import multiple, sum_of
from derivations.search.summation.recurrences import difference_term
from derivations.search.summation.sums import Reduction


def prove_with_ends(goal: Goal) -> Proof | None:
    """The equation as what holds for all lengths, less a multiple of what is given."""
    counts = {s for sum_ in goal.unbound("sum") for s in free_symbols(sum_.args[2])}
    for number, fact in plain_facts(goal.context, "=="):
        inside = free_symbols(fact.left) if fact.left.head == "apply" else ()
        for n in sorted(counts.intersection(inside), key=lambda s: s.name):
            draft = Draft(goal)
            if n.sort in (NATURAL, POSINT) and draft.attempt(_with_end, draft, number, n):
                return draft.done()
    return None


def _with_end(draft: Draft, number: int, n: Term) -> None:
    """Add the equation, from that with a multiple of what a fact says, for all n.  Raises Stuck."""
    fact = draft.context.facts[number].relation
    before = difference_term(draft.context, draft.relation)
    c = _multiple(draft, before, fact, n)
    k = new_symbol(draft.context, n.name, n.sort, before, fact.left, fact.right)
    whole = eq(add(before, mul(c, sub(fact.left, fact.right))), ZERO)
    claim = Proposition(whole.replace(Substitution({n: k})), (k,))
    known = draft.use(draft.have(claim, inductive(draft, claim)), n)
    draft.have(draft.relation, Combine(((ONE, known, None), (neg(c), number, None))))


def _multiple(draft: Draft, before: Term, fact: Relation, n: Term) -> Term:
    """What the given value is to be multiplied with.  Raises Stuck."""
    later, earlier = (Substitution({n: add(n, by)}) for by in (ONE, neg(ONE)))
    after, scratch = later(before), draft.aside(draft.relation)
    reduction = Reduction(scratch, kept=[t for t in subterms(before) if t.head == "sum"])
    new, old = reduction.reduced(after, before)[0], reduction.reduced(before, after)[0]
    ((_, _, ((end, _), *_)), *_) = vector(scratch.context, eq(later(fact.left), ZERO))
    parts = []
    for (_, _, monomial), c in vector(scratch.context, eq(old, new)).items():
        powers = dict(monomial)
        if powers.pop(end, 0) == 1:
            parts.append(multiple(c, tuple(powers.items())))
    if not parts:
        raise Stuck("what is given is not met")
    return earlier(sum_of(parts))
