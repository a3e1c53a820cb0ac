"""Counterexamples and models: values in a documented order, tried small first.

Values for the symbols come from `candidates.py`; assignments are tried in the order of their
total size (the sum of the places of the values in their lists), dimensions outermost.  Hypotheses
`x = e` determine x.  Symbols that do not occur in the residual of the goal, nor in a hypothesis,
keep their first value.  When so many are spent, values in general position are tried; where one
is good, the values of its symbols are made as small as they can be, one symbol after the other.
Floating point only chooses; the kernel decides.
Incomplete: what is not found is not said to be true.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import islice

from derivations.kernel import points
from derivations.kernel.context import difference
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Refutation, Values
from derivations.language.statements import Proposition, Relation, Statement, Unsettled, opened
from derivations.language.substitution import Substitution, free_symbols, sort_symbols, subterms
from derivations.language.terms import ZERO, Term, number
from derivations.provers.expansion import is_long
from derivations.provers.numeric import (
    Budget, Evaluator, Exhausted, Unknown, closed_value, fails, holds_numerically,
    hypotheses_may_hold, may_hold,
)
from derivations.provers.small_values import scalar_candidates, stated_candidates
from derivations.search.candidates import family_candidates, matrix_candidates
from derivations.search.equations import solved_for
from derivations.search.general import general_value
from derivations.search.readback import Reader
from derivations.search.special_values import simplest, special_values, whole_values

# So few assignments are tried without a normal form, which may take longer than they do.
FEW = 10
# Assignments tried with floating point, and with the kernel; values in general position.
MAX_TRIED = 4_000
MAX_CHECKED = 40
# Assignments that the kernel looks at where numbers have more digits than floating point sees.
MAX_UNSEEN = 3
FINE = 10**9
MAX_GENERAL = 40
# Whole numbers, perhaps very large ones, that are checked by the kernel alone.
MAX_WHOLE = 80
# Nodes evaluated with floating point, for small values and for values in general position.  These
# end a search, not its time, so that its result does not depend on the machine.
MAX_STEPS = 200_000
GENERAL_STEPS = 200_000
# So many symbols get values of their own from what the statement says of them.
MAX_SPECIAL = 12
# A residual with more monomials is not looked at instead of the goal.
MAX_RESIDUAL = 2_000

_ANGULAR = frozenset(
    {"exp", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "sqrt"}
) - {"sqrt"}


@dataclass(frozen=True)
class Search:
    """Symbols to give values to, in the order of declaration; those that hypotheses determine."""

    statement: Statement
    free: tuple[Term, ...]
    determined: tuple[tuple[Term, Term], ...]
    angles: frozenset[Term]
    focus: frozenset[Term]
    constants: tuple[Fraction, ...] = ()
    special: dict[Term, tuple[Term, ...]] = field(default_factory=dict, hash=False)
    tried: int | None = None


def find_counterexample(
    statement: Statement, goal: int, tried: int | None = None
) -> Refutation | None:
    """Values that refute a goal of the statement, accepted by the kernel.

    tried: look at so many of the smallest assignments only; if few, at the goal as it is written.
    """
    inner = opened(statement, goal)
    relation = inner.goals[0].relation
    test, focus, few = relation, relation.free(), tried is not None and tried <= FEW
    if not few and not is_long(relation):
        test, focus = _residual(inner, relation)
    focus |= {s for h in inner.hypotheses for s in h.free()}
    search = replace(_search(inner, focus, [test], few), tried=tried)

    constant = not test.free() and not inner.hypotheses
    unseen = iter(range(MAX_UNSEEN if _is_fine(test) else 0))

    def wanted(evaluator: Evaluator) -> bool:
        return constant or fails(test, evaluator) or next(unseen, None) is not None

    def accepted(values: Values) -> bool:
        try:
            points.check_refutation(Refutation(statement, goal, values))
        except Unsettled:
            return False
        return True

    values = _find(search, wanted, accepted)
    if values is None and tried is None:
        values = _whole(search, [relation], accepted)
    return None if values is None else Refutation(statement, goal, values)


def _whole(
    search: Search, relations: Sequence[Relation], accepted: Callable[[Values], bool]
) -> Values | None:
    """The first accepted value, where the only symbol that matters is an integer."""
    symbols = [s for s in search.free if s in search.focus]
    if len(symbols) != 1 or not symbols[0].sort.within("integer") or search.determined:
        return None
    rest = _unused(search)
    for value in whole_values(relations, symbols[0])[:MAX_WHOLE]:
        at = {**rest, symbols[0]: number(value)}
        if len(at) < len(search.statement.declarations):
            return None
        values = tuple((s, at[s]) for s in search.statement.declarations)
        if accepted(values):
            return values
    return None


def _is_fine(relation: Relation) -> bool:
    """Whether there are numbers beside which floating point does not see others."""
    return any(
        node.head == "number" and max(abs(node.data.numerator), node.data.denominator) > FINE
        for side in (relation.left, relation.right)
        for node in subterms(side)
    )


def find_model(statement: Statement, conditions: Sequence[Proposition]) -> Values | None:
    """Values that satisfy hypotheses and conditions, accepted by the kernel."""
    from derivations.kernel.check import premises

    everything = [*premises(statement), *conditions]
    focus = frozenset(s for p in everything for s in p.free())
    search = _search(statement, focus)

    def wanted(evaluator: Evaluator) -> bool:
        return all(may_hold(c, evaluator) for c in conditions)

    def accepted(values: Values) -> bool:
        try:
            points.check_model(statement, premises(statement), conditions, values, "model")
        except Unsettled:
            return False
        return True

    return _find(search, wanted, accepted)


def find_failure(statement: Statement, condition: Proposition) -> Values | None:
    """Values that satisfy the hypotheses and at which the condition fails."""
    from derivations.kernel.check import premises

    focus = frozenset(condition.free() | {s for h in statement.hypotheses for s in h.free()})
    search = _search(statement, focus)

    def wanted(evaluator: Evaluator) -> bool:
        try:
            return not holds_numerically(condition.relation, evaluator)
        except Unknown:
            return bool(condition.variables)

    def accepted(values: Values) -> bool:
        try:
            points.check_model(statement, premises(statement), (), values, "")
            at = condition.substitute(dict(values))
            return points.proposition_at(at) is False
        except Unsettled:
            return False

    return _find(search, wanted, accepted)


def small_values(statement: Statement, at_most: int) -> Iterator[Values]:
    """The first values for all symbols, in the order of the search, that no hypothesis excludes."""
    search = _search(statement, frozenset(statement.declarations))
    for count, values in enumerate(_assignments(search)):
        if count >= at_most:
            return
        try:
            evaluator = Evaluator({s: closed_value(v) for s, v in values.items()})
            if not hypotheses_may_hold(statement, evaluator):
                continue
        except Unknown:
            pass
        yield tuple((s, values[s]) for s in statement.declarations)


# What to look for


def _residual(statement: Statement, relation: Relation) -> tuple[Relation, frozenset[Term]]:
    """A shorter relation that fails where the goal does, and the symbols that matter."""
    declared = frozenset(statement.declarations)
    normalizer = Normalizer()
    try:
        gap = difference(normalizer, relation)
        brief = isinstance(gap, Poly) and len(gap.re) + len(gap.im) <= MAX_RESIDUAL
        if brief and isinstance(gap, Poly) and relation.operator == "==":
            short = Reader(normalizer.algebra, declared).poly(gap)
            return Relation("==", short, ZERO), free_symbols(short)
    except Unsettled:
        pass
    return relation, relation.free()


def _search(
    statement: Statement,
    focus: frozenset[Term],
    claimed: Sequence[Relation] | None = None,
    few: bool = False,
) -> Search:
    """What to search; `claimed` stands for the goals when only it matters.

    few: without values that take long to find.
    """
    angles: set[Term] = set()
    given = [h.relation for h in statement.hypotheses]
    goals = [g.relation for g in statement.goals]
    for relation in [*(goals if claimed is None else claimed), *given]:
        for side in (relation.left, relation.right):
            for node in subterms(side):
                if node.head in _ANGULAR:
                    angles |= free_symbols(node)
    determined: dict[Term, Term] = {}
    for hypothesis in statement.hypotheses:
        solved = _solve(hypothesis, determined)
        if solved is not None:
            determined[solved[0]] = Substitution(determined)(solved[1])
            determined = {
                s: Substitution({solved[0]: determined[solved[0]]})(v)
                for s, v in determined.items()
            }
    needed = set(focus)
    for value in determined.values():
        needed |= free_symbols(value)
    for s in list(needed):
        needed |= sort_symbols(s.sort)
    free = tuple(s for s in statement.declarations if s not in determined)
    stated = [*goals, *given]
    scalars = [s for s in free if s in needed and s.sort.is_scalar][:MAX_SPECIAL]
    equations = [h.relation for h in statement.hypotheses if h.is_plain]
    equations = [e for e in equations if e.operator == "=="]
    return Search(
        statement,
        free,
        tuple(determined.items()),
        frozenset(angles),
        frozenset(needed),
        _constants(stated),
        {} if few else special_values(scalars, stated, equations),
    )


def _solve(hypothesis: Proposition, known: dict[Term, Term]) -> tuple[Term, Term] | None:
    """A scalar symbol that an equation determines, and its value."""
    relation = hypothesis.relation
    if not hypothesis.is_plain or relation.operator != "==":
        return None
    normalizer = Normalizer()
    change = Substitution(known)
    symbols = relation.free() | free_symbols(change(relation.left))
    reader = Reader(normalizer.algebra, symbols)
    for term in sorted(relation.free(), key=lambda s: s.name, reverse=True):
        if term.sort.is_scalar and term not in known and not term.sort.within("integer"):
            with suppress(Unsettled):
                gap = difference(normalizer, relation.replace(change))
                solved = solved_for(reader, gap, term) if isinstance(gap, Poly) else None
                if solved is not None:
                    return term, solved[0]
    return None


# Enumeration


def _find(
    search: Search, wanted: Callable[[Evaluator], bool], accepted: Callable[[Values], bool]
) -> Values | None:
    """Small values first; when those are spent, values in general position made small again."""

    def good(values: dict[Term, Term], budget: Budget) -> bool:
        try:
            evaluator = Evaluator({s: closed_value(v) for s, v in values.items()}, budget)
            return hypotheses_may_hold(search.statement, evaluator) and wanted(evaluator)
        except Unknown:
            return True

    try:
        small = islice(_assignments(search), search.tried or MAX_TRIED)
        found = _first(search, small, partial(good, budget=Budget(MAX_STEPS)), accepted)
    except Exhausted:
        found = None
    if found is not None or search.tried:
        return found
    try:
        seems_good = partial(good, budget=Budget(GENERAL_STEPS))
        shrunk = _shrunk(search, _general(search), seems_good)
        return _first(search, shrunk, seems_good, accepted)
    except Exhausted:
        return None


def _shrunk(
    search: Search,
    candidates: Iterable[dict[Term, Term]],
    good: Callable[[dict[Term, Term]], bool],
) -> Iterator[dict[Term, Term]]:
    """Those that are good, each after a smaller one: with the first good value for each symbol."""
    fixed = {*_dimensions(search), *(s for s, _ in search.determined)}
    for values in candidates:
        if not good(values):
            continue
        smaller = values
        for s in (s for s in values if s not in fixed):
            for value in _values(search, s, smaller):
                other = _completed(search, {**smaller, s: value})
                if good(other):
                    smaller = other
                    break
        yield smaller
        yield values


def _completed(search: Search, values: dict[Term, Term]) -> dict[Term, Term]:
    """With the values of the symbols that hypotheses determine."""
    if not search.determined:
        return dict(values)
    free = frozenset(search.free)
    change = Substitution({s: v for s, v in values.items() if s in free})
    return {**values, **{s: change(value) for s, value in search.determined}}


def _first(
    search: Search,
    candidates: Iterable[dict[Term, Term]],
    good: Callable[[dict[Term, Term]], bool],
    accepted: Callable[[Values], bool],
) -> Values | None:
    """The first values that seem good and are accepted."""
    checked = 0
    rest = _unused(search)
    for values in candidates:
        if not good(values):
            continue
        checked += 1
        if checked > MAX_CHECKED:
            return None
        everything = {**rest, **values}
        for s, _ in search.determined:
            everything[s] = simplest(everything[s])
        ordered = tuple((s, everything[s]) for s in search.statement.declarations)
        if accepted(ordered):
            return ordered
    return None


def _unused(search: Search) -> dict[Term, Term]:
    """First values for the scalars that do not matter."""
    return {
        s: scalar_candidates(s.sort, s in search.angles)[0]
        for s in search.free
        if s not in search.focus and s.sort.is_scalar
    }


def _assignments(search: Search) -> Iterator[dict[Term, Term]]:
    """Assignments by total size; dimensions are chosen before what depends on them."""
    sizes = _dimensions(search)
    for chosen in _by_size([scalar_candidates(s.sort, False)[:3] for s in sizes]):
        given = dict(zip(sizes, chosen, strict=True))
        rest = [
            s
            for s in search.free
            if s not in given and (s in search.focus or not s.sort.is_scalar)
        ]
        lists = [_values(search, s, given) for s in rest]
        if all(lists):
            for values in _by_size(lists):
                found = {**given, **dict(zip(rest, values, strict=True))}
                yield _completed(search, found)


def _general(search: Search) -> Iterator[dict[Term, Term]]:
    """Values in general position, of the symbols that matter."""
    sizes = _dimensions(search)
    others = [s for s in search.free if s not in sizes]
    matter = [s for s in others if s in search.focus or not s.sort.is_scalar]
    for place in range(MAX_GENERAL if sizes or matter else 0):
        found: dict[Term, Term] = {
            s: number((2, 3, 1)[(place + k) % 3]) for k, s in enumerate(sizes)
        }
        for s in matter:
            options = None if s.sort.is_scalar else _values(search, s, found)
            value = general_value(s, place, found, options)
            if value is None:
                break
            found[s] = value
        else:
            yield _completed(search, found)


def _dimensions(search: Search) -> list[Term]:
    used: set[Term] = set()
    for s in search.statement.declarations:
        used |= sort_symbols(s.sort)
    return [s for s in search.free if s in used]


def _constants(relations: Iterable[Relation]) -> tuple[Fraction, ...]:
    """The numbers that relations mention, beyond the small ones that are tried anyway."""
    return tuple(
        t.data
        for relation in relations
        for side in (relation.left, relation.right)
        for t in subterms(side)
        if t.head == "number" and abs(t.data) > 4
    )


def _values(search: Search, s: Term, sizes: dict[Term, Term]) -> list[Term]:
    angle = s in search.angles
    if s.sort.is_matrix:
        found = matrix_candidates(s.sort, sizes)
    elif s.sort.is_family:
        found = family_candidates(s.sort, sizes, angle)
    else:
        found = scalar_candidates(s.sort, angle)
        stated = stated_candidates(s.sort, search.constants)
        found = [*found, *(v for v in stated if v not in found)]
        found += [v for v in search.special.get(s, ()) if v not in found]
    return found if s in search.focus else found[:1]


def _by_size(lists: list[list[Term]]) -> Iterator[tuple[Term, ...]]:
    """Elements of the product, by the sum of the places, then by the places."""
    if not all(lists):
        return
    start = (0,) * len(lists)
    heap = [(0, start)]
    seen = {start}
    movable = [k for k, options in enumerate(lists) if len(options) > 1]
    while heap:
        size, places = heapq.heappop(heap)
        yield tuple(options[k] for options, k in zip(lists, places, strict=True))
        for k in movable:
            if places[k] + 1 < len(lists[k]):
                after = (*places[:k], places[k] + 1, *places[k + 1 :])
                if after not in seen:
                    seen.add(after)
                    heapq.heappush(heap, (size + 1, after))


__all__ = ["find_counterexample", "find_failure", "find_model", "small_values"]
