"""A verdict told as a person would: the statement, the proof step by step, or the counterexample.

The steps are those of the certificate.  Which facts there are at each point, and by which number a
proof calls them, is what the kernel's own contexts say.
"""

from __future__ import annotations

from derivations.language.statements import Statement
from derivations.verdicts import CONDITIONAL, EMPTY, PROVED, REFUTED, UNDECIDED, Verdict
from derivations.writing.certificates import roman
from derivations.writing.plain import Page
from derivations.writing.story import Pen, declared_words, proposition_words, statement_terms
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
