"""Verdicts, documents and entries in Markdown, for notebooks: formulas in LaTeX, and no times."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from derivations.documents.entries import Chain, Claim, Entry, Group, Section, Unstated
from derivations.language.stating import statement
from derivations.verdicts import CONDITIONAL, Verdict, answer, details
from derivations.writing.latex import chain_statement, given_latex, statement_latex
from derivations.writing.latex_display import Line, chain_display, relations_display
from derivations.writing.latex_sentences import DEEPEST, PEN, names_apart
from derivations.writing.latex_tables import Cell, cells, heads
from derivations.writing.latex_terms import relation_latex
from derivations.writing.quotations import quotation
from derivations.writing.refutations import TITLES, tables
from derivations.writing.story import mended_words, others_words
from derivations.writing.telling import answer_steps

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged

# Em that a cell of a table holds.
_WIDE = 30.0
# What is set smaller on a page.
_SMALL = re.compile(r"\{\\\w+\n(\\begin\{align\*\}.*?\\end\{align\*\})\n\\par\}", re.DOTALL)
# Where a display begins behind words: in Markdown it stands alone.
_INLINE = re.compile(r"(?<=[^\n])(?=\\begin\{align\*\})")


def markdown(shown: Verdict | Document) -> str:
    """A verdict or a document, as a notebook shows it."""
    return _verdict(shown) if isinstance(shown, Verdict) else _document(shown)


def _displayed(text: str) -> str:
    """Displays as Markdown has them."""
    text = _INLINE.sub("\n\n", _SMALL.sub(r"\1", text))
    text = text.replace(r"\begin{align*}", r"$$\begin{aligned}")
    return text.replace(r"\end{align*}", r"\end{aligned}$$")


def _verdict(verdict: Verdict) -> str:
    """The answer, what it is about, and the counterexample or the condition."""
    claimed, witness = verdict.statement, verdict.witness
    with names_apart(claimed):
        lines = [f"**{answer(verdict)}**", *statement_latex(claimed)]
        if verdict.kind == CONDITIONAL or witness is not None:
            lines += PEN.items(answer_steps(verdict), DEEPEST)
        else:
            lines += [f"    {line}" for line in details(verdict, proved_too=False)]
    return _displayed("\n\n".join(lines))


def _document(document: Document) -> str:
    """A table of the claims: label, place, goals, and the verdict that is expected."""
    lines = [f"**{document.title}**", "", "| claim | place | | expected |", "|---|---|---|---|"]
    for claim in document.claims:
        with names_apart(claim.statement):
            goals = [f"${relation_latex(g.relation, PEN.limit)}$" for g in claim.statement.goals]
        shown = ", ".join(goals).replace("|", r"\vert ")
        lines.append(f"| `{claim.label}` | {claim.source} | {shown} | {claim.expect} |")
    return "\n".join(lines)


def entry_markdown(document: Document, entry: Entry) -> str:
    """An entry of a document as words: what it is, its formulas, and what it says of others."""
    if isinstance(entry, Section):
        return f"## {escaped(entry.title)}"
    source = f", {escaped(entry.source)}" if entry.source else ""
    kind = "Claim" if isinstance(entry, (Group, Unstated)) else type(entry).__name__
    lines = [f"**{kind}** `{entry.label}`{source}", escaped(entry.words)]
    relation = getattr(entry, "relation", None)
    if isinstance(entry, Claim):
        with names_apart(entry.statement):
            lines += statement_latex(entry.statement)
    elif isinstance(entry, Chain):
        lines += _chain(entry)
    elif relation is not None:
        with names_apart(statement(relation)):
            lines.append(relations_display([relation]))
    lines += others_words(entry, "`{}`".format)
    mended = mended_words(document.mended(entry.label), "`{}`".format)
    lines.append(f"As printed; {mended}." if mended else "")
    missing = getattr(entry, "missing", "")
    lines.append(f"Undecided; missing is: {escaped(missing)}." if missing else "")
    return _displayed("\n\n".join(filter(None, lines)))


def _chain(chain: Chain) -> list[str]:
    """The lines of a chain, and below them the reasons, by number."""
    goals = [claim.statement.goals[0].relation for claim in chain.steps]
    reasons = [escaped(claim.reason) or "(no reason is given)" for claim in chain.steps]
    with names_apart(chain_statement(chain)):
        return [
            *given_latex(chain_statement(chain), final=":"),
            chain_display(chain.first, [Line(goal.operator, goal.right) for goal in goals]),
            "\n".join(f"{number}. {reason}" for number, reason in enumerate(reasons, 1)),
        ]


def tables_markdown(judged: Iterable[Judged]) -> str:
    """What does not hold, as tables."""
    pen, lines = _Cell(width=_WIDE), list[str]()
    for kind, found in tables(judged).items():
        lines += ["", f"**{TITLES[kind]}**", ""]
        lines += [f"| {' | '.join(heads(kind))} |", "|---|---|---|---|"]
        for row in found:
            claim = row.one.claim
            place = f"{escaped(claim.source)} `{claim.label}`".strip()
            lines.append(f"| {' | '.join([place, *cells(row, pen, '`{}`'.format)])} |")
    return "\n".join(lines[1:])


class _Cell(Cell):
    """Formulas and words in a table of Markdown."""

    def math(self, formula: str) -> str:
        return super().math(formula.replace(r"\|", r"\Vert ").replace("|", r"\vert "))

    def escaped(self, words: str) -> str:
        return escaped(words)

    def quoted(self, text: str) -> str:
        return f"“{quotation(text, self.said, self.math, self.said)}”"


def escaped(words: str) -> str:
    """Words on one line, in which nothing is a sign of Markdown."""
    return re.sub(r"([\\`*_$<>\[\]|~#])", r"\\\1", " ".join(words.split()))
