"""The normal form of a term has the value of the term, and what sorts show is true.

At random points of random terms: zeros, poles, cuts, singular matrices, empty ranges included.  The
values are those of an oracle that shares nothing with the kernel.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from derivations.kernel.normal import Normalizer, SortError
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.language.sorts import SCALARS
from derivations.language.substitution import free_symbols
from derivations.language.terms import BINDERS, Term
from tests.support.matrix_terms import Terms
from tests.support.normal_forms import form_value
from tests.support.notation import PI, I, Written, add, call, conj, exp, mul, power, substitute
from tests.support.oracle import Matrix, Undefined, Unfit, agree, term_value, whole
from tests.support.parsing import parse_term
from tests.support.scalar_terms import integers, points, scalars, sums
from tests.support.tables import declared, entries
from tests.support.wide_terms import WideTerms, wide_values

# So many random terms are looked at, each at so many points.
FEW, MANY, POINTS = 100, 20_000, 3
Point = dict[str, Any]

quick = settings(
    max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)

BELONGS = {
    "complex": lambda z: True,
    "real": lambda z: not z.imag,
    "integer": lambda z: whole(z) is not None,
    "nonnegative": lambda z: not z.imag and z.real >= 0,
    "positive": lambda z: not z.imag and z.real > 0,
    "negative": lambda z: not z.imag and z.real < 0,
    "natural": lambda z: whole(z) is not None and z.real >= 0,
    "posint": lambda z: whole(z) is not None and z.real > 0,
}


def check_sorts(normalizer: Normalizer, form: Poly, at: Any) -> None:
    """Whatever sorts show of the form is true of its value."""
    for kind in SCALARS:
        assert not normalizer.is_of(form, kind) or BELONGS[kind](at), kind
    assert not form.is_zero or at == 0


def value(made: Any) -> Any:
    """The value, where this point has one that can be computed."""
    try:
        return made()
    except (Unfit, OverflowError, ValueError, KeyError):
        assume(False)
        raise


def normal_form(normalizer: Normalizer, term: Term) -> Poly:
    try:
        return normalizer.scalar_of(term)
    except (TooLarge, SortError):
        assume(False)
        raise


@quick
@given(st.one_of(scalars(), scalars(), sums()), points())
def test_of_a_scalar(term: Term, point: Point) -> None:
    normalizer = Normalizer()
    at, form = value(lambda: term_value(term, point)), normal_form(normalizer, term)
    assert agree(value(lambda: form_value(normalizer, form, point)), at)
    check_sorts(normalizer, form, at)


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
@given(rewritten(), points())
def test_terms_of_one_normal_form_have_one_value(pair: tuple[Term, Term], point: Point) -> None:
    at = [value(lambda side=side: term_value(side, point)) for side in pair]
    normalizer = Normalizer()
    gap = normal_form(normalizer, pair[0] - pair[1])
    if gap.is_zero:
        assert agree(*at)
    check_sorts(normalizer, gap, value(lambda: term_value(pair[0] - pair[1], point)))


# Matrices


def parts_of(term: Term) -> Iterator[Term]:
    """The term and its subterms, without those inside sums and products."""
    yield term
    for part in term.args[1:3] if term.head in BINDERS else term.args[term.head == "apply" :]:
        yield from parts_of(part)


def check_seed(seed: str, wide: bool) -> int:
    """Look at one random term and its parts; how many values were compared."""
    source, normalizer = random.Random(seed), Normalizer()
    term = (WideTerms if wide else Terms)(source, exponentials=True).any()
    try:
        normalizer.of(term)
    except (TooLarge, SortError):
        return 0
    compared = 0
    for _ in range(POINTS):
        with suppress(Unfit):
            at = wide_values(free_symbols(term), source)
            for part in parts_of(term):
                if part.args:
                    compared += check_part(normalizer, part, at)
    return compared


def check_part(normalizer: Normalizer, part: Term, at: Point) -> int:
    with suppress(Unfit, OverflowError, ValueError):
        wanted, form = term_value(part, at), normalizer.of(part)
        if not isinstance(form, Poly) and not isinstance(wanted, Matrix):
            return 0  # the oracle cannot tell the size of an empty sum of what is not defined
        try:
            value = form_value(normalizer, form, at)
        except Undefined as error:
            raise AssertionError(f"{part!r} has a value, its form has none") from error
        assert agree(value, wanted), part
        if isinstance(form, Poly):
            check_sorts(normalizer, form, wanted)
        return 1
    return 0


@pytest.mark.parametrize("wide", [False, True])
def test_of_matrices(wide: bool, long: bool) -> None:
    seeds = range(MANY if long else FEW)
    assert sum(check_seed(f"matrix {seed}", wide) for seed in seeds) > FEW


@pytest.mark.parametrize("head", ["sum", "product"])
def test_no_index_stays_behind(head: str, long: bool) -> None:
    # What forgets that it depends on an index is taken out of its sum, with an index that is new
    # every time.
    for number in range(MANY if long else FEW):
        terms = Terms(random.Random(f"index {number}"))
        size, of = terms.one("d", "2"), terms.one("det", "trace")
        term = terms.bind(
            head,
            lambda: call("conj", call(of, terms.square(size, 1) + terms.square(size, 1))),  # noqa: B023
        )
        normalizer = Normalizer()
        with suppress(TooLarge, SortError):
            first = normalizer.scalar_of(term)
            again = normalizer.scalar_of(Term(term.head, term.args))
            assert first == again, term


# Blocks inside of blocks, and beside them, keep the indices of both apart.
BLOCKS = """
    Stack(s[j], (j, 1, M))*Stack(s[j], (j, 1, M)).T; Stack(s[j]*Stack(s[i], (i, 1, M)), (j, 1, M))
    BlockDiag(s[j]*BlockDiag(s[i]*s[j], (i, 1, M)), (j, 1, M))
    trace(BlockDiag(s[j]*BlockDiag(s[i]*s[j], (i, 1, M)), (j, 1, M)))
    Sum(s[k]*Stack(s[j]*s[k], (j, 1, M)), (k, 1, M))
    Sum(scalar(Stack(s[j]*s[k], (j, 1, M)).T*Stack(s[j], (j, 1, M))), (k, 1, M))
    Stack(s[k]*scalar(Stack(s[j]*s[k], (j, 1, M)).T*Stack(s[j], (j, 1, M))), (k, 1, M))
    Stack(Stack(s[j]*s[k], (j, 1, M)).T, (k, 1, M))*BlockDiag(s[j], (j, 1, M))
    BlockDiag(s[j], (j, 1, M))*BlockDiag(s[j] + s[2], (j, 1, M)) + 2*BlockDiag(s[j + 1], (j, 1, M))
"""


@pytest.mark.parametrize("text", entries(BLOCKS))
def test_of_blocks(text: str) -> None:
    let = declared("M: posint; s: family(integer -> real)")
    term, source = parse_term(text, let), random.Random(text)
    normalizer = Normalizer()
    points = [wide_values(free_symbols(term), source) for _ in range(4)]
    assert sum(check_part(normalizer, term, at) for at in points) > 0
