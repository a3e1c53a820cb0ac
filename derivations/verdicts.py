"""Verdicts: the four answers, and what each of them carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.terms import Term

if TYPE_CHECKING:
    from derivations.kernel import Certificate, Counterexample, Theorem
    from derivations.kernel.proofs import AnyCertificate

PROVED = "proved"
CONDITIONAL = "conditional"
REFUTED = "refuted"
UNDECIDED = "undecided"
KINDS = (PROVED, CONDITIONAL, REFUTED, UNDECIDED)

# Values for symbols: terms without free symbols; for a family, a `function`.
Assignment = tuple[tuple[Term, Term], ...]


@dataclass(frozen=True)
class Witness:
    """Values at which a statement is false (or a condition fails).

    goal: the relation that fails, as written.
    left, right: its two sides at these values, in closed form; None where a side is undefined.
    residual: `left - right` of the goal as a term in the statement's symbols, factored where
        that was possible, so that a dropped term can be seen; None for a relation that is not
        an equation.
    """

    values: Assignment
    goal: Relation
    left: Term | None = None
    right: Term | None = None
    residual: Term | None = None


@dataclass(frozen=True)
class Attempt:
    """What one method did: where it stopped, what remained, what would settle the statement."""

    method: str
    stopped: str
    remained: str = ""
    advice: str = ""


@dataclass(frozen=True)
class Verdict:
    """One of four answers to a statement.

    kind: `"proved"`, `"conditional"`, `"refuted"` or `"undecided"`.
    theorem: what the kernel made, for proved and conditional.
    counterexample: what the kernel made, for refuted.
    certificate: what the kernel checked; None for undecided.
    conditions: for conditional, what must hold for both sides to be defined.
    contradiction: for a theorem without a model, a certificate that hypotheses and conditions
        contradict each other, if one was found; for undecided, that the hypotheses do.
    witness: for refuted, where it is false; for conditional, where a condition fails (if found).
    failures: for conditional, where each condition fails, in their order; None where no values
        were found.
    attempts: for undecided, what each method tried.
    """

    kind: str
    statement: Statement
    theorem: Theorem | None = None
    counterexample: Counterexample | None = None
    certificate: AnyCertificate | None = None
    conditions: tuple[Proposition, ...] = ()
    contradiction: Certificate | None = None
    witness: Witness | None = None
    failures: tuple[Witness | None, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    seconds: float = 0.0

    def __bool__(self) -> bool:
        raise TypeError(
            f"a verdict is one of four answers, not a truth value; this one is {self.kind!r}: "
            'compare verdict.kind == "proved"'
        )

    def __str__(self) -> str:
        from derivations.writing.report import verdict_text

        return verdict_text(self)

    def __repr__(self) -> str:
        return f"Verdict({self.kind!r}, {str(self.statement)!r})"

    def to_json(self) -> dict[str, Any]:
        """Verdict, conditions, witness and residual as plain data, all terms as text."""
        from derivations.writing.report import verdict_json

        return verdict_json(self)
