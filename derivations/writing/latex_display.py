"""Formulas set off from the text: broken to the width of the page, and chains with their reasons.

Widths are in em of the font, estimated on the wide side (`language.latex`).  A formula that cannot
be broken to the width is set smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from derivations.language.abbreviate import abbreviated
from derivations.language.latex import OPERATORS
from derivations.language.latex_boxes import Box, aligned
from derivations.language.latex_printer import Printer
from derivations.language.statements import Relation
from derivations.language.terms import Term

LINE = 40.0  # what a line of the page holds, a little less than \textwidth
NODES = 600  # printed nodes of one formula; more are abbreviated
_FEWER = (NODES, 200, 80, 30, 12)  # what is tried where a formula does not fit, however small
HIGHEST = 38.0  # lines of the page that one line of a display may take; it cannot be divided
REASON = 12.0  # the column of reasons, with the space before it

_SIZES = ((1.0, ""), (1.1, r"\small"), (1.22, r"\footnotesize"), (1.37, r"\scriptsize"))
_SMALLEST = (1.8, r"\tiny")

# The lines of a display, the width of the widest and the height of the highest.
Lines = tuple[list[str], float, float]


@dataclass(frozen=True)
class Line:
    """One line of a chain: how it relates to the one before, what stands there, and why.

    reason: LaTeX for words; "" for none.
    """

    operator: str
    term: Term
    reason: str


def relations_display(relations: Sequence[Relation], width: float = LINE) -> str:
    """Relations as displays, each on one line or broken at its sign."""
    return "\n".join([_relation(r, width) for r in relations])


def term_display(term: Term, before: str = "", width: float = LINE) -> str:
    """A term as a display, with LaTeX `before` it on its first line."""

    def lines(nodes: int) -> Lines:
        rows = Printer().rows(abbreviated(term, nodes), width - 5)
        return (
            [f"& {before}{rows[0].latex}", *_indented(rows[1:])],
            _widest(rows) + 5,
            _highest(rows),
        )

    return _display(lines, width)


def _relation(relation: Relation, width: float) -> str:
    printer = Printer()
    sign = OPERATORS[relation.operator]
    left, right = abbreviated(relation.left, NODES), abbreviated(relation.right, NODES)
    if printer.box(left).width + printer.box(right).width + 1.5 <= width:
        latex = f"{printer.box(left).latex} {sign} {printer.box(right).latex}"
        return f"\\[\n{latex}\n\\]"
    return _display(lambda nodes: _relation_lines(relation, width, nodes), width)


def _relation_lines(relation: Relation, width: float, nodes: int) -> Lines:
    """A relation broken: at its sign, or, if its left side is short, only on its right."""
    printer = Printer()
    sign = OPERATORS[relation.operator]
    left, right = abbreviated(relation.left, nodes), abbreviated(relation.right, nodes)
    if printer.box(left).width <= width / 4:
        lead = printer.box(left)
        rows = printer.rows(right, width - lead.width - 1.5)
        lines = [f"{lead.latex} &{sign} {rows[0].latex}", *_indented(rows[1:])]
        return lines, lead.width + 1.5 + _widest(rows), _highest([lead, *rows])
    above = printer.rows(left, width)
    below = printer.rows(right, width - 3.5)
    lines = [f"& {above[0].latex}", *_indented(above[1:])]
    lines += [rf"& \quad {sign} {below[0].latex}"]
    lines += [rf"& \quad \qquad {row.latex}" for row in below[1:]]
    return lines, max(_widest(above), _widest(below) + 3.5), _highest([*above, *below])


def chain_display(first: Term, lines: Sequence[Line], width: float = LINE) -> str:
    """A chain of relations, the reason of each line at its right.

    What the chain starts from stands left of the first sign if it is short, else above it.  If
    the lines are too wide for a column of reasons, each reason stands below its line.
    """
    return _display(lambda nodes: _chain_lines(first, lines, width, nodes), width)


def _chain_lines(first: Term, lines: Sequence[Line], width: float, nodes: int) -> Lines:
    printer = Printer()
    lead = printer.box(abbreviated(first, nodes))
    terms = [abbreviated(line.term, nodes) for line in lines]
    widest = max([printer.box(t).width for t in terms])
    beside = lead.width <= 8 or lead.width + widest + 1.5 <= width - REASON
    room = width - 1.5 - (lead.width if beside else 0.0)
    broken = [printer.rows(t, room - REASON) for t in terms]
    column = max([_widest(rows) for rows in broken]) <= room - REASON
    if not column or room - REASON < widest <= room:
        column = False
        broken = [printer.rows(t, room) for t in terms]
    beneath = width - REASON if column else width
    above = [] if beside else printer.rows(abbreviated(first, nodes), beneath)
    rows = [f"& {_nested(above)}"] if above else []
    for place, (line, found) in enumerate(zip(lines, broken, strict=True)):
        left = lead.latex if beside and place == 0 else ""
        formula = f"{left} &{OPERATORS[line.operator]} {_nested(found)}"
        if not line.reason:
            rows.append(formula)
        elif column:
            position = "[t]" if len(found) > 1 else ""
            rows.append(rf"{formula} && \reason{position}{{{line.reason}}}")
        else:
            rows += [formula, rf"& \qquad\reasonbelow{{{line.reason}}}"]
    wide = width - room + max([_widest(found) for found in broken])
    high = max([sum([r.height + 0.4 for r in found]) for found in [[lead], above, *broken]])
    if above:
        wide = max(wide, width - beneath + _widest(above))
    return rows, wide, high


def _nested(rows: Sequence[Box]) -> str:
    return aligned(rows, "[t]")


def _indented(rows: Sequence[Box]) -> list[str]:
    return [rf"& \quad {row.latex}" for row in rows]


def _widest(rows: Sequence[Box]) -> float:
    return max([row.width for row in rows])


def _highest(rows: Sequence[Box]) -> float:
    return max([row.height for row in rows])


def _display(build: Callable[[int], Lines], width: float) -> str:
    """The lines as a display, in a smaller font, or cut, if they are wider than they should be.

    build: the lines, given how many nodes of each formula may be printed.
    """
    for nodes in _FEWER:
        lines, wide, high = build(nodes)
        if wide <= width * _SMALLEST[0] and high <= HIGHEST:
            break
    size = next((name for factor, name in _SIZES if wide <= width * factor), _SMALLEST[1])
    body = " \\\\\n".join(lines)
    display = f"\\begin{{align*}}\n{body}\n\\end{{align*}}"
    return f"{{{size}\n{display}\n\\par}}" if size else display
