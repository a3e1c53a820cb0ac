"""What divides a part of each summand divides the sum.

`Mod(t, d) = 0`: for each summand of t, as it is written, a factor is looked for that d divides by a
fact or by one lemma; t/d is then made of whole numbers.  Incomplete: what d divides only together
is not thought of.

    Mod(a**2 + b*c, gcd(a, b)) = 0   for whole a, b, c with a != 0
"""

from typing import Any

from derivations.language.statements import Proposition, eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, power
from derivations.search.facts import FAILURES
from derivations.search.goals import Draft, Goal, Stuck
from derivations.search.matching import has_lemmas
from derivations.search.one_lemma import prove_by_one_lemma
from derivations.search.references import by_equation


def has_parts(goal: Goal) -> bool:
    """Whether a sum or a product is to leave nothing modulo what is no number."""
    left, right = goal.relation.left, goal.relation.right
    if left.head != "mod" or right != ZERO or left.args[0].head not in ("add", "mul", "neg", "pow"):
        return False
    return bool(free_symbols(left.args[1])) and has_lemmas(goal.context)


def prove_by_parts(goal: Goal) -> Any:
    """The goal since the quotient is whole.  Raises Stuck."""
    whole, divisor = goal.relation.left.args
    draft = Draft(goal)
    draft.use("inverse", divisor)
    quotient = _quotient(draft, whole, divisor)
    draft.have(eq(div(whole, divisor), quotient))
    draft.use("floor", quotient, div(whole, divisor))
    return draft.done()


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
