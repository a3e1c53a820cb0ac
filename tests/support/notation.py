"""Terms written with `+ - * / **`, `f[j]` and `A.T`, for formulas in tests.

Terms are plain data and have no operators.  What these constructors return is equal to the plain
term and has its hash; nothing is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from derivations.language import substitution, terms
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.terms import Term
from derivations.language.text import (
    proposition_text, relation_text, sort_text, statement_text, term_text,
)


class Written(Term):
    """A term with operators; what they build has operators too."""

    __slots__ = ()
    __iter__ = None  # `term[0]`, `term[1]`, ... never ends

    def __getitem__(self, index: Any) -> Written:
        """`f[j]` is the value of a family at j; `A[i, j]` an entry of a matrix, from 0."""
        places = index if isinstance(index, tuple) else (index,)
        if self.head == "symbol" and self.sort.is_family:
            return apply(self, *places)
        return call("entry", self, *places)

    def __call__(self, *arguments: Any) -> Written:
        return apply(self, *arguments)


def written(term: Term) -> Written:
    """The term with operators."""
    return Written(term.head, term.args, term.data, term._place)


def _writes(make: Callable[..., Term]) -> Callable[..., Written]:
    return wraps(make)(lambda *args: written(make(*args)))


ZERO, ONE, I, PI = (written(t) for t in (terms.ZERO, terms.ONE, terms.I, terms.PI))  # noqa: E741

number, symbol, call, apply, function, substitute = (
    _writes(make)
    for make in (
        terms.number, terms.symbol, terms.call, terms.apply, terms.function, substitution.substitute
    )
)  # fmt: skip
add, sub, mul, neg, div, power, exp, sin, cos, sqrt, conj = (
    _writes(make)
    for make in (
        terms.add, terms.sub, terms.mul, terms.neg, terms.div, terms.power,
        terms.exp, terms.sin, terms.cos, terms.sqrt, terms.conj,
    )
)  # fmt: skip
matrix, column, identity, zero_matrix, transpose, adjoint, inner, scalar = (
    _writes(make)
    for make in (
        terms.matrix, terms.column, terms.identity, terms.zero_matrix,
        terms.transpose, terms.adjoint, terms.inner, terms.scalar,
    )
)  # fmt: skip
sum_, product, blockdiag, stack = (
    _writes(make) for make in (terms.sum_, terms.product, terms.blockdiag, terms.stack)
)

for _name, _make in {"add": add, "sub": sub, "mul": mul, "truediv": div, "pow": power}.items():
    setattr(Written, f"__{_name}__", lambda left, right, make=_make: make(left, right))
    setattr(Written, f"__r{_name}__", lambda right, left, make=_make: make(left, right))
Written.__matmul__ = Written.__mul__
Written.__neg__ = lambda self: neg(self)
Written.T = property(lambda self: transpose(self))
Written.H = property(lambda self: adjoint(self))


def in_text(value: Any) -> str:
    """A term, sort, relation, proposition or statement as text; of anything else its `str`."""
    for kind, made in (
        (Term, term_text), (Sort, sort_text), (Relation, relation_text),
        (Proposition, proposition_text), (Statement, statement_text),
    ):  # fmt: skip
        if isinstance(value, kind):
            return made(value)
    return str(value)
