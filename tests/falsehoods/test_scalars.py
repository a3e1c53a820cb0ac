"""What nobody may prove about scalars; where a draft of the kernel did prove it, how.

The first tables hold falsehoods, each with a place where it is false.  They are tried as facts
inside a proof: a fact needs no definedness, so that it has to hold for junk values too.
"""

from fractions import Fraction

import pytest

from derivations.kernel import (
    Certificate,
    Cofactor,
    Congruence,
    Have,
    Instantiate,
    Lemma,
    NormalForm,
    NowhereDefined,
    Refutation,
    Rejected,
    Theorem,
    check,
)
from derivations.kernel.proofs import Order, Proof
from derivations.language.sorts import (
    INTEGER,
    NATURAL,
    POSINT,
    POSITIVE,
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
from derivations.proving import prove
from tests.support.notation import (
    ONE,
    PI,
    ZERO,
    I,
    call,
    conj,
    cos,
    exp,
    in_text,
    number,
    product,
    sin,
    sqrt,
    sum_,
    symbol,
)

z, w = symbol("z"), symbol("w")
x, y, t = symbol("x", REAL), symbol("y", REAL), symbol("t", REAL)
p = symbol("p", POSITIVE)
m, n, k = symbol("m", INTEGER), symbol("n", INTEGER), symbol("k", NATURAL)
j, l = symbol("j", NATURAL), symbol("l", NATURAL)  # noqa: E741
N = symbol("N", POSINT)
f = symbol("f", family_sort((INTEGER,), REAL))
g = symbol("g", family_sort((INTEGER,), REAL))
A = symbol("A", matrix_sort(N, N))
TWO = number(2)
NF = NormalForm()


def log(a: Term | int) -> Term:
    return call("log", a)


def size(a: Term) -> Term:
    return call("abs", a)


def floor(a: Term) -> Term:
    return call("floor", a)


def proved(goal: Relation, *hypotheses: Relation | Proposition, proof: Proof = NF) -> Theorem:
    made = check(Certificate(statement(goal, hypotheses), (proof,)))
    assert isinstance(made, Theorem)
    return made


def rejected(goal: Relation, *hypotheses: Relation | Proposition, proof: Proof = NF) -> str:
    """The reason why the proof is rejected."""
    with pytest.raises(Rejected) as reason:
        proved(goal, *hypotheses, proof=proof)
    return str(reason.value)


def rejected_as_fact(fact: Relation, *hypotheses: Relation) -> str:
    """The reason why the normal form does not show the fact."""
    free = sorted(fact.free(), key=lambda s: s.name)
    declared = statement(eq(0, 1), hypotheses, free)
    with pytest.raises(Rejected) as reason:
        check(Certificate(declared, (Have(Proposition(fact), NF, NF),)))
    return str(reason.value)


NOT_SHOWN = "proofs[0].proof: the normal forms do not show "

FALSEHOODS = {
    # Roots, logarithms, absolute values
    "a root of a square": (eq(sqrt(x**2), x), "x = -1"),
    "roots multiply": (eq(sqrt(x * y), sqrt(x) * sqrt(y)), "x = y = -1"),
    "a root of a quotient": (eq(sqrt(1 / z), 1 / sqrt(z)), "z = -1"),
    "a root of a complex square": (eq(sqrt(z**2), size(z)), "z = i"),
    "roots of different roots": (
        eq(sqrt(TWO ** number("1/3")), sqrt(TWO ** number("1/5"))), "everywhere"
    ),
    "logarithms add": (eq(log(x * y), log(x) + log(y)), "x = y = -1"),
    "logarithms undo exponentials": (eq(log(exp(z)), z), "z = 2πi"),
    "a logarithm of a square": (eq(log(x**2), 2 * log(x)), "x = -1"),
    "arguments add": (eq(call("arg", z * w), call("arg", z) + call("arg", w)), "z = w = -1"),
    "all numbers have one size": (eq(size(z), size(w)), "z = 0, w = 1"),
    "the size of a quotient": (eq(size(N / z), size(N)), "z = 2"),
    "a size is the number": (eq(size(x), x), "x = -1"),
    "a size of a conjugated sum": (eq(size(z + 2 * conj(w)), 2 * size(conj(z) + 2 * w)), "z = 1"),
    "sizes of conjugates of sums": (eq(size(1 + exp(I * z)), size(1 + exp(I * conj(z)))), "z = i"),
    "sizes add": (eq(size(z + w), size(z) + size(w)), "w = -z"),
    "a root is real": (eq(conj(sqrt(x)), sqrt(x)), "x = -1"),
    "conjugates of logarithms": (eq(conj(log(z)), log(conj(z))), "z = -1"),
    # Powers
    "powers of powers": (eq((z**x) ** y, z ** (x * y)), "z = -1, x = 2, y = 1/2"),
    "powers of products": (eq((z * w) ** x, z**x * w**x), "z = w = -1, x = 1/2"),
    "exponents add at 0": (eq(z ** (m + n), z**m * z**n), "z = 0, m = 1, n = -1"),
    "an even power of a root": (eq(sqrt(x) ** (2 * n), size(x) ** n), "x = -1, n = 1"),
    "(-1)^n = 1": (eq((-ONE) ** n, 1), "n = 1"),
    "i^n = (-1)^n": (eq(I**n, (-ONE) ** n), "n = 1"),
    "e^{iπx} counts modulo 2": (eq(exp(2 * PI * I * x), 1), "x = 1/2"),
    "e^{iπn/2} counts modulo 2": (eq(exp(PI * I * n / 2), exp(PI * I * n**2 / 2)), "n = 2"),
    "e^{iπ x²} = e^{iπ x}": (eq(exp(PI * I * x**2), exp(PI * I * x)), "x = 1/2"),
    "0^x = 0": (eq(ZERO**k, 0), "k = 0"),
    "x^0 is 0 at 0": (eq(z**0, z / z), "z = 0"),
    "exponentials of complex numbers": (eq(exp(z) * exp(conj(z)), exp(z) ** 2), "z = i"),
    "conjugates keep angles": (eq(conj(exp(I * z)), exp(-I * z)), "z = i"),
    # Quotients
    "x · 1/x = 1": (eq(z * (1 / z), 1), "z = 0"),
    "a quotient of what vanishes": (eq((x - x) / (x - x), 1), "everywhere"),
    "tan · cot = 1": (eq(call("tan", z) * call("cot", z), 1), "z = 0"),
    "a sign is 1": (eq(call("sign", x) ** 2, 1), "x = 0"),
    # Floors and integers
    "a floor of a sum": (eq(floor(x + y), floor(x) + floor(y)), "x = y = 1/2"),
    "a floor of a half": (eq(floor(n / 2), n / 2), "n = 1"),
    # Sums and products
    "a sum is split anywhere": (
        eq(sum_(f[k], (k, 0, n)), sum_(f[k], (k, 0, m)) + sum_(f[k], (k, m + 1, n))),
        "n = 0, m = 1",
    ),
    "a sum of n - m and m terms": (
        eq(sum_(ONE, (k, 1, n)), sum_(ONE, (k, 1, n - m)) + sum_(ONE, (k, 1, m))),
        "n = 0, m = 1",
    ),
    "a reversed range counts down": (eq(sum_(ONE, (k, 1, n)), n), "n = -1"),
    "the last term leaves": (
        eq(sum_(f[k], (k, 0, n)), sum_(f[k], (k, 0, n - 1)) + f[n]), "n = -1"
    ),
    "a sum of products": (
        eq(sum_(f[k] * g[k], (k, 1, N)), sum_(f[k], (k, 1, N)) * sum_(g[k], (k, 1, N))), "N = 2"
    ),
    "a square of a sum": (
        eq(sum_(f[k], (k, 1, N)) ** 2, sum_(f[k] ** 2, (k, 1, N))), "f = 1, N = 2"
    ),
    "a triangle is a square": (
        eq(sum_(sum_(f[j] * f[k], (j, 0, k)), (k, 0, N)), sum_(f[k], (k, 0, N)) ** 2), "N = 1"
    ),
    "triangles of other corners": (
        eq(
            sum_(sum_(f[j] * g[k], (j, 0, k)), (k, 0, N)),
            sum_(sum_(f[k] * g[j], (j, 0, k)), (k, 0, N)),
        ),
        "N = 1",
    ),
    "an inner index is the outer one": (
        eq(sum_(f[k] * sum_(g[k], (k, 1, N)), (k, 1, N)), N * sum_(f[k] * g[k], (k, 1, N))),
        "N = 2",
    ),
    "an exponent sums inside": (
        eq(sum_(exp(I * f[k]), (k, 1, N)), exp(I * sum_(f[k], (k, 1, N)))), "f = 0, N = 2"
    ),
    "a product of a constant": (eq(product(x, (k, 1, n)), x**n), "n = -1, x = 2"),
    "a product of a sum": (
        eq(product(f[k] + 1, (k, 1, N)), product(f[k], (k, 1, N)) + 1), "f = 1, N = 2"
    ),
    # Order
    "a real number is at least 0": (le(0, x), "x = -1"),
    "an integer that is not 0 is at least 1": (le(1, n), "n = -1"),
    "posint - 1 is positive": (lt(0, N - 1), "N = 1"),
    "a real square is positive": (lt(0, x**2), "x = 0"),
    "a complex square is at least 0": (le(0, z**2), "z = i"),
    "a sum of squares of complex numbers is not 0": (ne(z**2 + 1, 0), "z = i"),
    "sums of sine and cosine": (eq(sin(x) + cos(x), 1), "x = π"),
}


@pytest.mark.parametrize("name", FALSEHOODS)
def test_the_normal_form_does_not_show(name: str) -> None:
    fact, _ = FALSEHOODS[name]
    assert rejected_as_fact(fact).startswith(NOT_SHOWN)


WITH_HYPOTHESES = {
    "exponents add, one factor not 0": (
        eq((z * w) ** (m + n), (z * w) ** m * (z * w) ** n), [ne(z, 0)], "w = 0, m = 1, n = -1"
    ),
    "a part of what is not 0": (eq(z / z, 1), [ne(z + w, 0)], "z = 0, w = 1"),
    "a sum of what is not 0": (eq((z + w) / (z + w), 1), [ne(z, 0), ne(w, 0)], "w = -z"),
    "what is at least 0": (eq(x / x, 1), [le(0, x)], "x = 0"),
    "a product at least 0": (le(0, y), [le(0, x * y)], "x = y = -1"),
    "a root of what is at most 0": (eq(sqrt(x) ** 2, size(x)), [le(x, 0)], "x = -1"),
    "a number above 0 and integers": (eq(exp(2 * PI * I * x), 1), [lt(0, x)], "x = 1/2"),
    "between integers": (le(1, x), [lt(0, x)], "x = 1/2"),
}


@pytest.mark.parametrize("name", WITH_HYPOTHESES)
def test_the_normal_form_does_not_show_under_hypotheses(name: str) -> None:
    fact, hypotheses, _ = WITH_HYPOTHESES[name]
    assert rejected_as_fact(fact, *hypotheses).startswith(NOT_SHOWN)


# Junk values


def test_a_law_of_logarithms_is_not_used_at_0() -> None:
    """`log(2 a) = log 2 + log a` for every a, at 0, where the kernel's logarithm is 0: 2 = 1."""
    a = symbol("a")
    law = Proposition(eq(log(2 * a), log(TWO) + log(a)), (a,))
    proof = Have(
        law,
        NF,
        Instantiate(
            0,
            (ZERO,),
            (),
            Have(
                Proposition(eq(exp(log(TWO)), exp(ZERO))),
                Congruence((NormalForm((Cofactor(-ONE, 1),)),)),
                NormalForm((Cofactor(ONE, 2),)),
            ),
        ),
    )
    assert rejected(eq(2, 1), proof=proof) == (
        "proofs[0].proof: the normal forms do not show log(2*a) == log(2) + log(a)"
    )


def test_acot_of_0_has_one_value() -> None:
    """`acot 0` was 0 in normal forms, as `atan(inv 0)`, and π/2 in enclosures."""
    small = call("asin", number(Fraction(1, 3))) - number(Fraction(1, 2))  # negative
    form = call("acot", ZERO) + call("asin", number(Fraction(1, 3))) - number(Fraction(1, 2))
    assert rejected(lt(0, small), proof=Order(form, ONE)) == (
        "proofs[0]: the difference times the multiplier is not the form"
    )


def test_a_law_of_logarithms_holds_where_it_is_defined() -> None:
    theorem = proved(eq(log(2 * z), log(TWO) + log(z)))
    assert [in_text(c) for c in theorem.conditions] == ["2*z != 0"]


# Names


def test_a_renamed_variable_is_not_another_variable() -> None:
    """`k = 0` for all k, k1 with k = 2 k1: tried with a symbol k around, so that k is renamed."""
    k, k1 = symbol("k", REAL), symbol("k1", REAL)
    fact = forall((k, k1), eq(k, 0), eq(k, 2 * k1))
    for sign in (1, -1):
        proof = Have(
            fact,
            NormalForm((Cofactor(number(sign), 0),)),
            Instantiate(
                0, (TWO, ONE), (NF,), NormalForm((Cofactor(number(Fraction(1, 2)), 1),))
            ),
        )
        with pytest.raises(Rejected, match="the normal forms do not show k2 == 0"):
            check(Certificate(statement(eq(1, 0), (), (k,)), (proof,)))


def test_guards_speak_of_the_index_and_not_of_a_symbol_of_its_name() -> None:
    """At m = -1, k = 5 the sum has six terms 1/0; `k <= k + m` with the index would say m >= 0."""
    sum_of_it = sum_(1 / (m + 1), (k, 0, k + m))
    theorem = proved(eq(sum_of_it, sum_of_it))
    assert [in_text(c) for c in theorem.conditions] == [
        "m + 1 != 0 for all k1: natural with 0 <= k1 and k1 <= k + m"
    ]


def test_facts_about_a_symbol_are_not_about_an_index_of_its_name() -> None:
    """At x = 0 the sum divides by 0: its index is below 5, whatever the symbol is."""
    sum_of_it = sum_(z ** (k - 5), (k, 0, 3))
    theorem = proved(eq(sum_of_it, sum_of_it), le(5, k))
    assert [in_text(c) for c in theorem.conditions] == [
        "z != 0 for all k1: natural with 0 <= k1 and k1 <= 3"
    ]


def test_an_index_is_not_a_symbol_of_its_name_in_the_body() -> None:
    with pytest.raises(Rejected, match="the index k of a sum has the name of another symbol"):
        proved(eq(sum_(k * symbol("k", REAL), (k, 0, 3)), 6 * symbol("k", REAL)))


# Facts about the sign of an atom are no facts about its roots

ROOTS_OF_WHAT_IS_POSITIVE = {
    "a logarithm of a positive exponential": (eq(log(exp(z)), z), lt(0, exp(z))),
    "a logarithm of a positive turn": (eq(log(exp(I * x)), I * x), lt(0, exp(I * x))),
    "a root of a positive exponential": (eq(sqrt(exp(z)), exp(z / 2)), le(0, exp(z))),
    "a part of a real exponent": (eq(call("im", exp(z / 3)), 0), le(0, exp(z))),
    "a third of a large exponent": (le(0, exp(z / 3)), le(1, exp(z))),
    "a size of a root": (eq(size(exp(z / 2)), exp(z / 2)), le(0, exp(z))),
}


@pytest.mark.parametrize("name", ROOTS_OF_WHAT_IS_POSITIVE)
def test_an_exponential_that_is_positive_may_have_an_exponent_that_is_not_real(name: str) -> None:
    """False at z = 2πi: the atom was taken as real, and so were all its powers, `e^{z/3}` too."""
    fact, known = ROOTS_OF_WHAT_IS_POSITIVE[name]
    assert rejected_as_fact(fact, known).startswith(NOT_SHOWN)
    assert prove(fact, [known]).kind in ("refuted", "undecided")


def test_the_sign_of_an_exponential_is_known_all_the_same() -> None:
    proved(le(0, exp(z)), le(0, exp(z)))
    proved(le(0, exp(x / 3)))
    proved(eq(log(exp(x)), x))


# Powers: at a point less is needed than with an exponent of unknown sign

POWERS_OF_ZERO = {
    "an absurdity": (eq(1, 0), [eq(x**n, 0)]),
    "the same at an exponent": (eq(1, 0), [eq(z**n, 0), eq(n, 2)]),
    "a base": (ne(x, 0), [eq(x**n, x**n)]),
    "a base of a real power": (ne(x, 0), [eq(x**y, 0), eq(y, 2)]),
    "a matrix": (eq(1, 0), [eq(A**n, 0 * A)]),
    "a power under a condition": (ne(x**n, 0), []),
}


@pytest.mark.parametrize("name", POWERS_OF_ZERO)
def test_a_power_in_a_hypothesis_does_not_say_that_its_base_is_not_0(name: str) -> None:
    """`x^n = 0` holds at x = 0, n = 2, where it is defined; that x ≠ 0 was taken from it."""
    goal, given = POWERS_OF_ZERO[name]
    assert prove(goal, given).kind in ("refuted", "undecided")


def test_a_negative_power_in_a_hypothesis_does() -> None:
    proved(ne(x, 0), eq(x**-2, y))
    proved(ne(x, 0), eq(x ** (-1 - k), y))


TRUE_AT_SOME_POWERS_OF_ZERO = {
    "at an exponent": (eq(ZERO**n, 0), [eq(n, 2)]),
    "at large exponents": (eq(ZERO ** floor(y), 0), [le(5, y)]),
    "where it is defined": (eq(ZERO**n, ZERO**n), []),
    "a base that is 0": (eq(x**n, 0), [eq(x, 0), eq(n, 3)]),
    "acot": (eq(call("acot", x), PI / 2), [eq(x, 0)]),
}


@pytest.mark.parametrize("name", TRUE_AT_SOME_POWERS_OF_ZERO)
def test_what_is_defined_somewhere_is_not_refuted_as_defined_nowhere(name: str) -> None:
    """`0^n` was said to need `0 ≠ 0`, and so to be defined nowhere."""
    goal, given = TRUE_AT_SOME_POWERS_OF_ZERO[name]
    assert prove(goal, given).kind in ("proved", "undecided")


def test_nowhere_needs_what_is_necessary() -> None:
    with pytest.raises(Rejected, match="there may be a value where this does not hold"):
        check(NowhereDefined(statement(eq(ZERO**n, 0), [eq(n, 2)]), 0, NF, ((n, TWO),)))
    check(NowhereDefined(statement(eq(ZERO**-1, 0)), 0, NF, ()))


def test_a_counterexample_does_not_rest_on_a_power_that_is_not_defined() -> None:
    """At x = 0, n = -1 the hypothesis `x^n = 0` holds by the junk value of 1/0 alone."""
    claimed = statement(eq(1, 0), [eq(x**n, 0)])
    with pytest.raises(Rejected, match="hypothesis 0 is not seen to be defined at the values"):
        check(Refutation(claimed, 0, ((n, number(-1)), (x, ZERO))))
    check(Refutation(claimed, 0, ((n, TWO), (x, ZERO))))


def test_an_odd_law_of_acot_fails_at_0() -> None:
    assert prove(eq(call("acot", -x), -call("acot", x))).kind == "refuted"


# Both signs at once: where facts contradict each other, or say that something is 0

BOTH_SIGNS = {
    "a root of what is 0": (eq(sqrt(x + y) ** 2, x + y), [le(x + y, 0), le(0, x + y)]),
    "a logarithm of nothing": (eq(log(x + y), log(x + y) + 0), [lt(x + y, 0), lt(0, x + y)]),
}


@pytest.mark.parametrize("name", BOTH_SIGNS)
def test_what_has_both_signs_has_a_normal_form(name: str) -> None:
    """The root of p was that of -p, whose root was that of p, without end."""
    goal, given = BOTH_SIGNS[name]
    assert prove(goal, given).kind == "proved"


# Definedness


UNDEFINED = {
    "a quotient": (z / z, ["z != 0"]),
    "a power": (z**-2, ["z != 0"]),
    "a symbolic power": (z**n, ["z != 0"]),
    "a third root": (z ** number("1/3"), ["z != 0"]),
    "a logarithm": (log(z), ["z != 0"]),
    "a tangent": (call("tan", z), ["cos(z) != 0"]),
    "a pole of atan": (call("atan", z), ["1 + z**2 != 0"]),
    "a pole of atanh": (call("atanh", z), ["1 - z**2 != 0"]),
    "a floor of a complex number": (floor(z), ["im(z) == 0"]),
    "a factorial": (call("factorial", n), ["0 <= n"]),
    "a quotient in a sum": (
        sum_(f[k] / (k - 1), (k, 0, N)),
        ["k - 1 != 0 for all k: natural with 0 <= k and k <= N"],
    ),
    "a quotient in a quotient": (1 / (1 / z), ["z != 0"]),
    "an entry": (symbol("A", matrix_sort(N, N))[5, 0], ["5 < N"]),
    "a place that is not whole": (
        symbol("A", matrix_sort(N, N))[x, 0], ["floor(x) == x", "0 <= x", "x < N"]
    ),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_nothing_is_proved_of_what_is_not_defined(name: str) -> None:
    term, needs = UNDEFINED[name]
    assert [in_text(c) for c in proved(eq(term, term)).conditions] == needs


def test_a_lemma_is_used_only_where_its_hypotheses_are_defined() -> None:
    """From `1/x = 1/x`, which says that x is not 0, to `0 · (1/0) = 1`."""
    lemma = proved(eq(z * (1 / z), 1), eq(1 / z, 1 / z))
    use = Lemma(lemma.hash, (ZERO,), (NF,), NormalForm((Cofactor(ONE, 0),)))
    certificate = Certificate(statement(eq(0, 1)), (use,), lemmas=(lemma.hash,))
    with pytest.raises(Rejected, match="the lemma has 2 premise"):
        check(certificate, {lemma.hash: lemma})


# Counterexamples


def test_an_equation_between_roots_of_unity_of_large_order_is_not_refuted() -> None:
    """e^{iπ/2503} (1 + ω + ω²) = 0 with a third root of unity ω, at order 15018."""
    parts = [exp(I * PI * number(Fraction(1, 2503) + Fraction(2 * k, 3))) for k in range(3)]
    goal = eq(parts[0] + parts[1] + parts[2], 0)
    with pytest.raises(Rejected, match="the goal is not seen to be false at the values"):
        check(Refutation(statement(goal), 0, ()))


def test_a_counterexample_satisfies_hypotheses_between_integers() -> None:
    """`x (1 - x) = 0` holds at 0 and at 1 and not for all real x from 0 to 1."""
    hypothesis = forall(x, eq(x * (1 - x), 0), le(0, x), le(x, 1))
    with pytest.raises(Rejected, match="hypothesis 0 is not seen to hold at the values"):
        check(Refutation(statement(eq(1, 2), [hypothesis]), 0, ()))


def test_a_counterexample_does_not_rest_on_a_hypothesis_that_is_not_defined() -> None:
    hypothesis = forall(k, eq(1 / (k - 3), 1 / (k - 3)))
    with pytest.raises(Rejected, match="hypothesis 0 is not seen to be defined at the values"):
        check(Refutation(statement(eq(1, 2), [hypothesis]), 0, ()))


# Size


def test_a_huge_power_is_not_computed() -> None:
    assert rejected(eq(exp(10**12 * log(TWO)), 1)) == (
        "a power would have coefficients of more than 200000 bits (--limit bits=200000)"
    )


def test_a_factorial_below_0_is_rejected_and_no_error() -> None:
    """Its condition `0 <= -2` says that -2 is natural."""
    assert rejected(eq(call("factorial", number(-2)), 1)).startswith(
        "proofs[0]: the normal forms do not show"
    )
