"""What is proved stays proved where more is known.

To a statement that is proved a hypothesis is added that its sorts imply, or the sort of a symbol is
made narrower, or a size is fixed: it is proved as well.  Of the rows of `verdicts.txt` a few are
asked here, those that follow quickly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest

from derivations.language.parser import parse_claim
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Statement, le, lt
from derivations.language.substitution import Substitution, map_sort, sort_symbols
from derivations.language.terms import ONE, ZERO, Term, call, number, power, symbol
from derivations.language.text import statement_text
from derivations.proving import decide
from derivations.verdicts import PROVED

TEXT = Path(__file__).with_name("verdicts.txt").read_text(encoding="utf-8")
ROWS = [line[8:] for line in TEXT.splitlines() if line.startswith("proved: ")]
SQUARE = number(2)
BOUNDS = {
    "natural": lambda s: le(ZERO, s), "posint": lambda s: le(ONE, s),
    "positive": lambda s: lt(ZERO, s), "nonnegative": lambda s: le(ZERO, s),
    "negative": lambda s: lt(s, ZERO), "real": lambda s: le(ZERO, power(s, SQUARE)),
    "integer": lambda s: le(ZERO, power(s, SQUARE)),
    "complex": lambda s: le(ZERO, power(call("re", s), SQUARE)),
}
NARROWER = {"complex": "real", "real": "positive", "integer": "natural", "natural": "posint"}
SIZE = 2
# Statements that take little time, of many kinds; the same whatever other rows there are.
SAMPLE = [row for row in ROWS if len(row) < 90 and crc32(row.encode()) % 9 == 0]
# Lost as yet where one symbol more is known to be natural, positive or at least something.
LOST = [
    "for all n: natural with n != 0: Sum(k*binomial(n, k), (k, 1, n)) == n*2**(n - 1)",
    "for all n: integer with Mod(n, 4) == 1: I**n == I",
    "for all n, k: integer with 2 <= n; n < k: 2*n + 3 <= 2**k",
]


def with_more(statement: Statement) -> Iterator[Statement]:
    """The statement where more is known: one symbol after the other."""
    for s in statement.declarations:
        if s.sort.is_scalar and s.sort.kind in BOUNDS:
            more = Proposition(BOUNDS[s.sort.kind](s))
            if more not in statement.hypotheses:
                yield replace(statement, hypotheses=(*statement.hypotheses, more))
    sizes = {t for s in statement.declarations for t in sort_symbols(s.sort)}
    for s in statement.declarations:
        if s in sizes:
            yield put(statement, s, number(SIZE))
        elif s.sort.is_scalar and s.sort.kind in NARROWER:
            yield put(statement, s, symbol(s.name, Sort(NARROWER[s.sort.kind])))


def put(statement: Statement, s: Term, value: Term) -> Statement:
    """The statement about another symbol, or about a number."""
    first = Substitution({s: value})
    change: dict[Term, Term] = {s: value}
    for other in statement.declarations:
        if other != s and s in sort_symbols(other.sort):
            change[other] = symbol(other.name, map_sort(other.sort, first))
    declared = tuple(t for t in (change.get(d, d) for d in statement.declarations)
                     if t.head == "symbol")
    parts = [tuple(p.substitute(change) for p in some)
             for some in (statement.hypotheses, statement.goals)]
    return replace(statement, declarations=declared, hypotheses=parts[0], goals=parts[1])


@pytest.mark.parametrize("row", [*SAMPLE, *(
    pytest.param(row, marks=pytest.mark.xfail(strict=True)) for row in LOST)])
def test_what_is_proved_stays_proved_where_more_is_known(row: str, long: bool):
    if row in LOST and not long:
        pytest.skip("takes seconds: --long")
    for statement in with_more(parse_claim(row)):
        assert decide(statement).kind == PROVED, statement_text(statement)
