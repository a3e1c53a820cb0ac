"""Whether laws hold: their sides are compared at drawn values by the oracle, without the kernel.

    compared(law, random, trials, enough)   at how many points the premises held; raises `Broken`
    mutants(law) -> (what was changed, law, the premise that it lacks)

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
from derivations.language.sorts import REAL, Sort
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
    if REAL in sort.index:
        return _curve(sort, size, random)
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


# Functions of a real variable: smooth ones, with corners, jumps, poles, on cuts.
_TOTAL = oracle.Oracle()
_REAL_CURVES: list[Callable[[Any], Any]] = [
    lambda p: p, lambda p: p, lambda p: p * p, lambda p: gauss(1) + 0 * p, lambda p: 0 * p,
    lambda p: oracle.exact(abs(p)), lambda p: oracle.exact(abs(p - 1)) + p, lambda p: -p,
    lambda p: _TOTAL.inverse(p * p + 1), lambda p: p * p * p - p, _TOTAL.inverse, mp.sin, mp.exp,
    _TOTAL.floor, lambda p: _TOTAL.floor(p) + Fraction(1, 2), lambda p: p * p * p * p,
    lambda p: p * oracle.exact(abs(p)), lambda p: p * (1 - p), lambda p: p - p * p * p,
    lambda p: gauss(0) + 3, lambda p: -_TOTAL.inverse(p * p), lambda p: gauss(-1) + 0 * p,
]  # fmt: skip
_CURVES: list[Callable[[Any], Any]] = [
    *_REAL_CURVES, _TOTAL.sqrt, lambda p: mp.expj(p), lambda p: gauss(0, 1) * p, oracle.conj,
    lambda p: gauss(-1) + gauss(0, 1) * p, lambda p: gauss(0, 2) + p,
    lambda p: gauss(1, 1) * p * p, lambda p: _TOTAL.unless_zero(mp.log, p),
]  # fmt: skip


def _of_given(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args: function(*map(oracle.given, args))


def _curve(sort: Sort, size: Callable[[Term], int], random: Random) -> Any:
    assert sort.value is not None
    real = sort.value.kind == "real"
    one, two = (random.choice(_REAL_CURVES if real else _CURVES) for _ in range(2))
    if len(sort.index) > 1:
        return _of_given(random.choice([
            lambda k, p: one(p) + k, lambda k, p: one(p) * k, lambda k, p: one(p + k),
            lambda k, p: one(p), lambda k, p: two(p) if k == 1 else one(p),
        ]))  # fmt: skip
    if not sort.value.is_matrix:
        return _of_given(one)
    assert sort.value.rows is not None and sort.value.columns is not None
    shape = size(sort.value.rows), size(sort.value.columns)
    first, second = (_matrix(*shape, [], random) for _ in range(2))
    return _of_given(lambda p: first * two(p) + second * one(p))


def _chain(*functions: Callable[[Any], Any]) -> dict[str, Any]:
    return dict(zip("FGH", map(_of_given, functions), strict=False))


def _sines(k: Any, p: Any) -> Any:
    return (mp.sin, mp.cos, lambda z: -mp.sin(z), lambda z: -mp.cos(z))[int(k.real) % 4](p)


def _cubes(k: Any, p: Any) -> Any:
    return {0: p * p * p, 1: 3 * p * p, 2: 6 * p, 3: gauss(6)}.get(int(k.real), gauss(0))


def _column(function: Callable[[Any], Any]) -> Callable[..., Any]:
    return _of_given(lambda p: matrix([[oracle.exact(function(p))], [2]]))


_HALF, _TWO = Fraction(1, 2), gauss(2)
_POLE: Any = {"F": _of_given(_TOTAL.inverse)}
# What is drawn together: functions that are equal somewhere, one with the derivatives of the other,
# poles inside and outside of intervals.
_TOGETHER: dict[str, list[dict[str, Any]]] = {
    "locally equal": [
        {"F": _of_given(f), "G": _of_given(g), "R": _of_given(r)} for f, g, r in (
            (abs, lambda p: p, lambda p: p), (abs, lambda p: -p, lambda p: -p),
            (_TOTAL.floor, lambda p: 0 * p, lambda p: p * (1 - p)),
            (abs, lambda p: p, lambda p: _TOTAL.floor(p) + 1),
            (lambda p: p * _TOTAL.inverse(p), lambda p: gauss(1), lambda p: p * p),
        )
    ],
    "locally equal matrices": [
        {"d": gauss(2), "e": gauss(1), "a": gauss(a),
         "X": _column(f), "X2": _column(g), "R": _of_given(r)} for a in (0, 1) for g, f, r in (
            (abs, lambda p: p, lambda p: p), (abs, lambda p: p, lambda p: _TOTAL.floor(p) + 1),
            (lambda p: p * _TOTAL.inverse(p), lambda p: gauss(1), lambda p: p * p),
            (lambda p: p * p, lambda p: p * p, lambda p: gauss(1)),
        )
    ],
    "derivative of a composition nearby": [
        {"G": _of_given(lambda p: gauss(0, 1) * p), "F": _of_given(oracle.conj), "a": gauss(0)},
        {"G": _of_given(lambda p: p if p.real < 0 else gauss(0, 1) * p),
         "R": _of_given(lambda p: -p), "F": _of_given(oracle.conj)},
        {"G": _of_given(_TOTAL.sqrt), "R": _of_given(lambda p: p)},
        {"G": _of_given(lambda p: gauss(0, 1) * p), "F": _of_given(oracle.conj), "a": gauss(0),
         "R": _of_given(lambda p: gauss(-1) if p else gauss(1))},
    ],
    "derivative of a vanishing multiple": [
        {"F": _of_given(f), "G": _of_given(g), "K": _of_given(k), "a": gauss(0)} for f, g, k in (
            (lambda p: p, lambda p: p, lambda p: p + 1), (lambda p: p, lambda p: p * p, mp.exp),
            (lambda p: gauss(0, 1) * p, lambda p: p - p * p * p, lambda p: p * p - 3),
            (lambda p: p * p - p, lambda p: gauss(0, 2) * p, mp.cos),
            (lambda p: p + 1, lambda p: p, lambda p: p), (abs, lambda p: p, lambda p: p + 1),
            (lambda p: p, lambda p: p + 1, lambda p: p + 1), (lambda p: p, _TOTAL.sign, mp.exp),
            (lambda p: p, lambda p: p, _TOTAL.inverse),
        )
    ],
    "Taylor": [
        {"T": _of_given(T), "n": gauss(n), "c": gauss(c)}
        for T in (_sines, _cubes, lambda k, p: mp.exp(p))
        for n in (0, 1, 2, 3) for c in (0, 1, 6, 9)
    ],
    "fundamental theorem": [
        _chain(*functions) for functions in (
            (lambda p: p * p, lambda p: 2 * p), (mp.sin, mp.cos), (mp.exp, mp.exp),
            (abs, _TOTAL.sign), (_TOTAL.inverse, lambda p: -_TOTAL.inverse(p * p)),
            (lambda p: p * p, lambda p: p),
            (lambda p: gauss(1, 1) * p, lambda p: gauss(1, 1)), (_TOTAL.floor, lambda p: 0 * p),
        )
    ],
    "fundamental theorem up to the ends": [
        {name: _of_given(f) for name, f in zip("FGHR", functions, strict=True)}
        | {"a": gauss(a), "b": gauss(b)}
        for a, b in ((0, 1), (1, 0), (0, _HALF), (_HALF, 1), (0, 0), (-1, 0)) for functions in (
            (lambda p: p * _TOTAL.sqrt(p), lambda p: Fraction(3, 2) * _TOTAL.sqrt(p),
             lambda p: p * p * p, lambda p: p * p),
            (lambda p: p * p, lambda p: 2 * p, lambda p: p * p, lambda p: p),
            (lambda p: p * p, lambda p: p, lambda p: p * p, lambda p: p),
            (lambda p: gauss(0, 1) * p, lambda p: gauss(0, 1), lambda p: gauss(0, 1) * (1 - p),
             lambda p: 1 - p),
            (lambda p: p * p, lambda p: p, lambda p: (1 - p) * (1 - p), lambda p: 1 - p),
            (_TOTAL.floor, lambda p: 0 * p, _TOTAL.floor, lambda p: p),
            (_TOTAL.floor, lambda p: 0 * p, lambda p: 0 * p, lambda p: p),
            (lambda p: p - _TOTAL.floor(p), lambda p: gauss(1), lambda p: 0 * p, _TOTAL.floor),
        )
    ],
    "convex": [
        {**_chain(*functions), "w": w} for w in (gauss(0), gauss(1), gauss(_HALF), gauss(-1), _TWO)
        for functions in (
            (lambda p: p * p, lambda p: 2 * p, lambda p: _TWO), (mp.exp, mp.exp, mp.exp),
            (lambda p: -p * p, lambda p: 2 * p, lambda p: _TWO),
            (lambda p: -p * p, lambda p: -2 * p, lambda p: _TWO),
            (lambda p: -p * p, lambda p: -2 * p, lambda p: -_TWO),
            (lambda p: p * p * p, lambda p: 3 * p * p, lambda p: 6 * p),
            (lambda p: gauss(1, 1) * p, lambda p: gauss(1, 1), lambda p: gauss(0)),
        )
    ],
    "no integral": [
        {"F": _of_given(f), "S": _of_given(s), "a": gauss(0), "b": gauss(1)} for f, s in (
            (lambda p: _TOTAL.unless_zero(mp.log, p), lambda k: mp.exp(-k)),
            (_TOTAL.inverse, lambda k: _TOTAL.inverse(k + 1)),
            (lambda p: p * p, lambda k: -k - 1), (lambda p: p * p, lambda k: k + 1),
            (lambda p: p, lambda k: gauss(_HALF)),
        )
    ],
    "derivative of an integral": [
        {**_POLE, "a": gauss(a), "b": gauss(b), "r": gauss(r), "c": gauss(c)} for a, b, r, c in (
            (_HALF, 2, 1, 1), (_HALF, 2, -1, 1), (_HALF, 2, 1, -1), (-2, -_HALF, -1, 1),
            (-2, -_HALF, 1, -1), (-1, 2, -_HALF, 1),
        )
    ] + 2 * [
        {"F": _of_given(_TOTAL.floor), "a": gauss(0), "b": _TWO, "r": gauss(1), "c": gauss(1)}
    ],
    "derivative under an integral": [
        {"P": _of_given(f), "Q": _of_given(g), "F": _of_given(h), "a": gauss(0), "b": gauss(b),
         "r": gauss(r), "s": gauss(s), "c": gauss(c)}
        for f, g, h in (
            (lambda t, y: t * t * y, lambda t, y: 2 * t * y, lambda y: 6 * y),
            (lambda t, y: t * t * y, lambda t, y: 2 * t * y, lambda y: y),
            (lambda t, y: gauss(0, 1) * t * y, lambda t, y: gauss(0, 1) * y, lambda y: y),
            (lambda t, y: gauss(0, 1) * t * y, lambda t, y: y, lambda y: y),
            (lambda t, y: mp.exp(t * y), lambda t, y: y * mp.exp(t * y), lambda y: 8 * y + 40),
            (lambda t, y: t + _TOTAL.inverse(y), lambda t, y: gauss(1), lambda y: gauss(1)),
            (lambda t, y: t, lambda t, y: gauss(1), _TOTAL.inverse),
            (lambda t, y: abs(t - y), lambda t, y: _TOTAL.sign(t - y), lambda y: gauss(1)),
            (lambda t, y: t * t * y, lambda t, y: 2 * t * y if 0 < t.real < 1 else gauss(0),
             lambda y: 6 * y),
        ) for b, r, s, c in ((1, 0, 2, 1), (1, 0, 1, 2), (1, 0, 1, -1), (-1, 0, 2, 1))
    ] + 4 * [  # the derivative at 0 has no integral
        {"P": _of_given(lambda t, y: t * y * _TOTAL.inverse(y * (y + t * t))),
         "Q": _of_given(
             lambda t, y: y * (y - t * t) * _TOTAL.inverse(y * (y + t * t) * (y + t * t))),
         "F": _of_given(h), "a": gauss(0), "b": gauss(1), "r": gauss(Fraction(-1, 4)),
         "s": gauss(Fraction(1, 4)), "c": gauss(0)} for h in (_TOTAL.inverse, lambda y: gauss(1))
    ],
    "integral over a part": [
        {**_POLE, "a": gauss(a), "b": gauss(b), "r": gauss(r), "c": gauss(c)} for a, b, r, c in (
            (_HALF, 2, 1, _HALF * 3), (_HALF, 2, -1, 1), (_HALF, 2, 1, -1), (-2, -_HALF, -1, 1),
            (-1, 2, -_HALF, 1),
        )
    ],
    "integral along a line": [
        {"F": _of_given(f), "a": gauss(a), "b": gauss(b), "r": gauss(r), "c": gauss(c)}
        for f in (lambda p: p * p, _TOTAL.inverse)
        for a, b, r, c in ((1, 2, 2, 1), (0, 1, -1, 2), (-1, 1, 1, 0), (0, 1, 0, 1), (1, 0, 2, -1))
    ],
    "integrals in order": [
        {"F": _of_given(f), "G": _of_given(g), "a": gauss(0), "b": gauss(1)} for f, g in (
            (lambda p: -_TOTAL.inverse(p * p), lambda p: gauss(-1)),
            (lambda p: gauss(1), lambda p: _TOTAL.inverse(p * p)),
        )
    ],
    "integral is linear": [
        {"F": _of_given(f), "G": _of_given(g), "w": gauss(1), "a": gauss(-1), "b": gauss(1)}
        for f, g in ((_TOTAL.inverse, lambda p: gauss(1)), (lambda p: gauss(1), _TOTAL.inverse),
                     (lambda p: p * p, lambda p: gauss(0, 1)))
    ],
    "integral over parts": [
        {**_POLE, "a": gauss(a), "b": gauss(b), "c": gauss(c)}
        for a, b, c in ((1, 2, -1), (-1, 1, 2), (1, 3, 2))
    ],
    "derivative of a whole power": [
        {"F": _of_given(lambda p: p), "a": gauss(0), "k": gauss(k)} for k in (-1, 1, 2)
    ],
    **{f"no derivative of {head}": [
        {"F": _of_given(f), "a": gauss(a)} for f in (
            lambda p: p, lambda p: p * p * p - p, lambda p: p * p, lambda p: p * p * p * p,
            lambda p: gauss(0, 1) * p, lambda p: p + 1, lambda p: 0 * p,
        ) for a in (0, 1)
    ] for head in ("abs", "sqrt")},
    "constant": [{"F": _of_given(f)} for f in (lambda p: gauss(2, 1), _TOTAL.floor)],
}  # fmt: skip


def _slopes(law: Law) -> dict[Term, tuple[Term, Term]]:
    """The variables that are derivatives in premises, as they stand there, with what they are."""
    found = {}
    for premise in law.premises:
        left = (premise if isinstance(premise, Relation) else premise.relation).left
        if left.head == "tangent":
            x, at, value, body = left.args
            if value.head == "symbol":
                found[value] = value, Term("diff", (x, at, body))
            elif value.head == "apply" and all(place.head == "symbol" for place in value.args):
                found[value.args[0]] = value, Term("diff", (x, at, body))
    return found


def _slope_of(value: Term, slope: Term, values: dict[str, Any]) -> Any:
    """A derivative at values; of a family, what it is at each place."""
    if value.head != "apply":
        return oracle.term_value(slope, values)
    names = [place.name for place in value.args[1:]]
    return lambda *at: oracle.term_value(slope, values | dict(zip(names, at, strict=True)))


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

    slopes, together = _slopes(law), _TOGETHER.get(law.name, [])
    chosen = random.choice(together) if together and random.random() < 0.9 else {}
    for variable in law.variables:
        sort, before = variable.sort, list(values.values())
        if variable.name in chosen:
            values[variable.name] = chosen[variable.name]
            continue
        if variable in slopes and random.random() < 0.8:
            with suppress(Unfit):
                values[variable.name] = _slope_of(*slopes[variable], values)
                continue
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


def _real_places(values: dict[str, Any]) -> list[Any]:
    """Where a quantified premise about reals is looked at: between two that were drawn, too."""
    found = [gauss(Fraction(k, 2)) for k in range(-6, 7)] + [gauss(Fraction(1, 3))]
    ends = [values[name] for name in "ab" if isinstance(values.get(name), (Gauss, mp.mpf))]
    if len(ends) == 2:
        low, high = sorted(mp.re(mp.convert(end)) for end in ends)
        found += [gauss(k) for k in range(int(low), int(high) + 1) if abs(k) > 3]
        found += [ends[0] + (ends[1] - ends[0]) * Fraction(k, 4) for k in range(5)]
    return found + ends


def _columns(rows: int, values: dict[str, Any]) -> list[Matrix]:
    """Columns at which a premise about all is looked at: units, and those that a matrix sends to 0,
    if it does so with any but 0."""
    found = [matrix([[int(i == j)] for i in range(rows)]) for j in range(rows)]
    for a in values.values():
        if isinstance(a, Matrix) and a.shape == (rows, rows):
            found += a.kernel()
    return [oracle.zeros(rows, 1), *found]


_PLACES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "integer": lambda values: RANGE, "real": _real_places,
}  # fmt: skip


def _places(variable: Term, values: dict[str, Any]) -> Any:
    sort = variable.sort
    if sort.is_matrix:
        return _columns(int(oracle.evaluate(sort.rows, values)), values)
    return _PLACES.get(sort.kind, lambda values: range(max(RANGE)))(values)


def holds(stated: Relation | Proposition, values: dict[str, Any], some: Any) -> bool:
    """Whether a relation holds at these values, or a proposition in the range of its variables.

    What is equal up to rounding is equal.  Raises `Unfit`.
    """
    if isinstance(stated, Relation):
        return _holds(stated, values, some)
    if any(isinstance(v, Gauss) and abs(v.real) > max(RANGE) for v in values.values()):
        raise Unfit("a range that is too long")
    kinds = [_places(v, values) for v in stated.variables]
    names = [v.name for v in stated.variables]
    for at in product(*kinds):
        inside = values | {name: oracle.given(k) for name, k in zip(names, at, strict=True)}
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


def compared(
    law: Law, random: Random, trials: int, enough: int, lacking: Any = None
) -> int:
    """At how many drawn points the premises hold; the conclusions hold there, or it is `Broken`.

    lacking: a relation that is no premise; where it holds, nothing is looked at.
    """
    count = 0
    for trial in range(trials):
        values, some = drawn(law, random), (None if trial % 2 else JUNK)
        try:
            if isinstance(lacking, Relation) and holds(lacking, values, some):
                continue
            if not all(holds(premise, values, some) for premise in law.premises):
                continue
        except Unfit:
            continue
        told = 0
        for conclusion in law.conclusions:
            with suppress(Unfit):
                if not holds(conclusion, values, some):
                    raise Broken(f"{law.name}: {conclusion!r} at {values}")
                told += 1
        count += told == len(law.conclusions)
        if count == enough:
            break
    return count


def mutants(law: Law) -> Iterator[tuple[str, Law, Any]]:
    """The law without one of its premises, and which; and with one of its conclusions turned."""
    for place in range(len(law.premises)):
        fewer = law.premises[:place] + law.premises[place + 1 :]
        yield f"without premise {place}", replace(law, premises=fewer), law.premises[place]
    for place, one in enumerate(law.conclusions):
        for what, changed in _turned(one):
            said = (*law.conclusions[:place], changed, *law.conclusions[place + 1 :])
            yield f"conclusion {place} {what}", replace(law, conclusions=said), None


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
