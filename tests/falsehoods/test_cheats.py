"""Ways to cheat each rule, in one table: goal, proof, hypotheses, and why it is rejected.

Of each rule: parts that are missing or too many, numbers of facts that are not there, terms of
another kind, strict signs for weak ones, and whatever is particular to it.
"""

from __future__ import annotations

from typing import Any

import pytest

from derivations.kernel import Certificate, Rejected, check
from derivations.kernel.proofs import (
    RULES,
    Cases,
    Cofactor,
    Congruence,
    Factor,
    Have,
    Induction,
    Instantiate,
    Inverse,
    Law,
    Lemma,
    NormalForm,
    Offset,
    Order,
    Proof,
    Residues,
    Rewrite,
    Separation,
    StrongInduction,
    Telescope,
    Turn,
)
from derivations.language.sorts import INTEGER, NATURAL, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, eq, forall, le, lt, ne, statement
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
    sin,
    sqrt,
    sum_,
    symbol,
)

x, y, z = (symbol(name) for name in "xyz")
a, b = symbol("a", REAL), symbol("b", REAL)
n, m = symbol("n", NATURAL), symbol("m", NATURAL)
p, d = symbol("p", POSINT), symbol("d", POSINT)
k, l = symbol("k", INTEGER), symbol("l", INTEGER)  # noqa: E741
f = symbol("f", family_sort((INTEGER,), REAL))
A, B = symbol("A", matrix_sort(d, d)), symbol("B", matrix_sort(d, d))
done = NormalForm()
NOT_SHOWN = "the normal forms do not show"


def by(fact: int, left: Term = ONE) -> NormalForm:
    return NormalForm((Cofactor(left, fact),))


def turn(t: Term) -> Term:
    return exp(mul(2, PI, I, t))


total = sum_(k, (k, 0, n))
everywhere = forall(k, eq(f[k], 0))
one_is_zero = Proposition(eq(ZERO, ONE))

# By the rule: the cheat, the goal, the proof, the reason, the hypotheses.
Row = tuple[str, Any, Proof, str, tuple[Any, ...]]
CHEATS: dict[str, list[Row]] = {
    "normal form": [
        ("a factor of 0", eq(x, 1), by(0, ZERO), NOT_SHOWN, (eq(x, 1),)),
        ("the fact the other way", eq(x, -1), by(0), NOT_SHOWN, (eq(x, 1),)),
        ("a factor that is a family", eq(x, 1), by(0, f), "the family f needs an index",
         (eq(x, 1), everywhere)),
        ("an order as an equation", eq(a, 0), by(0), "fact 0 is not an equation", (le(a, 0),)),
        ("a divisor that vanishes", eq(y, 0), by(0, 1 / x), NOT_SHOWN, (eq(x * y, 0),)),
        ("a strict order of what may be equal", lt(a, b), done, NOT_SHOWN, (le(a, b),)),
    ],
    "have": [
        ("a fact from itself", eq(x, 0), Have(Proposition(eq(x, 0)), by(0), by(0)),
         "there is no fact 0; there are 0", ()),
        ("a fact with a guard that it is", eq(a, 0),
         Have(Proposition(eq(a, 0), (), (eq(a, 0),)), by(0), by(0)),
         "fact 0 is quantified; instantiate it first", ()),
        ("a fact about what is not declared", eq(x, x), Have(Proposition(eq(y, y)), done, done),
         "the symbol y is not declared here", ()),
        ("of a matrix of what is not declared", eq(x, x), Have(forall(A, eq(A, A)), done, done),
         "the symbol d is not declared here", ()),
        ("two variables of one name", eq(x, x),
         Have(forall((k, symbol("k", NATURAL)), eq(k, k)), done, done),
         "two of the variables have one name", ()),
        ("0 = 1", eq(x, y), Have(one_is_zero, done, by(0, x - y)), NOT_SHOWN, ()),
    ],
    "instantiate": [
        ("a fact without variables twice", eq(x, 2), Instantiate(0, (), (), by(1)), NOT_SHOWN,
         (eq(x, 1),)),
        ("guards dropped", eq(f[0], 0), Instantiate(0, (ZERO,), (), by(1)),
         "fact 0 has 1 guard(s)", (forall(k, eq(f[k], 0), lt(0, k)),)),
        ("a guard by the instance", eq(f[0], 0), Instantiate(0, (ZERO,), (by(1),), by(1)),
         "there is no fact 1", (forall(k, eq(f[k], 0), eq(f[k], 0)),)),
        ("a half for an integer", eq(f[0], 0), Instantiate(0, (number("1/2"),), (), done),
         "1/2 is not seen to be integer", (everywhere,)),
        ("a function of other arguments", eq(x, x),
         Instantiate(0, (function((m,), ONE),), (), done),
         "function(m, 1) is not seen to be family(integer -> real)", (forall(f, eq(f[0], 0)),)),
        ("complex values for a real family", eq(x, x),
         Instantiate(0, (function((k,), I),), (), done),
         "function(k, I) is not seen to be family(integer -> real)", (forall(f, eq(f[0], 0)),)),
    ],
    "lemma": [
        ("a name that is no hash", eq(x, y), Lemma("trust me", (), (), done),
         "there is no theorem trust me", ()),
        ("no name", eq(x, y), Lemma("", (), (), done), "there is no theorem", ()),
    ],
    "induction": [
        ("a step from the goal of the step", eq(n, 0), Induction(n, done, by(1)),
         "there is no fact 1; there are 1", ()),
        ("on an integer", le(0, k), Induction(k, done, done),
         "induction is on a natural or a posint; k is integer", ()),
        ("on a term", le(0, n + 1), Induction(n + 1, done, done),
         "n + 1 is not a symbol that is declared here", ()),
        ("on a symbol of another sort", le(0, n), Induction(symbol("n", POSINT), done, done),
         "n is not a symbol that is declared here", ()),
        ("under a condition on the variable", le(p, 3), Induction(p, done, done),
         "fact 0 mentions p", (le(p, 3),)),
        ("all horses", le(p, 1), Induction(p, done, done), NOT_SHOWN, ()),
    ],
    "strong induction": [
        ("one base too few", eq(call("fibonacci", n), n), StrongInduction(n, (done,), by(0)),
         NOT_SHOWN, ()),
        ("thirteen bases", le(n, 12), StrongInduction(n, (done,) * 13, done),
         "an induction has from 1 to 12 bases, not 13", ()),
        ("a fact for all of what names it", eq(n, 0), StrongInduction(n, (done,), done),
         "fact 0 mentions n and is quantified", (forall(k, eq(f[k + n], 0)),)),
        ("an earlier value under its guard", lt(n, 3),
         StrongInduction(n, (done,), done), NOT_SHOWN, (le(n, 3),)),
        ("the size of a matrix", eq(d, 1), StrongInduction(d, (done,), done),
         "the sort of A depends on d", (eq(A, A),)),
    ],
    "congruence": [
        ("the converse", eq(x, y), Congruence((by(0),)), "x and y do not have the same head",
         (eq(exp(x), exp(y)),)),
        ("arguments in another order", eq(x - y, y - x), Congruence((done, done)), NOT_SHOWN, ()),
        ("one part for two", eq(x + y, x + z), Congruence((done,)),
         "congruence needs a proof for each of 2 arguments", ()),
        ("matrices of other shapes", eq(call("det", A), call("det", B)), Congruence((done,)),
         NOT_SHOWN, ()),
        ("the body outside its range", eq(sum_(f[k], (k, 0, n)), sum_(f[0], (k, 0, n))),
         Congruence((done, done, done)), NOT_SHOWN, ()),
        ("a sum and a product", eq(total, call("abs", total)), Congruence((done,)),
         "sum(k, (k, 0, n)) and abs(sum(k, (k, 0, n))) do not have the same head", ()),
    ],
    "rewrite": [
        ("an order", eq(a, b), Rewrite(0, done), "fact 0 is not a plain equation", (le(a, b),)),
        ("another way round", eq(exp(x), 1), Rewrite(0, done), NOT_SHOWN, (eq(ZERO, x),)),
        ("under a guard", eq(a, 1), Rewrite(0, done), "fact 0 is not a plain equation",
         (Proposition(eq(a, 1), (), (lt(0, b),)),)),
        ("an index that is bound", eq(sum_(f[k], (k, 1, 2)), 2 * f[1]), Rewrite(0, done),
         NOT_SHOWN, (eq(k, 1),)),
        ("what is not there", eq(x, y), Rewrite(7, done), "there is no fact 7; there are 1",
         (eq(x, y),)),
    ],
    "factor": [
        ("a quotient that does not divide", ne(x, 0), Factor(0, 1 / x),
         "fact 0 is not this multiple of the goal", (ne(z, 0),)),
        ("a multiple of what is not zero", ne(x * y, 0), Factor(0, 1 / y),
         "fact 0 is not this multiple of the goal", (ne(x, 0),)),
        ("a matrix", ne(call("det", A), 0), Factor(0, B), "only scalars have factors here",
         (ne(call("det", A * B), 0),)),
        ("an order", lt(0, a), Factor(0, b), "the rule shows that something is not zero",
         (ne(a * b, 0),)),
    ],
    "inverse": [
        ("of a singular matrix", eq(A * call("inv", A), A**0), Inverse(0, by(1)),
         "fact 0 is not a plain relation with !=", (eq(call("det", A), 0),)),
        ("of a number", eq(x * (1 / x), 1), Inverse(0, by(1)),
         "fact 0 does not say that a determinant is not zero", (ne(x, 0),)),
        ("because the trace is not 0", eq(A * call("inv", A), A**0), Inverse(0, by(1)),
         "fact 0 does not say that a determinant is not zero", (ne(call("trace", A), 0),)),
        ("because the determinant is not 2", eq(A * call("inv", A), A**0), Inverse(0, by(1)),
         "fact 0 does not say that a determinant is not zero", (ne(call("det", A), 2),)),
    ],
    "cases": [
        ("above and below, not between", ne(a, 0), Cases(le(a, 0), done, done), NOT_SHOWN, ()),
        ("a strict order", le(0, a**2), Cases(lt(a, 0), done, done),
         "cases are a ≤ b for numbers seen to be real, or a = b", ()),
        ("a difference that is real", eq(x, x), Cases(le(x, x + 1), done, done),
         "cases are a ≤ b for numbers seen to be real, or a = b", ()),
        ("of what is not declared", eq(x, x), Cases(eq(y, 0), done, done),
         "the symbol y is not declared here", ()),
        ("of a matrix", eq(A, A), Cases(eq(A, B), done, done),
         "the symbol B is not declared here", ()),
        ("the first case in the second", eq(a, 0), Cases(eq(a, 0), by(0), by(0)),
         "fact 0 is not an equation", ()),
        ("integers between reals", le(1, a), Cases(le(a, 0), by(0), done),
         "fact 0 is not an equation", ()),
    ],
    "offset": [
        ("from below zero on", lt(0, k), Offset(k, m, ZERO, done, done), NOT_SHOWN, ()),
        ("from one more", le(n + 1, k), Offset(k, m, n + 1, done, done), NOT_SHOWN, (le(n, k),)),
        ("a symbol that may be negative", le(n, k), Offset(k, l, n, done, done),
         "the new symbol must be a natural", (le(n, k),)),
        ("from a half on", le(1, k), Offset(k, m, number("1/2"), done, done),
         "the lower bound is not seen to be an integer", (le(number("1/2"), k),)),
        ("from a real on", le(a, k), Offset(k, m, a, done, done),
         "the lower bound is not seen to be an integer", (le(a, k),)),
        ("the name of a variable of a fact", eq(k, k), Offset(k, m, ZERO, done, done),
         "the name m is taken", (le(0, k), forall(m, le(0, m)))),
        ("of a size", eq(d, 1), Offset(d, m, ONE, done, done), "the sort of A depends on d",
         (eq(A, A),)),
    ],
    "telescope": [
        ("a constant too many", eq(total, n * (n + 1) / 2 + 1),
         Telescope(total, k * (k - 1) / 2, done, by(0)), NOT_SHOWN, ()),
        ("a step that fails at one end", eq(sum_(1 / (k * (k + 1)), (k, 0, n)), -1 / (n + 1)),
         Telescope(sum_(1 / (k * (k + 1)), (k, 0, n)), -1 / k, done, by(0)), NOT_SHOWN, ()),
        ("what is no sum", eq(n, 0), Telescope(n, k, done, done), "only sums telescope", ()),
        ("a sum of matrices", eq(sum_(f[k] * A, (k, 0, n)), 0 * A),
         Telescope(sum_(f[k] * A, (k, 0, n)), k, done, done),
         "sum(f[k]*A, (k, 0, n)) is a matrix where a scalar is needed", ()),
        ("up to where it is reversed", eq(sum_(ONE, (k, m, n)), n + 1 - m),
         Telescope(sum_(ONE, (k, m, n)), k, done, by(0)),
         "the number of terms of the sum is not seen to be natural", ()),
        ("another index", eq(total, 0), Telescope(total, symbol("k", NATURAL), done, done),
         "the symbol k is not declared here", ()),
    ],
    "turn": [
        ("no turn", ne(turn(ZERO), 1), Turn(ZERO, ONE, done, done), NOT_SHOWN, ()),
        ("a negative one", ne(turn(k / p), 1), Turn(k, p, done, done), NOT_SHOWN, (lt(k, p),)),
        ("several", ne(turn(m / p), 1), Turn(m, p, done, done), NOT_SHOWN, (lt(0, m),)),
        ("an equation", eq(turn(1 / p), 1), Turn(ONE, p, done, done), "the goal is not", ()),
        ("twice as much", ne(turn(2 * m / p), 1), Turn(m, p, done, done), "the goal is not",
         (lt(0, m), lt(m, p))),
        ("a complex part", ne(turn(x), 1), Turn(x, ONE, done, done), NOT_SHOWN, (ne(x, 0),)),
    ],
    "residues": [
        ("a class left out by another", eq(call("mod", k, 2), 0), Residues((0,)),
         "the goal is not seen to hold in one of the classes", (eq(call("mod", l, 2), 0),)),
        ("a fact for all", eq(call("mod", k, 2), 0), Residues((0,)), "fact 0 is quantified",
         (forall(l, eq(call("mod", l, 2), 0)),)),
        ("no floors", eq(k, k), Residues(), "the goal has no floors, remainders or signs", ()),
        ("of matrices", eq(call("floor", k / 2) * A, A), Residues(),
         "only relations between scalars have classes", ()),
        ("a complex number", eq(call("floor", k + I / 2), k), Residues(),
         "a floor of what is not seen to be real", ()),
        ("any number", eq(call("floor", x), x), Residues(),
         "a floor of what is not a polynomial in integers", ()),
        ("one more than fits", le(call("mod", k, 5), 3), Residues(),
         "the goal is not seen to hold in one of the classes", ()),
        ("at the end of an interval", lt(call("floor", 2 * a), 2 * a), Residues(),
         "the goal is not seen to hold in one of the classes", ()),
        ("squares of fractions", le((a - call("floor", a)) ** 2, 1), Residues(),
         "the goal is not linear in a fractional part", ()),
        ("too many classes", eq(call("mod", k * l * m, 100), 0), Residues(),
         "more than 20000 classes", ()),
        ("too large a denominator", eq(call("mod", k, 10**9), 0), Residues(),
         "a denominator above 20000", ()),
    ],
    "order": [
        ("another difference", le(a, b), Order(a**2, ONE),
         "the difference times the multiplier is not the form", ()),
        ("0 = 0 times anything", le(a, b), Order(ZERO, ZERO),
         "the multiplier is not seen to be positive", ()),
        ("a negative multiplier", le(a**2, 0), Order(a**2, -ONE),
         "the multiplier is not seen to be positive", ()),
        ("a product of what is not real", le(0, x * y), Order(x * y, ONE),
         "the form is not seen to be at least 0", ()),
        ("not 0 for positive", lt(0, a), Order(a, ONE), "the form is not seen to be positive",
         (ne(a, 0),)),
        ("an order of matrices", le(0, a**2), Order(A, ONE),
         "the symbol A is not declared here", ()),
    ],
    "law": [
        ("no law", le(sin(a), a), Law("", (a,), (done,), done), "there is no law ''", ()),
        ("another's values", le(a, a), Law("triangle", (a,), (), done),
         "the law 'triangle' has 2 variable(s) and 0 premise(s)", ()),
        ("premises dropped", eq(sqrt(a**2), a), Law("sqrt", (a, a**2), (), by(0)),
         "the law 'sqrt' has 2 variable(s) and 2 premise(s)", ()),
        ("a premise by the conclusion", eq(sqrt(a**2), a),
         Law("sqrt", (a, a**2), (by(0), done), by(0)), "there is no fact 0", ()),
        ("a strict premise by a weak fact", lt(0, sin(a)),
         Law("sine positive", (a,), (done, done), done), NOT_SHOWN, (le(0, a), lt(a, PI))),
        ("a half for an integer", eq(call("floor", a), number("1/2")),
         Law("floor", (number("1/2"), a), (done, done), by(0)),
         "1/2 is not seen to be integer, the sort of k", ()),
        ("a strict conclusion", lt(1 + a, exp(a)), Law("exp above line", (a,), (), done),
         NOT_SHOWN, ()),
        ("a matrix for a number", eq(A, A), Law("exp above line", (A,), (), done),
         "A is not seen to be real", ()),
    ],
    "separation": [
        ("nearly equal", eq(sqrt(number(2)), number("6369051672525773/4503599627370496")),
         Separation(), "the sides are not seen to be equal", ()),
        ("the other root", eq(sqrt(number(2)), -sqrt(number(2))), Separation(),
         "the sides are not seen to be equal", ()),
        ("what is not equal at once", ne(sqrt(number(2)), 1), Separation(),
         "the rule proves equations", ()),
        ("a number that is not algebraic", eq(exp(ONE), number("2721/1001")), Separation(),
         "the sides are not seen to be equal", ()),
        ("matrices", eq(A, A), Separation(), "only scalars are algebraic numbers", ()),
        ("what varies", eq(sqrt(a) * sqrt(b), sqrt(a * b)), Separation(),
         "the sides are not seen to be equal", ()),
    ],
}  # fmt: skip

ALL = [(rule, *row) for rule, rows in CHEATS.items() for row in rows]


@pytest.mark.parametrize(
    ("rule", "name", "goal", "proof", "reason", "given"),
    ALL,
    ids=[f"{rule}: {name}" for rule, name, *_ in ALL],
)
def test_a_cheat_is_seen(
    rule: str, name: str, goal: Any, proof: Proof, reason: str, given: tuple[Any, ...]
) -> None:
    used = (proof.theorem,) if isinstance(proof, Lemma) else ()
    assert type(proof) is RULES[rule]
    with pytest.raises(Rejected) as error:
        check(Certificate(statement(goal, given), (proof,), lemmas=used))
    assert error.value.why.startswith(reason), error.value.why


def test_every_rule_is_cheated() -> None:
    assert set(CHEATS) == set(RULES)
    assert len(ALL) > 60


def test_obligations_are_not_settled_twice_nor_from_afar() -> None:
    claimed = statement(eq(div(x, y) + div(y, x), z))
    for given in (((0, done), (0, done)), ((2, done),), ((-1, done),)):
        with pytest.raises(Rejected, match="definedness: there are 2 obligations"):
            check(Certificate(claimed, (done,), given))
