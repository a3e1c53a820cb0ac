"""Printed pieces with their sizes, and how they are put in rows and parentheses.

Widths are estimates in em, a little on the wide side; no TeX is run.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from derivations.language.latex_names import name_parts

INFINITE = math.inf

# How tightly what is printed holds together, loosest first.
ARROW, SUM, SIGNED, BIG, PRODUCT, CALL, TALL, POWER, ATOM = range(9)


@dataclass(frozen=True)
class Box:
    """A printed term: its LaTeX, how tightly it holds together, its width in em.

    height: in lines.
    closed: for a function printed without parentheses, the same with them.
    """

    latex: str
    level: int
    width: float
    height: float = 1.0
    closed: Box | None = None

    @property
    def tall(self) -> bool:
        """Whether it is higher than a line, so that parentheses around it must grow."""
        return self.height > 1.15


@dataclass(frozen=True)
class Piece:
    """An operand with what stands before it within a row, and at the start of a row."""

    glue: str
    space: float
    start: str
    box: Box


def fill(pieces: Iterable[Piece], width: float) -> list[Box]:
    """The pieces in rows, as many in each as fit."""
    rows: list[list[str]] = []
    widths: list[float] = []
    heights: list[float] = []
    for piece in pieces:
        more = piece.space + piece.box.width
        if rows and widths[-1] + more <= width:
            rows[-1] += [piece.glue, piece.box.latex]
            widths[-1] += more
            heights[-1] = max(heights[-1], piece.box.height)
        else:
            rows.append([piece.start, piece.box.latex] if rows else [piece.box.latex])
            widths.append(piece.box.width + (3.2 if len(rows) > 1 else 0.0))
            heights.append(piece.box.height)
    return [Box("".join(row), SUM, w, h) for row, w, h in zip(rows, widths, heights, strict=True)]


def aligned(rows: Sequence[Box], position: str = "") -> str:
    """Rows one below another, the later ones indented, as one formula."""
    if len(rows) == 1:
        return rows[0].latex
    body = r" \\ & \quad ".join([r.latex for r in rows])
    return rf"\begin{{aligned}}{position} & {body} \end{{aligned}}"


def joined(rows: list[Box], level: int) -> Box:
    if len(rows) == 1:
        return Box(rows[0].latex, level, rows[0].width, rows[0].height)
    height = sum([r.height + 0.4 for r in rows])
    return Box(aligned(rows), level, max([r.width for r in rows]), height)


def parenthesised(box: Box) -> Box:
    if box.tall:
        return Box(rf"\left({box.latex}\right)", ATOM, box.width + 1.4, box.height)
    return Box(f"({box.latex})", ATOM, box.width + 0.8, box.height)


def shared_width(natural: list[float], room: float) -> list[float]:
    """Room for columns: each what it needs, the widest ones sharing what remains."""
    shares = list(natural)
    order = sorted(range(len(natural)), key=lambda j: natural[j])
    for count, j in enumerate(order):
        shares[j] = min(natural[j], max(4.0, room / (len(order) - count)))
        room -= shares[j]
    return shares


def letters(latex: str) -> str:
    return latex.replace("operatorname", "").strip("\\{}")


def letter_width(name: str) -> float:
    parts = name_parts(name)
    count = (
        1
        if parts.base.startswith("\\") and "{" not in parts.base
        else len(
            letters(re.sub("mathit|mathrm|mathtt|text", "", parts.base))
        )
    )
    below = parts.subscript.replace("mathrm", "").replace("\\", "")
    return 0.58 * count + 0.37 * len(below.strip("{}")) + 0.3 * parts.primes
