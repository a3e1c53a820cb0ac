"""A counterexample worked out in plain SymPy: both sides of a claim, at the values.

    left = cos(a + b)
    right = cos(a)*cos(b) + sin(a)*sin(b)
    at = {a: sympify("pi/2"), b: sympify("pi/2")}
    left.subs(at), right.subs(at)

The sides are those that the claim file writes, evaluated by SymPy alone.  Where it writes none (the
claim is text, or made in a loop), they are converted from the statement that was judged.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from typing import Any

import sympy
from sympy import default_sort_key
from sympy.core.function import AppliedUndef, UndefinedFunction

from derivations.documents.entries import Claim
from derivations.judging.child import bounded
from derivations.language.statements import Relation
from derivations.language.to_sympy import relation_to_sympy, to_sympy
from derivations.language.vocabulary import MatrixFamily
from derivations.verdicts import Assignment, Stopped, Verdict, Witness
from derivations.writing.cells import Piece

# What SymPy may take for the two sides, in seconds.
_SECONDS = 5.0
_RELATIONS = (sympy.Eq, sympy.Ne, sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt)
# The words that cells use, and where they come from; claim files may have imported them.
_HOMES = {
    "Function": "sympy",
    "MatrixFamily": "derivations",
    "MatrixSymbol": "sympy",
    "relation_to_sympy": "derivations.language.to_sympy",
    "sympify": "sympy",
}
# How wide what is written on one line may be.
_WIDTH = 80
# How a side is worked out at the values: the first that leaves nothing to do.
_WAYS = ("{0}.subs({1})", "{0}.subs({1}).doit()", "{0}.subs({1}).doit().subs({1}).doit()")


def worked(claim: Claim, verdict: Verdict, piece: Piece, names: Mapping[str, str]) -> str:
    """The source of a cell that works out both sides of a refuted claim, and what is given.

    names: what to call `left`, `right`, `at`, ..., since the claim file may use these names.
    """
    witness = verdict.witness
    if witness is None:  # it is defined nowhere
        return ""
    at, left, right, given = (names[name] for name in ("at", "left", "right", "given"))
    judged = f"{names['verdicts']}[{quoted(claim.label)}].witness"
    for find in (_written, _converted):
        try:
            with bounded(_SECONDS):
                lines, sides = find(claim, witness, piece, names)
                values = _values(sides, witness.values)
                way = next(way for way in _WAYS if _settled(way, sides, values, witness.goal))
        except (Exception, Stopped):
            continue  # SymPy cannot work it out from these
        shown = [way.format(side, at) for side in (left, right)]
        try:
            with bounded(_SECONDS):
                source, facts = _assumed(piece)
                more = values | _values(facts, witness.values)
                shown.append(f"[{_holding(facts, more).format('fact', at)} for fact in {given}]")
                lines.append(f"{given} = {source}")
                values = more
        except (Exception, Stopped):
            pass  # nothing is given, or nothing that SymPy can look at
        told = {_key(expr, piece.names): _value(value) for expr, value in values.items()}
        lines += [f"{at} = {mapping(told)}", _several("", shown, "")]
        imports = [
            f"from {home} import {word}\n" for word, home in _HOMES.items()
            if any(f"{word}(" in line for line in lines) and word not in piece.names
        ]  # fmt: skip
        return "".join(imports) + "\n".join(lines)
    return f"{judged}.left, {judged}.right"


def quoted(text: str) -> str:
    """A text as Python writes it."""
    return json.dumps(text, ensure_ascii=False)


def mapping(pairs: Mapping[str, str]) -> str:
    """A dict as Python writes it, in several lines if it is long."""
    return _several("{", [f"{key}: {value}" for key, value in pairs.items()], "}")


def _several(opening: str, told: Sequence[str], closing: str) -> str:
    """What stands side by side, in several lines if it is long."""
    short = ", ".join(told)
    if len(short) <= _WIDTH:
        return f"{opening}{short}{closing}"
    return f"{opening or '('}\n    " + ",\n    ".join(told) + f",\n{closing or ')'}"


def _written(
    claim: Claim, witness: Witness, piece: Piece, names: Mapping[str, str]
) -> tuple[list[str], list[Any]]:
    """Both sides as the claim file writes them: as source, and as SymPy evaluates them.

    Raises what there is to raise where it does not write them.
    """
    assert piece.call is not None
    _, stated, *steps = piece.call.args
    nodes: list[ast.expr]
    if claim.chain:
        terms = [stated, *(step.args[0] for step in steps if isinstance(step, ast.Call))]
        nodes = terms[claim.step - 1 : claim.step + 1]
    else:
        goals = [goal.relation for goal in claim.statement.goals]
        if isinstance(stated, (ast.List, ast.Tuple)):
            stated = dict(zip(goals, stated.elts, strict=True))[witness.goal]
        match stated:
            case ast.Call(ast.Name(name), [first, second]) if piece.names[name] in _RELATIONS:
                nodes = [first, second]
            case ast.Compare(first, [_], [second]):
                nodes = [first, second]
            case _:
                raise LookupError("no relation is written here")
    lines, sides = [], []
    for name, node in zip(("left", "right"), nodes, strict=True):
        made, source = _made(node, piece), piece.part(node)
        written = hasattr(made, "subs")  # SymPy's, not a number of Python's
        lines.append(f"{names[name]} = {source if written else f'sympify({source})'}")
        sides.append(sympy.sympify(made))
    return lines, sides


def _converted(
    claim: Claim, witness: Witness, _: Piece, names: Mapping[str, str]
) -> tuple[list[str], list[Any]]:
    """Both sides of what was judged."""
    judged = f"{names['verdicts']}[{quoted(claim.label)}].witness"
    line = f"{names['left']}, {names['right']} = relation_to_sympy({judged}.goal).args"
    return [line], list(relation_to_sympy(witness.goal).args)


def _assumed(piece: Piece) -> tuple[str, list[Any]]:
    """What is given, as source and as SymPy evaluates it.  Raises StopIteration for nothing."""
    assert piece.call is not None
    node = next(keyword.value for keyword in piece.call.keywords if keyword.arg == "given")
    made, source = _made(node, piece), piece.part(node)
    several = isinstance(made, (list, tuple))
    return (source, list(made)) if several else (f"[{source}]", [made])


def _made(node: ast.expr, piece: Piece) -> Any:
    """What a part of the claim file is, as it was run."""
    return eval(compile(ast.Expression(node), "", "eval"), dict(piece.names))


def _values(sides: Sequence[Any], values: Assignment) -> dict[Any, Any]:
    """The values of what occurs in the sides; of families, at the places where they occur."""
    given = {name.name: to_sympy(value) for name, value in values}
    at: dict[Any, Any] = {}
    while True:  # what a name stands for may have symbols of its own
        free = {s for side in sides for s in side.free_symbols if s not in at and s.name in given}
        found = {s: given[s.name] for s in free if not isinstance(given[s.name], sympy.Lambda)}
        at |= dict(sorted(found.items(), key=lambda pair: default_sort_key(pair[0])))
        sides = [side.subs(at).doit() for side in sides]
        if not found:
            break
    points = {p for side in sides for p in side.atoms(sympy.Indexed, MatrixFamily, AppliedUndef)}
    for point in sorted(points, key=default_sort_key):
        family, places = _applied(point)
        if family in given and all(place.is_number for place in places):
            at[point] = given[family](*places)
    return at


def _applied(point: Any) -> tuple[str, tuple[Any, ...]]:
    """The name of the family of which this is a value, and where."""
    if isinstance(point, sympy.Indexed):
        return str(point.base), point.indices
    return point.name, point.arguments if isinstance(point, MatrixFamily) else point.args


def _at(way: str, side: Any, at: dict[Any, Any]) -> Any:
    """A side worked out at the values."""
    found = side.subs(at)
    for _ in range(way.count("subs") - 1):
        found = found.doit().subs(at)
    return found.doit() if "doit" in way else found


def _settled(way: str, sides: Sequence[Any], at: dict[Any, Any], goal: Relation) -> bool:
    """Whether this way leaves nothing to do on either side, and shows that an equation fails."""
    found = [_at(way, side, at) for side in sides]
    for side in found:
        constant = isinstance(side, sympy.MatrixBase) or side.is_number
        if not constant or side.free_symbols or side.doit() != side:
            return False
    return goal.operator != "==" or found[0] != found[1]


def _holding(facts: Sequence[Any], at: dict[Any, Any]) -> str:
    """How to work out what is given: the first way in which all of it is true, or the last."""
    for way in _WAYS:
        held = [_at(way, fact, at) for fact in facts]
        if all(fact is sympy.true for fact in held):
            return way
    if sympy.false in held:
        raise ValueError("SymPy sees it differently")
    return way


def _key(expr: Any, names: Mapping[str, Any]) -> str:
    """What stands for a symbol, or for a value of a family, in the claim file."""
    for name, value in names.items():
        if type(value) is type(expr) and value == expr:
            return name
    match expr:
        case sympy.Integer():
            return str(expr)
        case sympy.MatrixSymbol():
            shape = ", ".join(_key(size, names) for size in expr.shape)
            return f"MatrixSymbol({quoted(expr.name)}, {shape})"
        case MatrixFamily():
            places = _listed(expr.arguments)
            return f"MatrixFamily({quoted(expr.name)}, {expr.shape}, {places})"
        case sympy.Indexed():
            return f"{_key(expr.base, names)}[{_listed(expr.indices)}]"
        case AppliedUndef():
            return f"{_key(expr.func, names)}({_listed(expr.args)})"
        case UndefinedFunction():
            return f"Function({quoted(expr.__name__)}, **{expr._kwargs})"
    return f"sympify({quoted(sympy.srepr(expr))})"


def _listed(places: Sequence[Any]) -> str:
    return ", ".join(map(_value, places))


def _value(expr: Any) -> str:
    if isinstance(expr, sympy.Integer):
        return str(expr)
    if isinstance(expr, sympy.MatrixBase):
        return f"sympify({quoted(f'Matrix({expr.tolist()})')})"
    return f"sympify({quoted(str(expr))})"
