"""Words: products of matrices of unspecified size, against their values at small sizes."""

from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.kernel.context import Context, holds_plainly
from derivations.kernel.normal_form import Normalizer, SortError
from derivations.kernel.words import Words
from derivations.language.sorts import NATURAL, POSINT, matrix_sort
from derivations.language.statements import eq
from derivations.language.terms import Term
from tests.support.notation import (
    ONE,
    I,
    Written,
    adjoint,
    call,
    conj,
    identity,
    scalar,
    symbol,
    transpose,
)
from tests.support.oracle import Undefined, agree, evaluate

d, m = symbol("d", POSINT), symbol("m", POSINT)
n = symbol("n", NATURAL)
A, B = symbol("A", matrix_sort(d, d)), symbol("B", matrix_sort(d, d))
U = symbol("U", matrix_sort(d, d, "unitary"))
H = symbol("H", matrix_sort(d, d, "hermitian"))
K = symbol("K", matrix_sort(d, d, "skew"))
P = symbol("P", matrix_sort(d, d, "projector"))
W = symbol("W", matrix_sort(d, d, "nilpotent2"))
V = symbol("V", matrix_sort(d, m))
q = symbol("q", matrix_sort(d, ONE))
LETTERS = (A, B, U, H, K, P, W)


def same(left: Term, right: Term) -> bool:
    return holds_plainly(Context().normalizer, eq(left, right))


def test_a_word_has_dimensions_and_the_empty_word_is_the_identity() -> None:
    form = Normalizer().value(U.H * U)
    assert isinstance(form, Words) and set(form.terms) == {()}
    assert same(call("trace", identity(d)), d)
    with pytest.raises(SortError, match="and its rows differ in number"):
        Normalizer().value(V * V)


def test_scalars_commute_with_words_and_are_no_matrices() -> None:
    c = symbol("c")
    assert same(A * c * B, c * A * B)
    with pytest.raises(SortError, match="adds scalars and matrices"):
        Normalizer().value(A + c)


def test_a_one_by_one_word_becomes_a_scalar_explicitly() -> None:
    assert same(scalar(q.T * A * q) * B, B * scalar(q.T * A.T * q))
    with pytest.raises(SortError, match="is not a 1 x 1 matrix"):
        Normalizer().value(scalar(A))


def test_three_operations_not_one() -> None:
    assert same((A * B).T, B.T * A.T) and not same((A * B).T, A.T * B.T)
    assert same(conj(A * B), conj(A) * conj(B)) and not same(conj(A * B), conj(B) * conj(A))
    assert same((I * A).H, -I * A.H) and not same((I * A).T, -I * A.T)


def test_neighbours_merge_by_what_their_sorts_say() -> None:
    assert same(U.H * U, identity(d)) and not same(U.T * U, identity(d))
    assert same(H.T, conj(H)) and not same(H.T, H)
    assert same(K.T, -K) and same((K**3).T, -(K**3)) and same((K**2).T, K**2)
    assert same(P * P, P) and same(W * W, 0 * W)


def test_an_inverse_cancels_only_where_it_is_known() -> None:
    S = symbol("S", matrix_sort(d, d, "invertible"))
    inverse = call("inv", S)
    assert same(S * inverse, identity(d)) and not same(A * call("inv", A), identity(d))
    assert same(S**n * inverse**n, identity(d))
    assert same(call("inv", inverse), S) and not same(call("inv", call("inv", A)), A)


def test_exponents_of_one_letter_add_up() -> None:
    assert same(A**n * A * A**m, A ** (n + m + 1))
    assert not same(A**n * B**n, (A * B) ** n)
    assert same((A**n).T, A.T**n)


def test_traces_rotate_and_determinants_multiply() -> None:
    assert same(call("trace", A * B * U), call("trace", U * A * B))
    assert not same(call("trace", A * B * U), call("trace", B * A * U))
    assert same(call("det", 3 * A * B), 3**d * call("det", A) * call("det", B))
    assert same(call("trace", K), 0 * ONE) and not same(call("trace", K * K), 0 * ONE)


# Against values


@st.composite
def words(draw: st.DrawFn, depth: int = 3) -> Term:
    below = words(depth - 1)
    kind = draw(st.integers(0, 6)) if depth else 0
    if kind <= 1:
        return draw(st.sampled_from(LETTERS))
    if kind <= 3:
        return draw(below) * draw(below)
    if kind == 4:
        return draw(below) + draw(below)
    if kind == 5:
        return draw(st.sampled_from([transpose, adjoint, conj]))(draw(below))
    return draw(below) ** draw(st.sampled_from([2, 3]))


def other_spelling(term: Term) -> Term:
    """What a careless reader might take for the same: operations pushed inside, factors swapped."""
    args = tuple(map(other_spelling, term.args))
    if term.head == "mul" and len(args) == 2:
        return args[1] * args[0]
    if term.head in ("transpose", "adjoint", "conj") and args[0].head == "mul":
        return Written("mul", tuple(Written(term.head, (a,)) for a in reversed(args[0].args)))
    return Written(term.head, args, term.data)


def _unitary(angle: int) -> Any:
    c, s = mpmath.mpf(3) / 5, mpmath.mpf(4) / 5
    turn = mpmath.matrix([[c, -s], [s, c]]) ** angle
    return turn * mpmath.matrix([[1, 0], [0, mpmath.mpc(0, 1)]])


def point(a: int, b: int) -> dict[str, Any]:
    general = mpmath.matrix([[a, mpmath.mpc(1, b)], [2, b - 1]])
    other = mpmath.matrix([[b, 1], [mpmath.mpc(a, -1), 3]])
    return {
        "d": 2, "A": general, "B": other, "U": _unitary(1 + a % 3),
        "H": general + general.H, "K": other - other.T,
        "P": mpmath.matrix([[1, mpmath.mpc(a, b)], [0, 0]]),
        "W": mpmath.matrix([[0, mpmath.mpc(b, a)], [0, 0]]),
    }  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(words(), st.integers(-3, 3), st.integers(-3, 3))
def test_equal_normal_forms_have_equal_values(term: Term, a: int, b: int) -> None:
    normalizer = Normalizer()
    for other in (other_spelling(term), transpose(transpose(term)), conj(adjoint(term)).T):
        if not holds_plainly(normalizer, eq(term, other)):
            continue
        try:
            values = [evaluate(t, point(a, b)) for t in (term, other)]
        except Undefined:
            continue
        assert agree(*values), (term, other)
    trace = evaluate(call("trace", term), point(a, b))
    assert agree(trace, evaluate(call("trace", transpose(term)), point(a, b)))
    assert same(call("trace", term), call("trace", transpose(term)))


def test_the_point_satisfies_the_sorts() -> None:
    values = point(2, -1)
    one = mpmath.eye(2)
    assert agree(values["U"].H * values["U"], one)
    assert agree(values["P"] * values["P"], values["P"])
    assert agree(values["W"] * values["W"], 0 * one)
    assert agree(evaluate(A * identity(d), values), values["A"])
