"""The readers of derivatives and integrals in text.

    Derivative(f, x)   Derivative(f, x, y)   Derivative(f, (x, 2))     the first variable innermost
    Derivative(f, x, 2)                                                as SymPy counts
    Derivative(f, q[t])   Derivative(f, z[j])                          by values of families
    Subs(Derivative(f, x), x, a)                                       at a
    differentiable(f, x)   differentiable(f, (x, a))   tangent(f, (x, a, v))
    Integral(f, (x, a, b))   integrable(f, (x, a, b))                  several ranges as of a Sum
    gradient(f, W) = G                                                 one side of an equation

The variable of a derivative is declared and keeps its value outside; the others are real whatever
is declared.  What a name of `lets` stands for is a function of the variable, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from derivations.language import calculus, calculus_notation, calculus_statements
from derivations.language.sorts import REAL
from derivations.language.statements import StatementError
from derivations.language.terms import RESERVED, Term, symbol
from derivations.language.text import POINTED_SPELLINGS, sort_text
from derivations.language.tokens import NAME, NUMBER, REFUSED, Unsupported, check_name

if TYPE_CHECKING:
    from derivations.language.parser_terms import Reader

_FORMS = {
    "Derivative": "Derivative(f, x) or Derivative(f, (x, 2))",
    "Subs": "Subs(Derivative(f, x), x, a)",
    "differentiable": "differentiable(f, x) or differentiable(f, (x, a))",
    "tangent": "tangent(f, (x, a, v))",
    "Integral": "Integral(f, (x, a, b)); of an antiderivative F state Derivative(F, x) = f",
    "integrable": "integrable(f, (x, a, b))",
    "gradient": "gradient(f, W)",
}
NAMES = tuple(_FORMS)
_HEADS = {spelling: head for head, spelling in POINTED_SPELLINGS.items()}
_ORDERS = frozenset(map(str, range(1, calculus.MAX_ORDER + 1)))
_MANY = {"Subs": 3, "differentiable": 2, "tangent": 2, "integrable": 2, "gradient": 2}
_VALUES = {"differentiable": 1, "tangent": 2, "Integral": 2, "integrable": 2}


def read_calculus(reader: Reader, at: int) -> Term:
    """The derivative, or the like, whose name is here; leaves `at` behind its bracket."""
    name, around = reader.texts[at], reader.bound
    starts = _arguments(reader, at + 1)
    if len(starts) < 2 or len(starts) != _MANY.get(name, len(starts)):
        raise _form(reader, at)
    term = _READ.get(name, _placed)(reader, at, starts)
    reader.bind(around)
    reader.at = reader.partners[at + 1] + 1
    return term


def _arguments(reader: Reader, at: int) -> list[int]:
    """The tokens at which the parts of a bracket begin."""
    starts, end = [at + 1], reader.partners[at]
    at += 1
    while at < end:
        if reader.kinds[at] == ",":
            starts.append(at + 1)
        at = max(reader.partners.get(at, at), at) + 1
    return starts


def _form(reader: Reader, at: int) -> StatementError:
    return reader.error(f"{reader.texts[at]} is written {_FORMS[reader.texts[at]]}", at)


def _part(reader: Reader, at: int) -> Term:
    """The term that is a whole part of a bracket."""
    term = reader.part(at)
    if reader.kinds[reader.at] not in (",", ")"):
        raise reader.unexpected(reader.at)
    return term


def _variable(reader: Reader, at: int) -> Term:
    """The variable whose name is here, from now on bound."""
    name = reader.texts[at]
    if name in RESERVED or name in REFUSED or reader.kinds[at] != NAME:
        raise reader.error(f"{name} cannot be a variable", at)
    if fault := check_name(name):
        raise reader.error(fault, at)
    variable = symbol(name, REAL)
    reader.bind({**reader.bound, name: variable})
    return variable


def _declared(reader: Reader, at: int) -> Term:
    """The real variable whose name is here, as it is declared."""
    found = _part(reader, at)
    try:
        calculus.check_variable(found, f"{reader.texts[at]}: real")
    except StatementError as error:
        raise reader.error(error.message, at) from None
    return found


def _derivative(reader: Reader, at: int, starts: list[int]) -> Term:
    """By the last variable outermost, which is read first, since the others are under it."""
    points: list[tuple[Term, Term, int]] = []
    behind = ""  # how often, where a number stands behind the variable
    for start in reversed(starts[1:]):
        if reader.kinds[start] == NUMBER and reader.kinds[start + 1] in (",", ")") and not behind:
            behind = reader.texts[start]
            continue
        count, behind = behind, ""
        if reader.kinds[start] == "(":
            _, *counts = _arguments(reader, start)
            once = not count and len(counts) == 1 and reader.partners[start] == counts[0] + 1
            count, start = reader.texts[counts[0]] if once else "0", start + 1
        if (count or "1") not in _ORDERS:
            raise _form(reader, at)
        order = int(count or "1")
        by = _part(reader, start)
        if by.head == "symbol":
            outside = _declared(reader, start)
            by = _variable(reader, start)
        else:
            outside = _value(reader, by, start)
        points.append((by, outside, order))
    if behind:
        raise _form(reader, at)
    body = _part(reader, starts[0])
    for by, outside, order in reversed(points):
        if by.head != "symbol":
            try:
                body = calculus.derivative_by_value(body, by, order)
            except StatementError as error:
                raise reader.error(error.message, at) from None
            continue
        for point in (*[by] * (order - 1), outside):
            body = Term("diff", (by, point, body), None, (reader.source, at))
    return body


def _value(reader: Reader, by: Term, at: int) -> Term:
    """A real number that is no symbol, by which a derivative is."""
    family = by.args[0] if by.head == "apply" else None
    value = family.sort.value if family is not None and family.head == "symbol" else None
    if by.head != "diff" and (value is None or not calculus_notation.is_variable(value)):
        raise reader.error(f"{by!r} is not a real variable", at)
    return by


def _subs(reader: Reader, at: int, starts: list[int]) -> Term:
    value = _part(reader, starts[2])
    variable = _variable(reader, starts[1])
    return calculus.at_values(_part(reader, starts[0]), {variable: value})


def _placed(reader: Reader, at: int, starts: list[int]) -> Term:
    """What has its variable and values in brackets: of several ranges, the last outermost."""
    name = reader.texts[at]
    places: list[tuple[Term, list[Term]]] = []
    for start in reversed(starts[1:]):
        if name == "differentiable" and reader.kinds[start] == NAME:
            outer = [_declared(reader, start)]
        else:
            parts = _arguments(reader, start) if reader.kinds[start] == "(" else []
            end = reader.partners.get(start, start)
            if len(parts) != 1 + _VALUES[name] or reader.kinds[end + 1] not in (",", ")"):
                raise _form(reader, at)
            if "oo" in reader.texts[start:end]:
                raise Unsupported(
                    "improper integrals are not supported; state what holds for all ends",
                    reader.source.place(reader.texts.index("oo", start)),
                )
            outer = [_part(reader, part) for part in parts[1:]]
            start = parts[0]
        places.append((_variable(reader, start), outer))
    body = _part(reader, starts[0])
    for variable, outer in reversed(places):
        body = Term(_HEADS[name], (variable, *outer, body), None, (reader.source, at))
    return body


def _gradient(reader: Reader, at: int, starts: list[int]) -> Term:
    body, by = (_part(reader, start) for start in starts)
    sort = f"{by.name}: real {sort_text(by.sort)}" if by.head == "symbol" else ""
    try:
        return calculus_statements.gradient(body, by, f"declare {sort}")
    except StatementError as error:
        raise reader.error(error.message, at) from None


_READ: dict[str, Callable[[Reader, int, list[int]], Term]] = {
    "Derivative": _derivative, "Subs": _subs, "gradient": _gradient,
}  # fmt: skip
