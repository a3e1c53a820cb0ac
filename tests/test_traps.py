"""Statements that look true and are false, and the other way round.

No false one is proved, none is conditional unless it is true under those conditions, and no true
one is refuted.  The verdicts are those of the yardstick, to which the program is held; the scoring
itself is tried on what always says the same, the expectations at random points.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED
from tests.scoring import SETTLED, UNSETTLED, WRONG, Score, Trap, grade, score, traps
from tests.support.oracle import evaluate
from tests.support.values import DIGITS, at_random_points, holds
from tests.test_yardstick import TABLE

ALL = traps()
TRUE = [t for t in ALL if t.expected == PROVED]
FALSE = [t for t in ALL if t.expected == REFUTED]
CONDITIONALLY = [t for t in ALL if t.expected == CONDITIONAL]

# What is settled, in percent, may grow and must not shrink.
LEAST_SETTLED = {PROVED: 90, REFUTED: 95, CONDITIONAL: 95}


def test_there_are_enough_of_each_kind():
    assert len(ALL) >= 150
    assert len({t.name for t in ALL}) == len(ALL)
    assert len(TRUE) >= 60 and len(FALSE) >= 60 and len(CONDITIONALLY) >= 10
    assert len({t.family for t in ALL}) >= 8


def test_the_verdicts_of_the_yardstick_are_right() -> None:
    """The verdicts themselves are held to the table by the test of the yardstick."""
    found = score_of(lambda trap: TABLE[trap.name][0])
    assert found.names(WRONG) == []
    for expected, least in LEAST_SETTLED.items():
        assert 100 * found.share(expected) >= least, (expected, found.names(UNSETTLED))


# The controls: what always says the same scores as it must


def score_of(kind: Callable[[Trap], str]) -> Score:
    by_statement = {id(t.statement): kind(t) for t in ALL}
    return score(ALL, lambda statement: by_statement[id(statement)])


AS_GOOD = [t for t in CONDITIONALLY if REFUTED in t.also_right]
CONTROLS: dict[str, tuple[tuple[float, ...], list[Trap], list[Trap]]] = {
    # the shares of true, false and conditional ones that are settled; the wrong, the unsettled
    PROVED: ((1, 0, 0), [t for t in ALL if t.expected != PROVED], []),
    REFUTED: ((0, 1, len(AS_GOOD) / len(CONDITIONALLY)),
              [t for t in ALL if t.expected != REFUTED and t not in AS_GOOD], []),
    CONDITIONAL: ((0, 0, 1), FALSE, TRUE),
    UNDECIDED: ((0, 0, 0), [], ALL),
}  # fmt: skip


@pytest.mark.parametrize("always", CONTROLS)
def test_what_always_says_the_same(always: str) -> None:
    found, (shares, wrong, unsettled) = score_of(lambda _: always), CONTROLS[always]
    assert tuple(map(found.share, (PROVED, REFUTED, CONDITIONAL))) == shares
    assert found.names(WRONG) == [t.name for t in wrong]
    assert found.names(UNSETTLED) == [t.name for t in unsettled]


def test_as_expected() -> None:
    found = score_of(lambda trap: trap.expected)
    assert (found.names(WRONG), found.names(UNSETTLED)) == ([], [])


@pytest.mark.parametrize(
    ("expected", "verdict", "worth"),
    [
        (PROVED, PROVED, SETTLED),
        (PROVED, CONDITIONAL, UNSETTLED),
        (PROVED, REFUTED, WRONG),
        (REFUTED, REFUTED, SETTLED),
        (REFUTED, PROVED, WRONG),
        (REFUTED, CONDITIONAL, WRONG),
        (CONDITIONAL, CONDITIONAL, SETTLED),
        (CONDITIONAL, PROVED, WRONG),
        (CONDITIONAL, REFUTED, WRONG),
        *((expected, UNDECIDED, UNSETTLED) for expected in (PROVED, REFUTED, CONDITIONAL)),
    ],
)
def test_what_a_verdict_is_worth(expected, verdict, worth):
    assert grade(expected, verdict) == worth


def test_what_is_as_good_and_what_is_no_verdict():
    assert grade(CONDITIONAL, REFUTED, frozenset({REFUTED})) == SETTLED
    with pytest.raises(ValueError, match="no kind of verdict"):
        grade(PROVED, "true")


# The expectations, tried at random points by an evaluator of its own

POINTS = 60


def _tried(trap: Trap) -> list[bool]:
    return at_random_points(trap.statement, trap.name, POINTS)


@pytest.mark.parametrize("trap", TRUE + CONDITIONALLY, ids=lambda t: t.name)
def test_what_is_expected_to_be_true_holds_at_random_points(trap):
    assert all(_tried(trap))


# Defined at no point, so that there is nothing to try.
DEFINED_NOWHERE = {"definedness.never-defined", "definedness.never-defined-equal"}


@pytest.mark.parametrize("trap", FALSE, ids=lambda t: t.name)
def test_what_is_expected_to_be_false_fails_at_some_point(trap):
    if trap.fails_at:
        values = {name: evaluate(term, {}, DIGITS) for name, term in trap.fails_at.items()}
        assert all(holds(h.relation, values) for h in trap.statement.hypotheses)
        assert not all(holds(goal.relation, values) for goal in trap.statement.goals)
    else:
        found = _tried(trap)
        assert not all(found) or (not found and trap.name in DEFINED_NOWHERE)
