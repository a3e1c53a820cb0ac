"""Powers of a number modulo a number, whose exponent is natural.

The residues of b**e repeat: b**(e + k) leaves what b**e does, from some e on.  That b**(k t + s)
leaves r is shown by induction on t, and used where the exponent is k t + s: at a large number, or
where k divides what whole numbers in it are multiplied by.

`Mod(1999**2000, 5) = 1`, `Mod(7**(2*n), 48) = 1`.  Complete for these with periods up to
MAX_PERIOD.  Source: CM 4.8.
"""

from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, Induction
from derivations.language.sorts import NATURAL
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, number, power
from derivations.search.goals import Draft, Goal, Stuck, new_symbol, vector
from derivations.search.readback import CONSTANT, polynomial

# How many residues are looked at.
MAX_PERIOD = 200


def prove_powers_modulo(goal: Goal) -> Any:
    """The goal with what powers leave put in."""
    draft = Draft(goal)
    for node in goal.unbound("mod"):
        for part in subterms(node.args[0]):
            if part.head == "pow" and part.args[0].head == node.args[1].head == "number":
                draft.attempt(_put_in, draft, node, part)
    return draft.done() if draft.relation != goal.relation else None


def _put_in(draft: Draft, node: Term, part: Term) -> None:
    """Put what the power leaves for it, in a sum as a multiple of the modulus and that."""
    (base, e), m = part.args, node.args[1]
    if any(t.data.denominator > 1 or t.data < 2 for t in (base, m)):
        raise Stuck("not of a natural number by one")
    first, period = cycle(int(base.data), int(m.data))
    parts = vector(draft.context, eq(e, ZERO))
    rest = parts.get(CONSTANT, (Fraction(0), Fraction(0)))[0]
    others = {key: c for key, c in parts.items() if key != CONSTANT}
    if any(im or c % period or key[:2] != (None, None) for key, (c, im) in others.items()):
        raise Stuck("the exponent is no multiple of the period and a number")
    if rest.denominator > 1 or rest < first:
        raise Stuck("before the residues repeat")
    turns = (int(rest) - first) // period if not others else 0
    start = int(rest) - turns * period
    t = add(polynomial({key: (c / period, im) for key, (c, im) in others.items()}), number(turns))
    n = new_symbol(draft.context, "t", NATURAL, node)
    stated = _leaves(int(base.data), period, start, int(m.data), n)
    there = draft.use(draft.have(stated, _by_induction(draft, stated, n)), t)
    left = number(pow(int(base.data), start, int(m.data)))
    claim = eq(node, left)
    if node.args[0] != part:
        claim = eq(part, add(mul(m, call("floor", div(part, m))), left))
    draft.rewrite(draft.have(claim, Combine(((ONE, there, None),))))


def cycle(b: int, m: int) -> tuple[int, int]:
    """From where on the residues of powers repeat, and after how many.  Raises Stuck."""
    found: dict[int, int] = {}
    value = 1 % m
    for e in range(MAX_PERIOD):
        if value in found:
            return found[value], e - found[value]
        found[value] = e
        value = value * b % m
    raise Stuck("a long period")


def _leaves(b: int, period: int, start: int, m: int, n: Term) -> Proposition:
    """That `b**(period n + start)` leaves what `b**start` does, for all n."""
    whole = power(number(b), add(mul(number(period), n), number(start)))
    rest = number(pow(b, start, m))
    floor = call("floor", div(whole, number(m)))
    return Proposition(eq(whole, add(mul(number(m), floor), rest)), (n,))


def _by_induction(draft: Draft, stated: Proposition, n: Term) -> Any:
    """The step multiplies by the same power, which leaves 1 or what does not change the rest."""
    relation = stated.relation
    m, floor = relation.right.args[0].args
    rest = relation.right.args[1]
    base, e = relation.left.args
    times = int(base.data) ** int(e.args[0].args[0].data)
    start = draft.aside(relation)
    start.relation = Proposition(relation).substitute({n: ZERO}).relation
    first = start.aside(start.relation)
    lowest = first.relation.right.args[0].args[1].args[0]
    first.rewrite(first.use("floor", number(int(base.data) ** int(e.args[1].data) // int(m.data)),
                            lowest))
    later = Proposition(relation).substitute({n: add(n, ONE)}).relation
    goal = Goal(draft.context.with_symbols(n).with_facts(Proposition(relation)), later,
                draft.search, draft.depth, draft.light)
    step = Draft(goal)
    known = step.last
    more = times * int(rest.data)
    value = add(mul(number(times), floor), number(Fraction(more, int(m.data))))
    ratio = later.right.args[0].args[1].args[0]
    share = number(Fraction(times, int(m.data)))
    shown = step.have(eq(ratio, value), Combine(((share, known, None),)))
    step.rewrite(shown)
    whole = add(mul(number(times), floor), number(more // int(m.data)))
    step.rewrite(step.use("floor", whole, value))
    return Induction(n, first.close(Combine()),
                     step.close(Combine(((number(times), known, None),))))
