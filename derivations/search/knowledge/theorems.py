"""The theorems that a statement may use by their names, such as the earlier claims of a document.

Each is used at the symbols that the goal shares with it, families perhaps by other names, and what
it assumes is proved by the search; else it becomes a fact about all values of its symbols, or of
those that are not in the goal; else it is used where it speaks of a term of the goal, as a lemma
is.  What equations say is also put into the goal.

Complete for what a theorem says at the symbols of the goal; incomplete for other values, where it
assumes something for all values of what is in the goal under another name.
"""

from itertools import islice

from derivations.kernel import Binder, Context, Proof, Theorem, asked, manifest, opened
from derivations.language.statements import Proposition, eq
from derivations.language.terms import ZERO, Term
from derivations.language.text import proposition_text
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Search, Stuck
from derivations.search.knowledge.instances import terms_of_goal
from derivations.search.knowledge.patterns import fact_patterns, instances, theorem_uses
from derivations.search.reading.facts import FAILURES, new_names

# At how many values a theorem is used at once.
MAX_VALUES = 6


def prove_with_theorems(goal: Goal) -> Proof | None:
    """The goal among what the theorems say, once: at their symbols, or else for all values, or at
    those at which they speak of a term of the goal."""
    draft = Draft(goal)
    for name, theorem in goal.context.theorems.items():
        before, terms = len(draft.context.facts), terms_of_goal(draft)
        if draft.attempt(_use, draft, name, theorem):
            for pattern in [p for p in fact_patterns(draft.context) if int(p.source) >= before]:
                for values in islice(instances(draft.context, pattern, terms), MAX_VALUES):
                    draft.attempt(draft.use, pattern.source, *values)
        elif draft.attempt(_state, draft, name, theorem):
            continue
        else:
            for values in islice(theorem_uses(draft.context, theorem, terms), MAX_VALUES):
                draft.attempt(draft.use, f"#{name}", *values)
        for number_ in range(before, len(draft.context.facts)):
            stated = draft.context.facts[number_]
            if stated.is_plain and stated.relation.operator == "==":
                draft.rewrite(number_)
    if not draft.grown:
        return None
    return draft.done_as_deep()


def _use(draft: Draft, name: str, theorem: Theorem) -> None:
    """Add what a theorem says; what it assumes is proved first.  Raises Stuck, saying why not."""
    values = [_here(draft.context, symbol) for symbol in theorem.statement.declarations]
    if theorem.statement.exists:
        raise Stuck("it says only that something is there")
    premises, conclusions, _ = asked(draft.context, f"#{name}", tuple(values))
    if all(draft.known(stated) is not None for stated in conclusions):
        raise Stuck("it is known")
    proofs = []
    for premise in premises:
        try:
            proofs.append(None if manifest(draft.context, premise) else draft.proof(premise))
        except FAILURES:
            raise Stuck(f"not proved: {proposition_text(premise)}") from None
    draft.use(f"#{name}", *values, proofs=proofs)


def _here(context: Context, symbol: Term) -> Term:
    """A symbol, or the only family of that sort that is there.  Raises Stuck."""
    if symbol in context.symbols:
        return symbol
    alike = [s for s in context.symbols if s.sort == symbol.sort]
    if len(alike) != 1 or not symbol.sort.is_family:
        raise Stuck(f"it speaks of {symbol.name}, which is no symbol here")
    return alike[0]


def _state(draft: Draft, name: str, theorem: Theorem) -> None:
    """Add what a theorem says as quantified facts, which have instances: about all values of its
    symbols; where it assumes something for all values, of those that are not here, and what it
    assumes of the others is proved first.  Raises Stuck."""
    declared = theorem.statement.declarations
    assumed = [*theorem.statement.hypotheses, *theorem.conditions]
    if theorem.statement.exists:
        raise Stuck("it says only that something is there")
    here = set() if all(p.is_plain for p in assumed) else {*declared} & draft.context.symbols
    variables = [s for s in declared if s not in here]
    guards = [premise for premise in assumed if not premise.free() <= here]
    if not all(premise.is_plain for premise in guards):
        raise Stuck("what it assumes for all values speaks of symbols that are not here")
    for premise in assumed:
        if premise.free() <= here and not manifest(draft.context, premise):
            draft.have(premise)
    for goal in theorem.goals:
        if draft.known(goal) is None:
            stated = Proposition(
                goal.relation, (*variables, *goal.variables),
                (*[premise.relation for premise in guards], *goal.guards))
            names = new_names(draft.context, stated)
            relation, inside = opened(draft.context, stated, names)
            new = {symbol.name: symbol for symbol in inside.symbols}
            own = dict(zip(variables, names, strict=False))
            inner = Draft(Goal(inside, relation, draft.search, draft.depth))
            inner.use(f"#{name}", *[new[own[s]] if s in own else s for s in declared])
            draft.have(stated, Binder(names, inner.done()))


def unused(context: Context, search: Search) -> list[tuple[Theorem, str]]:
    """The theorems that cannot be used in a context, and why."""
    found = []
    for name, theorem in context.theorems.items():
        draft = Draft(Goal(context, eq(ZERO, ZERO), search))
        try:
            _use(draft, name, theorem)
        except FAILURES as why:
            said = all(premise.is_plain for premise in theorem.statement.hypotheses)
            if said or not draft.attempt(_state, draft, name, theorem):
                found.append((theorem, str(why)))
    return found
