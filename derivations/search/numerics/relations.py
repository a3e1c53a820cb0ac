"""Whether relations seem to hold at numbers, or clearly fail, to choose what the kernel looks at.

Both sides are evaluated in floating point (`numeric.py`); what is said for all values is looked at
for a few of them.  `seem` and `may` leave open what digits do not show; `clearly` does not count
what may be rounded.  Decides nothing.
"""

from contextlib import suppress
from functools import lru_cache
from itertools import islice, product
from math import hypot, prod

from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.substitution import Substitution, free_symbols, heads_of, subterms
from derivations.language.terms import ONE, Term, add, number
from derivations.search.numerics.floats import NEAR, LongRange, Number, Unknown, rows_of, settled
from derivations.search.numerics.numeric import FAR, Evaluator, closed_value, distance, program
from derivations.search.numerics.small_values import columns, scalar_candidates

# What is left of 0 where small numbers are evaluated: cos(pi/2) is 6e-17.
RESIDUE = 1e-14
# Heads of what may be above 0 and smaller than that.
_SMALL = frozenset({"exp", "factorial", "gamma", "binomial"})
# Functions whose values come so near to 1, or to I, that they are not seen to differ.
_FLAT = frozenset({"tan", "tanh"})
# Of large numbers, how much of their size is seen.
EXACT = 1e-11
# How many values of each quantified variable are looked at, and how many of all together.
QUANTIFIED_AT = 2
MAX_SMALL = 16
# Longer columns are not.
MAX_LENGTH = 4
# Longer sums are not evaluated in what is said for all values, where proofs would be long.
MAX_FOR_ALL = 30


def holds_numerically(relation: Relation, evaluator: Evaluator) -> bool:
    left, right = evaluator(relation.left), evaluator(relation.right)
    match relation.operator:
        case "==":
            return distance(left, right) < NEAR and not any(
                _is_rounded(n, evaluator, FAR) for n in _small_nodes(relation, bound=False))
        case "!=":
            return distance(left, right) > NEAR
    if isinstance(left, tuple) or isinstance(right, tuple):
        raise Unknown("matrices are not ordered")
    gap = right.real - left.real
    return gap > NEAR if relation.operator == "<" else gap > -NEAR


def may_hold(proposition: Proposition, evaluator: Evaluator) -> bool:
    """Whether a proposition holds as far as floating point sees, or is not seen; what is said of
    long ranges and for all values is taken not to, since that takes long to prove."""
    instances: tuple[Proposition, ...] = (proposition,)
    if proposition.variables:
        lengths = tuple([_length(v, evaluator) for v in proposition.variables])
        instances = _small_instances(proposition, lengths)
        evaluator = Evaluator(evaluator.values, evaluator.budget, MAX_FOR_ALL)
    for instance in instances:
        try:
            if all(holds_numerically(guard, evaluator) for guard in instance.guards) and (
                    not holds_numerically(instance.relation, evaluator)):
                return False
        except LongRange:
            if proposition.variables:
                return False
        except Unknown:
            continue
    return True


def _length(v: Term, evaluator: Evaluator) -> int:
    """The length of a variable that is a column; 0 of another, and of one that is not seen."""
    if v.sort.rows is None or v.sort.columns != ONE:
        return 0
    with suppress(Unknown):
        return evaluator.whole(v.sort.rows)
    return 0


@lru_cache(maxsize=64)
def _small_instances(
    proposition: Proposition, lengths: tuple[int, ...]
) -> tuple[Proposition, ...]:
    """What a proposition says of the first whole values of its variables, of columns of these
    lengths, and at the ends of their ranges."""
    lists = [columns(n) if 0 < n <= MAX_LENGTH else _places(v, proposition)
             for v, n in zip(proposition.variables, lengths, strict=True)]
    changes = [Substitution(dict(zip(proposition.variables, at, strict=True)))
               for at in islice(product(*lists), MAX_SMALL)]
    return tuple(Proposition(proposition.relation.replace(change), (), tuple(
        guard.replace(change) for guard in proposition.guards)) for change in changes)


def _places(v: Term, proposition: Proposition) -> list[Term]:
    """A few values of a variable."""
    known = [g for g in proposition.guards if g.operator == "<="
             and (free_symbols(g.left) | free_symbols(g.right)) & {*proposition.variables} == {v}]
    lowest, highest = [g.left for g in known if g.right == v], [
        g.right for g in known if g.left == v]
    if not v.sort.within("integer"):
        return [*lowest, *highest]
    if not lowest:
        return scalar_candidates(v.sort, False)[:QUANTIFIED_AT]
    return [add(lowest[0], number(k)) for k in range(QUANTIFIED_AT)]


def hypotheses_may_hold(statement: Statement, evaluator: Evaluator) -> bool:
    return all(may_hold(h, evaluator) for h in statement.hypotheses)


def fails(relation: Relation, evaluator: Evaluator) -> bool:
    """Whether a relation does not seem to hold.  Raises Unknown."""
    if relation.operator == "==":
        left, right = evaluator(relation.left), evaluator(relation.right)
        gap = distance(left, right)
        return gap > max(FAR, _size(left) * EXACT) and gap > EXACT * _largest(relation, evaluator)
    if relation.operator != "!=":
        sides = evaluator.scalar(relation.left), evaluator.scalar(relation.right)
        if any(abs(side.imag) > FAR for side in sides):
            return False  # what is not real is not ordered, one way or the other
    return not holds_numerically(relation, evaluator)


def _size(value: Number) -> float:
    """The size of a number, or of the largest entry of a matrix."""
    return max((abs(x) for row in rows_of(value) for x in row), default=0.0)


def _largest(relation: Relation, evaluator: Evaluator) -> float:
    """The size of the largest summand of both sides, which may cancel each other."""
    own = Evaluator(evaluator.values)  # both sides were paid for
    sizes = [0.0]
    for side in (relation.left, relation.right):
        results = own.results(side)
        for places in program(side).summands:
            factors = [results[place] for place in places]
            sizes.append(prod(_size(v if isinstance(v, tuple) else settled(v)) for v in factors))
        for node in subterms(side) if "det" in heads_of(side) else ():
            if node.head == "det":
                with suppress(Unknown):  # under a binder
                    sizes.append(_largest_determinant(own(node.args[0])))
    return max(sizes)


def _largest_determinant(matrix: Number) -> float:
    """What the products in a determinant may reach: Hadamard's bound, by the lengths of rows."""
    return prod(hypot(*map(abs, row)) for row in rows_of(matrix))


def clear(relation: Relation, evaluator: Evaluator) -> bool:
    """Whether a relation that is no equation holds by more than floating point errs."""
    left, right = evaluator(relation.left), evaluator(relation.right)
    match relation.operator:
        case "==":
            return False
        case "!=":
            return distance(left, right) > FAR
    return not isinstance(left, tuple) and left.real + FAR < right.real  # type: ignore[union-attr]


def clearly_holds(relation: Relation, evaluator: Evaluator) -> bool:
    """Whether a relation holds as far as floating point sees; what is apart, by more than it errs.
    Raises Unknown."""
    if relation.operator in ("!=", "<"):
        return clear(relation, evaluator)
    return holds_numerically(relation, evaluator)


@lru_cache(maxsize=4096)
def may_be_rounded(term: Term) -> bool:
    """Whether a value of a term may be, beside 1, lost, or not be seen to differ from 1."""
    return not heads_of(term).isdisjoint(_SMALL | _FLAT)


def seems_false(relation: Relation) -> bool:
    """Whether a relation without symbols clearly fails; not where it has no value that is seen."""
    try:
        return not relation.free() and clearly_fails(relation, Evaluator({}))
    except Unknown:
        return False


def clearly_fails(relation: Relation, evaluator: Evaluator, rounded: bool = False) -> bool:
    """Whether a relation fails by more than floating point errs; or, where it wants two sides
    apart, since they are not seen apart: unless values may be rounded.  Raises Unknown."""
    if relation.operator == "==":
        return fails(relation, evaluator)
    if relation.operator == "!=":
        return not rounded and _is_one(relation, evaluator)
    left, right = evaluator.scalar(relation.left), evaluator.scalar(relation.right)
    if abs(left.imag) + abs(right.imag) > 0:
        return False  # it is refuted for another reason, if at all
    if relation.operator == "<" and not rounded and _is_one(relation, evaluator):
        return True
    over = left.real - right.real
    return over > max(FAR, EXACT * _largest(relation, evaluator))


def _is_one(relation: Relation, evaluator: Evaluator) -> bool:
    """Whether both sides seem to have one value, and not since something small is rounded away."""
    left, right = evaluator(relation.left), evaluator(relation.right)
    gap = distance(left, right)
    if gap > RESIDUE or EXACT * _largest(relation, evaluator) > FAR:
        return False
    within = {n for side in (relation.left, relation.right) for n in subterms(side)}
    small = _small_nodes(relation)
    return (gap == 0 or not small) and not any(
        _is_rounded(n, evaluator) for n in within if n.head in _FLAT or n in small
    ) and not any(_loses(n, evaluator) for n in within if n.head == "add")


@lru_cache(maxsize=4096)
def _small_nodes(relation: Relation, bound: bool = True) -> tuple[Term, ...]:
    """What may be so small in a relation that it is lost beside 1; bound: under binders, too."""
    within = dict.fromkeys(n for side in (relation.left, relation.right) for n in subterms(side))
    return tuple([n for n in within if (
        n.head in _SMALL or (n.head == "pow" and n.args[1].head != "number")
    ) and (bound or free_symbols(n) <= relation.free())])


def _is_rounded(term: Term, evaluator: Evaluator, least: float = RESIDUE) -> bool:
    """Whether a value is, beside 1, lost; or a tangent is not seen to differ from 1 or I."""
    try:
        size = abs(evaluator.scalar(term))
    except Unknown:
        return True
    return size < least if term.head not in _FLAT else abs(size - 1) < FAR


def _loses(total: Term, evaluator: Evaluator) -> bool:
    """Whether a summand is lost beside another one: exp(100) + 1."""
    try:
        sizes = [abs(evaluator.scalar(t)) for t in total.args]
    except Unknown:  # under a binder
        return False
    return any(0 < size < EXACT * max(sizes) for size in sizes)


def seen_apart(left: Term, right: Term) -> bool:
    """Whether two closed terms differ as far as floating point sees."""
    try:
        return distance(closed_value(left), closed_value(right)) > FAR
    except Unknown:
        return False
