"""Certificates for the tables of `tests/kernel`: how they are written, and the one runner."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from derivations.kernel import (
    AnyCertificate, Certificate, Combine, Counterexample, Proof, Rejected, Theorem, check, decode,
    encode, statement_hash,
)
from derivations.kernel.proofs import At, Numbered
from derivations.language.statements import Proposition, Relation, Statement, eq
from derivations.language.stating import statement
from derivations.language.terms import Term
from tests.support.notation import ONE, ZERO, number

FALSE = eq(ONE, ZERO)
Stated = Relation | Proposition


@dataclass(frozen=True)
class Case:
    """A certificate, those of its lemmas, and for a rejected one words of the reason."""

    certificate: AnyCertificate
    words: str = ""
    lemmas: tuple[AnyCertificate, ...] = ()


def proved(
    goal: Stated,
    proof: Proof | None = None,
    given: Iterable[Stated] = (),
    declared: Iterable[Term] = (),
    definedness: Numbered = (),
    model: At | None = None,
) -> Certificate:
    """A certificate for one goal; symbols that are not declared are declared by use."""
    claimed = statement(goal, given, declared)
    return Certificate(claimed, (proof or Combine(),), definedness, model)


def by(fact: int, cofactor: Term | int = ONE, right: Term | None = None) -> Combine:
    """The goal is a multiple of one equation."""
    return Combine(((as_number(cofactor), fact, right),))


def order(*facts: tuple[int | str, int] | int) -> Combine:
    """The goal is a sum of facts, each as it stands or with a number."""
    pairs = [(1, f) if isinstance(f, int) else f for f in facts]
    return Combine((), tuple([(Fraction(c), f) for c, f in pairs]))


def as_number(value: Term | int) -> Term:
    return value if isinstance(value, Term) else number(value)


def named(certificate: Certificate) -> str:
    """The source by which a proof uses the theorem of a certificate without conditions."""
    return "#" + statement_hash(certificate.statement)


def at(values: dict[Term, Term | int], *premises: Proof | None) -> At:
    """Values; premises that are left out at the end are manifest."""
    return At(tuple([(s, as_number(v)) for s, v in values.items()]), premises)


def made(case: Case) -> Theorem | Counterexample:
    """What the certificate makes, as it is and after it was written and read."""
    theorems: dict[str, Theorem] = {}
    for lemma in case.lemmas:
        theorem = check(lemma, theorems)
        assert isinstance(theorem, Theorem)
        theorems[theorem.hash] = theorem
    found = check(case.certificate, theorems)
    again = decode(json.loads(json.dumps(encode(case.certificate))))
    assert again == case.certificate
    assert type(check(again, theorems)) is type(found)
    return found


def run(case: Case, accepted: bool) -> None:
    """An accepted case is made; a rejected one is rejected for its reason."""
    if accepted:
        made(case)
        return
    with pytest.raises(Rejected) as error:
        made(case)
    assert case.words in str(error.value), str(error.value)


def no_hypotheses(goal: Stated) -> Statement:
    return Statement((), (), (goal if isinstance(goal, Proposition) else Proposition(goal),))
