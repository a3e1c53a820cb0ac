"""What divides a part of each summand divides the sum.

`Mod(t, d) = 0`, t/d being made of whole numbers:

    together    t is a combination of what d divides by facts, and of d, as it would follow that t
                is 0 if all these were 0
    parts       for each summand of t, as it is written, a factor is looked for that d divides by a
                fact or by one lemma

Mod(a - c, m) = 0 given Mod(a - b, m) = 0 and Mod(b, m) = Mod(c, m);
Mod(a**2 + b*c, gcd(a, b)) = 0 for whole a, b, c with a != 0.
"""

from dataclasses import replace
from typing import Any

from derivations.language.statements import Proposition, eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, power, sub
from derivations.search.drafts import Draft
from derivations.search.equations import Combination, have_combined
from derivations.search.facts import FAILURES, plain_facts
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.matching import has_lemmas
from derivations.search.one_lemma import prove_by_one_lemma
from derivations.search.references import by_equation


def has_parts(goal: Goal) -> bool:
    """Whether a sum or a product is to leave nothing, or two the same, modulo what is no number."""
    left, right = goal.relation.left, goal.relation.right
    if left.head != "mod" or not free_symbols(left.args[1]) or not has_lemmas(goal.context):
        return False
    same = right.head == "mod" and right.args[1] == left.args[1]
    return same or (right == ZERO and left.args[0].head in ("add", "mul", "neg", "pow"))


def prove_by_parts(goal: Goal) -> Any:
    """The goal since the quotient is whole.  Raises Stuck."""
    (whole, divisor), right = goal.relation.left.args, goal.relation.right
    gap = whole if right == ZERO else sub(whole, right.args[0])
    draft = Draft(goal)
    draft.use("inverse", divisor)
    quotient = attempted(_combined, draft, gap, divisor)
    if quotient is None:
        quotient = _quotient(draft, gap, divisor)
    draft.have(eq(div(gap, divisor), quotient))
    draft.use("floor", quotient, div(gap, divisor))
    known = have_combined(draft, eq(call("mod", gap, divisor), ZERO))
    if right != ZERO:
        known = draft.use("mod-equal-by-difference", whole, right.args[0], divisor)
    return draft.close(by_equation(known))


def _combined(draft: Draft, term: Term, divisor: Term) -> Term:
    """What the divisor is to be multiplied by, as facts say together.  Raises Stuck."""
    multiples, quotients = [divisor], [ONE]
    for number_, fact in [*plain_facts(draft.context, "==")]:
        sides = [s for s in (fact.left, fact.right) if s != ZERO]
        if all(s.head == "mod" and s.args[1] == divisor for s in sides):
            wholes = [call("floor", div(*s.args)) for s in sides]
            insides = [s.args[0] for s in sides]
            multiples.append(sub(*insides) if sides[1:] else insides[0])
            quotients.append(sub(*wholes) if sides[1:] else wholes[0])
            draft.have(eq(multiples[-1], mul(divisor, quotients[-1])), by_equation(number_))
    zero = replace(draft.context, facts=tuple([Proposition(eq(m, ZERO)) for m in multiples]))
    inner = Goal(zero, eq(term, ZERO), draft.search, draft.depth, draft.light)
    proof = Combination(Draft(inner)).proof()
    return add(*(mul(c, quotients[k]) for c, k, _ in proof.equations))


def _quotient(draft: Draft, term: Term, divisor: Term) -> Term:
    """What the divisor is to be multiplied by, as facts say then.  Raises Stuck."""
    args = term.args
    match term.head:
        case "add" | "neg":
            parts = [_quotient(draft, a, divisor) for a in args]
            return add(*parts) if term.head == "add" else neg(*parts)
        case "mul":
            for place, factor in enumerate(args):
                try:
                    own = _quotient(draft, factor, divisor)
                except FAILURES:
                    continue
                return mul(*args[:place], own, *args[place + 1 :])
        case "pow" if args[1].head == "number" and args[1].data > 1:
            return mul(_quotient(draft, args[0], divisor), power(args[0], number(args[1].data - 1)))
    if term == divisor:
        return ONE
    claim = Proposition(eq(call("mod", term, divisor), ZERO))
    known = draft.known(claim)
    if claim.relation == draft.relation or not free_symbols(term):
        raise Stuck("nothing divides a part")
    if known is None:
        search = draft.search.again()
        known = draft.have(claim, prove_by_one_lemma(search, draft.context, claim))
    whole = call("floor", div(term, divisor))
    draft.have(eq(term, mul(divisor, whole)), by_equation(known))
    return whole
