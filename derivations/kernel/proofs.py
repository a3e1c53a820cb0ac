"""Proofs and certificates, as plain data.

A proof is a tree of rule applications, checked against a goal from the root down.  Facts are
numbered: the hypotheses of the statement, then what makes them defined, then the conditions, then
every fact that the proof itself adds, in order.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.terms import Term


@dataclass(frozen=True)
class Cofactor:
    """`left · (l - r) · right` for the fact `l = r` with this number; right only for matrices."""

    left: Term
    fact: int
    right: Term | None = None


@dataclass(frozen=True)
class NormalForm:
    """`l = r` because `l - r - Σ left (l_k - r_k) right` has normal form zero.

    Likewise `l ≠ r`, `l ≤ r` and `l < r`, where the normal form of the difference shows it.
    """

    cofactors: tuple[Cofactor, ...] = ()


@dataclass(frozen=True)
class Have:
    """Prove a fact, then go on with it."""

    fact: Proposition
    proof: Proof
    then: Proof


@dataclass(frozen=True)
class Instantiate:
    """Add the instance of a quantified fact at these values; `guards` prove its guards."""

    fact: int
    values: tuple[Term, ...]
    guards: tuple[Proof, ...]
    then: Proof


@dataclass(frozen=True)
class Lemma:
    """Add the goals of a theorem at these values of its symbols, its premises proved.

    The premises are its hypotheses, then what makes these defined, then its conditions.
    """

    theorem: str
    values: tuple[Term, ...]
    premises: tuple[Proof, ...]
    then: Proof


@dataclass(frozen=True)
class Induction:
    """P(0) (P(1) for a posint), and P(n) entails P(n + 1); then P(n) for every n."""

    variable: Term
    base: Proof
    step: Proof


@dataclass(frozen=True)
class Congruence:
    """`f(a, ...) = f(b, ...)` from `a = b`, ...; under a binder for every index in its range."""

    parts: tuple[Proof, ...]


@dataclass(frozen=True)
class Rewrite:
    """Replace the left side of an equation, wherever it stands in the goal, by its right side."""

    fact: int
    then: Proof


@dataclass(frozen=True)
class Factor:
    """`d ≠ 0` because the fact says `f ≠ 0` and `f = d · quotient`."""

    fact: int
    quotient: Term


@dataclass(frozen=True)
class Inverse:
    """From the fact `det A ≠ 0`, add the facts `A A⁻¹ = I` and `A⁻¹ A = I`."""

    fact: int
    then: Proof


@dataclass(frozen=True)
class Cases:
    """The goal under the relation, and under its negation."""

    relation: Relation
    first: Proof
    second: Proof


@dataclass(frozen=True)
class Offset:
    """Put `lower + symbol` for an integer variable, because `lower ≤ variable`."""

    variable: Term
    symbol: Term
    lower: Term
    bound: Proof
    then: Proof


@dataclass(frozen=True)
class StrongInduction:
    """P at the first values, and P(n), ..., P(n + d - 1) entail P(n + d).

    Facts about n belong to P: they are known at n + d, and premises of the earlier ones.
    """

    variable: Term
    bases: tuple[Proof, ...]
    step: Proof


@dataclass(frozen=True)
class Telescope:
    """Add the fact that the sum is `G(upper + 1) - G(lower)`; `step` proves the difference."""

    sum: Term
    antidifference: Term
    step: Proof
    then: Proof


@dataclass(frozen=True)
class Turn:
    """`e^{2πi a/b} ≠ 1` because `0 < a` and `a < b`."""

    numerator: Term
    denominator: Term
    lower: Proof
    upper: Proof


@dataclass(frozen=True)
class Residues:
    """The goal in every class of its integers and in every interval of its reals.

    facts: the numbers of facts that exclude classes.
    """

    facts: tuple[int, ...] = ()


@dataclass(frozen=True)
class Order:
    """`a ≤ b`, `a < b`, `a ≠ b`: `multiplier (b - a) = form` up to cofactors, by their signs.

    The form is at least 0, positive, or not 0; the multiplier is positive for ≤, at least 0 for <.
    """

    form: Term
    multiplier: Term
    cofactors: tuple[Cofactor, ...] = ()


@dataclass(frozen=True)
class Law:
    """Add the conclusions of an elementary law at these values, its premises proved."""

    law: str
    values: tuple[Term, ...]
    premises: tuple[Proof, ...]
    then: Proof


@dataclass(frozen=True)
class Separation:
    """An equation between algebraic numbers, by a separation bound."""


Proof = (
    NormalForm
    | Have
    | Instantiate
    | Lemma
    | Induction
    | Congruence
    | Rewrite
    | Factor
    | Inverse
    | Cases
    | Offset
    | StrongInduction
    | Telescope
    | Turn
    | Residues
    | Order
    | Law
    | Separation
)

# The rules by the names that certificates call them.
RULES: dict[str, type[Proof]] = {
    "normal form": NormalForm,
    "have": Have,
    "instantiate": Instantiate,
    "lemma": Lemma,
    "induction": Induction,
    "congruence": Congruence,
    "rewrite": Rewrite,
    "factor": Factor,
    "inverse": Inverse,
    "cases": Cases,
    "offset": Offset,
    "strong induction": StrongInduction,
    "telescope": Telescope,
    "turn": Turn,
    "residues": Residues,
    "order": Order,
    "law": Law,
    "separation": Separation,
}


def parts(proof: Proof) -> list[Proof]:
    """The proofs directly inside a proof."""
    found: list[Proof] = []
    for field in fields(proof):
        value = getattr(proof, field.name)
        found += [v for v in (value if isinstance(value, tuple) else (value,)) if _is_proof(v)]
    return found


def _is_proof(value: object) -> bool:
    return type(value) in RULES.values()


Values = tuple[tuple[Term, Term], ...]


@dataclass(frozen=True)
class Certificate:
    """What the kernel checks to make a Theorem.

    proofs: one for each goal.
    definedness: proofs for obligations, by the number of the obligation; an obligation without
        one that does not follow at once becomes a condition.
    model: values that satisfy hypotheses and conditions, or None.
    lemmas: the hashes of the theorems that the proofs refer to.
    """

    statement: Statement
    proofs: tuple[Proof, ...]
    definedness: tuple[tuple[int, Proof], ...] = ()
    model: Values | None = None
    lemmas: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refutation:
    """What the kernel checks to make a Counterexample.

    values: one for every declared symbol; at them all hypotheses hold and goal number `goal`
        is defined and false.
    """

    statement: Statement
    goal: int
    values: Values


@dataclass(frozen=True)
class NowhereDefined:
    """Obligation number `obligation` is `d ≠ 0`, say, and this proves its negation, `d = 0`."""

    statement: Statement
    obligation: int
    proof: Proof
    model: Values | None = None


AnyCertificate = Certificate | Refutation | NowhereDefined


def lemmas_of(certificate: Certificate) -> set[str]:
    """The hashes of the theorems that the proofs refer to."""
    found: set[str] = set()
    pending: list[Proof] = [*certificate.proofs, *(p for _, p in certificate.definedness)]
    while pending:
        proof = pending.pop()
        if isinstance(proof, Lemma):
            found.add(proof.theorem)
        pending += parts(proof)
    return found


__all__ = [
    "RULES",
    "AnyCertificate",
    "Cases",
    "Certificate",
    "Cofactor",
    "Congruence",
    "Factor",
    "Have",
    "Induction",
    "Instantiate",
    "Inverse",
    "Law",
    "Lemma",
    "NormalForm",
    "NowhereDefined",
    "Offset",
    "Order",
    "Proof",
    "Refutation",
    "Relation",
    "Residues",
    "Rewrite",
    "Separation",
    "StrongInduction",
    "Telescope",
    "Turn",
    "Values",
    "lemmas_of",
    "parts",
]
