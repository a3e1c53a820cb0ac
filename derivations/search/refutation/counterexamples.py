"""Values (`assignments.py`) at which a goal or a condition fails, or all that is assumed holds;
with proofs at them.

Floating point only chooses; what the values satisfy is proved by the methods that prove everything
else.  Incomplete: what is not found is not said to be true.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, product
from typing import Any

from derivations.kernel import (
    At, Context, Refutation, Stated, Theorem, guards_hold, manifest, owed, read, refutation_needs,
)
from derivations.language.shapes import is_matrix
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Relation, Statement, eq, negation
from derivations.language.stating import opened as opened_statement
from derivations.language.substitution import Substitution, free_symbols, heads_of, subterms
from derivations.language.terms import PI, ZERO, Term, as_term, call, div, mul, number
from derivations.lemmas import NAMED
from derivations.search.differentiation.slopes import sides_written_out
from derivations.search.goals import Search, Stuck, attempted
from derivations.search.knowledge.matching import SUMS
from derivations.search.knowledge.rewriting import determined
from derivations.search.numerics.closed_forms import holds
from derivations.search.numerics.floats import Unknown, is_too_large
from derivations.search.numerics.numeric import Evaluator
from derivations.search.numerics.relations import (
    clear, fails, holds_numerically, may_hold, seems_false,
)
from derivations.search.reading.facts import FAILURES, nodes, vector
from derivations.search.reading.groups import is_long, remaining
from derivations.search.reading.readback import difference, is_scalar, reader
from derivations.search.refutation.assignments import (
    MAX_TRIED, good_values, seeks_functions, unused_values,
)
from derivations.search.refutation.choices import Choice, Values, choose
from derivations.search.refutation.points import search_with_points
from derivations.search.refutation.special_values import whole_values

# So few assignments are tried without a normal form, which may take longer than they do.
FEW = 10
# Assignments that are looked at by proof.
MAX_CHECKED = 20
# A residual with more monomials is not looked at instead of the goal.
MAX_RESIDUAL = 2_000
# Of more symbols than these the residual is looked at with floating point, too.
MANY = 20
# Where numbers have more digits than floating point sees, so many values are proved all the same.
MAX_UNSEEN, FINE = 3, 10**9
# So many are proved where floating point has no value.
MAX_UNKNOWN = 3
# Whole numbers, perhaps very large ones, that are looked at by intervals alone.
MAX_WHOLE = 80
# Steps of the search for proofs at values, all together; each may take half of those left, or
# these.  More at the end, and where functions are sought, of which floating point has seen all that
# is assumed.
PROOF_STEPS, LEAST_STEPS, MORE_STEPS = 600, 50, 1_200
# For models, values that are looked at by proof; so many naturals for the variables of a condition.
MAX_MODELS, FIRST_PLACES = 10, 12
# So many values of several variables together.
MAX_INSTANCES = 64

Methods = tuple[Any, ...]


def find_refutation(
    statement: Statement,
    goal: int,
    methods: Methods,
    theorems: Mapping[str, Theorem],
    tried: int = MAX_TRIED,
    first: int = 0,
    stated: Stated | None = None,
) -> Refutation | None:
    """Values that refute a goal of the statement, with proofs.

    theorems: what proofs at values may use by name.
    stated: what was read of the statement, if it was.
    tried: so many of the smallest are looked at; if few, at the goal as it is written.
    first: from this one on.
    """
    inner = opened_statement(statement, goal)
    relation = inner.goals[0].relation
    test, focus = relation, relation.free()
    few = tried <= FEW
    if not few and not is_long(relation):
        test = remaining(relation)
        residual = _residual(inner, test)
        if residual is None:
            return None
        focus = residual.free()
        test = residual if len(test.free()) > MANY else test
        inner = replace(inner, goals=(Proposition(test),))
    choice = choose(inner, focus | {s for h in inner.hypotheses for s in h.free()}, few)
    constant = not few and not focus and not inner.hypotheses
    last = tried >= MAX_TRIED
    if constant and last:
        first = 0  # the only values there are
    # What floating point does not see is looked at once nothing is proved by what is quick.
    unseen = iter(range(MAX_UNSEEN if not few and _is_fine(test) else 0))
    unknown = iter(range(MAX_UNKNOWN))
    # Difference quotients under an integral take long.
    nested = any(n.head == "integral" and "diff" in heads_of(n) for n in nodes(test))
    moving = any(n.head == "diff" for n in nodes(test))
    long = any(n.head in (*SUMS, "integral") or (n.head == "pow" and is_matrix(n))
               for n in nodes(test))

    def wanted(evaluator: Evaluator, values: Values) -> bool:
        try:
            functions = tuple([v for v in values.items() if v[1].head == "function"])
            there = _worked_out(test, functions) if nested and functions else test
            good = fails(there, evaluator)
            if constant and not good and not clear(there, evaluator):
                good = last or holds(negation(there))
        except Unknown as error:
            # Of long sums, integrals or powers of matrices with what is too large a proof takes
            # long, and so it does of derivatives; smaller values come first.
            slow = (long and is_too_large(error)) or (few and moving)
            return not slow and next(unknown, None) is not None
        return good or next(unseen, None) is not None

    found = islice(good_values(choice, wanted, tried, first), MAX_CHECKED)
    for several in (found, _whole(choice, relation) if last else ()):
        search = search_with_points(methods)
        left = MORE_STEPS if last or seeks_functions(choice) else PROOF_STEPS
        for values in several:
            given = search.steps = max(left // 2, LEAST_STEPS)
            stated = stated or attempted(read, statement)
            if stated is None:
                return None
            if relation.operator != "==" and holds(relation.replace(Substitution(values))):
                continue  # floating point does not see it
            try:
                return at_values(stated, goal, values, search, theorems)
            except FAILURES:
                left -= given - search.steps
                if left <= 0:
                    break
    return None


@lru_cache(maxsize=64)
def _worked_out(relation: Relation, functions: tuple[tuple[Term, Term], ...]) -> Relation:
    """A relation with what its derivatives are of functions that are given."""
    return sides_written_out(relation.replace(Substitution(dict(functions))), integrals=False)


def _is_fine(relation: Relation) -> bool:
    """Whether there are numbers beside which floating point does not see others."""
    return any(
        node.head == "number" and max(abs(node.data.numerator), node.data.denominator) > FINE
        for side in (relation.left, relation.right)
        for node in subterms(side)
    )


def _whole(choice: Choice, relation: Relation) -> Iterator[Values]:
    """Values where the only symbol that matters is an integer, and the relation fails."""
    symbols = [s for s in choice.free if s in choice.focus]
    if len(symbols) != 1 or not symbols[0].sort.within("integer") or choice.determined:
        return
    rest = unused_values(choice)
    for value in whole_values([relation], symbols[0])[:MAX_WHOLE]:
        at = {**rest, symbols[0]: number(value)}
        complete = len(at) == len(choice.statement.declarations)
        if complete and holds(negation(relation.replace(Substitution(at)))):
            yield at


def _residual(statement: Statement, relation: Relation) -> Relation | None:
    """The relation, or a shorter one that fails where it does; None where it is manifest."""
    context = Context(symbols=frozenset(statement.declarations))
    try:
        if manifest(context, relation):
            return None
        gap = difference(context, relation)
        terms = reader(context).monomials(gap)
        if relation.operator == "==" and is_scalar(terms) and len(terms) <= MAX_RESIDUAL:
            return eq(reader(context).form(gap), ZERO)
    except FAILURES:
        pass
    return relation


def at_values(
    stated: Stated, number_: int, values: Values, search: Search, theorems: Mapping[str, Theorem]
) -> Refutation:
    """The refutation at values of the declared symbols and of the goal's variables.

    Raises Stuck where something is not proved there.
    """
    goal = stated.goals[number_]
    symbols = (*stated.statement.declarations, *goal.variables)
    claims = (*stated.claims, *guards_hold(stated.context, goal))
    context = Context(theorems=theorems)
    at, change = with_proofs(symbols, values, claims, search, context)
    relation = goal.relation.replace(Substitution(change))
    needs = refutation_needs(stated, goal, change, context)
    if any(need.claim.is_plain and seems_false(need.claim.relation) for need in needs):
        raise Stuck("the goal seems to have no value there")
    settled = []
    for k, need in enumerate(needs):
        real = need.claim.relation.left.head == "im"  # for which methods are cheap
        light = attempted(search.prove, context, need.claim, 0, True) if real else None
        settled.append((k, light or search.prove(context, need.claim)))
        context = context.with_facts(need.claim)
    proof = search.prove(context, negation(relation))
    return Refutation(stated.statement, number_, at, tuple(settled), proof)


def with_proofs(
    symbols: Sequence[Term],
    values: Values,
    claims: Sequence[Proposition],
    search: Search,
    context: Context | None = None,
) -> tuple[At, Values]:
    """Values of symbols with proofs that they are of their sorts and that claims hold there; and
    what is to be put for the symbols.  Raises Stuck where something is not proved.

    context: that of terms that may stand in the values; none: they are closed.
    """
    context = Context(theorems=NAMED) if context is None else context
    pairs = tuple((t, values[s]) for s in symbols for t in (
        (s, call("inv", s)) if s.sort.kind == "permutation" else (s,)))  # its own inverse
    needed, change = owed(context, tuple(symbols), pairs, tuple(claims))
    premises = tuple(
        None if manifest(context, p) else search.prove(context, p) for p in needed
    )
    return At(pairs, premises), change


# Values at which hypotheses and conditions hold, and values at which a condition fails

def find_model(stated: Stated, conditions: Sequence[Proposition], methods: Methods) -> At | None:
    """Values at which hypotheses and conditions hold, with proofs.

    What the goals say of symbols helps to find them where the hypotheses do not, as they follow.
    """

    def wanted(evaluator: Evaluator, _: Values) -> bool:
        return all(may_hold(condition, evaluator) for condition in conditions)

    claims = (*stated.claims, *conditions)
    plain = tuple(g for g in stated.goals if g.is_plain and g.relation.operator == "==")
    whole = stated.statement
    ways = [whole, replace(whole, hypotheses=(*whole.hypotheses, *plain))][: 1 + bool(plain)]
    found = (_holding(stated, claims, (), wanted, methods, helped) for helped in ways)
    return next((at for at, _ in chain.from_iterable(found)), None)


def find_failure(stated: Stated, condition: Proposition, methods: Methods) -> At | None:
    """Values at which the hypotheses hold and the condition fails."""

    def wanted(evaluator: Evaluator, _: Values) -> bool:
        try:
            return not holds_numerically(condition.relation, evaluator)
        except Unknown:
            return bool(condition.variables)

    found = _holding(stated, stated.claims, (condition,), wanted, methods)
    return next((at for at, change in found
                 if condition_fails(condition.substitute(change), methods)), None)


def _holding(
    stated: Stated, claims: tuple[Proposition, ...], others: Sequence[Proposition],
    wanted: Callable[[Evaluator, Values], bool], methods: Methods, helped: Statement | None = None,
) -> Iterator[tuple[At, Values]]:
    """Values at which claims hold, with proofs; what others speak of is varied as well.

    helped: the statement with more hypotheses, by which values are found.
    """
    focus = {s for claim in (*claims, *others) for s in claim.free()}
    choice = choose(helped or stated.statement, focus)
    search = search_with_points(methods, PROOF_STEPS)
    for values in islice(good_values(choice, wanted), MAX_MODELS):
        with suppress(*FAILURES):
            yield with_proofs(stated.statement.declarations, values, claims, search)


def condition_fails(condition: Proposition, methods: Methods) -> bool:
    """Whether a condition about no symbols fails, for one of the first naturals, or -1, or one of
    the first quarters of a turn, if for all."""
    variables = condition.variables
    search = search_with_points(methods, PROOF_STEPS)
    places: list[Any] = [*range(FIRST_PLACES if len(variables) == 1 else 3)]
    if [v.sort for v in variables] == [REAL]:
        turns = (div(mul(number(k), PI), number(2)) for k in (1, -1, 2, -2, 3))
        places = [-1, *places, *turns]
    for at in islice(product(places, repeat=len(variables)), MAX_INSTANCES):
        values = dict(zip(variables, map(as_term, at), strict=True))
        try:
            guards = tuple(map(Proposition, condition.guards))
            _, change = with_proofs(variables, values, guards, search)
            claim = negation(condition.relation.replace(Substitution(change)))
            search.prove(Context(theorems=NAMED), claim)
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
