"""Verdicts and documents in Markdown, for notebooks: formulas in LaTeX, and no times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.verdicts import CONDITIONAL, REFUTED, Verdict, answer, details
from derivations.writing.latex import statement_latex
from derivations.writing.latex_sentences import (
    PEN, names_apart, propositions_words, values_words, witness_words,
)
from derivations.writing.latex_terms import relation_latex

if TYPE_CHECKING:
    from derivations.documents.document import Document


def markdown(shown: Verdict | Document) -> str:
    """A verdict or a document, as a notebook shows it."""
    return _verdict(shown) if isinstance(shown, Verdict) else _document(shown)


def _verdict(verdict: Verdict) -> str:
    """The answer, what it is about, and the counterexample or the condition."""
    claimed, witness = verdict.statement, verdict.witness
    with names_apart(claimed):
        lines = [f"**{answer(verdict)}**", *statement_latex(claimed)]
        if verdict.kind == REFUTED and witness is not None and witness.left is not None:
            lines += witness_words(witness, claimed)
        elif verdict.kind == CONDITIONAL:
            lines.append(f"Where {propositions_words(verdict.conditions)}.")
            if witness is not None:
                lines.append(f"Not so at {values_words(witness.values)}.")
        else:
            lines += [f"    {line}" for line in details(verdict, proved_too=False)]
    text = "\n\n".join(lines)
    text = text.replace(r"\begin{align*}", r"$$\begin{aligned}")
    return text.replace(r"\end{align*}", r"\end{aligned}$$")


def _document(document: Document) -> str:
    """A table of the claims: label, place, goals, and the verdict that is expected."""
    lines = [f"**{document.title}**", "", "| claim | place | | expected |", "|---|---|---|---|"]
    for claim in document.claims:
        with names_apart(claim.statement):
            goals = [f"${relation_latex(g.relation, PEN.limit)}$" for g in claim.statement.goals]
        shown = ", ".join(goals).replace("|", r"\vert ")
        lines.append(f"| `{claim.label}` | {claim.source} | {shown} | {claim.expect} |")
    return "\n".join(lines)
