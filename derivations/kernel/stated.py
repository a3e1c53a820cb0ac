"""What statements say, what they need to have values, what values of their symbols satisfy.

What they need is what their terms and relations need (`definedness.py`), for all their variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from derivations.kernel.context import (
    Context, enter_proposition, enter_symbols, enter_value, instance, manifest, membership,
    permutation_claims, require,
)
from derivations.kernel.definedness import (
    claim_needs, denied, everywhere, keep, may_be_undefined, relation_needs, term_needs,
)
from derivations.kernel.definitions import Need
from derivations.kernel.proofs import Rejected
from derivations.language.sorts import NATURAL
from derivations.language.statements import Proposition, Relation, Statement, eq, replace_term
from derivations.language.substitution import (
    Substitution, heads_of, sort_at, sort_symbols, subterms,
)
from derivations.language.terms import ONE, ZERO, Term, call

if TYPE_CHECKING:
    from derivations.kernel.theorems import Theorem

# Heads that are 1 where there is a derivative or an integral.
OF_SAYING = frozenset({"differentiable", "tangent", "integrable"})

# What propositions need, and what they say because of it


def as_hypothesis(context: Context, stated: Proposition, where: str) -> Proposition:
    """A quantified hypothesis says nothing where its guards or its relation have no value: what
    they need are further guards.  Raises Rejected where that cannot be written so."""
    return _guarded(context, stated, (*stated.guards, stated.relation), where)


def as_goal(context: Context, stated: Proposition) -> Proposition:
    """A quantified goal claims nothing where its guards have no value, as everybody agrees."""
    return _guarded(context, stated, stated.guards, None)


def _needed(context: Context, stated: Proposition, where: str) -> list[Proposition]:
    """What a quantified hypothesis needs wherever its guards have values, as everybody agrees, and
    hold, and where there are the places in families and matrices that it speaks of: values at which
    it divides by 0, or of which some say that it has no value, are no counterexample.  What does
    not speak of its variables is needed anyway."""
    opened, variables = context.with_symbols(*stated.variables), stated.variables

    def moves(need: Need) -> bool:
        return not need.claim.free().isdisjoint(variables)

    of_guards = [n for guard in stated.guards for n in claim_needs(opened, guard)]
    asked = [everywhere(n.claim, variables) for n in of_guards
             if not n.spare and not (moves(n) and (n.agreed or n.place))]
    guards = _guarded(context, stated, stated.guards, where).guards
    places: list[Relation] = []
    for need in claim_needs(opened.with_facts(*map(Proposition, guards)), stated.relation):
        if not (need.place and moves(need)):
            asked += [everywhere(need.claim, variables, (*guards, *places))] * (not need.spare)
        elif need.claim.is_plain:  # of what stands after it, or around: an index has a value itself
            places.append(need.claim.relation)
    return asked


def require_said(given: tuple[Relation, ...], where: str) -> None:
    """Whether there is a derivative or an integral is given outright, `= 1`, where that depends on
    whether there are values.  Raises Rejected."""
    for relation in given:
        for side in (relation.left, relation.right):
            for node in subterms(side) if not OF_SAYING.isdisjoint(heads_of(side)) else ():
                if node.head in OF_SAYING and relation != eq(node, ONE):
                    plain = not may_be_undefined(heads_of(node.args[-1]))
                    require(plain, where, f"{node} is no number here: say that it is 1")


def _guarded(
    context: Context, stated: Proposition, needing: tuple[Relation, ...], where: str | None
) -> Proposition:
    if stated.is_plain:
        return stated
    opened = context.with_symbols(*stated.variables)
    guards = list(stated.guards)
    for number, relation in enumerate(needing):
        asked = claim_needs
        if number == len(stated.guards):  # the relation itself, where they hold
            asked, opened = relation_needs, opened.with_facts(*map(Proposition, stated.guards))
        for need in asked(opened, relation):
            if where is None and not need.agreed:
                continue
            if need.claim.is_plain:
                guards.append(need.claim.relation)
            elif where is not None:
                raise Rejected(where, f"{stated} needs {need.claim}, which is no guard")
    return Proposition(stated.relation, stated.variables, tuple(dict.fromkeys(guards)))


Put = tuple[dict[Term, Term], Context] | None


def obligations(context: Context, goals: Iterable[Proposition], put: Put = None) -> list[Need]:
    """What goals need, as `as_goal` reads them: goal by goal, for all their variables, as
    `definedness` in a certificate numbers it.

    put: values, and the context in which it is stated what the needs say of them; what normal
        forms show there is left out.  What is needed is asked before values are put in, always:
        `x**(n - 2)` needs `x != 0` at n = 7, too.
    """
    found: dict[Proposition, Need] = {}
    values, inside = put or ({}, context)
    change = Substitution(values)
    for goal in goals:
        guards = map(Proposition, goal.guards)
        opened = context.with_symbols(*goal.variables).with_facts(*guards)
        opened = replace(opened, valued=frozenset(values))
        for need in claim_needs(opened, goal.relation):
            claim = everywhere(need.claim, goal.variables, goal.guards)
            claim = instance(_without_idle(claim), values, change)
            if put is None or not manifest(inside, claim):
                keep(found, replace(need, claim=claim))
    return list(found.values())


def _without_idle(claim: Proposition) -> Proposition:
    """The same without directions times 0, as in `x + 0*v`, and without variables of which nothing
    is said, if there are values of their sort."""
    if not claim.variables:
        return claim
    relation = claim.relation
    for side in (relation.left, relation.right):
        for node in subterms(side):
            if node.head == "add" and len(node.args) == 2 and _is_idle(node.args[1]):
                relation = replace_term(relation, node, node.args[0])
    guards = (t for guard in claim.guards for t in guard.free())
    used = {*relation.free(), *guards, *(t for v in claim.variables for t in sort_symbols(v.sort))}
    kept = [v for v in claim.variables if v in used or not (
        v.sort.is_scalar or (v.sort.is_matrix and v.sort.properties <= {"real"}))]
    return replace(claim, relation=relation, variables=tuple(kept))


def _is_idle(term: Term) -> bool:
    return term.head == "mul" and term.args[0] == ZERO and all(
        factor.head == "symbol" for factor in term.args[1:])


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


def refutation_needs(
    stated: Stated, goal: Proposition, values: dict[Term, Term], inside: Context
) -> list[Need]:
    """What has to have values for a goal to be false at values that are put in."""
    opened = stated.context.with_symbols(*goal.variables)
    return obligations(opened, (Proposition(denied(goal.relation)),), (values, inside))


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
    asked: list[Proposition] = []
    put = replace(context, valued=frozenset(statement.declarations))  # what is asked is asked then
    for number, stated in enumerate(statement.hypotheses):
        where = f"statement.hypotheses[{number}]"
        enter_proposition(context, stated, where)
        require_said((stated.relation, *stated.guards), where)
        hypotheses.append(as_hypothesis(context, stated, where))
        if stated.is_plain:
            needs += claim_needs(put, stated.relation)
        else:
            asked += _needed(put, stated, where)
    inside = enter_symbols(context, statement.exists, "statement.exists")
    require(bool(statement.goals), "statement.goals", "nothing is claimed")
    for number, stated in enumerate(statement.goals):
        require_said(stated.guards, f"statement.goals[{number}]")
        if number not in grouped or not stated.is_plain:
            enter_proposition(inside, stated, f"statement.goals[{number}]")
    claims = dict.fromkeys((*hypotheses, *(n.claim for n in needs), *asked))
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
    needs = [n.claim for guard in goal.guards for n in claim_needs(inside, guard)]
    return list(dict.fromkeys((*map(Proposition, goal.guards), *needs)))


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
            found.append(everywhere(need.claim, parameters))
        if wanted.head == "symbol" and wanted.sort.kind != "permutation":
            sort = sort_at(wanted.sort, change)
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
