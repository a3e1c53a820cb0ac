"""Statements that look true and are false, and the other way round.

No false one is proved, none is conditional unless it is true under those conditions, and no true
one is refuted.  The scoring itself is tried on what always says the same.
"""

from __future__ import annotations

import pytest

from derivations.judging.judge import judge_statements
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED
from tests.scoring import SETTLED, UNSETTLED, WRONG, Trap, grade, score, traps
from tests.support.oracle import evaluate
from tests.support.values import DIGITS, at_random_points, holds

ALL = traps()
TRUE = [t for t in ALL if t.expected == PROVED]
FALSE = [t for t in ALL if t.expected == REFUTED]
CONDITIONALLY = [t for t in ALL if t.expected == CONDITIONAL]

# What is settled, in percent, may grow and must not shrink.
LEAST_SETTLED = {PROVED: 90, REFUTED: 95, CONDITIONAL: 95}


@pytest.fixture(scope="module")
def verdicts():
    """Every verdict, by the statement."""
    found = judge_statements([t.statement for t in ALL], 2, 20.0)
    return {t.name: v for t, v in zip(ALL, found, strict=True)}


def test_there_are_enough_of_each_kind():
    assert len(ALL) >= 150
    assert len({t.name for t in ALL}) == len(ALL)
    assert len(TRUE) >= 60 and len(FALSE) >= 60 and len(CONDITIONALLY) >= 10
    assert len({t.family for t in ALL}) >= 8


# The program


def test_nothing_is_wrong(verdicts):
    by_statement = {id(t.statement): verdicts[t.name].kind for t in ALL}
    found = score(ALL, lambda statement: by_statement[id(statement)])
    assert found.names(WRONG) == []
    for expected, least in LEAST_SETTLED.items():
        assert 100 * found.share(expected) >= least, (expected, found.names(UNSETTLED))


def test_every_verdict_carries_what_the_kernel_made(verdicts):
    for verdict in verdicts.values():
        if verdict.kind in (PROVED, CONDITIONAL):
            assert verdict.theorem is not None
            assert bool(verdict.theorem.conditions) == (verdict.kind == CONDITIONAL)
        elif verdict.kind == REFUTED:
            assert verdict.counterexample is not None
        else:
            assert verdict.attempts


# The controls: what always says the same scores as it must


def test_always_proved():
    found = score(ALL, lambda _: PROVED)
    assert (found.share(PROVED), found.share(REFUTED), found.share(CONDITIONAL)) == (1, 0, 0)
    assert found.names(WRONG) == [t.name for t in ALL if t.expected != PROVED]
    assert found.names(UNSETTLED) == []


def test_always_refuted():
    found = score(ALL, lambda _: REFUTED)
    as_good = [t for t in CONDITIONALLY if REFUTED in t.also_right]
    assert (found.share(PROVED), found.share(REFUTED)) == (0, 1)
    assert found.share(CONDITIONAL) == len(as_good) / len(CONDITIONALLY)
    assert set(found.names(WRONG)) >= {t.name for t in TRUE}
    assert found.names(UNSETTLED) == []


def test_always_undecided():
    found = score(ALL, lambda _: UNDECIDED)
    assert all(found.share(kind) == 0 for kind in (PROVED, REFUTED, CONDITIONAL))
    assert found.names(WRONG) == []
    assert found.names(UNSETTLED) == [t.name for t in ALL]


def test_always_conditional():
    found = score(ALL, lambda _: CONDITIONAL)
    assert (found.share(PROVED), found.share(REFUTED), found.share(CONDITIONAL)) == (0, 0, 1)
    assert found.names(WRONG) == [t.name for t in FALSE]


def test_as_expected():
    by_statement = {id(t.statement): t.expected for t in ALL}
    found = score(ALL, lambda statement: by_statement[id(statement)])
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
