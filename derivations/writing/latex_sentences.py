"""Words, sentences and steps in LaTeX: escaped, with places to break in what has no spaces."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import ClassVar

from derivations.language.abbreviate import NODE_LIMIT
from derivations.language.latex_names import (
    escape, name_parts, plain_ascii, symbol_latex, told_apart,
)
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement, proposition
from derivations.language.terms import Term
from derivations.lemmas import called
from derivations.verdicts import Assignment, value_relations
from derivations.writing.latex_display import NODES, relations_display, term_display
from derivations.writing.latex_sizes import size
from derivations.writing.latex_terms import relation_latex, sort_latex, term_latex
from derivations.writing.quotations import quotation
from derivations.writing.steps import Cite, Part, Step, Words, joined
from derivations.writing.story import Pen, quantifier_words, statement_terms

INLINE = 22.0  # em; wider formulas of a sentence are displayed
DETAILS = 38.0  # em; the width of what stands, smaller, below a claim
DEEPEST = 3  # LaTeX has six lists inside each other at most
# A run of so many characters without a space may be broken, after a sign or anywhere.
_LONG = 15
_SIGNS = r"-/_.,=+*:;()\[\]"


@dataclass(frozen=True)
class Latex(Pen):
    """Formulas in LaTeX, between dollars; one side has at most `limit` printed nodes.

    cited: what lemmas are called, by their hashes.
    """

    limit: int = NODE_LIMIT
    cited: Mapping[str, str] = field(default_factory=dict)
    ranges: ClassVar[dict[str, str]] = {
        "natural": r"{0} = 0, 1, 2, \dots", "posint": r"{0} = 1, 2, \dots",
        "integer": r"{0} \in \mathbb{{Z}}",
    }  # fmt: skip
    equations: ClassVar[dict[str, str]] = {
        "projector": "{0}^{{2}} = {0}", "nilpotent2": "{0}^{{2}} = 0",
    }  # fmt: skip

    def math(self, formula: str) -> str:
        return f"${formula}$"

    def relation(self, relation: Relation) -> str:
        return self.math(relation_latex(relation, self.limit))

    def name(self, name: str, indices: tuple[str, ...] = ()) -> str:
        below = ",".join([symbol_latex(i) for i in indices])
        return name_parts(name).with_subscript(below) if below else symbol_latex(name)

    def names(self, names: Sequence[str]) -> str:
        return ", ".join([self.math(name) for name in names])

    def among(self, names: Sequence[str], sort: Sort) -> str:
        sign = r"\colon" if sort.is_family else r"\in"
        return self.math(rf"{', '.join(names)} {sign} {sort_latex(sort)}")

    def size(self, *sizes: Term) -> str:
        return self.math(r" \times ".join([term_latex(size) for size in sizes]))

    def words(self, words: Words) -> str:
        """What is too wide for a line is displayed; the comma behind it is left out."""
        text = ""
        for part in words:
            said = self.part(part)
            text += said.lstrip(",:; ") if text.endswith("\n") else said
        return text

    def part(self, part: Part) -> str:
        if isinstance(part, Term) and formula_width(part) > INLINE:
            return f"\n{term_display(part, width=DETAILS)}\n"
        if isinstance(part, Relation | Proposition):
            stated = proposition(part)
            if formula_width(stated.relation) > INLINE:
                shown = relations_display([stated.relation], DETAILS)
                return f"\n{shown}\n{quantifier_words(stated, self).lstrip()}"
        return super().part(part)

    def said(self, words: str) -> str:
        """Words; what escapes them leaves no space around them."""
        inner = words.strip()
        start = words[: len(words) - len(words.lstrip())]
        return start + self.escaped(inner) + words[len(words.rstrip()) :] if inner else words

    def escaped(self, words: str) -> str:
        return prose(words)

    def quoted(self, text: str) -> str:
        return f"``{quotation(text, self.said, self.math, code)}''"

    def term(self, term: Term) -> str:
        return self.math(term_latex(term, self.limit))

    def values(self, values: Assignment) -> str:
        return self.words(joined(value_relations(values)))

    def cite(self, cited: Cite) -> str:
        """A law by its name, a lemma by that of its claim."""
        if cited.lemma:
            return self.cited.get(cited.name) or code(called(cited.name))
        return f"``{prose(cited.name)}''"

    def items(self, steps: Iterable[Step], depth: int = 0) -> list[str]:
        """Steps as items of a list, each with what belongs to it in a list below."""
        found: list[str] = []
        for step in steps:
            label = f"{step.label.name} " if step.label is not None and step.label.name else ""
            stated = "" if step.stated is None else self.part(step.stated)
            words = self.words(step.words)
            if stated and words and not stated.endswith("\n"):
                stated += ": "
            else:
                words = words[:1].upper() + words[1:]
            found.append(ended(label + stated + words))
            below = self.items(step.below, depth + 1)
            if depth >= DEEPEST:
                found += below
            elif below:
                found[-1] = "\n".join([found[-1], *details(below)])
        return found


# Formulas of sentences in a writeup.
PEN = Latex(NODES)


def names_apart(claimed: Statement) -> AbstractContextManager[None]:
    """While this is open, no two names of the statement look alike."""
    return told_apart([*claimed.declarations, *claimed.exists, *statement_terms(claimed)])


def details(items: Sequence[str]) -> list[str]:
    """What stands, smaller, below a claim."""
    if not items:
        return []
    return [r"\begin{details}", *[rf"\item {item}" for item in items], r"\end{details}"]


def ended(text: str, mark: str = ".") -> str:
    """The text with a mark behind it, unless it ends in a display or in a mark."""
    text = text.rstrip()
    return text if text.endswith(("\\end{align*}", "\\par}", ":", ".")) else text + mark


def formula_width(formula: Term | Relation) -> float:
    """The width in em of a formula on one line."""
    shown = term_latex(formula) if isinstance(formula, Term) else relation_latex(formula)
    return size(shown)[0]


def prose(text: str) -> str:
    """Words as LaTeX; what stands between backticks is set as code.

    >>> prose("Rotations `R(a)` commute: 100%")
    'Rotations \\\\texttt{R(a)} commute: 100\\\\%'
    """
    pieces = re.split(r"`([^`\n]+)`", text.strip())
    return "".join([code(p) if k % 2 else breakable(p) for k, p in enumerate(pieces)])


def code(text: str) -> str:
    """A name in typewriter letters."""
    return rf"\texttt{{{breakable(text)}}}"


def heading(text: str) -> str:
    """A title, with plain letters for the bookmark of the PDF where it needs them."""
    latex = breakable(" ".join(text.split()))
    if re.fullmatch(r"[A-Za-z0-9 .,:;()+=/!?'-]*", latex):
        return latex
    return rf"\texorpdfstring{{{latex}}}{{{plain_ascii(text)}}}"


def breakable(text: str) -> str:
    """Words escaped; long runs without a space may be broken."""
    return "".join([_broken(word) for word in re.split(r"(\s+)", text)])


def _broken(word: str) -> str:
    if not word or word.isspace():
        return " " if word else ""
    if len(word) <= _LONG or (word.isalpha() and len(word) <= 2 * _LONG):
        return escape(word)
    pieces = re.findall(rf"[^{_SIGNS}]{{1,12}}[{_SIGNS}]?|[{_SIGNS}]", word)
    return r"\allowbreak{}".join([escape(p) for p in pieces])
