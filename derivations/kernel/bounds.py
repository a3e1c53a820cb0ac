"""Rational bounds of real terms: `-1 <= sin x <= 1`, and what follows for sums and products.

A range has two ends, each a rational or None for infinity, and says whether the end itself is a
possible value.  Used where adding signs says nothing: `1 + sin x` is at least 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.language.terms import Term

if TYPE_CHECKING:
    from derivations.kernel.signs import Sign, Signs


@dataclass(frozen=True, slots=True)
class End:
    """One end of a range: a rational, and whether it is a possible value."""

    at: Fraction
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`; None is infinity."""

    low: End | None = None
    high: End | None = None


# 333/106 < π < 355/113.
PI_LOW, PI_HIGH = Fraction(333, 106), Fraction(355, 113)
EVERYTHING = Range()


def _between(low: Fraction | int, high: Fraction | int, closed: bool = True) -> Range:
    return Range(End(Fraction(low), closed), End(Fraction(high), closed))


# Bounds of functions of a real number.
_OF_REAL = {
    "sin": _between(-1, 1), "cos": _between(-1, 1), "tanh": _between(-1, 1, False),
    "atan": _between(-PI_HIGH / 2, PI_HIGH / 2, False),
    "cosh": Range(End(Fraction(1)), None),
    "sech": Range(End(Fraction(0), False), End(Fraction(1))),
    "sign": _between(-1, 1),
}  # fmt: skip
# Bounds of functions that are real where their sign is seen.
_WHERE_REAL = {
    "asin": _between(-PI_HIGH / 2, PI_HIGH / 2, False), "acos": _between(0, PI_HIGH),
    "arg": _between(-PI_HIGH, PI_HIGH, False),
}  # fmt: skip


def negated(r: Range) -> Range:
    def turned(end: End | None) -> End | None:
        return None if end is None else End(-end.at, end.closed)

    return Range(turned(r.high), turned(r.low))


def added(a: Range, b: Range) -> Range:
    def total(x: End | None, y: End | None) -> End | None:
        if x is None or y is None:
            return None
        return End(x.at + y.at, x.closed and y.closed)

    return Range(total(a.low, b.low), total(a.high, b.high))


def scaled(r: Range, c: Fraction) -> Range:
    if c == 0:
        return _between(0, 0)
    if c < 0:
        return scaled(negated(r), -c)

    def times(end: End | None) -> End | None:
        return None if end is None else End(end.at * c, end.closed)

    return Range(times(r.low), times(r.high))


def multiplied(a: Range, b: Range) -> Range:
    """The product of bounded ranges; the ends count as possible values."""
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return EVERYTHING
    corners = [x.at * y.at for x in (a.low, a.high) for y in (b.low, b.high)]
    return _between(min(corners), max(corners))


def squared(r: Range) -> Range:
    if r.low is None or r.high is None:
        return Range(End(Fraction(0)), None)
    most = max(r.low.at**2, r.high.at**2)
    return _between(0, most)


class Bounds:
    """Bounds of terms, in terms of their signs."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def sign_of_sum(self, args: tuple[Term, ...]) -> Sign:
        """The sign of a sum of real terms, from the bounds of its parts."""
        total = _between(0, 0)
        for a in args:
            total = added(total, self.of(a))
            if total == EVERYTHING:
                break
        sign = 7
        if total.low is not None and total.low.at >= 0:
            sign &= 6 if total.low.at == 0 and total.low.closed else 4
        if total.high is not None and total.high.at <= 0:
            sign &= 3 if total.high.at == 0 and total.high.closed else 1
        return sign

    def of(self, term: Term) -> Range:
        """The range of a real term."""
        head, args = term.head, term.args
        match head:
            case "number":
                return _between(term.data, term.data)
            case "pi":
                return _between(PI_LOW, PI_HIGH, False)
            case "neg":
                return negated(self.of(args[0]))
            case "add":
                total = _between(0, 0)
                for a in args:
                    total = added(total, self.of(a))
                return total
            case "mul":
                return self._product(args)
            case "div" if args[1].head == "number" and args[1].data:
                return scaled(self.of(args[0]), 1 / args[1].data)
            case "pow" if args[1].head == "number" and args[1].data == 2:
                return squared(self.of(args[0])) if self.signs.of(args[0]) is not None else (
                    EVERYTHING
                )
        sign = self.signs.of(term)
        known = EVERYTHING
        if head in _OF_REAL and self.signs.of(args[0]) is not None:
            known = _OF_REAL[head]
        elif head in _WHERE_REAL and sign is not None:
            known = _WHERE_REAL[head] if head == "arg" or self.signs.within_one(args[0]) else known
        return _within(known, sign)

    def _product(self, args: tuple[Term, ...]) -> Range:
        total = _between(1, 1)
        factor = Fraction(1)
        for a in args:
            if a.head == "number":
                factor *= a.data
            elif total == _between(1, 1):
                total = self.of(a)
            else:
                total = multiplied(total, self.of(a))
        return scaled(total, factor)


def _within(known: Range, sign: Sign) -> Range:
    """The range cut by the sign."""
    if sign is None:
        return EVERYTHING
    low, high = known.low, known.high
    if not sign & 1 and (low is None or low.at <= 0):
        low = End(Fraction(0), bool(sign & 2))
    if not sign & 4 and (high is None or high.at >= 0):
        high = End(Fraction(0), bool(sign & 2))
    return Range(low, high)
