"""What equations among the facts say once exponentials, logarithms and roots in them are undone.

    exponentials   exp(u) = v says that log(v) is u, for real u
    logarithms     a sum of logarithms on both sides says that products are equal
    radicands      the goal where what is under a root is at least 0, and where it is below

`x = 3` given `2**x = 8`; `x*(x - 3) = 4` given `log(x) + log(x - 3) = log(4)`; `0 <= x` given
`sqrt(x + 2) = x`.  Each is done once; what then remains is proved by the same search.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from derivations.kernel import Cases, manifest
from derivations.language.statements import Relation, eq, le, lt, ne
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import ZERO, Term, call, conj, exp, mul, number
from derivations.search.contradictions import contradiction
from derivations.search.equations import have_combined
from derivations.search.exponentials import factorized
from derivations.search.gaussian import minus, primes_of, ratio
from derivations.search.goals import (
    Draft, Goal, Stuck, Vector, atoms_of, nodes, plain_facts, vector, vectors,
)
from derivations.search.matching import same
from derivations.search.readback import CONSTANT, polynomial

# Facts that are looked at; divisors of coefficients.
MAX_FACTS, MAX_DIVISOR = 8, 1_000


def has_exponentials(goal: Goal) -> bool:
    """Whether an equation among the facts has any, or powers or logarithms."""
    return _have(goal, "exp", "pow", "log")


def has_roots(goal: Goal) -> bool:
    return _have(goal, "sqrt")


def _have(goal: Goal, *heads: str) -> bool:
    return any(node.head in heads and free_symbols(node)
               for _, fact in plain_facts(goal.context, "==") for node in nodes(fact))


def prove_from_solved_facts(goal: Goal) -> Any:
    """The goal among what equations say without exponentials and logarithms."""
    draft = Draft(goal)
    for place, fact in [*plain_facts(goal.context, "==")][:MAX_FACTS]:
        heads = {n.head for side in (fact.left, fact.right) for n in subterms(side)}
        if fact.free() and heads & {"exp", "pow"}:
            draft.attempt(_undo_exponential, draft, fact)
        if fact.free() and "log" in heads:
            draft.attempt(_undo_logarithms, draft, place, fact)
    return draft.done() if draft.grown else None


def _undo_exponential(draft: Draft, fact: Relation) -> None:
    """Raises Stuck for what is no exponential of a real number, and a constant."""
    gap = _at_root(draft, vector(draft.context, fact))
    others = [key for key in gap if key != CONSTANT]
    if len(others) != 1 or len(others[0][2]) != 1 or CONSTANT not in gap:
        raise Stuck("no exponential alone")
    (atom, e), value = others[0][2][0], minus(ratio(gap[CONSTANT], gap[others[0]]))
    if atom.head not in ("exp", "pow") or value[1] or value[0] <= 0:
        raise Stuck("not above zero")
    base, u = number(1), atom.args[0]
    if atom.head == "pow":
        base, u = atom.args[0], mul(atom.args[1], call("log", atom.args[0]))
        if base.head != "number" or base.data <= 0 or base.data == 1:
            raise Stuck("no power of a number")
        draft.use("power", *atom.args)
    u = u if e == 1 else mul(number(e), u)
    if not same(draft.context, conj(u), u):
        raise Stuck("not of a real number")
    left = polynomial({CONSTANT: value})
    have_combined(draft, eq(exp(u), left))
    draft.use("log", u, left)
    for log in dict.fromkeys((call("log", left), call("log", base))):
        for p in {*primes_of(log.args[0].data.numerator)} if log.args[0] != number(1) else ():
            draft.have(ne(call("log", number(p)), ZERO))
        draft.attempt(factorized, draft, log)


def _at_root(draft: Draft, gap: Vector) -> Vector:
    """What a polynomial in one exponential says of it, if one root of it is above 0."""
    atoms = {a for key in gap for a, _ in key[2]}
    if len(atoms) != 1 or len(gap) < 3 or not all(key[:2] == (None, None) for key in gap):
        return gap
    (y,) = atoms
    if y.head != "exp" or not all(isinstance(e, int) and e > 0 for key in gap for _, e in key[2]):
        return gap
    terms = [(key[2][0][1] if key[2] else 0, c) for key, (c, _) in gap.items()]
    scale = lcm(*(c.denominator for _, c in terms))
    first, last = (abs(int(c * scale)) for _, c in (min(terms), max(terms)))
    roots = {Fraction(p, q) for p in range(1, min(first, MAX_DIVISOR) + 1) if first % p == 0
             for q in range(1, min(last, MAX_DIVISOR) + 1) if last % q == 0}
    found = [r for r in sorted(roots) if sum(c * r**e for e, c in terms) == 0]
    if len(found) != 1:
        return gap
    claim = eq(y, number(found[0]))
    draft.have(claim, draft.search.prove(draft.context, claim, draft.depth + 1))
    return vector(draft.context, claim)


def _undo_logarithms(draft: Draft, place: int, fact: Relation) -> None:
    """Raises Stuck where nothing is a logarithm but for a factor."""
    logs = {a for key in vector(draft.context, fact) for a, _ in key[2] if a.head == "log"}
    if not logs:
        raise Stuck("no logarithms outside")
    for log in sorted(logs, key=str):
        draft.use("exp of log", log.args[0])
    draft.have_rewritten(eq(exp(fact.left), exp(fact.right)), place)


# Radicands


def prove_by_radicands(goal: Goal) -> Any:
    """The goal where what is under a root in an equation is at least 0, and where it is below; the
    equation may not hold there."""
    for r, fact in _radicands(goal):
        above, below = (Draft(goal).under(case) for case in (le(ZERO, r), lt(r, ZERO)))
        if below.attempt(below.have, ne(fact.left, fact.right)):
            other = contradiction(below)
        else:
            other = below.done_as_deep()
        return Cases(le(ZERO, r), None, above.done_as_deep(), other)
    return None


def _radicands(goal: Goal) -> Iterator[tuple[Term, Relation]]:
    """Real terms under roots, of whose sign facts do not speak, and the equations with them."""
    stated = {fact for _, fact in plain_facts(goal.context, "<", "<=")}
    for place, gap in vectors(goal.context, "==").items():
        for atom in atoms_of([gap]):
            r = atom.args[0] if atom.head == "sqrt" else ZERO
            free = free_symbols(r)
            if not free or not free <= goal.context.symbols:
                continue
            known = stated & {le(ZERO, r), lt(r, ZERO)} or manifest(goal.context, le(ZERO, r))
            if not known and manifest(goal.context, eq(conj(r), r)):
                yield r, goal.context.facts[place].relation
