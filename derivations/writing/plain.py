"""Plain text for people: formulas of bounded length, declarations and values in words, lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation
from derivations.language.terms import Term
from derivations.language.text import sort_text, term_text
from derivations.verdicts import LONGEST, shortened

# Lines are at most so wide, where a formula can be broken at a space.
WIDTH = 100

_OPERATORS = frozenset({"+", "-", "=", "!=", "<=", "<", "*"})
_NOUNS = {
    "natural": ("natural number", "natural numbers"),
    "posint": ("positive integer", "positive integers"),
    "integer": ("integer", "integers"),
    "real": ("real number", "real numbers"),
    "positive": ("positive real number", "positive real numbers"),
    "negative": ("negative real number", "negative real numbers"),
    "nonnegative": ("nonnegative real number", "nonnegative real numbers"),
    "complex": ("complex number", "complex numbers"),
}


def formula(term: Term, limit: int = LONGEST) -> str:
    return term_text(term, limit)


def relation_line(relation: Relation, limit: int = LONGEST) -> str:
    """The relation; an equation is written with one =."""
    operator = "=" if relation.operator == "==" else relation.operator
    return f"{formula(relation.left, limit)} {operator} {formula(relation.right, limit)}"


def proposition_line(proposition: Proposition, limit: int = LONGEST) -> str:
    """The relation, and for which values of its variables it holds."""
    return relation_line(proposition.relation, limit) + quantifier_line(proposition, limit)


def quantifier_line(proposition: Proposition, limit: int = LONGEST) -> str:
    """For which values a proposition holds, or nothing."""
    text = ""
    if proposition.variables:
        text += f" for all {declared_words(proposition.variables)}"
    if proposition.guards:
        text += f" with {listed([relation_line(g, limit) for g in proposition.guards])}"
    return text


def declared_words(symbols: Iterable[Term]) -> str:
    """Symbols with what they range over, those of one sort together.

    >>> from derivations.language.sorts import POSINT, REAL
    >>> from derivations.language.terms import symbol
    >>> declared_words([symbol("a", REAL), symbol("b", REAL), symbol("M", POSINT)])
    'real numbers a, b and positive integers M'
    """
    groups: dict[Sort, list[str]] = {}
    for one in symbols:
        groups.setdefault(one.sort, []).append(one.name)
    return listed([_group_words(sort, names) for sort, names in groups.items()])


def _group_words(sort: Sort, names: Sequence[str]) -> str:
    shown = shortened(names)
    if sort.is_scalar:
        return f"{_NOUNS[sort.kind][1]} {shown}"
    if sort.value is not None and all(s.is_scalar for s in sort.index):
        nouns = listed(list(dict.fromkeys(_NOUNS[s.kind][1] for s in sort.index)))
        several = len(sort.index) > 1
        over = f"{'pairs' if len(sort.index) == 2 else 'tuples'} of {nouns}" if several else nouns
        families = "a family" if len(names) == 1 else "families"
        of = f"of {_NOUNS[sort.value.kind][1]}" if sort.value.is_scalar else f"in {sort.value}"
        return f"{shown}, {families} {of} over the {over},"
    return f"{shown} in {sort_text(sort)}"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def broken(text: str, width: int) -> list[str]:
    """The text in lines, broken at spaces: before an operator, and outside brackets if possible."""
    words = text.split()
    depth = 0
    depths: list[int] = []  # of the brackets around the space before each word
    for word in words:
        depths.append(depth)
        depth += sum(word.count(c) for c in "([") - sum(word.count(c) for c in ")]")
    for deepest in range(max(depths, default=0) + 1):
        lines = _filled(words, depths, deepest, width)
        if all(len(line) <= width for line in lines):
            break
    return lines if words else []


def _filled(words: Sequence[str], depths: Sequence[int], deepest: int, width: int) -> list[str]:
    pieces: list[str] = []
    for place, (word, depth) in enumerate(zip(words, depths, strict=True)):
        after_operator = place > 0 and words[place - 1] in _OPERATORS
        if pieces and (depth > deepest or after_operator):
            pieces[-1] += f" {word}"
        else:
            pieces.append(word)
    lines: list[str] = []
    for piece in pieces:
        if lines and len(lines[-1]) + 1 + len(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines


class Page:
    """Lines of text, each broken where it would be too wide."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, words: str, level: int = 0) -> None:
        """A sentence, or a formula."""
        indent = "    " * level
        for place, line in enumerate(broken(words, WIDTH - len(indent) - 2)):
            self.lines.append(f"{indent}{'  ' if place else ''}{line}")

    def proposition(
        self, stated: Proposition, level: int, lead: str = "", limit: int = LONGEST
    ) -> None:
        """The relation, and below it for which values of its variables it holds."""
        self.relation(stated.relation, level, lead, limit=limit)
        words = quantifier_line(stated, limit).strip()
        if words:
            self.say(words, level + 1)

    def relation(
        self, relation: Relation, level: int, start: str = "", end: str = "", limit: int = LONGEST
    ) -> None:
        """A relation on one line, or its right side on lines of its own."""
        whole = f"{start}{relation_line(relation, limit)}{end}"
        if len(whole) + 4 * level <= WIDTH - 2:
            self.say(whole, level)
            return
        operator = "=" if relation.operator == "==" else relation.operator
        self.say(f"{start}{formula(relation.left, limit)}", level)
        self.say(f"  {operator} {formula(relation.right, limit)}{end}", level)

    def blank(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def __str__(self) -> str:
        return "\n".join(self.lines)
