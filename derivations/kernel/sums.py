"""Sums and products over a range, whose index is counted from 0: `j < N`.

The number of terms is natural: `max(N, 0)` is an atom where N itself is not shown to be.  A sum is
linear: what does not depend on the index is pulled out, `N = A + B` is split, a constant number of
terms is written out.  A sum of sums is flattened: the factors of a term and the indices that they
share make connected components, and each is an atom of its own, so that a product of sums and a
double sum have one normal form.  Of the orders of independent indices, the one with the least key
stands.  A product over a range is split likewise, and goes through factors.

To work on the body of an atom, it is opened, with levels that are new.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.atoms import Change
from derivations.kernel.forms import polys
from derivations.kernel.polynomial import ONE, ZERO, Monomial, Poly, TooLarge
from derivations.kernel.scalars import ADDITIVE, MULTIPLICATIVE, Scalars

MAX_UNROLLED, MAX_SPLIT, MAX_ORDERED, MAX_OPENED_POWER = 20_000, 8, 4, 3


class Sums(Scalars):
    """Scalars, and sums and products of them."""

    def count(self, number: Poly) -> Poly:
        """`max(number, 0)` for an integer: how many terms a range has."""
        if self.is_of(number, "natural"):
            return number
        if self.is_nonnegative(P.scale(number, -1)):
            return ZERO
        return self.atom(("count", number), "natural")

    def pieces(self, number: Poly) -> tuple[list[tuple[Poly, Poly]], list[Poly]]:
        """A range of so many terms as parts of it, (first index, number), and single indices.

        The parts come first, and everything is in the order of the indices.
        """
        if number.im or any(c < 0 for c in number.re.values()):
            return [(ZERO, number)], []
        terms = sorted(
            [(self._in_binder(m), m, c // number.den) for m, c in number.re.items()]
        )  # what holds indices comes last, since these are numbered by chance
        single = sum(c for _, m, c in terms if not m)
        if single > MAX_UNROLLED:
            raise TooLarge(f"more than {MAX_UNROLLED} terms of a range are written out")
        several = [
            Poly({m: part}, {}) for _, m, c in terms if m
            for part in ([1] * c if c <= MAX_SPLIT else [c])
        ]  # fmt: skip
        parts, offset = [], ZERO
        for part in several:
            parts.append((offset, part))
            offset = P.plus(offset, part)
        return parts, [P.plus(offset, P.constant(k)) for k in range(single)]

    def _in_binder(self, m: Monomial) -> bool:
        return any(self.atoms[g].levels or self.atoms[g].height for g, _ in m)

    def sum_of_scalar(self, level: int, number: Poly, body: Poly) -> Poly:
        found = []
        for part, imaginary in ((body.re, False), (body.im, True)):
            for m, c in part.items():
                inside = [(g, e) for g, e in m if level in self.atoms[g].levels]
                outside = {tuple([pair for pair in m if pair not in inside]): c}
                factor = Poly({}, outside, body.den) if imaginary else Poly(outside, {}, body.den)
                found.append(P.times(factor, self._sum_of_product(level, number, inside)))
        return P.total(found)

    def _sum_of_product(self, level: int, number: Poly, factors: Iterable[tuple[int, Any]]) -> Poly:
        """Σ of a product of powers of atoms, those that are sums opened."""
        numbers, flat, result = {level: number}, [], ONE
        for g, e in factors:
            key = self.atoms[g].key
            opened = e if key[0] == "sum" and 1 <= e <= MAX_OPENED_POWER else 0
            for _ in range(opened):
                levels, inner, body = self._open(*key[1:])
                coefficient, term = P.primitive(body)
                if len(term.re) != 1 or term.im:
                    flat.append((g, 1))
                    continue
                numbers.update(zip(levels, inner, strict=True))
                flat.extend(next(iter(term.re)))
                result = P.scale(result, *coefficient)
            if not opened:
                flat.append((g, e))
        for own, part in self._components(numbers, flat):
            result = P.times(result, self._sum_atom(own, numbers, part))
        return result

    def _open(
        self, bounds: Sequence[Poly], height: int, body: Poly
    ) -> tuple[list[int], list[Poly], Poly]:
        """The indices of a sum as new levels, their ranges, and the term."""
        levels = [self.fresh_level() for _ in bounds]
        values = {self.number(self.bound(height + k)): self.level(level)
                  for k, level in enumerate(levels)}  # fmt: skip
        return levels, [self.replace(b, values) for b in bounds], self.replace(body, values)

    def _components(
        self, numbers: dict[int, Poly], factors: list[tuple[int, Any]]
    ) -> Iterator[tuple[list[int], list[tuple[int, Any]]]]:
        """Indices that a factor or a range joins, with their factors; none with those of none."""
        own = [self.atoms[g].levels & numbers.keys() for g, _ in factors]
        joined = [{level} | (self.levels(n) & numbers.keys()) for level, n in numbers.items()]
        yield [], [f for f, levels in zip(factors, own, strict=True) if not levels]
        groups: list[set[int]] = []
        for levels in (*joined, *filter(None, own)):
            meeting = [group for group in groups if not group.isdisjoint(levels)]
            groups = [group for group in groups if group.isdisjoint(levels)]
            groups.append(set(levels).union(*meeting))
        for group in groups:
            order = [level for level in numbers if level in group]
            yield order, [f for f, levels in zip(factors, own, strict=True) if levels & group]

    def _sum_atom(
        self, levels: list[int], numbers: dict[int, Poly], factors: list[tuple[int, Any]]
    ) -> Poly:
        """Σ of the factors over these indices together."""
        if not factors and len(levels) == 1:
            return numbers[levels[0]]
        term = ONE
        for pair in factors:
            term = P.times(term, P.monomial((pair,)))
        if not levels:
            return term
        height = self.height(term, *(numbers[level] for level in levels))
        best: tuple[Any, ...] | None = None
        for order in self._orders(levels, numbers):
            values = {self.number(self.level(level)): self.bound(height + k)
                      for k, level in enumerate(order)}  # fmt: skip
            bounds = tuple([self.replace(numbers[level], values) for level in order])
            coefficient, body = P.primitive(self.replace(term, values))
            least = ([bound.key for bound in bounds], body.key)
            if best is None or least < best[0]:
                best = least, bounds, coefficient, body
        if best is None:
            raise TooLarge(f"more than {MAX_ORDERED} indices whose ranges depend on each other")
        _, bounds, coefficient, body = best
        sum_of = self.atom(("sum", bounds, height, body), self.sort_among(body, ADDITIVE))
        return P.scale(sum_of, *coefficient)

    def _orders(self, levels: list[int], numbers: dict[int, Poly]) -> Iterator[tuple[int, ...]]:
        """Orders of the indices in which a range depends on earlier indices only."""
        for order in permutations(levels) if len(levels) <= MAX_ORDERED else [tuple(levels)]:
            if all((self.levels(numbers[level]) & set(levels)) <= set(order[:k])
                   for k, level in enumerate(order)):  # fmt: skip
                yield order

    def put(self, form: Any, level: int, index: Poly) -> Any:
        """The normal form at this value of the open index."""
        values = {self.number(self.level(level)): index}
        return self.changed(form, lambda p: self.replace(p, values))

    def product_of_scalar(self, level: int, number: Poly, body: Poly) -> Poly:
        """The product of each factor that is seen."""
        if body.is_zero:
            return self.power(body, number)
        (a, b), shift, rest = self.split(body)
        unit, result, factors = P.constant(a, b), ONE, [(rest, 1)]
        for g, e in shift:
            exponent = self.exponent(g)
            if exponent is None:
                factors.append((P.generator(g), e))
                continue
            total = self.sum_of_scalar(level, number, P.scale(exponent, e))
            result = P.times(result, self.exponential(total))
        for factor, e in factors:
            if level not in self.levels(factor):
                result = P.times(result, self.power(P.power(factor, e), number))
                continue
            _, height, inner = self.closed(number, level, factor)
            coefficient, inner = P.primitive(inner)
            unit = P.times(unit, P.power(P.constant(*coefficient), e))
            sort = self.sort_among(inner, MULTIPLICATIVE)
            product = self.atom(("product", number, height, inner), sort)
            result = P.times(result, P.power(product, e))
        return P.times(self.power(unit, number), result)

    def over(self, head: str, number: Poly, level: int, body: Any) -> Any:
        """The sum or product of a body, also of matrices, over its open index of this level."""
        raise NotImplementedError  # families.py

    # What stands under a binder that is left as it is: (number, height, body)

    def closed(self, number: Poly, level: int, body: Any) -> tuple[Poly, int, Any]:
        """A body over its open index of this level, as it stands in keys."""
        height = self.height(number, *polys(body))
        return number, height, self.inner(self.put(body, level, self.bound(height)))

    def opened(
        self, number: Poly, height: int, body: Any, change: Change
    ) -> tuple[Poly, int, Any]:
        """The number of terms, the level of the index and the body, changed."""
        level = self.fresh_level()
        values = {self.number(self.bound(height)): self.level(level)}
        body = self.changed(body, lambda p: self.replace(p, values))
        return self.count(change(number)), level, self.changed(body, change)
