"""Functional equations at the values that settle them.

What facts say of functions of sums, differences and products of variables, equations or orders, is
used where these are 0 or 1, an argument t of a function in the goal or in a fact, -t, t/2 or 1/t;
beside orders bounds at one variable, too.  Values at arguments that facts say to be equal are
equal.

`0 <= g[x]` given `g[a + b] = g[a] g[b] for all a, b`, as g[x] = g[x/2]**2.  Incomplete: it does not
go from values to values at these.  Source: J. Aczel, Lectures on Functional Equations, chapter 2.
"""

from itertools import product

from derivations.kernel import Combine, Proof
from derivations.language.statements import Proposition, eq, le, replace_term
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, div, neg, number
from derivations.search.drafts import Draft
from derivations.search.equality.completion import prove_in_ideal
from derivations.search.equality.equations import combined
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.instances import equal_values
from derivations.search.orders.order import prove_linear
from derivations.search.reading.facts import nodes, plain_facts
from derivations.search.reading.readback import simplified

# Arguments that are looked at, and instances.
MAX_ARGUMENTS, MAX_USES = 4, 28


def says_functional_equations(goal: Goal) -> bool:
    """Whether a fact does; of one variable, as recursions are, where nothing is above the goal."""
    least = 2 if goal.search.nesting > 1 else 1
    return any(len(f.variables) >= least and _is_functional(f) for f in goal.context.facts)


def _is_functional(fact: Proposition) -> bool:
    """Whether a fact is about a function of what is made of one or two variables."""
    return 0 < len(fact.variables) < 3 and fact.relation.operator != "!=" and any(
        node.head == "apply" and len(node.args) == 2 and node.args[0].head == "symbol"
        and node.args[1].head != "symbol" and free_symbols(node.args[1]) & {*fact.variables}
        for node in nodes(fact.relation))


def prove_by_functional_equations(goal: Goal) -> Proof | None:
    """The goal among instances of functional equations."""
    draft = Draft(goal)
    equations = [k for k, fact in enumerate(goal.context.facts) if _is_functional(fact)]
    orders = any(goal.context.facts[k].relation.operator != "==" for k in equations)
    values = _values(goal)
    for t in values:
        if t.head == "div":
            draft.attempt(draft.use, "inverse", t.args[1])
    for k in equations:
        several = product(values, repeat=len(goal.context.facts[k].variables))
        for at in sorted(several, key=lambda at: sum(map(values.index, at))):
            if draft.last > len(goal.context.facts) + MAX_USES:
                break
            draft.attempt(draft.use, k, *at)
    for node, other in _equal_arguments(draft):
        draft.attempt(equal_values, draft, node, other)
    if not draft.grown:
        return None
    if orders:  # with those that hold at each place
        bounds = [k for k, f in enumerate(goal.context.facts)
                  if len(f.variables) == 1 and k not in equations and f.relation.operator != "=="]
        for k, t in product(bounds, values):
            draft.attempt(draft.use, k, t)
        sides = goal.relation.left, goal.relation.right
        if goal.relation.operator == "==":
            return draft.close(Combine(((ONE, _both_ways(draft, *sides), None),)))
    if goal.relation.operator in ("<", "<="):
        return draft.done()
    proof = combined(draft) or prove_in_ideal(draft.goal)
    return None if proof is None else draft.close(proof)


def _both_ways(draft: Draft, a: Term, b: Term) -> int:
    """Add that two numbers are equal, by orders; returns the number.  Raises Stuck."""
    for claim in (le(a, b), le(b, a)):
        proof = prove_linear(draft.aside(claim).goal)
        if proof is None:
            raise Stuck("no combination of orders")
        draft.have(claim, proof)
    return draft.use("antisymmetry", a, b)


def _values(goal: Goal) -> list[Term]:
    context = goal.context
    terms = [*goal.nodes, *(n for _, fact in plain_facts(context, "==", "!=") for n in nodes(fact))]
    found = dict.fromkeys(
        argument for t in terms if t.head == "apply" and free_symbols(t) <= context.symbols
        for argument in t.args[1:])
    own = [*found][:MAX_ARGUMENTS]
    more = [simplified(context, t) for a in own if free_symbols(a)
            for t in (div(a, number(2)), neg(a), div(ONE, a))]
    return [*dict.fromkeys([ZERO, ONE, *own, *more])]


def _equal_arguments(draft: Draft) -> list[tuple[Term, Term]]:
    """Values of a function at arguments that are equal by a fact, or by a number times its inverse.
    """
    said = [fact for _, fact in plain_facts(draft.context, "==")]
    applied = dict.fromkeys(n for fact in said for n in nodes(fact) if n.head == "apply")
    at = {n: simplified(draft.context, n.args[1]) for n in applied if len(n.args) == 2}
    equal = [(simplified(draft.context, fact.left), fact.right) for fact in said]
    known = {(n.args[0], argument): n for n, argument in at.items()}
    found = []
    for n, argument in at.items():
        for left, right in equal:
            there = replace_term(eq(argument, ZERO), left, right).left
            if there != argument:
                other = known.get((n.args[0], simplified(draft.context, there)))
                found += [(n, other)] if other is not None else []
    return found
