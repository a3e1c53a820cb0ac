"""Proofs by one fact; which facts a proof mentions, so that what it has no need of is left out.

Facts are numbered in their order, so a number means the same fact in every part of a proof that has
the fact at hand; a part that has not may use the number for a fact of its own.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from derivations.kernel import (
    AnyCertificate, Certificate, Combine, Impossible, Nowhere, Refutation, Rewrite, Stated, Use,
    Witness, obligations, read,
)
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.terms import ONE

P = TypeVar("P")

_PROOFS = frozenset(
    {"proof", "then", "premises", "base", "step", "body", "real", "first", "second"}
)


# The laws of products of what is above zero, and at least zero.
PRODUCTS = {"<": "products above zero", "<=": "products at least zero"}


def by_equation(number: int) -> Combine:
    """The goal is the equation with this number."""
    return Combine(((ONE, number, None),))


def by_order(number: int) -> Combine:
    """The goal is the order, or the `≠`, with this number; or follows from it as it stands."""
    return Combine((), ((Fraction(1), number),))


def by_fact(relation: Relation, number: int) -> Combine:
    """The goal, this relation, is the fact with this number."""
    return by_equation(number) if relation.operator == "==" else by_order(number)


def _parts(proof: Any) -> list[str]:
    """The fields of a proof that are proofs, or tuples of proofs."""
    return [name for name in proof.__dataclass_fields__ if name in _PROOFS]


def references(*proofs: Any) -> set[int]:
    """The numbers of the facts that proofs mention, those that they add themselves included."""
    found: set[int] = set()
    pending = list(proofs)
    while pending:
        here = pending.pop()
        match here:
            case None:
                continue
            case Combine(equations, orders):
                found.update(number for _, number, _ in equations)
                found.update(number for _, number in orders)
            case Use(source) if isinstance(source, int):
                found.add(source)
            case Rewrite(number):
                found.add(number)
        for name in _parts(here):
            part = getattr(here, name)
            pending += part if isinstance(part, tuple) else [part]
    return found


def renumbered(proof: P, left_out: Sequence[tuple[int, int]]) -> P:
    """A proof as it is without some of the facts before it, of which it uses none.

    left_out: the number of the first fact, and how many.
    """
    if not left_out:
        return proof

    def new(number: int) -> int:
        return number - sum(count for first, count in left_out if first < number)

    def changed(part: Any) -> Any:
        match part:
            case None:
                return None
            case tuple():
                return tuple(map(changed, part))
            case Combine(equations, orders):
                return Combine(
                    tuple((a, new(n), b) for a, n, b in equations),
                    tuple((c, new(n)) for c, n in orders),
                )
            case Use(source) if isinstance(source, int):
                part = replace(part, source=new(source))
            case Rewrite(number):
                part = replace(part, fact=new(number))
        parts = {name: changed(getattr(part, name)) for name in _parts(part)}
        return replace(part, **parts) if parts else part

    return changed(proof)  # type: ignore[no-any-return]


def unused_hypotheses(certificate: AnyCertificate) -> tuple[int, ...]:
    """The numbers of the hypotheses that no proof of what is claimed uses; what a hypothesis needs
    to be defined counts as the hypothesis."""
    match certificate:
        case Certificate(_, proofs, definedness):
            used = references(*proofs, *_given(definedness))
        case Witness(_, witness, proofs, definedness):
            used = references(*witness.premises, *proofs, *_given(definedness))
        case Nowhere():
            used = references(certificate.proof, *certificate.instance.premises)
        case Refutation() | Impossible():
            return ()
    claimed = certificate.statement
    if not claimed.hypotheses:
        return ()
    stated = read(claimed)
    needed = {stated.facts[number] for number in used if number < len(stated.facts)}
    asked = _asked(stated, ())
    said = [_said(claimed, number) for number in range(len(claimed.hypotheses))]
    return tuple(number for number, own in enumerate(said)
                 if needed.isdisjoint(own) and _asked(stated, own) == asked)


def _given(definedness: Sequence[tuple[int, Any]]) -> list[Any]:
    return [proof for _, proof in definedness if proof is not None]


def _asked(stated: Stated, without: Sequence[Proposition]) -> set[Proposition]:
    """What the goals need without some facts: `x**n` needs more without `0 <= n`."""
    facts = tuple([fact for fact in stated.inside.facts if fact not in without])
    return {n.claim for n in obligations(replace(stated.inside, facts=facts), stated.goals)}


def _said(claimed: Statement, number: int) -> tuple[Proposition, ...]:
    """What a hypothesis says, and what it needs to be defined."""
    alone = replace(claimed, hypotheses=(claimed.hypotheses[number],))
    return read(alone).facts
