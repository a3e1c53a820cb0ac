"""The reader of terms: operator precedence, one call for each pair of brackets.

A sum may have 10^5 parts; brackets, the only thing that makes it recur, nest up to a limit.
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
reserved.  Decimals are exact.  The index of a sum is an integer, whatever is declared by its name;
several ranges nest as in SymPy, the first innermost.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction
from math import gcd

from derivations.language.heads import NAMES
from derivations.language.limits import limits
from derivations.language.parser_faults import (
    bad_range,
    is_fraction,
    no_operand,
    no_operator,
    not_inside,
)
from derivations.language.parser_names import (
    BINDING,
    CONSTANTS,
    FORMS,
    Undeclared,
    Unsupported,
    arguments,
    unknown_name,
)
from derivations.language.parser_ranges import ranges
from derivations.language.parser_tokens import (
    NAME,
    NUMBER,
    Tokens,
    check_name,
)
from derivations.language.statements import StatementError
from derivations.language.terms import Place, Term, free_symbols
from derivations.language.text import term_text

_POSTFIXES = {"T": "transpose", "H": "adjoint", "I": "inv", "exp": "matexp"}


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
        self.source = self.tokens.source
        self.symbols = symbols
        self.broken = broken
        self.at = 0
        self.bound: dict[str, Term] = {}
        self.known: dict[str, Term] = {}  # what names stand for, as far as looked up
        self.numbers: dict[str, Term] = {}
        self.longest = 1  # the longest row of signs, powers, quotients or postfixes
        self.open = self.nesting = 0  # brackets: now, and at most

    def place(self, index: int) -> Place:
        """Where the token is."""
        return self.source.place(index)

    def error(self, message: str, index: int) -> StatementError:
        return self.tokens.error(message, index)

    def depth_bound(self) -> int:
        """A number that the depth of no term read from this text exceeds.

        Each bracket adds its node and at most a sum, a sign and a product; beyond that only rows
        of signs, powers (each with a row of signs), quotients and postfixes nest.
        """
        return (self.nesting + 1) * (5 + 4 * self.longest + (self.longest + 2) ** 2)

    def term(self) -> Term:
        """The longest term from here; leaves `at` at the first token after it."""
        return self._sum(self.at, "")

    def _sum(self, at: int, inside: str) -> Term:
        """The sum that starts at a token; leaves `at` at the first token after it.

        inside: what the brackets around it are of: a "call", a "range", or "" for anything else.
        """
        kinds, texts, known, source = self.kinds, self.texts, self.known, self.source
        first = product = at
        minus = -1  # the minus before the product
        addends: list[Term] = []
        factors: list[Term] = []
        bases: list[tuple[list[int] | None, Term, int]] = []  # of a power, each with its signs
        lead: list[int] | None = None  # signs before the product
        dividing = False
        quotients = 0
        while True:
            # An operand, with the signs before it and the postfixes after it.
            kind = kinds[at]
            signs: list[int] | None = None
            if kind == "-" or kind == "+":
                signs, at = self._signs(at)
                kind = kinds[at]
            operand = at
            if kind == NAME:
                found = known.get(texts[at])
                if found is None:
                    found = self._name(at, inside)
                at += 1
                if found is None:
                    value = self._call(operand)
                    at = self.at
                elif kinds[at] == "(" and arguments(found):
                    if texts[operand] in NAMES or texts[operand] in BINDING:
                        name = texts[operand]
                        raise self.error(f"{name} is declared: write {name}[...]", operand)
                    value = self._indexed(found, operand, at)
                    at = self.at
                else:
                    value = found
            elif kind == NUMBER:
                value, at = self._number(at, signs, not (factors or bases))
            elif kind == "(":
                value = self._group(at)
                at = self.at
            else:
                raise no_operand(self, at)
            kind = kinds[at]
            if kind == "." or kind == "[":
                value = self._postfixes(value, operand, at)
                at = self.at
                kind = kinds[at]

            if kind == "**":
                bases.append((signs, value, operand))
                self._count("powers", len(bases), at)
                at += 1
                continue
            while bases:
                value = self._negated(value, signs)
                signs, base, start = bases.pop()
                value = Term("pow", (base, value), None, (source, start))
            if not factors:
                lead = signs
                factors.append(value)
            elif dividing:
                numerator = factors[0]
                if len(factors) > 1:
                    numerator = Term("mul", tuple(factors), None, (source, product))
                quotient = (numerator, self._negated(value, signs))
                factors = [Term("div", quotient, None, (source, product))]
                dividing = False
            else:
                factors.append(self._negated(value, signs) if signs else value)

            if kind == "*":
                at += 1
                continue
            if kind == "/":
                dividing = True
                quotients += 1
                self._count("quotients", quotients, at)
                at += 1
                continue
            if len(factors) > 1:
                value = Term("mul", tuple(factors), None, (source, product))
            else:
                value = factors[0]
            if lead:
                value = self._negated(value, lead)
            if minus >= 0:
                value = Term("neg", (value,), None, (source, minus))
            if kind == "+" or kind == "-":
                addends.append(value)
                minus = at if kind == "-" else -1
                at += 1
                product = at
                factors = []
                quotients = 0
                continue
            if kind in ("(", NAME, NUMBER):
                raise no_operator(self, at)
            self.at = at
            if not addends:
                return value
            addends.append(value)
            return Term("add", tuple(addends), None, (source, first))

    # Operands

    def _signs(self, at: int) -> tuple[list[int], int]:
        """The minus signs that stand here, with or without a plus between, and what follows."""
        signs: list[int] = []
        while True:
            kind = self.kinds[at]
            if kind == "-":
                signs.append(at)
                self._count("signs", len(signs), at)
            elif kind != "+":
                return signs, at
            at += 1

    def _negated(self, value: Term, signs: list[int] | None) -> Term:
        for sign in reversed(signs or ()):
            value = Term("neg", (value,), None, (self.source, sign))
        return value

    def _number(self, at: int, signs: list[int] | None, leading: bool) -> tuple[Term, int]:
        """The number literal here, with a minus before it or a denominator after it."""
        kinds, texts = self.kinds, self.texts
        literal = texts[at]
        follower = kinds[at + 1]
        start = at
        at += 1
        if (
            follower == "/"
            and leading
            and kinds[at + 1] == NUMBER
            and kinds[at + 2] != "**"
            and literal.isdigit()
            and texts[at + 1].isdigit()
        ):
            self.tokens.check_digits(start)
            self.tokens.check_digits(at + 1)
            numerator, denominator = int(literal), int(texts[at + 1])
            if denominator > 1 and gcd(numerator, denominator) == 1:
                literal = f"{literal}/{texts[at + 1]}"
                at += 2
        if signs and follower != "**":
            signs.pop()
            literal = "-" + literal
        known = self.numbers.get(literal)
        if known is None:
            self.tokens.check_digits(start)
            known = self.numbers[literal] = Term("number", (), Fraction(literal))
        return known, at

    def _name(self, at: int, inside: str) -> Term | None:
        """What the name here stands for; None when it is that of a function."""
        name = self.texts[at]
        found = CONSTANTS.get(name, self.bound.get(name, self.symbols.get(name)))
        if found is None:
            called = self.kinds[at + 1] == "("
            fault = check_name(name)
            if fault:
                raise self.error(fault, at)
            if inside == "call" and self.kinds[at + 1] == "=":
                raise self.error(f"keyword arguments are not read: {name}=", at)
            if called and (name in NAMES or name in BINDING or name in FORMS):
                return None
            raise self._unknown(name, called, at, inside)
        if self.bound and not (
            found.head == "symbol" and found.data[1].is_scalar and found.data[0] == name
        ):
            self._refuse_capture(name, found, at)
        self.known[name] = found
        return found

    def declare(self, symbols: Mapping[str, Term]) -> Mapping[str, Term]:
        """From here on these names are known; returns what was known before."""
        before, self.symbols = self.symbols, symbols
        self.known.clear()
        return before

    def _bind(self, indices: dict[str, Term]) -> None:
        """From here on these are the indices of the sums around."""
        self.bound = indices
        self.known.clear()

    def _refuse_capture(self, name: str, found: Term, at: int) -> None:
        captured = {s.name for s in free_symbols(found)}.intersection(self.bound)
        if captured:
            index = min(captured)
            raise self.error(
                f"{name} depends on {index}, which the sum around it uses as its index; "
                "rename the index",
                at,
            )

    def _unknown(self, name: str, called: bool, at: int, inside: str) -> StatementError:
        if self.tokens.bracket_fault is not None:
            return self.tokens.bracket_fault
        if name == "oo" and inside == "range":
            return Unsupported("infinite sums and products are not supported yet", self.place(at))
        if name in self.broken:
            return Undeclared(f"{name} has a fault of its own", self.place(at), name)
        return unknown_name(name, called, {**self.symbols, **self.bound}, self.place(at))

    def _postfixes(self, value: Term, operand: int, at: int) -> Term:
        """The value with the dots and indices after it."""
        kinds, texts = self.kinds, self.texts
        count = 0
        while kinds[at] == "." or kinds[at] == "[":
            count += 1
            self._count("postfixes", count, at)
            if kinds[at] == "[":
                value = self._indexed(value, operand, at)
                at = self.at
                continue
            if kinds[at - 1] == NUMBER:
                literal = texts[at - 1]
                raise self.error(f"a dot after a number: write ({literal}).T, or {literal}.0", at)
            name = texts[at + 1]
            head = _POSTFIXES.get(name)
            if head is None:
                raise self.error(
                    f"attribute .{name[:40]} is not read: after a dot stand T, H, I or exp()", at
                )
            if name == "exp" and kinds[at + 2 : at + 4] != ["(", ")"]:
                raise self.error("the exponential of a matrix is written A.exp()", at)
            at += 4 if name == "exp" else 2
            value = Term(head, (value,), None, (self.source, operand))
        self.at = at
        return value

    # Brackets

    def _enter(self, at: int) -> None:
        """A bracket is opened."""
        self.open += 1
        if self.open > self.nesting:
            self.nesting = self.open
            if self.open > limits.nesting:
                raise self.error("brackets are nested too deep", at)

    def _listed(self, at: int, closing: str, inside: str) -> list[Term]:
        """Terms with commas between; leaves `at` at the closing bracket."""
        items = [self._sum(at, inside)]
        while self.kinds[self.at] == ",":
            items.append(self._sum(self.at + 1, inside))
        if self.kinds[self.at] != closing:
            raise not_inside(self, self.at)
        return items

    def _group(self, at: int) -> Term:
        """What stands in brackets that are no call."""
        self._enter(at)
        value = self._sum(at + 1, "")
        if self.kinds[self.at] == ",":
            raise self.error(
                "a comma in brackets that are no call: tuples are not terms", self.at
            )
        if self.kinds[self.at] != ")":
            raise not_inside(self, self.at)
        self.at += 1
        self.open -= 1
        return value

    def _indexed(self, base: Term, operand: int, at: int) -> Term:
        """An entry of a matrix, or a value of a family, by the indices in brackets here."""
        if self.kinds[at - 1] == NUMBER:
            raise self.error("a number has no entries", at)
        self._enter(at)
        items = self._listed(at + 1, "]" if self.kinds[at] == "[" else ")", "index")
        at = self.at
        self.at += 1
        self.open -= 1
        wanted = arguments(base)
        if wanted:
            if len(items) != wanted:
                raise self.error(
                    f"{base} takes {wanted} argument{'s' * (wanted > 1)}, not {len(items)}",
                    operand,
                )
            return Term("apply", (base, *items), None, (self.source, operand))
        if len(items) != 2:
            raise self.error(
                "an entry has two indices, counted from 0: A[i, j], and v[i, 0] of a column; "
                "one index is for a family",
                at,
            )
        return Term("entry", (base, *items), None, (self.source, operand))

    def _call(self, at: int) -> Term:
        """The function whose name is here, of what stands in the brackets after it."""
        name = self.texts[at]
        self._enter(at + 1)
        if name in BINDING:
            value = self._binder(at)
        elif name == "Matrix" or name == "BlockMatrix":
            value = self._matrix(at)
        else:
            # The loop of `_listed`, here to save it a call on every level.
            items: list[Term] = []
            self.at = at + 1
            if self.kinds[at + 2] == ")":
                self.at += 1
            while self.kinds[self.at] != ")":
                items.append(self._sum(self.at + 1, "call"))
                if self.kinds[self.at] != "," and self.kinds[self.at] != ")":
                    raise not_inside(self, self.at)
            value = self._function(name, items, at)
        self.at += 1
        self.open -= 1
        return value

    def _function(self, name: str, items: list[Term], at: int) -> Term:
        place = (self.source, at)
        if name in NAMES:
            if name == "zeros" and len(items) == 1:
                items *= 2
            row = NAMES[name]
            if row.takes(len(items)):
                return Term(row.name, tuple(items), None, place)
            least = len(row.sorts)
            wanted = f"{least} or more" if row.more else "1 or 2" if name == "zeros" else least
            plural = "" if wanted == 1 else "s"
            raise self.error(f"{name} takes {wanted} argument{plural}, not {len(items)}", at)
        if name != "Rational":
            return Term(name.lower(), tuple(items), None, place)  # Add, Mul
        values = [t.data for t in items if t.head == "number" and t.data.denominator == 1]
        if len(items) != 2 or len(values) != 2 or not values[1]:
            raise self.error("Rational takes two integers, the second not 0", at)
        return Term("number", (), Fraction(values[0], values[1]), place)

    def _matrix(self, at: int) -> Term:
        """A matrix by its rows; leaves `at` at the last bracket."""
        kinds, name = self.kinds, self.texts[at]
        if kinds[at + 2] != "[" or kinds[at + 3] != "[":
            raise self.error(f"a matrix is written by its rows: {name}([[a, b], [c, d]])", at)
        self._enter(at + 2)
        self._enter(at + 3)
        rows = [self._listed(at + 4, "]", "")]
        while kinds[self.at + 1 : self.at + 3] == [",", "["]:
            rows.append(self._listed(self.at + 3, "]", ""))
            if len(rows[-1]) != len(rows[0]):
                raise self.error(
                    f"row {len(rows)} has {len(rows[-1])} entries, row 1 has {len(rows[0])}",
                    self.at,
                )
        if kinds[self.at + 1 : self.at + 3] != ["]", ")"]:
            raise self.error(
                "after a row stands another, as in [[a, b], [c, d]]", self.at + 1
            )
        self.at += 2
        self.open -= 2
        entries = tuple([entry for row in rows for entry in row])
        head = "matrix" if name == "Matrix" else "blocks"
        return Term(head, entries, (len(rows), len(rows[0])), (self.source, at))

    def _binder(self, at: int) -> Term:
        """A sum, or what else binds an index; leaves `at` at the last bracket."""
        name = self.texts[at]
        over = ranges(self, at)
        around = self.bound
        self._bind({**around, **{index.data[0]: index for _, index in over}})
        value = self._sum(at + 2, "")
        if self.at != over[0][0] - 1:
            if self.kinds[self.at] in (",", ")"):
                raise bad_range(self, name, self.at)
            raise not_inside(self, self.at)
        head = BINDING[name]
        for number, (start, index) in enumerate(over):
            # Limits may use the indices of the ranges after theirs.
            later = [i for _, i in over[number + 1 :]]
            self._bind({**around, **{i.data[0]: i for i in later}})
            limits = [self._sum(start + 3, "range")]
            if self.kinds[self.at] == ")":
                raise self.error("a range is written (k, first, last)", self.at)
            if self.kinds[self.at] == ",":
                limits.append(self._sum(self.at + 1, "range"))
            if self.kinds[self.at] == ",":
                raise bad_range(self, name, self.at)
            if self.kinds[self.at] != ")":
                raise not_inside(self, self.at)
            for limit, what in zip(limits, ("first", "last"), strict=True):
                if is_fraction(limit):
                    raise self.error(
                        f"the {what} value of an index must be an integer: {term_text(limit)}",
                        self.at,
                    )
            value = Term(head, (index, *limits, value), None, (self.source, at))
        self._bind(around)
        self.at += 1
        return value

    # What is wrong

    def _count(self, what: str, length: int, at: int) -> None:
        if length > self.longest:
            self.longest = length
            most = limits.nesting
            if length > most:
                raise self.error(
                    f"nested too deep: more than {most} {what} in a row (--limit nesting={most})",
                    at,
                )
