"""Certificates that hold: at least one for each rule and each kind."""

from __future__ import annotations

from derivations.kernel import Certificate, NowhereDefined, Refutation, Theorem, check
from derivations.kernel.proofs import (
    AnyCertificate,
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
    Residues,
    Rewrite,
    Separation,
    StrongInduction,
    Telescope,
    Turn,
)
from derivations.language.sorts import (
    INTEGER,
    NATURAL,
    POSINT,
    POSITIVE,
    REAL,
    family_sort,
    matrix_sort,
)
from derivations.language.statements import Proposition, eq, forall, le, lt, ne, statement
from derivations.language.terms import Term
from tests.support.notation import (
    ONE,
    PI,
    ZERO,
    I,
    call,
    cos,
    div,
    exp,
    function,
    matrix,
    mul,
    number,
    sin,
    sqrt,
    sum_,
    symbol,
)

x, y, z = (symbol(name) for name in "xyz")
a, b = symbol("a", REAL), symbol("b", REAL)
q = symbol("q", POSITIVE)
n, m = symbol("n", NATURAL), symbol("m", NATURAL)
p, d = symbol("p", POSINT), symbol("d", POSINT)
k, l = symbol("k", INTEGER), symbol("l", INTEGER)  # noqa: E741
f = symbol("f", family_sort((NATURAL,), REAL))
A, B, C = (symbol(name, matrix_sort(d, d)) for name in "ABC")
U = symbol("U", matrix_sort(d, d, "unitary"))
done = NormalForm()


def _turned(t: Term) -> Term:
    return matrix([[cos(t), -sin(t)], [sin(t), cos(t)]])


def _by(fact: int, left: Term = ONE) -> NormalForm:
    return NormalForm((Cofactor(left, fact),))


LEMMA = Certificate(statement(eq(x / x, 1)), (done,), model=((x, ONE),))


def lemmas() -> dict[str, Theorem]:
    """The theorem that one of the examples refers to."""
    theorem = check(LEMMA)
    assert isinstance(theorem, Theorem)
    return {theorem.hash: theorem}


def examples() -> dict[str, AnyCertificate]:
    """Certificates by the names of the rules that they show."""
    (lemma,) = lemmas()
    doubling = (eq(f[0], 1), forall(m, eq(f[m + 1], 2 * f[m])))
    powers = ((f, function((m,), number(2) ** m)),)
    total = sum_(k * call("factorial", k), (k, 1, n))
    fibonacci = sum_(call("fibonacci", k), (k, 0, n))
    zeros = forall(k, eq(f[k], 0), le(1, k), le(k, n))
    inside = Instantiate(0, (symbol("k", NATURAL),), (done, done), _by(3))
    no_turn = ne(exp(div(mul(2, PI, I), p)), ONE)
    one, two, three, six = (number(r) for r in (1, 2, 3, 6))
    eye = matrix([[1]])
    return {
        "normal form": Certificate(statement(eq(x + y, y + x)), (done,), model=()),
        "condition": Certificate(
            statement(eq((x**2 - 1) / (x - 1), x + 1)), (done,), model=((x, ZERO),)
        ),
        "cofactors": Certificate(
            statement(eq(x, 2), [eq(x + y, 3), eq(y, 1)]),
            (NormalForm((Cofactor(ONE, 0), Cofactor(-ONE, 1))),),
            model=((x, two), (y, one)),
        ),
        "rotation": Certificate(statement(eq(_turned(a) * _turned(b), _turned(a + b))), (done,)),
        "matrices": Certificate(statement(eq(U.H * A * U * U.H, U.H * A)), (done,)),
        "have": Certificate(
            statement(eq(x, y), [eq(x, y)]),
            (Have(Proposition(eq(2 * x, 2 * y)), _by(0, number(2)), _by(1, number("1/2"))),),
            model=((x, one), (y, one)),
        ),
        "instantiate": Certificate(
            statement(eq(f[1], 2), doubling),
            (Instantiate(1, (ZERO,), (), NormalForm((Cofactor(ONE, 2), Cofactor(two, 0)))),),
            model=powers,
        ),
        "lemma": Certificate(
            statement(eq(p / p, 1)), (Lemma(lemma, (p,), (done,), _by(0)),), lemmas=(lemma,)
        ),
        "induction": Certificate(
            statement(eq(sum_(k, (k, 1, n)), n * (n + 1) / 2)), (Induction(n, done, _by(0)),)
        ),
        "congruence": Certificate(
            statement(eq(call("log", x), call("log", y)), [eq(x, y), ne(y, 0)]),
            (Congruence((_by(0),)),),
            ((0, Rewrite(0, done)),),
            ((x, one), (y, one)),
        ),
        "binder": Certificate(
            statement(eq(sum_(f[k], (k, 1, n)), sum_(ZERO, (k, 1, n))), [zeros]),
            (Congruence((done, done, inside)),),
            model=((n, two), (f, function((m,), ZERO * m))),
        ),
        "rewrite": Certificate(
            statement(eq(exp(x) + x, exp(y) + y), [eq(x, y)]), (Rewrite(0, done),),
            model=((x, one), (y, one)),
        ),
        "factor": Certificate(
            statement(ne(x - 1, 0), [ne(x**2 - 1, 0)]), (Factor(0, x + 1),), model=((x, three),)
        ),
        "inverse": Certificate(
            statement(eq(B, C), [ne(call("det", A), 0), eq(A * B, A * C)]),
            (Inverse(0, NormalForm((
                Cofactor(call("inv", A), 1), Cofactor(-ONE, 3, B), Cofactor(ONE, 3, C),
            ))),),
            model=((d, one), (A, eye), (B, eye), (C, eye)),
        ),
        "cases": Certificate(
            statement(eq(call("abs", a) * call("sign", a), a)),
            (Cases(eq(a, 0), Rewrite(0, done), done),),
        ),
        "offset": Certificate(
            statement(eq(sum_(1, (k, l, n)), n - l + 1), [le(l, n)]),
            (Offset(n, m, l, done, done),), model=((l, one), (n, two)),
        ),
        "strong induction": Certificate(
            statement(eq(fibonacci, call("fibonacci", n + 2) - 1)),
            (StrongInduction(n, (done, done), _by(1)),),
        ),
        "telescope": Certificate(
            statement(eq(total, call("factorial", n + 1) - 1)),
            (Telescope(total, call("factorial", k), done, _by(0)),),
        ),
        "turn": Certificate(
            statement(no_turn, [le(2, p)]), (Turn(ONE, p, done, done),), model=((p, three),)
        ),
        "residues": Certificate(
            statement(eq(call("mod", number(2) ** n, 4), 0), [le(2, n)]), (Residues((0,)),),
            model=((n, two),),
        ),
        "floors": Certificate(
            statement(eq(call("floor", a) + call("floor", a + div(1, 2)), call("floor", 2 * a))),
            (Residues(),),
        ),
        "order": Certificate(
            statement(le(4 * a * b, ONE), [eq(a + b, 1)]),
            (Order((a - b) ** 2, ONE, (Cofactor(a + b + 1, 0),)),),
            model=((a, one), (b, ZERO)),
        ),
        "multiplier": Certificate(statement(le(two, q + 1 / q)), (Order((q - 1) ** 2, q),)),
        "law": Certificate(
            statement(le(sin(a), a), [le(ZERO, a)]),
            (Law("sine below line", (a,), (done,), done),), model=((a, ZERO),),
        ),
        "separation": Certificate(
            statement(eq(sqrt(5 + 2 * sqrt(six)), sqrt(two) + sqrt(three))), (Separation(),)
        ),
        "refutation": Refutation(statement(eq(x * y, y + x)), 0, ((x, ZERO), (y, ONE))),
        "refutation of order": Refutation(
            statement(lt(exp(a), 1 + a), [lt(ZERO, a)]), 0, ((a, ONE),)
        ),
        "refutation about matrices": Refutation(
            statement(eq(A * B, B * A)), 0,
            ((d, two), (A, matrix([[0, 1], [0, 0]])), (B, matrix([[0, 0], [1, 0]]))),
        ),
        "nowhere defined": NowhereDefined(statement(eq(1 / (x - x), 5)), 0, done, None),
    }  # fmt: skip
