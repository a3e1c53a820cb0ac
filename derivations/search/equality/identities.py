"""Equations that hold for all values of a number, between polynomials in it.

Facts: at a few values.  Goals: their coefficients are 0, where the number stands in nothing else.

Polynomials of degree d that agree at d + 1 numbers have the same coefficients, so what an identity
says of these follows from as many instances, linear in what is unknown linearly.

`a = c` given `a*x + b = c*x + d for all x: real`.  Complete for that, with the methods for
equations; values that the sort has not are left out.
"""

from derivations.kernel import Combine, Context, Proof
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ZERO, Term, number
from derivations.search.drafts import Draft
from derivations.search.equality.equations import combined
from derivations.search.goals import Goal
from derivations.search.reading.facts import Vector, vector_of
from derivations.search.reading.readback import Monomial, is_scalar, monomial_term, polynomial

# The greatest degree.
MAX_DEGREE = 8
# Of what a coefficient is not settled by combining facts.
BRANCHES = frozenset({"log", "atan", "asin", "acos", "sqrt", "abs", "max", "min", "floor"})


def has_identities(goal: Goal) -> bool:
    return any(len(fact.variables) == 1 and fact.relation.operator == "=="
               for fact in goal.context.facts)


def prove_by_identities(goal: Goal) -> Proof | None:
    """The goal among instances of identities, at small numbers."""
    draft = Draft(goal)
    for place, fact in enumerate(goal.context.facts):
        for value in _values(goal.context, fact):
            draft.attempt(draft.use, place, value)
    if not draft.grown:
        return None
    proof = combined(draft) if goal.relation.operator in ("==", "!=") else None
    return draft.done_as_deep() if proof is None else draft.close(proof)


def instances(context: Context, fact: Proposition) -> list[Proposition]:
    """What an identity says at these numbers."""
    return [Proposition(fact.relation.replace(Substitution({fact.variables[0]: value})))
            for value in _values(context, fact)]


def _values(context: Context, fact: Proposition) -> list[Term]:
    """As many numbers as settle an identity."""
    degree = _degree(context, fact)
    if not degree:
        return []
    if fact.variables[0].sort.within("natural"):
        return [number(k + 1) for k in range(degree + 1)]
    return [number((k + 1) // 2 if k % 2 else -(k // 2)) for k in range(degree + 1)]


def _degree(context: Context, fact: Proposition) -> int:
    """The degree of an identity between polynomials in its only variable; 0 for others."""
    if len(fact.variables) != 1 or fact.relation.operator != "==" or fact.guards:
        return 0
    (x,) = fact.variables
    gap = vector_of(context.with_symbols(x), fact.relation) if x.sort.is_scalar else None
    found = 0
    for key in gap or ():
        for a, e in key[2]:
            if a == x and isinstance(e, int) and e > 0:
                found = max(found, e)
            elif x in free_symbols(a):
                return 0
    return found if found <= MAX_DEGREE else 0


def has_coefficients(goal: Goal) -> bool:
    """Whether a goal is a polynomial in a symbol, with functions of others as coefficients."""
    return is_scalar(goal.gap) and bool(_in_symbol(goal))


def prove_by_coefficients(goal: Goal) -> Proof:
    """The goal as a combination of equations that say that its coefficients are 0."""
    draft, equations = Draft(goal), []
    for power_of_symbol, coefficient in _in_symbol(goal).items():
        claim = eq(polynomial(coefficient), ZERO)
        equations.append((monomial_term(power_of_symbol), draft.have_as_deep(claim), None))
    return draft.close(Combine(tuple(equations)))


def _in_symbol(goal: Goal) -> dict[Monomial, Vector]:
    """The coefficients of the powers of the first symbol that stands in no atom; none where none
    has a function with branches."""
    inner = {s for atom in goal.atoms if atom.head != "symbol" for s in free_symbols(atom)}
    for s in sorted({s for s in goal.atoms if s.head == "symbol"} - inner, key=lambda s: s.name):
        found: dict[Monomial, Vector] = {}
        for (place, word, monomial), c in goal.gap.items():
            powers = tuple((a, e) for a, e in monomial if a == s)
            rest = tuple((a, e) for a, e in monomial if a != s)
            found.setdefault(powers, {})[place, word, rest] = c
        if {*found} != {()} and any(
                a.head in BRANCHES for part in found.values() for _, _, m in part for a, _ in m):
            return found
    return {}
