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

Operation = Callable[["Formula", Termish], "Formula"]


def _operation(make: Callable[[Termish, Termish], Term], turned: bool = False) -> Operation:
    return lambda a, b: formula(make(b, a) if turned else make(a, b))


class Formula(Term):
    """A term with operators; what they build has operators, too."""

    __slots__ = ()

    __add__, __radd__ = _operation(terms.add), _operation(terms.add, turned=True)
    __sub__, __rsub__ = _operation(terms.sub), _operation(terms.sub, turned=True)
    __mul__, __rmul__ = _operation(terms.mul), _operation(terms.mul, turned=True)
    __truediv__, __rtruediv__ = _operation(terms.div), _operation(terms.div, turned=True)
    __pow__ = _operation(terms.power)

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
symbol, call = _writes(terms.symbol), _writes(terms.call)
exp, sin, cos, sqrt = map(_writes, (terms.exp, terms.sin, terms.cos, terms.sqrt))
conj, identity = _writes(terms.conj), _writes(terms.identity)
zero_matrix, inner = _writes(terms.zero_matrix), _writes(terms.inner)
sum_, product, stack, blockdiag = map(
    _writes, (terms.sum_, terms.product, terms.stack, terms.blockdiag)
)


def blocks(*rows: tuple[Term, ...]) -> Formula:
    """A matrix of blocks, from its rows."""
    return Formula("blocks", tuple(part for row in rows for part in row), (len(rows), len(rows[0])))
