"""Statements: declarations, hypotheses and goals.

A relation compares two terms.  A proposition is a relation for all values of some variables that
satisfy its guards; hypotheses, goals and conditions are propositions.  A guard that is not defined
is not satisfied.  A statement claims: for all values of its declared symbols that satisfy all its
hypotheses there are values of its `exists` symbols, usually none, at which all its goals hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import is_

from derivations.language.sorts import Sort
from derivations.language.substitution import (
    Substitution, bound_symbols, free_symbols, fresh, sort_at, sort_symbols,
)
from derivations.language.terms import Place, Term, Termish, as_term, symbol

OPERATORS = ("==", "!=", "<=", "<")


# The widest part of a text that is shown above a caret.
_SHOWN = 72


class Unsettled(Exception):
    """Why something is not settled: a statement, a term or a proof that is not taken.

    Whatever looks for a proof may raise it; the loop over the methods of `search` catches it.
    """


class StatementError(Unsettled, ValueError):
    """A statement is not closed, not well-sorted, or not what can be read.

    text: what the place is in, if it is to be shown with a caret below the place.
    """

    def __init__(self, message: str, place: Place | None = None) -> None:
        self.message = message
        self.place = place
        self.text = ""
        super().__init__(message)

    def __str__(self) -> str:
        if self.place is None:
            return self.message
        where = f"{self.place.file}:{self.place.line}:{self.place.column}"
        return f"{where}: {self.message}{self._caret(self.place)}"

    def _caret(self, place: Place) -> str:
        line = "".join(self.text.split("\n")[place.line - 1 : place.line])
        if not line or not line.isprintable():
            return ""
        at = place.column - 1
        start = max(0, at - _SHOWN // 2) if len(line) > _SHOWN else 0
        return f"\n      {line[start : start + _SHOWN]}\n      {' ' * (at - start)}^"


@dataclass(frozen=True)
class Relation:
    """`left operator right`, the operator one of `==`, `!=`, `<=`, `<`."""

    operator: str
    left: Term
    right: Term

    def __post_init__(self) -> None:
        if self.operator not in OPERATORS:
            raise ValueError(
                f"unknown relation {self.operator!r}; known are {', '.join(OPERATORS)}"
            )

    def __repr__(self) -> str:
        """A short form for messages, as that of a term."""
        return f"{self.left!r} {self.operator} {self.right!r}"

    def __bool__(self) -> bool:
        raise TypeError("a relation is not a truth value; prove it")

    def free(self) -> frozenset[Term]:
        return free_symbols(self.left) | free_symbols(self.right)

    def replace(self, substitution: Substitution) -> Relation:
        return Relation(self.operator, substitution(self.left), substitution(self.right))


@dataclass(frozen=True)
class Proposition:
    """For all values of `variables` that satisfy `guards`: `relation`."""

    relation: Relation
    variables: tuple[Term, ...] = ()
    guards: tuple[Relation, ...] = ()

    def __repr__(self) -> str:
        """A short form for messages, as that of a term."""
        bound = f" for all {', '.join(v.name for v in self.variables)}" if self.variables else ""
        guards = f" with {' and '.join(map(repr, self.guards))}" if self.guards else ""
        return f"{self.relation!r}{bound}{guards}"

    @property
    def is_plain(self) -> bool:
        """Whether it is its relation alone: for no variables, under no guards."""
        return not self.variables and not self.guards

    def free(self) -> frozenset[Term]:
        """Every symbol in it but its variables, those in the sizes of its variables included."""
        free = self.relation.free().union(
            *(guard.free() for guard in self.guards),
            *(sort_symbols(variable.sort) for variable in self.variables),
        )
        return free.difference(self.variables)

    def substitute(
        self, values: Mapping[Term, Term], avoid: Iterable[str] = ()
    ) -> Proposition:
        """Put values for free symbols, those in the sorts of bound variables included.

        A bound variable that would capture, or whose name is to be avoided, is renamed.
        """
        values = {k: v for k, v in values.items() if k not in self.variables}
        clashing = {s.name for v in values.values() for s in free_symbols(v)}.union(avoid)
        taken = clashing | {v.name for v in self.variables}
        for relation in (self.relation, *self.guards):
            taken |= {s.name for s in relation.free()}
        variables: list[Term] = []
        for variable in self.variables:
            sort, name = sort_at(variable.sort, values), variable.name
            if name in clashing:
                name = fresh(name, taken)
                taken.add(name)
            if name != variable.name or sort != variable.sort:
                values[variable] = symbol(name, sort)
            variables.append(values.get(variable, variable))
        if not values:
            return self
        change = Substitution(values)
        return Proposition(
            self.relation.replace(change),
            tuple(variables),
            tuple(g.replace(change) for g in self.guards),
        )


@dataclass(frozen=True)
class Statement:
    """For all declared symbols that satisfy the hypotheses there are `exists`: the goals hold.

    declarations: every symbol that stands for all values, once, in the order of declaration.
    exists: the symbols that stand for some value, which may depend on the declared ones; the
        hypotheses do not mention them.
    """

    declarations: tuple[Term, ...]
    hypotheses: tuple[Proposition, ...]
    goals: tuple[Proposition, ...]
    exists: tuple[Term, ...] = ()

    @property
    def sorts(self) -> dict[str, Sort]:
        return {s.name: s.sort for s in self.declarations}


def eq(left: Termish, right: Termish) -> Relation:
    return Relation("==", as_term(left), as_term(right))


def ne(left: Termish, right: Termish) -> Relation:
    return Relation("!=", as_term(left), as_term(right))


def le(left: Termish, right: Termish) -> Relation:
    return Relation("<=", as_term(left), as_term(right))


def lt(left: Termish, right: Termish) -> Relation:
    return Relation("<", as_term(left), as_term(right))


def negation(relation: Relation) -> Relation:
    """What holds where this relation does not: of sides with a value, real ones for an order.

    >>> from derivations.language.terms import symbol
    >>> negation(le(symbol("x"), 2))
    2 < x
    """
    left, right = relation.left, relation.right
    match relation.operator:
        case "==":
            return ne(left, right)
        case "!=":
            return eq(left, right)
        case "<":
            return le(right, left)
    return lt(right, left)


def forall(
    variables: Term | Iterable[Term], relation: Relation, *guards: Relation
) -> Proposition:
    """`relation` for all values of the variables that satisfy the guards."""
    names = (variables,) if isinstance(variables, Term) else tuple(variables)
    return Proposition(relation, names, guards)


def proposition(stated: Relation | Proposition) -> Proposition:
    """A relation as a proposition without variables and guards."""
    return stated if isinstance(stated, Proposition) else Proposition(stated)


def replace_term(relation: Relation, old: Term, new: Term) -> Relation:
    """Replace a term wherever it stands, except under binders that bind a symbol of either."""
    captured = {s.name for s in free_symbols(old) | free_symbols(new)}
    done: dict[int, tuple[Term, Term]] = {}

    def change(term: Term) -> Term:
        if term == old:
            return new
        if not term.args:
            return term
        known = done.get(id(term))
        if known is None:
            known = done[id(term)] = (term, inside(term))
        return known[1]

    def inside(term: Term) -> Term:
        bound = bound_symbols(term)
        if any(b.name in captured for b in bound):
            outer = [change(a) for a in term.args[len(bound) : -1]]
            args = (*bound, *outer, term.args[-1])
        else:
            kept = len(bound) + (term.head == "apply")
            args = (*term.args[:kept], *[change(a) for a in term.args[kept:]])
        same = all(map(is_, args, term.args))
        return term if same else Term(term.head, args, term.data, term.place)

    return Relation(relation.operator, change(relation.left), change(relation.right))
