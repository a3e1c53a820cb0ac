"""Creative telescoping: recurrences for sums of hypergeometric terms, found by linear algebra.

For F(n, k) whose quotients F(n, k + 1)/F(n, k) and F(n + 1, k)/F(n, k) are rational functions,
polynomials a_0, ..., a_J in n and a rational function S are looked for with

    a_0 F(n, k) + ... + a_J F(n + J, k) = G(n, k + 1) - G(n, k),   G = S F(n + i, k + j)

J = 0 is Gosper's algorithm.  SymPy does the arithmetic; what comes out is checked by the kernel.
Complete for proper hypergeometric terms, up to the orders and sizes below.

Source: M. Petkovšek, H. Wilf, D. Zeilberger, A = B, chapters 5 and 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from derivations.language.statements import Unsettled
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, Term, add, div, neg, number, power, sub
from derivations.search.readback import product_of, sum_of

# Shifts of factorials, degrees, and unknowns of the linear system are at most so large.
MAX_SHIFT = 24
MAX_DEGREE = 24
MAX_UNKNOWNS = 40


class NotHypergeometric(Unsettled):
    """The quotient of neighbouring values is not seen to be a rational function."""


@dataclass(frozen=True)
class Recurrence:
    """`Σ coefficients[i] F(n + i, k)` is the difference of `certificate · F(n + i, k + j)`.

    shifts: (i, j).
    """

    coefficients: tuple[Term, ...]
    certificate: Term
    shifts: tuple[int, int]


class Ratios:
    """Rational functions of the symbols of a term, k first, as elements of a field of SymPy."""

    def __init__(self, symbols: list[Term]) -> None:
        from sympy import QQ, Symbol

        self.symbols = symbols
        self.gens = [Symbol(f"v{place}") for place in range(len(symbols))]
        self.field = QQ.frac_field(*self.gens)
        self.places = {s: self.field.gens[place] for place, s in enumerate(symbols)}

    def value(self, term: Term) -> Any:
        """A term that is a rational function."""
        head, args = term.head, term.args
        match head:
            case "number":
                return self.field(term.data.numerator) / self.field(term.data.denominator)
            case "symbol" if term in self.places:
                return self.places[term]
            case "add":
                return sum((self.value(a) for a in args), self.field.zero)
            case "mul":
                result = self.field.one
                for a in args:
                    result = result * self.value(a)
                return result
            case "neg":
                return -self.value(args[0])
            case "div":
                return self._over(self.value(args[0]), self.value(args[1]))
            case "pow" if _whole(args[1]) is not None:
                return self._power(self.value(args[0]), _whole(args[1]) or 0)
        raise NotHypergeometric(f"{head} is not a rational function")

    def _over(self, a: Any, b: Any) -> Any:
        if not b:
            raise NotHypergeometric("a division by zero")
        return a / b

    def _power(self, base: Any, e: int) -> Any:
        if abs(e) > MAX_SHIFT:
            raise NotHypergeometric("a large power")
        return base**e if e >= 0 else self._over(self.field.one, base**-e)

    def ratio(self, term: Term, variable: Term, by: int) -> Any:
        """`F(variable + by) / F(variable)`."""
        if variable not in free_symbols(term):
            return self.field.one
        head, args = term.head, term.args
        match head:
            case "mul":
                result = self.field.one
                for a in args:
                    result = result * self.ratio(a, variable, by)
                return result
            case "neg":
                return self.ratio(args[0], variable, by)
            case "div":
                top, bottom = (self.ratio(a, variable, by) for a in args)
                return self._over(top, bottom)
            case "pow" if _whole(args[1]) is not None:
                return self._power(self.ratio(args[0], variable, by), _whole(args[1]) or 0)
            case "pow" if variable not in free_symbols(args[0]):
                step = self._step(args[1], variable, by)
                return self._power(self.value(args[0]), step)
            case "factorial":
                return self._factorial(args[0], variable, by)
            case "gamma":
                return self._factorial(sub(args[0], 1), variable, by)
            case "binomial":
                parts = [
                    self._factorial(a, variable, by) for a in (*args, sub(args[0], args[1]))
                ]
                return self._over(parts[0], parts[1] * parts[2])
        here = self.value(term)
        there = self.value(Substitution({variable: add(variable, by)})(term))
        return self._over(there, here)

    def _step(self, argument: Term, variable: Term, by: int) -> int:
        """By how much the argument, linear in the variable, grows."""
        there = self.value(Substitution({variable: add(variable, by)})(argument))
        step = there - self.value(argument)
        known = self.rational(step)
        if known is None or known.denominator != 1 or abs(known) > MAX_SHIFT:
            raise NotHypergeometric("an argument that does not grow by a small integer")
        return int(known)

    def _factorial(self, argument: Term, variable: Term, by: int) -> Any:
        step, value = self._step(argument, variable, by), self.value(argument)
        result = self.field.one
        for i in range(1, step + 1):
            result = result * (value + i)
        for i in range(-step):
            result = self._over(result, value - i)
        return result

    def rational(self, value: Any) -> Fraction | None:
        """The value, if it is a constant."""
        if not (value.numer.is_ground and value.denom.is_ground):
            return None
        top, bottom = value.numer.LC if value.numer else 0, value.denom.LC
        found = Fraction(int(getattr(top, "numerator", top)), int(getattr(top, "denominator", 1)))
        return found / Fraction(int(bottom.numerator), int(bottom.denominator))

    # Polynomials in k over the field of the other symbols

    def domain(self) -> Any:
        from sympy import QQ

        return QQ.frac_field(*self.gens[1:]) if self.gens[1:] else QQ

    def poly(self, p: Any) -> Any:
        from sympy import Poly

        return Poly(p.as_expr(), self.gens[0], domain=self.domain())

    def term(self, expression: Any) -> Term:
        """A polynomial of SymPy in the generators as a term."""
        from sympy import Poly

        p = Poly(expression, *self.gens)
        parts = []
        for powers, c in p.terms():
            factors = [
                s if e == 1 else power(s, e)
                for s, e in zip(self.symbols, powers, strict=True) if e
            ]
            value = Fraction(int(c.p), int(c.q))
            if value != 1 or not factors:
                factors.insert(0, number(abs(value)) if value < 0 else number(value))
            if factors[0] == ONE and len(factors) > 1:
                factors = factors[1:]
            whole = product_of(factors)
            parts.append(neg(whole) if value < 0 else whole)
        return sum_of(parts)


def _whole(term: Term) -> int | None:
    if term.head == "number" and term.data.denominator == 1:
        return int(term.data)
    if term.head == "neg":
        inner = _whole(term.args[0])
        return None if inner is None else -inner
    return None


def antidifference(body: Term, k: Term) -> Term:
    """G with `G(k + 1) - G(k)` the body, a polynomial in k: its powers by Bernoulli's polynomials.

    Raises NotHypergeometric.
    """
    from sympy import bernoulli

    others = sorted(free_symbols(body) - {k}, key=lambda s: s.name)
    ratios = Ratios([k, *others])
    value = ratios.value(body)
    if not value.denom.is_ground:
        raise NotHypergeometric("not a polynomial")
    powers = ratios.poly(value).terms()
    return ratios.term(
        sum(c * bernoulli(e + 1, ratios.gens[0]) / (e + 1) for (e,), c in powers)
    )


def recurrences(body: Term, k: Term, n: Term | None, order: int) -> Iterator[Recurrence]:
    """Recurrences of this order in n (order 0 without n), the most promising certificate first.

    Raises NotHypergeometric.
    """
    others = sorted(free_symbols(body) - {k}, key=lambda s: (s != n, s.name))
    if n is not None and n not in others:
        raise NotHypergeometric(f"the term does not depend on {n.name}")
    if any(not s.sort.is_scalar for s in others):
        raise NotHypergeometric("values of families")
    ratios = Ratios([k, *others])
    forward = ratios.ratio(body, k, 1)
    shifted = [
        ratios.field.one if i == 0 or n is None else ratios.ratio(body, n, i)
        for i in range(order + 1)
    ]
    if not forward or not all(shifted):
        raise NotHypergeometric("a term that vanishes")
    found = _solved(ratios, forward, shifted)
    if found is None:
        return
    coefficients, factor = found
    choices = []
    for i in range(order, -1, -1):
        for j in (0, -1, 1):
            try:
                moved = shifted[i]
                if j:
                    step = ratios.ratio(body, k, j)
                    at = step if n is None or i == 0 else _moved(ratios, step, n, i)
                    moved = moved * at
                if moved:
                    choices.append((factor / moved, (i, j)))
            except (NotHypergeometric, ZeroDivisionError):
                continue
    choices.sort(key=lambda c: _cost(c[0]))
    for certificate, shifts in choices:
        yield Recurrence(
            tuple(ratios.term(c.as_expr()) for c in coefficients),
            _quotient(ratios, certificate),
            shifts,
        )


def _moved(ratios: Ratios, value: Any, n: Term, by: int) -> Any:
    """A rational function with n + by for n."""
    g = ratios.gens[ratios.symbols.index(n)]
    expression = value.as_expr().subs(g, g + by)
    return ratios.field.from_sympy(expression)


def _cost(value: Any) -> tuple[int, int]:
    """Degrees in k of denominator and numerator."""
    return value.denom.degree(), value.numer.degree()


def _quotient(ratios: Ratios, value: Any) -> Term:
    """Divided by one factor after the other, so that each can be seen not to vanish."""
    from sympy import factor_list

    term = ratios.term(value.numer.as_expr())
    content, factors = factor_list(value.denom.as_expr())
    if content != 1:
        term = div(term, number(Fraction(int(content.p), int(content.q))))
    for base, e in factors:
        for _ in range(int(e)):
            term = div(term, ratios.term(base))
    return term


# Gosper's normal form and the linear system


def _solved(ratios: Ratios, forward: Any, shifted: list[Any]) -> tuple[list[Any], Any] | None:
    """The coefficients, and G(k) / F(n, k)."""
    common = ratios.field.one
    for s in shifted:
        common = common * s.denom / _gcd(ratios, common.numer, s.denom)
    tops = [s * common for s in shifted]  # polynomials
    step = _moved_k(ratios, common)
    a, b, c = _gosper(ratios, forward * common / step)
    left = a
    right = b.compose(_linear(ratios, -1))
    sides = [c * ratios.poly(t.numer) for t in tops]
    bound = _degree(left, right, max(s.degree() for s in sides))
    if bound is None or bound > MAX_DEGREE or bound + 1 + len(sides) > MAX_UNKNOWNS:
        return None
    solution = _kernel(ratios, left, right, sides, bound)
    if solution is None:
        return None
    values, rising = solution
    field = ratios.field
    factor = (
        field.from_sympy(right.as_expr()) * rising
        / (field.from_sympy(c.as_expr()) * common)
    )
    scale = field.one
    for v in values:
        scale = scale * v.denom / _gcd(ratios, scale.numer, v.denom)
    whole = [(v * scale).numer for v in values]
    content = whole[0]
    for v in whole[1:]:
        content = content.gcd(v)
    whole = [v.exquo(content) for v in whole]
    ground = _ground(whole)
    return (
        [v.mul_ground(1 / ground) for v in whole],
        factor * scale / field(content.mul_ground(ground)),
    )


def _ground(polys: list[Any]) -> Any:
    """The greatest common divisor of all coefficients."""
    found = [c for p in polys for c in p.coeffs()]
    domain = polys[0].ring.domain
    top, bottom = 0, 1
    for c in found:
        top, bottom = gcd(top, int(c.numerator)), lcm(bottom, int(c.denominator))
    return domain(top) / domain(bottom)


def _gcd(ratios: Ratios, p: Any, q: Any) -> Any:
    return ratios.field(p.gcd(q))


def _moved_k(ratios: Ratios, value: Any) -> Any:
    g = ratios.gens[0]
    return ratios.field.from_sympy(value.as_expr().subs(g, g + 1))


def _linear(ratios: Ratios, by: int) -> Any:
    from sympy import Poly

    return Poly(ratios.gens[0] + by, ratios.gens[0], domain=ratios.domain())


def _gosper(ratios: Ratios, ratio: Any) -> tuple[Any, Any, Any]:
    """`ratio = a/b · c(k + 1)/c(k)` with a(k), b(k + h) coprime for every natural h."""
    from sympy import Poly
    from sympy.polys.dispersion import dispersionset

    a, b = ratios.poly(ratio.numer), ratios.poly(ratio.denom)
    c = Poly(1, ratios.gens[0], domain=ratios.domain())
    for h in sorted(int(h) for h in dispersionset(a, b) if h <= MAX_SHIFT):
        common = a.gcd(b.compose(_linear(ratios, h)))
        if common.degree() < 1:
            continue
        a = a.quo(common)
        b = b.quo(common.compose(_linear(ratios, -h)))
        for i in range(1, h + 1):
            c = c * common.compose(_linear(ratios, -i))
    return a, b, c


def _degree(left: Any, right: Any, wanted: int) -> int | None:
    """A bound for the degree of x in `left x(k + 1) - right x(k) = side`."""
    m, n = left.degree(), right.degree()
    if m != n or (left.LC() - right.LC()).cancel() != 0:
        bound = wanted - max(m, n)
    else:
        bound = wanted - m + 1
        if m >= 1:
            special = ((right.nth(m - 1) - left.nth(m - 1)) / left.LC()).cancel()
            if special.is_Integer:
                bound = max(bound, int(special))
    return bound if bound >= 0 else None


def _kernel(
    ratios: Ratios, left: Any, right: Any, sides: list[Any], bound: int
) -> tuple[list[Any], Any] | None:
    """The coefficients of the sides, not all zero, and x: a solution of the linear system."""
    from sympy import Poly
    from sympy.polys.matrices import DomainMatrix

    k, domain = ratios.gens[0], ratios.domain()
    columns = []
    for e in range(bound + 1):
        x = Poly(k**e, k, domain=domain)
        columns.append(left * x.compose(_linear(ratios, 1)) - right * x)
    columns += [-s for s in sides]
    height = max(c.degree() for c in columns) + 1
    rows = [[c.rep.to_list()[::-1][i] if i <= c.degree() else domain.zero for c in columns]
            for i in range(height)]
    matrix = DomainMatrix(rows, (height, len(columns)), domain)
    basis = matrix.nullspace().to_list()
    field = ratios.field
    for vector in basis:
        values = [field.from_sympy(domain.to_sympy(v)) for v in vector]
        if values[-1]:
            rising = sum((values[e] * field.gens[0] ** e for e in range(bound + 1)), field.zero)
            return values[bound + 1 :], rising
    return None


__all__ = ["NotHypergeometric", "Recurrence", "antidifference", "recurrences"]
