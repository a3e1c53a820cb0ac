"""Words: products of matrices of unspecified size, against their values at small sizes."""

from typing import Any

import mpmath
from hypothesis import given, settings, strategies as st

from derivations.kernel.context import Context, holds_plainly
from derivations.kernel.normal_form import Normalizer
from derivations.language.sorts import POSINT, matrix_sort
from derivations.language.statements import eq
from derivations.language.terms import Term
from tests.support.notation import Written, adjoint, call, conj, identity, symbol, transpose
from tests.support.oracle import Undefined, agree, evaluate

d = symbol("d", POSINT)
A, B = symbol("A", matrix_sort(d, d)), symbol("B", matrix_sort(d, d))
U = symbol("U", matrix_sort(d, d, "unitary"))
H = symbol("H", matrix_sort(d, d, "hermitian"))
K = symbol("K", matrix_sort(d, d, "skew"))
P = symbol("P", matrix_sort(d, d, "projector"))
W = symbol("W", matrix_sort(d, d, "nilpotent2"))
LETTERS = (A, B, U, H, K, P, W)


def same(left: Term, right: Term) -> bool:
    return holds_plainly(Context().normalizer, eq(left, right))


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
        "d": 2, "A": general, "B": other, "U": _unitary(1 + a % 3), "H": general + general.H,
        "K": other - other.T, "P": mpmath.matrix([[1, mpmath.mpc(a, b)], [0, 0]]),
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
