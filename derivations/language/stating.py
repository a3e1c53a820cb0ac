"""Statements made of what is claimed, and of a goal of another one."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.language.calculus_notation import directions
from derivations.language.statements import Proposition, Relation, Statement, proposition
from derivations.language.substitution import sort_symbols
from derivations.language.terms import Term


def statement(
    goals: Relation | Proposition | Iterable[Relation | Proposition],
    hypotheses: Iterable[Relation | Proposition] = (),
    declarations: Iterable[Term] = (),
    exists: Iterable[Term] = (),
) -> Statement:
    """A statement; symbols that are not declared are declared by use, in alphabetical order.

    Those whose sorts mention others, such as a matrix of n rows, come after the others.
    """
    several = (goals,) if isinstance(goals, Relation | Proposition) else goals
    claimed = tuple(map(proposition, several))
    given = tuple(map(proposition, hypotheses))
    declared, some = list(dict.fromkeys(declarations)), tuple(exists)
    used = {symbol for stated in (*claimed, *given) for symbol in stated.free()}
    used.update(*(sort_symbols(s.sort) for s in some))
    declared += sorted(
        used.difference(declared, some),
        key=lambda s: (bool(sort_symbols(s.sort)), s.name, s.sort.kind),
    )
    return Statement(tuple(declared), given, claimed, some)


def opened(claimed: Statement, goal: int) -> Statement:
    """One goal for all values of its variables is a goal about them, its guards hypotheses.

    Both statements claim the same, since what is stated is defined where it is said to hold.
    """
    stated = claimed.goals[goal]
    return Statement(
        (*claimed.declarations, *stated.variables),
        (*claimed.hypotheses, *map(Proposition, stated.guards)),
        (Proposition(stated.relation),),
        claimed.exists,
    )


def about_symbols(claimed: Statement) -> Statement:
    """The same, if a single goal is claimed for all values of something, as a goal about that: a
    condition of it says where it fails.  A gradient stays one, for all directions."""
    if len(claimed.goals) != 1 or not claimed.goals[0].variables or claimed.exists:
        return claimed
    (goal,), whole = claimed.goals, opened(claimed, 0)
    along = directions(goal.relation)
    over = tuple([v for v in goal.variables if v in along])
    taken = [symbol.name for symbol in whole.declarations]
    return Statement(
        tuple([s for s in whole.declarations if s not in over]),
        tuple([given.substitute({}, avoid=taken) for given in whole.hypotheses]),
        (Proposition(goal.relation, over),),
    )
