"""Integrals by the fundamental theorem: an antiderivative is offered, the laws check it.

    the other side   of an equation for an integral up to b, as a function of b
    SymPy            what its rules for hand computation say, of several cases each

That it is one is proved at every point between the ends; what is offered decides nothing.

Source: W. Rudin, Principles of Mathematical Analysis, 6.21.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from derivations.kernel import Cases, Combine, asked
from derivations.language.sorts import REAL
from derivations.language.statements import Relation, eq, le, lt
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, Term, function, neg
from derivations.search.goals import FAILURES, Draft, Stuck, new_symbol
from derivations.search.references import by_equation
from derivations.search.smooth import minus, tidy


def integrated(draft: Draft, node: Term) -> int:
    """Add what an integral is; returns the number of the equation.  Raises Stuck."""
    return _settled(draft, node, 0)


def prove_integrable(draft: Draft, node: Term) -> Any:
    """That there is an integral.  Raises Stuck."""
    return draft.close(by_equation(_settled(draft, Term("integral", node.args), 1)))


def _settled(draft: Draft, node: Term, which: int) -> int:
    """Add what an integral is (0), or that there is one (1); returns the number.  Raises Stuck."""
    x, lower, upper, body = node.args
    variable = new_symbol(draft.context, x.name, REAL, node)
    body = Substitution({x: variable})(body)
    for whole in _offered(draft.relation, node, body, variable):
        functions = function([variable], whole), function([variable], body)
        claims = (eq(node, _difference(lower, upper, whole, variable)),
                  eq(Term("integrable", node.args), ONE))
        try:
            return draft.have(claims[which], _by_order(draft, functions, (lower, upper), which))
        except FAILURES:
            continue
    raise Stuck("no antiderivative is known")


def _by_order(
    draft: Draft, functions: Sequence[Term], ends: tuple[Term, Term], which: int
) -> Any:
    """A proof whichever of the ends comes first."""
    forth, back = le(*ends), le(*ends[::-1])
    for fact in (forth, back):
        if draft.attempt(draft.have_premise, fact):
            inner = draft.aside(draft.relation)
            return inner.close(_between(inner, functions, ends, which, fact is forth))
    parts = [
        inner.close(_between(inner, functions, ends, which, upwards))
        for inner, upwards in ((draft.under(forth), True), (draft.under(lt(*ends[::-1])), False))
    ]
    return Cases(forth, None, *parts)


def _between(
    draft: Draft, functions: Sequence[Term], ends: tuple[Term, Term], which: int, upwards: bool
) -> Combine:
    """A proof by the theorem, between ends in this order or in the other one."""
    first, last = ends if upwards else ends[::-1]
    values = *functions, first, last
    premises, _, _ = asked(draft.context, "fundamental theorem", values)
    proofs: list[Any] = [None] * (len(premises) - 1)
    proofs.append(draft.search.prove(draft.context, premises[-1], draft.depth + 1))
    number = draft.use("fundamental theorem", *values, proofs=proofs) + which
    if upwards:
        return by_equation(number)
    turned = draft.use("integral turned round", functions[1], first, last) + which
    sign = ONE if which else neg(ONE)
    return Combine(((ONE, turned, None), (sign, number, None)))


def _difference(lower: Term, upper: Term, whole: Term, variable: Term) -> Term:
    """What a function of the variable grows by between the ends."""
    return tidy(minus(*(Substitution({variable: end})(whole) for end in (upper, lower))))


def by_antiderivative(node: Term) -> Term:
    """What an integral is if the first function that is offered is an antiderivative."""
    x, lower, upper, body = node.args
    offered = _by_sympy(body, x)
    return _difference(lower, upper, offered[0], x) if offered else node


def antiderivatives(body: Term, variable: Term) -> tuple[Term, ...]:
    """Functions of a variable that may have the body as derivative."""
    return _by_sympy(body, variable)


def _offered(relation: Relation, node: Term, body: Term, variable: Term) -> Iterator[Term]:
    """Functions that may have the body as derivative."""
    sides = relation.left, relation.right
    for side, other in (sides, sides[::-1]):
        end = node.args[2]
        if side == node and end.head == "symbol" and end in free_symbols(other):
            yield Substitution({end: variable})(other)
    yield from _by_sympy(body, variable)


@lru_cache(maxsize=256)
def _by_sympy(body: Term, variable: Term) -> tuple[Term, ...]:
    import sympy  # only integrals need it
    from sympy.integrals.manualintegrate import manualintegrate

    from derivations.language.as_written import as_sympy
    from derivations.language.from_sympy import from_sympy
    from derivations.language.to_sympy import to_sympy

    try:
        with as_sympy():
            written = to_sympy(body).doit()
            own = next((s for s in written.free_symbols if s.name == variable.name), None)
            if own is None:
                return ()
            found = manualintegrate(written, own)
            branches = max((len(p.args) for p in found.atoms(sympy.Piecewise)), default=1)
            several = [found.replace(sympy.Piecewise, partial(_branch, k)) for k in range(branches)]
            terms = [from_sympy(one) for one in several if not one.has(sympy.Integral)]
    except Exception:  # what SymPy cannot do, it says in many ways
        return ()
    names = {s.name: s for s in free_symbols(body) | {variable}}
    change = {s: names[s.name] for term in terms for s in free_symbols(term) if s.name in names}
    return tuple(map(Substitution(change), terms))


def _branch(k: int, *pairs: Any) -> Any:
    """The value of a case, those with an equation as condition last."""
    import sympy

    ordered = sorted(pairs, key=lambda pair: isinstance(pair[1], sympy.Eq))
    return ordered[min(k, len(ordered) - 1)][0]
