"""Orders put in a simpler form: squares for roots, numbers for logarithms.

    sizes        |s| ≤ t since s ≤ t and -s ≤ t, and the same of facts
    factors      |g q| ≤ c |g| since |q| ≤ c
    roots        s ≤ t for a root s since 0 ≤ t and s² ≤ t²; t ≤ s since t² ≤ s²; s = t likewise;
                 also for a symbol s of which an equation says what s² is
    logarithms   log z ≤ t since z ≤ exp t
    angles       a combination of what is known of sines whose angle is between 0 and half a turn

Each is tried once; what then remains is proved by the same search, in `bounded` by what is cheap.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from derivations.kernel import Cases, Combine, Context, Proof, manifest
from derivations.language.statements import Proposition, Relation, eq, le, lt, replace_term
from derivations.language.substitution import free_symbols, heads_of, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, conj, div, exp, mul, neg, number, power,
)
from derivations.search.drafts import Draft
from derivations.search.equality.equations import combined
from derivations.search.equality.reductions import Rules
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.instances import with_root, with_roots
from derivations.search.knowledge.matching import ARITHMETIC, same
from derivations.search.orders.order import combination, linear
from derivations.search.orders.products import is_real
from derivations.search.reading.facts import FAILURES, nodes, plain_facts, vector
from derivations.search.reading.readback import is_scalar, polynomial, simplified
from derivations.search.reading.references import by_order, renumbered
from derivations.search.summation.telescoping import lowest_terms

# With more angles than these, their signs say little.
MAX_ANGLES = 8
# Steps for a goal where one variable has a sign, if nothing is above it, which are counted apart.
CASE_STEPS = 600
# Quarters of a turn that an angle is shifted by, to be between 0 and half a turn.
QUARTERS = (0, 1, -1, 2, -2, 3, -3, 4, -4)
_POLYNOMIAL = ARITHMETIC | {"number", "pi", "symbol"}
# What makes a proof of a relation in a draft.
Show = Callable[[Draft, Relation], Proof]


def bounded(draft: Draft, claim: Relation) -> Proof:
    """A proof of a bound or of an equation among the facts of a draft, by what is cheap."""
    inner = draft.aside(claim)
    if manifest(draft.context, claim):
        return Combine()
    if draft.search.refuse(draft.context, claim):
        raise Stuck("fails at a point where the facts hold")
    if claim.operator == "==":
        proof = combined(inner)
        if proof is None:
            with_roots(inner)
            proof = combined(inner)
    else:
        ways = (combination, _by_squares, _by_signs_of_angles)
        found = (attempted(way, inner) for way in ways)
        proof = next((proof for proof in found if proof is not None), None)
    return draft.premise(Proposition(claim)) if proof is None else inner.close(proof)


def used(draft: Draft, name: str, *values: Term) -> int:
    """Add what a law says, its premises being bounds or equations among the facts."""
    return draft.use(name, *values, proofs=lambda p: (
        None if manifest(draft.context, p)
        else bounded(draft, p.relation) if p.is_plain else draft.premise(p)))


# Squares


def has_squares(goal: Goal) -> bool:
    """Whether both sides are products, or there are equations among the facts, off which both
    squares may be read."""
    sides = goal.relation.left, goal.relation.right
    products = all(side.head in ("mul", "div", "sqrt") for side in sides)
    given = next(plain_facts(goal.context, "=="), None) is not None
    return (given or products) and is_scalar(goal.gap)


def prove_by_equal_squares(goal: Goal) -> Proof:
    """An equation of what is at least 0, by the squares of both sides."""
    draft = Draft(goal)
    u, v = (_factors_simplified(goal.context, side)
            for side in (goal.relation.left, goal.relation.right))
    for side in (u, v):
        draft.have_premise(le(ZERO, side))
    squares = eq(power(u, 2), power(v, 2))
    draft.have(squares, draft.proof(squares))
    for a, b in ((u, v), (v, u)):
        used(draft, "from squares", a, b)
    return draft.close(Combine(((ONE, used(draft, "antisymmetry", u, v), None),)))


def _factors_simplified(context: Context, term: Term) -> Term:
    """A product whose factors that are sums are in normal form."""
    if term.head in ("mul", "div"):
        return Term(term.head, tuple(_factors_simplified(context, a) for a in term.args))
    return simplified(context, term) if term.head == "add" else term


def prove_by_squares(goal: Goal) -> Proof | None:
    """A bound of a root, or by a root, by the squares of both sides."""
    roots = {a for _, _, m in goal.gap for a, _ in m if a.head == "sqrt"}
    if len(roots) > 1 and len(goal.gap) > 2:
        return None
    draft = Draft(goal)
    return draft.close(_by_squares(draft, Draft.proof))


def has_given_square(goal: Goal) -> bool:
    """Whether a side is a symbol of which an equation says what its square is."""
    said = {fact.left for _, fact in plain_facts(goal.context, "==")}
    return any(power(side, 2) in said for side in (goal.relation.left, goal.relation.right))


def prove_by_given_square(goal: Goal) -> Proof:
    """A bound by the squares of both sides, one of which is given."""
    draft, sides = Draft(goal), (goal.relation.left, goal.relation.right)
    squares = [power(side, 2) for side in sides]
    return draft.close(by_order(_from_squares(draft, *sides, squares, Draft.proof)))


def _from_squares(draft: Draft, low: Term, high: Term, squares: Sequence[Term], show: Show) -> int:
    """Add a bound by the squares of both sides; returns its number.  Raises Stuck."""
    operator = draft.relation.operator
    for claim in (le(ZERO, high), Relation(operator, *squares)):
        draft.have(claim, show(draft, claim))
    return draft.use("from-squares-strictly" if operator == "<" else "from squares", low, high)


def _by_squares(draft: Draft, show: Show = bounded) -> Proof:
    for root, c, rest in alone(draft.goal, "sqrt"):
        for t in draft.goal.unbound("abs"):
            draft.use("size", t.args[0])
        for t in draft.aside(eq(rest, root)).goal.unbound("sqrt"):
            with_root(draft, t.args[0])
        low, high = (rest, root) if c > 0 else (root, rest)
        last = _from_squares(draft, low, high, [_square(draft, t) for t in (low, high)], show)
        return Combine((), ((abs(c), last),))
    raise Stuck("no root is one side")


def _square(draft: Draft, t: Term) -> Term:
    """The square of a term; of a root the radicand, as the square of what is real and has bars."""
    if t.head != "sqrt":
        return _without_roots(draft, power(t, number(2)))
    bars = (u.args[0] for u in nodes(draft.relation) if u.head == "abs")
    squares = (power(u, number(2)) for u in bars if is_real(draft, u))
    return next((s for s in squares if same(draft.context, s, t.args[0])), t.args[0])


def _without_roots(draft: Draft, t: Term) -> Term:
    """A term with radicands for squares of roots in it; a fact says that it is that."""
    if all(node.head != "sqrt" for node in subterms(t)):
        return t
    rest, equations = Rules(draft, facts=False).reduced(vector(draft.context, eq(t, ZERO)))
    if not equations:
        return t
    plain = polynomial(rest)
    draft.have(eq(t, plain), Combine(equations))
    return plain


def alone(goal: Goal, head: str) -> Iterator[tuple[Term, Fraction, Term]]:
    """Atoms that are one side: with `right - left = c (atom - rest)`, c being real."""
    gap = vector(goal.context, eq(goal.relation.right, goal.relation.left))
    if not is_scalar(gap):
        return
    for key, (c, im) in gap.items():
        if len(key[2]) != 1 or key[2][0][1] != 1 or key[2][0][0].head != head or im:
            continue
        rest = {k: (-a / c, -b / c) for k, (a, b) in gap.items() if k != key}
        yield key[2][0][0], c, polynomial(rest)


# Sizes


def has_size_of_variable(goal: Goal) -> bool:
    """Whether the goal speaks of the size of a real variable, and of that elsewhere."""
    return _size_of_variable(goal) is not None


def _size_of_variable(goal: Goal) -> Term | None:
    for node in goal.unbound("abs"):
        x = node.args[0]
        if x.head == "symbol" and x.sort.within("real") and any(
                x in t.args and t != node for t in goal.nodes):
            return node
    return None


def prove_by_sign_of_variable(goal: Goal) -> Proof | None:
    """The goal where a variable is at least 0, and where it is below, without the bars about it."""
    node = _size_of_variable(goal)
    if node is None:
        return None
    (x,), draft, cases = node.args, Draft(goal), []
    alone = goal.search.nesting == 1
    for fact, value in ((le(ZERO, x), x), (lt(x, ZERO), neg(x))):
        with goal.search.apart(CASE_STEPS) if alone else nullcontext():
            case = draft.under(fact)
            case.rewrite(case.have_premise(eq(node, value)))
            cases.append(case.done_as_deep())
    return draft.close(Cases(le(ZERO, x), None, *cases))


def has_sizes_given(goal: Goal) -> bool:
    """Whether a fact is a bound of a size, and none that is for all values asks for one."""
    asks = (guard.left.head == "abs" for fact in goal.context.facts for guard in fact.guards)
    given = (fact.left.head == "abs" for _, fact in plain_facts(goal.context, "<", "<="))
    return any(given) and not any(asks)


def prove_without_bars(goal: Goal) -> Proof:
    """The goal without its bars, among facts without theirs: a bound of the size of a real number
    says one of it and one of its negative."""
    draft = Draft(goal)
    kept = {place for place, fact in enumerate(goal.context.facts)
            if not fact.is_plain or all(node.head != "abs" for node in nodes(fact.relation))}
    for place, fact in [*plain_facts(goal.context, "<", "<=")]:
        if fact.left.head == "abs" and is_real(draft, fact.left.args[0]):
            (x,) = fact.left.args
            for name, side in (("abs-above", x), ("abs-below", neg(x))):
                orders = (Fraction(1), draft.use(name, x)), (Fraction(1), place)
                kept.add(draft.have(Relation(fact.operator, side, fact.right), Combine((), orders)))
    left, right = goal.relation.left, goal.relation.right
    sides = (left.args[0], neg(left.args[0])) if left.head == "abs" else (left,)
    for side in sides:
        claim = Relation(goal.relation.operator, side, right)
        draft.have(claim, among(draft, sorted(kept), claim))
    if left.head == "abs":
        draft.use("abs-less" if goal.relation.operator == "<" else "abs-at-most", sides[0], right)
    return draft.close(by_order(draft.last))


def among(draft: Draft, kept: Sequence[int], claim: Relation) -> Proof:
    """A proof of a claim from some of the facts alone.  Raises Stuck."""
    facts = draft.context.facts
    few = replace(draft.context, facts=tuple([facts[k] for k in kept]))
    proof = draft.search.prove(few, claim, draft.depth + 1)
    after = [-1, *kept, len(facts)]  # the numbers that facts had before, in their order
    steps = [(k - 1, 1 + before - here)
             for k, (before, here) in enumerate(pairwise(after))]
    return renumbered(proof, [step for step in steps if step[1]])


def prove_by_both_signs(goal: Goal) -> Proof | None:
    """A bound of a size that is one side."""
    return by_both_signs(Draft(goal)) if goal.relation.left.head == "abs" else None


def by_both_signs(draft: Draft, show: Callable[[Draft], Proof] = Draft.done_as_deep) -> Proof:
    """A bound of the size of a real number, from those of it and of its negative.  Raises Stuck.

    show: makes the proofs of these.
    """
    (inside,), right = draft.relation.left.args, draft.relation.right
    for claim in (le(inside, right), le(neg(inside), right)):
        draft.have(claim, show(draft.aside(claim)))
    draft.attempt(draft.use, "order is real", inside, right)
    return draft.close(by_order(draft.use("abs-at-most", inside, right)))


def prove_by_common_factor(goal: Goal) -> Proof | None:
    """`|g q| ≤ c |g|` since `|q| ≤ c`."""
    left, right = goal.relation.left, goal.relation.right
    if left.head != "abs":
        return None
    (whole,) = left.args
    for size in dict.fromkeys(t for t in subterms(right) if t.head == "abs"):
        c = replace_term(goal.relation, size, ONE).right
        if not same(goal.context, right, mul(c, size)):
            continue
        draft, (g,) = Draft(goal), size.args
        q = lowest_terms(goal.context, div(whole, g))
        claim = le(call("abs", q), c)
        try:
            draft.have_premise(eq(whole, mul(g, q)))
            draft.have_as_deep(claim)
            return draft.close(by_order(draft.use("abs-of-multiple", whole, g, q, c)))
        except FAILURES:
            continue
    return None


# Logarithms


def prove_by_exponentials(goal: Goal) -> Proof | None:
    """A bound of a logarithm, or by one, by the exponentials of both sides."""
    for log, c, rest in alone(goal, "log"):
        draft = Draft(goal)
        sides = [log.args[0], exp(rest)]
        if c > 0:
            sides.reverse()
        strict = goal.relation.operator == "<"
        try:
            draft.have(Relation(goal.relation.operator, *sides))
            draft.use("log grows strictly" if strict else "log grows", *sides)
            draft.use("log", rest, exp(rest))
        except FAILURES:
            continue
        proof = combination(draft)
        if proof is not None:
            return draft.close(proof)
    return None


# Angles


def _by_signs_of_angles(draft: Draft) -> Proof:
    """A bound by the signs of sines and cosines: those of angles between 0 and half a turn.
    Raises Stuck."""
    if draft.light:
        raise Stuck("too costly")
    before, several = len(draft.steps), _angles(draft)
    if len(several) > MAX_ANGLES:
        raise Stuck("too many angles")
    for u in several:
        for quarter in QUARTERS:
            for t in (u, neg(u)):
                z = add(t, mul(number(Fraction(quarter, 2)), PI))
                any(draft.attempt(_sine, draft, name, z) for name in ("sine positive", "sine sign"))
    if len(draft.steps) == before:
        raise Stuck("no angle whose sine has a known sign")
    proof = combination(draft)
    if proof is None:
        raise Stuck("no combination of the signs")
    return proof


def _angles(draft: Draft) -> list[Term]:
    """The angles whose sines and cosines the goal speaks of, up to their sign."""
    found = {t.args[0]: None for t in nodes(draft.relation) if t.head in ("sin", "cos")}
    for _, _, m in draft.goal.gap:
        turns = [mul(number(-e), I, a.args[0]) for a, e in m if a.head == "exp"]
        if turns:
            found[simplified(draft.context, add(*turns, ZERO))] = None
    facts = [fact for _, fact in plain_facts(draft.context, "==", "<", "<=")]
    said = frozenset[Term]().union(*(fact.free() for fact in facts))
    # Bounds of a polynomial on both sides follow from facts alone.
    angles = [u for u in found if free_symbols(u) <= said or not heads_of(u) <= _POLYNOMIAL]
    return [u for k, u in enumerate(angles) if same(draft.context, conj(u), u) and not any(
        same(draft.context, u, neg(other)) for other in angles[:k])]


def _sine(draft: Draft, name: str, z: Term) -> None:
    """Add the sign of a sine, where the angle is between bounds that facts give."""
    draft.use(name, z, proofs=lambda p: linear(draft, p.relation))


def prove_by_angles(goal: Goal) -> Proof | None:
    """A bound by the signs of sines and cosines; that one is not 0."""
    draft, left = Draft(goal), goal.relation.left
    if goal.relation.operator != "!=":
        return draft.close(_by_signs_of_angles(draft))
    if left.head in ("sin", "cos") and goal.relation.right == ZERO:
        for sign, claim in ((-1, lt(ZERO, left)), (1, lt(left, ZERO))):
            inner = draft.aside(claim)
            proof = attempted(_by_signs_of_angles, inner)
            if proof is not None:
                number_ = draft.have(claim, inner.close(proof))
                return draft.close(Combine((), ((Fraction(sign), number_),)))
    return None
