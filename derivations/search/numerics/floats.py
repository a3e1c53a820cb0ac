"""Arithmetic in floating point: what each head makes of numbers and of matrices.  Decides nothing.

Scalars are Python numbers, matrices tuples of rows; functions are those of `mpmath.fp`.
"""

import cmath
import math
from collections.abc import Callable
from functools import cache, partial, reduce
from itertools import chain
from operator import mul, neg
from typing import Any

from derivations.language.heads import FUNCTIONS

Matrix = tuple[tuple[complex, ...], ...]
Number = complex | Matrix

# Larger powers of matrices are not made.
MAX_RANGE = 200
# What counts as equal.
NEAR = 1e-9
# What is left of 0, beside 1, where digits are lost.
RESIDUE = 1e-15
# Whole numbers up to here are exact.
MAX_WHOLE = 2**53
# Floating-point numbers are smaller than 2 to this power.
MAX_EXPONENT = 1024
# Terms of the series of an exponential of a matrix.
TERMS = 16
# Up to here few digits of exponentials of matrices are lost.
SMALL_EXPONENT = 8
GOLDEN = (1 + math.sqrt(5)) / 2


# What the evaluation of a term may raise where it has no value.
FAULTS = (ValueError, ArithmeticError, TypeError, AttributeError, NotImplementedError)


class Unknown(ArithmeticError):
    """No floating-point value here."""


class LongRange(Unknown):
    """A range too long to be gone through."""


def is_too_large(error: BaseException | None) -> bool:
    """Whether there is no value since one is too large for floating point."""
    while error is not None and not isinstance(error, OverflowError):
        error = error.__cause__
    return error is not None


def _remainder(a: Any, b: Any) -> Any:
    if abs(a.imag) + abs(b.imag) > 0:
        raise Unknown("a remainder of what is not real")
    if isinstance(a.real, float) and abs(a.real) > MAX_WHOLE:
        raise Unknown("a remainder of what is known to sixteen digits")
    return a.real % b.real


def _gcd(a: Any, b: Any) -> int:
    if max(abs(a.real), abs(b.real)) > MAX_WHOLE:
        raise Unknown("a divisor of what is known to sixteen digits")
    return math.gcd(int(a.real), int(b.real))


@cache
def functions() -> dict[str, Callable[..., Any]]:
    """Functions of scalars by their heads; here are those that `mpmath.fp` has not, or not so."""
    from mpmath import fp  # proofs need none of it

    named = {head: row.mpmath for head, row in FUNCTIONS.items() if row.mpmath}
    return {head: getattr(fp, name) for head, name in named.items()} | {
        head: partial(_from_the_cut, getattr(fp, head)) for head in ("log", "sqrt", "arg")} | {
        "abs": abs, "sign": lambda z: z / abs(z) if abs(z) > NEAR else 0,
        "re": lambda z: z.real, "im": lambda z: z.imag,
        "acosh": cmath.acosh, "asinh": partial(_beside_imaginary, cmath.asinh),
        "atan": partial(_beside_imaginary, cmath.atan),
        "acot": lambda z: _beside_imaginary(cmath.atan, 1 / z) if z else math.pi / 2,
        **{head: partial(_beside_real, getattr(cmath, head)) for head in ("asin", "acos", "atanh")},
        "atan2": lambda y, x: math.atan2(y.real, x.real),
        "floor": lambda z: math.floor(z.real + 1e-12),
        "ceiling": lambda z: math.ceil(z.real - 1e-12),
        "mod": _remainder,
        "max": lambda *a: max(x.real for x in a), "min": lambda *a: min(x.real for x in a),
        "gcd": _gcd,
        "fibonacci": lambda n: (GOLDEN**n - (-1 / GOLDEN) ** n) / math.sqrt(5),
        "binomial": lambda n, k: binomial(n, k, fp.binomial),
    }  # fmt: skip


def _from_the_cut(function: Callable[..., Any], z: complex) -> Any:
    """The value where what seems to be below zero is: exp(-I*pi) is -1, from above."""
    return function(complex(z.real) if abs(z.imag) < -RESIDUE * z.real else z)


def _beside_real(function: Callable[..., Any], z: complex) -> Any:
    """The value where cuts lead outwards from 1 and -1: that of definitions by logarithms."""
    on = abs(z.imag) < RESIDUE * abs(z.real)
    return function(complex(z.real, -math.copysign(0.0, z.real)) if on else z)


def _beside_imaginary(function: Callable[..., Any], z: complex) -> Any:
    """The same where they lead outwards from i and -i."""
    on = abs(z.real) < RESIDUE * abs(z.imag)
    return function(complex(math.copysign(0.0, z.imag), z.imag) if on else z)


def binomial(n: complex, k: complex, general: Callable[..., Any]) -> Any:
    """A binomial coefficient, which between naturals is exact; general: between other numbers."""
    if k.real < 0:
        return 0
    whole_n, whole_k = round(n.real), round(k.real)
    if n != whole_n or k != whole_k or whole_n < 0:
        return general(n, k)
    if min(whole_k, whole_n - whole_k) > MAX_EXPONENT:  # above 2 to that power
        raise OverflowError("a large binomial coefficient")
    return float(math.comb(whole_n, whole_k))


def settled(value: Any) -> complex:
    """A finite scalar; branch cuts are continuous from above: no zero is negative."""
    if not cmath.isfinite(value):
        raise Unknown("not finite") from (OverflowError() if cmath.isinf(value) else None)
    return complex(value.real + 0.0, value.imag + 0.0)


def whole(value: Number) -> int:
    """A small natural: a size, a place, a power."""
    if isinstance(value, tuple):
        raise Unknown("a matrix where a scalar is needed")
    n = round(settled(value).real)
    if abs(value - n) > NEAR or n < 0:
        raise Unknown("not a natural")
    if n > MAX_RANGE:
        raise Unknown("a large natural") from OverflowError(n)
    return n


def unknown(*_: Number) -> Number:
    raise Unknown("no value in floating point")


def called(function: Callable[..., Any], *arguments: Number) -> complex:
    return complex(function(*map(settled, arguments)))


def _applied(function: Callable[..., Any], *arguments: Number) -> Any:
    return function(*(a if isinstance(a, tuple) else settled(a) for a in arguments))


def _power(base: Any, exponent: Number) -> Any:
    if isinstance(base, tuple):
        return reduce(_matrix_product, [base] * whole(exponent), _eye(len(base)))
    return settled(base) ** settled(exponent)


def assembled(across: int, *parts: Number) -> Matrix:
    lines = [map(rows_of, parts[k : k + across]) for k in range(0, len(parts), across)]
    return tuple(
        tuple(chain.from_iterable(rows))
        for line in lines
        for rows in zip(*line, strict=True)
    )


def _entry(a: Matrix, row: Number, column: Number) -> complex:
    i, j = whole(row), whole(column)
    if i >= len(a) or j >= len(a[0]):
        raise Unknown("a place outside of the matrix")
    return a[i][j]


def _inner(x: Number, y: Number) -> complex:
    pairs = zip(rows_of(x), rows_of(y), strict=True)
    return sum((a[0] * b[0].conjugate() for a, b in pairs), 0j)


def _transpose(a: Matrix) -> Matrix:
    return tuple(zip(*a, strict=True))


def _conjugate(a: Number) -> Number:
    return _map(a, complex.conjugate)


def _by_mpmath(name: str, a: Matrix) -> Any:
    from mpmath import fp  # proofs need none of it

    value = getattr(fp, name)(fp.matrix(a))
    return complex(value) if name == "det" else tuple(map(tuple, value.tolist()))


def _exponential(a: Matrix) -> Any:
    """By halving until the series is short: its sum, squared as often.  Raises Unknown for what is
    large, where digits are lost as large numbers cancel."""
    largest = max((sum(map(abs, row)) for row in a), default=0.0)
    if len(a) > 1 and largest > SMALL_EXPONENT:
        raise Unknown("an exponential of a large matrix")
    halved = max(0, math.frexp(settled(largest).real)[1] + 1)
    part: Any = _map(a, lambda z: z / 2**halved)
    power: Any = _eye(len(a))
    found: Any = power
    for k in range(1, TERMS):
        power = _times(power, _map(part, lambda z: z / k))  # noqa: B023
        found = _plus(found, power)
    for _ in range(halved):
        found = _matrix_product(found, found)
    return found


def total(*terms: Any) -> Any:
    try:
        return sum(terms, 0j)
    except TypeError:
        return reduce(_plus, terms)


def product_of(*factors: Any) -> Any:
    try:
        return math.prod(factors, start=1 + 0j)
    except TypeError:
        return reduce(_times, factors)


CONSTANTS = {"i": 1j, "pi": complex(math.pi)}
STEPS: dict[str, Callable[..., Any]] = {
    "apply": _applied,
    "add": total,
    "mul": product_of,
    "neg": lambda a: _map(a, neg),
    "div": lambda a, b: _times(a, 1 / b),
    "pow": _power,
    "conj": _conjugate,
    "identity": lambda n: _eye(whole(n)),
    "zero": lambda m, n: ((0j,) * whole(n),) * whole(m),
    "inner": _inner,
    "norm": lambda square: cmath.sqrt(settled(square)),
    "transpose": _transpose,
    "adjoint": lambda a: _conjugate(_transpose(a)),
    "trace": lambda a: sum((a[k][k] for k in range(len(a))), 0j),
    "scalar": lambda a: a[0][0],
    "entry": _entry,
    "kronecker": lambda a, b: tuple(
        tuple(x * y for x in row for y in other) for row in a for other in b
    ),
    "det": partial(_by_mpmath, "det"),
    "inv": partial(_by_mpmath, "inverse"),
    "matexp": _exponential,
}  # fmt: skip


def rows_of(value: Number) -> Matrix:
    return value if isinstance(value, tuple) else ((value,),)


def _plus(a: Number, b: Number) -> Number:
    if not isinstance(a, tuple) and not isinstance(b, tuple):
        return a + b
    if isinstance(a, tuple) and isinstance(b, tuple):
        return tuple(
            tuple(x + y for x, y in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True)
        )
    raise Unknown("a sum of a scalar and a matrix")


def _times(a: Number, b: Number) -> Number:
    if isinstance(a, tuple):
        return _matrix_product(a, b) if isinstance(b, tuple) else _map(a, lambda z: z * b)
    return _map(b, lambda z: z * a) if isinstance(b, tuple) else a * b


def _map(a: Number, change: Callable[[complex], complex]) -> Number:
    if isinstance(a, tuple):
        return tuple([tuple(map(change, row)) for row in a])
    return change(a)


def _matrix_product(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    if any(len(row) != len(b) for row in a):
        raise Unknown("sizes that do not fit")
    return tuple([tuple([sum(map(mul, row, c)) for c in columns]) for row in a])


def _eye(n: int) -> Matrix:
    return tuple(tuple(complex(i == j) for j in range(n)) for i in range(n))
