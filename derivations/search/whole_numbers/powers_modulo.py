"""Powers of a number modulo a number, whose exponent is natural.

The residues of b**e repeat: b**(e + k) leaves what b**e does, from some e on.  So b**(k t + s)
leaves what b**s does, as a lemma says; it is used at a large number, and where k divides what whole
numbers in the exponent are multiplied by.  A base above the modulus leaves what its residue does.

`Mod(1999**2000, 5) = 1`, `Mod(7**(2*n), 48) = 1`.  Complete for these with periods up to
MAX_PERIOD.  Source: CM 4.8.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from derivations.kernel import Combine, Proof
from derivations.language.statements import eq
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, power
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.reading.facts import vector
from derivations.search.reading.readback import CONSTANT, polynomial

# How many residues are looked at.
MAX_PERIOD = 200


def prove_powers_modulo(goal: Goal) -> Proof | None:
    """The goal with what powers leave put in."""
    draft = Draft(goal)
    for node, part in powers_of_numbers(goal):
        if not draft.attempt(_put_in, draft, node, part):
            draft.attempt(_with_smaller_base, draft, part, node.args[1])
    return draft.done() if draft.relation != goal.relation else None


def powers_of_numbers(goal: Goal) -> Iterator[tuple[Term, Term]]:
    """Remainders by a number, each with the powers of numbers in it."""
    for node in goal.unbound("mod"):
        for part in subterms(node.args[0]):
            if part.head == "pow" and part.args[0].head == node.args[1].head == "number":
                yield node, part


def _put_in(draft: Draft, node: Term, part: Term) -> None:
    """Put what the power leaves for it, in a sum as a multiple of the modulus and that."""
    (base, e), m = part.args, node.args[1]
    if any(t.data.denominator > 1 or t.data < 2 for t in (base, m)):
        raise Stuck("not of a natural number by one")
    least, period = cycle(int(base.data), int(m.data))
    parts = vector(draft.context, eq(e, ZERO))
    rest = parts.get(CONSTANT, (Fraction(0), Fraction(0)))[0]
    others = {key: c for key, c in parts.items() if key != CONSTANT}
    if any(im or c % period or key[:2] != (None, None) for key, (c, im) in others.items()):
        raise Stuck("the exponent is no multiple of the period and a number")
    if rest.denominator > 1 or rest < least:
        raise Stuck("before the residues repeat")
    turns = (int(rest) - least) // period if not others else 0
    start = int(rest) - turns * period
    t = add(polynomial({key: (c / period, im) for key, (c, im) in others.items()}), number(turns))
    again = power(base, add(number(period), number(start))), power(base, number(start))
    wholes = [int(base.data) ** k for k in (period + start, start)]
    first = _have_congruent(draft, again, wholes, m)
    there = draft.use("powers-repeat", base, m, period, start, t)
    left = number(pow(int(base.data), start, int(m.data)))
    claim = eq(node, left)
    if node.args[0] != part:
        claim = eq(part, add(mul(m, call("floor", div(part, m))), left))
    draft.rewrite(draft.have(claim, Combine(((ONE, there, None), (neg(m), first, None)))))


def _have_congruent(
    draft: Draft, terms: Sequence[Term], wholes: Sequence[int], m: Term
) -> int:
    """Add that two terms, whose values are these, leave the same by a number; returns the number of
    what the floor of the second one is."""
    later, first = (draft.use("floor", whole // int(m.data), div(t, m))
                    for t, whole in zip(terms, wholes, strict=True))
    claim = eq(*(call("mod", t, m) for t in terms))
    draft.have(claim, Combine(((neg(m), later, None), (m, first, None))))
    return first


def _with_smaller_base(draft: Draft, part: Term, m: Term) -> None:
    """Put multiples of the modulus and b**d r**n for b**(c n + d), r being what b**c leaves."""
    b, e = part.args
    parts = vector(draft.context, eq(e, ZERO))
    d, _ = parts.get(CONSTANT, (Fraction(0), 0))
    others = [(key[2], c) for key, (c, im) in parts.items() if key != CONSTANT and not im]
    if len(others) != 1 or len(others[0][0]) != 1 or others[0][0][0][1] != 1 or d < 0:
        raise Stuck("not a multiple of one number and another one")
    ((((n, _),), c),) = others
    whole = int(b.data) ** int(c) if c.denominator == 1 and 0 < c <= MAX_PERIOD else 0
    if whole < m.data:
        raise Stuck("smaller than the modulus")
    bases = number(whole), number(whole % int(m.data))
    _have_congruent(draft, bases, [int(t.data) for t in bases], m)
    there = draft.use("powers-congruent", *bases, m, n)
    power_, rest = (power(t, n) for t in bases)
    floors = [call("floor", div(t, m)) for t in (power_, rest)]
    factor = power(b, number(d))
    value = add(mul(m, factor, add(floors[0], neg(floors[1]))), mul(factor, rest))
    draft.rewrite(draft.have(eq(part, value), Combine(((factor, there, None),))))


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
