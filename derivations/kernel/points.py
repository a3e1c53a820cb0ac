"""Evaluation at a point: counterexamples and models.

Values are closed terms; at a point every sum has a known number of terms and every matrix known
entries.  An equation is decided by the normal form where that is exact (Gaussian rationals, roots
of unity), otherwise two values are told apart by certified enclosures.  An equality that the
normal form does not show is never assumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from derivations.kernel import enclosure, forms, polynomial as P
from derivations.kernel.context import (
    Context, belongs, difference, guarded, holds, needs_of, premises,
)
from derivations.kernel.definedness import MAY_BE_DEFINED, obligations
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.kernel.proofs import Refutation, Values
from derivations.kernel.roots_of_unity import MAX_ORDER, order_in
from derivations.kernel.skeletons import survey
from derivations.kernel.theorem import Rejected
from derivations.language.statements import Proposition, Relation, Statement, opened
from derivations.language.substitution import Substitution, free_symbols, map_sort, subterms
from derivations.language.terms import ZERO, Term, add, number

# A quantified proposition about a range of known length is checked instance by instance up to this.
MAX_INSTANCES = 1_000
LEAST = {"natural": 0, "posint": 1}
# Of two matrices, entries up to this row and column are told apart by enclosures.
MAX_COMPARED = 8


def check_values(statement: Statement, values: Values, where: str) -> Substitution:
    """The substitution of these values, each checked to be closed and of its sort."""
    given = dict(values)
    if len(given) != len(values):
        raise Rejected(where, "a symbol is given two values")
    declared = set(statement.declarations)
    extra = set(given) - declared
    if extra:
        raise Rejected(where, f"{min(s.name for s in extra)} is not a symbol of the statement")
    missing = declared - set(given)
    if missing:
        raise Rejected(where, f"{min(s.name for s in missing)} has no value")
    for symbol, value in given.items():
        free = free_symbols(value)
        if free:
            raise Rejected(where, f"the value of {symbol.name} is not closed")
    change = Substitution(given)
    checked: set[tuple[str, int]] = set()
    for symbol, value in given.items():
        if symbol.sort.is_scalar:
            if (symbol.sort.kind, id(value)) in checked:
                continue
            checked.add((symbol.sort.kind, id(value)))
            sort = symbol.sort
        else:
            # The values of the symbols in the dimensions are put into the sort.
            sort = map_sort(symbol.sort, change)
        if not belongs(Context(), value, sort):
            raise Rejected(where, f"{value} is not seen to be {sort}, the sort of {symbol.name}")
        _defined_value(value, symbol.name, where)
    return change


def _defined_value(value: Term, name: str, where: str) -> None:
    if value.head == "function":
        *parameters, body = value.args
        inside = Context(symbols=frozenset(parameters))
        for need in inside.obligations((Proposition(Relation("==", body, body)),)):
            if not holds(inside, need):
                raise Rejected(where, f"the value of {name} is not seen to be defined everywhere")
        return
    for need in obligations((Relation("==", value, value),), Normalizer()):
        if proposition_at(need) is not True:
            raise Rejected(where, f"the value of {name} is not seen to be defined")


@dataclass(frozen=True)
class Sides:
    """A scalar relation at given values, by groups of its parts.

    left, right: the normal forms of the two sides.
    remaining: the parts of both sides, at the values, of the groups that do not cancel.
    """

    normalizer: Normalizer
    left: Poly
    right: Poly
    remaining: tuple[Term, Term]


def sides_at(relation: Relation, values: Values) -> Sides | None:
    """Both sides of a scalar relation at the values; None when it is not surveyed.

    Groups of parts with one shape and equal values are evaluated once.
    """
    surveyed = survey(relation)
    if surveyed is None:
        return None
    given = dict(values)
    normalizer = Normalizer()
    known: dict[object, tuple[Poly, Poly]] = {}
    sums: list[tuple[Poly, Poly]] = []
    remaining: tuple[list[Term], list[Term]] = ([], [])
    for group in surveyed.groups:
        at = tuple([given[s] for s in group.symbols])
        key = (group.shape, tuple(map(id, at)))
        pair = known.get(key)
        if pair is None:
            change = Substitution(dict(zip(group.symbols, at, strict=True)))
            pair = known[key] = (
                P.total(normalizer.scalar(change(t)) for t in group.left),
                P.total(normalizer.scalar(change(t)) for t in group.right),
            )
        sums.append(pair)
        if not P.plus(pair[1], P.negative(pair[0])).is_zero:
            change = Substitution(dict(zip(group.symbols, at, strict=True)))
            for parts, terms in zip(remaining, (group.left, group.right), strict=True):
                parts.extend(change(t) for t in terms)
    left, right = (add(ZERO, *parts) for parts in remaining)
    return Sides(
        normalizer, P.total(a for a, _ in sums), P.total(b for _, b in sums), (left, right)
    )


def _scalar_goal_at(relation: Relation, values: Values) -> bool | None:
    """Whether a scalar equation holds at the values; None when this does not tell."""
    if relation.operator != "==":
        return None
    sides = sides_at(relation, values)
    if sides is None:
        return None
    zero = _gap_is_zero(sides.normalizer, P.plus(sides.right, P.negative(sides.left)))
    if zero is None and _certainly_differ(*sides.remaining):
        return False
    return zero


def relation_at(relation: Relation) -> bool | None:
    """Whether a closed relation holds; None when it is not decided."""
    normalizer = Normalizer()
    try:
        gap = difference(normalizer, relation)
    except TooLarge:
        return _enclosed_at(relation)
    if isinstance(gap, Poly):
        return _scalar_at(normalizer, relation, gap)
    if not isinstance(gap, forms.Grid):
        return True if forms.is_zero(normalizer.algebra, gap) else None
    answers = [_gap_is_zero(normalizer, p) for p in gap.entries]
    if all(answer is True for answer in answers):
        return True
    if any(answer is False for answer in answers):
        return False
    return False if _entry_differs(relation, gap) else None


def _gap_is_zero(normalizer: Normalizer, gap: Poly) -> bool | None:
    """Decided exactly: Gaussian rationals, combinations of roots of unity, signs that are seen."""
    algebra = normalizer.algebra
    rest = algebra.settled(gap)
    if rest.is_zero:
        return True
    kinds = {algebra.atoms[g].key[0] for m in rest.monomials() for g, _ in m}
    decided = kinds <= {"turn"} and order_in(algebra, rest) <= MAX_ORDER
    return False if decided or algebra.is_nonzero(rest) else None


def _scalar_at(normalizer: Normalizer, relation: Relation, gap: Poly) -> bool | None:
    zero = _gap_is_zero(normalizer, gap)
    operator = relation.operator
    if operator in ("==", "!="):
        if zero is None and _certainly_differ(relation.left, relation.right):
            zero = False
        return None if zero is None else zero == (operator == "==")
    if zero is True:
        return operator == "<="
    value = gap.rational()
    if value is not None:
        return value > 0
    sign = normalizer.algebra.sign(gap)
    if sign == "positive" or (sign is not None and operator == "<="):
        return True
    return _enclosed_at(relation)


def _enclosed_at(relation: Relation) -> bool | None:
    """The same by enclosures alone: two values that are told apart."""
    left, right = relation.left, relation.right
    if relation.operator in ("==", "!="):
        return relation.operator == "!=" if _certainly_differ(left, right) else None
    try:
        if enclosure.certainly_less(left, right):
            return True
        if enclosure.certainly_less(right, left):
            return False
    except ArithmeticError:
        pass
    return None


def _certainly_differ(left: Term, right: Term) -> bool:
    try:
        return enclosure.certainly_differ(left, right)
    except ArithmeticError:
        return False


def _entry_differs(relation: Relation, size: forms.Grid) -> bool:
    """Whether some entry of the two matrices certainly differs."""
    for i in range(min(size.rows, MAX_COMPARED)):
        for j in range(min(size.columns, MAX_COMPARED)):
            places = number(i), number(j)
            entries = [Term("entry", (side, *places)) for side in (relation.left, relation.right)]
            if _certainly_differ(*entries):
                return True
    return False


def proposition_at(proposition: Proposition) -> bool | None:
    """Whether a closed proposition holds; quantified ones by their range or by normal forms."""
    if not proposition.variables:
        guards = [relation_at(g) for g in proposition.guards]
        if any(guard is False for guard in guards):
            return True
        answer = relation_at(proposition.relation)
        return answer if answer is True or all(guards) else None
    instances = _all_instances(proposition)
    if instances is None:
        return True if holds(Context(), proposition) else None
    answers = [proposition_at(p) for p in instances]
    if all(answer is True for answer in answers):
        return True
    return False if any(answer is False for answer in answers) else None


def _all_instances(proposition: Proposition) -> list[Proposition] | None:
    """The instances for all variables, if they are at most `MAX_INSTANCES` in number."""
    found = [proposition]
    for _ in proposition.variables:
        wider: list[Proposition] = []
        for one in found:
            more = _instances(one, MAX_INSTANCES - len(wider))
            if more is None:
                return None
            wider += more
        found = wider
    return found


def _instances(proposition: Proposition, room: int) -> list[Proposition] | None:
    """The instances for the first variable, if its guards give it a known small range."""
    k, *rest = proposition.variables
    if not k.sort.within("integer"):
        return None
    normalizer = Normalizer()
    lowest, highest = [LEAST[k.sort.kind]] if k.sort.kind in LEAST else [], []
    for guard in proposition.guards:
        if guard.operator not in ("<=", "<"):
            continue
        strict = guard.operator == "<"
        if guard.right == k and not free_symbols(guard.left):
            bound = normalizer.scalar(guard.left).rational()
            if bound is not None:
                lowest.append(floor(bound) + 1 if strict else ceil(bound))
        elif guard.left == k and not free_symbols(guard.right):
            bound = normalizer.scalar(guard.right).rational()
            if bound is not None:
                highest.append(ceil(bound) - 1 if strict else floor(bound))
    if not lowest or not highest or min(highest) - max(lowest) >= room:
        return None
    found = []
    for value in range(max(lowest), min(highest) + 1):
        change = Substitution({k: Term("number", (), Fraction(value))})
        guards = tuple(g.replace(change) for g in proposition.guards)
        found.append(Proposition(proposition.relation.replace(change), tuple(rest), guards))
    return found


def _holding(
    propositions: Iterable[Proposition], change: Substitution, what: str, where: str
) -> None:
    for place, proposition in enumerate(propositions):
        at = proposition.substitute(change.values)
        if proposition_at(at) is not True:
            raise Rejected(where, f"{what} {place} is not seen to hold at the values: {at}")


def check_model(
    statement: Statement,
    hypotheses: Iterable[Proposition],
    conditions: Iterable[Proposition],
    values: Values,
    where: str,
) -> None:
    """Check that the values satisfy hypotheses and conditions.  Raises Rejected."""
    change = check_values(statement, values, where)
    _holding(hypotheses, change, "hypothesis", where)
    _hypotheses_defined(statement, values, where)
    _holding(conditions, change, "condition", where)


def check_refutation(refutation: Refutation) -> None:
    """Check that the values refute the statement.  Raises Rejected."""
    if not 0 <= refutation.goal < len(refutation.statement.goals):
        raise Rejected("goal", f"there is no goal {refutation.goal}")
    statement = opened(refutation.statement, refutation.goal)
    goal = statement.goals[0].relation
    try:
        change = check_values(statement, refutation.values, "values")
        _holding(premises(statement), change, "hypothesis", "values")
        _hypotheses_defined(statement, refutation.values, "values")
        surveyed = survey(goal)
        total = surveyed is not None and not surveyed.partial
        if total and _scalar_goal_at(goal, refutation.values) is False:
            return
        at = goal.replace(change)
        _defined(goal, refutation.values)
        if relation_at(at) is not False:
            raise Rejected("values", f"the goal is not seen to be false at the values: {at}")
    except TooLarge as error:
        raise Rejected("values", str(error)) from error


def _functions_apart(values: Values) -> tuple[Substitution, dict[Term, Term]]:
    """The values of what is no family, and those of the families."""
    plain = Substitution({s: v for s, v in values if not s.sort.is_family})
    return plain, {plain(s): v for s, v in values if s.sort.is_family}


def _hypotheses_defined(statement: Statement, values: Values, where: str) -> None:
    """Check that the hypotheses and their guards are defined at the values.

    The premises say so except of powers and of what is defined beyond them by some convention.
    """
    plain, functions = _functions_apart(values)
    whole = Context(symbols=frozenset(statement.declarations))
    context = Context(symbols=frozenset(functions))
    for place, hypothesis in enumerate(statement.hypotheses):
        clear = tuple(g for g in hypothesis.guards if not _is_doubtful(g))
        parts = [
            Proposition(g, hypothesis.variables, clear)
            for g in hypothesis.guards if g not in clear
        ]  # fmt: skip
        if not hypothesis.is_plain or _is_doubtful(hypothesis.relation):
            parts.append(hypothesis)
        for part in parts:
            at = guarded(whole, part, relation=False).substitute(plain.values)
            instances = _all_instances(at)
            for instance in [at] if instances is None else instances:
                for need in needs_of(context, instance):
                    if proposition_at(need.substitute(functions)) is not True:
                        raise Rejected(where, f"hypothesis {place} is not seen to be defined at "
                                       f"the values: {need}")


def _is_doubtful(relation: Relation) -> bool:
    sides = (relation.left, relation.right)
    return any(t.head in MAY_BE_DEFINED for side in sides for t in subterms(side))


def _defined(goal: Relation, values: Values) -> None:
    """Check that the goal is defined at the values.

    Functions are put for families last: outside its index sorts a family has no values, and a
    function would have some.
    """
    plain, functions = _functions_apart(values)
    names = frozenset(s.name for s in functions)
    for need in obligations((goal.replace(plain),), Normalizer(), names):
        if proposition_at(need.substitute(functions)) is not True:
            raise Rejected("values", f"the goal is not seen to be defined at the values: {need}")
