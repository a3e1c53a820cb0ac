"""Assignments of small values to symbols, of values in general position, and of numbers where an
order may fail.

Values for the symbols come from `values.py`.  Small ones are tried in the order of their total size
(the sum of the places of the values in their lists), dimensions outermost; numbers that are bounded
close to what bounds them; and those to which steps lead on which the left side of an order rises
(`climbing.py`).  Hypotheses `x = e` determine x.  Symbols that occur in no relation that matters
keep their first value.  Floating point chooses.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from derivations.language.statements import Proposition
from derivations.language.substitution import Substitution, free_symbols, map_sort, sort_symbols
from derivations.language.terms import Term, add, div, function, mul, neg, number, power, symbol
from derivations.search.numerics.climbing import MAX_NUMBERS, Place, climbs
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import (
    Budget, Evaluator, Exhausted, closed_value, hypotheses_may_hold, may_hold,
)
from derivations.search.numerics.small_values import by_size, scalar_candidates, stated_candidates
from derivations.search.numerics.values import (
    belongs, family_candidates, general_value, matrix_candidates, permutation_candidates,
)
from derivations.search.reading.facts import nodes
from derivations.search.reading.smooth import tidy
from derivations.search.refutation.choices import Choice, Values

# Values in general position that are tried; small ones beside values that are given.
MAX_GENERAL, MAX_BESIDE = 40, 8
# Nodes evaluated on the way to where an order fails, from so many places at the most, and by how
# much it has to.
CLIMBING_STEPS, MAX_STARTS, CLIMBED = 100_000, 64, 1e-6
# How close to what bounds them numbers are tried, at so many ends together, with so many values of
# each that nothing bounds.
CLOSE, MAX_ENDS, MAX_BESIDE_BOUNDED = (10, 100, 1000), 16, 4
_BETWEEN = frozenset({"real", "positive", "negative", "nonnegative"})
# Of what sums are given, equal terms may be such parts of 1; of two or three unequal ones, each
# half of the one before, so much stands before the first place.
SHARES, UNEQUAL = (2, 3, 4, 5), tuple(map(Fraction, ("4/3", "2/3", "8/7", "4/7")))


def completed(choice: Choice, values: Values) -> Values:
    """With the values of the symbols that hypotheses determine."""
    if not choice.determined:
        return values
    free = frozenset(choice.free)
    given = {s: v for s, v in values.items() if s in free}
    return {**values, **{s: put_in(value, given) for s, value in choice.determined}}


def put_in(value: Term, given: Values) -> Term:
    """The value with what is given, in the sizes of parameters too."""
    change = Substitution(given)
    if value.head != "function":
        return change(value)
    own = {p: symbol(p.name, map_sort(p.sort, change)) for p in value.args[:-1]}
    return function(own.values(), Substitution({**given, **own})(value.args[-1]))


def small_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments by total size; dimensions are chosen before what depends on them."""
    sizes = dimensions(choice)
    for chosen in by_size([scalar_candidates(s.sort, False)[:4] for s in sizes]):
        given = dict(zip(sizes, chosen, strict=True))
        rest = [
            s for s in choice.free
            if s not in given and (s in choice.focus or not s.sort.is_scalar)
        ]
        known = {s: put_in(v, given) for s, v in choice.determined if s.sort.is_scalar}
        lists = [values_for(choice, s, {**known, **given}) for s in rest]
        if all(lists):
            for values in by_size(lists):
                yield completed(choice, {**given, **dict(zip(rest, values, strict=True))})


def general_assignments(choice: Choice) -> Iterator[Values]:
    """Values in general position, of the symbols that matter."""
    sizes = dimensions(choice)
    others = [s for s in choice.free if s not in sizes]
    matter = [s for s in others if s in choice.focus or not s.sort.is_scalar]
    for place in range(MAX_GENERAL if sizes or matter else 0):
        found: Values = {s: number((2, 3, 1)[(place + k) % 3]) for k, s in enumerate(sizes)}
        for s in matter:
            options = None if s.sort.is_scalar else values_for(choice, s, found)
            value = general_value(s, place, found, options)
            if value is None:
                break
            found[s] = value
        else:
            yield completed(choice, found)


def bordering_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of numbers close to what bounds them, all as close, with small values of those
    that nothing bounds."""
    ends = _ends(choice) if all(s.sort.is_scalar for s in choice.free) else {}
    others = [s for s in choice.free if s not in ends]
    lists = [values_for(choice, s, {})[:MAX_BESIDE_BOUNDED] for s in others]
    for close in CLOSE if ends else ():
        for at in by_size(lists) if lists else [()]:
            for chosen in islice(product(*ends.values()), MAX_ENDS):
                values = dict(zip(others, at, strict=True))
                for s, (end, side) in zip(ends, chosen, strict=True):
                    values[s] = tidy(add(put_in(end, values), number(Fraction(side, close))))
                yield completed(choice, values)


def _ends(choice: Choice) -> dict[Term, list[tuple[Term, int]]]:
    """What bounds numbers, in numbers before them: each with 1 where it is below, -1 above."""
    stated = []
    for r in choice.given:
        if r.operator in ("<", "<="):
            stated += [(r.left, r.right, -1), (r.right, r.left, 1)]
            if r.left.head == "abs":
                stated += [(r.left.args[0], r.right, -1), (r.left.args[0], neg(r.right), 1)]
    found = {}
    for place, s in enumerate(choice.free):
        before = {*choice.free[:place]}
        ends = [(end, side) for bounded, end, side in stated
                if bounded == s and free_symbols(end) <= before]
        if ends and s.sort.kind in _BETWEEN:
            found[s] = ends
    return found


def climbing_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of real numbers at which the left side of an order is above the right one, found
    step by step."""
    relation = choice.statement.goals[0].relation
    symbols = [s for s in choice.free if s in choice.focus]
    if relation.operator not in ("<", "<=") or not 0 < len(symbols) <= MAX_NUMBERS or not all(
            s.sort.kind in _BETWEEN for s in symbols):
        return
    budget = Budget(CLIMBING_STEPS)

    def values_at(at: Place) -> Values:
        return completed(choice, dict(zip(symbols, map(number, at), strict=True)))

    def height(at: Place) -> float | None:
        values = values_at(at)
        try:
            evaluator = Evaluator({s.name: closed_value(v) for s, v in values.items()}, budget)
            if all(belongs(v, s.sort) for s, v in values.items() if not free_symbols(v)) and (
                    hypotheses_may_hold(choice.statement, evaluator)):
                left, right = map(evaluator.scalar, (relation.left, relation.right))
                return (left - right).real
        except Unknown:
            pass
        return None

    small = islice(small_assignments(choice), MAX_STARTS)
    places = [tuple(values[s].data for s in symbols) for values in small if all(
        values[s].head == "number" for s in symbols)]
    with suppress(Exhausted):
        yield from map(values_at, climbs(height, places, CLIMBED))


def beside(choice: Choice, there: Values) -> Iterator[Values]:
    """A few assignments with these values, and small ones of the rest."""
    rest = tuple(s for s in choice.free if s not in there)
    determined = (*((s, put_in(v, there)) for s, v in choice.determined), *there.items())
    others = small_assignments(replace(choice, free=rest, determined=determined))
    return islice(others, MAX_BESIDE)


def may_be_given(choice: Choice, values: Values) -> bool:
    """Whether what is assumed of these symbols alone, and their sorts allow these values."""
    change = Substitution(values)
    there = [(s, change(v)) for s, v in choice.determined if s.sort.is_scalar]
    relations = [r.replace(Substitution(dict(choice.determined))).replace(change)
                 for r in choice.given]
    return all(belongs(v, s.sort) for s, v in there if not free_symbols(v)) and all(
        r.free() or may_hold(Proposition(r), Evaluator({})) for r in relations)


def dimensions(choice: Choice) -> list[Term]:
    """The symbols that are sizes in the sorts of others."""
    used: set[Term] = set()
    for s in choice.statement.declarations:
        used |= sort_symbols(s.sort)
    return [s for s in choice.free if s in used]


def _shares(s: Term) -> list[Term]:
    """Families with the sum 1: of one index equal ones and halves of halves; of two, up to two of
    both, what is no product."""
    place, *others = (symbol(f"j{k}_", index) for k, index in enumerate(s.sort.index))
    if others:
        double = div(power(number(2), mul(place, *others)), number(26))
        return [function([place, *others], double)] if len(others) == 1 else []
    halves = power(number(Fraction(1, 2)), place)
    return [*(function([place], mul(number(c), halves)) for c in UNEQUAL),
            *(function([place], number(Fraction(1, k))) for k in SHARES)]


def values_for(choice: Choice, s: Term, sizes: Values) -> list[Term]:
    """The values of one symbol that are tried, the small ones first."""
    angle = s in choice.angles
    if s.sort.is_matrix:
        found = matrix_candidates(s.sort, sizes)
    elif s.sort.is_family:
        found = family_candidates(s.sort, sizes, angle)
        if any(n.head == "sum" and s in free_symbols(n) for r in choice.given for n in nodes(r)):
            found = [*found[:2], *(f for f in _shares(s) if belongs(f, s.sort)), *found[2:]]
    elif s.sort.kind == "permutation":
        found = permutation_candidates(s.sort, sizes)
    else:
        found = scalar_candidates(s.sort, angle)
        stated = stated_candidates(s.sort, choice.constants)
        found = [*found, *(v for v in stated if v not in found)]
        found += [v for v in choice.special.get(s, ()) if v not in found]
    return found if s in choice.focus else found[:1]
