"""Values of scalars at which equations hold: solved for, where none of the small values does.

    polynomials  what an equation that is linear in a symbol says it is, is put in; one symbol alone
                 is a root: a rational one, of what is left a quadratic one, of x^k that of x.
                 Symbols under conjugations have real and imaginary parts
    others       one real symbol alone by inverse functions (`special_values.py`), a whole one by
                 trying all values up to LAST
    edges        where both sides of an order meet, once one symbol is left, and next to that

Symbols of which there are more than equations are given small values, by size, or for an order
that of others.  Floating point chooses; the kernel decides.  Incomplete: systems are solved one
equation after the other.
Source: D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, 3.1, for elimination.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, combinations
from math import ceil, floor

from derivations.kernel import Context
from derivations.language.sorts import REAL
from derivations.language.statements import Relation
from derivations.language.substitution import Substitution, free_symbols, fresh
from derivations.language.terms import ONE, ZERO, I, Term, add, div, mul, number, sub, symbol
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import Budget, Evaluator, Exhausted, closed_value
from derivations.search.numerics.polynomials import (
    Monomial, Polynomial, coefficients, polynomials_of, put, put_quotient, roots, symbols_of,
    term_of, total,
)
from derivations.search.numerics.relations import holds_numerically
from derivations.search.numerics.small_values import by_size, scalar_candidates
from derivations.search.numerics.values import belongs
from derivations.search.reading.facts import nodes
from derivations.search.refutation.special_values import simplest, solved

# Systems looked at, with equations and without any; values of a symbol that nothing determines, of
# the first ones and of later ones.
MAX_SYSTEMS, FEW_SYSTEMS, MAX_FREE, MAX_LATER = 300, 40, 60, 16
# So many pairs of symbols are taken to be the same.
MAX_ALIKE = 6
# Whole numbers are tried up to this; so many that are found.
LAST, MAX_WHOLE = 400, 24
# Nodes evaluated with floating point.
MAX_STEPS = 30_000
# Polynomials with more terms are not put into each other.
MAX_TERMS = 60

Values = dict[Term, Term]


@dataclass(frozen=True)
class System:
    """What is left to be solved for.

    equal: polynomials that are to be 0.
    stated: all that is to hold, as it is written, for what is no polynomial.
    goal: an order that is to fail; where its sides meet is of interest.
    known: values that were found.
    said: what symbols are by others, the last first: numerator and denominator.
    paid: the nodes that may still be evaluated with floating point, for all systems together.
    """

    open: tuple[Term, ...]
    equal: tuple[Polynomial, ...]
    stated: tuple[Relation, ...]
    goal: Relation | None
    known: Values = field(default_factory=dict)
    said: tuple[tuple[Term, Polynomial, Polynomial], ...] = ()
    paid: Budget = field(default_factory=lambda: Budget(MAX_STEPS))


def solutions(
    symbols: Sequence[Term], stated: Sequence[Relation], goal: Relation
) -> Iterator[Values]:
    """Values of the symbols at which what is stated seems to hold."""
    equations = any(r.operator == "==" for r in stated)
    if not equations and goal.operator not in ("<", "<="):
        return
    symbols, parts = tuple(symbols), _parts(symbols, stated)
    change = Substitution({z: add(x, mul(I, y)) for z, (x, y) in parts.items()})
    stated = tuple(r.replace(change) for r in stated)
    unknown = tuple(s for t in symbols for s in parts.get(t, (t,)))
    context, equal, others = Context(symbols=frozenset(unknown)), [], []
    for relation in stated:
        several = None
        if relation.operator == "==":
            several = polynomials_of(context, sub(relation.left, relation.right))
        if several is None:
            others.append(relation)
        else:
            equal += several
    limits = goal.replace(change) if goal.operator in ("<", "<=", "!=") else None
    with suppress(Exhausted):
        whole = System(unknown, tuple(equal), tuple(others), limits)
        found = [_first(whole, iter(range(MAX_SYSTEMS if equations else FEW_SYSTEMS)))]
        for same in _alike(unknown) if equal and goal.operator in ("<", "<=") else ():
            found.append(_first(replace(whole, equal=(*equal, *same)), iter(range(FEW_SYSTEMS))))
        if equal and len(unknown) > len(equal) + 1:
            apart = tuple(_apart(unknown[len(equal) :]))
            found.append(_first(replace(whole, equal=(*equal, *apart)), iter(range(FEW_SYSTEMS))))
        for at in chain.from_iterable(found):
            values = {z: _complex(at[x], at[y]) for z, (x, y) in parts.items()}
            values |= {s: at[s] for s in symbols if s not in parts}
            if all(belongs(v, s.sort) for s, v in values.items()):
                yield values


def _apart(symbols: Sequence[Term]) -> Iterator[Polynomial]:
    """That symbols are small numbers, each another one."""
    for place, s in enumerate(symbols):
        yield {((s, 1),): Fraction(1), (): -Fraction((-1)**place, place + 2)}


def _alike(symbols: Sequence[Term]) -> Iterator[list[Polynomial]]:
    """That all real symbols are the same, or two of them: often the largest values are there."""
    real = [s for s in symbols if s.sort.within("real")]
    same: list[Polynomial] = [{((s, 1),): Fraction(1), ((t, 1),): Fraction(-1)}
                              for s, t in combinations(real, 2)]
    if len(real) > 2:
        yield same[: len(real) - 1]
    yield from ([p] for p in same[:MAX_ALIKE])


def _parts(symbols: Sequence[Term], stated: Sequence[Relation]) -> dict[Term, tuple[Term, Term]]:
    """New symbols for the real and imaginary parts of complex ones, where these count."""
    inside = {s for r in stated for n in nodes(r) if n.head in ("conj", "abs", "re", "im")
              for s in free_symbols(n)}
    taken, found = {s.name for s in symbols}, {}
    for s in symbols:
        if s in inside and not s.sort.within("real"):
            names = [fresh(f"{s.name}{part}", taken) for part in ("x", "y")]
            taken |= {*names}
            found[s] = symbol(names[0], REAL), symbol(names[1], REAL)
    return found


def _complex(x: Term, y: Term) -> Term:
    return x if y == ZERO else add(x, mul(I, y))


# Symbols that nothing determines


def _first(system: System, budget: Iterator[int]) -> Iterator[Values]:
    """Solutions with small values of as many symbols as no equation is left for."""
    left = _eliminated(system)
    if left is None:
        return
    equations = len(left.equal) + sum(r.operator == "==" for r in left.stated)
    count = max(0, len(left.open) - equations - (left.goal is not None))
    last = left.goal.free() if left.goal is not None else frozenset()
    chosen = sorted(left.open, key=lambda s: s in last)[:count]
    for at in by_size([_small(left, s, MAX_FREE) for s in chosen]) if chosen else [()]:
        if next(budget, None) is None:
            return
        there = _with(left, dict(zip(chosen, at, strict=True)))
        if there is not None:
            yield from _solved(there, budget)


def _small(system: System, s: Term, count: int) -> list[Term]:
    """Where an order meets what it is compared with, and the smallest values."""
    found = [*_edges(system, s), *scalar_candidates(s.sort, False)]
    if s.sort.within("real"):
        found += [number(k) for k in map(Fraction, ("2/3", "1/3", "3/2"))]
        found += [number(k) for n in range(5, count) for k in (n, -n, Fraction(n, 2))]
    if any(s in symbols_of(p) for p in system.equal):
        found = [value for value in found if value.head == "number"]
    kept = (value for value in dict.fromkeys(found) if belongs(value, s.sort))
    return [value for value, _ in zip(kept, range(count), strict=False)]


def _edges(system: System, s: Term) -> Iterator[Term]:
    goal = () if system.goal is None else (system.goal,)
    for relation in (*goal, *system.stated):
        if relation.operator != "==" and relation.free() == {s}:
            for value in solved(sub(relation.left, relation.right), ZERO, s):
                yield from _near(simplest(value), s)


def _near(value: Term, s: Term) -> list[Term]:
    if s.sort.within("integer"):
        try:
            x = closed_value(value).real
        except Unknown:
            return []
        return [number(k) for k in dict.fromkeys((floor(x), ceil(x), floor(x) - 1, ceil(x) + 1))]
    steps = [number(c) for c in (1, -1, Fraction(1, 10), Fraction(-1, 10))]
    if value.head == "number":
        return [value, *(number(value.data + step.data) for step in steps)]
    return [value, *(add(value, step) for step in steps)]


# One symbol after the other


def _solved(system: System, budget: Iterator[int]) -> Iterator[Values]:
    left = _eliminated(system) if next(budget, None) is not None else None
    if left is None:
        return
    if not left.open:
        whole = _completed(left)
        if whole is not None:
            yield whole
        return
    s, values = _next(left)
    for value in values:
        there = _with(left, {s: value})
        if there is not None:
            yield from _solved(there, budget)


def _next(system: System) -> tuple[Term, Sequence[Term]]:
    """A symbol, best one that stands alone in an equation, and values for it."""
    for p in system.equal:
        if len(symbols_of(p)) == 1:
            (s,) = symbols_of(p)
            return s, [value for value in roots(p, s) if belongs(value, s.sort)]
    for relation in system.stated:
        free = relation.free()
        if relation.operator == "==" and len(free) == 1 and free <= {*system.open}:
            (s,) = free
            if s.sort.within("integer"):
                return s, _whole(system, s)
            found = solved(sub(relation.left, relation.right), ZERO, s)
            several = [value for value in map(simplest, found) if belongs(value, s.sort)]
            return s, several or _whole(system, s)
    edges = (s for s in system.open if next(_edges(system, s), None) is not None)
    s = next(edges, system.open[0])
    return s, _small(system, s, MAX_LATER)


def _whole(system: System, s: Term) -> list[Term]:
    """The first whole numbers for which all holds that is stated about them alone."""
    about = [r for r in system.stated if r.free() == {s}]
    found: list[Term] = []
    for k in range(LAST):
        for value in (number(k), number(-k))[: 1 + (k > 0)]:
            if belongs(value, s.sort) and all(
                _holds(r, {s: value}, system.paid) for r in about):
                found.append(value)
        if len(found) >= MAX_WHOLE:
            break
    return found


def _holds(relation: Relation, values: Values, paid: Budget) -> bool:
    """Whether it seems to hold at values."""
    try:
        at = Evaluator({s.name: closed_value(v) for s, v in values.items()}, paid)
        return holds_numerically(relation, at)
    except Unknown:
        return False


def _with(system: System, values: Values) -> System | None:
    """The system with values of symbols; none where something fails."""
    rational = {s: v.data for s, v in values.items() if v.head == "number"}
    equal = []
    for p in system.equal:
        # What is said of roots is looked at once all is known.
        rest = put(p, rational) if symbols_of(p).isdisjoint(values.keys() - rational) else {}
        if rest and not symbols_of(rest):
            return None
        equal += [rest] if rest else []
    change = Substitution(values)
    stated = []
    for relation in system.stated:
        if relation.free().isdisjoint(values):
            stated.append(relation)
            continue
        there = relation.replace(change)
        if there.free():
            stated.append(there)
        elif not _holds(there, {}, system.paid):
            return None
    return System(
        tuple(s for s in system.open if s not in values), tuple(equal), tuple(stated),
        None if system.goal is None else system.goal.replace(change),
        {**system.known, **values}, system.said, system.paid)


def _eliminated(system: System) -> System | None:
    """With what linear equations say put in; none where an equation fails."""
    while True:
        system = replace(system, equal=_reduced(system.equal))
        found = _linear(system)
        if found is None:
            return system
        p, s, above, below = found
        equal = []
        for other in system.equal:
            if other is not p:
                rest = put_quotient(other, s, above, below) if s in symbols_of(other) else other
                if rest and not symbols_of(rest):
                    return None
                equal += [rest] if rest else []
        value = term_of(above) if below == {(): 1} else div(term_of(above), term_of(below))
        change = Substitution({s: value})
        system = System(
            tuple(t for t in system.open if t != s), tuple(equal),
            tuple(r.replace(change) if s in r.free() else r for r in system.stated),
            None if system.goal is None else system.goal.replace(change),
            system.known, ((s, above, below), *system.said), system.paid)


def _reduced(equal: Sequence[Polynomial]) -> tuple[Polynomial, ...]:
    """Combinations of equations that have fewer of the terms of the highest degrees."""
    found: list[tuple[Monomial, Polynomial]] = []
    for p in equal:
        for lead, other in found:
            if lead in p:
                p = total([p, {key: -c * p[lead] / other[lead] for key, c in other.items()}])
        if p:
            lead = max(p, key=lambda key: (sum(e for _, e in key), [(s.name, e) for s, e in key]))
            found.append((lead, p))
    return tuple(p for _, p in reversed(found))


def _linear(
    system: System
) -> tuple[Polynomial, Term, Polynomial, Polynomial] | None:
    """An equation that is linear in a symbol, best with a number as its coefficient, with that
    symbol and what it is: numerator and denominator."""
    best = None
    last = system.goal.free() if system.goal is not None else frozenset()
    for p in system.equal:
        for s in sorted(symbols_of(p), key=lambda s: s.name):
            parts = coefficients(p, s) if len(p) <= MAX_TERMS else ()
            if len(parts) == 2:
                free = symbols_of(parts[1])
                size = len(free), s.sort.within("integer"), s in last, len(p)
                if best is None or size < best[0]:
                    best = size, p, s, parts
    if best is None:
        return None
    _, p, s, (rest, slope) = best
    if not symbols_of(slope):
        c = slope[()]
        return p, s, {key: -v / c for key, v in rest.items()}, {(): Fraction(1)}
    return p, s, {key: -v for key, v in rest.items()}, slope


def _completed(system: System) -> Values | None:
    """The values with those of the symbols that were eliminated."""
    known = dict(system.known)
    for s, above, below in system.said:
        rational = {t: v.data for t, v in known.items() if v.head == "number"}
        parts = [put(p, rational) for p in (above, below)]
        if not parts[1]:
            return None
        if all(not symbols_of(p) for p in parts):
            known[s] = number(parts[0].get((), Fraction(0)) / parts[1][()])
            continue
        over, under = (Substitution(known)(term_of(p)) for p in parts)
        known[s] = simplest(over if under == ONE else div(over, under))
    return known
