"""What a refutation shows: both sides at the values, and `left - right` in the symbols.

Functions that the kernel takes apart are kept as they stand; what they are at numbers is put in
(`closed_forms`).  Exponentials with imaginary exponents are read as cosines and sines, and common
factors are taken out, so that a dropped term or a wrong sign can be seen.  For display only.
"""

from collections.abc import Sequence
from fractions import Fraction
from operator import is_
from typing import Any

from derivations.kernel import Context, manifest
from derivations.language.abbreviate import MATRIX_LIMIT
from derivations.language.heads import FUNCTIONS
from derivations.language.sorts import COMPLEX, REAL
from derivations.language.statements import Relation, Statement, Unsettled, eq
from derivations.language.stating import opened
from derivations.language.substitution import Substitution, bound_symbols, free_symbols, subterms
from derivations.language.terms import (
    BINDERS, ONE, PI, ZERO, I, Term, add, call, cos, div, matrix, mul, neg, number, power, sin,
    sqrt, sub, symbol,
)
from derivations.language.text import term_text
from derivations.search.differentiation.slopes import sides_written_out, written_out
from derivations.search.linear_algebra.explicit_matrices import adjugate
from derivations.search.numerics.closed_forms import gaussian, value
from derivations.search.reading.gaussian import NOTHING, UNIT, Gaussian, add_to, minus
from derivations.search.reading.groups import is_long, remaining, sum_at
from derivations.search.reading.readback import (
    NotReadable, form, half_turns, is_scalar, power_of, product_of, reader, scaled, sum_of,
)
from derivations.verdicts import Entry, Witness

# A residual with more monomials than this is not shown.
MAX_SHOWN = 200
# Functions at numbers are put in so many times, one inside the other.
MAX_ROUNDS = 4
# Explicit matrices that are inverted.
MAX_ROWS = 4
# What stays as it is written: the kernel has sums of exponentials for the others.
KEPT = frozenset(FUNCTIONS) - {"exp", "sin", "cos", "sinh", "cosh", "re", "im"}
CHANGED = KEPT | {"exp", "pow", "div", "inv"}
HALF = Fraction(1, 2)
# The squares of twice the cosine and the sine of parts of π.
_TURNS = {Fraction(0): (4, 0), Fraction(1, 6): (3, 1), Fraction(1, 4): (2, 2)}

Powers = tuple[tuple[Term, Any], ...]


def witness_at(claimed: Statement, goal: int, values: Sequence[tuple[Term, Term]]) -> Witness:
    """What is shown of a goal that is false at the values: both sides there in closed form, and the
    residual in the symbols; of large matrices, the first entry in which they differ.
    """
    statement = opened(claimed, goal)
    relation, written = statement.goals[0].relation, claimed.goals[goal].relation
    left, right = [written_out(sum_at(t, dict(values))) for t in (relation.left, relation.right)]
    if relation.operator != "==" or is_long(relation):
        return Witness(tuple(values), written, _attempted(left), _attempted(right))
    symbols, short = statement.declarations, sides_written_out(remaining(relation))
    entry = _first_difference(left, right)
    if entry is not None:
        parts = [_entry(t, entry) for t in (left, right, short.left, short.right)]
        left, right, short = *parts[:2], Relation("==", *parts[2:])
    sides = _attempted(left), _attempted(right)
    residual = _attempted(sub(short.left, short.right), symbols)
    return Witness(tuple(values), written, *sides, residual, entry)


def _first_difference(left: Term, right: Term) -> Entry | None:
    """The first entry in which two matrices differ that are too large to be shown."""
    context = Context()
    try:
        whole = reader(context).form(form(context, sub(left, right)))
    except (Unsettled, ArithmeticError):
        return None
    if whole.head != "matrix" or max(whole.data) <= MATRIX_LIMIT:
        return None
    rows, columns = whole.data
    for k, part in enumerate(whole.args):
        if part != ZERO and _attempted(part) != ZERO:
            return Entry(k // columns, k % columns, rows, columns)
    return None


def _entry(term: Term, at: Entry) -> Term:
    if term.head == "matrix":
        return term.args[at.row * at.columns + at.column]
    return call("entry", term, number(at.row), number(at.column))


def _attempted(term: Term, symbols: Sequence[Term] = ()) -> Term | None:
    try:
        return readable(term, symbols)
    except (Unsettled, ArithmeticError):
        return None


def readable(term: Term, symbols: Sequence[Term] = ()) -> Term:
    """A term as its normal form says it, to be read by people.  Raises Unsettled."""
    return _Reading(symbols)(term)


class _Reading:
    """Normal forms in which functions that are kept stand as symbols."""

    def __init__(self, symbols: Sequence[Term]) -> None:
        self.context = Context(symbols=frozenset(symbols))
        self.kept: dict[Term, Term] = {}
        self.meant: dict[Term, Term] = {}
        self.numbers: set[Term] = set()  # those of meant without symbols

    def __call__(self, term: Term) -> Term:
        return _with_minus(self._shown(self._hidden(term, written=True)))

    # Functions that are kept

    def _hidden(self, term: Term, written: bool = False) -> Term:
        """With symbols for the functions that are kept, or with what they are at numbers.

        written: whether the arguments of functions stay as they stand.
        """
        bound = {s for n in subterms(term) for s in bound_symbols(n)}
        done: dict[int, Term] = {}
        for node in subterms(term):
            args = tuple([done[id(a)] for a in node.args])
            new = node if all(map(is_, args, node.args)) else Term(node.head, args, node.data)
            if node.head in CHANGED and (not bound or bound.isdisjoint(free_symbols(node))):
                new = self._changed(new, node if written else new)
            done[id(node)] = new
        return done[id(term)]

    def _changed(self, new: Term, node: Term) -> Term:
        match new.head:
            case "pow":
                return self._power(new, *new.args)
            case "div":
                return self._quotient(new, *new.args)
            case "inv":
                return self._inverted(new)
            case "exp":
                return self._exponential(new, new.args[0])
        args = tuple([self._shown(a) for a in new.args])
        shown = Term(new.head, args)
        found = value(new.head, args)
        if found is not None and shown not in subterms(found):
            return self._hidden(found)
        return self._symbol(shown if node is new or self._is_number(new) else node)

    def _is_number(self, term: Term) -> bool:
        return free_symbols(term) <= self.numbers

    def _power(self, new: Term, base: Term, e: Term) -> Term:
        """`sqrt(x)**2 = x`, `abs(x)**2 = x conj(x)`, powers of numbers."""
        meant = self.meant.get(base, base)
        n = e.data if e.head == "number" else Fraction(0)
        if meant.head in ("sqrt", "abs") and n.denominator == 1 and n > 1:
            x = self._hidden(meant.args[0])
            square = x if meant.head == "sqrt" else mul(x, call("conj", x))
            return mul(power(square, int(n) // 2), *[base] * (int(n) % 2), ONE)
        if (n.denominator == 1 and n) or not self._is_number(new):
            return new
        shown = [self._shown(a) for a in new.args]
        found = value("pow", shown)
        unchanged = found is None or power(*shown) in subterms(found)
        return new if found is None or unchanged else self._hidden(found)

    def _quotient(self, new: Term, above: Term, below: Term) -> Term:
        """`1/(a + b r) = (a - b r)/(a² - b² n)` for a root r of a number n."""
        roots = [s for s in free_symbols(below) if s in self.meant]
        if len(roots) != 1 or self.meant[roots[0]].head != "sqrt":
            return new
        (r,) = roots
        n = gaussian(self.meant[r].args[0])
        parts = reader(self.context).monomials(form(self.context, below))
        if n is None or not {key[2] for key in parts} <= {(), ((r, 1),)}:
            return new
        a, b = (scaled(parts.get((None, None, m), NOTHING), [])
                for m in ((), ((r, 1),)))
        norm = sub(mul(a, a), mul(b, b, scaled(n, [])))
        return mul(above, sub(a, mul(b, r)), div(ONE, norm))

    def _symbol(self, term: Term) -> Term:
        known = self.kept.get(term)
        if known is None:
            real = FUNCTIONS[term.head].real == "always"
            real = real or manifest(self.context, eq(call("conj", term), term))
            known = symbol(f"_'{len(self.kept)}", REAL if real else COMPLEX)
            self.kept[term], self.meant[known] = known, term
            if not free_symbols(term):
                self.numbers.add(known)
        return known

    def _inverted(self, node: Term) -> Term:
        """The inverse of an explicit matrix: its adjugate over its determinant."""
        whole = reader(self.context).form(form(self.context, node.args[0]))
        if whole.head != "matrix" or whole.data[0] > MAX_ROWS:
            return node
        n = whole.data[0]
        rows = [whole.args[k : k + n] for k in range(0, n * n, n)]
        below = self._hidden(self._shown(call("det", whole)))
        return matrix([[div(minor, below) for minor in row] for row in adjugate(rows)])

    # Normal forms

    def _shown(self, term: Term) -> Term:
        """The normal form of a term without functions that are kept."""
        for _ in range(MAX_ROUNDS):
            parts = reader(self.context).monomials(form(self.context, term))
            if len(parts) > MAX_SHOWN:
                raise NotReadable("a residual this long is not shown")
            whole = reader(self.context).form(form(self.context, term))
            if any(node.head in BINDERS for node in subterms(whole)):
                raise NotReadable("a sum over an index is not shown")
            again = self._hidden(whole)
            if again == whole:
                break
            term = again
        meant = Substitution(self.meant)
        if whole.head == "matrix":
            return Term("matrix", tuple([self._shown(a) for a in whole.args]), whole.data)
        if not is_scalar(parts):
            return meant(whole)
        found: dict[Powers, Gaussian] = {}
        for (_, _, m), c in parts.items():
            add_to(found, _with_divisors([(meant(a), e) for a, e in m]), c)
        return _polynomial(found)

    def _exponential(self, new: Term, inside: Term) -> Term:
        """`exp(log x) = x`; `exp(c i π)` as a cosine and a sine between 0 and π/4."""
        meant = self.meant.get(inside, inside)
        if meant.head == "log":
            return self._hidden(meant.args[0])
        turn = half_turns(inside)
        if turn is None:
            return new
        quarters, rest = divmod(turn, HALF)
        near = min(rest, HALF - rest)
        exact = _TURNS.get(near)
        if exact is not None:
            c, s = (mul(number(HALF), self._hidden(sqrt(number(n)))) for n in exact)
        else:
            c, s = (self._symbol(f(mul(number(near), PI))) for f in (cos, sin))
        return mul(power(I, quarters % 4), add(c, mul(I, s)) if near == rest else add(s, mul(I, c)))


# Terms of polynomials


def _polynomial(parts: dict[Powers, Gaussian]) -> Term:
    """A sum with its common factors, but for exponentials, taken out."""
    common = _common_factors(list(parts))
    rest = {_without(m, common): c for m, c in parts.items()}
    inner = _circular(rest)
    if not common:
        return inner
    factor = _product(UNIT, common)
    if inner == ONE:
        return factor
    return neg(factor) if inner == number(-1) else mul(factor, inner)


def _with_divisors(powers: Sequence[tuple[Term, Any]]) -> Powers:
    """A product in which nothing is divided by what it is multiplied by, but for symbols."""
    found: dict[Term, Any] = {}
    for a, e in powers:
        if a.head == "div" and a.args[0] == ONE and not free_symbols(a):
            a, e = a.args[1], -e
        found[a] = found.get(a, 0) + e
    return tuple([(a, e) if e > 0 or a.head == "exp" else (div(ONE, a), -e)
                  for a, e in found.items() if e])


def _common_factors(monomials: list[Powers]) -> Powers:
    if len(monomials) < 2:
        return ()
    shared = {a: e for a, e in monomials[0] if a.head != "exp" and e > 0}
    for m in monomials[1:]:
        powers = dict(m)
        shared = {a: min(e, powers[a]) for a, e in shared.items() if powers.get(a, 0) > 0}
    return tuple(shared.items())


def _without(m: Powers, common: Powers) -> Powers:
    less = dict(common)
    return tuple([(a, e - less.get(a, 0)) for a, e in m if e != less.get(a, 0)])


def _circular(parts: dict[Powers, Gaussian]) -> Term:
    """`c e^{iX} + d e^{-iX}` as `(c + d) cos X + i (c - d) sin X`."""
    groups: dict[tuple[Powers, Powers], list[Fraction]] = {}
    for m, (re, im) in parts.items():
        turning = tuple([(a, e) for a, e in m if _imaginary(a) is not None])
        rest = tuple([pair for pair in m if pair not in turning])
        backward = bool(turning) and turning[0][1] < 0
        phase = tuple([(a, -e) for a, e in turning]) if backward else turning
        numbers = groups.setdefault((rest, phase), [Fraction(0)] * 4)
        numbers[2 * backward] += re
        numbers[2 * backward + 1] += im
    plain: dict[Powers, Gaussian] = {}
    waves: list[Term] = []
    for (rest, phase), (a, b, c, d) in groups.items():
        if not phase:
            plain[rest] = (a, b)
            continue
        x = _sum({_imaginary(t) or (): (Fraction(e), Fraction(0)) for t, e in phase})
        for numbers_, wave in (((a + c, b + d), cos(x)), ((d - b, a - c), sin(x))):
            if any(numbers_):
                factor = _product(numbers_, rest)
                one = factor in (ONE, number(-1))
                waves.append(mul(factor, wave) if not one else wave if factor == ONE else neg(wave))
    terms = [*([_sum(plain)] if plain or not waves else []), *waves]
    terms.sort(key=_starts_with_minus)
    return sum_of(terms)


def _imaginary(atom: Term) -> Powers | None:
    """The product X of `exp(i X)`."""
    inside = atom.args[0] if atom.head == "exp" else ZERO
    if inside == I:
        return ()
    if inside.head != "mul" or inside.args[0] != I:
        return None
    return tuple([
        (f.args[0], f.args[1].data) if f.head == "pow" and f.args[1].head == "number" else (f, 1)
        for f in inside.args[1:]
    ])


def _sum(parts: dict[Powers, Gaussian]) -> Term:
    """The terms of the highest degree first, those with a minus last, then by their text."""
    order = []
    for m, c in parts.items():
        term = _product(c, m)
        degree = sum(e for _, e in m if e > 0)
        order.append(((-degree, max(c) <= 0, term_text(term)), term))
    return sum_of([term for _, term in sorted(order, key=lambda one: one[0])])


def _product(c: Gaussian, powers: Powers) -> Term:
    factors = [power_of(a, e) for a, e in powers]
    return neg(product_of(factors)) if factors and c == minus(UNIT) else scaled(c, factors)


def _starts_with_minus(term: Term) -> bool:
    first = term.args[0] if term.head == "mul" else term
    return first.head == "neg" or (first.head == "number" and first.data < 0)


def _with_minus(term: Term) -> Term:
    """The term with its sums as they are written by hand: `a - 2`, not `(-2) + a`."""
    done: dict[int, Term] = {}
    for node in subterms(term):
        done[id(node)] = _by_hand(node, [done[id(part)] for part in node.args])
    return done[id(term)]


def _by_hand(term: Term, args: list[Term]) -> Term:
    """A term of these arguments, which are written by hand."""
    if term.head == "add":
        first = next((k for k, part in enumerate(args) if not _starts_with_minus(part)), 0)
        args = [_subtracted(part) for part in (args[first], *args[:first], *args[first + 1 :])]
    if term.head == "mul" and args[0] in (ONE, number(-1)):
        rest = product_of(args[1:])
        minus = number(-rest.data) if rest.head == "number" else neg(rest)
        return rest if args[0] == ONE else minus
    return Term(term.head, tuple(args), term.data) if args else term


def _subtracted(part: Term) -> Term:
    factors = part.args if part.head == "mul" else (part,)
    first, rest = factors[0], factors[1:]
    if first.head == "neg" and rest:
        return neg(mul(*first.args, *rest))
    if first.head != "number" or first.data >= 0:
        return part
    if rest and first.data == -1:
        return neg(product_of(rest))
    return neg(mul(number(-first.data), *rest) if rest else number(-first.data))
