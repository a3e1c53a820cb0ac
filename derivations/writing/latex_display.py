"""Formulas set off from the text: relations, chains with their reasons, single terms.

What is too wide for the page is broken at its relation, then at its own signs; what still is, is
set smaller, and at last abbreviated.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from derivations.language.calculus_notation import for_people, is_indicated
from derivations.language.statements import Relation
from derivations.language.terms import Term
from derivations.writing.latex_sizes import size
from derivations.writing.latex_terms import OPERATORS, sentence, term_latex, term_rows

LINE = 40.0  # em that a line of the page holds, a little less than \textwidth
NODES = 600  # printed nodes of one formula; more are abbreviated
_FEWER = (NODES, 200, 80, 30, 12)  # what is tried where a formula does not fit, however small
HIGHEST = 38.0  # lines of the page that one line of a display may take; it cannot be divided
REASON = 12.0  # the column of reasons, with the space before it

_SIZES = ((1.0, ""), (1.1, r"\small"), (1.22, r"\footnotesize"), (1.37, r"\scriptsize"))
_SMALLEST = (1.8, r"\tiny")


@dataclass(frozen=True)
class Line:
    """One line of a chain: how it relates to the one before, what stands there, and why.

    operator: of the relation; "" for none.
    reason: LaTeX for words; "" for none.
    """

    operator: str
    term: Term
    reason: str = ""


def relations_display(relations: Sequence[Relation], width: float = LINE) -> str:
    """Relations as displays, each on one line or broken at its sign."""
    return "\n".join([_relation_display(for_people(r), width) for r in relations])


def _relation_display(relation: Relation, width: float) -> str:
    if is_indicated(relation):
        return term_display(sentence(relation), "", width)
    return chain_display(relation.left, [Line(relation.operator, relation.right)], width)


def term_display(term: Term, operator: str = "", width: float = LINE) -> str:
    """A term as a display, behind an operator if one is given."""
    return chain_display(None, [Line(operator, term)], width)


def chain_display(first: Term | None, lines: Sequence[Line], width: float = LINE) -> str:
    """A chain of relations, the reason of each line at its right.

    What the chain starts from stands left of the first sign if it is short, else above it.  If
    the lines are too wide for a column of reasons, each reason stands below its line.
    """
    for nodes in _FEWER:
        rows, wide, high = _chain(first, lines, width, nodes)
        if wide <= width * _SMALLEST[0] and high <= HIGHEST:
            break
    font = next((name for factor, name in _SIZES if wide <= width * factor), _SMALLEST[1])
    body = " \\\\\n".join(rows)
    display = f"\\begin{{align*}}\n{body}\n\\end{{align*}}"
    return f"{{{font}\n{display}\n\\par}}" if font else display


def _chain(
    first: Term | None, lines: Sequence[Line], width: float, nodes: int
) -> tuple[list[str], float, float]:
    """The rows of a display, the width of the widest and the height of the highest."""
    lead = "" if first is None else term_latex(first, nodes)
    before = size(lead)[0]
    widest = max([size(term_latex(line.term, nodes))[0] for line in lines])
    reason = REASON if any(line.reason for line in lines) else 0.0
    beside = before <= 8 or before + widest + 1.6 <= width - reason
    room = width - 1.6 - (before if beside else 0.0)
    broken = [term_rows(line.term, room - reason, nodes) for line in lines]
    column = max(map(_width, broken)) <= room - reason and not room - reason < widest <= room
    if not column:
        reason = 0.0
        broken = [term_rows(line.term, room, nodes) for line in lines]
    above = [] if beside or first is None else term_rows(first, width - reason, nodes)
    rows = [f"& {_aligned(above)}"] if above else []
    for place, (line, found) in enumerate(zip(lines, broken, strict=True)):
        left = lead if beside and place == 0 else ""
        formula = f"{left} &{OPERATORS.get(line.operator, '')} {_aligned(found)}"
        if not line.reason:
            rows.append(formula)
        elif column:
            position = "[t]" if len(found) > 1 else ""
            rows.append(rf"{formula} && \reason{position}{{{line.reason}}}")
        else:
            rows += [formula, rf"& \qquad\reasonbelow{{{line.reason}}}"]
    wide = max(width - room + max(map(_width, broken)), reason + _width(above))
    high = max([sum([size(r)[1] + 0.4 for r in found]) for found in ([lead], above, *broken)])
    return rows, wide, high


def _width(rows: Sequence[str]) -> float:
    """The width of the widest of some rows, the later ones indented."""
    return max([size(row)[0] + (k > 0) for k, row in enumerate(rows)], default=0.0)


def _aligned(rows: Sequence[str]) -> str:
    """Rows one below another, the later ones indented, as one formula."""
    if len(rows) == 1:
        return rows[0]
    body = r" \\ & \quad ".join(rows)
    return rf"\begin{{aligned}}[t] & {body} \end{{aligned}}"
