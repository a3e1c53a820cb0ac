"""From a statement to a verdict, by search: the order in which methods are tried.

    0. a few of the smallest values, which may refute the statement
    1. definedness: each obligation follows, is proved, holds nowhere, or becomes a condition
    2. for each goal, in stages, a proof or a counterexample (`STAGES`)
    3. a model of hypotheses and conditions; a point at which a condition fails

Whatever is found is checked by the kernel as a whole; only then is it a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derivations.kernel import points
from derivations.kernel.check import base_context, check, nothing_to_satisfy
from derivations.kernel.context import Context, holds, is_news
from derivations.kernel.proofs import (
    Certificate, NowhereDefined, Proof, Refutation, Values, lemmas_of,
)
from derivations.kernel.theorem import Counterexample, Rejected, Theorem
from derivations.language.statements import Proposition, Relation, Statement, Unsettled, negation
from derivations.language.substitution import Substitution
from derivations.language.terms import BINDERS, as_term
from derivations.language.text import proposition_text, relation_text
from derivations.search.analysis import prove_analysis
from derivations.search.branches import prove_by_branches
from derivations.search.contradictions import find_contradiction
from derivations.search.counterexamples import FEW, find_counterexample, find_failure, find_model
from derivations.search.equations import prove_from_equations
from derivations.search.factors import prove_by_factors, prove_unit
from derivations.search.goals import Goal, Method, by_normal_form, first_proof, proves
from derivations.search.guises import prove_by_guises
from derivations.search.ideals import prove_in_ideal
from derivations.search.induction import prove_by_induction, prove_from_bound, prove_with_facts
from derivations.search.instances import failing_instance, with_instances, with_theorems
from derivations.search.inverses import prove_with_inverses
from derivations.search.invertible import prove_invertible
from derivations.search.matrix_laws import HEADS, prove_with_matrix_laws
from derivations.search.matrix_powers import prove_matrix_power
from derivations.search.nonzero import prove_nonzero
from derivations.search.order import prove_need, prove_order
from derivations.search.order_induction import prove_order_by_induction, prove_sign_by_induction
from derivations.search.order_powers import prove_order_of_powers
from derivations.search.reality import prove_real
from derivations.search.residuals import sides_at
from derivations.search.residues import FLOORED, prove_by_residues
from derivations.search.sum_laws import prove_by_sum_laws
from derivations.search.sums import prove_power_sums, prove_sum, prove_sum_of_turns
from derivations.search.word_ideals import prove_by_word_ideal
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED, Attempt, Verdict, Witness

# So many of the smallest assignments are tried at once, and before what takes long to give up.
FIRST_TRIED = 100
# Of more symbols than these, a few assignments vary next to none.
MANY = 20
# A condition for all naturals is tried at so many.
FIRST_PLACES = 12


def _undecided(claimed: Statement, *attempts: Attempt) -> Verdict:
    return Verdict(UNDECIDED, claimed, attempts=attempts)


def search(claimed: Statement, theorems: Sequence[Theorem] = ()) -> Verdict:
    """The verdict on a well-sorted statement that normal forms alone do not prove.

    theorems: what proofs may use, at the symbols that the statement shares with them.
    """
    attempts: list[Attempt] = []

    def stopped(method: str, why: str) -> None:
        attempts.append(Attempt(method, why))

    try:
        refuted = refute_early(claimed)
        if refuted is not None:
            return refuted
        context = base_context(claimed)
        needs = context.obligations(claimed.goals)
        context, definedness, conditions, nowhere = _settle(context, needs, theorems)
    except Unsettled as error:
        return _undecided_or_refuted(claimed, str(error))
    if nowhere is not None:
        verdict = _never_defined(claimed, *nowhere)
        if verdict is not None:
            return verdict
        return _undecided_or_refuted(
            claimed, "what is asked for both sides to be defined holds nowhere"
        )
    failing = next((c for c in conditions if _fails_outright(c)), None)
    if failing is not None:
        remained = proposition_text(failing)
        return _undecided(
            claimed, Attempt("definedness", "what is asked for fails", remained=remained)
        )
    proofs: list[Proof] = []
    for number, stated in enumerate(claimed.goals):
        goal = Goal(*context.opened(stated))
        plain = first_proof(goal, (IDENTITY, EQUATIONS)) if theorems else None
        if plain is not None:  # what needs no theorem says so
            proofs.append(plain)
            continue
        goal, wrap = with_theorems(goal, theorems, _prove_premise, stopped)
        for methods, tried in STAGES:
            proof = first_proof(goal, methods, stopped)
            if proof is not None:
                proofs.append(wrap(proof))
                break
            refuted = None if tried == 0 else _refuted(claimed, number, tried)
            if refuted is not None:
                return refuted
        else:
            undecided = _undecided(claimed, *attempts, _no_counterexample(stated.relation))
            return replace(undecided, contradiction=_contradiction(claimed))
    if conditions and not _are_necessary(claimed, conditions):
        # Where a condition fails both sides may be defined, and differ.
        for number in range(len(claimed.goals)):
            refuted = _refuted(claimed, number, FIRST_TRIED)
            if refuted is not None:
                return refuted
    return _proved(claimed, tuple(proofs), definedness, conditions, theorems)


def refute_early(claimed: Statement) -> Verdict | None:
    """The refutation by one of a few small values, found without multiplying out a goal."""
    if len(claimed.declarations) > MANY:
        return None
    found = (_refuted(claimed, number, FEW) for number in range(len(claimed.goals)))
    return next((verdict for verdict in found if verdict is not None), None)


def _fails_outright(condition: Proposition) -> bool:
    """Whether a condition about no symbol fails, for one of the first naturals if for all."""
    if condition.free() or condition.guards or len(condition.variables) > 1:
        return False
    for k in range(FIRST_PLACES if condition.variables else 1):
        values = Substitution({v: as_term(k) for v in condition.variables})
        instance = Proposition(condition.relation.replace(values))
        try:
            if points.proposition_at(instance) is False:
                return True
        except Unsettled:
            return False
    return False


def _are_necessary(claimed: Statement, conditions: list[Proposition]) -> bool:
    """Whether both sides are defined only where the conditions hold."""
    needs = base_context(claimed).obligations(claimed.goals, necessary=True)
    return set(conditions) <= set(needs)


def _undecided_or_refuted(claimed: Statement, why: str) -> Verdict:
    for number in range(len(claimed.goals)):
        verdict = _refuted(claimed, number)
        if verdict is not None:
            return verdict
    unrefuted = _no_counterexample(claimed.goals[0].relation)
    return _undecided(claimed, Attempt("normal form", why), unrefuted)


def _no_counterexample(relation: Relation) -> Attempt:
    return Attempt(
        "counterexamples",
        "no small values refute it",
        remained=_short(relation),
        advice="state the missing fact as a hypothesis, or split the step",
    )


# Definedness


Settled = tuple[
    Context,
    tuple[tuple[int, Proof], ...],
    list[Proposition],
    tuple[int, Proof] | None,
]


def _settle(
    context: Context, needs: list[Proposition], theorems: Sequence[Theorem] = ()
) -> Settled:
    """Each obligation holds, is proved, or becomes a condition; one may hold nowhere."""
    definedness: list[tuple[int, Proof]] = []
    conditions: list[Proposition] = []
    nowhere: tuple[int, Proof] | None = None
    for number, need in enumerate(needs):
        if holds(context, need):
            if is_news(context, need):
                context = context.with_facts(need)
            continue
        proof = _prove_need(context, need)
        if proof is None and theorems:
            goal = Goal(*context.opened(need))
            goal, wrap = with_theorems(goal, theorems, _prove_premise)
            found = first_proof(goal, NEEDS)
            proof = None if found is None else wrap(found)
        if proof is not None:
            definedness.append((number, proof))
        else:
            conditions.append(need)
            if nowhere is None:
                nowhere = _fails_everywhere(context, number, need)
        context = context.with_facts(need)
    return context, tuple(definedness), conditions, nowhere


def _prove_need(context: Context, need: Proposition) -> Proof | None:
    return first_proof(Goal(*context.opened(need)), NEEDS)


def _prove_premise(context: Context, premise: Proposition) -> Proof | None:
    return first_proof(Goal(*context.opened(premise)), (IDENTITY, *NEEDS, INSTANCES))


def _fails_everywhere(
    context: Context, number: int, need: Proposition
) -> tuple[int, Proof] | None:
    if not need.is_plain:
        step = failing_instance(context, need)
        return None if step is None else (number, step)
    goal = Goal(context, negation(need.relation))
    proof = first_proof(goal, (IDENTITY, EQUATIONS, NONZERO))
    return None if proof is None else (number, proof)


def _never_defined(claimed: Statement, number: int, proof: Proof) -> Verdict | None:
    model = find_model(claimed, ())
    certificate = NowhereDefined(claimed, number, proof, model)
    try:
        made = check(certificate)
    except Rejected:
        return None
    assert isinstance(made, Counterexample)
    witness = Witness(model or (), claimed.goals[0].relation)
    return Verdict(
        REFUTED, claimed, counterexample=made, certificate=certificate, witness=witness
    )


# Proofs


def _with_instances(goal: Goal) -> Proof | None:
    """Hypotheses and equations of words, with instances of the quantified facts."""
    wide, wrap = with_instances(goal)
    for method in (IDENTITY, EQUATIONS, WORDS):
        proof = first_proof(wide, (method,))
        if proof is not None and proves(goal, wrap(proof)):
            return wrap(proof)
    return None


ORDERS = ("<", "<=", "!=")
ALL = ("==", *ORDERS)
SUMS = frozenset({"sum"})

# Complete for polynomials in exponentials, sines and cosines of polynomials with rational
# coefficients, for quotients of these where the divisors are known to be nonzero, and for sums of
# values of families over one symbolic range.
IDENTITY = Method("identity", by_normal_form, ALL)
EQUATIONS = Method("equations", prove_from_equations)
WORDS = Method("words", prove_by_word_ideal)
NONZERO = Method("not zero", prove_nonzero, ("!=",))
INVERTIBLE = Method("invertible", prove_invertible, ("!=",), frozenset({"det"}))
INSTANCES = Method("instances", _with_instances, ALL)
SIGN = Method("sign by induction", prove_sign_by_induction, ("!=",), BINDERS)

METHODS = (
    Method("inverses", prove_with_inverses),
    INVERTIBLE,
    Method("matrix laws", prove_with_matrix_laws, heads=frozenset(HEADS)),
    Method("matrix powers", prove_matrix_power, heads=frozenset({"pow"})),
    Method("order of powers", prove_order_of_powers, ORDERS, frozenset({"pow"})),
    INSTANCES,
    Method("induction", prove_by_induction),
    Method("residues", prove_by_residues, ALL, FLOORED),
    Method("offsets", prove_from_bound),
    Method("sums", prove_sum, heads=SUMS),
    Method("turns", prove_sum_of_turns, heads=SUMS),
    Method("laws of sums", prove_by_sum_laws, ALL, SUMS),
    Method("power sums", prove_power_sums, heads=SUMS),
    Method("induction with facts", prove_with_facts),
    Method("ideals", prove_in_ideal),
    Method("factors", prove_by_factors),
    Method("equations in other guises", prove_by_guises),
)

SLOW_METHODS = (
    Method("order by induction", prove_order_by_induction, ("<", "<=")),
    SIGN,
    Method("order", prove_order, ORDERS),
    Method("analysis", prove_analysis),
    Method("branches", prove_by_branches),
)

# What shows that a term is defined.
NEEDS = (
    EQUATIONS,
    NONZERO,
    INVERTIBLE,
    Method("unit", prove_unit, ("!=",)),
    Method("order", prove_need, ORDERS),
    Method("real", prove_real, heads=frozenset({"im"})),
    SIGN,
)

# Methods, and how many of the smallest assignments are looked at before the next ones: all before
# what is slow, then none.
STAGES: tuple[tuple[tuple[Method, ...], int | None], ...] = (
    ((IDENTITY, EQUATIONS), FIRST_TRIED),
    (METHODS, None),
    (SLOW_METHODS, 0),
)
EVERY_METHOD = tuple(method for methods, _ in STAGES for method in methods)


def _short(relation: Relation) -> str:
    return relation_text(relation, 200)


def _proved(
    claimed: Statement,
    proofs: tuple[Proof, ...],
    definedness: tuple[tuple[int, Proof], ...],
    conditions: list[Proposition],
    theorems: Sequence[Theorem],
) -> Verdict:
    model = _model(claimed, conditions)
    certificate = Certificate(claimed, proofs, definedness, model)
    certificate = replace(certificate, lemmas=tuple(sorted(lemmas_of(certificate))))
    contradiction = None
    if model is None:
        contradiction = find_contradiction(claimed, conditions, _prove_outright)
        if contradiction is not None and conditions:
            refuted = _defined_nowhere(claimed, conditions)
            if refuted is not None:
                return refuted
    try:
        theorem = check(certificate, {t.hash: t for t in theorems})
    except Rejected as error:
        return _undecided(claimed, Attempt("kernel", str(error)))
    assert isinstance(theorem, Theorem)
    if not theorem.conditions:
        return Verdict(
            PROVED,
            claimed,
            theorem=theorem,
            certificate=certificate,
            contradiction=contradiction,
        )
    failures = tuple(_failure(claimed, condition) for condition in theorem.conditions)
    return Verdict(
        CONDITIONAL,
        claimed,
        theorem=theorem,
        certificate=certificate,
        conditions=theorem.conditions,
        contradiction=contradiction,
        witness=next((f for f in failures if f is not None), None),
        failures=failures,
    )


def _defined_nowhere(claimed: Statement, conditions: list[Proposition]) -> Verdict | None:
    """The refutation by a condition that fails wherever the hypotheses hold."""
    context = base_context(claimed)
    for number, need in enumerate(context.obligations(claimed.goals)):
        if need in conditions and need.is_plain:
            goal = Goal(context, negation(need.relation))
            proof = first_proof(goal, EVERY_METHOD)
            verdict = None if proof is None else _never_defined(claimed, number, proof)
            if verdict is not None:
                return verdict
        context = context.with_facts(need)
    return None


def _prove_outright(claimed: Statement) -> Certificate | None:
    """A certificate without conditions and without a model."""
    try:
        context = base_context(claimed)
        settled = _settle(context, context.obligations(claimed.goals))
    except Unsettled:
        return None
    context, definedness, conditions, _ = settled
    proofs = [
        first_proof(Goal(*context.opened(goal)), EVERY_METHOD)
        for goal in claimed.goals
    ]
    if conditions or None in proofs:
        return None
    return Certificate(claimed, tuple(p for p in proofs if p is not None), definedness, None)


def _contradiction(claimed: Statement) -> Certificate | None:
    """A certificate that the hypotheses contradict each other, if no model is found."""
    if not claimed.hypotheses or _model(claimed, []) is not None:
        return None
    return find_contradiction(claimed, (), _prove_outright)


def _model(claimed: Statement, conditions: list[Proposition]) -> Values | None:
    if nothing_to_satisfy(claimed, conditions):
        return ()
    return find_model(claimed, conditions)


def _failure(claimed: Statement, condition: Proposition) -> Witness | None:
    """Where a condition fails, if such values are found."""
    values = find_failure(claimed, condition)
    return None if values is None else Witness(values, condition.relation)


def _refuted(claimed: Statement, goal: int, tried: int | None = None) -> Verdict | None:
    refutation = find_counterexample(claimed, goal, tried)
    if refutation is None:
        return None
    try:
        made = check(refutation)
    except Rejected:
        return None
    assert isinstance(made, Counterexample) and isinstance(refutation, Refutation)
    left, right, residual = sides_at(claimed, goal, refutation.values)
    witness = Witness(refutation.values, claimed.goals[goal].relation, left, right, residual)
    return Verdict(
        REFUTED, claimed, counterexample=made, certificate=refutation, witness=witness
    )
