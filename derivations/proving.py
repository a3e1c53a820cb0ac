"""From what is stated to a verdict.

What normal forms alone prove is proved at once; anything else is searched for, in `search`.
Whatever is found is checked by the kernel; only then is it a verdict.
"""

import gc
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

from derivations import lemmas
from derivations.kernel import Certificate, Combine, Proof, Rejected, Stated, Theorem, check, read
from derivations.language.statements import Proposition, Relation, Statement, StatementError
from derivations.language.stating import about_symbols, statement
from derivations.language.text import statement_text
from derivations.search.reading.groups import MANY, alike, grouped, is_long
from derivations.verdicts import PROVED, Verdict, undecided

# So many objects are made before some of them are looked at for cycles.
OBJECTS = 50_000


def prove(
    claimed: Any,
    given: Any = (),
    let: Mapping[str, str] | None = None,
    *,
    using: Iterable[Verdict] = (),
) -> Verdict:
    """Judge a statement: proved, conditional, refuted or undecided.

    claimed: what is stated in SymPy, such as `Eq(left, right)`, as text, or as a Statement; in a
        list, several that all have to hold.
    given: hypotheses, of the same kind; one, or a list.
    let: the sorts of the names in text, `{"x, y": "real"}`.
    using: verdicts whose theorems the proof may use, where what they assume is proved.
    Returns a Verdict.  The search ends by counted steps, never by the clock, so that it is the same
    on every machine; `judge` and the command line also end what takes too long.
    Raises StatementError for what is not closed and well-sorted.

    >>> from sympy import Eq, cos, sin, symbols
    >>> x = symbols("x", real=True)
    >>> prove(Eq(sin(x)**2 + cos(x)**2, 1)).kind
    'proved'
    >>> prove("1/x < 1", given=["1 < x"], let={"x": "real"}).kind
    'proved'
    """
    stated = as_statement(claimed, given, let)
    if "sympy" not in sys.modules:
        return decide(stated, using=tuple(using))
    from derivations.language.as_written import as_sympy  # only where SymPy is loaded anyway

    with as_sympy():
        return decide(stated, using=tuple(using))


def as_statement(claimed: Any, given: Any = (), let: Mapping[str, str] | None = None) -> Statement:
    """A Statement from what is stated, as for `prove`."""
    several = isinstance(given, Iterable) and not isinstance(given, str)
    hypotheses = list(given) if several else [given]
    goals = list(claimed) if isinstance(claimed, (list, tuple)) else [claimed]
    if not goals:
        raise StatementError("a claim needs a relation, such as Eq(left, right); none is given")
    texts = [isinstance(stated, str) for stated in (*goals, *hypotheses)]
    if all(texts):
        return _from_text(goals, hypotheses, {} if let is None else let)
    if any(texts):
        raise StatementError("what is stated is either all text, or all in SymPy")
    if let:
        raise StatementError("let= gives the sorts of names in text, and there is no text")
    if not isinstance(claimed, Statement):
        return _from_sympy(goals, hypotheses)
    if hypotheses:
        raise StatementError("a Statement has its hypotheses itself")
    return claimed


def _from_text(goals: list[str], given: list[str], let: Mapping[str, str]) -> Statement:
    from derivations.language.parser import parse_claim  # not needed for SymPy

    if not isinstance(let, Mapping):
        raise StatementError(f"let= is written {{'x': 'real'}}, not {let!r}")
    lines = [f"{names}: {sort}" for names, sort in let.items()]
    return parse_claim("; ".join(goals), lines, given)


def _from_sympy(goals: list[Any], given: list[Any]) -> Statement:
    if all(isinstance(stated, (Relation, Proposition)) for stated in (*goals, *given)):
        return statement(goals, given)
    from derivations.language.sympy_statements import statement_from_sympy  # SymPy

    try:
        return statement_from_sympy(goals[0] if len(goals) == 1 else goals, given)
    except RecursionError:  # SymPy's own methods recur
        raise StatementError("nested too deep for SymPy to be read; name parts of it") from None


@contextmanager
def _fewer_collections() -> Iterator[None]:
    """Cycles are looked for less often: terms have none, and looking takes a fifth of the time."""
    before = gc.get_threshold()
    if 0 < before[0] < OBJECTS:
        gc.set_threshold(OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@_fewer_collections()
def decide(claimed: Statement, *, using: Sequence[Verdict] = ()) -> Verdict:
    """Judge a Statement; its proof may use the theorems of the verdicts `using`.

    Raises StatementError for what is not closed and well-sorted, and for verdicts without theorem.
    """
    started = time.perf_counter()
    claimed = about_symbols(claimed)
    for known in using:
        if known.theorem is None:
            shown = statement_text(known.statement)
            raise StatementError(f"a proof uses what is proved; {known.kind} is: {shown}")
    few = len(claimed.declarations) <= MANY
    long = few and any(is_long(goal.relation) for goal in claimed.goals)
    stated = check_statement(claimed) if long else None
    verdict = None if stated is None else _early(claimed, stated)
    verdict = _at_once(claimed, checked=long) if verdict is None else verdict
    if verdict is None:
        loading = time.perf_counter()
        from derivations.search.driver import search  # most of what is read needs none of it

        started += time.perf_counter() - loading
        theorems = [known.theorem for known in using if known.theorem is not None]
        try:
            verdict = search(claimed, theorems, stated)
            made = verdict.theorem or verdict.counterexample
            if made is not None and made.lemmas:
                given = {v.theorem.hash: v for v in using if v.theorem is not None}
                used = tuple(given[h] if h in given else _lemma(h) for h in made.lemmas)
                verdict = replace(verdict, using=used)
        except StatementError:
            raise
        except Exception as error:
            verdict = undecided(claimed, error)
    return replace(verdict, seconds=time.perf_counter() - started)


@cache
def _lemma(hash_: str) -> Verdict:
    """That a lemma of the library is proved."""
    known = lemmas.proof(hash_)
    assert known is not None
    return Verdict(
        PROVED, known.theorem.statement, theorem=known.theorem, certificate=known.certificate,
        using=tuple(map(_lemma, known.uses)),
    )  # fmt: skip


def check_statement(claimed: Statement) -> Stated | None:
    """The statement as it is read.  Raises StatementError for what is not closed and well-sorted.

    None: it has no normal form within bounds, which is no fault of it: its verdict says so.
    """
    try:
        return read(claimed)
    except Rejected as error:
        raise StatementError(_told(claimed, error)) from None
    except (ArithmeticError, RecursionError):
        return None


def _told(claimed: Statement, error: Rejected) -> str:
    """Why a statement is refused, and what is written instead."""
    if not error.why.endswith("which is no guard"):
        return error.why
    place = int(error.where.removeprefix("statement.hypotheses[").removesuffix("]"))
    variables = ", ".join(v.name for v in claimed.hypotheses[place].variables)
    return (
        f"a hypothesis for all {variables} needs that something exists for each index of a sum or "
        "of an integral in it; name that by a hypothesis of its own, such as "
        "`Derivative(g[k, s], s) = d[k, s] for all k: integer, s: real`, and write d[k, s] here"
    )


def _early(claimed: Statement, stated: Stated) -> Verdict | None:
    """The refutation by one of a few small values of what is long when multiplied out."""
    from derivations.search.driver import refute_early  # most of what is read needs none

    return refute_early(claimed, stated)


def _at_once(claimed: Statement, checked: bool) -> Verdict | None:
    """The verdict when normal forms alone prove the statement, without hypotheses or conditions.

    checked: whether it is known to be closed and well-sorted; else raises StatementError where it
        is not.
    """
    proofs: tuple[Proof, ...] | None = alike(claimed.goals)
    if proofs is None:
        proofs = tuple(grouped(goal.relation) or Combine() for goal in claimed.goals)
    plain = Certificate(claimed, proofs)
    try:
        theorem = check(plain)
    except Rejected as error:
        if not checked and not error.where.startswith("proofs"):
            check_statement(claimed)
        return None
    assert isinstance(theorem, Theorem)
    if theorem.conditions or not theorem.satisfied:
        return None
    return Verdict(PROVED, claimed, theorem=theorem, certificate=plain)
