"""What equations among the facts say once exponentials, logarithms and roots in them are undone.

    exponentials   exp(u) = v says that log(v) is u, for real u
    logarithms     a sum of logarithms on both sides says that products are equal
    roots          the goal for each rational root of a polynomial that an equation says is 0
    radicands      the goal where what is under a root is at least 0, and where it is below; and,
                   where nothing else helps, among the signs that are proved of it

`x = 3` given `2**x = 8`; `x*(x - 3) = 4` given `log(x) + log(x - 3) = log(4)`; `0 <= x` given
`sqrt(x + 2) = x`.  Each is done once; what then remains is proved by the same search.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from derivations.kernel import Cases, Combine, Context, manifest
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne, negation
from derivations.language.substitution import free_symbols, heads_of
from derivations.language.terms import ZERO, Term, call, conj, exp, mul, neg, number, power
from derivations.search.contradictions import contradiction
from derivations.search.equations import have_combined
from derivations.search.exponentials import factorized
from derivations.search.gaussian import minus, primes_of, ratio
from derivations.search.goals import (
    FAILURES, Draft, Goal, Search, Stuck, Vector, atoms_of, nodes, opening, plain_facts, vector,
    vectors,
)
from derivations.search.matching import same
from derivations.search.polynomials import rational_roots
from derivations.search.readback import CONSTANT, polynomial, product_of

# Facts that are looked at; degrees of polynomials.
MAX_FACTS, MAX_DEGREE = 8, 8


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
        heads = heads_of(fact.left) | heads_of(fact.right)
        if fact.free() and heads & {"exp", "pow"}:
            draft.attempt(_undo_exponential, draft, fact)
        if fact.free() and "log" in heads:
            draft.attempt(_undo_logarithms, draft, place, fact)
    return draft.done_as_deep() if draft.grown else None


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
    y, found = _rational_roots(gap)
    found = [r for r in found if r > 0]
    if y is None or y.head != "exp" or len(found) != 1:
        return gap
    claim = eq(y, number(found[0]))
    _have_as_deep(draft, claim)
    return vector(draft.context, claim)


def _rational_roots(gap: Vector) -> tuple[Term | None, list[Fraction]]:
    """The power of an atom in which an equation is a polynomial of at least the second degree, and
    its rational roots."""
    atoms = {a for key in gap for a, _ in key[2]}
    if len(atoms) != 1 or not all(key[:2] == (None, None) and not im
                                  for key, (_, im) in gap.items()):
        return None, []
    (a,) = atoms
    degrees = {key[2][0][1] if key[2] else 0: c for key, (c, _) in gap.items()}
    if not all(isinstance(e, int) and e >= 0 for e in degrees):
        return None, []
    step = gcd(*degrees)
    if max(degrees) < 2 * step or max(degrees) > MAX_DEGREE * step:
        return None, []
    several = [degrees.get(e, Fraction(0)) for e in range(max(degrees), -1, -step)]
    return a if step == 1 else power(a, step), sorted(rational_roots(several))


def has_polynomials(goal: Goal) -> bool:
    """Whether an equation among the facts is a polynomial in one atom with several roots."""
    return next(_polynomials(goal), None) is not None


def _polynomials(goal: Goal) -> Iterator[tuple[Term, list[Fraction]]]:
    facts = {fact for _, fact in plain_facts(goal.context, "==", "!=")}
    for gap in vectors(goal.context, "==").values():
        y, found = _rational_roots(gap)
        if y is None or not free_symbols(y) <= goal.context.symbols:
            continue
        if all(eq(y, number(r)) not in facts for r in found):
            found = [r for r in found if ne(y, number(r)) not in facts]
            if len(found) > 1:
                yield y, found


def prove_by_roots(goal: Goal) -> Any:
    """The goal for each rational root of an equation among the facts."""
    for y, found in _polynomials(goal):
        return _for_roots(Draft(goal), y, found)
    return None


def _for_roots(draft: Draft, y: Term, found: list[Fraction]) -> Any:
    r, *others = found
    claim = eq(y, number(r))
    if not others:
        _have_as_deep(draft, claim)
        return _settled(draft)
    this, rest = draft.under(claim), draft.under(ne(y, number(r)))
    return draft.close(Cases(claim, None, _settled(this), _for_roots(rest, y, others)))


def _settled(draft: Draft) -> Any:
    """The goal in a case, or what shows that a fact does not hold there.  Raises Stuck."""
    try:
        return draft.done_as_deep()
    except FAILURES:
        symbols = draft.context.facts[draft.last].relation.free()
        others = [fact for _, fact in plain_facts(draft.context, "<", "<=", "!=", "==")
                  if symbols & fact.free()][:MAX_FACTS]
        if not any(draft.attempt(_have_as_deep, draft, negation(fact)) for fact in others):
            raise
        return contradiction(draft)


def _have_as_deep(draft: Draft, claim: Relation) -> None:
    draft.have(claim, draft.search.prove(draft.context, claim, max(draft.depth + 1, 1)))


def _undo_logarithms(draft: Draft, place: int, fact: Relation) -> None:
    """Add that products are equal.  Raises Stuck where nothing is a logarithm but for a factor."""
    gap = vector(draft.context, fact)
    logs = {a for key in gap for a, _ in key[2] if a.head == "log"}
    if not logs:
        raise Stuck("no logarithms outside")
    for log in sorted(logs, key=str):
        draft.use("exp of log", log.args[0])
    draft.have_rewritten(eq(exp(fact.left), exp(fact.right)), place)
    scale = lcm(*(c.denominator for c, _ in gap.values()))
    if all(key[2] in {((log, 1),) for log in logs} and not im for key, (_, im) in gap.items()):
        sides: tuple[list[Term], list[Term]] = ([], [])
        for key, (c, _) in gap.items():
            sides[c < 0].append(power(key[2][0][0].args[0], abs(c * scale)))
        if scale > 1:
            gap_times = eq(mul(number(scale), fact.left), mul(number(scale), fact.right))
            number_ = draft.have(gap_times, Combine(((number(scale), place, None),)))
            draft.have_rewritten(eq(exp(gap_times.left), exp(gap_times.right)), number_)
        draft.have(eq(*map(product_of, sides)))


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


def prove_with_signs_of_radicands(search: Search, context: Context, claim: Proposition) -> Any:
    """A proof among the signs of what is under roots, as far as they are proved; of an equation
    also among the bounds of what has a bounded size.  Raises Stuck."""
    return opening(context, claim, lambda inside, r: _with_signs(Goal(inside, r, search)))


def _with_signs(goal: Goal) -> Any:
    draft, stated = Draft(goal), [fact for _, fact in plain_facts(goal.context, "<", "<=")]
    for fact in stated if goal.relation.operator == "==" else ():
        if fact.left.head == "abs":
            for end in (fact.left.args[0], neg(fact.left.args[0])):
                draft.attempt(draft.have, Relation(fact.operator, end, fact.right))
    for root in filter(free_symbols, goal.unbound("sqrt")):
        above, least = lt(ZERO, root.args[0]), le(ZERO, root.args[0])
        if above not in stated and least not in stated and not draft.attempt(draft.have, above):
            draft.attempt(draft.have, least)
    if not draft.grown:
        raise Stuck("no sign is shown")
    return draft.done_as_deep()


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
