"""From normal forms back to terms, for cofactors, residuals and values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import forms, polynomial as P
from derivations.kernel.forms import Form, Grid, Partition, Tensor
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Poly
from derivations.kernel.words import Word, Words, letter_size, order
from derivations.language.statements import Unsettled
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, apply, call, conj, div, exp, identity, matrix, mul, neg, number,
    power, transpose,
)
from derivations.language.text import term_text


class NotReadable(Unsettled, ValueError):
    """A normal form has no term in the symbols at hand."""


def sum_of(parts: Sequence[Term]) -> Term:
    """The sum of any number of terms."""
    return parts[0] if len(parts) == 1 else add(*parts) if parts else ZERO


def product_of(parts: Sequence[Term]) -> Term:
    """The product of any number of terms."""
    return parts[0] if len(parts) == 1 else mul(*parts) if parts else ONE


class Reader:
    """Terms for the normal forms of one algebra, in these symbols."""

    def __init__(self, algebra: Algebra, symbols: frozenset[Term]) -> None:
        self.algebra = algebra
        self.symbols = {s.name: s for s in symbols}

    def symbol(self, name: str) -> Term:
        if name not in self.symbols:
            raise NotReadable(f"{name} is not a symbol here")
        return self.symbols[name]

    def poly(self, p: Poly) -> Term:
        """The polynomial as a sum, in a fixed order."""
        parts = []
        texts = []
        for m in p.monomials():
            c = (Fraction(p.re.get(m, 0), p.den), Fraction(p.im.get(m, 0), p.den))
            parts.append(self._scaled(c, [self._power(g, e) for g, e in m]))
            degree = sum(e for _, e in m if e > 0)
            texts.append((-degree, max(c) <= 0, term_text(parts[-1])))
        places = sorted(range(len(parts)), key=lambda k: texts[k])
        return sum_of([parts[k] for k in places])

    def _scaled(self, c: tuple[Fraction, Fraction], factors: list[Term]) -> Term:
        a, b = c
        if not b:
            coefficient = number(a)
        elif not a:
            coefficient = I if b == 1 else neg(I) if b == -1 else mul(number(b), I)
        else:
            coefficient = add(number(a), I if b == 1 else mul(number(b), I))
        if not factors:
            return coefficient
        if a == -1 and not b:
            return neg(product_of(factors))
        whole = factors if a == 1 and not b else [coefficient, *factors]
        return product_of(whole)

    def _power(self, g: int, e: Any) -> Term:
        atom = self.algebra.atoms[g]
        if atom.key[0] == "exp":
            exponent = self.poly(P.monomial(atom.key[1]))
            scaled = [exponent] if e == 1 else [number(e), exponent]
            factors = [I, *scaled] if atom.key[2] else scaled
            return exp(product_of(factors))
        if atom.key[0] == "turn":
            return exp(mul(I, PI, number(e)))
        if atom.key[0] in ("parity", "sign"):
            return exp(mul(I, PI, number(e), self.poly(P.monomial(atom.key[1]))))
        if atom.key[0] == "root-power":
            return power(number(atom.key[1]), number(e))
        base = self.atom(atom.key)
        return base if e == 1 else power(base, number(e))

    def atom(self, key: tuple[Any, ...]) -> Term:
        kind = key[0]
        if kind == "symbol":
            return self.symbol(key[1])
        if kind == "pi":
            return PI
        if kind == "value":
            return apply(self.symbol(key[1]), *(self.poly(P.from_key(k)) for k in key[3]))
        if kind == "call" and key[1] != "delta":  # an entry of an identity whose size is not told
            arguments = [self.poly(P.from_key(k)) for k in key[2]]
            return power(*arguments) if key[1] == "pow" else call(key[1], *arguments)
        if kind == "conj":
            return conj(self._power(key[1], 1))
        if kind == "inv":
            return div(ONE, self.poly(P.from_key(key[1])))
        if kind in ("sqrt", "abs"):
            return call(kind, self.poly(P.from_key(key[1])))
        if kind == "power":
            return power(self.poly(P.from_key(key[1])), self.poly(P.monomial(key[2])))
        if kind == "whole-power":
            return power(self.poly(P.from_key(key[1])), self.poly(P.from_key(key[2])))
        if kind == "word":
            return call("scalar", self.word(key[1]))
        if kind in ("trace", "det"):
            return call(kind, self.word(key[1]))
        if kind == "det plus":
            rows = P.from_key(letter_size(self.algebra, key[1][0])[0])
            whole = Words(rows, rows, {(): P.ONE, key[1]: P.from_key(key[2])})
            return call("det", self.words(whole))
        if kind == "entry":
            places = [self.poly(P.from_key(k)) for k in key[2:]]
            return call("entry", self.word(key[1]), *places)
        raise NotReadable(f"a {kind} has no term")

    def word(self, word: Word) -> Term:
        letters = [self._letter(*one) for one in word]
        return product_of(letters)

    def _letter(self, base: int, t: bool, c: bool, e: Any) -> Term:
        kind = self.algebra.atoms[base].key[1]
        if kind[0] == "symbol":
            term = self.symbol(kind[1])
        elif kind[0] == "value":
            term = apply(self.symbol(kind[1]), *(self.poly(P.from_key(k)) for k in kind[2]))
        elif kind[0] == "inv":
            term = call("inv", self._letter(kind[1], False, False, 1))
        elif kind[0] == "exp":
            argument = self.form(forms.from_key(kind[1]))
            term = call("matexp", mul(self.poly(P.from_key(kind[2])), argument))
        elif kind[:2] == ("form", "is"):
            term = self.form(forms.from_key(kind[2]))
        else:
            raise NotReadable(f"a {kind[0]} of matrices has no term")
        if t:
            term = call("adjoint", term) if c else transpose(term)
        elif c:
            term = conj(term)
        if e == 1:
            return term
        return power(term, number(e) if isinstance(e, int) else self.poly(P.from_key(e)))

    def form(self, form: Form) -> Term:
        if isinstance(form, Grid):
            return matrix(
                [
                    [self.poly(form.at(i, j)) for j in range(form.columns)]
                    for i in range(form.rows)
                ]
            )
        if isinstance(form, Partition):
            parts = tuple([self.form(p) for p in form.parts])
            return Term("blocks", parts, (len(form.heights), len(form.widths)))
        if isinstance(form, Tensor):
            return self._tensor(form)
        if not isinstance(form, Words):
            raise NotReadable("blocks have no term")
        return self.words(form)

    def _tensor(self, form: Tensor) -> Term:
        parts = []
        for key in sorted(form.terms, key=lambda t: tuple(map(order, t))):
            factors = [
                self.words(Words(m, n, {w: P.ONE}))
                for (m, n), w in zip(form.sizes, key, strict=True)
            ]
            product = factors[0]
            for factor in factors[1:]:
                product = call("kronecker", product, factor)
            parts.append(mul(self.poly(form.terms[key]), product))
        if not parts:
            rows, columns = forms.size(form)
            return call("zero", self.poly(rows), self.poly(columns))
        return sum_of(parts)

    def words(self, form: Words) -> Term:
        if not form.terms:
            return call("zero", self.poly(form.rows), self.poly(form.columns))
        parts = []
        for w in sorted(form.terms, key=order):
            body = self.word(w) if w else identity(self.poly(form.rows))
            c = self.poly(form.terms[w])
            parts.append(body if c == ONE else mul(c, body))
        return sum_of(parts)
