"""Terms written with `+ - * / **`, `F(k)` and `A.T`, so that the tables read like formulas.

Terms are plain data without operators; what these constructors return is equal to the plain term.
For the tables of `definitions` and `laws` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from derivations.language import terms
from derivations.language.terms import Term, Termish


class Formula(Term):
    """A term with operators; what they build has operators, too."""

    __slots__ = ()

    def __add__(self, other: Termish) -> Formula:
        return formula(terms.add(self, other))

    def __radd__(self, other: Termish) -> Formula:
        return formula(terms.add(other, self))

    def __sub__(self, other: Termish) -> Formula:
        return formula(terms.sub(self, other))

    def __rsub__(self, other: Termish) -> Formula:
        return formula(terms.sub(other, self))

    def __mul__(self, other: Termish) -> Formula:
        return formula(terms.mul(self, other))

    def __rmul__(self, other: Termish) -> Formula:
        return formula(terms.mul(other, self))

    def __truediv__(self, other: Termish) -> Formula:
        return formula(terms.div(self, other))

    def __rtruediv__(self, other: Termish) -> Formula:
        return formula(terms.div(other, self))

    def __pow__(self, other: Termish) -> Formula:
        return formula(terms.power(self, other))

    def __neg__(self) -> Formula:
        return formula(terms.neg(self))

    def __call__(self, *places: Termish) -> Formula:
        return formula(terms.apply(self, *places))

    @property
    def T(self) -> Formula:
        return formula(terms.transpose(self))

    @property
    def H(self) -> Formula:
        return formula(terms.adjoint(self))


def formula(term: Term) -> Formula:
    """The term with operators."""
    return Formula(term.head, term.args, term.data)


_P = ParamSpec("_P")


def _writes(make: Callable[_P, Term]) -> Callable[_P, Formula]:
    return wraps(make)(lambda *args, **data: formula(make(*args, **data)))


ZERO, ONE, PI, I = map(formula, (terms.ZERO, terms.ONE, terms.PI, terms.I))  # noqa: E741
symbol, number, call = _writes(terms.symbol), _writes(terms.number), _writes(terms.call)
exp, sin, cos, sqrt = map(_writes, (terms.exp, terms.sin, terms.cos, terms.sqrt))
conj, identity = _writes(terms.conj), _writes(terms.identity)
zero_matrix, inner = _writes(terms.zero_matrix), _writes(terms.inner)
sum_, product, stack, blockdiag = map(
    _writes, (terms.sum_, terms.product, terms.stack, terms.blockdiag)
)


def blocks(*rows: tuple[Term, ...]) -> Formula:
    """A matrix of blocks, from its rows."""
    return Formula("blocks", tuple(part for row in rows for part in row), (len(rows), len(rows[0])))
