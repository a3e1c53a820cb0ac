"""Rules about integers and sums; each gives the goals that remain to be proved.

    Cases             a ≤ b or b < a (b + 1 ≤ a for integers); a = b or a ≠ b
    Offset            an integer that is at least a is `a + m` with m natural
    StrongInduction   P(0), ..., P(d - 1), and P(n), ..., P(n + d - 1) entail P(n + d); facts about
                      n are part of P
    Telescope         Σ_{a ≤ k ≤ b} (G(k + 1) - G(k)) = G(b + 1) - G(a) when b - a + 1 is natural
    Turn              e^{2πi a/b} ≠ 1 for 0 < a < b

Terms are total here (see `generators.py`), so G and the bodies of sums have values everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, difference
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cases, Offset, Proof, StrongInduction, Telescope, Turn
from derivations.kernel.theorem import Rejected
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, negation
from derivations.language.substitution import Substitution, free_symbols, fresh, sort_symbols
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, div, exp, mul, number, sub, symbol,
)

# An induction starts from at most so many values.
MAX_BASES = 12


class Subgoal(NamedTuple):
    """A relation to be proved in a context by a proof, and where that proof stands."""

    context: Context
    relation: Relation
    proof: Proof
    where: str


def subgoals(
    context: Context,
    goal: Relation,
    proof: Cases | Offset | StrongInduction | Telescope | Turn,
    where: str,
) -> Iterable[Subgoal]:
    """What remains to be proved, in order.  Raises Rejected when the rule does not apply."""
    match proof:
        case Cases():
            return cases(context, goal, proof, where)
        case Offset():
            return offset(context, goal, proof, where)
        case StrongInduction():
            return strong_induction(context, goal, proof, where)
        case Telescope():
            return telescope(context, goal, proof, where)
        case Turn():
            return turn(context, goal, proof, where)


def declared(context: Context, term: Term, where: str) -> None:
    unknown = free_symbols(term) - context.symbols
    if unknown:
        raise Rejected(where, f"the symbol {min(s.name for s in unknown)} is not declared here")


# Cases


def cases(context: Context, goal: Relation, proof: Cases, where: str) -> list[Subgoal]:
    relation = proof.relation
    for side in (relation.left, relation.right):
        declared(context, side, where)
    other = _negation(context, relation, where)
    return [
        Subgoal(context.with_facts(Proposition(fact)), goal, part, f"{where}.{name}")
        for fact, part, name in (
            (relation, proof.first, "first"), (other, proof.second, "second")
        )
    ]


def _negation(context: Context, relation: Relation, where: str) -> Relation:
    normalizer = context.normalizer
    a, b = normalizer.scalar(relation.left), normalizer.scalar(relation.right)
    if relation.operator == "==":
        return negation(relation)
    algebra = normalizer.algebra
    if relation.operator != "<=" or not (algebra.is_real(a) and algebra.is_real(b)):
        raise Rejected(where, "cases are a ≤ b for numbers seen to be real, or a = b")
    if algebra.is_integer(a) and algebra.is_integer(b):
        return le(add(relation.right, 1), relation.left)
    return negation(relation)


# Integers from a lower bound on


def offset(context: Context, goal: Relation, proof: Offset, where: str) -> list[Subgoal]:
    n, m = proof.variable, proof.symbol
    _variable(context, n, goal, where)
    if not n.sort.within("integer"):
        raise Rejected(where, f"{n.name} is {n.sort}, not an integer")
    declared(context, proof.lower, where)
    if n in free_symbols(proof.lower):
        raise Rejected(where, f"the lower bound mentions {n.name}")
    normalizer = context.normalizer
    if not normalizer.algebra.is_integer(normalizer.scalar(proof.lower)):
        raise Rejected(where, "the lower bound is not seen to be an integer")
    if m.head != "symbol" or m.sort != NATURAL:
        raise Rejected(where, "the new symbol must be a natural")
    if m.name in _names(context, goal):
        raise Rejected(where, f"the name {m.name} is taken")
    change = Substitution({n: add(proof.lower, m)})
    facts = [f.substitute(change.values) for f in context.facts]
    if n.sort.within("natural"):
        least = ONE if n.sort.kind == "posint" else ZERO
        facts.append(Proposition(le(least, add(proof.lower, m))))
    inside = Context(tuple(facts), (context.symbols - {n}) | {m}, context.ignored)
    return [
        Subgoal(context, le(proof.lower, n), proof.bound, f"{where}.bound"),
        Subgoal(inside, goal.replace(change), proof.then, f"{where}.then"),
    ]


def _variable(context: Context, n: Term, goal: Relation, where: str) -> None:
    """Check that n is a symbol of the context on which no sort depends."""
    if n.head != "symbol" or n not in context.symbols:
        raise Rejected(where, f"{n} is not a symbol that is declared here")
    used = context.symbols.union(goal.free(), *(f.free() for f in context.facts))
    for other in sorted(used, key=lambda s: s.name):
        if n in sort_symbols(other.sort):
            raise Rejected(where, f"the sort of {other.name} depends on {n.name}")


def _names(context: Context, goal: Relation) -> set[str]:
    names = {s.name for s in context.symbols | goal.free()}
    for fact in context.facts:
        names |= {s.name for s in fact.free()} | {v.name for v in fact.variables}
    return names


# Induction over several values


def strong_induction(
    context: Context, goal: Relation, proof: StrongInduction, where: str
) -> Iterator[Subgoal]:
    n, depth = proof.variable, len(proof.bases)
    _variable(context, n, goal, where)
    if n.sort.kind not in ("natural", "posint"):
        raise Rejected(where, f"induction is on a natural or a posint; {n.name} is {n.sort}")
    if not 1 <= depth <= MAX_BASES:
        raise Rejected(where, f"an induction has from 1 to {MAX_BASES} bases, not {depth}")
    start = 0 if n.sort.kind == "natural" else 1
    for place, base in enumerate(proof.bases):
        inside = _about(context, n, number(start + place), where)
        at = goal.replace(Substitution({n: number(start + place)}))
        yield Subgoal(inside, at, base, f"{where}.bases[{place}]")
    earlier = []
    for place in range(depth):
        change = Substitution({n: add(n, place)})
        guards = tuple(f.relation.replace(change) for f in _moved(context, n, where))
        earlier.append(Proposition(goal.replace(change), (), guards))
    inside = _about(context, n, add(n, depth), where).with_facts(*earlier)
    yield Subgoal(
        inside, goal.replace(Substitution({n: add(n, depth)})), proof.step, f"{where}.step"
    )


def _moved(context: Context, n: Term, where: str) -> list[Proposition]:
    """The facts about n, which must be plain relations."""
    found = []
    for place, fact in enumerate(context.facts):
        if place in context.ignored or n not in fact.free():
            continue
        if not fact.is_plain:
            raise Rejected(where, f"fact {place} mentions {n.name} and is quantified")
        found.append(fact)
    return found


def _about(context: Context, n: Term, value: Term, where: str) -> Context:
    """The context with its facts about n at a value of n."""
    moved = _moved(context, n, where)
    change = Substitution({n: value})
    facts = tuple(
        Proposition(f.relation.replace(change)) if f in moved else f for f in context.facts
    )
    return Context(facts, context.symbols, context.ignored)


# Telescoping


def telescope(
    context: Context, goal: Relation, proof: Telescope, where: str
) -> list[Subgoal]:
    total, rising = proof.sum, proof.antidifference
    if total.head != "sum":
        raise Rejected(where, "only sums telescope")
    index, lower, upper, body = total.args
    declared(context, total, where)
    unknown = free_symbols(rising) - context.symbols - {index}
    if unknown:
        raise Rejected(where, f"the symbol {min(s.name for s in unknown)} is not declared here")
    normalizer = context.normalizer
    normalizer.scalar(total)  # checks the sorts
    algebra = normalizer.algebra
    first, last = normalizer.scalar(lower), normalizer.scalar(upper)
    terms = P.total([last, P.negative(first), P.ONE])
    if not algebra.is_natural(terms):
        raise Rejected(where, "the number of terms of the sum is not seen to be natural")
    taken = _names(context, goal) | {
        s.name for t in (total, rising) for s in free_symbols(t)
    }
    k = symbol(
        fresh(index.name, taken | {index.name}),
        NATURAL if algebra.is_natural(first) else INTEGER,
    )
    inside = context.with_symbols(k).with_facts(
        Proposition(le(lower, k)), Proposition(le(k, upper))
    )

    def at(term: Term, value: Term) -> Term:
        return Substitution({index: value})(term)

    step = eq(at(body, k), sub(at(rising, add(k, 1)), at(rising, k)))
    fact = eq(total, sub(at(rising, add(upper, 1)), at(rising, lower)))
    gap = difference(normalizer, fact)  # checks the sorts at both ends
    if not isinstance(gap, Poly):
        raise Rejected(where, "the sum is not scalar")
    return [
        Subgoal(inside, step, proof.step, f"{where}.step"),
        Subgoal(context.with_facts(Proposition(fact)), goal, proof.then, f"{where}.then"),
    ]


# Turns that are not whole


def turn(context: Context, goal: Relation, proof: Turn, where: str) -> list[Subgoal]:
    a, b = proof.numerator, proof.denominator
    for term in (a, b):
        declared(context, term, where)
    stated = Relation("!=", exp(mul(2, PI, I, div(a, b))), ONE)
    gaps = [difference(context.normalizer, r) for r in (goal, stated)]
    if goal.operator != "!=" or not all(isinstance(g, Poly) for g in gaps):
        raise Rejected(where, "the goal is not e^{2πi a/b} ≠ 1")
    shown, wanted = (g for g in gaps if isinstance(g, Poly))
    algebra = context.normalizer.algebra
    if not any(
        algebra.is_zero(P.plus(shown, x)) for x in (wanted, P.negative(wanted))
    ):
        raise Rejected(where, "the goal is not e^{2πi a/b} ≠ 1")
    return [
        Subgoal(context, lt(ZERO, a), proof.lower, f"{where}.lower"),
        Subgoal(context, lt(a, b), proof.upper, f"{where}.upper"),
    ]
