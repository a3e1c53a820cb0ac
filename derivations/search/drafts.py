"""Drafts of proofs: facts that grow step by step, and the proof around what is proved among them.

A step that cannot be taken raises `Stuck`, or what the kernel raises; `attempt` leaves a draft as
it was then.  What no later step uses is left out of the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from derivations import lemmas
from derivations.kernel import (
    LAWS, Binder, Combine, Have, Proof, Rewrite, Sort, Use, asked, manifest, opened, sort_says,
    verify,
)
from derivations.language.statements import Proposition, Relation, eq, le, proposition, replace_term
from derivations.language.substitution import Substitution
from derivations.language.terms import ZERO, Term, as_term, conj, mul
from derivations.search.goals import Goal, Stuck, opening
from derivations.search.reading.facts import FAILURES, new_index, new_names, plain_facts
from derivations.search.reading.readback import difference, size
from derivations.search.reading.references import by_fact, by_order, references, renumbered
from derivations.search.tracing import lacking

# How deep the premises of laws are proved by laws, with methods that are cheap.
LIGHT_DEPTH = 5

# What makes the proof of a premise, or None.
Premises = Callable[[Proposition], Proof | None]

# In a step of a draft, the proof that is still to come.
_OPEN = Combine()


@dataclass(frozen=True, eq=False)
class Step:
    """A step of a draft: a rule, and the numbers of the facts that it adds."""

    rule: Any
    first: int
    count: int

    def is_needed(self, numbers: set[int]) -> bool:
        """Whether it changes the goal, or adds a fact with one of these numbers."""
        return not self.count or not numbers.isdisjoint(range(self.first, self.first + self.count))


class Draft:
    """Facts that grow step by step, and the proof around what is proved among them."""

    def __init__(self, goal: Goal) -> None:
        self.context, self.relation, self.search = goal.context, goal.relation, goal.search
        self.depth, self.light = goal.depth - 1, goal.light
        self.steps: list[Step] = []

    @property
    def goal(self) -> Goal:
        """What is to be proved now."""
        return Goal(self.context, self.relation, self.search, self.depth, self.light)

    @property
    def last(self) -> int:
        """The number of the last fact."""
        return len(self.context.facts) - 1

    def aside(self, relation: Relation) -> Draft:
        """A draft of another relation among the facts so far."""
        return Draft(Goal(self.context, relation, self.search, self.depth + 1, self.light))

    def under(self, fact: Relation, relation: Relation | None = None) -> Draft:
        """A draft of the goal, or of another relation, where a fact holds as well."""
        inner = self.aside(self.relation if relation is None else relation)
        inner.context = inner.context.with_facts(Proposition(fact))
        return inner

    def have_premise(self, claim: Relation) -> int:
        """Prove a claim by cheap methods; returns its number among the facts."""
        return self.have(claim, self.premise(Proposition(claim)))

    def sizes(self, matrix: Term) -> tuple[Term, Term]:
        """The rows and columns of a matrix.  Raises Stuck for a scalar."""
        found = size(self.context, matrix)
        if found is None:
            raise Stuck("not a matrix")
        return found

    def proof(self, claim: Relation | Proposition) -> Proof:
        """A proof of a claim among the facts so far.  Raises Stuck."""
        if self.depth < 0:
            raise Stuck("too deep")
        return self.search.prove(self.context, claim, self.depth, self.light)

    def premise(self, claim: Proposition, source: str | int = "") -> Proof:
        """A proof of a premise by cheap methods; source: of what.  Raises Stuck."""
        depth = self.depth if self.light else LIGHT_DEPTH
        try:
            if depth < 0:
                return self._following_from_one(claim)
            return self.search.prove(self.context, claim, depth, light=True)
        except FAILURES:
            lacking(claim, source)
            raise

    def _following_from_one(self, claim: Proposition) -> Proof:
        """A proof of an order by one that is a fact, as `s + 1 <= n + 1` by `s <= n`."""
        symbols, is_order = claim.relation.free(), claim.relation.operator in ("<", "<=")
        orders = plain_facts(self.context, "<", "<=") if claim.is_plain and is_order else ()
        for number, fact in orders:
            if symbols <= fact.free():
                with suppress(*FAILURES):
                    proof = by_order(number)
                    verify(self.context, claim, proof)
                    return proof
        raise Stuck("too deep")

    def known(self, stated: Proposition) -> int | None:
        """The number of the fact that says so."""
        operator, left = stated.relation.operator, stated.relation.left
        for k, fact in enumerate(self.context.facts):
            own = fact.relation
            if own.operator == operator and own.left == left and fact == stated:
                return k
        return None

    def have(self, claim: Relation | Proposition, proof: Proof | None = None) -> int:
        """Prove a claim; returns its number among the facts."""
        stated = proposition(claim)
        number = self.known(stated)
        if number is not None:
            return number
        found = self.proof(stated) if proof is None else proof
        if proof is not None:
            verify(self.context, stated, proof)
        return self._added(Have(stated, found, _OPEN), [stated])

    def have_as_deep(self, claim: Relation) -> int:
        """The same, the claim standing for the goal: no level deeper."""
        return self.have(claim, self.aside(claim).done_as_deep())

    def have_rewritten(self, claim: Relation, *numbers: int) -> int:
        """Add an equation that is manifest when these equations are put into it."""
        inner = self.aside(claim)
        for number in numbers:
            inner.rewrite(number)
        return self.have(claim, inner.close(Combine()))

    def have_conjugated(self, number: int) -> int:
        """Add that the conjugates of both sides of an equation are equal."""
        fact = self.context.facts[number].relation
        return self.have_rewritten(eq(conj(fact.left), conj(fact.right)), number)

    def use(
        self, source: str | int, *values: Any, proofs: Sequence[Proof | None] | Premises = (),
        last: Sequence[Proof | None] = (),
    ) -> int:
        """Add what a law, a lemma, a theorem or a quantified fact says; returns the number of the
        first.

        proofs: of the first premises, or what makes them; None for those that the search is to
            prove.
        last: of the last premises.
        """
        if isinstance(source, str) and source not in LAWS:
            source = lemmas.reference(source)
        at = tuple(map(as_term, values))
        premises, conclusions, _ = asked(self.context, source, at)
        known = [self.known(c) for c in conclusions]
        if None not in known:
            return known[0]  # type: ignore[return-value]
        found = []
        open_ = 0 if callable(proofs) else len(premises) - len(proofs) - len(last)
        known_ = map(proofs, premises) if callable(proofs) else [*proofs, *[None] * open_, *last]
        for premise, given in zip(premises, known_, strict=False):
            fact = self.known(premise) if given is None and premise.is_plain else None
            if fact is not None:
                given = by_fact(premise.relation, fact)
            elif given is None and not manifest(self.context, premise):
                given = self.premise(premise, source)
            found.append(given)
        return self._added(Use(source, at, tuple(found), _OPEN), conclusions)

    def for_all(
        self, stated: Proposition, prove: Callable[..., Proof], names: Sequence[str] = (),
        depth: int | None = None,
    ) -> Binder:
        """A proof of what is said for all values of variables.

        prove: is given a draft of that for new symbols, and these; returns the proof there.
        """
        names = tuple(names) or new_names(self.context, stated)
        relation, inside = opened(self.context, stated, names)
        depth = self.depth if depth is None else depth
        inner = Draft(Goal(inside, relation, self.search, depth, self.light))
        new = {symbol.name: symbol for symbol in inside.symbols}
        return Binder(names, inner.close(prove(inner, *(new[name] for name in names))))

    def sort(self, term: Term, kind: str | None = None) -> int:
        """Add what the sort of a term says; returns the number of the first fact."""
        premises, conclusions = sort_says(self.context, term, kind)
        known = [self.known(c) for c in conclusions]
        if None not in known:
            return known[0] if known else -1  # type: ignore[return-value]
        found = [None if manifest(self.context, p) else self.premise(p) for p in premises]
        return self._added(Sort(term, kind, tuple(found), _OPEN), conclusions)

    def _added(self, rule: Any, facts: Sequence[Proposition]) -> int:
        first = len(self.context.facts)
        self.steps.append(Step(rule, first, len(facts)))
        self.context = self.context.with_facts(*facts)
        return first

    def rewrite(self, number: int) -> None:
        """Put the right side of an equation for its left side in the goal."""
        fact = self.context.facts[number].relation
        self.steps.append(Step(Rewrite(number, _OPEN), len(self.context.facts), 0))
        self.relation = replace_term(self.relation, fact.left, fact.right)

    def attempt(self, step: Callable[..., Any], *arguments: Any) -> bool:
        """Whether a step succeeds; if not, nothing has changed."""
        kept = self.context, self.relation, len(self.steps)
        try:
            step(*arguments)
        except FAILURES:
            self.context, self.relation = kept[:2]
            del self.steps[kept[2] :]
            return False
        return True

    def close(self, proof: Proof) -> Proof:
        """The proof of the first goal, from one of the present goal; without the steps that add
        facts which nothing uses."""
        kept: list[Step] = []
        needed = references(proof)
        for step in reversed(self.steps):
            if step.is_needed(needed):
                kept.append(step)
                needed |= references(step.rule)
        left_out = [(step.first, step.count) for step in self.steps if step not in kept]
        proof = renumbered(proof, left_out)
        for step in kept:
            before = [(first, count) for first, count in left_out if first < step.first]
            proof = replace(renumbered(step.rule, before), then=proof)
        return proof

    def done(self) -> Proof:
        """The proof, the present goal being proved by the search."""
        return self.close(self.proof(self.relation))

    def done_as_deep(self) -> Proof:
        """The same, the present goal standing for the first one: no level deeper."""
        proof = self.search.prove(self.context, self.relation, self.depth + 1, self.light)
        return self.close(proof)

    @property
    def grown(self) -> bool:
        return bool(self.steps)


def by_general(
    goal: Goal, claim: Proposition, values: Sequence[Term], facts: Sequence[int]
) -> Proof:
    """A proof of the goal from a claim for all values, at its own.  Raises Stuck.

    facts: the numbers of those that the guards of the claim are at these values.
    """
    proof = opening(goal.context, claim, lambda inside, relation: goal.search.prove(
        inside, relation, goal.depth, goal.light))
    draft = Draft(goal)
    number = draft.have(claim, proof)
    known = [by_fact(draft.context.facts[k].relation, k) for k in facts]
    return draft.close(by_fact(goal.relation, draft.use(number, *values, last=known)))


def under_sum(draft: Draft, node: Term, steps: Callable[[Draft], None]) -> None:
    """Put a sum with what steps rewrite its terms to.  Raises Stuck where they do not."""
    index, lower, upper, body = node.args
    k = new_index(draft.context, node)
    guards = Proposition(le(lower, k)), Proposition(le(k, upper))
    inside = draft.context.with_symbols(k).with_facts(*guards)
    own = Substitution({index: k})(body)
    inner = Draft(Goal(inside, eq(own, ZERO), draft.search, draft.depth))
    steps(inner)
    value = inner.relation.left
    if value == own:
        raise Stuck("nothing is rewritten under the sum")
    whole = Term("sum", (k, lower, upper, value))
    draft.rewrite(draft.have(eq(node, whole), Binder((k.name,), inner.close(Combine()))))


def canonical(goal: Goal) -> Relation:
    """The relation as `normal form of left - right` against zero, its atoms as terms."""
    gap = difference(goal.context, goal.relation)
    whole = goal.reader.form(gap)
    scalar = size(goal.context, goal.relation.left) is None
    return Relation(goal.relation.operator, whole, ZERO if scalar else mul(ZERO, whole))


def in_normal_form(goal: Goal, steps: Callable[[Draft], None]) -> Proof | None:
    """The goal by its normal form as a term, after steps that rewrite that; None if they do not."""
    draft, whole = Draft(goal), canonical(goal)
    inner = draft.aside(whole)
    steps(inner)
    if inner.relation == whole:
        return None
    return draft.close(by_fact(goal.relation, draft.have(whole, inner.done_as_deep())))


def at_subterms(
    step: Callable[[Draft, Term], object], *heads: str
) -> Callable[[Goal], Proof | None]:
    """A method: the goal after a step for each of its subterms with these heads, where it can be
    taken; symbols of the subterms are not bound."""

    def prove(goal: Goal) -> Proof | None:
        draft = Draft(goal)
        for node in goal.unbound(*heads):
            draft.attempt(step, draft, node)
        return draft.done() if draft.grown else None

    return prove
