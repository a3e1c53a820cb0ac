"""Instances: of quantified facts where the goal uses their families, and of theorems.

A fact `∀ u. … U[u - 1] … U[u] …` is instantiated where one of its applications meets an
application of the same family in the goal, the index solved for the variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice, product

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, holds, premises
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.proofs import Instantiate, Lemma, NormalForm, Proof, Rewrite
from derivations.kernel.rules import instance
from derivations.kernel.theorem import Theorem
from derivations.language.statements import Proposition, Relation, Unsettled, negation, replace_term
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import BINDERS, ONE, ZERO, Term, add, as_term, div
from derivations.language.text import statement_text
from derivations.search.goals import Goal, nodes
from derivations.search.readback import Reader

# The first value of a sort is always tried.
SMALLEST = {"natural": ZERO, "posint": ONE}
# At most so many instances are made of one fact.
MAX_INSTANCES = 8
# They are the nearest of so many.
MAX_TRIED = 1024


def with_instances(goal: Goal) -> tuple[Goal, Callable[[Proof], Proof]]:
    """The goal with instances of its quantified facts added, and how to wrap its proof."""
    steps: list[Instantiate] = []
    context = goal.context
    for number, fact in enumerate(goal.context.facts):
        if not fact.variables or fact.relation.operator not in ("==", "!="):
            continue
        found = _candidates(goal, fact)
        if fact.relation.operator == "!=":
            found = _smallest(goal, fact) + found
        for values in dict.fromkeys(found):
            step = Instantiate(
                number, values, tuple(NormalForm() for _ in fact.guards), NormalForm()
            )
            try:
                made = instance(context, step, {}, "")
            except Unsettled:
                continue
            if made not in context.facts:
                steps.append(step)
                context = context.with_facts(made)

    def wrap(proof: Proof) -> Proof:
        for step in reversed(steps):
            proof = Instantiate(step.fact, step.values, step.guards, proof)
        return proof

    return Goal(context, goal.relation), wrap


def failing_instance(context: Context, need: Proposition) -> Instantiate | None:
    """An instance, in its range, of what is needed for all values, that is seen to fail.

    Tried are the places where both sides meet, the ends of the range, and the first naturals.
    """
    choices = []
    for variable in need.variables:
        meeting = _solve(Goal(context, need.relation), *_sides(need.relation), variable)
        ends = [t for g in need.guards for t in _sides(g) if free_symbols(t) <= context.symbols]
        first = [as_term(k) for k in range(MAX_INSTANCES)]
        choices.append([meeting, *ends, *first] if meeting is not None else [*ends, *first])
    inside = context.with_facts(need)
    for values in islice(product(*map(dict.fromkeys, choices)), MAX_INSTANCES**2):
        guards = tuple(NormalForm() for _ in need.guards)
        step = Instantiate(len(context.facts), values, guards, NormalForm())
        try:
            made = instance(inside, step, {}, "")
            if holds(inside, Proposition(negation(made.relation))):
                return step
        except Unsettled:
            continue
    return None


def _sides(relation: Relation) -> tuple[Term, Term]:
    return relation.left, relation.right


def with_theorems(
    goal: Goal,
    theorems: Iterable[Theorem],
    prove: Callable[[Context, Proposition], Proof | None],
    stopped: Callable[[str, str], None] | None = None,
) -> tuple[Goal, Callable[[Proof], Proof]]:
    """The goal with what theorems say of its symbols, and how to wrap its proof.

    A theorem is used at the symbols of the same names and sorts, if what it assumes is proved; its
    equations are also put into the goal.
    prove: for the theorem's hypotheses and conditions.
    stopped: is told why a theorem is not used.
    """
    steps: list[Lemma | Rewrite] = []
    context, relation = goal.context, goal.relation
    for theorem in theorems:
        declared = theorem.statement.declarations
        missing = [s.name for s in declared if s not in context.symbols]
        why = f"{', '.join(missing)}: no symbol of that sort here" if missing else ""
        proofs = []
        for premise in () if missing else (*premises(theorem.statement), *theorem.conditions):
            proof = prove(context, premise)
            if proof is None:
                why = f"not proved: {premise}"
                break
            proofs.append(proof)
        if why:
            if stopped is not None:
                stopped("using", f"{statement_text(theorem.statement)}: {why}")
            continue
        steps.append(Lemma(theorem.hash, declared, tuple(proofs), NormalForm()))
        for fact in theorem.statement.goals:
            if fact.is_plain and fact.relation.operator == "==":
                changed = replace_term(relation, fact.relation.left, fact.relation.right)
                if changed != relation:
                    steps.append(Rewrite(len(context.facts), NormalForm()))
                relation = changed
            context = context.with_facts(fact)

    def wrap(proof: Proof) -> Proof:
        for step in reversed(steps):
            proof = replace(step, then=proof)
        return proof

    return Goal(context, relation), wrap


def _smallest(goal: Goal, fact: Proposition) -> list[tuple[Term, ...]]:
    """The first two values for naturals: what is never zero is not zero there."""
    if any(v.sort.kind not in SMALLEST for v in fact.variables):
        return []
    first = tuple(SMALLEST[v.sort.kind] for v in fact.variables)
    return [first, tuple(add(v, 1) for v in first)]


def _applications(goal: Goal) -> list[Term]:
    """Values of families in the goal, also in the first and the last term of every range."""
    found: dict[Term, None] = {}
    for term in nodes(goal.relation):
        if term.head == "apply":
            found.setdefault(term)
        if term.head in BINDERS:
            index, lower, upper, body = term.args
            for end in (upper, lower):
                inside = Substitution({index: end})(body)
                found |= {t: None for t in subterms(inside) if t.head == "apply"}
    return list(found)


def _candidates(goal: Goal, fact: Proposition) -> list[tuple[Term, ...]]:
    """Values for the variables, from applications of the same family in the goal."""
    choices: list[list[Term]] = []
    applications = _applications(goal)
    for variable in fact.variables:
        found: dict[Term, None] = {}
        for pattern in nodes(fact.relation):
            if pattern.head != "apply":
                continue
            for term in applications:
                if term.args[0] == pattern.args[0]:
                    for index, wanted in zip(pattern.args[1:], term.args[1:], strict=True):
                        value = _solve(goal, index, wanted, variable)
                        if value is not None:
                            found.setdefault(value)
        if variable.sort.kind in SMALLEST:
            found.setdefault(SMALLEST[variable.sort.kind])
        choices.append(list(found))
    return _nearest(goal, fact, list(islice(product(*choices), MAX_TRIED)))


def _nearest(
    goal: Goal, fact: Proposition, found: list[tuple[Term, ...]]
) -> list[tuple[Term, ...]]:
    """Where there are too many, the values at which the fact shares most with the goal."""
    if len(found) <= MAX_INSTANCES:
        return found
    present = set(nodes(goal.relation))

    def shared(values: tuple[Term, ...]) -> int:
        at = Substitution(dict(zip(fact.variables, values, strict=True)))
        both = [term for side in _sides(fact.relation) for term in subterms(at(side))]
        return sum(sum(1 for _ in subterms(term)) for term in both if term in present)

    return sorted(found, key=shared, reverse=True)[:MAX_INSTANCES]


def _solve(goal: Goal, pattern: Term, wanted: Term, variable: Term) -> Term | None:
    """The value of the variable at which the pattern, linear in it, equals a term."""
    normalizer = Normalizer()
    algebra = normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    try:
        whole, rest, unit = (
            normalizer.scalar(Substitution({variable: v})(pattern)) for v in (variable, ZERO, ONE)
        )
        slope = P.plus(unit, P.negative(rest))
        line = P.plus(algebra.times(slope, normalizer.scalar(variable)), rest)
        if slope.is_zero or not P.plus(whole, P.negative(line)).is_zero:
            return None
        value = P.plus(normalizer.scalar(wanted), P.negative(rest))
        factor = slope.rational()
        if factor is not None:
            return reader.poly(P.scale(value, 1 / factor))
        return div(reader.poly(value), reader.poly(slope))
    except Unsettled:
        return None
