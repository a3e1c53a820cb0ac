"""What a theorem says, and the sentences of the semantics that the kernel enforces as a whole.

Each test shows one case that is accepted and one that is rejected.
"""

import pytest

from derivations.kernel import (
    Certificate, Cofactor, Congruence, Counterexample, Have, Induction, NormalForm, Refutation,
    Rejected, Theorem, check, check_statement, statement_hash,
)
from derivations.kernel.check import nothing_to_satisfy
from derivations.kernel.proofs import Proof
from derivations.language.sorts import INTEGER, NATURAL, NEGATIVE, POSINT, REAL, matrix_sort
from derivations.language.statements import (
    Proposition, Relation, Statement, StatementError, eq, le, lt, ne, statement,
)
from derivations.language.terms import Term
from tests.support.notation import (
    ONE, ZERO, I, add, blockdiag, call, div, identity, in_text, inner, mul, number, power, product,
    stack, sum_, symbol,
)

x, y = symbol("x"), symbol("y")
a, n, d = symbol("a", REAL), symbol("n", NATURAL), symbol("d", POSINT)
k = symbol("k", INTEGER)
A = symbol("A", matrix_sort(d, d))
done = NormalForm()


def proved(goal: Relation, *given: Relation, proof: Proof = done) -> Theorem:
    theorem = check(Certificate(statement(goal, given), (proof,)))
    assert isinstance(theorem, Theorem)
    return theorem


def conditions(goal: Relation, *given: Relation) -> list[str]:
    return [in_text(c) for c in proved(goal, *given).conditions]


def test_1_statements_are_closed_and_well_sorted_and_sizes_are_at_least_one() -> None:
    check_statement(statement(eq(A, A)))
    with pytest.raises(StatementError, match="the symbol x is not declared"):
        check_statement(Statement((), (), (Proposition(eq(x, x)),)))
    N = symbol("N", NATURAL)
    with pytest.raises(StatementError, match="declare its symbols as posint"):
        check_statement(statement(eq(symbol("B", matrix_sort(N, N)), ZERO)))


def test_2_words_are_typed() -> None:
    proved(eq(call("trace", identity(d)), d))
    with pytest.raises(Rejected):
        proved(eq(call("trace", identity(d)), 1))


def test_4_inverses_do_not_cancel_by_themselves() -> None:
    z = symbol("z")
    cancel = NormalForm((Cofactor(1 / x, 0),))
    proved(eq(y, z), eq(x * y, x * z), ne(x, 0), proof=cancel)
    with pytest.raises(Rejected):
        proved(eq(y, z), eq(x * y, x * z), proof=cancel)


def test_5_definedness_is_part_of_the_theorem() -> None:
    goal = eq((x**2 - 1) / (x - 1), x + 1)
    assert conditions(goal) == ["x - 1 != 0"]
    assert conditions(goal, ne(x, 1)) == []
    assert conditions(eq(call("sqrt", number(-1)), I)) == []
    with pytest.raises(Rejected):
        proved(eq(1 / ZERO, 1))


def test_5_stating_a_hypothesis_says_that_it_is_defined() -> None:
    assert conditions(eq(x / x, 1), eq(1 / x, y)) == []


def test_6_empty_ranges_and_splits() -> None:
    proved(eq(sum_(k, (k, 1, -2)), 0))
    proved(eq(sum_(k, (k, 1, n + 1)), sum_(k, (k, 1, n)) + n + 1))
    m = symbol("m", INTEGER)
    with pytest.raises(Rejected):
        proved(eq(sum_(k, (k, 1, m + 1)), sum_(k, (k, 1, m)) + m + 1))


def test_7_the_induction_variable_is_not_free_in_the_context() -> None:
    step = NormalForm((Cofactor(ONE, 0),))
    proved(eq(sum_(k, (k, 1, n)), n * (n + 1) / 2), proof=Induction(n, done, step))
    with pytest.raises(Rejected, match="fact 0 mentions n"):
        proved(eq(n, 3), eq(n, 7), proof=Induction(n, done, step))


def test_9_order_is_between_reals() -> None:
    proved(le(0, a**2))
    assert conditions(le(x * 0, 0 * ONE)) in ([], ["im(x*0) == 0"])
    with pytest.raises(Rejected):
        proved(lt(call("exp", x), call("exp", x + 1)))


def test_10_counterexamples_give_one_value_to_one_symbol() -> None:
    made = check(Refutation(statement(eq(x**2, x)), 0, ((x, number(2)),)))
    assert isinstance(made, Counterexample)
    with pytest.raises(Rejected, match="two values"):
        check(Refutation(statement(eq(x**2, x)), 0, ((x, number(2)), (x, ONE))))
    with pytest.raises(Rejected, match="there is no goal 1"):
        check(Refutation(statement(eq(x**2, x)), 1, ((x, number(2)),)))


def test_11_a_model_or_none_and_unused_hypotheses() -> None:
    false = statement(eq(x, y), [eq(ZERO, ONE)])
    theorem = check(Certificate(false, (NormalForm((Cofactor(y - x, 0),)),)))
    assert isinstance(theorem, Theorem) and theorem.model is None
    assert proved(eq(x, x), eq(x, y)).unused == (0,)
    assert proved(eq(x, y), eq(x, y), proof=NormalForm((Cofactor(ONE, 0),))).unused == ()


def test_11_every_value_will_do_only_where_there_is_one() -> None:
    assert nothing_to_satisfy(statement(eq(A, A)), ())
    empty = symbol("E", matrix_sort(d, d, "unitary", "nilpotent2"))
    assert not nothing_to_satisfy(statement(eq(empty, empty)), ())
    assert not nothing_to_satisfy(statement(eq(x, x), [eq(x, x)]), ())
    with pytest.raises(Rejected, match="has no value"):
        check(Certificate(statement(eq(empty, empty)), (done,), model=()))


def test_12_a_theorem_is_named_by_statement_and_conditions() -> None:
    theorem = proved(eq(x / x, 1))
    assert theorem.hash == statement_hash(theorem.statement, theorem.conditions)
    assert theorem.hash != statement_hash(theorem.statement)
    assert theorem.axioms == () and theorem.lemmas == ()


def test_every_goal_needs_a_proof() -> None:
    both = statement([eq(x, x), eq(x + y, y + x)])
    check(Certificate(both, (done, done)))
    with pytest.raises(Rejected, match="there are 2 goals to prove"):
        check(Certificate(both, (done,)))


def test_a_proof_of_definedness_answers_an_obligation() -> None:
    claimed = statement(eq(x / x, 1), [eq(x, 2)])
    given: Proposition = check(Certificate(claimed, (done,))).conditions[0]  # type: ignore[union-attr]
    assert in_text(given) == "x != 0"
    with pytest.raises(Rejected, match="there are 1 obligations"):
        check(Certificate(claimed, (done,), definedness=((1, done),)))
    with pytest.raises(Rejected, match="the normal forms do not show x != 0"):
        check(Certificate(claimed, (done,), definedness=((0, done),)))


def test_a_shared_subterm_is_looked_at_once() -> None:
    t: Term = x
    for _ in range(100):
        t = t + t
    proved(eq(t, number(2**100) * x))
    with pytest.raises(Rejected):
        proved(eq(t, number(2**100 + 1) * x))


# Well-formed: heads with their arguments, and sorts apart from normal forms

N, j = symbol("N", POSINT), symbol("j", INTEGER)
tall = symbol("X", matrix_sort(d, number(2)))


@pytest.mark.parametrize(
    "term",
    [
        Term("log", (number(8), number(2))), Term("sqrt", (number(4), number(3))),
        Term("neg", (x, y)), Term("re", (add(x, y), y)), Term("pow", (x, number(2), y)),
        Term("sum", (j, ZERO, N, j, j)), Term("sum", (symbol("j", NEGATIVE), ZERO, N, ONE)),
        Term("sum", (symbol("j"), ZERO, N, ONE)), Term("matrix", (x, y), (2, 2)),
        Term("nothing", (x,)), call("sin", blockdiag(A, (j, 1, N))),
        call("det", blockdiag(tall, (j, 1, N))), call("trace", stack(A, (j, 1, N))),
        add(ONE, blockdiag(A, (j, 1, N))), mul(blockdiag(A, (j, 1, N)), A),
        call("scalar", blockdiag(A, (j, 1, N))),
        inner(blockdiag(A, (j, 1, N)), blockdiag(A, (j, 1, N))),
        power(blockdiag(tall, (j, 1, N)), 2), power(blockdiag(A, (j, 1, N)), x),
        sum_(blockdiag(A, (j, 1, N)), (j, ZERO, div(1, 2))),
        product(blockdiag(tall, (j, 1, N)), (symbol("k", INTEGER), 0, N)),
    ],
    ids=str,
)
def test_what_is_not_well_formed_is_no_statement(term: Term) -> None:
    """Also by rules that need no normal form, which would not tell."""
    same = statement(eq(term, term))
    deep = Congruence(tuple(Congruence((done,) * 3) for _ in term.args))
    for proof in (done, deep):
        with pytest.raises(Rejected) as error:
            check(Certificate(same, (proof,), model=()))
        assert error.value.where == "statement"


def test_a_block_diagonal_matrix_without_a_normal_form_has_a_size() -> None:
    blocks = blockdiag(A, (j, 1, N))
    whole = Congruence((done, done, done))
    proved(eq(blocks, blocks), proof=whole)
    proved(eq(call("det", blocks), call("det", blocks)), proof=Congruence((whole,)))


def test_proofs_and_values_are_well_formed() -> None:
    odd = Term("log", (number(8), number(2)))
    with pytest.raises(Rejected, match="log does not take these 2"):
        check(Certificate(statement(eq(x, x)), (Have(Proposition(eq(odd, odd)), done, done),)))
    with pytest.raises(Rejected, match="log does not take these 2"):
        check(Refutation(statement(eq(x, 0)), 0, ((x, odd),)))


def test_what_a_rule_does_not_foresee_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("here")

    monkeypatch.setattr("derivations.kernel.rules._normal_form", broken)
    with pytest.raises(Rejected, match="cannot be checked: ZeroDivisionError"):
        check(Certificate(statement(eq(x, x)), (done,)))
