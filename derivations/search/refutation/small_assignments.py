"""Assignments of small values to symbols, of values in general position, and of numbers where an
order may fail.

Values for the symbols come from `values.py`.  Small ones are tried in the order of their total size
(the sum of the places of the values in their lists), some for each choice of dimensions in turn;
where families vary, a few besides; numbers that are bounded close to what bounds them; and those to
which steps lead on which the left side of an order rises (`climbing.py`).  Hypotheses `x = e`
determine x.  Symbols that occur in no relation that matters keep their first value.  Floating point
chooses.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from derivations.language.statements import Proposition, Relation
from derivations.language.substitution import Substitution, free_symbols, map_sort, sort_symbols
from derivations.language.terms import (
    Term, add, call, function, mul, neg, number, power, sub, symbol,
)
from derivations.search.numerics.climbing import MAX_NUMBERS, Place, climbs
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import Budget, Evaluator, Exhausted, closed_value
from derivations.search.numerics.relations import hypotheses_may_hold, may_hold
from derivations.search.numerics.small_values import by_size, scalar_candidates, stated_candidates
from derivations.search.numerics.values import (
    belongs, family_candidates, general_value, matrix_candidates, permutation_candidates,
)
from derivations.search.reading.facts import nodes
from derivations.search.reading.smooth import tidy
from derivations.search.refutation.choices import Choice, Values
from derivations.search.refutation.given_sums import periodic, shares, written_out

# Values in general position that are tried; small ones beside values that are given.
MAX_GENERAL, MAX_BESIDE = 40, 8
# Assignments with the least dimensions before some with larger ones; where families vary, among
# so many.
MAX_AT_ONCE, MAX_VARIED, MAX_LOOKED_AT = 128, 60, 600
# Nodes evaluated on the way to where an order fails, from so many places at the most, and by how
# much it has to.
CLIMBING_STEPS, MAX_STARTS, CLIMBED = 100_000, 64, 1e-6
# How close to what bounds them numbers are tried, at so many ends together, with so many values of
# each that nothing bounds.
CLOSE, MAX_ENDS, MAX_BESIDE_BOUNDED = (10, 100, 1000), 16, 4
_BETWEEN = frozenset({"real", "positive", "negative", "nonnegative"})
# The other end of a range of values of which one is known; so many small values beside these.
APART, MAX_BESIDE_EXTREME = number(2), 120
# Of what sums are given, equal terms may be such parts of 1; of two or three unequal ones, each
# half of the one before, so much stands before the first place.
SHARES, UNEQUAL = (2, 3, 4, 5), tuple(map(Fraction, ("4/3", "2/3", "8/7", "4/7")))


def completed(choice: Choice, values: Values) -> Values:
    """With the values of the symbols that hypotheses determine, and of those in other values."""
    for s, value in values.items():
        if value.head == "function" and free_symbols(value):
            values = {**values, s: written_out(put_in(value, values))}
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


def small_assignments(choice: Choice, varied: bool = False) -> Iterator[Values]:
    """Assignments by total size, for each choice of dimensions; of larger ones fewer at a time.

    varied: no family has one value at all places.
    """
    sizes = dimensions(choice)
    lists = [scalar_candidates(s.sort, False)[:4] for s in sizes]
    several = [
        (MAX_AT_ONCE >> sum(map(list.index, lists, chosen)),
         _of_sizes(choice, dict(zip(sizes, chosen, strict=True)), varied))
        for chosen in by_size(lists)]
    while several:
        left = []
        for count, assignments in several:
            taken = [*islice(assignments, max(count, 1))]
            yield from taken
            if taken:
                left.append((count, assignments))
        several = left


def _of_sizes(choice: Choice, given: Values, varied: bool) -> Iterator[Values]:
    """Those with these dimensions."""
    rest = [s for s in choice.free
            if s not in given and (s in choice.focus or not s.sort.is_scalar)]
    known = {s: put_in(v, given) for s, v in choice.determined if s.sort.is_scalar}
    lists = [values_for(choice, s, {**known, **given}) for s in rest]
    if varied:
        lists = [[v for v in values if v.head != "function" or _varies(v)] for values in lists]
    if all(lists):
        for values in by_size(lists):
            yield completed(choice, {**given, **dict(zip(rest, values, strict=True))})


def _varies(made: Term) -> bool:
    *at, body = made.args
    return not free_symbols(body).isdisjoint(at)


def varied_assignments(choice: Choice) -> Iterator[Values]:
    """A few of these that may be given, where there are several families."""
    families = [s for s in choice.free if s in choice.focus and s.sort.is_family]
    if len(families) > 1:
        several = islice(small_assignments(choice, varied=True), MAX_LOOKED_AT)
        yield from islice((v for v in several if may_be_given(choice, v)), MAX_VARIED)


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
    stated = [end for r in choice.given for end in _stated_ends(r)]
    found = {}
    for place, s in enumerate(choice.free):
        before = {*choice.free[:place]}
        ends = [(end, side) for bounded, end, side in stated
                if bounded == s and free_symbols(end) <= before]
        if ends and s.sort.kind in _BETWEEN:
            found[s] = ends
    return found


def _stated_ends(relation: Relation) -> list[tuple[Term, Term, int]]:
    """What an order bounds, by what, and 1 where that is below, -1 above."""
    left, right = relation.left, relation.right
    if relation.operator not in ("<", "<="):
        return []
    inner = [(left.args[0], right, -1), (left.args[0], neg(right), 1)] if left.head == "abs" else []
    return [(left, right, -1), (right, left, 1), *inner]


def extreme_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of families at what bounds their values, or inside where that has to be: at both
    ends in turn, and at each of them; with small values of the rest."""
    ends = _extremes(choice)
    for chosen in by_size([*ends.values()]) if ends else ():
        there = dict(zip(ends, chosen, strict=True))
        rest = tuple(s for s in choice.free if s not in there)
        determined = (*choice.determined, *there.items())
        others = small_assignments(replace(choice, free=rest, determined=determined))
        yield from islice(others, MAX_BESIDE_EXTREME)


def _extremes(choice: Choice) -> dict[Term, list[Term]]:
    """Functions with values at what bounds those of families at their places, of which nothing else
    is assumed."""
    found = {}
    for s in choice.free:
        said = [h for h in choice.statement.hypotheses if s in h.free()]
        value = s.sort.value
        if not said or value is None or len(s.sort.index) != 1 or value.kind not in _BETWEEN:
            continue
        at = symbol("j0_", s.sort.index[0])
        ends = [_bounds_of_values(call("apply", s, at), h) for h in said]
        if not all(ends):
            continue
        below, above = ([end for several in ends for end, side in several if side == way]
                        for way in (1, -1))
        low = below[0] if below else sub(above[0], APART)
        high = above[0] if above else add(below[0], APART)
        if any(h.relation.operator == "<" for h in said):
            inside = mul(number(Fraction(1, 4)), sub(high, low))
            low, high = add(low, inside), sub(high, inside)
        half, turn = number(Fraction(1, 2)), power(number(-1), at)
        in_turn = mul(half, add(low, high, mul(turn, sub(high, low))))
        found[s] = [function([at], tidy(e)) for e in (in_turn, high, low)]
    return found


def _bounds_of_values(value: Term, h: Proposition) -> list[tuple[Term, int]]:
    """What bounds a value of a family at every place, with 1 where it is below, -1 above."""
    family, at = value.args
    if len(h.variables) != 1 or h.relation.operator not in ("<", "<="):
        return []
    there = h.relation.replace(Substitution({h.variables[0]: at}))
    return [] if family in free_symbols(there.left) and family in free_symbols(there.right) else [
        (end, side) for bounded, end, side in _stated_ends(there) if bounded == value]


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


def _fitting(s: Term, choice: Choice, sizes: Values) -> list[Term]:
    """Families of which sums are given: weights divided by their sum; with the sum 1 equal ones and
    halves of halves.  Of which a period is given: remainders and turns."""
    given = choice.statement.hypotheses
    found = [put_in(f, sizes) for f in (*shares(s, given), *periodic(s, given))]
    place, *others = (symbol(f"j{k}_", index) for k, index in enumerate(s.sort.index))
    if not others and any(
            n.head == "sum" and s in free_symbols(n) for r in choice.given for n in nodes(r)):
        halves = power(number(Fraction(1, 2)), place)
        found += (function([place], mul(number(c), halves)) for c in UNEQUAL)
        found += (function([place], number(Fraction(1, k))) for k in SHARES)
    return [f for f in found if free_symbols(f) or belongs(f, s.sort)]


def values_for(choice: Choice, s: Term, sizes: Values) -> list[Term]:
    """The values of one symbol that are tried, the small ones first."""
    angle = s in choice.angles
    if s.sort.is_matrix:
        found = matrix_candidates(s.sort, sizes)
    elif s.sort.is_family:
        found = family_candidates(s.sort, sizes, angle)
        found = [*found[:2], *_fitting(s, choice, sizes), *found[2:]]
    elif s.sort.kind == "permutation":
        found = permutation_candidates(s.sort, sizes)
    else:
        found = scalar_candidates(s.sort, angle)
        stated = stated_candidates(s.sort, choice.constants)
        found = [*found, *(v for v in stated if v not in found)]
        found += [v for v in choice.special.get(s, ()) if v not in found]
    return found if s in choice.focus else found[:1]
