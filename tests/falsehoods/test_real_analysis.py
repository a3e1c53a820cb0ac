"""False certificates about order, roots and inverse functions: each is rejected, with its reason.

Beside each stands one that the same rule accepts.
"""

from __future__ import annotations

import json

import pytest

from derivations.kernel import Certificate, Rejected, check, decode, encode
from derivations.kernel.proofs import (
    Cofactor,
    Induction,
    Law,
    NormalForm,
    Order,
    Proof,
    Separation,
)
from derivations.language.sorts import COMPLEX, NATURAL, POSITIVE, REAL
from derivations.language.statements import Relation, eq, le, lt, ne, statement
from derivations.language.terms import Term
from derivations.proving import prove
from tests.support.notation import (
    ONE,
    PI,
    ZERO,
    I,
    call,
    conj,
    cos,
    exp,
    in_text,
    mul,
    number,
    sin,
    sqrt,
    symbol,
)

x, y, a = (symbol(name, REAL) for name in "xya")
p = symbol("p", POSITIVE)
z, w = (symbol(name, COMPLEX) for name in "zw")
n = symbol("n", NATURAL)
done = NormalForm()


def accept(goal: Relation, proof: Proof, *given: Relation) -> None:
    certificate = Certificate(statement(goal, given), (proof,), model=None if given else ())
    theorem = check(certificate)
    assert check(decode(json.loads(json.dumps(encode(certificate))))).hash == theorem.hash


def reject(why: str, goal: Relation, proof: Proof, *given: Relation) -> None:
    certificate = Certificate(statement(goal, given), (proof,), model=None if given else ())
    with pytest.raises(Rejected) as error:
        check(certificate)
    assert why in str(error.value)


# Order


def test_a_sum_of_squares() -> None:
    goal = le(2 * x * y, x**2 + y**2)
    accept(goal, Order((x - y) ** 2, ONE))
    # Another polynomial; one that is not at least 0; a square that is not of a real.
    reject("is not the form", goal, Order((x + y) ** 2, ONE))
    reject("not seen to be at least 0", le(x**2 + y**2, 2 * x * y), Order(-((x - y) ** 2), ONE))
    reject("not seen to be at least 0", le(ZERO, z**2), Order(z**2, ONE))


def test_an_equal_pair_is_no_strict_order() -> None:
    accept(lt(2 * x * y, x**2 + y**2 + 1), Order((x - y) ** 2 + 1, ONE))
    reject("not seen to be positive", lt(2 * x * y, x**2 + y**2), Order((x - y) ** 2, ONE))


def test_a_multiplier_must_be_positive() -> None:
    goal = le(number(2), p + 1 / p)
    accept(goal, Order((p - 1) ** 2, p))
    # x (x - 1) ... with x of any sign, and a multiplier that is 0.
    reject("the multiplier is not", le(ZERO, x), Order(x**2, x))
    reject("the multiplier is not", le(x, ZERO), Order(ZERO, ZERO))
    reject("not seen to be positive", lt(x, ZERO), Order(ZERO, ZERO))


def test_order_proves_no_equation() -> None:
    reject("not equations", eq(x, x), Order(ZERO, ONE))


def test_cofactors_are_equations_that_are_known() -> None:
    goal = le(4 * x * y, ONE)
    form = Order((x - y) ** 2, ONE, (Cofactor(x + y + 1, 0),))
    accept(goal, form, eq(x + y, 1))
    reject("not an equation", goal, form, le(x + y, 1))
    reject("there is no fact", goal, Order((x - y) ** 2, ONE, (Cofactor(ONE, 7),)))
    reject("is not declared here", goal, Order((a - y) ** 2, ONE))


def test_signs_of_facts_are_used_as_given() -> None:
    accept(le(ZERO, x * (1 - x)), Order(x * (1 - x), ONE), le(ZERO, x), le(x, ONE))
    reject("not seen to be", le(ZERO, x * (1 - x)), Order(x * (1 - x), ONE), le(ZERO, x))
    reject("not seen to be", le(ZERO, x * y), Order(x * y, ONE), le(ZERO, x), ne(y, 0))


# Laws


def test_laws_need_their_premises() -> None:
    law = Law("sine below line", (x,), (done,), done)
    accept(le(sin(x), x), law, le(ZERO, x))
    reject("normal forms do not show 0 <= x", le(sin(x), x), law)
    reject("1 premise(s)", le(sin(x), x), Law("sine below line", (x,), (), done), le(ZERO, x))
    reject("there is no law", le(sin(x), x), Law("sine is small", (x,), (), done))


def test_laws_keep_their_sorts() -> None:
    accept(le(1 + x, exp(x)), Law("exp above line", (x,), (), done))
    reject("is not seen to be real", eq(z, z), Law("exp above line", (z,), (), done))
    reject("is not declared here", eq(z, z), Law("exp above line", (a,), (), done))


def test_a_root_is_named_by_its_half_plane() -> None:
    right = Law("sqrt from right half", (z, z**2), (done, done), done)
    goal = eq(sqrt(z**2), z)
    accept(goal, Law(*_named("sqrt from right half", z, z**2)), lt(ZERO, call("re", z)))
    reject("premises[1]", goal, right)
    reject("premises[1]", goal, right, le(ZERO, call("re", z)))
    # sqrt(x²) = x needs 0 ≤ x.
    plain = Law(*_named("sqrt", x, x**2))
    accept(eq(sqrt(x**2), x), plain, le(ZERO, x))
    reject("premises[0]", eq(sqrt(x**2), x), plain)


def _named(
    name: str, value: Term, of: Term
) -> tuple[str, tuple[Term, ...], tuple[Proof, ...], Proof]:
    return name, (value, of), (done, done), NormalForm((Cofactor(ONE, 1),))


def test_inverse_functions_are_named_inside_their_range() -> None:
    goal = eq(call("atan", call("tan", x)), x)
    # Facts: three hypotheses, then that 1 + tan² x is not zero, then the law's conclusion.
    proof = Law("atan", (x, call("tan", x)), (done,) * 3, NormalForm((Cofactor(ONE, 4),)))
    accept(goal, proof, lt(-PI / 2, x), lt(x, PI / 2), ne(cos(x), 0))
    reject("premises[0]", goal, proof, ne(cos(x), 0), lt(x, PI / 2))
    reject("premises[1]", goal, proof, lt(-PI / 2, x), ne(cos(x), 0))


def test_a_logarithm_is_named_inside_its_strip() -> None:
    product = Law("log", (call("log", z) + call("log", w), z * w), (done,) * 3, done)
    goal = eq(call("log", z * w), call("log", z) + call("log", w))
    reject("premises[1]", goal, product, ne(z, 0), ne(w, 0))
    turned = Law("log", (z, exp(z)), (done,) * 3, done)
    reject("premises[1]", eq(call("log", exp(z)), z), turned)


# Algebraic numbers


def test_separation() -> None:
    two, three, six = (sqrt(number(k)) for k in (2, 3, 6))
    accept(eq(sqrt(5 + 2 * six), two + three), Separation())
    reject("not seen to be equal", eq(sqrt(5 + 2 * six), three - two), Separation())
    tiny = number("1/1000000000000000000000000000000000000000000000000000000000000")
    reject("not seen to be equal", eq(sqrt(5 + 2 * six) + tiny, two + three), Separation())
    # What varies has no separation bound, and π is not algebraic.
    reject("not seen to be equal", eq(sqrt(x**2), x), Separation())
    reject("not seen to be equal", eq(PI, number("355/113")), Separation())
    reject("proves equations", lt(ZERO, two), Separation())
    accept(eq(sin(x + PI / 4), (sin(x) + cos(x)) * two / 2), Separation())
    wrong = (sin(x) + cos(x)) * three / 2
    reject("not seen to be equal", eq(sin(x + PI / 4), wrong), Separation())


def test_roots_take_the_principal_branch() -> None:
    cube = number(-1) ** number("1/3")
    accept(eq(cube, exp(mul(I, PI, number("1/3")))), Separation())
    reject("not seen to be equal", eq(cube, number(-1)), Separation())
    minus = [sqrt(number(-k)) for k in (2, 3)]
    reject("not seen to be equal", eq(minus[0] * minus[1], sqrt(number(6))), Separation())


# Induction


def test_induction_on_an_inequality() -> None:
    goal = le(1 + n * x, (1 + x) ** n)
    step = Order((1 + x) * ((1 + x) ** n - (1 + n * x)) + n * x**2, ONE)
    accept(goal, Induction(n, done, step), le(number(-1), x))
    # Without -1 ≤ x the step multiplies an inequality by what may be negative.
    reject("step", goal, Induction(n, done, step))
    reject("base", le(1 + n, n), Induction(n, done, done))


# What nobody may prove, whatever the search finds

FALSE: list[tuple[Relation, tuple[Relation, ...]]] = [
    (eq(sqrt(x**2), x), ()),
    (eq(call("log", z * w), call("log", z) + call("log", w)), (ne(z, 0), ne(w, 0))),
    (lt(exp(z), exp(z + 1)), ()),
    (eq(call("atan", call("tan", x)), x), (ne(cos(x), 0),)),
    (eq(sqrt(z * w), sqrt(z) * sqrt(w)), ()),
    (eq(sqrt(z**2), z), (le(ZERO, call("re", z)),)),
    (eq(call("acos", cos(x)), x), (le(-PI, x), le(x, PI))),
    (eq(call("arg", conj(z)), -call("arg", z)), (ne(z, 0),)),
    (eq(call("acosh", call("cosh", x)), x), ()),
    (eq(call("atan", x) + call("atan", 1 / x), PI / 2), (ne(x, 0),)),
    (le(x, x**2), ()),
    (lt(ZERO, x**2), ()),
    (le(sin(x), x), ()),
    (le(x**2, y**2), (le(x, y),)),
    (lt(1 / y, 1 / x), (lt(x, y), ne(x, 0), ne(y, 0))),
    (eq(sqrt(1 - cos(x) ** 2), sin(x)), ()),
]


@pytest.mark.parametrize("goal, given", FALSE, ids=[in_text(goal) for goal, _ in FALSE])
def test_nothing_false_is_proved(goal: Relation, given: tuple[Relation, ...]) -> None:
    assert prove(goal, given, seconds=3).kind in ("refuted", "undecided")
