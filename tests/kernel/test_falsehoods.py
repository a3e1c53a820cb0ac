"""What nobody may prove, where a draft of a kernel did prove it, and what a cheat would try.

Each falsehood of `falsehoods.json` is tried as a fact inside a proof, by normal forms alone: a fact
needs no definedness, so that it has to hold for junk values too; `at` says where it is false.  The
tables below are of certificates in text: the goal, the proof, why it is rejected
(nothing, if it is not), the hypotheses.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from derivations.kernel import (
    Binder, Cases, Combine, Enclose, Have, Induction, Rejected, Rewrite, Use, encode, read,
)
from derivations.kernel.replay import replay_files
from derivations.language.parser import parse_claim
from derivations.language.sorts import INTEGER, NATURAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, eq, forall
from derivations.language.terms import ONE
from tests.support.certificates import Nowhere, Words, by, conditions, done, sums
from tests.support.notation import function, identity, symbol, zero_matrix

TABLES = json.loads((Path(__file__).parent / "falsehoods.json").read_text(encoding="utf-8"))
NOT_SHOWN = "this does not show "
ALL = {name: Words(*table["declared"]) for name, table in TABLES.items()}


def order(*facts: int) -> Combine:
    return Combine((), tuple((Fraction(1), fact) for fact in facts))


@pytest.mark.parametrize(
    ("name", "row"), [(name, row) for name, table in TABLES.items() for row in table["false"]]
)
def test_a_falsehood_is_not_shown(name: str, row: str) -> None:
    words = ALL[name]
    fact = words.proposition(row.partition(" at ")[0])
    free = ", ".join(s.name for s in words.statement(fact).declarations)
    words.judge("0 == 1", Have(fact, done, done), f"{NOT_SHOWN}{fact}"[:24],
                *([f"let {free}"] if free else []))  # fmt: skip


# Rules


ANY = Words(
    "x, y, z, w, c: complex", "a, b: real", "n, m: natural", "p, d, e: posint", "k, l, j: integer",
    "f: family(integer -> real)", "g: family(real -> real)", "h: family(natural -> real)",
    "q: family(natural -> natural)", "A, B, C: matrix(d,d)", "X: matrix(d,e)", "Y: matrix(e,d)",
    "K: skew(d)", "V: unitary(d)", "v: matrix(d,1)", "U: invertible skew(p)",
    "W: family(integer -> matrix(p,p))",
)  # fmt: skip
EVERY, LOG = "f[k] == 0 for all k: integer", "g[a] == log(a) for all a: real"
TURNS = " + ".join(f"exp(I*pi*({t}))" for t in ("1/2503", "1/2503 + 2/3", "1/2503 + 4/3"))
COMMUTE = "A*B == B*A for all A: matrix(d,d)"
RULES: dict[str, list[tuple[Any, ...]]] = {
    "combine": [
        ("x == 1", by(0, left="0"), NOT_SHOWN, "x == 1"),
        ("x == -1", by(0), NOT_SHOWN, "x == 1"),
        ("x == 1", by(0, left="f"), "f, of the sort family", "x == 1", EVERY),
        ("y == 0", by(0, left="1/x"), NOT_SHOWN, "x*y == 0"),
        ("a**2 <= 0", order(0), NOT_SHOWN, "a <= 0"),
        ("0 <= x*y", done, NOT_SHOWN, "0 <= x"),
        ("0 < a", order(0), "fact 0, a != 0, cannot count here", "a != 0"),
        ("0 <= b", order(0), NOT_SHOWN, "0 <= a*b"),
        ("2*a*b < a**2 + b**2", done, NOT_SHOWN),
    ],
    "have": [
        ("x == 0", Have("x == 0", by(0), by(0)), "there is no fact 0; there are 0"),
        ("a == 0", Have("a == 0 with a == 0", Binder((), by(0)), by(0)),
         "fact 0, a == 0 with a == 0, cannot count"),
        ("x == x", Have("A == A for all A: matrix(d, d)", done, done), "the size of A is not"),
        ("x == y", Have("0 == 1", done, by(0, left="x - y")), f"{NOT_SHOWN}0 == 1"),
    ],
    "what is quantified is used at values of the sort, under its guards": [
        ("f[2] == 0", Use(0, ("2",), (), by(1)), "", EVERY),
        ("f[0] == 0", Use(0, ("1/2",), (), by(1)), "not manifest: floor(1/2) == 1/2", EVERY),
        ("f[0] == 0", Use(0, ("0",), (by(1),), by(1)), "there is no fact 1; there are 1",
         f"{EVERY} with f[k] == 0"),
        ("x == x", Use(0, ("Function(m -> 1)",), (), done), "function(m, 1) is not a family",
         "f[0] == 0 for all f: family(integer -> real)"),
        ("x == x", Use(0, ("Function(k -> I)",), (), done), "not manifest: conj(I) == I for all k",
         "f[0] == 0 for all f: family(integer -> real)"),
        ("1 <= 0", Have("k <= 0 for all k, j: integer with j <= 0", Binder(("s", "t"), order(0)),
                        Use(0, ("1", "0"), (), order(1))), NOT_SHOWN),
        ("1 == 0", Have("k == 0 for all k, j: integer with k == 2*j",
                        Binder(("s", "t"), by(0)), Use(0, ("2", "1"), (), by(1, left="1/2"))),
         NOT_SHOWN),
    ],
    "induction": [
        ("Sum(k, (k, 1, n)) == n*(n + 1)/2 + 1", Induction("n", done, by(0)), NOT_SHOWN),
        ("n == 0", Induction("n", done, by(1)), "there is no fact 1; there are 1"),
        ("0 <= k", Induction("k", done, done), "induction is on a natural or a posint"),
        ("p <= 3", Induction("p", done, done), "a fact speaks of p: p <= 3", "p <= 3"),
        ("p <= 1", Induction("p", done, order(0)), f"{NOT_SHOWN}p + 1 <= 1"),
        ("p == p*p", Induction("p", done, by(0)), NOT_SHOWN),
        ("p == 1", Induction("p", done, done), "the size of U depends on p", "let p, U"),
        ("p == 1", Induction("p", done, done), "the size of W depends on p", "let p, W"),
    ],
    "rewrite": [
        ("exp(x) == 1", Rewrite(0, done), NOT_SHOWN, "0 == x"),
        ("a == 1", Rewrite(0, done), "fact 0, a == 1 with 0 < b, cannot", "a == 1 with 0 < b"),
        ("Sum(f[k], (k, 1, 3)) == Sum(f[j], (k, 1, 3))", Rewrite(0, done), NOT_SHOWN, "j == k"),
        ("Sum(f[k], (k, 1, 3)) == 3*f[0]", Rewrite(0, done), NOT_SHOWN, "k == 0"),
    ],
    "binder": [
        ("Sum(f[k], (k, 0, n)) == Sum(0*k, (k, 0, n))",
         Binder(("i",), Use(0, ("0",), (), by(3))), "not manifest: 1 <= 0", f"{EVERY} with 1 <= k"),
        ("Sum(f[k], (k, 0, n)) == Sum(f[0], (k, 0, n))", Binder(("i",), done), NOT_SHOWN),
    ],
    "cases": [
        ("a != 0", Cases("a <= 0", None, order(0), order(0)), "fact 0, a <= 0, cannot"),
        ("a == 0", Cases("a == 0", None, by(0), by(0)), "fact 0, a != 0, cannot count here"),
        ("1 <= a", Cases("a <= 0", None, done, order(0)), NOT_SHOWN, "0 < a"),
        ("0 <= x**2", Cases("0 <= x", None, done, done), "not manifest: conj(x - 0) == x - 0"),
    ],
    "use of a law": [
        ("sqrt(a**2) == a", Use("sqrt", ("a", "a**2"), (by(0), done), by(0)), "there is no fact 0"),
        ("sqrt(a**2) == a", Use("sqrt", ("a", "a**2"), (), by(0)), "not manifest: 0 <= a"),
        ("0 < sin(a)", Use("sine positive", ("a",), (order(0), order(1)), order(2)),
         f"{NOT_SHOWN}0 < a", "0 <= a", "a < pi"),
        ("floor(a) == 1/2", Use("floor", ("1/2", "a"), (None, order(0), order(1)), by(2)),
         "not manifest: floor(1/2) == 1/2", "1/2 <= a", "a < 3/2"),
        ("floor(a) < a", Use("floor bounds", ("a",), (), order(0)), NOT_SHOWN),
        ("floor(z) <= z", Use("floor bounds", ("z",), (), order(0)),
         "not manifest: conj(z) == z"),
        ("gcd(a, 0) == Abs(a)", Use("gcd with zero", ("a",), (), by(1)),
         "not manifest: floor(a) == a", "0 < a"),
        ("1 <= a", Use("whole numbers", ("0", "a"), (None, None, order(0)), order(1)),
         "not manifest: floor(a) == a", "0 < a"),
        ("z/z == 1", Use("inverse", ("z",), (order(0),), by(1)), NOT_SHOWN, "z + w != 0"),
        ("(z + w)/(z + w) == 1", Use("inverse", ("z + w",), (order(0),), by(2)), NOT_SHOWN,
         "z != 0", "w != 0"),
        ("a/a == 1", Use("inverse", ("a",), (order(0),), by(1)), "fact 0, 0 <= a,", "0 <= a"),
        ("sqrt(a)**2 == -a", Use("sqrt", ("I*sqrt(-a)", "a"), (done, done), done), NOT_SHOWN,
         "a <= 0"),
        ("sqrt(z*w) == sqrt(z)*sqrt(w)", Use("sqrt of a product", ("z", "w"), (order(0),), by(2)),
         "", "0 <= z"),
        ("sqrt(z*w) == sqrt(z)*sqrt(w)", Use("sqrt of a product", ("z", "w"), (order(0),), by(1)),
         NOT_SHOWN, "0 <= re(z)"),
        ("atan(tan(a)) == a", Use("atan", ("a", "tan(a)"), (order(0),), done), NOT_SHOWN,
         "a < pi/2", "cos(a) != 0"),
        ("log(z*w) == log(z) + log(w)", Use("log of a product", ("z", "w"), (), by(2)),
         "not manifest: 0 < z", "z != 0", "w != 0"),
        ("asin(sin(a)) == a", Use("asin", ("a", "sin(a)"), (done, done, done), done),
         f"{NOT_SHOWN}-pi/2 <= a"),
        ("2 == 1", Have("log(2*c) == log(2) + log(c) for all c: complex",
                        Binder(("c",), Use("log of a product", ("2", "c"), (), by(0))), done),
         "not manifest: c != 0"),
        ("acot(0) == 0", done, NOT_SHOWN),
        (f"{TURNS} != 0", Enclose(512), "not told"),
    ],
    "use of a law of matrices": [
        ("A*A.I == Identity(d)", Use("inverse matrix", ("d", "A"), (done,), by(0)), NOT_SHOWN),
        ("det(A) != 0", Use("trivial kernel", ("d", "A"), (Binder(("u",), order(0)),), order(0)),
         NOT_SHOWN),
        ("det(A) != 0", Use("trivial kernel", ("d", "A"), (Binder(("u",), order(0)),), order(2)),
         NOT_SHOWN, "A*v != zeros(d, 1)", "v != zeros(d, 1)"),
        ("(A + B).exp() == A.exp()*B.exp()",
         Use("exponential of a sum", ("d", "A", "B"), (done,), by(0)), NOT_SHOWN),
        ("A.exp() == Identity(d) + A + A*A/2",
         Use("exponential of a nilpotent", ("d", "A"), (done,), by(0)), NOT_SHOWN),
        ("det(X*Y) == det(Y*X)", Use("determinant of a product", ("d", "X", "Y"), (), done),
         "X is not of the size"),
        ("trace(X*Y) == trace(Y*X)",
         Use("trace turned round", ("e", "d", "X", "Y"), (), by(0)), "X is not of the size"),
        ("A*A.I == Identity(d)", Use("inverse matrix", ("d", "A"), (order(0),), by(1)),
         f"{NOT_SHOWN}det(A) != 0", "trace(A) != 0"),
        ("A*A.I == Identity(d)", Use("inverse matrix", ("d", "A"), (order(0),), by(1)),
         f"{NOT_SHOWN}det(A) != 0", "det(A) != 2"),
    ],
    "the sign of an exponential is known, and not that of its roots: false at z = 2πi": [
        ("0 <= exp(a/3)", done, ""),
        ("0 <= exp(z/3)", order(0), NOT_SHOWN, "0 <= exp(z)"),
        ("0 <= exp(z/3)", order(0), NOT_SHOWN, "1 <= exp(z)"),
        ("im(exp(z/3)) == 0", Use("order is real", ("0", "exp(z)"), (order(0),), by(1)), NOT_SHOWN,
         "0 <= exp(z)"),
        ("sqrt(exp(z)) == exp(z/2)", Use("sqrt", ("exp(z/2)", "exp(z)"), (order(0),), by(1)),
         NOT_SHOWN, "0 <= exp(z)"),
    ],
    "a hypothesis is silent where it has no value": [
        ("x != 0", done, NOT_SHOWN, "1/x == 1/x for all A: nilpotent2 unitary matrix(1,1)"),
        ("x != 0", order(1), "there is no fact 1", "x**k == 0"),
        ("g[0] == 0", Use(0, ("0",), (), by(1)), "not manifest: 0 != 0", LOG),
        ("g[1] == log(1)", Use(0, ("1",), (), by(1)), "", LOG),
        ("g[1] == 1", {"g": "Function(a -> 0)"}, "not manifest: 0 == log(a) for all a", LOG),
        ("g[0] != 0", {"g": "Function(a -> a)"}, "not manifest: a != 0 for all a",
         "1/g[a] == 1/g[a] for all a: real"),
        ("g[1] == 1", {"g": "Function(a -> 0)"}, "not manifest: 0 != 0",
         "log(g[a]) == log(g[a]) for all a: real"),
    ],
    "values of counterexamples": [
        ("0 <= n", {"n": "-1"}, "not manifest: 0 <= -1"),
        ("a**2 == -1", {"a": "I"}, "not manifest: conj(I) == I"),
        ("V == V*V", {"d": "1", "V": "Matrix([[2]])"}, "not manifest: matrix((1, 1): 2).H*"),
        ("V == V*V", {"d": "1", "V": "Identity(2)"}, "identity(2) is not of the size"),
        ("0 <= q[1] - 3", {"q": "Function(m -> 3 - m)"}, "not manifest: 0 <= 3 - m for all m"),
        ("h[1] == 0", {"h": "Function(m -> 1/m)"}, "not manifest: m != 0 for all m"),
        ("h[k] < 3", {"h": "Function(m -> 5)", "k": "-5"}, "not proved: 0 <= -5"),
        ("1 == 0", {"k": "-1", "x": "0"}, "not manifest: 0 != 0", "x**k == 0"),
        ("1 == 2", {}, "not manifest: a*(1 - a) == 0 for all a",
         "a*(1 - a) == 0 for all a: real with 0 <= a and a <= 1"),
    ],
    "only what fails everywhere is nowhere": [
        ("I <= 1", Nowhere(), ""),
        ("z <= 1", Nowhere(model=(("z", "0"),)), f"{NOT_SHOWN}im(z) != 0"),
        ("Sum(1/(m - 2), (m, 1, n)) == 5",
         Nowhere(instance=(("m", "2"),), model=(("n", "5"),)), "not manifest: 2 <= n"),
        ("Sum(1/(m - 2), (m, 1, n + 2)) == 5",
         Nowhere(instance=(("m", "2"),), model=(("n", "0"),)), ""),
        ("Sum(1/(m - 2), (m, 1, n + 2)) == 5",
         Nowhere(instance=(("m", "1"),), model=(("n", "0"),)), f"{NOT_SHOWN}1 - 2 == 0"),
        ("x == x", Nowhere(model=(("x", "0"),)), "the goal needs 0 things"),
    ],
    "matrices": [
        ("Sum(V**k, (k, 0, n - 1)).H*Sum(V**k, (k, 0, n - 1)) == n**2*Identity(d)", done,
         NOT_SHOWN),
        ("Stack(trace(W[l].H*W[1]), (l, 1, d))[0, 0] == 1", done, NOT_SHOWN),
        ("BlockDiag(Identity(k), (k, 1, 2)) == Identity(d)", done, "the matrices under blockdiag"),
        ("A[1/2, 0] == A[0, 0]", done, NOT_SHOWN),
        ("f[p + 1] == h[p + 1]", by(0), "the fact is not of the size of the goal",
         "Stack(f[l], (l, 1, p)) == Stack(h[l], (l, 1, p))"),
        ("B*C == C*B", Use(0, ("X",), (), by(1)), "X is not of the size", COMMUTE,
         "let d, e, B, C, X"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "row", [pytest.param(r, id=f"{rule}: {r[0]}") for rule, rows in RULES.items() for r in rows]
)
def test_a_cheat_is_seen(row: tuple[Any, ...]) -> None:
    ANY.judge(*row)


# What a fact, a value or a name may not be


def test_equal_shapes_with_other_symbols_are_other_statements() -> None:
    """Two objects for one symbol were taken for two symbols, and x = x settled y = z."""
    assert ANY.why(["x == x", "y == z"], (done, done)) == f"{NOT_SHOWN}y == z"


def test_variables_have_different_names() -> None:
    """Two families of one name had one value, and 0 and I were put for them."""
    one, two = (symbol("o", family_sort((s,), matrix_sort(ONE, ONE))) for s in (NATURAL, INTEGER))
    n, k = symbol("n", NATURAL), symbol("k", INTEGER)
    values = (function((n,), zero_matrix(1, 1)), function((k,), identity(1)))
    false = forall((one, two), eq(one[0, 1], two[0, 1]))
    proof = Have(false, Binder(("s", "t"), done), Use(0, values, (), done))
    assert ANY.why("0 == 1", proof) == "o is the name of a symbol already"


@pytest.mark.parametrize("size", ["0", "n", "p - 1", "-2", "1/2", "a"])
def test_dimensions_are_at_least_1(size: str) -> None:
    """In dimension 0 all matrices are equal, so that 1 = 0."""
    E = symbol("E", matrix_sort(ANY.term(size), ANY.term(size)))
    for goal in (f"Identity({size}) == 0*Identity({size})", Proposition(eq(E, E))):
        assert "dimension" in ANY.why(goal)
    false = Have(forall(E, eq(E, 0 * E)), Binder(("s",), done), done)
    assert "dimension" in ANY.why("1 == 0", false, f"{size} == {size}")


@pytest.mark.parametrize(
    ("fact", "guard", "value"),
    [
        ("g[a] == 0", "0 <= log(a)", "0"), ("g[a] == 1", "a/a == 0", "0"),
        ("g[a] == 1", "1/a == 0", "0"), ("g[a] == 1", "arg(a) == 0", "0"),
        ("g[a] == 1", "log(Abs(a)) == 0", "0"), ("f[k] == 1", "0**k == 0", "-1"),
    ],
)  # fmt: skip
def test_a_hypothesis_is_silent_where_a_guard_has_no_value(
    fact: str, guard: str, value: str
) -> None:
    given = f"{fact} for all {fact[2]}: {'real' if fact[2] == 'a' else 'integer'} with {guard}"
    goal = fact.replace(fact[1:4], f"[{value}]")
    ANY.judge(goal, Use(0, (value,), (), by(1)), "not manifest: ", given)


# What quantified hypotheses need where some say that they have a value, and others do not: it is
# asked of counterexamples and models; they are silent where there is no such place in a family.
ASKED = [
    ("x**m == 1 for all m: integer with m == 1", ["x != 0 for all m with m == 1"]),
    ("x**m == 1 for all m: integer with 1 <= m", []),
    ("x**a == 2**a for all a: real", ["x != 0 for all a"]),
    ("a == 1 for all a: real with x**k == 0", ["x != 0 for all a"]),
    ("m*factorial(k) == 1 for all m: integer", ["0 <= k for all m"]),
    ("n == Mod(n, 0*m) for all m: posint", ["0*m != 0 for all m"]),
    ("h[m - 2]**m == 1 for all m: integer", ["h[m - 2] != 0 for all m with 0 <= m - 2"]),
    ("h[m - 2] == 1 for all m: integer", []),
    ("h[floor(m/y)] == 1 for all m: integer", ["y != 0 for all m"]),
    ("Derivative(1/g[a], a) == 0 for all a: real", ["g[a] != 0 for all a"]),
    ("differentiable(log(g[a]), a) for all a: real", ["g[a] != 0 for all a"]),
    ("integrable(1/(y*a), (a, 1, 2))", ["y*a != 0 for all a with 1 < a and a < 2"]),
    ("h[k]*m == 1 for all m: integer", ["0 <= k for all m"]),
    ("m == 1 for all m: integer with m < 1/y", ["y != 0 for all m"]),
    ("Derivative(f[I*y], y) == 0", ["conj(I*y1) == I*y1 for all y1"]),
]


@pytest.mark.parametrize(("given", "wanted"), ASKED)
def test_values_are_asked_for_what_a_hypothesis_needs(given: str, wanted: list[str]) -> None:
    declared = "x: complex, y: real, n: natural, k: integer, h: family(natural -> real)"
    claim = parse_claim(
        f"for all {declared}, f, g: family(real -> real) with {given}: x == 1")
    stated = read(claim)
    more = [str(one) for one in stated.claims if one not in stated.facts]
    assert set(wanted) <= {*more} and bool(wanted) == bool(more)


@pytest.mark.parametrize("given", [
    "x == differentiable(0/u, (u, 0))", "differentiable(1/u, (u, x)) == 0",
    "x == integrable(u/x*x, (u, 0, 1))", "x == 2*tangent(log(u) - log(u), (u, x, 0))",
    "k == 1 for all k: integer with differentiable(1/u, (u, k)) == 0",
])
def test_whether_there_is_a_derivative_is_given_outright(given: str) -> None:
    """0/u has no value at 0, and the normal form 0, which has a derivative there."""
    with pytest.raises(Rejected, match="is no number here: say that it is 1"):
        read(parse_claim(f"for all x: real with {given}: x == 1"))


def test_a_guard_of_a_goal_is_given() -> None:
    with pytest.raises(Rejected, match="is no number here"):
        read(parse_claim("1 == 0 for all k: real with differentiable(0/u, (u, k)) == 0"))


@pytest.mark.parametrize("guard", [
    "integrable(0/t, (t, k, 1))", "integrable(log(t) - log(t), (t, k, 1))",
    "integrable(0/(t - k), (t, 0, 1))",
])
def test_a_guard_has_values_where_it_holds(guard: str) -> None:
    """What it needs for all t is no guard."""
    with pytest.raises(Rejected, match="which is no guard"):
        read(parse_claim(
            f"for all f: family(real -> real) with f[k] == 1 for all k: real with {guard}: 1 == 0"))


# In the total semantics the inverse of a singular matrix is some matrix, no normal form's to use;
# and what depends on an index stays in its sum: Σ_j f(G_j) (N z_j - Σ_i z_i) is 0 for constant f.

COMPOUNDS = Words(
    *TABLES["matrix_compounds"]["declared"], "N: posint", "i, j: natural",
    "G: family(natural -> matrix(n,n))", "z: family(natural -> real)",
)  # fmt: skip
SINGULAR = (
    "det(A + B) == det(A)*det(Identity(n) + A.I*B)",
    "det(BlockMatrix([[A, B], [C, D]])) == det(A)*det(D - C*A.I*B)",
    "BlockMatrix([[A, zeros(n,n)], [zeros(n,n), D]]).I"
    " == BlockMatrix([[A.I, zeros(n,n)], [zeros(n,n), D.I]])",
    "(A*B*A.I).exp() == A*B.exp()*A.I", "(A*B*A.I)**k == A*B**k*A.I",
)  # fmt: skip
OF_INDEX = (
    "det(G[j])", "conjugate(det(G[j]))", "Abs(det(G[j]))", "1/conjugate(det(G[j]))",
    "conjugate(det(G[j]))**k", "det(G[j] + A.H)", "conjugate(det(G[j] + A))",
    "det(j*Identity(n) + H.T + A.H)", "conjugate(det(Identity(n) + j*(A*B)))",
    "conjugate(det(BlockMatrix([[G[j], B], [C, D]])))",
    "conjugate(det(kronecker_product(G[j], E)))", "conjugate(trace(G[j]*A))",
    "conjugate(trace((G[j] + A).I))", "conjugate(trace((j*A).exp()))",
    "conjugate(det((j*A).exp()))", "scalar(u.H*(A + j*Identity(n)).I*v)",
)  # fmt: skip


@pytest.mark.parametrize("goal", SINGULAR)
def test_inverses_do_not_cancel_by_themselves(goal: str) -> None:
    COMPOUNDS.judge(goal, done, NOT_SHOWN)


@pytest.mark.parametrize("value", OF_INDEX)
def test_what_depends_on_an_index_is_no_constant(value: str) -> None:
    for factor, reason in ((value, NOT_SHOWN), ("conjugate(det(A))", "")):
        goal = f"Sum({factor}*(N*z[j] - Sum(z[i], (i, 0, N - 1))), (j, 0, N - 1)) == 0"
        COMPOUNDS.judge(goal, done, reason)


# Definedness

UNDEFINED = {
    "x/x": ["x != 0"], "x**(-2)": ["x != 0"], "x**k": ["x != 0"], "x**(1/3)": ["x != 0"],
    "log(x)": ["x != 0"], "tan(x)": ["cos(x) != 0"], "atan(x)": ["1 + x**2 != 0"],
    "atanh(x)": ["1 - x**2 != 0"], "floor(x)": ["im(x) == 0"], "factorial(k)": ["0 <= k"],
    "1/(1/x)": ["x != 0", "1/x != 0"], "A[5, 0]": ["5 < d"], "h[k]": ["0 <= k"],
    "A[a, 0]": ["floor(a) == a", "0 <= a", "a < d"], "factorial(-2)": ["0 <= -2"],
    "Sum(f[m]/(m - 1), (m, 0, p))": ["m - 1 != 0 for all m: natural with 0 <= m and m <= p"],
    # At l = -1 the terms are 1/0; a guard that names the symbol m with the index would say less.
    "Sum(1/(l + 1), (m, 0, m + l))": [
        "l + 1 != 0 for all m1: natural with 0 <= m1 and m1 <= m + l"
    ],
}  # fmt: skip


@pytest.mark.parametrize("term", UNDEFINED)
def test_nothing_is_proved_of_what_is_not_defined(term: str) -> None:
    assert conditions(ANY.made(f"{term} == {term}")) == UNDEFINED[term]


# Lemmas, models, axioms


def test_a_lemma_needs_its_hypotheses_to_be_defined() -> None:
    """1/x = 0 nowhere, so it entails 0 = 1; at x = 0 it holds by the junk value of 1/0."""
    inverse = Use("inverse", ("x",), (order(1),), sums(("-x", 0), ("1", 2)))
    lemma = ANY.made("0 == 1", inverse, "1/x == 0")
    use = Use(f"#{lemma.hash}", ("0",), (), by(0))
    assert ANY.why("0 == 1", use, lemmas=[lemma]) == "not manifest: 0 != 0"


def test_whoever_uses_a_lemma_proves_its_hypothesis_where_the_guards_have_values() -> None:
    given = "g[a] == 0 for all a: real with 1/a != 0"
    lemma = ANY.made("g[1] == 0", Use(0, ("1",), (), by(1)), given)
    t = symbol("t", ANY.symbols["a"].sort)
    where = Binder(("t",), Use("inverse", (t,), (order(1),), by(2, left="-1")))
    proof = Use(f"#{lemma.hash}", ("Function(a -> 1 - a/a)",), (None, where), done)
    assert ANY.why("1 == 1", proof, lemmas=[lemma]) == ""


def test_a_premise_does_not_capture_a_symbol_of_the_same_name() -> None:
    """With a size put for p, the quantified A was taken for the declared A."""
    sized = Words("p: posint", "B, C: matrix(p,p)")
    lemma = sized.made("B*C == C*B", Use(0, ("C",), (), by(1, left="-1")),
                       "A*B == B*A for all A: matrix(p,p)")  # fmt: skip
    seven = Words("A, B, C: matrix(7,7)")
    for premises in ((), (by(0),), (None, None, None, by(0)), (Binder(("t",), by(0)),)):
        proof = Use(f"#{lemma.hash}", ("7", "B", "C"), premises, by(1))
        assert seven.why("B*C == C*B", proof, "A*B == B*A", lemmas=[lemma])


def test_lemmas_in_a_circle_prove_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("a" * 64, "b" * 64)
    paths = [tmp_path / f"{own[0]}.json" for own in names]
    for path, used in zip(paths, names[::-1], strict=True):
        certificate = ANY.certificate("0 == 1", Use(f"#{used}", (), (), by(0)))
        path.write_text(json.dumps(encode(certificate)))
    assert replay_files(paths) == 1
    assert "not proved by these files" in capsys.readouterr().out


@pytest.mark.parametrize("value", ["m", "0", "2**m"])
def test_a_recursion_in_a_circle_has_no_model(value: str) -> None:
    circle = ("0 == 1", Use(0, ("0",), (), by(1)), "h[m] == h[m] + 1 for all m: natural")
    assert ANY.made(*circle).model is None
    assert ANY.why(*circle, model={"h": f"Function(m -> {value})"}).startswith("not manifest")
    doubling = ("h[0] == 1", "h[m + 1] == 2*h[m] for all m: natural")
    proof = Use(1, ("0",), (), sums(("1", 2), ("2", 0)))
    assert ANY.made("h[1] == 2", proof, *doubling, model={"h": "Function(m -> 2**m)"}).model


def test_a_model_satisfies_hypotheses_and_conditions() -> None:
    for model, why in ({"x": "1"}, ""), ({"x": "0"}, "not manifest: 0 != 0"), ({}, "expected val"):
        assert ANY.why("x/x == 1", Use("inverse", ("x",), (order(0),), by(1)),
                       model=model).startswith(why)  # fmt: skip
    both = ("1 == 0", sums(("1", 0), ("-1", 1)), "x == 0", "x == 1")
    assert not ANY.made(*both).satisfied
    for value in ("0", "1"):
        assert ANY.why(*both, model={"x": value}).startswith("not manifest")
