"""Mutants: a proved step with one slip made in it, to see whether the slip is noticed.

Each mutant of a goal differs from it in one place:

    sign     a part's sign is flipped
    name     a name is written for another of the same sort, once; or two change places on a side
    index    an index, a bound or an exponent moves by one
    part     a term of a sum is dropped, or a factor
    star     a conjugate, transpose, adjoint or inverse is dropped
    order    two neighbouring factors change places (matrices)

They are made in a fixed order.  What is not well-sorted, and what is written twice, is left out.

A mutant that is refuted is killed.  One that is proved is true as mutated, by a certificate that
the kernel has checked like any other.  It is `equal` if the part that was changed has the value
that it had before, whatever the hypotheses, so that nothing wrong was written; else it is a
survivor: the step is too weak to notice the slip.  What was proved is tried at small values once
more, and would be reported as `contradicted` if it failed there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from derivations.checking import Judged, judge, judge_statements
from derivations.documents.document import Document
from derivations.kernel.check import check, check_statement
from derivations.kernel.forms import OutOfReach
from derivations.kernel.polynomial import TooLarge
from derivations.kernel.proofs import Certificate, NormalForm
from derivations.kernel.theorem import Rejected
from derivations.language.statements import Relation, Statement, StatementError, eq
from derivations.language.terms import (
    BINDERS,
    Term,
    add,
    bound_symbols,
    mul,
    neg,
    number,
    substitute,
    subterms,
)
from derivations.provers.crosscheck import fails_as_written
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED, Verdict

# How many mutants are made of one claim, if no other number is asked for.
MAX_MUTANTS = 400
# How many places of one side are looked at: terms can be very large.
MAX_PLACES = 2_000

# How many mutants are judged together.
CHUNK = 1_000

EQUAL, SURVIVED, CONTRADICTED = "equal", "survived", "contradicted"
# What may become of a mutant.
OUTCOMES = (REFUTED, UNDECIDED, EQUAL, SURVIVED, CONTRADICTED)


@dataclass(frozen=True)
class Mutant:
    """A statement with one goal, which differs from a goal of a claim in one place.

    kind: one of the names in the table above.
    change: what was written instead of what.
    goal: the number of the goal of the claim, from 0.
    side: the side that was changed, as it was and as it is.
    """

    kind: str
    change: str
    goal: int
    statement: Statement
    side: tuple[Term, Term]


@dataclass(frozen=True)
class Tried:
    """A mutant and what became of it, one of `OUTCOMES`."""

    mutant: Mutant
    outcome: str
    verdict: Verdict


@dataclass(frozen=True)
class Mutated:
    """A claim with its verdict and its mutants; without mutants unless it is proved."""

    judged: Judged
    tried: tuple[Tried, ...]

    def count(self, outcome: str) -> int:
        return sum(one.outcome == outcome for one in self.tried)

    @property
    def as_demanded(self) -> bool:
        """Whether the claim is as expected, and no mutant was proved that fails at a point."""
        return self.judged.expected and not self.count(CONTRADICTED)

    @property
    def score(self) -> Fraction | None:
        """The share of slips noticed: killed of killed and survived; None without either."""
        killed = self.count(REFUTED)
        counted = killed + self.count(SURVIVED) + self.count(CONTRADICTED)
        return Fraction(killed, counted) if counted else None


# Making mutants


def mutants(statement: Statement, at_most: int | None = MAX_MUTANTS) -> tuple[Mutant, ...]:
    """The mutants of a statement; of more than `at_most`, so many evenly spread ones.

    >>> from derivations.language.terms import symbol
    >>> x, y = symbol("x"), symbol("y")
    >>> claimed = Statement((x, y), (), (eq(x - y, x),))
    >>> [str(m.statement.goals[0]) for m in mutants(claimed)][:3]
    ['-x - y == x', 'x + y == x', '-(x - y) == x']
    """
    seen = set(statement.goals)
    found: list[Mutant] = []
    for kind, change, goal, relation, side in _mutations(statement):
        if relation not in seen:
            seen.add(relation)
            mutated = Statement(statement.declarations, statement.hypotheses, (relation,))
            found.append(Mutant(kind, change, goal, mutated, side))
    if at_most is not None and len(found) > at_most:
        found = [found[k * len(found) // at_most] for k in range(at_most)]
    return tuple(mutant for mutant in found if _well_sorted(mutant.statement))


def _well_sorted(statement: Statement) -> bool:
    try:
        check_statement(statement)
    except (StatementError, OutOfReach, TooLarge, RecursionError):
        return False
    return True


_Mutation = tuple[str, str, int, Relation, tuple[Term, Term]]


def _mutations(statement: Statement) -> Iterator[_Mutation]:
    for number_, relation in enumerate(statement.goals):
        for left in (True, False):
            side = relation.left if left else relation.right
            for kind, change, mutated in _changed_sides(side, statement.declarations):
                sides = (mutated, relation.right) if left else (relation.left, mutated)
                new = Relation(relation.operator, *sides)
                where = "left" if left else "right"
                yield kind, f"{where}: {change}", number_, new, (side, mutated)


def _changed_sides(side: Term, names: Sequence[Term]) -> Iterator[tuple[str, str, Term]]:
    if side.head != "neg" and side.head != "number":
        yield "sign", f"the sign of {_shown(side)}", neg(side)
    for place in islice(_places(side), MAX_PLACES):
        for kind, change, new in _changes(place, names):
            yield kind, change, _put(place, new)
    for first, second in _same_sort(_used(side), names):
        yield "name", f"{first.name} and {second.name} exchanged", substitute(
            side, {first: second, second: first}
        )


@dataclass(frozen=True)
class _Place:
    """A node, with the nodes above it and which argument of each leads to it, outermost first."""

    node: Term
    above: tuple[tuple[Term, int], ...]

    @property
    def bound(self) -> frozenset[Term]:
        """The symbols that are bound here."""
        found: set[Term] = set()
        for node, k in self.above:
            if k == len(node.args) - 1:
                found |= set(bound_symbols(node))
        return frozenset(found)


def _places(term: Term) -> Iterator[_Place]:
    """Every node once, where it stands first; not the indices that binders bind."""
    seen: set[int] = set()
    pending = [_Place(term, ())]
    while pending:
        place = pending.pop()
        node = place.node
        if id(node) in seen and node.args:
            continue
        seen.add(id(node))
        yield place
        bound = len(bound_symbols(node))
        for k in reversed(range(bound, len(node.args))):
            pending.append(_Place(node.args[k], (*place.above, (node, k))))


def _put(place: _Place, new: Term) -> Term:
    """The whole term, with `new` at this place."""
    for node, k in reversed(place.above):
        new = Term(node.head, (*node.args[:k], new, *node.args[k + 1 :]), node.data, node.place)
    return new


_Change = tuple[str, str, Term]


def _changes(place: _Place, names: Sequence[Term]) -> Iterator[_Change]:
    """What can be written instead of the node at this place."""
    for method in (_signs, _names, _indices, _parts, _stars, _orders):
        yield from method(place, names)


def _with(node: Term, k: int, new: Term) -> Term:
    return Term(node.head, (*node.args[:k], new, *node.args[k + 1 :]), node.data, node.place)


# Heads whose arguments' signs are worth flipping.
_SIGNED = frozenset(
    {"add", "matrix", "exp", "sin", "tan", "sinh", "tanh", "log", "sqrt", "apply"} | BINDERS
)


def _signs(place: _Place, names: Sequence[Term]) -> Iterator[_Change]:
    node = place.node
    if node.head == "neg":
        yield "sign", f"the sign of {_shown(node)}", node.args[0]
        return
    for k, part in enumerate(node.args):
        inside = k == len(node.args) - 1 if node.head in BINDERS else k > 0 or node.head != "apply"
        zero = part.head == "number" and part.data == 0
        if node.head in _SIGNED and inside and part.head != "neg" and not zero:
            yield "sign", f"the sign of {_shown(part)}", _with(node, k, neg(part))


def _names(place: _Place, names: Sequence[Term]) -> Iterator[_Change]:
    """The next name of the same sort, also one that is bound here."""
    node = place.node
    if node.head != "symbol":
        return
    bound = place.bound
    known = [*names, *sorted(bound, key=lambda s: s.name)]
    hidden = {s.name for s in bound}
    others = [
        s for s in known if s.sort == node.sort and (s in bound or s.name not in hidden)
    ]
    if node in others and len(others) > 1:
        new = others[(others.index(node) + 1) % len(others)]
        if new is not node and new != node:
            yield "name", f"{new.name} for {node.name}", new


def _used(term: Term) -> frozenset[Term]:
    return frozenset(node for node in subterms(term) if node.head == "symbol")


def _same_sort(used: frozenset[Term], names: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    """Pairs of names of one sort, at least one of them used."""
    for k, first in enumerate(names):
        for second in names[k + 1 :]:
            if first.sort == second.sort and (first in used or second in used):
                yield first, second


def _indices(place: _Place, names: Sequence[Term]) -> Iterator[_Change]:
    node = place.node
    if node.head in BINDERS:
        moved: Iterable[int] = (1, 2)
    elif node.head in ("apply", "entry"):
        moved = range(1, len(node.args))
    elif node.head == "pow":
        moved = (1,)
    else:
        return
    for k in moved:
        part = node.args[k]
        for by in (1, -1):
            yield "index", f"{_shown(part)} moved by {by:+d}", _with(node, k, _shifted(part, by))


def _shifted(term: Term, by: int) -> Term:
    if term.head == "number":
        return number(term.data + by)
    if term.head == "add" and term.args[-1].head == "number":
        return _without_zero((*term.args[:-1], number(term.args[-1].data + by)))
    last = term.args[-1] if term.head == "add" else None
    if last is not None and last.head == "neg" and last.args[0].head == "number":
        value = by - last.args[0].data
        return _without_zero((*term.args[:-1], number(value) if value >= 0 else neg(-value)))
    return add(term, number(1) if by > 0 else neg(1))


def _without_zero(parts: tuple[Term, ...]) -> Term:
    last = parts[-1]
    if last.head == "number" and last.data == 0:
        parts = parts[:-1]
    return parts[0] if len(parts) == 1 else add(*parts)


def _parts(place: _Place, names: Sequence[Term]) -> Iterator[_Change]:
    node = place.node
    if node.head in ("add", "mul") and len(node.args) > 1:
        for k, part in enumerate(node.args):
            rest = (*node.args[:k], *node.args[k + 1 :])
            kept = rest[0] if len(rest) == 1 else Term(node.head, rest, node.data, node.place)
            yield "part", f"{_shown(part)} dropped", kept
    elif node.head == "div":
        yield "part", f"the divisor {_shown(node.args[1])} dropped", node.args[0]


_STARS = {
    "conj": "conjugate", "transpose": "transpose", "adjoint": "adjoint", "inv": "inverse",
}  # fmt: skip


def _stars(place: _Place, names: Sequence[Term]) -> Iterator[_Change]:
    node = place.node
    if node.head in _STARS:
        yield "star", f"the {_STARS[node.head]} of {_shown(node.args[0])} dropped", node.args[0]
    if node.head == "adjoint":
        for head in ("transpose", "conj"):
            new = Term(head, node.args)
            yield "star", f"the {_STARS[head]} of {_shown(node.args[0])} for the adjoint", new


_MATRICES = frozenset({
    "matrix", "identity", "zero", "transpose", "adjoint", "inv", "kronecker", "blockdiag",
    "stack", "matexp",
})  # fmt: skip


def _orders(place: _Place, names: Sequence[Term]) -> Iterator[_Change]:
    node = place.node
    if node.head == "inner":
        left, right = node.args
        yield "order", f"{_shown(left)} and {_shown(right)} exchanged", Term("inner", (right, left))
    if node.head != "mul":
        return
    for k, (left, right) in enumerate(zip(node.args, node.args[1:], strict=False)):
        if _is_matrix(left) and _is_matrix(right):
            args = (*node.args[:k], right, left, *node.args[k + 2 :])
            yield "order", f"{_shown(left)} and {_shown(right)} exchanged", mul(*args)


def _is_matrix(term: Term) -> bool:
    """Whether this is seen at once to be a matrix."""
    node = term
    while node.head in ("neg", "conj", "pow", "div", "add"):
        node = node.args[0]
    if node.head == "symbol":
        return node.sort.is_matrix
    if node.head == "apply":
        value = node.args[0].sort.value if node.args[0].head == "symbol" else None
        return value is not None and value.is_matrix
    if node.head in ("sum", "product", "mul"):
        return _is_matrix(node.args[-1])
    return node.head in _MATRICES


def _shown(term: Term) -> str:
    from derivations.language.text import term_text

    return term_text(term, 60)


# Judging them


def mutate(
    documents: Sequence[Document],
    workers: int | None = None,
    seconds: float | None = None,
    at_most: int | None = MAX_MUTANTS,
) -> Iterator[Mutated]:
    """Judge the claims of documents and the mutants of those that are proved, in order.

    workers, seconds: as for `checking.judge`; each mutant may take as long as a claim.
    at_most: how many mutants of a claim are tried.
    """
    for chunk in _chunks(judge(documents, workers, seconds), at_most):
        statements = [mutant.statement for _, own in chunk for mutant in own]
        verdicts = judge_statements(statements, workers, seconds)
        for one, own in chunk:
            yield Mutated(one, tuple(_tried(mutant, next(verdicts)) for mutant in own))


def _chunks(
    judged: Iterable[Judged], at_most: int | None
) -> Iterator[list[tuple[Judged, tuple[Mutant, ...]]]]:
    """Claims with their mutants, so many together that starting processes for them pays."""
    chunk: list[tuple[Judged, tuple[Mutant, ...]]] = []
    for one in judged:
        chunk.append((one, _mutants_of(one, at_most)))
        if sum(len(own) for _, own in chunk) >= CHUNK:
            yield chunk
            chunk = []
    yield chunk


def _mutants_of(judged: Judged, at_most: int | None) -> tuple[Mutant, ...]:
    if judged.verdict.kind not in (PROVED, CONDITIONAL):
        return ()
    return mutants(judged.claim.statement, at_most)


def _tried(mutant: Mutant, verdict: Verdict) -> Tried:
    if verdict.kind not in (PROVED, CONDITIONAL):
        return Tried(mutant, verdict.kind, verdict)
    if fails_as_written(mutant.statement) is not None:
        return Tried(mutant, CONTRADICTED, verdict)
    return Tried(mutant, EQUAL if _equal(mutant) else SURVIVED, verdict)


def _equal(mutant: Mutant) -> bool:
    """Whether the changed side has the value it had, wherever both are defined."""
    unconditioned = Statement(mutant.statement.declarations, (), (eq(*mutant.side),))
    try:
        check(Certificate(unconditioned, (NormalForm(),)))
    except Rejected:
        return False
    return True


# Reporting


def mutated_text(mutated: Mutated) -> str:
    """A line for the claim, and a line for each mutant that was not killed."""
    judged = mutated.judged
    head = f"  {judged.claim.label}"
    if judged.verdict.kind not in (PROVED, CONDITIONAL):
        return f"{head:<{_WIDTH}}  no mutants: {judged.verdict.kind}"
    if not mutated.tried:
        return f"{head:<{_WIDTH}}  no mutants: nothing in it can be changed"
    lines = [f"{head:<{_WIDTH}}  {_score(mutated)}  {_counts([mutated])}"]
    for one in mutated.tried:
        if one.outcome in (SURVIVED, CONTRADICTED):
            relation = one.mutant.statement.goals[0]
            goal = f"{_cut(relation.left)} {relation.operator} {_cut(relation.right)}"
            lines.append(f"    {_TOLD[one.outcome]}: {one.mutant.change}: {goal}")
    open_ = [one.mutant.change for one in mutated.tried if one.outcome == UNDECIDED]
    if open_:
        more = f"; and {len(open_) - _LISTED} more" if len(open_) > _LISTED else ""
        lines.append(f"    undecided: {'; '.join(open_[:_LISTED])}{more}")
    return "\n".join(lines)


_WIDTH = 44
# How many undecided mutants of a claim are listed.
_LISTED = 5
_TOLD = {
    SURVIVED: "survived, true as mutated",
    CONTRADICTED: "PROVED, AND FALSE AT A POINT, a fault of the kernel: please report it",
}


def _cut(term: Term) -> str:
    from derivations.language.text import term_text

    return term_text(term, 120)


def _score(mutated: Mutated) -> str:
    score = mutated.score
    return "  --" if score is None else f"{float(score):4.0%}"


def _counts(found: Sequence[Mutated]) -> str:
    counts = {name: sum(one.count(name) for one in found) for name in OUTCOMES}
    total = sum(counts.values())
    words = [f"{total} mutants: {counts[REFUTED]} refuted"]
    words += [f"{counts[name]} {_SHORT[name]}" for name in OUTCOMES[1:] if counts[name]]
    return ", ".join(words)


_SHORT = {
    UNDECIDED: "undecided",
    EQUAL: "equal to what stood there",
    SURVIVED: "true as mutated",
    CONTRADICTED: "CONTRADICTED",
}


def mutation_tally(found: Sequence[Mutated]) -> str:
    """How many claims were mutated, and what became of all mutants."""
    tried = [one for one in found if one.tried]
    claims = f"{len(tried)} of {len(found)} claims mutated"
    return f"{claims}; {_counts(found)}"


def mutated_json(mutated: Mutated) -> dict[str, Any]:
    """One line of `derivations mutate --json`: a claim with all its mutants."""
    judged = mutated.judged
    score = mutated.score
    return {
        "document": judged.document.name,
        "claim": judged.claim.label,
        "verdict": judged.verdict.kind,
        "score": None if score is None else str(score),
        **{name: mutated.count(name) for name in OUTCOMES},
        "mutants": [
            {
                "kind": one.mutant.kind,
                "change": one.mutant.change,
                "goal": str(one.mutant.statement.goals[0]),
                "outcome": one.outcome,
                "conditions": [str(c) for c in one.verdict.conditions],
            }
            for one in mutated.tried
        ],
    }
