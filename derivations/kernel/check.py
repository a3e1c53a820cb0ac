"""Checking certificates: the only place where theorems and counterexamples are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

from derivations.kernel import rules
from derivations.kernel.context import (
    Context, difference, holds, hypotheses, is_news, premises, stated_definedness,
)
from derivations.kernel.forms import OutOfReach
from derivations.kernel.heads import check_head
from derivations.kernel.polynomial import TooLarge
from derivations.kernel.proofs import (
    AnyCertificate, Certificate, Instantiate, NowhereDefined, Refutation, Values, lemmas_of,
)
from derivations.kernel.reality import is_built_real
from derivations.kernel.sizes import Sizes
from derivations.kernel.skeletons import survey
from derivations.kernel.theorem import (
    Counterexample, Rejected, Theorem, seal_counterexample, seal_theorem,
)
from derivations.language.statements import (
    Proposition, Relation, Statement, StatementError, negation,
)
from derivations.language.substitution import free_symbols, sort_symbols, subterms
from derivations.language.terms import BINDERS, NAME, RESERVED, Term


def check(
    certificate: AnyCertificate, theorems: Mapping[str, Theorem] | None = None
) -> Theorem | Counterexample:
    """Check a certificate and make what it proves.

    theorems: those that lemmas may refer to, by hash.
    Raises Rejected, with the place and the reason.
    """
    try:
        context = check_statement(certificate.statement)
        _check_heads(certificate, set())
        why = out_of_scope(certificate.statement)
        if why:
            raise Rejected("statement", why)
        if isinstance(certificate, Refutation):
            from derivations.kernel import points  # a third of the kernel; identities need none

            points.check_refutation(certificate)
            return seal_counterexample(
                certificate.statement, certificate.goal, certificate.values
            )
        if isinstance(certificate, NowhereDefined):
            return _check_nowhere(certificate)
        return _check_theorem(certificate, theorems or {}, context)
    except (OutOfReach, TooLarge) as error:
        raise Rejected("", str(error)) from error
    except StatementError as error:
        raise Rejected("statement", str(error)) from error
    except RecursionError as error:
        raise Rejected("", "the certificate is nested too deeply") from error
    except (Rejected, MemoryError):
        raise
    except Exception as error:  # whatever a rule did not foresee proves nothing
        raise Rejected("", f"the certificate cannot be checked: {error!r}") from error


def _check_heads(part: object, seen: set[int]) -> None:
    """Every term inside a certificate has heads with the arguments that they take."""
    if isinstance(part, Term):
        pending = [part]
        while pending:
            node = pending.pop()
            if id(node) not in seen:
                seen.add(id(node))
                pending += node.args
                if node.head not in ("number", "symbol") or node.args:
                    check_head(node.head, node.args, "terms")
    elif isinstance(part, tuple):
        for inside in part:
            _check_heads(inside, seen)
    elif is_dataclass(part):
        for field in fields(part):
            if field.name != "statement":  # which is looked at by itself
                _check_heads(getattr(part, field.name), seen)


def check_statement(statement: Statement) -> Context:
    """Check that a statement is closed and well-sorted.  Raises StatementError.

    Returns the context of its declared symbols, without facts.
    """
    names: set[str] = set()
    declared: set[Term] = set()
    for symbol in (*statement.declarations, *statement.exists):
        if symbol.head != "symbol" or not NAME.match(symbol.name) or symbol.name in RESERVED:
            shown = ascii(str(symbol))  # on one line, and no letters that look like others
            raise StatementError(f"{shown} cannot be declared; a declaration is a name")
        if symbol.name in names:
            raise StatementError(f"the name {symbol.name} is declared twice")
        missing = None if symbol.sort.is_scalar else sort_symbols(symbol.sort) - declared
        if missing:
            raise StatementError(
                f"the sort of {symbol.name} mentions {min(s.name for s in missing)}, "
                "which is not declared before it"
            )
        names.add(symbol.name)
        declared.add(symbol)
    context = Context(symbols=frozenset(declared))
    if not statement.goals:
        raise StatementError("the statement claims nothing")
    _check_sizes((*statement.declarations, *statement.exists), context)
    beyond = _beyond(statement)
    sizes = Sizes(bool(beyond))
    for what, propositions, known in (
        ("goal", statement.goals, declared),
        ("hypothesis", statement.hypotheses, declared.difference(statement.exists)),
    ):
        for stated in propositions:
            _check_variables(stated, what, names, known)
            inside = context.with_symbols(*stated.variables) if stated.variables else context
            _check_sizes(stated.variables, inside)
            for relation in (stated.relation, *stated.guards):
                _check_bound_names(relation)
                _check_closed(relation, known.union(stated.variables), inside)
                _check_sorts(relation, inside, sizes)
    return context


def _check_sizes(symbols: Sequence[Term], context: Context) -> None:
    """The sizes of matrices are at least 1."""
    for symbol in symbols:
        sort = symbol.sort.value if symbol.sort.is_family else symbol.sort
        if sort is not None and sort.is_matrix:
            context.normalizer.dimensions(sort)


def out_of_scope(statement: Statement) -> str:
    """Why nothing is proved or refuted of a statement, whatever it says; empty for no reason."""
    beyond = _beyond(statement)
    if statement.exists or beyond:
        return f"this edition cannot judge statements about {beyond or 'what exists'} yet"
    return ""


def _beyond(statement: Statement) -> str:
    """What no normal form knows: the first symbol of a sort that is only read and shown yet."""
    bound = [v for stated in (*statement.hypotheses, *statement.goals) for v in stated.variables]
    for symbol in (*statement.declarations, *statement.exists, *bound):
        if symbol.sort.is_scalar or symbol.sort.is_matrix:
            continue
        sorts = (symbol.sort, *symbol.sort.index, symbol.sort.value or symbol.sort)
        if any(s.kind == "permutation" for s in sorts):
            return "permutations"
        if any(s.is_matrix for s in symbol.sort.index):
            return "functions of matrices"
    return ""


def _check_variables(
    stated: Proposition, what: str, names: set[str], declared: set[Term]
) -> None:
    quantified: set[Term] = set()
    for variable in stated.variables:
        name = variable.name
        if not NAME.match(name) or name in RESERVED or name in {v.name for v in quantified}:
            raise StatementError(f"a {what} cannot quantify over {name!r}, or only once")
        if name in names:
            raise StatementError(
                f"a {what} quantifies over {name}, which is also the name of a declared symbol"
            )
        missing = sort_symbols(variable.sort) - declared - quantified
        if missing:
            raise StatementError(
                f"the sort of {name} mentions {min(s.name for s in missing)}, "
                "which is not declared before it"
            )
        quantified.add(variable)


def _check_bound_names(relation: Relation) -> None:
    """What is displayed is what is meant: an index is called by a name of its own."""
    if survey(relation) is not None:
        return  # no binders
    for side in (relation.left, relation.right):
        for node in subterms(side):
            if node.head not in BINDERS:
                continue
            index = node.args[0]
            if not NAME.match(index.name) or index.name in RESERVED:
                raise StatementError(f"{index.name!r} cannot be an index; an index is a name")
            if any(s.name == index.name and s != index for s in free_symbols(node.args[3])):
                raise StatementError(
                    f"the index {index.name} of a {node.head} has the name of another symbol in it",
                    node.place,
                )


def _check_closed(relation: Relation, known: set[Term], context: Context) -> None:
    unknown = context.free(relation) - known
    if unknown:
        name = min(s.name for s in unknown)
        raise StatementError(f"the symbol {name} is not declared", relation.left.place)


def _check_sorts(relation: Relation, context: Context, sizes: Sizes) -> None:
    try:
        sizes.check(relation, context.symbols)
    except (OutOfReach, TooLarge):  # sizes that depend on an index fit if they do written out
        if sizes.beyond:
            return
        try:
            difference(context.normalizer, relation)
        except (OutOfReach, TooLarge) as error:
            raise StatementError(f"the sizes of matrices are not seen: {error}") from error


def nothing_to_satisfy(statement: Statement, conditions: Sequence[Proposition]) -> bool:
    """Whether every value will do, and there is one.

    No matrix need be nilpotent and unitary, or skew and invertible; of one property, or one and
    real, there always is one.
    """
    sorts = (s.sort.value or s.sort for s in statement.declarations)
    return (
        not statement.hypotheses
        and not conditions
        and all(len(sort.properties - {"real"}) <= 1 for sort in sorts)
    )


def base_context(
    statement: Statement,
    ignored: frozenset[int] = frozenset(),
    bare: Context | None = None,
) -> Context:
    """The declared symbols and the hypotheses, as every proof of the statement finds them.

    bare: the context of the declared symbols, if it was made already.
    """
    if bare is not None and not statement.hypotheses:
        return bare
    stated = stated_definedness(statement)
    facts = (*hypotheses(statement), *(fact for _, fact in stated))
    # Without a hypothesis, that it is defined is not known either.
    derived = {
        number
        for number, (origin, _) in enumerate(stated, len(statement.hypotheses))
        if origin in ignored
    }
    return Context(facts, frozenset(statement.declarations), ignored | derived)


def _check_theorem(
    certificate: Certificate, theorems: Mapping[str, Theorem], bare: Context
) -> Theorem:
    statement = certificate.statement
    conditions = _check_proofs(certificate, theorems, frozenset(), bare)
    if certificate.model == () and nothing_to_satisfy(statement, conditions):
        pass
    elif certificate.model is not None:
        from derivations.kernel import points

        given = premises(statement)
        points.check_model(statement, given, conditions, certificate.model, "model")
    unused = []
    for number in range(len(statement.hypotheses)):
        try:
            fewer = _check_proofs(certificate, theorems, frozenset({number}), bare)
        except (Rejected, StatementError, OutOfReach, TooLarge):
            continue
        if fewer == conditions:
            unused.append(number)
    return seal_theorem(
        statement,
        conditions,
        certificate.model,
        tuple(certificate.lemmas),
        (),
        tuple(unused),
    )


def _check_proofs(
    certificate: Certificate,
    theorems: Mapping[str, Theorem],
    ignored: frozenset[int],
    bare: Context,
) -> tuple[Proposition, ...]:
    """Check definedness and goals; returns the conditions."""
    statement = certificate.statement
    used = lemmas_of(certificate)
    if used != set(certificate.lemmas) or len(used) != len(certificate.lemmas):
        raise Rejected("lemmas", "the lemmas listed are not those that the proofs use")
    if len(certificate.proofs) != len(statement.goals):
        raise Rejected("proofs", f"there are {len(statement.goals)} goals to prove")
    context = base_context(statement, ignored, bare)
    context, conditions = _definedness(context, certificate, theorems)
    for number, (goal, proof) in enumerate(
        zip(statement.goals, certificate.proofs, strict=True)
    ):
        _check_guards(context, goal, f"goals[{number}]")
        rules.verify(context, goal, proof, theorems, f"proofs[{number}]")
    return conditions


def _check_guards(context: Context, goal: Proposition, where: str) -> None:
    """A guard says nothing where it is not defined, and a proof takes it as it stands: so it must
    be defined everywhere."""
    inside = context.with_symbols(*goal.variables)
    for need in inside.obligations(tuple(map(Proposition, goal.guards))) if goal.guards else ():
        if not holds(inside, need):
            raise Rejected(where, f"this edition cannot judge a guard that needs {need} yet")


def _definedness(
    context: Context, certificate: Certificate, theorems: Mapping[str, Theorem]
) -> tuple[Context, tuple[Proposition, ...]]:
    """Settle every obligation: at once, by a proof, or as a condition."""
    needs = context.obligations(certificate.statement.goals)
    given = dict(certificate.definedness)
    if not set(given) <= set(range(len(needs))) or len(given) != len(certificate.definedness):
        raise Rejected("definedness", f"there are {len(needs)} obligations")
    conditions = []
    for number, need in enumerate(needs):
        proof = given.get(number)
        if proof is not None:
            where = f"definedness[{number}]"
            rules.verify(context, need, proof, theorems, where)
            context = context.with_facts(need)
        elif not holds(context, need):
            conditions.append(need)
            context = context.with_facts(need)
        elif is_news(context, need):
            context = context.with_facts(need)
    return context, tuple(conditions)


def _check_nowhere(certificate: NowhereDefined) -> Counterexample:
    statement = certificate.statement
    context = base_context(statement)
    needs = context.obligations(statement.goals)
    number = certificate.obligation
    if not 0 <= number < len(needs):
        raise Rejected("obligation", f"there are {len(needs)} obligations")
    need = needs[number]
    if need not in context.obligations(
        tuple(g for g in statement.goals if g.is_plain or need.is_plain), necessary=True
    ):
        raise Rejected("obligation", "there may be a value where this does not hold")
    relation, proof = need.relation, certificate.proof
    if not need.is_plain:  # what is needed for all values of a range fails at one of them
        context = context.with_facts(need)
        if not isinstance(proof, Instantiate) or proof.fact != len(context.facts) - 1:
            raise Rejected("proof", "expected an instance of what is needed, which fails")
        relation, proof = rules.instance(context, proof, {}, "proof").relation, proof.then
    sides = (relation.left, relation.right)
    if relation.operator in ("<", "<=") and not all(map(is_built_real, sides)):
        raise Rejected("obligation", "an order has a negation only between real numbers")
    rules.verify(context, Proposition(negation(relation)), proof, {}, "proof")
    if certificate.model is None:
        if not nothing_to_satisfy(statement, ()):
            raise Rejected("model", "the hypotheses need a model")
    else:
        from derivations.kernel import points

        points.check_model(statement, premises(statement), (), certificate.model, "model")
    return seal_counterexample(statement, 0, certificate.model, need)


__all__ = ["Values", "base_context", "check", "check_statement", "premises"]
