"""Verdicts: the four answers, and what each of them carries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from derivations.kernel import Certificate, Counterexample, Rejected, Theorem, check, decode, encode
from derivations.kernel.proofs import AnyCertificate
from derivations.language.limits import limits
from derivations.language.parser_names import Unsupported
from derivations.language.statements import (
    Proposition,
    Relation,
    Statement,
    StatementError,
    Unsettled,
    eq,
    negation,
)
from derivations.language.terms import ONE, ZERO, Term, folded

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
    using: the verdicts whose theorems the proof uses as lemmas.
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
    using: tuple[Verdict, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was checked: both sides of every goal arrived as the same tree."""
        return self.kind == PROVED and all(
            folded(goal.relation.left) == folded(goal.relation.right)
            for goal in self.statement.goals
        )

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied as what the kernel decides again: a theorem is never stored."""
        told = (self.kind, self.statement, self.witness, self.failures, self.attempts)
        coded = [None if c is None else encode(c) for c in (self.certificate, self.contradiction)]
        return _again, (*told, self.seconds, self.using, *coded)

    def to_json(self) -> dict[str, Any]:
        """Verdict, conditions, witness and residual as plain data, all terms as text."""
        from derivations.writing.report import verdict_json

        return verdict_json(self)


class Stopped(BaseException):
    """The judging of a statement was ended because its time is up.

    Not an Exception, so that no method takes it for a failure of its own.
    """


def undecided(claimed: Statement, error: BaseException) -> Verdict:
    """The verdict when the judging of a statement ended with an exception: why, and what next."""
    advice = ""
    match error:
        case Stopped():
            method, stopped, advice = "time", str(error), "allow more seconds"
        case RecursionError():
            method, stopped = "depth", "nested too deep"
            advice = "name parts of it, or split it"
        case MemoryError():
            method, advice = "memory", "split the statement, or lower its sizes"
            stopped = f"needs more than {limits.memory // 2**20} MB ({limits.setting('memory')})"
        case Unsupported():
            method, stopped = "language", str(error)
        case StatementError():
            method, stopped = "statement", str(error)
        case Rejected():
            method, stopped = "kernel", f"rejected the certificate: {error}"
        case Unsettled():
            method, stopped = "limits", str(error)
            advice = "split the statement, or lower its sizes"
        case ChildProcessError():
            method, stopped = "process", str(error)
        case _:
            method, advice = "program", "this is a fault of the program; report it"
            stopped = f"failed: {type(error).__name__}: {error}".rstrip(": ")
    return Verdict(UNDECIDED, claimed, attempts=(Attempt(method, stopped, advice=advice),))


def _again(
    kind: str,
    claimed: Statement,
    witness: Witness | None,
    failures: tuple[Witness | None, ...],
    attempts: tuple[Attempt, ...],
    seconds: float,
    using: tuple[Verdict, ...],
    coded: dict[str, Any] | None,
    contradiction: dict[str, Any] | None,
) -> Verdict:
    """A stored verdict: what the kernel makes of its certificate now decides."""
    told = Verdict(
        kind, claimed, witness=witness, failures=failures, attempts=attempts, seconds=seconds
    )
    try:
        if coded is None:
            if kind != UNDECIDED:
                raise Rejected("verdict", f"{kind} without a certificate")
            return replace(told, contradiction=_contradiction(claimed.hypotheses, contradiction))
        certificate = decode(coded)
        made = check(certificate, {v.theorem.hash: v.theorem for v in using if v.theorem})
        if made.statement != claimed:
            raise Rejected("verdict", "it is for another statement")
        if isinstance(made, Counterexample):
            if witness is not None and made.nowhere is None and witness.values != made.values:
                raise Rejected("verdict", "the values shown are not those that were checked")
            return replace(told, kind=REFUTED, counterexample=made, certificate=certificate)
        found = None
        if made.model is None:
            assumed = (*claimed.hypotheses, *made.conditions)
            found = _contradiction(assumed, contradiction)
        return replace(
            told,
            kind=CONDITIONAL if made.conditions else PROVED,
            conditions=made.conditions,
            theorem=made,
            certificate=certificate,
            contradiction=found,
            using=using,
        )
    except Rejected as error:
        return replace(undecided(claimed, error), seconds=seconds)


def _contradiction(
    assumed: tuple[Proposition, ...], coded: dict[str, Any] | None
) -> Certificate | None:
    """What shows that these assumptions contradict each other, if it does."""
    certificate = None if coded is None else decode(coded)
    if isinstance(certificate, Certificate) and shows_contradiction(certificate, assumed):
        return certificate
    return None


def shows_contradiction(certificate: Certificate, assumed: Iterable[Proposition]) -> bool:
    """Whether the kernel accepts the certificate, and it says that these propositions cannot all
    hold: from some of them it proves `1 = 0`, or the negation of one of them."""
    assumed = tuple(assumed)
    claimed = certificate.statement
    absurd = {Proposition(negation(a.relation)) for a in assumed if a.is_plain}
    absurd.add(Proposition(eq(ONE, ZERO)))
    if not absurd.issuperset(claimed.goals) or not set(claimed.hypotheses) <= set(assumed):
        return False
    try:
        made = check(certificate)
    except Unsettled:
        return False
    return isinstance(made, Theorem) and not made.conditions
