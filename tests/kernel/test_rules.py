"""The rules: one proof that each accepts, and where a rejected one is said to be wrong."""

import pytest

from derivations.kernel import (
    Cofactor, Congruence, Factor, Have, Induction, Instantiate, Inverse, NormalForm, Rejected,
    Rewrite,
)
from derivations.kernel.context import Context
from derivations.kernel.proofs import RULES, Proof
from derivations.kernel.rules import verify
from derivations.language.sorts import INTEGER, NATURAL, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, Relation, eq, forall, le, ne
from tests.support.notation import ONE, call, exp, identity, number, sum_, symbol

x, y = symbol("x"), symbol("y")
n, d, k = symbol("n", NATURAL), symbol("d", POSINT), symbol("k", INTEGER)
a = symbol("a", REAL)
A = symbol("A", matrix_sort(d, d))
f = symbol("f", family_sort((INTEGER,), REAL))
done = NormalForm()
use = NormalForm((Cofactor(ONE, 0),))


def accepted(goal: Relation | Proposition, proof: Proof, *facts: Relation | Proposition) -> None:
    known = tuple(p if isinstance(p, Proposition) else Proposition(p) for p in facts)
    stated = goal if isinstance(goal, Proposition) else Proposition(goal)
    verify(Context(known, frozenset({x, y, n, d, k, a, A, f})), stated, proof, {}, "proof")


def where(goal: Relation | Proposition, proof: Proof, *facts: Relation | Proposition) -> str:
    with pytest.raises(Rejected) as error:
        accepted(goal, proof, *facts)
    return error.value.where


def test_every_rule_has_a_name() -> None:
    assert len(set(RULES.values())) == len(RULES)


def test_normal_form() -> None:
    accepted(eq(x, 2), NormalForm((Cofactor(ONE, 0), Cofactor(-ONE, 1))), eq(x + y, 3), eq(y, 1))
    assert where(eq(x, y), NormalForm((Cofactor(ONE, 7),))) == "proof.cofactors[0]"


def test_a_quantified_goal_is_proved_for_new_variables() -> None:
    accepted(forall(n, le(0, n)), done)
    accepted(forall(k, le(1, k + 1), le(0, k)), done)
    assert where(forall(k, le(0, k)), done) == "proof"
    # The declared n is another one, whatever is known of it.
    assert where(forall(n, eq(n, 0)), use, eq(n, 0)) == "proof"


def test_have() -> None:
    accepted(eq(x, y), Have(Proposition(eq(x, y)), use, NormalForm((Cofactor(ONE, 1),))), eq(x, y))
    assert where(eq(x, y), Have(Proposition(eq(x, y)), done, use)) == "proof.proof"


def test_instantiate() -> None:
    fact = forall(k, eq(f[k], 0), le(0, k))
    then = NormalForm((Cofactor(ONE, 1),))
    accepted(eq(f[n], 0), Instantiate(0, (n,), (done,), then), fact)
    assert where(eq(f[-1], 0), Instantiate(0, (number(-1),), (done,), then), fact) == (
        "proof.guards[0]"
    )


def test_induction() -> None:
    goal = eq(sum_(k, (k, 1, n)), n * (n + 1) / 2)
    accepted(goal, Induction(n, done, use))
    assert where(goal, Induction(n, done, done)) == "proof.step"
    assert where(eq(n, n + 1), Induction(n, done, use)) == "proof.base"


def test_congruence() -> None:
    accepted(eq(exp(x), exp(y)), Congruence((use,)), eq(x, y))
    assert where(eq(exp(x), exp(y)), Congruence((done,))) == "proof.parts[0]"


def test_congruence_and_rewrite_under_binders() -> None:
    sums = eq(sum_(x * f[k], (k, 1, n)), sum_(y * f[k], (k, 1, n)))
    accepted(sums, Rewrite(0, done), eq(x, y))
    accepted(sums, Congruence((done, done, Rewrite(0, done))), eq(x, y))
    other = eq(sum_(f[k], (k, 1, n)), sum_(f[0], (k, 1, n)))
    assert where(other, Rewrite(0, done), eq(k, 0)) == "proof.then"
    assert where(other, Congruence((done, done, Rewrite(0, done))), eq(k, 0)) == (
        "proof.parts[2].then"
    )


def test_factor_and_inverse() -> None:
    accepted(ne(x, 0), Factor(0, y), ne(x * y, 0))
    assert where(ne(x, 0), Factor(0, y), ne(x + y, 0)) == "proof"
    inverse = call("inv", A)
    cancelled = Inverse(0, NormalForm((Cofactor(ONE, 1),)))
    accepted(eq(A * inverse, identity(d)), cancelled, ne(call("det", A), 0))
    assert where(eq(A * inverse, identity(d)), cancelled, ne(call("det", A), 1)) == "proof"
