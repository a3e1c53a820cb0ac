"""Whole numbers by what facts say they leave modulo a number; floors of what is whole but for a
constant.

    congruences  an equation between whole numbers in which s is multiplied by A, and what else is
                 no constant by multiples of m, says what s is modulo m / gcd(A, m): s = M q + r;
                 several are put together (Chinese remainders).  The goal is then shown with
                 M q + r for s in it and in the facts, for all whole q
    remainders   a symbol whose remainder by what is no number is known: k = m floor(k/m) + r
    whole parts  `floor(t + c) = t + floor(c)` for whole t and a number c, one after the other

`Mod(n, 6) = 5` given `Mod(n, 2) = 1`, `Mod(n, 3) = 2`: n = 6 q + 5.  Complete for linear
congruences in one unknown.  Source: CM 4.6 to 4.8.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd, lcm
from typing import Any

from derivations.kernel import Combine, Context, Proof, manifest
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, lt, ne
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import ZERO, I, Term, add, call, div, mul, neg, number
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, opening
from derivations.search.knowledge.matching import same
from derivations.search.orders.order import linear
from derivations.search.reading.facts import Vector, new_symbol, nodes, plain_facts, vector_of
from derivations.search.reading.readback import (
    CONSTANT, monomial_term, polynomial, simplified, sum_of,
)
from derivations.search.reading.references import by_equation, by_fact

# Rounds of floors inside of floors.
MAX_ROUNDS = 4
NEGATIVE = number(-1)


@dataclass(frozen=True)
class Residue:
    """A whole number is `modulus * quotient + rest`, 0 <= rest < modulus, which a fact says."""

    modulus: int
    rest: int
    quotient: Term

    def value(self, quotient: Term) -> Term:
        return add(mul(number(self.modulus), quotient), number(self.rest))


# Congruences


def has_remainders(goal: Goal) -> bool:
    """Whether an equation about a number of the goal has remainders or floors."""
    own = goal.relation.free()
    return any(
        not own.isdisjoint(fact.free()) and any(n.head in ("mod", "floor") for n in nodes(fact))
        for _, fact in plain_facts(goal.context, "=="))


def prove_by_congruences(goal: Goal) -> Proof | None:
    """The goal with `M q + r` for a whole number that is r modulo M, for all whole q."""
    whole = filter(is_whole, goal.relation.free())
    for s in sorted(whole, key=lambda s: s.name):
        draft = Draft(goal)
        found = residue(draft, s)
        if found is not None and _counts(goal, s):
            return _with_quotient(draft, s, found, len(goal.context.facts))
    return None


def _counts(goal: Goal, s: Term) -> bool:
    """Whether what a number leaves may count: it stands in floors, exponents, or in an order."""
    if goal.relation.operator in ("<", "<="):
        return True
    for node in nodes(goal.relation):
        if node.head in ("mod", "floor", "ceiling", "gcd") and s in free_symbols(node):
            return True
        if node.head in ("pow", "exp") and s in free_symbols(node.args[-1]):
            return True
    return False


def is_whole(atom: Term) -> bool:
    if atom.head == "symbol":
        return atom.sort.is_scalar and atom.sort.within("integer")
    return atom.head in ("floor", "gcd")


def whole_monomial(key: Any) -> bool:
    return key[:2] == (None, None) and all(is_whole(a) and e > 0 for a, e in key[2])


def residue(draft: Draft, s: Term) -> Residue | None:
    """What all facts say that a whole number leaves, the last fact of the draft saying so."""
    found: Residue | None = None
    for place, fact in [*plain_facts(draft.context, "==")]:
        one = _congruence(draft, place, fact, s)
        if one is not None and (found is None or lcm(found.modulus, one.modulus) > found.modulus):
            found = one if found is None else _together(draft, s, found, one)
    return found


def _congruence(draft: Draft, place: int, fact: Relation, s: Term) -> Residue | None:
    """What an equation between whole numbers says that s leaves."""
    gap = vector_of(draft.context, fact)
    alone = (None, None, ((s, 1),))
    if not gap or alone not in gap or not all(map(whole_monomial, gap)):
        return None
    if any(im for _, im in gap.values()):
        return None
    scale = lcm(*(c.denominator for c, _ in gap.values()))
    whole = {key: int(c * scale) for key, (c, _) in gap.items()}
    own, rest = whole.pop(alone), whole.pop(CONSTANT, 0)
    m = gcd(*whole.values()) if whole else 0
    common = gcd(own, m)
    if m // (common or 1) < 2 or rest % common:
        return None
    own, rest, m = own // common, rest // common, m // common
    u = pow(own, -1, m)
    others: Vector = {key: (Fraction(c * u, common * m), Fraction(0)) for key, c in whole.items()}
    leaves = -u * rest % m
    shift = (-u * rest - leaves) // m
    more = number((u * own - 1) // m)
    quotient = simplified(
        draft.context, add(neg(mul(more, s)), neg(polynomial(others)), number(shift)))
    found = Residue(m, leaves, quotient)
    factor = number(Fraction(u * scale, common))
    draft.have(eq(s, found.value(quotient)), Combine(((factor, place, None),)))
    return found


def _together(draft: Draft, s: Term, one: Residue, other: Residue) -> Residue | None:
    """What two residues say together; the first alone if they contradict each other."""
    modulus = lcm(one.modulus, other.modulus)
    a, b = modulus // one.modulus, modulus // other.modulus
    if (one.rest - other.rest) % gcd(one.modulus, other.modulus):
        return one
    x = pow(a, -1, b) if b > 1 else 0
    y = (1 - a * x) // b
    rest = a * x * one.rest + b * y * other.rest
    quotient = simplified(draft.context, add(
        mul(number(x), one.quotient), mul(number(y), other.quotient), number(rest // modulus)))
    found = Residue(modulus, rest % modulus, quotient)
    draft.have(eq(s, found.value(quotient)), Combine(tuple(
        (number(c), draft.have(eq(s, r.value(r.quotient))), None)
        for c, r in ((a * x, one), (b * y, other)) if c)))
    return found


def _with_quotient(draft: Draft, s: Term, found: Residue, first: int) -> Proof:
    """The goal for all q in place of the quotient, facts about s being put in."""
    sort = INTEGER
    equation = draft.have(eq(s, found.value(found.quotient)))
    if s.sort.within("natural") and _asks_for_sign(s, draft.relation):
        low = lt(number(-1), found.quotient)
        draft.sort(s)
        draft.have(low, linear(draft, low))
        draft.use("whole numbers", number(-1), found.quotient)
        sort = NATURAL
    elif s.sort.within("natural"):
        first = draft.sort(s) + 1
    q = new_symbol(draft.context, "q", sort, draft.relation.left, draft.relation.right)
    depth = max(draft.depth, 1)
    return with_value(
        draft, s, (q,), found.value(q), (found.quotient,), equation, first,
        lambda inside, r: draft.search.prove(inside, r, depth, draft.light))


def _asks_for_sign(s: Term, relation: Relation) -> bool:
    """Whether an order speaks of a number, or it is the exponent of what is no root of 1."""
    return relation.operator in ("<", "<=") or any(
        node.head == "pow" and s in free_symbols(node.args[1]) and node.args[0] not in (NEGATIVE, I)
        for node in nodes(relation))


def with_value(
    draft: Draft, s: Term, free: tuple[Term, ...], value: Term, at: tuple[Term, ...],
    equation: int, first: int, prove: Callable[[Context, Relation], Proof],
) -> Proof:
    """The goal since it holds with a value for s wherever the facts about s do.

    free: new symbols in the value, for all of which that is shown.   at: what these are here.
    equation: the number of the fact that s is the value there.
    first: the number of the first fact that is not put in.
    """
    change, back = Substitution({s: value}), Substitution(dict(zip(free, at, strict=True)))
    about = [(place, fact) for place, fact in plain_facts(draft.context)
             if place < first and s in fact.free()]
    guards = tuple(fact.replace(change) for _, fact in about)
    stated = Proposition(draft.relation.replace(change), free, guards)
    turned = draft.have(eq(back(value), s), Combine(((number(-1), equation, None),)))
    known = {}
    for (place, fact), guard in zip(about, guards, strict=True):
        inner = draft.aside(guard.replace(back))
        inner.rewrite(turned)
        known[Proposition(guard.replace(back))] = inner.close(by_fact(fact, place))
    if free:
        shown = draft.have(stated, opening(draft.context, stated, prove))
        last = draft.use(shown, *at, proofs=lambda p: (
            None if manifest(draft.context, p) else known.get(p)))
    else:
        for claim, proof in known.items():
            draft.have(claim, proof)
        plain = Proposition(stated.relation)
        last = draft.have(plain, prove(draft.context, plain.relation))
    draft.rewrite(equation)
    return draft.close(by_fact(draft.relation, last))


def prove_by_remainders(goal: Goal) -> Proof | None:
    """The goal with `m floor(k/m) + r` for each symbol k whose remainder by m, which is no number,
    facts say to be r."""
    draft = Draft(goal)
    for place, fact in plain_facts(goal.context, "=="):
        if fact.left.head == "mod" and fact.left.args[0] in set(nodes(goal.relation)):
            k, m = fact.left.args
            claim = eq(k, add(mul(m, call("floor", div(k, m))), fact.right))
            if m.head != "number" and draft.known(Proposition(claim)) is None:
                draft.rewrite(draft.have(claim, by_equation(place)))
    return draft.done() if draft.grown else None


def indivisible(draft: Draft, place: int, fact: Relation) -> None:
    """Add that a fraction is whole, if an equation between whole numbers says so; these facts
    contradict each other.  Raises Stuck."""
    gap = vector_of(draft.context, fact)
    if not gap or not all(map(whole_monomial, gap)) or any(im for _, im in gap.values()):
        raise Stuck("not an equation between whole numbers")
    scale = lcm(*(c.denominator for c, _ in gap.values()))
    others = {key: c * scale for key, (c, _) in gap.items() if key != CONSTANT}
    m = gcd(*map(int, others.values()))
    value = -gap.get(CONSTANT, (Fraction(0), 0))[0] * scale / (m or 1)
    if not others or value.denominator == 1:
        raise Stuck("the others divide the constant")
    whole = polynomial({key: (c / m, Fraction(0)) for key, c in others.items()})
    shown = Combine(((number(Fraction(scale, m)), place, None),))
    last = draft.have(eq(whole, number(value)), shown)
    draft.have_rewritten(eq(call("floor", whole), call("floor", number(value))), last)
    draft.use("floor", number(floor(value)), number(value))
    draft.have(ne(number(value), number(floor(value))), Combine())


# Whole parts


def work_out_floors(draft: Draft) -> bool:
    """Put what floors of whole numbers and a constant are for them in a goal in normal form;
    whether there were any."""
    changed = False
    for _ in range(MAX_ROUNDS):
        found = dict.fromkeys(n for n in nodes(draft.relation) if n.head == "floor")
        new = [t for t in found if draft.attempt(_work_out, draft, t)]
        if not new:
            break
        changed = True
    return changed


def _work_out(draft: Draft, atom: Term) -> None:
    """Raises Stuck for what is not whole but for a constant."""
    z = atom.args[0]
    if not free_symbols(z) <= draft.context.symbols:
        raise Stuck("inside a binder")
    gap = vector_of(draft.context, eq(z, ZERO))
    if gap is None or any(im or (key != CONSTANT and (c.denominator > 1 or not whole_monomial(key)))
                          for key, (c, im) in gap.items()):
        raise Stuck("not whole but for a constant")
    k = simplified(draft.context, sum_of([
        mul(number(floor(c) if key == CONSTANT else c), monomial_term(key[2]))
        for key, (c, _) in gap.items()]))
    if not same(draft.context, call("floor", k), k):
        raise Stuck("not whole")
    draft.rewrite(draft.use("floor", k, z))
