"""What nobody may prove about roots and logarithms of products, of powers and of conjugates."""

from __future__ import annotations

import pytest

from derivations.kernel import Certificate, Have, NormalForm, Rejected, check
from derivations.kernel.proofs import Order
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, eq, le, ne, statement
from derivations.language.terms import ONE, Term, call, conj, symbol

z, w = symbol("z"), symbol("w")
x, y = symbol("x", REAL), symbol("y", REAL)
NF = NormalForm()


def log(a: Term) -> Term:
    return call("log", a)


def test_a_number_that_left_with_its_conjugate_does_not_leave_again() -> None:
    """`log(a b) = 2 log|a| + log a` for a = 1/q, b its conjugate: false at q = i.

    The atom a was made before q ≠ 0 was known, and b after it; b left with a, and a was kept.
    """
    q = z + w
    a = 1 / q
    goal = eq(log(a * conj(a)), 2 * log(call("abs", a)) + log(a))
    proof = Have(
        Proposition(le(a, a)),
        NF,
        Have(Proposition(le(1, a * conj(a))), Order(1 - q * conj(q), q * conj(q)), NF),
    )
    known = [ne(x * y * x * y * x * y * q, 0), le(q * conj(q), ONE)]
    with pytest.raises(Rejected, match="the normal forms do not show log"):
        check(Certificate(statement(goal, known), (proof,)))
