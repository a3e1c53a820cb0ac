"""Theorems and counterexamples: what only the kernel makes.

`check.py` alone calls `seal`.  Python cannot stop malice inside one process; it stops accidents,
and every certificate can be checked again from its file alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import InitVar, dataclass
from functools import cached_property

from derivations.kernel.proofs import Values
from derivations.language.statements import Proposition, Statement, Unsettled

_KEY = object()


class Rejected(Unsettled, ValueError):
    """A certificate does not prove its statement.

    where: the place in the certificate, such as `proofs[0].then.cofactors[1]`.
    why: what is wrong there; worded when it is asked for, since a search drops most of these.
    """

    def __init__(self, where: str, why: str | Callable[[], str]) -> None:
        self.where = where
        self._why = why
        super().__init__(where, why)

    @property
    def why(self) -> str:
        return self._why if isinstance(self._why, str) else self._why()

    def __str__(self) -> str:
        return f"{self.where}: {self.why}" if self.where else self.why


@dataclass(frozen=True)
class _Sealed:
    # Not kept with the object, or `dataclasses.replace` would hand it on.
    _key: InitVar[object]

    def __post_init__(self, _key: object) -> None:
        if _key is not _KEY:
            raise TypeError(
                f"a {type(self).__name__} is made by derivations.kernel.check from a certificate, "
                "not by hand"
            )

    def __init_subclass__(cls) -> None:
        if cls.__module__ != __name__:
            raise TypeError(f"{cls.__name__} would look like what only the kernel makes")

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(f"a {type(self).__name__} cannot be pickled; pickle its certificate")


@dataclass(frozen=True)
class Theorem(_Sealed):
    """The goals of `statement` hold, and both sides are defined, wherever the hypotheses and
    the conditions hold.

    conditions: what definedness needs and the hypotheses do not give.
    model: values at which all hypotheses and conditions hold, checked; empty when there is nothing
        to satisfy; None when none was found.
    lemmas: the hashes of the theorems used, directly.
    axioms: the names of what was assumed.
    unused: the numbers of hypotheses that the proof does not need.
    """

    statement: Statement
    conditions: tuple[Proposition, ...]
    model: Values | None
    lemmas: tuple[str, ...]
    axioms: tuple[str, ...]
    unused: tuple[int, ...]

    @property
    def satisfied(self) -> bool:
        """Whether hypotheses and conditions hold at some values."""
        return self.model is not None

    @property
    def laws(self) -> tuple[str, ...]:
        """None: this kernel has its laws in its rules."""
        return ()

    @cached_property
    def hash(self) -> str:
        """What identifies the theorem: its statement and its conditions."""
        from derivations.kernel.encoding import statement_hash

        return statement_hash(self.statement, self.conditions)


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
) -> Theorem:
    return Theorem(_KEY, statement, conditions, model, lemmas, axioms, unused)


def seal_counterexample(
    statement: Statement, goal: int, values: Values | None, nowhere: Proposition | None = None
) -> Counterexample:
    return Counterexample(_KEY, statement, goal, values, nowhere)
