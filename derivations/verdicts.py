"""Verdicts: the four answers, what each of them carries, and how it reads in a few lines.

A message says where, what, both sides, why and what next:

    tanh(x) == 2*s(x) - 1                                                   REFUTED
        at x = log(2): left 3/5, right 1/3, exactly 4/15 apart (for all x: real)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from derivations.kernel import (
    AnyCertificate, Certificate, Counterexample, Rejected, Theorem, check, decode, encode,
)
from derivations.language.abbreviate import folded
from derivations.language.calculus_notation import directions
from derivations.language.limits import limits
from derivations.language.statements import (
    Proposition, Relation, Statement, StatementError, Unsettled, eq, negation, proposition,
)
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ONE, ZERO, Term, apply, number, symbol
from derivations.language.text import (
    exists_text, given_text, proposition_text, relation_text, statement_text, term_text,
)
from derivations.language.tokens import Unsupported
from derivations.lemmas import checked, sources
from derivations.search.reading.references import unused_hypotheses

PROVED = "proved"
CONDITIONAL = "conditional"
REFUTED = "refuted"
UNDECIDED = "undecided"
KINDS = (PROVED, CONDITIONAL, REFUTED, UNDECIDED)

# How wide the line with the verdict is, and what is said below it at most; one side of a formula.
WIDTH, _LONGEST, LONGEST = 72, 600, 300
# Of more methods that stopped alike, the first are named; a list of names or values is cut after
# so many.
_METHODS, MANY = 6, 8

# What bound indices are called.
LETTERS = ("k", "l", "m", "j", "n", "p", "r", "s")

# What is said of a verdict that is empty.
EMPTY = "both sides are the same: nothing was checked"

# What is said of a side that has no short form.
UNSHOWN = "is too long to be shown"

# Values for symbols: terms without free symbols; for a family, a `function`.
Assignment = tuple[tuple[Term, Term], ...]


class Entry(NamedTuple):
    """A place in a matrix, counted from 0, and how many rows and columns that has."""

    row: int
    column: int
    rows: int
    columns: int

    def __str__(self) -> str:
        place = f"[{self.row}, {self.column}] of {self.rows} x {self.columns}"
        return f"entry {place}, counted from 0"


@dataclass(frozen=True)
class Witness:
    """Values at which a statement is false (or a condition fails).

    goal: the relation that fails, as written.
    left, right: its two sides at these values, in closed form; None where that is not short.
    residual: `left - right` of the goal as a term in the statement's symbols, factored where
        that was possible, so that a dropped term can be seen; None for a relation that is not
        an equation.
    entry: of matrices that are too large to be shown, the first entry in which they differ, with
        their shape; `left`, `right` and `residual` are then of this entry.
    """

    values: Assignment
    goal: Relation
    left: Term | None = None
    right: Term | None = None
    residual: Term | None = None
    entry: Entry | None = None

    @property
    def sympy(self) -> tuple[Any, Any, dict[Any, Any]]:
        """Both sides in SymPy, unevaluated, and the values of what stands in them."""
        from derivations.language.to_sympy import sides_at  # SymPy, for those who ask

        return sides_at(self.goal, self.values)


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
    conditions: for conditional, what must hold for both sides to be defined, or is enough for it.
    enough: those of them without which both sides may be defined, as beside a corner.
    contradiction: for a theorem without a model, or with a goal that is claimed of nothing, a
        certificate that hypotheses and conditions contradict each other, if one was found; for
        undecided, that the hypotheses do.
    witness: for refuted, where it is false; for conditional, where a condition fails (if found).
    failures: for conditional, where each condition fails, in their order; None where no values
        were found.
    attempts: for undecided, what each method tried.
    seconds: what it took; verdicts are the same whatever it is.
    using: the verdicts whose theorems the proof uses as lemmas.
    """

    kind: str
    statement: Statement
    theorem: Theorem | None = None
    counterexample: Counterexample | None = None
    certificate: AnyCertificate | None = None
    conditions: tuple[Proposition, ...] = ()
    enough: tuple[Proposition, ...] = ()
    contradiction: Certificate | None = None
    witness: Witness | None = None
    failures: tuple[Witness | None, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    using: tuple[Verdict, ...] = ()

    def __post_init__(self) -> None:
        for made in (self.theorem, self.counterexample):
            if made is not None and made.statement != self.statement:
                raise ValueError("what the kernel made is for another statement than the verdict")

    @property
    def empty(self) -> bool:
        """Whether nothing was checked: both sides of every goal arrived as the same tree."""
        goals = self.statement.goals
        return self.kind in (PROVED, CONDITIONAL) and not by_cases(goals) and all(
            folded(goal.relation.left) == folded(goal.relation.right) for goal in goals
        )

    @property
    def vacuous(self) -> bool:
        """Whether what is assumed contradicts itself, so that nothing is said about any value."""
        return self.contradiction is not None

    @cached_property
    def unused(self) -> tuple[int, ...]:
        """The numbers of the hypotheses that the proof does not need."""
        return () if self.certificate is None else unused_hypotheses(self.certificate)

    @property
    def stopped(self) -> bool:
        """Whether the clock, the memory or the end of a process left it undecided, which is not
        the same on every machine."""
        return any(a.method in ("time", "memory", "process") for a in self.attempts)

    def __bool__(self) -> bool:
        raise TypeError(
            f"a verdict is one of four answers, not a truth value; this one is {self.kind!r}: "
            'compare verdict.kind == "proved"'
        )

    def __str__(self) -> str:
        return verdict_text(self)

    __repr__ = __str__  # a REPL shows it whole

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied as what the kernel decides again: a theorem is never stored."""
        told = (self.kind, self.statement, self.witness, self.failures, self.attempts)
        coded = [None if c is None else encode(c) for c in (self.certificate, self.contradiction)]
        return _again, (*told, self.seconds, self.using, *coded)

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, str]:
        """Text, and Markdown for a notebook; without times, so that it is the same each time."""
        import derivations  # by the front door, since writing stands on verdicts

        return {"text/plain": verdict_text(self), "text/markdown": derivations.markdown(self)}

    def to_json(self) -> dict[str, Any]:
        """Verdict, conditions, witness and residual as plain data, all terms as text."""
        return verdict_json(self)


def by_cases(goals: Iterable[Proposition]) -> bool:
    """Whether these are the cases of one goal: what one has as a guard, another has negated."""
    guards = {guard for goal in goals for guard in goal.guards}
    return any(negation(guard) in guards for guard in guards)


def assumed(claimed: Statement) -> Proposition | None:
    """A goal that is among the hypotheses, or, if each is among its own guards, the first."""
    goals = claimed.goals
    own = goals[:1] if all(goal.relation in goal.guards for goal in goals) else ()
    return next(iter([goal for goal in goals if goal in claimed.hypotheses] + [*own]), None)


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
        kind, claimed, witness=witness, failures=failures, attempts=attempts, seconds=seconds,
        using=using,
    )  # fmt: skip
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
        some = [tuple(map(Proposition, goal.guards)) for goal in claimed.goals if goal.guards]
        some += [made.conditions] * (not made.satisfied)
        found = [_contradiction((*claimed.hypotheses, *more), contradiction) for more in some]
        return replace(
            told,
            kind=CONDITIONAL if made.conditions else PROVED,
            conditions=made.conditions,
            theorem=made,
            certificate=certificate,
            contradiction=next(filter(None, found), None),
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
        made = checked(certificate)
    except Unsettled:
        return False
    return isinstance(made, Theorem) and not made.conditions


# Text


def verdict_text(verdict: Verdict) -> str:
    """A verdict in a few lines: what is claimed, the answer, and what it rests on."""
    some = exists_text(verdict.statement)
    goals = one_line(some + "; ".join(_proposition(g) for g in verdict.statement.goals))
    line = f"{goals:<{WIDTH}}  {answer(verdict)}"
    return "\n".join([line, *indented(details(verdict))])


def answer(verdict: Verdict) -> str:
    """The kind of a verdict in capitals, and whether it was stopped."""
    return verdict.kind.upper() + (" (stopped)" if verdict.stopped else "")


def indented(lines: Iterable[str]) -> list[str]:
    return ["    " + line for line in lines]


def details(verdict: Verdict, proved_too: bool = True) -> list[str]:
    """What to say below the line with the verdict; `proved_too`: also of what is just proved."""
    lines: list[str] = []
    if verdict.kind == REFUTED:
        lines += _refutation_lines(verdict)
    elif verdict.kind == CONDITIONAL:
        conditions = "; ".join(proposition_text(c) for c in verdict.conditions)
        lines.append(one_line(f"proved where {conditions}"))
        if verdict.witness is not None:
            lines.append(one_line(f"which fails at {_values_text(verdict.witness)}"))
        if verdict.enough:
            without = "; ".join(proposition_text(c) for c in verdict.enough)
            lines.append(one_line(f"without {without} the sides may be defined: nothing is said"))
    elif verdict.kind == UNDECIDED:
        lines += attempt_lines(verdict)
    if verdict.empty:
        lines.append(EMPTY)
    given = given_text(verdict.statement)
    if given and verdict.kind != REFUTED and (proved_too or verdict.kind != PROVED):
        lines.append(one_line(given))
    return lines + _reservations(verdict)


def _reservations(verdict: Verdict) -> list[str]:
    """What a reader of a theorem has to know besides: no model found, hypotheses not used."""
    theorem = verdict.theorem
    if theorem is None:
        why = contradiction_line(verdict)
        return [] if why is None else [one_line(f"the hypotheses contradict each other: {why}")]
    lines = [f"by {', '.join(used)}"] if (used := sources(theorem.lemmas)) else []
    hypotheses = verdict.statement.hypotheses
    if not theorem.satisfied:
        lines.append(one_line(f"model: not found ({_no_model(verdict)})"))
    elif (nothing := nothing_line(verdict)) is not None:
        lines.append(one_line(nothing))
    if verdict.unused:
        unused = "; ".join(proposition_text(hypotheses[number]) for number in verdict.unused)
        lines.append(one_line(f"not used: {unused}"))
    if theorem.axioms:
        lines.append(f"assumes {', '.join(theorem.axioms)}")
    return lines


def _no_model(verdict: Verdict) -> str:
    why = contradiction_line(verdict)
    if why is None:
        return "no values are known that satisfy all hypotheses"
    who = "hypotheses and conditions" if verdict.conditions else "the hypotheses"
    return f"{who} contradict each other: {why}; nothing is said about any value"


def contradiction_line(verdict: Verdict) -> str | None:
    """What shows that the assumptions of a theorem contradict each other; None if nothing does."""
    if verdict.contradiction is None:
        return None
    shown = verdict.contradiction.statement
    goal = str(shown.goals[0])
    if shown.goals[0].relation == eq(ONE, ZERO):
        return f"{goal} follows from them"
    return f"{goal} follows from the others" if shown.hypotheses else f"{goal} always"


def nothing_line(verdict: Verdict) -> str | None:
    """That a theorem with a model is claimed of nothing; None if it is not."""
    if verdict.theorem is None or not verdict.theorem.satisfied or not verdict.vacuous:
        return None
    return f"it says nothing: its conditions contradict each other: {contradiction_line(verdict)}"


def attempt_lines(verdict: Verdict) -> list[str]:
    """What each method tried and where it stopped, those that stopped alike in one line; then what
    would settle it."""
    methods: dict[tuple[str, str], list[str]] = {}
    for attempt in verdict.attempts:
        methods.setdefault((attempt.stopped, attempt.remained), []).append(attempt.method)
    lines = []
    for (stopped, left), names in methods.items():
        remained = f"; what remained: {left}" if left else ""
        lines.append(one_line(f"{_several(list(dict.fromkeys(names)))}: {stopped}{remained}"))
    advice = dict.fromkeys(a.advice for a in verdict.attempts if a.advice)
    lines += [one_line(f"To settle it: {a}") for a in advice]
    return lines or ["no method applies to it"]


def _several(names: list[str]) -> str:
    if len(names) <= _METHODS:
        return ", ".join(names)
    return f"{', '.join(names[: _METHODS - 1])} and {len(names) - _METHODS + 1} more"


def failure_line(verdict: Verdict) -> str:
    """Where a statement fails, in one line; "" if nothing is known of it."""
    witness, found = verdict.witness, verdict.counterexample
    if found is not None and found.nowhere is not None:
        return one_line(f"defined nowhere: {proposition_text(found.nowhere)} never holds")
    if witness is None:
        return ""
    values = _values_text(witness)
    if verdict.statement.exists:
        told = f"there is no such {', '.join(s.name for s in verdict.statement.exists)}"
    else:
        sides = [
            f"{name} {UNSHOWN if side is None else _term(side)}"
            for name, side in (("left", witness.left), ("right", witness.right))
        ]
        told = ", ".join(filter(None, [*sides, apart_words(witness)]))
        told = f"the sides first differ in {witness.entry}: {told}" if witness.entry else told
    return one_line(f"at {values}: {told}" if values else told)


def _refutation_lines(verdict: Verdict) -> list[str]:
    witness, statement = verdict.witness, verdict.statement
    failure, given = failure_line(verdict), given_text(verdict.statement)
    if witness is None or failure.startswith("defined nowhere"):
        return [failure] if failure else []
    lines = [one_line(f"{failure} ({given})" if given else failure)]
    if len(statement.goals) > 1 and not statement.exists:
        lines.insert(0, one_line(f"false is {_proposition(witness.goal)}"))
    if witness.residual is not None:
        there = "there, " if witness.entry is not None else ""
        lines.append(one_line(f"{there}left - right = {_term(witness.residual)}"))
    return lines


def _values_text(witness: Witness) -> str:
    along = ", ".join([v.name for v in directions(witness.goal)])
    text = values_words(witness.values, _LONGEST // 2)
    return f"{text}, in the direction {along}" if along else text


def apart_words(witness: Witness) -> str:
    """How far apart the two sides are, when both are rational."""
    if witness.left is None or witness.right is None or witness.goal.operator != "==":
        return ""
    left, right = _rational(witness.left), _rational(witness.right)
    if left is None or right is None:
        return ""
    far = _term(number(abs(left - right)))
    return "" if "..." in far else f"exactly {far} apart"


def _rational(term: Term) -> Fraction | None:
    """The value of a number as it is printed: an optional minus, an optional division."""
    if term.head == "number":
        return term.data  # type: ignore[no-any-return]
    if term.head == "neg":
        value = _rational(term.args[0])
        return None if value is None else -value
    if term.head == "div":
        numerator, denominator = _rational(term.args[0]), _rational(term.args[1])
        if numerator is not None and denominator:
            return numerator / denominator
    return None


def _term(term: Term) -> str:
    return term_text(term, _LONGEST // 2)


def _proposition(stated: Relation | Proposition) -> str:
    return proposition_text(proposition(stated), _LONGEST // 2)


def one_line(text: str, most: int = _LONGEST) -> str:
    """One line of bounded length: what is cut off is said to be."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    return f"{text[:most]} ... ({len(text) - most} more characters)"


def shortened(parts: Sequence[str], many: int = MANY) -> str:
    """The parts with commas; of very many, the first ones, the last, and how many there are."""
    if len(parts) <= many + 2:
        return ", ".join(parts)
    return f"{', '.join(parts[:many])}, ..., {parts[-1]} ({len(parts)} of them)"


def value_relations(values: Sequence[tuple[Term, Term]]) -> list[Relation]:
    """`name = value`; for a family, its value at its parameters: `sigma[l] = l**2`.

    Parameters that the search has named are called k, l, ..., as indices are, and as no symbol is
    that has a value beside; matrices X, Y, ....
    """
    taken = {s.name for name, _ in values for s in free_symbols(name)}
    return [_value_relation(name, value, taken) for name, value in values]


def _value_relation(name: Term, value: Term, others: set[str]) -> Relation:
    if value.head != "function":
        return eq(name, value)
    *parameters, body = value.args
    shown = free_symbols(name) | free_symbols(body)
    taken = {s.name for s in shown.union(parameters)} | others
    scalars, matrices = ([x for x in names if x not in taken] for names in (LETTERS, "XYZW"))
    change = Substitution({
        p: symbol((scalars if p.sort.is_scalar else matrices).pop(0), p.sort)
        for p in parameters if p.name.endswith("_") and (scalars if p.sort.is_scalar else matrices)
    })  # fmt: skip
    return eq(apply(name, *map(change, parameters)), change(body))


def values_words(values: Assignment, limit: int = LONGEST) -> str:
    """`x = 1, y = 2`; of many values, those that are not zero come first, and zeros together."""
    shown = value_relations(values)
    texts = [f"{term_text(r.left, limit)} = {term_text(r.right, limit)}" for r in shown]
    if len(texts) <= MANY:
        return ", ".join(texts)
    zeros = [value.head == "number" and not value.data for _, value in values]
    told = [text for text, zero in zip(texts, zeros, strict=True) if not zero]
    if sum(zeros) < 2:
        return shortened(told, 2 * MANY)
    rest = f"all {sum(zeros)} other symbols are 0" if told else f"all {sum(zeros)} symbols are 0"
    return ", ".join([shortened(told, 2 * MANY), rest] if told else [rest])


# Plain data


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Verdict, conditions, witness and attempts as plain data, all terms as text."""
    witness, theorem = verdict.witness, verdict.theorem
    return {
        "statement": statement_text(verdict.statement),
        "verdict": verdict.kind,
        "empty": verdict.empty,
        "stopped": verdict.stopped,
        "conditions": [proposition_text(c) for c in verdict.conditions],
        "witness": None if witness is None else {
            "values": _values_json(witness.values),
            "goal": relation_text(witness.goal),
            **{
                name: None if side is None else term_text(side)
                for name in ("left", "right", "residual")
                for side in [getattr(witness, name)]
            },
            "entry": None if witness.entry is None else list(witness.entry[:2]),
            "shape": None if witness.entry is None else list(witness.entry[2:]),
        },
        "theorem": None if theorem is None else {
            "hash": theorem.hash,
            "model": _values_json(theorem.model or ()) if theorem.satisfied else None,
            "contradiction": contradiction_line(verdict),
            "lemmas": list(theorem.lemmas),
            "axioms": list(theorem.axioms),
            "unused": [proposition_text(theorem.statement.hypotheses[k]) for k in verdict.unused],
        },
        "attempts": [asdict(attempt) for attempt in verdict.attempts],
        "seconds": round(verdict.seconds, 6),
    }


def _values_json(values: Assignment) -> dict[str, str]:
    return {term_text(name): term_text(value) for name, value in values}
