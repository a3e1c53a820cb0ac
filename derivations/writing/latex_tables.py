r"""What does not hold, as the tables that a writeup begins with.

A formula takes one line of its column if it fits, else it is broken at its relation and at its own
signs; what takes too many lines is left out where words stand beside it, else cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.language.calculus_notation import for_people, is_indicated
from derivations.language.statements import Proposition, Relation, proposition
from derivations.language.terms import Term
from derivations.verdicts import Assignment, value_relations
from derivations.writing.latex_display import NODES
from derivations.writing.latex_sentences import Latex, names_apart, prose
from derivations.writing.latex_sizes import size
from derivations.writing.latex_terms import OPERATORS, sentence, term_rows
from derivations.writing.refutations import TITLES, Row, tables
from derivations.writing.steps import Part, Words, joined
from derivations.writing.story import proposition_words

if TYPE_CHECKING:
    from derivations.documents.document import Judged

# Em that a cell holds, which is set smaller.
_CELL = 17.0
# Printed nodes that are tried until a formula fits; how many values are told.
_FEWER, _VALUES = (NODES, 80, 40, 20, 12, 6, 3, 1), 8
# So many lines may one side of a formula take; the sign before it is so wide.
_LINES, _SIGN = 4, 1.6
# The columns of a writeup, in parts of the width of the page.
_COLUMNS = (0.12, 0.29, 0.25, 0.29)
# What a writeup needs for its tables.
PREAMBLE = (
    r"\newcommand{\cell}[2]{\parbox[t]{#1\textwidth}{\raggedright #2\strut}}" "\n"
    r"\newcommand{\tablerow}[4]{\par\noindent{\footnotesize"
    + r"\hfill".join([rf"\cell{{{width}}}{{#{n}}}" for n, width in enumerate(_COLUMNS, 1)])
    + r"\par}\kern1pt\hrule\kern3pt}" "\n"
)


@dataclass(frozen=True)
class Cell(Latex):
    """Formulas of a column that is so many em wide."""

    width: float = _CELL

    def part(self, part: Part) -> str:
        match part:
            case Relation() | Proposition():
                return proposition_words(proposition(part), self)
            case Term():
                return self.term(part)
        return super().part(part)

    def words(self, words: Words) -> str:
        return "".join(map(self.part, words))

    def term(self, term: Term) -> str:
        return " ".join(map(self.math, self._rows(term)))

    def relation(self, relation: Relation) -> str:
        relation = for_people(relation)
        if is_indicated(relation):
            return self.term(sentence(relation))
        sign = OPERATORS[relation.operator]
        left, (first, *more) = self._rows(relation.left), self._rows(relation.right)
        whole = f"{left[-1]} {sign} {first}"
        if size(whole)[0] <= self.width:
            left[-1] = whole
        else:
            left.append(f"{sign} {first}")
        return " ".join(map(self.math, [*left, *more]))

    def values(self, values: Assignment) -> str:
        """Of many, those that are not 0, and how many others there are."""
        others = [v for v in values if v[1].head != "number" or v[1].data]
        shown = values if len(values) <= _VALUES else others[:_VALUES]
        told: list[Part] = [*value_relations(shown)]
        more = len(values) - len(shown)
        zero = "others are 0" if len(shown) == len(others) else "more"
        return self.words(joined([*told, f"{more} {zero}"] if more else told))

    def fits(self, stated: Proposition) -> bool:
        """Whether both sides of a formula have room, uncut."""
        sides = stated.relation.left, stated.relation.right
        return all(self._room(side, NODES) for side in sides)

    def _rows(self, term: Term) -> list[str]:
        found = (self._room(term, nodes) for nodes in _FEWER)
        return next(filter(None, found), [r"\dots"])

    def _room(self, term: Term, nodes: int) -> list[str]:
        """The lines of a term; none if they are too wide or too many."""
        rows, width = term_rows(term, self.width - _SIGN, nodes), self.width - _SIGN
        return rows if len(rows) <= _LINES and max(size(r)[0] for r in rows) <= width else []


def heads(kind: str) -> tuple[str, str, str, str]:
    """What stands above the columns."""
    last = "of what it is a reading" if kind == "reading" else "what it should read"
    return "place", "the reading" if kind == "reading" else "as printed", "where it fails", last


def latex_tables(judged: Iterable[Judged], cited: Callable[[str], str]) -> str:
    """The tables of a writeup; `cited` is what it calls a claim, by its label."""
    lines = []
    for kind, found in tables(judged).items():
        above = [rf"\textbf{{{head}}}" for head in heads(kind)]
        lines += [rf"\paragraph{{{TITLES[kind]}.}}\mbox{{}}", _latex_row(above)]
        for row in found:
            claim = row.one.claim
            place = ", ".join(filter(None, [prose(claim.source), cited(claim.label)]))
            lines.append(_latex_row([place, *cells(row, Cell(), cited)]))
    return "\n".join(lines)


def _latex_row(told: Iterable[str]) -> str:
    return r"\tablerow" + "".join([f"{{{cell}}}" for cell in told])


def cells(row: Row, pen: Cell, cited: Callable[[str], str]) -> list[str]:
    """What is printed, where it fails, and what it should read, with the claims that say so."""
    with names_apart(row.one.claim.statement):
        told = [pen.words(row.printed.told(pen.fits)), pen.words(row.fails)]
    reading = row.one.claim.reading
    right = [cited(reading)] if reading is not None else []
    for _, claim, said in row.mended:
        with names_apart(claim.statement):
            right.append(f"{pen.words(said.told(pen.fits))} ({cited(claim.label)})")
    return [*told, "; ".join(right)]
