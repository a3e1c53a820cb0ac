"""Functions of one real variable: their derivatives and integrals.

`diff` is the derivative of a function at a point, `tangent` says that it has a certain one there;
both are 0 where there is none, and at what is not real.  What is made of the variable by sums,
products, exponentials, conjugation, natural powers, sums over a range that it does not move, and
products of matrices, has a derivative everywhere, which is worked out.  It is worked out as a
whole: one part of which nothing is known makes an atom, or a letter, of all (`|x| - |x| + x` has a
derivative at 0, and its parts have none).

Integrals are those of Henstock and Kurzweil, from `b` to `a` the negative of those from `a` to `b`;
they are 0 where there is none.  Normal forms know nothing of them but the function and the ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.atoms import Change
from derivations.kernel.families import Families
from derivations.kernel.forms import Blocks, Grid, Value, Words, polys, size, zero
from derivations.kernel.polynomial import ONE, Poly
from derivations.kernel.syntax import inside, need
from derivations.language.substitution import free_symbols
from derivations.language.terms import Term


class Unknown(Exception):
    """A derivative that is not worked out."""


class Slopes(Families):
    """Scalars and matrices, and what is said of functions of a variable.

    A variable is open or bound as an index is, with numbers from the same counts.  A level that is
    given to a variable is that of one body alone.
    """

    of: Callable[[Term], Value]  # normal.py
    scalar_of: Callable[[Term], Poly]
    at_position: Callable[[Term, Term, Poly], Value]

    def __init__(self) -> None:
        super().__init__()
        self._scope: dict[Term, Poly] = {}  # the open indices and variables
        self._kept: dict[Any, Any] = {}  # what is said of bodies, by their levels

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    # Terms

    def alone(self, what: str, bound: Term, body: Term, term: Term) -> None:
        """What is bound has its name alone."""
        others = {s.name for s in free_symbols(body) if s != bound}
        need(bound.name not in others,
             lambda: f"{what} {bound.name} has the name of another symbol under {term.head}",
             term)  # fmt: skip

    def _pointed(self, term: Term) -> Value:
        head, (variable, first, *second, body) = term.head, term.args
        inside(variable)
        need(variable.head == "symbol" and variable.sort.within("real")
             and not variable.sort.within("integer"),
             lambda: f"{variable!r} is not a real variable, as {head} wants it", term)  # fmt: skip
        self.alone("the variable", variable, body, term)
        level, form = self._opened_body(variable, body)
        need(level not in self.levels(*size(form)),
             lambda: f"the size of {body!r} depends on {variable.name}", term)  # fmt: skip
        outside = [self.scalar_of(first), *map(self.of, second)]
        if head == "differentiable":
            head, outside = "tangent", [*outside, self.pointed("diff", outside, level, form)]
        scalar = isinstance(form, Poly)
        need(scalar or head not in ("integral", "integrable"), "integrals are of scalars", term)
        need(all(isinstance(v, Poly) == scalar and size(v) == size(form) for v in outside[1:]),
             lambda: f"{second[0]!r} is not of the kind and size of {body!r}", term)  # fmt: skip
        return self.pointed(head, outside, level, form)

    def _opened_body(self, variable: Term, body: Term) -> tuple[int, Value]:
        """The body over the open variable of a level, once for all that is said of it."""

        def opened() -> tuple[int, Value]:
            level = self.fresh_level()
            return level, self.at_position(body, variable, self._variable("level", level))

        moving = not free_symbols(body).isdisjoint(self._scope.keys() - {variable})
        return opened() if moving else self._once((variable, body), opened)

    # Normal forms

    def _variable(self, kind: str, n: int) -> Poly:
        return self.atom((kind, n, "real"), "real")

    def _moved(self, form: Any, old: Poly, new: Poly) -> Any:
        """The normal form with another value of a variable."""
        values = {self.number(old): new}
        return self.changed(form, lambda p: self.replace(p, values))

    def pointed(self, head: str, outside: Sequence[Any], level: int, body: Value) -> Value:
        """What is said of a body over its open variable of this level, at a point or from an end to
        another one."""
        outside, variable = tuple(map(self.inner, outside)), self._variable("level", level)
        if head in ("diff", "tangent") and self.is_real(outside[0]):
            slope = self._once(("slope", level), partial(self._slope_or_none, body, level))
            slope = self._moved(slope, variable, outside[0])
            if slope is not None and head == "diff":
                return slope  # type: ignore[no-any-return]
            if slope is not None and self.inner(slope) == outside[1]:
                return ONE
        height = self.height(*polys(body))
        bound = self._variable("bound", height)
        closed = self._once(("closed", level), partial(self._moved, body, variable, bound))
        key = ("pointed", head, outside, height, self.inner(closed))
        if not isinstance(body, Poly) and head == "diff":
            return self.single(key, *size(body), real=self.conj(body) == body)
        if head in ("tangent", "integrable"):
            return self.atom(key, "natural")
        return self.atom(key, "real" if self.is_real(body) else "complex")  # type: ignore[arg-type]

    def open_pointed(
        self, head: str, outside: Sequence[Value], height: int, body: Value, change: Change
    ) -> Value:
        level = self.fresh_level()
        bound, variable = self._variable("bound", height), self._variable("level", level)
        body = self.changed(self._moved(body, bound, variable), change)
        return self.pointed(head, [self.changed(v, change) for v in outside], level, body)

    def conjugate_atom(self, g: int, e: Any) -> Poly:
        if self.atoms[g].key[0] == "pointed":  # the variable is real, and at other points this is 0
            return self.rebuild(g, e, self.conjugate)
        return super().conjugate_atom(g, e)

    # Derivatives in the open variable of a level

    def _slope_or_none(self, v: Value, level: int) -> Any:
        try:
            return self._slope(v, level)
        except Unknown:
            return None

    def _still(self, level: int, *fixed: Poly) -> None:
        """What is not worked out unless it is free of the variable."""
        if level in self.levels(*fixed):
            raise Unknown

    def _slope(self, v: Value, level: int) -> Any:
        match v:
            case Grid(heights, widths, parts):
                self._still(level, *heights, *widths)
                return self.grid(heights, widths, [self._slope(part, level) for part in parts])
            case Blocks(shape, count, _, _):
                self._still(level, count)
                index = self.fresh_level()
                return self.blocks(shape, count, index, self._slope(self.body(v, index), level))
            case Words(rows, columns, terms):
                self._still(level, rows, columns)
                found = [zero(rows, columns)]
                for word, c in terms.items():
                    found.append(self.combination(rows, columns, [(word, self._slope(c, level))]))
                    for k, (base, _, _, e) in enumerate(word):
                        if level in self.levels(P.generator(base), e):
                            if e != ONE or base not in self.explicit:
                                raise Unknown
                            left = Words(rows, self.side(word, k), {word[:k]: c})
                            right = Words(self.side(word, k + 1), columns, {word[k + 1 :]: ONE})
                            middle = self.times(left, self._slope(self.explicit[base], level))
                            found.append(self.times(middle, right))
                return self.add(found)
        return P.total([
            P.times(P.scale(P.monomial((*m[:k], *([(g, e - 1)] * (e != 1)), *m[k + 1 :])), re, im),
                    P.scale(self._once((level, g), partial(self._slope_of_atom, g, level)), e))
            for m, re, im in v.terms() for k, (g, e) in enumerate(m)
            if level in self.atoms[g].levels
        ])  # fmt: skip

    def _slope_of_atom(self, g: int, level: int) -> Any:
        kind, *parts = self.atoms[g].key
        match kind:
            case "level":
                return ONE
            case "exponential":
                return P.times(self._slope(parts[0], level), P.generator(g))
            case "power":
                base, exponent = parts
                self._still(level, exponent)
                less = self.power(base, P.minus(exponent, ONE))
                return P.times(P.times(exponent, less), self._slope(base, level))
            case "scalar" | "trace":
                return getattr(self, kind)(self._slope(parts[0], level))
            case "sum":
                bounds, height, body = parts
                self._still(level, *bounds)
                indices, numbers, body = self._open(bounds, height, body)
                total = self._slope(body, level)
                for index, number in reversed(list(zip(indices, numbers, strict=True))):
                    total = self.over("sum", self.count(number), index, total)
                return total
        raise Unknown
