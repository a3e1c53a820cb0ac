"""Goals with derivatives: what each is, is put for it before the methods are tried.

    derivatives        each is worked out by the laws (`derivatives`), within a step of its own, so
                       that what the laws say on the way is no fact of what remains
    differentiable     that there is a derivative, and what it is: the same walk
    no derivative      of sizes and roots at 0 (`no_derivatives.py`)
    facts              what those in facts are is said before any goal is looked at
    cases              where a part has a corner, or an angle is off its cut above or below it
    needs              what is needed over a range, and of values of functions of which equations
                       that are differentiated say what they are

What remains is proved in a context with a new normalizer: reductions rank monomials by the numbers
of atoms, which depend on what was met before.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import product
from operator import is_
from typing import Any

from derivations.kernel import Binder, Combine, Context, Proof, manifest, obligations
from derivations.language.sorts import POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, eq, ne
from derivations.language.substitution import free_symbols, heads_of, subterms
from derivations.language.terms import ONE, POINTED, ZERO, Term, call, function, neg
from derivations.lemmas import AtHand
from derivations.search.differentiation.bends import by_corners, corner_of, off_cut
from derivations.search.differentiation.corners import bent
from derivations.search.differentiation.derivatives import (
    Walk, equal_derivatives, formula, has_series, walked, worked_out,
)
from derivations.search.differentiation.given_derivatives import as_equation
from derivations.search.differentiation.no_derivatives import prove_no_derivative
from derivations.search.drafts import Draft, under_sum
from derivations.search.goals import Goal, Search, Stuck, attempted, opening
from derivations.search.integration.integrals import by_antiderivative, integrated, prove_integrable
from derivations.search.integration.parameters import forms
from derivations.search.integration.poles import prove_not_integrable
from derivations.search.knowledge.matching import same
from derivations.search.orders.contradictions import for_each_sign
from derivations.search.reading.facts import FAILURES, SAYING, new_symbol, nodes, plain_facts
from derivations.search.reading.references import by_equation, by_fact
from derivations.search.summation.deltas import has_deltas, without_sums

# What an integral is otherwise is proved by what works derivatives out, and serves it.
Walk.forms = staticmethod(forms)

# Derivatives in one goal that are worked out; points at which equations are differentiated that
# hold for all values of two variables.
MAX_NODES, MAX_POINTS = 40, 3
# Steps for a goal in which one of them was not.
FEW_STEPS = 60
# Steps for what one of them is.
VALUE_STEPS = 320


def without_derivatives(
    context: Context, goal: Proposition, search: Search, depth: int, at_hand: AtHand | None = None
) -> Proof:
    """A proof of the goal from one of what it says without derivatives.  Raises Stuck.

    at_hand: the lemmas, which sums of one term take.
    """
    if not speaks_of_slopes(goal) or manifest(context, goal):
        return search.prove(context, goal, depth)
    if not goal.is_plain:
        return opening(context, goal, lambda inside, relation: without_derivatives(
            inside, Proposition(relation), search, depth, at_hand))
    theorems = context.theorems
    if at_hand is not None and has_deltas(goal.relation):
        context = replace(context, theorems=at_hand)
    found = attempted(prove_at_corners, search.again(), context, goal)
    if found is not None:
        return found
    draft = Draft(Goal(context, goal.relation, search, depth))
    with_needs_of_opened(draft)

    def in_case(case: Draft, *_: Term) -> Proof:
        return case.close(without_derivatives(
            case.context, Proposition(case.relation), search, depth, at_hand))

    for node in draft.goal.unbound("diff"):
        corner = corner_of(draft, node) if has_derivative(context, node) else None
        if corner is not None:
            return draft.close(by_corners(draft, corner, in_case))
        angle = off_cut(draft, node)
        if angle is not None:
            return draft.close(for_each_sign(draft, angle, in_case))
    points = dict.fromkeys(node.args[1] for node in draft.goal.nodes if node.head == "diff"
                           and free_symbols(node.args[1]) <= context.symbols)
    points |= dict.fromkeys(p.args[-1] for p in points if p.head == "apply")
    with_values(draft)
    without_sums(draft)
    with_equations(draft, points)
    with_needs(draft, draft.relation)
    if any(node.head == "diff" and is_opaque(node) for node in draft.goal.unbound("diff")):
        search.steps = min(search.steps, FEW_STEPS)
    plain = Context(draft.context.facts, draft.context.symbols, theorems=theorems)
    return draft.close(search.prove(plain, draft.relation, depth))


def with_needs(draft: Draft, relation: Relation) -> None:
    """Add what a relation needs where that can be proved: divisors that are not 0."""
    for need in obligations(draft.context, (Proposition(relation),)):
        if need.claim.is_plain:
            draft.attempt(draft.have, need.claim)


def is_opaque(node: Term) -> bool:
    """Whether a derivative that was not worked out is one of more than an unknown function."""
    return node.args[-1].head not in ("apply", "diff", "det")


def speaks_of_slopes(goal: Proposition) -> bool:
    return any(node.head in POINTED for node in nodes(goal.relation))


def with_needs_of_opened(draft: Draft) -> None:
    """What is needed for all values of variables, at the symbols that were opened for them, and
    what is needed in a case, where that is given."""
    symbols = {s.name: s for s in draft.context.symbols}
    for k, fact in enumerate(draft.context.facts):
        said = fact.variables and fact.relation.left.head in ("tangent", "differentiable")
        if not fact.is_plain and not said:
            at = [symbols.get(v.name) for v in fact.variables]
            if all(s is not None and s.sort == v.sort
                   for s, v in zip(at, fact.variables, strict=True)):
                draft.attempt(draft.use, k, *at)


def prove_with_slopes_of_equations(search: Search, context: Context, need: Proposition) -> Proof:
    """A proof of what is needed by facts without their derivatives, and of values of functions by
    the derivatives there of equations that hold for all numbers: `1 - e*cos(u(t)) != 0` given
    `u(s) - e*sin(u(s)) = s`.  Raises Stuck."""
    draft = Draft(Goal(context, need.relation, search))
    _work_out_facts(draft)
    places = [n.args[-1] for n in nodes(need.relation) if n.head == "apply" and len(n.args) == 2]
    points = [t for t in dict.fromkeys(places) if free_symbols(t) <= context.symbols]
    if points:
        with_equations(draft, points)
    if not draft.grown:
        raise Stuck("no equation has a derivative")
    return draft.done_as_deep()


def with_equations(draft: Draft, points: Iterable[Term]) -> None:
    """Equations for all values of a real variable, differentiated at points, also where another
    variable is one of them; twice, where the goal has second derivatives."""
    points = tuple(points)
    for fact in draft.context.facts:
        if len(fact.variables) == 2 and fact.relation.left.head == "tangent":
            draft.attempt(_as_equation, draft, fact)
    for number, fact in _equations(draft, 2) if len(points) <= MAX_POINTS else ():
        for kept, at in product((0, 1), points):
            draft.attempt(_at_one, draft, number, fact, kept, at)
    for number, fact in enumerate(draft.context.facts):
        composed = len(fact.variables) == 1 and any(map(_is_composed, nodes(fact.relation)))
        for at in points[:MAX_POINTS] if composed else ():
            draft.attempt(_composed_at, draft, number, at)
    stated = _equations(draft, 1)
    if any(node.head == "diff" == node.args[-1].head for node in draft.goal.nodes):
        before = len(draft.context.facts)
        for number, fact in stated:
            if "diff" not in heads_of(fact.relation.left) | heads_of(fact.relation.right):
                draft.attempt(_differentiated_everywhere, draft, number, fact)
        stated += enumerate(draft.context.facts[before:], before)
    for number, fact in stated:  # of what is homogeneous the factor is 1
        more = (ONE,) if fact.variables[0].sort == POSITIVE and ONE not in points else ()
        for at in (*points, *more):
            draft.attempt(_differentiated, draft, number, fact, at)


def _is_composed(node: Term) -> bool:
    """Whether it is, or says, a derivative of more than an unknown function at its variable."""
    if node.head not in ("diff", "tangent"):
        return False
    variable, *_, body = node.args
    return body.head not in ("apply", "diff") or variable not in body.args


def _composed_at(draft: Draft, number: int, at: Term) -> None:
    """Add what an equation for all numbers with such derivatives says at a point, worked out.
    Raises Stuck."""
    place = draft.use(number, at)
    said = draft.context.facts[place].relation
    if said.left.head == "tangent":
        variable, point, value, body = said.left.args
        known = [by_equation(place)]
        place = draft.use("derivative", function([variable], body), point, value, last=known)
    work_out_fact(draft, place, draft.context.facts[place].relation)


def _as_equation(draft: Draft, fact: Proposition) -> None:
    """Add that a derivative is what a fact says for all values of two variables."""
    stated = replace(fact, relation=as_equation(fact.relation))
    draft.have(stated, draft.for_all(stated, lambda inner, *_: by_equation(
        worked_out(inner, inner.relation.left))))


def _equations(draft: Draft, variables: int) -> list[tuple[int, Proposition]]:
    """The equations for all values of so many real variables, with their numbers."""
    return [(k, fact) for k, fact in enumerate(draft.context.facts)
            if len(fact.variables) == variables
            and {v.sort for v in fact.variables} <= {REAL, POSITIVE}
            and fact.relation.operator == "==" and fact.relation.left.head not in SAYING]


def _at_one(draft: Draft, number: int, fact: Proposition, kept: int, at: Term) -> None:
    """Add what an equation for all values of two variables says where one of them is a point."""
    variable, other = fact.variables[kept], fact.variables[1 - kept]
    stated = replace(fact, variables=(variable,)).substitute({other: at})
    draft.have(stated, draft.for_all(stated, lambda inner, s: by_equation(inner.use(
        number, *((s, at) if kept == 0 else (at, s))))))


def _differentiated_everywhere(draft: Draft, number: int, fact: Proposition) -> None:
    """Add that the derivatives of both sides of an equation are equal at every number."""
    (variable,) = fact.variables
    s = new_symbol(draft.context, variable.name, REAL, fact.relation.left, fact.relation.right)
    inner = Draft(Goal(draft.context.with_symbols(s), eq(ZERO, ZERO), draft.search, draft.depth))
    claim, proof = equal_derivatives(inner, number, variable, s)
    draft.have(Proposition(claim, (s,)), Binder((s.name,), inner.close(proof)))


def _differentiated(draft: Draft, number: int, fact: Proposition, at: Term) -> None:
    """Add that the derivatives of both sides of an equation are equal at a point."""
    (variable,) = fact.variables
    inner = draft.aside(eq(ZERO, ZERO))
    claim, proof = equal_derivatives(inner, number, variable, at)
    if not manifest(draft.context, claim):
        place = draft.have(claim, inner.close(proof))
        if any(node.head == "diff" == node.args[-1].head for node in nodes(claim)):
            draft.attempt(work_out_fact, draft, place, claim)


def with_values(draft: Draft) -> None:
    """Put what they are for the derivatives in the goal, those inside others first; those under
    the index of a sum last."""
    tried: set[Term] = set()
    while len(tried) < MAX_NODES:
        found = [*draft.goal.unbound("diff", "integral"), *draft.goal.unbound("sum")]
        node = next((n for n in found if n not in tried), None)
        if node is None:
            return
        tried.add(node)
        with draft.search.at_most(VALUE_STEPS):
            draft.attempt(_with_body if node.head == "sum" else _with_value, draft, node)


def _with_body(draft: Draft, node: Term) -> None:
    """Put a sum of what derivatives are for a sum of derivatives."""
    if not heads_of(node.args[3]) & POINTED:
        raise Stuck("no sum of derivatives")
    under_sum(draft, node, with_values)


def _with_value(draft: Draft, node: Term) -> None:
    of_deltas = has_deltas(eq(node, ZERO))
    if node.head == "integral":
        inner = draft.aside(draft.relation)
        number = integrated(inner, node)
    else:
        if not of_deltas and not has_series(node) and is_worked_out(draft.context, node):
            raise Stuck("normal forms work it out")
        inner = draft.aside(eq(node, ZERO))
        number = worked_out(inner, node)
    claim = inner.context.facts[number].relation
    written = of_deltas and not speaks_of_slopes(Proposition(eq(claim.right, ZERO)))
    if not written and same(draft.context, claim.left, claim.right):
        raise Stuck("nothing says more of it")
    draft.rewrite(draft.have(claim, inner.close(by_equation(number))))


def facts_worked_out(context: Context, search: Search) -> Draft:
    """A draft in which plain facts are said without derivatives, too."""
    draft = Draft(Goal(context, eq(ZERO, ZERO), search))
    _work_out_facts(draft)
    return draft


def _work_out_facts(draft: Draft) -> None:
    for place, fact in [*plain_facts(draft.context)]:
        if "diff" in heads_of(fact.left) | heads_of(fact.right):
            draft.attempt(work_out_fact, draft, place, fact)


def work_out_fact(
    draft: Draft, place: int, fact: Relation, put: Callable[[Draft], None] = with_values
) -> None:
    """Add a fact with what they are put for the derivatives in it.  Raises Stuck.

    put: what puts what is equal into an equation between a side and 0.
    """
    sides, equations = [], []
    for side, weight in ((fact.left, neg(ONE)), (fact.right, ONE)):
        trial = draft.aside(eq(side, ZERO))
        put(trial)
        sides.append(trial.relation.left)
        equations.append((weight, draft.have(eq(side, sides[-1]), trial.close(Combine())), None))
    if sides == [fact.left, fact.right]:
        raise Stuck("normal forms work them out")
    known = by_fact(fact, place)
    proof = replace(known, equations=(*known.equations, *equations))
    draft.have(Relation(fact.operator, *sides), proof)


def is_worked_out(context: Context, node: Term) -> bool:
    """Whether normal forms know a derivative."""
    variable, at, body = node.args
    return manifest(context, eq(call("differentiable", variable, at, body), ONE))


def has_derivative(context: Context, node: Term) -> bool:
    """Whether a fact says that there is this derivative."""
    return Proposition(eq(Term("differentiable", node.args), ONE)) in context.facts


def prove_at_corners(search: Search, context: Context, claim: Proposition) -> Proof:
    """That there is a derivative, or which, where parts of the function have a corner and where
    they have none.  Raises Stuck."""
    left = claim.relation.left
    if left.head not in SAYING or claim.relation != eq(left, ONE) or not bent(
        left.args[0], left.args[-1]
    ):
        raise Stuck("no part of a function has a corner")

    def cases(draft: Draft) -> Proof:
        corner = corner_of(draft, draft.relation.left)
        if corner is None:
            return draft.close(_differentiable(Draft(draft.goal), draft.relation.left))
        return draft.close(by_corners(draft, corner, cases))

    return opening(context, claim, lambda inside, relation: cases(
        Draft(Goal(inside, relation, search))))


def prove_with_derivatives(goal: Goal) -> Proof | None:
    """That there is a derivative, and which; or the goal with each derivative in it worked out."""
    left, right = goal.relation.left, goal.relation.right
    draft = Draft(goal)
    with_needs_of_opened(draft)
    if left.head == "integrable":
        if goal.relation == ne(left, ONE):
            return prove_not_integrable(draft, left)
        return prove_integrable(draft, left) if goal.relation == eq(left, ONE) else None
    if left.head in SAYING and right == ONE:
        if goal.relation.operator == "==":
            return _differentiable(draft, left)
        return prove_no_derivative(draft, left) if left.head == "differentiable" else None
    with_values(draft)
    return draft.done_as_deep() if draft.grown else None


def _differentiable(draft: Draft, left: Term) -> Proof:
    """That there is a derivative, or that it is a certain value."""
    walk, found = walked(draft, left)
    variable, at, *claimed, body = left.args
    value = claimed[0] if claimed else call("diff", variable, at, body)
    numbers = [] if found.fact is None else [found.fact]
    if value != found.value:
        equal = [value, found.value]  # rewritten is what does not stand in the other one
        if claimed and found.value.head != "number" and found.value not in subterms(value):
            equal.reverse()
        known: Any = None if claimed else by_equation(walk.equation(draft, found))
        if claimed and manifest(draft.context, eq(*equal)):
            known = Combine()
        if known is None:
            with_needs(draft, eq(*equal))
        number = draft.have(eq(*equal), known)
        claim = eq(*(call("tangent", variable, at, v, body) for v in (value, found.value)))
        inner = draft.aside(claim)
        inner.rewrite(number)
        numbers.append(draft.have(claim, inner.close(Combine())))
    return draft.close(Combine(tuple((ONE, number, None) for number in numbers)))


def written_out(term: Term, integrals: bool = True) -> Term:
    """A term with what its derivatives, and integrals, are where that is found, without proof."""
    if not heads_of(term) & {"diff", "integral"}:
        return term
    done: dict[int, Term] = {}
    for node in subterms(term):
        args = tuple([done[id(a)] for a in node.args])
        new = node if all(map(is_, args, node.args)) else Term(node.head, args, node.data)
        with suppress(*FAILURES):
            if new.head == "diff":
                new = formula(Context(symbols=free_symbols(new)), new)[0]
            elif new.head == "integral" and integrals:
                new = by_antiderivative(new)
        done[id(node)] = new
    return done[id(term)]


def sides_written_out(relation: Relation, integrals: bool = True) -> Relation:
    """A relation with both sides written out."""
    left, right = (written_out(t, integrals) for t in (relation.left, relation.right))
    return Relation(relation.operator, left, right)
