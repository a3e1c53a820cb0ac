"""Plain text for people: formulas of bounded length, in lines that are not too wide."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from derivations.language.statements import Proposition
from derivations.verdicts import LONGEST
from derivations.writing.steps import Step
from derivations.writing.story import Pen, proposition_words, quantifier_words

# Lines are at most so wide, where a formula can be broken at a space; one side of a formula of a
# proof has at most so many characters.
WIDTH, STEP = 100, 240


def ended(words: str) -> str:
    """A clause with its full stop, unless a colon leads on."""
    return words if not words or words.endswith(":") else f"{words}."


class Page:
    """Lines of text, each broken where it would be too wide."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, words: str, level: int = 0, lead: str = "") -> None:
        """A sentence, or a formula; behind a label, if one is given."""
        indent = "    " * level
        width = WIDTH - len(indent) - len(lead) - 2
        words = " ".join(words.split())
        lines = wrap(words, width, break_long_words=False, break_on_hyphens=False)
        for place, line in enumerate(lines):
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
