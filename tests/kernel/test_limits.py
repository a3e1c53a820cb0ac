"""Steps, digits and depth are bounded; what goes beyond is refused, with a sentence."""

from __future__ import annotations

import json
import sys

import pytest

from derivations.kernel import (
    Combine, Enclose, Groups, Have, Proof, Rejected, check, enclosure, encode, polynomial as P,
)
from derivations.kernel.forms import is_zero
from derivations.kernel.normal import Normalizer
from derivations.kernel.polynomial import TooLarge
from derivations.language import substitution
from derivations.language.sorts import NATURAL, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, eq, ne
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import Term
from tests.support.cases import proved
from tests.support.notation import (
    ONE, PI, ZERO, I, add, apply, blockdiag, call, exp, matrix, mul, number, sum_, symbol,
)
from tests.support.parsing import parse_proposition
from tests.support.tables import declared

d, k, x, z = symbol("d", POSINT), symbol("k", NATURAL), symbol("x", REAL), symbol("z")
f = symbol("f", family_sort((NATURAL,), REAL))
plain = Combine()
i, j, HUNDRED = symbol("i", NATURAL), symbol("j", NATURAL), number(100)


def repeated(times: int, term: Term, join: object) -> Term:
    for _ in range(times):
        term = join(term)
    return term


def under_sums(times: int) -> Term:
    term: Term = x
    for place in range(times):
        index = symbol(f"i{place}", NATURAL)
        term = sum_(term + apply(f, index), (index, ZERO, d))
    return term


def letters(n: int) -> Term:
    return matrix([[symbol(f"a{i}_{j}") for j in range(n)] for i in range(n)])


TOO_LARGE = {
    "a power of two terms": (x + z) ** 10**7,
    "a power of many terms": (x + z + 1) ** 5_000,
    "a number": number(3) ** 10**6,
    "a number, by squares": repeated(40, number(3), lambda t: t * t),
    "digits alone, by squares": repeated(40, 1 + exp(I * PI / 4), lambda t: t * t),
    "terms, by squares": repeated(40, 1 + x, lambda t: t * t),
    "exponentials of exponentials": repeated(200, z, lambda t: exp(t)),
    "inverses of inverses": repeated(200, z, lambda t: 1 / (1 + t)),
    "functions of functions": repeated(200, z, lambda t: call("log", t + 1)),
    "sums of sums": under_sums(40),
    "a sum that is written out": sum_(apply(f, k), (k, ONE, number(10**6))),
    "sums that are written out": sum_(
        sum_(sum_(apply(f, i * j + k), (i, ONE, HUNDRED)), (j, ONE, HUNDRED)), (k, ONE, HUNDRED)
    ),
    "a matrix of a million entries": blockdiag(apply(f, k), (k, ONE, number(1_000))),
    "a determinant": call("det", letters(20)),
    "a power of a matrix": letters(6) ** 60,
    "a common denominator": sum_(1 / (number(2**13_990) + k), (k, ONE, HUNDRED)),
}  # fmt: skip


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_is_too_large(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(P, "MAX_STEPS", 1_000_000)
    with pytest.raises(TooLarge, match=r"\d"):
        Normalizer().of(TOO_LARGE[name])


def test_steps_are_counted_from_each_normalizer_on() -> None:
    with pytest.raises(TooLarge, match="needs more than 10000000 steps"):
        P.spend(10**8)
    assert Normalizer().of(x + 1) is not None


DEEP = {
    "a sum": repeated(5_000, x, lambda t: add(t, 1)),
    "a product": repeated(5_000, x, lambda t: mul(2, t)),
    "negation": repeated(5_000, x, lambda t: -t),
    "transposition": repeated(5_000, letters(2), lambda t: t.T),
    "shared terms": repeated(1_000, x, lambda t: t + t),
    "exponentials": repeated(50, x, lambda t: exp(t)),
    "conjugates": call("conj", repeated(50, z, lambda t: 1 / (1 + t))),
    "sums": call("conj", under_sums(12)),
}


@pytest.mark.parametrize("name", DEEP)
def test_depth_takes_no_stack(name: str) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(900)
    try:
        Normalizer().of(DEEP[name])
    finally:
        sys.setrecursionlimit(limit)


def test_every_step_of_a_proof_counts_what_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(P, "MAX_STEPS", 150_000)
    proof: Proof = plain
    for k in range(10):  # not the same term again, which is read once
        proof = Have(Proposition(eq(repeated(1_000, x * k, lambda t: -t), x * k)), plain, proof)
    check(proved(eq(x, x), proof))
    for k in range(10, 20):
        proof = Have(Proposition(eq(repeated(1_000, x * k, lambda t: -t), x * k)), plain, proof)
    with pytest.raises(Rejected, match="needs more than 150000 steps"):
        check(proved(eq(x, x), proof))


A, B = symbol("A", matrix_sort(d, d)), symbol("B", matrix_sort(d, d))
a2 = matrix([[symbol("a"), symbol("b")], [symbol("c"), symbol("e")]])
THREE, SEVEN, TO = number(3), number(7), number(19_000)
thirds = exp(x / THREE**200) + exp(x / SEVEN**150) + z + 1
twice = repeated(17, repeated(12, x, lambda t: t * t), lambda t: t + t)

# Certificates of about 1 kB or less.
SMALL_AND_COSTLY = {
    "a square of long coefficients": (THREE**60_000 * (1 + x) ** 150) ** 2,
    "a power with long coefficients": (100 * x + 101) ** 24_000,
    "a product of long coefficients": THREE**99_000 * (1 + x) ** 700 * (1 + z) ** 700,
    "long polynomials, added": add(*[(1 + x + z) ** 100] * 300),
    "long numbers as divisors": repeated(20, (1 + x) ** 400 / THREE**60_000, lambda t: t / 7 + 1),
    "common divisors": call("log", (1 + x) ** 300 * THREE**50_000 / THREE**99_000),
    "long Gaussian numbers": repeated(
        20, (THREE**50_000 * x + SEVEN**30_000 * I) / 5, lambda t: 1 / (t + 1)
    ),
    "powers in a sum": sum_(k ** number(9_000), (k, ONE, TO)),
    "exponents with long denominators": thirds**60,
    "long exponents": exp(x * THREE**60_000) * exp(z),
    "long monomials": (1 + x + mul(*[symbol(f"a{place}") for place in range(50)])) ** 300,
    "long words": repeated(4, A * B, lambda t: t**64),
    "many words": repeated(14, A + B, lambda t: t * t),
    "blocks of blocks": repeated(14, a2, lambda t: Term("blocks", (t,) * 4, (2, 2))),
    "matrices of matrices": repeated(8, a2, lambda t: call("kronecker", t, t)),
    "entries that grow": letters(4) ** 64,
    "remainders of remainders": repeated(25, x, lambda t: call("mod", t + 1, t + 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL_AND_COSTLY)
def test_small_certificates_that_would_cost_much(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(P, "MAX_STEPS", 1_000_000)
    term = SMALL_AND_COSTLY[name]
    certificate = proved(eq(term, term))
    assert len(json.dumps(encode(certificate))) < 2_500
    with pytest.raises(Rejected, match=r"more than \d+"):
        check(certificate)


def test_coefficients_of_a_power_are_made_one_from_another() -> None:
    term = (100 * x + 101) ** 5_000
    check(proved(eq(term, (101 + 100 * x) ** 5_000)))
    assert P._steps < 6_000_000


def test_groups_are_counted_before_their_terms_are_read() -> None:
    with pytest.raises(Rejected, match="do not make up both sides"):
        check(proved(eq(twice, twice), Groups(())))
    assert P._steps < 1_000


LONG = THREE**10_000 * THREE**9_000
NUMBERS = {
    "binomials": call("binomial", number(-5_000), 5_000 + k - k),
    "Fibonacci numbers": call("fibonacci", 5_000 + k - k),
    "divisors": call("gcd", SEVEN**10_000 * k, LONG + k),
    "products": (THREE**10_000 + k) * (THREE**10_000 - k),
    "quotients": (LONG + k) / (SEVEN**5_000 + k),
    "roots": call("sqrt", LONG + k),
    "what stands under an empty sum": sum_(
        repeated(40, k * j, lambda t: t + k), (j, ONE, ZERO)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_an_enclosure_counts_long_numbers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enclosure, "MAX_STEPS", 4_000)
    with pytest.raises(enclosure.Unknown, match="too many steps"):
        enclosure.Enclosure(8).of(sum_(NUMBERS[name], (k, ONE, HUNDRED)))


def test_the_steps_of_enclosures_are_steps_of_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    told = ne(sum_(exp(k), (k, ONE, HUNDRED)), 0)
    check(proved(told, Enclose(64)))
    one = P._steps
    again = Have(Proposition(told), Enclose(64), Have(Proposition(told), Enclose(64), plain))
    check(proved(told, again))
    assert P._steps > one + 1_000


def test_a_sum_is_enclosed_term_by_term(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def put(values: dict[Term, Term]) -> Substitution:
        made.append(values)
        return Substitution(values)

    monkeypatch.setattr(enclosure, "MAX_STEPS", 1_000)
    monkeypatch.setattr(enclosure, "Substitution", put)
    with pytest.raises(enclosure.Unknown, match="too many steps"):
        enclosure.Enclosure(64).of(sum_(k * k, (k, ZERO, number(10_000))))
    assert len(made) < 1_000


def test_long_terms_of_a_range_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    term = sum_(add(*[ONE] * 1_000, k), (k, ONE, HUNDRED))
    monkeypatch.setattr(enclosure, "MAX_STEPS", 50_000)
    monkeypatch.setattr(P, "MAX_STEPS", 50_000)
    with pytest.raises(enclosure.Unknown, match="too many steps"):
        enclosure.Enclosure(64).of(term)
    with pytest.raises(TooLarge, match="needs more than 50000 steps"):
        Normalizer().of(term)


def in_sums(times: int, term: Term) -> Term:
    """Each level stands in two sums."""
    for place in range(times):
        a, b = symbol(f"a{place}", NATURAL), symbol(f"b{place}", NATURAL)
        term = sum_(term, (a, ZERO, d)) + sum_(term, (b, ZERO, d))
    return term


def test_shared_terms_in_binders_are_rewritten_once() -> None:
    change = Substitution({x: z})
    assert x not in free_symbols(change(in_sums(60, x)))
    assert change.count < 300


def test_what_terms_need_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    term = in_sums(9, 1 / x)
    monkeypatch.setattr(P, "MAX_STEPS", 20_000)
    with pytest.raises(Rejected, match="needs more than 20000 steps"):
        check(proved(eq(term, term), plain))


def test_terms_that_become_many_by_new_names_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(substitution, "MAX_REWRITTEN", 1_000)
    names = add(*[symbol(f"{c}{place}") for c in "ab" for place in range(40)])
    term = in_sums(40, mul(x, *[symbol(f"{c}{p}", NATURAL) for c in "ab" for p in range(40)]))
    with pytest.raises(OverflowError, match="more than 1000 terms"):
        Substitution({x: names})(term)


# The guard of speed without a clock: how many steps each of these identities takes.

LETTERS = """
    x, y, a, b: real; d, M, N: posint; A, B: matrix(d, d); q: vector(d); f: family(integer -> real)
    s: family(integer -> real); e, g: family(integer -> complex)
"""


def turned(angle: str) -> str:
    c, s = f"cos(s[j]*{angle})", f"sin(s[j]*{angle})"
    return f"BlockDiag(Matrix([[{c}, -{s}], [{s}, {c}]]), (j, 1, M))"


STEPS = {
    "sin(x)**2 + cos(x)**2 == 1": 104,
    "(x + y)**32 == (y + x)**16*(x + y)**16": 509,
    "cos(16*x) == 2*cos(8*x)**2 - 1": 143,
    "Matrix([[cos(x), -sin(x)], [sin(x), cos(x)]])**8"
    " == Matrix([[cos(8*x), -sin(8*x)], [sin(8*x), cos(8*x)]])": 1100,
    "inner(A*B*q, q) == inner(q, B.H*A.H*q)": 385,
    "(A + B)**5 == (A + B)**2*(A + B)**3": 4994,
    "Sum(f[k], (k, 1, N))**3"
    " == Sum(Sum(Sum(f[i]*f[j]*f[k], (i, 1, N)), (j, 1, N)), (k, 1, N))": 532,
    "Sum(Sum(f[j], (j, 0, k)), (k, 0, N)) == Sum(Sum(f[j], (j, 0, i)), (i, 0, N))": 1017,
    f"{turned('a')}*{turned('b')} == {turned('(a + b)')}": 2284,
    f"Stack(Matrix([[e[j]], [g[j]]]), (j, 1, M)).T*{turned('a')}.T*{turned('b')}"
    f" == Stack(Matrix([[e[j]], [g[j]]]), (j, 1, M)).T*{turned('(b - a)')}": 3292,
}


@pytest.mark.parametrize("text", STEPS)
def test_the_steps_of_an_identity(text: str) -> None:
    normalizer = Normalizer()
    relation = parse_proposition(text, declared(LETTERS)).relation
    assert is_zero(normalizer.difference(relation))
    assert P._steps == STEPS[text]
