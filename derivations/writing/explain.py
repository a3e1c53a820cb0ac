"""A verdict told as a person would: the statement, the proof step by step, or the counterexample.

The steps are those of the certificate.  Which facts there are at each point, and by which number a
proof calls them, is what the kernel's own contexts say.
"""

from __future__ import annotations

from derivations.kernel.proofs import Certificate, NowhereDefined
from derivations.language.statements import Proposition, Statement
from derivations.language.text import statement_text
from derivations.verdicts import (
    CONDITIONAL, EMPTY, PROVED, REFUTED, UNDECIDED, Verdict, Witness, apart_words, attempt_lines,
    contradiction_line, values_words,
)
from derivations.writing.explain_proofs import certificate_steps, nowhere_steps
from derivations.writing.plain import Page, formula, proposition_line
from derivations.writing.story import declared_words, listed, statement_terms

# So many goals are written out; of more, the first ones.
GOALS = 4


def explain(verdict: Verdict) -> str:
    """The verdict in plain text, at most about 100 columns wide.

    >>> from derivations import prove
    >>> print(explain(prove("x + x = 2*x", let={"x": "real"})))
    For all real numbers x:
        x + x = 2*x
    <BLANKLINE>
    PROVED.
        Both sides have the same normal form, which is
            2*x
    <BLANKLINE>
    Model: none is needed, since nothing is assumed.
    Lemmas: none.  Axioms: none.
    """
    page = Page()
    _statement(page, verdict.statement)
    page.blank()
    if verdict.kind in (PROVED, CONDITIONAL):
        _theorem(page, verdict)
    elif verdict.kind == REFUTED:
        _refutation(page, verdict)
    else:
        assert verdict.kind == UNDECIDED
        page.say("UNDECIDED.  What was tried:")
        for line in attempt_lines(verdict):
            page.say(line, 1)
    return str(page)


def _statement(page: Page, statement: Statement) -> None:
    words = declared_words(statement.declarations, within=statement_terms(statement))
    start = f"For all {words}" if words else ""
    if statement.hypotheses:
        start = f"{start} such that".strip()
        page.say(start[:1].upper() + start[1:])
        for number, hypothesis in enumerate(statement.hypotheses, 1):
            page.say(f"({_roman(number)}) {proposition_line(hypothesis)},", 1)
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


def _roman(number: int) -> str:
    """Hypotheses are numbered i, ii, iii, iv, ...; the facts of a proof 1, 2, 3, ..."""
    text = ""
    for value, sign in ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        text += sign * (number // value)
        number %= value
    return text


def _theorem(page: Page, verdict: Verdict) -> None:
    theorem, certificate = verdict.theorem, verdict.certificate
    assert theorem is not None and isinstance(certificate, Certificate)
    statement = verdict.statement
    if verdict.conditions:
        several = "s" if len(verdict.conditions) > 1 else ""
        page.say("PROVED WHERE BOTH SIDES ARE DEFINED.  Nothing that is given ensures that they "
                 f"are; the condition{several}:")
        _conditions(page, verdict)
        page.blank()
        page.say(f"Proof, where {'they hold' if several else 'it holds'}.")
    else:
        page.say(f"PROVED: {EMPTY}." if verdict.empty else "PROVED.")
    names = [f"({_roman(k)})" for k in range(1, len(statement.hypotheses) + 1)]
    certificate_steps(page, certificate, theorem.conditions, names)
    page.blank()
    if not theorem.satisfied:
        why = contradiction_line(verdict)
        page.say("Model: not found.  No values are known that satisfy everything assumed, and from "
                 "assumptions that contradict each other anything follows."
                 if why is None else
                 f"Model: not found.  What is assumed contradicts itself: {why}.  From that "
                 "anything follows, and nothing is said about any value.")
    elif theorem.model:
        page.say(f"Model: everything assumed holds at {values_words(theorem.model)}.")
    else:
        page.say("Model: none is needed, since nothing is assumed.")
    lemmas = ", ".join([name[:12] for name in theorem.lemmas]) or "none"
    page.say(f"Lemmas: {lemmas}.  Axioms: {', '.join(theorem.axioms) or 'none'}.")
    for known in verdict.using:
        assert known.theorem is not None
        page.say(f"{known.theorem.hash[:12]}: {statement_text(known.statement)}", 1)
    if theorem.unused:
        unused = [f"({_roman(number + 1)})" for number in theorem.unused]
        page.say(f"Not used: {listed(unused)}; it holds without.")


def _conditions(page: Page, verdict: Verdict) -> None:
    for condition, failure in zip(verdict.conditions, verdict.failures, strict=True):
        values = () if failure is None else failure.values
        fails = f"   (fails at {values_words(values)})" if values else ""
        page.say(f"{proposition_line(condition)}{fails}", 1)


def _refutation(page: Page, verdict: Verdict) -> None:
    counterexample, witness = verdict.counterexample, verdict.witness
    if counterexample is not None and counterexample.nowhere is not None:
        page.say("REFUTED: it speaks of values that never exist.")
        _nowhere(page, verdict, counterexample.nowhere)
        return
    if witness is None:
        page.say("REFUTED.")
        return
    values = values_words(witness.values)
    page.say(f"REFUTED, by this counterexample{':' if values else ', without any symbols:'}")
    if values:
        page.say(values, 1)
    if verdict.statement.hypotheses:
        page.say("There everything that is given holds, but")
    if len(verdict.statement.goals) > 1:
        page.relation(witness.goal, 0, "false is  ")
    _sides(page, witness)
    if witness.residual is not None:
        page.blank()
        page.say("In general, left minus right is")
        page.say(formula(witness.residual, 500), 1)


def _sides(page: Page, witness: Witness) -> None:
    for name, side in (("left ", witness.left), ("right", witness.right)):
        value = "is not defined" if side is None else f"= {formula(side)}"
        page.say(f"{name} {value}", 1)
    apart = apart_words(witness)
    if apart:
        page.say(apart, 1)


def _nowhere(page: Page, verdict: Verdict, need: Proposition) -> None:
    page.say(f"To be defined it needs  {proposition_line(need)}")
    page.say("which holds nowhere:")
    certificate = verdict.certificate
    names = [f"({_roman(k)})" for k in range(1, len(verdict.statement.hypotheses) + 1)]
    if isinstance(certificate, NowhereDefined):
        nowhere_steps(page, certificate, need, names)
