"""Drafts: contexts that grow step by step, and the proof around what is proved in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derivations.kernel.context import Context
from derivations.kernel.matrix_laws import ALL_LAWS
from derivations.kernel.proofs import Have, Law, Proof
from derivations.language.statements import Proposition, Relation
from derivations.language.substitution import Substitution
from derivations.language.terms import Term


class Draft:
    """A context to which laws and intermediate facts are added.

    >>> from derivations.language.sorts import REAL
    >>> from derivations.language.terms import symbol
    >>> x = symbol("x", REAL)
    >>> draft = Draft(Context(symbols=frozenset({x})))
    >>> draft.law("sine range", [x], [])
    [0, 1]
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.steps: list[Callable[[Proof], Proof]] = []

    def have(self, fact: Relation, proof: Proof) -> int:
        """Prove a fact; returns its number."""
        stated = Proposition(fact)
        self.steps.append(lambda then: Have(stated, proof, then))
        self.context = self.context.with_facts(stated)
        return len(self.context.facts) - 1

    def law(self, name: str, values: Sequence[Term], premises: Sequence[Proof]) -> list[int]:
        """Apply a law whose premises are proved; returns the numbers of its conclusions."""
        given, proofs = tuple(values), tuple(premises)
        self.steps.append(lambda then: Law(name, given, proofs, then))
        facts = conclusions(name, given)
        first = len(self.context.facts)
        self.context = self.context.with_facts(*(Proposition(f) for f in facts))
        return list(range(first, first + len(facts)))

    def close(self, proof: Proof) -> Proof:
        """The proof in the first context, from one in the present context."""
        for step in reversed(self.steps):
            proof = step(proof)
        return proof


def _at(name: str, values: Sequence[Term]) -> Substitution:
    return Substitution(dict(zip(ALL_LAWS[name].variables, values, strict=True)))


def premises(name: str, values: Sequence[Term]) -> list[Relation]:
    """What must be proved before the law holds at these values."""
    change = _at(name, values)
    return [p.replace(change) for p in ALL_LAWS[name].premises]


def conclusions(name: str, values: Sequence[Term]) -> list[Relation]:
    change = _at(name, values)
    return [c.replace(change) for c in ALL_LAWS[name].conclusions]
