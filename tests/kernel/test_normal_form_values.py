"""The normal form of a term has the value of the term, and what is known of it is true.

At random points, zeros and poles included: the kernel's functions are total, and facts inside a
proof may be about any of their values.
"""

import operator
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, assume, given, settings, strategies as st
from mpmath import mp

from derivations.kernel import context, polynomial as P
from derivations.kernel.context import gap_holds
from derivations.kernel.forms import OutOfReach
from derivations.kernel.functions import evaluate
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.language.statements import Relation, StatementError
from derivations.language.terms import Term
from derivations.search.readback import NotReadable, Reader
from tests.support.forms import form_value
from tests.support.notation import (
    PI, ZERO, I, Written, add, call, conj, exp, mul, power, substitute,
)
from tests.support.oracle import Unfit, agree, term_value, whole
from tests.support.scalar_terms import (
    C, F, L, M, N, P as POSITIVE, Q, U, V, W, X, Y, Z, facts, holds, integers, points, satisfied,
    scalars, sums,
)

SYMBOLS = frozenset({C, F, L, M, N, POSITIVE, Q, U, V, W, X, Y, Z})
Point = dict[str, Any]

quick = settings(
    max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def normalized(term: Term, known: list[Relation]) -> tuple[Normalizer, Poly]:
    """The normal form under these facts."""
    normalizer = Normalizer()
    try:
        for fact in known:
            context.assume(normalizer, fact)
        return normalizer, normalizer.scalar(term)
    except (OutOfReach, TooLarge, StatementError):
        assume(False)
        raise


def value(evaluate: Callable[[], Any]) -> Any:
    """The value, where this point has one that can be computed."""
    try:
        return evaluate()
    except (Unfit, OverflowError, ValueError):
        assume(False)
        raise


def check_what_is_known(normalizer: Normalizer, p: Poly, at: Any) -> None:
    """Whatever the algebra says of the polynomial is true of its value."""
    algebra = normalizer.algebra
    if algebra.is_zero(p):
        assert at == 0
    if algebra.is_nonzero(p):
        assert at != 0
    if algebra.is_real(p):
        assert at.imag == 0
    if algebra.is_integer(p):
        assert whole(at) is not None
    sign = algebra.sign(p)
    if sign is not None:
        assert at.imag == 0 and at.real >= 0
        assert sign == "nonnegative" or at.real > 0


@quick
@given(st.one_of(scalars(), scalars(), sums()), facts(), points())
def test_a_normal_form_has_the_value_of_its_term(
    term: Term, known: list[Relation], point: Point
) -> None:
    assume(value(lambda: satisfied(known, point)))
    at = value(lambda: term_value(term, point))
    normalizer, p = normalized(term, known)
    assert agree(value(lambda: form_value(normalizer.algebra, p, point)), at)
    check_what_is_known(normalizer, p, at)


@quick
@given(
    scalars(depth=1), facts(), points(),
    st.sampled_from("conj abs sqrt log sign arg exp tan floor".split()),
)  # fmt: skip
def test_functions_of_normal_forms_have_the_values_of_functions(
    term: Term, known: list[Relation], point: Point, name: str
) -> None:
    assume(value(lambda: satisfied(known, point)))
    at = value(lambda: term_value(call(name, term), point))
    normalizer, p = normalized(term, known)
    q = evaluate(normalizer.algebra, name, [p])
    assert agree(value(lambda: form_value(normalizer.algebra, q, point)), at)
    check_what_is_known(normalizer, q, at)


# Rewriting, soundly and unsoundly: what is shown of the two terms has to be true.


@st.composite
def rewritten(draw: st.DrawFn) -> tuple[Term, Term]:
    """A term, and one that a law makes of it: some hold, some hold somewhere, some nowhere."""
    a, b = draw(scalars(depth=1)), draw(scalars(depth=1))
    m, n = draw(integers()), draw(integers())
    name = draw(st.sampled_from("sqrt log abs arg exp conj sign floor re".split()))
    total = draw(sums())
    index, lower, upper, body = total.args
    join = add if total.head == "sum" else mul

    def over(first: Term, last: Term, inside: Term) -> Term:
        return Written(total.head, (index, first, last, inside))

    pairs = [
        (call(name, a * b), call(name, a) * call(name, b)),
        (call(name, a * b), call(name, a) + call(name, b)), (call(name, a**n), call(name, a) ** n),
        (call(name, conj(a)), conj(call(name, a))), (call(name, -a), call(name, a)),
        (call(name, a), a), ((a * b) ** n, a**n * b**n), (a ** (m + n), a**m * a**n),
        ((a**m) ** n, a ** (m * n)), (a ** (n - 1), a**n / a), (a**-n, 1 / a**n),
        (exp(n * call("log", a)), a**n), (exp(a + I * PI * n), exp(a) * (-1) ** n),
        (call("abs", a) ** 2, a * conj(a)), (call("sqrt", a * a), call("abs", a)),
        (power(a, b) ** n, power(a, b * n)), (a / a, mul(1)), (a / b * b, a), (1 / (a / b), b / a),
        (total, join(over(lower, m, body), over(m + 1, upper, body))),
        (total, join(over(lower, upper - 1, body), substitute(body, {index: upper}))),
        (total, over(lower + m, upper + m, substitute(body, {index: index - m}))),
        (total, over(lower, upper, substitute(body, {index: lower + upper - index}))),
        (over(lower, upper, join(body, a)), join(total, over(lower, upper, a))),
        (over(lower, upper, a * body), a * total),
        (total, (upper - lower + 1) * body if total.head == "sum" else body),
        (total * total, over(lower, upper, body * total)),
    ]
    left, right = draw(st.sampled_from(pairs))
    return (left, right) if draw(st.booleans()) else (left + b, right + b)


@settings(quick, max_examples=200)
@given(rewritten(), facts(), points())
def test_what_the_normal_form_shows_is_true(
    pair: tuple[Term, Term], known: list[Relation], point: Point
) -> None:
    left, right = pair
    try:
        assume(satisfied(known, point))
        at = term_value(left, point), term_value(right, point)
    except (Unfit, OverflowError, ValueError, KeyError):
        assume(False)
    normalizer, gap = normalized(right - left, known)
    for sign in ("==", "!=", "<", "<="):
        if gap_holds(normalizer, sign, gap):
            assert holds(sign, *at), sign


@settings(quick, max_examples=60)
@given(scalars(), facts())
def test_a_normal_form_read_back_has_the_same_normal_form(
    term: Term, known: list[Relation]
) -> None:
    normalizer, p = normalized(term, known)
    try:
        again = Reader(normalizer.algebra, SYMBOLS).poly(p)
    except NotReadable:
        assume(False)
    try:
        q = normalizer.scalar(again)
    except StatementError:
        assume(False)
    assert normalizer.algebra.is_zero(P.plus(p, P.negative(q)))


def test_the_oracle_has_the_values_that_are_defined() -> None:
    with mp.workdps(60):
        assert agree(term_value(exp(I * PI / 3) + X, {"x": 1}), mp.mpc(1.5, mp.sqrt(3) / 2))
        assert term_value(1 / ZERO, {}) == 0
        assert operator.eq(term_value(ZERO**ZERO, {}), 1)
