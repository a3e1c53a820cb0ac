"""Induction over a natural number, from 0, from 1, or from a bound that a fact names.

The claim is stated for all naturals, for itself: so what is known of the number at hand does not
stand in the way.  Base and step are goals of the same search, the claim before a fact in the step.
In the step, both claims are put in values that no law relates; what one multiple of the claim
before leaves of the claim after is shown on its own.

Where recursions say values, these are put in; of a family in an order it is tried, too, whether it
is at least 0, by induction as well.  `u[n] < 2` given `u[0] = 0`, `u[k + 1] = sqrt(2 + u[k])`.

Where facts are about all numbers up to the one at hand, the claim is stated up to it, too:
`Product(f[k + 1]/f[k], (k, 0, n))` given `f[k] != 0 for all k with k <= n`.

Incomplete: nothing else is generalized, and what else depends on the number in the facts is not
taken along.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

from derivations.kernel import Combine, Context, Induction, Proof
from derivations.language.sorts import NATURAL, POSINT, REAL
from derivations.language.statements import Proposition, Relation, eq, le, lt
from derivations.language.substitution import Substitution, free_symbols, sort_symbols, subterms
from derivations.language.terms import BINDERS, ONE, ZERO, Term, add, div, mul, neg, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted, opening
from derivations.search.knowledge.matching import same
from derivations.search.knowledge.patterns import RECURRENT
from derivations.search.reading.facts import FAILURES, new_symbol, nodes, plain_facts, vector
from derivations.search.reading.readback import multiple, simplified, size, sum_of
from derivations.search.reading.references import PRODUCTS, by_fact
from derivations.search.summation.recurrences import (
    HEADS, Recurrences, difference_term, in_lowest_terms, vanishing,
)
from derivations.search.summation.sums import Reduction
from derivations.search.summation.telescoping import lowest_terms

BLOCKS = ("stack", "blockdiag")
MAX_MULTIPLES = 4  # of the claim before, tried in the step
# Steps for what follows from signs of values, which are counted apart.
APART_STEPS = 600


def prove_by_induction(goal: Goal) -> Proof | None:
    """The first induction that succeeds, where nothing has recurrences but powers and facts."""
    return None if HEADS & goal.heads else prove_recurrent(goal)


def prove_recurrent(goal: Goal) -> Proof | None:
    """The first induction that succeeds."""
    first = Draft(goal)
    for _, fact in [*plain_facts(goal.context, "!=")]:
        if fact.left.head == "symbol" and fact.left.sort == NATURAL and fact.right == ZERO:
            first.attempt(first.use, "above zero", fact.left)
    for claim, value in claims(first.goal):
        for known in (None, *_signs(goal, claim)):
            draft = Draft(goal)
            draft.context, draft.steps = first.context, [*first.steps]
            with suppress(*FAILURES):
                if known is not None:
                    _have(draft, known)
                draft.use(_have(draft, claim), value)
                return draft.close(by_fact(goal.relation, draft.last))
    return None


def _signs(goal: Goal, claim: Proposition) -> list[Proposition]:
    """That the family in an order is at least 0, where a recursion says it."""
    said = {fact.relation.left.args[0] for fact in goal.context.facts
            if fact.variables and fact.relation.left.head == "apply"}
    values = [t for t in nodes(claim.relation) if t.head == "apply" and t.args[0] in said]
    bounds = (le(ZERO, t) for t in dict.fromkeys(values) if claim.relation.operator in ("<", "<="))
    return [Proposition(one, claim.variables) for one in bounds if one != claim.relation]


def has_recursions(goal: Goal) -> bool:
    """Whether facts say values of a family by others, for all whole numbers."""
    return any(f.sort.value == REAL for f in _recurring(goal))


def has_sizes_of_values(goal: Goal) -> bool:
    """Whether sizes of such values stand in it."""
    inside = {s for n in goal.unbound("abs") for s in free_symbols(n)}
    return not inside.isdisjoint(_recurring(goal))


def _recurring(goal: Goal) -> list[Term]:
    """The families with values of which facts say them by others."""
    found: dict[Term, None] = {}
    for fact in goal.context.facts:
        left, right = fact.relation.left, fact.relation.right
        if len(fact.variables) == 1 and fact.variables[0].sort.within("integer") and (
                fact.relation.operator == "==" and left.head == "apply"):
            family = left.args[0]
            if family in free_symbols(right) and len(family.sort.index) == 1:
                found[family] = None
    return list(found)


def prove_with_values_above_zero(goal: Goal) -> Proof | None:
    """The goal, where the values of a family that a recursion says are above zero, or above what is
    taken from them where that is not to be 0."""
    draft = Draft(goal)
    with goal.search.apart(APART_STEPS):
        for f in _recurring(goal):
            k = new_symbol(goal.context, "k", NATURAL)
            value = Term("apply", (f, k))
            for least in _taken(goal, f):
                draft.attempt(_have, draft, Proposition(lt(least, value), (k,)))
        return draft.done_as_deep() if draft.grown else None


def _taken(goal: Goal, f: Term) -> list[Term]:
    """Zero, and the numbers that are taken from values of a family in what is not to be 0."""
    found, gap = [ZERO], sub(goal.relation.left, goal.relation.right)
    divisors = [node.args[1] for node in goal.unbound("div")]
    for term in (*divisors, gap) if goal.relation.operator == "!=" else divisors:
        values = [t for t in subterms(term) if t.head == "apply" and t.args[0] == f]
        if len(values) == 1:
            rest = simplified(goal.context, sub(values[0], term))
            found += [rest] if rest.head == "number" else []
    return list(dict.fromkeys(found))


def _have(draft: Draft, claim: Proposition) -> int:
    """Add what is claimed for all naturals, by induction; returns the number.  Raises Stuck."""
    return draft.have(claim, inductive(draft, claim))


def from_zero(goal: Goal, k: Term, body: Term, value: Term) -> tuple[Term, Term, Term]:
    """A natural number, a body in it, and where that is looked at: k may be from 1 on."""
    if k.sort == NATURAL:
        return k, body, value
    j = new_symbol(goal.context, k.name, NATURAL, body)
    return j, Substitution({k: add(j, ONE)})(body), sub(value, ONE)


def inductive(draft: Draft, claim: Proposition) -> Proof:
    """A proof by induction of what is claimed for all naturals.  Raises Stuck."""
    (n,) = claim.variables
    inside = draft.context.with_symbols(n)
    stated = Proposition(claim.relation, (), claim.guards)
    base = draft.search.prove(draft.context, stated.substitute({n: _least(n)}), draft.depth)
    later = stated.substitute({n: add(n, ONE)})

    def following(context: Context, relation: Relation) -> Proof:
        inner = Draft(Goal(context, relation, draft.search, draft.depth + 2, draft.light))
        known = len(inside.facts)
        return inner.close(_following(inner, n, inner.use(known) if claim.guards else known))

    return Induction(n, base, opening(inside.with_facts(stated), later, following))


def _following(draft: Draft, n: Term, known: int) -> Proof:
    """The claim after, the claim before being a fact.  Raises Stuck."""
    goal, search, relation = draft.goal, draft.search, draft.relation
    steps: list[Callable[[Goal, int], Proof | None]] = [partial(_step, n)]
    if size(goal.context, relation.left) is not None:
        steps = [partial(_matrix_step, left=left) for left in (True, False)]
    bars = any(t.head == "abs" for t in nodes(relation))
    # Steps are spared for an order, which may be shown as it stands.
    spared = 0 if relation.operator == "==" else search.steps // 2
    with search.at_most(search.steps - spared):
        proof = attempted(_with_values, goal, n) if spared else None
        for step in steps if not bars else ():
            proof = proof or attempted(step, goal, known)
    proof = proof or attempted(_with_values, goal, n)  # with the steps that were spared
    return proof or search.prove(goal.context, Proposition(relation), goal.depth - 1)


def _with_values(goal: Goal, n: Term) -> Proof:
    """The claim after, with what recursions say of its values.  Raises Stuck."""
    draft = Draft(goal)
    _use_at(draft, n)
    for number, said in [*plain_facts(draft.context, "==")]:
        if said.left.head == "apply" and said.left in nodes(draft.relation):
            draft.rewrite(number)
    if not draft.grown:
        raise Stuck("no recursion says more")
    return draft.done()


def _use_at(draft: Draft, n: Term) -> None:
    """Add what facts for all whole numbers say at this one."""
    for place, fact in enumerate(draft.context.facts):
        if len(fact.variables) == 1 and fact.variables[0].sort.within("integer"):
            draft.attempt(draft.use, place, n)


def _step(n: Term, goal: Goal, known: int) -> Proof:
    """The claim after as a multiple of the claim before, and what is left.  Raises Stuck."""
    stated = goal.context.facts[known].relation
    if stated.operator == "!=":
        raise Stuck("what is left says nothing")
    before, after = (difference_term(goal.context, r) for r in (stated, goal.relation))
    draft = Draft(goal)
    reduction = Reduction(draft, kept=[t for t in subterms(before) if t.head == "sum"])
    old, new = reduction.reduced(before, after), reduction.reduced(after, before)
    finish = _equation if stated.operator == "==" else partial(_order, n)
    found: list[Any] = []
    for c in _multiples(draft, old[0], new[0]):
        if draft.attempt(lambda d: found.append(finish(draft, known, d, old, new)), c):
            return draft.close(found[0])
    raise Stuck("the claim before does not lead to the claim after")


def _matrix_step(goal: Goal, known: int, left: bool) -> Proof:
    """The claim before times the matrix whose powers it is about.  Raises Stuck."""
    stated = goal.context.facts[known].relation
    powers = (t for t in nodes(stated) if t.head == "pow" and t.args[1].head != "number")
    base = next((t.args[0] for t in powers if size(goal.context, t) is not None), None)
    if base is None:
        raise Stuck("no powers of matrices")
    before, after = (sub(r.left, r.right) for r in (stated, goal.relation))
    draft = Draft(goal)
    times = mul(base, before) if left else mul(before, base)
    rest, short = Recurrences(draft).reduced(simplified(draft.context, sub(after, times)))
    zero = draft.have(eq(rest, mul(ZERO, rest)))
    count = (base, known, None) if left else (ONE, known, base)
    equal = [] if short is None else [(ONE, short, None)]
    return draft.close(Combine((count, (ONE, zero, None), *equal)))


# A term, and the number of the fact that what it comes from is that; None: it is the same
Reduced = tuple[Term, int | None]


def _remainder(draft: Draft, c: Term, old: Reduced, new: Reduced) -> Term:
    return simplified(draft.context, sub(new[0], mul(c, old[0])))


def _known(c: Term, old: Reduced, new: Reduced) -> list[Any]:
    """What both claims are, as an equation counts it."""
    found = [(ONE, new[1], None), (neg(c), old[1], None)]
    return [(d, k, None) for d, k, _ in found if k is not None]


def _equation(draft: Draft, known: int, c: Term, old: Reduced, new: Reduced) -> Proof:
    rest = _remainder(draft, c, old, new)
    left = vanishing(draft, rest)
    return Combine(((ONE, left, None), (c, known, None), *_known(c, old, new)))


def _order(n: Term, draft: Draft, known: int, c: Term, old: Reduced, new: Reduced) -> Proof:
    stated, operator = draft.context.facts[known].relation, draft.relation.operator
    if c != ONE:
        known = draft.use(PRODUCTS[operator], c, sub(stated.right, stated.left))
    rest, short = in_lowest_terms(draft, _remainder(draft, c, old, new))
    _use_at(draft, n)
    left = draft.have(le(rest, ZERO))
    equations = ((ONE, short, None), *_known(c, old, new))
    return Combine(equations, ((Fraction(1), left), (Fraction(1), known)))


def _multiples(draft: Draft, old: Term, new: Term) -> Iterator[Term]:
    """What the claim before may count, from what stands with the same atoms in both."""
    before, after = (_by_core(draft, t) for t in (old, new))
    found = []
    shared = [core for core in before if core and core in after]
    for core in sorted(shared, key=lambda m: (not _sums(m), -len(m))):
        found.append(lowest_terms(draft.context, div(after[core], before[core])))
    yield from list(dict.fromkeys([*found, ONE]))[:MAX_MULTIPLES]


def _by_core(draft: Draft, term: Term) -> dict[Any, Term]:
    """Products of atoms that are no rational functions of symbols, with their coefficients."""
    parts: dict[Any, list[Term]] = {}
    for (_, _, monomial), c in vector(draft.context, eq(term, ZERO)).items():
        core = frozenset((a, e) for a, e in monomial if not _rational(a))
        rest = tuple((a, e) for a, e in monomial if _rational(a))
        parts.setdefault(core, []).append(multiple(c, rest))
    return {core: sum_of(found) for core, found in parts.items()}


def _rational(atom: Term) -> bool:
    arithmetic = ("symbol", "number", "add", "mul", "neg", "div")
    return all(t.head in arithmetic or (t.head == "pow" and t.args[1].head == "number")
               for t in subterms(atom))


def _sums(core: Any) -> bool:
    return any(a.head == "sum" for a, _ in core)


def _least(n: Term) -> Term:
    return ZERO if n.sort == NATURAL else ONE


def claims(goal: Goal) -> Iterator[tuple[Proposition, Term]]:
    """What is to be shown for all naturals, and the one at hand; up to this one first, where facts
    are; bounds that do not stand alone on a side come last."""
    relation, context = goal.relation, goal.context
    ranged = {s for f in context.facts if f.variables for s in f.free()}
    for n in _candidates(goal):
        if n.sort in (NATURAL, POSINT) and n in ranged:
            k = new_symbol(context, n.name, n.sort, relation.left, relation.right)
            yield Proposition(relation.replace(Substitution({n: k})), (k,), (le(k, n),)), n
    for plainly in (True, False):
        for n in _candidates(goal):
            for _, fact in plain_facts(context, "<=", "<"):
                first = least_value(context, fact, n) if (fact.right == n) == plainly else None
                if first is None or (n.sort in (NATURAL, POSINT)
                                     and same(context, first, _least(n))):
                    continue
                k = new_symbol(context, "s", NATURAL, relation.left, relation.right)
                change = Substitution({n: simplified(context, add(first, k))
                                       if not free_symbols(first) else add(first, k)})
                yield Proposition(relation.replace(change), (k,)), add(n, neg(first))
        for n in _candidates(goal) if plainly else ():
            if n.sort in (NATURAL, POSINT):
                k = new_symbol(context, n.name, n.sort, relation.left, relation.right)
                change = Substitution({n: k})
                yield Proposition(relation.replace(change), (k,)), n


def least_value(context: Context, fact: Relation, n: Term) -> Term | None:
    """The least value of a whole number by a fact: of `m + 1 <= n`, and of `m <= n - 1`."""
    if n not in free_symbols(fact.right):
        return None
    left = fact.left if fact.operator == "<=" else add(fact.left, ONE)
    first = left if fact.right == n else simplified(context, sub(add(left, n), fact.right))
    return None if n in free_symbols(first) else first


def _candidates(goal: Goal) -> list[Term]:
    """Whole numbers that count something in the goal and are in no size; of blocks last."""
    sized = {s for t in goal.context.symbols for s in sort_symbols(t.sort)}
    found: dict[Term, bool] = {}
    for node in nodes(goal.relation):
        for s in [s for a in _counts(node) for s in free_symbols(a)]:
            found[s] = found.get(s, True) and node.head in BLOCKS
    return sorted((s for s in goal.relation.free() if s in found
                   and s.sort.within("integer") and s not in sized),
                  key=lambda s: (found[s], s.name))


def _counts(node: Term) -> Sequence[Term]:
    """Bounds, exponents without divisors, arguments of what has recurrences, what has bars."""
    if node.head in BINDERS:
        return node.args[1:3]
    if node.head == "pow":
        return () if any(t.head == "div" for t in subterms(node.args[1])) else node.args[1:]
    return node.args if node.head in RECURRENT | {"abs", "apply", "harmonic"} else ()
