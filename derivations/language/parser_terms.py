"""The reader of terms: operator precedence with an explicit stack of open brackets.

There is no recursion: a sum may have 10^5 parts, and brackets may nest up to `MAX_NESTING`.
The shape of a tree follows the text, from loose to tight:

    sum        a + b - c      add(a, b, neg(c)), n-ary; brackets keep sums inside apart
    sign       -a*b           a minus before a product is of the whole product: neg(mul(a, b));
                              before a later factor or an exponent, of that alone: a*-b, a**-b
    product    a*b*c          mul(a, b, c), n-ary; a*b/c div(mul(a, b), c); a/b*c mul(div(a, b), c)
    power      a**b**c        power(a, power(b, c))
    postfix    A.T  A.H  A.I  A.exp()  f[j]  f(j)  A[i, j]

A number is one leaf: a minus before a number literal belongs to it (`-2*x` is mul(number(-2), x);
not after an operand, and not in `-2**n`), and a quotient of two integer literals in lowest terms
that starts a product is one number (`1/2*x`; but `2/4`, `x*1/2`, `(1)/2` are quotients).

Names: a declared symbol comes first, so it may have the name of a function; `I` and `pi` are
reserved.  Decimals are exact.  The index of a sum is the declared symbol of that name when that is
of an integer sort, else a new integer; several ranges nest as in SymPy, the first innermost.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction
from math import gcd

from derivations.language.parser_levels import Level
from derivations.language.parser_names import (
    BINDING,
    CONSTANTS,
    FORMS,
    HEADS,
    Undeclared,
    Unsupported,
    is_family,
    refusal,
    unknown_name,
)
from derivations.language.parser_tokens import (
    END,
    MAX_NESTING,
    NAME,
    NUMBER,
    Tokens,
    check_name,
    shown,
)
from derivations.language.sorts import INTEGER
from derivations.language.statements import StatementError
from derivations.language.terms import Place, Term, free_symbols, symbol

# How deep a term may be, shared subterms included.
MAX_DEPTH = 1000


class Reader:
    """Reads terms from a text, from its start or from wherever it stands (`at`).

    broken: names that would be declared but for a fault that is known.
    """

    def __init__(
        self, text: str, symbols: Mapping[str, Term], file: str, broken: Container[str] = ()
    ) -> None:
        self.tokens = Tokens(text, file)
        self.kinds = self.tokens.kinds
        self.texts = self.tokens.texts
        self.symbols = symbols
        self.broken = broken
        self.at = 0
        self.bound: dict[str, Term] = {}
        self.numbers: dict[str, Term] = {}
        self.longest = 1
        self.openers: dict[int, int] = {}

    def place(self, index: int) -> Place:
        """Where the token is."""
        return self.tokens.place(self.tokens.starts[index])

    def error(self, message: str, index: int) -> StatementError:
        return self.tokens.error(message, index)

    def depth_bound(self) -> int:
        """A number that the depth of no term read from this text exceeds.

        Each bracket adds its node and at most a sum, a sign and a product; beyond that only rows
        of signs, powers (each with a row of signs), quotients and postfixes nest.
        """
        return (self.tokens.nesting + 1) * (5 + 4 * self.longest + (self.longest + 2) ** 2)

    def term(self) -> Term:
        """The longest term from here; leaves `at` at the first token after it."""
        kinds = self.kinds
        at = self.at
        stack: list[Level] = []
        level = Level("top", at, at, self.place)
        value: Term | None = None
        while True:
            kind = kinds[at]
            if value is None:
                if kind == NUMBER:
                    level.operand = at
                    value, at = self._number(level, at)
                elif kind == NAME:
                    level.operand = at
                    value = self._name(level, at)
                    at += 1
                    if value is None:
                        stack.append(level)
                        level = self._open(at - 1)
                        at = level.sum
                    elif kinds[at] == "(" and is_family(value):
                        stack.append(level)
                        level = self._index(value, level.operand, at)
                        at += 1
                        value = None
                elif kind == "-" or kind == "+":
                    if kind == "-":
                        level.signs.append(at)
                        self._count("signs", len(level.signs), at)
                    at += 1
                elif kind == "(":
                    level.operand = at
                    stack.append(level)
                    at += 1
                    level = Level("group", at - 1, at, self.place)
                elif kind == ")" and level.kind == "call" and at == level.start + 2:
                    value = self._call(level)
                    level = stack.pop()
                    at += 1
                else:
                    raise self._no_operand(level, at)
                level.postfixes = 0
            elif kind == "*" or kind == "/":
                level.end_factor(value)
                if kind == "/":
                    level.dividing = True
                    level.quotients += 1
                    self._count("quotients", level.quotients, at)
                value = None
                at += 1
            elif kind == "+" or kind == "-":
                level.end_product(value)
                if kind == "-":
                    level.minus = at
                value = None
                at += 1
                level.product = at
            elif kind == "**":
                level.bases.append((level.signs, value, level.operand))
                self._count("powers", len(level.bases), at)
                level.signs = []
                value = None
                at += 1
            elif kind == ".":
                level.postfixes += 1
                self._count("postfixes", level.postfixes, at)
                value, at = self._postfix(level, value, at)
            elif kind == "[":
                level.postfixes += 1
                self._count("postfixes", level.postfixes, at)
                stack.append(level)
                level = self._index(value, level.operand, at)
                value = None
                at += 1
            elif kind in ("(", NAME, NUMBER):
                raise self._no_operator(at)
            elif not stack:
                self.at = at
                return level.end_sum(value)
            elif kind == ",":
                level.items.append(level.end_sum(value))
                at = self._next(level, at)
                level.begin(at)
                value = None
            elif kind == ")" or kind == "]":
                level.items.append(level.end_sum(value))
                value, at = self._close(level, at)
                if value is None:
                    level.begin(at)
                else:
                    level = stack.pop()
            else:
                raise self.error(f"{shown(kind)} cannot stand inside brackets", at)

    # Operands

    def _number(self, level: Level, at: int) -> tuple[Term, int]:
        """The number literal here, with a minus before it or a denominator after it."""
        kinds, texts = self.kinds, self.texts
        literal = texts[at]
        follower = kinds[at + 1]
        start = at
        at += 1
        if (
            follower == "/"
            and kinds[at + 1] == NUMBER
            and kinds[at + 2] != "**"
            and not level.factors
            and not level.bases
            and literal.isdigit()
            and texts[at + 1].isdigit()
        ):
            self.tokens.check_digits(start)
            self.tokens.check_digits(at + 1)
            numerator, denominator = int(literal), int(texts[at + 1])
            if denominator > 1 and gcd(numerator, denominator) == 1:
                literal = f"{literal}/{texts[at + 1]}"
                at += 2
        if level.signs and follower != "**":
            level.signs.pop()
            literal = "-" + literal
        known = self.numbers.get(literal)
        if known is None:
            self.tokens.check_digits(start)
            known = self.numbers[literal] = Term("number", (), Fraction(literal))
        return known, at

    def _name(self, level: Level, at: int) -> Term | None:
        """What the name here stands for; None when it is that of a function."""
        name = self.texts[at]
        called = self.kinds[at + 1] == "("
        found = self._meaning(name)
        if found is None:
            fault = check_name(name)
            if fault:
                raise self.error(fault, at)
            if level.kind == "call" and self.kinds[at + 1] == "=":
                raise self.error(f"keyword arguments are not read: {name}=", at)
            if called and (name in HEADS or name in BINDING or name in FORMS):
                return None
            raise self._unknown(level, name, called, at)
        if self.bound and not (found.head == "symbol" and found.data[1].is_scalar):
            self._refuse_capture(name, found, at)
        return found

    def _meaning(self, name: str) -> Term | None:
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name in self.bound:
            return self.bound[name]
        return self.symbols.get(name)

    def _refuse_capture(self, name: str, found: Term, at: int) -> None:
        captured = free_symbols(found).intersection(self.bound.values())
        if captured:
            index = min(s.name for s in captured)
            raise self.error(
                f"{name} depends on {index}, which the sum around it uses as its index; "
                "rename the index",
                at,
            )

    def _unknown(self, level: Level, name: str, called: bool, at: int) -> StatementError:
        if name == "oo" and level.kind == "range":
            return Unsupported("infinite sums and products are not supported yet", self.place(at))
        if name in self.broken:
            return Undeclared(f"{name} has a fault of its own", self.place(at), name)
        return unknown_name(name, called, {**self.symbols, **self.bound}, self.place(at))

    def _postfix(self, level: Level, value: Term, at: int) -> tuple[Term, int]:
        kinds, texts = self.kinds, self.texts
        if kinds[at - 1] == NUMBER:
            literal = texts[at - 1]
            raise self.error(f"a dot after a number: write ({literal}).T, or {literal}.0", at)
        name = texts[at + 1]
        head = {"T": "transpose", "H": "adjoint", "I": "inv", "exp": "matexp"}.get(name)
        if head is None:
            raise self.error(
                f"attribute .{name[:40]} is not read: after a dot stand T, H, I or exp()", at
            )
        after = at + 2
        if name == "exp":
            if kinds[after] != "(" or kinds[after + 1] != ")":
                raise self.error("the exponential of a matrix is written A.exp()", at)
            after += 2
        return Term(head, (value,), None, self.place(level.operand)), after

    # Brackets

    def _index(self, base: Term, operand: int, at: int) -> Level:
        if self.kinds[at - 1] == NUMBER:
            raise self.error("a number has no entries", at)
        level = Level("index", operand, at + 1, self.place)
        level.base = base
        return level

    def _open(self, at: int) -> Level:
        """The level of the function whose name is here; its `sum` is where reading goes on."""
        name = self.texts[at]
        if name in BINDING:
            return self._open_binder(at)
        if name in ("Matrix", "BlockMatrix"):
            if self.kinds[at + 2] != "[" or self.kinds[at + 3] != "[":
                raise self.error(f"a matrix is written by its rows: {name}([[a, b], [c, d]])", at)
            level = Level("matrix", at, at + 4, self.place)
            level.rows = []
            return level
        return Level("call", at, at + 2, self.place)

    def _open_binder(self, at: int) -> Level:
        if not self.openers:
            self.openers = {close: start for start, close in self.tokens.partners.items()}
        name = self.texts[at]
        ranges: list[tuple[int, Term]] = []
        names: dict[str, Term] = {}
        end = self.tokens.partners[at + 1] - 1
        while self.kinds[end] == ")" and self.kinds[self.openers[end] - 1] == ",":
            start = self.openers[end]
            if self.kinds[start + 1] != NAME or self.kinds[start + 2] != ",":
                raise self.error("a range is written (k, first, last), k being a name", start)
            index = self.texts[start + 1]
            fault = check_name(index) or refusal(index)
            if index in CONSTANTS or index in names:
                fault = f"{index} cannot be an index {'twice' if index in names else ''}".rstrip()
            if fault:
                raise self.error(fault, start + 1)
            declared = self.symbols.get(index)
            if (
                declared is None
                or declared.head != "symbol"
                or not declared.data[1].within("integer")
            ):
                declared = symbol(index, INTEGER)
            names[index] = declared
            ranges.append((start, declared))
            end = start - 2
        if not ranges:
            raise self.error(f"{name} needs a range: {name}(f, (k, first, last))", at)
        level = Level("body", at, at + 2, self.place)
        level.ranges = ranges[::-1]
        level.saved = self.bound
        self.bound = {**self.bound, **names}
        return level

    def _next(self, level: Level, at: int) -> int:
        """Where reading goes on after the comma here."""
        if level.kind in ("top", "group"):
            raise self.error("a comma in brackets that are no call: tuples are not terms", at)
        if level.kind == "body":
            if at != level.ranges[0][0] - 1:
                raise self._bad_range(level, at)
            return self._enter_range(level, 0)
        if level.kind == "range" and len(level.items) % 2:
            raise self._bad_range(level, at)
        return at + 1

    def _bad_range(self, level: Level, at: int) -> StatementError:
        name = self.texts[level.start]
        return self.error(f"{name} takes one term and its ranges: {name}(f, (k, first, last))", at)

    def _enter_range(self, level: Level, number: int) -> int:
        """Where the limits of a range begin; they may use the indices of later ranges."""
        level.kind = "range"
        later = [index for _, index in level.ranges[number + 1 :]]
        self.bound = {**level.saved, **{index.data[0]: index for index in later}}
        return level.ranges[number][0] + 3

    def _close(self, level: Level, at: int) -> tuple[Term | None, int]:
        """The term that a closing bracket ends, if it does, and where reading goes on."""
        if level.kind == "group":
            return level.items[0], at + 1
        if level.kind == "call":
            return self._call(level), at + 1
        if level.kind == "index":
            return self._indexed(level, at), at + 1
        if level.kind == "matrix":
            return self._end_row(level, at)
        if level.kind == "body":
            raise self._bad_range(level, at)
        if len(level.items) % 2 == 0:
            raise self.error("a range is written (k, first, last)", at)
        for limit, what in zip(level.items[-2:], ("first", "last"), strict=True):
            if _is_fraction(limit):
                raise self.error(f"the {what} value of an index must be an integer: {limit}", at)
        done = len(level.items) // 2
        if done < len(level.ranges):
            return None, self._enter_range(level, done)
        self.bound = level.saved
        term, *limits = level.items
        head = BINDING[self.texts[level.start]]
        for k, (_, index) in enumerate(level.ranges):
            args = (index, limits[2 * k], limits[2 * k + 1], term)
            term = Term(head, args, None, self.place(level.start))
        return term, at + 2

    def _call(self, level: Level) -> Term:
        name = self.texts[level.start]
        items = tuple(level.items)
        place = self.place(level.start)
        if name in ("Add", "Mul"):
            return Term(name.lower(), items, None, place)
        if name == "Rational":
            values = [t.data for t in items if t.head == "number" and t.data.denominator == 1]
            if len(items) != 2 or len(values) != 2 or not values[1]:
                raise self.error("Rational takes two integers, the second not 0", level.start)
            return Term("number", (), Fraction(values[0], values[1]), place)
        if name == "zeros" and len(items) == 1:
            items *= 2
        head, arity = HEADS[name]
        if len(items) < 2 if arity is None else len(items) != arity:
            wanted = "2 or more" if arity is None else "1 or 2" if name == "zeros" else arity
            plural = "" if arity == 1 else "s"
            raise self.error(
                f"{name} takes {wanted} argument{plural}, not {len(items)}", level.start
            )
        return Term(head, items, None, place)

    def _indexed(self, level: Level, at: int) -> Term:
        base, items, place = level.base, tuple(level.items), self.place(level.start)
        if is_family(base):
            wanted = len(base.data[1].index)
            if len(items) != wanted:
                raise self.error(
                    f"{base.data[0]} takes {wanted} argument{'s' * (wanted > 1)}, not {len(items)}",
                    level.start,
                )
            return Term("apply", (base, *items), None, place)
        if len(items) != 2:
            raise self.error(
                "an entry has two indices, counted from 0: A[i, j], and v[i, 0] of a column; "
                "one index is for a family",
                at,
            )
        return Term("entry", (base, *items), None, place)

    def _end_row(self, level: Level, at: int) -> tuple[Term | None, int]:
        rows = level.rows
        rows.append(level.items)
        level.items = []
        if len(rows[-1]) != len(rows[0]):
            raise self.error(
                f"row {len(rows)} has {len(rows[-1])} entries, row 1 has {len(rows[0])}", at
            )
        following = self.kinds[at + 1 : at + 3]
        if following == [",", "["]:
            return None, at + 3
        if following != ["]", ")"]:
            raise self.error("after a row stands another, as in [[a, b], [c, d]]", at + 1)
        head = "matrix" if self.texts[level.start] == "Matrix" else "blocks"
        entries = tuple([entry for row in rows for entry in row])
        shape = (len(rows), len(rows[0]))
        return Term(head, entries, shape, self.place(level.start)), at + 3

    # What is wrong

    def _count(self, what: str, length: int, at: int) -> None:
        if length > self.longest:
            self.longest = length
            if length > MAX_NESTING:
                raise self.error(f"nested too deep: more than {MAX_NESTING} {what} in a row", at)

    def _no_operand(self, level: Level, at: int) -> StatementError:
        kind = self.kinds[at]
        if kind == END:
            if at == 0:
                return self.error("empty: there is no term here", at)
            return self.error(f"a term is missing after {shown(self.texts[at - 1])}", at)
        if kind == "[":
            return self.error(
                "a list is not a term; a matrix is written Matrix([[a, b], [c, d]])", at
            )
        before = f" after {shown(self.texts[at - 1])}" if at else ""
        return self.error(f"a term is missing before {shown(self.texts[at])}{before}", at)

    def _no_operator(self, at: int) -> StatementError:
        before, token = self.texts[at - 1], self.texts[at]
        if token == "(" and self.kinds[at - 1] == NAME:
            found = self._meaning(before)
            if found is not None and found.head == "symbol":
                return self.error(
                    f"{before} is declared as {found.sort} and cannot be called; "
                    f"a product is written {before}*(...)",
                    at,
                )
        return self.error(
            f"no operator between {shown(before)} and {shown(token)}; a product is written with *",
            at,
        )


def _is_fraction(term: Term) -> bool:
    """Whether this is a number, or a quotient of numbers, and not an integer."""
    if term.head == "neg":
        return _is_fraction(term.args[0])
    if term.head == "div":
        p, q = term.args
        if p.head == q.head == "number" and q.data:
            return Fraction(p.data, q.data).denominator > 1
    return term.head == "number" and term.data.denominator > 1
