"""Checking certificates: the only place where theorems and counterexamples are made.

Five kinds of certificates are checked, each by the rules alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass
from functools import cached_property

from derivations.kernel.context import Context, instance, require
from derivations.kernel.definedness import may_be_undefined, relation_needs
from derivations.kernel.definitions import Need
from derivations.kernel.groups import Shape, examine
from derivations.kernel.laws import AXIOMS
from derivations.kernel.proofs import (
    AnyCertificate, At, Certificate, Groups, Impossible, Nowhere, Numbered, Proof, Refutation,
    Rejected, Witness,
)
from derivations.kernel.rules import verify, verify_each
from derivations.kernel.stated import (
    Stated, Values, as_hypothesis, guards_hold, obligations, owed, read, refutation_needs,
    require_said,
)
from derivations.language.statements import (
    Proposition, Relation, Statement, Unsettled, eq, negation,
)
from derivations.language.substitution import Substitution, sort_at
from derivations.language.terms import ONE, ZERO, Term, symbol

_KEY = object()


@dataclass(frozen=True)
class _Sealed:
    """Python cannot stop malice inside one process; this stops accidents.  Every certificate can
    be checked again from its file alone."""

    # Not kept with the object, or `dataclasses.replace` would hand it on.
    _key: InitVar[object]

    def __post_init__(self, _key: object) -> None:
        if _key is not _KEY:
            raise TypeError(f"a {type(self).__name__} is made by check from a certificate")

    def __init_subclass__(cls) -> None:
        if cls.__module__ != __name__:
            raise TypeError(f"{cls.__name__} would look like what only the kernel makes")

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(f"a {type(self).__name__} cannot be pickled; pickle its certificate")


@dataclass(frozen=True)
class Theorem(_Sealed):
    """The goals of `statement` hold, and both sides are defined, wherever the hypotheses and the
    conditions hold.

    premises: what the hypotheses say, as facts; what is to be proved where the theorem is used.
    goals: what the goals say, under the guards that they were proved with.
    conditions: what the goals need and the hypotheses do not give.
    model: values at which all hypotheses and conditions hold, checked; None when none was given.
    laws: the names of all laws that it rests on, those of its lemmas included.
    lemmas: the hashes of the theorems used, directly.
    """

    statement: Statement
    premises: tuple[Proposition, ...]
    goals: tuple[Proposition, ...]
    conditions: tuple[Proposition, ...]
    model: Values | None
    laws: tuple[str, ...]
    lemmas: tuple[str, ...]

    @property
    def axioms(self) -> tuple[str, ...]:
        """Those of its laws that numbers cannot test."""
        return tuple(name for name in self.laws if name in AXIOMS)

    @property
    def satisfied(self) -> bool:
        """Whether hypotheses and conditions hold at some values: those of the model, or any, where
        nothing is asked; but two properties of one matrix may exclude each other."""
        if self.model is not None:
            return True
        sorts = (s.sort.value or s.sort for s in self.statement.declarations)
        plain = all(len(sort.properties - {"real"}) < 2 for sort in sorts)
        return plain and not self.statement.hypotheses and not self.conditions

    @cached_property
    def hash(self) -> str:
        """What identifies the theorem: its statement and its conditions."""
        from derivations.kernel.encoding import statement_hash  # needed by few

        return statement_hash(self.statement, self.conditions)


@dataclass(frozen=True)
class Counterexample(_Sealed):
    """At `values` all hypotheses hold, and goal number `goal` is defined and false; or, with
    `exists`, no values of these symbols make all goals true (then there is no goal number).

    With `nowhere` a proposition: the goal needs it to be defined, and it fails wherever the
    hypotheses hold, of which the values are a model.
    """

    statement: Statement
    goal: int | None
    values: Values
    nowhere: Proposition | None
    laws: tuple[str, ...]
    lemmas: tuple[str, ...]


def _hold(
    context: Context,
    symbols: tuple[Term, ...],
    at: At,
    claims: tuple[Proposition, ...],
    where: str,
) -> dict[Term, Term]:
    """Check values; returns the substitution."""
    require(isinstance(at, At), where, "expected values")
    found, change = owed(context, symbols, at.values, claims, f"{where}.values")
    verify_each(context, found, at.premises, f"{where}.premises")
    return change


def _closed(context: Context) -> Context:
    """A context without symbols and facts, for numbers."""
    return Context(theorems=context.theorems, used=context.used)


# Certificates


def check(
    certificate: AnyCertificate, theorems: Mapping[str, Theorem] | None = None
) -> Theorem | Counterexample:
    """What the certificate proves.

    theorems: those that it may use, by the names by which it calls them, usually their hashes;
        what is made lists them by their own hashes.
    Raises Rejected, with the place and the reason.

    >>> from derivations.kernel.proofs import Combine
    >>> from derivations.language.stating import statement
    >>> from derivations.language.terms import div
    >>> x = symbol("x")
    >>> claimed = statement(eq(div(x, x), div(x, x)))
    >>> check(Certificate(claimed, (Combine(),))).conditions
    (x != 0,)
    """
    at_hand = dict(theorems or {})
    for name, theorem in at_hand.items():
        if type(theorem) is not Theorem:
            raise Rejected("theorems", f"{name} is no theorem, but {type(theorem).__name__}")
    checks: dict[type, Callable[..., Theorem | Counterexample]] = {
        Certificate: _certificate,
        Witness: _witness,
        Refutation: _refutation,
        Impossible: _impossible,
        Nowhere: _nowhere,
    }
    try:
        require(type(certificate) in checks, "", "not a certificate")
        return checks[type(certificate)](certificate, at_hand)
    except Rejected:
        raise
    except (Unsettled, ArithmeticError, RecursionError) as error:
        raise Rejected("", str(error)) from error
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise Rejected("", f"not well-formed: {error}") from error
    except MemoryError:
        pass  # outside, what was made is gone, and there is memory again
    raise Rejected("", "there is not enough memory")


def _certificate(certificate: Certificate, theorems: Mapping[str, Theorem]) -> Theorem:
    statement, proofs = certificate.statement, certificate.proofs
    grouped = {k: p for k, p in enumerate(proofs) if isinstance(p, Groups)}
    stated = read(statement, theorems, frozenset(grouped))
    require(not statement.exists, "statement.exists", "there is: by a witness, or impossible")
    seen: dict[Shape, frozenset[str]] = {}
    whole = set()
    for k, proof in grouped.items():  # read and decided here, once
        where, goal = f"proofs[{k}]", statement.goals[k]
        require(goal.is_plain, where, "groups are of a goal without variables")
        symbols, heads = examine(
            seen, stated.context.normalizer, goal.relation, proof.groups, where
        )
        require(symbols <= stated.context.symbols, where, "a symbol is not declared")
        if not may_be_undefined(heads):
            whole.add(k)
    goals = tuple(g for k, g in enumerate(stated.goals) if k not in whole)
    needs = obligations(stated.context, goals)
    context, conditions = _settled(stated.context, needs, certificate.definedness, needs)
    _prove(context, stated.goals, proofs, frozenset(grouped))
    return _theorem(stated, certificate.model, conditions)


def _witness(certificate: Witness, theorems: Mapping[str, Theorem]) -> Theorem:
    stated = read(certificate.statement, theorems)
    some = certificate.statement.exists
    require(bool(some), "statement.exists", "nothing is said to be there")
    change = _hold(stated.context, some, certificate.witness, (), "witness")
    substitution = Substitution(change)
    goals = tuple([instance(goal, change, substitution) for goal in stated.goals])
    before = obligations(stated.inside, stated.goals)
    without = [need for need in before if need.claim.free().isdisjoint(some)]
    needs = obligations(stated.inside, stated.goals, (change, stated.context))
    context, conditions = _settled(stated.context, needs, certificate.definedness, without)
    _prove(context, goals, certificate.proofs)
    return _theorem(stated, certificate.model, conditions)


def _settled(
    context: Context, needs: list[Need], definedness: Numbered, conditional: list[Need]
) -> tuple[Context, tuple[Proposition, ...]]:
    """What is needed becomes facts: each is proved from those before, or a condition."""
    proofs = dict(definedness)
    known = len(proofs) == len(definedness) and set(proofs) <= set(range(len(needs)))
    require(known, "definedness", lambda: f"not one proof each of the {len(needs)} needs")
    allowed = {need.claim for need in conditional}
    conditions = []
    for number, need in enumerate(needs):
        where = f"definedness[{number}]"
        proof = proofs.get(number)
        if proof is not None:
            verify(context, need.claim, proof, where)
        elif number in proofs:
            require(need.spare, where, f"not to be left out: {need.claim}")
            continue
        else:
            require(need.claim in allowed, where, f"not proved: {need.claim}")
            conditions.append(need.claim)
        context = context.with_facts(need.claim)
    return context, tuple(conditions)


def _prove(
    context: Context,
    goals: tuple[Proposition, ...],
    proofs: tuple[Proof, ...],
    decided: frozenset[int] = frozenset(),
) -> None:
    require(len(goals) == len(proofs), "proofs", f"{len(proofs)} proofs for {len(goals)} goals")
    for number, (goal, proof) in enumerate(zip(goals, proofs, strict=True)):
        if number not in decided:
            verify(context, goal, proof, f"proofs[{number}]")


def _theorem(stated: Stated, model: At | None, conditions: tuple[Proposition, ...]) -> Theorem:
    declared = stated.statement.declarations
    if model is not None:
        _hold(_closed(stated.context), declared, model, (*stated.claims, *conditions), "model")
    values = model.values if model is not None else None
    return Theorem(
        _KEY, stated.statement, stated.facts, stated.goals, conditions, values,
        *_rests_on(stated.context),
    )  # fmt: skip


def _counterexample(
    stated: Stated, goal: int | None, at: At, nowhere: Proposition | None = None
) -> Counterexample:
    rests_on = _rests_on(stated.context)
    return Counterexample(_KEY, stated.statement, goal, at.values, nowhere, *rests_on)


def _rests_on(context: Context) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The laws, those of the lemmas included, and the lemmas."""
    lemmas = [context.theorems[name[1:]] for name in context.used if name.startswith("#")]
    laws = {name for name in context.used if not name.startswith("#")}
    laws.update(*(lemma.laws for lemma in lemmas))
    return tuple(sorted(laws)), tuple(sorted(lemma.hash for lemma in lemmas))


def _goal(stated: Stated, number: int) -> Proposition:
    known = type(number) is int and 0 <= number < len(stated.goals)
    require(known, "goal", lambda: f"there is no goal {number}")
    return stated.goals[number]


def _refutation(refutation: Refutation, theorems: Mapping[str, Theorem]) -> Counterexample:
    stated = read(refutation.statement, theorems)
    require(not refutation.statement.exists, "statement.exists", "only shown to be impossible")
    goal = _goal(stated, refutation.goal)
    symbols = (*refutation.statement.declarations, *goal.variables)
    claims = (*stated.claims, *guards_hold(stated.context, goal))
    inside = _closed(stated.context)
    change = _hold(inside, symbols, refutation.at, claims, "at")
    relation = goal.relation.replace(Substitution(change))
    needs = refutation_needs(stated, goal, change, inside)
    inside, _ = _settled(inside, needs, refutation.definedness, [])
    verify(inside, Proposition(negation(relation)), refutation.proof, "proof")
    return _counterexample(stated, refutation.goal, refutation.at)


def _impossible(impossible: Impossible, theorems: Mapping[str, Theorem]) -> Counterexample:
    stated = read(impossible.statement, theorems)
    some = impossible.statement.exists
    require(bool(some), "statement.exists", "nothing is said to be there")
    inside = _closed(stated.context)
    declared = impossible.statement.declarations
    change = _hold(inside, declared, impossible.at, stated.claims, "at")
    opened = inside
    for each in some:
        change[each] = symbol(each.name, sort_at(each.sort, change))
        opened = opened.with_symbols(change[each])
    substitution = Substitution(change)
    goals = [instance(goal, change, substitution) for goal in impossible.statement.goals]
    require_said(tuple([goal.relation for goal in goals]), "statement.goals")
    needs = obligations(stated.inside, impossible.statement.goals, (change, opened))
    without = [n for n in needs if n.claim.free() <= inside.symbols]
    _settled(inside, without, impossible.definedness, [])
    facts = [as_hypothesis(opened, goal, "statement.goals") for goal in goals]
    plain = [g.relation for g in goals if g.is_plain]
    agreed = [n.claim for r in plain for n in relation_needs(opened, r) if n.agreed]
    verify(
        opened.with_facts(*facts, *agreed), Proposition(eq(ONE, ZERO)), impossible.proof, "proof"
    )
    return _counterexample(stated, None, impossible.at)


def _nowhere(nowhere: Nowhere, theorems: Mapping[str, Theorem]) -> Counterexample:
    stated = read(nowhere.statement, theorems)
    require(not nowhere.statement.exists, "statement.exists", "only shown to be impossible")
    goal = _goal(stated, nowhere.goal)
    needs = obligations(stated.context, (goal,))
    known = type(nowhere.obligation) is int and 0 <= nowhere.obligation < len(needs)
    require(known, "obligation", lambda: f"the goal needs {len(needs)} things, from 0")
    need = needs[nowhere.obligation]
    inside = stated.context.with_symbols(*need.claim.variables)
    read_there = (need.claim.relation, *need.claim.guards)
    exact = all(n.exact for r in read_there for n in (need, *relation_needs(inside, r)))
    require(exact, "obligation", lambda: f"some give a value without {need.claim}")
    claims = (*map(Proposition, need.claim.guards), *guards_hold(stated.context, goal))
    change = _hold(
        stated.context, need.claim.variables, nowhere.instance, claims, "instance"
    )
    fails: Relation = negation(need.claim.relation.replace(Substitution(change)))
    verify(stated.context, Proposition(fails), nowhere.proof, "proof")
    declared = nowhere.statement.declarations
    _hold(_closed(stated.context), declared, nowhere.model, stated.claims, "model")
    return _counterexample(stated, nowhere.goal, nowhere.model, need.claim)
