"""What the reader of terms knows at one level of brackets, and how it becomes a term."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from derivations.language.terms import Place, Term

# What a bracket was opened for; a sum is first read at its body, then at its ranges.
Kind = Literal["top", "group", "call", "index", "matrix", "body", "range"]


class Level:
    """What has been read since a bracket was opened.

    items: the finished arguments.       addends: of the current sum.
    factors: of the current product.     bases: of the current power, each with its signs.
    Offsets are indices of tokens: of the name before the bracket (`start`), of the first token of
    the current sum, product and operand, and of minus signs.
    """

    __slots__ = (
        "addends", "base", "bases", "dividing", "factors", "items", "kind", "lead", "minus",
        "operand", "place", "postfixes", "product", "quotients", "ranges", "rows", "saved", "signs",
        "start", "sum",
    )  # fmt: skip

    base: Term  # of an index
    rows: list[list[Term]]  # of a matrix
    ranges: list[tuple[int, Term]]  # of a sum: the bracket of each, and its index
    saved: dict[str, Term]  # of a sum: the indices bound around it

    def __init__(self, kind: Kind, start: int, first: int, place: Callable[[int], Place]) -> None:
        self.kind: Kind = kind
        self.start = start
        self.place = place
        self.items: list[Term] = []
        self.signs: list[int] = []
        self.bases: list[tuple[list[int], Term, int]] = []
        self.begin(first)

    def begin(self, first: int) -> None:
        """Begin the next argument."""
        self.addends: list[Term] = []
        self.factors: list[Term] = []
        self.lead: list[int] = []
        self.sum = self.product = self.operand = first
        self.minus = -1
        self.dividing = False
        self.quotients = self.postfixes = 0

    def end_factor(self, value: Term) -> None:
        """Fold the powers that end with this operand into the product."""
        signs, self.signs = self.signs, []
        bases = self.bases
        while bases:
            value = self._negated(value, signs)
            signs, base, start = bases.pop()
            value = Term("pow", (base, value), None, self.place(start))
        factors = self.factors
        if not factors:
            self.lead = signs
            factors.append(value)
        elif self.dividing:
            numerator = self._product()
            value = self._negated(value, signs)
            self.factors = [Term("div", (numerator, value), None, self.place(self.product))]
            self.dividing = False
        else:
            factors.append(self._negated(value, signs) if signs else value)

    def _product(self) -> Term:
        factors = self.factors
        if len(factors) == 1:
            return factors[0]
        return Term("mul", tuple(factors), None, self.place(self.product))

    def end_product(self, value: Term) -> None:
        """Put the product that ends with this operand, with its signs, into the sum."""
        self.end_factor(value)
        product = self._product()
        if self.lead:
            product = self._negated(product, self.lead)
            self.lead = []
        if self.minus >= 0:
            product = Term("neg", (product,), None, self.place(self.minus))
            self.minus = -1
        self.addends.append(product)
        self.factors = []
        self.quotients = 0

    def end_sum(self, value: Term) -> Term:
        """The sum that ends with this operand."""
        self.end_product(value)
        if len(self.addends) == 1:
            return self.addends[0]
        return Term("add", tuple(self.addends), None, self.place(self.sum))

    def _negated(self, value: Term, signs: list[int]) -> Term:
        for sign in reversed(signs):
            value = Term("neg", (value,), None, self.place(sign))
        return value
