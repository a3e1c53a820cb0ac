"""Values at which hypotheses and conditions hold, and values at which a condition fails.

Tried as for counterexamples, small ones first; what the values satisfy is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from derivations.kernel import At, Context, Stated, guards_hold, manifest, owed
from derivations.language.statements import Proposition, negation
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import Term, as_term
from derivations.search.assignments import MAX_TRIED, choose, good_values
from derivations.search.counterexamples import FEW, PROOF_STEPS, with_proofs
from derivations.search.floats import Unknown
from derivations.search.goals import FAILURES, Search, vector
from derivations.search.numeric import Evaluator, holds_numerically, may_hold
from derivations.search.rewriting import determined

# Values that are looked at by proof; so many natural numbers for the variables of a condition.
MAX_CHECKED, FIRST_PLACES = 10, 12
# So many values of several variables together.
MAX_INSTANCES = 64

Methods = tuple[Any, ...]


def find_model(
    stated: Stated, conditions: Sequence[Proposition], methods: Methods, tried: int = MAX_TRIED
) -> At | None:
    """Values at which hypotheses and conditions hold, with proofs."""
    claims = (*stated.claims, *conditions)
    choice = choose(stated.statement, {s for claim in claims for s in claim.free()})

    def wanted(evaluator: Evaluator) -> bool:
        return all(may_hold(condition, evaluator) for condition in conditions)

    search = Search(methods, PROOF_STEPS)
    for values in islice(good_values(choice, wanted, tried), MAX_CHECKED):
        try:
            return with_proofs(stated.statement.declarations, values, claims, search)[0]
        except FAILURES:
            continue
    return None


def find_failure(stated: Stated, condition: Proposition, methods: Methods) -> At | None:
    """Values at which the hypotheses hold and the condition fails."""
    focus = condition.free() | {s for claim in stated.claims for s in claim.free()}
    choice = choose(stated.statement, focus)

    def wanted(evaluator: Evaluator) -> bool:
        try:
            return not holds_numerically(condition.relation, evaluator)
        except Unknown:
            return bool(condition.variables)

    search = Search(methods, PROOF_STEPS)
    for values in islice(good_values(choice, wanted), MAX_CHECKED):
        try:
            at, change = with_proofs(
                stated.statement.declarations, values, stated.claims, search
            )
        except FAILURES:
            continue
        if fails(condition.substitute(change), methods):
            return at
    return None


def fails(condition: Proposition, methods: Methods) -> bool:
    """Whether a condition about no symbols fails, for one of the first naturals if for all."""
    variables = condition.variables
    search = Search(methods, PROOF_STEPS)
    places = range(FIRST_PLACES if len(variables) == 1 else 3)
    for at in islice(product(places, repeat=len(variables)), MAX_INSTANCES):
        values = dict(zip(variables, map(as_term, at), strict=True))
        try:
            guards = tuple(map(Proposition, condition.guards))
            _, change = with_proofs(variables, values, guards, search)
            search.prove(Context(), negation(condition.relation.replace(Substitution(change))))
        except FAILURES:
            continue
        return True
    return False


def failing_instance(
    stated: Stated, goal: Proposition, need: Proposition, prove: Any
) -> tuple[At, Any] | None:
    """Values of the variables of a need, terms in the declared symbols, and a proof from the
    hypotheses that it fails there.

    prove: of a claim in a context; raises where there is no proof.
    Tried are the places where both sides meet, the ends of ranges, and the first naturals.
    """
    guards = (*map(Proposition, need.guards), *guards_hold(stated.context, goal))
    lists = [[*dict.fromkeys(_places(stated.context, need, v))] for v in need.variables]
    for at in islice(product(*lists), MAX_INSTANCES):
        pairs = tuple(zip(need.variables, at, strict=True))
        try:
            needed, change = owed(stated.context, need.variables, pairs, guards)
            relation = negation(need.relation.replace(Substitution(change)))
            if need.variables and not manifest(stated.context, relation):
                continue
            premises = [
                None if manifest(stated.context, p) else prove(stated.context, p) for p in needed
            ]
            return At(pairs, tuple(premises)), prove(stated.context, Proposition(relation))
        except FAILURES:
            continue
    return None


def _places(context: Context, need: Proposition, variable: Term) -> Iterator[Term]:
    inside = context.with_symbols(*need.variables)
    try:
        meeting = determined(inside, vector(inside, need.relation), variable)
    except FAILURES:
        meeting = None
    ends = (side for guard in need.guards for side in (guard.left, guard.right))
    first = (as_term(k) for k in range(FEW))
    for place in (meeting, *ends, *first):
        if place is not None and free_symbols(place) <= context.symbols:
            yield place
