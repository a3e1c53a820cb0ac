"""Functions that may have a given derivative: what is offered decides nothing.

    the other side   of an equation for an integral up to b, as a function of b
    unknown ones     whose derivatives stand in it, products of two, and sums of them with the
                     factors of their derivatives; so, too, where facts say values by these
    SymPy            what its rules for hand computation say, of several cases each

`exp(a*s)*g[s]`, where `g[s] = y'[s] + a*y[s]`: exp(a*s)*y[s].
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import combinations_with_replacement
from typing import Any

from derivations.kernel import Context
from derivations.language.sorts import REAL
from derivations.language.statements import Relation
from derivations.language.substitution import Substitution, free_symbols, heads_of, subterms
from derivations.language.terms import ONE, Term, add, call, div, mul, neg, number
from derivations.search.differentiation.derivatives import formula
from derivations.search.differentiation.given_derivatives import as_equation
from derivations.search.goals import Goal
from derivations.search.integration.parallel_integrals import by_ansatz, is_left
from derivations.search.integration.rational_integrals import of_angles, of_one_exponential
from derivations.search.knowledge.matching import coefficients, put, same
from derivations.search.reading.facts import FAILURES, new_symbol
from derivations.search.reading.readback import simplified
from derivations.search.reading.smooth import minus, times
from derivations.search.reading.suggestions import suggested

# Higher powers of what is not linear are left.
MAX_POWER = 100


def candidates(
    context: Context, relation: Relation, node: Term, body: Term, variable: Term
) -> Iterator[Term]:
    """Functions that may have the body as derivative."""
    sides, (_, lower, end, _) = (relation.left, relation.right), node.args
    alone = end.head == "symbol" and end not in free_symbols(lower) | free_symbols(body)
    for side, other in (sides, sides[::-1]):
        if side == node and alone and end in free_symbols(other):
            yield Substitution({end: variable})(other)
    yield from _of_unknown(body)
    yield from antiderivatives(body, variable)
    yield from _product(context, body, variable)
    inside = context.with_symbols(variable)
    for other in _by_derivatives(context, body, variable):
        several = (*_product(context, other, variable), *_of_unknown(other),
                   *antiderivatives(other, variable))
        yield from (whole for whole in several if _is_seen(inside, whole, (body, other), variable))


def _product(context: Context, body: Term, variable: Term) -> Iterator[Term]:
    """The sum of functions times the factors of their derivatives in a body; of a factor in which
    the function stands, what it is the derivative of as one of the function."""
    with suppress(*FAILURES):
        slopes, factors, _ = slopes_in(context.with_symbols(variable), body, variable)
        parts = [_by_parts(context, h, differentiated(n))
                 for h, n in zip(factors, slopes, strict=True)]
        if parts:
            yield add(*parts)


def _by_parts(context: Context, factor: Term, value: Term) -> Term:
    """A function whose derivative has that of the value with this factor."""
    if value in subterms(factor):
        p = new_symbol(context, "p", REAL, factor)
        for whole in antiderivatives(put(factor, {value: p}), p):
            return Substitution({p: value})(whole)
    return mul(factor, value)


def _is_seen(context: Context, whole: Term, bodies: Sequence[Term], variable: Term) -> bool:
    """Whether normal forms show that one of the bodies is what the derivative of a function is."""
    try:
        slope, _ = formula(context, call("diff", variable, variable, whole))
        return any(same(context, slope, body) for body in bodies)
    except FAILURES:
        return False


def _by_derivatives(context: Context, body: Term, variable: Term) -> Iterator[Term]:
    """A body with what facts say by derivatives that values of functions in it are."""
    inside = context.with_symbols(variable)
    values = [n for n in dict.fromkeys(subterms(body)) if n.head == "apply" and variable in n.args]
    for fact in context.facts:
        relation = as_equation(fact.relation)
        if len(fact.variables) != 1 or relation.operator != "==":
            continue
        at = Substitution({fact.variables[0]: variable})
        gap = at(minus(relation.left, relation.right))
        there = {*subterms(gap)} if "diff" in heads_of(gap) else frozenset()
        for value in filter(there.__contains__, values):
            with suppress(*FAILURES):
                (c,), rest = coefficients(inside, gap, [value])
                if c.head == "number":
                    yield put(body, {value: simplified(inside, div(neg(rest), c))})


def _of_unknown(body: Term) -> Iterator[Term]:
    """Unknown functions whose derivatives stand in a body, and products of two."""
    slopes = dict.fromkeys(n for n in subterms(body) if n.head == "diff")
    values = list(dict.fromkeys(v for v in map(differentiated, slopes) if v.head == "apply"))
    yield from values
    for first, second in combinations_with_replacement(values, 2):
        product = mul(first, second)
        yield product if first != second else div(product, number(2))


def known_antiderivatives(goal: Goal, body: Term, s: Term) -> Iterator[Term]:
    """Functions of s that may have the body as derivative: those that SymPy says, what facts say to
    have it, and multiples of integrals from where one in the goal begins."""
    yield from antiderivatives(body, s)
    for fact in goal.context.facts:
        left = fact.relation.left
        if left.head == "tangent" and len(fact.variables) == 1 and fact.relation.right == ONE:
            y, at, value, whole = left.args
            if at == fact.variables[0] and Substitution({at: s})(value) == body:
                yield Substitution({y: s})(whole)
    context = goal.context.with_symbols(s)
    for x, lower, _, inside in (node.args for node in goal.unbound("integral")):
        there = Substitution({x: s})(inside)
        factor = ONE if same(context, there, body) else simplified(context, div(body, there))
        if s not in free_symbols(factor):
            yield times(factor, Term("integral", (x, lower, s, inside)))


@lru_cache(maxsize=256)
def antiderivatives(body: Term, variable: Term) -> tuple[Term, ...]:
    """Functions of a variable that may have the body as derivative."""
    if variable not in free_symbols(body):
        return (mul(body, variable),)
    return suggested(body, variable, _integrated)


def _integrated(body: Any, variable: Any) -> Iterator[Any]:
    """What SymPy integrates by its rules, each case of it."""
    import sympy
    from sympy.integrals.manualintegrate import manualintegrate

    if any(p.exp.is_number and abs(p.exp) > MAX_POWER and p.base.diff(variable).has(variable)
           for p in body.atoms(sympy.Pow)):
        return
    if any(node.has_free(variable) for node in body.atoms(sympy.Sum)):
        yield from _of_sums(body, variable)  # the rules take long over sums, and leave them
        return
    if any(p.exp.is_number for p in body.atoms(sympy.Pow)) and body.is_polynomial(variable):
        yield sympy.Poly(body, variable).integrate().as_expr()
        return
    left = is_left(body, variable)
    first = list(by_ansatz(body, variable)) if left or body.free_symbols != {variable} else []
    yield from first
    powers = {p for p in body.atoms(sympy.Pow) if p.base.has(variable) and not p.exp.is_number}
    if first or left or len(powers) > 1:  # for `x**k*(1 - x)**(n - k)` the rules do not end
        return
    for p in powers:
        if not p.base.is_polynomial(variable):  # for `tan(x)**n` they do not, either
            factor = body/(p*p.base.diff(variable))
            if not factor.has(variable):
                yield factor*p.base**(p.exp + 1)/(p.exp + 1)
            return
    divisors = [p.base for p in body.atoms(sympy.Pow) if p.exp.is_negative]
    if any(d.has(sympy.I) and d.has(sympy.exp) for d in divisors):
        yield from of_one_exponential(body, variable)  # the rules take long over such angles
        return
    found = manualintegrate(body, variable)
    branches = max((len(p.args) for p in found.atoms(sympy.Piecewise)), default=1)
    several = (found.replace(sympy.Piecewise, partial(_branch, k)) for k in range(branches))
    whole = [one for one in several if not one.has(sympy.Integral)]
    yield from whole
    for way in () if whole else (of_angles, of_one_exponential, by_ansatz):
        yield from way(body, variable)


def _of_sums(body: Any, variable: Any) -> Iterator[Any]:
    """Multiples of sums, term by term."""
    import sympy

    total = sympy.Integer(0)
    for term in sympy.Add.make_args(sympy.expand(body)):
        factor, rest = term.as_independent(variable)
        is_sum = isinstance(rest, sympy.Sum)
        if is_sum and any(end.has(variable) for limit in rest.limits for end in limit):
            return
        whole = next(_integrated(rest.function if is_sum else rest, variable), None)
        if whole is None:
            return
        total += factor*(sympy.Sum(whole, *rest.limits) if is_sum else whole)
    yield total


def _branch(k: int, *pairs: Any) -> Any:
    """The value of a case, those with an equation as condition last."""
    import sympy

    ordered = sorted(pairs, key=lambda pair: isinstance(pair[1], sympy.Eq))
    return ordered[min(k, len(ordered) - 1)][0]


def slopes_in(context: Context, body: Term, x: Term) -> tuple[list[Term], list[Term], Term]:
    """The derivatives at x in a body that is linear in them, their factors, and the rest.  Raises
    Stuck."""
    slopes = [n for n in dict.fromkeys(subterms(body)) if n.head == "diff" and n.args[1] == x]
    return slopes, *coefficients(context, body, slopes)


def differentiated(slope: Term) -> Term:
    """What a derivative is of, at its place."""
    variable, place, value = slope.args
    return Substitution({variable: place})(value)
