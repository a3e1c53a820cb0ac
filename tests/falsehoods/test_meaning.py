"""What statements mean, sentence by sentence: of each, what the kernel accepts and what it rejects.

Every sentence keeps a falsehood out, which stands in brackets behind it; that one is tried here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from derivations.kernel import (
    AXIOMS,
    Certificate,
    Cofactor,
    Have,
    Induction,
    Instantiate,
    Lemma,
    NormalForm,
    NowhereDefined,
    Refutation,
    Rejected,
    Theorem,
    check,
    encode,
)
from derivations.kernel.proofs import AnyCertificate, Law, Order, Proof, Values
from derivations.kernel.replay import replay_files
from derivations.language.parser import parse_statement
from derivations.language.sorts import (
    INTEGER,
    NATURAL,
    POSINT,
    REAL,
    family_sort,
    matrix_sort,
)
from derivations.language.statements import (
    Proposition,
    Relation,
    Statement,
    eq,
    forall,
    le,
    lt,
    ne,
    statement,
)
from derivations.language.terms import Term, free_symbols
from tests.support.notation import (
    ONE,
    PI,
    ZERO,
    I,
    call,
    conj,
    cos,
    exp,
    function,
    identity,
    in_text,
    number,
    product,
    scalar,
    sqrt,
    sum_,
    symbol,
)
from tests.support.rejections import why_not

x, y, z = (symbol(name) for name in "xyz")
a, b = symbol("a", REAL), symbol("b", REAL)
n, m = symbol("n", NATURAL), symbol("m", NATURAL)
p, d = symbol("p", POSINT), symbol("d", POSINT)
k, l = symbol("k", INTEGER), symbol("l", INTEGER)  # noqa: E741
f, g = (symbol(name, family_sort((NATURAL,), REAL)) for name in "fg")
A, B, C = (symbol(name, matrix_sort(d, d)) for name in "ABC")
S = symbol("S", matrix_sort(d, d, "invertible"))
Q = symbol("Q", matrix_sort(d, d, "orthogonal"))
u, v = symbol("u", matrix_sort(d, ONE)), symbol("v", matrix_sort(d, ONE))
done = NormalForm()

def by(*facts: int, left: Term = ONE) -> NormalForm:
    """The difference of the sides is that of these facts."""
    return NormalForm(tuple(Cofactor(left, fact) for fact in facts))


def accept(
    goal: Relation,
    proof: Proof = done,
    *given: Relation | Proposition,
    model: Values | None = None,
    lemmas: Mapping[str, Theorem] | None = None,
) -> Theorem:
    made = check(
        Certificate(statement(goal, given), (proof,), model=model, lemmas=tuple(lemmas or ())),
        lemmas,
    )
    assert isinstance(made, Theorem)
    return made


def reject(
    reason: str,
    goal: Relation,
    proof: Proof = done,
    *given: Relation | Proposition,
    model: Values | None = None,
    lemmas: Mapping[str, Theorem] | None = None,
) -> None:
    with pytest.raises(Rejected) as error:
        accept(goal, proof, *given, model=model, lemmas=lemmas)
    assert error.value.why.startswith(reason), error.value.why


def conditions(theorem: Theorem) -> list[str]:
    return [in_text(c) for c in theorem.conditions]


NOT_SHOWN = "the normal forms do not show"


# 1. Sorts: a statement is closed and well-sorted, or it is an error; dimensions are at least 1
#    (free or ill-sorted variables; 1 = 0 in dimension 0)


def test_a_statement_is_closed_and_shows_what_it_means() -> None:
    def stated(goal: Relation, declare: tuple[Term, ...]) -> str:
        return why_not(Certificate(Statement(declare, (), (Proposition(goal),)), (done,)))

    accept(eq(x, x))
    assert stated(eq(x, x), ()) == "the symbol x is not declared"
    assert stated(eq(x, x), (symbol("x", REAL),)) == "the symbol x is not declared"
    assert stated(eq(x, x), (x, symbol("x", REAL))) == "the name x is declared twice"
    assert stated(eq(A, A), (A, d)).startswith("the sort of A mentions d, which is not declared")
    assert "cannot be declared" in stated(eq(symbol("pi"), 3), (symbol("pi"),))
    other = eq(sum_(symbol("x", INTEGER) * x, (symbol("x", INTEGER), 1, 2)), 3 * x)
    assert stated(other, (x,)) == "the index x of a sum has the name of another symbol in it"
    unnamed = eq(sum_(symbol("1", INTEGER), (symbol("1", INTEGER), 1, 2)), 3)
    assert stated(unnamed, ()) == "'1' cannot be an index; an index is a name"
    assert why_not(Certificate(Statement((x,), (), ()), ())) == "the statement claims nothing"


@pytest.mark.parametrize("size", [ZERO, n, p - 1, number(-2), number("1/2"), a], ids=str)
def test_dimensions_are_at_least_1(size: Term) -> None:
    """In dimension 0 all matrices are equal, so that 1 = 0."""
    accept(eq(identity(p), identity(p)))
    reason = f"the dimension {size} is not seen to be an integer of at least 1"
    reject(reason, eq(identity(size), 0 * identity(size)))
    E = symbol("E", matrix_sort(size, size))
    reject(reason, eq(E, E))
    inside = Have(forall(E, eq(E, 0 * E)), done, done)
    declared = tuple(free_symbols(size))
    assert why_not(Certificate(statement(eq(ONE, 0), (), declared), (inside,))).startswith(reason)


def test_a_value_has_the_sort_of_its_variable() -> None:
    fact = forall(n, le(ZERO, n))
    accept(le(ZERO, p), Have(fact, done, Instantiate(0, (p,), (), done)))
    reject("k is not seen to be natural, the sort of n", le(ZERO, k),
           Have(fact, done, Instantiate(0, (k,), (), done)))  # fmt: skip


# 2. Words are typed: products of matrices do not commute, have dimensions, and are no scalars
#    (tr(1) = n; dimensions that differ; AB = BA)


def test_words_have_dimensions_and_an_order() -> None:
    accept(eq((A * B).T, B.T * A.T))
    reject(NOT_SHOWN, eq(A * B, B * A))
    accept(eq(call("trace", identity(d)), d))
    reject(NOT_SHOWN, eq(call("trace", identity(d)), 1))
    one = symbol("E", matrix_sort(p, p))
    reject("A and E are matrices of different sizes", eq(A + one, one + A))
    reject("the two sides are matrices of different sizes", eq(A, identity(p)))


def test_scalars_are_not_multiples_of_the_identity() -> None:
    accept(eq(scalar(u.T * v), scalar(v.T * u)))
    reject("one side of the relation is a scalar, the other a matrix", eq(u.T * v, scalar(v.T * u)))
    reject("A + 1 adds scalars and matrices", eq(A + 1, 1 + A))
    reject("x is a scalar where a matrix is needed", ne(call("det", x), 0), done, ne(x, 0))


def test_products_over_a_range_are_ordered() -> None:
    F = symbol("F", family_sort((INTEGER,), matrix_sort(d, d)))
    accept(eq(product(F[k], (k, 1, 2)), F[1] * F[2]))
    reject(NOT_SHOWN, eq(product(F[k], (k, 1, 2)), F[2] * F[1]))


# 3. Transpose, conjugate and adjoint are three operations  ((iA)ᵀ = -iAᵀ; Aᴴ = Aᵀ for complex A)


def test_three_operations() -> None:
    accept(eq((I * A).T, I * A.T))
    accept(eq(conj(I * A), -I * conj(A)))
    accept(eq((I * A).H, -I * A.H))
    reject(NOT_SHOWN, eq((I * A).T, -I * A.T))
    reject(NOT_SHOWN, eq(conj(A * B), conj(B) * conj(A)))
    reject(NOT_SHOWN, eq(A.H, A.T))
    accept(eq(Q.H, Q.T))


@pytest.mark.parametrize("name", ["re", "im", "abs", "arg", "exp", "log"])
def test_functions_of_scalars_take_scalars(name: str) -> None:
    reject("A is a matrix where a scalar is needed", eq(call(name, A), call(name, A)))


# 4. Inverses do not cancel by themselves  (xy = xz ⊢ y = z)


def test_an_inverse_does_not_cancel_by_itself() -> None:
    cancelled = by(0, left=1 / x)
    reject(NOT_SHOWN, eq(y, z), cancelled, eq(x * y, x * z))
    accept(eq(y, z), cancelled, eq(x * y, x * z), ne(x, 0))
    reject(NOT_SHOWN, eq(y, z), cancelled, eq(x * y, x * z), ne(y, 0))


def test_an_inverse_matrix_does_not_cancel_by_itself() -> None:
    accept(eq(B, C), by(0, left=call("inv", S)), eq(S * B, S * C))
    reject(NOT_SHOWN, eq(B, C), by(0, left=call("inv", A)), eq(A * B, A * C))


# 5. Definedness is part of the theorem  (1/0 = 0; (x²-1)/(x-1) = x+1 at 1; 1/(x-x) = 5)


def test_what_does_not_follow_is_a_condition() -> None:
    assert conditions(accept(eq((x**2 - 1) / (x - 1), x + 1))) == ["x - 1 != 0"]
    assert conditions(accept(eq((x**2 - 1) / (x - 1), x + 1), done, ne(x, 1))) == []
    assert conditions(accept(eq(1 / ZERO, 0))) == ["0 != 0"]
    assert conditions(accept(eq(call("tan", x), call("tan", x)))) == ["cos(x) != 0"]
    assert conditions(accept(le(x, x))) == ["im(x) == 0"]
    assert conditions(accept(eq(sqrt(number(-1)), I))) == []


def test_a_condition_is_no_proof_of_itself() -> None:
    claimed = statement(eq(x / x, 1))
    assert why_not(Certificate(claimed, (done,), ((0, done),))).startswith(NOT_SHOWN)
    assert why_not(Certificate(claimed, (done,), ((1, done),))) == "there are 1 obligations"


def test_what_is_defined_nowhere_is_refuted_and_not_what_is_defined_somewhere() -> None:
    check(NowhereDefined(statement(eq(1 / (x - x), 5)), 0, done, None))
    assert why_not(NowhereDefined(statement(eq(1 / x, 5)), 0, done, None)).startswith(NOT_SHOWN)
    empty = statement(eq(sum_(1 / (x - x), (k, 1, 0)), 0))
    assert why_not(NowhereDefined(empty, 0, done, None)).startswith("expected an instance")
    instance = Instantiate(0, (ONE,), (done, done), done)
    assert why_not(NowhereDefined(empty, 0, instance, None)).startswith(NOT_SHOWN)


def test_whoever_uses_a_lemma_proves_its_conditions() -> None:
    lemma = accept(eq(x / x, 1))
    known = {lemma.hash: lemma}
    accept(eq(p / p, 1), Lemma(lemma.hash, (p,), (done,), by(0)), lemmas=known)
    at_zero = Lemma(lemma.hash, (ZERO,), (done,), by(0))
    reject("the normal forms do not show 0 != 0", eq(ZERO, ONE), at_zero, lemmas=known)


# 6. Sums: empty and reversed ranges give 0, products 1; splitting needs both parts natural
#    (n = (n-m) + m for m > n; captured indices; reversed ranges that count down)


def test_empty_and_reversed_ranges() -> None:
    accept(eq(sum_(k, (k, 0, -3)), 0))
    accept(eq(product(k, (k, 1, 0)), 1))
    reject(NOT_SHOWN, eq(sum_(k, (k, 0, -3)), 3))
    accept(eq(sum_(ONE, (k, 1, n)), n))
    reject(NOT_SHOWN, eq(sum_(ONE, (k, 1, l)), l))
    reject("the bound a of a sum is not seen to be an integer", eq(sum_(k, (k, 0, a)), 0))


def test_splitting_needs_both_parts_natural() -> None:
    def split(last: Term) -> Relation:
        return eq(sum_(h[k], (k, 0, last)), sum_(h[k], (k, 0, last - 1)) + h[last])

    h = symbol("h", family_sort((INTEGER,), REAL))
    accept(split(n))
    reject(NOT_SHOWN, split(n - 1))
    accept(eq(n, sum_(ONE, (k, 1, n - m)) + m), done, le(m, n))
    reject(NOT_SHOWN, eq(n, sum_(ONE, (k, 1, n - m)) + m))


def test_indices_are_not_captured() -> None:
    inner = sum_(g[k], (k, 0, n))
    apart = sum_(f[k] * sum_(g[l], (l, 0, n)), (k, 0, n))
    accept(eq(sum_(f[k] * inner, (k, 0, n)), apart))
    reject(NOT_SHOWN, eq(sum_(f[k] * inner, (k, 0, n)), sum_(f[k] * g[k], (k, 0, n)) * (n + 1)))


# 7. Induction: the variable is free in no fact  (n = 7 ⊢ n = 3)


def test_the_variable_of_an_induction_is_arbitrary() -> None:
    accept(eq(sum_(k, (k, 1, n)), n * (n + 1) / 2), Induction(n, done, by(0)))
    reject("fact 0 mentions n", eq(n, 3), Induction(n, by(0), done), eq(n, 7))
    reject("induction is on a natural or a posint; a is real", le(a, a), Induction(a, done, done))
    reject("n is not a symbol that is declared here", eq(x, x), Induction(n, done, done))
    reject("the sort of A depends on d", eq(A, A), Induction(d, done, done))


def test_a_variable_is_not_arbitrary_where_a_matrix_of_its_size_is() -> None:
    """tr I = 7 says d = 7 and does not name d; d ≠ 7 would follow from d = 1 on."""
    contradiction = Have(Proposition(eq(0, 1)), by(0, left=1 / (d - 7)), by(2, left=6 - (d + 1)))
    trace = eq(call("trace", A**0), 7)
    reject("fact 0 mentions d", ne(d, 7), Induction(d, done, contradiction), trace)
    commuting = forall((A, B), eq(A * B, B * A))
    reject("fact 0 mentions d", eq(d, 1), Induction(d, done, done), commuting)


# 8. Definitions are closed and not circular  (f(n) = f(n) + 1)


def test_a_recursion_is_a_hypothesis_with_a_model() -> None:
    doubling = (eq(f[0], 1), forall(m, eq(f[m + 1], 2 * f[m])))
    proof = Instantiate(1, (ZERO,), (), NormalForm((Cofactor(ONE, 2), Cofactor(number(2), 0))))
    theorem = accept(eq(f[1], 2), proof, *doubling, model=((f, function((m,), number(2) ** m)),))
    assert theorem.model is not None


@pytest.mark.parametrize("value", [m, ZERO, 2**m], ids=str)
def test_a_circle_has_no_model(value: Term) -> None:
    circle = forall(m, eq(f[m], f[m] + 1))
    proof = Instantiate(0, (ZERO,), (), by(1))
    assert accept(eq(ZERO, ONE), proof, circle).model is None
    reject("hypothesis 0 is not seen to hold", eq(ZERO, ONE), proof, circle,
           model=((f, function((m,), value)),))  # fmt: skip


def test_an_abbreviation_is_not_about_itself() -> None:
    def read(lets: list[list[str]], goal: str) -> Statement:
        data = {"vars": {"x": "real"}, "lets": lets, "lhs": goal, "rel": "==", "rhs": "x**2"}
        return parse_statement(data, "here")

    check(Certificate(read([["s", "x"], ["t", "s*x"]], "t"), (done,)))
    with pytest.raises(ValueError, match="s is not declared"):
        read([["s", "s + 1"]], "s")
    with pytest.raises(ValueError, match="t is not declared"):
        read([["s", "t"], ["t", "s"]], "s")
    with pytest.raises(ValueError, match="x is declared already"):
        read([["x", "x + 1"]], "x")


# 9. Real analysis where it is meant  (e^z < e^{z+1}; √(x²) = x; log(zw) = log z + log w)


def test_order_is_between_reals() -> None:
    grows = Law("exp grows strictly", (a, a + 1), (done,), done)
    accept(lt(exp(a), exp(a + 1)), grows)
    complex_ = Law("exp grows strictly", (z, z + 1), (done,), done)
    reject("z is not seen to be real, the sort of x", lt(exp(z), exp(z + 1)), complex_)
    accept(le(ZERO, a**2), Order(a**2, ONE))
    reject("the form is not seen to be at least 0", le(ZERO, z**2), Order(z**2, ONE))


def test_roots_and_logarithms_are_principal() -> None:
    accept(eq(sqrt(a**2), call("abs", a)))
    accept(eq(sqrt(a**2), a), done, le(ZERO, a))
    reject(NOT_SHOWN, eq(sqrt(a**2), a))
    positive = (lt(ZERO, a), lt(ZERO, b))
    accept(eq(call("log", a * b), call("log", a) + call("log", b)), done, *positive)
    logarithms = eq(call("log", x * y), call("log", x) + call("log", y))
    reject(NOT_SHOWN, logarithms, done, ne(x, 0), ne(y, 0))
    accept(eq(call("arg", number(-1)), PI))
    reject(NOT_SHOWN, eq(call("arg", number(-1)), -PI))


def test_powers_and_decimals() -> None:
    assert conditions(accept(eq(x**a, exp(a * call("log", x))))) == ["x != 0"]
    accept(eq(ZERO**ZERO, 1))
    reject(NOT_SHOWN, eq(ZERO**n, 0))
    accept(eq(number("1/10") + number("2/10"), number("3/10")))
    reject(NOT_SHOWN, eq(number("0.1") + number("0.2"), number("0.30000000000000004")))


# 10. Counterexamples assign variables, satisfy hypotheses and conditions, and are evaluated again
#     (a circle point for πn with n integer)


def refuted(goal: Relation, *given: Relation | Proposition, at: Values = ()) -> Refutation:
    return Refutation(statement(goal, given), 0, at)


def test_a_symbol_has_one_value_of_its_sort() -> None:
    check(refuted(eq(x, y), at=((x, ZERO), (y, ONE))))
    assert why_not(refuted(eq(x, x), at=((x, ZERO), (x, ONE)))) == "a symbol is given two values"
    assert why_not(refuted(eq(x, y), at=((x, ZERO),))) == "y has no value"
    assert why_not(refuted(eq(x, y), at=((x, ZERO), (y, x)))) == "the value of y is not closed"
    turned = refuted(eq(cos(PI * k) ** 2, 1), at=((k, number("3/5")),))
    assert why_not(turned) == "3/5 is not seen to be integer, the sort of k"
    beside = refuted(eq(x, x), at=((x, ZERO), (y, ONE)))
    assert why_not(beside) == "y is not a symbol of the statement"


def test_a_counterexample_satisfies_what_is_assumed() -> None:
    check(refuted(eq(x**2, y), eq(x, y), at=((x, number(2)), (y, number(2)))))
    outside = refuted(eq(x**2, y), eq(x, y), at=((x, number(2)), (y, ONE)))
    assert why_not(outside).startswith("hypothesis 0 is not seen to hold")
    undefined = refuted(eq(ONE, 2), eq(1 / x, 0), at=((x, ZERO),))
    assert why_not(undefined).startswith("hypothesis 1 is not seen to hold")
    assert why_not(refuted(eq(x / x, 1), at=((x, ZERO),))).startswith(
        "the goal is not seen to be defined"
    )


def test_both_sides_are_evaluated_again() -> None:
    check(refuted(eq(sqrt(x**2), x), at=((x, -ONE),)))
    check(refuted(eq(exp(x), number("2718281828459045/1000000000000000")), at=((x, ONE),)))
    root = sqrt(number(2))
    true = refuted(eq(sqrt(x + 2 * root), 1 + root), at=((x, number(3)),))
    assert why_not(true).startswith("the goal is not seen to be false at the values")


# 11. Hypotheses have a model, or the theorem says that none was found
#     (contradictory hypotheses prove anything)


def test_a_model_satisfies_the_hypotheses() -> None:
    model = ((x, ONE), (y, ONE))
    assert accept(eq(x, y), by(0), eq(x, y), model=model).model == model
    reject("hypothesis 0 is not seen to hold", eq(x, y), by(0), eq(x, y),
           model=((x, ONE), (y, ZERO)))  # fmt: skip
    reject("x has no value", eq(x, y), by(0), eq(x, y), model=())


def test_a_model_satisfies_the_conditions() -> None:
    accept(eq(x / x, 1), model=((x, ONE),))
    reject("condition 0 is not seen to hold", eq(x / x, 1), model=((x, ZERO),))


def test_contradictory_hypotheses_have_no_model() -> None:
    both = (eq(x, 0), eq(x, 1))
    proof = NormalForm((Cofactor(ONE, 0), Cofactor(-ONE, 1)))
    assert accept(eq(ONE, ZERO), proof, *both).model is None
    for value in (ZERO, ONE):
        reject("hypothesis", eq(ONE, ZERO), proof, *both, model=((x, value),))


def test_hypotheses_that_are_not_needed_are_told() -> None:
    assert accept(eq(x, y), by(1), eq(z, 0), eq(x, y)).unused == (0,)
    assert accept(eq(x / x, 1), done, eq(1 / x, y)).unused == ()


# 12. Lemmas are named by the hash of their statement, are there, and in no circle; axioms have
#     names  (a missing lemma, a circle, a smuggled axiom)


def test_lemmas_are_there_and_listed() -> None:
    lemma = accept(eq(x, x))
    known = {lemma.hash: lemma}
    use = Lemma(lemma.hash, (y,), (), done)
    accept(eq(y, y), use, lemmas=known)
    claimed = statement(eq(y, y))
    for listed in ((), ("?",), (lemma.hash, lemma.hash)):
        with pytest.raises(Rejected, match="the lemmas listed are not those that the proofs use"):
            check(Certificate(claimed, (use,), lemmas=listed), known)
    missing = Certificate(claimed, (use,), lemmas=(lemma.hash,))
    assert why_not(missing) == f"there is no theorem {lemma.hash[:12]}"


def test_a_lemma_is_known_by_the_hash_of_its_statement_alone() -> None:
    lemma, other = accept(eq(x, x)), "0" * 64
    use = Lemma(other, (y,), (), done)
    reject("there is no theorem 000000000000", eq(y, y), use, lemmas={other: lemma})


def test_lemmas_in_a_circle_prove_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("a" * 64, "b" * 64)
    paths = []
    for own, used in (names, names[::-1]):
        proof = Lemma(used, (), (), by(0))
        certificate = Certificate(statement(eq(ZERO, ONE)), (proof,), lemmas=(used,))
        paths.append(tmp_path / f"{own[0]}.json")
        paths[-1].write_text(json.dumps(encode(certificate)))
    assert replay_files(paths) == 1
    assert "only in a circle" in capsys.readouterr().out


def test_there_are_no_axioms() -> None:
    assert AXIOMS == () and accept(eq(x, x)).axioms == ()
    content = encode(Certificate(statement(eq(ZERO, ONE)), (done,)))
    for field in ("axioms", "assumed"):
        with pytest.raises(Rejected, match=f'unknown field "{field}"'):
            check(_decoded({**content, field: ["0 == 1"]}))
    trusted = {**content, "proofs": [{"rule": "axiom", "name": "0 == 1"}]}
    with pytest.raises(Rejected, match='unknown rule "axiom"'):
        check(_decoded(trusted))


def _decoded(content: dict[str, object]) -> AnyCertificate:
    from derivations.kernel.encoding import content_hash, decode

    content = {key: value for key, value in content.items() if key != "hash"}
    return decode({**content, "hash": content_hash(content)})
