"""Orders of polynomials under equations that say what a homogeneous form is, such as `a + b = 1`.

What a form is by an equation makes up for the degrees that terms lack in its letters: after that
the order is one of forms, which holds without the equation.

    x*y <= 1              given x**2 + 4*y**2 = 4, as 0 <= (x**2 + 4*y**2)/4 - x*y
    (a*x + b*y)**2 <= 1   given a**2 + b**2 = 1 and x**2 + y**2 = 1

Incomplete: what a form is by several equations is taken from the first.  Source: HLP 2.2.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Proof
from derivations.language.statements import Relation, eq
from derivations.language.terms import ONE, ZERO, Term, add, div, mul, number, power, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal
from derivations.search.reading.facts import Vector, plain_facts, vector_of
from derivations.search.reading.readback import CONSTANT, is_scalar, polynomial, simplified

# The highest power of a form that is multiplied out.
MAX_POWER = 4


def has_forms(goal: Goal) -> bool:
    """Whether an equation says what a form in letters of the goal is."""
    return next(_forms(goal), None) is not None


def prove_homogeneous(goal: Goal) -> Proof | None:
    """An order from that of forms of one degree in the letters of each equation."""
    draft = Draft(goal)
    whole = wanted = sub(goal.relation.right, goal.relation.left)
    for form, degree, atoms in _forms(goal):
        whole = _raised(draft, whole, form, degree, atoms)
    if whole == wanted:
        return None
    shown = draft.have(Relation(goal.relation.operator, ZERO, whole))
    equal = draft.have(eq(whole, wanted))
    return draft.close(Combine(((ONE, equal, None),), ((Fraction(1), shown),)))


def _forms(goal: Goal) -> Iterator[tuple[Term, int, frozenset[Term]]]:
    """Forms that equations say are 1, with their degrees and letters, each in one equation."""
    taken: set[Term] = set()
    for _, fact in plain_facts(goal.context, "=="):
        gap = vector_of(goal.context, fact) or {}
        atoms = frozenset(a for _, _, m in gap for a, _ in m)
        rest = {key: c for key, c in gap.items() if key != CONSTANT}
        degrees = {_degree(key, atoms) for key in rest}
        c, turned = gap.get(CONSTANT, (0, 0))
        degree = degrees.pop() if len(degrees) == 1 else None
        said = is_scalar(gap) and c and not turned and not atoms.isdisjoint(goal.atoms)
        if said and degree and taken.isdisjoint(atoms):
            taken |= atoms
            yield div(polynomial(rest), number(-c)), degree, atoms


def _degree(key: Any, atoms: frozenset[Term]) -> int | None:
    """The degree of a monomial in these letters; None where a power of one is not whole."""
    exponents = [e for a, e in key[2] if a in atoms]
    whole = all(isinstance(e, int) and e > 0 for e in exponents)
    return sum(exponents) if whole else None


def _raised(draft: Draft, term: Term, form: Term, e: int, atoms: frozenset[Term]) -> Term:
    """A term of one degree in the letters of a form of degree e that is 1, and equal to this one;
    this one where there is none."""
    gap = vector_of(draft.context, eq(term, ZERO)) or {}
    parts = dict[int, Vector]()
    for key, c in gap.items():
        d = _degree(key, atoms)
        if d is None or not is_scalar([key]):
            return term
        parts.setdefault(d, {})[key] = c
    highest = max(parts, default=0)
    if len(parts) < 2 or any((highest - d) % e or highest - d > e*MAX_POWER for d in parts):
        return term
    return simplified(draft.context, add(*(
        mul(polynomial(part), power(form, number((highest - d) // e)))
        for d, part in parts.items())))
