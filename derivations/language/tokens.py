"""Tokens of the plain-text syntax: ASCII only, within limits, brackets in pairs.

One regular expression cuts the text; what it cannot be part of is refused here, with its place.
Nothing is evaluated.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from derivations.language.advice import NAMES, SIGNS
from derivations.language.limits import limits
from derivations.language.statements import StatementError
from derivations.language.terms import MAX_DIGITS, NAME as SYMBOL, WORDS, Place

NAME, NUMBER, END = "name", "number", "end"
RELATIONS = frozenset({"==", "=", "!=", "<=", "<", ">=", ">"})

# Names that are not values and cannot be declared.
REFUSED = frozenset({"oo", "inf", "zoo", "nan", "NaN", "True", "False", "None"})

# A name, a number, an operator, or one character that is none of them; white space separates.
_TOKEN = re.compile(
    r"[A-Za-z_][A-Za-z0-9_']*"
    r"|(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
    r"|\*\*|==|!=|<=|>=|->|//|:=|[^ \t\r\n]"
)
_ODD = re.compile(r"[^\t\n\r -~]")
_OPERATORS = ["+", "-", "*", "/", "**", *"()[],.:;", "->", *RELATIONS, *WORDS]
_BRACKETS = frozenset("()[]")
_KINDS = {operator: operator for operator in _OPERATORS}

# What could be a factorial and an equation.
_FACTORIAL = re.compile(r"(?<=[A-Za-z0-9_')\]])!=")


class Unsupported(StatementError):
    """What was written is mathematics, and the language has no word for it yet."""


class Undeclared(StatementError):
    """A name is used that is not declared."""

    def __init__(self, message: str, place: Place | None = None, name: str = "") -> None:
        super().__init__(message, place)
        self.name = name


def shown(text: str) -> str:
    """A piece of input for a message: quoted, in ASCII, on one line, not long.

    What looks like another letter, or cannot be seen, is spelled out: 'x\\u202e'.
    """
    return ascii(text if len(text) <= 40 else f"{text[:30]}...({len(text)} characters)")


def closest(name: str, known: Iterable[str], likeness: float = 0.6, count: int = 1) -> str:
    """What a misspelt name may have been meant to be, for a message; so many of them."""
    import difflib  # only mistakes need it

    spelled = {word.lower(): word for word in [*known][:500]}
    close = difflib.get_close_matches(name.lower(), spelled, count, likeness)
    return f"; did you mean {' or '.join(spelled[word] for word in close)}?" if close else ""


def check_name(name: str) -> str | None:
    """Why a text cannot be a name; None if it can."""
    if len(name) > limits.name:
        return (
            f"the name {shown(name)} is too long: at most {limits.name} characters are read "
            f"({limits.setting('name')})"
        )
    if not SYMBOL.match(name):
        return f"{shown(name)} is not a name: ASCII letters, digits, _ and ', a letter or _ first"
    return None


class Text:
    """A text and its file; finds the places of its tokens when one is asked for."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each token, and of the end."""
        starts = [match.start() for match in _TOKEN.finditer(self.text)]
        return [*starts, len(self.text.rstrip())]

    @cached_property
    def lines(self) -> list[int]:
        """The offset of each line."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def place(self, token: int) -> Place:
        """Where the token with this number is."""
        return self.place_at(self.starts[token])

    def place_at(self, offset: int) -> Place:
        line = bisect_right(self.lines, offset)
        return Place(self.file, line, offset - self.lines[line - 1] + 1)


class _Kinds(dict[str, str]):
    """The kind of each token; a token is looked at when it is seen for the first time."""

    def __missing__(self, token: str) -> str:
        numeric = token[0].isdigit() or (token[0] == "." and len(token) > 1)
        kind = NUMBER if numeric else NAME if SYMBOL.match(token) else ""
        self[token] = kind
        return kind


class Tokens:
    """The tokens of a text, in two lists that go together; the last token is `END`.

    kinds: `NAME`, `NUMBER`, `END`, or the operator or word itself.
    texts: each token as written.
    partners: of each bracket, by its number, that of the one that closes or opens it.
    """

    def __init__(self, text: str, file: str) -> None:
        self.source = Text(text, file)
        self._refuse_characters(text)
        self._refuse_factorials(text)
        self.texts: list[str] = _TOKEN.findall(text)
        self.kinds = list(map(_Kinds(_KINDS).__getitem__, self.texts))
        if "" in self.kinds:
            at = self.kinds.index("")
            advice = SIGNS.get(self.texts[at], "operators are + - * / ** and brackets ( ) [ ]")
            raise self.error(f"{shown(self.texts[at])} is not part of the syntax: {advice}", at)
        self.texts.append("")
        self.kinds.append(END)
        self.partners = self._pairs()

    def error(self, message: str, at: int) -> StatementError:
        """A fault at a token."""
        return StatementError(message, self.source.place(at))

    def _refuse_characters(self, text: str) -> None:
        if len(text) > limits.text:
            raise StatementError(
                f"the text is too long: {len(text)} characters, at most {limits.text} are read "
                f"({limits.setting('text')})",
                self.source.place_at(0),
            )
        odd = _ODD.search(text)
        if odd:
            name = unicodedata.name(odd[0], "a control character")
            instead = f": {SIGNS[odd[0]]};" if odd[0] in SIGNS else ":"
            raise StatementError(
                f"U+{ord(odd[0]):04X} ({name}) is not read{instead} only ASCII is, since other "
                "characters can look alike, or change how text looks",
                self.source.place_at(odd.start()),
            )

    def _refuse_factorials(self, text: str) -> None:
        found = _FACTORIAL.search(text)
        if found:
            raise StatementError(
                "a factorial is written factorial(n); for `not equal`, put a space before !=",
                self.source.place_at(found.start()),
            )

    def _pairs(self) -> dict[int, int]:
        kinds = self.kinds
        partners: dict[int, int] = {}
        opened: list[int] = []
        for at in [at for at, kind in enumerate(kinds) if kind in _BRACKETS]:
            kind = kinds[at]
            if kind == "(" or kind == "[":
                opened.append(at)
                if len(opened) > limits.nesting:
                    raise self.error(
                        f"brackets are nested more than {limits.nesting} deep; name parts of the "
                        f"term in `lets` ({limits.setting('nesting')})", at,
                    )  # fmt: skip
            else:
                if not opened:
                    raise self.error(f"unbalanced brackets: nothing is open that {kind} closes", at)
                start = opened.pop()
                if (kinds[start] == "(") != (kind == ")"):
                    place = self.source.place(start)
                    raise self.error(
                        f"unbalanced brackets: {kind} cannot close the {kinds[start]} of line "
                        f"{place.line}, column {place.column}", at,
                    )  # fmt: skip
                partners[start], partners[at] = at, start
        if opened:
            at = opened[-1]
            raise self.error(f"unbalanced brackets: {kinds[at]} is never closed", at)
        return partners

    def unexpected(self, at: int) -> StatementError:
        """The fault of a token where something else is expected."""
        text = self.texts[at]
        before = f" after {shown(self.texts[at - 1])}" if at else ""
        if self.kinds[at] == END:
            return self.error(f"the text ends too early{before}", at)
        if instead := self._instead(at):
            return self.error(f"{shown(text)} cannot stand here{instead}", at)
        if self.kinds[at] in (NAME, NUMBER, "("):
            before = f"no operator between {shown(self.texts[at - 1])} and {shown(text)}"
            unit = ", the imaginary unit I" if text in ("i", "j") else ""
            if text == "(" and self.texts[self.partners.get(at - 1, 1) - 1] == "Derivative":
                return self.error(f"{before}; {NAMES['subs']}", at)
            return self.error(f"{before}; a product is written with *{unit}", at)
        return self.error(f"{shown(text)} cannot stand here", at)

    def missing(self, at: int) -> StatementError:
        """The fault of a token where a term is expected."""
        if self.kinds[at] == END:
            before = f"a term is missing after {shown(self.texts[at - 1])}"
            return self.error(before if at else "empty: there is no term here", at)
        before = f" after {shown(self.texts[at - 1])}" if at else ""
        here = f"{shown(self.texts[at])}{before}{self._instead(at)}"
        return self.error(f"a term is missing before {here}", at)

    def _instead(self, at: int) -> str:
        """What to write instead of a token where it cannot stand, behind a colon."""
        text = self.texts[at]
        if text == "," and any(start < at < end for start, end in self.partners.items()):
            return ""
        instead = SIGNS.get(f"{self.texts[at - 1]} {text}", SIGNS.get(text))
        return f": {instead}" if instead else ""

    def check_digits(self, at: int) -> None:
        """Refuse a number literal that is too long; an exponent counts as so many digits."""
        literal = self.texts[at]
        digits, _, exponent = literal.lower().partition("e")
        size = exponent.lstrip("+-").lstrip("0")
        if len(size) > 12 or len(digits) + int(size or "0") > MAX_DIGITS:
            many = f"at most {MAX_DIGITS} digits are read"
            raise self.error(f"the number {shown(literal)} is too long: {many}", at)
