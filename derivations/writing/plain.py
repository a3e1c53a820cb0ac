"""Plain text for people: formulas of bounded length, in lines that are not too wide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derivations.language.statements import Proposition
from derivations.verdicts import LONGEST
from derivations.writing.steps import Step
from derivations.writing.story import Pen, proposition_words, quantifier_words

# Lines are at most so wide, where a formula can be broken at a space; one side of a formula of a
# proof has at most so many characters.
WIDTH, STEP = 100, 240

_OPERATORS = frozenset({"+", "-", "=", "!=", "<=", "<", "*"})


def ended(words: str) -> str:
    """A clause with its full stop, unless a colon leads on."""
    return words if not words or words.endswith(":") else f"{words}."


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

    def say(self, words: str, level: int = 0, lead: str = "") -> None:
        """A sentence, or a formula; behind a label, if one is given."""
        indent = "    " * level
        for place, line in enumerate(broken(words, WIDTH - len(indent) - len(lead) - 2)):
            self.lines.append(f"{indent}{'  ' if place else lead}{line}")

    def proposition(
        self, stated: Proposition, level: int, lead: str = "", limit: int = LONGEST
    ) -> None:
        """The relation, its right side on lines of its own where it is wide; and below it for which
        values of its variables it holds."""
        relation, pen = stated.relation, Pen(limit)
        if len(lead) + len(pen.relation(relation)) + 4 * level <= WIDTH - 2:
            self.say(pen.relation(relation), level, lead)
        else:
            self.say(pen.term(relation.left), level, lead)
            operator = "=" if relation.operator == "==" else relation.operator
            self.say(f"{operator} {pen.term(relation.right)}", level)
        if not stated.is_plain:
            self.say(quantifier_words(stated, pen).strip(), level + 1)

    def steps(self, steps: Iterable[Step], level: int = 0) -> None:
        """Steps, each with what belongs to it below."""
        pen = Pen(STEP)
        for step in steps:
            label = f"{step.label.name} " if step.label is not None and step.label.name else ""
            words = ended(pen.words(step.words))
            sentence = words[:1].upper() + words[1:]
            if step.stated is None:
                self.say(label + sentence, level)
            else:
                line = f"{label}{proposition_words(step.stated, pen)}"
                whole = f"{line}: {words}" if words else f"{line}."
                if len(whole) + 4 * level <= WIDTH - 2 or not words:
                    self.say(whole, level)
                else:
                    self.proposition(step.stated, level, label, STEP)
                    self.say(sentence, level + 1)
            self.steps(step.below, level + 1)

    def blank(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def __str__(self) -> str:
        return "\n".join(self.lines)
