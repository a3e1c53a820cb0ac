"""One search: what ends it."""

import pytest

from derivations.kernel import Context, read
from derivations.language.parser import parse_claim
from derivations.language.statements import lt
from derivations.language.terms import add
from derivations.search.goals import MAX_NESTING, Goal, Method, Search, Stuck


def test_goals_that_are_proved_for_one_another_end():
    """However many steps there are: what is proved for the goal is a goal of the same method."""
    entered = []

    def again(goal: Goal):
        entered.append(goal)
        x, y = goal.relation.left, goal.relation.right
        return goal.search.prove(goal.context, lt(x, add(y, x)), goal.depth)

    (goal,) = read(parse_claim("for all x, y: real: x < y")).goals
    search = Search((Method("again", again, ("<",)),), 10_000)
    with pytest.raises(Stuck):
        search.prove(Context(symbols=goal.relation.free()), goal.relation)
    assert len(entered) == MAX_NESTING + 1
