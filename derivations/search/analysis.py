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

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from derivations.kernel import Combine, asked, manifest
from derivations.language.statements import Proposition, Relation, eq, lt
from derivations.language.substitution import free_symbols
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, conj, mul, neg, number,
)
from derivations.search.bounds import alone, root_facts
from derivations.search.goals import FAILURES, Draft, Goal, Stuck, in_normal_form, nodes
from derivations.search.instances import with_roots
from derivations.search.matching import same
from derivations.search.numeric import seen_apart
from derivations.search.order import combination
from derivations.search.readback import form, scaled, simplified, sum_of
from derivations.search.reductions import nonzero
from derivations.search.references import by_equation
from derivations.search.rewriting import combined

HALF = number(Fraction(1, 2))
# What bounds the imaginary part of a logarithm, the best first.
RANGES = ("log is real", "log in upper half", "log in lower half", "log in right half",
          "log in closed right half")  # fmt: skip
# Quarters of a turn that an angle is shifted by, to be between 0 and half a turn.
QUARTERS = (0, 1, -1, 2, -2, 3, -3, 4, -4)
# Turns that are tried, and logarithms in one goal.
TURNS, MAX_LOGS = (0, 1, -1), 8


# Bounds


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
    """Powers and roots put through logarithms, logarithms of products taken apart."""

    def steps(draft: Draft) -> None:
        for node in _powers(draft):
            draft.attempt(_through_logarithm, draft, node)
        for node in draft.goal.unbound("log")[:MAX_LOGS]:
            draft.attempt(_apart, draft, node)

    return in_normal_form(goal, steps)


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


def _through_logarithm(draft: Draft, node: Term) -> None:
    """Put an exponential for a power or a root."""
    base, e = (node.args[0], HALF) if node.head == "sqrt" else node.args
    nonzero(draft, base)
    known = draft.use("power", base, e)
    draft.rewrite(draft.have(eq(node, call("exp", mul(e, call("log", base)))), by_equation(known)))


def _apart(draft: Draft, node: Term) -> None:
    """Put those of its factors, and whole turns, for a logarithm."""
    from derivations.search.turns import prove_by_turns
    value = sum_of([*_parts(draft, node.args[0])])
    if same(draft.context, node, value):
        raise Stuck("not a product")
    for turns in TURNS:
        wanted = simplified(draft.context, add(value, mul(number(2 * turns), I, PI)))
        if not free_symbols(node) and seen_apart(node, wanted):
            continue
        claim = eq(node, wanted)
        proof = attempted(prove_by_turns, draft.aside(claim).goal)
        if proof is not None:
            draft.rewrite(draft.have(claim, proof))
            return
    raise Stuck("the logarithm stays whole")


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
