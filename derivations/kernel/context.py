"""What a proof stands in: facts, symbols, one normalizer; and what may enter it.

Every term that enters (in a statement, a fact of `have` and `cases`, a value, a cofactor) is read
once here: its tree, the names of what it binds, that it is closed.  One context never has two
symbols of one name, those that a proof opens included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from derivations.kernel import polynomial as P
from derivations.kernel.definitions import bijection, meaning, properties
from derivations.kernel.forms import Grid, Value, Words, is_zero, size
from derivations.kernel.normal import Normalizer
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Rejected
from derivations.kernel.syntax import inside, is_name
from derivations.language.sorts import INTEGER, NATURAL, Sort
from derivations.language.statements import Proposition, Relation, forall
from derivations.language.substitution import (
    Substitution, free_symbols, fresh, sort_at, sort_symbols,
)
from derivations.language.terms import Term, apply, call, symbol

if TYPE_CHECKING:
    from derivations.kernel.theorems import Theorem


def require(condition: bool, where: str, why: str | Callable[[], str]) -> None:
    """Raise Rejected unless the condition holds."""
    if not condition:
        raise Rejected(where, why)


@dataclass(frozen=True)
class Context:
    """Facts in their order, the symbols that are arbitrary here, and what the whole check shares:
    the normalizer, the theorems at hand, and what has been used of laws and theorems.

    valued: the symbols for which values are put in.
    """

    facts: tuple[Proposition, ...] = ()
    symbols: frozenset[Term] = frozenset()
    normalizer: Normalizer = field(default_factory=Normalizer)
    theorems: Mapping[str, Theorem] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)
    valued: frozenset[Term] = frozenset()

    def with_facts(self, *facts: Proposition) -> Context:
        return self._with(self.facts + facts, self.symbols)

    def with_symbols(self, *symbols: Term) -> Context:
        return self._with(self.facts, self.symbols.union(symbols))

    def _with(self, facts: tuple[Proposition, ...], symbols: frozenset[Term]) -> Context:
        return Context(facts, symbols, self.normalizer, self.theorems, self.used, self.valued)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(s.name for s in self.symbols)


# What normal forms show


def manifest(context: Context, stated: Relation | Proposition) -> bool:
    """Whether normal forms show it without any fact."""
    if isinstance(stated, Proposition):
        stated, context = opened(context, stated)
    return manifest_gap(context.normalizer, stated.operator, context.normalizer.difference(stated))


def manifest_gap(normalizer: Normalizer, operator: str, gap: Value) -> bool:
    """Whether `left - right`, of which this is the normal form, is manifestly `operator` 0."""
    if operator == "==":
        return is_zero(gap)
    if isinstance(gap, Poly):
        if operator == "!=":
            return _is_nonzero(normalizer, gap)
        return normalizer.is_nonnegative(P.scale(gap, -1), above=operator == "<")
    # Two matrices differ where entries do, or by the identity times what is not 0.
    if isinstance(gap, Words) and gap.terms.keys() == {()}:
        return _is_nonzero(normalizer, gap.terms[()])
    entries = gap.parts if isinstance(gap, Grid) else ()
    return any(isinstance(p, Poly) and _is_nonzero(normalizer, p) for p in entries)


def _is_nonzero(normalizer: Normalizer, p: Poly) -> bool:
    """A constant ≠ 0 times exponentials and what is of a sort without 0; or above or below 0."""
    if p.is_zero:
        return False
    _, shift, rest = normalizer.split(p)
    units = all(
        normalizer.exponent(g) is not None
        or normalizer.atoms[g].sort in ("posint", "positive", "negative")
        for g, _ in shift
    )
    return (units and bool(rest.constant())) or any(
        normalizer.is_nonnegative(q, above=True) for q in (p, P.scale(p, -1))
    )


# Opening what is quantified


def opened(
    context: Context, stated: Proposition, names: tuple[str, ...] | None = None, where: str = ""
) -> tuple[Relation, Context]:
    """The relation of a proposition for symbols with these new names, its guards being facts.

    Without names the kernel takes those of the variables, or new ones like them.
    """
    if names is None:
        taken, found = set(context.names), []
        for v in stated.variables:
            found.append(fresh(v.name, taken))
            taken.add(found[-1])
        names = tuple(found)
    require(
        len(names) == len(stated.variables), where,
        lambda: f"{len(names)} names for {len(stated.variables)} variables of {stated}",
    )  # fmt: skip
    values: dict[Term, Term] = {}
    for variable, name in zip(stated.variables, names, strict=True):
        new = new_symbol(context, name, sort_at(variable.sort, values), where)
        context = context.with_symbols(new)
        values[variable] = new
    change = Substitution(values)
    guards = [Proposition(guard.replace(change)) for guard in stated.guards]
    return stated.relation.replace(change), context.with_facts(*guards)


def new_symbol(context: Context, name: str, sort: Sort, where: str) -> Term:
    """A symbol with a name that nothing in the context has."""
    require(is_name(name), where, lambda: f"{name!a} cannot be the name of a symbol")
    require(
        name not in context.names, where, lambda: f"{name} is the name of a symbol already"
    )
    return symbol(name, sort)


def instance(
    stated: Proposition, values: dict[Term, Term], change: Substitution
) -> Proposition:
    """A proposition at values of its free symbols."""
    if stated.is_plain:
        return Proposition(stated.relation.replace(change))
    return stated.substitute(values)


# What it says to be of a sort


def index_sort(context: Context, lower: Term) -> Sort:
    """What is known of an index, whatever it was declared to be."""
    normalizer = context.normalizer
    return NATURAL if normalizer.is_of(normalizer.scalar_of(lower), "natural") else INTEGER


def said_of(term: Term, sort: Sort) -> list[Proposition]:
    """What it says that a term is of a sort: of a scalar, a matrix, or a permutation."""
    if sort.is_scalar:
        return list(map(Proposition, meaning(sort.kind, term)))
    if sort.kind == "permutation":
        assert sort.rows is not None
        return list(bijection(sort.rows, term, call("inv", term)))
    return [
        Proposition(r) for name in sorted(sort.properties) for r in properties(name, term)
    ]


def permutation_claims(p: Term) -> list[Proposition]:
    """What is to be proved for values of p and inv(p): whole at whole numbers, as normal forms
    take them to be, and below n naturals and inverse."""
    k = symbol(fresh("k", {s.name for s in free_symbols(p)}), INTEGER)
    ways = p, call("inv", p)
    whole = [forall(k, relation) for way in ways for relation in meaning("integer", apply(way, k))]
    return [*whole, *said_of(p, p.sort)]


def membership(context: Context, value: Term, sort: Sort, where: str) -> list[Proposition]:
    """What is to be proved for a closed value to be of a sort; its size fits by normal forms.

    Of a symbol only what its own sort does not say.
    """
    own = value.sort if value.head == "symbol" else None
    if sort.is_family:
        if own == sort:
            return []
        parameters, body = value.args[:-1], value.args[-1:]
        fits = value.head == "function" and tuple(p.sort for p in parameters) == sort.index
        require(fits, where, lambda: f"{value} is not a {sort}")
        assert sort.value is not None
        inner = membership(context.with_symbols(*parameters), body[0], sort.value, where)
        return [Proposition(r.relation, (*parameters, *r.variables), r.guards) for r in inner]
    if sort.kind == "permutation":
        require(own == sort, where, lambda: f"{value} is not a {sort}")
        return []
    form = context.normalizer.of(value)
    require(
        isinstance(form, Poly) == sort.is_scalar, where, lambda: f"{value} is not of sort {sort}"
    )
    if sort.is_scalar:
        return [] if own is not None and own.within(sort.kind) else said_of(value, sort)
    sizes = context.normalizer.dimensions(sort)
    require(size(form) == sizes, where, lambda: f"{value} is not of the size {sort}")
    known = own.properties if own is not None else frozenset()
    return said_of(value, Sort("matrix", properties=sort.properties - known))


# What enters


def enter(context: Context, term: Term, where: str) -> Value:
    """A term of a certificate is closed here, and has a normal form, which is returned."""
    strange = free_symbols(term) - context.symbols
    require(
        not strange, where, lambda: f"{min(s.name for s in strange)} in {term} is not declared here"
    )
    return context.normalizer.of(term)


def enter_relation(context: Context, stated: Relation, where: str) -> None:
    """A relation of a certificate: its sides as `enter` says, of one kind and size."""
    require(isinstance(stated, Relation), where, "expected a relation")
    enter(context, stated.left, where)
    enter(context, stated.right, where)
    context.normalizer.difference(stated)


def enter_symbols(context: Context, declared: tuple[Term, ...], where: str) -> Context:
    """The context with new symbols, the sizes of each declared before it."""
    if not declared:
        return context
    names, known = set(context.names), set(context.symbols)
    for one in declared:
        inside(one)
        require(one.head == "symbol", where, lambda: f"{one} is no symbol")  # noqa: B023
        require(one.name not in names, where, lambda: f"{one.name} is the name of a symbol already")  # noqa: B023
        if not one.sort.is_scalar:
            sized = sort_symbols(one.sort) <= known
            require(sized, where, f"the size of {one} is not declared before it")
            context.normalizer.kind(one.sort, one)
        names.add(one.name)
        known.add(one)
    return context.with_symbols(*declared)


def enter_proposition(context: Context, stated: Proposition, where: str) -> None:
    """A proposition of a certificate: new variables of closed sorts, then its relations."""
    require(isinstance(stated, Proposition), where, "expected a proposition")
    context = enter_symbols(context, stated.variables, where)
    for relation in (*stated.guards, stated.relation):
        enter_relation(context, relation, where)


def enter_value(context: Context, value: Term, where: str) -> None:
    """A value of a symbol: a term; for a family also a `function` with new parameters."""
    if value.head == "function" and value.args:
        *parameters, value = value.args
        context = enter_symbols(context, tuple(parameters), where)
    if value not in context.symbols:  # a symbol may be a family, which has no normal form
        enter(context, value, where)
