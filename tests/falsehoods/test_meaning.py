"""What statements mean, sentence by sentence: of each, what the kernel accepts and what it rejects.

Every sentence keeps a falsehood out, which stands in brackets behind it; that one is tried here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from derivations.kernel import AXIOMS, Certificate, Rejected, Theorem, check, encode
from derivations.kernel.encoding import content_hash, decode
from derivations.kernel.proofs import Have, Induction, Instantiate, Law, Lemma, Order
from derivations.kernel.replay import replay_files
from derivations.language.parser import parse_statement
from derivations.language.sorts import INTEGER, REAL, matrix_sort
from derivations.language.statements import Proposition, Statement, eq, forall
from derivations.language.terms import Term
from tests.support.certificates import Nowhere, Words, by, conditions, done, sums, why_not
from tests.support.notation import sum_, symbol

WORDS = Words(
    "x, y, z: complex", "a, b: real", "n, m: natural", "p, d: posint", "k, l: integer",
    "f, g: family(natural -> real)", "h: family(integer -> real)", "A, B, C: matrix(d,d)",
    "S: invertible(d)", "Q: orthogonal(d)", "u, v: vector(d)", "E: matrix(p,p)",
    "F: family(integer -> matrix(d,d))",
)  # fmt: skip
NOT_SHOWN = "the normal forms do not show"

# The goal, the proof, why it is rejected (nothing, if it is not), the hypotheses.
SENTENCES: dict[str, list[tuple[Any, ...]]] = {
    # 1. Sorts: a statement is closed and well-sorted, or it is an error; dimensions are at least 1
    #    (free or ill-sorted variables; 1 = 0 in dimension 0)
    "a value has the sort of its variable": [
        ("0 <= p", Have("0 <= n for all n: natural", done, Instantiate(0, ("p",), (), done)), ""),
        ("0 <= k", Have("0 <= n for all n: natural", done, Instantiate(0, ("k",), (), done)),
         "k is not seen to be natural, the sort of n"),
    ],
    # 2. Words are typed: products of matrices do not commute, have dimensions, and are no scalars
    #    (tr(1) = n; dimensions that differ; AB = BA)
    "words have dimensions and an order": [
        ("(A*B).T == B.T*A.T", done, ""),
        ("A*B == B*A", done, "the normal forms do not show A*B == B*A"),
        ("trace(Identity(d)) == d", done, ""),
        ("trace(Identity(d)) == 1", done, "the normal forms do not show trace(identity(d)) == 1"),
        ("A + E == E + A", done, "A and E are matrices of different sizes"),
        ("A == Identity(p)", done, "the two sides are matrices of different sizes"),
    ],
    "scalars are not multiples of the identity": [
        ("scalar(u.T*v) == scalar(v.T*u)", done, ""),
        ("u.T*v == scalar(v.T*u)", done,
         "one side of the relation is a scalar, the other a matrix"),
        ("A + 1 == 1 + A", done,
         "A + 1 adds scalars and matrices"),
        ("det(x) != 0", done, "x is a scalar where a matrix is needed", "x != 0"),
    ],
    "products over a range are ordered": [
        ("Product(F[k], (k, 1, 2)) == F[1]*F[2]", done, ""),
        ("Product(F[k], (k, 1, 2)) == F[2]*F[1]", done, NOT_SHOWN),
    ],
    # 3. Transpose, conjugate and adjoint are three operations ((iA)ᵀ = -iAᵀ; Aᴴ = Aᵀ for complex A)
    "three operations": [
        ("(I*A).T == I*A.T", done, ""),
        ("conjugate(I*A) == (-I)*conjugate(A)", done, ""),
        ("(I*A).H == (-I)*A.H", done, ""),
        ("(I*A).T == (-I)*A.T", done, "the normal forms do not show (I*A).T == (-I)*A.T"),
        ("conjugate(A*B) == conjugate(B)*conjugate(A)", done, NOT_SHOWN),
        ("A.H == A.T", done, "the normal forms do not show A.H == A.T"),
        ("Q.H == Q.T", done, ""),
    ],
    "functions of scalars take scalars": [
        (f"{name}(A) == {name}(A)", done, "A is a matrix where a scalar is needed")
        for name in "re im Abs arg exp log".split()
    ],
    # 4. Inverses do not cancel by themselves  (xy = xz ⊢ y = z)
    "an inverse does not cancel by itself": [
        ("y == z", by(0, left="1/x"), "the normal forms do not show y == z", "x*y == x*z"),
        ("y == z", by(0, left="1/x"), "", "x*y == x*z", "x != 0"),
        ("y == z", by(0, left="1/x"), NOT_SHOWN, "x*y == x*z", "y != 0"),
    ],
    "an inverse matrix does not cancel by itself": [
        ("B == C", by(0, left="S.I"), "", "S*B == S*C"),
        ("B == C", by(0, left="A.I"), "the normal forms do not show B == C", "A*B == A*C"),
    ],
    # 5. Definedness is part of the theorem  (1/0 = 0; (x²-1)/(x-1) = x+1 at 1; 1/(x-x) = 5)
    "what is defined nowhere is refuted and not what is defined somewhere": [
        ("1/(x - x) == 5", Nowhere(), ""),
        ("1/x == 5", Nowhere(), "the normal forms do not show x == 0"),
        ("Sum(1/(x - x), (k, 1, 0)) == 0", Nowhere(),
         "expected an instance of what is needed, which fails"),
        ("Sum(1/(x - x), (k, 1, 0)) == 0", Nowhere(Instantiate(0, ("1",), (done, done), done)),
         NOT_SHOWN),
    ],
    # 6. Sums: empty and reversed ranges give 0, products 1; splitting needs both parts natural
    #    (n = (n-m) + m for m > n; captured indices; reversed ranges that count down)
    "empty and reversed ranges": [
        ("Sum(k, (k, 0, -3)) == 0", done, ""),
        ("Product(k, (k, 1, 0)) == 1", done, ""),
        ("Sum(k, (k, 0, -3)) == 3", done, "the normal forms do not show sum(k, (k, 0, -3)) == 3"),
        ("Sum(1, (k, 1, n)) == n", done, ""),
        ("Sum(1, (k, 1, l)) == l", done, "the normal forms do not show sum(1, (k, 1, l)) == l"),
        ("Sum(k, (k, 0, a)) == 0", done, "the bound a of a sum is not seen to be an integer"),
    ],
    "splitting needs both parts natural": [
        ("Sum(h[k], (k, 0, n)) == Sum(h[k], (k, 0, n - 1)) + h[n]", done, ""),
        ("Sum(h[k], (k, 0, n - 1)) == Sum(h[k], (k, 0, (n - 1) - 1)) + h[n - 1]", done, NOT_SHOWN),
        ("n == Sum(1, (k, 1, n - m)) + m", done, "", "m <= n"),
        ("n == Sum(1, (k, 1, n - m)) + m", done, NOT_SHOWN),
    ],
    "indices are not captured": [
        ("Sum(f[k]*Sum(g[k], (k, 0, n)), (k, 0, n)) == Sum(f[k]*Sum(g[l], (l, 0, n)), (k, 0, n))",
         done, ""),
        ("Sum(f[k]*Sum(g[k], (k, 0, n)), (k, 0, n)) == Sum(f[k]*g[k], (k, 0, n))*(n + 1)", done,
         NOT_SHOWN),
    ],
    # 7. Induction: the variable is free in no fact  (n = 7 ⊢ n = 3)
    #    tr I = 7 says d = 7 and does not name d; d ≠ 7 would follow from d = 1 on
    "the variable of an induction is arbitrary": [
        ("Sum(k, (k, 1, n)) == n*(n + 1)/2", Induction("n", done, by(0)), ""),
        ("n == 3", Induction("n", by(0), done), "fact 0 mentions n", "n == 7"),
        ("a <= a", Induction("a", done, done), "induction is on a natural or a posint; a is real"),
        ("x == x", Induction("n", done, done), "n is not a symbol that is declared here"),
        ("A == A", Induction("d", done, done), "the sort of A depends on d"),
    ],
    "a variable is not arbitrary where a matrix of its size is": [
        ("d != 7",
         Induction("d", done, Have("0 == 1", by(0, left="1/(d - 7)"), by(2, left="6 - (d + 1)"))),
         "fact 0 mentions d", "trace(A**0) == 7"),
        ("d == 1", Induction("d", done, done), "fact 0 mentions d",
         "A*B == B*A for all A, B: matrix(d, d)"),
    ],
    # 9. Real analysis where it is meant  (e^z < e^{z+1}; √(x²) = x; log(zw) = log z + log w)
    "order is between reals": [
        ("exp(a) < exp(a + 1)", Law("exp grows strictly", ("a", "a + 1"), (done,), done), ""),
        ("exp(z) < exp(z + 1)", Law("exp grows strictly", ("z", "z + 1"), (done,), done),
         "z is not seen to be real, the sort of x"),
        ("0 <= a**2", Order("a**2", "1"), ""),
        ("0 <= z**2", Order("z**2", "1"), "the form is not seen to be at least 0"),
    ],
    "roots and logarithms are principal": [
        ("sqrt(a**2) == Abs(a)", done, ""),
        ("sqrt(a**2) == a", done, "", "0 <= a"),
        ("sqrt(a**2) == a", done, "the normal forms do not show sqrt(a**2) == a"),
        ("log(a*b) == log(a) + log(b)", done, "", "0 < a", "0 < b"),
        ("log(x*y) == log(x) + log(y)", done, NOT_SHOWN, "x != 0", "y != 0"),
        ("arg(-1) == pi", done, ""),
        ("arg(-1) == -pi", done, "the normal forms do not show arg(-1) == -pi"),
    ],
    "powers and decimals": [
        ("x**a == exp(a*log(x))", done, ""),
        ("0**0 == 1", done, ""),
        ("0**n == 0", done, "the normal forms do not show 0**n == 0"),
        ("0.1 + 0.2 == 0.3", done, ""),
        ("0.1 + 0.2 == 0.30000000000000004", done, NOT_SHOWN),
    ],
    # 10. Counterexamples assign variables, satisfy what is assumed, and are evaluated again
    #    (a circle point for πn with n integer)
    "a symbol has one value of its sort": [
        ("x == y", {"x": "0", "y": "1"}, ""),
        ("x == y", {"x": "0"}, "y has no value"),
        ("x == y", {"x": "0", "y": "x"}, "the value of y is not closed"),
        ("cos(pi*k)**2 == 1", {"k": "3/5"}, "3/5 is not seen to be integer, the sort of k"),
        ("x == x", {"x": "0", "y": "1"}, "y is not a symbol of the statement"),
    ],
    "a counterexample satisfies what is assumed": [
        ("x**2 == y", {"x": "2", "y": "2"}, "", "x == y"),
        ("x**2 == y", {"x": "2", "y": "1"},
         "hypothesis 0 is not seen to hold", "x == y"),
        ("1 == 2", {"x": "0"}, "hypothesis 1 is not seen to hold",
         "1/x == 0"),
        ("x/x == 1", {"x": "0"}, "the goal is not seen to be defined"),
    ],
    "both sides are evaluated again": [
        ("sqrt(x**2) == x", {"x": "-1"}, ""),
        ("exp(x) == 2718281828459045/10**15", {"x": "1"}, ""),
        ("sqrt(x + 2*sqrt(2)) == 1 + sqrt(2)", {"x": "3"},
         "the goal is not seen to be false"),
    ],
}


@pytest.mark.parametrize(
    "row",
    [pytest.param(r, id=f"{name}: {r[0]}") for name, rows in SENTENCES.items() for r in rows],
)
def test_a_certificate_is_accepted_or_rejected(row: tuple[Any, ...]) -> None:
    WORDS.judge(*row)


# 1. Sorts


def test_a_statement_is_closed_and_shows_what_it_means() -> None:
    def stated(goal: Any, *declared: Term) -> str:
        return why_not(Certificate(Statement(declared, (), (Proposition(goal),)), (done,)))

    x, A = WORDS.symbols["x"], WORDS.symbols["A"]
    real, index, unnamed = symbol("x", REAL), symbol("x", INTEGER), symbol("1", INTEGER)
    assert stated(eq(x, x)) == "the symbol x is not declared"
    assert stated(eq(x, x), real) == "the symbol x is not declared"
    assert stated(eq(x, x), x, real) == "the name x is declared twice"
    assert stated(eq(A, A), A).startswith("the sort of A mentions d, which is not declared")
    assert "cannot be declared" in stated(eq(symbol("pi"), 3), symbol("pi"))
    assert stated(eq(sum_(index * x, (index, 1, 2)), x), x) == (
        "the index x of a sum has the name of another symbol in it"
    )
    assert stated(eq(sum_(unnamed, (unnamed, 1, 2)), 3)) == (
        "'1' cannot be an index; an index is a name"
    )
    assert why_not(Certificate(Statement((x,), (), ()), ())) == "the statement claims nothing"


@pytest.mark.parametrize("size", ["0", "n", "p - 1", "-2", "1/2", "a"])
def test_dimensions_are_at_least_1(size: str) -> None:
    """In dimension 0 all matrices are equal, so that 1 = 0."""
    reason = f"the dimension {size} is not seen to be an integer of at least 1"
    WORDS.judge("Identity(p) == Identity(p)", done, "")
    WORDS.judge(f"Identity({size}) == 0*Identity({size})", done, reason)
    dimension = WORDS.term(size)
    E = symbol("E", matrix_sort(dimension, dimension))
    WORDS.judge(Proposition(eq(E, E)), done, reason)
    used = f"{size} == {size}"
    WORDS.judge("1 == 0", Have(forall(E, eq(E, 0 * E)), done, done), reason, used)


# 5. Definedness


@pytest.mark.parametrize(
    ("goal", "found", "given"),
    [
        ("(x**2 - 1)/(x - 1) == x + 1", ["x - 1 != 0"], []),
        ("(x**2 - 1)/(x - 1) == x + 1", [], ["x != 1"]),
        ("1/0 == 0", ["0 != 0"], []), ("tan(x) == tan(x)", ["cos(x) != 0"], []),
        ("x <= x", ["im(x) == 0"], []), ("sqrt(-1) == I", [], []),
        ("x**a == exp(a*log(x))", ["x != 0"], []),
    ],
)  # fmt: skip
def test_what_does_not_follow_is_a_condition(goal: str, found: list[str], given: list[str]) -> None:
    assert conditions(WORDS.made(goal, done, *given)) == found


def test_a_condition_is_no_proof_of_itself() -> None:
    claimed = WORDS.statement("x/x == 1")
    assert why_not(Certificate(claimed, (done,), ((0, done),))).startswith(NOT_SHOWN)
    assert why_not(Certificate(claimed, (done,), ((1, done),))) == "there are 1 obligations"


def test_whoever_uses_a_lemma_proves_its_conditions() -> None:
    lemma = WORDS.made("x/x == 1")
    WORDS.made("p/p == 1", Lemma(lemma.hash, ("p",), (done,), by(0)), lemmas=[lemma])
    at_zero = Lemma(lemma.hash, ("0",), (done,), by(0))
    assert WORDS.why("0 == 1", at_zero, lemmas=[lemma]) == f"{NOT_SHOWN} 0 != 0"


# 8. Definitions are closed and not circular  (f(n) = f(n) + 1)


def test_a_recursion_is_a_hypothesis_with_a_model() -> None:
    theorem = WORDS.made(
        "f[1] == 2", Instantiate(1, ("0",), (), sums(("1", 2), ("2", 0))), "f[0] == 1",
        "f[m + 1] == 2*f[m] for all m: natural", model={"f": "Function(m -> 2**m)"},
    )  # fmt: skip
    assert theorem.model is not None


@pytest.mark.parametrize("value", ["m", "0", "2**m"])
def test_a_circle_has_no_model(value: str) -> None:
    circle = ("0 == 1", Instantiate(0, ("0",), (), by(1)), "f[m] == f[m] + 1 for all m: natural")
    assert WORDS.made(*circle).model is None
    why = WORDS.why(*circle, model={"f": f"Function(m -> {value})"})
    assert why.startswith("hypothesis 0 is not seen to hold")


def test_an_abbreviation_is_not_about_itself() -> None:
    def read(lets: list[list[str]], goal: str) -> Statement:
        data = {"vars": {"x": "real"}, "lets": lets, "lhs": goal, "rel": "==", "rhs": "x**2"}
        return parse_statement(data, "here")

    check(Certificate(read([["s", "x"], ["t", "s*x"]], "t"), (done,)))
    for lets, fault in (
        ([["s", "s + 1"]], "s is not declared"), ([["s", "t"], ["t", "s"]], "t is not declared"),
        ([["x", "x + 1"]], "x is declared already"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=fault):
            read(lets, lets[0][0])


# 11. Hypotheses have a model, or the theorem says that none was found
#     (contradictory hypotheses prove anything)


def test_a_model_satisfies_hypotheses_and_conditions() -> None:
    model = {"x": "1", "y": "1"}
    assert WORDS.made("x == y", by(0), "x == y", model=model).model == WORDS.values(model)
    for values, why in (({"x": "1", "y": "0"}, "hypothesis 0 is not seen"), ({}, "x has no value")):
        assert WORDS.why("x == y", by(0), "x == y", model=values).startswith(why)
    assert WORDS.why("x/x == 1", done, model={"x": "1"}) == ""
    assert WORDS.why("x/x == 1", done, model={"x": "0"}).startswith("condition 0 is not seen")


def test_contradictory_hypotheses_have_no_model() -> None:
    both = ("1 == 0", sums(("1", 0), ("-1", 1)), "x == 0", "x == 1")
    assert WORDS.made(*both).model is None
    for value in ("0", "1"):
        assert WORDS.why(*both, model={"x": value}).startswith("hypothesis")


def test_hypotheses_that_are_not_needed_are_told() -> None:
    assert WORDS.made("x == y", by(1), "z == 0", "x == y").unused == (0,)
    assert WORDS.made("x/x == 1", done, "1/x == y").unused == ()


# 12. Lemmas are named by the hash of their statement, are there, and in no circle; axioms have
#     names  (a missing lemma, a circle, a smuggled axiom)


def test_lemmas_are_there_and_listed() -> None:
    lemma = WORDS.made("x == x")
    use = Lemma(lemma.hash, ("y",), (), done)
    WORDS.made("y == y", use, lemmas=[lemma])
    for listed in ((), ("?",), (lemma.hash, lemma.hash)):
        with pytest.raises(Rejected, match="the lemmas listed are not those that the proofs use"):
            check(WORDS.certificate("y == y", use, lemmas=listed), {lemma.hash: lemma})
    assert WORDS.why("y == y", use) == f"there is no theorem {lemma.hash[:12]}"


def test_a_lemma_is_known_by_the_hash_of_its_statement_alone() -> None:
    other = "0" * 64
    use = WORDS.certificate("y == y", Lemma(other, ("y",), (), done), lemmas=(other,))
    with pytest.raises(Rejected, match="there is no theorem 000000000000"):
        check(use, {other: WORDS.made("x == x")})


def test_lemmas_in_a_circle_prove_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("a" * 64, "b" * 64)
    paths = []
    for own, used in (names, names[::-1]):
        certificate = WORDS.certificate("0 == 1", Lemma(used, (), (), by(0)), lemmas=(used,))
        paths.append(tmp_path / f"{own[0]}.json")
        paths[-1].write_text(json.dumps(encode(certificate)))
    assert replay_files(paths) == 1
    assert "only in a circle" in capsys.readouterr().out


def test_there_are_no_axioms() -> None:
    theorem = WORDS.made("x == x")
    assert isinstance(theorem, Theorem) and AXIOMS == () and theorem.axioms == ()
    content = encode(WORDS.certificate("0 == 1", done))
    del content["hash"]
    for changed, why in (
        ({"axioms": ["0 == 1"]}, 'unknown field "axioms"'),
        ({"assumed": ["0 == 1"]}, 'unknown field "assumed"'),
        ({"proofs": [{"rule": "axiom", "name": "0 == 1"}]}, 'unknown rule "axiom"'),
    ):
        new = content | changed
        with pytest.raises(Rejected, match=why):
            check(decode({**new, "hash": content_hash(new)}))
