"""Normal forms as dictionaries whose atoms are terms: how search reads what the kernel computes.

Of the kernel this takes the data of normal forms, and what atoms stand for (`Atom.key`), nothing
else; a term that is read back wrongly is a proof that is rejected.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

from derivations.kernel import Blocks, Context, Grid, Poly, Words, size_of
from derivations.language.sorts import NATURAL, REAL, Sort
from derivations.language.statements import Relation, Unsettled
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, apply, call, conj, div, exp, identity, matrix, mul, neg, number,
    power, symbol, transpose, zero_matrix,
)
from derivations.search.reading.gaussian import Gaussian

# A product of atoms with exponents; a product of letters with exponents.
Monomial = tuple[tuple[Term, Any], ...]
Word = tuple[tuple[Term, Term], ...]
# Place in a grid (None: not one), word (None: a scalar), monomial.
Key = tuple[Any, Word | None, Monomial]
CONSTANT: Key = (None, None, ())
# Divisions by numbers below this are no work that is counted.
SHORT = 2**63


class NotReadable(Unsettled, ValueError):
    """A normal form has no term in the symbols at hand."""


def sum_of(parts: Sequence[Term]) -> Term:
    """The sum of any number of terms."""
    return parts[0] if len(parts) == 1 else add(*parts) if parts else ZERO


def product_of(parts: Sequence[Term]) -> Term:
    """The product of any number of terms."""
    return parts[0] if len(parts) == 1 else mul(*parts) if parts else ONE


def scaled(c: Gaussian, factors: Sequence[Term]) -> Term:
    """A Gaussian rational times factors."""
    a, b = c
    if not b:
        coefficient = number(a)
    else:
        unit = I if b == 1 else neg(I) if b == -1 else mul(number(b), I)
        coefficient = add(number(a), unit) if a else unit
    if not factors:
        return coefficient
    return product_of(factors if a == 1 and not b else [coefficient, *factors])


def multiple(c: Gaussian, monomial: Monomial) -> Term:
    """A Gaussian rational times a product of atoms."""
    return scaled(c, [monomial_term(monomial)] if monomial else [])


def polynomial(coefficients: Mapping[Key, Gaussian]) -> Term:
    """The scalar with these coefficients."""
    return sum_of([multiple(c, monomial) for (_, _, monomial), c in coefficients.items()])


def angular(coefficients: Mapping[Key, Gaussian]) -> Term | None:
    """The scalar with these coefficients, a cosine and a sine, hyperbolic ones perhaps, for an
    exponential and its inverse; None where there is no such pair."""
    left, parts, paired = dict(coefficients), [], False
    for key, c in coefficients.items():
        powers = key[2]
        exponents = [(a.args[0], e) for a, e in powers if a.head == "exp"]
        if not all(isinstance(e, (int, Fraction)) for _, e in exponents):
            return None
        turned = (None, None, tuple((a, -e if a.head == "exp" else e) for a, e in powers))
        if key not in left:
            continue
        del left[key]
        if not exponents or turned not in left:
            parts.append(multiple(c, powers))
            continue
        paired, d = True, left.pop(turned)
        if exponents[0][1] < 0:
            exponents, c, d = [(u, -e) for u, e in exponents], d, c
        whole = [power_of(a, e) for a, e in powers if a.head != "exp"]
        angles = [(angle, e) for u, e in exponents if (angle := _over_i(u)) is not None]
        turns = len(angles) == len(exponents)
        inside = sum_of([scaled((Fraction(e), Fraction(0)), [u])
                         for u, e in (angles if turns else exponents)])
        even, odd = (c[0] + d[0], c[1] + d[1]), (c[0] - d[0], c[1] - d[1])
        heads = ("cos", "sin") if turns else ("cosh", "sinh")
        for head, factor in zip(heads, (even, (-odd[1], odd[0]) if turns else odd), strict=True):
            if any(factor):
                parts.append(scaled(factor, [*whole, call(head, inside)]))
    return sum_of(parts) if paired else None


def _over_i(u: Term) -> Term | None:
    """A product with i, without it."""
    factors = u.args if u.head == "mul" else (u,)
    if I not in factors:
        return None
    place = factors.index(I)
    return product_of([*factors[:place], *factors[place + 1 :]])


def half_turns(u: Term) -> Fraction | None:
    """The rational c of `c i π`."""
    factors = list(u.args) if u.head == "mul" else [u]
    numbers = [f.data for f in factors if f.head == "number"]
    others = [f for f in factors if f.head != "number"]
    return prod(numbers, start=Fraction(1)) if others in ([I, PI], [PI, I]) else None


def _terms(p: Poly) -> Iterable[tuple[Any, Fraction, Fraction]]:
    """(monomial, real part, imaginary part) of every term, in order; the same numbers are made
    once, as long as they are short."""
    re, im, den = p.re, p.im, p.den
    if den >= SHORT:
        return p.terms()
    return [(m, _ratio(re.get(m, 0), den), _ratio(im.get(m, 0), den))
            for m in sorted(p.monomials())]


@lru_cache(maxsize=4096)
def _ratio(a: int, b: int) -> Fraction:
    return Fraction(a, b)


def is_scalar(coefficients: Iterable[Key]) -> bool:
    """Whether these are coefficients of a scalar, not of words or of a grid."""
    return all(place is None and word is None for place, word, _ in coefficients)


class Reader:
    """Terms of the normal forms of one normalizer, in these symbols."""

    def __init__(self, normalizer: Any, symbols: frozenset[Term]) -> None:
        self.normalizer = normalizer
        self.symbols = {s.name: s for s in symbols}
        self.bound: dict[int, Term] = {}
        self._atoms: dict[int, Term] = {}
        self._ranks: dict[Term, int] = {}
        self.words: dict[Term, Word] = {}  # of the atoms that are entries of products
        self._letters: dict[Any, Term] = {}
        self._powers: dict[tuple[int, Any], tuple[Term, Any]] = {}
        self._written: dict[tuple[Term, Any], Term] = {}
        self.known: dict[Any, Any] = {}  # what was asked of normal forms before

    def monomials(self, form: Any) -> dict[Key, Gaussian]:
        """The coefficients of a normal form."""
        found: dict[Key, Gaussian] = {}
        self._gather(form, None, found)
        return found

    def _gather(self, form: Any, place: Any, found: dict[Key, Gaussian]) -> None:
        if isinstance(form, Poly):
            for m, re, im in _terms(form):
                found[place, None, self.monomial(m)] = (re, im)
        elif isinstance(form, Words):
            for word, c in form.terms.items():
                letters = self.word(word)
                for m, re, im in _terms(c):
                    found[place, letters, self.monomial(m)] = (re, im)
        elif isinstance(form, Blocks):
            height, body = self._block(form)
            with self._opened(height):
                self._gather_parts(body, form.shape, found)
        else:
            self._gather_parts(form, "grid", found)

    def _gather_parts(self, body: Any, shape: str, found: dict[Key, Gaussian]) -> None:
        if not isinstance(body, Grid):
            self._gather(body, (shape,), found)
            return
        for k, part in enumerate(body.parts):
            self._gather(part, (shape, *divmod(k, len(body.widths))), found)

    def _block(self, form: Blocks) -> tuple[int, Any]:
        """The number of the index of blocks, and the block; alike for blocks that are alike."""
        _, height, body = self.normalizer.closed(form.count, form.level, form.body)
        return height, body

    def monomial(self, m: Any) -> Monomial:
        """Atoms in the order of their numbers."""
        return tuple([self._factor(g, e) for g, e in m])

    def rank(self, atom: Term) -> int:
        """The place of an atom among others in a monomial."""
        return self._ranks.get(atom, 0)  # powers of -1 come first

    def _factor(self, g: int, e: Any) -> tuple[Term, Any]:
        """An atom and its exponent; a turn keeps its exponent inside."""
        known = self._powers.get((g, e))
        if known is None:
            if self.normalizer.atoms[g].key[0] == "turn":
                known = (exp(mul(number(e), I, PI)), 1)
            else:
                known = (self.atom(g), e)
                self._ranks[known[0]] = g
            self._powers[g, e] = known
        return known

    def factors(self, m: Monomial) -> list[Term]:
        """The powers of a monomial; equal ones are one object, which is read once."""
        for factor in m:
            if factor not in self._written:
                self._written[factor] = power_of(*factor)
        return [self._written[factor] for factor in m]

    def poly(self, p: Poly) -> Term:
        """The polynomial as a sum."""
        parts = [
            scaled((re, im), self.factors(self.monomial(m)))
            for m, re, im in _terms(p)
        ]
        return sum_of(parts)

    def atom(self, g: int) -> Term:
        if g in self.bound:
            return self.bound[g]
        known = self._atoms.get(g)
        if known is None:
            known = self._atom(self.normalizer.atoms[g].key)
            if not self.bound:
                self._atoms[g] = known
        return known

    def _atom(self, key: Any) -> Term:
        match key[0]:
            case "symbol":
                return self._symbol(key[1], Sort(key[2]))
            case "pi":
                return PI
            case "conjugate":
                return conj(self.poly(key[1]))
            case "exponential":
                return exp(self.poly(key[1]))
            case "inverse":
                return div(ONE, self.poly(key[1]))
            case "power":
                return power(self.poly(key[1]), self.poly(key[2]))
            case "value":
                return self._value(key[1], key[2])
            case "call":
                return self._call(key[1], key[2])
            case "trace":
                return call("trace", self.form(key[1]))
            case "determinant":
                return call("det", self.form(key[1]))
            case "scalar":
                (own,) = key[1].terms
                word = self.word(own)
                whole = call("scalar", word_term(word))
                self.words[whole] = word
                return whole
            case "entry":
                return call("entry", self.form(key[1]), number(key[2]), number(key[3]))
            case "sum":
                return self._binder("sum", *key[1:])
            case "product":
                return self._binder("product", [key[1]], *key[2:])
            case "pointed":
                return self._pointed(*key[1:])
            case "count":
                last = add(self.poly(key[1]), number(-1))
                return Term("sum", (symbol("i_", NATURAL), ZERO, last, ONE))
        raise NotReadable(f"a {key[0]} has no term")

    def _call(self, head: str, arguments: Any) -> Term:
        values = list(map(self.form, arguments))
        return power(*values) if head == "pow" else call(head, *values)

    def _value(self, family: Any, arguments: Any) -> Term:
        name, kinds, _ = family
        inner = list(map(self.form, arguments))
        if kinds == "permutation" and isinstance(name, tuple):
            return apply(call("inv", self._symbol(name[0])), *inner)
        return apply(self._symbol(name), *inner)

    def _symbol(self, name: str, sort: Sort | None = None) -> Term:
        if name in self.symbols:
            return self.symbols[name]
        if sort is None:
            raise NotReadable(f"{name} is not a symbol here")
        return symbol(name, sort)

    @contextmanager
    def _opened(self, height: int, count: int = 1) -> Iterator[list[Term]]:
        """So many bound indices, from this number on, as symbols of new names.

        One name for one number: what is read is kept.  A number that is open around may be taken
        again: then the index around does not occur inside.
        """
        found = []
        for place in range(height, height + count):
            found.append(self._free_name(f"i{place}_", NATURAL))
        numbers = [self.normalizer.number(self.normalizer.bound(height + k)) for k in range(count)]
        with self._named(dict(zip(numbers, found, strict=True))):
            yield found

    def _free_name(self, name: str, sort: Sort) -> Term:
        """A symbol with this name, or one like it that no symbol has."""
        while name in self.symbols:
            name += "_"
        return symbol(name, sort)

    @contextmanager
    def _named(self, found: dict[int, Term]) -> Iterator[None]:
        """Bound atoms as symbols."""
        around = self.bound
        self.bound = {**around, **found}
        try:
            yield
        finally:
            self.bound = around

    def _binder(self, head: str, counts: Any, height: int, body: Any) -> Term:
        """One or several indices, which inside count from 0."""
        with self._opened(height, len(counts)) as opened:
            term = self.form(body)
            for index, count in reversed(list(zip(opened, counts, strict=True))):
                last = self.poly(self.normalizer.add([count, Poly({(): -1}, {})]))
                term = Term(head, (index, ZERO, last, term))
        return term

    def _pointed(self, head: str, outside: Any, height: int, body: Any) -> Term:
        """What is said of a function, its variable under a new name; a tangent that has the
        function's own derivative for its value says that there is one."""
        *around, value = map(self.form, outside)
        variable = self._free_name(f"x{height}_", REAL)
        number = self.normalizer.number(self.normalizer.atom(("bound", height, "real"), "real"))
        with self._named({number: variable}):
            inside = self.form(body)
        if head == "tangent" and value == Term("diff", (variable, *around, inside)):
            return Term("differentiable", (variable, *around, inside))
        return Term(head, (variable, *around, value, inside))

    def word(self, word: Any) -> Word:
        return tuple([self._letter(*one) for one in word])

    def _letter(self, base: int, t: bool, c: bool, e: Any) -> tuple[Term, Term]:
        term = self._letter_term(self.normalizer.atoms[base].key)
        if t:
            term = call("adjoint", term) if c else transpose(term)
        elif c:
            term = conj(term)
        return term, self.poly(e)

    def _letter_term(self, key: Any) -> Term:
        known = self._letters.get(key)
        if known is None:
            known = self._letter_of(key)
            if not self.bound:
                self._letters[key] = known
        return known

    def _letter_of(self, key: Any) -> Term:
        kind = key[1]
        match kind[0]:
            case "symbol":
                return self._symbol(kind[1])
            case "value":
                return self._value(kind[1], kind[2])
            case "explicit":
                return self.form(self.normalizer.explicit[self.normalizer.numbers[key]])
            case "inverted":
                return call("inv", self.form(kind[1]))
            case "raised":
                return power(self.form(kind[1]), self.poly(kind[2]))
            case "function":
                return self._call(kind[1], kind[2])
            case "pointed":
                return self._pointed(*kind[1:])
            case "series":
                return self._binder("sum", [kind[1]], *kind[2:])
            case "product":
                return self._binder("product", [kind[1]], *kind[2:])
        raise NotReadable(f"a {kind[0]} of matrices has no term")

    def form(self, form: Any) -> Term:
        """Any normal form as a term."""
        if isinstance(form, Poly):
            return self.poly(form)
        if isinstance(form, Words):
            return self._words(form)
        if isinstance(form, Blocks):
            return self._blocks(form)
        parts = [self.form(p) for p in form.parts]
        if all(isinstance(p, Poly) for p in form.parts):
            across = len(form.widths)
            return matrix([parts[k : k + across] for k in range(0, len(parts), across)])
        return Term("blocks", tuple(parts), (len(form.heights), len(form.widths)))

    def _blocks(self, form: Blocks) -> Term:
        height, block = self._block(form)
        with self._opened(height) as (index,):
            body = self.form(block)
        last = add(self.poly(form.count), number(-1))
        if form.shape == "row":
            return transpose(Term("stack", (index, ZERO, last, transpose(body))))
        head = "blockdiag" if form.shape == "diagonal" else "stack"
        return Term(head, (index, ZERO, last, body))

    def _words(self, form: Words) -> Term:
        if not form.terms:
            return zero_matrix(self.poly(form.rows), self.poly(form.columns))
        parts = []
        for word, c in form.terms.items():
            body = word_term(self.word(word)) if word else identity(self.poly(form.rows))
            parts.append(body if c.rational() == 1 else mul(self.poly(c), body))
        return sum_of(parts)


def power_of(base: Term, e: Any) -> Term:
    """A power of an atom; that of an exponential has any rational exponent."""
    if e == 1:
        return base
    return exp(mul(number(e), base.args[0])) if base.head == "exp" else power(base, number(e))


def monomial_term(m: Monomial) -> Term:
    """A product of atoms."""
    return product_of([power_of(a, e) for a, e in m])


def powers_of(word: Word) -> list[Term]:
    """The factors of a word."""
    return [letter if e == ONE else power(letter, e) for letter, e in word]


def word_term(word: Word) -> Term:
    """A product of letters, at least one."""
    return product_of(powers_of(word))


def entry_of(whole: Term, rows: int, columns: int, i: int, j: int) -> Term:
    """An entry of a matrix of this size, as a scalar."""
    row = matrix([[int(k == i) for k in range(rows)]])
    column = matrix([[int(k == j)] for k in range(columns)])
    return call("scalar", mul(row, whole, column))


def reader(context: Context) -> Reader:
    """What reads the normal forms of a context."""
    known = context.normalizer.__dict__.setdefault("readers", {})
    symbols = context.symbols
    if id(symbols) not in known:  # by identity first, which is quicker than to compare
        if symbols not in known:
            known[symbols] = Reader(context.normalizer, symbols)
        known[id(symbols)] = symbols, known[symbols]
    found: Reader = known[id(symbols)][1]
    return found


def form(context: Context, term: Term) -> Any:
    """The normal form."""
    return context.normalizer.of(term)


def difference(context: Context, relation: Relation) -> Any:
    """The normal form of `left - right`."""
    return context.normalizer.difference(relation)


def simplified(context: Context, term: Term) -> Term:
    """The normal form as a term."""
    return reader(context).form(form(context, term))


def size(context: Context, term: Term) -> tuple[Term, Term] | None:
    """Rows and columns of a matrix, as terms; None of a scalar."""
    value = form(context, term)
    if isinstance(value, Poly):
        return None
    rows, columns = size_of(value)
    whole = reader(context)
    return whole.poly(rows), whole.poly(columns)
