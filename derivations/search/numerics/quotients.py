"""Derivatives and integrals in floating point: they choose what is looked at, and decide nothing.

A derivative is a difference quotient of the sixth order, made of two of the fourth that are the
same for two steps, where the function has no corner: there the second difference over the step is
not small.  An integral is a sum by the double exponential rule that is the same for a step and its
half.

Source: H. Takahasi, M. Mori, Double exponential formulas for numerical integration, 1974.
"""

from collections.abc import Callable
from functools import cache
from math import cosh, exp, pi, sinh
from typing import Any

from derivations.search.numerics.floats import Unknown, product_of, rows_of, settled, total

Function = Callable[[complex], Any]

# Steps of the quotients, powers of 2 so that differences are exact, the next where a function moves
# too fast for one; what part of them a second difference takes.
STEPS, PART = (2.0**-9, 2.0**-14, 2.0**-19), 2.0**-5
# The weights of values at multiples of a step.
_STENCIL = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))
_BENT = ((-1, 1.0), (0, -2.0), (1, 1.0))
# By how much quotients for two steps may differ, and sums; how large a second difference may be.
EXACT, TOLERANCE, CORNER = 1e-6, 1e-4, 0.05
# How far the sum for integrals reaches, in how many steps from the middle, and how often these are
# halved: waves and high powers take more.
REACH, PLACES, HALVED = 3.2, 12, 5


def slope(function: Function, at: complex) -> Any:
    """The derivative at a real number.  Raises Unknown where none is seen."""
    middle, value = settled(at), cache(function)  # two places are the same for both steps

    def combined(weights: tuple[tuple[int, float], ...], step: float) -> Any:
        return total(*(product_of(w / step, value(middle + k * step)) for k, w in weights))

    for step in STEPS:
        found, other = combined(_STENCIL, step), combined(_STENCIL, 2 * step)
        room = 1 + largest(found)
        apart = largest(total(found, product_of(-1.0, other)))
        if apart <= EXACT * room and largest(combined(_BENT, PART * step)) <= CORNER * room:
            # For twice the step the error is sixteen times as large (Richardson).
            return total(product_of(16 / 15, found), product_of(-1 / 15, other))
    raise Unknown("no derivative is seen")


def integral(function: Function, first: complex, last: complex) -> Any:
    """The integral between real numbers.  Raises Unknown where none is seen."""
    a, b = settled(first), settled(last)
    found = _double_exponential(function, a, b, PLACES)
    for halved in range(1, HALVED + 1):
        before, found = found, _double_exponential(function, a, b, PLACES << halved)
        if abs(found - before) <= TOLERANCE * (1 + abs(found)):
            return found
    raise Unknown("no integral is seen")


def _double_exponential(function: Function, a: complex, b: complex, places: int) -> Any:
    step, parts = REACH / places, []
    for k in range(-places, places + 1):
        t = k * step
        below = 1 + exp(pi * sinh(t))
        weight = pi * cosh(t) * exp(pi * sinh(t)) / below**2
        parts.append(function(b - (b - a) / below) * weight)
    return total(*parts) * step * (b - a)


def largest(value: Any) -> float:
    """The largest size of an entry."""
    return max((abs(settled(x)) for row in rows_of(value) for x in row), default=0.0)
