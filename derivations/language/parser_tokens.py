"""Tokens of the plain-text syntax: ASCII only, within limits, brackets in pairs.

One regular expression cuts the text; everything it cannot be part of is refused here, with its
place and the reason.  Nothing is evaluated.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cached_property

from derivations.language.limits import limits
from derivations.language.statements import StatementError
from derivations.language.terms import NAME as SYMBOL
from derivations.language.terms import Place

NAME, NUMBER, END = "name", "number", "end"
_ODD = "odd"
_BLANKS = " \t\r\n"
RELATIONS = frozenset({"==", "=", "!=", "<=", "<", ">=", ">"})

# A name, a number, an operator, or one character that is none of them; white space separates.
_TOKEN = re.compile(
    r"[A-Za-z_][A-Za-z0-9_']*"
    r"|(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
    r"|\*\*|==|!=|<=|>=|->|//|:=|[^ \t\r\n]"
)
_OPERATORS = "+ - * / ** ( ) [ ] , . : ; -> == = != <= < >= >".split()
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_CLOSING = {")": "(", "]": "["}

# What a character or operator outside the syntax may have been meant to be.
_ADVICE = {
    '"': "there are no strings",
    "'": "there are no strings; a prime is the end of a name",
    "^": "a power is written **",
    "@": "a product of matrices is written *",
    "%": "a remainder is written Mod(a, b)",
    "//": "a quotient rounded down is written floor(a/b)",
    ":=": "nothing can be assigned",
    "!": "a factorial is written factorial(n)",
    "|": "an absolute value is written Abs(x)",
    "{": "group with round brackets",
    "}": "group with round brackets",
    "\\": "this is plain text, not LaTeX",
    "\N{MINUS SIGN}": "a minus sign is written -",
    "\N{EN DASH}": "a minus sign is written -",
    "\N{MULTIPLICATION SIGN}": "a product is written *",
    "\N{MIDDLE DOT}": "a product is written *",
    "\N{DOT OPERATOR}": "a product is written *",
    "\N{LESS-THAN OR EQUAL TO}": "write <=",
    "\N{GREATER-THAN OR EQUAL TO}": "write >=",
    "\N{NOT EQUAL TO}": "write !=",
    "\N{GREEK SMALL LETTER PI}": "write pi",
    "\N{SUPERSCRIPT TWO}": "write **2",
    "\N{SQUARE ROOT}": "write sqrt(x)",
    "\N{INFINITY}": "infinity is not a value",
}


def shown(text: str) -> str:
    """A piece of input for a message: quoted, in ASCII, on one line, not long.

    What looks like another letter, or cannot be seen, is spelled out: 'x\\u202e'.
    """
    return ascii(text if len(text) <= 40 else f"{text[:30]}...({len(text)} characters)")


class Text:
    """A text and its file; finds the places of its tokens when one is asked for."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each token, and of the end."""
        starts = [match.start() for match in _TOKEN.finditer(self.text)]
        return [*starts, len(self.text.rstrip(_BLANKS))]

    @cached_property
    def lines(self) -> list[int]:
        """The offset of each line."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def place(self, index: int) -> Place:
        """Where the token with this number is."""
        return self.place_at(self.starts[index])

    def place_at(self, offset: int) -> Place:
        line = bisect_right(self.lines, offset)
        return Place(self.file, line, offset - self.lines[line - 1] + 1)


class _Kinds(dict[str, str]):
    """The kind of each token; a token is looked at when it is seen for the first time."""

    def __missing__(self, token: str) -> str:
        first = token[0]
        if first.isalpha() or first == "_":
            kind = NAME
        elif first.isdigit() or (first == "." and len(token) > 1):
            kind = NUMBER
        else:
            kind = _ODD
        self[token] = kind
        return kind


_KNOWN_KINDS = {operator: operator for operator in _OPERATORS}


class Tokens:
    """The tokens of a text, in two lists that go together; the last token is `END`.

    kinds: `NAME`, `NUMBER`, `END` or the operator itself.
    texts: each token as written.
    """

    def __init__(self, text: str, file: str) -> None:
        self.source = Text(text, file)
        _refuse_characters(text, self.source)
        self.texts: list[str] = _TOKEN.findall(text)
        self.kinds = list(map(_Kinds(_KNOWN_KINDS).__getitem__, self.texts))
        if _ODD in self.kinds:
            at = self.kinds.index(_ODD)
            token = self.texts[at]
            advice = _ADVICE.get(token, "operators are + - * / ** and brackets ( ) [ ]")
            raise StatementError(
                f"{shown(token)} is not part of the syntax: {advice}", self.source.place(at)
            )
        self.texts.append("")
        self.kinds.append(END)

    def error(self, message: str, index: int) -> StatementError:
        """A fault at a token; brackets that are not in pairs are the first thing to be told."""
        return self.bracket_fault or StatementError(message, self.source.place(index))

    def check_digits(self, index: int) -> None:
        """Refuse a number literal that is too long; an exponent counts as so many digits."""
        literal = self.texts[index]
        digits, _, exponent = literal.lower().partition("e")
        size = exponent.lstrip("+-").lstrip("0")
        most = limits.digits
        if len(size) > 12 or len(digits) + int(size or "0") > most:
            raise self.error(
                f"the number {shown(literal)} is too long: at most {most} digits are read "
                f"(--limit digits={most})",
                index,
            )

    @property
    def partners(self) -> dict[int, int]:
        """The number of each opening bracket to that of its closing one."""
        if self.bracket_fault is not None:
            raise self.bracket_fault
        return self._brackets[0]

    @cached_property
    def openers(self) -> dict[int, int]:
        """The number of each closing bracket to that of its opening one."""
        return {closing: opening for opening, closing in self.partners.items()}

    @property
    def bracket_fault(self) -> StatementError | None:
        """What is wrong with the brackets, if they are not in pairs, or nested too deep."""
        return self._brackets[1]

    @cached_property
    def _brackets(self) -> tuple[dict[int, int], StatementError | None]:
        partners: dict[int, int] = {}
        opened: list[int] = []
        place = self.source.place
        message = ""
        at = 0
        for at, kind in enumerate(self.kinds):
            if kind == "(" or kind == "[":
                opened.append(at)
                if len(opened) > limits.nesting:
                    message = (
                        f"brackets are nested more than {limits.nesting} deep; "
                        "name parts of the term in `lets` "
                        f"(--limit nesting={limits.nesting})"
                    )
                    break
            elif kind in _CLOSING:
                if not opened:
                    message = f"unbalanced brackets: nothing is open that {kind} closes"
                    break
                start = opened.pop()
                if self.kinds[start] != _CLOSING[kind]:
                    begin = place(start)
                    message = (
                        f"unbalanced brackets: {kind} cannot close the {self.kinds[start]} "
                        f"of line {begin.line}, column {begin.column}"
                    )
                    break
                partners[start] = at
        if not message and opened:
            at = opened[-1]
            message = f"unbalanced brackets: {self.kinds[at]} is never closed"
        return partners, StatementError(message, place(at)) if message else None


def check_name(name: str) -> str | None:
    """Why a text cannot be a name; None if it can."""
    most = limits.name
    if len(name) > most:
        return (
            f"the name {shown(name)} is too long: at most {most} characters are read "
            f"(--limit name={most})"
        )
    if not SYMBOL.match(name):
        return f"{shown(name)} is not a name: ASCII letters, digits, _ and ', a letter or _ first"
    return None


def _refuse_characters(text: str, source: Text) -> None:
    most = limits.text
    if len(text) > most:
        raise StatementError(
            f"the text is too long: {len(text)} characters, at most {most} are read "
            f"(--limit text={most})",
            source.place_at(0),
        )
    control = _CONTROL.search(text)
    if control:
        raise StatementError(
            f"control character U+{ord(control[0]):04X} in the text; remove it",
            source.place_at(control.start()),
        )
    if text.isascii():
        return
    at, odd = next((k, c) for k, c in enumerate(text) if not c.isascii())
    if odd in _ADVICE:
        why = _ADVICE[odd]
    elif unicodedata.category(odd) == "Cf":
        why = "an invisible character that can change how text looks; remove it"
    elif odd.isalpha():
        why = "names are ASCII, since letters of other alphabets can look alike"
    else:
        why = "only ASCII characters are read"
    name = unicodedata.name(odd, "without a name")
    raise StatementError(f"U+{ord(odd):04X} ({name}): {why}", source.place_at(at))
