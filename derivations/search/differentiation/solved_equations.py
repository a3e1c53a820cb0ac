"""Values of unknown functions that solve linear differential equations, put into the goal.

    one function    u' = a u + b for all numbers: with A and H antiderivatives of a and exp(-A) b,
                    u exp(-A) - H is the same everywhere
    in another      f' is such that 1/f, log f, f**2 or sqrt f is such a u: logistic growth and that
                    of Gompertz
    two functions   u' = M u + r, with M the same everywhere: with H an antiderivative of
                    exp(M (x - s)) r(s) by s, so is exp(M (x - s)) u(s) - H(s), for any x

Both say u(x) by its value at one place, wherever the guards of the equations hold.  What is solved
is put into the other equations; f'' is the derivative of f', which is that of f.  So
`y(t) = x(0) (1 - exp(-k t))` given x' = -k x, y' = k x and y(0) = 0; `f(x) = cos(x)` given
f'' = -f, f(0) = 1 and f'(0) = 0; `0 < f(x)` given f' = -f and f(0) = 1.

Complete for one function where antiderivatives are found, and for two where M has numbers and r
has such antiderivatives; other entries of M need a square root that is seen.

Source: W. Boyce, R. DiPrima, Elementary Differential Equations, 2.1 and 7.7.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Context, Proof
from derivations.language.sorts import POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, div, exp, function, mul, neg, number, sqrt, sub,
)
from derivations.search.differentiation.given_derivatives import as_equation
from derivations.search.differentiation.growth import are_given, either_way, nested, use_between
from derivations.search.drafts import Draft
from derivations.search.equality.completion import prove_in_ideal
from derivations.search.goals import Goal, Stuck, attempted, opening
from derivations.search.integration.antiderivatives import known_antiderivatives
from derivations.search.integration.integrals import without_empty
from derivations.search.knowledge.matching import coefficients, put, same
from derivations.search.numerics.closed_forms import root_of
from derivations.search.orders.contradictions import where_zero
from derivations.search.reading.facts import (
    FAILURES, LINES, SAYING, Vector, new_symbol, nodes, plain_facts, vector,
)
from derivations.search.reading.readback import polynomial, simplified
from derivations.search.reading.references import by_equation
from derivations.search.reading.smooth import minus, over, tidy, times

# How deep it is proved that something is the same everywhere.
DEPTH = 1

# A function, and how often it is differentiated.
Key = tuple[Term, int]
# What is a solution at s = x, a term that it is diminished by to be the same for all s, and x.
Solution = tuple[Term, Term, Term]
# The exponents of a number and of its logarithm.
Power = tuple[Any, Any]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Equation:
    """The derivative of a function of s, or the function itself, as a term in s where guards hold;
    fact: the number of what says so, if that is known."""

    value: Term
    guards: tuple[Relation, ...]
    fact: int = -1


@dataclass(frozen=True)
class Solving:
    """A draft that equations are solved in.

    s: the variable of equations and solutions.
    base: where solutions take their values from.
    others: facts that say what functions of functions are.
    roots: what cosines and sines would be taken of that may be 0.
    """

    draft: Draft
    goal: Goal
    s: Term
    base: Term
    equations: Mapping[Key, Equation]
    solved: dict[Key, Equation]
    others: list[tuple[Key, int]]
    roots: list[Term]

    @property
    def context(self) -> Context:
        return self.draft.context.with_symbols(self.s)


def has_equations(goal: Goal) -> bool:
    """Whether something is given about derivatives of functions in the goal, which is no step
    between two places."""
    return "apply" in goal.heads and not nested(goal.context) and are_given(goal.context)


def prove_by_solutions(goal: Goal) -> Proof | None:
    """The goal with what they are put for values of functions that are solved."""
    stated = [fact.relation for fact in goal.context.facts]
    s = new_symbol(goal.context, "s", REAL, *(t for r in stated for t in (r.left, r.right)))
    draft = Draft(goal)
    equations = _equations(draft, s)
    base = _base(goal, {f for f, _ in equations})
    if base is None:
        return None
    solving = Solving(draft, goal, s, base, equations, {}, [], [])
    pending = [*equations]
    while any(draft.attempt(_solve, solving, key) for key in pending):
        pending = [key for key in pending if key not in solving.solved]
    if solving.roots:
        return where_zero(Draft(goal), solving.roots[0], Draft.done_as_deep)
    for key in pending:
        draft.attempt(_solve_in_another, solving, key)
    _put_in(solving)
    proof = attempted(prove_in_ideal, draft.goal) if solving.others else None
    if proof is not None:
        return draft.close(proof)
    changed = draft.relation != goal.relation or solving.others
    return draft.done_as_deep() if changed else None


# Equations


def _key(node: Term) -> tuple[Key, Term] | None:
    """Which function a value is of, and where it is taken."""
    if node.head == "apply" and len(node.args) == 2 and node.args[0].head == "symbol":
        return (node.args[0], 0), node.args[1]
    if node.head == "diff":
        inner = _key(node.args[2])
        if inner is not None and inner[1] == node.args[0]:
            return (inner[0][0], inner[0][1] + 1), node.args[1]
    return None


def _at(key: Key, place: Term) -> Term:
    """The value of a function at a place."""
    f, order = key
    if not order:
        return Term("apply", (f, place))
    y = new_symbol(Context(), "y", REAL, place, f)
    return call("diff", y, place, _at((f, order - 1), y))


def _values_at(term: Term, place: Term) -> dict[Term, Key]:
    """The values of functions there, the highest derivatives first."""
    found = {}
    for node in subterms(term):
        known = _key(node)
        if known is not None and known[1] == place:
            found[node] = known[0]
    return dict(sorted(found.items(), key=lambda pair: -pair[1][1]))


def _equations(draft: Draft, s: Term) -> dict[Key, Equation]:
    """What facts say of derivatives for all real numbers, and of those derivatives."""
    found: dict[Key, Equation] = {}
    for fact in draft.context.facts:
        relation = as_equation(fact.relation)
        if len(fact.variables) != 1 or fact.variables[0].sort not in LINES or (
                relation.operator != "==" or relation.left.head in SAYING):
            continue
        there = Substitution({fact.variables[0]: s})
        guards = tuple(g.replace(there) for g in fact.guards if g.left.head not in SAYING)
        if fact.variables[0].sort != REAL:
            guards += (lt(ZERO, s) if fact.variables[0].sort == POSITIVE else le(ZERO, s),)
        gap = there(minus(relation.left, relation.right))
        with suppress(*FAILURES):
            key, value = _solved_for(draft, gap, s, guards)
            found.setdefault(key, Equation(value, guards))
    for (f, order), equation in [*found.items()]:
        for k in range(order):
            found.setdefault((f, k), Equation(_at((f, k + 1), s), equation.guards))
    return found


def _solved_for(
    draft: Draft, gap: Term, s: Term, guards: Sequence[Relation]
) -> tuple[Key, Term]:
    """The highest derivative in what is 0.  Raises Stuck."""
    slopes = [(node, key) for node, key in _values_at(gap, s).items() if key[1]]
    if not slopes or len({f for _, (f, _) in slopes}) > 1:
        raise Stuck("no equation for one function")
    (node, (f, order)), *_ = slopes
    inside = draft.context.with_symbols(s).with_facts(*map(Proposition, guards))
    (factor,), rest = coefficients(inside, gap, [node])
    if factor.head != "number":
        Draft(Goal(inside, eq(gap, ZERO), draft.search)).have_premise(ne(factor, ZERO))
    value = simplified(inside, over(neg(rest), factor))
    return (f, order - 1), put(value, {n: _at(k, s) for n, k in _values_at(value, s).items()})


def _base(goal: Goal, functions: set[Term]) -> Term | None:
    """A place at which one of the functions is taken: closed if there is one, in facts first."""
    found: dict[Term, None] = {}
    for relation in (*(fact for _, fact in plain_facts(goal.context, "==", "<", "<=")),
                     goal.relation):
        for node in nodes(relation):
            known = _key(node)
            if known is not None and known[0][0] in functions and (
                    free_symbols(known[1]) <= goal.context.symbols):
                found[known[1]] = None
    return min(found, key=lambda place: (bool(free_symbols(place)), place.head != "symbol"),
               default=None)


# Solutions


def _solve(solving: Solving, key: Key) -> None:
    """Add what a function is, alone or with the one other that its derivative speaks of.
    Raises Stuck."""
    values: dict[Key, Term] = {}
    guards: dict[Relation, None] = {}
    pending = [key]
    while pending:
        key = pending.pop()
        if key not in values:
            equation = solving.equations[key]
            there = _values_at(equation.value, solving.s)
            known = {n: solving.solved[k] for n, k in there.items() if k in solving.solved}
            value = put(equation.value, {n: e.value for n, e in known.items()})
            values[key] = tidy(value) if known else value
            guards |= dict.fromkeys(g for e in (equation, *known.values()) for g in e.guards)
            pending += [k for n, k in there.items() if n not in known and k in solving.equations]
    if len(values) > 2:
        raise Stuck("several functions")
    found = (_two if len(values) == 2 else _one)(solving, values)
    for key, whole in zip(values, found, strict=True):
        _have(solving, key, (*guards,), *whole)


def _one(solving: Solving, values: Mapping[Key, Term]) -> Iterator[Solution]:
    """What a function is at s = x, and by what that is to be diminished to be the same for all s;
    with x.  Raises Stuck."""
    key, value = next(iter(values.items()))
    own = _at(key, solving.s)
    (rate,), rest = coefficients(solving.context, value, [own])
    yield _linear(solving, own, rate, rest)


def _linear(solving: Solving, own: Term, rate: Term, rest: Term) -> Solution:
    """The same of a number with the derivative `rate own + rest`.  Raises Stuck."""
    s = solving.s
    whole = next(_antiderivatives(solving, rate))
    even = exp(neg(whole)) if whole != ZERO else ONE
    other = next(_antiderivatives(solving, simplified(solving.context, times(rest, even))))
    x = new_symbol(solving.context, "x", REAL, other, whole)
    last = exp(Substitution({s: x})(whole)) if whole != ZERO else ONE
    return times(last, times(even, own)), times(last, other), x


def _solve_in_another(solving: Solving, key: Key) -> None:
    """Add what a function of one is whose derivative is linear in it: that of f has two powers of
    f, one that becomes the function, and one that becomes a constant, both with some factor.
    Raises Stuck."""
    equation, own = solving.equations[key], _at(key, solving.s)
    log = next((n for n in subterms(equation.value) if n.head == "log" and own in subterms(n)),
               call("log", own))
    parts = _powers(solving, equation.value, own, log)
    for other, first, second, factor in (
            (div(ONE, own), (1, 0), (2, 0), -1), (log, (1, 1), (1, 0), 1),
            (mul(own, own), (1, 0), (-1, 0), 2), (sqrt(own), (1, 0), (HALF, 0), HALF)):
        if {*parts} <= {first, second}:
            rate, rest = [times(number(factor), parts.get(e, ZERO)) for e in (first, second)]
            fact, _ = _same_everywhere(
                solving, other, equation.guards, *_linear(solving, other, rate, rest))
            solving.others.append((key, fact))


def _powers(solving: Solving, value: Term, own: Term, log: Term) -> dict[Power, Term]:
    """The factors of powers of a number and of its logarithm in a term.  Raises Stuck."""
    alone: dict[Term, Power] = {own: (1, 0), div(ONE, own): (-1, 0), sqrt(own): (HALF, 0)}
    logs = vector(solving.context, eq(log, ZERO))
    alone |= {a: (0, 1) for _, _, monomial in logs for a, _ in monomial}
    found: dict[Power, Vector] = {}
    for (place, word, monomial), c in vector(solving.context, eq(value, ZERO)).items():
        powers = [(alone[a], e) for a, e in monomial if a in alone]
        rest = tuple([(a, e) for a, e in monomial if a not in alone])
        whole = sum(p * e for (p, _), e in powers), sum(log * e for (_, log), e in powers)
        found.setdefault(whole, {})[place, word, rest] = c
    return {powers: polynomial(part) for powers, part in found.items()}


def _two(solving: Solving, values: Mapping[Key, Term]) -> Iterator[Solution]:
    """The same of each of two functions.  Raises Stuck."""
    s, context = solving.s, solving.context
    own = [_at(key, s) for key in values]
    ((a, b), p), ((c, d), q) = (coefficients(context, v, own) for v in values.values())
    if any(s in free_symbols(t) for t in (a, b, c, d)):
        raise Stuck("what the functions are multiplied by moves")
    middle = simplified(context, div(add(a, d), number(2)))
    off = sub(a, middle)  # the first entry of M - middle; the last one is its negative
    x = new_symbol(context, "x", REAL)
    square = simplified(context, add(mul(off, off), mul(b, c)))
    even, odd = _waves(solving, square, middle, sub(x, s))
    beside = exp(mul(middle, sub(x, s))) if middle != ZERO else ONE
    for row in ((add(even, times(odd, off)), times(odd, b)),
                (times(odd, c), minus(even, times(odd, off)))):
        weights = [times(beside, t) for t in row]
        pace = simplified(context.with_symbols(x), _sum_of_products(weights, (p, q)))
        yield _sum_of_products(weights, own), next(_antiderivatives(solving, pace)), x


def _antiderivatives(solving: Solving, body: Term) -> Iterator[Term]:
    """What may have the body as derivative by s.  Raises Stuck after the last one."""
    yield from known_antiderivatives(solving.goal, body, solving.s) if body != ZERO else [ZERO]
    raise Stuck("no antiderivative is known")


def _sum_of_products(one: Sequence[Term], other: Sequence[Term]) -> Term:
    return add(*(times(t, u) for t, u in zip(one, other, strict=True)))


def _waves(solving: Solving, square: Term, middle: Term, t: Term) -> tuple[Term, Term]:
    """The even and the odd solution of y'' = square y, y(0) = 1 and y'(0) = 1.  Raises Stuck."""
    draft = solving.draft
    if square == ZERO or draft.attempt(draft.have_premise, eq(square, ZERO)):
        return ONE, t
    root, sign = _root(solving, square, middle)
    if root.head != "number" and not draft.attempt(draft.have_premise, ne(root, ZERO)):
        solving.roots.append(root)
        raise Stuck("the root may be 0")
    even, odd = (call(name, times(root, t)) for name in (
        ("cosh", "sinh") if sign > 0 else ("cos", "sin")))
    return even, over(odd, root)


def _root(solving: Solving, square: Term, middle: Term) -> tuple[Term, int]:
    """What has this square, or its negative: a number, a symbol, also as facts say, half the trace,
    or the root of what is seen to be above 0.  Raises Stuck."""
    draft = solving.draft
    if square.head == "number":
        return root_of(abs(square.data)), 1 if square.data > 0 else -1
    below = simplified(solving.context, neg(square))
    for root in (*sorted(free_symbols(square), key=lambda s: s.name), middle):
        for sign, term in ((1, square), (-1, below)):
            if same(draft.context, term, mul(root, root)):
                return root, sign
    said = [r for _, r in plain_facts(draft.context, "==") if not r.free().isdisjoint(
        free_symbols(square))]
    named = {s for r in said for s in r.free() if s.sort.is_scalar} - free_symbols(square)
    for root in sorted(named, key=lambda s: s.name):
        for sign, term in ((1, square), (-1, below)):
            if draft.attempt(draft.have, eq(mul(root, root), term)):
                return root, sign
    for sign, term in ((1, square), (-1, below)):
        if draft.attempt(draft.have, lt(ZERO, term)):
            draft.use("square of sqrt", term)
            return sqrt(term), sign
    raise Stuck("no root is known")


def _have(
    solving: Solving, key: Key, guards: Sequence[Relation], moving: Term, other: Term, x: Term
) -> None:
    """Add what a function is.  Raises Stuck."""
    own = _at(key, solving.s)
    fact, value = _same_everywhere(solving, own, guards, moving, other, x)
    solving.solved[key] = Equation(value, (*guards,), fact)


def _same_everywhere(
    solving: Solving, own: Term, guards: Sequence[Relation], moving: Term, other: Term, x: Term
) -> tuple[int, Term]:
    """Add what a term in s is for all x where guards hold, from one that is the same for all s;
    returns the number of the fact, and what it is at s.  Raises Stuck."""
    s, base, draft = solving.s, solving.base, solving.draft
    whole, at_x = minus(moving, other), Substitution({s: x})
    first = Substitution({s: base})(whole)
    trial = Draft(Goal(draft.context.with_symbols(x), eq(first, ZERO), draft.search))
    value = tidy(add(without_empty(trial, first), at_x(other)))
    if not {*_values_at(own, s).values()}.isdisjoint(_values_at(value, x).values()):
        raise Stuck("the solution speaks of itself")

    def prove(context: Context, relation: Relation) -> Proof:
        inner = Draft(Goal(context, relation, draft.search))
        (own,) = context.symbols - draft.context.symbols
        there = Substitution({x: own})(whole)
        variable = new_symbol(context, s.name, REAL, there)
        unmoved = function([variable], Substitution({s: variable})(there))

        def one(between: Draft, a: Term, b: Term) -> Proof:
            number_ = use_between(between, "constant", unmoved, a, b, depth=DEPTH)
            start = Substitution({s: base})(there)
            equations = [(ONE if b == own else neg(ONE), number_, None)]
            if start != (settled := without_empty(between, start)):
                equations.append((ONE, between.have(eq(start, settled)), None))
            return Combine(tuple(equations))

        return inner.close(either_way(inner, base, own, one))

    claim = Proposition(eq(at_x(own), value), (x,), tuple(g.replace(at_x) for g in guards))
    fact = draft.have(claim, opening(draft.context, claim, prove))
    return fact, Substitution({x: s})(value)


def _put_in(solving: Solving) -> None:
    """What is solved, at the places that facts and the goal speak of, and what is given there."""
    draft, goal = solving.draft, solving.goal
    stated = [fact for _, fact in plain_facts(goal.context)]
    for node in dict.fromkeys(n for r in (goal.relation, *stated) for n in nodes(r)):
        known = _key(node)
        if known is not None and free_symbols(node) <= goal.context.symbols and (
                known[0] in solving.solved and not same(draft.context, known[1], solving.base)):
            draft.attempt(_put_in_at, draft, solving.solved[known[0]].fact, node, known[1])
        for key, place in solving.others:
            if known is not None and free_symbols(node) <= goal.context.symbols and known[0] == key:
                draft.attempt(draft.use, place, known[1])
    for number_, fact in plain_facts(draft.context, "=="):
        if _key(fact.left) and fact.left not in subterms(fact.right) and fact.left in nodes(
                draft.relation):
            draft.rewrite(number_)


def _put_in_at(draft: Draft, solution: int, node: Term, place: Term) -> None:
    fact = draft.use(solution, place)
    value = draft.context.facts[fact].relation.right
    draft.rewrite(draft.have(eq(node, value), by_equation(fact)))
