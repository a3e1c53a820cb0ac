"""Families of which a recursion of first order says all but the first value.

    f(n + 1) = r f(n)            r^n
    f(n + 1) = (n + a) r f(n)    (n + a - 1)! r^n
    (n + a) f(n + 1) = r f(n)    r^n/(n + a - 1)!

r is a rational function of other symbols, a whole.  `a*p[k] = (k + 1)*p[k + 1]`: a^n/n!.  That all
values are so is shown by induction, and put into sums.
Complete for recursions of these forms.
"""

from typing import Any

from derivations.kernel import Context, Proof
from derivations.language.sorts import NATURAL
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import Substitution, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, apply, call, div, function, mul, number, power, symbol,
)
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.induction import inductive
from derivations.search.knowledge.matching import put
from derivations.search.reading.facts import new_symbol, nodes, vector
from derivations.search.reading.readback import multiple, product_of, simplified, sum_of
from derivations.search.summation.recursions import offsets_of
from derivations.search.summation.telescoping import Functions


def says_recursions(goal: Goal) -> bool:
    """Whether something is said of a family in it for all naturals."""
    return bool(_for_all_naturals(goal))


def _for_all_naturals(goal: Goal) -> list[Proposition]:
    return [fact for fact in goal.context.facts
            if [v.sort for v in fact.variables] == [NATURAL] and not fact.guards]


def prove_by_closed_form(goal: Goal) -> Proof | None:
    """The goal among what the values of families are by their first ones."""
    draft = Draft(goal)
    for fact in _for_all_naturals(goal):
        draft.attempt(_closed_form, draft, fact)
    return draft.done_as_deep() if draft.grown else None


def _closed_form(draft: Draft, fact: Proposition) -> None:
    f, value = solved_at_first_order(draft.context, fact)
    n = new_symbol(draft.context, fact.variables[0].name, NATURAL, f, value)
    parameter, body = value.args
    here, first = (Substitution({parameter: at})(body) for at in (n, ZERO))
    first = simplified(draft.context, first)
    if call("factorial", ZERO) in subterms(first):
        first = put(first, {call("factorial", ZERO): ONE})
    ratio = simplified(draft.context.with_symbols(n), div(here, first))
    claim = Proposition(eq(apply(f, n), mul(ratio, apply(f, ZERO))), (n,))
    if draft.known(claim) is not None:
        raise Stuck("it is known")
    draft.have(claim, inductive(draft, claim))


def solved_at_first_order(context: Context, fact: Proposition) -> tuple[Term, Term]:
    """A family and a function that satisfies what is said of it for all n.  Raises Stuck."""
    families = {node.args[0] for node in nodes(fact.relation) if node.head == "apply"}
    if len(fact.variables) != 1 or fact.relation.operator != "==" or len(families) != 1:
        raise Stuck("no recursion")
    (n,), (f,), offsets = fact.variables, families, offsets_of(context, fact)
    scalar = f.sort.value is not None and f.sort.value.is_scalar
    if len(offsets) != 2 or offsets[1] != offsets[0] + 1 or not scalar:
        raise Stuck("no recursion of first order between scalars")
    inside = context.with_symbols(n)
    own: dict[Any, list[Term]] = {}
    for (place, word, monomial), c in vector(inside, fact.relation).items():
        values = [pair for pair in monomial if pair[0].head == "apply"]
        if place is not None or word is not None or len(values) != 1 or values[0][1] != 1:
            raise Stuck("not linear")
        own.setdefault(values[0][0], []).append(
            multiple(c, tuple(pair for pair in monomial if pair not in values)))
    first, second = (_value_at(inside, f, add(n, number(k))) for k in offsets)
    functions = Functions(inside, n)
    (here, one), (there, other) = (functions.factored(sum_of(own[v])) for v in (first, second))
    if one or other:
        raise Stuck("no rational function")
    (r, above), (s, below) = (_split(functions, p, offsets[0])
                              for p in ((-here / there).numer, (-here / there).denom))
    j = symbol(n.name, f.sort.index[0])
    parts = [power(div(r, s), n), *above, *(div(ONE, t) for t in below)]
    return f, function([j], Substitution({n: j})(product_of(parts)))


def _value_at(inside: Context, f: Term, at: Term) -> Any:
    """The atom that a value is."""
    ((_, _, ((atom, _),)),) = vector(inside, eq(apply(f, at), ZERO))
    return atom


def _split(functions: Functions, p: Any, low: int) -> tuple[Term, list[Term]]:
    """A polynomial in n as what does not depend on it, and (n + a - 1)! for a factor n + a."""
    if p.degree() == 0:
        return functions.term(p), []
    lead, rest = p.coeff_wrt(0, 1), p.coeff_wrt(0, 0)
    a = functions.field(rest) / functions.field(lead)
    if p.degree() > 1 or a.denom != 1 or not a.numer.is_ground or int(a.numer.LC) != a.numer.LC:
        raise Stuck("the coefficients are no powers and factorials")
    at = add(functions.k, number(int(a.numer.LC) - low - 1))
    return functions.term(lead), [call("factorial", at)]
