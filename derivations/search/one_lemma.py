"""The goal as what one lemma says at values, its premises by cheap methods.

Tried before what is slow: where a statement is a lemma at some values, no more is asked; and where
only a premise is missing, that says what would settle it.  Complete for lemmas that agree with the
goal as it is written, with premises that are manifest or facts.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from derivations import lemmas
from derivations.kernel import Combine, Context, asked, manifest, verify
from derivations.language.statements import Proposition, lt
from derivations.language.substitution import Substitution
from derivations.language.terms import ONE, Term, neg
from derivations.language.text import proposition_text
from derivations.search.backwards import without_signs
from derivations.search.goals import FAILURES, Draft, Goal, Search, Stuck, attempted, opening
from derivations.search.instances import by_facts
from derivations.search.matching import agreeing, lemma_uses, lemmas_of, same
from derivations.search.smooth import minus

# Uses that are tried, and the steps for their premises.
MAX_TRIED, STEPS = 12, 100


def prove_by_one_lemma(search: Search, context: Context, goal: Proposition) -> Any:
    """A proof that uses one lemma.  Raises Stuck, Missed where only a premise is missing."""
    return opening(context, goal, lambda inside, r: _proof(Goal(inside, r, search)))


class Missed(Stuck):
    """A lemma that says the goal has a premise of which no proof was found."""


def _proof(goal: Goal) -> Any:
    why = Stuck("no lemma says so")
    for tried, (name, values) in enumerate(_uses(goal)):
        if tried == MAX_TRIED:
            break
        goal.search.steps = STEPS
        draft = Draft(goal)
        before = draft.last
        try:
            _use(draft, name, values)
        except Missed as missed:
            why = why if isinstance(why, Missed) or goal.relation.operator == "==" else missed
            continue
        except FAILURES:
            continue
        for number in range(before + 1, draft.last + 1):
            for c in (1, -1):
                proof = _combined(draft, number, c)
                if proof is not None:
                    return draft.close(proof)
    raise why


def _use(draft: Draft, name: str, values: list[Term]) -> None:
    """Add what a lemma says.  Raises Missed, naming it and its premise."""
    proofs: list[Any] = []
    for premise in asked(draft.context, name, tuple(values))[0]:
        if manifest(draft.context, premise):
            proofs.append(None)
            continue
        try:
            proofs.append(draft.premise(premise))
        except FAILURES:
            if premise.is_plain and draft.search.refuse(draft.context, premise.relation):
                raise
            title, stated = lemmas.called(name[1:]), proposition_text(premise, 200)
            raise Missed(f"{title} would do; not shown: {stated}") from None
    draft.use(name, *values, proofs=proofs)


def _uses(goal: Goal) -> Iterator[tuple[str, list[Term]]]:
    """Lemmas that may say the goal, with values."""
    relation = goal.relation
    if relation.operator == "==":
        sides = [t for t in (relation.left, relation.right) if t.head != "number"]
        for pattern, values in lemma_uses(goal.context, [*sides, *_inner(sides)]):
            if _says(goal, str(pattern.source), values):
                yield str(pattern.source), values
    else:
        a, b = relation.left, relation.right
        orders = (lt(a, b), lt(b, a)) if relation.operator == "!=" else ()
        for one in (relation, *without_signs(relation), *orders):
            for lemma, conclusion in lemmas_of(goal.context).concluding(one):
                for values in agreeing(goal.context, conclusion, one, lemma.variables):
                    yield lemma.name, values
                    break
    yield from by_facts(goal, (relation.operator,))


def _says(goal: Goal, name: str, values: list[Term]) -> bool:
    """Whether the goal is an equation that a lemma says at values, by normal forms."""
    gap = minus(goal.relation.left, goal.relation.right)
    lemma = lemmas_of(goal.context).by_name(name)
    there = Substitution(dict(zip(lemma.variables, values, strict=True)))
    gaps = [minus(there(r.left), there(r.right)) for r in lemma.conclusions if r.operator == "=="]
    return any(attempted(same, goal.context, g, t) for g in gaps for t in (gap, neg(gap)))


def _inner(sides: list[Term]) -> list[Term]:
    """What stands in the summands and factors of sides, largest first."""
    found: dict[Term, None] = {}
    for side in sides:
        if side.head in ("add", "mul", "neg", "div"):
            found.update(dict.fromkeys(side.args))
    return [t for t in found if t.head not in ("number", "symbol")]


def _combined(draft: Draft, number: int, c: int) -> Any:
    """The goal as a fact, or its opposite."""
    fact = draft.context.facts[number]
    if not fact.is_plain or fact.relation.operator not in (draft.relation.operator, "<"):
        return None
    if fact.relation.operator == "==":
        proof = Combine(((ONE if c == 1 else neg(ONE), number, None),))
    elif c == 1 or draft.relation.operator == "!=":
        proof = Combine((), ((Fraction(c), number),))
    else:
        return None
    try:
        verify(draft.context, Proposition(draft.relation), proof)
    except FAILURES:
        return None
    return proof
