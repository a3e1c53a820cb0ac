"""False certificates, at least two for each rule: each is rejected, with its reason.

Beside them stands what the same rule accepts.  Where a draft of the kernel proved the falsehood,
the test says how.  The rules about integers have their own file.
"""

import dataclasses
from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from derivations.kernel import (
    Certificate,
    Cofactor,
    Congruence,
    Factor,
    Have,
    Induction,
    Instantiate,
    Inverse,
    Lemma,
    NormalForm,
    NowhereDefined,
    Refutation,
    Rejected,
    Rewrite,
    Theorem,
    check,
)
from derivations.kernel.points import proposition_at
from derivations.kernel.proofs import Proof, Values
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
    eq,
    forall,
    le,
    lt,
    ne,
    statement,
)
from derivations.language.terms import Term
from tests.support.notation import (
    ONE,
    PI,
    ZERO,
    I,
    call,
    exp,
    function,
    identity,
    in_text,
    matrix,
    number,
    sum_,
    symbol,
    zero_matrix,
)
from tests.support.rejections import why_not

x, y, z = (symbol(name) for name in "xyz")
a, b = symbol("a", REAL), symbol("b", REAL)
n, m = symbol("n", NATURAL), symbol("m", NATURAL)
p, d = symbol("p", POSINT), symbol("d", POSINT)
j, k, k1 = (symbol(name, INTEGER) for name in ("j", "k", "k1"))
f = symbol("f", family_sort((INTEGER,), REAL))
A, B, C = (symbol(name, matrix_sort(d, d)) for name in "ABC")
done = NormalForm()


def by(*facts: int, left: Term = ONE) -> NormalForm:
    """The difference of the sides is that of these facts."""
    return NormalForm(tuple(Cofactor(left, fact) for fact in facts))


def made(
    goal: Relation,
    proof: Proof,
    *given: Relation | Proposition,
    lemmas: Mapping[str, Theorem] | None = None,
    declare: tuple[Term, ...] = (),
) -> Theorem:
    claimed = statement(goal, given, declare)
    theorem = check(Certificate(claimed, (proof,), lemmas=tuple(lemmas or ())), lemmas)
    assert isinstance(theorem, Theorem)
    return theorem


def why(
    goal: Relation,
    proof: Proof,
    *given: Relation | Proposition,
    lemmas: Mapping[str, Theorem] | None = None,
    declare: tuple[Term, ...] = (),
) -> str:
    with pytest.raises(Rejected) as error:
        made(goal, proof, *given, lemmas=lemmas, declare=declare)
    return error.value.why


# Normal form with cofactors


def test_cofactors_combine_equations() -> None:
    made(eq(x, 2), NormalForm((Cofactor(ONE, 0), Cofactor(-ONE, 1))), eq(x + y, 3), eq(y, 1))


def test_cofactors_are_declared_of_fitting_size_and_about_plain_equations() -> None:
    assert why(eq(x, 0), by(0, left=y), eq(x, 0)) == "the symbol y is not declared here"
    assert why(eq(x, 0), by(3), eq(x, 0)) == "there is no fact 3; there are 1"
    assert why(eq(x, 0), by(-1), eq(x, 0)) == "there is no fact -1; there are 1"
    assert why(eq(x, 0), by(0), ne(x, 0)) == "fact 0 is not an equation"
    assert why(eq(a, 0), by(0), forall(b, eq(b, 0)), declare=(a,)) == (
        "fact 0 is quantified; instantiate it first"
    )
    V = symbol("V", matrix_sort(p, p))
    assert why(eq(A, B), by(0, left=V), eq(A, B), declare=(d, p, A, B, V)) == (
        "the sizes of cofactor and equation do not fit"
    )
    assert why(eq(x, 0), by(0), eq(A, B)) == (
        "a cofactor times its equation is not of the size of the goal"
    )


def test_equal_shapes_with_other_symbols_are_other_statements() -> None:
    """Two objects for one symbol were taken for two symbols, and x = x settled y = z."""
    claimed = statement([eq(symbol("x"), symbol("x")), eq(y, z)])
    with pytest.raises(Rejected, match="the normal forms do not show y == z"):
        check(Certificate(claimed, (done, done)))


# Have


def test_have_needs_a_closed_fact_and_its_proof() -> None:
    made(eq(x, y), Have(Proposition(eq(2 * x, 2 * y)), by(0, left=number(2)), by(0)), eq(x, y))
    assert why(eq(x, y), Have(Proposition(eq(x, y)), done, by(0))).startswith("the normal forms")
    assert why(eq(x, x), Have(Proposition(eq(z, z)), done, done)) == (
        "the symbol z is not declared here"
    )
    assert why(eq(x, x), Have(Proposition(eq(x, identity(2))), done, done)) == (
        "one side of the relation is a scalar, the other a matrix"
    )


def test_variables_are_renamed_apart_from_guards() -> None:
    """k was renamed to k1, a variable of the guard alone, and k1 ≤ 0 proved k ≤ 0."""
    false = forall((k, k1), le(k, 0), le(k1, 0))
    proof = Have(false, done, Instantiate(0, (ONE, ZERO), (done,), done))
    assert why(le(ONE, ZERO), proof, declare=(k,)) == "the normal forms do not show k2 <= 0"


def test_variables_have_different_names() -> None:
    """Two families of one name had one value, and 0 and I were put for them."""
    size = matrix_sort(ONE, ONE)
    f1, f2 = symbol("f", family_sort((NATURAL,), size)), symbol("f", family_sort((INTEGER,), size))
    values = (function((n,), zero_matrix(1, 1)), function((k,), identity(1)))
    proof = Have(forall((f1, f2), eq(f1[1], f2[1])), done, Instantiate(0, values, (), done))
    assert why(eq(ZERO, ONE), proof) == "two of the variables have one name"


# Instantiate

everywhere = forall(n, eq(f[n], 0))


def test_instances_are_of_the_sort_and_their_guards_proved() -> None:
    made(eq(f[2], 0), Instantiate(0, (number(2),), (), by(1)), everywhere)
    assert why(eq(f[-2], 0), Instantiate(0, (number(-2),), (), by(1)), everywhere) == (
        "-2 is not seen to be natural, the sort of n"
    )
    assert why(eq(f[k], 0), Instantiate(0, (k,), (), by(1)), everywhere).startswith("k is not seen")
    late = forall(n, eq(f[n], 0), le(5, n))
    assert why(eq(f[2], 0), Instantiate(0, (number(2),), (done,), by(1)), late) == (
        "the normal forms do not show 5 <= 2"
    )
    assert why(eq(f[7], 0), Instantiate(0, (number(7),), (), by(1)), late) == "fact 0 has 1 guard(s)"  # noqa: E501
    assert why(eq(f[2], 0), Instantiate(0, (), (), by(1)), everywhere) == (
        "fact 0 has 1 variable(s), not 0"
    )
    assert why(eq(f[2], 0), Instantiate(0, (m,), (), done), everywhere) == (
        "the symbol m is not declared here"
    )


# Lemmas


def test_a_lemma_needs_its_hypotheses_and_conditions() -> None:
    lemma = made(eq(x / x, 1), done)
    assert [in_text(c) for c in lemma.conditions] == ["x != 0"]
    known = {lemma.hash: lemma}
    made(eq(a / a, 1), Lemma(lemma.hash, (a,), (done,), by(1)), ne(a, 0), lemmas=known)
    at_zero = Lemma(lemma.hash, (ZERO,), (done,), by(0))
    assert why(eq(ZERO, ONE), at_zero, lemmas=known) == "the normal forms do not show 0 != 0"
    dropped = Lemma(lemma.hash, (ZERO,), (), by(0))
    assert why(eq(ZERO, ONE), dropped, lemmas=known) == "the lemma has 1 premise(s)"
    assert why(eq(ZERO, ONE), Lemma("no", (), (), done), lemmas={"no": lemma}) == (
        "there is no theorem no"
    )


def test_a_lemma_needs_its_hypotheses_to_be_defined() -> None:
    """1/x = 0 nowhere, so it entails 0 = 1; at x = 0 it holds by the junk value of 1/0."""
    lemma = made(eq(ZERO, ONE), by(0, left=-x), eq(1 / x, 0))
    known = {lemma.hash: lemma}
    assert why(eq(ZERO, ONE), Lemma(lemma.hash, (ZERO,), (done,), by(0)), lemmas=known) == (
        "the lemma has 2 premise(s)"
    )
    assert why(eq(ZERO, ONE), Lemma(lemma.hash, (ZERO,), (done, done), by(0)), lemmas=known) == (
        "the normal forms do not show 0 != 0"
    )


def test_a_premise_does_not_capture_a_symbol_of_the_same_name() -> None:
    """With a size put for n, the quantified A was taken for the declared A."""
    An, Bn, Cn = (symbol(name, matrix_sort(p, p)) for name in "ABC")
    lemma = made(
        eq(Bn * Cn, Cn * Bn),
        Instantiate(0, (Cn,), (), by(1, left=-ONE)),
        forall(An, eq(An * Bn, Bn * An)),
    )
    seven = matrix_sort(number(7), number(7))
    A7, B7, C7 = (symbol(name, seven) for name in "ABC")
    proof = Lemma(lemma.hash, (number(7), B7, C7), (by(0),), by(1))
    assert why(
        eq(B7 * C7, C7 * B7), proof, eq(A7 * B7, B7 * A7), lemmas={lemma.hash: lemma}
    ) == "the normal forms do not show A1*B == B*A1"


# Induction

gauss = eq(sum_(k, (k, 1, n)), n * (n + 1) / 2)


def test_induction_needs_base_and_step() -> None:
    made(gauss, Induction(n, done, by(0)))
    assert why(eq(gauss.left, gauss.right + 1), Induction(n, done, by(0))).startswith("the normal")
    assert why(eq(n, 0), Induction(n, done, by(0))).startswith("the normal forms do not show n + 1")


def test_induction_on_a_posint_starts_at_one() -> None:
    made(lt(0, p), Induction(p, done, done))
    assert why(eq(p, p * p), Induction(p, done, by(0))).startswith("the normal forms do not show")


# Congruence


def test_congruence_needs_every_argument_to_be_equal() -> None:
    made(eq(call("log", x), call("log", y)), Congruence((by(0),)), eq(x, y), ne(y, 0))
    parts = Congruence((done,))
    assert why(eq(call("log", x), call("log", y)), parts).startswith("the normal forms")
    assert why(le(exp(a), exp(b)), parts) == "congruence proves equations"
    assert why(eq(call("log", x), call("arg", x)), parts) == (
        "log(x) and arg(x) do not have the same head"
    )
    g = symbol("g", family_sort((INTEGER,), REAL))
    assert why(eq(f[k], g[k]), Congruence((done, done))) == "the families differ"
    assert why(eq(x, x), Congruence(())) == "congruence needs a proof for each of 0 arguments"


def test_congruence_under_a_binder_is_inside_its_range() -> None:
    given = forall(k, eq(f[k], 0), le(1, k), le(k, n))
    zeros = sum_(ZERO, (k, 1, n))
    body = symbol("j1", NATURAL)
    body_proof = Instantiate(0, (body,), (done, done), by(3))
    sum_j = eq(sum_(f[j], (j, 1, n)), sum_(ZERO, (j, 1, n)))
    made(sum_j, Congruence((done, done, body_proof)), given, declare=(n, f, symbol("j", INTEGER)))
    wider = eq(sum_(f[j], (j, 0, n)), sum_(ZERO, (j, 0, n)))
    assert why(
        wider, Congruence((done, done, body_proof)), given, declare=(n, f, symbol("j", INTEGER))
    ) == "the normal forms do not show 1 <= j1"
    assert why(eq(sum_(f[k], (k, 1, n)), zeros), Congruence((done, done)), given) == (
        "under a binder, prove lower, upper and body to be equal"
    )
    ranges = eq(sum_(f[k], (k, 1, n)), sum_(f[k], (k, 1, n + 1)))
    assert why(ranges, Congruence((done, done, done))) == "the normal forms do not show n == n + 1"


# Rewrite


def test_rewrite_needs_a_plain_equation() -> None:
    made(eq(call("log", x), call("log", y)), Rewrite(0, done), eq(x, y), ne(y, 0))
    assert why(eq(x, y), Rewrite(0, done), ne(x, y)) == "fact 0 is not a plain equation"
    assert why(eq(f[2], 0), Rewrite(0, done), everywhere) == "fact 0 is not a plain equation"


def test_rewrite_does_not_touch_what_a_binder_captures() -> None:
    goal = eq(sum_(f[k], (k, 1, 3)), 3 * f[0])
    assert why(goal, Rewrite(0, done), eq(k, 0), declare=(k,)).startswith("the normal forms")
    goal = eq(sum_(f[k], (k, 1, 3)), sum_(f[j], (k, 1, 3)))
    assert why(goal, Rewrite(0, done), eq(j, k), declare=(k, j)).startswith("the normal forms")


# Factor and Inverse


def test_a_factor_of_what_is_not_zero() -> None:
    made(ne(x - 1, 0), Factor(0, x + 1), ne(x**2 - 1, 0))
    assert why(ne(x - 2, 0), Factor(0, x + 1), ne(x**2 - 1, 0)) == (
        "fact 0 is not this multiple of the goal"
    )
    assert why(eq(x - 1, 0), Factor(0, x + 1), ne(x**2 - 1, 0)) == (
        "the rule shows that something is not zero"
    )
    assert why(ne(x - 1, 0), Factor(0, x + 1), eq(x**2 - 1, 0)) == (
        "fact 0 is not a plain relation with !="
    )
    assert why(ne(x, 0), Factor(0, y), ne(x * 2, 0)) == "the symbol y is not declared here"


def test_an_inverse_needs_a_determinant_that_is_not_zero() -> None:
    cancelled = Inverse(0, NormalForm((Cofactor(call("inv", A), 1), Cofactor(-ONE, 3, B))))
    assert why(eq(B, C), cancelled, eq(A * B, A * C)) == "fact 0 is not a plain relation with !="
    assert why(eq(B, C), cancelled, ne(x, 0), eq(A * B, A * C)) == (
        "fact 0 does not say that a determinant is not zero"
    )
    assert why(eq(B, C), cancelled, ne(call("det", A), 1), eq(A * B, A * C)) == (
        "fact 0 does not say that a determinant is not zero"
    )


# Refutations and models


def refuted(goal: Relation, *given: Relation | Proposition, at: Values = ()) -> Refutation:
    return Refutation(statement(goal, given), 0, at)


def test_counterexamples_are_values_of_the_sorts() -> None:
    check(refuted(eq(x, y), at=((x, ZERO), (y, ONE))))
    below = refuted(le(0, n), at=((n, number(-1)),))
    assert why_not(below) == "-1 is not seen to be natural, the sort of n"
    assert why_not(refuted(eq(a**2, -1), at=((a, I),))) == "I is not seen to be real, the sort of a"
    assert why_not(refuted(eq(x, y), at=((x, ZERO),))) == "y has no value"
    assert why_not(refuted(eq(x, y), at=((x, ZERO), (y, x)))) == "the value of y is not closed"
    assert why_not(refuted(eq(x, x), at=((x, ZERO), (x, ONE)))) == "a symbol is given two values"
    V = symbol("V", matrix_sort(d, d, "unitary"))
    stretch = ((d, ONE), (V, matrix([[2]])))
    assert why_not(refuted(eq(V, V * V), at=stretch)).startswith("matrix(2) is not seen to be")
    wide = ((d, ONE), (V, identity(2)))
    assert why_not(refuted(eq(V, V * V), at=wide)).startswith("identity(2) is not seen to be")


def test_the_function_put_for_a_family_has_its_sort_everywhere() -> None:
    g = symbol("g", family_sort((NATURAL,), NATURAL))
    falling = ((g, function((m,), 3 - m)),)
    assert "is not seen to be family(natural -> natural)" in why_not(
        refuted(le(0, g[1] - 3), at=falling)
    )
    hole = ((symbol("h", family_sort((NATURAL,), REAL)), function((m,), 1 / m)),)
    assert why_not(refuted(eq(hole[0][0][1], 0), at=hole)) == (
        "the value of h is not seen to be defined everywhere"
    )
    two = symbol("q", family_sort((NATURAL, INTEGER), REAL))
    same = function((symbol("k", NATURAL), symbol("k", INTEGER)), symbol("k", NATURAL))
    assert "is not seen to be" in why_not(refuted(eq(two[0, 1], 1), at=((two, same),)))


def test_counterexamples_satisfy_defined_hypotheses() -> None:
    assert why_not(refuted(eq(ONE, 2), forall(a, eq(a * (a - 1), 0), le(0, a), le(a, 1)))).startswith(  # noqa: E501
        "hypothesis 0 is not seen to hold at the values"
    )
    junk = forall(n, eq(ZERO / n, 0))
    assert why_not(refuted(eq(ONE, 2), junk)).startswith("hypothesis 0 is not seen to be defined")


def test_an_undefined_goal_is_not_refuted_by_its_junk_value() -> None:
    assert why_not(refuted(eq(x / x, 1), at=((x, ZERO),))).startswith(
        "the goal is not seen to be defined at the values"
    )


def test_a_true_sum_of_roots_of_unity_of_large_order_is_not_refuted() -> None:
    """Beyond the orders that are reduced, another spelling was taken for another value."""
    c = number("2/5003")
    turns = [exp((c + number(t)) * PI * I) for t in ("0", "2/3", "4/3")]
    assert why_not(refuted(eq(turns[0] + turns[1] + turns[2], 0))).startswith(
        "the goal is not seen to be false"
    )


def test_a_guard_that_is_not_decided_leaves_the_proposition_undecided() -> None:
    undecided = eq(turn_sum(), 0)
    assert proposition_at(Proposition(eq(ONE, 2), (), (undecided,))) is None
    assert proposition_at(Proposition(eq(ONE, 2), (), (eq(ONE, 2),))) is True
    assert proposition_at(forall(n, le(0, n), le(-3, n), le(n, 3))) is True


def turn_sum() -> Term:
    c = number("2/5003")
    parts = [exp((c + number(t)) * PI * I) for t in ("0", "2/3", "4/3")]
    return parts[0] + parts[1] + parts[2]


def test_many_instances_are_not_looked_at() -> None:
    variables = [symbol(f"i{place}", NATURAL) for place in range(4)]
    guards = [guard for v in variables for guard in (le(0, v), le(v, 900))]
    relation = le(variables[0] * variables[1] - variables[2], variables[3])
    assert proposition_at(forall(variables, relation, *guards)) is None


def test_sorts_that_may_be_empty_need_a_model() -> None:
    E = symbol("E", matrix_sort(d, d, "unitary", "nilpotent2"))
    claimed = statement(eq(1 / ZERO, 1), (), (d, E))
    assert why_not(NowhereDefined(claimed, 0, done, None)) == "the hypotheses need a model"
    check(NowhereDefined(statement(eq(1 / ZERO, 1)), 0, done, None))


def test_only_what_is_zero_everywhere_is_nowhere_defined() -> None:
    check(NowhereDefined(statement(eq(1 / (x - x), 5)), 0, done, None))
    check(NowhereDefined(statement(le(I, 1)), 0, done, None))
    sometimes = statement(le(symbol("z"), 1))
    assert why_not(NowhereDefined(sometimes, 0, done, None)) == (
        "the normal forms do not show im(z) != 0"
    )
    assert why_not(NowhereDefined(statement(eq(1 / x, 5)), 0, done, None)).startswith("the normal")
    guarded = statement(eq(sum_(1 / (k - 2), (k, 1, n)), 5))
    assert why_not(NowhereDefined(guarded, 0, done, None)).startswith("expected an instance")
    for value in (1, 2, 3):  # in the range, but not 0; perhaps not in the range; both
        instance = Instantiate(0, (number(value),), (done, done), done)
        assert why_not(NowhereDefined(guarded, 0, instance, None)).startswith("the normal forms")
    closed = statement(eq(sum_(1 / (k - 2), (k, 1, n + 2)), 5))
    check(NowhereDefined(closed, 0, Instantiate(0, (number(2),), (done, done), done), None))
    somewhere = Proposition(eq(1 / (k - 2), 5), (k,))
    at_two = Instantiate(0, (number(2),), (), done)
    everywhere = NowhereDefined(statement(somewhere), 0, at_two, None)
    assert why_not(everywhere) == "there may be a value where this does not hold"
    assert why_not(NowhereDefined(statement(eq(x, x)), 0, done, None)) == "there are 0 obligations"


# Statements and theorems


def test_quantified_variables_have_names_of_their_own() -> None:
    twice = Proposition(eq(k, k), (k, symbol("k", NATURAL)))
    certificate = Certificate(statement(eq(x, x), (twice,), (x,)), (done,))
    assert "cannot quantify over 'k'" in why_not(certificate)
    shadow = Proposition(eq(k, k), (k,))
    certificate = Certificate(statement(eq(k, k), (shadow,), (k,)), (done,))
    assert why_not(certificate).startswith("a hypothesis quantifies over k, which is also")


def test_theorems_are_not_made_by_hand() -> None:
    theorem = made(eq(x, x), done)
    with pytest.raises((TypeError, ValueError)):
        dataclasses.replace(theorem, statement=statement(eq(ZERO, ONE)))
    with pytest.raises(TypeError, match="made by derivations"):
        Theorem(None, statement(eq(ZERO, ONE)), (), None, (), (), ())


def test_what_looks_like_a_theorem_is_none() -> None:
    """`1 = 0` was once a theorem by a lemma that was none."""
    false = statement(eq(ONE, ZERO))
    fake = SimpleNamespace(hash="h", statement=false, conditions=())
    by_lemma = Certificate(false, (Lemma("h", (), (), by(0)),), lemmas=("h",))
    with pytest.raises(Rejected, match="there is no theorem h"):
        check(by_lemma, {"h": fake})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="only the kernel makes"):
        type("Forged", (Theorem,), {"__post_init__": lambda self, _key: None})
