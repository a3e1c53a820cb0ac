"""Ways to cheat each rule, in one table: goal, proof, why it is rejected, and hypotheses.

Of each rule: parts that are missing or too many, numbers of facts that are not there, terms of
another kind, strict signs for weak ones, and whatever is particular to it.
"""

from __future__ import annotations

from typing import Any

import pytest

from derivations.kernel import Certificate, Rejected, check
from derivations.kernel.proofs import (
    RULES, Cases, Congruence, Factor, Have, Induction, Instantiate, Inverse, Law, Lemma, Offset,
    Order, Residues, Rewrite, Separation, StrongInduction, Telescope, Turn,
)
from derivations.language.sorts import NATURAL, POSINT
from derivations.language.statements import eq, forall
from tests.support.certificates import Words, by, done
from tests.support.notation import symbol

WORDS = Words(
    "x, y, z: complex", "a, b: real", "n, m: natural", "p, d: posint", "k, l: integer",
    "f: family(integer -> real)", "A, B: matrix(d,d)",
)  # fmt: skip
K, KN = WORDS.symbols["k"], symbol("k", NATURAL)
NOT_SHOWN = "the normal forms do not show"

# By the rule: the cheat, the goal, the proof, the reason, the hypotheses.
CHEATS: dict[str, list[tuple[Any, ...]]] = {
    "normal form": [
        ("a factor of 0", "x == 1", by(0, left="0"), NOT_SHOWN, "x == 1"),
        ("the fact the other way", "x == -1", by(0), NOT_SHOWN, "x == 1"),
        ("a factor that is a family", "x == 1", by(0, left=WORDS.symbols["f"]),
         "the family f needs an index, as in f[j]", "x == 1", "f[k] == 0 for all k: integer"),
        ("an order as an equation", "a == 0", by(0), "fact 0 is not an equation", "a <= 0"),
        ("a divisor that vanishes", "y == 0", by(0, left="1/x"), NOT_SHOWN, "x*y == 0"),
        ("a strict order of what may be equal", "a < b", done, NOT_SHOWN, "a <= b"),
    ],
    "have": [
        ("a fact from itself", "x == 0", Have("x == 0", by(0), by(0)),
         "there is no fact 0; there are 0"),
        ("a fact with a guard that it is", "a == 0", Have("a == 0 with a == 0", by(0), by(0)),
         "fact 0 is quantified; instantiate it first"),
        ("a fact about what is not declared", "x == x", Have("y == y", done, done),
         "the symbol y is not declared here"),
        ("of a matrix of what is not declared", "x == x",
         Have("A == A for all A: matrix(d, d)", done, done), "the symbol d is not declared here"),
        ("two variables of one name", "x == x",
         Have(forall((K, KN), eq(K, K)), done, done),
         "two of the variables have one name"),
        ("0 = 1", "x == y", Have("0 == 1", done, by(0, left="x - y")), NOT_SHOWN),
    ],
    "instantiate": [
        ("a fact without variables twice", "x == 2", Instantiate(0, (), (), by(1)), NOT_SHOWN,
         "x == 1"),
        ("guards dropped", "f[0] == 0", Instantiate(0, ("0",), (), by(1)), "fact 0 has 1 guard(s)",
         "f[k] == 0 for all k: integer with 0 < k"),
        ("a guard by the instance", "f[0] == 0", Instantiate(0, ("0",), (by(1),), by(1)),
         "there is no fact 1; there are 1", "f[k] == 0 for all k: integer with f[k] == 0"),
        ("a half for an integer", "f[0] == 0", Instantiate(0, ("1/2",), (), done),
         "1/2 is not seen to be integer, the sort of k", "f[k] == 0 for all k: integer"),
        ("a function of other arguments", "x == x",
         Instantiate(0, ("Function(m -> 1)",), (), done),
         "function(m, 1) is not seen to be family(integer -> real), the sort of f",
         "f[0] == 0 for all f: family(integer -> real)"),
        ("complex values for a real family", "x == x",
         Instantiate(0, ("Function(k -> I)",), (), done),
         "function(k, I) is not seen to be family(integer -> real), the sort of f",
         "f[0] == 0 for all f: family(integer -> real)"),
    ],
    "lemma": [
        ("a name that is no hash", "x == y", Lemma("trust me", (), (), done),
         "there is no theorem trust me"),
        ("no name", "x == y", Lemma("", (), (), done), "there is no theorem "),
    ],
    "induction": [
        ("a step from the goal of the step", "n == 0", Induction("n", done, by(1)),
         "there is no fact 1; there are 1"),
        ("on an integer", "0 <= k", Induction("k", done, done),
         "induction is on a natural or a posint; k is integer"),
        ("on a term", "0 <= n + 1", Induction("n + 1", done, done),
         "n + 1 is not a symbol that is declared here"),
        ("on a symbol of another sort", "0 <= n", Induction(symbol("n", POSINT), done, done),
         "n is not a symbol that is declared here"),
        ("under a condition on the variable", "p <= 3", Induction("p", done, done),
         "fact 0 mentions p", "p <= 3"),
        ("all horses", "p <= 1", Induction("p", done, done), NOT_SHOWN),
    ],
    "strong induction": [
        ("one base too few", "fibonacci(n) == n", StrongInduction("n", (done,), by(0)), NOT_SHOWN),
        ("thirteen bases", "n <= 12",
         StrongInduction("n", (done,) * 13, done), "an induction has from 1 to 12 bases, not 13"),
        ("a fact for all of what names it", "n == 0", StrongInduction("n", (done,), done),
         "fact 0 mentions n and is quantified", "f[k + n] == 0 for all k: integer"),
        ("an earlier value under its guard", "n < 3", StrongInduction("n", (done,), done),
         NOT_SHOWN, "n <= 3"),
        ("the size of a matrix", "d == 1", StrongInduction("d", (done,), done),
         "the sort of A depends on d", "A == A"),
    ],
    "congruence": [
        ("the converse", "x == y", Congruence((by(0),)), "x and y do not have the same head",
         "exp(x) == exp(y)"),
        ("arguments in another order", "x - y == y - x", Congruence((done, done)), NOT_SHOWN),
        ("one part for two", "x + y == x + z", Congruence((done,)),
         "congruence needs a proof for each of 2 arguments"),
        ("matrices of other shapes", "det(A) == det(B)", Congruence((done,)), NOT_SHOWN),
        ("the body outside its range", "Sum(f[k], (k, 0, n)) == Sum(f[0], (k, 0, n))",
         Congruence((done, done, done)), NOT_SHOWN),
        ("a sum and a product", "Sum(k, (k, 0, n)) == Abs(Sum(k, (k, 0, n)))", Congruence((done,)),
         "sum(k, (k, 0, n)) and abs(sum(k, (k, 0, n))) do not have the same head"),
    ],
    "rewrite": [
        ("an order", "a == b", Rewrite(0, done), "fact 0 is not a plain equation", "a <= b"),
        ("another way round", "exp(x) == 1", Rewrite(0, done), NOT_SHOWN, "0 == x"),
        ("under a guard", "a == 1", Rewrite(0, done), "fact 0 is not a plain equation",
         "a == 1 with 0 < b"),
        ("an index that is bound", "Sum(f[k], (k, 1, 2)) == 2*f[1]", Rewrite(0, done), NOT_SHOWN,
         "k == 1"),
        ("what is not there", "x == y", Rewrite(7, done), "there is no fact 7; there are 1",
         "x == y"),
    ],
    "factor": [
        ("a quotient that does not divide", "x != 0", Factor(0, "1/x"),
         "fact 0 is not this multiple of the goal", "z != 0"),
        ("a multiple of what is not zero", "x*y != 0", Factor(0, "1/y"),
         "fact 0 is not this multiple of the goal", "x != 0"),
        ("a matrix", "det(A) != 0", Factor(0, "B"), "only scalars have factors here",
         "det(A*B) != 0"),
        ("an order", "0 < a", Factor(0, "b"), "the rule shows that something is not zero",
         "a*b != 0"),
    ],
    "inverse": [
        ("of a singular matrix", "A*A.I == A**0", Inverse(0, by(1)),
         "fact 0 is not a plain relation with !=", "det(A) == 0"),
        ("of a number", "x*(1/x) == 1", Inverse(0, by(1)),
         "fact 0 does not say that a determinant is not zero", "x != 0"),
        ("because the trace is not 0", "A*A.I == A**0", Inverse(0, by(1)),
         "fact 0 does not say that a determinant is not zero", "trace(A) != 0"),
        ("because the determinant is not 2", "A*A.I == A**0", Inverse(0, by(1)),
         "fact 0 does not say that a determinant is not zero", "det(A) != 2"),
    ],
    "cases": [
        ("above and below, not between", "a != 0", Cases("a <= 0", done, done), NOT_SHOWN),
        ("a strict order", "0 <= a**2", Cases("a < 0", done, done),
         "cases are a ≤ b for numbers seen to be real, or a = b"),
        ("a difference that is real", "x == x", Cases("x <= x + 1", done, done),
         "cases are a ≤ b for numbers seen to be real, or a = b"),
        ("of what is not declared", "x == x", Cases("y == 0", done, done),
         "the symbol y is not declared here"),
        ("of a matrix", "A == A", Cases("A == B", done, done), "the symbol B is not declared here"),
        ("the first case in the second", "a == 0", Cases("a == 0", by(0), by(0)),
         "fact 0 is not an equation"),
        ("integers between reals", "1 <= a", Cases("a <= 0", by(0), done),
         "fact 0 is not an equation"),
    ],
    "offset": [
        ("from below zero on", "0 < k", Offset("k", "m", "0", done, done), NOT_SHOWN),
        ("from one more", "n + 1 <= k", Offset("k", "m", "n + 1", done, done), NOT_SHOWN, "n <= k"),
        ("a symbol that may be negative", "n <= k", Offset("k", "l", "n", done, done),
         "the new symbol must be a natural", "n <= k"),
        ("from a half on", "1 <= k", Offset("k", "m", "1/2", done, done),
         "the lower bound is not seen to be an integer", "1/2 <= k"),
        ("from a real on", "a <= k", Offset("k", "m", "a", done, done),
         "the lower bound is not seen to be an integer", "a <= k"),
        ("the name of a variable of a fact", "k == k", Offset("k", "m", "0", done, done),
         "the name m is taken", "0 <= k", "0 <= m for all m: natural"),
        ("of a size", "d == 1", Offset("d", "m", "1", done, done), "the sort of A depends on d",
         "A == A"),
    ],
    "telescope": [
        ("a constant too many", "Sum(k, (k, 0, n)) == n*(n + 1)/2 + 1",
         Telescope("Sum(k, (k, 0, n))", "k*(k - 1)/2", done, by(0)), NOT_SHOWN),
        ("a step that fails at one end", "Sum(1/(k*(k + 1)), (k, 0, n)) == -1/(n + 1)",
         Telescope("Sum(1/(k*(k + 1)), (k, 0, n))", "-1/k", done, by(0)), NOT_SHOWN),
        ("what is no sum", "n == 0", Telescope("n", "k", done, done), "only sums telescope"),
        ("a sum of matrices", "Sum(f[k]*A, (k, 0, n)) == 0*A",
         Telescope("Sum(f[k]*A, (k, 0, n))", "k", done, done),
         "sum(f[k]*A, (k, 0, n)) is a matrix where a scalar is needed"),
        ("up to where it is reversed", "Sum(1, (k, m, n)) == (n + 1) - m",
         Telescope("Sum(1, (k, m, n))", "k", done, by(0)),
         "the number of terms of the sum is not seen to be natural"),
        ("another index", "Sum(k, (k, 0, n)) == 0",
         Telescope("Sum(k, (k, 0, n))", KN, done, done), "the symbol k is not declared here"),
    ],
    "turn": [
        ("no turn", "exp(2*pi*I*0) != 1", Turn("0", "1", done, done), NOT_SHOWN),
        ("a negative one", "exp(2*pi*I*(k/p)) != 1", Turn("k", "p", done, done), NOT_SHOWN,
         "k < p"),
        ("several", "exp(2*pi*I*(m/p)) != 1", Turn("m", "p", done, done), NOT_SHOWN, "0 < m"),
        ("an equation", "exp(2*pi*I*(1/p)) == 1", Turn("1", "p", done, done),
         "the goal is not e^{2πi a/b} ≠ 1"),
        ("twice as much", "exp(2*pi*I*(2*m/p)) != 1", Turn("m", "p", done, done),
         "the goal is not e^{2πi a/b} ≠ 1", "0 < m", "m < p"),
        ("a complex part", "exp(2*pi*I*x) != 1", Turn("x", "1", done, done), NOT_SHOWN, "x != 0"),
    ],
    "residues": [
        ("a class left out by another", "Mod(k, 2) == 0", Residues((0,)),
         "the goal is not seen to hold", "Mod(l, 2) == 0"),
        ("a fact for all", "Mod(k, 2) == 0", Residues((0,)), "fact 0 is quantified",
         "Mod(l, 2) == 0 for all l: integer"),
        ("no floors", "k == k", Residues(), "the goal has no floors, remainders or signs"),
        ("of matrices", "floor(k/2)*A == A", Residues(),
         "only relations between scalars have classes"),
        ("a complex number", "floor(k + I/2) == k", Residues(),
         "a floor of what is not seen to be real"),
        ("any number", "floor(x) == x", Residues(),
         "a floor of what is not a polynomial in integers"),
        ("one more than fits", "Mod(k, 5) <= 3", Residues(), "the goal is not seen to hold"),
        ("at the end of an interval", "floor(2*a) < 2*a", Residues(),
         "the goal is not seen to hold"),
        ("squares of fractions", "(a - floor(a))**2 <= 1", Residues(),
         "the goal is not linear in a fractional part"),
        ("too many classes", "Mod((k*l)*m, 100) == 0", Residues(), "more than 20000 classes"),
        ("too large a denominator", "Mod(k, 1000000000) == 0", Residues(),
         "a denominator above 20000"),
    ],
    "order": [
        ("another difference", "a <= b", Order("a**2", "1"),
         "the difference times the multiplier is not the form"),
        ("0 = 0 times anything", "a <= b", Order("0", "0"),
         "the multiplier is not seen to be positive"),
        ("a negative multiplier", "a**2 <= 0", Order("a**2", "-1"),
         "the multiplier is not seen to be positive"),
        ("a product of what is not real", "0 <= x*y", Order("x*y", "1"),
         "the form is not seen to be at least 0"),
        ("not 0 for positive", "0 < a", Order("a", "1"), "the form is not seen to be positive",
         "a != 0"),
        ("an order of matrices", "0 <= a**2", Order("A", "1"), "the symbol A is not declared here"),
    ],
    "law": [
        ("no law", "sin(a) <= a", Law("", ("a",), (done,), done), "there is no law ''"),
        ("another's values", "a <= a", Law("triangle", ("a",), (), done),
         "the law 'triangle' has 2 variable(s) and 0 premise(s)"),
        ("premises dropped", "sqrt(a**2) == a", Law("sqrt", ("a", "a**2"), (), by(0)),
         "the law 'sqrt' has 2 variable(s) and 2 premise(s)"),
        ("a premise by the conclusion", "sqrt(a**2) == a",
         Law("sqrt", ("a", "a**2"), (by(0), done), by(0)), "there is no fact 0; there are 0"),
        ("a strict premise by a weak fact", "0 < sin(a)",
         Law("sine positive", ("a",), (done, done), done), NOT_SHOWN, "0 <= a", "a < pi"),
        ("a half for an integer", "floor(a) == 1/2",
         Law("floor", ("1/2", "a"), (done, done), by(0)),
         "1/2 is not seen to be integer, the sort of k"),
        ("a strict conclusion", "1 + a < exp(a)", Law("exp above line", ("a",), (), done),
         NOT_SHOWN),
        ("a matrix for a number", "A == A", Law("exp above line", ("A",), (), done),
         "A is not seen to be real, the sort of x"),
    ],
    "separation": [
        ("nearly equal", "sqrt(2) == 6369051672525773/4503599627370496", Separation(),
         "the sides are not seen to be equal"),
        ("the other root", "sqrt(2) == -sqrt(2)", Separation(),
         "the sides are not seen to be equal"),
        ("what is not equal at once", "sqrt(2) != 1", Separation(), "the rule proves equations"),
        ("a number that is not algebraic", "exp(1) == 2721/1001", Separation(),
         "the sides are not seen to be equal"),
        ("matrices", "A == A", Separation(), "only scalars are algebraic numbers"),
        ("what varies", "sqrt(a)*sqrt(b) == sqrt(a*b)", Separation(),
         "the sides are not seen to be equal"),
    ],
}  # fmt: skip

ALL = [(rule, *row) for rule, rows in CHEATS.items() for row in rows]


@pytest.mark.parametrize(
    ("rule", "row"), [pytest.param(row[0], row[2:], id=f"{row[0]}: {row[1]}") for row in ALL]
)
def test_a_cheat_is_seen(rule: str, row: tuple[Any, ...]) -> None:
    goal, proof, reason, *given = row
    assert type(proof) is RULES[rule] and reason
    WORDS.judge(goal, proof, reason, *given)


def test_every_rule_is_cheated() -> None:
    assert set(CHEATS) == set(RULES)
    assert len(ALL) > 60


def test_obligations_are_not_settled_twice_nor_from_afar() -> None:
    claimed = WORDS.statement("x/y + y/x == z")
    for given in (((0, done), (0, done)), ((2, done),), ((-1, done),)):
        with pytest.raises(Rejected, match="definedness: there are 2 obligations"):
            check(Certificate(claimed, (done,), given))
