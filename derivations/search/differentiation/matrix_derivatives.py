"""Derivatives of products and of functions of matrices.

Sizes come first in their laws.  A determinant is taken apart where that asks for less: that of an
exponential has one wherever its trace has; that of a product in which a factor rests, wherever the
other determinant has, unless it is the product of which something is known.

Source: R. Horn, C. Johnson, Topics in Matrix Analysis, 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derivations.kernel import Combine, Proof
from derivations.language.shapes import is_matrix
from derivations.language.substitution import Substitution, heads_of
from derivations.language.terms import ONE, ZERO, Term, add, call, conj, mul
from derivations.search.differentiation.bends import Bends
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck
from derivations.search.knowledge.matching import same
from derivations.search.reading.facts import plain_facts
from derivations.search.reading.readback import product_of, simplified, size
from derivations.search.reading.references import by_equation
from derivations.search.reading.smooth import Found

OF_DETERMINANTS = "derivative of a determinant", "determinant has a derivative"


class OfMatrices(Bends):
    """Derivatives of matrices, and of numbers that are made of them."""

    _near: Callable[..., Found]  # derivatives.py
    _outer: Callable[..., Found]

    def _size(self, body: Term) -> tuple[Term, Term]:
        found = size(self.inside, body)
        if found is None:
            raise Stuck("not a matrix")
        return found

    def _matrices_multiplied(self, term: Term) -> Found:
        scalars = [a for a in term.args if not is_matrix(a)]
        found, *others = [self.of(a) for a in term.args if is_matrix(a)]
        for other in others:
            sizes = *self._size(found.body), self._size(other.body)[1]
            found = self._two("derivative of a product of matrices", found, other, *sizes)
        if not scalars:
            return found
        factor = self.of(product_of(scalars))
        return self._two("derivative of a multiple", factor, found, *self._size(found.body))

    def _matrix(self, term: Term) -> Found:
        """Of explicit entries, as a sum of multiples of constant ones and of a smooth one."""
        rough = [k for k, entry in enumerate(term.args) if not self.is_smooth(entry)]

        def of_entries(entries: dict[int, Term]) -> Term:
            return Term("matrix", tuple(entries.get(k, ZERO) for k in range(len(term.args))),
                        term.data)

        smooth = {k: entry for k, entry in enumerate(term.args) if k not in rough}
        parts = [mul(term.args[k], of_entries({k: ONE})) for k in rough]

        whole = self.of(add(*parts, of_entries(smooth)))
        return self._near(term, whole, Found(ZERO, None, ONE), lambda *_: Combine())

    def _scalar(self, term: Term) -> Found:
        return self.of(call("trace", term.args[0]))

    def _inner(self, term: Term) -> Found:
        x, y = term.args
        if not is_matrix(x):
            return self.of(mul(x, conj(y)))
        return self.of(call("trace", mul(call("adjoint", y), x)))

    def _kronecker(self, term: Term) -> Found:
        left, right = map(self.of, term.args)
        sizes = *self._size(left.body), *self._size(right.body)
        return self._two("derivative of a Kronecker product", left, right, *sizes)

    def _det(self, term: Term) -> Found:
        """Of explicit entries, by what it is; of an exponential, by its trace; of a product in
        which a factor does not move, by those of both factors."""
        if "det" not in heads_of(plain := simplified(self.inside, term)):
            return self.of(plain)
        (whole,) = term.args
        n, _ = self._size(whole)
        factors = whole.args if whole.head == "mul" else ()
        if whole.head == "matexp":
            law, parts = "determinant of an exponential", whole.args
            plain = call("exp", call("trace", *parts))
        elif {self.moves(a) for a in factors} == {True, False} and all(
            is_matrix(a) and self._size(a) == (n, n) for a in factors
        ) and not self._is_known_as_whole(term, [a for a in factors if self.moves(a)]):
            law, parts = "determinant of a product", (factors[0], product_of(factors[1:]))
            plain = mul(*(call("det", part) for part in parts))
        else:
            return self._outer(OF_DETERMINANTS, term)

        def equal(inner: Draft, there: Substitution) -> Proof:
            return by_equation(inner.use(law, n, *map(there, parts)))

        return self._near(term, self.of(plain), Found(ZERO, None, ONE), equal)

    def _is_known_as_whole(self, term: Term, moving: Sequence[Term]) -> bool:
        """Whether facts say that a determinant is not 0, and of no moving factor alone."""
        known = [fact.left for _, fact in plain_facts(self.context, "!=")
                 if fact.left.head == "det" and fact.right == ZERO]

        def is_known(det: Term) -> bool:
            return any(same(self.context, det, left) for left in known)

        return is_known(self.there(term)) and not any(
            is_known(self.there(call("det", a))) for a in moving)

    def _matexp(self, term: Term) -> Found:
        """Of a multiple of a constant matrix."""
        inner = self.of(term.args[0])
        constant = simplified(self.context, inner.value)
        if not same(self.inside, mul(self.variable, constant), inner.body):
            raise Stuck("not the exponential of a multiple of a constant matrix")
        values = self._size(inner.body)[0], constant, self.at
        return self._law("derivative of an exponential of a matrix", (), *values)
