"""What the plain facts of a context say as normal forms, and names that are new among them.

The fact `2*x = y + 1` is the vector of 2*x - y - 1: a coefficient by monomial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from derivations.kernel import Context, manifest
from derivations.language.sorts import INTEGER, NATURAL, NONNEGATIVE, POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, Unsettled, le
from derivations.language.substitution import free_symbols, fresh, subterms
from derivations.language.terms import ZERO, Term, symbol
from derivations.search.reading.readback import Key, difference, reader

Vector = dict[Key, tuple[Any, Any]]
# What says which derivative a function has: it is used by name, and combines with nothing.
SAYING = ("tangent", "differentiable")
# Sorts of the numbers on a line, or on half of one.
LINES = (REAL, POSITIVE, NONNEGATIVE)
FAILURES: tuple[type[Exception], ...] = (Unsettled, ArithmeticError)


def new_names(context: Context, stated: Proposition) -> tuple[str, ...]:
    """Names for the variables of a proposition, new in the context and in it."""
    inside_names = (n for r in (stated.relation, *stated.guards) for n in nodes(r))
    taken = {n.name for n in inside_names if n.head == "symbol" and n not in stated.variables}
    taken |= {s.name for s in context.symbols}
    names: list[str] = []
    for v in stated.variables:
        names.append(fresh(v.name, taken))
        taken.add(names[-1])
    return tuple(names)


def new_symbol(context: Context, name: str, sort: Any, *avoid: Term) -> Term:
    """A symbol that is new in the context and in these terms."""
    taken = {s.name for s in context.symbols}
    for term in avoid:
        taken |= {node.name for node in subterms(term) if node.head == "symbol"}
    return symbol(fresh(name, taken), sort)


def new_index(context: Context, binder: Term, *avoid: Term) -> Term:
    """A new symbol for the index of a sum or product, of the sort at which rules open it."""
    sort = NATURAL if manifest(context, le(ZERO, binder.args[1])) else INTEGER
    return new_symbol(context, binder.args[0].name, sort, binder, *avoid)


def nodes(relation: Relation) -> Iterator[Term]:
    """Every distinct subterm of both sides."""
    yield from subterms(relation.left)
    yield from subterms(relation.right)


def vector(context: Context, relation: Relation) -> Vector:
    """The coefficients of the normal form of `left - right`; not to be changed."""
    whole = reader(context)
    known = whole.known.get(id(relation))  # by identity first, which is quicker than to compare
    if known is None:
        found: Vector | None = whole.known.get(relation)
        if found is None:
            found = whole.known[relation] = whole.monomials(difference(context, relation))
        known = whole.known[id(relation)] = relation, found
    return known[1]


def vector_of(context: Context, relation: Relation) -> Vector | None:
    """The same; None where there is no normal form."""
    try:
        return vector(context, relation)
    except FAILURES:
        return None


def vectors(context: Context, *operators: str) -> dict[int, Vector]:
    """What the plain facts with these operators say, if it is more than `0 = 0`, by number."""
    facts = plain_facts(context, *operators)
    return {number: v for number, fact in facts if (v := vector_of(context, fact))}


def plain_facts(context: Context, *operators: str) -> Iterator[tuple[int, Relation]]:
    """The facts without variables and guards, with their numbers; operators: of these alone."""
    for number, fact in enumerate(context.facts):
        relation = fact.relation
        if (operators and relation.operator not in operators) or fact.variables or fact.guards:
            continue
        if relation.left.head not in SAYING:
            yield number, relation


def atoms_of(vectors: Iterable[Vector]) -> tuple[Term, ...]:
    """The atoms and letters of normal forms, then those inside them."""
    outer: dict[Term, None] = {}
    for v in vectors:
        for _, word, monomial in v:
            for a, _ in (*monomial, *(word or ())):
                outer[a] = None
    return tuple(dict.fromkeys([*outer, *[n for a in outer for n in _inside(a)]]))


@lru_cache(maxsize=4096)
def _inside(atom: Term) -> tuple[Term, ...]:
    """The subterms of an atom of which no symbol is bound."""
    free = free_symbols(atom)
    return tuple([n for n in subterms(atom) if free_symbols(n) <= free])
