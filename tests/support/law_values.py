"""Whether laws hold: their sides are compared at drawn values by the oracle, without the kernel.

    compared(law, random, trials, enough)   at how many points the premises held; raises `Broken`
    mutants(law) -> (what was changed, law)

Numbers are special ones (zeros, units, multiples of π/12, both sides of the cuts and the cuts,
large integers), matrices have sizes 1 to 3 and are often singular, zero, one, skew, nilpotent.
Half of the values are made of one drawn before (its square, sine, inverse, ...), so that premises
such as `s**2 = z` or `A*B = 1` hold often.  Every other point has other junk values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from mpmath import mp

from derivations.kernel.laws import Law
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, ne
from derivations.language.terms import ONE, Term, neg
from tests.support import oracle
from tests.support.oracle import Gauss, Matrix, Unfit, gauss, matrix

CLOSE = mp.mpf(10) ** -28
JUNK = Fraction(7)
RANGE = range(-9, 10)  # of the variables of quantified premises


class Broken(AssertionError):
    """A law is false at a point."""


def _mp(x: Any) -> Any:
    return mp.mpf(x.numerator) / x.denominator


def _numbers() -> dict[str, list[Any]]:
    with mp.workdps(oracle.DIGITS):
        half = Fraction(1, 2)
        angles = [_mp(Fraction(k, 12)) * mp.pi for k in (-24, -18, -12, -8, -6, -3, 1, 3, 4, 6, 9,
                                                         12, 18, 21, 24, 30)]  # fmt: skip
        exact = [0, 0, 1, -1, 2, half, -half, 3, Fraction(-3, 2), Fraction(1, 3), -7, 10,
                 Fraction(1, 1000), Fraction(999, 1000), Fraction(-2, 3), Fraction(5, 4)]
        reals = [*exact, *angles, mp.sqrt(2), mp.e, -mp.sqrt(3)]
        tiny = Fraction(1, 10**9)
        plane = [
            gauss(0, 1), gauss(0, -1), gauss(1, 1), gauss(-1, 1), gauss(-1, -1), gauss(0, half),
            gauss(0, -2), gauss(2, -3), gauss(0, 2), gauss(half, half), gauss(-3, 4),
            gauss(-1, tiny), gauss(-1, -tiny), gauss(2, tiny), gauss(2, -tiny), gauss(tiny, 2),
            gauss(-tiny, 2), gauss(-tiny, -2), mp.expjpi(mp.mpf(1) / 3), mp.expjpi(-mp.mpf(3) / 4),
            mp.mpc(0, mp.pi), mp.mpc(1, -mp.pi), mp.mpc(0.5, 2 * mp.pi), mp.mpc(-1, 3),
        ]  # fmt: skip
    integers = [*range(-6, 8), 0, 1, -1, 25, -40, 210, -1001]
    naturals = [*range(7), 0, 1, 2, 12, 31]
    return {
        "complex": [*[0] * 6, *reals, *plane, *plane], "real": reals, "integer": integers,
        "natural": naturals, "posint": [1, 1, 2, 2, 3],
    }  # fmt: skip


NUMBERS = _numbers()


def _value(x: Any) -> Any:
    return x if isinstance(x, (mp.mpf, mp.mpc, Matrix)) else oracle.exact(x)


_OF_NUMBERS: list[Callable[[Any], Any]] = [
    lambda u: u, lambda u: u, lambda u: -u, lambda u: u * u, lambda u: -(u * u), mp.exp, mp.sin,
    mp.cos, mp.tan, lambda u: 1 / mp.convert(u), lambda u: oracle.conj(u), lambda u: u + 1,
    lambda u: 0 if not u else mp.pi * mp.nint(mp.re(u)),
]  # fmt: skip


def _derived(kind: str, before: list[Any], random: Random) -> Any:
    """A number made of one drawn before, if that is of the sort."""
    numbers = [v for v in before if not callable(v) and not isinstance(v, Matrix)]
    if not numbers or random.random() < 0.5:
        return None
    try:
        found = oracle.exact(random.choice(_OF_NUMBERS)(random.choice(numbers)))
    except (ZeroDivisionError, OverflowError):
        return None
    if isinstance(found, Gauss):
        real, whole = not found.imag, not found.imag and found.real.denominator == 1
        fits = {"complex": True, "real": real, "integer": whole,
                "natural": whole and found.real >= 0, "posint": False}[kind]  # fmt: skip
        return found if fits and abs(mp.convert(found)) < 60 else None
    with mp.workdps(oracle.DIGITS):
        if kind == "complex" and abs(found) < 10**6:
            return found
        return mp.re(found) if kind == "real" and mp.im(found) == 0 and abs(found) < 99 else None


def _scalar(kind: str, before: list[Any], random: Random) -> Any:
    derived = _derived(kind, before, random)
    return _value(random.choice(NUMBERS[kind])) if derived is None else derived


_ENTRIES = [gauss(p, q) for p, q in (
    (0, 0), (0, 0), (1, 0), (1, 0), (-1, 0), (2, 0), (0, 1), (0, -1), (1, 1), (2, -1),
)]  # fmt: skip
_TURN = {
    2: matrix([[0, -1], [1, 0]]),
    3: matrix([[0, Fraction(-1, 3), Fraction(2, 3)], [Fraction(1, 3), 0, Fraction(-2, 3)],
               [Fraction(-2, 3), Fraction(2, 3), 0]]),
}  # fmt: skip


def _matrix(rows: int, columns: int, before: list[Any], random: Random) -> Matrix:
    anything = matrix([[random.choice(_ENTRIES) for _ in range(columns)] for _ in range(rows)])
    square = rows == columns
    choice = random.random()
    if choice < 0.2:
        return anything
    same = [v for v in before if isinstance(v, Matrix) and v.shape == (rows, columns)]
    if choice < 0.55 and same:
        v = random.choice(same)
        made: list[Callable[[], Matrix | None]] = [lambda: v, lambda: -v, lambda: v.conjugate()]
        if square:
            made += [lambda: v.eliminated()[1], lambda: v.eliminated()[1], lambda: v.T,
                     lambda: v.H, lambda: v * v, lambda: oracle.identity(rows) - v]  # fmt: skip
        return random.choice(made)() or anything
    if choice < 0.65 or not square:
        return oracle.zeros(rows, columns)
    scalars = [v for v in before if isinstance(v, (Gauss, mp.mpf))] or [gauss(1)]
    kinds: list[Callable[[], Matrix]] = [
        lambda: oracle.identity(rows), lambda: anything - anything.H,
        lambda: (anything - anything.T) * gauss(1, 0),
        lambda: _upper(anything), lambda: _upper(anything), lambda: anything + anything.H,
    ]  # fmt: skip
    if rows > 1:
        kinds += [lambda: _TURN[rows] * random.choice(scalars)] * 3
    return random.choice(kinds)()


def _upper(a: Matrix) -> Matrix:
    """Nilpotent: what stands above the diagonal."""
    return matrix([[x if j > i else 0 for j, x in enumerate(r)] for i, r in enumerate(a.rows)])


def _permutations(n: int) -> list[Callable[[Any], Any]]:
    """Permutations of the numbers below n, some with their inverses; and what is none."""
    return [
        lambda k: k, lambda k: n - 1 - k, lambda k: (k + 1) % n if n else k,
        lambda k: (k - 1) % n if n else k, lambda k: {0: 1, 1: 0}.get(k, k), lambda k: 0 * k,
        lambda k: k // 2, lambda k: 2 * k, lambda k: -k, lambda k: k + 1, lambda k: k - 1,
        lambda k: {0: 1, 1: 2, 2: 0}.get(k, k), lambda k: {0: 2, 1: 0, 2: 1}.get(k, k),
    ]  # fmt: skip


_FAMILIES: list[Callable[[Any], Any]] = [
    lambda k: k, lambda k: k * k, lambda k: Fraction(1) / (k * k + 1), lambda k: k * k + 1,
    lambda k: gauss(k, -k), lambda k: (k - 2) * (k - 1), lambda k: -k * k - 1, lambda k: 0,
    lambda k: gauss(1, k) * gauss(k, 2), lambda k: 3 - k, lambda k: Fraction(1, 2) + 0 * k,
]  # fmt: skip


def _family(sort: Sort, size: Callable[[Term], int], before: list[Any], random: Random) -> Any:
    assert sort.value is not None
    if sort.value.is_matrix:
        assert sort.value.rows is not None and sort.value.columns is not None
        shape = size(sort.value.rows), size(sort.value.columns)
        parts = [_matrix(*shape, [], random) for _ in range(5)]
        return lambda k: parts[k % 5]
    if sort.value.kind == "integer":
        number = [v for v in before if isinstance(v, Gauss)]
        choices = _permutations(int(number[0].real) if number else 3)
        made = random.choice(choices[: 5 if random.random() < 0.6 else None])
        return lambda k: made(int(k))
    return random.choice(_FAMILIES)


def drawn(law: Law, random: Random) -> dict[str, Any]:
    """Values of the variables; what an equation says of complex ones holds of most."""
    values: dict[str, Any] = {}
    named = {
        p.right: p.left for p in law.premises
        if isinstance(p, Relation) and p.operator == "==" and p.right.head == "symbol"
        and p.right.sort.kind == "complex"
    }  # fmt: skip

    def size(dimension: Term) -> int:
        return int(oracle.evaluate(dimension, values))

    for variable in law.variables:
        sort, before = variable.sort, list(values.values())
        if sort.is_family:
            values[variable.name] = _family(sort, size, before, random)
        elif sort.is_matrix:
            assert sort.rows is not None and sort.columns is not None
            values[variable.name] = _matrix(size(sort.rows), size(sort.columns), before, random)
        else:
            values[variable.name] = _scalar(sort.kind, before, random)
        if variable in named and random.random() < 0.6:
            with suppress(Unfit):
                values[variable.name] = oracle.term_value(named[variable], values)
    return values


def holds(stated: Relation | Proposition, values: dict[str, Any], some: Any) -> bool:
    """Whether a relation holds at these values, or a proposition in the range of its variables.

    What is equal up to rounding is equal.  Raises `Unfit`.
    """
    if isinstance(stated, Relation):
        return _holds(stated, values, some)
    if any(isinstance(v, Gauss) and abs(v.real) > max(RANGE) for v in values.values()):
        raise Unfit("a range that is too long")
    kinds = [RANGE if v.sort.kind == "integer" else range(max(RANGE)) for v in stated.variables]
    names = [v.name for v in stated.variables]
    for at in product(*kinds):
        inside = values | {name: gauss(k) for name, k in zip(names, at, strict=True)}
        guarded = all(_holds(g, inside, some) for g in stated.guards)
        if guarded and not _holds(stated.relation, inside, some):
            return False
    return True


def _holds(relation: Relation, values: dict[str, Any], some: Any) -> bool:
    left, right = (oracle.term_value(u, values, some) for u in (relation.left, relation.right))
    with mp.workdps(oracle.DIGITS):
        if relation.operator in ("==", "!="):
            return oracle.agree(left, right, 28) == (relation.operator == "==")
        gap = right - left
        if isinstance(gap, Gauss):
            zero = relation.operator == "<=" and not gap
            return not gap.imag and (gap.real > 0 or zero)
        gap = mp.convert(gap)
        if abs(mp.im(gap)) > CLOSE:
            return False
        return bool(mp.re(gap) > (CLOSE if relation.operator == "<" else -CLOSE))


def compared(law: Law, random: Random, trials: int, enough: int) -> int:
    """At how many drawn points the premises hold; the conclusions hold there, or it is `Broken`."""
    count = 0
    for trial in range(trials):
        values, some = drawn(law, random), (None if trial % 2 else JUNK)
        try:
            if not all(holds(premise, values, some) for premise in law.premises):
                continue
            for conclusion in law.conclusions:
                if not holds(conclusion, values, some):
                    raise Broken(f"{law.name}: {conclusion!r} at {values}")
        except Unfit:
            continue
        count += 1
        if count == enough:
            break
    return count


def mutants(law: Law) -> Iterator[tuple[str, Law]]:
    """The law without one of its premises, and with one of its conclusions turned."""
    for place in range(len(law.premises)):
        fewer = law.premises[:place] + law.premises[place + 1 :]
        yield f"without premise {place}", replace(law, premises=fewer)
    for place, one in enumerate(law.conclusions):
        for what, changed in _turned(one):
            said = (*law.conclusions[:place], changed, *law.conclusions[place + 1 :])
            yield f"conclusion {place} {what}", replace(law, conclusions=said)


def _turned(relation: Relation) -> Iterator[tuple[str, Relation]]:
    left, right = relation.left, relation.right
    match relation.operator:
        case "==":
            yield "denied", ne(left, right)
            if right.head == "number" and right.data == 0:
                yield "moved", Relation("==", left, ONE)
            elif right.head not in ("zero", "number"):
                yield "negated", Relation("==", left, neg(right))
        case "!=":
            yield "denied", Relation("==", left, right)
        case "<=":
            yield "reversed", Relation("<=", right, left)
            yield "sharpened", Relation("<", left, right)
        case "<":
            yield "reversed", Relation("<", right, left)
