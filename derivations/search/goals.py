"""What methods share: a goal among facts, and methods tried in their order.

A method takes a goal and returns a proof, or None, or raises `Stuck`.  What it needs on the way
(premises of laws, intermediate facts) is proved by the same search, one level deeper.  Everything
ends by counted steps: each method entered costs one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from derivations.kernel import (
    Binder, Combine, Context, Proof, Rejected, Use, asked, manifest, opened, verify,
)
from derivations.language.statements import (
    Proposition, Relation, StatementError, Unsettled, proposition,
)
from derivations.language.substitution import free_symbols
from derivations.language.terms import Term
from derivations.search.reading.facts import FAILURES, Vector, atoms_of, new_names, nodes, vector
from derivations.search.reading.readback import Reader, reader
from derivations.search.reading.references import by_fact, renumbered
from derivations.search.tracing import begun, ended, noted

# Methods entered in one search, and how deep premises are proved by premises.
MAX_STEPS, MAX_DEPTH = 800, 2
# So many of them for one method, where nothing is above the goal.
SHARE = 200
# Goals that are proved for one another at most.
MAX_NESTING = 50
# With more atoms than these, those inside others among them, an order is proved by what is cheap.
MAX_ATOMS = 60

T = TypeVar("T")


class Stuck(Unsettled):
    """A method has no proof, or a search has spent its steps."""


@dataclass
class Search:
    """The methods in their order, the steps that are left, and what is known to fail.

    failed, proved: what is known of relations among facts: to what depth, and by which proof.
    stopped: why the methods that were tried at the goal itself found none.
    within: whether a method is being tried.
    nesting: how many goals are being proved, each for the one before.
    refuse: whether a relation, perhaps the goal itself, is seen not to follow from the facts.
    """

    methods: tuple[Method, ...]
    steps: int = MAX_STEPS
    failed: dict[tuple[Any, ...], int] = field(default_factory=dict)
    proved: dict[tuple[Relation, bool], tuple[Context, Proof]] = field(default_factory=dict)
    stopped: dict[str, str] = field(default_factory=dict)
    within: bool = False
    nesting: int = 0
    refuse: Callable[..., bool] = lambda *_: False

    def afresh(self) -> Search:
        """The same search with all its steps, which does not know what has failed."""
        return Search(self.methods, proved=self.proved, refuse=self.refuse)

    def again(self) -> Search:
        """The same search with all its steps, which knows what has failed."""
        return Search(
            self.methods, failed=self.failed, proved=self.proved, stopped=self.stopped,
            refuse=self.refuse,
        )

    @contextmanager
    def at_most(self, steps: int) -> Iterator[None]:
        """Leaves so many steps, or all if they are fewer; the others are spared."""
        spared = max(self.steps - steps, 0)
        self.steps -= spared
        try:
            yield
        finally:
            self.steps += spared

    @contextmanager
    def apart(self, steps: int) -> Iterator[None]:
        """Gives so many steps, which are counted apart."""
        kept, self.steps = self.steps, steps
        try:
            yield
        finally:
            self.steps = kept

    def prove(
        self,
        context: Context,
        claim: Relation | Proposition,
        depth: int = MAX_DEPTH,
        light: bool = False,
    ) -> Proof:
        """A proof of the claim among the facts of a context.  Raises Stuck.

        light: by cheap methods alone, as long orders are proved anyway.
        """
        stated = proposition(claim)
        if not stated.is_plain:
            if not stated.guards and manifest(context, stated):
                return opening(context, stated, lambda _inside, _relation: Combine())
            if stated in context.facts:
                return self._known(context, stated)
            return opening(context, stated, lambda inside, r: self.prove(inside, r, depth, light))
        relation = stated.relation
        if manifest(context, relation):
            return Combine()
        if _has_many_atoms(context, relation):
            noted(relation, "an order of many atoms: by what is cheap")
            depth, light = 0, True
        found = self._proof_before(context, relation, light)
        if found is not None:
            return found
        if self.nesting > MAX_NESTING:
            raise Stuck("goals inside goals without end")
        known = (relation, context.facts, light)
        if depth <= self.failed.get(known, -1):
            noted(relation, "no proof, as before")
            raise Stuck(f"no proof of {relation}")
        if self.refuse(context, relation, not self.nesting):
            self.failed[known] = max(depth, MAX_DEPTH)
            noted(relation, "fails at a point where the facts hold")
            raise Stuck(f"not so: {relation}")
        goal = Goal(context, relation, self, depth, light)
        outer, self.within = self.within, True
        self.nesting += 1
        how = "no proof"
        begun(relation)
        try:
            for method in self.methods:
                if depth < method.level or (light and not method.light) or not method.suits(goal):
                    continue
                proof = self._entered(method, goal, outer)
                if proof is not None:
                    how = f"proved by {method.name}"
                    self.proved[relation, light] = context, proof
                    return proof
        finally:
            self.within = outer
            self.nesting -= 1
            ended(how)
        self.failed[known] = depth
        raise Stuck(f"no proof of {relation}")

    def _proof_before(self, context: Context, relation: Relation, light: bool) -> Proof | None:
        """The proof that was found of the relation among some of these facts, the first, or None;
        facts that it adds have later numbers."""
        before, proof = self.proved.get((relation, light), (context, None))
        known = len(before.facts)
        if proof is None or context.facts[:known] != before.facts:
            return None
        more = len(context.facts) - known
        found = renumbered(proof, [(known - 1, -more)] if more else [])
        try:
            verify(context, Proposition(relation), found)
        except FAILURES:
            return None
        noted(relation, "proved before")
        return found

    def _known(self, context: Context, stated: Proposition) -> Proof:
        """The proof of a quantified claim that is a fact."""
        names, number = new_names(context, stated), context.facts.index(stated)
        relation, inside = opened(context, stated, names)
        new = {symbol.name: symbol for symbol in inside.symbols}
        values = tuple([new[name] for name in names])
        guards, _, _ = asked(inside, number, values)
        known = [by_fact(guard.relation, inside.facts.index(guard)) for guard in guards]
        last = by_fact(relation, len(inside.facts))
        return Binder(names, Use(number, values, tuple(known), last))

    def _entered(self, method: Method, goal: Goal, within: bool) -> Proof | None:
        """The proof that a method finds, or None; within: for another goal."""
        self.steps -= 1
        if self.steps < 0:
            raise Stuck("the steps of the search are spent")
        kept = self.steps
        if not within:
            self.steps = min(kept, method.share)
        given, why = self.steps, "no proof found"
        how: str | Exception = why
        begun(method.name)
        try:
            proof = method.prove(goal)
            if proof is not None:
                verify(goal.context, Proposition(goal.relation), proof)
                how = "a proof"
                return proof
        except (Stuck, Rejected, StatementError) as error:
            # What made no sense was a step of the method, not the statement.
            how = error
        except FAILURES as error:
            why = how = str(error)
        finally:
            self.steps += kept - given
            ended(how)
            del how  # which may hold this frame
        if not within:
            self.stopped[method.name] = why
        return None


@dataclass(frozen=True)
class Goal:
    """A relation to be proved among facts."""

    context: Context
    relation: Relation
    search: Search
    depth: int = MAX_DEPTH
    light: bool = False

    @cached_property
    def reader(self) -> Reader:
        return reader(self.context)

    @cached_property
    def gap(self) -> Vector:
        """The coefficients of `left - right`."""
        return vector(self.context, self.relation)

    @cached_property
    def nodes(self) -> tuple[Term, ...]:
        """Every distinct subterm of both sides."""
        return tuple(nodes(self.relation))

    @cached_property
    def heads(self) -> frozenset[str]:
        return frozenset([node.head for node in self.nodes])

    def unbound(self, *heads: str) -> list[Term]:
        """The subterms with these heads of which no symbol is bound."""
        if self.heads.isdisjoint(heads):
            return []
        found = dict.fromkeys([node for node in self.nodes if node.head in heads])
        return [node for node in found if free_symbols(node) <= self.context.symbols]

    @cached_property
    def atoms(self) -> tuple[Term, ...]:
        """The atoms and letters of `left - right`, those inside others last."""
        return atoms_of([self.gap])


@dataclass(frozen=True)
class Method:
    """A search for a proof, and which goals it is for.

    operators: those of the relations it proves.
    heads: of these at least one stands in the relation; none: any relation.
    level: how much depth has to be left for it to be entered.
    light: whether it is cheap enough for premises of laws.
    form: whether a goal that is of no use to it is told from its form alone; none: it is not.
    share: how many steps it may take where nothing is above the goal.
    nesting: how many goals may be being proved, this one among them; 0: any number.
    """

    name: str
    prove: Callable[[Goal], Proof | None]
    operators: tuple[str, ...] = ("==",)
    heads: Set[str] = frozenset()
    level: int = 0
    light: bool = False
    form: Callable[[Goal], bool] | None = None
    share: int = SHARE
    nesting: int = 0

    def suits(self, goal: Goal) -> bool:
        if goal.relation.operator not in self.operators:
            return False
        if self.nesting and goal.search.nesting > self.nesting:
            return False
        if self.heads and self.heads.isdisjoint(goal.heads):
            return False
        return self.form is None or self.form(goal)


def _has_many_atoms(context: Context, relation: Relation) -> bool:
    if relation.operator not in ("<", "<="):
        return False
    gap = vector(context, relation)
    return len(gap) > MAX_ATOMS // 2 and len(atoms_of([gap])) > MAX_ATOMS


def attempted(step: Callable[..., T], *arguments: Any) -> T | None:
    """What a step returns; None where it fails."""
    try:
        return step(*arguments)
    except FAILURES:
        return None


def opening(
    context: Context, stated: Proposition, prove: Callable[[Context, Relation], Proof]
) -> Proof:
    """A proof of a proposition from one for new symbols under its guards."""
    if stated.is_plain:
        return prove(context, stated.relation)
    names = new_names(context, stated)
    relation, inside = opened(context, stated, names)
    return Binder(names, prove(inside, relation))
