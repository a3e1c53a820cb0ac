"""Walks over terms: subterms, free and bound symbols, and substitution that captures nothing.

Terms share subterms, so every walk is memoised by identity and costs one visit a node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from derivations.language.sorts import Sort
from derivations.language.terms import BINDERS, POINTED, Term, symbol

# Terms that values are put into at once: the names that binders get may make more of them than
# there were.
MAX_REWRITTEN = 2_000_000


def bound_symbols(term: Term) -> tuple[Term, ...]:
    """The symbols that the head of this term binds in its last argument."""
    if term.head in BINDERS or term.head in POINTED:
        return term.args[:1]
    if term.head == "function":
        return term.args[:-1]
    return ()


def subterms(term: Term) -> Iterator[Term]:
    """Every distinct node, each once, children before parents."""
    met: set[int] = set()
    done: set[int] = set()
    pending = [term]
    while pending:
        node = pending.pop()
        place = id(node)
        if place in done:
            continue
        if place in met or not node.args:
            done.add(place)
            yield node
        else:
            met.add(place)
            pending.append(node)
            pending += reversed(node.args)


def heads_of(term: Term) -> set[str]:
    """The heads of all nodes."""
    found: set[str] = set()
    met: set[int] = set()
    pending = [term]
    while pending:
        node = pending.pop()
        if id(node) not in met:
            met.add(id(node))
            found.add(node.head)
            pending += node.args
    return found


def free_symbols(term: Term) -> frozenset[Term]:
    """The symbols that occur free, those in the dimensions of a sort included.

    Each node remembers its own.
    """
    pending = [term] if term._free is None else []
    while pending:
        node = pending[-1]
        missing = [a for a in node.args if a._free is None]
        if missing and node._free is None:
            pending += missing
            continue
        pending.pop()
        if node._free is None:
            object.__setattr__(node, "_free", _free(node))
    assert term._free is not None
    return term._free


def _free(node: Term) -> frozenset[Term]:
    """The free symbols of a node, those of its arguments being known."""
    if node.head == "symbol":
        sort = node.data[1]
        return frozenset({node}) if sort.is_scalar else sort_symbols(sort) | {node}
    bound = bound_symbols(node)
    found: frozenset[Term] = frozenset()
    if bound:
        found = free_symbols(node.args[-1]) - frozenset(bound)
    for a in node.args[len(bound) : -1] if bound else node.args:
        free = free_symbols(a) if a._free is None else a._free
        if not free <= found:  # equal sets are kept once
            found = free if found <= free else found | free
    return found


def sort_symbols(sort: Sort) -> frozenset[Term]:
    """The symbols in the dimensions of a sort."""
    free: frozenset[Term] = frozenset()
    for dimension in (sort.rows, sort.columns):
        if dimension is not None:
            free |= free_symbols(dimension)
    for part in sort.index:
        free |= sort_symbols(part)
    return free | sort_symbols(sort.value) if sort.value is not None else free


def map_sort(sort: Sort, change: Callable[[Term], Term]) -> Sort:
    """The sort with `change` applied to each of its dimensions."""
    if sort.is_matrix:
        assert sort.rows is not None and sort.columns is not None
        return Sort("matrix", change(sort.rows), change(sort.columns), sort.properties)
    if sort.kind == "permutation":
        assert sort.rows is not None
        return Sort("permutation", change(sort.rows))
    if sort.is_family:
        assert sort.value is not None
        return Sort(
            "family",
            index=tuple(map_sort(s, change) for s in sort.index),
            value=map_sort(sort.value, change),
        )
    return sort


def sort_at(sort: Sort, values: Mapping[Term, Term]) -> Sort:
    """The sort with values put for the symbols in its dimensions."""
    return sort if sort.is_scalar else map_sort(sort, Substitution(values))


def fresh(name: str, taken: Iterable[str]) -> str:
    """`name`, or `name` with the first number that makes it differ from all taken names."""
    used = set(taken)
    if name not in used:
        return name
    count = 1
    while f"{name}{count}" in used:
        count += 1
    return f"{name}{count}"


def substitute(term: Term, values: Mapping[Term, Term]) -> Term:
    """Put values for free symbols, renaming bound ones where a value would be captured.

    A family may be given a `function`; its applications are then reduced.  Dimensions inside the
    sorts of remaining symbols are substituted too.

    >>> x, y = symbol("x"), symbol("y")
    >>> substitute(add(x, y), {x: y}) == add(y, y)
    True
    """
    return Substitution(values)(term)


class Substitution:
    """A substitution that remembers what it has already rewritten.

    Its keys are symbols, and the inverses `inv(p)` of permutations.
    within: the one that this is part of, with which its terms are counted.
    """

    def __init__(self, values: Mapping[Term, Term], within: Substitution | None = None) -> None:
        self.values = {k: v for k, v in values.items() if k != v}
        self.free = frozenset[Term]().union(*map(free_symbols, self.values))
        self.done: dict[int, tuple[Term, Term]] = {}
        self.captures: frozenset[str] = frozenset(
            s.name for v in self.values.values() for s in free_symbols(v)
        )
        self.outermost: Substitution = self if within is None else within.outermost
        self.count = 0
        self.made: dict[Term, Term] = {}  # equal terms are made once

    def __call__(self, term: Term) -> Term:
        """The term with the values.  Raises OverflowError beyond MAX_REWRITTEN terms."""
        free = term._free  # known nearly always: this is asked of every term
        if (free_symbols(term) if free is None else free).isdisjoint(self.free):
            return term
        known = self.done.get(id(term))
        if known is None:
            self.outermost.count += 1
            if self.outermost.count > MAX_REWRITTEN:
                raise OverflowError(f"values are put into more than {MAX_REWRITTEN} terms")
            known = self.done[id(term)] = (term, self._rewrite(term))
        return known[1]

    def _rewrite(self, term: Term) -> Term:
        if term.head in ("symbol", "inv"):
            if term in self.values:
                return self.values[term]
            if term.head == "symbol":
                return Term("symbol", (), (term.name, map_sort(term.sort, self)), term.origin)
        elif bound_symbols(term):
            return self._under_binder(term)
        args = tuple([self(a) for a in term.args])
        if term.head == "apply" and args[0].head == "function":
            parameters, body = args[0].args[:-1], args[0].args[-1]
            return Substitution(dict(zip(parameters, args[1:], strict=True)), self)(body)
        made = Term(term.head, args, term.data, term.origin)
        return self.outermost.made.setdefault(made, made)

    def _under_binder(self, term: Term) -> Term:
        bound = bound_symbols(term)
        outer = [self(a) for a in term.args[len(bound) : -1]]
        body = term.args[-1]
        inner_values = {k: v for k, v in self.values.items() if k not in bound}
        renamed = list(bound)
        for place, index in enumerate(bound):
            if index.name in self.captures:
                taken = self.captures | {s.name for s in (*renamed, *free_symbols(body))}
                renamed[place] = symbol(fresh(index.name, taken), index.sort)
                inner_values[index] = renamed[place]
        inner = self if inner_values == self.values else Substitution(inner_values, self)
        return Term(term.head, (*renamed, *outer, inner(body)), term.data, term.origin)
