"""Proofs by cases: signs, zeros, and what is proved by assuming the opposite.

    equations    a fact `a ≠ b` or `a < b` whose difference is a combination of equations
    orders       a combination of orders that says `0 < 0`
    signs        the goal where a number is 0, and where it is not, being positive or negative
    sizes        the goal where a number is at least 0, and where it is below, whose size is given
    greatest     the goal where one of two numbers is the greater, and where the other is
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from derivations.kernel import Cases, Combine, Proof, manifest
from derivations.language.shapes import is_matrix
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, as_term, conj, mul, neg, number, sub
from derivations.search.drafts import Draft
from derivations.search.equality.completion import SIGNED, Numbers, with_relations
from derivations.search.equality.equations import Combination, have_combined
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.instances import with_roots
from derivations.search.knowledge.matching import put, same, solved
from derivations.search.orders.order import Item, combination
from derivations.search.reading.facts import nodes, plain_facts, vector_of
from derivations.search.reading.readback import simplified, size
from derivations.search.reading.references import by_order

# Numbers of which what is said of all numbers is looked at.
SMALL = ONE, number(2)
# So many numbers are at least 0 or below, each.
MAX_SIZES = 3


def contradiction(draft: Draft, items: Sequence[Item] | None = None) -> Proof:
    """A proof of whatever is to be shown among facts that contradict each other.  Raises Stuck.

    items: what is at least 0 besides the facts; then orders alone are looked at.
    """
    known = None if draft.relation.operator == "==" else _known(draft)
    absurd = _absurd(draft, items)
    gap = sub(draft.relation.left, draft.relation.right)
    if known is None:
        return draft.close(Combine(((gap, absurd, None),)))
    fact = draft.context.facts[known].relation
    gap = sub(gap, sub(fact.left, fact.right))
    return draft.close(Combine(((gap, absurd, None),), ((Fraction(1), known),)))


def _known(draft: Draft) -> int:
    """The number of a fact of the kind of the goal, which is no equation.  Raises Stuck."""
    if draft.relation.operator != "!=":
        return draft.have(lt(ZERO, ONE), Combine())
    if not is_matrix(draft.relation.left):
        return draft.have(ne(ONE, ZERO), Combine())
    shape = size(draft.context, draft.relation.left)
    for place, fact in plain_facts(draft.context, "!="):
        if is_matrix(fact.left) and size(draft.context, fact.left) == shape:
            return place
    if shape is None or shape[1] != ONE:
        raise Stuck("nothing is known to differ that has the size of the goal")
    return draft.use("ones-not-zero", shape[0])


def _absurd(draft: Draft, items: Sequence[Item] | None) -> int:
    """The number of the fact that 1 is 0.  Raises Stuck."""
    for place, fact in plain_facts(draft.context, "!=", "<"):
        if vector_of(draft.context, fact) == {}:  # both sides are one
            said = draft.have(ne(ZERO, ZERO), by_order(place))
            return draft.use("absurd", proofs=(by_order(said),))
    aside = draft.aside(lt(ZERO, ZERO))
    order = combination(aside, items or ())
    try:
        if order is not None:
            last = draft.have(lt(ZERO, ZERO), aside.close(order))
            said = draft.have(ne(ZERO, ZERO), by_order(last))
        elif items is not None:
            raise Stuck("the orders do not contradict each other")
        else:
            inner = draft.aside(ne(ZERO, ZERO))  # a fact whose sides are equal
            said = draft.have(inner.relation, inner.close(Combination(inner).proof()))
    except Stuck:
        if draft.light or items is not None:
            raise
        with_relations(draft)
        claim = eq(ONE, ZERO)
        inner = draft.aside(claim)
        return draft.have(claim, inner.close(Numbers(inner).proof(claim)))
    return draft.use("absurd", proofs=(by_order(said),))


def with_ends(draft: Draft) -> None:
    """What is assumed for all numbers of a range, at its ends, at what they are compared to, and at
    small numbers."""
    for place, fact in enumerate(draft.context.facts):
        if all(v.sort.is_scalar for v in fact.variables):
            for small in SMALL if fact.variables else ():
                signs = (neg(small) if v.sort.kind == "negative" else small for v in fact.variables)
                draft.attempt(draft.use, place, *signs)
        if len(fact.variables) == 1:
            sides = [t for r in (*fact.guards, fact.relation) for t in (r.left, r.right)]
            for t in dict.fromkeys(sides):
                if free_symbols(t).isdisjoint(fact.variables):
                    draft.attempt(draft.use, place, t)


def prove_by_contradiction(goal: Goal) -> Proof | None:
    """`a ≠ b` since `a = b` contradicts a fact."""
    if not goal.gap:
        return None
    claim = Proposition(eq(goal.relation.left, goal.relation.right))
    last = len(goal.context.facts)
    inner = Draft(Goal(goal.context.with_facts(claim), goal.relation, goal.search, goal.depth + 1,
                       goal.light))
    with_roots(inner)
    for s in sorted(goal.relation.free(), key=lambda s: s.name):
        if s.head == "symbol" and s.sort.kind in SIGNED:
            inner.attempt(inner.sort, s)
    for node in dict.fromkeys(nodes(goal.relation)):
        if node.head == "div" and node.args[1].head != "number":
            inner.attempt(inner.use, "inverse", node.args[1])
    _with_opposites(inner, claim.relation, last)
    _with_sizes(inner, claim.relation, last)
    return Cases(claim.relation, None, contradiction(inner), by_order(last))


def _with_opposites(draft: Draft, claim: Relation, number: int) -> None:
    """Of functions that differ from something: that they do not, as the claim then says."""
    a = claim.left
    for _, fact in plain_facts(draft.context, "!="):
        opposite = eq(fact.left, fact.right)
        if a.head != "number" and any(a == t for t in nodes(opposite)):
            draft.attempt(_have_rewritten, draft, opposite, number)
        elif a.head == fact.left.head == "det" and not draft.light:
            draft.attempt(draft.have, opposite)


def _with_sizes(draft: Draft, claim: Relation, number: int) -> None:
    """What sizes in orders are as the claim says, also what it says that a symbol is."""
    said = [(claim.left, claim.right, number)]
    found = (t for _, fact in plain_facts(draft.context, "<", "<=") for t in nodes(fact))
    sizes = [t for t in dict.fromkeys(found) if t.head in ("abs", "norm")]
    inside = {s for t in sizes for s in free_symbols(t) if s.sort.is_scalar}
    for s in sorted(claim.free() & inside - {claim.left}, key=lambda s: s.name):
        value = solved(draft.context, sub(claim.left, claim.right), ZERO, s)
        if value is not None and draft.attempt(have_combined, draft, eq(s, value)):
            said.append((s, value, draft.last))
    for a, value, known in said:
        for t in sizes:
            other = put(t, {a: value})
            if t not in (other, a):
                draft.attempt(_have_size, draft, t, other, known)


def _have_size(draft: Draft, size: Term, other: Term, number: int) -> None:
    """Add that a size is another one, and what that is if it is that of a number."""
    draft.have_rewritten(eq(size, other), number)
    inside = simplified(draft.context, other.args[-1])
    if inside.head == "number":
        draft.attempt(draft.have_premise, eq(other, as_term(abs(inside.data))))


def _have_rewritten(draft: Draft, claim: Relation, number: int) -> None:
    inner = draft.aside(claim)
    inner.rewrite(number)
    draft.have(claim, inner.done())


def for_each_sign(draft: Draft, t: Term, prove: Callable[[Draft, Term], Proof]) -> Proof:
    """Cases of what is real and not 0: above 0, where `prove` is given it, and its opposite."""
    above, below = draft.under(lt(ZERO, t)), draft.under(le(t, ZERO))
    below.use("above zero", neg(t))
    return Cases(lt(ZERO, t), None, prove(above, t), prove(below, neg(t)))


def where_zero(draft: Draft, t: Term, prove: Callable[[Draft], Proof]) -> Proof:
    """Cases: the goal with 0 for t, by the search; what `prove` finds where t is not 0."""
    zero = draft.under(eq(t, ZERO))
    zero.rewrite(zero.last)
    return Cases(eq(t, ZERO), None, zero.done_as_deep(), prove(draft.under(ne(t, ZERO))))


def prove_by_signs(goal: Goal) -> Proof | None:
    """The goal where a number is 0 and where it is not; there, if it is real, for both signs."""

    def signs(draft: Draft) -> Proof:
        if not same(goal.context, conj(t), t):
            return draft.done_as_deep()
        return for_each_sign(draft, t, lambda case, _: case.done_as_deep())

    for t, differs in _of_unknown_sign(goal):
        draft = Draft(goal)
        return signs(draft) if differs else where_zero(draft, t, signs)
    return None


def _of_unknown_sign(goal: Goal) -> Iterator[tuple[Term, bool]]:
    """Symbols that roots, logarithms or divisors speak of, which may be 0; what differs."""
    context = goal.context
    inside = {s for t in goal.atoms if t.head in ("sqrt", "log", "div", "pow")
              for s in free_symbols(t) if s.head == "symbol" and s.sort.is_scalar}
    about = [{fact.left, fact.right} for _, fact in plain_facts(context, "!=", "<", "<=")]
    unknown = [s for s in sorted(inside, key=lambda s: s.name) if not manifest(context, ne(s, ZERO))
               and not any(sides <= {s, neg(s), ZERO} for sides in about)]
    yield from ((s, False) for s in unknown if s.sort.within("real"))
    for _, fact in plain_facts(context, "!="):
        t = fact.left if fact.right == ZERO else simplified(
            context, add(fact.left, neg(fact.right)))
        signs = (lt(ZERO, t), lt(ZERO, neg(t)))
        if free_symbols(t) and same(context, conj(t), t) and not any(
                f.relation in signs for f in context.facts):
            yield t, True
    yield from ((s, False) for s in unknown if not s.sort.within("real"))


def has_given_sizes(goal: Goal) -> bool:
    """Whether an equation speaks of the size of a number whose sign is not known."""
    return next(_given_sizes(goal), None) is not None


def _given_sizes(goal: Goal) -> Iterator[Term]:
    known = {fact.right for _, fact in plain_facts(goal.context, "<", "<=") if fact.left == ZERO}
    known |= {fact.left for _, fact in plain_facts(goal.context, "<", "<=") if fact.right == ZERO}
    for _, fact in plain_facts(goal.context, "=="):
        for node in nodes(fact):
            t = node.args[0] if node.head == "abs" else ZERO
            if free_symbols(t) and t not in known and same(goal.context, conj(t), t):
                yield node


def prove_by_given_sizes(goal: Goal) -> Proof:
    """The goal where a number is at least 0 and where it is below, of whose size an equation
    speaks; for the first such numbers."""

    def cases(draft: Draft, left: Sequence[Term]) -> Proof:
        absurd = attempted(contradiction, draft.aside(draft.relation), ())
        if absurd is not None:
            return draft.close(absurd)
        if not left:
            return draft.done_as_deep()
        (t,), proofs = left[0].args, []
        for claim, value in ((le(ZERO, t), t), (lt(t, ZERO), neg(t))):
            case = draft.under(claim)
            case.have_premise(eq(left[0], value))
            proofs.append(cases(case, left[1:]))
        return draft.close(Cases(le(ZERO, t), None, *proofs))

    return cases(Draft(goal), [*dict.fromkeys(_given_sizes(goal))][:MAX_SIZES])


def prove_by_greater(goal: Goal) -> Proof | None:
    """The goal for each order of the two numbers of a maximum or minimum, inner ones first."""
    stated = [f.relation for f in goal.context.facts if f.is_plain]
    found = [n for r in (goal.relation, *stated) for n in nodes(r)
             if n.head in ("max", "min") and free_symbols(n) <= goal.context.symbols]
    for node in sorted(dict.fromkeys(found), key=lambda n: len([*subterms(n)])):
        draft, (*inner, b) = Draft(goal), node.args
        if len(inner) > 1:  # one after the other
            nested = Term(node.head, (Term(node.head, tuple(inner)), b))
            draft.rewrite(draft.have(eq(node, nested), Combine()))
            if draft.relation != goal.relation:
                return draft.done_as_deep()
        a = inner[0]
        if len(inner) > 1 or le(a, b) in stated or lt(b, a) in stated:
            continue
        gap = add(b, neg(a))
        real = Proposition(eq(conj(gap), gap))
        shown = None if manifest(goal.context, real) else draft.premise(real)
        cases = []
        for fact, above, greater in ((le(a, b), gap, b), (lt(b, a), neg(gap), a)):
            case = draft.under(fact)
            case.use("sqrt", above, mul(gap, conj(gap)))
            value = greater if node.head == "max" else add(a, b, neg(greater))
            case.rewrite(have_combined(case, eq(node, value)))
            cases.append(case.done_as_deep())
        return Cases(le(a, b), shown, *cases)
    return None
