"""Theorems and counterexamples: what only the kernel makes.

`check.py` alone calls `seal`.  Python cannot stop malice inside one process; it stops accidents,
and every certificate can be checked again from its file alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.kernel.proofs import Values
from derivations.language.statements import Proposition, Statement

_KEY = object()


class Rejected(ValueError):
    """A certificate does not prove its statement.

    where: the place in the certificate, such as `proofs[0].then.cofactors[1]`.
    why: what is wrong there.
    """

    def __init__(self, where: str, why: str) -> None:
        self.where = where
        self.why = why
        super().__init__(where, why)

    def __str__(self) -> str:
        return f"{self.where}: {self.why}" if self.where else self.why


@dataclass(frozen=True)
class _Sealed:
    _key: object

    def __post_init__(self) -> None:
        if self._key is not _KEY:
            raise TypeError(
                f"a {type(self).__name__} is made by derivations.kernel.check from a certificate, "
                "not by hand"
            )

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(f"a {type(self).__name__} cannot be pickled; pickle its certificate")


@dataclass(frozen=True)
class Theorem(_Sealed):
    """The goals of `statement` hold, and both sides are defined, wherever the hypotheses and
    the conditions hold.

    conditions: what definedness needs and the hypotheses do not give.
    model: values at which all hypotheses and conditions hold, checked; None when none was found.
    lemmas: the hashes of the theorems used, directly.
    axioms: the names of what was assumed.
    unused: the numbers of hypotheses that the proof does not need.
    hash: identifies statement and conditions.
    """

    statement: Statement
    conditions: tuple[Proposition, ...]
    model: Values | None
    lemmas: tuple[str, ...]
    axioms: tuple[str, ...]
    unused: tuple[int, ...]
    hash: str


@dataclass(frozen=True)
class Counterexample(_Sealed):
    """At `values` all hypotheses hold and goal number `goal` is defined and false.

    With `nowhere` a proposition: that one is needed for the goals to be defined and holds
    nowhere, so that the statement claims something about values that do not exist.
    """

    statement: Statement
    goal: int
    values: Values | None
    nowhere: Proposition | None = None


def seal_theorem(
    statement: Statement,
    conditions: tuple[Proposition, ...],
    model: Values | None,
    lemmas: tuple[str, ...],
    axioms: tuple[str, ...],
    unused: tuple[int, ...],
    hash: str,
) -> Theorem:
    return Theorem(_KEY, statement, conditions, model, lemmas, axioms, unused, hash)


def seal_counterexample(
    statement: Statement, goal: int, values: Values | None, nowhere: Proposition | None = None
) -> Counterexample:
    return Counterexample(_KEY, statement, goal, values, nowhere)
