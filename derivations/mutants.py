"""Mutants: a statement with one slip made in it, of the kinds that people make.

Each mutant of a goal differs from it in one place:

    sign     a part's sign is flipped
    name     a name is written for another of the same sort, once; or two change places on a side
    index    an index, a bound or an exponent moves by one
    part     a term of a sum is dropped, or a factor
    star     a conjugate, transpose, adjoint or inverse is dropped
    order    two neighbouring factors change places (matrices)

They are made in a fixed order.  What is not well-sorted, and what is written twice, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from derivations.kernel.check import check_statement
from derivations.kernel.forms import OutOfReach
from derivations.kernel.polynomial import TooLarge
from derivations.language.statements import Relation, Statement, StatementError
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
from derivations.language.text import term_text

# How many places of one side are looked at: terms can be very large.
MAX_PLACES = 2_000
# How much of a part is shown.
_SHOWN = 60


@dataclass(frozen=True)
class Mutant:
    """A statement with one goal, which differs from a goal of a claim in one place.

    kind: one of the names in the table above.
    change: where something was done, and what.
    goal: the number of the goal of the claim, from 0.
    side: the side that was changed, as it was and as it is.
    """

    kind: str
    change: str
    goal: int
    statement: Statement
    side: tuple[Term, Term]


def mutants(statement: Statement, at_most: int | None = None) -> tuple[Mutant, ...]:
    """The mutants of a statement; of more than `at_most`, so many evenly spread ones.

    >>> from derivations.language.terms import symbol
    >>> x, y = symbol("x"), symbol("y")
    >>> from derivations.language.statements import eq, statement
    >>> claimed = statement(eq(x - y, x))
    >>> [str(m.statement.goals[0]) for m in mutants(claimed)][:3]
    ['-x - y == x', 'x + y == x', '-(x - y) == x']
    """
    seen = set(statement.goals)
    found: list[Mutant] = []
    for kind, change, goal, relation, side in _mutations(statement):
        stated = replace(statement.goals[goal], relation=relation)
        if stated not in seen:
            seen.add(stated)
            mutated = replace(statement, goals=(stated,))
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
    for number_, stated in enumerate(statement.goals):
        relation = stated.relation
        for left in (True, False):
            side = relation.left if left else relation.right
            for kind, change, mutated in _changed_sides(side, statement.declarations):
                sides = (mutated, relation.right) if left else (relation.left, mutated)
                new = Relation(relation.operator, *sides)
                where = "left" if left else "right"
                yield kind, f"on the {where}, {change}", number_, new, (side, mutated)


def _changed_sides(side: Term, names: Sequence[Term]) -> Iterator[tuple[str, str, Term]]:
    if side.head != "neg" and side.head != "number":
        yield "sign", f"the sign of {_shown(side)} flipped", neg(side)
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
        yield "sign", f"the sign of {_shown(node)} flipped", node.args[0]
        return
    for k, part in enumerate(node.args):
        inside = k == len(node.args) - 1 if node.head in BINDERS else k > 0 or node.head != "apply"
        zero = part.head == "number" and part.data == 0
        if node.head in _SIGNED and inside and part.head != "neg" and not zero:
            yield "sign", f"the sign of {_shown(part)} flipped", _with(node, k, neg(part))


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
            yield "name", f"{new.name} written for {node.name}", new


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
            change = f"the {_STARS[head]} of {_shown(node.args[0])} written for the adjoint"
            yield "star", change, new


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
    return term_text(term, _SHOWN)
