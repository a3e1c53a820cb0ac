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

from collections.abc import Mapping
from fractions import Fraction
from math import gcd

from derivations.language import advice, heads, parser_calculus
from derivations.language.calculus import at_values
from derivations.language.heads import NAMES
from derivations.language.limits import limits
from derivations.language.sorts import INTEGER, REAL
from derivations.language.statements import StatementError
from derivations.language.substitution import free_symbols
from derivations.language.terms import PI, I, Term, symbol
from derivations.language.tokens import (
    NAME, NUMBER, REFUSED, Tokens, Undeclared, Unsupported, check_name, closest,
)

CONSTANTS: dict[str, Term] = {"I": I, "pi": PI}

# Sums and other forms that bind an index.
BINDING: dict[str, str] = {row.text: head for head, row in heads.BINDING.items()}
MATRICES = {"Matrix": "matrix", "BlockMatrix": "blocks"}
FUNCTIONS = dict.fromkeys(
    [*NAMES, *BINDING, *MATRICES, *parser_calculus.NAMES, "Rational", "Add", "Mul"]
)

_POSTFIXES = {"T": "transpose", "H": "adjoint", "I": "inv", "exp": "matexp"}


class Reader(Tokens):
    """Reads terms from a text, from its start or from wherever it stands (`at`).

    symbols: what each declared name stands for.
    depths: of terms that names stand for, how deep they are, by identity.
    """

    def __init__(
        self, text: str, symbols: Mapping[str, Term], file: str,
        depths: Mapping[int, int] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(text, file)
        self.symbols = symbols
        self.depths = depths or {}
        self.at = 0
        self.bound = CONSTANTS  # and the indices of the sums around
        self.known: dict[str, Term | None] = {}  # what names stand for, as far as looked up
        self.numbers: dict[str, Term] = {}

    def term(self) -> Term:
        """The longest term from here; leaves `at` at the first token after it."""
        start = self.at
        read = self._sum(start)
        deep = depth(read, self.depths)
        if deep > limits.depth:
            raise Unsupported(
                f"nested too deep: {deep} levels, at most {limits.depth} are read "
                f"({limits.setting('depth')})",
                self.source.place(start),
            )
        return read

    def part(self, at: int) -> Term:
        """The term that starts at a token, as a part of one; leaves `at` behind it."""
        return self._sum(at)

    def bind(self, bound: dict[str, Term]) -> None:
        """From here on these names are bound, and no others."""
        self.bound = bound
        self.known.clear()

    def declare(self, symbols: Mapping[str, Term]) -> None:
        """From here on these names are known."""
        self.symbols = symbols
        self.known.clear()

    def _sum(self, at: int) -> Term:
        """The sum that starts at a token; leaves `at` at the first token after it."""
        kinds, source = self.kinds, self.source
        first = at
        addends: list[Term] = []
        signs: list[int] = []  # before a product, that of the sum among them
        while True:
            start = at
            value = self._factor(at, signs)
            factors = [value]
            while (kind := kinds[self.at]) == "*" or kind == "/":
                factor = self._factor(self.at + 1)
                if kind == "*":
                    factors.append(factor)
                    continue
                if len(factors) > 1:
                    value = Term("mul", tuple(factors), None, (source, start))
                value = Term("div", (value, factor), None, (source, start))
                factors = [value]
            if len(factors) > 1:
                value = Term("mul", tuple(factors), None, (source, start))
            addends.append(self._negated(value, signs) if signs else value)
            if kind != "+" and kind != "-":
                break
            signs = [self.at] if kind == "-" else []
            at = self.at + 1
        if len(addends) == 1:
            return addends[0]
        return Term("add", tuple(addends), None, (source, first))

    def _factor(self, at: int, lead: list[int] | None = None) -> Term:
        """A power, or what has no exponent; leaves `at` at the first token after it.

        lead: the signs before a product, to which those before its first factor are added.
        """
        kinds, texts, source = self.kinds, self.texts, self.source
        bases: list[tuple[Term, int, list[int]]] = []
        while True:
            signs: list[int] = []
            while (kind := kinds[at]) == "-" or kind == "+":
                if kind == "-":
                    signs.append(at)
                at += 1
            start = at
            at += 1
            called = False
            if kind == NAME:
                name = texts[start]
                found = self.known[name] if name in self.known else self._name(start)
                if found is not None:
                    value = found
                    called = kinds[at] == "(" and arguments(value) > 0
                else:
                    if kinds[at] != "(" or name not in FUNCTIONS:
                        raise self._unknown(start)
                    if name in BINDING:
                        value = self._binder(start)
                    elif name in MATRICES:
                        value = self._matrix(start)
                    elif name in parser_calculus.NAMES:
                        value = parser_calculus.read_calculus(self, start)
                    else:
                        value = self._function(start, self._listed(at))
                    at = self.at
            elif kind == NUMBER:
                value, at = self._number(start, signs, lead is not None and not bases)
            elif kind == "(":
                value = self._sum(at)
                if kinds[self.at] != ")":
                    raise self.unexpected(self.at)
                at = self.at + 1
            else:
                raise self.missing(start)
            while (kind := kinds[at]) == "." or kind == "[" or called:
                if kind == ".":
                    value, at = self._dotted(value, start, at)
                else:
                    value = self._indexed(value, self._listed(at), start, at)
                    at = self.at
                    called = False
            if kind != "**":
                break
            bases.append((value, start, signs))
            at += 1
        self.at = at
        while bases:
            base, start, before = bases.pop()
            value = Term("pow", (base, self._negated(value, signs)), None, (source, start))
            signs = before
        if lead is None and signs:
            return self._negated(value, signs)
        if lead is not None and signs:
            lead += signs
        return value

    def _negated(self, value: Term, signs: list[int]) -> Term:
        for sign in reversed(signs):
            value = Term("neg", (value,), None, (self.source, sign))
        return value

    # Operands

    def _number(self, at: int, signs: list[int], leading: bool) -> tuple[Term, int]:
        """The number literal here, with a minus before it or a denominator after it."""
        kinds, texts = self.kinds, self.texts
        literal = texts[at]
        at += 1
        follower = kinds[at]
        if follower == "/" and leading and kinds[at + 1] == NUMBER and kinds[at + 2] != "**":
            below = texts[at + 1]
            if literal.isdigit() and below.isdigit():
                self.check_digits(at - 1)
                self.check_digits(at + 1)
                if int(below) > 1 and gcd(int(literal), int(below)) == 1:
                    literal = f"{literal}/{below}"
                    at += 2
        if signs and follower != "**":
            signs.pop()
            literal = f"-{literal}"
        known = self.numbers.get(literal)
        if known is None:
            self.check_digits(at - 1)
            known = self.numbers[literal] = Term("number", (), Fraction(literal))
        return known, at

    def _name(self, at: int) -> Term | None:
        """What the name here stands for; None if it is not declared."""
        name = self.texts[at]
        found = self.bound.get(name)
        if found is None:
            found = self.symbols.get(name)
            if found is not None and self.bound is not CONSTANTS:
                bound = {s: self.bound[s.name] for s in free_symbols(found) if s.name in self.bound}
                captured = [s.name for s, index in bound.items() if index.sort != REAL]
                if captured:
                    raise self.error(
                        f"{name} depends on {min(captured)}, which the sum around it uses as its "
                        "index; rename the index", at,
                    )  # fmt: skip
                found = at_values(found, bound) if bound else found
        self.known[name] = found
        return found

    def _unknown(self, at: int) -> StatementError:
        """What is wrong with a name that stands for nothing, or with a call of it."""
        name, place = self.texts[at], self.source.place(at)
        called = self.kinds[at + 1] == "("
        if fault := check_name(name):
            return StatementError(fault, place)
        if name in REFUSED:
            message = "infinity, undefined values and truth values are no numbers"
            return StatementError(f"{name} is rejected: {message}", place)
        instead = advice.SIGNS.get("'" if name.endswith("'") else name)
        if called and (instead := advice.NAMES.get(name, instead)):
            return Unsupported(f"{name}: {instead}", place)
        if instead:
            return Undeclared(f"{name} is not declared; {instead}", place, name)
        if _is_of_sympy(name, called):
            known = f"{closest(name, FUNCTIONS, count=3)}; {advice.WORDS}" if called else ""
            return Unsupported(f"{name} is not supported{known}", place)
        names = {**self.symbols, **self.bound}
        if called:
            families = [known for known, term in names.items() if arguments(term)]
            close = closest(name, [*families, *FUNCTIONS], 0.7) or f"; {advice.WORDS}"
            return StatementError(f"unknown function {name}{close}", place)
        if name in FUNCTIONS:
            message = f"{name} is a function: write {name}(...), or declare {name}"
            return StatementError(message, place)
        declared = [known for known in names if known not in CONSTANTS]
        listing = ", ".join(declared[:10]) or "nothing"
        if len(declared) > 10:
            listing += f" and {len(declared) - 10} more"
        message = f"{name} is not declared{closest(name, declared)}; declared: {listing}"
        return Undeclared(message, place, name)

    def _dotted(self, value: Term, start: int, at: int) -> tuple[Term, int]:
        """The value with the dot and the name after it."""
        name = self.texts[at + 1]
        head = _POSTFIXES.get(name)
        whole = name != "exp" or self.kinds[at + 2 : at + 4] == ["(", ")"]
        if head is None or not whole or self.kinds[at - 1] == NUMBER:
            known = name in FUNCTIONS and name not in _POSTFIXES
            instead = f"write {name}(...)" if known else advice.NAMES.get(name)
            default = "after a dot stand T, H, I or exp(), as in A.T, A.exp() or (2).T"
            raise self.error(f"attribute .{name[:40]} is not read: {instead or default}", at)
        at += 4 if name == "exp" else 2
        return Term(head, (value,), None, (self.source, start)), at

    # Brackets

    def _listed(self, at: int, end: int = 0) -> list[Term]:
        """Terms with commas between, from here to the end of the bracket; leaves `at` behind it."""
        end = end or self.partners[at]
        items: list[Term] = []
        self.at = at + (end == at + 1)
        while self.at != end:
            items.append(self._sum(self.at + 1))
            if self.at != end and self.kinds[self.at] != ",":
                raise self.unexpected(self.at)
        self.at += 1
        return items

    def _indexed(self, base: Term, items: list[Term], start: int, at: int) -> Term:
        """An entry of a matrix, or a value of a family."""
        wanted = arguments(base)
        name = self.texts[start]
        if wanted and self.kinds[at] == "(" and name in FUNCTIONS:
            raise self.error(f"{name} is declared: write {name}[...]", start)
        if wanted and len(items) != wanted:
            plural = "s" * (wanted > 1)
            raise self.error(f"{base} takes {wanted} argument{plural}, not {len(items)}", start)
        if not wanted and (len(items) != 2 or self.kinds[at - 1] == NUMBER):
            raise self.error(
                "an entry of a matrix has two indices, counted from 0: A[i, j], and v[i, 0] of a "
                "column; one index is for a family", at,
            )  # fmt: skip
        head = "apply" if wanted else "entry"
        return Term(head, (base, *items), None, (self.source, start))

    def _function(self, at: int, items: list[Term]) -> Term:
        """The function whose name is here, of what stands in the brackets after it."""
        name, place = self.texts[at], (self.source, at)
        row = NAMES.get(name)
        if row is not None:
            if name == "zeros" and len(items) == 1:
                items *= 2
            if row.takes(len(items)):
                return Term(row.name, tuple(items), None, place)
            wanted = f"{len(row.sorts)}{' or more' * row.more}"
            plural = "" if wanted == "1" else "s"
            instead = f"; {advice.NAMES[name]}" if name in advice.NAMES else ""
            count = f"{len(items)}{instead}"
            raise self.error(f"{name} takes {wanted} argument{plural}, not {count}", at)
        if name != "Rational":
            return Term(name.lower(), tuple(items), None, place)  # Add, Mul
        values = [t.data for t in items if t.head == "number"]
        if len(items) != 2 or len(values) != 2 or not values[1]:
            raise self.error("Rational takes two numbers, the second not 0", at)
        return Term("number", (), values[0] / values[1], place)

    def _matrix(self, at: int) -> Term:
        """A matrix by its rows."""
        kinds, name = self.kinds, self.texts[at]
        rows: list[list[Term]] = []
        self.at = at + 2
        while kinds[self.at] == ("," if rows else "[") and kinds[self.at + 1] == "[":
            rows.append(self._listed(self.at + 1))
        ended = kinds[self.at : self.at + 2] == ["]", ")"]
        if not ended or not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            raise self.error(
                f"a matrix is written by its rows, of one length: {name}([[a, b], [c, d]])", at
            )
        self.at += 2
        entries = tuple([entry for row in rows for entry in row])
        if len(entries) > limits.entries:
            raise self.error(
                f"a matrix of {len(entries)} entries, at most {limits.entries} are read "
                f"({limits.setting('entries')})", at,
            )  # fmt: skip
        return Term(MATRICES[name], entries, (len(rows), len(rows[0])), (self.source, at))

    def _binder(self, at: int) -> Term:
        """A sum, or what else binds an index; limits may use the indices of later ranges."""
        kinds, name = self.kinds, self.texts[at]
        around = self.bound
        ranges: list[tuple[Term, Term, Term]] = []  # the outermost first, as they are read
        stop = self.partners[at + 1]
        while kinds[stop - 1] == ")" and kinds[self.partners[stop - 1] - 1] == ",":
            start = self.partners[stop - 1]
            ranges.append(self._range(start, [index.name for index, _, _ in ranges]))
            self.bind({**self.bound, ranges[-1][0].name: ranges[-1][0]})
            stop = start - 1
        if not ranges:
            raise self.error(f"{name} needs a range: {name}(f, (k, first, last))", at)
        value = self._sum(at + 2)
        if self.at != stop:
            if kinds[self.at] != ",":
                raise self.unexpected(self.at)
            message = f"{name} takes one term and its ranges: {name}(f, (k, first, last))"
            raise self.error(message, self.at)
        for over in reversed(ranges):
            value = Term(BINDING[name], (*over, value), None, (self.source, at))
        self.bind(around)
        self.at = self.partners[at + 1] + 1
        return value

    def _range(self, at: int, taken: list[str]) -> tuple[Term, Term, Term]:
        """The index, and its first and last value, in the brackets that open here."""
        name, end = self.texts[at + 1], self.partners[at]
        if "oo" in self.texts[at:end]:
            place = self.source.place(self.texts.index("oo", at))
            raise Unsupported("infinite sums and products are not supported", place)
        if self.kinds[at + 1 : at + 3] != [NAME, ","]:
            raise self.error("a range is written (k, first, last), k being a name", at)
        if name in CONSTANTS or name in REFUSED or name in taken:
            twice = " twice" * (name in taken)
            raise self.error(f"{name} cannot be an index{twice}", at + 1)
        if fault := check_name(name):
            raise self.error(fault, at + 1)
        values = self._listed(at + 2, end)
        if len(values) != 2:
            raise self.error("a range is written (k, first, last)", at)
        for value in values:
            if value.head == "number" and value.data.denominator > 1:
                raise self.error(f"the values of an index are integers, not {value}", at)
        return symbol(name, INTEGER), values[0], values[1]


def _is_of_sympy(name: str, called: bool) -> bool:
    """Whether SymPy has a function, or a constant, of this name: then it is mathematics."""
    import sympy  # only mistakes need it

    if not called:
        return isinstance(getattr(sympy, name, None), sympy.NumberSymbol)
    rooms = (sympy.functions, sympy.ntheory, sympy.integrals, sympy.series, sympy.matrices)
    known = any(callable(getattr(room, name, None)) for room in rooms)
    return known and not name.startswith("_")


def arguments(term: Term) -> int:
    """How many arguments a term takes in brackets: a family, a permutation or its inverse; or 0."""
    if term.head == "inv" and term.args[0].head == "symbol":
        term = term.args[0]
        return int(term.sort.kind == "permutation")
    if term.head != "symbol":
        return 0
    return int(term.sort.kind == "permutation") or len(term.sort.index)


def depth(term: Term, known: Mapping[int, int]) -> int:
    """The number of levels of a term; some of them, by identity, may be known of parts."""
    deepest = level = 1
    nodes = {id(term): term} if term.args else {}
    while nodes:
        level += 1
        for key in known.keys() & nodes.keys():
            deepest = max(deepest, level - 2 + known[key])
            del nodes[key]
        nodes = {id(a): a for node in nodes.values() for a in node.args if a.args}
    return max(deepest, level)
