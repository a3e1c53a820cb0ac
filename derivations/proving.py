"""From what is stated to a verdict.

What normal forms alone prove is proved at once; anything else is searched for, in `search`.
Whatever is found is checked by the kernel; only then is it a verdict.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derivations.kernel.check import check, check_statement, out_of_scope
from derivations.kernel.proofs import Certificate, NormalForm
from derivations.kernel.theorem import Rejected, Theorem
from derivations.language.limits import limits
from derivations.language.statements import (
    Proposition,
    Relation,
    Statement,
    StatementError,
    statement,
)
from derivations.verdicts import PROVED, UNDECIDED, Attempt, Verdict, undecided

if TYPE_CHECKING:
    from sympy.core.relational import Relational

Stated = "Statement | Relation | Relational"


def prove(
    claimed: Statement | Relation | Relational | Any,
    given: Iterable[Relation | Proposition | Any] | Relation | Proposition = (),
    *,
    using: Iterable[Verdict] = (),
    seconds: float | None = None,
) -> Verdict:
    """Judge a statement: proved, conditional, refuted or undecided.

    claimed: a Statement, a Relation, or a SymPy relation such as `Eq(left, right)`.
    given: hypotheses, as relations or propositions; or a single one.
    using: verdicts whose theorems the proof may use, where what they assume is proved.
    seconds: how long counterexamples are looked for; what looks for proofs ends by counted steps.
        `judge` and the command line end whatever takes too long.
    Returns a Verdict.  Raises StatementError for what is not closed and well-sorted.

    >>> from sympy import Eq, cos, sin, symbols
    >>> x = symbols("x", real=True)
    >>> prove(Eq(sin(x)**2 + cos(x)**2, 1)).kind
    'proved'
    """
    return decide(as_statement(claimed, given), seconds=seconds, using=tuple(using))


def as_statement(claimed: Any, given: Iterable[Any] | Any = ()) -> Statement:
    """A Statement from a Statement, a Relation or a SymPy relation, or from several of them."""
    several = given if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    hypotheses = [h if isinstance(h, Proposition) else _relation(h) for h in several]
    if isinstance(claimed, Statement):
        if not hypotheses:
            return claimed
        return statement(
            claimed.goals,
            [*claimed.hypotheses, *hypotheses],
            claimed.declarations,
            claimed.exists,
        )
    goals = claimed if isinstance(claimed, (list, tuple)) else (claimed,)
    if not goals:
        raise StatementError("a claim needs a relation, such as Eq(left, right); none is given")
    return statement([_relation(goal) for goal in goals], hypotheses)


def _relation(claimed: Any) -> Relation:
    if isinstance(claimed, Relation):
        return claimed
    if claimed is True or claimed is False or type(claimed).__name__ in (
        "BooleanTrue", "BooleanFalse",
    ):
        raise StatementError(
            "SymPy evaluated the relation before it could be looked at; "
            "write Eq(left, right, evaluate=False), or eq(left, right)"
        )
    if isinstance(claimed, str):
        raise StatementError(
            f"{claimed[:60]!r} is text: write Eq(left, right) with SymPy's symbols, "
            "or give the text to `derivations decide`"
        )
    from derivations.language.sympy_in import relation_from_sympy

    try:
        return relation_from_sympy(claimed)
    except RecursionError:  # SymPy's own methods recur
        raise StatementError("nested too deep for SymPy to be read; name parts of it") from None


def decide(
    claimed: Statement, *, seconds: float | None = None, using: Sequence[Verdict] = ()
) -> Verdict:
    """Judge a Statement; its proof may use the theorems of the verdicts `using`.

    Raises StatementError for what is not closed and well-sorted, and for verdicts without theorem.
    """
    started = time.perf_counter()
    theorems: list[Theorem] = []
    for known in using:
        if known.theorem is None:
            raise StatementError(f"a proof uses what is proved; {known.kind} is: {known.statement}")
        theorems.append(known.theorem)
    verdict = _at_once(claimed)
    if verdict is None:
        why = out_of_scope(claimed)
        if why:
            return Verdict(UNDECIDED, claimed, attempts=(Attempt("scope", why),))
        from derivations.search.methods import search  # most of what is read needs none of it

        try:
            allowed = limits.seconds if seconds is None else seconds
            verdict = search(claimed, allowed, theorems)
            if verdict.theorem is not None and verdict.theorem.lemmas:
                pairs = zip(using, theorems, strict=True)
                used = tuple(v for v, theorem in pairs if theorem.hash in verdict.theorem.lemmas)
                verdict = replace(verdict, using=used)
        except StatementError:
            raise
        except Exception as error:
            verdict = undecided(claimed, error)
    return replace(verdict, seconds=time.perf_counter() - started)


def _at_once(claimed: Statement) -> Verdict | None:
    """The verdict when normal forms alone prove the statement, without hypotheses or conditions.

    Raises StatementError for what is not closed and well-sorted.
    """
    plain = Certificate(claimed, tuple(NormalForm() for _ in claimed.goals), model=())
    try:
        theorem = check(plain)
    except Rejected as error:
        if error.where == "statement":
            check_statement(claimed)
        return None
    assert isinstance(theorem, Theorem)
    return Verdict(PROVED, claimed, theorem=theorem, certificate=plain)
