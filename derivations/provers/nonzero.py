"""That something is not zero, because it divides something that is not.

For `d ≠ 0` each known `f ≠ 0` is divided by d, as polynomials in atoms; exponentials may be
divided by.  Complete for one known f when the division is exact in one of the tried orders.
"""

from __future__ import annotations

from derivations.kernel.context import difference
from derivations.kernel.forms import OutOfReach
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.kernel.proofs import Factor, Proof
from derivations.language.statements import StatementError
from derivations.provers.hypotheses import divided_by
from derivations.provers.methods import Goal, proves
from derivations.provers.readback import NotReadable, Reader


def prove_nonzero(goal: Goal) -> Proof | None:
    if goal.relation.operator != "!=":
        return None
    normalizer = goal.context.normalizer
    algebra = normalizer.algebra
    reader = Reader(algebra, goal.context.symbols)
    try:
        divisor = difference(normalizer, goal.relation)
    except (StatementError, OutOfReach, TooLarge):
        return None
    if not isinstance(divisor, Poly) or divisor.is_zero:
        return None
    for number, fact in enumerate(goal.context.facts):
        if fact.variables or fact.guards or fact.relation.operator != "!=":
            continue
        try:
            whole = difference(normalizer, fact.relation)
            if not isinstance(whole, Poly):
                continue
            for quotient in divided_by(algebra, whole, divisor):
                proof = Factor(number, reader.poly(quotient))
                if proves(goal, proof):
                    return proof
        except (StatementError, OutOfReach, TooLarge, NotReadable):
            continue
    return None
