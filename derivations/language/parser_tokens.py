"""Tokens of the plain-text syntax: ASCII only, within limits, brackets in pairs.

One regular expression cuts the text; everything it cannot be part of is refused here, with its
place and the reason.  Nothing is evaluated.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

from derivations.language.statements import StatementError
from derivations.language.terms import Place
from derivations.language.text import MAX_DIGITS

MAX_TEXT = 1_000_000  # characters of one text
MAX_NAME = 100  # characters of one name
MAX_NESTING = 200  # open brackets at a point; signs, powers, quotients or postfixes in a row

NAME, NUMBER, END = "name", "number", "end"
RELATIONS = frozenset({"==", "=", "!=", "<=", "<", ">=", ">"})

# White space, then a name, a number, an operator, or one character that is none of them.
_TOKEN = re.compile(
    r"[ \t\r\n]*(?:([A-Za-z_][A-Za-z0-9_]*)"
    r"|((?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(\*\*|==|!=|<=|>=|->|//|:=|[-+*/()\[\],.=<>])"
    r"|([^ \t\r\n]))"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_CLOSING = {")": "(", "]": "["}

# What a character or operator outside the syntax may have been meant to be.
_ADVICE = {
    '"': "there are no strings",
    "'": "there are no strings; a prime cannot be part of a name",
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
    """A piece of input for a message: quoted, on one line, not long."""
    return repr(text if len(text) <= 40 else f"{text[:30]}...({len(text)} characters)")


class Places:
    """Where in a text an offset is."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = [0, *(m.end() for m in re.finditer("\n", text))]

    def __call__(self, offset: int) -> Place:
        if len(self.lines) == 1:
            return Place(self.file, 1, offset + 1)
        line = bisect_right(self.lines, offset)
        return Place(self.file, line, offset - self.lines[line - 1] + 1)


class Tokens:
    """The tokens of a text, in three lists that go together; the last token is `END`.

    kinds: `NAME`, `NUMBER`, `END` or the operator itself.
    texts, starts: each token as written, and its offset.
    partners: the index of each opening bracket to that of its closing one.
    nesting: how deep brackets are nested.
    """

    def __init__(self, text: str, file: str) -> None:
        self.place = Places(text, file)
        _refuse_characters(text, self.place)
        kinds: list[str] = []
        texts: list[str] = []
        starts: list[int] = []
        odd: list[int] = []
        for match in _TOKEN.finditer(text.rstrip(" \t\r\n")):
            group = match.lastindex or 4
            token = match[group]
            if group == 4 or token in _ADVICE:
                odd.append(len(kinds))
            kinds.append(NAME if group == 1 else NUMBER if group == 2 else token)
            texts.append(token)
            starts.append(match.start(group))
        kinds.append(END)
        texts.append("")
        starts.append(len(text.rstrip(" \t\r\n")))
        self.kinds, self.texts, self.starts = kinds, texts, starts
        self.nesting = 0
        if odd:
            token = texts[odd[0]]
            advice = _ADVICE.get(token, "operators are + - * / ** and brackets ( ) [ ]")
            raise self.error(f"{shown(token)} is not part of the syntax: {advice}", odd[0])
        self.partners = self._pair_brackets()

    def error(self, message: str, index: int) -> StatementError:
        return StatementError(message, self.place(self.starts[index]))

    def check_digits(self, index: int) -> None:
        """Refuse a number literal that is too long; an exponent counts as so many digits."""
        literal = self.texts[index]
        digits, _, exponent = literal.lower().partition("e")
        size = exponent.lstrip("+-").lstrip("0")
        if len(size) > 5 or len(digits) + int(size or "0") > MAX_DIGITS:
            raise self.error(
                f"the number {shown(literal)} is too long: at most {MAX_DIGITS} digits are read",
                index,
            )

    def _pair_brackets(self) -> dict[int, int]:
        partners: dict[int, int] = {}
        opened: list[int] = []
        for k, kind in enumerate(self.kinds):
            if kind == "(" or kind == "[":
                opened.append(k)
                self.nesting = max(self.nesting, len(opened))
                if len(opened) > MAX_NESTING:
                    raise self.error(
                        f"brackets are nested more than {MAX_NESTING} deep; "
                        "name parts of the term in `lets`",
                        k,
                    )
            elif kind in _CLOSING:
                if not opened:
                    raise self.error(f"unbalanced brackets: nothing is open that {kind} closes", k)
                start = opened.pop()
                if self.kinds[start] != _CLOSING[kind]:
                    place = self.place(self.starts[start])
                    raise self.error(
                        f"unbalanced brackets: {kind} cannot close the {self.kinds[start]} "
                        f"of line {place.line}, column {place.column}",
                        k,
                    )
                partners[start] = k
        if opened:
            raise self.error(
                f"unbalanced brackets: {self.kinds[opened[-1]]} is never closed", opened[-1]
            )
        return partners


def check_name(name: str) -> str | None:
    """Why a text cannot be a name; None if it can."""
    if len(name) > MAX_NAME:
        return f"the name {shown(name)} is too long: at most {MAX_NAME} characters are read"
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        return f"{shown(name)} is not a name: ASCII letters, digits and _, no digit first"
    return None


def _refuse_characters(text: str, place: Places) -> None:
    if len(text) > MAX_TEXT:
        raise StatementError(
            f"the text is too long: {len(text)} characters, at most {MAX_TEXT} are read", place(0)
        )
    control = _CONTROL.search(text)
    if control:
        raise StatementError(
            f"control character U+{ord(control[0]):04X} in the text; remove it",
            place(control.start()),
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
    raise StatementError(f"U+{ord(odd):04X} ({name}): {why}", place(at))
