"""Sums, products and powers of SymPy as people write them: fractions, signs, the order of parts.

SymPy writes x - y as x + (-1)*y, and x/y as x*y**(-1), and sorts the parts of what it evaluates.
Nothing here changes a value, or where it is defined.
"""

from collections.abc import Sequence
from typing import Any

import sympy

from derivations.language.statements import StatementError
from derivations.language.sympy_faults import short
from derivations.language.terms import ONE, Term, call, div, mul, neg, number, power
from derivations.language.vocabulary import is_matrix


def is_flat(node: Any) -> bool:
    """A commutative sum or product without arguments of its own kind."""
    if not node.is_commutative:
        return False
    return not any(isinstance(a, type(node)) or is_matrix(a) for a in node.args)


def divisor(expr: Any) -> tuple[Any, bool] | None:
    """For a scalar power with a negative rational exponent, what it divides by, and True."""
    if not isinstance(expr, sympy.Pow) or is_matrix(expr.base):
        return None
    exponent = expr.exp
    if not (exponent.is_Rational and exponent < 0):
        return None
    return (expr.base if exponent == -1 else sympy.Pow(expr.base, -exponent, evaluate=False)), True


def check_whole(part: Any, node: Any) -> None:
    """Refuse the coefficient or exponent of a matrix that is left when SymPy loses a part."""
    for factor in (part, *(part.args if isinstance(part, sympy.Mul) else ())):
        if isinstance(factor, sympy.Add) and all(a.is_Rational for a in factor.args):
            raise StatementError(
                f"{short(node)} is not accepted: the sum of numbers {short(factor)} at a matrix "
                "is what sympy.evaluate(False) makes of matrix expressions, and parts of it may "
                "be lost; open derivations.as_written() instead"
            )


def joined(factors: Sequence[Term]) -> Term:
    if not factors:
        return ONE
    return factors[0] if len(factors) == 1 else mul(*factors)


def gather(divisors: Sequence[bool], terms: Sequence[Term]) -> Term:
    """One fraction, with the sign of a leading coefficient in front."""
    factors = list(zip(terms, divisors, strict=True))
    numerators, denominators = [], []
    negative = False
    for place, (term, is_divisor) in enumerate(factors):
        if place == 0 and term.head == "number" and not is_divisor:
            value = term.data
            negative = value < 0
            if abs(value.numerator) != 1 or value == 1:
                numerators.append(number(abs(value.numerator)))
            if value.denominator != 1:
                denominators.append(number(value.denominator))
        else:
            (denominators if is_divisor else numerators).append(term)
    result = joined(numerators)
    if denominators:
        result = div(result, joined(denominators))
    return neg(result) if negative else result


def fold(divisors: Sequence[bool], terms: Sequence[Term]) -> Term:
    """Factors from left to right, dividing where a divisor stands; a leading -1 is a sign."""
    if len(terms) > 1 and terms[0] == number(-1) and not divisors[0]:
        return neg(fold(divisors[1:], terms[1:]))
    factors: list[Term] = []
    for is_divisor, term in zip(divisors, terms, strict=True):
        if is_divisor:
            factors = [div(joined(factors), term)]
        else:
            factors.append(term)
    return joined(factors)


def inverse_power(base: Term, exponent: int) -> Term:
    return call("inv", base if exponent == 1 else power(base, exponent))


def reading_order(args: Sequence[Any]) -> list[int]:
    """The parts of a sum as people write them: high powers first, numbers last; 1 - x, not -x + 1.

    SymPy's own printing order is not used: it evaluates numbers as floats to compare them.
    """

    def key(k: int) -> tuple[int, bool]:
        coefficient, rest = args[k].as_coeff_Mul(rational=True)
        if rest is sympy.S.One:
            return 1, bool(coefficient < 0)
        powers = [f.exp for f in sympy.Mul.make_args(rest) if f.is_Pow and f.exp.is_Integer]
        return -max((int(e) for e in powers), default=1), bool(coefficient < 0)

    order = sorted(range(len(args)), key=key)
    if len(args) == 2 and key(order[0])[1] and key(order[1]) == (1, False):
        order.reverse()
    return order
