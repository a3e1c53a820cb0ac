r"""Terms, relations and sorts in LaTeX, printed exactly as written.

Nothing is evaluated: what is printed is the tree that is judged, with as few parentheses as its
reading allows.  Terms may be graphs with much sharing: what would print more than a limit of nodes
is abbreviated with `\cdots` (see `abbreviate`), the outermost parts being kept.

Choices a reader should know: entries of matrices are counted from 0, as in text, and printed as
there, `A[0, 1]`, the first entry of a column `v[0]`; a block-diagonal matrix of blocks is
`\bigoplus`, blocks one below another are `\operatorname*{col}`; an adjoint is `A^{*}`; the
imaginary unit is upright; a derivative is partial where its function has other variables, too.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from derivations.language.abbreviate import NODE_LIMIT, abbreviated, parts
from derivations.language.calculus_notation import (
    INDICATORS, for_people, is_at_its_name, is_indicated, orders,
)
from derivations.language.heads import BINDING, PLAIN
from derivations.language.latex_names import name_parts, symbol_latex, told_apart
from derivations.language.sorts import Sort
from derivations.language.statements import Relation
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, number
from derivations.writing.latex_sizes import size

OPERATORS = {"==": "=", "!=": r"\neq", "<=": r"\leq", "<": "<"}

# How tightly what is printed holds together, loosest first.
ARROW, SUM, SIGNED, BIG, PRODUCT, CALL, TALL, POWER, ATOM = range(9)

_MOST_DIGITS = 24  # of an integer; longer ones are abbreviated
_SCRIPT = (16.0, 15)  # em that an exponent or index may take, and how many nodes of a wider one

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
_BIG = {head: row.latex for head, row in BINDING.items()}
# What takes what is written behind it.
_ENDLESS = frozenset({*_BIG, "diff", "partial", "gradient"})
_MARKS = {"transpose": r"\top", "adjoint": "*", "inv": "-1"}
_DOTS = {"horizontal": r"\cdots", "vertical": r"\vdots", "diagonal": r"\ddots"}
# What is higher than a line, so that parentheses around it must grow.
_HIGH = re.compile(r"\\(frac|binom|begin|sum|prod|int(?![a-z])|bigoplus|operatorname\*)")
_FONTS = (r"\mathit", r"\mathtt")  # of names of several letters


@dataclass(frozen=True)
class Printed:
    """A term in LaTeX, and how tightly it holds together.

    closed: for a function printed without parentheses, the same with them.
    """

    latex: str
    level: int = ATOM
    closed: str = ""


def term_latex(term: Term, limit: int = NODE_LIMIT) -> str:
    """A term on one line.

    >>> from derivations.language.parser import parse_claim
    >>> (goal,) = parse_claim("cos(a)**2 - (a + b)/2 = 0", ["a, b: complex"]).goals
    >>> term_latex(goal.relation.left)
    '\\cos^{2} a - \\frac{a + b}{2}'
    """
    shown = abbreviated(term, limit)
    with told_apart([shown]):
        return _printed(shown).latex


def relation_latex(relation: Relation, limit: int = NODE_LIMIT) -> str:
    """A relation on one line."""
    relation = for_people(relation)
    if is_indicated(relation):
        return term_latex(sentence(relation), limit)
    sign = OPERATORS[relation.operator]
    with told_apart([relation.left, relation.right]):
        return f"{term_latex(relation.left, limit)} {sign} {term_latex(relation.right, limit)}"


def sentence(relation: Relation) -> Term:
    """That there is a derivative or an integral, or none, as what is printed in words."""
    return Term("sentence", (relation.left,), relation.right == ONE)


def term_rows(term: Term, width: float, limit: int = NODE_LIMIT) -> list[str]:
    """A term in rows of at most so many em, broken at its own signs or between its factors."""
    shown = abbreviated(term, limit)
    with told_apart([shown]):
        if shown.head not in ("add", "mul") or not shown.args or _unsigned(shown)[0]:
            return [_printed(shown).latex]
        pieces = _summands(shown) if shown.head == "add" else _factors(shown)
    rows = [""]
    for glue, latex in pieces:
        longer = rows[-1] + glue + latex
        if not rows[-1] or size(longer)[0] <= width - 3.2 * (len(rows) > 1):
            rows[-1] = longer
        else:
            rows.append("{}" + (glue if shown.head == "add" else r" \cdot ") + latex)
    return rows


_SETS = {
    "natural": r"\mathbb{N}_{0}", "posint": r"\mathbb{N}_{\geq 1}", "integer": r"\mathbb{Z}",
    "real": r"\mathbb{R}", "positive": r"\mathbb{R}_{> 0}", "negative": r"\mathbb{R}_{< 0}",
    "nonnegative": r"\mathbb{R}_{\geq 0}", "complex": r"\mathbb{C}",
}  # fmt: skip


def sort_latex(sort: Sort) -> str:
    """A sort as a set.  Of the properties of a matrix only `real` is shown: the rest are words."""
    if sort.is_family:
        assert sort.value is not None
        index = r" \times ".join([sort_latex(s) for s in sort.index])
        return rf"{index} \to {sort_latex(sort.value)}"
    if sort.rows is None:
        return _SETS[sort.kind]
    shape = term_latex(sort.rows)
    if sort.columns is None:
        return rf"S_{{{shape}}}"  # permutations
    field = "R" if sort.properties & {"real", "orthogonal"} else "C"
    if sort.columns != ONE:
        shape += rf" \times {term_latex(sort.columns)}"
    return rf"\mathbb{{{field}}}^{{{shape}}}"


# Printing; script: whether it stands in an index or exponent, where simple fractions are `a/b`


def _printed(term: Term, script: bool = False) -> Printed:
    head = term.head
    if head in _PRINT:
        return _PRINT[head](term, script)
    if head in _BIG:
        return _big(term, script)
    if head in _FENCES:
        left, right = _FENCES[head]
        inside = _listed(term.args, script)
        grow = (r"\left", r"\right") if _HIGH.search(inside) else ("", "")
        return Printed(f"{grow[0]}{left}{inside}{grow[1]}{right}".rstrip())
    if head in _NAMED:
        return _call(term, script)
    if head in _MARKS:
        return Printed(f"{_held(term.args[0], ATOM, script)}^{{{_MARKS[head]}}}", POWER)
    raise ValueError(f"no LaTeX for terms with head {head!r}")


def _held(term: Term, level: int, script: bool = False) -> str:
    """The term, in parentheses unless it holds together at least as tightly as `level`."""
    found = _printed(term, script)
    return found.latex if found.level >= level else _parenthesised(found.latex)


def _parenthesised(latex: str) -> str:
    return rf"\left({latex}\right)" if _HIGH.search(latex) else f"({latex})"


def _script(term: Term) -> str:
    """The term in an index or exponent, which cannot be broken, only abbreviated."""
    latex = _printed(term, True).latex
    widest, nodes = _SCRIPT
    return latex if size(latex)[0] <= widest else _printed(abbreviated(term, nodes), True).latex


def _listed(terms: Sequence[Term], script: bool) -> str:
    if len(terms) == 1:
        return _printed(terms[0], script).latex
    return ", ".join([_held(t, SUM, script) for t in terms])


def _sum(term: Term, script: bool) -> Printed:
    return Printed("".join([s for p in _summands(term, script) for s in p]) or "0", SUM)


def _summands(term: Term, script: bool = False) -> list[tuple[str, str]]:
    """The operands of a sum, each with the sign before it."""
    pieces = []
    for place, operand in enumerate(parts(term) if term.args else []):
        negative, positive = _unsigned(operand)
        if place == 0:
            pieces.append(("", _held(operand, SIGNED, script)))
        else:
            pieces.append((" - " if negative else " + ", _held(positive, BIG, script)))
    return pieces


def _product(term: Term, script: bool) -> Printed:
    if not term.args:
        return Printed("1")
    negative, positive = _unsigned(term)
    if negative:
        return Printed(f"-{_held(positive, BIG, script)}", SIGNED)
    level = BIG if _ends_big(term) else PRODUCT
    return Printed("".join([s for p in _factors(term, script) for s in p]), level)


def _ends_big(term: Term) -> bool:
    """Whether it ends in a sum sign, or the like, that would take what is written behind it."""
    if term.head == "mul" and term.args:
        return not _unsigned(term)[0] and _ends_big(parts(term)[-1])
    return term.head in _ENDLESS or (term.head == "scalar" and _ends_big(term.args[0]))


def _factors(term: Term, script: bool = False) -> list[tuple[str, str]]:
    """The operands of a product, each with what stands before it."""
    operands = parts(term)
    pieces: list[tuple[str, str]] = []
    for place, operand in enumerate(operands):
        found = _printed(operand, script)
        last = place == len(operands) - 1
        latex, level = found.latex, found.level
        if level < (BIG if last else CALL) or operand.head == "mul" or (last and level == PRODUCT):
            latex = _parenthesised(latex)
        elif found.closed and not last and not _is_call(operands[place + 1]):
            latex = found.closed
        glue = _glue(operands[place - 1], pieces[-1][1], operand, latex) if place else ""
        pieces.append((glue, latex))
    return pieces


def _glue(before: Term, printed: str, after: Term, latex: str) -> str:
    """What stands between two factors: a dot where they would run together."""
    numeric = before.head == "number" or (before.head == "div" and before.args[1].head == "number")
    if latex[0].isdigit() or latex[0] in "+-":
        return r" \cdot "
    if numeric and latex.startswith(r"\frac") and after.head in ("number", "div"):
        return r" \cdot "
    if latex.startswith(("(", r"\left(")) and before.head in ("symbol", "apply", "inv"):
        return r" \cdot "  # not a value of a function
    if any(font in latex or printed.startswith(font) for font in _FONTS):
        return r" \, "
    return " "


def _big(term: Term, script: bool) -> Printed:
    index, lower, upper, body = term.args
    level = CALL if term.head == "product" and body.head not in _BIG else BIG
    limits = f"_{{{symbol_latex(index.name)} = {_script(lower)}}}^{{{_script(upper)}}}"
    return Printed(f"{_BIG[term.head]}{limits} {_held(body, level, script)}", BIG)


def _derivative(term: Term, script: bool) -> Printed:
    """By one variable after the other, the last of them first; its value, behind a bar."""
    variable, at, _ = term.args
    by_each, body = orders(term)
    several = len(by_each) > 1 or _varies(body, variable)
    total = sum([order for _, order in by_each])
    below = r" \, ".join([_slope(by, order, several) for by, order in reversed(by_each)])
    whole = rf"\frac{{{_slope(None, total, several)}}}{{{below}}} {_operand(body, script)}"
    if is_at_its_name(term):
        return Printed(whole, BIG)
    place = f"{symbol_latex(variable.name)} = {_script(at)}"
    return Printed(rf"\left.{whole}\right|_{{{place}}}", CALL)


def _slope(by: Term | None, order: int, several: bool) -> str:
    """`d`, `d^{2}` or `dx`, with the sign of partial ones where there are several variables."""
    power = f"^{{{order}}}" if order > 1 else ""
    if by is None:
        return (r"\partial" if several else "d") + power
    return (r"\partial " if several else "d") + symbol_latex(by.name) + power


def _partial(term: Term, script: bool) -> Printed:
    """A derivative by a value, as if it were a variable."""
    value, body = term.args
    power = f"^{{{term.data}}}" if term.data > 1 else ""
    below = rf"\partial {_held(value, CALL, script)}{power}"
    return Printed(rf"\frac{{\partial{power}}}{{{below}}} {_operand(body, script)}", BIG)


def _varies(body: Term, variable: Term) -> bool:
    """Whether a number beside the variable varies, that is, need not be whole."""
    others = [s.sort for s in free_symbols(body) if s != variable]
    return any(sort.is_scalar and not sort.within("integer") for sort in others)


def _operand(term: Term, script: bool) -> str:
    """What a sign of a derivative stands before: one factor, or an operation."""
    return _held(term, BIG if term.head in _ENDLESS or term.head == "integral" else CALL, script)


def _gradient(term: Term, script: bool) -> Printed:
    by, body = term.args
    return Printed(rf"\nabla_{{{_script(by)}}} {_operand(body, script)}", BIG)


def _integral(term: Term, script: bool) -> Printed:
    variable, lower, upper, body = term.args
    whole = rf"\int_{{{_script(lower)}}}^{{{_script(upper)}}} {_held(body, BIG, script)}"
    return Printed(rf"{whole} \, d{symbol_latex(variable.name)}", BIG)


def _indicator(term: Term, script: bool) -> Printed:
    """1 where it holds, else 0."""
    inside = _sentence(Term("sentence", (term,), True), script).latex
    return Printed(rf"\left[{inside}\right]")


def _sentence(term: Term, script: bool) -> Printed:
    """That a function has a derivative, or an integral, or, if the data are not so, that not."""
    said = term.args[0]
    variable, first, *more, body = said.args
    if said.head == "tangent":
        slope = Term("diff", (variable, first, body))
        sign = "=" if term.data else r"\neq"
        parts = f"{_held(slope, SUM, script)} {sign} {_held(more[0], SUM, script)}"
        return Printed(parts, ARROW)
    name, words = symbol_latex(variable.name), f"is {'' if term.data else 'not '}{said.head}"
    place = f"{name} = {_held(first, SUM, script)}"
    where = rf"\text{{ {words} at }} {place}"
    if said.head == "integrable":
        end = _held(more[0], SUM, script)
        where = rf"\text{{ {words} from }} {place} \text{{ to }} {end}"
    elif is_at_its_name(said):
        where = rf"\text{{ {words} in }} {name}"
    return Printed(f"{_held(body, SUM, script)} {where}", ARROW)


def _fraction(term: Term, script: bool) -> Printed:
    top, bottom = term.args
    if script:
        over, under = _printed(top, True), _held(bottom, POWER, True)
        above = over.closed or (over.latex if over.level >= SIGNED else f"({over.latex})")
        if not _HIGH.search(above + under):
            level = SIGNED if over.level == SIGNED else min(max(over.level, BIG), PRODUCT)
            return Printed(f"{above}/{under}", PRODUCT if over.level < SIGNED else level)
    return Printed(rf"\frac{{{_printed(top).latex}}}{{{_printed(bottom).latex}}}", TALL)


def _power(term: Term, script: bool) -> Printed:
    base, exponent = term.args
    above = _script(exponent)
    if base.head in _POWERS and _is_natural(exponent, 2) and len(base.args) == 1:
        return _call(base, script, f"^{{{above}}}")
    return Printed(f"{_held(base, ATOM, script)}^{{{above}}}", POWER)


def _exponential(term: Term, script: bool) -> Printed:
    above = _printed(term.args[0], True).latex
    width, _ = size(above)
    if width <= (6 if _HIGH.search(above) else 15):
        return Printed(f"e^{{{above}}}", POWER)
    return Printed(rf"\exp{_parenthesised(_printed(term.args[0]).latex)}", POWER)


def _call(term: Term, script: bool, power: str = "") -> Printed:
    name = _NAMED[term.head] + power
    inside = _listed(term.args, script)
    closed = name + _parenthesised(inside)
    if term.head == "det" and term.args[0].head == "matrix":
        return Printed(name + inside, CALL, closed)
    if term.head in _BARE and _is_simple(term.args[0], script):
        return Printed(name + ("" if inside[0] in "\\{" else " ") + inside, CALL, closed)
    return Printed(closed, POWER)


def _is_simple(term: Term, script: bool) -> bool:
    """Whether a function may be applied to it without parentheses.

    A quotient in an index or exponent may not: `\\log y/2` is the half of a logarithm.
    """
    if term.head == "mul" and len(term.args) == 2 and _is_natural(term.args[0]):
        term = term.args[1]
    if term.head == "div" and _is_natural(term.args[1]) and not script:
        term = term.args[0]
    if term.head in ("symbol", "pi", "i") or _is_natural(term):
        return True
    return term.head == "apply" and _is_subscripted(term)


def _matrix(term: Term, script: bool) -> Printed:
    _, columns = term.data
    cells = [_printed(entry).latex for entry in term.args]
    rows = [" & ".join(cells[k : k + columns]) for k in range(0, len(cells), columns)]
    end = r" \\[3pt] " if any(_HIGH.search(c) for c in cells) else r" \\ "
    if term.head == "matrix":
        return Printed(rf"\begin{{bmatrix}} {end.join(rows)} \end{{bmatrix}}")
    shape, body = "|".join("c" * columns), (end + r"\hline ").join(rows)
    return Printed(rf"\left[\begin{{array}}{{{shape}}} {body} \end{{array}}\right]")


def _is_subscripted(term: Term) -> bool:
    function = term.args[0]
    return function.head == "symbol" and all(
        s.is_scalar and s.within("integer") for s in function.sort.index
    )


def _applied(term: Term, script: bool) -> Printed:
    function, *arguments = term.args
    if _is_subscripted(term):
        below = ",".join([_script(a) for a in arguments])
        return Printed(name_parts(function.name).with_subscript(below))
    return Printed(_held(function, ATOM, script) + _parenthesised(_listed(arguments, script)))


def _entry(term: Term, script: bool) -> Printed:
    base, row, column = term.args
    places = [row] if _is_column(base) and column == ZERO else [row, column]
    return Printed(f"{_held(base, ATOM, script)}[{_listed(places, script)}]")


def _number(term: Term, script: bool) -> Printed:
    sign, level = ("-", SIGNED) if term.data < 0 else ("", ATOM)
    top, bottom = _digits(abs(term.data.numerator)), _digits(term.data.denominator)
    if term.data.denominator == 1:
        return Printed(sign + top, level)
    return Printed(rf"{sign}\frac{{{top}}}{{{bottom}}}", min(level, TALL))


def _digits(value: int) -> str:
    """The digits of a natural number; of a long one, the first and last and how many there are."""
    if value < 10**_MOST_DIGITS:
        return str(value)
    count = int(value.bit_length() * math.log10(2)) + 1
    count -= value < 10 ** (count - 1)
    first, last = value // 10 ** (count - 6), value % 10**6
    return rf"{first}\underbrace{{\cdots}}_{{{count}\text{{ digits}}}}{last:06d}"


def _zero(term: Term, script: bool) -> Printed:
    rows, columns = (_held(size_, PRODUCT, True) for size_ in term.args)
    return Printed(rf"0_{{{rows} \times {columns}}}")


def _sequence(term: Term, script: bool) -> Printed:
    """Fibonacci and harmonic numbers."""
    return Printed(rf"\mathrm{{{term.head[0].upper()}}}_{{{_script(term.args[0])}}}")


def _binomial(term: Term, script: bool) -> Printed:
    top, bottom = (_printed(a).latex for a in term.args)
    return Printed(rf"\binom{{{top}}}{{{bottom}}}")


def _map(term: Term, script: bool) -> Printed:
    *parameters, body = term.args
    names = ", ".join([symbol_latex(p.name) for p in parameters])
    names = f"({names})" if len(parameters) > 1 else names
    return Printed(rf"{names} \mapsto {_printed(body, script).latex}", ARROW)


_PRINT: dict[str, Callable[[Term, bool], Printed]] = {
    "symbol": lambda t, _: Printed(symbol_latex(t.name)),
    "number": _number, "i": lambda t, _: Printed(r"\mathrm{i}"),
    "pi": lambda t, _: Printed(r"\pi"), "dots": lambda t, _: Printed(_DOTS[t.data]),
    "add": _sum, "mul": _product, "neg": _product, "div": _fraction, "pow": _power,
    "exp": _exponential, "matexp": _exponential, "matrix": _matrix, "blocks": _matrix,
    "diff": _derivative, "partial": _partial, "gradient": _gradient, "integral": _integral,
    "sentence": _sentence,
    **dict.fromkeys(sorted(INDICATORS), _indicator),
    "apply": _applied, "entry": _entry, "function": _map, "binomial": _binomial, "zero": _zero,
    "fibonacci": _sequence, "harmonic": _sequence, "scalar": lambda t, s: _printed(t.args[0], s),
    "conj": lambda t, s: Printed(rf"\overline{{{_printed(t.args[0], s).latex}}}"),
    "sqrt": lambda t, s: Printed(rf"\sqrt{{{_printed(t.args[0], s).latex}}}", TALL),
    "identity": lambda t, _: Printed(f"I_{{{_script(t.args[0])}}}"),
    "factorial": lambda t, s: Printed(f"{_held(t.args[0], ATOM, s)}!", POWER),
    "kronecker": lambda t, s: Printed(r" \otimes ".join([_held(a, POWER, s) for a in t.args]),
                                      SIGNED),
    "mod": lambda t, s: Printed(r" \bmod ".join([_held(a, TALL, s) for a in t.args]), SUM),
}  # fmt: skip


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


def _is_call(term: Term) -> bool:
    """Whether the term is printed beginning with the name of a function."""
    if term.head == "pow":
        return term.args[0].head in _POWERS and _is_natural(term.args[1], 2)
    return term.head in _NAMED


def _is_natural(term: Term, least: int = 0) -> bool:
    return term.head == "number" and term.data.denominator == 1 and bool(term.data >= least)


def _is_column(term: Term) -> bool:
    if term.head == "matrix":
        return bool(term.data[1] == 1)
    function = term.args[0] if term.head == "apply" else term
    sort = function.sort if function.head == "symbol" else None
    sort = sort.value if sort is not None and term.head == "apply" else sort
    return sort is not None and sort.columns == ONE
