"""What statements and certificates mean, sentence by sentence: accepted and rejected certificates.

The first ten are those by which earlier drafts of the kernel proved 1 = 0.
"""

import pytest

from derivations.kernel import (
    At, Binder, Certificate, Combine, Counterexample, Enclose, Groups, Have, Impossible, Induction,
    Nowhere, Refutation, Rejected, Rewrite, Theorem, Use, Witness, check,
)
from derivations.language.sorts import (
    COMPLEX, INTEGER, NATURAL, POSINT, POSITIVE, REAL, family_sort, matrix_sort, permutation_sort,
)
from derivations.language.statements import (
    Proposition, Statement, eq, forall, le, lt, ne, proposition,
)
from derivations.language.stating import statement
from derivations.language.terms import Term
from tests.support.cases import FALSE, Case, at, by, named, no_hypotheses, order, proved, run
from tests.support.notation import (
    ONE, PI, ZERO, I, add, call, exp, function, identity, matrix, mul, number, product, sum_,
    symbol,
)

x, real_x, y = symbol("x", REAL), symbol("x", REAL), symbol("y", REAL)
z, w, u, v = (symbol(name) for name in "zwuv")
n, j = symbol("n", NATURAL), symbol("j", NATURAL)
k, m, d, e = (symbol(name, POSINT) for name in "kmde")
a = symbol("a", INTEGER)
A = symbol("A", matrix_sort(k, k))
D = symbol("D", matrix_sort(d, d))
g, h = symbol("g", family_sort((REAL,), REAL)), symbol("h", family_sort((COMPLEX,), REAL))
F = symbol("F", family_sort((NATURAL,), REAL))
P = symbol("P", family_sort((NATURAL,), POSITIVE))
i = symbol("i", NATURAL)
plain = Combine()


# What Python takes to be equal is not the same term, and so not read already.
@pytest.mark.parametrize(
    ("read", "next_to_it"),
    [
        (number("1/2"), Term("number", (), 0.5)),
        (ONE, Term("number", (), True)),
        (x + 1, Term("add", (x, Term("number", (), 1)))),
        (sum_(ONE, (j, ZERO, n)), Term("sum", (j, ZERO, n, Term("number", (), 1)))),
        (matrix([[x]]), Term("matrix", (x,), (True, 1))),
    ],
)
def test_13_terms_are_equal_with_their_types(read: Term, next_to_it: Term) -> None:
    with pytest.raises(Rejected, match="does not take"):
        check(proved(eq(read, next_to_it)))


def false(proof: object) -> Certificate:
    return Certificate(no_hypotheses(FALSE), (proof,))  # type: ignore[arg-type]


captured = eq(sum_(call("trace", A), (k, ONE, ONE)), sum_(call("det", A), (k, ONE, ONE)))
I2 = matrix([[1, 0], [0, 1]])
H = Proposition(FALSE, (symbol("A", matrix_sort(m + 1, m + 1, "skew", "invertible")),))
root = x ** number("1/3")
low = call("floor", number("1/2") + I * number("3/2"))

PROVED_FALSE = {
    "A1: a binder captures the size of a symbol": Case(
        false(Have(Proposition(captured, (k, A)), plain, Use(0, (number(2), I2), (), by(1)))),
        "an index occurs in the size of A",
    ),
    "A1: in a statement": Case(
        Certificate(Statement((k, A), (), (Proposition(captured),)), (plain,)),
        "an index occurs in the size of A",
    ),
    "A3: a symbol is not the number that counts it": Case(
        Certificate(
            Statement(
                (u, v), (), (Proposition(eq(add(mul(u, 0), mul(v, v)), add(mul(u, 0), mul(u, 0)))),)
            ),
            (Groups((((0,), ()), ((1,), ()), ((), (0,)), ((), (1,)))),),
        ),
        "different normal forms",
    ),
    "A3: a symbol that occurs as two objects": Case(
        proved(
            eq(
                add(mul(x, real_x, y), mul(x, y, symbol("y", REAL))),
                add(mul(x, real_x, y), mul(x, real_x, y)),
            ),
            Groups((((0,), (0,)), ((1,), (1,)))),
        ),
        "different normal forms",
    ),
    "A5: a variable that does not occur restricts n by its size": Case(
        Certificate(
            Statement((m,), (H,), (Proposition(eq(m, ONE)),)), (Induction(m, plain, plain),)
        ),
        "a fact speaks of m",
    ),
    "B1: a guard without a value is not satisfied": Case(
        proved(
            ne(ONE, ONE), Use(0, (ZERO,), (), order(1)), [forall(y, eq(g[y], 0), le(0, ONE / y))]
        ),
        "not manifest: 0 != 0",
    ),
    "B1: nor one that orders complex numbers": Case(
        proved(FALSE, Use(0, (I,), (), by(1)), [forall(z, eq(h[z], 0), le(z, z + 1))]),
        "not manifest: im(I) == 0",
    ),
    "B1: a relation without a value is not claimed": Case(
        proved(ne(ONE, ONE), Use(0, (ZERO,), (), order(1)), [forall(y, eq(g[y], 1 / y))]),
        "not manifest: 0 != 0",
    ),
    "B2: gamma has values below 0": Case(
        proved(lt(0, x), order(1), [eq(call("gamma", x), 3)]), "fact 1"
    ),
    "B2: binomials of negative integers": Case(
        proved(le(0, a), order(1), [eq(call("binomial", a, number(2)), 1)]), "no fact 1"
    ),
    "B2: a root of 0": Case(proved(ne(x, 0), order(1), [eq(root, 0)]), "no fact 1"),
    "B2: a power of a matrix": Case(proved(FALSE, by(1), [eq(D**a, identity(d))]), "no fact 1"),
    "B3, B5: a need that is only enough fails nowhere": Case(
        Nowhere(statement(eq(root, 5), [eq(x, 0)]), 0, 0, At(), by(0), at({x: 0})),
        "some give a value without",
    ),
    "B4: a product of matrices that are not square": Case(
        proved(eq(product(symbol("B", matrix_sort(number(2), number(3))), (j, ONE, ZERO)), I2)),
        "square",
    ),
    "B4: a root of a matrix": Case(proved(eq(D ** number("1/2"), D ** number("1/2"))), ""),
    "B4: two values of one symbol": Case(
        Refutation(statement(eq(x, 1)), 0, At(((x, ONE), (x, ZERO))), (), plain), "values of"
    ),
    "B5: a need that fails at one value": Case(
        Nowhere(statement(eq(x / x, 1)), 0, 0, At(), plain, at({x: 0})), "does not show x == 0"
    ),
}


def test_a2_a_counterexample_is_no_lemma() -> None:
    found = check(Refutation(no_hypotheses(FALSE), 0, At(), (), plain))
    assert isinstance(found, Counterexample)
    with pytest.raises(Rejected, match="is no theorem"):
        check(false(Use("#h", (), (), by(0))), {"h": found})  # type: ignore[dict-item]


def test_a4_nothing_is_read_that_was_attached_outside() -> None:
    goal = eq(add(ONE), add(ZERO))
    goal.__dict__["_shapes"] = [[], []]
    with pytest.raises(Rejected):
        check(Certificate(no_hypotheses(goal), (Groups(()),)))


at_zero = At(((x, ZERO),))
CHANGED_LATER = {
    "symbols": Certificate(Statement([x], (), (proposition(eq(x, x)),)), (plain,)),
    "hypotheses": Certificate(Statement((x,), [proposition(eq(x, 0))], (proposition(eq(x, 0)),)),
                              (by(0),)),
    "goals": Certificate(Statement((x,), (), [proposition(eq(x, x))]), (plain,)),
    "variables": Certificate(Statement((), (), (Proposition(eq(ONE, 1), []),)), (plain,)),
    "guards": Certificate(Statement((), (), (Proposition(eq(ONE, 1), (), []),)), (plain,)),
    "values": Refutation(statement(eq(x, 1)), 0, At(list(at_zero.values)), (), plain),
    "a value": Refutation(statement(eq(x, 1)), 0, At(([x, ZERO],)), (), plain),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED_LATER)
def test_what_may_be_changed_later_is_not_read(name: str) -> None:
    """What is proved would become another statement, or another counterexample."""
    with pytest.raises(Rejected, match="expected"):
        check(CHANGED_LATER[name])


divided = proved(eq(z / z, 1), Use("inverse", (z,), (order(0),), by(1)))
by_hash = "#" + check(divided).hash  # type: ignore[union-attr]
to_n = (j, ZERO, n)

both = Combine(((ONE, 2, None), (ONE, 3, None)))
MEANING = {
    "1: a size is declared": Case(
        Certificate(Statement((d, D), (), (Proposition(eq(D, D)),)), (plain,))
    ),
    "3: an index with the name of a symbol elsewhere": Case(
        proved(eq(sum_(j, to_n) + j, j + sum_(i, (i, ZERO, n))))
    ),
    "4: sizes agree by normal forms": Case(
        proved(
            eq(symbol("B", matrix_sort(d + 1, e)), symbol("C", matrix_sort(1 + d, e))),
            by(0),
            [eq(symbol("B", matrix_sort(d + 1, e)), symbol("C", matrix_sort(1 + d, e)))],
        )
    ),
    "5: a model": Case(proved(eq(x**3, x), by(0, x), [eq(x**2, 1), lt(0, x)], model=at({x: 1}))),
    "5: values of families are functions": Case(
        Refutation(
            Statement((n, F), (forall(j, eq(F[j + 1], F[j])),), (Proposition(eq(F[n], 0)),)),
            0,
            at({n: 0, F: function((i,), ONE)}),
            (),
            plain,
        )
    ),
    "6: conditions of a theorem are proved": Case(
        proved(eq(exp(x) / exp(x), 1), Use(by_hash, (exp(x),), (), by(0))), lemmas=(divided,)
    ),
    "7: a need that is manifest": Case(
        proved(eq(F[n], 1 / (n + 1)), Use(0, (n,), (), by(1)), [forall(j, eq(F[j], 1 / (j + 1)))])
    ),
    "8: everybody agrees on divisors": Case(proved(ne(x, 0), order(1), [eq(1 / x, 5)])),
    "8: nowhere": Case(
        Nowhere(statement(eq(1 / (x - y), 1), [eq(x, y)]), 0, 0, At(), by(0), at({x: 1, y: 1}))
    ),
    "8: nowhere, at an index": Case(
        Nowhere(statement(eq(sum_(1 / j, (j, ZERO, n)), 0)), 0, 0, at({j: 0}), plain, at({n: 0}))
    ),
    "9: what is needed comes in order": Case(
        proved(
            eq(z / z + w / w, 2),
            Use(
                "inverse",
                (z,),
                (order(0),),
                Use("inverse", (w,), (order(1),), Combine(((ONE, 2, None), (ONE, 3, None)))),
            ),
        )
    ),
    "14: what is defined nowhere, although 1/0 is 0": Case(
        Nowhere(no_hypotheses(eq(ONE / ZERO, 0)), 0, 0, At(), plain, At())
    ),
}
NOT_MEANING = {
    "1: a size that is not declared": Case(
        Certificate(
            Statement((), (forall(symbol("C", matrix_sort(d, d)), FALSE),), (Proposition(FALSE),)),
            (by(0),),
        ),
        "not declared before it",
    ),
    "1: a size that is declared too late": Case(
        Certificate(Statement((D, d), (), (Proposition(eq(D, D)),)), (plain,)), "before it"
    ),
    "1: a symbol of another sort": Case(
        Certificate(Statement((x,), (), (Proposition(eq(symbol("x"), symbol("x"))),)), (plain,)),
        "x in x is not declared",
    ),
    "1: one name twice": Case(
        Certificate(Statement((x, symbol("x")), (), (Proposition(eq(x, x)),)), (plain,)), "already"
    ),
    "3: an index with the name of a symbol beside it": Case(
        proved(eq(sum_(symbol("n", INTEGER) + n, (symbol("n", INTEGER), ZERO, ONE)), 0)),
        "the index n has the name of another symbol",
    ),
    "3: in a value": Case(
        false(
            Have(
                forall((k, symbol("B", matrix_sort(k, k))), eq(k, k)),
                Binder(("k", "B"), Use("gamma of a conjugate", (captured.left,), (), plain)),
                plain,
            )
        ),
        "A in sum(k, 1, 1, trace(A)) is not declared",
    ),
    "4: sizes agree by a fact": Case(
        proved(
            eq(symbol("B", matrix_sort(d, d)), symbol("C", matrix_sort(e, e))), plain, [eq(d, e)]
        ),
        "size",
    ),
    "4: a size that may be 0": Case(
        proved(eq(symbol("B", matrix_sort(n, n)), symbol("B", matrix_sort(n, n)))), "dimension"
    ),
    "4: a bound that may be no integer": Case(
        proved(eq(sum_(ONE, (j, ZERO, x)), x + 1), plain, [eq(x, 5)]), "integer"
    ),
    "4: no blocks": Case(proved(eq(call("trace", Term("stack", (j, ONE, ZERO, ONE))), 0)), "block"),
    "5: a value is missing": Case(
        proved(eq(x, x), plain, [eq(x, y)], model=at({x: 1})), "values of"
    ),
    "5: a value of another sort": Case(
        Refutation(statement(eq(m, 1)), 0, at({m: 0}), (), plain), "not manifest: 1 <= 0"
    ),
    "5: a value that is not closed": Case(
        Refutation(statement(eq(x, y)), 0, at({x: y, y: 1}), (), plain), "not declared"
    ),
    "5: a value without a value": Case(
        Refutation(statement(eq(x, 1)), 0, at({x: ONE / ZERO}), (), plain), "not manifest: 0 != 0"
    ),
    "5: a hypothesis that fails": Case(
        Refutation(statement(eq(x, 1), [lt(0, x)]), 0, at({x: 0}), (), plain), "not manifest: 0 < 0"
    ),
    "5: a hypothesis without a value": Case(
        Refutation(statement(eq(x, 1), [eq(1 / x, 0)]), 0, at({x: 0}), (), plain),
        "not manifest: 0 != 0",
    ),
    "5: a goal without a value": Case(
        Refutation(statement(eq(x / x, 1)), 0, at({x: 0}), (), plain), "not proved: 0 != 0"
    ),
    "5: a goal without a value, of a family outside of its index sort": Case(
        Refutation(statement(lt(0, P[a])), 0, at({P: function((i,), i + 1), a: -5}), (), plain),
        "not proved: 0 <= -5",
    ),
    "5: a goal without a value, in an argument that the function drops": Case(
        Refutation(statement(eq(g[1 / x], 5)), 0, at({g: function((y,), ONE), x: 0}), (), plain),
        "not proved: 0 != 0",
    ),
    "5: what a power needs before values are put in": Case(
        Refutation(
            statement(eq(call("sign", x) ** 2 * x ** (n - 1000), x ** (n - 1000))), 0,
            at({n: 1000, x: 0}), (), plain,
        ),
        "not proved: 0 != 0",
    ),
    "5: a goal that holds": Case(
        Refutation(statement(eq(x, 1)), 0, at({x: 1}), (), plain), "does not show 1 != 1"
    ),
    "6: conditions that fail": Case(
        proved(eq(ZERO / ZERO, 1), Use(by_hash, (ZERO,), (), by(0))),
        "not manifest: 0 != 0",
        lemmas=(divided,),
    ),
    "7: a need under a binder": Case(
        proved(
            FALSE,
            plain,
            [forall(y, eq(g[y], 0), le(0, sum_(1 / (y + j), (j, ZERO, ONE))))],
        ),
        "which is no guard",
    ),
    "8: what is not there where a floor of a complex number may be": Case(
        Nowhere(
            statement(eq(1 / low, -I)), 0, 1, At(),
            Have(
                Proposition(le(0, low)), Enclose(64),
                Use("antisymmetry", (low, ZERO), (Enclose(64), order(0)), by(1)),
            ),
            at({}),
        ),
        "some give a value without",
    ),
    "8: with hypotheses that nothing satisfies": Case(
        Nowhere(statement(eq(1 / x, 1), [eq(x, 0), eq(x, 1)]), 0, 0, At(), by(0), at({x: 0})),
        "not manifest: 0 == 1",
    ),
    "9: a need is not proved by a later one": Case(
        proved(
            eq(1 / z + 1 / w, 0),
            definedness=((0, order(1)),),
        ),
        "no fact 1",
    ),
    "9: nor by the goal": Case(proved(eq(1 / z, 1 / z), definedness=((0, order(0)),)), "no fact 0"),
    "9: what is needed is not left out": Case(
        proved(eq(1 / z, 1 / z), definedness=((0, None),)), "not to be left out"
    ),
    "9: nor that there is a derivative": Case(
        proved(eq(call("diff", x, x, call("abs", x)), 0), definedness=((0, None), (1, None))),
        "not to be left out",
    ),
    "9: a need that is not there": Case(
        proved(eq(z, z), definedness=((0, plain),)), "not one proof each"
    ),
    "12: a matrix may be equal to another in each block": Case(
        proved(ne(D, identity(d))), "does not show"
    ),
    "14: floor takes the real part, but not of everything": Case(
        proved(eq(call("floor", z), z), Use("floor", (z, z), (), by(0))), "not manifest"
    ),
}

some_equal = Witness(statement(eq(y, x), (), (x,), (y,)), at({y: x}), (plain,))
equal = named(Certificate(some_equal.statement, ()))
apart = statement([eq(z, 0), eq(z, 1)], (), (), (z,))
one_over = Statement((w,), (), (proposition(eq(z / w, 1)),), (z,))
large = Statement((), (), (forall(j, lt(j, n)),), (n,))
larger = Statement((j,), (), (proposition(lt(j, n)),), (n,))

s = symbol("s", permutation_sort(number(2)))
turned = function((i,), 1 - i)
at_most_one = Binder(("i",), Use("whole numbers", (i, number(2)), (None, order(0)), order(1)))
swap = at({s: turned, call("inv", s): turned}, None, at_most_one)
r, aside = symbol("r", permutation_sort(ONE)), function((i,), i * I)
below_one = Binder(
    ("i",),
    Have(
        proposition(eq(i, 0)),
        Use(
            "whole numbers", (i, ONE), (None, order(0)),
            Use("antisymmetry", (i, ZERO), (order(1),), by(2)),
        ),
        Rewrite(1, plain),
    ),
)  # fmt: skip
EXISTS = {
    "1: each use opens new symbols": Case(
        proved(
            eq(symbol("t", REAL), symbol("t", REAL)),
            Use(equal, (ZERO,), (), Use(equal, (ONE,), (), plain, ("q",)), ("p",)),
        ),
        lemmas=(some_equal,),
    ),
    "1: what is opened is used": Case(
        proved(
            le(0, x**2),
            Use(equal, (x,), (), Combine(), ("p",)),
        ),
        lemmas=(some_equal,),
    ),
    "2: a witness in the declared symbols": Case(Witness(larger, at({n: j + 1}), (plain,))),
    "3: what the witness does not touch may be a condition": Case(
        Witness(one_over, at({z: w}), (Use("inverse", (w,), (order(0),), by(1)),))
    ),
    "3: else it is proved": Case(
        Witness(statement(eq(1 / z, 5), (), (), (z,)), at({z: number("1/5")}), (plain,))
    ),
    "3: what a power needs before values are put in": Case(
        Witness(statement(eq(w ** (n - 7), 1), (), (w,), (n,)), at({n: 7}), (plain,))
    ),
    "4: impossible": Case(
        Impossible(apart, At(), (), Combine(((ONE, 0, None), (number(-1), 1, None))))
    ),
    "4: a need on which all agree": Case(
        Impossible(
            statement([eq(1 / z, 1 / z), eq(z, 0)], (), (), (z,)),
            At(),
            (),
            Use("absurd", (), (Combine(((number(-1), 1, None),), order(2).orders),), by(3)),
        )
    ),
    "5: a quantified goal": Case(
        proved(forall((x, y), le(x, y), lt(x, y)), Binder(("s", "t"), order(0)))
    ),
    "5: a guard has a value where it holds": Case(
        proved(forall(x, ne(x, 0), lt(0, 1 / x)), Binder(("s",), order(1)))
    ),
    "6: a value of a permutation and of its inverse": Case(
        Refutation(statement(eq(s(ZERO), 0)), 0, swap, (), plain)
    ),
    "6: values of bound variables": Case(
        Refutation(
            Statement((x,), (), (forall(y, le(x, y), lt(0, y)),)), 0, at({x: 5, y: 1}), (), plain
        )
    ),
}
NOT_EXISTS = {
    "1: one name for two": Case(
        proved(
            FALSE,
            Use(equal, (ZERO,), (), Use(equal, (ONE,), (), by(0), ("p",)), ("p",)),
        ),
        "is the name of a symbol already",
        (some_equal,),
    ),
    "1: two uses are not about one symbol": Case(
        proved(
            FALSE,
            Use(
                equal,
                (ZERO,),
                (),
                Use(equal, (ONE,), (), Combine(((ONE, 0, None), (number(-1), 1, None))), ("q",)),
                ("p",),
            ),
        ),
        "does not show",
        (some_equal,),
    ),
    "1: no name": Case(proved(eq(x, x), Use(equal, (x,), (), plain)), "0 names", (some_equal,)),
    "1: the name of a symbol": Case(
        proved(eq(x, x), Use(equal, (x,), (), plain, ("x",))), "already", (some_equal,)
    ),
    "2: a witness that depends on what comes after it": Case(
        Witness(large, at({n: j + 1}), (Binder(("i",), plain),)), "not declared"
    ),
    "2: one witness for all goals": Case(
        Witness(apart, At(((z, ZERO), (z, ONE))), (plain, plain)), "values of"
    ),
    "2: a witness in another": Case(
        Witness(statement(eq(z, w), (), (), (z, w)), at({z: w, w: z}), (plain,)), "not declared"
    ),
    "2: a witness of another sort": Case(
        Witness(statement(eq(m, 0), (), (), (m,)), at({m: 0}), (plain,)), "not manifest: 1 <= 0"
    ),
    "3: a witness at which the goal has no value": Case(
        Witness(statement(eq(1 / z, 0), (), (), (z,)), at({z: 0}), (plain,)), "not proved: 0 != 0"
    ),
    "3: a witness without a value": Case(
        Witness(statement(eq(z, 0), (), (), (z,)), at({z: ONE / ZERO}), (plain,)), "0 != 0"
    ),
    "4: a need on which not all agree": Case(
        Impossible(
            statement([eq(call("gamma", x), 3), lt(x, 0)], (), (), (x,)), At(), (), order(2)
        ),
        "no fact 2",
    ),
    "4: that there is no derivative, where there may be no value": Case(
        Impossible(
            statement(
                [eq(z, 1), eq(call("differentiable", x, ONE, x + ZERO / (x - z)), 0)], (), (), (z,)
            ),
            At(),
            (),
            by(1),
        ),
        "is no number here",
    ),
    "4: only at values that satisfy the hypotheses": Case(
        Impossible(statement(eq(z, 0), [eq(ONE, w)], (), (z,)), at({w: 0}), (), plain),
        "not manifest: 1 == 0",
    ),
    "5: a guard that is dropped": Case(
        proved(forall((x, y), le(x, y), lt(x, y)), Binder(("s", "t"), plain)), "does not show"
    ),
    "6: a value of a bound variable is missing": Case(
        Refutation(Statement((x,), (), (forall(y, le(x, y), lt(0, y)),)), 0, at({x: 5}), (), plain),
        "values of",
    ),
    "6: a permutation without its inverse": Case(
        Refutation(statement(eq(s(ZERO), 0)), 0, At(swap.values[:1]), (), plain), "values of"
    ),
    "6: a permutation that is not whole beyond its size": Case(
        Witness(
            statement(forall(j, eq(j, 0), eq(call("floor", r(j)), r(j))), (), (), (r,)),
            at({r: aside, call("inv", r): aside}, *[below_one] * 4),
            (Binder(("i",), Have(proposition(eq(call("conj", call("floor", i * I)), -i * I)),
             Rewrite(0, plain), Combine(((I / 2, 0, None), (-I / 2, 1, None))))),),
        ),
        "i in i is not declared here",
    ),
    "6: a permutation and what is not its inverse": Case(
        Refutation(
            statement(eq(s(ZERO), 0)),
            0,
            at(
                {s: turned, call("inv", s): function((i,), i)},
                None,
                None,
                at_most_one,
                None,
                None,
                Binder(("i",), order(0)),
            ),
            (),
            plain,
        ),
        "not manifest: 1 - k == k",
    ),
    "6: a guard that fails": Case(
        Refutation(
            Statement((x,), (), (forall(y, le(x, y), lt(0, y)),)), 0, at({x: 5, y: -1}), (), plain
        ),
        "not manifest: 0 < -1",
    ),
    "6: a guard without a value": Case(
        Refutation(
            Statement((), (), (forall(y, eq(y, 1), le(0, 1 / y)),)), 0, at({y: 0}), (), plain
        ),
        "not manifest: 0 != 0",
    ),
    "6: there is, by one value that is none": Case(
        Refutation(statement(eq(z, 0), (), (), (z,)), 0, at({z: 1}), (), plain), "impossible"
    ),
    "6: there is, without a witness": Case(
        Certificate(statement(eq(z, z), (), (), (z,)), (plain,)), "by a witness"
    ),
    "6: a hypothesis about what is there": Case(
        Witness(
            Statement((), (Proposition(eq(z, 0)),), (Proposition(eq(z, 0)),), (z,)),
            at({z: 0}),
            (by(0),),
        ),
        "not declared",
    ),
}

ACCEPTED = {"meaning": MEANING, "exists": EXISTS}
REJECTED = {"proved false": PROVED_FALSE, "meaning": NOT_MEANING, "exists": NOT_EXISTS}


@pytest.mark.parametrize(
    ("accepted", "about", "name"),
    [
        (accepted, about, name)
        for accepted, table in ((True, ACCEPTED), (False, REJECTED))
        for about, cases in table.items()
        for name in cases
    ],
)
def test_a_sentence(accepted: bool, about: str, name: str) -> None:
    run((ACCEPTED if accepted else REJECTED)[about][name], accepted)


CONDITIONS = [
    (divided, "[z != 0]"),
    # What the arguments of a family need is needed also of a witness that is constant.
    (Witness(statement(eq(g[1 / x], 1), (), (), (g,)), at({g: function((y,), ONE)}), (plain,)),
     "[x != 0]"),
    # A sum over a range that may be empty needs its terms only where it has some.
    (
        proved(eq(sum_(x / y, (a, ONE, n)), sum_(x / y, (a, ONE, n)))),
        "[y != 0 for all a with 1 <= a and a <= n]",
    ),
    (proved(eq(sum_(x / y, to_n), sum_(x / y, to_n))), "[y != 0]"),
    (proved(eq(add(z**-1, w), add(z**-1, w)), Groups((((0, 1), (0, 1)),))), "[z != 0]"),
    (proved(forall(z, eq(z / w, z / w)), Binder(("s",), plain)), "[w != 0]"),
    (
        proved(forall(z, eq(z / w, z / w), ne(z, 1)), Binder(("s",), plain)),
        "[w != 0 for all z with z != 1]",
    ),
]


@pytest.mark.parametrize(("certificate", "conditions"), CONDITIONS)
def test_conditions_are_what_is_needed(certificate: Certificate | Witness, conditions: str) -> None:
    found = check(certificate)
    assert isinstance(found, Theorem)
    assert str(list(found.conditions)) == conditions


def test_a_theorem_says_what_it_rests_on() -> None:
    lemma = check(divided)
    assert isinstance(lemma, Theorem)
    assert (lemma.laws, lemma.lemmas, lemma.axioms) == (("inverse",), (), ())
    found = check(
        proved(eq(exp(x) / exp(x), 1), Use(by_hash, (exp(x),), (), by(0))), {lemma.hash: lemma}
    )
    assert isinstance(found, Theorem)
    assert (found.laws, found.lemmas) == (("inverse",), (lemma.hash,))
    rational = Use("pi irrational", (a, a), (by(0),), plain)
    axiom = check(proved(eq(a, a), rational, [eq(a * PI, a)]))
    assert isinstance(axiom, Theorem)
    assert axiom.axioms == ("pi irrational",)


def test_only_the_kernel_makes_theorems() -> None:
    with pytest.raises(TypeError):
        Theorem(object(), no_hypotheses(FALSE), (), (), (), None, (), ())
    with pytest.raises(TypeError):
        type("Like", (Theorem,), {})
