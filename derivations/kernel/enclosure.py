"""Certified enclosures of closed terms, and what can be decided with them.

`enclose` walks a term once, every shared subterm once, sums and products unrolled, and returns a
rectangle that contains its value.  Exact values are kept exact on the way (`enclosed_values`).
The true value always lies in the result; where that cannot be had, a subclass of `NoEnclosure`
is raised: `Undefined` if a subterm certainly has no value, `Unbounded` (or `CrossesCut`) if a
higher precision may help, `TooLarge` at a named limit, `Unsupported` otherwise.

Complete: two closed terms of different values are told apart at some precision, as long as no
argument lies exactly on a branch cut or an integer step without being exact here.  Never complete
for equality: that two values agree is known only where both are exact.

    >>> from derivations.language.terms import PI, add, exp, number, power
    >>> certainly_differ(add(power(PI, 4), power(PI, 5)), exp(number(6)))
    True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from derivations.kernel.enclosed_matrices import shape
from derivations.kernel.enclosed_terms import Result, TooManySteps, Walk, as_scalar
from derivations.kernel.enclosed_values import (
    Gauss, Value, enclosed, is_real, is_zero, negative, plus,
)
from derivations.kernel.intervals import FarTooLarge, NoEnclosure, TooLarge, Unbounded, Unsupported
from derivations.kernel.rectangles import Rectangle
from derivations.language.terms import Term

# The precisions at which a decision is tried, in bits.
PRECISIONS = (64, 128, 256, 512, 1024, 4096)

Values = Mapping[Term, Rectangle]


def enclose(term: Term, precision: int, values: Values | None = None) -> Rectangle:
    """A rectangle that contains the value of a closed scalar term.

    precision: bits after the binary point, from `MIN_PRECISION` to `MAX_PRECISION`.
    values: rectangles for free symbols; the result then contains the values of the term at all
        points of these.
    Raises: a subclass of `NoEnclosure`.

    >>> from derivations.language.terms import PI, sqrt
    >>> enclose(sqrt(PI), 8).re
    Interval(lower=453, upper=454, precision=8)
    """
    return enclosed(as_scalar(Walk(term, precision, values or {}).result()), precision)


def enclose_matrix(
    term: Term, precision: int, values: Values | None = None
) -> tuple[tuple[Rectangle, ...], ...]:
    """The rows of a closed matrix term of concrete dimensions, each entry enclosed."""
    result = Walk(term, precision, values or {}).result()
    if not isinstance(result, tuple):
        raise Unsupported("a scalar where a matrix belongs; use enclose")
    return tuple(tuple(enclosed(x, precision) for x in row) for row in result)


def _results(
    terms: Sequence[Term], precisions: Sequence[int]
) -> Iterator[tuple[int, list[Result]]]:
    """The values of closed terms at those precisions at which all of them are had."""
    for p in precisions:
        try:
            yield p, [Walk(term, p, {}).result() for term in terms]
        except (TooManySteps, FarTooLarge):
            return
        except (Unbounded, TooLarge):  # a higher precision may help: arguments get narrower
            continue
        except NoEnclosure:
            return


# Decisions: each is True, or an answer, only if it is certain


def exact_value(
    term: Term, precisions: Sequence[int] = PRECISIONS
) -> tuple[Fraction, Fraction] | None:
    """Real and imaginary part of a closed scalar term that is a Gaussian rational exactly."""
    for _, (value,) in _results([term], precisions):
        if isinstance(value, Gauss):
            return value.re, value.im
        return None
    return None


def exact_rational(term: Term, precisions: Sequence[int] = PRECISIONS) -> Fraction | None:
    """The value of a closed scalar term that is found to be rational exactly; else None.

    >>> from derivations.language.terms import PI, call, exp, mul, number, sqrt
    >>> exact_rational(call("floor", exp(mul(PI, sqrt(number(163))))))
    Fraction(262537412640768743, 1)
    """
    value = exact_value(term, precisions)
    return value[0] if value is not None and not value[1] else None


def certainly_differ(left: Term, right: Term, precisions: Sequence[int] = PRECISIONS) -> bool:
    """Whether the values of two closed terms, scalars or matrices of one shape, surely differ."""
    for p, (a, b) in _results([left, right], precisions):
        if isinstance(a, tuple) and isinstance(b, tuple):
            if shape(a) != shape(b):
                return False
            pairs = [
                pair for r, s in zip(a, b, strict=True) for pair in zip(r, s, strict=True)
            ]
        elif isinstance(a, tuple) or isinstance(b, tuple):
            return False
        else:
            pairs = [(a, b)]
        differences = [plus(x, negative(y), p) for x, y in pairs]
        if any(_is_nonzero(d) for d in differences):
            return True
        if all(isinstance(d, Gauss) for d in differences):
            break
    return False


def _is_nonzero(value: Value) -> bool:
    if isinstance(value, Rectangle):
        return not value.contains_zero
    return not is_zero(value)


def certainly_real(term: Term, precisions: Sequence[int] = PRECISIONS) -> bool:
    """Whether the value of a closed scalar term is surely real."""
    for p, (value,) in _results([term], precisions):
        if isinstance(value, tuple):
            return False
        if enclosed(value, p).is_real:
            return True
    return False


def certainly_less(left: Term, right: Term, precisions: Sequence[int] = PRECISIONS) -> bool:
    """Whether two closed scalar terms are surely real and the left value the smaller one."""
    return _order(left, right, precisions) == -1


def certainly_at_most(left: Term, right: Term, precisions: Sequence[int] = PRECISIONS) -> bool:
    """Whether two closed scalar terms are surely real and the left value not the greater one."""
    return _order(left, right, precisions) in (-1, 0)


def sign_of(term: Term, precisions: Sequence[int] = PRECISIONS) -> int | None:
    """-1, 0 or 1 for a closed term that is surely real; 0 only where it is 0 exactly."""
    return _order(term, Term("number", (), Fraction(0)), precisions)


def _order(left: Term, right: Term, precisions: Sequence[int]) -> int | None:
    """The sign of left - right, both being real."""
    for p, (a, b) in _results([left, right], precisions):
        if isinstance(a, tuple) or isinstance(b, tuple):
            return None
        difference = plus(a, negative(b), p)
        if not (is_real(a) and is_real(b)):
            continue
        if isinstance(difference, Gauss):
            return (difference.re > 0) - (difference.re < 0)
        interval = enclosed(difference, p).re
        if not interval.contains_zero:
            return 1 if interval.lower > 0 else -1
    return None
