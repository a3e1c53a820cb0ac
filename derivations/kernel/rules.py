"""The rules: when a proof proves a goal in a context.

    NormalForm    l - r - Σ cofactor · (l_k - r_k) has normal form 0; signs for ≠, <, ≤
    Have          cut
    Instantiate   a quantified fact at given values
    Lemma         a theorem at given values of its symbols
    Induction     on a natural or posint that no fact mentions
    Congruence    equal arguments give equal values, also under binders
    Rewrite       a term for an equal one, where no binder captures its symbols
    Factor        a divisor of what is not zero is not zero
    Inverse       A A⁻¹ = I = A⁻¹ A for a matrix whose determinant is not zero
    Cases, Offset, StrongInduction, Telescope, Turn      see integers.py
    Order, Separation    signs of terms, algebraic numbers; see order.py
    Law           an elementary law of the functions of analysis; see laws.py
    Residues      floors, remainders and parities, class by class; see residues.py

`verify` returns nothing and raises `Rejected` with the place and the reason.
"""

from __future__ import annotations

from collections.abc import Mapping

from derivations.kernel import forms, polynomial as P
from derivations.kernel.context import (
    Context, apart, belongs, difference, gap_holds, holds_here, premises,
)
from derivations.kernel.integers import subgoals
from derivations.kernel.normal_form import Normalizer, Value
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import (
    Cases, Cofactor, Congruence, Factor, Have, Induction, Instantiate, Inverse, Law, Lemma,
    NormalForm, Offset, Order, Proof, Residues, Rewrite, Separation, StrongInduction, Telescope,
    Turn,
)
from derivations.kernel.residues import residues
from derivations.kernel.theorem import Rejected, Theorem
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, le, replace_term
from derivations.language.substitution import Substitution, free_symbols, fresh, sort_symbols
from derivations.language.terms import BINDERS, ONE, ZERO, Term, add, mul, power, symbol

# Messages show so many characters of a side.
MAX_SHOWN = 200

Theorems = Mapping[str, Theorem]


def verify(
    context: Context, goal: Proposition, proof: Proof, theorems: Theorems, where: str
) -> None:
    """Check that the proof proves the goal.  Raises Rejected."""
    inside, relation = context.opened(goal)
    _verify(inside, relation, proof, theorems, where)


def _verify(
    context: Context, goal: Relation, proof: Proof, theorems: Theorems, where: str
) -> None:
    match proof:
        case NormalForm():
            _normal_form(context, goal, proof, where)
        case Have():
            _well_formed(context, proof.fact, f"{where}.fact")
            verify(context, proof.fact, proof.proof, theorems, f"{where}.proof")
            _verify(context.with_facts(proof.fact), goal, proof.then, theorems, f"{where}.then")
        case Instantiate():
            fact = instance(context, proof, theorems, where)
            _verify(context.with_facts(fact), goal, proof.then, theorems, f"{where}.then")
        case Lemma():
            facts = _lemma(context, proof, theorems, where)
            _verify(context.with_facts(*facts), goal, proof.then, theorems, f"{where}.then")
        case Induction():
            _induction(context, goal, proof, theorems, where)
        case Congruence():
            _congruence(context, goal, proof, theorems, where)
        case Factor():
            _factor(context, goal, proof, where)
        case Inverse():
            facts = _inverse_facts(context, proof.fact, where)
            _verify(context.with_facts(*facts), goal, proof.then, theorems, f"{where}.then")
        case Rewrite():
            changed = _rewritten(context, goal, proof.fact, where)
            _verify(context, changed, proof.then, theorems, f"{where}.then")
        case Residues():
            residues(context, goal, proof, where)
        case Order():
            from derivations.kernel.order import order

            def premise(cofactor: Cofactor, place: str) -> Value:
                return _premise(context, cofactor, place)

            order(context, goal, proof, premise, where)
        case Separation():
            from derivations.kernel.order import separation

            separation(context, goal, where)
        case Law():
            from derivations.kernel.laws import law

            for part in law(context, goal, proof, where):
                _verify(part.context, part.relation, part.proof, theorems, part.where)
        case Cases() | Offset() | StrongInduction() | Telescope() | Turn():
            for part in subgoals(context, goal, proof, where):
                _verify(part.context, part.relation, part.proof, theorems, part.where)
        case _:
            raise Rejected(where, f"unknown rule {type(proof).__name__}")


def _well_formed(context: Context, fact: Proposition, where: str) -> None:
    unknown = fact.free() - context.symbols
    if unknown:
        raise Rejected(where, f"the symbol {min(s.name for s in unknown)} is not declared here")
    names = [v.name for v in fact.variables]
    if len(set(names)) < len(names):
        raise Rejected(where, "two of the variables have one name")
    inner = apart(fact, context)
    normalizer = context.with_symbols(*inner.variables).normalizer
    for relation in (inner.relation, *inner.guards):
        difference(normalizer, relation)


def _fact(context: Context, number: int, where: str) -> Proposition:
    if not 0 <= number < len(context.facts):
        raise Rejected(where, f"there is no fact {number}; there are {len(context.facts)}")
    if number in context.ignored:
        raise Rejected(where, f"fact {number} is not to be used")
    return context.facts[number]


# Normal form with cofactors


def _normal_form(context: Context, goal: Relation, proof: NormalForm, where: str) -> None:
    normalizer = context.normalizer
    gap = difference(normalizer, goal)
    for place, cofactor in enumerate(proof.cofactors):
        part = _premise(context, cofactor, f"{where}.cofactors[{place}]")
        gap = _plus(normalizer, gap, part)
    if isinstance(gap, Poly):
        if gap_holds(normalizer, goal.operator, gap):
            return
        if not proof.cofactors and goal.operator != "==" and holds_here(normalizer, goal):
            return
    elif goal.operator == "==" and forms.is_zero(normalizer.algebra, gap):
        return
    raise Rejected(where, lambda: f"the normal forms do not show {goal!r}")


def _premise(context: Context, cofactor: Cofactor, where: str) -> Value:
    """`left (l - r) right` for the equation of the fact."""
    fact = _fact(context, cofactor.fact, where)
    if not fact.is_plain:
        raise Rejected(where, f"fact {cofactor.fact} is quantified; instantiate it first")
    if fact.relation.operator != "==":
        raise Rejected(where, f"fact {cofactor.fact} is not an equation")
    normalizer = context.normalizer
    for term in (cofactor.left, cofactor.right):
        if term is not None:
            _declared(context, term, where)
    gap = difference(normalizer, Relation("==", fact.relation.right, fact.relation.left))
    value = _times(normalizer, normalizer.value(cofactor.left), gap, where)
    if cofactor.right is not None:
        value = _times(normalizer, value, normalizer.value(cofactor.right), where)
    return value


def _declared(context: Context, term: Term, where: str) -> None:
    unknown = free_symbols(term) - context.symbols
    if unknown:
        raise Rejected(where, f"the symbol {min(s.name for s in unknown)} is not declared here")


def _times(normalizer: Normalizer, a: Value, b: Value, where: str) -> Value:
    algebra = normalizer.algebra
    if isinstance(a, Poly) and isinstance(b, Poly):
        return algebra.times(a, b)
    if isinstance(a, Poly):
        assert not isinstance(b, Poly)
        return forms.scaled(algebra, b, a)
    if isinstance(b, Poly):
        return forms.scaled(algebra, a, b)
    if not P.plus(forms.size(a)[1], P.negative(forms.size(b)[0])).is_zero:
        raise Rejected(where, "the sizes of cofactor and equation do not fit")
    return forms.times(algebra, a, b)


def _plus(normalizer: Normalizer, a: Value, b: Value) -> Value:
    if isinstance(a, Poly) and isinstance(b, Poly):
        return P.plus(a, b)
    if isinstance(a, Poly) or isinstance(b, Poly):
        raise Rejected("", "a cofactor times its equation is not of the size of the goal")
    for x, y in zip(forms.size(a), forms.size(b), strict=True):
        if not P.plus(x, P.negative(y)).is_zero:
            raise Rejected("", "a cofactor times its equation is not of the size of the goal")
    return forms.add(normalizer.algebra, [a, b])


# Instances and lemmas


def instance(
    context: Context, proof: Instantiate, theorems: Theorems, where: str
) -> Proposition:
    fact = _fact(context, proof.fact, where)
    if len(proof.values) != len(fact.variables):
        raise Rejected(
            where, f"fact {proof.fact} has {len(fact.variables)} variable(s), "
            f"not {len(proof.values)}"
        )
    values = dict(zip(fact.variables, proof.values, strict=True))
    _sorted_values(context, values, where)
    change = Substitution(values)
    guards = [g.replace(change) for g in fact.guards]
    if len(guards) != len(proof.guards):
        raise Rejected(where, f"fact {proof.fact} has {len(guards)} guard(s)")
    for place, (guard, part) in enumerate(zip(guards, proof.guards, strict=True)):
        _verify(context, guard, part, theorems, f"{where}.guards[{place}]")
    return Proposition(fact.relation.replace(change))


def _sorted_values(context: Context, values: Mapping[Term, Term], where: str) -> None:
    change = Substitution(values)
    for variable, value in values.items():
        _declared(context, value, where)
        sort = variable.sort
        if sort_symbols(sort):
            sort = change(symbol(f"{variable.name} ", sort)).sort
        if not belongs(context, value, sort):
            raise Rejected(where, f"{value} is not seen to be {sort}, the sort of {variable.name}")


def _lemma(
    context: Context, proof: Lemma, theorems: Theorems, where: str
) -> list[Proposition]:
    theorem = theorems.get(proof.theorem)
    if type(theorem) is not Theorem or theorem.hash != proof.theorem:
        raise Rejected(where, f"there is no theorem {proof.theorem[:12]}")
    declared = theorem.statement.declarations
    if len(proof.values) != len(declared):
        raise Rejected(where, f"the lemma has {len(declared)} symbol(s), not {len(proof.values)}")
    values = dict(zip(declared, proof.values, strict=True))
    _sorted_values(context, values, where)
    needed = [
        p.substitute(values) for p in (*premises(theorem.statement), *theorem.conditions)
    ]
    if len(needed) != len(proof.premises):
        raise Rejected(where, f"the lemma has {len(needed)} premise(s)")
    for place, (premise, part) in enumerate(zip(needed, proof.premises, strict=True)):
        here = f"{where}.premises[{place}]"
        verify(context, premise, part, theorems, here)
    return [goal.substitute(values) for goal in theorem.statement.goals]


# Induction


def _induction(
    context: Context, goal: Relation, proof: Induction, theorems: Theorems, where: str
) -> None:
    n = proof.variable
    if n.head != "symbol" or n not in context.symbols:
        raise Rejected(where, f"{n} is not a symbol that is declared here")
    if n.sort.kind not in ("natural", "posint"):
        raise Rejected(where, f"induction is on a natural or a posint; {n.name} is {n.sort}")
    for number, fact in enumerate(context.facts):
        if n in fact.free() and number not in context.ignored:
            raise Rejected(where, f"fact {number} mentions {n.name}")
    for used in goal.free():
        if n in sort_symbols(used.sort):
            raise Rejected(where, f"the sort of {used.name} depends on {n.name}")
    # A symbol whose sort depends on n may say what n is: a skew invertible matrix is of even size.
    context = Context(
        context.facts,
        frozenset(s for s in context.symbols if n not in sort_symbols(s.sort)),
        context.ignored,
    )
    start = ZERO if n.sort.kind == "natural" else ONE
    base = goal.replace(Substitution({n: start}))
    _verify(context, base, proof.base, theorems, f"{where}.base")
    step = goal.replace(Substitution({n: add(n, 1)}))
    _verify(context.with_facts(Proposition(goal)), step, proof.step, theorems, f"{where}.step")


# Congruence


def _congruence(
    context: Context, goal: Relation, proof: Congruence, theorems: Theorems, where: str
) -> None:
    left, right = goal.left, goal.right
    if goal.operator != "==":
        raise Rejected(where, "congruence proves equations")
    if left.head != right.head or left.data != right.data or len(left.args) != len(right.args):
        raise Rejected(where, f"{left} and {right} do not have the same head")
    if left.head in BINDERS:
        _under_binder(context, left, right, proof, theorems, where)
        return
    if not left.args or left.head == "function" or len(proof.parts) != len(left.args):
        raise Rejected(where, f"congruence needs a proof for each of {len(left.args)} arguments")
    for place, (a, b, part) in enumerate(zip(left.args, right.args, proof.parts, strict=True)):
        if left.head == "apply" and place == 0:
            if a != b:
                raise Rejected(where, "the families differ")
            continue
        _verify(context, eq(a, b), part, theorems, f"{where}.parts[{place}]")


def _under_binder(
    context: Context, left: Term, right: Term, proof: Congruence, theorems: Theorems, where: str
) -> None:
    """Equal ranges, and equal bodies for every index in the range."""
    if len(proof.parts) != 3:
        raise Rejected(where, "under a binder, prove lower, upper and body to be equal")
    for place in (1, 2):
        goal = eq(left.args[place], right.args[place])
        _verify(context, goal, proof.parts[place - 1], theorems, f"{where}.parts[{place - 1}]")
    natural = context.normalizer.algebra.is_natural(context.normalizer.scalar(left.args[1]))
    sort = NATURAL if natural else INTEGER
    taken = {s.name for s in context.symbols | free_symbols(left) | free_symbols(right)}
    k = symbol(fresh(left.args[0].name, taken), sort)
    inside = context.with_symbols(k).with_facts(
        Proposition(le(left.args[1], k)), Proposition(le(k, left.args[2]))
    )
    bodies = [Substitution({t.args[0]: k})(t.args[3]) for t in (left, right)]
    _verify(inside, eq(*bodies), proof.parts[2], theorems, f"{where}.parts[2]")


# Rewriting


def _rewritten(context: Context, goal: Relation, number: int, where: str) -> Relation:
    fact = _fact(context, number, where)
    if not fact.is_plain or fact.relation.operator != "==":
        raise Rejected(where, f"fact {number} is not a plain equation")
    return replace_term(goal, fact.relation.left, fact.relation.right)


# What is not zero


def _plain(context: Context, number: int, operator: str, where: str) -> Relation:
    """The fact as a relation without variables, with this operator."""
    fact = _fact(context, number, where)
    if not fact.is_plain or fact.relation.operator != operator:
        raise Rejected(where, f"fact {number} is not a plain relation with {operator}")
    return fact.relation


def _factor(context: Context, goal: Relation, proof: Factor, where: str) -> None:
    fact = _plain(context, proof.fact, "!=", where)
    if goal.operator != "!=":
        raise Rejected(where, "the rule shows that something is not zero")
    _declared(context, proof.quotient, where)
    normalizer = context.normalizer
    whole = difference(normalizer, fact)
    divisor = difference(normalizer, goal)
    quotient = normalizer.value(proof.quotient)
    if not (isinstance(whole, Poly) and isinstance(divisor, Poly) and isinstance(quotient, Poly)):
        raise Rejected(where, "only scalars have factors here")
    algebra = normalizer.algebra
    if not algebra.is_zero(P.plus(whole, P.negative(algebra.times(divisor, quotient)))):
        raise Rejected(where, f"fact {proof.fact} is not this multiple of the goal")


def _inverse_facts(context: Context, number: int, where: str) -> list[Proposition]:
    fact = _plain(context, number, "!=", where)
    if fact.left.head != "det" or not context.normalizer.scalar(fact.right).is_zero:
        raise Rejected(where, f"fact {number} does not say that a determinant is not zero")
    matrix = fact.left.args[0]
    inverse = Term("inv", (matrix,))
    one = power(matrix, 0)
    return [Proposition(eq(mul(matrix, inverse), one)), Proposition(eq(mul(inverse, matrix), one))]

