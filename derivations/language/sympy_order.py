"""SymPy sums and products in the order in which they are read: fractions, signs, high powers first.

SymPy keeps sums and products in an order of its own, fractions as factors with negative exponents
and differences as factors -1.  Nothing here changes a value or where it is defined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy

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


def joined(factors: Sequence[Term]) -> Term:
    if not factors:
        return ONE
    return factors[0] if len(factors) == 1 else mul(*factors)


def gather(factors: Sequence[tuple[Term, bool]]) -> Term:
    """One fraction, with the sign of a leading coefficient in front."""
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
    """The order in which the parts of a sum are read: high powers, then constants, then fractions.

    SymPy's own printing order is not used: it evaluates numbers as floats to compare them.
    """
    split: list[tuple[Any, list[tuple[Any, int]]]] = []
    for arg in args:
        coefficient, rest = arg.as_coeff_Mul(rational=True)
        powers = []
        for factor in sympy.Mul.make_args(rest):
            if factor.is_Pow and factor.exp.is_Integer:
                powers.append((factor.base, int(factor.exp)))
            elif not (factor.is_Number or factor.is_NumberSymbol or factor is sympy.I):
                powers.append((factor, 1))
        split.append((coefficient, powers))
    bases = list(dict.fromkeys(base for _, powers in split for base, _ in powers))
    rank = {base: k for k, base in enumerate(sorted(bases, key=sympy.default_sort_key))}
    last = len(rank)

    def key(k: int) -> list[tuple[int, int]]:
        places = [
            (rank[base] if exponent > 0 else 2 * last - rank[base], -exponent)
            for base, exponent in split[k][1]
        ]
        return [*sorted(places), (last, 0)]

    order = sorted(range(len(args)), key=key)
    constant = order[-1]
    if len(args) == 2 and split[constant][0] > 0 > split[order[0]][0] and not split[constant][1]:
        order.reverse()  # 1 - x, not -x + 1
    return order
