"""What divides a part of each summand divides the sum.

`Mod(t, d) = 0`, t/d being made of whole numbers:

    together    t is a combination of what d divides by facts, of d, and of what equations say is 0,
                as it would follow that t is 0 if all these were 0
    parts       for each summand of t, as it is written, a factor is looked for that d divides by a
                fact or by one lemma

Mod(b, m) = 0 given Mod(a*x, m) = 1 and Mod(a*b, m) = 0; Mod(e*d, n) = 1 given e d = 1 + k n, n > 1;
Mod(a**2 + b*c, gcd(a, b)) = 0 for whole a, b, c with a != 0; Mod(7, gcd(n + 3, n**2 - 2)) = 0, as
7 is n**2 - 2 less n - 3 times n + 3.
"""

from dataclasses import replace

from derivations.kernel import Proof
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, power, sub
from derivations.search.drafts import Draft
from derivations.search.equality.completion import Numbers
from derivations.search.equality.equations import Combination, have_combined
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.one_lemma import prove_by_one_lemma
from derivations.search.knowledge.patterns import has_lemmas
from derivations.search.reading.facts import FAILURES, plain_facts
from derivations.search.reading.readback import size, sum_of
from derivations.search.reading.references import by_equation

# What a greatest common divisor divides.
DIVIDED = ("gcd-divides-first", "gcd-divides-second")


def has_parts(goal: Goal) -> bool:
    """Whether what a number leaves modulo what is no numeral may follow by facts, or by parts."""
    left, right = goal.relation.left, goal.relation.right
    if left.head != "mod" or not free_symbols(left.args[1]) or not has_lemmas(goal.context):
        return False
    if _leaves(right, left.args[1]) or any(plain_facts(goal.context, "==")):
        return True
    return right == ZERO and (
        left.args[0].head in ("add", "mul", "neg", "pow") or left.args[1].head == "gcd")


def _leaves(term: Term, divisor: Term) -> bool:
    """Whether a term is what something leaves modulo the divisor."""
    return term.head == "mod" and term.args[1] == divisor


def prove_by_parts(goal: Goal) -> Proof:
    """The goal since the quotient is whole.  Raises Stuck."""
    (whole, divisor), right = goal.relation.left.args, goal.relation.right
    other = right.args[0] if _leaves(right, divisor) else right
    gap = whole if right == ZERO else sub(whole, other)
    draft = Draft(goal)
    for name in DIVIDED if divisor.head == "gcd" else ():
        draft.attempt(draft.use, name, *divisor.args)
    quotient = attempted(_combined, draft, gap, divisor)
    if quotient is None:
        quotient = _quotient(draft, gap, divisor)
    draft.use("inverse", divisor)
    draft.have(eq(div(gap, divisor), quotient))
    draft.use("floor", quotient, div(gap, divisor))
    known = have_combined(draft, eq(call("mod", gap, divisor), ZERO))
    if right != ZERO:
        known = draft.use("mod-equal-by-difference", whole, other, divisor)
    if other == right != ZERO:
        draft.rewrite(known)
        known = draft.use("mod-of-small", other, divisor)
    return draft.close(by_equation(known))


def _combined(draft: Draft, term: Term, divisor: Term) -> Term:
    """What the divisor is to be multiplied by, as facts say together.  Raises Stuck."""
    multiples, quotients = [divisor], [ONE]
    for number_, fact in [*plain_facts(draft.context, "==")]:
        if size(draft.context, fact.left) is not None:
            continue
        # Each side is what leaves it, less a whole multiple of the divisor.
        both = fact.left, fact.right
        inside = [s.args[0] if _leaves(s, divisor) else s for s in both]
        wholes = [call("floor", div(*s.args)) if _leaves(s, divisor) else ZERO for s in both]
        multiples.append(sub(*inside))
        quotients.append(sub(*wholes))
        draft.have(eq(multiples[-1], mul(divisor, quotients[-1])), by_equation(number_))
    zero = replace(draft.context, facts=tuple([Proposition(eq(m, ZERO)) for m in multiples]))
    inner = Goal(zero, eq(term, ZERO), draft.search, draft.depth, draft.light)
    made = attempted(Combination(Draft(inner)).proof)
    cofactors = Numbers(Draft(inner)).by_facts(inner.relation).items() if made is None else [
        (k, c) for c, k, _ in made.equations]
    return sum_of([mul(c, quotients[k]) for k, c in cofactors])


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
