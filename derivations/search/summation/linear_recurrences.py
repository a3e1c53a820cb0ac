"""Equations between polynomials in what linear recurrences say.

Such a polynomial satisfies a recurrence itself: its values at k, k + 1, ... are combinations of the
same few products of first values, so one of them is a combination of those before it, by rational
functions of k.  An equation for all naturals holds if it does at the first places, as many as the
recurrence has steps.

    fibonacci(n + 1)**2 - fibonacci(n + 1)*fibonacci(n) - fibonacci(n)**2 = (-1)**n
    T[n + 1]**2 - (x**2 - 1)*U[n]**2 = 1    given T[k + 2] = 2 x T[k + 1] - T[k], likewise U
    d[n] = n!*Sum((-1)**k/k!, (k, 0, n))               given d[k + 2] = (k + 1)*(d[k + 1] + d[k])

Complete for recurrences of up to four steps that are combinations by rational functions.
Source: M. Kauers, P. Paule, The Concrete Tetrahedron, 4.
"""

from collections.abc import Sequence
from contextlib import suppress

from derivations.kernel import Combine, Context, Proof
from derivations.language.statements import eq
from derivations.language.substitution import Substitution, subterms
from derivations.language.terms import ONE, ZERO, Term, add, div, function, neg, number, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.induction import claims, from_zero
from derivations.search.knowledge.matching import coefficients
from derivations.search.reading.facts import FAILURES, vector
from derivations.search.reading.readback import simplified
from derivations.search.reading.references import by_fact
from derivations.search.summation.recurrences import Recurrences
from derivations.search.summation.recursions import shifted
from derivations.search.summation.telescoping import Functions

# By so many steps back; lemmas that say that what is 0 at the first places is 0 everywhere.
LEMMAS = ("zero-by-one", "zero-by-two", "zero-by-three", "zero-by-four")
# Monomials of the difference, and of its values at the next places.
MAX_TERMS = 60


def has_recurrences(goal: Goal) -> bool:
    """Whether values in it are said by those before them."""
    values = {t.args[0] for t in goal.nodes if t.head == "apply"}
    return "fibonacci" in goal.heads or any(
        not values.isdisjoint(goal.context.facts[place].relation.free())
        for place, _ in _recurrences(goal.context))


def _recurrences(context: Context) -> list[tuple[int, list[int]]]:
    """Equations between values at places a number apart that ask for nothing, with these."""
    return [(k, offsets) for k, offsets in shifted(context) if not context.facts[k].guards]


def prove_by_recurrence(goal: Goal) -> Proof | None:
    """The goal since the difference of its sides satisfies a recurrence, and is 0 at first."""
    for claim, value in claims(goal):
        gap = sub(claim.relation.left, claim.relation.right)
        k, body, place = from_zero(goal, claim.variables[0], gap, value)
        with suppress(*FAILURES):
            draft = Draft(goal)
            weights = _weights(draft, k, body)
            zero = draft.use(
                LEMMAS[len(weights) - 1], place, *weights, function((k,), body),
                proofs=lambda p: (draft.for_all(p, _step) if p.variables  # noqa: B023
                                  else draft.aside(p.relation).done_as_deep()))  # noqa: B023
            return draft.close(by_fact(goal.relation, zero))
    return None


def _weights(draft: Draft, k: Term, body: Term) -> list[Term]:
    """How much the values at the places from k on count for the next one.  Raises Stuck."""
    inner = Draft(draft.goal)
    inner.context = draft.context.with_symbols(k)
    bodies = [Substitution({k: add(k, number(j))})(body) for j in range(len(LEMMAS) + 1)]
    if len(vector(inner.context, eq(body, ZERO))) > MAX_TERMS:
        raise Stuck("too many terms")
    values = [own for own, _ in _by_first(inner, k, bodies)]
    if any(len(vector(inner.context, eq(own, ZERO))) > MAX_TERMS for own in values):
        raise Stuck("too many terms")
    for steps in range(1, len(LEMMAS) + 1):
        weights = _combination(inner.context, k, values[: steps + 1])
        if weights is not None:
            return [function((k,), weight) for weight in weights]
    raise Stuck("no recurrence of so few steps")


def _step(draft: Draft, k: Term) -> Combine:
    """A value as a combination of those before it.  Raises Stuck."""
    sides = draft.relation.left, draft.relation.right
    (_, one), (_, other) = _by_first(draft, k, sides)
    left, right = (draft.context.facts[number_].relation.right for number_ in (one, other))
    equal = draft.have(eq(left, right))
    return Combine(((ONE, one, None), (ONE, equal, None), (neg(ONE), other, None)))


def _by_first(draft: Draft, k: Term, bodies: Sequence[Term]) -> list[tuple[Term, int]]:
    """What bodies are by the values at k and at the next places that no recurrence says, each with
    the number of the equation."""
    known, recurrences = _values(draft, k, len(bodies) + 2), Recurrences(draft)
    plain, found = [simplified(draft.context, body) for body in bodies], []
    for whole in plain:
        trial = draft.aside(eq(whole, ZERO))
        for number_ in known:
            trial.rewrite(number_)
        found.append(simplified(draft.context, trial.relation.left))
    numbers = [draft.have_rewritten(eq(whole, left), *known)
               for whole, left in zip(plain, found, strict=True)]
    several = []
    for body, left, number_ in zip(bodies, found, numbers, strict=True):
        last, more = recurrences.reduced(left, *found)
        equations = tuple([(ONE, n, None) for n in (number_, more) if n is not None])
        several.append((last, draft.have(eq(body, last), Combine(equations))))
    return several


def _values(draft: Draft, k: Term, most: int) -> list[int]:
    """Equations of values at places from the highest down, each by those before it."""
    found: list[tuple[int, int]] = []
    for place, offsets in _recurrences(draft.context):
        for j in range(most):
            at = simplified(draft.context, add(k, number(j)))
            last = simplified(draft.context, add(k, number(j + offsets[-1])))
            with suppress(*FAILURES):
                source = draft.use(place, at)
                said = draft.context.facts[source].relation
                gap = simplified(draft.context, sub(said.left, said.right))
                top = next(n for n in subterms(gap) if n.head == "apply" and n.args[1:] == (last,))
                (c,), rest = coefficients(draft.context, gap, [top])
                value = simplified(draft.context, div(neg(rest), c))
                parts = [(div(ONE, c), source, None)]
                if c.head != "number":
                    parts.append((neg(top), draft.use("inverse", c), None))
                proof = Combine(tuple(parts))
                found.append((j + offsets[-1], draft.have(eq(top, value), proof)))
    return [number_ for _, number_ in sorted(found, reverse=True)]


def _combination(context: Context, k: Term, bodies: Sequence[Term]) -> list[Term] | None:
    """Rational functions of k, and of what does not depend on it, by which all bodies but the last
    add up to that."""
    from sympy.polys.matrices import DomainMatrix  # few statements need SymPy

    functions = Functions(context, k)
    columns = [functions.parts(body) for body in bodies]
    cores = dict.fromkeys(core for column in columns for core in column)
    rows = [[column.get(core, functions.field.zero) for column in columns] for core in cores]
    shape = len(rows), len(columns)
    null = DomainMatrix(rows, shape, functions.field.to_domain()).nullspace().to_list()
    if len(null) != 1 or not null[0][-1]:
        return None
    *weights, last = null[0]
    return [functions.quotient(-weight / last) for weight in weights]
