"""The goal as what one law or lemma says at values, its premises by cheap methods.

Tried before what is slow: where a statement is a lemma at some values, no more is asked; and where
only a premise is missing, that says what would settle it.  Complete for lemmas that agree with the
goal as it is written, with premises that are manifest or facts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from derivations import lemmas
from derivations.kernel import Combine, Context, Proof, asked, manifest
from derivations.language.statements import Proposition, Relation, eq, lt
from derivations.language.substitution import Substitution, free_symbols, heads_of
from derivations.language.terms import ONE, Term, add, neg
from derivations.language.text import proposition_text, term_text
from derivations.search.differentiation.growth import proved_at
from derivations.search.drafts import Draft
from derivations.search.equality.equations import prove_from_equations
from derivations.search.goals import Goal, Search, Stuck, attempted, opening
from derivations.search.knowledge.backwards import alone, by_multiple, first_of, without_signs
from derivations.search.knowledge.instances import by_facts
from derivations.search.knowledge.matching import agreeing, same
from derivations.search.knowledge.patterns import (
    Pattern, has_lemmas, law_uses, lemma_uses, lemmas_of,
)
from derivations.search.orders.order import prove_linear
from derivations.search.reading.facts import FAILURES, nodes, plain_facts
from derivations.search.reading.smooth import minus

# Uses that are tried, and the steps for their premises.
MAX_TRIED, STEPS = 24, 100
# Of so many uses premises are looked for by all methods, in so many steps.
MAX_MISSING, FURTHER_STEPS = 2, 400
ORDER = ("<", "<=")


def prove_by_one_lemma(
    search: Search, context: Context, goal: Proposition, depth: int | None = None
) -> Proof:
    """A proof that uses one lemma.  Raises Stuck, Missed where only a premise is missing.

    depth: to which premises are proved by all methods; none: by cheap ones.
    """
    return opening(context, goal, lambda inside, r: _proof(Goal(inside, r, search), depth))


def is_just_below(goal: Goal) -> bool:
    """Whether a goal is to be proved for another one, lemmas being at hand and no depth left."""
    return not goal.depth and has_lemmas(goal.context)


def prove_just_below(goal: Goal) -> Proof:
    """The same of a goal that is to be proved for another one."""
    return _proof(replace(goal, search=goal.search.again()))


class Missed(Stuck):
    """A lemma that says the goal has a premise of which no proof was found."""

    def __init__(self, why: str, premise: Proposition) -> None:
        super().__init__(why)
        self.premise = premise


def _proof(goal: Goal, depth: int | None = None) -> Proof:
    why, missing = Stuck("no lemma says so"), 0
    turned = _turned(goal)
    for tried, (name, values, says) in enumerate(_uses(goal)):
        if tried == MAX_TRIED:
            break
        goal.search.steps = STEPS if depth is None else FURTHER_STEPS
        draft = Draft(goal)
        for u, v in turned:
            draft.attempt(draft.use, "gcd turned round", u, v)
        before = draft.last
        try:
            _use(draft, name, values, depth)
        except Missed as missed:
            helps = says and missed.premise != Proposition(goal.relation)
            why = missed if helps and not isinstance(why, Missed) else why
            missing += 1
            if depth is not None and missing == MAX_MISSING:
                break
            continue
        except FAILURES:
            continue
        for number in range(before + 1, draft.last + 1):
            proof = _combined(draft, number)
            if proof is not None:
                return draft.close(proof)
        joined = prove_linear if goal.relation.operator in ORDER else None
        if turned and goal.relation.operator == "==":
            joined = prove_from_equations
        found = attempted(joined, draft.goal) if joined else None
        if found is not None:
            return draft.close(found)
    raise why


def _use(draft: Draft, name: str, values: list[Term], depth: int | None) -> None:
    """Add what a lemma says.  Raises Missed, naming it and its premise."""
    proofs: list[Any] = []
    for premise in asked(draft.context, name, tuple(values))[0]:
        if manifest(draft.context, premise):
            proofs.append(None)
            continue
        try:
            proof = attempted(said_for_all, draft, premise)
            if proof is None and depth is not None:
                proof = draft.search.prove(draft.context, premise, depth)
            proofs.append(draft.premise(premise) if proof is None else proof)
        except FAILURES:
            if premise.is_plain and draft.search.refuse(draft.context, premise.relation):
                raise
            title = lemmas.called(name[1:]) if name.startswith("#") else name
            stated = proposition_text(premise, 200)
            raise Missed(f"{title} would do; not shown: {stated}", premise) from None
    draft.use(name, *values, proofs=proofs)


def said_for_all(draft: Draft, premise: Proposition) -> Proof:
    """A proof of a premise about every number from a fact about these.  Raises Stuck."""
    for k, fact in enumerate(draft.context.facts):
        if len(premise.variables) == 1 == len(fact.variables):
            proof = attempted(
                proved_at, draft, premise, lambda inner, own, k=k: inner.use(k, own), 0)
            if proof is not None:
                return proof
    raise Stuck("no fact says so")


def _uses(goal: Goal) -> Iterator[tuple[str, list[Term], bool]]:
    """Lemmas that may say the goal, with values; and whether one says it, its premises granted."""
    relation = goal.relation
    if relation.operator == "==":
        sides = [t for t in (relation.left, relation.right) if t.head != "number"]
        laws = law_uses(goal.context, sides)
        for pattern, values in chain(laws, lemma_uses(goal.context, [*sides, *_inner(sides)])):
            if _says(goal, pattern, values):
                yield str(pattern.source), values, True
        short = _without_shared(relation)
        both = [Relation("==", *sides) for r in dict.fromkeys((relation, short))
                for sides in ((r.left, r.right), (r.right, r.left))]
        yield from ((*use, True) for use in _agreeing(goal, both))
    else:
        a, b = relation.left, relation.right
        orders = {"!=": (lt(a, b), lt(b, a)), "<=": (lt(a, b),)}.get(relation.operator, ())
        some = (relation, *without_signs(relation), *alone(goal), *orders)
        yield from ((*use, True) for use in _agreeing(goal, some))
        yield from ((*use, False) for use in _chained(goal))
    yield from ((*use, False) for use in by_facts(goal, (relation.operator,)))


def _without_shared(relation: Relation) -> Relation:
    """An equation of sums without the summands that both have as they are written."""
    sides = [Counter(s.args if s.head == "add" else (s,)) for s in (relation.left, relation.right)]
    shared = sides[0] & sides[1]
    rests = [[*(side - shared).elements()] for side in sides]
    return eq(*(add(*rest) if len(rest) > 1 else rest[0] for rest in rests)) if all(
        rests) and shared else relation


def _agreeing(goal: Goal, some: Iterable[Relation]) -> Iterator[tuple[str, list[Term]]]:
    """Lemmas that conclude one of some relations."""
    for one in some:
        for lemma, conclusion in lemmas_of(goal.context).concluding(one):
            for values in agreeing(goal.context, conclusion, one, lemma.variables):
                yield lemma.name, values
                break


def _chained(goal: Goal) -> Iterator[tuple[str, list[Term]]]:
    """Lemmas that bound a side of the goal as it stands."""
    sides = goal.relation.left, goal.relation.right
    for place, side in enumerate(sides):
        for pattern, values in lemma_uses(goal.context, [side]):
            for c in pattern.conclusions:
                if c.operator in ORDER and (c.left, c.right)[place] == pattern.triggers[0]:
                    yield str(pattern.source), values
                    break


def _says(goal: Goal, pattern: Pattern, values: list[Term]) -> bool:
    """Whether the goal is an equation that a law or lemma says at values, by normal forms."""
    gap = _in_order(minus(goal.relation.left, goal.relation.right))
    there = Substitution(dict(zip(pattern.variables, values, strict=True)))
    said = [(there(r.left), there(r.right)) for r in pattern.conclusions if r.operator == "=="]
    gaps = [_in_order(minus(a, b)) for a, b in said]
    return any(attempted(same, goal.context, g, t) for g in gaps for t in (gap, neg(gap)))


def _turned(goal: Goal) -> list[tuple[Term, Term]]:
    """The arguments of common divisors in the goal and its facts, which may be turned round."""
    said = (goal.relation, *(fact for _, fact in plain_facts(goal.context, "==")))
    found = dict.fromkeys(n.args for r in said for n in nodes(r) if n.head == "gcd")
    known = goal.context.symbols
    return [(u, v) for u, v in found if u != v and (free_symbols(u) | free_symbols(v)) <= known]


def _in_order(term: Term) -> Term:
    """A term with the arguments of its common divisors in one order."""
    if "gcd" not in heads_of(term):
        return term
    args = [_in_order(a) for a in term.args]
    if term.head == "gcd":
        args.sort(key=term_text)
    return Term(term.head, tuple(args), term.data)


def _inner(sides: list[Term]) -> list[Term]:
    """What stands in the summands and factors of sides, largest first."""
    found: dict[Term, None] = {}
    for side in sides:
        if side.head in ("add", "mul", "neg", "div"):
            found.update(dict.fromkeys(side.args))
    return [t for t in found if t.head not in ("number", "symbol")]


def _combined(draft: Draft, number: int) -> Proof | None:
    """The goal as a multiple of a fact."""
    fact = draft.context.facts[number]
    if not fact.is_plain or fact.relation.operator not in (draft.relation.operator, "<"):
        return None
    if fact.relation.operator != "==":
        return by_multiple(draft, number)
    return first_of(draft, [Combine(((c, number, None),)) for c in (ONE, neg(ONE))])
