"""That something is not zero, because it divides something that is not.

For `d ≠ 0` each known `f ≠ 0`, and its square, is divided by d, as polynomials in atoms, after d
was multiplied by its denominators; exponentials may be divided by.  A sum of two monomials also
divides `a^n - (-b)^n`.  A root is not zero when what is under it is not.
Complete for one known f when the division is exact in one of the tried orders.  Otherwise d is
divided by the known ones, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Factor, Have, NormalForm, Order, Proof
from derivations.language.statements import Proposition, Unsettled, ne
from derivations.language.terms import ONE, ZERO, mul, power, sub
from derivations.search.equations import divided_by
from derivations.search.goals import Goal, proves, scalar_facts
from derivations.search.products import ratio
from derivations.search.readback import NotReadable, Reader

# So many inverses are cleared before dividing.
MAX_CLEARED = 6
# A product of more known factors is not looked for.
MAX_FACTORS = 8
# Powers of two monomials that are looked at.
MAX_POWER = 12


def prove_nonzero(goal: Goal) -> Proof | None:
    if goal.relation.operator != "!=":
        return None
    left, right = goal.relation.left, goal.relation.right
    if left.head == "sqrt" and right == ZERO:
        inside = ne(left.args[0], ZERO)
        found = prove_nonzero(Goal(goal.context, inside))
        if found is None:
            return None
        whole = Have(Proposition(inside), found, NormalForm())
        return whole if proves(goal, whole) else None
    normalizer = goal.context.normalizer
    algebra = normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    divisor = goal.gap
    if not isinstance(divisor, Poly) or divisor.is_zero:
        return None
    plain, multiplier = without_inverses(algebra, divisor)
    for number, relation, whole_fact in scalar_facts(goal.context, "!="):
        with suppress(Unsettled):
            for quotient in _quotients(algebra, whole_fact, plain):
                proof = Factor(number, reader.poly(algebra.times(quotient, multiplier)))
                if proves(goal, proof):
                    return proof
            for quotient in divided_by(algebra, algebra.times(whole_fact, whole_fact), plain):
                square = ne(power(sub(relation.left, relation.right), 2), ZERO)
                last = len(goal.context.facts)
                cofactor = P.negative(algebra.times(quotient, multiplier))
                factor = Factor(last, reader.poly(cofactor))
                squared = Have(Proposition(square), NormalForm(), factor)
                if proves(goal, squared):
                    return squared
    return _product(goal, divisor)


def _product(goal: Goal, p: Poly) -> Proof | None:
    """p as a product of what is known not to be 0."""
    normalizer = goal.context.normalizer
    reader = Reader(normalizer.algebra, goal.context.symbols)
    factors: list[Poly] = []
    for _, _, known in scalar_facts(goal.context, "!="):
        if known.constant() is not None:
            continue
        with suppress(Unsettled):
            quotient = next(divided_by(normalizer.algebra, p, known), None)
            while quotient is not None and len(factors) < MAX_FACTORS:
                factors.append(known)
                p = quotient
                quotient = next(divided_by(normalizer.algebra, p, known), None)
    if p.constant() is None or not factors:
        return None
    try:
        proof = Order(mul(*map(reader.poly, [p, *factors])), ONE)
    except NotReadable:
        return None
    return proof if proves(goal, proof) else None


def _quotients(algebra: Algebra, whole: Poly, divisor: Poly) -> Iterator[Poly]:
    yield from divided_by(algebra, whole, divisor)
    parts = [Poly({m: c}, {}, divisor.den) for m, c in divisor.re.items()]
    parts += [Poly({}, {m: c}, divisor.den) for m, c in divisor.im.items()]
    if len(parts) != 2:
        return
    a, b = parts[0], P.negative(parts[1])
    for n in range(2, MAX_POWER + 1):
        both = P.plus(algebra.power(a, n), P.negative(algebra.power(b, n)))
        unit = ratio(algebra, whole, both)
        if unit is not None:
            steps = (
                algebra.times(algebra.power(a, n - 1 - k), algebra.power(b, k)) for k in range(n)
            )
            yield P.scale(P.total(steps), *unit)
            return


def without_inverses(algebra: Algebra, p: Poly) -> tuple[Poly, Poly]:
    """p times what clears its inverses, and that multiplier."""
    multiplier = P.ONE
    for _ in range(MAX_CLEARED):
        atoms = {g for m in p.monomials() for g, _ in m}
        inverses = [g for g in atoms if algebra.atoms[g].key[0] == "inv"]
        if not inverses:
            break
        g = max(inverses)
        most = max(int(e) for m in p.monomials() for h, e in m if h == g)
        inside = P.from_key(algebra.atoms[g].key[1])
        p = algebra.cleared(p, g)
        multiplier = algebra.times(multiplier, algebra.power(inside, most))
    return p, multiplier
