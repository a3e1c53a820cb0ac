"""What says nothing: hypotheses that contradict each other, goals for all values of nothing.

A statement that holds since nothing satisfies what it assumes is proved, and says so.
"""

from collections.abc import Sequence

from derivations.kernel import Certificate, obligations, read
from derivations.language.statements import Proposition, Statement, eq, negation
from derivations.language.terms import ONE, ZERO
from derivations.lemmas import NAMED, AtHand, checked
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Search
from derivations.search.methods import METHODS
from derivations.search.needs import depth_enough, settle, with_named_lemmas
from derivations.search.orders.contradictions import contradiction, with_ends
from derivations.search.reading.facts import FAILURES
from derivations.search.refutation.counterexamples import find_model
from derivations.search.refutation.points import Points

# How many assumptions are negated to see whether they contradict each other.
MAX_NEGATED = 6

ABSURD = Proposition(eq(ONE, ZERO))


def contradiction_among(
    claimed: Statement, conditions: Sequence[Proposition]
) -> Certificate | None:
    """A certificate that hypotheses and conditions contradict each other, if one is found: from
    them 1 = 0, or from some of them the negation of another."""
    assumed = (*claimed.hypotheses, *conditions)
    if not assumed:
        return None
    found = [_certificate(Statement(claimed.declarations, assumed, (ABSURD,)))]
    for number, proposition in enumerate(assumed[:MAX_NEGATED]):
        if found[-1] is None and proposition.is_plain:
            others = assumed[:number] + assumed[number + 1 :]
            goal = Proposition(negation(proposition.relation))
            found.append(_certificate(Statement(claimed.declarations, others, (goal,))))
    return found[-1]


def empty_goals(claimed: Statement) -> Certificate | None:
    """A certificate that a goal for all values of something says nothing, or each of the goals in
    cases of which one holds."""
    for goal in claimed.goals:
        if goal.variables and (shown := _empty(claimed, goal)) is not None:
            return shown
    if any(goal.variables for goal in claimed.goals):
        return None
    cases = [_empty(claimed, goal) for goal in claimed.goals]
    return cases[0] if all(cases) else None


def _empty(claimed: Statement, goal: Proposition) -> Certificate | None:
    """A certificate that what a goal says "for all" of is nothing: its conditions contradict each
    other."""
    if not goal.guards or claimed.exists:
        return None
    bound = (v for h in claimed.hypotheses for v in h.variables)
    goal = goal.substitute({}, avoid={s.name for s in (*claimed.declarations, *bound)})
    assumed = (*claimed.hypotheses, *map(Proposition, goal.guards))
    inside = Statement((*claimed.declarations, *goal.variables), assumed, (ABSURD,))
    return None if find_model(read(inside), (), METHODS) else contradiction_among(inside, ())


def _certificate(claimed: Statement) -> Certificate | None:
    """A proof of the only goal without conditions and without a model."""
    try:
        stated = with_named_lemmas(read(claimed), AtHand(NAMED))
        (goal,) = stated.goals
        needs = obligations(stated.context, stated.goals)
        points = Points()
        prover = Search(METHODS, refuse=points.refuse)
        context, definedness, conditions = settle(stated.context, needs, points, prover)
        if conditions:
            return None
        if goal == ABSURD:
            draft = Draft(Goal(context, goal.relation, Search(METHODS)))
            with_ends(draft)
            proof = contradiction(draft)
        else:
            proof = Search(METHODS).prove(context, goal, depth_enough(goal, 1))
        certificate = Certificate(claimed, (proof,), definedness)
        checked(certificate)
        return certificate
    except FAILURES:
        return None
