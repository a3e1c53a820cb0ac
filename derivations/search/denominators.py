"""Inequalities without their denominators: the difference times what is positive."""

from __future__ import annotations

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import Poly
from derivations.language.terms import Term, conj, mul, neg, power
from derivations.search.readback import Reader, product_of

# Atoms of which every power is an atom of the same kind.
UNITS = frozenset({"exp", "turn", "parity", "sign", "root-power"})


def cleared_of_denominators(context: Context, gap: Poly) -> tuple[Poly, Term] | None:
    """The gap times a positive multiple of its denominators, and that multiple as a term."""
    algebra = context.normalizer.algebra
    reader = Reader(algebra, context.symbols)
    most: dict[int, int] = {}
    for m in gap.monomials():
        for g, e in m:
            kind = algebra.atoms[g].key[0]
            times = int(e) if kind == "inv" else -int(e) if kind not in UNITS and e < 0 else 0
            if times > 0:
                most[g] = max(most.get(g, 0), times)
    inside = {
        g: P.from_key(algebra.atoms[g].key[1])
        if algebra.atoms[g].key[0] == "inv"
        else P.generator(g)
        for g in sorted(most)
    }
    factors: list[Term] = []
    done: set[int] = set()
    for g, q in inside.items():
        if g in done:
            continue
        gap = _without(algebra, gap, g, q, most[g])
        term = reader.poly(q)
        sign = next((s for s in (1, -1) if algebra.sign(P.scale(q, s)) == "positive"), 0)
        if sign:
            factors += [term if sign == 1 else neg(term)] * most[g]
            gap = P.scale(gap, sign ** most[g])
            continue
        other = q if algebra.is_real(q) else algebra.conjugate(q)
        partner = next(
            (h for h, p in inside.items() if h != g and P.key(p) == P.key(other)), None
        )
        count = most[g]
        if partner is not None:
            done.add(partner)
            gap = _without(algebra, gap, partner, other, most[partner])
            count = max(most[g], most[partner])
            gap = algebra.times(gap, algebra.power(q, count - most[g]))
            gap = algebra.times(gap, algebra.power(other, count - most[partner]))
        else:
            gap = algebra.times(gap, algebra.power(other, count))
        factors += [power(term, 2) if other is q else mul(term, conj(term))] * count
    if not factors:
        return None
    return gap, product_of(factors)


def _without(algebra: Algebra, gap: Poly, g: int, q: Poly, count: int) -> Poly:
    """The gap times `q^count`, which clears the inverses of q."""
    if algebra.atoms[g].key[0] == "inv":
        return algebra.cleared(gap, g)
    return algebra.times(gap, algebra.power(q, count))


__all__ = ["cleared_of_denominators"]
