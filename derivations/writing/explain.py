"""A verdict told as a person would: the statement, the proof step by step, or the counterexample.

The steps are those of the certificate.  Which facts there are at each point, and by which number a
proof calls them, is what the kernel's own contexts say.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from derivations.language.calculus_notation import for_people, is_indicated
from derivations.language.statements import Proposition, Statement
from derivations.verdicts import CONDITIONAL, EMPTY, LONGEST, PROVED, REFUTED, UNDECIDED, Verdict
from derivations.writing.certificates import roman
from derivations.writing.steps import Step
from derivations.writing.story import (
    Pen, declared_words, proposition_words, quantifier_words, statement_terms,
)
from derivations.writing.telling import answer_steps, basis_steps, proof_steps

_HEADS = {
    PROVED: "PROVED.",
    CONDITIONAL: "PROVED WHERE BOTH SIDES ARE DEFINED.",
    REFUTED: "REFUTED.",
    UNDECIDED: "UNDECIDED.  What was tried:",
}
# So many goals are written out; of more, the first ones.
GOALS = 4


def explain(verdict: Verdict) -> str:
    """The verdict in plain text, at most about 100 columns wide.

    >>> from derivations import prove
    >>> print(explain(prove("x**2 = x", let={"x": "real"})))
    For all real numbers x:
        x**2 = x
    <BLANKLINE>
    REFUTED.
        At x = -1:
            The left side is (-1)**2 = 1.
            The right side is -1.
            They are exactly 2 apart.
        In general, left minus right is x*(x - 1).
    """
    page = Page()
    _statement(page, verdict.statement)
    page.blank()
    page.say(f"PROVED: {EMPTY}." if verdict.empty else _HEADS[verdict.kind])
    page.steps(answer_steps(verdict), 1)
    if verdict.conditions:
        page.blank()
        page.say("Proof, where they hold." if len(verdict.conditions) > 1 else
                 "Proof, where it holds.")  # fmt: skip
    page.steps(proof_steps(verdict), 1)
    page.blank()
    page.steps(basis_steps(verdict))
    return str(page).rstrip()


def _statement(page: Page, statement: Statement) -> None:
    words = declared_words(statement.declarations, within=statement_terms(statement))
    start = f"For all {words}" if words else ""
    if statement.hypotheses:
        start = f"{start} such that".strip()
        page.say(start[:1].upper() + start[1:])
        for number, hypothesis in enumerate(statement.hypotheses, 1):
            page.say(f"({roman(number)}) {proposition_words(hypothesis, Pen())},", 1)
        page.say("the following holds:" if len(statement.goals) == 1 else "all of these hold:")
    elif start:
        page.say(f"{start}:")
    if statement.exists:
        words = declared_words(statement.exists, within=statement_terms(statement))
        page.say(f"there are {words} such that")
    for goal in statement.goals[:GOALS]:
        page.proposition(goal, 1)
    if len(statement.goals) > GOALS:
        page.say(f"... and {len(statement.goals) - GOALS} more", 1)


# Plain text: formulas of bounded length, in lines that are not too wide

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
        relation, pen = for_people(stated.relation), Pen(limit)
        width = len(lead) + len(pen.relation(relation)) + 4 * level
        if is_indicated(relation) or width <= WIDTH - 2:
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
