"""Integrals of what moves with a parameter, as terms in integrals of what does not.

    apart      factors that do not depend on the variable stand before the integral of the rest
    shifted    what is taken at x + t, at t - x or at t x, is taken at a new variable
    closed     what the integral is by an antiderivative

So derivatives by the parameter need no more than those by ends: that of the integral of
(t - x) f(x) from 0 to t is the integral of f.

Incomplete: what is none of these, though the derivative may be taken under the integral.

Source: W. Rudin, Principles of Mathematical Analysis, 6.12, 6.19.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from derivations.kernel import Context, Proof
from derivations.language.sorts import REAL
from derivations.language.substitution import Substitution, free_symbols, heads_of, subterms
from derivations.language.terms import ONE, ZERO, Term
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.integration.antiderivatives import antiderivatives
from derivations.search.integration.integrals import integrated
from derivations.search.integration.joined_integrals import prove_joined
from derivations.search.integration.moving_ends import Form
from derivations.search.knowledge.matching import put, solved
from derivations.search.reading.facts import new_symbol
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_equation
from derivations.search.reading.smooth import minus, tidy, times
from derivations.search.reading.suggestions import suggested

# How deep that is proved; the highest multiples of angles that are expanded.
DEPTH, MAX_MULTIPLE = 1, 8


def forms(context: Context, parameter: Term, term: Term) -> Iterator[Form]:
    """What an integral of what moves with a parameter is otherwise."""
    x, lower, upper, body = term.args
    if "integral" in heads_of(body):  # which SymPy would work out
        return
    whole = _apart(term, parameter)
    if whole is not None:
        yield whole, _joined
        return
    for other in _shifted(context, parameter, term):
        if parameter not in free_symbols(other.args[3]) or _apart(other, parameter) is not None:
            yield other, _joined
            return
    for whole in antiderivatives(body, x):
        ends = (Substitution({x: end})(whole) for end in (upper, lower))
        yield tidy(minus(*ends)), lambda draft, node: by_equation(integrated(draft, node))


def _joined(draft: Draft, _node: Term) -> Proof:
    proof = prove_joined(Goal(draft.context, draft.relation, draft.search, DEPTH))
    if proof is None:
        raise Stuck("not by what relates the integrals")
    return proof


def _apart(term: Term, parameter: Term) -> Term | None:
    """Integrals of what does not move, with the factors before them; None if something does."""
    x, lower, upper, body = term.args
    for found in _separated(body, x):
        nodes = [n for n in subterms(found) if n.head == "integral" and n.args[1:3] == (ZERO, ONE)]
        if all(parameter not in free_symbols(n) for n in nodes):
            for node in nodes:
                new = Term("integral", (node.args[0], lower, upper, node.args[3]))
                found = put(found, {node: new})
            return found
    return None


@lru_cache(maxsize=256)
def _separated(body: Term, x: Term) -> tuple[Term, ...]:
    """The integral from 0 to 1 with factors before integrals, as sums and angles are expanded."""
    return suggested(body, x, _expanded)


def _expanded(body: Any, x: Any) -> Iterator[Any]:
    import sympy

    angles = [f.args[0] for f in body.atoms(sympy.sin, sympy.cos, sympy.sinh, sympy.cosh)]
    low = all(abs(n) <= MAX_MULTIPLE for angle in angles for n in angle.atoms(sympy.Integer))
    parts: dict[Any, Any] = {}
    for part in sympy.Add.make_args(sympy.expand(body, trig=low)):
        factor, rest = part.as_independent(x, as_Add=False)
        parts[rest] = parts.get(rest, 0) + factor
    yield sympy.Add(*(factor*sympy.Integral(rest, (x, 0, 1)) for rest, factor in parts.items()))


def _shifted(context: Context, parameter: Term, term: Term) -> Iterator[Term]:
    """The integral over what unknown functions are taken at."""
    x, lower, upper, body = term.args
    u = new_symbol(context, "u", REAL, term)
    inside = context.with_symbols(x, u)
    places = [a for n in subterms(body) if n.head == "apply" for a in n.args[1:]
              if {x, parameter} <= free_symbols(a)]
    for place in dict.fromkeys(places):
        value = solved(inside, place, u, x)
        if value is not None:
            there = Substitution({x: value})
            own = there(put(body, {place: u}))
            at = [Substitution({u: n})(value) for n in (ONE, ZERO)]
            ends = (Substitution({x: end})(place) for end in (lower, upper))
            yield Term("integral", (u, *ends, times(simplified(context, minus(*at)), own)))
