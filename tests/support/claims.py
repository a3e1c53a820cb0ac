"""SymPy's reading of claims, which every judged document is tested for.

`sides_at_a_point(claim)` evaluates each side of each goal twice at one exact point: with the
kernel's substitution, as a closed term, and from `claim.sympy`, node by node, as an explicit SymPy
number or matrix.  Hypotheses are not looked at: the two have to agree wherever both are defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy

from derivations.documents.entries import Claim
from derivations.language.from_sympy import from_sympy
from derivations.language.sorts import INTEGER, NATURAL, Sort
from derivations.language.statements import Statement
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ZERO, Term
from derivations.language.to_sympy import relation_to_sympy, to_sympy
from tests.support.notation import I, function, matrix, number, power, substitute, symbol
from tests.support.oracle import agree, evaluate
from tests.support.sympy_values import value

# Values by sort, taken in turn; none of them is special.
_VALUES: dict[str, list[Term]] = {
    "posint": [number(2)],
    "natural": [number(n) for n in (1, 3, 2)],
    "integer": [number(n) for n in (1, -2, 3)],
    "real": [number(Fraction(n, 2)) for n in (3, -1, 5, 1, -4, 7, 2)],
    "positive": [number(Fraction(n, 2)) for n in (3, 1, 5)],
    "nonnegative": [number(Fraction(n, 2)) for n in (3, 1, 5)],
    "complex": [1 + 2 * I, number(3) - I, number(-1) + I / 2, number(2) + 3 * I],
}
_TURN = ((Fraction(3, 5), Fraction(-4, 5)), (Fraction(4, 5), Fraction(3, 5)))


def sides_agree(claim: Claim) -> bool:
    """Whether `claim.sympy` has the values of the claim on both sides of every goal, at a point."""
    return all(_equal(ours, theirs) for ours, theirs in sides_at_a_point(claim))


def sides_at_a_point(claim: Claim) -> Iterator[tuple[Term, Any]]:
    """Both sides of every goal, as closed terms and as SymPy's values."""
    stated = claim.statement
    places = dict.fromkeys(_places(stated), number(1))
    values = point((*stated.declarations, *stated.exists), places)
    relations = [relation_to_sympy(goal.relation) for goal in stated.goals]
    if not stated.exists and all(goal.is_plain for goal in stated.goals):
        assert claim.sympy == (relations[0] if len(relations) == 1 else _conjunction(relations))
    for goal, relation in zip(stated.goals, relations, strict=True):
        here = point(goal.variables, values)
        change = Substitution(here)
        known = {s.name: _python(v) for s, v in here.items()}
        sides = (goal.relation.left, goal.relation.right)
        for ours, theirs in zip(sides, relation.args, strict=True):
            yield change(ours), value(theirs, known)


def _places(stated: Statement) -> Iterator[Term]:
    """The integers at which entries are taken; 1 is such a place, since dimensions are 2."""
    for relation in (goal.relation for goal in stated.goals):
        for node in (*subterms(relation.left), *subterms(relation.right)):
            if node.head == "entry":
                at = free_symbols(node.args[1]) | free_symbols(node.args[2])
                yield from (s for s in stated.declarations if s in at and s.sort == INTEGER)


def _conjunction(relations: list[Any]) -> Any:
    return sympy.And(*relations, evaluate=False)


def _equal(ours: Term, theirs: Any) -> bool:
    return agree(evaluate(ours), evaluate(from_sympy(theirs)))


# A point


def point(symbols: Iterable[Term], known: Mapping[Term, Term] | None = None) -> dict[Term, Term]:
    """A value for every symbol: dimensions 2, every family dependent on its index."""
    values = dict(known or {})
    for symbol_ in symbols:
        if symbol_ not in values:
            values[symbol_] = _chosen(symbol_.sort, len(values), values)
    return values


def _chosen(sort: Sort, place: int, values: Mapping[Term, Term]) -> Term:
    if sort.is_family:
        indices = tuple(symbol(f"j{k}_", NATURAL) for k in range(len(sort.index)))
        assert sort.value is not None
        return function(indices, _varying(sort.value, place, indices, values))
    if sort.is_matrix:
        return _matrix(sort, place, values)
    options = _VALUES[sort.kind]
    return options[place % len(options)]


def _varying(sort: Sort, place: int, indices: tuple[Term, ...], values: Any) -> Term:
    if sort.is_matrix:
        more = sum((k * index for k, index in enumerate(indices, 1)), ZERO)
        if sort.properties == {"unitary"}:
            return matrix([[0, power(I, more)], [power(-I, more), 0]])
        return _matrix(sort, place, values, more)
    body = _chosen(sort, place, values)
    for k, index in enumerate(indices, 2):
        body = body + k * index * index
    return body


def _matrix(
    sort: Sort, place: int, values: Mapping[Term, Term], more: Term = ZERO
) -> Term:
    """A matrix of the sort; `more` is added to the entries."""
    change = Substitution(dict(values))
    assert sort.rows is not None and sort.columns is not None
    rows, columns = (int(evaluate(change(size))) for size in (sort.rows, sort.columns))
    if sort.properties & {"unitary", "orthogonal"}:
        turn = matrix(_TURN)
        return (
            turn
            if "orthogonal" in sort.properties
            else matrix([[I * e for e in row] for row in _TURN])
        )
    assert sort.properties <= {"real"}
    unit = number(0) if "real" in sort.properties else I
    return matrix(
        [
            [number(3 * i - 2 * j + place) + (i + j + 1) * unit + more for j in range(columns)]
            for i in range(rows)
        ]
    )


def _python(value: Term) -> Any:
    """A value for `value`: SymPy's number or matrix; a function for a family."""
    if value.head != "function":
        return to_sympy(value).doit()
    *parameters, body = value.args

    def at(*places: Any) -> Any:
        given = dict(zip(parameters, map(from_sympy, places), strict=True))
        return sympy.sympify(to_sympy(substitute(body, given)).doit())

    return at
