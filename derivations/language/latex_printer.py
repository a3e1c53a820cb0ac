"""The printer of terms in LaTeX, to a width; see `latex` for what it prints and how."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from derivations.language.abbreviate import abbreviated, parts
from derivations.language.heads import BINDING, PLAIN
from derivations.language.latex_boxes import (
    ARROW,
    ATOM,
    BIG,
    CALL,
    INFINITE,
    POWER,
    PRODUCT,
    SIGNED,
    SUM,
    TALL,
    Box,
    Piece,
    fill,
    joined,
    letter_width,
    letters,
    parenthesised,
    shared_width,
)
from derivations.language.latex_names import name_parts, symbol_latex
from derivations.language.terms import Term, number

# Longer integers are abbreviated: they cannot be broken.
_MOST_DIGITS = 24
_SCRIPT_NODES = 15  # of an exponent or index that is too wide

# Functions printed as `\name x` or `\name(x)`, and in fences, by the table of heads.
_NAMED: dict[str, str] = {}
_FENCES: dict[str, tuple[str, str]] = {}
# Of these, the ones whose argument may stand without parentheses and that take powers.
_BARE = set()
for _head, _row in PLAIN.items():
    if fences := re.fullmatch(r"(\\l\w+ )[xy, ]+(\\r\w+ )", _row.latex):
        _FENCES[_head] = (fences[1], fences[2])
    elif _row.latex:
        _NAMED[_head] = re.sub(r"( \w|\([\w, ]+\))$", "", _row.latex)
        if not _row.latex.endswith(")"):
            _BARE.add(_head)
_POWERS = _BARE - {"arg", "re", "im", "det"}

# Heads that may be printed with an index already.
_SUBSCRIPTED = ("symbol", "apply", "entry", "identity", "zero", "fibonacci", "harmonic")

_DOTS = {"horizontal": r"\cdots", "vertical": r"\vdots", "diagonal": r"\ddots"}
_BIG = {head: row.latex for head, row in BINDING.items()}


class Printer:
    """Prints terms that are already small (see `abbreviated`) to a width."""

    def __init__(self) -> None:
        self._natural: dict[tuple[int, bool], tuple[Term, Box]] = {}

    def box(self, term: Term, width: float = INFINITE, script: bool = False) -> Box:
        """The term printed, within `width` em where it can be broken.

        script: whether it stands in an index or exponent, where simple fractions are `a/b`.
        """
        key = (id(term), script)
        if key not in self._natural:
            self._natural[key] = (term, self._build(term, INFINITE, script))
        natural = self._natural[key][1]
        if natural.width <= width:
            return natural
        return self._build(term, max(width, 4.0), script)

    def rows(self, term: Term, width: float) -> list[Box]:
        """The term as rows for a display."""
        if self.box(term).width <= width:
            return [self.box(term)]
        if term.head == "add":
            return fill(self._summands(term, width), width)
        if term.head == "mul" and not _negative(term):
            return fill(self._factors(term, width), width)
        return [self.box(term, width)]

    def _build(self, term: Term, width: float, script: bool) -> Box:
        head = term.head
        if head in _LEAVES:
            return _LEAVES[head](term)
        if head in ("add", "mul", "neg") or head in _BIG:
            return self._operation(term, width, script)
        if head == "div":
            return self._fraction(term, width, script)
        if head == "pow":
            return self._power(term, width, script)
        if head in ("exp", "matexp"):
            return self._exponential(term, width)
        if head in _FENCES:
            return self._fenced(term, width, script)
        if head in _NAMED:
            return self._call(term, width, script)
        if head in ("matrix", "blocks"):
            return self._matrix(term, width)
        if head in ("transpose", "adjoint", "inv"):
            mark = {"transpose": r"\top", "adjoint": "*", "inv": "-1"}[head]
            base = self.held(term.args[0], ATOM, width - 1.3, script)
            own = 1.2 if head == "inv" else 0.8
            return Box(f"{base.latex}^{{{mark}}}", POWER, base.width + own, base.height)
        return self._other(term, width, script)

    def script(self, term: Term, width: float) -> Box:
        """The term in an index or exponent, which cannot be broken, only abbreviated."""
        box = self.box(term, script=True)
        if 0.75 * box.width <= max(width, 12.0):
            return box
        return self.box(abbreviated(term, _SCRIPT_NODES), script=True)

    def held(self, term: Term, level: int, width: float, script: bool = False) -> Box:
        """The term, in parentheses unless it holds together at least as tightly as `level`."""
        box = self.box(term, width, script)
        if box.level >= level:
            return box
        return parenthesised(self.box(term, width - 1.4, script))

    # Sums and products

    def _operation(self, term: Term, width: float, script: bool) -> Box:
        if not term.args:
            return Box("0" if term.head == "add" else "1", ATOM, 0.5)
        if term.head == "add":
            return joined(fill(self._summands(term, width, script), width), SUM)
        if term.head in _BIG:
            return self._big(term, width, script)
        negative, positive = _unsigned(term)
        if negative:
            inside = self.held(positive, BIG, width - 0.8, script)
            return Box(f"-{inside.latex}", SIGNED, inside.width + 0.8, inside.height)
        level = BIG if self.box(parts(term)[-1], INFINITE, script).level == BIG else PRODUCT
        return joined(fill(self._factors(term, width, script), width), level)

    def _summands(self, term: Term, width: float, script: bool = False) -> list[Piece]:
        pieces = []
        for place, operand in enumerate(parts(term)):
            negative, positive = _unsigned(operand)
            if place == 0:
                box = self.held(operand, SIGNED, width, script)
                pieces.append(Piece("", 0.0, "", box))
            else:
                box = self.held(positive if negative else operand, BIG, width - 3.2, script)
                sign = "-" if negative else "+"
                pieces.append(Piece(f" {sign} ", 1.25, f"{{}} {sign} ", box))
        return pieces

    def _factors(self, term: Term, width: float, script: bool = False) -> list[Piece]:
        operands = parts(term)
        pieces: list[Piece] = []
        for place, operand in enumerate(operands):
            last = place == len(operands) - 1
            box = self.held(operand, BIG if last else CALL, width - 2.5, script)
            if operand.head == "mul" or (last and box.level == PRODUCT):
                box = parenthesised(self.box(operand, width - 3.9, script))
            if box.closed and not last and not _is_call(operands[place + 1]):
                box = box.closed
            glue = "" if place == 0 else _glue(operands[place - 1], pieces[-1].box, operand, box)
            pieces.append(Piece(glue, {" ": 0.17, "": 0.0}.get(glue, 0.8), r"{} \cdot ", box))
        return pieces

    def _big(self, term: Term, width: float, script: bool) -> Box:
        index, lower, upper, body = term.args
        name = symbol_latex(index.name)
        below, above = self.script(lower, width / 2), self.script(upper, width / 2)
        own = max(1.6, 0.75 * max(below.width + 2.0, above.width)) + (
            1.0 if width < INFINITE else 0.6
        )
        level = CALL if term.head == "product" and body.head not in _BIG else BIG
        inside = self.held(body, level, width - own, script)
        latex = f"{_BIG[term.head]}_{{{name} = {below.latex}}}^{{{above.latex}}} {inside.latex}"
        limits = 1.4 + 0.7 * (below.height + above.height)
        return Box(latex, BIG, own + inside.width, max(limits, inside.height))

    # Fractions, powers, functions

    def _fraction(self, term: Term, width: float, script: bool) -> Box:
        top, bottom = term.args
        if script:
            over = self.held(top, SIGNED, INFINITE, True)
            over = over.closed or over
            under = self.held(bottom, POWER, INFINITE, True)
            if not over.tall and not under.tall:
                latex = f"{over.latex}/{under.latex}"
                return Box(latex, min(over.level, PRODUCT), over.width + under.width + 0.5)
        over, under = self.box(top, width - 0.5), self.box(bottom, width - 0.5)
        latex = rf"\frac{{{over.latex}}}{{{under.latex}}}"
        return Box(latex, TALL, max(over.width, under.width) + 0.4, over.height + under.height)

    def _power(self, term: Term, width: float, script: bool) -> Box:
        base, exponent = term.args
        above = self.script(exponent, width / 2)
        if base.head in _POWERS and _is_natural(exponent, 2) and len(base.args) == 1:
            return self._call(base, width, script, f"^{{{above.latex}}}")
        under = self.held(base, ATOM, width - 0.75 * above.width, script)
        if base.head == "number" and base.data.denominator != 1 and under.level != ATOM:
            under = parenthesised(self.box(base))
        latex = f"{under.latex}^{{{above.latex}}}"
        return Box(
            latex,
            POWER,
            under.width + 0.75 * above.width + 0.1,
            under.height + 0.7 * (above.height - 1),
        )

    def _exponential(self, term: Term, width: float) -> Box:
        above = self.box(term.args[0], script=True)
        own = 0.6 + 0.75 * above.width
        if own <= min(width, 12) and not (above.tall and above.width > 6):
            return Box(f"e^{{{above.latex}}}", POWER, own, 0.3 + 0.7 * above.height)
        inside = parenthesised(self.box(term.args[0], width - 3))
        return Box(rf"\exp{inside.latex}", POWER, inside.width + 2, inside.height)

    def _call(self, term: Term, width: float, script: bool, power: str = "") -> Box:
        name = _NAMED[term.head]
        own = 0.47 * len(letters(name)) + 0.15 + (0.6 if power else 0)
        inside = self._listed(term.args, width - own - 1.4, script)
        grouped = parenthesised(inside)
        closed = Box(f"{name}{power}{grouped.latex}", POWER, own + grouped.width, grouped.height)
        if term.head == "det" and term.args[0].head == "matrix":
            return Box(
                f"{name}{power}{inside.latex}", CALL, own + inside.width, inside.height, closed
            )
        if term.head in _BARE and self._is_simple(term.args[0], script):
            space = "" if inside.latex[0] in "\\{" else " "
            latex = f"{name}{power}{space}{inside.latex}"
            return Box(latex, CALL, own + inside.width + 0.2, inside.height, closed)
        return closed

    def _is_simple(self, term: Term, script: bool) -> bool:
        """Whether a function may be applied to it without parentheses.

        A quotient in an index or exponent may not: `\\log y/2` is the half of a logarithm.
        """
        if term.head == "mul" and len(term.args) == 2 and _is_natural(term.args[0]):
            term = term.args[1]
        if term.head == "div" and _is_natural(term.args[1]) and not script:
            term = term.args[0]
        if term.head in ("symbol", "pi", "i") or _is_natural(term):
            return True
        return term.head == "apply" and self._is_subscripted(term)

    def _fenced(self, term: Term, width: float, script: bool) -> Box:
        left, right = _FENCES[term.head]
        inside = self._listed(term.args, width - 1.2, script)
        grow = (r"\left", r"\right") if inside.tall else ("", "")
        latex = f"{grow[0]}{left}{inside.latex}{grow[1]}{right}".rstrip()
        return Box(latex, ATOM, inside.width + 1.0, inside.height)

    def _listed(self, terms: Sequence[Term], width: float, script: bool) -> Box:
        if len(terms) == 1:
            return self.box(terms[0], width, script)
        share = width / len(terms) - 0.5
        boxes = [self.held(t, SUM, share, script) for t in terms]
        return Box(
            ", ".join([b.latex for b in boxes]),
            SUM,
            sum([b.width + 0.5 for b in boxes]),
            max([b.height for b in boxes]),
        )

    # Matrices, families and the rest

    def _matrix(self, term: Term, width: float) -> Box:
        rows, columns = term.data
        natural = [
            max([self.box(term.args[i * columns + j]).width for i in range(rows)])
            for j in range(columns)
        ]
        shares = shared_width(natural, width - 1.4 - 1.0 * (columns - 1))
        grid = [
            [self.box(term.args[i * columns + j], shares[j]) for j in range(columns)]
            for i in range(rows)
        ]
        height = sum([max([b.height for b in row]) + 0.1 for row in grid])
        tall = any(b.tall for row in grid for b in row)
        end = r" \\[3pt] " if tall else r" \\ "
        end += r"\hline " if term.head == "blocks" else ""
        body = end.join([" & ".join([b.latex for b in row]) for row in grid])
        widths = [max([row[j].width for row in grid]) for j in range(columns)]
        latex = rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"
        if term.head == "blocks":
            lines = "|".join("c" * columns)
            latex = rf"\left[\begin{{array}}{{{lines}}} {body} \end{{array}}\right]"
        return Box(latex, ATOM, sum(widths) + 1.4 + 1.0 * (columns - 1), height)

    def _is_subscripted(self, term: Term) -> bool:
        function = term.args[0]
        return function.head == "symbol" and all(
            s.is_scalar and s.within("integer") for s in function.sort.index
        )

    def _applied(self, term: Term, width: float, script: bool) -> Box:
        function, *arguments = term.args
        if self._is_subscripted(term):
            below = [self.script(a, width / len(arguments) - 1) for a in arguments]
            latex = name_parts(function.name).with_subscript(",".join([b.latex for b in below]))
            own = letter_width(function.name) + 0.75 * sum([b.width + 0.3 for b in below])
            return Box(latex, ATOM, own)
        head = self.held(function, ATOM, width / 2, script)
        inside = parenthesised(self._listed(arguments, width - head.width - 1.4, script))
        return Box(head.latex + inside.latex, ATOM, head.width + inside.width, inside.height)

    def _entry(self, term: Term, width: float, script: bool) -> Box:
        base, row, column = term.args
        places = [row]
        if not (_is_column(base) and column == number(0)):
            places.append(column)
        below = [self.script(_from_one(p), width / 2 - 1) for p in places]
        index = ",".join([b.latex for b in below])
        beside = 0.75 * sum([b.width + 0.3 for b in below])
        named = base.head == "symbol" and not name_parts(base.name).subscript
        under = self.box(base) if named else self.held(base, ATOM, width - beside, script)
        if not named and under.level == ATOM and base.head in _SUBSCRIPTED:
            under = parenthesised(under)
        own = under.width + beside
        if named:
            return Box(name_parts(base.name).with_subscript(index), ATOM, own)
        return Box(f"{under.latex}_{{{index}}}", ATOM, own, under.height)

    def _other(self, term: Term, width: float, script: bool) -> Box:
        head, args = term.head, term.args
        if head == "apply":
            return self._applied(term, width, script)
        if head == "entry":
            return self._entry(term, width, script)
        if head == "scalar":
            return self.box(args[0], width, script)
        if head == "conj":
            inside = self.box(args[0], width - 0.2, script)
            return Box(rf"\overline{{{inside.latex}}}", ATOM, inside.width + 0.2, inside.height)
        if head == "sqrt":
            inside = self.box(args[0], width - 1.0, script)
            return Box(rf"\sqrt{{{inside.latex}}}", TALL, inside.width + 1.0, inside.height)
        if head == "identity":
            size = self.script(args[0], width)
            return Box(f"I_{{{size.latex}}}", ATOM, 0.5 + 0.75 * size.width)
        if head == "zero":
            rows, columns = [self.script(a, width / 2) for a in args]
            rows, columns = [p if p.level >= PRODUCT else parenthesised(p) for p in (rows, columns)]
            latex = rf"0_{{{rows.latex} \times {columns.latex}}}"
            return Box(latex, ATOM, 1.3 + 0.75 * (rows.width + columns.width))
        if head == "kronecker":
            boxes = [self.held(a, POWER, width - 2, script) for a in args]
            pieces = [Piece(r" \otimes ", 1.25, r"{} \otimes ", b) for b in boxes]
            return joined(fill(pieces, width), SIGNED)
        if head == "mod":
            left, right = [self.held(a, PRODUCT, width / 2 - 1.5, script) for a in args]
            latex = rf"{left.latex} \bmod {right.latex}"
            return Box(latex, SUM, left.width + right.width + 3, max(left.height, right.height))
        if head == "binomial":
            top, bottom = [self.box(a, width - 1) for a in args]
            latex = rf"\binom{{{top.latex}}}{{{bottom.latex}}}"
            return Box(latex, ATOM, max(top.width, bottom.width) + 1.6, top.height + bottom.height)
        if head == "factorial":
            inside = self.held(args[0], ATOM, width - 0.4, script)
            return Box(f"{inside.latex}!", POWER, inside.width + 0.4, inside.height)
        if head in ("fibonacci", "harmonic"):
            below = self.script(args[0], width)
            return Box(
                rf"\mathrm{{{head[0].upper()}}}_{{{below.latex}}}", ATOM, 0.8 + 0.75 * below.width
            )
        if head == "function":
            *parameters, body = args
            names = ", ".join([symbol_latex(p.name) for p in parameters])
            names = f"({names})" if len(parameters) > 1 else names
            own = 1.2 * len(parameters) + 1.5
            inside = self.box(body, width - own, script)
            return Box(rf"{names} \mapsto {inside.latex}", ARROW, own + inside.width, inside.height)
        raise ValueError(f"no LaTeX for terms with head {head!r}")


_FONTS = (r"\mathit", r"\mathtt")  # of names of several letters


def _glue(before: Term, before_box: Box, after: Term, box: Box) -> str:
    """What stands between two factors: a dot where they would run together."""
    numeric = before.head == "number" or (before.head == "div" and before.args[1].head == "number")
    starts = box.latex
    if starts[0].isdigit() or starts[0] in "+-":
        return r" \cdot "
    if numeric and starts.startswith(r"\frac") and after.head in ("number", "div"):
        return r" \cdot "
    if starts[0] == "(" and before.head in ("symbol", "apply", "entry"):
        return r" \, "
    if any(font in starts or before_box.latex.startswith(font) for font in _FONTS):
        return r" \, "
    return " "


def _unsigned(term: Term) -> tuple[bool, Term]:
    """Whether the term is printed with a minus in front, and the rest."""
    if term.head == "neg":
        return True, term.args[0]
    if term.head == "number" and term.data < 0:
        return True, number(-term.data)
    if term.head == "mul" and term.args:
        first, *others = parts(term)
        if first.head == "number" and first.data < 0 and others:
            if first.data == -1:
                return True, others[0] if len(others) == 1 else Term("mul", tuple(others))
            return True, Term("mul", (number(-first.data), *others))
    return False, term


def _negative(term: Term) -> bool:
    return _unsigned(term)[0]


def _is_call(term: Term) -> bool:
    """Whether the term is printed beginning with the name of a function."""
    if term.head == "pow":
        return term.args[0].head in _POWERS and _is_natural(term.args[1], 2)
    return term.head in _NAMED


def _is_natural(term: Term, least: int = 0) -> bool:
    return term.head == "number" and term.data.denominator == 1 and bool(term.data >= least)


def _is_column(term: Term) -> bool:
    if term.head == "symbol" and term.sort.is_matrix:
        return term.sort.columns == number(1)
    if term.head == "apply" and term.args[0].head == "symbol":
        value = term.args[0].sort.value
        return value is not None and value.is_matrix and value.columns == number(1)
    return term.head == "matrix" and bool(term.data[1] == 1)


def _from_one(place: Term) -> Term:
    """The place of an entry counted from 1: `k - 1` is place `k`."""
    if place.head == "number":
        return number(place.data + 1)
    if place.head == "add" and len(place.args) == 2:
        negative, rest = _unsigned(place.args[1])
        if negative and rest == number(1):
            return place.args[0]
    return Term("add", (place, number(1)))


def _symbol_box(term: Term) -> Box:
    return Box(symbol_latex(term.name), ATOM, letter_width(term.name))


def _digits(value: int) -> str:
    """The digits of a natural number; of a long one, the first and last and how many there are."""
    if value < 10**_MOST_DIGITS:
        return str(value)
    count = int(value.bit_length() * math.log10(2)) + 1
    count -= value < 10 ** (count - 1)
    first, last = value // 10 ** (count - 6), value % 10**6
    return rf"{first}\underbrace{{\cdots}}_{{{count}\text{{ digits}}}}{last:06d}"


def _number_box(term: Term) -> Box:
    value: Fraction = term.data
    sign, level = ("-", SIGNED) if value < 0 else ("", ATOM)
    top, bottom = _digits(abs(value.numerator)), _digits(value.denominator)
    width = 0.8 * len(sign) + 0.5 * min(len(top), 24)
    if value.denominator == 1:
        return Box(sign + top, level, width)
    width = max(width, 0.5 * min(len(bottom), 24)) + 0.4
    return Box(rf"{sign}\frac{{{top}}}{{{bottom}}}", min(level, TALL), width, 2.0)


_LEAVES: dict[str, Callable[[Term], Box]] = {
    "symbol": _symbol_box,
    "number": _number_box,
    "i": lambda term: Box(r"\mathrm{i}", ATOM, 0.3),
    "pi": lambda term: Box(r"\pi", ATOM, 0.6),
    "dots": lambda term: Box(_DOTS[term.data], ATOM, 1.3),
}
