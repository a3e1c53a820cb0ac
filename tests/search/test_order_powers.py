"""Powers of one base in the order of their exponents."""

from __future__ import annotations

import pytest

from derivations.language.parser import parse_statement
from derivations.proving import decide

SORTS = {"b": "positive", "t": "positive", "l": "posint", "M": "posint", "x": "real"}

TRUE = [
    ("b**(l/M) < b**((l-1)/M)", "b < 1"), ("b**((l-1)/M) < b**(l/M)", "1 < b"),
    ("b < b**((M-1)/M)", "b < 1"), ("b**((l-1)/M) <= 1", "b < 1"), ("b**(1/M) < 1", "b < 1"),
    ("t*b**l < t*b**M", "1 < b", "l < M"), ("2*pi*10000**((l-1)/M) < 2*pi*10000**(l/M)",),
    ("(1/10000)**(l/M) < (1/10000)**((l-1)/M)",),
]

FALSE = [
    ("b**(l/M) < b**((l-1)/M)",), ("b**(l/M) < b**((l-1)/M)", "b <= 1"),
    ("b**((l-1)/M) < 1", "b < 1"), ("x*b**l <= x*b**M", "1 < b", "l < M"),
    ("t*b**l < b**M", "1 < b", "l < M"),
]


@pytest.mark.parametrize(("relation", "given", "kind"), [
    *((relation, given, "proved") for relation, *given in TRUE),
    *((relation, given, "refuted") for relation, *given in FALSE),
])  # fmt: skip
def test_order(relation: str, given: list[str], kind: str) -> None:
    sides = relation.split(" <= " if " <= " in relation else " < ")
    order = {"lhs": sides[0], "rel": relation[len(sides[0]) :].split()[0], "rhs": sides[1]}
    stated = {"id": "t", "vars": SORTS, "hypotheses": given, **order}
    assert decide(parse_statement(stated)).kind == kind
