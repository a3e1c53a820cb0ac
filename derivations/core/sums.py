"""Sums and products over a range, whose index is counted from 0: `j < N`.

The number of terms is natural: `max(N, 0)` is an atom where N itself is not shown to be.  A sum is
linear: what does not depend on the index is pulled out, `N = A + B` is split, a constant number of
terms is written out.  A sum of sums is flattened: the factors of a term and the indices that they
share make connected components, and each is an atom of its own, so that a product of sums and a
double sum have one normal form.  Of the orders of independent indices, the one with the least key
stands.  A product over a range is split likewise, and goes through factors.

Bound indices are numbered so that those of an outer binder are above those inside; to work on the
body of an atom, it is opened, with levels that are new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import permutations
from typing import Any

from derivations.core import polynomial as P
from derivations.core.atoms import Change, Form
from derivations.core.polynomial import ONE, ZERO, Key, Monomial, Poly, TooLarge
from derivations.core.scalars import ADDITIVE, MULTIPLICATIVE, Scalars

MAX_UNROLLED, MAX_SPLIT, MAX_ORDERED, MAX_OPENED_POWER = 20_000, 8, 4, 3

Body = Callable[[Poly], Any]  # what stands at an index


class Sums(Scalars):
    """Scalars, and sums and products of them."""

    def add(self, values: Sequence[Form]) -> Form:
        return P.total(values)

    def scaled(self, value: Form, c: Poly) -> Form:
        return P.times(value, c)

    def times(self, left: Form, right: Form) -> Form:
        return P.times(left, right)

    def raised(self, base: Form, exponent: Poly) -> Form:
        return self.power(base, exponent)

    def count(self, number: Poly) -> Poly:
        """`max(number, 0)` for an integer: how many terms a range has."""
        if self.is_of(number, "natural"):
            return number
        if self.is_nonnegative(P.scale(number, -1)):
            return ZERO
        return self.atom(("count", P.key(number)), "natural", [number])

    def rebuild_count(self, key: Key, change: Change) -> Poly:
        return self.count(change(P.from_key(key[1])))

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

    def sum_over(self, number: Poly, body: Body) -> Form:
        """Σ body(j) over j < number, which is natural."""
        parts, single = self.pieces(number)
        found = []
        for offset, part in parts:
            level = self.fresh_level()
            found.append(self._sum(level, part, body(P.plus(offset, self.level(level)))))
        found += [body(index) for index in single]
        return self.add(found) if found else self.scaled(body(ZERO), ZERO)

    def _sum(self, level: int, number: Poly, body: Form) -> Form:
        """Σ body over the index of this level."""
        return self._sum_of_scalar(level, number, body)

    def _sum_of_scalar(self, level: int, number: Poly, body: Poly) -> Poly:
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
                levels, inner, body = self._open(key)
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

    def _open(self, key: Key) -> tuple[list[int], list[Poly], Poly]:
        """The indices of a sum as new levels, their ranges, and the term."""
        _, bounds, height, body = key
        levels = [self.fresh_level() for _ in bounds]
        values = {self.number(self.bound(height + k)): self.level(level)
                  for k, level in enumerate(levels)}  # fmt: skip
        numbers = [self.replace(P.from_key(b), values) for b in bounds]
        return levels, numbers, self.replace(P.from_key(body), values)

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
        height = self.height([term, *(numbers[level] for level in levels)])
        best: tuple[Any, ...] | None = None
        for order in self._orders(levels, numbers):
            values = {self.number(self.level(level)): self.bound(height + k)
                      for k, level in enumerate(order)}  # fmt: skip
            bounds = tuple([P.key(self.replace(numbers[level], values)) for level in order])
            coefficient, body = P.primitive(self.replace(term, values))
            found = (bounds, P.key(body), coefficient)
            if best is None or found[:2] < best[:2]:
                best = found
        if best is None:
            raise TooLarge(f"more than {MAX_ORDERED} indices whose ranges depend on each other")
        bounds, body_key, coefficient = best
        body, inside = P.from_key(body_key), [P.from_key(k) for k in (body_key, *bounds)]
        sort = self.sort_among(body, ADDITIVE)
        return P.scale(self.atom(("sum", bounds, height, body_key), sort, inside), *coefficient)

    def _orders(self, levels: list[int], numbers: dict[int, Poly]) -> Iterator[tuple[int, ...]]:
        """Orders of the indices in which a range depends on earlier indices only."""
        for order in permutations(levels) if len(levels) <= MAX_ORDERED else [tuple(levels)]:
            if all((self.levels(numbers[level]) & set(levels)) <= set(order[:k])
                   for k, level in enumerate(order)):  # fmt: skip
                yield order

    def rebuild_sum(self, key: Key, change: Change) -> Poly:
        levels, numbers, body = self._open(key)
        result = change(body)
        for level, number in reversed(list(zip(levels, numbers, strict=True))):
            result = self.over("sum", self.count(change(number)), level, result)
        return result

    def over(self, head: str, number: Poly, level: int, body: Form) -> Form:
        """The sum or product of a body over its open index of this level."""
        whole = self.sum_over if head == "sum" else self.product_over
        return whole(number, lambda index: self.put(body, level, index))

    def put(self, form: Form, level: int, index: Poly) -> Form:
        """The normal form at this value of the open index."""
        values = {self.number(self.level(level)): index}
        return self.changed(form, lambda p: self.replace(p, values))

    # Products

    def product_over(self, number: Poly, body: Body) -> Form:
        """Π body(j) over j < number, which is natural, in this order."""
        parts, single = self.pieces(number)
        found = []
        for offset, part in parts:
            level = self.fresh_level()
            found.append(self._product(level, part, body(P.plus(offset, self.level(level)))))
        found += [body(index) for index in single]
        return reduce(self.times, found) if found else self.raised(body(ZERO), ZERO)

    def _product(self, level: int, number: Poly, body: Form) -> Form:
        """Π body over the index of this level."""
        return self._product_of_scalar(level, number, body)

    def _product_of_scalar(self, level: int, number: Poly, body: Poly) -> Poly:
        """The product of each factor that is seen."""
        if body.is_zero:
            return self.power(body, number)
        (a, b), shift, rest = self.split(body)
        unit, result, factors = P.constant(a, b), ONE, [(rest, 1)]
        for g, e in shift:
            key = self.atoms[g].key
            if key[0] in ("exp", "turn"):
                exponent = P.scale(self.exponent(key), Fraction(e))
                value = self.exponential(self._sum_of_scalar(level, number, exponent))
                result = P.times(result, value)
            else:
                factors.append((P.generator(g), e))
        for factor, e in factors:
            if level not in self.levels(factor):
                result = P.times(result, self.power(P.power(factor, e), number))
                continue
            height = self.height([number, factor])
            coefficient, inner = P.primitive(self.put(factor, level, self.bound(height)))
            unit = P.times(unit, P.power(P.constant(*coefficient), e))
            sort = self.sort_among(inner, MULTIPLICATIVE)
            key = ("product", P.key(number), height, P.key(inner))
            product = self.atom(key, sort, [number, inner])
            result = P.times(result, P.power(product, e))
        return P.times(self.power(unit, number), result)

    def rebuild_product(self, key: Key, change: Change) -> Poly:
        whole: Poly = self.over("product", *self.opened(key[1:], change))
        return whole

    # What stands under a binder that is left as it is: (number, height, body)

    def closed(self, number: Poly, level: int, body: Form) -> tuple[Key, list[Poly]]:
        """The key of a body over its open index of this level, and the polynomials in it."""
        height = self.height([number, *self.inside([body])])
        body = self.put(body, level, self.bound(height))
        return (P.key(number), height, self.key(body)), [number, *self.inside([body])]

    def opened(self, key: Key, change: Change) -> tuple[Poly, int, Form]:
        """The number of terms, the level of the index and the body, changed."""
        number, height, body = key
        level = self.fresh_level()
        values = {self.number(self.bound(height)): self.level(level)}
        form = self.changed(self.from_key(body), lambda p: self.replace(p, values))
        return self.count(change(P.from_key(number))), level, self.changed(form, change)
