"""Logarithms, arguments, roots and powers on their branches.

    roots        `sqrt(z) = s` since s is in the range of roots and its square is z: s is what the
                 rest of the equation says
    logarithms   the logarithm of a product is the sum of those of its factors and k turns: each k
                 is tried, the imaginary parts are bounded by what laws say of the factors
    powers       put through logarithms where the base is not 0; what then remains is linear algebra
                 in exponentials
    signs        a real number that is not 0 is positive or negative

Incomplete: logarithms of sums are known by their half-plane only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, asked, manifest
from derivations.language.statements import Proposition, Relation, eq, le, lt
from derivations.language.substitution import free_symbols
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, conj, mul, neg, number, power,
)
from derivations.search.bounds import alone, root_facts
from derivations.search.denominators import cancelled
from derivations.search.equations import Combination
from derivations.search.goals import FAILURES, Draft, Goal, Stuck, nodes, plain_facts
from derivations.search.instances import with_roots
from derivations.search.matching import same
from derivations.search.numeric import seen_apart
from derivations.search.order import combination
from derivations.search.readback import form, scaled, simplified, sum_of
from derivations.search.reductions import nonzero
from derivations.search.rewriting import combined, determined

HALF = number(Fraction(1, 2))
# What bounds the imaginary part of a logarithm, the best first.
RANGES = ("log is real", "log in upper half", "log in lower half", "log in right half",
          "log in closed right half")  # fmt: skip
# Quarters of a turn that an angle is shifted by, to be between 0 and half a turn.
QUARTERS = (0, 1, -1, 2, -2, 3, -3, 4, -4)
# Turns that are tried, and logarithms in one goal.
TURNS, MAX_LOGS = (0, 1, -1), 8


# Roots and inverse functions


def prove_root(goal: Goal) -> Any:
    """A root is what the rest of the equation is."""
    for node in goal.atoms:
        value = determined(goal.context, goal.gap, node) if node.head == "sqrt" else None
        if value is None:
            continue
        draft = Draft(goal)
        for root in draft.aside(eq(value, ZERO)).goal.unbound("sqrt"):
            draft.attempt(root_facts, draft, root.args[0])
        if draft.attempt(inverted, draft, node, value):
            return draft.close(Combination(draft).proof())
    return None


def inverted(draft: Draft, node: Term, value: Term) -> None:
    """Add `node = value`, for a root or a logarithm."""
    (z,) = node.args
    inner = draft.aside(eq(node, value))
    with_ranges(inner, [t for t in nodes(draft.relation) if t.head in ("asin", "acos", "atan")])
    with_products_of_roots(inner)
    used(inner, node.head, value, z)
    draft.have(eq(node, value), inner.close(Combination(inner).proof()))


def bounded(draft: Draft, claim: Relation) -> Any:
    """A proof of a bound or of an equation among the facts of a draft."""
    inner = draft.aside(claim)
    if manifest(draft.context, claim):
        return Combine()
    if claim.operator == "==":
        proof = combined(inner)
        if proof is None:
            with_roots(inner)
            proof = combined(inner)
    else:
        ways = (combination, by_squares, by_signs_of_angles)
        found = (attempted(way, inner) for way in ways)
        proof = next((proof for proof in found if proof is not None), None)
    return draft.premise(Proposition(claim)) if proof is None else inner.close(proof)


def linear(draft: Draft, claim: Relation) -> Any:
    """A proof of an order by a combination of facts.  Raises Stuck."""
    inner = draft.aside(claim)
    proof = combination(inner)
    if proof is None:
        raise Stuck("no combination of facts")
    return inner.close(proof)


def by_squares(draft: Draft) -> Any:
    """A bound of a root by the squares of both sides."""
    strictly = " strictly" if draft.relation.operator == "<" else ""
    for root, c, rest in alone(draft.goal, "sqrt"):
        root_facts(draft, root.args[0])
        sides = (rest, root) if c > 0 else (root, rest)
        last = used(draft, f"from squares{strictly}", *sides)
        return Combine((), ((abs(c), last),))
    raise Stuck("no root is one side")


def by_signs_of_angles(draft: Draft) -> Any:
    """A bound by the signs of sines and cosines: those of angles between 0 and half a turn."""
    if draft.light:
        raise Stuck("too costly")
    before = len(draft.steps)
    for u in _angles(draft):
        for quarter in QUARTERS:
            for t in (u, neg(u)):
                z = add(t, mul(number(Fraction(quarter, 2)), PI))
                any(draft.attempt(_sine, draft, name, z) for name in ("sine positive", "sine sign"))
    if len(draft.steps) == before:
        raise Stuck("no angle whose sine has a known sign")
    return combination(draft)


def _angles(draft: Draft) -> list[Term]:
    """The angles whose sines and cosines the goal speaks of, up to their sign."""
    found = {t.args[0]: None for t in nodes(draft.relation) if t.head in ("sin", "cos")}
    for _, _, m in draft.goal.gap:
        turns = [mul(number(-e), I, a.args[0]) for a, e in m if a.head == "exp"]
        if turns:
            found[simplified(draft.context, add(*turns, ZERO))] = None
    return [u for k, u in enumerate(found) if same(draft.context, conj(u), u) and not any(
        same(draft.context, u, neg(other)) for other in [*found][:k])]


def _sine(draft: Draft, name: str, z: Term) -> None:
    """Add the sign of a sine, where the angle is between bounds that facts give."""
    premises, _, _ = asked(draft.context, name, (z,))
    draft.use(name, z, proofs=[linear(draft, p.relation) for p in premises])


def prove_by_angles(goal: Goal) -> Any:
    """A bound by the signs of sines and cosines."""
    draft = Draft(goal)
    return draft.close(by_signs_of_angles(draft))


def with_products_of_roots(draft: Draft) -> None:
    """Add that the root of a composite number is a product of roots."""
    numbers = {t.args[0].data for t in nodes(draft.relation)
               if t.head == "sqrt" and t.args[0].head == "number"}
    for n in sorted(n for n in numbers if n.denominator == 1 and n > 3):
        for p in (2, 3, 5, 7, 11, 13):
            if n % p == 0 and n > p:
                draft.attempt(draft.use, "sqrt of a product", number(p), number(n / p))
                break


def used(draft: Draft, name: str, *values: Term) -> int:
    """Add what a law says, its premises being bounds or equations among the facts."""
    premises, _, _ = asked(draft.context, name, values)
    return draft.use(name, *values, proofs=tuple(
        None if manifest(draft.context, p)
        else bounded(draft, p.relation) if p.is_plain else draft.premise(p) for p in premises))


def attempted(step: Callable[..., Any], *arguments: Any) -> Any:
    """What a step returns; None where it fails."""
    try:
        return step(*arguments)
    except FAILURES:
        return None


# Logarithms


def prove_with_logarithms(goal: Goal) -> Any:
    """Powers put through logarithms, logarithms of products taken apart."""
    draft = Draft(goal)
    for node in goal.unbound("exp"):
        draft.attempt(_exponent_cancelled, draft, node.args[0])
    for node in _powers(draft):
        draft.attempt(_through_logarithm, draft, node)
    for node in _logarithms(draft):
        draft.attempt(_apart, draft, node)
    with_ranges(draft)
    if not draft.grown:
        return None
    return draft.close(bounded(draft, draft.relation))


def _powers(draft: Draft) -> Iterator[Term]:
    """Powers and roots; not those roots of numbers that no powers of numbers stand beside."""
    found = dict.fromkeys((*draft.goal.atoms, *nodes(draft.relation)))
    plain = not any(node.head in ("pow", "log") and node.args[0].head == "number"
                    for node in found)
    for node in found:
        fractional = node.head == "pow" and (
            node.args[1].head != "number" or node.args[1].data.denominator > 1)
        root = node.head == "sqrt" and not (plain and node.args[0].head == "number")
        if free_symbols(node) <= draft.context.symbols and (root or fractional):
            yield node


def _logarithms(draft: Draft) -> list[Term]:
    """The logarithms in the goal and in the facts, without bound symbols."""
    found = dict.fromkeys(a for a in draft.goal.atoms if a.head == "log")
    found.update(dict.fromkeys(t for t in nodes(draft.relation) if t.head == "log"))
    for _, fact in plain_facts(draft.context, "=="):
        found.update(dict.fromkeys(t for t in nodes(fact) if t.head == "log"))
    return [t for t in found if free_symbols(t) <= draft.context.symbols][:MAX_LOGS]


def _exponent_cancelled(draft: Draft, e: Term) -> None:
    """Put an exponent without a divisor and what it divides into the goal."""
    known = cancelled(draft, e)
    if known is not None:
        draft.rewrite(known)


def _apart(draft: Draft, node: Term) -> None:
    """A logarithm in the goal, and what it is."""
    value = taken_apart(draft, node.args[0])
    if value != node and node in nodes(draft.relation):
        draft.rewrite(draft.known(Proposition(eq(node, value))))  # type: ignore[arg-type]


def _through_logarithm(draft: Draft, node: Term) -> None:
    """Add that a power or a root is an exponential; its logarithm is taken apart inside it."""
    base, e = (node.args[0], HALF) if node.head == "sqrt" else node.args
    nonzero(draft, base)
    draft.use("power", base, e)
    value = taken_apart(draft, base)
    claim = eq(node, call("exp", mul(e, value)))
    inner = draft.aside(claim)
    said = inner.known(Proposition(eq(call("log", base), value)))
    power_is = inner.known(Proposition(eq(power(base, e), call("exp", mul(e, call("log", base))))))
    inside = eq(call("exp", mul(e, call("log", base))), call("exp", mul(e, value)))
    if said is not None:
        inner.have_rewritten(inside, said)
    same_exp = inner.known(Proposition(inside))
    equations = [(ONE, k, None) for k in (power_is, same_exp) if k is not None]
    number_ = draft.have(claim, inner.close(Combine(tuple(equations))))
    if node in nodes(draft.relation):
        draft.rewrite(number_)


def taken_apart(draft: Draft, z: Term) -> Term:
    """The logarithm of z by those of its factors, added as a fact; log z itself if z is simple."""
    whole = call("log", z)
    parts = list(_parts(draft, z))
    value = sum_of(parts)
    if same(draft.context, whole, value):
        return whole
    known = next((f.right for _, f in plain_facts(draft.context, "==") if f.left == whole), None)
    if known is not None:
        return known
    with_ranges(draft, [t for p in parts for t in nodes(eq(p, p)) if t.head == "log"])
    for turns in TURNS:
        wanted = value if not turns else add(value, mul(number(2 * turns), I, PI))
        wanted = simplified(draft.context, wanted)
        if free_symbols(whole):
            if draft.attempt(inverted, draft, whole, wanted):
                return wanted
        elif not seen_apart(whole, wanted) and draft.attempt(draft.have, eq(whole, wanted)):
            return wanted
    raise Stuck(f"the logarithm of {z} stays whole")


def _parts(draft: Draft, z: Term) -> Iterator[Term]:
    """Logarithms of the factors of z, up to whole turns."""
    parts = draft.goal.reader.monomials(form(draft.context, z))
    if len(parts) != 1:
        yield call("log", z)
        return
    (((_, word, monomial), c),) = parts.items()
    if word is not None:
        raise Stuck("no scalar")
    sign, factors = _unit(c)
    for atom, e in monomial:
        times = number(e) if isinstance(e, (int, Fraction)) else e
        if atom.head == "exp":
            yield mul(times, atom.args[0])
        elif atom.head == "conj":
            yield mul(times, conj(call("log", atom.args[0])))
        elif atom.head == "sqrt":
            yield from (mul(HALF, times, p) for p in _parts(draft, atom.args[0]))
        elif atom.head == "div" and atom.args[0] == ONE:
            yield from (neg(mul(times, p)) for p in _parts(draft, atom.args[1]))
        elif (atom.head == "symbol" and atom.sort.kind == "negative") or _negative(draft, atom):
            yield mul(times, call("log", neg(atom)))
            if e % 2:
                sign += e
        elif e == 1 and not factors and len(monomial) == 1 and not sign:
            yield call("log", z)
        else:
            yield mul(times, call("log", atom))
    if sign % 2:
        yield mul(number(sign % 2 if sign % 2 <= 1 else sign % 2 - 2), I, PI)
    yield from factors


def _unit(c: Any) -> tuple[Fraction, list[Term]]:
    """The argument of a number, in half turns, and the logarithm of what is left."""
    re, im = c
    for half_turns, value in ((Fraction(0), re), (Fraction(1), -re)):
        if not im and value > 0:
            return half_turns, [] if value == 1 else [call("log", number(value))]
    for half_turns, value in ((Fraction(1, 2), im), (Fraction(-1, 2), -im)):
        if not re and value > 0:
            return half_turns, [] if value == 1 else [call("log", number(value))]
    if abs(re) == abs(im):
        turn = Fraction(1, 4) if re > 0 else Fraction(3, 4)
        return turn if im > 0 else -turn, [mul(HALF, call("log", number(2 * re * re)))]
    return Fraction(0), [call("log", scaled(c, []))]


def _negative(draft: Draft, atom: Term) -> bool:
    """Whether a fact says that it is below 0."""
    try:
        draft.premise(Proposition(lt(atom, ZERO)))
    except FAILURES:
        return False
    return True


def with_ranges(draft: Draft, more: Sequence[Term] = ()) -> None:
    """Add the range of each logarithm and of each inverse function, and that exp inverts log."""
    found = dict.fromkeys(more)
    found.update(dict.fromkeys(_logarithms(draft)))
    found.update(dict.fromkeys(draft.goal.unbound("asin", "acos", "atan")))
    for node in [*found]:
        z = node.args[0]
        if node.head == "log":
            if draft.attempt(nonzero, draft, z):
                draft.attempt(draft.use, "exp of log", z)
            if not any(draft.attempt(draft.use, name, z) for name in RANGES[:2]):
                draft.attempt(draft.use, "log range", z)
                any(draft.attempt(draft.use, name, z) for name in RANGES[2:])
        elif node.head in ("asin", "acos"):
            draft.attempt(draft.use, "sin of asin", z)
            draft.attempt(draft.use, "asin range", z)
        else:
            draft.attempt(draft.use, "tan of atan", z)
            draft.attempt(draft.use, "atan range", z)
            draft.attempt(draft.use, "atan above zero", z)
        for part in dict.fromkeys(nodes(eq(z, ZERO))):
            if part.head == "div" and part.args[1].head != "number":
                draft.attempt(draft.use, "inverse", part.args[1])
    for fact in [f for _, f in plain_facts(draft.context, "!=")]:
        for a, b in ((fact.left, fact.right), (fact.right, fact.left)):
            draft.attempt(_strictly, draft, a, b)


def _strictly(draft: Draft, a: Term, b: Term) -> None:
    """Add `a < b` where `a ≤ b` follows and `a ≠ b` is known."""
    gap = add(b, neg(a))
    inner = draft.aside(le(ZERO, gap))
    proof = combination(inner)
    if proof is None:
        raise Stuck("not known to be at most that")
    draft.use("above zero", gap, proofs=(inner.close(proof), None))
