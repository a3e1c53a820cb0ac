"""What statements say, what they need to have values, what values of their symbols satisfy.

What must hold for both sides of relations to have values is listed inner terms first, by a plain
reading of terms: nothing is left out because it seems true.  What a head needs is its row in the
tables; powers, values of families and entries of matrices need more than a row can say, and are
read here.  What stands under a binder is needed at every index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from derivations.kernel.context import (
    Context, enter_proposition, enter_symbols, enter_value, index_sort, instance, manifest,
    membership, permutation_claims, require, said_of,
)
from derivations.kernel.definitions import POLES, Need, corners, is_partial, needs
from derivations.kernel.polynomial import EACH, Poly, spend
from derivations.kernel.proofs import Rejected
from derivations.kernel.syntax import inside
from derivations.language.sorts import NATURAL, REAL
from derivations.language.statements import Proposition, Relation, Statement, eq, le, lt, ne
from derivations.language.substitution import Substitution, free_symbols, fresh, map_sort, subterms
from derivations.language.terms import BINDERS, ONE, POINTED, ZERO, Term, apply, call, symbol

if TYPE_CHECKING:
    from derivations.kernel.theorems import Theorem

_PLACED = frozenset({"pow", "apply", "entry", *POINTED})


def may_be_undefined(heads: Iterable[str]) -> bool:
    """Whether a term with these heads may have no value."""
    return any(head in _PLACED or is_partial(head) for head in heads)


def relation_needs(context: Context, relation: Relation) -> list[Need]:
    """What a relation needs, in order; what normal forms show is left out.

    Each side is defined, left before right; and both are real, for an order.
    """
    found: dict[Proposition, Need] = {}
    for side in (relation.left, relation.right):
        for need in term_needs(context, side):
            _keep(found, need)
    if relation.operator in ("<", "<="):
        for side in (relation.left, relation.right):
            _keep(found, Need(Proposition(eq(call("im", side), ZERO)), exact=True, agreed=True))
    return [need for need in found.values() if not manifest(context, need.claim)]


def _keep(found: dict[Proposition, Need], need: Need) -> None:
    """Keep a need in the place of the first with this claim, and as exact and agreed as one is."""
    known = found.get(need.claim, need)
    found[need.claim] = max(known, need, key=lambda n: n.exact + n.agreed)


def term_needs(context: Context, term: Term) -> Iterator[Need]:
    """What a term needs to have a value, inner terms first, left to right."""
    if not may_be_undefined(t.head for t in subterms(term)):
        return
    nodes = _outside_binders(term)
    spend(2 * EACH * len(nodes))
    for node in nodes:
        if node.head in BINDERS:
            yield from _under(context, node)
        elif node.head in POINTED:
            integral = node.head in ("integral", "integrable")
            yield from (_integral if integral else _derivative)(context, node)
        elif node.head == "pow":
            yield from _power(context, node)
        elif node.head == "apply":
            yield from _value(node)
        elif node.head == "entry":
            yield from _entry(context, node)
        elif is_partial(node.head):
            normalizer = context.normalizer
            pole = node.head in POLES and normalizer.is_integer(normalizer.scalar_of(node.args[0]))
            for need in needs(node.head, *node.args):
                # Its variables are called by no name of the context, where it is to be stated.
                claim = need.claim.substitute({}, avoid=context.names)
                yield replace(need, claim=claim, exact=need.exact or pole)


def _outside_binders(term: Term) -> list[Term]:
    """The distinct nodes that are not inside a binder, children before parents."""
    order: list[Term] = []
    seen: set[int] = set()
    pending: list[tuple[Term, bool]] = [(term, False)]
    while pending:
        node, expanded = pending.pop()
        if expanded:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            pending.append((node, True))
            pending.extend((a, False) for a in reversed(inside(node)))
    return order


def _under(context: Context, binder: Term) -> Iterator[Need]:
    """What the body needs, at every index.  A need without the index is stated without it where
    the range is manifestly not empty."""
    index, lower, upper, body = binder.args
    sort = REAL if binder.head in POINTED else index_sort(context, lower)
    k = symbol(fresh(index.name, context.names), sort)
    under = context.with_symbols(k)
    guards = (le(lower, k), le(k, upper))
    filled = manifest(context, le(lower, upper))
    for need in term_needs(under, Substitution({index: k})(body)):
        claim = need.claim
        if not (filled and k not in claim.free()):
            claim = Proposition(
                claim.relation, (k, *claim.variables), (*guards, *claim.guards)
            )
        yield replace(need, claim=claim)


def _derivative(context: Context, term: Term) -> Iterator[Need]:
    """The point is real, the function has a value there, and a derivative: that no part of it has a
    corner there is only enough, and says why."""
    variable, at, *_, body = term.args
    there = Substitution({variable: at})
    yield Need(Proposition(eq(call("im", at), ZERO)), exact=True, agreed=True)
    exact = term.head == "diff"  # that there is no derivative says nothing of values
    yield from (replace(n, exact=n.exact and exact) for n in term_needs(context, there(body)))
    has = Proposition(eq(call("differentiable", variable, at, body), ONE))
    if exact and not manifest(context, has):
        nodes = [n for n in _outside_binders(body) if variable in free_symbols(n)]
        powers = [n.args for n in nodes if n.head == "pow" and n.args[1].head == "number"]
        squared = {id(base) for base, exponent in powers if exponent.data % 2 == 0}
        for node in nodes:
            for claim in () if id(node) in squared else _corners(context, node, variable, there):
                yield Need(Proposition(claim), exact=False, agreed=False)
        yield Need(has, exact=True, agreed=True)


def _corners(
    context: Context, term: Term, variable: Term, there: Substitution
) -> Iterator[Relation]:
    """What is asked of a part of a function, lest it has no derivative at the point."""
    yield from (relation.replace(there) for relation in corners(term.head, *term.args))
    if term.head == "apply" and term.args[0].head == "symbol" and term.args[0].sort.is_family:
        family, *places = term.args
        pairs = zip(places, family.sort.index, strict=True)
        moving, sorts = zip(*[(a, s) for a, s in pairs if variable in free_symbols(a)], strict=True)
        if len(moving) == 1 and sorts[0].is_scalar and not sorts[0].within("integer"):
            point, normalizer = there(moving[0]), context.normalizer
            value = apply(family, *(variable if a in moving else a for a in places))
            if normalizer.is_real(normalizer.scalar_of(point)):
                yield eq(call("differentiable", variable, point, value), ONE)


def _integral(context: Context, term: Term) -> Iterator[Need]:
    """The ends are real, and there is an integral.  That the function has values between them is
    only enough: the logarithm has an integral from 0 on."""
    for end in term.args[1:-1]:
        yield Need(Proposition(eq(call("im", end), ZERO)), exact=True, agreed=True)
    if term.head == "integral":
        for need in _under(context, term):
            yield replace(need, exact=False, agreed=False)
        yield Need(Proposition(eq(call("integrable", *term.args), ONE)), exact=True, agreed=True)


def _power(context: Context, term: Term) -> Iterator[Need]:
    """`0**w` has a value for natural w, and is 0 for w = 1/2, 3/2, ...; elsewhere some say so."""
    base, exponent = term.args
    normalizer = context.normalizer
    form = normalizer.scalar_of(exponent)
    known = form.rational()
    roots = known is not None and known >= 0 and known.denominator <= 2
    scalar = isinstance(normalizer.of(base), Poly)
    if normalizer.is_of(form, "natural") or (scalar and roots):
        return
    below = bool(normalizer.is_of(form, "negative"))
    yield Need(
        Proposition(ne(base if scalar else call("det", base), ZERO)), exact=below, agreed=below
    )


def _value(term: Term) -> Iterator[Need]:
    """The arguments of a family are of its index sorts, that of a permutation of n is below n."""
    family, *arguments = term.args
    own = family.args[0].sort if family.head == "inv" else family.sort
    sorts = [NATURAL] if own.kind == "permutation" else own.index
    for argument, sort in zip(arguments, sorts, strict=True):
        claims = said_of(argument, sort)
        if own.kind == "permutation":
            assert own.rows is not None
            claims.append(Proposition(lt(argument, own.rows)))
        for claim in claims:
            yield Need(claim, exact=True, agreed=False)


def _entry(context: Context, term: Term) -> Iterator[Need]:
    matrix, *places = term.args
    for place, number in zip(places, context.normalizer.size_terms(matrix), strict=True):
        for claim in (*said_of(place, NATURAL), Proposition(lt(place, number))):
            yield Need(claim, exact=True, agreed=False)


# What propositions need, and what they say because of it


def as_hypothesis(context: Context, stated: Proposition, where: str) -> Proposition:
    """A quantified hypothesis says nothing where its guards or its relation have no value: what
    they need are further guards.  Raises Rejected where that cannot be written so."""
    return _guarded(context, stated, (*stated.guards, stated.relation), where)


def as_goal(context: Context, stated: Proposition) -> Proposition:
    """A quantified goal claims nothing where its guards have no value, as everybody agrees."""
    return _guarded(context, stated, stated.guards, None)


def _guarded(
    context: Context, stated: Proposition, needing: tuple[Relation, ...], where: str | None
) -> Proposition:
    if stated.is_plain:
        return stated
    opened = context.with_symbols(*stated.variables)
    guards = list(stated.guards)
    for relation in needing:
        for need in relation_needs(opened, relation):
            if where is None and not need.agreed:
                continue
            if need.claim.is_plain:
                guards.append(need.claim.relation)
            elif where is not None:
                raise Rejected(where, f"{stated} needs {need.claim}, which is no guard")
    return Proposition(stated.relation, stated.variables, tuple(dict.fromkeys(guards)))


Put = tuple[dict[Term, Term], Context] | None


def goal_needs(context: Context, goals: Iterable[Proposition], put: Put = None) -> list[Need]:
    """What goals need, as `as_goal` reads them: goal by goal, for all their variables.

    put: values, and the context in which it is stated what the needs say of them; what normal
        forms show there is left out.  What is needed is asked before values are put in, always:
        `x**(n - 2)` needs `x != 0` at n = 7, too.
    """
    found: dict[Proposition, Need] = {}
    values, inside = put or ({}, context)
    change = Substitution(values)
    for goal in goals:
        opened = context.with_symbols(*goal.variables)
        for need in relation_needs(opened, goal.relation):
            claim = Proposition(
                need.claim.relation,
                (*goal.variables, *need.claim.variables),
                (*goal.guards, *need.claim.guards),
            )
            claim = instance(claim, values, change)
            if put is None or not manifest(inside, claim):
                _keep(found, replace(need, claim=claim))
    return list(found.values())


# Statements

Values = tuple[tuple[Term, Term], ...]


@dataclass(frozen=True)
class Stated:
    """A statement as it is read.

    context: the declared symbols; the facts are what the hypotheses say, in their order, and what
        they need to be defined, as far as everybody agrees.
    inside: the same with the `exists` symbols.
    claims: what holds where the hypotheses hold: what they say, and all that they need.
    goals: what the goals say, with what their guards need as guards.
    """

    statement: Statement
    context: Context
    inside: Context
    claims: tuple[Proposition, ...]
    goals: tuple[Proposition, ...]

    @property
    def facts(self) -> tuple[Proposition, ...]:
        return self.context.facts


def read(
    statement: Statement,
    theorems: Mapping[str, Theorem] | None = None,
    grouped: frozenset[int] = frozenset(),
) -> Stated:
    """The statement as it is read; closed and well-sorted.  Raises Rejected, StatementError.

    grouped: the numbers of goals that `examine` reads.
    """
    require(isinstance(statement, Statement), "statement", "expected a statement")
    require(_is_fixed(statement), "statement", "expected tuples, which nothing changes")
    context = Context(theorems=dict(theorems or {}))
    context = enter_symbols(context, statement.declarations, "statement.declarations")
    hypotheses: list[Proposition] = []
    needs: list[Need] = []
    for number, stated in enumerate(statement.hypotheses):
        where = f"statement.hypotheses[{number}]"
        enter_proposition(context, stated, where)
        hypotheses.append(as_hypothesis(context, stated, where))
        if stated.is_plain:
            needs += relation_needs(context, stated.relation)
    inside = enter_symbols(context, statement.exists, "statement.exists")
    require(bool(statement.goals), "statement.goals", "nothing is claimed")
    for number, stated in enumerate(statement.goals):
        if number not in grouped or not stated.is_plain:
            enter_proposition(inside, stated, f"statement.goals[{number}]")
    claims = dict.fromkeys((*hypotheses, *(n.claim for n in needs)))
    facts = dict.fromkeys((*hypotheses, *(n.claim for n in needs if n.agreed)))
    return Stated(
        statement, context.with_facts(*facts), inside.with_facts(*facts), tuple(claims),
        tuple([as_goal(inside, goal) for goal in statement.goals]),
    )  # fmt: skip


def _is_fixed(statement: Statement) -> bool:
    """Whether it is made of tuples, so that it cannot become another after it was read."""
    stated = (*statement.hypotheses, *statement.goals)
    parts = [statement.declarations, statement.hypotheses, statement.goals, statement.exists]
    parts += [part for s in stated for part in (s.variables, s.guards)]
    return all(type(part) is tuple for part in parts)


def guards_hold(context: Context, goal: Proposition) -> list[Proposition]:
    """What must hold of the variables of a goal for it to say something of them."""
    inside = context.with_symbols(*goal.variables)
    needs = [n.claim for guard in goal.guards for n in relation_needs(inside, guard)]
    return list(dict.fromkeys((*map(Proposition, goal.guards), *needs)))


def obligations(
    context: Context, goals: Iterable[Proposition], put: Put = None
) -> list[Proposition]:
    """What goals need to be defined, also once values are put in (`goal_needs`), as `definedness`
    in a certificate numbers it."""
    return [need.claim for need in goal_needs(context, goals, put)]


def _ways(wanted: Term) -> tuple[Term, ...]:
    """A symbol; of a permutation, both ways."""
    permuted = wanted.sort.kind == "permutation"
    return (wanted, call("inv", wanted)) if permuted else (wanted,)


def owed(
    context: Context,
    symbols: tuple[Term, ...],
    values: Values,
    claims: tuple[Proposition, ...],
    where: str = "values",
) -> tuple[list[Proposition], dict[Term, Term]]:
    """What has to be proved of values, closed in the context, of these symbols; the substitution.

    One value for each symbol, in order; for a permutation p one of p and one of inv(p), functions
    of naturals.  First, value by value, what it needs to be defined and that it is of its sort;
    then the claims.
    """
    wanted_of = [t for s in symbols for t in _ways(s)]
    fixed = all(type(part) is tuple for part in (values, *values))
    given = [s for s, _ in values] if fixed else None
    require(given == wanted_of, where, lambda: f"expected values of {wanted_of}")
    change: dict[Term, Term] = {}
    found: list[Proposition] = []
    for place, (wanted, value) in enumerate(values):
        here = f"{where}[{place}]"
        enter_value(context, value, here)
        parameters: tuple[Term, ...] = ()
        body = value
        if value.head == "function":
            *first, body = value.args
            parameters = tuple(first)
        for need in term_needs(context.with_symbols(*parameters), body):
            claim = need.claim
            found.append(
                Proposition(claim.relation, (*parameters, *claim.variables), claim.guards)
            )
        if wanted.head == "symbol" and wanted.sort.kind != "permutation":
            sized = not wanted.sort.is_scalar  # of what has none, nothing is to be put in
            sort = map_sort(wanted.sort, Substitution(change)) if sized else wanted.sort
            found += membership(context, value, sort, here)
            change[wanted] = value
            continue
        one_natural = value.head == "function" and [p.sort for p in parameters] == [NATURAL]
        require(one_natural, here, lambda: f"{value} is not a function of one natural")  # noqa: B023
        change[wanted] = value
        if wanted.head == "inv":  # both ways are at hand
            substitution = Substitution(change)
            claims_of = permutation_claims(wanted.args[0])
            found += [instance(claim, change, substitution) for claim in claims_of]
    substitution = Substitution(change)
    found += [instance(claim, change, substitution) for claim in claims]
    return list(dict.fromkeys(found)), change
