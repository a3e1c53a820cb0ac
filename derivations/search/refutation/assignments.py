"""Assignments of values to symbols in a documented order, tried small first.

Values for the symbols come from `values.py`; assignments are tried in the order of their total size
(the sum of the places of the values in their lists), dimensions outermost; after the first ones
functions that solve what is assumed of them (`solved_functions.py`), families that recursions say
(`guessed_families.py`), and those for which equations are solved (`solutions.py`).  Hypotheses
`x = e` determine x.  Symbols that occur in no relation that matters keep their first value.  When
so many are spent, numbers close to what bounds them are tried, matrices of two rows with the
entries 0, 1 and -1, small values where equations are divided by what may be 0, and values in
general position; where one of these is good, the values of its symbols are made as small as they
can be, one symbol after the other.  Floating point chooses.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, islice, product

from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Statement
from derivations.language.substitution import (
    Substitution, free_symbols, heads_of, map_sort, sort_at, sort_symbols, subterms,
)
from derivations.language.terms import (
    ONE, ZERO, Term, add, div, function, mul, neg, number, power, symbol,
)
from derivations.search.differentiation.slopes import sides_written_out
from derivations.search.knowledge.matching import SUMS
from derivations.search.numerics.floats import Unknown, is_too_large
from derivations.search.numerics.numeric import (
    Budget, Evaluator, Exhausted, closed_value, hypotheses_may_hold, may_hold,
)
from derivations.search.numerics.small_values import by_size, scalar_candidates, stated_candidates
from derivations.search.numerics.values import (
    belongs, family_candidates, general_value, matrix_candidates, permutation_candidates,
    square_candidates,
)
from derivations.search.reading.facts import FAILURES, SAYING, nodes
from derivations.search.reading.groups import is_long
from derivations.search.reading.smooth import tidy
from derivations.search.refutation.choices import Choice, Values, choose
from derivations.search.refutation.eigenvectors import with_eigenvectors
from derivations.search.refutation.guessed_families import guessed
from derivations.search.refutation.solutions import solutions
from derivations.search.refutation.solved_functions import is_sought, seems_to_hold, speak
from derivations.search.refutation.solved_matrices import entries_of, is_sought_matrix, of_entries
from derivations.search.refutation.solved_systems import solving
from derivations.search.refutation.special_values import simplest

# Assignments looked at with floating point; values in general position.
MAX_TRIED, MAX_GENERAL = 3_000, 40
# Nodes evaluated with floating point, for small values and for values in general position.
MAX_STEPS, GENERAL_STEPS = 100_000, 100_000
# After so many small values functions are solved for, and equations for others; values of other
# symbols beside functions that were solved for.
FUNCTIONS_AFTER, SOLVED_AFTER = 20, 150
MAX_BESIDE = 40
# Of more families not all small values are looked at together.
MAX_FAMILIES = 3
# Where these are matrices, so many values of each other matrix, and of all of them together, among
# so many that may be given.
MAX_SIDE, MAX_TOGETHER, MAX_AMONG = 4, 6, 64
# Values of scalars in recursions of families that are guessed, and of other symbols beside.
MAX_GUESSED, MAX_BESIDE_GUESSED = 12, 8
# Small values where equations are divided by what may be 0.
MAX_DIVIDED = 1_000
# How close to what bounds them numbers are tried, at so many ends together, with so many values of
# each that nothing bounds.
CLOSE, MAX_ENDS, MAX_BESIDE_BOUNDED = (10, 100, 1000), 16, 4
_BETWEEN = frozenset({"real", "positive", "negative", "nonnegative"})
# Of what sums are given, equal terms may be such parts of 1; of two or three unequal ones, each
# half of the one before, so much stands before the first place.
SHARES, UNEQUAL = (2, 3, 4, 5), tuple(map(Fraction, ("4/3", "2/3", "8/7", "4/7")))


def good_values(
    choice: Choice, wanted: Callable[[Evaluator, Values], bool], tried: int = MAX_TRIED,
    first: int = 0,
) -> Iterator[Values]:
    """Values that seem good: small ones first, then values in general position made small."""

    rest, free = unused_values(choice), {*choice.free}
    said = _said_of_functions(choice)
    unused = {s.name: closed_value(v) for s, v in rest.items()}

    def good(budget: Budget, values: Values) -> bool:
        try:
            known = unused | {s.name: closed_value(v) for s, v in values.items()}
            evaluator = Evaluator(known, budget)
            if not hypotheses_may_hold(choice.statement, evaluator) or not wanted(
                    evaluator, values):
                return False
        except Unknown as error:
            if is_too_large(error) and any(
                    n.head in SUMS for v in values.values() for n in subterms(v)):
                return False  # a proof takes long, and smaller values come first
        return all(h.free() - {*values} or _may_hold(h, tuple(
            (s, values[s]) for s in choice.statement.declarations if s in h.free()))
            for h in said)

    def whole(values: Values) -> Values:
        found = {**rest, **values}
        found |= {s: simplest(v) for s, v in found.items()
                  if s not in free or (s.sort.is_scalar and "sum" in heads_of(v))}
        return {s: found[s] for s in choice.statement.declarations}

    try:
        small = partial(good, Budget(MAX_STEPS))
        several: Iterator[Values] = islice(small_assignments(choice), first, tried)
        if first < SOLVED_AFTER <= tried:
            several = chain(
                islice(several, SOLVED_AFTER - first), solved_assignments(choice), several)
        if first < FUNCTIONS_AFTER <= tried:
            several = chain(
                islice(several, FUNCTIONS_AFTER - first), solving_assignments(choice),
                fitted_assignments(choice), recurring_assignments(choice),
                eigen_assignments(choice), several)
        for values in several:
            if small(values):
                yield whole(values)
    except Exhausted:
        pass
    least = FUNCTIONS_AFTER if is_wide(choice.statement) else MAX_TRIED
    if tried < least or is_long(choice.statement.goals[0].relation):
        return
    special = (bordering_assignments, square_assignments, divided_assignments)
    for later in special if tried >= MAX_TRIED else ():
        with suppress(Exhausted):
            yield from map(whole, filter(partial(good, Budget(GENERAL_STEPS)), later(choice)))
    try:
        general = partial(good, Budget(GENERAL_STEPS))
        for values in general_assignments(choice):
            if general(values):
                smaller = _shrunk(choice, values, general)
                yield whole(smaller)
                yield whole(values)
    except Exhausted:
        return


def is_wide(statement: Statement) -> bool:
    """Whether it speaks of so many families that few small values of all of them are looked at."""
    return sum(s.sort.is_family for s in statement.declarations) > MAX_FAMILIES


def seeks_functions(choice: Choice) -> bool:
    """Whether something is assumed of unknown functions for all real numbers."""
    return bool(_said_of_functions(choice))


def _said_of_functions(choice: Choice) -> list[Proposition]:
    functions = [s for s in choice.statement.declarations if is_sought(s)]
    return speak(functions, choice.statement.hypotheses) if functions else []


@lru_cache(maxsize=1024)
def _may_hold(h: Proposition, values: tuple[tuple[Term, Term], ...]) -> bool:
    """Whether what is said for all real numbers may hold at values."""
    return seems_to_hold(h.substitute(dict(values)), unseen=True)


def _shrunk(choice: Choice, values: Values, good: Callable[[Values], bool]) -> Values:
    """With the first good value for each symbol, as far as that is looked for."""
    fixed = {*_dimensions(choice), *(s for s, _ in choice.determined)}
    with suppress(Exhausted):
        for s in [s for s in values if s not in fixed]:
            for value in _values(choice, s, values):
                other = _completed(choice, {**values, s: value})
                if good(other):
                    values = other
                    break
    return values


def _completed(choice: Choice, values: Values) -> Values:
    """With the values of the symbols that hypotheses determine."""
    if not choice.determined:
        return values
    free = frozenset(choice.free)
    given = {s: v for s, v in values.items() if s in free}
    return {**values, **{s: _put_in(value, given) for s, value in choice.determined}}


def _put_in(value: Term, given: Values) -> Term:
    """The value with what is given, in the sizes of parameters too."""
    change = Substitution(given)
    if value.head != "function":
        return change(value)
    own = {p: symbol(p.name, map_sort(p.sort, change)) for p in value.args[:-1]}
    return function(own.values(), Substitution({**given, **own})(value.args[-1]))


def unused_values(choice: Choice) -> Values:
    """First values for the scalars that do not matter."""
    return {
        s: scalar_candidates(s.sort, s in choice.angles)[0]
        for s in choice.free
        if s not in choice.focus and s.sort.is_scalar
    }


def small_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments by total size; dimensions are chosen before what depends on them."""
    sizes = _dimensions(choice)
    for chosen in by_size([scalar_candidates(s.sort, False)[:4] for s in sizes]):
        given = dict(zip(sizes, chosen, strict=True))
        rest = [
            s for s in choice.free
            if s not in given and (s in choice.focus or not s.sort.is_scalar)
        ]
        known = {s: _put_in(v, given) for s, v in choice.determined if s.sort.is_scalar}
        lists = [_values(choice, s, {**known, **given}) for s in rest]
        if all(lists):
            for values in by_size(lists):
                yield _completed(choice, {**given, **dict(zip(rest, values, strict=True))})


def solved_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments at which what is assumed holds, solved for; with first values of what is no
    scalar."""
    scalars = [s for s in choice.statement.declarations if s.sort.is_scalar and (
        s in choice.focus or s not in choice.free)]
    others = [s for s in choice.free if not s.sort.is_scalar]
    change = Substitution({s: v for s, v in choice.determined if not s.sort.is_scalar})
    goal = choice.statement.goals[0].relation.replace(change)
    given = [there for r in choice.given
             if (there := sides_written_out(r.replace(change))).free() <= {*scalars}]
    if not given and (goal.operator == "==" or not goal.free() <= {*scalars}):
        return
    for found in solutions(scalars, given, goal):
        rest = {s: next(iter(_values(choice, s, found)), None) for s in others}
        if None not in rest.values():
            known = {**found, **rest}
            yield _completed(choice, {s: v for s in choice.free if (v := known.get(s)) is not None})


def solving_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of functions that solve what is assumed of them, and small values of the rest."""
    free = [s for s in choice.free if s in choice.focus]
    functions = [s for s in free if is_sought(s)]
    if any(map(is_sought_matrix, free)):
        yield from _solving_matrices(choice, functions, [*filter(is_sought_matrix, free)])
        return
    others = len(functions) < len([s for s in free if not s.sort.is_scalar])
    for found in _solving(choice, functions, _given_of_functions(choice)) if functions else ():
        if others:
            left = tuple(s for s in choice.free if s not in found)
            known = (*choice.determined, *found.items())
            yield from recurring_assignments(replace(choice, free=left, determined=known))
        else:
            rest = [s for s in free if s.sort.is_scalar and s not in found]
            beside = by_size([_values(choice, s, {}) for s in rest]) if rest else [()]
            for at in islice(beside, MAX_BESIDE):
                yield _completed(choice, {**found, **dict(zip(rest, at, strict=True))})


def _given_of_functions(choice: Choice) -> list[Proposition]:
    known = {s: v for s, v in choice.determined if s.sort.is_family}
    return [h.substitute(known) for h in choice.statement.hypotheses]


def _solving(
    choice: Choice, functions: list[Term], given: list[Proposition]
) -> Iterator[Values]:
    """Values of functions, and of the scalars in what is assumed of them."""
    said = speak(functions, given)
    inside = [s for s in choice.free if s.sort.is_scalar and any(s in h.free() for h in said)]
    nonzero = [[s, *(v for v in scalar_candidates(s.sort, False)[:4] if v != ZERO)] for s in inside]
    return solving(functions, given, nonzero) if said else iter(())


def _solving_matrices(
    choice: Choice, functions: list[Term], matrices: list[Term]
) -> Iterator[Values]:
    """The same of functions that are matrices, of one row first, then of two."""
    sizes, others = _dimensions(choice), [s for s in choice.free if s.sort.is_matrix]
    for rows in (ONE, number(2)) if sizes else (ONE,):
        there = dict.fromkeys(sizes, rows)
        lists = [matrix_candidates(s.sort, there)[:MAX_SIDE] for s in others]
        several = ({**there, **dict(zip(others, at, strict=True))}
                   for at in (islice(by_size(lists), MAX_AMONG) if lists else [()]))
        for values in islice(filter(partial(_may_be_given, choice), several), MAX_TOGETHER):
            made = [entries_of(f, sort_at(f.sort, there)) for f in matrices]
            wholes = {f: whole for f, (_, whole) in zip(matrices, made, strict=True)}
            given = [h.substitute({**values, **wholes}) for h in _given_of_functions(choice)]
            with suppress(*FAILURES):
                entries = [g for own, _ in made for g in own]
                for found in _solving(choice, [*functions, *entries],
                                      [e for h in given for e in of_entries(h)]):
                    known = {s: v for s, v in found.items() if s not in entries}
                    known |= {f: _put_in(whole, found) for f, whole in wholes.items()}
                    yield from _beside(choice, {**values, **known})


def fitted_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of polynomials to functions, with coefficients for which what is assumed of their
    values, integrals and derivatives is solved; of constants last."""
    functions = [s for s in choice.free if s in choice.focus and is_sought(s)]
    given = [r for r in choice.given if r.left.head not in (*SAYING, "integrable")]
    if not functions or not any({*functions} & r.free() for r in given) or len(functions) < len(
            [s for s in choice.statement.declarations if not s.sort.is_scalar]):
        return
    scalars = [s for s in choice.statement.declarations if s.sort.is_scalar and s in choice.focus]
    goal = choice.statement.goals[0].relation
    constant: list[Values] = []
    for degrees in ((0, 1), (0, 2), (0, 1, 2, 3)):
        made, unknown = {}, [*scalars]
        for f in functions:
            own = [symbol(f"{f.name}{d}_", REAL) for d in degrees]
            x = symbol("j0_", f.sort.index[0])
            made[f] = function([x], add(*(mul(c, power(x, d)) if d else c
                                          for c, d in zip(own, degrees, strict=True))))
            unknown += own
        change = Substitution(made)
        several = [sides_written_out(r.replace(change)) for r in (*given, goal)]
        for found in islice(solutions(unknown, several[:-1], several[-1]), MAX_BESIDE):
            values = {**found, **{f: function(v.args[:-1], tidy(Substitution(found)(v.args[-1])))
                                  for f, v in made.items()}}
            if all(belongs(values[f], f.sort) for f in functions):
                found = {s: values[s] for s in choice.statement.declarations if s in values}
                if any(free_symbols(values[f].args[-1]) for f in functions):
                    yield found
                elif found not in constant:
                    constant.append(found)
    yield from constant


def general_assignments(choice: Choice) -> Iterator[Values]:
    """Values in general position, of the symbols that matter."""
    sizes = _dimensions(choice)
    others = [s for s in choice.free if s not in sizes]
    matter = [s for s in others if s in choice.focus or not s.sort.is_scalar]
    for place in range(MAX_GENERAL if sizes or matter else 0):
        found: Values = {s: number((2, 3, 1)[(place + k) % 3]) for k, s in enumerate(sizes)}
        for s in matter:
            options = None if s.sort.is_scalar else _values(choice, s, found)
            value = general_value(s, place, found, options)
            if value is None:
                break
            found[s] = value
        else:
            yield _completed(choice, found)


def bordering_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of numbers close to what bounds them, all as close, with small values of those
    that nothing bounds."""
    ends = _ends(choice) if all(s.sort.is_scalar for s in choice.free) else {}
    others = [s for s in choice.free if s not in ends]
    lists = [_values(choice, s, {})[:MAX_BESIDE_BOUNDED] for s in others]
    for close in CLOSE if ends else ():
        for at in by_size(lists) if lists else [()]:
            for chosen in islice(product(*ends.values()), MAX_ENDS):
                values = dict(zip(others, at, strict=True))
                for s, (end, side) in zip(ends, chosen, strict=True):
                    values[s] = tidy(add(_put_in(end, values), number(Fraction(side, close))))
                yield _completed(choice, values)


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


def recurring_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of families that have the first values of what is said of them for all whole
    numbers, at a few values of what else is in that, and small values of the rest."""
    known = dict(choice.determined)
    given = [h.substitute(known) for h in choice.statement.hypotheses]
    said = {s for h in given for s in h.free() if len(h.variables) == 1
            and h.variables[0].sort.within("integer") and h.relation.operator == "=="}
    families = [s for s in choice.free if s in said and len(s.sort.index) == 1
                and s.sort.value is not None and s.sort.value.is_scalar]
    scalars = [s for s in choice.free if s in said and s.sort.is_scalar]
    if not families:
        return
    more = [number(Fraction(1, k)) for k in (3, 4)]
    lists = [[v for v in (*scalar_candidates(s.sort, False), *more)
              if v.head == "number" and belongs(v, s.sort)] for s in scalars]
    several = (dict(zip(scalars, at, strict=True)) for at in (by_size(lists) if lists else [()]))
    for values in islice(filter(partial(_may_be_given, choice), several), MAX_GUESSED):
        for found in guessed(families, [h.substitute(values) for h in given]):
            yield from _beside(choice, {**values, **found})


def eigen_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of matrices with the eigenvectors that equations name, and small values of the
    rest."""
    for there in with_eigenvectors(choice.given):
        if {*there} <= {*choice.free}:
            yield from _beside(choice, there)


def square_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of matrices of two rows that have what is assumed of one alone, and small values
    of the rest."""
    sizes = dict.fromkeys(_dimensions(choice), number(2))
    known = {s.name: closed_value(v) for s, v in sizes.items()}
    for s in choice.free:
        if not s.sort.is_matrix or not any(s in r.free() for r in choice.given):
            continue
        alone = [Proposition(r) for r in choice.given if r.free() <= {s, *sizes}]
        for value in square_candidates(sort_at(s.sort, sizes)):
            evaluator = Evaluator({**known, s.name: closed_value(value)})
            if all(may_hold(h, evaluator) for h in alone):
                yield from _beside(choice, {**sizes, s: value})


def divided_assignments(choice: Choice) -> Iterator[Values]:
    """Small assignments where equations are divided by what they have before a symbol: where `n*m`
    is a sum, m is that over n."""
    divided = choose(choice.statement, choice.focus, few=True, divided=True)
    scalars = [s for s, _ in divided.determined if s.sort.is_scalar]
    if len(divided.determined) > len(choice.determined):
        for values in islice(small_assignments(divided), MAX_DIVIDED):
            if all(belongs(values[s], s.sort) for s in scalars):  # nothing is divided by 0
                yield values


def _beside(choice: Choice, there: Values) -> Iterator[Values]:
    """A few assignments with these values, and small ones of the rest."""
    rest = tuple(s for s in choice.free if s not in there)
    determined = (*((s, _put_in(v, there)) for s, v in choice.determined), *there.items())
    beside = small_assignments(replace(choice, free=rest, determined=determined))
    return islice(beside, MAX_BESIDE_GUESSED)


def _may_be_given(choice: Choice, values: Values) -> bool:
    """Whether what is assumed of these symbols alone, and their sorts allow these values."""
    change = Substitution(values)
    there = [(s, change(v)) for s, v in choice.determined if s.sort.is_scalar]
    relations = [r.replace(Substitution(dict(choice.determined))).replace(change)
                 for r in choice.given]
    return all(belongs(v, s.sort) for s, v in there if not free_symbols(v)) and all(
        r.free() or may_hold(Proposition(r), Evaluator({})) for r in relations)


def _dimensions(choice: Choice) -> list[Term]:
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


def _values(choice: Choice, s: Term, sizes: Values) -> list[Term]:
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
