"""False certificates about integers and sums: each is rejected, with its reason.

Beside each stands one that the same rule accepts.
"""

from __future__ import annotations

import json

import pytest

from derivations.kernel import Certificate, Rejected, check, decode, encode
from derivations.kernel.proofs import (
    Cases,
    Cofactor,
    NormalForm,
    Offset,
    Proof,
    Refutation,
    Residues,
    Rewrite,
    StrongInduction,
    Telescope,
    Turn,
)
from derivations.language.sorts import (
    COMPLEX,
    INTEGER,
    NATURAL,
    POSINT,
    POSITIVE,
    REAL,
    family_sort,
)
from derivations.language.statements import Relation, eq, le, lt, ne, statement
from derivations.language.terms import Term
from tests.support.notation import (
    ONE,
    PI,
    ZERO,
    I,
    call,
    div,
    exp,
    function,
    mul,
    number,
    power,
    sum_,
    symbol,
)

n = symbol("n", NATURAL)
m = symbol("m", NATURAL)
z = symbol("z", INTEGER)
p = symbol("p", POSINT)
k = symbol("k", INTEGER)
x = symbol("x", REAL)
w = symbol("w", COMPLEX)
done = NormalForm()


def fibonacci(t: Term) -> Term:
    return call("fibonacci", t)


def accept(goal: Relation, proof: Proof, *given: Relation) -> None:
    certificate = Certificate(statement(goal, given), (proof,), model=None if given else ())
    theorem = check(certificate)
    assert check(decode(json.loads(json.dumps(encode(certificate))))).hash == theorem.hash


def reject(reason: str, goal: Relation, proof: Proof, *given: Relation) -> None:
    certificate = Certificate(statement(goal, given), (proof,), model=None if given else ())
    with pytest.raises(Rejected, match=reason):
        check(certificate)


# Cases


def test_cases_cover_the_line() -> None:
    inside = Cases(le(n, 0), done, done)
    accept(le(0, call("max", n, 0) * 0 + n), inside)


def test_cases_of_complex_numbers_are_no_cases() -> None:
    reject("numbers seen to be real", eq(w, w), Cases(le(w, 0), done, done))


def test_both_cases_are_proved() -> None:
    proof = Cases(eq(n, 0), Rewrite(0, done), done)
    reject("the normal forms do not show", eq(n, 0), proof)


def test_the_next_integer_only_between_integers() -> None:
    # x ≤ 0 or x + 1 ≤ 0 fails between.
    reject("the normal forms do not show", le(1, x), Cases(le(x, 0), done, done))


# Offset


def test_an_integer_from_its_bound_on() -> None:
    goal = eq(sum_(1, (k, z, n)), n - z + 1)
    accept(goal, Offset(n, m, z, done, done), le(z, n))


def test_an_offset_needs_its_bound() -> None:
    goal = eq(sum_(1, (k, z, n)), n - z + 1)
    reject("the normal forms do not show", goal, Offset(n, m, z, done, done))


def test_an_offset_is_for_integers() -> None:
    goal = eq(call("floor", x), x)
    reject("x is real, not an integer", goal, Offset(x, m, ZERO, done, done), le(0, x))


def test_an_offset_takes_a_new_name() -> None:
    goal = eq(n, 2 * m)
    reject("the name m is taken", goal, Offset(n, m, m, done, done), le(m, n))


def test_an_offset_is_not_below_itself() -> None:
    reject("the lower bound mentions n", eq(n, 0), Offset(n, m, n, done, done))


# Induction


def test_two_bases_for_a_recurrence_of_order_two() -> None:
    goal = eq(sum_(fibonacci(k), (k, 0, n)), fibonacci(n + 2) - 1)
    step = NormalForm((Cofactor(ONE, 1),))
    accept(goal, StrongInduction(n, (done, done), step))


def test_facts_about_the_variable_are_premises_of_earlier_values() -> None:
    # From n ≤ 0 nothing follows about n + 1: the earlier value is guarded.
    goal = eq(n, 0)
    step = NormalForm((Cofactor(ONE, 1),))
    reject("fact 1 is quantified", goal, StrongInduction(n, (done,), step), le(n, 0))


def test_seven_is_not_three() -> None:
    reject(
        "the normal forms do not show",
        eq(n, 3),
        StrongInduction(n, (done,), done),
        eq(n, 7),
    )


def test_no_base_no_induction() -> None:
    reject("from 1 to 12 bases, not 0", eq(n, n + 1), StrongInduction(n, (), done))


def test_every_base_is_proved() -> None:
    goal = eq(n * (n - 1), 0)
    step = NormalForm((Cofactor(ONE, 0),))
    reject("step: the normal forms do not", goal, StrongInduction(n, (done, done), step))


def test_no_induction_on_reals() -> None:
    reject("x is real", eq(x, 0), StrongInduction(x, (done,), done))


# Telescoping


def test_a_sum_of_differences() -> None:
    total = sum_(k * call("factorial", k), (k, 1, n))
    goal = eq(total, call("factorial", n + 1) - 1)
    then = NormalForm((Cofactor(ONE, 0),))
    accept(goal, Telescope(total, call("factorial", k), done, then))


def test_the_difference_is_proved() -> None:
    total = sum_(k, (k, 0, n))
    goal = eq(total, n * n)
    then = NormalForm((Cofactor(ONE, 0),))
    reject("step: the normal forms do not", goal, Telescope(total, k * (k - 1), done, then))


def test_reversed_ranges_do_not_telescope() -> None:
    # For z < 0 the sum is empty, z (z + 1)/2 is not.
    total = sum_(k, (k, 1, z))
    then = NormalForm((Cofactor(ONE, 0),))
    proof = Telescope(total, div(k * (k - 1), 2), done, then)
    reject("not seen to be natural", eq(total, div(z * (z + 1), 2)), proof)


def test_an_antidifference_knows_the_index_only() -> None:
    total = sum_(k, (k, 0, n))
    then = NormalForm((Cofactor(ONE, 0),))
    reject("the symbol m is not declared", eq(total, 0), Telescope(total, m, done, then))


# Turns


def test_a_turn_that_is_not_whole() -> None:
    goal = ne(exp(div(mul(2, PI, I), p)), ONE)
    accept(goal, Turn(ONE, p, done, done), le(2, p))


def test_a_whole_turn() -> None:
    goal = ne(exp(div(mul(2, PI, I), p)), ONE)
    reject("upper: the normal forms do not", goal, Turn(ONE, p, done, done))


def test_another_turn_than_the_one_claimed() -> None:
    goal = ne(exp(div(mul(4, PI, I), p)), ONE)
    reject("the goal is not", goal, Turn(ONE, p, done, done), le(2, p))


# Residues


@pytest.mark.parametrize(
    "goal",
    [
        eq(call("mod", power(z, 561) - z, 561), 0),
        eq(call("mod", power(number(4), n) + 15 * n - 1, 9), 0),
        eq(call("floor", div(z, 2)) + call("floor", div(z + 1, 2)), z),
        eq(call("floor", x) + call("floor", x + div(1, 2)), call("floor", 2 * x)),
        le(2 * call("floor", x), call("floor", 2 * x)),
        lt(x, call("floor", x) + 1),
        ne(call("mod", z * z, 4), 3),
    ],
)
def test_every_class_holds(goal: Relation) -> None:
    accept(goal, Residues())


@pytest.mark.parametrize(
    "goal",
    [
        eq(call("mod", power(z, 3) - z, 12), 0),
        eq(call("mod", power(number(2), n), 2), 0),  # not at n = 0
        eq(call("floor", -x), -call("floor", x) - 1),  # not at integers
        lt(call("floor", x), x),
        lt(call("mod", z * z, 3), 1),
        eq(call("floor", div(z, 2)), div(z, 2)),
    ],
)
def test_one_class_fails(goal: Relation) -> None:
    reject("one of the classes", goal, Residues())


def test_a_power_is_periodic_from_some_place_on() -> None:
    goal = eq(call("mod", power(number(2), n), 4), 0)
    accept(goal, Residues((0,)), le(2, n))
    reject("one of the classes", goal, Residues((0,)), le(1, n))


def test_facts_that_are_not_there() -> None:
    reject("there is no fact 3", eq(call("mod", z, 2), 0), Residues((3,)))


def test_two_reals_in_one_floor() -> None:
    y = symbol("y", REAL)
    goal = eq(call("floor", x) + call("floor", y), call("floor", x + y))
    reject("a floor of two real numbers", goal, Residues())


def test_remainders_by_what_may_be_zero() -> None:
    reject("not a polynomial in integers", eq(call("mod", z, k), 0), Residues())


# Counterexamples


def test_a_family_has_no_values_outside_its_index_sort() -> None:
    # The function put for the family has one at -5; that says nothing of 0 < f[k].
    f, j = symbol("f", family_sort((NATURAL,), POSITIVE)), symbol("j", NATURAL)
    values = ((f, function((j,), j + 1)), (k, number(-5)))
    with pytest.raises(Rejected, match="not seen to be defined at the values: 0 <= -5"):
        check(Refutation(statement(lt(ZERO, f[k])), 0, values))
    summed = statement(lt(ZERO, sum_(f[k], (k, -3, 0))))
    with pytest.raises(Rejected, match="not seen to be defined at the values"):
        check(Refutation(summed, 0, values[:1]))
    assert check(Refutation(statement(lt(f[k], 3)), 0, (values[0], (k, number(5)))))
