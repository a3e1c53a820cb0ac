"""From a statement to a verdict: the order in which methods are tried.

    0. a few of the smallest values, which may refute the statement
    1. definedness: each need follows, is proved, holds nowhere, or becomes a condition
    2. for each goal, in stages, a proof or a counterexample (`STAGES`)
    3. a model of hypotheses and conditions; values at which each condition fails

Whatever is found is checked as a whole by the kernel; only then is it a verdict.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from derivations.kernel import (
    AnyCertificate, Certificate, Context, Nowhere, Proof, Rejected, Stated, Theorem,
    Witness as Values, obligations, read, verify,
)
from derivations.language.shapes import is_matrix
from derivations.language.statements import (
    Proposition, Relation, Statement, StatementError, Unsettled, eq, ne,
)
from derivations.language.substitution import Substitution
from derivations.language.terms import call
from derivations.language.text import proposition_text, relation_text, statement_text
from derivations.lemmas import NAMED, AtHand, Named, checked
from derivations.search.differentiation.slopes import facts_worked_out, without_derivatives
from derivations.search.drafts import Draft
from derivations.search.functions.closed_values import put_values_in_facts
from derivations.search.functions.solved_facts import prove_with_signs_of_radicands
from derivations.search.goals import MAX_DEPTH, Goal, Search, attempted, opening
from derivations.search.induction import prove_recurrent
from derivations.search.knowledge.one_lemma import Missed, prove_by_one_lemma
from derivations.search.knowledge.rewriting import prove_with_definitions
from derivations.search.knowledge.theorems import unused
from derivations.search.methods import METHODS
from derivations.search.needs import (
    SAYS_THERE_IS, depth_enough, settle, with_lemmas, with_named_lemmas,
)
from derivations.search.numerics.relations import clearly_fails, seems_false
from derivations.search.orders.contradictions import contradiction, with_ends
from derivations.search.orders.nonzero import say_of_factors
from derivations.search.reading.facts import FAILURES
from derivations.search.reading.groups import MANY, grouped
from derivations.search.refutation.assignments import MAX_TRIED, is_wide
from derivations.search.refutation.counterexamples import (
    FEW, condition_fails, failing_instance, find_failure, find_model, find_refutation,
)
from derivations.search.refutation.points import Points, point_of
from derivations.search.refutation.residuals import witness_at
from derivations.search.refutation.witnesses import find_impossible, find_witnesses
from derivations.search.vacuity import ABSURD, contradiction_among, empty_goals
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED, Attempt, Verdict, Witness

# How deep premises are proved by premises, and how many assignments are looked at after that: what
# is false mostly fails for one of the first.
STAGES = ((0, 100), (1, 600), (MAX_DEPTH, MAX_TRIED))


def search(
    claimed: Statement, theorems: Sequence[Theorem] = (), stated: Stated | None = None
) -> Verdict:
    """The verdict on a well-sorted statement that normal forms alone do not prove.

    theorems: what proofs may use, at the symbols that the statement shares with them.
    stated: what was read of it, if it was; the smallest values have been looked at then.
    """
    at_hand = AtHand(Named({theorem.hash: theorem for theorem in theorems}))
    if claimed.exists:
        return _there_is(claimed, at_hand)
    try:
        refuted = refute_early(claimed) if stated is None else None
        if refuted is not None:
            return refuted
        stated = with_named_lemmas(stated or read(claimed), at_hand)
        needs = obligations(stated.context, stated.goals)
    except StatementError:
        raise
    except Unsettled as error:
        if stated is None:  # nor is it read for any values
            return _undecided_without(claimed, str(error))
        return _undecided_or_refuted(claimed, str(error))
    points = Points()
    prover = Search(METHODS, refuse=points.refuse)
    context, definedness, conditions = settle(stated.context, needs, points, prover, at_hand)
    nowhere = _defined_nowhere(stated, conditions, STAGES[0][0], at_hand)
    if nowhere is not None:
        return nowhere
    failing = next((c for c in conditions if not c.free() and condition_fails(c, METHODS)), None)
    if failing is not None:
        remained = proposition_text(failing)
        why = Attempt("definedness", "a side needs what fails to have a value", remained=remained)
        return _undecided_or_refuted(claimed, "", why)
    proofs, facts = [], facts_worked_out(context, prover.afresh())
    put_values_in_facts(facts)
    say_of_factors(facts)
    for number, goal in enumerate(stated.goals):
        found = _proof_or_verdict(stated, facts.context, at_hand, number, goal, prover.afresh())
        if isinstance(found, Verdict):
            return found
        proofs.append(facts.close(found))
    certificate = Certificate(claimed, tuple(proofs), definedness)
    return _proved(stated, certificate, conditions, at_hand)


def refute_early(claimed: Statement, stated: Stated | None = None) -> Verdict | None:
    """The refutation by one of a few small values, found without multiplying out a goal."""
    if claimed.exists:
        return None
    if len(claimed.declarations) > MANY:
        return _refute_wide(claimed)
    found = (_refuted(claimed, number, FEW, 0, stated) for number in range(len(claimed.goals)))
    return next((verdict for verdict in found if verdict is not None), None)


def _refute_wide(claimed: Statement) -> Verdict | None:
    """The refutation of what is said of many scalars, among no hypotheses, and fails at a point in
    general position; of the goals no more is read than where it fails."""
    if claimed.hypotheses or not all(s.sort.is_scalar for s in claimed.declarations):
        return None
    point = point_of(claimed.declarations)
    with suppress(*FAILURES):
        for number, goal in enumerate(claimed.goals):
            if goal.is_plain and clearly_fails(goal.relation, point):
                stated = read(claimed, {}, frozenset(range(len(claimed.goals))))
                return _refuted(claimed, number, STAGES[0][1], 0, stated)
    return None


# Definedness

def _defined_nowhere(
    stated: Stated, conditions: Sequence[Proposition], depth: int, at_hand: AtHand
) -> Verdict | None:
    """The refutation by a condition that fails wherever the hypotheses hold."""

    def prove(context: Context, claim: Proposition) -> Proof:
        return Search(METHODS).prove(context, claim, depth_enough(claim, depth))

    for number, goal in enumerate(stated.goals) if conditions else ():
        for place, need in enumerate(n.claim for n in obligations(stated.context, (goal,))):
            looked = need in conditions or need.relation.left.head in SAYS_THERE_IS
            found = failing_instance(stated, goal, need, prove) if looked else None
            model = None if found is None else find_model(stated, (), METHODS)
            if found is None or model is None:
                continue
            at, proof = found
            certificate = Nowhere(stated.statement, number, place, at, proof, model)
            with suppress(Rejected):
                return _refutation(
                    certificate, Witness(model.values, stated.statement.goals[number].relation),
                    at_hand,
                )
    return None


# Goals


def _proof_or_verdict(
    stated: Stated, context: Context, at_hand: AtHand, number: int, goal: Proposition,
    search: Search,
) -> Proof | Verdict:
    """A proof of the goal, or the verdict that it is refuted or undecided."""
    claimed = stated.statement
    groups = grouped(goal.relation)
    if groups is not None:
        with suppress(*FAILURES):
            verify(context, goal, groups)
            return groups
    looked_at, missed = 0, list[Attempt]()
    wide = is_wide(claimed)
    refuted = _refuted(claimed, number, STAGES[0][1], 0, stated) if wide else None
    if refuted is not None:
        return refuted
    for depth, tried in STAGES:
        if depth == MAX_DEPTH:
            with suppress(*FAILURES):
                return prove_with_signs_of_radicands(search.afresh(), context, goal)
        if depth == 1 and goal.is_plain:  # what equations say that symbols are is put in first
            whole = Goal(context, goal.relation, search.again(), depth)
            proof = attempted(prove_with_definitions, whole)
            if proof is not None:
                return proof
        with suppress(*FAILURES):
            return without_derivatives(context, goal, search.again(), depth, at_hand)
        if looked_at or not wide:
            refuted = _refuted(claimed, number, tried, looked_at, stated)
            if refuted is not None:
                return refuted
        if not looked_at:
            try:
                return prove_by_one_lemma(search.afresh(), with_lemmas(context, at_hand), goal)
            except Missed as why:
                missed = [Attempt("lemmas", str(why))]
            except FAILURES:
                pass
        looked_at = tried
    known = with_lemmas(context, at_hand)
    proof = attempted(search.afresh().prove, known, goal, 1)
    if proof is None and missed:
        proof = attempted(prove_by_one_lemma, search.afresh(), known, goal, 1)
    if proof is None and goal.is_plain:  # with all steps, and lemmas in the step of the induction
        proof = attempted(prove_recurrent, Goal(known, goal.relation, search.afresh(), 1))
    if proof is not None:
        return proof
    refuted = _refuted(claimed, number, STAGES[0][1], 0, stated, AtHand(NAMED))
    if refuted is not None:
        return refuted
    attempts = [*missed, *(Attempt(name, why) for name, why in search.stopped.items())]
    attempts += [
        Attempt("using", f"{statement_text(theorem.statement)}: {why}")
        for theorem, why in unused(context, search.again())
    ]
    undecided = _undecided(claimed, *attempts, _no_counterexample(goal.relation))
    shown = contradiction_among(claimed, ())
    if shown is not None:
        with suppress(*FAILURES):
            return _proof_of_anything(context, goal, shown)
    return replace(undecided, contradiction=shown)


def _proof_of_anything(context: Context, goal: Proposition, shown: Certificate) -> Proof:
    """A proof of the goal from hypotheses that contradict each other, as shown.  Raises Stuck."""

    def prove(inside: Context, relation: Relation) -> Proof:
        draft = Draft(Goal(inside, relation, Search(METHODS)))
        if shown.statement.goals != (ABSURD,):
            (negated,) = shown.statement.goals
            draft.have(negated, Search(METHODS).prove(inside, negated))
            left, right = negated.relation.left, negated.relation.right
            for head in ("trace", "det") if is_matrix(left) else ():  # numbers that are apart
                for relation_of in (ne, eq):
                    draft.attempt(draft.have, relation_of(call(head, left), call(head, right)))
        else:
            with_ends(draft)
        return contradiction(draft)

    return opening(context, goal, prove)


def _undecided(claimed: Statement, *attempts: Attempt) -> Verdict:
    return Verdict(UNDECIDED, claimed, attempts=attempts)


def _undecided_or_refuted(claimed: Statement, why: str, *attempts: Attempt) -> Verdict:
    for number in range(len(claimed.goals)):
        verdict = _refuted(claimed, number)
        if verdict is not None:
            return verdict
    return _undecided(claimed, *attempts) if attempts else _undecided_without(claimed, why)


def _undecided_without(claimed: Statement, why: str) -> Verdict:
    """What has no normal form, and why."""
    unrefuted = _no_counterexample(claimed.goals[0].relation)
    return _undecided(claimed, Attempt("normal form", why), unrefuted)


def _no_counterexample(relation: Relation) -> Attempt:
    return Attempt(
        "counterexamples",
        "no small values refute it",
        remained=relation_text(relation, 200),
        advice="state the missing fact as a hypothesis, or split the step",
    )


def _refuted(
    claimed: Statement, goal: int, tried: int = MAX_TRIED, first: int = 0,
    stated: Stated | None = None, known: Named | None = None,
) -> Verdict | None:
    """known: the theorems that proofs at values may use; lemmas by their names, if none."""
    named = NAMED if known is None else known
    try:
        refutation = find_refutation(claimed, goal, METHODS, named, tried, first, stated)
        if refutation is None:
            return None
        witness = witness_at(claimed, goal, refutation.at.values)
        return _refutation(refutation, witness, named)
    except Rejected:
        return None


def _refutation(
    certificate: AnyCertificate, witness: Witness, theorems: Mapping[str, Theorem] = NAMED
) -> Verdict:
    """Raises Rejected."""
    kept: Any = certificate
    made: Any = checked(kept, theorems)
    return Verdict(
        REFUTED, kept.statement, counterexample=made, certificate=kept, witness=witness
    )


# What is there


def _there_is(claimed: Statement, at_hand: AtHand) -> Verdict:
    """By values; or there are none for some values of the declared symbols."""
    try:
        stated = with_named_lemmas(read(claimed), at_hand)
        for at, values in find_witnesses(stated, METHODS, at_hand):
            goals = [goal.substitute(values) for goal in stated.goals]
            needs = obligations(stated.inside, stated.goals, (values, stated.context))
            points = Points()
            prover = Search(METHODS, refuse=points.refuse)
            context, definedness, conditions = settle(
                stated.context, needs, points, prover, at_hand)
            if any(not c.free() and condition_fails(c, METHODS) for c in conditions):
                continue
            with suppress(*FAILURES):
                known = with_lemmas(context, at_hand)
                proofs = tuple(
                    attempted(prover.afresh().prove, context, g, 1)
                    or prover.afresh().prove(known, g, 1) for g in goals)
                proof = Values(claimed, at, proofs, definedness)
                return _proved(stated, proof, conditions, at_hand)
        impossible = find_impossible(stated, METHODS)
        if impossible is not None:
            witness = Witness(impossible.at.values, claimed.goals[0].relation)
            return _refutation(impossible, witness)
    except StatementError:
        raise
    except Unsettled as error:
        return _undecided(claimed, Attempt("normal form", str(error)))
    return _undecided(
        claimed,
        Attempt("values", f"none found for {', '.join(s.name for s in claimed.exists)}",
                advice="put in what is there, and prove that"),
    )


# Theorems


def _proved(
    stated: Stated, proof: Any, conditions: Sequence[Proposition], at_hand: AtHand
) -> Verdict:
    """The verdict of a certificate that has no model yet.  Raises Rejected."""
    claimed = stated.statement
    some = (s.sort.value or s.sort for s in claimed.declarations)
    asked = claimed.hypotheses or conditions or any(sort.properties for sort in some)
    model = find_model(stated, conditions, METHODS) if asked else None
    contradiction_ = None
    if asked and model is None:
        contradiction_ = contradiction_among(claimed, conditions)
        if contradiction_ is not None and conditions:
            nowhere = _defined_nowhere(stated, conditions, MAX_DEPTH, at_hand)
            if nowhere is not None:
                return nowhere
    if contradiction_ is None:
        contradiction_ = empty_goals(claimed)
    certificate = replace(proof, model=model)
    theorem: Any = checked(certificate, at_hand)
    verdict = Verdict(
        PROVED, claimed, theorem=theorem, certificate=certificate, contradiction=contradiction_
    )
    if not theorem.conditions:
        return verdict
    failures = tuple(_failure(stated, condition) for condition in theorem.conditions)
    asked_for = [n.claim for n in obligations(stated.context, stated.goals) if n.exact]
    enough = tuple([c for c, failure in zip(theorem.conditions, failures, strict=True)
                    if c not in asked_for and not _is_undefined(asked_for, failure)])
    if enough and model is None:
        where = "; ".join(map(proposition_text, theorem.conditions))
        why = "proved where conditions hold that no values are known to satisfy"
        return _undecided(claimed, Attempt("definedness", why, remained=where))
    return replace(
        verdict,
        kind=CONDITIONAL,
        conditions=theorem.conditions,
        enough=enough,
        witness=next((f for f in failures if f is not None), None),
        failures=failures,
    )


def _is_undefined(asked_for: Sequence[Proposition], failure: Witness | None) -> bool:
    """Whether something without which there is no value fails where a condition does."""
    if failure is None:
        return False
    there = Substitution(dict(failure.values))
    return any(claim.is_plain and seems_false(claim.relation.replace(there)) for claim in asked_for)


def _failure(stated: Stated, condition: Proposition) -> Witness | None:
    """Where a condition fails, if such values are found."""
    at = find_failure(stated, condition, METHODS)
    return None if at is None else Witness(at.values, condition.relation)


