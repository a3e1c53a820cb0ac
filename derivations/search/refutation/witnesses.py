"""What is claimed to be there: values for it, or that there are none.

    values      goals solved for a symbol, declared symbols and their neighbours, small numbers; for
                families the simplest functions; those that fail at a few values of the declared
                symbols are passed over, the others are put in and proved
    none        at values of the declared symbols what is claimed is false, whatever is put in, or
                contradicts itself: what it says of all values is looked at for a few, the first
                ones, and where a guard begins to hold and at twice that

Incomplete.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from derivations.kernel import At, Context, Impossible, Proof, Stated, Theorem, obligations, read
from derivations.language.sorts import INTEGER, REAL, Sort
from derivations.language.statements import Proposition, Statement, eq, negation
from derivations.language.substitution import Substitution, free_symbols, map_sort
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, div, function, mul, neg, number, sub, symbol, transpose,
)
from derivations.lemmas import NAMED
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Search, Stuck, attempted
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import Evaluator, closed_value, is_of
from derivations.search.numerics.relations import fails, holds_numerically, may_hold
from derivations.search.numerics.small_values import by_size, scalar_candidates
from derivations.search.numerics.values import belongs, family_candidates, matrix_candidates
from derivations.search.orders.contradictions import contradiction
from derivations.search.reading.facts import FAILURES, plain_facts
from derivations.search.refutation.assignments import good_values
from derivations.search.refutation.choices import Values, choose
from derivations.search.refutation.counterexamples import with_proofs
from derivations.search.refutation.special_values import solved

# Values of the declared symbols at which others are looked at; assignments that are looked at.
SAMPLES, MAX_TRIED = 8, 400
# Assignments that are proved; values of the declared symbols where there are none.
MAX_PROVED, MAX_CLOSED = 2, 3
# Values of one symbol; assignments that have to fail.
MAX_VALUES, MAX_TRIES = 24, 16
# Values of a variable, and assignments of several, at which what is said of all is looked at.
MAX_INSTANCES, MAX_GROUPS = 3, 4

Methods = tuple[Any, ...]


def find_witnesses(
    stated: Stated, methods: Methods, theorems: Mapping[str, Theorem]
) -> Iterator[tuple[At, Values]]:
    """Values of what is claimed to be there, with proofs that they are of their sorts, and what is
    to be put in; the goals seem to hold at them.

    theorems: what is used where there is no proof without them.
    """
    contexts = stated.context, replace(stated.context, theorems=theorems)
    claimed = stated.statement
    samples = list(_samples(stated))
    lists = [[*islice(_candidates(claimed, s), MAX_VALUES)] for s in claimed.exists]
    proved = 0
    for chosen in islice(by_size(lists), MAX_TRIED):
        values = dict(zip(claimed.exists, chosen, strict=True))
        goals = tuple(goal.substitute(values) for goal in stated.goals)
        if not all(_may_belong(values, sample) and _may_hold(goals, sample) for sample in samples):
            continue
        found = (attempted(with_proofs, claimed.exists, values, (), Search(methods), context)
                 for context in contexts)
        if (there := next(filter(None, found), None)) is not None:
            yield there
            proved += 1
        if proved == MAX_PROVED:
            return


def find_impossible(stated: Stated, methods: Methods) -> Impossible | None:
    """Values of the declared symbols at which what is claimed contradicts itself."""
    claimed = stated.statement
    promising = (v for v in _assignments(stated) if _seems_impossible(claimed, v))
    for values in islice(promising, MAX_CLOSED):
        with suppress(*FAILURES):
            search = Search(methods)
            at, change = with_proofs(claimed.declarations, values, stated.claims, search)
            sizes = Substitution(change)
            some = {s: symbol(s.name, map_sort(s.sort, sizes)) for s in claimed.exists}
            at_these = {**change, **some}
            goals = tuple(goal.substitute(at_these) for goal in claimed.goals)
            inside = read(Statement(tuple(some.values()), goals, (Proposition(eq(ONE, ZERO)),)))
            needed = obligations(stated.inside, claimed.goals, (at_these, inside.context))
            needs = [need.claim for need in needed if not need.claim.free()]
            definedness = tuple(
                (number, search.prove(Context(theorems=NAMED), need))
                for number, need in enumerate(needs)
            )
            opened = replace(inside.context, theorems=NAMED)
            draft = Draft(Goal(opened, eq(ONE, ZERO), search))
            for s in some.values():
                if s.sort.is_scalar:
                    draft.attempt(draft.use, "size", s)
            return Impossible(claimed, at, definedness, _contradiction(draft))
    return None


def _contradiction(draft: Draft) -> Proof:
    """A proof that the facts contradict each other: one is denied, or it is seen at a few values of
    what they are about."""
    for _, fact in plain_facts(draft.context, "==", "<", "<="):
        if draft.attempt(draft.have, negation(fact)):
            break
    proof = attempted(contradiction, draft)
    for uses in _groups(draft) if proof is None else ():
        inner = draft.aside(draft.relation)
        for source, values in uses:
            inner.attempt(inner.use, source, *values)
        if inner.grown:
            proof = attempted(contradiction, inner) or attempted(inner.done_as_deep)
        if proof is not None:
            return draft.close(proof)
    if proof is None:
        raise Stuck("no contradiction")
    return proof


def _groups(draft: Draft) -> Iterator[list[tuple[int, list[Term]]]]:
    """Instances of quantified facts, some together: where a guard bounds a variable by others,
    those at the same others; else the first, two and three; and those beside what is there."""
    some = [s for s in draft.context.symbols if s.sort.is_scalar and s.sort.within("real")]
    for number_, fact in enumerate(draft.context.facts):
        ends = {v: g.left for g in fact.guards for v in fact.variables if g.right == v}
        bounded = [v for v in fact.variables if free_symbols(ends.get(v, ZERO))]
        others = [v for v in fact.variables if v not in bounded]
        if not fact.variables or not all(v.sort.is_scalar for v in fact.variables):
            continue
        lists = [scalar_candidates(v.sort, False)[:MAX_INSTANCES] for v in others]
        tuples = [dict(zip(others, at, strict=True)) for at in by_size(lists)][:MAX_GROUPS]
        several = range(1, MAX_INSTANCES + 1)
        for group in [[tuples[-k]] if bounded else tuples[:k] for k in several if k <= len(tuples)]:
            for v in bounded:
                group = [{**at, v: mul(number(c), Substitution(at)(ends[v]))}
                         for at in group for c in (1, 2)]
            yield [(number_, [at[v] for v in fact.variables]) for at in group]
        for s in some if len(fact.variables) == 1 else ():
            sort = fact.variables[0].sort
            beside = (add(s, ONE), sub(s, ONE))[: 1 + (sort in (INTEGER, REAL))]
            yield from ([(number_, [t])] for t in beside if s.sort.within(sort.kind))


def _seems_impossible(claimed: Statement, values: Values) -> bool:
    """Whether some goal fails somewhere for each of a few values of what is claimed to be there."""
    some = [s for s in claimed.exists if s.sort.is_scalar]
    for chosen in islice(by_size([scalar_candidates(s.sort, False)[:2] for s in some]), MAX_TRIES):
        known = {**values, **dict(zip(some, chosen, strict=True))}
        if not any(_fails_somewhere(goal, known) for goal in claimed.goals):
            return False
    return True


def _fails_somewhere(goal: Proposition, known: Values) -> bool:
    """Whether its relation fails for one of a few values of its variables: the first, and those
    beside what is there."""
    if not all(v.sort.is_scalar for v in goal.variables):
        return True
    about = [t for s, value in known.items() if s.sort.within("real")
             for t in (add(value, ONE), sub(value, ONE))]
    lists = [[*scalar_candidates(v.sort, False)[:MAX_INSTANCES],
              *(t for t in about if belongs(t, v.sort))] for v in goal.variables]
    for at in islice(by_size(lists), MAX_TRIES):
        there = {**known, **dict(zip(goal.variables, at, strict=True))}
        try:
            if fails(goal.relation, Evaluator({s.name: closed_value(v) for s, v in there.items()})):
                return True
        except Unknown:
            return True
    return False


def _assignments(stated: Stated) -> Iterator[Values]:
    """Values of the declared symbols at which the hypotheses seem to hold."""
    claimed = stated.statement
    choice = choose(claimed, frozenset(claimed.declarations))
    return good_values(choice, lambda evaluator, values: True)


def _samples(stated: Stated) -> Iterator[Evaluator]:
    for values in islice(_assignments(stated), SAMPLES):
        with suppress(Unknown):
            yield Evaluator({s.name: closed_value(v) for s, v in values.items()})


def _may_belong(values: Values, sample: Evaluator) -> bool:
    """Whether numbers seem to be of their sorts."""
    with suppress(Unknown):
        return all(is_of(sample.scalar(value), s.sort.kind)
                   for s, value in values.items() if s.sort.is_scalar)
    return True


def _may_hold(goals: Sequence[Proposition], sample: Evaluator) -> bool:
    for goal in goals:
        try:
            plain = not goal.variables and not goal.guards
            good = holds_numerically(goal.relation, sample) if plain else may_hold(goal, sample)
        except Unknown:
            good = True
        if not good:
            return False
    return True


# Values to try


def _candidates(claimed: Statement, wanted: Term) -> Iterator[Term]:
    """Values of a symbol, terms in the declared symbols, the likely ones first."""
    sort = wanted.sort
    if sort.is_family:
        yield from _functions(sort)
        return
    if sort.is_matrix:
        yield from _matrices(claimed, sort)
        return
    seen: dict[Term, None] = {}
    for term in _scalars(claimed, wanted):
        if free_symbols(term) <= set(claimed.declarations) and term not in seen:
            seen[term] = None
            yield term


def _scalars(claimed: Statement, wanted: Term) -> Iterator[Term]:
    meeting: list[Term] = []
    for goal in claimed.goals:
        relation = goal.relation
        if goal.is_plain and wanted in relation.free():
            for left, right in ((relation.left, relation.right), (relation.right, relation.left)):
                if wanted not in free_symbols(right):
                    meeting += solved(left, right, wanted)
            meeting += solved(sub(relation.left, relation.right), ZERO, wanted)
    declared = [s for s in claimed.declarations if s.sort.is_scalar]
    yield from meeting
    if wanted.sort.within("integer"):  # whole numbers about what would meet
        meeting += [add(call("floor", size), ONE) for t in meeting if free_symbols(t)
                    for size in (t, call("abs", t))]
    yield from scalar_candidates(wanted.sort, False)[:3]
    for term in (*meeting, *declared):
        yield from (term, add(term, ONE), sub(term, ONE))
    yield from (div(term, 2) for term in meeting)
    yield from (mul(2, s) for s in declared)
    yield from (add(a, b) for k, a in enumerate(declared) for b in declared[k + 1 :])
    yield from (div(add(a, b), 2) for k, a in enumerate(declared) for b in declared[k + 1 :])
    yield from scalar_candidates(wanted.sort, False)[3:]


def _matrices(claimed: Statement, sort: Sort) -> Iterator[Term]:
    for s in claimed.declarations:
        if s.sort.is_matrix and (s.sort.rows, s.sort.columns) == (sort.rows, sort.columns):
            yield from (s, neg(s))
            if sort.rows == sort.columns:
                yield from (call("inv", s), transpose(s))
    if not any(t is not None and free_symbols(t) for t in (sort.rows, sort.columns)):
        yield from matrix_candidates(sort, {})


def _functions(sort: Sort) -> Iterator[Term]:
    """Functions of the indices: constants, the indices and simple ones of them."""
    names = [symbol(f"j{k}_", s) for k, s in enumerate(sort.index)]
    if sort.value is not None and sort.value.is_scalar:
        for j in names:
            for body in (j, add(j, ONE), mul(2, j), mul(j, j)):
                yield function(names, body)
    if not free_symbols(symbol("F", sort)) - {symbol("F", sort)}:
        yield from (f for f in family_candidates(sort, {}, False) if belongs(f, sort))
