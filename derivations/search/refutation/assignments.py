"""Assignments of values to symbols in a documented order, tried small first.

After the first small ones (`small_assignments.py`) functions that solve what is assumed of them are
tried (`solved_functions.py`), families that recursions say (`guessed_families.py`) or that lie at
what bounds them, or that all vary, and those for which equations are solved (`solutions.py`).  When
so many are spent, numbers close to what bounds them are tried, matrices of two rows with the
entries 0, 1 and -1 and spins, small values where equations are divided by what may be 0, numbers to
which steps lead on which an order fails more and more, and values in general position; where one of
these is good, the values of its symbols are made as small as they can be, one symbol after the
other.  Floating point chooses.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, islice, permutations

from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Statement
from derivations.language.substitution import (
    Substitution, free_symbols, heads_of, sort_at, subterms,
)
from derivations.language.terms import ONE, ZERO, Term, add, function, mul, number, power, symbol
from derivations.search.differentiation.slopes import sides_written_out
from derivations.search.knowledge.matching import SUMS
from derivations.search.numerics.floats import Unknown, is_too_large
from derivations.search.numerics.numeric import Budget, Evaluator, Exhausted, closed_value
from derivations.search.numerics.relations import hypotheses_may_hold, may_hold
from derivations.search.numerics.small_values import by_size, scalar_candidates, spins
from derivations.search.numerics.values import belongs, matrix_candidates, square_candidates
from derivations.search.reading.facts import FAILURES, SAYING, nodes
from derivations.search.reading.groups import is_long
from derivations.search.reading.smooth import tidy
from derivations.search.refutation.choices import Choice, Values, choose
from derivations.search.refutation.eigenvectors import with_eigenvectors
from derivations.search.refutation.guessed_families import guessed, is_recursion
from derivations.search.refutation.small_assignments import (
    beside, bordering_assignments, climbing_assignments, completed, dimensions, extreme_assignments,
    general_assignments, may_be_given, put_in, small_assignments, values_for, varied_assignments,
)
from derivations.search.refutation.solutions import solutions
from derivations.search.refutation.solved_functions import is_sought, seems_to_hold, speak
from derivations.search.refutation.solved_matrices import entries_of, is_sought_matrix, of_entries
from derivations.search.refutation.solved_systems import solving
from derivations.search.refutation.special_values import simplest

# Assignments looked at with floating point.
MAX_TRIED = 3_000
# Nodes evaluated with floating point, for small values and for values in general position.
MAX_STEPS, GENERAL_STEPS = 100_000, 100_000
# After so many small values functions are solved for, families that vary are tried, and equations
# are solved for others; values of other symbols beside functions that were solved for.
FUNCTIONS_AFTER, VARIED_AFTER, SOLVED_AFTER = 20, 100, 150
MAX_BESIDE_FUNCTIONS = 40
# Of more families not all small values are looked at together.
MAX_FAMILIES = 3
# Where these are matrices, so many values of each other matrix, and of all of them together, among
# so many that may be given.
MAX_SIDE, MAX_TOGETHER, MAX_AMONG = 4, 6, 64
# So many values of several matrices of two rows together.
MAX_SQUARES = 64
# Values of scalars in recursions of families that are guessed.
MAX_GUESSED = 12
# Small values where equations are divided by what may be 0.
MAX_DIVIDED = 1_000


def good_values(
    choice: Choice, wanted: Callable[[Evaluator, Values], bool], tried: int = MAX_TRIED,
    first: int = 0,
) -> Iterator[Values]:
    """Values that seem good: small ones first, then values in general position made small."""

    rest, free = unused_values(choice), {*choice.free}
    said = _said_of_functions(choice)
    unused = {s.name: closed_value(v) for s, v in rest.items()}

    def good(budget: Budget, values: Values) -> bool:
        known, unseen = {**unused}, list[Unknown]()
        for s, v in values.items():
            try:
                known[s.name] = closed_value(v)
            except Unknown as error:
                unseen.append(error)
        try:
            evaluator = Evaluator(known, budget)
            if not hypotheses_may_hold(choice.statement, evaluator):
                return False
            if unseen:
                raise unseen[0]
            if not wanted(evaluator, values):
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
        if first < VARIED_AFTER <= tried:
            several = chain(
                islice(several, VARIED_AFTER - first), varied_assignments(choice), several)
        if first < SOLVED_AFTER <= tried:
            several = chain(
                islice(several, SOLVED_AFTER - first), solved_assignments(choice), several)
        if first < FUNCTIONS_AFTER <= tried:
            several = chain(
                islice(several, FUNCTIONS_AFTER - first), solving_assignments(choice),
                fitted_assignments(choice), recurring_assignments(choice),
                eigen_assignments(choice), extreme_assignments(choice), several)
        for values in several:
            if small(values):
                yield whole(values)
    except Exhausted:
        pass
    least = FUNCTIONS_AFTER if is_wide(choice.statement) else MAX_TRIED
    if tried < least or is_long(choice.statement.goals[0].relation):
        return
    special = (bordering_assignments, square_assignments, divided_assignments,
               climbing_assignments)
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
    """Whether something is assumed of unknown functions for all real numbers, or an equation of
    families for all whole ones."""
    return bool(_said_of_functions(choice)) or any(
        h.variables and h.relation.operator == "==" for h in choice.statement.hypotheses)


def _said_of_functions(choice: Choice) -> list[Proposition]:
    functions = [s for s in choice.statement.declarations if is_sought(s)]
    return speak(functions, choice.statement.hypotheses) if functions else []


@lru_cache(maxsize=1024)
def _may_hold(h: Proposition, values: tuple[tuple[Term, Term], ...]) -> bool:
    """Whether what is said for all real numbers may hold at values."""
    return seems_to_hold(h.substitute(dict(values)), unseen=True)


def _shrunk(choice: Choice, values: Values, good: Callable[[Values], bool]) -> Values:
    """With the first good value for each symbol, as far as that is looked for."""
    fixed = {*dimensions(choice), *(s for s, _ in choice.determined)}
    with suppress(Exhausted):
        for s in [s for s in values if s not in fixed]:
            for value in values_for(choice, s, values):
                other = completed(choice, {**values, s: value})
                if good(other):
                    values = other
                    break
    return values


def unused_values(choice: Choice) -> Values:
    """First values for the scalars that do not matter."""
    return {
        s: scalar_candidates(s.sort, s in choice.angles)[0]
        for s in choice.free
        if s not in choice.focus and s.sort.is_scalar
    }


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
        rest = {s: next(iter(values_for(choice, s, found)), None) for s in others}
        if None not in rest.values():
            known = {**found, **rest}
            yield completed(choice, {s: v for s in choice.free if (v := known.get(s)) is not None})


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
            lists = by_size([values_for(choice, s, {}) for s in rest]) if rest else [()]
            scalars = (dict(zip(rest, at, strict=True)) for at in lists)
            given = filter(partial(may_be_given, choice), scalars)
            for values in islice(given, MAX_BESIDE_FUNCTIONS):
                yield completed(choice, {**found, **values})


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
    sizes, others = dimensions(choice), [s for s in choice.free if s.sort.is_matrix]
    for rows in (ONE, number(2)) if sizes else (ONE,):
        there = dict.fromkeys(sizes, rows)
        lists = [[m for m in matrix_candidates(s.sort, there)
                  if rows == ONE or not _is_multiple_of_identity(m)][:MAX_SIDE] for s in others]
        several = ({**there, **dict(zip(others, at, strict=True))}
                   for at in (islice(by_size(lists), MAX_AMONG) if lists else [()]))
        for values in islice(filter(partial(may_be_given, choice), several), MAX_TOGETHER):
            made = [entries_of(f, sort_at(f.sort, there)) for f in matrices]
            wholes = {f: whole for f, (_, whole) in zip(matrices, made, strict=True)}
            given = [h.substitute({**values, **wholes}) for h in _given_of_functions(choice)]
            with suppress(*FAILURES):
                entries = [g for own, _ in made for g in own]
                for found in _solving(choice, [*functions, *entries],
                                      [e for h in given for e in of_entries(h)]):
                    known = {s: v for s, v in found.items() if s not in entries}
                    known |= {f: put_in(whole, found) for f, whole in wholes.items()}
                    yield from beside(choice, {**values, **known})


def _is_multiple_of_identity(m: Term) -> bool:
    """Whether a matrix of two rows says no more than a number."""
    return m.data == (2, 2) and m.args[1] == m.args[2] == ZERO and m.args[0] == m.args[3]


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
        for found in islice(solutions(unknown, several[:-1], several[-1]), MAX_BESIDE_FUNCTIONS):
            values = {**found, **{f: function(v.args[:-1], tidy(Substitution(found)(v.args[-1])))
                                  for f, v in made.items()}}
            if all(belongs(values[f], f.sort) for f in functions):
                found = {s: values[s] for s in choice.statement.declarations if s in values}
                if any(free_symbols(values[f].args[-1]) for f in functions):
                    yield found
                elif found not in constant:
                    constant.append(found)
    yield from constant


def recurring_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of families that have the first values of what is said of them for all whole
    numbers, at a few values of what else is in that, and small values of the rest.  Families of
    which only the value at one place is in that drive the others: they have small values too."""
    known = dict(choice.determined)
    given = [h.substitute(known) for h in choice.statement.hypotheses]
    recursions = [h.relation for h in given if is_recursion(h)]
    said = {s for relation in recursions for s in relation.free()}
    families = [s for s in choice.free if s in said and len(s.sort.index) == 1
                and s.sort.value is not None and s.sort.value.is_scalar]
    if not families:
        return
    scalars = [s for s in choice.free if s in said and s.sort.is_scalar]
    more = [number(Fraction(1, k)) for k in (3, 4)]
    angles = choice.angles
    lists = [[v for v in (*scalar_candidates(s.sort, s in angles), *more)
              if (v.head == "number" or s in angles) and belongs(v, s.sort)] for s in scalars]
    places = {s: {n for relation in recursions for n in nodes(relation)
                  if n.head == "apply" and n.args[0] == s} for s in families}
    driving = [s for s in families if len(places[s]) == 1]
    for others in ([], driving) if 0 < len(driving) < len(families) else ([],):
        sought = [s for s in families if s not in others]
        values_of = [*lists, *(_moving(s) for s in others)]
        several = (dict(zip((*scalars, *others), at, strict=True))
                   for at in (by_size(values_of) if values_of else [()]))
        for values in islice(filter(partial(may_be_given, choice), several), MAX_GUESSED):
            for found in guessed(sought, [h.substitute(values) for h in given]):
                yield from beside(choice, {**values, **found})


def _moving(s: Term) -> list[Term]:
    """A few values of a family that are not the same at all places."""
    at = symbol("j0_", s.sort.index[0])
    made = (function([at], b) for b in (at, add(at, ONE), power(number(-1), at)))
    return [f for f in made if belongs(f, s.sort)]


def eigen_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of matrices with the eigenvectors that equations name, and small values of the
    rest."""
    for there in with_eigenvectors(choice.given):
        if {*there} <= {*choice.free}:
            yield from beside(choice, there)


def square_assignments(choice: Choice) -> Iterator[Values]:
    """Assignments of matrices of two rows that have what is assumed of one alone, one of them and
    then several, and small values of the rest; of spins where two or three are assumed something of
    together."""
    sizes = dict.fromkeys(dimensions(choice), number(2))
    known = {s.name: closed_value(v) for s, v in sizes.items()}
    given = choice.statement.hypotheses
    together = [s for s in choice.free if s.sort.is_matrix and any(
        s in h.free() and len([t for t in h.free() if t.sort.is_matrix]) > 1 for h in given)]
    for at in permutations(spins(), len(together)) if 1 < len(together) <= 3 else ():
        if all(map(belongs, at, (sort_at(s.sort, sizes) for s in together))):
            yield from beside(choice, {**sizes, **dict(zip(together, at, strict=True))})
    lists = {}
    for s in choice.free:
        if s.sort.is_matrix and any(s in h.free() for h in given):
            alone = [h for h in given if h.free() <= {s, *sizes}]
            lists[s] = [value for value in square_candidates(sort_at(s.sort, sizes)) if all(
                may_hold(h, Evaluator({**known, s.name: closed_value(value)})) for h in alone)]
            for value in lists[s]:
                yield from beside(choice, {**sizes, s: value})
    for at in islice(by_size([*lists.values()]), MAX_SQUARES) if len(lists) > 1 else ():
        yield from beside(choice, {**sizes, **dict(zip(lists, at, strict=True))})


def divided_assignments(choice: Choice) -> Iterator[Values]:
    """Small assignments where equations are divided by what they have before a symbol: where `n*m`
    is a sum, m is that over n."""
    divided = choose(choice.statement, choice.focus, few=True, divided=True)
    scalars = [s for s, _ in divided.determined if s.sort.is_scalar]
    if len(divided.determined) > len(choice.determined):
        for values in islice(small_assignments(divided), MAX_DIVIDED):
            if all(belongs(values[s], s.sort) for s in scalars):  # nothing is divided by 0
                yield values


