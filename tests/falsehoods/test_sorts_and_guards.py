"""What sorts and guards say, and what they do not say: each falsehood was once accepted.

A sort may be empty, and may say something about other symbols: a skew invertible matrix of n rows
exists for even n only.  A quantified hypothesis says nothing where one of its guards is undefined.
"""

import pytest

from derivations.kernel import (
    Certificate,
    Cofactor,
    Factor,
    Have,
    Induction,
    Instantiate,
    Lemma,
    NormalForm,
    Refutation,
    Rewrite,
    Theorem,
    check,
)
from derivations.kernel.proofs import Law, Proof, StrongInduction
from derivations.language.sorts import (
    INTEGER,
    NATURAL,
    POSINT,
    REAL,
    Sort,
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
from derivations.language.terms import (
    ONE,
    ZERO,
    Term,
    add,
    apply,
    call,
    div,
    function,
    mul,
    neg,
    number,
    power,
    sum_,
    symbol,
)
from tests.support.certificates import why_not

done = NormalForm()
n, d, k = symbol("n", POSINT), symbol("d", POSINT), symbol("k", INTEGER)
m, x, y = symbol("m", NATURAL), symbol("x"), symbol("y", REAL)
f = symbol("f", family_sort((INTEGER,), REAL))
g = symbol("g", family_sort((REAL,), REAL))


def skew(size: Term) -> Sort:
    return matrix_sort(size, size, "skew", "invertible")


# Induction: no sort of what stays in the context depends on the variable

_HALVES = (Cofactor(ONE, 0), Cofactor(div(1, 2), 2))


def step(matrix: Term) -> Proof:
    """From `n = 1` and an invertible skew matrix of n rows, `n + 1 = 1`: n is even and odd."""
    sign = Proposition(eq(power(-1, n), -1))
    back = Cofactor(div(neg(ONE), mul(2, call("det", matrix))), 1)
    return Law("determinant of a transpose", (n, matrix), (), Have(
        sign, Rewrite(0, done), NormalForm((*_HALVES, back))))  # fmt: skip


def test_an_induction_forgets_symbols_whose_sort_depends_on_its_variable() -> None:
    """A skew invertible matrix of n rows says that n is even, also where nobody mentions it."""
    U = symbol("U", skew(n))
    claimed = Statement((n, U), (), (Proposition(eq(n, ONE)),))
    assert why_not(Certificate(claimed, (Induction(n, done, step(U)),))) == (
        "the symbol U is not declared here"
    )
    strong = StrongInduction(n, (done,), step(U))
    assert why_not(Certificate(claimed, (strong,))) == "the sort of U depends on n"


def test_an_induction_forgets_families_whose_values_depend_on_its_variable() -> None:
    F = symbol("F", family_sort((INTEGER,), skew(n)))
    claimed = Statement((n, F), (), (Proposition(eq(n, ONE)),))
    certificate = Certificate(claimed, (Induction(n, done, step(apply(F, ZERO))),))
    assert why_not(certificate) == "the symbol F is not declared here"


def test_an_induction_needs_no_symbol_that_it_forgets() -> None:
    claimed = Statement((n, symbol("U", skew(n))), (), (Proposition(le(ONE, n)),))
    assert isinstance(check(Certificate(claimed, (Induction(n, done, done),))), Theorem)


@pytest.mark.parametrize("rule", [Induction(n, done, done), StrongInduction(n, (done,), done)])
def test_a_fact_mentions_what_the_sorts_of_its_variables_mention(rule: Proof) -> None:
    """`y = 0 for all skew invertible n x n matrices` says nothing for odd n."""
    fact = forall(symbol("U", skew(n)), eq(y, 0))
    assert fact.free() == {n, y}
    claimed = Statement((n, y), (fact,), (Proposition(eq(y, y)),))
    assert why_not(Certificate(claimed, (rule,))).startswith("fact 0 mentions n")


def test_the_sorts_of_variables_are_closed() -> None:
    fact = forall(symbol("U", skew(d)), eq(y, 0))
    claimed = Statement((y,), (fact,), (Proposition(eq(y, y)),))
    assert why_not(Certificate(claimed, (done,))) == (
        "the sort of U mentions d, which is not declared before it"
    )


def test_nothing_follows_from_what_is_said_of_an_empty_sort() -> None:
    """`1/x = 1/x for all A` of an empty sort does not say that x is not 0."""
    empty = symbol("A", matrix_sort(ONE, ONE, "nilpotent2", "unitary"))
    said = forall(empty, eq(div(1, x), div(1, x)))
    assert why_not(Certificate(statement(ne(x, 0), [said]), (done,))).startswith("the normal forms")


# Guards: a hypothesis is silent where one of them is undefined

GUARDS: list[tuple[Relation, Term, Relation, Term]] = [
    # a fact, a guard, a false instance of both by junk values, a true one
    (eq(apply(g, y), 0), y, le(0, call("log", y)), ZERO),
    (eq(apply(g, y), 1), y, eq(div(y, y), 0), ZERO),
    (eq(apply(g, y), 1), y, eq(div(1, y), 0), ZERO),
    (eq(apply(g, y), 1), y, eq(call("arg", y), 0), ZERO),
    (eq(apply(g, y), 1), y, eq(call("log", call("abs", y)), 0), ZERO),
    (eq(apply(f, k), 1), k, eq(power(0, k), 0), number(-1)),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "variable", "guard", "value"), GUARDS, ids=lambda v: str(v))
def test_a_hypothesis_is_silent_where_a_guard_is_undefined(
    fact: Relation, variable: Term, guard: Relation, value: Term
) -> None:
    given = forall(variable, fact, guard)
    family = fact.left.args[0]
    goal = eq(apply(family, value), fact.right)
    by_instance = NormalForm((Cofactor(ONE, 1),))
    for count in (1, 2, 3):
        proof = Instantiate(0, (value,), (done,) * count, by_instance)
        why_not(Certificate(statement(goal, [given]), (proof,)))
    contradiction = Instantiate(1, (value,), (done,), Factor(2, ZERO))
    claimed = Statement((family,), (given,), (Proposition(ne(ONE, ONE)),))
    assert "there is no fact 1" in why_not(Certificate(claimed, (contradiction,)))


def test_a_hypothesis_for_all_values_is_silent_where_it_is_undefined() -> None:
    """`g(y) = log y for all real y` says nothing about g(0), though log 0 = 0 in the kernel."""
    given = forall(y, eq(apply(g, y), call("log", y)))
    at = NormalForm((Cofactor(ONE, 1),))
    for guards in ((), (done,)):
        proof = Instantiate(0, (ZERO,), guards, at)
        why_not(Certificate(statement(eq(apply(g, 0), 0), [given]), (proof,)))
    check(Certificate(statement(eq(apply(g, 1), 0), [given]), (
        Instantiate(0, (ONE,), (done,), at),)))  # fmt: skip
    everywhere = Refutation(statement(eq(apply(g, 1), 1), [given]), 0, ((g, function((y,), ZERO)),))
    assert "hypothesis 0 is not seen" in why_not(everywhere)


def test_a_guard_is_proved_with_what_it_needs() -> None:
    positive = forall(y, eq(apply(g, y), 0), le(0, call("log", y)))
    proof = Instantiate(0, (number(3),), (done,) * 3, NormalForm((Cofactor(ONE, 1),)))
    made = check(Certificate(statement(eq(apply(g, 3), 0), [positive]), (proof,)))
    assert isinstance(made, Theorem) and not made.conditions


def test_whoever_uses_a_lemma_proves_its_hypothesis_where_the_guards_have_values() -> None:
    """The premise of the lemma is weaker by as much as its hypothesis is."""
    h = forall(y, eq(apply(g, y), 0), ne(div(1, y), 0))
    use = Instantiate(0, (ONE,), (done, done), NormalForm((Cofactor(ONE, 1),)))
    lemma = check(Certificate(statement(eq(apply(g, 1), 0), [h]), (use,)))
    assert isinstance(lemma, Theorem)
    value = function((y,), add(1, neg(div(y, y))))
    proof = Lemma(lemma.hash, (value,), (done,), done)
    check(Certificate(statement(eq(1, 1)), (proof,), lemmas=(lemma.hash,)), {lemma.hash: lemma})


def test_a_counterexample_satisfies_hypotheses_in_every_reading_of_their_guards() -> None:
    """Whether `k! = k!` says something at k = -1 is a convention; f(-1) = 0 refutes nothing."""
    claimed = statement(
        eq(apply(f, -1), 1),
        [forall(k, eq(apply(f, k), 1), le(-1, k), le(k, 2), ne(call("factorial", k), 7))],
    )
    value = function((k,), call("sign", add(k, 1)))
    assert "hypothesis 0 is not seen" in why_not(Refutation(claimed, 0, ((f, value),)))
    spoken = statement(
        eq(apply(f, 3), 1),
        [forall(k, eq(apply(f, k), 1), le(0, k), lt(k, 3), ne(call("factorial", k), 7))],
    )
    assert why_not(Refutation(spoken, 0, ((f, function((k,), ONE)),))).startswith("the goal is not")


def test_a_guard_with_needs_of_its_own_for_all_of_a_range_is_out_of_reach() -> None:
    j = symbol("j", INTEGER)
    guard = eq(sum_(div(1, add(j, k)), (j, 0, 2)), 1)
    claimed = statement(eq(apply(f, 0), 1), [forall(k, eq(apply(f, k), 1), guard)])
    assert "for all values, needs what is itself so" in why_not(Certificate(claimed, (done,)))


def test_ranges_of_instances_know_strict_bounds_and_sorts() -> None:
    """`f(m) = 0 for all natural m with m < 0` says nothing, so that f = 1 refutes `f(0) = 0`."""
    claimed = statement(
        eq(apply(f, n), 0), [forall(m, eq(apply(f, m), 0), lt(m, add(n, neg(ONE))))]
    )
    check(Refutation(claimed, 0, ((n, ONE), (f, function((k,), ONE)))))
    refused = Refutation(claimed, 0, ((n, number(2)), (f, function((k,), ONE))))
    assert "hypothesis 0 is not seen" in why_not(refused)
