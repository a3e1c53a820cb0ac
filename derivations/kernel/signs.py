"""Signs of terms, seen from how they are written.

The normal form of `1 + tan(x)²` is a quotient of exponentials and shows no sign; the term does.
A sign is the set of those of "-", "0", "+" that are possible for a value that is known to be
real, as bits; None where the value is not known to be real.  What a term is built from, its
normal form under the facts of the context, and enclosures of closed terms are put together.

Everything is about the kernel's total functions: a quotient by 0 is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.bounds import Bounds
from derivations.kernel.forms import OutOfReach
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import StatementError
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, PI, Term, add, conj, div, mul, neg, number, symbol

MINUS, NONE, PLUS = 1, 2, 4
REAL = MINUS | NONE | PLUS
AT_LEAST = NONE | PLUS
AT_MOST = NONE | MINUS
Sign = int | None

NAMES = {
    MINUS: "negative", NONE: "zero", PLUS: "positive",
    AT_LEAST: "nonnegative", AT_MOST: "nonpositive", MINUS | PLUS: "nonzero", REAL: "real",
}  # fmt: skip

# Precisions, in bits, at which closed terms are enclosed.
PRECISIONS = (64, 256)
# Terms nested deeper than this get no sign.
MAX_DEPTH = 150
# A term with more subterms than this gets no sign by its structure.
MAX_NODES = 4_000


def sign_of(normalizer: Normalizer, term: Term) -> str | None:
    """The sign in words, as in `NAMES`; None where the term is not seen to be real.

    >>> from derivations.language.sorts import REAL
    >>> from derivations.language.terms import call, power
    >>> x = symbol("x", REAL)
    >>> sign_of(Normalizer(), add(1, power(call("tan", x), 2)))
    'positive'
    """
    found = Signs(normalizer).of(term)
    return None if found is None else NAMES.get(found)


def shows(normalizer: Normalizer, operator: str, term: Term) -> bool:
    """Whether the term is seen to be `!= 0`, `>= 0` or `> 0`, for `!=`, `<=` and `<`."""
    if _size(term) > MAX_NODES:
        return False
    signs = Signs(normalizer)
    try:
        if operator == "!=":
            return signs.nonzero(term)
        found = signs.of(term)
    except (OutOfReach, TooLarge, StatementError):
        return False
    if found is None:
        return False
    return not found & ~(AT_LEAST if operator == "<=" else PLUS)


def _size(term: Term) -> int:
    from derivations.language.substitution import subterms

    count = 0
    for _ in subterms(term):
        count += 1
        if count > MAX_NODES:
            break
    return count


# Arithmetic of signs


def _opposite(s: Sign) -> Sign:
    if s is None:
        return None
    return (s & NONE) | (PLUS if s & MINUS else 0) | (MINUS if s & PLUS else 0)


def _plus(a: Sign, b: Sign) -> Sign:
    if a is None or b is None:
        return None
    out = 0
    for x in (MINUS, NONE, PLUS):
        for y in (MINUS, NONE, PLUS):
            if a & x and b & y:
                out |= x if y == NONE or x == y else y if x == NONE else REAL
    return out


def _times(a: Sign, b: Sign) -> Sign:
    if a is None or b is None:
        return None
    out = (a | b) & NONE
    if (a & PLUS and b & PLUS) or (a & MINUS and b & MINUS):
        out |= PLUS
    if (a & PLUS and b & MINUS) or (a & MINUS and b & PLUS):
        out |= MINUS
    return out


def _square(a: Sign) -> Sign:
    return AT_LEAST if a is None else (a & NONE) | (PLUS if a & (PLUS | MINUS) else 0)


# Odd functions of a real number that grow with it and are real everywhere; also 0 at 0.
_ODD = frozenset({"sinh", "tanh", "asinh", "atan", "csch", "coth", "sign", "conj"})
# Functions that take reals to reals.
_REAL = frozenset({"tan", "cot", "sec", "csc", "floor", "ceiling"})


class Signs:
    """Signs of terms under the facts of one normalizer."""

    def __init__(self, normalizer: Normalizer) -> None:
        self.normalizer = normalizer
        self.known: dict[int, tuple[Term, Sign]] = {}
        self.depth = 0
        self.bounds = Bounds(self)

    # Entry points

    def of(self, term: Term) -> Sign:
        known = self.known.get(id(term))
        if known is None:
            if self.depth > MAX_DEPTH:
                return None
            self.depth += 1
            try:
                known = (term, self._find(term))
            finally:
                self.depth -= 1
            self.known[id(term)] = known
        return known[1]

    def at_least(self, term: Term, bound: Term) -> bool:
        """Whether term - bound is seen to be at least 0."""
        found = self.of(add(term, neg(bound)))
        return found is not None and not found & MINUS

    def above(self, term: Term, bound: Term) -> bool:
        return self.of(add(term, neg(bound))) == PLUS

    def nonzero(self, term: Term) -> bool:
        """Whether the value, not necessarily real, is seen not to be 0."""
        found = self.of(term)
        if found is not None:
            return not found & NONE
        head, args = term.head, term.args
        if head == "exp":
            return True
        if head in ("mul", "neg", "div", "conj", "sqrt", "abs") or (
            head == "pow" and args[1].head == "number"
        ):
            parts = args[:1] if head == "pow" else args
            if all(self.nonzero(a) for a in parts):
                return True
        value = self._value(term)
        if value is None:
            return False
        algebra = self.normalizer.algebra
        return algebra.is_nonzero(value) or any(
            not self._of_value(part) & NONE
            for part in (algebra.real_part(value), algebra.imaginary_part(value))
        )

    # What the normal form shows

    def _value(self, term: Term) -> Poly | None:
        try:
            value = self.normalizer.value(term)
        except (OutOfReach, TooLarge, StatementError):
            return None
        return value if isinstance(value, Poly) else None

    def _of_value(self, value: Poly) -> int:
        """The sign of a polynomial that is known to be real."""
        algebra = self.normalizer.algebra
        if algebra.is_zero(value):
            return NONE
        out = REAL
        if algebra.sign(value) is not None:
            out = AT_LEAST
        elif algebra.sign(P.negative(value)) is not None:
            out = AT_MOST
        return out & ~NONE if algebra.is_nonzero(value) else out

    def _find(self, term: Term) -> Sign:
        found = self._built(term)
        if found in (MINUS, NONE, PLUS):
            return found
        value = self._value(term)
        if value is not None:
            shown = self._of_value(value)
            if found is not None:
                # Without a common sign no values satisfy the facts; then anything goes.
                found = found & shown or found
            elif shown in (NONE, PLUS, MINUS, AT_LEAST, AT_MOST) or (
                self.normalizer.algebra.is_real(value)
            ):
                found = shown
        if found not in (MINUS, NONE, PLUS) and term.head not in ("number", "symbol", "pi"):
            closed = self._of_closed(term)
            found = closed if closed is not None else found
        return found

    def _of_closed(self, term: Term) -> Sign:
        if free_symbols(term):
            return None
        from derivations.kernel import enclosure

        try:
            found = enclosure.sign_of(term, PRECISIONS)
        except (ArithmeticError, ValueError):
            return None
        return None if found is None else (MINUS, NONE, PLUS)[found + 1]

    # What the structure shows

    def _built(self, term: Term) -> Sign:
        head, args = term.head, term.args
        rule = _RULES.get(head)
        if rule is not None:
            return rule(self, args)
        match head:
            case "number":
                return PLUS if term.data > 0 else MINUS if term.data < 0 else NONE
            case "pi":
                return PLUS
            case "symbol":
                return _of_sort(term.sort.kind)
            case "apply":
                family = args[0]
                if family.head != "symbol" or family.sort.value is None:
                    return None
                if self.normalizer.is_indexed(term):
                    return _of_sort(family.sort.value.kind)
            case "sum" | "product":
                return self._binder(term)
        if head in _ODD:
            return self.of(args[0])
        if head in _REAL:
            return None if self.of(args[0]) is None else REAL
        return None

    def _add(self, args: tuple[Term, ...]) -> Sign:
        out: Sign = NONE
        for a in args:
            out = _plus(out, self.of(a))
        return out if out != REAL else self.bounds.sign_of_sum(args)

    def _mul(self, args: tuple[Term, ...]) -> Sign:
        counts: dict[Term, int] = {}
        for a in args:
            counts[a] = counts.get(a, 0) + 1
        out: Sign = PLUS
        for a in list(counts):
            n = counts.pop(a, 0)
            if not n:
                continue
            s = self.of(a)
            if s is None:
                partner = next((b for b in counts if _are_conjugate(a, b)), None)
                if partner is None or counts.pop(partner) != n or self._value(a) is None:
                    return None
                out = _times(out, PLUS if self.nonzero(a) else AT_LEAST)
            else:
                out = _times(out, _square(s) if n % 2 == 0 else s)
        return out

    def _div(self, args: tuple[Term, ...]) -> Sign:
        return _times(self.of(args[0]), self.of(args[1]))

    def _pow(self, args: tuple[Term, ...]) -> Sign:
        base = self.of(args[0])
        if args[1].head == "number":
            return self._number_power(base, args[1].data)
        if base is None:
            return None
        if base == PLUS:
            return PLUS if self.of(args[1]) is not None else None
        value = self._value(args[1])
        if value is None or not self.normalizer.algebra.is_integer(value):
            return None
        if self.normalizer.algebra.is_integer(P.scale(value, Fraction(1, 2))):
            return AT_LEAST if base & NONE else PLUS
        return AT_LEAST if not base & MINUS else REAL if base & NONE else REAL & ~NONE

    def _number_power(self, base: Sign, exponent: Fraction) -> Sign:
        if base is None:
            return None
        if exponent == 0:
            return PLUS
        if exponent.denominator == 1:
            return _square(base) if exponent.numerator % 2 == 0 else base
        if base == PLUS:
            return PLUS
        # A root of a number that is at least 0; other powers of 0 have a junk value.
        return base if exponent.denominator == 2 and exponent > 0 and not base & MINUS else None

    def _binder(self, term: Term) -> Sign:
        index, lower, _, body = term.args
        value = self._value(lower)
        natural = value is not None and self.normalizer.algebra.is_natural(value)
        # A name that nothing declared has, so that no fact is about it.
        k = symbol(f"{index.name} {self.depth}", NATURAL if natural else INTEGER)
        inside = self.of(Substitution({index: k})(body))
        if inside is None:
            return None
        if term.head == "sum":
            return inside | NONE if inside in (MINUS, NONE, PLUS, AT_LEAST, AT_MOST) else REAL
        return (inside | PLUS) if not inside & MINUS else REAL

    def _exp(self, args: tuple[Term, ...]) -> Sign:
        return PLUS if self.of(args[0]) is not None else None

    def _size(self, args: tuple[Term, ...]) -> Sign:
        return PLUS if self.nonzero(args[0]) else AT_LEAST

    def _norm(self, args: tuple[Term, ...]) -> Sign:
        return AT_LEAST

    def _sqrt(self, args: tuple[Term, ...]) -> Sign:
        inside = self.of(args[0])
        return inside if inside is not None and not inside & MINUS else None

    def _inner(self, args: tuple[Term, ...]) -> Sign:
        return AT_LEAST if args[0] == args[1] else None

    def _cosh(self, args: tuple[Term, ...]) -> Sign:
        return PLUS if self.of(args[0]) is not None else None

    def _log(self, args: tuple[Term, ...]) -> Sign:
        if self.of(args[0]) != PLUS:
            return None
        return self.of(add(args[0], neg(ONE)))

    def _sin(self, args: tuple[Term, ...]) -> Sign:
        x = args[0]
        if self.of(x) is None:
            return None
        if self.at_least(x, number(0)) and self.at_least(PI, x):
            strict = self.above(x, number(0)) and self.above(PI, x)
            return PLUS if strict else AT_LEAST
        for low, high in ((neg(PI), number(0)), (PI, mul(2, PI))):
            if self.at_least(x, low) and self.at_least(high, x):
                strict = self.above(x, low) and self.above(high, x)
                return MINUS if strict else AT_MOST
        return REAL

    def _cos(self, args: tuple[Term, ...]) -> Sign:
        x, half = args[0], div(PI, 2)
        if self.of(x) is None:
            return None
        if self.at_least(x, neg(half)) and self.at_least(half, x):
            strict = self.above(x, neg(half)) and self.above(half, x)
            return PLUS if strict else AT_LEAST
        if self.at_least(x, half) and self.at_least(mul(3, half), x):
            strict = self.above(x, half) and self.above(mul(3, half), x)
            return MINUS if strict else AT_MOST
        return REAL

    def _tan(self, args: tuple[Term, ...]) -> Sign:
        sine, cosine = self._sin(args), self._cos(args)
        return _times(sine, cosine)

    def _asin(self, args: tuple[Term, ...]) -> Sign:
        return self.of(args[0]) if self.within_one(args[0]) else None

    def _acos(self, args: tuple[Term, ...]) -> Sign:
        if not self.within_one(args[0]):
            return None
        return PLUS if self.above(ONE, args[0]) else AT_LEAST

    def within_one(self, x: Term) -> bool:
        return self.at_least(x, neg(ONE)) and self.at_least(ONE, x)

    def _atanh(self, args: tuple[Term, ...]) -> Sign:
        x = args[0]
        return self.of(x) if self.above(x, neg(ONE)) and self.above(ONE, x) else None

    def _acosh(self, args: tuple[Term, ...]) -> Sign:
        if not self.at_least(args[0], ONE):
            return None
        return PLUS if self.above(args[0], ONE) else AT_LEAST

    def _re(self, args: tuple[Term, ...]) -> Sign:
        found = self.of(args[0])
        return REAL if found is None else found

    def _real_valued(self, args: tuple[Term, ...]) -> Sign:
        return REAL

    def _floor(self, args: tuple[Term, ...]) -> Sign:
        x = self.of(args[0])
        if x is None:
            return None
        if self.at_least(args[0], ONE):
            return PLUS
        return AT_LEAST if not x & MINUS else MINUS if x == MINUS else REAL

    def _ceiling(self, args: tuple[Term, ...]) -> Sign:
        x = self.of(args[0])
        if x is None:
            return None
        return x if x in (PLUS, NONE) else AT_LEAST if not x & MINUS else (
            AT_MOST if not x & PLUS else REAL
        )

    def _mod(self, args: tuple[Term, ...]) -> Sign:
        x, y = self.of(args[0]), self.of(args[1])
        return None if x is None or y is None else AT_LEAST if y == PLUS else REAL

    def _max(self, args: tuple[Term, ...]) -> Sign:
        signs = [self.of(a) for a in args]
        if None in signs:
            return None
        for wanted in (PLUS, AT_LEAST):
            if any(not s & ~wanted for s in signs if s is not None):
                return wanted
        return REAL

    def _min(self, args: tuple[Term, ...]) -> Sign:
        signs = [self.of(a) for a in args]
        if None in signs:
            return None
        for wanted in (PLUS, AT_LEAST):
            if all(not s & ~wanted for s in signs if s is not None):
                return wanted
        return REAL


def _of_sort(kind: str) -> Sign:
    match kind:
        case "posint" | "positive":
            return PLUS
        case "natural" | "nonnegative":
            return AT_LEAST
        case "negative":
            return MINUS
        case "integer" | "real":
            return REAL
    return None


def _are_conjugate(a: Term, b: Term) -> bool:
    return b == conj(a) or a == conj(b)


Rule = Callable[[Signs, tuple[Term, ...]], Sign]

_RULES: dict[str, Rule] = {
    "add": Signs._add, "mul": Signs._mul, "div": Signs._div, "pow": Signs._pow,
    "neg": lambda signs, args: _opposite(signs.of(args[0])),
    "exp": Signs._exp, "abs": Signs._size, "norm": Signs._norm, "sqrt": Signs._sqrt,
    "inner": Signs._inner, "cosh": Signs._cosh, "sech": Signs._cosh, "log": Signs._log,
    "sin": Signs._sin, "cos": Signs._cos, "tan": Signs._tan,
    "csc": Signs._sin, "sec": Signs._cos, "cot": Signs._tan,  # the signs of their inverses
    "asin": Signs._asin, "acos": Signs._acos, "atanh": Signs._atanh, "acosh": Signs._acosh,
    "re": Signs._re, "im": Signs._real_valued, "arg": Signs._real_valued,
    "floor": Signs._floor, "ceiling": Signs._ceiling, "mod": Signs._mod,
    "max": Signs._max, "min": Signs._min,
}  # fmt: skip

