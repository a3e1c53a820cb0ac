"""What methods share: a goal in its context, trying a proof, and trying methods in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from derivations.kernel.context import Context, difference
from derivations.kernel.forms import Form
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import NormalForm, Proof
from derivations.kernel.rules import verify
from derivations.language.statements import Proposition, Relation, Unsettled
from derivations.language.substitution import subterms
from derivations.language.terms import Term


@dataclass(frozen=True)
class Goal:
    """A relation to be proved in a context."""

    context: Context
    relation: Relation

    @cached_property
    def gap(self) -> Poly | Form:
        """The normal form of `right - left`.  Raises Unsettled."""
        return difference(self.context.normalizer, self.relation)

    @cached_property
    def heads(self) -> frozenset[str]:
        return frozenset(node.head for node in nodes(self.relation))


@dataclass(frozen=True)
class Method:
    """A search for a proof, and which goals it is for.

    operators: those of the relations it proves.
    heads: of these at least one stands in the relation; none: any relation.
    """

    name: str
    prove: Callable[[Goal], Proof | None]
    operators: tuple[str, ...] = ("==",)
    heads: frozenset[str] = frozenset()

    def suits(self, goal: Goal) -> bool:
        if goal.relation.operator not in self.operators:
            return False
        return not self.heads or not self.heads.isdisjoint(goal.heads)


def first_proof(
    goal: Goal, methods: Iterable[Method], stopped: Callable[[str, str], None] | None = None
) -> Proof | None:
    """The first proof that one of the methods finds; those that the goal suits are entered.

    stopped: is told of each method without a proof, and why.
    """
    for method in methods:
        if not method.suits(goal):
            continue
        why = "no proof found"
        try:
            proof = method.prove(goal)
        except Unsettled as error:
            proof, why = None, str(error)
        if proof is not None:
            return proof
        if stopped is not None:
            stopped(method.name, why)
    return None


def gap_of(context: Context, relation: Relation) -> Poly | None:
    """The normal form of `right - left`, if the two are scalars that have one."""
    with suppress(Unsettled):
        gap = difference(context.normalizer, relation)
        return gap if isinstance(gap, Poly) else None
    return None


def scalar_facts(context: Context, *operators: str) -> Iterator[tuple[int, Relation, Poly]]:
    """The plain facts between scalars with one of these operators: number, relation, difference.

    Those whose difference is zero say nothing and are left out.
    """
    for number, fact in enumerate(context.facts):
        if not fact.is_plain or fact.relation.operator not in operators:
            continue
        if number not in context.ignored:
            gap = gap_of(context, fact.relation)
            if gap is not None and not gap.is_zero:
                yield number, fact.relation, gap


def proves(goal: Goal, proof: Proof) -> bool:
    """Whether the kernel accepts the proof.  Only a filter: the whole is checked at the end."""
    try:
        verify(goal.context, Proposition(goal.relation), proof, {}, "")
    except Unsettled:
        return False
    return True


def by_normal_form(goal: Goal) -> Proof | None:
    """Both sides have the same normal form."""
    return NormalForm() if proves(goal, NormalForm()) else None


def nodes(relation: Relation) -> Iterator[Term]:
    """Every distinct subterm of both sides."""
    yield from subterms(relation.left)
    yield from subterms(relation.right)
